"""Reading the boards of a match between teams: who sits where, what is played, what was told."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Person
from bot.domain.contests import BoardResult, Result, ResultKind
from bot.domain.events.event_kinds import draws_possible
from bot.domain.events.tournament import Tournament
from bot.domain.game_sheets import GameId
from bot.domain.ids import EntrantId, PersonId
from bot.domain.playing.matches import Match
from bot.domain.regulation.format_rules import LineUp, TeamRules
from bot.domain.scores import LOVE, split
from bot.domain.team_play import board_order, disputes
from bot.domain.team_play.disputes import Game
from bot.domain.team_play.level_matches import Separation, has_to_be_won
from bot.domain.team_play.line_ups import Order, Pairing, pairings, standing_order, without_out
from bot.domain.team_play.team_lengths import games_on_board
from bot.domain.team_play.team_views import BoardView, TeamMatch
from bot.services.playing.games import titles
from bot.services.team_play.level_reading import find_separation
from bot.storage import people, teams, tournaments
from bot.storage.context import Query

_NAMED_ANEW = frozenset({LineUp.FREE})


def rules_of(tournament: Tournament) -> TeamRules:
    """The team rules of the event, which has them."""
    return tournament.rulebook.teams or TeamRules()


def names_anew(tournament: Tournament) -> bool:
    """Whether each side names its line-up before each match (GO-25.1, OLY-3)."""
    return rules_of(tournament).line_up in _NAMED_ANEW


def games_of(tx: Query, tournament: Tournament, match: Match) -> tuple[Game, ...]:
    """The games of a dispute, of the scene that the lot gave it; empty for other matches (OLY-4)."""
    rules = tournament.rulebook.dispute
    return () if rules is None else disputes.games(rules, scene_of(tx, tournament, match))


def scene_of(tx: Query, tournament: Tournament, match: Match) -> int:
    """The scene of a dispute, by the seed of the draw that paired it and its place in the table."""
    rules, contest = tournament.rulebook.dispute, match.contest
    drawn = tournaments.draws(tx, tournament.tournament_id)
    if rules is None or not 0 < match.draw_number <= len(drawn):
        return 0
    return disputes.scene_of(rules, drawn[match.draw_number - 1].seed, f"{contest.round}.{contest.position}")


def places_of(tournament: Tournament) -> tuple[int, ...]:
    """How many of a team each board of a line-up takes."""
    if tournament.rulebook.dispute is not None:
        return disputes.places(tournament.rulebook.dispute)
    return (1,) * rules_of(tournament).size


def order_of(tx: Query, tournament: Tournament, match: Match, side: int) -> Order | None:
    """Who sits where on one side: as named for the match, else by the order of the event; None where it is awaited."""
    named = teams.line_ups(tx, match.contest.contest_id).get(side)
    if named is not None or names_anew(tournament):
        return named
    entrant_id = match.contest.sides[side]
    return able_order(tx, match, side, standing_order(teams.members(tx, entrant_id), rules_of(tournament)))


def able_order(tx: Query, match: Match, side: int, order: Order) -> Order:
    """The order with whom substitutes stand in for in this match."""
    out = out_of(tx, match, side)
    if not out:
        return order
    members = [one.person_id for one in teams.members(tx, match.contest.sides[side])]
    return without_out(order, members, out)


def out_of(tx: Query, match: Match, side: int) -> frozenset[PersonId]:
    """Whom of a side a bar keeps out of the match: what held when it was called stands for it (AIJE-D01-2)."""
    entrant_id = match.contest.sides[side]
    return frozenset() if match.assigned_at is None else teams.out_at(tx, entrant_id, match.assigned_at)


def able_members(tx: Query, match: Match, side: int) -> list[PersonId]:
    """Who of a side can sit in the match, in the team's order."""
    out = out_of(tx, match, side)
    return [one.person_id for one in teams.members(tx, match.contest.sides[side]) if one.person_id not in out]


def fixed_order(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> Order:
    """The team's order for the whole event."""
    return standing_order(teams.members(tx, entrant_id), rules_of(tournament))


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
    named = teams.line_ups(tx, match.contest.contest_id)
    given = (0 in named, 1 in named)
    starts = match.contest.first_side if board_order.is_given(tournament.rulebook) else None
    return TeamMatch(
        boards=_boards(tx, tournament, match, starts, secret=anew and not all(given)),
        named_anew=anew,
        may_change=rules.line_up is LineUp.FIXED_WITH_SUBSTITUTES,
        given=given,
        scene=_scene_among_several(tx, tournament, match),
        told=_boards_told(match),
        level_ways=rules.level_match if has_to_be_won(match.contest, tournament.rulebook) else (),
        separated=_separation(tx, tournament, match),
        first_in_extra=None if starts is None else board_order.begins(starts, board_order.extra_turn()),
    )


def _boards(
    tx: Query, tournament: Tournament, match: Match, starts: int | None, *, secret: bool
) -> tuple[BoardView, ...]:
    """The boards with who sits there, unless that is secret, and who begins where colours are given."""
    met = board_pairings(tx, tournament, match)
    known = people.by_ids(tx, [one for pairing in met for seat in pairing.seats for one in seat])
    games, times = games_of(tx, tournament, match), games_on_board(tournament.rulebook, match.contest.stage)
    shown = [_board(tournament, one, games, times, {} if secret else known) for one in met]
    boards = tuple(_with_titles(tx, tournament, one) for one in shown)
    if starts is None:
        return boards
    turns = [board_order.begins(starts, one.turn) for one in met]
    return tuple(replace(one, first=first) for one, first in zip(boards, turns, strict=True))


def _boards_told(match: Match) -> tuple[BoardResult, ...]:
    """The boards of the result, or of the report that waits for its answer."""
    if match.contest.result is not None:
        return match.contest.result.boards
    return () if match.report is None else match.report.particulars.boards


def _scene_among_several(tx: Query, tournament: Tournament, match: Match) -> int | None:
    rules = tournament.rulebook.dispute
    return None if rules is None or len(disputes.scenes(rules)) <= 1 else scene_of(tx, tournament, match)


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
    tournament: Tournament, pairing: Pairing, games: tuple[Game, ...], times: int, known: dict[PersonId, Person]
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
