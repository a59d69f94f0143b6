"""A series of events: points by place, the best of them, and who plays the final."""
