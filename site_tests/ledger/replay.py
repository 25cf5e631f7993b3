"""Edits a document at random, imports it after each edit, and follows the history of its ids."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from rulebinder.facts.content import load_content
from rulebinder.joining import gone, persistence
from rulebinder.library import Library, Numbered, Paragraph
from rulebinder.reading import inputs, saved_notes
from rulebinder.site.model import Site
from site_tests.outputs import shorts
from site_tests.robustness import documents

COMMON = [
    "the",
    "of",
    "a",
    "to",
    "and",
    "if",
    "you",
    "card",
    "that",
    "it",
    "is",
    "can't",
    "spell",
    "an",
    "player",
    "this",
    "turn",
]
RARE = [
    f"{one}{two}"
    for one in ["ba", "den", "fir", "gol", "hum", "jav", "kes", "lir"]
    for two in ["ra", "sel", "tin", "vo"]
]
EDITS = ["insert", "delete", "move", "reword", "reword", "reword", "split", "merge", "rename"]
CODE = "hol"


@dataclass(frozen=True)
class Said:
    """A ruling or paragraph: its text, and a name that only the replay knows."""

    name: str
    text: str
    origins: tuple[str, ...] = ()
    """The names of the rulings that it was split or merged from."""


@dataclass
class Holder:
    """A card or a section with its lists: a card's rulings, or a section's paragraphs and notes."""

    title: str
    lists: list[list[Said]]
    is_section: bool = False


@dataclass
class Outcome:
    """The faults, and how often a reworded ruling kept its id."""

    moved: list[str] = field(default_factory=list)
    """Ids that changed their meaning."""
    silent: list[str] = field(default_factory=list)
    """Ids that lost their address."""
    changed: int = 0
    """How often a second import of the same document changed the ledger."""
    reworded: list[bool] = field(default_factory=list)

    @property
    def kept(self) -> float:
        """The share of reworded rulings that kept their ids."""
        return sum(self.reworded) / max(len(self.reworded), 1)


class Replay:
    """One document, its folder, and all ids it has ever had."""

    def __init__(self, seed: int, folder: Path) -> None:
        self.pick = random.Random(seed)
        self.made = 0
        self.holders = [
            Holder(f"Bell of {name.title()}", [self.several(1, 5)]) for name in RARE[:16:4]
        ]
        self.holders += [Holder("Card Legality", [self.several(2, 3)], is_section=True)]
        self.holders += [
            Holder(
                "New Mechanic: Glimmer", [self.several(1, 2), self.several(2, 4)], is_section=True
            )
        ]
        self.content = documents.content(folder / "content")
        self.known, _ = load_content(self.content)
        self.raw = documents.fill(folder / "raw", {}) / f"{CODE}.en.md"
        self.notes = folder / "notes"
        self.day = date(2026, 5, 4)
        self.outcome = Outcome()
        self.owners: dict[str, Said] = {}
        self.ids: dict[str, str] = {}
        self.library = self.imported()
        self.look(None)

    def run(self, edits: int) -> Outcome:
        """Edit and import this many times.

        At the end, every id that ever existed must have its pages.
        """
        for at in range(edits):
            self.day += timedelta(days=1)
            reworded = self.edit()
            self.library = self.imported()
            self.look(reworded)
            if at % 50 == 0:
                self.import_again()
        pages = shorts(Site(library=self.library, languages=self.known.languages))
        self.outcome.silent += [
            each
            for each in self.owners
            for folder in ("", "en/")
            if f"{folder}r/{each}/index.html" not in pages
        ]
        return self.outcome

    def imported(self) -> Library:
        """Import: read, save, and number the documents that are then in the folder."""
        self.raw.write_text("\n".join(self.printed()), "utf-8")
        read, problems = inputs.read_document(self.raw, self.known)
        assert read is not None, problems
        assert saved_notes.save(read, self.raw, saved_notes.structured_path(read, self.notes)).saved
        found, _ = inputs.read_folder(self.notes, self.known, lambda *_: None)
        library, problems = persistence.keep(
            found.documents, self.known, persistence.Folders(content=self.content), {CODE}
        )
        assert problems == []
        return library

    def import_again(self) -> None:
        """Import the same document again, and count a change of the ledger as a fault."""
        path = self.content / "ledger" / f"{CODE}.yml"
        before = path.read_bytes()
        self.imported()
        self.outcome.changed += path.read_bytes() != before

    def look(self, reworded: str | None) -> None:
        """Compare the ids with those before the edit."""
        now = dict(self.given())
        for each, note_id in now.items():
            owner = self.owners.setdefault(note_id, each)
            if owner.name != each.name and owner.name not in each.origins:
                self.outcome.moved.append(note_id)
            self.owners[note_id] = each
            if each.name != reworded and self.ids.get(each.name, note_id) != note_id:
                self.outcome.moved.append(note_id)
        if reworded is not None:
            self.outcome.reworded += [
                self.ids[reworded] == note_id
                for each, note_id in now.items()
                if each.name == reworded
            ]
        self.ids = {each.name: note_id for each, note_id in now.items()}
        living = {
            *gone.find_versions(self.library),
            *(each.id for each in gone.find_gone(self.library)),
        }
        self.outcome.silent += sorted(self.owners.keys() - living)

    def given(self) -> Iterator[tuple[Said, str]]:
        """Return the id of each ruling and paragraph.

        Fail if a text was not read as it was written.
        """
        document = self.library.sets[CODE].documents["en"]
        sections = {each.section.title: each for each in document.sections}
        cards = {each.entry.card.name: each for each in document.cards}
        for holder in self.holders:
            if holder.is_section:
                section = sections[holder.title]
                paragraphs = [each for each in section.numbered if isinstance(each, Paragraph)]
                read: list[Sequence[Numbered]] = [paragraphs, section.notes]
            else:
                read = [cards[holder.title].notes]
            for said, notes in zip(holder.lists, read, strict=False):
                for each, note in zip(said, notes, strict=True):
                    assert note.text.plain() == each.text
                    yield each, note.id

    def printed(self) -> Iterator[str]:
        """Return the document after all edits."""
        head, _, _ = documents.HEAD.partition("Card Legality")
        yield head.replace("May 4, 2026", f"{self.day:%B} {self.day.day}, {self.day.year}")
        for holder in self.holders:
            if holder.is_section:
                paragraphs, *notes = holder.lists
                yield "\n\n".join([holder.title, *(each.text for each in paragraphs)]) + "\n"
                yield "".join(f"- {each.text}\n" for said in notes for each in said)
        yield "CARD-SPECIFIC NOTES\n"
        for holder in self.holders:
            if not holder.is_section:
                yield documents.card(holder.title, *(each.text for each in holder.lists[0]))

    def edit(self) -> str | None:
        """Make one random edit, and return the name of the reworded ruling, if there is one."""
        holder = self.pick.choice(self.holders)
        said = self.pick.choice(holder.lists)
        at = self.pick.randrange(len(said))
        words = said[at].text.removesuffix(".").split()
        match self.pick.choice(EDITS):
            case "insert":
                said.insert(at, self.new())
            case "delete" if len(said) > 1:
                del said[at]
            case "move":
                said.insert(self.pick.randint(0, len(said) - 1), said.pop(at))
            case "reword":
                for place in self.pick.sample(
                    range(len(words)), self.pick.randint(1, max(1, len(words) // 3))
                ):
                    words[place] = self.pick.choice(RARE)
                said[at] = Said(said[at].name, sentence(words), said[at].origins)
                return said[at].name
            case "split" if len(words) > 24:
                half = len(words) // 2
                said[at : at + 1] = [
                    self.new(part, said[at]) for part in (words[:half], words[half:])
                ]
            case "merge" if at + 1 < len(said):
                one, other = said[at], said[at + 1]
                said[at : at + 2] = [
                    self.new(f"{one.text} {other.text}".removesuffix(".").split(), one, other)
                ]
            case "rename" if not holder.is_section:
                holder.title = f"{holder.title.split(',')[0]}, {self.pick.choice(RARE).title()}"
        return None

    def several(self, least: int, most: int) -> list[Said]:
        """Return a list of new texts."""
        return [self.new() for _ in range(self.pick.randint(least, most))]

    def new(self, words: Sequence[str] = (), *origins: Said) -> Said:
        """Return a text with a name of its own, made of these words or of new ones."""
        self.made += 1
        pick = self.pick
        words = words or [
            pick.choice(COMMON if pick.random() < 0.55 else RARE)
            for _ in range(pick.randint(12, 50))
        ]
        before = tuple(name for each in origins for name in (each.name, *each.origins))
        return Said(f"text-{self.made}", sentence(words), before)


def sentence(words: Sequence[str]) -> str:
    """Join the words, with a capital and a full stop."""
    text = " ".join(words)
    return f"{text[0].upper()}{text[1:]}."
