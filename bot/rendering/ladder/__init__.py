"""A ladder: challenges to those above."""
