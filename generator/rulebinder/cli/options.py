"""Options that several commands have."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ..system import shipped

OWNED = {"notes": "notes", "out": "site"}
"""The values of options in an owner's folder, unless somebody chooses others."""

_CONTENT = "content"
FOLDER = click.Path(file_okay=False, path_type=Path)
NO_NOTES = (
    "Give the folder of your release notes. `rulebinder init FOLDER` makes a folder for a website"
    " of your own."
)
"""The answer to a call without --notes. In an owner's folder, that is not needed: see OWNED."""


class ContentType(click.Path):
    """The folder of facts. An owner's folder may have none until a build writes ledgers."""

    def convert(self, value: Any, *rest: Any) -> Any:
        """See :meth:`click.ParamType.convert`."""
        is_to_come = value == _CONTENT and shipped.owner() and not Path(value).exists()
        return Path(value) if is_to_come else super().convert(value, *rest)


class NotesType(click.Path):
    """The folder of the release notes."""

    def get_missing_message(self, *_: object, **__: object) -> str:
        """See :meth:`click.ParamType.get_missing_message`."""
        return NO_NOTES


class InputOption(click.Option):
    """A folder that is read, which only ``--clean`` does without."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        """See :meth:`click.Option.process_value`. ``--clean`` is read before all others."""
        return None if ctx.params.get("clean") else super().process_value(ctx, value)


CONTENT = click.option(
    "--content",
    cls=InputOption,
    default=_CONTENT,
    show_default=True,
    type=ContentType(exists=True, file_okay=False, path_type=Path),
    help="Folder of facts and languages.",
)
NOTES = click.option(
    "--notes",
    cls=InputOption,
    required=True,
    type=NotesType(exists=True, file_okay=False, path_type=Path),
    help="Folder of release notes: raw documents and imported ones (.yml).",
)
PUBLISHED = click.option(
    "--published",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="A published website, or its r/index.json. Refuse to break its links.",
)
JOBS = click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(min=1),
    help="The most processes to build with. By default, one for each core.",
)
PORT = click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port of the server; 0 takes a free one.",
)


def check_apart(out: Path, notes: Path, content: Path) -> None:
    """End the command unless the folder ``out`` of what it writes lies beside those that it
    reads.
    """
    written = out.resolve()
    for folder, option in ((notes, "--notes"), (content, "--content")):
        read = folder.resolve()
        if written.is_relative_to(read) or read.is_relative_to(written):
            raise click.UsageError(
                f"--out {out} and {option} {folder} overlap: what is written needs a folder of its"
                " own."
            )
