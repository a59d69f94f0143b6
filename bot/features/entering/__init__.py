"""Coming into an event: registration, wait list, confirmation, and leaving before the close.

Begin with `verbs.py` (entering and leaving) and `check_in_verbs.py` (confirmation: opened, pressed, reminded, closed).
`eligibility_verbs.py` says who may not enter and why: bars, and conditions by role, rating or age of the Discord
account. Conditions are asked at the registration and at the yes to a team, and never again; staff sets them aside
knowingly, and nobody for themselves (`accounts_verbs.py`, which also decides second claims to an account).

What holds for a person holds for all accounts that staff knows to be theirs: bars, recusal, one place in an event, one
voice in a vote. A name on a game's site ties nobody. What the barred are called there when the bar falls changes hands
by staff alone, until the bar ends.

Organisers can order the field by hand before the draw, where the rulebook lets them (`list_verbs.py`). Members of teams
and line-ups are rows of `teams_store.py`, bars and expulsions of `bars_store.py`.
"""

from __future__ import annotations
