"""A match between teams: line-ups that are named for it, its report board by board (AIJE-D05-3, GO-25.1, OLY-3).

Level teams in a match that one has to win are separated by what the rulebook names, with a lot where it comes to that
(GO-26.1, GO-27.2, GO-27.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from bot.features.course.facts_verbs import reveal_later
from bot.features.course.verbs import tell_lot_between_two
from bot.features.entering import teams_store as entering_teams_store
from bot.features.playing import correcting_verbs as playing_correcting_verbs
from bot.features.playing import reporting_verbs as playing_reporting_verbs
from bot.features.playing import ruling_verbs as playing_ruling_verbs
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView, Reported
from bot.features.playing.reading_verbs import view_of
from bot.features.playing.verbs import is_ruled
from bot.features.teams import absences_verbs, boards_verbs
from bot.features.teams.absences_verbs import read_games
from bot.features.teams.boards_verbs import (
    able_members,
    board_pairings,
    find_separation,
    fixed_order,
    games_of,
    names_anew,
    order_of,
    out_of,
    places_of,
    ratings_of,
)
from bot.features.teams.errors_model import (
    BoardNotFull,
    BoardOverfull,
    BoardsLostByAbsence,
    ImpossibleBoard,
    MayNotMove,
    MemberBarred,
    SitsTwice,
    SlipInLineUp,
    StrangerInLineUp,
    TwoNamedAlike,
    WrongNumberOfBoards,
)
from bot.features.teams.model import find_meant, written_names
from bot.features.teams.roster_verbs import name_of
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.store import DrawPurpose
from bot.features.tournaments.verbs import only_for
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotNow, NotYours, Refused, RefusedNumber, UserError
from bot.kernel.ids import ContestId, GuildId, PersonId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import EXTRA, LOVE, BoardResult, Contest, Particulars, Result, ResultKind, Score
from bot.play.counts import example_score, read_board, score_of_boards
from bot.play.course import SIDES, extra_game_is_possible, has_to_be_won, with_winner
from bot.play.draw import CHAIN_LENGTH
from bot.play.entries import Tournament
from bot.play.format_rules import LevelMatch
from bot.play.kind_checks import CHANGING
from bot.play.points import OF_TEAMS, DisputeGame, counts_games, draws_possible, games_on_board, stays_on
from bot.play.teams import LineUpFault, LineUpProblem, Order, line_up_problems

# --- level teams ----------------------------------------------------------------------------------------------------


def refuse_unfinished(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> None:
    """Raises ExtraGameWanted while level teams have a game more to play."""
    found = find_separation(tx, tournament, contest, result)
    if found is not None and found.side is None and found.by is LevelMatch.EXTRA_GAME:
        # The boards are level by all that was told, and by the rulebook one game more decides (GO-27.3).
        raise Refused("error.ExtraGameWanted")


def with_decision(tx: Tx, tournament: Tournament, contest: Contest, result: Result) -> Result:
    """The result with whom it sends on; unchanged where nobody has to win.

    A lot between the two is a draw of its own with the next link, and one that was drawn for the contest before stands.
    Raises ExtraGameWanted.
    """
    refuse_unfinished(tx, tournament, contest, result)
    found = find_separation(tx, tournament, contest, _with_lot(tx, tournament, contest, result))
    if found is None or (found.side is None and found.by is None):
        return result
    side = found.side if found.side is not None else _draw_lot(tx, tournament, contest)
    return _sent_on(tx, tournament, contest, result, side)


def possible(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> tuple[Result, ...]:
    """The result as it can become: with either side sent on where a lot is still due. Raises ExtraGameWanted."""
    refuse_unfinished(tx, tournament, contest, result)
    found = find_separation(tx, tournament, contest, _with_lot(tx, tournament, contest, result))
    if found is None or (found.side is None and found.by is None):
        return (result,)
    sides = SIDES if found.side is None else (found.side,)
    return tuple(_sent_on(tx, tournament, contest, result, side) for side in sides)


def _with_lot(tx: Query, tournament: Tournament, contest: Contest, result: Result) -> Result:
    """The result with the lot of the one that it corrects, if a lot has separated the sides then."""
    before = contest.result
    earlier = None if before is None else find_separation(tx, tournament, contest, before)
    if before is None or earlier is None or earlier.by is not LevelMatch.LOT:
        return result
    return replace(result, paired_as_winner=before.paired_as_winner)


def _sent_on(tx: Query, tournament: Tournament, contest: Contest, result: Result, side: int) -> Result:
    ratings = ratings_of(tx, tournament, contest)
    return with_winner(replace(result, paired_as_winner=side), tournament.rulebook, ratings)


def _draw_lot(tx: Tx, tournament: Tournament, contest: Contest) -> int:
    drawn = tournaments_store.draws(tx, tournament.tournament_id)
    if len(drawn) < CHAIN_LENGTH:
        record = reveal_later(tx, tournament, DrawPurpose.LOT, among=contest.sides)
    else:
        # No link of the chain is left; what the last one says of the two can be run again by anybody too.
        record = drawn[-1]
    first, *_ = record.stream().shuffle(sorted(contest.sides))
    tell_lot_between_two(tx, tournament, contest.contest_id, record.number, first)
    return contest.sides.index(first)


# --- line-ups and reports -------------------------------------------------------------------------------------------


Names = tuple[str, ...]
"""Names of those who are to sit on one board."""


@only_for(*OF_TEAMS)
def members_to_name(tx: ActorQuery, contest_id: ContestId) -> tuple[MatchView, tuple[Names, ...]]:
    """The match, and the line-up that the captain's form begins with, board by board.

    Raises OnlyTheCaptain, LineUpIsFixed, and LineUpIsClosed once both sides have named theirs.
    """
    match_context, side, _ = _naming(tx, contest_id)
    members = able_members(tx, match_context.match, side)
    order = order_of(tx, match_context.tournament, match_context.match, side)
    if order is None:
        ids = iter(members)
        order = tuple(
            # The range comes first, so that the one after the last of a board is not lost to it.
            tuple(one for _, one in zip(range(limit), ids, strict=False))
            for limit in places_of(match_context.tournament)
        )
    names = _written_names(tx, list(dict.fromkeys([*members, *(one for seat in order for one in seat)])))
    return view_of(tx, contest_id, tx.pressed_at), tuple(tuple(names[one] for one in seat) for seat in order)


@only_for(*OF_TEAMS)
def name_line_up(tx: ActorTx, contest_id: ContestId, named: Sequence[Names]) -> MatchView:
    """Takes a captain's line-up; it stays secret until the other captain has named one too.

    It is named from the card, whose answer brings it up to date.
    """
    match_context, side, person = _naming(tx, contest_id)
    tournament, entrant = match_context.tournament, match_context.match.contest.sides[side]
    members = [member.person_id for member in entering_teams_store.members(tx, entrant)]
    order = _order(tx, members, named)
    _refuse_out(tx, match_context, side, order)
    fixed = None if names_anew(tournament) else fixed_order(tx, tournament, entrant)
    found = line_up_problems(order, able_members(tx, match_context.match, side), places_of(tournament), fixed)
    if found:
        raise _error(tx, found[0])
    entering_teams_store.give_line_up(tx, contest_id, side, order, person.person_id, tx.now)
    playing_verbs.record(tx, match_context, "name_line_up", person.person_id, side=str(side))
    return view_of(tx, contest_id, tx.now)


@only_for(*OF_TEAMS)
def report(tx: ActorTx, contest_id: ContestId, texts: Sequence[str]) -> Reported:
    """Takes the boards as a captain wrote them, or by an arbiter's word; raises ImpossibleBoard with the exact one."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, match_context, texts, tx.now)
    absences_verbs.refuse_waiting(match_context, tx.now)
    _refuse_lost_as_played(match_context, told, match_context.state(tx.now).walkover)
    absences_verbs.refuse_as_played(match_context, told.boards, tx.now)
    boards_verbs.refuse_lost_as_played(tx, match_context, told.boards)
    _refuse_unfinished(tx, match_context, score, told, tx.now)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and playing_verbs.side_of(tx, match_context.match, person.person_id) is not None:
        played = games_of(tx, match_context.tournament, match_context.match)
        _refuse_ruled_draws(tx, tx.guild_id, told.boards, played)
        absences_verbs.refuse_lost_by_both(match_context, tx.now)
        absences_verbs.refuse_ruled(told.boards)
    return playing_reporting_verbs.report(tx, contest_id, score, told)


