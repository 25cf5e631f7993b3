"""Card blocks: the faces of a card and their rules text, from the lines under its name."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ...notes import Card, Face
from ...problems import Place
from ...text import SYMBOL, Text, parse
from ..dialect import Layout
from ..layout.hyphens import seam
from ..lines import Kind, Line
from ..notation.web_residue import with_bare_costs
from ..patterns import Patterns, is_cost, stats
from .boundary import best_split, score
from .card_layouts import layout_of, shows
from .heads import Head

_SENTENCE_END = re.compile(r"[.!?)\]”“\"»:—*。：）」]$|--$")
"""The end of a sentence or of a lead, in the last two characters of a line."""
_ANNOUNCING = ("—", "--", "–", ":")
_ONLY_REMINDER = re.compile(r"^\*?\(.*\)[.*]*$")
_RULES_TEXT = 2.0
"""The score from which on a paragraph is surely rules text."""
_CLAUSE = 4
"""Words from which on a line without a full stop is a broken sentence, not a keyword."""
_LISTED = re.compile(r"(?:—|–|--)\s?[^—–;；]+[;；]")
"""The modes of old cards, which are printed in one sentence: ``Choose one -- Draw a card; or
discard a card.``
"""
_OPTION = re.compile(r"^\*?(?P<name>[^\W\d_][\w'’ ]{1,30}?)\*?\s?(?:—|–|--)\s")
_ACTIVATED = re.compile(rf"(?:{SYMBOL}[,\s]*)+[^.:()]{{0,80}}:\s")
_OPENING = 200
"""How many characters tell whether an ability begins with a keyword; no keyword is as long."""
_CHOICE = 500
"""How many characters at the end of an ability are looked through for the names of options."""
_DOT = re.compile(r"[•●▪·‣]\s")
_RUN_ON = re.compile(r"^(?:[a-zà-ÿ]|(?:\{[^{}]+\})+(?:\s[a-zà-ÿ]|[.;]))")


@dataclass(frozen=True, kw_only=True)
class CardBlock:
    """A card, and the index of the first line after it.

    ``confidence`` is that of a scored boundary.
    """

    card: Card
    end: int
    confidence: float
    joined: tuple[Line, ...]
    """The lines of rules text that were joined to the one before them."""


def read_card(lines: Sequence[Line], words: Patterns, path: str, layout: Layout) -> CardBlock:
    """Return the card block at the beginning of ``lines``, which begin with its head.

    Rules text runs to the first bullet; if the layout is ``scored``, no bullet shows its end and
    :func:`best_split` decides.
    """
    faces: list[Face] = []
    joined: list[Line] = []
    shared: tuple[Text, ...] = ()
    dividers: list[str] = []
    remarks: list[str] = []
    at = 0
    while isinstance(head := lines[at], Head):
        faces.append(head.face)
        remarks += filter(None, [head.remark])
        name = " // ".join(face.name for face in (faces[0], *faces[1:][-1:]))
        end, confidence = _rules_end(lines, at + 1, name, words, layout)
        groups = _abilities(lines[at + 1 : end], words, layout)
        rules_text = _rules_text(groups, costs=not words.has_loyalty(head.face.type_line))
        faces[-1] = replace(head.face, rules_text=rules_text)
        joined += [line for group in groups for line in group[1:]]
        at = end
        if at >= len(lines) or lines[at].kind is not Kind.TURN:
            break
        dividers += [lines[at].text] if lines[at].text.strip("/") else []
        at += 1
        if at == len(lines) or lines[at].kind is not Kind.HEAD:
            end, confidence = _rules_end(lines, at, name, words, layout)
            extra, at = _after_turn(lines[at:end], words, layout), end
            if len(faces) > 1:
                shared = extra  # by the halves
            else:  # the prototype of a lone face
                faces = [replace(faces[0], rules_text=(*faces[0].rules_text, *extra))]
            break
    if not shared:
        faces, shared = _with_fuse_shared(faces, words)
    faces = [_sized(face) for face in faces]
    card = Card(
        tuple(faces),
        layout_of(faces, shared, words),
        shared,
        divider=" // ".join(dividers) or None,
        remark=" ".join(remarks) or None,
        place=Place(path, lines[0].number),
    )
    return CardBlock(card=card, end=at, confidence=confidence, joined=tuple(joined))


def _sized(face: Face) -> Face:
    """Return the face with the stats below its rules text, if there are none below its type
    line.
    """
    if not face.rules_text or any((face.power, face.loyalty, face.defense)):
        return face
    pair = stats(face.rules_text[-1].source())
    if pair is None or face.rules_text[-1].source() == "/":
        return face
    return replace(face, power=pair[0], toughness=pair[1], rules_text=face.rules_text[:-1])


def _with_fuse_shared(faces: list[Face], words: Patterns) -> tuple[list[Face], tuple[Text, ...]]:
    """Take the line below both halves that lets them be cast as one out of the second half, if the
    first has none.
    """
    last = faces[-1]
    if len(faces) != 2 or not last.rules_text:
        return faces, ()
    own, fuse = last.rules_text[:-1], last.rules_text[-1]
    fused = [
        shows("fuse", "", text, words)
        for text in (fuse.plain(), "\n".join(text.plain() for text in faces[0].rules_text))
    ]
    return (
        ([faces[0], replace(last, rules_text=own)], (fuse,))
        if fused == [True, False]
        else (faces, ())
    )


def _after_turn(lines: Sequence[Line], words: Patterns, layout: Layout) -> tuple[Text, ...]:
    """A shared line, or a prototype's cost, ability and size, which are one paragraph of three
    lines.
    """
    if lines and is_cost(lines[0].text):
        size = next((at for at, line in enumerate(lines) if stats(line.text)), len(lines) - 1)
        block = parse("\n".join(line.text for line in lines[: size + 1]))
        return (block, *_rules_text(_abilities(lines[size + 1 :], words, layout)))
    return _rules_text(_abilities(lines, words, layout))


def _rules_end(
    lines: Sequence[Line], start: int, name: str, words: Patterns, layout: Layout
) -> tuple[int, float]:
    """Return the end of the rules text that starts at ``start``, and the confidence."""
    end = start
    while (
        end < len(lines)
        and lines[end].kind is Kind.TEXT
        and not (
            layout.scored
            and (
                words.section_kind(lines[end].text) is not None
                or words.is_card_heading(lines[end].text)
            )
        )
    ):
        end += 1
    if end < len(lines) and lines[end].kind is Kind.TURN:
        return end, 1.0
    settled = layout.settled.get(name.split(" // ", maxsplit=1)[0])
    if settled is not None:  # broken lines are joined first
        texts = itertools.takewhile(
            lambda line: line.kind in (Kind.TEXT, Kind.BULLET),
            itertools.islice(lines, start, None),
        )
        groups = _abilities(list(texts), words, layout)
        return start + sum(map(len, groups[:settled])), 1.0
    if layout.scored:
        least = 0 if start == end else 1
        if end > start and is_cost(lines[start].text):
            least = next(
                (at + 1 for at, line in enumerate(lines[start:end]) if stats(line.text)), 1
            )
        paragraphs = [line.text for line in lines[start:end]]
        led = end < len(lines) and lines[end].kind is Kind.LEAD
        spaced = [at for at in range(start, end) if lines[at].after_blank]
        is_parted = spaced[:1] > [start] and spaced == list(range(spaced[0], end))
        if is_parted and not led and score(lines[spaced[0]].text, name, words) < _RULES_TEXT:
            return spaced[0], 1.0  # the blank line above the first ruling, as above all others
        split = best_split(
            paragraphs, name, words, least=least, ruled=not layout.unruled and not led
        )
        return start + split.rules, split.confidence
    if start < end < len(lines) and lines[end].kind is Kind.RULE:
        return end - 1, 1.0  # the paragraph before a quoted rule leads in to it
    return _modes_end(lines, start, end, name, words)


def _modes_end(
    lines: Sequence[Line], start: int, end: int, name: str, words: Patterns
) -> tuple[int, float]:
    """The end of modes that are printed as bullets: they follow a choice, and mostly end at a blank
    line.
    """
    if start == end:
        return end, 1.0
    choice = lines[end - 1].text
    announced = choice.endswith(_ANNOUNCING)
    if not announced and not words.speaks_of_choice(choice):
        return end, 1.0
    spaced = all(line.after_blank for line in lines[end : end + 2])
    last = end
    while (
        last < len(lines)
        and lines[last].kind is Kind.BULLET
        and (last == end or spaced or not lines[last].after_blank)
    ):
        last += 1
    bullets = [line.text for line in lines[end:last]]
    named = sum(1 for _ in itertools.takewhile(lambda text: _names_option(text, choice), bullets))
    if named:
        return end + named, 1.0
    #  Modes may follow a choice that opens a sentence, whose line does not list what there is.
    if not announced and not (words.opens_with_choice(choice) and not _LISTED.search(choice)):
        return end, 1.0
    closed = last < len(lines) and lines[last].kind is Kind.BULLET
    if closed and (announced or all(score(text, name, words) > 0 for text in bullets)):
        return last, 0.9
    modes, confidence = _best_modes(bullets, announced, name, words)
    return end + modes, confidence


def _best_modes(
    bullets: Sequence[str], announced: bool, name: str, words: Patterns
) -> tuple[int, float]:
    """How many of the bullets below a choice are its modes, and how sure that is; nobody chooses
    from one mode.
    """
    split = best_split(bullets, name, words, least=min(2, len(bullets)) if announced else 0)
    if split.rules < 2 and not announced:
        return 0, 1.0
    return split.rules, split.confidence


def _names_option(bullet: str, choice: str) -> bool:
    """Whether a bullet opens with an option that the choice names: ``Khans — …`` after ``choose
    Khans or Dragons.``
    """
    option = _OPTION.match(bullet)
    return bool(option and re.search(rf"\b{re.escape(option['name'])}\b", choice[-_CHOICE:]))


def _rules_text(groups: Sequence[Sequence[Line]], *, costs: bool = True) -> tuple[Text, ...]:
    """Return the paragraphs of rules text, whose lines are grouped by ability.

    ``costs`` says that a number before a colon is mana; on a planeswalker it is loyalty.
    """
    texts = (_joined([line.text for line in group]) for group in groups)
    return tuple(parse(with_bare_costs(text) if costs else text) for text in texts)


def _joined(lines: Sequence[str]) -> str:
    """Return the lines of an ability as one."""
    seams = ("", *(seam(line, following) for line, following in itertools.pairwise(lines)))
    return "".join(f"{joint}{line}" for joint, line in zip(seams, lines, strict=True))


def _abilities(lines: Sequence[Line], words: Patterns, layout: Layout) -> list[list[Line]]:
    """The lines of rules text, grouped by ability.

    If pages break lines, sentences and reminders are joined again.
    """
    groups: list[_Group] = []
    for line in lines:
        broken = layout.broken_lines and line.kind is Kind.TEXT and groups
        if broken and groups[-1].goes_on(line.text, words):
            groups[-1].add(line)
        else:
            groups.append(_Group(line))
    return [group.lines for group in groups]


class _Group:
    """The lines of an ability, and what tells whether the next line is one of them."""

    def __init__(self, line: Line) -> None:
        self.lines: list[Line] = []
        self._opening = ""
        self._open_brackets = self._words = 0
        self.add(line)

    def add(self, line: Line) -> None:
        """Take one more line."""
        self.lines.append(line)
        if len(self._opening) < _OPENING:
            self._opening = f"{self._opening} {line.text}".strip()
        self._open_brackets += line.text.count("(") - line.text.count(")")
        self._words += len(line.text.split())

    def goes_on(self, following: str, words: Patterns) -> bool:
        """Whether ``following`` is the rest of the ability: a bracket is open or to be closed, a
        sentence runs on, or it opens as only a further sentence does ("If you do, …").
        """
        if _DOT.match(following):
            return False
        if self._open_brackets > 0 or following.count(")") > following.count("("):
            return True
        if _ONLY_REMINDER.match(following):
            return not shows(
                "meld", "", following, words
            )  # such a line names the other half, and is never part of an ability
        if words.continues(following):
            return True
        if _SENTENCE_END.search(self.lines[-1].text[-2:]) or stats(self._opening):
            return False
        is_clause = self._words >= _CLAUSE and not self._is_keyword(words)
        return bool(_RUN_ON.match(following)) or (is_clause and not _opens(following, words))

    def _is_keyword(self, words: Patterns) -> bool:
        """Whether the ability begins with a keyword, which has no full stop: alone or behind an
        ability word.
        """
        named = _OPTION.match(self._opening)
        return words.keyword_prefix(self._opening[named.end() if named else 0 :]) is not None


def _opens(line: str, words: Patterns) -> bool:
    """Whether a line begins as only an ability does: with a trigger word, an ability word, a cost
    or a keyword.
    """
    if words.opens_trigger(line) or _OPTION.match(line) or _ACTIVATED.match(line):
        return True
    return line[:1].isupper() and words.keyword_prefix(line) is not None
