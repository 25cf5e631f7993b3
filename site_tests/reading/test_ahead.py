"""Several documents are read side by side, and the result is the same."""

import functools
import os
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from rulebinder.reading.inputs import UnreadFile, read_ahead
from rulebinder.system.caches import Cache
from rulebinder.system.files import digest

TESTS = os.getpid()
NAMES = ("lantern", "mire", "heron")


def read(name: str) -> tuple[str, int]:
    return name, os.getpid()


def killed(name: str) -> tuple[str, int]:
    if os.getpid() != TESTS:
        os.kill(os.getpid(), signal.SIGKILL)
    return read(name)


def taken(documents: Sequence[UnreadFile], cache: Path, jobs: int = 2) -> list[tuple[str, bool]]:
    """Read ``documents`` in their order. Return what each says, and whether it was read here."""
    with read_ahead(documents, Cache(cache, jobs=jobs)) as read_one:
        found = [read_one(document) for document in documents]
    return [(name, where == os.getpid()) for name, where in found]


def waiting(
    reader: Callable[[str], tuple[str, int]] = read, names: Sequence[str] = NAMES
) -> list[UnreadFile]:
    return [
        UnreadFile(Path(name), name.encode(), functools.partial(reader, name), digest(name))
        for name in names
    ]


def test_processes_read_them_in_any_order_and_they_are_taken_in_theirs(tmp_path):
    assert taken(waiting(), tmp_path) == [(name, False) for name in NAMES]


def test_only_those_that_nobody_remembers_are_read_ahead(tmp_path):
    taken(waiting(names=NAMES[:2]), tmp_path)
    assert taken(waiting(), tmp_path) == [("lantern", False), ("mire", False), ("heron", True)], (
        "one is read no sooner elsewhere"
    )


def test_one_job_reads_them_here(tmp_path):
    assert taken(waiting(), tmp_path, jobs=1) == [(name, True) for name in NAMES]


def test_what_a_killed_process_did_not_read_is_read_here(tmp_path):
    assert taken(waiting(killed), tmp_path) == [(name, True) for name in NAMES]
