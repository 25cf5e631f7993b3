"""content/synonyms.yml: errors are reported with their line, and groups join old words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.facts import catalogue as facts
from rulebinder.facts import search_words
from rulebinder.facts.catalogue import Catalogue, EraTerm, EraWords
from rulebinder.facts.languages import Languages
from rulebinder.facts.search_words import SearchWords
from rulebinder.library import Library
from rulebinder.search import phrases
from rulebinder.search.normal_form import folding

GOOD = """\
en:
  same:
    - [mana value, cmc]
  ignored: [what, when]
"""


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[mana value, cmc]", "[mana value]", "synonyms.yml:3: error: "),
        ("[mana value, cmc]", "[cmc, cmc]", "synonyms.yml:3: error: "),
        ("cmc", '" "', "synonyms.yml:3: error: "),
        ("cmc", "7", "synonyms.yml:3: error: "),
        (
            "  ignored:",
            "  ingored: []\n  ignored:",
            "synonyms.yml:4: error: unknown key 'ingored' in en; did you mean 'ignored'?",
        ),
        ("  ignored: [what, when]\n", "", "synonyms.yml:1: error: "),
        ("en:", "english:", "synonyms.yml:1: error: "),
        ("[what, when]", "[what", "synonyms.yml:5: error: not valid YAML"),
    ],
)
def test_errors_are_reported_with_their_line(
    content_dir: Path, tmp_path: Path, old: str, new: str, said: str
) -> None:
    for path in content_dir.iterdir():
        if path.name in {"sets", "mechanics", "cards"}:
            (tmp_path / path.name).symlink_to(path)
    (tmp_path / search_words.SYNONYMS).write_text(GOOD.replace(old, new), "utf-8")
    loaded, problems = facts.load(tmp_path)
    assert loaded.synonyms == {}
    assert len(problems) == 1
    assert said in str(problems[0])


def test_the_repository_s_file_uses_languages_of_the_repository(
    catalogue: Catalogue, languages: Languages
) -> None:
    assert set(catalogue.synonyms) <= set(languages)
    assert all(words.same and words.ignored for words in catalogue.synonyms.values())


UNDERSTOOD = {
    "en": [
        ("dies in response", "left the battlefield"),
        ("flash it back", "flashback"),
        ("blow up", "destroy"),
        ("bounce", "return to hand"),
        ("fizzle", "doesn't resolve"),
        ("sac outlet", "sacrifice another creature"),
        ("etb", "enters"),
        ("gy", "graveyard"),
        ("peek", "look at"),
        ("refuse", "choose not to"),
        ("heal", "gain life"),
        ("quit", "leaves the game"),
    ],
    "es": [
        ("muere en respuesta", "objetivo ilegal"),
        ("rebotar", "regresar a la mano"),
        ("fizzlear", "no se resuelve"),
        ("precio", "coste"),
        ("rechazar", "puedes elegir no"),
        ("nadie", "ningún jugador"),
    ],
    "fr": [
        ("meurt en réponse", "cible illégale"),
        ("bounce", "renvoyer en main"),
        ("fizzle", "ne se résout pas"),
        ("prix", "coûte"),
        ("refuser", "vous pouvez choisir de ne pas"),
        ("tout le monde", "chaque joueur"),
    ],
}
"""Words of players, and of rulings that mean the same."""

APART = {
    "en": [
        (
            {"destroy", "destroyed", "destroys"},
            {"dies", "died", "die"},
            {"exile", "exiled"},
            {"leaves the battlefield", "ltb"},
        ),
        ({"tie", "tied", "drawn game"}, {"draw", "draws", "draw a card", "cantrip"}),
        (
            {"counters", "marker", "markers"},
            {"countered", "counterspell", "counters a spell"},
            {"dice"},
        ),
        ({"first strike"}, {"double strike"}, {"the initiative"}),
        ({"hexproof"}, {"shroud"}, {"protection"}),
        ({"haste"}, {"summoning sick"}),
        ({"end step", "end of turn"}, {"until end of turn"}, {"next turn"}, {"cleanup"}),
        ({"instant"}, {"sorcery"}),
        ({"owner"}, {"controller"}),
        ({"mandatory", "must"}, {"optional", "may"}),
        ({"loses life", "lose life"}, {"gain life", "gains life"}),
        ({"mdfc"}, {"tdfc"}),
        ({"infect"}, {"toxic"}),
        ({"fight"}, {"bite"}),
        ({"permanent"}, {"forever", "indefinitely"}),
        ({"stack", "stacks"}, {"cumulative", "pile"}),
        ({"hit"}, {"target"}),
        ({"hold"}, {"equipped"}),
        ({"open", "opening"}, {"revealed", "begin the game"}),
        ({"pass"}, {"skip"}),
        ({"see"}, {"triggers"}),
        ({"set"}, {"base"}),
        ({"side"}, {"split card"}),
        ({"size"}, {"power toughness"}),
        ({"army", "made"}, {"tokens"}),
        ({"general"}, {"commander"}),
    ],
    "es": [
        (
            {"destruir", "destruye", "destruida"},
            {"muere", "mueren", "muera"},
            {"deja el campo de batalla", "ltb"},
        ),
        ({"contador", "contadores"}, {"contrarrestar", "contrarresta"}, {"dado", "dados"}),
        ({"dañar primero"}, {"dañar dos veces"}, {"iniciativa"}),
        ({"antimaleficio"}, {"velo"}),
        ({"al final del turno", "paso final"}, {"hasta el final del turno"}),
        ({"obligatorio"}, {"opcional"}),
        ({"turno"}, {"fase"}, {"paso"}),
        ({"volar"}, {"destruir"}),
        ({"equipo"}, {"compañero"}),
        ({"tipo"}, {"criatura", "raza"}),
        ({"sale"}, {"entra al campo de batalla"}),
        ({"cara", "lado"}, {"mitad"}),
    ],
    "fr": [
        ({"détruire", "détruite"}, {"meurt", "meurent"}, {"quitte le champ de bataille", "ltb"}),
        ({"marqueur", "marqueurs"}, {"contrecarrer", "contrecarré"}, {"jeton", "jetons"}),
        ({"initiative"}, {"double initiative"}, {"prendre l'initiative"}),
        ({"défense talismanique"}, {"linceul"}),
        ({"fin du tour", "étape de fin"}, {"jusqu'à la fin du tour"}),
        ({"éphémère"}, {"flash"}, {"rituel"}),
        ({"obligatoire"}, {"optionnel"}),
        ({"tour"}, {"phase"}, {"étape"}),
        ({"base"}, {"terrain de base"}),
        ({"contre"}, {"contrer"}),
        ({"partie"}, {"moitié"}),
        ({"part"}, {"se déclenche"}),
    ],
}
"""Words that no line may join, because questions depend on the difference, or because an everyday
word mostly means something else.
"""


@pytest.mark.parametrize(
    ("lang", "typed", "said"),
    [(lang, *pair) for lang, pairs in UNDERSTOOD.items() for pair in pairs],
)
def test_situations_are_understood_in_the_words_of_players(
    catalogue: Catalogue, lang: str, typed: str, said: str
) -> None:
    assert any(typed in group and said in group for group in catalogue.synonyms[lang].same)


@pytest.mark.parametrize("lang", APART)
def test_no_line_joins_what_questions_depend_on(catalogue: Catalogue, lang: str) -> None:
    lines = catalogue.synonyms[lang].same
    for families in APART[lang]:
        joined = [
            line for line in lines if len([family for family in families if family & {*line}]) > 1
        ]
        assert joined == []


def test_every_line_is_there_once(catalogue: Catalogue) -> None:
    for lang, words in catalogue.synonyms.items():
        lines = [frozenset(line) for line in words.same]
        assert [sorted(line) for line in lines if lines.count(line) > 1] == [], lang


def test_groups_come_from_the_file_and_from_older_words(
    library: Library, languages: Languages
) -> None:
    era = EraTerm(
        key="bloom",
        until="2031-06-01",
        words={
            "en": EraWords(then=("in bloom",), now="in leaf"),
            "es": EraWords(then=("florece",), now=None, gone="nada"),
        },
    )
    words = SearchWords((("Mana Value", "CMC"), ("{E}", "energy")), ())
    library = replace(library, eras={"bloom": era}, synonyms={"en": words})
    same = {
        lang: phrases.content(lang, library, languages, folding(()), set())["same"]
        for lang in ("en", "es")
    }
    assert same == {
        "en": [("cmc", "mana value"), ("energy", "{e}"), ("in bloom", "in leaf")],
        "es": [],
    }
