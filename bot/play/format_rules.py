"""The tables of a rulebook that only some formats have, and what tells the formats apart, as plain data.

Points are floats of halves or quarters, which binary numbers hold exactly; the rules count with `Fraction`. Formats
are asked by `Rulebook.traits`, never by name. What a format does with its facts is in its module under
`bot/play/formats`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import StrEnum
from typing import Final

# --- tables of a rulebook -------------------------------------------------------------------------------------------


LEAST_AND_MOST: Final = "least and most"
ABOVE_ZERO: Final[Mapping[str, tuple[int, int] | None]] = {LEAST_AND_MOST: None}
"""What is said beside a setting that is a time, and has to be some."""


def within(least: int, most: int) -> Mapping[str, tuple[int, int] | None]:
    """What is said beside a setting that is a number, of which both of these are possible."""
    return {LEAST_AND_MOST: (least, most)}


class Seeding(StrEnum):
    """How a bracket is filled."""

    DRAWN = "drawn"
    """All by lot, but for byes (AIJE-D01-4)."""
    SEEDED = "seeded"
    """The strongest are kept apart: 1 meets the last, 1 and 2 can meet in the final only."""


class ToldAtEnd(StrEnum):
    """What is told of a contest when it ends."""

    __said_as__ = "report"

    GAMES = "games"
    """The games that each side won: 3-1."""
    RESULT = "result"
    """Won, drawn or lost, of a single game."""
    RESULT_WITH_MOVES = "result_with_moves"
    """As `result`, and of a draw its number of moves (ARENA-6, ARENA-7)."""
    COUNT = "count"
    """The count of the first colour's side, from which compensation and warnings give the winner (GO-9)."""
    INFLUENCE = "influence"
    """Who won at the table, and everyone's influence at the end (OTE-2.3)."""
    BOARDS = "boards"
    """Board by board (AIJE-D05-3, GO-25.1, OLY-2)."""


class Level(StrEnum):
    """What becomes of entrants whom no tie-break separates."""

    SHARED = "shared"
    LOT = "lot"
    PLAY_OFF = "play_off"


class TeamEncounter(StrEnum):
    """How two teams meet (GO-25.1, GO-26.6)."""

    __said_as__ = "encounter"

    BOARDS = "boards"
    """Board k plays board k."""
    EVERYONE = "everyone"
    """Everyone plays everyone of the other team."""
    SUM = "sum"
    """Board k plays board k, and the points of all members are added up game by game, whoever has won which board."""
    STAY_ON = "stay_on"
    """The winner stays and meets the other team's next, until one team is out."""
    DISPUTE = "dispute"
    """Schools: table games, the giant game and the living game (OLY-2)."""


class LevelMatch(StrEnum):
    """What separates two teams whose boards end level in a match that somebody has to win (GO-26.1, GO-27.2)."""

    GAMES_WON = "games_won"
    """Games won over all boards, drawn ones as halves (AIJE-D05-4)."""
    BOARDS_IN_ORDER = "boards_in_order"
    """The points on board 1, then on board 2 and so on (GO-27.2)."""
    BERLIN = "berlin"
    """The upper boards count more: of four boards the first counts fourfold, the last once."""
    LIVING_POINTS = "living_points"
    GIANT_POINTS = "giant_points"
    """Points in the living, in the giant game of a dispute (OLY-5)."""
    RATINGS_SUM = "ratings_sum"
    """The higher total of the ratings that the event began with (AIJE-D05-4)."""
    EXTRA_GAME = "extra_game"
    """One game more on board 1, played until somebody wins it (GO-27.3)."""
    LOT = "lot"
    """A draw of its own, which anybody can run again."""


class LineUp(StrEnum):
    """Who sits on which board (GO-25.1)."""

    BY_RATING = "by_rating"
    """The highest rated on board 1; the unrated where the leader says, board 1 apart (AIJE-D05-2)."""
    FIXED = "fixed"
    FIXED_WITH_SUBSTITUTES = "fixed_with_substitutes"
    FREE = "free"
    """Named anew before each match."""


