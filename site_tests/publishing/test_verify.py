"""A site is compared with what a build from nothing makes (``site --verify``), or with its own
manifest (``verify --manifest``).
"""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from click.testing import Result

from rulebinder.facts import yaml_files
from rulebinder.facts.yaml_files import Document
from rulebinder.publishing import unchanged
from rulebinder.site import place
from rulebinder.site.place import MANIFEST
from site_tests.robustness import documents
from site_tests.robustness.documents import document, fill, run
from site_tests.sites import read_json


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Return a folder with notes, content and the site of both."""
    folder = tmp_path_factory.mktemp("verified")
    documents.content(folder / "content")
    fill(folder / "notes", {"hol.en.md": document(documents.APPLE)})
    result = called(folder)
    assert result.exit_code == 0, result.output
    return folder


def called(folder: Path, *options: str) -> Result:
    folders = (f"--{name}={folder / name}" for name in ("notes", "content"))
    return run("site", *folders, "--out", folder / "site", "--jobs", "1", *options)


def test_a_site_is_what_a_build_makes(built):
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    result = called(built, "--verify")
    assert result.exit_code == 0, result.output
    assert "byte by byte" in result.output
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*") if path != built} == {
        path: time for path, time in before.items() if path != built
    }


def test_files_that_were_added_are_listed_a_folder_once(built):
    site = built / "site"
    fill(site, {"mine.txt": "", "en/cards/other/index.html": "", "en/cards/other/a/b.html": ""})
    result = called(built, "--verify")
    assert result.exit_code == 0, result.output
    assert "byte by byte" in result.output
    for path in ("en/cards/other", "mine.txt"):
        line = f"{site}/{path}:1: warning: is not a part of the website: somebody added it\n"
        assert line in result.output
    assert result.output.count("warning: is not a part") == 2
    (site / "mine.txt").unlink()
    shutil.rmtree(site / "en/cards/other")


def test_what_a_build_no_longer_makes_is_an_error(built):
    site, path = built / "site", "en/cards/gone/index.html"
    mark = place.read_mark(site)
    assert mark
    whole = (site / place.MARK).read_bytes()
    fill(site, {path: ""})
    place.write_mark(site, {*mark.files, path}, mark.errors)
    result = called(built, "--verify")
    (site / place.MARK).write_bytes(whole)
    shutil.rmtree(site / "en/cards/gone")
    assert result.exit_code == 1
    assert f"{site}/en/cards/gone:1: error: is there, and a build no longer" in result.output


def test_an_edited_document_is_seen(built):
    notes = built / "notes" / "hol.en.md"
    whole = notes.read_text("utf-8")
    notes.write_text(whole.replace("ripens", "blooms"), "utf-8")
    result = called(built, "--verify")
    notes.write_text(whole, "utf-8")
    assert result.exit_code == 1
    assert "--locked" in result.output or "differs" in result.output


def test_a_folder_without_a_site_is_an_error(tmp_path, built):
    result = called(built, "--verify", f"--out={tmp_path / 'nothing'}")
    assert result.exit_code == 1
    assert "no website is in this folder" in result.output


def sha256(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


def test_the_manifest_has_the_digests_of_the_documents_and_of_all_files_but_two(
    built,
):
    said, site = read_json(built / "site" / MANIFEST), built / "site"
    document = Document(path=MANIFEST, data=said, lines={})
    assert yaml_files.validate(document, "manifest") == []
    files = {
        path.relative_to(site).as_posix(): sha256(path)
        for path in site.rglob("*")
        if path.is_file()
    }
    assert files.pop(MANIFEST)
    assert files.pop(".rulebinder")
    assert said["files"] == files
    assert said["documents"] == [
        {"name": "hol.en.md", "sha256": sha256(built / "notes" / "hol.en.md")}
    ]
    assert said["facts"] == unchanged.digest_facts(built / "content")


def test_the_digest_of_the_facts_is_the_same_in_any_folder_and_without_ledgers(built, tmp_path):
    content = tmp_path / "content"
    shutil.copytree(built / "content", content)
    shutil.rmtree(content / "ledger")
    assert unchanged.digest_facts(content) == read_json(built / "site" / MANIFEST)["facts"]
    (content / "removed.yml").write_text("hov: 2031-02-07\n", "utf-8")
    assert unchanged.digest_facts(content) != read_json(built / "site" / MANIFEST)["facts"]


def checked(site: Path) -> Result:
    return run("verify", "--manifest", site)


def test_a_copy_of_a_site_is_checked_without_a_build(built, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(built / "site", copy)
    (copy / ".rulebinder").unlink()  # not every host publishes it
    (copy / "mine.txt").write_text("mine", "utf-8")
    result = checked(copy)
    assert result.exit_code == 0, result.output
    count = len(read_json(copy / MANIFEST)["files"])
    assert f"what its manifest says: {count:,} files" in result.output
    assert f"{copy}/mine.txt:1: warning: is not a part of the website" in result.output
    (copy / "404.html").write_text("another", "utf-8")
    (copy / "index.html").unlink()
    result = checked(copy)
    assert result.exit_code == 1
    assert f"{copy}/404.html:1: error: the file differs from what the manifest" in result.output
    assert f"{copy}/index.html:1: error: the file is missing; " in result.output
    assert result.output.count(": error: ") == 2


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret", "en/../../secret", ".."])
def test_a_manifest_that_names_files_elsewhere_is_refused(path, tmp_path):
    said = (
        '{"$schema": "schema/manifest.json", "program": {"name": "x", "version": "1"},'
        f' "facts": null, "documents": [], "files": {{"{path}": "{"0" * 64}"}}}}'
    )
    fill(tmp_path, {MANIFEST: said})
    result = checked(tmp_path)
    assert result.exit_code == 1
    assert f"{MANIFEST}:1: error: " in result.output
    assert "cannot be read" not in result.output


def test_a_folder_without_a_manifest_is_an_error(tmp_path):
    result = checked(tmp_path)
    assert result.exit_code == 1
    assert f"{MANIFEST}:1: error: cannot be read (No such file or directory)" in result.output
