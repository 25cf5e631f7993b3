"""Describe preview pictures: one of each card, set and mechanic, one of the home page, and one of
each ruling that quotes exactly this ruling.

A chat shows a card's picture for the card's page, and for its rulings if they have no pictures of
their own. So it quotes the first ruling with its number, and says how many there are. All pictures
have few colors, which are here too.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path

from ..facts.catalogue import Names, in_language
from ..facts.languages import choose_lang
from ..library import CardNotes, Holder, LibraryCard, LibraryMechanic, Numbered, Paragraph
from ..notes import Card
from ..pages import addresses
from ..pages.changes import mark_wrong
from ..pages.edition import Edition
from ..pages.lists import band_color
from ..pages.markup import cut, restore_dash
from ..pages.overviews import explain, set_line
from ..pages.words import Words
from ..system.files import DISK, digest

INK, GREEN, PAPER = "#1d1f1e", "#0e4a43", "#fdfcf9"
"""The colors of text and background, from web/styles/base/colors.css, dark to light.

An owner may choose another one than green.
"""
RED = "#b3261e"
"""The color in place of green on a picture of a ruling that is wrong today."""
SIGNS = ("#f8f1c4", "#b4dcf6", "#c9bdc9", "#f9b8a2", "#acd9b2", "#ddd6d1", "#d5dadd", "#97948e")
"""The colors of symbols, from web/styles/part/symbols.css, and one for their edges."""
BANDS = {
    "w": "#d9cf9c",
    "u": "#3f8fd0",
    "b": "#4a4249",
    "r": "#d4573c",
    "g": "#3c9160",
    "gold": "#c9a03c",
    "grey": "#9aa0a3",
}
"""The colors of cards on a light page, from web/styles/base/colors.css."""

Color = tuple[int, int, int]


def rgb(color: str) -> Color:
    """Return red, green and blue of a color like ``#0e4a43``, each from 0 to 255."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def lightness(color: str) -> int:
    """Return the lightness of a color, from 0 to 255."""
    red, green, blue = rgb(color)
    return (19595 * red + 38470 * green + 7471 * blue + 32768) >> 16  # as Pillow does


_DARK, _MIDDLE, _LIGHT = map(lightness, (INK, GREEN, PAPER))
_TONES = (_DARK, _MIDDLE, round(_DARK + (_LIGHT - _DARK) * 2 / 3), _LIGHT)
"""The lightness of each tone between ink and paper: the colors of text and its smooth edges."""
CARD_COLOR_INDEX = len(_TONES) + len(SIGNS)
"""The index of the color of the card in a palette."""


@functools.cache
def tone_indexes() -> list[int]:
    """Return the index of the nearest tone for each lightness from 0 to 255.

    Text needs no more, because lightness alone distinguishes its colors.
    """
    tones = range(len(_TONES))
    return [min(tones, key=lambda tone: abs(_TONES[tone] - level)) for level in range(256)]


@functools.cache
def palette(band: str = GREEN, card_color: str | None = None) -> bytes:
    """Return the colors of a picture, three bytes each: the tones of text, the colors of symbols,
    and that of the card, which is one of :data:`BANDS`, or None for no color.

    The color ``band`` takes the place of green, whatever its own lightness.
    """
    # Slow to import, while each build needs the colors of this module.
    from PIL import Image, ImageOps  # noqa: PLC0415

    row = Image.frombytes("L", (len(_TONES), 1), bytes(_TONES))
    # gives the middle tone exactly ``band``, and those beside it a color between
    text = ImageOps.colorize(row, INK, PAPER, band, _DARK, _LIGHT, _MIDDLE).tobytes()
    colors = (*SIGNS, *([BANDS[card_color]] if card_color else []))
    return text + bytes.fromhex("".join(color[1:] for color in colors))


