"""Steps of reading that look ahead: twice as long a document takes twice as many looks.

Looks are counted, not seconds.
"""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rulebinder.problems import Place
from rulebinder.reading.dialect import Kind, Line
from rulebinder.reading.dialects import markdown
from rulebinder.reading.parts import heads
from rulebinder.reading.parts.heads import join_heads
from rulebinder.reading.patterns import Patterns

COUNT = 200


class Counted(list[Line]):
    """Lines that count how often one of them is looked at."""

    looks = 0

    def __getitem__(self, at):
        self.looks += 1
        return super().__getitem__(at)


@dataclass(frozen=True)
class Asked(Patterns):
    """Words that count how often they are asked for a type line."""

    questions: list[str]

    def is_type_line(self, text: str) -> bool:
        self.questions.append(text)
        return super().is_type_line(text)


@pytest.fixture
def words(languages):
    return Patterns(languages["en"], ())


def test_the_ends_of_cards_that_are_all_tied_take_looks_in_proportion(words):
    def looks(cards):
        texts = ("Foo", "{1}", "Artifact", "Flying.") * cards
        printed = [
            Line(kind=Kind.TEXT, text=text, place=Place("", at), tied=True)
            for at, text in enumerate(texts)
        ]
        lines = Counted(join_heads(printed, words))
        heads.mark_leads(lines, words)
        return lines.looks

    assert looks(2 * COUNT) < 2.5 * looks(COUNT)


def test_tables_that_show_no_card_take_questions_in_proportion(languages):
    def questions(tables_of_page):
        asked = Asked(languages["en"], (), [])
        rows = ("|  |  |", "|---|---|", "| a | b |") * tables_of_page
        assert markdown.split_tables(enumerate(rows), asked) == list(enumerate(rows))
        return len(asked.questions)

    assert 0 < questions(2 * COUNT) < 2.5 * questions(COUNT)
