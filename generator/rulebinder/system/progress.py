"""Progress of long work."""

from __future__ import annotations

from collections.abc import Callable

Progress = Callable[[str, int, int], None]
"""A function that is called with the stage, the number of finished steps, and the number of all
steps.
"""


def silent(_stage: str, _done: int, _total: int, /) -> None:
    """Report nothing."""
