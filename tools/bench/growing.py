"""Looks for texts that cost more a token the oftener they repeat it.

Processor time is compared with processor time, and only where it is far above what a busy machine
adds by chance: what grows with the square of its input takes sixteen times as much a token in a
text that is sixteen times as long.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import product
from typing import Any

from rulebinder.joining.duplicates import find_documented, list_current_names
from rulebinder.ledger.matching import Weights, match_texts, wording
from rulebinder.markdown import inline, plain
from rulebinder.markdown.pages import PageReader
from rulebinder.pages import markup
from rulebinder.pages.words import Words
from rulebinder.reading import document
from rulebinder.reading.detection import Overrides
from rulebinder.reading.formats import pdf_paragraphs, webpages
from rulebinder.rulebook import book
from rulebinder.text import parse
from site_tests import builders
from site_tests.outputs import edition_in
from site_tests.robustness.test_bombs import overprinted
from site_tests.robustness.test_webpages import ENDLESS
from site_tests.rulebook.books import TEXT

from .setting import content, remark, table

_LINES = """Foo Release Notes

These are the notes for the set that you and the others of the team play with.

GENERAL NOTES

Card Legality

All of the cards are legal.

CARD-SPECIFIC NOTES

{label}Apple Warden
{{1}}{{G}}
Creature — Treefolk
2/3
Vigilance
{bullet}It is the one that you may play with and not the other.
{bullet}It is {run}

