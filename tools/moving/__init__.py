"""Carrying out a part of the map: modules moved, joined and found again by whoever imports them."""
