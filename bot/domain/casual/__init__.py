"""Games of Jeek: the rules, who wins with best play, a game on its clock, pauses and notation."""
