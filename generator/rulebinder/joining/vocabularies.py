"""The vocabulary of each language: which phrases of its texts can be a mention, and which words are
ordinary ones. Mentions are cards, mechanics, rules, sections and sets of the library, as spans of
the text that names them. They are put into paragraphs even if emphasis splits a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.languages import Language, Languages
from ..notes import ReleaseNotes
from ..system.files import digest
from ..text import Corrected, Emphasis, Link, Mention, Plain, Span, Spans, Text, clean_name
from .identity import KnownCards, Topics
from .mentions import (
    Meaning,
    Surroundings,
    Target,
    is_meant,
    mechanic_phrases,
    mentionable,
    named,
    ordinary_words,
    surroundings,
)
from .phrases import Hit, Phrases, longest

T = TypeVar("T")


@dataclass(frozen=True)
class Atom:
    """A span, or a piece of a plain one, and its place in the paragraph's plain text."""

    span: Span
    start: int
    end: int


def woven(spans: Spans, hits: Sequence[Hit[Meaning]], own: Collection[Target]) -> Spans:
    """Return the paragraph with the first mention of each thing that is not ``own``.

    ``hits`` are places in its plain text that do not touch each other. The text of a link is not
    changed, nor is a name that has only a part of an emphasis.
    """
    seen = set(own)

    def mention(hit: Hit[Meaning], name: Spans) -> Mention | None:
        if hit.meaning.target in seen or not _may_be_name(name):
            return None
        seen.add(hit.meaning.target)
        text = Text((name,)).plain()
        return Mention(*hit.meaning.target, text, () if name == (Plain(text),) else name)

    return replaced(spans, hits, mention, (Emphasis,))


def replaced(
    spans: Spans,
    hits: Sequence[Hit[T]],
    make: Callable[[Hit[T], Spans], Span | None],
    within: tuple[type[Emphasis | Link], ...],
) -> Spans:
    """Return ``spans`` with what ``make`` returns of a hit and the spans at its place, also for
    those in the spans of the types ``within``. If it returns None, or if no whole spans are there,
    they stay.
    """
    starts = {hit.start: hit for hit in hits}
    edges = sorted({edge for hit in hits for edge in (hit.start, hit.end)})

    def searched(spans: Spans, at: int) -> Spans:
        pieces = list(atoms(spans, at, edges))
        done: list[Span] = []
        place = 0
        while place < len(pieces):
            span, start, new = pieces[place].span, pieces[place].start, None
            last = place
            if hit := starts.get(start):
                ends = (end for end in range(place, len(pieces)) if pieces[end].end >= hit.end)
                last = next(ends, place)
                if pieces[last].end == hit.end:
                    new = make(hit, tuple(atom.span for atom in pieces[place : last + 1]))
            if new is None and isinstance(span, within):
                span = replace(span, spans=searched(span.spans, start))
            done.append(new or span)
            place = (last if new else place) + 1
        return tuple(merged(done))

    return searched(spans, 0)


def _may_be_name(spans: Spans) -> bool:
    """Return whether the spans are only words.

    A single emphasis is not, because the text inside it is searched separately.
    """
    if len(spans) == 1 and isinstance(spans[0], Emphasis):
        return False
    return all(isinstance(span, Plain | Emphasis | Corrected) for span in Text((spans,)).walk())


def atoms(spans: Spans, at: int, edges: Sequence[int]) -> Iterator[Atom]:
    """Yield the spans, which begin at ``at``, with plain ones cut at the ``edges``, which are
    sorted.
    """
    for span in spans:
        end = at + len(Text(((span,),)).plain())
        if isinstance(span, Plain):
            cuts = [at, *edges[bisect_right(edges, at) : bisect_left(edges, end)], end]
            for start, stop in pairwise(cuts):
                yield Atom(Plain(span.text[start - at : stop - at]), start, stop)
        else:
            yield Atom(span, at, end)
        at = end


def merged(spans: Sequence[Span]) -> Iterator[Span]:
    """Yield the spans, with consecutive plain ones joined."""
    before: Span | None = None
    for span in spans:
        if isinstance(before, Plain) and isinstance(span, Plain):
            before = Plain(before.text + span.text)
            continue
        if before is not None:
            yield before
        before = span
    if before is not None:
        yield before


_RULE = re.compile(r"(?<![\w.$€])[1-9]\d\d\.\d{1,3}[a-z]?(?!\w|\.\d)")
_OPENING_QUOTE = re.compile(r"[\"'“‘«„]\s?$")
_CLOSING_QUOTE = re.compile(r"[.,]?\s?[\"'”’»“]")


