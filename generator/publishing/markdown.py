"""Markdown beside the pages of cards, mechanics and sets, which links to itself; and ``llms.txt``, which says what there is to read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from ..library import CardNotes, LibraryCard, LibraryMechanic, LibrarySet, Note, Paragraph, SectionNotes
from ..notes import Card, Face, Introduction, Rule, Unread
from ..pages import addresses
from ..pages.dates import published_at
from ..pages.edition import Edition
from ..pages.parts.entry_blocks import newest
from .contract import Site
from .plain import Writer, escaped

GUIDE = "llms.txt"
_Block = Introduction | Card | Rule | Note | Paragraph | Unread


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return ``llms.txt``, and the Markdown of each page of a card, a mechanic or a set if the settings want it."""
    yield GUIDE, _guide(site)
    for lang, edition in site.editions.items() if site.markdown_pages else ():
        for page, parts in _pages(edition, site.address):
            yield f"{lang}/{addresses.source(page)}", "\n\n".join(parts) + "\n"


def _pages(edition: Edition, address: str | None) -> Iterator[tuple[str, Iterable[str]]]:
    library = edition.library
    for card in library.cards.values():
        yield (page := addresses.card_page(card.slug)), _card(edition, card, Writer(edition, page, address))
    for mechanic in library.mechanics.values():
        yield (page := addresses.mechanic_page(mechanic.slug)), _mechanic(edition, mechanic, Writer(edition, page, address))
    for each in library.sets.values():
        yield (page := addresses.set_page(each.code)), _set(edition, each, Writer(edition, page, address))


def _card(edition: Edition, card: LibraryCard, writer: Writer) -> Iterator[str]:
    """Yield the parts of a card's page: its name, its text, its facts, and the rulings of each set."""
    words, here = edition.words, addresses.card_page(card.slug)
    yield f"# {escaped(edition.name(card.names).text)}"
    shown = newest(edition, card)
    if shown:
        yield from _printed(shown[0], writer)
    others = [
        f"{escaped(phrase.text)} ({words.language(phrase.lang)})" for phrase in edition.other_names(card.names) if phrase.lang
    ]
    mechanics = [
        writer.reference(edition.mechanic_reference(here, slug)) for slug in card.mechanics if slug in edition.library.mechanics
    ]
    facts = {words["languages"]: others, words["mechanics"]: mechanics}
    yield from _facts(facts)
    for entry, chosen in edition.choose(card.notes):
        yield from _headed(edition, entry, writer)
        yield from _body([*entry.body, *chosen.extras], writer)


def _mechanic(edition: Edition, mechanic: LibraryMechanic, writer: Writer) -> Iterator[str]:
    """Yield the parts of a mechanic's page: its name, our explanation, its notes, and the cards that have it or give it."""
    words, here, facts = edition.words, addresses.mechanic_page(mechanic.slug), mechanic.facts
    yield f"# {escaped(edition.name(mechanic.names).text)}"
    if facts:
        yield escaped(edition.name(facts.explanation).text) if facts.explanation else escaped(words[f"kind_{facts.kind}"])
        if facts.rule:
            yield words.say("rule_number", number=facts.rule)
    for section, chosen in edition.choose(mechanic.sections):
        yield from _headed(edition, section, writer)
        yield from _body([*section.body, *chosen.extras], writer)
    for key, slugs in (("cards_with", mechanic.cards), ("cards_giving", mechanic.givers)):
        if slugs:
            yield f"## {words[key]}"
            yield "\n".join(f"- {writer.reference(edition.card_reference(here, slug))}" for slug in slugs)


def _set(edition: Edition, each: LibrarySet, writer: Writer) -> Iterator[str]:
    """Yield the parts of a set's page: its name, its facts, its cards, and its general notes."""
    words, here, released = edition.words, addresses.set_page(each.code), each.facts.released
    yield f"# {escaped(edition.set_name(each.code).text)}"
    days = [words.date(released)] if released else []
    yield from _facts({words["set_code"]: [each.code.upper()], words["released"]: days})
    cards = edition.set_cards[each.code]
    if cards:
        yield f"## {words['cards']}"
        yield "\n".join(f"- {writer.reference(edition.card_reference(here, slug))}" for slug in cards)
    sections = [section for lang in edition.prefer(each.documents) for section in each.documents[lang].sections]
    for section, chosen in edition.choose(sections):
        yield f"## {escaped(section.section.title)}"
        yield from _body([*section.body, *chosen.extras], writer)


