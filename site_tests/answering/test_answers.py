"""The questions that a site answers out of its data.

No library that carries them is needed here.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebinder.answering import sources
from rulebinder.answering.answers import Answers
from rulebinder.answering.records import Outdated, Ruling, Verdict
from rulebinder.outputs import data
from rulebinder.problems import InputError
from site_tests.browser import serving
from site_tests.builders import example_library
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill

ADDRESS = "https://x.example/sub/"
LANTERN = "lom/mire-lantern/1"
RULINGS = Path("data", "rulings.ndjson")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the data of a site with an address."""
    site = site_of(example_library(), address=ADDRESS)
    return fill(tmp_path_factory.mktemp("built"), dict(data.files(site)))


@pytest.fixture(scope="module")
def answers(built: Path) -> Answers:
    return Answers(sources.of(str(built)))


Edit = Callable[[Path, Callable[[Any], Any]], Answers]


@pytest.fixture
def edited(built: Path, tmp_path: Path) -> Edit:
    """Return a function that changes the data of a file, or of each line of it, and reads the site
    again.
    """
    shutil.copytree(built, tmp_path / "site")

    def edit(path: Path, change: Callable[[Any], Any]) -> Answers:
        file = tmp_path / "site" / path
        text = file.read_text("utf-8")
        parts = text.splitlines() if path.suffix == ".ndjson" else [text]
        file.write_text(
            "".join(f"{json.dumps(change(json.loads(part)))}\n" for part in parts), encoding="utf-8"
        )
        return Answers(sources.of(str(tmp_path / "site")))

    return edit


@pytest.mark.parametrize(
    "name", ["MIRE LANTERN", "mire-lantern", "Farol del fango", "fárol, del fango!"]
)
def test_a_card_is_found_by_any_of_its_names(answers: Answers, name: str) -> None:
    found = answers.find_card(name, "es")
    assert (found.exact, found.further) == (True, 0)
    (card,) = found.cards
    assert (card.slug, card.name, card.sets, card.rulings) == (
        "mire-lantern",
        "Farol del fango",
        ("lom",),
        1,
    )
    assert card.link == f"{ADDRESS}en/cards/mire-lantern/"
    assert dict(card.names) == {"en": "Mire Lantern", "es": "Farol del fango"}


def test_a_half_is_a_name_and_the_beginnings_of_words_are_candidates(answers: Answers) -> None:
    assert [card.slug for card in answers.find_card("surface").cards] == ["sink-surface"]
    part = answers.find_card("wisp fen")
    assert (part.exact, [card.name for card in part.cards]) == (False, ["Wisp of the Fen"])
    assert answers.find_card("isp").cards == answers.find_card(" ' ").cards == ()


def test_cards_of_one_name_are_candidates_and_a_slug_is_one_of_them(edited: Edit) -> None:
    def change(index: dict[str, Any]) -> dict[str, Any]:
        return {"cards": [{**each, "names": {"en": "Sink Surface"}} for each in index["cards"]]}

    answers = edited(Path("data", "cards.json"), change)
    found = answers.rulings_of_card("Sink Surface")
    assert (found.card, len(found.candidates)) == (None, 3)
    assert [answers.rulings_of_card(card.slug).card for card in found.candidates] == list(
        found.candidates
    )


def test_no_more_cards_are_listed_than_wanted(answers: Answers) -> None:
    found = answers.find_card("f", limit=1)
    assert (len(found.cards), found.further) == (1, 1)
    assert len(answers.find_card("f", limit=-5).cards) == 1


def test_a_ruling_has_all_that_is_cited(answers: Answers) -> None:
    (ruling,) = answers.rulings_of_card("Mire Lantern", "es").rulings
    assert ruling == Ruling(
        id=LANTERN,
        link=f"{ADDRESS}r/lom/mire-lantern/1/",
        name="Farol del fango",
        set="lom",
        day="2031-02-07",
        revised=None,
        language="es",
        text="El Farol del fango da maná azul.",
        verdict=None,
        outdated=(),
        amended=(),
    )


def test_a_card_has_each_ruling_once_in_another_language_if_it_must_be(answers: Answers) -> None:
    found = answers.rulings_of_card("Wisp of the Fen", "es")
    assert found.card is not None
    assert found.card.name == "Fuego fatuo del pantano"
    assert [(each.id, each.language) for each in found.rulings] == [
        ("lom/wisp-of-the-fen/1", "es"),
        ("lom/wisp-of-the-fen/2", "en"),
    ]
    assert [each.language for each in answers.rulings_of_card("Wisp of the Fen", "ja").rulings] == [
        "en",
        "en",
    ]


