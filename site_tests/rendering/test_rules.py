"""Pages with an edition of the Comprehensive Rules: today's text, the quotations of their time, and
the changes.
"""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType

import pytest

from rulebinder.facts import yaml_files
from rulebinder.facts.catalogue import Catalogue, EraTerm, EraWords, RuleFacts
from rulebinder.library import Library
from rulebinder.markdown.pages import PageReader
from rulebinder.notes import Rule
from rulebinder.pages import addresses, plan_pages
from rulebinder.pages.edition import Page
from rulebinder.rulebook.book import Rulebook
from rulebinder.text import parse
from rulebinder.theme.environment import form_drawers
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
from site_tests.outputs import html_at, site_of
from site_tests.rendering.approval import assert_approved
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
def pages():
    """Return the pages in two languages by path, with their front matter."""
    site = site_of(library(NEWER, book()))
    pages: dict[str, str] = {}
    for lang in ("en", "fr"):
        reader = PageReader(site.editions[lang].words, form_drawers(site.editions[lang].words))
        pages |= {
            f"{lang}/{path}": f"---\n{yaml_files.dump(dict(source.front))}---\n"
            f"{reader.convert(source.text, source.front)[0]}"
            for path, source in outputs.sources(site, lang).items()
        }
    return pages


def rule_pages(library: Library, lang: str = "en") -> dict[str, Page]:
    """Return the pages of rules by address, each of its own slice."""
    site = site_of(library)
    plans = plan_pages(site.editions[lang], site.slices)
    return {plan.address: plan.make() for plan in plans if plan.kind == "rule"}


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
    """A sentence replaces the rule of all ability words. What a quoted rule became comes before
    what its number is today. Of a quotation in another language, the page of the rule has no links
    to notes, which are on the page of its section. Without an edition, the rules that are used or
    rested on have pages; the list has those of today.
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
    without = library(facts=ruled(rules=TABLE))
    others = (
        ("ability-word", "en/mechanics/glimmer/", library(NEWER, facts=ruled("ability-word"))),
        ("renumbered", "en/rules/702-2a/", library(NEWER, quoted=(("702.2a", QUOTED[1][1]),))),
        ("foreign", "es/rules/702-3/", library_of(spanish, facts=facts, rulebooks=(NEWER,))),
        ("without", "es/rules/", without),
        ("without", "es/rules/702-3/", without),
    )
    assert_approved(
        "rules",
        {
            **{path: pages[path] for path in APPROVED},
            **{f"{name}/{url}": html_at(known, url[3:], url[:2]) for name, url, known in others},
        },
    )
    numbers = {"702.3", "702.345b", *dict(QUOTED)}
    assert rule_pages(without).keys() == {
        f"rules/{number.replace('.', '-')}/" for number in numbers
    }


def test_every_rule_of_today_is_on_one_page(pages):
    for number, its in NEWER.rules.items():
        where, _, anchor = addresses.rule_today(NEWER, number).partition("#")
        page = pages[f"en/{addresses.source_file(where)}"]
        assert not anchor or page.count(f'id="{anchor}"') == 1
        assert all(plain(text) in plain(page) for text in its.paragraphs if "{" not in text), number
    rules = [path for path in pages if path.startswith("en/rules/")]
    assert len(rules) == len(NEWER.headings) + len(QUOTED) + 2  # 702.345b, the list


def test_a_rule_that_nothing_uses_or_rests_on_any_more_keeps_its_page():
    quoting, (english, spanish) = library(NEWER), example_documents()
    # A newer edition of the rules has lost a heading too.
    kept = {number: rule for number, rule in NEWER.rules.items() if not number.startswith("702.3")}
    after = library_of(
        english,
        spanish,
        facts=ruled(),
        ledgers=quoting.ledgers,
        rulebooks=(replace(NEWER, rules=kept), book()),
    )
    assert not {"502.61a", "502.62"} & after.rules.keys()
    assert rule_pages(quoting).keys() <= rule_pages(after).keys()
    facts = catalogue(mechanic("glimmer", names={"en": "Glimmer"}, rule="702.3"))
    resting, lost = (notes(entry("Old Elm", said)) for said in ("Glimmer is gentle.", "Nothing."))
    rested = library_of(lost, facts=facts, ledgers=library_of(resting, facts=facts).ledgers)
    pages = {
        "unused": html_at(after, "rules/502-61a/", "fr"),
        "without-heading": html_at(after, "rules/702-3/", "fr"),
        "rested-on": html_at(rested, "rules/702-3/"),
    }
    assert_approved("departed-rules", pages)


def test_a_whole_rule_without_a_title_keeps_its_page_with_an_edition():
    facts = replace(catalogue(), rule_terms={"101.1a": {"en": ("gentle",)}})
    document = notes(entry("Old Elm", "It is gentle."))
    for books in ((), (NEWER,)):
        library = library_of(document, facts=facts, rulebooks=books)
        view = rule_pages(library)["rules/101-1/"].view
        assert (view["gone"], bool(view["resting"])) == (None, True)


def hostile() -> Rulebook:
    attack = " ".join(PAYLOADS).replace("\u2028", " ")
    return book(
        TEXT.replace("gentle ability", f"gentle ability {attack}")
        .replace("Bell\n", f"Bell {attack}\n")
        .replace("Shelf", attack)
    )


def test_hostile_rules_are_escaped_and_the_site_is_whole(languages, tmp_path, monkeypatch):
    """Built with MkDocs, so that links and ids are checked too."""
    monkeypatch.setattr("rulebinder.search.bundle.search_files", outputs.unsearched)
    quoted = (*QUOTED, ("502.63", " ".join(PAYLOADS)))
    attacked = library(hostile(), edited(("702.7", "702.8")), hostile(), quoted=quoted)
    offered = {
        lang: language if lang == "en" else replace(language, interface={})
        for lang, language in languages.items()
    }
    assert sites.build(attacked, offered, tmp_path / "site") == []
    text = "".join(path.read_text("utf-8") for path in (tmp_path / "site").rglob("*.html"))
    assert "gentle ability" in text
    assert "<img src=x" not in text
    assert "<script>ran" not in text
    assert "<svg onload" not in text
    pages = ("rules", "rules/702-3", "rules/502-61a", "rules/200", "glossary", "audit",
             "mechanics/glimmer")  # fmt: skip
    assert invalid(tmp_path / "site", (f"en/{page}" for page in pages)) == []
