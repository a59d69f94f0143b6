"""What somebody has played against whom: match by match, and board by board in teams. Pure functions of the facts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.contests import BoardResult, Contest, Result, ResultKind, Score
from bot.domain.ids import ContestId, EntrantId, PersonId
from bot.domain.scores import rated_games, told_score, winning_side

PAIR: Final = 2


class Outcome(StrEnum):
    """How a match ended for one who played it."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Encounter:
    """One match that was played, as one of its players sees it; of a match of teams, the own board."""

    contest_id: ContestId
    outcome: Outcome
    opponents: tuple[PersonId, ...]
    """One, or the others at a table."""
    score: Score
    """As it is told, the own games first, drawn ones last; empty at a table, where no games are counted."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many matches were won, drawn and lost."""

    won: int = 0
    drawn: int = 0
    lost: int = 0

    @property
    def played(self) -> int:
        """All of them."""
        return self.won + self.drawn + self.lost


NONE_PLAYED: Final = Tally()


def tally(some: Iterable[Encounter]) -> Tally:
    """The encounters, counted."""
    counted = Counter(one.outcome for one in some)
    return Tally(counted[Outcome.WON], counted[Outcome.DRAWN], counted[Outcome.LOST])


def rivals(some: Iterable[Encounter]) -> list[tuple[PersonId, Tally]]:
    """Whom the person has met one to one, the most met first; of equals, who was met in the earlier of the list."""
    met: dict[PersonId, list[Encounter]] = {}
    for one in some:
        if len(one.opponents) == 1:
            met.setdefault(one.opponents[0], []).append(one)
    return sorted(((person, tally(each)) for person, each in met.items()), key=lambda pair: -pair[1].played)


def encounters(contest: Contest, person_id: PersonId, who: Mapping[EntrantId, PersonId]) -> Iterator[Encounter]:
    """What the person played in the contest; nothing of what was given by an absence or ended without a result.

    A match is won on its overall score (AIJE-B01-5). Of a match of teams only boards with one player a side count;
    `who` has the sides that are people, and no team.
    """
    result = contest.result
    if result is None or len(contest.sides) < PAIR:
        return
    if result.boards:
        for board in result.boards:
            yield from _at_board(contest, board, person_id)
        return
    seated = [who[side] for side in contest.sides if side in who]
    if len(seated) < len(contest.sides):
        return
    if len(seated) > PAIR:
        yield from _at_table(contest, result, seated, person_id)
    elif _was_played(result):
        told = told_score(result, drawable=contest.drawable)
        yield from _seen_by(person_id, seated, result, told, contest.contest_id)


def _at_board(contest: Contest, board: BoardResult, person_id: PersonId) -> Iterator[Encounter]:
    if all(len(seat) == 1 for seat in board.players) and _was_played(board):
        seated = [seat[0] for seat in board.players]
        yield from _seen_by(person_id, seated, board, (*board.score, board.draws), contest.contest_id)


def _at_table(contest: Contest, result: Result, seated: Sequence[PersonId], person_id: PersonId) -> Iterator[Encounter]:
    """Against all others who were there; the score marks who has won it, or all who got through an extra game."""
    others = [one for side, one in enumerate(seated) if side not in result.absent and one != person_id]
    side = seated.index(person_id) if person_id in seated else None
    if side is None or side in result.absent or not others or result.kind is not ResultKind.PLAYED:
        return
    outcome = Outcome.WON if result.score[side] else Outcome.LOST
    yield Encounter(contest.contest_id, outcome, tuple(others), ())


def _was_played(result: Result | BoardResult) -> bool:
    if result.kind is ResultKind.BOTH_LOST:
        return True
    return result.kind is not ResultKind.NO_RESULT and sum(rated_games(result)) > 0


def _seen_by(
    person_id: PersonId, seated: Sequence[PersonId], result: Result | BoardResult, told: Score, contest_id: ContestId
) -> Iterator[Encounter]:
    """The result turned to the side on which the person sat, if to any."""
    if person_id not in seated:
        return
    side = seated.index(person_id)
    drawn = told[PAIR:] if any(told[PAIR:]) else ()
    yield Encounter(contest_id, _outcome(result, side), (seated[1 - side],), (told[side], told[1 - side], *drawn))


def _outcome(result: Result | BoardResult, side: int) -> Outcome:
    if result.kind is ResultKind.BOTH_LOST:
        return Outcome.LOST
    ahead = winning_side(result.score)
    if ahead is None:
        return Outcome.DRAWN
    return Outcome.WON if ahead == side else Outcome.LOST
