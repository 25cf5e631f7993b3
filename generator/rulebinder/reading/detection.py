"""Detection: the language, the dialect and the set of a document, from the document itself.

The user's choice overrules the document. If nothing is found, the problem lists the choices. Each
choice has its candidates with what speaks for them.

The language of a text is told by its script, then by the commonest words of each language. The set
is told by the title, the codes below the cards, or the name of the file. A document of a set that
nobody knows yet may have a longer name than a known set. So a title counts only if it is the name,
without more words. The name of the file must not disagree.
"""

from __future__ import annotations

import functools
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import dropwhile
from pathlib import PurePath
from typing import Any, Generic, NamedTuple, TypeVar

from ..facts.catalogue import Catalogue, SetFacts
from ..facts.content import CODE_HINT
from ..facts.languages import Language, Languages
from ..notes import SET_CODE, SET_OR_DAY, STAMP
from ..problems import Place, Problem, error, warning
from ..text import parse
from .dialect import Dialect, DocumentText, Kind
from .dialects import DIALECTS
from .parts.outline import Outline, is_title
from .patterns import Patterns, whole_word
from .symbols import UNCASED, fold

_LEAST_COMMON_SHARE = 0.07
"""The share of a language's commonest words from which on a document is in it."""
_ADDRESS = re.compile(r"\]\([^()]*\)|<[^<>]*>|https?:\S+")
_SAMPLE_LETTERS = 60_000
"""How many characters at the beginning of a document tell its language."""
_WORD = re.compile(rf"{UNCASED.pattern}|(?:(?!{UNCASED.pattern})[^\W\d_])+")
"""A word. If no spaces part words, or particles are joined to them, each letter counts as one."""
_LEAST_LETTER_RATIO = 0.15
"""A document is in another script if it has more than so many letters of it for each Latin one:
names are often in English.
"""
_LATIN = re.compile(r"[a-z\u00c0-\u024f]", re.IGNORECASE)
_NOT_LATIN = re.compile(r"[^\W\d_\u0000-\u036f\u1e00-\u1eff\u2000-\u2fff]")
_METADATA = re.compile(r"^(?:\W*metadata\W*)?(?P<key>[a-z_]+)\]?:-?\s*\"?(?P<value>.*?)\"?$")
_GAME = re.compile(r"Magic:?\s*The Gathering|\bMagic\b", re.IGNORECASE)
_SIGNS = re.compile(r"[®™©]|\((?:TM|R)\)", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_MARKS_AROUND_NAME = " \t-–—―:：,;.·|/()[]\"'“”«»*_"
T = TypeVar("T")
DOCUMENT = "the document"
FILE_NAME = "the file's name"
"""Who made a choice, if no option did."""
_SPECIAL_IN_QUOTES = frozenset('"$`\\!%')
"""The characters that mean something to a shell within double quotes."""
_FILE_NAME = re.compile(
    rf"^(?P<set>{SET_OR_DAY})\.(?P<lang>[a-z]{{2,3}}(?:-[A-Za-z]{{2,4}})?)(?:\.[^.]+)?\.\w+$"
)
"""``mh3.en.txt``, ``mh3.en.decks.txt``."""


class Overrides(NamedTuple):
    """The user's choices, which overrule the document; None if the document decides."""

    set_code: str | None = None
    lang: str | None = None
    dialect: str | None = None


NO_OVERRIDES = Overrides()
"""The document decides everything."""


class Candidate(NamedTuple):
    """One value that could be chosen: its score, and the reason for that."""

    name: str
    score: float
    reason: str
    is_possible: bool = True
    """False if it cannot be right; see :class:`~.dialect.Likeness`."""


class Choice(NamedTuple, Generic[T]):
    """The value that was chosen, None if none could be.

    ``by`` says who chose it: the document, its file's name or an option such as ``--set``.
    """

    value: T | None
    by: str = DOCUMENT
    candidates: tuple[Candidate, ...] = ()
    """The best one first."""
    problems: tuple[Problem, ...] = ()


class Detection(NamedTuple):
    """The choices about a document, in their order; those after a failed one are None."""

    language: Choice[Language]
    dialect: Choice[Dialect] | None = None
    set_facts: Choice[SetFacts] | None = None

    @property
    def problems(self) -> list[Problem]:
        """The problems of all choices."""
        return [problem for _, choice in self.choices() for problem in choice.problems]

    def choices(
        self,
    ) -> Iterator[tuple[str, Choice[Language] | Choice[Dialect] | Choice[SetFacts]]]:
        """Yield the choices that were made, each with its name."""
        yield "language", self.language
        if self.dialect:
            yield "dialect", self.dialect
        if self.set_facts:
            yield "set", self.set_facts


def find_language(page: DocumentText, languages: Languages, asked: str | None) -> Choice[Language]:
    """Return the language that is ``asked`` for, else the one whose commonest words the document
    has most, among the languages of its script.
    """
    if asked is not None:
        if asked in languages:
            return Choice(languages[asked], "--lang")
        return _refuse("--lang", "language", asked, languages, page.path)
    words = count_common_words(page.text, languages)
    candidates = rank_candidates(
        Candidate(lang, words.share(lang), f"{count} of {words.total} words are its commonest")
        for lang, count in words.counts.items()
    )
    if words.best is not None and words.share(words.best) >= _LEAST_COMMON_SHARE:
        return Choice(languages[words.best], candidates=candidates)
    _, hint = read_file_name(page.path)
    reason = f"its commonest words are of none of {', '.join(sorted(languages))}"
    new = hint if hint and hint not in languages else "LANG"
    fix = (
        f"{import_command(page.path, '--lang LANG')} if it is one of them; `rulebinder language new"
        f" {new}` adds another"
    )
    unknown = error(Place(page.path), f"the language cannot be told: {reason}", fix)
    return Choice(None, candidates=candidates, problems=(unknown,))


def find_dialects(page: DocumentText, asked: str | None = None) -> tuple[Choice[Dialect], ...]:
    """Return the dialects that are possible for the page, the likeliest first; if one is ``asked``
    for, only that.

    Each choice has all dialects as candidates. A dialect that is not known is a choice without a
    value.
    """
    dialects = {dialect.name: dialect for dialect in DIALECTS}
    if asked is not None and asked not in dialects:
        return (_refuse("--dialect", "dialect", asked, dialects, page.path),)
    candidates = rank_candidates(
        Candidate(name, *dialect.likeness(page)) for name, dialect in dialects.items()
    )
    if asked is not None:
        return (Choice(dialects[asked], "--dialect", candidates),)
    return tuple(
        Choice(dialects[candidate.name], candidates=candidates)
        for candidate in candidates
        if candidate.is_possible
    )


def _refuse(option: str, kind: str, asked: str, names: Collection[str], path: str) -> Choice[Any]:
    """Return the choice without a value for an option whose value is not one of the names."""
    hint = f"choose one of {', '.join(sorted(names))}"
    return Choice(None, option, problems=(error(Place(path), f"no {kind} {asked!r}", hint),))


class CommonWords(NamedTuple):
    """How many of the words of a text are among the commonest of each language of its script."""

    counts: dict[str, int]
    total: int

    def share(self, lang: str) -> float:
        """Return the share of the words that are among the commonest of a language."""
        return self.counts.get(lang, 0) / max(self.total, 1)

    @property
    def best(self) -> str | None:
        """The language with the largest share; None if there is none in the script of the text."""
        return max(self.counts, key=lambda lang: (self.counts[lang], lang), default=None)


def count_common_words(text: str, languages: Languages) -> CommonWords:
    """Count the commonest words of each language at the beginning of a text.

    Languages in another script are left out.
    """
    sample = _ADDRESS.sub(" ", text[:_SAMPLE_LETTERS]).casefold()
    words = _WORD.findall(sample)
    latin = _is_latin(sample)
    counts = {}
    for lang, language in languages.items():
        common, is_latin = _fold_stopwords(language.reading.stopwords)
        if common and is_latin is latin:
            counts[lang] = sum(map(common.__contains__, words))
    return CommonWords(counts, len(words))


@functools.lru_cache(maxsize=64)
def _fold_stopwords(stopwords: tuple[str, ...]) -> tuple[frozenset[str], bool]:
    """Return the commonest words of a language, case folded, and whether they are in the Latin
    script.
    """
    return frozenset(word.casefold() for word in stopwords), _is_latin("".join(stopwords))


def _is_latin(text: str) -> bool:
    """Whether a text is in the Latin script.

    Documents in other scripts name cards, people and sets in Latin letters.
    """
    return len(_NOT_LATIN.findall(text)) <= _LEAST_LETTER_RATIO * len(_LATIN.findall(text))


class SetClues(NamedTuple):
    """The parts of a document that say which set it is about."""

    path: str
    titles: tuple[str, ...]
    stamps: tuple[str, ...]
    """The set codes in collector lines and in the names of pictures' files, as ``mh3``."""
    language: Language

    @property
    def name(self) -> str:
        """The name of the set in the title, known or not; empty if there is none."""
        reading = self.language.reading
        names = (self.strip_title(title) for title in self.titles if is_title(title, reading))
        return next(filter(None, names), "")

    def strip_title(self, title: str) -> str:
        """Return what may be the name of a set in a title: ``The Magic Lamp Release Notes`` ->
        ``Lamp``.

        The kind of document and the game are taken out, then common words at both ends.
        """
        reading = self.language.reading
        kinds = whole_word(name for names in reading.kinds.values() for name in names)
        words = _GAME.sub(" ", re.sub(kinds, " ", title, flags=re.IGNORECASE)).split()
        common = {word.casefold() for word in (*reading.stopwords, *reading.name_links)}

        def is_small(word: str) -> bool:
            """Whether a word at the end of a name is not part of it."""
            return not _LETTER.search(word) or word.strip(_MARKS_AROUND_NAME).casefold() in common

        for _ in ("the end", "the beginning"):  # the second time, they are reversed back
            words = list(dropwhile(is_small, reversed(words)))
        return " ".join(words).strip(_MARKS_AROUND_NAME)


def find_clues(page: DocumentText, regions: Outline, words: Patterns) -> SetClues:
    """Return the clues of a page that is divided into its regions."""
    reading = words.reading
    title = _to_plain(regions.header.title)
    above = []  # all texts above the first section
    for line in (*regions.metadata, *regions.preamble):
        if line.kind is not Kind.NAVIGATION:
            text = _to_plain(line.text)
            metadata = _METADATA.match(text)  # a title may be in it
            if metadata:
                text = metadata["value"] if metadata["key"] == "title" else ""
            above.append(text)
    return SetClues(
        path=page.path,
        titles=(title, *(text for text in above if is_title(text, reading))),
        stamps=tuple(dict.fromkeys(code.lower() for code in STAMP.findall(page.text))),
        language=words.language,
    )


def _to_plain(text: str) -> str:
    """Return a title without formatting and signs such as ``®``, with straight apostrophes."""
    return " ".join(_SIGNS.sub("", parse(text).plain()).replace("’", "'").split())


def find_set(clues: SetClues, catalogue: Catalogue, asked: str | None) -> Choice[SetFacts]:
    """Return the set that the document is about: the one that is ``asked`` for, else that of its
    title, or of the codes below its cards, or of the name of its file.

    If they do not decide, or disagree, the choice has no value, and its problem names the choices.
    """
    if asked is not None:
        return _choose_set(asked, "--set", clues, catalogue)
    hint, _ = read_file_name(clues.path)  # the code in the file's name
    titled = _find_titled_sets(clues, catalogue)
    #  A longer title may be that of another set, but then the codes below the cards are certain.
    certain = (
        tuple(code for code, is_whole_title in titled.items() if is_whole_title) or clues.stamps
    )
    if hint is None:
        if len(certain) == 1:
            return _choose_set(certain[0], DOCUMENT, clues, catalogue)
        problem = _report_unknown_set(clues, certain or tuple(titled))
    elif certain and hint not in certain:
        about = " and ".join(map(repr, certain))
        message = f"the file's name says the set {hint!r}, and the document is about {about}"
        ways = " or ".join(import_command(clues.path, f"--set {code}") for code in (hint, *certain))
        problem = error(Place(clues.path), message, f"{ways} decides; or rename the file")
    elif certain or hint in titled or not clues.name or hint not in catalogue.sets:
        #  The document agrees or says nothing, or content lacks the set, which is then an error.
        return _choose_set(hint, FILE_NAME, clues, catalogue)
    elif clues.language.lang in catalogue.sets[hint].names:
        #  The title would have the set's name in this language, but it has another one.
        problem = _report_unknown_set(clues, candidates=(), hint=hint)
    else:
        message = (
            f"only the file's name says that the set is {hint!r}: the title names {clues.name!r}"
        )
        fix = (
            f"add its name in {clues.language.lang!r} to content/sets/{hint}.yml, or"
            f" {import_command(clues.path, f'--set {hint}')} makes sure"
        )
        doubt = warning(Place(clues.path), message, fix)
        return Choice(catalogue.sets[hint], FILE_NAME, problems=(doubt,))
    return Choice(None, problems=(problem,))


def _find_titled_sets(clues: SetClues, catalogue: Catalogue) -> dict[str, bool]:
    """Return the codes of the sets that the titles name, in the document's language or in English.

    True says that a title has only the name, and perhaps the code or words in lower case: a longer
    name may be that of a set that nobody knows yet.
    """
    text = fold(" ".join(clues.titles))
    codes = {
        fold(name): code
        for code, facts in catalogue.sets.items()
        for lang, name in facts.names.items()
        if lang in (clues.language.lang, "en") and fold(name) in text
    }
    pattern = re.compile(whole_word(codes), re.IGNORECASE)
    titled: dict[str, bool] = {}
    for title in clues.titles:
        rest = clues.strip_title(pattern.sub(" ", title))
        for name in map(fold, pattern.findall(title)):
            if name in codes:  # an İ is matched as an i, but not folded to one
                code = codes[name]
                is_whole_title = not rest or rest.islower() or rest.lower() == code
                titled[code] = titled.get(code, False) or is_whole_title
    return titled


def _choose_set(code: str, by: str, clues: SetClues, catalogue: Catalogue) -> Choice[SetFacts]:
    """Return the choice of a set by its code, without a value if content has no such set."""
    if code in catalogue.sets:
        return Choice(catalogue.sets[code], by)
    place = Place(clues.path)
    if re.fullmatch(SET_CODE, code):
        message = f"there is no content/sets/{code}.yml, though {by} says {code}"
        problem = error(place, message, _write_naming_command(code, clues.name))
    else:
        problem = error(place, f"{code!r} is not a set code", CODE_HINT)
    return Choice(None, by, problems=(problem,))


def _write_naming_command(code: str, name: str) -> str:
    """Return the command that names a new set; NAME stands for a name that is not known."""
    return (
        f"name the set: `rulebinder import --set {code} --name {quote(name or 'NAME')} --released"
        " YYYY-MM-DD`"
    )


def _report_unknown_set(
    clues: SetClues, candidates: Sequence[str], hint: str | None = None
) -> Problem:
    """Return the problem that the set is not known, with the commands that decide.

    ``candidates`` are the codes of the sets it may be; ``hint`` is the one in the file's name.
    """
    message = "the set cannot be told: neither the title nor the file's name says it"
    if clues.name:
        though = f", though the file's name says {hint!r}" if hint else ""
        message = f"the title names {clues.name!r}, which is not a set that content names{though}"
    codes = candidates or ("CODE",)
    ways = " or ".join(import_command(clues.path, f"--set {code}") for code in codes)
    file = f"{codes[0]}.{clues.language.lang}{PurePath(clues.path).suffix}"
    way_out = f"if content names it: {ways}, or name the file {file}; else"
    return error(
        Place(clues.path), message, f"{way_out} {_write_naming_command('CODE', clues.name)}"
    )


def import_command(path: str, option: str) -> str:
    """Return the command that reads the document at ``path`` with an option, such as ``--set
    lam``.
    """
    return f"`rulebinder import {quote(path)} {option}`"


def quote(text: str) -> str:
    """Return ``text`` as one word of a shell command, quoted if it must be.

    Double quotes, which all shells know, are preferred to those of :mod:`shlex`.
    """
    return f'"{text}"' if " " in text and not _SPECIAL_IN_QUOTES & set(text) else shlex.quote(text)


def rank_candidates(candidates: Iterable[Candidate]) -> tuple[Candidate, ...]:
    """Return the candidates, the best first; equal ones by name."""
    return tuple(sorted(candidates, key=lambda candidate: (-candidate.score, candidate.name)))


def read_file_name(path: str) -> tuple[str | None, str | None]:
    """Return the set and the language that the file's name gives; None for what it does not give.

    ``mh3.en.txt`` gives both, and so does ``mh3.en.decks.txt``, a further document of the set.
    """
    match = _FILE_NAME.match(path.replace("\\", "/").rpartition("/")[2])
    return (match["set"], match["lang"]) if match else (None, None)
