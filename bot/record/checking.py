"""What of a record contradicts itself or its rulebook, each fault with its place in the file.

The number of stones gives the winner (GO-9). A match of teams has as many boards as are played, each once, each with
as many games as it has. A format reads the contests of its own stages and rounds only, so one that stands elsewhere
would vanish in silence: it is a fault. Hash, number and colours of a guess follow from the secret (GO-10). No result
comes before its contest was made, no end before the beginning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from fractions import Fraction
from itertools import pairwise, product
from typing import Final

from bot.kernel.errors import UserError
from bot.kernel.ids import ContestId, EntrantId
from bot.play import pairing
from bot.play.contests import (
    EXTRA,
    BoardResult,
    Contest,
    Length,
    Result,
    ResultKind,
    Score,
    Stage,
    split,
    told_score,
    words,
)
from bot.play.counts import Counted, Stones, boards_are_counted, count, is_counted, score_of
from bot.play.draw import Guess, GuessFault, fault_of
from bot.play.format_rules import TeamRules
from bot.play.formats.protocol import Starter
from bot.play.points import begins, games_on_board, stays_on, turn_on, whole_score
from bot.play.records import LONG_AGO, Record, RecordedContest
from bot.play.rulebook import Rulebook, discipline_of
from bot.play.teams import boards_of, first_fault
from bot.record import model
from bot.record.errors import FaultCode, RecordFault, ValueKind
from bot.record.formats import format_of
from bot.record.placing import rounds_of_groups
from bot.record.protocol import BRACKET, Plan
from bot.record.results import game_faults, possible_words, score_faults, separating_faults, words_of

# --- counted games --------------------------------------------------------------------------------------------------


MOST_WARNINGS = 4
"""More than anybody has in one game where a rulebook sets no number that loses it."""


def count_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """A score that no warnings of the game would have made of its count.

    A warning moves the count (GO-24), and one that was taken back since is not on record any more; so every number of
    them that does not lose the game is possible.
    """
    yield from _board_faults(contest, record)
    if not is_counted(record.rulebook, contest.contest):
        return
    for place, result in contest.results():
        if result.count is None or result.kind is not ResultKind.PLAYED:
            continue
        possible = _scores(Fraction(result.count), contest.contest, record.rulebook)
        if (result.score, result.draws) not in map(split, possible):
            wanted = words(possible[0]) if possible else ""
            yield RecordFault(f"{place}.score", FaultCode.COUNT_CONTRADICTS, words(told_score(result)), wanted)


def _board_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """The same of each board of a match of teams; where no board ends by a count, none can be told."""
    counts = boards_are_counted(record.rulebook, contest.contest.stage)
    for place, result in contest.results():
        for at, board in enumerate(result.boards):
            if board.count is None:
                continue
            where = f"{place}.boards[{at}]"
            if not counts:
                yield RecordFault(f"{where}.count", FaultCode.NOT_USED, f"{board.count:g}")
                continue
            possible = _board_scores(board, contest.contest, record.rulebook)
            if (*board.score, board.draws) not in possible:
                wanted = words(possible[0]) if possible else ""
                yield RecordFault(
                    f"{where}.score", FaultCode.COUNT_CONTRADICTS, words((*board.score, board.draws)), wanted
                )


def _board_scores(board: BoardResult, contest: Contest, rulebook: Rulebook) -> list[Score]:
    turn = turn_on(rulebook, board.board)
    if turn is None:
        return []
    first, found = begins(contest.first_side, turn), list[Score]()
    for ended in _possible_counts(Fraction(board.count or 0), rulebook):
        won = None if ended.winner is None else first if ended.winner is Stones.BLACK else 1 - first
        found.append((int(won == 0), int(won == 1), int(won is None)))
    return found


def _scores(black: Fraction, contest: Contest, rulebook: Rulebook) -> list[Score]:
    """What the count can have made, as it is told."""
    return [score_of(ended, contest) for ended in _possible_counts(black, rulebook)]


def _possible_counts(black: Fraction, rulebook: Rulebook) -> list[Counted]:
    """How the count can have ended the game, without a warning first; none of a number that no board gives."""
    rules, compensation = discipline_of(rulebook), 0 if rulebook.games is None else rulebook.games.compensation
    most = 1 if rulebook.discipline is None else rules.warnings_that_lose or MOST_WARNINGS
    found: list[Counted] = []
    for black_warnings, white_warnings in product(range(most), repeat=2):
        try:
            ended = count(
                black,
                compensation=Fraction(compensation),
                black_warnings=black_warnings,
                white_warnings=white_warnings,
                price=Fraction(rules.warning_costs),
                warnings_that_lose=None,
            )
        except UserError:
            return []
        found.append(ended)
    return found


# --- boards of a match of teams -------------------------------------------------------------------------------------


_MOST_SHOWN: Final = 12


def board_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """Scores of more than all boards, boards that nobody has or that stand twice, and more games than a board has.

    A dispute and a challenge number their games as they come, so that only their sum has a bound.
    """
    rulebook, result = record.rulebook, contest.contest.result
    if rulebook.teams is None or result is None:
        return
    most, played = whole_score(rulebook, contest.contest.stage), sum(result.score) + result.draws
    if played > most and result.kind is not ResultKind.DOUBLE_WALKOVER:
        yield RecordFault(f"{contest.place}.score", FaultCode.IMPOSSIBLE_SCORE, _score_words(result), _possible(most))
    several = rulebook.dispute is not None or stays_on(rulebook)
    if not several:
        yield from _each(result.boards, rulebook, contest.contest.stage, f"{contest.place}.boards")
    yield from _kinds(result.boards, f"{contest.place}.boards", several=several)


def _kinds(boards: tuple[BoardResult, ...], place: str, *, several: bool) -> Iterator[RecordFault]:
    """A game of several on a board was won by somebody, and a board that nobody has won has no score."""
    for at, board in enumerate(boards):
        if board.kind is not ResultKind.PLAYED and (several or _is_scored(board)):
            yield RecordFault(f"{place}[{at}].kind", FaultCode.KIND_CONTRADICTS, board.kind)


def _is_scored(board: BoardResult) -> bool:
    return any((*board.score, board.draws, *board.walkover_games)) or board.count is not None


def _each(boards: tuple[BoardResult, ...], rulebook: Rulebook, stage: Stage, place: str) -> Iterator[RecordFault]:
    most = 1 if rulebook.teams is None else boards_of(rulebook.teams)
    seen: dict[tuple[int, str], int] = {}
    for at, board in enumerate(boards):
        first = seen.setdefault((board.board, board.modality), at)
        if first != at:
            yield RecordFault(f"{place}[{at}].board", FaultCode.BOARD_TWICE, str(board.board), f"{place}[{first}]")
        if board.board > most and board.modality != EXTRA:
            yield RecordFault(
                f"{place}[{at}].board", FaultCode.WRONG_KIND, str(board.board), ValueKind.MOST.within(most)
            )
        games = 1 if board.modality == EXTRA else games_on_board(rulebook, stage)
        if sum(board.score) + board.draws > games:
            yield RecordFault(f"{place}[{at}].score", FaultCode.IMPOSSIBLE_SCORE, _score_words(board), _possible(games))


def _score_words(one: BoardResult | Result) -> str:
    return words((*one.score, one.draws) if one.draws else one.score)


def _possible(games: int) -> str:
    return possible_words(Length(games, play_all=True, drawable=True), _MOST_SHOWN)


def staying_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """The first game of a challenge that cannot have been; none of a result that tells no games."""
    result = contest.contest.result
    if result is None or not result.boards or not stays_on(record.rulebook):
        return
    at = first_fault(result.boards, (record.rulebook.teams or TeamRules()).size)
    if at is not None:
        place = f"{contest.place}.boards[{at}]" if at < len(result.boards) else f"{contest.place}.boards"
        yield RecordFault(place, FaultCode.DOES_NOT_STAY, str(at + 1))


# --- contests that no table would count -----------------------------------------------------------------------------


_NUMBERED: Final = frozenset({Stage.LOWER, Stage.PLACEMENT})
"""Stages of which a number tells one bracket from another."""
_PAIR: Final = 2


def belonging_faults(in_force: Collection[RecordedContest], record: Record) -> Iterator[RecordFault]:
    """Every contest of a stage, a group or a round that the event does not have, with the key that says so."""
    if len(record.facts.starters) < _PAIR:
        return
    plan = format_of(record.rulebook).plan(record)
    for one in in_force:
        if key := _stray(one.contest, plan):
            yield RecordFault(f"{one.place}.{key}", FaultCode.IMPOSSIBLE_PLACE, spot(one.contest))


def unplaced_faults(in_force: Collection[RecordedContest], record: Record) -> Iterator[RecordFault]:
    """Everybody of a knock-out that has begun who is in none of its contests: nobody knows whom they meet.

    Where draws stand the pairings are made again from these, and what is missing is found there.
    """
    if not in_force or record.draws or not record.rulebook.traits.is_bracket:
        return
    told = {side for one in in_force for side in one.contest.sides}
    for at, one in enumerate(record.facts.starters):
        if one.entrant_id not in told:
            yield RecordFault(f"entrants[{at}]", FaultCode.NOT_PLACED, record.name_of(one.entrant_id))


def spot(contest: Contest) -> str:
    """Stage, group, round and position, as a fault tells them."""
    group = f"/{contest.group}" if contest.group else ""
    return f"{contest.stage}{group} {contest.round}:{contest.position}"


def _stray(contest: Contest, plan: Plan) -> str | None:
    """The key that takes the contest out of the event."""
    behind = plan.is_behind(contest)
    if contest.stage in plan.bracket and behind:
        return "group" if contest.group and contest.stage not in _NUMBERED else None
    if contest.stage not in plan.stages:
        return "round" if contest.stage in plan.bracket else "stage"
    if not _has_its_group(contest, plan):
        return "group"
    return "round" if behind and contest.stage in {Stage.MAIN, Stage.GROUP} else None


def _has_its_group(contest: Contest, plan: Plan) -> bool:
    """Whether a contest of groups names one of them, and any other none that it cannot have."""
    if contest.group == 0:
        return contest.stage is not Stage.GROUP
    return contest.group in plan.groups or contest.stage in _NUMBERED


_BOTH = 2


# --- guesses of who begins ------------------------------------------------------------------------------------------


def guess_of(told: model.ContestOnFile) -> Guess | None:
    """The guess as the file tells it; None of a contest without one, and where its hider plays elsewhere."""
    one = told.guess
    if one is None or told.id is None or one.hider not in told.sides:
        return None
    hider = told.sides.index(one.hider)
    return Guess(ContestId(told.id), hider, one.why, one.secret, one.opened_at, one.said, one.opened_at)


def wrong_hashes(record: model.RecordFile) -> Iterator[RecordFault]:
    """A hash that is not the one of its secret, and a guess of nobody who plays."""
    for at, contest in enumerate(record.contests):
        place, guess = f"contests[{at}].guess", guess_of(contest)
        if contest.guess is not None and (guess is None or len(contest.sides) != _BOTH):
            yield RecordFault(f"{place}.hider", FaultCode.GUESS, contest.guess.hider)
        elif contest.guess is not None and guess is not None and contest.guess.hash != guess.commitment:
            yield RecordFault(f"{place}.hash", FaultCode.GUESS, contest.guess.hash, guess.commitment)


def guess_faults(
    contest: RecordedContest, record: Record, starters: Mapping[EntrantId, Starter]
) -> Iterator[RecordFault]:
    """Colours that the guess does not give, and a hider whom neither the grades nor the lot say."""
    guess, sides = contest.guess, contest.contest.sides
    if guess is None or len(sides) != _BOTH:
        return
    known = {side: starters[side].grade for side in sides if side in starters}
    drawn = _seeds_by(guess.opened_at, record)
    if not drawn:
        return
    match fault_of(guess, contest.contest.first_side, (known.get(sides[0]), known.get(sides[1])), drawn[-1:]):
        case GuessFault.FIRST_SIDE:
            wanted = str(guess.first_side)
            yield RecordFault(f"{contest.place}.first_side", FaultCode.GUESS, str(contest.contest.first_side), wanted)
        case GuessFault.HIDER:
            wanted = record.name_of(sides[guess.guesser])
            yield RecordFault(
                f"{contest.place}.guess.hider", FaultCode.GUESS, record.name_of(sides[guess.hider]), wanted
            )


def _seeds_by(moment: datetime, record: Record) -> list[str]:
    """The seeds of the draws that were made by then, those without a moment among them."""
    return [draw.record.seed for draw in record.draws if draw.drawn_at is None or draw.drawn_at <= moment]


# --- moments that cannot be -----------------------------------------------------------------------------------------


_Moment = tuple[str, datetime | None]
"""Where it stands, and what it says."""


def moments_out_of_order(record: Record) -> Iterator[RecordFault]:
    """Every moment that comes before one from which it follows."""
    yield from _in_order([("event.began_at", record.facts.began_at), ("event.ended_at", record.ended_at)])
    yield from _in_order([(f"draws[{at}].drawn_at", one.drawn_at) for at, one in enumerate(record.draws)])
    for one in record.contests:
        yield from _of_contest(one)
        if record.draws and one.draw is not None and 1 <= one.draw <= len(record.draws):
            drawn: _Moment = (f"draws[{one.draw - 1}].drawn_at", record.draws[one.draw - 1].drawn_at)
            yield from _in_order([drawn, (f"{one.place}.created_at", one.contest.created_at)])


def _of_contest(contest: RecordedContest) -> Iterator[RecordFault]:
    made: _Moment = (f"{contest.place}.created_at", contest.contest.created_at)
    settled: list[_Moment] = [
        (f"{contest.place}.earlier[{at}].settled_at", _told_moment(result.settled_at))
        for at, result in enumerate(contest.earlier)
    ]
    if contest.contest.result is not None:
        settled.append((f"{contest.place}.settled_at", _told_moment(contest.contest.result.settled_at)))
    yield from _in_order([made, *settled])
    yield from _in_order([made, (f"{contest.place}.voided_at", contest.voided_at)])


def _in_order(moments: list[_Moment]) -> Iterator[RecordFault]:
    known = [(place, moment) for place, moment in moments if moment is not None]
    for (before, earlier), (place, later) in pairwise(known):
        if later < earlier:
            yield RecordFault(place, FaultCode.OUT_OF_ORDER, later.isoformat(), before)


def _told_moment(moment: datetime) -> datetime | None:
    """None where the file says nothing, and the order of its lines stands in for the moment."""
    return None if moment.year == LONG_AGO.year else moment


_TWO: Final = 2


# --- all faults -----------------------------------------------------------------------------------------------------


def faults_of(record: Record) -> Iterator[RecordFault]:
    """Every fault, contest by contest."""
    in_force = [contest for contest in record.contests if contest.voided_at is None]
    starters = {one.entrant_id: one for one in record.facts.starters}
    members = {person for starter in record.facts.starters for person in starter.members}
    yield from _places(in_force, record)
    for contest in record.contests:
        yield from board_faults(contest, record)
        yield from separating_faults(contest, record, starters)
        yield from staying_faults(contest, record)
        yield from game_faults(contest, record)
        yield from count_faults(contest, record)
        yield from guess_faults(contest, record, starters)
        yield from _sides(contest, record)
        yield from _draw_faults(contest, record)
        yield from _without_group(contest, record)
        for place, result in contest.results():
            yield from score_faults(contest.contest, result, place, record, members)
    if not record.by_hand:
        yield from _numbers(in_force, record)
    yield from belonging_faults(in_force, record)
    yield from unplaced_faults(in_force, record)
    yield from _meetings(in_force, record)
    yield from _mentions(record)
    yield from moments_out_of_order(record)


def _without_group(one: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """Before the knock-out begins everything is played in a group."""
    contest, entrants = one.contest, len(record.facts.starters)
    if not record.rulebook.traits.in_groups or contest.stage is not Stage.MAIN or entrants < _TWO:
        return
    if contest.round <= rounds_of_groups(record.rulebook, entrants):
        yield RecordFault(one.place, FaultCode.NO_GROUP, " – ".join(map(record.name_of, contest.sides)))


def _draw_faults(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    """A contest names the draw that it follows from; without draws in the file its number says nothing."""
    if record.draws and contest.draw is not None and not 1 <= contest.draw <= len(record.draws):
        yield RecordFault(f"{contest.place}.draw", FaultCode.UNKNOWN_DRAW, str(contest.draw), str(len(record.draws)))


def follows_berger(record: Record) -> bool:
    """Whether the contests of every pool stand at the places that its Berger table has for them."""
    in_force = [contest for contest in record.contests if contest.voided_at is None]
    return next(_numbers(in_force, record), None) is None


def _numbers(in_force: list[RecordedContest], record: Record) -> Iterator[RecordFault]:
    """In a pool every entrant has one number of its Berger table, and its places show which."""
    sizes = format_of(record.rulebook).pools(record)
    known = _Seating()
    for one in in_force:
        contest = one.contest
        size = sizes.get((contest.stage, contest.group), 0)
        if size < _TWO:
            continue
        game = _game_at(contest, size)
        if game is None:
            yield RecordFault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))
        elif len(game) < len(contest.sides) or not known.agree(contest, game):
            yield RecordFault(f"{one.place}.sides", FaultCode.IMPOSSIBLE_PLACE, spot(contest))


def _game_at(contest: Contest, size: int) -> tuple[int, ...] | None:
    """The numbers that meet at the contest's place, in the order of its sides; None where the table has no such."""
    cycle, number = divmod(contest.round - 1, pairing.length(size))
    games = pairing.round_of(number + 1, size)
    if contest.round < 1 or contest.position >= len(games):
        return None
    game = games[contest.position]
    return game[::-1] if cycle % 2 else game


