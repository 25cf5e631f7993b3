"""The extension of Python-Markdown: other builders read pages with it."""

from __future__ import annotations

import functools
from typing import Any

from markdown import Extension, Markdown
from markdown.extensions.toc import nest_toc_tokens

from ..facts.languages import load_all
from ..pages import markup
from ..pages.words import Words
from ..system import shipped
from .pages import Pages


class PagesExtension(Extension):
    """Reads pages in the language of ``words``."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._pages = Pages(words)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Replace all that ``md`` does."""

        def convert(source: str) -> str:
            html, tokens = self._pages.convert(markup.page(source), {})
            md.toc_tokens = nest_toc_tokens(tokens)
            return html.strip()

        md.convert = convert


def makeExtension(**options: Any) -> PagesExtension:  # noqa: N802
    """Return the extension, as Python-Markdown asks for it.

    ``lang`` is the language of the pages, by default English.
    """
    return PagesExtension(words_of(options.get("lang", "en")))


@functools.cache
def words_of(lang: str) -> Words:
    """Return the words of ``lang`` that this program ships. Raises ValueError if it has none."""
    languages, _ = load_all(shipped.ROOT / "content" / "languages")
    if lang not in languages:
        raise ValueError(
            f"rulebinder: no language {lang!r}; choose one of {', '.join(sorted(languages))}"
        )
    return Words(languages[lang])
