"""The ``rulebinder`` command. Only this module prints and chooses exit codes.

0: there are no errors, though there may be warnings. 1: the input has errors, each printed as ``path:line: error: …``. The
readable rest was processed, unless it would have replaced something better. 2: the command was called wrongly and did
nothing. 128 plus a signal's number: that signal ended the command, which left nothing behind.
"""

from __future__ import annotations

import contextlib
import functools
import signal
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

import click

from .facts.content import Content, load_content
from .joining import checks, keeping
from .library import Library
from .names import adding as card_names
from .names import file as namefile
from .notes import ReleaseNotes, Ruling, Unread
from .problems import InputError, Place, Problem, Severity, error
from .publishing import placing, settings
from .publishing import releasing as publishing
from .reading import inputs, revisions
from .reading.inputs import Saved
from .system import streams

_WORDS_SHOWN = 12
"""The number of words of a changed ruling that an import prints."""
_WARNINGS_SHOWN = 20
"""The most warnings that the site's build prints. ``rulebinder check`` prints all."""

_CONTENT = click.option(
    "--content",
    default="content",
    show_default=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of facts and languages.",
)
_NOTES = click.option(
    "--notes",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of release notes: raw documents and imported ones (.yml).",
)

_PUBLISHED = click.option(
    "--published",
    metavar="PATH",
    type=click.Path(exists=True, path_type=Path),
    help="A published website, or its r/index.json. Refuse to break its links.",
)


class _Command(click.Group):
    """The command. Neither its output, a signal nor a lack of memory or files ends it with a traceback."""

    def main(self, *args: Any, **kwargs: Any) -> Any:
        """See :meth:`click.Command.main`."""
        with streams.unfailing(), _stoppable():
            try:
                return super().main(*args, **kwargs)
            except (MemoryError, OSError) as failure:
                why = "out of memory" if isinstance(failure, MemoryError) else failure.strerror or failure
                failed = error(Place(str(getattr(failure, "filename", None) or ".")), f"the work cannot go on ({why})")
            _print([failed])
            return _finish([failed])


@contextlib.contextmanager
def _stoppable() -> Iterator[None]:
    """Clean up and exit after a signal: with 130 after Ctrl-C, 143 after SIGTERM."""

    def stop(number: int, _frame: object) -> NoReturn:
        raise SystemExit(128 + number)

    asked = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
    heeded = [each for each in asked if signal.getsignal(each) is not signal.SIG_IGN]
    if threading.current_thread() is not threading.main_thread():
        heeded = []
    before = {each: signal.signal(each, stop) for each in heeded}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


@click.group(cls=_Command, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="rulebinder")
def main() -> None:
    """Turn Magic: The Gathering release notes into a multilingual website of rulings.

    Problems are printed to standard error as PATH:LINE: error: MESSAGE. The exit code is 0 if there are no errors, 1 if
    the input has errors, and 2 if the command was called wrongly.
    """


@main.command("import")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--notes",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the structured files. It is made if it is missing.",
)
@click.option(
    "--set",
    "set_code",
    metavar="CODE",
    callback=lambda _context, _option, code: code and code.lower(),
    help="The set's code, if the document does not show it: mh3.",
)
@click.option("--lang", metavar="LANG", help="The language, if the document does not show it: en, pt-BR.")
@click.option("--force", is_flag=True, help="Replace structured files of other documents, and files changed by hand.")
@_CONTENT
def import_documents(files: tuple[Path, ...], notes: Path, force: bool, content: Path, **asked: str | None) -> None:
    """Read raw documents of release notes and write each to NOTES/<set>.<lang>.yml.

    Text, Markdown, HTML, .docx and .pdf files are read.

    You can review and edit the structured file. `rulebinder site` prefers it to its raw document. Each file is written
    whole or not at all. A file of another document, or one that was changed since its import, is replaced only with
    --force. NOTES/<set>.<lang>.review lists the doubtful decisions. Settle them in content/corrections.

    The imported sets get the same permanent numbers as in a website of NOTES. CONTENT/ledger/<set>.yml keeps them.
    """
    known, problems = load_content(content)
    _print(problems)
    claims = inputs.Claims()
    taken: set[str] = set()
    for path in files:
        read, found = inputs.read_document(path, known, **asked)
        if read is not None:
            before = inputs.imported(read, notes)
            outcome = claims.refused(path, read) or inputs.save(read, path, notes, force=force)
            if isinstance(outcome, Problem):
                found.append(outcome)
            else:
                _tell(read, outcome, before, found, notes)
                taken.add(read.set_code)
        problems += found
        _print(problem for problem in found if problem.severity is not Severity.REPAIR)
    if taken:
        documents, _ = inputs.read_folder(notes, known, lambda *_: None)
        _, found = keeping.keep(documents, known, content, taken)
        _print(found)
        problems += found
    _finish(problems)


