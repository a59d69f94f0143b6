"""Who runs an event alone and plays in it: acts in public, objections to them, and rulings in the own match.

`acting` keeps what somebody wants to do, and does it for the reason that they pick; `objecting` takes it back where
players of the event object; `agreeing` has the opponent agree to a ruling in the own match. Who has a stake, and who
else is there, says `bot/services/recusal.py`.
"""

from __future__ import annotations
