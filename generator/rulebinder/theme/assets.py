"""The files that pages load: style sheets and one script, each joined of its parts, and pictures.

The theme's style sheet has rules for everything that the theme can show. A rule is kept if one of
our elements can have each name in its selector. The installed style sheet is read, so that no copy
of it is in this repository.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby, product
from pathlib import Path
from typing import Any

import rcssmin
import tinycss2

from ..problems import InputError, Place, error
from ..search import bundle
from ..settings.options import DARK, ICON, LIGHT, Owner
from ..system import shipped
from ..system.files import read_imports

STYLES, SCRIPTS = "styles", "scripts"
"""The folders whose files are joined."""
COMMON, WRITTEN, PRINTED = "rulebinder.css", "written.css", "print.css"
"""The style sheets that contain rules of the theme: for the elements of templates and scripts, for
the further elements of Markdown, and for all of them on paper.
"""
SCRIPT = "rulebinder.js"
LAYER = "theme"
"""The cascade layer of the theme's rules.

Each of our rules is stronger than all of them, in any order.
"""

_IMPORT = re.compile(r'^@import "?(?P<file>.*?)"?;', re.MULTILINE)
"""Of another form of import, it takes all for a file, which does not exist."""
_WHOLE_SHEET = f"{shipped.ASSETS}/material.css"
"""The path in a site of the theme's style sheet with all its rules."""
_PRINT = "@media print"
_MARKDOWN = frozenset({
    "a", "blockquote", "br", "code", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "li",
    "ol", "p", "pre", "strong", "table", "tbody", "td", "th", "thead", "tr", "ul",
})  # fmt: skip
"""The elements that Markdown makes."""
_PAGE_ELEMENTS = frozenset(("html", "body"))
"""The elements that every page has."""
_HEADING_LINK = "headerlink"
"""The class of the links that Markdown puts beside headings."""

_ELEMENT = re.compile(r"""\b(?:start_)?tag\(["']([a-z][a-z0-9]*)["'](, above)?""")
"""An element that the reader of Markdown makes, and whether the paragraph above can give it a
class.
"""
_TAG = re.compile(r"<([a-z][a-z0-9]*)((?:\{\{.*?\}\}|\{%.*?%\}|[^<>])*)>")
_CLASS = re.compile(r'class="((?:\{\{.*?\}\}|\{%.*?%\}|[^"])*)"')
_SCRIPT_ELEMENT = re.compile(r"[\"'`]([a-z][a-z0-9]*)[\"'`]")
_SCRIPT_CLASS = re.compile(r"class(?:Name|List)\b[^\"'`\n]*[\"'`]([^\"'`\n]*)")
_NAME = re.compile(r"[A-Za-z][\w-]*")
_USED_PROPERTY = re.compile(r"var\(\s*(--[\w-]+)")
_SET_PROPERTY = re.compile(r"(?<![\w-])(--[\w-]+)\s*:")

_ALTERNATIVES = frozenset(("is", "where", "has", "-webkit-any", "-moz-any"))
"""The functions in selectors of which one argument must match."""
_ATTRIBUTE = re.compile(r"\[\s*([\w-]+)(?:\s*=\s*[\"']?([\w-]+))?")
"""The name of an attribute, and its value if all of it is asked for."""
_SPACE = tinycss2.parse_component_value_list(" ")
_OLD_PREFIXES = ("-webkit-mask-", "-moz-")
"""The prefixes of properties that are obsolete in browsers with ``light-dark()``."""
_SHORTHAND = re.compile(
    "(margin|padding|background|list-style|border)-(?!.*(?:radius|collapse|spacing)$).*"
)
"""A property that a shorthand sets too (its first group): ``margin-top``, which ``margin`` sets."""
_CONDITIONS = frozenset(("media", "supports"))
"""The at-rules whose rules are read."""

Sheets = dict[str, str]
"""Style sheets by name: COMMON, WRITTEN and PRINTED."""
Selector = Sequence[Any]
"""The nodes of a selector; tinycss2 has no types."""


def join_assets(folder: Path, select: Callable[[str, str], Sheets]) -> dict[str, bytes]:
    """Return the files that pages load, by name: style sheets, the script, and the pictures.

    They are made of what is in ``folder``. ``select`` returns the theme's rules that belong to our
    style sheets, of which it gets the one of every page, and all in one text. Raises InputError if
    an import names no file, or if nothing imports a part.
    """
    ours = {name: "\n".join(parts.values()) for name, parts in read_sheets(folder / STYLES).items()}
    themes = select(ours[COMMON], "\n".join(ours.values()))
    styles = {
        name: rcssmin.cssmin(themes.get(name, "") + ours.get(name, ""))
        for name in sorted(ours | themes)
    }
    entry = folder / SCRIPTS / SCRIPT
    _check_imports(entry.parent.rglob("*.js"), bundle.script_files(entry))
    # Each part of the script is in a function of its own, so that names cannot collide.
    texts = styles | {SCRIPT: f'"use strict";\n{bundle.join_scripts(entry)}'}
    pictures = {path.name: path.read_bytes() for path in sorted(folder.glob("*.svg"))}
    return pictures | {name: text.encode("utf-8") for name, text in texts.items()}


