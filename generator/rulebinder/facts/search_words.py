"""Words for the search that no document has: ``content/synonyms.yml``, the usual questions in
``content/questions``, and the list of cards, ``content/cards/all.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ..problems import Place, Problem, WithProblems, error
from ..system import shipped
from ..system.files import DISK
from . import layers
from .yaml_files import TextLists, Texts, freeze

QUESTIONS = "questions"
VECTORS = "vectors"
ALL_CARDS = "cards/all.txt"
"""The files and the folders in the folder of facts."""
_CARD_NAME = re.compile(r"(?!.*,$)[^\x00-\x1f\x7f{}\[\]<>|;=\ufffd]{1,200}")
"""What may be a card's name: none has signs of JSON, markup and tables, or ends with a comma; the
longest has 141 letters.
"""


@dataclass(frozen=True)
class Ambiguous:
    """A word that means several things."""

    words: Texts
    """Its forms."""
    senses: TextLists
    """By a phrase that says only one sense, the words beside which the word has this sense."""


@dataclass(frozen=True)
class SearchWords:
    """Words of a language for search."""

    same: tuple[Texts, ...] = ()
    """Groups of words that mean the same to those who search."""
    ignored: Texts = ()
    """Words that questions have and answers lack."""
    senses: tuple[Ambiguous, ...] = ()
    """Words that mean several things."""
    vectors: Mapping[str, str] = field(default_factory=dict)
    """Words with their vectors, one letter a number; see content/vectors/README.md."""


@dataclass(frozen=True, kw_only=True)
class UsualQuestion:
    """A question that players ask of many cards, and that release notes answer in the same few
    ways.
    """

    asked: TextLists
    """Words in which people ask it, by language."""
    answers: TextLists
    """Phrases of the rulings that answer it, by language."""


def load_synonyms(content: Path) -> WithProblems[dict[str, SearchWords]]:
    """Return the words for the search by language, and the problems of their files."""
    document, problems = layers.load(content, "synonyms")
    by_lang = (document.data if document else None) or {}
    words = {}
    for lang, data in by_lang.items():
        vectors, vector_problems = _load_vectors(content, lang)
        senses = tuple(Ambiguous(**sense) for sense in freeze(data.get("senses", ())))
        words[lang] = SearchWords(**{**freeze(data), "senses": senses, "vectors": vectors})
        problems += vector_problems
    return words, problems


def _load_vectors(content: Path, lang: str) -> WithProblems[dict[str, str]]:
    """Return the words of a language with their vectors, and a problem for each line that is
    wrong.
    """
    path, lines = _read_lines(content, f"{VECTORS}/{lang}.txt")
    vectors, problems = {}, []
    #  Every vector has as many letters as that of the first line.
    size = len(lines[0].rpartition(" ")[2]) if lines else 0
    message = "this line is not a word with its vector"
    hint = (
        "give it a word, a space and as many letters as the first line has, as `make vectors` does"
    )
    for number, line in enumerate(lines, 1):
        word, _, vector = line.partition(" ")
        if word and vector.isascii() and len(vector) == size and " " not in vector:
            vectors[word] = vector
        else:
            problems.append(error(Place(path, number), message, hint))
    return vectors, problems


def load_all_cards(content: Path) -> WithProblems[Texts]:
    """Return the names in the list of cards, which may be missing, and the problem of its first
    wrong line: in a file of another kind, all lines are wrong.
    """
    path, lines = _read_lines(content, ALL_CARDS)
    hint = "write one name a line, as cards have it, and nothing else"
    names: list[str] = []
    problems: list[Problem] = []
    for number, line in enumerate(lines, 1):
        name = line.strip()
        if _CARD_NAME.fullmatch(name):
            names.append(name)
        elif name and not problems:
            message = "this line is the first one that is not the name of a card"
            problems.append(error(Place(path, number), message, hint))
    return tuple(names), problems


def _read_lines(content: Path, name: str) -> tuple[str, list[str]]:
    """Return the path and the lines of the text file ``name`` of facts: that under ``content``, or
    else that of the program; no lines if there is neither.
    """
    path = content / name if DISK.has(content / name) else shipped.overlaid_file(name)
    text = DISK.read(path).decode("utf-8-sig", errors="replace") if path else ""
    return str(path), text.splitlines()


def load_questions(content: Path) -> WithProblems[dict[str, UsualQuestion]]:
    """Return the questions of all files by key, and the problems of the files.

    A question of an owner hides one of the program with its key, whatever their files are called.
    """
    files, problems = layers.load_all(content / QUESTIONS, "questions")
    find_overlay = shipped.overlay_finder()
    entries = [
        (document.place(key), key, words)
        for document in files.values()
        for key, words in document.data.items()
    ]
    questions: dict[str, UsualQuestion] = {}
    places: dict[str, Place] = {}
    #  Those of an owner come first: nothing can be laid over them.
    entries.sort(key=lambda entry: find_overlay(entry[0].path) is not None)
    for place, key, words in entries:
        if key not in questions:
            asked, answers = (
                {lang: freeze(texts[name]) for lang, texts in words.items() if name in texts}
                for name in ("asked", "said")
            )
            questions[key], places[key] = UsualQuestion(asked=asked, answers=answers), place
        elif find_overlay(place.path):
            problems.append(layers.hiding_notice(places[key], key))
        else:
            message = f"another file has the question {key} too"
            problems.append(error(place, message, "give one of them another key"))
    return questions, problems
