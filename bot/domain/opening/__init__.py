"""The opening list: an association moves in with its people, their ratings, and what counts of the time before."""
