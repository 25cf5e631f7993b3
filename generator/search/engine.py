"""Index the pages of records by Pagefind. A page that an earlier build indexed keeps its words, and Pagefind reads only the others.

The words of a page do not depend on other pages, so that the result is the same as if Pagefind read all of them.
"""

from __future__ import annotations

import itertools
import json
import re
import subprocess
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from importlib import metadata
from pathlib import Path
from typing import Any

from ..problems import InputError, Place, error
from ..system.caching import Cache
from ..system.digests import digest
from . import packing
from .packing import Index

FOLDER = "search"
"""The folder of the search in the site: ``search/<lang>/…``, and the scripts beside the languages."""
SYMBOLS = "{}/+*"
"""Marks that are part of a word: ``{T}``, ``2/1``, ``+1/+1``, ``*/*``."""
LIBRARY = "pagefind"
"""The module that is made of Pagefind's own script, which the engine imports."""
_EXPORTS = re.compile(r"export\s*\{([\w$,\s]+)\};?\Z")


@dataclass(frozen=True, kw_only=True)
class Indexed:
    """The index of one language, with the parts of Pagefind that read it."""

    index: Index
    library: str
    """Pagefind's script."""
    wasm: bytes
    """The part of Pagefind that is no script. It is the same for every index of a language."""


def indexed(pages: Sequence[str], lang: str, work: Path, cache: Cache | None = None) -> Indexed:
    """Return the index of the ``pages`` of a language, whose numbers are their places.

    ``cache`` has the words of pages that earlier builds indexed. Pagefind works in the folder ``work``.
    Raises InputError if Pagefind fails.
    """
    names = [digest(page) for page in pages]
    old, known = _recalled(lang, cache)
    made = _made(pages, lang, work) if known is None else _renewed(known, old, names, lambda new: _made(new, lang, work), pages)
    made = replace(made, index=replace(made.index, entry=_entry(made.index.entry, len(pages))))
    if cache and names != old:
        cache.put(key(lang), _stored(made, names))
    return made


def _renewed(
    known: Indexed, old: Sequence[str], names: Sequence[str], make: Callable[[Sequence[str]], Indexed], pages: Sequence[str]
) -> Indexed:
    """Return the index of ``pages``, whose digests are ``names``. The pages ``old`` are ``known``, and only the others are made."""
    places = {name: place for place, name in enumerate(old)}
    unknown = [number for number, name in enumerate(names) if name not in places]
    taken: dict[int, list[int]] = {}
    for number, name in enumerate(names):
        if name in places:
            taken.setdefault(places[name], []).append(number)
    new = make([pages[number] for number in unknown]) if unknown else None
    return replace(new or known, index=_joined(known.index, taken, new.index if new else None, unknown))


def _entry(entry: Any, count: int) -> Any:
    """Return the entry of an index of ``count`` pages. Pagefind's hash would name a file of its own, which is not published."""
    langs = {lang: {**said, "hash": lang, "page_count": count} for lang, said in entry["languages"].items()}
    return {**entry, "languages": langs}


def _joined(old: Index, taken: Mapping[int, Sequence[int]], new: Index | None, numbers: Sequence[int]) -> Index:
    """Return the index of the pages of ``old`` that are ``taken``, by their numbers there, and of the pages of ``new``.

    The values of ``taken``, and ``numbers`` for the pages of ``new``, are the numbers in the result.
    """
    moved = {place for place in range(len(old.lengths)) if taken.get(place) != [place]}
    words = {text: [text, *rest] for text, *rest in _moved(old.words, taken, moved)}
    own = {place: [number] for place, number in enumerate(numbers)}
    for text, pages, forms in _moved(new.words if new else (), own, set(own)):
        _, pages_before, forms_before = words.get(text, (text, [], []))
        both = {form: _both(listed, dict(forms_before).get(form, [])) for form, listed in forms}
        words[text] = [text, _both(pages, pages_before), sorted(map(list, (dict(forms_before) | both).items()))]
    lengths = {number: old.lengths[place] for place, held in taken.items() for number in held}
    lengths |= {number: new.lengths[place] for place, number in enumerate(numbers)} if new else {}
    return replace(
        old, lengths=[lengths[number] for number in range(len(lengths))], words=[words[text] for text in sorted(words)]
    )


