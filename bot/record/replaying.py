"""Holding a record against itself: everything that it claims is worked out again from its facts alone.

Every contest has to follow from what was known when it was made. Nobody goes on by a lot that the draws do not say
(GO-17.5).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from hashlib import sha256
from itertools import chain, zip_longest
from typing import Final

from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, StandingRow
from bot.play.course import has_to_be_won, length_of, separation
from bot.play.crosstable import is_round_robin
from bot.play.draw import CHAIN_LENGTH, DrawRecord, ListedEntrant, Stream, listed_entrants, verify
from bot.play.format_rules import LevelMatch
from bot.play.formats import FORMATS
from bot.play.formats.knockout import is_decided
from bot.play.formats.protocol import EventFacts, Starter
from bot.play.late import into_bye
from bot.play.ranking import drawn_lot, rank
from bot.play.rating import RatedMatch, as_published, matches_of, rate_event
from bot.play.records import (
    FIELD,
    LATE,
    LOT,
    OF_THE_FIELD,
    ROUND,
    UNKNOWN,
    RatingLine,
    Record,
    RecordedContest,
    RecordedDraw,
    holding,
)
from bot.record.checking import follows_berger
from bot.record.errors import FaultCode, RecordFault, RecordRefused, write_value
from bot.record.formats import format_of
from bot.record.objects import lot_of, telling_name
from bot.record.protocol import BRACKET, Paired
from bot.record.results import Rated, ratings_by_side
from bot.rulebooks.library import fingerprint

# --- pairings, played again -----------------------------------------------------------------------------------------


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
    drawn = [draw for draw in record.draws if draw.purpose == FIELD]
    return (
        bool(drawn)
        and all(draw.drawn_at is not None for draw in record.draws)
        and all(contest.contest.created_at is not None for contest in record.contests)
    )


def _through_time(record: Record) -> Iterator[Mispaired]:
    """Transaction by transaction: all contests of one moment follow from those before it, and from each other."""
    made_at = {contest.contest.created_at for contest in record.contests if contest.contest.created_at is not None}
    moments = sorted(made_at)
    if record.rulebook.traits.is_bracket or len(moments) * len(record.contests) > MOST_WORK:
        moments = sorted(made_at.intersection(draw.drawn_at for draw in record.draws))
    for moment in moments:
        made = [contest for contest in record.contests if contest.contest.created_at == moment]
        yield from _at(record, moment, made)


def _at(record: Record, moment: datetime, made: Sequence[RecordedContest]) -> Iterator[Mispaired]:
    waiting = {_spot(one.contest): one for one in made}
    stream = _drawn_stream(record, moment)
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
    return next((step for step in steps if step[0] and step[1] is None), steps[0])


def _follow(
    record: Record,
    moment: datetime,
    waiting: Mapping[Spot, RecordedContest],
    stream: Stream | None,
    still_there: frozenset[EntrantId],
) -> _Step:
    """The contests of the file that follow now, and the first thing that is another; some may still have been there."""
    facts = _facts_at(record, moment, {one.contest.contest_id for one in waiting.values()}, still_there)
    late = next((draw for draw in record.draws if draw.drawn_at == moment and draw.purpose == LATE), None)
    found = _advance(record, facts, stream) if late is None else _let_in(record, facts, late)
    known = _on_record(found, waiting)
    unlike = (one for new, told in known for one in _unlike(record, told, new))
    elsewhere = () if stream is None else [new for new in found if _spot(new) not in waiting]
    return known, next(chain(_elsewhere(record, moment, elsewhere), unlike), None)


def _on_record(contests: Sequence[NewContest], told: Mapping[Spot, RecordedContest]) -> _Known:
    """The contests that come about at places that the file has too, each with what it tells there."""
    return [(new, told[_spot(new)]) for new in contests if _spot(new) in told]


def _elsewhere(record: Record, moment: datetime, drawn: Sequence[NewContest]) -> Iterator[Mispaired]:
    """What a draw gave and the file has at another moment, where no draw would speak for it, or not at all."""
    for new in drawn:
        one = next((contest for contest in record.contests if _spot(contest.contest) == _spot(new)), None)
        if one is None or one.contest.created_at is None:
            yield Mispaired("contests", "", _names(record, new.sides))
        else:
            yield Mispaired(f"{one.place}.created_at", one.contest.created_at.isoformat(), moment.isoformat())


def _advance(record: Record, facts: EventFacts, stream: Stream | None) -> Sequence[NewContest]:
    try:
        return FORMATS[record.rulebook.format].advance(facts, record.rulebook, stream)
    except (ValueError, LookupError):
        return ()


def _let_in(record: Record, facts: EventFacts, late: RecordedDraw) -> Sequence[NewContest]:
    """The match into which the lot has sent who came late, in the place of a bye that stood until then."""
    before = listed_in(record.draws[: record.draws.index(late)]) or ()
    there = {line.entrant_id for line in before}
    came = [line.entrant_id for line in listed_entrants(late.record.entrants) if line.entrant_id not in there]
    fell = (one.contest for one in record.contests if one.voided_at == late.drawn_at and one.contest.is_bye)
    known = replace(
        facts,
        starters=tuple(one for one in facts.starters if one.entrant_id in there),
        contests=(*facts.contests, *fell),
    )
    try:
        return (into_bye(known, record.rulebook, came[0], late.record.stream()).match,)
    except (ValueError, LookupError):
        return ()


def _facts_at(
    record: Record, moment: datetime, pending: set[ContestId], still_there: frozenset[EntrantId]
) -> EventFacts:
    """What was known at the moment: contests that stood, with the results that stood, and who had left."""
    contests = tuple(
        replace(contest.contest, result=contest.at(moment))
        for contest in record.contests
        if contest.contest.contest_id not in pending
        and contest.contest.created_at is not None
        and contest.contest.created_at <= moment
        and (contest.voided_at is None or contest.voided_at > moment)
    )
    draws = [draw for draw in record.draws if draw.drawn_at is not None and draw.drawn_at <= moment]
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
    late = (starter for starter in record.facts.starters if starter.enters_in > 1 and starter.entrant_id not in listed)
    yield from (_at_the_moment(one, record, moment, still_there) for one in late)


def listed_in(draws: Sequence[RecordedDraw]) -> tuple[ListedEntrant, ...] | None:
    """Whom the last draw of the field was made over; None where no field was drawn."""
    fields = [draw.record.entrants for draw in draws if draw.purpose in OF_THE_FIELD]
    return listed_entrants(fields[-1]) if fields else None


def _at_the_moment(starter: Starter, record: Record, moment: datetime, still_there: frozenset[EntrantId]) -> Starter:
    """The starter, who may leave only later."""
    left = record.withdrawn_at.get(starter.entrant_id)
    gone = starter.withdrawn if left is None else left <= moment and starter.entrant_id not in still_there
    return replace(starter, withdrawn=gone)


def _drawn_stream(record: Record, moment: datetime) -> Stream | None:
    drawn = [draw for draw in record.draws if draw.drawn_at == moment and draw.purpose in {FIELD, ROUND}]
    return drawn[-1].record.stream() if drawn else None


def _bracket(record: Record) -> Iterator[Mispaired]:
    """A knock-out without moments: every later place is met by who came through the places before it."""
    in_force = {_spot(contest.contest): contest for contest in record.contests if contest.voided_at is None}
    facts = replace(record.facts, contests=_opening([one.contest for one in in_force.values()]))
    while known := _on_record(_advance(record, facts, None), in_force):
        for new, one in known:
            yield from _unlike(record, one, new)
        facts = replace(facts, contests=(*facts.contests, *(one.contest for _, one in known)))
    reached = {contest.contest_id for contest in facts.contests}
    yield from (_unfounded_contest(record, one) for one in in_force.values() if one.contest.contest_id not in reached)


def _opening(contests: Sequence[Contest]) -> tuple[Contest, ...]:
    """The first round of the bracket."""
    upper = [contest for contest in contests if contest.stage in BRACKET]
    first = min((one.round for one in upper), default=0)
    return tuple(one for one in upper if one.round == first)


def _unlike(record: Record, contest: RecordedContest, new: NewContest) -> Iterator[Mispaired]:
    """Every key of a contest that is another by the facts; without a draw only who meets whom is held to them."""
    told, length = contest.contest, length_of(new, record.rulebook)
    if not _meet_as_told(record, new, told):
        yield Mispaired(f"{contest.place}.sides", _names(record, told.sides), _names(record, new.sides))
    keys: list[tuple[str, object, object]] = [
        ("bye", told.bye_reason or "", new.bye_reason or ""),
        ("best_of", told.best_of, length.best_of),
        ("play_all", told.play_all, length.play_all),
        ("drawable", told.drawable, length.drawable),
    ]
    for key, own, due in keys if record.draws else ():
        if own != due:
            yield Mispaired(f"{contest.place}.{key}", str(own), str(due))


def _meet_as_told(record: Record, new: NewContest, told: Contest) -> bool:
    """Whether those meet who have to.

    Of a file by hand the order of the sides says nothing, and who meets whom in a lower bracket is as it tells.
    """
    if not record.by_hand or record.draws:
        return new.sides == told.sides
    return new.stage is Stage.LOWER or set(new.sides) == set(told.sides)


def _unfounded_contest(record: Record, contest: RecordedContest) -> Mispaired:
    return Mispaired(f"{contest.place}.sides", _names(record, contest.contest.sides), "")


def _names(record: Record, sides: Sequence[EntrantId]) -> str:
    return " – ".join(telling_name(record, side) for side in sides)


def _spot(contest: Contest | NewContest) -> Spot:
    return contest.stage, contest.group, contest.round, contest.position


# --- the table, the ratings, the champion ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Derived:
    """The table, the ratings after the event of who played a rated game, and who has won it."""

    standings: tuple[StandingRow, ...]
    ratings: tuple[RatingLine, ...]
    champion: EntrantId | None
    is_over: bool


def derive(record: Record) -> Derived:
    """Everything that follows from the facts alone."""
    rows, over = standings_of(record), is_over(record)
    alone = [row.entrant_id for row in rows if row.rank_from == row.rank_to == 1]
    return Derived(rows, ratings_of(record), alone[0] if over and alone else None, over)


def standings_of(record: Record) -> tuple[StandingRow, ...]:
    """The table of the event's format.

    A round robin that was played by another order than the Berger table's is ranked all the same.
    """
    if is_free_round_robin(record):
        return rank(record.facts, record.rulebook) if record.facts.contests else ()
    return FORMATS[record.rulebook.format].standings(record.facts, record.rulebook)


def is_over(record: Record) -> bool:
    """Whether nothing is left to play."""
    if not is_free_round_robin(record):
        return FORMATS[record.rulebook.format].is_over(record.facts, record.rulebook)
    times = 1 if record.rulebook.round_robin is None else record.rulebook.round_robin.times
    field, matches = (
        len(record.facts.starters),
        [contest for contest in record.facts.contests if len(contest.sides) > 1],
    )
    return all(is_decided(match) for match in matches) and 2 * len(matches) >= times * field * (field - 1)


def ratings_of(record: Record) -> tuple[RatingLine, ...]:
    """The rating of everyone who played a rated game, the highest first; none where the rulebook rates nothing."""
    rules = record.rulebook.rating
    if not rules.rated:
        return ()
    after = rate_event(record.rated, rated_matches(record), rules.initial, rules.k)
    lines = (RatingLine(player, record.rated.get(player), rating) for player, rating in after.items())
    return tuple(sorted(lines, key=lambda line: (-line.after, line.player)))


def rated_matches(record: Record) -> tuple[RatedMatch, ...]:
    """The matches in the order in which they ended; an annulled result counts for neither side (GO-23.1)."""
    void = {contest_id for contest_id, _ in record.facts.annulled}
    in_force = [
        contest
        for contest in record.contests
        if contest.voided_at is None and contest.contest.result is not None and contest.contest.contest_id not in void
    ]
    told = [one.contest for one in sorted(in_force, key=_turn)]
    return tuple(match for one in told for match in matches_of(one, tuple(map(PersonId, one.sides))))


def _turn(one: RecordedContest) -> tuple[datetime, int, bool, int]:
    """A score that was corrected later ended its match when it was first settled."""
    contest = one.contest
    settled = [result.settled_at for result in (*one.earlier, contest.result) if result is not None]
    return min(settled), contest.round, contest.stage is not Stage.THIRD_PLACE, contest.position


def is_free_round_robin(record: Record) -> bool:
    """Whether everybody meets everybody by another order than the Berger table's, as in a record written by hand."""
    facts, rulebook = record.facts, record.rulebook
    by_table = rulebook.traits.is_round_robin and is_round_robin(facts, rulebook)
    return record.by_hand and by_table and not follows_berger(record)


