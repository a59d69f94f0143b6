"""An event once more: **Again** on one that is over, and events that come back by themselves (`/tournament repeat`).

Again is a draft like any other, filled with the name, the rules and the text of the event, so that its organiser sees
it before anybody else does. A repeat is stored as decisions: which event it follows, its rhythm, and what was decided
of single dates (skipped, at another time, announced, missed). All its dates are derived from them by the clocks of the
server, so that an evening at 20:00 stays at 20:00 over a change of the clocks. One event at a time is announced by a
step of time, in the name of who made the repeat. It stops by itself when two in a row were called off for too few
players, or when its maker is gone or may create events no more; organisers are called to that, and whoever of them
lets it go on is its maker from then on. Official events never repeat by themselves.
"""

from __future__ import annotations
