"""Which contests of an event belong to a bracket, and how long each is by its rulebook."""

from __future__ import annotations

from bot.domain.contests import BRACKET_STAGES, Contest, Length, NewContest, Stage
from bot.domain.rulebook import FormatName, Rulebook


def in_bracket(contest: Contest | NewContest, rulebook: Rulebook) -> bool:
    """Whether the contest needs a winner: every one of a knock-out, and of others those of the bracket that follows.

    A Swiss numbers its bracket on from its rounds, so that a Swiss with a cut has to say how many rounds it has.
    """
    if rulebook.format is FormatName.KNOCKOUT or contest.stage in BRACKET_STAGES:
        return True
    if contest.stage is not Stage.MAIN or rulebook.cut is None:
        return False
    rounds = None if rulebook.swiss is None else rulebook.swiss.rounds
    return rulebook.format is not FormatName.SWISS or (rounds is not None and contest.round > rounds)


def length_of(new: NewContest, rulebook: Rulebook) -> Length:
    """The contest's length: in a bracket somebody wins, elsewhere the rulebook's games say what there can be."""
    games = rulebook.games
    if games is None or in_bracket(new, rulebook):
        return Length(new.best_of)
    return Length(new.best_of, games.play_all, games.draws)
