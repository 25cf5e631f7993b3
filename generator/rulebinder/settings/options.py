"""The settings of ``mkdocs.yml`` that this program reads, checked in one place: what a site has,
whose it is, and its look; and the list of settings of MkDocs and Material that have an effect.
"""

from __future__ import annotations

import base64
import difflib
import functools
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any
from urllib.parse import quote

import yaml
from jinja2 import Environment, TemplateSyntaxError, nodes

from ..facts import yaml_files
from ..facts.catalogue import in_language
from ..facts.languages import Languages, offer
from ..facts.yaml_files import Document
from ..pictures.model import GREEN, rgb
from ..problems import InputError, Place, Problem, WithProblems, error, refusal, warning
from ..system import group_pairs, shipped
from ..system.files import DISK
from ..system.plain_yaml import PlainLoader
from . import ENGINE, files
from .files import WrittenSettings, value_at, walk_values

NAME = "rulebinder"
"""The name of our plugin."""
_TABLES: Mapping[str, Any] = yaml.load(
    Path(__file__).with_name("supported.yml").read_bytes(), Loader=PlainLoader
)
HONORED: Mapping[str, str] = _TABLES["honored"]
"""Each setting that has an effect, and which."""
REFUSED: Mapping[str, str] = {
    **{f"extra.{name}": "templates get it from Rulebinder" for name in _TABLES["filled"]},
    **_TABLES["refused"],
}
"""Each setting, and each plugin, that would break something, and why."""
IGNORED: Mapping[str, str] = _TABLES["ignored"]
"""Each setting, and each plugin, that has no effect and does no harm, and why."""
COLORS: Mapping[str, str] = _TABLES["colors"]
"""The colors that Material names: ``#3f51b5`` by ``indigo``."""
EXTRA: Mapping[str, Any] = yaml_files.schema("settings")["properties"]["extra"]["properties"]
"""The keys of ``extra`` that this program reads, each with its schema."""
_PLUGINS = "plugins"
IDLE = frozenset(name.partition(".")[2] for name in IGNORED if name.startswith(f"{_PLUGINS}."))
"""The plugins that have no effect."""

_KNOWN_NAMES = (*HONORED, *_TABLES["refused"], *IGNORED, *(f"extra.{name}" for name in EXTRA))
_KEYS_OF_BLOCKS = group_pairs(
    (".".join(names[:length]), names[length])
    for names in (row.split(".") for row in _KNOWN_NAMES)
    for length in range(len(names))
)
"""The keys of each block that this program or MkDocs reads."""
_STRICT_BLOCKS = ("", "theme", "theme.palette", "plugins.rulebinder")
"""The blocks whose other keys are errors.

Those of ``extra`` are only if they resemble one that is read.
"""
_LIKENESS = 0.75
"""How similar an unknown key must be to one that is read, of at most 1, to be a typing error."""
_HARMLESS_VALUES = {"use_directory_urls": True, "extra.generator": False, "theme.font": False}
"""The values that settings without effect may have, because the site does that anyway."""
_SCHEME, _PRIMARY = "theme.palette.scheme", "theme.palette.primary"
"""The scheme says whether the primary color is the light or the dark one. Without that color, it
has no effect.
"""
_THEMES = ("material", "materialx")
"""The names of Material, and of its successor."""

BLOCKS: Sequence[str] = _TABLES["blocks"]
"""The blocks of ``base.html``, which have the names that Material gives them."""


