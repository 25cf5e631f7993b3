"""What is beside the documents: ``rulebinder check`` lists the problems of all that people write,
``language`` begins a file of words, and ``merge-ledger`` joins ledgers.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from ..facts import languages
from ..joining import checks
from ..ledger import files, history
from ..ledger.numbers import Ledger, LedgerRecord
from ..plugin import plugin
from ..problems import InputError, Severity, error, refusal
from ..publishing import promises, publish
from ..settings import files as settings
from ..settings import options
from ..system.files import DISK
from . import output
from .options import CONTENT, NOTES, PUBLISHED


@click.command()
@NOTES
@click.option("--repairs", is_flag=True, help="Also list the faults that were fixed automatically.")
@click.option(
    "--all",
    "list_all",
    is_flag=True,
    help="List each warning and doubtful decision, not one line a kind.",
)
@click.option(
    "--undecided",
    is_flag=True,
    help="List only the rulings that may be wrong today, and have no verdict yet.",
)
@PUBLISHED
@CONTENT
def check(
    notes: Path,
    repairs: bool,
    list_all: bool,
    undecided: bool,
    published: Path | None,
    content: Path,
) -> None:
    """List the problems of the facts, the languages and the documents, alone and together.

    Each error is on a line of its own. Warnings and doubtful decisions of one kind are one line
    with their count.
    """
    facts, library = publish.load(content, notes, listen=output.say_document)
    problems = [*library.problems]
    if undecided:
        output.show(checks.find_undecided(library))
        sys.exit(any(problem.is_error for problem in problems))
    try:
        plugin.load(settings.read_settings())
    except InputError as failure:
        problems += [problem for problem in failure.problems if problem not in problems]
    problems += languages.find_unfinished(content)
    if published is not None and library.sets:
        broken, _ = publish.compare(library, facts.languages, [published], content)
        problems += broken
    listed = [problem for problem in problems if repairs or problem.severity is not Severity.REPAIR]
    if list_all:
        output.show(listed)
    else:
        output.show_folded(listed, output.LISTED)


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
    with output.reporting(), output.writing(content, "nothing was changed"):
        offered = options.load().interface_languages
        path, text = languages.draft_file(lang, content, offered)
        DISK.write(path, text)
    left = text.count(f"  {languages.DRAFT_MARK}\n")
    setting = languages.format_setting(lang, [other for other in offered if other != lang])
    output.say(
        f"{path}: written: {left} words to translate. Then write docs/{lang}, and `{setting}` into"
        " mkdocs.yml."
    )


_ONE_BRANCH_HINT = "publish from one branch only; keep the ledger of the site that people link to"
_FILE_TYPE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("merge-ledger")
@click.argument("base", type=_FILE_TYPE)
@click.argument("ours", type=_FILE_TYPE)
@click.argument("theirs", type=_FILE_TYPE)
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
    base_ledger, our_ledger, their_ledger = (
        _read_ledger(file, path) for file in (base, ours, theirs)
    )
    is_published = _make_published_test(published, path.stem) if published else lambda *_: False
    merged = history.join_branches(base_ledger, our_ledger, their_ledger, is_published)
    if merged.clashes:
        raise InputError(
            *(
                error(
                    path,
                    f"both branches have published {number}, for different rulings",
                    _ONE_BRANCH_HINT,
                )
                for number in merged.clashes
            )
        )
    text = files.dump(merged.ledger)
    _, problems = files.parse(path, text.encode())
    if problems:
        message = f"the branches contradict each other: {problems[0].message}"
        raise refusal(path, message, _ONE_BRANCH_HINT)
    DISK.write(ours, text)
    for number in merged.renumbered:
        output.say(f"{path}: {number}")


def _read_ledger(file: Path, path: Path) -> Ledger:
    """Return the ledger in ``file``, a version of the one at ``path`` that Git wrote for us.

    Raises InputError if it contradicts itself.
    """
    data = file.read_bytes()
    if not data.strip():  # the ledger is new in both branches
        return Ledger(path.stem)
    ledger, problems = files.parse(file, data)
    if ledger is None:
        raise InputError(*problems)
    return replace(ledger, set_code=path.stem)


def _make_published_test(site: Path, set_code: str) -> history.IsPublished:
    """Return the function that says whether ``site`` has a ruling under its number, with the same
    words in one of its languages.
    """
    promised = promises.read_published(site)

    def is_published(key: str, record: LedgerRecord) -> bool:
        address = promised.addresses.get(f"{set_code}/{key}/{record.number}")
        return address is not None and any(
            lang in record.wordings and words.hash == record.wordings[lang].hash
            for lang, words in address.words.items()
        )

    return is_published
