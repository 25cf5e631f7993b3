"""Join documents into a library: match cards and mechanics across sets and languages, and find
mentions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.languages import Languages, day_facts, offered_languages
from ..ledger.numbers import NO_DAY, Ledgers
from ..library import Library, LibrarySet
from ..notes import RULINGS, ReleaseNotes
from ..problems import Problem, warning
from ..system import group_pairs
from ..system.caches import Shelf
from . import rule_numbers
from .duplicates import LANG, families, without_repeats
from .entries import Joiner, holding, marked, parts
from .events import find_restated, find_revisions
from .identity import OfficialNames, counterparts, identify, printed_in_english, topics
from .mechanics import MechanicFinder
from .mentions import collect_mentions, library_cards, library_mechanics, library_rules
from .merging import corrected, merged
from .permanent_numbers import permanent, with_cards, with_rules
from .rule_numbers import with_rests
from .ruling_numbers import InLanguage, compare
from .vocabularies import Nameable, vocabularies

__all__ = ["join"]


def join(
    documents: Sequence[ReleaseNotes],
    catalogue: Catalogue,
    languages: Languages,
    ledgers: Ledgers | None = None,
    shelves: Mapping[InLanguage, Shelf] | None = None,
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, and the problems that they have together.

    ``ledgers`` have the numbers that were given before, by set; the library has the ledgers after
    this. ``shelves`` have entries that were joined before with the same catalogue and languages, by
    the keys of their documents; they get those of now. The result does not depend on the order of
    ``documents``. Those of one set and language are merged.
    """
    kept, doubts = merged(documents)
    facts, unknown = _facts(kept, catalogue, languages)
    by_set = group_pairs((document.set_code, document) for document in kept)
    ordered = [corrected(document) for code in facts for document in by_set[code]]
    listed = (*printed_in_english(ordered, catalogue.cards), *catalogue.cards)
    named = (*counterparts(ordered, listed), *listed)
    cards, collisions = identify(ordered, OfficialNames(named))
    finders = {
        lang: MechanicFinder(catalogue, lang, languages.get(lang))
        for lang in sorted({document.lang for document in ordered})
    }
    about = topics(ordered, finders)
    words = vocabularies(
        ordered, Nameable(catalogue=catalogue, cards=cards, topics=about, sets=facts), languages
    )
    parts_of = {
        document.key: parts(document, cards, about, (shelves or {}).get(document.key, Shelf()))
        for document in ordered
    }
    numbering = compare(ordered, parts_of, lambda lang, text: words[lang].named(text))
    days = {code: each.released or NO_DAY for code, each in facts.items()}
    given = permanent(ordered, parts_of, numbering, ledgers or {}, days)
    joiner = Joiner(
        cards=cards,
        topics=about.settled(given.ids),
        finders=finders,
        vocabularies=words,
        permanence=given,
        verdicts=holding(catalogue.verdicts, given.ledgers),
        shelves=shelves or {},
    )
    every = without_repeats(
        [joiner.document(document) for document in ordered], facts, catalogue.eras
    )
    joined, alike = families(every, facts)
    mentioned = collect_mentions(joined)
    rules = library_rules(joined, mentioned)
    joined = marked(joined, facts, catalogue.eras)
    of_set = group_pairs((document.notes.set_code, document) for document in joined)
    published_in = next(iter(offered_languages(languages)), LANG)
    shown = library_cards(
        cards, finders, joined, mentioned, catalogue.oracle_ids, published_in=published_in
    )
    library = Library(
        sets={
            code: LibrarySet(
                code=code,
                facts=facts[code],
                documents={document.notes.lang: document for document in of_set[code]},
                translations=given.translations[code],
            )
            for code in facts
        },
        cards=shown,
        mechanics=library_mechanics(catalogue, about, finders, joined, mentioned),
        rules=rule_numbers.checked(rules, catalogue.rules),
        families=alike,
        eras=catalogue.eras,
        synonyms=catalogue.synonyms,
        questions=catalogue.questions,
        rule_terms=catalogue.rule_terms,
        catalogued=catalogue.card_names,
        checked_on=catalogue.checked_on,
    )
    library = with_rests(library)
    #  The ledgers also get the cards and the rules that have pages because of a set.
    citing = ((number, (*rule.quoted_in, *rule.cited_in)) for number, rule in library.rules.items())
    passages = chain(citing, library.resting.items())
    ledgers = with_rules(with_cards(given.ledgers, shown), passages)
    library = replace(library, ledgers=ledgers)
    library = replace(library, revisions=find_revisions(library), restated=find_restated(library))
    return library, [*doubts, *unknown, *collisions]


def _facts(
    documents: Iterable[ReleaseNotes], catalogue: Catalogue, languages: Languages
) -> tuple[dict[str, SetFacts], list[Problem]]:
    """Return the facts of the documents' sets, newest first; sets without a day come last."""
    facts: dict[str, SetFacts] = {}
    problems = []
    for document in documents:
        code = document.set_code
        if code in catalogue.sets:
            facts[code] = catalogue.sets[code]
            continue
        if document.kind == RULINGS:
            facts[code] = day_facts(code, languages, document.place)
            continue
        if code not in facts:
            message = f"nothing is known of the set {code!r}, not even its day of release"
            problems.append(warning(document.place, message, f"add content/sets/{code}.yml"))
        given = facts.get(code, SetFacts(code=code, names={}, place=document.place))
        facts[code] = replace(given, names={**given.names, document.lang: document.title})
    by_code = sorted(facts.values(), key=lambda each: each.code)
    newest_first = sorted(by_code, key=lambda each: each.released or "", reverse=True)
    return {each.code: each for each in newest_first}, problems