def _both(one: Sequence[Any], other: Sequence[Any]) -> list[Any]:
    return packing.listed([*packing.placed(one), *packing.placed(other)])


def _moved(words: Iterable[Any], taken: Mapping[int, Sequence[int]], moved: set[int]) -> Iterator[list[Any]]:
    """Yield the words of the pages that are ``taken``, by their new numbers. Only the pages ``moved`` get others."""

    def pages_of(listed: Sequence[Any]) -> Sequence[Any]:
        places = itertools.accumulate(each[0] for each in listed)
        if moved.isdisjoint(places):
            return listed
        return packing.listed((number, said) for place, said in packing.placed(listed) for number in taken.get(place, ()))

    for text, pages, forms in words:
        found = [[form, held] for form, listed in forms if (held := pages_of(listed))]
        if (plain := pages_of(pages)) or found:
            yield [text, plain, found]


def _recalled(lang: str, cache: Cache | None) -> tuple[Sequence[str], Indexed | None]:
    """Return the digests of the pages that the last build indexed, and their index; none if there was no such build."""
    stored = cache.get(key(lang)) if cache else None
    if stored is None:
        return (), None
    said = json.loads(stored)
    index = Index(**said["index"])
    return said["names"], Indexed(index=index, library=said["library"], wasm=b64decode(said["wasm"]))


def _stored(made: Indexed, names: Sequence[str]) -> bytes:
    index = {field.name: getattr(made.index, field.name) for field in fields(Index)}
    said = {"names": names, "library": made.library, "wasm": b64encode(made.wasm).decode("ascii"), "index": index}
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def key(lang: str) -> str:
    """Return the key under which the cache has a language's index. Another version of this program has other keys."""
    own = (Path(file).read_bytes() for file in (__file__, packing.__file__))
    return digest(*own, metadata.version("pagefind"), SYMBOLS, lang)


def _made(pages: Sequence[str], lang: str, work: Path) -> Indexed:
    """Let Pagefind index ``pages``."""
    with tempfile.TemporaryDirectory(dir=work) as name:  # the next build finds it here if this one is killed
        folder, made = Path(name) / "pages", Path(name) / "made"
        folder.mkdir()
        for number, page in enumerate(pages):
            (folder / f"{number}.html").write_text(page, encoding="utf-8")
        command = [sys.executable, "-m", "pagefind", "--site", str(folder), "--output-path", str(made), "--silent"]
        done = subprocess.run([*command, "--include-characters", SYMBOLS], capture_output=True, text=True, check=False)
        if done.returncode:
            said = done.stderr.strip() or done.stdout.strip()
            raise InputError(error(Place(f"{FOLDER}/{lang}"), f"Pagefind gave up ({said})"))
        library = _library(made / f"{LIBRARY}.js")
        return Indexed(index=packing.read(made), library=library, wasm=_stems(made).read_bytes())


def _stems(made: Path) -> Path:
    """Return Pagefind's file with the stems of the language, or the one without stems if it knows none."""
    found = sorted(made.glob("wasm.*"), key=lambda file: file.name == "wasm.unknown.pagefind")
    if not found:
        raise InputError(error(Place(str(made)), "not what Pagefind 1.5 writes: there is no wasm file"))
    return found[0]


def _library(script: Path) -> str:
    """Return Pagefind's script as a module that exports ``library(fetch, setTimeout)``, which runs the script anew.

    A library keeps one index at a time, reads its files by ``fetch``, and waits by ``setTimeout``.
    """
    text = script.read_text("utf-8") if script.is_file() else ""
    content, found = _EXPORTS.subn(r"return {\1}", text.strip())
    if not found:
        raise InputError(error(Place(str(script)), "not the script of Pagefind 1.5: it does not list what it exports"))
    return f"export function library(fetch, setTimeout) {{\n{content}\n}}\n"
