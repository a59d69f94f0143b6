"""Teams: who is in one, who sits where, and how they meet."""
