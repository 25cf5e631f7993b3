"""Accounting: every word, number, symbol and picture of a document is in its notes or in the review
list.

Reading moves text through many steps. Instead of trusting each of them, :func:`find_losses` counts
the tokens at both ends and compares. Markup is not a token: tags, addresses of links, marks of
emphasis, bullets and dividers. Upper and lower case, punctuation, spaces and the spelling of
symbols make no difference.

What a library makes of a file has an account of its own, before it is read: :func:`account` names
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
from ..problems import Place, Problem, WithProblems, error, list_some, pluralize, review
from ..text import Text
from .dialect import DocumentText
from .formats.web_markdown import parse_page, text_of_page
from .symbols import (
    UNSPACED,
    fold,
    leading_pictures,
    replace_pictures,
    spell_symbols,
    unknown_pictures,
    without_picture_links,
    without_unseen,
)

Tokens = Counter[str]
Numbered = tuple[int, str]
"""A line with its number in the file."""
_Printed = str | Text | None
"""A name, a number or a text of the notes; None if it is not printed."""

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
_DRAWN = re.compile(
    r"<img\b[^<>]*>|<(?P<tag>i|span|abbr)["
    r" \t\n][^<>]*\bclass=[\"'][^\"'<>]*?\bms-\w[^<>]*>\s*</(?P=tag)>",
    re.IGNORECASE,
)
"""A picture, and an empty element that a page's font of symbols draws."""
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


def find_losses(
    page: DocumentText, notes: ReleaseNotes, problems: Iterable[Problem], marks: Iterable[str] = ()
) -> list[Problem]:
    """Return an error for each line of the page with tokens that are neither in the notes nor named
    by a problem.

    A problem names what is left out in quotation marks. ``marks`` are other texts that are left
    out: the names of pictures that only announce a card, and what is said about the page.
    """
    numbered, texts = _drop_equal(page.numbered_lines, all_texts(notes))
    lines = [line for _, line in numbered]
    lost = _count_line_tokens(lines) - count_text_tokens(texts)
    if lost and any("](" in text for text in texts):
        #  A line's end inside a link may or may not part its words from those beside it, so a token
        # counts only if it is lost either way.
        lost &= _count_line_tokens(lines, apart=True) - count_text_tokens(texts, apart=True)
    if not lost:
        return []
    named = (quoted for problem in problems for quoted in _QUOTED.findall(problem.message))
    #  The words before the loyalty of a card, ``Loyalty: 4``, are a label: the notes have the
    # number.
    numbers = {face.loyalty for entry in notes.cards for face in entry.card.faces}
    loyalties = (_LOYALTY.match(line) for line in lines if len(line) <= _LABELLED_LENGTH)
    labels = (match["label"] for match in loyalties if match and match["number"] in numbers)
    lost -= count_tokens("\n".join((*named, *marks, *_repeated_headings(page, notes), *labels)))
    hint = "the program has a fault here; please report it with the line"
    return [
        error(Place(page.path, number), f"{LOST}: {words}", hint)
        for number, words in _locate(lost, numbered, texts)
    ]


def account(converted: Conversion, path: str) -> WithProblems[str]:
    """Return the text of a file, and its problems: those of its conversion, what that left out on
    purpose, and a review for all else that is in the file and not in the text.
    """
    place = Place(path)
    problems = list(converted.problems)
    if converted.left_out:
        #  One problem counts the texts and shows the commonest, with ``#`` for their numbers.
        texts: Counter[str] = Counter()
        for text, count in converted.left_out.items():
            texts[re.sub(r"\d+", "#", text)] += count
        examples = [
            f"{text[:_QUOTED_LETTERS]!r}{f' ({count} times)' if count > 1 else ''}"
            for text, count in texts.most_common()
        ]
        noun, where = converted.left_out_as
        some = list_some(examples, _MOST_QUOTED)
        message = f"{pluralize(texts.total(), noun)} {where} left out: {some}"
        hint = "check that none of them belongs to the document"
        problems.append(review(place, message, hint))
    whole = "\n".join([converted.text, *converted.left_out.elements()])
    numbered, rest = _drop_equal(list(enumerate(converted.original.split("\n"), start=1)), [whole])
    lost = _count_line_tokens(line for _, line in numbered) - _count_line_tokens(rest)
    hint = "check that it belongs to the page and not to the document"
    problems += [review(place, f"left out: {words}", hint) for _, words in _locate(lost, numbered)]
    #  A format that knows no words is compared letter by letter.
    letters: Tokens = Counter()
    for drawing, count in converted.letters.items():
        for letter in filter(str.isalnum, unicodedata.normalize("NFKC", drawing).casefold()):
            letters[letter] += count
    lost = letters - Counter(unicodedata.normalize("NFKC", whole).casefold())
    if lost:
        some = "".join(sorted(lost.elements()))[:_SHOWN_LETTERS]
        message = f"left out: {lost.total()} letters: {some}"
        problems.append(review(place, message, "compare the text with the document"))
    return converted.text, problems


