"""Cues: the words by which a sentence says that what it holds is not plainly so. Data, a pack a language."""
