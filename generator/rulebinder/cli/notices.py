"""What the commands that build a website say about its input and about its place."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ..build.unchanged import Findings
from ..problems import Problem
from ..system import shipped
from . import output

_SHOW = "rulebinder show --out {0}" if shipped.INSTALLED else "make show OUT={0}"
_IN_PLACE = (
    f"The website is in {{0}}. It has {{1}}. Look at it with `{_SHOW}`, or publish the folder."
)


def about_input(problems: Sequence[Problem]) -> None:
    """Print the problems of the input, and the command that prints them all."""
    output.some(problems, "`rulebinder check --all` lists them")


def in_place(out: Path, findings: Findings) -> None:
    """Print where the website is that was built, and how large."""
    output.say(_IN_PLACE.format(out, findings.weight))
