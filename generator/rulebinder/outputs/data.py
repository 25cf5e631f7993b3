"""The published data: the contents of the site as files for programs.

Each file has a JSON Schema in ``generator/rulebinder/facts/schemas``, which is published beside the
data: see :mod:`.schemas`.
"""

from __future__ import annotations

import functools
import json
import posixpath
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict
from importlib import metadata
from pathlib import Path
from typing import Any

from ..facts import yaml_files
from ..facts.catalogue import ORACLE_ID
from ..facts.languages import first
from ..joining.gone import find_gone, find_repeated, find_versions
from ..joining.rule_numbers import todays_rule
from ..ledger.history import EarlierWords
from ..ledger.matching import Wording
from ..ledger.numbers import NO_DAY
from ..library import (
    CardNotes,
    DocumentNotes,
    Holder,
    Library,
    LibraryCard,
    LibraryMechanic,
    Note,
    SectionNotes,
)
from ..notes import Card, Introduction, ReleaseNotes, Rule, Unread, is_day
from ..pages import addresses as paths
from ..pages.citation import dates, printed_code
from ..pages.overviews import kind_of
from ..site.model import FileBatch, Site, all_of
from ..site.place import MANIFEST
from ..site.table import SiteFile
from ..system.grouping import grouped
from ..text import Mention, Text, parse

Data = dict[str, Any]

FOLDER = "data/schema/"
DATA = ("addresses", "cards", "documents", "manifest", "mechanics", "notes", "ruling")
"""The schemas of r/index.json, data/cards.json, data/index.json, data/manifest.json,
data/mechanics.json, one document's file, and a line of data/rulings.ndjson.
"""
LIST = "rulings"
"""The schema of a list of the rulings API."""

_REFERENCE = re.compile(r'"\$ref": "(?:(\w+)\.json)?#?')

