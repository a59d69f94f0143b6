"""An event from its announcement to its record.

A national arbiter's event is a proposal that waits for the President (`bot/features/tournaments/proposal_verbs.py`);
approved, it is created and announced in one transaction.

What leaving costs is told before it is confirmed, by format (`bot/play/deciders.py`): the rest lost, paired no more, or
all void.

Who is kept apart is a fact with its moments: a club stands from the first pairing on, a forbidden pair from when an
organiser forbids it until it is lifted (`bot/features/course/rounds_verbs.py`), so that every round can be paired again
from what was known then; **Pairings and why** under `/standings` does it and says the reason of each board.

What decides beside the regular rounds (`bot/play/deciders.py`: play-offs, lots, finals between brackets, matches for
places, the knock-out after a table) is told in public when it is paired or drawn, by `bot/features/course/verbs.py`:
who is level on what as it was then, what comes after, and for a lot the number of its draw. `/me` gathers every open
duty: a function `guide` for each part (matches, entries, seats, staff, cases, votes, titles, the arena and Jeek), each
item with its button; `bot/features/course/verbs.py` says how far the running rounds are in any format.

Each draw of an event reveals one link of its chain (`bot/features/course/facts_verbs.py`): the field's, then one for
each later round that hangs on a lot, then the lot that separates level players. `bot/features/rounds/drawing_verbs.py`
runs each again from what was known when it was made. A result keeps the games won, the drawn ones, and beyond that its
particulars (moves, influence, boards, a count) in one column.
"""

from __future__ import annotations
