"""The set of a document: its title and its head say it, lists of legal sets never do.

A document of a set that nobody knows yet names known sets too. So a name counts only if it is the
whole of the title, or if the head speaks of the set itself. The name of the file must not disagree.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...facts.catalogue import Catalogue, SetFacts
from ...facts.languages import Language
from ...facts.new_sets import CODE_HINT
from ...notes import SET_CODE, STAMP
from ...problems import Place, Problem, error, warning
from ...text import parse
from ..dialect import DocumentText
from ..lines import Kind, Line
from ..notation.spellings import folded
from ..notation.word_boundaries import whole
from ..parts.metadata import is_title, read_header
from ..parts.outline import Outline
from ..patterns import Patterns
from .evidence import FILE_NAME, Choice, Evidence, again, hints, quoted, ranked
from .set_mentions import SetMention, levelled, mentions

_HEAD = 40
"""How many lines of the general notes may belong to the head."""
_HEAD_KINDS = ("release", "legality")
_METADATA = re.compile(r"^(?:\W*metadata\W*)?(?P<key>[a-z_]+)\]?:-?\s*\"?(?P<value>.*?)\"?$")
_GENERIC = re.compile(r"Magic:?\s*The Gathering|\bMagic\b|[®™©]|\((?:TM|R)\)", re.IGNORECASE)
_LETTER = re.compile(r"[^\W\d_]")
_EDGES = " \t-–—―:：,;.·|/()[]\"'“”«»*_"
_ENOUGH = 2
"""How often the head must name a set that the title does not name."""


@dataclass(frozen=True, kw_only=True)
class SetClues:
    """The parts of a document that say which set it is about."""

    titles: tuple[str, ...]
    paragraphs: tuple[str, ...]
    """The paragraphs before the general notes, and those of their first sections about release and
    legality.
    """
    stamps: Mapping[str, int]
    """The set codes in collector lines and in names of files, with their counts."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """What must be known to find the set of a document."""

    path: str
    head: SetClues
    language: Language
    catalogue: Catalogue


def head(page: DocumentText, regions: Outline, words: Patterns) -> SetClues:
    """Return the head of a page that is divided into its regions."""
    reading = words.language.reading
    above = (*regions.metadata, *regions.preamble)
    before = [_plain(line) for line in above if line.kind not in (Kind.NAVIGATION, Kind.DIVIDER)]
    title = _plain_text(read_header([line.text for line in regions.preamble], reading).title)
    found = [_without_metadata(text) for text in (title, *before)]
    return SetClues(
        titles=tuple(dict.fromkeys(text for text in found if is_title(text, reading)))
        or (title,) * bool(title),
        paragraphs=(*before, *_opening(regions.general, words)),
        stamps=Counter(match[1].lower() for match in STAMP.finditer(page.text)),
    )


def _opening(general: Sequence[Line], words: Patterns) -> Iterator[str]:
    """Yield the paragraphs of the first sections about release and legality; a line of a list is no
    paragraph.
    """
    for line in general[:_HEAD]:
        kind = words.section_kind(line.text)
        if kind is not None and kind not in _HEAD_KINDS:
            return
        if line.kind in (Kind.TEXT, Kind.TITLE, Kind.LEAD):
            yield _plain(line)


def _without_metadata(text: str) -> str:
    """Return the title in a line of page metadata; other metadata has none."""
    match = _METADATA.match(text)
    if match:
        return match["value"] if match["key"] == "title" else ""
    return text


def _plain(line: Line) -> str:
    return _plain_text(line.text)


def _plain_text(text: str) -> str:
    return " ".join(parse(text).plain().split())


def find_set(question: Question, asked: str | None) -> Choice[SetFacts]:
    """Return the set that the document is about; if that is not certain, the problem names the
    choices.
    """
    sets = question.catalogue.sets
    if asked is not None:
        return _given(asked, "--set", question, ())
    named = _names(question)
    titled = _titled(question)
    scores = {code: _Score(code, question, named, titled) for code in sets}
    evidence = ranked(
        [Evidence(code, each.total, each.reason) for code, each in scores.items() if each.total]
    )
    hint = hints(question.path)[0]
    best = _best(evidence)
    unknown = _unknown_name(question, scores)
    if best is not None and not (unknown and scores[best].is_doubtful) and hint in (None, best):
        return Choice(value=sets[best], evidence=evidence)
    if best is not None and hint not in (None, best) and not unknown:
        return Choice(
            value=None, evidence=evidence, problems=(_contradicted(question, hint or "", best),)
        )
    if hint is not None and (
        hint not in sets or _agrees(scores[hint], sets[hint], unknown, question)
    ):
        found = _given(hint, FILE_NAME, question, evidence)
        if found.value is None or scores[hint].total >= _ENOUGH or _has_code(question.head, hint):
            return found
        return replace(found, problems=(_only_named(question, found.value),))
    return Choice(value=None, evidence=evidence, problems=(_not_found(question, unknown, hint),))


def _agrees(score: _Score, facts: SetFacts, unknown: str, question: Question) -> bool:
    """Return whether nothing in the document speaks against the set that the file's name says."""
    if score.stamped_otherwise:
        return False
    return not unknown or score.total >= _ENOUGH or question.language.lang not in facts.names


