"""Begin the file of a language with the English words, and find the words that nobody has
translated yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from babel import Locale, UnknownLocaleError

from ..problems import Place, Problem, refusal, warning
from ..system import shipped
from . import yaml_files

MARK = "# translate"
"""Marks a line whose words are still English."""
_FOLDER, _ENGLISH = "languages", "en.yml"
_CODE = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
_BLOCK = re.compile(r"^(?P<key>\w+):(?:.*\n)(?:(?:[ #].*)?\n)*", re.MULTILINE)
_LINE = re.compile(r"^  [\w-]+: .+$", re.MULTILINE)
_COMMON = re.compile(r"^(  stopwords: ).*$", re.MULTILINE)
_NONE = f"[no-word-yet]  {MARK}"
"""Stopwords that no document has.

With English ones, English documents would be taken for documents in the new language.
"""
_BEGIN = f"""\
# {{name}}. `rulebinder help languages` explains every key.
# The words below are English. Translate them, and remove "{MARK}" from each line that \
is done: `rulebinder check` counts the others.
"""
_HEAD = f"""\
{_BEGIN}\
# Replace the words under `reading` and `searching` by those that documents \
in this language print. Most have no marks.
"""


def draft(lang: str, content: Path, offered: Sequence[str]) -> tuple[Path, str]:
    """Return the file of the language ``lang`` under ``content``, and its text with every key, in
    English and marked.

    If the language has words to read documents already, only the words of the interface are added.
    Raises InputError if the code is wrong, or if the language has both. ``offered`` are the
    languages that the site is in.
    """
    name = _name(lang)
    path = content / _FOLDER / f"{lang}.yml"
    source = content / _FOLDER / _ENGLISH
    english = _blocks(shipped.overlaid_file(f"{_FOLDER}/{_ENGLISH}") or source)
    if "interface" not in english:
        message = "there are no English words to begin with"
        raise refusal(source, message, "take the file back")
    interface = _LINE.sub(lambda line: f"{line[0]}  {MARK}", english["interface"])
    own, brought = _blocks(path), _blocks(shipped.overlaid_file(f"{_FOLDER}/{path.name}"))
    if not own and not brought:
        parts = [
            _HEAD.format(name=name),
            yaml_files.dump({"name": name}),
            _COMMON.sub(rf"\1{_NONE}", english["reading"]),
            english.get("searching", ""),
            interface,
        ]
        return path, "".join(parts)
    if "interface" in {**own, **brought}:
        hint = f"to change one of its words, write it under `interface:` in {path}"
        if lang not in offered:
            setting = f"`{offering(lang, offered)}`"
            hint = f"to offer the site in it, write {setting} into mkdocs.yml; {hint}"
        raise refusal(path, f"the language {lang!r} has its words already", hint)
    before = path.read_text(encoding="utf-8").rstrip() + "\n" if own else _BEGIN.format(name=name)
    return path, f"{before}{interface}"


def offering(lang: str, offered: Sequence[str]) -> str:
    """Return the setting that offers the site in ``lang`` too."""
    return f"interface_languages: [{', '.join([*offered, lang])}]"


def unfinished(content: Path) -> Iterator[Problem]:
    """Yield a warning for each language with words that are still English, at the first of them.

    Files that came with the program to an owner are left out.
    """
    foreign = shipped.overlay_finder()
    for path in (path for path in shipped.facts_files(content / _FOLDER) if not foreign(str(path))):
        data = yaml_files.read_whole(path)
        text = "" if isinstance(data, Problem) else data.decode("utf-8", errors="replace")
        marked = [
            number
            for number, line in enumerate(text.splitlines(), 1)
            if line.endswith(MARK) and not line.startswith("#")
        ]
        if marked:
            words = f"{len(marked)} {'word is' if len(marked) == 1 else 'words are'}"
            yield warning(
                Place(str(path), marked[0]),
                f"{words} not translated yet",
                f'translate each, and remove "{MARK}" from its line',
            )


def _blocks(path: Path | None) -> dict[str, str]:
    """Return the text of each key at the top of a language's file; none if there is no such
    file.
    """
    if path is None or not path.is_file():
        return {}
    return {
        found["key"]: found[0] for found in _BLOCK.finditer(path.read_text(encoding="utf-8-sig"))
    }


def _name(lang: str) -> str:
    """Return the language's own name. Raises InputError if there is no such language."""
    try:
        if not _CODE.fullmatch(lang):
            raise ValueError(lang)
        locale = Locale.parse(lang, sep="-")
    except (ValueError, UnknownLocaleError) as failure:
        hint = "write a code like pt-BR, nl or zh-Hant"
        raise refusal(Place(lang), "this is not a language we know", hint) from failure
    name = locale.get_display_name(locale) or lang
    return name[:1].upper() + name[1:]
