"""Absences from the committee's votes: reasons, the leader's answers, and the offer that follows three (AIJE-A02-6)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place, Presser
from bot.domain.ids import GuildId, Occasion, PersonId, VoteId
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
from bot.services.speaking import promise
from bot.services.voting.vote_record import find, outages_of, record
from bot.storage import excuses, outages, people, votes
from bot.storage.database import Work


class NothingMissed(UserError):
    """The person voted, was not entitled, or it was no vote that has to be attended."""


def sheet(work: Work, presser: Presser) -> AttendanceSheet:
    """Everybody's attendance; for the committee, its leader and the President."""
    known = people.of_member(work, presser.guild_id, presser.member_id)
    held = access.capacities(work, presser, known)
    if held.isdisjoint({Capacity.ARBITER, Capacity.LEADER, Capacity.PRESIDENT}):
        raise NotAllowed(needed=(Capacity.PRESIDENT, Capacity.LEADER, Capacity.ARBITER))
    members = list(people.arbiters(work, presser.guild_id))
    lines = tuple(of_person(work, presser.guild_id, one, presser.at) for one in members)
    return AttendanceSheet(lines, people.by_ids(work, members))


def of_person(
    work: Work, guild_id: GuildId, person_id: PersonId, now: datetime, *, removal: VoteId | None = None
) -> Attendance:
    """One member's attendance as it stands; `removal` is the vote on it that has just closed, and changes nothing."""
    closed = [one for one in votes.all_closed(work, guild_id) if one.vote_id != removal]
    voters = {vote.vote_id: votes.voters(work, vote.vote_id) for vote in closed if counts_for_attendance(vote)}
    oldest = min((vote.opened_at for vote in closed), default=now)
    known = outages.since(work, guild_id, oldest)
    return count(person_id, closed, voters, excuses.of_guild(work, guild_id), now, known)


def excuse(work: Work, occasion: Occasion, presser: Presser, vote_id: VoteId, reason: str) -> Excuse:
    """Gives the reason for which a vote was missed; the leader answers it.

    Raises NothingMissed, TooLate after 72 hours, AlreadyDone for a second reason.
    """
    vote, person = excusable(work, occasion, presser, vote_id)
    given = Excuse(vote_id, person.person_id, checked_reason(reason), presser.at)
    if not excuses.give(work, given):
        raise AlreadyDone
    record(work, occasion, vote, "excuse_absence", person.person_id)
    promise(work, occasion, vote.guild_id, Place.COMMITTEE, VoteExcuse(Missed(vote_id, person.person_id)))
    return given


def excusable(work: Work, occasion: Occasion, presser: Presser, vote_id: VoteId) -> tuple[Vote, Person]:
    """The closed vote that the presser missed and can still give a reason for."""
    vote = find(work, presser.guild_id, vote_id)
    person = access.recognise(work, occasion, presser)
    if not has_missed(work, vote, person.person_id):
        raise NothingMissed
    last = excuse_by(vote, outages_of(work, vote))
    if presser.at > last:
        raise TooLate(closed_at=last)
    return vote, person


def answer(
    work: Work, occasion: Occasion, presser: Presser, vote_id: VoteId, person_id: PersonId, *, accepted: bool
) -> Excuse:
    """The leader accepts the reason or declines it, the President where it is the leader's own; answers it once."""
    vote = find(work, presser.guild_id, vote_id)
    by = access.recognise(work, occasion, presser)
    office = Office.PRESIDENT if _leads(work, vote.guild_id, person_id) else Office.LEADER
    if people.offices(work, vote.guild_id).get(office) != by.person_id or by.person_id == person_id:
        raise NotAllowed(needed=(Capacity(office.value),))
    if excuse_given(work, vote, person_id) is None:
        raise NotFound(what=Subject.REASON)
    if not excuses.decide(work, vote_id, person_id, accepted, by.person_id, occasion.now):
        raise AlreadyDone
    record(work, occasion, vote, "answer_excuse", by.person_id, person=person_id, accepted=str(accepted).lower())
    if not accepted:
        _offer_removal(work, occasion, vote.guild_id, person_id)
    found = excuse_given(work, vote, person_id)
    if found is None:
        raise NotFound(what=Subject.REASON)
    return found


def excuse_given(work: Work, vote: Vote, person_id: PersonId) -> Excuse | None:
    """The reason that the person gave for missing the vote."""
    return excuses.of_guild(work, vote.guild_id).get((vote.vote_id, person_id))


def count_absences(work: Work, occasion: Occasion, vote: Vote) -> None:
    """Once no more reasons are heard: who has now missed three votes is named to the leader."""
    for person_id in entitled_electors(vote):
        if has_missed(work, vote, person_id):
            _offer_removal(work, occasion, vote.guild_id, person_id)


def _offer_removal(work: Work, occasion: Occasion, guild_id: GuildId, person_id: PersonId) -> None:
    found = of_person(work, guild_id, person_id, occasion.now)
    if not found.may_be_removed or people.title_of(work, person_id) is None:
        return
    if any(
        vote.kind.effect is Effect.REMOVE_FOR_ABSENCES and vote.subject == person_id
        for vote in votes.all_open(work, guild_id)
    ):
        return
    missed = tuple(vote_id for vote_id, presence in found.votes if presence is Presence.UNJUSTIFIED)
    promise(work, occasion, guild_id, Place.COMMITTEE, VotesMissed(person_id, missed))


def has_missed(work: Work, vote: Vote, person_id: PersonId) -> bool:
    """Whether the vote counts for attendance and the person, entitled to vote in it, has cast no ballot."""
    return (
        counts_for_attendance(vote)
        and person_id in entitled_electors(vote)
        and person_id not in votes.voters(work, vote.vote_id)
    )


def _leads(work: Work, guild_id: GuildId, person_id: PersonId) -> bool:
    return people.offices(work, guild_id).get(Office.LEADER) == person_id