def check_settings(settings: Document) -> list[Problem]:
    """Return an error for each setting that the site cannot honor, and a warning if some have no
    effect.
    """
    problems: list[Problem] = []
    without_effect: dict[str, Place] = {}
    places: dict[str, Place] = {}
    for path, value in walk_values(settings.data):
        # Numbers of entries in lists do not belong to the name of a setting.
        names = [part for part in path if isinstance(part, str)]
        if path[:-1] == (_PLUGINS,) and isinstance(value, str):
            names = [_PLUGINS, value]  # a plugin without settings is an entry, not a key
        elif not path or path[-1] != names[-1]:
            continue  # the whole file, or an entry of a list
        name, place = ".".join(names), settings.place(*path)
        places.setdefault(name, place)
        is_empty = value in (None, "", [], {}, _HARMLESS_VALUES.get(name))
        is_set = names[:-1] == [_PLUGINS] or not is_empty  # a plugin needs no settings
        if name not in REFUSED and name not in IGNORED:
            problems += _check_key(names, place)
        elif is_set and name in REFUSED:
            message = f"{name} has no effect here: {REFUSED[name]}"
            problems.append(error(place, message, "remove it"))
        elif is_set:
            without_effect.setdefault(name, place)
    if _SCHEME in places and _PRIMARY not in places:
        without_effect[_SCHEME] = places[_SCHEME]
    if without_effect:
        message = f"without effect here: {', '.join(without_effect)}"
        hint = "`rulebinder help settings` says why"
        problems.append(warning(next(iter(without_effect.values())), message, hint))
    theme = settings.data.get("theme")
    theme = theme.get("name") if isinstance(theme, Mapping) else theme
    if theme not in _THEMES:
        place = settings.place("theme", "name")
        problems.append(error(place, f"theme.name is {theme!r}", "write material"))
    if f"{_PLUGINS}.{NAME}" not in places:
        place = settings.place(_PLUGINS)
        problems.append(error(place, f"plugins lacks {NAME!r}", f"write plugins: [{NAME}]"))
    return problems


def _check_key(names: list[str], place: Place) -> Iterator[Problem]:
    """Yield an error if nobody reads the key ``names[-1]`` of the block that the names before it
    lead to.

    An unknown key of ``extra`` may be for templates of the owner, unless it looks like one of ours.
    """
    above, key = ".".join(names[:-1]), names[-1]
    keys = _KEYS_OF_BLOCKS.get(above, [])
    close = difflib.get_close_matches(key, keys, 1, _LIKENESS)
    if key not in keys and (above in _STRICT_BLOCKS or (close and above == "extra")):
        hint = f"did you mean {close[0]}?" if close else "remove it"
        yield error(place, f"{'.'.join(names)} has no effect here", hint)


def has_other_plugins(values: Mapping[str, Any]) -> bool:
    """Return whether there are plugins beside ours, or hooks.

    They may change any page, so that none is taken over from an earlier build.
    """
    plugins = values.get(_PLUGINS)
    entries = plugins if isinstance(plugins, list | Mapping) else ()
    # A plugin with settings is a mapping, by its name.
    names = chain.from_iterable(
        entry if isinstance(entry, Mapping) else [entry] for entry in entries
    )
    return bool(values.get("hooks")) or any(name not in {NAME, *IDLE} for name in names)


def check_templates(settings: WrittenSettings) -> Iterator[Problem]:
    """Yield an error for each template of the owner that no page uses or that Jinja2 cannot read,
    and for each of their blocks that no page has.
    """
    name = value_at(settings.values, "theme", "custom_dir")
    if not isinstance(name, str):
        return
    folder = settings.path.parent / name
    if not folder.is_dir():
        yield error(
            settings.document.place("theme", "custom_dir"),
            f"theme.custom_dir: there is no folder {name!r}",
            "write its path from the folder of mkdocs.yml",
        )
    trees: dict[str, nodes.Template] = {}
    for path in DISK.find_files(folder):
        template = path.relative_to(folder).as_posix()
        file = Path(name, template).as_posix()
        if path.suffix not in (".html", ".xml"):
            continue
        if why := _explain_unused(template):
            yield error(Place(file), "this template has no effect here", f"remove it: {why}")
            continue
        try:
            text = DISK.read(path).decode()
            trees[file] = Environment(extensions=["jinja2.ext.i18n"]).parse(text)
        except TemplateSyntaxError as failure:
            yield error(Place(file, failure.lineno), str(failure.message), "correct it")
        except (OSError, ValueError) as failure:
            yield error(Place(file), f"cannot be read ({failure})", "save it as UTF-8")
    yield from _check_blocks(trees)


def _explain_unused(template: str) -> str:
    """Return why no page uses a template of the owner; empty if one does, or may."""
    if template in _TABLES["fixed"]:
        return str(_TABLES["fixed"][template])
    is_ours = (shipped.THEME / template).is_file()
    is_materials = (shipped.MATERIAL / template).is_file()
    # What is neither's may be for other templates of the owner.
    if is_ours or not is_materials or template.startswith(tuple(_TABLES["used_of_material"])):
        return ""
    return "only pages of Material's own would use it"


