"""Cards of acts that wait for a second person."""
