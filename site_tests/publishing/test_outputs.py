"""Every output makes files from a site, and no two outputs make the same file."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from generator.publishing.renewing import Tree

from generator.build import make, outputs
from generator.facts.languages import Languages
from generator.library import Library
from generator.outputs import departures, short_pages
from generator.problems import InputError
from generator.publishing import memory, reads
from generator.site.model import Files, Site, Unit
from site_tests import builders


@pytest.fixture
def whole(languages: Languages) -> Site:
    return Site(library=builders.example_library(), languages=languages, address="https://example.org/sub/", pages=("", "cards/"))


def made(whole: Site, folder: Path) -> outputs.Written:
    return outputs.write(whole, Tree(folder, folder / "old"), [*outputs.LAST, *outputs.OUTPUTS])


def test_every_output_writes_its_own_files(whole: Site, tmp_path: Path) -> None:
    written = made(whole, tmp_path)
    assert written.problems == ()
    assert set(written.files) == {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()}
    for output in (*outputs.OUTPUTS, *outputs.LAST):
        if output is departures.files:  # nothing is gone in this library
            continue
        assert {path for path, _ in output(whole)} & set(written.files), output


def test_every_output_makes_the_same_files_again(whole: Site) -> None:
    for output in (*outputs.OUTPUTS, *outputs.LAST):
        assert dict(output(whole)) == dict(output(whole)), output


def test_an_output_can_be_added_to_the_list(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def greeting(site: Site) -> Files:
        yield "hello/world.txt", f"Hello, {site.address}\n"
        yield "hello/world.bin", b"\x00\xff"

    monkeypatch.setattr(outputs, "OUTPUTS", [greeting])
    written = outputs.write(whole, Tree(tmp_path, tmp_path / "old"), outputs.OUTPUTS)
    assert (list(written.files), written.problems) == (["hello/world.txt", "hello/world.bin"], ())
    assert (tmp_path / "hello" / "world.txt").read_bytes() == b"Hello, https://example.org/sub/\n"
    assert (tmp_path / "hello" / "world.bin").read_bytes() == b"\x00\xff"


def test_an_existing_file_is_kept_and_reported(whole: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outputs, "OUTPUTS", [lambda _: [("a.txt", "first")], lambda _: [("a.txt", "second")]])
    written = outputs.write(whole, Tree(tmp_path, tmp_path / "old"), outputs.OUTPUTS)
    (problem,) = written.problems
    assert list(written.files) == ["a.txt"]
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "first"
    assert str(problem).startswith("a.txt:1: error: two parts of the site have this file; ")


def test_a_page_with_the_path_of_an_output_refuses_the_site(
    whole: Site, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The two are made side by side, so that nobody knows which of them is there."""
    monkeypatch.setattr(outputs, "OUTPUTS", [lambda _: [("en/cards/mire-lantern/index.html", "output")]])
    monkeypatch.setattr("generator.search.bundle.files", lambda *_: {})
    with pytest.raises(InputError, match="two parts of the site have this file"):
        make.build(whole.library, {"en": languages["en"]}, tmp_path / "site")
    assert not (tmp_path / "site").exists()


PATH = "lantern.txt"


class Builds:
    """Builds of an output with one unit, which reads a card. Each takes over what the one before made."""

    def __init__(self, folder: Path, languages: Languages, monkeypatch: pytest.MonkeyPatch) -> None:
        self.site = Site(library=builders.example_library(), languages=languages)
        self.given = "given"
        self.made: list[str] = []
        self.memory = memory.Memory()
        self.folder = folder
        monkeypatch.setattr(outputs, "_UNITS", {self.files: self.units})

    def files(self, site: Site) -> Files:
        raise AssertionError(site)

    def units(self, site: Site) -> Iterator[Unit[str]]:
        def make() -> Iterator[tuple[str, str]]:
            self.made.append(PATH)
            yield PATH, f"{site.library.cards['mire-lantern'].oracle_id} {self.given}"

        yield Unit(name="lantern", make=make, given=self.given)

    def build(self, *others: tuple[str, str]) -> outputs.Written:
        """Build a site of the unit and the files ``others``."""
        self.made.clear()
        new, old = self.folder / "new", self.folder / "old"
        shutil.rmtree(old, ignore_errors=True)
        if new.exists():
            new.rename(old)
        new.mkdir()
        tree = Tree(new, old)
        watched, known = outputs.earlier(self.site, reads.known(self.site.library), tree, self.memory)
        written = outputs.write(watched, tree, [lambda _: others, self.files], known)
        self.memory = memory.Memory(known.keeper.made, known.keeper.units)
        return written

    def changed(self, slug: str) -> None:
        """Change a card of the library."""
        library: Library = self.site.library
        cards = {**library.cards, slug: replace(library.cards[slug], oracle_id="new")}
        self.site = replace(self.site, library=replace(library, cards=cards))

    def content(self) -> str:
        return (self.folder / "new" / PATH).read_text(encoding="utf-8")


