"""`--rulebook two-cups`: two ordinary cups in one evening, and three people who play in both."""
