"""The files above the languages: the front page, the page for a dead address, the sitemap,
robots.txt, and ``llms.txt``, which says what the site is, and where programs read its content; and
the script of the menu that copies a ruling, once for each language.
"""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from markupsafe import Markup

from ..joining.gone import find_gone, list_versions
from ..ledger.numbers import NO_DAY
from ..library import Holder, Library
from ..pages import addresses
from ..site.model import Files, Site
from ..system import shipped
from ..system.files import digest
from ..theme import assets
from ..theme.environment import html_environment

REPLACEABLE = ("index.html", "robots.txt")
"""The files of which an owner may have others: the site works without them."""
GUIDE = "llms.txt"
_GUIDE = Path(__file__).with_name(GUIDE)
COPY_MENU_PREFIX = f"{shipped.ASSETS}/citing-"
"""What the path of the script of each copy menu begins with."""
_ICONS = ("close", "content-copy", "dots-horizontal")


def make_files(site: Site) -> Files:
    """Yield the files at the root of ``site``, whose pages are known.

    Only a site with an address has a sitemap, and ``robots.txt``, which allows all and names it.
    """
    env = html_environment()
    folder = f"{site.main_lang}/"
    names = [page.removeprefix(folder) for page in site.pages if page.startswith(folder)]
    values = {
        "name": site.name,
        "rulings_api": site.rulings_api,
        "editions": [edition.words for edition in site.editions.values()],
        "langs": site.langs,
        "site_url": site.address,
        "base": urlsplit(site.address or "/").path,
        "days": _find_days(site.library) if site.address else {},  # only the sitemap has them
        "only_in": {
            addresses.card_page(slug): card.only_in
            for slug, card in site.library.cards.items()
            if card.only_in
        },
        "urls": [page for page in names if page != addresses.OFFLINE],
        "owned": [page for page in site.pages if page.partition("/")[0] not in site.langs],
    }
    yield GUIDE, env.from_string(_GUIDE.read_text("utf-8")).render(values)
    for name in ("index.html", "404.html", *(["sitemap.xml"] if site.address else [])):
        yield name, env.get_template(f"share/{name}.j2").render(values)
    if site.address:
        yield "robots.txt", f"User-agent: *\nAllow: /\n\nSitemap: {site.address}sitemap.xml\n"


def _find_days(library: Library) -> dict[str, str]:
    """Return the day on which the rulings of a card or a set last changed, by the address of its
    page.

    The days are those of the ledger. Other pages have none, because they may change without a
    ruling.
    """
    changes: list[tuple[Holder | None, str, str | None]] = [
        (version.holder, version.holder.set_code, library.wording(note.id, note.lang).day)
        for document in library.documents()
        for version in list_versions(document)
        for note in [version.note]
    ]
    changes += [(gone.holder, gone.set_code, gone.record.retired) for gone in find_gone(library)]
    days: dict[str, str] = {}
    for holder, code, day in changes:
        if day and day != NO_DAY:
            pages = [addresses.set_page(code)]
            if holder and holder.card:
                pages.append(addresses.card_page(holder.card))
            days |= {page: max(days.get(page, day), day) for page in pages}
    return days


def make_copy_menus(site: Site) -> Files:
    """Return the scripts of the copy menus of all languages."""
    return (_make_copy_menu(site, lang) for lang in site.langs)


def address_copy_menu(site: Site, lang: str) -> str:
    """Return the address of the copy menu of ``lang`` from the root of the site.

    It changes with the content.
    """
    path, content = _make_copy_menu(site, lang)
    return f"{path}?{digest(content)[:8]}"


def _make_copy_menu(site: Site, lang: str) -> tuple[str, str]:
    """Return the path and the content of the script of a copy menu."""
    icons = {name: Markup(assets.theme_icon(name)) for name in _ICONS}
    template = html_environment().get_template("share/citing.html.j2")
    markup = template.render(words=site.editions[lang].words, icons=icons, report=site.owner.report)
    content = (
        'document.currentScript.insertAdjacentHTML("beforebegin",'
        f" {json.dumps(markup, ensure_ascii=False)})\n"
    )
    return f"{COPY_MENU_PREFIX}{lang}.js", content
