"""Each kind of pages has a template and style sheets."""

import re

from rulebinder import pages
from site_tests.conftest import ROOT

TEMPLATES = ROOT / "templates"


def test_every_template_belongs_to_a_kind_and_every_kind_has_one():
    assert {path.name.removesuffix(".md.j2") for path in (TEMPLATES / "pages").iterdir()} == set(
        pages.PAGE_KINDS
    )


def test_every_kind_has_style_sheets():
    base = (TEMPLATES / "site" / "base.html").read_text("utf-8")
    listed = re.findall(r'^  "(\w+)": \[(.+)\],', base, re.MULTILINE)
    sheets = {sheet for _, names in listed for sheet in re.findall(r"\w+", names)}
    sheets |= set(pages.PAGE_KINDS) - {kind for kind, _ in listed}
    assert sheets <= {path.stem for path in (ROOT / "web" / "styles").rglob("*.css")}