def _repeated_headings(page: DocumentText, notes: ReleaseNotes) -> Iterator[str]:
    """Yield the headings that are printed more often than the notes have them: of some with nothing
    between them, the notes have one.
    """
    titles = (notes.general_heading, *(section.title for section in notes.sections))
    parts = {entry.part for entry in notes.cards}
    headings = Counter(map(fold, filter(None, (*titles, *parts))))
    longest = max(map(len, headings), default=0) * 2 + 20
    printed = Counter(
        fold(strip_tags(line).strip(_MARKS))
        for line in page.text.split("\n")
        if len(line) <= longest
    )
    #  A layout without lines has headings behind dividers.
    run_on = " ".join(page.text.split()).casefold() if _DIVIDER in page.text else ""
    for heading, count in headings.items():
        behind = run_on.count(f"{_DIVIDER} {heading} ")
        yield from itertools.repeat(heading, max(printed[heading] + behind - count, 0))


def all_texts(notes: ReleaseNotes) -> Iterator[str]:
    """Yield every text that was read, in its stored form."""
    printed: list[_Printed] = [*notes.preamble, notes.title, notes.general_heading]
    for section in notes.sections:
        printed += (section.title, *_block_texts(section.body))
    for part, entries in itertools.groupby(notes.cards, key=lambda entry: entry.part):
        printed.append(part)
        for entry in entries:
            printed += _block_texts((entry.card, *entry.body))
    for text in (*printed, *notes.footer):
        if text:
            yield text.source() if isinstance(text, Text) else text


def _block_texts(body: Iterable[Block]) -> Iterator[_Printed]:
    for block in body:
        match block:
            case Card():
                yield from (block.divider, block.picture, block.remark)
                for face in block.faces:
                    yield from (face.printed_name or face.name, face.mana_cost, face.type_line)
                    yield from (face.power, face.toughness, face.loyalty, face.defense)
                yield from block.rules_texts
            case Rule():
                yield from (block.number, block.text)
            case Ruling():
                yield from block.texts
            case _:
                yield block.text


def _drop_equal(
    lines: Sequence[Numbered], texts: Iterable[str]
) -> tuple[list[Numbered], list[str]]:
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


def _without_announcements(lines: Sequence[Numbered]) -> Iterator[Numbered]:
    """Yield the lines but for collector lines whose name, or its first half, is printed again
    below: such a line is a mark.
    """
    for at, (number, line) in enumerate(lines):
        label = _LABEL.match(_TAG.sub("", line) if "<" in line else line) if "_" in line else None
        if label is not None:
            words = _split_bare(label["name"].partition("//")[0])
            below = map(_split_bare, (text for _, text in lines[at + 1 : at + 1 + 4 * _NEAR]))
            near = itertools.islice(filter(None, below), _NEAR)
            if any(printed[: len(words)] == words for printed in near):
                continue
        yield number, line


def _split_bare(text: str) -> list[str]:
    return _TOKEN.findall(re.sub(r"[*_\\]", "", text.casefold()))


