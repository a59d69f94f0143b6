"""The round to be paired, read from the facts of an event: who is there, with which score, colours, floats and byes."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from bot.domain.contest_points import exact
from bot.domain.contests import Contest, ResultKind
from bot.domain.crosstable import Crosstable, Encounter, Line, Unplayed
from bot.domain.ids import ContestId, EntrantId
from bot.domain.pairing.model import Float, PairingPlayer
from bot.domain.regulation.format_rules import ScoringRules
from bot.domain.rulebook import Rulebook

if TYPE_CHECKING:  # The formats read this module, and their package holds these two types.
    from bot.domain.formats.protocol import EventFacts, Seeding, Starter

_LOST_BY_ALL = frozenset({ResultKind.BOTH_LOST, ResultKind.DOUBLE_WALKOVER})

Scores = Mapping[EntrantId, Mapping[int, Fraction]]
"""What each entrant had for the pairing before each round."""


def by_pairing_number(facts: EventFacts, first_round: Sequence[Contest]) -> tuple[Starter, ...]:
    """The starters by pairing number: by hand, then by rating, the unrated last; equals by lot or first boards."""
    lots = {entrant: at for at, entrant in enumerate(facts.lot)}
    boards = {side: contest.position for contest in first_round for side in contest.sides}

    def key(starter: Starter) -> tuple[Seeding, int, int, EntrantId]:
        entrant = starter.entrant_id
        return seeding(starter), lots.get(entrant, len(lots)), boards.get(entrant, len(boards)), entrant

    return tuple(sorted(facts.starters, key=key))


def seeding(starter: Starter) -> Seeding:
    """Sorts whom organisers have seeded by hand first, then the strongest, the unrated last."""
    return starter.seeding


def is_there(starter: Starter, number: int) -> bool:
    """Whether the entrant can be paired in a round: who left never is again (GO-28.3)."""
    return not starter.withdrawn and not starter.misses(number)


def lost_by_all(contests: Sequence[Contest]) -> frozenset[ContestId]:
    """The contests that both sides have lost."""
    return frozenset(one.contest_id for one in contests if one.result is not None and one.result.kind in _LOST_BY_ALL)


def losses(line: Line, by_all: Collection[ContestId]) -> int:
    """Encounters lost, at the board or by staying away; a round off by leave is none."""
    return sum(one.points < one.against or one.contest_id in by_all for one in line.encounters)


def players(
    starters: Sequence[Starter],
    lines: Crosstable,
    contests: Sequence[Contest],
    rulebook: Rulebook,
    *,
    topscore: Fraction,
) -> tuple[PairingPlayer, ...]:
    """The starters as the pairing sees them, in their order. Scores above `topscore` may break colours."""
    scores = _scores(lines, contests, rulebook)
    return tuple(_player(starter, lines[starter.entrant_id], scores, topscore) for starter in starters)


def most_points(rulebook: Rulebook, rounds: int) -> Fraction:
    """The points of somebody who has won everything in so many rounds."""
    rules = rulebook.scoring or ScoringRules()
    games = rulebook.games
    won = 1 if games is None or not rules.by_games else games.best_of if games.play_all else games.best_of // 2 + 1
    return exact(rules.win) * won * rounds


def _scores(lines: Crosstable, contests: Sequence[Contest], rulebook: Rulebook) -> Scores:
    """Points before each round and after the last, with the wins that a lot gave for the pairing alone (GO-17.5)."""
    lots = _wins_by_lot(contests)
    win = exact((rulebook.scoring or ScoringRules()).win)
    scores: dict[EntrantId, dict[int, Fraction]] = {}
    for entrant, line in lines.items():
        total, before = Fraction(0), {}
        for encounter in line.encounters:
            before[encounter.round] = total
            total += encounter.points
            if (encounter.round, entrant) in lots:
                total += win
        before[len(line.encounters) + 1 if not before else max(before) + 1] = total
        scores[entrant] = before
    return scores


def _wins_by_lot(contests: Sequence[Contest]) -> Collection[tuple[int, EntrantId]]:
    return {
        (contest.round, contest.sides[contest.result.paired_as_winner])
        for contest in contests
        if contest.result is not None
        and contest.result.kind in _LOST_BY_ALL
        and contest.result.paired_as_winner is not None
    }


def _player(starter: Starter, line: Line, scores: Scores, topscore: Fraction) -> PairingPlayer:
    had = scores[starter.entrant_id]
    points = had[max(had)]
    latest = line.encounters[:-3:-1]
    floats = [_float(starter.entrant_id, encounter, scores) for encounter in latest]
    floats += [Float.NONE] * (2 - len(floats))
    return PairingPlayer(
        starter.entrant_id,
        points,
        tuple(one.opponent for one in line.encounters if one.was_played and one.opponent is not None),
        tuple(one.first for one in line.encounters if one.first is not None),
        sum(one.unplayed in {Unplayed.BYE, Unplayed.FORFEIT_WIN} for one in line.encounters),
        sum(not one.was_played for one in line.encounters),
        (floats[0], floats[1]),
        starter.club,
        points > topscore,
    )


def _float(entrant: EntrantId, encounter: Encounter, scores: Scores) -> Float:
    """Down for a higher score than the opponent's, and for a round that was not played."""
    if encounter.opponent is None or not encounter.was_played:
        return Float.DOWN
    mine = scores[entrant][encounter.round]
    theirs = scores[encounter.opponent][encounter.round]
    if mine == theirs:
        return Float.NONE
    return Float.DOWN if mine > theirs else Float.UP