@only_for(*OF_TEAMS)
def rule(tx: ActorTx, contest_id: ContestId, texts: Sequence[str], reason: str | None) -> Reported:
    """Settles the match board by board by the arbiter's word; overruling a report takes a reason."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, match_context, texts, tx.now)
    state = match_context.state(tx.now)
    _refuse_lost_as_played(match_context, told, state.binding(match_context.match.contest.length))
    absences_verbs.refuse_as_played(match_context, told.boards, tx.now)
    boards_verbs.refuse_lost_as_played(tx, match_context, told.boards)
    _refuse_unfinished(tx, match_context, score, told, tx.now)
    return playing_ruling_verbs.rule(tx, contest_id, score, reason, told)


@only_for(*OF_TEAMS)
def preview_correction(tx: ActorQuery, contest_id: ContestId, texts: Sequence[str]) -> Correction:
    """What the right boards of a settled match would have played anew, as in a bracket; nothing is changed yet."""
    match_context = playing_correcting_verbs.find_settled(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, match_context, texts, tx.pressed_at)
    return playing_correcting_verbs.preview_correction(tx, contest_id, score, told)


@only_for(*OF_TEAMS)
def correct(
    tx: ActorTx,
    contest_id: ContestId,
    texts: Sequence[str],
    reason: str,
    reopened: int = 0,
) -> Correction:
    """Puts a settled match right board by board; `reopened` is how many matches the preview named, else Outdated."""
    match_context = playing_correcting_verbs.find_settled(tx, tx.guild_id, contest_id)
    score, told = read_boards(tx, match_context, texts, tx.now)
    return playing_correcting_verbs.correct(tx, contest_id, score, reopened, reason, told)


@only_for(*OF_TEAMS)
def reportable(tx: ActorQuery, contest_id: ContestId) -> MatchView:
    """The match whose boards are to be told; raises LineUpsMissing, and what keeps it from being reported."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    _refuse_unnamed(tx, match_context)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and playing_verbs.side_of(tx, match_context.match, person.person_id) is not None:
        playing_verbs.require_captain(tx, match_context.match, person)
    return view_of(tx, contest_id, tx.pressed_at)


