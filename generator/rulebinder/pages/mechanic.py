"""A mechanic's page: our explanation, what people ask, the rulings of each set, an example, the
cards that have, give or mention it, its names and its history.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from urllib.parse import urlsplit

from markupsafe import Markup

from ..facts.catalogue import SetFacts
from ..joining.rule_numbers import todays_rule
from ..library import Holder, LibraryMechanic, Note, SectionNotes
from ..notes import Card, is_day
from ..rulebook.model import RULES_LANG
from ..system.grouping import grouped
from ..text import level, parse
from . import addresses
from .edition import Edition, Extras, Page, Phrase, Reference, View
from .entry_blocks import Blocks, count_notes
from .home import entries, mentioning
from .indexes import collation
from .lists import entry_facts, folded, newest, own_first, shown_once
from .markup import preview
from .overviews import explained, kind_of, mentions
from .rules import Officials, beginning, references

_MANY = 30
"""A longer list of cards has a filter."""
_ABILITY_WORD = "ability-word"
"""The kind whose members all have one rule, which lists them."""
_MOST_PARTS = 30
"""A rule with more parts, such as a whole chapter, is a link only."""


def page(edition: Edition, slug: str) -> Page:
    """Return the page of a mechanic."""
    mechanic = edition.library.mechanics[slug]
    words, facts = edition.words, mechanic.facts
    blocks = Blocks(edition)
    name, kind, proofs = (
        edition.name(mechanic.names),
        kind_of(mechanic),
        dict(_proofs(edition, mechanic)),
    )
    chosen = own_first(edition, edition.choose(mechanic.sections))
    sections = folded(edition, chosen, partial(_section, blocks))
    explanation = explained(edition, slug)
    rule = todays_rule(edition.library, mechanic)
    rules = Officials(edition)
    shown = tuple(_once(sections.shown))
    mentioned = references(edition, mentions(mechanic))
    view = {
        "name": name,
        "other_names": edition.other_names(mechanic.names),
        #  What confirms each name that is not English, by language.
        "proofs": proofs,
        #  What confirms the name that the page shows; None if that is English.
        "proof": None if name.lang else proofs.get(edition.lang),
        "kind": words[f"kind_{kind}"],
        #  Its number in the current rules.
        "rule": _rule(edition, rule) if rule else None,
        #  The set that first had it; the link is empty if the library has no documents of it.
        "first_set": _first_set(edition, mechanic.first_set) if mechanic.first_set else None,
        #  The year in which that set came out; empty if it is not known, or if it is in the name of
        #  the set.
        "first_year": _year(mechanic.first_set),
        "formerly": facts.formerly.get(edition.lang, ()) if facts else (),
        "explanation": blocks.writer.html(parse(explanation.text)),
        "explanation_lang": explanation.lang,
        "explanation_notice": blocks.notice(explanation.lang or edition.lang),
        #  Today's text of its rule; None if there is no edition of the rules, or if the rule is
        #  long or that of all ability words.
        "official": _official(rules, rule) if rule and kind != _ABILITY_WORD else None,
        "is_ability_word": kind == _ABILITY_WORD,
        #  Its entries in the glossary of the rules.
        "terms": tuple(_terms(edition, rules, mechanic)),
        #  A card that a section shows, otherwise one that has it.
        "example": next((card for section in shown for card in section["cards"]), None)
        or _example(blocks, mechanic),
        #  What people ask about it, if a ruling in the page's language answers it.
        "questions": tuple(_answered(blocks, mechanic)),
        #  The sections in the reader's language, newest set first; in the next best language if
        #  there are none.
        "sections": shown,
        #  The sections in other languages.
        "others": sections.folds,
        #  The cards that have the mechanic.
        "cards": _members(blocks, mechanic.cards),
        #  The cards that give it to others or make it, likewise.
        "givers": _members(blocks, mechanic.givers),
        #  The passages that mention the mechanic. Rules text of the cards in the other lists is
        #  left out.
        "mentioned": {"list": mentioned, "count": words.count("places", mentioned.count)},
        #  Whether nothing in the library has, gives or mentions it.
        "absent": not mechanic.in_library,
    }
    rulings = count_notes(chosen)
    notes = words.count("rulings", rulings)
    first_words = _preview(edition, explanation, mechanic.sections)
    described = words.say("mechanic_description", name=name.text, count=notes)
    listed = words.say("listed_mechanic", name=name.text)
    return Page(
        url=edition.here,
        title=name.text,
        description=described if rulings else first_words or listed,
        listed=listed,
        view=view,
        preview=first_words,
        facts={"entries": entry_facts((*shown, *sections.hidden))},
    )


def _proofs(edition: Edition, mechanic: LibraryMechanic) -> Iterator[tuple[str, View]]:
    words, named = edition.words, mechanic.facts
    for lang, each in ((lang, named.evidence(lang)) for lang in named.names) if named else ():
        facts = mechanic.printed_in.get(each.set or each.notes)
        if each.page:
            said = words.say("seen_page", site=urlsplit(each.page).netloc)
        elif facts:
            name = edition.name(facts.names).text
            where = ", ".join(filter(None, (name, _year(facts))))
            said = (
                words.say("seen_card", card=each.card, set=where)
                if each.card
                else words.say("seen_notes", set=name)
            )
        elif lang != RULES_LANG:
            said = words["seen_ours"] if each.none == "ours" else words["unconfirmed"]
        else:
            continue
        yield lang, {"said": said, "href": each.page or ""}


def _answered(blocks: Blocks, mechanic: LibraryMechanic) -> Iterator[View]:
    """Yield each question with its answer: a note of the newest set, or else a ruling on a card.

    A ruling that is wrong today answers nothing.
    """
    edition = blocks.edition
    wanted = mechanic.facts.questions.get(edition.lang, {}) if mechanic.facts else {}
    if not wanted:
        return
    sections = (each for each in mechanic.sections if not edition.mark(each.lang))
    holders: Iterable[Holder] = (*sections, *entries(edition, mechanic))
    rulings = [
        (holder, note)
        for holder in holders
        for note in holder.notes
        if not (note.verdict and note.verdict.is_gone)
    ]
    for question, words in wanted.items():
        answers = (
            _answer(blocks, question, holder, note)
            for holder, note in rulings
            if words and level(words) in level(note.text.plain())
        )
        yield from itertools.islice(answers, 1)


def _answer(blocks: Blocks, question: str, holder: Holder, note: Note) -> View:
    edition, entry_id = blocks.edition, note.id.rpartition("/")[0]
    url = addresses.passage(entry_id, str(note.number), edition.library.subject(holder))
    named = (
        *([edition.card_name(holder.card).text] if holder.card else []),
        edition.set_name(holder.set_code).text,
        edition.words.say("ruling_number", number=edition.words.number(note.number)),
    )
    return {
        "question": question,
        "html": blocks.writer.html(note.text),
        "items": tuple(map(blocks.writer.html, note.items)),
        #  The link to the ruling.
        "place": edition.link(url, " · ".join(named)),
    }


def _example(blocks: Blocks, mechanic: LibraryMechanic) -> View | None:
    """Return a card in the page's language that has the mechanic, by preference one of the newest
    set with many rulings on it.
    """
    edition = blocks.edition
    slug = mechanic.slug
    sets = grouped(
        (entry.set_code, entry) for entry in entries(edition, mechanic) if slug in entry.mechanics
    )
    newest_set = next((sets[code] for code in edition.library.released_sets if code in sets), ())
    best = max(newest_set, key=lambda entry: (mentioning(entry, slug), entry.id), default=None)
    return blocks.card(best.entry.card, best.lang, best.card) if best else None


def _rule(edition: Edition, number: str) -> Reference:
    book = edition.library.rulebook
    return (
        edition.link_rule_today(number)
        if book and number in book.rules
        else edition.link_rule(number)
    )


def _official(rules: Officials, number: str) -> View | None:
    official = rules.rule(number, compared=False)
    return official if official and len(official["blocks"]) <= _MOST_PARTS else None


def _terms(edition: Edition, rules: Officials, mechanic: LibraryMechanic) -> Iterator[View]:
    names = (
        mechanic.facts.all_forms(RULES_LANG)
        if mechanic.facts
        else (mechanic.names.get(RULES_LANG, ""),)
    )
    for term in rules.terms(names):
        yield {
            "term": term,
            "href": edition.href(f"{addresses.GLOSSARY}#{term['anchor']}"),
        }


def _once(sections: Sequence[View]) -> Iterator[View]:
    """Yield the sections with each ruling once, and with what leads in to the older ones folded."""
    once = shown_once([section["notes"] for section in sections])
    for at, (section, (notes, same)) in enumerate(zip(sections, once, strict=True)):
        runs = tuple(
            run._replace(kind="lead") if at and run.kind == "paragraph" else run
            for run in notes.runs
        )
        yield {**section, "notes": notes._replace(runs=runs), "same": same}


def _members(blocks: Blocks, slugs: Sequence[str]) -> View:
    edition = blocks.edition
    found = [edition.once(("member", slug), partial(_member, blocks, slug)) for slug in slugs]
    return {
        "list": tuple(sorted(found, key=lambda member: collation(member["page"].phrase.text))),
        "count": edition.words.count("cards", len(found)),
        #  Whether the list is so long that scripts add a filter.
        "filtered": len(found) > _MANY,
    }


def _member(blocks: Blocks, slug: str) -> View:
    edition = blocks.edition
    card = edition.library.cards[slug]
    codes = (
        *(notes.set_code for notes in card.notes),
        *(section.set_code for section in card.examples),
    )
    code = next((code for code in codes if not is_day(code)), None)
    shown = newest(edition, card)
    costs = (
        [blocks.cost(face.mana_cost) for face in shown[0].faces if face.mana_cost] if shown else []
    )
    return {
        "page": edition.link_card(slug),
        "cost": Markup(" // ").join(costs),
        "set_name": edition.set_name(code) if code else None,
    }


def _first_set(edition: Edition, facts: SetFacts) -> Reference:
    """Return the set's name, with a link if the site has a page of it."""
    if facts.code in edition.library.sets:
        return edition.link_set(facts.code)
    return Reference("", edition.name(facts.names))


