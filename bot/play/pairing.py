"""What a pairing is made from: players as the engine sees them, colours, Berger's tables, and the cost of each board.

A criterion of `bot.play.pairing_engine` gets so many bits of one whole number that even a whole round of its worst
cost stays below one unit of the criterion before it. So the cheapest set of boards is the best by the first
criterion, among those by the second, and so on. Colours follow FIDE C.04.3, A.6 and E.

In Berger's tables (GO-26.2) numbers count from 1. With an even field of n, round r joins the numbers whose sum leaves
r + 1 when divided by n - 1, and n meets the one left over. An odd field is the table of one more, whose last number
is a rest. The lower number begins where the sum is odd, the higher where it is even; against n the lower half begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import groupby
from math import gcd, lcm
from typing import TYPE_CHECKING, Final

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, ResultKind
from bot.play.crosstable import Crosstable, Encounter, TableLine, Unplayed
from bot.play.format_rules import ScoringRules
from bot.play.points import exact
from bot.play.rulebook import Rulebook

if TYPE_CHECKING:
    from bot.play.formats.protocol import EventFacts, Seeding, Starter


# --- players, boards and reasons ------------------------------------------------------------------------------------


class Float(StrEnum):
    """How a player's opponent of a round stood: a bye or a round away is a float down, as in FIDE's rules."""

    NONE = "none"
    DOWN = "down"
    UP = "up"


class ByeReason(StrEnum):
    """Why somebody has nobody to meet."""

    LOWEST = "lowest"
    """The field is odd; of those who may still have a bye, nobody who could be spared has fewer points."""
    AGAIN = "again"
    """As `LOWEST`, when everybody has had as many byes or forfeit wins before."""
    NOBODY_LEFT = "nobody_left"
    """Everyone else is forbidden, or needed by somebody else."""


class ColourReason(StrEnum):
    """What decided who has the first colour."""

    NO_COLOURS = "no_colours"
    BOTH_GRANTED = "both_granted"
    """The two wanted different colours, or only one of them wanted any."""
    STRONGER = "stronger"
    """The stronger wish was granted."""
    ALTERNATED = "alternated"
    """Equal wishes: turned round from the last round in which their colours differed."""
    HIGHER_RANKED = "higher_ranked"
    """Equal wishes and histories: the higher ranked is granted it."""
    LOT = "lot"
    """Nobody wants any: by the pairing number and the lot drawn for the first board."""


@dataclass(frozen=True, slots=True)
class PairingPlayer:
    """A player who is present in the round that is paired."""

    entrant_id: EntrantId
    points: Fraction
    met: Collection[EntrantId] = ()
    """Everyone who was met at the board, as often as that was; a forfeit is no meeting."""
    colours: tuple[bool, ...] = ()
    """Of the games played, oldest first: whether it was the first colour."""
    byes: int = 0
    """Byes and wins by forfeit that were had before."""
    unplayed: int = 0
    """Rounds without a game, for whatever reason: those before a late entry are among them."""
    floats: tuple[Float, Float] = (Float.NONE, Float.NONE)
    """In the last round and in the one before."""
    club: str | None = None
    may_break_colours: bool = False
    """In the last round, who has more than half of the possible points: colours matter less than the score there."""


@dataclass(frozen=True, slots=True)
class PairingTask:
    """A round to be paired. The order of the players is their pairing numbers: the strongest first."""

    players: tuple[PairingPlayer, ...]
    rounds_left: int = 1
    """This round included: the look-ahead keeps the others pairable."""
    colours: bool = True
    first_has_first: bool = True
    """The lot of round 1: whether pairing number 1 has the first colour."""
    keep_clubs_apart: bool = False
    forbidden: frozenset[frozenset[EntrantId]] = frozenset()


@dataclass(frozen=True, slots=True)
class PairingReason:
    """Why a board is as it is, for machines; the tuples are in the order of the board's sides."""

    points: tuple[Fraction, ...]
    numbers: tuple[int, ...]
    """Pairing numbers, from 1."""
    floats: tuple[Float, ...]
    """Whether this round takes the side down to a lower score, or up to a higher one."""
    colours: ColourReason
    wishes: tuple[str, ...] = ()
    """What each side wanted: `"first"`, `"second"` or `""`, with `"!"` behind it where it could not do without."""
    denied: tuple[bool, ...] = ()
    """Whose wish was not granted."""
    bye: ByeReason | None = None
    rematch: bool = False
    """They have met before, since the round could not be paired without."""
    same_club: bool = False
    looked_ahead: bool = False
    """A pairing that fits better would have left a later round unpairable."""

    @property
    def gap(self) -> Fraction:
        """The points between the two sides; 0 for a bye."""
        return abs(self.points[0] - self.points[-1])


