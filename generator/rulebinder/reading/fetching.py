"""Fetch Scryfall's bulk files, which scryfall.com/docs/api/bulk-data describes: packed JSON Lines
since July 2026, arrays before.

No build asks the network: this does, when somebody runs ``rulebinder import scryfall``.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import re
import shutil
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from ..problems import InputError, Place, refusal
from ..system.files import DISK
from .bulk import READ, RECORD, BulkKind, kind_of, open_stream

INDEX = "https://api.scryfall.com/bulk-data"
"""The list of Scryfall's files."""
_SCRYFALL = re.compile(r"https://(?:[\w-]+\.)*scryfall\.(?:com|io)")
_OBJECTS = {BulkKind.CARDS: ("oracle_cards", "card"), BulkKind.RULINGS: ("rulings", "ruling")}
"""How Scryfall calls each file, and the objects in it."""
_RECORD_TEXT = """\
# Scryfall's bulk files are fetched with `rulebinder import scryfall`, last at this time.
# Commit this file instead of them: where it is, the workflows fetch them.
{}
"""
_LEAST_AGE = timedelta(hours=24)
_PATIENCE = 60
"""The seconds that a server may be silent."""
_LARGEST_LIST, _CHUNK = 1 << 20, 1 << 16
_LEVEL = 6
_BROKEN = (TimeoutError, ConnectionError, http.client.HTTPException)
"""What ends a download; all other errors are those of this machine."""

FileProgress = Callable[[str, int, int], None]
"""Called with the name of a file, how many of its bytes are read, and how many there are."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A bulk file that Scryfall offers."""

    kind: BulkKind
    address: str
    size: int
    """How many bytes come."""
    day: str


def find_recent(notes: Path) -> datetime | None:
    """Return when the files in the folder ``notes`` were fetched, if that is less than a day ago.

    It is None too if one of them is not there.
    """
    try:
        *_, last = DISK.read(notes / RECORD).decode().split()
        time = datetime.fromisoformat(last)
        age = datetime.now(UTC) - time
    except (OSError, ValueError, TypeError):  # somebody wrote another time, or one without a zone
        return None
    complete = all((notes / f"{kind}.json.gz").is_file() for kind in _OBJECTS)
    return time if complete and timedelta() <= age < _LEAST_AGE else None


def list_offers(notes: Path) -> list[Offer]:
    """Return the two files that Scryfall offers: the cards, and their rulings.

    Raises InputError if it does not, or if ``notes`` has the same rulings in other files.
    """
    for path in DISK.list_paths(notes):
        kind = kind_of(path)
        if kind and path.name != f"{kind}.json.gz":
            what = f"has the rulings that Scryfall's {kind}.json.gz would bring again"
            raise refusal(path, what, "remove this file first")
    with _open_address(INDEX) as answer:
        listed = answer.read(_LARGEST_LIST)
    try:
        entries = {entry["type"]: entry for entry in json.loads(listed)["data"]}
        return [
            Offer(
                kind=kind,
                address=entries[name].get("jsonl_download_uri") or entries[name]["download_uri"],
                size=int(entries[name].get("compressed_size") or entries[name].get("size") or 0),
                day=str(entries[name]["updated_at"])[:10],
            )
            for kind, (name, _) in _OBJECTS.items()
        ]
    except (ValueError, TypeError, KeyError, RecursionError) as failure:
        raise _failure(
            INDEX, "the list of Scryfall's files is not of the expected form"
        ) from failure


def fetch(offers: Sequence[Offer], notes: Path, progress: FileProgress) -> None:
    """Put the files into the folder ``notes``: all of them or none.

    Raises InputError if one does not come whole, and OSError if it cannot be written.
    """
    notes.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".rulebinder-", dir=notes) as name:
        spare = Path(name)
        for offer in offers:
            _download(offer, spare / f"{offer.kind}.json.gz", progress)
        first, second = (notes / f"{offer.kind}.json.gz" for offer in offers)
        before = spare / "before"
        if first.exists():
            shutil.copyfile(first, before)
        (spare / first.name).replace(first)
        try:
            (spare / second.name).replace(second)
        except OSError:
            if before.exists():
                before.replace(first)
            else:
                first.unlink()
            raise
    DISK.write(notes / RECORD, _RECORD_TEXT.format(datetime.now(UTC).isoformat("T", "seconds")))


