"""Old terms are marked once in an entry, listed at each occurrence, and only in documents of their
time.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import Catalogue, EraTerm, EraWords, load
from rulebinder.library import Note
from rulebinder.notes import ReleaseNotes
from rulebinder.outputs import data
from rulebinder.text import Dated, Emphasis, Mention, Plain
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

UNTIL = "2031-06-01"
TERMS = {
    "in-bloom": EraTerm(
        key="in-bloom",
        until=UNTIL,
        words={
            "en": EraWords(
                then=("in bloom", "comes to bloom"),
                unless=("fish in bloom", "in bloom for ever"),
                now="in leaf",
            )
        },
    ),
    "bloom": EraTerm(
        key="bloom",
        until=UNTIL,
        words={"en": EraWords(then=("bloom",), now=None, gone="nothing blooms today")},
    ),
    "gleam": EraTerm(
        key="gleam",
        until=UNTIL,
        trivial=True,
        words={"en": EraWords(then=("gleaming",), now="glow")},
    ),
}


def facts(day: str) -> Catalogue:
    known = mechanic("glow", forms={"en": ("gleaming",)})
    return replace(catalogue(known, sets=released(lom=day), lom=False), eras=TERMS)


def rulings(document: ReleaseNotes, day: str = "2031-02-07") -> tuple[Note, ...]:
    library = library_of(document, facts=facts(day))
    return library.sets["lom"].documents["en"].cards[0].notes


def marks(note: Note) -> list[Dated]:
    return [span for span in note.text.walk() if isinstance(span, Dated)]


def dated(note: Note) -> list[tuple[str, str]]:
    spans = (span for text in (note.text, *note.items) for span in text.walk())
    return [(span.term, span.entry) for span in spans if isinstance(span, Dated)]


def test_a_term_is_marked_at_its_first_use_in_an_entry():
    first, second = rulings(notes(entry("Fen", "A fen In bloom is in bloom.", "Still in bloom.")))
    assert dated(first) == [("in-bloom", "lom/fen")]
    assert first.text.paragraphs[0][1] == Dated((Plain("In bloom"),), "in-bloom", "lom/fen")
    assert dated(second) == []


def old_words(text: str, terms: Mapping[str, EraTerm]) -> list[dict[str, str]]:
    """Return the old words of an English text, found in another way than the program's."""
    meanings = {words: key for key, term in terms.items() for words in term.words["en"].then}
    others = dict.fromkeys(each for term in terms.values() for each in term.words["en"].unless)
    longest_first = sorted({**meanings, **others}, key=len, reverse=True)
    pattern = rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)"
    matches = re.findall(pattern, text.replace("*", ""), re.IGNORECASE)
    known = [(meanings.get(words.lower()), words) for words in matches]
    return [
        {"term": key, "text": words, "changed_on": terms[key].until}
        for key, words in known
        if key and not terms[key].trivial
    ]


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
    known = facts("2031-02-07")
    long = mechanic("long-bloom", forms={"en": ("long bloom",)})
    document = notes(
        entry("Fen", *texts, listed),
        sections=[section("New Mechanic: Bloom", introduction("It is in bloom."), *texts)],
    )
    known = replace(known, mechanics={**known.mechanics, "long-bloom": long})
    library = library_of(document, facts=known)
    (joined,) = library.documents()
    lines = [*data.list_rulings(joined, library)]
    assert [line["outdated"] for line in lines] == [
        old_words(line["comment"], TERMS) for line in lines
    ]
    assert [len(line["outdated"]) for line in lines] == [2, 2, 2, 0, 2, 0, 2, 2, 2, 0, 2, 0, 2]
    published = data.describe_document(joined, library)
    assert [line["outdated"] for line in lines] == [
        each["outdated"]
        for holder in (*published["sections"], *published["cards"])
        for each in holder["rulings"]
    ]


