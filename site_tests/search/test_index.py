"""The files that the browser reads: tables of all records, words in every language, and the same
bytes each time.
"""

from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulebinder.facts.languages import Languages, Searching
from rulebinder.facts.search_words import Ambiguous, SearchWords, UsualQuestion
from rulebinder.library import Library
from rulebinder.pages.edition import Edition
from rulebinder.pages.edition import editions as all_editions
from rulebinder.search import bundle, facets, index
from rulebinder.search import records as finding
from rulebinder.search.facets import Filter
from rulebinder.search.records import SearchRecord
from rulebinder.search.words import lexicon, normal_form, postings
from rulebinder.search.words.lexicon import KnownName
from rulebinder.system.caches.result_cache import Cache
from site_tests import outputs
from site_tests.outputs import SCRIPTS
from site_tests.robustness import documents


def held(path: Path) -> Any:
    return json.loads(gzip.decompress(path.read_bytes()))


def files(indexed: Path, lang: str) -> Path:
    """Return the folder of a language whose name depends on its content."""
    return indexed / lang / str(held(indexed / lang / "head")["version"])


def test_the_facets_have_a_row_for_every_record(
    indexed: Path, records: dict[str, list[SearchRecord]]
) -> None:
    for lang, found in records.items():
        table = held(files(indexed, lang) / "facets")
        column = table["columns"].index("kind")
        kinds = [table["values"]["kind"][row[column][0]] for row in table["rows"]]
        assert kinds == [each.kind for each in index.ordered(found)]


def test_the_texts_have_every_record_in_order(
    indexed: Path, records: dict[str, list[SearchRecord]]
) -> None:
    for lang, found in records.items():
        together = held(indexed / lang / "head")["together"]
        folder = files(indexed, lang) / "texts"
        rows = [
            row for number in range(len([*folder.iterdir()])) for row in held(folder / str(number))
        ]
        told = [
            (row[0], row[1], f"{row[2]}/{'#' if row[3] else ''}{row[3]}", row[5], row[7])
            for row in rows
        ]
        assert told == [
            (
                "paragraph" if each.is_paragraph else each.kind,
                each.id,
                each.url,
                each.title,
                each.explanation or each.text,
            )
            for each in index.ordered(found)
        ]
        assert len(held(folder / "0")) == min(together, len(found))


def test_the_head_has_the_kind_of_each_record_and_which_share_a_page(
    indexed: Path, records: dict[str, list[SearchRecord]]
) -> None:
    """The browser uses this to rank hits without reading more."""
    for lang, found in records.items():
        head = held(indexed / lang / "head")
        told: list[tuple[str, int]] = []
        page = -1
        for letter, count in re.findall(r"([A-Za-z])(\d*)", head["places"]):
            page += letter.isupper()
            told += [(head["kinds"][ord(letter.lower()) - ord("a")], page)] * int(count or 1)
        order = index.ordered(found)
        pages = list(dict.fromkeys(each.url.partition("#")[0] for each in order))
        assert told == [(each.kind, pages.index(each.url.partition("#")[0])) for each in order]


def test_the_head_says_which_records_an_earlier_language_has(
    indexed: Path, records: dict[str, list[SearchRecord]]
) -> None:
    """The browser counts such a record once."""
    order = {lang: index.ordered(found) for lang, found in records.items()}
    languages = sorted(order)
    assert len(languages) > 1
    for lang, found in order.items():
        keys = [(lang, number) for number, _ in enumerate(found)]
        for run in filter(None, held(indexed / lang / "head")["twins"].split(",")):
            here, other, there, *count = run.split(" ")
            for step in range(int(*count or [1])):
                keys[int(here) + step] = (other, int(there) + step)
        for (other, number), record in zip(keys, found, strict=True):
            twin = order[other][number]
            assert (twin.kind, twin.id) == (record.kind, record.id)
            earlier = [each for code in languages[: languages.index(other)] for each in order[code]]
            assert not [
                each
                for each in [*earlier, *order[other][:number]]
                if (each.kind, each.id) == (record.kind, record.id)
            ]


