"""Look for doubtful results in a library and in the facts that it was made with: small functions,
each of which checks one thing.
"""

from __future__ import annotations

import difflib
import itertools
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import PurePath

from babel import Locale

from ..facts.catalogue import OTHER_SETS, CardFacts, Catalogue, MechanicFacts, in_language
from ..facts.content import AllCorrections
from ..facts.languages import Languages, find_faults, list_own_texts, offered_languages
from ..ledger.numbers import record_of
from ..library import DocumentNotes, Lack, Library, Note, PrintedCard
from ..notes import Card, Face, Unread
from ..problems import Place, Problem, error, review, warning
from ..text import SYMBOL, UNKNOWN_PICTURE, fold_name, fold_text
from .entries import has_other_words
from .phrases import join_first

FindOverlay = Callable[[str], str | None]
"""A function that returns None for a file of facts, unless it came with the program to an owner:
see :func:`.shipped.overlay_finder`.
"""

_TO_TITLE = r"[^.\"“«\d]{0,30}[\"“«]\s?([^\"”»]{3,80}?)\s?[\"”»]"
"""The text between a word like ``see`` and the end of a title in quotation marks; a number means a
rule.
"""
_MOST_QUOTED = 60
"""How many letters of a paragraph a problem quotes."""
_DECIDE_AGAIN = (
    "compare them, decide again, and correct its `hash`; `rulebinder check --undecided` says the"
    " new one"
)
_MOST_NAMED = 5
"""How many cards, sets or mechanics a problem names."""


@dataclass(frozen=True)
class Checked:
    """A library, and the facts that it was made with."""

    library: Library
    catalogue: Catalogue
    languages: Languages
    find_overlay: FindOverlay = lambda _path: None

    def own_mechanics(self) -> list[MechanicFacts]:
        """Return the mechanics without those that came with the program to an owner, who may have
        added to them.
        """
        return [
            facts
            for facts in self.catalogue.mechanics.values()
            if not any(self.find_overlay(text.place.path) for text in facts.texts)
        ]


Check = Callable[[Checked], Iterator[Problem]]


def check_library(checked: Checked) -> list[Problem]:
    """Return what the checks find in a library."""
    return [problem for check in OF_LIBRARY for problem in check(checked)]


def check_facts(checked: Checked) -> tuple[Problem, ...]:
    """Return what the checks find in the facts alone, without those that came with the program to
    an owner, who cannot correct them.
    """
    mechanics = {facts.slug: facts for facts in checked.own_mechanics()}
    checked = replace(checked, catalogue=replace(checked.catalogue, mechanics=mechanics))
    return tuple(
        problem
        for check in OF_FACTS
        for problem in check(checked)
        if not checked.find_overlay(problem.place.path)
    )


def find_unread_text(checked: Checked) -> Iterator[Problem]:
    """Yield the paragraphs that no reader understood: the site has them, but knows no role of
    theirs.
    """
    for document in checked.library.documents():
        blocks = [block for block in document.notes.blocks() if isinstance(block, Unread)]
        for number, block in enumerate(blocks, 1):
            text = " ".join(block.text.plain().split())
            quoted = text if len(text) <= _MOST_QUOTED else f"{text[:_MOST_QUOTED]}…"
            yield warning(
                block.place,
                f"text that was not understood ({number} of {len(blocks)} in"
                f" {_file_name(document, block.place)}): {quoted!r}",
                "import the document and say in its structured file what it is",
                "some text was not understood",
            )


def find_unknown_mechanics(checked: Checked) -> Iterator[Problem]:
    """Yield the sections that explain a mechanic of which nothing is known but its title."""
    for document in checked.library.documents():
        for section in document.sections:
            for slug in section.mechanics:
                if checked.library.mechanics[slug].facts is None:
                    message = (
                        f"nothing is known of the mechanic that {section.section.title!r} explains"
                    )
                    yield warning(
                        section.section.place, message, f"add content/mechanics/{slug}.yml"
                    )


def find_ambiguous_names(checked: Checked) -> Iterator[Problem]:
    """Yield the official names that two cards share in one language."""
    first_cards: dict[tuple[str, str], CardFacts] = {}
    for card in checked.catalogue.cards:
        aliases = [(lang, name) for lang, names in card.also.items() for name in names]
        for lang, name in (*card.names.items(), *aliases):
            other = first_cards.setdefault((lang, fold_name(name)), card)
            if other is not card:
                cards = f"{in_language(other.names, 'en')!r} and {in_language(card.names, 'en')!r}"
                message = (
                    f"the name {name!r} ({lang}) is that of two cards, {cards}; the first counts"
                )
                hint = (
                    f"the other is at {other.place_of(lang)}: make one entry of them, or correct"
                    " the name"
                )
                yield warning(card.place_of(lang), message, hint)


