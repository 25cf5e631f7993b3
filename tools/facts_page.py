"""The reference page of the files that people write: every key, from the schemas, with an example
of each file.

``python -m tools.facts_page``, or ``make facts``, writes it into ``docs/facts.md``.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import yaml

from rulebinder.facts import yaml_files
from site_tests.conftest import ROOT

OWNED = ("set", "names", "corrections", "settings", "removed")
"""The schemas of the files that an owner may need, in the order of the page."""
SHIPPED = ("other-sets", "oracle-ids", "mechanic")
"""The schemas of those that come with the program, and that few people write."""
FILES = OWNED + SHIPPED

_HEAD = """\
# Facts: every key

<!-- Written by `make facts`, from the schemas in generator/rulebinder/facts/schemas. -->

Facts are YAML files in `content/`. An owner needs three of them: the file of a set that \
Rulebinder does not know yet, the names of
cards in other languages, and corrections. They come first, then the settings of the site, and \
what was removed. All others come with
the program. `rulebinder check` names the line of each value that does not fit. In place of \
*language*, write the code of one, such as
`en` or `pt-BR`. [Languages](../content/languages/README.md) have a guide of their own.
"""
_IMPORTED = """\
`rulebinder import FILE` writes the names that it finds in a bulk file to \
`content/cards/imported.yml`, with the same keys. The program
writes that file anew each time, so do not edit it: a name in `names.yml` takes its place.
"""
_LAYERS = """\
## Your facts and the program's

In a folder of `rulebinder init`, your files are laid over those of the program, entry by entry. \
Write only what you add or change.
Everything else stays, and a newer version brings new facts. `rulebinder check` names the entries \
that yours hide.

| file | what is one entry |
|---|---|
| `sets`, `mechanics` | each value; in a mapping by language, that of each language |
| `other-sets.yml` | each value of a set, which its code identifies |
| `cards/names.yml`, `cards/imported.yml` | each name of a card, which its English name \
identifies; `also` has both lists |
| `cards/oracle-ids.yml`, `removed.yml` | each line |
| `corrections` | what is corrected: the card or section with the printed words, with the \
rulings that are one, or with its rules text |
| `languages` | each word of the site, and each list of words |
| `eras.yml` | the words of a term in one language |
| `questions` | each list of words of a question; in a file of another name, the whole question |
| `synonyms.yml` | each group of words |
| `rules.yml` | each number of a set's documents |
| `verdicts` | the verdict on a ruling, by its id |
| `ledger` | the whole file: numbers are never joined |
"""
_LANG = "*language*"
_TYPES = {
    "string": "text",
    "array": "list",
    "object": "mapping",
    "integer": "whole number",
    "boolean": "true or false",
}


def page() -> str:
    """Return the page as Markdown."""
    owned, shipped = ([_file(name) for name in names] for names in (OWNED, SHIPPED))
    return "\n".join([_HEAD, *owned, _LAYERS, *shipped])


def example(name: str) -> str:
    """Return the example of the file with the schema ``name``, as YAML."""
    value = yaml_files.schema(name)["examples"][0]
    is_flat = isinstance(value, dict) and all(isinstance(text, str) for text in value.values())
    style = False if is_flat else None  # None writes what is innermost on one line
    return yaml.safe_dump(
        value, allow_unicode=True, default_flow_style=style, sort_keys=False, width=100
    )


def keys(name: str) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    """Yield each key of the file with the schema ``name``: its path (``has.symbols``), its schema,
    and whether it must be there.
    """
    schema = yaml_files.schema(name)
    yield from _keys(schema.get("items", schema), "")


def _keys(schema: Mapping[str, Any], above: str) -> Iterator[tuple[str, Mapping[str, Any], bool]]:
    for own in schema.get("patternProperties", {}).values():
        yield f"{above}{_LANG}", own, False
    for key, own in schema.get("properties", {}).items():
        yield f"{above}{key}", own, key in schema.get("required", ())
        for below in (own, own.get("items", {})):
            yield from _keys(
                {each: below[each] for each in ("properties", "required") if each in below},
                f"{above}{key}.",
            )


def _file(name: str) -> str:
    schema = yaml_files.schema(name)
    rows = [
        f"| {_code(key)} | {_kind(own)} | {'yes' if needed else 'no'} | {_said(own)} |"
        for key, own, needed in keys(name)
    ]
    if not rows:
        own = schema["additionalProperties"]
        rows = [f"| *{schema['propertyNames']['title']}* | {_kind(own)} | no | {_said(own)} |"]
    table = "\n".join(["| key | value | needed | meaning |", "|---|---|---|---|", *rows])
    what, _, file = schema["title"].rpartition(": ")
    note = f"{_IMPORTED}\n" if name == "names" else ""
    return f"## {what}: `{file}`\n\n{note}{table}\n\n{textwrap.indent(example(name), '    ')}"


def _code(key: str) -> str:
    return key if _LANG in key else f"`{key}`"


def _said(schema: Mapping[str, Any]) -> str:
    return str(schema.get("description", "")).replace("|", "\\|")


def _kind(schema: Mapping[str, Any]) -> str:
    """Say in words what a value is."""
    if "enum" in schema:
        return "one of " + ", ".join(
            f"`{each}`" for each in schema["enum"] if each not in (True, False)
        )
    if schema.get("format") == "date":
        return "day, like 2031-02-07"
    if "type" not in schema:
        return "anything"
    if schema["type"] == "object" and "properties" not in schema:
        values = schema.get("patternProperties") or schema["additionalProperties"]
        kinds = {"array": "list", "object": "mapping"}
        return f"{kinds.get(values.get('type'), 'text')} by language"
    types: list[str] = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    return " or ".join(_TYPES.get(kind, kind) for kind in types)


if __name__ == "__main__":
    (ROOT / "docs" / "facts.md").write_text(page(), "utf-8")
