"""The days on which a site first published something: kept once, joined by branches, and never
those of a clock.
"""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest

from rulebinder.facts.content import Content
from rulebinder.joining import persistence
from rulebinder.ledger import files, history
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import Ledger, LedgerNews, LedgerTexts, only_grew, update
from rulebinder.system import processes, shipped
from site_tests.builders import catalogue, entry, joined, notes
from site_tests.robustness.documents import git

ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Whoever lights a lantern takes a special action, and nobody can respond."
THREE = "Wholly different: goats may be sacrificed here."
FIRST, SECOND, THIRD = "2031-02-01", "2031-02-02", "2031-02-03"


def after(*editions, ledger=None, lang="en"):
    """Return the ledger after editions of one entry: the day of each and its texts."""
    for day, *texts in editions:
        before = ledger or Ledger("lom")
        entry = LedgerTexts(slug="mire-lantern", texts=tuple(map(wording, texts)))
        now, _ = update(before, lang, [entry], "2018-01-20")
        ledger = history.add_days(ledger, now, day)
    return ledger


def test_a_set_keeps_its_day_once():
    ledger = after((FIRST, ONE, TWO))
    assert (ledger.published, ledger.news) == ({"en": FIRST}, ())
    assert after((SECOND, ONE, TWO), ledger=ledger) == ledger


def test_a_language_and_each_change_have_days_of_their_own():
    ledger = after((FIRST, ONE, TWO), (SECOND, ONE.replace("whoever", "whatever"), THREE))
    ledger = after((THIRD, "Una."), ledger=ledger, lang="es")
    assert ledger.published == {"en": FIRST, "es": THIRD}
    assert ledger.news == (
        LedgerNews(
            day=SECOND,
            lang="en",
            changes={
                "mire-lantern/3": "added",
                "mire-lantern/1": "edited",
                "mire-lantern/2": "removed",
            },
        ),
    )


def test_what_comes_and_goes_on_one_day_is_no_news():
    assert after((FIRST, ONE), (SECOND, ONE, TWO), (SECOND, ONE)).news == ()
    edited = (SECOND, ONE, TWO.replace("special", "usual"))
    ledger = after((FIRST, ONE), (SECOND, ONE, TWO), edited)
    assert [each.changes for each in ledger.news] == [{"mire-lantern/2": "added"}]


def test_an_older_ledger_is_not_new():
    older = history.remove_days(after((FIRST, ONE)))
    assert after((SECOND, ONE), ledger=older) == older
    assert after((SECOND, ONE, TWO), ledger=older).published == {}
    assert only_grew(older, replace(older, published={"en": FIRST}))


def test_a_set_is_new_on_a_site_that_had_only_the_ledger_of_the_program(tmp_path, monkeypatch):
    documents = [notes(entry("Mire Lantern", ONE, TWO), last_modified="2018-01-20")]
    files.save(joined(*documents).ledgers["lom"], tmp_path / "shipped" / "ledger")
    monkeypatch.setattr(shipped, "_CONTENT", tmp_path / "shipped")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mkdocs.yml").write_text("plugins: [rulebinder]\n", "utf-8")
    folders = persistence.Folders(content=Path("content"), notes=Path("notes"))
    ledger = folders.ledger("lom")

    def build(day):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", f"{datetime.fromisoformat(day).timestamp():.0f}")
        facts = Content(catalogue=catalogue(), languages={}, corrections={})
        library, _ = persistence.join_documents(documents, facts, folders)
        assert (persistence.list_changed_ledgers(library, folders) == []) is ledger.exists()
        assert persistence.save_ledgers(library, folders) == []
        return library.ledgers["lom"]

    assert build(f"{FIRST}T12:00Z").published == {"en": FIRST}
    assert build(f"{SECOND}T12:00Z").published == {"en": FIRST}
    files.save(
        history.remove_days(build(f"{SECOND}T12:00Z")), ledger.parent
    )  # as by an older program
    assert build(f"{THIRD}T12:00Z").published == {}


def test_a_file_keeps_all_of_it(tmp_path):
    ledger = after((FIRST, ONE, TWO), (SECOND, ONE, THREE))
    assert files.parse(tmp_path / "lom.yml", files.dump(ledger).encode()) == (ledger, ())
    news = LedgerNews(day=SECOND, lang="en", changes={"mire-lantern/9": "added"})
    wrong = replace(ledger, news=(news,))
    _, problems = files.parse(tmp_path / "lom.yml", files.dump(wrong).encode())
    assert [problem.message for problem in problems] == [
        "tells of mire-lantern/9, which was never given"
    ]


def test_two_branches_keep_the_earlier_day_and_the_new_numbers():
    base = after((SECOND, ONE))
    ours = after((THIRD, ONE, TWO), ledger=base)

    def joined_with(theirs):
        return history.join_branches(base, ours, theirs, lambda *_: False).ledger

    theirs = after((SECOND, ONE, TWO, THREE), ledger=base)
    both = joined_with(replace(theirs, published={"en": FIRST}))
    assert both.published == {"en": FIRST}
    assert both.news == (
        LedgerNews(
            day=SECOND,
            lang="en",
            changes=dict.fromkeys(("mire-lantern/2", "mire-lantern/3"), "added"),
        ),
    )
    both = joined_with(after((SECOND, ONE, THREE), ledger=base))
    assert [(each.day, each.changes) for each in both.news] == [
        (SECOND, {"mire-lantern/3": "added"}),
        (THIRD, {"mire-lantern/2": "added"}),
    ]


def test_the_day_is_that_of_the_variable_or_of_the_last_commit(tmp_path, monkeypatch):
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    folder = tmp_path / "own"
    folder.mkdir()
    assert processes.find_day([folder, tmp_path / "missing"]) is None
    monkeypatch.setenv("GIT_COMMITTER_DATE", "2031-02-03T23:30:00-0500")
    for command in (("init",), ("commit", "--allow-empty", "-m", "One")):
        git(folder, *command)
    assert processes.find_day([folder]) == "2031-02-04"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert processes.find_day([folder]) == "1970-01-02"


@pytest.mark.parametrize(
    ("address", "tag"),
    [
        ("https://Example.org/", "tag:example.org,2031-02-01:"),
        ("https://example.org:8080/our rulings/", "tag:example.org,2031-02-01:our%20rulings/"),
        ("https://bücher.example/", "tag:xn--bcher-kva.example,2031-02-01:"),
        ("http://[::1]/", "tag:1,2031-02-01:"),
    ],
)
def test_a_tag_is_made_of_an_address_once(address, tag, tmp_path):
    assert files.make_tag(address, FIRST) == tag
    files.save_tag(tmp_path, tag)
    files.save_tag(tmp_path, "tag:other.example,2031:")
    assert files.read_tag(tmp_path) == (tag, [])


def test_a_faulty_tag_is_a_problem(tmp_path):
    files.save_tag(tmp_path, "https://example.org/")
    tag, problems = files.read_tag(tmp_path)
    assert tag == ""
    assert "is not the beginning of a tag URI" in problems[0].message
