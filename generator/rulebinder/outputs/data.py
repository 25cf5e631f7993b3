"""The published data: the contents of the site as files for programs, and the rulings API.

Each file has a JSON Schema in ``generator/rulebinder/facts/schemas``, which is published beside the
data.
"""

from __future__ import annotations

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
from ..facts.languages import choose_lang
from ..joining.gone import GoneRuling, Version, find_gone, find_repeated, find_versions
from ..joining.rule_numbers import todays_rule
from ..ledger.matching import Wording
from ..ledger.numbers import NO_DAY
from ..library import CardNotes, DocumentNotes, Holder, Library, LibraryCard, LibraryMechanic, Note
from ..notes import Card, Introduction, ReleaseNotes, Rule, Unread, is_day
from ..pages import addresses as paths
from ..pages.citation import find_dates, permanent_address, printed_code
from ..site.model import Files, Site
from ..site.place import MANIFEST
from ..site.table import SiteFile
from ..text import Mention, Text, parse

Data = dict[str, Any]

SCHEMAS = "data/schema/"
"""The folder of the schemas in the site."""
DATA = ("addresses", "cards", "documents", "manifest", "mechanics", "notes", "ruling")
"""The schemas of r/index.json, data/cards.json, data/index.json, data/manifest.json,
data/mechanics.json, one document's file, and a line of data/rulings.ndjson.
"""
LIST = "rulings"
"""The schema of a list of the rulings API."""
OPENAPI = "api/openapi.json"
"""The description of all data by OpenAPI 3.1, for programs that write clients."""

_DESCRIPTION = Path(__file__).with_name("openapi.json")
_WITHOUT_ADDRESS = " The site was built without its address: paths begin at its root."
_REFERENCE = re.compile(r'"\$ref": "(?:(\w+)\.json)?#?')
"""How a reference begins: ``"$ref": "ruling.json#``, or ``"$ref": "#`` within a schema."""
_PROGRAM = "rulebinder"

as_line = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
"""Returns a value as one line of JSON."""


def as_json(data: Data) -> str:
    """Return ``data`` as the text of a JSON file."""
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def make_files(site: Site) -> Files:
    """Yield the data of ``site``."""
    library = site.library
    documents = list(library.documents())
    for document in documents:
        yield _add_schema(_path_of(document), "notes", describe_document(document, library))
    lines = (
        f"{as_line(ruling)}\n".encode()  # one sign beyond Latin would double a text of all lines
        for document in documents
        for ruling in list_rulings(document, site)
    )
    yield "data/rulings.ndjson", b"".join(lines)
    cards = [_describe_card(site, card) for card in library.cards.values()]
    mechanics = [_describe_mechanic(site, mechanic) for mechanic in library.mechanics.values()]
    index = {
        "url": site.address,
        "languages": list(site.langs),
        "documents": [_summarize(document, library) for document in documents],
    }
    yield _add_schema("data/cards.json", "cards", {"cards": cards})
    yield _add_schema("data/mechanics.json", "mechanics", {"mechanics": mechanics})
    yield _add_schema("data/index.json", "documents", index)
    yield f"{paths.SHORT}index.json", f"{as_line(index_addresses(site))}\n"
    yield from _schema_files(DATA, site.address)


def write_manifest(library: Library, facts: str, files: Mapping[str, SiteFile]) -> Files:
    """Yield ``data/manifest.json``: what a site was made from, and the digest of each of its files,
    by which anyone can check a copy.

    ``facts`` is their digest; ``files`` are all other files of the site.
    """
    inputs = {
        (notes.source.name, notes.source.sha256)
        for document in library.documents()
        for notes in document.notes.documents
    } | {(book.name, book.sha256) for book in library.rulebooks}
    content = {
        "program": {"name": _PROGRAM, "version": metadata.version(_PROGRAM)},
        "facts": facts,
        "documents": [{"name": name, "sha256": sha256} for name, sha256 in sorted(inputs)],
        "files": {path: file.sha256 for path, file in sorted(files.items())},
    }
    yield _add_schema(MANIFEST, "manifest", content)


def _schema_files(names: tuple[str, ...], address: str | None) -> Files:
    """Yield the files of schemas. Each has its own address as its id, if the site has one."""
    for name in names:
        schema, path = yaml_files.schema(name), f"{SCHEMAS}{name}.json"
        own_id = {"$id": f"{address}{path}"} if address else {}
        yield path, as_json({"$schema": schema["$schema"], **own_id, **schema})


