"""The browser and the build compare words in the same way.

Otherwise a word would not be found by its form.
"""

from __future__ import annotations

import itertools

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebinder.pages.markup import classes
from rulebinder.search.normal_form import elisions, folding
from site_tests.browser.serving import serve
from site_tests.browser.starting import context
from site_tests.conftest import ROOT

TEXTS = [
    "Ætherling", "œil-de-bœuf", "ŒUVRE", "Jötun Grunt", "Lim-Dûl's Vault", "Énergie", "l'énergie",
    "L’ÉNERGIE", "qu'il", "dell'arte",
    "dryad's", "dryads’", "'til", "d'or", "aujourd'hui", "rock'n'roll", "il-Kor", "Will-o’-Wisp",
    "+1/+1", "{2}{W}", "702.62a", "_under__score_ -",
    "a_-b", "naïve café", "ñandú", "ﬁn", "½", "x²", "Straße", "İstanbul", "ΌΣΟΣ", "Łódź", "Đà Nẵng",
    "Ørsted", "カード", "ガ", "ｶﾞ", "卡牌 遊戲",
    "카드", "карта Ё", "हिन्दी", "ภาษาไทย", "🔥 fire", "❤️heart", "1️⃣2", "👩‍👩‍👧", "a\u00adb",
    "a\u200bb", "e\u0301", "", "  two   spaces ",
]  # fmt: skip
FOLD = """async ([texts, elisions]) => {
  const { setElisions, folded } = await import(new URL("words/folding.js", document.baseURI))
  setElisions(elisions)
  return texts.map(folded)
}"""
DRAWN = """async (codes) => {
  const { symbolClasses } = await import(new URL("view/symbols.js", document.baseURI))
  return codes.map((code) => symbolClasses(code) ?? null)
}"""


@pytest.fixture
def page(browser):
    """Return a page beside the separate scripts, as they are before they are bundled."""
    with serve(ROOT / "web" / "search", "/") as address, context(browser) as visit:
        page = visit.new_page()
        page.goto(f"{address}weights.js")
        yield page


@pytest.mark.parametrize("invented", [(), ("zu", "ŋa", "l")])
def test_words_are_folded_in_the_same_way(page, languages, invented):
    known = invented or elisions(languages)
    texts = [*TEXTS, "zu’kra ŋa'kra"]
    assert page.evaluate(FOLD, [texts, known]) == list(map(folding(known), texts))


@settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(
    st.lists(
        st.text(st.characters(max_codepoint=0x2FFF, exclude_categories=["Cn", "Cs", "Co"])),
        min_size=20,
    )
)
def test_any_text_is_folded_in_the_same_way(page, languages, texts):
    known = elisions(languages)
    assert page.evaluate(FOLD, [texts, known]) == list(map(folding(known), texts))


def test_symbols_are_drawn_in_the_same_way(page):
    parts = [
        "w",
        "U",
        "c",
        "s",
        "h",
        "hw",
        "hx",
        "2",
        "20",
        "21",
        "x",
        "½",
        "∞",
        "e",
        "tk",
        "p",
        "t",
        "chaos",
        "l",
        "w3",
        "1x",
        "",
    ]
    codes = [
        *parts,
        *("/".join(each) for each in itertools.product(parts, repeat=2)),
        "G/U/P",
        "2/W/P",
        "G/U/X",
        "G/P/P",
        "a/b/c/d",
    ]
    assert page.evaluate(DRAWN, codes) == [classes(code) for code in codes]
