"""What a record needs to know of a format, beside its traits.

Nothing has a default, so that mypy names what a new format leaves unsaid.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from bot.domain.contests import Contest, NewContest, Stage
from bot.domain.events.draw import Stream
from bot.domain.events.records import Record
from bot.domain.formats.protocol import EventFacts
from bot.domain.rulebook import Rulebook
from bot.record.placing import Draft
from bot.record.reasons import Paired

BRACKET: Final = frozenset({Stage.PRELIMINARY, Stage.MAIN, Stage.SEMIFINAL, Stage.FINAL})
"""Stages that share their places."""
POOLS: Final = frozenset({Stage.MAIN, Stage.GROUP})
"""Stages in which a Berger table may say who meets when."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
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
Settled = Callable[[Draft], Contest]
"""A placed draft as the domain knows it, with its result; raises Refused for a score that is not its sides'."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedFormat:
    """A format as readers, checkers and writers of records ask for it."""

    most_entrants: int
    """As many as are worked out in the seconds that somebody waits."""
    sides: Sides
    report: Report | None
    """None where FIDE's report has no such event."""
    best_of: Callable[[Stage, Rulebook], int]
    """The length of a contest by the rulebook."""
    is_paired: Callable[[EventFacts, Rulebook], bool]
    """Whether rounds are paired one by one, as in a field too large for a round robin (AIJE-D05-3)."""
    last_round_off: Callable[[EventFacts, Rulebook], int | None]
    """The last round that an entrant may miss; None where there are no rounds off."""
    prepared: Callable[[Sequence[Draft], Rulebook, Names], Sequence[Draft]]
    """The drafts with what the file says only by their order: their groups, the knock-out behind the table."""
    placed: Callable[[Sequence[Draft], Rulebook, Names], tuple[Draft, ...]]
    """Every draft with stage, round and position, and the byes that nobody wrote down. What the file says is kept."""
    decided: Callable[[Sequence[Draft], tuple[Draft, ...], EventFacts, Rulebook, Settled], tuple[Draft, ...]]
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
