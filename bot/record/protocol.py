"""What a record needs to know of a format beside its traits, why sides meet, and what formats have alike.

Nothing has a default, so that mypy names what a new format leaves unsaid; each format says for itself that it has
what is alike.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final

from bot.play.contests import Contest, NewContest, Stage
from bot.play.course import in_bracket
from bot.play.draw import Stream
from bot.play.format_rules import RankingRules
from bot.play.formats.protocol import EventFacts
from bot.play.pairing import PairedBoard
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.placing import ContestDraft, Settled, in_rounds, with_positions

# --- why sides meet -------------------------------------------------------------------------------------------------


class MeetingReason(StrEnum):
    """Why somebody meets somebody, or nobody."""

    __said_as__ = "why"

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
    why: MeetingReason
    details: Mapping[str, str] = field(default_factory=dict)


def of_bracket(new: NewContest, *, follows: bool, first: MeetingReason, by_seed: MeetingReason) -> Paired:
    """A contest of a knock-out. `first` is why somebody meets somebody where nobody has come through places before."""
    if new.bye_reason is not None:
        known = {"rating": MeetingReason.RATING_BYE, "lot": MeetingReason.LOT_BYE, "seed": by_seed}
        return Paired(new, known.get(new.bye_reason, MeetingReason.VACANT))
    if new.stage in {Stage.THIRD_PLACE, Stage.PLACEMENT, Stage.LOWER}:
        return Paired(new, MeetingReason.LOSERS)
    if follows:
        upper = 2 * new.position
        return Paired(
            new, MeetingReason.WINNERS, {"round": str(new.round - 1), "places": f"{upper + 1} and {upper + 2}"}
        )
    return Paired(new, first)


def after_table(record: Record, new: NewContest) -> Paired:
    """A play-off, or a contest of the knock-out that a table leads to."""
    if new.stage is Stage.PLAY_OFF:
        return Paired(new, MeetingReason.LEVEL)
    before = [
        contest
        for contest in record.facts.contests
        if contest.round == new.round - 1 and set(contest.sides) & set(new.sides)
    ]
    follows = bool(before) and all(in_bracket(one, record.rulebook) for one in before)
    return of_bracket(new, follows=follows, first=MeetingReason.SEEDS, by_seed=MeetingReason.SEEDS)


def of_board(new: NewContest, board: PairedBoard) -> Paired:
    """A contest of a Swiss round, with the reason of its pairing."""
    reason = board.reason
    details = {
        "points": " - ".join(map(str, reason.points)),
        "pairing_numbers": " - ".join(map(str, reason.numbers)),
    }
    if reason.bye is not None:
        return Paired(new, MeetingReason.SWISS_BYE, {**details, "bye": reason.bye})
    more = {"colours": str(reason.colours), "floats": " - ".join(reason.floats)}
    flags = {"rematch": reason.rematch, "same_club": reason.same_club, "looked_ahead": reason.looked_ahead}
    return Paired(
        new, MeetingReason.SCORES, {**details, **more, **{key: "yes" for key, holds in flags.items() if holds}}
    )


def berger_reason(new: NewContest) -> MeetingReason:
    """By the numbers of a Berger table."""
    return MeetingReason.REST if len(new.sides) == 1 else MeetingReason.BERGER


# --- what a record asks of a format ---------------------------------------------------------------------------------


BRACKET: Final = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})
"""Stages that share their places."""
POOLS: Final = frozenset({Stage.MAIN, Stage.GROUP})
"""Stages in which a Berger table may say who meets when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FideReport:
    """The words of FIDE's report."""

    kind: str
    has_last_round: bool
    """Whether the rulebook says how many rounds there are; else it is as many as were played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sides:
    """How many meet in a contest."""

    fewest: int
    most: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What an event has: the stages and rounds of its table, its groups, and the stages of a knock-out behind it."""

    stages: Collection[Stage]
    last: int | None
    """The last round of the table; None where only play says how many it takes."""
    groups: Collection[int]
    bracket: Collection[Stage]

    def is_behind(self, contest: Contest) -> bool:
        """Whether the contest's round comes after the table's last."""
        return self.last is not None and contest.round > self.last


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """How often two may meet in these stages."""

    times: int
    stages: Collection[Stage]


