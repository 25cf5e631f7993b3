"""``make compat``: build the example site with the successors of MkDocs and Material, and print
what each makes of it.

Each is installed into a folder of its own, with the tools of this environment, and no page is taken
over from another build.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser, LexborNode

ROOT = Path(__file__).resolve().parent.parent

_SHOWN = 3
_VERSION = re.compile(rb"\?[0-9a-f]{8}\b")
"""The version of scripts and styles in the addresses of a page."""
_PAGES = ("--notes", "content/notes")
_SETTINGS = """\
site_name: Pages
docs_dir: pages
site_dir: zensical
theme: {name: material}
nav: [en/index.md]
markdown_extensions: [toc, tables]
"""
"""The settings with which Zensical reads the pages."""


@dataclass(frozen=True, kw_only=True)
class Candidate:
    """A successor: its name, its package, and the one setting that chooses it."""

    name: str
    package: str
    setting: Mapping[str, str] = field(default_factory=dict)


BUILDERS = (
    Candidate(
        name="ProperDocs", package="properdocs==1.6.7", setting={"RULEBINDER_ENGINE": "properdocs"}
    ),
    Candidate(
        name="MaterialX",
        package="mkdocs-materialx==10.2.2",
        setting={"RULEBINDER_THEME": "materialx"},
    ),
)
ZENSICAL = Candidate(name="Zensical", package="zensical==0.0.73")


def main(folder: Path) -> int:
    """Print one line for each candidate, in the new ``folder``.

    Return 1 if one of :data:`BUILDERS` builds no site.
    """
    folder.mkdir(parents=True)
    base, told = _site(folder, "base", {})
    if not base.is_dir():
        print(told)
        return 1
    print(f"MkDocs and Material: {len(files(base))} files")
    failed = 0
    for each in BUILDERS:
        found, told = _site(
            folder,
            each.name.lower(),
            {**each.setting, "PYTHONPATH": _install(folder, each, "--no-deps")},
        )
        failed += not found.is_dir()
        print(
            f"{each.name} ({each.package}):"
            f" {compared(base, found) if found.is_dir() else f'no site: {told}'}"
        )
    print(f"{ZENSICAL.name} ({ZENSICAL.package}): {_zensical(folder)}")
    return int(failed > 0)


def compared(one: Path, other: Path) -> str:
    """Say how many files of two sites are the same."""
    before, after = files(one), files(other)
    unlike = sorted(
        path for path in before.keys() | after.keys() if before.get(path) != after.get(path)
    )
    pages = sum(path.endswith(".html") for path in unlike)
    more = ", …" if len(unlike) > _SHOWN else ""
    shown = f": {', '.join(unlike[:_SHOWN])}{more}" if unlike else ""
    return (
        f"{sum(before[path] == after.get(path) for path in before)} of {len(before)} files are the"
        f" same, {pages} pages are not{shown}"
    )


def files(folder: Path) -> dict[str, bytes]:
    """Return the files of a site, but for the list of its own files.

    Pages do not say the version of their styles.
    """
    found = (path for path in folder.rglob("*") if path.is_file() and path.name != ".rulebinder")
    return {
        path.relative_to(folder).as_posix(): _VERSION.sub(b"", path.read_bytes()) for path in found
    }


def _site(folder: Path, name: str, environment: Mapping[str, str]) -> tuple[Path, str]:
    """Build the example site.

    Return its folder, which is missing if the build failed, and the last line of what was said.
    """
    out = folder / name
    told = _run(
        [sys.executable, "-m", "rulebinder", "site", *_PAGES, "--out", str(out)], environment
    )
    return out, told


def _install(folder: Path, each: Candidate, *options: str) -> str:
    """Install a candidate into a folder of its own. Return the PYTHONPATH that finds it first."""
    target = folder / "packages" / each.name.lower()
    _run(
        [
            sys.executable,
            "-m",
            "pip",
            "install",
            "--quiet",
            *options,
            "--target",
            str(target),
            each.package,
        ],
        {},
    )
    return os.pathsep.join([str(target), str(ROOT)])


def _zensical(folder: Path) -> str:
    """Let Zensical read the Markdown of all pages.

    Say how many have the same rulings as those of ours.
    """
    packages, docs = _install(folder, ZENSICAL), folder / "pages"
    _run([sys.executable, "-m", "rulebinder", "pages", *_PAGES, "--out", str(docs)], {})
    (folder / "zensical.yml").write_text(_SETTINGS, "utf-8")
    command = [
        sys.executable,
        "-m",
        "zensical",
        "build",
        "--config-file",
        str(folder / "zensical.yml"),
    ]
    told = _run(command, {"PYTHONPATH": packages})
    made = folder / "zensical"
    if not (made / "en" / "index.html").is_file():
        return f"no site: {told}"
    given = [path.relative_to(docs).with_suffix("") for path in sorted(docs.rglob("*.md"))]
    pages = [(path.parent if path.name == "index" else path) / "index.html" for path in given]
    there = [path for path in pages if (made / path).is_file()]
    same = sum(_anchored(made / path, _rulings(folder / "base" / path)) for path in there)
    return (
        f"{len(there)} of {len(pages)} pages, {same} with the same rulings; all else on them is"
        " its own"
    )


def _rulings(page: Path) -> dict[str | None, str]:
    """Return the words of each ruling on a page, by its id."""
    return {
        each.attributes["id"]: _words(each.css_first(".ruling-text > p"))
        for each in LexborHTMLParser(page.read_text("utf-8")).css(".ruling")
    }


def _anchored(page: Path, rulings: Mapping[str | None, str]) -> bool:
    """Return whether a page of plain Markdown has each of ``rulings`` behind its anchor."""
    anchors = LexborHTMLParser(page.read_text("utf-8")).css("a[id]")
    there = {each.attributes["id"]: _words(each.parent) for each in anchors}
    return all(words in there.get(name, "") for name, words in rulings.items())


def _words(node: LexborNode | None) -> str:
    return " ".join(node.text().split()) if node else ""


def _run(command: Sequence[str], environment: Mapping[str, str]) -> str:
    """Run a command. Return the last line that it printed."""
    result = subprocess.run(
        command,
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    lines = [line.strip() for line in result.stdout.splitlines() if line.strip()]
    return lines[-1] if lines else "nothing was said"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).resolve()))
