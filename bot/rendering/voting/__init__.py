"""Cards of votes, their minutes, and suggestions."""
