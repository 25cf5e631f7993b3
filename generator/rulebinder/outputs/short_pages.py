"""Short pages: a small page for every ruling and paragraph, one for all languages and one in each,
even for removed ones. Beside them, the script that shows a ruling on other websites.

Published rulings have none: there may be 70,000 of them. Their address is their place on their
card's page.

``r/<set>/<entry>/<n>/`` works for ever. If no document has the ruling any more, its page says so
and links its successors.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, filterfalse

import rcssmin
from jinja2 import Template
from markupsafe import escape

from ..facts.languages import choose_lang
from ..joining.gone import GoneRuling, Version, find_gone, find_versions
from ..ledger.numbers import NO_DAY, is_section, split_id
from ..library import Library
from ..notes import is_day
from ..pages import addresses, citation
from ..pages.changes import begin_preview, describe_verdict, mark_wrong
from ..pages.citation import Quoted, find_dates
from ..pages.edition import Edition, View
from ..pages.markup import Phrase, Reference, cut
from ..pages.revision import link_removal
from ..pages.words import Words
from ..pictures.model import HEIGHT, WIDTH, Picture, alt_text, picture_of_ruling, ruling_number
from ..search import bundle
from ..site.model import Files, Site
from ..system import shipped
from ..theme.environment import html_environment

SHORT_BYTES = 4000
"""The most bytes of a short page, so that it fits a few network packets."""
SCRIPT = "embed.js"

Editions = Mapping[str, Edition]
"""The library in each language that the site is offered in. The first is the default."""


def load_template(site: Site, name: str) -> Template:
    """Return a template of pages that MkDocs does not make. It needs a ``page``, its ``words``, its
    ``canonical`` address, and the way ``up`` to the root of the site.
    """
    env = html_environment(
        site_url=site.address,
        langs=site.langs,
        site_name=site.name,
        choose=False,
        picture=None,
        report=None,
    )
    return env.get_template(f"share/{name}.html.j2")


def make_files(site: Site) -> Files:
    """Yield the short pages of ``site``."""
    short, editions = load_template(site, "short"), site.editions
    codes = filterfalse(is_day, site.library.ledgers)
    for words, page in chain.from_iterable(_describe_set(editions, code) for code in codes):
        url, full = page["url"], f"{words.lang}/{page['link']}"
        values = {
            "words": words,
            "canonical": site.canonical(url, full.partition("#")[0]),
            "full": addresses.relative(url, full),
            "picture": _find_picture(site, page),
            #  Whether it is the page for all languages, which leads to the one of the reader.
            "choose": url.startswith(addresses.SHORT),
            "report": site.owner.report_link(page["id"]),
            "up": addresses.relative(url, ""),
        }
        content = short.render(page=page, **values)
        excess = len(content.encode("utf-8")) - SHORT_BYTES
        if excess > 0:
            page["text"] = _shorten(page["text"], excess)
            content = short.render(page=page, **values)
        yield f"{url}index.html", content


def _describe_set(editions: Editions, code: str) -> Iterator[tuple[Words, View]]:
    """Yield the view of each short page of a set, with the words of its language. The language None
    stands for the page for all languages.
    """
    edition = _edition_in(editions, None)
    langs, library = edition.short_langs(code), edition.library.only(code)
    for versions in find_versions(library).values():
        for lang in (None, *langs):
            yield _describe_ruling(editions, versions, lang, langs)
    langs = edition.gone_langs(code)
    for ruling in find_gone(library):
        for lang in (None, *langs):
            yield _describe_gone(editions, ruling, lang, langs)


def _shorten(text: Quoted, excess: int) -> Quoted:
    """Return the words of a ruling, cut by ``excess`` bytes. The full page has the rest."""

    def weigh(part: str) -> int:
        return len(escape(part).encode("utf-8"))

    parts = [*text.paragraphs, *text.items]
    room = sum(map(weigh, parts)) - excess
    kept: list[str] = []
    for part in parts:
        kept.append(cut(part, room, weigh))
        room -= weigh(part)
        if room <= 0:
            break
    count = len(text.paragraphs)
    return replace(text, paragraphs=tuple(kept[:count]), items=tuple(kept[count:]))


def _find_picture(site: Site, page: View) -> dict[str, object] | None:
    """Return the picture of a page: that of its ruling, else that of its card; None if it has none.
    Its alternative text has the page's title and its ruling, with its mark.
    """
    title = " · ".join(filter(None, (page["title"], page.get("mark"))))
    alt = alt_text(title, (*page["text"].paragraphs, *page["text"].items))
    path = page.get("picture") if site.quoting else None
    if not path and (card := site.pictures.get(page["link"].partition("#")[0])):
        path = card.path
    return {"path": path, "width": WIDTH, "height": HEIGHT, "alt": alt} if path else None


def list_pictures(site: Site) -> Iterator[Picture]:
    """Yield the picture of every ruling and paragraph, in each language in which a short page has
    it.
    """
    for note_id, versions in find_versions(site.library).items():
        if is_day(note_id.partition("/")[0]):
            continue
        for lang in sorted(
            {choose_lang(versions), *(lang for lang in site.langs if lang in versions)}
        ):
            version = versions[lang]
            yield picture_of_ruling(_edition_in(site.editions, lang), version.note, version.holder)


def _describe_ruling(
    editions: Editions, versions: Mapping[str, Version], lang: str | None, langs: Sequence[str]
) -> tuple[Words, View]:
    """Return the words and the view of a ruling's page in ``lang``, with links to those in the
    other ``langs``.

    If ``lang`` is None, it is the page for all languages, in the first language available.
    """
    text_lang = lang if lang and lang in versions else choose_lang(versions)
    edition = _edition_in(editions, lang or text_lang)
    version = versions[text_lang]
    note, holder, words = version.note, version.holder, edition.words
    entry_id, _, number = note.id.rpartition("/")
    link = addresses.passage(entry_id, number, edition.library.subject(holder))
    foreign = (
        words.say("only_in", language=words.language(text_lang))
        if edition.lang_attribute(text_lang)
        else None
    )
    facts = (
        ruling_number(words, note),
        edition.set_name(holder.set_code).text,
        *find_dates(edition.library, note.id, note.lang).say(words),
    )
    page = {
        **_link_langs(editions, note.id, lang, [other for other in langs if other != edition.lang]),
        "title": citation.title_of(edition, version),
        #  If the ruling is in another language, this says so.
        "description": foreign or begin_preview(words, note),
        "name": edition.subject_name(holder),
        "facts": tuple(filter(None, facts)),
        #  What marks a ruling that is wrong today.
        "mark": mark_wrong(words, note),
        #  Its link is from the folder of the language.
        "verdict": describe_verdict(edition, note),
        "link": link,
        "moves_to": link,
        "notice": foreign if lang else None,
        "text": Quoted(
            text_lang=edition.lang_attribute(text_lang),
            paragraphs=tuple(note.text.plain().split("\n\n")),
            items=tuple(item.plain() for item in note.items),
        ),
        #  From the site's root, for a site that has such pictures.
        "picture": addresses.ruling_picture(note.id, text_lang),
    }
    return words, page


def _describe_gone(
    editions: Editions, ruling: GoneRuling, lang: str | None, langs: Sequence[str]
) -> tuple[Words, View]:
    """Return the words and the view of a removed ruling's page, as :func:`_describe_ruling`. The
    page says when the ruling was removed, if that is known.
    """
    edition = _edition_in(editions, lang)
    words, retired, unit = edition.words, ruling.record.retired, citation.unit_word(ruling.record)
    notice = (
        words[f"share_absent_{unit}"]
        if retired in (None, NO_DAY)
        else words.say(f"share_retired_{unit}", date=words.date(retired))
    )
    text, url = citation.quote_last(edition, ruling.id), _url_of(ruling.id, lang)
    page = {
        **_link_langs(editions, ruling.id, lang, [other for other in langs if other != lang]),
        "title": citation.title_of_gone(edition, ruling),
        "description": notice,
        "name": citation.name_entry(edition, ruling.holder, ruling.entry),
        "facts": (
            edition.set_name(ruling.set_code).text,
            *find_dates(edition.library, ruling.id).say(words),
        ),
        "link": _find_best_page(edition.library, ruling),
        #  A page for all languages moves readers to their own, if each language has one.
        "moves_to": addresses.short_page(ruling.id)
        if lang is None and len(langs) == len(editions)
        else None,
        "notice": notice,
        "became": tuple(
            _link_successor(edition, ruling, successor, lang) for successor in ruling.became
        ),
        "text": text,
        #  Whether the words are its last ones.
        "is_last": bool(text.paragraphs),
        #  The link to the revision that removed it.
        "revision": link_removal(edition.on_page(url), ruling.id),
    }
    return words, page


def _link_langs(editions: Editions, note_id: str, lang: str | None, others: Iterable[str]) -> View:
    """Return the id of a ruling, the address of its page from the site's root (``es/r/…``), and the
    links to the same page in other languages.
    """
    url = _url_of(note_id, lang)
    links = (
        Reference(
            addresses.relative(url, _url_of(note_id, other)),
            Phrase(editions[other].words.name, other),
        )
        for other in others
    )
    return {"id": note_id, "url": url, "others": tuple(links)}


def _link_successor(
    edition: Edition, ruling: GoneRuling, note_id: str, lang: str | None
) -> Reference:
    """Return the link from the page of a removed ruling to a successor, named if that is in another
    entry.
    """
    code, key, _ = split_id(note_id)
    label = citation.name_number(edition, edition.library.record(note_id))
    if key != ruling.entry.key:
        entry = edition.library.ledgers[code].entries[key]
        holder = citation.find_holder(edition, code, entry)
        label = f"{citation.name_entry(edition, holder, entry).text} · {label}"
    there = lang if lang in edition.short_langs(code) else None
    return Reference(
        addresses.relative(_url_of(ruling.id, lang), _url_of(note_id, there)), Phrase(label)
    )


def _find_best_page(library: Library, ruling: GoneRuling) -> str:
    """Return the address of the best page in place of a removed ruling: the entry, else the card,
    else the set.

    A removed set has pages of its entries.
    """
    code, entry, holder = ruling.set_code, ruling.entry, ruling.holder
    if code in library.removed:
        if is_section(entry.key):
            return addresses.section(f"{code}/{entry.key}")
        return addresses.card_page(entry.slug)
    card = library.cards.get((holder.card if holder else None) or entry.slug)
    if holder:
        return addresses.passage(holder.id, None, card)
    return addresses.card_page(card.slug) if card else addresses.set_page(code)


def _edition_in(editions: Editions, lang: str | None) -> Edition:
    """Return the edition in ``lang``; the site's own if there is none, or if that is None."""
    return editions.get(lang or "") or next(iter(editions.values()))


def _url_of(note_id: str, lang: str | None) -> str:
    """Return the address of a short page from the site's root."""
    return f"{lang}/{addresses.short_page(note_id)}" if lang else addresses.short_page(note_id)


def make_embed_script(_site: Site) -> Files:
    """Yield the script that shows a ruling on other websites, with the drawings and the styles of
    symbols.

    It is in a function of its own, so that its names meet none of the other website.
    """
    sheet = (shipped.WEB / "symbols.svg").read_text("utf-8")
    sheet = re.sub(r"<!--.*?-->|\n", "", sheet, flags=re.DOTALL)
    styles = (shipped.WEB / "styles" / "part" / "symbols.css").read_text("utf-8")
    styles = rcssmin.cssmin(styles).replace('url("symbols.svg")', "none")
    drawings = (
        f"export const SHEET = {json.dumps(sheet)}\nexport const STYLES = {json.dumps(styles)}\n"
    )
    content = bundle.join_scripts(shipped.EMBEDDED / "ruling.js", {"drawings.js": drawings})
    yield SCRIPT, f'"use strict";\n(() => {{\n{content}}})();\n'