as_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as one line of JSON."""


def as_json(data: Data) -> str:
    """Return ``data`` as a file: what ``json.dumps(data, ensure_ascii=False, indent=1)`` does,
    which takes five times as long.
    """
    return _indented(data, "\n") + "\n"


def _indented(value: object, line: str) -> str:
    """Return ``value`` as JSON.

    ``line`` ends the line above, and begins that of the closing bracket.
    """
    if not value or not isinstance(value, dict | list):
        return as_line(value)
    inner = f"{line} "
    if isinstance(value, dict):
        pairs = (f"{as_line(key)}: {_indented(each, inner)}" for key, each in value.items())
        return f"{{{inner}{f',{inner}'.join(pairs)}{line}}}"
    return f"[{inner}{f',{inner}'.join(_indented(each, inner) for each in value)}{line}]"


def schema_files(names: tuple[str, ...], address: str | None) -> Iterator[tuple[str, str]]:
    """Yield the files of the schemas ``names`` of the site at ``address``.

    Each has its own address as its id, if the site has one.
    """
    for name in names:
        schema, path = yaml_files.schema(name), f"{FOLDER}{name}.json"
        itself = {"$id": f"{address}{path}"} if address else {}
        yield path, as_json({"$schema": schema["$schema"], **itself, **schema})


def linked(path: str, name: str, data: Data) -> Data:
    """Return the ``data`` of the file at ``path`` with the way to its schema ``name``, which is the
    same wherever the site is.
    """
    way = posixpath.relpath(f"{FOLDER}{name}.json", posixpath.dirname(path))
    return {"$schema": way, **data}


def component(name: str) -> Data:
    """Return the schema ``name`` as a part of an OpenAPI document that has all of them: references
    lead to their places there.
    """
    schema = {key: value for key, value in yaml_files.schema(name).items() if key != "$schema"}
    moved: Data = json.loads(
        _REFERENCE.sub(
            lambda match: f'"$ref": "#/components/schemas/{match[1] or name}', json.dumps(schema)
        )
    )
    return moved


_CARDS, _MECHANICS, _INDEX = "data/cards.json", "data/mechanics.json", "data/index.json"
_PROGRAM = "rulebinder"


def batches(site: Site) -> Iterator[FileBatch]:
    """Return the files of ``site``: that of each document alone, and all others, which any change
    of a document changes.
    """
    for code, each in site.library.sets.items():
        part = site.slices.documents(code)
        for lang in sorted(each.documents):
            make = functools.partial(_document, part.library, code, lang)
            yield FileBatch(name=f"data {code} {lang}", make=make, made_from=part.digest)
    yield FileBatch(name="data", make=functools.partial(_together, site))


files = all_of(batches)
"""Returns the data of all documents and cards of a site, the index of addresses, and the schemas of
all.
"""


def _document(library: Library, code: str, lang: str) -> Iterator[tuple[str, str]]:
    document = library.sets[code].documents[lang]
    yield _path(document), as_json(published(document, library))


def _together(site: Site) -> Iterator[tuple[str, str | bytes]]:
    """Yield the files with the data of all documents and cards, and the schemas."""
    library, address, lang = site.library, site.address, main_lang(site)
    documents = list(library.documents())
    lines = (
        f"{as_line(each)}\n".encode()  # one sign beyond Latin would double a text of all lines
        for document in documents
        for each in rulings(document, library, address, lang)
    )
    yield "data/rulings.ndjson", b"".join(lines)
    cards = {"cards": [_of_card(site, card) for card in library.cards.values()]}
    yield _CARDS, as_json(linked(_CARDS, "cards", cards))
    mechanics = {"mechanics": [_mechanic(site, each) for each in library.mechanics.values()]}
    yield _MECHANICS, as_json(linked(_MECHANICS, "mechanics", mechanics))
    index = {
        "url": address,
        "languages": list(site.langs),
        "documents": [_summary(each, library) for each in documents],
    }
    yield _INDEX, as_json(linked(_INDEX, "documents", index))
    yield f"{paths.SHORT}index.json", f"{as_line(addresses(library, lang))}\n"
    yield from schema_files(DATA, address)


def manifest(
    library: Library, facts: str, made: Mapping[str, SiteFile]
) -> Iterator[tuple[str, str]]:
    """Yield ``data/manifest.json``: what a site was made from, and the digest of each of its files,
    by which anyone can check a copy.

    ``facts`` is their digest; ``made`` are all other files of the site.
    """
    read = {
        (each.source.name, each.source.sha256)
        for document in library.documents()
        for each in document.notes.documents
    } | {(book.name, book.sha256) for book in library.rulebooks}
    said = {
        "program": {"name": _PROGRAM, "version": metadata.version(_PROGRAM)},
        "facts": facts,
        "documents": [{"name": name, "sha256": sha256} for name, sha256 in sorted(read)],
        "files": {path: file.sha256 for path, file in sorted(made.items())},
    }
    yield MANIFEST, as_json(linked(MANIFEST, "manifest", said))


def published(document: DocumentNotes, library: Library) -> Data:
    """Return one document in the form of its file."""
    notes = document.notes
    said = {
        "set": notes.set_code,
        "language": notes.lang,
        **_head(notes),
        "title": notes.title or library.sets[notes.set_code].facts.name(notes.lang),
        "documents": [_head(each) for each in notes.documents],
        "preamble": _sources(notes.preamble),
        "general_heading": notes.general_heading,
        "sections": [_section(section, library) for section in document.sections],
        "cards": [_entry(entry, library) for entry in document.cards],
        "footer": _sources(notes.footer),
    }
    return linked(_path(document), "notes", said)


def _head(head: ReleaseNotes) -> Data:
    """Return what is known of a document besides its texts."""
    return {
        **_fields(head, "title", "kind", "compiled_by", "contributors", "last_modified"),
        "source": asdict(head.source),
    }


def _fields(record: object, *names: str) -> Data:
    """Return fields of a record by name. Tuples are lists, as JSON has them."""
    values = {name: getattr(record, name) for name in names}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def rulings(
    document: DocumentNotes, library: Library, address: str | None = None, first_lang: str = ""
) -> Iterator[Data]:
    """Return every note and ruling of a document, each with its section or card.

    Each has the keys of Scryfall's rulings (``object``, ``oracle_id``, ``source``,
    ``published_at``, ``comment``), and more. The ``source`` is the document. ``address`` is that of
    the site: without one, there is no ``url``. ``first_lang`` is the site's first language, in
    which published rulings have their addresses: they have no short pages.
    """
    titles: dict[str, dict[str, str]] = {}
    for each in library.sets[document.notes.set_code].documents.values():
        for section in each.sections:
            titles.setdefault(section.id, {})[section.lang] = section.section.title
    for holder in document.holders:
        if isinstance(holder, CardNotes):
            name, names = holder.entry.card.name, dict(library.cards[holder.card].names)
            faces = _names(holder.entry.card)
        else:
            name, names, faces = holder.section.title, titles[holder.id], []
        for note in holder.notes:
            page = _address(library, note.id, holder.card, first_lang)
            yield {
                "object": "ruling",
                "id": note.id,
                **_places(page, address),
                **_fields(library.wording(note.id, note.lang), "hash", "revision"),
                "set": document.notes.set_code,
                "language": document.notes.lang,
                "section": None if holder.card else holder.id,
                "card": holder.card,
                "name": name,
                "names": names,
                "faces": faces,
                **_note(note, library),
                ORACLE_ID: library.cards[holder.card].oracle_id if holder.card else None,
                **dates(library, note.id, note.lang)._asdict(),
                "source": document.notes.document_at(note.place).source.name,
                "comment": "\n".join(text.plain() for text in note.texts),
                "family": note.family,
            }


def main_lang(site: Site) -> str:
    """Return the site's first language; empty if it has none."""
    return site.langs[0] if site.langs else ""