class TimeSystem(StrEnum):
    """How a clock counts (GO-12)."""

    SUDDEN_DEATH = "sudden_death"
    PERIODS = "periods"
    """After the base, periods of which a move within its length costs nothing, and a longer one uses one up."""
    BLOCKS = "blocks"
    """After the base, so many moves in so much time; what is left over passes to the next block."""


@dataclass(frozen=True, slots=True)
class GamesRules:
    """The games of a contest outside a knock-out, and what is told of them."""

    best_of: int
    """Games at most, or exactly where all are played."""
    play_all: bool = False
    """Every game is played, whoever has won before (AIJE-D02-2)."""
    draws: bool = False
    """Whether a game can be drawn."""
    colours: bool = False
    """Whether the format gives colours: side 0 of a contest then has the first one."""
    report: ToldAtEnd = ToldAtEnd.GAMES
    sheets: tuple[str, ...] = ()
    """The games that are played, by the names of their game sheets."""
    compensation: float = 0.0
    """Stones that the second colour gets when the game is counted (GO-9)."""
    guessing: bool = False
    """Whether the players guess who begins before each game (GO-10); otherwise the pairing and its lot say it."""


@dataclass(frozen=True, slots=True)
class ScoringRules:
    """What a contest is worth in the table."""

    win: float = 1.0
    draw: float = 0.5
    loss: float = 0.0
    bye: float = 1.0
    """For a bye that the pairing gave."""
    absence: float = 0.0
    """For a round that the entrant stayed away from."""
    by_games: bool = False
    """Points are the games won, 4-1 gives 4 and 1 (AIJE-D02-2); the numbers above then hold for each game."""


@dataclass(frozen=True, slots=True)
class RankingRules:
    """How the table is ordered: names of the tie-break registry, the first decides first."""

    order: tuple[str, ...] = ("points",)
    level: Level = Level.SHARED
    decisive_places: int = 0
    """Places from the top that may not be shared, where `level` says how they are separated (GO-27.1, GO-27.3)."""
    play_off_best_of: int = 1
    """Games of a play-off at most; of teams, the games on each of its boards, all of them played."""
    unplayed: str = "fide-c07-2024"
    """The version of FIDE's C.07 by which unplayed games enter tie-breaks."""


@dataclass(frozen=True, slots=True)
class RoundRobinRules:
    """Everybody meets everybody (GO-26.2)."""

    times: int = 1
    drawn_order: bool = False
    """Numbers in the table are drawn (AIJE-D04-2); otherwise they follow the ratings."""
    void_below_half: bool = False
    """Who leaves before half of the games has all results void (GO-28.2)."""
    swiss_above: int | None = None
    """With more entrants than this the event is a Swiss (AIJE-D05-3)."""


@dataclass(frozen=True, slots=True)
class SwissRules:
    """Equal or near scores meet, nobody twice (GO-26.3)."""

    rounds: int | None = None
    """None: as many as a knock-out of the field would have."""
    drawn_first_round: bool = False
    """The first round is by lot; otherwise the upper half meets the lower."""
    late_entry_until: int = 0
    """The last round in which somebody new may enter; 0 or 1 is nobody after the start."""
    keep_clubs_apart: bool = False
    """Entrants of one club meet only when there is no other way."""
    out_after: int | None = None
    """Losses that put an entrant out (GO-26.4)."""


@dataclass(frozen=True, slots=True)
class GroupRules:
    """Round robins in groups, the first of which go on."""

    size: int = 4
    """Entrants in a group; groups differ by one at most."""
    advance: int = 2


@dataclass(frozen=True, slots=True)
class CutRules:
    """The knock-out that follows groups or a Swiss."""

    players: int = 8
    """Who goes on, in all; the bracket is seeded by the table."""


