"""What confirms the name of a mechanic in a language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """A card that prints the name in a set, release notes that do, or a page that says it; or that
    there is none of these.
    """

    card: str = ""
    """The English name."""
    set: str = ""
    """The code of the card's set."""
    notes: str = ""
    """The code of the set of the release notes."""
    page: str = ""
    """The address."""
    none: str = ""
    """``ours``, our translation of what nothing prints, or ``unconfirmed``."""


def of(seen: Mapping[str, Evidence], lang: str) -> Evidence:
    """Return the evidence of the name in ``lang``: unconfirmed if ``seen`` does not say."""
    return seen.get(lang, Evidence(none="unconfirmed"))
