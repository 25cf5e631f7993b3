"""The invented document that every shape holds: 10 cards with 24 rulings, and one section."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum, auto


@dataclass(frozen=True, kw_only=True)
class Face:
    """A face as it is printed; ``text`` has one ability or mode a paragraph."""

    name: str
    type_line: str
    cost: str = ""
    stats: str = ""
    text: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class Card:
    """The faces of a card, and its rulings."""

    faces: tuple[Face, ...]
    rulings: tuple[str, ...]


class Part(Enum):
    """The parts that a document is printed of."""

    TITLE = auto()
    PLAIN = auto()
    HEADING = auto()
    """A heading above many entries."""
    SECTION = auto()
    """The title of one section."""
    NAME = auto()
    COST = auto()
    TYPE = auto()
    STATS = auto()
    ABILITY = auto()
    MODE = auto()
    TURN = auto()
    """The line between two faces."""
    RULING = auto()


@dataclass(frozen=True)
class Printed:
    """One printed paragraph; ``entry`` says that a section or a card begins with it."""

    part: Part
    text: str
    entry: bool = False


TITLE = "Lanterns of Aldermoor Release Notes"
HEAD = ("Compiled by Ada Fenn", "Document last modified May 4, 2026")
LEAD = (
    "These notes collect what players have asked about the new cards. They begin with the parts"
    " that concern the whole set, and the cards follow in the order of the alphabet."
)
SECTION = "New Mechanic: Relume"
INTRODUCTION = (
    "Relume is an ability that brings a creature back once, as long as somebody pays for the oil."
    " The card stays in exile until then, and nothing else can take it from there."
)
NOTES = (
    (
        "The creature that returns is a new object. It remembers nothing of the time before,"
        " neither its counters nor its Auras."
    ),
    "You may choose not to pay the relume cost. If you do, the card remains exiled.",
)
CARDS = (
    Card(
        faces=(
            Face(
                name="Ashen Courier",
                cost="{2}{R}",
                type_line="Creature — Goblin Scout",
                stats="2/2",
                text=(
                    "Haste",
                    (
                        "Whenever Ashen Courier attacks, it gets +1/+0 until end of turn for each"
                        " other attacking creature you control."
                    ),
                ),
            ),
        ),
        rulings=(
            (
                "Count the number of other attacking creatures as the ability resolves to determine"
                " the bonus. It won't change later in the turn, even if one of those creatures"
                " leaves combat."
            ),
            "If Ashen Courier leaves the battlefield before its ability resolves, nothing happens.",
        ),
    ),
    Card(
        faces=(
            Face(
                name="Double-Edged Oar",
                cost="{2}",
                type_line="Artifact — Equipment",
                text=(
                    "Equipped creature gets +2/+0.",
                    "{1}, {T}: Tap target creature without flying.",
                    "Equip {1}",
                ),
            ),
        ),
        rulings=(
            (
                "The Oar's controller activates its ability, even if another player controls the"
                " equipped creature."
            ),
            (
                "If a double-faced permanent is equipped and then transforms, Double-Edged Oar"
                " stays attached to it."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Fen Archivist",
                cost="{1}{U}",
                type_line="Creature — Human Wizard",
                stats="1/3",
                text=(
                    (
                        "When Fen Archivist enters the battlefield, look at the four topmost cards"
                        " of your library. Keep one of them in your hand. The others go to the"
                        " bottom of your library."
                    ),
                    "{2}{U}: Fen Archivist can't be blocked this turn.",
                ),
            ),
        ),
        rulings=(
            (
                "If there are fewer than three cards in your library, you'll look at all of them."
                " You won't lose the game for that."
            ),
            (
                "Activating the last ability after blockers have been declared won't cause Fen"
                " Archivist to become unblocked."
            ),
            (
                "Your opponents can't see the cards, neither the one that you keep nor those that"
                " you don't."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Kindle",
                cost="{R}",
                type_line="Instant",
                text=("Kindle deals 2 damage to any target.",),
            ),
            Face(
                name="Quench",
                cost="{1}{U}",
                type_line="Instant",
                text=("Counter target spell unless its controller pays {2}.",),
            ),
        ),
        rulings=(
            (
                "If an effect allows you to cast a spell with certain qualities, consider only the"
                " half that you're casting."
            ),
            (
                "While it's not on the stack, the mana value of Kindle // Quench is 3. In the"
                " graveyard it has both names."
            ),
            (
                "You can't choose to cast both halves. An effect that copies one half won't copy"
                " the other."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Mantle of Wet Leaves",
                cost="{1}{G}",
                type_line="Enchantment — Aura",
                text=("Enchant creature", "Enchanted creature gets +1/+2 and has reach."),
            ),
        ),
        rulings=(
            (
                "If the enchanted creature stops being a creature, Mantle of Wet Leaves is put into"
                " its owner's graveyard."
            ),
            (
                "Reach matters as blockers are declared. Losing it later in the same combat won't"
                " undo the block."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Mirela, Voice of the Reeds",
                cost="{2}{G}{G}",
                type_line="Legendary Planeswalker — Mirela",
                stats="4",
                text=(
                    "+1: Create a 1/1 green Plant creature token.",
                    "−2: Put a +1/+1 counter on each creature you control.",
                    "−7: You get an emblem with “Whenever you cast a creature spell, draw a card.”",
                ),
            ),
        ),
        rulings=(
            "Only creatures that you control as the second ability resolves will get a counter.",
            (
                "The emblem's ability triggers even if the creature leaves the battlefield before"
                " you draw."
            ),
            (
                "If a token enters the battlefield together with another creature, the emblem's"
                " ability triggers twice."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Sunken Causeway",
                type_line="Land",
                text=("Sunken Causeway enters the battlefield tapped.", "{T}: Add {G} or {U}."),
            ),
        ),
        rulings=(
            (
                "Sunken Causeway isn't a basic land, and it has no basic land types. Effects that"
                " look for a Forest won't find it."
            ),
            "If an effect puts it onto the battlefield, it's still tapped.",
        ),
    ),
    Card(
        faces=(
            Face(
                name="The Drowning of Aldermoor",
                cost="{3}{U}",
                type_line="Enchantment — Saga",
                text=(
                    (
                        "(Add a lore counter as it comes in, and on each of your turns. Sacrifice"
                        " after III.)"
                    ),
                    "I — Tap all creatures your opponents control.",
                    "II — Draw two cards.",
                    "III — Return target nonland permanent to its owner's hand.",
                ),
            ),
        ),
        rulings=(
            (
                "Tapping an attacking creature won't remove it from combat. It will still deal its"
                " damage."
            ),
            (
                "If the target has become illegal as the final chapter ability tries to resolve,"
                " the ability won't resolve at all."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Tidewright's Bargain",
                cost="{1}{B}",
                type_line="Sorcery",
                text=(
                    "Choose one —",
                    "• Target player discards two cards.",
                    "• Return target creature card from your graveyard to your hand.",
                ),
            ),
        ),
        rulings=(
            (
                "You choose the mode as you cast the spell. You can't change it later, even if its"
                " target has become illegal."
            ),
            (
                "If you choose the first mode and the player has one card in hand, they discard"
                " that card."
            ),
        ),
    ),
    Card(
        faces=(
            Face(
                name="Warden of the Ninth Lantern",
                cost="{3}{W}{W}",
                type_line="Legendary Creature — Human Cleric",
                stats="3/4",
                text=(
                    "Vigilance, lifelink",
                    (
                        "Whenever another creature you control dies, exile it with an oil counter"
                        " on it. It gains relume {2}{W}."
                    ),
                ),
            ),
        ),
        rulings=(
            (
                "If Warden of the Ninth Lantern dies at the same time as another creature, its"
                " ability triggers for that creature."
            ),
            (
                "The relume cost is paid by the owner of the exiled card, who isn't always the"
                " player that controlled it."
            ),
            "A token is exiled too, but it will cease to exist there. It can't come back.",
        ),
    ),
)


def printed() -> Iterator[Printed]:
    """Yield the whole document, paragraph by paragraph."""
    yield Printed(Part.TITLE, TITLE, entry=True)
    yield from (Printed(Part.PLAIN, line) for line in (*HEAD, LEAD))
    yield Printed(Part.HEADING, "GENERAL NOTES", entry=True)
    yield Printed(Part.SECTION, SECTION, entry=True)
    yield Printed(Part.PLAIN, INTRODUCTION)
    yield from (Printed(Part.RULING, note) for note in NOTES)
    yield Printed(Part.HEADING, "LANTERNS OF ALDERMOOR CARD-SPECIFIC NOTES", entry=True)
    for card in CARDS:
        yield from printed_card(card)


def printed_card(card: Card) -> Iterator[Printed]:
    """Yield the paragraphs of a card."""
    for at, face in enumerate(card.faces):
        if at:
            yield Printed(Part.TURN, "//")
        yield Printed(Part.NAME, face.name, entry=not at)
        if face.cost:
            yield Printed(Part.COST, face.cost)
        yield Printed(Part.TYPE, face.type_line)
        if face.stats:
            yield Printed(Part.STATS, face.stats)
        yield from (
            Printed(Part.MODE if text.startswith("•") else Part.ABILITY, text) for text in face.text
        )
    yield from (Printed(Part.RULING, ruling) for ruling in card.rulings)
