"""A season of the association's decisions: votes, vetoes, elections, expulsions, a case and its appeal."""
