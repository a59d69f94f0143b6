"""Proof in a dispute of a result."""
