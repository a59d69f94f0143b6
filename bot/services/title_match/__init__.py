"""A match for a title: the champion, the games one by one, the pauses."""
