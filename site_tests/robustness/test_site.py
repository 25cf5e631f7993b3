"""Whatever a document holds, the built site shows it as text, on a page of its own."""

import json

import pytest
from selectolax.lexbor import LexborHTMLParser

from site_tests.outputs import names
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, errors, files, fill, run
from site_tests.sites import read_page

HOSTILE = (
    "<script>alert('boo')</script> & <b onclick=\"x()\">bold</b> {{ 7*7 }} {% raw %}"
    " [x](javascript:alert(1)) </li></ul>"
)
LONG = "Very " * 99 + "Long"
ALIKE = (
    *("Jötun Oak", "Jotun Oak", "JOTUN OAK", "Jotun-Oak"),
    *("Oak’s Bell", "Oak's Bell", "!!!", "樹"),
)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A site of one hostile document and one that cannot be read, and what the command said."""
    folder = tmp_path_factory.mktemp("hostile")
    cards = (
        card("Hedge", HOSTILE),
        card("Gate", "It is only a gate."),
        card(LONG),
        *map(card, ALIKE),
    )
    fill(folder / "notes", {"hol.en.md": document(*cards), "z.md": b""})
    documents.content(folder / "content")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        return folder / "site", run("site", "--notes", "notes", "--out", "site")


def test_the_site_is_built_from_what_could_be_read(built):
    site, result = built
    assert result.exit_code == 1
    (error,) = errors(result)
    assert error.startswith("notes/z.md:1: error: the file is empty")
    assert "The website is in site." in result.stdout
    assert names(site.parent) == ["content", "notes", "site"]


def active(page: LexborHTMLParser) -> list[str]:
    """Return the scripts of a page, and the handlers of its elements."""
    names = (name for element in page.css("*") for name in element.attributes)
    return ["script"] * len(page.css("script")) + [name for name in names if name[:2] == "on"]


def test_markup_in_a_ruling_is_shown_as_text(built):
    hostile, harmless = (
        LexborHTMLParser(read_page(built[0], f"en/cards/{name}")) for name in ("hedge", "gate")
    )
    assert active(hostile) == active(harmless)
    assert hostile.css('[href^="javascript:"], [src^="javascript:"]') == []
    for words in (
        "<script>alert('boo')</script>",
        '<b onclick="x()">bold</b>',
        "{{ 7*7 }} {% raw %}",
        "</li></ul>",
    ):
        assert words in hostile.text()


def test_every_card_has_a_page_of_its_own(built):
    cards = json.loads((built[0] / "data" / "notes" / "hol.en.json").read_text("utf-8"))["cards"]
    assert [each["faces"][0]["name"] for each in cards] == ["Hedge", "Gate", LONG, *ALIKE]
    slugs = [each["card"] for each in cards]
    assert len(set(slugs)) == len(slugs)
    for slug in slugs:
        assert (built[0] / "en" / "cards" / slug / "index.html").is_file()
        assert len(slug.encode()) <= 200


@pytest.mark.parametrize(
    ("options", "place"),
    [
        (("--out", "home"), "home"),
        (("--out", "letter/site"), "letter"),
        (("--out", "out", "--site-url", "example.org"), "--site-url"),
    ],
    ids=["a folder of other things", "a folder in a file", "an address without http"],
)
def test_where_no_site_fits_nothing_is_changed(
    options,
    place,
    tmp_path,
    content,
    monkeypatch,
):
    fill(tmp_path / "home", {"letter.txt": "Dear aunt"})
    fill(tmp_path / "raw", {"hol.en.md": document()})
    fill(tmp_path, {"letter": "Dear uncle"})
    before = sorted(tmp_path.iterdir())
    monkeypatch.chdir(tmp_path)
    result = run("site", "--notes", "raw", "--content", content, *options)
    assert result.exit_code == 1
    assert f"\n{place}:1: error: " in f"\n{result.stderr}"
    assert sorted(tmp_path.iterdir()) == before
    assert list(files(tmp_path / "home")) == ["letter.txt"]


def test_a_folder_that_is_named_like_the_cache_is_kept(tmp_path, content):
    fill(tmp_path / "home", {"letter.txt": "Dear aunt"})
    fill(tmp_path / ".home-cache", {"letter.txt": "Dear uncle"})
    fill(tmp_path / "raw", {"hol.en.md": document()})
    result = run(
        "site", "--notes", tmp_path / "raw", "--content", content, "--out", tmp_path / "home"
    )
    assert result.exit_code == 1
    assert (tmp_path / ".home-cache" / "letter.txt").read_text("utf-8") == "Dear uncle"
