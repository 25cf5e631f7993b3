"""Preview pictures: their text, its fit, their reproducibility, their cache, and the pages that
link to them.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import replace

import pytest
from PIL import Image

from rulebinder.facts.catalogue import Names
from rulebinder.facts.languages import offered_languages
from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import short_pages
from rulebinder.pages import addresses
from rulebinder.pictures import drawing, model, typesetting
from rulebinder.pictures.model import Picture, pictures
from rulebinder.publishing import make, publish
from rulebinder.settings import options
from rulebinder.settings.options import Brand, Owner
from rulebinder.site.model import Site
from site_tests import outputs, sites
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    joined,
    notes,
    ruling,
    section,
    verdict,
)
from site_tests.conftest import ROOT
from site_tests.outputs import shorts, site_of
from site_tests.rendering.test_sharing import tags

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
QUOTING = replace(
    PLAIN, type_line="", number="Ruling 3", quoted=("It burns for {T} until it is put out.",)
)
ADDRESS = "https://example.org/"
ICONS = {
    f"assets/{name}.png"
    for name in ("icon-192", "icon-512", "maskable-192", "maskable-512", "touch")
}
"""The icons of the manifests."""


def made(*documents: ReleaseNotes) -> dict[str, Picture]:
    found = of_pages(joined(*documents))
    return {page: picture for page, picture in found.items() if page.startswith("cards/")}


def of_pages(library: Library) -> dict[str, Picture]:
    return pictures(next(iter(site_of(library).editions.values())))


def shown(picture: Picture) -> list[str]:
    """Return each line of text and each symbol of a picture."""
    return [
        piece.text
        for placed in drawing.layout(picture)
        for line in placed.block.lines
        for piece in line
    ]


def quoted(*documents: ReleaseNotes, names: Sequence[Names] = ()) -> dict[str, Picture]:
    """Return the pictures of the rulings of a site of ``documents``, by their files."""
    library = joined(*documents, names=names)
    made = short_pages.pictures(site_of(library, address=ADDRESS, quoting=True))
    return {each.path: each for each in made}


def opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content))
    image.load()
    return image


def test_a_picture_describes_the_card_and_quotes_its_first_ruling():
    lantern = card(face("Mire Lantern", "Artifact", "{T}: Add {U}.", mana_cost="{2}{U}"))
    documents = (
        notes(entry(lantern, "It *glows* for {2}.", "It burns.")),
        notes(entry("Linterna", "Brilla."), lang="es"),
    )
    found = made(*documents)[PAGE]
    assert found == Picture(
        path="previews/mire-lantern.png",
        name="Mire Lantern",
        type_line="Artifact",
        set_name="Lanterns over Mire",
        cost="{2}{U}",
        color="u",
        number="2 rulings",
        quoted=("It glows for {2}.",),
    )
    assert (
        found.alt == "Mire Lantern · Artifact · Lanterns over Mire · 2 rulings: It glows for {2}."
    )
    said = " ".join(shown(found)).split()
    assert {"glows", "Artifact", "·"} <= set(said)
    assert "burns" not in said


def test_a_card_that_is_only_in_a_section_has_a_picture():
    lantern = card(face("Mire Lantern", "Artifact", "{T}: Add {U}."))
    assert made(notes(entry(lantern))) == made(notes(sections=[section("Lamps", lantern)]))


def test_a_card_that_only_another_language_knows_is_shown_in_that_language():
    found = made(notes(entry("Farol del fango", "Da maná azul."), lang="es"))[
        "cards/farol-del-fango/"
    ]
    assert (found.name, found.set_name, found.number) == (
        "Farol del fango",
        "Faroles sobre el fango",
        "1 aclaración",
    )


def test_both_faces_are_named():
    two = card(
        face("Dawn", "Instant", mana_cost="{W}"),
        face("Dusk", "Sorcery", mana_cost="{2}{B}"),
        layout="split",
    )
    (found,) = made(notes(entry(two, "Cast either."))).values()
    assert (found.name, found.type_line, found.cost) == (
        "Dawn // Dusk",
        "Instant // Sorcery",
        "{W} // {2}{B}",
    )
    assert found.color == "gold"


@pytest.mark.parametrize("color", [None, *model.BANDS])
def test_a_stripe_has_the_color_of_the_card(color):
    image = opened(drawing.png(replace(QUOTING, color=color))).convert("RGB")
    left = image.getpixel((5, image.height - 5))
    assert left == model.rgb(model.BANDS[color] if color else model.PAPER)
    assert image.getpixel((60, image.height - 5)) == model.rgb(model.PAPER)


def test_the_address_is_below_the_ruling():
    library = joined(notes(entry("Mire Lantern", "It burns.")))
    made = site_of(library, address=f"{ADDRESS}lamps/", pictures=of_pages(library), quoting=True)
    *page_pictures, ruling_picture = make.pictures(made)
    assert {each.address for each in page_pictures} == {"example.org/lamps"}
    assert ruling_picture.address == "example.org/lamps/r/lom/mire-lantern/1"
    assert "example.org/lamps/r/lom/mire-lantern/1" in shown(ruling_picture)


def test_a_ruling_that_is_wrong_today_is_marked_in_every_picture_and_its_alternative_text():
    """A red band says so, in the language of the ruling, also on the picture of a card that quotes
    it.
    """
    gone = verdict()
    known = replace(
        catalogue(names=({"en": "Mire Lantern", "es": "Farol del fango"},)),
        verdicts={
            "lom/mire-lantern/1": gone,
            "lom/mire-lantern/2": replace(gone, still="correct"),
            "lom/notes/glimmer/1": gone,
        },
    )
    documents = [
        notes(
            entry("Mire Lantern", "It is dark.", "It is small."),
            sections=[section("Glimmer", "It glows.")],
        ),
        notes(entry("Farol del fango", "Es oscuro.", "Es chico."), lang="es"),
    ]
    library = joined(*documents, facts=known)
    rulings_of = site_of(library, address=ADDRESS, quoting=True)
    found = {each.path.removeprefix("r/lom/"): each for each in short_pages.pictures(rulings_of)}
    assert {path: each.verdict for path, each in found.items() if each.verdict} == {
        "mire-lantern/1/en.png": "No longer true (our verdict) · 2031",
        "mire-lantern/1/es.png": "Ya no es correcto (nuestro veredicto) · 2031",
        "notes/glimmer/1/en.png": "No longer true (our verdict) · 2031",
    }
    assert found["notes/glimmer/1/en.png"].name == "Glimmer"
    spanish = found["mire-lantern/1/es.png"]
    assert (spanish.number, spanish.quoted) == ("Aclaración 1", ("Es oscuro.",))
    picture = found["mire-lantern/1/en.png"]
    quoting = of_pages(library)["cards/mire-lantern/"]
    assert quoting.verdict == picture.verdict
    for each in (picture, quoting):
        assert each.verdict in each.alt
        assert {each.verdict, f"{each.facts}"} <= {
            "".join(piece.text for piece in line)
            for placed in drawing.layout(each)
            for line in placed.block.lines
        }
        image = opened(drawing.png(each)).convert("RGB")
        assert image.getpixel((1, 1)) == model.rgb(model.RED)
    pages = shorts(replace(rulings_of, pictures=of_pages(library)))
    alt = tags(pages["es/r/lom/mire-lantern/1/index.html"])["og:image:alt"]
    assert alt == (
        "Farol del fango · Faroles sobre el fango · aclaración 1 de 2 · Ya no es correcto (nuestro"
        " veredicto): Es oscuro."
    )
    assert "No longer" not in tags(pages["r/lom/mire-lantern/2/index.html"])["og:image:alt"]


@pytest.mark.parametrize("site_name", ["Rulebinder", LONG])
def test_the_mark_of_a_wrong_ruling_fits_and_contrasts(languages, site_name):
    for words in offered_languages(languages).values():
        mark = f"{words.interface['search_gone']} · 2007"
        assert mark in shown(replace(QUOTING, verdict=mark, site=site_name)), words.lang
    assert options.contrast(model.RED) >= 5, "beside white; the paper is nearly white"


def test_a_picture_is_a_small_png_of_its_size():
    content = drawing.png(PLAIN)
    image = opened(content)
    assert (image.format, image.size) == ("PNG", (PLAIN.width, PLAIN.height))
    assert len(content) < 25_000


def test_text_of_documents_is_drawn_as_it_is():
    hostile = replace(PLAIN, name=HOSTILE, type_line=HOSTILE, set_name=HOSTILE, cost=HOSTILE)
    assert "".join(shown(hostile)).replace(" ", "").count("<text>&amp;\"'</svg>]]>{{") == 4
    for each in (hostile, replace(hostile, number=HOSTILE, quoted=(HOSTILE, HOSTILE))):
        assert opened(drawing.png(each)).size == (each.width, each.height)


@pytest.mark.parametrize(
    "text", [LONG, "W" * 300, "{W/U}" * 200, "fifl " * 200, "Æœ—•−áñç" * 60, "{Æœ}" * 90, ""]
)
@pytest.mark.parametrize("is_quoted", [True, False])
def test_a_long_text_stays_inside_the_picture(text, is_quoted):
    picture = Picture(
        path="a.png", name=text, type_line=text, set_name=text, cost=text, number="Ruling 12"
    )
    image = opened(
        drawing.png(replace(picture, quoted=(text, text)) if is_quoted else picture)
    ).convert("L")
    paper, width, height = image.getpixel((0, image.height - 1)), image.width, image.height
    for edge in (
        (0, 93, 70, height),
        (width - 70, 93, width, height),
        (0, height - 24, width, height),
    ):
        assert image.crop(edge).getextrema() == (paper, paper)
    band = image.getpixel((0, 0))
    assert image.crop((width - 70, 0, width, 90)).getextrema() == (band, band)


def test_a_text_that_does_not_fit_ends_in_an_ellipsis_after_a_word():
    words = shown(replace(PLAIN, type_line="lantern " * 100))
    assert any(each.endswith("lantern…") for each in words)


def test_symbols_are_drawn_in_their_colors():
    assert {"2/W", "T"} <= set(shown(PLAIN))
    assert "{" not in "".join(shown(PLAIN))
    every = {
        name: model.nearest(bytes(model.rgb(color)))
        for name, color in zip("WUBRG", model.SIGNS, strict=False)
    }
    for code in ("W", "U", "U/R", "B/G/P", "HR"):
        drawn = typesetting.tile(code, 40).tobytes()
        counts = {name: drawn.count(index) for name, index in every.items()}
        own = [counts[name] for name in every if name in code]
        assert min(own) > 3 * max(count for name, count in counts.items() if name not in code), code
        assert model.levels()[model.lightness(model.INK)] in drawn, code
    assert (
        typesetting.tile("W/U", 40).width
        > typesetting.tile("W", 40).width
        > typesetting.tile("HW", 40).width
    )
    assert typesetting.tile("W", 40).tobytes() != typesetting.tile("1", 40).tobytes()


@pytest.mark.parametrize("band", ["#7a1f1f", "#000000", "#767676"])
@pytest.mark.parametrize("picture", [PLAIN, QUOTING], ids=["card", "ruling"])
def test_a_picture_has_the_color_of_the_owners_header(picture, band):
    plain, own = (
        opened(drawing.png(replace(picture, band=color))).convert("RGB")
        for color in (model.GREEN, band)
    )
    counts, owns = (
        {color: count for count, color in image.getcolors() or ()} for image in (plain, own)
    )
    assert own.getpixel((1, 1)) == model.rgb(band)
    assert model.rgb(model.GREEN) not in owns
    # The edges of symbols take the most similar color, which may be another one.
    for color, before, share in ((band, model.GREEN, 0.02), (model.INK, model.INK, 0.1)):
        assert owns[model.rgb(color)] == pytest.approx(counts[model.rgb(before)], rel=share)


def test_all_pictures_of_a_site_have_its_name_and_its_color(languages):
    whose = Owner(name="Our lamps", brand=Brand(light="#7a1f1f"))
    library = joined(notes(entry("Mire Lantern", "It burns.")))
    site_of = Site(
        library=library,
        languages=whose.put_name(languages),
        pictures=of_pages(library),
        quoting=True,
        owner=whose,
        address=ADDRESS,
    )
    assert {(each.site, each.band) for each in make.pictures(site_of)} == {("Our lamps", "#7a1f1f")}
    assert {each.path for each in make.pictures(site_of)} == {
        "previews/mire-lantern.png",
        "previews/pages/home.png",
        "previews/pages/sets/lom.png",
        "r/lom/mire-lantern/1/en.png",
    }


def test_a_symbol_is_never_cut_in_the_middle():
    cost = [
        piece
        for piece in shown(replace(PLAIN, type_line="", cost="{W/U}{10}" * 40))
        if piece not in {"W/U", "10"}
    ]
    assert [piece for piece in cost if "{" in piece or "}" in piece] == []
    assert "…" in cost


def test_a_text_without_glyphs_is_left_out_instead_of_drawn_as_boxes():
    assert "泥" not in "".join(shown(replace(PLAIN, name="泥の灯籠")))
    assert "泥" not in "".join(shown(replace(PLAIN, cost="{泥}")))


def test_the_colors_are_the_same_as_on_the_pages():
    styles = (ROOT / "web" / "styles" / "base" / "colors.css").read_text("utf-8")
    assert all(f"light-dark({color}," in styles for color in (model.INK, model.GREEN, model.PAPER))
    assert all(
        re.search(rf"\.band-{name} {{ --rb-band: (?:light-dark\()?{color}", styles)
        for name, color in model.BANDS.items()
    )
    symbols = typesetting.STYLES.read_text("utf-8")
    assert all(color in symbols for color in model.SIGNS[:-1])


def test_a_picture_is_drawn_again_only_if_it_would_be_another(
    monkeypatch,
):
    assert (
        model.key(PLAIN)
        == model.key(replace(PLAIN))
        == model.key(replace(PLAIN, path="previews/moved.png"))
    )
    assert model.draw(PLAIN) == drawing.png(PLAIN)
    before = model.key(PLAIN)
    assert (
        len(
            {
                before,
                model.key(QUOTING),
                model.key(replace(PLAIN, name="Other")),
                model.key(replace(PLAIN, band="#123456")),
            }
        )
        == 4
    )
    monkeypatch.setattr(model, "_tools", lambda: "others")
    assert model.key(PLAIN) != before


def test_a_ruling_has_a_picture_that_quotes_it_and_no_other():
    lantern = card(face("Mire Lantern", "Artifact", mana_cost="{2}{U}"))
    found = quoted(
        notes(entry(lantern, "It glows for {2}.", ruling("It has parts:", "One.", "Two."))),
    )
    assert list(found) == ["r/lom/mire-lantern/1/en.png", "r/lom/mire-lantern/2/en.png"]
    one, two = found.values()
    assert (one.name, one.cost, one.set_name, one.number) == (
        "Mire Lantern",
        "{2}{U}",
        "Lanterns over Mire",
        "Ruling 1",
    )
    assert one.quoted == ("It glows for {2}.",)
    assert (two.number, two.quoted) == ("Ruling 2", ("It has parts:", "• One.", "• Two."))
    said = shown(one)
    assert {"Mire Lantern", "2", "U", "Lanterns over Mire", "· Ruling 1", "It glows for "} <= set(
        said
    )


def test_a_ruling_in_a_script_without_a_font_is_not_quoted():
    names = ({"en": "Mire Lantern", "ja": "泥の灯籠"},)
    documents = (
        notes(entry("Mire Lantern", "It glows.")),
        notes(entry("Mire Lantern", "泥が光る。"), lang="en", set_code="old"),
    )
    (picture,) = (each for path, each in quoted(*documents, names=names).items() if "/old/" in path)
    assert (picture.name, picture.quoted) == ("Mire Lantern", ())
    assert "Mire Lantern" in shown(picture)
    (cyrillic,) = quoted(notes(entry("Фонарь", "Фонарь горит."))).values()
    assert {"Фонарь", "Фонарь горит."} <= set(shown(cyrillic))


def test_a_longer_ruling_is_written_smaller_and_then_cut_after_a_word():
    def text(picture):
        *_, block = (placed.block for placed in drawing.layout(picture))
        return block.size, " ".join("".join(piece.text for piece in line) for line in block.lines)

    sizes = [text(replace(QUOTING, quoted=("lantern " * count,))) for count in (2, 30, 50, 500)]
    assert [size for size, _ in sizes] == sorted({size for size, _ in sizes}, reverse=True)
    assert [words.endswith("lantern…") for _, words in sizes] == [False, False, False, True]
    assert text(replace(QUOTING, quoted=("lantern, " * 500,)))[1].endswith("lantern…")


def test_a_site_with_pictures_of_rulings_has_exactly_those_that_its_pages_link_to(
    library, languages, tmp_path, monkeypatch
):
    chosen = replace(options.load(), preview_pictures=options.RULINGS, site_url=ADDRESS)
    monkeypatch.setattr(options, "load", lambda: chosen)
    out = tmp_path / "site"
    assert sites.build(library, languages, out) == []
    files = {path.relative_to(out).as_posix() for path in out.rglob("*.png")} - ICONS
    pages = {
        path.relative_to(out).as_posix(): path.read_text("utf-8")
        for path in out.rglob("index.html")
    }
    named = {
        path: tags(page)["og:image"].removeprefix(ADDRESS)
        for path, page in pages.items()
        if "og:image" in tags(page)
    }
    assert set(named.values()) == files
    for path, picture in named.items():
        if short := re.match(r"(?:\w\w/)?(r/.+/)index\.html$", path):
            assert picture.startswith(short[1]), path


def test_short_pages_stay_small_and_their_alternative_text_is_escaped():
    library = joined(notes(entry(card(face(HOSTILE, "Artifact")), LONG * 30)))
    for quoting in (True, False):
        made = site_of(library, address=ADDRESS, pictures=of_pages(library), quoting=quoting)
        for page in shorts(made).values():
            assert len(page.encode("utf-8")) <= short_pages.SHORT_BYTES
            assert "<text>" in tags(page)["og:image:alt"]
            assert "<text>" not in page


def test_without_pictures_no_page_links_to_one(library, tmp_path):
    assert not any(
        tags(page).get("og:image")
        for page in shorts(site_of(library, address="https://example.org/")).values()
    )
    outputs.render(site_of(library), "en", tmp_path, {})
    assert "picture:" not in (tmp_path / addresses.source(PAGE)).read_text("utf-8")


@pytest.mark.parametrize(
    ("wanted", "address", "made"),
    [
        (options.RULINGS, ADDRESS, (True, True)),
        (options.CARDS, ADDRESS, (True, False)),
        (options.OFF, ADDRESS, (False, False)),
        (options.RULINGS, None, (False, False)),
    ],
)
def test_the_owner_chooses_the_pictures_and_they_need_an_address(
    library,
    languages,
    wanted,
    address,
    made,
):
    chosen = replace(options.load(), preview_pictures=wanted, site_url=address)
    found = publish.describe(library, languages, chosen)
    assert (bool(found.pictures), found.quoting) == made
