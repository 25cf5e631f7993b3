"""The limits of the free plans of hosts, as their documentation said in 2026."""

from __future__ import annotations

from ..problems import Place, Problem, warning
from ..system import shipped
from .files import Weight

_GB, _ANY = 10**9, 10**18
LIMITS = {
    "GitHub Pages (1 GB)": Weight(files=_ANY, size=_GB),
    "GitLab Pages (1 GB, 200,000 files)": Weight(files=200_000, size=_GB),
    "Cloudflare Pages (20,000 files)": Weight(files=20_000, size=_ANY),
}
"""The most that each host takes. A file of ours is far smaller than the 25 MiB of Cloudflare."""


def excess(weight: Weight) -> list[Problem]:
    """Return a warning if a site of this weight is too large for some hosts."""
    full = [
        host
        for host, most in LIMITS.items()
        if weight.size > most.size or weight.files > most.files
    ]
    message = f"the website has {weight}, more than some free plans take: {', '.join(full)}"
    hint = "write `size: small` under extra, offer fewer languages, or choose another host"
    return [warning(Place(shipped.SETTINGS.name), message, hint)] if full else []