def find_missing_sections(checked: Checked) -> Iterator[Problem]:
    """Yield the sections that a text sends its reader to, by a title in quotation marks, and that
    its document does not have.
    """
    for document in checked.library.documents():
        language = checked.languages.get(document.notes.lang)
        words = "|".join(map(re.escape, language.reading.see_words)) if language else ""
        if not words:
            continue
        titles = {fold_text(section.section.title) for section in document.sections}
        pointing = re.compile(rf"\b(?:{words})\b{_TO_TITLE}", re.IGNORECASE)
        texts = (
            (block.place, text.plain())
            for holder in document.holders
            for block in holder.body
            if not isinstance(block, Card)
            for text in (block.texts if isinstance(block, Note) else (block.text,))
        )
        for place, text in texts:
            for match in pointing.finditer(text):
                title = match[1].strip(" \u00a0\u202f.,")
                if fold_text(title) not in titles:
                    message = (
                        f"there is no section {title!r} in {_file_name(document, place)}, where a"
                        " text sends its reader"
                    )
                    hint = "compare the titles; content/corrections corrects a misprint"
                    yield warning(place, message, hint)


def find_unknown_verdicts(checked: Checked) -> Iterator[Problem]:
    """Yield the verdicts on rulings that a set of the site never had, or that have other words. The
    program has verdicts on sets that a site may not have.
    """
    for note_id, verdict in checked.catalogue.verdicts.items():
        code, record = note_id.partition("/")[0], record_of(checked.library.ledgers, note_id)
        if code in checked.library.sets and has_other_words(verdict, record):
            yield review(
                verdict.place,
                f"{note_id} has other words than those of this verdict, which is not shown",
                _DECIDE_AGAIN,
            )
        #  The ids of the program's verdicts may be others on an owner's site.
        if code not in checked.library.sets or checked.find_overlay(verdict.place.path) or record:
            continue
        ids = [ruling_id for ruling_id, *_ in checked.library.ledgers[code].rulings()]
        close = difflib.get_close_matches(note_id, ids, 1)
        hint = (
            f"did you mean {close[0]}?"
            if close
            else "the number of a ruling is beside it on its page"
        )
        yield error(verdict.place, f"there is no ruling {note_id}", hint)


def find_unknown_rules(checked: Checked) -> Iterator[Problem]:
    """Yield the verdicts by a rule that the newest edition of the rules lacks, if there is one: the
    rule may have moved.
    """
    book = checked.library.rulebook
    if book is None:
        return
    for verdict in checked.catalogue.verdicts.values():
        if verdict.rule not in book.rules and not checked.find_overlay(verdict.place.path):
            yield review(
                verdict.place,
                f"rule {verdict.rule} of this verdict is not in the edition of {book.effective}",
                "give the number that the rule has there",
            )


def find_undecided(library: Library) -> Iterator[Problem]:
    """Yield each ruling without a verdict that has an outdated term, that rests on a rule that
    changed since, or that says the same as one with a verdict, with the reasons.
    """
    rulings = [(holder, note) for holder in library.holders() for note in holder.notes]
    decided: dict[tuple[str, str | None], str] = {
        (note.lang, note.family): note.id for _, note in rulings if note.verdict and note.family
    }
    """The last ruling with a verdict of each family."""
    for holder, note in rulings:
        same = decided.get((note.lang, note.family))
        terms = dict.fromkeys(old.term for old in note.outdated)
        why = [
            *(f"the term {term}" for term in terms),
            *(f"rule {number} changed" for number in library.amended.get(note.id, ())),
            *([f"it says the same as {same}, which has a verdict"] if same else []),
        ]
        if why and not note.verdict:
            hint = (
                f"decide in content/verdicts/{holder.set_code}.yml whether it is still"
                f" true, with `hash: {library.wording(note.id, note.lang).hash}`"
            )
            yield review(note.place, f"{note.id} may be wrong today: {', '.join(why)}", hint)


def find_alignment_gaps(checked: Checked) -> Iterator[Problem]:
    """Yield the rulings, entries and sections that a translation lacks or has in an older form,
    compared with its set's other documents.
    """
    for in_set in checked.library.sets.values():
        for translation in in_set.translations.values():
            document, reference = (
                in_set.documents[lang].notes.documents[0]
                for lang in (translation.lang, translation.reference)
            )
            if translation.older:
                message = (
                    f"an older revision, of {document.last_modified}: {reference.source.name} is of"
                    f" {reference.last_modified}"
                )
                hint = "take the newer document in this language, if there is one"
                yield warning(document.place, message, hint)
            for gap in translation.gaps:
                hint = (
                    f"compare it with {reference.source.name}"
                    if document is not reference
                    else "compare it with the other languages"
                )
                message = _GAPS.get(gap.lack, "{entry} is missing").format(**vars(gap))
                yield warning(gap.place, f"{message} in {document.lang!r}", hint)