def read_sheets(folder: Path) -> dict[str, dict[Path, str]]:
    """Return each style sheet of ``folder`` by its name: the rules of each file that it imports and
    its own, in order.

    A file in another folder than ``page`` is only a part of sheets. Raises InputError as
    :func:`join_assets`.
    """
    sheets = {
        path.name: {
            file: _IMPORT.sub("", text) for file, text in read_imports(path, _IMPORT).items()
        }
        for path in sorted(chain(folder.glob("*.css"), folder.glob("page/**/*.css")))
    }
    _check_imports(folder.rglob("*.css"), set(chain.from_iterable(sheets.values())))
    return sheets


def _check_imports(files: Iterable[Path], needed: Collection[Path]) -> None:
    """Raise InputError if one of the ``files`` is not ``needed``: somebody forgot to import it."""
    problems = [
        error(Place(str(path)), "nothing imports this file", "import it, or remove it")
        for path in sorted(files)
        if path not in needed
    ]
    if problems:
        raise InputError(*problems)


def apply_brand(files: Mapping[str, bytes], owner: Owner) -> dict[str, bytes]:
    """Return the files that pages load, with the colors and the logo of the ``owner``."""
    branded = {**files, ICON: owner.icon.encode()}
    if (owner.light, owner.dark) != (LIGHT, DARK):
        rule = f":root,[data-md-color-scheme]{{--rb-header:light-dark({owner.light},{owner.dark})}}"
        branded[COMMON] += rule.encode()
    return branded


def theme_language(lang: str) -> str:
    """Return the language of the theme's own words for ``lang``: the same, else its parent, else
    English.
    """
    folder = shipped.MATERIAL / "partials" / "languages"
    names = (lang, lang.partition("-")[0], "en")
    return next(name for name in names if (folder / f"{name}.html").is_file())


def theme_icon(name: str) -> str:
    """Return one of the theme's icons, as SVG."""
    return (shipped.MATERIAL / ".icons" / "material" / f"{name}.svg").read_text("utf-8")


def theme_files(paths: Collection[str]) -> dict[str, bytes]:
    """Return the files that the theme has at some of the ``paths`` in a site.

    Pages of an owner load :data:`_WHOLE_SHEET`, which has all of its rules.
    """
    files = {
        path: file.read_bytes() for path in paths if (file := shipped.MATERIAL / path).is_file()
    }
    if _WHOLE_SHEET in paths:
        rules = read_theme_sheet().removeprefix('@charset "UTF-8";')
        files[_WHOLE_SHEET] = f"@layer {LAYER}{{{rules}}}".encode()
    return files


def read_theme_sheet() -> str:
    """Return the theme's own style sheet, with all its rules."""
    (sheet,) = (shipped.MATERIAL / shipped.ASSETS / "stylesheets").glob("main.*.min.css")
    return sheet.read_text("utf-8")


def select_theme_rules(common: str, others: str) -> Sheets:
    """Return the rules of the theme's style sheet that our pages need. See :func:`select_rules`."""

    def read(*paths: Iterable[Path]) -> list[str]:
        """Return the texts of all these files."""
        return [path.read_text("utf-8") for path in chain(*paths)]

    # Markdown in a page gets its elements from the reader, which writes some of them by functions.
    reader = read((shipped.PACKAGE / "markdown").glob("*.py"))
    elements = (
        f'<{element} class="">' if has_class else f"<{element}>"
        for text in reader
        for element, has_class in _ELEMENT.findall(text)
    )
    pages = read(shipped.TEMPLATES.rglob("*.*"), (shipped.PACKAGE / "pages").rglob("*.py"))
    scripts = read((shipped.WEB / SCRIPTS).rglob("*.js"), shipped.SEARCH.rglob("*.js"))
    names = find_names([*pages, *reader, *elements], scripts)
    return select_rules(read_theme_sheet(), names, common, others)


@dataclass(frozen=True, kw_only=True)
class Names:
    """The names in selectors that our elements can match. In doubt, a name is included."""

    elements: frozenset[str]
    unclassed: frozenset[str]
    """The elements that occur without a class."""
    classes: frozenset[str]
    attributes: frozenset[str]
    """The names and the words in the values of attributes."""


