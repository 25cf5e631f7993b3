"""A year of an owner, from the first build to a lost ledger: each address that was ever published
still says what it meant.
"""

import os
import re
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest
from selectolax.lexbor import LexborHTMLParser

from rulebinder.publishing import unchanged
from site_tests.publishing.conftest import choose
from site_tests.robustness.documents import card, document, fill, run
from site_tests.sites import read_json

FLOWER = "It flowers before any lantern is lit, whoever planted the orchard."
RIPE = "Its apples ripen during your upkeep, and a player may still not eat them."
ROOTS = "Roots that were tapped for mana stay tapped while the tree is turned face down."
GRAFT = "Grafting is a special action that doesn't use the stack."
LADDER = "A ladder may lean against it during any player's turn, and it stays there."
BELL = "The bell rings once for each goat that crossed the bridge this turn (see rule 702.9)."
ECHO = "An echo copies only the last sound that its controller made."


"""Each begins with words of its own, by which a page shows which ruling it has."""
MARKS = {
    FLOWER: "flowers",
    RIPE: "ripen",
    ROOTS: "Roots",
    GRAFT: "Grafting",
    BELL: "goat",
    LADDER: "ladder",
    ECHO: "echo",
}
ANCHOR = re.compile(r'\bid="((?:(?:hol|qua)\b|section-|ruling-|card-)[^"]*)"')
"""The anchors of rulings, sections and cards on pages."""
GONE = ("no longer have", "removed from this site", "se retiraron de este sitio")
QUARRY = (
    document(card("Echo Stone", ECHO))
    .replace("Hollow Orchard", "Quarry of Echoes")
    .replace("HOL", "QUA")
)
SPANISH = """\
Notas de publicación de *Hollow Orchard*

Última modificación del documento: 4 de mayo de 2026

NOTAS ESPECÍFICAS DE CARTAS

Guardián de los manzanos
{1}{G}
Criatura — Pueblo arbóreo
2/3
- Injertar es una acción especial que no usa la pila.
- Sus manzanas maduran durante cada mantenimiento, y un jugador sigue sin poder comerlas.
- Florece antes de que se encienda ningún farol, sea de quien sea el huerto.
- Se le puede apoyar una escalera en el turno de cualquier jugador, y ahí se queda.
"""


class Owner:
    """An owner's folder, and all that was ever published from it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.pages: set[str] = set()
        self.anchors: set[tuple[str, str]] = set()
        self.meant: dict[str, str] = {}
        """The first word by which the ruling of each id was known."""
        self.news: dict[str, tuple[str, str]] = {}
        """The day and the kind of each entry that a feed ever had, by its id."""

    def write(self, name: str, text: str) -> None:
        fill(self.folder / "notes", {name: text})

    def publish(self, *options: str, day: str = "2027-01-01") -> Path:
        """Build on this day, and check every address and every entry of a feed that was published
        before.

        Return the site.
        """
        os.environ["SOURCE_DATE_EPOCH"] = (
            f"{datetime.fromisoformat(f'{day}T12:00Z').timestamp():.0f}"
        )
        result = run("site", *options)
        assert result.exit_code == 0, result.output
        site = self.folder / "site"
        self._keeps_every_entry(site)
        self._keeps_every_address(site)
        self._keeps_every_ruling(site)
        self.pages |= set(_pages(site))
        self.anchors |= set(_anchors(site))
        return site

    def _keeps_every_address(self, site: Path) -> None:
        assert not self.pages - set(_pages(site))
        assert not {
            each for each in self.anchors - set(_anchors(site)) if not _moved(site / each[0])
        }

    def _keeps_every_entry(self, site: Path) -> None:
        for feed in site.rglob("feed.json"):
            for each in read_json(feed)["items"]:
                said = each["date_published"].removesuffix("T00:00:00Z"), each["tags"][0]
                assert self.news.setdefault(each["id"], said) == said

    def told(self, day: str, page: str = "en/sets") -> list[tuple[str, str]]:
        """Return what the feeds told of a page for the first time on this day: the end of each id,
        and the kind of the entry.
        """
        beginning = f"tag:example.org,2026-05-10:{page}/"
        assert all(each.startswith("tag:example.org,2026-05-10:") for each in self.news)
        found = {each: kind for each, (told, kind) in self.news.items() if told == day}
        return sorted(
            (each.removeprefix(beginning), kind)
            for each, kind in found.items()
            if each.startswith(beginning)
        )

    def _keeps_every_ruling(self, site: Path) -> None:
        index = read_json(site / "r/index.json")
        assert self.meant.keys() <= index.keys()
        for note_id, each in index.items():
            shown = _text(site / each["address"])
            mark = next((mark for mark in MARKS.values() if mark in shown), None)
            if each["retired"]:
                assert "was removed on" in shown
            elif mark is not None:
                assert self.meant.setdefault(note_id, mark) == mark


def _pages(site: Path) -> Iterator[str]:
    return (path.parent.relative_to(site).as_posix() for path in site.rglob("index.html"))


def _anchors(site: Path) -> Iterator[tuple[str, str]]:
    pages = (
        page for page in _pages(site) if not page.endswith("/audit")
    )  # it lists the documents of today
    return ((page, anchor) for page in pages for anchor in ANCHOR.findall(_source(site / page)))


def _source(page: Path) -> str:
    return (page / "index.html").read_text("utf-8")


def _moved(page: Path) -> bool:
    """Return whether a page leads to another one, or says that its card or its set is gone."""
    return "data-keep" in _source(page) or any(words in _text(page) for words in GONE)


def _text(page: Path) -> str:
    body = LexborHTMLParser(_source(page)).body
    assert body is not None
    return body.text()


@pytest.fixture
def owner(owned, monkeypatch):
    """Return a new owner, whose program brings the facts of two sets and no mechanics."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "")
    choose(owned, "preview_pictures: off", "feeds: all")
    return Owner(owned)


