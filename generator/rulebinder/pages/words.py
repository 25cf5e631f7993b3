"""The site's own words, dates, numbers and plurals in one language."""

from __future__ import annotations

import functools
from datetime import date
from functools import cached_property

from babel import Locale
from babel.core import get_global
from babel.dates import format_date, format_skeleton
from babel.numbers import format_decimal, format_percent

from ..facts.languages import Language
from ..problems import refusal


class Words:
    """The words of ``language``, by key; ``words.home`` in a template is ``words["home"]``."""

    def __init__(self, language: Language) -> None:
        self.lang = language.lang
        self.name = language.name
        self._language = language
        self._locale = _locale(language.lang)

    @cached_property
    def locale(self) -> str:
        """The language with its country, for previews: ``en_US``. If ``lang`` has no country, it is
        that of most readers.
        """
        likely = Locale.parse(
            get_global("likely_subtags").get(str(self._locale), str(self._locale))
        )
        return "_".join(
            filter(None, (self._locale.language, self._locale.territory or likely.territory))
        )

    def __getitem__(self, key: str) -> str:
        """Return the word for ``key``.

        Raise InputError with the language file's place if it is missing.
        """
        word = self._language.interface.get(key)
        if word is None:
            raise refusal(
                self._language.place,
                f"the interface word {key!r} is missing",
                "add it under `interface`",
            )
        return word

    def say(self, key: str, **values: str | int) -> str:
        """Return the word for ``key``, with ``values`` for its ``{names}``. Numbers are written
        as this language writes them.
        """
        word = self[key]
        for name, value in values.items():
            text = value if isinstance(value, str) else self.number(value)
            word = word.replace(f"{{{name}}}", text)
        return word

    def count(self, key: str, number: int, **values: str | int) -> str:
        """Return the word ``<key>_one`` or ``<key>_many`` with its ``{count}``, and with ``values``
        for its other ``{names}``.
        """
        return self.say(f"{key}_{self.plural(number)}", count=number, **values)

    def plural(self, number: int) -> str:
        """Return the end of the key of a word for ``number`` things: ``one`` or ``many``."""
        return _plural_form(number, self.lang)

    def number(self, number: int) -> str:
        """Return a whole number as this language writes it."""
        return _format_number(
            number,
            self.lang,
            grouped=len(str(abs(number))) >= self._language.typography.group_from,
        )

    def percent(self, share: float) -> str:
        """Return a share from 0 to 1 in percent, as this language writes it."""
        return format_percent(round(share, 2), locale=self._locale)

    def date(self, day: str) -> str:
        """Return the day ``YYYY-MM-DD`` as this language writes it in a sentence."""
        return _format_day(day, self.lang)

    def month(self, day: str) -> str:
        """Return the month of the day ``YYYY-MM-DD`` with its year."""
        return format_skeleton("yMMMM", date.fromisoformat(day), locale=self._locale)

    def notice(self, lang: str | None) -> str | None:
        """Return the line that says that a text is in another language; None if ``lang`` is None
        or this language.
        """
        if lang in (None, self.lang):
            return None
        page_language = self.language(self.lang)
        return self.say("other_language", page_language=page_language, language=self.language(lang))

    def language(self, lang: str) -> str:
        """Return the name of the language ``lang`` in this language."""
        return _name_language(lang, self.lang)


# The functions below are cached, because Babel parses its patterns anew for each number, and pages
# have the same few. Their keys are languages, because Babel compares its locales slowly.
@functools.lru_cache(maxsize=1 << 12)
def _format_number(number: int, lang: str, *, grouped: bool) -> str:
    return format_decimal(number, locale=_locale(lang), group_separator=grouped)


@functools.lru_cache(maxsize=1 << 12)
def _format_day(day: str, lang: str) -> str:
    return format_date(date.fromisoformat(day), "long", locale=_locale(lang))


@functools.lru_cache(maxsize=1 << 12)
def _name_language(lang: str, shown_in: str) -> str:
    return _locale(lang).get_language_name(_locale(shown_in)) or lang


@functools.lru_cache(maxsize=1 << 12)
def _plural_form(number: int, lang: str) -> str:
    return "one" if _locale(lang).plural_form(number) == "one" else "many"


def _locale(lang: str) -> Locale:
    """Return the locale of a language as its file is named, e.g. ``pt-BR``."""
    return Locale.parse(lang, sep="-")