def _locate(
    lost: Tokens, numbered: Iterable[Numbered], texts: Iterable[str] = ()
) -> Iterator[Numbered]:
    """Yield the number of each line with lost tokens, and what it lost: whole lines come first.

    A line with the same tokens as one of the ``texts`` lost none.
    """
    if not lost:
        return
    parts = (count_text_tokens([part]) for text in texts for part in text.split("\n"))
    have = Counter(frozenset(tokens.items()) for tokens in parts)
    lines = []
    for number, line in numbered:
        tokens = count_page_tokens(line)
        key = frozenset(tokens.items())
        if have[key] > 0:
            have[key] -= 1
        elif tokens:
            lines.append((number, tokens))
    left = Counter(lost)
    named: list[tuple[int, Tokens]] = []
    for whole in (True, False):
        for number, tokens in lines:
            here = tokens & left
            if here and (not whole or here == tokens):
                named.append((number, here))
                left.subtract(here)
    named.sort(key=lambda pair: pair[0])
    for number, here in named[:_MOST_LINES]:
        yield number, list_some([*here.elements()], _SHOWN, " ")
    rest = +left
    for _, here in named[_MOST_LINES:]:
        rest.update(here)
    if rest:
        yield 0, list_some([*rest.elements()], _SHOWN, " ")


def count_page_tokens(text: str) -> Tokens:
    """Return the tokens of a converted document that must be read: all but the collector lines
    above a name.
    """
    numbered = list(enumerate(text.split("\n")))
    return _count_line_tokens(line for _, line in _without_announcements(numbered))


def _count_line_tokens(lines: Iterable[str], *, apart: bool = False) -> Tokens:
    text = "\n".join(lines)
    if "<" in text:
        text = _DRAWN.sub(lambda drawn: text_of_page(parse_page(drawn.group())).strip("\n"), text)
    if "![" in text:
        text = "\n".join(
            _spell_pictures(line) if "![" in line else line for line in text.split("\n")
        )
    if "***" in text:
        text = _TITLE.sub(lambda title: f"{title.group()} ", text)
    return count_tokens(strip_tags(text), apart=apart)


def count_text_tokens(texts: Iterable[str], *, apart: bool = False) -> Tokens:
    """Return the tokens of texts in the stored form."""
    text = "\n".join(texts)
    counts = count_tokens(text, apart=apart)
    if "<" in text or "&" in text:  # a line that speaks of markup keeps its tags as text
        counts |= count_tokens(strip_tags(text), apart=apart)
    return counts


def count_tokens(text: str, *, apart: bool = False) -> Tokens:
    """Return how often each token is in a text in the stored form, or in plain text.

    ``apart`` parts the words of each link from the text beside it.
    """

    def link_words(link: re.Match[str]) -> str:
        """Return the words of a link or a picture; one that a line's end breaks is not a link to a
        reader, and joins no words.
        """
        words = link["alt"] or link["text"] or " "
        return f" {words} " if apart or "\n" in link.group() else words

    if "](" in text:
        for _ in ("a picture", "the link around it"):
            text = _LINK.sub(link_words, text)
    text = spell_symbols(text)
    for mark in "*_\\™®©":
        if mark in text:
            text = text.replace(mark, " " if mark in "™®©" else "")
    counts: Tokens = Counter()
    for word, count in Counter(_TOKEN.findall(text)).items():
        for token in _split_word(word):
            counts[token] += count
    return counts


@functools.lru_cache(maxsize=1 << 16)
def _split_word(word: str) -> tuple[str, ...]:
    """Return the tokens of a run of letters and digits: one, unless its script has no spaces, or it
    may be mana.
    """
    parts = [word.casefold()]
    if not word.isascii():
        text = unicodedata.normalize("NFKC", parts[0]).casefold()
        parts = (_LETTERS if UNSPACED.search(text) else _TOKEN).findall(text)
    return tuple(token for part in parts for token in (part if _MANA.fullmatch(part) else [part]))


def strip_tags(text: str) -> str:
    """Return the text of a document without tags and comments, entities as their characters."""
    if "<" in text:
        text = _TAG.sub(lambda tag: " " if tag["block"] else "", text)
    return without_unseen(html.unescape(text)) if "&" in text else text


def _spell_pictures(line: str) -> str:
    """Return a line with its pictures as symbols, words or names; each of them is one of these."""
    pictures, beside = leading_pictures(without_picture_links(line))
    line = " ".join((*pictures, beside))  # a reader parts them, too
    text = replace_pictures(line)
    left = Counter(unknown_pictures(line)) - Counter(_NAMED.findall(text))
    return " ".join((text.replace("[picture: ", "["), *left.elements()))
