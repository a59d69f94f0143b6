"""Games of Jeek beside every event."""
