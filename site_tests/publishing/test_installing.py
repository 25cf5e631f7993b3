"""The icons and the colors that browsers show for an installed site."""

import io
import json

import pytest
from PIL import Image

from rulebinder.outputs import offline
from rulebinder.settings import options
from site_tests.builders import example_library
from site_tests.conftest import ROOT
from site_tests.outputs import site_of


@pytest.fixture(scope="module")
def made():
    return dict(offline.make_files(site_of(example_library())))


@pytest.mark.parametrize("edge", [192, 512])
def test_an_icon_is_a_square_of_its_size_and_a_maskable_one_fills_it(made, edge):
    for name, corner in ((f"icon-{edge}", 0), (f"maskable-{edge}", 255)):
        content = made[f"assets/{name}.png"]
        assert isinstance(content, bytes)
        with Image.open(io.BytesIO(content)) as image:
            assert image.size == (edge, edge)
            pixel = image.convert("RGBA").getpixel((0, 0))
        assert isinstance(pixel, tuple)
        assert pixel[3] == corner


def test_the_mark_of_a_maskable_icon_is_inside_the_circle_that_systems_keep(
    made,
):
    content = made["assets/maskable-512.png"]
    assert isinstance(content, bytes)
    with Image.open(io.BytesIO(content)) as image:
        white = image.convert("L").point(lambda tone: 255 if tone > 128 else 0).getbbox()
    assert white
    left, top, right, bottom = white
    farthest = max(
        ((x - 256) ** 2 + (y - 256) ** 2) ** 0.5 for x in (left, right) for y in (top, bottom)
    )
    assert farthest <= 0.4 * 512


def test_the_colors_are_those_of_the_header(made):
    style = (ROOT / "web/styles/base/colors.css").read_text("utf-8")
    assert f"--rb-header: light-dark({options.LIGHT}, {options.DARK})" in style
    paper = json.loads(made[f"en/{offline.MANIFEST}"])["background_color"]
    assert f"--rb-page: light-dark({paper}, " in style
