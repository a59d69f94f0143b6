"""py4swiss, FIDE's Dutch system, asked to pair the same round; and what can be counted of either's boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from py4swiss.engines import DutchEngine
from py4swiss.engines.common import PairingError
from py4swiss.trf import ParsedTrf
from py4swiss.trf.codes import PlayerCode
from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
from py4swiss.trf.sections import PlayerSection, XSection

from benchmarks.swiss_events import HALF, Pairs, Played, SwissEvent
from bot.play.pairing import Strength, wish

WON, DRAWN, LOST = Fraction(1), HALF, Fraction(0)
PLAYED = {WON: ResultToken.WIN, DRAWN: ResultToken.DRAW, LOST: ResultToken.LOSS}
FORFEIT = {WON: ResultToken.FORFEIT_WIN, LOST: ResultToken.FORFEIT_LOSS}


@dataclass(frozen=True, slots=True, order=True)
class Faults:
    """What a round costs by the criteria that all systems share, most severe first; less is better."""

    rematches: int
    second_byes: int
    colours: int
    """Boards of two who must both have the same colour, those of leaders in the last round apart."""
    bye_points: Fraction
    squared_gaps: Fraction
    cross_score: int
    """Boards of two scores."""


def trf(event: SwissEvent) -> ParsedTrf:
    """The event in py4swiss's own words, which are those of FIDE's report file."""
    sections = [
        PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=int(10 * event.points(number)),
            rank=number,
            results=[_result(one) for one in rounds],
        )
        for number, rounds in event.history.items()
    ]
    return ParsedTrf(
        player_sections=sections, x_section=XSection(number_of_rounds=event.rounds, zeroed_ids=set(event.away))
    )


def theirs(event: SwissEvent) -> Pairs | None:
    """The next round by py4swiss; None where it finds none."""
    return pair_record(trf(event))


def pair_record(record: ParsedTrf) -> Pairs | None:
    """As `theirs`, of an event that is in its words already."""
    try:
        found = DutchEngine.generate_pairings(record)
    except PairingError:
        return None
    return [(one.white, one.black or None) for one in found]


def faults(event: SwissEvent, pairs: Pairs) -> Faults:
    """Counted from the event's history, by neither engine."""
    boards = [(one, other) for one, other in pairs if other is not None]
    byes = [one for one, other in pairs if other is None]
    gaps = [event.points(one) - event.points(other) for one, other in boards]
    return Faults(
        sum(other in event.opponents_of(one) for one, other in boards),
        sum(event.byes(one) > 0 for one in byes),
        sum(_must_refuse(event, one, other) for one, other in boards),
        sum((event.points(one) for one in byes), Fraction(0)),
        sum((gap * gap for gap in gaps), Fraction(0)),
        sum(gap != 0 for gap in gaps),
    )


def _must_refuse(event: SwissEvent, one: int, other: int) -> bool:
    if event.is_topscorer(one) or event.is_topscorer(other):
        return False
    mine, yours = wish(event.colours(one)), wish(event.colours(other))
    return mine.side == yours.side and mine.strength is yours.strength is Strength.ABSOLUTE


def _result(played: Played) -> RoundResult:
    if played.bye:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.PAIRING_ALLOCATED_BYE)
    if played.opponent is None:
        return RoundResult(id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE)
    if played.first is None:
        return RoundResult(id=played.opponent, color=ColorToken.BYE_OR_NOT_PAIRED, result=FORFEIT[played.points])
    colour = ColorToken.WHITE if played.first else ColorToken.BLACK
    return RoundResult(id=played.opponent, color=colour, result=PLAYED[played.points])
