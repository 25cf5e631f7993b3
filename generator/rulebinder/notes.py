"""The contents of one document: release notes as they were read, before they are joined with
others.

Every value is frozen, keeps the order of the document and the place it was read from. Names are
the field's own (Scryfall, the Comprehensive Rules). Texts are :class:`~rulebinder.text.Text`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from .problems import Place
from .text import Text

SET_CODE = "[a-z0-9]{2,6}"
"""The form of a set code."""
SET_OR_DAY = f"(?:{SET_CODE}|[0-9]{{4}}-[0-9][0-9]-[0-9][0-9])"
"""The form of a set code, or of a day: rulings that belong to no set have the day on which they
were published in place of the code.
"""
RULINGS = "rulings"
"""The kind of a document that has the published rulings of one day."""
HISTORY = "history"
"""The folder of earlier words, in the folder of release notes. It has no documents."""
STAMP = re.compile(r"MTG(?<![A-Z]MTG)([A-Z0-9]{3,4})(?=_)")
"""The code in a collector line, or in the name of a file that the page offers:
``0029_MTGMH3_Main``.
"""
_CODE_IN_HEADING = re.compile(r"\((?=[A-Z]*\d)([A-Z0-9]{3,5})\)")
"""A set code in the heading of a part, which has a digit: ``(MH3)``. Without one, it may be any
word in capitals.
"""


def is_day(set_code: str) -> bool:
    """Return whether a set code is the day of published rulings, which belong to no set."""
    return "-" in set_code


@dataclass(frozen=True, kw_only=True)
class Face:
    """One face, or half, of a card as the document prints it."""

    name: str
    type_line: str
    mana_cost: str | None = None
    """Symbols in braces, or None if the face has no cost (a land, a back face)."""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    defense: str | None = None
    rules_text: tuple[Text, ...] = ()
    """The abilities, one Text a paragraph, reminder text included."""
    printed_name: str | None = None
    """The name as the document prints it, if it was corrected."""


@dataclass(frozen=True)
class Card:
    """A card's block, shown in full: all its faces, and the text that is printed once for all of
    them.
    """

    faces: tuple[Face, ...]
    layout: str = "normal"
    """Scryfall's word: normal, split, transform, modal_dfc, adventure, saga, class …"""
    shared_rules_text: tuple[Text, ...] = ()
    divider: str | None = None
    """The words printed between the faces, if they are more than ``//``: ``Turn Over``."""
    picture: str | None = None
    """The description of the picture printed before the card, if there is one."""
    remark: str | None = None
    """The words of its head that are none of the above: ``(Planeswalker Deck only)``, ``Color
    indicator: Red``.
    """
    oracle_id: str | None = None
    """Scryfall's id of the card, if the document has it."""
    place: Place = Place("")

    @property
    def name(self) -> str:
        """The names of the faces, joined as the field writes them: ``Dead // Gone``."""
        return " // ".join(face.name for face in self.faces)

    @property
    def rules_texts(self) -> tuple[Text, ...]:
        """The rules text of its faces, then what is printed once for all of them."""
        return (*(text for face in self.faces for text in face.rules_text), *self.shared_rules_text)

    @property
    def both_names(self) -> tuple[str, str]:
        """Its correct name, then the printed one; they differ only if a correction names it."""
        return self.name, " // ".join(face.printed_name or face.name for face in self.faces)


@dataclass(frozen=True)
class Ruling:
    """One ruling or note: its text, and the entries of a list nested in it."""

    text: Text
    items: tuple[Text, ...] = ()
    place: Place = Place("")
    source: str | None = None
    """Who says so, as Scryfall calls it (``scryfall``); None if it is the publisher."""

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its text, then the items of its list."""
        return (self.text, *self.items)


@dataclass(frozen=True)
class Rule:
    """A Comprehensive Rule that the document quotes, by its number of that time: ``702.100a``."""

    number: str
    text: Text
    place: Place = Place("")


@dataclass(frozen=True)
class Introduction:
    """A paragraph that introduces a section, or a further example in one."""

    text: Text
    place: Place = Place("")

    @property
    def texts(self) -> tuple[Text, ...]:
        """Its only text; see :attr:`Ruling.texts`."""
        return (self.text,)


@dataclass(frozen=True)
class Unread:
    """A paragraph that no rule understood, kept in its place."""

    text: Text
    place: Place = Place("")


Block = Introduction | Card | Rule | Ruling | Unread


@dataclass(frozen=True, kw_only=True)
class _Body:
    """Blocks in the document's own order."""

    body: tuple[Block, ...] = ()

    @property
    def rulings(self) -> tuple[Ruling, ...]:
        """The rulings and notes, in order."""
        return tuple(block for block in self.body if isinstance(block, Ruling))


