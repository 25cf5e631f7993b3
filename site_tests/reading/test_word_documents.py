"""Every word of a Word document is in its text, or it is reported: however the file is built."""

import pytest

from rulebinder.reading.formats import conversion
from site_tests.reading.shapes.packing import MAIN, RELATIONS, word, word_main

KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/wordprocessingml/main"
DRAWN = "http://schemas.openxmlformats.org/drawingml/2006/main"
MATH = "http://schemas.openxmlformats.org/officeDocument/2006/math"
CHOICE = "http://schemas.openxmlformats.org/markup-compatibility/2006"
READ = "<w:p><w:r><w:t>It is lit.</w:t></w:r></w:p>"
DARK = "<w:p><w:r><w:t>Dusk falls.</w:t></w:r></w:p>"


def element(name: str, content: str, namespace: str = WORD) -> str:
    return (
        f'<w:{name} xmlns:w="{namespace}" xmlns:m="{MATH}" xmlns:mc="{CHOICE}">{content}</w:{name}>'
    )


def with_main(main: str) -> bytes:
    """A Word document whose main part has another name."""
    body = f"{READ}<w:dusk>{DARK}</w:dusk>"
    return word("", {"_rels/.rels": RELATIONS.replace(MAIN, main), main: word_main(body)})


def box(content: str, fallback: str = "") -> str:
    """A text box, with the form of it that older programs read."""
    older = fallback and f"<mc:Fallback>{fallback}</mc:Fallback>"
    return f"<mc:AlternateContent><mc:Choice>{content}</mc:Choice>{older}</mc:AlternateContent>"


def with_type(declared: str, part: str) -> str:
    return f"<!DOCTYPE x [{declared}]>{part}"


FOOTER = element("ftr", DARK)
LOST = "left out: dusk falls"
REPORTED = {
    "a header": word(READ, {"word/header1.xml": element("hdr", DARK)}),
    "a footer of any name": word(READ, {"word/f": FOOTER}),
    "a footer in UTF-16": word(READ, {"word/f": FOOTER.encode("utf-16")}),
    "a footer by another prefix": word(
        READ, {"word/f": FOOTER.replace("w:", "x:").replace(":w=", ":x=")}
    ),
    "a footer without a prefix": word(
        READ, {"word/f": FOOTER.replace("w:", "").replace("xmlns:w=", "xmlns=")}
    ),
    "a footer of the strict standard": word(READ, {"word/f": element("ftr", DARK, STRICT)}),
    "text that is moved away": word(f"{READ}<w:p><w:moveFrom>{DARK[5:-6]}</w:moveFrom></w:p>"),
    "an element that nobody knows": word(f"{READ}<w:dusk>{DARK}</w:dusk>"),
    "a main part of another name": with_main("word/d2.xml"),
    "a main part that is no .xml": with_main("customXml/x.bin"),
    "the strict standard": word(
        "", {MAIN: element("document", f"<w:body>{READ}<w:dusk>{DARK}</w:dusk></w:body>", STRICT)}
    ),
    "a formula": word(
        f"{READ}<w:p><m:oMath><m:r><m:t>Dusk falls.</m:t></m:r></m:oMath></w:p>"
    ),
    "a drawing": word(
        f'{READ}<w:p><w:r><w:drawing><a:t xmlns:a="{DRAWN}">Dusk falls.</a:t></w:drawing></w:r>'
        "</w:p>"
    ),
    "a text box without an older form": word(READ + element("r", box(DARK))),
    "a text box with another older form": word(f"{READ}<w:p>{box(DARK, READ)}</w:p>"),
}  # fmt: skip


@pytest.mark.parametrize("name", REPORTED)
def test_words_that_are_not_read_are_reported(name):
    text, problems = conversion.to_text(REPORTED[name], "x.docx")
    assert text is not None, problems
    assert "It is lit." in text
    assert [LOST in problem.message for problem in problems] == [True]


def test_a_document_within_a_document_is_reported():
    data = word(f'{READ}<w:altChunk r:id="r9" xmlns:r="{KINDS}"/>', {"word/x.htm": "<p>Dusk"})
    _, problems = conversion.to_text(data, "x.docx")
    assert ["left out: an embedded document" in problem.message for problem in problems] == [True]


def test_a_sign_of_an_unknown_font_is_reported():
    sign = '<w:p><w:r><w:sym w:font="Lantern" w:char="F041"/></w:r></w:p>'
    _, [problem] = conversion.to_text(word(READ + sign), "x.docx")
    assert "F041" in problem.message


WHOLE = {
    "deleted text": f"<w:p>{READ[5:-6]}<w:del><w:r><w:delText>Dusk</w:delText></w:r></w:del></w:p>",
    "hyphens of Word": (
        "<w:p><w:r><w:t>It is lit</w:t><w:noBreakHyphen/><w:t>up a</w:t><w:softHyphen/>"
        "<w:t>lone.</w:t></w:r></w:p>"
    ),
    "a word in pieces": "<w:p><w:r><w:t>It is l</w:t></w:r><w:r><w:t>it.</w:t></w:r></w:p>",
    "a text box in two forms": f"<w:p>{box(READ, READ)}</w:p>",
    "two such text boxes": f"<w:p>{box(READ, READ)}</w:p>" * 2,
}  # fmt: skip


@pytest.mark.parametrize("name", WHOLE)
def test_what_is_read_is_not_reported(name):
    parts: dict[str, str | bytes] = {
        "word/comments.xml": element("comments", DARK),
        "word/glossary/document.xml": element("glossaryDocument", DARK),
        "word/media/1.svg": '<!DOCTYPE svg><svg xmlns="http://www.w3.org/2000/svg"><p/>&x;</svg>',
        "word/media/2.png": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    }
    text, problems = conversion.to_text(word(WHOLE[name], parts), "x.docx")
    assert "It is lit" in (text or "")
    assert problems == []


ENTITY = '<!ENTITY dusk "Dusk falls.">'


@pytest.mark.parametrize(
    "parts",
    [
        {"word/header1.xml": with_type(ENTITY, element("hdr", DARK))},
        {"word/h": with_type(ENTITY, element("hdr", DARK.replace("Dusk falls.", "&dusk;")))},
        {"word/numbering.xml": with_type(ENTITY, element("numbering", "&dusk;"))},
        {"word/styles.xml": with_type("", element("styles", ""))},
        {"word/document.xml": with_type("", element("document", f"<w:body>{READ}</w:body>"))},
        {"word/document.xml": with_type(ENTITY, element("document", READ)).encode("utf-16")},
    ],
)
def test_a_document_type_in_a_part_with_words_is_refused(parts):
    text, [problem] = conversion.to_text(word(READ, parts), "x.docx")
    assert text is None
    assert problem.message == (
        "not a Word document that can be read (its XML declares a document type)"
    )