_GAPS = {
    Lack.RULING: "ruling {number} of {entry} is missing",
    Lack.OLDER: "ruling {number} of {entry} is older and says less",
    Lack.FEWER: "{entry} has {have} of {of} rulings, and which ones are missing is not certain,",
}
"""What a translation lacks: for the fields of a gap. Of others than these, all is missing."""


def find_untranslated(checked: Checked) -> Iterator[Problem]:
    """Yield the languages that lack names of cards, sets and mechanics, or explanations of these:
    pages show English ones instead. Names of mechanics are also needed in languages that only
    documents have.
    """
    library, offered = checked.library, offered_languages(checked.languages)
    written = {document.notes.lang for document in library.documents()}
    cards = {
        slug: (card.names, printed.card.place)
        for slug, card in library.cards.items()
        for printed in itertools.islice(card.prints(), 1)
    }
    sets = {
        code: (in_set.facts.names, document.notes.place)
        for code, in_set in library.sets.items()
        if code in checked.catalogue.sets  # joining reports the others
        for document in in_set.documents.values()
    }
    used = {slug for holder in library.holders() for slug in holder.mechanics}
    mechanics = [facts for facts in checked.own_mechanics() if facts.slug in used]
    names = {facts.slug: (facts.names, facts.place) for facts in mechanics}
    explanations = {facts.slug: (facts.explanation, facts.place) for facts in mechanics}
    from_bulk = "`rulebinder import FILE` adds them from a bulk file of Scryfall or MTGJSON"
    of_mechanics = "add it to their files in content/mechanics"
    yield from _report_lacking("cards", "name", cards, offered, from_bulk)
    yield from _report_lacking("sets", "name", sets, offered, "add them to content/sets")
    yield from _report_lacking("mechanics", "name", names, {*offered, *written}, of_mechanics)
    yield from _report_lacking("mechanics", "explanation", explanations, offered, of_mechanics)


def _report_lacking(
    subjects: str,
    words: str,
    table: Mapping[str, tuple[Collection[str], Place]],
    langs: Collection[str],
    hint: str,
) -> Iterator[Problem]:
    """Yield a warning for each of ``langs`` in which some ``subjects`` have no ``words``, such as
    cards and names. The table has the languages in which each one has words, and its place.
    """
    without = {
        lang: lacking
        for lang in sorted(langs)
        if (lacking := [subject for subject, (written, _) in table.items() if lang not in written])
    }
    english = (Locale.parse(lang, sep="-").get_display_name("en") or lang for lang in without)
    general = f"some {subjects} have no {' or '.join(english)} {words}"
    for lang, lacking in without.items():
        message = (
            f"{len(lacking)} of {len(table)} {subjects} have no {words} in {lang!r}:"
            f" {join_first(lacking, _MOST_NAMED)}"
        )
        yield warning(table[lacking[0]][1], message, hint, general)


def find_names_without_evidence(checked: Checked) -> Iterator[Problem]:
    """Yield each name of a mechanic that is not English and has no `seen`, each `seen` without a
    name, and each unknown set in it.
    """
    for facts in checked.catalogue.mechanics.values():
        for lang in facts.names:
            if lang != "en" and lang not in facts.seen:
                message = (
                    f"`seen` does not say what confirms the name {facts.names[lang]!r} ({lang})"
                )
                yield warning(
                    facts.place,
                    message,
                    "name a card and its set, or write `{none: unconfirmed}`",
                )
        for lang, proof in facts.seen.items():
            if lang not in facts.names or lang == "en":
                yield warning(
                    facts.place,
                    f"`seen` confirms no name: {lang}",
                    "remove it, or add the name",
                )
            code = proof.set or proof.notes
            if code and code not in checked.catalogue.sets:
                message = f"nothing is known of the set {code!r} in `seen` ({lang})"
                yield warning(facts.place, message, f"add it to content/{OTHER_SETS}")


def find_unnamed_sets(checked: Checked) -> Iterator[Problem]:
    """Yield the first sets of mechanics that no fact names: pages leave them out."""
    for facts in checked.catalogue.mechanics.values():
        if facts.first_set and facts.first_set not in checked.catalogue.sets:
            message = (
                f"nothing is known of the set {facts.first_set!r}, which first had {facts.slug!r}"
            )
            yield warning(facts.place, message, f"add it to content/{OTHER_SETS}")


