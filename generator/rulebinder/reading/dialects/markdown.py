"""The Markdown dialect: bullets; blank lines prove nothing; a cost or type line makes a card.

It reads what is written as Markdown, and what web pages, Word documents and PDFs became: cards in
block quotes, pictures of cards and of mana, names that are links, headings marked in any way,
tables that lay out the faces of a card side by side.
"""

from __future__ import annotations

import html
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
    classify_line,
    count_marks,
    describe_counts,
    has_bullets,
)
from ..formats.web_markdown import parse_page, replace_drawings, thin_out, to_markdown
from ..patterns import Patterns, read_stats
from ..symbols import (
    UNSPACED,
    find_unknown_pictures,
    normalise,
    read_card_picture,
    replace_pictures,
    split_leading_pictures,
    without_emphasis,
    without_invisible,
    without_picture_links,
)

_DOTS = "•●▪·‣\uf0b7"
"""Word marks a list with the last one, in a font of its own."""
_INNER_BULLET = re.compile(r"[o◦○\uf0a7]\s+(?=[^\W\da-zà-ÿ]|[“\"«{])")
"""The mark of a list inside a bullet whose own mark is a dot."""
_WIDE_STAR = r"＊(?![/／+＋])"
"""The star of Chinese and Japanese pages, with or without a space behind it; that of a size is
followed by a sign.
"""
_LONE_MARK = re.compile(r"^\s*(?:\\?[*+-]|[＊•●▪·‣\uf0b7])\s*$")
_BULLET = re.compile(
    rf"^[^\S\n]*(?:>[^\S\n]?)*(?:(?P<wide>{_WIDE_STAR})\s*|(?P<mark>\\?[*-]|\+(?=\s)|[•●▪·‣\uf0b7])(?:\s+|(?=[^\W\d_])))(?=\S)",
    re.MULTILINE,
)
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
_LINE_BREAKS = ("  ", "\\")
"""The line breaks of Markdown, at the end of a line."""
_TITLE_LENGTH = 80
"""How many characters an underlined heading has at most."""
_FEW_LINES = 0.05
"""The share of lines up to which dots are modes: every page has some of them."""
_Numbered = tuple[int, str]
"""A line with its number in the file."""
_TABLE_HEAD = re.compile(
    r"^[^\S\n]*\|(?:[^\S\n]*\|)+[^\S\n]*\n[^\S\n]*\|(?:[^\S\n]*:?-{3,}:?[^\S\n]*\|)+[^\S\n]*$",
    re.MULTILINE,
)
"""The first two lines of a table without a heading."""
_BAR = re.compile(r"(?<!\\)\|")
_SPACES = re.compile(r"\s{2,}")
_LOST_PICTURE = re.compile(r"\s(?=[:,]\s)")
"""The place of a picture of mana that a copy of a page lost, with the end of the line before it."""
_TITLED = re.compile(r"""\]\(\s*<?(?P<url>[^\s<>()]+)>?(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)""")
_ANY_TAG = re.compile(r"<!--(?:(?!<!--|-->).)*-->|</?[a-z][^<>]*>", re.IGNORECASE)
_TAG_OR_SIGN = re.compile(rf"(?P<tag>{_ANY_TAG.pattern})|<", re.IGNORECASE)
_FORMATTING = re.compile(
    r"<!--.*?-->"
    r"|<(?![^<>]*\son\w+\s*=|[^<>]*javascript:)/?(?:a|b|br|center|div|em|font|h[1-6]|hr|i|img|nobr|p|small|span|strong|su[bp]|u)"
    r"(?:\s[^<>]*)?/?>",
    re.IGNORECASE,
)
"""A tag of a page's formatting, without a script."""
_LONG_NUMBER = re.compile(r"&#(?=[xX]?[0-9a-fA-F]{9})")
"""The beginning of ``&#123456789…``, a longer number than any character has."""
_OPENING = re.compile(r"^[\s>]*")
_QUOTE = re.compile(r"^\s{0,3}(?:>\s?)+")


