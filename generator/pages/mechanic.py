"""A mechanic's page: our explanation, what every set says of it, and the cards that have it."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from markupsafe import Markup

from ..facts.catalogue import SetFacts
from ..library import LibraryMechanic, SectionNotes
from ..notes import Card
from ..text import parse
from . import paths
from .blocks import About, Blocks, NotesView, count_notes
from .edition import Chosen, Edition, Page, Phrase, Reference
from .markup import preview
from .mechanics import kind_of
from .previews import Preview, explained, previews
from .references import References, by_newest_set, references


@dataclass(frozen=True)
class SectionView:
    """What one set says of the mechanic."""

    title: Phrase
    anchor: str
    section: Reference
    """Its place on the set's page; the link is named like the set."""
    about: About
    notes: NotesView


@dataclass(frozen=True)
class View:
    """The page."""

    name: Phrase
    other_names: tuple[Phrase, ...]
    kind: str
    rule: Reference | None
    """Its number in the current rules."""
    first_set: Reference | None
    """The set that first had it; the link is empty if the library has no documents of it."""
    formerly: tuple[str, ...]
    explanation: Markup
    explanation_lang: str | None
    explanation_notice: str | None
    sections: tuple[SectionView, ...]
    cards_heading: str
    cards: References
    """Each under the newest set that has it."""
    mentioned: References
    """What other sections, the rulings on cards and the rules text of further cards say; those that have it are in ``cards``."""
    previews: tuple[Preview, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """One page a mechanic."""
    for mechanic in edition.library.mechanics.values():
        yield _page(edition, mechanic)


def _page(edition: Edition, mechanic: LibraryMechanic) -> Page:
    url = paths.mechanic_page(mechanic.slug)
    words, facts = edition.words, mechanic.facts
    blocks = Blocks(edition, url)
    name = edition.name(mechanic.names)
    chosen = list(edition.choose(mechanic.sections))
    explanation = explained(edition, mechanic.slug)
    view = View(
        name,
        edition.other_names(mechanic.names),
        words[f"kind_{kind_of(mechanic)}"],
        edition.rule_reference(url, facts.rule) if facts and facts.rule else None,
        _first_set(edition, url, mechanic.first_set) if mechanic.first_set else None,
        facts.formerly.get(edition.lang, ()) if facts else (),
        blocks.writer.html(parse(explanation.text)),
        explanation.lang,
        blocks.notice(explanation.lang or edition.lang),
        tuple(_section(blocks, section, choice) for section, choice in chosen),
        words.count("cards", len(mechanic.cards)),
        by_newest_set(edition, url, mechanic.cards),
        references(
            edition, url, (each for each in mechanic.mentioned_in if each.kind != "card" or each.card not in mechanic.cards)
        ),
        previews(blocks),
    )
    notes = words.count("rulings", count_notes(chosen))
    description = words.say("mechanic_description", name=name.text, count=notes)
    return Page(url, "mechanic", name.text, description, view, _preview(edition, explanation, mechanic.sections))


def _first_set(edition: Edition, here: str, facts: SetFacts) -> Reference:
    """Return the set's name, else its code in capitals, with a link if the site has a page of it."""
    if facts.code in edition.library.sets:
        return edition.set_reference(here, facts.code)
    return Reference("", edition.name(facts.names) if facts.names else Phrase(facts.code.upper()))


def _preview(edition: Edition, explanation: Phrase, sections: Iterable[SectionNotes]) -> str:
    """The beginning of our explanation, else of what a set says first; empty if neither is in the page's language."""
    if explanation.text and not explanation.lang:
        return preview(edition.words, [parse(explanation.text)])
    own = (section for section, _ in edition.choose(sections) if not edition.mark(section.lang))
    section = next(own, None)
    texts = (block.text for block in section.body if not isinstance(block, Card)) if section else ()
    return preview(edition.words, itertools.islice(texts, 1))


def _section(blocks: Blocks, section: SectionNotes, chosen: Chosen) -> SectionView:
    edition = blocks.edition
    return SectionView(
        Phrase(section.section.title, edition.mark(section.lang)),
        paths.set_section_anchor(section.id),
        Reference(paths.relative(blocks.here, paths.section(section.id)), edition.set_name(section.set_code)),
        blocks.about(section, chosen),
        blocks.notes(section, chosen, paths.section_note_anchor),
    )
