"""A build takes over pages that would not change, and gives the same bytes as a build from
nothing.
"""

import gc
import weakref
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.joining import persistence
from rulebinder.library import Library
from rulebinder.plugin import plugin
from rulebinder.plugin.rendering import Share
from rulebinder.problems import Problem
from rulebinder.publishing import make, publish, unchanged
from rulebinder.publishing.unchanged import Publication
from rulebinder.settings import options
from rulebinder.settings.files import WrittenSettings
from rulebinder.site import place
from site_tests import builders, outputs, sites
from site_tests.builders import (
    catalogue,
    entry,
    example_documents,
    example_library,
    library_of,
)
from site_tests.robustness.documents import files

CARD = "en/cards/mire-lantern/index.html"
Build = Callable[..., set[str]]
LIT, DARK, WET = (
    f"While Mire Lantern is tapped, Wisp of the Fen {verb}." for verb in ("glows", "dims", "sinks")
)
EDITED: tuple[dict[str, tuple[str, ...]], ...] = (
    {"Reed Bell": (LIT, DARK), "Oil Frog": (LIT,), "Tide Moth": (WET,)},
    {"Reed Bell": (LIT, WET), "Oil Frog": (LIT,), "Mud Moth": (WET,)},  # reworded, renamed
    {"Mud Moth": (WET,), "Reed Bell": (DARK, LIT, WET), "Oil Frog": (LIT,)},  # added, moved
    {"Mud Moth": (WET,), "Reed Bell": (DARK,), "Oil Frog": (LIT,), "Wick": (LIT,)},
)
"""The rulings of a document by card, before and after edits."""


@pytest.fixture
def english(languages, monkeypatch):
    """Return one language, and leave out the search, which has tests of its own
    (test_engine.py).
    """
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    return {"en": languages["en"]}


@pytest.fixture
def build(english, tmp_path):
    """Return :func:`built` for one language, and a site of the test."""

    def build(library, folder=tmp_path / "site"):
        return built(library, english, folder)

    return build


def built(library: Library, languages: Languages, folder: Path) -> set[str]:
    """Build a site in ``folder``. Return the pages that were taken over from the site there."""
    pages = [
        path
        for path in (folder / "en").rglob("*.html")
        if b'http-equiv="refresh"' not in path.read_bytes()
    ]
    before = {path.relative_to(folder).as_posix() for path in pages}
    made: set[str] = set()
    run = plugin.build_pages

    def noted(settings: WrittenSettings, share: Share, folder: Path) -> list[Problem]:
        made.update(
            path.replace(".md", ".html") for path, source in share.sources.items() if source
        )
        made.update(path.replace(".md", "/index.html") for path in share.hand_written)
        return run(settings, share, folder)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plugin, "build_pages", noted)
        assert sites.build(library, languages, folder) == []
    assert made, "hand-written pages are always made"
    mark = place.read_mark(folder)
    assert mark
    assert mark.files == set(files(folder)), "the build knows all files that it made"
    return {
        path for path in before - made if (folder / path).exists() and not path.startswith("en/r/")
    }


def test_pages_and_styles_that_do_not_change_are_taken_over(build, tmp_path):
    assert build(example_library()) == set()
    styles = files(tmp_path / "site" / "assets")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "rulebinder.theme.assets.join_assets",
            lambda *_: pytest.fail("the style sheets are made again"),
        )
        taken = build(example_library())
    assert CARD in taken
    assert "en/index.html" in taken, "also pages in the navigation are taken over"
    assert files(tmp_path / "site" / "assets") == styles, "the links of these pages are known"


def test_edits_give_the_same_bytes_as_a_build_from_nothing(build, tmp_path):
    kept = []
    for number, rulings in enumerate(EDITED):
        document = builders.notes(
            *(entry(name, *texts) for name, texts in rulings.items()), set_code="fen"
        )
        library = library_of(*example_documents(), document)
        kept.append(len(build(library)))
        fresh = tmp_path / "fresh" / str(number) / "site"
        build(library, fresh)
        assert files(tmp_path / "site") == files(fresh), number
    assert min(kept[1:]) > 0


