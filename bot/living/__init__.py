"""Living."""
