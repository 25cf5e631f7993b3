"""The results page of the measurements: each section is replaced separately, and the page names no
machine.
"""

import re

from bench import results
from bench.__main__ import MEASUREMENTS
from bench.setting import remark, table
from site_tests.conftest import ROOT


def test_a_measurement_that_ran_replaces_or_adds_only_its_own_section(tmp_path):
    written = tmp_path / "measurements.md"
    written.write_text(
        "# Measurements\n\nHead.\n\n## apples\n\nOld apples.\n\n## pears\n\nOld pears.\n", "utf-8"
    )
    before = written.read_bytes()
    results.keep("apples", written)
    assert written.read_bytes() == before, "it did not run"
    table("Weights", ("fruit", "grams"), [("a|b", "12")])
    remark("Heavier than last year.")
    results.keep("apples", written)
    head, sections = results.parsed(written.read_text("utf-8"))
    assert head == "# Measurements\n\nHead.\n\n"
    assert sections["pears"].strip() == "Old pears."
    assert re.match(
        r"\nMeasured on \d{4}-\d\d-\d\d: commit \S+(, with changes)?, \d+ cores with a load of \d+,"
        r" Python 3\.\d+\.\d+",
        sections["apples"],
    )
    assert (
        "Weights:\n\n| fruit | grams |\n| --- | ---: |\n| a&#124;b | 12 |\n\nHeavier than last"
        " year." in sections["apples"]
    )
    assert "Old apples" not in sections["apples"]
    remark("Some.")
    results.keep("kiwis", written)
    assert [*results.parsed(written.read_text("utf-8"))[1]] == ["apples", "kiwis", "pears"]


def test_every_section_is_a_measurement_with_a_date_and_without_paths():
    text = results.PAGE.read_text("utf-8")
    _, sections = results.parsed(text)
    assert list(sections) == sorted([*MEASUREMENTS, "others"])
    assert len(text.splitlines()) <= 95
    assert [name for name, said in sections.items() if "Measured " not in said] == []
    assert str(ROOT) not in text
    assert re.findall(r"(?<![\w.])/(?:home|tmp|root|work|Users)\b", text) == []