def _download(offer: Offer, path: Path, progress: FileProgress) -> None:
    """Write the objects of a file as a packed array.

    The same objects give the same bytes: what no page shows, such as prices, is left out. Raises
    InputError and OSError.
    """
    raw = path.with_name("raw")
    with _open_address(offer.address) as answer, raw.open("wb") as file:
        while data := answer.read(_CHUNK):
            file.write(data)
            progress(offer.kind, file.tell(), offer.size)
    done, separator = raw.stat().st_size, b"[\n"
    try:
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed,
        ):
            for value in _objects(raw, _OBJECTS[offer.kind][1]):
                text = json.dumps(_pick(value), sort_keys=True, separators=(",", ":"))
                packed.write(separator + text.encode())
                separator = b",\n"
            packed.write(b"\n]\n")
    except InputError as failure:
        raise _failure(offer.address, failure.problems[0].message) from failure
    if separator == b"[\n" or answer.length or done * 2 < offer.size:
        raise _failure(offer.address, f"{done} bytes came, not {offer.size}")


def _objects(path: Path, noun: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a file: JSON Lines, or an array. Raises InputError if one is not a
    ``noun``.

    It is a generator, so that the stream never takes a failure to write them for one of its own.
    """
    with open_stream(path, "", []) as stream:
        for value in stream.items():
            if not isinstance(value, dict) or value.get("object") != noun:
                raise stream.wrong(f"something in it is not a {noun}")
            yield value


def _pick(value: Mapping[str, Any]) -> dict[str, Any]:
    picked = {key: below for key, below in value.items() if key in READ}
    if isinstance(faces := value.get("card_faces"), list):
        picked["card_faces"] = [_pick(face) if isinstance(face, dict) else face for face in faces]
    return picked


class _Redirects(urllib.request.HTTPRedirectHandler):
    """Follows redirects to Scryfall's own hosts."""

    def redirect_request(self, *args: Any) -> urllib.request.Request | None:
        """See :meth:`urllib.request.HTTPRedirectHandler.redirect_request`."""
        _check_host(args[-1])
        return super().redirect_request(*args)


def _check_host(address: str) -> None:
    """Raise InputError unless an address is one of Scryfall's, or begins as that of the list."""
    origin = "{0.scheme}://{0.netloc}".format(urlsplit(address))
    if not _SCRYFALL.fullmatch(origin) and not INDEX.startswith(f"{origin}/"):
        raise _failure(INDEX, f"it leads to another host, {origin[:80]!r}")


@contextlib.contextmanager
def _open_address(address: str) -> Iterator[http.client.HTTPResponse]:
    """Open the answer of a server. Raises InputError for what goes wrong then and in the block, but
    OSError for files of this machine.
    """
    _check_host(address)
    headers = {"User-Agent": f"rulebinder/{metadata.version('rulebinder')}", "Accept": "*/*"}
    request = urllib.request.Request(address, headers=headers)
    try:
        with urllib.request.build_opener(_Redirects).open(request, timeout=_PATIENCE) as answer:
            yield answer
    except urllib.error.HTTPError as failure:
        what = f"the server answers {failure.code} ({failure.reason})"
        wait = failure.headers.get("Retry-After")
        raise _failure(address, f"{what}; it asks to wait: {wait}" if wait else what) from failure
    except urllib.error.URLError as failure:
        what = f"the server cannot be reached, or there is no network ({failure.reason})"
        raise _failure(address, what) from failure
    except _BROKEN as failure:
        raise _failure(address, f"the file did not come whole ({failure})") from failure


def _failure(address: str, what: str) -> InputError:
    return refusal(Place(address), what, "nothing is changed; try again later")
