"""Games of Jeek beside every event (`/jeek`).

`model.py` has the rules and who wins (the whole board in two milliseconds, `docs/performance.md`), `games_model.py` a
game on its clock, `verbs.py` the presses. What is stored is the challenge, the moves with the moments of their presses,
and the end; what is left on a clock and when its flag falls are derived. Outages stop both clocks, and so do pauses,
which are presses on record too: they end by themselves, or at once when both players press to play on.

The message on which a challenge is accepted becomes the board, as the panel "jeek:ID": presses are answered with its
new state, so a game costs no call but the edit when a flag falls. Who wins with best play is told to arbiters who do
not play at that moment, since to a player it would be help.
"""

from __future__ import annotations