class Mentioner:
    """Finds mentions in texts of one language."""

    def __init__(
        self,
        language: Language | None,
        phrases: Iterable[tuple[str, Meaning]],
        around: Surroundings,
    ) -> None:
        self.around = around
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
        """Yield every mention of a card, a mechanic or a rule in ``text``, including overlapping
        ones.
        """
        for hit in self._phrases.hits(text):
            if is_meant(text, hit, self.around):
                yield hit
        for match in _RULE.finditer(text):
            yield Hit(*match.span(), Meaning(("rule", match[0])))
        for match in self._rule_by_word.finditer(text) if self._rule_by_word else ():
            yield Hit(*match.span(1), Meaning(("rule", match[1])))


@dataclass(frozen=True)
class PageMentioner:
    """Puts mentions into the texts of one entry; ``own`` are the subjects of its page, which get no
    mention.
    """

    mentioner: Mentioner
    local: Phrases[Meaning]
    """Names that only this document uses: its sections, by titles in quotation marks, and cards by
    short names.
    """
    own: frozenset[Target] = frozenset()

    def about(self, *own: Target) -> PageMentioner:
        """Return the same for an entry that is also about ``own``."""
        return PageMentioner(
            self.mentioner, self.local, self.own.union(own)
        )  # quicker than `replace`, for each entry

    @property
    def key(self) -> str:
        """A digest of all that it finds mentions by, besides the settings of languages and the
        subjects of its page.
        """
        return digest(self.mentioner.key, self.local.key)

    def text(self, text: Text) -> Text:
        """Return ``text`` with a span for the first mention of each thing in each paragraph."""
        return Text(tuple(self._paragraph(spans) for spans in text.paragraphs))

    def texts(self, texts: Iterable[Text]) -> tuple[Text, ...]:
        """Return the results of :meth:`text` for each of ``texts``."""
        return tuple(map(self.text, texts))

    def _paragraph(self, spans: Spans) -> Spans:
        text = Text((spans,)).plain()
        local = (
            hit for hit in self.local.hits(text) if _is_meant_here(text, hit, self.mentioner.around)
        )
        hits = longest(
            sorted([*local, *self.mentioner.hits(text)], key=lambda hit: hit.meaning.short)
        )
        return woven(spans, hits, self.own) if hits else spans


def _is_meant_here(text: str, hit: Hit[Meaning], around: Surroundings) -> bool:
    if hit.meaning.name:
        return is_meant(text, hit, around)
    return bool(
        _OPENING_QUOTE.search(text[max(0, hit.start - 2) : hit.start])
        and _CLOSING_QUOTE.match(text, hit.end)
    )


@dataclass(frozen=True, kw_only=True)
class Vocabulary:
    """The words of one language."""

    mentioner: Mentioner
    """Finds the names that are the same in all documents of the language."""
    ordinary: frozenset[str]
    """Words that documents also write in lower case, so a single one is no name."""
    supertypes: tuple[str, ...]
    numerals: frozenset[str]
    """Numbers in words from *two* on: *one* is a pronoun too, and *zero* changes what a ruling
    says.
    """

    def named(self, text: Text) -> set[Target]:
        """Return the things that ``text`` mentions."""
        return {hit.meaning.target for hit in self.mentioner.hits(text.plain())}


@dataclass(frozen=True, kw_only=True)
class Nameable:
    """Everything with a name that texts in any language can mention."""

    catalogue: Catalogue
    cards: KnownCards
    topics: Topics
    sets: Mapping[str, SetFacts]

    def phrases(self, lang: str, ordinary: Collection[str]) -> Iterator[tuple[str, Meaning]]:
        """Yield the names in ``lang`` and their meanings; a name that is an ``ordinary`` word needs
        more than itself.
        """
        for slug, names in self.cards.names.items():
            yield from named(("card", slug), mentionable(names, lang), ordinary)
        for slug, also in self.cards.also.items():
            aliases = map(clean_name, also.get(lang, ()))  # a single word is not such a name
            yield from named(("card", slug), (name for name in aliases if " " in name), ordinary)
        for facts in self.catalogue.mechanics.values():
            yield from mechanic_phrases(facts, lang)
        for made, names in self.topics.made.items():
            if lang in names:
                yield names[lang], Meaning(("mechanic", made))
        for code, each in self.sets.items():
            yield from named(("set", code), each.names.values(), ordinary)


def vocabularies(
    documents: Sequence[ReleaseNotes], nameable: Nameable, languages: Languages
) -> dict[str, Vocabulary]:
    """Return the vocabulary of every language of ``documents``.

    All documents of a language are read first: a word is ordinary if any of them uses it so.
    """
    found: dict[str, Vocabulary] = {}
    around = surroundings(languages)
    for lang in sorted({document.lang for document in documents}):
        ordinary = set[str]().union(
            *(ordinary_words(document.texts()) for document in documents if document.lang == lang)
        )
        language = languages.get(lang)
        numerals = language.interface.get("numerals", "").split() if language else []
        found[lang] = Vocabulary(
            mentioner=Mentioner(language, nameable.phrases(lang, ordinary), around),
            ordinary=frozenset(ordinary),
            supertypes=language.reading.supertypes if language else (),
            numerals=frozenset(numerals[2:]),
        )
    return found