def edition(day: str, *cards: str) -> str:
    return document(*cards).replace("May 4", day)


def test_a_year_in_the_life(owner, monkeypatch):
    apple, bell = card("Apple Warden", FLOWER, RIPE, ROOTS), card("Bell of Bark", BELL)
    owner.write("hol.en.md", edition("May 4", apple, bell))
    owner.publish(day="2026-05-10")
    assert owner.told("2026-05-10") == [("hol", "set")]
    assert owner.told("2026-05-10", "en/cards") == [
        ("apple-warden/hol", "set"),
        ("bell-of-bark/hol", "set"),
    ]

    #  A second document, and a newer edition of the first: one ruling is edited and moves, one is
    # removed, one is new, and a card is gone.
    edited = RIPE.replace("your upkeep", "each upkeep")
    owner.write("qua.en.md", QUARRY)
    newer = card("Apple Warden", GRAFT, edited, FLOWER)
    owner.write("hol.en.md", edition("June 9", newer))
    site = owner.publish(day="2026-06-12")
    assert owner.told("2026-06-12") == [("hol/2026-06-12", "revision"), ("qua", "set")]
    assert owner.told("2026-06-12", "en/cards") == [
        ("apple-warden/hol/2026-06-12", "revision"),
        ("echo-stone/qua", "set"),
    ]
    assert "use this rule anymore" in _text(site / "en/rules/702-9")
    assert "ripen during each upkeep" in _text(site / "r/hol/apple-warden/2")
    assert "was removed on June 9, 2026" in _text(site / "r/hol/apple-warden/3")
    assert "no longer have" in _text(site / "en/cards/bell-of-bark")
    replaced = (owner.folder / "notes/history/hol.yml").read_text("utf-8")
    assert all(text in replaced for text in (RIPE, ROOTS, BELL))
    assert FLOWER not in replaced

    _edit_without_a_day(owner, edited)

    # A correction renames a card.
    correction = (
        "- card: Apple Warden\n  printed: Apple Warden\n  correct: Apple Guardian\n  reason:"
        " misprint\n"
    )
    fill(owner.folder / "content/corrections", {"hol.en.yml": correction})
    site = owner.publish(day="2026-07-01")
    assert owner.told("2026-07-01") == []
    assert _moved(site / "en/cards/apple-warden")

    # A second language, in which the site is offered too; and an upgrade of the program.
    owner.write("hol.es.md", SPANISH)
    names = "- en: Apple Guardian\n  es: Guardián de los manzanos\n"
    fill(owner.folder / "content/cards", {"names.yml": names})
    choose(owner.folder, "interface_languages: [en, es]")
    monkeypatch.setattr(unchanged, "digest_program", lambda *_: "the next version")
    site = owner.publish(day="2026-08-02")
    assert owner.told("2026-08-02") == [("hol/es", "language")]
    assert "Florece" in _text(site / "es/r/hol/apple-warden/1")
    feed = read_json(site / "en/feed.json")
    assert [each["title"].partition(":")[2] for each in feed["items"]] == [
        " now in Spanish too",
        " new rulings of June 27, 2026",
        " revision of June 20, 2026",
        " revision of June 12, 2026",
        "",
        "",
    ]

    _move(owner)

    _lose_the_ledger(owner)
    _remove_a_set(owner)
    assert owner.told("2027-01-01") == []