def find_names(pages: Iterable[str], scripts: Sequence[str]) -> Names:
    """Return the names of the elements in ``pages`` (templates, and modules that write HTML) and in
    ``scripts``.
    """
    tags = [tag for text in pages for tag in _TAG.findall(text)]
    classes = [value for _, rest in tags for value in _CLASS.findall(rest)]
    classes += [value for text in scripts for value in _SCRIPT_CLASS.findall(text)]
    created = {name for text in scripts for name in _SCRIPT_ELEMENT.findall(text)} | _PAGE_ELEMENTS

    def list_names(texts: Iterable[str]) -> set[str]:
        return {word for text in texts for word in _NAME.findall(text)}

    return Names(
        elements=frozenset(created | {element for element, _ in tags}),
        unclassed=frozenset(
            created | {element for element, rest in tags if not _CLASS.search(rest)}
        ),
        classes=frozenset(list_names(classes) | {_HEADING_LINK}),
        attributes=frozenset(list_names([*(rest for _, rest in tags), *scripts])),
    )


@dataclass(frozen=True)
class _Rule:
    """One selector of a rule, and its declarations."""

    place: tuple[int, int]
    """The line and the column of the rule, which all its selectors have in common."""
    condition: str
    """Like ``@media print``, or empty."""
    selector: Selector
    declarations: tuple[tuple[str, str], ...]


@functools.lru_cache(maxsize=4)  # a process that builds several sites needs the same for all
def select_rules(sheet: str, ours: Names, common: str, others: str) -> Sheets:
    """Return the rules of the theme's ``sheet`` whose selectors have only names of ``ours`` or of
    Markdown.

    ``common`` is our style sheet of every page. Declarations that it replaces are left out. A
    custom property is kept if ``common`` does not set it, and if a kept rule, ``common`` or
    ``others`` (our other style sheets) uses it.
    """
    # The properties that our common sheet always sets for each selector; "all" if it hides it.
    replaced: dict[str, set[str]] = {}
    for rule in _read_rules(common):
        for selector in _expand_alternatives(rule.selector) if not rule.condition else ():
            replaced.setdefault(selector, set()).update(
                "all" if pair == ("display", "none") else pair[0] for pair in rule.declarations
            )
    all_names = replace(
        ours, elements=ours.elements | _MARKDOWN, unclassed=ours.unclassed | _MARKDOWN
    )
    of_ours, of_markdown = list[_Rule](), list[_Rule]()
    for rule in _read_rules(sheet):
        # one of several alternatives is enough: our rules are written like the theme's
        properties = replaced.get(next(_expand_alternatives(rule.selector)), set())
        declarations = tuple(
            (name, value)
            for name, value in rule.declarations
            if value.endswith("!important")
            or not properties & {"all", name, _SHORTHAND.sub(r"\1", name)}
        )
        if declarations and _can_match(rule.selector, ours):
            of_ours.append(replace(rule, declarations=declarations))
        elif declarations and _can_match(rule.selector, all_names):
            of_markdown.append(replace(rule, declarations=declarations))
    used = _list_used_properties(
        [*of_ours, *of_markdown], f"{common}\n{others}", set(_SET_PROPERTY.findall(common))
    )

    def write(rules: Iterable[_Rule], *, is_printed: bool) -> str:
        """Return the sheet of those rules that are for paper, or of the others. Unused custom
        properties are left out, and rules that have nothing else.
        """
        return _write_sheet(
            replace(rule, declarations=declarations)
            for rule in rules
            if (rule.condition == _PRINT) == is_printed
            if (
                declarations := tuple(
                    (name, value)
                    for name, value in rule.declarations
                    if not name.startswith("--") or name in used
                )
            )
        )

    return {
        COMMON: write(of_ours, is_printed=False),
        WRITTEN: write(of_markdown, is_printed=False),
        PRINTED: write([*of_ours, *of_markdown], is_printed=True),
    }


def _read_rules(sheet: str) -> Iterator[_Rule]:
    """Yield the rules, each with its condition, once for each of its selectors.

    Fonts, animations and page margins are left out.
    """

    def read(nodes: Iterable[Any], condition: str, outers: Sequence[Selector]) -> Iterator[_Rule]:
        """Yield the rules among ``nodes``. ``outers`` are the selectors of the rule in which these
        are nested; an empty one, if there is no such rule.
        """
        for node in nodes:
            if node.type == "qualified-rule":
                inside = tinycss2.parse_blocks_contents(node.content)
                declarations = tuple(
                    (child.name, f"{_to_text(child.value)}{' !important' * child.important}")
                    for child in inside
                    if child.type == "declaration" and not child.name.startswith(_OLD_PREFIXES)
                )
                selectors = [
                    _nest_selector(selector, outer)
                    for outer in outers
                    for selector in _split_at_commas(node.prelude)
                ]
                place = (node.source_line, node.source_column)
                for selector in selectors:
                    yield _Rule(place, condition, selector, declarations)
                yield from read(inside, condition, selectors)
            elif node.type == "at-rule" and node.lower_at_keyword in _CONDITIONS:
                inside = tinycss2.parse_rule_list(node.content)
                yield from read(
                    inside, f"@{node.lower_at_keyword} {_to_text(node.prelude)}", outers
                )

    nodes = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    return read(nodes, "", ((),))


