"""A player in two events of a server at the same hours: the later match waits for the earlier one.

Where the rulebook of the later match says `waits_for_other_events`, its clocks begin when the other match has ended,
at the latest `LONGEST_WAIT` after its call (`bot/play/matches.py`). Whether it waits is derived: its clocks are on
record with the moment at which they begin. Once the other match has ended the players are called, and the clocks begin
with that message. After the longest wait they begin by themselves, as the card has said all along, and who runs each of
the two events is asked. The earlier match and its clock know nothing of it.

A match that was reported, stopped or settled holds up nobody. Who presses *I'm here* is waited for no more.
"""

from __future__ import annotations
