"""``rulebinder merge-ledger``: the merge driver of Git for ledgers of two branches."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import click

from ....build import promises
from ....ledger import branches, files
from ....ledger.numbers import Ledger, LedgerRecord
from ....problems import InputError, error, refusal
from ....system.files import DISK
from ... import output

_ONE = "publish from one branch only; keep the ledger of the site that people link to"
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("merge-ledger")
@click.argument("base", type=_FILE)
@click.argument("ours", type=_FILE)
@click.argument("theirs", type=_FILE)
@click.argument("path", type=click.Path(path_type=Path))
@click.option(
    "--published",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help=(
        "A published website, or its r/index.json: the numbers in it stay. Without it, those of"
        " OURS stay."
    ),
)
def merge_ledger(base: Path, ours: Path, theirs: Path, path: Path, published: Path | None) -> None:
    """Join the ledgers OURS and THEIRS, which began as BASE, and write the result to OURS. PATH is
    the ledger's path.

    Two branches may give one number to different rulings. One of them then gets the next free
    number: never one that is published. If that cannot be, OURS stays as it is.
    `git config merge.rulebinder.driver "rulebinder merge-ledger %O %A %B %P"` lets Git do this by
    itself.
    """
    begun, one, other = (_ledger(file, path) for file in (base, ours, theirs))
    found = branches.joined(begun, one, other, _published(published, path.stem))
    if found.clashes:
        raise InputError(
            *(
                error(path, f"both branches have published {each}, for different rulings", _ONE)
                for each in found.clashes
            )
        )
    text = files.text(found.ledger)
    _, problems = files.read(path, text.encode())
    if problems:
        message = f"the branches contradict each other: {problems[0].message}"
        raise refusal(path, message, _ONE)
    DISK.write(ours, text)
    for each in found.renumbered:
        output.say(f"{path}: {each}")


def _ledger(file: Path, path: Path) -> Ledger:
    """Return the ledger in ``file``, which Git took from ``path``.

    Raises InputError if it contradicts itself.
    """
    data = file.read_bytes()
    if not data.strip():  # the ledger is new in both branches
        return Ledger(path.stem)
    ledger, problems = files.read(file, data)
    if ledger is None:
        raise InputError(*problems)
    return replace(ledger, set_code=path.stem)


def _published(site: Path | None, set_code: str) -> branches.IsPublished:
    """Return the function that says whether ``site`` has a ruling under its number."""
    if site is None:
        return lambda _key, _record: False
    known, problems = promises.read(site)
    if known is None:
        raise InputError(*problems)

    def is_published(key: str, record: LedgerRecord) -> bool:
        address = known.addresses.get(f"{set_code}/{key}/{record.number}")
        return address is not None and any(
            address.words.get(lang, ("",))[0] == words.hash
            for lang, words in record.wordings.items()
        )

    return is_published
