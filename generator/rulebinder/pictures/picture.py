"""Describe preview pictures: one of each card, set and mechanic, one of the home page, and one of
each ruling that quotes exactly this ruling.

A chat shows a card's picture for the card's page, and for its rulings if they have no pictures of
their own. So it quotes the first ruling with its number, and says how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ..facts.catalogue import Names, in_language
from ..facts.languages import first
from ..library import CardNotes, Holder, LibraryCard, LibraryMechanic, Numbered, Paragraph
from ..notes import Card
from ..pages import addresses
from ..pages.changes.verdicts import mark
from ..pages.edition import Edition
from ..pages.overviews.mechanics import explained, kind_of
from ..pages.overviews.sets import lines
from ..pages.parts.card_facets import band
from ..pages.symbols import cut, dashed
from ..pages.words import Words
from .tones import GREEN

WIDTH, HEIGHT = 1200, 630
"""The size that chats and social networks expect
(https://developers.facebook.com/docs/sharing/webmasters/images).
"""
ALT = 420
"""The most characters of the alternative text."""


@dataclass(frozen=True, kw_only=True)
class Picture:
    """The picture of a page or a ruling.

    A page has only one, which is the same in every language of the site.
    """

    path: str
    """The file, from the site's root."""
    name: str
    type_line: str = ""
    set_name: str
    cost: str = ""
    """The mana costs of the faces, as symbols in braces; empty for a land."""
    color: str | None = None
    """The color of the card, as :func:`..pages.parts.card_facets.band` names it; None if it is
    unknown.
    """
    number: str = ""
    """The number of the ruling, in words: ``Ruling 3``; of a card, how many it has: ``6 rulings``.
    """
    site: str = "Rulebinder"
    """The name of the site."""
    verdict: str = ""
    """If the ruling is wrong today, what says so: ``No longer true · 2007``. A red band has it in
    place of the set and the number.
    """
    band: str = GREEN
    """The color of the band above, which is that of the site's header."""
    address: str = ""
    """The address that the picture names, without its scheme."""
    quoted: tuple[str, ...] = ()
    """The paragraphs of the ruling; of a card, those of its first ruling.

    They are empty if the fonts lack one of their characters.
    """
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def facts(self) -> str:
        """What is below the name: the type line, and what a verdict displaces from the band."""
        displaced = (self.set_name, self.number) if self.verdict else ()
        return " · ".join(filter(None, (self.type_line, *displaced)))

    @property
    def alt(self) -> str:
        """The alternative text: what the picture says."""
        facts = (self.name, self.type_line, self.set_name, self.number, self.verdict)
        return described(" · ".join(filter(None, facts)), self.quoted)


def described(title: str, paragraphs: Iterable[str]) -> str:
    """Return the alternative text of a picture with this ``title`` and the ``paragraphs`` of a
    ruling.
    """
    return cut(": ".join(filter(None, (title, " ".join(paragraphs)))), ALT)


Pictures = Mapping[str, Picture]
"""Pictures of pages by the URL of the page in the folder of a language."""


def pictures(edition: Edition) -> dict[str, Picture]:
    """Return the picture of every card that release notes have an entry for or show as an example,
    of every set and of every mechanic with rulings, and of the home page.

    Cards that have only published rulings are too many to have pictures. ``edition`` is that of the
    site's first language.
    """
    library, words = edition.library, edition.words
    cards = (
        card
        for card in library.cards.values()
        if card.only_in is None and (card.notes or card.examples)
    )
    mechanics = (each for each in library.mechanics.values() if each.sections or each.cards)
    return {
        addresses.HOME: Picture(
            path=addresses.page_picture(addresses.HOME),
            name=words["home_title"],
            set_name=words["rulings"],
            quoted=(words["home_lead"],),
        ),
        **{addresses.card_page(card.slug): _of_card(edition, card) for card in cards},
        **{addresses.set_page(code): _of_set(edition, code) for code in library.released_sets},
        **{addresses.mechanic_page(each.slug): _of_mechanic(edition, each) for each in mechanics},
    }


def numbered(words: Words, note: Numbered) -> str:
    """Return the number of a ruling, in words: ``Ruling 3``. Paragraphs have none that readers
    see.
    """
    if isinstance(note, Paragraph):
        return ""
    return words.say("share_one_ruling", number=words.number(note.number))


def of_ruling(edition: Edition, note: Numbered, holder: Holder) -> Picture:
    """Return the picture of a ruling, note or paragraph in its own language.

    ``edition`` is that of this language if the site is offered in it; its words name the number.
    """
    library = edition.library
    names = library.cards[holder.card].names if holder.card else {note.lang: holder.section.title}  # type: ignore[union-attr]
    card = holder.entry.card if isinstance(holder, CardNotes) else None
    return Picture(
        path=addresses.ruling_picture(note.id, note.lang),
        name=_drawable(names, note.lang),
        set_name=_drawable(library.sets[holder.set_code].facts.names, note.lang),
        cost=_cost(card) if card else "",
        color=band(edition, card, note.lang, holder.card) if card else None,
        number=numbered(edition.words, note),
        address=addresses.short_page(note.id),
        verdict=_verdict(edition, note),
        quoted=_quoted(note),
    )


def _of_set(edition: Edition, code: str) -> Picture:
    """Return the picture of a set, with its day and the numbers of its cards and rulings."""
    (line,) = lines(edition, addresses.HOME, [code])
    return Picture(
        path=addresses.page_picture(addresses.set_page(code)),
        name=_drawable(edition.library.sets[code].facts.names, edition.lang),
        type_line=line["released"] or "",
        set_name=line["cards"],
        number=line["rulings"],
    )


def _of_mechanic(edition: Edition, mechanic: LibraryMechanic) -> Picture:
    """Return the picture of a mechanic, with our explanation of it if there is one."""
    words, explanation = edition.words, explained(edition, mechanic.slug).text
    return Picture(
        path=addresses.page_picture(addresses.mechanic_page(mechanic.slug)),
        name=_drawable(mechanic.names, edition.lang),
        type_line=words[f"kind_{kind_of(mechanic)}"],
        set_name=words["ours"] if explanation else words["mechanic"],
        quoted=(explanation,) if explanation and _draws([explanation]) else (),
    )


def _of_card(edition: Edition, card: LibraryCard) -> Picture:
    """Return the picture of a card in its first language, as the newest set prints it."""
    lang = first(each.lang for each in card.notes or card.examples)
    printed = next(each for each in card.prints() if each.lang == lang)
    shown = printed.card
    rulings = next((each.notes for each in card.notes if each.lang == lang), ())
    return Picture(
        path=addresses.preview_picture(card.slug),
        name=_drawable(card.names, lang),
        type_line=" // ".join(
            dict.fromkeys(dashed(face.type_line) for face in shown.faces if face.type_line)
        ),
        set_name=_drawable(edition.library.facts(printed.set_code).names, lang),
        cost=_cost(shown),
        color=band(edition, shown, lang, card.slug),
        number=edition.words_of(lang).count("rulings", len(rulings)) if rulings else "",
        verdict=_verdict(edition, rulings[0]) if rulings else "",
        quoted=_quoted(rulings[0]) if rulings else (),
    )


def _verdict(edition: Edition, note: Numbered) -> str:
    """Return the mark of a ruling that is wrong today, with the year of the ruling."""
    marks = {lang: mark(edition.words_of(lang), note) for lang in (note.lang, "en")}
    said = _drawable(marks, note.lang)
    year = edition.library.year(note.id.partition("/")[0])
    return f"{said} · {year}" if said and year else said


def _quoted(note: Numbered) -> tuple[str, ...]:
    """Return the paragraphs of a ruling, if the fonts have all their characters."""
    texts = [note.text.plain(), *(f"• {item.plain()}" for item in note.items)]
    paragraphs = tuple(line for text in texts for line in text.split("\n") if line.strip())
    return paragraphs if _draws(paragraphs) else ()


def _drawable(names: Names, lang: str) -> str:
    """Return the name in ``lang``, or in another language if the fonts lack characters of it; else
    the name in ``lang``.
    """
    best = in_language(names, lang)
    others: Iterable[str] = (in_language(names, "en"), *(names[each] for each in sorted(names)))
    return next((name for name in (best, *others) if _draws([name], bold=True)), best)


def _draws(texts: Iterable[str], *, bold: bool = False) -> bool:
    """Return whether the font of rulings, or the ``bold`` one of names, has all characters of
    ``texts``.
    """
    #  Most builds draw no picture, and what draws them is slow to import.
    from . import fonts, typesetting  # noqa: PLC0415

    return all(typesetting.draws(fonts.SERIF if bold else fonts.SANS, text) for text in texts)


def _cost(card: Card) -> str:
    return " // ".join(face.mana_cost for face in card.faces if face.mana_cost)
