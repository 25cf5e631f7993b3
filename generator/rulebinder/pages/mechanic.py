"""A mechanic's page: our explanation, what people ask, the rulings of each set, an example, the
cards that have, give or mention it, its names and its history.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from urllib.parse import urlsplit

from markupsafe import Markup

from ..facts.catalogue import SetFacts
from ..joining.rule_numbers import todays_rule
from ..library import Holder, LibraryMechanic, Note, SectionNotes
from ..notes import Card, is_day
from ..rulebook.book import RULES_LANG
from ..text import fold_text, parse
from . import addresses, markup
from .changes import begin_preview
from .edition import Edition, Page, View, collation_key, count_notes
from .entry_blocks import (
    collect_facts,
    describe_entry,
    list_also,
    list_rulings,
    view_card,
    view_notes,
)
from .lists import list_references, newest_print, write_costs
from .markup import Phrase, Reference, preview
from .overviews import explain
from .rules import list_terms, show_rule
from .translations import choose_by_language, fold

_ABILITY_WORD = "ability-word"
"""The kind of mechanics that all have one rule, which lists them."""
_MOST_PARTS = 30
"""The most parts of a rule whose text is shown. Of a longer one, such as a whole chapter, there is
only a link.
"""


def page(edition: Edition, slug: str) -> Page:
    """Return the page of a mechanic."""
    library, words = edition.library, edition.words
    mechanic = library.mechanics[slug]
    name, kind, facts = edition.name(mechanic.names), mechanic.kind, mechanic.facts
    proofs = dict(_find_proofs(edition, mechanic))
    chosen = choose_by_language(edition, mechanic.sections)
    sections, folds = fold(edition, chosen, partial(_view_section, edition))
    explanation = explain(edition, mechanic)
    book = library.rulebook
    rule = todays_rule(book, mechanic)
    #  The catalogue may have a number that today's edition lacks.
    link_rule = edition.link_rule_today if book and rule in book.rules else edition.link_rule
    terms = facts.all_forms(RULES_LANG) if facts else [mechanic.names.get(RULES_LANG, "")]
    official = show_rule(edition, rule, compared=False) if rule and kind != _ABILITY_WORD else None
    sections = tuple(_merge_repeated(edition, sections))
    example = next((card for section in sections for card in section["cards"]), None)
    if not example and (entry := library.find_example(mechanic, edition.lang)):
        example = view_card(edition, entry.entry.card, entry.lang, entry.card)
    members = {*mechanic.cards, *mechanic.givers}
    mentioned = list_references(
        edition,
        (
            passage
            for passage in mechanic.mentioned_in
            if passage.kind != "card" or passage.card not in members
        ),
    )
    view = {
        "name": name,
        "other_names": edition.other_names(mechanic.names),
        #  What confirms each name that is not English, by language.
        "proofs": proofs,
        #  What confirms the name that the page shows; None if that is English.
        "proof": None if name.lang else proofs.get(edition.lang),
        "kind": kind,
        #  Its number in the current rules.
        "rule": link_rule(rule) if rule else None,
        #  The set that first had it, with a link if the library has documents of it.
        "first_set": _name_first_set(edition, mechanic.first_set) if mechanic.first_set else None,
        #  The year in which that set came out; empty if it is not known, or if it is in the name of
        #  the set.
        "first_year": _year_unless_named(mechanic.first_set),
        "formerly": facts.formerly.get(edition.lang, ()) if facts else (),
        "explanation": edition.writer.write_blocks(parse(explanation.text)),
        "explanation_lang": explanation.lang,
        #  Today's text of its rule; None if there is no edition of the rules, or if the rule is
        #  long or that of all ability words.
        "official": official if official and len(official["blocks"]) <= _MOST_PARTS else None,
        #  Its entries in the glossary of the rules.
        "terms": tuple(
            {**term, "href": edition.href(f"{addresses.GLOSSARY}#{term['anchor']}")}
            for term in list_terms(edition, terms)
        ),
        #  A card that a section shows, otherwise one that has it.
        "example": example,
        #  What people ask about it, if a ruling in the page's language answers it.
        "questions": tuple(
            _view_answer(edition, *answer)
            for answer in library.find_answers(mechanic, edition.lang)
        ),
        #  The sections in the reader's language, newest set first; in the next best language if
        #  there are none.
        "sections": sections,
        #  The sections in other languages.
        "others": folds,
        #  The cards that have the mechanic.
        "cards": _list_members(edition, mechanic.cards),
        #  The cards that give it to others or make it, likewise.
        "givers": _list_members(edition, mechanic.givers),
        #  The passages that mention the mechanic. Rules text of the cards in the other lists is
        #  left out.
        "mentioned": mentioned,
        #  Whether nothing in the library has, gives or mentions it.
        "absent": not mechanic.in_library,
    }
    count, first_words = (
        count_notes(chosen),
        _begin_preview(edition, explanation, mechanic.sections),
    )
    listed = words.say("listed_mechanic", name=name.text)
    description = first_words or listed
    if count:
        rulings = words.count("rulings", count)
        description = words.say("mechanic_description", name=name.text, count=rulings)
    return Page(
        title=name.text,
        description=description,
        listed=listed,
        view=view,
        preview=first_words,
        facts={"entries": collect_facts(sections, folds)},
    )


def _find_proofs(edition: Edition, mechanic: LibraryMechanic) -> Iterator[tuple[str, Reference]]:
    """Yield each language whose name of a mechanic is confirmed, and the link to what confirms it:
    a page, a printed card, or release notes.
    """
    words, facts = edition.words, mechanic.facts
    if facts is None:
        return
    for lang in facts.names:
        evidence = facts.evidence(lang)
        the_set = mechanic.printed_in.get(evidence.set or evidence.notes)
        if evidence.page:
            text = words.say("seen_page", site=urlsplit(evidence.page).netloc)
        elif the_set:
            name = edition.name(the_set.names).text
            where = ", ".join(filter(None, (name, _year_unless_named(the_set))))
            text = (
                words.say("seen_card", card=evidence.card, set=where)
                if evidence.card
                else words.say("seen_notes", set=name)
            )
        elif lang != RULES_LANG:  # the rules have the English names
            text = words["seen_ours"] if evidence.none == "ours" else words["unconfirmed"]
        else:
            continue
        yield lang, Reference(evidence.page or "", Phrase(text))


def _view_answer(edition: Edition, question: str, holder: Holder, note: Note) -> View:
    """Return a question with the ruling ``note`` of ``holder``, which answers it."""
    url = addresses.passage(
        note.id.rpartition("/")[0], str(note.number), edition.library.subject(holder)
    )
    parts = (
        *([edition.card_name(holder.card).text] if holder.card else []),
        edition.set_name(holder.set_code).text,
        edition.words.say("ruling_number", number=note.number),
    )
    return {
        "question": question,
        **edition.writer.write_ruling(note.texts),
        #  The link to the ruling.
        "place": edition.link(url, " · ".join(parts)),
    }


def _merge_repeated(edition: Edition, sections: Sequence[View]) -> Iterator[View]:
    """Yield the sections, each without the rulings that an earlier one shows, but with the sets
    that show these (``same``). All ``sections`` are in one language.

    The ruling that is shown has the anchors of the others (``also``), so that links to these lead
    to it. The paragraphs of all sections but the first are folded (``lead``).
    """
    #  By the words of a ruling: the first section with it; the anchors and places of the others.
    first: dict[tuple[str, ...], int] = {}
    also: dict[tuple[str, ...], list[tuple[str, Markup]]] = {}
    for index, section in enumerate(sections):
        #  What a line says of the rulings that are not shown again: "Also in" with the set.
        plate = markup.plate(section["about"]["code"])
        parts = edition.words["same_in"], plate, section["section"].phrase
        place = Markup(" ").join(map(markup.escape, parts))
        for note in list_rulings(section["notes"]["runs"]):
            words = _level_words(note)
            if first.setdefault(words, index) != index:
                anchor = f"{section['notes']['name']}-{note['number']}"
                also.setdefault(words, []).append((anchor, place))
    for index, section in enumerate(sections):
        runs = []
        for run in section["notes"]["runs"]:
            kind, blocks = run["kind"], run["blocks"]
            if kind == "note":
                #  The anchors are taken out, because a section may have the same words twice, but a
                #  page has each anchor once.
                blocks = tuple(
                    {**note, "also": tuple(also.pop(words, ()))}
                    for note in blocks
                    if first[words := _level_words(note)] == index
                )
            elif kind == "paragraph" and index:
                kind = "lead"
            if blocks:
                runs.append({"kind": kind, "blocks": blocks})
        counts = Counter(
            first[_level_words(note)] for note in list_rulings(section["notes"]["runs"])
        )
        yield {
            **section,
            "notes": {**section["notes"], "runs": tuple(runs), "also": list_also(runs)},
            "same": tuple(
                {"count": count, "set_name": sections[other]["section"].phrase}
                for other, count in sorted(counts.items())
                if other != index
            ),
        }


def _level_words(note: View) -> tuple[str, ...]:
    """Return the words of a note and its language, to find notes with the same words. Quotes and
    apostrophes are level, because documents differ in them.
    """
    return (*(fold_text(str(part)) for part in (note["html"], *note["items"])), note["lang"] or "")


def _list_members(edition: Edition, slugs: Iterable[str]) -> list[View]:
    """Return the cards of a mechanic, sorted by name."""
    members = (
        edition.make_once(("member", slug), partial(_view_member, edition, slug)) for slug in slugs
    )
    return sorted(members, key=lambda member: collation_key(member["page"].phrase.text))


def _view_member(edition: Edition, slug: str) -> View:
    """Return a card of a mechanic with its cost and its first set, but not a day of published
    rulings.
    """
    card = edition.library.cards[slug]
    codes = (holder.set_code for holder in card.holders)
    code = next((code for code in codes if not is_day(code)), None)
    printed = newest_print(edition, card)
    return {
        "page": edition.link_card(slug),
        "cost": write_costs(edition, printed.card.faces if printed else ()),
        "set_name": edition.set_name(code) if code else None,
    }


def _name_first_set(edition: Edition, facts: SetFacts) -> Reference | Phrase:
    """Return the name of a mechanic's first set, with a link if the site has a page of it."""
    if facts.code in edition.library.sets:
        return edition.link_set(facts.code)
    return edition.name(facts.names)


