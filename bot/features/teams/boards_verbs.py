"""Reading the boards of a match between teams: who sits where, what is played, what was told, what separates them.

Nobody is late on a board while the match rests, suspended or adjourned. A line-up for a match is named until its
limit; after it the registered order holds (GO-26.6). A challenge in which the winner stays on is derived from orders
and words on record (GO-26.6). An offence belongs to a board, each board being a game beside the others (GO-24).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from bot.features.course.facts_verbs import facts
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext
from bot.features.teams import store
from bot.features.teams.errors_model import RefusedAtBoard
from bot.features.teams.model import BoardView, LineUpsOpen, StayOnView, TeamMatch, late_boards
from bot.features.title_match import store as title_match_store
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import contest_subject
from bot.features.tournaments.rulebook_verbs import titles
from bot.kernel import log
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, extend, overlap
from bot.people import store as people_store
from bot.people.model import Person
from bot.play import points
from bot.play.contests import LOVE, BoardResult, Contest, Result, ResultKind, Score, split
from bot.play.course import Ratings, Separation, has_to_be_won, separation
from bot.play.entries import Tournament
from bot.play.format_rules import LevelMatch, LineUp, TeamRules
from bot.play.game_sheets import GameId
from bot.play.matches import Match
from bot.play.points import NOTHING, DisputeGame, boards_at_once, draws_possible, games_on_board, stays_on
from bot.play.teams import (
    Order,
    Pairing,
    ReportWord,
    StandingOrder,
    StayOn,
    boards,
    pairings,
    replay,
    standing_order,
    without_out,
)
from bot.play.tie_breaks import exact_rating
from bot.play.title_games import GameClaim
from bot.server.speaking_verbs import tell_match

# --- waits on boards ------------------------------------------------------------------------------------------------


_GOES_ON = "resume_match"
_RESTS = ("suspend_match", "adjourn_match", _GOES_ON)


def go_on(tx: Tx, match_context: MatchContext, at: datetime) -> None:
    """Waits on for whoever was missing when the match came to rest, which ended all waits."""
    rests_at = match_context.match.suspended_at
    for late in match_context.match.board_clocks:
        # A wait that the rest ended carries its very moment, which no press can have.
        if rests_at is not None and late.ended_at == rests_at:
            rested = at - rests_at - overlap(rests_at, at, match_context.outages)
            playing_board_store.go_on(tx, match_context.contest_id, late, rested)


def time_rested(tx: Query, match_context: MatchContext) -> timedelta:
    """How long a match that is in play has rested since its call, outages apart."""
    called_at, subject = match_context.match.contest.called_at, contest_subject(match_context.contest_id)
    found, began = timedelta(), None
    for act, at in [] if called_at is None else log.moments(tx, subject, _RESTS, called_at):
        if act == _GOES_ON and began is not None:
            found += at - began - overlap(began, at, match_context.outages)
        began = None if act == _GOES_ON else at
    return found


# --- level teams ----------------------------------------------------------------------------------------------------


def find_separation(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> Separation | None:
    """What separates the sides after a result; None where nobody has to win the contest, or it is none of teams."""
    if not has_to_be_won(contest, tournament.rulebook):
        return None
    return separation(result, tournament.rulebook, ratings_of(tx, tournament, contest))


def ratings_of(tx: Query, tournament: Tournament, contest: Contest) -> Ratings:
    """The total ratings that the event began with, where the rulebook looks at them; who has none counts 0."""
    rules = tournament.rulebook.teams
    if rules is None or LevelMatch.RATINGS_SUM not in rules.level_match:
        return ()
    known = {starter.entrant_id: starter.rating for starter in facts(tx, tournament).starters}
    rated = (known.get(side) for side in contest.sides)
    return tuple(NOTHING if one is None else exact_rating(one) for one in rated)


# --- boards ---------------------------------------------------------------------------------------------------------


_NAMED_ANEW = frozenset({LineUp.FREE})


def rules_of(tournament: Tournament) -> TeamRules:
    """The team rules of the event, which has them."""
    return tournament.rulebook.teams or TeamRules()


def names_anew(tournament: Tournament) -> bool:
    """Whether each side names its line-up before each match (GO-25.1, OLY-3)."""
    return rules_of(tournament).line_up in _NAMED_ANEW


def games_of(tx: Query, tournament: Tournament, match: Match) -> tuple[DisputeGame, ...]:
    """The games of a dispute, of the scene that the lot gave it; empty for other matches (OLY-4)."""
    rules = tournament.rulebook.dispute
    return () if rules is None else points.games(rules, scene_of(tx, tournament, match))


def scene_of(tx: Query, tournament: Tournament, match: Match) -> int:
    """The scene of a dispute, by the seed of the draw that paired it and its place in the table."""
    rules, contest = tournament.rulebook.dispute, match.contest
    drawn = tournaments_store.draws(tx, tournament.tournament_id)
    if rules is None or not 0 < match.draw_number <= len(drawn):
        return 0
    return points.scene_of(rules, drawn[match.draw_number - 1].seed, f"{contest.round}.{contest.position}")


def places_of(tournament: Tournament) -> tuple[int, ...]:
    """How many of a team each board of a line-up takes."""
    if tournament.rulebook.dispute is not None:
        return points.places(tournament.rulebook.dispute)
    return (1,) * rules_of(tournament).size


def order_of(tx: Query, tournament: Tournament, match: Match, side: int) -> Order | None:
    """Who sits where on one side: as named for the match, else by the order of the event; None where it is awaited."""
    named = entering_teams_store.line_ups(tx, match.contest.contest_id).get(side)
    if named is not None or names_anew(tournament):
        return named
    entrant_id = match.contest.sides[side]
    return able_order(
        tx, match, side, standing_order(entering_teams_store.members(tx, entrant_id), rules_of(tournament))
    )


def able_order(tx: Query, match: Match, side: int, order: Order) -> Order:
    """The order with whom substitutes stand in for in this match."""
    out = out_of(tx, match, side)
    if not out:
        return order
    members = [member.person_id for member in entering_teams_store.members(tx, match.contest.sides[side])]
    return without_out(order, members, out)


def out_of(tx: Query, match: Match, side: int) -> frozenset[PersonId]:
    """Whom of a side a bar keeps out of the match: what held when it was called stands for it (AIJE-D01-2)."""
    entrant_id = match.contest.sides[side]
    return frozenset() if match.assigned_at is None else entering_teams_store.out_at(tx, entrant_id, match.assigned_at)


def able_members(tx: Query, match: Match, side: int) -> list[PersonId]:
    """Who of a side can sit in the match, in the team's order."""
    out = out_of(tx, match, side)
    return [
        member.person_id
        for member in entering_teams_store.members(tx, match.contest.sides[side])
        if member.person_id not in out
    ]


