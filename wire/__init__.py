"""A small Discord on the loopback interface, members who press, and faults by the dozen (docs/chaos.md)."""
