"""An event from its announcement to its record.

A national arbiter's event is a proposal that waits for the President (`services/events/event_proposals.py`);
approved, it is created and announced in one transaction.

What leaving costs is told before it is confirmed, by format (`domain/events/departures.py`): the rest lost, paired no
more, or all void.

Who is kept apart is a fact with its moments: a club stands from the first pairing on, a forbidden pair from when an
organiser forbids it until it is lifted (`services/events/apart.py`), so that every round can be paired again from what
was known then; **Pairings and why** under `/standings` does it and says the reason of each board.

What decides beside the regular rounds (`domain/events/deciders.py`: play-offs, lots, finals between brackets, matches
for places, the knock-out after a table) is told in public when it is paired or drawn, by `services/events/deciding.py`:
who is level on what as it was then, what comes after, and for a lot the number of its draw. `/me` gathers every open
duty: a module for each part (`match_guidance`, `entry_guidance`, `seat_guidance`, `staff_guidance` and those of cases,
votes, titles, the arena and Jeek), each item with its button; `services/events/course.py` says how far the running
rounds are in any format.

Each draw of an event reveals one link of its chain (`services/events/links.py`): the field's, then one for each later
round that hangs on a lot, then the lot that separates level players. `services/events/proof.py` runs each again from
what was known when it was made. A result keeps the games won, the drawn ones, and beyond that its particulars (moves,
influence, boards, a count) in one column.
"""

from __future__ import annotations
