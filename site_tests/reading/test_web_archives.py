"""What web archives mark in their own ways is read as readers of them see it."""

from __future__ import annotations

import base64

import pytest

from rulebinder.reading.formats import conversion
from site_tests.reading.shapes.archiving import web_archive


def read(data: bytes) -> str:
    """The Markdown of a document that has no problems."""
    text, problems = conversion.to_text(data, "x")
    assert text is not None, problems
    assert not [str(problem) for problem in problems]
    return text


PAGE = (
    "<!doctype html><html><body><p>It’s lit. <img src='cid:tap@lamp' alt='Tap'></p></body></html>"
)
MEANT = "It’s lit. {T}"


TAIL = "\n--x\nContent-Type: image/png\n\n\x89PNG\n--x\nContent-Type: text/css\n\np {}\n--x--\n"
"""What is beside the page of an archive, and the end of it."""


def archive(kind: str, content: bytes = PAGE.encode(), before: str = "", tail: str = TAIL) -> bytes:
    """A web archive; ``kind`` is the head of the page's part, ``before`` comes before that."""
    head = (
        "MIME-Version: 1.0\nContent-Type: multipart/related; boundary=x\n\n"
        f"{before}\n--x\n{kind}\n\n"
    )
    return head.encode() + content + tail.encode("latin-1")


HTML = "Content-Type: text/html"


@pytest.mark.parametrize(
    "data",
    [
        web_archive(PAGE.encode()),
        archive(f'{HTML}; charset="utf-8"'),
        archive(f"{HTML}; charset=windows-1252", PAGE.encode("cp1252")),
        archive(f"{HTML}; charset=utf-16", PAGE.encode("utf-16")),
        archive(f"{HTML}; charset=utf-16-le", PAGE.encode("utf-16-le")),
        archive(f"{HTML}; charset=iso-2022-jp", PAGE.replace("’", "&rsquo;").encode("iso-2022-jp")),
        archive(f"{HTML}\nContent-Transfer-Encoding: base64", base64.encodebytes(PAGE.encode())),
        archive(HTML, before="This is a multi-part message in MIME format.\n"),
        archive(f"Content-Type: text/plain\n\n \n--x\n{HTML}"),
        f"From: <Saved>\nMIME-Version: 1.0\n{HTML};\n\tcharset=utf-8\n\n{PAGE}".encode(),
        archive(HTML).removeprefix(b"MIME-Version: 1.0\n"),
    ],
)  # fmt: skip
def test_the_page_of_a_web_archive_is_read(data: bytes) -> None:
    assert read(data).strip() == MEANT


PACKED = base64.b64encode(PAGE.encode())
SECOND = "\n--x\nContent-Type: {}\n\nIt is dark.\n--x--\n"
REFUSED = {
    "a second page": (
        archive(HTML, tail=SECOND.format("text/html")), "more than one page: text/html (2)",
    ),
    "a plain text": (
        archive(HTML, tail=SECOND.format("text/plain")), "text/html (1), text/plain (1)",
    ),
    "a document": (
        archive(HTML, tail=SECOND.format("application/pdf")), "application/pdf (1), text/html (1)",
    ),
    "a part without a kind": (archive(HTML, tail="\n--x\nIt is dark.\n--x--"), "text/plain (1)"),
    "parts in a part": (
        archive(
            "Content-Type: multipart/alternative; boundary=y\n\n"
            f"--y\n{HTML}\n\nDark.\n--y--\n--x\n{HTML}"
        ),
        "multipart/alternative (1)",
    ),
    "no page": (archive("Content-Type: text/plain"), "there is no page"),
    "words before the parts": (archive(HTML, before="It is dark."), "words before its first part"),
    "words behind the parts": (
        archive(HTML, tail=f"{TAIL}It is dark."), "words behind its last part",
    ),
    "parts behind the parts": (archive(HTML, tail=TAIL + TAIL), "words behind its last part"),
    "no end": (archive(HTML, tail=""), "is cut off"),
    "words behind the padding": (
        archive(
            f"{HTML}\nContent-Transfer-Encoding: base64",
            PACKED + b"=" * (-len(PACKED) % 4) + b"\n==\n" + PACKED,
        ),
        "not whole base64",
    ),
    "words in another packing": (
        archive(f"{HTML}\nContent-Transfer-Encoding: x-uuencode"), "packed as 'x-uuencode'",
    ),
}  # fmt: skip
"""Web archives with words that no page has, and what is said of them."""


@pytest.mark.parametrize("name", REFUSED)
def test_a_web_archive_of_more_than_a_page_is_refused(name: str) -> None:
    data, message = REFUSED[name]
    text, problems = conversion.to_text(data, "x.mhtml")
    assert text is None
    assert [message in problem.message for problem in problems] == [True]


@pytest.mark.parametrize(
    "charset", ["none-such", '"a\0b"', "utf-16", "utf-7", "idna", "unicode_escape", "cp037", "hex"]
)
def test_a_wrong_encoding_of_an_archived_page_is_one_problem(charset: str) -> None:
    text, problems = conversion.to_text(archive(f"{HTML}; charset={charset}"), "x.mhtml")
    assert (text or "").strip() == MEANT
    assert ["in the encoding that the web archive names" in each.message for each in problems] == [
        True
    ]
