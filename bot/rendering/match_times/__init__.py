"""A time for each match, on which its two sides agree."""
