"""Every test here that stops a command by a signal works in the background and under ``nohup``
too.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def heeded() -> Iterator[None]:
    """Let commands heed every signal.

    In the background or under ``nohup``, the tests and so their children ignore some.
    """
    every = [
        getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
    ]
    ignored = [each for each in every if signal.getsignal(each) is signal.SIG_IGN]
    for each in ignored:
        signal.signal(each, signal.SIG_DFL)
    yield
    for each in ignored:
        signal.signal(each, signal.SIG_IGN)