# --- the next round, with reasons -----------------------------------------------------------------------------------


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


def next_round(record: Record, seed: str | None = None) -> NextRound:
    """The next pairings. Chance comes from `seed`; without one from the draw on record, or else from the facts.

    Raises ValueError where the format refuses, as with one entrant, and of a round robin that is played by another
    order than the Berger table's.
    """
    if is_free_round_robin(record):
        return _of_free(record)
    played, facts, rulebook = FORMATS[record.rulebook.format], record.facts, record.rulebook
    if played.is_over(facts, rulebook):
        return NextRound((), is_over=True)
    by_lot = played.needs_draw(facts, rulebook)
    stream = _stream(record, seed) if by_lot else None
    if by_lot and stream is not None and rulebook.traits.draws_lots(begun=bool(facts.contests)):
        return NextRound((), lot=drawn_lot(facts, stream), by_lot=True)
    found = played.advance(facts, rulebook, stream)
    again = _stream(record, seed) if by_lot else None
    waiting = sum(not is_decided(contest) for contest in facts.contests)
    return NextRound(format_of(rulebook).explained(record, found, again), (), by_lot, waiting)


def _of_free(record: Record) -> NextRound:
    if is_over(record):
        return NextRound((), is_over=True)
    raise ValueError("this round robin does not follow the Berger table, so only its players know who meets next")