@functools.cache
def nearest_index(color: bytes, band: str = GREEN) -> int:
    """Return the index of the color of the palette with ``band`` that is most like ``color`` (three
    bytes).
    """
    colors = palette(band)

    def distance(index: int) -> int:
        """Return the square of the distance of ``color`` to the color with this index."""
        pairs = zip(color, colors[3 * index : 3 * index + 3], strict=True)
        return sum((one - other) ** 2 for one, other in pairs)

    return min(range(len(colors) // 3), key=distance)


WIDTH, HEIGHT = 1200, 630
"""The size that chats and social networks expect
(https://developers.facebook.com/docs/sharing/webmasters/images).
"""
_LONGEST_ALT = 420
"""The most characters of an alternative text."""


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
    """The color of the card, as :func:`..pages.lists.band_color` names it; None if it is
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
    def facts_line(self) -> str:
        """The line below the name: the type line, and what a verdict displaces from the band."""
        displaced = (self.set_name, self.number) if self.verdict else ()
        return " · ".join(filter(None, (self.type_line, *displaced)))

    @property
    def alt(self) -> str:
        """The alternative text: what the picture says."""
        facts = (self.name, self.type_line, self.set_name, self.number, self.verdict)
        return alt_text(" · ".join(filter(None, facts)), self.quoted)


def alt_text(title: str, paragraphs: Iterable[str]) -> str:
    """Return the alternative text of a picture with this ``title`` and the ``paragraphs`` of a
    ruling.
    """
    return cut(": ".join(filter(None, (title, " ".join(paragraphs)))), _LONGEST_ALT)


Pictures = Mapping[str, Picture]
"""Pictures of pages by the URL of the page in the folder of a language."""


def describe_pictures(edition: Edition) -> dict[str, Picture]:
    """Return by its page the picture of every card that release notes have an entry for or show as
    an example, of every set and of every mechanic with rulings, and of the home page.

    Cards that have only published rulings are too many to have pictures. ``edition`` is that of the
    site's first language.
    """
    library, words = edition.library, edition.words
    return {
        addresses.HOME: Picture(
            path=addresses.page_picture(addresses.HOME),
            name=words["home_title"],
            set_name=words["rulings"],
            quoted=(words["home_lead"],),
        ),
        **{
            addresses.card_page(card.slug): _of_card(edition, card)
            for card in library.cards.values()
            if card.only_in is None and (card.notes or card.examples)
        },
        **{addresses.set_page(code): _of_set(edition, code) for code in library.released_sets},
        **{
            addresses.mechanic_page(mechanic.slug): _of_mechanic(edition, mechanic)
            for mechanic in library.mechanics.values()
            if mechanic.sections or mechanic.cards
        },
    }


def ruling_number(words: Words, note: Numbered) -> str:
    """Return the number of a ruling, in words: ``Ruling 3``; empty for a paragraph, whose number no
    reader sees.
    """
    if isinstance(note, Paragraph):
        return ""
    return words.say("share_one_ruling", number=note.number)


def picture_of_ruling(edition: Edition, note: Numbered, holder: Holder) -> Picture:
    """Return the picture of a ruling, note or paragraph in its own language.

    ``edition`` is that of this language if the site is offered in it; its words name the number.
    """
    library = edition.library
    # The name of the whole card, or the title of the section.
    names = library.cards[holder.card].names if holder.card else {note.lang: holder.section.title}  # type: ignore[union-attr]
    card = holder.entry.card if isinstance(holder, CardNotes) else None
    return Picture(
        path=addresses.ruling_picture(note.id, note.lang),
        name=_choose_name(names, note.lang),
        set_name=_choose_name(library.sets[holder.set_code].facts.names, note.lang),
        cost=_join_costs(card) if card else "",
        color=band_color(edition, card, note.lang, holder.card) if card else None,
        number=ruling_number(edition.words, note),
        address=addresses.short_page(note.id),
        verdict=_mark_of_verdict(edition, note),
        quoted=_list_paragraphs(note),
    )


def _of_set(edition: Edition, code: str) -> Picture:
    """Return the picture of a set. It has the day where cards have a type line, the number of its
    cards where they have the set.
    """
    line = set_line(edition, code)
    return Picture(
        path=addresses.page_picture(addresses.set_page(code)),
        name=_choose_name(edition.library.sets[code].facts.names, edition.lang),
        type_line=line["released"] or "",
        set_name=line["cards"],
        number=line["rulings"],
    )


def _of_mechanic(edition: Edition, mechanic: LibraryMechanic) -> Picture:
    """Return the picture of a mechanic, with our explanation of it if there is one. Where cards
    have the set, it says whose explanation it is, or that this is a mechanic.
    """
    words, explanation = edition.words, explain(edition, mechanic).text
    return Picture(
        path=addresses.page_picture(addresses.mechanic_page(mechanic.slug)),
        name=_choose_name(mechanic.names, edition.lang),
        type_line=words[f"kind_{mechanic.kind}"],
        set_name=words["ours"] if explanation else words["mechanic"],
        quoted=(explanation,) if explanation and _can_draw(explanation) else (),
    )


def _of_card(edition: Edition, card: LibraryCard) -> Picture:
    """Return the picture of a card in its first language, as the newest set prints it."""
    lang = choose_lang(holder.lang for holder in card.notes or card.examples)
    printed = next(block for block in card.prints() if block.lang == lang)
    rulings = next((entry.notes for entry in card.notes if entry.lang == lang), ())
    type_lines = [restore_dash(face.type_line) for face in printed.card.faces if face.type_line]
    return Picture(
        path=addresses.preview_picture(card.slug),
        name=_choose_name(card.names, lang),
        type_line=" // ".join(dict.fromkeys(type_lines)),
        set_name=_choose_name(edition.library.facts(printed.set_code).names, lang),
        cost=_join_costs(printed.card),
        color=band_color(edition, printed.card, lang, card.slug),
        number=edition.words_of(lang).count("rulings", len(rulings)) if rulings else "",
        verdict=_mark_of_verdict(edition, rulings[0]) if rulings else "",
        quoted=_list_paragraphs(rulings[0]) if rulings else (),
    )


def _mark_of_verdict(edition: Edition, note: Numbered) -> str:
    """Return what marks a ruling that is wrong today, with its year: ``No longer true · 2007``;
    empty for any other ruling.
    """
    marks = {lang: mark_wrong(edition.words_of(lang), note) for lang in (note.lang, "en")}
    verdict = _choose_name(marks, note.lang)
    year = edition.library.year(note.id.partition("/")[0])
    return f"{verdict} · {year}" if verdict and year else verdict


def _list_paragraphs(note: Numbered) -> tuple[str, ...]:
    """Return the paragraphs of a ruling; none if the fonts lack one of their characters."""
    texts = [note.text.plain(), *(f"• {item.plain()}" for item in note.items)]
    paragraphs = tuple(line for text in texts for line in text.split("\n") if line.strip())
    return paragraphs if all(map(_can_draw, paragraphs)) else ()


def _choose_name(names: Names, lang: str) -> str:
    """Return the name in ``lang``, or in another language if the fonts lack characters of it; else
    the name in ``lang``.
    """
    codes = (lang, "en", *sorted(names))
    choices = [in_language(names, code) for code in codes]
    return next((name for name in choices if _can_draw(name, is_name=True)), choices[0])


def _can_draw(text: str, *, is_name: bool = False) -> bool:
    """Return whether the font of names, or that of rulings, has all characters of ``text``."""
    # Slow to import. A site without an address has no picture.
    from .typesetting import SANS, SERIF, can_draw  # noqa: PLC0415

    return can_draw(SERIF if is_name else SANS, text)


def _join_costs(card: Card) -> str:
    """Return the mana costs of all faces that have one: ``{2}{W} // {U}``."""
    return " // ".join(face.mana_cost for face in card.faces if face.mana_cost)


def picture_digest(picture: Picture) -> str:
    """Return the digest of all that a picture is made from, but not of its path.

    A picture with the same digest need not be drawn again.
    """
    return digest(_digest_tools(), repr(replace(picture, path="")))


def draw(picture: Picture) -> bytes:
    """Return the content of the file of a picture, as PNG."""
    # Slow to import. Most builds draw no picture.
    from . import drawing  # noqa: PLC0415

    return drawing.to_png(picture)


@functools.cache
def _digest_tools() -> str:
    """Return the digest of all tools of a picture: these modules, the drawings of symbols, the
    fonts and the libraries.
    """
    from .typesetting import FONTS, SHEET, STYLES  # noqa: PLC0415 -- as above

    files = [*sorted(Path(__file__).parent.glob("*.py")), SHEET, STYLES, *FONTS]
    libraries = (f"{name} {metadata.version(name)}" for name in ("pillow", "resvg-py"))
    return digest(*libraries, *map(DISK.digest, files))
