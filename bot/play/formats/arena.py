"""An arena: continuous pairing until the clock says stop, and what its games are worth (ARENA-1 to ARENA-7).

There are no rounds: every contest is of round 1, and its position is a running number, which is the order of a
player's games too, since nobody plays two at once. Nothing hangs on a lot. Only who came back by own act is paired
(`EventFacts.waiting`).

One pass is a maximum-weight matching over the lobby (ARENA-3). Two may meet once they have waited long enough for the
distance between them: at once where it is small, anybody after half a minute, but the last opponent only after three.
Of the pairings that serve as many as possible, the one is taken that leaves out who has waited least, repeats least
and keeps like scores together; equal scores are paired by neighbouring ratings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow
from bot.play.crosstable import Crosstable, TableLine, crosstable
from bot.play.draw import Stream
from bot.play.format_rules import ArenaRules, RankingRules, ScoringRules
from bot.play.formats.protocol import FEWEST_STARTERS, EventFacts
from bot.play.pairing_engine import max_weight_matching
from bot.play.points import exact, total
from bot.play.ranking import chain, deciders, rank
from bot.play.rulebook import Rulebook
from bot.play.tie_breaks import exact_rating

if TYPE_CHECKING:
    from bot.play.formats.protocol import WaitingInLobby


# --- what games are worth -------------------------------------------------------------------------------------------


SCORING: Final = ScoringRules(win=2.0, draw=1.0, loss=0.0)
"""Of a rulebook that says nothing else (ARENA-1)."""
NOTHING: Final = Fraction(0)
DOUBLE: Final = 2


class ArenaOutcome(Enum):
    """How one side's game ended."""

    WON = "won"
    DRAWN = "drawn"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """One counted game as one player has it; a win by forfeit counts in the run like another (ARENA-1)."""

    outcome: ArenaOutcome
    opponent: EntrantId
    moves: int | None = None
    """Of a draw."""
    contest_id: ContestId | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """What a player's earlier games mean for the next one."""

    wins: int = 0
    """Won in a row."""
    drew: bool = False
    """Whether a draw came since the last win: a loss does not end a series of draws (ARENA-7)."""

    def after(self, outcome: ArenaOutcome) -> Streak:
        """The streak that the next game is played with."""
        match outcome:
            case ArenaOutcome.WON:
                return Streak(self.wins + 1)
            case ArenaOutcome.DRAWN:
                return Streak(drew=True)
            case ArenaOutcome.LOST:
                return Streak(drew=self.drew)

    def is_burning(self, rules: ArenaRules) -> bool:
        """Whether the next game counts double (ARENA-1)."""
        return self.wins >= rules.doubles_after


@dataclass(frozen=True, slots=True)
class ArenaTally:
    """A player's arena: the points of each game in order, and what they add up to."""

    points: Fraction
    each: tuple[Fraction, ...]
    streak: Streak
    games: tuple[ArenaGame, ...]


@dataclass(frozen=True, slots=True)
class Reached:
    """What a player's games come to, without the games themselves."""

    points: Fraction
    games: int
    streak: Streak


NOT_BEGUN: Final = Reached(NOTHING, 0, Streak())


def reached_by(score: ArenaTally) -> Reached:
    """The score of an entrant by its tally."""
    return Reached(score.points, len(score.games), score.streak)


def rules_of(rulebook: Rulebook) -> ArenaRules:
    """The arena's table, or its defaults."""
    return rulebook.arena or ArenaRules()


def ends_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the time is up (ARENA-4); None before the arena has begun."""
    return None if facts.began_at is None else facts.began_at + rules_of(rulebook).lasts


def counts(contest: Contest, end: datetime | None) -> bool:
    """Whether the game was first reported in time, even if it was confirmed later (ARENA-4)."""
    result = contest.result
    return result is not None and len(contest.sides) > 1 and (end is None or result.told_at <= end)


def game_points(game: ArenaGame, streak: Streak, rules: ArenaRules, scoring: ScoringRules = SCORING) -> Fraction:
    """What a game is worth to who comes to it with that streak (ARENA-1, -6, -7)."""
    if game.outcome is ArenaOutcome.DRAWN and not _draw_scores(game.moves, streak, rules):
        return NOTHING
    return _worths(scoring)[game.outcome, streak.is_burning(rules)]


@lru_cache(maxsize=16)
def _worths(scoring: ScoringRules) -> Mapping[tuple[ArenaOutcome, bool], Fraction]:
    """What each outcome is worth, and what when it counts double."""
    single = {
        ArenaOutcome.WON: exact(scoring.win),
        ArenaOutcome.DRAWN: exact(scoring.draw),
        ArenaOutcome.LOST: exact(scoring.loss),
    }
    return {
        (outcome, burning): DOUBLE * worth if burning else worth
        for outcome, worth in single.items()
        for burning in (False, True)
    }


def tally(games: Sequence[ArenaGame], rules: ArenaRules, scoring: ScoringRules = SCORING) -> ArenaTally:
    """The points of one player's games, in the order in which they were played."""
    streak, each = Streak(), list[Fraction]()
    for game in games:
        each.append(game_points(game, streak, rules, scoring))
        streak = streak.after(game.outcome)
    return ArenaTally(total(each), tuple(each), streak, tuple(games))