def _stream(record: Record, seed: str | None) -> Stream:
    """The same facts and the same seed give the same chance."""
    drawn = [draw.record for draw in record.draws if draw.purpose == FIELD]
    if seed is None and drawn and not record.facts.contests:
        return drawn[-1].stream()
    told = (
        seed
        if seed is not None
        else repr((record.event_id, sorted(starter.entrant_id for starter in record.facts.starters)))
    )
    return Stream(sha256(f"{told}\n{len(record.facts.contests)}".encode()).digest())


# --- lots between two sides -----------------------------------------------------------------------------------------


def misdrawn(record: Record) -> Iterator[Mispaired]:
    """Every side that goes on by lot where the lot says the other one, or where none was drawn."""
    if not record.draws:
        return
    rated = {starter.entrant_id: starter.rating for starter in record.facts.starters}
    for contest in record.contests:
        for place, result in contest.results():
            if result.paired_as_winner is None or not _by_lot(record, rated, contest.contest, result):
                continue
            first = _first_in_last_lot(record, contest.contest, result)
            told = contest.contest.sides[result.paired_as_winner]
            if first != told:
                due = "" if first is None else telling_name(record, first)
                yield Mispaired(f"{place}.paired_as_winner", telling_name(record, told), due)


def _by_lot(record: Record, rated: Rated, contest: Contest, result: Result) -> bool:
    if result.kind in {ResultKind.BOTH_LOST, ResultKind.DOUBLE_WALKOVER}:
        return True
    if not has_to_be_won(contest, record.rulebook):
        return False
    return separation(result, record.rulebook, ratings_by_side(contest, rated)).by is LevelMatch.LOT


