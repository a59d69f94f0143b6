"""An event from its announcement to its record."""
