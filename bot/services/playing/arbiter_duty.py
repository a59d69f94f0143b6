"""Arbiters on duty: coming, going, who follows what, and giving a match by hand (AIJE-D01-6)."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.events.draw_views import ArbiterView, DutyChange, MatchOfArbiter
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, GuildId, MemberId, PersonId
from bot.domain.permissions import Act, Capacity, may
from bot.domain.playing.matches import Match
from bot.domain.playing.summons import MatterKind
from bot.errors import AlreadyDone, NotAllowed, NotFound, NotNow, Subject, UserError
from bot.services import access, recusal, summons
from bot.services.events import calling, event, event_stillness
from bot.services.playing import provisional
from bot.services.playing.hooks import STAFF_HOOKS
from bot.services.recusal import may_watch
from bot.services.sides import players
from bot.services.timetable import contest_subject
from bot.services.wishes import repeatable
from bot.storage import contests, event_officers, people, tournaments
from bot.storage import duty as duty_storage
from bot.storage.context import ActorTx, Query, Tx


class NotAnArbiter(UserError):
    """Who should follow the match holds no arbiter title."""

    member: MemberId


class ArbiterConflicted(UserError):
    """The arbiter, or whoever he meets next, sits in the match (AIJE-D01-6)."""

    member: MemberId


class RelievedOfDuty(UserError):
    """The chief arbiter has relieved the arbiter of the duty in this event (GO-30)."""

    member: MemberId


class ArbiterBusy(UserError):
    """The arbiter follows as many matches as the rulebook allows at once."""

    member: MemberId
    n: int


def go_on(tx: ActorTx) -> DutyChange:
    """Takes the arbiter on duty; matches that wait are called at once. Twice is harmless."""
    person = _arbiter(tx)
    newly = _begin(tx, person, by=person.person_id)
    event.proceed_all(tx, tx.guild_id)
    return DutyChange(_view(tx, person), newly)


def go_off(tx: ActorTx) -> DutyChange:
    """Ends the duty; matches in play go to other arbiters by the same rules, or the organisers are asked."""
    person = _arbiter(tx)
    newly, leaving = relieve(tx, tx.guild_id, person.person_id, by=person.person_id)
    now_with = {match.contest.contest_id: match.contest.arbiter for match in _matches(tx, leaving)}
    return DutyChange(_view(tx, person), newly, handed=now_with)


def relieve(
    tx: Tx, guild_id: GuildId, person_id: PersonId, by: PersonId | None = None
) -> tuple[bool, tuple[ContestId, ...]]:
    """Ends the duty of an arbiter who goes or whose title was taken; answers whether there was one, and his matches.

    The matches in play go to other arbiters by the same rules, or the organisers are asked.
    """
    for one in STAFF_HOOKS:
        one.leaves_duty(tx, guild_id, person_id)
    newly = bool(people.go_off_duty(tx, person_id, tx.now))
    if newly:
        tx.log(guild_id, "off_duty", f"person:{person_id}", actor=by)
    leaving = calling.matches_followed(tx, guild_id, person_id)
    for contest_id in leaving:
        contests.hand_over(tx, contest_id, None)
        tx.touch(contest_subject(contest_id))
    event.proceed_all(tx, guild_id)
    return newly, leaving


def listing(tx: Query, guild_id: GuildId) -> tuple[ArbiterView, ...]:
    """Every holder of an arbiter title and whoever is on duty, these first, with what each follows."""
    there = [arbiter for arbiter, _ in people.on_duty(tx, guild_id)]
    known = people.by_ids(tx, [*dict.fromkeys((*people.arbiters(tx, guild_id), *there))])
    views = [_view(tx, person) for person in known.values()]
    return tuple(sorted(views, key=lambda view: (view.duty is None, view.person.name, view.person.person_id)))


def open_matches(tx: Query, guild_id: GuildId) -> tuple[MatchOfArbiter, ...]:
    """Every match of the server's running events that can be given to an arbiter: those in play and those that wait."""
    found: list[MatchOfArbiter] = []
    for tournament in tournaments.all_unfinished(tx, guild_id):
        known = players(tx, tournament)
        found.extend(
            MatchOfArbiter(contest, tournament, tuple(known[side] for side in contest.sides))
            for contest in contests.of_tournament(tx, tournament.tournament_id)
            if contest.result is None and len(contest.sides) > 1
        )
    return tuple(found)