def _add_schema(path: str, schema: str, data: Data) -> tuple[str, str]:
    """Return ``path``, and the text of ``data`` with the relative address of its schema, which is
    the same wherever the site is.
    """
    address = posixpath.relpath(f"{SCHEMAS}{schema}.json", posixpath.dirname(path))
    return path, as_json({"$schema": address, **data})


def describe_document(document: DocumentNotes, library: Library) -> Data:
    """Return one document as its file has it."""
    notes = document.notes
    return {
        "set": notes.set_code,
        "language": notes.lang,
        **_describe_head(notes),
        "title": notes.title or library.sets[notes.set_code].facts.name(notes.lang),
        "documents": [_describe_head(part) for part in notes.documents],
        "preamble": _to_sources(notes.preamble),
        "general_heading": notes.general_heading,
        "sections": [
            {
                "id": section.id,
                **_pick_fields(section.section, "title", "kind"),
                **_pick_fields(section, "mechanics"),
                "examples": [_describe_printed(card) for card in section.section.examples],
                **_describe_body(section, library),
            }
            for section in document.sections
        ],
        "cards": [
            {
                "id": entry.id,
                "card": entry.card,
                "part": entry.entry.part,
                "printed_code": printed_code(library, entry),
                **_describe_printed(entry.entry.card),
                **_pick_fields(entry, "mechanics", "gives"),
                **_describe_body(entry, library),
            }
            for entry in document.cards
        ],
        "footer": _to_sources(notes.footer),
    }


def _path_of(document: DocumentNotes) -> str:
    return f"data/notes/{document.notes.set_code}.{document.notes.lang}.json"


def _describe_head(notes: ReleaseNotes) -> Data:
    """Return the facts about a document besides its texts."""
    return {
        **_pick_fields(notes, "title", "kind", "compiled_by", "contributors", "last_modified"),
        "source": asdict(notes.source),
    }


def _describe_body(holder: Holder, library: Library) -> Data:
    """Return the texts of a section or of an entry."""
    return {
        "introduction": _to_sources(
            block.text for block in holder.body if isinstance(block, Introduction)
        ),
        "rules": [
            {"number": block.number, "text": block.text.source()}
            for block in holder.body
            if isinstance(block, Rule)
        ],
        "rulings": [_describe_note(note, library) for note in holder.notes],
        "unread": _to_sources(block.text for block in holder.body if isinstance(block, Unread)),
    }


def _describe_printed(card: Card) -> Data:
    """Return a card as the document prints it."""
    face_fields = ("mana_cost", "type_line", "power", "toughness", "loyalty", "defense")
    return {
        **_pick_fields(card, "layout", "divider", "picture", "remark"),
        "faces": [
            {
                "name": face.printed_name or face.name,
                **_pick_fields(face, *face_fields),
                "rules_text": _to_sources(face.rules_text),
            }
            for face in card.faces
        ],
        "shared_rules_text": _to_sources(card.shared_rules_text),
    }


def _describe_note(note: Note, library: Library) -> Data:
    """Return a note or a ruling with its earlier words, and with what is known of it today."""
    verdict = note.verdict
    earlier = [
        {
            #  The days of the first document with these words, and of the one without them.
            "from": None if old.since == NO_DAY else old.since,
            "until": None if old.until == NO_DAY else old.until,
            "text": old.words[0],
            "items": [*old.words[1:]],
        }
        for old in reversed(library.earlier.get(note.id, ()))
        if old.lang == note.lang
    ]
    return {
        "id": note.id,
        "text": note.text.source(),
        "items": _to_sources(note.items),
        "mentions": [
            {"kind": span.kind, "id": span.target, "text": span.text}
            for text in note.texts
            for span in text.walk()
            if isinstance(span, Mention) and span.kind != "set"  # those are only links on pages
        ],
        "earlier": earlier,
        "verdict": _pick_fields(verdict, "still", "rule", "reason", "edition") if verdict else None,
        "rules": list(library.rests_on.get(note.id, ())),
        "amended": list(library.amended.get(note.id, ())),
        "outdated": [
            {"term": old.term, "text": old.text, "changed_on": library.eras[old.term].until}
            for old in note.outdated
        ],
    }


