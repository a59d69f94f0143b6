"""`--rulebook silence`: a cup, a Swiss and a vote in which people stop at every step."""
