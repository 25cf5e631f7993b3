"""The rules of the theme's style sheet that the pages need.

The theme's style sheet has rules for everything that the theme can show. A rule is kept if one of
our elements can have each name in its selector. The installed style sheet is read, so that no copy
of it is in this repository.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, product
from typing import Any

import tinycss2

LAYER = "theme"
"""The cascade layer of the theme's rules.

Each of our rules is stronger than all of them, in any order.
"""
PRINT = "@media print"

_MARKDOWN = frozenset({
    "a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li",
    "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
})  # fmt: skip
"""The elements that Markdown makes."""
_EVERYWHERE = frozenset(("html", "body"))
_HEADING_LINK = "headerlink"
"""The class of the links that Markdown puts beside headings."""

_TAG = re.compile(r"<([a-z][a-z0-9]*)((?:\{\{.*?\}\}|\{%.*?%\}|[^<>])*)>")
_CLASS = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"')
_MADE = re.compile(r"[\"'`]([a-z][a-z0-9]*)[\"'`]")
_GIVEN = re.compile(r"class(?:Name|List)\b[^\"'`\n]*[\"'`]([^\"'`\n]*)")
_NAME = re.compile(r"[A-Za-z][\w-]*")
_ASKED = re.compile(r"var\(\s*(--[\w-]+)")
_SET = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")

_ANY_OF = frozenset(("is", "where", "has", "-webkit-any", "-moz-any"))
_ATTRIBUTE = re.compile(r"\[\s*([\w-]+)(?:\s*=\s*[\"']?([\w-]+))?")
"""The name of an attribute, and its value if all of it is asked for."""
_SPACE = tinycss2.parse_component_value_list(" ")
_OLD = ("-webkit-mask-", "-moz-")
"""The prefixes of properties that are obsolete in browsers with ``light-dark()``."""
_SHORTHAND = re.compile(
    "(margin|padding|background|list-style|border)-(?!.*(?:radius|collapse|spacing)$).*"
)
"""A property of which a shorthand is another one, if it is one that we need."""
_CONDITIONS = frozenset(("media", "supports"))

Selector = Sequence[Any]
"""The nodes of a selector; tinycss2 has no types."""


@dataclass(frozen=True, kw_only=True)
class Names:
    """The names that our elements can have. In doubt, a name is included."""

    elements: frozenset[str]
    unclassed: frozenset[str]
    """The elements that occur without a class."""
    classes: frozenset[str]
    attributes: frozenset[str]
    """The names and the words in the values of attributes."""


@dataclass(frozen=True, kw_only=True)
class Sheets:
    """The theme's rules that the pages need, as style sheets."""

    common: str
    """For the elements of templates and scripts."""
    written: str
    """For the further elements of Markdown."""
    printed: str
    """For all of them, on paper."""


@dataclass(frozen=True)
class _Rule:
    """One selector of a rule, and its declarations. Those of a rule have the same ``place``."""

    place: tuple[int, int]
    condition: str
    """Like ``@media print``, or empty."""
    selector: Selector
    declarations: tuple[tuple[str, str], ...]

    @functools.cached_property
    def alternatives(self) -> tuple[str, ...]:
        """The selector without ``:is(…)`` and ``:where(…)``, once for each alternative in them."""
        return tuple(_expanded(self.selector))

    def having(self, is_kept: Callable[[str, str], bool]) -> Iterator[_Rule]:
        """Yield the rule with the declarations that are kept; nothing if there are none."""
        declarations = tuple(pair for pair in self.declarations if is_kept(*pair))
        if declarations:
            yield replace(self, declarations=declarations)


