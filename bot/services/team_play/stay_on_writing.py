"""A whole challenge as it is written down, game after game: the arbiter's word, and corrections (GO-26.6)."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.contests import Particulars, Score
from bot.domain.events.tournament import Tournament
from bot.domain.playing.matches import Match
from bot.domain.team_play.board_reports import example_score, read_board
from bot.domain.team_play.stay_on import begin, boards
from bot.errors import UserError
from bot.services.team_play.stay_on_games import orders_of
from bot.services.team_play.team_errors import ImpossibleBoard, LineUpsMissing
from bot.storage import people
from bot.storage.context import Query


class GameAfterTheEnd(UserError):
    """By the games before it a side is out, so this one was not played."""

    number: int


class GamesMissing(UserError):
    """Both sides still have somebody: the match has more games than were told."""

    number: int
    first: str
    second: str


def read_games(tx: Query, tournament: Tournament, match: Match, texts: Sequence[str]) -> tuple[Score, Particulars]:
    """All games of the match as they were written, one after another, with who played them by the orders.

    Raises LineUpsMissing, ImpossibleBoard with the game, GameAfterTheEnd, and GamesMissing.
    """
    orders = orders_of(tx, tournament, match)
    if orders is None:
        raise LineUpsMissing
    course = begin(*orders)
    for number, text in enumerate(texts, start=1):
        told = read_board(text, 1, drawable=False)
        if told is None:
            raise ImpossibleBoard(board=number, given=text, n=1, example=example_score(1))
        if course.winner is not None:
            raise GameAfterTheEnd(number=number)
        course = course.won_by(told.score.index(1), given=bool(sum(told.walkover)))
    playing = course.at_board
    if playing is not None:
        known = people.by_ids(tx, playing)
        first, second = (known[one].name for one in playing)
        raise GamesMissing(number=course.number, first=first, second=second)
    return course.score, Particulars(boards=boards(course))
