"""A ruling has the same number in every language, and the gaps of a language are known: rulings of
two languages are aligned without comparing words.
"""

from dataclasses import replace

import pytest

from rulebinder.facts.catalogue import CardFacts
from rulebinder.joining import join
from rulebinder.joining.identity import learn_names
from rulebinder.joining.ruling_numbers import (
    align,
    certainty,
    find_traits,
    group_by_set,
    likeness,
    usual_ratio,
)
from rulebinder.library import Gap, Lack
from rulebinder.text import parse
from site_tests import sites
from site_tests.builders import catalogue, entry, library_of, notes, section
from site_tests.joining.conftest import mentions
from site_tests.ledger.test_import import FIRST, PRIMERA, SECOND, SEGUNDA, TERCERA, THIRD

SURE = 1.5


def translated(*documents):
    """Return the numbers of the card's rulings by language, and the gaps of each translation."""
    the_set = library_of(*documents, facts=catalogue()).sets["lom"]
    numbers = {
        lang: [note.number for note in document.cards[0].notes]
        for lang, document in the_set.documents.items()
    }
    return numbers, {
        lang: [(gap.lack, gap.number) for gap in each.gaps]
        for lang, each in the_set.translations.items()
    }


def test_the_example_sets_rulings_are_the_same_in_every_language(example_set):
    the_set = example_set.sets["lam"]
    assert not [gap for each in the_set.translations.values() for gap in each.gaps]
    assert {each.states for each in the_set.translations.values()} == {("aligned",)}
    assert not any(each.older for each in the_set.translations.values())
    ids = {
        lang: [note.id for holder in document.holders for note in holder.notes]
        for lang, document in the_set.documents.items()
    }
    assert len(ids["en"]) == len(set(ids["en"])) == 99
    assert set(ids["en"]) == set(ids["es"]) == set(ids["fr"])


@pytest.mark.parametrize(
    ("english", "translations", "numbers", "gaps"),
    [
        (
            (FIRST, SECOND, THIRD),
            {"es": (SEGUNDA, TERCERA)},
            {"es": [2, 3]},
            {"es": [(Lack.RULING, 1)]},
        ),
        (
            (FIRST, THIRD),
            {"es": (PRIMERA, SEGUNDA, TERCERA)},
            {"es": [1, 3, 2]},
            {"en": [(Lack.RULING, 3)]},
        ),
        (
            (FIRST,),
            {
                "es": (PRIMERA, SEGUNDA),
                "fr": ("Vous payez {2} pour cela.", "Il vous inflige 3 blessures."),
            },
            {"es": [1, 2], "fr": [1, 2]},
            {"en": [(Lack.RULING, 2)]},
        ),
        ((FIRST, SECOND), {}, {"en": [1, 2]}, {}),
    ],
    ids=["missing in the translation", "missing in English", "in two translations", "alone"],
)
def test_a_translation_takes_the_numbers_of_the_rulings_it_matches(
    english, translations, numbers, gaps
):
    documents = [notes(entry("Fen", *texts), lang=lang) for lang, texts in translations.items()]
    given, lacks = translated(notes(entry("Fen", *english)), *documents)
    assert numbers.items() <= given.items()
    assert {lang: each for lang, each in lacks.items() if each} == gaps
    assert bool(lacks) == bool(translations)


def test_between_two_similar_rulings_none_is_reported_as_missing():
    english = notes(entry("Fen", "It is dark in here.", "It is wet in there."))
    spanish = notes(entry("Fen", "Está oscuro aquí."), lang="es")
    translation = library_of(english, spanish, facts=catalogue()).sets["lom"].translations["es"]
    (gap,) = translation.gaps
    assert (gap.lack, gap.have, gap.expected) == (Lack.FEWER, 1, 2)
    assert translation.states == ("fewer",)


def test_missing_entries_and_sections_are_gaps_of_the_document():
    general = section("Legality", "Legal.", kind="legality")
    english = notes(
        entry("Fen", FIRST),
        entry("Bog", FIRST),
        sections=[general, section("Theme: Fog", FIRST, kind="theme")],
    )
    spanish = notes(entry("Fen", PRIMERA), lang="es", sections=[general])
    gaps = library_of(english, spanish, facts=catalogue()).sets["lom"].translations["es"].gaps
    assert Gap(lack=Lack.ENTRY, entry="lom/bog", place=spanish.place) in gaps
    assert Lack.SECTION in {gap.lack for gap in gaps}


def test_without_english_the_oldest_document_is_the_reference():
    spanish = notes(entry("Fen", PRIMERA), lang="es", last_modified="2031-01-02")
    french = notes(entry("Fen", "Vous payez {2} pour cela."), lang="fr", last_modified="2031-01-01")
    translations = library_of(spanish, french, facts=catalogue()).sets["lom"].translations
    assert list(translations) == ["fr", "es"]
    assert not translations["es"].older