def _tell(read: ReleaseNotes, saved: Saved, before: ReleaseNotes | None, found: Sequence[Problem], folder: Path) -> None:
    """Print a summary of an import, the changes since the last one, and the path of its review list."""
    click.echo(f"{inputs.structured_path(read, folder)}: {saved}: {_summary(read, found)}")
    for change in revisions.changes(before, read) if before and saved is Saved.REPLACED else ():
        click.echo(f"  {change.kind} {change.entry}: {' '.join(change.text.split()[:_WORDS_SHOWN])} …")
    click.echo(f"{inputs.save_review(read, found, folder)}: what to look at")


@main.command()
@_NOTES
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="Folder for the website. An earlier website there is replaced. Other files are kept.",
)
@click.option("--site-url", metavar="URL", help="The address that the website will have, for canonical links and the sitemap.")
@_PUBLISHED
@click.option("--locked", is_flag=True, help="Refuse to build if a ledger in CONTENT would change.")
@click.option("--force", is_flag=True, help="Replace the website even if links break, or with one that has errors.")
@_CONTENT
def site(notes: Path, content: Path, **asked: Any) -> None:
    """Build the website from a folder of release notes.

    Raw documents are read directly. If a document was imported, its structured file is read instead. A document that
    cannot be read is an error. The website is then built from the others, unless it would replace a website without errors.

    Every link of the replaced website must lead to the same ruling as before. If one would not, or if a ledger in CONTENT
    is damaged, nothing is built or written.
    """
    order = publishing.Order(content=content, **asked)
    for folder, option in ((notes, "--notes"), (content, "--content")):
        if _overlap(order.out, folder):
            message = f"--out {order.out} and {option} {folder} overlap: the website needs a folder of its own."
            raise click.UsageError(message)
    with keeping.held(content):
        known, library, problems = _library(content, notes, keeping.look)
        _print_some(problems, f"rulebinder check --notes {notes}")
        if library.sets:
            found = [problem for problem in _build(library, known, order, problems) if problem not in problems]
            _print(found)
            problems += found
    _finish(problems)


@main.command()
@click.option(
    "--out",
    required=True,
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of a website that `rulebinder site` built.",
)
def clean(out: Path) -> None:
    """Remove a website: the files that the build wrote, and no others."""
    try:
        left = placing.clean(out)
    except InputError as failure:
        _print(failure.problems)
        _finish(failure.problems)
    except OSError as failure:
        _print([error(Place(str(failure.filename or out)), f"cannot be removed ({failure.strerror})")])
        sys.exit(1)
    kept = f"; {_count(len(left), 'other file')} left: {placing.described(left)}" if left else ""
    click.echo(f"The website in {out} is removed{kept}.")


@main.command()
@_NOTES
@click.option("--repairs", is_flag=True, help="Also list the faults that were fixed automatically.")
@_PUBLISHED
@_CONTENT
def check(notes: Path, repairs: bool, published: Path | None, content: Path) -> None:
    """List the problems of the facts, the languages and the documents, alone and together."""
    known, library, problems = _library(content, notes, keeping.look)
    if published is not None and library.sets:
        problems += publishing.breaches(library, known, [published], content)
    _print(problem for problem in problems if repairs or problem.severity is not Severity.REPAIR)
    _finish(problems)


@main.command()
@click.option(
    "--from",
    "source",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Scryfall's All Cards, or MTGJSON's AllPrintings or AtomicCards: .json or .json.gz.",
)
@click.option(
    "--notes",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Folder of release notes. Their cards are looked up too.",
)
@click.option("--all", "every", is_flag=True, help="Take every card of the file.")
@_CONTENT
def names(source: Path, notes: Path | None, every: bool, content: Path) -> None:
    """Add the names of cards in other languages to CONTENT/cards/names.yml.

    The names come from a bulk file on this machine. They are added for the cards in names.yml and, with --notes, for the
    cards in the release notes. Existing names are kept. If the file contradicts one, a warning says so.
    """
    problems: list[Problem] = []
    try:
        file = namefile.load(content)
        documents: Sequence[ReleaseNotes] = ()
        if notes is not None:
            known, problems = load_content(content)
            documents, found = inputs.read_folder(notes, known, _read_one)
            problems += found
        with contextlib.ExitStack() as bars:
            bar = functools.partial(_Bars(bars, "Reading"), source.name)
            added = card_names.add(file, source, card_names.wanted_cards(file, documents, every=every), bar)
    except InputError as failure:
        problems += failure.problems
    else:
        problems += added.problems
        click.echo(
            f"{added.path}: {_count(added.names, 'name')} and {_count(added.ids, 'id')} added, {_count(added.cards, 'card')} new"
        )
    _print(problem for problem in problems if problem.is_error or problem.severity is Severity.WARNING)
    _finish(problems)


