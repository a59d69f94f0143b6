"""Rulings on a position or a game that cannot go on as it was, and what each comes to in the event (GO-17, GO-20)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from bot.domain.contests import Contest, Stage
from bot.domain.lengths import in_bracket
from bot.domain.regulation.discipline_rules import BoardRuling, DisciplineRules, EndlessRepetition, discipline_of
from bot.domain.rulebook import Rulebook


class BoardCause(StrEnum):
    """What happened at the board."""

    DISTURBED = "disturbed"
    """Stones were moved, and the players do not agree where they lay (GO-17.5)."""
    ON_PURPOSE = "on_purpose"
    """One of the players moved them on purpose (GO-17.5)."""
    BROKEN_OFF = "broken_off"
    """Something outside the two players ended the game (GO-17.6)."""
    BROKEN_OFF_BY = "broken_off_by"
    """A player ended it without intent, and it cannot be resumed (GO-17.6)."""
    REPETITION = "repetition"
    """The position would come back without end (GO-20)."""


class BoardOutcome(StrEnum):
    """What a ruling comes to for the match."""

    FAIR_POINT = "fair_point"
    AS_IT_IS = "as_it_is"
    PLAYED_AGAIN = "played_again"
    DRAWN = "drawn"
    NO_RESULT = "no_result"
    BOTH_LOST = "both_lost"
    SIDE_LOST = "side_lost"


@dataclass(frozen=True, slots=True)
class BoardChoice:
    """A cause, what is ruled for it, and what that comes to; `side` is who loses, where one does."""

    cause: BoardCause
    ruling: BoardRuling | None
    outcome: BoardOutcome
    side: int | None = None


_RULED = {
    BoardRuling.FAIR_POINT: BoardOutcome.FAIR_POINT,
    BoardRuling.AS_IT_IS: BoardOutcome.AS_IT_IS,
    BoardRuling.DRAW: BoardOutcome.DRAWN,
    BoardRuling.REPLAY: BoardOutcome.PLAYED_AGAIN,
    BoardRuling.BOTH_LOSE: BoardOutcome.BOTH_LOST,
}
_REPEATED = {
    EndlessRepetition.NO_RESULT: BoardOutcome.NO_RESULT,
    EndlessRepetition.DRAW: BoardOutcome.DRAWN,
    EndlessRepetition.EXTRA_GAME: BoardOutcome.PLAYED_AGAIN,
}
NOBODY_COMES_AFTER = frozenset({Stage.FINAL, Stage.THIRD_PLACE, Stage.PLACEMENT, Stage.PLAY_OFF})
"""Matches of which nobody goes on to another one."""


def choices(contest: Contest, rulebook: Rulebook) -> tuple[BoardChoice, ...]:
    """All that can be ruled for the game under way, each once; none where the rulebook says nothing of it.

    A draw and a replay are one ruling where a drawn game is played again.
    """
    rules = discipline_of(rulebook)
    ruled = [
        BoardChoice(cause, ruling, _comes_to(_RULED[ruling], contest, rulebook))
        for cause, rulings in (
            (BoardCause.DISTURBED, rules.when_disturbed),
            (BoardCause.BROKEN_OFF, rules.when_broken_off),
        )
        for ruling in rulings
        if ruling is not BoardRuling.BOTH_LOSE or both_can_lose(contest)
    ]
    blamed = [
        BoardChoice(cause, None, BoardOutcome.SIDE_LOST, side)
        for cause in _blaming(rules)
        for side in range(len(contest.sides))
    ]
    repeated = rules.endless_repetition
    endless = (
        []
        if repeated is None
        else [BoardChoice(BoardCause.REPETITION, None, _comes_to(_REPEATED[repeated], contest, rulebook))]
    )
    each_once = {(one.cause, one.outcome, one.side): one for one in (*ruled, *blamed, *endless)}
    return tuple(each_once.values())


def both_can_lose(contest: Contest) -> bool:
    """Whether a ruling can have both lose: in a match of one game, but for one that only separates two ranks."""
    return contest.best_of == 1 and contest.stage not in {Stage.PLACEMENT, Stage.PLAY_OFF}


def needs_lot(contest: Contest, rulebook: Rulebook) -> bool:
    """Whether somebody has to be paired as the winner although both lost (GO-17.5); after the final nobody is."""
    if in_bracket(contest, rulebook):
        return contest.stage not in NOBODY_COMES_AFTER
    return rulebook.traits.by_score


def _comes_to(outcome: BoardOutcome, contest: Contest, rulebook: Rulebook) -> BoardOutcome:
    """A game that nobody won is played again where the match needs a winner, or has more games than this one."""
    if outcome is BoardOutcome.DRAWN and not (contest.drawable and contest.best_of == 1):
        return BoardOutcome.PLAYED_AGAIN
    if outcome is BoardOutcome.NO_RESULT and (in_bracket(contest, rulebook) or contest.best_of > 1):
        return BoardOutcome.PLAYED_AGAIN
    return outcome


def _blaming(rules: DisciplineRules) -> tuple[BoardCause, ...]:
    causes = ((BoardCause.ON_PURPOSE, rules.when_disturbed), (BoardCause.BROKEN_OFF_BY, rules.when_broken_off))
    return tuple(cause for cause, rulings in causes if rulings)
