"""Card blocks: the faces of a card and their rules text, from the lines under its name.

What the layout does not show is weighed: where rulings begin, if no bullet says so. Lines of an
ability that a page breaks are joined again, and text that lost its line breaks is cut into
abilities.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ...notes import Card, Face
from ...text import SYMBOL, Text, parse
from ..dialect import Kind, Layout, Line, Lines, has_bullets
from ..layout import gap_between
from ..patterns import Patterns, is_cost, read_stats
from ..symbols import CAPITALS, UNCASED, UNSPACED, brace_costs
from .faces import find_layout, has_sign
from .heads import Head

_ANNOUNCING = ("—", "--", "–", ":")
"""How rules text ends that announces modes below it."""
_SURE_SCORE = 2.0
"""The score from which on a paragraph is surely rules text."""
_LISTED = re.compile(r"(?:—|–|--)\s?[^—–;；]+[;；]")
"""The modes of old cards, which are printed in one sentence: ``Choose one -- Draw a card; or
discard a card.``
"""
_CHOICE_LETTERS = 500
"""How many characters at the end of an ability are looked through for the names of options."""
NAMED = re.compile(r"^\*?(?P<name>[^\W\d_][\w'’ ]{1,30}?)\*?\s?(?:—|–|--)\s")
"""The name with which an ability or an option begins: an ability word, ``Khans — …``."""


class Split(NamedTuple):
    """A decision: how many lines or paragraphs are rules text, and how sure that is (0 to 1)."""

    rules: int
    confidence: float = 1.0


class CardBlock(NamedTuple):
    """A card, the index of the first line after it, and how sure that is."""

    card: Card
    end: int
    confidence: float
    joined: Lines
    """The lines of rules text that were joined to the one before them."""


def read_card(lines: Lines, words: Patterns, layout: Layout) -> CardBlock:
    """Return the card block at the beginning of ``lines``, which begin with its head.

    Rules text runs to the first bullet; if the layout is scored, no bullet shows its end and
    :func:`find_best_split` decides.
    """
    faces: list[Face] = []
    joined: list[Line] = []
    shared: tuple[Text, ...] = ()
    dividers: list[str] = []
    remarks: list[str | None] = []
    at = 0
    while isinstance(head := lines[at], Head):
        faces.append(head.face)
        remarks.append(head.remark)
        #  The name of the card: that of its first face, and of the last one if it has others.
        name = " // ".join(face.name for face in faces[:: max(len(faces) - 1, 1)])
        at += 1
        split = _split_lines(lines, at, name, words, layout)
        groups = group_by_ability(lines[at : at + split.rules], words, layout)
        #  A number before a colon is mana; on a planeswalker it is loyalty.
        has_loyalty = words.has_type(head.face.type_line, words.reading.loyalty_types)
        rules_text = _join_rules_text(groups, costs=not has_loyalty)
        faces[-1] = replace(head.face, rules_text=rules_text)
        joined += [line for group in groups for line in group[1:]]
        at += split.rules
        if at == len(lines) or lines[at].kind is not Kind.TURN:
            break
        #  A turn of other words than a bare "//" is shown.
        dividers += [lines[at].text] if lines[at].text.strip("/") else []
        at += 1
        if at == len(lines) or not lines[at].is_head:
            split = _split_lines(lines, at, name, words, layout)
            extra = _read_text_after_turn(lines[at : at + split.rules], words, layout)
            at += split.rules
            if len(faces) > 1:
                shared = extra  # by the halves
            else:  # the prototype of a lone face
                faces = [replace(faces[0], rules_text=(*faces[0].rules_text, *extra))]
            break
    if not shared and len(faces) == 2 and faces[1].rules_text:
        #  The line that lets both halves be cast as one is below the second half.
        *others, last = faces[1].rules_text
        if has_sign("fuse", last.plain(), words):
            faces[1], shared = replace(faces[1], rules_text=tuple(others)), (last,)
    faces = [_take_size_below(face) for face in faces]
    card = Card(
        tuple(faces),
        find_layout(faces, shared, words),
        shared,
        divider=" // ".join(dividers) or None,
        remark=" ".join(filter(None, remarks)) or None,
        place=lines[0].place,
    )
    return CardBlock(card, at, split.confidence, joined)


def _take_size_below(face: Face) -> Face:
    """Return the face with the stats of the last line of its rules text, if it has none yet."""
    if not face.rules_text or any((face.power, face.loyalty, face.defense)):
        return face
    size = read_stats(face.rules_text[-1].source())
    if size is None:
        return face
    return replace(face, power=size[0], toughness=size[1], rules_text=face.rules_text[:-1])


def _read_text_after_turn(lines: Lines, words: Patterns, layout: Layout) -> tuple[Text, ...]:
    """Return the rules text behind a turn without a head: a line that both halves share, or a
    prototype's cost, ability and size, which are one paragraph of three lines.
    """
    prototype: tuple[Text, ...] = ()
    if lines and is_cost(lines[0].text):
        sizes = (at for at, line in enumerate(lines, start=1) if read_stats(line.text))
        end = next(sizes, len(lines))
        prototype = (parse("\n".join(line.text for line in lines[:end])),)
        lines = lines[end:]
    return (*prototype, *_join_rules_text(group_by_ability(lines, words, layout)))


def _join_rules_text(groups: Sequence[Lines], *, costs: bool = True) -> tuple[Text, ...]:
    """Return the paragraphs of rules text, whose lines are grouped by ability.

    ``costs`` says that a number before a colon is mana.
    """
    texts = []
    for group in groups:
        text = group[0].text
        for line in group[1:]:
            text += gap_between(text, line.text) + line.text
        texts.append(parse(brace_costs(text) if costs else text))
    return tuple(texts)


def _split_lines(lines: Lines, start: int, name: str, words: Patterns, layout: Layout) -> Split:
    """Return how many lines from ``start`` on, under a head or behind a turn, are rules text.

    The next turn, a correction, scores (without bullets), or the first bullet decides, in this
    order. ``name`` is that of the card.
    """
    places = itertools.takewhile(
        lambda at: (
            lines[at].is_text and not (layout.needs_scores and words.is_heading(lines[at].text))
        ),
        range(start, len(lines)),
    )
    texts = [lines[at].text for at in places]
    end = start + len(texts)
    below = lines[end].kind if end < len(lines) else None
    if below is Kind.TURN:
        return Split(len(texts))
    count = layout.rules_counts.get(name.partition(" // ")[0])
    if count is not None:  # broken lines are joined first
        paragraphs = itertools.takewhile(
            lambda line: line.kind in (Kind.TEXT, Kind.BULLET), lines[start:]
        )
        return Split(sum(map(len, group_by_ability(paragraphs, words, layout)[:count])))
    if layout.needs_scores:
        least = 1
        if texts and is_cost(texts[0]):  # a prototype: to its size
            least = next((at for at, text in enumerate(texts, start=1) if read_stats(text)), 1)
        is_led = below is Kind.LEAD  # its rulings may be below that
        spaced = [at for at, line in enumerate(lines[start:end]) if line.after_blank]
        #  A blank line is above each line from one on, and above none before that.
        is_parted = spaced[:1] > [0] and spaced == list(range(spaced[0], len(texts)))
        if is_parted and score_paragraph(texts[spaced[0]], name, words) < _SURE_SCORE:
            return Split(spaced[0])  # the blank line above the first ruling, as above others
        is_ruled = not layout.may_lack_rulings and not is_led
        return find_best_split(texts, name, words, least=least, ruled=is_ruled)
    if not texts:
        return Split(0)
    if below is Kind.RULE:
        return Split(len(texts) - 1)  # the paragraph before a quoted rule leads in to it
    modes = _split_modes(lines, end, name, words)
    return modes._replace(rules=len(texts) + modes.rules)


def _split_modes(lines: Lines, start: int, name: str, words: Patterns) -> Split:
    """Return how many bullets from ``start`` on are modes of the rules text above them, which may
    offer a choice. Modes mostly end at a blank line.
    """
    choice = lines[start - 1].text
    is_announced = choice.endswith(_ANNOUNCING)
    if not is_announced and not words.speaks_of_choice(choice):
        return Split(0)

    def is_option(bullet: str) -> bool:
        """Whether a bullet opens with an option that the choice names."""
        option = NAMED.match(bullet)
        return option is not None and bool(
            re.search(rf"\b{re.escape(option['name'])}\b", choice[-_CHOICE_LETTERS:])
        )

    are_spaced = all(line.after_blank for line in lines[start : start + 2])
    places = itertools.takewhile(
        lambda at: lines[at].is_bullet and (at == start or are_spaced or not lines[at].after_blank),
        range(start, len(lines)),
    )
    bullets = [lines[at].text for at in places]
    end = start + len(bullets)
    options = list(itertools.takewhile(is_option, bullets))
    if options:
        return Split(len(options))
    #  Modes may follow a choice that opens a sentence, whose line does not list what there is.
    may_open = words.opening_choice.search(choice) and not _LISTED.search(choice)
    if not is_announced and not may_open:
        return Split(0)
    is_closed = has_bullets(lines[end : end + 1])
    if is_closed and is_announced:
        return Split(len(bullets), confidence=0.9)
    split = find_best_split(bullets, name, words, least=2 if is_announced else 0)
    #  Nobody chooses from one mode.
    return split if is_announced or split.rules > 1 else Split(0)


# Where rulings begin, if no bullet says so.

_SHORT_ABILITY_WORD = re.compile(r"[^\W\d_][\w'’ ]{2,30}\s?(?:—|--)\s?")
_FORMS: Mapping[str, Callable[[str], re.Match[str] | None]] = {
    "cost": re.compile(r"\{[^{}]+\}[^.。]{0,120}(?::\s|：)").match,
    "sacrifice-cost": (
        re.compile(r"[^.:{}“\"。：]{3,80}+(?:\{[^{}]+\}[^.:。：]{0,60}+)?(?:\s?:\s|：)").match
    ),
    "loyalty": re.compile(r"[+−\-–＋－]?[\dX]+(?:\s?:\s|：)").match,
    "mode": re.compile(r"[•●]").match,
    "chapter": re.compile(r"[IVX]+(?:[,，、]\s?[IVX]+)*\s?(?:—|–|--|～|―)").match,
    "ability-word": _SHORT_ABILITY_WORD.match,
    "reminder": re.compile(r"\([^()]{12,}\)[.*]*$|（[^（）]{8,}）[。*]*$").search,
    "only-reminder": re.compile(r"\*?(?:\([^()]+\)|（[^（）]+）)\*?$").match,
    "choice": re.compile(r"(?:—|--|:|～|：)$").search,
    "quoted-ability": re.compile(r"[“\"«][^“”\"«»]{15,}[”\"»]|「[^「」]{8,}」").search,
    "opening-quote": re.compile(r"[“\"«「]").match,
}
"""What finds each form in a paragraph."""
_TOKEN = re.compile(r"[^\W\d_]++(?:'[^\W\d_]++)*|\{[^{}]+\}|~")
_NEVER_RULINGS = ("cost", "loyalty", "chapter")
"""The forms that no ruling has.

