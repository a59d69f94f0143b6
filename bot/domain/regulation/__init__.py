"""The tables of a rulebook, and what can be wrong with them."""
