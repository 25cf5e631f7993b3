"""Rulebooks beside the notes: one JSON file an edition, ``NOTES/rules/<day>.json``."""

from __future__ import annotations

from pathlib import Path

from ..facts.files import yaml_files
from ..problems import Problem, error, unread
from ..system.files import DISK
from .model import BookRule, Rulebook, order

FOLDER = "rules"
"""The folder of rulebooks in the folder of release notes."""
_SUFFIX = ".json"
_HINT = "store the edition again: `rulebinder import FILE`"


def path_of(effective: str, notes: Path) -> Path:
    """Return the file of the edition that is in force from the day ``effective``."""
    return notes / FOLDER / f"{effective}{_SUFFIX}"


def save(book: Rulebook, notes: Path) -> bool:
    """Write an edition beside the notes, whole or not at all; return whether its file changed.

    Raises OSError.
    """
    data = {
        "effective": book.effective,
        "name": book.name,
        "sha256": book.sha256,
        "sections": dict(book.sections),
        "rules": {number: list(rule.paragraphs) for number, rule in book.rules.items()},
        "glossary": {term: list(paragraphs) for term, paragraphs in book.glossary.items()},
    }
    return DISK.write(path_of(book.effective, notes), yaml_files.dump_json(data))


def load_all(notes: Path) -> tuple[tuple[Rulebook, ...], list[Problem]]:
    """Return all editions beside the notes, newest first, and the problems of their files."""
    folder = notes / FOLDER
    books: list[Rulebook] = []
    problems: list[Problem] = []
    try:
        paths = DISK.entries(folder) if DISK.has(folder) else []
    except OSError as failure:
        return (), [unread(folder, failure)]
    for path in paths:
        if path.name.startswith("."):
            continue
        outcome = load(path)
        if isinstance(outcome, Problem):
            problems.append(outcome)
        else:
            books.append(outcome)
    return tuple(sorted(books, key=lambda book: book.effective, reverse=True)), problems


def load(path: Path) -> Rulebook | Problem:
    """Return the edition in a file, or the problem of the file."""
    if path.suffix != _SUFFIX:
        return error(path, "not a stored edition of the rules", _HINT)
    stored = yaml_files.load_json(path, "rulebook", _HINT)
    if isinstance(stored, Problem):
        return stored
    if path.stem != stored["effective"]:
        return error(path, f"the file contains the edition of {stored['effective']}", _HINT)
    rules: dict[str, list[str]] = stored["rules"]
    return Rulebook(
        effective=stored["effective"],
        name=stored["name"],
        sha256=stored["sha256"],
        sections=stored["sections"],
        rules={
            number: BookRule(number=number, paragraphs=tuple(rules[number]))
            for number in sorted(rules, key=order)
        },
        glossary={term: tuple(paragraphs) for term, paragraphs in stored["glossary"].items()},
    )