def _check_blocks(trees: Mapping[str, nodes.Template]) -> Iterator[Problem]:
    """Yield an error for each block that replaces none: no block of ``base.html`` or of another
    template of the owner has its name. ``trees`` are the owner's templates, by path.
    """
    replacing: list[tuple[Place, str]] = []
    replaceable = set(BLOCKS)
    for path, tree in trees.items():
        blocks = list(tree.find_all(nodes.Block))
        inside = {inner.name for block in blocks for inner in block.find_all(nodes.Block)}
        extends = tree.find(nodes.Extends) is not None
        for block in blocks:
            if extends and block.name not in inside:
                replacing.append((Place(path, block.lineno), block.name))
            else:
                replaceable.add(block.name)
    for place, name in replacing:
        if name not in replaceable:
            close = difflib.get_close_matches(name, BLOCKS, 1)
            hint = f"did you mean {close[0]!r}?" if close else f"the blocks are {', '.join(BLOCKS)}"
            yield error(place, f"the block {name!r} has no effect here", hint)


LIGHT, DARK = GREEN, "#0d2623"
"""The colors of the header, light and dark: the same as in web/styles/base/colors.css."""
ICON = "icon.svg"
"""The site's icon, in web and among the files that pages load."""
SITE, SUBJECTS = "site", "subjects"
"""The feeds of a site: one of all, or also one of each set and mechanic.

With :data:`edition.ALL`, each card has one too.
"""
RULINGS, CARDS, OFF = "rulings", "cards", "off"
"""The preview pictures of a site: one of each ruling and card, one of each card, or none."""

_PREVIEWS_OF_BOOLS = {True: CARDS, False: OFF}
"""The values of ``preview_pictures`` that are true or false: YAML reads ``off`` as false, and older
settings say ``true`` for ``cards``.
"""
_ENGINES = ("mkdocs", "properdocs")
_CONTRAST = 4.5
"""The least contrast of white text on the header: WCAG 2.2, AA."""
_SCHEMES = {"default": "light", "slate": "dark"}
"""Material's names of light and dark."""
_OWN_HINT = "colors of your own are in extra.owner.colors"
_LARGEST_LOGO = 256 << 10
"""The most bytes of a logo."""
_SVG_AROUND_PNG = """<svg xmlns="http://www.w3.org/2000/svg" \
xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 24 24">\
<image width="24" height="24" xlink:href="data:image/png;base64,{data}"/></svg>
"""


@dataclass(frozen=True, kw_only=True)
class Owner:
    """The values of ``extra.owner``: whose site it is. Those that are missing are the program's."""

    name: str = ""
    tagline: Mapping[str, str] = field(default_factory=dict)
    links: Sequence[Mapping[str, Any]] = ()
    """The links in the foot of each page, such as an imprint or a way to report an error."""
    light: str = LIGHT
    """The color of the header."""
    dark: str = DARK
    """The same, on dark pages."""
    logo: str | None = None
    """The text of an SVG; None if the site has the program's own icon."""
    report: str = ""
    """The address at which readers report an error; ``{id}`` is the ruling's id.

    Empty if there is none.
    """
    edit: str = ""
    """The address at which people edit a document; ``{file}`` is the name of its file.

    Empty if there is none.
    """
    pictures: str = ""
    """The host of pictures of cards: ``scryfall``, or empty if pages have none."""

    @property
    def icon(self) -> str:
        """The logo. Without one, it is the program's icon in the color of the header."""
        program_icon = (shipped.WEB / ICON).read_text(encoding="utf-8")
        return self.logo or program_icon.replace(LIGHT, self.light)

    def links_in(self, lang: str) -> list[dict[str, str]]:
        """Return the links with their titles in ``lang``, else in English, else in the first
        language.
        """
        return [
            {"title": in_language(link["title"], lang), "url": link["url"]} for link in self.links
        ]

    def report_link(self, note_id: str) -> str | None:
        """Return the address at which readers report an error in the ruling ``note_id``."""
        return self.report.replace("{id}", quote(note_id, safe="")) or None

    def edit_link(self, file: str) -> str | None:
        """Return the address at which people edit the document ``file``."""
        return self.edit.replace("{file}", quote(file)) or None

    def put_name(self, languages: Languages) -> Languages:
        """Return the languages with the owner's name and tagline among their interface words.

        A language without interface words, in which no page is, stays as it is.
        """
        named = dict(languages)
        for lang, language in languages.items():
            words = {"site_title": self.name, "site_description": self.tagline.get(lang)}
            if language.interface:
                chosen = {key: word for key, word in words.items() if word}
                named[lang] = replace(language, interface={**language.interface, **chosen})
        return named