Names = Sequence[str]
"""The entrants in the order of the file."""
Pools = Mapping[tuple[Stage, int], int]
"""How many entrants the Berger table of each stage and group has."""
ContestOf = Callable[[ContestDraft], Contest]
"""A placed draft as the domain knows it, with its result; raises Refused for a score that is not its sides'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFormat:
    """A format as readers, checkers and writers of records ask for it."""

    most_entrants: int
    """As many as are worked out in the seconds that somebody waits."""
    sides: Sides
    report: FideReport | None
    """None where FIDE's report has no such event."""
    best_of: Callable[[Stage, Rulebook], int]
    """The length of a contest by the rulebook."""
    is_paired: Callable[[EventFacts, Rulebook], bool]
    """Whether rounds are paired one by one, as in a field too large for a round robin (AIJE-D05-3)."""
    last_round_off: Callable[[EventFacts, Rulebook], int | None]
    """The last round that an entrant may miss; None where there are no rounds off."""
    prepared: Callable[[Sequence[ContestDraft], Rulebook, Names], Sequence[ContestDraft]]
    """The drafts with what the file says only by their order: their groups, the knock-out behind the table."""
    placed: Callable[[Sequence[ContestDraft], Rulebook, Names], tuple[ContestDraft, ...]]
    """Every draft with stage, round and position, and the byes that nobody wrote down. What the file says is kept."""
    decided: Callable[
        [Sequence[ContestDraft], tuple[ContestDraft, ...], EventFacts, Rulebook, ContestOf], tuple[ContestDraft, ...]
    ]
    """The drafts as prepared and as placed, at the places that follow from results; the facts are the entrants alone.

    Raises Refused for a score that nobody can read.
    """
    plan: Callable[[Record], Plan]
    pools: Callable[[Record], Pools]
    meetings: Callable[[Record], Meetings | None]
    """None where two may meet as often as it happens."""
    has_place: Callable[[Contest, Record], bool]
    """Whether the event has the contest's round and place."""
    explained: Callable[[Record, Sequence[NewContest], Stream | None], tuple[Paired, ...]]
    """The next contests with the reason for each; the stream is that of their draw, from its beginning."""


# --- what formats have alike ----------------------------------------------------------------------------------------


MOST_ENTRANTS: Final = 8_192
PAIR: Final = Sides(fewest=2, most=2)
PAIR_OR_BYE: Final = Sides(fewest=1, most=2)
_OF_KNOCKOUT: Final = frozenset({Stage.PRELIMINARY, Stage.SEMIFINAL, Stage.LOWER})


def best_of(stage: Stage, rulebook: Rulebook) -> int:
    """Of a table as the rulebook's games are, and of the knock-out behind it by its own table."""
    own, games = own_length(stage, rulebook), rulebook.games
    if own is not None:
        return own
    return rulebook.knockout.best_of if games is None or stage in _OF_KNOCKOUT else games.best_of


def own_length(stage: Stage, rulebook: Rulebook) -> int | None:
    """Of a stage whose length has a setting of its own."""
    match stage:
        case Stage.PLAY_OFF:
            return (rulebook.ranking or RankingRules()).play_off_best_of
        case Stage.THIRD_PLACE:
            return rulebook.knockout.third_place_best_of
        case Stage.FINAL:
            return rulebook.knockout.final_best_of
        case _:
            return None


def never_paired(_facts: EventFacts, _rulebook: Rulebook) -> bool:
    """Rounds are those of a table of numbers, or of a bracket, or there are none."""
    return False


def no_rounds_off(_facts: EventFacts, _rulebook: Rulebook) -> None:
    """Everybody plays in every round."""


def as_told(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> Sequence[ContestDraft]:
    """The drafts as they are."""
    return drafts


def round_by_round(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> tuple[ContestDraft, ...]:
    """In the order of the file, the byes given by the pairing."""
    return with_positions(in_rounds(drafts))


def in_one_round(drafts: Sequence[ContestDraft], _rulebook: Rulebook, _names: Names) -> tuple[ContestDraft, ...]:
    """In the order of the file, in which the same two may meet again."""
    return with_positions(in_rounds(drafts, again=False))


def main_alone(_record: Record) -> Plan:
    """No stage but the main one, which ends by the clock."""
    return Plan(stages={Stage.MAIN}, last=None, groups=(), bracket=())


def as_placed(
    _drafts: Sequence[ContestDraft],
    at_table: tuple[ContestDraft, ...],
    _facts: EventFacts,
    _rulebook: Rulebook,
    _settled: Settled,
) -> tuple[ContestDraft, ...]:
    """No place hangs on a result."""
    return at_table


def no_pools(_record: Record) -> Pools:
    """Nothing is played by a Berger table."""
    return {}


def any_meetings(_record: Record) -> Meetings | None:
    """Two may meet as often as it happens."""
    return None


def any_place(_contest: Contest, _record: Record) -> bool:
    """Whether a place exists follows from the plan alone."""
    return True


def of_first_round(contest: Contest, _record: Record) -> bool:
    """The event is one round."""
    return contest.round == 1


def stages_of_knockout(record: Record) -> frozenset[Stage]:
    """The stages that the rulebook's knock-out has."""
    rules = record.rulebook.knockout
    more = {Stage.PLACEMENT: rules.placement_matches, Stage.LOWER: rules.lives > 1}
    return BRACKET | {Stage.THIRD_PLACE} | {stage for stage, asked in more.items() if asked}
