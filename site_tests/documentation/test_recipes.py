"""The recipe for Discord answers from the files of a site, within Discord's limits, and
docs/recipes.md says what is there.
"""

import inspect
import itertools
import json
import re
import shutil
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from rulebinder.answering.answers import Answers
from rulebinder.cli import show
from site_tests import coroutines, sites
from site_tests.browser import serving
from site_tests.conftest import ROOT
from site_tests.documentation.written import options, page
from site_tests.rendering.approval import assert_approved

PATH = ROOT / "docs" / "recipes.md"
PAGE = PATH.read_text("utf-8")
RECIPE = ROOT / "docs" / "recipes" / "discord_bot.py"
LIMIT = 2000
CARD = "ysolde-marrack-last-lamplighter"
NAME = "Ysolde Marrack, Last Lamplighter"
RULINGS = Path("data", "rulings.ndjson")


class Client:
    """Stands for ``discord.Client``."""

    def __init__(self, *, intents: Any, allowed_mentions: str) -> None:
        self.intents = intents
        self.allowed_mentions = allowed_mentions

    def event(self, function: Any) -> Any:
        return function


DISCORD = SimpleNamespace(
    Intents=SimpleNamespace(default=SimpleNamespace),
    AllowedMentions=SimpleNamespace(none=lambda: "none"),
    Client=Client,
)
"""Stands for the library discord.py: it has what the recipe uses, and nothing else."""


class Bot:
    """The recipe, for a site at an address."""

    def __init__(self, site: str, patch: pytest.MonkeyPatch) -> None:
        patch.setenv("RULINGS_SITE", site)
        patch.setitem(sys.modules, "discord", DISCORD)
        self.module = ModuleType("discord_bot")
        exec(compile(RECIPE.read_text("utf-8"), RECIPE, "exec"), self.module.__dict__)

    def says(self, message: str, *, bot: bool = False) -> list[str]:
        """Return what it answers to a message."""
        sent: list[str] = []

        async def send(text: str) -> None:
            sent.append(text)

        author, channel = SimpleNamespace(bot=bot), SimpleNamespace(send=send)
        coroutines.run(
            self.module.on_message(SimpleNamespace(content=message, author=author, channel=channel))
        )
        assert all(len(text) <= LIMIT for text in sent)
        return sent

    def answer(self, name: str) -> str:
        (text,) = self.says(f"!ruling {name}")
        return text


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """Return the data of the example site, which a test may change."""
    built, folder = (
        sites.once(tmp_path_factory, "whole", sites.example),
        tmp_path_factory.mktemp("recipe"),
    )
    shutil.copytree(built / "data", folder / "data")
    return folder


@pytest.fixture
def rulings(data):
    """Return the rulings, which are written before the bot reads them, and taken back after the
    test.
    """
    path = data / RULINGS
    text = path.read_text("utf-8")
    yield [json.loads(line) for line in text.splitlines()]
    path.write_text(text, "utf-8")


@pytest.fixture
def bot(data, monkeypatch):
    with serving.serve(data, "/sub/") as address:
        yield Bot(address, monkeypatch)


def write(data: Path, rulings: list[dict[str, Any]]) -> None:
    (data / RULINGS).write_text(
        "".join(f"{json.dumps(each)}\n" for each in rulings), encoding="utf-8"
    )


def first_of(rulings: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the first ruling of the card in English."""
    return next(each for each in rulings if each["card"] == CARD and each["language"] == "en")


def links(answer: str) -> list[str]:
    return re.findall(r"^- .* <(\S+)>$", answer, re.MULTILINE)


ASKED = (
    NAME, "YSOLDE MARRACK LAST LAMPLIGHTER", " ysölde-marrack’ last lamplighter!", "ysolde",
    "Ysolde Marrack, última farolera", "Ysolde Marak, Last Lamplighter", "lantern", "e", "Relume",
    "RELÚME (mechanic)", "relumme", "Reluma",
)  # fmt: skip


def test_answers_are_as_approved(bot):
    """A card is found without regard to case, accents and punctuation, by a part of one name, and
    by a name in another language. Of several, some are named. A mechanic is explained with what
    documents say of it. A name with a typing error is answered or asked about.
    """
    answers = (
        "\n".join((*names, answer, ""))
        for answer, names in itertools.groupby(ASKED, key=bot.answer)
    )
    assert_approved("bot", {"answers": "\n".join(answers)})


@pytest.mark.parametrize("name", ["Nobody at all", "", "//", "@everyone"])
def test_an_unknown_card_is_one_sentence_that_repeats_nothing(bot, name):
    assert bot.answer(name) == "I know no card or mechanic of that name."


def test_a_long_answer_ends_with_a_whole_ruling_and_says_how_many_are_left(bot, data, rulings):
    first = first_of(rulings)
    write(data, [{**first, "url": f"https://example.org/r/{number}/"} for number in range(200)])
    answer = bot.answer(NAME)
    shown = links(answer)
    assert shown == [f"https://example.org/r/{number}/" for number in range(len(shown))]
    assert answer.endswith(f"\n… and {200 - len(shown)} more.")
    assert len(answer) > LIMIT - 30 - len(first["comment"]) - 40


def test_a_ruling_that_is_too_long_leaves_the_link_to_the_card(bot, data, rulings):
    write(data, [{**first_of(rulings), "comment": "x" * LIMIT}])
    assert (
        bot.answer(NAME)
        == f"**{NAME}** <{sites.ADDRESS}en/cards/{CARD}/>, rulings: 1\n… and 1 more."
    )


def test_the_text_of_a_ruling_is_no_markup_and_a_verdict_is_said(bot, data, rulings):
    first = first_of(rulings)
    verdict = {"still": "no longer", "rule": "100.1", "reason": {}, "edition": "2040-01-31"}
    write(data, [{**first, "comment": "*One*\n<@7> [a](b)", "verdict": verdict, "url": None}])
    assert bot.answer(NAME).endswith(
        "\n- \\*One\\*\n  - \\<@7\\> \\[a\\](b) **(verdict of this site, by the rules of"
        " 2040-01-31: no longer true)**"
        f" <{bot.module.SITE}{first['address']}>"
    )


def test_only_questions_of_people_are_answered_and_nobody_is_pinged(bot):
    assert (
        bot.says("!rulings")
        == bot.says("hello !ruling")
        == bot.says(f"!ruling {NAME}", bot=True)
        == []
    )
    assert bot.module.client.allowed_mentions == "none"
    assert bot.module.client.intents.message_content is True


def test_the_page_names_the_version_of_the_library():
    named = re.findall(
        r"discord\.py (?:version )?(\d+\.\d+\.\d+)", PAGE + RECIPE.read_text("utf-8")
    )
    assert len(named) == 2
    assert len(set(named)) == 1


def test_what_the_pages_name_exists():
    code = page("en", "programs.md").part("bots").code
    assert set(re.findall(r"--\w+", " ".join([*code, PAGE]))) == options("mcp")


def test_every_tool_is_listed():
    listed = re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE)
    assert listed == [
        name
        for name, each in vars(Answers).items()
        if inspect.isfunction(each) and not name.startswith("_")
    ]


def test_the_library_of_the_server_is_that_of_the_project():
    assert set(re.findall(r"'(mcp[^']+)'", PAGE)) == {show.SDK}
