"""Write into content/mechanics/<slug>.yml which card prints a name, line by line, so that all else
stays as people wrote it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..facts.files.yaml_text import parse
from ..problems import InputError, Problem, unwritten, warning
from ..system.files import DISK
from .findings import Finding, Verdict

_SEEN = re.compile(r"seen:\s*(#.*)?")
_LANGUAGE = re.compile(r"  (?P<lang>[\w-]+): .*")


def write(content: Path, findings: Iterable[Finding]) -> tuple[int, list[Problem]]:
    """Write the card that confirms each name which has none yet, and return how many, with a
    warning for each file written otherwise.

    Raises InputError if a file cannot be written.
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
        try:
            made = added(path.read_text(encoding="utf-8-sig") if path.exists() else "", proofs)
            if made:
                path.parent.mkdir(parents=True, exist_ok=True)
                DISK.write(path, made)
                written += len(proofs)
        except OSError as failure:
            raise InputError(unwritten(path, failure, "it was not changed")) from failure
        if not made:
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
    lines = text.rstrip("\n").split("\n") if text.strip() else []
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
    before = parse(text, "").data or {}
    return (
        made
        if parse(made, "").data == {**before, "seen": {**before.get("seen", {}), **proofs}}
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