{between}
{label}Bell Tree
{{2}}
Artifact
{{T}}: Add {{G}}.
{bullet}This is the other one.
"""
_ONE_LINE = (
    "Foo FAQ GENERAL NOTES ***Card Legality*** All of the cards are legal. * You may play with"
    " them. ----- CARD-SPECIFIC NOTES Apple Warden {1}{G} Creature -- Treefolk 2/3 Vigilance * It"
    " is the one. ----- Bell Tree {2} Artifact {T}: Add {G}. * This is the other one. ----- Cart"
    " {2} Artifact {T}: Add {G}. * It is a cart. ----- Door {2} Artifact {T}: Add {G}. %s * It is a"
    " door. ----- Elm {2} Artifact {T}: Add {G}. * It is %s "
)


def _lines(bullet: str, between: str, label: str) -> Callable[[str], str]:
    return lambda run: _LINES.format(bullet=bullet, between=between, label=label, run=run)


DIALECTS: Mapping[str, Callable[[str], str]] = {
    "markdown": _lines("- ", "", ""),
    "quoted Markdown": lambda run: _lines("* ", "---", "")(
        "\n" + "\n".join(f"> {line}" for line in run.split("\n"))
    ),
    "rules text": lambda run: _lines("* ", "", "")("it.").replace("Vigilance", f"Vigilance\n{run}"),
    "head": lambda run: f"{run}\n\n{_lines('* ', '', '')('it.')}",
    "general notes": lambda run: _lines("* ", "", "")("it.").replace("All of", f"{run}\nAll of"),
    "collector lines": _lines("", "", "0001_MTGX_Main: Apple Warden\n"),
    "line FAQ": _lines("* ", "-----", ""),
    "one line": lambda run: _ONE_LINE % (run, run),
}
IN_DOCUMENTS = (
    ("*", ""), ("**a", " "), ("_", ""), ("<!--", ""), ("<|", ""), ("<b>", ""),
    ("![", ""), ("[a](", ""), ("{ ", ""),
    ("(", ""), ("-", ""), ("-", "\n"), (">", "\n"), (" ", ""), ("\xa0", "\n"),
    ("\v", ""), ("#", ""), ("1", ""),
    ("a", ""), ("“", ""), ("Creature ", ""),
    ("Foo {1}{G} Creature -- Treefolk 2/3 Vigilance", " "), ("A b.", " "),
    ("Foo  \n{1}  \nArtifact  \nFlying.  \n", ""), ("//\nFoo\n{1}\nArtifact\nFlying.", "\n"),
    ("|  |  |\n|---|---|\n", ""),
)  # fmt: skip
"""Tokens of documents, and what joins them."""
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
"""Tokens of pages."""
PLACES = {
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
TIMES = (4, 16)
"""How many times as long the texts are whose cost is compared with that of the first."""
GROWTH = 2
"""How much more a token may cost in a longer text: what a busy machine adds is less in one attempt
of all.
"""
_FLOOR = 0.05
"""Seconds below which a text costs too little for its growth to be told from chance."""
_ATTEMPTS = 6


@dataclass(frozen=True)
class Work:
    """What is done with texts."""

    name: str
    do: Callable[[Any], object]
    texts: Iterable[tuple[str, Callable[[int], Any]]]
    """The name of each text, and what makes it of about so many characters, or so many parts."""
    size: int = 1_000
    """The size of the first text."""


def run() -> None:
    """Print each text whose tokens cost more in a longer one. Exit with an error if there are
    any.
    """
    count, rows = 0, []
    for work in works():
        for name, text in work.texts:
            count += 1
            growth = measure(text, work.do, work.size)
            if growth > GROWTH:
                rows.append((work.name, name, f"{growth:.1f}"))
    result = f"{len(rows)} of {count} texts cost more a token the oftener they repeat it"
    if not rows:
        remark(f"{result}.")
        return
    table(result, ("work", "text", "times as much"), rows)
    sys.exit(1)


def works() -> Iterator[Work]:
    """Yield all that is measured."""
    english = Words(content().languages["en"])
    library = builders.example_library()
    pages = PageReader(english)
    names = list_current_names(content().catalogue.eras)
    lantern = builders.card()
    writer = markup.Writer(english, edition_in(library).on_page("cards/mire-lantern/"))

    def read_document(text: str) -> None:
        document.read(text.encode(), "lam.en.md", content(), Overrides(set_code="lam", lang="en"))

    def read_page(text: str) -> None:
        inline.to_html.cache_clear()
        pages.convert(text, {})
        plain.convert_page(text)

    def write_page(text: str) -> None:
        body = (
            f"{writer.write_blocks(parse(text))}\n\n{markup.escape(text)}"
            f" {markup.attributes('en', title=text)}"
        )
        markup.tidy(
            markup.box(markup.quote(markup.items([body, markup.code(text)])), "details", text)
        )

    def compare_rulings(texts: list[str]) -> None:
        find_documented(texts, list(map(builders.ruling, texts)), lantern, names)

    def match_rulings(texts: list[str]) -> None:
        old = dict(enumerate(map(wording, texts)))
        edited = [wording(f"{text} You know.") for text in texts]
        match_texts(old, edited, lambda *_: True, Weights("en", old.values()))

    yield Work(
        "documents",
        read_document,
        [
            (f"{token!r} in {name}", partial(_in_document, dialect, token, joint))
            for (name, dialect), (token, joint) in product(DIALECTS.items(), IN_DOCUMENTS)
        ],
    )
    yield Work(
        "reading pages",
        read_page,
        [
            (f"{token!r} in {name}", partial(_in_page, place, token))
            for (name, place), token in product(PLACES.items(), TOKENS)
        ],
    )
    yield Work(
        "writing pages",
        write_page,
        [(repr(token), partial(_in_page, "{}", token)) for token in TOKENS],
    )
    yield Work("published rulings", compare_rulings, [("rulings", _rulings)], 200)
    yield Work("the ledger", match_rulings, [("rulings", _rulings)], 300)
    yield Work(
        "web pages",
        partial(webpages.from_html, path="x.html"),
        [
            ("options of one list", lambda size: f"<!doctype html><select>{'<option>x ' * size}"),
            *((tag, partial(_nested, tag)) for tag in ENDLESS.values()),
        ],
        500,
    )
    yield Work(
        "PDFs",
        pdf_paragraphs.from_pdf,
        [
            (f"lines {right} farther right and {up} higher", partial(overprinted, right, up))
            for right, up in ((0, 0), (0, 1), (1, 0), (-1, 0))
        ],
        125,
    )
    yield Work("the rules", partial(book.read_edition, path="x.txt"), [("rules", _rules)], 500)


def _in_document(dialect: Callable[[str], str], token: str, joint: str, size: int) -> str:
    return dialect(joint.join([token] * (size // len(token + joint))))


def _in_page(place: str, token: str, size: int) -> str:
    return place.format(*[token * (size // len(token))] * 2)


def _nested(tag: str, size: int) -> str:
    return f"<!doctype html>{f'{tag}x ' * size}"


def _rulings(size: int) -> list[str]:
    return [f"The frog{at} sleeps {at} days. It wakes at dawn {at % 7}." for at in range(size)]


def _rules(size: int) -> bytes:
    body = "\n\n".join(
        f"{100 + at // 900}.{at % 900 + 1}. Rule {at} says (see rule 100.1) {'{W} ' * 40}“so."
        for at in range(size)
    )
    return TEXT.replace("100.1. Two", f"{body}\n\n990.1. Two").encode()


def measure(text: Callable[[int], Any], work: Callable[[Any], object], size: int) -> float:
    """Return how many times as much a token costs in a longer text, or 0 if that costs too little
    to tell.

    The costs are compared with the number of the tokens, not with the lengths: what is around the
    tokens may cost much less a byte, and then a longer text costs more a byte though nothing
    grows.
    """
    return max(_compare(text(size), text(size * times), work, times) for times in TIMES)


def _compare(short: Any, long: Any, work: Callable[[Any], object], times: int) -> float:
    """Return the growth. Whatever disturbs a measurement makes it longer, so that the least of some
    counts.
    """
    most = least = float("inf")
    for _ in range(_ATTEMPTS):
        most = min(most, _seconds(work, long))
        if most < _FLOOR:
            return 0.0
        least = min(least, _seconds(work, short))
        if most <= least * times * GROWTH:
            break
    return most / least / times


def _seconds(work: Callable[[Any], object], text: Any) -> float:
    start = time.process_time()
    work(text)
    return time.process_time() - start
