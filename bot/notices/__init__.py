"""How each promise becomes a message: a query for the facts of the moment, and the card made of them.

A module a capability, each with its `NOTICES`; `ALL` is their union, and a test holds it against the kinds of message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.events.sayings import Podium, ScheduledEvent
from bot.domain.registry.sayings import MirrorRoles
from bot.domain.sayings import Saying
from bot.features.arena import messages as arena_messages
from bot.features.ladder import messages as ladder_messages
from bot.features.match_threads import messages as match_threads_messages
from bot.features.match_threads.model import ThreadTended
from bot.features.match_times import messages as match_times_messages
from bot.features.match_times.model import MatchInCalendar
from bot.features.sign_ups import messages as sign_ups_messages
from bot.notices import (
    cases,
    casual,
    circuit,
    entering,
    events,
    house,
    misconduct,
    opening,
    own_events,
    playing,
    registry,
    rounds,
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
    **entering.SEAT_NOTICES,
    **rounds.NOTICES,
    **rounds.PAST_NOTICES,
    **playing.NOTICES,
    **summons.NOTICES,
    **match_threads_messages.NOTICES,
    **team_play.NOTICES,
    **tables.NOTICES,
    **title_match.NOTICES,
    **arena_messages.NOTICES,
    **ladder_messages.NOTICES,
    **match_times_messages.NOTICES,
    **casual.NOTICES,
    **circuit.NOTICES,
    **cases.NOTICES,
    **misconduct.NOTICES,
    **voting.NOTICES,
    **registry.NOTICES,
    **opening.NOTICES,
    **own_events.NOTICES,
    **sign_ups_messages.NOTICES,
    **signing.NOTICES,
    **house.NOTICES,
}
SHOWN: Final[Mapping[type[Saying], ShowsFaces]] = {Podium: rounds.people_on_podium}
"""Whose faces a message shows; they are fetched before it is composed."""
MADE_OTHERWISE: Final = (ScheduledEvent, MatchInCalendar, MirrorRoles, ThreadTended)
"""Discord's own event, its roles and threads: promised like a message, made without one."""

__all__ = ["ALL", "MADE_OTHERWISE", "SHOWN", "Notice"]