@repeatable
def assign(tx: ActorTx, contest_id: ContestId, member_id: MemberId) -> MatchOfArbiter:
    """Gives a match to an arbiter by hand, and calls it where it waits; puts him on duty, for no match runs without.

    Raises ArbiterConflicted, ArbiterBusy, NotAnArbiter, or NotNow for a match that cannot be given.
    """
    staff = access.recognise(tx)
    access.require(tx, staff, Act.ASSIGN_ARBITER)
    match, tournament = _open_match(tx, tx.guild_id, contest_id)
    recusal.refuse_in_match(tx, staff.person_id, Act.ASSIGN_ARBITER, match)
    person = people.of_member(tx, tx.guild_id, member_id)
    if person is None or not _can_be_given(tx, person):
        raise NotAnArbiter(member=member_id)
    if match.contest.arbiter == person.person_id:
        raise AlreadyDone
    _refuse_unfit(tx, tournament, match, person, member_id)
    _begin(tx, person, by=staff.person_id)
    tx.log(
        tx.guild_id,
        "assign_arbiter",
        contest_subject(contest_id),
        actor=staff.person_id,
        tournament_id=tournament.tournament_id,
        details={"person": person.person_id},
    )
    if not calling.give(tx, tournament, contest_id, person.person_id):
        calling.hand_over(tx, tournament, contest_id, person.person_id)
    event.proceed_all(tx, tx.guild_id, first=tournament.tournament_id)
    return _of_arbiter(tx, match, tournament)


def _can_be_given(tx: Query, person: Person) -> bool:
    """Whether the person holds a title or, where nobody does, has gone on duty."""
    known = people.arbiters(tx, person.guild_id)
    on_duty = (arbiter for arbiter, _ in people.on_duty(tx, person.guild_id))
    return person.person_id in known or (not known and person.person_id in on_duty)


def _refuse_unfit(tx: Query, tournament: Tournament, match: Match, person: Person, member_id: MemberId) -> None:
    if any(one.person_id == person.person_id for one in event_officers.reliefs(tx, tournament.tournament_id)):
        raise RelievedOfDuty(member=member_id)
    if not may_watch(tx, tournament, match.contest, person.person_id):
        raise ArbiterConflicted(member=member_id)
    most = tournament.rulebook.matches.matches_per_arbiter
    if 0 < most <= len(calling.matches_followed(tx, person.guild_id, person.person_id)):
        raise ArbiterBusy(member=member_id, n=most)


def _open_match(tx: Query, guild_id: GuildId, contest_id: ContestId) -> tuple[Match, Tournament]:
    match = contests.load(tx, contest_id)
    tournament = None if match is None else tournaments.load(tx, match.tournament_id)
    if match is None or tournament is None or tournament.guild_id != guild_id:
        raise NotFound(what=Subject.MATCH)
    settled = match.contest.result is not None or match.voided_at is not None or len(match.contest.sides) < 2
    if settled or not calling.may_call(tournament, tx.now):
        raise NotNow
    return match, tournament


def _arbiter(tx: ActorTx) -> Person:
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    held = access.require(tx, person, Act.GO_ON_DUTY)
    if not may_referee(tx, tx.guild_id, held) and person.person_id not in dict(people.on_duty(tx, tx.guild_id)):
        raise NotAllowed(needed=(Capacity.ARBITER,))
    return person


def may_referee(tx: Query, guild_id: GuildId, held: frozenset[Capacity]) -> bool:
    """Whether somebody of these capacities can be given matches: without a title only where nobody holds one."""
    if Capacity.ARBITER in held:
        return True
    return may(Act.GO_ON_DUTY, held) and not people.arbiters(tx, guild_id)


def _begin(tx: Tx, person: Person, by: PersonId) -> bool:
    if person.person_id in dict(people.on_duty(tx, person.guild_id)):
        return False
    people.go_on_duty(tx, person.guild_id, person.person_id, tx.now)
    summons.settle_everywhere(tx, person.guild_id, MatterKind.ARBITER_WANTED)
    for tournament in tournaments.all_unfinished(tx, person.guild_id):
        event_stillness.over(tx, tournament, MatterKind.ARBITER_WANTED)
    tx.log(person.guild_id, "on_duty", f"person:{person.person_id}", actor=by)
    return True


def _view(tx: Query, person: Person) -> ArbiterView:
    duty = {one.person_id: one for one in duty_storage.arbiters(tx, person.guild_id)}
    followed = _matches(tx, calling.matches_followed(tx, person.guild_id, person.person_id))
    matches = []
    for match in followed:
        tournament = tournaments.load(tx, match.tournament_id)
        if tournament is not None and phase(tournament) is Phase.RUNNING:
            matches.append(_of_arbiter(tx, match, tournament))
    return ArbiterView(
        person,
        duty.get(person.person_id),
        tuple(matches),
        calling.limit_of(tx, person.person_id),
        provisional.too_large(tx, person.guild_id, person.person_id),
    )


def _of_arbiter(tx: Query, match: Match, tournament: Tournament) -> MatchOfArbiter:
    known = players(tx, tournament)
    return MatchOfArbiter(match.contest, tournament, tuple(known[side] for side in match.contest.sides))


def _matches(tx: Query, contest_ids: tuple[ContestId, ...]) -> list[Match]:
    found = (contests.load(tx, contest_id) for contest_id in contest_ids)
    return [match for match in found if match is not None]
