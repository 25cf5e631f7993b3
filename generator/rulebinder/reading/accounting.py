"""Accounting: every word, number, symbol and picture of a document is in its notes or in the review
list.

Reading moves text through many steps. Instead of trusting each of them, :func:`find_losses` counts
the tokens at both ends and compares. Markup is not a token: tags, addresses of links, marks of
emphasis, bullets and dividers. Upper and lower case, punctuation, spaces and the spelling of
symbols make no difference.

What a library makes of a file has an account of its own, before it is read: :func:`account_for`
names what the file has and the text lacks.
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
    find_unknown_pictures,
    fold,
    replace_pictures,
    spell_symbols,
    split_leading_pictures,
    without_invisible,
    without_picture_links,
)

Tokens = Counter[str]
"""How often each token is in a text."""
Numbered = tuple[int, str]
"""A line with its number in the file."""
_Printed = str | Text | None
"""A name, a number or a text of the notes; None if the document does not have it."""

LOST = "lost while reading"
"""How the message of a loss begins."""
_WORD = re.compile(r"\w+")
_BARE_MANA = re.compile(r"[\dwubrgcxyzstp]+|e+")
"""What may be mana without braces (``2UU``, ``EE``): each of its letters is a token."""
_WORD_OR_LETTER = re.compile(rf"{UNSPACED.pattern}|(?:(?!{UNSPACED.pattern})\w)+")
_LINK_TARGET = r"\(\s*<?[^()\s]*>?(?:\s+(?:\"[^\"]*\"|'[^']*'))?\s*\)"
_LINK_OR_PICTURE = re.compile(
    rf"!\[(?P<alt>[^\[\]]*)\]\([^()\n]*(?:\([^()\n]*\)[^()\n]*)*\)|\[(?P<text>[^\[\]]*)\]{_LINK_TARGET}"
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
_DRAWN_SYMBOL = re.compile(
    r"<img\b[^<>]*>|<(?P<tag>i|span|abbr)["
    r" \t\n][^<>]*\bclass=[\"'][^\"'<>]*?\bms-\w[^<>]*>\s*</(?P=tag)>",
    re.IGNORECASE,
)
"""A picture, and an empty element that a page's font of symbols draws."""
_COLLECTOR_LINE = re.compile(
    r"^[^\w\n]*(?=[^:\n]*\d)[A-Za-z\d]+(?:\\?_[A-Za-z\d]+)+: (?P<name>\S.*)$"
)
"""A collector line, whatever mark a copy put before it."""
_MARKS = " \t*-_#>•"
"""Marks around a line that say nothing of its words."""
_LOYALTY = re.compile(
    r"\W*(?P<label>[^\W\d_]+(?:\s[^\W\d_]+)?)\s?[:：]\s?\W?(?P<number>\d{1,2}|X)\W*$"
)
"""The loyalty of a card behind a label, such as ``Loyalty: 4``."""
_LONGEST_LOYALTY = 60
"""How many characters such a line has at most."""
_DIVIDER = " -----"
"""What parts the sections and cards of a document that is one long line."""
_MOST_PARAGRAPHS = 3
"""How many paragraphs below a collector line may print its name again."""
_NAMED_PICTURE = re.compile(r"\[picture: ([^\[\]]*)\]")
_QUOTATION = re.compile(r"'([^'\n]*)'")
_MOST_LINES = 20
"""How many lines with losses are named one by one."""
_MOST_WORDS = 12
"""How many lost words a message shows."""
_MOST_LETTERS = 60
"""How many lost letters a message shows."""
_QUOTED_LENGTH, _MOST_QUOTED = 40, 5
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
    """What such a text is, and where it is, for a message."""
    problems: Sequence[Problem] = ()


