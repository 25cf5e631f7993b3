"""The address of the site: whether it is one, and who gave it."""

from __future__ import annotations

import os
import re
from urllib.parse import urlsplit

from ..problems import InputError, Place, Problem, error
from ..system import shipped

_VARIABLE = "SITE_URL"
"""The variable of the environment from which ``mkdocs.yml`` takes the address."""
_NEVER = re.compile(r"[\s<>\"'`\\^{|}]")
"""What no address has as it is."""


def read(site_url: str | None, option: str = "") -> str | None:
    """Return ``site_url`` with a slash at its end; None if it is empty. Raises InputError if it is
    not a web address.

    ``option`` is the option that gave it; without one, it is a setting.
    """
    if not site_url:
        return None
    if not _is_address(site_url):
        raise InputError(refused(site_url, option))
    return site_url if site_url.endswith("/") else f"{site_url}/"


def refused(site_url: str, option: str = "") -> Problem:
    """Return the problem of an address that is none, at the option, the variable or the file that
    gave it.
    """
    giver = option or (
        _VARIABLE if os.environ.get(_VARIABLE) == site_url else shipped.SETTINGS.name
    )
    said = (
        f"site_url is {site_url!r}"
        if giver == shipped.SETTINGS.name
        else f"{site_url!r} is no web address"
    )
    return error(Place(giver), said, "write it like https://example.org/rulings/")


def _is_address(text: str) -> bool:
    try:
        url = urlsplit(text)
        _ = url.port  # which is refused only now
    except ValueError:
        return False
    return (
        url.scheme in {"http", "https"}
        and bool(url.hostname)
        and not (url.query or url.fragment or _NEVER.search(text))
    )
