"""Pages of each kind are as somebody approved them."""

from site_tests import outputs, sites
from site_tests.outputs import site_of
from site_tests.rendering.approval import assert_approved, read

INVENTED = (
    "index.html",
    "404.html",
    *(
        f"en/{page}index.html"
        for page in (
            "", "about/", "audit/", "cards/", "cards/farol-del-fango/", "cards/mire-lantern/",
            "cards/sink-surface/", "cards/wisp-of-the-fen/", "mechanics/", "mechanics/dusk/",
            "mechanics/glimmer/", "offline/", "r/lom/wisp-of-the-fen/2/", "rules/",
            "rules/702-345b/", "search/", "sets/", "sets/lom/", "sets/lom/document/",
            "sets/lom/sheet/", "table/",
        )
    ),
    *(
        f"es/{page}index.html"
        for page in (
            "", "cards/farol-del-fango/", "cards/mire-lantern/", "cards/sink-surface/",
            "cards/wisp-of-the-fen/", "linking/", "mechanics/", "mechanics/glimmer/",
            "r/lom/mire-lantern/1/", "r/lom/wisp-of-the-fen/2/", "sets/lom/document/", "table/",
        )
    ),
    *(
        f"fr/{page}index.html"
        for page in (
            "", "cards/mire-lantern/", "cards/wisp-of-the-fen/", "mechanics/glimmer/",
            "rules/702-345b/", "sets/lom/", "sets/lom/document/",
        )
    ),
    "r/lom/mire-lantern/1/index.html",
)  # fmt: skip
"""Of the site of the small invented set: each kind in English, and where languages differ."""
EXAMPLE = (
    "en/index.html",
    "en/cards/assault-on-cairnwatch-giant-of-the-last-beacon/index.html",
    "en/cards/shalefield-drover/index.html",
    "en/mechanics/ballast/index.html",
    "en/rules/202-3/index.html",
    "en/sets/lam/index.html",
    "en/sets/lam/sheet/index.html",
    "es/cards/shalefield-drover/index.html",
)
"""Of the site of content/notes, whose sets, cards and mechanics have more to show."""
SOURCES = tuple(
    f"{page}index.md"
    for page in ("cards/wisp-of-the-fen/", "mechanics/glimmer/", "sets/lom/", "sets/lom/document/")
)


def test_pages_are_as_approved(built, library, tmp_path_factory):
    assert_approved("lom", read(built, INVENTED))
    example = sites.once(tmp_path_factory, "whole", sites.example)
    assert_approved("example", read(example, EXAMPLE))
    sources = outputs.sources(site_of(library), "en")
    assert_approved("markdown", {path: sources[path].text for path in SOURCES})
