"""A ruling has the same number in every language, and the gaps of a language are known."""

from __future__ import annotations

from dataclasses import replace

from rulebinder.facts.catalogue import CardFacts
from rulebinder.joining import join
from rulebinder.joining.identity import learn_names
from rulebinder.library import Gap, Lack, Library, Translation
from rulebinder.notes import ReleaseNotes
from site_tests import sites
from site_tests.builders import catalogue, entry, library_of, notes, section
from site_tests.ledger.test_import import FIRST, PRIMERA, SECOND, SEGUNDA, TERCERA, THIRD


def joined(*documents: ReleaseNotes) -> Library:
    return library_of(*documents, facts=catalogue())


def numbers(library: Library, lang: str) -> list[int]:
    (entry_notes,) = library.sets["lom"].documents[lang].cards
    return [note.number for note in entry_notes.notes]


def translation(library: Library, lang: str) -> Translation:
    return library.sets["lom"].translations[lang]


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


def test_a_translation_takes_the_numbers_of_the_rulings_it_matches():
    library = joined(
        notes(entry("Fen", FIRST, SECOND, THIRD)), notes(entry("Fen", SEGUNDA, TERCERA), lang="es")
    )
    assert numbers(library, "es") == [2, 3]
    (gap,) = translation(library, "es").gaps
    assert (gap.lack, gap.number) == (Lack.RULING, 1)


def test_a_ruling_that_is_missing_in_the_reference_takes_the_next_free_number():
    library = joined(
        notes(entry("Fen", FIRST, THIRD)), notes(entry("Fen", PRIMERA, SEGUNDA, TERCERA), lang="es")
    )
    assert numbers(library, "es") == [1, 3, 2]
    assert [(gap.lack, gap.number) for gap in translation(library, "en").gaps] == [(Lack.RULING, 3)]


def test_two_translations_share_the_number_of_a_ruling_that_only_they_have():
    french = notes(
        entry("Fen", "Vous payez {2} pour cela.", "Il vous inflige 3 blessures."), lang="fr"
    )
    library = joined(
        notes(entry("Fen", FIRST)), notes(entry("Fen", PRIMERA, SEGUNDA), lang="es"), french
    )
    assert numbers(library, "es") == numbers(library, "fr") == [1, 2]


def test_between_two_similar_rulings_none_is_reported_as_missing():
    library = joined(
        notes(entry("Fen", "It is dark in here.", "It is wet in there.")),
        notes(entry("Fen", "Está oscuro aquí."), lang="es"),
    )
    (gap,) = translation(library, "es").gaps
    assert (gap.lack, gap.have, gap.of) == (Lack.FEWER, 1, 2)
    assert translation(library, "es").states == ("fewer",)


def test_missing_entries_and_sections_are_gaps_of_the_document():
    general = section("Legality", "Legal.", kind="legality")
    english = notes(
        entry("Fen", FIRST),
        entry("Bog", FIRST),
        sections=[general, section("Theme: Fog", FIRST, kind="theme")],
    )
    spanish = notes(entry("Fen", PRIMERA), lang="es", sections=[general])
    gaps = translation(joined(english, spanish), "es").gaps
    assert Gap(lack=Lack.ENTRY, entry="lom/bog", place=spanish.place) in gaps
    assert Lack.SECTION in {gap.lack for gap in gaps}


def test_without_english_the_oldest_document_is_the_reference():
    spanish = notes(entry("Fen", PRIMERA), lang="es", last_modified="2031-01-02")
    french = notes(entry("Fen", "Vous payez {2} pour cela."), lang="fr", last_modified="2031-01-01")
    library = joined(spanish, french)
    assert list(library.sets["lom"].translations) == ["fr", "es"]
    assert not translation(library, "es").older


def test_a_set_in_one_language_has_no_translations_and_counts_from_one():
    library = joined(notes(entry("Fen", FIRST, SECOND)))
    assert not library.sets["lom"].translations
    assert numbers(library, "en") == [1, 2]


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
    learned = learn_names(documents, english_only)
    right = {card.names["en"]: card.names for card in example_set.cards.values()}
    names = [
        (card.names["en"], lang, name) for card in learned for lang, name in card.names.items()
    ]
    assert all(right[english][lang] == name for english, lang, name in names)
    assert len(names) > 60
    assert not learn_names(documents, known.catalogue.cards), "what is known is not learned"


def test_similar_cards_are_not_confused():
    spanish = notes(entry("Pantano"), entry("Ciénaga"), lang="es")
    assert learn_names([notes(entry("Fen"), entry("Bog")), spanish], ()) == ()
    (card,) = learn_names([notes(entry("Fen")), notes(entry("Pantano"), lang="es")], ())
    assert card.names == {"en": "Fen", "es": "Pantano"}
