"""Cards of a match for a title."""