@dataclass(frozen=True, kw_only=True)
class Section(_Body):
    """A section of the general notes."""

    title: str
    kind: str
    place: Place = Place("")

    @property
    def introduction(self) -> tuple[Text, ...]:
        """The paragraphs that lead in, in order."""
        return tuple(block.text for block in self.body if isinstance(block, Introduction))

    @property
    def examples(self) -> tuple[Card, ...]:
        """The cards that the section shows in full."""
        return tuple(block for block in self.body if isinstance(block, Card))


@dataclass(frozen=True, kw_only=True)
class CardEntry(_Body):
    """A card-specific note: the card, then its rulings and quoted rules in order."""

    card: Card
    part: str = ""
    """The heading of its part, as printed; empty if there is none."""
    body: tuple[Introduction | Rule | Ruling | Unread, ...] = ()
    label: str | None = None
    """The collector line's own label, if the document has one: ``0029_MTGMH3_Main``."""

    def code(self, set_code: str, further: Sequence[str]) -> str:
        """Return the set code of the card: that in its label, or else the only one in the heading
        of its part, or else ``set_code``, that of the document.

        ``further`` are the other codes that the document covers.
        """
        label = self.label or ""
        label_words = label.split("_")
        codes = [
            code for code in further if any(word.startswith(code.upper()) for word in label_words)
        ]
        codes += map(str.lower, STAMP.findall(label))
        if codes:
            return codes[0]
        heading_words = re.findall(r"\w+", self.part)
        in_heading = {code for code in (set_code, *further) if code.upper() in heading_words}
        in_heading |= {code.lower() for code in _CODE_IN_HEADING.findall(self.part)}
        return in_heading.pop() if len(in_heading) == 1 else set_code

    @property
    def place(self) -> Place:
        """The line at which the entry starts."""
        return self.card.place


@dataclass(frozen=True, kw_only=True)
class Source:
    """The file that was read: its name without folders, the hash of its bytes, its dialect."""

    name: str
    sha256: str
    dialect: str


@dataclass(frozen=True, kw_only=True)
class Replacement:
    """A misprint: the printed word, the correct one, and the reason.

    The notes keep the printed word.
    """

    printed: str
    correct: str
    reason: str
    entry: str | None = None
    """The card's or section's printed name, if it applies to that one only; None for the whole
    document.
    """
    place: Place = Place("")


@dataclass(frozen=True, kw_only=True)
class ReleaseNotes:
    """Everything that one document says, or several documents of one set and language that were
    merged.
    """

    set_code: str
    lang: str
    """BCP 47: ``en``, ``pt-BR``."""
    title: str
    kind: str
    """``release-notes``, ``faq``, or ``rulings``: those that were published on one day, which is
    then the set code.
    """
    source: Source
    compiled_by: tuple[str, ...] = ()
    contributors: tuple[str, ...] = ()
    last_modified: str | None = None
    """``YYYY-MM-DD``, or None if the document prints none."""
    preamble: tuple[Text, ...] = ()
    general_heading: str = ""
    """The heading over the general notes, as printed."""
    sections: tuple[Section, ...] = ()
    cards: tuple[CardEntry, ...] = ()
    footer: tuple[Text, ...] = ()
    corrections: tuple[Replacement, ...] = ()
    """The misprints that were corrected in the open; the texts above are as printed."""
    place: Place = Place("")
    merged: tuple[ReleaseNotes, ...] = ()
    """The documents that it was merged from, without their texts, the original first; empty if it
    is a single document.
    """

    @property
    def key(self) -> tuple[str, str]:
        """The set and the language. The documents of a library that share both are merged."""
        return (self.set_code, self.lang)

    @property
    def documents(self) -> tuple[ReleaseNotes, ...]:
        """The documents that it was merged from, without their texts; itself if it is a single
        document.
        """
        return self.merged or (self,)

    def without_texts(self) -> ReleaseNotes:
        """Return the document with only what says which one it is: set, title, source, authors."""
        return replace(self, preamble=(), sections=(), cards=(), footer=(), corrections=())

    def document_at(self, place: Place) -> ReleaseNotes:
        """Return the one of :attr:`documents` with ``place`` in its file; itself if there is
        none.
        """
        in_file = (document for document in self.documents if document.place.path == place.path)
        return next(in_file, self)

    def blocks(self) -> Iterator[Block]:
        """Yield the blocks of all sections, then those of all entries."""
        for section in self.sections:
            yield from section.body
        for entry in self.cards:
            yield from entry.body

    def texts(self) -> Iterator[Text]:
        """Yield every text of the document except the cards' own rules text and the items of lists
        in rulings.
        """
        yield from self.preamble
        yield from (block.text for block in self.blocks() if not isinstance(block, Card))
        yield from self.footer