def _year_unless_named(facts: SetFacts | None) -> str:
    """Return the year of a set; empty if it is not known, or if its name has it."""
    year = (facts.released or "")[:4] if facts else ""
    return "" if facts and any(year in name for name in facts.names.values()) else year


def _begin_preview(edition: Edition, explanation: Phrase, sections: Iterable[SectionNotes]) -> str:
    """Return the first words about a mechanic in the page's language: of our explanation, otherwise
    of its newest section; empty if neither is in that language.
    """
    if explanation.text and not explanation.lang:
        return preview(edition.words, [parse(explanation.text)])
    for section in edition.choose(sections):
        if section.lang == edition.lang:
            body = edition.versions(section.id)[section.lang].body
            block = next((block for block in body if not isinstance(block, Card)), None)
            return begin_preview(edition.words, block) if block else ""
    return ""


def _view_section(edition: Edition, section: SectionNotes) -> View:
    """Return the view of a section, which :func:`_merge_repeated` completes."""
    notes = view_notes(edition, section, addresses.section_note_anchor, with_origin=True)
    cards = (run for run in notes["runs"] if run["kind"] == "card")
    runs = tuple(run for run in notes["runs"] if run["kind"] != "card")
    return {
        "title": edition.title_of(section),
        "anchor": addresses.set_section_anchor(section.id),
        #  The link to the section on the set's page; its text is the name of the set.
        "section": edition.link(addresses.section(section.id), edition.set_name(section.set_code)),
        "about": describe_entry(edition, section),
        #  Without the cards that the section shows.
        "notes": {**notes, "runs": runs},
        "cards": tuple(card for run in cards for card in run["blocks"]),
        #  The sets that show rulings of this section, with their numbers.
        "same": (),
    }
