"""Cards of an arena."""
