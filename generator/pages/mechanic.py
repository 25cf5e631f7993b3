"""A mechanic's page: our explanation, the notes of each set, and the cards that have it."""

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
from .folding import Fold, folded, own_first
from .markup import preview
from .mechanics import kind_of
from .previews import Preview, explained, previews
from .references import References, by_newest_set, references


@dataclass(frozen=True, kw_only=True)
class SectionView:
    """The notes of one set on the mechanic."""

    title: Phrase
    anchor: str
    section: Reference
    """The link to the section on the set's page; its text is the name of the set."""
    about: About
    notes: NotesView


@dataclass(frozen=True, kw_only=True)
class View:
    """The page of a mechanic."""

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
    """The sections in the reader's language, newest set first; in the next best language if there are none."""
    others: tuple[Fold[SectionView], ...]
    """The sections in other languages."""
    cards_heading: str
    cards: References
    """The cards that have the mechanic, each under its newest set."""
    mentioned: References
    """The passages that mention the mechanic. Rules text of the cards in ``cards`` is left out."""
    previews: tuple[Preview, ...]


def pages(edition: Edition) -> Iterator[Page]:
    """Yield a page for each mechanic."""
    for mechanic in edition.library.mechanics.values():
        yield _page(edition, mechanic)


def _page(edition: Edition, mechanic: LibraryMechanic) -> Page:
    url = paths.mechanic_page(mechanic.slug)
    words, facts = edition.words, mechanic.facts
    blocks = Blocks(edition, url)
    name = edition.name(mechanic.names)
    chosen = own_first(edition, edition.choose(mechanic.sections))
    sections = folded(edition, chosen, lambda section, choice: _section(blocks, section, choice))
    explanation = explained(edition, mechanic.slug)
    view = View(
        name=name,
        other_names=edition.other_names(mechanic.names),
        kind=words[f"kind_{kind_of(mechanic)}"],
        rule=edition.rule_reference(url, facts.rule) if facts and facts.rule else None,
        first_set=_first_set(edition, url, mechanic.first_set) if mechanic.first_set else None,
        formerly=facts.formerly.get(edition.lang, ()) if facts else (),
        explanation=blocks.writer.html(parse(explanation.text)),
        explanation_lang=explanation.lang,
        explanation_notice=blocks.notice(explanation.lang or edition.lang),
        sections=sections.shown,
        others=sections.folds,
        cards_heading=words.count("cards", len(mechanic.cards)),
        cards=by_newest_set(edition, url, mechanic.cards),
        mentioned=references(
            edition, url, (each for each in mechanic.mentioned_in if each.kind != "card" or each.card not in mechanic.cards)
        ),
        previews=previews(blocks),
    )
    notes = words.count("rulings", count_notes(chosen))
    description = words.say("mechanic_description", name=name.text, count=notes)
    return Page(
        url=url,
        title=name.text,
        description=description,
        view=view,
        preview=_preview(edition, explanation, mechanic.sections),
    )


def _first_set(edition: Edition, here: str, facts: SetFacts) -> Reference:
    """Return the set's name, else its code in capitals, with a link if the site has a page of it."""
    if facts.code in edition.library.sets:
        return edition.set_reference(here, facts.code)
    return Reference("", edition.name(facts.names) if facts.names else Phrase(facts.code.upper()))


def _preview(edition: Edition, explanation: Phrase, sections: Iterable[SectionNotes]) -> str:
    """Return the start of our explanation, otherwise of the first set's notes; empty if neither is in the page's language."""
    if explanation.text and not explanation.lang:
        return preview(edition.words, [parse(explanation.text)])
    own = (section for section, _ in edition.choose(sections) if not edition.mark(section.lang))
    section = next(own, None)
    texts = (block.text for block in section.body if not isinstance(block, Card)) if section else ()
    return preview(edition.words, itertools.islice(texts, 1))


def _section(blocks: Blocks, section: SectionNotes, chosen: Chosen) -> SectionView:
    edition = blocks.edition
    return SectionView(
        title=Phrase(section.section.title, edition.mark(section.lang)),
        anchor=paths.set_section_anchor(section.id),
        section=Reference(paths.relative(blocks.here, paths.section(section.id)), edition.set_name(section.set_code)),
        about=blocks.about(section, chosen),
        notes=blocks.notes(section, chosen, paths.section_note_anchor),
    )
