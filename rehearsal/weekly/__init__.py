"""`--rulebook weekly-friday`: a cup that comes back every Friday over a change of the clocks, one Friday skipped."""