def _address(library: Library, note_id: str, card: str | None, lang: str) -> str:
    """Return the permanent address of a ruling.

    That of a published ruling is its place on the page of its ``card``.
    """
    entry_id, _, number = note_id.rpartition("/")
    if not is_day(note_id.partition("/")[0]):
        return paths.short_page(note_id)
    slug = card or entry_id.partition("/")[2]
    return paths.from_root(
        lang,
        paths.passage(
            entry_id, number, library.cards.get(slug) or LibraryCard(slug=slug, names={})
        ),
    )


def _of_card(site: Site, card: LibraryCard) -> Data:
    """Return a card with all its names. Its address is that of its page in the first language of
    the site.
    """
    page = paths.from_root(main_lang(site), paths.card_link(card))
    faces: dict[str, list[str]] = {}
    for notes in card.notes:
        faces.setdefault(notes.lang, _names(notes.entry.card))
    return {
        "slug": card.slug,
        "names": dict(card.names),
        "also": {lang: list(names) for lang, names in card.also.items()},
        "faces": faces,
        ORACLE_ID: card.oracle_id,
        "sets": list(dict.fromkeys(notes.set_code for notes in card.notes)),
        "rulings": len({note.id for notes in card.notes for note in notes.notes}),
        **_places(page, site.address),
    }


def _names(card: Card) -> list[str]:
    return [face.printed_name or face.name for face in card.faces]


def addresses(library: Library, first_lang: str = "") -> Data:
    """Return every id that was ever given, with its address and the digests of its words, or with
    its successors.
    """
    found: Data = {}
    numbers = find_versions(library) | find_repeated(library)
    for note_id, versions in numbers.items():
        record = library.record(note_id)
        states, lang = _states(record.wordings, versions), first(versions)
        found[note_id] = {
            "kind": versions[lang].kind,
            "address": _address(library, note_id, versions[lang].holder.card, first_lang),
            **states[lang],
            "languages": states,
            **dates(library, note_id)._asdict(),
            "retired": record.retired,
            "became": [],
        }
    for gone in find_gone(library):
        #  A set that was removed as a whole has the words of its end, because it may come back.
        removed = library.removed.get(gone.set_code)
        last = removed and removed.given.entries[gone.entry.key].record(gone.record.number)
        wordings = last.wordings if last else {}
        found[gone.id] = {
            "kind": gone.kind,
            "address": _address(library, gone.id, gone.entry.slug, first_lang),
            "hash": None,
            "revision": None,
            "languages": _states(wordings, wordings),
            **dates(library, gone.id)._asdict(),
            "retired": gone.record.retired,
            "became": list(gone.became),
        }
    return dict(sorted(found.items()))