@dataclass(frozen=True, slots=True)
class _Seating:
    """The numbers that the contests of a record show, group by group."""

    holders: dict[tuple[int, int], EntrantId] = field(default_factory=dict)
    numbers: dict[tuple[int, EntrantId], int] = field(default_factory=dict)

    def agree(self, contest: Contest, game: tuple[int, ...]) -> bool:
        """Whether the sides have the numbers of the game, or may have them; of a match with one side gone, always."""
        if len(game) != len(contest.sides):
            return True
        for seat, side in zip(game, contest.sides, strict=True):
            if self.holders.setdefault((contest.group, seat), side) != side:
                return False
            if self.numbers.setdefault((contest.group, side), seat) != seat:
                return False
        return True


def _places(in_force: list[RecordedContest], record: Record) -> Iterator[RecordFault]:
    """No two contests at one place, under one id, or with one entrant in one round; each at a place that exists."""
    played = format_of(record.rulebook)
    ids: dict[str, str] = {}
    places: dict[tuple[str, int, int, int], str] = {}
    rounds: dict[tuple[str, int, int, EntrantId], str] = {}
    for one in in_force:
        contest = one.contest
        where = (_kind(contest), contest.group, contest.round, contest.position)
        if where in places:
            yield RecordFault(one.place, FaultCode.SAME_PLACE, spot(contest), places[where])
        elif contest.contest_id in ids:
            yield RecordFault(one.place, FaultCode.CONTEST_TWICE, contest.contest_id, ids[contest.contest_id])
        places.setdefault(where, one.place)
        ids.setdefault(contest.contest_id, one.place)
        if record.rulebook.traits.in_rounds:
            yield from _twice_in_round(one, record, rounds)
        if not played.has_place(contest, record):
            yield RecordFault(one.place, FaultCode.IMPOSSIBLE_PLACE, spot(contest))


