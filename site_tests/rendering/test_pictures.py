"""Preview pictures: their text, its fit, their reproducibility, their cache, and the pages that
link to them.
"""

import io
import re
from dataclasses import replace

import pytest
from PIL import Image

from rulebinder.facts.languages import offered_languages
from rulebinder.library import Library
from rulebinder.outputs import short_pages
from rulebinder.pictures import drawing, model, typesetting
from rulebinder.pictures.model import Picture
from rulebinder.publishing import make, publish
from rulebinder.settings import options
from rulebinder.settings.options import Owner
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
from site_tests.rendering.approval import assert_approved
from site_tests.rendering.test_sharing import tags

HOSTILE = "<text>&amp;\"'</svg>\x00\x1b]]>{{ 7-7 }}"
LONG = "An unusually long name that no printer would ever put on a card, of the seven lanterns " * 3
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


def of_pages(library: Library) -> dict[str, Picture]:
    return model.describe_pictures(next(iter(site_of(library).editions.values())))


def texts(picture: Picture) -> list[str]:
    """Return each line of text and each symbol of a picture."""
    return [
        piece.text
        for placed in drawing.place_blocks(picture)
        for line in placed.block.lines
        for piece in line
    ]


def lines(picture: Picture) -> str:
    """Return the size and the text of each line of a picture. Symbols are in bars."""
    return "\n".join(
        f"{placed.block.size} "
        + "".join(f"|{piece.text}|" if piece.is_symbol else piece.text for piece in line)
        for placed in drawing.place_blocks(picture)
        for line in placed.block.lines
    )


def image_of(picture: Picture) -> Image.Image:
    """Return a picture as it is drawn."""
    image = Image.open(io.BytesIO(drawing.to_png(picture)))
    image.load()
    return image


def lanterns() -> Library:
    """Return a library with cards of all kinds: one with several rulings, a split one, one that
    only a section shows, one that only another language knows, and some in scripts that the fonts
    have and lack. Rulings of three are wrong today.
    """
    gone = verdict()
    facts = replace(
        catalogue(
            names=[
                {"en": "Mire Lantern", "es": "Farol del fango", "ja": "泥の灯籠"},
                {"en": "Dim Lantern", "es": "Farol oscuro"},
            ]
        ),
        verdicts={
            "lom/dim-lantern/1": gone,
            "lom/dim-lantern/2": replace(gone, still="correct"),
            "lom/notes/glimmer/1": gone,
        },
    )
    split = card(
        face("Dawn", "Instant", mana_cost="{W}"),
        face("Dusk", "Sorcery", mana_cost="{2}{B}"),
        layout="split",
    )
    lantern = card(face("Mire Lantern", "Artifact", "{T}: Add {U}.", mana_cost="{2}{U}"))
    english = notes(
        entry(lantern, "It *glows* for {2}.", ruling("It has parts:", "One.", "Two.")),
        entry("Dim Lantern", "It is dark.", "It is small."),
        entry(split, "Cast either."),
        sections=[
            section("Glimmer", "It glows."),
            section("Lamps", card(face("Bog Lamp", "Artifact"))),
        ],
    )
    spanish = notes(
        entry("Farol del fango", "Brilla."),
        entry("Farol oscuro", "Es oscuro.", "Es chico."),
        entry("Linterna", "Da maná azul."),
        lang="es",
    )
    other = notes(
        entry("Mire Lantern", "泥が光る。"), entry("Фонарь", "Фонарь горит."), set_code="old"
    )
    return joined(english, spanish, other, facts=facts)


def test_the_pictures_of_a_site_are_as_approved(languages):
    """Each has the site's name, its color and the address below the ruling. One that is wrong today
    says so, in the language of the ruling, also on the picture of a card that quotes it.
    """
    owner = Owner(name="Our lamps", light="#7a1f1f")
    library = lanterns()
    site = replace(
        site_of(library, address=f"{ADDRESS}lamps/", pictures=of_pages(library), quoting=True),
        languages=owner.put_name(languages),
        owner=owner,
    )
    described = [
        f"{picture.path}: {picture.band}, card {picture.color}\n{picture.alt}\n{lines(picture)}\n"
        for picture in make.list_pictures(site)
    ]
    assert_approved("pictures", {"site": "\n".join(described)})
    pages = shorts(site)
    assert "No longer" not in tags(pages["r/lom/dim-lantern/2/index.html"])["og:image:alt"]
    assert tags(pages["es/r/lom/dim-lantern/1/index.html"])["og:image:alt"] == (
        "Farol oscuro · Faroles sobre el fango · aclaración 1 de 2 · Ya no es correcto (nuestro"
        " veredicto): Es oscuro."
    )


