"""The hosts of static sites, and the limits of their free plans."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from ..problems import Place, Problem, warning
from ..system import shipped
from .files import Weight

_GB = 1_000_000_000


@dataclass(frozen=True, kw_only=True)
class Host:
    """A host, with the most bytes and files that a site may have there for free."""

    name: str
    size: float = math.inf
    files: float = math.inf

    @property
    def limits(self) -> str:
        """The limits, such as ``1 GB, 200,000 files``."""
        limits = {f"{self.size / _GB:.0f} GB": self.size, f"{self.files:,.0f} files": self.files}
        return ", ".join(text for text, limit in limits.items() if limit < math.inf)


HOSTS = (
    Host(name="GitHub Pages", size=_GB),
    Host(name="GitLab Pages", size=_GB, files=200_000),
    Host(name="Cloudflare Pages", files=20_000),
)
"""As their documentation said in 2026.

A file of ours is far smaller than 25 MiB, which Cloudflare takes.
"""


def excess(weight: Weight) -> Iterator[Problem]:
    """Yield a warning for each host that does not take a site of this weight."""
    for host in HOSTS:
        if weight.size > host.size or weight.files > host.files:
            yield warning(
                Place(shipped.SETTINGS.name),
                f"the website has {weight}, more than the free plan of {host.name} takes"
                f" ({host.limits})",
                "choose fewer files with preview_pictures, short_pages, rulings_api, feeds or"
                " interface_languages, or another host",
            )
