"""The sets that the facts name: those with a file of their own, and all others."""

from collections import Counter
from pathlib import Path

from rulebinder.facts import catalogue as facts
from rulebinder.facts import yaml_files
from site_tests.conftest import ROOT


def sets(folder: Path, others: str, own: str = "") -> facts.Catalogue:
    (folder / facts.OTHER_SETS).write_text(others, "utf-8")
    for name in ("sets", "mechanics"):
        (folder / name).mkdir()
    if own:
        (folder / "sets/hov.yml").write_text(own, "utf-8")
    catalogue, problems = facts.load(folder)
    assert problems == []
    return catalogue


HOLLOW = "- {code: hov, released: 2031-02-07, en: Hollow Vale, fr: Le Val creux}\n"


def test_a_set_needs_no_file_of_its_own(tmp_path):
    known = sets(tmp_path, HOLLOW).sets["hov"]
    assert (known.names, known.released) == (
        {"en": "Hollow Vale", "fr": "Le Val creux"},
        "2031-02-07",
    )
    assert known.place.line == 1


def test_what_the_file_of_a_set_says_comes_first(tmp_path):
    decks = "- {code: hvc, released: 2031-02-07, en: Hollow Decks}\n"
    known = sets(
        tmp_path, HOLLOW + decks, "names: {en: Hollow Vales}\nreleased: 2031-03-08\ncodes: [hvc]\n"
    ).sets["hov"]
    assert (known.names, known.released) == (
        {"en": "Hollow Vales", "fr": "Le Val creux"},
        "2031-03-08",
    )
    assert (known.codes, known.code_names) == (("hvc",), {"hvc": {"en": "Hollow Decks"}})


def test_every_set_is_listed_once_and_by_day():
    document, problems = yaml_files.load(ROOT / "content" / facts.OTHER_SETS, "other-sets")
    assert problems == []
    assert document is not None
    codes = Counter(each["code"] for each in document.data)
    codes.update(path.stem for path in (ROOT / "content/sets").glob("*.yml"))
    assert [code for code, count in codes.items() if count > 1] == []
    order = [(each["released"], each["code"]) for each in document.data]
    assert order == sorted(order)


def test_every_code_in_the_facts_has_a_name():
    catalogue, _ = facts.load(ROOT / "content")
    first = {mechanic.first_set for mechanic in catalogue.mechanics.values() if mechanic.first_set}
    further = {code for each in catalogue.sets.values() for code in each.codes}
    assert sorted((first | further) - catalogue.sets.keys()) == []
