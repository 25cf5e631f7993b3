"""A document that is edited at random: after each edit, no id means another text, and each has its
address.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from rulebinder.joining import gone
from rulebinder.notes import ReleaseNotes
from site_tests.builders import entry, introduction, joined, notes, section
from site_tests.ledger.conftest import RARE
from site_tests.outputs import shorts, site_of

COMMON = ("the", "of", "a", "to", "if", "you", "that", "it", "is", "can't", "spell", "turn")
EDITS = ("insert", "delete", "move", "reword", "reword", "reword", "split", "merge", "rename")


@dataclass(eq=False)
class Item:
    """A ruling or a paragraph: it stays the same one when it is reworded."""

    text: str
    origins: "tuple[Item, ...]" = ()
    """Those that it was split or merged from."""


@dataclass
class Holder:
    """A card with its rulings, or a section with its paragraphs and rulings."""

    title: str
    rulings: list[Item]
    paragraphs: list[Item] = field(default_factory=list)


class Editor:
    """Somebody who edits a document at random."""

    def __init__(self, seed: int) -> None:
        self.pick = random.Random(seed)
        self.day = date(2026, 5, 4)
        self.cards = [Holder(f"Bell of {name.title()}", self.several(1, 5)) for name in RARE[:16:4]]
        self.sections = [
            Holder("Card Legality", [], self.several(2, 3)),
            Holder("New Mechanic: Glimmer", self.several(2, 4), self.several(1, 2)),
        ]

    def several(self, least: int, most: int) -> list[Item]:
        """Return new items."""
        return [self.new() for _ in range(self.pick.randint(least, most))]

    def new(self, words: Sequence[str] = (), *origins: Item) -> Item:
        """Return an item that is made of these words, or of new ones."""
        pick = self.pick
        words = words or [
            pick.choice(COMMON if pick.random() < 0.55 else RARE)
            for _ in range(pick.randint(12, 50))
        ]
        return Item(
            sentence(words), tuple(origin for one in origins for origin in (one, *one.origins))
        )

    def document(self) -> ReleaseNotes:
        """Return the document after all edits."""
        return notes(
            *(entry(card.title, *texts(card.rulings)) for card in self.cards),
            sections=[
                section(
                    holder.title,
                    *map(introduction, texts(holder.paragraphs)),
                    *texts(holder.rulings),
                )
                for holder in self.sections
            ],
            last_modified=f"{self.day}",
        )

    def items(self) -> list[Item]:
        """Return all items, in the order of the document."""
        holders = (*self.sections, *self.cards)
        return [item for holder in holders for item in (*holder.paragraphs, *holder.rulings)]

    def edit(self) -> Item | None:
        """Make one edit a day later, and return the item that it rewords, if any."""
        self.day += timedelta(days=1)
        holder = self.pick.choice((*self.cards, *self.sections))
        items = self.pick.choice([some for some in (holder.rulings, holder.paragraphs) if some])
        at = self.pick.randrange(len(items))
        words = items[at].text.removesuffix(".").split()
        match self.pick.choice(EDITS):
            case "insert":
                items.insert(at, self.new())
            case "delete" if len(items) > 1:
                del items[at]
            case "move":
                items.insert(self.pick.randint(0, len(items) - 1), items.pop(at))
            case "reword":
                count = self.pick.randint(1, max(1, len(words) // 3))
                for place in self.pick.sample(range(len(words)), count):
                    words[place] = self.pick.choice(RARE)
                items[at].text = sentence(words)
                return items[at]
            case "split" if len(words) > 24:
                half = len(words) // 2
                items[at : at + 1] = [
                    self.new(part, items[at]) for part in (words[:half], words[half:])
                ]
            case "merge" if at + 1 < len(items):
                both = items[at : at + 2]
                items[at : at + 2] = [self.new(" ".join(texts(both)).rstrip(".").split(), *both)]
            case "rename" if not holder.paragraphs:
                holder.title = f"{holder.title.split(',')[0]}, {self.pick.choice(RARE).title()}"
        return None


def texts(items: Sequence[Item]) -> list[str]:
    return [item.text for item in items]


def sentence(words: Sequence[str]) -> str:
    """Join the words, with a capital and a full stop."""
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."


def test_150_random_edits_move_no_id_and_lose_no_address():
    editor = Editor(1)
    library = joined(editor.document())
    owners: dict[str, Item] = {}
    ids: dict[Item, str] = {}
    is_kept: list[bool] = []
    for _ in range(150):
        reworded = editor.edit()
        library = joined(editor.document(), ledgers=library.ledgers)
        versions = gone.list_versions(library.sets["lom"].documents["en"])
        before, ids = ids, {}
        for item, version in zip(editor.items(), versions, strict=True):
            note = version.note
            assert note.text.plain() == item.text
            owner = owners.get(note.id, item)
            assert owner is item or owner in item.origins
            if item is reworded:
                is_kept.append(before.get(item) == note.id)
            else:
                assert before.get(item, note.id) == note.id
            owners[note.id], ids[item] = item, note.id
        assert owners.keys() <= {
            *gone.find_versions(library),
            *(ruling.id for ruling in gone.find_gone(library)),
        }
    assert len(is_kept) > 40
    assert sum(is_kept) >= 0.97 * len(is_kept)
    pages = shorts(site_of(library))
    assert [note_id for note_id in owners if f"r/{note_id}/index.html" not in pages] == []
    assert [note_id for note_id in owners if f"en/r/{note_id}/index.html" not in pages] == []
