"""Short pages: a small page for every ruling and paragraph, one for all languages and one in each,
even for removed ones.

Published rulings have none: there may be 70,000 of them. Their address is their place on their
card's page.

``r/<set>/<entry>/<n>/`` works for ever. If no document has the ruling any more, its page says so
and links its successors.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import filterfalse

import rcssmin
from jinja2 import Template
from markupsafe import escape

from ..facts.languages import first
from ..joining.gone import GoneRuling, Version, find_gone, find_versions
from ..ledger.numbers import NO_DAY, LedgerEntry
from ..library import Holder, Library
from ..notes import is_day
from ..pages import addresses, changes, revision
from ..pages.citation import dates
from ..pages.edition import Edition, Phrase, Reference
from ..pages.markup import cut
from ..pages.revision import Quoted
from ..pages.rules import VerdictView, beginning, mark, verdict
from ..pages.words import Words
from ..pictures.model import HEIGHT, WIDTH, Picture, described, numbered, of_ruling
from ..search import bundle
from ..site.model import FileBatch, Site, all_of
from ..system import shipped
from ..theme.environment import environment

SHORT_BYTES = 4000
"""The most bytes of a short page, so that it fits a few network packets."""

Editions = Mapping[str, Edition]
"""The library in each language that the site is offered in. The first is the default."""


@dataclass(frozen=True, kw_only=True)
class Short:
    """A short page. All texts are plain, to be escaped. Links are relative to the page."""

    id: str
    """The id of the ruling."""
    url: str
    """From the site's root: ``r/mh3/guide-of-souls/2/``, ``es/r/…``."""
    words: Words
    title: str
    description: str
    """In the language of the page. If the ruling is in another language, this says so."""
    name: Phrase
    facts: tuple[str, ...]
    """The number, the set and the dates."""
    mark: str = ""
    """What marks a ruling that is wrong today."""
    verdict: VerdictView | None = None
    """Its link is from the folder of the language."""
    link: str
    """The ruling on its full page, or the best page instead, from the folder of the language."""
    moves_to: str | None
    """The address that scripts move to, from the folder of the reader's language; None if they stay
    on the page.
    """
    others: tuple[Reference, ...]
    """The links to the same page in other languages."""
    notice: str | None
    text: Quoted
    is_last: bool = False
    """Whether the words are the last ones of a removed ruling."""
    became: tuple[Reference, ...] = ()
    """The links to the successors of a removed ruling."""
    revision: Reference | None = None
    """The link to the revision that removed it."""
    picture: str | None = None
    """The file of the picture of the ruling, from the site's root, for a site that has such
    pictures.
    """


def batches(site: Site) -> Iterator[FileBatch]:
    """Return the short pages of ``site``, those of each set together."""
    short = template(site, "short")
    for code in filterfalse(is_day, site.library.ledgers):
        part = site.slices.set(code) if code in site.library.sets else None
        editions = {
            lang: edition.of(part) if part else edition for lang, edition in site.editions.items()
        }
        make = functools.partial(_files, site, short, editions, code)
        yield FileBatch(
            name=f"short pages {code}", make=make, made_from=part.digest if part else ""
        )


files = all_of(batches)
"""Returns the short pages of a site.

Each has the picture of its own ruling, or else that of the card that it leads to.
"""


def template(site: Site, name: str) -> Template:
    """Return a template of pages that MkDocs does not make. It needs a ``page``, its ``words``, its
    ``canonical`` address, and the way ``up`` to the root of the site.
    """
    env = environment(
        site_url=site.address,
        langs=site.langs,
        site_name=site.name,
        choose=False,
        picture=None,
        report=None,
    )
    return env.get_template(f"share/{name}.html.j2")


def _files(site: Site, short: Template, editions: Editions, code: str) -> Iterator[tuple[str, str]]:
    for page in _of_set(editions, code):
        full = f"{page.words.lang}/{page.link}"
        values = {
            "words": page.words,
            "canonical": site.canonical(page.url, full.partition("#")[0]),
            "full": addresses.relative(page.url, full),
            "picture": _picture(site, page),
            "choose": page.url.startswith(addresses.SHORT),
            "report": site.owner.report_link(page.id),
            "up": addresses.relative(page.url, ""),
        }
        content = short.render(page=page, **values)
        excess = len(content.encode("utf-8")) - SHORT_BYTES
        if excess > 0:
            cut_text = shortened(page.text, excess)
            content = short.render(page=replace(page, text=cut_text), **values)
        yield f"{page.url}index.html", content


