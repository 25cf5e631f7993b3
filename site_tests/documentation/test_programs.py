"""The example of the page for bots finds a card by any of its names, and links its rulings."""

import re

import pytest

from rulebinder.facts.catalogue import NO_LONGER
from rulebinder.outputs import data
from rulebinder.site.place import MANIFEST
from site_tests.builders import example_library
from site_tests.calling import python
from site_tests.documentation.written import page
from site_tests.outputs import site_of
from site_tests.robustness.documents import fill

ADDRESS = "https://x.example/sub/"
PROGRAM = re.search(r"^(?: {4}.*\n|\n)+", page("en", "programs.md").text.partition("into it:\n")[2])


@pytest.fixture
def program(tmp_path):
    """Return the example, which reads the data of a site from a folder."""
    fill(tmp_path, dict(data.make_files(site_of(example_library(), address=ADDRESS))))
    assert PROGRAM
    lines = [line[4:] for line in PROGRAM[0].splitlines()]
    assert len([line for line in lines if line]) <= 30
    text = "\n".join(lines).replace("https://example.org/", f"{tmp_path.as_uri()}/")
    (tmp_path / "example.py").write_text(text, "utf-8")
    return tmp_path / "example.py"


def test_the_files_that_the_page_names_are_those_of_a_site_with_the_rulings_api():
    site = site_of(example_library(), rulings_api=True)
    made = [MANIFEST]
    made += [path for path, _ in (*data.make_files(site), *data.make_ruling_lists(site))]
    named = [
        each
        for part in ("files", "api")
        for each in page("en", "programs.md").part(part).code
        if "/" in each
    ]
    forms = {each: re.compile(re.sub("<[a-z]+>", "[^/]+", each)) for each in dict.fromkeys(named)}
    found = {path: [each for each, form in forms.items() if form.match(path)] for path in made}
    assert [
        path for path, forms in found.items() if not forms and not path.startswith("data/notes/")
    ] == []
    assert {each for forms in found.values() for each in forms} == set(forms)


@pytest.mark.parametrize("name", ["Mire Lantern", "FAROL DEL FANGO"])
def test_a_card_is_found_by_any_name_and_its_rulings_are_linked(program, name):
    assert python("-I", program, name, "es").stdout.splitlines() == [
        "Farol del fango",
        "- El Farol del fango da maná azul.",
        f"  {ADDRESS}r/lom/mire-lantern/1/",
    ]


def test_a_ruling_that_is_wrong_today_is_marked(program):
    rulings = program.parent / "data" / "rulings.ndjson"
    text = rulings.read_text("utf-8")
    rulings.write_text(
        text.replace('"verdict":null', f'"verdict":{{"still": "{NO_LONGER}"}}'), "utf-8"
    )
    assert "- El Farol del fango da maná azul. [no longer true]" in (
        python("-I", program, "Mire Lantern", "es").stdout.splitlines()
    )


def test_a_half_is_found_and_rulings_in_other_languages_are_shown(program):
    assert python("-I", program, "sink", "fr").stdout.splitlines()[1:] == [
        '- See "New Mechanic: Glimmer" above.',
        f"  {ADDRESS}r/lom/sink-surface/1/",
    ]


def test_an_unknown_name_is_one_sentence(program):
    told = python("-I", program, "Nobody", "en")
    assert (told.returncode, told.stderr) == (1, "No card is called Nobody.\n")
