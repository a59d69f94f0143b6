"""A match for a title: its games one by one, and its pauses."""
