"""A cluster of machines that does the tasks of a build: Dask, an optional library. Only this module
imports it.

Whoever reaches a scheduler may run anything on its workers, so a cluster belongs into a network
that one trusts.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import CancelledError, Executor, Future
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath
from typing import Any

from ..problems import InputError, Place, error
from ..settings import files
from ..site.draft import Draft
from ..site.record import Record
from ..system import places, shipped
from ..system.digests import digest
from ..system.sources import DISK
from . import program, tasks
from .executors import Counter, Executors
from .job import Job
from .tasks import Result, Task

PATIENCE = 10.0
"""The seconds in which a scheduler must answer, and in which a lost worker may come back."""
LOOK = 1.0
"""The seconds between two looks at the workers."""
_KILLED = "KilledWorker"
"""The name of Dask's exception for a task whose workers died, one after another."""
_BUSY = threading.Lock()
"""MkDocs writes its log for the whole process, so a worker with several threads does one task at a
time.
"""


@dataclass(frozen=True, kw_only=True)
class Pack:
    """What a worker sends back: the result of a task, and the content of its files."""

    result: Result
    files: Mapping[str, bytes]


def executors(address: str) -> Executors:
    """Return what gives the workers of the scheduler at ``address``, such as
    ``tcp://10.0.0.1:8786``.

    It raises InputError if the library is missing, if no scheduler answers or has workers, or if a
    task cannot be done.
    """

    @contextlib.contextmanager
    def gathered(job: Job, _counter: Counter) -> Iterator[Executor]:
        with _client(address) as client:
            try:
                hands = sum(client.nthreads().values())
                sent = client.scatter(_sent(job), broadcast=True) if hands else None
            except (OSError, TimeoutError) as failure:
                raise _problem(
                    address, "the connection to the scheduler was lost", "build again"
                ) from failure
            if not hands:
                raise _problem(
                    address,
                    "the scheduler has no workers",
                    f"start some with `dask worker {address}`",
                )
            with Workers(client, sent, job, address, hands) as workers:
                yield workers

    return gathered


def _sent(job: Job) -> bytes:
    """Return a job as a worker needs it: it knows nothing of the old site, and makes files in a
    folder of its own.

    The values around it are plain ones, so that another version of this program can read them.
    """
    nowhere = Path("none")
    plain = replace(
        job,
        site=replace(job.site),
        known=Record(),
        folder=nowhere,
        work=nowhere,
        cache=nowhere,
        old=nowhere,
    )
    return pickle.dumps(
        (_installed(), shipped.variables(), pickle.dumps(plain, protocol=5)), protocol=5
    )


def _installed() -> str:
    """Return what must be the same on all machines: this program, its libraries, and Python."""
    return digest(program.alone(), *files.relative([places.DOCS, places.WEB], DISK))


def run(sent: bytes, task: Task) -> bytes:
    """Do a task on a worker, in a folder that is removed afterwards.

    Returns a pickled Pack. Raises InputError.
    """
    installed, variables, plain = pickle.loads(sent)
    if installed != _installed():
        hint = "install the same versions on all workers"
        problem = error(
            Place("--cluster"),
            "a worker has another version of Rulebinder, of its libraries or of Python",
            hint,
        )
        return pickle.dumps(
            Pack(result=Result(record=Record(), problems=(problem,), complete=False), files={})
        )
    with (
        _BUSY,
        tempfile.TemporaryDirectory(prefix="rulebinder-") as name,
        shipped.changed(variables),
    ):
        folder = Path(name)
        places = {
            "folder": folder / "site",
            "work": folder,
            "cache": folder / "cache",
            "old": folder / "none",
        }
        job: Job = replace(pickle.loads(plain), **places)
        result = tasks.do(job, task, lambda *_: None)
        files = {path: (job.folder / path).read_bytes() for path in result.record.files}
        return pickle.dumps(Pack(result=result, files=files), protocol=5)