def test_a_name_that_may_mean_several_cards_has_candidates_only(answers: Answers) -> None:
    found = answers.rulings_of_card("wisp")
    assert (found.card, found.rulings, [card.slug for card in found.candidates]) == (
        None,
        (),
        ["wisp-of-the-fen"],
    )
    assert answers.rulings_of_card("Nobody").candidates == ()


def test_rulings_are_searched_by_all_their_words_and_by_the_name_of_their_card(
    answers: Answers,
) -> None:
    assert [each.id for each in answers.search_rulings("blue MANA lantern").rulings] == [LANTERN]
    assert [each.id for each in answers.search_rulings("maná farol", "es").rulings] == [LANTERN]
    assert (
        answers.search_rulings("blue river").note
        == "No ruling in the language 'en' has all these words."
    )
    assert answers.search_rulings("ana").rulings == ()
    assert answers.search_rulings("...").note == "There are no words to search."


def test_hits_with_the_words_in_order_and_whole_are_first(edited: Edit) -> None:
    texts = {
        "lom/notes/glimmer/1": "a counting of glows",
        LANTERN: "a glow that counts",
        "lom/wisp-of-the-fen/1": "It was glow and count.",
        "lom/wisp-of-the-fen/2": "glow count",
    }
    found = edited(
        RULINGS, lambda each: {**each, "comment": texts.get(each["id"], "")}
    ).search_rulings("glow count", limit=3)
    assert [each.id for each in found.rulings] == [
        "lom/wisp-of-the-fen/2",
        "lom/wisp-of-the-fen/1",
        LANTERN,
    ]
    assert found.further == 1


def test_a_text_without_spaces_and_an_elided_article_hide_no_word(edited: Edit) -> None:
    texts = {LANTERN: "この沼の灯籠は青い", "lom/wisp-of-the-fen/1": "l’énergie du marais"}
    found = edited(RULINGS, lambda each: {**each, "comment": texts.get(each["id"], "")})
    assert [each.id for each in found.search_rulings("灯籠").rulings] == [LANTERN]
    assert [each.id for each in found.search_rulings("energie").rulings] == [
        "lom/wisp-of-the-fen/1"
    ]
    assert [each.id for each in found.search_rulings("l'énergie").rulings] == [
        "lom/wisp-of-the-fen/1"
    ]


def test_a_ruling_that_is_outdated_says_so_and_comes_later(edited: Edit) -> None:
    verdict = {
        "still": "no longer",
        "rule": "100.1a",
        "reason": {"en": "It changed.", "es": "Ha cambiado."},
        "edition": "2030-01-01",
    }
    words = [{"term": "x", "text": "mana burn", "changed_on": "2009-07-11"}]

    def change(each: dict[str, Any]) -> dict[str, Any]:
        looks_old = each["id"] == LANTERN
        return {
            **each,
            "comment": "same words",
            "name": "",
            "verdict": verdict if looks_old else None,
            "outdated": words if looks_old else [],
            "amended": ["100.1a"] if looks_old else [],
        }

    answers = edited(RULINGS, change)
    found = answers.search_rulings("same words").rulings
    assert [each.id for each in found].index(LANTERN) == len(found) - 1
    assert (found[-1].verdict, found[-1].outdated, found[-1].amended) == (
        Verdict(still="no longer", rule="100.1a", reason="It changed.", edition="2030-01-01"),
        (Outdated(words="mana burn", changed_on="2009-07-11"),),
        ("100.1a",),
    )
    spanish = answers.ruling(LANTERN, "es").rulings[0].verdict
    assert spanish is not None
    assert spanish.reason == "Ha cambiado."


@pytest.mark.parametrize(
    "address",
    [
        LANTERN,
        f" {LANTERN}/ ",
        "r/lom/mire-lantern/1/",
        "/es/r/lom/mire-lantern/1",
        f"{ADDRESS}r/lom/mire-lantern/1/",
        f"{ADDRESS}es/r/lom/mire-lantern/1/?x=1#top",
    ],
)
def test_one_ruling_is_found_by_its_number_and_by_its_links(answers: Answers, address: str) -> None:
    assert [each.id for each in answers.ruling(address).rulings] == [LANTERN]


def test_a_published_ruling_is_found_by_its_place_on_the_page_of_its_card(edited: Edit) -> None:
    place = "en/cards/mire-lantern/#2031-02-07-1"
    answers = edited(
        RULINGS, lambda each: {**each, "address": place} if each["id"] == LANTERN else each
    )
    assert [each.id for each in answers.ruling(f"{ADDRESS}{place}").rulings] == [LANTERN]


