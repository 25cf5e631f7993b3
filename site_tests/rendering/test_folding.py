"""The reader's language comes first on card pages, mechanic pages and lists.

Other languages are folded to one line each.
"""

import re
from typing import Any

import pytest

from rulebinder.library import Library
from rulebinder.notes import ReleaseNotes
from site_tests.builders import catalogue, entry, library_of, mechanic, notes, released, section
from site_tests.outputs import edition_in, html_at, page_at
from site_tests.rendering.approval import assert_approved

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


def test_pages_of_several_languages_are_as_approved():
    """The reader's language comes first, the newest set first within it; on a card's page, the
    line of the other languages comes before the older sets. Without the reader's language, the best
    one is open. Lists of mentions are folded too.
    """
    four = joined(
        elm("aaa", "en", 1), elm("bbb", "es", 1), elm("ccc", "en", 1), elm("ddd", "es", 1)
    )
    pages = {
        f"{lang}/{url}": html_at(four, url, lang)
        for lang in ("en", "es")
        for url in ("cards/old-elm/", "mechanics/glimmer/")
    }
    two, one = joined(elm("aaa", "en", 1), elm("bbb", "es", 1)), joined(elm("bbb", "es", 1))
    pages |= {
        name: html_at(library, "cards/old-elm/", "fr")
        for name, library in (("fr/two", two), ("fr/one", one))
    }
    mentioning = joined(
        notes(entry("Sapling", "It can glimmer."), set_code="aaa"),
        notes(
            entry("Viejo", "Puede destellar."),
            entry("Otro", "Puede destellar."),
            set_code="bbb",
            lang="es",
        ),
        notes(entry("Nuevo", "Puede destellar."), set_code="ccc", lang="es"),
    )
    pages |= {
        f"{lang}/mentions": html_at(mentioning, "mechanics/glimmer/", lang) for lang in ("en", "es")
    }
    assert_approved("folding", pages)


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
    page = html_at(library, "cards/old-elm/", lang)
    assert re.findall('<details class="others"><summary>(.*?)</summary>', page) == labels


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
