"""The dialect and the set of a document: what counts, what never counts, and how the choice is
explained.
"""

import shlex
from pathlib import Path

import pytest
import yaml

from rulebinder.facts.catalogue import Catalogue, SetFacts
from rulebinder.facts.content import Content
from rulebinder.facts.languages import Languages
from rulebinder.reading import document as readers
from rulebinder.reading.detection import NO_OVERRIDES, Detection, Overrides, find_dialects
from rulebinder.reading.dialect import DocumentText, count_marks
from rulebinder.reading.dialects import DIALECTS
from site_tests.conftest import lacking
from site_tests.outputs import names
from site_tests.robustness.documents import content as content_folder
from site_tests.robustness.documents import document, files, fill, inputs, run

TABLES = yaml.safe_load(Path(__file__).with_name("detection.yml").read_text("utf-8"))
FAQ = """\
{title}

This FAQ is for the people of the marsh, and it has two parts that you may read in any order.
-----
General Notes
Release Information
{release}
-----
Card-Specific Notes
-----
Reed Cutter
{{1}}{{G}}
Creature -- Human
2/2
Reach
* It reaches the tops of the reeds.
{ruling}
-----
Lamp Post
{{2}}
Artifact
{{T}}: Add {{C}}.
* It is always lit.
* It can't be moved by a player.
-----
"""
SETS = {"reed": "Reeds of the Marsh", "mire": "Mire", "mir2": "Mire Rising"}


def detected(
    text: str,
    languages: Languages,
    name: str = "x.txt",
    asked: Overrides = NO_OVERRIDES,
) -> Detection:
    sets = {code: SetFacts(code=code, names={"en": title}) for code, title in SETS.items()}
    facts = Catalogue(sets=sets, mechanics={}, cards=())
    (best, *_), _ = readers.explain(text.encode(), name, Content(facts, languages, {}), asked)
    return best.detection


def faq(
    title: str = "Frequently Asked Questions", release: str = "", ruling: str = "* It is the one."
) -> str:
    return FAQ.format(title=title, release=release, ruling=ruling)


def dialect(text: str, languages: Languages) -> str:
    choice = detected(text, languages).dialect
    assert choice is not None
    assert choice.value is not None
    return choice.value.name


def set_of(found: Detection) -> str | None:
    assert found.set_facts is not None
    return found.set_facts.value.code if found.set_facts.value else None


def likeliest(text: str) -> str | None:
    value = find_dialects(DocumentText(text, "x.txt"))[0].value
    return value.name if value else None


def test_a_page_with_marks_is_first_read_as_no_plain_faq():
    assert likeliest(faq()) == "line-faq"
    likely = {mark: likeliest(faq(ruling=ruling)) for mark, ruling in TABLES["marks"].items()}
    assert likely == dict.fromkeys(TABLES["marks"], "markdown")


@pytest.mark.parametrize(
    "ruling",
    [
        "* It is _the_ one, in _Mire_(TM).",
        "* Its power is */1+* or 2/*.",
        "* One star* is a footnote.",
        "***A title***\n* It is the one.",
        "* It is the one.\nReeds",  # as long as the divider below it
    ],
)
def test_what_plain_text_has_is_no_mark(ruling, languages):
    assert count_marks(faq(ruling=ruling)) == {}
    assert dialect(faq(ruling=ruling), languages) == "line-faq"


def test_underlines_are_no_dividers():
    text = "\n\n".join(
        f"{title}\n{'-' * len(title)}\n\n* It is the one that you see."
        for title in ("Reed Cutter", "Lamp", "Marsh Elf")
    )
    found = {each.name: each.likeness(DocumentText(text, "x")) for each in DIALECTS}
    assert found["line-faq"].score == 0
    assert "3 underlined headings" in found["line-faq"].reason


