"""A series of events as cards and tables."""
