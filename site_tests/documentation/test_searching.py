"""The page on searching has the filters, kinds and examples of the search."""

import re

from rulebinder.pages.lists import COLORS, TYPES
from rulebinder.search.listing import FILTERS, RECORD_KINDS
from site_tests.documentation.written import page

SEARCHING, SCRIPT = page("en", "searching.md"), page("en", "linking.md").part("script")
NAMES = {each.name for each in FILTERS}


def test_exactly_the_filters_are_documented():
    told = {each.partition(":")[0] for each in SEARCHING.part("filters").code if ":" in each}
    assert told == NAMES


def test_exactly_the_kinds_are_documented():
    told = SEARCHING.part("filters").code
    assert sorted(each for each in told if re.fullmatch(r"[a-z]+", each)) == sorted(RECORD_KINDS)


def test_the_example_values_exist():
    code = SEARCHING.part("filters").code
    assert {each for each in code if each.startswith("type:")} & {f"type:{name}" for name in TYPES}
    kinds = {each for each in code if each.startswith("kind:")}
    assert kinds
    assert kinds <= {f"kind:{name}" for name in RECORD_KINDS}
    assert f"{', '.join(COLORS[:-1])} or {COLORS[-1]}" in SEARCHING.part("filters").prose


def test_the_options_for_scripts_are_the_filters_and_a_limit():
    told = {each for each in SCRIPT.code if re.fullmatch(r"[a-z]+", each)}
    assert told - {"limit", "absent"} <= NAMES
    assert set(re.findall(r"(\w+): ", SCRIPT.blocks[0])) <= told


def test_the_short_filters_exist(languages):
    told = {
        each.partition(":")[0].lstrip("-")
        for each in SEARCHING.part("exact").code
        if re.fullmatch(r"-?[a-z]+:\w+", each)
    }
    keys = {key for named in languages["en"].searching.filter_keys.values() for key in named}
    assert told - {"o"} <= keys
    assert told