def find_wrong_typography(checked: Checked) -> Iterator[Problem]:
    """Yield a problem for each kind of mark that one of our own texts does not write as its
    language does.
    """
    for text in list_own_texts(checked.catalogue, checked.languages):
        if text.lang not in checked.languages or checked.find_overlay(text.place.path):
            continue
        for fault in find_faults(text.text, checked.languages[text.lang].typography):
            yield warning(text.place, fault, "`rulebinder help languages` explains `typography`")


def find_idle_corrections(
    checked: Checked, corrections: AllCorrections, *, owned: bool = False
) -> Iterator[Problem]:
    """Yield a problem for each file of corrections without a document.

    The program has corrections for sets that a site may not have: those are left out, unless they
    are the owner's. ``owned`` says that the folder of facts is an owner's.
    """
    library, sets = checked.library, checked.catalogue.sets
    documents = [".".join(document.notes.key) for document in library.documents()]
    for (code, lang), correction in sorted(corrections.items()):
        is_of_other_site = not owned and code in sets and code not in library.sets
        path = correction.place.path
        if f"{code}.{lang}" in documents or is_of_other_site or checked.find_overlay(path):
            continue
        close = difflib.get_close_matches(f"{code}.{lang}", documents, 1)
        hint = (
            f"did you mean {close[0]}? Rename it to {PurePath(path).with_name(close[0])}.yml"
            if close
            else f"the documents are {', '.join(documents)}"
        )
        message = f"there are no release notes '{code}.{lang}' to correct"
        yield warning(correction.place, message, hint)


def _file_name(document: DocumentNotes, place: Place) -> str:
    """Return the name of the file that has ``place``."""
    return document.notes.document_at(place).source.name


_REMINDER = re.compile(r"[(（][^()（）]*[)）]")
_SIGN = re.compile(rf"{SYMBOL}|[+−-][\dX]+/[+−-][\dX]+|{UNKNOWN_PICTURE}")
"""What no language says in words: symbols, and changes of power and toughness."""


def find_print_differences(checked: Checked) -> Iterator[Problem]:
    """Yield a problem for each cost, number or symbol of a card that two documents print
    differently.

    Costs and stats are compared in all documents, the signs in rules text only between the
    languages of one set: rules text changes with the years.
    """
    for card in checked.library.cards.values():
        printings = list(card.prints())
        for number, printing in enumerate(printings):
            for earlier in printings[:number]:
                if difference := _describe_difference(earlier, printing):
                    place = earlier.card.place
                    yield warning(
                        printing.card.place,
                        f"{printing.card.name} has {difference} at {place.path}:{place.line}",
                        "one of them is misprinted or misread: compare both with the card",
                    )
                    break


def _describe_difference(first: PrintedCard, second: PrintedCard) -> str:
    """Describe the first difference, ``second`` before ``first``; empty if there is none or the
    cards have not as many faces.
    """
    if len(first.card.faces) != len(second.card.faces):
        return ""
    for face, other_face in zip(first.card.faces, second.card.faces, strict=True):
        others = _list_numbers(other_face)
        for name, value in _list_numbers(face).items():
            other = others[name]
            if other != value:
                return f"the {name} {other or 'none'}, but {value or 'none'}"
    if first.set_code == second.set_code and first.lang != second.lang:
        signs, other_signs = _list_signs(first.card), _list_signs(second.card)
        if signs != other_signs:
            return (
                f"the symbols {' '.join(other_signs) or 'none'} in its rules text, but"
                f" {' '.join(signs) or 'none'}"
            )
    return ""


def _list_numbers(face: Face) -> dict[str, str]:
    """Return the cost and the stats of a face, in one spelling."""
    size = f"{face.power}/{face.toughness}" if face.power is not None else ""
    printed = {
        "mana cost": face.mana_cost,
        "size": size,
        "loyalty": face.loyalty,
        "defense": face.defense,
    }
    return {name: _normalize(value or "").upper() for name, value in printed.items()}


def _list_signs(card: Card) -> list[str]:
    """Return the signs in the rules text of a card, sorted, without those of reminders: a document
    may leave these out.
    """
    printed = "\n".join(text.source() for text in card.rules_texts)
    return sorted(_SIGN.findall(_normalize(_REMINDER.sub("", printed))))


def _normalize(text: str) -> str:
    """Return a text with a plain character for each wide one, and for a minus."""
    return unicodedata.normalize("NFKC", text).replace("−", "-")


OF_LIBRARY: tuple[Check, ...] = (
    find_unread_text,
    find_unknown_mechanics,
    find_missing_sections,
    find_alignment_gaps,
    find_print_differences,
    find_untranslated,
    find_unknown_verdicts,
    find_unknown_rules,
)
OF_FACTS: tuple[Check, ...] = (
    find_ambiguous_names,
    find_names_without_evidence,
    find_unnamed_sets,
    find_wrong_typography,
)
"""The checks that only look at facts."""
