"""A match from its call to its final result, and those who watch over it."""
