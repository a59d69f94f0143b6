"""A match between teams: line-ups that are named for it, and its report board by board (AIJE-D05-3, GO-25.1, OLY-3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import EXTRA, BoardResult, Particulars, Result, ResultKind, Score
from bot.domain.events.event_kinds import OF_TEAMS, counts_games, draws_possible, stays_on
from bot.domain.ids import ContestId, GuildId, PersonId
from bot.domain.playing.match_views import Correction, MatchView, Reported
from bot.domain.regulation.format_rules import LevelMatch
from bot.domain.scores import LOVE
from bot.domain.team_play.board_reports import example_score, read_board, told_score
from bot.domain.team_play.disputes import Game
from bot.domain.team_play.level_matches import extra_game_is_possible, has_to_be_won
from bot.domain.team_play.line_up_names import find_meant, written_names
from bot.domain.team_play.line_ups import LineUpFault, LineUpProblem, Order, line_up_problems
from bot.domain.team_play.team_checks import CHANGING
from bot.domain.team_play.team_lengths import games_on_board
from bot.errors import NotNow, NotYours, UserError
from bot.services.event_kinds import only_for
from bot.services.playing import correcting, matches, reporting, ruling
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.playing.ruled_draws import is_ruled
from bot.services.team_play import board_absences, board_offences, board_telling, level_matches
from bot.services.team_play.level_reading import find_separation
from bot.services.team_play.stay_on_writing import read_games
from bot.services.team_play.team_boards import (
    able_members,
    board_pairings,
    fixed_order,
    games_of,
    names_anew,
    order_of,
    out_of,
    places_of,
)
from bot.services.team_play.team_errors import (
    BoardDrawIsRuled,
    BoardNotFull,
    BoardOverfull,
    BoardsLostByAbsence,
    ImpossibleBoard,
    LineUpIsClosed,
    LineUpIsFixed,
    LineUpsMissing,
    MayNotMove,
    MemberBarred,
    NoExtraGame,
    SitsTwice,
    SlipInLineUp,
    StrangerInLineUp,
    TwoNamedAlike,
    WrongNumberOfBoards,
)
from bot.services.team_play.team_faults import name_of
from bot.storage import people, teams
from bot.storage.context import ActorQuery, ActorTx, Query

Names = tuple[str, ...]
"""Names of those who are to sit on one board."""


@only_for(*OF_TEAMS)
def members_to_name(tx: ActorQuery, contest_id: ContestId) -> tuple[MatchView, tuple[Names, ...]]:
    """The match, and the line-up that the captain's form begins with, board by board.

    Raises OnlyTheCaptain, LineUpIsFixed, and LineUpIsClosed once both sides have named theirs.
    """
    followed, side, _ = _naming(tx, contest_id)
    members = able_members(tx, followed.match, side)
    order = order_of(tx, followed.tournament, followed.match, side)
    if order is None:
        ids = iter(members)
        order = tuple(
            # The range comes first, so that the one after the last of a board is not lost to it.
            tuple(one for _, one in zip(range(limit), ids, strict=False))
            for limit in places_of(followed.tournament)
        )
    names = _written_names(tx, list(dict.fromkeys([*members, *(one for seat in order for one in seat)])))
    return view_of(tx, contest_id, tx.pressed_at), tuple(tuple(names[one] for one in seat) for seat in order)


@only_for(*OF_TEAMS)
def name_line_up(tx: ActorTx, contest_id: ContestId, named: Sequence[Names]) -> MatchView:
    """Takes a captain's line-up; it stays secret until the other captain has named one too.

    It is named from the card, whose answer brings it up to date.
    """
    followed, side, person = _naming(tx, contest_id)
    tournament, entrant = followed.tournament, followed.match.contest.sides[side]
    members = [one.person_id for one in teams.members(tx, entrant)]
    order = _order(tx, members, named)
    _refuse_out(tx, followed, side, order)
    fixed = None if names_anew(tournament) else fixed_order(tx, tournament, entrant)
    found = line_up_problems(order, able_members(tx, followed.match, side), places_of(tournament), fixed)
    if found:
        raise _error(tx, found[0])
    teams.give_line_up(tx, contest_id, side, order, person.person_id, tx.now)
    matches.record(tx, followed, "name_line_up", person.person_id, side=str(side))
    return view_of(tx, contest_id, tx.now)


@only_for(*OF_TEAMS)
def report(tx: ActorTx, contest_id: ContestId, texts: Sequence[str]) -> Reported:
    """Takes the boards as a captain wrote them, or by an arbiter's word; raises ImpossibleBoard with the exact one."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, followed, texts, tx.now)
    board_absences.refuse_waiting(followed, tx.now)
    _refuse_lost_as_played(followed, told, followed.state(tx.now).walkover)
    board_absences.refuse_as_played(followed, told.boards, tx.now)
    board_offences.refuse_lost_as_played(tx, followed, told.boards)
    _refuse_unfinished(tx, followed, score, told, tx.now)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and matches.side_of(tx, followed.match, person.person_id) is not None:
        played = games_of(tx, followed.tournament, followed.match)
        _refuse_ruled_draws(tx, tx.guild_id, told.boards, played)
        board_absences.refuse_lost_by_both(followed, tx.now)
        board_telling.refuse_ruled(told.boards)
    return reporting.report(tx, contest_id, score, told)