def test_the_first_revision_of_a_set_makes_no_page_of_another_set_again(build, tmp_path):
    facts = replace(sites.content(), catalogue=catalogue())
    folders = persistence.Folders(content=tmp_path / "ledger", notes=tmp_path / "notes")
    newest = "2031-05-02"  # each page shows this day in its foot
    bell = builders.notes(entry("Bell", "It rings."), set_code="nod", last_modified=newest)

    def revised(day, text):
        lantern = builders.notes(entry("Mire Lantern", text), last_modified=day)
        return persistence.join_and_save([lantern, bell], facts, folders)[0]

    build(revised("2031-01-20", "It glows."))
    after = revised("2031-03-01", "It glows twice.")
    kept = build(after)
    build(after, tmp_path / "fresh" / "site")
    assert files(tmp_path / "site") == files(tmp_path / "fresh" / "site")
    assert b"revisions/2031-03-01/" in (tmp_path / "site/en/sets/lom/index.html").read_bytes()
    others = (path for path in files(tmp_path / "site") if path.startswith("en/mechanics/"))
    assert {"en/cards/bell/index.html", "en/sets/nod/index.html"} <= kept
    assert {path for path in others if path != "en/mechanics/index.html"} <= kept


def set_up(languages: Languages, work: place.Work) -> make.Job:
    """Return the job of making the site of the example set."""
    asked = Publication(out=work.out, content=Path("content"), notes=Path("notes"))
    site = publish.describe_site(example_library(), languages, options.load())
    return make.set_up(asked, site, work)


@pytest.mark.parametrize("address", ["sets", "cards/mire-lantern"])
def test_a_written_page_stays_if_its_address_is_taken(address, english, tmp_path):
    """Whichever process would make the other page, the first one makes the written one."""
    path = f"en/{address}/index.md"
    with place.beside(tmp_path / "site") as work:
        job = set_up(english, work)
        pages = {**job.hand_written["en"], f"{address}.md": b"# Mine"}
        job = replace(job, hand_written={"en": pages})
        parts = [make.Task(kind=make.PAGES, number=number, shares=5) for number in range(1, 6)]
        shares = [make.PageShare(job, task, job.new_part(), print) for task in parts]
        (problem,) = (problem for share in shares for problem in share.take_pages())
    assert not any(path in share.sources for share in shares)
    assert f"en/{address}.md" in shares[0].hand_written
    assert "two pages have the address" in problem.message


def test_a_process_forgets_the_pages_of_a_share_before_it_makes_the_next(
    english, tmp_path, monkeypatch
):
    run, shares = plugin.build_pages, list[weakref.ref[Share]]()

    def noted(settings, share, *given):
        assert not any(each() for each in shares[:-1])  # MkDocs holds the last one
        shares.append(weakref.ref(share))
        return run(settings, share, *given)

    monkeypatch.setattr(plugin, "build_pages", noted)
    monkeypatch.setattr(make, "_MOST_PAGES", 3)
    gc.disable()
    try:
        with place.beside(tmp_path / "site") as work:
            job = set_up(english, work)
            make.derive_shared(job)
            for task in make.list_tasks(job, 1):
                make.do_task(job, task, lambda *_: None)
    finally:
        gc.enable()
    assert len(shares) > 1


def test_another_version_of_the_program_or_interface_word_changes_every_page(
    build,
    english,
    tmp_path,
    monkeypatch,
):
    build(example_library())
    monkeypatch.setattr(unchanged, "digest_program", lambda *_: "another")
    assert build(example_library()) == set()
    words = {**english["en"].interface, "unofficial": "An unofficial page."}
    reworded = {"en": replace(english["en"], interface=words)}
    assert built(example_library(), reworded, tmp_path / "site") == set()