def names(pages: Iterable[str], scripts: Iterable[str]) -> Names:
    """Return the names of the elements in ``pages`` (templates, and modules that write HTML) and in
    ``scripts``.
    """
    tags = [tag for text in pages for tag in _TAG.findall(text)]
    texts = list(scripts)
    created = {name for text in texts for name in _MADE.findall(text)} | _EVERYWHERE
    classes = [given for _, rest in tags for given in _CLASS.findall(rest)]
    classes += [given for text in texts for given in _GIVEN.findall(text)]
    return Names(
        elements=frozenset(created | {element for element, _ in tags}),
        unclassed=frozenset(
            created | {element for element, rest in tags if not _CLASS.search(rest)}
        ),
        classes=frozenset(_words(classes) | {_HEADING_LINK}),
        attributes=frozenset(_words([*(rest for _, rest in tags), *texts])),
    )


def _words(texts: Iterable[str]) -> set[str]:
    return {word for text in texts for word in _NAME.findall(text)}


@functools.lru_cache(
    maxsize=4
)  # a process that builds several sites has the same sheets for all of them
def needed(sheet: str, ours: Names, common: str, others: str) -> Sheets:
    """Return the rules of the theme's ``sheet`` whose selectors have only names of ``ours`` or of
    Markdown.

    ``common`` is our style sheet of every page. Declarations that it repeats are left out. A custom
    property is kept if ``common`` does not set it, and if a kept rule, ``common`` or ``others``
    (our other style sheets) uses it.
    """
    replaced = _replaced(_parsed(common))

    def unreplaced(rule: _Rule) -> Iterator[_Rule]:
        properties = replaced.get(rule.alternatives[0], set())
        return rule.having(
            lambda name, value: (
                value.endswith("!important")
                or not properties & {"all", name, _SHORTHAND.sub(r"\1", name)}
            )
        )

    rules = chain.from_iterable(map(unreplaced, _parsed(sheet)))
    all_names = replace(
        ours, elements=ours.elements | _MARKDOWN, unclassed=ours.unclassed | _MARKDOWN
    )
    made, written = list[_Rule](), list[_Rule]()
    for rule in rules:
        if _can_match(rule.selector, ours):
            made.append(rule)
        elif _can_match(rule.selector, all_names):
            written.append(rule)
    asked = _asked([*made, *written], f"{common}\n{others}", set(_SET.findall(common)))

    def sheet_of(rules: Iterable[_Rule], *, printed: bool) -> str:
        used = (
            rule.having(lambda name, _: not name.startswith("--") or name in asked)
            for rule in rules
            if (rule.condition == PRINT) == printed
        )
        return _sheet(chain.from_iterable(used))

    return Sheets(
        common=sheet_of(made, printed=False),
        written=sheet_of(written, printed=False),
        printed=sheet_of([*made, *written], printed=True),
    )


def _parsed(sheet: str) -> Iterator[_Rule]:
    return _read(tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True))


def _read(
    nodes: Iterable[Any], condition: str = "", above: Sequence[Selector] = ((),)
) -> Iterator[_Rule]:
    """Return the rules, each with its condition. Leave out fonts, animations and page margins.

    ``above`` are the selectors of the rule in which they are nested.
    """
    for node in nodes:
        if node.type == "qualified-rule":
            inside = tinycss2.parse_blocks_contents(node.content)
            declarations = tuple(
                (part.name, f"{_plain(part.value)}{' !important' * part.important}")
                for part in inside
                if part.type == "declaration" and not part.name.startswith(_OLD)
            )
            selectors = [
                _nested(selector, outer)
                for outer in above
                for selector in _alternatives(node.prelude)
            ]
            place = (node.source_line, node.source_column)
            yield from (_Rule(place, condition, one, declarations) for one in selectors)
            yield from _read(inside, condition, selectors)
        elif node.type == "at-rule" and node.lower_at_keyword in _CONDITIONS:
            inside = tinycss2.parse_rule_list(node.content)
            yield from _read(inside, f"@{node.lower_at_keyword} {_plain(node.prelude)}", above)


def _nested(selector: Selector, outer: Selector) -> Selector:
    """Return the whole selector of a rule in another one."""
    if outer and "&" not in selector:
        return [*outer, *_SPACE, *selector]
    return [node for part in selector for node in (outer if part == "&" else [part])]


