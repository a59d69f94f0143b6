"""Who runs an event alone and plays in it: acts in public, objections to them, and rulings in the own match.

`verbs` keeps what somebody wants to do, and does it for the reason that they pick; it takes it back where players of
the event object, and has the opponent agree to a ruling in the own match. Who has a stake, and who else is there, says
`bot/features/tournaments/recusal_verbs.py`.
"""

from __future__ import annotations
