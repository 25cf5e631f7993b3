"""``llms.txt``, which says what the site is, and where programs read its content."""

from __future__ import annotations

from collections.abc import Iterator

from ..site.model import Site

GUIDE = "llms.txt"


def files(site: Site) -> Iterator[tuple[str, str]]:
    """Return ``llms.txt``."""
    base = site.address or "/"
    pages = [
        f"- [{edition.words['site_title']} ({edition.words.name})]({base}{lang}/):"
        f" {edition.words['site_description']}"
        for lang, edition in site.editions.items()
    ]
    listed = _DATA | (_API if site.rulings_api else {})
    data = [f"- [{path}]({base}{path}): {said}" for path, said in listed.items()]
    parts = [
        f"# {site.name}",
        _SUMMARY,
        *([_RELATIVE] if not site.address else []),
        "## Pages",
        *(["\n".join(pages)] if pages else []),
        "## Data",
        "\n".join(data),
    ]
    yield GUIDE, "\n\n".join(parts) + "\n"


_SUMMARY = """\
> Rulings from the release notes of Magic: The Gathering, card by card and mechanic by mechanic.
> Each ruling has a number and a permanent address, r/<set>/<card>/<number>/, which never leads to
> another ruling. Cite a ruling by card, set, number and address.

The site is unofficial. A ruling explains the rules as they were when its document was written. If a
ruling and the current Comprehensive Rules differ, the rules decide."""
_RELATIVE = "The site was built without its address: the addresses below begin at its root."
_DATA = {
    "data/cards.json": "every card, with its names in all languages and its page",
    "data/mechanics.json": "every mechanic, with its names, an explanation and its page",
    "data/rulings.ndjson": (
        "every ruling in each language, one per line, with its card, its text and its address"
    ),
    "data/index.json": "the documents",
    "r/index.json": "every number ever given, with its address, or what replaced it",
    "data/manifest.json": "what the site was made from, and the SHA-256 of each file",
}
_API = {
    "api/openapi.json": (
        "a description of the data by OpenAPI 3.1, with small files of rulings by card, set and"
        " mechanic"
    )
}
