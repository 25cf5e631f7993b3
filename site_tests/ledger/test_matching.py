"""A reworded ruling is recognized within its entry.

A different ruling on the same subject is not.
"""

import itertools
import random
from collections.abc import Mapping

import pytest

from rulebinder.ledger.matching import (
    Weights,
    Wording,
    assign,
    containment,
    parse_signature,
    wording,
)
from rulebinder.ledger.numbers import Ledger, LedgerTexts, update
from site_tests.ledger.conftest import RARE

DAY, LATER = "2026-01-02", "2026-03-04"
KEEP = "You keep the lantern if the marsh floods while the keeper sleeps."
LOSE = KEEP.replace("keep the", "lose the")
BURNS = "The first lantern burns until the end of the turn, whoever lit it."


def numbers(before: tuple[str, ...], after: tuple[str, ...], lang: str = "en") -> tuple[int, ...]:
    """Return the numbers of an entry's texts after an edit."""
    ledger, _ = update(
        Ledger("lom"),
        lang,
        [LedgerTexts(slug="mire-lantern", texts=tuple(map(wording, before)))],
        DAY,
    )
    _, (given,) = update(
        ledger, lang, [LedgerTexts(slug="mire-lantern", texts=tuple(map(wording, after)))], LATER
    )
    return given.numbers


@pytest.mark.parametrize(
    ("lang", "old", "new"),
    [
        (
            "en",
            (
                "If the lantern is an illegal target once the spell would resolve, nothing of it"
                " happens, and you won't draw a card."
            ),
            (
                "If you control the lantern as the goat leaves the battlefield, the ability of the"
                " goat won't trigger a second time."
            ),
        ),
        (
            "es",
            (
                "Si el farol no es un objetivo legal cuando el hechizo va a resolverse, el hechizo"
                " no se resolverá y no robarás una carta."
            ),
            (
                "Si controlas el farol en el momento en que la cabra deja el campo de batalla, la"
                " habilidad no se disparará otra vez."
            ),
        ),
        (
            "fr",
            (
                "Si la lanterne est une cible illégale au moment où le sort se résout, le sort ne"
                " se résout pas et vous ne piochez pas."
            ),
            (
                "Si vous contrôlez la chèvre quand elle quitte le champ de bataille, la capacité de"
                " la chèvre ne se déclenche pas."
            ),
        ),
    ],
)
def test_a_similar_new_ruling_does_not_get_the_number(lang, old, new):
    first, last = "Marsh.", "Fen."
    assert numbers((first, old, last), (first, new, last), lang) == (1, 4, 3)
    assert numbers((old,), (new,), lang) == (2,)


@pytest.mark.parametrize("share", [0.1, 0.2, 0.33, 0.4])
def test_a_reworded_ruling_is_recognized(share):
    pick = random.Random(7)
    words = BURNS.split()
    for _ in range(20):
        new = list(words)
        for at in pick.sample(range(len(words)), max(1, int(len(words) * share))):
            new[at] = pick.choice(RARE)
        assert numbers((KEEP, BURNS), (KEEP, " ".join(new))) == (1, 2)
        assert numbers((KEEP, BURNS), (" ".join(new), KEEP)) == (2, 1)


def test_if_all_rulings_of_a_card_are_new_a_weak_likeness_is_not_enough():
    faint = "A lantern burns until the turn in which nobody sleeps at all."
    assert numbers((KEEP, BURNS), (KEEP, faint)) == (1, 2)
    assert numbers((KEEP, BURNS), (faint, "Goats are admitted.")) == (3, 4)


def test_two_rulings_that_differ_in_one_word_keep_their_numbers():
    assert numbers((KEEP, LOSE), (LOSE,)) == (2,)
    assert numbers((KEEP, LOSE), (LOSE, KEEP)) == (2, 1)
    assert numbers((KEEP, LOSE), (LOSE.replace("floods", "is flooded"),)) == (2,)
    assert numbers((KEEP, LOSE), (KEEP.replace("floods", "is flooded"),)) == (1,)
    both = (LOSE.replace("sleeps", "dozes"), KEEP.replace("sleeps", "dozes"))
    assert numbers((KEEP, LOSE), both) == (2, 1)


def test_the_name_of_the_card_does_not_make_its_rulings_similar():
    name = "Grizzelda of the Umbral Fens"
    rulings = [
        f"{name} sees {RARE[at]} where {RARE[at + 1]} {RARE[at + 2]} was." for at in (0, 4, 8)
    ]
    other = f"{name} may {RARE[20]} a {RARE[21]} {RARE[22]}."
    assert numbers(tuple(rulings), (rulings[0], other, rulings[2])) == (1, 4, 3)


def test_all_rulings_of_a_card_are_matched_together():
    """The most similar pair is not the best choice if the other rulings lose their matches by
    it.
    """
    assert sorted(assign({(1, 1): 0.9, (1, 2): 0.8, (2, 1): 0.8})) == [(1, 2), (2, 1)]


@pytest.mark.parametrize("seed", range(8))
def test_an_assignment_has_the_greatest_total_gain(seed):
    pick = random.Random(seed)
    gains = {(i, j): pick.random() for i in range(5) for j in range(6) if pick.random() < 0.5}
    found = assign(gains)
    assert len({i for i, _ in found}) == len({j for _, j in found}) == len(found)
    best = max(
        sum(gains.get(each, 0) for each in enumerate(rights))
        for rights in itertools.permutations(range(6), 5)
    )
    assert sum(gains[each] for each in found) == pytest.approx(best)


def test_long_texts_are_compared_by_the_words_that_both_signatures_may_have():
    text = " ".join(f"{one}{other}" for one in RARE for other in RARE[:9])
    longer = f"{text} {' '.join(f'{each}y' for each in RARE)}"
    one, more = Wording("", wording(text).like), wording(longer)
    assert parse_signature(one.like).keys() - parse_signature(more.like).keys()
    assert containment(one, more, weigh(one, more)) == 1


def weigh(*texts: Wording) -> Mapping[str, float]:
    """Return the weights of words in texts that each belong to an entry of its own."""
    return Weights("en", ()).among(*([each] for each in texts))


def test_a_signature_does_not_reveal_the_order_of_words():
    assert wording("goat bell moss fern").like.count("/") == 3
    one, other = (
        wording(f"{a} {b} " + "x " * 6).like for a, b in (("goat", "bell"), ("bell", "goat"))
    )
    assert one == other


def test_japanese_is_compared_by_pairs_of_characters():
    old = "あなたは唱えた呪文のコストを支払わなければならない。"
    assert numbers((old,), (old.replace("支払わ", "払わ"),), "ja") == (1,)
    assert numbers((old,), ("沼地の灯火は夜明けまで燃え続ける。",), "ja") == (2,)
