"""``make vectors``: the vectors of words in content/vectors, remade from a sentence model."""