def test_collector_lines_below_pictures_make_no_page_of_bullets_a_collector_page(
    languages,
):
    cards = "".join(
        f"- One.\n- Two.\n\n000{at}_MTGMIR_Main: Elm\n\nElm\n{{G}}\nArtifact\n" for at in range(4)
    )
    assert (
        dialect(
            "Mire Release Notes\n\nThe notes are for you and the elm that it is"
            f" about.\n\nCard-Specific Notes\n\n{cards}- It is the one that you see.\n",
            languages,
        )
        == "markdown"
    )


def test_the_user_overrules_the_dialect(languages):
    found = detected(faq(), languages, asked=Overrides(dialect="markdown")).dialect
    assert found is not None
    assert (found.value and found.value.name, found.by) == ("markdown", "--dialect")
    refused = detected(faq(), languages, asked=Overrides(dialect="letter")).problems
    assert "choose one of collector-lines, line-faq, markdown, one-line" in refused[0].hint


ELSEWHERE = (
    "The Mire set has 165 cards.\nThe Mire set, with the MIRE set code, becomes legal in May."
    " Permitted sets: Mire, Oak Row, Elm Street.\nMire\nElm Street"
)
"""Sentences that name a set. They never decide, since those of another set may name it too."""


@pytest.mark.parametrize("said", TABLES["said"])
def test_title_codes_and_file_name_decide(said, languages):
    title, name, code = TABLES["said"][said]
    found = detected(faq(title, ELSEWHERE), languages, name)
    assert (set_of(found), found.problems) == (code, [])


@pytest.mark.parametrize("case", TABLES["uncertain"])
def test_an_uncertain_set_is_one_error_with_all_ways_out(case, languages):
    title, name, codes = TABLES["uncertain"][case]
    found = detected(faq(title, ELSEWHERE), languages)
    assert set_of(found) is None
    [problem] = map(str, found.problems)
    assert problem.startswith("x.txt:1: error: the ")
    ways = " or ".join(f"`rulebinder import x.txt --set {code}`" for code in codes)
    assert f"; if content names it: {ways}, or name the file {codes[0]}.en.txt; else" in problem
    assert f"`rulebinder import --set CODE --name {name} --released YYYY-MM-DD`" in problem


@pytest.mark.parametrize("case", TABLES["contradicted"])
def test_a_file_name_that_facts_or_document_contradict_is_an_error(case, languages):
    title, about, code, ways = TABLES["contradicted"][case]
    found = detected(faq(title, ELSEWHERE), languages, f"{code}.en.txt")
    assert set_of(found) is None
    [problem] = found.problems
    assert problem.is_error
    assert "the file's name says" in problem.message
    assert code in problem.message
    assert about in problem.message
    assert ways.format(f"rulebinder import {code}.en.txt ") in problem.hint


def test_a_title_may_be_the_translated_name_of_the_set_that_the_file_name_says(
    languages,
):
    sets = {"mire": SetFacts(code="mire", names={"fr": "Le bourbier"})}
    facts = Catalogue(sets=sets, mechanics={}, cards=())
    (best, *_), _ = readers.explain(
        faq("Quagmire FAQ").encode(), "mire.en.txt", Content(facts, languages, {}), NO_OVERRIDES
    )
    assert set_of(best.detection) == "mire"
    assert [str(problem) for problem in best.detection.problems] == [
        "mire.en.txt:1: warning: only the file's name says that the set is 'mire': the title names"
        " 'Quagmire'; add its name in 'en' to content/sets/mire.yml, or `rulebinder import"
        " mire.en.txt --set mire` makes sure"
    ]


NEW = ("--set", "elm", "--name", "Elm Street", "--released", "2026-01-01")


@pytest.fixture
def page(tmp_path):
    """Return a document beside a folder of facts."""
    content_folder(tmp_path / "content")
    return fill(tmp_path, {"x.md": document()}) / "x.md"


