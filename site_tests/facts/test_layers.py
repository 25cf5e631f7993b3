"""An owner's facts are laid over those of the program entry by entry: what the program adds later
arrives, and what is hidden is said.
"""

from pathlib import Path

import pytest

from rulebinder.facts.content import Content, RulesParagraphs, load_content
from rulebinder.notes import Replacement
from rulebinder.problems import Place
from rulebinder.publishing import publish
from site_tests.facts.conftest import Layers, put
from site_tests.robustness.documents import card, document, fill, run

MECHANIC = """\
kind: keyword-ability
rule: "702.999"
names: {en: Relume, es: Reavivar}
forms: {en: [relumes, relumed]}
explanation: {en: It glows again., es: Vuelve a brillar.}
"""
ERA = (
    "bury: {until: 1997-10-14, en: {then: [bury], now: destroy, means: It is destroyed.}, es:"
    " {then: [entierra], gone: Nada.}}\n"
)
QUESTION = "timing: {en: {said: [follow timing rules], asked: [when, turn]}}\n"
RULES = (
    'effective: "2026-04-17"\nsets: {hol: {"102.3": {rule: "104.3", title: Ending, within:'
    " true}}}\n"
)
ID = "00000000-0000-4000-8000-00000000000"


def lay(layers: Layers, name: str, brought: str, own: str) -> None:
    """Write the file ``name`` of both folders."""
    put(layers.brought, name, brought)
    put(layers.own, name, own)


def loaded(layers: Layers) -> Content:
    """Return the facts; there are no errors."""
    found, problems = load_content(layers.own)
    assert [problem for problem in problems if problem.is_error] == []
    return found


def replacements(content: Content) -> list[tuple[str, str]]:
    entries = content.corrections["hol", "en"].entries
    return [(each.printed, each.correct) for each in entries if isinstance(each, Replacement)]


def test_a_correction_is_known_by_what_it_corrects(layers):
    lay(
        layers,
        "corrections/hol.en.yml",
        "- {printed: red, correct: rad, reason: x}\n- {card: Elm, rules_paragraphs: 1, reason:"
        " x}\n",
        "- {printed: teh, correct: the, reason: y}\n- {card: Elm, rules_paragraphs: 2, reason:"
        " y}\n",
    )
    found = loaded(layers)
    assert replacements(found) == [("red", "rad"), ("teh", "the")]
    settled, first, _ = found.corrections["hol", "en"].entries
    assert isinstance(settled, RulesParagraphs)
    assert (settled.count, settled.place) == (2, Place("content/corrections/hol.en.yml", 2))
    assert first.place == Place(str(layers.brought / "corrections/hol.en.yml"), 1)
    # An upgrade brings another one, and takes one away.
    put(
        layers.brought,
        "corrections/hol.en.yml",
        "- {printed: blu, correct: blue, reason: x}\n- {printed: red, correct: rad, reason: x}\n",
    )
    assert replacements(loaded(layers)) == [("blu", "blue"), ("red", "rad"), ("teh", "the")]


def test_a_correction_of_the_program_can_be_left_out(layers):
    file = put(
        layers.brought,
        "corrections/hol.en.yml",
        "- {printed: red, correct: rad, reason: x}\n- {printed: a, correct: b, reason: x}\n",
    )
    put(layers.own, "corrections/hol.en.yml", "- {printed: red, applies: false, reason: y}\n")
    assert replacements(loaded(layers)) == [("a", "b")]
    file.unlink()
    assert replacements(loaded(layers)) == []


def test_the_names_of_a_card_are_joined_by_the_english_one(layers):
    lay(
        layers,
        "cards/names.yml",
        f"- {{en: Elm, es: Olmo, oracle_id: {ID}1}}\n- {{en: Oak, es: Roble}}\n",
        "- {en: Fir, fr: Sapin}\n- {en: Elm, fr: Orme, also: {es: [Olmo viejo]}}\n",
    )
    lay(layers, "cards/oracle-ids.yml", f"Oak: {ID}2\nYew: {ID}3\n", f"Oak: {ID}4\n")
    catalogue = loaded(layers).catalogue
    assert catalogue.card_names == (
        {"en": "Elm", "es": "Olmo", "fr": "Orme"},
        {"en": "Oak", "es": "Roble"},
        {"en": "Fir", "fr": "Sapin"},
    )
    elm = catalogue.cards[0]
    assert elm.oracle_id == f"{ID}1"
    assert (elm.place, elm.place_of("fr"), elm.place_of("es")) == (
        Place("content/cards/names.yml", 2),
        Place("content/cards/names.yml", 2),
        Place(str(layers.brought / "cards/names.yml"), 1),
    )
    assert catalogue.oracle_ids == {"Oak": f"{ID}4", "Yew": f"{ID}3"}


