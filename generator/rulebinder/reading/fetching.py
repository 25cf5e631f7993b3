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
from .bulk import READ_KEYS, RECORD, BulkKind, kind_of, open_stream

INDEX = "https://api.scryfall.com/bulk-data"
"""The list of Scryfall's files."""
_SCRYFALL_ORIGIN = re.compile(r"https://(?:[\w-]+\.)*scryfall\.(?:com|io)")
_NAMES_AND_NOUNS = {
    BulkKind.CARDS: ("oracle_cards", "card"),
    BulkKind.RULINGS: ("rulings", "ruling"),
}
"""The name of each file at Scryfall, and what an object in it is called."""
_RECORD_TEXT = """\
# Scryfall's bulk files are fetched with `rulebinder import scryfall`, last at this time.
# Commit this file instead of them: where it is, the workflows fetch them.
{}
"""
_LEAST_AGE = timedelta(hours=24)
"""How old files are before they are fetched again: Scryfall makes new ones each day."""
_PATIENCE = 60
"""The seconds that a server may be silent."""
_LONGEST_LIST, _CHUNK_LENGTH = 1 << 20, 1 << 16
"""How many bytes the list of files may have, and how many of a file are written at once."""
_GZIP_LEVEL = 6
_NETWORK_ERRORS = (TimeoutError, ConnectionError, http.client.HTTPException)
"""What ends a download; all other errors are those of this machine."""

FileProgress = Callable[[str, int, int], None]
"""Called with the name of a file, how many of its bytes are read, and how many there are."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A bulk file that Scryfall offers."""

    kind: BulkKind
    address: str
    size: int
    """How many bytes come; 0 if the list does not say it."""
    day: str
    """The day on which Scryfall made it, such as ``2026-11-24``."""


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
    complete = all((notes / f"{kind}.json.gz").is_file() for kind in _NAMES_AND_NOUNS)
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
        listed = answer.read(_LONGEST_LIST)
    try:
        entries = {entry["type"]: entry for entry in json.loads(listed)["data"]}
        return [
            Offer(
                kind=kind,
                address=entries[name].get("jsonl_download_uri") or entries[name]["download_uri"],
                size=int(entries[name].get("compressed_size") or entries[name].get("size") or 0),
                day=str(entries[name]["updated_at"])[:10],
            )
            for kind, (name, _) in _NAMES_AND_NOUNS.items()
        ]
    except (ValueError, TypeError, KeyError, RecursionError) as failure:
        raise _make_error(
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
        #  If the second file cannot be put there, the first one is as it was.
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
    """Download a file, and write its objects to ``path`` as a packed array.

    The same objects give the same bytes: what no page shows, such as prices, is left out. Raises
    InputError and OSError.
    """
    raw = path.with_name("raw")
    with _open_address(offer.address) as answer, raw.open("wb") as file:
        while data := answer.read(_CHUNK_LENGTH):
            file.write(data)
            progress(offer.kind, file.tell(), offer.size)
    size = raw.stat().st_size
    separator = b"[\n"  # before the first object
    try:
        with (
            path.open("wb") as file,
            gzip.GzipFile("", "wb", _GZIP_LEVEL, file, mtime=0) as packed,
        ):
            _, noun = _NAMES_AND_NOUNS[offer.kind]
            for value in _read_objects(raw, noun):
                text = json.dumps(_pick_keys(value), sort_keys=True, separators=(",", ":"))
                packed.write(separator + text.encode())
                separator = b",\n"
            packed.write(b"\n]\n")
    except InputError as failure:
        raise _make_error(offer.address, failure.problems[0].message) from failure
    #  No object, bytes that the server announced and did not send, or far fewer than the list says.
    if separator == b"[\n" or answer.length or size * 2 < offer.size:
        raise _make_error(offer.address, f"{size} bytes came, not {offer.size}")


def _read_objects(path: Path, noun: str) -> Iterator[Mapping[str, Any]]:
    """Yield the objects of a file: JSON Lines, or an array. Raises InputError if one is not a
    ``noun``.

    It is a generator, so that the stream never takes a failure to write them for one of its own.
    """
    with open_stream(path, "", []) as stream:
        for value in stream.items():
            if not isinstance(value, dict) or value.get("object") != noun:
                raise stream.error_here(f"something in it is not a {noun}")
            yield value


def _pick_keys(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return an object with the keys alone that are read, and so its faces."""
    picked = {key: below for key, below in value.items() if key in READ_KEYS}
    if isinstance(faces := value.get("card_faces"), list):
        picked["card_faces"] = [
            _pick_keys(face) if isinstance(face, dict) else face for face in faces
        ]
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
    if not _SCRYFALL_ORIGIN.fullmatch(origin) and not INDEX.startswith(f"{origin}/"):
        raise _make_error(INDEX, f"it leads to another host, {origin[:80]!r}")


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
        raise _make_error(
            address, f"{what}; it asks to wait: {wait}" if wait else what
        ) from failure
    except urllib.error.URLError as failure:
        what = f"the server cannot be reached, or there is no network ({failure.reason})"
        raise _make_error(address, what) from failure
    except _NETWORK_ERRORS as failure:
        raise _make_error(address, f"the file did not come whole ({failure})") from failure


def _make_error(address: str, what: str) -> InputError:
    """Return the error of a file, or the list, at an address."""
    return refusal(Place(address), what, "nothing is changed; try again later")