def find_losses(
    page: DocumentText, notes: ReleaseNotes, problems: Iterable[Problem], marks: Iterable[str] = ()
) -> list[Problem]:
    """Return an error for each line of the page with tokens that are neither in the notes nor named
    by a problem.

    A problem names what it leaves out in quotation marks. ``marks`` are texts that nobody needs to
    name: the names of pictures that only announce a card, and what is said about the page.
    """
    numbered, texts = _drop_equal_lines(page.numbered_lines, list_texts(notes))
    lines = [line for _, line in numbered]
    lost = _count_line_tokens(lines) - count_text_tokens(texts)
    if lost and any("](" in text for text in texts):
        #  A line's end inside a link may or may not part its words from those beside it, so a token
        # counts only if it is lost either way.
        lost &= _count_line_tokens(lines, apart=True) - count_text_tokens(texts, apart=True)
    if not lost:
        return []
    named = (quoted for problem in problems for quoted in _QUOTATION.findall(problem.message))
    #  The words before the loyalty of a card, ``Loyalty: 4``, are a label: the notes have the
    # number.
    numbers = {face.loyalty for entry in notes.cards for face in entry.card.faces}
    loyalties = (_LOYALTY.match(line) for line in lines if len(line) <= _LONGEST_LOYALTY)
    labels = (match["label"] for match in loyalties if match and match["number"] in numbers)
    accounted = (*named, *marks, *_find_repeated_headings(page, notes), *labels)
    lost -= count_tokens("\n".join(accounted))
    hint = "the program has a fault here; please report it with the line"
    return [
        error(Place(page.path, number), f"{LOST}: {words}", hint)
        for number, words in _locate_losses(lost, numbered, texts)
    ]


def account_for(converted: Conversion, path: str) -> WithProblems[str]:
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
            f"{text[:_QUOTED_LENGTH]!r}{f' ({count} times)' if count > 1 else ''}"
            for text, count in texts.most_common()
        ]
        noun, where = converted.left_out_as
        some = list_some(examples, _MOST_QUOTED)
        message = f"{pluralize(texts.total(), noun)} {where} left out: {some}"
        hint = "check that none of them belongs to the document"
        problems.append(review(place, message, hint))
    whole = "\n".join([converted.text, *converted.left_out.elements()])
    numbered, rest = _drop_equal_lines(
        list(enumerate(converted.original.split("\n"), start=1)), [whole]
    )
    lost = _count_line_tokens(line for _, line in numbered) - _count_line_tokens(rest)
    hint = "check that it belongs to the page and not to the document"
    problems += [
        review(place, f"left out: {words}", hint) for _, words in _locate_losses(lost, numbered)
    ]
    #  A format that knows no words is compared letter by letter.
    letters: Tokens = Counter()
    for drawing, count in converted.letters.items():
        for letter in filter(str.isalnum, unicodedata.normalize("NFKC", drawing).casefold()):
            letters[letter] += count
    lost = letters - Counter(unicodedata.normalize("NFKC", whole).casefold())
    if lost:
        some = "".join(sorted(lost.elements()))[:_MOST_LETTERS]
        message = f"left out: {lost.total()} letters: {some}"
        problems.append(review(place, message, "compare the text with the document"))
    return converted.text, problems


def _find_repeated_headings(page: DocumentText, notes: ReleaseNotes) -> Iterator[str]:
    """Yield the headings that are printed more often than the notes have them, once for each time:
    of equal ones with nothing between them, the notes have one.
    """
    titles = (notes.general_heading, *(section.title for section in notes.sections))
    parts = {entry.part for entry in notes.cards}
    headings = Counter(map(fold, filter(None, (*titles, *parts))))
    longest = max(map(len, headings), default=0) * 2 + 20  # longer lines are not a heading
    printed = Counter(
        fold(strip_tags(line).strip(_MARKS))
        for line in page.text.split("\n")
        if len(line) <= longest
    )
    #  A layout without lines has headings behind dividers.
    run_on = " ".join(page.text.split()).casefold() if _DIVIDER in page.text else ""
    for heading, count in headings.items():
        behind_dividers = run_on.count(f"{_DIVIDER} {heading} ")
        yield from itertools.repeat(heading, max(printed[heading] + behind_dividers - count, 0))


