"""Invented documents in each dialect and language read back as their models, whatever harmless
faults they have.
"""

import os
from random import Random

import pytest

from rulebinder.notes import ReleaseNotes
from rulebinder.problems import Problem, Severity
from rulebinder.reading.accounting import LOST
from rulebinder.reading.detection import count_common_words
from site_tests.reading import inventing, reader
from site_tests.reading.shapes.comparing import heads, model_of
from site_tests.reading.shapes.model import Document

SEEDS = range(int(os.environ.get("RULEBINDER_INVENTIONS", "2")))
"""More of them find rarer faults; the environment variable ``RULEBINDER_INVENTIONS`` says how many.
"""
LANGUAGES = tuple(inventing.words())
ENGLISH = ("Lord of the Isles", "The One and Only", "Is It You", "Will of the Old",
 "If the Bell Is Rung", "With the Tide",
           "The Path to the Sea", "Land of the Dead", "And the Rest", "To the End of the Day",
           "Are You the One")  # fmt: skip


def test_there_are_words_for_every_language(languages):
    assert set(LANGUAGES) == set(languages)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cards", [1, 2, 10])
@pytest.mark.parametrize("names", [(), ENGLISH], ids=["own names", "English names"])
def test_the_language_of_a_document_is_found(cards, names, lang, languages):
    for seed in SEEDS:
        for dialect in inventing.DIALECTS:
            text = inventing.rendered(inventing.invent(lang, seed, cards, names), dialect, seed)
            assert count_common_words(text, languages).best == lang


def test_a_document_in_another_script_may_be_full_of_latin_letters(languages):
    names = " ".join(f"The Lord of the Isles {number}" for number in range(6))
    for lang in ("ru", "ko", "ja", "zh-Hans", "zh-Hant"):
        rulings = " ".join(inventing.words()[lang]["rulings"][:3])
        assert count_common_words(f"{names}\n{rulings}", languages).best == lang


def read(text: str) -> tuple[ReleaseNotes, list[Problem]]:
    """Read a text whose set is known, but not its language; no token of it may be lost."""
    notes, problems = reader.read(text, "document")
    assert [str(problem) for problem in problems if problem.message.startswith(LOST)] == []
    return notes, problems


def read_back(notes: ReleaseNotes) -> Document:
    """Return the model of what was read, without emphasis."""
    model: Document = inventing.bared(model_of(notes))
    return model


def faults(dialect: str, seed: int) -> list[str]:
    """Return three of the harmless faults; none for the first seed.

    Emphasis without Markdown around it makes a line FAQ look like Markdown.
    """
    known = [fault for fault in inventing.HARMLESS if fault != "emphasis" or dialect == "markdown"]
    return Random(seed).sample(known, 3) if seed else []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dialect", ["markdown", "line-faq"])
def test_a_document_reads_back_as_its_model(dialect, lang):
    for seed in SEEDS:
        invented = inventing.invent(lang, seed)
        text = inventing.rendered(invented, dialect, seed, faults(dialect, seed))
        notes, problems = read(text)
        assert (notes.lang, notes.source.dialect) == (lang, dialect)
        assert read_back(notes) == inventing.bared(invented)
        assert [str(problem) for problem in problems if problem.is_error] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_heads_and_rulings_on_one_line_are_found(lang):
    right = 0
    for seed in range(2):
        invented = inventing.bared(inventing.invent(lang, seed))
        notes, _ = read(inventing.rendered(invented, "one-line", seed))
        found = {entry.faces[0].name: entry for entry in read_back(notes).cards}
        pairs = [(entry, found.get(entry.faces[0].name)) for entry in invented.cards]
        right += sum(
            have is not None and heads(want) == heads(have) and want.rulings == have.rulings
            for want, have in pairs
        )
    assert right >= 19


@pytest.mark.parametrize("lang", LANGUAGES)
def test_blank_lines_make_no_difference(lang):
    invented = inventing.invent(lang, 7)
    text = inventing.rendered(invented, "markdown", 7)
    assert read_back(read(inventing.with_blank_lines(text, 7))[0]) == inventing.bared(invented)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_most_boundaries_are_found_without_bullets_and_the_others_are_put_up_for_review(
    lang,
):
    right = 0
    for seed in range(2):
        invented = inventing.bared(inventing.invent(lang, seed))
        notes, problems = read(inventing.rendered(invented, "collector-lines", seed))
        found = read_back(notes)
        reviewed = "\n".join(
            problem.message for problem in problems if problem.severity is Severity.REVIEW
        )
        assert [heads(entry) for entry in found.cards] == [heads(entry) for entry in invented.cards]
        for want, have in zip(invented.cards, found.cards, strict=True):
            same = want.faces[-1].text == have.faces[-1].text
            right += same
            assert (
                same
                or lang in FITTED
                or f"{' // '.join(face.name for face in have.faces)} has" in reviewed
            )
    assert right >= LEAST_BOUNDARIES * 20


FITTED = ("en", "es", "fr")
"""The languages whose weights were fitted on real documents, and are surer of themselves."""
LEAST_BOUNDARIES = 0.75


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("dialect", inventing.DIALECTS)
def test_lost_marks_lose_no_word(dialect, lang):
    for seed in SEEDS:
        invented = inventing.invent(lang, seed)
        read(inventing.rendered(invented, dialect, seed, faults(dialect, seed + 1), hidden=0.2))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_ruling_that_lost_its_bullet_is_put_up_for_review(lang):
    invented = inventing.invent(lang, 3)
    notes, problems = read(inventing.rendered(invented, "markdown", 3, hidden=0.15))
    if read_back(notes).cards != inventing.bared(invented).cards:
        assert any(problem.severity is Severity.REVIEW for problem in problems)