def test_a_folder_gets_another_name_if_words_of_one_text_change_places(
    indexed: Path,
    editions: dict[str, Edition],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tokens = postings.tokens
    monkeypatch.setattr(
        postings, "tokens", lambda text, fold: tokens(text, fold)[:: -1 if "steep" in text else 1]
    )
    outputs.write_search(editions, tmp_path)
    assert files(tmp_path / bundle.FOLDER, "en").name != files(indexed, "en").name
    assert files(tmp_path / bundle.FOLDER, "fr").name == files(indexed, "fr").name


def test_a_language_has_all_interface_words_of_the_search(indexed: Path) -> None:
    keys = {lang: set(held(indexed / lang / "said")) for lang in ("en", "es", "fr")}
    assert keys["en"] == keys["es"] == keys["fr"] >= set(index.spoken())
    assert held(indexed / "es" / "said")["sets"]["lom"] == "Faroles sobre el fango"
    labels = held(indexed / "es" / "mechanics")
    assert labels["glimmer"] == "Destellar"
    assert "dusk" not in labels, "no hit has it"


def test_a_language_s_own_records_come_first_in_its_head(indexed: Path) -> None:
    assert list(held(indexed / "es" / "head")["languages"]) == ["es", "en", "fr"]
    assert list(held(indexed / "fr" / "head")["languages"]) == ["fr", "en", "es"]


def test_a_language_without_pages_has_an_index_and_no_names(
    library: Library, languages: Languages, tmp_path: Path
) -> None:
    """Its hits link to pages of the reader's language, and its words are searched in the
    background.
    """
    some = all_editions(
        library, {lang: language for lang, language in languages.items() if lang in {"en", "fr"}}
    )
    outputs.write_search(some, tmp_path)
    heads = {lang: held(tmp_path / bundle.FOLDER / lang / "head") for lang in ("en", "es")}
    assert heads["en"]["pages"] == ["en", "fr"]
    assert set(heads["en"]["languages"]) == {"en", "es", "fr"}
    assert "ignored" not in heads["es"]
    assert (heads["es"]["near"], bool(heads["es"]["starts"])) == (0, True)
    assert "named" not in heads["es"]
    shelves = [held(path) for path in (files(tmp_path / bundle.FOLDER, "es") / "words").iterdir()]
    assert not [each for each in shelves if "asked" in each]
    assert not (files(tmp_path / bundle.FOLDER, "es") / "usual").exists()


def test_all_languages_share_the_words_of_names(indexed: Path) -> None:
    heads = [held(indexed / lang / "head")["named"] for lang in ("en", "es", "fr")]
    assert heads[0] == heads[1] == heads[2]
    folder = indexed / bundle.NAMED / heads[0]["version"]
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        str(number) for number in range(heads[0]["near"])
    )
    words = {word for path in folder.iterdir() for word in held(path).get("named", ())}
    assert {"sink", "hundirse", "faroles", "sobre", "el"} <= words