def list_texts(notes: ReleaseNotes) -> Iterator[str]:
    """Yield every text that was read, in its stored form."""
    printed: list[_Printed] = [*notes.preamble, notes.title, notes.general_heading]
    for section in notes.sections:
        printed += (section.title, *_list_block_texts(section.body))
    for part, entries in itertools.groupby(notes.cards, key=lambda entry: entry.part):
        printed.append(part)
        for entry in entries:
            printed += _list_block_texts((entry.card, *entry.body))
    for text in (*printed, *notes.footer):
        if text:
            yield text.source() if isinstance(text, Text) else text


def _list_block_texts(body: Iterable[Block]) -> Iterator[_Printed]:
    """Yield every text of a card, a ruling or other blocks."""
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


def _drop_equal_lines(
    lines: Sequence[Numbered], texts: Iterable[str]
) -> tuple[list[Numbered], list[str]]:
    """Return the lines without an equal text, and the lines of texts without an equal one. Marks
    around them make no difference. Most are equal, and their tokens need not be counted.
    """
    unmatched = Counter(part.strip(_MARKS) for text in texts for part in text.split("\n"))
    rest = []
    for number, line in _drop_announcements(lines):
        bare = line.strip(_MARKS)
        if unmatched[bare] > 0:
            unmatched[bare] -= 1
        elif bare:
            rest.append((number, line))
    return rest, list(unmatched.elements())


def _drop_announcements(lines: Sequence[Numbered]) -> Iterator[Numbered]:
    """Yield the lines but for those that only announce a card: collector lines whose name, or the
    first half of it, is printed again below.
    """
    for index, (number, line) in enumerate(lines):
        bare = _TAG.sub("", line) if "<" in line else line
        if "_" in line and (label := _COLLECTOR_LINE.match(bare)):
            words = _split_words(label["name"].partition("//")[0])
            #  Some lines more, because most are blank.
            further = lines[index + 1 : index + 1 + 4 * _MOST_PARAGRAPHS]
            below = (_split_words(text) for _, text in further)
            near = itertools.islice(filter(None, below), _MOST_PARAGRAPHS)
            if any(printed[: len(words)] == words for printed in near):
                continue
        yield number, line


def _split_words(text: str) -> list[str]:
    """Return the words of a text in lower case, without its marks of emphasis."""
    return _WORD.findall(re.sub(r"[*_\\]", "", text.casefold()))


def _locate_losses(
    lost: Tokens, numbered: Iterable[Numbered], texts: Iterable[str] = ()
) -> Iterator[Numbered]:
    """Yield the number of each line with lost tokens, and what it lost; then 0 and what no line or
    too many lines lost.

    A token may be in several lines. The line that lost it is one that lost all of its tokens, if
    there is one. A line with the same tokens as one of the ``texts`` lost none.
    """
    if not lost:
        return
    parts = (count_text_tokens([part]) for text in texts for part in text.split("\n"))
    unmatched = Counter(frozenset(tokens.items()) for tokens in parts)
    lines = []
    for number, line in numbered:
        tokens = count_page_tokens(line)
        key = frozenset(tokens.items())
        if unmatched[key] > 0:
            unmatched[key] -= 1
        elif tokens:
            lines.append((number, tokens))
    still_lost = Counter(lost)
    named: list[tuple[int, Tokens]] = []
    for whole_lines in (True, False):
        for number, tokens in lines:
            lost_here = tokens & still_lost
            if lost_here and (not whole_lines or lost_here == tokens):
                named.append((number, lost_here))
                still_lost.subtract(lost_here)
    named.sort(key=lambda pair: pair[0])
    for number, lost_here in named[:_MOST_LINES]:
        yield number, list_some([*lost_here.elements()], _MOST_WORDS, " ")
    rest = +still_lost
    for _, lost_here in named[_MOST_LINES:]:
        rest.update(lost_here)
    if rest:
        yield 0, list_some([*rest.elements()], _MOST_WORDS, " ")


