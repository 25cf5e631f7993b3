"""The hand-written pages of the site: the Markdown files of ``docs/<lang>``, the same in every
language.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from ..pages import addresses, citation
from ..pages.overviews import home
from ..problems import Place, Problem, error
from ..site.model import Site
from ..system import shipped
from ..system.files import DISK

_EXAMPLE = re.compile(r"^    .*\{address\}\r?$", re.MULTILINE)
_CHECKED = re.compile(r"^.*\{checked_on\}.*\n", re.MULTILINE)
_VALUE = re.compile(r"\{(card|set|number|address)\}")
_TITLE = re.compile(rf"^# (.+?) \{{#{addresses.TOP}\}}$", re.MULTILINE)


def read(docs: Path, lang: str, offered: Iterable[str]) -> tuple[dict[str, bytes], list[Problem]]:
    """Return the files of the folder of ``lang`` in ``docs``, by their path in it, and their
    problems.

    It is a problem if a page is missing that another language of ``offered`` has (``lang`` is one
    of them), because the site links the same page in every language. It is also a problem if the
    page in the navigation is missing, or if a page has no title.
    """
    files = {name: DISK.read(path) for name, path in shipped.written(docs, lang).items()}
    names = {addresses.hand_written(addresses.ABOUT)}
    names.update(*(shipped.written(docs, other) for other in offered))
    problems: list[Problem] = []
    for name in sorted(filter(_is_page, names)):
        place = Place(str(Path(docs.name, lang, name)))
        if name not in files:
            hint = "write it; other languages have it"
            problems.append(error(place, "the hand-written page is missing", hint))
        elif not _title(files[name]):
            hint = f"begin it with a line like: # Title {{#{addresses.TOP}}}"
            problems.append(error(place, "the page has no title", hint))
    return files, problems


def citing(site: Site, lang: str) -> Callable[[str], str]:
    """Return the function that puts a ruling of ``site`` into the examples of a citation on a page
    in ``lang``, and the day of our own texts into the line with ``{checked_on}``.

    An example is a line with ``{address}``. It may also have ``{card}``, ``{set}`` and
    ``{number}``. If no card has rulings, it remains as it is. Without a day, its line is left out.
    """
    edition = site.editions[lang]
    checked_on = edition.library.checked_on
    day = checked_on and edition.words.date(checked_on)
    values: dict[str, str] = {}
    if ruling := home.first_ruling(edition):
        note = ruling.notes[0]
        source = citation.source(edition, ruling, note.lang)
        address = f"{site.address or '/'}{citation.short_address(edition, ruling, note)}"
        values = {"card": source.name, "set": source.set_name, "address": address}
        values["number"] = str(note.number)

    def cite(text: str) -> str:
        text = _CHECKED.sub(lambda line: line[0].replace("{checked_on}", day) if day else "", text)
        return _EXAMPLE.sub(
            lambda line: _VALUE.sub(lambda name: values.get(name[1], name[0]), line[0]), text
        )

    return cite


def cited(files: Mapping[str, bytes], site: Site, lang: str) -> dict[str, bytes]:
    """Return hand-written pages in ``lang`` with a ruling of ``site`` in their examples of a
    citation.

    See :func:`citing`. Bytes that are not UTF-8 stay.
    """
    cite, lenient = citing(site, lang), "surrogateescape"
    return {
        name: cite(content.decode(errors=lenient)).encode(errors=lenient)
        if _is_page(name)
        else content
        for name, content in files.items()
    }


def titles(files: Mapping[str, bytes]) -> list[dict[str, str]]:
    """Return address and title of each hand-written page among ``files`` that the foot of pages
    leads to, in the order of their names. Only the page about the site leads to that for bots.
    """
    return [
        {"url": addresses.of_hand_written(name), "title": title}
        for name, content in sorted(files.items())
        if _is_page(name) and name != "programs.md" and (title := _title(content))
    ]


def _is_page(name: str) -> bool:
    return name.endswith(".md") and "/" not in name


def _title(content: bytes) -> str | None:
    heading = _TITLE.search(content.decode("utf-8", errors="replace"))
    return heading[1] if heading else None
