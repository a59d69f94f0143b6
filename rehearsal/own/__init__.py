"""`--rulebook own-event`: those who decide play too, and try each act about themselves."""
