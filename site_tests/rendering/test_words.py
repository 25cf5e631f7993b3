"""Interface words: every language has the same keys, none is missing, and none is unused."""

import functools
import json
import re

import pytest

from rulebinder.facts.languages import DAY_NAME, Language, offered_languages
from rulebinder.joining.events import CHANGES, LANGUAGE, REVISION, RULINGS
from rulebinder.ledger import numbers
from rulebinder.pages import home
from rulebinder.pages.lists import COLORS, DOUBLE_FACED, TYPES
from rulebinder.pages.overviews import MECHANIC_KINDS
from rulebinder.pages.words import Words
from rulebinder.problems import InputError, Severity
from rulebinder.rulebook.book import FoundBy
from rulebinder.rulebook.comparing import RuleChangeKind
from rulebinder.search.listing import FILTERS
from site_tests.conftest import ROOT

SYMBOLS = ("or", "times", "half", "infinity", "life", "t", "q", "chaos", "pw", "l", "d")
COUNTED = ("mana", "generic", *"wubrgcsh", "e", "tk", "a", "p")
FAMILIES = {
    "kind_": {f"kind_{kind}" for kind in MECHANIC_KINDS},
    "kinds_": {f"kinds_{kind}" for kind in MECHANIC_KINDS},
    "share_": {
        f"share_{what}_{word}"
        for what in ("title", "gone", "one", "retired", "absent")
        for word in ("ruling", "paragraph")
    },
    "layout_": {f"layout_{layout}" for layout in DOUBLE_FACED},
    "others_": {
        f"{key}_{number}" for key in ("others", "others_newer") for number in ("one", "many")
    },
    "feed_": {f"feed_{kind}" for kind in (*numbers.KINDS, LANGUAGE, RULINGS, REVISION)},
    "revision_": {f"revision_{kind}" for kind in CHANGES},
    "lack_": {"lack_ruling", "lack_older", "lack_fewer"},
    "found_": {
        f"found_{severity}_{number}"
        for severity in Severity
        if severity is not Severity.NOTICE
        for number in ("one", "many")
    },
    "rule_found_": {f"rule_found_{found}" for found in FoundBy},
    "rule_changed_": {f"rule_changed_{kind}" for kind in RuleChangeKind},
    "search_by_": {f"search_by_{kind}" for kind in home.EXAMPLE_KINDS},
    "type_": {f"type_{name}" for name in TYPES},
    "colour_": {f"colour_{name.lower()}" for name in COLORS},
    "symbol_": {f"symbol_{name}" for name in SYMBOLS}
    | {f"symbol_{kind}_{number}" for kind in COUNTED for number in ("one", "many")},
}
OWN = set(dir(Words))


def test_the_schema_of_mechanics_knows_the_kinds_that_have_words():
    schema = json.loads(
        (ROOT / "generator" / "rulebinder" / "facts" / "schemas" / "mechanic.json").read_text(
            "utf-8"
        )
    )
    assert schema["properties"]["kind"]["enum"] == list(MECHANIC_KINDS)


def sources() -> str:
    files = [
        *(ROOT / "generator" / "rulebinder").glob("pages/**/*.py"),
        *(ROOT / "generator" / "rulebinder").glob("markdown/*.py"),
        ROOT / "mkdocs.yml",
    ]
    files += [
        ROOT / "generator" / "rulebinder" / "plugin" / "rendering.py",
        ROOT / "generator" / "rulebinder" / "publishing" / "mkdocs.py",
        *(ROOT / "generator" / "rulebinder" / "outputs").glob("*.py"),
    ]
    files += [path for path in (ROOT / "templates").rglob("*") if path.is_file()]
    return "\n".join(path.read_text("utf-8") for path in files)


@functools.cache
def used() -> set[str]:
    text = sources()
    names = set(re.findall(r"\b(?:words|each|editions\[0\])\.([a-z_]+)\b", text)) & spoken_or_plain(
        text
    )
    names |= set(re.findall(r'words\["(\w+)"\]', text)) | set(
        re.findall(r'\bsay\(\s*"(\w+)"(?! ~)', text)
    )
    names |= set(re.findall(r"toggle: \{[^}]*name: (\w+)", text)) | {"home", "about"}
    names |= set(re.findall(r'\bsay\(\s*"\w+" if [\w.]+ else "(\w+)"', text))
    for key in re.findall(r'(?:words\.count\(| if \w+ else (?="\w+", count))"(\w+)"', text):
        names |= {f"{key}_one", f"{key}_many"}
    for key, unlisted in re.findall(r'\boverview_page\(edition, "(\w+)"(.*listed=False)?', text):
        names |= {key, f"{key}_description"} | ({f"listed_{key}"} if not unlisted else set())
    return names | {DAY_NAME} | searched() | set().union(*FAMILIES.values())


def searched() -> set[str]:
    """Return the words that the scripts of the search say, with those of filters and verdicts."""
    scripts = (ROOT / "web" / "search").rglob("*.js")
    text = "\n".join(path.read_text("utf-8") for path in scripts)
    names = set(re.findall(r"\b(?:search_[a-z_]+|rule_title|revised)\b", text))
    names |= {f"search_{verdict}" for verdict in ("gone", "correct", "changed")}
    names |= {f"{row.prefix}_{value}" for row in FILTERS for value in row.labeled}
    return names | {f"filter_{row.name}" for row in FILTERS}


def spoken_or_plain(text: str) -> set[str]:
    """Return the names after ``words.``, and after ``each.`` in the pages above the languages."""
    above = [ROOT / "templates" / "share" / name for name in ("index.html.j2", "404.html.j2")]
    share = "\n".join(path.read_text("utf-8") for path in above)
    return (
        (set(re.findall(r"\bwords\.([a-z_]+)\b", text)) | set(re.findall(r"\.([a-z_]+) }}", share)))
        - OWN
        - {"lang", "name"}
    )


def test_every_word_in_use_exists(languages):
    for language in offered_languages(languages).values():
        assert used() - set(language.interface) == set(), language.lang


def test_every_word_is_used(languages):
    for language in offered_languages(languages).values():
        assert set(language.interface) - used() == set(), language.lang


def test_a_missing_word_is_a_problem_with_its_place(languages):
    english = languages["en"]
    bare = Words(Language("en", "English", english.reading, {}, english.place))
    with pytest.raises(
        InputError, match=r"en\.yml:\d+: error: the interface word 'home' is missing"
    ):
        bare["home"]


def test_a_language_with_a_country_names_languages(languages):
    english = languages["en"]
    words = Words(Language("pt-BR", "Português", english.reading, {}, english.place))
    assert words.language("de") == "alemão"
