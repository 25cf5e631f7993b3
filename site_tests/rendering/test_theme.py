"""The theme's style sheet: which rules the pages get, and how much style the first view of a page
loads.
"""

import re

import pytest

from rulebinder.theme import assets
from site_tests.sites import NOWHERE, Site

FIRST_VIEW = 30_000
"""The most bytes of style sheets that a page may wait for, before compression."""

PAGES = [
    '<article class="{{ kind }} big{% if x > 1 %} box{% endif %}" lang="{{ lang }}">',
    '<table class="cards"><td hidden>',
]
SCRIPTS = [
    'const made = make("aside", { className: "note tip" }); made.open = true; // an "odd one'
]
OURS = assets.find_names(PAGES, SCRIPTS)


def common(sheet: str, own: str = "", others: str = "") -> str:
    """Return the rules that are left of the theme's ``sheet``, without the layer, and with single
    spaces.
    """
    found = assets.select_rules(sheet, OURS, own, others)[assets.COMMON]
    body = re.fullmatch(r"@layer theme \{\s*(.*?)\s*\}\s*", found, re.DOTALL)
    assert body
    return " ".join(body[1].split())


@pytest.mark.parametrize(
    "selector",
    [
        "article", ".big .box", "aside.note", ".tip:hover::before", "article[lang]", "td[hidden]",
        "aside[open] > *", "*",
        ":is(.gone, .big)", "article:not(.gone)", "aside:not([class])", "html:focus-within body",
        ".cards~.big",
    ],
)  # fmt: skip
def test_a_rule_stays_if_our_pages_may_have_every_name_in_its_selector(selector):
    assert common(f"{selector} {{ top: 0 }}")


@pytest.mark.parametrize(
    "selector",
    [
        "video", ".gone .box", "aside.gone", ".big[dir]", "[lang=tlh]", ":is(.gone, video)",
        ".box:has(.gone)", "#__comments",
        "table:not([class])", ".big + .gone::after",
    ],
)  # fmt: skip
def test_a_rule_is_removed_if_our_pages_cannot_have_a_name_in_its_selector(selector):
    assert common(f"{selector} {{ top: 0 }}") == ""
    assert common(f"@media (min-width: 45em) {{ {selector} {{ top: 0 }} }}") == ""


@pytest.mark.parametrize(
    ("sheet", "kept"),
    [
        (".gone, .big, video { top: 0 }", ".big { top: 0 }"),
        (
            "td { top: 0 } @media (min-width: 45em) { td { top: 1px } .gone { top: 2px } }"
            " td { top: 3px !important }",
            "td { top: 0 } @media (min-width: 45em) { td { top: 1px } } td { top: 3px !important }",
        ),
        ("@font-face { font-family: x } @keyframes x { from { top: 0 } } @page { margin: 0 }", ""),
    ],
    ids=["selectors that may match", "conditions and order", "fonts and animations"],
)
def test_only_what_may_match_is_kept(sheet, kept):
    assert common(sheet) == kept


def test_custom_properties_stay_if_they_are_used_and_not_set_by_us():
    sheet = (
        ":root { --a: var(--b); --b: 1px; --c: 2px; --d: 3px; --e: 4px } td { top: var(--a) } .gone"
        " { top: var(--d) }"
    )
    assert common(sheet) == ":root { --a: var(--b); --b: 1px } td { top: var(--a) }"
    assert (
        common(sheet, ":root { --b: 0 }", "b { top: var(--e) }")
        == ":root { --a: var(--b); --e: 4px } td { top: var(--a) }"
    )


def test_rules_repeated_in_our_common_sheet_are_left_out():
    sheet = (
        "article td { margin-left: 1px; color: red; border-radius: 1px } td:before { content: '';"
        " color: red }"
    )
    own = ":where(article) :is(td, th) { margin: 0; border: 0 } td::before { display: none }"
    assert common(sheet, own) == "article td { color: red; border-radius: 1px }"
    nested = "article { td { margin: 0; border: 0 } } td { &::before { display: none } }"
    assert common(sheet, nested) == "article td { color: red; border-radius: 1px }"
    below = "article { td { .printed & { margin: 0 } } }"
    assert "margin-left" in common(sheet, below)
    assert "margin-left" in common(sheet, f"@media (min-width: 45em) {{ {own} }}")
    assert "margin-left" in common(sheet, "", own)
    assert (
        common("td { top: 0 !important; left: 0 }", "td { top: 1px; left: 1px }")
        == "td { top: 0 !important }"
    )


def test_styles_for_markdown_and_for_paper_are_separate_sheets():
    sheet = (
        "blockquote, td { top: 0 } @media print { td { top: 1px } } table:not([class]) { top: 2px }"
    )
    found = assets.select_rules(sheet, OURS, "", "")
    assert [part.split("\n")[1:-2] for part in found.values()] == [
        ["td { top: 0 }"],
        ["blockquote { top: 0 }", "table:not([class]) { top: 2px }"],
        ["td { top: 1px }"],
    ]


def first_view(site: Site, page: str) -> int:
    """Return the bytes of the style sheets that a page waits for before it is shown, in files and
    in the page.
    """
    path = "404.html" if page.endswith(NOWHERE) else f"{page}index.html"
    head, _, _ = (site.folder / path).read_text("utf-8").partition("</head>")
    links = re.findall(r'<link rel="stylesheet" href="[^"]*assets/([\w.]+)', head)
    inside = re.findall(r"<style>(.*?)</style>", head, re.DOTALL)
    assert links or inside, page
    return sum(len((site.folder / "assets" / name).read_bytes()) for name in links) + sum(
        map(len, inside)
    )


def test_no_page_waits_for_too_much_style(whole):
    for lang in ("en", "es", "fr"):
        sizes = {kind: first_view(whole, page) for kind, page in whole.kinds(lang).items()}
        assert max(sizes.values()) <= FIRST_VIEW, sizes
