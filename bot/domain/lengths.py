"""Which contests of an event belong to a bracket, and how long each is by its rulebook."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bot.domain.contests import BRACKET_STAGES, Contest, Length, NewContest, Stage
from bot.domain.formats import cut, groups, knockout, swiss
from bot.domain.formats.protocol import EventFacts
from bot.domain.regulation.format_checks import has_bracket
from bot.domain.regulation.format_traits import Bracket, Table
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.team_lengths import games_of_boards, length_of_teams

_BESIDE = frozenset({Stage.LOWER, Stage.PLACEMENT, Stage.PLAY_OFF})
"""What is played beside the one bracket that is drawn as such."""


def _is_of_lives(contest: Contest, rulebook: Rulebook) -> bool:
    return contest.stage is Stage.FINAL and rulebook.knockout.lives > 1


def in_bracket(contest: Contest | NewContest, rulebook: Rulebook) -> bool:
    """Whether the contest needs a winner: every one of a knock-out, and of others those of the bracket that follows.

    A Swiss numbers its bracket on from its rounds, so that a Swiss with a cut has to say how many rounds it has.
    """
    if rulebook.traits.is_bracket or contest.stage in BRACKET_STAGES:
        return not rulebook.traits.at_tables
    if contest.stage is not Stage.MAIN:
        return False
    if rulebook.traits.bracket is Bracket.FOLLOWS:
        # Their own rounds are of another stage, and a knock-out follows whether the file says of how many or not.
        return True
    if rulebook.cut is None:
        return False
    rounds = None if rulebook.swiss is None else rulebook.swiss.rounds
    return not rulebook.traits.by_score or (rounds is not None and contest.round > rounds)


def table_rounds(facts: EventFacts, rulebook: Rulebook) -> int:
    """The last round before the bracket that follows: a bracket is numbered on from there."""
    return (groups.last_round if rulebook.traits.in_groups else swiss.rounds)(facts, rulebook)


def bracket_of(facts: EventFacts, rulebook: Rulebook) -> cut.Bracket | None:
    """The bracket as a knock-out of its own, alone in the world; None where there is none, or none yet."""
    if rulebook.traits.is_bracket:
        main = tuple(one for one in facts.contests if one.stage not in _BESIDE and not _is_of_lives(one, rulebook))
        return cut.Bracket(replace(facts, contests=main), 0)
    if rulebook.cut is None and rulebook.traits.bracket is not Bracket.FOLLOWS:
        return None
    found = cut.bracket(facts, rulebook, (), table_rounds(facts, rulebook))
    return found if found.facts.contests else None


def to_final(contest: Contest, facts: EventFacts, rulebook: Rulebook) -> int | None:
    """How many rounds before the final a contest of the one bracket is played; None outside of it, and beside it.

    With more lives than one there is no one bracket.
    """
    is_beside = contest.stage in _BESIDE or contest.stage is Stage.THIRD_PLACE
    if is_beside or rulebook.knockout.lives > 1 or not in_bracket(contest, rulebook):
        return None
    bracket = bracket_of(facts, rulebook)
    if bracket is None:
        return None
    return knockout.last_round(max(2, len(bracket.facts.starters))) - bracket.own(contest).round


def beside_tree(facts: EventFacts, rulebook: Rulebook) -> tuple[Contest, ...]:
    """What a knock-out has beside its one tree: lower brackets and finals between brackets, matches for places."""
    if not rulebook.traits.is_bracket:
        return ()
    return tuple(one for one in facts.contests if one.stage in _BESIDE or _is_of_lives(one, rulebook))


def has_table(rulebook: Rulebook) -> bool:
    """Whether the event has a table to read; a knock-out of one life and a match for a title have none."""
    if rulebook.traits.table is Table.REACHED:
        return rulebook.knockout.lives > 1 or rulebook.knockout.placement_matches
    return rulebook.traits.table is not Table.NONE


def length_of(new: NewContest, rulebook: Rulebook) -> Length:
    """The contest's length: in a bracket somebody wins, elsewhere the rulebook's games say what there can be.

    A match of teams has all its boards in a bracket too: what separates level teams stands beside them.
    """
    games = rulebook.games
    if rulebook.teams is not None:
        return length_of_teams(rulebook, new.stage)
    if games is None or in_bracket(new, rulebook):
        return Length(new.best_of)
    return Length(new.best_of, games.play_all, games.draws)


def games_in_a_row(length: Length, stage: Stage, rulebook: Rulebook) -> int | None:
    """How many games follow each other where all are played; the boards of teams are side by side. Else None."""
    if not length.play_all:
        return None
    return length.best_of if rulebook.teams is None else max(games_of_boards(rulebook, stage))


def match_lengths(rulebook: Rulebook) -> tuple[Length, ...]:
    """Every length that a match of the event can have, the shortest first."""
    rules, lengths = rulebook.knockout, set(_outside_bracket(rulebook))
    if rulebook.teams is not None:
        return tuple(lengths) or (length_of_teams(rulebook, Stage.MAIN),)
    if has_bracket(rulebook):
        lengths |= {Length(rules.best_of), Length(rules.final_best_of)}
        if rules.third_place_match:
            lengths.add(Length(rules.third_place_best_of))
    return tuple(sorted(lengths, key=lambda length: (length.best_of, length.play_all)))


def _outside_bracket(rulebook: Rulebook) -> Iterator[Length]:
    games, title = rulebook.games, rulebook.title_match
    if rulebook.traits.is_series and title is not None:
        yield Length(title.best_of)
    elif games is not None and not rulebook.traits.is_bracket:
        yield Length(games.best_of, games.play_all, games.draws)