def read_boards(
    tx: Query, match_context: MatchContext, texts: Sequence[str], at: datetime
) -> tuple[Score, Particulars]:
    """The boards as they were written, with who sat there; the score that they make is told with them.

    What lateness has cost by then is marked as given.

    Level teams may tell a game more behind the last board, where the rulebook has it decide.
    """
    _refuse_unnamed(tx, match_context)
    tournament, rulebook = match_context.tournament, match_context.tournament.rulebook
    if stays_on(rulebook):
        return read_games(tx, tournament, match_context.match, texts)
    met, games = board_pairings(tx, tournament, match_context.match), games_of(tx, tournament, match_context.match)
    more = len(texts) == len(met) + 1 and _may_have_extra(match_context)
    if len(texts) != len(met) + more:
        raise WrongNumberOfBoards(given=len(texts), n=len(met))
    boards: list[BoardResult] = []
    for index, (pairing, text) in enumerate(zip(met, texts, strict=False)):
        ended = absences_verbs.ended_board(tx, match_context, pairing, text)
        if ended is not None:
            boards.append(ended)
            continue
        times = games[index].times if games else games_on_board(rulebook, match_context.match.contest.stage)
        told = read_board(text, times, drawable=draws_possible(rulebook, times))
        absences_verbs.refuse_nobody_sits(pairing, told)
        if told is None:
            raise ImpossibleBoard(board=pairing.board, given=text, n=times, example=example_score(times))
        weight, modality = (float(games[index].points), games[index].modality.value) if games else (1.0, "")
        boards.append(
            BoardResult(pairing.board, pairing.seats, told.score, told.draws, told.walkover, weight, modality)
        )
    boards = absences_verbs.as_given(match_context, boards, at)
    if more:
        boards.append(_extra(tx, match_context, boards, texts[-1]))
    return score_of_boards(boards, rulebook), Particulars(boards=tuple(boards))


def _may_have_extra(match_context: MatchContext) -> bool:
    rulebook = match_context.tournament.rulebook
    return has_to_be_won(match_context.match.contest, rulebook) and extra_game_is_possible(rulebook)