def test_a_mechanic_and_a_set_are_joined_key_by_key(layers):
    lay(
        layers,
        "mechanics/relume.yml",
        MECHANIC,
        "names: {fr: Rallumage}\nforms: {en: [relume it]}\n",
    )
    put(layers.own, "sets/hol.yml", "names: {es: Huerto hueco}\n")
    catalogue = loaded(layers).catalogue
    relume = catalogue.mechanics["relume"]
    assert relume.names == {"en": "Relume", "es": "Reavivar", "fr": "Rallumage"}
    assert relume.forms == {"en": ("relume it",)}
    assert relume.rule == "702.999"
    assert catalogue.sets["hol"].names == {"en": "Hollow Orchard", "es": "Huerto hueco"}
    assert catalogue.sets.keys() == {"hol", "qua"}


def test_words_of_a_time_are_an_entry_for_each_language(layers):
    lay(layers, "eras.yml", ERA, "bury: {en: {then: [bury], gone: Nobody buries.}}\n")
    words = loaded(layers).catalogue.eras["bury"].words
    assert (words["en"].now, words["en"].gone, words["es"].gone) == (
        None,
        "Nobody buries.",
        "Nada.",
    )


def test_the_words_of_a_language_are_joined_one_by_one(layers):
    before = loaded(layers).languages["es"]
    put(
        layers.own,
        "languages/es.yml",
        "interface: {search: Rebuscar}\nreading: {see_words: [mira]}\n",
    )
    after = loaded(layers).languages["es"]
    assert after.interface == {**before.interface, "search": "Rebuscar"}
    assert after.reading.see_words == ("mira",)
    assert after.reading.stopwords == before.reading.stopwords
    put(
        layers.brought,
        "languages/nl.yml",
        (layers.brought / "languages/en.yml").read_text("utf-8"),
    )
    assert loaded(layers).languages["nl"].interface


def test_groups_of_synonyms_questions_rules_and_removals_are_joined(layers):
    lay(
        layers,
        "synonyms.yml",
        "en: {same: [[elm, tree], [oak, tree]], ignored: [the]}\n",
        "en: {same: [[fir, tree], [elm, tree]], ignored: [a, the]}\nes: {same: [], ignored:"
        " [el]}\n",
    )
    lay(
        layers,
        "questions/casting.yml",
        QUESTION,
        "timing: {fr: {asked: [quand, tour]}}\ncosts: {en: {asked: [pay, cost]}}\n",
    )
    lay(
        layers,
        "rules.yml",
        RULES,
        'sets: {hol: {"102.3": {rule: "104.4", title: Ending}, "105": {rule: "106", title:'
        " Mana}}}\n",
    )
    lay(layers, "removed.yml", "qua: 2031-02-07\n", "hol.fr: 2031-02-08\n")
    catalogue = loaded(layers).catalogue
    assert catalogue.synonyms["en"].same == (("elm", "tree"), ("oak", "tree"), ("fir", "tree"))
    assert catalogue.synonyms["en"].ignored == ("the", "a")
    assert catalogue.questions["timing"].asked == {"en": ("when", "turn"), "fr": ("quand", "tour")}
    assert catalogue.questions.keys() == {"timing", "costs"}
    assert {
        number: (each.rule, each.within) for number, each in catalogue.rules["hol"].items()
    } == {
        "102.3": ("104.4", False),
        "105": ("106", False),
    }
    assert catalogue.removed.keys() == {"qua", "hol.fr"}


def test_a_question_that_an_upgrade_brings_in_another_file_is_no_error(layers):
    put(layers.own, "questions/mine.yml", QUESTION.replace("[when, turn]", "[my, own]"))
    put(layers.brought, "questions/zones.yml", QUESTION)
    assert loaded(layers).catalogue.questions["timing"].asked == {"en": ("my", "own")}
    put(layers.own, "questions/other.yml", QUESTION)
    problems = list(map(str, load_content(layers.own)[1]))
    assert (
        'content/questions/mine.yml:1: notice: this hides an entry of the program: "timing"'
        in problems
    )
    assert any("another file has the question timing too" in problem for problem in problems)


