"""What web archives mark in their own ways is read as readers of them see it."""

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
        archive(f"{HTML}; charset=utf-16le", PAGE.encode("utf-16-le")),
        archive(f"{HTML}; charset=iso-2022-jp", PAGE.replace("’", "&rsquo;").encode("iso-2022-jp")),
        archive(f"{HTML}\nContent-Transfer-Encoding: base64", base64.encodebytes(PAGE.encode())),
        archive(HTML, before="This is a multi-part message in MIME format.\n"),
        archive(f"Content-Type: text/plain\n\n \n--x\n{HTML}"),
        f"From: <Saved>\nMIME-Version: 1.0\n{HTML};\n\tcharset=utf-8\n\n{PAGE}".encode(),
        archive(HTML).removeprefix(b"MIME-Version: 1.0\n"),
    ],
)  # fmt: skip
def test_the_page_of_a_web_archive_is_read(data):
    assert read(data).strip() == MEANT


PACKED = base64.b64encode(PAGE.encode())
SECOND = "\n--x\nContent-Type: {}\n\nIt is dark.\n--x--\n"
DARK = "left out: it is dark"
REPORTED = {
    "a second page": (archive(HTML, tail=SECOND.format("text/html")), DARK),
    "a second page as XHTML": (archive(HTML, tail=SECOND.format("application/xhtml+xml")), DARK),
    "a plain text": (archive(HTML, tail=SECOND.format("text/plain")), DARK),
    "a document": (archive(HTML, tail=SECOND.format("application/pdf")), "application pdf"),
    "a mail": (
        archive(HTML, tail="\n--x\nContent-Type: message/rfc822\n\nTo: A\n\nIt is dark.\n--x--\n"),
        DARK,
    ),
    "a part without a kind": (archive(HTML, tail="\n--x\n\nIt is dark.\n--x--"), DARK),
    "parts in a part": (
        archive(
            f"{HTML}\n\n{PAGE}\n--x\nContent-Type: multipart/alternative; boundary=y\n\n"
            f"--y\n{HTML}\n\nIt is dark.\n--y--\n--x\n{HTML}",
            b"",
        ),
        DARK,
    ),
    "words in parts before their parts": (
        archive(
            f"{HTML}\n\n{PAGE}\n--x\nContent-Type: multipart/mixed; boundary=y\n\n"
            "It is dark.\n--y\nContent-Type: image/png\n\nPNG\n--y--",
            b"",
        ),
        DARK,
    ),
    "words before the parts": (archive(HTML, before="It is dark."), DARK),
    "words behind the parts": (archive(HTML, tail=f"{TAIL}It is dark."), DARK),
    "parts behind the parts": (archive(HTML, tail=TAIL + SECOND.format("text/html")), "it is dark"),
    "a packed text": (
        archive(
            HTML,
            tail="\n--x\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n"
            f"{base64.b64encode(b'It is dark.').decode()}\n--x--\n",
        ),
        DARK,
    ),
}  # fmt: skip
"""Web archives with words that the page has not, and what is said of them."""


@pytest.mark.parametrize("name", REPORTED)
def test_what_a_web_archive_has_beside_its_page_is_said(name):
    data, message = REPORTED[name]
    text, problems = conversion.to_text(data, "x.mhtml")
    assert (text or "").strip() == MEANT
    assert any(message in problem.message for problem in problems)
    assert all(problem.message.startswith("left out: ") for problem in problems)


REFUSED = {
    "no page": (archive("Content-Type: text/plain"), "there is no page in it, but text/plain"),
    "no end": (archive(HTML, tail=""), "not the corresponding close boundary"),
    "no head of a part": (archive(HTML, tail="\n--x\nIt is dark.\n--x--"), "no colon"),
    "words behind the padding": (
        archive(
            f"{HTML}\nContent-Transfer-Encoding: base64",
            PACKED + b"=" * (-len(PACKED) % 4) + b"\n==\n" + PACKED,
        ),
        "base64",
    ),
    "words in another packing": (
        archive(f"{HTML}\nContent-Transfer-Encoding: x-uuencode"), "packed as 'x-uuencode'",
    ),
    "half a base64": (
        archive(f"{HTML}\nContent-Transfer-Encoding: base64", PACKED[:-3]), "base64",
    ),
}  # fmt: skip
"""Web archives that are broken, and what is said of them."""


@pytest.mark.parametrize("name", REFUSED)
def test_a_broken_web_archive_is_refused(name):
    data, message = REFUSED[name]
    text, problems = conversion.to_text(data, "x.mhtml")
    assert text is None
    assert [message in problem.message for problem in problems] == [True]


@pytest.mark.parametrize(
    "charset", ["none-such", '"a\0b"', "utf-16", "utf-7", "idna", "unicode_escape", "cp037", "hex"]
)
def test_a_wrong_encoding_of_an_archived_page_is_one_problem(charset):
    text, problems = conversion.to_text(archive(f"{HTML}; charset={charset}"), "x.mhtml")
    assert (text or "").strip() == MEANT
    assert [
        "as the web archive says, so it is read as UTF-8" in each.message for each in problems
    ] == [True]
