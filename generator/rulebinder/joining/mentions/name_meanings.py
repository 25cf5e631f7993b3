"""The names in a text: whether words are meant as a name, and the short names that documents give
their cards.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from ...facts.catalogue import MechanicFacts, Names
from ...facts.languages import Languages
from ...notes import CardEntry
from ...text import Text
from ..identity.card_identity import clean
from ..mechanics.clauses import forms
from ..phrases import Hit, Phrases, levelled, longest

Target = tuple[str, str]
"""The kind and the id of the mentioned thing: ``("card", "mire-lantern")``."""

_SENTENCE_END = ".!?:;…—–•"
_LEADING_MARKS = " \u00a0\u202f\t\"'“‘«„(["
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+"
_NEXT_WORD = re.compile(rf"\s{_CAPITAL}")
_OTHER_EPITHET = re.compile(rf"(?:,|['’]s)\s{_CAPITAL}")
_HEAD = re.compile(r"[,:]\s")
_WORD = re.compile(r"[\w'’\-]+")
_REACH = 40
"""How many characters before a word may belong to its name."""


@dataclass(frozen=True)
class Meaning:
    """The thing that a phrase may mention.

    If ``name`` is set, the text must have the capitals of the phrase.
    """

    target: Target
    name: str = ""
    ordinary: bool = False
    """Whether the name is an ordinary word too, which is a name only within a sentence."""
    short: bool = False
    """Whether it is only the beginning of a name."""


NamePhrase = tuple[str, Meaning]


def named(target: Target, names: Iterable[str], ordinary: Collection[str]) -> Iterator[NamePhrase]:
    """Yield the names by which texts mention a card or a set.

    ``ordinary`` are the words that the documents in the language use in lower case.
    """
    for name in dict.fromkeys(names):
        yield name, Meaning(target, name, name.lower() in ordinary)


def mentionable(names: Names, lang: str) -> Iterator[str]:
    """Yield the names by which texts in ``lang`` mention a card: full names, and those of single
    faces.

    A single word is not a mention if it is only a face's name, or if it is a name in another
    language than ``lang`` and the card has one in ``lang``.
    """
    for each in sorted(names, key=lambda code: (code != lang, code)):
        whole = clean(names[each])
        foreign = each != lang and lang in names
        for name in (whole, *whole.split(" // ")):
            is_allowed = " " in name or not (foreign or name != whole)
            if is_allowed and (len(name) > 2 or not name.isascii()):
                yield name


def ordinary_words(texts: Iterable[Text]) -> set[str]:
    """Return the words that the texts have in lower case."""
    words = set(_WORD.findall("\n".join(text.plain() for text in texts)))
    return {word for word in words if word.islower()}


def mechanic_phrases(facts: MechanicFacts, lang: str) -> Iterator[NamePhrase]:
    """Yield the words for a mechanic in ``lang``.

    Of everyday words, only a token's with a capital is one.
    """
    target = ("mechanic", facts.slug)
    for word, form in forms(facts, lang):
        if not form.everyday:
            yield word, Meaning(target)
        elif facts.kind == "token":
            yield word, Meaning(target, word[:1].upper() + word[1:], ordinary=True)


def short_names(
    entries: Iterable[tuple[str, CardEntry]], supertypes: Collection[str], ordinary: Collection[str]
) -> Iterator[NamePhrase]:
    """Yield the short names that cards have in their own rulings: ``Kellogg`` of ``Kellogg,
    Dangerous Mind``.

    ``entries`` are one document's, with their cards' slugs. A short name that fits two of them is
    not used. A card with one of ``supertypes`` (a legend) may be called by any first words of its
    name, others only by the words before a comma or a colon.
    """
    owners: dict[str, set[str]] = {}
    for slug, entry in entries:
        for short in _used(entry, supertypes, ordinary):
            owners.setdefault(short, set()).add(slug)
    for short, slugs in sorted(owners.items()):
        if len(slugs) == 1:
            (slug,) = slugs
            yield short, Meaning(("card", slug), short, short.lower() in ordinary, short=True)


def _used(
    entry: CardEntry, supertypes: Collection[str], ordinary: Collection[str]
) -> Iterator[str]:
    beginnings = {
        short
        for face in entry.card.faces
        for short in _beginnings(clean(face.name), face.type_line, supertypes)
        if len(short) > 2 and (" " in short or short.lower() not in ordinary)
    }
    if not beginnings:
        return
    names = Phrases(
        [*((short, short) for short in beginnings), *((face.name, "") for face in entry.card.faces)]
    )
    for text in (text.plain() for ruling in entry.rulings for text in ruling.texts):
        for hit in longest(names.hits(text)):
            if hit.meaning == text[hit.start : hit.end] and _ends(text, hit.end):
                yield hit.meaning


def _beginnings(name: str, type_line: str, supertypes: Collection[str]) -> Iterator[str]:
    head = _HEAD.split(name, maxsplit=1)[0]
    if head != name:
        yield head
    types = levelled(type_line)
    if any(levelled(word) in types for word in supertypes):
        words = head.split()
        runs = (words[:end] for end in range(1, len(words)) if words[end - 1][:1].isupper())
        yield from (" ".join(run) for run in runs if levelled(run[-1]) not in types)


def _ends(text: str, end: int) -> bool:
    return not (_NEXT_WORD.match(text, end) or _OTHER_EPITHET.match(text, end))


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """The patterns of the rest of a longer name: the text that ends before a word, the text that
    starts after it.
    """

    before: re.Pattern[str]
    after: re.Pattern[str]


def surroundings(languages: Languages) -> Surroundings:
    """Return the patterns that the ``name_links`` of all languages give: a text may print a name in
    any language.
    """
    links = sorted(
        {link for language in languages.values() for link in language.reading.name_links}
    )
    apart = "|".join(re.escape(link) for link in links if not link.endswith("'"))
    elided = "|".join(re.escape(link[:-1]) for link in links if link.endswith("'"))
    parts = [rf"(?:{apart})\s"] * bool(apart) + [f"(?:{elided})['’]"] * bool(elided)
    linking = f"(?:{'|'.join(parts)})*" if parts else ""
    return Surroundings(
        before=re.compile(rf"(?<=[\w,] )({_CAPITAL})\s{linking}$"),
        after=re.compile(rf"\s{linking}{_CAPITAL}"),
    )


def is_meant(text: str, hit: Hit[Meaning], around: Surroundings) -> bool:
    """Return whether the phrase at ``hit`` mentions its target.

    An ordinary word does not, nor does a part of another name.
    """
    found = text[hit.start : hit.end]
    meaning = hit.meaning
    if any(
        wanted.isupper() and not letter.isupper()
        for wanted, letter in zip(meaning.name, found, strict=False)
    ):
        return False
    if meaning.ordinary and not is_inside_sentence(text, hit.start):
        return False
    if meaning.short and not _ends(text, hit.end):
        return False
    return (
        " " in meaning.name or meaning.target[0] == "set" or not _is_part_of_name(text, hit, around)
    )


def is_inside_sentence(text: str, start: int) -> bool:
    """Return whether the place of a word at ``start`` does not require a capital."""
    before = text[max(0, start - 20) : start].rstrip(_LEADING_MARKS)
    return bool(before) and before[-1] not in _SENTENCE_END and not before.endswith("\n")


def _is_part_of_name(text: str, hit: Hit[Meaning], around: Surroundings) -> bool:
    """Return whether a longer name that nobody knows goes on around the capitalised phrase at
    ``hit``.
    """
    if not text[hit.start].isupper():
        return False
    if not is_inside_sentence(text, hit.start):
        return bool(_NEXT_WORD.match(text, hit.end))
    return bool(
        around.after.match(text, hit.end)
        or around.before.search(text[max(0, hit.start - _REACH) : hit.start])
    )
