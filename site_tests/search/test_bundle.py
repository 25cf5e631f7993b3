"""The files that the browser reads: records, names and phrases, and the same bytes each time."""

import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulebinder.facts.languages import Searching
from rulebinder.facts.search_words import Ambiguous, SearchWords, UsualQuestion
from rulebinder.library import Library
from rulebinder.pages.edition import editions as all_editions
from rulebinder.search import bundle, listing, normal_form
from rulebinder.search import listing as finding
from rulebinder.search.listing import Filter, SearchRecord
from site_tests import outputs
from site_tests.builders import shipped_languages
from site_tests.rendering.approval import assert_approved

FOLD = normal_form.make_fold(("l",))


def held(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def phrases(library: Library, part: str, words: Iterable[str] = (), **changed: Any) -> list[Any]:
    """Return a part of the phrases in English and in Spanish, if the library is ``changed``."""
    library, known = replace(library, **changed), shipped_languages()
    return [
        normal_form.phrase_content(lang, library, known, FOLD, set(words))[part]
        for lang in ("en", "es")
    ]


def files(indexed: Path, lang: str) -> dict[str, Any]:
    """Return the addresses of the files of a language."""
    return dict(held(indexed / lang / "head")["files"]["languages"][lang])


def expanded(file: Any) -> Iterator[tuple[str, str, str, str, str, list[list[str]]]]:
    """Yield kind, id, address, title, text and values of each record in a file of texts."""
    at = 0
    for kind, page, title, ids, anchors, _, cell, count in file["runs"]:
        for number in range(at, at + count):
            end, text = file["ends"][number], file["texts"][number]
            anchor = f"#{anchors}{end}" if anchors + end else ""
            record_id = f"{ids}{end}" or page.rpartition("/")[2]
            yield kind, record_id, f"{page}/{anchor}", title, text, file["cells"][cell]
        at += count


def all_texts(indexed: Path, lang: str) -> list[Any]:
    addresses = files(indexed, lang)
    return [held(indexed / name) for name in (*addresses["texts"], addresses["further"])]


def test_files_are_as_approved(indexed):
    """The texts have every record with the values of its filters, and beside them what not all
    records have. Names are those of every language and face. The head has the word lists of the
    language files, and the language of the page comes first. Words of other pages are left out.
    """
    paths = sorted(path for path in indexed.rglob("*") if path.is_file() and path.suffix != ".js")
    contents = {
        path.relative_to(indexed).as_posix().partition(".")[0]: held(path)
        for path in paths
        if not path.name.startswith("phrases")
    }
    assert_approved("search", {name: lines(content) for name, content in contents.items()})


def lines(content: Any) -> str:
    """Return a content with a line for each key, without the digests in names of files."""
    items = content.items() if isinstance(content, dict) else [("", content)]
    written = (f"{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in items)
    return re.sub(r"\.[0-9a-f]{8}\b", "", "".join(written))


def test_a_large_site_has_the_texts_of_one_set_together(records, monkeypatch):
    assert len(listing.divide_into_files(records["en"])) == 2
    monkeypatch.setattr(listing, "MOST_IN_ONE_FILE", 1)
    monkeypatch.setattr(listing, "MOST_IN_EACH_FILE", 1)
    *shards, further = listing.divide_into_files(records["en"])
    sets = [{record.facets["set"][0] for record in shard} for shard in shards]
    assert [len(codes) for codes in sets] == [1] * len(shards)
    assert len(set().union(*sets)) == len(shards) > 1
    assert not [record for record in further if record.facets.get("set")]
    assert sum(map(len, shards), len(further)) == len(records["en"])


def test_the_name_of_a_file_changes_with_its_content_alone(
    indexed,
    editions,
    tmp_path,
    monkeypatch,
):
    searchable = finding.join_texts
    monkeypatch.setattr(
        finding, "join_texts", lambda text: searchable(text).replace("steep", "sheer")
    )
    outputs.write_search(editions, tmp_path)
    before, after = (
        {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
        for folder in (indexed, tmp_path / bundle.FOLDER)
    )
    assert {path.partition(".")[0] for path in before - after} == {"en/texts-0"}
    assert len(after - before) == len(before - after) == 1


def test_a_language_without_pages_has_texts_that_pages_of_others_find(library, languages, tmp_path):
    some = all_editions(
        library, {lang: language for lang, language in languages.items() if lang in {"en", "fr"}}
    )
    outputs.write_search(some, tmp_path)
    first = held(tmp_path / bundle.FOLDER / "en" / "head")
    assert first["pages"] == ["en", "fr"]
    assert set(first["languages"]) == {"en", "es", "fr"} == set(first["files"]["languages"])
    assert not (tmp_path / bundle.FOLDER / "es" / "head").exists()


def named(library: Library) -> dict[tuple[str, str], list[str]]:
    """Return the names of each owner by its kind and id."""
    rows = bundle.page_names(library, {}, FOLD)
    return {
        (kind, row[0] or FOLD(row[1].removeprefix("en:")).replace(" ", "-")): row[1:]
        for kind, by_place in rows.items()
        for held_rows in by_place.values()
        for row in held_rows
    }


def test_names_of_printings_without_marks_and_nicknames_are_names_too(library):
    slug, card = next(iter(library.cards.items()))
    pointed = replace(card, names={"en": "R.M.K. Mark-2"}, also={"es": ("Otra Linterna",)})
    rows = named(replace(library, cards={slug: pointed}))
    assert set(rows["card", slug]) == {"R.M.K. Mark-2", "RMK Mark2", "Otra Linterna"}
    name = next(iter(card.names.values())).lower()
    same = ((name, "lampy"), (name, "light", "lantern"), ("light", name))
    rows = named(replace(library, synonyms={"en": SearchWords(same, ())}))
    nicknames = [each for each in rows["card", slug] if each.startswith("~")]
    assert nicknames == ["~lampy"], "only a pair that begins with the name has one"


def test_a_name_says_which_files_have_texts_of_its_card(library, records, monkeypatch):
    monkeypatch.setattr(listing, "MOST_IN_ONE_FILE", 1)
    monkeypatch.setattr(listing, "MOST_IN_EACH_FILE", 1)
    shards = {lang: listing.divide_into_files(of_lang)[:-1] for lang, of_lang in records.items()}
    places = {
        row[0] or FOLD(row[1]).replace(" ", "-"): place
        for place, rows in bundle.page_names(library, shards, FOLD)["card"].items()
        for row in rows
    }
    for slug, card in library.cards.items():
        own = {slug, *(note.id for of_set in card.notes for note in of_set.notes)}
        expected = {
            f"{lang} {number}"
            for lang, of_lang in shards.items()
            for number, shard in enumerate(of_lang)
            for record in shard
            if record.id in own
        }
        assert expected <= {*places[slug].split(",")}


def test_all_mechanics_of_a_section_say_which_file_has_it(library):
    section = library.mechanics["glimmer"].sections[0]
    note = SearchRecord(kind="note", id=f"{section.id}/1", lang="en", url="", title="", text="")
    mechanics = {slug: replace(of, sections=(section,)) for slug, of in library.mechanics.items()}
    rows = bundle.page_names(replace(library, mechanics=mechanics), {"en": [[], [note]]}, FOLD)
    assert [*rows["mechanic"]] == ["en 1"]


def test_cards_that_only_the_catalogue_or_a_list_has_are_absent(library):
    fox = {"en": "Hollow // Fox", "es": "Zorro hueco"}
    card = next(iter(library.cards.values()))
    on_site = (*card.names.values(), "sink", "GLIMMER", "Destella")
    larger = replace(
        library, catalogued=(fox, card.names), unruled=("Moss Owl // Moss Nest", *on_site)
    )
    assert bundle.absent_names(larger, FOLD) == [
        "Fox",
        "Hollow",
        "Hollow // Fox",
        "Moss Nest",
        "Moss Owl",
        "Moss Owl // Moss Nest",
        "Zorro hueco",
    ]


def test_a_usual_question_has_the_same_place_in_all_languages(library):
    questions = {
        "one": UsualQuestion(asked={"es": ("Más", "coste")}, answers={"en": ("paid",)}),
        "two": UsualQuestion(asked={"en": ("fork",)}, answers={"es": ("paga",)}),
    }
    assert phrases(library, "asked", questions=questions) == [["", "fork"], ["mas coste", ""]]
    asking = replace(library, questions=questions)
    answers = [normal_form.list_answers(lang, asking) for lang in ("en", "es")]
    assert answers == [[("paid",), ()], [(), ("paga",)]]


def test_vectors_of_words_in_texts_and_phrases_follow_each_other_in_few_steps(library):
    words = SearchWords(same=(("Fir", "elm"),), vectors={"ash": "?[", "elm": "#?", "yew": "[["})
    english, _ = phrases(library, "vectors", {"ash"}, synonyms={"en": words})
    assert english == ["ash elm", "?A=?", "yew"]


def test_what_players_ask_about_a_mechanic_comes_with_words_of_the_answer(library):
    slug, mechanic = next(item for item in library.mechanics.items() if item[1].facts)
    questions = {"en": {"Does it glow?": "it glows", "Does it melt?": None}}
    asked = replace(mechanic, facts=replace(mechanic.facts, questions=questions))
    english = [[slug, "Does it glow?", "it glows"], [slug, "Does it melt?", ""]]
    assert phrases(library, "players", mechanics={slug: asked}) == [english, []]


def test_concepts_are_translated_with_the_slang_that_begins_with_one(library):
    words = SearchWords(same=(("sacrifice", "Sac"), ("lamp", "sacrifice")))
    groups, _ = phrases(library, "abroad", synonyms={"en": words})
    english, others = next(group for group in groups if "sacrifice" in group[0])
    assert "sac" in english
    assert "lamp" not in english
    assert "sacrificar" in others["es"]


def test_a_new_row_becomes_a_filter_in_the_head_the_words_and_the_texts(
    editions,
    languages,
    tmp_path,
    monkeypatch,
):
    """A filter needs only a row and its words."""
    size = Filter(
        name="size",
        values=lambda record: ("long" if len(record.text) > 40 else "short",),
        prefix="hit",
        labeled=["card"],
    )
    named = {
        lang: replace(language, interface={**language.interface, "filter_size": "Size"})
        for lang, language in languages.items()
    }
    monkeypatch.setattr(listing, "FILTERS", (*listing.FILTERS, size))
    outputs.write_search(editions, tmp_path, languages=named)
    folder = tmp_path / bundle.FOLDER
    for lang in editions:
        first, said = (held(folder / lang / name) for name in ("head", "said"))
        row = {"name": "size", "prefix": "hit", "table": "", "codes": False}
        row |= {"compared": "same", "also": [], "offered": True, "same": False}
        assert first["filters"][-1] == said["filters"][-1] == row
        assert said["filter_size"] == "Size"
        for file in all_texts(folder, lang):
            for *_, text, values in expanded(file):
                assert values[-1] == ["long" if len(text) > 40 else "short"]


def test_each_script_exists_once_and_includes_its_modules(indexed):
    scripts = sorted(path.relative_to(indexed).as_posix() for path in indexed.rglob("*.js"))
    assert scripts == sorted(f"{name}.js" for name in bundle.ENTRY_SCRIPTS)
    assert "class Library" in (indexed / "worker.js").read_text("utf-8")


def test_keys_of_the_page_s_language_win_and_a_language_without_endings_has_english_ones(
    languages,
):
    odd = replace(languages["es"], searching=Searching(filter_keys={"year": ("set", "edición")}))
    changed = {**languages, "es": odd}
    assert normal_form.filter_keys(changed, "es")["set"] == "year"
    assert normal_form.filter_keys(changed, "fr")["set"] == "set"
    assert normal_form.filter_keys(changed, "fr")["edition"] == "set"
    spanish, english, other = (
        normal_form.list_endings(changed, lang) for lang in ("es", "en", "tlh")
    )
    assert spanish == english == other


def test_the_head_has_the_words_that_mean_several_things(editions, tmp_path):
    bark = Ambiguous(("bark", "barks"), {"howl": ("dog",), "rind": ("tree",)})
    library = replace(editions["en"].library, synonyms={"en": SearchWords((), (), (bark,))})
    changed = {lang: replace(edition, library=library) for lang, edition in editions.items()}
    outputs.write_search(changed, tmp_path)
    senses = [held(tmp_path / bundle.FOLDER / lang / "head")["senses"] for lang in ("en", "es")]
    assert senses == [[[["bark", "barks"], {"howl": ["dog"], "rind": ["tree"]}]], []]
