"""Small hand-made values for tests: an invented set, "Lanterns over Mire" (lom), in two languages.

Everything has a default, so that a test names only the values that it checks.
"""

import functools
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rulebinder.facts import languages, yaml_files
from rulebinder.facts.catalogue import (
    CardFacts,
    Catalogue,
    MechanicFacts,
    NameEvidence,
    Names,
    SetFacts,
    Verdict,
)
from rulebinder.facts.languages import Languages
from rulebinder.joining import join
from rulebinder.ledger.numbers import Ledger
from rulebinder.library import Library
from rulebinder.notes import (
    RULINGS,
    Block,
    Card,
    CardEntry,
    Face,
    Introduction,
    ReleaseNotes,
    Ruling,
    Section,
    Source,
)
from rulebinder.problems import Place
from rulebinder.reading import saved_notes
from rulebinder.rulebook.book import Rulebook
from rulebinder.text import Text, parse
from site_tests.places import unplaced

CONTENT = Path(__file__).parent.parent / "content"


def section_kinds(schema: str) -> tuple[str, ...]:
    """Return the kinds of sections that a schema allows."""
    return tuple(yaml_files.schema(schema)["$defs"]["section"]["properties"]["kind"]["enum"])


def texts(*sources: str) -> tuple[Text, ...]:
    """Return texts from their stored forms."""
    return tuple(parse(source) for source in sources)


def face(
    name: str = "Mire Lantern", type_line: str = "Artifact", *rules_text: str, **stats: str | None
) -> Face:
    """Return a face. ``stats`` are its mana cost, power, toughness, loyalty and defense."""
    return Face(name=name, type_line=type_line, rules_text=texts(*rules_text), **stats)


def card(*faces: Face, **fields: Any) -> Card:
    """Return a card with these faces, or else the Mire Lantern."""
    return Card(faces or (face(),), **fields)


def entry(
    shown: Card | str,
    *rulings: str | Ruling,
    part: str = "Card-Specific Notes",
    label: str | None = None,
) -> CardEntry:
    """Return a card-specific note with these rulings.

    A bare name means a plain artifact of that name.
    """
    return CardEntry(
        card=shown if isinstance(shown, Card) else card(face(shown)),
        part=part,
        body=tuple(map(ruling, rulings)),
        label=label,
    )


def ruling(text: str | Ruling, *items: str) -> Ruling:
    """Return a ruling with a list of these items."""
    return text if isinstance(text, Ruling) else Ruling(parse(text), texts(*items))


def section(title: str, *blocks: str | Block, kind: str = "mechanic") -> Section:
    """Return a section. Bare texts are its rulings."""
    return Section(
        title=title,
        kind=kind,
        body=tuple(ruling(block) if isinstance(block, str) else block for block in blocks),
    )


def introduction(text: str) -> Introduction:
    """Return an introducing paragraph."""
    return Introduction(parse(text))


def notes(
    *cards: CardEntry,
    set_code: str = "lom",
    lang: str = "en",
    sections: Sequence[Section] = (),
    name: str = "",
    **fields: Any,
) -> ReleaseNotes:
    """Return a document with these card-specific notes. ``name`` is the name of its file."""
    name = name or f"{set_code}.{lang}.txt"
    given: dict[str, Any] = {
        "title": f"{set_code} ({lang})",
        "kind": "release-notes",
        "source": Source(name=name, sha256="0" * 64, dialect="test"),
        "place": Place(name, 1),
        **fields,
    }
    return ReleaseNotes(
        set_code=set_code, lang=lang, sections=tuple(sections), cards=cards, **given
    )


def published(day: str, *cards: CardEntry) -> ReleaseNotes:
    """Return the rulings that were published card by card on a day."""
    return notes(
        *cards,
        set_code=day,
        kind=RULINGS,
        title="",
        name="rulings.json",
        last_modified=day,
    )


def released(**days: str) -> list[SetFacts]:
    """Return the facts of sets, by their codes, that were released on these days."""
    return [
        SetFacts(code=code, names={"en": f"The {code} set"}, released=day)
        for code, day in days.items()
    ]


