"""The Markdown dialect: bullets; blank lines prove nothing; a cost or type line makes a card.

It reads what is written as Markdown, and what web pages, Word documents and PDFs became: cards in
block quotes, pictures of cards and of mana, names that are links, headings marked in any way,
tables that lay out the faces of a card side by side.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from ...problems import Place
from ..dialect import (
    DASHES,
    STARRED,
    Dialect,
    DocumentText,
    Kind,
    Layout,
    Likeness,
    Line,
    Lines,
    classify,
    count_marks,
    has_bullets,
    list_counts,
)
from ..patterns import Patterns, read_stats
from ..spellings import UNSPACED, normalise, without_emphasis
from ..web_residue import (
    card_picture,
    is_quoted,
    leading_pictures,
    replace_pictures,
    unknown_pictures,
    without_html,
    without_quote,
)

_DOTS = "•●▪·‣\uf0b7"
"""Word marks a list with the last one, in a font of its own."""
_INNER = re.compile(r"[o◦○\uf0a7]\s+(?=[^\W\da-zà-ÿ]|[“\"«{])")
"""The mark of a list inside a bullet whose own mark is a dot."""
_WIDE = r"＊(?![/／+＋])"
"""The star of Chinese and Japanese pages, with or without a space behind it; that of a size is
followed by a sign.
"""
_LONE = re.compile(r"^\s*(?:\\?[*+-]|[＊•●▪·‣\uf0b7])\s*$")
_MARKS = re.compile(
    rf"^[^\S\n]*(?:>[^\S\n]?)*(?:(?P<wide>{_WIDE})\s*|(?P<mark>\\?[*-]|\+(?=\s)|[•●▪·‣\uf0b7])(?:\s+|(?=[^\W\d_])))(?=\S)",
    re.MULTILINE,
)
_OPENINGS = frozenset("\\*-+＊•●▪·‣\uf0b7>")
"""What a line with a bullet begins with."""
_HEADING = re.compile(r"^#{1,6}\s++")
_NAVIGATION = re.compile(
    r"^(?:[-*•]\s++)?+(?P<links>(?:[\s|·•>/-]*\[[^\[\]]+\]\(#[^()]*\))+)[\s|]*$"
)
_EMBEDDED = re.compile(r"^[\s>]*(?:</[^\s<>/]+/[^\s<>]*>|(?:`{3,}|~{3,})\w*)\s*$")
"""A line that is nothing but ``</a/path>``, the address of something that its page embedded, or a
fence of code.
"""
_DIVIDER = re.compile(rf"^(?:-\s?){{3,}}$|^(?:\*\s?){{3,}}$|^_{{3,}}$|^={{3,}}$|{DASHES.pattern}")
_BOLD_RULE = re.compile(r"^(?P<mark>\*+|_+)(?P<rule>-{3,})(?P=mark)$")
"""A rule that a word processor made bold with the heading below it."""
_UNDERLINE = re.compile(r"^(?:-{3,}|={3,})$")
_BOLD = re.compile(r"^(?P<mark>\*{2,3}|_{2,3})(?=[^\s*_])(?:(?!(?P=mark)(?![*_]))[^\n])+(?P=mark)$")
"""A line that is bold from its beginning to its end, other emphasis within or not."""
_MARKED_RULE = re.compile(
    r"^\s*(?P<mark>\*+|_+)(?P<number>\d{3}\.\d+[a-z]?\.?)(?:(?P=mark)\s+(?P<text>\S.*)|\s+(?P<all>\S.*)(?P=mark)\s*)$"
)
_INDENTED = re.compile(r"(?: {2}|\t)\s*\S")
_STEP = re.compile(r"\s*\(?\d{1,2}[.)]\s+\S")
"""A step of several, each on a line of its own: ``2) Each player …``."""
_BREAK = ("  ", "\\")
"""The line break of Markdown."""
_TITLE_LENGTH = 80
_FEW = 0.05
"""The share of lines up to which dots are modes: every page has some of them."""
_Numbered = tuple[int, str]
_HEAD = re.compile(
    r"^[^\S\n]*\|(?:[^\S\n]*\|)+[^\S\n]*\n[^\S\n]*\|(?:[^\S\n]*:?-{3,}:?[^\S\n]*\|)+[^\S\n]*$",
    re.MULTILINE,
)
"""The first two lines of a table without a heading."""
_BAR = re.compile(r"(?<!\\)\|")
_GAP = re.compile(r"\s{2,}")
_MISSING = re.compile(r"\s(?=[:,]\s)")
"""The place of a picture of mana that a copy of a page lost, with the end of the line before it."""


def likeness(page: DocumentText) -> Likeness:
    """Count bullets among the lines, and look for any emphasis, link or heading."""
    lines = page.printed
    #  A line has a bullet, or is nothing but one.
    bullets = sum(
        line[:1] in _OPENINGS and bool(_MARKS.match(line) or _LONE.match(line)) for line in lines
    )
    marked = bool(count_marks(page.text))
    score = min(1.0, 4 * bullets / max(len(lines), 1)) * (0.5 + 0.4 * marked) + 0.1 * marked
    return Likeness(
        score, list_counts({"bullet": bullets, "line": len(lines), **count_marks(page.text)})
    )


def read_lines(page: DocumentText, words: Patterns) -> Lines:
    """One line a line, its marks taken off."""
    rows = (
        row
        for row in split_tables(page.numbered, words)
        if row[1].lstrip(" >")[:1] not in ("<", "`", "~") or not _EMBEDDED.match(row[1])
    )
    parts = [(Place(page.path, number), part) for number, raw in rows for part in without_html(raw)]
    source = _with_lone_marks([part for _, part in parts])
    bullet = _bullet("\n".join(source))
    numbered = [
        (number, text) for (number, _), text in zip(parts, _outdented(source, bullet), strict=True)
    ]
    return list(_with_dots_as_bullets(_lines(numbered, bullet, words), words))


def _with_dots_as_bullets(lines: Iterable[Line], words: Patterns) -> Iterator[Line]:
    """Yield the lines. If other marks are a page's bullets, its dots are modes; they are bullets,
    too, below text that offers no choice and if no other bullet follows.
    """
    runs = [list(run) for _, run in itertools.groupby(lines, _is_dotted)]
    for above, run, below in zip([[], *runs], runs, [*runs[1:], []], strict=False):
        text = above[-1].text if above and above[-1].is_text else ""
        offers = text.endswith(("—", "–", "--", ":", "：")) or words.speaks_of_choice(text)
        lost = _is_dotted(run[0]) and text and not offers and not has_bullets(below[:1])
        for line in run:
            bullet = replace(line, kind=Kind.BULLET, text=line.text[1:].lstrip())
            yield bullet if lost else line


def _is_dotted(line: Line) -> bool:
    return line.is_text and line.text[:1] in _DOTS


def _outdented(source: Sequence[str], bullet: re.Pattern[str]) -> list[str]:
    """Return the lines.

    If a page indents even its outer bullets, they move to the margin; nested ones stay nested.
    """
    bulleted = {
        at
        for at, line in enumerate(source)
        if bullet.match(line.lstrip(" ")) and not _DIVIDER.match(line.strip())
    }
    depths = Counter(len(source[at]) - len(source[at].lstrip(" ")) for at in bulleted)
    margin = " " * min(
        (depth for depth, count in depths.items() if count > _FEW * depths.total()), default=0
    )
    return [line.removeprefix(margin) if at in bulleted else line for at, line in enumerate(source)]


def _with_lone_marks(source: list[str]) -> list[str]:
    """Return the lines. If a page prints its bullets on lines of their own, each moves in front of
    the next text.

    Few lone marks are empty bullets.
    """
    lone = [at for at, line in enumerate(source) if _LONE.match(line)]
    if 2 * len(lone) < sum(bool(_MARKS.match(line)) for line in source):
        return source
    lines = list(source)
    for at in lone:
        text = next((after for after in range(at + 1, len(lines)) if lines[after].strip()), None)
        if text is not None and not _LONE.match(lines[text]):
            lines[at], lines[text] = "", f"{source[at].strip()} {lines[text].strip()}"
    return lines


def _bullet(text: str) -> re.Pattern[str]:
    r"""The bullets of this page: ``- `` and ``* `` (also ``\* ``); dots only if the page has
    nothing else.

    If dashes or stars mark rulings, dots mark modes.
    """
    marks = Counter((match["mark"] or "*").lstrip("\\") for match in _MARKS.finditer(text))
    dots = sum(marks[dot] for dot in _DOTS)
    if dots > marks["-"] + marks["*"] + marks["+"] and dots > _FEW * text.count("\n"):
        return re.compile(
            rf"^(?:[-*{_DOTS}](?:\s++|(?=[^\W\d_])|$)(?!\s*+[-*]\s*+$)|{_INNER.pattern}|{_WIDE}\s*+)"
        )
    return re.compile(
        r"^(?:\\?[*-]|\\?\+(?!\s*\{)|–)(?:\s++|$)(?!\s*+[-*]\s*+$)|^\\\*(?=\w)(?![^*]{1,60}\*(?:[,，"
        r"、]\s?\\?\*[^*]{1,20}\*){0,4}\s*$)"
        rf"|^{_WIDE}\s*+|^\*(?={UNSPACED.pattern})(?!.*\*)"
    )  # "+ {1} — …" is a mode that costs


def _lines(
    source: Sequence[tuple[Place, str]], bullet: re.Pattern[str], words: Patterns
) -> Iterator[Line]:
    before = Line(kind=Kind.DIVIDER, place=Place(""))
    blank = True
    quote = 0
    quoted = False
    bare = [*(without_quote(raw) for _, raw in source), ""]
    for at, (place, raw) in enumerate(source):
        quoted, follows = is_quoted(raw), quoted
        quote += quoted and not follows
        pictures, text = leading_pictures(bare[at])
        for picture in pictures:
            description, symbol = card_picture(picture)
            yield Line(
                kind=Kind.PICTURE,
                text=normalise(description, markdown=True),
                place=place,
                after_blank=blank,
                pictures=unknown_pictures(picture),
                symbol=symbol,
                beside=bool(text) and not bullet.match(text),
            )
        following = bare[at + 1]
        #  A line break may be alone on the next line.
        ends_next = at + 1 < len(source) and source[at + 1][1].endswith(_BREAK[0])
        blank, after_blank = not bare[at].strip(), blank
        line = None if not text.strip() else _line(text, place, after_blank, bullet)
        if line is None:
            continue
        kind, stored = line.kind, line.text
        #  A line of links that lead elsewhere in its page: a table of contents, an entry of one,
        # "Back to top".
        links = _NAVIGATION.match(text.strip()) if "](#" in text else None
        count = links["links"].count("](#") if links else 0
        if count > 1 or (
            count == 1
            and (
                (after_blank and not following.strip())
                or text.lstrip()[:1] != "["
                or words.is_great_heading(without_emphasis(text))
            )
        ):
            kind, stored = Kind.NAVIGATION, normalise(text.strip(), markdown=True)
        elif (
            kind is Kind.DIVIDER
            and not after_blank
            and quoted == bool(before.quote)
            and before.is_text
            and not before.marked
            and following.strip()
            and not any(map(words.is_great_heading, (before.text, following)))
        ):  # between two lines of text, it parts the faces of a card
            kind, stored = Kind.TURN, "//"
        source_text = text if pictures else raw
        is_text = kind is Kind.TEXT
        is_step = not after_blank and (before.indented or before.is_bullet) and _STEP.match(text)
        line = replace(
            line,
            kind=kind,
            text=stored,
            marked=is_text
            and not source_text.lstrip().startswith(">")
            and _is_marked(without_quote(source_text), following, after_blank),
            indented=is_text and bool(_INDENTED.match(source_text) or is_step),
            quote=quote if quoted else 0,
            tied=raw.endswith(_BREAK) or (ends_next and not following),
        )
        before = line if kind is not Kind.PICTURE else before
        yield line


def _line(text: str, place: Place, blank: bool, bullet: re.Pattern[str]) -> Line | None:
    bare = text.strip()
    unescaped = bare.replace("\\", "")
    if _DIVIDER.match(_BOLD_RULE.sub(r"\g<rule>", unescaped)):
        return Line(kind=Kind.DIVIDER, place=place, after_blank=blank)
    if read_stats(unescaped):  # its star is not a bullet
        stored = normalise(bare, markdown=True)
        return Line(kind=Kind.TEXT, text=stored, place=place, after_blank=blank)
    heading = _HEADING.match(bare)
    titled = bare[heading.end() :].rstrip("#").rstrip() if heading else text
    plain = _MARKED_RULE.sub(r"\g<number> \g<text>\g<all>", titled) if bare[:1] in "*_#" else titled
    line = classify(replace_pictures(plain), place, blank, bullet, markdown=True)
    if line is None:
        return None
    inner = line.is_bullet and _INNER.match(bare)
    return replace(line, kind=Kind.ITEM if inner else line.kind, pictures=unknown_pictures(bare))


def _is_marked(text: str, following: str, after_blank: bool) -> bool:
    """Whether the line is a heading: ``# …``, all bold, or underlined."""
    bare = text.strip()
    if _HEADING.match(bare) or _BOLD.match(bare) or STARRED.match(bare):
        return True
    underlined = bool(_UNDERLINE.match(following.strip()))
    return underlined and after_blank and len(bare) <= _TITLE_LENGTH and not bare.endswith(".")


