"""Who may see what a verb, a command or a list of suggestions answers: each declares it, and the door holds it.

A right of the table of permissions that hangs on no thing is asked at the door, before anything of the handler runs.
What hangs on the thing itself (who is invited, who plays, who follows the match) is known to the service alone, which
answers nobody else.
"""

from __future__ import annotations

from enum import StrEnum

from bot.domain.permissions import Act


class Audience(StrEnum):
    """Those who need no right of the table."""

    EVERYBODY = "everybody"
    """Anybody of the server: what everybody reads, and what is of one's own."""
    ADDRESSED = "addressed"
    """Whom it is about or addressed to, who made it, and who decides it; the service knows them."""
    PLAYERS = "players"
    """Who plays in the match or the event, of a team as a rule its captain; and staff where they cannot."""


Sees = Audience | Act
