"""Languages: the words that a document is read by, and the words that the site says.

One file a language, ``content/languages/<lang>.yml``. A language knows nothing of dialects: it
says which words head a section or name a card type, not how a page is laid out. The words are
checked here, and the file of a new language begins here, as a draft with English words.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from ..problems import Place, Problem, WithProblems, error, list_some, refusal, warning
from ..system import shipped
from . import layers, yaml_files
from .catalogue import Catalogue, OwnText, SetFacts
from .yaml_files import Document, TextLists, Texts, freeze


@dataclass(frozen=True)
class LayoutCue:
    """What a card of a layout has: one of the subtypes in its type line, or one of the words that
    open an ability, or one of the words in its rules text.
    """

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
_MOST_NAMED = 5
"""How many missing words a problem names at most."""

DAY_NAME = "rulings_of_day"
"""The key of the interface word for the rulings of a ``{date}``."""


def make_day_facts(day: str, languages: Languages, place: Place = Place("")) -> SetFacts:
    """Return the facts of the rulings that were published on ``day`` (``YYYY-MM-DD``), as if they
    were a set. They have a name in each language of the site, such as ``Rulings of May 1, 2007``.
    """
    names = {
        lang: language.interface[DAY_NAME].replace("{date}", language.date(day))
        for lang, language in languages.items()
        if DAY_NAME in language.interface
    }
    return SetFacts(code=day, names={"en": day, **names}, released=day, place=place)


def load_all(folder: Path) -> WithProblems[Languages]:
    """Return every language of ``folder`` by its code, and the problems of their files.

    A language may have no interface words at all: then its documents can be read, but the site is
    not offered in it. But if it has some, those that it lacks are a problem.
    """
    documents, problems = layers.load_all(folder, "language")
    languages = {lang: _read_language(lang, document) for lang, document in documents.items()}
    problems += _check_interface_words(languages)
    problems += _check_filter_keys(languages, documents)
    return languages, problems


def _read_language(lang: str, document: Document) -> Language:
    """Return the language of a valid file. Reading words that the file lacks are empty, but for the
    type of loyalty cards.
    """
    data = document.data
    words = {
        **dict.fromkeys((field.name for field in fields(ReadingWords)), ()),
        **{name: {} for name in ("cue_weights", "type_words", "granting", "mana_letters")},
        "loyalty_types": ("Planeswalker",),
        **freeze(data["reading"]),
    }
    cues = {name: LayoutCue(**cue) for name, cue in words["layouts"].items()}
    interface = data.get("interface", {})
    return Language(
        lang,
        data["name"],
        ReadingWords(**{**words, "layouts": cues}),
        interface,
        document.place("interface"),
        Searching(**freeze(data.get("searching", {}))),
        Typography(**data.get("typography", {})),
        {word: document.place("interface", word) for word in interface},
    )


def _check_interface_words(languages: Languages) -> Iterator[Problem]:
    """Yield an error for each unknown interface word of a language, and one for all that it lacks.

    The known words are those of English and those that more than half of the languages have. So a
    word of one file alone is that file's fault, not all the others'.
    """
    interfaces = {
        lang: language.interface for lang, language in languages.items() if language.interface
    }
    counts = Counter(word for words in interfaces.values() for word in words)
    usual_words = {word for word, count in counts.items() if 2 * count > len(interfaces)}
    usual_words |= interfaces.get("en", {}).keys()
    for lang, words in interfaces.items():
        missing = sorted(usual_words - words.keys())
        for word in sorted(words.keys() - usual_words):
            close = difflib.get_close_matches(word, missing or sorted(usual_words), 1)
            hint = (
                f"did you mean {close[0]!r}?"
                if close
                else "remove it, or add it to the other language files"
            )
            place = languages[lang].word_places[word]
            yield error(place, f"unknown interface word {word!r}", hint)
        if missing:
            message = f"interface words are missing: {list_some(missing, _MOST_NAMED)}"
            yield error(languages[lang].place, message, "add them; other language files have them")


def _check_filter_keys(
    languages: Languages, documents: Mapping[str, Document]
) -> Iterator[Problem]:
    """Yield an error for each filter of the search that English does not have, and for each key
    that names two filters of a language.
    """
    english = languages["en"].searching.filter_keys if "en" in languages else {}
    for lang, language in languages.items():
        owners: dict[str, str] = {}
        for name, keys in language.searching.filter_keys.items():
            place = documents[lang].place("searching", "filter_keys", name)
            if english and name not in english:
                yield error(place, f"unknown filter {name!r}", f"choose among {', '.join(english)}")
            for key in keys:
                owner = owners.setdefault(key, name)
                if owner != name:
                    message = f"the filter key {key!r} names two filters: {owner} and {name}"
                    yield error(place, message, "keep it in one of them")


def offer(languages: Languages, listed: Sequence[str], source: Place) -> WithProblems[Languages]:
    """Return all languages, of which only those in ``listed`` keep their interface words: the site
    is offered in no others.

    A listed language that is not there, or that has no interface words, is an error at ``source``,
    the place of the list.
    """
    problems = []
    for lang in listed:
        if lang not in languages:
            hint = f"add its file, or choose among {', '.join(sorted(languages))}"
            problems.append(error(source, f"no language {lang!r} to offer the site in", hint))
        elif not languages[lang].interface:
            words = {word for language in languages.values() for word in language.interface}
            message = (
                f"documents in {lang!r} can be read, but the site cannot be offered in it:"
                f" {len(words)} interface words are missing"
            )
            problems.append(error(source, message, f"run `rulebinder language new {lang}`"))
    offered = {
        lang: language if lang in listed else replace(language, interface={})
        for lang, language in sorted(languages.items())
    }
    return offered, problems


def offered_languages(languages: Languages) -> dict[str, Language]:
    """Return the languages that the site is offered in, English first, then by code."""
    langs = sorted(languages, key=lambda lang: (lang != "en", lang))
    return {lang: languages[lang] for lang in langs if languages[lang].interface}


def choose_lang(langs: Iterable[str]) -> str:
    """Return the one of ``langs`` for a reader who chose none: English, else the first by code."""
    return min(langs, key=lambda lang: (lang != "en", lang))


NO_BREAK = "\u00a0\u202f"
"""The no-break space and the narrow one."""
_APOSTROPHES = "'’‘ʼ´`"
_QUOTES = '"“”„«»'
_QUOTED_LETTERS = 15
"""How many letters a fault quotes on each side of the mark."""


def list_own_texts(catalogue: Catalogue, languages: Languages) -> Iterator[OwnText]:
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
    """Yield a sentence for each kind of fault in the marks of ``text``, with the letters around the
    first one. A rule that is empty allows everything.
    """
    marks = (
        (rules.apostrophe, rf"(?<=[^\W\d_])[{_APOSTROPHES}]", "apostrophe"),
        (rules.quotes, f"[{_QUOTES}]", "quotation mark"),
    )
    for right, pattern, name in marks:
        matches = re.finditer(pattern, text) if right else ()
        if wrong := next((match for match in matches if match[0] not in right), None):
            place = _quote_around(text, wrong.start())
            yield f"{wrong[0]} is not the {name} of this language ({right}) in {place!r}"
    before, after = re.escape(rules.no_break_before), re.escape(rules.no_break_after)
    #  A wrong space before the mark, or none. A mark inside a number, as in ``10:30``, needs none.
    wrong_space = rf"[^\S{NO_BREAK}][{before}]|[^\s{before}][{before}](?=\s|$)"
    if before and (fault := re.search(wrong_space, text)):
        place = _quote_around(text, fault.end() - 1)
        yield f"there is no no-break space before {fault[0][-1]} in {place!r}"
    if after and (fault := re.search(rf"[{after}][^{NO_BREAK}]", text)):
        place = _quote_around(text, fault.start())
        yield f"there is no no-break space after {fault[0][0]} in {place!r}"
    for closing, opening in rules.opened_by.items():
        if text.count(closing) != text.count(opening):
            yield f"{opening} and {closing} are not in pairs"


def _quote_around(text: str, position: int) -> str:
    """Return the letters of ``text`` around a position."""
    return text[max(0, position - _QUOTED_LETTERS) : position + _QUOTED_LETTERS]


DRAFT_MARK = "# translate"
"""Marks a line whose words are still English."""
_FOLDER, _ENGLISH = "languages", "en.yml"
"""The folder of languages in the folder of facts, and the file of English there."""
_LANG_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_TOP_KEY = re.compile(r"^(?P<key>\w+):(?:.*\n)(?:(?:[ #].*)?\n)*", re.MULTILINE)
_WORD_LINE = re.compile(r"^  [\w-]+: .+$", re.MULTILINE)
"""A key with its words on one line."""
_STOPWORDS = re.compile(r"^(  stopwords: ).*$", re.MULTILINE)
_NO_STOPWORDS = f"[no-word-yet]  {DRAFT_MARK}"
"""Stopwords that no document has.

