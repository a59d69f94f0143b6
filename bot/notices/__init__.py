"""How each promise becomes a message: a query for the facts of the moment, and the card made of them.

A module a capability, each with its `NOTICES`; `ALL` is their union, and a test holds it against `Saying`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.events.sayings import ScheduledEvent
from bot.domain.registry.sayings import MirrorRoles
from bot.domain.sayings import Saying
from bot.notices import (
    adjournments,
    apart,
    arena,
    cases,
    ceremonies,
    claims,
    draw,
    ending,
    event_proposals,
    event_rules,
    files,
    grades,
    house,
    jeek,
    matches,
    offices,
    pairing,
    referees,
    same_persons,
    seats,
    small_swiss,
    stay_on,
    teams,
    title_match,
    titles,
    tournament,
    votes,
)
from bot.notices.notice import Notice

ALL: Mapping[type[Saying], Notice] = {
    **adjournments.NOTICES,
    **apart.NOTICES,
    **arena.NOTICES,
    **cases.NOTICES,
    **same_persons.NOTICES,
    **files.NOTICES,
    **grades.NOTICES,
    **claims.NOTICES,
    **ending.NOTICES,
    **event_proposals.NOTICES,
    **event_rules.NOTICES,
    **seats.NOTICES,
    **small_swiss.NOTICES,
    **titles.NOTICES,
    **tournament.NOTICES,
    **draw.NOTICES,
    **matches.NOTICES,
    **house.NOTICES,
    **votes.NOTICES,
    **offices.NOTICES,
    **pairing.NOTICES,
    **referees.NOTICES,
    **ceremonies.NOTICES,
    **jeek.NOTICES,
    **title_match.NOTICES,
    **stay_on.NOTICES,
    **teams.NOTICES,
}

MADE_OTHERWISE: Final = (ScheduledEvent, MirrorRoles)
"""Discord's own event and its roles: promised like a message, made without one."""

__all__ = ["ALL", "MADE_OTHERWISE", "Notice"]