def verdict(still: str = "no longer", **reason: str) -> Verdict:
    """Return a verdict with these reasons by language."""
    return Verdict(still=still, rule="106.4", reason=reason or {"en": "it is lit"}, place=Place(""))


def mechanic(
    slug: str, kind: str = "keyword-ability", names: Names | None = None, **fields: Any
) -> MechanicFacts:
    """Return a mechanic's facts.

    Without ``names``, its English name is its slug; without ``seen``, the other names are ours.
    """
    names = names or {"en": slug.replace("-", " ")}
    return MechanicFacts(
        slug=slug,
        kind=kind,
        names=names,
        **{
            "rule": None,
            "explanation": {"en": f"What {slug} does."},
            "seen": {lang: NameEvidence(none="ours") for lang in names if lang != "en"},
            **fields,
        },
    )


def catalogue(
    *mechanics: MechanicFacts,
    sets: Sequence[SetFacts] = (),
    names: Sequence[Names] = (),
    lom: bool = True,
) -> Catalogue:
    """Return a catalogue of these mechanics, card names and sets.

    ``lom`` adds the invented set's facts.
    """
    known = [
        *sets,
        *(
            [
                SetFacts(
                    code="lom",
                    names={"en": "Lanterns over Mire", "es": "Faroles sobre el fango"},
                    released="2031-02-07",
                )
            ]
            if lom
            else []
        ),
    ]
    cards = tuple(
        CardFacts(names=each, place=Place("content/cards/names.yml", line))
        for line, each in enumerate(names, 1)
    )
    return Catalogue(
        sets={each.code: each for each in known},
        mechanics={each.slug: each for each in mechanics},
        cards=cards,
    )


def joined(
    *documents: ReleaseNotes,
    names: Sequence[Names] = (),
    facts: Catalogue | None = None,
    ledgers: Mapping[str, Ledger] | None = None,
    **beside: Any,
) -> Library:
    """Return the library of these documents, with the numbers of ``ledgers`` and what is beside
    them: editions of the rules, histories.

    Without ``facts``, they are those of a set and of cards with these ``names``.
    """
    return join(documents, facts or catalogue(names=names), {}, ledgers, **beside)[0]


@functools.cache
def shipped_languages() -> Languages:
    """Return the languages of the repository."""
    return languages.load_all(CONTENT / "languages")[0]


def library_of(
    *documents: ReleaseNotes,
    facts: Catalogue | None = None,
    ledgers: Mapping[str, Ledger] | None = None,
    rulebooks: Sequence[Rulebook] = (),
) -> Library:
    """Return the library of these documents in the languages of the repository.

    Without ``facts``, they are those of the invented set.
    """
    known = facts or example_catalogue()
    return join(documents, known, shipped_languages(), ledgers, rulebooks=rulebooks)[0]


def example_catalogue() -> Catalogue:
    """Return the facts for :func:`example_documents`."""
    return catalogue(
        mechanic(
            "glimmer",
            names={"en": "Glimmer", "es": "Destellar"},
            forms={"en": ("glimmers",), "es": ("destella",)},
        ),
        mechanic("flying", names={"en": "Flying", "es": "Volar"}),
        mechanic("dusk", "ability-word", {"en": "Dusk", "es": "Ocaso"}),
        names=[
            {"en": "Mire Lantern", "es": "Farol del fango"},
            {"en": "Wisp of the Fen", "es": "Fuego fatuo del pantano"},
            {"en": "Sink // Surface", "es": "Hundirse // Emerger"},
        ],
    )


def example_documents() -> tuple[ReleaseNotes, ReleaseNotes]:
    """Return the invented set's release notes in English and Spanish."""
    english, spanish = (_example(f"lom.{lang}") for lang in ("en", "es"))
    return english, spanish


def _example(name: str) -> ReleaseNotes:
    text = (Path(__file__).parent / "example" / f"{name}.yml").read_text("utf-8")
    document, _ = saved_notes.loads(text, f"{name}.txt")
    assert document
    return replace(unplaced(document), place=Place(f"{name}.txt", 1))


def example_library() -> Library:
    """Join the invented set."""
    return library_of(*example_documents())
