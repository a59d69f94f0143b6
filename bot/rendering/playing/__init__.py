"""Cards and words of matches, and of order at the board."""
