"""Fits vectors of words so that their sums are like a model's vectors of whole texts, and writes
them in few numbers.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from rulebinder.search.normal_form import GREATEST, ZERO_LETTER

Matrix = Any
"""An array of numpy.

The repository does without the types of numpy, which only this command needs.
"""
DIMENSIONS = 16
RIDGE, CAUTION = 1.0, 2.0
"""How cautiously the map of all words is fitted, and the correction of each."""
CLIPPED = 0.001
"""The share of numbers that are greater than a letter can say."""


@dataclass(frozen=True)
class Fitted:
    """What the vectors of one language are fitted by."""

    words: Matrix
    """The model's vector of each word."""
    said: Matrix
    """How often each text has each word."""
    texts: Matrix
    """The model's vector of each text."""


def vectors(languages: Mapping[str, Fitted]) -> dict[str, Matrix]:
    """Return the vector of each word by language. All are in one space."""
    center = np.vstack([each.words for each in languages.values()]).mean(0)
    words = {lang: each.words - center for lang, each in languages.items()}
    weights = {lang: _weights(each.said) for lang, each in languages.items()}
    means = {lang: _means(each.said, weights[lang]) for lang, each in languages.items()}
    wanted = {lang: _unit(each.texts - each.texts.mean(0)) for lang, each in languages.items()}
    mapped = _mapped(
        np.vstack([means[lang] @ words[lang] for lang in words]), np.vstack([*wanted.values()])
    )
    found = {lang: _corrected(words[lang] @ mapped, means[lang], wanted[lang]) for lang in words}
    axes = np.linalg.svd(
        np.vstack([means[lang] @ found[lang] for lang in found]), full_matrices=False
    )[2][:DIMENSIONS]
    return {lang: (each @ axes.T) * weights[lang][:, None] for lang, each in found.items()}


def lines(words: Sequence[str], held: Matrix, unit: float) -> list[str]:
    """Return a line for each word: the word and the letters of its vector, in which GREATEST is
    ``unit``.
    """
    rounded = np.clip(np.round(held / unit * GREATEST), -GREATEST, GREATEST).astype(int)
    return [
        f"{word} {''.join(chr(ZERO_LETTER + number) for number in row)}"
        for word, row in zip(words, rounded, strict=True)
    ]


def greatest(held: Mapping[str, Matrix]) -> float:
    """Return the size of the greatest number that letters have to say."""
    return float(np.quantile(np.abs(np.vstack([*held.values()])), 1 - CLIPPED))


def _weights(said: Matrix) -> Matrix:
    """Return how much each word says: more if few texts have it."""
    return np.log(1 + len(said) / (1 + (said > 0).sum(0)))


def _means(said: Matrix, weights: Matrix) -> Matrix:
    """Return what each word is of the weighted mean of each text."""
    weighed = said * weights
    return weighed / np.maximum(weighed.sum(1, keepdims=True), 1e-9)


def _mapped(means: Matrix, wanted: Matrix) -> Matrix:
    """Return the map from means of words to vectors of texts, by ridge regression."""
    return np.linalg.solve(means.T @ means + RIDGE * np.eye(means.shape[1]), means.T @ wanted)


def _corrected(words: Matrix, means: Matrix, wanted: Matrix) -> Matrix:
    """Return the vectors of words, each corrected by the texts that have it.

    A word that no text has stays as it is.
    """
    common = means @ means.T
    caution = CAUTION * np.mean(np.diag(common)) * np.eye(len(common))
    return words + means.T @ np.linalg.solve(common + caution, wanted - means @ words)


def _unit(held: Matrix) -> Matrix:
    return held / np.maximum(np.linalg.norm(held, axis=1, keepdims=True), 1e-9)