def _twice_in_round(
    contest: RecordedContest, record: Record, rounds: dict[tuple[str, int, int, EntrantId], str]
) -> Iterator[RecordFault]:
    for side in dict.fromkeys(contest.contest.sides):
        taken = (_kind(contest.contest), contest.contest.group, contest.contest.round, side)
        if taken in rounds:
            yield RecordFault(contest.place, FaultCode.TWICE_IN_ROUND, record.name_of(side), rounds[taken])
        rounds.setdefault(taken, contest.place)


def _kind(contest: Contest) -> str:
    """What shares its places: the stages of a bracket do."""
    return "bracket" if contest.stage in BRACKET else contest.stage.value


def _meetings(in_force: list[RecordedContest], record: Record) -> Iterator[RecordFault]:
    """No pair meets more often than the format lets it."""
    allowed = format_of(record.rulebook).meetings(record)
    if allowed is None:
        return
    met: dict[frozenset[EntrantId], list[str]] = {}
    for one in in_force:
        if one.contest.stage not in allowed.stages or len(one.contest.sides) < _TWO:
            continue
        before = met.setdefault(frozenset(one.contest.sides), [])
        if len(before) >= allowed.times:
            yield RecordFault(
                one.place, FaultCode.MET_TWICE, " – ".join(map(record.name_of, one.contest.sides)), before[-1]
            )
        before.append(one.place)


