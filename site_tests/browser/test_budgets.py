"""The weight of a card's page on the first visit."""

from statistics import median

import pytest

from site_tests.browser import measuring
from site_tests.browser.conftest import PHONE, WIDE
from site_tests.browser.serving import squeezed

MOST_REQUESTS = 12
MOST_BYTES = 120_000
MOST_SHIFT = 0.02
MEDIAN_HTML = 9_000


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "desktop"])
@pytest.mark.parametrize("kind", ["card", "card of two faces"])
def test_a_card_page_keeps_to_its_budget(browser, whole, whole_served, kind, size):
    loaded = measuring.load(browser, whole_served + whole.kinds("en")[kind], viewport=size)
    assert loaded.foreign == ()
    assert loaded.failures == ()
    assert loaded.requests <= MOST_REQUESTS
    assert loaded.transferred <= MOST_BYTES
    assert loaded.shift <= MOST_SHIFT


def test_the_median_card_page_is_small(whole):
    pages = [*whole.of_kind("card"), *whole.of_kind("card of two faces")]
    assert (
        median(len(squeezed(whole.folder / page / "index.html")) for page in pages) <= MEDIAN_HTML
    )
