"""Small invented documents, and a folder of content to read them with."""

import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from click.testing import CliRunner, Result

from rulebinder.cli import main
from site_tests.conftest import ROOT

APPLE = """\
Apple Warden
{1}{G}
Creature — Treefolk
2/3
Vigilance
- Apple Warden ripens in any season. A player may still not eat it.
- If the Warden leaves, its apples stay where they are.
"""

HEAD = """\
*Hollow Orchard* Release Notes

Compiled by Ada Fenn

Document last modified May 4, 2026

These notes are for the invented set that the tests plant. It is full of trees, and you may climb \
all of them.

GENERAL NOTES

Card Legality

Cards with the HOL set code are legal wherever there is an orchard, and that is the end of it.

CARD-SPECIFIC NOTES

"""

SETS = {"hol": "Hollow Orchard", "qua": "Quarry of Echoes"}


def document(*cards: str) -> str:
    """The Hollow Orchard's release notes, with these cards' blocks (the Apple Warden where none is
    given).
    """
    return HEAD + "\n".join(cards or (APPLE,))


def card(name: str, *rulings: str) -> str:
    """A card's block with these rulings."""
    bullets = "".join(
        f"- {ruling}\n"
        for ruling in rulings or ("It is only a tree, and you can't argue with it.",)
    )
    return f"{name}\n{{2}}\nArtifact\n{{T}}: Add {{G}}.\n{bullets}"


def content(folder: Path) -> Path:
    """A content folder: three of the repository's languages, and the invented sets."""
    (folder / "languages").mkdir(parents=True)
    for lang in ("en", "es", "fr"):
        shutil.copy(ROOT / "content" / "languages" / f"{lang}.yml", folder / "languages")
    (folder / "sets").mkdir()
    for code, name in SETS.items():
        (folder / "sets" / f"{code}.yml").write_text(
            f"names:\n  en: {name}\nreleased: 2026-05-15\ncodes: []\n", encoding="utf-8"
        )
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """The files of ``folder``, hidden ones too, by their path in it."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def fill(folder: Path, files: Mapping[str, str | bytes]) -> Path:
    """``folder`` with these files, and the folders that they need."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data.encode("utf-8") if isinstance(data, str) else data)
    return folder


def texts(folder: Path) -> dict[str, str]:
    """The texts of the files of ``folder``, by their path in it."""
    return {path: data.decode() for path, data in files(folder).items()}


def git(folder: Path, *words: str | Path) -> str:
    """What Git prints in a folder for somebody who signs nothing."""
    identity = ("user.name=A", "user.email=a@x.example", "commit.gpgsign=false")
    settings = (word for setting in identity for word in ("-c", setting))
    command = ["git", "-C", folder, *settings, *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def run(*arguments: str | Path) -> Result:
    """The command's result; an exception that is not an exit is the test's failure."""
    return CliRunner().invoke(
        main, [str(argument) for argument in arguments], catch_exceptions=False
    )


def errors(result: Result | subprocess.CompletedProcess[str]) -> list[str]:
    """The errors that a command printed."""
    return [line for line in result.stderr.splitlines() if ": error: " in line]


def run_with(notes: Path, content: Path, *arguments: str | Path) -> Result:
    """The command's result with these folders."""
    return run(*arguments, "--notes", notes, "--content", content)


def inputs(folder: Path) -> tuple[str | Path, ...]:
    """The options that name the notes and the content in ``folder``."""
    return "--notes", folder / "notes", "--content", folder / "content"


def write_inputs(folder: Path, *cards: str) -> tuple[str | Path, ...]:
    """Write content, and a document with these cards, into ``folder``: the options that name
    them.
    """
    content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(*cards)})
    return inputs(folder)


def whole(folder: Path) -> tuple[str | Path, ...]:
    """The options that also name the site in ``folder``."""
    return *inputs(folder), "--out", folder / "site"