def tallies(
    facts: EventFacts, rulebook: Rulebook, of: Collection[EntrantId] | None = None
) -> Mapping[EntrantId, ArenaTally]:
    """The arena so far of those asked for, or everybody, in the order of the starters.

    Games that were told too late are left out (ARENA-4).
    """
    rules, scoring = rules_of(rulebook), rulebook.scoring or SCORING
    wanted = [starter.entrant_id for starter in facts.starters if of is None or starter.entrant_id in of]
    games = _games_in_time(facts, ends_at(facts, rulebook), wanted)
    return {entrant: tally(played, rules, scoring) for entrant, played in games.items()}


def _games_in_time(
    facts: EventFacts, end: datetime | None, wanted: Iterable[EntrantId]
) -> Mapping[EntrantId, list[ArenaGame]]:
    """The games of each, in the order in which they were played."""
    games: dict[EntrantId, list[ArenaGame]] = {entrant: [] for entrant in wanted}
    for contest in sorted(facts.contests, key=position):
        if counts(contest, end) and not games.keys().isdisjoint(contest.sides):
            for side, game in _games(contest, facts):
                if side in games:
                    games[side].append(game)
    return games


def table(facts: EventFacts, rulebook: Rulebook) -> Crosstable:
    """The crosstable of the games that count, with the points that they gave in this arena, each player's in order."""
    end, scores = ends_at(facts, rulebook), tallies(facts, rulebook)
    counted = sorted((contest for contest in facts.contests if counts(contest, end)), key=position)
    number: dict[ContestId | None, int] = {contest.contest_id: place for place, contest in enumerate(counted)}
    known = crosstable(facts, rulebook, counted)
    return {entrant: _line(line, scores[entrant], number) for entrant, line in known.items()}


def position(contest: Contest) -> int:
    """The contest's running number in its arena."""
    return contest.position


def _line(line: TableLine, score: ArenaTally, number: Mapping[ContestId | None, int]) -> TableLine:
    """The line with the points of the arena; a game without a result gave none."""
    gave = {game.contest_id: points for game, points in zip(score.games, score.each, strict=True)}
    ordered = sorted(line.encounters, key=lambda encounter: number[encounter.contest_id])
    worth = tuple(replace(encounter, points=gave.get(encounter.contest_id, NOTHING)) for encounter in ordered)
    return replace(line, encounters=worth, points=score.points)


def _draw_scores(moves: int | None, streak: Streak, rules: ArenaRules) -> bool:
    """A draw whose moves nobody told is neither short nor long."""
    if moves is not None and moves <= rules.short_draw:
        return False
    return not streak.drew or (moves is not None and moves > rules.long_draw)


def _games(contest: Contest, facts: EventFacts) -> list[tuple[EntrantId, ArenaGame]]:
    """The game as each side has it; none when it ended without a result."""
    result = contest.result
    if result is None or result.kind is ResultKind.NO_RESULT:
        return []
    games = []
    for side, (entrant, opponent) in enumerate(zip(contest.sides, reversed(contest.sides), strict=True)):
        outcome = _outcome(result, side)
        if (contest.contest_id, entrant) in facts.annulled:
            outcome = ArenaOutcome.LOST
        games.append((entrant, ArenaGame(outcome, opponent, result.moves, contest.contest_id)))
    return games


def _outcome(result: Result, side: int) -> ArenaOutcome:
    own, other = result.score[side], result.score[1 - side]
    if own != other:
        return ArenaOutcome.WON if own > other else ArenaOutcome.LOST
    return ArenaOutcome.DRAWN if result.draws else ArenaOutcome.LOST


