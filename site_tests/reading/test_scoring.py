"""The score of a paragraph, which adds up the weights of its features without making those that
have none.
"""

from __future__ import annotations

import math

import pytest

from rulebinder.facts.languages import Language
from rulebinder.reading.parts.boundary import features, score
from rulebinder.reading.patterns import Patterns
from site_tests import sites

CONTENT = sites.content()
PARAGRAPHS = (
    "Flying",
    "{2}{U}, {T}: Draw a card, then discard a card unless you control a Wizard.",
    (
        "Whenever Ora, Tidecaller attacks, you may pay {1}. If you do, tap target creature."
        " (It can’t untap.)"
    ),
    "Tidefall — At the beginning of your upkeep, if you control no Islands, sacrifice Ora.",
    (
        "If the target is illegal as the ability tries to resolve, the ability won’t resolve."
        " If you do, you draw no card."
    ),
    (
        "« Ora » peut attaquer. Quand Ora meurt, piochez une carte. Si vous faites ainsi,"
        " défaussez-vous d’une carte."
    ),
    "Si Ora deja el campo de batalla, la habilidad no hace nada: no robas cartas.",
    "I, II — Scry 1.",
    "(This is a reminder of some length.)",
    "",
)  # fmt: skip


LANGUAGES = [language for language in CONTENT.languages.values() if language.reading.stopwords]
FITTED = [language for language in LANGUAGES if "form" in language.reading.cue_weights]


@pytest.mark.parametrize("language", FITTED, ids=lambda language: language.lang)
def test_a_score_is_the_sum_of_the_weights_of_the_features(language: Language) -> None:
    words = Patterns(language, CONTENT.catalogue.keywords(language.lang))
    weights = language.reading.cue_weights
    for paragraph in PARAGRAPHS:
        expected = sum(
            weights.get(group, {}).get(cue, 0.0)
            for group, cue in features(paragraph, "Ora, Tidecaller", words)
        )
        assert math.isclose(score(paragraph, "Ora, Tidecaller", words), expected, abs_tol=1e-9), (
            paragraph
        )


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.lang)
def test_each_keyword_is_found_in_any_case(language: Language) -> None:
    words = Patterns(language, CONTENT.catalogue.keywords(language.lang))
    for keyword in (*words.keywords, *language.reading.keywords):
        for text in (keyword, keyword.upper(), keyword.casefold()):
            assert words.keyword_prefix(f"{text} 2") is not None, text
