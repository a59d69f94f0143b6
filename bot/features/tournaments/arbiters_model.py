"""Which matches may be called now, by which arbiter each is followed (AIJE-D01-6), and the officers of an event.

A chief arbiter has deputies, those whom they relieved, and the report at the end (GO-30).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from bot.kernel.ids import Community, ContestId, EntrantId, PersonId, TournamentId
from bot.people.model import ArbiterTitle, Person
from bot.play.contests import Contest, Stage
from bot.play.entries import Tournament
from bot.play.formats.knockout import winner

# --- calling matches ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class OnDuty:
    """An arbiter who can be given matches. `open_matches` are called, unfinished and his."""

    person_id: PersonId
    since: datetime
    """Since when the arbiter waits for a match: going on duty, or the end of his last one."""
    open_matches: int


@dataclass(frozen=True, slots=True)
class Call:
    """A match to be called now; `arbiter` is None where the rulebook asks for none."""

    contest_id: ContestId
    arbiter: PersonId | None


class BlockReason(StrEnum):
    """Why a match that is ready is not called."""

    NOBODY_ON_DUTY = "nobody_on_duty"
    NO_ARBITER_FREE = "no_arbiter_free"
    ALL_CONFLICTED = "all_conflicted"
    """Every arbiter on duty plays in it, or meets one of its players next: the organisers are asked."""


@dataclass(frozen=True, slots=True)
class Block:
    """A ready match that has to wait, and why."""

    contest_id: ContestId
    reason: BlockReason


@dataclass(frozen=True, slots=True)
class Assignments:
    """What can be called at once, in the order of calling, and what cannot."""

    calls: tuple[Call, ...]
    blocks: tuple[Block, ...]


def may_run(title: ArbiterTitle | None, entrants: int, smaller_event: int) -> bool:
    """Whether the arbiter is given matches of an event of so many: ANP of smaller ones only (AIJE-B01-ANP)."""
    return title is not ArbiterTitle.ANP or entrants <= smaller_event


def assignments(
    contests: Iterable[Contest],
    on_duty: Iterable[OnDuty],
    person_of: Mapping[EntrantId, PersonId],
    *,
    per_arbiter: int,
    third_place_match: bool,
    bracket: bool = True,
) -> Assignments:
    """Which of an event's contests are called now, as many as can be, each with an arbiter who may follow it.

    `contests` are all of the event that stand; those with two sides, no call and no result are ready. No arbiter gets
    more than `per_arbiter` at once (0: none is needed), nor a match in which he or his next opponent sits. Earlier
    rounds go first, the third-place match before the final; the least busy arbiter who waits longest is asked first.
    """
    known = tuple(contests)
    ready = sorted((contest for contest in known if _is_ready(contest)), key=_turn)
    if per_arbiter == 0:
        return Assignments(tuple(Call(contest.contest_id, None) for contest in ready), ())
    arbiters = tuple(on_duty)
    # Whom somebody meets next is asked only where an arbiter plays.
    of_field = known if _any_plays(arbiters, person_of) else ()
    opponents = next_opponents(of_field, person_of, third_place_match=third_place_match, bracket=bracket)
    allowed = _allowed_arbiters(ready, arbiters, person_of, opponents)
    chosen = _match(allowed, _places(arbiters, per_arbiter, playing=_playing(known, person_of)))
    calls = tuple(Call(one.contest_id, chosen[one.contest_id]) for one in ready if one.contest_id in chosen)
    blocks = tuple(
        Block(contest_id, _why(able, arbiters)) for contest_id, able in allowed.items() if contest_id not in chosen
    )
    return Assignments(calls, blocks)


def _any_plays(arbiters: Iterable[OnDuty], person_of: Mapping[EntrantId, PersonId]) -> bool:
    """Whether one of the arbiters is in the event."""
    return not {arbiter.person_id for arbiter in arbiters}.isdisjoint(person_of.values())


def _allowed_arbiters(
    ready: Iterable[Contest],
    arbiters: Iterable[OnDuty],
    person_of: Mapping[EntrantId, PersonId],
    opponents: Mapping[PersonId, frozenset[PersonId]],
) -> dict[ContestId, frozenset[PersonId]]:
    """The arbiters who may follow each contest: all of them, unless one or whom one meets next sits in it."""
    concerned = {arbiter.person_id: _people_concerned(arbiter.person_id, opponents) for arbiter in arbiters}
    everybody, anybody = frozenset(concerned), frozenset[PersonId]().union(*concerned.values())
    found = {}
    for contest in ready:
        people = _people(contest, person_of)
        able = everybody
        if not anybody.isdisjoint(people):
            able = frozenset(one for one, some in concerned.items() if some.isdisjoint(people))
        found[contest.contest_id] = able
    return found


def may_follow(
    arbiter: PersonId,
    contest: Contest,
    contests: Iterable[Contest],
    person_of: Mapping[EntrantId, PersonId],
    *,
    third_place_match: bool,
    bracket: bool = True,
) -> bool:
    """Whether the arbiter may be given the match by hand, or take it over from another."""
    opponents = next_opponents(contests, person_of, third_place_match=third_place_match, bracket=bracket)
    return not has_conflict(arbiter, contest, person_of, opponents)


def has_conflict(
    arbiter: PersonId,
    contest: Contest,
    person_of: Mapping[EntrantId, PersonId],
    opponents: Mapping[PersonId, frozenset[PersonId]],
) -> bool:
    """Whether the arbiter, or one whom he meets next, sits in the match."""
    return not _people_concerned(arbiter, opponents).isdisjoint(_people(contest, person_of))


def _people_concerned(arbiter: PersonId, opponents: Mapping[PersonId, frozenset[PersonId]]) -> frozenset[PersonId]:
    """The arbiter, and whom that one meets next."""
    return opponents.get(arbiter, frozenset()) | {arbiter}


def next_opponents(
    contests: Iterable[Contest],
    person_of: Mapping[EntrantId, PersonId],
    *,
    third_place_match: bool,
    bracket: bool = True,
) -> Mapping[PersonId, frozenset[PersonId]]:
    """Whom each person who is still in the event meets next.

    The one he is paired with; or, in a bracket, when he waits for the winner of the other match of his pair (or its
    loser, for third place), either player of that match. The rounds of a table say nothing of the next one.
    """
    known = tuple(contests)
    found: dict[PersonId, frozenset[PersonId]] = {}
    by_place = {_place(contest): contest for contest in known}
    for contest in filter(_is_open, known):
        people = _people(contest, person_of)
        found |= {person: people - {person} for person in people}
        other = _other_of_pair(contest, by_place) if bracket else None
        if other is None:
            continue
        waiting = _waiting(other, losers_too=third_place_match and contest.stage is Stage.SEMIFINAL)
        found |= {person_of[entrant]: people for entrant in waiting if entrant in person_of}
    return found


def rivals_of_next(
    contest: Contest,
    contests: Iterable[Contest],
    person_of: Mapping[EntrantId, PersonId],
    *,
    third_place_match: bool,
    bracket: bool = True,
) -> frozenset[PersonId]:
    """Who may meet next whoever comes out of the contest: in a bracket, who is left in the other match of its pair.

    Such a person may follow the match, as long as it is not known whom they meet (AIJE-D01-6), and decides nothing of
    it otherwise.
    """
    other = _other_of_pair(contest, {_place(one): one for one in contests}) if bracket else None
    if other is None:
        return frozenset()
    if _is_open(other):
        return _people(other, person_of)
    left = _waiting(other, losers_too=third_place_match and contest.stage is Stage.SEMIFINAL)
    return frozenset(person_of[one] for one in left if one in person_of)


def _is_open(contest: Contest) -> bool:
    return contest.result is None and not contest.is_bye


def _other_of_pair(contest: Contest, by_place: Mapping[tuple[int, int], Contest]) -> Contest | None:
    """The match of a bracket that leads to the same next one; none of the last matches does."""
    if contest.stage in {Stage.FINAL, Stage.THIRD_PLACE}:
        return None
    return by_place.get((contest.round, contest.position ^ 1))


def _waiting(contest: Contest, *, losers_too: bool) -> frozenset[EntrantId]:
    """Who has come out of the contest with a match still to play."""
    if len(contest.sides) == 1:
        return frozenset(contest.sides)
    if contest.result is None:
        return frozenset()
    won = winner(contest)
    if won is None:
        return frozenset()
    return frozenset(contest.sides if losers_too else (won,))


def _is_ready(contest: Contest) -> bool:
    return len(contest.sides) > 1 and contest.called_at is None and contest.result is None


def _place(contest: Contest) -> tuple[int, int]:
    return contest.round, contest.position


def _turn(contest: Contest) -> tuple[int, int, int]:
    last = {Stage.THIRD_PLACE: 1, Stage.FINAL: 2}
    return last.get(contest.stage, 0), *_place(contest)


def _people(contest: Contest, person_of: Mapping[EntrantId, PersonId]) -> frozenset[PersonId]:
    return frozenset(person_of[entrant] for entrant in contest.sides if entrant in person_of)


def _playing(contests: Iterable[Contest], person_of: Mapping[EntrantId, PersonId]) -> frozenset[PersonId]:
    in_play = (contest for contest in contests if contest.called_at is not None and contest.result is None)
    return frozenset[PersonId]().union(*(_people(contest, person_of) for contest in in_play))


_Place = tuple[PersonId, int]
"""An arbiter and how many matches he follows before this one."""


def _places(arbiters: Iterable[OnDuty], per_arbiter: int, *, playing: frozenset[PersonId]) -> tuple[_Place, ...]:
    """Every free place, in the order in which they are filled: who plays in the event comes after all others."""
    free = [(arbiter, load) for arbiter in arbiters for load in range(arbiter.open_matches, per_arbiter)]
    free.sort(key=lambda place: (place[0].person_id in playing, place[1], place[0].since, place[0].person_id))
    return tuple((arbiter.person_id, load) for arbiter, load in free)


class _Matching:
    """Augmenting paths: a contest may push an earlier one to another arbiter, never out."""

    def __init__(self, allowed: Mapping[ContestId, frozenset[PersonId]], places: Sequence[_Place]) -> None:
        self._allowed = allowed
        self._places = places
        self._taken: dict[_Place, ContestId] = {}

    @property
    def full(self) -> bool:
        return len(self._taken) == len(self._places)

    def choice(self) -> Mapping[ContestId, PersonId]:
        return {contest: arbiter for (arbiter, _), contest in self._taken.items()}

    def seat(self, contest: ContestId, tried: set[PersonId]) -> bool:
        """Finds the contest a free place, or one that its holder can leave for another; `tried` grows on the way."""
        open_to = [place for place in self._places if place[0] in self._allowed[contest]]
        free = next((place for place in open_to if place not in self._taken), None)
        if free is not None:
            self._taken[free] = contest
            return True
        return any(self._swap(arbiter, contest, tried) for arbiter in dict.fromkeys(place[0] for place in open_to))

    def _swap(self, arbiter: PersonId, contest: ContestId, tried: set[PersonId]) -> bool:
        if arbiter in tried:
            return False
        tried.add(arbiter)
        for place in self._places:
            if place[0] == arbiter and self.seat(self._taken[place], tried):
                self._taken[place] = contest
                return True
        return False


def _match(allowed: Mapping[ContestId, frozenset[PersonId]], places: Sequence[_Place]) -> Mapping[ContestId, PersonId]:
    """The most contests that can have an arbiter; where not all can, the earlier in `allowed` come first."""
    matching = _Matching(allowed, places)
    for contest in allowed:
        # With every place taken no later contest can be added.
        if matching.full:
            break
        matching.seat(contest, set())
    return matching.choice()


def _why(able: frozenset[PersonId], arbiters: Sequence[OnDuty]) -> BlockReason:
    if not arbiters:
        return BlockReason.NOBODY_ON_DUTY
    return BlockReason.NO_ARBITER_FREE if able else BlockReason.ALL_CONFLICTED


# --- officers of an event -------------------------------------------------------------------------------------------


class EventRole(StrEnum):
    """What an arbiter is in an event beside following matches."""

    CHIEF = "chief"
    DEPUTY = "deputy"


@dataclass(frozen=True, slots=True)
class EventOfficer:
    """Somebody who was named for an event; a recorded act."""

    tournament_id: TournamentId
    person_id: PersonId
    role: EventRole
    named_at: datetime
    named_by: PersonId


@dataclass(frozen=True, slots=True)
class Relief:
    """An arbiter who follows no more match of the event, and why."""

    tournament_id: TournamentId
    person_id: PersonId
    reason: str
    relieved_at: datetime
    relieved_by: PersonId


@dataclass(frozen=True, slots=True)
class ClosingReport:
    """What the chief writes of the event when it is over."""

    tournament_id: TournamentId
    person_id: PersonId
    report: str
    filed_at: datetime


@dataclass(frozen=True, slots=True)
class RefereesView:
    """The chief, the deputies and the arbiters relieved of an event, with its report where it was filed."""

    tournament: Tournament
    community: Community
    chief: Person | None
    deputies: tuple[Person, ...]
    relieved: tuple[tuple[Person, Relief], ...]
    report: ClosingReport | None

    @property
    def deciding(self) -> tuple[Person, ...]:
        """Those who decide what is passed up, the chief first."""
        return (*((self.chief,) if self.chief else ()), *self.deputies)


@dataclass(frozen=True, slots=True)
class Provisional:
    """Arbiters who are given no match of an event of more than so many entrants (AIJE-B01-ANP)."""

    people: tuple[Person, ...]
    limit: int
