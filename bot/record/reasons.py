"""Why somebody meets somebody: the reasons of a pairing, and those that several formats give alike."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from bot.domain.contests import NewContest, Stage
from bot.domain.events.records import Record
from bot.domain.lengths import in_bracket
from bot.domain.pairing import Board


class Why(StrEnum):
    """Why somebody meets somebody, or nobody."""

    BERGER = "berger"
    """The numbers of the two meet in this round of the table."""
    REST = "rest"
    """In an odd field one rests in each round."""
    SCORES = "scores"
    """Swiss: equal or near scores, nobody twice."""
    SWISS_BYE = "swiss_bye"
    LOT = "lot"
    """The place was drawn."""
    RATING_BYE = "rating_bye"
    """Among the highest rated, who pass the preliminary round (AIJE-D01-4)."""
    LOT_BYE = "lot_bye"
    VACANT = "vacant"
    """Nobody came through the other place."""
    WINNERS = "winners"
    """Who came through the two places before."""
    LOSERS = "losers"
    """Who lost the matches before: third place, placement, lower bracket."""
    SEEDS = "seeds"
    """By the table of the rounds before."""
    SEEDED = "seeded"
    """By strength: the first against the last, byes to the best."""
    LEVEL = "level"
    """No tie-break separates them on a place that may not be shared."""
    ACTIVE = "active"
    """A table of players who have not lost."""
    INACTIVE = "inactive"
    FINAL_TABLE = "final_table"
    WAITED = "waited"
    """Both wait in the lobby, with near points."""
    TITLE = "title"


@dataclass(frozen=True, slots=True)
class Paired:
    """One contest of the next round. `details` are numbers and words for machines, in English."""

    contest: NewContest
    why: Why
    details: Mapping[str, str] = field(default_factory=dict)


def of_bracket(new: NewContest, *, follows: bool, first: Why, by_seed: Why) -> Paired:
    """A contest of a knock-out. `first` is why somebody meets somebody where nobody has come through places before."""
    if new.bye_reason is not None:
        known = {"rating": Why.RATING_BYE, "lot": Why.LOT_BYE, "seed": by_seed}
        return Paired(new, known.get(new.bye_reason, Why.VACANT))
    if new.stage in {Stage.THIRD_PLACE, Stage.PLACEMENT, Stage.LOWER}:
        return Paired(new, Why.LOSERS)
    if follows:
        upper = 2 * new.position
        return Paired(new, Why.WINNERS, {"round": str(new.round - 1), "places": f"{upper + 1} and {upper + 2}"})
    return Paired(new, first)


def after_table(record: Record, new: NewContest) -> Paired:
    """A play-off, or a contest of the knock-out that a table leads to."""
    if new.stage is Stage.PLAY_OFF:
        return Paired(new, Why.LEVEL)
    before = [one for one in record.facts.contests if one.round == new.round - 1 and set(one.sides) & set(new.sides)]
    follows = bool(before) and all(in_bracket(one, record.rulebook) for one in before)
    return of_bracket(new, follows=follows, first=Why.SEEDS, by_seed=Why.SEEDS)


def of_board(new: NewContest, board: Board) -> Paired:
    """A contest of a Swiss round, with the reason of its pairing."""
    reason = board.reason
    details = {
        "points": " - ".join(map(str, reason.points)),
        "pairing_numbers": " - ".join(map(str, reason.numbers)),
    }
    if reason.bye is not None:
        return Paired(new, Why.SWISS_BYE, {**details, "bye": reason.bye})
    more = {"colours": str(reason.colours), "floats": " - ".join(reason.floats)}
    flags = {"rematch": reason.rematch, "same_club": reason.same_club, "looked_ahead": reason.looked_ahead}
    return Paired(new, Why.SCORES, {**details, **more, **{key: "yes" for key, holds in flags.items() if holds}})


def berger_reason(new: NewContest) -> Why:
    """By the numbers of a Berger table."""
    return Why.REST if len(new.sides) == 1 else Why.BERGER
