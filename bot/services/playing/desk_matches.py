"""What holds up matches in play, as the desk needs it: read match by match, without making a card of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from bot.domain.events.tournament import Tournament
from bot.domain.outages import Outage, paused_until
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.domain.playing.match_state import MatchPhase, MatchState
from bot.domain.playing.match_steps import stands_at
from bot.domain.playing.matches import Match
from bot.services.playing.followed import Followed
from bot.services.sides import people_shown
from bot.storage import adjournments, arena_contests, contests, entrants, outages
from bot.storage.context import Query

_OBSTACLES: Mapping[MatchPhase, Obstacle] = {
    MatchPhase.WAITING: Obstacle.NOT_DELIVERED,
    MatchPhase.MISSING: Obstacle.ABSENT,
    MatchPhase.UNDECIDED: Obstacle.UNDECIDED,
    MatchPhase.REPORTED: Obstacle.UNANSWERED,
    MatchPhase.DISPUTED: Obstacle.DISPUTE,
    MatchPhase.SUSPENDED: Obstacle.SUSPENDED,
}
_ENDS_BY_ITSELF = frozenset({MatchPhase.WAITING, MatchPhase.MISSING, MatchPhase.REPORTED})
"""In an arena within two minutes, and in a big one there are always dozens: they would hide what needs somebody."""


@dataclass(frozen=True, slots=True)
class InPlay:
    """Matches in play: a row for each that does not simply go on, and how many do."""

    rows: tuple[DeskRow, ...]
    going_on: int
    paused_until: datetime | None = None
    """When the event goes on by itself, where staff have paused it."""


def in_play(tx: Query, tournament: Tournament, now: datetime) -> InPlay:
    """All that was called and has no score; of an arena's games only those with a word on the table are looked at."""
    lost = outages.of_event(tx, tournament, tournament.created_at)
    if tournament.rulebook.traits.has_lobby:
        rows = tuple(_rows(tx, tournament, _words_on_the_table(tx, tournament), lost, now))
        return InPlay(rows, arena_contests.in_play(tx, tournament.tournament_id) - len(rows))
    known = contests.in_play(tx, tournament.tournament_id)
    rows = tuple(_rows(tx, tournament, known, lost, now))
    return InPlay(rows, len(known) - len(rows), paused_until(now, lost))


def _words_on_the_table(tx: Query, tournament: Tournament) -> Iterator[Match]:
    tournament_id = tournament.tournament_id
    wanted = (*arena_contests.awaited_games(tx, tournament_id), *arena_contests.stopped_games(tx, tournament_id))
    for contest_id in dict.fromkeys(wanted):
        match = contests.load(tx, contest_id)
        if match is not None:
            yield match


def _rows(
    tx: Query, tournament: Tournament, known: Iterable[Match], lost: Iterable[Outage], now: datetime
) -> Iterator[DeskRow]:
    ends_by_itself = _ENDS_BY_ITSELF if tournament.rulebook.traits.has_lobby else frozenset()
    for match in known:
        followed = Followed(match, tournament, tuple(one for one in lost if one.up_at > match.created_at))
        state = followed.state(now)
        if state.phase in _OBSTACLES and state.phase not in ends_by_itself and not match.contest.is_bye:
            yield _row(tx, followed, state)


def _row(tx: Query, followed: Followed, state: MatchState) -> DeskRow:
    match = followed.match
    shown = people_shown(tx, entrants.by_ids(tx, match.contest.sides))
    people = tuple(shown[side] for side in match.contest.sides)
    pause = adjournments.of_contest(tx, match.contest.contest_id).running if match.adjourned else None
    obstacle = _OBSTACLES[state.phase] if pause is None else Obstacle.ADJOURNED
    until = _until(followed, state) if pause is None else pause.goes_on_at
    return DeskRow(obstacle, match.contest.contest_id, people, until)


def _until(followed: Followed, state: MatchState) -> datetime | None:
    report = followed.match.report
    if state.phase is MatchPhase.REPORTED and report is not None:
        return stands_at(report, followed.tournament.rulebook, followed.outages)
    return min((side.next_at for side in state.missing if side.next_at is not None), default=None)