def pictures(site: Site) -> Iterator[Picture]:
    """Return the picture of every ruling and paragraph, in each language in which a short page has
    it.
    """
    for note_id, versions in find_versions(site.library).items():
        if is_day(note_id.partition("/")[0]):
            continue
        for lang in sorted({first(versions), *(lang for lang in site.langs if lang in versions)}):
            version = versions[lang]
            yield of_ruling(_edition(site.editions, lang), version.note, version.holder)


def _of_set(editions: Editions, code: str) -> Iterator[Short]:
    """Yield the short pages of a set."""
    edition = _edition(editions, None)
    langs = edition.short_langs(code)
    for versions in find_versions(edition.library, code).values():
        yield from (_short(editions, versions, lang, langs) for lang in (None, *langs))
    langs = edition.gone_langs(code)
    for each in find_gone(edition.library, code):
        yield from (_of_gone(editions, each, lang, langs) for lang in (None, *langs))


def title(edition: Edition, version: Version) -> str:
    """Return a title like ``Tarmogoyf · Future Sight · ruling 3 of 7`` or ``Future Sight · Card
    Legality · paragraph``.
    """
    words, holder = edition.words, version.holder
    return words.say(
        f"share_title_{'paragraph' if version.kind == 'paragraph' else 'ruling'}",
        number=words.number(version.note.number),
        count=words.number(version.highest),
        set=edition.set_name(holder.set_code).text,
        name=edition.subject_name(holder.card, holder.id).text,
    )


def gone_title(edition: Edition, each: GoneRuling) -> str:
    """Return a title like ``Tarmogoyf · Future Sight · ruling 3, removed``."""
    return edition.words.say(
        f"share_gone_{changes.unit(each.record)}",
        number=edition.words.number(each.record.number),
        set=edition.set_name(each.set_code).text,
        name=_name(edition, each.holder, each.entry).text,
    )


def shortened(text: Quoted, excess: int) -> Quoted:
    """Return the words of a ruling, cut by ``excess`` bytes. The full page has the rest."""
    parts = [*text.paragraphs, *text.items]
    room = sum(map(_weight, parts)) - excess
    kept: list[str] = []
    for part in parts:
        kept.append(cut(part, room, _weight))
        room -= _weight(part)
        if room <= 0:
            break
    count = len(text.paragraphs)
    return replace(text, paragraphs=tuple(kept[:count]), items=tuple(kept[count:]))


def _weight(text: str) -> int:
    return len(escape(text).encode("utf-8"))


def _picture(site: Site, page: Short) -> dict[str, object] | None:
    """Return the picture of a page. Its alternative text has the page's title and its ruling, with
    its mark.
    """
    title = " · ".join(filter(None, (page.title, page.mark)))
    alt = described(title, (*page.text.paragraphs, *page.text.items))
    path = page.picture if site.quoting else None
    if not path and (card := site.pictures.get(page.link.partition("#")[0])):
        path = card.path
    return {"path": path, "width": WIDTH, "height": HEIGHT, "alt": alt} if path else None


def _short(
    editions: Editions, versions: Mapping[str, Version], lang: str | None, langs: Sequence[str]
) -> Short:
    """Return a ruling's page in ``lang``, or for all languages if that is None, with links to those
    in the other ``langs``.

    That for all languages uses the first language available.
    """
    text_lang = lang if lang and lang in versions else first(versions)
    edition = _edition(editions, lang or text_lang)
    version = versions[text_lang]
    note, holder, words = version.note, version.holder, edition.words
    entry_id, _, number = note.id.rpartition("/")
    link = addresses.passage(entry_id, number, edition.library.subject(holder))
    url = _url(note.id, lang)
    foreign = (
        words.say("only_in", language=words.language(text_lang))
        if edition.mark(text_lang)
        else None
    )
    facts = (
        numbered(words, note),
        edition.set_name(holder.set_code).text,
        *dates(edition.library, note.id, note.lang).said(words),
    )
    return Short(
        id=note.id,
        url=url,
        words=words,
        title=title(edition, version),
        description=foreign or beginning(words, note),
        name=edition.subject_name(holder.card, holder.id),
        facts=tuple(filter(None, facts)),
        mark=mark(words, note),
        verdict=verdict(edition, note),
        link=link,
        moves_to=link,
        others=_others(editions, note.id, url, [each for each in langs if each != edition.lang]),
        notice=foreign if lang else None,
        text=Quoted(
            text_lang=edition.mark(text_lang),
            paragraphs=tuple(note.text.plain().split("\n\n")),
            items=tuple(item.plain() for item in note.items),
        ),
        picture=addresses.ruling_picture(note.id, text_lang),
    )


