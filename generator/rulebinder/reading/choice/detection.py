"""Detection: the language, the dialect and the set of a document, from the document itself.

The user's choice overrules the document. If nothing is found, the problem lists the choices.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from ...facts.catalogue import Catalogue, SetFacts
from ...facts.languages import Language, Languages
from ...problems import Place, Problem, error
from ..dialect import Dialect, DocumentText
from ..dialects import DIALECTS
from ..lines import Doubt, Kind, Line, with_labels_settled
from ..parts.faces import with_faces
from ..parts.heads import unfolded, with_ends, with_halves, with_heads
from ..parts.outline import Outline, outline
from ..parts.type_lines import with_type_lines
from ..patterns import Patterns
from . import set_detection
from .language_detection import heard
from .set_detection import Choice, Evidence, again, hints, ranked

_LEAST_STOPWORDS = 0.07


class Overrides(NamedTuple):
    """The user's choices, which overrule the document; None if the document decides."""

    set_code: str | None = None
    lang: str | None = None
    dialect: str | None = None


NOTHING = Overrides()
"""The document decides everything."""


@dataclass(frozen=True, kw_only=True)
class Detection:
    """The choices about a document, in their order; those after a failed one are None."""

    language: Choice[Language]
    dialect: Choice[Dialect] | None = None
    set_facts: Choice[SetFacts] | None = None
    words: Patterns | None = None
    lines: tuple[Line, ...] = ()
    regions: Outline = field(default_factory=Outline)
    left_out: tuple[str, ...] = ()
    """The names, or the symbols, of the pictures that are lines of their own and have no words, and
    the names that are printed again above the halves of a card.
    """
    doubts: tuple[Doubt, ...] = ()
    """The doubts about the faces of cards."""
    repairs: tuple[Problem, ...] = ()
    """What was done to type lines, and the doubts about halves."""

    @property
    def problems(self) -> list[Problem]:
        """The problems of all choices."""
        return [problem for _, choice in self.choices() for problem in choice.problems]

    def choices(
        self,
    ) -> Iterator[tuple[str, Choice[Language] | Choice[Dialect] | Choice[SetFacts]]]:
        """Yield the choices that were made, each with its name."""
        names = ("language", "dialect", "set")
        for name, choice in zip(names, (self.language, self.dialect, self.set_facts), strict=True):
            if choice is not None:
                yield name, choice


def laid_out(
    page: DocumentText,
    language: Choice[Language],
    dialect: Choice[Dialect],
    catalogue: Catalogue,
    set_code: str | None,
) -> Detection:
    """Return the lines of a page as a dialect reads it, and the set that it is about.

    ``set_code`` overrules the document.
    """
    assert language.value is not None  # nobody asks without both
    assert dialect.value is not None
    words = Patterns(language.value, catalogue.keywords(language.value.lang))
    found_lines = dialect.value.lines(page, words)
    if "{" not in page.text:
        found_lines = [replace(line, text=words.with_mana(line.text)) for line in found_lines]
    found_lines, words, repairs = with_type_lines(found_lines, words, page.path)
    settled = with_heads(list(with_labels_settled(found_lines)), words)
    halves, repeated, unparted = with_halves(with_ends(settled, words), words, page.path)
    lines, doubts = with_faces(halves, words, page.path)
    regions = outline([line for line in lines if line.text or line.kind is not Kind.PICTURE], words)
    clues = set_detection.clues(page, regions, words)
    return Detection(
        language=language,
        dialect=dialect,
        set_facts=set_detection.find_set(clues, catalogue, set_code),
        words=words,
        lines=tuple(lines),
        left_out=(
            *(line.text for line in repeated),
            *(
                name
                for line in unfolded(settled)
                if line.kind is Kind.PICTURE and not line.text
                for name in (*line.pictures, line.symbol)
            ),
        ),
        regions=regions,
        doubts=tuple(doubts),
        repairs=(*repairs, *unparted),
    )


def find_language(page: DocumentText, languages: Languages, asked: str | None) -> Choice[Language]:
    """Return the language whose commonest words fill the document, among those of its script."""
    place = Place(page.path)
    if asked is not None:
        if asked in languages:
            return Choice(value=languages[asked], by="--lang")
        unknown = error(
            place, f"no language {asked!r}", f"choose one of {', '.join(sorted(languages))}"
        )
        return Choice(value=None, by="--lang", problems=(unknown,))
    found = heard(page.text, languages)
    evidence = [
        Evidence(lang, found.share(lang), f"{count} of {found.words} words are its commonest")
        for lang, count in found.counts.items()
    ]
    if found.best is not None and found.share(found.best) >= _LEAST_STOPWORDS:
        return Choice(value=languages[found.best], evidence=ranked(evidence))
    hint = hints(page.path)[1]
    looked = f"its commonest words are of none of {', '.join(sorted(languages))}"
    new = hint if hint and hint not in languages else "LANG"
    fix = (
        f"{again(page.path, '--lang LANG')} if it is one of them; `rulebinder language new {new}`"
        " adds another"
    )
    unknown = error(place, f"the language cannot be told: {looked}", fix)
    return Choice(value=None, evidence=ranked(evidence), problems=(unknown,))


def find_dialects(page: DocumentText, asked: str | None = None) -> tuple[Choice[Dialect], ...]:
    """Return the dialects that are possible for the page, in the order of their likeness to it;
    only the one that is ``asked`` for.

    Each choice has the evidence for all of them. A dialect that is not known is a choice without a
    value.
    """
    named = {dialect.name: dialect for dialect in DIALECTS}
    likeness = {name: dialect.likeness(page) for name, dialect in named.items()}
    evidence = ranked([Evidence(name, each.score, each.reason) for name, each in likeness.items()])
    if asked is None:
        return tuple(
            Choice(value=named[each.name], evidence=evidence)
            for each in evidence
            if likeness[each.name].is_possible
        )
    if asked in named:
        return (Choice(value=named[asked], by="--dialect", evidence=evidence),)
    unknown = error(
        Place(page.path), f"no dialect {asked!r}", f"choose one of {', '.join(sorted(named))}"
    )
    return (Choice(value=None, by="--dialect", problems=(unknown,)),)