def _best(evidence: Sequence[Evidence]) -> str | None:
    """Return the set with the most evidence, if there is enough and no other set has as much."""
    if not evidence or evidence[0].score < _ENOUGH:
        return None
    return evidence[0].name if len(evidence) < 2 or evidence[0].score > evidence[1].score else None


class _Score:
    """The evidence for one set."""

    def __init__(
        self,
        code: str,
        question: Question,
        named: Sequence[SetMention],
        titled: Sequence[tuple[str, str]],
    ) -> None:
        self.code = code
        own = [each for each in named if each.code == code]
        self.bare = sum(not each.listed and not each.continued for each in own)
        self.continued = sum(each.continued for each in own)
        self.coded = sum(each.coded for each in own)
        self.stamps = question.head.stamps.get(code, 0)
        self.stamped_otherwise = not self.stamps and sum(question.head.stamps.values()) >= _ENOUGH
        self.titled = any(code == found for found, _ in titled)
        self.whole = any(code == found and (not left or left.islower()) for found, left in titled)

    @property
    def is_doubtful(self) -> bool:
        """Whether the title may have a longer name, and the head does not name the set often enough
        without more words.
        """
        return (
            not self.whole
            and not self.stamps
            and (self.bare < _ENOUGH or self.bare <= self.continued)
        )

    @property
    def total(self) -> float:
        """The sum of the evidence.

        Nothing counts if the name is a part of a longer one, or if the page has another set's code.
        """
        if self.stamped_otherwise and not self.whole:
            return 0
        named = self.bare if self.bare > self.continued else 0
        return (
            20 * self.whole
            + 5 * (self.titled and not self.is_doubtful)
            + named
            + 3 * self.coded
            + 10 * bool(self.stamps)
        )

    @property
    def reason(self) -> str:
        """What counted."""
        parts = {
            "the title is its name": self.whole,
            "the title has its name": self.titled and not self.whole,
            f"named {_times(self.bare)} in the head": self.bare,
            f"{_times(self.coded)} with its code": self.coded,
            f"{_times(self.continued)} as a part of a longer name": self.continued,
            f"its code is {_times(self.stamps)} in collector lines or names of files": self.stamps,
        }
        return ", ".join(part for part, counts in parts.items() if counts)


def _times(count: int) -> str:
    return "once" if count == 1 else f"{count} times"


def _known_names(question: Question) -> dict[str, str]:
    """Return the codes of the sets by name, in the document's language and in English."""
    langs = (question.language.lang, "en")
    return {
        folded(name): code
        for code, facts in question.catalogue.sets.items()
        for lang, name in facts.names.items()
        if lang in langs
    }


def _names(question: Question) -> list[SetMention]:
    """Return the places of the head that name a set."""
    reading = question.language.reading
    kinds = tuple(name for names in reading.kinds.values() for name in names)
    known = _known_names(question)
    return [
        mention
        for paragraph in question.head.paragraphs
        if paragraph not in question.head.titles
        for mention in mentions(paragraph, known, reading.list_and, kinds)
    ]


