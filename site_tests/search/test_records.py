"""Records of the search: everything with an address, once in each language, and its facets."""

from collections import Counter

from rulebinder.search.listing import RECORD_KINDS, SearchRecord
from site_tests.rendering.approval import assert_approved


def test_no_record_is_duplicated_in_a_language(records):
    counted = Counter(
        (each.kind, each.id, each.lang) for found in records.values() for each in found
    )
    assert {each for each, count in counted.items() if count > 1} == set()
    assert {each.kind for found in records.values() for each in found} == set(RECORD_KINDS)
    assert all(each.lang == lang for lang, found in records.items() for each in found)


def test_records_are_as_approved(records):
    """Everything with a number is there, quoted rules of sections and of cards' notes, and each
    card, set and mechanic. A ruling has the name, the address and the facets of its card. A
    mechanic that only the catalogue has is found by its name alone, a card by its text, cost and
    numbers.
    """
    lines = {lang: "\n".join(map(line, of_lang)) for lang, of_lang in records.items()}
    assert_approved("records", lines)


def line(record: SearchRecord) -> str:
    facets = {name: [*values] for name, values in record.facets.items() if values}
    return f"{record.kind} {record.id} {record.url}: {record.title}: {record.text!r} {facets}"


def test_everything_with_a_number_is_found_in_each_of_its_languages(library, records):
    numbered = [
        (block.id, document.notes.lang)
        for document in library.documents()
        for holder in document.holders
        for block in holder.numbered
    ]
    kinds = {"ruling", "note", "release"}
    found = [
        (record.id, lang)
        for lang, of_lang in records.items()
        for record in of_lang
        if record.kind in kinds
    ]
    assert sorted(found) == sorted(numbered)