def test_a_removed_ruling_says_so_and_leads_to_what_replaced_it(edited: Edit) -> None:
    gone = {"retired": "2032-01-01", "became": [LANTERN]}
    answers = edited(
        Path("r", "index.json"),
        lambda ids: {**ids, "lom/old/1": gone, "lom/old/2": {"retired": None, "became": []}},
    )
    found = answers.ruling("lom/old/1")
    assert found.note == "This ruling was removed on 2032-01-01; these rulings replaced it."
    assert [each.id for each in found.rulings] == [LANTERN]
    assert answers.ruling("lom/old/2").note == "This ruling was removed."
    assert answers.ruling("lom/old/3").note == "No ruling has this number or link."


def test_a_mechanic_is_explained_with_what_documents_say_of_it(answers: Answers) -> None:
    found = answers.mechanic("DESTELLAR", "es").mechanic
    assert found is not None
    assert (found.slug, found.name, found.explanation, found.cards) == (
        "glimmer",
        "Destellar",
        "What glimmer does.",
        1,
    )
    assert (found.link, found.further_sections) == (f"{ADDRESS}en/mechanics/glimmer/", 0)
    (section,) = found.sections
    assert (section.id, section.set, section.language) == ("lom/notes/glimmer", "lom", "es")
    english = answers.mechanic("glimmer").mechanic
    assert english is not None
    assert (english.sections[0].introduction, english.sections[0].rulings[0].text) == (
        ("Some spirits glimmer.",),
        "A creature glimmers but once.",
    )


def test_the_rules_that_a_section_quotes_are_plain_text(edited: Edit) -> None:
    def change(document: dict[str, Any]) -> dict[str, Any]:
        sections = [
            {**each, "rules": [{"number": "702.1", "text": "A *glimmer* rule."}]}
            for each in document["sections"]
        ]
        return {**document, "sections": sections}

    found = edited(Path("data", "notes", "lom.en.json"), change).mechanic("glimmer").mechanic
    assert found is not None
    assert [(each.number, each.text) for each in found.sections[0].rules] == [
        ("702.1", "A glimmer rule.")
    ]


def test_a_part_of_the_name_of_a_mechanic_has_candidates_only(answers: Answers) -> None:
    found = answers.mechanic("glim")
    assert (found.mechanic, found.candidates) == (None, ("glimmer",))


def test_nothing_but_data_of_documents_is_read(edited: Edit) -> None:
    def change(index: dict[str, Any]) -> dict[str, Any]:
        return {
            **index,
            "documents": [
                {**each, "path": "data/notes/../../../secret.json"} for each in index["documents"]
            ],
        }

    found = edited(Path("data", "index.json"), change).mechanic("glimmer").mechanic
    assert found is not None
    assert found.sections == ()


def test_a_site_is_read_at_its_address_too(built: Path, answers: Answers) -> None:
    with serving.serve(built, "/sub/") as address:
        far = Answers(sources.of(address.rstrip("/")))
        assert far.rulings_of_card("Mire Lantern") == answers.rulings_of_card("Mire Lantern")
        assert far.mechanic("glimmer") == answers.mechanic("glimmer")


def test_a_link_begins_where_the_site_is_read_if_the_site_has_no_address(
    edited: Edit, tmp_path: Path
) -> None:
    answers = edited(RULINGS, lambda each: {**each, "url": None})
    assert answers.ruling(LANTERN).rulings[0].link == "r/lom/mire-lantern/1/"
    with serving.serve(tmp_path / "site", "/sub/") as address:
        assert (
            Answers(sources.of(address)).ruling(LANTERN).rulings[0].link
            == f"{address}r/lom/mire-lantern/1/"
        )


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        (
            "data/cards.json",
            "<html>",
            "data/cards.json:1: error: this is not the data of a website",
        ),
        (
            "data/rulings.ndjson",
            "{}\n",
            "data/rulings.ndjson:1: error: the data has another form (KeyError('id'))",
        ),
        ("data/cards.json", "[]", "data:1: error: the data has another form"),
    ],
)
def test_what_is_no_site_is_one_problem(
    built: Path, tmp_path: Path, path: str, text: str, said: str
) -> None:
    folder = shutil.copytree(built, tmp_path / "site")
    (folder / path).write_text(text, "utf-8")
    with pytest.raises(InputError) as raised:
        Answers(sources.of(str(folder)))
    assert len(raised.value.problems) == 1
    assert said in str(raised.value)


def test_a_host_that_has_no_site_or_does_not_answer_is_one_problem(tmp_path: Path) -> None:
    (tmp_path / "404.html").write_text("nothing", "utf-8")
    with (
        serving.serve(tmp_path, "/") as address,
        pytest.raises(InputError, match=r"data/index\.json:1: error: .* \(Not Found\)"),
    ):
        Answers(sources.of(address))
    with pytest.raises(InputError, match="cannot be read here"):
        Answers(sources.of(address))
