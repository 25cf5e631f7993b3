"""Today's numbers of the rules that documents quote or cite by the numbers of their time.

A number of the Comprehensive Rules meant several rules over the years, so each set's documents are
looked at alone. What a person checked (content/rules.yml) comes first. Without it, today's edition
is searched for the quoted title and for a text that says nearly the same. A number that is only
cited is found by the title beside it, or by what today's form of the citing rule cites.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..facts.catalogue import RuleFacts
from ..library import (
    DocumentNotes,
    Holder,
    Library,
    LibraryMechanic,
    LibraryRule,
    Note,
    Passage,
    SectionNotes,
)
from ..rulebook.comparing import Index, RuleChange, changes, wording
from ..rulebook.model import (
    RULES_LANG,
    FoundBy,
    Rulebook,
    RuleToday,
    is_title,
    named,
    order,
    parents,
    without_examples,
)
from ..system import group_pairs
from .mentions import passage_of, passages
from .phrases import Phrases

_ABILITY_WORD = "ability-word"
"""The kind of mechanics that no rule describes."""


def todays_rule(library: Library, mechanic: LibraryMechanic) -> str | None:
    """Return the number of a mechanic's rule, as today's edition has it if there is one."""
    facts, book = mechanic.facts, library.rulebook
    if facts is None or facts.rule is None or book is None:
        return facts.rule if facts else None
    return named(book, facts.rule, facts.all_forms(RULES_LANG)) or facts.rule


def with_rests(library: Library) -> Library:
    """Return the library with the rules of today that each ruling rests on, in all languages
    together.

    A cited number of which nobody knows today's is left out.
    """
    library = replace(library, rests_on=_rests_on(library))
    return replace(library, resting=_resting(library))


def _rests_on(library: Library) -> dict[str, tuple[str, ...]]:
    terms = {
        lang: Phrases(
            (word, number)
            for number, words in library.rule_terms.items()
            for word in words.get(lang, ())
        )
        for lang in {lang for words in library.rule_terms.values() for lang in words}
    }
    rule_of = {
        slug: todays_rule(library, each)
        for slug, each in library.mechanics.items()
        if each.facts is not None and each.facts.kind != _ABILITY_WORD
    }
    found: dict[str, set[str]] = defaultdict(set)
    for holder in library.holders():
        words = terms.get(holder.lang)
        for note in holder.notes:
            found[note.id].update(_numbers(library, rule_of, holder, note))
            if words:
                hits = (hit for text in note.texts for hit in words.hits(text.plain()))
                found[note.id].update(hit.meaning for hit in hits)
    return {note_id: tuple(sorted(each, key=order)) for note_id, each in found.items() if each}


def _numbers(
    library: Library, rule_of: Mapping[str, str | None], holder: Holder, note: Note
) -> Iterator[str]:
    """Yield the rules of the mechanics of a ruling, the rules that it cites, and that of its
    verdict.
    """
    slugs = set(holder.mechanics if isinstance(holder, SectionNotes) else ())
    for text in note.texts:
        slugs.update(text.mentioned("mechanic"))
        for number in text.mentioned("rule"):
            today = library.rule_today(number, holder.set_code)
            yield from [today.number] if today else ()
    yield from filter(None, (rule_of.get(slug) for slug in slugs))
    yield from [note.verdict.rule] if note.verdict else ()


def page_of(library: Library, number: str) -> str:
    """Return the rule on whose page a rule is read: the nearest one with a title, or the whole rule
    if there is no edition.
    """
    book = library.rulebook
    return book.heading(number) if book and number in book.rules else _whole(number)


def _whole(number: str) -> str:
    """Return the rule to which a part with a letter belongs: ``608.2`` of ``608.2b``."""
    return parents(number)[0] if number[-1].isalpha() else number


def _resting(library: Library) -> dict[str, list[Passage]]:
    """Return the rulings on the page of each rule.

    A whole rule has one even if an edition has no title for it: it had one before there was an
    edition.
    """
    return group_pairs(
        (number, passage_of(holder, "note", str(note.number)))
        for holder in library.holders()
        for note in holder.notes
        for number in dict.fromkeys(
            page
            for each in library.rests_on.get(note.id, ())
            for page in (page_of(library, each), _whole(each))
        )
    )


def with_amendments(library: Library, same: Mapping[str, Sequence[str]]) -> Library:
    """Return the library with the changes of the rules, and with the changed rules of each ruling.

    ``same`` has groups of wordings, by their hashes, that say the same: a change from one to
    another is none to a ruling.
    """
    books = library.rulebooks
    if len(books) < 2:
        return library
    followed = {code: _followed_by(library, code) for code in library.sets}
    compared = {book.effective: book for book in (books[1], *filter(None, followed.values()))}
    days = sorted(compared, reverse=True)
    library = replace(library, amendments={day: changes(compared[day], books[0]) for day in days})
    reworded_since = {
        day: frozenset(_reworded(compared[day], books[0], found, same))
        for day, found in library.amendments.items()
    }
    since = {code: reworded_since[book.effective] for code, book in followed.items() if book}
    amended: dict[str, tuple[str, ...]] = {}
    for note_id, numbers in library.rests_on.items():
        words = since.get(note_id.partition("/")[0], frozenset())
        found = dict.fromkeys(
            each for number in numbers for each in _changed(library, number, words)
        )
        if found:
            amended[note_id] = tuple(found)
    return replace(library, amended=amended)


def _followed_by(library: Library, code: str) -> Rulebook | None:
    """Return the first edition that is not older than a set. None if only the newest one isn't, or
    if the set has no day.

    Whatever changed after that edition also changed after the rulings of the set. What changed
    before it may be older than them.
    """
    released = library.sets[code].facts.released
    books = (
        book for book in reversed(library.rulebooks[1:]) if released and book.effective >= released
    )
    return next(books, None)


def _reworded(
    older: Rulebook, newer: Rulebook, found: Iterable[RuleChange], same: Mapping[str, Sequence[str]]
) -> Iterator[str]:
    """Yield the rules of the newer edition that got other words, unless these say the same."""
    group_of = {each: number for number, hashes in same.items() for each in hashes}
    for change in found:
        if change.reworded and change.before:
            before, after = wording(older.rules[change.before]), wording(newer.rules[change.number])
            if before not in group_of or group_of[before] != group_of.get(after):
                yield change.number


def _changed(library: Library, number: str, reworded: frozenset[str]) -> Iterator[str]:
    """Yield the rule if it changed. Of one that is only a title, such as a keyword, yield the parts
    that did.

    A chapter is too much to say anything of a ruling.
    """
    if number in reworded:
        yield number
    book = library.rulebook
    if book and number in book.rules and book.rules[number].title and parents(number):
        yield from (each for each in book.children.get(number, ()) if each in reworded)


_REFERENCE = re.compile(
    r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}\b|(?<=\brule )[0-9]{3}\b|(?<=\brules )[0-9]{3}\b"
)
_TITLED = re.compile(
    r"\b([0-9]{3}(?:\.[0-9]{1,3}[a-z]{0,2})?)[,:]?\s*[“\"«]\s*([^“”\"«»]{2,60}?)[,.]?\s*[”\"»]"
)
"""A cited number, and the title of the rule in quotes."""
_SURE = 0.55
"""How alike a quotation and a rule are at least, if nothing else connects them."""
_MARGIN = 0.05
"""How much less alike the second best rule is at least."""
_RELATED = 0.4
"""How alike they are at least if the rule above them was found by its title."""
_BY_TITLE, _BY_ORDER, _BY_REFERENCE = 0.95, 0.7, 0.9
"""Confidences, from 0 to 1. A number that was found by its text has the likeness of the texts."""
_CLOSE = 0.8
"""From this likeness on, a text of another edition than that of content/rules.yml tells more than
the number there.
"""


def checked(
    rules: Mapping[str, LibraryRule], table: Mapping[str, Mapping[str, RuleFacts]]
) -> dict[str, LibraryRule]:
    """Return ``rules`` with the numbers that content/rules.yml has for the sets that quote or cite
    them.
    """
    return {
        number: replace(
            rule,
            today={
                code: RuleToday(
                    number=facts.rule,
                    title=facts.title,
                    found=FoundBy.CHECKED,
                    confidence=1.0,
                    within=facts.within,
                )
                for code in _sets(rule)
                if (facts := table.get(code, {}).get(number))
            },
        )
        for number, rule in rules.items()
    }


def with_rulebooks(library: Library, books: Sequence[Rulebook]) -> Library:
    """Return the library with ``books`` (newest first), and with today's numbers as the newest of
    them has them.
    """
    if not books:
        return library
    book = books[0]
    index = Index({number: rule.text for number, rule in book.rules.items() if not rule.title})
    found = {code: _in_set(library, code, book, index) for code in library.sets}
    rules = {
        number: replace(rule, today=dict(_settled(rule, book, found)))
        for number, rule in library.rules.items()
    }
    return with_rests(replace(library, rules=rules, rulebooks=tuple(books)))


def _in_set(library: Library, code: str, book: Rulebook, index: Index) -> Mapping[str, RuleToday]:
    numbers = [rule.number for rule in library.rules.values() if code in _sets(rule)]
    if not numbers:
        return {}
    finder = _Finder(book, index, library.mechanics)
    finder.collect(library.sets[code].documents.values())
    return finder.find(numbers)


def _sets(rule: LibraryRule) -> tuple[str, ...]:
    return tuple(dict.fromkeys(passage.set_code for passage in (*rule.quoted_in, *rule.cited_in)))


def _settled(
    rule: LibraryRule, book: Rulebook, found: Mapping[str, Mapping[str, RuleToday]]
) -> Iterator[tuple[str, RuleToday]]:
    """Yield the better of what a person checked and what was found, for each set."""
    for code in _sets(rule):
        here, checked = found[code].get(rule.number), rule.today.get(code)
        checked = _carried(checked, book) if checked else None
        strong = here and here.found is FoundBy.TEXT and here.confidence >= _CLOSE
        best = here if checked is None or (strong and checked.confidence < 1) else checked
        if best:
            yield code, best


def _carried(checked: RuleToday, book: Rulebook) -> RuleToday | None:
    """Return what a person checked with the number that ``book`` has for it: the rule may have
    moved with its title.
    """
    if (
        checked.number in book.rules
        and book.title(checked.number).casefold() == checked.title.casefold()
    ):
        return checked
    headings = book.titled.get(checked.title.casefold(), ())
    if len(headings) != 1:
        return None
    depth = len(parents(headings[0]))
    old = next(
        (
            each
            for each in (checked.number, *parents(checked.number))
            if len(parents(each)) == depth
        ),
        checked.number,
    )
    moved = headings[0] + checked.number[len(old) :]
    number = moved if moved in book.rules else headings[0]
    return replace(
        checked, number=number, confidence=_BY_ORDER if number != headings[0] else _BY_TITLE
    )


@dataclass
class _Finder:
    """Finds today's numbers for the documents of one set."""

    book: Rulebook
    index: Index
    mechanics: Mapping[str, LibraryMechanic]
    quoted: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """The quotations of each number, by language."""
    titles: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))
    """The titles beside its citations."""
    found: dict[str, RuleToday] = field(default_factory=dict)

    def collect(self, documents: Iterable[DocumentNotes]) -> None:
        """Take what the documents say of rules."""
        for document in documents:
            for passage, texts in passages(document):
                for text in texts:
                    plain = text.plain()
                    for number, title in _TITLED.findall(plain):
                        self.titles[number].setdefault(passage.lang, title)
                    if passage.kind == "rule" and passage.part:
                        said = without_examples(plain)
                        self.quoted[passage.part].setdefault(passage.lang, said)

    def find(self, numbers: Sequence[str]) -> Mapping[str, RuleToday]:
        """Return today's number of each of ``numbers`` for which one is found."""
        ordered = sorted(numbers, key=order)
        for number in ordered:
            self._by_title(number, self.quoted.get(number, {}), quoted=True)
        self._by_text(ordered)
        parts = group_pairs((above, number) for number in ordered for above in parents(number))
        for number in ordered:
            self._by_parts(number, parts.get(number, ()))
        self._by_text(ordered)
        for number in ordered:
            self._by_order(number)
        for number in ordered:
            self._by_title(number, self.titles.get(number, {}), quoted=False)
        for number in ordered:
            self._by_references(number)
        return self.found

    def _take(
        self, number: str, today: str, how: FoundBy, confidence: float, *, within: bool = False
    ) -> None:
        title = self.book.title(today)
        self.found.setdefault(
            number,
            RuleToday(
                number=today, title=title, found=how, confidence=round(confidence, 2), within=within
            ),
        )

    def _by_title(self, number: str, texts: Mapping[str, str], *, quoted: bool) -> None:
        """Find the rule by its title: quoted as a rule of its own, or printed beside the cited
        number.
        """
        for lang, text in texts.items():
            if number in self.found or (quoted and not is_title(text)):
                continue
            headings = self._titled(text.strip(), lang)
            alike = [each for each in headings if ("." in each) == ("." in number)] or headings
            if len(alike) == 1 and ("." not in number or not number[-1].isalpha()):
                self._take(number, alike[0], FoundBy.TITLE, _BY_TITLE)

    def _titled(self, title: str, lang: str) -> Sequence[str]:
        """Return the rules with a title.

        In another language than English it is the name of a mechanic.
        """
        if lang == RULES_LANG:
            return self.book.titled.get(title.casefold(), ())
        found = [
            each
            for each in self.mechanics.values()
            if each.names.get(lang, "").casefold() == title.casefold()
        ]
        names = {each.names.get(RULES_LANG, "").casefold() for each in found}
        by_name = tuple(number for name in names for number in self.book.titled.get(name, ()))
        rules = {
            each.facts.rule for each in found if each.facts and each.facts.rule in self.book.rules
        }
        return by_name or tuple(sorted(rule for rule in rules if rule))

    def _by_text(self, numbers: Sequence[str]) -> None:
        """Find rules that say nearly the same as the English quotations.

        The most alike are taken first, each of them once.
        """
        texts = {
            number: self.quoted[number][RULES_LANG]
            for number in numbers
            if number not in self.found and RULES_LANG in self.quoted.get(number, {})
        }
        candidates = [
            (likeness, number, today)
            for number in texts
            for today, likeness in self._alike(number, texts[number])
        ]
        taken = {today.number for today in self.found.values() if not today.within}
        for likeness, number, today in sorted(
            candidates, key=lambda each: (-each[0], each[1], each[2])
        ):
            if number not in self.found and today not in taken:
                self._take(number, today, FoundBy.TEXT, likeness)
                taken.add(today)
        for number in texts:
            above = self._above(number)
            if above:
                self._take(number, above.number, above.found, above.confidence, within=True)

    def _alike(self, number: str, text: str) -> Iterator[tuple[str, float]]:
        """Yield the rules that a quotation may be: parts of the rule that was found above it, else
        one that is much alike.
        """
        above = self._above(number)
        if above:
            for rule in self.book.below(above.number):
                likeness = self.index.likeness(text, rule.number)
                if likeness >= _RELATED:
                    yield rule.number, likeness
            return
        best = self.index.best(text)
        second = best[1][1] if len(best) > 1 else 0.0
        if best and best[0][1] >= _SURE and best[0][1] - second >= _MARGIN:
            yield best[0]

    def _above(self, number: str) -> RuleToday | None:
        return next((self.found[each] for each in parents(number) if each in self.found), None)

    def _by_parts(self, number: str, parts: Sequence[str]) -> None:
        """Find a rule by its ``parts``: most of them are under one title today."""
        if number in self.found:
            return
        found = [self.found[each] for each in parts if each in self.found]
        headings = Counter(self.book.heading(part.number) for part in found)
        for heading, count in headings.most_common(1):
            if 2 * count > len(found):
                self._take(number, heading, FoundBy.ORDER, min(part.confidence for part in found))

    def _by_order(self, number: str) -> None:
        """Find a part that only another language quotes: if a rule has the same parts as before,
        they have kept their order.
        """
        above = self._above(number)
        if number in self.found or above is None or number not in self.quoted:
            return
        siblings = [each for each in self.quoted if parents(each)[:1] == parents(number)[:1]]
        today = [rule.number for rule in self.book.below(above.number)]
        if len(siblings) == len(today):
            self._take(
                number, today[sorted(siblings, key=order).index(number)], FoundBy.ORDER, _BY_ORDER
            )

    def _by_references(self, number: str) -> None:
        """Find what today's form of the rules cites at the place at which the quotations cite
        ``number``.
        """
        if number in self.found:
            return
        for quoted, texts in self.quoted.items():
            today = self.found.get(quoted)
            if today is None or today.within or RULES_LANG not in texts:
                continue
            then = _REFERENCE.findall(texts[RULES_LANG])
            now = _REFERENCE.findall("\n".join(self.book.rules[today.number].paragraphs))
            if number in then and len(then) == len(now):
                cited = now[then.index(number)]
                if cited in self.book.rules and cited.count(".") == number.count("."):
                    self._take(number, cited, FoundBy.REFERENCE, _BY_REFERENCE * today.confidence)
