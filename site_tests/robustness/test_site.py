"""Whatever a document holds, the built site shows it as text, on a page of its own."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from site_tests.outputs import names
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, files, fill, run
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


class _Page(HTMLParser):
    """The scripts, handlers and links of a page, and its text."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.scripts = 0
        self.handlers: list[str] = []
        self.targets: list[str] = []
        self.text = ""
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.scripts += tag == "script"
        self.handlers += [name for name, _ in attrs if name.startswith("on")]
        self.targets += [value or "" for name, value in attrs if name in {"href", "src"}]

    def handle_data(self, data: str) -> None:
        self.text += data


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


def page(site: Path, name: str) -> _Page:
    return _Page(read_page(site, f"en/cards/{name}"))


def test_the_site_is_built_from_what_could_be_read(built):
    site, result = built
    assert result.exit_code == 1
    errors = [line for line in result.stderr.splitlines() if ": error: " in line]
    assert len(errors) == 1
    assert errors[0].startswith("notes/z.md:1: error: the file is empty")
    assert "The website is in site." in result.stdout
    assert names(site.parent) == ["content", "notes", "site"]


def test_markup_in_a_ruling_is_shown_as_text(built):
    hostile, harmless = page(built[0], "hedge"), page(built[0], "gate")
    assert hostile.scripts == harmless.scripts
    assert hostile.handlers == harmless.handlers
    assert not [target for target in hostile.targets if target.startswith("javascript:")]
    for shown in (
        "<script>alert('boo')</script>",
        '<b onclick="x()">bold</b>',
        "{{ 7*7 }} {% raw %}",
        "</li></ul>",
    ):
        assert shown in hostile.text


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
    assert (
        result.stderr.startswith(f"{place}:1: error: ") or f"\n{place}:1: error: " in result.stderr
    )
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