def _first_in_last_lot(record: Record, contest: Contest, result: Result) -> EntrantId | None:
    """Who came first in the last lot between the sides that came, before the result; None where there was none.

    Once the chain has no link left, the last one speaks for every further pair.
    """
    known = [draw for draw in record.draws if draw.drawn_at is not None and draw.drawn_at <= result.settled_at]
    there = _who_came(contest, result)
    between = [one.record for one in known if one.purpose == LOT and _listed_ids(one.record) == there]
    if not between and len(record.draws) >= CHAIN_LENGTH:
        between = [record.draws[-1].record]
    return between[-1].stream().shuffle(sorted(there))[0] if between else None


def _who_came(contest: Contest, result: Result) -> set[EntrantId]:
    return {entrant for side, entrant in enumerate(contest.sides) if side not in result.absent}


def _listed_ids(drawn: DrawRecord) -> set[EntrantId]:
    return {listed_entrant.entrant_id for listed_entrant in listed_entrants(drawn.entrants)}


# --- the whole record -----------------------------------------------------------------------------------------------


class ReplayedPart(StrEnum):
    """What can be worked out again."""

    __said_as__ = "part"

    RULEBOOK = "rulebook"
    DRAWS = "draws"
    PAIRINGS = "pairings"
    STANDINGS = "standings"
    RATINGS = "ratings"
    CHAMPION = "champion"


