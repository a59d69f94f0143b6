"""A match from its call to its result, and order at the board."""
