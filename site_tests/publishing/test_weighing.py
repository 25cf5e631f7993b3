"""The weight of a site after its build, and the hosts that do not take it."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from rulebinder.site import hosts
from rulebinder.site.files import Weight
from rulebinder.site.marks import MARK
from site_tests.robustness import documents as invented


@pytest.mark.parametrize(
    ("files", "size", "refusing"),
    [
        (20_000, 1_000_000_000, []),
        (20_001, 1, ["Cloudflare"]),
        (200_001, 1, ["GitLab", "Cloudflare"]),
        (19_000, 1_000_000_001, ["GitHub", "GitLab"]),
        (300_000, 2_000_000_000, ["GitHub", "GitLab", "Cloudflare"]),
    ],
)
def test_each_host_whose_limit_is_passed_has_one_warning(
    files: int, size: int, refusing: list[str]
) -> None:
    found = list(hosts.excess(Weight(files=files, size=size)))
    assert not any(problem.is_error for problem in found)
    assert [re.findall("(?<=free plan of )[A-Za-z]+", each.message) for each in found] == [
        [name] for name in refusing
    ]


def test_a_build_says_what_it_wrote_and_warns_only_if_a_limit_is_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invented.write_inputs(tmp_path)
    folder = tmp_path / "site"
    command = ("site", *invented.whole(tmp_path))
    result = invented.run(*command)
    count = sum(path.is_file() for path in folder.rglob("*") if path.name != MARK)
    assert re.findall(r"(\d+) files, \d+ MB", result.stdout) == [str(count)]
    assert not re.search("Git(Hub|Lab) Pages|Cloudflare", result.output)
    small = tuple(replace(host, files=count - 1) for host in hosts.HOSTS[2:])
    monkeypatch.setattr(hosts, "HOSTS", small)
    for options in (["--force"], []):  # the second run finds nothing to build
        result = invented.run(*command, *options)
        assert result.exit_code == 0
        assert result.stderr.count("Pages") == 1
        assert (
            f"mkdocs.yml:1: warning: the website has {count} files, 1 MB, more than the free plan"
            f" of Cloudflare Pages takes ({count - 1} files); choose fewer files with"
        ) in result.stderr
