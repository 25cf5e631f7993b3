"""The ``rulebinder`` command. Only this stage prints and chooses exit codes.

0: there are no errors, though there may be warnings. 1: the input has errors, each printed as ``path:line: error: …``. The
readable rest was processed, unless it would have replaced something better. 2: the command was called wrongly and did
nothing. 128 plus a signal's number: that signal ended the command, which left nothing behind.
"""

from __future__ import annotations

import click

from .check import check
from .importing import import_documents
from .names import names
from .rules import rules
from .running import Commands
from .site import clean, site


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rulebinder")
def main() -> None:
    """Turn Magic: The Gathering release notes into a multilingual website of rulings.

    Problems are printed to standard error as PATH:LINE: error: MESSAGE. The exit code is 0 if there are no errors, 1 if
    the input has errors, and 2 if the command was called wrongly.
    """


for each in (import_documents, site, clean, check, names, rules):
    main.add_command(each)
