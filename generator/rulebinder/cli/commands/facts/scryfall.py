"""``rulebinder import scryfall``: fetch the published rulings of every card."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from ....reading.bulk import fetching
from ....reading.bulk.published import RECORD
from ... import output

SCRYFALL = Path("scryfall")
"""What :class:`FileType` makes of that word, and of nothing else: compare it with ``is``."""
_MEGABYTE = 1_000_000


class FileType(click.Path):
    """A file, or the word ``scryfall``. A file of that name is ``./scryfall``."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """See :meth:`click.ParamType.convert`."""
        return SCRYFALL if value == "scryfall" else super().convert(value, param, ctx)


def fetch(notes: Path | None) -> None:
    """Fetch Scryfall's bulk files into the folder ``notes``, unless it has those of today, and say
    what is fetched. ``notes`` is None if the call has more than them, or not even them.

    Raises InputError and UsageError.
    """
    if notes is None:
        raise click.UsageError("`rulebinder import scryfall` takes --notes, and nothing else.")
    if time := fetching.find_recent(notes):
        output.say(
            f"{notes}: Scryfall's files were fetched at {time:%Y-%m-%d %H:%M} UTC, less than a day"
            " ago: nothing is fetched."
        )
        return
    chosen = fetching.list_offers(notes)
    size = sum(offer.size for offer in chosen) / _MEGABYTE
    output.say(
        f"Fetching Oracle Cards and Rulings of {chosen[0].day} from Scryfall ({size:,.1f} MB)."
        " Their texts belong to Wizards of the Coast. Scryfall's terms apply"
        " (scryfall.com/docs/api): never take payment for access to them, and never suggest that"
        " Scryfall endorses your site."
    )
    with output.written(notes), output.Bars("Fetching") as bar:
        fetching.fetch(chosen, notes, bar)
    output.say(f"{notes}: has Scryfall's files now. Commit {notes / RECORD}, not them.")
