"""The mechanics of the published data, ``data/mechanics.json``, with the site's own
explanations.
"""

from __future__ import annotations

from ...joining.mentions.resting import todays_rule
from ...library import Library, LibraryMechanic
from ...pages import addresses
from ...pages.overviews.mechanics import kind_of
from ...text import parse
from .json_form import Data, full_address


def every(library: Library, address: str | None, lang: str) -> list[Data]:
    """Return every mechanic of ``library``.

    Its address is that of its page in ``lang``; ``address`` is that of the site.
    """
    return [
        _mechanic(library, mechanic, address, lang)
        for _, mechanic in sorted(library.mechanics.items())
    ]


def _mechanic(library: Library, mechanic: LibraryMechanic, address: str | None, lang: str) -> Data:
    facts = mechanic.facts
    page = addresses.from_root(lang, addresses.mechanic_page(mechanic.slug))
    return {
        "slug": mechanic.slug,
        "names": dict(mechanic.names),
        "also": {each: list(names) for each, names in facts.formerly.items()} if facts else {},
        "kind": kind_of(mechanic),
        "rule": todays_rule(library, mechanic),
        "first_set": mechanic.first_set.code if mechanic.first_set else None,
        "explanation": {each: parse(text).plain() for each, text in facts.explanation.items()}
        if facts
        else {},
        "sections": list(dict.fromkeys(section.id for section in mechanic.sections)),
        "cards": len(mechanic.cards),
        "address": page,
        "url": full_address(page, address),
    }
