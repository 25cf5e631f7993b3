"""The folders and files of this repository that a site is made of."""

from __future__ import annotations

from ..templating.environment import TEMPLATES

ROOT = TEMPLATES.parent
CONFIG = ROOT / "mkdocs.yml"
DOCS = ROOT / "docs"
WEB = ROOT / "web"
SEARCH = WEB / "search"
"""The scripts that search, which are served as they are."""
OFFLINE = WEB / "offline"
"""The scripts that keep the site for reading without a network."""
EMBEDDED = WEB / "embed"
"""The script with which other sites show a ruling."""
THEME = TEMPLATES / "site"
"""Our overrides of the theme's templates."""