# --- who meets whom -------------------------------------------------------------------------------------------------


NEAR: Final = 2
"""A distance in wins at which two are paired without any wait."""
WAIT_FOR_A_WIN: Final = timedelta(seconds=2)
"""What each further win of distance costs in waiting."""
WINS_OF_A_MEETING: Final = 6
"""The distance in wins that an earlier meeting adds."""
AT_ONCE: Final = timedelta(0)
LONGEST_PATIENCE: Final = timedelta(seconds=30)
"""After this, anybody but the last opponent will do."""
REMATCH_AFTER: Final = timedelta(minutes=3)
"""After this, the last opponent will do too: where a third player is away, the two others would never play again."""
CANDIDATES: Final = 16
"""Neighbours in the order of the lobby that are considered for each player."""
PAIRS_IN_A_PASS: Final = 40
"""As many as one message calls: two mentions each, and Discord calls at most a hundred people by one. So a pass costs
the same however many have come at once, as all do at the start."""
_SCALE: Final = 10**12
"""Keeps distances and waits above the neighbourhood of ratings, which only decides where those are level."""


@dataclass(slots=True)
class Guest:
    """A player in the lobby, with all that the pairing looks at."""

    entrant_id: EntrantId
    since: datetime
    points: Fraction = Fraction(0)
    wins: float = 0.0
    """The points in wins."""
    rating: Fraction = Fraction(0)
    last_opponent: EntrantId | None = None
    had_first: bool = False
    """Whether the last game was played with the first colour."""
    balance: int = 0
    """Games with the first colour less games with the second."""
    met: Counter[EntrantId] = field(default_factory=Counter)


def pairings(facts: EventFacts, rulebook: Rulebook) -> tuple[tuple[EntrantId, EntrantId], ...]:
    """The pairs that can be made now, the highest score first, the side with the first colour first.

    None before the arena has begun, when its time is up, and for whoever waits alone. At most `PAIRS_IN_A_PASS`, of
    those who have waited longest. Of the contests those of who waits are looked at, and no others.
    """
    end, now = ends_at(facts, rulebook), facts.now
    if now is None or end is None or facts.began_at is None or not facts.began_at <= now < end:
        return ()
    guests = _longest_waiting(_guests(facts, rulebook))
    edges = _edges(guests, now, anew=_only_two_left(facts))
    matched = max_weight_matching(len(guests), ((one, other, _worth(guests, one, other, now)) for one, other in edges))
    return tuple(_with_colours(guests[one], guests[other], number) for number, (one, other) in enumerate(matched))


def next_pass_at(facts: EventFacts, rulebook: Rulebook) -> datetime | None:
    """When the next pair of the lobby will have waited long enough; None when it takes a further guest, or the end.

    To be asked after a pass: a moment that has passed means that a pass is due.
    """
    end, begin = ends_at(facts, rulebook), facts.began_at
    if begin is None or end is None:
        return None
    found = _first_meeting(_guests(facts, rulebook), anew=_only_two_left(facts))
    return found if found is not None and found < end else None


def _first_meeting(guests: Sequence[Guest], *, anew: bool) -> datetime | None:
    """When the first two of them may meet. The longest waiting are looked at first, and the rest only if need be."""
    found: datetime | None = None
    waiting = sorted(guests, key=lambda guest: guest.since)
    for number, one in enumerate(waiting):
        for other in waiting[number + 1 :]:
            if found is not None and found <= one.since:
                return found
            ripe = one.since + patience(one, other, anew=anew)
            found = ripe if found is None else min(found, ripe)
    return found


def patience(one: Guest, other: Guest, *, anew: bool = False) -> timedelta:
    """How long one of the two has to have waited before they are paired.

    `anew` says that nobody else is left to meet, so that they play each other at once.
    """
    if anew:
        return AT_ONCE
    if one.last_opponent == other.entrant_id or other.last_opponent == one.entrant_id:
        return REMATCH_AFTER
    wins = distance(one, other) - NEAR
    return min(LONGEST_PATIENCE, WAIT_FOR_A_WIN * wins) if wins > 0 else AT_ONCE


def distance(one: Guest, other: Guest) -> float:
    """The difference of their points in wins, and more for each time that they have met."""
    return abs(one.wins - other.wins) + WINS_OF_A_MEETING * one.met[other.entrant_id]


def _only_two_left(facts: EventFacts) -> bool:
    """With nobody else in the whole arena, two play each other again and again rather than not at all."""
    return sum(not starter.withdrawn for starter in facts.starters) == 2


