"""The words of a document, and those of what was read of it, counted as the program itself accounts
for them.
"""

from __future__ import annotations

from rulebinder.reading.account.accounting import tokens as words
from rulebinder.reading.account.accounting import tokens_of_notes as words_of_notes
from rulebinder.reading.account.accounting import tokens_of_page as words_of_document
from rulebinder.reading.account.accounting import untagged

__all__ = ["untagged", "words", "words_of_document", "words_of_notes"]
