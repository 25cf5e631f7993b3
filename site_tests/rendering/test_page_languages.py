"""The languages of the whole site: each text names its language."""

import json
import re

from bs4 import BeautifulSoup, Tag

from site_tests.sites import Site, in_each_language, read_page


@in_each_language
def test_every_ruling_on_a_page_is_in_the_language_of_its_label(whole, lang):
    said = published(whole)
    foreign = 0
    pages = [
        page
        for kind in ("card", "card of two faces")
        for page in whole.of_kind(kind)
        if page.startswith(f"{lang}/")
    ]
    for page in pages:
        soup = BeautifulSoup(read_page(whole.folder, page), "html.parser")
        for ruling in soup.select(
            "li.ruling:not(:has(ins.corrected))"
        ):  # the data has what was printed
            address = "/".join(str(ruling["data-short"]).split("/")[-5:-1])
            shown = language(ruling)
            assert words_of(ruling) == said[address, shown], f"{page}: {address}"
            foreign += shown != lang
    assert foreign or lang == "en"


def published(site: Site) -> dict[tuple[str, str], str]:
    """Return the words of every ruling, by its address and language."""
    lines = (site.folder / "data" / "rulings.ndjson").read_text("utf-8").splitlines()
    rulings = map(json.loads, lines)
    return {
        (each["address"].strip("/"), each["language"]): squeezed(
            " ".join([each["text"], *each["items"]])
        )
        for each in rulings
    }


def words_of(ruling: Tag) -> str:
    """Return the text of a ruling, without the page's labels."""
    for sign in ruling.select(".era-sign"):
        sign.decompose()
    parts = ruling.select(".ruling-text > p:not(.notice), .ruling-text > ul > li")
    return squeezed(" ".join(part.get_text() for part in parts))


def squeezed(text: str) -> str:
    """Return a text without its spaces, because lines are broken at other places on a page."""
    return re.sub(r"[\s*]+", "", text)


def language(part: Tag) -> str:
    """Return the declared language of a part of a page."""
    return next(str(each["lang"]) for each in [part, *part.parents] if each.get("lang"))
