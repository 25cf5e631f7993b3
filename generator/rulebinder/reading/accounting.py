"""Accounting: every word, number, symbol and picture of a document is in its notes or in the review
list.

Reading moves text through many steps. Instead of trusting each of them, :func:`missing` counts the
tokens at both ends and compares. Markup is no token: tags, addresses of links, marks of emphasis,
bullets and dividers. Upper and lower case, punctuation, spaces and the spelling of symbols make no
difference.

What a library makes of a file has an account of its own, before it is read: :func:`accounted` names
what the file has and the text lacks.
"""

from __future__ import annotations

import functools
import html
import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from ..notes import Block, Card, ReleaseNotes, Rule, Ruling
from ..problems import Place, Problem, error, pluralize, review
from ..text import Text
from .dialect import DocumentText
from .formats.web_markdown import picture
from .spellings import UNSPACED, fold, without_unseen
from .symbols import (
    leading_pictures,
    read_label,
    replace_pictures,
    spell_symbols,
    unknown_pictures,
    without_picture_links,
)

Tokens = Counter[str]
Numbered = tuple[int, str]
"""A line with its number in the file."""
_Printed = str | Text | None
"""A name, a number or a text of the notes, None if it is not printed."""

LOST = "lost while reading"
"""How the message of a loss begins."""
_TOKEN = re.compile(r"\w+")
_MANA = re.compile(r"[\dwubrgcxyzstp]+|e+")
"""What may be mana without braces (``2UU``, ``EE``), and counts letter by letter."""
_LETTERS = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})\w)+")
_TARGET = r"\(\s*<?[^()\s]*>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
_LINK = re.compile(
    rf"!\[(?P<alt>[^\[\]]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[(?P<text>[^\[\]]*)\]{_TARGET}"
)
_TITLE = re.compile(r"(?<=----- )\*{3}[^*\n]+\*{3}(?=\w)")
"""A title of the one-line layout: it ends at its stars, even if a word follows them at once."""
_TAG = re.compile(
    r"(?P<block></?(?:article|body|br|div|h[1-6]|head|html|img|li|meta|nav|p|title|ul)\b[^<>]*>|<!doctype[^<>]*>)"
    r"|<(?:a|b|em|i|span|strong)\b[^<>]*>|</\w[^<>\n]{0,20}>|</[^\s<>/]+/[^\s<>]*>|<!--(?:(?!<!--|-->).)*-->",
    re.IGNORECASE,
)
"""A tag, a comment or the address of what a page embedded, ``</a/path>``; a tag of a block parts
words.
"""
_IMG = re.compile(r"<img\b[^<>]*>", re.IGNORECASE)
_ATTRIBUTE = re.compile(
    r"""(?P<name>alt|src)\s*=\s*(?:"(?P<value>[^"]*)"|'?(?P<other>[^\s"'<>]*))""", re.IGNORECASE
)
_DRAWN = re.compile(
    r"<(?P<tag>i|span|abbr)["
    r" \t\n][^<>]*\bclass=[\"'][^\"'<>]*?\bms-(?P<stem>\w+)[^<>]*>\s*</(?P=tag)>",
    re.IGNORECASE,
)
"""An empty element that a page's font of symbols draws."""
_LABEL = re.compile(r"^[^\w\n]*(?=[^:\n]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+: (?P<name>\S.*)$")
"""A collector line, whatever mark a copy put before it."""
_MARKS = " \t*-_#>•"
"""Marks around a line that say nothing of its words."""
_LOYALTY = re.compile(
    r"\W*(?P<label>[^\W\d_]+(?:\s[^\W\d_]+)?)\s?[:：]\s?\W?(?P<number>\d{1,2}|X)\W*$"
)
_LABELLED_LENGTH = 60
_DIVIDER = " -----"
"""What parts the sections and cards of a document that is one long line."""
_NEAR = 3
"""How many paragraphs below a collector line may print its name again."""
_NAMED = re.compile(r"\[picture: ([^\[\]]*)\]")
_QUOTED = re.compile(r"'([^'\n]*)'")
_MOST_LINES = 20
"""How many lines with losses are named one by one."""
_SHOWN = 12
"""How many lost words a message shows."""
_SHOWN_LETTERS = 60
_QUOTED_LETTERS, _MOST_QUOTED = 40, 5
"""How many characters of a text that is left out are shown, and of how many such texts."""


class BrokenFileError(Exception):
    """A file cannot be read. The message says why."""


