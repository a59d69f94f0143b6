"""Warnings in a match: given by its arbiter, counted, taken back; what loses a game is confirmed first (GO-24)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.features.playing import board_store, verbs
from bot.features.playing.hooks import match_strategy
from bot.features.playing.match_views_model import (
    MatchContext,
    MatchView,
    Seats,
    WarningChoice,
    WarningOption,
    WarningPage,
    WarningPreview,
)
from bot.features.playing.reading_verbs import view_as_left, view_of
from bot.features.playing.ruling_verbs import desk, ruling_on
from bot.features.playing.verbs import ends_match, game_under_way, give_back, lose_game, score_without, set_report_aside
from bot.features.tournaments.facts_verbs import contest_subject, person_of
from bot.features.tournaments.recusal_verbs import repeatable
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, Outdated, Refused, RefusedFor, Subject
from bot.kernel.ids import ContestId, PersonId
from bot.play.counts import Warned, catalogue, in_game, loses_game, of_event, prices
from bot.play.entries import Phase, phase
from bot.play.points import boards_at_once
from bot.play.rulebook import discipline_of
from bot.server import verbs as server_verbs
from bot.server.model import Act

SIDES = 2
"""Warnings belong to games between two."""


def page(tx: ActorTx, contest_id: ContestId, seat: tuple[int, int] | None = None) -> WarningPage:
    """What can be given and taken back in the match, for who rules on it; after the match only the latter.

    In a match of teams `seat`, a side and a board, says whose offence it was, and is asked first.
    """
    match_context = _find(tx, contest_id)
    person = server_verbs.recognise(tx)
    verbs.require_to_look(tx, person, Act.RULE_RESULT, match_context.match)
    return _page(tx, match_context, tx.now, seat)


def preview(tx: ActorTx, contest_id: ContestId, choice: WarningChoice) -> WarningPreview:
    """What the warning would do; raises Outdated where it cannot be given any more."""
    desk(tx, contest_id)
    match_context = _find(tx, contest_id)
    option = _option(_page(tx, match_context, tx.now, (choice.side, choice.board)), choice)
    ends = not choice.board and ends_match(match_context, score_without(match_context, choice.side, tx.now))
    shown = view_of(tx, contest_id, tx.now)
    return WarningPreview(shown, replace(choice, loses=option.loses), option.offence, ends)


@repeatable
def warn(tx: ActorTx, contest_id: ContestId, choice: WarningChoice, note: str) -> MatchView:
    """Writes the warning, and settles the game that it loses (GO-24).

    Raises Outdated when by now it would do something else than the arbiter was shown.
    """
    _, arbiter = ruling_on(tx, contest_id)
    match_context = _find(tx, contest_id)
    shown = _page(tx, match_context, tx.now, (choice.side, choice.board))
    option = _option(shown, choice)
    if option.loses is not choice.loses:
        raise Outdated
    entrant_id = match_context.match.contest.sides[choice.side]
    given = Warned(
        warning_id=tx.new_id(),
        contest_id=contest_id,
        entrant_id=entrant_id,
        person_id=_offender(tx, match_context, choice.side, choice.board, tx.now),
        game=shown.game,
        offence=option.offence,
        price=option.price,
        lost_game=option.loses,
        note=checked_reason(note) if note.strip() else None,
        given_at=tx.now,
        given_by=arbiter.person_id,
    )
    _write(tx, match_context, given, choice.side)
    return view_of(tx, contest_id, tx.now)


@repeatable
def take_back(tx: ActorTx, warning_id: str, why: str) -> MatchView:
    """Takes a warning back, with a reason, as long as nothing hangs on it; a game just lost by it goes on."""
    given = board_store.load_warning(tx, warning_id)
    if given is None:
        raise NotFound(what=Subject.MATCH)
    match_context = _find(tx, given.contest_id)
    arbiter = server_verbs.recognise(tx)
    verbs.require(tx, arbiter, Act.RULE_RESULT, match_context.match)
    end(tx, match_context, given, arbiter.person_id, checked_reason(why))
    left = verbs.reschedule_own(tx, match_context)
    tx.touch(contest_subject(given.contest_id))
    return view_as_left(tx, left)


def end(tx: Tx, match_context: MatchContext, warning: Warned, by: PersonId, reason: str) -> None:
    """The warning counts no more; raises AlreadyDone, and GameHangsOnIt."""
    if warning.lost_game:
        _give_game_back(tx, match_context, warning, by, tx.now)
    if not board_store.take_warning_back(tx, warning.warning_id, by, reason, tx.now):
        raise AlreadyDone
    _log_warning(tx, match_context, "take_back_warning", warning, by, reason)
    _count_anew(tx, match_context, warning)


def side_of(view: MatchView, warning_id: str) -> int:
    """The side that the warning was given to."""
    given = next(warning for warning in view.warnings if warning.warning_id == warning_id)
    return view.contest.sides.index(given.entrant_id)


def _find(tx: ActorQuery, contest_id: ContestId) -> MatchContext:
    """A match of an event that is not over, whose rulebook knows warnings."""
    match_context = verbs.find(tx, tx.guild_id, contest_id)
    if not discipline_of(match_context.tournament.rulebook).warns or len(match_context.match.contest.sides) != SIDES:
        raise RefusedFor("error.NobodyIsWarned", name=match_context.tournament.name)
    if phase(match_context.tournament) is not Phase.RUNNING:
        raise RefusedFor("error.TournamentIsOver", name=match_context.tournament.name)
    return match_context


def _page(tx: Query, match_context: MatchContext, at: datetime, seat: tuple[int, int] | None) -> WarningPage:
    sides = match_context.match.contest.sides
    event = board_store.warnings_of_tournament(tx, match_context.tournament.tournament_id)
    view, counted = view_of(tx, match_context.contest_id, at), of_event(event)
    boards = view.part(Seats) if boards_at_once(match_context.tournament.rulebook) else None
    seat = _known_seat(boards, seat)
    game, asked = _asked_about(match_context, seat, at, of_boards=boards is not None)
    return WarningPage(
        view=view,
        game=game,
        asks_board=boards is not None and seat is None and _is_open(match_context),
        options=tuple(
            _options(tx, match_context, (side, game), event, at) if side in asked else () for side in range(len(sides))
        ),
        in_event=tuple(counted.get(side, 0) for side in sides),
        in_force=tuple(one for one in event if one.contest_id == match_context.contest_id and one.stands),
    )


def _known_seat(boards: Seats | None, seat: tuple[int, int] | None) -> tuple[int, int] | None:
    """The side and the board that were named, where the match has such a board."""
    return None if boards is None or seat is None or seat[1] not in boards.by_board else seat


def _asked_about(
    match_context: MatchContext, seat: tuple[int, int] | None, at: datetime, *, of_boards: bool
) -> tuple[int, tuple[int, ...]]:
    """The game, and the sides that can be warned in it: at the board that was named, else everybody in the one game."""
    if not of_boards:
        return game_under_way(match_context, at), tuple(range(len(match_context.match.contest.sides)))
    return (0, ()) if seat is None else (seat[1], (seat[0],))


def _is_open(match_context: MatchContext) -> bool:
    contest = match_context.match.contest
    return contest.called_at is not None and contest.result is None and match_context.match.voided_at is None


def _options(
    tx: Query, match_context: MatchContext, side_and_game: tuple[int, int], event: list[Warned], at: datetime
) -> tuple[WarningOption, ...]:
    contest, rules = match_context.match.contest, discipline_of(match_context.tournament.rulebook)
    if not _is_open(match_context):
        return ()
    side, game = side_and_game
    person_id = _offender(tx, match_context, side, game, at)
    own = [one for one in event if one.contest_id == contest.contest_id]
    earlier = in_game(own, contest.sides[side], game, contest.called_at)
    return tuple(
        WarningOption(number, offence.name, price, loses_game(price, earlier, rules))
        for number, offence in enumerate(catalogue(rules))
        for price in prices(offence, person_id, event)
    )


def _offender(tx: Query, match_context: MatchContext, side: int, board: int, at: datetime) -> PersonId:
    """Who of the side is meant: what an offence costs who committed it before hangs on the player (GO-23.3)."""
    found = match_strategy(match_context).player_at(tx, match_context, side, board, at)
    return found or person_of(tx, match_context.tournament)[match_context.match.contest.sides[side]]


def _option(shown: WarningPage, choice: WarningChoice) -> WarningOption:
    for option in shown.options[choice.side] if choice.side < len(shown.options) else ():
        if (option.number, option.price) == (choice.number, choice.price):
            return option
    raise Outdated


def _write(tx: Tx, match_context: MatchContext, warning: Warned, side: int) -> None:
    board_store.add_warning(tx, warning)
    _log_warning(tx, match_context, "warn", warning, warning.given_by, warning.note)
    tx.touch(contest_subject(match_context.contest_id))
    if warning.lost_game and boards_at_once(match_context.tournament.rulebook):
        # The others play on: the captains tell the board as lost, and what was told before is told anew.
        set_report_aside(tx, match_context, warning.given_by)
        verbs.reschedule_own(tx, match_context)
    elif warning.lost_game:
        lose_game(tx, match_context, side, warning.given_by, warning.note)
    else:
        _count_anew(tx, match_context, warning)


def _count_anew(tx: Tx, match_context: MatchContext, warning: Warned) -> None:
    """A count that waits for its answer was told without this warning, whose price may change its winner (GO-24)."""
    report = match_context.match.report
    if report is None or not warning.price.warns:
        return
    boards = report.particulars.boards
    if report.particulars.count is not None or any(
        board.count is not None and board.board == warning.game for board in boards
    ):
        set_report_aside(tx, match_context, warning.given_by)
        verbs.reschedule_own(tx, match_context)


def game_hangs_on(match_context: MatchContext, warning: Warned, at: datetime) -> bool:
    """Whether the warning has lost a game after which something has come."""
    contest, is_reported = match_context.match.contest, match_context.match.report is not None
    if not warning.lost_game:
        return False
    if contest.result is not None:
        return contest.result.settled_at == warning.given_at
    if contest.called_at is None or contest.called_at > warning.given_at:
        return False
    if boards_at_once(match_context.tournament.rulebook):
        return is_reported
    return is_reported or sum(match_context.state(at).score) != warning.game


def _give_game_back(tx: Tx, match_context: MatchContext, warning: Warned, by: PersonId, at: datetime) -> None:
    """Undoes the lost game while it is the last that counts; raises GameHangsOnIt once something came after."""
    contest = match_context.match.contest
    if game_hangs_on(match_context, warning, at):
        raise Refused("error.GameHangsOnIt")
    if contest.result is not None or contest.called_at is None or contest.called_at > warning.given_at:
        return
    if boards_at_once(match_context.tournament.rulebook):
        return
    give_back(tx, match_context, contest.sides.index(warning.entrant_id), by, at)


def _log_warning(tx: Tx, match_context: MatchContext, act: str, warning: Warned, by: PersonId, why: str | None) -> None:
    details = {"entrant": warning.entrant_id, "offence": warning.offence, "price": warning.price.value}
    details["warning"] = warning.warning_id
    verbs.record(tx, match_context, act, by, why, **details)
