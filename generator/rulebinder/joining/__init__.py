"""Join documents into a library: match cards and mechanics across sets and languages, find
mentions, and number rulings for ever.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.languages import Languages, make_day_facts, offered_languages
from ..ledger.history import Earlier, EarlierWords, History, add_earlier
from ..ledger.numbers import NO_DAY, Ledgers
from ..library import Library, LibrarySet
from ..notes import RULINGS, ReleaseNotes
from ..problems import Problem, warning
from ..rulebook.book import Rulebook
from ..system import group_pairs
from ..system.caches import Shelf
from .duplicates import PUBLISHED_LANG, group_families, leave_out_repeats
from .entries import (
    Joiner,
    add_pages,
    build_cards,
    build_mechanics,
    build_rules,
    collect_mentions,
    find_examples,
    keep_valid_verdicts,
    list_parts,
)
from .events import find_restated, find_revisions
from .gone import add_removed
from .identity import OfficialNames, find_topics, identify_cards, learn_names, read_english_names
from .mechanics import MechanicFinder
from .mentions import Nameable, mark_old_terms, read_vocabularies
from .merging import correct_misprints, merge_documents
from .rule_numbers import (
    add_todays_numbers,
    find_amendments,
    find_grounds,
    find_rules_of_rulings,
    group_rulings_by_page,
    list_used_rules,
)
from .ruling_numbers import InLanguage, group_by_set, number_rulings

__all__ = ["join"]


def join(
    documents: Sequence[ReleaseNotes],
    catalogue: Catalogue,
    languages: Languages,
    ledgers: Ledgers | None = None,
    shelves: Mapping[InLanguage, Shelf] | None = None,
    *,
    rulebooks: Sequence[Rulebook] = (),
    histories: Mapping[str, History] | None = None,
    replaced: Sequence[ReleaseNotes] = (),
) -> tuple[Library, list[Problem]]:
    """Return the library of ``documents``, and the problems that they have together.

    ``ledgers`` have the numbers that were given before, by set; the library has the ledgers after
    this. ``shelves`` have entries that were joined before with the same catalogue and languages, by
    the keys of their documents; they get those of now. ``rulebooks`` are newest first.
    ``histories`` have the earlier words of rulings, by set, and ``replaced`` documents have them,
    too; without histories, nothing is known of them nor of removed sets. The result does not depend
    on the order of ``documents``. Those of one set and language are merged.
    """
    ledgers, shelves = ledgers or {}, shelves or {}
    book = rulebooks[0] if rulebooks else None

    #  The documents: one for each set and language, newest set first, misprints corrected.
    merged, doubts = merge_documents(documents)
    in_set = group_pairs((document.set_code, document) for document in merged)
    sets, unknown = _find_set_facts(in_set, catalogue, languages)
    ordered = [correct_misprints(document) for code in sets for document in in_set[code]]

    #  What their names mean: cards, sections, and all that texts may mention.
    groups = group_by_set(ordered)
    listed = (*read_english_names(ordered, catalogue.cards), *catalogue.cards)
    official = OfficialNames((*learn_names(groups.values(), listed), *listed))
    known_cards, collisions = identify_cards(ordered, official)
    finders = {
        lang: MechanicFinder(catalogue, lang, languages.get(lang))
        for lang in sorted({document.lang for document in ordered})
    }
    topics = find_topics(groups, finders)
    nameable = Nameable(catalogue=catalogue, cards=known_cards, topics=topics, sets=sets)
    vocabularies = read_vocabularies(ordered, nameable, languages)

    #  The numbers of their rulings: compared between languages, then settled by the ledgers.
    parts = {
        document.key: list_parts(document, known_cards, topics, shelves.get(document.key, Shelf()))
        for document in ordered
    }
    days = {code: facts.released or NO_DAY for code, facts in sets.items()}
    permanence = number_rulings(
        groups, parts, lambda lang, text: vocabularies[lang].targets(text), ledgers, days
    )

    #  Their entries, with mentions; each ruling once; what is alike, and what is outdated.
    joiner = Joiner(
        cards=known_cards,
        topics=topics,
        finders=finders,
        vocabularies=vocabularies,
        parts=parts,
        numbers=permanence.entries,
        verdicts=keep_valid_verdicts(catalogue.verdicts, permanence.ledgers),
        shelves=shelves,
    )
    unique = leave_out_repeats([*map(joiner.join_document, ordered)], catalogue.eras)
    joined, families = group_families(unique, sets)
    joined = mark_old_terms(joined, sets, catalogue.eras)

    #  What all of them say about each card, mechanic and rule.
    mentions, examples = collect_mentions(joined), find_examples(joined, finders)
    published_in = next(iter(offered_languages(languages)), PUBLISHED_LANG)
    cards = build_cards(joined, known_cards, examples, mentions, catalogue.oracle_ids, published_in)
    mechanics = build_mechanics(joined, catalogue, topics, examples, mentions)
    quoted = build_rules(joined, mentions)
    grounds = find_grounds(joined, catalogue.rule_terms)
    rules = add_todays_numbers(quoted, joined, mechanics, catalogue.rules, book)
    rests_on = find_rules_of_rulings(grounds, rules, mechanics, book)
    amendments, amended = find_amendments(rulebooks, sets, rests_on, catalogue.same_rules)

    #  The ledgers also get what has a page because of a set, and no edition of the rules beside
    #  the notes may change them.
    checked = add_todays_numbers(quoted, joined, mechanics, catalogue.rules, None)
    used = list_used_rules(checked, find_rules_of_rulings(grounds, checked, mechanics, None))
    grown_ledgers = add_pages(permanence.ledgers, cards.values(), used)

    joined_in = group_pairs((document.notes.set_code, document) for document in joined)
    library = Library(
        sets={
            code: LibrarySet(
                code=code,
                facts=facts,
                documents={document.notes.lang: document for document in joined_in[code]},
                translations=permanence.translations[code],
            )
            for code, facts in sets.items()
        },
        cards=cards,
        mechanics=mechanics,
        rules=rules,
        families=families,
        eras=catalogue.eras,
        synonyms=catalogue.synonyms,
        rule_terms=catalogue.rule_terms,
        rests_on=rests_on,
        resting=group_rulings_by_page(joined, rests_on, book),
        questions=catalogue.questions,
        catalogued=catalogue.card_names,
        ledgers=grown_ledgers,
        rulebooks=tuple(rulebooks),
        amendments=amendments,
        amended=amended,
        checked_on=catalogue.checked_on,
    )

    #  What was there before.
    if histories is not None:
        earlier = _find_earlier_words(library, ledgers, histories, replaced)
        library = add_removed(
            replace(library, earlier=earlier), catalogue, ledgers, histories, languages
        )
    library = replace(library, revisions=find_revisions(library), restated=find_restated(library))
    return library, [*doubts, *unknown, *collisions]


def _find_set_facts(
    groups: Mapping[str, Sequence[ReleaseNotes]], catalogue: Catalogue, languages: Languages
) -> tuple[dict[str, SetFacts], list[Problem]]:
    """Return the facts of the documents' sets, newest first; sets without a day come last."""
    sets: dict[str, SetFacts] = {}
    problems = []
    for code, group in groups.items():
        place = group[0].place
        if code in catalogue.sets:
            sets[code] = catalogue.sets[code]
        elif group[0].kind == RULINGS:
            sets[code] = make_day_facts(code, languages, place)
        else:
            message = f"nothing is known of the set {code!r}, not even its day of release"
            problems.append(warning(place, message, f"add content/sets/{code}.yml"))
            names = {document.lang: document.title for document in group}
            sets[code] = SetFacts(code=code, names=names, place=place)
    newest_first = sorted(sorted(sets), key=lambda code: sets[code].released or "", reverse=True)
    return {code: sets[code] for code in newest_first}, problems


def _find_earlier_words(
    library: Library,
    ledgers: Ledgers,
    histories: Mapping[str, History],
    replaced: Iterable[ReleaseNotes],
) -> Earlier:
    """Return the words that rulings had before, by their ids: those of the histories, and those of
    the last build that the documents have just replaced.
    """
    earlier: dict[str, tuple[EarlierWords, ...]] = {}
    replaced_in = group_pairs((document.set_code, document) for document in replaced)
    for code, ledger in library.ledgers.items():
        facts = library.sets[code].facts
        days = {
            lang: document.notes.last_modified or facts.released or NO_DAY
            for lang, document in library.sets[code].documents.items()
        }
        earlier |= add_earlier(
            histories.get(code, History()),
            ledgers.get(code, ledger),
            ledger,
            days,
            replaced_in.get(code, ()),
        )
    return earlier