def likeness(page: DocumentText) -> Likeness:
    """Count bullets among the lines, and look for any emphasis, link or heading.

    A bullet in every fourth line makes a full score; half of it if the page has no other mark,
    since plain text has bullets, too.
    """
    lines = page.printed_lines
    #  A line has a bullet, or is nothing but one.
    bullets = sum(bool(_BULLET.match(line) or _LONE_MARK.match(line)) for line in lines)
    marks = count_marks(page.text)
    score = min(1.0, 4 * bullets / max(len(lines), 1)) * (0.9 if marks else 0.5)
    counts = {"bullet": bullets, "line": len(lines), **marks}
    return Likeness(score + 0.1 * bool(marks), describe_counts(counts))


def read_lines(page: DocumentText, words: Patterns) -> Lines:
    """Return the lines of a page without its tables, HTML and marks."""
    placed = [
        (Place(page.path, number), part)
        for number, raw in split_tables(page.numbered_lines, words)
        if not _EMBEDDED.match(raw)
        for part in without_html(raw)
    ]
    texts = _move_lone_marks([text for _, text in placed])
    bullet = _choose_bullet("\n".join(texts))
    texts = _outdent_bullets(texts, bullet)
    source = zip((place for place, _ in placed), texts, strict=True)
    return list(_settle_dots(_classify_lines(source, bullet, words), words))


def split_tables(lines: Iterable[_Numbered], words: Patterns) -> list[_Numbered]:
    """Return the lines of a page; in a table without a heading that shows a card, each line of a
    cell is one.

    Copies of web pages keep the lines of a cell as lines, or part them by two spaces. Other tables
    stay as they are.
    """
    page: list[_Numbered] = []
    #  A table is in one block of lines, between blank ones.
    for _, group in itertools.groupby(lines, key=lambda line: not line[1].strip()):
        block = list(group)
        text = "\n".join(line for _, line in block)
        head = _TABLE_HEAD.search(text)
        start = text.count("\n", 0, head.start()) if head else len(block)
        rows = list(_list_cell_lines(block[start + 2 :], words))  # the head is two lines
        if any(words.is_type_line(text) for _, text in rows):
            block[start:] = [(block[start][0], ""), *rows]
        page += block
    return page


def _list_cell_lines(rows: list[_Numbered], words: Patterns) -> Iterator[_Numbered]:
    """Yield the lines of all cells of a table; a line that is two, whose picture of mana between
    them was lost, is parted.
    """
    for number, row in rows:
        cells = _BAR.split(row)
        is_whole = len(cells) > 3  # "| a | b |": all of its cells are on this line
        for cell in cells:
            for line in _SPACES.split(cell.strip()) if is_whole else (cell.strip(),):
                lost = _LOST_PICTURE.search(line)
                parts = (line[: lost.start()], line[lost.end() :]) if lost else (line,)
                #  The first one must be a size or a type line, else ": " is part of prose.
                is_two = read_stats(parts[0]) or words.is_type_line(parts[0])
                yield from ((number, part) for part in (parts if is_two else (line,)) if part)


def without_html(line: str) -> Iterator[str]:
    """Yield the line, or the lines into which ``<br>`` breaks it, without what is left of a web
    page.

    Tags become Markdown, entities their characters; links lose their titles, pictures their links.
    A line with any other tag than a page's formatting speaks of markup, and keeps it as text.
    """
    text = _OPENING.sub("", line)
    opening = line.removesuffix(text)
    tags = _ANY_TAG.findall(text)
    if tags and all(map(_FORMATTING.fullmatch, tags)):
        #  A parser takes a stray "<" for the beginning of a tag, and drops the words up to the next
        # ">".
        text = _TAG_OR_SIGN.sub(lambda match: match["tag"] or "&lt;", text)
        text = to_markdown(replace_drawings(parse_page(thin_out(text).page)), escaped=False)
    text = without_invisible(html.unescape(_LONG_NUMBER.sub("&amp;#", text)))
    for part in text.split("\n"):
        bare = without_picture_links(_TITLED.sub(r"](\g<url>)", part))
        if bare.strip() or not text.strip():
            yield opening + bare


