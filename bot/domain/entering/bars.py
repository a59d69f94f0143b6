"""Bars: who may not enter, why, since when, and who may lift it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.domain.ids import BarId, CaseId, GuildId, PersonId, TournamentId, VoteId
from bot.domain.permissions import Office
from bot.domain.rulebook import AbsenceRules


class BarReason(StrEnum):
    """Why a person is barred (AIJE-D01-2)."""

    UNJUSTIFIED_ABSENCE = "unjustified_absence"
    DISQUALIFIED = "disqualified"
    """By arbiter or committee; the explanation is told to the person and the public."""


@dataclass(frozen=True, slots=True)
class Bar:
    """A person may enter no tournament of the community from `since`, until `until` or until further notice.

    With `tournament_id` it is that one event alone, from which its arbiter has disqualified the person (AIJE-D01-2).
    """

    bar_id: BarId
    guild_id: GuildId
    person_id: PersonId
    reason: BarReason
    explanation: str | None
    since: datetime
    until: datetime | None = None
    case_id: CaseId | None = None
    barred_by: PersonId | None = None
    """None: it came by itself (AIJE-B03-2)."""
    lifted_at: datetime | None = None
    lifted_by: PersonId | None = None
    lift_reason: str | None = None
    vote_id: VoteId | None = None
    """The vote that decided it; its question stands where a reason would."""
    lift_vote_id: VoteId | None = None
    tournament_id: TournamentId | None = None
    rule: str | None = None
    """The rule that was broken, as the arbiter named it (AIJE-B01-AJ)."""


def holds_in(bar: Bar, tournament_id: TournamentId | None) -> bool:
    """Whether the bar is one from that event too; None asks for bars from all events."""
    return bar.tournament_id is None or bar.tournament_id == tournament_id


def keeps_out(bar: Bar, tournament_id: TournamentId, *, refuses: bool) -> bool:
    """Whether the bar keeps out of the event: its own always does, one from all where the rulebook refuses barred."""
    return bar.tournament_id == tournament_id or (refuses and bar.tournament_id is None)


def active(bar: Bar, now: datetime) -> bool:
    """Whether the bar holds at that moment; at its last moment it does no longer."""
    ended = (moment for moment in (bar.until, bar.lifted_at) if moment is not None)
    return bar.since <= now and all(now < moment for moment in ended)


def bar_in_force(bars: Iterable[Bar], now: datetime) -> Bar | None:
    """The active bar that lasts longest, the earliest of several such, or None."""
    holding = [bar for bar in bars if active(bar, now)]
    endless = [bar for bar in holding if bar.until is None]
    if endless:
        return min(endless, key=lambda bar: bar.since)
    return max(holding, key=lambda bar: (bar.until or now, now - bar.since), default=None)


def bar_until(since: datetime, rules: AbsenceRules) -> datetime | None:
    """When the bar of an unjustified no-show ends; None is until further notice (AIJE-B03-2)."""
    return None if rules.bar_lasts is None else since + rules.bar_lasts


def who_may_lift(offices: Mapping[Office, PersonId]) -> tuple[PersonId, ...]:
    """The persons whom a barred player can turn to: the leader, then the President, each once (AIJE-D01-2)."""
    holders = (offices.get(office) for office in (Office.LEADER, Office.PRESIDENT))
    return tuple(dict.fromkeys(holder for holder in holders if holder is not None))


def a_year_after(moment: datetime) -> datetime:
    """The same day and hour a year later; of the 29th of February, the first of March."""
    try:
        return moment.replace(year=moment.year + 1)
    except ValueError:
        return moment.replace(year=moment.year + 1, month=3, day=1)
