"""Absences from the committee's votes: reasons, the leader's answers, and the offer that follows three (AIJE-A02-6)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.permissions import Capacity, Office
from bot.domain.typed_text import checked_reason
from bot.domain.voting.attendance import Attendance, Excuse, Presence
from bot.domain.voting.attendance import attendance as count
from bot.domain.voting.sayings import Missed, VoteExcuse, VotesMissed
from bot.domain.voting.vote_steps import counts_for_attendance, excuse_by
from bot.domain.voting.vote_views import AttendanceSheet
from bot.domain.voting.votes import Effect, Vote, entitled_electors
from bot.errors import AlreadyDone, NotAllowed, NotFound, Subject, TooLate, UserError
from bot.services import access
from bot.services.speaking import tell_committee
from bot.services.voting.vote_record import find, outages_of, record
from bot.storage import excuses, outages, people, votes
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class NothingMissed(UserError):
    """The person voted, was not entitled, or it was no vote that has to be attended."""


def sheet(tx: ActorQuery) -> AttendanceSheet:
    """Everybody's attendance; for the committee, its leader and the President."""
    known = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    held = access.capacities(tx, known)
    if held.isdisjoint({Capacity.ARBITER, Capacity.LEADER, Capacity.PRESIDENT}):
        raise NotAllowed(needed=(Capacity.PRESIDENT, Capacity.LEADER, Capacity.ARBITER))
    members = list(people.arbiters(tx, tx.guild_id))
    lines = tuple(of_person(tx, tx.guild_id, one, tx.pressed_at) for one in members)
    return AttendanceSheet(lines, people.by_ids(tx, members))


def of_person(
    tx: Query, guild_id: GuildId, person_id: PersonId, now: datetime, *, removal: VoteId | None = None
) -> Attendance:
    """One member's attendance as it stands; `removal` is the vote on it that has just closed, and changes nothing."""
    closed = [one for one in votes.all_closed(tx, guild_id) if one.vote_id != removal]
    voters = {vote.vote_id: votes.voters(tx, vote.vote_id) for vote in closed if counts_for_attendance(vote)}
    oldest = min((vote.opened_at for vote in closed), default=now)
    known = outages.since(tx, guild_id, oldest)
    return count(person_id, closed, voters, excuses.of_guild(tx, guild_id), now, known)


def excuse(tx: ActorTx, vote_id: VoteId, reason: str) -> Excuse:
    """Gives the reason for which a vote was missed; the leader answers it.

    Raises NothingMissed, TooLate after 72 hours, AlreadyDone for a second reason.
    """
    vote, person = excusable(tx, vote_id)
    given = Excuse(vote_id, person.person_id, checked_reason(reason), tx.pressed_at)
    if not excuses.give(tx, given):
        raise AlreadyDone
    record(tx, vote, "excuse_absence", person.person_id)
    tell_committee(tx, vote.guild_id, VoteExcuse(Missed(vote_id, person.person_id)))
    return given


def excusable(tx: ActorTx, vote_id: VoteId) -> tuple[Vote, Person]:
    """The closed vote that the presser missed and can still give a reason for."""
    vote = find(tx, tx.guild_id, vote_id)
    person = access.recognise(tx)
    if not has_missed(tx, vote, person.person_id):
        raise NothingMissed
    last = excuse_by(vote, outages_of(tx, vote))
    if tx.pressed_at > last:
        raise TooLate(closed_at=last)
    return vote, person


def answer(tx: ActorTx, vote_id: VoteId, person_id: PersonId, *, accepted: bool) -> Excuse:
    """The leader accepts the reason or declines it, the President where it is the leader's own; answers it once."""
    vote = find(tx, tx.guild_id, vote_id)
    by = access.recognise(tx)
    office = Office.PRESIDENT if _leads(tx, vote.guild_id, person_id) else Office.LEADER
    if people.offices(tx, vote.guild_id).get(office) != by.person_id or by.person_id == person_id:
        raise NotAllowed(needed=(Capacity(office.value),))
    if excuse_given(tx, vote, person_id) is None:
        raise NotFound(what=Subject.REASON)
    if not excuses.decide(tx, vote_id, person_id, accepted, by.person_id, tx.now):
        raise AlreadyDone
    record(tx, vote, "answer_excuse", by.person_id, person=person_id, accepted=str(accepted).lower())
    if not accepted:
        _offer_removal(tx, vote.guild_id, person_id)
    found = excuse_given(tx, vote, person_id)
    if found is None:
        raise NotFound(what=Subject.REASON)
    return found


def excuse_given(tx: Query, vote: Vote, person_id: PersonId) -> Excuse | None:
    """The reason that the person gave for missing the vote."""
    return excuses.of_guild(tx, vote.guild_id).get((vote.vote_id, person_id))


def count_absences(tx: Tx, vote: Vote) -> None:
    """Once no more reasons are heard: who has now missed three votes is named to the leader."""
    for person_id in entitled_electors(vote):
        if has_missed(tx, vote, person_id):
            _offer_removal(tx, vote.guild_id, person_id)


def _offer_removal(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    found = of_person(tx, guild_id, person_id, tx.now)
    if not found.may_be_removed or people.title_of(tx, person_id) is None:
        return
    if any(
        vote.kind.effect is Effect.REMOVE_FOR_ABSENCES and vote.subject == person_id
        for vote in votes.all_open(tx, guild_id)
    ):
        return
    missed = tuple(vote_id for vote_id, presence in found.votes if presence is Presence.UNJUSTIFIED)
    tell_committee(tx, guild_id, VotesMissed(person_id, missed))


def has_missed(tx: Query, vote: Vote, person_id: PersonId) -> bool:
    """Whether the vote counts for attendance and the person, entitled to vote in it, has cast no ballot."""
    return (
        counts_for_attendance(vote)
        and person_id in entitled_electors(vote)
        and person_id not in votes.voters(tx, vote.vote_id)
    )


def _leads(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    return people.offices(tx, guild_id).get(Office.LEADER) == person_id
