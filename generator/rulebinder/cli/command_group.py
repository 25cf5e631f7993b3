"""The group of commands: it ends cleanly after a signal, and if the system has no more to give."""

from __future__ import annotations

import contextlib
import importlib
import signal
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

import click

from ..problems import Place, error
from ..system import output_streams
from . import output

ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]
"""The signals that ask a command to end."""


GONE = {
    "clean": "site --clean",
    "names": "import FILE",
    "rules": "import FILE",
    "site --cluster": "site --jobs N",
    "verify": "site --verify",
}
"""The commands of version 0.2, with what does their work now."""
_KEPT = {"verify": {"--manifest", "-h", "--help"}}
"""The options with which a command is still there."""


@dataclass(frozen=True)
class LazyCommand:
    """A command whose module is imported only when it is called: all of them together take over a
    second.
    """

    name: str
    function: str
    """Its module in ``commands`` and its function: ``site:site``."""
    summary: str

    def load(self) -> click.Command:
        """Import the command; raise ImportError if its module cannot be read.

        An InputError ends it with its problems.
        """
        module, _, function = self.function.partition(":")
        command: click.Command = getattr(
            importlib.import_module(f"{__package__}.commands.{module}"), function
        )
        if command.callback:
            command.callback = output.reported()(command.callback)
        return command


class Commands(click.Group):
    """The command.

    Neither its output, a signal nor a lack of memory or files ends it with a traceback.
    """

    def __init__(
        self,
        *args: Any,
        later: Iterable[LazyCommand] = (),
        daily: Sequence[str] = (),
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self._later = {command.name: command for command in later}
        self._daily = daily

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """See :meth:`click.Group.list_commands`."""
        return sorted(self._later)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """See :meth:`click.Group.get_command`."""
        if cmd_name in self._later and cmd_name not in self.commands:
            try:
                self.add_command(self._later[cmd_name].load(), cmd_name)
            except ImportError as failure:
                sys.exit(f"rulebinder: error: the program cannot be read ({failure})")
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See :meth:`click.Group.resolve_command`. A command that is gone names the new one."""
        name, *words = (word.partition("=")[0] for word in args)
        for old in (name, *(f"{name} {word}" for word in words)):
            if old in GONE and _KEPT.get(name, set()).isdisjoint(words):
                click.echo(f"`rulebinder {old}` is now `rulebinder {GONE[old]}`.", err=True)
                ctx.exit(2)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their summaries; nothing is imported for that."""
        limit = formatter.width - 6 - max(map(len, self._later))
        others = [name for name in self._later if name not in self._daily]
        for title, names in (("Every day", self._daily), ("Other commands", others)):
            helps = (click.Command(name, help=self._later[name].summary) for name in names)
            with formatter.section(title):
                short = (command.get_short_help_str(limit) for command in helps)
                formatter.write_dl(list(zip(names, short, strict=True)))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """See :meth:`click.Command.main`."""
        with output_streams.unfailing(), _stoppable():
            try:
                return super().main(*args, **kwargs)
            except MemoryError:
                problem = error(Place("."), "the work cannot go on (out of memory)")
            except OSError as failure:
                place = Place(str(failure.filename or "."))
                problem = error(place, f"the work cannot go on ({failure.strerror or failure})")
            return output.fail(problem)


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Clean up and exit after a signal: with 130 after Ctrl-C, 143 after SIGTERM."""

    def stop(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    is_main = threading.current_thread() is threading.main_thread()
    before = {
        each: signal.signal(each, stop)
        for each in ENDING
        if is_main and signal.getsignal(each) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