class ReplayVerdict(StrEnum):
    """What the comparison came to."""

    __said_as__ = "verdict"

    AGREES = "agrees"
    DIFFERS = "differs"
    NOT_CLAIMED = "not_claimed"
    """The file says nothing of it, so there was nothing to compare."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first thing that does not follow: where it stands, what the facts give, what the file says."""

    place: str
    derived: str
    recorded: str


@dataclass(frozen=True, slots=True)
class Check:
    """One part, with the first difference if there is one."""

    part: ReplayedPart
    verdict: ReplayVerdict
    difference: Difference | None = None


@dataclass(frozen=True, slots=True)
class Replay:
    """What follows from the facts, and whether the file agrees."""

    record: Record
    derived: Derived
    checks: tuple[Check, ...]

    @property
    def difference(self) -> Difference | None:
        """The first one, in the order of the parts; None when the file agrees."""
        return next((check.difference for check in self.checks if check.difference is not None), None)

    @property
    def agrees(self) -> bool:
        """Whether nothing in the file contradicts its facts."""
        return self.difference is None


def replay(record: Record) -> Replay:
    """Works everything out again and compares it with what the file claims.

    Raises RecordRefused where the contests contradict each other so that no table follows from them.
    """
    try:
        known, claims = derive(record), record.claims
    except (ValueError, LookupError, RuntimeError):
        raise RecordRefused(record.name, (RecordFault("contests", FaultCode.NOT_REPLAYABLE),)) from None
    found: dict[ReplayedPart, tuple[bool, Difference | None]] = {
        ReplayedPart.RULEBOOK: (claims.rulebook_sha256 is not None, _rulebook(record)),
        ReplayedPart.DRAWS: (bool(record.draws), next(_draws(record), None)),
        ReplayedPart.PAIRINGS: (can_be_checked(record), _pairings(record)),
        ReplayedPart.STANDINGS: (claims.standings is not None, next(_standings(record, known), None)),
        ReplayedPart.RATINGS: (claims.ratings is not None, next(_ratings(record, known), None)),
        ReplayedPart.CHAMPION: (claims.champion is not None, _champion(record, known)),
    }
    checks = (_check(part, claimed, difference) for part, (claimed, difference) in found.items())
    return Replay(record, known, tuple(checks))


def _check(part: ReplayedPart, claimed: bool, difference: Difference | None) -> Check:
    if not claimed:
        return Check(part, ReplayVerdict.NOT_CLAIMED)
    return Check(part, ReplayVerdict.AGREES if difference is None else ReplayVerdict.DIFFERS, difference)


def _rulebook(record: Record) -> Difference | None:
    claimed, own = record.claims.rulebook_sha256, fingerprint(record.rulebook)
    return None if claimed in {None, own} else Difference("rulebook_sha256", own, str(claimed))


def _draws(record: Record) -> Iterator[Difference]:
    """The chain of links from the commitment, and of each draw its list, its seed and its number."""
    previous = record.commitment or ""
    if record.draws and record.draws[0].purpose != FIELD:
        yield Difference("draws[0].purpose", FIELD, record.draws[0].purpose)
    for at, drawn in enumerate(record.draws):
        if drawn.record.number != at + 1:
            yield Difference(f"draws[{at}].number", str(at + 1), str(drawn.record.number))
        for problem in verify(drawn.record, previous):
            yield Difference(f"draws[{at}]", "", problem)
        previous = drawn.record.link
    yield from _rating_differences(record)
    yield from (Difference(one.place, one.derived, one.recorded) for one in misdrawn(record))


