"""``rulebinder language``: begin to translate the site."""

from __future__ import annotations

from pathlib import Path

import click

from ....facts import language_drafts
from ....settings import options
from ....system.files import DISK
from ... import output
from ...options import CONTENT


@click.group()
def language() -> None:
    """Begin to translate the site into another language."""


@language.command()
@click.argument("lang")
@CONTENT
def new(lang: str, content: Path) -> None:
    """Write CONTENT/languages/LANG.yml with every key, its English words, and a mark to remove when
    they are translated.

    If the language has words to read documents, only the words of the site are added. `rulebinder
    check` counts the marks.
    """
    with output.reported(), output.written(content, "nothing was changed"):
        offered = options.load().interface_languages
        path, text = language_drafts.draft(lang, content, offered)
        DISK.write(path, text)
    left = text.count(f"  {language_drafts.MARK}\n")
    setting = language_drafts.offering(lang, [each for each in offered if each != lang])
    output.say(
        f"{path}: written: {left} words to translate. Then write docs/{lang}, and `{setting}` into"
        " mkdocs.yml."
    )
