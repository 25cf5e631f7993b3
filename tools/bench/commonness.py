"""Write the lists of each language's common words, which give the words of a signature their
weights.

    python -m tools.bench.commonness FOLDER...

Reads the release notes in the folders and writes
``generator/rulebinder/ledger/commonness/<lang>.txt``: each word that occurs in a good share of the
rulings, with that share. The lists have counts of words, no sentences.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from pathlib import Path

from rulebinder.ledger.matching import words_of
from rulebinder.notes import ReleaseNotes
from rulebinder.reading import inputs
from rulebinder.system.files import DISK
from site_tests.conftest import ROOT

from .setting import content

LEAST = 0.008
"""A word in at least this share of the rulings is common."""
SETS = 2
"""A word must occur in this many sets, if the language has as many.

Words of a single set say nothing about the language.
"""
HEAD = "# The share of rulings that hold each word. Counted by tools/bench/commonness.py.\n"


def shares(documents: list[ReleaseNotes]) -> dict[str, float]:
    """Return the common words of documents in one language, the most common first."""
    texts = [
        (
            document.set_code,
            words_of("\n".join(text.source() for text in (ruling.text, *ruling.items))),
        )
        for document in documents
        for rulings in (
            *(each.rulings for each in document.sections),
            *(each.rulings for each in document.cards),
        )
        for ruling in rulings
    ]
    counts = Counter(word for _, words in texts for word in words)
    sets: dict[str, set[str]] = defaultdict(set)
    for code, words in texts:
        for word in words:
            sets[word].add(code)
    least = min(SETS, len({code for code, _ in texts}))
    found = {word: count / len(texts) for word, count in counts.items() if len(sets[word]) >= least}
    return {
        word: share
        for word, share in sorted(found.items(), key=lambda each: (-each[1], each[0]))
        if share >= LEAST
    }


def main() -> None:
    """Write the lists of all languages that have documents in the folders."""
    by_lang: dict[str, list[ReleaseNotes]] = defaultdict(list)
    for path in sorted(
        path for folder in sys.argv[1:] for path in Path(folder).iterdir() if path.is_file()
    ):
        document, _ = inputs.read_document(path, content())
        if document is not None:
            by_lang[document.lang].append(document)
    for lang, documents in by_lang.items():
        rows = "".join(f"{share:.3f} {word}\n" for word, share in shares(documents).items())
        DISK.write(
            ROOT / "generator" / "rulebinder" / "ledger" / "commonness" / f"{lang}.txt", HEAD + rows
        )


if __name__ == "__main__":
    main()
