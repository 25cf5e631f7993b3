"""The page that a rich text becomes: its paragraphs, lists and tables, which rich text only marks
at their ends.
"""

from __future__ import annotations

from html import escape


class Page:
    """Takes the texts of a document one after another, and the ends of its paragraphs, cells and
    rows.
    """

    def __init__(self) -> None:
        self.is_item = False
        """Whether the paragraph that is written is the entry of a list."""
        self._texts: list[str] = []
        """The paragraph that is written."""
        self._bold = False
        self._blocks: list[str] = []
        """What is done, outside of tables."""
        self._cell: list[str] = []
        self._cells: list[str] = []
        self._rows: list[str] = []
        self._lists = 0
        """How many lists are open."""

    def write(self, text: str, *, bold: bool = False) -> None:
        """Write a text into the paragraph."""
        self._turn(bold)
        self._texts.append(escape(text))

    def write_picture(self, words: str) -> None:
        """Write a picture with its alternative text."""
        self._texts.append(f'<img src="" alt="{escape(words)}">')

    def break_line(self) -> None:
        """Begin a new line of the paragraph."""
        self._texts.append("<br>")

    def write_box(self, box: Page) -> None:
        """Write the text of a box before the paragraph that holds it."""
        self._blocks.append(box.html())

    def end_paragraph(self, *, heading: int = 0, level: int = 0, in_table: bool = False) -> None:
        """Write the paragraph, which is a heading of this rank, or in a list of this level."""
        self._turn(bold=False)
        text = "".join(self._texts)
        self._texts.clear()
        if not in_table:
            self._end_table()
        blocks = self._cell if in_table else self._blocks
        if self.is_item:
            blocks.append(self._into_list(level + 1) + text)
        else:
            tag = f"h{heading}" if heading else "p"
            blocks.append(f"{self._out_of_lists()}<{tag}>{text}</{tag}>")
        self.is_item = False

    def end_cell(self) -> None:
        """Write what was written into a cell."""
        self.end_paragraph(in_table=True)
        self._cells.append(f"<td>{''.join(self._cell)}{self._out_of_lists()}</td>")
        self._cell.clear()

    def end_row(self) -> None:
        """Write the cells into a row."""
        if self._cell:
            self.end_cell()
        self._rows.append(f"<tr>{''.join(self._cells)}</tr>")
        self._cells.clear()

    def html(self) -> str:
        """Return all that was written."""
        if self._cell or self._cells:
            self.end_row()
        self.end_paragraph()
        return "".join(self._blocks)

    def _turn(self, bold: bool) -> None:
        if bold != self._bold:
            self._texts.append("<b>" if bold else "</b>")
            self._bold = bold

    def _into_list(self, level: int) -> str:
        """Return the tags that lead to the next entry of a list so deep."""
        closed = max(0, self._lists - level)
        opened = max(0, level - self._lists)
        next_entry = "" if opened else "</li><li>"
        self._lists = level
        return "</li></ul>" * closed + next_entry + "<ul><li>" * opened

    def _out_of_lists(self) -> str:
        closed, self._lists = self._lists, 0
        return "</li></ul>" * closed

    def _end_table(self) -> None:
        if self._rows:
            self._blocks.append(f"{self._out_of_lists()}<table>{''.join(self._rows)}</table>")
            self._rows.clear()
