"""Whoever follows a hint gets what it promises: each hinted command is taken out of its message,
and run.
"""

import re
import shlex
from pathlib import Path

import pytest

from rulebinder.cli import COMMANDS, output
from rulebinder.facts.content import load_content
from rulebinder.notes import Replacement
from site_tests.facts.conftest import put
from site_tests.names.files import SCRYFALL, written
from site_tests.robustness import documents
from site_tests.robustness.documents import card, document, fill, run

VALUES = {
    "YYYY-MM-DD": "2026-01-02",
    "CODE": "hol",
    "LANG": "en",
    "FILE": "bulk.json",
    "NAME": "markdown",
}
"""What a reader writes in place of the words in capitals."""


def hinted(said: str, containing: str = "") -> list[str]:
    """Return the commands in backquotes."""
    return [
        command for command in re.findall(r"`(rulebinder [^`]+)`", said) if containing in command
    ]


def follow(command: str) -> str:
    """Run a command as a reader does, and return what it prints."""
    _, *arguments = shlex.split(command)
    result = run(*(VALUES.get(argument, argument) for argument in arguments))
    assert result.exit_code == 0, f"{command}\n{result.output}"
    return result.output


OWN = "an owner's folder"


@pytest.fixture
def options(request, layers, monkeypatch):
    """Return the options that commands need in the current folder, and hints must have."""
    if getattr(request, "param", "") == OWN:
        return ()
    monkeypatch.chdir(layers.brought.parent)
    fill(Path("my notes"), {})
    return ("--notes", "my notes", "--content", "brought")


def place(options: tuple[str, ...], name: str, text: str) -> None:
    fill(Path(options[1] if options else "notes"), {name: text})


NEW = document(card("Elm")).replace("Hollow Orchard", "Elm $HOME's Street").replace("HOL", "ELM")


@pytest.mark.parametrize("options", [OWN, "elsewhere"], indirect=True)
@pytest.mark.parametrize("name", ["elm.en.md", "x.md"])
def test_a_new_set_is_named_by_the_hint_of_the_check(name, options):
    place(options, name, NEW)
    refused = run("check", *options)
    assert refused.exit_code == 1
    (command,) = hinted(refused.stderr, "--name")
    follow(command.replace("CODE", "elm"))
    known = run("check", *options)
    assert known.exit_code == 0, known.stderr
    assert "1 card" in known.stdout


def test_a_set_or_a_language_that_is_not_told_is_given_by_the_hint(
    options,
):
    untold = (
        document(card("Elm"))
        .replace("*Hollow Orchard* Release Notes", "Release Notes")
        .replace("HOL", "")
    )
    place(options, "x.md", untold)
    (command,) = hinted(run("check", *options).stderr, "--set CODE --notes")[:1]
    follow(command)
    assert run("check", *options).exit_code == 0


def test_a_language_that_nobody_knows_is_chosen_or_begun_by_the_hint(
    options,
):
    words = " ".join(["Zum zul zan zet zor"] * 40)
    place(options, "hol.nl.md", f"{words}\n\n- {words}\n")
    first, second = hinted(run("check", *options).stderr)
    assert "language: en" in follow(f"{first} --explain --set hol")
    assert "nl.yml: written" in follow(second)


def test_a_document_whose_name_contradicts_it_is_decided_by_the_hint(
    options,
):
    place(options, "qua.en.md", document(card("Elm")))
    first, second = hinted(run("check", *options).stderr)
    assert "qua.en.yml: written" in follow(first)
    assert "hol.en.yml: written" in follow(second)


def test_two_forms_of_a_document_are_told_apart_by_the_hint(options):
    place(options, "a.md", document(card("Elm")))
    place(options, "b.md", document(card("Elm")) + "\n")
    (command,) = hinted(run("check", *options).stderr, "b.md")
    assert "qua.en.yml: written" in follow(command.replace("CODE", "qua"))
    assert run("check", *options).exit_code == 0


def test_names_of_cards_are_added_by_the_hint_of_the_check(options):
    place(options, "hol.en.md", document(card("Mire Lantern")))
    written(Path("bulk.json"), SCRYFALL)
    hints = hinted(run("check", "--all", *options).stderr, "import FILE")
    command = hints[0].replace("FILE", "bulk.json")
    assert "4 names and 1 id added, 1 card new" in follow(command)


def test_imported_names_join_those_of_an_owner_and_of_the_program(layers):
    put(
        layers.brought,
        "cards/names.yml",
        "- en: Mire Lantern\n  es: Farol del fango\n- en: Oak\n  es: Roble\n",
    )
    written(Path("bulk.json"), SCRYFALL)
    for counts in ("2 names and 1 id added, 0 cards new", "0 names and 0 ids added, 0 cards new"):
        assert counts in run("import", "bulk.json").output
    assert not (layers.own / "cards/names.yml").exists()
    (lantern, oak) = load_content(layers.own)[0].catalogue.card_names
    assert (set(lantern), dict(oak)) == (
        {"en", "es", "pt-BR", "zh-Hans"},
        {"en": "Oak", "es": "Roble"},
    )


