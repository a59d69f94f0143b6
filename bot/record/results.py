"""Contests and results of a file as the rules know them, with the faults of their scores.

Each score can have ended its contest, and the numbers beside it are of its sides. Games of a match for a title are
numbered, coloured as the draw says, and give the score; a file by hand may leave them out, and of each game its
colours and how it ended. The score of teams is what their boards make, with who goes on where a side has to win.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play import contests
from bot.play.contests import (
    BoardResult,
    Contest,
    Length,
    NewContest,
    Result,
    ResultKind,
    Score,
    Stage,
    can_end,
    possible_results,
    result_words,
    split,
    told_score,
    winning_side,
    words,
)
from bot.play.counts import score_of_boards
from bot.play.course import Ratings, has_to_be_won, length_of, separation, with_winner
from bot.play.format_rules import DisputeRules
from bot.play.formats.protocol import Starter
from bot.play.formats.title_match import series
from bot.play.points import NOTHING, count_drawn, games, score_words, whole_score, without_a_winner
from bot.play.records import Record, RecordedContest
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import exact_rating
from bot.play.title_games import GameFate, ToldGame, sums
from bot.record import model
from bot.record.errors import BYE, GIVEN_LENGTH, FaultCode, RecordFault, ValueKind, WrittenScore, read_score
from bot.record.formats import format_of
from bot.record.placing import ContestDraft

# --- results --------------------------------------------------------------------------------------------------------


FEWEST_WORDS: Final = 2


class FaultFound(Exception):
    """A contest cannot be read; `fault` says why."""

    def __init__(self, fault: RecordFault) -> None:
        super().__init__(fault.place)
        self.fault = fault


def read_line(line: tuple[int | str, ...], place: str) -> model.ContestOnFile:
    """A contest written in short: [1, "Ana", "Bia", "3-1"] or ["Ana", "bye"]. Raises FaultFound."""
    number, words = _split(line)
    if len(words) < FEWEST_WORDS or not all(isinstance(word, str) for word in words) or "" in words[:-1]:
        raise FaultFound(RecordFault(place, FaultCode.WRONG_KIND, str(list(line))[:GIVEN_LENGTH], ValueKind.LINE))
    *sides, last = map(str, words)
    _refuse_numbers(number, len(sides), place)
    if last.strip() == "" or (last.casefold() == BYE and len(sides) == 1):
        return model.ContestOnFile(round=number, sides=tuple(sides))
    if read_score(last) is None:
        raise FaultFound(RecordFault(f"{place}[{len(line) - 1}]", FaultCode.UNREADABLE_SCORE, last[:GIVEN_LENGTH]))
    return model.ContestOnFile(round=number, sides=tuple(sides), score=last)


def _split(line: tuple[int | str, ...]) -> tuple[int | None, tuple[int | str, ...]]:
    """The number of the round that may stand in front, and the words after it."""
    if line and isinstance(line[0], int):
        return line[0], line[1:]
    return None, line


def _refuse_numbers(number: int | None, sides: int, place: str) -> None:
    """Raises FaultFound for a round or a number of sides that no record holds."""
    if number is not None and not 0 <= number <= model.MOST_ROUNDS:
        wanted = ValueKind.LEAST.within(0) if number < 0 else ValueKind.MOST.within(model.MOST_ROUNDS)
        raise FaultFound(RecordFault(f"{place}[0]", FaultCode.WRONG_KIND, str(number)[:GIVEN_LENGTH], wanted))
    if sides > model.MOST_SIDES:
        raise FaultFound(RecordFault(place, FaultCode.SIDES, str(sides), str(model.MOST_SIDES)))


def contest_of(draft: ContestDraft, rulebook: Rulebook, name: str, at: datetime) -> contests.Contest:
    """The contest with its result; `at` is when it was settled if the file does not say. Raises FaultFound."""
    told = draft.told
    stage, number, position = draft.stage or Stage.MAIN, draft.round or 0, draft.position or 0
    sides = tuple(map(EntrantId, told.sides))
    best_of = told.best_of or _best_of(stage, rulebook)
    length = length_of(NewContest(stage, number, position, sides, best_of, draft.bye, told.group), rulebook)
    length = replace(
        length,
        play_all=length.play_all if told.play_all is None else told.play_all,
        drawable=length.drawable if told.drawable is None else told.drawable,
    )
    return contests.Contest(
        ContestId(told.id or name),
        stage,
        number,
        position,
        sides,
        best_of,
        draft.bye,
        None,
        None,
        result_of(told, len(sides), length, draft.place, at),
        told.group,
        told.created_at,
        length.play_all,
        length.drawable,
        told.first_side,
    )


def result_of(told: model.OutcomeOnFile, sides: int, length: Length, place: str, at: datetime) -> Result | None:
    """The result that the file tells; None where it tells none. Raises FaultFound for a score that nobody can read."""
    boards = tuple(_board(one, f"{place}.boards[{at_board}]") for at_board, one in enumerate(told.boards))
    if told.score is None and told.kind is None and not boards:
        return None
    score = _score(told, sides, length, place, boards)
    if sides > 1 and len(score.score) != sides:
        # Whoever looks who won while the contests are placed reads a number for each side.
        raise FaultFound(RecordFault(f"{place}.score", FaultCode.WRONG_COUNT, str(len(score.score)), str(sides)))
    given = told.walkover_games or _games_given(score, told)
    return Result(
        score=score.score,
        walkover_games=given,
        kind=told.kind or _kind(score, given),
        settled_at=told.settled_at or at,
        draws=score.draws,
        reported_at=told.reported_at,
        moves=told.moves,
        influence=told.influence,
        absent=told.absent,
        boards=boards,
        count=told.count,
        paired_as_winner=told.paired_as_winner,
    )


def _games_given(score: WrittenScore, told: model.OutcomeOnFile) -> tuple[int, ...]:
    """The games by walkover of a file that does not tell them: all where the match is one, else none."""
    all_given = score.forfeit or told.kind is ResultKind.WALKOVER
    return score.score if all_given else (0,) * len(score.score)


def winner_of(told: model.ContestOnFile) -> str | None:
    """Who has won by the score, as far as one can tell without the rulebook."""
    if len(told.sides) == 1:
        return told.sides[0]
    if told.paired_as_winner is not None and told.paired_as_winner < len(told.sides):
        return told.sides[told.paired_as_winner]
    read = read_score(told.score) if isinstance(told.score, str) else None
    score = told.score if isinstance(told.score, tuple) else read.score if read else ()
    if len(score) != len(told.sides) or not score or score.count(max(score)) > 1:
        return None
    return told.sides[score.index(max(score))]


def _kind(score: WrittenScore, given: Score) -> ResultKind:
    if score.forfeit or not any(given):
        return score.kind
    return ResultKind.WALKOVER if sum(given) == sum(score.score) + score.draws else ResultKind.PLAYED


def _score(
    told: model.OutcomeOnFile, sides: int, length: Length, place: str, boards: tuple[BoardResult, ...]
) -> WrittenScore:
    if isinstance(told.score, tuple):
        return WrittenScore(told.score, told.draws)
    if told.score is None:
        return _boards_won(boards) if boards else WrittenScore((0,) * sides, told.draws)
    read = read_score(told.score)
    if read is None:
        raise FaultFound(RecordFault(f"{place}.score", FaultCode.UNREADABLE_SCORE, told.score[:GIVEN_LENGTH]))
    if read.forfeit:
        whole = tuple(length.target * games for games in read.score)
        return replace(read, score=whole)
    return replace(read, draws=read.draws or told.draws)


def _boards_won(boards: tuple[BoardResult, ...]) -> WrittenScore:
    won = tuple(sum(board.score[side] > board.score[1 - side] for board in boards) for side in (0, 1))
    return WrittenScore(
        won, sum(board.kind is ResultKind.PLAYED and board.score[0] == board.score[1] for board in boards)
    )


def _board(told: model.BoardOnFile, place: str) -> BoardResult:
    read = WrittenScore(told.score, told.draws) if isinstance(told.score, tuple) else read_score(told.score)
    if read is None or len(read.score) != FEWEST_WORDS:
        raise FaultFound(RecordFault(f"{place}.score", FaultCode.UNREADABLE_SCORE, str(told.score)[:GIVEN_LENGTH]))
    seats = _seats(told, place)
    given = read.score if read.forfeit else told.walkover_games
    kind, draws = ResultKind(told.kind or ResultKind.PLAYED), read.draws or told.draws
    return BoardResult(told.board, seats, read.score, draws, given, told.weight, told.modality, kind, told.count)


def _seats(told: model.BoardOnFile, place: str) -> tuple[tuple[PersonId, ...], ...]:
    seats = tuple(tuple(PersonId(one) for one in side) for side in told.players) or ((), ())
    if len(seats) != FEWEST_WORDS:
        raise FaultFound(RecordFault(f"{place}.players", FaultCode.WRONG_COUNT, str(len(seats)), str(FEWEST_WORDS)))
    return seats


def _best_of(stage: Stage, rulebook: Rulebook) -> int:
    """The length by the rulebook, where the file says none."""
    return format_of(rulebook).best_of(stage, rulebook) if rulebook.teams is None else whole_score(rulebook, stage)


_SIDES: Final = 2
# --- scores ---------------------------------------------------------------------------------------------------------


_MOST_SHOWN: Final = 6
_GIVEN: Final = frozenset({ResultKind.WALKOVER, ResultKind.WITHDRAWAL})
_NOBODY_WON: Final = frozenset({ResultKind.DOUBLE_WALKOVER, ResultKind.BOTH_LOST, ResultKind.NO_RESULT})


def score_faults(
    contest: Contest, result: Result, place: str, record: Record, members: Collection[PersonId]
) -> Iterator[RecordFault]:
    """A score that cannot have ended the contest, and numbers that do not belong to it; nothing of a bye."""
    sides = len(contest.sides)
    if sides == 1:
        return
    wrong = [*_wrong_counts(result, place, sides), *_wrong_seats(result, place, sides)]
    if wrong:
        yield from wrong
        return
    if sides == _SIDES:
        yield from _kind_faults(result, place)
    if not _is_possible(contest, result, record):
        wanted = possible_words(contest.length, _MOST_SHOWN) if sides == _SIDES and not result.boards else ""
        yield RecordFault(f"{place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(result), wanted)
    yield from _strangers(result, place, record, members)


def _wrong_counts(result: Result, place: str, sides: int) -> Iterator[RecordFault]:
    """Lists that have a number for each side; of influence there may be none."""
    counts = {"score": result.score, "walkover_games": result.walkover_games}
    if result.influence:
        counts["influence"] = result.influence
    for key, numbers in counts.items():
        if len(numbers) != sides:
            yield RecordFault(f"{place}.{key}", FaultCode.WRONG_COUNT, str(len(numbers)), str(sides))


def _wrong_seats(result: Result, place: str, sides: int) -> Iterator[RecordFault]:
    """Numbers of sides that nobody has."""
    for key, seats in (("absent", result.absent), ("paired_as_winner", (result.paired_as_winner or 0,))):
        if max(seats, default=0) >= sides:
            yield RecordFault(f"{place}.{key}", FaultCode.IMPOSSIBLE_SIDE, str(max(seats)), str(sides - 1))


def _kind_faults(result: Result, place: str) -> Iterator[RecordFault]:
    """A kind that the score of two sides denies."""
    if result.kind in _NOBODY_WON and winning_side(result.score) is not None:
        yield RecordFault(f"{place}.kind", FaultCode.KIND_CONTRADICTS, result.kind)
    if not result.boards and _unlike_its_kind(result):
        yield RecordFault(f"{place}.kind", FaultCode.KIND_AND_WALKOVERS, result.kind, "-".join(map(str, result.score)))


def _unlike_its_kind(result: Result) -> bool:
    """Whether games that nobody played are missing from what absence has decided, or are all there is of a match."""
    if result.kind in _GIVEN:
        return not any(result.walkover_games)
    all_given = any(result.score) and result.score == result.walkover_games and not result.draws
    return result.kind is ResultKind.PLAYED and all_given


def _strangers(result: Result, place: str, record: Record, members: Collection[PersonId]) -> Iterator[RecordFault]:
    """Who sat at a board and is in no team, where the file says who is."""
    for number, board in enumerate(result.boards if members else ()):
        for one in (one for seat in board.players for one in seat if one not in members):
            where = f"{place}.boards[{number}].players"
            yield RecordFault(where, FaultCode.UNKNOWN_ENTRANT, record.name_of(one))


def _is_possible(contest: Contest, result: Result, record: Record) -> bool:
    if any(given > won for given, won in zip(result.walkover_games, result.score, strict=True)):
        return False
    if len(contest.sides) > _SIDES:
        return _is_of_table(result.score, result.kind)
    rulebook, of_boards = record.rulebook, bool(result.boards)
    if of_boards or rulebook.teams is not None or rulebook.dispute is not None:
        return True
    if result.kind is ResultKind.DOUBLE_WALKOVER:
        return _can_be_absent_both(contest, result)
    if result.kind is ResultKind.PLAYED and not rulebook.traits.at_tables:
        return _ends(contest, result)
    return sum(result.score) + result.draws <= contest.best_of


def _can_be_absent_both(contest: Contest, result: Result) -> bool:
    """Each game that nobody came to play is lost by both, so that it stands in both numbers."""
    return result.score == result.walkover_games and max(result.score) <= contest.best_of and not result.draws


def _is_of_table(score: Score, kind: ResultKind) -> bool:
    """Whether each of more than two has won or lost, and somebody has won what was played."""
    return set(score) <= {0, 1} and (any(score) or kind is not ResultKind.PLAYED)


def _ends(contest: Contest, result: Result) -> bool:
    score = told_score(result, drawable=contest.drawable)
    return (contest.drawable or not result.draws) and can_end(contest.length, score, result.walkover_games)


def possible_words(length: Length, most: int) -> str:
    """Every score with which such a contest can end, as far as so many tell it."""
    found = [words(score) for score in possible_results(length)]
    return ", ".join(found[:most]) + (" …" if len(found) > most else "")


def words_of(result: Result) -> str:
    """The score as everybody writes it."""
    return result_words(result)


_BOTH_SIDES: Final = 2
# --- games one by one -----------------------------------------------------------------------------------------------


_NOBODY: Final = -1
"""A side that does not play in the match."""


def games_of(one: model.ContestOnFile) -> tuple[ToldGame, ...]:
    """The games as the file tells them; who is no side of the match is refused by `game_faults`."""
    seats = {name: side for side, name in enumerate(one.sides)}

    def side_of(name: str | None) -> int | None:
        return None if name is None else seats.get(name, _NOBODY)

    return tuple(ToldGame(game.game, side_of(game.first), side_of(game.winner), game.how) for game in one.games)


def ruled_of(outcomes: Sequence[model.OutcomeOnFile], results: Sequence[Result | None]) -> tuple[Result, ...]:
    """Those of the results that the file calls an arbiter's word."""
    pairs = zip(outcomes, results, strict=False)
    return tuple(result for outcome, result in pairs if outcome.ruled and result is not None)


