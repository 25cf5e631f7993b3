"""A published link is permanent: a change that would break one is found, even if the ledger is lost
or damaged.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts.catalogue import Removal
from rulebinder.joining.gone import add_removed, check_removals
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import data
from rulebinder.problems import InputError, Place
from rulebinder.publishing import promises
from rulebinder.site.links import PageLinks
from rulebinder.site.table import SiteFile
from site_tests.builders import catalogue, entry, joined, notes, shipped_languages
from site_tests.outputs import shorts, site_of
from site_tests.robustness.documents import fill
from site_tests.sites import read_json

SAID = (
    "The first lantern burns until the end of the turn, whoever lit it.",
    "Lighting any lamp is a special action that doesn't use the stack.",
    "Oil which was paid stays paid when your spell fails to resolve.",
    "A goat may cross only one bridge between two untap steps.",
    "Choose some barn before players look at their hidden cards.",
)
OTHER = "Nobody who pays for lamps gets any of this oil back."


def document(
    *rulings: str, lang: str = "en", set_code: str = "lom", day: str | None = None
) -> ReleaseNotes:
    fen = entry("Deep Fen", "It is deep.")
    return notes(
        entry("Mire Lantern", *rulings), fen, lang=lang, set_code=set_code, last_modified=day
    )


@pytest.fixture
def before():
    """Return a library with a history: the first ruling was removed, and the last one was added
    later.
    """
    first = joined(document(*SAID[:4], day="2031-01-20"))
    return joined(document(*SAID[1:], day="2031-02-20"), ledgers=first.ledgers)


def wrote(library: Library, folder: Path) -> Path:
    """Return a site's data and short pages, with a manifest of these."""
    site = site_of(library)
    pages = shorts(site)
    file = SiteFile(key="", sha256="0" * 64, size=1, time=0, links=PageLinks((), {}))
    manifest = data.write_manifest(library, "0" * 32, dict.fromkeys(pages, file))
    return fill(folder, {**dict(data.make_files(site)), **pages, **dict(manifest)})


def broken(path: Path, library: Library) -> list[str]:
    ledgers = Path("content/ledger")
    problems = promises.find_broken(
        promises.read_published(path), library, shipped_languages(), ledgers
    )
    return [str(problem) for problem in problems]


def test_a_set_that_was_removed_for_good_keeps_its_links_and_can_come_back(before, tmp_path):
    other = document("Frogs sing in the reeds.", set_code="fen")
    site = wrote(before, tmp_path / "before")
    (refused,) = broken(site, joined(other))
    assert "has 6 links" in refused
    assert "of the set 'lom', and the release notes have no document of it" in refused
    assert "write `lom: 2031-02-07` with the day into content/removed.yml" in refused
    listed = replace(
        catalogue(), removed={"lom": Removal(day="2031-03-01", place=Place("removed.yml"))}
    )
    removed = add_removed(joined(other), listed, before.ledgers, {})
    assert broken(site, removed) == []
    # The ledger is as it was, so that the set may come back.
    site = wrote(removed, tmp_path / "removed")
    assert broken(site, joined(other, document(*SAID[1:]), ledgers=before.ledgers)) == []
    (refused,) = broken(site, joined(other, document(OTHER)))
    assert "would mean something else" in refused


def test_a_document_that_was_removed_for_good_keeps_the_links_in_its_language(
    tmp_path,
):
    english, french = document(*SAID), document("Elle brûle une fois.", lang="fr")
    before = joined(english, french)
    site = wrote(before, tmp_path)
    left = joined(english, ledgers=before.ledgers)
    (refused,) = broken(site, left)
    assert "links to the rulings of 'lom' in fr, which would be gone" in refused
    assert "write `lom.fr: 2031-02-07` with the day into content/removed.yml" in refused
    listed = replace(
        catalogue(), removed={"lom.fr": Removal(day="2031-03-01", place=Place("removed.yml"))}
    )
    after = add_removed(left, listed, before.ledgers, {})
    assert check_removals(left, listed, before.ledgers) == []
    assert broken(site, after) == []
    pages = shorts(site_of(after))
    assert SAID[0].replace("'", "&#39;") in pages["fr/r/lom/mire-lantern/1/index.html"]
    assert after.ledgers == before.ledgers


