"""The opening list as people look at it: its template, what it would do, and what everybody reads of it."""