@dataclass(frozen=True, slots=True)
class TitleMatchRules:
    """One match for a title (AIJE-D03-1 to -4)."""

    best_of: int = 19
    champion_chooses: bool = True
    """Before the start the holder may choose the colour of the first and of the last game (AIJE-D03-2)."""
    pauses_each: int = 2
    pause_lasts: timedelta = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class ArenaRules:
    """Continuous pairing until the clock says stop (ARENA-1 to -7)."""

    lasts: timedelta = field(default=timedelta(hours=1), metadata=ABOVE_ZERO)
    first_move_within: timedelta = field(default=timedelta(seconds=30), metadata=ABOVE_ZERO)
    doubles_after: int = field(default=2, metadata=within(1, 100))
    """Wins in a row after which every further game counts double."""
    short_draw: int = field(default=10, metadata=within(0, 500))
    """Moves up to which a draw scores nothing."""
    long_draw: int = field(default=30, metadata=within(0, 500))
    """A draw in a series of draws scores above this number of moves."""
    late_entry_within: timedelta = timedelta(0)
    """How long after its beginning an arena takes new players; no time at all where nobody may come late."""


@dataclass(frozen=True, slots=True)
class TableRules:
    """Tables of three (OTE-2.1 to -2.10)."""

    seats: int = 3
    influence_to_win: int = 16
    extra_game_influence: int = 8
    active_points: tuple[int, ...] = (8, 4, 2)
    """First, second, tied second, for who had never lost."""
    inactive_points: tuple[int, ...] = (4, 2, 1)


@dataclass(frozen=True, slots=True)
class TeamRules:
    """Teams of equal number (AIJE-D05-1 to -3, GO-25.1)."""

    size: int = 3
    substitutes: int = 0
    encounter: TeamEncounter = TeamEncounter.BOARDS
    line_up: LineUp = LineUp.FIXED
    board_games: int = 1
    """Games on each board; all are played."""
    board_win: float = 1.0
    board_draw: float = 0.5
    """What a board is worth to the team: won, level; where members' points are added up, what each game is worth."""
    top_ranked: int | None = None
    """Of the first so many of the ranking, only `most_top_ranked` may be in one team (AIJE-D05-1)."""
    most_top_ranked: int = 1
    leader_is_highest_rated: bool = False
    unrated_off_board_one: bool = False
    level_match: tuple[LevelMatch, ...] = (LevelMatch.BOARDS_IN_ORDER, LevelMatch.LOT)
    """What separates level teams where one has to go on, the first decides first; the last always decides."""
    line_up_within: timedelta | None = None
    """How long after the call a line-up that is named anew may be named; after it the registered order holds."""


@dataclass(frozen=True, slots=True)
class DisputeRules:
    """A dispute between schools: what is played, by how many, for how much (OLY-1 to -4)."""

    category: str = "A"
    youngest_year: int = 7
    oldest_year: int = 9
    """School years of the category; younger pupils may play in an older category, never the reverse (OLY-1)."""
    starters: int = 10
    reserves: int = 0
    table_games: int = 3
    table_points: float = 1.0
    giant_players: int = 2
    giant_games: int = 2
    giant_points: float = 1.0
    living_players: int = 5
    living_games: int = 2
    living_points: float = 2.0
    scene_1: tuple[str, ...] = ()
    """Game sheets in the order of the boards: the table games, the giant game, the living game (OLY-7)."""
    scene_2: tuple[str, ...] = ()


class DeckShown(StrEnum):
    """From when on everybody may read a deck."""

    AFTER_ROUND = "after_round"
    """Once the round is over in which it was played."""
    AFTER_EVENT = "after_event"


@dataclass(frozen=True, slots=True)
class DeckRules:
    """What a deck may hold (OTE-1.1 to -1.7), and from when on it is no secret."""

    fewest_cards: int = 40
    refused_prefixes: tuple[str, ...] = ()
    refused_cards: tuple[str, ...] = ()
    degenerate_cards: tuple[str, ...] = ()
    shown: DeckShown = DeckShown.AFTER_EVENT


@dataclass(frozen=True, slots=True)
class ClockRules:
    """The time that each side has (GO-12)."""

    system: TimeSystem = TimeSystem.SUDDEN_DEATH
    base: timedelta = timedelta(0)
    increment: timedelta = timedelta(0)
    periods: int = 0
    period_lasts: timedelta = timedelta(0)
    block_moves: int = 0

    def periods_used(self, move: timedelta) -> int:
        """How many periods a move uses up: what stays below a full one costs nothing, and a full one is one (GO-12)."""
        return move // self.period_lasts


