"""The questions that a site answers out of its data.

No library that carries them is needed here.
"""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebinder.answering.answers import Answers
from rulebinder.outputs import data
from rulebinder.problems import InputError
from site_tests.browser import serving
from site_tests.builders import example_library
from site_tests.outputs import site_of
from site_tests.rendering.approval import assert_approved
from site_tests.robustness.documents import fill

ADDRESS = "https://x.example/sub/"
LANTERN = "lom/mire-lantern/1"
RULINGS = Path("data", "rulings.ndjson")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return the data of a site with an address."""
    site = site_of(example_library(), address=ADDRESS)
    return fill(tmp_path_factory.mktemp("built"), dict(data.make_files(site)))


@pytest.fixture(scope="module")
def answers(built):
    return Answers(str(built))


Edit = Callable[[Path, Callable[[Any], Any]], Answers]


@pytest.fixture
def edited(built, tmp_path):
    """Return a function that changes the data of a file, or of each line of it, and reads the site
    again.
    """
    shutil.copytree(built, tmp_path / "site")

    def edit(path, change):
        file = tmp_path / "site" / path
        text = file.read_text("utf-8")
        parts = text.splitlines() if path.suffix == ".ndjson" else [text]
        file.write_text(
            "".join(f"{json.dumps(change(json.loads(part)))}\n" for part in parts), encoding="utf-8"
        )
        return Answers(str(tmp_path / "site"))

    return edit


def ids(answer: dict[str, Any]) -> list[str]:
    return [ruling["id"] for ruling in answer["rulings"]]


ASKED: tuple[tuple[Any, ...], ...] = (
    ("find_card", "MIRE LANTERN"),
    ("find_card", "fárol, del fango!"),
    ("find_card", "surface"),
    ("find_card", "wisp fen"),
    ("find_card", "isp"),
    ("find_card", " ' "),
    ("find_card", "f", 1),
    ("find_card", "f", -5),
    ("rulings_of_card", "Wisp of the Fen", "es"),
    ("rulings_of_card", "Wisp of the Fen", "ja"),
    ("rulings_of_card", "wisp"),
    ("rulings_of_card", "Nobody"),
    ("search_rulings", "blue MANA lantern"),
    ("search_rulings", "maná farol", "es"),
    ("search_rulings", "blue river"),
    ("search_rulings", "ana"),
    ("search_rulings", "..."),
    ("ruling", LANTERN),
    ("ruling", f" {LANTERN}/ "),
    ("ruling", "r/lom/mire-lantern/1/"),
    ("ruling", "/es/r/lom/mire-lantern/1"),
    ("ruling", f"{ADDRESS}es/r/lom/mire-lantern/1/?x=1#top"),
    ("mechanic", "DESTELLAR", "es"),
    ("mechanic", "glimmer"),
    ("mechanic", "glim"),
)


def test_answers_are_as_approved(answers):
    """A card is found by any of its names, a half is a name too, and the beginnings of words are
    candidates. A ruling is in another language if it must be, and is found by its links.
    """
    lines = [
        f"{tool}{words}: {json.dumps(named(getattr(answers, tool)(*words)), ensure_ascii=False)}"
        for tool, *words in ASKED
    ]
    assert_approved("answers", {"example": "\n".join(lines)})


def named(value: Any) -> Any:
    """Return an answer with the name of each record in its place."""
    if isinstance(value, list):
        return list(map(named, value))
    if not isinstance(value, dict):
        return value
    if "language" in value:
        return f"{value['id']} in {value['language']}"
    return value.get("slug") or {key: named(part) for key, part in value.items()}


def test_records_are_those_that_the_site_publishes(answers, built):
    def published(name):
        records = json.loads((built / "data" / f"{name}.json").read_text("utf-8"))[name]
        return {record["slug"]: record for record in records}

    card, glimmer = published("cards")["mire-lantern"], published("mechanics")["glimmer"]
    assert answers.find_card("Mire Lantern")["cards"] == [card]
    assert card["url"] == f"{ADDRESS}en/cards/mire-lantern/"
    explained = answers.mechanic("glimmer")
    assert explained["mechanic"] == glimmer
    assert glimmer["url"] == f"{ADDRESS}en/mechanics/glimmer/"
    (section,) = explained["sections"]
    assert section["introduction"] == ["Some spirits glimmer."]
    assert section["rulings"] == answers.ruling("lom/notes/glimmer/1")["rulings"]
    rulings = map(json.loads, (built / RULINGS).read_text("utf-8").splitlines())
    assert answers.rulings_of_card("Mire Lantern", "es")["rulings"] == [
        ruling for ruling in rulings if (ruling["id"], ruling["language"]) == (LANTERN, "es")
    ]


def test_cards_of_one_name_are_candidates_and_a_slug_is_one_of_them(edited):
    def change(index):
        return {"cards": [{**card, "names": {"en": "Sink Surface"}} for card in index["cards"]]}

    answers = edited(Path("data", "cards.json"), change)
    found = answers.rulings_of_card("Sink Surface")
    assert (found["card"], len(found["candidates"])) == (None, 3)
    assert [answers.rulings_of_card(card["slug"])["card"] for card in found["candidates"]] == found[
        "candidates"
    ]


def test_hits_with_the_words_in_order_and_whole_are_first(edited):
    texts = {
        "lom/notes/glimmer/1": "a counting of glows",
        LANTERN: "a glow that counts",
        "lom/wisp-of-the-fen/1": "It was glow and count.",
        "lom/wisp-of-the-fen/2": "glow count",
    }
    found = edited(
        RULINGS, lambda each: {**each, "comment": texts.get(each["id"], "")}
    ).search_rulings("glow count", limit=3)
    assert ids(found) == ["lom/wisp-of-the-fen/2", "lom/wisp-of-the-fen/1", LANTERN]
    assert found["further"] == 1


def test_a_text_without_spaces_and_an_elided_article_hide_no_word(edited):
    texts = {LANTERN: "この沼の灯籠は青い", "lom/wisp-of-the-fen/1": "l’énergie du marais"}
    found = edited(RULINGS, lambda each: {**each, "comment": texts.get(each["id"], "")})
    assert ids(found.search_rulings("灯籠")) == [LANTERN]
    assert ids(found.search_rulings("energie")) == ["lom/wisp-of-the-fen/1"]
    assert ids(found.search_rulings("l'énergie")) == ["lom/wisp-of-the-fen/1"]


def test_a_ruling_that_is_wrong_today_comes_later(edited):
    verdict = {"still": "no longer", "rule": "100.1a", "reason": {}, "edition": "2030-01-01"}

    def change(each):
        judged = verdict if each["id"] == LANTERN else None
        return {**each, "comment": "same words", "name": "", "verdict": judged}

    found = edited(RULINGS, change).search_rulings("same words")
    assert ids(found).index(LANTERN) == len(ids(found)) - 1 > 0
    assert found["rulings"][-1]["verdict"] == verdict


def test_a_published_ruling_is_found_by_its_place_on_the_page_of_its_card(edited):
    place = "en/cards/mire-lantern/#2031-02-07-1"
    answers = edited(
        RULINGS, lambda each: {**each, "address": place} if each["id"] == LANTERN else each
    )
    assert ids(answers.ruling(f"{ADDRESS}{place}")) == [LANTERN]


def test_a_removed_ruling_says_so_and_leads_to_what_replaced_it(edited):
    gone = {"retired": "2032-01-01", "became": [LANTERN]}
    answers = edited(
        Path("r", "index.json"),
        lambda ids: {**ids, "lom/old/1": gone, "lom/old/2": {"retired": None, "became": []}},
    )
    found = answers.ruling("lom/old/1")
    assert found["note"] == "This ruling was removed on 2032-01-01; these rulings replaced it."
    assert ids(found) == [LANTERN]
    assert answers.ruling("lom/old/2")["note"] == "This ruling was removed."
    assert answers.ruling("lom/old/3")["note"] == "No ruling has this number or link."


def test_nothing_but_data_of_documents_is_read(edited):
    def change(index):
        return {
            **index,
            "documents": [
                {**each, "path": "data/notes/../../../secret.json"} for each in index["documents"]
            ],
        }

    assert edited(Path("data", "index.json"), change).mechanic("glimmer")["sections"] == []


def test_a_site_is_read_at_its_address_too(built, answers):
    with serving.serve(built, "/sub/") as address:
        far = Answers(address.rstrip("/"))
        assert far.rulings_of_card("Mire Lantern") == answers.rulings_of_card("Mire Lantern")
        assert far.mechanic("glimmer") == answers.mechanic("glimmer")


def test_links_begin_where_the_site_is_read_if_the_site_has_no_address(tmp_path):
    site = fill(tmp_path / "site", dict(data.make_files(site_of(example_library()))))
    answers = Answers(str(site))
    assert (answers.address, answers.ruling(LANTERN)["rulings"][0]["url"]) == ("", None)
    with serving.serve(site, "/sub/") as address:
        far = Answers(address)
        assert far.ruling(LANTERN)["rulings"][0]["url"] == f"{address}r/lom/mire-lantern/1/"
        assert far.find_card("sink")["cards"][0]["url"] == f"{address}en/cards/sink-surface/"


@pytest.mark.parametrize(
    ("path", "text", "said"),
    [
        ("cards.json", "<html>", "data/cards.json:1: error: this is not the data of a website"),
        (
            "rulings.ndjson",
            "{}\n",
            "data/rulings.ndjson:1: error: the data has another form (KeyError('id'))",
        ),
        ("cards.json", "[]", "data:1: error: the data has another form"),
    ],
)
def test_what_is_no_site_is_one_problem(built, tmp_path, path, text, said):
    folder = shutil.copytree(built, tmp_path / "site")
    (folder / "data" / path).write_text(text, "utf-8")
    with pytest.raises(InputError) as raised:
        Answers(str(folder))
    assert len(raised.value.problems) == 1
    assert said in str(raised.value)


def test_a_host_that_has_no_site_or_does_not_answer_is_one_problem(tmp_path):
    (tmp_path / "404.html").write_text("nothing", "utf-8")
    with (
        serving.serve(tmp_path, "/") as address,
        pytest.raises(InputError, match=r"data/index\.json:1: error: .* \(Not Found\)"),
    ):
        Answers(address)
    with pytest.raises(InputError, match="cannot be read here"):
        Answers(address)
