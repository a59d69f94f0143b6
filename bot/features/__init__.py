"""Features: a folder each."""
