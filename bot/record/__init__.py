"""The record: one file with the facts of one tournament, from which anybody can recompute the rest (docs/record.md)."""
