"""The lexicon: the beginning of a word determines its file, and the files stay small."""

from __future__ import annotations

import gzip
import json
import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts.languages import Languages
from rulebinder.facts.search_words import SearchWords
from rulebinder.library import Library
from rulebinder.search import compression, index
from rulebinder.search.records import SearchRecord
from rulebinder.search.words import initials, lexicon, postings, synonyms
from rulebinder.search.words.lexicon import KnownName, Lexicon, Sayings
from rulebinder.search.words.normal_form import folding


def held(packed: bytes) -> Any:
    return json.loads(gzip.decompress(packed))


def said(word: str, made: Lexicon) -> Any:
    """Return the entries in the file of a word's beginning."""
    return made.beginnings[word[: made.depth]]


def near(key: str, made: Lexicon) -> Any:
    """Return the entries in the file of a beginning that may have an error."""
    return json.loads(made.near[lexicon.bucket(key, len(made.near))])


FOLD = folding(())
UNSAID = Sayings()


def record(text: str, title: str = "Fen") -> SearchRecord:
    return SearchRecord(
        kind="ruling", id="lom/fen/1", lang="en", url="cards/fen/", title=title, text=text
    )


def lexicon_of(
    names: list[KnownName], records: list[SearchRecord], sayings: Sayings = UNSAID
) -> Lexicon:
    """Return the lexicon of a language that has these records."""
    titles = {each.title for each in records}
    return lexicon.lexicon(lexicon.named(names, FOLD), titles, postings.said(records, ()), sayings)


def invented(count: int) -> list[KnownName]:
    """Return names of two words. They are always the same."""
    choose = random.Random(7)
    syllables = [f"{first}{second}" for first in "bdfgklmnprstv" for second in "aeiou"]
    words = ["".join(choose.choices(syllables, k=choose.randint(2, 4))) for _ in range(count)]
    pairs = zip(words, reversed(words), strict=True)
    return [
        KnownName(text=f"{one} {other}".title(), kind="card", target=f"{one}-{other}")
        for one, other in pairs
    ]


def _apart(entry: str) -> tuple[str, str, str]:
    """Return the kind, the target and the text of a name's entry."""
    kind, target, _, text = entry.split("/", 3)
    return kind, target, text


def test_cards_of_the_catalogue_without_notes_are_known_but_have_no_page(library: Library) -> None:
    fox = {"en": "Hollow Fox", "es": "Zorro hueco"}
    held = next(iter(library.cards.values())).names
    made = lexicon.names(replace(library, catalogued=(fox, held)), {})
    absent = {(name.text, name.where) for name in made if name.kind == "absent"}
    assert absent == {("Hollow Fox", ""), ("Zorro hueco", "")}


def test_every_name_is_in_the_files_of_its_words(library: Library, indexed: Path) -> None:
    for lang in ("en", "es", "fr"):
        head = held((indexed / lang / "head").read_bytes())
        folder = indexed / lang / head["version"] / "words"
        shelves = [
            held((folder / str(number)).read_bytes()) for number in range(len(head["starts"]))
        ]
        starts = [
            (start, number)
            for number, start in enumerate(head["starts"])
            if len(start) <= head["depth"]
        ]
        assert starts == sorted(starts)
        for name in lexicon.names(library, {}):
            words = [word[: head["depth"]] for word in FOLD(name.text).split()]
            files = [
                max((start for start in starts if start[0] <= word), default=(word, 0))[1]
                for word in words
            ]
            held_names = {
                _apart(entry) for file in files for entry in shelves[file].get("names", ())
            }
            assert (name.kind, name.target, name.text) in held_names, name


def test_names_include_every_language_and_each_face(library: Library) -> None:
    found = lexicon.names(library, {})
    assert {each.text for each in found if each.target == "sink-surface"} >= {
        "Sink",
        "Surface",
        "Hundirse",
        "Emerger",
    }
    assert {each.text for each in found if each.kind == "set" and each.target == "lom"} >= {
        "LOM",
        "Faroles sobre el fango",
    }
    assert {each.text for each in found if each.target == "glimmer"} == {
        "Glimmer",
        "glimmers",
        "Destellar",
        "destella",
    }


def test_names_of_other_printings_lead_to_the_card(library: Library) -> None:
    slug, card = next(iter(library.cards.items()))
    known = replace(library, cards={slug: replace(card, also={"es": ("Otra Linterna",)})})
    assert KnownName(text="Otra Linterna", kind="card", target=slug) in lexicon.names(known, {})


def test_a_pair_of_synonyms_that_begins_with_a_card_has_a_nickname_of_it(library: Library) -> None:
    slug, card = next(iter(library.cards.items()))
    name = next(iter(card.names.values()))
    same = ((name.lower(), "lampy"), (name.lower(), "light", "lantern"), ("light", name.lower()))
    found = lexicon.names(replace(library, synonyms={"en": SearchWords(same, ())}), {})
    assert {each.text for each in found if each.target == slug} >= {"lampy"}
    assert {"light", "lantern"}.isdisjoint(each.text for each in found)


