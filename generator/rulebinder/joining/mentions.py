"""Mentions and outdated terms: what the texts of each language may mention, and the spans that
joining puts into them.

Mentions are cards, mechanics, rules, sections and sets of the library, as spans of the text that
names them. They are put into paragraphs even if emphasis splits a name. Outdated terms are those
that the rules had when a document was written.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from ..facts.catalogue import Catalogue, EraTerm, Names, SetFacts
from ..facts.languages import Language, Languages
from ..library import CardNotes, DocumentNotes, LibraryBlock, Note, OldWords, SectionNotes
from ..notes import Card, CardEntry, Face, ReleaseNotes
from ..system import group_pairs
from ..system.files import digest
from ..text import (
    Corrected,
    Dated,
    Emphasis,
    Link,
    Mention,
    Plain,
    Spans,
    Text,
    clean_name,
    fold_text,
)
from .identity import KnownCards, Topics
from .mechanics import list_forms
from .phrases import Hit, Phrases, keep_longest, weave

Target = tuple[str, str]
"""The kind and the id of the mentioned thing: ``("card", "mire-lantern")``."""

_WORD = re.compile(r"[\w'’\-]+")


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
"""A phrase that names something, and its meaning."""


def read_vocabularies(
    documents: Sequence[ReleaseNotes], nameable: Nameable, languages: Languages
) -> dict[str, Vocabulary]:
    """Return the vocabulary of every language of ``documents``.

    All documents of a language are read first: a word is ordinary if any of them uses it so.
    """
    vocabularies: dict[str, Vocabulary] = {}
    surroundings = compile_surroundings(languages)
    for lang in sorted({document.lang for document in documents}):
        texts = (
            text for document in documents if document.lang == lang for text in document.texts()
        )
        words = set(_WORD.findall("\n".join(text.plain() for text in texts)))
        ordinary = frozenset(word for word in words if word.islower())
        phrases = nameable.list_phrases(lang, ordinary)
        vocabularies[lang] = Vocabulary(languages.get(lang), ordinary, phrases, surroundings)
    return vocabularies


@dataclass(frozen=True, kw_only=True)
class Nameable:
    """Everything with a name that texts in any language can mention."""

    catalogue: Catalogue
    cards: KnownCards
    topics: Topics
    sets: Mapping[str, SetFacts]

    def list_phrases(self, lang: str, ordinary: Collection[str]) -> Iterator[NamePhrase]:
        """Yield the names in ``lang`` and their meanings. ``ordinary`` are words that documents in
        ``lang`` also write in lower case.
        """

        def name_target(target: Target, names: Iterable[str]) -> Iterator[NamePhrase]:
            for name in dict.fromkeys(names):
                yield name, Meaning(target, name, name.lower() in ordinary)

        for slug, names in self.cards.names.items():
            yield from name_target(("card", slug), _list_card_names(names, lang))
        for slug, also in self.cards.also.items():
            aliases = map(clean_name, also.get(lang, ()))  # a single word is not such a name
            yield from name_target(("card", slug), (name for name in aliases if " " in name))
        for facts in self.catalogue.mechanics.values():
            target = ("mechanic", facts.slug)
            for word, form in list_forms(facts, lang):
                if not form.everyday:
                    yield word, Meaning(target)
                elif facts.kind == "token":  # of everyday words, only one with a capital
                    yield word, Meaning(target, word[:1].upper() + word[1:], ordinary=True)
        for slug, names in self.topics.mechanics.items():
            if lang in names:
                yield names[lang], Meaning(("mechanic", slug))
        for code, set_facts in self.sets.items():
            yield from name_target(("set", code), set_facts.names.values())


def _list_card_names(names: Names, lang: str) -> Iterator[str]:
    """Yield the names by which texts in ``lang`` mention a card: full names, and those of single
    faces.

    A single word is not a mention if it is only a face's name, or if it is a name in another
    language than ``lang`` and the card has one in ``lang``.
    """
    for other in sorted(names, key=lambda code: (code != lang, code)):
        whole = clean_name(names[other])
        foreign = other != lang and lang in names
        for name in (whole, *whole.split(" // ")):
            is_allowed = " " in name or (name == whole and not foreign)
            #  Names of one or two letters are too short, but not Chinese or Japanese ones.
            if is_allowed and (len(name) > 2 or not name.isascii()):
                yield name


_RULE = re.compile(r"(?<![\w.$€])[1-9]\d\d\.\d{1,3}[a-z]?(?!\w|\.\d)")


class Vocabulary:
    """The words of one language, and what it calls the things that texts mention."""

    def __init__(
        self,
        language: Language | None,
        ordinary: frozenset[str],
        phrases: Iterable[NamePhrase],
        surroundings: Surroundings,
    ) -> None:
        self.ordinary = ordinary
        """Words that documents also write in lower case, so a single one is not a name."""
        self.supertypes = language.reading.supertypes if language else ()
        numerals = language.interface.get("numerals", "").split() if language else []
        self.numerals = frozenset(numerals[2:])
        """Numbers in words from *two* on: *one* is a pronoun too, and *zero* changes what a ruling
        says.
        """
        self.surroundings = surroundings
        self._phrases = Phrases(phrases)
        words = "|".join(map(re.escape, language.reading.rule_words)) if language else ""
        self._rule_by_word = (
            re.compile(rf"\b(?:{words})\s+([1-9]\d\d)(?!\w|\.\d)", re.IGNORECASE) if words else None
        )

    @property
    def key(self) -> str:
        """A digest of all that it finds mentions by, besides the settings of languages."""
        return self._phrases.key

    def hits(self, text: str) -> Iterator[Hit[Meaning]]:
        """Yield every mention of a card, a mechanic, a set or a rule in ``text``, including
        overlapping ones.
        """
        for hit in self._phrases.hits(text):
            if _is_meant(text, hit, self.surroundings):
                yield hit
        for match in _RULE.finditer(text):
            yield Hit(*match.span(), Meaning(("rule", match[0])))
        for match in self._rule_by_word.finditer(text) if self._rule_by_word else ():
            yield Hit(*match.span(1), Meaning(("rule", match[1])))

    def targets(self, text: Text) -> set[Target]:
        """Return the things that ``text`` mentions."""
        return {hit.meaning.target for hit in self.hits(text.plain())}


_SENTENCE_END = ".!?:;…—–•"
_LEADING_MARKS = " \u00a0\u202f\t\"'“‘«„(["
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]+"
_NEXT_WORD = re.compile(rf"\s{_CAPITAL}")
_OTHER_EPITHET = re.compile(rf"(?:,|['’]s)\s{_CAPITAL}")
_REACH = 40
"""How many characters before a word may belong to its name."""


@dataclass(frozen=True, kw_only=True)
class Surroundings:
    """The patterns of the rest of a longer name of which a word is a part: before the word, and
    after it.
    """

    before: re.Pattern[str]
    after: re.Pattern[str]


def compile_surroundings(languages: Languages) -> Surroundings:
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


def _is_meant(text: str, hit: Hit[Meaning], surroundings: Surroundings) -> bool:
    """Return whether the phrase at ``hit`` mentions its target.

    An ordinary word does not, nor does a part of another name.
    """
    meaning = hit.meaning
    #  The capitals of the name, if it has one, must be there.
    if any(
        wanted.isupper() and not letter.isupper()
        for wanted, letter in zip(meaning.name, text[hit.start : hit.end], strict=False)
    ):
        return False
    if meaning.ordinary and not _is_inside_sentence(text, hit.start):
        return False
    if meaning.short and not _ends_name(text, hit.end):
        return False
    if " " in meaning.name or meaning.target[0] == "set" or not text[hit.start].isupper():
        return True
    # A longer name that nobody knows may go on around a single capitalized word.
    if not _is_inside_sentence(text, hit.start):
        return not _NEXT_WORD.match(text, hit.end)
    return not (
        surroundings.after.match(text, hit.end)
        or surroundings.before.search(text[max(0, hit.start - _REACH) : hit.start])
    )


def _is_inside_sentence(text: str, start: int) -> bool:
    """Return whether a word at ``start`` is inside a sentence, where only a name has a capital."""
    before = text[max(0, start - 20) : start].rstrip(_LEADING_MARKS)
    return bool(before) and before[-1] not in _SENTENCE_END and not before.endswith("\n")


def _ends_name(text: str, end: int) -> bool:
    """Return whether a name that ends at ``end`` goes on with neither a word nor an epithet."""
    return not (_NEXT_WORD.match(text, end) or _OTHER_EPITHET.match(text, end))


_HEAD_END = re.compile(r"[,:]\s")
"""What separates the head of a name from an epithet."""


def find_short_names(
    entries: Iterable[tuple[str, CardEntry]], words: Vocabulary
) -> Iterator[NamePhrase]:
    """Yield the short names that cards have in their own rulings: ``Kellogg`` of ``Kellogg,
    Dangerous Mind``.

    ``entries`` are one document's, with their cards' slugs. A short name that fits two of them is
    not used. A card with one of the supertypes (a legend) may be called by any first words of its
    name, others only by the words before a comma or a colon.
    """
    owners = group_pairs(
        (short, slug) for slug, entry in entries for short in _find_used_beginnings(entry, words)
    )
    for short, slugs in sorted(owners.items()):
        if len({*slugs}) == 1:
            ordinary = short.lower() in words.ordinary
            yield short, Meaning(("card", slugs[0]), short, ordinary, short=True)


def _find_used_beginnings(entry: CardEntry, words: Vocabulary) -> Iterator[str]:
    """Yield the beginnings of a card's name that its rulings have without the rest."""
    beginnings = {
        short
        for face in entry.card.faces
        for short in _list_beginnings(face, words.supertypes)
        if len(short) > 2 and (" " in short or short.lower() not in words.ordinary)
    }
    if not beginnings:
        return
    #  With the whole names, whose meaning no text has: the longest phrase wins.
    names = Phrases(
        [*((short, short) for short in beginnings), *((face.name, "") for face in entry.card.faces)]
    )
    for text in (text.plain() for ruling in entry.rulings for text in ruling.texts):
        for hit in keep_longest(names.hits(text)):
            if hit.meaning == text[hit.start : hit.end] and _ends_name(text, hit.end):
                yield hit.meaning