def test_texts_are_fitted_as_approved():
    """A longer ruling is smaller and then cut after a word, a cost after a symbol; a text without
    glyphs is left out.
    """
    pictures = {
        "type-line": replace(PLAIN, type_line="lantern " * 100),
        "cost": replace(PLAIN, type_line="", cost="{W/U}{10}" * 40),
        "name-without-glyphs": replace(PLAIN, name="泥の灯籠", cost="{泥}"),
        "commas": replace(QUOTING, quoted=("lantern, " * 500,)),
        **{
            f"words-{count}": replace(QUOTING, quoted=("lantern " * count,))
            for count in (2, 30, 50, 500)
        },
    }
    assert_approved("fitting", {name: lines(picture) for name, picture in pictures.items()})


@pytest.mark.parametrize("color", [None, *model.BANDS])
def test_a_stripe_has_the_color_of_the_card(color):
    image = image_of(replace(QUOTING, color=color)).convert("RGB")
    left = image.getpixel((5, image.height - 5))
    assert left == model.rgb(model.BANDS[color] if color else model.PAPER)
    assert image.getpixel((60, image.height - 5)) == model.rgb(model.PAPER)


@pytest.mark.parametrize("site_name", ["Rulebinder", LONG])
def test_the_mark_of_a_wrong_ruling_fits_and_contrasts(languages, site_name):
    for words in offered_languages(languages).values():
        mark = f"{words.interface['search_gone']} · 2007"
        wrong = replace(QUOTING, verdict=mark, site=site_name)
        assert mark in texts(wrong), words.lang
    assert image_of(wrong).convert("RGB").getpixel((1, 1)) == model.rgb(model.RED)
    assert options.contrast(model.RED) >= 5, "beside white; the paper is nearly white"


def test_a_picture_is_a_small_png_of_its_size():
    image = image_of(PLAIN)
    assert (image.format, image.size) == ("PNG", (PLAIN.width, PLAIN.height))
    assert len(drawing.to_png(PLAIN)) < 25_000


def test_text_of_documents_is_drawn_as_it_is():
    hostile = replace(PLAIN, name=HOSTILE, type_line=HOSTILE, set_name=HOSTILE, cost=HOSTILE)
    assert "".join(texts(hostile)).replace(" ", "").count("<text>&amp;\"'</svg>]]>{{") == 4
    for picture in (hostile, replace(hostile, number=HOSTILE, quoted=(HOSTILE, HOSTILE))):
        assert image_of(picture).size == (picture.width, picture.height)


@pytest.mark.parametrize(
    "text", [LONG, "W" * 300, "{W/U}" * 200, "fifl " * 200, "Æœ—•−áñç" * 60, "{Æœ}" * 90, ""]
)
@pytest.mark.parametrize("is_quoted", [True, False])
def test_a_long_text_stays_inside_the_picture(text, is_quoted):
    picture = Picture(
        path="a.png", name=text, type_line=text, set_name=text, cost=text, number="Ruling 12"
    )
    image = image_of(replace(picture, quoted=(text, text)) if is_quoted else picture).convert("L")
    paper, width, height = image.getpixel((0, image.height - 1)), image.width, image.height
    for edge in (
        (0, 93, 70, height),
        (width - 70, 93, width, height),
        (0, height - 24, width, height),
    ):
        assert image.crop(edge).getextrema() == (paper, paper)
    band = image.getpixel((0, 0))
    assert image.crop((width - 70, 0, width, 90)).getextrema() == (band, band)


