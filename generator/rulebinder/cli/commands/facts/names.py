"""``rulebinder names``: add names of cards from a bulk file, and prove names of mechanics with
it.
"""

from __future__ import annotations

import contextlib
import functools
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from ....facts.content import load_content
from ....names import adding as card_names
from ....names import evidence
from ....names import file as namefile
from ....names.findings import Finding, Verdict, judged
from ....names.lexicon import Lexicon
from ....notes import ReleaseNotes
from ....problems import InputError, Problem, Severity, counted, warning
from ....reading import inputs
from ... import output, summaries
from ...options import CONTENT, EXISTING, source_file

_MORE = (
    "`rulebinder names --from {0} --notes FOLDER` also looks up the cards of your release notes,"
    " and `--all` takes every card"
)


@click.command()
@source_file("Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards: .json or .json.gz.")
@click.option(
    "--notes",
    type=EXISTING,
    help="Folder of release notes. Their cards are looked up too.",
)
@click.option("--all", "every", is_flag=True, help="Take every card of the file.")
@click.option(
    "--mechanics",
    is_flag=True,
    help="Also compare the names of mechanics with what the cards print. AtomicCards has no sets.",
)
@CONTENT
def names(source: Path, notes: Path | None, every: bool, mechanics: bool, content: Path) -> None:
    """Add the names of cards in other languages to CONTENT/cards/names.yml.

    The names come from a bulk file on this machine. They are added for the cards in names.yml and,
    with --notes, for the cards in the release notes. Existing names are kept. If the file
    contradicts one, a warning says so.

    With --mechanics, the cards of the file also prove the names of mechanics: a name without
    evidence gets a card and its set in CONTENT/mechanics. Names are never changed. A table lists
    what cards print instead, and what they printed formerly.
    """
    problems: list[Problem] = []
    try:
        file = namefile.load(content)
        documents: Sequence[ReleaseNotes] = ()
        lexicon = None
        if notes is not None or mechanics:
            facts, problems = load_content(content, searched=False)
            lexicon = Lexicon(facts.catalogue, facts.languages) if mechanics else None
        if notes is not None:
            given, found = inputs.read_folder(notes, facts, summaries.told)
            documents = given.documents
            problems += found
        with contextlib.ExitStack() as bars:
            bar = functools.partial(output.Bars(bars, "Reading"), source.name)
            wanted = card_names.wanted_cards(file, documents, every=every)
            added = card_names.add(file, source, wanted, bar, lexicon.take if lexicon else None)
        if lexicon:
            problems += _prove(content, list(judged(lexicon)))
    except InputError as failure:
        problems += failure.problems
    else:
        problems += added.problems
        if not added.names and not added.ids and notes is None and not every:
            more = _MORE.format(shlex.quote(str(source)))
            output.say(
                f"{source}: it has nothing new for the cards in {added.path}; {output.whole(more)}"
            )
        output.say(
            f"{added.path}: {counted(added.names, 'name')} and"
            f" {counted(added.ids, 'id')} added, {counted(added.cards, 'card')} new"
        )
    again = (
        f"`rulebinder -v names --from {shlex.quote(str(source))}{' --all' if every else ''}` lists"
        " them"
    )
    output.fold(
        (
            problem
            for problem in problems
            if problem.is_error or problem.severity is Severity.WARNING
        ),
        again,
    )
    output.finish(problems)


def _prove(content: Path, findings: Sequence[Finding]) -> list[Problem]:
    """Write the evidence that was found, print the table, and return the problems."""
    written, problems = evidence.write(content, findings)
    problems += (
        warning(each.facts.place, *_doubt(each))
        for each in findings
        if each.refuted or each.verdict is Verdict.OTHER
    )
    shown = output.detail() is output.Detail.ALL
    for line in _table(
        [each for each in findings if shown or each.former or each.refuted or each.verdict in _TOLD]
    ):
        output.say(line)
    for lang in dict.fromkeys(each.lang for each in findings):
        counts = (
            f"{sum(each.lang == lang and each.verdict is verdict for each in findings)} {verdict}"
            for verdict in Verdict
        )
        output.say(f"names of mechanics in {lang!r}: {', '.join(counts)}")
    output.say(f"{content / 'mechanics'}: evidence of {counted(written, 'name')} added")
    return problems


_TOLD = (Verdict.OTHER, Verdict.PROPOSED)


def _doubt(finding: Finding) -> tuple[str, str]:
    """Return the message of a warning about a name that cards contradict, and its hint."""
    name = f"the name {finding.facts.names[finding.lang]!r} ({finding.lang})"
    if finding.verdict is Verdict.OTHER and finding.proof:
        return (
            f"{name} is {finding.printed!r} on {_proof(finding)}",
            "it is left as it is; correct it if it is wrong",
        )
    return f"{finding.facts.seen[finding.lang].card} does not print {name}", "correct `seen`"


def _proof(finding: Finding) -> str:
    proof = finding.proof
    return f"{proof.card} ({proof.set_code}, {proof.day[:4]})" if proof else ""


def _table(findings: Iterable[Finding]) -> Iterable[str]:
    """Yield a line for each finding, in columns: the mechanic, the language, the verdict, the names
    and the evidence.
    """
    rows = [_row(each) for each in findings]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(finding: Finding) -> tuple[str, ...]:
    name = finding.facts.names.get(finding.lang, "–")
    printed = f"{name} → {finding.printed}" if finding.verdict in _TOLD else name
    notes = [
        f"formerly {each.name}, {each.cards} cards until {each.last.day[:4]}"
        for each in finding.former
        if not each.known
    ]
    if finding.refuted:
        notes.append(f"{finding.facts.seen[finding.lang].card} does not print it")
    return (
        finding.facts.slug,
        finding.lang,
        str(finding.verdict),
        printed,
        counted(finding.cards, "card"),
        _proof(finding),
        "; ".join(notes),
    )
