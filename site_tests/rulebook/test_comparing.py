"""Texts that are alike, the words that differ, and the changes between two editions."""

import re

import pytest

from rulebinder.rulebook.comparing import RuleChangeKind, RuleIndex, compare_books, compare_words
from site_tests.rulebook.books import book, edited

INDEX = RuleIndex({number: rule.text for number, rule in book().rules.items() if not rule.title})


def test_the_rule_that_says_nearly_the_same_is_found():
    best = INDEX.find_alike(
        "Moths may not land on this lantern unless its keeper has invited them."
    )
    assert best[0][0] == "702.4a"
    assert best[0][1] > best[1][1] + 0.2
    assert INDEX.find_alike("") == []
    assert INDEX.likeness(book().rules["101.2"].text, "101.2") == pytest.approx(1)


def test_differences_are_marked_word_by_word():
    pieces = compare_words("It doesn't burn -- ever.", "It doesn’t burn — never, ever.")
    assert pieces is not None
    assert [(each.kind, each.text.strip()) for each in pieces if each.text.strip()] == [
        ("kept", "It doesn’t burn —"),
        ("new", "never,"),
        ("kept", "ever."),
    ]


@pytest.mark.parametrize(
    ("older", "newer", "marked"),
    [
        (
            "the spell that has it is on",
            "the spell with delight is on",
            "the spell [-that has it-][+with delight+] is on",
        ),
        ("One. Two.", "One.  Two.", "One. Two."),
        ("", "Two words", "[+Two words+]"),
        ("Two words", "", "[-Two words-]"),
        ("a b", "b", "[-a-] b"),
    ],
)
def test_neighbouring_changes_are_one(older, newer, marked):
    signs = {"kept": "{}", "gone": "[-{}-]", "new": "[+{}+]"}
    shown = "".join(
        signs[piece.kind].format(piece.text) for piece in compare_words(older, newer) or ()
    )
    assert re.sub(r" +", " ", shown).strip() == marked


def test_long_texts_are_not_compared():
    assert compare_words("a b " * 2000, "b a " * 2000) is None


def changes(newer):
    return {(change.kind, change.before, change.number) for change in compare_books(book(), newer)}


def test_changes_name_new_changed_moved_and_removed_rules():
    newer = edited(
        ("older keeper wins", "younger keeper wins"),
        ("702.7", "702.8"),
        ("200.4. Ashes in the tray are never counted.\n\n", ""),
        ("a bell rings.", "a bell rings.\n\n100.5. A keeper may sing at any time."),
    )
    assert changes(newer) == {
        (RuleChangeKind.CHANGED, "101.1a", "101.1a"),
        (RuleChangeKind.MOVED, "702.7", "702.8"),
        (RuleChangeKind.MOVED, "702.7a", "702.8a"),
        (RuleChangeKind.MOVED, "702.7b", "702.8b"),
        (RuleChangeKind.MOVED, "702.7c", "702.8c"),
        (RuleChangeKind.NEW, None, "100.5"),
        (RuleChangeKind.GONE, "200.4", "200.4"),
    }


MOTHPROOF = (
    "702.4a Mothproof means “Moths can’t land on this lantern unless its keeper invites them by"
    " name.”"
)
WARDED = (
    "\n702. Keyword Abilities\n\n702.1.",
    "\n701.9. Ward Off\n\n701.9a Ward off means “Moths can’t land on this lantern unless its"
    " keeper invites them in.”\n\n702. Keyword Abilities\n\n702.1.",
)
"""A new keyword action, which is worded like the old keyword."""


def test_a_rule_that_keeps_its_number_never_moves_to_another_that_says_something_alike():
    """Its own words changed more than those that are alike."""
    newer = edited(
        (
            MOTHPROOF,
            "702.4a Mothproof means “Moths and gnats can’t land on this lantern, whoever keeps it,"
            " unless its keeper invites them by name.”",
        ),
        WARDED,
    )
    assert changes(newer) == {
        (RuleChangeKind.CHANGED, "702.4a", "702.4a"),
        (RuleChangeKind.NEW, None, "701.9"),
        (RuleChangeKind.NEW, None, "701.9a"),
    }


def test_a_changed_rule_moves_only_with_its_title_and_only_if_it_is_alike():
    """Its words at the old number are gone, but its keyword remains: what is alike elsewhere is
    another rule.
    """
    newer = edited((MOTHPROOF, "702.4a See 100."), WARDED)
    assert RuleChangeKind.MOVED not in {kind for kind, *_ in changes(newer)}


def test_all_renumbered_pairs_are_alike():
    newer = edited(
        ("702.7", "702.8"), ("702.6", "702.7"), ("older keeper wins", "younger keeper wins")
    )
    moved = [
        change for change in compare_books(book(), newer) if change.kind is RuleChangeKind.MOVED
    ]
    assert moved
    for change in moved:
        then, now = book().rules[change.before or ""], newer.rules[change.number]
        assert RuleIndex({"now": now.text}).likeness(then.text, "now") >= 0.6, change


def test_equal_editions_have_no_changes():
    assert compare_books(book(), book()) == ()


@pytest.mark.parametrize(
    ("old", "new"),
    [("“At dusk", '"At dusk'), ("rule 101.1a", "rule 101.1b"), ("Odo pays", "Ada pays")],
)
def test_typography_examples_and_numbers_of_other_rules_are_no_change(old, new):
    assert [change.kind for change in compare_books(book(), edited((old, new)))] == []