def test_a_section_missing_in_a_language_does_not_change_the_other_ids(
    example_set,
):
    english, spanish = (example_set.sets["lam"].documents[lang].notes for lang in ("en", "es"))
    known = sites.content()
    for gone, missing in enumerate(example_set.sets["lam"].documents["es"].sections):
        fewer = replace(spanish, sections=(*spanish.sections[:gone], *spanish.sections[gone + 1 :]))
        library = join([english, fewer], known.catalogue, known.languages)[0]
        gaps = [
            gap.entry
            for gap in library.sets["lam"].translations["es"].gaps
            if gap.lack is Lack.SECTION
        ]
        assert gaps == [missing.id]


def test_cards_with_unknown_names_are_matched_by_their_printed_numbers(
    example_set,
):
    known = sites.content()
    english_only = tuple(
        CardFacts(names={"en": card.names["en"]}) for card in known.catalogue.cards
    )
    documents = [document.notes for document in example_set.sets["lam"].documents.values()]
    groups = group_by_set(documents).values()
    learned = learn_names(groups, english_only)
    right = {card.names["en"]: card.names for card in example_set.cards.values()}
    names = [
        (card.names["en"], lang, name) for card in learned for lang, name in card.names.items()
    ]
    assert all(right[english][lang] == name for english, lang, name in names)
    assert len(names) > 60
    assert not learn_names(groups, known.catalogue.cards), "what is known is not learned"


def test_similar_cards_are_not_confused():
    spanish = notes(entry("Pantano"), entry("Ciénaga"), lang="es")
    assert learn_names([(notes(entry("Fen"), entry("Bog")), spanish)], ()) == ()
    (card,) = learn_names([(notes(entry("Fen")), notes(entry("Pantano"), lang="es"))], ())
    assert card.names == {"en": "Fen", "es": "Pantano"}


def known(*texts):
    return [find_traits((parse(text),)) for text in texts]


@pytest.mark.parametrize(
    ("ones", "others", "pairs"),
    [
        (
            ("You pay {2} for each.", "It deals 3 damage now.", "Nobody may do so twice."),
            ("Inflige 3 blessures.", "Personne ne le fait deux fois."),
            [(0, None), (1, 0), (2, 1)],
        ),
        (
            ("You pay {2} for each.", "It deals 3 damage now."),
            (
                "Paga {2} por cada una.",
                "Una frase larga que en inglés no está y que nadie esperaba aquí.",
                "Hace 3 puntos de daño.",
            ),
            [(0, 0), (None, 1), (1, 2)],
        ),
        ((), ("Solo.",), [(None, 0)]),
        (("Alone.",), (), [(0, None)]),
        ((), (), []),
    ],
)
def test_symbols_and_numbers_show_which_ruling_is_missing(ones, others, pairs):
    assert (
        align(known(*ones), known(*others), lambda one, other: likeness(one, other, 0.0)) == pairs
    )


def test_lengths_are_compared_relative_to_the_language():
    short, long = known("Twelve words.")[0], known("Twelve words and as many again, no less.")[0]
    assert likeness(short, long, usual_ratio([(short, long)])) > likeness(short, long, 0.0)


def of_entries(document):
    """Return the traits of the rulings of each entry and section."""
    return {
        holder.id: [
            find_traits(
                (note.text, *note.items),
                [(each.kind, each.target) for each in mentions(note.text, *note.items)],
            )
            for note in holder.notes
        ]
        for holder in (*document.cards, *document.sections)
    }


@pytest.mark.parametrize(("one", "other"), [("en", "es"), ("en", "fr"), ("es", "fr")])
def test_in_the_example_set_a_ruling_left_out_is_found_nine_times_of_ten_and_named_only_when_sure(
    example_set, one, other
):
    documents = example_set.sets["lam"].documents
    first, second = of_entries(documents[one]), of_entries(documents[other])
    right = wrong = named_wrongly = 0
    for key, ones in first.items():
        others = second.get(key, [])
        if not len(ones) == len(others) > 1:
            continue
        usual = usual_ratio(zip(ones, others, strict=True))

        def alike(first, second, usual=usual):
            return likeness(first, second, usual)

        for gone in range(len(others)):
            left = [*others[:gone], *others[gone + 1 :]]
            pairs = align(ones, left, alike)
            found = pairs == [
                (at, None if at == gone else at - (at > gone)) for at in range(len(ones))
            ]
            right, wrong = right + found, wrong + (not found)
            named_wrongly += not found and certainty(ones, left, pairs, alike) >= SURE
    assert right > 9 * wrong
    assert named_wrongly == 0