@dataclass(frozen=True, kw_only=True)
class Conversion:
    """The text of a file as Markdown, and what its account needs."""

    text: str
    original: str = ""
    """All that the file shows, one paragraph or element a line, by the parser of its format."""
    letters: Counter[str] = field(default_factory=Counter)
    """All letters and digits of a file whose format knows no words."""
    left_out: Counter[str] = field(default_factory=Counter)
    """The texts that are not part of the document, and how often each is there."""
    left_out_as: tuple[str, str] = ("part", "of the page")
    problems: Sequence[Problem] = ()


def tokens(text: str, *, apart: bool = False) -> Tokens:
    """Return how often each token is in a text in the stored form, or in plain text.

    ``apart`` parts the words of each link from the text beside it.
    """
    if "](" in text:
        for _ in ("a picture", "the link around it"):
            text = _LINK.sub(lambda link: f" {_label(link)} " if apart else _label(link), text)
    text = spell_symbols(text)
    for mark in "*_\\™®©":
        if mark in text:
            text = text.replace(mark, " " if mark in "™®©" else "")
    found: Tokens = Counter()
    for word, count in Counter(_TOKEN.findall(text)).items():
        for part in _folded(word):
            found[part] += count
    return found


def _label(link: re.Match[str]) -> str:
    """The words of a link or a picture; one that a line's end breaks is no link to a reader, and
    joins no words.
    """
    label = link["alt"] or link["text"] or " "
    return f" {label} " if "\n" in link.group() else label


@functools.lru_cache(maxsize=1 << 16)
def _folded(word: str) -> tuple[str, ...]:
    """Return the tokens of a run of letters and digits: one, unless its script has no spaces, or it
    may be mana.
    """
    parts = [word.casefold()]
    if not word.isascii():
        text = unicodedata.normalize("NFKC", parts[0]).casefold()
        parts = (_LETTERS if UNSPACED.search(text) else _TOKEN).findall(text)
    return tuple(token for part in parts for token in (part if _MANA.fullmatch(part) else [part]))


def tokens_of_page(text: str) -> Tokens:
    """Return the tokens of a converted document that must be read: all but the collector lines
    above a name.
    """
    numbered = list(enumerate(text.split("\n")))
    return _tokens_of_lines(line for _, line in _without_announcements(numbered))


def _tokens_of_lines(lines: Iterable[str], *, apart: bool = False) -> Tokens:
    text = "\n".join(lines)
    if "<" in text:
        text = _DRAWN.sub(_drawn, _IMG.sub(_pictured, text))
    if "![" in text:
        text = "\n".join(
            _with_pictures(line) if "![" in line else line for line in text.split("\n")
        )
    if "***" in text:
        text = _TITLE.sub(lambda title: f"{title.group()} ", text)
    return tokens(untagged(text), apart=apart)


def _pictured(tag: re.Match[str]) -> str:
    """Return a picture of a web page as one of Markdown."""
    attributes = _ATTRIBUTE.finditer(tag.group())
    return picture(
        {match["name"].lower(): match["value"] or match["other"] or "" for match in attributes}
    )


def _drawn(tag: re.Match[str]) -> str:
    """Return the symbol that an empty element draws by its class, or the class if it is not
    known.
    """
    code = read_label(tag["stem"])
    return f"{{{code}}}" if code else f" {tag['stem']} "


def _with_pictures(line: str) -> str:
    """Return a line with its pictures as symbols, words or names; each of them is one of these."""
    pictures, beside = leading_pictures(without_picture_links(line))
    line = " ".join((*pictures, beside))  # a reader parts them, too
    text = replace_pictures(line)
    left = Counter(unknown_pictures(line)) - Counter(_NAMED.findall(text))
    return " ".join((text.replace("[picture: ", "["), *left.elements()))


def untagged(text: str) -> str:
    """Return the text of a document without tags and comments, entities as their characters."""
    if "<" in text:
        text = _TAG.sub(lambda tag: " " if tag["block"] else "", text)
    return without_unseen(html.unescape(text)) if "&" in text else text


def _without_announcements(lines: Sequence[Numbered]) -> Iterator[Numbered]:
    """Yield the lines but for collector lines whose name, or its first half, is printed again
    below: such a line is a mark.
    """
    for at, (number, line) in enumerate(lines):
        label = _LABEL.match(_TAG.sub("", line) if "<" in line else line) if "_" in line else None
        if label is not None:
            words = _bare(label["name"].partition("//")[0])
            below = map(_bare, (text for _, text in lines[at + 1 : at + 1 + 4 * _NEAR]))
            near = itertools.islice(filter(None, below), _NEAR)
            if any(printed[: len(words)] == words for printed in near):
                continue
        yield number, line