def _list_beginnings(face: Face, supertypes: Collection[str]) -> Iterator[str]:
    """Yield what may be a short name of a face: the words before a comma or a colon, and if it has
    one of the ``supertypes``, any first ones of these that do not end in a type.
    """
    name, types = clean_name(face.name), fold_text(face.type_line)
    head = _HEAD_END.split(name, maxsplit=1)[0]
    if head != name:
        yield head
    if any(fold_text(word) in types for word in supertypes):
        words = head.split()
        for end in range(1, len(words)):
            if words[end - 1][:1].isupper() and fold_text(words[end - 1]) not in types:
                yield " ".join(words[:end])


_OPENING_QUOTE = re.compile(r"[\"'“‘«„]\s?$")
_CLOSING_QUOTE = re.compile(r"[.,]?\s?[\"'”’»“]")


@dataclass(frozen=True)
class PageMentioner:
    """Puts mentions into the texts of one entry."""

    words: Vocabulary
    local: Phrases[Meaning]
    """Names that only this document uses: its sections, by titles in quotation marks, and cards by
    short names.
    """
    subjects: frozenset[Target] = frozenset()
    """What its page is about, which gets no mention."""

    def about(self, *subjects: Target) -> PageMentioner:
        """Return the same for an entry that is also about ``subjects``."""
        return PageMentioner(
            self.words, self.local, self.subjects.union(subjects)
        )  # quicker than `replace`, for each entry

    @property
    def key(self) -> str:
        """A digest of all that it finds mentions by, besides the settings of languages and the
        subjects of its page.
        """
        return digest(self.words.key, self.local.key)

    def mark(self, text: Text) -> Text:
        """Return ``text`` with a span for the first mention of each thing in each paragraph. The
        text of a link is not changed, nor is a name that has only a part of an emphasis.
        """
        return Text(tuple(map(self._mark_paragraph, text.paragraphs)))

    def mark_all(self, texts: Iterable[Text]) -> tuple[Text, ...]:
        """Return the results of :meth:`mark` for each of ``texts``."""
        return tuple(map(self.mark, texts))

    def _mark_paragraph(self, spans: Spans) -> Spans:
        seen = set(self.subjects)

        def make_mention(hit: Hit[Meaning], name: Spans) -> Mention | None:
            is_name = all(
                isinstance(span, Plain | Emphasis | Corrected) for span in Text((name,)).walk()
            )
            if hit.meaning.target in seen or not is_name:
                return None
            seen.add(hit.meaning.target)
            text = Text((name,)).plain()
            spans = () if name == (Plain(text),) else name  # only those of a formatted name
            return Mention(*hit.meaning.target, text, spans)

        text = Text((spans,)).plain()
        local = (hit for hit in self.local.hits(text) if self._is_meant_here(text, hit))
        #  Of equally long hits at one place the first one counts: a whole name before a short one.
        hits = sorted([*local, *self.words.hits(text)], key=lambda hit: hit.meaning.short)
        return weave(spans, keep_longest(hits), make_mention, within=(Emphasis,))

    def _is_meant_here(self, text: str, hit: Hit[Meaning]) -> bool:
        """Return whether a ``local`` phrase mentions its target: a title, which has no ``name``,
        only in quotation marks.
        """
        if hit.meaning.name:
            return _is_meant(text, hit, self.words.surroundings)
        return bool(
            _OPENING_QUOTE.search(text[max(0, hit.start - 2) : hit.start])
            and _CLOSING_QUOTE.match(text, hit.end)
        )


