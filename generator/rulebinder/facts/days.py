"""The facts of the days on which rulings were published. No file has them, because a day says it all."""

from __future__ import annotations

from ..problems import Place
from .catalogue import SetFacts
from .languages import Languages

DAY_NAME = "rulings_of_day"
"""The interface word for the rulings of a ``{date}``."""


def day_facts(day: str, languages: Languages, place: Place = Place("")) -> SetFacts:
    """Return the facts of the rulings of ``day`` (``YYYY-MM-DD``), which have a name in each language of the site."""
    offered = {lang: language for lang, language in languages.items() if DAY_NAME in language.interface}
    names = {lang: each.interface[DAY_NAME].replace("{date}", each.date(day)) for lang, each in offered.items()}
    return SetFacts(code=day, names={"en": day, **names}, released=day, place=place)
