"""A ruling has one date everywhere: the day of its set; if an edition changed it, also the day of
that edition.
"""

from rulebinder.outputs import data
from rulebinder.search.listing import Finder
from rulebinder.search.normal_form import list_elisions, make_fold
from site_tests.builders import entry, joined, notes
from site_tests.outputs import html_at, shorts, site_of
from site_tests.rendering.approval import assert_approved

BEFORE, AFTER = "2031-01-20", "2031-03-04"


def test_the_dates_of_a_ruling_are_as_approved(languages):
    """The first ruling never changed, the second was changed by an edition, which added the third.
    Its own day is on the page of its card, on its short page, and in the data and the search.
    """
    kept, old = (
        "The first lantern burns until the end of the turn.",
        "A lantern that is lit costs {1} less to cast.",
    )
    first = joined(notes(entry("Mire Lantern", kept, old), last_modified=BEFORE))
    added = "Wholly different: nobody may sacrifice goats here."
    document = notes(
        entry("Mire Lantern", kept, old.replace("{1}", "{2}"), added), last_modified=AFTER
    )
    library = joined(document, ledgers=first.ledgers)
    site = site_of(library, address="https://x.example/")
    files = {**dict(data.make_files(site)), **shorts(site)}
    paths = [
        f"{lang}r/lom/mire-lantern/{at}/index.html" for lang in ("", "en/") for at in (1, 2, 3)
    ]
    pages = {path: str(files[path]) for path in ("data/rulings.ndjson", "r/index.json", *paths)}
    assert_approved("dates", {**pages, "card": html_at(library, "cards/mire-lantern/")})
    records = Finder(
        editions=site.editions, fold=make_fold(list_elisions(languages))
    ).list_records()["en"]
    days = [record.revised_at for record in records if record.kind == "ruling"]
    assert days == [None, AFTER, None]
