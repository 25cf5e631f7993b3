"""Web pages as they are found: what is left open, overlaps or is far too deep is read as a browser
reads it, or said.
"""

import re
import sys
from pathlib import Path

import pytest

from rulebinder.problems import Problem, pluralize
from rulebinder.reading.accounting import account_for
from rulebinder.reading.dialects.markdown import without_html
from rulebinder.reading.formats import webpages
from rulebinder.reading.formats.web_markdown import DEEPEST, MOST_FORMATS, thin_out
from site_tests.robustness.documents import fill, run

OPEN = (
    "<!doctype html><html><body><h1>Hollow Orchard Release Notes</h1><p>These are the notes that"
    " you and the tests plant."
)
NOTES = "<h2>Card-Specific Notes</h2>"
CARD = "<p>Bell of Bark<br>{2}<br>Artifact<br>{T}: Add {G}.<ul><li>It never rings by itself."
MORE = "<li>It rings in the night."
PAGES = Path(__file__).parent / "pages"
"""Web pages, each with the Markdown that it becomes."""
FAR = sys.getrecursionlimit() + 200


def convert(page: str) -> tuple[str, list[Problem]]:
    """The Markdown of a page, and its problems."""
    return account_for(webpages.from_html(f"<!doctype html>{page}", "x.html"), "x.html")


@pytest.mark.parametrize("times", [1, FAR])
def test_what_may_be_left_open_is_read_like_what_is_closed(times, notes, raw, content):
    fill(raw, {"hol.en.html": OPEN + NOTES + CARD + MORE * times})
    result = run("import", raw / "hol.en.html", "--notes", notes, "--content", content)
    assert result.exit_code == 0, result.stderr
    assert f": written: 1 card, {pluralize(times + 1, 'ruling')}" in result.stdout
    assert "repair" not in result.stdout
    assert "section" not in result.stdout
    assert "unread" not in result.stdout


def test_a_tag_without_its_many_attributes_still_ends_or_closes_itself():
    many = " ".join(f"a{number}" for number in range(200))
    page = thin_out(f"<b>old</b {many}><i {many} />new <u {many}>words</u>")
    assert page.page == "<b>old</b><i></i>new <u>words</u>"
    assert page.lines == (1, 1, 1)


ENDLESS = {
    "div": "<div>", "b": "<b>", "font": "<font color=red>", "span": "<span class=x>",
    "ul": "<ul><li>", "blockquote": "<blockquote>", "table": "<table><tr><td>", "dl": "<dl><dd>",
    "unknown": "<x-y>", "p": "<p>", "li": "<li>", "a": "<a href='#'>", "h1": "<h1>",
    "misnested": "<b><p></b>", "object": "<p><object>", "closed by a slash": "<div/>",
}  # fmt: skip


@pytest.mark.parametrize("tag", ENDLESS)
def test_no_depth_of_a_page_loses_a_word(tag):
    text, problems = convert(
        "".join(f"{ENDLESS[tag]}w{n}{' ' * (tag != 'div')}" for n in range(FAR))
    )
    assert re.findall(r"\bw\d+\b", text) == [f"w{number}" for number in range(FAR)]
    assert all(problem.place.path == "x.html" for problem in problems)


def test_what_is_left_out_of_a_page_is_a_repair_at_its_line():
    page = "\n" + "<div>\n" * (DEEPEST + 3) + "word" + "</div>" * (DEEPEST + 3) + "<p>after</p>"
    text, problems = convert(page)
    assert text.split() == ["word", "after"]
    assert [str(problem).split(":")[:3] for problem in problems] == [
        ["x.html", str(DEEPEST + 2), " repair"]
    ]
    assert "3 elements" in problems[0].message


def test_what_is_deep_but_closed_keeps_its_place():
    deep = "<b>" * (MOST_FORMATS + 4) + "in" + "</b>" * (MOST_FORMATS + 4)
    text, _ = convert(f"<p>{deep} out</p><p>next</p>")
    assert [line for line in text.split("\n") if line] == ["**in** out", "next"]


def test_a_tag_that_nothing_closes_is_said():
    text, problems = convert('<p>kept</p>\n<p title="never closed>lost</p>')
    assert text == "kept"
    assert [(problem.place.line, problem.message) for problem in problems] == [
        (2, "a tag is not closed before the page ends")
    ]


