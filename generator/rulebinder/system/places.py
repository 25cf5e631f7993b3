"""The folders and files that come with the program, and that a site is made of."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from .shipped import ROOT, TEMPLATES

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
MATERIAL = Path(str(resources.files("material"))) / "templates"
"""The theme's templates, from which its parts are read that the site uses."""
ASSETS = "assets"
"""The folder of the files that pages load, both in the theme and in the site."""
