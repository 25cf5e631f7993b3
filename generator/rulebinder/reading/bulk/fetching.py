"""Fetch Scryfall's bulk files, which scryfall.com/docs/api/bulk-data describes.

No build asks the network: this does, when somebody runs ``rulebinder import scryfall``.
"""

from __future__ import annotations

import contextlib
import gzip
import http.client
import io
import json
import re
import shutil
import tempfile
import urllib.error
import urllib.request
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from importlib import metadata
from pathlib import Path
from typing import IO, Any
from urllib.parse import urlsplit

from ...problems import InputError, Place, error
from ...system.files import DISK
from .cards import READ
from .published import RECORD, BulkKind, kind_of

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
_LARGEST_LIST, _LONGEST_LINE = 1 << 20, 1 << 20
_LEVEL = 6
_BROKEN = (
    TimeoutError, ConnectionError, http.client.HTTPException, EOFError, gzip.BadGzipFile, zlib.error
)  # fmt: skip
"""What ends a download; all other errors are those of this machine."""

Progress = Callable[[str, int, int], None]
"""Called with the name of a file, how many of its bytes are read, and how many there are."""


@dataclass(frozen=True, kw_only=True)
class Offer:
    """A bulk file that Scryfall offers."""

    kind: BulkKind
    address: str
    size: int
    """Its bytes, packed."""
    day: str

    @property
    def file(self) -> str:
        """Its name in the folder of release notes."""
        return f"{self.kind}.json.gz"


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
    for path in DISK.listed(notes):
        kind = kind_of(path)
        if kind and path.name != f"{kind}.json.gz":
            what = f"has the rulings that Scryfall's {kind}.json.gz would bring again"
            raise InputError(error(Place(str(path)), what, "remove this file first"))
    with _open(INDEX) as answer:
        listed = answer.read(_LARGEST_LIST)
    try:
        entries = {entry["type"]: entry for entry in json.loads(listed)["data"]}
        return [
            Offer(
                kind=kind,
                address=entries[name]["jsonl_download_uri"],
                size=int(entries[name]["compressed_size"]),
                day=str(entries[name]["updated_at"])[:10],
            )
            for kind, (name, _) in _OBJECTS.items()
        ]
    except (ValueError, TypeError, KeyError, RecursionError) as failure:
        raise _fault(INDEX, "the list of Scryfall's files is not of the expected form") from failure


def fetch(chosen: Sequence[Offer], notes: Path, progress: Progress) -> None:
    """Put the files into the folder ``notes``: all of them or none.

    Raises InputError if one does not come whole, and OSError if it cannot be written.
    """
    notes.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".rulebinder-", dir=notes) as name:
        spare = Path(name)
        for offer in chosen:
            _download(offer, spare / offer.file, progress)
        first, second = (notes / offer.file for offer in chosen)
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


def _download(offer: Offer, path: Path, progress: Progress) -> None:
    """Write the objects of a file, which comes as packed JSON Lines, as a packed array.

    The same objects give the same bytes: what no page shows, such as prices, is left out. Raises
    InputError and OSError.
    """
    with (
        _open(offer.address) as answer,
        path.open("wb") as file,
        gzip.GzipFile("", "wb", _LEVEL, file, mtime=0) as packed,
    ):
        counted = _Counted(answer, lambda done: progress(offer.kind, done, offer.size))
        written = 0
        with gzip.GzipFile(fileobj=counted) as lines:
            while line := lines.readline(_LONGEST_LINE):
                packed.write(b",\n" if written else b"[\n")
                packed.write(_shrink(line, offer))
                written += 1
        if not written or counted.done * 2 < offer.size:
            raise _fault(offer.address, f"{counted.done} bytes came, not {offer.size}")
        packed.write(b"\n]\n")


def _shrink(line: bytes, offer: Offer) -> bytes:
    """Return what is kept of the object in a line. Raises InputError if it is another one."""
    _, kind = _OBJECTS[offer.kind]
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as failure:
        raise _fault(offer.address, "a line of it is not JSON") from failure
    if not isinstance(value, dict) or value.get("object") != kind:
        raise _fault(offer.address, f"a line of it is not a {kind}")
    return json.dumps(_pick(value), sort_keys=True, separators=(",", ":")).encode()


def _pick(value: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: below for key, below in value.items() if key in READ}
    if isinstance(faces := value.get("card_faces"), list):
        kept["card_faces"] = [_pick(face) if isinstance(face, dict) else face for face in faces]
    return kept


class _Counted(io.RawIOBase):
    """A stream that says how many of its bytes are read."""

    def __init__(self, stream: IO[bytes], heard: Callable[[int], None]) -> None:
        super().__init__()
        self._stream = stream
        self._heard = heard
        self.done = 0

    def read(self, size: int = -1) -> bytes:
        """See :meth:`io.RawIOBase.read`."""
        data = self._stream.read(size)
        self.done += len(data)
        self._heard(self.done)
        return data


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
        raise _fault(INDEX, f"it leads to another host, {origin[:80]!r}")


@contextlib.contextmanager
def _open(address: str) -> Iterator[IO[bytes]]:
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
        raise _fault(address, f"{what}; it asks to wait: {wait}" if wait else what) from failure
    except urllib.error.URLError as failure:
        what = f"the server cannot be reached, or there is no network ({failure.reason})"
        raise _fault(address, what) from failure
    except _BROKEN as failure:
        raise _fault(address, f"the file did not come whole ({failure})") from failure


def _fault(address: str, what: str) -> InputError:
    return InputError(error(Place(address), what, "nothing is changed; try again later"))
