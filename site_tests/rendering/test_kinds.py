"""Page kinds: each is a module of ``rulebinder.pages`` and a template of the same name, found
without a list.
"""

from __future__ import annotations

import re

from rulebinder import pages
from site_tests.conftest import ROOT

MAKING = re.compile(r"^def (pages|subjects)\(edition: Edition\)", re.MULTILINE)
TEMPLATES = ROOT / "templates"


def test_every_template_belongs_to_a_kind_and_every_kind_has_one() -> None:
    assert {path.name.removesuffix(".md.j2") for path in (TEMPLATES / "pages").iterdir()} == set(
        pages.KINDS
    )


def test_every_kind_names_its_style_sheets() -> None:
    base = (TEMPLATES / "site" / "base.html").read_text("utf-8")
    assert re.findall(r'^  "(\w+)": \[', base, re.MULTILINE) == list(pages.KINDS)


def test_every_module_that_makes_pages_is_a_kind() -> None:
    modules = (ROOT / "generator" / "rulebinder" / "pages").rglob("*.py")
    making = {path.stem for path in modules if MAKING.search(path.read_text("utf-8"))}
    assert making == set(pages.KINDS)
    assert list(pages.KINDS) == sorted(pages.KINDS)
