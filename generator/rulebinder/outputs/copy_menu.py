"""The markup of the menu that copies rulings: a script of each language puts it into the pages."""

from __future__ import annotations

import json

from markupsafe import Markup

from ..site.model import Files, Site
from ..system import places
from ..system.digests import digest
from ..theme import material
from ..theme.environment import environment

BEGINNING = f"{places.ASSETS}/citing-"
"""What the path of each script begins with."""
_ICONS = ("close", "content-copy", "dots-horizontal")


def files(site: Site) -> Files:
    """Return the scripts of all languages."""
    for lang in site.langs:
        yield _path(lang), _content(site, lang)


def address(site: Site, lang: str) -> str:
    """Return the address of the script of ``lang`` from the root of the site.

    It changes with the content.
    """
    return f"{_path(lang)}?{digest(_content(site, lang))[:8]}"


def _path(lang: str) -> str:
    return f"{BEGINNING}{lang}.js"


def _content(site: Site, lang: str) -> str:
    icons = {name: Markup(material.icon(name)) for name in _ICONS}
    template = environment().get_template("share/citing.html.j2")
    markup = template.render(words=site.editions[lang].words, icons=icons, report=site.owner.report)
    return (
        'document.currentScript.insertAdjacentHTML("beforebegin",'
        f" {json.dumps(markup, ensure_ascii=False)})\n"
    )