def _headed(edition: Edition, entry: CardNotes | SectionNotes, writer: Writer) -> Iterator[str]:
    """Yield the heading of the notes of one set."""
    published = published_at(edition.library, entry.set_code)
    day = f" ({edition.words.date(published)})" if published else ""
    yield f"## {writer.link(addresses.set_page(entry.set_code), escaped(edition.set_name(entry.set_code).text))}{day}"


def _body(blocks: Iterable[_Block], writer: Writer) -> Iterator[str]:
    """Yield the blocks of an entry or a section in their order. Notes that follow each other are one list."""
    for numbered, group in groupby(blocks, lambda block: isinstance(block, Note | Paragraph)):
        if numbered:
            yield "\n".join(writer.note(block) for block in group if isinstance(block, Note | Paragraph))
            continue
        for block in group:
            match block:
                case Card():
                    yield from _printed(block, writer)
                case Rule(number, text):
                    yield f"> {escaped(number)} {writer.text(text)}".replace("\n", "\n> ")
                case Introduction(text) | Unread(text):
                    yield writer.text(text)


def _facts(facts: dict[str, list[str]]) -> Iterator[str]:
    """Yield a list of ``facts``: the values of each label, unless there are none."""
    lines = [f"- {label}: {', '.join(values)}" for label, values in facts.items() if values]
    if lines:
        yield "\n".join(lines)


def _printed(card: Card, writer: Writer) -> Iterator[str]:
    """Yield the faces of a card as its document prints them."""
    for face in card.faces:
        yield "  \n".join(_head(face))
        yield from (writer.text(text) for text in face.rules_text)
    yield from (writer.text(text) for text in card.shared_rules_text)


def _head(face: Face) -> Iterator[str]:
    """Yield the lines above the rules text of a face."""
    yield " ".join(filter(None, (f"**{escaped(face.printed_name or face.name)}**", face.mana_cost)))
    stats = "/".join(filter(None, (face.power, face.toughness))) or face.loyalty or face.defense
    yield escaped(" · ".join(filter(None, (face.type_line, stats))))


def _guide(site: Site) -> str:
    """Return ``llms.txt``: what the site is, and where programs read its content."""
    base = site.address or "/"
    markdown = (
        ["- Each page of a card, a mechanic or a set is also Markdown: add index.md to its address."]
        if site.markdown_pages
        else []
    )
    pages = [
        f"- [{edition.words['site_title']} ({edition.words.name})]({base}{lang}/): {edition.words['site_description']}"
        for lang, edition in site.editions.items()
    ]
    data = [f"- [{path}]({base}{path}): {said}" for path, said in _DATA.items()]
    parts = [
        f"# {site.name}",
        _SUMMARY,
        *([_RELATIVE] if not site.address else []),
        "## Pages",
        *_lines(pages + markdown),
        "## Data",
        *_lines(data),
    ]
    return "\n\n".join(parts) + "\n"


def _lines(lines: list[str]) -> list[str]:
    return ["\n".join(lines)] if lines else []


_SUMMARY = """\
> Rulings from the release notes of Magic: The Gathering, card by card and mechanic by mechanic. Each ruling has a number and a
> permanent address, r/<set>/<card>/<number>/, which never leads to another ruling. Cite a ruling by card, set, number and address.

The site is unofficial. A ruling explains the rules as they were when its document was written. If a ruling and the current
Comprehensive Rules differ, the rules decide."""
_RELATIVE = "The site was built without its address: the addresses below begin at its root."
_DATA = {
    "data/cards.json": "every card, with its names in all languages and its page",
    "data/rulings.ndjson": "every ruling in each language, one per line, with its card, its text and its address",
    "data/index.json": "the documents",
    "r/index.json": "every number ever given, with its address, or what replaced it",
}
