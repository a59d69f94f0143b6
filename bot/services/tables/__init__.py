"""Tables of three: decks handed in, results told, players who leave."""
