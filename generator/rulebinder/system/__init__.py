"""What every stage stands on: files, locks, processes, terminals, a cache, and the files of the
program.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable
from typing import TypeVar

KeyT = TypeVar("KeyT")
ValueT = TypeVar("ValueT")

END_SIGNALS = {
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
}
"""The signals that ask a program to end."""


def group_pairs(pairs: Iterable[tuple[KeyT, ValueT]]) -> dict[KeyT, list[ValueT]]:
    """Return the values of each key. Keys and values are in the order of ``pairs``."""
    groups: dict[KeyT, list[ValueT]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return groups
