"""Which contests of an event belong to a bracket, and how long each is by its rulebook."""

from __future__ import annotations

from bot.domain.contests import BRACKET_STAGES, Contest, Length, NewContest, Stage
from bot.domain.formats import swiss
from bot.domain.formats.protocol import EventFacts
from bot.domain.rulebook import FormatName, Rulebook


def in_bracket(contest: Contest | NewContest, facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the contest needs a winner: every one of a knock-out, and of others those of the bracket that follows."""
    if rulebook.format is FormatName.KNOCKOUT or contest.stage in BRACKET_STAGES:
        return rulebook.format is not FormatName.TABLES
    if contest.stage is not Stage.MAIN or rulebook.cut is None:
        return False
    return rulebook.format is FormatName.GROUPS or contest.round > swiss.rounds(facts, rulebook)


def has_table(rulebook: Rulebook) -> bool:
    """Whether the event has a table of points; a knock-out and a match for a title have none."""
    return rulebook.format not in {FormatName.KNOCKOUT, FormatName.TITLE_MATCH}


def length_of(new: NewContest, facts: EventFacts, rulebook: Rulebook) -> Length:
    """The contest's length: in a bracket somebody wins, elsewhere the rulebook's games say what there can be."""
    games = rulebook.games
    if games is None or in_bracket(new, facts, rulebook):
        return Length(new.best_of)
    return Length(new.best_of, games.play_all, games.draws)
