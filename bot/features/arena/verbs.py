"""What a player of an arena does: comes to the lobby, leaves it, and runs the own game with its opponent.

Only who comes back by own act is paired (ARENA-3). A game is told, agreed to, and asked for its first move. The bot
sees no board. So no game is lost by the clock alone (reading of ARENA-5): once the countdown to the first move is over,
a player says that the opponent has not moved; the opponent is named in the channel and has the rulebook's time of a
walkover game to answer, and loses without an answer. Whoever answers plays on, and arbiters decide the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.features.arena.model import ArenaAwaited, ArenaTask, Happened, OwnArena
from bot.features.arena.reading_verbs import URGENT, NotAnArena, mine, own, running, starter
from bot.features.course import store as course_store
from bot.features.entering.eligibility_verbs import refuse_second_place
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.features.tournaments.verbs import only_for
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotYours, Refused, RefusedAt, RefusedText
from bot.kernel.ids import ContestId, Place, TournamentId
from bot.kernel.outages import resume
from bot.kernel.promises import Delivery, Promise
from bot.people.model import Person
from bot.play.contests import NOTHING_MORE, Particulars, Score
from bot.play.entries import Entrant, Tournament
from bot.play.formats.arena import ArenaOutcome, rules_of
from bot.play.matches import Match
from bot.play.points import EventKind
from bot.server import verbs as server_verbs


@only_for(EventKind.ARENA, refusal=NotAnArena)
def ready(tx: ActorTx, tournament_id: TournamentId) -> OwnArena:
    """Lets who pressed into the lobby and pairs at once where it can; who has not told the last game is shown it first.

    Whoever was disqualified since the beginning is not let in, and is told why (AIJE-D01-2). A second press changes
    nothing. Raises ArenaTimeIsUp, and as `running` and `starter` do.
    """
    tournament, entrant = _find_starter(tx, tournament_id)
    refuse_late(tx, tournament, tx.pressed_at)
    before = own(tx, tournament, entrant, tx.now, Happened.READY_BEFORE)
    if before.waiting:
        return before
    if before.task in URGENT:
        return replace(before, happened=Happened.GAME_FIRST)
    refuse_second_place(tx, tournament, entrant.person_id)
    if before.bar is not None:
        return replace(before, happened=Happened.BARRED)
    course_store.enter_lobby(tx, entrant.entrant_id, tx.now)
    if not arena_reading_verbs.pair_soon(tx, tournament):
        return replace(before, happened=Happened.READY, waiting=True)
    after = own(tx, tournament, entrant, tx.now, Happened.READY)
    return after if after.waiting else replace(after, happened=Happened.PAIRED)


@only_for(EventKind.ARENA, refusal=NotAnArena)
def leave(tx: ActorTx, tournament_id: TournamentId) -> OwnArena:
    """Takes who pressed out of the lobby, not out of the arena; harmless for who does not wait there."""
    tournament, entrant = _find_starter(tx, tournament_id)
    before = own(tx, tournament, entrant, tx.now, Happened.NOT_WAITING)
    if not before.waiting:
        return before
    course_store.leave_lobby(tx, [entrant.entrant_id], tx.now)
    return replace(before, happened=Happened.LEFT, waiting=False)


def refuse_late(tx: Query, tournament: Tournament, at: datetime) -> None:
    """Raises ArenaTimeIsUp after the end, by the moment of the press."""
    end = arena_reading_verbs.closes_at(tx, tournament)
    over = tournament.ended_at is not None or arena_reading_verbs.is_frozen(tx, tournament.tournament_id)
    if at > end or over:
        # The arena's time is up, and its table is frozen (ARENA-4).
        raise RefusedAt("error.ArenaTimeIsUp", at=end)


def _find_starter(tx: ActorTx, tournament_id: TournamentId) -> tuple[Tournament, Entrant]:
    tournament = running(tx, tournament_id)
    person = server_verbs.recognise(tx)
    return tournament, starter(tx, tournament, person)


MOST_MOVES = 999


@only_for(EventKind.ARENA, refusal=NotAnArena)
def tell(tx: ActorTx, contest_id: ContestId, outcome: ArenaOutcome, moves: str = "") -> OwnArena:
    """Takes the result as one player has it, of a draw with its moves; the other side confirms it, or it stands.

    What the other side had told otherwise is a dispute.

    Raises ArenaTimeIsUp for what is told after the end, since it would not count (ARENA-4).
    """
    match_context, side, _ = _playing(tx, contest_id)
    tournament = match_context.tournament
    refuse_late(tx, tournament, tx.pressed_at)
    told = NOTHING_MORE if outcome is not ArenaOutcome.DRAWN else Particulars(moves=read_moves(moves))
    score = _score(match_context.match, side, outcome)
    reported = playing_reporting_verbs.report(tx, contest_id, score, told)
    happened = Happened.DISPUTED if reported.disputed else Happened.TOLD
    return _own(tx, match_context, Happened.SETTLED if reported.settled else happened)


@only_for(EventKind.ARENA, refusal=NotAnArena)
def agree(tx: ActorTx, contest_id: ContestId, report_id: str) -> OwnArena:
    """Confirms what the opponent told, and the game counts."""
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    playing_reporting_verbs.confirm(tx, contest_id, report_id)
    return _own(tx, match_context, Happened.SETTLED)


@only_for(EventKind.ARENA, refusal=NotAnArena)
def call_opponent(tx: ActorTx, contest_id: ContestId) -> OwnArena:
    """Says that the opponent has not made the first move; once a game for each side (ARENA-5).

    Raises FirstMoveStillPossible before the countdown is over, GameWasTold once there is a result to answer.
    """
    match_context, side, person = _playing(tx, contest_id)
    tournament, match = match_context.tournament, match_context.match
    refuse_late(tx, tournament, tx.pressed_at)
    playing_verbs.refuse_suspended(match_context)
    called_at = match.contest.called_at or tx.now
    until = resume(called_at, rules_of(tournament.rulebook).first_move_within, match_context.outages)
    if tx.pressed_at < until:
        # The countdown to the first move is not over (ARENA-5).
        raise RefusedAt("error.FirstMoveStillPossible", at=until)
    if match.report is not None:
        raise Refused("error.GameWasTold")
    if asked_at(tx, match, 1 - side) is not None:
        raise AlreadyDone
    playing_board_store.end_absence_clock(tx, contest_id, side, tx.pressed_at)
    tx.enqueue(tournament.guild_id, Place.MATCHES, ArenaAwaited(contest_id, 1 - side))
    playing_verbs.record(tx, match_context, "ask_for_first_move", person.person_id)
    playing_verbs.reschedule_own(tx, match_context)
    return _own(tx, match_context, Happened.CALLED)


def asked_at(tx: Query, match: Match, side: int) -> datetime | None:
    """When the side was asked for its first move; None when it was not."""
    promised = outbox.all_promises(tx, ArenaAwaited, match.contest.contest_id)
    return next((one.promised_at for one in promised if one.message.side == side), None)


def last_asked(tx: Query, contest_id: ContestId) -> datetime | None:
    """When a side was asked for its first move at last; None where none was."""
    return max((one.promised_at for one in outbox.all_promises(tx, ArenaAwaited, contest_id)), default=None)


def start_first_move_clock(tx: Tx, promised: Promise[ArenaAwaited], delivery: Delivery) -> None:
    """The player could read that the first move is asked for: the clock starts."""
    match_context, side = playing_verbs.load(tx, promised.message.contest_id), promised.message.side
    if (
        match_context is None
        or match_context.match.contest.result is not None
        or match_context.match.report is not None
    ):
        return
    playing_board_store.start_absence_clock(
        tx, match_context.contest_id, side, delivery.delivered_at, match_context.match.running
    )
    playing_verbs.reschedule_own(tx, match_context)


def read_moves(typed: str) -> int:
    """The number of moves that was typed; raises ImpossibleMoves."""
    tidy = typed.strip()
    if not tidy.isdecimal() or not tidy.isascii() or not 1 <= int(tidy) <= MOST_MOVES:
        # No game has so many moves; a whole number from 1 is asked for (ARENA-6).
        raise RefusedText("error.ImpossibleMoves", text=tidy[:20])
    return int(tidy)


def _score(match: Match, side: int, outcome: ArenaOutcome) -> Score:
    target, drawn = match.contest.target, (0,) if match.contest.drawable else ()
    if outcome is ArenaOutcome.DRAWN:
        return 0, 0, match.contest.best_of
    wins = side if outcome is ArenaOutcome.WON else 1 - side
    return (target, 0, *drawn) if wins == 0 else (0, target, *drawn)


def _playing(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, int, Person]:
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        raise NotYours
    return match_context, side, person


def _own(tx: ActorTx, before: MatchContext, happened: Happened) -> OwnArena:
    tournament = tournaments_store.load(tx, before.tournament.tournament_id) or before.tournament
    person = server_verbs.recognise(tx)
    return own(tx, tournament, starter(tx, tournament, person), tx.now, happened)


def guide(tx: ActorQuery, tournament: Tournament) -> Iterator[TaskItem | Upcoming]:
    """The way to the lobby, or what is waited for; nothing while a game wants something, and after the end."""
    if tournament.first_call_at is None:
        yield Upcoming(UpcomingKind.START, tournament, tournament.start_at)
        return
    own = mine(tx, tournament.tournament_id)
    if own.over:
        return
    if own.waiting:
        yield Upcoming(UpcomingKind.NEXT_OPPONENT, tournament)
    elif own.task is ArenaTask.CALLED_SOON and own.game is not None:
        yield Upcoming(UpcomingKind.MATCH_IS_CALLED, tournament, None, own.game.opponent)
    elif own.task not in URGENT and own.bar is None:
        yield TaskItem(Task.FIND_OPPONENT, tournament.tournament_id, tournament, own.ends_at)
