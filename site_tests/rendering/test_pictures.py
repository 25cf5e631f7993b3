"""Preview pictures: their text, its fit, their reproducibility, and the pages that link to them."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from html import unescape
from pathlib import Path
from xml.etree import ElementTree

import pytest
from PIL import Image

from generator.facts.languages import Languages
from generator.joining import join
from generator.library import Library
from generator.pages import paths
from generator.pictures import drawing
from generator.pictures.picture import Picture, pictures
from generator.publishing import rendering, settings, sharing, site
from generator.publishing.contract import Site
from site_tests.builders import card, catalogue, entry, face, notes, section
from site_tests.conftest import ROOT

HOSTILE = "<text>&amp;\"'</svg>\x00\x1b]]>{{ 7-7 }}"
LONG = "An unusually long name that no printer would ever put on a card, of the seven lanterns " * 3
PAGE = "cards/mire-lantern/"
PLAIN = Picture(
    path="previews/a.png",
    name="Mire Lantern",
    type_line="Artifact — Æther œuvre",
    set_name="Lanterns over Mire",
    cost="{2/W}{T} // {X}",
)
SVG = "{http://www.w3.org/2000/svg}"


def made(*documents: object, names: tuple[dict[str, str], ...] = ()) -> dict[str, Picture]:
    return pictures(join(documents, catalogue(names=names), {}, None)[0])  # type: ignore[arg-type]


def shown(picture: Picture) -> list[str]:
    """Return the text in a picture. Parsing the SVG fails if a text is not escaped."""
    return [each.text or "" for each in ElementTree.fromstring(drawing.svg(picture)).iter(f"{SVG}text")]


def opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def tags(page: str) -> dict[str, str]:
    found = re.findall(r'<meta (?:property|name)="((?:og:image|twitter:)[\w:]*)" content="([^"]*)"', page)
    return {name: unescape(value) for name, value in found}


def test_a_picture_describes_the_card_and_quotes_no_ruling() -> None:
    lantern = card(face("Mire Lantern", "Artifact", "{T}: Add {U}.", mana_cost="{2}{U}"))
    found = made(notes(entry(lantern, "It *glows* for {2}.", "It burns.")), notes(entry("Linterna", "Brilla."), lang="es"))
    assert found[PAGE] == Picture(
        path="previews/mire-lantern.png", name="Mire Lantern", type_line="Artifact", set_name="Lanterns over Mire", cost="{2}{U}"
    )
    assert found[PAGE].alt == "Mire Lantern · Artifact · Lanterns over Mire"
    assert not {"glows", "burns"} & set(" ".join(shown(found[PAGE])).split())


def test_a_card_that_is_only_in_a_section_has_a_picture() -> None:
    lantern = card(face("Mire Lantern", "Artifact", "{T}: Add {U}."))
    assert made(notes(entry(lantern))) == made(notes(sections=[section("Lamps", lantern)]))


def test_a_card_that_only_another_language_knows_is_shown_in_that_language() -> None:
    found = made(notes(entry("Farol del fango", "Da maná azul."), lang="es"))["cards/farol-del-fango/"]
    assert (found.name, found.set_name) == ("Farol del fango", "Faroles sobre el fango")


def test_both_faces_are_named() -> None:
    two = card(face("Dawn", "Instant", mana_cost="{W}"), face("Dusk", "Sorcery", mana_cost="{2}{B}"), layout="split")
    (found,) = made(notes(entry(two, "Cast either."))).values()
    assert (found.name, found.type_line, found.cost) == ("Dawn // Dusk", "Instant // Sorcery", "{W} // {2}{B}")


def test_a_picture_is_a_small_png_of_its_size() -> None:
    content = drawing.png(PLAIN)
    image = opened(content)
    assert (image.format, image.size) == ("PNG", (PLAIN.width, PLAIN.height))
    assert len(content) < 20_000


def test_the_same_card_gives_the_same_picture_and_another_one_does_not() -> None:
    assert drawing.png(PLAIN) == drawing.png(replace(PLAIN))
    assert drawing.png(PLAIN) != drawing.png(replace(PLAIN, cost="{5}"))


def test_text_of_documents_is_escaped() -> None:
    hostile = Picture(path="previews/a.png", name=HOSTILE, type_line=HOSTILE, set_name=HOSTILE, cost=HOSTILE)
    assert "".join(shown(hostile)).replace(" ", "").count("<text>&amp;\"'</svg>]]>") == 4
    assert opened(drawing.png(hostile)).size == (hostile.width, hostile.height)


@pytest.mark.parametrize("text", [LONG, "W" * 300, "{W/U}" * 200, "fifl " * 200, "Æœ—•−áñç" * 60, ""])
def test_a_long_text_stays_inside_the_picture(text: str) -> None:
    image = opened(drawing.png(Picture(path="previews/a.png", name=text, type_line=text, set_name=text, cost=text))).convert("L")
    paper = image.getpixel((0, image.height - 1))
    for edge in ((0, 97, 70, 630), (1132, 97, 1200, 630), (0, 600, 1200, 630)):
        assert image.crop(edge).getextrema() == (paper, paper)


def test_a_text_that_does_not_fit_ends_in_an_ellipsis_after_a_word() -> None:
    words = shown(replace(PLAIN, type_line="lantern " * 100))
    assert any(each.endswith("lantern…") for each in words)


def test_symbols_are_drawn_as_signs() -> None:
    assert {"2/W", "T"} <= set(shown(PLAIN))
    assert "{" not in "".join(shown(PLAIN))


def test_a_text_without_glyphs_is_left_out_instead_of_drawn_as_boxes() -> None:
    assert "泥" not in "".join(shown(replace(PLAIN, name="泥の灯籠")))


def test_the_colours_are_the_same_as_on_the_pages() -> None:
    styles = (ROOT / "web" / "styles" / "base.css").read_text(encoding="utf-8")
    assert all(f"light-dark({colour}," in styles for colour in (drawing.INK, drawing.GREEN, drawing.PAPER))


def test_an_earlier_picture_is_reused_only_if_it_is_complete_and_up_to_date(tmp_path: Path) -> None:
    first, second = tmp_path / "first", tmp_path / "second"
    drawing.draw({PAGE: PLAIN}, first, tmp_path / "none")
    drawn = (first / PLAIN.path).read_bytes()
    assert drawn == drawing.png(PLAIN)
    drawing.draw({PAGE: PLAIN}, second, first)
    assert (second / PLAIN.path).read_bytes() == drawn
    (first / PLAIN.path).write_bytes(drawn[:2000])
    drawing.draw({PAGE: PLAIN}, second, first)
    assert (second / PLAIN.path).read_bytes() == drawn
    other = replace(PLAIN, cost="{5}")
    drawing.draw({PAGE: other}, second, second)
    assert (second / PLAIN.path).read_bytes() == drawing.png(other)


def test_card_pages_and_the_short_pages_of_their_rulings_link_to_the_picture(built: Path, library: Library) -> None:
    picture = pictures(library)[PAGE]
    address = "https://example.org/sub/previews/mire-lantern.png"
    for page in ("en/cards/mire-lantern", "es/cards/mire-lantern", "r/lom/mire-lantern/1", "es/r/lom/mire-lantern/1"):
        found = tags((built / page / "index.html").read_text(encoding="utf-8"))
        assert found["og:image"] == found["twitter:image"] == address, page
        assert (found["og:image:width"], found["og:image:height"]) == ("1200", "630")
        assert found["og:image:alt"] == found["twitter:image:alt"] == picture.alt
        assert found["twitter:card"] == "summary_large_image"
    assert opened((built / picture.path).read_bytes()).size == (1200, 630)


def test_exactly_the_pictures_that_pages_link_to_exist(built: Path, library: Library) -> None:
    files = {path.relative_to(built).as_posix() for path in built.rglob("*.png")}
    assert files == {picture.path for picture in pictures(library).values()}
    pages = [path.read_text(encoding="utf-8") for path in built.rglob("index.html")]
    named = {tags(page).get("og:image", "").removeprefix("https://example.org/sub/") for page in pages}
    assert named - {""} == files


def test_other_pages_have_the_plain_preview(built: Path) -> None:
    for page in ("en", "en/sets/lom"):
        found = tags((built / page / "index.html").read_text(encoding="utf-8"))
        assert found["twitter:card"] == "summary"
        assert "og:image" not in found


def test_short_pages_stay_small_and_their_alternative_text_is_escaped(languages: Languages) -> None:
    library = join((notes(entry(card(face("Mire Lantern", HOSTILE)), LONG * 30)),), catalogue(), {}, None)[0]
    pages = dict(
        sharing.files(Site(library=library, languages=languages, address="https://example.org/", pictures=pictures(library)))
    )
    for page in pages.values():
        assert len(page.encode("utf-8")) <= sharing.SHORT_BYTES
        assert tags(page)["og:image:alt"] == pictures(library)[PAGE].alt


def test_without_pictures_no_page_links_to_one(library: Library, languages: Languages, tmp_path: Path) -> None:
    assert not any(
        tags(page).get("og:image")
        for _, page in sharing.files(Site(library=library, languages=languages, address="https://example.org/"))
    )
    rendering.render(Site(library=library, languages=languages), "en", tmp_path, {})
    assert "picture:" not in (tmp_path / paths.source(PAGE)).read_text(encoding="utf-8")


@pytest.mark.parametrize(("wanted", "address"), [(True, "https://example.org/"), (False, "https://example.org/"), (True, None)])
def test_pictures_can_be_switched_off_and_need_an_address(
    library: Library, languages: Languages, wanted: bool, address: str | None
) -> None:
    chosen = replace(settings.load(), preview_pictures=wanted, site_url=address)
    assert bool(site.described(library, languages, chosen).pictures) is (wanted and address is not None)
