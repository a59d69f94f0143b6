"""`--rulebook own-few`: a cup of five whose only organiser plays: one objection is enough, and a lot decides."""
