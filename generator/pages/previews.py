"""Previews of the cards and mechanics that a page mentions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from markupsafe import Markup

from ..text import parse
from . import paths
from .blocks import Blocks, CardView, newest
from .edition import Edition, Phrase
from .mechanics import kind_of


@dataclass(frozen=True, kw_only=True)
class Explained:
    """A mechanic with our explanation; ``lang`` is None if it is in the page's language."""

    name: Phrase
    kind: str
    explanation: Markup
    lang: str | None


@dataclass(frozen=True)
class Preview:
    """The preview of one link. It contains no links itself."""

    href: str
    """The link on the page that the preview belongs to."""
    shown: CardView | Explained


def previews(blocks: Blocks, mechanics: Iterable[str] = ()) -> tuple[Preview, ...]:
    """Return a preview for each card and mechanic that ``blocks`` have linked so far, and for further ``mechanics``.

    Cards that no document shows, and mechanics without an explanation, have no preview.
    """
    plain = Blocks(blocks.edition, blocks.here, linked=False)
    found = dict.fromkeys([*blocks.writer.mentioned, *(("mechanic", slug) for slug in mechanics)])
    made = (_SHOWN[kind](plain, target) for kind, target in found if kind in _SHOWN)
    return tuple(preview for preview in made if preview)


def _card(plain: Blocks, slug: str) -> Preview | None:
    shown = newest(plain.edition, plain.edition.library.cards[slug])
    if shown is None:
        return None
    return Preview(paths.relative(plain.here, paths.card_page(slug)), plain.card(*shown))


def _mechanic(plain: Blocks, slug: str) -> Preview | None:
    edition = plain.edition
    mechanic = edition.library.mechanics[slug]
    explanation = explained(edition, slug)
    if not explanation.text:
        return None
    kind = edition.words[f"kind_{kind_of(mechanic)}"]
    text = plain.writer.html(parse(explanation.text))
    shown = Explained(name=edition.name(mechanic.names), kind=kind, explanation=text, lang=explanation.lang)
    return Preview(paths.relative(plain.here, paths.mechanic_page(slug)), shown)


_SHOWN = {"card": _card, "mechanic": _mechanic}


def explained(edition: Edition, slug: str) -> Phrase:
    """Return our explanation of a mechanic; empty if the catalogue does not contain it."""
    facts = edition.library.mechanics[slug].facts
    return edition.name(facts.explanation) if facts else Phrase("")
