"""PDFs, documents of word processors and web archives that hold far more than their size says, or
are broken anywhere: refused in a sentence.
"""

import zlib
from collections.abc import Callable

import pytest

from rulebinder.reading.formats import conversion
from rulebinder.reading.formats.pdf_paragraphs import from_pdf
from rulebinder.system import processes
from site_tests.reading.shapes.packing import MAIN, word, written
from site_tests.reading.shapes.table import FORMATS
from site_tests.robustness.documents import fill
from site_tests.robustness.test_folder import QUARRY, read

PARTS_IN_PARTS = b"Content-Type: multipart/mixed; boundary=x%d\r\n\r\n--x%d\r\n"
TYPE = "not a Word document that can be read (its XML declares a document type)"
LIMIT = "it takes more than "
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 20}">' for n in range(1, 20))


def streamed(content: bytes, filters: str = "/FlateDecode") -> bytes:
    """Return a PDF of one page, whose content is in a stream."""
    return written(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Count 1 /Kids [5 0 R] >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>",
            (
                f"<< /Length {len(content) * 2} /Filter [/ASCIIHexDecode {filters}]"
                f" >>\nstream\n{content.hex()}>\nendstream"
            ),
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources"
            " << /Font << /F1 3 0 R >> >> >>",
        ]
    )


BOMBS: dict[str, tuple[Callable[[], bytes], str]] = {
    "zeros packed twice": (
        lambda: streamed(
            zlib.compress(zlib.compress(bytes(20 << 20))), "/FlateDecode /FlateDecode"
        ),
        LIMIT,
    ),
    "a Word document of nothing": (
        lambda: word("<w:p/>" * 500_000), LIMIT,
    ),
    "a Word document of spaces": (
        lambda: word("", {MAIN: " " * (5 << 20)}),
        "not a Word document that can be read (ExpatError",
    ),
    "boundaries in boundaries": (
        lambda: b"".join(PARTS_IN_PARTS % (n, n) for n in range(5_000)) + b"\r\na" * 300_000,
        "web archive",
    ),
    "a thousand words of a kind in each part": (
        lambda: b"Content-Type: multipart/related; boundary=x\r\n\r\n"
        + (b"--x\r\nContent-Type: text/html;a=\"" + b";" * 200_000 + b'"\r\n\r\n<p>x\r\n') * 60
        + b"--x--",
        LIMIT,
    ),
    "laughs": (
        lambda: word("", {MAIN: f'<!DOCTYPE x [<!ENTITY l0 "ha">{LAUGHS}]><x>&l19;</x>'}),
        TYPE,
    ),
    "elements in elements": (
        lambda: word(f"{'<w:sdt><w:sdtContent>' * 5_000}{'</w:sdtContent></w:sdt>' * 5_000}"),
        "not a Word document that can be read (RecursionError",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BOMBS)
def test_a_bomb_is_refused_and_harms_no_other(name, notes, content, monkeypatch):
    monkeypatch.setattr(processes, "_SECONDS", 1)
    monkeypatch.setattr(processes, "_SECONDS_PER_MB", 0)
    make, said = BOMBS[name]
    fill(notes, {"bomb": make(), "qua.en.md": QUARRY})
    (notes / "bomb").rename(notes / "bomb.pdf")
    documents, problems, _ = read(notes, content)
    assert [each.set_code for each in documents] == ["qua"]
    assert [problem.place.path for problem in problems] == [f"{notes}/bomb.pdf"]
    assert said in problems[0].message
    assert problems[0].hint


@pytest.mark.parametrize("filters", ["/RunLengthDecode", "/FlateDecode /RunLengthDecode"])
def test_run_lengths_are_read(filters):
    drawn = b"BT /F1 9 Tf 50 700 Td (kept) Tj ET"
    content = bytes([len(drawn) - 1]) + drawn + b"\xf0 \x80lost"
    text = from_pdf(
        streamed(zlib.compress(content) if "Flate" in filters else content, filters)
    ).text
    assert text.strip() == "kept"


def test_lines_and_areas_take_no_memory_and_no_text():
    drawn = b"0 0 m 9 9 l S " * 2_000
    data = streamed(zlib.compress(drawn + b"BT /F1 9 Tf 50 700 Td (kept) Tj ET"))
    assert from_pdf(data).text.strip() == "kept"


def overprinted(right: int, up: int, lines: int) -> bytes:
    """Return a PDF of so many lines over each other, each so much farther right and higher."""
    drawn = b"".join(
        b"1 0 0 1 %d %d Tm (word%d) Tj " % (300 + right * (at % 200), 400 + up * (at % 9), at)
        for at in range(lines)
    )
    return streamed(zlib.compress(b"BT /F1 9 Tf " + drawn + b"ET"))


@pytest.mark.parametrize(("right", "up"), [(0, 0), (0, 1), (1, 0), (-1, 0)])
def test_lines_over_each_other_are_read(right, up):
    words = from_pdf(overprinted(right, up, 200)).text.split()
    assert len(words) == len(set(words)) == 200


def test_letters_without_a_height_are_read():
    lines = b"".join(b"1 0 0 0 50 %d Tm (line %d) Tj " % (700 - 20 * n, n) for n in range(5))
    text = from_pdf(streamed(zlib.compress(b"BT /F1 0 Tf " + lines + b" ET"))).text
    assert "line0" in text.replace(" ", "")


@pytest.mark.parametrize(
    "old", [b"trailer", b"/Root 1 0 R", b"/Kids [", b"/MediaBox [0 0 595 842]", b"/Contents"]
)
@pytest.mark.parametrize(
    "new",
    [b"", b"trailer0", b"/Root /Root", b"/Kids 5", b"/MediaBox [0 0 0 0]", b"/Contents /x", b"<<"],
)
def test_a_pdf_broken_anywhere_is_read_or_refused(old, new):
    text, problems = conversion.to_text(FORMATS["pdf"]().replace(old, new), "x.pdf")
    assert (text is None) == any(problem.is_error for problem in problems)
