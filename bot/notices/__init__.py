"""How each promise becomes a message: a query for the facts of the moment, and the card made of them.

A module a capability, each with its `NOTICES`; `ALL` is their union, and a test holds it against the kinds of message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.events.sayings import Podium, ScheduledEvent
from bot.domain.match_threads.sayings import ThreadTended
from bot.domain.match_times.sayings import MatchInCalendar
from bot.domain.registry.sayings import MirrorRoles
from bot.domain.sayings import Saying
from bot.notices import (
    arena,
    cases,
    casual,
    circuit,
    entering,
    events,
    house,
    ladder,
    match_threads,
    match_times,
    misconduct,
    opening,
    own_events,
    playing,
    registry,
    rounds,
    sign_ups,
    signing,
    summons,
    tables,
    team_play,
    title_match,
    voting,
)
from bot.notices.notice import Notice, ShowsFaces

ALL: Final[Mapping[type[Saying], Notice]] = {
    **events.NOTICES,
    **entering.NOTICES,
    **rounds.NOTICES,
    **playing.NOTICES,
    **summons.NOTICES,
    **match_threads.NOTICES,
    **team_play.NOTICES,
    **tables.NOTICES,
    **title_match.NOTICES,
    **arena.NOTICES,
    **ladder.NOTICES,
    **match_times.NOTICES,
    **casual.NOTICES,
    **circuit.NOTICES,
    **cases.NOTICES,
    **misconduct.NOTICES,
    **voting.NOTICES,
    **registry.NOTICES,
    **opening.NOTICES,
    **own_events.NOTICES,
    **sign_ups.NOTICES,
    **signing.NOTICES,
    **house.NOTICES,
}
SHOWN: Final[Mapping[type[Saying], ShowsFaces]] = {Podium: rounds.people_on_podium}
"""Whose faces a message shows; they are fetched before it is composed."""
MADE_OTHERWISE: Final = (ScheduledEvent, MatchInCalendar, MirrorRoles, ThreadTended)
"""Discord's own event, its roles and threads: promised like a message, made without one."""

__all__ = ["ALL", "MADE_OTHERWISE", "SHOWN", "Notice"]
