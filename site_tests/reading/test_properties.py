"""Whatever happens to a document: reading does not fail, loses no word, and its structured form
holds all.

Every example document is damaged as copies, scans and mail programs damage them. Hypothesis chooses
where, the same places in every run.
"""

import itertools
import re
import textwrap
import unicodedata
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulebinder.notes import ReleaseNotes
from rulebinder.reading import saved_notes
from rulebinder.reading.accounting import LOST
from rulebinder.reading.formats import conversion
from rulebinder.text import parse
from site_tests.conftest import ROOT
from site_tests.places import unplaced
from site_tests.reading.reader import attempt

RAW = (".txt", ".md", ".html")
DOCUMENTS = sorted(
    path
    for folder in ("site_tests/reading/golden", "content/notes")
    for path in (ROOT / folder).iterdir()
    if path.suffix in RAW
)
MARKS = ("< script >", "&", "</p>", "{", "}", "*", "**", "[", "](", "_", "•", "- ", "//", "-----",
 "#", "\\", "\x01", "\x1b", "\x7f",
         "\u200f", "\u202e", "\u200b", "\ufeff", "\u2028", "\x85", "\x0b", "😀", "é", "ß", "İ",
         "①")  # fmt: skip

same_every_time = settings(
    derandomize=True,
    database=None,
    deadline=None,
    max_examples=20,
)
documents = st.sampled_from(DOCUMENTS)
chance = st.integers(0, 2**32).map(Random)


def read(data: bytes, name: str) -> ReleaseNotes | None:
    """Read bytes; a problem must have a place, no word may be lost, and None must come with a
    problem.
    """
    notes, problems = attempt(data, name)
    assert all(problem.place.path == name for problem in problems)
    assert notes is not None or problems
    assert [str(problem) for problem in problems if problem.message.startswith(LOST)] == []
    return notes


def cut(text: str, random: Random) -> str:
    at = random.randrange(len(text))
    return text[:at] if random.random() < 0.7 else text[at:]


def double_lines(text: str, random: Random) -> str:
    return "\n".join(
        line for line in text.split("\n") for _ in range(2 if random.random() < 0.2 else 1)
    )


def delete_lines(text: str, random: Random) -> str:
    return "\n".join(line for line in text.split("\n") if random.random() < 0.85)


def join_lines(text: str, random: Random) -> str:
    return "".join(line + (" " if random.random() < 0.1 else "\n") for line in text.split("\n"))


def rewrap(text: str, random: Random) -> str:
    """Break lines at spaces, as mailers and editors do: they leave addresses whole."""
    wrapper = textwrap.TextWrapper(
        random.randrange(20, 120), break_long_words=False, break_on_hyphens=False
    )
    return "\n".join(part for line in text.split("\n") for part in wrapper.wrap(line) or [""])


def shuffle(text: str, random: Random) -> str:
    blocks = re.split(r"\n\n|-----", text)
    random.shuffle(blocks)
    return "\n\n".join(blocks)


def insert_marks(text: str, random: Random) -> str:
    return _inserted(text, random, lambda: random.choice(MARKS))


def insert_characters(text: str, random: Random) -> str:
    return _inserted(
        text,
        random,
        lambda: chr(random.choice((random.randrange(1, 0x500), random.randrange(0xE000, 0x11000)))),
    )


def _inserted(text: str, random: Random, make: Callable[[], str]) -> str:
    """The text with up to 30 insertions; a tag, an entity or an address stays whole, for a broken
    one is no word.
    """
    parts = re.split(r"(<[^<>]*>|&\w+;|!?\[[^\]]*\]\([^)]*\))", text)
    for _ in range(random.randrange(1, 30)):
        at = random.randrange(0, len(parts), 2)
        place = random.randrange(len(parts[at]) + 1)
        parts[at] = parts[at][:place] + make() + parts[at][place:]
    return "".join(parts)