def test_every_word_is_counted_in_its_file() -> None:
    made = lexicon_of(
        [], [record("It floats. Floats!"), record("Afloat, it floats: {T}, 1/1 and 702.345b.")]
    )
    assert "floats 2" in said("floats", made)["words"]
    for marked in ("{t}", "1/1", "702.345b"):
        assert f"{marked} 1" in said(marked, made)["words"]


def test_the_letter_in_a_symbol_is_no_word() -> None:
    made = lexicon_of([], [record("{T}, {X}: X is how many float. It becomes an X/X.")])
    assert [
        word
        for held in made.beginnings.values()
        for word in held["words"]
        if word in ("t 1", "x 1", "x/x 1")
    ] == [
        "x 1",
        "x/x 1",
    ]


@pytest.mark.parametrize("typed", ["loats", "gloats", "lfoats", "foats", "fpoats"])
def test_a_word_is_in_the_file_of_its_misspelt_beginning(typed: str) -> None:
    """The browser reads the files of the beginning, and of the beginning without one of its first
    letters.
    """
    made = lexicon_of([], [record("It floats.")])
    depth = made.depth
    keys = {typed[:depth], *((typed[:gap] + typed[gap + 1 :])[:depth] for gap in range(depth))}
    assert any("floats 1" in near(key, made).get("words", ()) for key in keys)


def test_a_group_maps_each_of_its_phrases_to_those_in_the_records() -> None:
    group = ("mana value", "mv", "unsaid words")
    made = lexicon_of(
        [],
        [record("The mana value of mana is no value."), record("More mana.")],
        Sayings(groups=(group,)),
    )
    (same,) = [each for each in said("mv", made)["same"] if each.startswith("mv|")]
    assert same == "mv|mana value:value:1"
    assert not [
        each for each in said("mana", made).get("same", ()) if each.startswith("mana value|")
    ]


def test_a_phrase_is_filed_by_its_first_meaningful_word() -> None:
    """The browser looks up nothing by the others."""
    known = Sayings(
        groups=(("no text", "vanilla"),),
        meanings=((("in no zone",), (("es", ("fuera",)), ("fr", ("face cachee",)))),),
        ignored={"no", "in"},
    )
    made = lexicon_of([], [record("A vanilla creature.")], known)
    assert said("text", made)["same"] == ["no text|vanilla:vanilla:1"]
    assert said("zone", made)["abroad"] == ["in no zone|es:fuera|fr:face cachee"]


@pytest.mark.parametrize("typed", ["mbere", "rmber", "ebmer", "amber", "fxo"])
def test_a_word_of_a_name_is_in_the_file_of_its_misspelt_beginning(typed: str) -> None:
    """The browser then looks the name up by that word."""
    made = lexicon.named_words(["ember", "fox"])
    depth = made.depth
    keys = {typed[:depth], *((typed[:gap] + typed[gap + 1 :])[:depth] for gap in range(depth))}
    files = [held(made.files[lexicon.bucket(key, len(made.files))]) for key in keys]
    assert {"ember", "fox"} & {word for file in files for word in file.get("named", ())}


