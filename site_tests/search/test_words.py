"""The browser and the build compare words in the same way.

Otherwise a word would not be found by its form.
"""

import itertools
import random
from unicodedata import category

import pytest

from rulebinder.pages.markup import symbol_classes
from rulebinder.search.normal_form import list_elisions, make_fold
from site_tests.search import node

TEXTS = [
    "Ætherling", "œil-de-bœuf", "ŒUVRE", "Jötun Grunt", "Lim-Dûl's Vault", "Énergie", "l'énergie",
    "L’ÉNERGIE", "qu'il", "dell'arte",
    "dryad's", "dryads’", "'til", "d'or", "aujourd'hui", "rock'n'roll", "il-Kor", "Will-o’-Wisp",
    "+1/+1", "{2}{W}", "702.62a", "_under__score_ -",
    "a_-b", "naïve café", "ñandú", "ﬁn", "½", "x²", "Straße", "İstanbul", "ΌΣΟΣ", "Łódź", "Đà Nẵng",
    "Ørsted", "カード", "ガ", "ｶﾞ", "卡牌 遊戲",
    "카드", "карта Ё", "हिन्दी", "ภาษาไทย", "🔥 fire", "❤️heart", "1️⃣2", "👩‍👩‍👧", "a\u00adb",
    "a\u200bb", "e\u0301", "", "  two   spaces ",
]  # fmt: skip
LETTERS = [
    letter for letter in map(chr, range(0x3000)) if category(letter) not in {"Cn", "Cs", "Co"}
]
FOLD = """async ([texts, elisions]) => {
  const { setElisions, folded } = await import("./search/words/folding.js")
  setElisions(elisions)
  return texts.map(folded)
}"""
DRAWN = """async (codes) => {
  const { symbolClasses } = await import("./search/view/symbols.js")
  return codes.map((code) => symbolClasses(code) ?? null)
}"""
PARTS = "w U c s h hw hx 2 20 21 x ½ ∞ e tk p t chaos l w3 1x"


@pytest.mark.parametrize("invented", [(), ("zu", "ŋa", "l")])
def test_words_are_folded_in_the_same_way(languages, invented):
    known = invented or list_elisions(languages)
    chosen = random.Random(len(invented))
    texts = [*TEXTS, "zu’kra ŋa'kra", *(f"l'{letter}a {letter}" for letter in LETTERS)]
    texts += ["".join(chosen.choices(LETTERS, k=chosen.randrange(30))) for _ in range(600)]
    assert node.run(FOLD, [texts, known]) == list(map(make_fold(known), texts))


def test_symbols_are_drawn_in_the_same_way():
    parts = [*PARTS.split(), ""]
    pairs = map("/".join, itertools.product(parts, repeat=2))
    codes = [*parts, *pairs, "G/U/P", "2/W/P", "G/U/X", "G/P/P", "a/b/c/d"]
    assert node.run(DRAWN, codes) == list(map(symbol_classes, codes))


def test_elisions_of_every_language_are_separate_words(languages):
    texts = ("L’énergie", "dell'arte", "zu'kra", "ca't", "l'arte")
    for known, words in (
        (list_elisions(languages), ["l energie", "dell arte", "zukra", "cat", "l arte"]),
        (("zu",), ["lenergie", "dellarte", "zu kra", "cat", "larte"]),
        ((), ["lenergie", "dellarte", "zukra", "cat", "larte"]),
    ):
        assert list(map(make_fold(known), texts)) == words
