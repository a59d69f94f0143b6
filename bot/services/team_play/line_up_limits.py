"""Until when a line-up that is named for a match may be named; after it the registered order holds (GO-26.6)."""

from __future__ import annotations

from datetime import datetime
from itertools import islice

from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.ids import ContestId
from bot.domain.outages import extend
from bot.domain.team_play.line_ups import Order
from bot.domain.team_play.sayings import LineUpsOpen
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.speaking import tell_match
from bot.services.team_play.team_boards import able_order, names_anew, places_of, rules_of
from bot.services.timetable import contest_subject
from bot.storage import deadlines, entrants, teams
from bot.storage.context import Query, Tx


def line_ups_subject(contest_id: ContestId) -> str:
    """How deadlines name the line-ups of a match."""
    return f"line-ups:{contest_id}"


def limit(followed: Followed) -> datetime | None:
    """The last moment for a line-up; None where there is no limit, nothing is named, or nobody was called yet.

    Time in which nobody could press does not count.
    """
    tournament, called_at = followed.tournament, followed.match.contest.called_at
    within = rules_of(tournament).line_up_within
    if tournament.rulebook.teams is None or within is None or called_at is None or not names_anew(tournament):
        return None
    return extend(called_at, called_at + within, followed.outages, tournament.rulebook.outage.reopen_for)


def start_time(tx: Tx, contest_id: ContestId) -> None:
    """The players have read their call: from now on the time for their line-ups runs."""
    followed = matches.load(tx, contest_id)
    closes_at = None if followed is None else limit(followed)
    due = () if closes_at is None else ((Step.CLOSE_LINE_UPS, closes_at + CLICKS_IN_FLIGHT),)
    deadlines.rewrite(tx, line_ups_subject(contest_id), due)


def reschedule(tx: Tx, followed: Followed) -> None:
    """Where a limit runs, it is worked out anew."""
    if deadlines.of_subject(tx, line_ups_subject(followed.contest_id)):
        start_time(tx, followed.contest_id)


def close(tx: Tx, contest_id: ContestId) -> None:
    """Takes the step of the limit: a side that named none plays in its registered order, and both are told."""
    followed = matches.load(tx, contest_id)
    closes_at = None if followed is None else limit(followed)
    if followed is None or closes_at is None or not _is_open(followed):
        return
    if tx.now < closes_at:
        start_time(tx, contest_id)
        return
    named = teams.line_ups(tx, contest_id)
    missing = [side for side in range(len(followed.match.contest.sides)) if side not in named]
    for side in missing:
        _register(tx, followed, side)
    if missing:
        open_line_ups(tx, followed, missing)


def open_line_ups(tx: Tx, followed: Followed, by_limit: list[int]) -> None:
    """Both line-ups are known: everybody may see them, and who begins is called by name."""
    contest_id = followed.contest_id
    deadlines.rewrite(tx, line_ups_subject(contest_id), ())
    tell_match(tx, followed.tournament, LineUpsOpen(contest_id, tuple(by_limit)))
    tx.touch(contest_subject(contest_id))


def registered_order(tx: Query, followed: Followed, side: int) -> Order:
    """The members in the order of the registration, as many to each board as it takes, without who is out."""
    waiting = iter([one.person_id for one in teams.members(tx, followed.match.contest.sides[side])])
    order = tuple(tuple(islice(waiting, places)) for places in places_of(followed.tournament))
    return able_order(tx, followed.match, side, order)


def _register(tx: Tx, followed: Followed, side: int) -> None:
    """Writes the registered order of the side, as its captain gave it before the event."""
    entrant = entrants.load(tx, followed.match.contest.sides[side])
    if entrant is None:
        return
    order = registered_order(tx, followed, side)
    teams.give_line_up(tx, followed.contest_id, side, order, entrant.person_id, tx.now)
    matches.record(tx, followed, "line_up_by_limit", None, side=str(side))


def _is_open(followed: Followed) -> bool:
    match = followed.match
    over = match.contest.result is not None or match.voided_at is not None
    return not over and followed.tournament.cancelled_at is None
