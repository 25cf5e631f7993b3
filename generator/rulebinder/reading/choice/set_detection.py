"""The set of a document: its title, the codes below its cards, or the name of its file say it.

A document of a set that nobody knows yet may have a longer name than a known set. So a title counts
only if it is the name, without more words. The name of the file must not disagree.

Each choice that reading makes about a document has the evidence for it.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from itertools import dropwhile
from pathlib import PurePath
from typing import Generic, NamedTuple, TypeVar

from ...facts.catalogue import Catalogue, SetFacts
from ...facts.languages import Language
from ...facts.new_sets import CODE_HINT
from ...notes import SET_CODE, SET_OR_DAY, STAMP
from ...problems import Place, Problem, error, warning
from ...text import parse
from ..dialect import DocumentText
from ..lines import Kind
from ..notation.spellings import folded
from ..notation.word_boundaries import whole
from ..parts.metadata import is_title, read_header
from ..parts.outline import Outline
from ..patterns import Patterns

_METADATA = re.compile(r"^(?:\W*metadata\W*)?(?P<key>[a-z_]+)\]?:-?\s*\"?(?P<value>.*?)\"?$")
_GAME = re.compile(r"Magic:?\s*The Gathering|\bMagic\b", re.IGNORECASE)
_SIGNS = re.compile(r"[®™©]|\((?:TM|R)\)", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_EDGES = " \t-–—―:：,;.·|/()[]\"'“”«»*_"
T = TypeVar("T")
DOCUMENT = "the document"
FILE_NAME = "the file's name"
"""Who made a choice, if no option did."""
_SPECIAL = frozenset('"$`\\!%')
"""What shells read within double quotes."""
_HINT = re.compile(
    rf"^(?P<set>{SET_OR_DAY})\.(?P<lang>[a-z]{{2,3}}(?:-[A-Za-z]{{2,4}})?)(?:\.[^.]+)?\.\w+$"
)


class SetClues(NamedTuple):
    """The parts of a document that say which set it is about."""

    path: str
    titles: tuple[str, ...]
    stamps: tuple[str, ...]
    """The set codes in collector lines and in names of files."""
    language: Language

    @property
    def name(self) -> str:
        """The name in the title, maybe of a set that nobody knows; empty if there is none."""
        reading = self.language.reading
        rests = (self.rest(title) for title in self.titles if is_title(title, reading))
        return next(filter(None, rests), "")

    def rest(self, title: str) -> str:
        """Return the title without the words of its kind, those of the game, and the language's
        commonest words at its ends.
        """
        reading = self.language.reading
        kinds = whole(name for names in reading.kinds.values() for name in names)
        words = _GAME.sub(" ", re.sub(kinds, " ", title, flags=re.IGNORECASE)).split()
        common = {word.casefold() for word in (*reading.stopwords, *reading.name_links)}

        def is_small(word: str) -> bool:
            return not _LETTER.search(word) or word.strip(_EDGES).casefold() in common

        for _ in ("the end", "the beginning"):
            words = list(dropwhile(is_small, reversed(words)))
        return " ".join(words).strip(_EDGES)


def clues(page: DocumentText, regions: Outline, words: Patterns) -> SetClues:
    """Return the clues of a page that is divided into its regions."""
    reading = words.reading
    title = _plain(read_header([line.text for line in regions.preamble], reading).title)
    above = []
    for line in (*regions.metadata, *regions.preamble):
        if line.kind is not Kind.NAVIGATION:
            text = _plain(line.text)
            metadata = _METADATA.match(text)  # a title may be in it
            named = metadata and metadata["key"] == "title"
            above.append(text if not metadata else metadata["value"] if named else "")
    return SetClues(
        path=page.path,
        titles=(title, *(text for text in above if is_title(text, reading))),
        stamps=tuple(dict.fromkeys(code.lower() for code in STAMP.findall(page.text))),
        language=words.language,
    )


def _plain(text: str) -> str:
    return " ".join(_SIGNS.sub("", parse(text).plain()).replace("’", "'").split())


def find_set(clues: SetClues, catalogue: Catalogue, asked: str | None) -> Choice[SetFacts]:
    """Return the set that the document is about: the one that is ``asked`` for, else that of its
    title, or of the codes below its cards, or of the name of its file.

    If they do not decide, or disagree, the choice has no value, and its problem names the choices.
    """
    if asked is not None:
        return _chosen(asked, "--set", clues, catalogue)
    hint = hints(clues.path)[0]
    titled = _titled(clues, catalogue)
    certain = tuple(code for code, is_all in titled.items() if is_all) or clues.stamps
    if hint is None:
        if len(certain) == 1:
            return _chosen(certain[0], DOCUMENT, clues, catalogue)
        problem = _not_found(clues, certain or tuple(titled))
    elif certain and hint not in certain:
        problem = _contradicted(clues, hint, certain)
    elif certain or hint in titled or not clues.name or hint not in catalogue.sets:
        return _chosen(hint, FILE_NAME, clues, catalogue)
    elif clues.language.lang in catalogue.sets[hint].names:
        problem = _not_found(clues, (), hint)
    else:
        warned = (_only_named(clues, hint),)
        return Choice(value=catalogue.sets[hint], by=FILE_NAME, problems=warned)
    return Choice(value=None, problems=(problem,))


def _titled(clues: SetClues, catalogue: Catalogue) -> dict[str, bool]:
    """Return the codes of the sets that the titles name, in the document's language or in English,
    and whether a title has no other words than its code.
    """
    text = folded(" ".join(clues.titles))
    names = {
        folded(name): code
        for code, facts in catalogue.sets.items()
        for lang, name in facts.names.items()
        if lang in (clues.language.lang, "en") and folded(name) in text
    }
    pattern = re.compile(whole(names), re.IGNORECASE)
    titled: dict[str, bool] = {}
    for title in clues.titles:
        rest = clues.rest(pattern.sub(" ", title))
        for name in map(folded, pattern.findall(title)):
            if name in names:  # an İ is matched as an i, but not folded to one
                code = names[name]
                is_all = not rest or rest.islower() or rest.lower() == code
                titled[code] = titled.get(code, False) or is_all
    return titled


def _chosen(code: str, by: str, clues: SetClues, catalogue: Catalogue) -> Choice[SetFacts]:
    if code in catalogue.sets:
        return Choice(value=catalogue.sets[code], by=by)
    place = Place(clues.path)
    if re.fullmatch(SET_CODE, code):
        message = f"there is no content/sets/{code}.yml, though {by} says {code}"
        problem = error(place, message, _how_to_name(code, clues.name))
    else:
        problem = error(place, f"{code!r} is not a set code", CODE_HINT)
    return Choice(value=None, by=by, problems=(problem,))


def _how_to_name(code: str, name: str) -> str:
    return (
        f"name the set: `rulebinder import --set {code} --name {quoted(name or 'NAME')} --released"
        " YYYY-MM-DD`"
    )


def _only_named(clues: SetClues, code: str) -> Problem:
    lang = clues.language.lang
    message = f"only the file's name says that the set is {code!r}: the title names {clues.name!r}"
    hint = (
        f"add its name in {lang!r} to content/sets/{code}.yml, or"
        f" {again(clues.path, f'--set {code}')} makes sure"
    )
    return warning(Place(clues.path), message, hint)


def _contradicted(clues: SetClues, hint: str, certain: Sequence[str]) -> Problem:
    about = " and ".join(map(repr, certain))
    message = f"the file's name says the set {hint!r}, and the document is about {about}"
    ways = " or ".join(again(clues.path, f"--set {code}") for code in (hint, *certain))
    return error(Place(clues.path), message, f"{ways} decides; or rename the file")


def _not_found(clues: SetClues, candidates: Sequence[str], hint: str | None = None) -> Problem:
    message = "the set cannot be told: neither the title nor the file's name says it"
    if clues.name:
        though = f", though the file's name says {hint!r}" if hint else ""
        message = f"the title names {clues.name!r}, which is not a set that content names{though}"
    codes = candidates or ("CODE",)
    ways = " or ".join(again(clues.path, f"--set {code}") for code in codes)
    file = f"{codes[0]}.{clues.language.lang}{PurePath(clues.path).suffix}"
    way_out = f"if content names it: {ways}, or name the file {file}; else"
    return error(Place(clues.path), message, f"{way_out} {_how_to_name('CODE', clues.name)}")


class Evidence(NamedTuple):
    """How much speaks for one of the choices, and what counted."""

    name: str
    score: float
    reason: str


class Choice(NamedTuple, Generic[T]):
    """The value that was chosen, None if none could be, and who chose it: the document, its name or
    an option.
    """

    value: T | None
    by: str = DOCUMENT
    evidence: tuple[Evidence, ...] = ()
    """The best one first."""
    problems: tuple[Problem, ...] = ()


def again(path: str, option: str) -> str:
    """Return the command that reads the document at ``path`` with an option, such as ``--set
    lam``.
    """
    return f"`rulebinder import {quoted(path)} {option}`"


def quoted(text: str) -> str:
    """Return ``text`` as a word of a command, whatever is in it."""
    return f'"{text}"' if " " in text and not _SPECIAL & set(text) else shlex.quote(text)


def ranked(evidence: list[Evidence]) -> tuple[Evidence, ...]:
    """Return the evidence, the best first; equal ones by name."""
    return tuple(sorted(evidence, key=lambda each: (-each.score, each.name)))


def hints(path: str) -> tuple[str | None, str | None]:
    """Return the set and the language that the file's name gives; None for what it does not give.

    ``mh3.en.txt`` gives both, and so does ``mh3.en.decks.txt``, a further document of the set.
    """
    match = _HINT.match(path.replace("\\", "/").rsplit("/", maxsplit=1)[-1])
    return (match["set"], match["lang"]) if match else (None, None)
