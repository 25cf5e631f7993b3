"""``rulebinder names``: add names of cards from a bulk file."""

from __future__ import annotations

import contextlib
import functools
import shlex
from collections.abc import Sequence
from pathlib import Path

import click

from ....facts.content import load_content
from ....names import adding as card_names
from ....names import file as namefile
from ....notes import ReleaseNotes
from ....problems import InputError, Problem, Severity
from ....reading import inputs
from ... import output, summaries
from ...options import CONTENT

_MORE = "`rulebinder names --from {0} --notes FOLDER` also looks up the cards of your release notes, and `--all` takes every card"


@click.command()
@click.option(
    "--from",
    "source",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards: .json or .json.gz.",
)
@click.option(
    "--notes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of release notes. Their cards are looked up too.",
)
@click.option("--all", "every", is_flag=True, help="Take every card of the file.")
@CONTENT
def names(source: Path, notes: Path | None, every: bool, content: Path) -> None:
    """Add the names of cards in other languages to CONTENT/cards/names.yml.

    The names come from a bulk file on this machine. They are added for the cards in names.yml and, with --notes, for the
    cards in the release notes. Existing names are kept. If the file contradicts one, a warning says so.
    """
    problems: list[Problem] = []
    try:
        file = namefile.load(content)
        documents: Sequence[ReleaseNotes] = ()
        if notes is not None:
            facts, problems = load_content(content, searched=False)
            given, found = inputs.read_folder(notes, facts, summaries.told)
            documents = given.documents
            problems += found
        with contextlib.ExitStack() as bars:
            bar = functools.partial(output.Bars(bars, "Reading"), source.name)
            added = card_names.add(file, source, card_names.wanted_cards(file, documents, every=every), bar)
    except InputError as failure:
        problems += failure.problems
    else:
        problems += added.problems
        if not added.names and not added.ids and notes is None and not every:
            more = _MORE.format(shlex.quote(str(source)))
            output.say(f"{source}: it has nothing new for the cards in {added.path}; {output.whole(more)}")
        output.say(
            f"{added.path}: {output.counted(added.names, 'name')} and {output.counted(added.ids, 'id')} added, {output.counted(added.cards, 'card')} new"
        )
    again = f"`rulebinder -v names --from {shlex.quote(str(source))}{' --all' if every else ''}` lists them"
    output.fold((problem for problem in problems if problem.is_error or problem.severity is Severity.WARNING), again)
    output.finish(problems)
