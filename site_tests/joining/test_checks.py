"""The checks report doubtful results with their places."""

from dataclasses import replace

from rulebinder.joining import checks, join
from rulebinder.joining.checks import Checked
from rulebinder.notes import CardEntry, Unread
from rulebinder.problems import Place
from rulebinder.text import parse
from site_tests.builders import (
    card,
    catalogue,
    entry,
    example_catalogue,
    example_library,
    face,
    mechanic,
    notes,
    section,
    shipped_languages,
)

SPOKEN = ("en", "es", "fr")
LANGUAGES = {
    code: replace(language, interface={"home": "Home"} if code in SPOKEN else {})
    for code, language in shipped_languages().items()
}


def found(*documents, facts=None):
    """Return the problems that the checks find, in the order of their places."""
    facts = facts or catalogue()
    checked = Checked(join(documents, facts, LANGUAGES)[0], facts, LANGUAGES)
    problems = [*checks.check_library(checked), *checks.check_facts(checked)]
    return sorted(problems, key=lambda problem: problem.place)


def said(*documents, facts=None, about=""):
    """Return the messages of the checks, without those on names that every card here lacks."""
    common = ("cards have no name", "sets have no")
    return [
        str(problem)
        for problem in found(*documents, facts=facts)
        if about in str(problem) and not any(words in problem.message for words in common)
    ]


def test_unread_text_is_listed_with_its_places():
    body = (
        Unread(parse("fog " * 40), Place("lom.en.txt", 9)),
        Unread(parse("mist"), Place("lom.en.txt", 3)),
    )
    first, second = said(notes(CardEntry(card=card(face("Fen")), part="", body=body)))
    assert first.startswith(
        "lom.en.txt:3: warning: text that was not understood (2 of 2 in lom.en.txt): 'mist'; "
    )
    assert second.startswith(
        "lom.en.txt:9: warning: text that was not understood (1 of 2 in lom.en.txt):"
        f" {'fog ' * 15 + '…'!r}; "
    )


def test_a_mechanic_without_facts_is_reported_and_an_umbrella_is_not():
    document = notes(
        sections=[
            replace(section("New Mechanic: Murk"), place=Place("lom.en.txt", 4)),
            section("Returning Mechanics"),
        ]
    )
    assert said(document) == [
        "lom.en.txt:4: warning: nothing is known of the mechanic that 'New Mechanic: Murk'"
        " explains; add content/mechanics/murk.yml"
    ]


def test_a_name_of_two_cards_is_reported():
    facts = catalogue(
        names=[
            {"en": "Fen", "fr": "Marais"},
            {"en": "Bog", "fr": "MARAIS"},
            {"en": "Mud", "es": "Marais"},
        ]
    )
    (problem,) = said(notes(entry("Fen")), facts=facts)
    assert problem.startswith(
        "content/cards/names.yml:2: warning: the name 'MARAIS' (fr) is that of two cards, 'Fen' and"
        " 'Bog'; the first counts; the other is at content/cards/names.yml:1"
    )


def test_a_language_without_mechanics_is_reported_once():
    names = dict.fromkeys(LANGUAGES, "Glow")
    facts = [
        mechanic(f"m{at}", names=each, explanation=names)
        for at, each in enumerate([names, *[{"en": "Glow", "es": "Brillo"}] * 6])
    ]
    used = notes(sections=[section(f"New Mechanic: M{at}") for at in range(7)])
    (problem,) = said(used, facts=catalogue(*facts))
    place, message = problem.split(": warning: ")
    assert place == str(facts[1].place)
    assert (
        message
        == "6 of 7 mechanics have no name in 'fr': m1, m2, m3, m4, m5, …; add it to their files in"
        " content/mechanics"
    )


def test_a_language_that_is_only_read_needs_names_only_if_a_document_uses_it():
    names = dict.fromkeys(SPOKEN, "Glow")
    glow, gleam = (mechanic(slug, names=names, explanation=names) for slug in ("glow", "gleam"))
    facts, english = catalogue(glow, gleam), notes(sections=[section("New Mechanic: Glow")])
    assert said(english, facts=facts) == []
    german = notes(entry("Nebel"), lang="de")
    (problem,) = said(english, german, facts=facts, about="mechanics")
    assert "1 of 1 mechanics have no name in 'de': glow;" in problem


