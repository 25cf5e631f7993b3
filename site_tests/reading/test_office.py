"""What rich text, OpenDocument texts and web archives mark in their own ways is read as readers of
them see it.
"""

from __future__ import annotations

import base64

import pytest

from rulebinder.reading.formats import conversion
from site_tests.reading.shapes.archiving import (
    open_document,
    open_document_paragraph,
    rich_text,
    rich_text_paragraph,
    web_archive,
)


def read(data: bytes) -> str:
    """The Markdown of a document that has no problems."""
    text, problems = conversion.to_text(data, "x")
    assert text is not None, problems
    assert not [str(problem) for problem in problems]
    return text


RICH = {
    "letters of a font": (r"{\f41 \'cb\'e0\'ec\'ef\'e0} and {\f0 \'e9t\'e9}", "Лампа and été"),
    "signs by name": (r"\ldblquote Lit\rdblquote \emdash it\rquote s a\~lamp", "“Lit”—it’s a\xa0lamp"),
    "no stand-ins": (r"{\uc0\u8212 }{\uc2\u8217 \'27\'27s}{\uc1\u233 es}", "—’sés"),
    "two numbers for one character": (r"\u-10179?\u-8694?", "\U0001f60a"),
    "a line break": (r"Toll Lamp\line \{3\}", "Toll Lamp  \n{3}"),
    "bold": (r"{\b Toll} Lamp is \b dark\b0 .", "**Toll** Lamp is **dark**."),
    "paragraphs of TextEdit": ("One\\\nTwo\\\n", "One\n\nTwo"),
    "a heading": (r"\pard\s1\outlinelevel1 Notes\par\pard It is lit.\par", "## Notes\n\nIt is lit."),
    "bullets of WordPad": (
        r"\pard{\pntext\f3\'B7\tab}{\*\pn\pnlvlblt\pnf3{\pntxtb\'B7}}\fi-200 One.\par{\pntext\f3\'B7\tab}Two.\par\pard End.\par",
        "- One.\n- Two.\n\nEnd.",
    ),
    "typed bullets": (r"\pard\fi-360\bullet\tab One.\par {\f3\'b7}\tab Two.\par", "• One.\n\n• Two."),
    "lists in lists": (
        "".join(rich_text_paragraph(text, is_item=True, level=level) for text, level in (("A", 0), ("B", 1), ("C", 1), ("D", 0))),
        "- A\n  - B\n  - C\n- D",
    ),
    "a table": (
        r"\trowd\cellx1\cellx2\pard\intbl A\cell B\cell\row\trowd\cellx1\pard\intbl D\cell E\cell{\trowd\row}\pard F\par",
        "|  |  |\n| --- | --- |\n| A | B |\n| D | E |\n\nF",
    ),
    "a link": (r'See {\field{\*\fldinst HYPERLINK "https://x.example/"}{\fldrslt{\ul the rules}}}.', "See the rules."),
    "a picture with words": (
        r"{\*\shppict{\pict{\*\picprop{\sp{\sn wzName}{\sv a}}{\sp{\sn wzDescription}{\sv Tap}}}\pngblip 89504e47}}"
        r"{\nonshppict{\pict\wmetafile8 0100}}: Add.",
        "{T}: Add.",
    ),
    "a picture of bytes": ("{\\pict\\pngblip\\bin5 }{}\\\\}Lit.", "Lit."),
    "a box": (r"Before {\shp{\*\shpinst{\sp{\sn fLine}{\sv 0}}{\shptxt \pard Boxed\par}}{\shprslt Boxed}}after", "Boxed\n\nBefore after"),
    "a footnote": (r"Lit.{\footnote\pard\plain By day.} Dark.\par", "Lit. Dark.\n\nBy day."),
    "what is deleted or hidden": (r"Lit{\deleted  never}{\v  secret}.", "Lit."),
}  # fmt: skip
"""What rich text writes, and what it means."""


@pytest.mark.parametrize("name", RICH)
def test_rich_text_is_read(name: str) -> None:
    written, meant = RICH[name]
    assert read(rich_text(written)).strip() == meant


@pytest.mark.parametrize(
    ("page", "meant"),
    [
        (rb"{\rtf1\ansi\ansicpg1251 \'cb\'e0\'ec\'ef\'e0}", "Лампа"),
        (rb"{\rtf1\mac \'8et\'8e}", "été"),
        (
            rb"{\rtf1\ansi\ansicpg932{\fonttbl{\f1\fcharset128 M;}}\f1\'83\'89\'83\'93\'83v}",
            "ランプ",
        ),
    ],
)
def test_the_encoding_of_rich_text_is_the_one_it_names(page: bytes, meant: str) -> None:
    assert read(page).strip() == meant