def _move_lone_marks(source: list[str]) -> list[str]:
    """Return the lines. If a page prints its bullets on lines of their own, each moves in front of
    the next text.

    Few lone marks are empty bullets.
    """
    marks = [at for at, line in enumerate(source) if _LONE_MARK.match(line)]
    if 2 * len(marks) < sum(bool(_BULLET.match(line)) for line in source):
        return source
    lines = list(source)
    for at in marks:
        #  No other mark looks at the same blank lines, so that all of them take linear time.
        below = next((after for after in range(at + 1, len(lines)) if lines[after].strip()), None)
        if below is not None and not _LONE_MARK.match(lines[below]):
            lines[at], lines[below] = "", f"{source[at].strip()} {lines[below].strip()}"
    return lines


def _choose_bullet(text: str) -> re.Pattern[str]:
    r"""Return the pattern for the bullets of a page: ``- `` and ``* `` (also ``\* ``), or dots too,
    if the page has more of them.

    If dashes or stars mark rulings, dots mark modes.
    """
    marks = Counter((match["mark"] or "*").lstrip("\\") for match in _BULLET.finditer(text))
    dots = sum(marks[dot] for dot in _DOTS)
    if dots > marks["-"] + marks["*"] + marks["+"] and dots > _FEW_LINES * text.count("\n"):
        return re.compile(
            rf"^(?:[-*{_DOTS}](?:\s++|(?=[^\W\d_])|$)(?!\s*+[-*]\s*+$)|{_INNER_BULLET.pattern}|{_WIDE_STAR}\s*+)"
        )
    return re.compile(
        r"^(?:\\?[*-]|\\?\+(?!\s*\{)|–)(?:\s++|$)(?!\s*+[-*]\s*+$)|^\\\*(?=\w)(?![^*]{1,60}\*(?:[,，"
        r"、]\s?\\?\*[^*]{1,20}\*){0,4}\s*$)"
        rf"|^{_WIDE_STAR}\s*+|^\*(?={UNSPACED.pattern})(?!.*\*)"
    )  # "+ {1} — …" is a mode that costs


def _outdent_bullets(source: Sequence[str], bullet: re.Pattern[str]) -> list[str]:
    """Return the lines, with the outer bullets at the margin if the page indents even those.

    All bullets move by as much, so that nested ones stay nested.
    """
    bulleted = {
        at
        for at, line in enumerate(source)
        if bullet.match(line.lstrip(" ")) and not _DIVIDER.match(line.strip())
    }
    depths = Counter(len(source[at]) - len(source[at].lstrip(" ")) for at in bulleted)
    margin = " " * min(
        (depth for depth, count in depths.items() if count > _FEW_LINES * depths.total()), default=0
    )
    return [line.removeprefix(margin) if at in bulleted else line for at, line in enumerate(source)]