def unbreak(text: str, random: Random) -> str:
    share = random.choice((0.1, 1.0))
    return "".join("\xa0" if each == " " and random.random() < share else each for each in text)


DAMAGES = (
    cut,
    double_lines,
    delete_lines,
    join_lines,
    rewrap,
    shuffle,
    insert_marks,
    insert_characters,
    unbreak,
)


@pytest.mark.parametrize("damage", DAMAGES, ids=lambda damage: damage.__name__)
@given(path=documents, random=chance)
@settings(same_every_time, max_examples=5)
def test_a_damaged_document_loses_no_word(damage, path, random):
    data = damage(_text(path), random).encode("utf-8", "surrogatepass")
    notes = read(data, path.name)
    if notes is None:
        return
    loaded, problems = saved_notes.loads(saved_notes.dump(notes), path.name)
    assert (problems, unplaced(loaded)) == ([], unplaced(notes))


def _text(path: Path) -> str:
    """The document as it is damaged: a web page after its conversion, whose words are what
    counts.
    """
    converted, _ = conversion.to_text(path.read_bytes(), path.name)
    assert isinstance(converted, str)
    return converted


ENCODINGS: dict[str, Callable[[str], bytes]] = {
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "UTF-8 with a mark": lambda text: text.encode("utf-8-sig"),
    "UTF-16 with a mark": lambda text: text.encode("utf-16"),
    "UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "composed apart": lambda text: unicodedata.normalize("NFD", text).encode(),
    "spaces at the ends of lines": (
        lambda text: text.replace("\n", " \n" if "  \n" in text else "  \n").encode()
    ),
}


@pytest.mark.parametrize(
    ("path", "name"), [*zip(DOCUMENTS, itertools.cycle(ENCODINGS), strict=False)]
)
def test_how_it_is_written_down_makes_no_difference(path, name):
    text = path.read_text("utf-8")
    written = _content(read(ENCODINGS[name](text), path.name))
    assert written == _content(read(text.encode(), path.name))


def _content(notes: ReleaseNotes | None) -> str:
    """All that was read, but for the hash of the bytes."""
    assert notes is not None
    return re.sub(r"sha256: \w+", "", unicodedata.normalize("NFC", saved_notes.dump(notes)))


@pytest.mark.parametrize("unseen", ["\u200b", "\u00ad", "\ufeff", "\u2060", "&#8203;", "&shy;"])
def test_what_nobody_sees_makes_no_difference(unseen):
    path = ROOT / "site_tests/reading/golden/blank-names.en.md"
    plain = read(path.read_bytes(), path.name)
    places = "(?<=He)(?=ron)" if "&" in unseen else "(?<=[A-Za-z])(?=[a-z]{2})|(?<=[*] )"
    text = re.sub(places, unseen, path.read_text("utf-8"))
    changed = read(text.encode(), path.name)
    assert plain is not None
    assert changed is not None
    assert replace(changed, source=plain.source) == plain


@given(
    data=st.binary(max_size=300),
    prefix=st.sampled_from([b"", b"%PDF-1.4\n", b"PK\x03\x04", b"\xff\xfe", b"<html>"]),
)
@example(data=b"", prefix=b"")
@same_every_time
def test_any_bytes_are_read_or_refused(data, prefix):
    read(prefix + data, "any")


@given(
    source=st.text(
        st.characters(exclude_characters="\n", exclude_categories=["Cs"])
        | st.sampled_from("{}[]()*/\\_T2 ")
    )
)
@same_every_time
def test_a_text_stands_for_what_it_was_written_from(source):
    assert parse(source).source() == (source if source.strip() else "")


@given(source=st.text(st.sampled_from("ab *{}T[]()/\n")))
@same_every_time
def test_a_text_of_paragraphs_loses_only_blank_lines(source):
    written = parse(source).source()
    assert parse(written) == parse(source)
    assert written.split() == source.split()