class Workers(Executor):
    """Does tasks with the workers of a cluster.

    If all of them are lost, every task that waits fails with InputError.
    """

    def __init__(self, client: Any, sent: Any, job: Job, address: str, hands: int) -> None:
        """Begin with the ``client`` of a scheduler, whose workers have the job as ``sent``."""
        self._client, self._sent, self._job, self._address = client, sent, job, address
        self.hands = hands
        self._waiting: set[Future[Any]] = set()
        self._lock = threading.Lock()
        self._ended = threading.Event()
        threading.Thread(target=self._look, daemon=True).start()

    def submit(self, _do: Callable[..., Any], /, *args: Any, **_: Any) -> Future[Any]:
        """Let a worker do the task in ``args``."""
        outer: Future[Any] = Future()
        self._waiting.add(outer)
        inner = self._client.submit(run, self._sent, *args, pure=False)
        inner.add_done_callback(lambda done: self._settle(outer, self._outcome(done)))
        return outer

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Give up all tasks that are not done."""
        self._ended.set()

    def _settle(self, future: Future[Any], outcome: Any) -> None:
        """Give ``future`` its result, unless it has one."""
        with self._lock:
            if future in self._waiting:
                self._waiting.remove(future)
                (future.set_exception if isinstance(outcome, BaseException) else future.set_result)(
                    outcome
                )

    def _look(self) -> None:
        """Look for workers until the tasks end, or until there has been none for too long."""
        missed = 0.0
        while missed < PATIENCE:
            if self._ended.wait(LOOK):
                return
            missed = 0.0 if self._there() else missed + LOOK
        lost = _problem(
            self._address,
            "the cluster has lost all its workers",
            "start some again, and build again",
        )
        for future in list(self._waiting):
            self._settle(future, lost)

    def _outcome(self, done: Any) -> Any:
        """Return the result of a task, with its files in the folder of the site, or an
        InputError.
        """
        try:
            pack: Pack = pickle.loads(done.result())
            return self._put(pack)
        except ImportError as failure:
            hint = "install the same version on all workers"
            return _problem(
                self._address, f"a worker has no Rulebinder that can do this ({failure})", hint
            )
        except (
            CancelledError
        ):  # the job was lost with the workers that had it, or the scheduler with its tasks
            return _problem(
                self._address,
                "the cluster ended during the build",
                "start it again, and build again",
            )
        except Exception as failure:
            if type(failure).__name__ == _KILLED:
                return _problem(
                    self._address,
                    "each worker that did one of the tasks was lost",
                    "give the workers more memory",
                )
            return _problem(
                self._address,
                f"a worker could not do its task ({' '.join(str(failure).split())})",
                "build again",
            )

    def _put(self, pack: Pack) -> Result:
        """Write the files of a task, and return its result."""
        draft = Draft(self._job.folder, self._job.old, self._job.known)
        for path, content in pack.files.items():
            draft.put(_safe(path), content, pack.result.record.files[path].key)
        return replace(pack.result, record=Record(draft.record.files, pack.result.record.groups))

    def _there(self) -> bool:
        try:
            return bool(self._client.nthreads())
        except Exception:  # Dask raises many kinds of errors if its connection is lost
            return False


def _safe(path: str) -> str:
    """Return ``path``. Raises ValueError if it is not the path of a file in the site."""
    if (
        not path
        or path.startswith("/")
        or "\\" in path
        or {".", ".."} & set(PurePosixPath(path).parts)
    ):
        raise ValueError(path)
    return path


@contextlib.contextmanager
def _client(address: str) -> Iterator[Any]:
    """Connect to the scheduler. Dask itself prints nothing. Raises InputError."""
    try:
        import distributed  # noqa: PLC0415 - an optional library
    except ImportError as failure:
        hint = "install it: pip install 'rulebinder[cluster]'"
        raise _problem(
            "--cluster", "this needs the library Dask, which is not installed", hint
        ) from failure
    logging.getLogger("distributed").setLevel(logging.CRITICAL + 1)
    try:
        client = distributed.Client(address, timeout=PATIENCE, set_as_default=False)
    except ValueError as failure:
        raise _problem(
            "--cluster",
            f"{address!r} is no address ({failure})",
            "write it like tcp://10.0.0.1:8786",
        ) from failure
    except (OSError, TimeoutError) as failure:
        hint = "start one with `dask scheduler`, or correct the address"
        raise _problem(
            address, f"no scheduler answers within {PATIENCE:.0f} seconds", hint
        ) from failure
    with contextlib.closing(client):
        yield client


def _problem(place: str, message: str, hint: str) -> InputError:
    return InputError(error(Place(place), message, hint))
