"""Old terms are marked once in an entry, listed at each occurrence, and only in documents of their
time.
"""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import EraTerm, EraWords, load
from rulebinder.outputs import data
from rulebinder.text import Dated, Emphasis, Mention, Plain, parse
from site_tests.builders import (
    catalogue,
    entry,
    introduction,
    library_of,
    mechanic,
    notes,
    released,
    ruling,
    section,
)
from site_tests.joining.conftest import each_line
from site_tests.outputs import site_of

UNTIL = "2031-06-01"


def term(key, then, trivial=False, unless=(), **english):
    words = {"en": EraWords(then=then, unless=unless, **english)}
    return EraTerm(key=key, until=UNTIL, trivial=trivial, words=words)


BLOOM = term(
    "in-bloom",
    ("in bloom", "comes to bloom"),
    unless=("fish in bloom", "in bloom for ever"),
    now="in leaf",
)
GONE = term("bloom", ("bloom",), now=None, gone="nothing blooms today")
GLEAM = term("gleam", ("gleaming",), trivial=True, now="glow")
GLOW = Mention("mechanic", "glow", "gleaming")
AGLOW = {"aglow": term("aglow", ("in gleaming", "gleaming now", "[gleaming"), now="aglow")}
TERMS = {each.key: each for each in (BLOOM, GONE, GLEAM)}


def facts(day="2031-02-07", eras=TERMS):
    known = mechanic("glow", forms={"en": ("gleaming",)})
    return replace(catalogue(known, sets=released(lom=day), lom=False), eras=eras)


def rulings(*texts, lang="en", known=None):
    """Return the notes of a card with these rulings."""
    library = library_of(notes(entry("Fen", *texts), lang=lang), facts=known or facts())
    return library.sets["lom"].documents[lang].cards[0].notes


def marks(note):
    spans = (span for text in (note.text, *note.items) for span in text.walk())
    return [span for span in spans if isinstance(span, Dated)]


def terms(note):
    return [span.term for span in marks(note)]


def test_a_term_is_marked_at_its_first_use_in_an_entry():
    first, second = rulings("A fen In bloom is in bloom.", "Still in bloom.")
    assert marks(first) == [Dated((Plain("In bloom"),), "in-bloom", "lom/fen")]
    assert first.text.paragraphs[0][1] == marks(first)[0]
    assert marks(second) == []


def test_the_data_list_each_old_word_of_each_ruling():
    """The entry has it before, a mention covers it, a list or an emphasis has it, or it is there
    twice.
    """
    texts = (
        "A fen In bloom is in bloom.",
        "It is still in bloom, for *the bloom* is gleaming.",
        "It has long bloom, and see New Mechanic: Bloom above.",
        "A fish in bloom is asleep.",
        "What comes to *bloom* sleeps, in bloom or not.",
        "Nothing happens.",
    )
    listed = ruling("Two ways:", "in bloom", "out of bloom")
    known = facts()
    long = mechanic("long-bloom", forms={"en": ("long bloom",)})
    document = notes(
        entry("Fen", *texts, listed),
        sections=[section("New Mechanic: Bloom", introduction("It is in bloom."), *texts)],
    )
    known = replace(known, mechanics={**known.mechanics, "long-bloom": long})
    library = library_of(document, facts=known)
    (joined,) = library.documents()
    lines = [*data.list_rulings(joined, site_of(library))]
    old = [
        [("in-bloom", "In bloom"), ("in-bloom", "in bloom")],
        [("in-bloom", "in bloom"), ("bloom", "bloom")],
        [("bloom", "bloom"), ("bloom", "Bloom")],
        [],
        [("in-bloom", "comes to bloom"), ("in-bloom", "in bloom")],
        [],
    ]
    in_list = [("in-bloom", "in bloom"), ("bloom", "bloom")]
    assert [line["outdated"] for line in lines] == [
        [{"term": key, "text": words, "changed_on": UNTIL} for key, words in terms]
        for terms in (*old, *old, in_list)
    ]
    published = data.describe_document(joined, library)
    assert [line["outdated"] for line in lines] == [
        each["outdated"]
        for holder in (*published["sections"], *published["cards"])
        for each in holder["rulings"]
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What *comes to bloom* may bloom.", ["in-bloom", "bloom"]),
        ("It is in bloom for ever. A fish in bloom sleeps.", []),
        ("It is in bloom for ever. It is in bloom for a day.", ["in-bloom"]),
        ("It [is in bloom](https://x.example/) now.", ["in-bloom"]),
        (ruling("Two ways:", "in bloom", "asleep"), ["in-bloom"]),
    ],
    ids=["the longest", "a longer phrase", "beside a longer phrase", "in a link", "in a list"],
)
def test_a_term_is_found_unless_a_longer_phrase_means_something_else(text, expected):
    (note,) = rulings(text)
    assert terms(note) == expected
    assert note.text.source() == getattr(text, "text", parse(str(text))).source()


