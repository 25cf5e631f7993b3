"""The page of a real card that two sets print, in two languages."""

from __future__ import annotations

from dataclasses import replace
from html import unescape
from pathlib import Path

from rulebinder.facts.languages import Languages, spoken
from rulebinder.joining import join
from rulebinder.joining.identity.card_identity import folded
from rulebinder.notes import ReleaseNotes
from rulebinder.reading import inputs
from site_tests import outputs, sites
from site_tests.outputs import site_of

NAME = "Tarmogoyf"


def only_the_card(document: ReleaseNotes) -> ReleaseNotes:
    return replace(
        document,
        sections=(),
        cards=tuple(entry for entry in document.cards if folded(entry.card.name) == folded(NAME)),
    )


def test_tarmogoyf_shows_both_sets_in_every_language(
    release_notes_dir: Path, languages: Languages, tmp_path: Path
) -> None:
    content = sites.content()
    read = [
        inputs.read_document(release_notes_dir / name, content)[0]
        for name in ("fut.en.txt", "tsr.es.md")
    ]
    documents = [only_the_card(document) for document in read if document]
    assert [len(document.cards) for document in documents] == [1, 1]
    library, problems = join(documents, content.catalogue, languages)
    assert not problems
    for lang in spoken(languages):
        assert outputs.render(site_of(library), lang, tmp_path / lang, {}) == []
        page = unescape((tmp_path / lang / "cards" / "tarmogoyf" / "index.md").read_text("utf-8"))
        shown = [page.index(f'id="{note.set_code}') for note in library.cards["tarmogoyf"].notes]
        assert (shown == sorted(shown)) == (lang == "es"), (
            "the Spanish set is newer, but the reader's language comes first"
        )
        for facts in (content.catalogue.sets["tsr"], content.catalogue.sets["fut"]):
            assert facts.name(lang) in page
        for notes in library.cards["tarmogoyf"].notes:
            assert page.count(f'id="{notes.set_code}-') >= len(notes.notes), (lang, notes.id)
