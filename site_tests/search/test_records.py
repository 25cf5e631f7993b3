"""Records of the search: everything with an address, once in each language, and its facets."""

from __future__ import annotations

from collections import Counter

from rulebinder.search.listing import RECORD_KINDS, SearchRecord

Records = dict[str, list[SearchRecord]]


def find(records: Records, lang: str, kind: str, record_id: str) -> SearchRecord:
    (found,) = [each for each in records[lang] if (each.kind, each.id) == (kind, record_id)]
    return found


def of_kinds(records: Records, *kinds: str) -> list[tuple[str, str]]:
    return sorted(
        (each.id, lang) for lang, found in records.items() for each in found if each.kind in kinds
    )


def test_no_record_is_duplicated_in_a_language(records):
    counted = Counter(
        (each.kind, each.id, each.lang) for found in records.values() for each in found
    )
    assert {each for each, count in counted.items() if count > 1} == set()
    assert {each.kind for found in records.values() for each in found} == set(RECORD_KINDS)
    assert all(each.lang == lang for lang, found in records.items() for each in found)


def test_everything_with_a_number_is_found_in_each_of_its_languages(library, records):
    numbered = [
        (block.id, document.notes.lang)
        for document in library.documents()
        for holder in document.holders
        for block in holder.numbered
    ]
    assert of_kinds(records, "ruling", "note", "release") == sorted(numbered)


def test_quoted_rules_are_found_in_sections_and_in_cards_notes(records):
    found = {
        each.id: (each.title, each.url, each.text) for each in records["en"] if each.kind == "rule"
    }
    assert found == {
        "vex/umbral-stair/rule-702-345a": (
            "Umbral Stair",
            "cards/umbral-stair/#vex-rule-702-345a",
            "702.345a A stair has steps.\nTwo or more.",
        ),
        "vex/notes/umbral-step/rule-702-345b": (
            "Umbral Step",
            "sets/vex/#vex-umbral-step-rule-702-345b",
            "702.345b A step is one step.",
        ),
    }


def test_cards_mechanics_and_sets_are_found(library, records):
    langs = ("en", "es", "fr")
    assert of_kinds(records, "set") == sorted(
        (code, lang) for code in library.sets for lang in langs
    )
    assert of_kinds(records, "mechanic") == sorted(
        (slug, lang) for slug in library.mechanics for lang in langs
    )
    shown = {(slug, notes.lang) for slug, card in library.cards.items() for notes in card.notes}
    assert of_kinds(records, "card") == sorted(shown)


def test_a_mechanic_that_only_the_catalogue_has_is_found_by_its_name_alone(library, records):
    assert not library.mechanics["dusk"].in_library
    dusk, glimmer = (
        find(records, "es", "mechanic", "dusk"),
        find(records, "es", "mechanic", "glimmer"),
    )
    assert (dusk.title, dusk.facets["mechanic"]) == ("Ocaso", ())
    assert (glimmer.title, glimmer.facets["mechanic"]) == ("Destellar", ("glimmer",))
    assert glimmer.text
    assert (dusk.text, dusk.explanation) == ("", "What dusk does.")


def test_a_ruling_has_the_name_of_its_card_and_its_address(records):
    ruling = find(records, "es", "ruling", "lom/mire-lantern/1")
    assert ruling.title == "Farol del fango"
    assert ruling.url == "cards/mire-lantern/#lom-1"
    assert ruling.langs == ("en", "es")


def test_a_ruling_has_the_facets_of_its_card(records):
    ruling = find(records, "en", "ruling", "lom/wisp-of-the-fen/1")
    assert {name: (*values,) for name, values in ruling.facets.items()} == {
        "set": ("lom",),
        "year": ("2031-02-07",),
        "type": ("creature", "criatura", "espiritu", "spirit"),
        "colour": ("U",),
        "mv": ("1",),
        "is": (),
        "mechanic": ("flying", "glimmer"),
    }
    halves = find(records, "en", "ruling", "lom/sink-surface/1").facets
    assert ("sorcery" in halves["type"], set(halves["colour"])) == (True, {"U", "G"})
    assert halves["is"] == ("split",)
    assert find(records, "en", "card", "mire-lantern").facets["colour"] == "C"


def test_a_section_s_kind_separates_notes_from_release_info(records):
    kinds = {each.kind for each in records["en"] if "legal" in each.text}
    assert kinds == {"release"}
    assert [
        each.facets["mechanic"]
        for each in records["en"]
        if each.text == "A creature glimmers but once."
    ] == [["glimmer"]]


def test_a_card_s_rules_text_cost_and_numbers_are_found(records):
    text = find(records, "en", "card", "wisp-of-the-fen").text
    assert text == "Wisp of the Fen\n{U}\nCreature — Spirit\nFlying\nGlimmer {1}{U}\n1/1"