HolderT = TypeVar("HolderT", CardNotes, SectionNotes)


def mark_old_terms(
    documents: Iterable[DocumentNotes], sets: Mapping[str, SetFacts], terms: Mapping[str, EraTerm]
) -> list[DocumentNotes]:
    """Return the documents with their old terms marked.

    The texts of a set without a known day do not change.
    """
    marked: list[DocumentNotes] = []
    for document in documents:
        lang, released = document.notes.lang, sets[document.notes.set_code].released
        old = [
            term
            for term in terms.values()
            if lang in term.words and released and released < term.until
        ]
        if not old:
            marked.append(document)
            continue
        phrases = Phrases[EraTerm | None](
            [
                *((words, term) for term in old for words in term.words[lang].then),
                #  longer phrases that have such a word and mean something else
                *((words, None) for term in old for words in term.words[lang].unless),
            ]
        )
        sections = tuple(_mark_holder(section, phrases) for section in document.sections)
        cards = tuple(_mark_holder(entry, phrases) for entry in document.cards)
        marked.append(replace(document, sections=sections, cards=cards))
    return marked


def _mark_holder(holder: HolderT, phrases: Phrases[EraTerm | None]) -> HolderT:
    """Return an entry or a section with each term marked the first time that it uses it, and with
    the terms of each note: also those that an earlier text has, or that a mention covers.
    """
    seen: set[str] = set()
    old_words: list[OldWords] = []
    """Those of the note that is marked now, which ``mark_text`` adds."""

    def make_dated(hit: Hit[EraTerm | None], spans: Spans) -> Dated | None:
        if hit.meaning is None or hit.meaning.key in seen:
            return None
        seen.add(hit.meaning.key)
        return Dated(spans, hit.meaning.key, holder.id, hit.meaning.trivial)

    def mark_text(text: Text) -> Text:
        paragraphs: list[Spans] = []
        for spans in text.paragraphs:
            plain = Text((spans,)).plain()
            hits = [hit for hit in keep_longest(phrases.hits(plain)) if hit.meaning]
            old_words.extend(
                OldWords(hit.meaning.key, plain[hit.start : hit.end])
                for hit in hits
                if hit.meaning and not hit.meaning.trivial
            )
            paragraphs.append(weave(spans, hits, make_dated, within=(Emphasis, Link)))
        return Text(tuple(paragraphs))

    def mark_block(block: LibraryBlock) -> LibraryBlock:
        if isinstance(block, Card):
            return block
        if not isinstance(block, Note):
            return replace(block, text=mark_text(block.text))
        old_words.clear()
        text, *items = map(mark_text, block.texts)
        if not old_words and (text, *items) == block.texts:
            return block
        return replace(block, text=text, items=tuple(items), outdated=tuple(old_words))

    return replace(holder, body=tuple(map(mark_block, holder.body)))
