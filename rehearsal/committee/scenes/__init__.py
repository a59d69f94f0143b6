"""The season's scenes."""