@dataclass(frozen=True, slots=True)
class PairedBoard:
    """Two sides, the one with the first colour first, or one side with a bye."""

    sides: tuple[EntrantId, ...]
    reason: PairingReason


@dataclass(frozen=True, slots=True)
class RoundPairing:
    """A round: boards in the order of play, the highest scores first, byes last."""

    boards: tuple[PairedBoard, ...]

    @property
    def byes(self) -> tuple[PairedBoard, ...]:
        """Those without an opponent."""
        return tuple(board for board in self.boards if len(board.sides) == 1)


# --- the round, read from the facts ---------------------------------------------------------------------------------


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
    return frozenset(
        contest.contest_id for contest in contests if contest.result is not None and contest.result.kind in _LOST_BY_ALL
    )


def losses(line: TableLine, by_all: Collection[ContestId]) -> int:
    """Encounters lost, at the board or by staying away; a round off by leave is none."""
    return sum(encounter.points < encounter.against or encounter.contest_id in by_all for encounter in line.encounters)


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


def _player(starter: Starter, line: TableLine, scores: Scores, topscore: Fraction) -> PairingPlayer:
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


# --- colours --------------------------------------------------------------------------------------------------------


class Strength(IntEnum):
    """How much a colour is wanted."""

    NONE = 0
    MILD = 1
    """Both colours were had equally often: the other one than last time."""
    STRONG = 2
    """One colour was had once more often."""
    ABSOLUTE = 3
    """The other one would be the third of its kind in a row, or a difference of three."""


@dataclass(frozen=True, slots=True)
class ColourWish:
    """`side` is 1 for the first colour, -1 for the second, 0 for none; `difference` is first colours less second."""

    side: int
    strength: Strength
    difference: int

    @property
    def text(self) -> str:
        """The wish as `PairingReason.wishes` writes it."""
        name = {1: "first", -1: "second", 0: ""}[self.side]
        return f"{name}!" if self.strength is Strength.ABSOLUTE else name


@lru_cache(maxsize=8192)
def wish(colours: tuple[bool, ...]) -> ColourWish:
    """What a player with these colours wants next: no third one in a row, no difference beyond two, then balance."""
    if not colours:
        return ColourWish(0, Strength.NONE, 0)
    difference = 2 * sum(colours) - len(colours)
    if len(colours) > 1 and colours[-1] == colours[-2]:
        return ColourWish(-1 if colours[-1] else 1, Strength.ABSOLUTE, difference)
    if difference:
        strength = Strength.ABSOLUTE if abs(difference) > 1 else Strength.STRONG
        return ColourWish(-1 if difference > 0 else 1, strength, difference)
    return ColourWish(-1 if colours[-1] else 1, Strength.MILD, 0)


def higher_has_first(
    higher: Sequence[bool], lower: Sequence[bool], *, number: int, first_has_first: bool
) -> tuple[bool, ColourReason]:
    """Whether the higher ranked of two has the first colour, and why; `number` is its pairing number, from 1.

    With equal wishes the difference decides where both are absolute; then the last round in which their colours
    differed is turned round; then the higher ranked gets its wish.
    """
    one, other = wish(tuple(higher)), wish(tuple(lower))
    if one.side == other.side == 0:
        return (number % 2 == 1) == first_has_first, ColourReason.LOT
    if one.side != other.side:
        return (one.side or -other.side) > 0, ColourReason.BOTH_GRANTED
    if _weight(one) != _weight(other):
        return (one.side > 0) == (_weight(one) > _weight(other)), ColourReason.STRONGER
    for mine, theirs in zip(reversed(higher), reversed(lower), strict=False):
        if mine != theirs:
            return not mine, ColourReason.ALTERNATED
    return one.side > 0, ColourReason.HIGHER_RANKED


def _weight(wanted: ColourWish) -> tuple[int, int]:
    return wanted.strength, abs(wanted.difference) if wanted.strength is Strength.ABSOLUTE else 0


# --- what each board costs ------------------------------------------------------------------------------------------