def _states(wordings: Mapping[str, Wording], langs: Iterable[str]) -> dict[str, Data]:
    """Return the digests and the revisions of a ruling's words in ``langs``."""
    return {lang: _fields(wordings[lang], "hash", "revision") for lang in sorted(langs)}


def _earlier(each: EarlierWords) -> Data:
    """Return the words that a ruling had before, with the days of the first document with them and
    of the one without them.
    """
    text, *items = each.words
    since, until = (None if day == NO_DAY else day for day in (each.since, each.until))
    return {"from": since, "until": until, "text": text, "items": items}


def _path(document: DocumentNotes) -> str:
    return f"data/notes/{document.notes.set_code}.{document.notes.lang}.json"


def _summary(document: DocumentNotes, library: Library) -> Data:
    notes = document.notes
    return {
        "set": notes.set_code,
        "language": notes.lang,
        **_fields(notes, "title", "kind"),
        "released": library.sets[notes.set_code].facts.released,
        "last_modified": notes.last_modified,
        "alignment": _alignment(document, library),
        "path": _path(document),
        "sections": len(document.sections),
        "cards": len(document.cards),
        "rulings": sum(len(holder.notes) for holder in document.holders),
    }


def _alignment(document: DocumentNotes, library: Library) -> Data | None:
    """Return how a document corresponds to the other languages of its set; None if it is the only
    one.
    """
    translation = library.sets[document.notes.set_code].translations.get(document.notes.lang)
    if translation is None:
        return None
    gaps = [
        {"lack": str(gap.lack), "id": f"{gap.entry}/{gap.number}" if gap.number else gap.entry}
        for gap in translation.gaps
    ]
    return {**_fields(translation, "reference", "states"), "gaps": gaps}


def _section(section: SectionNotes, library: Library) -> Data:
    said = section.section
    return {
        "id": section.id,
        **_fields(said, "title", "kind"),
        **_fields(section, "mechanics"),
        "examples": [_card(card) for card in said.examples],
        **_body(section, library),
    }


def _entry(entry: CardNotes, library: Library) -> Data:
    said = entry.entry
    return {
        "id": entry.id,
        "card": entry.card,
        "part": said.part,
        "printed_code": printed_code(library, entry),
        **_card(said.card),
        **_fields(entry, "mechanics", "gives"),
        **_body(entry, library),
    }


def _body(holder: Holder, library: Library) -> Data:
    return {
        "introduction": _sources(
            each.text for each in holder.body if isinstance(each, Introduction)
        ),
        "rules": [
            {"number": each.number, "text": each.text.source()}
            for each in holder.body
            if isinstance(each, Rule)
        ],
        "rulings": [_note(note, library) for note in holder.notes],
        "unread": _sources(each.text for each in holder.body if isinstance(each, Unread)),
    }


def _card(card: Card) -> Data:
    return {
        **_fields(card, "layout", "divider", "picture", "remark"),
        "faces": [
            {
                "name": face.printed_name or face.name,
                **_fields(
                    face, "mana_cost", "type_line", "power", "toughness", "loyalty", "defense"
                ),
                "rules_text": _sources(face.rules_text),
            }
            for face in card.faces
        ],
        "shared_rules_text": _sources(card.shared_rules_text),
    }


def _note(note: Note, library: Library) -> Data:
    verdict = note.verdict
    earlier = [
        _earlier(each) for each in library.earlier.get(note.id, ()) if each.lang == note.lang
    ]
    return {
        "id": note.id,
        "text": note.text.source(),
        "items": _sources(note.items),
        "mentions": [
            {"kind": each.kind, "id": each.target, "text": each.text}
            for text in note.texts
            for each in text.walk()
            if isinstance(each, Mention) and each.kind != "set"  # those are only links on pages
        ],
        "earlier": earlier[::-1],
        "verdict": _fields(verdict, "still", "rule", "reason", "edition") if verdict else None,
        "rules": list(library.rests_on.get(note.id, ())),
        "amended": list(library.amended.get(note.id, ())),
        "outdated": [
            {"term": old.term, "text": old.text, "changed_on": library.eras[old.term].until}
            for old in note.outdated
        ],
    }


