"""Cards and words of tables of three."""
