"""The rehearsal of an association that moves in: a list of people, past events, and what follows from both."""
