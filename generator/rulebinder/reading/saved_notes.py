"""Structured notes, the YAML form of release notes that people review and edit. They are saved
whole or not at all, and never over a change made by hand without saying so.

The last line of a structured file seals it, so that a change by hand is seen. What the import wrote
is kept in the hidden folder ``.imported`` beside it: the base of the merge when a newer edition
comes. Only a merge needs it, never a build, so a clone may lack it. If it is missing, importing the
old edition once more restores it.

Two documents of a set and language may be one document, in two editions or in two forms: most of
their rulings are the same.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import is_dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_type_hints

from ..facts import yaml_files
from ..facts.content import Corrections
from ..facts.yaml_files import Document, KeyPath
from ..notes import (
    Card,
    CardEntry,
    Introduction,
    ReleaseNotes,
    Rule,
    Ruling,
    Section,
    Source,
    Unread,
)
from ..problems import Problem, Severity, WithProblems, cannot_write, error, warning
from ..system.files import DISK, sha256
from ..text import Text, parse
from .correction import digest_all
from .merge import HandChange, Merge, list_changes

SCHEMA = "notes-yaml"
"""The name of the schema of structured files."""
STRUCTURED_SUFFIX = ".yml"
REVIEW_SUFFIX = ".review"
"""The list of doubts and repairs, which an import writes beside the structured file."""
IMPORTED = ".imported"
"""The folder with what imports wrote, in the folder of release notes."""
_SEAL_LINE = "# As imported; a change above is seen by this: "
_APPLIED_LINE = "# Corrections of this import:"
_NO_CORRECTIONS = Corrections()
_NOT_IN_NAMES = re.compile(r"[^\w-]+")
"""The characters of a document's name that the name of its structured file lacks."""
_QUOTED_WORDS = 12
"""How many words of a text a problem quotes."""
_COMMON_SHARE = 0.5
"""The least share of the entries and sections of the larger document that have a ruling in common
with the smaller one.

Editions and forms of one document share nearly all. An update and the notes of Commander decks
repeat a few.
"""
_WORD = re.compile(r"\w+")
_FIELDS_OF_KEYS = {"set": "set_code", "language": "lang", "in": "entry"}
"""The fields that have another name than their key in the file, by that key."""
_BLOCK_KINDS: dict[str, type] = {
    kind.__name__.lower(): kind for kind in (Card, Introduction, Rule, Ruling, Unread)
}
"""The kinds of blocks by the key that names them in the file."""
_types_of = functools.cache(get_type_hints)
"""Returns the types of the fields of a record, by their names."""


def dump(notes: ReleaseNotes) -> str:
    """Return the structured form of ``notes``: YAML, without a seal."""
    return yaml_files.dump(_to_data(notes, yaml_files.schema(SCHEMA)))


def loads(source: str | bytes, name: str) -> WithProblems[ReleaseNotes | None]:
    """Return the release notes of a structured file that is called ``name``, or None with the
    problems that say why not.
    """
    document, problems = yaml_files.loads(source, SCHEMA, name)
    return read_notes(document) if document else None, problems


def read_notes(document: Document) -> ReleaseNotes:
    """Return the release notes of a structured file that was read."""
    #  A file that names no other source is its own.
    itself = Source(name=Path(document.path).name, sha256=document.sha256, dialect="structured")
    data = {"source": vars(itself), **document.data}
    notes: ReleaseNotes = _make_record(document, (), ReleaseNotes, data)
    return notes


