"""Pages with an edition of the Comprehensive Rules: today's text, the quotations of their time, and
the changes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest

from rulebinder.facts.catalogue import Catalogue, EraTerm, EraWords, RuleFacts
from rulebinder.joining import join
from rulebinder.library import Library
from rulebinder.notes import Rule
from rulebinder.pages import plan as plan_pages
from rulebinder.pages.addresses import rule_today
from rulebinder.pages.edition import Page
from rulebinder.rulebook.book import Rulebook
from rulebinder.site.model import Site
from rulebinder.text import parse
from site_tests import outputs, sites
from site_tests.builders import (
    catalogue,
    entry,
    example_catalogue,
    example_documents,
    library_of,
    mechanic,
    notes,
    section,
)
from site_tests.hostile import PAYLOADS
from site_tests.outputs import site_of
from site_tests.rendering.approval import assert_approved, read
from site_tests.rendering.test_validity import invalid
from site_tests.rulebook.books import TEXT, book, edited

NEWER = edited(
    ("older keeper wins", "younger keeper wins"),
    ("200.4. Ashes in the tray are never counted.\n\n", ""),
)
QUOTED = (
    ("502.61", "Glimmer"),
    (
        "502.61a",
        (
            "Glimmer is a gentle ability. “Glimmer N” means “At dusk, this lamp shines N steps"
            " further than the fog.”"
        ),
    ),
    ("502.61c", "Glimmer works on the shelf as well."),
    ("502.62", "If two lanterns are equally bright, the older keeper always wins."),
)

TABLE = {"lom": {"502.61a": RuleFacts(rule="702.3a", title="Glimmer")}}


def ruled(
    kind: str = "keyword-ability",
    rules: Mapping[str, Mapping[str, RuleFacts]] = MappingProxyType({}),
) -> Catalogue:
    """Return the facts of the invented set, with the rule of Glimmer and those of its documents."""
    facts = example_catalogue()
    glimmer = replace(facts.mechanics["glimmer"], rule="702.3", kind=kind)
    return replace(facts, mechanics={**facts.mechanics, "glimmer": glimmer}, rules=rules)


def library(
    *books: Rulebook, quoted: tuple[tuple[str, str], ...] = QUOTED, facts: Catalogue | None = None
) -> Library:
    english, spanish = example_documents()
    rules = [Rule(number=number, text=parse(text)) for number, text in quoted]
    english = replace(english, sections=(*english.sections, section("Rules of Light", *rules)))
    return library_of(english, spanish, facts=facts or ruled(), rulebooks=books)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    def render(folder):
        made = site_of(library(NEWER, book()))
        for lang in ("en", "fr"):
            assert outputs.render(made, lang, folder / lang, {}) == []

    return sites.once(tmp_path_factory, "rules", render)


@pytest.mark.parametrize(("kind", "has_rule"), [("keyword-ability", True), ("ability-word", False)])
def test_a_sentence_replaces_the_rule_of_all_ability_words(tmp_path, kind, has_rule):
    made = site_of(library(NEWER, book(), facts=ruled(kind)))
    assert outputs.render(made, "en", tmp_path, {}) == []
    found = (tmp_path / "mechanics/glimmer/index.md").read_text("utf-8")
    assert ("The text of rule 702.3" in found) == has_rule
    assert ("An ability word only marks abilities that work alike" in found) != has_rule


def page(pages: Path, path: str, lang: str = "en") -> str:
    return (pages / lang / path / "index.md").read_text("utf-8")


def rule_pages(site: Site, lang: str = "en") -> list[Page]:
    """Return the pages of rules, each of its own slice."""
    plans = plan_pages(site.editions[lang], site.slices)
    return [plan.make() for plan in plans if plan.kind == "rule"]


def plain(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", "", html).split())


APPROVED = (
    *(
        f"en/{page}/index.md"
        for page in (
            "audit", "glossary", "mechanics/glimmer", "rules", "rules/100", "rules/101",
            "rules/502-61a", "rules/502-61c", "rules/702-2", "rules/702-3",
        )
    ),
    *(f"fr/rules/{number}/index.md" for number in ("502-61a", "702-2", "702-3")),
)  # fmt: skip


def test_pages_with_editions_of_the_rules_are_as_approved(pages):
    assert_approved("rules", read(pages, APPROVED))


def test_every_rule_of_today_is_on_one_page(pages):
    for number, its in NEWER.rules.items():
        where, _, anchor = rule_today(NEWER, number).partition("#")
        found = page(pages, where)
        assert not anchor or found.count(f'id="{anchor}"') == 1
        assert all(plain(text) in plain(found) for text in its.paragraphs if "{" not in text), (
            number
        )
    assert (
        len(list((pages / "en" / "rules").rglob("index.md")))
        == len(NEWER.headings) + len(QUOTED) + 2
    )  # 702.345b, the list


def test_what_the_quoted_rule_became_comes_before_what_its_number_is_today():
    made = site_of(library(NEWER, quoted=(("702.2a", QUOTED[1][1]),)))
    (found,) = [each for each in rule_pages(made) if each.url == "rules/702-2a/"]
    shown = plain(outputs.html("rule", found, made.editions["en"].words))
    expected = (
        "The rule today",
        NEWER.rules["702.3a"].text,
        "This number is now another rule",
        NEWER.rules["702.2a"].text,
    )
    order = [shown.index(" ".join(each.split())) for each in expected]
    assert order == sorted(order)


def test_a_quotation_in_another_language_is_shown_without_links_to_notes_of_its_own_page(
    languages, tmp_path
):
    """The explanation of an outdated word is on the page of the section, not on the page of the
    rule.
    """
    term = EraTerm(
        key="candil", until="2031-06-01", words={"es": EraWords(then=("candil",), now="farol")}
    )
    rules = [
        Rule(number=number, text=parse(text))
        for number, text in (("502.61", "Destellar"), ("502.61a", "Un candil."))
    ]
    spanish = notes(lang="es", sections=[section("Luz", *rules)])
    facts = replace(ruled(rules=TABLE), eras={"candil": term})
    made = site_of(library_of(spanish, facts=facts, rulebooks=(NEWER,)))
    assert outputs.render(made, "es", tmp_path, {}) == []
    found = (tmp_path / "rules" / "702-3" / "index.md").read_text("utf-8")
    assert "Un candil." in found
    assert (
        languages["es"]
        .interface["rule_uncompared"]
        .format(language="español", rules_language="inglés")
        in found
    )
    assert "#era-" not in found


def test_a_rule_that_nothing_uses_any_more_keeps_its_page():
    documents = example_documents()
    quoting = section(
        "Rules of Light", *(Rule(number=number, text=parse(text)) for number, text in QUOTED)
    )
    facts = example_catalogue()
    english = replace(documents[0], sections=(*documents[0].sections, quoting))
    before = library_of(english, facts=facts)
    # A newer edition of the rules has lost a heading too.
    lost = replace(
        NEWER,
        rules={
            number: each for number, each in NEWER.rules.items() if not number.startswith("702.3")
        },
    )
    after = library_of(documents[0], facts=facts, ledgers=before.ledgers, rulebooks=(lost, book()))
    assert not {"502.61a", "502.62"} & after.rules.keys()
    site = site_of(after)
    found = {page.url: page for page in rule_pages(site, "fr")}
    pages = {url: page.view for url, page in found.items()}
    view = pages["rules/502-61a/"]
    assert [each.phrase.text for each in view["gone"] or ()] == [
        site.editions["fr"].set_name("lom").text
    ]
    assert pages["rules/702-3/"]["gone"] == ()
    shown = outputs.html("rule", found["rules/502-61a/"], site.editions["fr"].words)
    assert "Plus aucune note de publication de ce site n’emploie cette règle." in shown
    today = library_of(english, facts=facts, rulebooks=(NEWER,))
    unused = {page.url for page in rule_pages(site_of(today))}
    assert unused <= pages.keys()


def test_a_rule_that_no_ruling_rests_on_any_more_keeps_its_page(languages):
    facts = catalogue(mechanic("glimmer", names={"en": "Glimmer"}, rule="702.3"))
    resting, lost = (notes(entry("Old Elm", said)) for said in ("Glimmer is gentle.", "Nothing."))
    before = library_of(resting, facts=facts)
    after, _ = join([lost], facts, languages, before.ledgers)
    views = [
        {page.url: page.view for page in rule_pages(site_of(each))}["rules/702-3/"]
        for each in (before, after)
    ]
    assert [view["gone"] and len(view["gone"]) for view in views] == [None, 1]


def test_a_whole_rule_without_a_title_keeps_its_page_with_an_edition():
    facts = replace(catalogue(), rule_terms={"101.1a": {"en": ("gentle",)}})
    document = notes(entry("Old Elm", "It is gentle."))
    for books in ((), (NEWER,)):
        library = library_of(document, facts=facts, rulebooks=books)
        found = {page.url: page.view for page in rule_pages(site_of(library))}
        view = found["rules/101-1/"]
        assert (view["gone"], bool(view["resting"])) == (None, True)


def test_without_an_edition_the_rules_that_are_used_or_rested_on_have_pages(tmp_path):
    """The list has those of today."""
    made = library(facts=ruled(rules=TABLE))
    assert outputs.render(site_of(made), "es", tmp_path, {}) == []
    found = page(tmp_path.parent, "rules", tmp_path.name)
    assert "502-61a/" not in found
    assert '<a href="502-61c/">502.61c</a>' in found
    assert '<a href="702-3/">702.3</a> Destellar' in found
    assert '<h1 id="top">702.3 Destellar' in page(tmp_path.parent, "rules/702-3", tmp_path.name)
    names = {path.parent.name for path in (tmp_path / "rules").rglob("index.md")}
    quoted = {number.replace(".", "-") for number, _ in QUOTED}
    assert names == {"rules", "702-3", "702-345b", *quoted}
    assert not (tmp_path / "glossary").exists()


def hostile() -> Rulebook:
    attack = " ".join(PAYLOADS).replace("\u2028", " ")
    return book(
        TEXT.replace("gentle ability", f"gentle ability {attack}")
        .replace("Bell\n", f"Bell {attack}\n")
        .replace("Shelf", attack)
    )


def test_hostile_rules_are_escaped_and_the_site_is_whole(languages, tmp_path):
    """Built with MkDocs, so that links and ids are checked too."""
    quoted = (*QUOTED, ("502.63", " ".join(PAYLOADS)))
    made = library(hostile(), edited(("702.7", "702.8")), hostile(), quoted=quoted)
    offered = {
        lang: language if lang == "en" else replace(language, interface={})
        for lang, language in languages.items()
    }
    assert sites.build(made, offered, tmp_path / "site") == []
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html"))
    assert "gentle ability" in text
    assert "<img src=x" not in text
    assert "<script>ran" not in text
    assert "<svg onload" not in text
    found = [
        f"en/{each}"
        for each in (
            "rules",
            "rules/702-3",
            "rules/502-61a",
            "rules/200",
            "glossary",
            "audit",
            "mechanics/glimmer",
        )
    ]
    assert invalid(tmp_path / "site", found) == []