With English ones, English documents would be taken for documents in the new language.
"""
_DRAFT_COMMENT = f"""\
# {{name}}. `rulebinder help languages` explains every key.
# The words below are English. Translate them, and remove "{DRAFT_MARK}" from each line that \
is done: `rulebinder check` counts the others.
"""
_READING_COMMENT = """\
# Replace the words under `reading` and `searching` by those that documents \
in this language print. Most have no marks.
"""


def draft_file(lang: str, content: Path, offered: Sequence[str]) -> tuple[Path, str]:
    """Return the path of the file of the language ``lang`` under ``content``, and its new text:
    every key, with English words that are marked.

    If the language has words to read documents already, only the words of the interface are added.
    Raises InputError if the code is wrong, or if the language has both. ``offered`` are the
    languages that the site is in, for the hint.
    """
    name = _find_own_name(lang)
    path = content / _FOLDER / f"{lang}.yml"
    english_path = content / _FOLDER / _ENGLISH
    english = _read_blocks(shipped.overlaid_file(f"{_FOLDER}/{_ENGLISH}") or english_path)
    if "interface" not in english:
        raise refusal(
            english_path, "there are no English words to begin with", "take the file back"
        )
    interface = _WORD_LINE.sub(lambda line: f"{line[0]}  {DRAFT_MARK}", english["interface"])
    own_blocks = _read_blocks(path)
    shipped_blocks = _read_blocks(shipped.overlaid_file(f"{_FOLDER}/{path.name}"))
    comment = _DRAFT_COMMENT.format(name=name)
    if not own_blocks and not shipped_blocks:
        return path, (
            comment
            + _READING_COMMENT
            + yaml_files.dump({"name": name})
            + _STOPWORDS.sub(rf"\1{_NO_STOPWORDS}", english["reading"])
            + english.get("searching", "")
            + interface
        )
    if "interface" in {**own_blocks, **shipped_blocks}:
        hint = f"to change one of its words, write it under `interface:` in {path}"
        if lang not in offered:
            setting = f"`{format_setting(lang, offered)}`"
            hint = f"to offer the site in it, write {setting} into mkdocs.yml; {hint}"
        raise refusal(path, f"the language {lang!r} has its words already", hint)
    above = path.read_text(encoding="utf-8").rstrip() + "\n" if own_blocks else comment
    return path, f"{above}{interface}"


def _find_own_name(lang: str) -> str:
    """Return the language's own name (``Deutsch`` of ``de``). Raises InputError if there is no such
    language.
    """
    #  Only a new language needs these names, and Babel takes long to load.
    from babel import Locale, UnknownLocaleError  # noqa: PLC0415

    try:
        if not _LANG_CODE.fullmatch(lang):
            raise ValueError(lang)
        locale = Locale.parse(lang, sep="-")
    except (ValueError, UnknownLocaleError) as failure:
        hint = "write a code like pt-BR, nl or zh-Hant"
        raise refusal(Place(lang), "this is not a language we know", hint) from failure
    name = locale.get_display_name(locale) or lang
    return name[:1].upper() + name[1:]


def _read_blocks(path: Path | None) -> dict[str, str]:
    """Return the text of each key at the top of a language's file, with all that is below it; none
    if there is no such file.
    """
    if path is None or not path.is_file():
        return {}
    text = path.read_text(encoding="utf-8-sig")
    return {match["key"]: match[0] for match in _TOP_KEY.finditer(text)}


def format_setting(lang: str, offered: Sequence[str]) -> str:
    """Return the line of mkdocs.yml that offers the site in ``lang`` and in those ``offered``."""
    return f"interface_languages: [{', '.join([*offered, lang])}]"


def find_unfinished(content: Path) -> Iterator[Problem]:
    """Yield a warning for each language with words that are still English, at the first of them.

    In an owner's folder, the files of the program are left out.
    """
    find_overlay = shipped.overlay_finder()
    for path in shipped.facts_files(content / _FOLDER):
        if find_overlay(str(path)):
            continue
        data = yaml_files.read_whole(path)
        text = "" if isinstance(data, Problem) else data.decode("utf-8", errors="replace")
        marked = [
            number
            for number, line in enumerate(text.splitlines(), 1)
            if line.endswith(DRAFT_MARK) and not line.startswith("#")
        ]
        if marked:
            words = f"{len(marked)} {'word is' if len(marked) == 1 else 'words are'}"
            hint = f'translate each, and remove "{DRAFT_MARK}" from its line'
            yield warning(Place(str(path), marked[0]), f"{words} not translated yet", hint)