def _to_data(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value of notes as the file has it: its ``schema`` has the keys in their order."""
    if "$ref" in schema:
        schema = yaml_files.schema(SCHEMA)["$defs"][schema["$ref"].rpartition("/")[2]]
    if isinstance(value, Text):
        return value.source()
    if isinstance(value, tuple):
        return [_to_data(item, schema["items"]) for item in value]
    if not is_dataclass(value):
        return value
    #  The schema of a block that has only a text is that of this text.
    properties = schema.get("properties", {"text": {}})
    kind = type(value).__name__.lower()
    if kind in properties:  # a block: its kind is the key, and one that has only a text is that
        block = _to_data(value, properties[kind])
        return {kind: block["text"] if block.keys() == {"text"} else block}
    fields = {**vars(value), **(vars(value.card) if isinstance(value, CardEntry) else {})}
    data: dict[str, Any] = {}
    for key, inner in properties.items():
        field = fields.get(_FIELDS_OF_KEYS.get(key, key))
        #  What is missing is left out; an empty text only of a heading.
        if field not in (None, ()) and (field or key not in ("part", "general_heading")):
            data[key] = _to_data(field, inner)
    return data


def _make_record(document: Document, key: KeyPath, kind: type, data: dict[str, Any]) -> Any:
    """Return the record of a kind, such as a Card, whose ``data`` a file has at ``key``."""
    types = _types_of(kind)
    fields = {_FIELDS_OF_KEYS.get(name, name): value for name, value in data.items()}
    values = {
        name: _make_value(document, (*key, name), types[name], value)
        for name, value in fields.items()
        if name in types
    }
    if kind is CardEntry:
        values["card"] = _make_record(document, key, Card, data)
    if "place" in types:
        values["place"] = document.place(*key)
    return kind(**values)


def _make_value(document: Document, key: KeyPath, kind: Any, value: Any) -> Any:
    """Return the field of type ``kind`` whose ``value`` a file has at ``key``."""
    if isinstance(value, list):
        inner, *_ = get_args(kind)
        return tuple(
            _make_value(document, (*key, index), inner, item) for index, item in enumerate(value)
        )
    if not isinstance(value, dict):
        return parse(value) if kind is Text else value
    if not isinstance(kind, type):  # one of several kinds of blocks
        ((name, value),) = value.items()
        kind, value = _BLOCK_KINDS[name], {"text": value} if isinstance(value, str) else value
    return _make_record(document, key, kind, value)


class Saved(StrEnum):
    """The effect of saving on the structured file."""

    WRITTEN = "written"
    REPLACED = "replaced"
    MERGED = "merged"
    UNCHANGED = "unchanged"


class Wins(StrEnum):
    """Who wins if a change by hand and a newer edition contradict each other."""

    NOBODY = "nobody"
    EDITION = "edition"
    """The newer edition, which may also replace the notes of another document."""
    HAND = "hand"


class Outcome(NamedTuple):
    """What saving did."""

    saved: Saved | None
    """None if nothing was saved."""
    notes: ReleaseNotes
    """The notes in the file now; those of the import if nothing was saved."""
    before: ReleaseNotes | None = None
    """The notes in the file before, if there was one."""
    changes: tuple[HandChange, ...] = ()
    """How both differ."""
    problems: tuple[Problem, ...] = ()


class _Import(NamedTuple):
    """One import: the notes, the raw document, the structured file, and who wins."""

    notes: ReleaseNotes
    raw: Path
    target: Path
    content: str
    """The notes in their structured form."""
    text: str
    """The content with the lines below it: the digests of its corrections, and the seal."""
    wins: Wins

    @property
    def base_path(self) -> Path:
        """The path of the base of the next merge: a hidden copy of what this import writes."""
        return self.target.parent / IMPORTED / self.target.name

    def refuse(self, *problems: Problem) -> Outcome:
        """Return that nothing was saved."""
        return Outcome(saved=None, notes=self.notes, problems=problems)

    def write(
        self,
        content: str,
        saved: Saved,
        notes: ReleaseNotes,
        old: Document | None = None,
        problems: Iterable[Problem] = (),
    ) -> Outcome:
        """Write ``content``, which may have changes by hand, in place of an ``old`` structured
        file; and what was imported, as the base of the next merge.
        """
        changed = DISK.write(self.target, content + self.text.removeprefix(self.content))
        DISK.write(self.base_path, self.text)
        now, _ = yaml_files.loads(content, SCHEMA, str(self.target))
        return Outcome(
            saved=saved if changed else Saved.UNCHANGED,
            notes=notes,
            before=read_notes(old) if old else None,
            changes=tuple(list_changes(old.data, now)) if old and now else (),
            problems=tuple(problems),
        )


def save(
    notes: ReleaseNotes,
    path: Path,
    target: Path,
    *,
    wins: Wins = Wins.NOBODY,
    corrections: Corrections = _NO_CORRECTIONS,
) -> Outcome:
    """Write the notes read from ``path`` to their :func:`structured_path`, whole or not at all.

    A newer edition of the same document replaces the older one, and is merged with changes made by
    hand. Conflicts keep anything from being written, unless somebody wins. ``corrections`` are
    those that the notes were read with.
    """
    content = dump(notes)
    text = _add_seal(f"{content}{' '.join([_APPLIED_LINE, *digest_all(corrections)])}\n")
    incoming = _Import(notes, path, target, content, text, wins)
    try:
        if not target.exists():
            return incoming.write(incoming.content, Saved.WRITTEN, notes)
        return _replace_file(incoming)
    except OSError as failure:
        return incoming.refuse(cannot_write(target, failure))


def _replace_file(incoming: _Import) -> Outcome:
    """Replace the structured file that is there, or merge with it."""
    old, _ = yaml_files.load(incoming.target, SCHEMA)
    if old is None:
        return _replace_by_force(incoming, "cannot be read")
    present = read_notes(old)
    #  The base of the merge. A file as the import wrote it is its own base.
    text = incoming.target.read_text(encoding="utf-8")
    base = old.data if _is_untouched(text) else _find_base(incoming, text, old.data.get("source"))
    is_same_file = present.source.sha256 == incoming.notes.source.sha256
    if present.source.name != incoming.notes.source.name and not is_same_file:
        by_hand = list_changes(base, old) if base else []
        return _replace_by_force(
            incoming, f"came from another document, {present.source.name!r}", old, by_hand
        )
    if base is not None:
        hand_wins = incoming.wins is Wins.HAND
        merged = Merge(base, old, _load_data(incoming.content), hand_wins=hand_wins)
        if merged.conflicts and incoming.wins is Wins.NOBODY:
            return incoming.refuse(*map(_report_conflict, merged.conflicts))
        notes, problems = loads(yaml_files.dump(merged.data), str(incoming.target))
        if notes is None:  # both sides were valid, but together they are not
            message = "the changes made by hand and the new edition do not fit together"
            hint = "give --force to take the new edition"
            problems.append(error(incoming.target, message, hint))
            return incoming.refuse(*problems)
        overruled = [_report_overruled(item, hand_wins=hand_wins) for item in merged.conflicts]
        saved = Saved.REPLACED if base is old.data else Saved.MERGED
        return incoming.write(dump(notes), saved, notes, old, overruled)
    if is_same_file:
        return Outcome(saved=Saved.UNCHANGED, notes=present, before=present)
    #  Without a base, all that differs from the new edition may be by hand. What the file lacks may
    # as well be new, so that only texts of the file are listed.
    by_hand = [item for item in list_changes(_load_data(incoming.text), old) if item.hand]
    return _replace_by_force(
        incoming,
        f"was changed since its import, and {incoming.base_path} is missing",
        old,
        by_hand,
        "import the edition that it came from once more, which restores that file, or give --force"
        " to replace it",
    )


def _replace_by_force(
    incoming: _Import,
    why: str,
    old: Document | None = None,
    by_hand: Iterable[HandChange] = (),
    hint: str = "--force replaces it",
) -> Outcome:
    """Replace the structured file if the new edition wins, and list what was made by hand; else say
    why it is kept.
    """
    if incoming.wins is not Wins.EDITION:
        message = f"not imported: {incoming.target} {why}"
        return incoming.refuse(error(incoming.raw, message, hint))
    dropped = map(_report_overruled, by_hand)
    return incoming.write(incoming.content, Saved.REPLACED, incoming.notes, old, dropped)


def _find_base(incoming: _Import, text: str, source: object) -> Mapping[str, object] | None:
    """Return the data that the last import wrote, or None if they are lost. ``text`` is the file as
    it is now, perhaps edited, and ``source`` the document that it names.

    The hidden copy has the data, or the new notes if the same edition is imported again. The seal
    in ``text`` shows which; if somebody removed the seal, ``source`` does.
    """
    try:
        hidden_copy = incoming.base_path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        hidden_copy = ""
    seal = _read_seal(text)
    for candidate in filter(_is_untouched, (hidden_copy, incoming.text)):
        data = _load_data(candidate)
        if _read_seal(candidate) == seal or (not seal and data.get("source") == source):
            return data
    return None


def _load_data(text: str) -> dict[str, object]:
    """Return the data of a structured file; none if they are not valid."""
    document, _ = yaml_files.loads(text, SCHEMA, "")
    return dict(document.data) if document else {}


def _report_conflict(item: HandChange) -> Problem:
    """Return the error of a change by hand that the new edition contradicts."""
    hand = (
        f"changed by hand to {_quote_difference(item.hand, item.new)}"
        if item.hand
        else "removed by hand"
    )
    new = (
        f"to {_quote_difference(item.new, item.hand)} by the new edition"
        if item.new
        else "removed by the new edition"
    )
    hint = (
        "write the words of the new edition there, or import with --force (the new edition wins) or"
        " --keep (the hand wins)"
    )
    return error(item.place, f"{item.name}: {hand}, and {new}", hint)


def _report_overruled(item: HandChange, *, hand_wins: bool = False) -> Problem:
    """Return the warning that one of two contradicting changes is dropped."""
    lost, kept, where, winner = (
        (item.new, item.hand, "in the new edition", "change by hand")
        if hand_wins
        else (item.hand, item.new, "by hand", "new edition")
    )
    what = (
        f"the change {where}, {_quote_difference(lost, kept)}," if lost else f"the removal {where}"
    )
    message = f"{item.name}: {what} is dropped for the {winner}"
    #  It is a kind of its own, so that it is printed whole.
    return warning(item.place, message, general=message)


def _quote_difference(text: str, other: str) -> str:
    """Return the first words of a text, from shortly before it differs from the other one."""
    words, others = text.split(), other.split()
    alike = [one == two for one, two in zip(words, others, strict=False)]
    start = max([*alike, False].index(False) - 3, 0)  # three words before the difference
    quotation = " ".join(words[start : start + _QUOTED_WORDS])
    return f"{'… ' * (start > 0)}{quotation!r}{' …' * (start + _QUOTED_WORDS < len(words))}"


def save_review(notes: ReleaseNotes, problems: Iterable[Problem], target: Path) -> Path:
    """Write the review list beside the structured file: doubts first, then repairs.

    Raises OSError if it cannot be written.
    """
    path = review_path(target)
    listed = sorted(
        problems, key=lambda problem: (problem.severity is Severity.REPAIR, problem.place)
    )
    lines = [str(problem) for problem in listed] or [f"{notes.source.name}: nothing to review"]
    DISK.write(path, "\n".join(lines) + "\n")
    return path


def structured_path(notes: ReleaseNotes, folder: Path) -> Path:
    """Return the path of the structured form of ``notes`` in ``folder``: ``<set>.<lang>.yml``.

    If that has another document of the set, with other contents, it is ``<set>.<lang>.<name of the
    document>.yml``.
    """
    first = folder / f"{notes.set_code}.{notes.lang}{STRUCTURED_SUFFIX}"
    for path in files_of_set(notes, folder):
        document, _ = yaml_files.load(path, SCHEMA)
        if document is None:
            continue
        present = read_notes(document)
        if present.source.name == notes.source.name or is_same_document(present, notes):
            return path
        source = _NOT_IN_NAMES.sub("-", Path(notes.source.name).stem)
        first = folder / f"{notes.set_code}.{notes.lang}.{source}{STRUCTURED_SUFFIX}"
    return first


def files_of_set(notes: ReleaseNotes, folder: Path) -> list[Path]:
    """Return the structured files of the set and language of ``notes`` in ``folder``, the one
    without a further name first.
    """
    stem = f"{notes.set_code}.{notes.lang}"
    paths = (
        folder / f"{stem}{STRUCTURED_SUFFIX}",
        *sorted(folder.glob(f"{stem}.*{STRUCTURED_SUFFIX}")),
    )
    return [path for path in paths if path.is_file()]


def review_path(target: Path) -> Path:
    """Return the path of the review list of the structured file ``target``."""
    return target.with_suffix(REVIEW_SUFFIX)


def read_applied(data: bytes) -> tuple[str, ...] | None:
    """Return the digests of the corrections that a structured file was imported with, or None if it
    does not say so.
    """
    lines = data.decode("utf-8", errors="replace").splitlines()
    of_imports = [
        line.removeprefix(_APPLIED_LINE) for line in lines if line.startswith(_APPLIED_LINE)
    ]
    return tuple(of_imports[-1].split()) if of_imports else None


def _add_seal(content: str) -> str:
    """Return the content with a last line, its seal: a digest of all above it."""
    return f"{content}{_SEAL_LINE}{sha256(content.encode())[:16]}\n"


def _read_seal(text: str) -> str:
    """Return the digest in the last line, or an empty text if there is none."""
    last = text.rstrip("\n").rpartition("\n")[2]
    return last.removeprefix(_SEAL_LINE) if last.startswith(_SEAL_LINE) else ""


def _is_untouched(text: str) -> bool:
    """Return whether a text still fits its seal: nobody changed it since the import."""
    return _add_seal(text.rpartition(_SEAL_LINE)[0]) == text


def is_same_document(one: ReleaseNotes, other: ReleaseNotes) -> bool:
    """Return whether both are one document: most entries and sections have a ruling in common, word
    for word.
    """
    ones, others = _collect_rulings(one), _collect_rulings(other)
    common = sum(not rulings.isdisjoint(others.get(name, ())) for name, rulings in ones.items())
    return common >= _COMMON_SHARE * max(len(ones), len(others))


def _collect_rulings(notes: ReleaseNotes) -> dict[str, set[str]]:
    """Return the words of the rulings of each entry and section that has some, by its name.

    The signs are left out that two forms of a document write in different ways.
    """
    words: dict[str, set[str]] = {}
    holders: tuple[Section | CardEntry, ...] = (*notes.sections, *notes.cards)
    for holder in holders:
        name = holder.title if isinstance(holder, Section) else holder.card.name
        for ruling in holder.rulings:
            text = "\n".join(text.plain() for text in ruling.texts)
            words.setdefault(name.casefold(), set()).add(" ".join(_WORD.findall(text.casefold())))
    return words
