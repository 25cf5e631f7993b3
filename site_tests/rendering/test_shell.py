"""The frame of every page: the path to it, its other languages, its documents."""

from __future__ import annotations

import re
from pathlib import Path

from site_tests.sites import in_each_language

ROOT = "https://example.org/sub/"
LANGS = ("en", "es", "fr")


def full_pages(built: Path, lang: str) -> dict[str, str]:
    """Return the pages of a language in the theme's frame, by their address under it."""
    paths = {
        path.parent.relative_to(built / lang).as_posix() + "/": path
        for path in (built / lang).rglob("index.html")
    }
    texts = {"" if page == "./" else page: path.read_text("utf-8") for page, path in paths.items()}
    return {page: content for page, content in texts.items() if 'class="md-header"' in content}


@in_each_language
def test_no_page_loads_a_script_or_style_sheet_of_the_theme(built, lang):
    for page, content in full_pages(built, lang).items():
        assert re.findall(r'<script src="[^"]*/assets/([^"?/]+)', content) == [
            f"citing-{lang}.js",
            "rulebinder.js",
        ], page
        assert len(re.findall(r"<script src=", content)) == 2, page
        assert not re.findall(
            r'<link [^>]*href="[^"]*assets/(?:stylesheets|javascripts)/', content
        ), page
        assert "__config" not in content
        assert "__md_" not in content


def test_every_page_has_a_policy_that_forbids_what_it_does_not_name(built):
    for path in built.rglob("*.html"):
        policy = re.search(r'"Content-Security-Policy" content="([^"]*)"', path.read_text("utf-8"))
        assert policy, path
        assert policy[1].startswith("default-src 'none'; "), path
        assert "'unsafe" not in policy[1], path
