"""Documents that name files and addresses outside: none is opened, none is asked for, and what is
there is not published.
"""

import itertools
import os
import sys
from pathlib import Path

import pytest

from rulebinder.reading.formats import conversion
from rulebinder.system import processes
from site_tests.reading.shapes.packing import MAIN, RELATIONS, word, word_main

WORDS = "Nothing of Lantern Vault leaves it"
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
LISTED = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = {
    "an entity": '<!DOCTYPE x [<!ENTITY out SYSTEM "{0}">]>',
    "an entity of the type": '<!DOCTYPE x [<!ENTITY % more SYSTEM "{0}"> %more; <!ENTITY out "">]>',
    "a type": '<!DOCTYPE x SYSTEM "{0}">',
    "a public type": '<!DOCTYPE x PUBLIC "-//A//B" "{0}">',
}


def paragraph(words: str) -> str:
    return f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"


def of_word(declared: str, _address: str) -> bytes:
    return word("", {MAIN: declared + word_main(paragraph("told &out;"))})


def of_its_relations(declared: str, _address: str) -> bytes:
    return word(paragraph("told"), {"_rels/.rels": declared + RELATIONS})


def page(declared: str, address: str) -> bytes:
    elements = "".join(
        f'<{name} src="{address}" href="{address}" data="{address}"></{name}>'
        for name in ("script", "iframe", "object")
    )
    declared = declared.replace("DOCTYPE x", "DOCTYPE html")
    return (
        f'{declared}<html><head><link rel="stylesheet" href="{address}"><base'
        f' href="{address}"></head><body>told &out;{elements}'.encode()
    )


def related(_declared: str, address: str) -> bytes:
    """Return a Word document all whose relations lead out."""
    kinds = ("image", "attachedTemplate", "styles", "footnotes", "numbering", "comments")
    out = "".join(
        f'<Relationship Id="r{kind}" Type="{KINDS}/{kind}" Target="{address}"'
        ' TargetMode="External"/>'
        for kind in kinds
    )
    drawn = (
        '<w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"'
        f' xmlns:r="{KINDS}" r:link="rimage"/></w:drawing>'
    )
    relations = f'<Relationships xmlns="{LISTED}">{out}</Relationships>'
    body = paragraph("told").replace("</w:r>", f"{drawn}</w:r>")
    return word(body, {"word/_rels/document.xml.rels": relations})


@pytest.fixture(scope="module")
def happened(tmp_path_factory):
    """Return a file that names the files that are opened and the connections that are made, by this
    process and those that it forks.

    Python cannot take its hook away, so it ends by itself.
    """
    path = tmp_path_factory.mktemp("events") / "events.txt"
    listens = [os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)]

    def heard(event, values):
        if listens and event in (
            "open",
            "socket.connect",
            "socket.getaddrinfo",
            "urllib.Request",
            "subprocess.Popen",
        ):
            os.write(listens[0], f"{event} {values[0]!r}\n".encode())

    sys.addaudithook(heard)
    yield path
    os.close(listens.pop())


def outside(happened: Path) -> list[str]:
    """Return what happened outside of the document and of the program."""
    lines = happened.read_text("utf-8").splitlines()
    return [line for line in lines if not line.startswith("open ") or "secret" in line]


def test_what_a_process_with_limits_opens_is_heard(tmp_path, happened):
    (tmp_path / "secret.txt").touch()
    os.truncate(happened, 0)
    processes.run_within_limits((tmp_path / "secret.txt").read_bytes, 9)
    assert len(outside(happened)) == 1


@pytest.mark.parametrize("scheme", ["file", "http"])
@pytest.mark.parametrize(
    ("make", "declared"),
    [*itertools.product((of_word, of_its_relations, page), TYPES.values()), (related, "")],
)
def test_nothing_outside_a_document_is_read(make, declared, scheme, tmp_path, happened):
    secret = tmp_path / "secret.txt"
    secret.write_text(f'<!ENTITY out "{WORDS}">', "utf-8")
    address = secret.as_uri() if scheme == "file" else "http://127.0.0.1:9/secret.txt"
    data = make(declared.format(address), address)
    conversion.to_text(make("", address), "warm")  # what Python opens to import a library
    os.truncate(happened, 0)
    text, problems = conversion.to_text(data, "document")
    assert outside(happened) == []
    if make in (page, related):
        assert text is not None
        assert "told" in text
        assert WORDS not in text
    else:
        assert text is None
        assert [problem.message.partition("(")[2] for problem in problems] == [
            "its XML declares a document type)"
        ]


def test_a_document_type_in_a_part_that_is_not_read_is_no_fault():
    svg = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        ' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>'
    )
    text, problems = conversion.to_text(
        word(paragraph("told"), {"word/media/1.svg": svg}), "document"
    )
    assert (text, problems) == ("told", [])