def _classify_lines(
    source: Iterable[tuple[Place, str]], bullet: re.Pattern[str], words: Patterns
) -> Iterator[Line]:
    """Yield the lines of the source, and before each the pictures that it opens with.

    A line is judged with the last one that was yielded, which is ``above``, and the text right
    below it.
    """
    above = Line(kind=Kind.DIVIDER, place=Place(""))
    is_blank, in_quote, quotes = True, False, 0
    source = [*source, (Place(""), "")]  # below the last line
    bare = [without_quote(raw) for _, raw in source]
    for at, ((place, raw), (_, raw_below)) in enumerate(itertools.pairwise(source)):
        quoted_above, in_quote = in_quote, bool(_QUOTE.match(raw))
        quotes += in_quote and not quoted_above
        pictures, text = split_leading_pictures(bare[at])
        for picture in pictures:
            description, symbol = read_card_picture(picture)
            yield Line(
                kind=Kind.PICTURE,
                text=normalise(description, markdown=True),
                place=place,
                after_blank=is_blank,
                pictures=find_unknown_pictures(picture),
                symbol=symbol,
                beside=bool(text) and not bullet.match(text),
            )
        is_blank, after_blank = not bare[at].strip(), is_blank
        line = _classify_marked(text, place, after_blank, bullet)
        if line is None:
            continue
        below = bare[at + 1]
        kind, stored = line.kind, line.text
        #  A line of links that lead elsewhere in its page: a table of contents, an entry of one,
        # "Back to top".
        links = _NAVIGATION.match(text.strip())
        count = links["links"].count("](#") if links else 0
        if count > 1 or (
            count == 1
            and (
                (after_blank and not below.strip())
                or text.lstrip()[:1] != "["
                or words.is_great_heading(without_emphasis(text))
            )
        ):
            kind, stored = Kind.NAVIGATION, normalise(text.strip(), markdown=True)
        elif (
            kind is Kind.DIVIDER
            and not after_blank
            and in_quote == bool(above.quote)
            and above.is_text
            and not above.marked
            and below.strip()
            and not any(map(words.is_great_heading, (above.text, below)))
        ):  # between two lines of text, it parts the faces of a card
            kind, stored = Kind.TURN, "//"
        printed = text if pictures else raw
        is_text = kind is Kind.TEXT
        is_step = not after_blank and (above.indented or above.is_bullet) and _STEP.match(text)
        title = text.strip()
        is_underlined = (
            after_blank
            and _UNDERLINE.match(below.strip())
            and len(title) <= _TITLE_LENGTH
            and not title.endswith(".")
        )
        is_heading = (
            is_underlined or _HEADING.match(title) or _BOLD.match(title) or STARRED.match(title)
        )
        above = replace(
            line,
            kind=kind,
            text=stored,
            marked=is_text and bool(is_heading) and not printed.lstrip().startswith(">"),
            indented=is_text and bool(_INDENTED.match(printed) or is_step),
            quote=quotes if in_quote else 0,
            #  A line break may be alone on the next line.
            tied=raw.endswith(_LINE_BREAKS) or (raw_below.endswith(_LINE_BREAKS[0]) and not below),
        )
        yield above


def _classify_marked(text: str, place: Place, blank: bool, bullet: re.Pattern[str]) -> Line | None:
    """Return a line with its kind and without its marks; None if it is blank or an empty bullet.

    ``blank`` says that a blank line is above.
    """
    bare = text.strip()
    if _DIVIDER.match(_BOLD_RULE.sub(r"\g<rule>", bare.replace("\\", ""))):
        return Line(kind=Kind.DIVIDER, place=place, after_blank=blank)
    heading = _HEADING.match(bare)
    plain = bare[heading.end() :].rstrip("#").rstrip() if heading else text
    if bare[:1] in "*_#":
        plain = _MARKED_RULE.sub(r"\g<number> \g<text>\g<all>", plain)
    line = classify_line(replace_pictures(plain), place, blank, bullet, markdown=True)
    if line is None:
        return None
    is_inner = line.is_bullet and _INNER_BULLET.match(bare)
    return replace(
        line, kind=Kind.ITEM if is_inner else line.kind, pictures=find_unknown_pictures(bare)
    )


def _settle_dots(lines: Iterable[Line], words: Patterns) -> Iterator[Line]:
    """Yield the lines, with lines of text that open with a dot as bullets where they are not modes:
    below text that offers no choice, if no other bullet follows.
    """

    def is_dotted(line: Line) -> bool:
        return line.is_text and line.text[:1] in _DOTS

    runs = [list(run) for _, run in itertools.groupby(lines, is_dotted)]
    for above, run, below in zip([[], *runs], runs, [*runs[1:], []], strict=False):
        text = above[-1].text if above and above[-1].is_text else ""
        offers = text.endswith(("—", "–", "--", ":", "：")) or words.speaks_of_choice(text)
        if is_dotted(run[0]) and text and not offers and not has_bullets(below[:1]):
            for line in run:
                yield replace(line, kind=Kind.BULLET, text=line.text[1:].lstrip())
        else:
            yield from run


def without_quote(line: str) -> str:
    """Return the line without its ``>`` marks and its hard break."""
    text = _QUOTE.sub("", line)
    bare = text.rstrip()
    return bare if len(text) - len(bare) > 1 else text.removesuffix("\\")


DIALECT = Dialect("markdown", Layout(broken_lines=True), likeness, read_lines)
"""Release notes as Markdown, written so, converted from a page, or scanned."""
