"""The page of a number of the Comprehensive Rules: today's text, what documents meant by it, and
where they use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ...library import LibraryRule
from ...rulebook.model import RULES_LANG, Rulebook
from ...system.grouping import grouped
from .. import addresses
from ..edition import Edition, Page, Phrase, View
from ..parts.official_rules import Officials
from ..parts.references import references

_WITHOUT_LETTER = re.compile(r"[a-z]+$")
_MOST = 150
"""The most rulings that a page lists of those that rest on its rule, so that it stays small."""


def subjects(edition: Edition) -> Mapping[str, None]:
    """Return each number that documents use, each rule of today that has a title, and each departed
    rule.
    """
    library = edition.library
    headings = library.rulebook.headings if library.rulebook else ()
    return dict.fromkeys(
        (*library.rules, *headings, *library.resting, *edition.derived.departed_rules)
    )


def pages(edition: Edition, number: str) -> Iterator[Page]:
    """Yield the page of a number."""
    library, words, url = edition.library, edition.words, addresses.rule_page(number)
    alike = edition.once(
        "rules without letters",
        lambda: grouped((_without_letter(number), number) for number in library.rules),
    )
    rule = library.rules.get(number, LibraryRule(number=number))
    rulings = library.resting.get(number, ())
    meant = meanings(rule)
    moved = bool(meant) and number not in meant
    name = Phrase("") if moved else named(edition, number)
    title = words.say("rule_title", number=number)
    officials = Officials(edition, url)
    book = library.rulebook if library.rulebook and number in library.rulebook.rules else None
    gone = edition.derived.departed_rules.get(number)
    view = {
        "title": title,
        #  The sets whose release notes used the number or rested on it once; None unless it is one
        #  of :attr:`.Index.departed_rules`.
        "departed": None
        if rulings or gone is None
        else tuple(edition.set_reference(url, code) for code in gone),
        "number": number,
        #  What the number is called today; empty if it has no name, or is another rule than it was.
        "name": name,
        #  The rules above it today, highest first.
        "path": tuple(titled(edition, url, book, above) for above in book.path(number))
        if book
        else (),
        #  Today's texts of the rules with other numbers that documents mean by the number.
        "became": tuple(
            filter(None, (officials.rule(each, compared=False) for each in meant if each != number))
        ),
        #  Whether the number is another rule today than in all documents.
        "moved": moved,
        #  Today's text; None if there is no edition of the rules, or if it lacks the number.
        "official": officials.rule(number),
        #  The rules right below it that have pages of their own.
        "parts": tuple(
            titled(edition, url, book, part)
            for part in book.children.get(number, ())
            if book.rules[part].title
        )
        if book
        else (),
        #  The rules of today that documents of other years mean by the number.
        "meanings": tuple(officials.meanings(rule)),
        #  The address of the rule's current text, on another site.
        "trace": addresses.trace(number),
        #  The text of the link to that address.
        "current": words.say("rule_current", number=number),
        #  The mechanics that the current rules describe under this number.
        "today": tuple(
            edition.mechanic_reference(url, slug)
            for slug in edition.derived.mechanics_by_rule.get(_without_letter(number), ())
        ),
        #  The other parts of the same rule that documents use.
        "related": tuple(
            edition.rule_reference(url, other)
            for other in alike.get(_without_letter(number), ())
            if other != number
        ),
        #  The link to the page of all numbers.
        "every": addresses.relative(url, addresses.RULES),
        "quoted": references(edition, url, rule.quoted_in),
        "cited": references(edition, url, rule.cited_in),
        #  The heading above the rulings that rest on the rule. If they are too many for the page,
        #  it says how many there are.
        "rulings": words["rule_resting"]
        if len(rulings) <= _MOST
        else words.say(
            "rule_resting_some", have=words.number(_MOST), of=words.number(len(rulings))
        ),
        "resting": references(edition, url, rulings[:_MOST]),
    }
    full = f"{number} {name.text}".strip()
    used = rule.quoted_in or rule.cited_in
    description = words.say("rule_description" if used else "rule_description_today", number=full)
    yield Page(url=url, title=full if name.text else title, description=description, view=view)


def titled(edition: Edition, here: str, book: Rulebook, number: str) -> View:
    """Return the link from the page ``here`` to a rule of today, with its title."""
    return {
        "number": edition.today_reference(here, number),
        "title": Phrase(book.rules[number].title or "", edition.mark(RULES_LANG)),
    }


def meanings(rule: LibraryRule) -> tuple[str, ...]:
    """Return today's numbers of the rules that documents mean by the number of ``rule``."""
    return tuple(dict.fromkeys(each.number for each in rule.today.values()))


def named(edition: Edition, number: str) -> Phrase:
    """Return what a number is called today: the title in today's edition of the rules, or the name
    of the only mechanic that it describes; empty if nobody knows.
    """
    book = edition.library.rulebook
    if book:
        return Phrase(book.title(number), edition.mark(RULES_LANG))
    mechanics = edition.derived.mechanics_by_rule.get(_without_letter(number), ())
    return edition.mechanic_name(mechanics[0]) if len(mechanics) == 1 else Phrase("")


def _without_letter(number: str) -> str:
    return _WITHOUT_LETTER.sub("", number)
