"""The Makefile: which files it removes, which Python it uses, and that each variable stays one
word.
"""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from site_tests.calling import called, script
from site_tests.conftest import ROOT
from site_tests.setup.test_pins import OLDEST

ODD = ["a folder", "it's", 'a "b"', "a;b", "-x", "a,b"]


@pytest.fixture
def project(tmp_path):
    """Return a folder with the files of the repository that make needs, and nothing installed."""
    home = tmp_path / "pro ject"
    home.mkdir()
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, home / name)
    for name in ("requirements", "generator", "site_tests", "tools"):
        (home / name).mkdir()
    (home / "requirements" / "site.txt").touch()
    return home


def make(project: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return called("make", *words, cwd=project, **environment)


def installed(project: Path, python: str) -> None:
    """Return a .venv that looks installed, with this shell script as its Python."""
    folder = project / ".venv" / "bin"
    folder.mkdir(parents=True)
    script(folder / "python", python)
    (project / ".venv" / ".package").touch()


@pytest.mark.parametrize("named", ["argument", "environment"])
@pytest.mark.parametrize("has_program", [True, False], ids=["installed", "not installed"])
def test_clean_removes_nothing_just_because_out_names_it(project, has_program, named):
    precious = project.parent / "precious"
    precious.mkdir()
    (precious / "letters.txt").touch()
    if has_program:
        installed(project, 'printf "%s\\n" "$@" >>calls')
    told = (
        make(project, "clean", f"OUT={precious}")
        if named == "argument"
        else make(project, "clean", OUT=str(precious))
    )
    assert told.returncode == 0
    assert (precious / "letters.txt").is_file()
    assert not (project / ".venv").exists()
    if has_program:
        words = f"-m rulebinder site --clean --out {precious}"
        assert (project / "calls").read_text("utf-8").split()[-6:] == words.split()
    else:
        assert f"{precious}: left as it is" in told.stderr


def test_clean_fails_if_the_program_refuses_and_still_removes_the_rest(project):
    (project / "site").mkdir()
    (project / ".ruff_cache").mkdir()
    installed(project, 'case "$*" in *clean*) echo "site: not ours" >&2; exit 1;; esac')
    told = make(project, "clean")
    assert told.returncode != 0
    assert "site: not ours" in told.stderr
    assert (project / "site").is_dir()
    assert not (project / ".venv").exists()
    assert not (project / ".ruff_cache").exists()


def test_clean_removes_the_files_of_the_tools(project):
    for name in (
        ".mypy_cache",
        ".pytest_cache",
        ".ruff_cache",
        ".hypothesis",
        "build/example",
        "generator/__pycache__",
    ):
        (project / name).mkdir(parents=True)
    (project / "generator" / "cli.py").touch()
    assert make(project, "clean").returncode == 0
    left = {str(path.relative_to(project)) for path in project.rglob("*")}
    assert left == {
        "Makefile", "pyproject.toml", "requirements", "requirements/site.txt", "generator",
        "generator/cli.py", "site_tests", "tools",
    }  # fmt: skip


@pytest.mark.parametrize("name", ODD)
def test_a_name_stays_one_word(project, name):
    installed(project, 'printf "<%s>" "$@"; test "$1" != -c || echo')
    told = make(
        project, "-o", ".venv/.package", "site", f"NOTES={name}", f"OUT={name}", f"SITE_URL={name}"
    )
    assert f"<site><--notes><{name}><--out><{name}><--site-url><{name}>" in told.stdout, told.stderr
    assert (
        f"NOTES={name} OUT={name}" in make(project, "help", f"NOTES={name}", f"OUT={name}").stdout
    )


def pretending(project: Path, version: tuple[int, ...]) -> str:
    """Return a fake Python of this version that creates no environment."""
    python = project / "pretending"
    text = (
        f"#!{sys.executable}\nimport sys\nsys.version_info = {version}\nsys.argv[1] == '-c' and"
        " exec(sys.argv[2])\n"
    )
    python.write_text(text, "utf-8")
    python.chmod(0o755)
    return "./pretending"


@pytest.mark.parametrize("target", ["site", "lock"])
def test_an_old_python_is_reported(project, target):
    major, minor, patch = map(int, OLDEST.split("."))
    refusal = f"Rulebinder needs Python {OLDEST} or newer; "
    for python in (pretending(project, (major, minor, patch - 1)), "./nowhere"):
        told = make(project, target, f"PYTHON={python}")
        assert told.returncode != 0
        assert f"{refusal}'{python}' is none." in told.stderr
        assert not (project / ".venv").exists()
        assert not (project / "build").exists()
    assert (
        refusal
        not in make(project, target, f"PYTHON={pretending(project, (major, minor, patch))}").stderr
    )


@pytest.mark.parametrize("code", [0, 3])
def test_installing_says_how_far_it_is_and_fails_if_pip_does(project, code):
    pins = "".join(f"lamp{number}==1 \\\n    --hash=sha256:00\n" for number in range(25))
    (project / "requirements" / "site.txt").write_text(pins, "utf-8")
    script(project / "pip", PIP.format(code=code))
    script(
        project / "making",
        'case "$*" in *venv*) mkdir -p .venv/bin; cp pip .venv/bin/python;; esac',
    )
    told = make(project, ".venv/.dependencies", "PYTHON=./making")
    assert (told.returncode == 0) == (code == 0)
    assert told.stderr.splitlines()[:4] in (["broken", *PROGRESS], [*PROGRESS, "broken"])
    assert (project / ".venv" / ".dependencies").exists() == (code == 0)


PIP = """case "$*" in
  *--require-hashes*) seq 25 | sed "s/^/Collecting lamp/"; \
echo Installing collected packages: all; echo broken >&2; exit {code};;
  *"-c print(1)"*) echo 1;;
esac"""
"""A Python that can install packages, and do nothing else."""
PROGRESS = ["  10 of 25", "  20 of 25", "  unpacking"]
