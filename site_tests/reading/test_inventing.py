"""Invented documents in each dialect and language read back as their models, whatever harmless faults they have."""

from __future__ import annotations

import os
from random import Random

import pytest

from generator.facts.languages import Languages
from generator.reading.tongues import heard
from site_tests.reading import inventing

SEEDS = range(int(os.environ.get("RULEBINDER_INVENTIONS", "2")))
"""More of them find rarer faults; the environment variable ``RULEBINDER_INVENTIONS`` says how many."""
LANGUAGES = tuple(inventing.words())
ENGLISH = ("Lord of the Isles", "The One and Only", "Is It You", "Will of the Old", "If the Bell Is Rung", "With the Tide",
           "The Path to the Sea", "Land of the Dead", "And the Rest", "To the End of the Day", "Are You the One")  # fmt: skip


def test_there_are_words_for_every_language(languages: Languages) -> None:
    assert set(LANGUAGES) == set(languages)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("cards", [1, 2, 10])
@pytest.mark.parametrize("names", [(), ENGLISH], ids=["own names", "English names"])
def test_the_language_of_a_document_is_found(cards: int, names: tuple[str, ...], lang: str, languages: Languages) -> None:
    for seed in SEEDS:
        for dialect in inventing.DIALECTS:
            text = inventing.rendered(inventing.invent(lang, seed, cards, names), dialect, seed)
            assert heard(text, languages).best == lang


def test_a_document_in_another_script_may_be_full_of_latin_letters(languages: Languages) -> None:
    names = " ".join(f"The Lord of the Isles {number}" for number in range(6))
    for lang in ("ru", "ko", "ja", "zh-Hans", "zh-Hant"):
        rulings = " ".join(inventing.words()[lang]["rulings"][:3])
        assert heard(f"{names}\n{rulings}", languages).best == lang


def faults(seed: int) -> list[str]:
    """Return three of the harmless faults; none for the first seed."""
    return Random(seed).sample(list(inventing.HARMLESS), 3) if seed else []
