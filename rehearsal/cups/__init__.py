"""The rehearsal of an event with a table or with more lives than one: a Swiss, a round robin, a double elimination."""
