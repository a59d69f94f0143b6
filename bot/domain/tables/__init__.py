"""Tables of three: decks, sets, points and the final."""
