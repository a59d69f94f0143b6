"""Decks that players hand in, checked line by line, and cards that a judge refuses (OTE-1.1 to OTE-1.7)."""