def _rating_differences(record: Record) -> Iterator[Difference]:
    """The entrants' ratings and seeds are those of the list that the draw that stands was made over."""
    drawn = listed_in(record.draws)
    if drawn is None:
        return
    listed = {one.entrant_id: one for one in drawn}
    for at, one in enumerate(record.facts.starters):
        if one.entrant_id in listed:
            yield from _unlike_listed(f"entrants[{at}]", one, listed[one.entrant_id])
        elif one.enters_in <= 1:
            yield Difference(f"entrants[{at}]", "", telling_name(record, one.entrant_id))
    known = record.facts.by_entrant
    yield from (Difference("entrants", telling_name(record, one), "") for one in listed if one not in known)


def _unlike_listed(place: str, starter: Starter, line: ListedEntrant) -> Iterator[Difference]:
    own = None if starter.rating is None else as_published(starter.rating)
    if line.rating != own:
        yield Difference(f"{place}.rating", str(line.rating), str(own))
    if line.seed != starter.seed:
        yield Difference(f"{place}.seed", str(line.seed), str(starter.seed))


def _pairings(record: Record) -> Difference | None:
    if not can_be_checked(record):
        return None
    wrong = first_mispaired(record)
    return None if wrong is None else Difference(wrong.place, wrong.derived, wrong.recorded)


def _standings(record: Record, derived: Derived) -> Iterator[Difference]:
    claimed = record.claims.standings
    if claimed is None:
        return
    for at, (own, told) in enumerate(zip_longest(derived.standings, claimed)):
        place = f"standings[{at}]"
        if own is None or told is None:
            yield Difference(place, _who(record, own), _who(record, told))
        else:
            yield from _row(record, place, own, told)


def _who(record: Record, row: StandingRow | None) -> str:
    return "" if row is None else f"{row.rank_from}. {telling_name(record, row.entrant_id)}"


def _row(record: Record, place: str, own: StandingRow, told: StandingRow) -> Iterator[Difference]:
    """Everything that the file says of the row; what it leaves out is no claim."""
    if (own.rank_from, own.entrant_id) != (told.rank_from, told.entrant_id):
        yield Difference(f"{place}.entrant", _who(record, own), _who(record, told))
    numbers = _numbers(own)
    for key, number in _numbers(told).items():
        if number not in {UNKNOWN, numbers[key]}:
            yield Difference(f"{place}.{key}", str(numbers[key]), str(number))
    if told.round != UNKNOWN and told.reached is not own.reached:
        # A line that says how far somebody came says it with both keys.
        yield Difference(f"{place}.reached", own.reached, told.reached)
    yield from _values(f"{place}.values", own, told)


def _values(place: str, own: StandingRow, told: StandingRow) -> Iterator[Difference]:
    values = {one.name: one.value for one in own.values}
    for value in told.values:
        if value.name not in values or values[value.name] != value.value:
            mine = write_value(values.get(value.name)) or ""
            yield Difference(f"{place}.{value.name}", mine, write_value(value.value) or "")


def _numbers(row: StandingRow) -> Mapping[str, int]:
    return {
        "rank_to": row.rank_to,
        "round": row.round,
        "played": row.played,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
    }


def _ratings(record: Record, derived: Derived) -> Iterator[Difference]:
    """Ratings agree when they are published alike, to six decimals."""
    claimed = record.claims.ratings
    if claimed is None:
        return
    own = {line.player: as_published(line.after) for line in derived.ratings}
    for at, line in enumerate(claimed):
        mine, after = own.get(line.player, ""), as_published(line.after)
        if mine != after:
            yield Difference(f"ratings[{at}].after", mine, after)
    told = {one.player for one in claimed}
    missing: list[RatingLine] = [line for line in derived.ratings if line.player not in told]
    yield from (Difference("ratings", telling_name(record, line.player), "") for line in missing)


def _champion(record: Record, derived: Derived) -> Difference | None:
    claimed = record.claims.champion
    if claimed in {None, derived.champion}:
        return None
    mine = "" if derived.champion is None else telling_name(record, derived.champion)
    return Difference("champion", mine, telling_name(record, claimed or ""))
