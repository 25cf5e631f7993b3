"""The files above the languages: the front page, the page for a dead address, and the sitemap."""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import urlsplit

from ..pages import paths
from ..templating.environment import environment
from .contract import Site


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return the files at the root of ``site``. Only a site with an address has a sitemap."""
    env = environment()
    values = {
        "editions": [edition.words for edition in site.editions.values()],
        "langs": site.langs,
        "site_url": site.address,
        "base": urlsplit(site.address or "/").path,
        "urls": [page for page in site.pages if page != paths.OFFLINE],
    }
    for name in ("index.html", "404.html", *(["sitemap.xml"] if site.address else [])):
        yield name, env.get_template(f"share/{name}.j2").render(values)