def list_rulings(document: DocumentNotes, site: Site) -> Iterator[Data]:
    """Yield every note and ruling of a document of ``site``, each with its section or card.

    Each has the keys of Scryfall's rulings (``object``, ``oracle_id``, ``source``,
    ``published_at``, ``comment``), and more. The ``source`` is the document. Published rulings have
    their addresses in the first language of the site: they have no short pages.
    """
    library = site.library
    titles: dict[str, dict[str, str]] = {}
    for version in library.sets[document.notes.set_code].documents.values():
        for section in version.sections:
            titles.setdefault(section.id, {})[section.lang] = section.section.title
    for holder in document.holders:
        if isinstance(holder, CardNotes):
            name, names = holder.entry.card.name, dict(library.cards[holder.card].names)
            faces = _list_face_names(holder.entry.card)
        else:
            name, names, faces = holder.section.title, titles[holder.id], []
        for note in holder.notes:
            yield {
                "object": "ruling",
                "id": note.id,
                **_locate(site, permanent_address(library, note.id, holder.card, site.main_lang)),
                **_pick_fields(library.wording(note.id, note.lang), "hash", "revision"),
                "set": document.notes.set_code,
                "language": document.notes.lang,
                "section": None if holder.card else holder.id,
                "card": holder.card,
                "name": name,
                "names": names,
                "faces": faces,
                **_describe_note(note, library),
                ORACLE_ID: library.cards[holder.card].oracle_id if holder.card else None,
                **find_dates(library, note.id, note.lang)._asdict(),
                "source": document.notes.document_at(note.place).source.name,
                "comment": "\n".join(text.plain() for text in note.texts),
                "family": note.family,
            }


def _describe_card(site: Site, card: LibraryCard) -> Data:
    """Return a card with all its names. Its address is that of its page in the first language of
    the site.
    """
    faces: dict[str, list[str]] = {}
    for entry in card.notes:
        faces.setdefault(entry.lang, _list_face_names(entry.entry.card))
    return {
        "slug": card.slug,
        "names": dict(card.names),
        "also": {lang: list(names) for lang, names in card.also.items()},
        "faces": faces,
        ORACLE_ID: card.oracle_id,
        "sets": list(dict.fromkeys(entry.set_code for entry in card.notes)),
        "rulings": len({note.id for entry in card.notes for note in entry.notes}),
        **_locate(site, paths.from_root(site.main_lang, paths.card_link(card))),
    }


def _list_face_names(card: Card) -> list[str]:
    return [face.printed_name or face.name for face in card.faces]


def _describe_mechanic(site: Site, mechanic: LibraryMechanic) -> Data:
    """Return a mechanic. Its address is that of its page in the first language of the site."""
    facts = mechanic.facts
    formerly, explanation = (facts.formerly, facts.explanation) if facts else ({}, {})
    return {
        "slug": mechanic.slug,
        "names": dict(mechanic.names),
        "also": {lang: list(names) for lang, names in formerly.items()},
        "kind": mechanic.kind,
        "rule": todays_rule(site.library.rulebook, mechanic),
        "first_set": mechanic.first_set.code if mechanic.first_set else None,
        "explanation": {lang: parse(text).plain() for lang, text in explanation.items()},
        "sections": list(dict.fromkeys(section.id for section in mechanic.sections)),
        "cards": len(mechanic.cards),
        **_locate(site, paths.from_root(site.main_lang, paths.mechanic_page(mechanic.slug))),
    }


def _summarize(document: DocumentNotes, library: Library) -> Data:
    """Return what the list of all documents says of one."""
    notes = document.notes
    translation = library.sets[notes.set_code].translations.get(notes.lang)
    return {
        "set": notes.set_code,
        "language": notes.lang,
        **_pick_fields(notes, "title", "kind"),
        "released": library.sets[notes.set_code].facts.released,
        "last_modified": notes.last_modified,
        #  How it corresponds to the other languages of its set; None if it is the only one.
        "alignment": translation
        and {
            **_pick_fields(translation, "reference", "states"),
            "gaps": [
                {
                    "lack": str(gap.lack),
                    "id": f"{gap.entry}/{gap.number}" if gap.number else gap.entry,
                }
                for gap in translation.gaps
            ],
        },
        "path": _path_of(document),
        "sections": len(document.sections),
        "cards": len(document.cards),
        "rulings": sum(len(holder.notes) for holder in document.holders),
    }