def _guests(facts: EventFacts, rulebook: Rulebook) -> list[Guest]:
    """The lobby in order: by points, then by rating. Nobody has waited since before the arena began."""
    known, lobby = facts.by_entrant, _lobby(facts)
    scores = tallies(facts, rulebook, lobby.keys())
    win = (rulebook.scoring or SCORING).win or 1.0
    guests = {who: Guest(who, max(one.since, facts.began_at or one.since)) for who, one in lobby.items()}
    for who, guest in guests.items():
        guest.points, guest.rating = scores[who].points, _rating(known[who].rating, rulebook)
        guest.wins = float(guest.points) / win
    last = _with_history(facts.contests, guests)
    free = [guest for who, guest in guests.items() if _is_free(lobby[who], last.get(who))]
    return sorted(free, key=_lobby_order)


def _lobby(facts: EventFacts) -> dict[EntrantId, WaitingInLobby]:
    """Who waits and has not left."""
    present = facts.by_entrant.keys() - facts.gone
    return {one.entrant_id: one for one in facts.waiting if one.entrant_id in present}


def _lobby_order(guest: Guest) -> tuple[Fraction, Fraction, datetime, EntrantId]:
    return -guest.points, -guest.rating, guest.since, guest.entrant_id


def _longest_waiting(guests: Sequence[Guest]) -> Sequence[Guest]:
    """As many as a pass takes, in the order of the lobby; of those who came together the first in that order."""
    if len(guests) <= 2 * PAIRS_IN_A_PASS:
        return guests
    admitted = {guest.entrant_id for guest in sorted(guests, key=lambda one: one.since)[: 2 * PAIRS_IN_A_PASS]}
    return [guest for guest in guests if guest.entrant_id in admitted]


def _rating(listed: float | None, rulebook: Rulebook) -> Fraction:
    """The rating as published; the unrated are paired with the one that they start from."""
    return exact_rating(rulebook.rating.initial if listed is None else listed)


def _with_history(contests: Sequence[Contest], guests: dict[EntrantId, Guest]) -> dict[EntrantId, Contest]:
    """Writes the guests' meetings and colours into them, and answers everyone's last contest."""
    last: dict[EntrantId, Contest] = {}
    for contest in sorted(contests, key=position):
        first, second = contest.sides
        for side, opponent in ((first, second), (second, first)):
            last[side] = contest
            if guest := guests.get(side):
                guest.last_opponent = opponent
                guest.had_first = side == first
                guest.balance += 1 if side == first else -1
                guest.met[opponent] += 1
    return last


def _is_free(waiting: WaitingInLobby, last: Contest | None) -> bool:
    """Whether no contest has been made for the guest since coming to the lobby."""
    if last is None:
        return True
    return last.result is not None if last.created_at is None else last.created_at < waiting.since


def _edges(guests: Sequence[Guest], now: datetime, *, anew: bool) -> Iterator[tuple[int, int]]:
    """Pairs that may be made now, of each guest with the nearest that come after in the order of the lobby."""
    for one, guest in enumerate(guests):
        found = 0
        for other in range(one + 1, len(guests)):
            candidate = guests[other]
            if now - min(guest.since, candidate.since) >= patience(guest, candidate, anew=anew):
                found += 1
                yield one, other
            if found == CANDIDATES:
                break


def _worth(guests: Sequence[Guest], one: int, other: int, now: datetime) -> int:
    """What the matching gains by a pair: squares, so that one long wait or one wide gap weighs more than two halves."""
    first, second = guests[one], guests[other]
    waits = sum(min((now - guest.since).total_seconds(), 60.0) ** 2 for guest in (first, second))
    gap = distance(first, second) ** 2
    neighbours = 4 * len(guests) * (other - one) ** 2 + one + other
    return round(1000 * (waits - gap)) * _SCALE - neighbours


def _with_colours(one: Guest, other: Guest, number: int) -> tuple[EntrantId, EntrantId]:
    """The pair with the first colour to who has had it less, else to who had it not in the last game, else in turns."""
    wants_first = (other.balance - one.balance, other.had_first - one.had_first, 1 if number % 2 == 0 else -1)
    decisive = next(wish for wish in wants_first if wish != 0)
    return (one.entrant_id, other.entrant_id) if decisive > 0 else (other.entrant_id, one.entrant_id)


# --- the format -----------------------------------------------------------------------------------------------------