def _year(facts: SetFacts | None) -> str:
    """Return the year of a set, unless its name has it."""
    year = (facts.released or "")[:4] if facts else ""
    return "" if facts and any(year in name for name in facts.names.values()) else year


def _preview(edition: Edition, explanation: Phrase, sections: Iterable[SectionNotes]) -> str:
    """Return the start of our explanation, otherwise of the first set's notes; empty if neither is
    in the page's language.
    """
    if explanation.text and not explanation.lang:
        return preview(edition.words, [parse(explanation.text)])
    own = (section for section, _ in edition.choose(sections) if not edition.mark(section.lang))
    section = next(own, None)
    blocks = section.body if section else ()
    block = next((block for block in blocks if not isinstance(block, Card)), None)
    return beginning(edition.words, block) if block else ""


def _section(blocks: Blocks, section: SectionNotes, extras: Extras) -> View:
    edition = blocks.edition
    notes = blocks.notes(section, extras, addresses.section_note_anchor)
    cards = (run for run in notes.runs if run.kind == "card")
    runs = tuple(run for run in notes.runs if run.kind != "card")
    return {
        "title": edition.title_of(section),
        "anchor": addresses.set_section_anchor(section.id),
        #  The link to the section on the set's page; its text is the name of the set.
        "section": edition.link(addresses.section(section.id), edition.set_name(section.set_code)),
        "about": blocks.about(section, extras),
        #  Without the cards that the section shows.
        "notes": notes._replace(runs=runs),
        "cards": tuple(card for run in cards for card in run.blocks),
        "same": (),
    }
