"""The next round of a record, with the reason for each pairing and each bye."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from hashlib import sha256

from bot.domain import berger
from bot.domain.arena.arena_scoring import tallies
from bot.domain.contests import NewContest, Stage
from bot.domain.crosstable import is_round_robin
from bot.domain.events.draw import Stream
from bot.domain.events.records import FIELD, Record
from bot.domain.formats import ENDED_BY_LOT, FORMATS, swiss
from bot.domain.formats.knockout import first_round
from bot.domain.ids import EntrantId
from bot.domain.lengths import in_bracket
from bot.domain.pairing import Board
from bot.domain.ranking import drawn_lot
from bot.domain.regulation.format_rules import Seeding
from bot.domain.rulebook import FormatName
from bot.domain.tables.tables_scoring import players
from bot.record.deriving import is_free_round_robin, is_over


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


@dataclass(frozen=True, slots=True)
class NextRound:
    """What comes next; nothing while results are missing, and when the event is over."""

    pairings: tuple[Paired, ...]
    lot: tuple[EntrantId, ...] = ()
    """The order by lot that separates who is level, where that is what comes next."""
    by_lot: bool = False
    """Whether chance had a part."""
    open_contests: int = 0
    is_over: bool = False


@dataclass(frozen=True, slots=True)
class _Basis:
    """What the reasons of a round are read from, worked out once for all its contests."""

    boards: Mapping[int, Board]
    """Of a Swiss round, by position."""
    games: Mapping[tuple[int, int], tuple[int, ...]]
    """The numbers of a Berger table, by round and position."""
    active: frozenset[EntrantId]
    """Who has not lost at a table."""


def next_round(record: Record, seed: str | None = None) -> NextRound:
    """The next pairings. Chance comes from `seed`; without one from the draw on record, or else from the facts.

    Raises ValueError where the format refuses, as with one entrant, and of a round robin that is played by another
    order than the Berger table's.
    """
    if is_free_round_robin(record):
        if is_over(record):
            return NextRound((), is_over=True)
        raise ValueError("this round robin does not follow the Berger table, so only its players know who meets next")
    played, facts, rulebook = FORMATS[record.rulebook.format], record.facts, record.rulebook
    waiting = sum(len(one.sides) > 1 and one.result is None for one in facts.contests)
    if played.is_over(facts, rulebook):
        return NextRound((), is_over=True)
    by_lot = played.needs_draw(facts, rulebook)
    stream = _stream(record, seed) if by_lot else None
    if by_lot and facts.contests and rulebook.format in ENDED_BY_LOT and stream is not None:
        return NextRound((), lot=drawn_lot(facts, stream), by_lot=True)
    found = played.advance(facts, rulebook, stream)
    basis = _Basis(
        _boards(record, found, _stream(record, seed) if by_lot else None), _games(record, found), _active(record, found)
    )
    return NextRound(tuple(_paired(record, new, basis) for new in found), (), by_lot, waiting)


def _stream(record: Record, seed: str | None) -> Stream:
    """The same facts and the same seed give the same chance."""
    drawn = [one.record for one in record.draws if one.purpose == FIELD]
    if seed is None and drawn and not record.facts.contests:
        return drawn[-1].stream()
    told = (
        seed if seed is not None else repr((record.event_id, sorted(one.entrant_id for one in record.facts.starters)))
    )
    return Stream(sha256(f"{told}\n{len(record.facts.contests)}".encode()).digest())


def _boards(record: Record, found: Sequence[NewContest], stream: Stream | None) -> Mapping[int, Board]:
    """The boards of a Swiss round with the reasons of the pairing."""
    rulebook, facts = record.rulebook, record.facts
    pools = rulebook.format is FormatName.ROUND_ROBIN and is_round_robin(facts, rulebook)
    if rulebook.format not in {FormatName.SWISS, FormatName.ROUND_ROBIN} or pools:
        return {}
    rounds = [one for one in found if one.stage is Stage.MAIN and one.round <= swiss.rounds(facts, rulebook)]
    if not rounds:
        return {}
    return dict(enumerate(swiss.pairing_of(facts, rulebook, rounds[0].round, stream).boards))


def _games(record: Record, found: Sequence[NewContest]) -> Mapping[tuple[int, int], tuple[int, ...]]:
    """The Berger table as far as the contests need it."""
    size, last = len(record.facts.starters), max((one.round for one in found), default=0)
    if record.rulebook.format is not FormatName.ROUND_ROBIN or not last:
        return {}
    cycles = (last - 1) // len(berger.rounds(size)) + 1
    numbered = enumerate(berger.rounds(size, cycles), start=1)
    return {(number, position): tuple(game) for number, games in numbered for position, game in enumerate(games)}


def _active(record: Record, found: Sequence[NewContest]) -> frozenset[EntrantId]:
    """Who had not lost when the round of tables was made."""
    if record.rulebook.format is not FormatName.TABLES or not found:
        return frozenset()
    known = players(record.facts, record.rulebook, found[0].round)
    return frozenset(side for side, player in known.items() if player.is_active)


def _paired(record: Record, new: NewContest, basis: _Basis) -> Paired:
    if new.position in basis.boards and basis.boards[new.position].sides == new.sides:
        return _swiss(new, basis.boards[new.position])
    match record.rulebook.format:
        case FormatName.ARENA:
            return _arena(record, new)
        case FormatName.TABLES:
            return _table(new, basis)
        case FormatName.TITLE_MATCH:
            return Paired(new, Why.TITLE)
    if new.stage is Stage.PLAY_OFF:
        return Paired(new, Why.LEVEL)
    if new.stage is Stage.GROUP or (new.stage is Stage.MAIN and record.rulebook.format is FormatName.ROUND_ROBIN):
        return _berger(new, basis)
    return _bracket(record, new)


def _swiss(new: NewContest, board: Board) -> Paired:
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


def _berger(new: NewContest, basis: _Basis) -> Paired:
    """The numbers as the table has them at this place."""
    why = Why.REST if len(new.sides) == 1 else Why.BERGER
    if new.stage is Stage.GROUP:
        return Paired(new, why, {"group": str(new.group)})
    game = basis.games[new.round, new.position]
    return Paired(new, why, {"numbers": " - ".join(map(str, game)), "round": str(new.round)})


def _bracket(record: Record, new: NewContest) -> Paired:
    is_seeded = record.rulebook.format is FormatName.KNOCKOUT and record.rulebook.knockout.seeding is Seeding.SEEDED
    if new.bye_reason is not None:
        known = {"rating": Why.RATING_BYE, "lot": Why.LOT_BYE, "seed": Why.SEEDED if is_seeded else Why.SEEDS}
        return Paired(new, known.get(new.bye_reason, Why.VACANT))
    if new.stage in {Stage.THIRD_PLACE, Stage.PLACEMENT, Stage.LOWER}:
        return Paired(new, Why.LOSERS)
    if _follows(record, new):
        upper = 2 * new.position
        return Paired(new, Why.WINNERS, {"round": str(new.round - 1), "places": f"{upper + 1} and {upper + 2}"})
    if is_seeded:
        return Paired(new, Why.SEEDED)
    return Paired(new, Why.LOT if record.rulebook.format is FormatName.KNOCKOUT else Why.SEEDS)


def _follows(record: Record, new: NewContest) -> bool:
    """Whether those who meet came through the two places before, with or without playing."""
    if record.rulebook.format is FormatName.KNOCKOUT:
        return new.round > first_round(len(record.facts.starters))
    before = [one for one in record.facts.contests if one.round == new.round - 1 and set(one.sides) & set(new.sides)]
    return bool(before) and all(in_bracket(one, record.rulebook) for one in before)


def _table(new: NewContest, basis: _Basis) -> Paired:
    if new.stage is Stage.FINAL:
        return Paired(new, Why.FINAL_TABLE)
    if new.stage is Stage.PLAY_OFF:
        return Paired(new, Why.LEVEL)
    if new.bye_reason is not None:
        return Paired(new, Why.REST)
    return Paired(new, Why.ACTIVE if basis.active.issuperset(new.sides) else Why.INACTIVE)


def _arena(record: Record, new: NewContest) -> Paired:
    scores = tallies(record.facts, record.rulebook, set(new.sides))
    points = " - ".join(str(scores[side].points) for side in new.sides)
    since = {one.entrant_id: one.since for one in record.facts.waiting}
    waited = " - ".join(since[side].isoformat() for side in new.sides if side in since)
    return Paired(new, Why.WAITED, {"points": points, "since": waited})
