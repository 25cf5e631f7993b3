"""Rulings of two languages are aligned without comparing words."""

from __future__ import annotations

import pytest

from rulebinder.joining.ruling_numbers import (
    Pair,
    Traits,
    align,
    certainty,
    likeness,
    ratio,
    traits,
)
from rulebinder.library import Library, Note
from rulebinder.text import Mention, parse

SURE = 1.5


def known(*texts: str) -> list[Traits]:
    return [traits((parse(text),)) for text in texts]


def paired(ones: list[Traits], others: list[Traits]) -> list[Pair]:
    return align(ones, others, lambda one, other: likeness(one, other, 0.0))


def test_symbols_and_numbers_show_which_ruling_is_missing():
    ones = known("You pay {2} for each.", "It deals 3 damage now.", "Nobody may do so twice.")
    assert paired(ones, known("Inflige 3 blessures.", "Personne ne le fait deux fois.")) == [
        (0, None),
        (1, 0),
        (2, 1),
    ]


def test_a_ruling_without_a_counterpart_stays_between_the_others():
    ones = known("You pay {2} for each.", "It deals 3 damage now.")
    others = known(
        "Paga {2} por cada una.",
        "Una frase larga que en inglés no está y que nadie esperaba aquí.",
        "Hace 3 puntos de daño.",
    )
    assert paired(ones, others) == [(0, 0), (None, 1), (1, 2)]


def test_a_text_with_nothing_to_align_to_stays_alone():
    assert paired([], known("Solo.")) == [(None, 0)]
    assert paired(known("Alone."), []) == [(0, None)]
    assert paired([], []) == []


def test_lengths_are_compared_relative_to_the_language():
    short, long = known("Twelve words.")[0], known("Twelve words and as many again, no less.")[0]
    assert likeness(short, long, ratio([(short, long)])) > likeness(short, long, 0.0)


@pytest.mark.parametrize(("one", "other"), [("en", "es"), ("en", "fr"), ("es", "fr")])
def test_in_the_example_set_a_ruling_left_out_is_found_nine_times_of_ten_and_named_only_when_sure(
    example_set, one, other
):
    right = wrong = named_wrongly = 0
    for ones, others in both(example_set, one, other):
        usual = ratio(zip(ones, others, strict=True))

        def alike(first, second, usual=usual):
            return likeness(first, second, usual)

        for gone in range(len(others)) if len(others) > 1 else ():
            left = [*others[:gone], *others[gone + 1 :]]
            pairs = align(ones, left, alike)
            found = pairs == [
                (at, None if at == gone else at - (at > gone)) for at in range(len(ones))
            ]
            right, wrong = right + found, wrong + (not found)
            named_wrongly += not found and certainty(ones, left, pairs, alike) >= SURE
    assert right > 9 * wrong
    assert named_wrongly == 0


def of_note(note: Note) -> Traits:
    texts = (note.text, *note.items)
    return traits(
        texts,
        [
            (span.kind, span.target)
            for text in texts
            for span in text.walk()
            if isinstance(span, Mention)
        ],
    )


def both(library: Library, one: str, other: str) -> list[tuple[list[Traits], list[Traits]]]:
    """Return the rulings of every entry that has the same number of them in both languages."""
    documents = library.sets["lam"].documents
    entries = [
        {entry.id: list(map(of_note, entry.notes)) for entry in documents[lang].cards}
        | {section.id: list(map(of_note, section.notes)) for section in documents[lang].sections}
        for lang in (one, other)
    ]
    return [
        (entries[0][each], entries[1][each])
        for each in entries[0]
        if len(entries[0][each]) == len(entries[1].get(each, ()))
    ]
