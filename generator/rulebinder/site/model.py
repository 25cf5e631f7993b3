"""A site as a value, of which all its files are made.

A function of :mod:`..outputs` yields files of a site.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ..facts.languages import Languages, offered_languages
from ..joining.slices import Slices
from ..library import Library
from ..pages import addresses
from ..pages.edition import ALL, Edition, editions
from ..pictures.model import Pictures
from ..problems import Place, Problem, warning
from ..settings.options import NOBODY, SUBJECTS, Owner
from ..system import shipped
from .table import Weight


@dataclass(frozen=True, kw_only=True)
class Site:
    """Everything that the files of a site are made of."""

    library: Library
    languages: Languages
    """Only the languages that the site is offered in have interface words."""
    address: str | None = None
    """The address of the site, with a slash at its end.

    Without one, the site has no absolute links.
    """
    pictures: Pictures = field(default_factory=dict)
    """The preview pictures of cards."""
    quoting: bool = False
    """Whether each ruling has a preview picture of its own."""
    short_pages: str = ALL
    """For which rulings each language has short pages of its own: see :attr:`Edition.short_pages`.
    """
    rulings_api: bool = False
    """Whether it has the lists of the rulings API."""
    feeds: str = SUBJECTS
    """Which feeds it has: :data:`options.SITE`, :data:`options.SUBJECTS` or :data:`edition.ALL`."""
    feed_tag: str = "tag:localhost,1970:"
    """What the ids of all entries of feeds begin with."""
    owner: Owner = NOBODY
    """Its look, and the owner's links in the foot of each page."""
    pages: tuple[str, ...] = ()
    """The addresses of the pages that MkDocs made, from the root; none before it ran."""

    @functools.cached_property
    def editions(self) -> Mapping[str, Edition]:
        """The library in each language that the site is offered in.

        The first language is the site's own.
        """
        return editions(self.library, self.languages, self.short_pages)

    @property
    def edition(self) -> Edition:
        """The library in the site's own language. There must be one."""
        return self.editions[self.main_lang]

    @functools.cached_property
    def slices(self) -> Slices:
        """Cuts the parts of the library that single pages show."""
        return Slices(self.library)

    def having(self, **later: Any) -> Site:
        """Return the site with the ``pages`` or ``pictures`` that are known only ``later``. What is
        derived is the same with them, so it is not derived again.
        """
        site = replace(self, **later)
        site.__dict__.update(editions=self.editions, slices=self.slices)
        return site

    def canonical(self, here: str, page: str) -> str:
        """Return the full address of a ``page``, from the root of the site; if the site has no
        address, the link from the page ``here``.
        """
        return f"{self.address}{page}" if self.address else addresses.relative(here, page)

    @property
    def name(self) -> str:
        """The name of the site, in its own language."""
        return self.edition.words["site_title"] if self.langs else "Rulebinder"

    @property
    def langs(self) -> tuple[str, ...]:
        """The languages that the site is offered in."""
        return tuple(offered_languages(self.languages))

    @property
    def main_lang(self) -> str:
        """The first of :attr:`langs`; empty if there is none."""
        return next(iter(self.langs), "")


Files = Iterable[tuple[str, str | bytes]]
"""Files by their path in the site. Text is written as UTF-8."""


_GB, _ANY = 10**9, 10**18
"""The bytes of a gigabyte; and a number that stands for no limit."""
LIMITS = {
    "GitHub Pages (1 GB)": Weight(files=_ANY, size=_GB),
    "GitLab Pages (1 GB, 200,000 files)": Weight(files=200_000, size=_GB),
    "Cloudflare Pages (20,000 files)": Weight(files=20_000, size=_ANY),
}
"""The most that each host takes. A file of ours is far smaller than the 25 MiB of Cloudflare."""


def find_excess(weight: Weight) -> list[Problem]:
    """Return a warning if a site of this weight is too large for some hosts."""
    too_small = [
        host
        for host, most in LIMITS.items()
        if weight.size > most.size or weight.files > most.files
    ]
    message = f"the website has {weight}, more than some free plans take: {', '.join(too_small)}"
    hint = "write `size: small` under extra, offer fewer languages, or choose another host"
    return [warning(Place(shipped.SETTINGS.name), message, hint)] if too_small else []