def count_page_tokens(text: str) -> Tokens:
    """Return the tokens of a converted document that must be read: all but the collector lines
    above a name.
    """
    numbered = list(enumerate(text.split("\n")))
    return _count_line_tokens(line for _, line in _drop_announcements(numbered))


def _count_line_tokens(lines: Iterable[str], *, apart: bool = False) -> Tokens:
    """Return the tokens of lines of Markdown; ``apart`` as in :func:`count_tokens`."""
    text = "\n".join(lines)
    if "<" in text:
        text = _DRAWN_SYMBOL.sub(
            lambda drawn: text_of_page(parse_page(drawn.group())).strip("\n"), text
        )
    if "![" in text:
        text = "\n".join(
            _spell_pictures(line) if "![" in line else line for line in text.split("\n")
        )
    if "***" in text:
        text = _TITLE.sub(lambda title: f"{title.group()} ", text)
    return count_tokens(strip_tags(text), apart=apart)


def count_text_tokens(texts: Iterable[str], *, apart: bool = False) -> Tokens:
    """Return the tokens of texts in the stored form; ``apart`` as in :func:`count_tokens`."""
    text = "\n".join(texts)
    counts = count_tokens(text, apart=apart)
    if "<" in text or "&" in text:  # a line that speaks of markup keeps its tags as text
        counts |= count_tokens(strip_tags(text), apart=apart)
    return counts


def count_tokens(text: str, *, apart: bool = False) -> Tokens:
    """Return how often each token is in a text in the stored form, or in plain text.

    ``apart`` puts a space between the words of each link and the text beside it.
    """

    def link_words(link: re.Match[str]) -> str:
        """Return the words of a link or a picture; one that a line's end breaks is not a link to a
        reader, and joins no words.
        """
        words = link["alt"] or link["text"] or " "
        return f" {words} " if apart or "\n" in link.group() else words

    if "](" in text:
        for _ in range(2):  # a picture, and the link around it
            text = _LINK_OR_PICTURE.sub(link_words, text)
    text = spell_symbols(text)
    for mark in "*_\\™®©":
        if mark in text:
            text = text.replace(mark, " " if mark in "™®©" else "")
    counts: Tokens = Counter()
    for word, count in Counter(_WORD.findall(text)).items():
        for token in _list_tokens(word):
            counts[token] += count
    return counts


@functools.lru_cache(maxsize=1 << 16)
def _list_tokens(word: str) -> tuple[str, ...]:
    """Return the tokens of a run of letters and digits: one, unless its script has no spaces, or it
    may be mana.
    """
    parts = [word.casefold()]
    if not word.isascii():
        text = unicodedata.normalize("NFKC", parts[0]).casefold()
        parts = (_WORD_OR_LETTER if UNSPACED.search(text) else _WORD).findall(text)
    return tuple(
        token for part in parts for token in (part if _BARE_MANA.fullmatch(part) else [part])
    )


def strip_tags(text: str) -> str:
    """Return the text of a document without tags and comments, entities as their characters."""
    if "<" in text:
        text = _TAG.sub(lambda tag: " " if tag["block"] else "", text)
    return without_invisible(html.unescape(text)) if "&" in text else text


def _spell_pictures(line: str) -> str:
    """Return a line with a symbol, words or a name for each of its pictures."""
    pictures, beside = split_leading_pictures(without_picture_links(line))
    line = " ".join((*pictures, beside))  # a reader parts them, too
    text = replace_pictures(line)
    unnamed = Counter(find_unknown_pictures(line)) - Counter(_NAMED_PICTURE.findall(text))
    return " ".join((text.replace("[picture: ", "["), *unnamed.elements()))