def _sides(contest: RecordedContest, record: Record) -> Iterator[RecordFault]:
    sides, due = contest.contest.sides, format_of(record.rulebook).sides
    if len(set(sides)) < len(sides):
        yield RecordFault(f"{contest.place}.sides", FaultCode.AGAINST_ITSELF, record.name_of(sides[0]))
    if len(sides) < due.fewest or (due.most is not None and len(sides) > due.most):
        yield RecordFault(f"{contest.place}.sides", FaultCode.SIDES, str(len(sides)), str(due.most or due.fewest))
    if len(sides) == 1 and contest.contest.result is not None:
        yield RecordFault(f"{contest.place}.score", FaultCode.IMPOSSIBLE_SCORE, words_of(contest.contest.result), "bye")


def _mentions(record: Record) -> Iterator[RecordFault]:
    """Annulments and warnings speak of contests on record and of who was in them."""
    known = {contest.contest.contest_id: contest.contest for contest in record.contests}
    for contest_id, entrant in sorted(record.facts.annulled):
        if contest_id not in known:
            yield RecordFault("annulled", FaultCode.UNKNOWN_CONTEST, contest_id)
        elif entrant not in known[contest_id].sides:
            yield RecordFault("annulled", FaultCode.UNKNOWN_ENTRANT, record.name_of(entrant), contest_id)
    for at, warned in enumerate(record.warnings):
        if warned.contest_id not in known:
            yield RecordFault(f"warnings[{at}].contest", FaultCode.UNKNOWN_CONTEST, warned.contest_id)