def fixed_order(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> Order:
    """The team's order for the whole event."""
    return standing_order(entering_teams_store.members(tx, entrant_id), rules_of(tournament))


def board_pairings(tx: Query, tournament: Tournament, match: Match) -> tuple[Pairing, ...]:
    """The boards with who sits there; empty seats where a line-up is still awaited."""
    empty: Order = ((),) * len(places_of(tournament))
    named = [order_of(tx, tournament, match, side) or () for side in (0, 1)]
    # A team that has lost somebody keeps its boards, so that there are as many as the length of the match says.
    orders = [(*order, *empty[len(order) :]) for order in named]
    return pairings(orders[0], orders[1], rules_of(tournament).encounter)


def team_match(tx: Query, tournament: Tournament, match: Match) -> TeamMatch | None:
    """What a match between teams has beside its sides; None for a match of people."""
    if tournament.rulebook.teams is None or len(match.contest.sides) != 2:
        return None
    anew, rules = names_anew(tournament), rules_of(tournament)
    named = entering_teams_store.line_ups(tx, match.contest.contest_id)
    given = (0 in named, 1 in named)
    starts = match.contest.first_side if points.begins_by_pairing(tournament.rulebook) else None
    return TeamMatch(
        boards=_boards(tx, tournament, match, starts, secret=anew and not all(given)),
        named_anew=anew,
        may_change=rules.line_up is LineUp.FIXED_WITH_SUBSTITUTES,
        given=given,
        scene=_scene_among_several(tx, tournament, match),
        told=_boards_told(match),
        level_ways=rules.level_match if has_to_be_won(match.contest, tournament.rulebook) else (),
        separated=_separation(tx, tournament, match),
        first_in_extra=None if starts is None else points.begins(starts, points.extra_turn()),
    )


def _boards(
    tx: Query, tournament: Tournament, match: Match, starts: int | None, *, secret: bool
) -> tuple[BoardView, ...]:
    """The boards with who sits there, unless that is secret, and who begins where colours are given."""
    met = board_pairings(tx, tournament, match)
    people = people_store.by_ids(tx, [one for pairing in met for seat in pairing.seats for one in seat])
    games, times = games_of(tx, tournament, match), games_on_board(tournament.rulebook, match.contest.stage)
    shown = [_board(tournament, one, games, times, {} if secret else people) for one in met]
    boards = tuple(_with_titles(tx, tournament, one) for one in shown)
    if starts is None:
        return boards
    turns = [points.begins(starts, one.turn) for one in met]
    return tuple(replace(one, first=first) for one, first in zip(boards, turns, strict=True))


def _boards_told(match: Match) -> tuple[BoardResult, ...]:
    """The boards of the result, or of the report that waits for its answer."""
    if match.contest.result is not None:
        return match.contest.result.boards
    return () if match.report is None else match.report.particulars.boards


def _scene_among_several(tx: Query, tournament: Tournament, match: Match) -> int | None:
    rules = tournament.rulebook.dispute
    return None if rules is None or len(points.scenes(rules)) <= 1 else scene_of(tx, tournament, match)


def _with_titles(tx: Query, tournament: Tournament, board: BoardView) -> BoardView:
    if board.sheet is None:
        return board
    return replace(board, titles=titles(tx, tournament.guild_id, GameId(board.sheet)))


def _separation(tx: Query, tournament: Tournament, match: Match) -> Separation | None:
    """What separates level teams after the result, or after what was told of it."""
    result, report = match.contest.result, match.report
    if result is None and report is not None:
        games, draws = split(report.score)
        boards = report.particulars.boards
        result = Result(games, LOVE, ResultKind.PLAYED, report.reported_at, draws=draws, boards=boards)
    return None if result is None else find_separation(tx, tournament, match.contest, result)


def _board(
    tournament: Tournament, pairing: Pairing, games: tuple[DisputeGame, ...], times: int, known: dict[PersonId, Person]
) -> BoardView:
    seats = tuple(tuple(known[one] for one in seat if one in known) for seat in pairing.seats)
    if pairing.board <= len(games):
        game = games[pairing.board - 1]
        drawable = draws_possible(tournament.rulebook, game.times)
        return BoardView(
            pairing.board,
            (seats[0], seats[1]),
            game.times,
            drawable,
            game.modality,
            game.points,
            game.sheet,
            game.players,
        )
    return BoardView(pairing.board, (seats[0], seats[1]), times, draws_possible(tournament.rulebook, times))


# --- limits of line-ups ---------------------------------------------------------------------------------------------


def line_ups_subject(contest_id: ContestId) -> str:
    """How deadlines name the line-ups of a match."""
    return f"line-ups:{contest_id}"


def limit(match_context: MatchContext) -> datetime | None:
    """The last moment for a line-up; None where there is no limit, nothing is named, or nobody was called yet.

    Time in which nobody could press does not count.
    """
    tournament, called_at = match_context.tournament, match_context.match.contest.called_at
    within = rules_of(tournament).line_up_within
    if tournament.rulebook.teams is None or within is None or called_at is None or not names_anew(tournament):
        return None
    return extend(called_at, called_at + within, match_context.outages, tournament.rulebook.outage.reopen_for)


def start_time(tx: Tx, contest_id: ContestId) -> None:
    """The players have read their call: from now on the time for their line-ups runs."""
    match_context = playing_verbs.load(tx, contest_id)
    closes_at = None if match_context is None else limit(match_context)
    due = () if closes_at is None else ((Step.CLOSE_LINE_UPS, closes_at + CLICKS_IN_FLIGHT),)
    kernel_time_store.rewrite_deadlines(tx, line_ups_subject(contest_id), due)


def reschedule(tx: Tx, match_context: MatchContext) -> None:
    """Where a limit runs, it is worked out anew."""
    if kernel_time_store.deadlines_of_subject(tx, line_ups_subject(match_context.contest_id)):
        start_time(tx, match_context.contest_id)


def close(tx: Tx, contest_id: ContestId) -> None:
    """Takes the step of the limit: a side that named none plays in its registered order, and both are told."""
    match_context = playing_verbs.load(tx, contest_id)
    closes_at = None if match_context is None else limit(match_context)
    if match_context is None or closes_at is None or not _is_open(match_context):
        return
    if tx.now < closes_at:
        start_time(tx, contest_id)
        return
    named = entering_teams_store.line_ups(tx, contest_id)
    missing = [side for side in range(len(match_context.match.contest.sides)) if side not in named]
    for side in missing:
        _register(tx, match_context, side)
    if missing:
        open_line_ups(tx, match_context, missing)


def open_line_ups(tx: Tx, match_context: MatchContext, by_limit: list[int]) -> None:
    """Both line-ups are known: everybody may see them, and who begins is called by name."""
    contest_id = match_context.contest_id
    kernel_time_store.rewrite_deadlines(tx, line_ups_subject(contest_id), ())
    tell_match(tx, match_context.tournament, LineUpsOpen(contest_id, tuple(by_limit)))
    tx.touch(contest_subject(contest_id))


def registered_order(tx: Query, match_context: MatchContext, side: int) -> Order:
    """The members in the order of the registration, as many to each board as it takes, without who is out."""
    waiting = iter(
        [member.person_id for member in entering_teams_store.members(tx, match_context.match.contest.sides[side])]
    )
    order = tuple(tuple(islice(waiting, places)) for places in places_of(match_context.tournament))
    return able_order(tx, match_context.match, side, order)


def _register(tx: Tx, match_context: MatchContext, side: int) -> None:
    """Writes the registered order of the side, as its captain gave it before the event."""
    entrant = entering_store.load(tx, match_context.match.contest.sides[side])
    if entrant is None:
        return
    order = registered_order(tx, match_context, side)
    entering_teams_store.give_line_up(tx, match_context.contest_id, side, order, entrant.person_id, tx.now)
    playing_verbs.record(tx, match_context, "line_up_by_limit", None, side=str(side))


def _is_open(match_context: MatchContext) -> bool:
    match = match_context.match
    over = match.contest.result is not None or match.voided_at is not None
    return not over and match_context.tournament.cancelled_at is None


# --- games of a challenge -------------------------------------------------------------------------------------------


def orders_of(tx: Query, tournament: Tournament, match: Match) -> tuple[StandingOrder, StandingOrder] | None:
    """Who plays for either side, the first first; None while one is awaited."""
    named = [order_of(tx, tournament, match, side) for side in (0, 1)]
    first, second = ([one for seat in order or () for one in seat] for order in named)
    return (tuple(first), tuple(second)) if first and second else None


def state_of(tx: Query, tournament: Tournament, match: Match, walkover: Score) -> StayOn | None:
    """The match after all that was said, `walkover` being the games lost by absence before; None of a match that is
    over, whose result says it all, and while an order is awaited."""
    orders = None if match.contest.result is not None else orders_of(tx, tournament, match)
    return None if orders is None else replay(orders, walkover, store.words(tx, match.contest.contest_id))


def given_up(tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
    """The result of a side that left with its games: those that were told, and the rest, which goes to the other side
    unplayed (GO-28.4). Any other result is as it was."""
    if not stays_on(tournament.rulebook) or result.kind is not ResultKind.WITHDRAWAL:
        return result
    state, stayed = state_of(tx, tournament, match, walkover), result.score.index(max(result.score))
    while state is not None and state.winner is None:
        state = state.won_by(stayed, given=True)
    return result if state is None or state.winner != stayed else replace(result, boards=boards(state))


# --- a challenge as it is shown -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownMatch:
    """The match as its record gives it; `state` is None while an order is awaited, and once it is over."""

    state: StayOn | None
    words: tuple[ReportWord, ...]
    entries: int
    claim: GameClaim | None


def is_stay_on(match_context: MatchContext) -> bool:
    """Whether the match is told game by game between two orders."""
    return stays_on(match_context.tournament.rulebook) and len(match_context.match.contest.sides) == 2


def known_of(tx: Query, match_context: MatchContext, now: datetime) -> KnownMatch:
    """What is on record of the match."""
    contest_id = match_context.contest_id
    return KnownMatch(
        state=state_of(tx, match_context.tournament, match_context.match, match_context.state(now).walkover),
        words=tuple(store.words(tx, contest_id)),
        entries=store.entries(tx, contest_id),
        claim=title_match_store.claim(tx, contest_id),
    )


def stay_on_view(tx: Query, match_context: MatchContext, now: datetime) -> StayOnView | None:
    """What the card shows beyond the match's own state; None for any other match."""
    if not is_stay_on(match_context):
        return None
    people, tournament = known_of(tx, match_context, now), match_context.tournament
    anew, given = names_anew(tournament), entering_teams_store.line_ups(tx, match_context.contest_id)
    named = (not anew or 0 in given, not anew or 1 in given)
    claim, games = people.claim, tournament.rulebook.games
    by = None if claim is None else playing_verbs.side_of(tx, match_context.match, claim.claimed_by)
    return StayOnView(
        state=people.state,
        people=people_store.by_ids(tx, _people_concerned(match_context, people)),
        named=named,
        named_anew=anew,
        size=rules_of(tournament).size,
        order_by=None if all(named) else limit(match_context),
        entries=people.entries,
        claim=claim,
        claimed_side=by,
        can_take_back=bool(people.words),
        draws=games is not None and games.draws,
        first=_begins(match_context, people),
    )


def _begins(match_context: MatchContext, known: KnownMatch) -> int | None:
    """A drawn game is played again in the same order, since it has the number of the one before."""
    if (
        known.state is None
        or known.state.at_board is None
        or not points.begins_by_pairing(match_context.tournament.rulebook)
    ):
        return None
    return points.begins(match_context.match.contest.first_side, known.state.number - 1)


def _people_concerned(match_context: MatchContext, known: KnownMatch) -> list[PersonId]:
    orders = () if known.state is None else known.state.orders
    result = match_context.match.contest.result
    told = () if result is None else result.boards
    return [one for order in orders for one in order] + [
        one for board in told for seat in board.players for one in seat
    ]


# --- offences -------------------------------------------------------------------------------------------------------


_MARKS = ("-+", "+-")
"""How a board is written that the side has lost."""


def player_at(tx: Query, match_context: MatchContext, side: int, board: int, at: datetime) -> PersonId | None:
    """The one player of the side at the board, or who plays where the winner stays; None for several, or for none."""
    if is_stay_on(match_context):
        state = known_of(tx, match_context, at).state
        playing = None if state is None else state.at_board
        return None if playing is None else playing[side]
    if not boards_at_once(match_context.tournament.rulebook):
        return None
    met = board_pairings(tx, match_context.tournament, match_context.match)
    seat = next((one.seats[side] for one in met if one.board == board), ())
    return seat[0] if len(seat) == 1 else None


def refuse_lost_as_played(tx: Query, match_context: MatchContext, told: tuple[BoardResult, ...]) -> None:
    """Raises BoardLostByOffence for a board that is told otherwise than an offence has ended it (GO-23.3, GO-24).

    Where both sides have lost it, the arbiter says what stands.
    """
    lost = _lost_boards(tx, match_context.match.contest)
    for board, side in sorted(lost):
        found = next((one for one in told if one.board == board), None)
        if found is not None and _is_as_played(found, side) and (board, 1 - side) not in lost:
            # An offence has lost the game on the board, which is told so (GO-23.3, GO-24).
            raise RefusedAtBoard("error.BoardLostByOffence", board=board, mark=_MARKS[side])


def _lost_boards(tx: Query, contest: Contest) -> set[tuple[int, int]]:
    """The boards that offences since the call have cost, each with the side that lost it."""
    called_at = contest.called_at
    if called_at is None:
        return set()
    given = [
        one for one in playing_board_store.warnings_of_contest(tx, contest.contest_id) if one.given_at >= called_at
    ]
    return {(one.game, contest.sides.index(one.entrant_id)) for one in given if one.stands and one.lost_game}


def _is_as_played(board: BoardResult, side: int) -> bool:
    """Whether it was ended otherwise than by the loss of that side."""
    return board.kind is ResultKind.NO_RESULT or bool(board.score[side] or board.draws)


def team_view(tx: Query, match_context: MatchContext, now: datetime) -> TeamMatch | None:
    """Of a match between teams its boards, and until when a line-up that is awaited may be named."""
    found = team_match(tx, match_context.tournament, match_context.match)
    if found is None:
        return None
    found = replace(
        found, late=late_boards(match_context.match, now, match_context.tournament.rulebook, match_context.outages)
    )
    awaited = not found.is_open and match_context.match.contest.result is None
    return replace(found, line_ups_by=limit(match_context)) if awaited else found
