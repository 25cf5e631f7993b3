"""Languages: the words that a document is read by, and the words that the site says.

One file a language, ``content/languages/<lang>.yml``. A language knows nothing of dialects: it
says which words head a section or name a card type, not how a page is laid out.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from ..problems import Place, Problem, error
from . import layers
from .catalogue import Catalogue, OwnText, SetFacts
from .yaml_files import Document, TextLists, Texts, freeze


@dataclass(frozen=True)
class LayoutCue:
    """The marks of a layout: a subtype, a word that opens an ability, a word in the rules text."""

    subtypes: Texts = ()
    openings: Texts = ()
    words: Texts = ()


@dataclass(frozen=True)
class ReadingWords:
    """The words of the documents. Each field is documented in content/languages/README.md."""

    stopwords: Texts
    kinds: TextLists
    compiled_by: Texts
    contributors: Texts
    last_modified: Texts
    dates: Texts
    months: Texts
    list_and: Texts
    general_notes: Texts
    card_notes: Texts
    sections: TextLists
    mechanic_words: Texts
    rule_words: Texts
    supertypes: Texts
    card_types: Texts
    type_joiners: Texts
    subtype_separators: Texts
    closed_subtypes: Texts
    layouts: Mapping[str, LayoutCue]
    land_types: Texts
    spell_types: Texts
    loyalty_types: Texts
    choice_cues: Texts
    trigger_words: Texts
    continuations: Texts
    footers: Texts
    example_words: Texts
    see_words: Texts
    mana_verbs: Texts
    mana_letters: TextLists
    old_types: Texts
    turn_words: Texts
    front_words: Texts
    color_words: Texts
    color_labels: Texts
    card_groups: Texts
    costless_types: Texts
    name_links: Texts
    keywords: Texts
    type_words: TextLists
    granting: TextLists
    cue_weights: Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, kw_only=True)
class Searching:
    """The words that the search needs. Each field is documented in content/languages/README.md."""

    endings: Texts = ()
    filter_keys: TextLists = field(default_factory=dict)
    elisions: Texts = ()
    concepts: TextLists = field(default_factory=dict)
    explaining: Texts = ()


@dataclass(frozen=True, kw_only=True)
class Typography:
    """How a language writes its marks. Each field is documented in content/languages/README.md."""

    apostrophe: str = ""
    quotes: str = ""
    no_break_before: str = ""
    no_break_after: str = ""
    opened_by: Mapping[str, str] = field(default_factory=dict)
    group_from: int = 4


@dataclass(frozen=True)
class Language:
    """A language: its BCP 47 code, its own name, and its words."""

    lang: str
    name: str
    reading: ReadingWords
    interface: Mapping[str, str]
    """The words that the site says; empty if the site is not offered in this language."""
    place: Place
    searching: Searching = field(default_factory=Searching)
    typography: Typography = field(default_factory=Typography)
    word_places: Mapping[str, Place] = field(default_factory=dict)
    """The place of each interface word."""

    def date(self, day: str) -> str:
        """Return the day ``YYYY-MM-DD`` as documents in this language write it."""
        year, month, number = map(int, day.split("-"))
        return self.reading.dates[0].format(
            day=number, month=self.reading.months[month - 1], year=year
        )


Languages = Mapping[str, Language]
_NAMED = 5
"""The most missing words that a problem names."""

DAY_NAME = "rulings_of_day"
"""The interface word for the rulings of a ``{date}``."""


def day_facts(day: str, languages: Languages, place: Place = Place("")) -> SetFacts:
    """Return the facts of the rulings that were published on ``day`` (``YYYY-MM-DD``).

    They have a name in each language of the site.
    """
    names = {
        lang: language.interface[DAY_NAME].replace("{date}", language.date(day))
        for lang, language in languages.items()
        if DAY_NAME in language.interface
    }
    return SetFacts(code=day, names={"en": day, **names}, released=day, place=place)


def load_all(folder: Path) -> tuple[Languages, list[Problem]]:
    """Return every language of ``folder`` by its code, and the problems of their files.

    Some missing interface words are a problem that names them; a language without any interface
    words is one that the site reads but is not offered in.
    """
    documents, problems = layers.load_all(folder, "language")
    languages = {lang: _language(lang, document) for lang, document in documents.items()}
    wrong = (*_wrong_words(languages, documents), *_wrong_filter_keys(languages, documents))
    return languages, [*problems, *wrong]


def _wrong_words(languages: Languages, documents: Mapping[str, Document]) -> Iterator[Problem]:
    """Yield a problem for the interface words that a language lacks, and for each that no interface
    has.

    English words are words of the interface, and so are those of most languages: a word of one file
    alone is that file's fault, not all the others'.
    """
    spoken = {
        lang: language.interface for lang, language in languages.items() if language.interface
    }
    counts = Counter(word for words in spoken.values() for word in words)
    every = set(spoken.get("en", ())) | {
        word for word, count in counts.items() if 2 * count > len(spoken)
    }
    for lang, words in spoken.items():
        for word in sorted(set(words) - every):
            close = difflib.get_close_matches(word, sorted(every - set(words)) or sorted(every), 1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else "remove it, or add it to the other language files"
            )
            yield error(
                documents[lang].place("interface", word), f"unknown interface word {word!r}", hint
            )
        missing = sorted(every - set(words))
        if missing:
            more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
            message = f"interface words are missing: {', '.join(missing[:_NAMED])}{more}"
            yield error(languages[lang].place, message, "add them; other language files have them")


def _wrong_filter_keys(
    languages: Languages, documents: Mapping[str, Document]
) -> Iterator[Problem]:
    """Yield a problem for each filter that English does not name, and for each key that names two
    filters of a language.
    """
    known = languages["en"].searching.filter_keys if "en" in languages else {}
    for lang, language in languages.items():
        owners: dict[str, str] = {}
        for name, keys in language.searching.filter_keys.items():
            place = documents[lang].place("searching", "filter_keys", name)
            if known and name not in known:
                yield error(place, f"unknown filter {name!r}", f"choose among {', '.join(known)}")
            for key in keys:
                owner = owners.setdefault(key, name)
                if owner != name:
                    yield error(
                        place,
                        f"the filter key {key!r} names two filters: {owner} and {name}",
                        "keep it in one of them",
                    )


def offer(
    languages: Languages, listed: Sequence[str], source: Place
) -> tuple[Languages, list[Problem]]:
    """Return the same languages, of which only those in ``listed`` keep their interface words.

    A listed language that is not there, or that has no interface words, is a problem; ``source``
    is the place of the list.
    """
    problems = []
    for lang in listed:
        if lang not in languages:
            known = ", ".join(sorted(languages))
            problems.append(
                error(
                    source,
                    f"no language {lang!r} to offer the site in",
                    f"add its file, or choose among {known}",
                )
            )
        elif not languages[lang].interface:
            count = len({word for language in languages.values() for word in language.interface})
            problems.append(
                error(
                    source,
                    f"documents in {lang!r} can be read, but the site cannot be offered in it:"
                    f" {count} interface words are missing",
                    f"run `rulebinder language new {lang}`",
                )
            )
    offered = {
        lang: language if lang in listed else replace(language, interface={})
        for lang, language in sorted(languages.items())
    }
    return offered, problems


def _language(lang: str, document: Document) -> Language:
    data = document.data
    interface = data.get("interface", {})
    return Language(
        lang,
        data["name"],
        _reading(data["reading"]),
        interface,
        document.place("interface"),
        Searching(**freeze(data.get("searching", {}))),
        Typography(**data.get("typography", {})),
        {word: document.place("interface", word) for word in interface},
    )


def _reading(data: Mapping[str, Any]) -> ReadingWords:
    words = {
        **dict.fromkeys((each.name for each in fields(ReadingWords)), ()),
        **{name: {} for name in ("cue_weights", "type_words", "granting", "mana_letters")},
        "loyalty_types": ("Planeswalker",),
        **freeze(data),
    }
    cues = {name: LayoutCue(**cue) for name, cue in words["layouts"].items()}
    return ReadingWords(**{**words, "layouts": cues})


def offered_languages(languages: Languages) -> dict[str, Language]:
    """Return the languages that the site is offered in, English first, then by code."""
    offered = sorted(
        (lang for lang, language in languages.items() if language.interface),
        key=lambda lang: (lang != "en", lang),
    )
    return {lang: languages[lang] for lang in offered}


def choose_lang(langs: Iterable[str]) -> str:
    """Return the language of a ruling if nobody chose one: English, else the first by code."""
    return min(langs, key=lambda lang: (lang != "en", lang))


NO_BREAK = "\u00a0\u202f"
"""The no-break space and the narrow one."""
_APOSTROPHES = "'’‘ʼ´`"
_QUOTES = '"“”„«»'
_SHOWN = 15
"""The number of letters that a fault quotes on each side of the mark."""


def written_texts(catalogue: Catalogue, languages: Languages) -> Iterator[OwnText]:
    """Yield every text that was written for the site: of mechanics, of words of their time, and the
    interface words.
    """
    for mechanic in catalogue.mechanics.values():
        yield from mechanic.texts
    for term in catalogue.eras.values():
        yield from term.texts
    for lang, language in languages.items():
        for word, text in language.interface.items():
            place = language.word_places.get(word, language.place)
            yield OwnText(lang=lang, text=text, place=place)


def find_faults(text: str, rules: Typography) -> Iterator[str]:
    """Yield a sentence for each kind of mark in ``text`` that breaks ``rules``, with the first
    place that does.
    """
    yield from _wrong_marks(text, rules.apostrophe, rf"(?<=[^\W\d_])[{_APOSTROPHES}]", "apostrophe")
    yield from _wrong_marks(text, rules.quotes, f"[{_QUOTES}]", "quotation mark")
    yield from _breaks(text, rules)
    for closing, opening in rules.opened_by.items():
        if text.count(closing) != text.count(opening):
            yield f"{opening} and {closing} are not in pairs"


def _wrong_marks(text: str, right: str, pattern: str, name: str) -> Iterator[str]:
    for mark in re.finditer(pattern, text) if right else ():
        if mark[0] not in right:
            place = _around(text, mark.start())
            yield f"{mark[0]} is not the {name} of this language ({right}) in {place!r}"
            return


def _breaks(text: str, rules: Typography) -> Iterator[str]:
    """Yield the faults of the spaces before and after marks.

    A mark inside a word or a number, as in ``10:30``, has none.
    """
    before, after = re.escape(rules.no_break_before), re.escape(rules.no_break_after)
    space = rf"[^\S{NO_BREAK}][{before}]|[^\s{before}][{before}](?=\s|$)"
    if before and (fault := re.search(space, text)):
        place = _around(text, fault.end() - 1)
        yield f"there is no no-break space before {fault[0][-1]} in {place!r}"
    if after and (fault := re.search(rf"[{after}][^{NO_BREAK}]", text)):
        yield f"there is no no-break space after {fault[0][0]} in {_around(text, fault.start())!r}"


def _around(text: str, at: int) -> str:
    return text[max(0, at - _SHOWN) : at + _SHOWN]
