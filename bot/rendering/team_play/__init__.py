"""Cards and words of teams and their matches."""