def index_addresses(site: Site) -> Data:
    """Return every id that was ever given, with its address and the digests of its words, or with
    its successors.
    """
    library = site.library
    index: Data = {}

    def add(
        note_id: str,
        ruling: Version | GoneRuling,
        card: str | None,
        wordings: Mapping[str, Wording],
        became: Iterable[str] = (),
    ) -> None:
        """Add a ruling. ``card`` is the slug of its card; ``became`` are its successors."""
        states = {
            lang: _pick_fields(wordings[lang], "hash", "revision") for lang in sorted(wordings)
        }
        index[note_id] = {
            "kind": ruling.kind,
            "address": permanent_address(library, note_id, card, site.main_lang),
            #  Those of the language that the page for all languages is in.
            **(
                states[ruling.note.lang]
                if isinstance(ruling, Version)
                else {"hash": None, "revision": None}
            ),
            "languages": states,
            **find_dates(library, note_id)._asdict(),
            "retired": library.record(note_id).retired,
            "became": list(became),
        }

    for note_id, versions in (find_versions(library) | find_repeated(library)).items():
        version, all_wordings = versions[choose_lang(versions)], library.record(note_id).wordings
        wordings = {lang: all_wordings[lang] for lang in versions}
        add(note_id, version, version.holder.card, wordings)
    for ruling in find_gone(library):
        #  A set that was removed as a whole has its last words here, because it may come back.
        removed = library.removed.get(ruling.set_code)
        last = removed and removed.ledger.entries[ruling.entry.key].record(ruling.record.number)
        add(ruling.id, ruling, ruling.entry.slug, last.wordings if last else {}, ruling.became)
    return dict(sorted(index.items()))


def _locate(site: Site, page: str) -> Data:
    """Return the address of a ``page`` from the root of ``site``, and the full one if the site has
    an address.
    """
    return {"address": page, "url": f"{site.address}{page}" if site.address else None}


def _pick_fields(record: object, *names: str) -> Data:
    """Return the fields of a ``record`` with these ``names``. Tuples are lists, as in JSON."""
    values = {name: getattr(record, name) for name in names}
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in values.items()
    }


def _to_sources(texts: Iterable[Text]) -> list[str]:
    return [text.source() for text in texts]


def make_ruling_lists(site: Site) -> Files:
    """Yield the lists of the rulings API: of each card by slug, and by its oracle id if that is
    known, of each set and each mechanic, in the order of documents. No list is empty.
    """
    if not site.rulings_api:
        return
    lists: dict[str, list[Data]] = {}
    for document in site.library.documents():
        mechanics = {section.id: section.mechanics for section in document.sections}
        for record in list_rulings(document, site):
            names = [f"mechanics/{slug}" for slug in mechanics.get(record["section"], ())]
            if not is_day(record["set"]):  # there are too many days of published rulings
                names.append(f"sets/{record['set']}")
            names += [f"cards/{slug}" for slug in (record["card"], record[ORACLE_ID]) if slug]
            for name in names:
                lists.setdefault(f"api/{name}.json", []).append(record)
    for path, records in sorted(lists.items()):
        content = {"object": "list", "has_more": False, "data": records}
        yield _add_schema(path, LIST, content)
    yield from _schema_files((LIST,), site.address)
    yield OPENAPI, as_json(_describe_api(site, lists))


def _describe_api(site: Site, lists: Collection[str]) -> Data:
    """Return the description of the data of ``site``, whose API has files at the paths ``lists``.

    It names the sets and mechanics that have lists. Of cards there are too many: the last of them
    is an example, because those by their id of Scryfall come first.
    """
    description: Data = json.loads(_DESCRIPTION.read_text("utf-8"))
    description["info"] |= {"title": site.name, "version": metadata.version(_PROGRAM)}
    if site.address:
        description["servers"] = [{"url": site.address.rstrip("/")}]
    else:
        del description["servers"]
        description["info"]["description"] += _WITHOUT_ADDRESS
    operations = description["paths"]
    for path in [path for path in operations if path.startswith("/api/")]:
        (parameter,) = operations[path]["get"]["parameters"]
        folder = path[1:].partition("{")[0]
        values = [
            name.removeprefix(folder).removesuffix(".json")
            for name in sorted(lists)
            if name.startswith(folder)
        ]
        if not values:
            del operations[path]
        elif "example" in parameter:
            parameter["example"] = max(values)
        else:
            parameter["schema"]["enum"] = values
    names = (*DATA, LIST)
    description["components"] = {"schemas": {name: _convert_schema(name) for name in names}}
    return description


def _convert_schema(name: str) -> Data:
    """Return the schema ``name`` as a component of an OpenAPI document that has all of them:
    ``ruling.json#/x`` -> ``#/components/schemas/ruling/x``.
    """
    schema = {key: value for key, value in yaml_files.schema(name).items() if key != "$schema"}
    component: Data = json.loads(
        _REFERENCE.sub(
            lambda match: f'"$ref": "#/components/schemas/{match[1] or name}', json.dumps(schema)
        )
    )
    return component
