"""Undoing."""