def test_a_term_within_emphasis_is_marked_there():
    (note,) = rulings("What *comes to bloom* may bloom.")
    assert isinstance(note.text.paragraphs[0][1], Emphasis)


def test_a_term_that_was_only_renamed_is_marked_as_trivial():
    (note,) = rulings("A gleaming fen is in bloom.")
    assert [(span.term, span.trivial) for span in marks(note)] == [
        ("gleam", True),
        ("in-bloom", False),
    ]


@pytest.mark.parametrize(
    ("text", "shown", "eras"),
    [
        ("It is in gleaming rest.", (Plain("in "), GLOW), AGLOW),
        ("It is the gleaming now.", (GLOW, Plain(" now")), AGLOW),
        ("It is gleaming.", (GLOW,), TERMS),
    ],
)
def test_a_term_is_marked_around_a_mention(text, shown, eras):
    (note,) = rulings(text, known=facts(eras=eras))
    assert [span.spans for span in marks(note)] == [shown]
    assert note.text.source() == text


@pytest.mark.parametrize(("day", "marked"), [("2031-05-31", 1), ("2031-06-01", 0)])
def test_a_set_released_on_the_day_of_the_change_uses_the_new_words(day, marked):
    (note,) = rulings("It is in bloom.", known=facts(day))
    assert len(marks(note)) == marked


def test_terms_of_the_repository_that_change_a_ruling_are_in_all_three_languages(
    catalogue,
):
    assert all(term.words for term in catalogue.eras.values())
    explained = [term for term in catalogue.eras.values() if not term.trivial]
    assert len(explained) >= 20
    assert [term.key for term in explained if not {"en", "es", "fr"} <= set(term.words)] == []


@each_line("eras.tsv")
def test_terms_of_the_repository_are_found_in_their_time(catalogue, lang, text, expected):
    (note,) = rulings(text, lang=lang, known=facts("2007-05-04", catalogue.eras))
    assert terms(note) == expected.split()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            "{then: [bloom], now: leaf}",
            "eras.yml:3: error: bloom has a new word, but no explanation",
        ),
        (
            "{then: [bloom], gone: no more, means: Nothing.}",
            "eras.yml:3: error: bloom has `means`, but no `now`",
        ),
        ("{then: [bloom]}", "eras.yml:3: error: "),
        ("{then: [bloom], now: leaf, gone: no more}", "eras.yml:3: error: "),
        (
            "{then: [bloom], now: leaf, means: A leaf.}\n  trivial: true",
            "eras.yml:3: error: bloom is trivial, but has an explanation",
        ),
    ],
)
def test_a_term_without_its_explanation_is_an_error_with_its_line(tmp_path, words, said):
    (tmp_path / "eras.yml").write_text(f"bloom:\n  until: 2031-06-01\n  en: {words}\n", "utf-8")
    _, problems = load(tmp_path)
    assert [str(problem) for problem in problems if said in str(problem)], problems
    assert len(problems) == 1
