"""``rulebinder site --keep-pages``: MkDocs makes the same pages again of what it keeps."""

from __future__ import annotations

from pathlib import Path

import pytest
from mkdocs.commands.build import build
from mkdocs.config import load_config

from generator.problems import InputError
from generator.publishing import kept
from generator.system import shipped
from site_tests.robustness import documents
from site_tests.robustness.documents import document, fill, run


def files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def owners(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an owner's folder with one document. The program has no mechanics, so that builds are short."""
    monkeypatch.setattr(shipped, "_CONTENT", documents.content(tmp_path / "shipped"))
    folder = tmp_path / "own"
    run("init", folder, "--site-url", "https://example.org/")
    monkeypatch.chdir(folder)
    settings = (folder / "mkdocs.yml").read_text(encoding="utf-8")
    (folder / "mkdocs.yml").write_text(settings.replace("[en, es, fr]", "[fr]"), encoding="utf-8")
    fill(folder / "notes", {"hol.en.md": document()})
    return folder


def test_mkdocs_makes_the_same_pages_of_the_kept_ones(owners: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    for _ in range(2):  # the second build, of a site in place, keeps every page too
        assert run("site", "--jobs", "1", "--keep-pages", pages).exit_code == 0
    assert "Apple Warden" in (pages / "fr/docs/cards/apple-warden/index.md").read_text(encoding="utf-8")
    build(load_config(str(pages / "fr/mkdocs.yml")))
    again, site = files(pages / "fr/site"), files(owners / "site/fr")
    made = {path: content for path, content in again.items() if path.endswith(".html")}
    assert "cards/apple-warden/index.html" in made
    assert {path for path in made if made[path] != site[path]} == set()
    assert made.keys() == {path for path in site if path.endswith(".html") and not path.startswith("r/")}


def test_a_folder_that_is_not_ours_is_refused_and_ours_is_replaced_whole(tmp_path: Path) -> None:
    made, folder = tmp_path / "made", tmp_path / "kept"
    kept.begin(made)
    folder.mkdir()
    kept.put(made, folder)
    (folder / "old").touch()
    kept.put(made, folder)
    assert files(folder) == files(made)
    precious = tmp_path / "precious"
    precious.mkdir()
    (precious / "letter").touch()
    for each in (precious, precious / "letter"):
        with pytest.raises(InputError):
            kept.put(made, each)
    assert files(precious) == {"letter": b""}
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kept", "made", "precious"]


def test_the_pages_never_overlap_with_what_they_are_made_of(owners: Path) -> None:
    refused = run("site", "--keep-pages", "site/pages")
    assert refused.exit_code == 2
    assert "--keep-pages site/pages and site overlap" in refused.stderr
    assert not (owners / "site").exists()
