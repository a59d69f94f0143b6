"""Who runs an event alone and plays in it: acts in public, objections to them, and rulings in the own match.

`verbs.py` keeps what somebody wants to do and does it for the reason that they pick; takes it back where players of the
event object; and has the opponent agree to a ruling in the own match. Who has a stake says `bot/server/model.py`, who
else is there `bot/features/tournaments/recusal_verbs.py`.
"""

from __future__ import annotations
