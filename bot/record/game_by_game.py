"""The games of a match for a title one by one: they are numbered, coloured as the draw says, and give the score.

A file by hand may leave them out, and of each game its colours and how it ended.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.domain.contests import Contest, Result
from bot.domain.events.records import Record, RecordedContest
from bot.domain.events.told_games import GameFate, ToldGame, sums
from bot.domain.formats.title_match import series
from bot.domain.scores import told_score, words
from bot.record import model
from bot.record.errors import Fault, FaultCode

_TWO: Final = 2
_NOBODY: Final = -1
"""A side that does not play in the match."""


def games_of(one: model.Contest) -> tuple[ToldGame, ...]:
    """The games as the file tells them; who is no side of the match is refused by `game_faults`."""
    seats = {name: side for side, name in enumerate(one.sides)}

    def side_of(name: str | None) -> int | None:
        return None if name is None else seats.get(name, _NOBODY)

    return tuple(ToldGame(game.game, side_of(game.first), side_of(game.winner), game.how) for game in one.games)


def ruled_of(outcomes: Sequence[model.Outcome], results: Sequence[Result | None]) -> tuple[Result, ...]:
    """Those of the results that the file calls an arbiter's word."""
    pairs = zip(outcomes, results, strict=False)
    return tuple(result for outcome, result in pairs if outcome.ruled and result is not None)


def game_faults(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """The first game that cannot have been, and every result that the games do not give; nothing without games."""
    if not one.games:
        return
    place = f"{one.place}.games"
    if not record.rulebook.traits.is_series or len(one.contest.sides) != _TWO:
        yield Fault(place, FaultCode.UNKNOWN_KEY, "games")
        return
    impossible = next(_impossible(one, record), None)
    if impossible is not None:
        yield impossible
        return
    score, given = sums(one.games)
    for where, result in one.results():
        if result in one.ruled:
            continue
        if (result.score, result.draws) != (score[:_TWO], score[_TWO]):
            yield Fault(f"{where}.score", FaultCode.SERIES_SCORE, words(told_score(result)), words(score))
        elif result.walkover_games != given:
            yield Fault(f"{where}.walkover_games", FaultCode.SERIES_SCORE, words(result.walkover_games), words(given))


def _impossible(one: RecordedContest, record: Record) -> Iterator[Fault]:
    """Games in their order: numbers without a gap, winners that fit, colours in turns."""
    counted = sorted(game.number for game in one.games if game.fate is not GameFate.ANNULLED)
    firsts = _colours(one, record)
    for at, game in enumerate(one.games):
        place = f"{one.place}.games[{at}]"
        if not _can_be(game, one.contest) or game.number > len(counted) + 1:
            yield Fault(place, FaultCode.SERIES_GAME, str(game.number))
        due = firsts[game.number - 1] if game.number <= len(firsts) else None
        if None not in {due, game.first} and due != game.first:
            yield Fault(f"{place}.first", FaultCode.SERIES_COLOUR, str(game.number), _name(one, record, due))
    if (wrong := _after_gap(counted)) is not None:
        yield Fault(f"{one.place}.games", FaultCode.SERIES_GAME, str(wrong))


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


def _colours(one: RecordedContest, record: Record) -> tuple[int | None, ...]:
    """Who has the first colour in each game: by the draw or the choices; otherwise in turns from the first game told.

    The last one is open where neither a choice nor a draw in the file settles it.
    """
    drawn = record.draws[one.draw - 1] if one.draw is not None and 0 < one.draw <= len(record.draws) else None
    try:
        stream = None if drawn is None else drawn.record.stream()
        return series(record.facts, record.rulebook, one.contest, stream).schedule
    except ValueError:
        begins = next((game.first for game in one.games if game.number == 1), None)
        if begins not in {0, 1}:
            return ()
        return tuple((begins + number) % _TWO for number in range(one.contest.best_of - 1))


def _name(one: RecordedContest, record: Record, side: int | None) -> str:
    return "" if side is None else record.name_of(one.contest.sides[side])
