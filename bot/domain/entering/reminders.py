"""The letters that who entered may ask for: when they are written, whatever becomes of the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.deadlines import Due, Step
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase

BEFORE_THE_START: Final[Mapping[Step, timedelta]] = {
    Step.WRITE_DAY_BEFORE: timedelta(days=1),
    Step.WRITE_HOUR_BEFORE: timedelta(hours=1),
}
"""Beside these a letter is written as check-in opens."""

LOOKED_AT_BEFORE: Final = timedelta(hours=1)
"""How long before the close teams are looked at."""


@dataclass(frozen=True, slots=True)
class RemindView:
    """An entry whose holder may be written to, whether that is wanted, and the moments of the letters to come.

    Once the event has begun there is only the letter about the own match, which has no moment of its own.
    """

    tournament: Tournament
    wanted: bool
    moments: tuple[datetime, ...] = ()


def letters_due(tournament: Tournament) -> tuple[Due, ...]:
    """The letters before the start and their moments, past ones too; none once confirmation is over."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    return tuple(Due(step, tournament.start_at - before) for step, before in BEFORE_THE_START.items())


def looks_due(tournament: Tournament) -> tuple[Due, ...]:
    """When teams are looked at before registration closes, while captains can still mend them (AIJE-D05-1)."""
    if tournament.rulebook.teams is None or phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    return (Due(Step.LOOK_AT_TEAMS, check_in_closes_at(tournament, ()) - LOOKED_AT_BEFORE),)


def is_overtaken(tournament: Tournament, step: Step, now: datetime) -> bool:
    """Whether a later letter is due as well, as after an outage: of several the last one says it all."""
    own = tournament.start_at - BEFORE_THE_START[step]
    others = [check_in_opens_at(tournament), *(due.at for due in letters_due(tournament) if due.kind is not step)]
    return any(own <= at <= now for at in others)


def moments_to_come(tournament: Tournament, now: datetime) -> tuple[datetime, ...]:
    """When who asks now will be written to before the start, the next letter first."""
    if phase(tournament) not in {Phase.ANNOUNCED, Phase.CHECK_IN}:
        return ()
    every = {check_in_opens_at(tournament), *(due.at for due in letters_due(tournament))}
    return tuple(sorted(at for at in every if at > now))
