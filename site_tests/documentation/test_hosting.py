"""docs/hosting.md names hosts, limits and sizes that exist."""

import re

import click

from rulebinder.cli import main
from rulebinder.settings.options import EXTRA
from rulebinder.site.model import find_excess
from rulebinder.site.table import Weight
from site_tests.documentation.written import DOCS

PAGE = (DOCS / "hosting.md").read_text("utf-8")


def test_every_host_has_the_limits_that_a_build_compares_with():
    warnings = "\n".join(map(str, find_excess(Weight(files=10**9, size=10**12))))
    limits = re.findall(r"^\| (\w+ Pages) \| (.+?) \|", PAGE, re.MULTILINE)
    assert len(limits) == warnings.count("Pages")
    assert all(host in warnings and f"({most})" in warnings for host, most in limits)


def test_every_size_is_one_of_the_guide_for_owners_whose_values_the_settings_take():
    names, *rows = [
        re.findall(r"`(\w+)`", line)
        for line in (DOCS / "owning.md").read_text("utf-8").splitlines()
        if re.match(r"\| `(size|small|normal|full)` \|", line)
    ]
    assert set(re.findall(r"`size: (\w+)`", PAGE)) <= {size for size, *_ in rows}
    for name, *values in zip(names[1:4], *(row[1:4] for row in rows), strict=True):
        assert set(values) <= set(EXTRA[name]["enum"]), name


def test_every_host_that_a_workflow_is_for_is_named():
    init = main.get_command(click.Context(main), "init")
    assert init is not None
    option = next(each for each in init.params if each.name == "host")
    assert isinstance(option.type, click.Choice)
    assert all(f"`{host}`" in PAGE for host in option.type.choices)