def test_the_warnings_of_names_are_one_line_a_kind_and_the_hint_lists_them(
    options,
):
    place(
        options,
        "hol.en.md",
        document(*(card(f"{name} Hermit") for name in ("Brook", "Cave", "Dune"))),
    )
    written(Path("bulk.json"), SCRYFALL)
    told = run("import", "bulk.json", *options).stderr
    assert len(told.splitlines()) == 1
    assert ": warning: no card 'Brook Hermit' (en) in bulk.json (and 2 more like this: " in told
    (command,) = hinted(told, " -v ")
    assert follow(command).count(": warning: no card ") == 3


@pytest.mark.parametrize("command", ["check", "site", "serve", "import"])
def test_a_folder_without_notes_is_told_of_init(command, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    documents.content(tmp_path / "content")
    fill(tmp_path, {"x.md": document()})
    refused = run(command, *(("x.md",) if command == "import" else ()))
    assert refused.exit_code == 2
    assert "Missing option '--notes'" in refused.stderr
    (init,) = hinted(" ".join(refused.stderr.split()))
    assert "mine is ready" in follow(init.replace("FOLDER", "mine"))
    monkeypatch.chdir("mine")
    assert "no release notes in this folder" in run("check").stderr


def test_a_language_that_came_with_the_program_is_offered_by_the_hint(layers):
    german = (
        (layers.brought / "languages/en.yml")
        .read_text("utf-8")
        .replace("name: English", "name: Deutsch")
    )
    put(layers.brought, "languages/de.yml", german)
    refused = run("language", "new", "de")
    assert refused.exit_code == 1
    (setting,) = re.findall(r"write `(.+?)` into mkdocs.yml", refused.stderr)
    assert setting == "interface_languages: [en, es, fr, de]"
    text = Path("mkdocs.yml").read_text("utf-8")
    Path("mkdocs.yml").write_text(
        re.sub(r"interface_languages: .*", setting, text), encoding="utf-8"
    )
    fill(Path("notes"), {"hol.en.md": document(card("Elm"))})
    assert "have no name in 'de'" in run("check", "--all").stderr
    assert "interface_languages" not in run("language", "new", "de").stderr


def test_a_language_that_is_read_gets_a_file_with_the_words_of_the_site_alone(
    layers,
):
    english = (layers.brought / "languages/en.yml").read_text("utf-8")
    reading = (
        english.partition("\ninterface:")[0].replace("name: English", "name: Nederlands") + "\n"
    )
    put(layers.brought, "languages/nl.yml", reading)
    assert (
        "Then write docs/nl, and `interface_languages: [en, es, fr, nl]` into mkdocs.yml"
        in follow("rulebinder language new nl")
    )
    own = (layers.own / "languages/nl.yml").read_text("utf-8")
    assert "reading:" not in own
    found, problems = load_content(layers.own)
    assert [problem for problem in problems if problem.is_error] == []
    assert found.languages["nl"].interface == found.languages["en"].interface


def test_the_correction_of_a_review_is_added_and_those_of_the_program_stay(layers):
    put(layers.brought, "sets/hol.yml", "names: {en: Hollow Orchard}\nreleased: 2010-05-15\n")
    put(
        layers.brought,
        "corrections/hol.en.yml",
        "- {printed: red counter, correct: rad counter, reason: misprint}\n",
    )
    fill(Path("notes"), {"hol.en.md": document(card("Elm", "Add {C}, then remove a red counter."))})
    said = run("check", "--all").stderr
    ((file, line),) = re.findall(r"; add to (content/\S+): (- .+)", said)
    put(layers.own.parent, file, f"{line}\n")
    after = run("check", "--all")
    assert after.exit_code == 0
    assert "add to content/" not in after.stderr
    replaced = load_content(layers.own)[0].corrections["hol", "en"].entries
    assert [(each.printed, each.correct) for each in replaced if isinstance(each, Replacement)] == [
        ("red counter", "rad counter"),
        ("{C}", "{CHAOS}"),
    ]


@pytest.mark.parametrize("option", ["notes", "content"])
def test_the_options_of_hints_are_those_of_the_commands(option):
    taking = {name for name in COMMANDS if f"--{option} " in run(name, "--help").output}
    language = {"language"} if option == "content" else set()  # its subcommand has the option
    assert set(output.COMMANDS_WITH[option]) == taking | language


def test_folders_of_strange_names_are_quoted(layers, monkeypatch):
    monkeypatch.chdir(layers.brought.parent)
    fill(Path("it's; $(touch bad)"), {"qua.en.md": document(card("Elm"))})
    first, _ = hinted(run("check", "--notes", "it's; $(touch bad)", "--content", "brought").stderr)
    assert "qua.en.yml: written" in follow(first)
    assert shlex.split(first)[-4:] == ["--notes", "it's; $(touch bad)", "--content", "brought"]
