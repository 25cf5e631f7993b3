"""Today's numbers of the rules that documents quote or cite by the numbers of their time, the rules
that each ruling rests on, and what of these changed since.

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

from ..facts.catalogue import Aliases, RuleFacts, SetFacts
from ..library import DocumentNotes, LibraryMechanic, LibraryRule, Passage, SectionNotes, passage_of
from ..rulebook.book import (
    RULES_LANG,
    FoundBy,
    Rulebook,
    RuleToday,
    find_rule,
    is_title,
    parents,
    rule_order,
    without_examples,
)
from ..rulebook.comparing import RuleChange, RuleIndex, compare_books, hash_rule
from ..system import group_pairs
from .phrases import Phrases

_ABILITY_WORD = "ability-word"
"""The kind of mechanics that no rule describes."""


def todays_rule(book: Rulebook | None, mechanic: LibraryMechanic) -> str | None:
    """Return the number of a mechanic's rule, as today's edition has it if there is one.

    None if no rule is known.
    """
    facts = mechanic.facts
    if facts is None or facts.rule is None:
        return None
    number = book and find_rule(book, facts.rule, facts.all_forms(RULES_LANG))
    return number or facts.rule


def page_of(book: Rulebook | None, number: str) -> str:
    """Return the rule on whose page a rule is read: the nearest one with a title, or the whole rule
    if ``book`` is None or lacks it.
    """
    return book.heading(number) if book and number in book.rules else _whole_rule(number)


def _whole_rule(number: str) -> str:
    """Return the rule to which a part with a letter belongs: ``608.2`` of ``608.2b``."""
    return parents(number)[0] if number[-1].isalpha() else number


_REFERENCE = re.compile(
    r"\b[0-9]{3}\.[0-9]{1,3}[a-z]{0,2}\b|(?<=\brule )[0-9]{3}\b|(?<=\brules )[0-9]{3}\b"
)
_TITLED = re.compile(
    r"\b([0-9]{3}(?:\.[0-9]{1,3}[a-z]{0,2})?)[,:]?\s*[“\"«]\s*([^“”\"«»]{2,60}?)[,.]?\s*[”\"»]"
)
"""A cited number, and the title of the rule in quotes."""
_SURE = 0.55
"""The least likeness (from 0 to 1) of a quotation and a rule, if nothing else connects them."""
_MARGIN = 0.05
"""How much less alike the second best rule is at least."""
_RELATED = 0.4
"""Their least likeness if the rule above them was found."""
_BY_TITLE, _BY_ORDER, _BY_REFERENCE = 0.95, 0.7, 0.9
"""Confidences, from 0 to 1. A number that was found by its text has the likeness of the texts."""
_CLOSE = 0.8
"""From this likeness on, a text of another edition than that of content/rules.yml tells more than
the number there.
"""


def add_todays_numbers(
    rules: Mapping[str, LibraryRule],
    documents: Iterable[DocumentNotes],
    mechanics: Mapping[str, LibraryMechanic],
    table: Mapping[str, Mapping[str, RuleFacts]],
    book: Rulebook | None,
) -> dict[str, LibraryRule]:
    """Return ``rules`` with today's numbers for the sets that quote or cite them: those that a
    person checked, which are in the ``table`` (content/rules.yml) by set and old number, and those
    of ``book``, the newest edition.
    """
    uses = dict.fromkeys(_list_uses(rules))
    matches: dict[str, Mapping[str, RuleToday]] = {}
    if book:
        index = RuleIndex(
            {number: rule.text for number, rule in book.rules.items() if not rule.title}
        )
        in_set = group_pairs((document.notes.set_code, document) for document in documents)
        for code, numbers in group_pairs(uses).items():
            matches[code] = _Finder(book, index, mechanics, in_set[code]).find(numbers)
    today: dict[str, dict[str, RuleToday]] = {number: {} for number in rules}
    for code, number in uses:
        facts, match = table.get(code, {}).get(number), matches.get(code, {}).get(number)
        if best := _choose_best(facts, match, book):
            today[number][code] = best
    return {number: replace(rule, today=today[number]) for number, rule in rules.items()}


def _list_uses(rules: Mapping[str, LibraryRule]) -> Iterator[tuple[str, str]]:
    """Yield the set of each quotation or citation of a rule, and the rule's number."""
    for number, rule in rules.items():
        for passage in (*rule.quoted_in, *rule.cited_in):
            yield passage.set_code, number


