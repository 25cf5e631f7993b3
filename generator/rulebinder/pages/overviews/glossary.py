"""The glossary of the Comprehensive Rules of today."""

from __future__ import annotations

from collections.abc import Iterator

from ...rulebook.model import RULES_LANG
from .. import addresses
from ..edition import Edition, Page
from ..parts.official_rules import Officials


def pages(edition: Edition) -> Iterator[Page]:
    """Yield the glossary if there is an edition of the rules."""
    book, words = edition.library.rulebook, edition.words
    if book is None or not book.glossary:
        return
    view = {
        "effective": words.date(book.effective),
        "lang": edition.mark(RULES_LANG),
        "terms": tuple(Officials(edition, addresses.GLOSSARY, book).terms()),
        #  The link to the list of rules.
        "every": addresses.relative(addresses.GLOSSARY, addresses.RULES),
    }
    yield Page(
        url=addresses.GLOSSARY,
        title=words["rules_glossary"],
        description=words["rules_glossary_description"],
        view=view,
    )
