"""The ledger: a number is given once, found again and retired, and never means another ruling."""

import os
from dataclasses import replace

import pytest

from rulebinder.ledger import files
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import (
    Ledger,
    LedgerTexts,
    recognize,
    update,
)
from rulebinder.system.caches import Cache

DAY = "2026-01-02"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
GOATS = "Wholly different: goats may be sacrificed here."
THREE = "A lantern that leaves the battlefield goes out, and stays out when it returns."


def lantern(*texts, slug="mire-lantern", **more):
    return LedgerTexts(slug=slug, texts=tuple(map(wording, texts)), **more)


def revised(ledger, *entries, lang="en", day=DAY):
    """Return the ledger after an edition with these entries, or with the lantern's texts, and the
    numbers of the last one.
    """
    if isinstance(entries[0], str):
        entries = (lantern(*entries),)
    ledger, numbers = update(ledger, lang, entries, day)
    return ledger, numbers[-1].numbers


def after(*editions):
    """Return the ledger after several editions, and the numbers of the last entry."""
    ledger, numbers = Ledger("lom"), ()
    for edition in editions:
        ledger, numbers = revised(ledger, *edition)
    return ledger, numbers


def record(ledger, number, key="mire-lantern"):
    only = ledger.entries[key].record(number)
    assert only is not None
    return only


def days(ledger, number, lang="en"):
    """Return the days on which a number and its wording were first seen."""
    return record(ledger, number).seen, record(ledger, number).wordings[lang].day


def is_kept(ledger, folder):
    """Return whether a ledger is read back as it was written."""
    files.save(ledger, folder)
    return files.load_all(folder) == ({"lom": ledger}, [])


@pytest.mark.parametrize(
    ("edition", "numbers"),
    [
        ((ONE, TWO, THREE), (1, 2, 3)),
        ((THREE, ONE, TWO), (3, 1, 2)),
        ((ONE, THREE), (1, 3)),
        (("Brand new words, put before all others.", ONE, TWO, THREE), (4, 1, 2, 3)),
        ((ONE, "Lighting any lantern is now an action that does use the stack.", THREE), (1, 2, 3)),
        ((ONE.replace("lantern", "*lantern*").upper(), TWO, THREE), (1, 2, 3)),
    ],
)
def test_a_ruling_keeps_its_number(edition, numbers):
    assert after((ONE, TWO, THREE), edition)[1] == numbers


def test_a_number_is_never_reused():
    ledger, numbers = after((ONE, TWO), (ONE,), (ONE, GOATS))
    assert numbers == (1, 3)
    assert (record(ledger, 2).retired, record(ledger, 2).moved_to) == (DAY, None)


def test_a_split_is_recorded():
    ledger, numbers = after((THREE, f"{ONE} {TWO}"), (THREE, ONE, TWO))
    whole, *others = ledger.entries["mire-lantern"].records[1:]
    assert len(set(numbers)) == 3
    assert whole.retired or 2 in numbers
    assert not whole.retired or whole.became == tuple(other.number for other in others)


def test_a_merge_is_recorded():
    ledger, numbers = after((ONE, TWO, THREE), (f"{ONE} {TWO}", THREE))
    (part,) = (each for each in ledger.entries["mire-lantern"].records if each.retired)
    assert part.became == (numbers[0],)


def test_a_renamed_card_keeps_its_numbers_and_its_key():
    ledger, numbers = after((ONE, TWO), (lantern(ONE, TWO, THREE, slug="fen-lantern"),))
    assert numbers == (1, 2, 3)
    assert ledger.entries["mire-lantern"].slug == "fen-lantern"
    other = [lantern(ONE, TWO, slug="fen-lantern"), lantern(GOATS)]
    ledger, numbers = update(ledger, "en", other, DAY)
    assert [each.id for each in numbers] == ["lom/mire-lantern", "lom/mire-lantern-new"]
    assert record(ledger, 1, "mire-lantern-new").wordings["en"].hash == wording(GOATS).hash


def renumbered(before, document):
    """Return the keys and numbers of a document's entries after another one, and the ledger; the
    same document again changes nothing.
    """
    ledger, _ = update(Ledger("lom"), "en", before, DAY)
    ledger, numbers = update(ledger, "en", document, DAY)
    assert update(ledger, "en", document, DAY) == (ledger, numbers)
    return [(each.id.removeprefix("lom/"), each.numbers) for each in numbers], ledger


def test_cards_with_one_name_that_exchange_their_slugs_keep_their_numbers(tmp_path):
    lit, wet = (
        lantern(*texts, slug=slug, former="lamp")
        for slug, texts in (
            ("lamp", ("A lamp is lit.", "It burns oil.")),
            ("lamp-2", ("A pond lamp is wet.",)),
        )
    )
    now, ledger = renumbered([lit, wet], [replace(lit, slug="lamp-b"), replace(wet, slug="lamp")])
    assert now == [("lamp", (1, 2)), ("lamp-2", (1,))]
    assert is_kept(ledger, tmp_path)


