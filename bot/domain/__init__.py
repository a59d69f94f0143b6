"""The rules of tournaments as pure functions of facts: no I/O, no clock, no Discord."""
