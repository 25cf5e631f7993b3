"""Families, back-references and rule numbers on the pages."""

import re
from unittest import mock

from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes, Rule
from rulebinder.pages import addresses
from rulebinder.pages import entry_blocks as families
from rulebinder.pages.edition import Edition, View
from rulebinder.pages.markup import Phrase
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    face,
    library_of,
    mechanic,
    notes,
    section,
)
from site_tests.outputs import edition_in, html_at
from site_tests.rendering.approval import assert_approved


def edition_of(*documents: ReleaseNotes, lang: str = "en") -> Edition:
    return edition_in(library_of(*documents), lang)


def twins(count: int) -> ReleaseNotes:
    return notes(*(entry(f"Twin {number:03}", "It is lit.") for number in range(count)))


def family_of(edition: Edition, slug: str) -> View:
    (entry,) = edition.library.cards[slug].notes
    edition = edition.on_page(addresses.card_page(slug))
    return families.view_families(edition, entry.id, entry.notes)[entry.notes[0].id]


def test_families_and_mentions_are_as_approved():
    """A family counts the other cards, of which the same card in another set is none. Only the
    beginning of a much longer list is open. Rulings of one card share a line, and a passage in two
    languages is listed once.
    """
    before, now = (
        notes(entry(name, "It is lit.", "It burns oil."), entry("Elm", "It is lit."))
        for name in ("Old", "New")
    )
    renamed = library_of(now, ledgers=library_of(before).ledgers)
    assert renamed.cards["new"].notes[0].notes[0].id == "lom/old/1"
    twice = (notes(entry("Twin", "It is lit."), set_code=code) for code in ("lom", "vex"))
    families = {
        "two": html_at(library_of(twins(2)), "cards/twin-001/"),
        "twelve": html_at(library_of(twins(12)), "cards/twin-001/"),
        "renamed": html_at(renamed, "cards/new/"),
        "two-sets": html_at(library_of(*twice), "cards/twin/"),
    }
    mentioned = {
        str(count): library_of(
            notes(*(entry(f"Twin {number}", "It can glimmer.") for number in range(count)))
        )
        for count in (14, 40)
    }
    mentioned["one-card"] = library_of(
        notes(entry("Twin", "It can glimmer.", "It is lit.", "It does not glimmer."))
    )
    mentions = {name: html_at(each, "mechanics/glimmer/") for name, each in mentioned.items()}
    both = library_of(
        notes(entry("Mire Lantern", "It can glimmer.")),
        notes(entry("Farol del fango", "Puede destellar."), lang="es"),
    )
    mentions["es"] = html_at(both, "mechanics/glimmer/", "es")
    assert_approved("families", families)
    assert_approved("mentions", mentions)


def test_only_the_first_member_of_a_large_family_lists_all():
    edition = edition_of(twins(100))
    first, last = family_of(edition, "twin-000"), family_of(edition, "twin-099")
    assert (first["first"], len(first["others"][0]["lines"])) == (None, 99)
    assert last["first"] == "../twin-000/#lom-1"
    assert len(last["others"][0]["lines"]) < 50


def test_a_family_and_its_lines_are_made_once_for_all_members():
    edition = edition_of(twins(60))
    with (
        mock.patch.object(Edition, "subject_name", autospec=True) as names,
        mock.patch.object(Library, "facts", autospec=True) as facts,
    ):
        names.return_value = Phrase("Twin")
        facts.return_value = catalogue().sets["lom"]
        for slug in edition.library.cards:
            family_of(edition, slug)
    assert names.call_count == 59, "one for each card that another one lists"
    assert facts.call_count == 60 + 120, "for the days of the family, and each list's heading"


def test_mechanics_show_who_has_gives_and_mentions_them_and_those_of_the_library_come_first():
    """Our explanation comes first, followed by sets, by the cards that have it or give it, and by
    mentions.
    """
    wisp = card(face("Wisp", "Creature", "Glimmer {1}"))
    lamp = card(face("Lamp", "Artifact", "Each Wisp gains glimmer."))
    moth = card(face("Moth", "Creature", 'Other Moths have "Glimmer {2}."'))
    document = notes(
        *map(entry, (wisp, lamp, moth)),
        entry("Old Elm", "It can glimmer."),
        sections=[section("New Mechanic: Glimmer", "They glimmer.")],
    )
    library = library_of(document)
    urls = ("mechanics/", "mechanics/dusk/", "mechanics/glimmer/")
    assert_approved("mechanics", {url: html_at(library, url) for url in urls})


def test_a_rule_page_links_to_the_quotation_which_has_its_anchor_once():
    twice = (Rule("702.62a", parse(text)) for text in ("It glimmers.", "It does."))
    quoting = section("Glimmer in full", *twice, kind="rules")
    library = library_of(notes(entry("Old Elm", "See rule 702.62a."), sections=[quoting]))
    urls = ("cards/old-elm/", "mechanics/glimmer/", "rules/", "rules/702-62a/", "sets/lom/")
    assert_approved("quoting", {url: html_at(library, url) for url in urls})


def test_rules_are_listed_by_section():
    text = "Rules 702.62a, 101.3 and 704.5j say so."
    page = html_at(library_of(notes(entry("Old Elm", text))), "rules/", "fr")
    assert re.findall(r'<h2 id="([^"]+)">(.*?)<', page) == [("rules-1", "1"), ("rules-7", "7")]
    assert re.findall('href="([^"#]+)"', page) == ["101-3/", "702-62a/", "704-5j/"]


def test_a_rule_quoted_only_in_a_document_that_is_not_shown_links_to_its_section():
    documents = [
        notes(sections=[section("Glimmer in full", "They glimmer.", kind="rules")]),
        notes(
            lang="es",
            sections=[
                section(
                    "Todo el destello",
                    Rule("702.62a", parse("Destella.")),
                    "Destella.",
                    kind="rules",
                )
            ],
        ),
    ]
    edition = edition_of(*documents)
    (passage,) = edition.library.rules["702.62a"].quoted_in
    assert edition.passage_url(passage) == "sets/lom/#section-glimmer"


def test_a_rule_page_names_the_current_number():
    today = catalogue(mechanic("fading", rule="702.62"))
    document = notes(
        entry(
            card(face("Old Elm", "Creature", "Fading 3")),
            "See rules 702.62a and 702.62b.",
        )
    )
    library = library_of(document, facts=today)
    page = html_at(library, "rules/702-62a/")
    assert 'This number now refers to</span> <a href="../../mechanics/fading/">' in page
    assert '<a href="../702-62b/">' in page