def _choose_best(
    facts: RuleFacts | None, match: RuleToday | None, book: Rulebook | None
) -> RuleToday | None:
    """Return the better of what a person checked (``facts``), with the number that ``book`` has for
    it, and what was found there (``match``).
    """
    if facts is None:
        return match
    checked = RuleToday(
        number=facts.rule,
        title=facts.title,
        method=FoundBy.CHECKED,
        confidence=1.0,
        within=facts.within,
    )
    title = checked.title.casefold()
    if book is None or (
        checked.number in book.rules and book.title(checked.number).casefold() == title
    ):
        return checked
    #  The rule may have moved with its title.
    headings = book.numbers_by_title.get(title, ())
    if len(headings) != 1 or (
        match and match.method is FoundBy.TEXT and match.confidence >= _CLOSE
    ):
        return match
    (heading,) = headings
    #  Part 702.19c of a rule with this title may be part 702.20c today: `above` is checked.number
    #  and the rules that it is in, and `old_heading` the one as deep as the heading.
    above = (checked.number, *parents(checked.number))
    depth = len(parents(heading))
    same_depth = (number for number in above if len(parents(number)) == depth)
    old_heading = next(same_depth, checked.number)
    moved = heading + checked.number[len(old_heading) :]
    if moved in book.rules and moved != heading:
        return replace(checked, number=moved, confidence=_BY_ORDER)
    return replace(checked, number=heading, confidence=_BY_TITLE)


class _Finder:
    """Finds today's numbers for the documents of one set."""

    def __init__(
        self,
        book: Rulebook,
        index: RuleIndex,
        mechanics: Mapping[str, LibraryMechanic],
        documents: Iterable[DocumentNotes],
    ) -> None:
        self._book = book
        self._index = index
        self._mechanics = mechanics
        self._quoted: dict[str, dict[str, str]] = defaultdict(dict)
        """The quotations of each number, without examples, by language."""
        self._titles: dict[str, dict[str, str]] = defaultdict(dict)
        """The titles beside its citations."""
        self._today: dict[str, RuleToday] = {}
        """What was found, by the number in the documents."""
        for passage, texts in (pair for document in documents for pair in document.passages()):
            for plain in (text.plain() for text in texts):
                for number, title in _TITLED.findall(plain):
                    self._titles[number].setdefault(passage.lang, title)
                if passage.kind == "rule" and passage.part:
                    self._quoted[passage.part].setdefault(passage.lang, without_examples(plain))

    def find(self, numbers: Iterable[str]) -> Mapping[str, RuleToday]:
        """Return today's number of each of ``numbers`` for which one is found. What an earlier step
        found stays, and later ones use it: a text is compared once more when more is known of the
        rules above it.
        """
        ordered = sorted(numbers, key=rule_order)
        for number in ordered:
            self._find_by_title(number, self._quoted.get(number, {}), quoted=True)
        self._find_by_text(ordered)
        parts = group_pairs((above, number) for number in ordered for above in parents(number))
        for number in ordered:
            self._find_by_parts(number, parts.get(number, ()))
        self._find_by_text(ordered)
        for number in ordered:
            self._find_by_order(number)
        for number in ordered:
            self._find_by_title(number, self._titles.get(number, {}), quoted=False)
        for number in ordered:
            self._find_by_references(number)
        return self._today

    def _keep(
        self, number: str, today: str, method: FoundBy, confidence: float, *, within: bool = False
    ) -> None:
        """Keep what was found of a number, unless something was found before."""
        self._today.setdefault(
            number,
            RuleToday(
                number=today,
                title=self._book.title(today),
                method=method,
                confidence=round(confidence, 2),
                within=within,
            ),
        )

    def _find_by_title(self, number: str, texts: Mapping[str, str], *, quoted: bool) -> None:
        """Find the rule by its title: quoted as a rule of its own, or printed beside the cited
        number.
        """
        if number[-1].isalpha():  # only whole rules have titles
            return
        for lang, text in texts.items():
            if quoted and not is_title(text):
                continue
            headings = self._find_titled(text.strip(), lang)
            #  A chapter (702) is rather one today, and a rule (702.9) a rule.
            alike = [rule for rule in headings if ("." in rule) == ("." in number)] or headings
            if len(alike) == 1:
                self._keep(number, alike[0], FoundBy.TITLE, _BY_TITLE)

    def _find_titled(self, title: str, lang: str) -> Sequence[str]:
        """Return the rules with a title.

        In another language than English it is the name of a mechanic.
        """
        title, titled = title.casefold(), self._book.numbers_by_title
        if lang == RULES_LANG:
            return titled.get(title, ())
        mechanics = [
            mechanic
            for mechanic in self._mechanics.values()
            if mechanic.names.get(lang, "").casefold() == title
        ]
        names = {mechanic.names.get(RULES_LANG, "").casefold() for mechanic in mechanics}
        rules = {mechanic.facts.rule or "" for mechanic in mechanics if mechanic.facts}
        by_name = [number for name in names for number in titled.get(name, ())]
        return by_name or sorted(rules & self._book.rules.keys())

    def _find_by_text(self, numbers: Sequence[str]) -> None:
        """Find rules that say nearly the same as the English quotations.

        The most alike are taken first, each of them once.
        """
        texts = {
            number: self._quoted[number][RULES_LANG]
            for number in numbers
            if number not in self._today and RULES_LANG in self._quoted.get(number, {})
        }
        candidates = [
            (-likeness, number, today)
            for number in texts
            for today, likeness in self._find_alike(number, texts[number])
        ]
        taken = {today.number for today in self._today.values() if not today.within}
        for unlikeness, number, rule in sorted(candidates):
            if number not in self._today and rule not in taken:
                self._keep(number, rule, FoundBy.TEXT, -unlikeness)
                taken.add(rule)
        for number in texts:
            if above := self._find_above(number):  # one that was not found is within this one
                self._keep(number, above.number, above.method, above.confidence, within=True)

    def _find_alike(self, number: str, text: str) -> Iterator[tuple[str, float]]:
        """Yield the rules that a quotation may be: parts of the rule that was found above it, else
        one that is much alike.
        """
        if above := self._find_above(number):
            for rule in self._book.untitled_below(above.number):
                likeness = self._index.likeness(text, rule.number)
                if likeness >= _RELATED:
                    yield rule.number, likeness
            return
        best = self._index.find_alike(text)
        second = best[1][1] if len(best) > 1 else 0.0
        if best and best[0][1] >= _SURE and best[0][1] - second >= _MARGIN:
            yield best[0]

    def _find_above(self, number: str) -> RuleToday | None:
        """Return what was found of the nearest rule that a rule is a part of."""
        return next((self._today[rule] for rule in parents(number) if rule in self._today), None)

    def _find_by_parts(self, number: str, parts: Sequence[str]) -> None:
        """Find a rule by its ``parts``: most of them are under one title today."""
        rules = [self._today[part] for part in parts if part in self._today]
        headings = Counter(self._book.heading(rule.number) for rule in rules)
        for heading, count in headings.most_common(1):
            if 2 * count > len(rules):
                self._keep(number, heading, FoundBy.ORDER, min(rule.confidence for rule in rules))

    def _find_by_order(self, number: str) -> None:
        """Find a part that only another language quotes: if a rule has the same parts as before,
        they have kept their order.
        """
        above = self._find_above(number)
        if number in self._today or above is None or number not in self._quoted:
            return
        siblings = [rule for rule in self._quoted if parents(rule)[:1] == parents(number)[:1]]
        today = [rule.number for rule in self._book.untitled_below(above.number)]
        if len(siblings) == len(today):
            position = sorted(siblings, key=rule_order).index(number)
            self._keep(number, today[position], FoundBy.ORDER, _BY_ORDER)

    def _find_by_references(self, number: str) -> None:
        """Find what today's form of the rules cites at the place at which the quotations cite
        ``number``.
        """
        for quoted, texts in self._quoted.items():
            today = self._today.get(quoted)
            if number in self._today or today is None or today.within or RULES_LANG not in texts:
                continue
            cited_then = _REFERENCE.findall(texts[RULES_LANG])
            cited_now = _REFERENCE.findall("\n".join(self._book.rules[today.number].paragraphs))
            if number in cited_then and len(cited_then) == len(cited_now):
                #  one of the same depth: a chapter, or a rule
                cited = cited_now[cited_then.index(number)]
                if cited in self._book.rules and cited.count(".") == number.count("."):
                    self._keep(number, cited, FoundBy.REFERENCE, _BY_REFERENCE * today.confidence)


