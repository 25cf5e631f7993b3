"""The ledger: a number is given once, found again and retired, and never means another ruling."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

import pytest

from rulebinder.ledger import files as ledgers
from rulebinder.ledger.matching import wording
from rulebinder.ledger.numbers import (
    EntryNumbers,
    Ledger,
    LedgerEntry,
    LedgerRecord,
    LedgerTexts,
    recognize,
    update,
)
from rulebinder.system.caches import Cache

DAY = "2026-01-02"
ONE = "The first lantern burns until the end of the turn, whoever lit it."
TWO = "Lighting a lantern is a special action that doesn't use the stack."
THREE = "A lantern that leaves the battlefield goes out, and stays out when it returns."


def revised(
    ledger: Ledger, texts: tuple[str, ...], lang: str = "en", day: str = DAY, **more: Any
) -> tuple[Ledger, tuple[EntryNumbers, ...]]:
    """Return the ledger after an edition of one entry with these texts, and its numbers."""
    entry = LedgerTexts(**{"slug": "mire-lantern", **more}, texts=texts)
    return update(ledger, lang, [entry], day)


def after(*editions: tuple[str, ...], lang: str = "en") -> tuple[Ledger, tuple[int, ...]]:
    """Return the ledger after several editions of one entry, and the numbers of the last one."""
    ledger = Ledger("lom")
    numbers: tuple[int, ...] = ()
    for texts in editions:
        ledger, (given,) = revised(ledger, texts, lang=lang)
        numbers = given.numbers
    return ledger, numbers


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
    ledger, numbers = after(
        (ONE, TWO), (ONE,), (ONE, "Wholly different: goats may be sacrificed here.")
    )
    assert numbers == (1, 3)
    assert record(ledger, 2).retired == DAY


def test_a_split_is_recorded():
    long = f"{ONE} {TWO}"
    ledger, numbers = after((THREE, long), (THREE, ONE, TWO))
    whole, *others = (
        record for record in ledger.entries["mire-lantern"].records if record.number != 1
    )
    assert len(set(numbers)) == 3
    assert whole.retired or 2 in numbers
    assert not whole.retired or whole.became == tuple(other.number for other in others)


def test_a_merge_is_recorded():
    ledger, numbers = after((ONE, TWO, THREE), (f"{ONE} {TWO}", THREE))
    gone = [record for record in ledger.entries["mire-lantern"].records if record.retired]
    assert [record.became for record in gone] == [(numbers[0],)]
    whole = record(ledger, numbers[0])
    assert whole.parts_of == (gone[0].number,)


def test_a_renamed_card_keeps_its_numbers():
    ledger, _ = after((ONE, TWO))
    ledger, (given,) = revised(ledger, (ONE, TWO, THREE), slug="fen-lantern")
    assert (given.key, given.numbers) == ("mire-lantern", (1, 2, 3))
    assert ledger.entries["mire-lantern"].slug == "fen-lantern"


def test_cards_with_one_name_that_exchange_their_slugs_keep_their_numbers(tmp_path):
    lit, wet = ("A lamp is lit.", "It burns oil."), ("A pond lamp is wet.",)
    slugs = ("lamp", "lamp-2"), ("lamp-b", "lamp")
    old, document = (
        [
            LedgerTexts(slug=slug, texts=texts, former="lamp")
            for slug, texts in zip(of, (lit, wet), strict=True)
        ]
        for of in slugs
    )
    before, _ = update(Ledger("lom"), "en", old, DAY)
    now, numbers = update(before, "en", document, DAY)
    assert [(each.key, each.numbers) for each in numbers] == [("lamp", (1, 2)), ("lamp-2", (1,))]
    assert update(now, "en", document, DAY) == (now, numbers)
    ledgers.save(now, tmp_path)
    assert ledgers.load_all(tmp_path) == ({"lom": now}, [])


def test_a_card_that_takes_the_slug_of_another_has_no_number_of_it():
    wet, lit = (
        LedgerTexts(slug=slug, texts=(text,), former="lamp")
        for slug, text in (("lamp", TWO), ("lamp-b", ONE))
    )
    before, _ = update(Ledger("lom"), "en", [wet], DAY)
    document = [replace(lit, slug="lamp"), replace(wet, slug="lamp-b")]
    now, numbers = update(before, "en", document, DAY)
    assert [(each.key, each.numbers) for each in numbers] == [("lamp-new", (1,)), ("lamp", (1,))]
    assert update(now, "en", document, DAY) == (now, numbers)


def test_no_two_entries_take_the_numbers_of_one():
    old = [LedgerTexts(slug="lamp", texts=(ONE,)), LedgerTexts(slug="old", texts=(TWO,))]
    before, _ = update(Ledger("lom"), "en", old, DAY)
    new = ("fen", TWO, "fen"), ("lamp", ONE, "lamp"), ("lamp-b", TWO, "lamp")
    document = [LedgerTexts(slug=slug, texts=(text,), former=name) for slug, text, name in new]
    _, numbers = update(before, "en", document, DAY)
    assert [each.key for each in numbers] == ["fen", "lamp", "old"]


def test_translations_take_the_numbers_they_align_to():
    ledger, _ = after((ONE, TWO, THREE))
    texts = LedgerTexts(
        slug="mire-lantern", texts=("Primera.", "Tercera.", "Otra."), aligned=(1, 3, None)
    )
    ledger, (given,) = update(ledger, "es", [texts], DAY)
    assert given.numbers == (1, 3, 4)
    ledger, (english,) = revised(ledger, (ONE,))
    assert english.numbers == (1,)
    third = record(ledger, 3)
    assert third.retired is None
    assert list(third.wordings) == ["es"]


def test_the_same_document_again_changes_no_byte(tmp_path):
    ledger, _ = after((ONE, TWO), (TWO, THREE))
    assert ledgers.save(ledger, tmp_path)
    loaded, problems = ledgers.load_all(tmp_path)
    assert problems == []
    assert loaded == {"lom": ledger}
    again, _ = revised(loaded["lom"], (TWO, THREE), day="2030-01-01")
    assert not ledgers.save(again, tmp_path)


def test_the_file_keeps_the_rules_in_use_and_the_earlier_names(tmp_path):
    ledger, _ = after((ONE, TWO))
    for slug in ("mire-lamp", "mire-torch", "mire-lamp", "mire-light"):
        ledger, _ = revised(ledger, (ONE, TWO), slug=slug)
    assert ledger.entries["mire-lantern"].formerly == ("mire-torch", "mire-lamp")
    ledger = replace(ledger, rules=("702.9", "702.10", "702.10b"))
    ledgers.save(ledger, tmp_path)
    assert ledgers.load_all(tmp_path) == ({"lom": ledger}, [])


def test_the_file_contains_no_word_of_the_text(tmp_path):
    ledger, _ = after((ONE, TWO, THREE))
    ledgers.save(ledger, tmp_path)
    content = (tmp_path / "lom.yml").read_text("utf-8").casefold()
    assert not [word for word in ("burns", "special", "battlefield", "turn,") if word in content]


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
    loaded, problems = ledgers.load_all(tmp_path)
    assert loaded == {}
    assert str(problems[0]).startswith(f"{tmp_path / 'lom.yml'}:2: error: ")
    assert message in str(problems[0])


def test_a_key_is_not_reused_for_a_later_entry_of_the_same_name():
    ledger, _ = after((ONE, TWO))
    ledger, _ = revised(ledger, (ONE, TWO), slug="fen-lantern")
    ledger, given = update(
        ledger,
        "en",
        [
            LedgerTexts(slug="fen-lantern", texts=(ONE, TWO)),
            LedgerTexts(slug="mire-lantern", texts=(THREE,)),
        ],
        DAY,
    )
    assert [each.key for each in given] == ["mire-lantern", "mire-lantern-new"]
    assert isinstance(ledger.entries["mire-lantern-new"], LedgerEntry)
    assert wording(THREE).hash == ledger.entries["mire-lantern-new"].records[0].wordings["en"].hash


def record(ledger: Ledger, number: int) -> LedgerRecord:
    found = ledger.entries["mire-lantern"].record(number)
    assert found is not None
    return found


def test_the_days_of_a_number_are_those_of_its_documents():
    ledger = Ledger("lom")
    for day, texts in (
        ("2026-01-02", (ONE, TWO)),
        ("2026-03-04", (ONE.replace("whoever", "whatever"), TWO)),
        ("2026-05-06", (ONE,)),
    ):
        ledger, _ = revised(ledger, texts, day=day)
    first, second = record(ledger, 1), record(ledger, 2)
    assert (first.seen, first.edited, first.retired) == ("2026-01-02", "2026-05-06", None)
    assert first.wordings["en"].day == "2026-05-06"
    assert (second.seen, second.edited, second.retired) == ("2026-01-02", None, "2026-05-06")
    ledger, _ = revised(ledger, ("Primera.",), lang="es", day="2025-12-31", aligned=(1,))
    assert (record(ledger, 1).seen, record(ledger, 1).wordings["es"].day) == (
        "2025-12-31",
        "2025-12-31",
    )
    assert record(ledger, 1).wordings["en"].day == "2026-05-06"


def test_a_ledger_without_days_gets_those_of_the_next_document(tmp_path):
    known = wording(ONE)
    (tmp_path / "lom.yml").write_text(
        "entries:\n  mire-lantern:\n    next: 3\n    rulings:\n"
        f"    - {{n: 1, wordings: {{en: {{hash: '{known.hash}', like: '{known.like}'}}}}}}\n"
        "    - {n: 2, retired: 2025-05-05}\n",
        encoding="utf-8",
    )
    loaded, problems = ledgers.load_all(tmp_path)
    assert problems == []
    assert (record(loaded["lom"], 1).seen, record(loaded["lom"], 1).wordings["en"].day) == (
        None,
        None,
    )
    after_it, _ = revised(loaded["lom"], (ONE,))
    assert (record(after_it, 1).seen, record(after_it, 1).wordings["en"].day) == (DAY, DAY)
    assert record(after_it, 2).seen is None


def test_paragraphs_share_the_numbers_and_come_after_the_rulings():
    ledger, _ = after((ONE,))
    ledger, (given,) = revised(ledger, (ONE, THREE, TWO), paragraphs=1)
    assert given.numbers == (1, 2, 3)
    assert [each.paragraph for each in ledger.entries["mire-lantern"].records] == [
        False,
        False,
        True,
    ]
    ledger, (given,) = revised(ledger, (ONE, THREE, "A goat.", TWO), paragraphs=1)
    assert given.numbers == (1, 2, 4, 3)


def test_a_reworded_paragraph_is_not_matched_with_a_ruling_unless_it_became_one():
    ledger, _ = revised(Ledger("lom"), (ONE, TWO), paragraphs=1)
    reworded = TWO.replace("special", "mere")
    _, (given,) = revised(ledger, (ONE, reworded))
    assert given.numbers == (1, 3)
    ledger, (given,) = revised(ledger, (ONE, TWO))
    assert given.numbers == (1, 2)
    assert not record(ledger, 2).paragraph


def test_known_numbers_are_looked_up_without_a_change():
    ledger, _ = after((ONE, TWO))
    texts = LedgerTexts(
        slug="mire-lantern",
        texts=("Wholly different: goats.", TWO, ONE.replace("whoever", "whatever")),
    )
    assert list(recognize(ledger, "en", [texts])) == [(None, 2, 1)]
    assert list(recognize(ledger, "es", [replace(texts, texts=(ONE,))])) == [(None,)]


def test_a_day_that_was_misprinted_too_late_is_replaced():
    ledger, _ = revised(Ledger("lom"), (ONE,), day="2062-01-02")
    ledger, _ = revised(ledger, (ONE,))
    assert (record(ledger, 1).seen, record(ledger, 1).wordings["en"].day) == (DAY, DAY)


def moved(*editions: tuple[LedgerTexts, ...]) -> Ledger:
    ledger = Ledger("lom")
    for edition in editions:
        ledger, _ = update(ledger, "en", edition, DAY)
    return ledger


BEFORE = (
    LedgerTexts(slug="mire-lantern", texts=(ONE, TWO)),
    LedgerTexts(slug="fen-bell", texts=(THREE,)),
)


def replaced(text: str) -> tuple[LedgerTexts, ...]:
    """Return the entries of BEFORE without the second ruling, which the other entry has as
    ``text``.
    """
    return LedgerTexts(slug="mire-lantern", texts=(ONE,)), LedgerTexts(
        slug="fen-bell", texts=(THREE, text)
    )


def test_a_ruling_that_moves_to_another_entry_records_its_new_id(tmp_path):
    reworded = TWO.replace("special", "quite ordinary")
    ledger = moved(BEFORE, replaced(reworded))
    assert (record(ledger, 2).retired, record(ledger, 2).moved_to) == (DAY, "fen-bell/2")
    ledgers.save(ledger, tmp_path)
    assert ledgers.load_all(tmp_path) == ({"lom": ledger}, [])
    again, _ = update(ledger, "en", BEFORE, DAY)
    back = again.entries["fen-bell"].record(2)
    assert back is not None
    assert back.moved_to == "mire-lantern/3"


def test_a_removed_ruling_has_no_new_id():
    ledger = moved(BEFORE, replaced("Wholly different: goats."))
    assert (record(ledger, 2).retired, record(ledger, 2).moved_to) == (DAY, None)


def test_a_text_on_many_cards_is_no_sign_of_a_renamed_card():
    before = (
        LedgerTexts(slug="mire-lantern", texts=(ONE,)),
        LedgerTexts(slug="fen-bell", texts=(ONE, TWO)),
    )
    ledger = moved(before)
    ledger, given = update(
        ledger, "en", [LedgerTexts(slug="bog-candle", texts=(ONE,)), before[1]], DAY
    )
    assert [each.key for each in given] == ["bog-candle", "fen-bell"]
    assert record(ledger, 1).moved_to == "bog-candle/1"


def test_several_ledgers_are_read_side_by_side(tmp_path, monkeypatch):
    kept = {code: replace(after((ONE, TWO))[0], set_code=code) for code in ("fen", "lom")}
    for ledger in kept.values():
        ledgers.save(ledger, tmp_path)
    read = ledgers.read

    def noted(path, data):
        path.with_suffix(".pid").write_text(str(os.getpid()))
        return read(path, data)

    monkeypatch.setattr(ledgers, "read", noted)
    assert ledgers.load_all(tmp_path, Cache(tmp_path / "cache", jobs=2)) == (kept, [])
    readers = {int(path.read_text()) for path in tmp_path.glob("*.pid")}
    assert readers
    assert os.getpid() not in readers


def test_the_same_document_again_makes_no_entry_anew():
    ledger, _ = update(Ledger("lom"), "en", BEFORE, DAY)
    again, _ = update(ledger, "en", BEFORE, DAY)
    assert all(again.entries[key] is entry for key, entry in ledger.entries.items())
    other, _ = update(ledger, "en", [replace(BEFORE[0], texts=(ONE, THREE)), BEFORE[1]], DAY)
    assert [key for key, entry in other.entries.items() if entry is not ledger.entries[key]] == [
        "mire-lantern"
    ]
