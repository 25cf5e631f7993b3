"""Makes the HTML of pages about cards and rulings, and plain Markdown of them (:mod:`.plain`).

Their Markdown has signs that no other tool reads:

- ``{2}{W}`` is a run of symbols, and a code span is the plate of a set's code.
- ``{#id .class key="value"}`` at the end of a block gives it attributes. Behind a link or
  ``[text]``, it gives them to that.
  Alone in a paragraph, it gives them to the next block.
- ``/// details | label`` … ``///`` is a fold. A box that has others within it has more slashes
  than they. The lines with slashes are paragraphs.
- In ``/// notes | lom-elk``, a numbered item is a ruling. Its number is permanent, so numbers may
  have gaps. Its id is ``lom-elk-2``. ``/// paragraph | 3`` leads in to a section.
- ``/// card`` is a card. Any other name of a box is the class of a ``div``.
- A row of a table that begins with a bold cell has a heading.

There is no raw HTML: ``<`` is a character like all others.
"""
