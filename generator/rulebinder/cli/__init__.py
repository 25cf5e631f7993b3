"""The ``rulebinder`` command. Only this stage prints and chooses exit codes.

0: there are no errors, though there may be warnings. 1: the input has errors, each printed as
``path:line: error: …``. The readable rest was processed, unless it would have replaced something
better. 2: the command was called wrongly and did nothing. 128 plus a signal's number: that signal
ended the command, which left nothing behind.
"""

from __future__ import annotations

import click

from ..system import shipped
from ..system.files import DISK
from . import output
from .command_group import Commands, LazyCommand
from .options import OWNED

COMMANDS = (
    LazyCommand("init", "init:init", "Make a folder for a website of your own."),
    LazyCommand(
        "check",
        "facts:check",
        "List the problems of the facts, the languages and the documents, alone and together.",
    ),
    LazyCommand(
        "import",
        "import_:import_files",
        "Read and store release notes, rules, or printed names of cards.",
    ),
    LazyCommand("help", "help:help_", "List the guides, or show the one with this NAME."),
    LazyCommand(
        "serve",
        "serve:serve",
        "Show the website in a browser, and build it again whenever something changes.",
    ),
    LazyCommand("site", "site:site", "Build the website from a folder of release notes."),
    LazyCommand("show", "show:show", "Show a built website in a browser, as a host shows it."),
    LazyCommand(
        "pages",
        "pages:pages",
        "Write all pages of the website as Markdown files, which link to each other.",
    ),
    LazyCommand(
        "verify",
        "site:verify",
        "Compare the files of a website, or of a copy of one, with its data/manifest.json.",
    ),
    LazyCommand("language", "facts:language", "Begin to translate the site into another language."),
    LazyCommand(
        "mcp",
        "show:mcp",
        "Answer questions about the rulings of a built website, for assistants that speak the Model"
        " Context Protocol.",
    ),
    LazyCommand(
        "merge-ledger",
        "facts:merge_ledger",
        "Join the ledgers OURS and THEIRS, which began as BASE, and write the result to OURS.",
    ),
)
"""Every command, with the module and the function that do its work, and the first sentence of its
help.
"""
DAILY = ("init", "check", "import", "serve", "site")
"""The commands that help lists first."""


@click.group(
    cls=Commands,
    later=COMMANDS,
    daily=DAILY,
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
    detail = (
        output.Detail.ERRORS
        if quiet
        else output.Detail.ALL
        if verbose or as_json
        else output.Detail.KINDS
    )
    context.obj = output.OutputForm(detail=detail, json=as_json)
    context.with_resource(DISK.once())
    if shipped.owner():
        context.default_map = {each.name: OWNED for each in COMMANDS}
