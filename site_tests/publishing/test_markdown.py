"""Markdown beside the pages: it shows exactly what documents say, links to itself, and every ruling has its permanent link."""

from __future__ import annotations

import posixpath
import re
from dataclasses import replace

import pytest
from bs4 import BeautifulSoup
from jsonschema import Draft202012Validator
from markdown import markdown as shown

from generator.facts.files import yaml_files
from generator.facts.languages import Languages, spoken
from generator.joining import join
from generator.ledger.history import Earlier
from generator.ledger.numbers import NO_DAY
from generator.notes import CardEntry, Rule, Unread
from generator.publishing import data, markdown, plain
from generator.publishing.contract import Site
from generator.text import parse
from site_tests.builders import card, catalogue, entry, example_library, face, introduction, notes, ruling

ADDRESS = "https://x.example/sub/"
LIBRARY = example_library()
BREAK = "  "
"""What ends a line in Markdown."""
LINK = re.compile(r"(?<!\\)\]\(([^)]+)\)")
HOSTILE = (
    "*stars* and _lines_ and **both**", "[a](javascript:alert) ![b](c)", "<script>boo()</script> &amp; &lt;", "`code` ```", "# no heading",
    "1. no item", "12) no item", "- no item", "+ no item", "> no quote", "~~kept~~", "a \\* b \\\\", "===", "---", "+1/+1 and -2/-2",
)  # fmt: skip


def made(languages: Languages, address: str | None = ADDRESS, *, pages: bool = True) -> dict[str, str]:
    site = Site(library=LIBRARY, languages=languages, address=address, markdown_pages=pages)
    return dict(markdown.files(site))


@pytest.mark.parametrize("text", HOSTILE)
def test_markdown_shows_exactly_what_a_document_says(text: str) -> None:
    page = BeautifulSoup(shown(plain.escaped(text)), "html.parser")
    assert [tag.name for tag in page.find_all()] == ["p"]
    assert page.get_text() == text


def test_only_the_guide_is_made_unless_the_settings_want_more(languages: Languages) -> None:
    assert list(made(languages, pages=False)) == ["llms.txt"]


def test_every_card_mechanic_and_set_has_markdown_in_every_language(languages: Languages) -> None:
    files = made(languages)
    own = {*(f"cards/{slug}" for slug in LIBRARY.cards), *(f"mechanics/{slug}" for slug in LIBRARY.mechanics), "sets/lom"}
    assert files.keys() == {"llms.txt", *(f"{lang}/{page}/index.md" for lang in spoken(languages) for page in own)}


@pytest.mark.parametrize("address", [ADDRESS, None])
def test_every_link_to_markdown_leads_to_a_file_and_every_other_to_a_ruling(languages: Languages, address: str | None) -> None:
    files = made(languages, address)
    found = 0
    for path, text in files.items():
        for link in LINK.findall(text) if path.endswith(".md") else ():
            target = link.removeprefix(ADDRESS) if link.startswith(ADDRESS) else posixpath.normpath(f"{path}/../{link}")
            assert target in files or re.fullmatch(r"((en|es)/)?r/lom/.+/\d+/?", target), (path, link)
            found += 1
    assert found > 20


def test_the_page_of_a_card(languages: Languages) -> None:
    assert (
        made(languages)["en/cards/wisp-of-the-fen/index.md"]
        == f"""\
# Wisp of the Fen

**Wisp of the Fen** {{U}}{BREAK}
Creature — Spirit · 1/1

[Flying](../../mechanics/flying/index.md)

[Glimmer](../../mechanics/glimmer/index.md) {{1}}{{U}}

- Languages: Fuego fatuo del pantano (Spanish)
- Mechanics: [Flying](../../mechanics/flying/index.md), [Glimmer](../../mechanics/glimmer/index.md)

## [Lanterns over Mire](../../sets/lom/index.md) (February 7, 2031)

- [1]({ADDRESS}en/r/lom/wisp-of-the-fen/1/) Wisp of the Fen can [glimmer](../../mechanics/glimmer/index.md) while \
[Mire Lantern](../mire-lantern/index.md) is tapped.
- [2]({ADDRESS}en/r/lom/wisp-of-the-fen/2/) [Glimmer](../../mechanics/glimmer/index.md) has two parts:
  - The first pays {{1}}{{U}}.
  - The second is described in rule 702.345b.
"""
    )


def test_a_ruling_in_another_language_says_so(languages: Languages) -> None:
    text = made(languages)["fr/cards/mire-lantern/index.md"]
    assert f"- [1]({ADDRESS}en/r/lom/mire-lantern/1/) (anglais) Mire Lantern gives *only* blue mana." in text


def test_nothing_of_an_entry_is_left_out(languages: Languages) -> None:
    body = (
        introduction("About trees:"),
        ruling("It is one.", "Item * one."),
        Rule("1.1", parse("A rule.")),
        Unread(parse("Odd.")),
    )
    fen = CardEntry(card=card(face("Fen", "Land", "{T}: Add {B}.")), part="", body=body)
    library, _ = join([notes(fen, entry("Bog", "It is wet."))], catalogue(), {})
    files = dict(markdown.files(Site(library=library, languages=languages, markdown_pages=True)))
    assert files["en/cards/fen/index.md"].partition("\n## ")[2].splitlines()[1:] == [
        "", "About trees:", "", "- [1](../../../en/r/lom/fen/1/) It is one.", "  - Item \\* one.", "", "> 1.1 A rule.", "", "Odd.",
    ]  # fmt: skip


def test_a_ruling_has_its_earlier_wordings(languages: Languages) -> None:
    old = ("It *was* one:", "An item.")
    earlier = (
        Earlier(lang="en", words=("It is half.",), since=None, until=NO_DAY),
        Earlier(lang="en", words=old, since="2031-01-20", until="2031-02-20"),
        Earlier(lang="fr", words=("Non.",), since=None, until="2031-02-20"),
    )
    library = replace(join([notes(entry("Fen", "It is two."))], catalogue(), {})[0], earlier={"lom/fen/1": earlier})
    site = Site(library=library, languages=languages, markdown_pages=True)
    assert dict(markdown.files(site))["en/cards/fen/index.md"].partition("It is two.\n")[2].splitlines() == [
        "  - (Until February 20, 2031) It *was* one:", "    - An item.", "  - (1 earlier wording) It is half.",
    ]  # fmt: skip
    (line,) = data.rulings(library.sets["lom"].documents["en"], library)
    Draft202012Validator(yaml_files.schema("ruling")).validate(line)
    assert line["earlier"] == [
        {"from": "2031-01-20", "until": "2031-02-20", "text": old[0], "items": [old[1]]},
        {"from": None, "until": None, "text": "It is half.", "items": []},
    ]


def test_the_guide_says_where_the_content_is(languages: Languages) -> None:
    with_address, without = made(languages)["llms.txt"], made(languages, None, pages=False)["llms.txt"]
    assert with_address.startswith("# Rulebinder\n\n> Rulings from the release notes")
    assert f"- [data/rulings.ndjson]({ADDRESS}data/rulings.ndjson): " in with_address
    assert "index.md" in with_address
    assert "- [data/rulings.ndjson](/data/rulings.ndjson): " in without
    assert "built without its address" in without
    assert "index.md" not in without