@pytest.fixture
def builds(languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builds:
    made = Builds(tmp_path, languages, monkeypatch)
    made.build()
    assert made.made == [PATH]
    return made


def test_a_unit_of_which_nothing_changed_is_taken_over(builds: Builds) -> None:
    before = builds.content()
    for _ in range(2):
        builds.changed(next(slug for slug in builds.site.library.cards if slug != "mire-lantern"))
        assert list(builds.build().files) == [PATH]
        assert (builds.made, builds.content()) == ([], before)


def test_a_unit_is_made_again_if_a_table_that_it_read_changed(builds: Builds) -> None:
    builds.changed("mire-lantern")
    builds.build()
    assert (builds.made, builds.content()) == ([PATH], "new given")


def test_a_unit_is_made_again_if_it_is_given_something_else(builds: Builds) -> None:
    builds.given = "other"
    builds.build()
    assert builds.made == [PATH]


@pytest.mark.parametrize("change", [{"address": "https://example.org/"}, {"short_pages": "one"}, {"quoting": True}])
def test_a_unit_is_made_again_if_a_setting_of_the_site_changed(builds: Builds, change: dict[str, object]) -> None:
    builds.site = replace(builds.site, **change)  # type: ignore[arg-type]
    builds.build()
    assert builds.made == [PATH]


@pytest.mark.parametrize("damage", [None, b"damaged"])
def test_a_unit_is_made_again_if_a_file_is_gone_or_was_changed(builds: Builds, damage: bytes | None) -> None:
    before, file = builds.content(), builds.folder / "new" / PATH
    file.unlink()
    if damage:
        file.write_bytes(damage)
    builds.build()
    assert (builds.made, builds.content()) == ([PATH], before)


def test_a_file_that_two_outputs_make_is_reported_in_each_build(builds: Builds) -> None:
    for _ in range(2):
        written = builds.build((PATH, "another"))
        assert ([problem.message for problem in written.problems], builds.content()) == (
            ["two parts of the site have this file"],
            "another",
        )


def test_short_pages_of_other_entries_are_taken_over(whole: Site, tmp_path: Path) -> None:
    """Each page that is made of the changed library is either taken over, or the same as before, or of the changed entry."""
    library = whole.library
    slug, card = next((slug, card) for slug, card in library.cards.items() if card.notes)
    first = Tree(tmp_path / "first", tmp_path / "none")
    site_, known = outputs.earlier(whole, reads.known(library), first, memory.Memory())
    outputs.write(site_, first, [short_pages.files], known)
    changed = replace(library, cards={**library.cards, slug: replace(card, names={**card.names, "en": "Renamed"})})
    second = Tree(tmp_path / "second", tmp_path / "first")
    remembered = memory.Memory(known.keeper.made, known.keeper.units)
    site_, again = outputs.earlier(replace(whole, library=changed), reads.known(changed), second, remembered)
    written = outputs.write(site_, second, [short_pages.files], again)
    fresh = dict(short_pages.files(replace(whole, library=changed)))
    assert {path: (tmp_path / "second" / path).read_text(encoding="utf-8") for path in written.files} == fresh
    same = [name for name, unit in again.keeper.units.items() if unit is remembered.units.get(name)]
    assert 0 < len(same) < len(again.keeper.units)


def test_all_outputs_depend_on_what_was_removed(whole: Site) -> None:
    """A document that its owner lists as removed keeps its short pages in its language."""
    known = reads.known(whole.library)
    listed = replace(whole, library=replace(whole.library, former_langs={"lom": ("fr",)}))
    assert reads.around(whole, known) != reads.around(listed, known)


def test_outputs_know_the_names_of_cards_that_are_gone(whole: Site) -> None:
    listed = replace(whole, library=replace(whole.library, catalogued=({"en": "Lost Lantern", "es": "Farol perdido"},)))
    watch = reads.Watch(reads.known(listed.library))
    watched = reads.site(listed, watch)
    _, read = watch.made(lambda: [each.catalogued["lost-lantern"] for each in watched.editions.values()])
    assert dict(watched.editions["es"].catalogued) == {"lost-lantern": {"en": "Lost Lantern", "es": "Farol perdido"}}
    assert [key for _, key in read] == ['"lost-lantern"'], "a change of the names makes these files again, and no others"
