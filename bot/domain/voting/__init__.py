"""How a community decides: procedures, electorates, ballots, and what they add up to."""