DIALECT = Dialect("markdown", Layout(broken_lines=True), likeness, read_lines)
"""Release notes as Markdown, written so, converted from a page, or scanned."""


def split_tables(lines: Iterable[_Numbered], words: Patterns) -> list[_Numbered]:
    """Return the lines of a page; in a table without a heading that shows a card, each line of a
    cell is one.

    Copies of web pages keep the lines of a cell as lines, or part them by two spaces. Other tables
    stay as they are.
    """
    page: list[_Numbered] = []
    for _, group in itertools.groupby(lines, key=lambda line: not line[1].strip()):
        block = list(group)
        text = "\n".join(line for _, line in block)
        head = _HEAD.search(text)
        start = text.count("\n", 0, head.start()) if head else len(block)
        rows = list(_cell_lines(block[start + 2 :], words))
        if any(words.is_type_line(text) for _, text in rows):
            block[start:] = [(block[start][0], ""), *rows]
        page += block
    return page


def _cell_lines(rows: list[_Numbered], words: Patterns) -> Iterator[_Numbered]:
    """Yield the lines of all cells of a table; a line that is two, whose picture of mana between
    them was lost, is parted.
    """
    for number, row in rows:
        cells = _BAR.split(row)
        parted = len(cells) > 3  # a row with all of its cells
        for cell in cells:
            for line in _GAP.split(cell.strip()) if parted else (cell.strip(),):
                lost = _MISSING.search(line)
                before = line[: lost.start()] if lost else ""
                is_two = lost and (read_stats(before) or words.is_type_line(before))
                parts = (before, line[lost.end() :]) if lost and is_two else (line,)
                yield from ((number, part) for part in parts if part)