def test_tags_deep_within_a_line_of_markdown_are_read():
    lines = list(without_html("- " + "<b>" * FAR + "word" + "</b>" * FAR + " after"))
    assert lines == ["- **word** after"]


@pytest.mark.parametrize(
    "page",
    ["a<p></p>b", "a</p>b", "a<b> </b>b", "a<i>\xa0b</i>", "a<b>\nb</b>", "<b>a<p></p></b>b",
     "<b><p>a</p></b>b", "a<h2></h2>b", "a<a> b</a>", "a<center>b</center>", "a<pre></pre>b",
     "a<ul></ul>b", "<select><option>a<option>b</select>", "<table><tr><td>a<h2>b</h2></table>"],
)  # fmt: skip
def test_what_parts_two_words_still_parts_them(page):
    text, _ = convert(f"<body>{page}")
    assert re.findall(r"\w+", text) == ["a", "b"]


@pytest.mark.parametrize("path", sorted(PAGES.glob("*.html")), ids=lambda path: path.stem)
def test_elements_become_markdown(path):
    page, markdown = (path.with_suffix(end).read_text("utf-8")[:-1] for end in (".html", ".md"))
    assert convert(f"<body>{page}") == (markdown, [])


LEFT_OUT = {
    "by name": ("<nav>one</nav><p>kept</p><footer>two</footer>", ["one", "two"]),
    "by role": ("<div role=banner>one</div><p>kept</p>", ["one"]),
    "by class": (
        f'<div class="shareButtons">one</div><p>{"kept " * 20}</p><div id=latest-news>two</div>',
        ["one", "two"],
    ),
    "outside of the content": ("<p>one</p><article><p>kept</p></article>two", ["one", "two"]),
    "links at the end": (
        "<p>kept</p><h3>one</h3><ul><li><a href=/x>two</a><li><a href=/y>three</a></ul>",
        ["one", "two three"],
    ),
    "links at the beginning": (
        "<p><a href=/x>one</a> | <a href=/y>two</a></p><p>kept</p>",
        ["one | two"],
    ),
}


@pytest.mark.parametrize("name", LEFT_OUT)
def test_the_boilerplate_of_a_site_is_left_out_and_said_once(name):
    page, texts = LEFT_OUT[name]
    text, problems = convert(f"<body>{page}")
    assert set(text.split()) == {"kept"}
    assert len(problems) == 1
    assert problems[0].message.startswith(f"{pluralize(len(texts), 'part')} of the page left out: ")
    assert all(repr(each) in problems[0].message for each in texts)


@pytest.mark.parametrize(
    "page",
    [f"<form>{'kept ' * 20}</form>", f"<div class=menu>{'kept ' * 20}</div><p>kept",
     "<ul><li><a href='#x'>kept</a><li><a href='#y'>kept</a></ul>",
     "<p>kept</p><ul><li><a href=/x>kept</a></ul><p>kept</p>",
     "<article><header><h1>kept</h1></header><p>kept</article>",
     "<article><p>kept</article><article><p>kept</article>",
     "<p><a href=/x>kept</a> // <a href=/y>kept</a></p>kept",
     "<p><a href=/x><img alt=kept></a> <a href=/y><img alt=kept></a></p>kept"],
)  # fmt: skip
def test_what_may_be_the_document_is_kept(page):
    text, problems = convert(f"<body>{page}")
    assert text.count("kept") == page.count("kept")
    assert not problems


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("<tr><td>a<td>{1}<td>b<br>c", "a\n\n{1}\n\nb  \nc"),
        (
            "<tr><th>Name<th>Cost<th>Text<tr><td>a<td>{1}<td>b<tr><td>d<td>{2}<td>e",
            "a\n\n{1}\n\nb\n\nd\n\n{2}\n\ne",
        ),
        ("<tr><td>a<td>b<tr><td>c<td>d", "|  |  |\n| --- | --- |\n| a | b |\n| c | d |"),
    ],
)
def test_tables_that_lay_out_a_page_become_paragraphs(table, expected):
    text, problems = convert(f"<body><table>{table}</table>")
    assert text == expected
    assert [problem.message for problem in problems] == [
        "1 part of the page left out: 'Name | Cost | Text'"
    ] * ("Name" in table)