OPEN = {
    "headings": ('<text:h text:outline-level="2">Notes</text:h><text:p>Lit.</text:p>', "## Notes\n\nLit."),
    "a title": ('<text:p text:style-name="P1">Lanterns</text:p><text:p>Lit.</text:p>', "# Lanterns\n\nLit."),
    "bold": ('<text:p>It is <text:span text:style-name="T1">lit</text:span>.</text:p>', "It is **lit**."),
    "spaces": ('<text:p>A<text:s text:c="2"/>B<text:tab/>C<text:line-break/>D</text:p>', "A B C  \nD"),
    "lists in lists": (
        "<text:list><text:list-item><text:p>A</text:p><text:list><text:list-item><text:p>B</text:p></text:list-item></text:list>"
        "</text:list-item><text:list-item><text:p>C</text:p></text:list-item></text:list>",
        "- A\n\n  - B\n- C",
    ),
    "a table": (
        "<table:table><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p>"
        "</table:table-cell></table:table-row></table:table>",
        "|  |  |\n| --- | --- |\n| A | B |",
    ),
    "a link": ('<text:p>See <text:a xlink:href="https://x.example/">Rules</text:a></text:p>', "See [Rules](https://x.example/)"),
    "a picture with words": (
        '<text:p><draw:frame><draw:image xlink:href="Pictures/1.png"/><svg:title>Tap</svg:title></draw:frame>: Add.</text:p>',
        "{T}: Add.",
    ),
    "a box": ("<text:p>A<draw:frame><draw:text-box><text:p>B</text:p></draw:text-box></draw:frame></text:p>", "A\n\nB"),
    "a footnote": (
        "<text:p>A.<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>B</text:p></text:note-body></text:note> C</text:p>",
        "A. C\n\nB",
    ),
}  # fmt: skip
"""The body of an OpenDocument text, and what it means."""


@pytest.mark.parametrize("name", OPEN)
def test_an_open_document_is_read(name: str) -> None:
    written, meant = OPEN[name]
    assert read(open_document(written)).strip() == meant


def test_what_was_deleted_in_an_open_document_is_left_out_and_said() -> None:
    deleted = "<text:tracked-changes><text:changed-region><text:p>Unlit.</text:p></text:changed-region></text:tracked-changes>"
    text, problems = conversion.to_text(open_document(f"{deleted}<text:p>Lit.</text:p>"), "x")
    assert text == "Lit."
    assert ["unlit" in problem.message for problem in problems] == [True]


def test_an_open_document_that_was_packed_again_is_one() -> None:
    data = open_document(open_document_paragraph("Lit.")).replace(b"mimetype", b"minetype")
    assert read(data) == "Lit."


PAGE = (
    "<!doctype html><html><body><p>It’s lit. <img src='cid:tap@lamp' alt='Tap'></p></body></html>"
)
MEANT = "It’s lit. {T}"


def archive(kind: str, content: bytes, root: str = "") -> bytes:
    """A web archive with one page among other parts, or an e-mail; ``kind`` is the head of the
    page's part.
    """
    head = (
        f"MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x{root}\n\nA file of one"
        " page.\n\n--x\n"
    )
    other = "\n--x\nContent-Type: text/html\n\n<p>A frame</p>\n--x--\n"
    return b"".join((head.encode(), kind.encode(), b"\n\n", content, other.encode()))


@pytest.mark.parametrize(
    "data",
    [
        web_archive(PAGE.encode()),
        archive('Content-Type: text/html; charset="utf-8"', PAGE.encode()),
        archive("Content-Type: text/html; charset=windows-1252", PAGE.encode("cp1252")),
        archive("Content-Type: text/html; charset=none-such", PAGE.encode()),
        archive("Content-Type: text/html\nContent-Transfer-Encoding: base64", base64.encodebytes(PAGE.encode())),
        archive("Content-Type: text/plain\n\nPlain\n--x\nContent-Type: text/html", PAGE.encode()),
        archive("Content-Type: text/html\n\n<p>Frame</p>\n--x\nContent-Type: text/html\nContent-ID: <a>", PAGE.encode(), "; start=<a>"),
        f"From - Wed Nov 25\nReceived: {'a' * 9000}\nMIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n{PAGE}".encode(),
    ],
)  # fmt: skip
def test_the_page_of_a_web_archive_is_read(data: bytes) -> None:
    assert read(data).strip() == MEANT


def test_a_mail_without_a_page_is_read_as_its_text() -> None:
    assert (
        read(
            archive("Content-Type: text/plain", b"It is lit.").replace(b"text/html", b"image/png")
        ).strip()
        == "It is lit."
    )