@dataclass(frozen=True, slots=True)
class AdjournmentRules:
    """When a game is adjourned, and for how long; the pause is no part of its time (GO-14)."""

    after: timedelta | None = None
    """Time after the beginning of a match at which it is adjourned by itself; None: when its arbiter says so."""
    lasts: timedelta = timedelta(hours=1)
    """How long the pause is, where its arbiter names no other end."""
    reminders_before_restart: tuple[timedelta, ...] = ()
    """Longest first."""


# --- traits of the formats ------------------------------------------------------------------------------------------


class Contests(StrEnum):
    """What the contests of an event are: by its format, and by whether teams enter it."""

    MATCHES = "matches"
    """Matches between two players, each called by itself."""
    TEAMS = "teams"
    """The same between two teams: no format's own, but those of any that has a table `[teams]`."""
    CHALLENGES = "challenges"
    """Matches to which players challenge those above them, until the time is up."""
    LOBBY = "lobby"
    """Games between any two who wait in a lobby, again and again until the time is up: there are no rounds (ARENA)."""
    TABLES = "tables"
    """Games at which more than two sit down together (OTE)."""
    SERIES = "series"
    """One long match between two, told game by game (AIJE-D03)."""


class BracketPart(StrEnum):
    """What part of the event a knock-out is."""

    __said_as__ = "bracket"

    WHOLE = "whole"
    """The event is nothing else."""
    FOLLOWS = "follows"
    """One follows the table always."""
    BY_CUT = "by_cut"
    """One follows the table where the rulebook has a `[cut]`, and the format allows for it."""


class TableOrder(StrEnum):
    """By what a format orders its standings."""

    __said_as__ = "table"

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
    bracket: BracketPart
    table: TableOrder
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
    reports: tuple[ToldAtEnd, ...]
    """What can be told of a contest when it ends."""

    @property
    def is_bracket(self) -> bool:
        """Whether the event as a whole is a bracket."""
        return self.bracket is BracketPart.WHOLE

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
        return self.contests in {Contests.MATCHES, Contests.CHALLENGES}

    @property
    def counts_rounds(self) -> bool:
        """Whether its table is one of rounds."""
        return self.table is TableOrder.ROUNDS

    def draws_lots(self, *, begun: bool) -> bool:
        """Whether a draw that is due is a lot over the field, and not one of pairs: `begun` once there are contests.

        In a table of rounds it separates places that may not be shared (GO-27.1).
        """
        return self.opening_lot or (begun and self.counts_rounds)


_RANKED: Final = ("games", "scoring", "ranking")
_OF_TWO: Final = tuple(one for one in ToldAtEnd if one is not ToldAtEnd.INFLUENCE)

KNOCKOUT: Final = FormatTraits(
    contests=Contests.MATCHES,
    bracket=BracketPart.WHOLE,
    table=TableOrder.REACHED,
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
    bracket=BracketPart.BY_CUT,
    table=TableOrder.ROUNDS,
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
    bracket=BracketPart.BY_CUT,
    table=TableOrder.ROUNDS,
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
    bracket=BracketPart.FOLLOWS,
    table=TableOrder.ROUNDS,
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
    bracket=BracketPart.BY_CUT,
    table=TableOrder.NONE,
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
    bracket=BracketPart.BY_CUT,
    table=TableOrder.GAMES,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=False,
    opening_lot=False,
    ends_by_itself=True,
    needs=("games", "arena"),
    may_have=("scoring", "ranking"),
    reports=(ToldAtEnd.RESULT, ToldAtEnd.RESULT_WITH_MOVES),
)
TABLES: Final = FormatTraits(
    contests=Contests.TABLES,
    bracket=BracketPart.BY_CUT,
    table=TableOrder.OWN,
    all_play_all=False,
    in_groups=False,
    by_score=False,
    in_rounds=True,
    opening_lot=False,
    ends_by_itself=False,
    needs=("games", "tables"),
    may_have=(),
    reports=(ToldAtEnd.INFLUENCE,),
)
