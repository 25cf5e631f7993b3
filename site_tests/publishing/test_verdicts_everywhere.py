"""A ruling that is wrong today never stands without its verdict, in whichever form it is
published.
"""

import gzip
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from rulebinder.joining import persistence
from rulebinder.library import Library
from rulebinder.pictures import drawing
from rulebinder.settings import options

from .. import sites
from ..builders import verdict

BEGINNING = 10
"""So many words tell a ruling from everything else that a site says."""
MARKS = {
    "en": "no longer true",
    "es": "ya no es correcto",
    "fr": "n’est plus exact",
    "data": "no longer",
    "search": "gone",
}
"""What says so: for readers by language, and the values in data and in texts of the search."""
BEFORE = "2000-01-01"
_WORD = re.compile(r"[\w’']+")


Beginnings = Mapping[tuple[str, ...], frozenset[str]]
"""The ids of rulings by their first words."""


def _leaves(data: object) -> Iterator[str]:
    """Yield all values of ``data`` in their order; the marks of data are whole values."""
    if isinstance(data, dict):
        for value in data.values():
            yield from _leaves(value)
    elif isinstance(data, list):
        for value in data:
            yield from _leaves(value)
    elif isinstance(data, str):
        yield data


def _texts(path: Path) -> list[str]:
    """Return the texts of a file, of which each must say by itself what is no longer true."""
    content = path.read_bytes()
    content = gzip.decompress(content) if content[:2] == b"\x1f\x8b" else content
    if path.suffix in {".png", ".woff2", ".ico"}:
        return []
    text = content.decode()
    if path.suffix == ".html":
        page = LexborHTMLParser(text)
        alone = [node.text() for node in page.css("script")]
        for name in ("content", "title"):
            alone += [node.attributes[name] or "" for node in page.css(f"[{name}]")]
        page.strip_tags(["script"])
        return [page.root.text(separator=" ") if page.root else "", *alone]
    if re.search(r"/search/\w+/(?:texts|further)", path.as_posix()):
        file = json.loads(text)
        verdicts = [" ".join(file["more"].get(str(at), ())) for at in range(len(file["texts"]))]
        return [" ".join(each) for each in zip(file["texts"], verdicts, strict=True)]
    lines = text.splitlines() if path.suffix == ".ndjson" else [text]
    try:
        return [" ".join(_leaves(json.loads(line))) for line in lines]
    except ValueError:
        return [text]


def _beginnings(library: Library) -> Beginnings:
    """Return the ids of the rulings by the first words of their texts. Those that begin with fewer
    words before a symbol, in any language, are left out.
    """
    found: dict[tuple[str, ...], frozenset[str]] = {}
    short = set()
    for document in library.documents():
        for note in (note for holder in document.holders for note in holder.notes):
            words = _WORD.findall(note.text.plain().partition("{")[0])[:BEGINNING]
            short |= {note.id} if len(words) < BEGINNING else set()
            found[tuple(words)] = found.get(tuple(words), frozenset()) | {note.id}
    return {words: ids for words, ids in found.items() if not ids & short}


def _bare(text: str, beginnings: Beginnings) -> tuple[int, list[str]]:
    """Return the number of rulings in a text, and the ids of those without a verdict before the
    next ruling. That of the first one may stand before it.
    """
    words = _WORD.findall(text)
    small = [word.lower() for word in words]
    marks = [tuple(_WORD.findall(mark)) for mark in MARKS.values()]
    count, bare, current, is_marked = 0, [], frozenset[str](), False
    for at in range(len(words)):
        ids = beginnings.get(tuple(words[at : at + BEGINNING]), frozenset())
        if ids and not ids & current:
            bare += [] if is_marked or not current else [min(current)]
            is_marked, current, count = is_marked and not current, ids, count + 1
        is_marked |= any(tuple(small[at : at + len(mark)]) == mark for mark in marks)
    return count, bare + ([] if is_marked or not current else [min(current)])


def test_no_published_form_has_a_ruling_without_its_verdict(tmp_path, monkeypatch):
    chosen = replace(options.load(), preview_pictures="rulings", rulings_api=True, feeds="all")
    monkeypatch.setattr(options, "load", lambda: chosen)
    monkeypatch.setattr(drawing, "to_png", lambda _: b"")  # nobody looks at the pictures here
    known, documents = sites.sampled()
    kept = persistence.Folders(content=tmp_path, notes=tmp_path / "notes")
    shorter = [replace(each, cards=each.cards[:-1], last_modified=BEFORE) for each in documents]
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900000000")
    persistence.join_and_save(shorter, known, kept)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1900100000")
    beginnings = _beginnings(persistence.join_and_save(documents, known, kept)[0])
    gone = verdict()
    verdicts = {each: gone for ids in beginnings.values() for each in ids}
    wrong = replace(known, catalogue=replace(known.catalogue, verdicts=verdicts))
    library, _ = persistence.join_and_save(documents, wrong, kept)
    site = tmp_path / "site"
    assert sites.build(library, known.languages, site, site_url=sites.ADDRESS) == []
    files = [path for path in sorted(site.rglob("*")) if path.is_file()]
    counted: dict[str, int] = {}
    bare: list[str] = []
    for path in files:
        name = path.relative_to(site).as_posix()
        read = [_bare(text, beginnings) for text in _texts(path)]
        counted[name] = sum(count for count, _ in read)
        bare += [f"{name}: {note_id}" for _, ids in read for note_id in ids]
    kinds = {
        kind: sum(count for name, count in counted.items() if re.search(kind, name))
        for kind in FORMS
    }
    assert min(kinds.values()) > 0, kinds
    assert bare == []
    assert f"ruling 1 of 4 · {known.languages['en'].interface['search_gone']}" in (
        site / "en/sets/lam/feed.json"
    ).read_text("utf-8")


FORMS = (
    r"^en/cards/[^/]+/index", r"^es/cards/", r"/mechanics/", r"/document/", r"/sheet/",
    r"/revisions/", r"^r/.*index.html", r"^fr/r/", r"^data/rulings", r"^data/notes", r"^api/",
    r"^search/\w+/texts-",
)  # fmt: skip
"""Where rulings must be found, so that a test of nothing does not pass."""
