"""Documents that name files and addresses outside: none is opened, none is asked for, and what is
there is not published.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rulebinder.reading.formats import conversion
from site_tests.reading.shapes.packing import packed
from site_tests.robustness.test_bombs import PARTS, word

WORDS = "Nothing of Lantern Vault leaves it"
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
LISTED = "http://schemas.openxmlformats.org/package/2006/relationships"
TYPES = {
    "an entity": '<!DOCTYPE x [<!ENTITY out SYSTEM "{0}">]>',
    "an entity of the type": '<!DOCTYPE x [<!ENTITY % more SYSTEM "{0}"> %more; <!ENTITY out "">]>',
    "a type": '<!DOCTYPE x SYSTEM "{0}">',
    "a public type": '<!DOCTYPE x PUBLIC "-//A//B" "{0}">',
}


def of_word(declared: str, _address: str) -> bytes:
    return packed({**PARTS, "word/document.xml": declared + word("told &out;")})


def of_its_relations(declared: str, _address: str) -> bytes:
    return packed(
        {**PARTS, "_rels/.rels": declared + PARTS["_rels/.rels"], "word/document.xml": word("told")}
    )


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
    text = word("told").replace("</w:r>", f"{drawn}</w:r>")
    return packed({**PARTS, "word/_rels/document.xml.rels": relations, "word/document.xml": text})


@pytest.fixture(scope="module")
def happened() -> Iterator[list[tuple[str, Any]]]:
    """Return the files that are opened and the connections that are made.

    Python cannot take its hook away, so it ends by itself.
    """
    seen: list[tuple[str, Any]] = []
    listens = [True]

    def heard(event: str, values: tuple[Any, ...]) -> None:
        if listens and event in (
            "open",
            "socket.connect",
            "socket.getaddrinfo",
            "urllib.Request",
            "subprocess.Popen",
        ):
            seen.append((event, values[0]))

    sys.addaudithook(heard)
    yield seen
    listens.clear()


@pytest.mark.parametrize("scheme", ["file", "http"])
@pytest.mark.parametrize("declared", TYPES)
@pytest.mark.parametrize("make", [of_word, of_its_relations, page, related])
def test_nothing_outside_a_document_is_read(
    make: Callable[[str, str], bytes],
    declared: str,
    scheme: str,
    tmp_path: Path,
    happened: list[tuple[str, Any]],
) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text(f'<!ENTITY out "{WORDS}">', "utf-8")
    address = secret.as_uri() if scheme == "file" else "http://127.0.0.1:9/secret.txt"
    data = make(TYPES[declared].format(address), address)
    conversion.to_text(make("", address), "warm")  # what Python opens to import a library
    happened.clear()
    text, problems = conversion.to_text(data, "document")
    assert [each for each in happened if each[0] != "open" or "secret" in str(each[1])] == []
    if make in (page, related):
        assert text is not None
        assert "told" in text
        assert WORDS not in text
    else:
        assert text is None
        assert [problem.message.partition("(")[2] for problem in problems] == [
            "ValueError: its XML declares a document type)"
        ]


def test_a_document_type_in_a_part_that_is_not_read_is_no_fault() -> None:
    svg = (
        '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN"'
        ' "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd"><svg/>'
    )
    text, problems = conversion.to_text(
        packed({**PARTS, "word/media/1.svg": svg, "word/document.xml": word("told")}), "document"
    )
    assert (text, problems) == ("told", [])
