"""Rounds that last days: each match has a time of its own, on which its two sides agree.

A match that is paired is not called: it is opened, and a card says until when its sides have time. They propose and
answer (`verbs.py`); who accepts fixes the time. At that time the core calls the match as any other
(`EventHooks.held_back` holds it until then), so presence, clocks and all that follows are as ever. Staff may set a
time, take it away, give more days or end the match (`staff_verbs.py`). `worker.py` keeps the server's calendar.

Reminders, the call and the end of a match's days come by themselves. Who neither proposed nor answered, though a
proposal of the other side was told by a delivered message and stood for the rulebook's time, loses by absence; where it
is less clear the organisers are asked. All moments are derived (`model.py`), so an outage or a pause of the event makes
every window longer. A match that could not be called within the rulebook's `reopen_for` of its time is not called any
more: its sides agree anew.
"""

from __future__ import annotations