MOST_BITS = 112
"""rustworkx counts in 128 bits, and its dual variables may exceed the largest weight."""
WIDEST_GAP, WIDEST_SHIFT = 60, 63
"""Gaps in score units, and shifts in places, beyond which more makes no difference."""
MOST_MEETINGS = 15
"""Meetings of two beyond which one more makes no difference."""
REPEATED_LAST, REPEATED_BEFORE = 2, 1
"""What a float in the same direction as one or two rounds ago costs each of the two."""


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the order of the standings, as whole numbers that are quick to compare."""

    player: PairingPlayer
    number: int
    """The pairing number, from 0."""
    score: int
    """In units: the greatest common step between scores."""
    first: int
    """The index of the score group's first place."""
    size: int
    """How many have this score."""
    wish: ColourWish


@dataclass(frozen=True, slots=True)
class Weights:
    """What one unit of each criterion costs, in the order of severity."""

    again: int
    rematch: int
    absolute: int
    bye: int
    unplayed: int
    club: int
    gap: int
    cross: int
    colour: int
    float: int
    shift: int


class PairingState:
    """The players of a round by score and number, with the cost of each possible board. An odd field has a place more.

    Indices below `players` are places; index `players`, where there is one, is the bye.
    """

    def __init__(self, task: PairingTask) -> None:
        self.task = task
        self.places = _places(task)
        self.players = len(self.places)
        self.nodes = self.players + self.players % 2
        index = {place.player.entrant_id: at for at, place in enumerate(self.places)}
        self.met = [Counter(index[one] for one in place.player.met if one in index) for place in self.places]
        """Of each place, how often it has met which others."""
        self.forbidden = frozenset(_known_pairs(task.forbidden, index))
        self._apart = task.keep_clubs_apart
        self._lowest = self.places[-1].score if self.places else 0
        self._byes, self._most_byes = _range(place.player.byes for place in self.places)
        self._unplayed, self._most_unplayed = _range(place.player.unplayed for place in self.places)

    @cached_property
    def weights(self) -> Weights:
        """Read from the highest bit to the lowest; a criterion that cannot cost anything takes no bits."""
        pairs = (self.nodes // 2).bit_length()
        scores = [place.score for place in self.places]
        span = max(scores, default=0) - min(scores, default=0)
        widest = min(span, WIDEST_GAP)
        has_clubs = self._apart and any(place.player.club for place in self.places)
        scored, coloured = int(span > 0), int(self.task.colours)
        bits = [
            pairs + (widest * widest).bit_length(),
            pairs * scored,
            (pairs + 2) * coloured,
            (pairs + 3) * scored,
            pairs + (WIDEST_SHIFT * WIDEST_SHIFT).bit_length(),
        ]
        odd = self.players % 2
        meetings = min(max((max(met.values(), default=0) for met in self.met), default=0), MOST_MEETINGS)
        again, unplayed = self._most_byes - self._byes, self._most_unplayed - self._unplayed
        above = [
            again.bit_length() * odd,
            pairs * (meetings > 0) + (meetings * meetings).bit_length() * (meetings > 1),
            pairs * coloured,
            span.bit_length() * odd,
            unplayed.bit_length() * odd,
            pairs if has_clubs else 0,
        ]
        bits[0] -= max(0, sum(above) + sum(bits) - MOST_BITS)
        widths = [*above, *bits]
        return Weights(*(1 << sum(widths[at + 1 :]) for at in range(len(widths))))

    def is_legal(self, one: int, other: int) -> bool:
        """Whether two places may meet, or a place have the bye, with nothing had twice; the first index is lower."""
        if other == self.players:
            return self.places[one].player.byes == self._byes
        return other not in self.met[one] and (one, other) not in self.forbidden

    def is_possible(self, one: int, other: int) -> bool:
        """Whether it may come to that at all: everything but a forbidden pair."""
        return (one, other) not in self.forbidden

    def cost(self, one: int, other: int) -> int:
        """The packed cost of a board; the first index is lower, the second may be the bye."""
        if other == self.players:
            return self._bye_cost(one)
        weights, upper, lower = self.weights, self.places[one], self.places[other]
        again = min(self.met[one][other], MOST_MEETINGS)
        cost = weights.rematch * again * again
        if self._apart and upper.player.club is not None and upper.player.club == lower.player.club:
            cost += weights.club
        if self.task.colours and upper.wish.side and upper.wish.side == lower.wish.side:
            cost += self._colour_cost(upper, lower)
        if upper.score == lower.score:
            shift = abs(other - one - upper.size // 2)
        else:
            gap = min(upper.score - lower.score, WIDEST_GAP)
            cost += weights.gap * gap * gap + weights.cross + weights.float * _repeated_floats(upper, lower)
            shift = upper.first + upper.size - 1 - one + other - lower.first
        shift = min(shift, WIDEST_SHIFT)
        return cost + weights.shift * shift * shift

    def _bye_cost(self, one: int) -> int:
        place, weights = self.places[one], self.weights
        shift = min(place.first + place.size - 1 - one, WIDEST_SHIFT)
        again = weights.again * (place.player.byes - self._byes)
        waited = weights.unplayed * (place.player.unplayed - self._unplayed)
        return again + weights.bye * (place.score - self._lowest) + waited + weights.shift * shift * shift

    def _colour_cost(self, upper: RankedPlayer, lower: RankedPlayer) -> int:
        least = min(upper.wish.strength, lower.wish.strength)
        cost = self.weights.colour * (3 if least >= Strength.STRONG else 1)
        if least is not Strength.ABSOLUTE or upper.player.may_break_colours or lower.player.may_break_colours:
            return cost
        return cost + self.weights.absolute


def _range(counts: Iterable[int]) -> tuple[int, int]:
    """The fewest and the most."""
    known = tuple(counts)
    return min(known, default=0), max(known, default=0)


def _known_pairs(pairs: Iterable[Collection[EntrantId]], index: Mapping[EntrantId, int]) -> Iterator[tuple[int, int]]:
    """The pairs of which both are in the field, the lower index first."""
    for pair in pairs:
        known = sorted(index[one] for one in pair if one in index)
        if len(known) == 2:
            yield known[0], known[1]


def scored_in_units(points: list[Fraction]) -> list[int]:
    """The scores as whole multiples of the greatest common step between them: 3, 2.5, 0 is 6, 5, 0."""
    if not points:
        return []
    whole = lcm(*(one.denominator for one in points))
    lowest = min(points)
    units = [int((one - lowest) * whole) for one in points]
    step = gcd(*units) or 1
    return [unit // step for unit in units]


def _places(task: PairingTask) -> list[RankedPlayer]:
    units = scored_in_units([player.points for player in task.players])
    ordered = sorted(range(len(units)), key=lambda number: (-units[number], number))
    places: list[RankedPlayer] = []
    for _, group in groupby(ordered, key=lambda number: units[number]):
        members = list(group)
        first = len(places)
        for number in members:
            player = task.players[number]
            places.append(RankedPlayer(player, number, units[number], first, len(members), wish(player.colours)))
    return places


def _repeated_floats(upper: RankedPlayer, lower: RankedPlayer) -> int:
    down, up = upper.player.floats, lower.player.floats
    return (
        REPEATED_LAST * ((down[0] is Float.DOWN) + (up[0] is Float.UP))
        + REPEATED_BEFORE * ((down[1] is Float.DOWN) + (up[1] is Float.UP))
    )  # fmt: skip


# --- Berger's tables ------------------------------------------------------------------------------------------------


Game = tuple[int, ...]
"""The numbers of the two sides, who begins first; one number alone rests."""
Round = tuple[Game, ...]
FEWEST: Final = 2


def rounds(size: int, times: int = 1) -> tuple[Round, ...]:
    """All rounds of a field, each pair `times` times, the colours turned round every time.

    In round 1 game i (from 0) is that of i + 1 against the i-th number from the end. In an odd field the rest is a game
    of one number. Raises ValueError with fewer than two entrants, or less than once.
    """
    if size < FEWEST or times < 1:
        raise ValueError("a round robin is of two entrants at least, and of one game a pair")
    single = tuple(round_of(number, size) for number in range(1, length(size) + 1))
    turned = tuple(tuple(game[::-1] for game in games) for games in single)
    return tuple(games for cycle in range(times) for games in (turned if cycle % 2 else single))


def length(size: int) -> int:
    """How many rounds it takes until everybody has met everybody once."""
    return size - 1 + size % 2


def round_of(number: int, size: int) -> Round:
    """One round of a field, from 1: whoever wants a single game of a large field need not make all of them."""
    last = size + size % 2
    partners = {one: (number + 1 - one - 1) % (last - 1) + 1 for one in range(1, last)}
    alone = next(one for one, other in partners.items() if one == other)
    against_last = (alone, last) if alone <= last // 2 else (last, alone)
    games = [against_last, *(_who_begins(one, other) for one, other in partners.items() if one < other)]
    return tuple(tuple(one for one in game if one <= size) for game in games)


def _who_begins(lower: int, higher: int) -> Game:
    return (lower, higher) if (lower + higher) % 2 else (higher, lower)
