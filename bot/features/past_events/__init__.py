"""Past_events."""
