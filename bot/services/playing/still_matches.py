"""What stands still of a match, by its own facts and by those of the capabilities of its event."""

from __future__ import annotations

from datetime import datetime

from bot.domain.hooks import first
from bot.domain.playing.still_matches import still_of
from bot.domain.stillness import Still
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS
from bot.storage import adjournments
from bot.storage.context import Query


def of_match(tx: Query, followed: Followed, now: datetime, *, goes_on: bool) -> Still | None:
    """What stands still of the match at the moment; `goes_on` says that a step of its own is due.

    None of a match that is over, and in an arena, which ends by its clock whatever becomes of its games.
    """
    if _is_over(followed) or followed.tournament.rulebook.traits.has_lobby:
        return None
    match, tournament = followed.match, followed.tournament
    hooks = tuple(MATCH_HOOKS.of(tournament.rulebook))
    known = first(one.still(tx, followed) for one in hooks)
    if known is not None:
        return known
    taken_on = goes_on or _is_adjourned(tx, followed) or any(one.goes_on(tx, followed) for one in hooks)
    return still_of(match, followed.state(now).phase, tournament.rulebook, goes_on=taken_on)


def _is_adjourned(tx: Query, followed: Followed) -> bool:
    """Whether the match rests until a stated moment, whose step is kept apart from its own."""
    match = followed.match
    adjourned = match.adjourned > 0 and match.suspended_at is not None
    return adjourned and adjournments.of_contest(tx, followed.contest_id).running is not None


def _is_over(followed: Followed) -> bool:
    match, tournament = followed.match, followed.tournament
    ended = tournament.cancelled_at is not None or tournament.ended_at is not None
    return ended or match.contest.is_bye or match.contest.result is not None or match.voided_at is not None