def test_an_edited_ruling_changes_no_words_of_names(
    indexed: Path,
    editions: dict[str, Edition],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = finding.searchable
    monkeypatch.setattr(finding, "searchable", lambda texts: found(texts).replace("steep", "sheer"))
    outputs.write_search(editions, tmp_path)
    assert documents.files(tmp_path / bundle.FOLDER / bundle.NAMED) == documents.files(
        indexed / bundle.NAMED
    )


STEEP = UsualQuestion(asked={"en": ("zither", "what")}, said={"en": ("steep",)})


def asking(editions: dict[str, Edition], **questions: UsualQuestion) -> dict[str, Edition]:
    """Return the editions of a library with these usual questions.

    In English ``what`` is ignored.
    """
    synonyms = {"en": SearchWords((), ("what",))}
    return {
        lang: replace(each, library=replace(each.library, questions=questions, synonyms=synonyms))
        for lang, each in editions.items()
    }


def test_the_words_in_which_people_ask_come_with_the_words_like_them(
    editions: dict[str, Edition], tmp_path: Path
) -> None:
    """Those of ignored words come with the head.

    The answers are read only if a question is recognized.
    """
    unknown = replace(STEEP, said={"en": ("nothing says this",)})
    outputs.write_search(asking(editions, unknown=unknown, steep=STEEP), tmp_path)
    for lang, count, asked in (("en", 1, {"what 1", "zither 1"}), ("fr", 0, set())):
        head, folder = (
            held(tmp_path / bundle.FOLDER / lang / "head"),
            files(tmp_path / bundle.FOLDER, lang),
        )
        assert {
            entry for path in (folder / "words").iterdir() for entry in held(path).get("asked", ())
        } == asked
        assert head["questions"] == count
        assert head["asked"] == ["what 1"] * count
    answers = held(files(tmp_path / bundle.FOLDER, "en") / "usual")
    assert (answers[0], answers[1][:3]) == ("", "en ")


def test_after_an_edit_of_usual_questions_the_files_are_those_of_a_build_from_nothing(
    editions: dict[str, Edition], languages: Languages, tmp_path: Path
) -> None:
    cache = Cache(tmp_path)
    first, step = (
        replace(STEEP, asked={"en": ("lute", "what")}),
        replace(STEEP, said={"en": ("step",)}),
    )
    other = replace(STEEP, asked={"en": ("lute", "fork")})
    edits: tuple[dict[str, UsualQuestion], ...] = (
        {"it": STEEP},
        {"it": step},
        {"it": other},
        {"first": first, "it": STEEP},
        {},
    )
    for questions in edits:
        some = asking(editions, **questions)
        assert bundle.files(some, languages, SCRIPTS, cache) == bundle.files(
            some, languages, SCRIPTS
        ), questions


def test_other_answers_of_a_usual_question_change_no_words(
    editions: dict[str, Edition], languages: Languages
) -> None:
    step = replace(STEEP, said={"en": ("step",)})
    one, other = (
        bundle.files(asking(editions, it=each), languages, SCRIPTS) for each in (STEEP, step)
    )
    named = [
        {
            path.partition("/words/")[2]: made[path]
            for path in made
            if "/en/" in path and "/words/" in path
        }
        for made in (one, other)
    ]
    assert named[0] == named[1]
    usual = [
        next(content for path, content in made.items() if re.fullmatch("search/en/.*/usual", path))
        for made in (one, other)
    ]
    assert usual[0] != usual[1]


def test_each_script_exists_once_and_includes_its_modules(indexed: Path) -> None:
    scripts = sorted(path.relative_to(indexed).as_posix() for path in indexed.rglob("*.js"))
    assert scripts == sorted(f"{name}.js" for name in bundle.ENTRIES)
    assert "class Index" in (indexed / "worker.js").read_text("utf-8")
    assert not list(indexed.rglob("*.css"))


def test_a_new_row_becomes_a_filter_in_the_head_the_words_and_the_table(
    editions: dict[str, Edition],
    records: dict[str, list[SearchRecord]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A filter needs only a row and its words."""
    size = Filter(
        name="size",
        values=lambda record: ("long" if len(record.text) > 40 else "short",),
        prefix="hit",
        known=["card"],
    )
    for edition in editions.values():
        words = {**edition.words._language.interface, "filter_size": "Size"}
        monkeypatch.setattr(
            edition.words, "_language", replace(edition.words._language, interface=words)
        )
    monkeypatch.setattr(facets, "FILTERS", (*facets.FILTERS, size))
    outputs.write_search(editions, tmp_path)
    for lang in editions:
        head, said = (held(tmp_path / bundle.FOLDER / lang / name) for name in ("head", "said"))
        row = {"name": "size", "prefix": "hit", "table": "", "codes": False}
        row |= {"compared": "same", "also": [], "offered": True}
        assert head["filters"][-1] == said["filters"][-1] == row
        assert said["filter_size"] == "Size"
        table = held(files(tmp_path / bundle.FOLDER, lang) / "facets")
        found = [
            table["values"]["size"][row[table["columns"].index("size")][0]] for row in table["rows"]
        ]
        assert found == [
            "long" if len(each.text) > 40 else "short" for each in index.ordered(records[lang])
        ]


def test_the_head_has_the_word_lists_of_the_language_files(indexed: Path) -> None:
    heads = {lang: held(indexed / lang / "head") for lang in ("en", "es", "fr")}
    assert [head["filters"] for head in heads.values()] == [facets.published()] * 3
    assert {name for head in heads.values() for name in head["keys"].values()} == {
        each.name for each in facets.FILTERS
    }
    assert heads["fr"]["keys"] == heads["es"]["keys"]
    assert (heads["en"]["keys"]["edicion"], heads["en"]["keys"]["color"]) == ("set", "colour")
    assert {"qu", "dell", "j"} <= set(heads["en"]["elisions"])
    assert "mente" in heads["es"]["endings"]
    assert "mente" not in heads["en"]["endings"]
    assert "qué es {name}" in heads["es"]["explaining"]
    assert "el" in heads["es"]["articles"]
    assert "del" in heads["es"]["links"]


def test_keys_of_the_page_s_language_win_and_a_language_without_endings_has_english_ones(
    languages: Languages,
) -> None:
    odd = replace(languages["es"], searching=Searching(filter_keys={"year": ("set", "edición")}))
    changed = {**languages, "es": odd}
    assert normal_form.filter_keys(changed, "es")["set"] == "year"
    assert normal_form.filter_keys(changed, "fr")["set"] == "set"
    assert normal_form.filter_keys(changed, "fr")["edition"] == "set"
    assert (
        normal_form.endings(changed, "es")
        == normal_form.endings(changed, "en")
        == normal_form.endings(changed, "tlh")
    )


def test_elisions_of_every_language_are_separate_words(languages: Languages) -> None:
    fold = normal_form.folding(normal_form.elisions(languages))
    assert [fold(text) for text in ("L’énergie", "dell'arte", "zu'kra", "ca't")] == [
        "l energie",
        "dell arte",
        "zukra",
        "cat",
    ]
    assert normal_form.folding(("zu",))("zu'kra l'arte") == "zu kra larte"
    assert normal_form.folding(())("l'énergie") == "lenergie"


def test_a_language_that_did_not_change_is_taken_from_the_cache(
    indexed: Path,
    editions: dict[str, Edition],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache = Cache(tmp_path / "cache")
    for name in ("one", "other", "damaged"):
        (tmp_path / name).mkdir()
    outputs.write_search(editions, tmp_path / "one", cache)
    with monkeypatch.context() as patch:
        patch.setattr("rulebinder.search.words.lexicon.lexicon", None)
        outputs.write_search(editions, tmp_path / "other", cache)
    for file in (path for path in cache.folder.rglob("*") if path.is_file()):
        file.write_bytes(file.read_bytes()[:-9])
    outputs.write_search(editions, tmp_path / "damaged", cache)
    for name in ("one", "other", "damaged"):
        assert documents.files(tmp_path / name / bundle.FOLDER) == documents.files(indexed), name


def test_after_edits_the_files_are_those_of_a_build_from_nothing(
    editions: dict[str, Edition],
    languages: Languages,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A new word, one that is gone, an older text again, other language files and a new name."""
    cache, found = Cache(tmp_path), finding.searchable
    french = languages["fr"].searching
    elided = replace(languages["fr"], searching=replace(french, elisions=("zu",)))
    said = replace(
        languages["fr"], searching=replace(french, concepts=dict.fromkeys(french.concepts, ("zu",)))
    )
    for old, new, known in (
        ("", "", languages),
        ("steep", "sheer", languages),
        ("step", "", languages),
        ("", "", {**languages, "fr": elided}),
        ("", "", {**languages, "fr": said}),
        ("", "", languages),
    ):
        monkeypatch.setattr(
            finding, "searchable", lambda texts, old=old, new=new: found(texts).replace(old, new)
        )
        made = bundle.files(editions, known, SCRIPTS, cache)
        assert made == bundle.files(editions, known, SCRIPTS), (old, new)
        assert len(list(cache.folder.glob("??/*"))) < 30, "older results are removed"
    named, fox = lexicon.names, KnownName(text="Hollow Fox", kind="absent", target="0")
    monkeypatch.setattr(lexicon, "names", lambda *given: [*named(*given), fox])
    assert bundle.files(editions, languages, SCRIPTS, cache) == bundle.files(
        editions, languages, SCRIPTS
    )


def test_the_head_has_the_words_that_mean_several_things(
    editions: dict[str, Edition], tmp_path: Path
) -> None:
    bark = Ambiguous(("bark", "barks"), {"howl": ("dog",), "rind": ("tree",)})
    library = replace(editions["en"].library, synonyms={"en": SearchWords((), (), (bark,))})
    made = {lang: replace(edition, library=library) for lang, edition in editions.items()}
    outputs.write_search(made, tmp_path)
    assert held(tmp_path / "search" / "en" / "head")["senses"] == [
        [["bark", "barks"], {"howl": ["dog"], "rind": ["tree"]}]
    ]
    assert held(tmp_path / "search" / "es" / "head")["senses"] == []
