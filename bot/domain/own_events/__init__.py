"""Acts about an event by somebody who plays in it."""
