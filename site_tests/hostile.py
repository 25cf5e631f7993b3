"""A site whose contributed words are all hostile: each interface word, and the names of languages,
sets, cards and mechanics.
"""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts.languages import Language, Languages, offered_languages
from rulebinder.joining import join
from rulebinder.library import Library
from rulebinder.system import shipped
from site_tests import builders, sites
from site_tests.conftest import ROOT
from site_tests.robustness.documents import fill

HARMLESS = "Word"
PAYLOADS = (
    '"><img src=x onerror=ran()>',
    "'-ran()-' onfocus=ran() autofocus x='",
    "</script></style></title></template></textarea><script>ran()</script>",
    "--><svg onload=ran()></svg>&lt;img src=x onerror=ran()&gt; {{ 7*7 }} {% raw %}",
    '<a href="javascript:ran()">[a](javascript:ran())</a> `${ran()}`\u2028',
)
"""Each one tries to leave another context: an attribute, a tag, a script, a comment, Markdown, a
template.
"""


def site(factory: pytest.TempPathFactory, languages: Languages, *said: str) -> Path:
    """Return a site in which each of ``said`` is put before some of the interface words, and the
    first before the site's own name. It is built once in this test run.
    """

    def build(folder: Path) -> None:
        ours = (ROOT / "mkdocs.yml").read_text("utf-8")
        named = ours.replace("site_name: Rulebinder", f"site_name: {json.dumps(said[0])}")
        assert named != ours
        config = fill(factory.mktemp("config"), {"mkdocs.yml": named, "docs/.keep": ""})
        words = {lang: _words(languages, lang, said) for lang in offered_languages(languages)}
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(shipped, "SETTINGS", config / "mkdocs.yml")
            sites.build(library(words, said[0]), words, folder, site_url=sites.ADDRESS)

    return sites.once(factory, f"{len(said)} hostile words", build)


def library(languages: Languages, said: str) -> Library:
    """Return the invented set, and a set whose names and rulings are ``said``."""
    names = {"en": f"Lantern {said}", "es": f"Farol {said}"}
    mechanic = replace(
        builders.mechanic("gleam", names=names), explanation={"en": said, "es": said}
    )
    catalogue = builders.example_catalogue()
    facts = builders.catalogue(
        mechanic, *catalogue.mechanics.values(), names=[*catalogue.card_names, names]
    )
    facts = replace(
        facts,
        sets={
            "lom": replace(facts.sets["lom"], names={"en": f"Mire {said}", "es": f"Fango {said}"})
        },
    )
    english, spanish = builders.example_documents()
    card = builders.entry(
        builders.card(builders.face(names["en"], f"Artifact {said}")), f"It glows. {said}"
    )
    return join([replace(english, cards=(*english.cards, card)), spanish], facts, languages)[0]


def _words(languages: Languages, lang: str, said: tuple[str, ...]) -> Language:
    language = languages[lang]
    interface = {
        key: f"{said[number % len(said)]} {word}"
        for number, (key, word) in enumerate(language.interface.items())
    }
    return replace(language, name=f"{said[0]} {language.name}", interface=interface)