def test_an_import_explains_and_writes_nothing(page):
    known = page.with_name("content")
    before = files(known / "sets")
    result = run("import", page, "--explain", "--content", known, *NEW)
    assert result.exit_code == 0
    assert "  language: en (chosen by the document)\n    en: 0." in result.stdout
    assert "  dialect: markdown (chosen by the document)\n    markdown: " in result.stdout
    assert "    line-faq: 0.00: " in result.stdout
    assert "  set: elm (chosen by --set)\n" in result.stdout
    assert files(known / "sets") == before
    assert names(page.parent) == ["content", "x.md"]


def test_a_set_is_named_on_the_spot(tmp_path):
    known = content_folder(tmp_path / "content")
    path = tmp_path / "elm.en.md"
    path.write_text(document().replace("Hollow Orchard", "Elm Street"), "utf-8")
    for said in ("written", "unchanged"):
        result = run("import", path, *inputs(tmp_path), *NEW)
        assert (result.exit_code, result.stderr) == (0, "")
        assert f"notes/elm.en.yml: {said}: 1 card" in result.stdout
    assert (known / "sets" / "elm.yml").read_text(
        "utf-8"
    ) == "names:\n  en: Elm Street\nreleased: '2026-01-01'\n"
    assert run("check", *inputs(tmp_path)).exit_code == 0


@pytest.mark.parametrize("wrong", TABLES["wrong"])
def test_facts_that_are_wrong_or_contradict_a_file_are_an_error(wrong, page):
    options, message = TABLES["wrong"][wrong]
    fill(page.with_name("content") / "sets", {"bad.yml": "names: ["})
    before = files(page.parent)
    result = run("import", page, *inputs(page.parent), *shlex.split(options))
    assert result.exit_code == 1
    assert message in result.stderr
    assert files(page.parent) == before


@pytest.mark.parametrize(
    "options", [NEW[:4], NEW[2:], ("--released", "2026-01-01"), NEW[2:4]], ids=" ".join
)
def test_half_of_the_facts_is_wrong_usage(options, page):
    result = run("import", page, *inputs(page.parent), *options)
    assert result.exit_code == 2
    assert "give all three" in result.stderr


_ENOUGH = 25_000
"""The bytes of a document that say its layout and its set. Other tests read the real ones whole."""


@pytest.mark.parametrize("named", ["x", "another set"])
@pytest.mark.parametrize("document_name", TABLES["real"])
def test_real_documents_find_their_layout_and_set_or_none(
    document_name, named, languages, release_notes_dir
):
    folders = (release_notes_dir, release_notes_dir.with_name("release-notes-more"))
    path = next(
        (folder / document_name for folder in folders if (folder / document_name).is_file()), None
    )
    if path is None:
        lacking(f"{document_name} is not among the real release notes here")
    (code, lang), (name, layout) = document_name.split(".")[:2], TABLES["real"][document_name]
    others = {
        f"o{at}": SetFacts(code=f"o{at}", names={"en": each})
        for at, each in enumerate(TABLES["other names"])
    }
    file = {"x": "x", "another set": f"o0.{lang}.md"}[named]
    whole_lines, _, rest = path.read_bytes()[:_ENOUGH].rpartition(b"\n")
    text = whole_lines or rest  # a document may be one line
    for own in ({code: SetFacts(code=code, names={lang: name})}, {}):
        facts = Catalogue(sets={**others, **own}, mechanics={}, cards=())
        (best, *_), _ = readers.explain(text, file, Content(facts, languages, {}), NO_OVERRIDES)
        found = best.detection
        assert best.dialect == layout
        chosen = set_of(found)
        is_silent = document_name == "dgm.fr.txt"  # it has neither a title nor codes
        if named == "another set" and (is_silent or (lang == "es" and not own)):
            assert chosen == "o0"
            warned = [] if is_silent else [True]
            assert ["only the file's name" in each.message for each in found.problems] == warned
        else:
            is_said = own and named == "x" and not is_silent
            assert chosen == (code if is_said else None)
            assert [each.is_error for each in found.problems] == [True] * (chosen is None)
