"""Prove the names of mechanics with the printed texts of a bulk file, for maintainers.

Run `python tools/prove_mechanics.py --from FILE` in a clone, with Scryfall's All Cards. A name
without evidence gets a card and its set in content/mechanics, in the line of its language, so that
all else stays as people wrote it. Names are never changed. A table lists what cards print instead,
and what they printed formerly.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from lexicon import Finding, Lexicon, Verdict, judge
from printed_texts import read_cards
from rulebinder.facts.content import load_content
from rulebinder.facts.yaml_files import ParsedText
from rulebinder.problems import InputError, Problem, warning
from rulebinder.system.files import DISK

_SEEN = re.compile(r"seen:\s*(#.*)?")
_LANGUAGE = re.compile(r"  (?P<lang>[\w-]+): .*")
_TOLD = (Verdict.OTHER, Verdict.PROPOSED)


def main(arguments: Sequence[str] | None = None) -> int:
    """Prove the names; return 1 if a file has an error, else 0."""
    parser = argparse.ArgumentParser(description=str(__doc__).partition("\n")[0])
    parser.add_argument("--from", dest="source", metavar="FILE", type=Path, required=True)
    parser.add_argument("--content", metavar="FOLDER", type=Path, default=Path("content"))
    options = parser.parse_args(arguments)
    facts, problems = load_content(options.content, for_search=False)
    lexicon = Lexicon(facts.catalogue, facts.languages)
    try:
        for card in read_cards(options.source, problems):
            lexicon.take(card)
        problems += _report(options.content, list(judge(lexicon)))
    except InputError as failure:
        problems += failure.problems
    print(*problems, sep="\n", end="\n" if problems else "", file=sys.stderr)
    return int(any(problem.is_error for problem in problems))


def _report(content: Path, findings: Sequence[Finding]) -> list[Problem]:
    """Write the evidence, print the table, and return the problems."""
    written, problems = write(content, findings)
    problems += (
        warning(finding.facts.place, *_doubt(finding))
        for finding in findings
        if finding.refuted or finding.verdict is Verdict.OTHER
    )
    rows = [
        _row(finding)
        for finding in findings
        if finding.former or finding.refuted or finding.verdict in _TOLD
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        print("  ".join(cells).rstrip())
    for lang in dict.fromkeys(finding.lang for finding in findings):
        verdicts = [finding.verdict for finding in findings if finding.lang == lang]
        counts = (f"{verdicts.count(verdict)} {verdict}" for verdict in Verdict)
        print(f"names of mechanics in {lang!r}: {', '.join(counts)}")
    print(f"{content / 'mechanics'}: names with new evidence: {written}")
    return problems


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


def _row(finding: Finding) -> tuple[str, ...]:
    name = finding.facts.names.get(finding.lang, "–")
    printed = f"{name} → {finding.printed}" if finding.verdict in _TOLD else name
    notes = [
        f"formerly {name.name}, {name.cards} cards until {name.last.day[:4]}"
        for name in finding.former
    ]
    if finding.refuted:
        notes.append(f"{finding.facts.seen[finding.lang].card} does not print it")
    return (
        finding.facts.slug,
        finding.lang,
        str(finding.verdict),
        printed,
        f"{finding.cards} cards",
        _proof(finding),
        "; ".join(notes),
    )


def write(content: Path, findings: Iterable[Finding]) -> tuple[int, list[Problem]]:
    """Write the card that confirms each name which has none yet, and return how many, with a
    warning for each file written otherwise.

    """
    wanted: dict[str, dict[str, dict[str, str]]] = {}
    for finding in findings:
        #  Evidence stays unless the file refutes it, and so does a name that a person calls ours.
        proven = finding.facts.evidence(finding.lang).none != "unconfirmed" and not finding.refuted
        if finding.verdict is Verdict.CONFIRMED and finding.proof and not proven:
            wanted.setdefault(finding.facts.slug, {})[finding.lang] = {
                "card": finding.proof.card,
                "set": finding.proof.set_code,
            }
    problems: list[Problem] = []
    written = 0
    for slug, proofs in sorted(wanted.items()):
        path = content / "mechanics" / f"{slug}.yml"
        if made := added(path.read_text(encoding="utf-8-sig"), proofs):
            DISK.write(path, made)
            written += len(proofs)
        else:
            cards = ", ".join(f"{proof['card']} ({lang})" for lang, proof in sorted(proofs.items()))
            problems.append(
                warning(
                    path,
                    f"{cards} cannot be added to how `seen` is written",
                    "write one language a line",
                )
            )
    return written, problems


def added(text: str, proofs: Mapping[str, Mapping[str, str]]) -> str | None:
    """Return a file's text with cards in ``seen``, by language; None if it is written in another
    way than one language a line.
    """
    lines = text.rstrip("\n").split("\n")
    start = next((number for number, line in enumerate(lines) if _SEEN.fullmatch(line)), None)
    if start is None:
        start = _after(
            lines,
            next(
                (number for number, line in enumerate(lines) if line.startswith("names:")),
                len(lines),
            ),
        )
        lines.insert(start, "seen:")
    end = _after(lines, start)
    known = {
        match["lang"]: line
        for line in lines[start + 1 : end]
        if (match := _LANGUAGE.fullmatch(line))
    }
    if len(known) != end - start - 1:
        return None
    lines[start + 1 : end] = [
        line
        for _, line in sorted(
            {**known, **{lang: _line(lang, proofs[lang]) for lang in proofs}}.items()
        )
    ]
    made = "\n".join(lines) + "\n"
    before = ParsedText(text, "").data or {}
    return (
        made
        if ParsedText(made, "").data == {**before, "seen": {**before.get("seen", {}), **proofs}}
        else None
    )


def _after(lines: list[str], key: int) -> int:
    """Return the line after the values of the key in the line ``key``."""
    return next(
        (number for number in range(key + 1, len(lines)) if not lines[number].startswith(" ")),
        len(lines),
    )


def _line(lang: str, proof: Mapping[str, str]) -> str:
    """Return a line of ``seen``.

    A text in JSON's form is valid YAML, and so is a code that is not a number.
    """
    code = (
        proof["set"]
        if re.fullmatch(r"[a-z]\w*|\d+[a-df-z]\w*", proof["set"])
        else json.dumps(proof["set"])
    )
    return f"  {lang}: {{card: {json.dumps(proof['card'], ensure_ascii=False)}, set: {code}}}"


if __name__ == "__main__":
    sys.exit(main())