def test_the_first_set_of_a_mechanic_has_a_name():
    facts = catalogue(mechanic("glow", first_set="lom"), mechanic("gloom", first_set="zzz"))
    (problem,) = said(facts=facts, about="which first had")
    assert (
        "nothing is known of the set 'zzz', which first had 'gloom'; add it to"
        " content/other-sets.yml" in problem
    )


def test_the_checks_find_nothing_in_a_good_library():
    library, facts = example_library(), example_catalogue()
    lacking = checks.find_untranslated, checks.find_alignment_gaps
    questions = [check for check in (*checks.OF_LIBRARY, *checks.OF_FACTS) if check not in lacking]
    checked = Checked(library, facts, LANGUAGES)
    assert [problem for check in questions for problem in check(checked)] == []


def test_a_quoted_title_that_no_section_has_is_reported():
    pointing = [
        'See "New Mechanic: Glow" above.',
        "See also “New Mechanic: Gloom.”",
        'See rule 309, "Gloaming Step".',
        'Say "glum".',
    ]
    document = notes(
        entry("Fen", *pointing), sections=[section("New mechanic: Glow", kind="other")]
    )
    (problem,) = said(document)
    assert "there is no section 'New Mechanic: Gloom' in lom.en.txt" in problem


def test_gaps_of_a_translation_are_reported_at_their_entry():
    english = notes(
        entry("Fen", "Pay {1} once.", "Pay {2}, then {3}, and nothing else."),
        last_modified="2031-01-20",
    )
    spanish = notes(
        entry("Fen", "Paga {2}, luego {3} y nada más."), lang="es", last_modified="2031-01-02"
    )
    missing, older = said(english, spanish)
    assert (
        missing == ":1: warning: ruling 1 of lom/fen is missing in 'es'; compare it with lom.en.txt"
    )
    assert older.startswith(
        "lom.es.txt:1: warning: an older revision, of 2031-01-02: lom.en.txt is of 2031-01-20; "
    )


def printed(lang, *rules_text, **fields):
    """Return a document whose only card is in its line 7."""
    fen = card(face("Fen", "Artifact", *rules_text, **fields), place=Place(f"lom.{lang}.txt", 7))
    return notes(CardEntry(card=fen, part=""), lang=lang)


def test_a_cost_that_two_languages_print_differently_is_reported_at_both_places():
    english, same = (printed(lang, mana_cost="{1}{U}") for lang in ("en", "fr"))
    [problem] = said(english, printed("fr", mana_cost="{1}"), about="mana cost")
    assert problem.startswith(
        "lom.fr.txt:7: warning: Fen has the mana cost {1}, but {1}{U} at lom.en.txt:7; "
    )
    assert said(english, same, about="lom.fr.txt:7") == []


def test_a_symbol_that_a_translation_lacks_is_reported():
    english = printed("en", "{T}, {U}: It gets +1/+1.")
    french = printed("fr", "{T} : gagne +1/+1. *({T} tourne.)*")
    [problem] = said(english, french, about="symbols")
    assert "the symbols +1/+1 {T} in its rules text, but +1/+1 {T} {U} at lom.en.txt:7" in problem


def test_missing_names_of_cards_and_sets_are_counted_for_each_language_of_the_site():
    facts = catalogue(names=[{"en": "Fen", "fr": "Marais"}])
    problems = [
        (problem.message, problem.general)
        for problem in found(notes(entry("Fen"), entry("Bog")), facts=facts)
        if " have no name in " in problem.message
    ]
    cards = "some cards have no Spanish or French name"
    assert problems == [
        ("2 of 2 cards have no name in 'es': bog, fen", cards),
        ("1 of 2 cards have no name in 'fr': bog", cards),
        ("1 of 1 sets have no name in 'fr': lom", "some sets have no French name"),
    ]


def test_a_set_without_a_file_is_reported_once():
    _, problems = join([notes(set_code="zzz")], catalogue(), {})
    assert [problem.message for problem in problems if "zzz" in problem.message] == [
        "nothing is known of the set 'zzz', not even its day of release"
    ]
    assert said(notes(set_code="zzz"), about="zzz") == []