Rules text comes first, so every paragraph above such a one is rules text, too.
"""
_SHORT_WORDS, _LONG_WORDS = 9, 45
"""How many words a short paragraph has at most, and a long one at least."""
_LETTERS_A_WORD = 2.5
"""How many letters of a script without spaces count as a word."""
_FORM_WEIGHTS = {
    "any": 0.2, "chapter": 2.3, "choice": 1.0, "continuation": 0.8, "cost": 2.7, "keyword": 1.4,
    "long": -0.6, "loyalty": 2.5,
    "mode": 0.4, "only-reminder": 1.5, "reminder": 2.5, "sacrifice-cost": 0.5, "short": 0.9,
    "trigger": 2.4,
}  # fmt: skip
"""The weights of forms in a language whose file has none of its own, after those that were fitted.
"""
_LONE_CUT_MARGIN = 10.0
"""The margin of a cut that is the only possible one, far above any other."""


def find_best_split(
    paragraphs: Sequence[str], name: str, words: Patterns, *, least: int = 1, ruled: bool = True
) -> Split:
    """Return how many of the paragraphs under a card's head are rules text: at least ``least``.

    If ``ruled``, the card has rulings: the last paragraph is one, unless all are needed for
    ``least``.
    """
    surely = (
        at
        for at, text in enumerate(paragraphs, start=1)
        if any(_FORMS[form](text) for form in _NEVER_RULINGS)
    )
    least = max([least, *surely])
    if len(paragraphs) <= least:
        return Split(len(paragraphs))
    #  The sum of a cut is the score of its rules text minus that of its rulings: 2 * before[cut] -
    # before[-1]. What is surely rules text adds the same to each sum.
    scores = [score_paragraph(paragraph, name, words) for paragraph in paragraphs[least:]]
    before = list(itertools.accumulate(scores, initial=0.0))
    sums = [2 * value - before[-1] for value in before[: len(scores) + (not ruled)]]
    *others, most = sorted(sums)
    #  A cut that is hardly better than the next one is a guess: the margin between them tells how
    # sure it is.
    margin = most - others[-1] if others else _LONE_CUT_MARGIN
    return Split(sums.index(most) + least, round(margin / (margin + 2.0), 2))


def score_paragraph(paragraph: str, name: str, words: Patterns) -> float:
    """Return how much a paragraph sounds like rules text (above zero) or like a ruling (below)."""
    weights = {"form": _FORM_WEIGHTS, **words.reading.cue_weights}
    total = 0.0
    for group, cues in find_cues(paragraph, name, words).items():
        group_weights = weights.get(group, {})
        total += sum(group_weights.get(cue, 0) for cue in cues)
    if UNCASED.search(paragraph):  # no spaces, or particles, join cues to other words
        phrases, openings = (weights.get(group, {}).items() for group in ("phrase", "opening"))
        joined = sum(weight for cue, weight in phrases if UNCASED.search(cue) and cue in paragraph)
        total += joined + sum(weight for cue, weight in openings if paragraph.startswith(cue))
    return total


def find_cues(paragraph: str, name: str, words: Patterns) -> Mapping[str, Sequence[str]]:
    """Return the cues of a paragraph by their kind: its forms, its opening words, and the words and
    pairs in it. The card's own name, full or short, counts as one word.
    """
    text = paragraph
    for own_name in dict.fromkeys((name, name.partition(" // ")[0], name.partition(",")[0])):
        text = text.replace(own_name, "~") if own_name else text
    text = text.casefold().replace("’", "'")
    tokens = _TOKEN.findall(text)
    #  The first words, behind an ability word if there is one.
    ability_word = _SHORT_ABILITY_WORD.match(text)
    start = ability_word.end() if ability_word else 0
    first = [token.group() for token in itertools.islice(_TOKEN.finditer(text, start), 2)]
    length = len(tokens) + len(UNSPACED.findall(text)) / _LETTERS_A_WORD
    forms = {
        "any": True,
        **{form: find(paragraph) for form, find in _FORMS.items()},
        "short": length <= _SHORT_WORDS,
        "long": length >= _LONG_WORDS,
        "keyword": words.keyword_prefix(text.lstrip("*")),
        "trigger": words.opens_trigger(paragraph),
        "continuation": words.continues_ability(paragraph),
    }
    return {
        "form": [form for form, has_form in forms.items() if has_form],
        "opening": [first[0], " ".join(first)] if first else [],
        "phrase": list(dict.fromkeys((*tokens, *map(" ".join, itertools.pairwise(tokens))))),
    }


# Abilities over several lines, and several on one.

_ACTIVATED = re.compile(
    rf"(?:\{{[^{{}}]+\}}[^.:()。：]{{0,80}}|[+\-−–][\dX]{{1,2}}|[{CAPITALS}][^.:(){{}}。"
    rf"：]{{3,70}})(?:\s?:\s(?=[{CAPITALS}а-яё\"“])|：)"
)
_ABILITY_WORD = re.compile(
    rf"[{CAPITALS}][\w'’ ]{{2,30}}\s(?:--\s|—\s(?=[{CAPITALS}]))"
    r"|[IVX]{1,4}(?:, [IVX]{1,4})*\s(?:--|—)"
)
"""The words before an ability that have no meaning of their own, and the numbers of chapters."""
_AFTER_SENTENCE = re.compile(r"[.!?][\"”»]?$|[)。）]$")
_REMINDED = re.compile(r"[.!?][\"”»]?\)$|）$")
_OF_ITSELF = re.compile(r"\s\w{1,40}\s\w{1,40}\.")
_SPACE = re.compile(r"(?<=\S)\s+(?=\S)")
_REMINDER = re.compile(r"\([^()]*\)")
_SENTENCE_PASSED = re.compile(r"[.:](?:\s|$)|--\s")
_SENTENCE_END = re.compile(r"[.!?)\]”“\"»:—*。：）」]$|--$")
"""The end of a sentence or of a lead, in the last two characters of a line."""
_ONLY_REMINDER = re.compile(r"^\*?\(.*\)[.*]*$")
_CLAUSE_WORDS = 4
"""Words from which on a line without a full stop is a broken sentence, not a keyword."""
_DOT = re.compile(r"[•●▪·‣]\s")
_RUN_ON = re.compile(r"^(?:[a-zà-ÿ]|(?:\{[^{}]+\})+(?:\s[a-zà-ÿ]|[.;]))")
_COST_OPENS = re.compile(rf"(?:{SYMBOL}[,\s]*)+[^.:()]{{0,80}}:\s")
_LETTERS_AHEAD = 160
"""How many characters after a space tell whether an ability begins there."""
_KEYWORDS_LENGTH = 1000
"""The most characters of keywords with their reminders."""
_OPENING_LETTERS = 200
"""How many characters tell whether a line begins with a keyword; no keyword is as long."""


def group_by_ability(lines: Iterable[Line], words: Patterns, layout: Layout) -> list[list[Line]]:
    """Return the lines of rules text grouped by ability, which a page may break over lines."""
    groups: list[list[Line]] = []
    opening, depth = "", 0  # of the last group: its first letters, and its open brackets
    for line in lines:
        if (
            groups
            and layout.broken_lines
            and line.is_text
            and (
                depth > 0  # a bracket is open, or to be closed
                or line.text.count(")") > line.text.count("(")
                or _continues_ability(opening, groups[-1][-1].text, line.text, words)
            )
            and not _DOT.match(line.text)
        ):
            groups[-1].append(line)
        else:
            groups.append([line])
            opening, depth = "", 0
        if len(opening) < _OPENING_LETTERS:
            opening = f"{opening} {line.text}".strip()
        depth += line.text.count("(") - line.text.count(")")
    return groups


def _continues_ability(opening: str, last: str, following: str, words: Patterns) -> bool:
    """Whether the line ``following`` is the rest of an ability, of which the opening and the last
    line are known: a sentence runs on, or it opens as only a further one does ("If you do, …").
    """
    if _ONLY_REMINDER.match(following):
        # One that names the other half of a melded card is never part of an ability.
        return not has_sign("meld", following, words)
    if words.continues_ability(following):
        return True
    if _SENTENCE_END.search(last[-2:]) or read_stats(opening):
        return False
    if _RUN_ON.match(following):
        return True
    #  A keyword has no full stop: alone or behind an ability word.
    named = NAMED.match(opening)
    keyword = words.keyword_prefix(opening[named.end() if named else 0 :])
    if len(opening.split()) < _CLAUSE_WORDS or keyword is not None:
        return False
    #  Only an ability begins with a trigger word, an ability word, a cost or a keyword.
    return not (
        words.opens_trigger(following)
        or NAMED.match(following)
        or _COST_OPENS.match(following)
        or (following[:1].isupper() and words.keyword_prefix(following) is not None)
    )


def split_abilities(text: str, name: str, words: Patterns) -> list[str]:
    """Return the abilities that ``text`` runs together, in order; no character but spaces is lost.

    An ability begins after a sentence if a trigger word, a cost with a colon, an ability word
    or a keyword follows; after a line of keywords, which has no full stop; after a reminder; and
    after the short sentence in which a card says what it is (``… is white.``).
    """
    abilities: list[str] = []
    start = depth = seen = 0  # depth: the open brackets in the text up to ``seen``
    for space in _SPACE.finditer(text):
        depth += text.count("(", seen, space.start()) - text.count(")", seen, space.start())
        seen = space.start()
        if depth == 0 and _ability_ends_at(space, start, name, words):
            abilities.append(text[start:seen].strip())
            start = space.end()
    last = text[start:].strip()
    return [*abilities, last] if last else abilities


def _ability_ends_at(space: re.Match[str], start: int, name: str, words: Patterns) -> bool:
    """Whether the ability that begins at ``start`` of the text ends at this space of it, and
    another one begins behind that.
    """
    text, at = space.string, space.start()
    rest = text[space.end() : space.end() + _LETTERS_AHEAD]
    name_end = start + len(name) if text.startswith(name, start) else 0
    if at < name_end:  # inside the name of the card
        return False
    if rest.startswith("• ") or (name_end and _OF_ITSELF.fullmatch(text, name_end, at)):
        return True
    before = text[max(start, at - 3) : at]
    if not name_end and at - start <= _KEYWORDS_LENGTH and _is_keywords(text[start:at], words):
        first_word = re.split(r"[\s.,;]", rest, maxsplit=1)[0]
        begins = _may_begin_ability(rest, before) and not words.is_closed_subtype(first_word)
        return begins or bool(_ACTIVATED.match(rest))
    return bool(_AFTER_SENTENCE.search(before)) and bool(
        (_REMINDED.search(before) and _may_begin_ability(rest, before))
        or _ACTIVATED.match(rest)
        or _ABILITY_WORD.match(rest)
        or words.opens_trigger(rest)
        or (rest[0].isupper() and words.keyword_prefix(rest))
    )


def _is_keywords(text: str, words: Patterns) -> bool:
    """Whether a text is keywords and their parameters: no sentence has ended in it."""
    bare = _REMINDER.sub("", text).strip()
    return bool(not _SENTENCE_PASSED.search(bare) and words.keyword_prefix(bare))


def _may_begin_ability(rest: str, before: str) -> bool:
    """Whether ``rest`` may begin an ability: with a capital, or behind no comma in a script that
    has none.
    """
    return rest[0].isupper() or (
        bool(UNCASED.match(rest)) and not before.endswith((",", "，", "、"))
    )
