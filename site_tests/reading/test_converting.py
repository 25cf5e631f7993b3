"""Word documents, PDFs and web pages are read like the text they hold; broken ones are one clear
problem.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from rulebinder.reading import saved_notes
from rulebinder.reading.formats import conversion, pdf_paragraphs
from rulebinder.reading.formats.pdf_rows import Row
from site_tests.places import unplaced
from site_tests.reading.reader import attempt, read
from site_tests.reading.shapes import prints, texts
from site_tests.reading.shapes.packing import packed, pdf, word, word_paragraph
from site_tests.reading.shapes.prints import Print
from site_tests.reading.shapes.table import FORMATS
from site_tests.reading.shapes.texts import Wrapping

LETTERS = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>"


@pytest.mark.parametrize("name", FORMATS)
def test_what_a_file_holds_is_read(name):
    """The bullets of a card's modes are not asked for."""
    text = texts.text("markdown", Wrapping())
    plain, notes = (unplaced(read(data, "lam.en")[0]) for data in (text, FORMATS[name]()))
    stored = (saved_notes.dump(replace(each, source=plain.source)) for each in (plain, notes))
    assert len({form.replace("• ", "") for form in stored}) == 1


MAIL = b"From: <Saved by Fen>\r\nSubject: Lanterns\r\nMIME-Version: 1.0\r\nContent-Type: "
OASIS = "application/vnd.oasis.opendocument"
BROKEN: dict[str, tuple[bytes, str]] = {
    "half a zip": (FORMATS["docx"]()[:700], "not a Word document"),
    "a zip that is no zip": (b"PK\x03\x04" + bytes(200), "not a Word document"),
    "a zip of something else": (packed({"letter.txt": "Dear aunt"}), "not a Word document"),
    "a document without XML": (packed({"word/document.xml": "<w:document"}), "not a Word document"),
    "a document without text": (word(""), "the Word document has no text"),
    "an RTF document": (b"\xef\xbb\xbf \n{\\rtf1\\ansi It is lit.}", "an RTF document (.rtf)"),
    "an RTF document in UTF-16": (
        "{\\rtf1\\ansi It is lit.}".encode("utf-16"), "an RTF document (.rtf)"),
    "an e-mail": (b"Subject: Lanterns\r\nFrom: Fen\r\n\r\nIt is lit.", "an e-mail"),
    "an e-mail in UTF-16": ("From: Fen\nTo: Ada\n\nIt is lit.".encode("utf-16"), "an e-mail"),
    "a stored e-mail": (
        b"From - Wed Nov 25\nReceived: " + b"a" * 9000 + b"\nDate: x\n\nLit.", "an e-mail"),
    "an e-mail with a page": (
        b"To: Ada\nMIME-Version: 1.0\nContent-Type: text/html\n\n<p>It is lit.", "an e-mail"),
    "an old Word document": (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(600), "(.doc)"),
    "an OpenDocument text": (
        packed({"mimetype": f"{OASIS}.text", "content.xml": "<x/>"}), "(.odt)"),
    "an OpenDocument text packed again": (
        packed({"content.xml": "<x/>" * 2000, "mimetype": f"{OASIS}.text"}), "(.odt)"),
    "an OpenDocument text in one file": (
        b'<?xml version="1.0"?>\n<office:document>Lit.</office:document>', "(.odt)"),
    "an e-book": (packed({"mimetype": "application/epub+zip"}), "(.epub)"),
    "a web archive of Safari": (b"bplist00" + bytes(99), "(.webarchive)"),
    "a web archive without a page": (
        MAIL + b"multipart/related; boundary=x\r\n\r\n--x\r\n"
        b"Content-Type: image/png\r\n\r\nPNG\r\n--x--\r\n",
        "there is no page in it, but pictures at most",
    ),
    "half a web archive": (FORMATS["mhtml"]()[:900], "not the corresponding close boundary"),
    "rulings of Scryfall": (b'\xef\xbb\xbf[\n{"object":"ruling","comment":"It is lit."}]', "JSON"),
    "rulings of MTGJSON": (b'{"meta": {"date": "2026-05-04"}, "data": {}}', "JSON"),
    "an older page of Gatherer": (
        b"<!DOCTYPE html><html><head><title>Oak (Mire)</title></head>"
        b"<body><div class='cardDetails top'><div class='label'>Types:</div>"
        b"<div class='value'>Creature</div></div></body></html>",
        "a page about one card",
    ),
    "a page of Gatherer": (
        b"<!DOCTYPE html><html><head><title>Oak - Gatherer</title></head>"
        b"<body><h1>Oak</h1></body></html>",
        "a page about one card",
    ),
    "a page of Scryfall": (
        ("<html><title>Oak · Mire (MIR) #3 · Scryfall Magic The Gathering Search</title>"
         "<p>Oak</p></html>").encode(),
        "a page about one card",
    ),
    "half a PDF": (FORMATS["pdf"]()[:60], "PDF"),
    "a PDF of nothing": (b"%PDF-1.4\n" + bytes(range(256)), "PDF"),
    "a PDF without text": (pdf([""], [LETTERS]), "the PDF has no text"),
    "a PDF with a lock": (
        FORMATS["pdf"]().replace(
            b"/Root 1 0 R",
            b"/Root 1 0 R /ID [(a) (a)] /Encrypt << /Filter /Standard /V 1 /R 2"
            b" /O (12345678901234567890123456789012)"
            b" /U (12345678901234567890123456789012) /P -4 >>"),
        "not a PDF that can be read",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_read_is_one_clear_problem(name):
    data, said = BROKEN[name]
    notes, problems = attempt(data, "lam.en")
    assert notes is None
    assert len(problems) == 1
    assert problems[0].is_error
    assert said in problems[0].message
    assert "\n" not in str(problems[0])
    assert problems[0].hint


@pytest.mark.parametrize(
    "page",
    [
        (
            b"<html><title>Gatherer Changes of the Mire - Release Notes</title><p>The Rulings: on"
            b" Gatherer</p></html>"
        ),
        b'{T}: Add {G}. It says "lit": so it is.',
        b"[{1}] is one, {rtf} is none. From: {T}",
        b"From: the mire\nIt is lit.",
        b"PK is the code of a set.",
    ],
)
def test_a_page_that_only_speaks_of_another_format_is_read(page):
    text, problems = conversion.to_text(page, "x")
    assert text
    assert not any(problem.is_error for problem in problems)


@pytest.mark.parametrize(
    "make",
    [
        str.encode,
        lambda text: f"<!doctype html><html><body><p>{text}</p></body></html>".encode(),
        lambda text: word(word_paragraph(text)),
    ],
)
def test_ligatures_are_letters(make):
    text, problems = conversion.to_text(
        make("A \ufb01ne o\ufb03ce of \ufb02ame, \ufb00, \ufb04, \ufb06"), "x"
    )
    assert text is not None
    assert "A fine office of flame, ff, ffl, st" in text
    assert not [problem for problem in problems if "ne" in problem.message]


def test_running_heads_are_left_out_and_said_once():
    _, problems = read(prints.pdf(Print(columns=2, browser=True, size=12)), "lam.en.pdf")
    said = [str(problem) for problem in problems if "left out" in problem.message]
    assert len(said) == 1
    assert said[0].startswith(
        "lam.en.pdf:1: review: 8 lines at the heads and feet of pages left out: "
    )
    assert "'#/#/#, #:# AM' (" in said[0]
    assert "'https://archive.example/notes/lam.html' (" in said[0]


@pytest.mark.parametrize(
    ("head", "kept"), [("11/22/26", False), ("- 3 van 12 -", False), ("{1}{U}{U}", True)]
)
def test_what_each_page_has_at_its_head_is_left_out_unless_it_is_a_cost(head, kept):
    data = prints.pdf(Print(size=14, head=head))
    text, _ = conversion.to_text(data, "lam.en.pdf")
    assert text is not None
    pages = data.count(b"/MediaBox")
    assert pages > 2
    heads = sum(line == head for line in text.splitlines())
    assert heads == (pages if kept else 0)


def without_costs(rows: Sequence[Row]) -> tuple[list[Row], Counter[str]]:
    """A step that loses the rows that are costs."""
    return [row for row in rows if row.text != "{2}{G}{G}"], Counter()


def test_letters_of_a_pdf_that_are_not_read_are_reported(monkeypatch):
    data = FORMATS["pdf"]()
    _, problems = conversion.to_text(data, "lam.en.pdf")
    assert not [problem for problem in problems if problem.message.startswith("left out: ")]
    monkeypatch.setattr(pdf_paragraphs, "drop_running_heads", without_costs)
    _, problems = conversion.to_text(data, "lam.en.pdf")
    assert "left out: 3 letters: 2gg" in [problem.message for problem in problems]