def _sources(texts: Iterable[Text]) -> list[str]:
    return [text.source() for text in texts]


def _mechanic(site: Site, mechanic: LibraryMechanic) -> Data:
    """Return a mechanic. Its address is that of its page in the first language of the site."""
    facts = mechanic.facts
    page = paths.from_root(main_lang(site), paths.mechanic_page(mechanic.slug))
    return {
        "slug": mechanic.slug,
        "names": dict(mechanic.names),
        "also": {each: list(names) for each, names in facts.formerly.items()} if facts else {},
        "kind": kind_of(mechanic),
        "rule": todays_rule(site.library.rulebook, mechanic),
        "first_set": mechanic.first_set.code if mechanic.first_set else None,
        "explanation": {each: parse(text).plain() for each, text in facts.explanation.items()}
        if facts
        else {},
        "sections": list(dict.fromkeys(section.id for section in mechanic.sections)),
        "cards": len(mechanic.cards),
        **_places(page, site.address),
    }


def _places(page: str, address: str | None) -> Data:
    """Return the address of a ``page`` from the root of the site, and with the ``address`` of the
    site if it has one.
    """
    return {"address": page, "url": f"{address}{page}" if address else None}


OPENAPI = "api/openapi.json"
"""The description of all data by OpenAPI 3.1, for programs that write clients."""
_DESCRIPTION = Path(__file__).with_name("openapi.json")
_NOWHERE = " The site was built without its address: paths begin at its root."


def ruling_lists(site: Site) -> Iterator[tuple[str, str]]:
    """Return the lists of ``site``.

    A card has its list by slug, and by its oracle id if that is known. No list is empty.
    """
    if not site.rulings_api:
        return
    lists = grouped(_listed(site))
    for path, records in sorted(lists.items()):
        data_of_list = {"object": "list", "has_more": False, "data": records}
        yield path, as_json(linked(path, LIST, data_of_list))
    yield from schema_files((LIST,), site.address)
    yield OPENAPI, as_json(_described(site, lists))


def _listed(site: Site) -> Iterator[tuple[str, Data]]:
    """Yield the records in the order of documents, each with the path of each list that has it."""
    for document in site.library.documents():
        mechanics = {section.id: section.mechanics for section in document.sections}
        for record in rulings(document, site.library, site.address, main_lang(site)):
            lists = [f"mechanics/{slug}" for slug in mechanics.get(record["section"], ())]
            if not is_day(record["set"]):  # there are too many days of published rulings
                lists.append(f"sets/{record['set']}")
            if record["card"]:
                lists.append(f"cards/{record['card']}")
            if record["oracle_id"]:
                lists.append(f"cards/{record['oracle_id']}")
            for path in lists:
                yield f"api/{path}.json", record


def _described(site: Site, lists: Collection[str]) -> Data:
    """Return the description of the data of ``site``, whose API has files at the paths ``lists``.

    It names the sets and mechanics that have lists. Of cards there are too many: the last of them,
    which hardly is an id of Scryfall, is an example.
    """
    described: Data = json.loads(_DESCRIPTION.read_text("utf-8"))
    described["info"] |= {"title": site.name, "version": metadata.version("rulebinder")}
    if site.address:
        described["servers"] = [{"url": site.address.rstrip("/")}]
    else:
        del described["servers"]
        described["info"]["description"] += _NOWHERE
    paths = described["paths"]
    for path in [path for path in paths if path.startswith("/api/")]:
        (parameter,) = paths[path]["get"]["parameters"]
        folder = path[1:].partition("{")[0]
        values = [
            each.removeprefix(folder).removesuffix(".json")
            for each in sorted(lists)
            if each.startswith(folder)
        ]
        if not values:
            del paths[path]
        elif "example" in parameter:
            parameter["example"] = max(values)
        else:
            parameter["schema"]["enum"] = values
    names = (*DATA, LIST)
    described["components"] = {"schemas": {name: component(name) for name in names}}
    return described
