"""What tells the formats apart, as plain data: each answers the same questions, and nobody else asks for its name.

`Rulebook.traits` has the answers of the event's format. What a format does with its facts is in its module under
`bot/domain/formats`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.domain.regulation.format_rules import Report


class Contests(StrEnum):
    """What the contests of a format are: matches, games at tables, games of an arena."""

    MATCHES = "matches"
    """Matches between two players or two teams, each called by itself."""
    LOBBY = "lobby"
    """Games between any two who wait in a lobby, again and again until the time is up: there are no rounds (ARENA)."""
    TABLES = "tables"
    """Games at which more than two sit down together (OTE)."""
    SERIES = "series"
    """One long match between two, told game by game (AIJE-D03)."""


class Bracket(StrEnum):
    """What part of the event a knock-out is."""

    WHOLE = "whole"
    """The event is nothing else."""
    FOLLOWS = "follows"
    """One follows the table always."""
    BY_CUT = "by_cut"
    """One follows the table where the rulebook has a `[cut]`, and the format allows for it."""


class Table(StrEnum):
    """By what a format orders its standings."""

    REACHED = "reached"
    """How far everybody came in a bracket."""
    ROUNDS = "rounds"
    """Rounds, by the chain of the rulebook; places that may not be shared go by lot or by play-off (GO-27)."""
    GAMES = "games"
    """All games as they come, by the chain of the rulebook; who is level shares the place (ARENA-2)."""
    OWN = "own"
    """By an order of the format's own, and not by the rulebook's chain (OTE)."""
    NONE = "none"
    """There is none to read: whoever wins has won."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FormatTraits:
    """The answers of one format. There are no defaults, so that a new format is asked each question."""

    contests: Contests
    bracket: Bracket
    table: Table
    all_play_all: bool
    """Everybody meets everybody, in one table or in groups; a rulebook may set a limit to it (AIJE-D05-3)."""
    in_groups: bool
    """There are several tables beside each other, whose rounds are of a stage of their own."""
    by_score: bool
    """Each round is paired anew, equal or near scores together, as in a Swiss (GO-26.3)."""
    in_rounds: bool
    """What is played makes rounds, each with an end of its own; else it comes one by one until the time is up."""
    opening_lot: bool
    """Before anything is played a lot over the field may say who comes first."""
    ends_by_itself: bool
    """It is over with its last game or its time, so that nobody could correct a slip in it before the end."""
    needs: tuple[str, ...]
    """The tables of a rulebook without which it cannot be played."""
    may_have: tuple[str, ...]
    """Those that say something in it beside these, of the ones that say nothing in other formats."""
    reports: tuple[Report, ...]
    """What can be told of a contest when it ends."""

    @property
    def is_bracket(self) -> bool:
        """Whether the event as a whole is a bracket."""
        return self.bracket is Bracket.WHOLE

    @property
    def is_round_robin(self) -> bool:
        """Whether everybody meets everybody in one table."""
        return self.all_play_all and not self.in_groups

    @property
    def has_lobby(self) -> bool:
        """Whether games are paired from a lobby by the clock."""
        return self.contests is Contests.LOBBY

    @property
    def at_tables(self) -> bool:
        """Whether more than two sit at one table."""
        return self.contests is Contests.TABLES

    @property
    def is_series(self) -> bool:
        """Whether the event is one long match between two."""
        return self.contests is Contests.SERIES

    @property
    def has_matches(self) -> bool:
        """Whether what is played are plain matches, each called by itself."""
        return self.contests is Contests.MATCHES

    @property
    def counts_rounds(self) -> bool:
        """Whether its table is one of rounds."""
        return self.table is Table.ROUNDS

    def draws_lots(self, *, begun: bool) -> bool:
        """Whether a draw that is due is a lot over the field, and not one of pairs: `begun` once there are contests.

        In a table of rounds it separates places that may not be shared (GO-27.1).
        """
        return self.opening_lot or (begun and self.counts_rounds)


_RANKED: Final = ("games", "scoring", "ranking")
_OF_TWO: Final = tuple(one for one in Report if one is not Report.INFLUENCE)

KNOCKOUT: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=Bracket.WHOLE,
    table=Table.REACHED,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=(),
    may_have=("games", "teams"),
    reports=_OF_TWO,
)
ROUND_ROBIN: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=Bracket.BY_CUT,
    table=Table.ROUNDS,
    all_play_all=True,
    in_groups=False,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=(*_RANKED, "round_robin"),
    may_have=("swiss", "teams"),
    reports=_OF_TWO,
)
SWISS: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=Bracket.BY_CUT,
    table=Table.ROUNDS,
    all_play_all=False,
    in_groups=False,
    by_score=True,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=(*_RANKED, "swiss"),
    may_have=("cut", "teams"),
    reports=_OF_TWO,
)
GROUPS: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=Bracket.FOLLOWS,
    table=Table.ROUNDS,
    all_play_all=True,
    in_groups=True,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=(*_RANKED, "round_robin", "groups"),
    may_have=("cut", "teams"),
    reports=_OF_TWO,
)
TITLE_MATCH: Final = FormatTraits(
    contests=Contests.SERIES,
    bracket=Bracket.BY_CUT,
    table=Table.NONE,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=True,
    needs=("title_match",),
    may_have=("games",),
    reports=_OF_TWO,
)
ARENA: Final = FormatTraits(
    contests=Contests.LOBBY,
    bracket=Bracket.BY_CUT,
    table=Table.GAMES,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=False,
    opening_lot=False,
    ends_by_itself=True,
    needs=("games", "arena"),
    may_have=("scoring", "ranking"),
    reports=(Report.RESULT, Report.RESULT_WITH_MOVES),
)
TABLES: Final = FormatTraits(
    contests=Contests.TABLES,
    bracket=Bracket.BY_CUT,
    table=Table.OWN,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=("games", "tables"),
    may_have=(),
    reports=(Report.INFLUENCE,),
)
