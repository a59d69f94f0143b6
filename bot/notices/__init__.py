"""How each promise becomes a message: a query for the facts of the moment, and the card made of them.

A module a capability, each with its `NOTICES`; `ALL` is their union, and a test holds it against `Saying`.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.announcements import Saying
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

ALL: Mapping[Saying, Notice] = {
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

__all__ = ["ALL", "Notice"]
