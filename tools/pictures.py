"""Takes the README's pictures of the built example site: ``python -m tools.pictures SITE
FOLDER``.

Needs Chromium. Exits with a message if there is none, if a page is missing, or if a picture is too
large for a README.
"""

from __future__ import annotations

import base64
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser

from site_tests.browser.serving import serve
from site_tests.browser.starting import NoBrowserError, chromium

LARGEST = 150_000
"""The most bytes of a picture."""


@dataclass(frozen=True)
class Picture:
    """A picture of a part of a page: its file name, the address, the size of the window, light or
    dark, and a required element.
    """

    name: str
    address: str
    width: int
    height: int
    scheme: Literal["light", "dark"]
    shown: str = "main"


DECK = """Friday
4 Shalefield Drover
4 Emberback Hound
3 Quarry Lantern
2 Hew // Haul
1 Tollkeper's Due
20 Mountain"""
"""A list with one misspelled name. The first line is its own name."""
LINK = base64.urlsafe_b64encode(zlib.compress(DECK.encode(), wbits=-15)).decode().rstrip("=")
"""The list as a link has it (web/search/table/list-address.js)."""

PICTURES = (
    Picture(
        "answer-desktop-light",
        "en/?q=can+my+ballast+creature+block",
        1000,
        590,
        "light",
        ".rb-hits",
    ),
    Picture("verdict-phone-light", "en/cards/shalefield-drover/#gvm-2", 390, 660, "light"),
    Picture("ruling-phone-dark", "es/cards/quarry-lantern/#lam-1", 390, 660, "dark"),
    Picture("table-phone-light", f"en/table/#list={LINK}", 390, 660, "light", "details.rb-card"),
)


def take(site: Path, folder: Path) -> None:
    """Take every picture of the built ``site`` into ``folder``. Exit if one cannot be taken."""
    try:
        with chromium() as browser, serve(site, "/") as address:
            for picture in PICTURES:
                _take(browser, picture, address, folder / f"{picture.name}.png")
    except NoBrowserError as failure:
        sys.exit(str(failure))


def _take(browser: Browser, picture: Picture, address: str, target: Path) -> None:
    page = browser.new_page(
        viewport={"width": picture.width, "height": picture.height},
        color_scheme=picture.scheme,
        reduced_motion="reduce",
    )
    answer = page.goto(address + picture.address, wait_until="networkidle")
    if answer is None or not answer.ok:
        sys.exit(f"no page {picture.address}; build the example site first")
    page.locator(picture.shown).first.wait_for()
    size = len(page.screenshot(path=target, animations="disabled"))
    page.close()
    if size > LARGEST:
        sys.exit(f"{target}: {size} bytes, more than {LARGEST}")


if __name__ == "__main__":
    take(Path(sys.argv[1]), Path(sys.argv[2]))