ONLY_ROUND = 1
OF_OWN_GAMES = frozenset({"points", "wins", "performance_arena"})
"""Entries of the chain that hang on a player's own games, and on the ratings of who was met, alone."""
RANKING = RankingRules(order=("points", "performance_arena"))
"""Of a rulebook that says nothing else (ARENA-2)."""

__all__ = [
    "advance",
    "counts_own_games",
    "ends_at",
    "first_move_by",
    "is_over",
    "leaders",
    "leading",
    "needs_draw",
    "next_pass_at",
    "on_fire",
    "reopened_by",
    "standings",
    "table",
]


def needs_draw(facts: EventFacts, rulebook: Rulebook) -> bool:  # noqa: ARG001 - as every format
    """Never: the first pairing is by rating (ARENA-3)."""
    return False


def advance(
    facts: EventFacts,
    rulebook: Rulebook,
    stream: Stream | None,  # noqa: ARG001 - as every format
) -> tuple[NewContest, ...]:
    """A contest for every pair that can be made of the lobby at `facts.now`; who waits alone waits on (ARENA-3).

    Asked again after recording them: none, since a guest with a contest made since coming to the lobby has left it.
    Raises ValueError with fewer than two starters.
    """
    if len(facts.starters) < FEWEST_STARTERS:
        raise ValueError("an arena needs two starters")
    best_of = 1 if rulebook.games is None else rulebook.games.best_of
    number = max(map(position, facts.contests), default=-1) + 1
    return tuple(
        NewContest(Stage.MAIN, ONLY_ROUND, place, sides, best_of)
        for place, sides in enumerate(pairings(facts, rulebook), start=number)
    )


def standings(facts: EventFacts, rulebook: Rulebook) -> tuple[StandingRow, ...]:
    """The table by points, then performance; whom neither separates share a place (ARENA-2).

    The rulebook's chain may say otherwise; its points are the arena's. Empty before the arena has begun.
    """
    if facts.began_at is None and not facts.contests:
        return ()
    known = _with_chain(rulebook)
    return rank(facts, known, table(facts, known))


def _with_chain(rulebook: Rulebook) -> Rulebook:
    """The rulebook with a chain of tie-breaks."""
    return rulebook if rulebook.ranking is not None else replace(rulebook, ranking=RANKING)


def counts_own_games(rulebook: Rulebook) -> bool:
    """Whether the table goes by points, and what follows hangs on a player's own games alone, as by default."""
    known = _with_chain(rulebook)
    order = chain(known)
    return order[:1] == ("points",) and OF_OWN_GAMES.issuperset(order) and not deciders(known)


def leading(points: Mapping[EntrantId, Fraction], limit: int) -> frozenset[EntrantId]:
    """Who can be among the first `limit`: everybody with as many points as the last of them."""
    least = min(sorted(points.values(), reverse=True)[:limit], default=NOTHING)
    return frozenset(entrant for entrant, one in points.items() if one >= least)


def leaders(facts: EventFacts, rulebook: Rulebook, entrant_ids: Collection[EntrantId]) -> tuple[StandingRow, ...]:
    """The rows of those who lead, of whom alone the facts have to be whole; to be asked where `counts_own_games`."""
    known = _with_chain(rulebook)
    return rank(facts, known, table(facts, known), among=entrant_ids)


def is_over(facts: EventFacts, rulebook: Rulebook) -> bool:
    """Whether the time is up at `facts.now`; games that still run do not count any more (ARENA-4)."""
    end = ends_at(facts, rulebook)
    return end is not None and facts.now is not None and facts.now >= end


def reopened_by(
    facts: EventFacts,  # noqa: ARG001 - as every format
    rulebook: Rulebook,  # noqa: ARG001
    contest: Contest,  # noqa: ARG001
    correction: Result,  # noqa: ARG001
) -> tuple[Contest, ...]:
    """None: games that were paired stand, and the table is counted anew."""
    return ()


def on_fire(facts: EventFacts, rulebook: Rulebook) -> frozenset[EntrantId]:
    """Whose next game counts double: a flame marks them (ARENA-1)."""
    rules = rules_of(rulebook)
    return frozenset(entrant for entrant, score in tallies(facts, rulebook).items() if score.streak.is_burning(rules))


def first_move_by(contest: Contest, rulebook: Rulebook) -> datetime | None:
    """When the game is forfeited without a first move; None while nobody was called (ARENA-5)."""
    return None if contest.called_at is None else contest.called_at + rules_of(rulebook).first_move_within
