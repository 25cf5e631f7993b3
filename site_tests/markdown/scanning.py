"""Pages that repeat one token, in every place of a page: writing and reading them must cost as much
a byte however long they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from rulebinder.facts.languages import Languages
from rulebinder.library import Library
from rulebinder.markdown import inline, plain
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.edition import Edition
from rulebinder.pages.words import Words
from rulebinder.text import parse
from site_tests.reading.scanning import excess

TOKENS = (
    *("[", "]", "](", "](x)", "[a](b)", "[a", "[a]{", "[a]{.b}", "(", ")", "*", "**", "_", "*a ",
     "**a ", "*a_", "`", "``", "`a", "`a`{"),
    *("{", "}", "{#", "{#a}", " {#a}", "{.a", "{a=", '{a="', '{a="b"', "{a=b", "{T}", "{T",
     "{a=b}{", "\\", "\\\\", "\\[", "\\\n"),
    *("&", "&amp;", "&#", "<", "<b>", "<!--", "|", "| a ", "| a | b |", "|---|", "- ", "1. ", "1) ",
     "10. ", "> ", ">", "#", "# ", "### a"),
    *("///", "////", "/// a", "/// a | ", "/// details | b", "/// notes | a {lang=en}", "///a",
     "/// card", "---", "***", " · ", "· [", ":"),
    *("a", "é", " ", "\t", "\u00a0", "\x02", "\x03", "°](#era-a)", "-", "    ", "    a",
     "1.  a\n\n    b", "- a\n\n    b"),
    *("*(", "*(a*", "(a", "(a(b)", "_(a", "**a** 1 · ", "[a]{.corrected}", "[a](#era-a)",
     "[[a](#era-a)", "*a* b · ", " .refs"),
)  # fmt: skip
PLACES: Mapping[str, str] = {
    "alone": "{}",
    "paragraph": "a {} b",
    "with attributes": "a {} {{#b .facts}}",
    "comparison": "{}\n{{.compared}}",
    "heading": "## {}",
    "item": "- a\n\n    {}",
    "ruling": "/// notes | a\n\n1.  {} {{#a-1}}\n\n///",
    "card": "/// card\n\n**a** {}\n\nb\n\n{}\n\n///",
    "names": "{}\n{{.also}}",
    "classes": "*a* {} {{.x {}}}",
    "link": "[{}](b)",
    "attribute": 'a {{title="{}"}}',
    "fold": "/// details | {}\n\n{}\n\n///",
    "table": "| a |\n|---|\n| {} |",
    "quotation": "> {}",
}


def repeated(token: str, place: str) -> Callable[[int], str]:
    """Return a function that makes a page of about so many characters."""
    return lambda size: PLACES[place].format(*[token * (size // len(token))] * 2)


def growing_reading(languages: Languages, place: str, size: int) -> Iterator[tuple[str, float]]:
    """Yield each token that costs more in a longer page, and by how much more."""
    pages = PageReader(Words(languages["en"]))

    def read(text: str) -> None:
        inline.to_html.cache_clear()
        pages.convert(text, {})
        plain.page(text)

    for token in TOKENS:
        growth = excess(repeated(token, place), read, size)
        if growth > 1:
            yield token, growth


def growing_writing(
    library: Library, languages: Languages, size: int
) -> Iterator[tuple[str, float]]:
    """Yield each token that costs more in a longer text that is written as Markdown, and by how
    much more.
    """
    words = Words(languages["en"])
    edition = Edition(library, languages, words).at("cards/mire-lantern/")
    writer = markup.Writer(words, edition)

    def write(text: str) -> None:
        body = (
            f"{writer.blocks(parse(text))}\n\n{markup.escape(text)}"
            f" {markup.attributes('en', title=text)}"
        )
        markup.page(
            markup.box(markup.quote(markup.items([body, markup.code(text)])), "details", text)
        )

    for token in TOKENS:
        growth = excess(repeated(token, "alone"), write, size)
        if growth > 1:
            yield token, growth
