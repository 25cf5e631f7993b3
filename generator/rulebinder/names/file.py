"""Read content/cards/names.yml, and write additions into its text line by line, so that all else
stays as people wrote it.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ..facts import catalogue
from ..facts.catalogue import ALSO, ORACLE_ID, CardFacts, Names, in_language
from ..facts.files import layers, yaml_files
from ..problems import InputError, Problem, error, warning

HEADING = """\
# The name of the same card in each language, sorted by the English one: \
facts that documents are joined by.
# Halves and faces are joined with " // ".
"""

_LINE = re.compile(r"(?:- |  )(?P<key>[\w-]+): .*")
_NO_VALUE = re.compile(r"\s*(#|$)")


@dataclass(frozen=True)
class NamesFile:
    """The file: its text, and the cards in it with their lines."""

    path: Path
    text: str
    cards: tuple[CardFacts, ...]
    every_card: tuple[CardFacts, ...]
    """Its cards with what the program's file has, and the other cards of that: in an owner's
    folder, the file is laid over it.
    """


@dataclass(frozen=True)
class Addition:
    """The new names of a card by language, and its id if that is new."""

    names: Names
    oracle_id: str | None = None
    number: int | None = None
    """The card's place among the known cards; None for a new card."""

    def values(self) -> dict[str, str]:
        """Return the names, and the id, by their keys in the file."""
        return {**self.names, **({ORACLE_ID: self.oracle_id} if self.oracle_id else {})}


def load(content: Path) -> NamesFile:
    """Return the file in the folder of facts ``content``, or an empty one.

    Raises InputError if it is faulty.
    """
    path = content / catalogue.NAMES
    joint, problems = layers.load(content, catalogue.NAMES, "names")
    if any(problem.is_error for problem in problems):
        raise InputError(*problems)
    every_card = catalogue.cards(joint) if joint else ()
    own = yaml_files.parsed(path)[0] if path.exists() else None
    if own is None:
        return NamesFile(path, HEADING, (), every_card)
    return NamesFile(path, path.read_text(encoding="utf-8-sig"), catalogue.cards(own), every_card)


def added(
    file: NamesFile, additions: Iterable[Addition]
) -> tuple[str, list[Addition], list[Problem]]:
    """Return the file's text with the ``additions``, the additions that were made, and a warning
    for each other one.

    None is made to a card that is not written one name a line. Raises InputError if the whole
    file is written in such a way.
    """
    made: list[Addition] = []
    written: list[Addition] = []
    problems: list[Problem] = []
    head, blocks = _blocks(file)
    for addition, each in _of_file(file, additions):
        if each.number is not None:
            block = blocks[each.number]
            merged = _merged(block.lines, each.values())
            if merged is None:
                names = ", ".join(f"{name!r} ({lang})" for lang, name in each.names.items())
                message = f"{names or ORACLE_ID} cannot be added to how this card is written"
                place = file.cards[each.number].place
                problems.append(warning(place, message, "write one name a line"))
                continue
            blocks[each.number] = _Block(merged, block.rest)
        made.append(addition)
        written.append(each)
    new = sorted(
        (each for each in written if each.number is None), key=lambda each: _order(each.names)
    )
    lines = _with_new(head, blocks, new, [_order(card.names) for card in file.cards])
    text = "\n".join(lines) + "\n"
    _check(text, file, written)
    return text, made, problems


def _of_file(file: NamesFile, additions: Iterable[Addition]) -> Iterator[tuple[Addition, Addition]]:
    """Yield each addition, and again with the card's place in the file.

    A card of the program's file alone gets an entry.
    """
    places = {card.place: number for number, card in enumerate(file.cards)}
    for each in additions:
        facts = file.every_card[each.number] if each.number is not None else None
        if facts is None or facts.place in places:
            yield each, replace(each, number=places[facts.place] if facts else None)
        else:
            yield each, replace(each, names={"en": facts.names["en"], **each.names}, number=None)


@dataclass(frozen=True)
class _Block:
    """The lines of one card, and the blank ones and comments that follow."""

    lines: list[str]
    rest: list[str]


def _blocks(file: NamesFile) -> tuple[list[str], list[_Block]]:
    """Return the lines before the first card, and every card.

    Without cards, only comments count as lines.
    """
    lines = file.text.rstrip("\n").split("\n")
    starts = [card.place.line - 1 for card in file.cards]
    if not starts:
        return [line for line in lines if line.startswith("#")], []
    blocks = []
    for start, end in zip(starts, [*starts[1:], len(lines)], strict=True):
        last = end
        while _NO_VALUE.match(lines[last - 1]) and last > start + 1:
            last -= 1
        blocks.append(_Block(lines[start:last], lines[last:end]))
    return lines[: starts[0]], blocks


def _merged(block: Sequence[str], values: Mapping[str, str]) -> list[str] | None:
    """Return the lines of a card with the ``values``, or None if they do not have one name on each
    line.
    """
    written = {match["key"]: line[2:] for line in block if (match := _LINE.fullmatch(line))}
    if len(written) != len(block) or not block[0].startswith("- "):
        return None
    return _written(written | _values(values))


def _with_new(
    head: list[str], blocks: Sequence[_Block], new: Iterable[Addition], order: Sequence[str]
) -> list[str]:
    """Return all lines.

    Each new card is inserted before the first card that follows it in ``order``.
    """
    before: dict[int, list[str]] = {}
    for addition in new:
        before.setdefault(bisect_left(order, _order(addition.names)), []).extend(
            _written(_values(addition.values()))
        )
    lines = [*head, *before.get(0, ())]
    for number, block in enumerate(blocks, 1):
        lines += [*block.lines, *before.get(number, ()), *block.rest]
    return lines


def _values(values: Mapping[str, str]) -> dict[str, str]:
    """Return the lines of the values, without indentation. A text in JSON's form is valid YAML."""
    return {
        key: f"{key}: {value if key == ORACLE_ID else json.dumps(value, ensure_ascii=False)}"
        for key, value in values.items()
    }


def _written(lines: Mapping[str, str]) -> list[str]:
    """Return the values in the order of the file: English first, then the other languages, other
    names, and the id.
    """
    keys = sorted(lines, key=lambda key: (key == ORACLE_ID, key == ALSO, key != "en", key))
    return [f"{'  ' if number else '- '}{lines[key]}" for number, key in enumerate(keys)]


def _order(names: Names) -> str:
    return in_language(names, "en").casefold()


def _check(text: str, file: NamesFile, made: Iterable[Addition]) -> None:
    """Raise InputError unless ``text`` says all that ``file`` and the additions say, and no
    more.
    """
    wanted: list[dict[str, object]] = [_said(card) for card in file.cards]
    for addition in made:
        if addition.number is None:
            wanted.append({**addition.values()})
        else:
            wanted[addition.number] |= addition.values()
    document, _ = yaml_files.loads(text, "names", str(file.path))
    said = document.data or [] if document else None
    if said is None or sorted(map(_items, said)) != sorted(map(_items, wanted)):
        raise InputError(
            error(
                file.path,
                "names cannot be added to how this file is written",
                "write one name a line",
            )
        )


def _said(card: CardFacts) -> dict[str, object]:
    """Return all that the file says of a card, by its keys."""
    also = {ALSO: {lang: list(names) for lang, names in card.also.items()}} if card.also else {}
    return {**card.names, **({ORACLE_ID: card.oracle_id} if card.oracle_id else {}), **also}


def _items(values: Mapping[str, object]) -> list[tuple[str, str]]:
    return sorted((key, str(value)) for key, value in values.items())
