"""A league by the week rehearsed: people agree on times or do not, and the judge counts the days itself."""