@pytest.mark.parametrize("count", [10, 1_000, 20_000])
def test_files_stay_small_with_many_names(count: int) -> None:
    names = invented(count)
    made = lexicon_of(names, [record(" ".join(each.text for each in names))])
    words = sorted({word for each in names for word in FOLD(each.text).split()})
    for files, room in (
        (lexicon.named_words(words).files, lexicon.ROOM_OF_NAMES),
        (map(str.encode, made.near), lexicon.ROOM),
    ):
        sizes = sorted(
            len(each) if each[:1] == b"\x1f" else compression.size(each.decode()) for each in files
        )
        assert len(sizes) >= lexicon.FEWEST
        assert sizes[len(sizes) // 2] <= room
        assert sizes[-1] <= 3 * initials.MOST
    assert (
        max(len(compression.compressed(held)) for held in made.beginnings.values()) <= initials.MOST
    )


def test_words_of_other_languages_are_filed_unless_they_are_short() -> None:
    made = lexicon_of([], [record("It floats.")])
    files = lexicon.forgiving(made.near, made.depth, {"zarza", "oro"})
    assert [word for file in files for word in held(file).get("others", ())] == ["zarza"]
    assert held(files[lexicon.bucket("zarza"[: made.depth], len(files))])["others"] == ["zarza"]
    assert [{**held(file), "others": 0} for file in files] == [
        {**json.loads(own), "others": 0} for own in made.near
    ]


def test_a_shelf_is_written_as_json_is() -> None:
    names, words = (
        [('a "b"', ("fen", "fern")), ("é\\", ("moth",))],
        [("fen 1", ("fen",)), ("oak 2", ("oak",))],
    )
    filed = initials.filed({"names": names, "none": [], "words": words})
    for beginnings in ((), ("fen",), ("oak",), ("oak", "fern", "fen", "moth")):
        assert filed.content(beginnings) == compression.written(filed.shelf(beginnings))
    assert filed.shelf(("oak", "fern", "fen")) == {"names": ['a "b"'], "words": ["fen 1", "oak 2"]}


def test_common_words_of_names_are_filed_if_a_name_has_no_other() -> None:
    of = KnownName(text="Of", kind="card", target="of")
    names = [*(replace(each, text=f"Of {each.text}") for each in invented(3_000)), of]
    made = lexicon_of(names, [])
    assert [each for each in said("of", made)["names"] if each.startswith("card/of/")]
    assert len([each for each in said("of", made)["names"] if "/Of " in each]) < 300


def test_a_mechanic_is_the_same_in_all_its_languages(library: Library) -> None:
    assert ("destella", "destellar", "glimmer") in synonyms.groups("es", library, FOLD)


def test_a_name_leads_to_the_records_of_its_card_in_every_language(
    library: Library, records: dict[str, list[SearchRecord]]
) -> None:
    numbered = {lang: index.ordered(held) for lang, held in records.items()}
    known = {
        (each.kind, each.target): each.where
        for each in lexicon.names(library, lexicon.places(library, numbered))
        if each.where
    }
    for slug, card in library.cards.items():
        found = {
            numbered[lang][number].id
            for lang, first, count in (
                run.split(" ") for run in known["card", slug].split(",") if run
            )
            for number in range(int(first), int(first) + int(count))
        }
        assert {note.id for notes in card.notes for note in notes.notes} <= found
        assert all(each == slug or slug in each for each in found)


def test_a_face_of_one_word_leads_to_no_records(library: Library) -> None:
    names = lexicon.names(library, {("card", "sink-surface"): "en 1 5"})
    assert {each.text: each.where for each in names if each.target == "sink-surface"}["Sink"] == ""
    assert {each.text: each.where for each in names if each.target == "sink-surface"}[
        "Sink // Surface"
    ] == "en 1 5"


def test_a_word_in_which_people_ask_is_filed_with_the_words_like_it() -> None:
    made = lexicon_of(
        [],
        [record("The discounts count.")],
        Sayings(asked={"discount": "discount 12 28", "go": "go 3"}),
    )
    assert said("discounts", made) == {"words": ["discounts 1"], "asked": ["discount 12 28"]}
    assert said("go", made)["asked"] == ["go 3"]


def test_concepts_and_mechanics_are_translated(library: Library, languages: Languages) -> None:
    found = synonyms.meanings("en", library, languages, FOLD)
    sacrifice = next(others for own, others in found if "sacrifice" in own)
    assert "sacrificar" in dict(sacrifice)["es"]
    glimmer = next(others for own, others in found if "glimmer" in own)
    assert "destellar" in dict(glimmer)["es"]


def test_the_name_of_a_card_without_rulings_is_filed_by_its_rarest_word_alone() -> None:
    unruled = ("Moss Owl", "Moss Fox", "Moss Vixen of Dusk")
    made = lexicon_of(
        [], [record("It flies.")], Sayings(unruled={name: FOLD(name) for name in unruled})
    )
    filed = {
        name: {
            key for key, entries in made.beginnings.items() if name in entries.get("unruled", ())
        }
        for name in unruled
    }
    assert filed == {"Moss Owl": {"ow"}, "Moss Fox": {"fo"}, "Moss Vixen of Dusk": {"du"}}


def test_a_name_is_known_without_the_marks_in_its_words(library: Library) -> None:
    card = next(iter(library.cards.values()))
    pointed = replace(card, names={"en": "R.M.K. Mark-2"}, also={})
    names = lexicon.names(replace(library, cards={card.slug: pointed}), {})
    assert {each.text for each in names if each.kind == "card"} == {"R.M.K. Mark-2", "RMK Mark2"}


def test_the_name_of_a_mechanic_leads_to_the_record_that_explains_it(
    library: Library, records: dict[str, list[SearchRecord]]
) -> None:
    numbered = {lang: index.ordered(held) for lang, held in records.items()}
    where = lexicon.places(library, numbered)["mechanic", "glimmer"]
    explaining = {
        lang: int(number)
        for lang, _, number in (run.partition(" ") for run in where.split(","))
        if " " not in number
    }
    assert {
        (lang, numbered[lang][number].kind, numbered[lang][number].id)
        for lang, number in explaining.items()
    } == {(lang, "mechanic", "glimmer") for lang in ("en", "es", "fr")}
