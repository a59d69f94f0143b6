"""Votes, from the question to the effect."""
