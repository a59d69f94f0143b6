"""Playing a record's pairings again: every contest has to follow from what was known when it was made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import Final

from bot.domain.contests import Contest, NewContest, Stage
from bot.domain.events.draw import ListedEntrant, Stream, listed_entrants
from bot.domain.events.forbidden_pairs import holding
from bot.domain.events.records import FIELD, ROUND, Record, RecordedContest, RecordedDraw
from bot.domain.formats import FORMATS, EventFacts
from bot.domain.formats.protocol import Starter
from bot.domain.ids import ContestId, EntrantId
from bot.domain.lengths import length_of
from bot.record.formats.protocol import BRACKET
from bot.record.look_alikes import telling_name
from bot.record.objects import lot_of

MOST_WORK: Final = 300_000
"""Moments times contests: of a larger event only what was drawn is drawn again, for a moment takes as long as all."""
Spot = tuple[str, int, int, int]
"""Stage, group, round and position."""
_Known = list[tuple[NewContest, RecordedContest]]
"""Contests as they follow, and as the file tells them."""


@dataclass(frozen=True, slots=True)
class Mispaired:
    """A contest that does not follow: the key in the file, what stands there, and what should by the facts."""

    place: str
    recorded: str
    derived: str
    """Empty where nobody would meet at that place."""


_Step = tuple[_Known, Mispaired | None]
"""What follows at once, and the first of it that is another in the file."""


def can_be_checked(record: Record) -> bool:
    """Whether the file says when everything happened, or has a bracket, which needs no time.

    Without rounds the pairs follow from what people did, and of that no record tells enough."""
    if not record.rulebook.traits.in_rounds or not record.contests:
        return False
    return _has_moments(record) or record.rulebook.traits.is_bracket


def first_mispaired(record: Record) -> Mispaired | None:
    """The first contest that does not follow from the facts before it; None when all do. See `can_be_checked`.

    In a bracket everything but the draw follows from who has won, so the moments of its draws are enough.
    """
    in_time = next(_through_time(record), None) if _has_moments(record) else None
    if in_time is not None or not record.rulebook.traits.is_bracket:
        return in_time
    return next(_bracket(record), None)


def _has_moments(record: Record) -> bool:
    """A draw of the field with its moment, and a moment for each contest."""
    drawn = [one for one in record.draws if one.purpose == FIELD]
    return (
        bool(drawn)
        and all(one.drawn_at is not None for one in record.draws)
        and all(one.contest.created_at is not None for one in record.contests)
    )


def _through_time(record: Record) -> Iterator[Mispaired]:
    """Transaction by transaction: all contests of one moment follow from those before it, and from each other."""
    made_at = {one.contest.created_at for one in record.contests if one.contest.created_at is not None}
    moments = sorted(made_at)
    if record.rulebook.traits.is_bracket or len(moments) * len(record.contests) > MOST_WORK:
        moments = sorted(made_at.intersection(one.drawn_at for one in record.draws))
    for moment in moments:
        made = [one for one in record.contests if one.contest.created_at == moment]
        yield from _at(record, moment, made)


def _at(record: Record, moment: datetime, made: Sequence[RecordedContest]) -> Iterator[Mispaired]:
    waiting = {_spot(one.contest): one for one in made}
    stream = _stream(record, moment)
    while waiting:
        known, wrong = _step(record, moment, waiting, stream)
        if wrong is not None or not known:
            yield wrong or _unfounded_contest(record, next(iter(waiting.values())))
            return
        for new, _ in known:
            del waiting[_spot(new)]
        stream = None


def _step(record: Record, moment: datetime, waiting: Mapping[Spot, RecordedContest], stream: Stream | None) -> _Step:
    """What follows now, whichever way it does where somebody left at that very moment.

    Within one millisecond that may have been before the pairing was made or after it.
    """
    leaving = frozenset(entrant for entrant, left in record.withdrawn_at.items() if left == moment)
    tried = (_follow(record, moment, waiting, stream, still) for still in dict.fromkeys((frozenset(), leaving)))
    steps = list(tried)
    return next((one for one in steps if one[0] and one[1] is None), steps[0])


def _follow(
    record: Record,
    moment: datetime,
    waiting: Mapping[Spot, RecordedContest],
    stream: Stream | None,
    still_there: frozenset[EntrantId],
) -> _Step:
    """The contests of the file that follow now, and the first thing that is another; some may still have been there."""
    facts = _facts_at(record, moment, {one.contest.contest_id for one in waiting.values()}, still_there)
    found = _advance(record, facts, stream)
    known = _on_record(found, waiting)
    unlike = (one for new, told in known for one in _unlike(record, told, new))
    elsewhere = () if stream is None else [new for new in found if _spot(new) not in waiting]
    return known, next(chain(_elsewhere(record, moment, elsewhere), unlike), None)


def _on_record(found: Sequence[NewContest], told: Mapping[Spot, RecordedContest]) -> _Known:
    """The contests that come about at places that the file has too, each with what it tells there."""
    return [(new, told[_spot(new)]) for new in found if _spot(new) in told]


def _elsewhere(record: Record, moment: datetime, drawn: Sequence[NewContest]) -> Iterator[Mispaired]:
    """What a draw gave and the file has at another moment, where no draw would speak for it, or not at all."""
    for new in drawn:
        one = next((one for one in record.contests if _spot(one.contest) == _spot(new)), None)
        if one is None or one.contest.created_at is None:
            yield Mispaired("contests", "", _names(record, new.sides))
        else:
            yield Mispaired(f"{one.place}.created_at", one.contest.created_at.isoformat(), moment.isoformat())


def _advance(record: Record, facts: EventFacts, stream: Stream | None) -> Sequence[NewContest]:
    try:
        return FORMATS[record.rulebook.format].advance(facts, record.rulebook, stream)
    except (ValueError, LookupError):
        return ()


def _facts_at(
    record: Record, moment: datetime, pending: set[ContestId], still_there: frozenset[EntrantId]
) -> EventFacts:
    """What was known at the moment: contests that stood, with the results that stood, and who had left."""
    contests = tuple(
        replace(one.contest, result=one.at(moment))
        for one in record.contests
        if one.contest.contest_id not in pending
        and one.contest.created_at is not None
        and one.contest.created_at <= moment
        and (one.voided_at is None or one.voided_at > moment)
    )
    draws = [one for one in record.draws if one.drawn_at is not None and one.drawn_at <= moment]
    return replace(
        record.facts,
        starters=tuple(_field(record, draws, moment, still_there)),
        contests=contests,
        forbidden=holding(record.forbidden, moment),
        lot=lot_of(draws),
        now=moment,
    )


def _field(
    record: Record, draws: Sequence[RecordedDraw], moment: datetime, still_there: frozenset[EntrantId]
) -> Iterator[Starter]:
    """Who had been drawn by then, in the order of the list, and who entered late after them."""
    known, listed = record.facts.by_entrant, {one.entrant_id: one for one in listed_in(draws) or ()}
    for entrant, line in listed.items():
        own = known.get(entrant, Starter(entrant, None))
        drawn = replace(own, rating=None if line.rating is None else float(line.rating), seed=line.seed)
        yield _at_the_moment(drawn, record, moment, still_there)
    late = (one for one in record.facts.starters if one.enters_in > 1 and one.entrant_id not in listed)
    yield from (_at_the_moment(one, record, moment, still_there) for one in late)


def listed_in(draws: Sequence[RecordedDraw]) -> tuple[ListedEntrant, ...] | None:
    """Whom the last draw of the field was made over; None where no field was drawn."""
    fields = [one.record.entrants for one in draws if one.purpose == FIELD]
    return listed_entrants(fields[-1]) if fields else None


def _at_the_moment(one: Starter, record: Record, moment: datetime, still_there: frozenset[EntrantId]) -> Starter:
    """The starter, who may leave only later."""
    left = record.withdrawn_at.get(one.entrant_id)
    gone = one.withdrawn if left is None else left <= moment and one.entrant_id not in still_there
    return replace(one, withdrawn=gone)


def _stream(record: Record, moment: datetime) -> Stream | None:
    drawn = [one for one in record.draws if one.drawn_at == moment and one.purpose in {FIELD, ROUND}]
    return drawn[-1].record.stream() if drawn else None


def _bracket(record: Record) -> Iterator[Mispaired]:
    """A knock-out without moments: every later place is met by who came through the places before it."""
    in_force = {_spot(one.contest): one for one in record.contests if one.voided_at is None}
    facts = replace(record.facts, contests=_opening([one.contest for one in in_force.values()]))
    while known := _on_record(_advance(record, facts, None), in_force):
        for new, one in known:
            yield from _unlike(record, one, new)
        facts = replace(facts, contests=(*facts.contests, *(one.contest for _, one in known)))
    reached = {one.contest_id for one in facts.contests}
    yield from (_unfounded_contest(record, one) for one in in_force.values() if one.contest.contest_id not in reached)


def _opening(contests: Sequence[Contest]) -> tuple[Contest, ...]:
    """The first round of the bracket."""
    upper = [one for one in contests if one.stage in BRACKET]
    first = min((one.round for one in upper), default=0)
    return tuple(one for one in upper if one.round == first)


def _unlike(record: Record, one: RecordedContest, new: NewContest) -> Iterator[Mispaired]:
    """Every key of a contest that is another by the facts; without a draw only who meets whom is held to them."""
    told, length = one.contest, length_of(new, record.rulebook)
    if not _meet_as_told(record, new, told):
        yield Mispaired(f"{one.place}.sides", _names(record, told.sides), _names(record, new.sides))
    keys: list[tuple[str, object, object]] = [
        ("bye", told.bye_reason or "", new.bye_reason or ""),
        ("best_of", told.best_of, length.best_of),
        ("play_all", told.play_all, length.play_all),
        ("drawable", told.drawable, length.drawable),
    ]
    for key, own, due in keys if record.draws else ():
        if own != due:
            yield Mispaired(f"{one.place}.{key}", str(own), str(due))


def _meet_as_told(record: Record, new: NewContest, told: Contest) -> bool:
    """Whether those meet who have to.

    Of a file by hand the order of the sides says nothing, and who meets whom in a lower bracket is as it tells.
    """
    if not record.by_hand or record.draws:
        return new.sides == told.sides
    return new.stage is Stage.LOWER or set(new.sides) == set(told.sides)


def _unfounded_contest(record: Record, one: RecordedContest) -> Mispaired:
    return Mispaired(f"{one.place}.sides", _names(record, one.contest.sides), "")


def _names(record: Record, sides: Sequence[EntrantId]) -> str:
    return " – ".join(telling_name(record, side) for side in sides)


def _spot(contest: Contest | NewContest) -> Spot:
    return contest.stage, contest.group, contest.round, contest.position