def test_a_card_that_takes_the_slug_of_another_has_no_number_of_it():
    wet = lantern(TWO, slug="lamp", former="lamp")
    document = [lantern(ONE, slug="lamp", former="lamp"), replace(wet, slug="lamp-b")]
    assert renumbered([wet], document)[0] == [("lamp-new", (1,)), ("lamp", (1,))]


def test_no_two_entries_take_the_numbers_of_one():
    old = [lantern(ONE, slug="lamp"), lantern(TWO, slug="old")]
    new = ("fen", TWO, "fen"), ("lamp", ONE, "lamp"), ("lamp-b", TWO, "lamp")
    document = [lantern(text, slug=slug, former=name) for slug, text, name in new]
    ledger, _ = update(Ledger("lom"), "en", old, DAY)
    _, numbers = update(ledger, "en", document, DAY)
    assert [each.id for each in numbers] == ["lom/fen", "lom/lamp", "lom/old"]


def test_translations_take_the_numbers_they_align_to():
    ledger, _ = after((ONE, TWO, THREE))
    texts = lantern("Primera.", "Tercera.", "Otra.", aligned=(1, 3, None))
    ledger, numbers = revised(ledger, texts, lang="es")
    assert numbers == (1, 3, 4)
    ledger, numbers = revised(ledger, ONE)
    assert numbers == (1,)
    assert record(ledger, 3).retired is None
    assert list(record(ledger, 3).wordings) == ["es"]


def test_the_same_document_again_changes_no_byte_and_makes_no_entry_anew(tmp_path):
    ledger, _ = after((ONE, TWO), (TWO, THREE))
    assert is_kept(ledger, tmp_path)
    again, _ = revised(ledger, TWO, THREE, day="2030-01-01")
    assert not files.save(again, tmp_path)
    content = (tmp_path / "lom.yml").read_text("utf-8").casefold()
    assert not [word for word in ("burns", "special", "battlefield", "turn,") if word in content]
    ledger, _ = after(BEFORE)
    again, _ = revised(ledger, *BEFORE)
    assert all(again.entries[key] is entry for key, entry in ledger.entries.items())
    other, _ = revised(ledger, lantern(ONE, THREE), BEFORE[1])
    assert [key for key, entry in other.entries.items() if entry is not ledger.entries[key]] == [
        "mire-lantern"
    ]


def test_the_file_keeps_the_rules_in_use_and_the_earlier_names(tmp_path):
    slugs = "mire-lantern", "mire-lamp", "mire-torch", "mire-lamp", "mire-light"
    ledger, _ = after(*((lantern(ONE, TWO, slug=slug),) for slug in slugs))
    assert ledger.entries["mire-lantern"].formerly == ("mire-torch", "mire-lamp")
    assert is_kept(replace(ledger, rules=("702.9", "702.10", "702.10b")), tmp_path)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "next: 1, rulings: [{n: 1, retired: 2026-01-01}]",
            "has the number 1, but would give 1 next",
        ),
        (
            "next: 3, rulings: [{n: 1, retired: 2026-01-01}, {n: 1, retired: 2026-01-01}]",
            "gives the number 1 twice",
        ),
        ("next: 2, rulings: [{n: 1}]", "must have either wordings or the day it was retired"),
        (
            "next: 2, rulings: [{n: 1, retired: 2026-01-01, became: [7]}]",
            "speaks of 7, which was never given",
        ),
        (
            "next: 2, rulings: [{n: 1, retired: 2026-02-30}]",
            'is "2026-02-30", which is not a date of the calendar',
        ),
        (
            'next: 2, rulings: [{n: 1, retired: "2026-01-01\\n"}]',
            "which is not a date of the calendar",
        ),
        (
            "next: 2, rulings: [{n: 1, retired: 2026-01-01, moved_to: fen/1}]",
            "moved to fen/1, which was never given",
        ),
        ("next: 0", "minimum"),
        ("next: 5.5", "next must be a whole number"),
        ("next: 2, rulings: [{n: 1, wordings: {en: {hash: zz, like: ''}}}]", 'hash is "zz"'),
        (
            "next: 2, rulings: [{n: 1, wordings: {en: {hash: 0123456789abcdef, like: abc}}}]",
            'like is "abc"',
        ),
        ("next: 1, more: 2", "unknown key 'more'"),
    ],
)
def test_a_contradictory_ledger_is_an_error(line, message, tmp_path):
    (tmp_path / "lom.yml").write_text(f"entries:\n  mire-lantern: {{{line}}}\n", "utf-8")
    loaded, problems = files.load_all(tmp_path)
    assert loaded == {}
    assert str(problems[0]).startswith(f"{tmp_path / 'lom.yml'}:2: error: ")
    assert message in str(problems[0])


