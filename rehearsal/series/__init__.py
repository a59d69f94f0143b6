"""A series of small cups, its standings, and the final for the first of them."""