def test_an_empty_file_hides_nothing(layers):
    lay(layers, "eras.yml", ERA, "# later\n")
    assert loaded(layers).catalogue.eras.keys() == {"bury"}


def test_what_is_hidden_is_one_line_and_all_lists_each(layers):
    lay(
        layers,
        "cards/names.yml",
        "- {en: Elm, es: Olmo}\n- {en: Oak, es: Roble}\n- {en: Fir, es: Abeto}\n",
        "- en: Elm\n  es: Olmo\n- en: Oak\n  es: Encina\n- en: Fir\n  es: Pino\n",
    )
    put(layers.own, "sets/hol.yml", "released: 2026-05-16\n")
    fill(Path("notes"), {"hol.en.md": document(card("Elm"))})
    every = [line for line in run("check", "--all").stderr.splitlines() if ": notice: " in line]
    assert every == [
        'content/sets/hol.yml:1: notice: this hides an entry of the program: "2026-05-15"',
        'content/cards/names.yml:4: notice: this hides an entry of the program: "Roble"',
        'content/cards/names.yml:6: notice: this hides an entry of the program: "Abeto"',
    ]
    result = run("check")
    assert result.exit_code == 0
    assert [line for line in result.stderr.splitlines() if ": notice: " in line] == [
        every[0] + " (and 2 more like this in 2 files: `rulebinder check --all` lists them)"
    ]
    assert "notice" not in run("import", "notes/hol.en.md", "--explain").stderr


@pytest.mark.parametrize(
    ("name", "own", "said"),
    [
        ("mechanics/relume.yml", "names:\n  en: [Relume]\n", "2: error: names.en must be text"),
        ("mechanics/relume.yml", "nams: {}\n", "1: error: unknown key 'nams'"),
        ("mechanics/relume.yml", "- 1\n", "1: error: the file must be a mapping"),
        ("mechanics/relume.yml", "names: [\n", "2: error: not valid YAML"),
        ("cards/names.yml", "- {en: Elm, es: [x]}\n", "1: error: 1.es must be text"),
        ("cards/names.yml", "- Elm\n", "1: error: 1 must be a mapping"),
        ("cards/names.yml", "Elm: Olmo\n", "1: error: the file must be a list or null"),
        ("corrections/hol.en.yml", "- {printed: a, reason: x}\n", "1: error: 1 has 'printed' with"),
        ("corrections/hol.en.yml", "- {applies: false}\n", "1: error: 1 lacks 'reason'"),
        ("corrections/hol.en.yml", "- {one_ruling: 2, reason: x}\n", "1: error: 1.one_ruling must"),
        ("eras.yml", "bury: null\n", "1: error: bury must be a mapping"),
        ("synonyms.yml", "en: {same: [[1, x]]}\n", "1: error: en.same.1.1 must be text"),
    ],
)
def test_a_fault_is_an_error_at_its_line_and_the_programs_entries_stay(name, own, said, layers):
    for brought, text in (
        ("mechanics/relume.yml", MECHANIC),
        ("cards/names.yml", "- {en: Oak}\n- {en: Elm}\n"),
        ("eras.yml", ERA),
        ("synonyms.yml", "en: {same: [], ignored: []}\n"),
    ):
        put(layers.brought, brought, text)
    put(layers.own, name, own)
    found, problems = load_content(layers.own)
    assert any(str(problem).startswith(f"content/{name}:{said}") for problem in problems), problems
    assert found.catalogue.mechanics.keys() == {"relume"}
    assert len(found.catalogue.cards) == 2


def test_outside_an_owners_folder_there_is_one_layer(layers, monkeypatch):
    own = put(layers.own.absolute(), "sets/hol.yml", "names: {es: Huerto}\n")
    monkeypatch.chdir(layers.brought)
    _, problems = load_content(own.parent.parent)
    assert f"{own}:1: error: the file lacks 'released'; add it" in map(str, problems)


def test_builds_remember_nothing_after_a_change_in_either_layer(layers, tmp_path):
    def key():
        return publish.load(layers.own, tmp_path / "notes")[0].key

    keys = [key()]
    for folder, text in (
        (layers.own, "names: {es: A}\n"),
        (layers.own, "names: {es: B}\n"),
        (layers.brought, "names: {en: Orchard}\nreleased: 2026-05-15\n"),
    ):
        put(folder, "sets/hol.yml", text)
        keys.append(key())
    assert len(set(keys)) == 4