def _alternatives(nodes: Iterable[Any]) -> Iterator[Selector]:
    """Split at commas, without spaces at the ends."""
    for comma, group in groupby(nodes, lambda node: node == ","):
        if not comma:
            yield tinycss2.parse_component_value_list(_plain(list(group)))


def _plain(nodes: Selector) -> str:
    """Return the text of ``nodes`` with single spaces, and none at its ends."""
    return " ".join(tinycss2.serialize(nodes).split())


def _can_match(selector: Selector, names: Names) -> bool:
    """Return whether an element can match the selector.

    States like ``:hover`` are always possible.
    """
    before: Any = None
    element = ""
    for node in selector:
        is_possible = True
        if node.type == "ident" and before == ".":
            is_possible = node.value in names.classes
        elif node.type == "ident" and before != ":":
            element = node.value
            is_possible = element in names.elements
        elif node.type == "function":
            is_possible = _can_be(node, element, names)
        elif node.type == "hash":
            is_possible = node.value in names.attributes
        elif attribute := _ATTRIBUTE.match(node.serialize()):
            is_possible = set(filter(None, attribute.groups())) <= names.attributes
        if not is_possible:
            return False
        before = node
    return True


def _can_be(function: Any, element: str, names: Names) -> bool:
    """Return whether an element can match ``:is(…)`` or ``:not(…)``."""
    if function.lower_name == "not" and _plain(function.arguments) == "[class]":
        return element in names.unclassed
    return function.lower_name not in _ANY_OF or any(
        _can_match(each, names) for each in _alternatives(function.arguments)
    )


def _replaced(rules: Iterable[_Rule]) -> dict[str, set[str]]:
    """Return the properties that each selector gets unconditionally."""
    found: dict[str, set[str]] = {}
    for rule in rules:
        for alternative in rule.alternatives if not rule.condition else ():
            found.setdefault(alternative, set()).update(
                "all" if each == ("display", "none") else each[0] for each in rule.declarations
            )
    return found


def _expanded(selector: Selector) -> Iterator[str]:
    """Return the selector without ``:is(…)`` and ``:where(…)``: one selector for each
    alternative.
    """
    parts = [[""]]
    for node in selector:
        if node.type == "function" and node.lower_name in ("is", "where"):
            parts[-1] = [""]  # its colon
            parts.append(
                [text for each in _alternatives(node.arguments) for text in _expanded(each)]
            )
        else:
            parts.append([" " if node.type == "whitespace" else node.serialize()])
    texts = ("".join(choice).replace("::", ":") for choice in product(*parts))
    return (re.sub(r" ?([>+~]) ?", r"\1", text) for text in texts)


def _asked(rules: Sequence[_Rule], own: str, ours: set[str]) -> set[str]:
    """Return the custom properties that are used, except for ``ours``."""
    declared = [pair for rule in rules for pair in rule.declarations]
    texts = [own, *(value for name, value in declared if not name.startswith("--"))]
    asked: set[str] = set()
    while new := set(_ASKED.findall("\n".join(texts))) - asked - ours:
        asked |= new
        texts = [value for name, value in declared if name in new]
    return asked


def _sheet(rules: Iterable[_Rule]) -> str:
    """Return the rules in the theme's layer."""
    parts = []
    for condition, inside in groupby(rules, lambda rule: rule.condition):
        together = groupby(inside, lambda rule: (rule.place, rule.declarations))
        text = "\n".join(_text(same, declarations) for (_, declarations), same in together)
        parts.append(f"{condition} {{\n{text}\n}}" if condition not in ("", PRINT) else text)
    return "\n".join([f"@layer {LAYER} {{", *parts, "}\n"])


def _text(rules: Iterable[_Rule], declarations: Iterable[tuple[str, str]]) -> str:
    selectors = ", ".join(_plain(rule.selector) for rule in rules)
    return f"{selectors} {{ {'; '.join(map(': '.join, declarations))} }}"
