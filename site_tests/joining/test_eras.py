"""Old terms are marked once in an entry, and only in documents of their time."""

from __future__ import annotations

from dataclasses import replace

import pytest

from generator.facts.catalogue import Catalogue, EraTerm, EraWords, SetFacts
from generator.joining import join
from generator.library import Note
from generator.notes import ReleaseNotes
from generator.text import Dated, Emphasis, Mention, Plain
from site_tests.builders import catalogue, entry, mechanic, notes, ruling, shipped_languages

UNTIL = "2031-06-01"
TERMS = {
    "in-bloom": EraTerm(key="in-bloom", until=UNTIL, words={"en": EraWords(then=("in bloom", "comes to bloom"), now="in leaf")}),
    "bloom": EraTerm(key="bloom", until=UNTIL, words={"en": EraWords(then=("bloom",), now=None, gone="nothing blooms today")}),
    "gleam": EraTerm(key="gleam", until=UNTIL, words={"en": EraWords(then=("gleaming",), now="glow")}),
}


def facts(released: str) -> Catalogue:
    known = mechanic("glow", forms={"en": ("gleaming",)})
    return replace(catalogue(known, sets=[SetFacts(code="lom", names={"en": "Lom"}, released=released)], lom=False), eras=TERMS)


def rulings(document: ReleaseNotes, released: str = "2031-02-07") -> tuple[Note, ...]:
    library = join([document], facts(released), shipped_languages())[0]
    return library.sets["lom"].documents["en"].cards[0].notes


def dated(note: Note) -> list[tuple[str, str]]:
    spans = (span for text in (note.text, *note.items) for span in text.walk())
    return [(span.term, span.entry) for span in spans if isinstance(span, Dated)]


def test_a_term_is_marked_at_its_first_use_in_an_entry() -> None:
    first, second = rulings(notes(entry("Fen", "A fen In bloom is in bloom.", "Still in bloom.")))
    assert dated(first) == [("in-bloom", "lom/fen")]
    assert first.text.paragraphs[0][1] == Dated((Plain("In bloom"),), "in-bloom", "lom/fen")
    assert dated(second) == []


def test_the_longest_words_win_and_the_text_does_not_change() -> None:
    (note,) = rulings(notes(entry("Fen", "What *comes to bloom* may bloom.")))
    assert [term for term, _ in dated(note)] == ["in-bloom", "bloom"]
    assert isinstance(note.text.paragraphs[0][1], Emphasis)
    assert note.text.source() == "What *comes to bloom* may bloom."


def test_items_of_a_list_are_marked_too() -> None:
    (note,) = rulings(notes(entry("Fen", ruling("Two ways:", "in bloom", "asleep"))))
    assert [term for term, _ in dated(note)] == ["in-bloom"]


def test_a_mention_that_contains_an_old_word_stays_a_mention() -> None:
    (note,) = rulings(notes(entry("Fen", "It is gleaming.")))
    (span,) = [span for span in note.text.walk() if isinstance(span, Dated)]
    assert span.spans == (Mention("mechanic", "glow", "gleaming"),)


@pytest.mark.parametrize(("released", "marked"), [("2031-05-31", 1), ("2031-06-01", 0)])
def test_a_set_released_on_the_day_of_the_change_uses_the_new_words(released: str, marked: int) -> None:
    (note,) = rulings(notes(entry("Fen", "It is in bloom.")), released)
    assert len(dated(note)) == marked


def test_every_term_of_the_repository_has_a_new_term_or_an_explanation(catalogue: Catalogue) -> None:
    for term in catalogue.eras.values():
        assert term.words, term.key
        for lang, words in term.words.items():
            assert (words.now is None) != (words.gone is None), (term.key, lang)
