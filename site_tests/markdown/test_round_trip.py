"""Any text is shown exactly as it is: by our reader of pages, and in plain Markdown by others."""

import html
import os
import random
import re

import pytest

from bench.growing import TOKENS
from rulebinder.markdown import plain
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.words import Words
from site_tests.markdown.test_export import READERS

TEXTS = int(os.environ.get("RULEBINDER_TEXTS", "500"))
"""How many texts are tried: `make bench` tries many more."""
PIECES = (
    *(token for token in TOKENS if token.isprintable()),
    *("~", "~~", "$", "^", "!", "@", "+ ", "=", ":::", "10.", "{1}", "http://x.y", "“", "\n"),
)


@pytest.fixture(scope="module")
def texts():
    """Return different invented texts, as reading gives them: no line begins or ends with a space,
    and none is empty.
    """
    chance = random.Random(1)
    made = (
        "".join(chance.choice(PIECES) for _ in range(chance.randint(1, 8))) for _ in range(TEXTS)
    )
    lines = ([line.strip() for line in text.split("\n") if line.strip()] for text in made)
    return list(dict.fromkeys("\n".join(each) for each in lines if each))


def letters(text: str) -> str:
    return re.sub(r"\s+", "", text)


def shown(page: str) -> str:
    """Return the text of HTML without spaces, and without the number that is the link of a
    ruling.
    """
    page = re.sub(r'<a [^>]*class="ruling-number".*?</a>', "", page, flags=re.DOTALL)
    return letters(html.unescape(re.sub(r"<[^>]*>", "", page)))


def places(text: str) -> dict[str, str]:
    """Return Markdown that shows ``text`` as a paragraph, in a list, in a link, in a table and in a
    heading.
    """
    escaped = markup.escape(text)
    line = markup.escape(text.replace("\n", " "))
    return {
        "paragraph": f"{escaped} {{#x}}",
        "item": markup.items([escaped]),
        "ruling": f"/// notes | x\n\n1.  {markup.indent(escaped)} {{#x-1}}\n\n///",
        "link": f"[{escaped}](y)",
        "cell": f"| a |\n| --- |\n| {line} |",
        "heading": f"## {line} {{#x}}",
    }


def test_our_reader_shows_every_text_exactly(texts, languages):
    pages = PageReader(Words(languages["en"]))
    for text in texts:
        for place, written in places(text).items():
            before, after = {"cell": ("a", ""), "heading": ("", "#")}.get(place, ("", ""))
            page = shown(pages.convert(written, {})[0])
            assert page == before + letters(text) + after, (place, text, written)


@pytest.mark.parametrize("reader", READERS)
def test_other_readers_show_every_text_exactly_in_plain_markdown(reader, texts):
    for text in texts:
        for place, written in places(text).items():
            wanted = {"cell": "a", "ruling": "1"}.get(place, "") + letters(text)
            read = plain.convert_page(written)
            assert shown(READERS[reader](read)) == wanted, (place, text, read)


def test_attributes_come_back_exactly(texts, languages):
    pages = PageReader(Words(languages["en"]))
    for text in texts:
        made = pages.convert(f"word {markup.attributes(None, '#x', title=text)}", {})[0]
        found = re.search(r'title="([^"]*)"', made)
        assert letters(html.unescape(found[1] if found else "")) == letters(text), made
