"""The successors of MkDocs are chosen by one variable, and a wrong choice is one error."""

import os
import subprocess
from pathlib import Path

from site_tests.calling import python
from site_tests.conftest import ROOT


def check(tmp_path: Path, engine: str) -> subprocess.CompletedProcess[str]:
    """Run a command that reads the settings, with a stand-in for ProperDocs."""
    package = tmp_path / "properdocs"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "replacement.py").write_text("print('replaced')\n", "utf-8")
    path = os.pathsep.join([str(tmp_path), str(ROOT / "generator")])
    code = "from rulebinder.settings import options; options.load()"
    return python("-c", code, cwd=ROOT, RULEBINDER_ENGINE=engine, PYTHONPATH=path)


def test_properdocs_takes_the_place_of_mkdocs(tmp_path):
    assert check(tmp_path, "properdocs").stdout == "replaced\n"


def test_an_unknown_engine_is_an_error(tmp_path):
    told = check(tmp_path, "hugo")
    assert told.stdout == ""
    assert "RULEBINDER_ENGINE:1: error: is 'hugo'; choose mkdocs or properdocs" in told.stderr
