"""Cards of an event: announcement, draw, table, end and record."""