def _bare(text: str) -> list[str]:
    return _TOKEN.findall(re.sub(r"[*_\\]", "", text.casefold()))


def tokens_of_texts(texts: Iterable[str], *, apart: bool = False) -> Tokens:
    """Return the tokens of texts in the stored form."""
    text = "\n".join(texts)
    found = tokens(text, apart=apart)
    # A line that speaks of markup keeps its tags as text.
    return found | tokens(untagged(text), apart=apart) if "<" in text or "&" in text else found


def _lost(lines: Sequence[str], texts: Sequence[str]) -> Tokens:
    """Return the tokens of the lines that the texts lack.

    A line's end inside a link may or may not part its words from those beside it, so a token counts
    only if it is lost either way.
    """
    lost = _tokens_of_lines(lines)
    lost -= tokens_of_texts(texts)
    if lost and any("](" in text for text in texts):
        lost &= _tokens_of_lines(lines, apart=True) - tokens_of_texts(texts, apart=True)
    return lost


def texts_of(notes: ReleaseNotes) -> Iterator[str]:
    """Yield every text that was read, in its stored form."""
    printed: list[_Printed] = [*notes.preamble, notes.title, notes.general_heading]
    for section in notes.sections:
        printed += (section.title, *_blocks(section.body))
    for part, entries in itertools.groupby(notes.cards, key=lambda entry: entry.part):
        printed.append(part)
        for entry in entries:
            printed += _blocks((entry.card, *entry.body))
    for text in (*printed, *notes.footer):
        if text:
            yield text.source() if isinstance(text, Text) else text


def _blocks(body: Iterable[Block]) -> Iterator[_Printed]:
    for block in body:
        match block:
            case Card():
                yield from (block.divider, block.picture, block.remark)
                for face in block.faces:
                    yield from (face.printed_name or face.name, face.mana_cost, face.type_line)
                    yield from (face.power, face.toughness, face.loyalty, face.defense)
                    yield from face.rules_text
                yield from block.shared_rules_text
            case Rule():
                yield from (block.number, block.text)
            case Ruling():
                yield from block.texts
            case _:
                yield block.text


def missing(
    page: DocumentText, notes: ReleaseNotes, problems: Iterable[Problem], marks: Iterable[str] = ()
) -> list[Problem]:
    """Return an error for each line of the page with tokens that are neither in the notes nor named
    by a problem.

    A problem names what is left out in quotation marks. ``marks`` are other texts that are left
    out: the names of pictures that only announce a card, and what is said about the page.
    """
    numbered, texts = _different(page.numbered, texts_of(notes))
    lines = [line for _, line in numbered]
    lost = _lost(lines, texts)
    if not lost:
        return []
    named = (quoted for problem in problems for quoted in _QUOTED.findall(problem.message))
    #  The words before the loyalty of a card, ``Loyalty: 4``, are a label: the notes have the
    # number.
    numbers = {face.loyalty for entry in notes.cards for face in entry.card.faces}
    loyalties = (_LOYALTY.match(line) for line in lines if len(line) <= _LABELLED_LENGTH)
    labels = (match["label"] for match in loyalties if match and match["number"] in numbers)
    lost -= tokens("\n".join((*named, *marks, *_repeated_headings(page, notes), *labels)))
    hint = "the program has a fault here; please report it with the line"
    located = _located(lost, numbered, texts)
    return [error(Place(page.path, number), f"{LOST}: {words}", hint) for number, words in located]


def _repeated_headings(page: DocumentText, notes: ReleaseNotes) -> Iterator[str]:
    """Yield the headings that are printed more often than the notes have them: of some with nothing
    between them, the notes have one.
    """
    titles = (notes.general_heading, *(section.title for section in notes.sections))
    parts = {entry.part for entry in notes.cards}
    headings = Counter(map(fold, filter(None, (*titles, *parts))))
    longest = max(map(len, headings), default=0) * 2 + 20
    printed = Counter(
        fold(untagged(line).strip(_MARKS)) for line in page.text.split("\n") if len(line) <= longest
    )
    #  A layout without lines has headings behind dividers.
    run_on = " ".join(page.text.split()).casefold() if _DIVIDER in page.text else ""
    for heading, count in headings.items():
        behind = run_on.count(f"{_DIVIDER} {heading} ")
        yield from itertools.repeat(heading, max(printed[heading] + behind - count, 0))