def _of_gone(editions: Editions, each: GoneRuling, lang: str | None, langs: Sequence[str]) -> Short:
    """Return the page of a removed ruling. It says when it was removed, if that is known."""
    edition = _edition(editions, lang)
    words, retired = edition.words, each.record.retired
    url = _url(each.id, lang)
    unit = changes.unit(each.record)
    notice = (
        words[f"share_absent_{unit}"]
        if retired in (None, NO_DAY)
        else words.say(f"share_retired_{unit}", date=words.date(retired))
    )
    last = revision.quoted(edition, each.id)
    return Short(
        id=each.id,
        url=url,
        words=words,
        title=gone_title(edition, each),
        description=notice,
        name=_name(edition, each.holder, each.entry),
        facts=(edition.set_name(each.set_code).text, *dates(edition.library, each.id).said(words)),
        link=_instead(edition.library, each),
        moves_to=addresses.short_page(each.id)
        if lang is None and len(langs) == len(editions)
        else None,
        others=_others(editions, each.id, url, [other for other in langs if other != lang]),
        notice=notice,
        became=tuple(_successor(edition, each, successor, lang) for successor in each.became),
        text=last,
        is_last=bool(last.paragraphs),
        revision=revision.removal(edition.at(url), each.id, each.record),
    )


def _successor(edition: Edition, each: GoneRuling, note_id: str, lang: str | None) -> Reference:
    """Return the link from the page of a removed ruling to a successor, named if that is in another
    entry.
    """
    key = note_id.partition("/")[2].rpartition("/")[0]
    label = changes.label(edition, edition.library.record(note_id))
    if key != each.entry.key:
        entry = edition.library.ledgers[each.set_code].entries[key]
        holder = edition.entry(f"{each.set_code}/{entry.slug}", f"{each.set_code}/{key}")
        label = f"{_name(edition, holder, entry).text} · {label}"
    there = lang if lang in edition.short_langs(each.set_code) else None
    return Reference(addresses.relative(_url(each.id, lang), _url(note_id, there)), Phrase(label))


def _edition(editions: Editions, lang: str | None) -> Edition:
    return editions.get(lang or "") or next(iter(editions.values()))


def _url(note_id: str, lang: str | None) -> str:
    return f"{lang}/{addresses.short_page(note_id)}" if lang else addresses.short_page(note_id)


def _name(edition: Edition, holder: Holder | None, entry: LedgerEntry) -> Phrase:
    """Return the name of the card or section of a ledger's entry: that of its ``holder`` if a
    document has it, else the name in the address.
    """
    return edition.subject_name(holder.card, holder.id) if holder else changes.name(edition, entry)


def _instead(library: Library, each: GoneRuling) -> str:
    """Return the address of the best page instead: the entry, else the card, else the set.

    A removed set has pages of its entries.
    """
    if each.set_code in library.removed:
        return (
            addresses.section(f"{each.set_code}/{each.entry.key}")
            if "/" in each.entry.key
            else addresses.card_page(each.entry.slug)
        )
    card = library.cards.get((each.holder.card if each.holder else None) or each.entry.slug)
    if each.holder:
        return addresses.passage(each.holder.id, None, card)
    return addresses.card_page(card.slug) if card else addresses.set_page(each.set_code)


def _others(
    editions: Editions, note_id: str, here: str, langs: Iterable[str]
) -> tuple[Reference, ...]:
    return tuple(
        Reference(
            addresses.relative(here, _url(note_id, lang)), Phrase(editions[lang].words.name, lang)
        )
        for lang in langs
    )


SCRIPT = "embed.js"


def embed_page(_site: Site) -> Iterator[tuple[str, str]]:
    """Return the script.

    It is in a function of its own, so that its names meet none of the other website.
    """
    content = bundle.joined(shipped.EMBEDDED / "ruling.js", {"drawings.js": _drawings()})
    yield SCRIPT, f'"use strict";\n(() => {{\n{content}}})();\n'


def _drawings() -> str:
    """Return the module with the drawings and the styles of symbols, without comments."""
    sheet = re.sub(
        r"<!--.*?-->|\n", "", (shipped.WEB / "symbols.svg").read_text("utf-8"), flags=re.DOTALL
    )
    styles = rcssmin.cssmin(
        (shipped.WEB / "styles" / "part" / "symbols.css").read_text("utf-8")
    ).replace('url("symbols.svg")', "none")
    return f"export const SHEET = {json.dumps(sheet)}\nexport const STYLES = {json.dumps(styles)}\n"
