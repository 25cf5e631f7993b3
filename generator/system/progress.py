"""How far long work has come."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""Called with the stage, how many of its steps are done, and how many there are."""


def silent(_stage: str, _done: int, _total: int, /) -> None:
    """Tell nobody."""
