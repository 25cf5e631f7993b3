"""A site whose contributed words are all hostile: each interface word, and the names of languages,
sets, cards and mechanics.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from rulebinder.facts.languages import Language, Languages, offered_languages
from rulebinder.joining import join
from rulebinder.library import Library
from site_tests import builders, sites

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


def build(languages: Languages, folder: Path, *, said: tuple[str, ...]) -> None:
    """Build a site in which each of ``said`` is put before some of the interface words."""
    words = {lang: _words(languages, lang, said) for lang in offered_languages(languages)}
    sites.build(library(words, said[0]), words, folder, site_url="https://example.org/sub/")


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