NOBODY = Owner()
"""The owner of a site that has none."""


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings in ``mkdocs.yml`` that this program reads. MkDocs reads the others."""

    site_url: str | None
    interface_languages: Sequence[str]
    """The languages that the site is offered in."""
    preview_pictures: str
    """:data:`RULINGS`, :data:`CARDS` or :data:`OFF`."""
    short_pages: str
    """:data:`edition.ALL`, :data:`edition.TRANSLATED` or :data:`edition.ONE`."""
    rulings_api: bool
    """Whether the site has a list of rulings for each card, set and mechanic."""
    feeds: str
    """:data:`SITE`, :data:`SUBJECTS` or :data:`edition.ALL`."""
    feed_authority: str
    """Who gives the ids of entries of feeds (``example.org,2026``).

    Without one, it is the first address of the site.
    """
    owner: Owner
    doubts: tuple[Problem, ...] = ()
    """The warnings about the settings."""


def load() -> Settings:
    """Return the settings.

    Raises InputError if ``mkdocs.yml`` cannot be read, or if a setting has the wrong form.
    """
    return DISK.remember(_load, shipped.settings())  # made once while the file is the same


def _load(_path: Path) -> Settings:
    settings = files.read_settings()
    colors, doubts = _read_palette(settings.document)
    problems = [
        *yaml_files.validate(settings.document, "settings"),
        *check_settings(settings.document),
        *check_templates(settings),
        *doubts,
    ]
    if ENGINE not in _ENGINES:
        problems.append(
            error(Place("RULEBINDER_ENGINE"), f"is {ENGINE!r}", f"choose {' or '.join(_ENGINES)}")
        )
    texts = {name: text for name, text in settings.values.items() if isinstance(text, str)}
    try:
        files.check_address(texts.get("site_url"))
    except InputError as failure:
        problems += failure.problems
    if any(problem.is_error for problem in problems):
        raise InputError(*problems)
    extra = settings.values.get("extra") or {}
    size = extra.get("size", "normal")
    # The size of the site sets what some keys are by default.
    chosen = {
        name: extra.get(name, key["sizes"][size] if "sizes" in key else key["default"])
        for name, key in EXTRA.items()
        if "sizes" in key or "default" in key
    }
    pictures = chosen["preview_pictures"]
    chosen["preview_pictures"] = _PREVIEWS_OF_BOOLS.get(pictures, pictures)
    # Settings of MkDocs describe the owner too; those in extra.owner overrule them.
    block: dict[str, Any] = {"name": texts.get("site_name", ""), "colors": colors}
    if "site_description" in texts:
        block["tagline"] = {chosen["interface_languages"][0]: texts["site_description"]}
    if logo := value_at(settings.values, "theme", "logo"):
        block["logo"] = f"{files.docs_folder(settings.values)}/{logo}"
    return Settings(
        site_url=texts.get("site_url"),
        owner=_read_owner(settings, **(block | extra.get("owner", {}))),
        doubts=tuple(problems),
        **chosen,
    )


def offer_languages(languages: Languages) -> WithProblems[Languages]:
    """Return the languages, of which only those in ``interface_languages`` keep their interface
    words, and the problems.

    The name and tagline in these words are the owner's. A listed language without interface words
    is a problem. If the settings are wrong, all languages stay as they are.
    """
    try:
        chosen = load()
    except InputError as failure:
        return languages, list(failure.problems)
    source = files.read_settings().document.place("extra", "interface_languages")
    offered, problems = offer(languages, chosen.interface_languages, source)
    return chosen.owner.put_name(offered), [*chosen.doubts, *problems]


def _read_owner(
    settings: WrittenSettings, colors: Mapping[str, str], logo: str = "", **values: Any
) -> Owner:
    """Return the owner with these ``colors`` by name, with the ``logo`` in this file, and with the
    other ``values`` of ``extra.owner``, which fits its schema.

    Raises InputError if a color or the logo cannot be used.
    """
    place = functools.partial(settings.document.place, "extra", "owner")
    colors = {name: str(color).lower() for name, color in colors.items()}
    problems = [
        error(
            place("colors", name),
            f"extra.owner.colors.{name} is {color}, on which white text has a contrast of"
            f" {contrast(color):.1f}",
            f"choose a darker color: WCAG AA asks for {_CONTRAST}",
        )
        for name, color in colors.items()
        if contrast(color) < _CONTRAST
    ]
    svg = None
    if logo:
        overrules = value_at(settings.values, "extra", "owner", "logo")
        where = place("logo") if overrules else settings.document.place("theme", "logo")
        try:
            svg = _read_logo(settings.path.parent, logo, where)
        except InputError as failure:
            problems += failure.problems
    if problems:
        raise InputError(*problems)
    light = colors.get("light", LIGHT)
    dark = colors.get("dark", DARK if light == LIGHT else light)
    return Owner(light=light, dark=dark, logo=svg, **values)


def _read_logo(folder: Path, name: str, place: Place) -> str:
    """Return the logo as an SVG; a PNG is put into one. Raises InputError if it cannot be used."""
    #  Only a logo needs these libraries, and they are slow to import.
    import resvg_py  # noqa: PLC0415
    from PIL import Image, UnidentifiedImageError  # noqa: PLC0415

    try:
        data = DISK.read(folder / name)
        if len(data) > _LARGEST_LOGO:
            raise ValueError(name)
        if data.startswith(b"\x89PNG"):
            with Image.open(io.BytesIO(data)) as picture:
                picture.verify()
            return _SVG_AROUND_PNG.format(data=base64.b64encode(data).decode())
        text = data.decode("utf-8")
        resvg_py.svg_to_bytes(svg_string=text, width=24, height=24, skip_system_fonts=True)
    except (UnidentifiedImageError, ValueError, SyntaxError):
        why, hint = "is not a picture", "give an SVG, or a square PNG, of at most 256 kB"
    except OSError as failure:
        why = f"cannot be read ({failure.strerror or failure})"
        hint = "write its path from the folder of mkdocs.yml"
    else:
        return text
    raise refusal(place, f"the logo {name!r} {why}", hint)


def _read_palette(settings: Document) -> WithProblems[dict[str, str]]:
    """Return the ``light`` and the ``dark`` color of the header that ``theme.palette`` names, by
    these words, and problems. A color that it does not name is missing.

    Colors on which white text cannot be read are darkened.
    """
    path_of_palette = ("theme", "palette")
    block = value_at(settings.data, *path_of_palette) or {}
    colors: dict[str, str] = {}
    problems: list[Problem] = []
    for number, entry in enumerate(block) if isinstance(block, list) else [(None, block)]:
        path = path_of_palette if number is None else (*path_of_palette, number)
        if not isinstance(entry, Mapping):
            hint = "write it like primary: indigo"
            problems.append(error(settings.place(*path), f"theme.palette is {entry!r}", hint))
            continue
        scheme, name = (str(entry.get(key) or "") for key in ("scheme", "primary"))
        side, color = _SCHEMES.get(scheme or "default"), COLORS.get(name.replace(" ", "-"))
        place = settings.place(*path, "primary")
        if side is None:
            message, hint = f"theme.palette.scheme is {scheme!r}", "write default or slate"
            problems.append(error(settings.place(*path, "scheme"), message, hint))
        elif color:
            tone = darken(color)
            if colors.setdefault(side, tone) != tone:
                message = f"theme.palette.primary: two palettes are {side}"
                problems.append(warning(place, message, f"{colors[side]} is used"))
            elif tone != color:
                message = f"white text on {name} ({color}) has a contrast of {contrast(color):.1f}"
                hint = f"the header is darker, {tone}; {_OWN_HINT}"
                problems.append(warning(place, message, hint))
        elif name:
            close = difflib.get_close_matches(name, COLORS, 1)
            hint = f"did you mean {close[0]}?" if close else f"name one of Material's; {_OWN_HINT}"
            problems.append(error(place, f"theme.palette.primary is {name!r}", hint))
    if colors and value_at(settings.data, "extra", "owner", "colors"):
        message = "theme.palette.primary has no effect here: extra.owner.colors has the colors"
        doubt = warning(settings.place(*path_of_palette), message, "remove one of them")
        # warnings about colors that nobody sees would confuse
        return {}, [*(problem for problem in problems if problem.is_error), doubt]
    return colors, problems


def darken(color: str) -> str:
    """Return ``color``, darkened by as many percent as white text on it needs."""
    tones = (
        "#" + "".join(f"{part * percent // 100:02x}" for part in rgb(color))
        for percent in range(100, -1, -1)
    )
    return next(tone for tone in tones if contrast(tone) >= _CONTRAST)


def contrast(color: str) -> float:
    """Return the contrast of ``color`` (``#0e4a43``) with white, from 1 to 21, as WCAG defines
    it.
    """
    parts = [part / 255 for part in rgb(color)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)