def test_symbols_are_drawn_in_their_colors():
    every = {
        name: model.nearest_index(bytes(model.rgb(color)))
        for name, color in zip("WUBRG", model.SIGNS, strict=False)
    }
    for code in ("W", "U", "U/R", "B/G/P", "HR"):
        drawn = typesetting.draw_symbol(code, 40).tobytes()
        counts = {name: drawn.count(index) for name, index in every.items()}
        own = [counts[name] for name in every if name in code]
        assert min(own) > 3 * max(count for name, count in counts.items() if name not in code), code
        assert model.tone_indexes()[model.lightness(model.INK)] in drawn, code
    assert (
        typesetting.draw_symbol("W/U", 40).width
        > typesetting.draw_symbol("W", 40).width
        > typesetting.draw_symbol("HW", 40).width
    )
    assert typesetting.draw_symbol("W", 40).tobytes() != typesetting.draw_symbol("1", 40).tobytes()


@pytest.mark.parametrize("band", ["#7a1f1f", "#000000", "#767676"])
@pytest.mark.parametrize("picture", [PLAIN, QUOTING], ids=["card", "ruling"])
def test_a_picture_has_the_color_of_the_owners_header(picture, band):
    plain, own = (
        image_of(replace(picture, band=color)).convert("RGB") for color in (model.GREEN, band)
    )
    counts, owns = (
        {color: count for count, color in image.getcolors() or ()} for image in (plain, own)
    )
    assert own.getpixel((1, 1)) == model.rgb(band)
    assert model.rgb(model.GREEN) not in owns
    # The edges of symbols take the most similar color, which may be another one.
    for color, before, share in ((band, model.GREEN, 0.02), (model.INK, model.INK, 0.1)):
        assert owns[model.rgb(color)] == pytest.approx(counts[model.rgb(before)], rel=share)


def test_the_colors_are_the_same_as_on_the_pages():
    styles = (ROOT / "web" / "styles" / "base" / "colors.css").read_text("utf-8")
    assert all(f"light-dark({color}," in styles for color in (model.INK, model.GREEN, model.PAPER))
    assert all(
        re.search(rf"\.band-{name} {{ --rb-band: (?:light-dark\()?{color}", styles)
        for name, color in model.BANDS.items()
    )
    symbols = typesetting.STYLES.read_text("utf-8")
    assert all(color in symbols for color in model.SIGNS[:-1])


def test_a_picture_is_drawn_again_only_if_it_would_be_another(monkeypatch):
    assert model.picture_digest(PLAIN) == model.picture_digest(
        replace(PLAIN, path="previews/moved.png")
    )
    assert model.draw(PLAIN) == drawing.to_png(PLAIN)
    before = model.picture_digest(PLAIN)
    others = (QUOTING, replace(PLAIN, name="Other"), replace(PLAIN, band="#123456"))
    assert len({before, *map(model.picture_digest, others)}) == 4
    monkeypatch.setattr(model, "_digest_tools", lambda: "others")
    assert model.picture_digest(PLAIN) != before


def test_a_site_with_pictures_of_rulings_has_exactly_those_that_its_pages_link_to(
    languages, tmp_path, monkeypatch
):
    chosen = replace(options.load(), preview_pictures=options.RULINGS, site_url=ADDRESS)
    monkeypatch.setattr(options, "load", lambda: chosen)
    monkeypatch.setattr(drawing, "to_png", lambda _: b"")
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    out = tmp_path / "site"
    assert sites.build(lanterns(), languages, out) == []
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
        site = site_of(library, address=ADDRESS, pictures=of_pages(library), quoting=quoting)
        for page in shorts(site).values():
            assert len(page.encode("utf-8")) <= short_pages.SHORT_BYTES
            assert "<text>" in tags(page)["og:image:alt"]
            assert "<text>" not in page


@pytest.mark.parametrize(
    ("wanted", "address", "expected"),
    [
        (options.RULINGS, ADDRESS, (True, True)),
        (options.CARDS, ADDRESS, (True, False)),
        (options.OFF, ADDRESS, (False, False)),
        (options.RULINGS, None, (False, False)),
    ],
)
def test_the_owner_chooses_the_pictures_and_they_need_an_address(
    library, languages, wanted, address, expected
):
    chosen = replace(options.load(), preview_pictures=wanted, site_url=address)
    site = publish.describe_site(library, languages, chosen)
    assert (bool(site.pictures), site.quoting) == expected
