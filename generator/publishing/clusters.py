"""A cluster of machines that does the tasks of a build: Dask, an optional library. Only this module imports it.

Whoever reaches a scheduler may run anything on its workers, so a cluster belongs into a network that one trusts.
"""

from __future__ import annotations

import contextlib
import logging
import math
import pickle
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import replace
from typing import Any

from ..pictures import making
from ..problems import InputError, Place, error
from ..system.caches.result_cache import Cache
from . import elsewhere, errand, packing, tasks, working
from .building import Counter, Crew, Job, Team

PATIENCE = 10.0
"""The seconds in which a scheduler must answer, and in which a lost worker may come back."""
LOOK = 1.0
"""The seconds between two looks at the workers."""
_KILLED = "KilledWorker"
"""The name of Dask's exception for a task whose workers died, one after another."""
_TOGETHER = 100
"""About the most pictures that a task draws."""


def crew(address: str) -> Crew:
    """Return the crew of the cluster whose scheduler is at ``address``, such as ``tcp://10.0.0.1:8786``.

    It raises InputError if the library is missing, if no scheduler answers or has workers, or if a task cannot be done.
    """

    @contextlib.contextmanager
    def gathered(job: Job, counter: Counter) -> Iterator[Team]:
        wanted = making.missing(working.pictures(job.site), Cache(job.cache / "pictures"))
        with _client(address) as client:
            try:
                hands = sum(client.nthreads().values())
                order = client.scatter(errand.order(replace(job, wanted=wanted)), broadcast=True) if hands else None
            except (OSError, TimeoutError) as failure:
                raise _problem(address, "the connection to the scheduler was lost", "build again") from failure
            if not hands:
                raise _problem(address, "the scheduler has no workers", f"start some with `dask worker {address}`")
            listed = tasks.listed(
                job.site.langs,
                shares=tasks.shares(job.site.library, len(job.site.langs), hands),
                pictures=math.ceil(len(wanted) / _TOGETHER),
            )
            with Workers(client, order, address) as pool:
                yield Team(pool, listed, lambda pack: packing.taken(pack, job, counter))

    return gathered


class Workers(Executor):
    """Does tasks with the workers of a cluster. If all of them are lost, every task that waits fails with InputError."""

    def __init__(self, client: Any, order: Any, address: str) -> None:
        """Begin with the ``client`` of a scheduler, whose workers have ``order``."""
        self._client = client
        self._order = order
        self._address = address
        self._executor = client.get_executor(pure=False)
        self._waiting: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def submit(self, _do: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Let a worker do the task in ``args``."""
        outer: Future[Any] = Future()
        self._waiting.add(outer)
        inner = self._executor.submit(elsewhere.run, self._order, *(pickle.dumps(each) for each in args))
        inner.add_done_callback(lambda done: self._settle(outer, self._outcome(done)))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Give up all tasks that are not done."""
        self._ended.set()
        self._executor.shutdown(wait=False)

    def _settle(self, future: Future[Any], outcome: Any) -> None:
        """Give ``future`` its result, unless it has one."""
        with self._lock:
            if future in self._waiting:
                self._waiting.remove(future)
                (future.set_exception if isinstance(outcome, BaseException) else future.set_result)(outcome)

    def _look(self) -> None:
        """Look for workers until the tasks end, or until there has been none for too long."""
        missed = 0.0
        while missed < PATIENCE:
            if self._ended.wait(LOOK):
                return
            missed = 0.0 if self._there() else missed + LOOK
        lost = _problem(self._address, "the cluster has lost all its workers", "start some again, and build again")
        for future in list(self._waiting):
            self._settle(future, lost)

    def _outcome(self, done: Future[Any]) -> Any:
        """Return the result of a task, or an InputError."""
        try:
            return done.result()
        except ImportError as failure:
            hint = "install the same version on all workers"
            return _problem(self._address, f"a worker has no Rulebinder that can do this ({failure})", hint)
        except (Exception, CancelledError) as failure:
            if type(failure).__name__ == _KILLED:
                return _problem(self._address, "each worker that did one of the tasks was lost", "give the workers more memory")
            return _problem(self._address, f"a worker could not do its task ({' '.join(str(failure).split())})", "build again")

    def _there(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except Exception:  # Dask raises many kinds of errors if its connection is lost
            return False


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    """Connect to the scheduler. Dask itself prints nothing. Raises InputError."""
    try:
        import distributed  # noqa: PLC0415 - an optional library
    except ImportError as failure:
        hint = "install it: pip install 'rulebinder[cluster]'"
        raise _problem("--cluster", "this needs the library Dask, which is not installed", hint) from failure
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except ValueError as failure:
        raise _problem("--cluster", f"{address!r} is no address ({failure})", "write it like tcp://10.0.0.1:8786") from failure
    except (OSError, TimeoutError) as failure:
        hint = "start one with `dask scheduler`, or correct the address"
        raise _problem(address, f"no scheduler answers within {PATIENCE:.0f} seconds", hint) from failure
    with contextlib.closing(client):
        yield client


def _problem(place: str, message: str, hint: str) -> InputError:
    return InputError(error(Place(place), message, hint))