def _edit_without_a_day(owner: Owner, edited: str) -> None:
    # The newer edition is edited without a new day, and then gets one more ruling.
    usual = GRAFT.replace("a special action", "an action")
    owner.write("hol.en.md", edition("June 9", card("Apple Warden", usual, edited, FLOWER)))
    owner.publish(day="2026-06-20")
    assert owner.told("2026-06-20") == [("hol/2026-06-20", "revision")]
    longer = card("Apple Warden", usual, edited, FLOWER, LADDER)
    owner.write("hol.en.md", edition("June 9", longer))
    owner.publish(day="2026-06-27")
    assert owner.told("2026-06-27") == [("hol/2026-06-27", "rulings")]


def _move(owner: Owner) -> None:
    # The site moves to another domain, and back. No entry is new.
    before = dict(owner.news)
    owner.publish("--site-url", "https://moved.example/rulings/", day="2026-09-01")
    assert owner.news == before
    owner.publish(day="2026-09-02")


def _lose_the_ledger(owner: Owner) -> None:
    # The ledger is lost. Neither a build with --locked nor one without it gives the numbers anew.
    ledger = owner.folder / "content/ledger/hol.yml"
    kept = ledger.read_bytes()
    ledger.unlink()
    for options in ([], ["--locked"]):
        refused = run("site", *options)
        assert refused.exit_code == 1
        assert "No website was built" in refused.stderr
        assert not ledger.exists()

    #  A server without the old site: --locked stops the build that would give numbers which nobody
    # commits.
    refused = run("site", "--out", "elsewhere", "--locked")
    assert refused.exit_code == 1
    assert "the build would change this ledger, and --locked forbids it" in refused.stderr
    assert not (owner.folder / "elsewhere").exists()

    # Taken back from the history, the ledger gives the same site.
    ledger.write_bytes(kept)
    owner.publish("--locked", "--published", "site/r/index.json")


def _remove_a_set(owner: Owner) -> None:
    #  A set is removed as a whole. That is refused, until a line says that it is meant. Then its
    # pages say so, with the last words.
    (owner.folder / "notes/qua.en.md").unlink()
    refused = run("site")
    assert refused.exit_code == 1
    assert "write `qua: 2031-02-07` with the day into content/removed.yml" in refused.stderr
    fill(owner.folder / "content", {"removed.yml": "qua: 2027-03-01\n"})
    site = owner.publish("--locked")
    assert "was removed on March 1, 2027" in _text(site / "r/qua/echo-stone/1")
    assert ECHO in _text(site / "r/qua/echo-stone/1")
    assert ECHO in _text(site / "en/cards/echo-stone")
    assert "removed from this site on March 1, 2027" in _text(site / "en/sets/qua/document")

    #  Its publisher wants nothing quoted any more: without its earlier words, the addresses say
    # only that the set was removed.
    for path in (owner.folder / "notes/history").glob("qua.*"):
        path.unlink()
    site = owner.publish("--locked")
    assert "was removed on March 1, 2027" in _text(site / "r/qua/echo-stone/1")
    quoting = [
        path for path in site.rglob("*") if path.is_file() and ECHO.encode() in path.read_bytes()
    ]
    assert quoting == []
