"""Players whom an event knows by name alone: who entered them, or runs the event, presses for them.

Begin with `verbs.py`. One card asks before check-in closes and one as the matches of a round are called, with all for
whom a person answers. What it shows is derived; a press is an act of the core (check-in, presence, a report) by
another.
The absence clock of such a player starts with that card, and never while nobody but the opponent could press.
"""

from __future__ import annotations
