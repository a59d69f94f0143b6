"""A match and the talk about its time, loaded together, and what is due for it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.card_gaps import with_gaps
from bot.domain.contests import Contest
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, TournamentId
from bot.domain.match_times.arrangement import Arrangement, Calendar, rounds_end_at
from bot.domain.playing.summons import MatterKind
from bot.services import summons
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.timetable import contest_subject, outages_of
from bot.storage import card_gaps, deadlines, match_times
from bot.storage.context import Query, Tx


@dataclass(frozen=True, slots=True)
class Talk:
    """A match with all that is known about its time."""

    followed: Followed
    arrangement: Arrangement
    calendar: Calendar

    @property
    def contest(self) -> Contest:
        """The match itself."""
        return self.followed.match.contest

    @property
    def tournament(self) -> Tournament:
        """Its event."""
        return self.followed.tournament

    @property
    def waits_for_staff(self) -> bool:
        """Whether its days are over and no time was agreed on, so that staff say what becomes of it."""
        return self.goes_on and self.arrangement.asked_at is not None and self.arrangement.time is None

    @property
    def goes_on(self) -> bool:
        """Whether a time is still looked for or waited for: not called, not settled, in an event that runs."""
        match = self.followed.match
        over = match.assigned_at is not None or match.contest.result is not None or match.voided_at is not None
        return not over and phase(self.tournament) is Phase.RUNNING


def time_subject(contest_id: ContestId) -> str:
    """How deadlines and panels name the time of a match."""
    return f"match-time:{contest_id}"


def rounds_subject(tournament_id: TournamentId) -> str:
    """How deadlines name the end of the days of a round."""
    return f"match-rounds:{tournament_id}"


def calendar_of(tx: Query, tournament: Tournament) -> Calendar:
    """By what the times of its matches are read."""
    return Calendar(tournament.rulebook, outages_of(tx, tournament))


def load(tx: Query, contest_id: ContestId) -> Talk | None:
    """The match and its talk; None for an unknown match, or one whose time nobody was ever asked for."""
    arrangement, followed = match_times.load(tx, contest_id), matches.load(tx, contest_id)
    if arrangement is None or followed is None:
        return None
    calendar = calendar_of(tx, followed.tournament)
    gaps = card_gaps.of_card(tx, time_subject(contest_id))
    return Talk(followed, arrangement, replace(calendar, outages=with_gaps(calendar.outages, gaps)))


def looks_for_time(tx: Query, contest_id: str) -> TournamentId | None:
    """The event, while the two are still to agree on a time; None where nothing runs out for them."""
    talk = load(tx, ContestId(contest_id))
    looks = talk is not None and talk.goes_on and talk.arrangement.time is None
    return talk.tournament.tournament_id if talk is not None and looks else None


def rewrite(tx: Tx, contest_id: ContestId, now: datetime) -> None:
    """Rewrites what is due for the match; a reminder or a call that is past and was taken does not come again."""
    talk, subject = load(tx, contest_id), time_subject(contest_id)
    if talk is None or not talk.waits_for_staff:
        summons.end(tx, contest_subject(contest_id), MatterKind.TIME_UNDECIDED, now)
    if talk is None or not talk.goes_on:
        deadlines.rewrite(tx, subject, ())
        return
    waiting = deadlines.of_subject(tx, subject)
    due = [
        one
        for one in talk.calendar.due_steps(talk.arrangement, now)
        if one.at > now or one.kind in {Step.END_ROUND, Step.MISS_TIME} or waiting.get(one.kind) == one.at
    ]
    deadlines.rewrite(tx, subject, ((one.kind, one.at) for one in due))
    matches.look(tx, talk.followed, now)


def rounds_end(tx: Query, tournament: Tournament) -> datetime | None:
    """When the days of the matches so far are over, where the next round waits for that; else None."""
    calendar = calendar_of(tx, tournament)
    if not calendar.rules.waits_for_round_end:
        return None
    return rounds_end_at(calendar, match_times.of_tournament(tx, tournament.tournament_id))


def rewrite_rounds(tx: Tx, tournament: Tournament) -> None:
    """Rewrites when the next round can begin; doing it twice changes nothing."""
    end = rounds_end(tx, tournament) if phase(tournament) is Phase.RUNNING else None
    due = () if end is None else ((Step.NEXT_ROUND, end),)
    deadlines.rewrite(tx, rounds_subject(tournament.tournament_id), due)