@dataclass
class Grounds:
    """What a ruling in all its languages names that has a rule."""

    mechanics: set[str] = field(default_factory=set)
    cited: set[str] = field(default_factory=set)
    """Numbers of rules as its document uses them."""
    rules: set[str] = field(default_factory=set)
    """Today's numbers: of the rule of its verdict, and of those whose words it has."""


def find_grounds(
    documents: Iterable[DocumentNotes], rule_terms: Mapping[str, Aliases]
) -> dict[str, Grounds]:
    """Return what each ruling rests on, by its id, in all languages together. ``rule_terms`` are
    words for rules, by number and language.
    """
    terms = {
        lang: Phrases(
            (word, number) for number, words in rule_terms.items() for word in words.get(lang, ())
        )
        for lang in {lang for words in rule_terms.values() for lang in words}
    }
    grounds: dict[str, Grounds] = defaultdict(Grounds)
    for document in documents:
        for holder in document.holders:
            phrases = terms.get(holder.lang)
            for note in holder.notes:
                ground = grounds[note.id]
                if isinstance(holder, SectionNotes):
                    ground.mechanics.update(holder.mechanics)
                if note.verdict:
                    ground.rules.add(note.verdict.rule)
                for text in note.texts:
                    ground.mechanics.update(text.mentioned_ids("mechanic"))
                    ground.cited.update(text.mentioned_ids("rule"))
                    if phrases:
                        ground.rules.update(hit.meaning for hit in phrases.hits(text.plain()))
    return grounds