@only_for(*OF_TEAMS)
def rule(tx: ActorTx, contest_id: ContestId, texts: Sequence[str], reason: str | None) -> Reported:
    """Settles the match board by board by the arbiter's word; overruling a report takes a reason."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, followed, texts, tx.now)
    state = followed.state(tx.now)
    _refuse_lost_as_played(followed, told, state.binding(followed.match.contest.length))
    board_absences.refuse_as_played(followed, told.boards, tx.now)
    board_offences.refuse_lost_as_played(tx, followed, told.boards)
    _refuse_unfinished(tx, followed, score, told, tx.now)
    return ruling.rule(tx, contest_id, score, reason, told)


@only_for(*OF_TEAMS)
def preview_correction(tx: ActorQuery, contest_id: ContestId, texts: Sequence[str]) -> Correction:
    """What the right boards of a settled match would have played anew, as in a bracket; nothing is changed yet."""
    followed = correcting.find_settled(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, followed, texts, tx.pressed_at)
    return correcting.preview_correction(tx, contest_id, score, told)


@only_for(*OF_TEAMS)
def correct(
    tx: ActorTx,
    contest_id: ContestId,
    texts: Sequence[str],
    reason: str,
    reopened: int = 0,
) -> Correction:
    """Puts a settled match right board by board; `reopened` is how many matches the preview named, else Outdated."""
    followed = correcting.find_settled(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, followed, texts, tx.now)
    return correcting.correct(tx, contest_id, score, reopened, reason, told)


@only_for(*OF_TEAMS)
def reportable(tx: ActorQuery, contest_id: ContestId) -> MatchView:
    """The match whose boards are to be told; raises LineUpsMissing, and what keeps it from being reported."""
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    _refuse_unnamed(tx, followed)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and matches.side_of(tx, followed.match, person.person_id) is not None:
        matches.require_captain(tx, followed.match, person)
    return view_of(tx, contest_id, tx.pressed_at)


def read_boards(tx: Query, followed: Followed, texts: Sequence[str], at: datetime) -> tuple[Score, Particulars]:
    """The boards as they were written, with who sat there; the score that they make is told with them.

    What lateness has cost by then is marked as given.

    Level teams may tell a game more behind the last board, where the rulebook has it decide.
    """
    _refuse_unnamed(tx, followed)
    tournament, rulebook = followed.tournament, followed.tournament.rulebook
    if stays_on(rulebook):
        return read_games(tx, tournament, followed.match, texts)
    met, games = board_pairings(tx, tournament, followed.match), games_of(tx, tournament, followed.match)
    more = len(texts) == len(met) + 1 and _may_have_extra(followed)
    if len(texts) != len(met) + more:
        raise WrongNumberOfBoards(given=len(texts), n=len(met))
    boards: list[BoardResult] = []
    for index, (pairing, text) in enumerate(zip(met, texts, strict=False)):
        ended = board_telling.ended_board(tx, followed, pairing, text)
        if ended is not None:
            boards.append(ended)
            continue
        times = games[index].times if games else games_on_board(rulebook, followed.match.contest.stage)
        told = read_board(text, times, drawable=draws_possible(rulebook, times))
        board_telling.refuse_nobody_sits(pairing, told)
        if told is None:
            raise ImpossibleBoard(board=pairing.board, given=text, n=times, example=example_score(times))
        weight, modality = (float(games[index].points), games[index].modality.value) if games else (1.0, "")
        boards.append(
            BoardResult(pairing.board, pairing.seats, told.score, told.draws, told.walkover, weight, modality)
        )
    boards = board_absences.as_given(followed, boards, at)
    if more:
        boards.append(_extra(tx, followed, boards, texts[-1]))
    return told_score(boards, rulebook), Particulars(boards=tuple(boards))


def _may_have_extra(followed: Followed) -> bool:
    rulebook = followed.tournament.rulebook
    return has_to_be_won(followed.match.contest, rulebook) and extra_game_is_possible(rulebook)


def _extra(tx: Query, followed: Followed, boards: Sequence[BoardResult], text: str) -> BoardResult:
    """The game more on board 1, which somebody wins; raises NoExtraGame where the boards decide by themselves."""
    told = Particulars(boards=tuple(boards))
    contest = followed.match.contest
    score = told_score(boards, followed.tournament.rulebook)
    result = _as_result(followed, score, told, followed.match.created_at)
    found = find_separation(tx, followed.tournament, contest, result)
    if found is None or found.by is not LevelMatch.EXTRA_GAME:
        raise NoExtraGame
    number = len(boards) + 1
    game = read_board(text, 1, drawable=False)
    if game is None:
        raise ImpossibleBoard(board=number, given=text, n=1, example=example_score(1))
    return BoardResult(number, boards[0].players, game.score, 0, game.walkover, modality=EXTRA)


def _refuse_unfinished(tx: Query, followed: Followed, score: Score, told: Particulars, at: datetime) -> None:
    """Raises ExtraGameWanted before a report that leaves level teams unseparated."""
    contest = followed.match.contest
    level_matches.refuse_unfinished(tx, followed.tournament, contest, _as_result(followed, score, told, at))


def _as_result(followed: Followed, score: Score, told: Particulars, at: datetime) -> Result:
    return matches.result_of(followed, score, told, LOVE, ResultKind.PLAYED, at)


def _refuse_lost_as_played(followed: Followed, told: Particulars, lost: Score) -> None:
    """What an absence has cost was not played: so many boards, or of a dispute games, are given to the other side.

    Where not every board can be given, they are held to it one by one.
    """
    whole = not counts_games(followed.tournament.rulebook)
    for side in (0, 1):
        if any(board_absences.has_nobody(board, side) for board in told.boards):
            continue
        given = [board.walkover_games[side] for board in told.boards if board.walkover_games[side]]
        if (len(given) if whole else sum(given)) < lost[side]:
            raise BoardsLostByAbsence(n=lost[side], mark=("+-", "-+")[side])


def _refuse_unnamed(tx: Query, followed: Followed) -> None:
    if followed.tournament.rulebook.teams is None:
        raise NotNow
    named = [order_of(tx, followed.tournament, followed.match, side) for side in (0, 1)]
    if None in named:
        raise LineUpsMissing


def _naming(tx: ActorQuery, contest_id: ContestId) -> tuple[Followed, int, Person]:
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    side = None if person is None else matches.side_of(tx, followed.match, person.person_id)
    if person is None or side is None:
        raise NotYours
    matches.require_captain(tx, followed.match, person)
    rules = followed.tournament.rulebook.teams
    if rules is None or rules.line_up not in CHANGING:
        raise LineUpIsFixed
    both = len(teams.line_ups(tx, contest_id)) == len(followed.match.contest.sides)
    if followed.match.report is not None or (names_anew(followed.tournament) and both):
        raise LineUpIsClosed
    return followed, side, person


def _order(tx: Query, members: Sequence[PersonId], named: Sequence[Names]) -> Order:
    """The people behind the names; raises StrangerInLineUp, SlipInLineUp and TwoNamedAlike."""
    names = _written_names(tx, members)
    return tuple(tuple(_find_meant(name, board, names) for name in seat) for board, seat in enumerate(named, start=1))


def _refuse_out(tx: Query, followed: Followed, side: int, order: Order) -> None:
    """Raises MemberBarred for the first who is named and sits out of the match."""
    out = out_of(tx, followed.match, side)
    for person_id in (one for seat in order for one in seat if one in out):
        raise MemberBarred(name=name_of(tx, person_id))


def _written_names(tx: Query, members: Sequence[PersonId]) -> dict[PersonId, str]:
    known = people.by_ids(tx, members)
    return written_names([known[one] for one in members])


def _find_meant(typed: str, board: int, names: Mapping[PersonId, str]) -> PersonId:
    found = find_meant(typed, names)
    if not found.fitting:
        raise StrangerInLineUp(name=typed, board=board)
    if found.is_asked:
        raise SlipInLineUp(name=typed, board=board, known=tuple(names[one] for one in found.fitting))
    if len(found.fitting) > 1:
        raise TwoNamedAlike(name=typed, board=board)
    return found.fitting[0]


def _error(tx: Query, problem: LineUpProblem) -> UserError:
    person = None if problem.person is None else people.load(tx, problem.person)
    name = "" if person is None else person.name
    match problem.fault:
        case LineUpFault.NOT_A_MEMBER:
            return StrangerInLineUp(name=name, board=problem.board)
        case LineUpFault.SITS_TWICE:
            return SitsTwice(name=name, board=problem.board)
        case LineUpFault.TOO_MANY if person is not None:
            return BoardOverfull(name=name, board=problem.board, n=problem.limit)
        case LineUpFault.TOO_MANY:
            return WrongNumberOfBoards(given=problem.given, n=problem.limit)
        case LineUpFault.TOO_FEW:
            return BoardNotFull(board=problem.board, given=problem.given, n=problem.limit)
        case LineUpFault.MOVED:
            return MayNotMove(name=name, board=problem.board)


def _refuse_ruled_draws(tx: Query, guild_id: GuildId, boards: Sequence[BoardResult], played: Sequence[Game]) -> None:
    """Raises BoardDrawIsRuled for the first drawn game of a dispute that only an arbiter can call drawn."""
    for board, game in zip(boards, played, strict=False):
        if board.draws and game.sheet is not None and is_ruled(tx, guild_id, game.sheet):
            raise BoardDrawIsRuled(board=board.board)