def game_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """The first game that cannot have been, and every result that the games do not give; nothing without games."""
    if not contest.games:
        return
    place = f"{contest.place}.games"
    if not record.rulebook.traits.is_series or len(contest.contest.sides) != _BOTH_SIDES:
        yield RecordFault(place, FaultCode.UNKNOWN_KEY, "games")
        return
    impossible = next(_impossible(contest, record), None)
    if impossible is not None:
        yield impossible
        return
    score, given = sums(contest.games)
    for where, result in contest.results():
        if result in contest.ruled:
            continue
        if (result.score, result.draws) != (score[:_BOTH_SIDES], score[_BOTH_SIDES]):
            yield RecordFault(f"{where}.score", FaultCode.SERIES_SCORE, words(told_score(result)), words(score))
        elif result.walkover_games != given:
            yield RecordFault(
                f"{where}.walkover_games", FaultCode.SERIES_SCORE, words(result.walkover_games), words(given)
            )


def _impossible(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """Games in their order: numbers without a gap, winners that fit, colours in turns."""
    counted = sorted(game.number for game in contest.games if game.fate is not GameFate.ANNULLED)
    firsts = _colours(contest, record)
    for at, game in enumerate(contest.games):
        place = f"{contest.place}.games[{at}]"
        if not _can_be(game, contest.contest) or game.number > len(counted) + 1:
            yield RecordFault(place, FaultCode.SERIES_GAME, str(game.number))
        due = firsts[game.number - 1] if game.number <= len(firsts) else None
        if None not in {due, game.first} and due != game.first:
            yield RecordFault(f"{place}.first", FaultCode.SERIES_COLOUR, str(game.number), _name(contest, record, due))
    if (wrong := _after_gap(counted)) is not None:
        yield RecordFault(f"{contest.place}.games", FaultCode.SERIES_GAME, str(wrong))


def _after_gap(counted: Sequence[int]) -> int | None:
    """The first number that does not follow the one before."""
    return next((number for due, number in enumerate(counted, start=1) if due != number), None)


def _can_be(game: ToldGame, contest: Contest) -> bool:
    known = {None, 0, 1}
    if game.first not in known or game.winner not in known or game.number > contest.best_of:
        return False
    if game.fate is not None:
        return game.fate.fits(game.winner) and (game.winner is not None or _may_be_drawn(game, contest))
    return game.winner is not None or contest.drawable


def _may_be_drawn(game: ToldGame, contest: Contest) -> bool:
    return contest.drawable or game.fate is GameFate.ANNULLED


def _colours(contest: RecordedContest, record: Record) -> tuple[int | None, ...]:
    """Who has the first colour in each game: by the draw or the choices; otherwise in turns from the first game told.

    The last one is open where neither a choice nor a draw in the file settles it.
    """
    drawn = (
        record.draws[contest.draw - 1] if contest.draw is not None and 0 < contest.draw <= len(record.draws) else None
    )
    try:
        stream = None if drawn is None else drawn.record.stream()
        return series(record.facts, record.rulebook, contest.contest, stream).schedule
    except ValueError:
        begins = next((game.first for game in contest.games if game.number == 1), None)
        if begins not in {0, 1}:
            return ()
        return tuple((begins + number) % _BOTH_SIDES for number in range(contest.contest.best_of - 1))


def _name(contest: RecordedContest, record: Record, side: int | None) -> str:
    return "" if side is None else record.name_of(contest.contest.sides[side])


# --- matches of teams -----------------------------------------------------------------------------------------------


Rated = Mapping[EntrantId, float | None]


def complete(contest: Contest, rulebook: Rulebook, rated: Rated, *, scored: bool) -> Contest:
    """A contest of teams with what its boards say and the file leaves out: the score, and who goes on.

    `scored` is whether the file tells the score itself.
    """
    result = contest.result
    if result is None or not result.boards or rulebook.teams is None:
        return contest
    if not scored:
        score, draws = split(score_of_boards(result.boards, rulebook))
        result = replace(result, score=score, draws=draws)
    result = as_told_now(result, rulebook, contest.stage)
    if has_to_be_won(contest, rulebook) and result.paired_as_winner is None:
        result = with_winner(result, rulebook, ratings_by_side(contest, rated))
    return replace(contest, result=result)


def as_told_now(result: Result, rulebook: Rulebook, stage: Stage) -> Result:
    """The result of a file of before, which told each board that nobody has won as a drawn one, as it is told now."""
    if rulebook.teams is None or not result.boards:
        return result
    before = without_a_winner(result.boards, rulebook, stage)
    return replace(result, draws=count_drawn(result.boards, rulebook)) if result.draws == before else result


def separating_faults(
    one: RecordedContest, record: Record, starters: Mapping[EntrantId, Starter]
) -> Iterator[RecordFault]:
    """A score that is not the one of its boards, and a side that goes on against them, or that nobody names."""
    contest, result = one.contest, one.contest.result
    if result is None or record.rulebook.teams is None or len(contest.sides) != len(result.score):
        return
    yield from _of_boards(one.place, result, record.rulebook)
    yield from _weights(one.place, result, record.rulebook.dispute)
    if not has_to_be_won(contest, record.rulebook):
        return
    ratings = ratings_by_side(contest, _ratings_of(contest, starters))
    found, place = separation(result, record.rulebook, ratings), f"{one.place}.paired_as_winner"
    if found.side is None and found.by is not None:
        yield RecordFault(place, FaultCode.NOT_SEPARATED, score_words(result, record.rulebook), str(found.by))
    elif with_winner(result, record.rulebook, ratings).paired_as_winner != result.paired_as_winner:
        side = found.side or 0
        yield RecordFault(
            place, FaultCode.WRONG_WINNER, str(result.paired_as_winner), record.name_of(contest.sides[side])
        )


def _ratings_of(contest: Contest, starters: Mapping[EntrantId, Starter]) -> Rated:
    return {side: starters[side].rating for side in contest.sides if side in starters}


def _of_boards(place: str, result: Result, rulebook: Rulebook) -> Iterator[RecordFault]:
    if not result.boards:
        return
    score, draws = split(score_of_boards(result.boards, rulebook))
    if (score, draws) != (result.score, result.draws):
        given, wanted = words((*result.score, *_draws_part(result.draws))), words((*score, *_draws_part(draws)))
        yield RecordFault(f"{place}.score", FaultCode.IMPOSSIBLE_SCORE, given, wanted)


def _draws_part(draws: int) -> Score:
    return (draws,) if draws else ()


def _weights(place: str, result: Result, rules: DisputeRules | None) -> Iterator[RecordFault]:
    """A game that is worth another number of points than the rulebook gives it: 1, but in a dispute (OLY-2)."""
    worth = {} if rules is None else {game.modality.value: float(game.points) for game in games(rules)}
    for at, board in enumerate(result.boards):
        due = worth.get(board.modality, 1.0)
        if board.weight != due:
            yield RecordFault(f"{place}.boards[{at}].weight", FaultCode.WEIGHT, f"{board.weight:g}", f"{due:g}")


def ratings_by_side(contest: Contest, rated: Rated) -> Ratings:
    """The ratings of the sides in their order, none counted as nothing."""
    known = (rated.get(side) for side in contest.sides)
    return tuple(NOTHING if one is None else exact_rating(one) for one in known)