def test_without_a_ledger_broken_links_are_counted(before, tmp_path):
    (found,) = broken(wrote(before, tmp_path), joined(document(*SAID[1:])))
    assert "1 link (lom/mire-lantern/5) would be gone and 4 links" in found
    assert (
        "(lom/mire-lantern/1, lom/mire-lantern/2, lom/mire-lantern/3 …) would mean something else"
        in found
    )


def test_without_a_ledger_no_link_breaks_if_the_numbers_are_the_same(tmp_path):
    site = wrote(joined(document(*SAID)), tmp_path)
    assert broken(site, joined(document(*SAID))) == []
    (found,) = broken(site, joined(document(*SAID[:4], OTHER)))
    assert "1 link (lom/mire-lantern/5) would mean something else" in found
    assert broken(site, joined(document(*SAID[:4], SAID[4].replace("some", "one")))) == []


def test_changes_that_a_ledger_records_break_no_link(before, tmp_path):
    site = wrote(before, tmp_path)
    library = before
    for rulings in (
        [SAID[4], *SAID[1:4]],
        [SAID[4], OTHER, SAID[3]],
        [
            SAID[4].replace("some", "one"),
            OTHER.replace("lamps", "lanterns"),
            SAID[3],
            SAID[1].replace("special", "mere"),
        ],
        [SAID[4].replace("their hidden", "any hidden"), OTHER],
    ):
        library = joined(document(*rulings), ledgers=library.ledgers)
        assert broken(site, library) == []


def test_two_rulings_with_the_same_words_break_no_link(tmp_path):
    before = joined(document(SAID[0], SAID[0], SAID[1]))
    site = wrote(before, tmp_path)
    assert broken(site, joined(document(SAID[0], SAID[1]), ledgers=before.ledgers)) == []
    assert broken(site, joined(document(SAID[1], *[SAID[0]] * 3), ledgers=before.ledgers)) == []


def test_a_language_that_returns_with_other_words_breaks_no_link(tmp_path):
    spanish = document("Nadie puede encender dos veces la misma lámpara.", lang="es")
    both = joined(document(SAID[0]), spanish)
    site = wrote(both, tmp_path)
    without = joined(document(SAID[0]), document(lang="es"), ledgers=both.ledgers)
    again = document("Nadie puede encender dos veces esta misma lámpara.", lang="es")
    assert broken(site, joined(document(SAID[0]), again, ledgers=without.ledgers)) == []


def test_an_older_site_is_compared_as_far_as_its_data_allows(before, tmp_path):
    site = wrote(before, tmp_path)
    index = site / "r" / "index.json"
    addresses = read_json(index)
    index.write_text(json.dumps({each: {"kind": "ruling"} for each in addresses}), "utf-8")
    assert broken(site, before) == []
    (found,) = broken(site, joined(document(*SAID[1:])))
    assert "1 link (lom/mire-lantern/5) would be gone" in found


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"a": 1}', '{"a": {"languages": {"en": {"hash": 1}}}}', "[" * 100_000]
)
def test_an_unreadable_index_is_an_error(text, tmp_path):
    file = tmp_path / "index.json"
    file.write_text(text, "utf-8")
    with pytest.raises(InputError) as failure:
        promises.read_published(file)
    assert [str(problem).split(";")[0] for problem in failure.value.problems] == [
        f"{file}:1: error: not the list of a website's permanent addresses"
    ]
    fill(tmp_path, {"r/index.json": "{}", "data/manifest.json": text})
    with pytest.raises(InputError):
        promises.read_published(tmp_path)
    (tmp_path / "r/index.json").unlink()
    with pytest.raises(InputError):
        promises.read_published(tmp_path / "nowhere")
    with pytest.raises(InputError, match="cannot be read"):
        promises.read_published(tmp_path)
