"""Measures which plugins work beside ours: each builds a site with many settings, of which each has
to keep its effect.

Plugins that are not installed are left out.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

from rulebinder.system import shipped
from site_tests.bench.setting import table
from site_tests.publishing import test_supported as settings
from site_tests.robustness import documents

PLUGINS: Mapping[str, Mapping[str, object]] = {
    "awesome-nav": {"logs": {"nav_override": "info"}},
    "awesome-pages": {},
    "blog": {},
    "git-revision-date-localized": {"fallback_to_build_date": True},
    "glightbox": {},
    "group": {"plugins": []},
    "i18n": {"languages": [{"locale": "en", "name": "English", "default": True}]},
    "literate-nav": {},
    "llmstxt": {"sections": {"Club": ["en/club.md"]}},
    "macros": {"j2_comment_start_string": "{##"},
    "meta": {},
    "minify": {"minify_html": True},
    "offline": {},
    "privacy": {"assets": False},
    "projects": {},
    "redirects": {"redirect_maps": {"en/old.md": "en/cards/index.md"}},
    "rss": {},
    "search": {},
    "section-index": {},
    "social": {},
    "tags": {},
    "typeset": {},
}
"""The plugins, with their options."""


def run() -> None:
    """Print what each plugin does, and how many of the settings keep their effects beside it."""
    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        content = documents.content(Path(folder) / "shipped")
        patch.setattr(shipped, "_CONTENT", content)
        own = settings.filled(Path(folder) / "own")
        rows = [(name, *_result(own, name)) for name in PLUGINS]
    heads = ("plugin", "result", "settings with their effects")
    table("Plugins beside ours, in strict mode", heads, [row for row in rows if row[1]])


def _result(own: Path, name: str) -> tuple[str, str]:
    """Return what MkDocs does with the plugin, and how many settings have their effects then.

    The first is empty if the plugin is not installed.
    """
    values = yaml.safe_load(settings.OURS)
    values |= {"plugins": [{"rulebinder": {}}, {name: PLUGINS[name]}]}
    (own / "mkdocs.yml").write_text(yaml.safe_dump(values), "utf-8")
    made = settings.mkdocs(own, "build", "--strict", "--quiet", "--site-dir", name)
    if "is not installed" in made.stderr:
        return "", ""
    if made.returncode:
        refused = f"the plugin {name!r} has no effect here" in made.stderr
        return "refused by name" if refused else made.stderr.strip().splitlines()[0], "-"
    page = (own / name / "en" / "cards" / "index.html").read_text("utf-8")
    bare = page.replace('"', "")  # minify leaves out quotes
    kept = sum(effect.replace('"', "") in bare for effect in settings.EFFECTS)
    return "works", f"{kept} of {len(settings.EFFECTS)}"