def _different(lines: Sequence[Numbered], texts: Iterable[str]) -> tuple[list[Numbered], list[str]]:
    """Return the lines and texts that are not the same but for the marks around them: most are, and
    need not be counted.
    """
    have = Counter(part.strip(_MARKS) for text in texts for part in text.split("\n"))
    rest = []
    for number, line in _without_announcements(lines):
        bare = line.strip(_MARKS)
        if have[bare] > 0:
            have[bare] -= 1
        elif bare:
            rest.append((number, line))
    return rest, list(have.elements())


def left_out(original: str, text: str, path: str) -> list[Problem]:
    """Return a review for each part of a file that its conversion left out, such as the menu of a
    web page.

    ``original`` is the text of the file before its conversion, one paragraph or element a line;
    ``text`` is that after it.
    """
    lines, texts = _different(list(enumerate(original.split("\n"), start=1)), [text])
    lost = _tokens_of_lines(line for _, line in lines)
    lost -= _tokens_of_lines(texts)
    if not lost:
        return []
    hint = "check that it belongs to the page and not to the document"
    located = _located(lost, lines)
    return [review(Place(path), f"left out: {words}", hint) for _, words in located]


def letters_left_out(letters: Tokens, text: str, path: str) -> list[Problem]:
    """Return a review if ``text`` has fewer of some letters or digits than a file, whose format
    knows no words.
    """
    drawn: Tokens = Counter()
    for drawing, count in letters.items():
        for letter in filter(str.isalnum, unicodedata.normalize("NFKC", drawing).casefold()):
            drawn[letter] += count
    lost = drawn - Counter(unicodedata.normalize("NFKC", text).casefold())
    if not lost:
        return []
    message = (
        f"left out: {lost.total()} letters: {''.join(sorted(lost.elements()))[:_SHOWN_LETTERS]}"
    )
    return [review(Place(path), message, "compare the text with the document")]


def _located(
    lost: Tokens, numbered: Iterable[Numbered], texts: Iterable[str] = ()
) -> Iterator[Numbered]:
    """Yield the number of each line with lost tokens, and what it lost: whole lines come first.

    A line with the same tokens as one of the ``texts`` lost none.
    """
    parts = (tokens_of_texts([part]) for text in texts for part in text.split("\n"))
    have = Counter(frozenset(found.items()) for found in parts)
    lines = []
    for number, line in numbered:
        found = tokens_of_page(line)
        key = frozenset(found.items())
        if have[key] > 0:
            have[key] -= 1
        elif found:
            lines.append((number, found))
    left = Counter(lost)
    named: list[tuple[int, Tokens]] = []
    for whole in (True, False):
        for number, found in lines:
            here = found & left
            if here and (not whole or here == found):
                named.append((number, here))
                left.subtract(here)
    named.sort(key=lambda pair: pair[0])
    for number, here in named[:_MOST_LINES]:
        yield number, _shown(here)
    rest = +left
    for _, here in named[_MOST_LINES:]:
        rest.update(here)
    if rest:
        yield 0, _shown(rest)


def _shown(found: Tokens) -> str:
    words = list(found.elements())
    more = f" and {len(words) - _SHOWN} more" if len(words) > _SHOWN else ""
    return " ".join(words[:_SHOWN]) + more


def accounted(converted: Conversion, path: str) -> tuple[str, list[Problem]]:
    """Return the text of a file, and its problems: those of its conversion, what that left out on
    purpose, and a review for all else that is in the file and not in the text.
    """
    there = "\n".join([converted.text, *converted.left_out.elements()])
    problems = list(converted.problems)
    if converted.left_out:
        #  One problem counts the texts and shows the commonest, with ``#`` for their numbers.
        texts: Counter[str] = Counter()
        for text, count in converted.left_out.items():
            texts[re.sub(r"\d+", "#", text)] += count
        examples = ", ".join(
            f"{text[:_QUOTED_LETTERS]!r}{f' ({count} times)' if count > 1 else ''}"
            for text, count in texts.most_common(_MOST_QUOTED)
        )
        more = f" and {len(texts) - _MOST_QUOTED} more" if len(texts) > _MOST_QUOTED else ""
        noun, where = converted.left_out_as
        message = f"{pluralize(texts.total(), noun)} {where} left out: {examples}{more}"
        hint = "check that none of them belongs to the document"
        problems.append(review(Place(path), message, hint))
    return converted.text, [
        *problems,
        *left_out(converted.original, there, path),
        *letters_left_out(converted.letters, there, path),
    ]