def _overlap(out: Path, folder: Path) -> bool:
    """Return whether one of the folders is the other or is in it."""
    one, other = out.resolve(), folder.resolve()
    return one.is_relative_to(other) or other.is_relative_to(one)


def _library(
    content: Path, notes: Path, join: Callable[[Sequence[ReleaseNotes], Content, Path], tuple[Library, list[Problem]]]
) -> tuple[Content, Library, list[Problem]]:
    """Return the content, the library of the documents in ``notes``, and all problems."""
    known, problems = load_content(content)
    languages, found = settings.offered(known.languages)
    known = replace(known, languages=languages)
    problems += found
    documents, found = inputs.read_folder(notes, known, _read_one)
    problems += found
    if not documents:
        problems.append(error(Place(str(notes)), "no release notes in this folder", inputs.EXPECTED))
    library, found = join(documents, known, content)
    problems += [*found, *library.problems, *checks.run(library, known.catalogue, known.languages)]
    return known, replace(library, problems=tuple(problems)), problems


def _read_one(path: Path, notes: ReleaseNotes | None, found: Sequence[Problem]) -> None:
    if notes is not None:
        click.echo(f"{path}: {_summary(notes, found)}")


def _build(library: Library, known: Content, order: publishing.Order, before: Sequence[Problem]) -> Sequence[Problem]:
    with contextlib.ExitStack() as bars:
        try:
            problems = publishing.publish(library, known, order, before, _Bars(bars))
        except InputError as failure:
            problems, refused = list(failure.problems), True
        except OSError as failure:
            place = Place(str(failure.filename or order.out))
            problems, refused = [error(place, f"cannot be written ({failure.strerror})", "choose another --out")], True
        else:
            refused = False
    if refused:
        click.echo(f"No website was built; {order.out} is unchanged.", err=True)
    else:
        click.echo(f"The website is in {order.out}. Look at it with `make serve OUT={order.out}`, or publish the folder.")
    return problems


class _Bars:
    """A bar for each stage of some work, or a plain line if the output is not a terminal."""

    def __init__(self, bars: contextlib.ExitStack, work: str = "Building") -> None:
        self._bars = bars
        self._work = work
        self._stage = ""
        self._done = 0

    def __call__(self, stage: str, done: int, total: int) -> None:
        if stage != self._stage or done < self._done:
            self._bars.close()
            self._bar = self._bars.enter_context(click.progressbar(length=total, label=f"{self._work} {stage}"))
            self._stage = stage
        self._done = done
        self._bar.update(done - self._bar.pos)


def _summary(notes: ReleaseNotes, found: Sequence[Problem]) -> str:
    """Summarize a document in one line: ``12 cards, 40 rulings, 5 sections, 0 unread paragraphs, …``."""
    blocks = [
        *(block for section in notes.sections for block in section.body),
        *(block for entry in notes.cards for block in entry.body),
    ]
    severities = Counter(problem.severity for problem in found)
    unread = sum(isinstance(block, Unread) for block in blocks)
    counts = {
        "card": len(notes.cards),
        "ruling": sum(isinstance(block, Ruling) for block in blocks),
        "section": len(notes.sections),
        "unread paragraph": unread,
        "doubtful decision": max(severities[Severity.REVIEW] - unread, 0),
        "repair": severities[Severity.REPAIR],
        "warning": severities[Severity.WARNING],
    }
    return ", ".join(_count(number, noun) for noun, number in counts.items())


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _print_some(problems: Sequence[Problem], command: str) -> None:
    """Print every error and the first warnings. ``command`` is the one that prints all problems."""
    warnings = [problem for problem in problems if problem.severity is Severity.WARNING]
    _print(problem for problem in problems if problem.is_error)
    _print(warnings[:_WARNINGS_SHOWN])
    more = len(warnings) - _WARNINGS_SHOWN
    doubts = sum(problem.severity is Severity.REVIEW for problem in problems)
    rest = [_count(number, noun) for number, noun in ((more, "more warning"), (doubts, "doubtful decision")) if number > 0]
    if rest:
        click.echo(f"and {' and '.join(rest)}: `{command}` lists them all", err=True)


def _print(problems: Iterable[Problem]) -> None:
    for problem in problems:
        click.echo(str(problem), err=True)


def _finish(problems: Iterable[Problem]) -> NoReturn:
    """Exit with 1 if there is an error among the problems, else with 0."""
    sys.exit(int(any(problem.is_error for problem in problems)))
