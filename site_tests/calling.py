"""Runs programs as processes of their own, and reads what they print."""

import functools
import os
import subprocess
import sys
from pathlib import Path


def called(
    *words: str | Path, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Return what a program does in the folder ``cwd``, with these variables beside those that are
    there.
    """
    return subprocess.run(
        list(map(str, words)),
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


python = functools.partial(called, sys.executable)
"""Return what this Python does (see :func:`called`)."""


def bash(command: str, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Return what the command of a workflow's step does (see :func:`called`)."""
    return called("bash", "-e", "-c", command, cwd=cwd, **environment)


def script(path: Path, text: str) -> Path:
    """Write a shell script that can be run."""
    path.write_text(f"#!/bin/sh\n{text}\n", "utf-8")
    path.chmod(0o755)
    return path
