"""The command lines of the documents can be typed: each command, option and choice, each target of
make, and each of its variables exists.
"""

import re
import shlex
from collections.abc import Iterator, Sequence

import click
import pytest

from rulebinder.cli import COMMANDS, main
from site_tests.conftest import ROOT

MAKEFILE = (ROOT / "Makefile").read_text("utf-8")
DOCUMENTS = [
    path
    for folder in (".", "docs", "docs/en", "content/languages", "generator/rulebinder/cli/owner")
    for path in sorted((ROOT / folder).glob("*.md"))
    if path.name != "CHANGELOG.md"  # it names commands that are gone
]


def calls(code: str) -> Iterator[list[str]]:
    """Yield the words of each call of ``rulebinder`` and ``make`` in a line of code."""
    for line in code.split(" && "):
        if call := re.search(
            r'(?:^|^\.venv/bin/|^docker run .* |^git .*")(rulebinder|make) (.+)', line
        ):
            yield [call[1], *shlex.split(call[2].rstrip('"'), comments=True)]


def command_lines(text: str) -> Iterator[list[str]]:
    """Yield the words of each call in the code of a document."""
    spans = [re.sub(r"\s+", " ", code) for code in re.findall(r"(?<!`)`([^`]+)`(?!`)", text)]
    for code in (*spans, *re.findall(r"^ {4}(.+)$", text, re.MULTILINE)):
        yield from calls(code)


def refusal(words: Sequence[str]) -> str:
    """Return why a call cannot be typed, or an empty text."""
    program, *rest = words
    if program == "make":
        names = [word.partition("=")[0] for word in rest]
        lacking = [name for name in names if not re.search(rf"^{name}( \?=|:)", MAKEFILE, re.M)]
        return f"no {', '.join(lacking)} in the Makefile" if lacking else ""
    command: click.Command | None = main
    context = click.Context(main)
    try:
        while isinstance(command, click.Group):
            _, rest, _ = command.make_parser(context).parse_args(rest)
            if not rest:
                return ""
            name, *rest = rest
            command = command.get_command(context, name)
            if command is None:
                return f"no command {name}"
            context = click.Context(command, parent=context)
        assert command
        values, rest, _ = command.make_parser(context).parse_args(rest)
        for option in command.params:
            value = values.get(str(option.name))
            if isinstance(option.type, click.Choice) and isinstance(value, str) and value.islower():
                option.type.convert(value, option, context)
    except click.BadOptionUsage as failure:
        # a text may name an option without its value
        return "" if failure.option_name == words[-1] else failure.message
    except click.UsageError as failure:
        return failure.message
    return f"too many words: {' '.join(rest)}" if rest else ""


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_command_line_can_be_typed(path):
    lines = command_lines(path.read_text("utf-8"))
    assert [(words, why) for words in lines if (why := refusal(words))] == []


def test_the_documents_name_every_command():
    lines = [words for path in DOCUMENTS for words in command_lines(path.read_text("utf-8"))]
    assert COMMANDS.keys() <= {words[1] for words in lines}
