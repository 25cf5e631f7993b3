"""What a language file gives, and which languages the site is offered in."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.facts.languages import Languages, offer, spoken
from generator.problems import Place
from generator.publishing import places, settings
from site_tests.conftest import ROOT

LIST = Place("mkdocs.yml")


def test_every_language_with_interface_words_has_the_same_ones(languages: Languages) -> None:
    assert {"en", "es", "fr", "de", "it"} <= set(spoken(languages))
    placeholders = {
        lang: {key: sorted(part.split("}")[0] for part in word.split("{")[1:]) for key, word in language.interface.items()}
        for lang, language in spoken(languages).items()
    }
    assert all(found == placeholders["en"] for found in placeholders.values())


def test_the_site_is_offered_in_the_listed_languages_only(languages: Languages) -> None:
    offered, problems = offer(languages, ["en", "it"], LIST)
    assert problems == []
    assert list(spoken(offered)) == ["en", "it"]
    assert offered["de"].reading == languages["de"].reading


def test_a_listed_language_without_interface_words_is_a_problem_that_names_them(languages: Languages) -> None:
    _, (problem,) = offer(languages, ["en", "ja"], LIST)
    assert problem.place.path.endswith("ja.yml")
    assert "interface words are missing: about, aligned, as_printed, " in problem.message
    assert all(word in problem.message for word in languages["en"].interface)


def test_a_listed_language_that_is_not_there_is_a_problem(languages: Languages) -> None:
    _, (problem,) = offer(languages, ["en", "tlh"], LIST)
    assert str(problem).startswith(
        "mkdocs.yml:1: error: no language 'tlh' to offer the site in; add its file, or choose among de, en"
    )


@pytest.mark.parametrize("listed", ["en", [], [False]])
def test_a_list_of_another_form_is_a_problem(
    listed: object, languages: Languages, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = tmp_path / "mkdocs.yml"
    ours = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").replace("custom_dir: templates", f"custom_dir: {ROOT}/templates")
    config.write_text(ours.replace("interface_languages: [en, es, fr]", f"interface_languages: {listed!r}"), encoding="utf-8")
    (tmp_path / "docs").mkdir()
    monkeypatch.setattr(places, "CONFIG", config)
    same, (problem,) = settings.offered(languages)
    assert same == languages
    assert str(problem) == f"mkdocs.yml:1: error: extra.interface_languages is {listed!r}; write it like [en, es, fr]"


def test_the_repository_offers_english_spanish_and_french(languages: Languages) -> None:
    offered, problems = settings.offered(languages)
    assert problems == []
    assert list(spoken(offered)) == ["en", "es", "fr"]
