"""``rulebinder help``: the guides that come with the program."""

from __future__ import annotations

import difflib
import sys

import click

from ..system import shipped
from ..system.files import DISK
from . import output

GUIDES = {
    "owning": ("docs/owning.md", "your own site: documents, settings, a year of events"),
    "hosting": ("docs/hosting.md", "where to publish it, and what each host allows"),
    "documents": ("docs/documents.md", "how a document is read, and what can go wrong"),
    "facts": ("docs/facts.md", "every key of the files in content/"),
    "settings": ("docs/settings.md", "which settings of MkDocs and Material have an effect"),
    "recipes": ("docs/recipes.md", "a bot for Discord, and a server for assistants"),
    "discord_bot": ("docs/recipes/discord_bot.py", "the code of that bot"),
    "languages": ("content/languages/README.md", "every key of the file of a language"),
}
"""Each guide by name: its file, from the folder of what comes with the program, and its subject."""
_FOOT = "\nLinks lead to other guides (`rulebinder help` lists them), and to pages of your site.\n"


@click.command()
@click.argument("name", required=False)
def help_(name: str | None) -> None:
    """List the guides, or show the one with this NAME."""
    if name in GUIDES:
        path, _ = GUIDES[name]
        text = DISK.read(shipped.ROOT / path).decode()
        click.echo_via_pager(text + _FOOT if path.endswith(".md") else text)
    elif name:
        close = difflib.get_close_matches(name.lower(), GUIDES, 1)
        hint = (
            f"did you mean {close[0]}?"
            if close
            else "`rulebinder help` lists them, and `rulebinder COMMAND --help` the options"
        )
        output.note(f"Error: there is no guide {name!r}; {hint}")
        sys.exit(2)
    else:
        output.print_result("Guides, which `rulebinder help NAME` shows:")
        for guide, (_, about) in GUIDES.items():
            output.print_result(f"  {guide:11}  {about}")
