"""Language files, and the languages in which the site is offered."""

import re
from pathlib import Path

import pytest

from rulebinder.facts.languages import Languages, load_all, offer, offered_languages
from rulebinder.joining import mentions
from rulebinder.problems import Place, Problem
from rulebinder.settings import options
from rulebinder.system import shipped
from site_tests.conftest import ROOT

SPANISH = (ROOT / "content" / "languages" / "es.yml").read_text("utf-8")
LIST = Place("mkdocs.yml")


def test_every_language_with_interface_words_has_the_same_ones(languages):
    assert {"en", "es", "fr", "de", "it"} <= set(offered_languages(languages))
    placeholders = {
        lang: {
            key: sorted(part.split("}")[0] for part in word.split("{")[1:])
            for key, word in language.interface.items()
        }
        for lang, language in offered_languages(languages).items()
    }
    assert all(found == placeholders["en"] for found in placeholders.values())


def test_the_site_is_offered_in_the_listed_languages_only(languages):
    offered, problems = offer(languages, ["en", "it"], LIST)
    assert problems == []
    assert list(offered_languages(offered)) == ["en", "it"]
    assert offered["de"].reading == languages["de"].reading


def test_a_listed_language_without_interface_words_is_one_short_problem(
    languages,
):
    _, problems = offer(languages, ["en", "ja", "pt-BR"], LIST)
    count = len(languages["en"].interface)
    assert [str(problem) for problem in problems] == [
        f"mkdocs.yml:1: error: documents in {lang!r} can be read, but the site cannot be offered in"
        f" it: {count} interface words are missing; run `rulebinder language new {lang}`"
        for lang in ("ja", "pt-BR")
    ]


def test_an_unknown_listed_language_is_a_problem(languages):
    _, (problem,) = offer(languages, ["en", "tlh"], LIST)
    assert str(problem).startswith(
        "mkdocs.yml:1: error: no language 'tlh' to offer the site in; add its file, or choose among"
        " de, en"
    )


@pytest.mark.parametrize("listed", ["en", [], [False]])
def test_a_malformed_list_is_a_problem(listed, languages, tmp_path, monkeypatch):
    config = tmp_path / "mkdocs.yml"
    ours = (ROOT / "mkdocs.yml").read_text("utf-8")
    config.write_text(
        ours.replace("interface_languages: [en, es, fr]", f"interface_languages: {listed!r}"),
        encoding="utf-8",
    )
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(shipped, "SETTINGS", config)
    same, (problem,) = options.offer_languages(languages)
    assert same == languages
    assert re.match(r"mkdocs\.yml:\d\d: error: extra\.interface_languages", str(problem))


def test_the_repository_offers_english_spanish_and_french(languages):
    offered, problems = options.offer_languages(languages)
    assert problems == []
    assert list(offered_languages(offered)) == ["en", "es", "fr"]


def written(folder: Path, **changed: str) -> tuple[Languages, list[Problem]]:
    """Load the repository's languages with the text of some files replaced."""
    (folder / "languages").mkdir()
    for path in (ROOT / "content" / "languages").glob("*.yml"):
        (folder / "languages" / path.name).write_text(
            changed.get(path.stem, path.read_text("utf-8")), "utf-8"
        )
    return load_all(folder / "languages")


def test_many_missing_words_of_a_language_are_counted(tmp_path):
    head, _, words = SPANISH.partition("interface:\n")
    first = words.split("\n", 1)[0]
    _, (problem,) = written(tmp_path, es=f"{head}interface:\n{first}\n")
    assert re.search(r"words are missing: (\w+, ){4}\w+ and \d+ more$", problem.message)


def test_a_filter_key_for_an_unknown_filter_is_a_problem(tmp_path):
    _, (problem,) = written(
        tmp_path, es=SPANISH.replace("    lang: [idioma]\n", "    langue: [idioma]\n")
    )
    assert "unknown filter 'langue'; choose among lang, kind, set, " in str(problem)


def test_a_key_for_two_filters_of_a_language_is_a_problem(tmp_path):
    _, (problem,) = written(
        tmp_path, es=SPANISH.replace("    lang: [idioma]\n", "    lang: [idioma, tipo]\n")
    )
    assert "the filter key 'tipo' names two filters: lang and type" in str(problem)
    assert problem.place.line == SPANISH[: SPANISH.index("    type: [tipo]")].count("\n") + 1


def test_words_inside_names_come_from_the_language_files(languages, tmp_path):
    invented = (
        (ROOT / "content" / "languages" / "it.yml")
        .read_text("utf-8")
        .replace("name_links: [di,", "name_links: [zu, di,")
    )
    changed, problems = written(tmp_path, it=invented)
    assert problems == []
    text = " zu Brandt"
    assert not mentions.compile_surroundings(languages).after.match(text)
    assert mentions.compile_surroundings(changed).after.match(text)