def test_the_days_of_a_number_are_those_of_its_documents():
    ledger = Ledger("lom")
    for day, texts in (
        ("2026-01-02", (ONE, TWO)),
        ("2026-03-04", (ONE.replace("whoever", "whatever"), TWO)),
        ("2026-05-06", (ONE,)),
    ):
        ledger, _ = revised(ledger, *texts, day=day)
    assert [
        (each.seen, each.edited, each.retired)
        for each in map(ledger.entries["mire-lantern"].record, (1, 2))
        if each
    ] == [
        ("2026-01-02", "2026-05-06", None),
        ("2026-01-02", None, "2026-05-06"),
    ]
    ledger, _ = revised(ledger, lantern("Primera.", aligned=(1,)), lang="es", day="2025-12-31")
    assert days(ledger, 1, "es") == ("2025-12-31", "2025-12-31")
    assert days(ledger, 1) == ("2025-12-31", "2026-05-06")


def test_a_day_that_is_missing_or_was_misprinted_too_late_is_that_of_the_next_document(tmp_path):
    known = wording(ONE)
    (tmp_path / "lom.yml").write_text(
        "entries:\n  mire-lantern:\n    next: 3\n    rulings:\n"
        f"    - {{n: 1, wordings: {{en: {{hash: '{known.hash}', like: '{known.like}'}}}}}}\n"
        "    - {n: 2, retired: 2025-05-05}\n",
        encoding="utf-8",
    )
    loaded, problems = files.load_all(tmp_path)
    assert problems == []
    assert days(loaded["lom"], 1) == (None, None)
    ledger, _ = revised(loaded["lom"], ONE)
    assert days(ledger, 1) == (DAY, DAY)
    assert record(ledger, 2).seen is None
    ledger, _ = revised(Ledger("lom"), ONE, day="2062-01-02")
    assert days(revised(ledger, ONE)[0], 1) == (DAY, DAY)


def test_paragraphs_share_the_numbers_and_come_after_the_rulings():
    ledger, numbers = after((ONE,), (lantern(ONE, THREE, TWO, paragraphs=1),))
    assert numbers == (1, 2, 3)
    records = ledger.entries["mire-lantern"].records
    assert [each.paragraph for each in records] == [False, False, True]
    assert revised(ledger, lantern(ONE, THREE, "A goat.", TWO, paragraphs=1))[1] == (1, 2, 4, 3)


def test_a_reworded_paragraph_is_not_matched_with_a_ruling_unless_it_became_one():
    ledger, _ = after((lantern(ONE, TWO, paragraphs=1),))
    assert revised(ledger, ONE, TWO.replace("special", "mere"))[1] == (1, 3)
    ledger, numbers = revised(ledger, ONE, TWO)
    assert numbers == (1, 2)
    assert not record(ledger, 2).paragraph


def test_known_numbers_are_looked_up_without_a_change():
    ledger, _ = after((ONE, TWO))
    texts = lantern(GOATS, TWO, ONE.replace("whoever", "whatever"))
    assert list(recognize(ledger, "en", [texts])) == [(None, 2, 1)]
    assert list(recognize(ledger, "es", [lantern(ONE)])) == [(None,)]


BEFORE = lantern(ONE, TWO), lantern(THREE, slug="fen-bell")


def test_a_ruling_that_moves_to_another_entry_records_its_new_id(tmp_path):
    reworded = TWO.replace("special", "quite ordinary")
    ledger, _ = after(BEFORE, (lantern(ONE), lantern(THREE, reworded, slug="fen-bell")))
    assert (record(ledger, 2).retired, record(ledger, 2).moved_to) == (DAY, "fen-bell/2")
    assert is_kept(ledger, tmp_path)
    again, _ = revised(ledger, *BEFORE)
    assert record(again, 2, "fen-bell").moved_to == "mire-lantern/3"
    other, _ = after(BEFORE, (lantern(ONE), lantern(THREE, GOATS, slug="fen-bell")))
    assert (record(other, 2).retired, record(other, 2).moved_to) == (DAY, None)


def test_a_text_on_many_cards_is_no_sign_of_a_renamed_card():
    bell = lantern(ONE, TWO, slug="fen-bell")
    ledger, _ = after((lantern(ONE), bell), (lantern(ONE, slug="bog-candle"), bell))
    assert list(ledger.entries) == ["bog-candle", "fen-bell", "mire-lantern"]
    assert record(ledger, 1).moved_to == "bog-candle/1"


def test_several_ledgers_are_read_side_by_side(tmp_path, monkeypatch):
    kept = {code: replace(after((ONE, TWO))[0], set_code=code) for code in ("fen", "lom")}
    for ledger in kept.values():
        files.save(ledger, tmp_path)
    parse = files.parse

    def noted(path, data):
        path.with_suffix(".pid").write_text(str(os.getpid()))
        return parse(path, data)

    monkeypatch.setattr(files, "parse", noted)
    assert files.load_all(tmp_path, Cache(tmp_path / "cache", jobs=2)) == (kept, [])
    readers = {int(path.read_text()) for path in tmp_path.glob("*.pid")}
    assert readers
    assert os.getpid() not in readers
