"""A site is compared with what a build from nothing makes (``site --verify``), or with its own
manifest (``verify --manifest``).
"""

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
    called(folder)
    return folder


def called(folder: Path, *options: str, code: int = 0) -> str:
    """Run `site`, look how that ends, and return what it prints."""
    folders = (f"--{name}={folder / name}" for name in ("notes", "content"))
    return ended(run("site", *folders, "--out", folder / "site", *options), code)


def ended(result: Result, code: int) -> str:
    assert result.exit_code == code, result.output
    return result.output


def test_a_site_is_what_a_build_makes(built):
    before = {path: path.stat().st_mtime_ns for path in built.rglob("*")}
    output = called(built, "--verify")
    assert "byte by byte" in output
    assert {path: path.stat().st_mtime_ns for path in built.rglob("*") if path != built} == {
        path: time for path, time in before.items() if path != built
    }


def test_files_that_were_added_are_listed_a_folder_once(built):
    site = built / "site"
    fill(site, {"mine.txt": "", "en/cards/other/index.html": "", "en/cards/other/a/b.html": ""})
    output = called(built, "--verify")
    assert "byte by byte" in output
    for path in ("en/cards/other", "mine.txt"):
        line = f"{site}/{path}:1: warning: is not a part of the website: somebody added it\n"
        assert line in output
    assert output.count("warning: is not a part") == 2
    (site / "mine.txt").unlink()
    shutil.rmtree(site / "en/cards/other")


def test_what_a_build_no_longer_makes_is_an_error(built):
    site, path = built / "site", "en/cards/gone/index.html"
    mark = place.read_mark(site)
    assert mark
    whole = (site / place.MARK).read_bytes()
    fill(site, {path: ""})
    place.write_mark(site, {*mark.files, path}, mark.errors)
    output = called(built, "--verify", code=1)
    (site / place.MARK).write_bytes(whole)
    shutil.rmtree(site / "en/cards/gone")
    assert f"{site}/en/cards/gone:1: error: is there, and a build no longer" in output


def test_an_edited_document_is_seen(built):
    notes = built / "notes" / "hol.en.md"
    whole = notes.read_text("utf-8")
    notes.write_text(whole.replace("ripens", "blooms"), "utf-8")
    output = called(built, "--verify", code=1)
    notes.write_text(whole, "utf-8")
    assert "--locked" in output or "differs" in output


def test_a_folder_without_a_site_is_an_error(tmp_path, built):
    output = called(built, "--verify", f"--out={tmp_path / 'nothing'}", code=1)
    assert "no website is in this folder" in output


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


def checked(site: Path, code: int) -> str:
    return ended(run("verify", "--manifest", site), code)


def test_a_copy_of_a_site_is_checked_without_a_build(built, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(built / "site", copy)
    (copy / ".rulebinder").unlink()  # not every host publishes it
    (copy / "mine.txt").write_text("mine", "utf-8")
    output = checked(copy, 0)
    count = len(read_json(copy / MANIFEST)["files"])
    assert f"what its manifest says: {count:,} files" in output
    assert f"{copy}/mine.txt:1: warning: is not a part of the website" in output
    (copy / "404.html").write_text("another", "utf-8")
    (copy / "index.html").unlink()
    output = checked(copy, 1)
    assert f"{copy}/404.html:1: error: the file differs from what the manifest" in output
    assert f"{copy}/index.html:1: error: the file is missing; " in output
    assert output.count(": error: ") == 2


@pytest.mark.parametrize("path", ["/etc/hostname", "../secret", "en/../../secret", ".."])
def test_a_manifest_that_names_files_elsewhere_is_refused(path, tmp_path):
    said = (
        '{"$schema": "schema/manifest.json", "program": {"name": "x", "version": "1"},'
        f' "facts": null, "documents": [], "files": {{"{path}": "{"0" * 64}"}}}}'
    )
    fill(tmp_path, {MANIFEST: said})
    output = checked(tmp_path, 1)
    assert f"{MANIFEST}:1: error: " in output
    assert "cannot be read" not in output


def test_a_folder_without_a_manifest_is_an_error(tmp_path):
    output = checked(tmp_path, 1)
    assert f"{MANIFEST}:1: error: cannot be read (No such file or directory)" in output
