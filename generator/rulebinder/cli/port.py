"""The port of a local server: its option, and the problem of one that is in use."""

from __future__ import annotations

import errno

import click

from ..problems import Place, Problem, error

PORT = click.option(
    "--port",
    default=8000,
    show_default=True,
    type=click.IntRange(0, 65535),
    help="Port of the server; 0 takes a free one.",
)


def refusal(failure: OSError, port: int) -> Problem:
    """Return why a website cannot be served."""
    if failure.errno == errno.EADDRINUSE:
        return error(
            Place("."), f"another program uses the port {port}", "name another one with --port"
        )
    return error(
        Place(str(failure.filename or ".")), f"the website cannot be served ({failure.strerror})"
    )