def _titled(question: Question) -> list[tuple[str, str]]:
    """Return the sets that the titles name, each with the rest of its title, which is empty if the
    name is all of it.
    """
    names = _known_names(question)
    if not names:
        return []
    pattern = re.compile(whole(names), re.IGNORECASE)
    found = []
    for title in map(levelled, question.head.titles):
        match = pattern.search(title)
        if match and folded(match.group()) in names:
            left = f"{title[: match.start()]} {title[match.end() :]}"
            found.append((names[folded(match.group())], _rest(left, question)))
    return found


def _rest(title: str, question: Question) -> str:
    """Return the title without the words of its kind, those of the game, and the language's
    commonest words at its ends.
    """
    reading = question.language.reading
    kinds = [name for names in reading.kinds.values() for name in names]
    text = _GENERIC.sub(
        " ", re.sub(whole(kinds), " ", title, flags=re.IGNORECASE) if kinds else title
    )
    common = {word.casefold() for word in (*reading.stopwords, *reading.name_links)}
    words = text.split()
    while words and (not _LETTER.search(words[-1]) or words[-1].strip(_EDGES).casefold() in common):
        words.pop()
    while words and (not _LETTER.search(words[0]) or words[0].strip(_EDGES).casefold() in common):
        words.pop(0)
    return " ".join(words).strip(_EDGES)


def _unknown_name(question: Question, scores: Mapping[str, _Score]) -> str:
    """Return the name in the title if it is no known set's, else an empty text."""
    reading = question.language.reading
    if any(each.whole or (each.titled and not each.is_doubtful) for each in scores.values()):
        return ""
    rests = [_rest(title, question) for title in question.head.titles if is_title(title, reading)]
    return next((rest for rest in rests if rest), "")


def _given(
    code: str, by: str, question: Question, evidence: tuple[Evidence, ...]
) -> Choice[SetFacts]:
    if code in question.catalogue.sets:
        return Choice(value=question.catalogue.sets[code], by=by, evidence=evidence)
    place = Place(question.path)
    if not re.fullmatch(SET_CODE, code):
        problem = error(place, f"{code!r} is no set code", CODE_HINT)
    else:
        name = next(
            (rest for title in question.head.titles if (rest := _rest(title, question))), ""
        )
        message = f"there is no content/sets/{code}.yml, though {by} says {code}"
        problem = error(place, message, _how_to_name(code, name))
    return Choice(value=None, by=by, evidence=evidence, problems=(problem,))


def _how_to_name(code: str, name: str) -> str:
    return (
        f"name the set: `rulebinder import --set {code} --name {quoted(name or 'NAME')} --released"
        " YYYY-MM-DD`"
    )


def _has_code(head: SetClues, code: str) -> bool:
    """Return whether the head has the set's code, as sentences on legality do in every language."""
    pattern = re.compile(whole([code.upper()]))
    return any(pattern.search(paragraph) for paragraph in head.paragraphs)


def _only_named(question: Question, facts: SetFacts) -> Problem:
    message = (
        f"only the file's name says that the set is {facts.code!r}: neither title nor head does"
    )
    lang = question.language.lang
    hint = f"{again(question.path, f'--set {facts.code}')} makes sure"
    if lang not in facts.names:
        hint = f"add its name in {lang!r} to content/sets/{facts.code}.yml, or {hint}"
    return warning(Place(question.path), message, hint)


def _contradicted(question: Question, hint: str, code: str) -> Problem:
    message = f"the file's name says the set {hint!r}, and the document is about {code!r}"
    ways = " or ".join(again(question.path, f"--set {each}") for each in (hint, code))
    return error(Place(question.path), message, f"{ways} decides; or rename the file")


def _not_found(question: Question, unknown: str, hint: str | None) -> Problem:
    place = Place(question.path)
    known = f"if content names it: {again(question.path, '--set CODE')}"
    if unknown:
        code = next(
            (stamp for stamp in question.head.stamps if stamp not in question.catalogue.sets),
            "CODE",
        )
        said = f", though the file's name says {hint!r}" if hint else ""
        message = f"the title names {unknown!r}, which is no set that content names{said}"
        return error(place, message, f"{_how_to_name(code, unknown)}; {known}")
    message = "the set cannot be told: neither title nor head names one set that content names"
    return error(place, message, f"{known}; or {_how_to_name('CODE', '')}")