def _nest_selector(selector: Selector, outer: Selector) -> Selector:
    """Return the whole selector of a rule that is nested in one with the selector ``outer``."""
    if outer and "&" not in selector:
        return [*outer, *_SPACE, *selector]
    return [node for part in selector for node in (outer if part == "&" else [part])]


def _split_at_commas(nodes: Iterable[Any]) -> Iterator[Selector]:
    """Yield the selectors in a list of them, without spaces at their ends."""
    for is_comma, group in groupby(nodes, lambda node: node == ","):
        if not is_comma:
            yield tinycss2.parse_component_value_list(_to_text(list(group)))


def _to_text(nodes: Selector) -> str:
    """Return the text of ``nodes``, with single spaces between words and none at its ends."""
    return " ".join(tinycss2.serialize(nodes).split())


def _can_match(selector: Selector, names: Names) -> bool:
    """Return whether an element can match the selector.

    States like ``:hover`` are always possible, and so is what we do not know.
    """
    previous: Any = None
    element = ""
    for node in selector:
        is_possible = True
        if node.type == "ident" and previous == ".":
            is_possible = node.value in names.classes
        elif node.type == "ident" and previous != ":":
            element = node.value
            is_possible = element in names.elements
        elif node.type == "function" and node.lower_name in _ALTERNATIVES:
            is_possible = any(
                _can_match(argument, names) for argument in _split_at_commas(node.arguments)
            )
        elif node.type == "function" and node.lower_name == "not":
            # the theme has rules for elements of Markdown that have no class
            is_possible = _to_text(node.arguments) != "[class]" or element in names.unclassed
        elif node.type == "hash":
            is_possible = node.value in names.attributes
        elif attribute := _ATTRIBUTE.match(node.serialize()):
            is_possible = set(filter(None, attribute.groups())) <= names.attributes
        if not is_possible:
            return False
        previous = node
    return True


def _expand_alternatives(selector: Selector) -> Iterator[str]:
    """Yield the selector without ``:is(…)`` and ``:where(…)``, once for each alternative in them:
    for ``p:is(.a, .b)``, ``p.a`` and ``p.b``.
    """
    parts = [[""]]  # the alternatives of each part of the selector
    for node in selector:
        if node.type == "function" and node.lower_name in ("is", "where"):
            parts[-1] = [""]  # instead of its colon
            arguments = _split_at_commas(node.arguments)
            parts.append([*chain.from_iterable(map(_expand_alternatives, arguments))])
        else:
            parts.append([" " if node.type == "whitespace" else node.serialize()])
    texts = ("".join(choice).replace("::", ":") for choice in product(*parts))
    return (re.sub(r" ?([>+~]) ?", r"\1", text) for text in texts)


def _list_used_properties(rules: Sequence[_Rule], sheets: str, ours: set[str]) -> set[str]:
    """Return the custom properties, except for ``ours``, that ``rules`` or our ``sheets`` use.

    One that only the value of another one has is used if that one is.
    """
    declared = [pair for rule in rules for pair in rule.declarations]
    texts = [sheets, *(value for name, value in declared if not name.startswith("--"))]
    used: set[str] = set()
    while new := set(_USED_PROPERTY.findall("\n".join(texts))) - used - ours:
        used |= new
        texts = [value for name, value in declared if name in new]
    return used


def _write_sheet(rules: Iterable[_Rule]) -> str:
    """Return the rules in the theme's layer."""
    parts = []
    for condition, inside in groupby(rules, lambda rule: rule.condition):
        lines = []
        for (_, declarations), same in groupby(
            inside, lambda rule: (rule.place, rule.declarations)
        ):
            selectors = ", ".join(_to_text(rule.selector) for rule in same)
            lines.append(f"{selectors} {{ {'; '.join(map(': '.join, declarations))} }}")
        text = "\n".join(lines)
        parts.append(f"{condition} {{\n{text}\n}}" if condition not in ("", _PRINT) else text)
    return "\n".join([f"@layer {LAYER} {{", *parts, "}\n"])
