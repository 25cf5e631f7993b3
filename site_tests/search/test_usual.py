"""content/questions: errors are reported with their line, and the records that answer a usual
question are found.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from rulebinder.facts import catalogue as facts
from rulebinder.facts import search_words
from rulebinder.facts.catalogue import Catalogue
from rulebinder.facts.content import load_content
from rulebinder.facts.languages import Languages
from rulebinder.facts.search_words import UsualQuestion
from rulebinder.problems import Problem
from rulebinder.search import usual_questions
from rulebinder.search.piece_cache import PieceCache
from rulebinder.search.records import SearchRecord
from rulebinder.search.words import postings
from rulebinder.search.words.normal_form import Fold, folding
from rulebinder.system.caches.result_cache import Cache

ELISIONS = ("l",)
FOLD = folding(ELISIONS)
GOOD = """\
copy-cost:
  en:
    said: [copy paid]
    asked: [kicker, fork]
"""


def load(folder: Path, **files: str) -> tuple[Catalogue, list[Problem]]:
    for name in ("sets", "mechanics", search_words.QUESTIONS):
        (folder / name).mkdir()
    for name, text in files.items():
        (folder / search_words.QUESTIONS / f"{name}.yml").write_text(text, "utf-8")
    return facts.load(folder)


def test_a_key_that_two_files_have_is_an_error(tmp_path: Path) -> None:
    loaded, problems = load(tmp_path, copies=GOOD, costs=GOOD.replace("fork", "spoon"))
    assert loaded.questions["copy-cost"].asked == {"en": ("kicker", "fork")}
    assert [str(problem).partition("questions/")[2] for problem in problems] == [
        "costs.yml:1: error: another file has the question copy-cost too; give one of them"
        " another key"
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[kicker, fork]", "[kicker]", "costs.yml:4: error: "),
        ("[kicker, fork]", "[kicker, kick it]", "costs.yml:4: error: "),
        ("[copy paid]", "[]", "costs.yml:3: error: "),
        (
            "asked:",
            "aksed:",
            "costs.yml:4: error: unknown key 'aksed' in copy-cost.en; did you mean 'asked'?",
        ),
        ("  en:", "  english:", "costs.yml:2: error: unknown key 'english'"),
        ("copy-cost:", "Copy cost:", "costs.yml:1: error: "),
    ],
)
def test_errors_are_reported_with_their_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    loaded, problems = load(tmp_path, costs=GOOD.replace(old, new))
    assert loaded.questions == {}
    assert len(problems) == 1
    assert said in str(problems[0])


def test_the_repository_s_questions_are_asked_and_answered(
    catalogue: Catalogue, languages: Languages
) -> None:
    assert len(catalogue.questions) > 100
    for question in catalogue.questions.values():
        assert question.asked
        assert question.said
        assert {*question.asked, *question.said} <= set(languages)


def test_who_only_reads_documents_needs_no_words_for_the_search(content_dir: Path) -> None:
    known, problems = load_content(content_dir, searched=False)
    assert not problems
    assert not known.catalogue.questions
    assert not known.catalogue.synonyms


def record(text: str, *, lang: str = "en", kind: str = "ruling") -> SearchRecord:
    return SearchRecord(kind=kind, id=text, lang=lang, url="", title="", text=text)


def answering(phrase: str, *texts: str) -> list[int]:
    question = UsualQuestion(asked={}, said={"en": (phrase,)})
    found = usual_questions.answers(
        {"it": question}, {"en": [record(text) for text in texts]}, ELISIONS
    )
    return [*found.get("it", {}).get("en", ())]


def test_a_phrase_has_the_beginnings_of_words_in_order() -> None:
    assert answering(
        "cop paid",
        "The copies count as paid.",
        "Paid copies.",
        "A copy.",
        "Paid copies, twice paid.",
    ) == [0, 3]
    assert answering(
        "copy paid", "The copies count as paid.", "A copy is unpaid.", "A copy is paid."
    ) == [2]


def test_a_phrase_ends_soon() -> None:
    filler = "aside " * usual_questions.BETWEEN
    assert answering("copy paid", f"A copy {filler}paid.", f"A copy {filler}aside paid.") == [0]
    assert answering("copy paid", f"A copy {filler}aside, a copy is paid.") == [0]


def test_symbols_and_counters_are_words() -> None:
    assert answering(
        "{x} cost zero", "With {X} in its cost, it is zero.", "With X in its cost, it is zero."
    ) == [0]
    assert answering("can't +1/+1", "It can’t get +1/+1.", "It can get +1/+1.") == [0]


def test_only_rulings_and_notes_answer() -> None:
    question = UsualQuestion(asked={}, said={"en": ("copy",)})
    held = [record("A copy.", kind=kind) for kind in ("card", "ruling", "note", "mechanic")]
    assert usual_questions.answers({"it": question}, {"en": held}, ELISIONS) == {
        "it": {"en": [1, 2]}
    }


def test_texts_of_earlier_builds_are_known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    questions = {"it": UsualQuestion(asked={}, said={"en": ("copy",)})}
    read: list[str] = []
    tokens = postings.tokens

    def noted(text: str, fold: Fold) -> list[str]:
        read.append(text)
        return tokens(text, fold)

    monkeypatch.setattr(usual_questions, "tokens", noted)

    def answered(*texts: str) -> list[int]:
        read.clear()
        found = usual_questions.answers(
            questions,
            {"en": [record(text) for text in texts]},
            ELISIONS,
            PieceCache(Cache(tmp_path)),
        )
        return [*found.get("it", {}).get("en", ())]

    assert answered("A copy.", "Nothing.", "A copy.") == [0, 2]
    assert answered("Nothing.", "A copy.") == [1]
    assert read == []
    assert answered("Another copy.", "A copy.") == [0, 1]
    assert read == ["Another copy.", "copy"]
    questions["it"] = UsualQuestion(asked={}, said={"en": ("nothing",)})
    assert answered("Nothing.", "A copy.") == [0]


QUESTIONS = {
    "french": UsualQuestion(asked={"fr": ("exil", "main")}, said={}),
    "none": UsualQuestion(asked={"en": ("host", "fork")}, said={}),
    "both": UsualQuestion(asked={"en": ("Kicker", "fork"), "fr": ("Exil", "coût")}, said={}),
    "last": UsualQuestion(asked={"en": ("fork", "needed")}, said={}),
}
BOTH = {"en": [4, 9, 10], "fr": [0, 3]}


def test_a_question_has_the_words_of_the_language_and_the_records_of_all() -> None:
    found = {"both": BOTH, "last": {"en": [7]}}
    english, french, spanish = (
        usual_questions.asked(QUESTIONS, lang, found, FOLD) for lang in ("en", "fr", "es")
    )
    assert english.answers == ("", "en 4 5 1|fr 0 3", "en 7")
    assert english.cues == {"fork": "fork 1 1", "kicker": "kicker 1", "needed": "needed 2"}
    assert (french.answers, french.cues) == (
        ("", "fr 0 3|en 4 5 1"),
        {"cout": "cout 1", "exil": "exil 1"},
    )
    assert [each.count for each in (english, french, spanish)] == [2, 1, 0]
    assert (spanish.answers, spanish.cues) == ((), {})


def test_an_edit_of_a_ruling_changes_no_number_of_a_question() -> None:
    before = usual_questions.asked(QUESTIONS, "en", {"both": BOTH, "last": {"en": [7]}}, FOLD)
    moved = usual_questions.asked(QUESTIONS, "en", {"both": {"en": [5]}, "last": {"en": [8]}}, FOLD)
    answered = usual_questions.asked(
        QUESTIONS, "en", {"none": {"en": [1]}, "both": {"en": [5]}, "last": {"en": [8]}}, FOLD
    )
    assert moved.cues == before.cues
    assert answered.cues == {**before.cues, "fork": "fork 0 1 1", "host": "host 0"}


def test_the_cues_that_come_first_are_certain_words_and_their_forms() -> None:
    asked = usual_questions.UsualQuestions(
        cues={
            cue: f"{cue} 1" for cue in ("cancel", "do", "doing", "need", "needed", "needle", "off")
        }
    )
    assert asked.spoken(["do", "needs"], ["s", "ed", "ing"]) == ["do 1", "need 1", "needed 1"]
    assert asked.spoken(["can", "of"], ["s", "cel"]) == []
