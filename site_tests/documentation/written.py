"""Parses the hand-written pages: headings, commands and blocks, code in the text, bold words."""

import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import click

from rulebinder.cli import main
from site_tests.conftest import ROOT

DOCS = ROOT / "docs"
LANGUAGES = ("en", "es", "fr", "de", "it")


@dataclass(frozen=True)
class Written:
    """A page in one language."""

    lang: str
    name: str
    text: str

    @cached_property
    def headings(self) -> list[str]:
        """Return the ids of its headings, with their marks: ``## cite``."""
        return [
            f"{marks} {anchor}"
            for marks, anchor in re.findall(r"^(#+) .+ \{#([a-z]+)\}$", self.text, re.MULTILINE)
        ]

    @cached_property
    def blocks(self) -> list[str]:
        """Return its blocks of code, without their indentation."""
        found = re.findall(r"(?:^ {4}.*\n)+", self.text, re.MULTILINE)
        return ["\n".join(line[4:] for line in block.splitlines()) for block in found]

    @cached_property
    def prose(self) -> str:
        """Return the page without its blocks and its front matter."""
        return re.sub(r"^ {4}.*\n", "", self.text.split("\n---\n", 1)[1], flags=re.MULTILINE)

    @cached_property
    def code(self) -> list[str]:
        """Return the code in its text."""
        return re.findall(r"`([^`]+)`", self.prose)

    @cached_property
    def bold(self) -> list[str]:
        """Return its bold words, which quote the site."""
        return [
            re.sub(r"[ \n]+", " ", found)
            for found in re.findall(r"\*\*(.+?)\*\*", self.prose, re.DOTALL)
        ]

    def part(self, anchor: str):
        """Return the part under one heading, as a page of its own."""
        found = re.search(
            rf"^## .+ \{{#{anchor}\}}\n(.*?)(?=^## |\Z)", self.text, re.MULTILINE | re.DOTALL
        )
        assert found, f"{self.lang}/{self.name} has no part {anchor}"
        return Written(self.lang, f"{self.name}#{anchor}", f"\n---\n{found[1]}")


def names(lang: str) -> list[str]:
    """Return the files of a language's pages."""
    return sorted(path.name for path in (DOCS / lang).glob("*.md"))


def page(lang: str, name: str) -> Written:
    """Return one page."""
    return Written(lang, name, (DOCS / lang / name).read_text("utf-8"))


def pages(lang: str) -> list[Written]:
    """Return all pages of a language."""
    return [page(lang, name) for name in names(lang)]


def options(command: str) -> set[str]:
    """Return the options of a command."""
    definition = main.get_command(click.Context(main), command)
    assert definition is not None
    return {option for each in definition.params for option in each.opts}


def anywhere(folder: Path, form: str) -> bool:
    """Return whether ``folder`` has something of the form ``notes/<set>.<lang>.json``."""
    return any(folder.glob(re.sub(r"<\w+>", "*", form).strip("/")))
