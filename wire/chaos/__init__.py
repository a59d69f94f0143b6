"""Whole small Opens on the loopback Discord while everything goes wrong: `python -m wire.chaos` (docs/chaos.md)."""
