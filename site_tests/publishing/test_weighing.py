"""The weight of a site after its build, and the hosts that do not take it."""

import re

import pytest

from rulebinder.site import model
from rulebinder.site.place import MARK
from rulebinder.site.table import Weight
from site_tests.robustness import documents as invented


@pytest.mark.parametrize(
    ("files", "size", "refusing"),
    [
        (20_000, 1_000_000_000, []),
        (20_001, 1, ["Cloudflare"]),
        (200_001, 1, ["GitLab", "Cloudflare"]),
        (19_000, 1_000_000_001, ["GitHub", "GitLab"]),
    ],
)
def test_one_warning_names_the_hosts_whose_limit_is_passed(files, size, refusing):
    found = model.find_excess(Weight(files=files, size=size))
    assert not any(problem.is_error for problem in found)
    assert len(found) == bool(refusing)
    assert [name for each in found for name in re.findall(r"(\w+) Pages", each.message)] == refusing


def test_a_build_says_what_it_wrote_and_warns_only_if_a_limit_is_passed(tmp_path, monkeypatch):
    invented.write_inputs(tmp_path)
    folder = tmp_path / "site"
    command = ("site", *invented.whole(tmp_path))
    result = invented.run(*command)
    count = sum(path.is_file() for path in folder.rglob("*") if path.name != MARK)
    assert re.findall(r"(\d+) files, \d+ MB", result.stdout) == [str(count)]
    assert not re.search("Git(Hub|Lab) Pages|Cloudflare", result.output)
    few = Weight(files=count - 1, size=1_000_000_000)
    monkeypatch.setattr(model, "LIMITS", {"Tiny Pages (few files)": few})
    for options in (["--force"], []):  # the second run finds nothing to build
        result = invented.run(*command, *options)
        assert result.exit_code == 0
        assert result.stderr.count("Pages") == 1
        assert (
            f"mkdocs.yml:1: warning: the website has {count} files, 1 MB, more than some free plans"
            " take: Tiny Pages (few files); write `size: small` under extra,"
        ) in result.stderr
