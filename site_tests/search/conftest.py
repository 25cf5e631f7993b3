"""The invented set with a hostile card and a quoted rule, its search records, and their files."""

from dataclasses import replace

import pytest

from rulebinder.notes import Rule
from rulebinder.pages.edition import editions as all_editions
from rulebinder.search import bundle, normal_form
from rulebinder.search.listing import Finder
from rulebinder.settings import options
from rulebinder.text import parse
from site_tests import outputs
from site_tests.builders import card, entry, example_documents, face, library_of, notes, section

HOSTILE = "<img src=x onerror=boo()>"


@pytest.fixture(scope="session")
def library():
    hostile = entry(
        card(face(HOSTILE, "Artifact", "<script>boo()</script>")),
        "Not <b>bold</b> & {T}.",
    )
    quoting = section(
        "Umbral Step", Rule("702.345b", parse("A step is one step.")), "One steps once."
    )
    told = entry("Umbral Stair", "It is steep.")
    stair = replace(
        told,
        body=(
            *told.body,
            Rule("702.345a", parse("A stair has steps.")),
            Rule("702.345a", parse("Two or more.")),
        ),
    )
    documents = [
        *example_documents(),
        notes(hostile, stair, set_code="vex", sections=[quoting]),
    ]
    return library_of(*documents)


@pytest.fixture(scope="session")
def editions(library, languages):
    return all_editions(library, options.offer_languages(languages)[0])


@pytest.fixture(scope="session")
def records(editions, languages):
    return Finder(
        editions=editions, fold=normal_form.make_fold(normal_form.list_elisions(languages))
    ).list_records()


@pytest.fixture(scope="session")
def indexed(editions, tmp_path_factory):
    """Return the folder ``search`` of a site."""
    out = tmp_path_factory.mktemp("indexed")
    outputs.write_search(editions, out)
    return out / bundle.FOLDER
