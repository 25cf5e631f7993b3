"""The reader's language comes first on card pages, mechanic pages and lists.

Other languages are folded to one line each.
"""

from __future__ import annotations

import re
from typing import Any

import pytest

from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from site_tests.builders import catalogue, entry, library_of, mechanic, notes, released, section
from site_tests.outputs import edition_in, html_at, page_at

SETS = released(aaa="2011-01-01", bbb="2012-01-01", ccc="2013-01-01", ddd="2014-01-01")
GLIMMER = mechanic("glimmer", names={"en": "Glimmer", "es": "Destellar", "fr": "Scintiller"})


def elm(code: str, lang: str, count: int) -> ReleaseNotes:
    """Return a set's notes with ``count`` rulings on one card, and one on a mechanic."""
    card = {"en": "Old Elm", "es": "Olmo viejo", "fr": "Vieil orme"}[lang]
    rulings = (f"{card} {code} {number} glimmer destellar scintiller." for number in range(count))
    title = {"en": "Glimmer", "es": "Destellar", "fr": "Scintiller"}[lang]
    return notes(
        entry(card, *rulings),
        set_code=code,
        lang=lang,
        sections=[section(title, f"{title} {code}.")],
    )


def joined(*documents: ReleaseNotes) -> Library:
    names = [{"en": "Old Elm", "es": "Olmo viejo", "fr": "Vieil orme"}]
    return library_of(*documents, facts=catalogue(GLIMMER, sets=SETS, names=names))


def folds(text: str) -> dict[str, str]:
    """Return what each fold of a page contains, by the line that opens it."""
    return dict(
        re.findall(
            r'<details class="others"><summary>(.*?)</summary>(.*?)</details>\n'
            r'(?=<h2|<details|<p class="quiet"><a|$)',
            text,
            re.DOTALL,
        )
    )


@pytest.mark.parametrize("url", ["cards/old-elm/", "mechanics/glimmer/"])
def test_the_readers_language_comes_first_and_newest_first_within_it(url):
    """On a card's page, other languages come before the older sets: they are one line."""
    library = joined(
        elm("aaa", "en", 1),
        elm("bbb", "es", 1),
        elm("ccc", "en", 1),
        elm("ddd", "es", 1),
    )
    for lang, order in {
        "en": ["ccc", "aaa", "ddd", "bbb"],
        "es": ["ddd", "bbb", "ccc", "aaa"],
    }.items():
        text = html_at(library, url, lang).partition('id="cards"')[0]
        places = [re.search(f'id="{code}-[^"]*1"', text) for code in order]
        assert all(places)
        newest, older, *others = [place.start() for place in places if place]
        fold = text.index('<details class="others">')
        assert fold < others[0] < others[1]
        assert newest < others[1] < older if url.startswith("cards") else newest < older < fold
        assert newest < fold


ELMS = (("aaa", "en", 2), ("bbb", "es", 3), ("ccc", "fr", 1))


@pytest.mark.parametrize(
    ("elms", "lang", "labels"),
    [
        (ELMS, "en", ["3 newer rulings in Spanish", "1 newer ruling in French"]),
        (ELMS, "es", ["2 aclaraciones en inglés", "1 aclaración más reciente en francés"]),
        (ELMS, "fr", ["2 précisions en anglais", "3 précisions en espagnol"]),
        ([("aaa", "es", 1), ("bbb", "en", 1), ("ccc", "es", 1)], "en", ["2 rulings in Spanish"]),
        ([("aaa", "en", 1), ("bbb", "es", 0)], "en", ["Also in Spanish"]),
    ],
)
def test_a_fold_counts_and_names_the_language_and_says_if_all_is_newer(elms, lang, labels):
    library = joined(*(elm(*each) for each in elms))
    assert list(folds(html_at(library, "cards/old-elm/", lang))) == labels


def test_the_best_language_is_open_if_the_page_has_none_of_its_own():
    library = joined(elm("aaa", "en", 1), elm("bbb", "es", 1))
    text = html_at(library, "cards/old-elm/", "fr")
    (folded,) = folds(text).values()
    assert 'id="aaa-1"' not in folded
    assert 'id="bbb-1"' in folded
    alone = joined(elm("bbb", "es", 1))
    assert not folds(html_at(alone, "cards/old-elm/", "fr"))


def test_a_preview_quotes_the_newest_ruling_in_the_readers_language():
    library = joined(elm("aaa", "en", 1), elm("bbb", "en", 1), elm("ccc", "es", 1))
    assert page_at(edition_in(library), "cards/old-elm/")[1].preview.startswith("Old Elm bbb 0")
    assert page_at(edition_in(library, "es"), "cards/old-elm/")[1].preview.startswith(
        "Olmo viejo ccc 0"
    )


def test_previous_and_next_follow_one_set_in_the_readers_language():
    others = {"en": "Sapling", "es": "Viejo"}
    documents = [
        notes(
            entry(name, "…"),
            entry({"en": "Old Elm", "es": "Olmo viejo"}[lang], "…"),
            set_code=code,
            lang=lang,
        )
        for (lang, name), code in zip(others.items(), ("aaa", "bbb"), strict=True)
    ]
    library = joined(*documents)
    for lang, first in {"en": "The aaa set", "es": "The bbb set"}.items():
        neighbours: Any = page_at(edition_in(library, lang), "cards/old-elm/")[1].facts[
            "neighbours"
        ]
        assert neighbours["set"] == first


def test_lists_show_the_readers_language_first_and_fold_the_others():
    spanish = [
        notes(
            entry("Viejo", "Puede destellar."),
            entry("Otro", "Puede destellar."),
            set_code="bbb",
            lang="es",
        ),
        notes(entry("Nuevo", "Puede destellar."), set_code="ccc", lang="es"),
    ]
    library = joined(notes(entry("Sapling", "It can glimmer."), set_code="aaa"), *spanish)
    listed = html_at(library, "mechanics/glimmer/").partition('id="mentioned"')[2]
    opened, folded = listed.split("<details><summary>3 more in Spanish</summary>")
    assert re.findall(r"\.\./cards/([\w-]+)/#", opened) == ["sapling"]
    assert re.findall(r"\.\./cards/([\w-]+)/#", folded) == ["nuevo", "otro", "viejo"]
    own = html_at(library, "mechanics/glimmer/", "es").partition('id="mentioned"')[2]
    assert (
        own.index("The ccc set")
        < own.index("The bbb set")
        < own.index("<summary>1 más en inglés</summary>")
        < own.index("sapling")
    )