def find_rules_of_rulings(
    grounds: Mapping[str, Grounds],
    rules: Mapping[str, LibraryRule],
    mechanics: Mapping[str, LibraryMechanic],
    book: Rulebook | None,
) -> dict[str, tuple[str, ...]]:
    """Return today's numbers of the rules that each ruling rests on, in their order, by its id.

    A cited number of which nobody knows today's is left out.
    """
    rule_of = {
        slug: todays_rule(book, mechanic)
        for slug, mechanic in mechanics.items()
        if mechanic.facts is not None and mechanic.facts.kind != _ABILITY_WORD
    }
    rests_on: dict[str, tuple[str, ...]] = {}
    for note_id, ground in grounds.items():
        set_code = note_id.partition("/")[0]
        numbers = {*ground.rules, *filter(None, map(rule_of.get, ground.mechanics))}
        for number in ground.cited:
            if today := rules[number].today.get(set_code):
                numbers.add(today.number)
        if numbers:
            rests_on[note_id] = tuple(sorted(numbers, key=rule_order))
    return rests_on


def group_rulings_by_page(
    documents: Iterable[DocumentNotes],
    rests_on: Mapping[str, Sequence[str]],
    book: Rulebook | None,
) -> dict[str, list[Passage]]:
    """Return the rulings on the page of each rule, in the order of ``documents``.

    A whole rule has one even if an edition has no title for it: it had one before there was an
    edition.
    """
    return group_pairs(
        (page, passage_of(holder, "note", str(note.number)))
        for document in documents
        for holder in document.holders
        for note in holder.notes
        for page in dict.fromkeys(
            page
            for number in rests_on.get(note.id, ())
            for page in (page_of(book, number), _whole_rule(number))
        )
    )


def list_used_rules(
    rules: Mapping[str, LibraryRule], rests_on: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, str]]:
    """Yield the rules that documents quote or cite, and those on whose pages their rulings are,
    each after the set.
    """
    yield from _list_uses(rules)
    for note_id, numbers in rests_on.items():
        yield from ((note_id.partition("/")[0], _whole_rule(number)) for number in numbers)


def find_amendments(
    books: Sequence[Rulebook],
    sets: Mapping[str, SetFacts],
    rests_on: Mapping[str, Sequence[str]],
    same_rules: Mapping[str, Sequence[str]],
) -> tuple[dict[str, tuple[RuleChange, ...]], dict[str, tuple[str, ...]]]:
    """Return the changes to the newest of ``books`` by the day of the edition before, and by its id
    the rules of each ruling that changed since its set.

    ``same_rules`` has groups of wordings, by their hashes, that say the same: a change from one to
    another is not one to a ruling.
    """
    if len(books) < 2:
        return {}, {}
    newest = books[0]
    first_after = {code: _find_first_after(books, facts.released) for code, facts in sets.items()}
    compared = {book.effective: book for book in (books[1], *filter(None, first_after.values()))}
    amendments = {
        day: compare_books(compared[day], newest) for day in sorted(compared, reverse=True)
    }
    groups = [set(hashes) for hashes in same_rules.values()]
    reworded: dict[str, set[str]] = defaultdict(set)
    """The rules that got other words since each day, unless these say the same."""
    for day, rule_changes in amendments.items():
        for change in rule_changes:
            if change.reworded and change.before:
                before, after = compared[day].rules[change.before], newest.rules[change.number]
                if not any({hash_rule(before), hash_rule(after)} <= group for group in groups):
                    reworded[day].add(change.number)
    amended: dict[str, tuple[str, ...]] = {}
    for note_id, numbers in rests_on.items():
        if book := first_after.get(note_id.partition("/")[0]):
            since = reworded[book.effective]
            changed = [
                rule for number in numbers for rule in _list_parts(newest, number) if rule in since
            ]
            if changed:
                amended[note_id] = tuple(dict.fromkeys(changed))
    return amendments, amended


def _find_first_after(books: Sequence[Rulebook], released: str | None) -> Rulebook | None:
    """Return the first edition that is not older than a set, ``released`` on a day. None if only
    the newest one is such, or if the set has no day. ``books`` are newest first.

    Whatever changed after that edition also changed after the rulings of the set. What changed
    before it may be older than them.
    """
    later = (book for book in reversed(books[1:]) if released and book.effective >= released)
    return next(later, None)


def _list_parts(book: Rulebook, number: str) -> Iterator[str]:
    """Yield a rule, and the parts of one that is only a title, such as a keyword.

    A chapter is too much to say anything of a ruling.
    """
    yield number
    if number in book.rules and book.rules[number].title and parents(number):
        yield from book.children.get(number, ())