def test_the_longest_words_win_and_the_text_does_not_change():
    (note,) = rulings(notes(entry("Fen", "What *comes to bloom* may bloom.")))
    assert [term for term, _ in dated(note)] == ["in-bloom", "bloom"]
    assert isinstance(note.text.paragraphs[0][1], Emphasis)
    assert note.text.source() == "What *comes to bloom* may bloom."


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("It is in bloom for ever. A fish in bloom sleeps.", []),
        ("It is in bloom for ever. It is in bloom for a day.", ["in-bloom"]),
        ("It [is in bloom](https://x.example/) now.", ["in-bloom"]),
        (ruling("Two ways:", "in bloom", "asleep"), ["in-bloom"]),
    ],
    ids=["a longer phrase", "beside a longer phrase", "in a link", "in a list"],
)
def test_a_term_is_found_unless_a_longer_phrase_means_something_else(text, terms):
    (note,) = rulings(notes(entry("Fen", text)))
    assert [term for term, _ in dated(note)] == terms


def test_a_term_that_was_only_renamed_is_marked_as_trivial():
    (note,) = rulings(notes(entry("Fen", "A gleaming fen is in bloom.")))
    spans = marks(note)
    assert [(span.term, span.trivial) for span in spans] == [("gleam", True), ("in-bloom", False)]


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("It is in gleaming rest.", (Plain("in "), Mention("mechanic", "glow", "gleaming"))),
        ("It is the gleaming now.", (Mention("mechanic", "glow", "gleaming"), Plain(" now"))),
    ],
)
def test_a_term_that_contains_a_mention_is_marked_around_it(said, shown):
    words = EraWords(then=("in gleaming", "gleaming now", "[gleaming"), now="aglow")
    term = EraTerm(key="aglow", until=UNTIL, words={"en": words})
    known = replace(facts("2031-02-07"), eras={"aglow": term})
    library = library_of(notes(entry("Fen", said)), facts=known)
    (note,) = library.sets["lom"].documents["en"].cards[0].notes
    (span,) = marks(note)
    assert span.spans == shown
    assert note.text.source() == said


def test_a_mention_that_contains_an_old_word_stays_a_mention():
    (note,) = rulings(notes(entry("Fen", "It is gleaming.")))
    (span,) = marks(note)
    assert span.spans == (Mention("mechanic", "glow", "gleaming"),)


@pytest.mark.parametrize(("released", "marked"), [("2031-05-31", 1), ("2031-06-01", 0)])
def test_a_set_released_on_the_day_of_the_change_uses_the_new_words(released, marked):
    (note,) = rulings(notes(entry("Fen", "It is in bloom.")), released)
    assert len(dated(note)) == marked


def test_terms_of_the_repository_that_change_a_ruling_are_in_all_three_languages(
    catalogue,
):
    assert all(term.words for term in catalogue.eras.values())
    explained = [term for term in catalogue.eras.values() if not term.trivial]
    assert len(explained) >= 20
    assert [term.key for term in explained if not {"en", "es", "fr"} <= set(term.words)] == []


@pytest.mark.parametrize(
    ("lang", "text", "terms"),
    [
        ("fr", "Jusqu’à la fin du tour, elle vole.", []),
        ("fr", "Elle part à la fin du tour.", ["end-of-turn"]),
        ("it", "Vola fino alla fine del turno.", []),
        ("en", "Until end of turn it flies; it leaves at end of turn.", ["end-of-turn"]),
        ("es", "Hasta el final del turno vuela.", []),
        ("en", "It gains lifelink.", ["lifelink"]),
        ("en", "The legend rule applies.", ["legend-rule"]),
        (
            "fr",
            "La capacité est contrecarrée et aucun de ses effets n’aura lieu.",
            ["countered-on-resolution"],
        ),
        (
            "fr",
            "Il la redirige avant de la rediriger sur un planeswalker.",
            ["planeswalker-redirection"],
        ),
        ("en", "The goat will be indestructible.", ["is-indestructible"]),
        ("es", "La carta tiene dos costes de maná convertidos.", ["split-mana-value"]),
        (
            "es",
            "Al quitar el último contador de tiempo de la cabra, se lanza.",
            ["suspend-must-be-cast"],
        ),
        ("es", "Cuando quites el último contador de tiempo de un permanente, se sacrifica.", []),
    ],
)
def test_terms_of_the_repository_are_found_in_their_time(catalogue, lang, text, terms):
    document = replace(notes(entry("Fen", text)), lang=lang)
    known = replace(facts("2007-05-04"), eras=catalogue.eras)
    library = library_of(document, facts=known)
    (note,) = library.sets["lom"].documents[lang].cards[0].notes
    assert [term for term, _ in dated(note)] == terms


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
