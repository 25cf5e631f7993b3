"""The ``rulebinder`` command. Only this stage prints and chooses exit codes.

0: there are no errors, though there may be warnings. 1: the input has errors, each printed as
``path:line: error: …``. The readable rest was processed, unless it would have replaced something
better. 2: the command was called wrongly and did nothing. 128 plus a signal's number: that signal
ended the command, which left nothing behind.

Each command has its module here, or shares one with those that are like it.
"""

from __future__ import annotations

import contextlib
import importlib
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any, NoReturn

import click

from ..problems import Place, error
from ..system import END_SIGNALS, output_streams, shipped
from ..system.files import DISK
from . import output
from .options import OWNED

COMMANDS = {
    "init": ("init:init", "Make a folder for a website of your own."),
    "check": (
        "facts:check",
        "List the problems of the facts, the languages and the documents, alone and together.",
    ),
    "import": (
        "import_:import_files",
        "Read and store release notes, rules, or printed names of cards.",
    ),
    "help": ("help:help_", "List the guides, or show the one with this NAME."),
    "serve": (
        "serve:serve",
        "Show the website in a browser, and build it again whenever something changes.",
    ),
    "site": ("site:site", "Build the website from a folder of release notes."),
    "show": ("show:show", "Show a built website in a browser, as a host shows it."),
    "pages": (
        "pages:pages",
        "Write all pages of the website as Markdown files, which link to each other.",
    ),
    "verify": (
        "site:verify",
        "Compare the files of a website, or of a copy of one, with its data/manifest.json.",
    ),
    "language": ("facts:language", "Begin to translate the site into another language."),
    "mcp": (
        "show:mcp",
        "Answer questions about the rulings of a built website, for assistants that speak the Model"
        " Context Protocol.",
    ),
    "merge-ledger": (
        "facts:merge_ledger",
        "Join the ledgers OURS and THEIRS, which began as BASE, and write the result to OURS.",
    ),
}
"""Every command, with the module and the function that do its work, and the first sentence of its
help. To import all modules takes over a second, so each waits until its command is called.
"""
DAILY = ("init", "check", "import", "serve", "site")
"""The commands that help lists first."""
REPLACEMENTS = {
    "clean": "site --clean",
    "names": "import FILE",
    "rules": "import FILE",
    "site --cluster": "site --jobs N",
    "verify": "site --verify",
}
"""The commands of version 0.2, with what does their work now."""
_STILL_THERE_WITH = {"verify": {"--manifest", "-h", "--help"}}
"""The options with which a command of that name is still there."""


class Commands(click.Group):
    """The command.

    Neither its output, a signal nor a lack of memory or files ends it with a traceback.
    """

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """See :meth:`click.Group.list_commands`."""
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """See :meth:`click.Group.get_command`. An InputError ends a command with its problems."""
        if cmd_name in COMMANDS and cmd_name not in self.commands:
            module, _, function = COMMANDS[cmd_name][0].partition(":")
            try:
                command = getattr(importlib.import_module(f"{__name__}.{module}"), function)
            except ImportError as failure:
                sys.exit(f"rulebinder: error: the program cannot be read ({failure})")
            if command.callback:
                command.callback = output.reporting()(command.callback)
            self.add_command(command, cmd_name)
        return super().get_command(ctx, cmd_name)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """See :meth:`click.Group.resolve_command`. A command that is gone names the new one."""
        name, *words = (word.partition("=")[0] for word in args)
        for old in (name, *(f"{name} {word}" for word in words)):
            if old in REPLACEMENTS and _STILL_THERE_WITH.get(name, set()).isdisjoint(words):
                click.echo(f"`rulebinder {old}` is now `rulebinder {REPLACEMENTS[old]}`.", err=True)
                ctx.exit(2)
        return super().resolve_command(ctx, args)

    def format_commands(self, _ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands with their summaries; nothing is imported for that."""
        limit = formatter.width - 6 - max(map(len, COMMANDS))
        others = [name for name in COMMANDS if name not in DAILY]
        for title, names in (("Every day", DAILY), ("Other commands", others)):
            helps = (click.Command(name, help=COMMANDS[name][1]) for name in names)
            with formatter.section(title):
                short = (command.get_short_help_str(limit) for command in helps)
                formatter.write_dl(list(zip(names, short, strict=True)))

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """See :meth:`click.Command.main`."""
        with output_streams.unfailing(), _exit_on_signals():
            try:
                return super().main(*args, **kwargs)
            except MemoryError:
                problem = error(Place("."), "the work cannot go on (out of memory)")
            except OSError as failure:
                place = Place(str(failure.filename or "."))
                problem = error(place, f"the work cannot go on ({failure.strerror or failure})")
            output.show([problem])
            sys.exit(1)


@contextlib.contextmanager
def _exit_on_signals() -> Iterator[None]:
    """Turn a signal into an exit that cleans up: with 130 after Ctrl-C, 143 after SIGTERM. A signal
    that is ignored stays so, as ``nohup`` wants it.
    """

    def stop(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    is_main = threading.current_thread() is threading.main_thread()
    before = {
        number: signal.signal(number, stop)
        for number in END_SIGNALS
        if is_main and signal.getsignal(number) is not signal.SIG_IGN
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(package_name="rulebinder")
@click.option("-q", "--quiet", is_flag=True, help="Print errors only.")
@click.option(
    "-v",
    "--verbose",
    is_flag=True,
    help="Print every warning and doubtful decision, not one line a kind.",
)
@click.option(
    "--json",
    "as_json",
    is_flag=True,
    help="Print each problem to standard output as a line of JSON.",
)
@click.pass_context
def main(context: click.Context, quiet: bool, verbose: bool, as_json: bool) -> None:
    """Turn Magic: The Gathering release notes into a multilingual website of rulings.

    Problems are printed to standard error as PATH:LINE: error: MESSAGE. The exit code is 0 if there
    are no errors, 1 if the input has errors, and 2 if the command was called wrongly.

    In a folder of `rulebinder init`, --notes is notes and --out is site unless you choose others.
    """
    if quiet and verbose:
        raise click.UsageError("--quiet and --verbose exclude each other.")
    context.obj = output.OutputForm(quiet, verbose or as_json, as_json)
    context.with_resource(DISK.once())
    if shipped.owner():
        context.default_map = dict.fromkeys(COMMANDS, OWNED)