def _extra(tx: Query, match_context: MatchContext, boards: Sequence[BoardResult], text: str) -> BoardResult:
    """The game more on board 1, which somebody wins; raises NoExtraGame where the boards decide by themselves."""
    told = Particulars(boards=tuple(boards))
    contest = match_context.match.contest
    score = score_of_boards(boards, match_context.tournament.rulebook)
    result = _as_result(match_context, score, told, match_context.match.created_at)
    found = find_separation(tx, match_context.tournament, contest, result)
    if found is None or found.by is not LevelMatch.EXTRA_GAME:
        raise Refused("error.NoExtraGame")
    number = len(boards) + 1
    game = read_board(text, 1, drawable=False)
    if game is None:
        raise ImpossibleBoard(board=number, given=text, n=1, example=example_score(1))
    return BoardResult(number, boards[0].players, game.score, 0, game.walkover, modality=EXTRA)


def _refuse_unfinished(
    tx: Query, match_context: MatchContext, score: Score, particulars: Particulars, at: datetime
) -> None:
    """Raises ExtraGameWanted before a report that leaves level teams unseparated."""
    contest = match_context.match.contest
    refuse_unfinished(tx, match_context.tournament, contest, _as_result(match_context, score, particulars, at))


def _as_result(match_context: MatchContext, score: Score, particulars: Particulars, at: datetime) -> Result:
    return playing_verbs.result_of(match_context, score, particulars, LOVE, ResultKind.PLAYED, at)


def _refuse_lost_as_played(match_context: MatchContext, particulars: Particulars, lost: Score) -> None:
    """What an absence has cost was not played: so many boards, or of a dispute games, are given to the other side.

    Where not every board can be given, they are held to it one by one.
    """
    whole = not counts_games(match_context.tournament.rulebook)
    for side in (0, 1):
        if any(absences_verbs.has_nobody(board, side) for board in particulars.boards):
            continue
        given = [board.walkover_games[side] for board in particulars.boards if board.walkover_games[side]]
        if (len(given) if whole else sum(given)) < lost[side]:
            raise BoardsLostByAbsence(n=lost[side], mark=("+-", "-+")[side])


def _refuse_unnamed(tx: Query, match_context: MatchContext) -> None:
    if match_context.tournament.rulebook.teams is None:
        raise NotNow
    named = [order_of(tx, match_context.tournament, match_context.match, side) for side in (0, 1)]
    if None in named:
        raise Refused("error.LineUpsMissing")


def _naming(tx: ActorQuery, contest_id: ContestId) -> tuple[MatchContext, int, Person]:
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    side = None if person is None else playing_verbs.side_of(tx, match_context.match, person.person_id)
    if person is None or side is None:
        raise NotYours
    playing_verbs.require_captain(tx, match_context.match, person)
    rules = match_context.tournament.rulebook.teams
    if rules is None or rules.line_up not in CHANGING:
        raise Refused("error.LineUpIsFixed")
    both = len(entering_teams_store.line_ups(tx, contest_id)) == len(match_context.match.contest.sides)
    if match_context.match.report is not None or (names_anew(match_context.tournament) and both):
        raise Refused("error.LineUpIsClosed")
    return match_context, side, person


def _order(tx: Query, members: Sequence[PersonId], named: Sequence[Names]) -> Order:
    """The people behind the names; raises StrangerInLineUp, SlipInLineUp and TwoNamedAlike."""
    names = _written_names(tx, members)
    return tuple(tuple(_find_meant(name, board, names) for name in seat) for board, seat in enumerate(named, start=1))


def _refuse_out(tx: Query, match_context: MatchContext, side: int, order: Order) -> None:
    """Raises MemberBarred for the first who is named and sits out of the match."""
    out = out_of(tx, match_context.match, side)
    for person_id in (one for seat in order for one in seat if one in out):
        raise MemberBarred(name=name_of(tx, person_id))


def _written_names(tx: Query, members: Sequence[PersonId]) -> dict[PersonId, str]:
    people = people_store.by_ids(tx, members)
    return written_names([people[member] for member in members])


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
    person = None if problem.person is None else people_store.load(tx, problem.person)
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


def _refuse_ruled_draws(
    tx: Query, guild_id: GuildId, boards: Sequence[BoardResult], played: Sequence[DisputeGame]
) -> None:
    """Raises BoardDrawIsRuled for the first drawn game of a dispute that only an arbiter can call drawn."""
    for board, game in zip(boards, played, strict=False):
        if board.draws and game.sheet is not None and is_ruled(tx, guild_id, game.sheet):
            raise RefusedNumber("error.BoardDrawIsRuled", number=board.board)
