"""Offices and titles between their namings: who holds them, resigning, standing in for a time (AIJE-A01-1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.domain.community import Person
from bot.domain.ids import GuildId, MemberId, PersonId
from bot.domain.permissions import ArbiterTitle, Capacity, Office
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.domain.registry.offices import LONGEST_STAND_IN, Committee, Seat, StandIn, blocked_by
from bot.domain.registry.sayings import OfficeChanged, OfficeNews
from bot.domain.typed_text import checked_reason
from bot.domain.voting.votes import ElectorateRule, entitled_electors
from bot.errors import AlreadyDone, NotAllowed, UserError
from bot.services import access, quotas
from bot.services.playing import arbiter_duty
from bot.services.registry import officers, roles, title_awards
from bot.services.registry.exclusions import refuse_excluded
from bot.services.voting import electorates
from bot.storage import identities, offices, people, votes
from bot.storage.context import ActorTx, Query, Tx

REASON_LIMIT = 300

_VACANT: Final[Mapping[Office, Obstacle]] = {
    Office.PRESIDENT: Obstacle.VACANT_PRESIDENT,
    Office.LEADER: Obstacle.VACANT_LEADER,
}
"""How the desk of an event tells that an office is vacant."""


class OfficeVacant(UserError):
    """Nobody holds the office, so nobody can be stood in for; a successor is named or elected instead."""

    office: Office


class HoldsNoOffice(UserError):
    """Who wants to resign holds no such office."""

    office: Office


class HoldsNoTitle(UserError):
    """Who wants to lay an arbiter title down holds none."""


class HolderAsStandIn(UserError):
    """The holder of an office cannot stand in for the same office."""

    office: Office


class VotesInExpulsion(UserError):
    """Who votes on the expulsion of a member would lose that vote as the leader's stand-in (AIJE-A02-3)."""

    name: str


class StandInTooLong(UserError):
    """A stand-in is for a time, a day at the least."""

    days: int


def show(tx: Query, guild_id: GuildId, at: datetime) -> Committee:
    """Both offices, vacant ones too, with whoever stands in; and every holder of an arbiter title, highest first."""
    found, since = officers.present(tx, guild_id), offices.since(tx, guild_id)
    acting, titled = offices.standing_in(tx, guild_id, at), offices.titled_since(tx, guild_id)
    known = people.by_ids(tx, [one.person_id for one in acting.values()])
    seats = []
    for office in Office:
        stand_in = acting.get(office)
        seats.append(
            Seat(
                office=office,
                holder=found.holder(office),
                since=since.get(office),
                stand_in=None if stand_in is None else known[stand_in.person_id],
                stands_in_until=None if stand_in is None else stand_in.until,
            )
        )
    ranked = sorted(found.arbiters.items(), key=lambda one: -one[1].rank)
    arbiters = tuple((found.people[one], title, titled[one]) for one, title in ranked)
    return Committee(tuple(seats), arbiters)


def resign(tx: ActorTx, office: Office, reason: str) -> Committee:
    """Ends the presser's own time in the office, with a reason that everybody reads; the office is vacant then.

    Raises HoldsNoOffice.
    """
    community = access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    why = checked_reason(reason, REASON_LIMIT)
    if not offices.leave(tx, tx.guild_id, office, person.person_id, tx.now):
        raise HoldsNoOffice(office=office)
    offices.end(tx, tx.guild_id, office, tx.now)
    _follow_and_log(tx, person, "resign_office", person.person_id, why, office)
    told = OfficeChanged(tx.guild_id, OfficeNews.RESIGNED, office, person.person_id, reason=why)
    officers.tell(tx, community, told)
    return show(tx, tx.guild_id, tx.now)


def lay_down(tx: ActorTx, reason: str) -> Committee:
    """Ends the presser's own arbiter title, with a reason that everybody reads; raises HoldsNoTitle."""
    community = access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    why = checked_reason(reason, REASON_LIMIT)
    title = people.title_of(tx, person.person_id)
    if title is None:
        raise HoldsNoTitle
    people.end_title(tx, person.person_id, tx.now)
    title_awards.drop_proposals(tx, tx.guild_id, person.person_id, arbiter_titles_too=True)
    arbiter_duty.relieve(tx, tx.guild_id, person.person_id, by=person.person_id)
    _follow_and_log(tx, person, "lay_down_title", person.person_id, why, title)
    told = OfficeChanged(tx.guild_id, OfficeNews.LAID_DOWN, title, person.person_id, reason=why)
    officers.tell(tx, community, told)
    return show(tx, tx.guild_id, tx.now)


def name_stand_in(tx: ActorTx, office: Office, member: tuple[MemberId, str], days: int, reason: str) -> Committee:
    """Has somebody act for the holder of an office for some days; the holder or the President names whom.

    The stand-in may all that the office may, but signs and votes by no right of the office: those stay the holder's.
    Raises OfficeVacant, NotAllowed, HolderAsStandIn, StandInTooLong, VotesInExpulsion, and NeverAgain for who was
    expelled from the committee and would lead it.
    """
    community = access.community(tx, tx.guild_id)
    by = access.recognise(tx)
    holder = _holder_in_whose_name(tx, by, office)
    why = checked_reason(reason, REASON_LIMIT)
    if not 1 <= days <= LONGEST_STAND_IN.days:
        raise StandInTooLong(days=LONGEST_STAND_IN.days)
    person = access.somebody(tx, tx.guild_id, member)
    if person.person_id == holder:
        raise HolderAsStandIn(office=office)
    if office is Office.LEADER:
        refuse_excluded(tx, person.person_id)
        _refuse_elector(tx, person)
    since, until = tx.now, tx.now + timedelta(days=days)
    fresh = tx.new_id()
    offices.name(tx, StandIn(fresh, tx.guild_id, office, person.person_id, since, until, by.person_id, why))
    _follow_and_log(tx, by, "name_stand_in", person.person_id, why, office)
    both = person.person_id, by.person_id
    told = OfficeChanged(tx.guild_id, OfficeNews.STAND_IN, office, *both, until, why)
    calls = quotas.invite(tx, by, person, f"stand-in:{office}")
    officers.tell(tx, community, told, silent=not calls)
    return show(tx, tx.guild_id, tx.now)


def _refuse_elector(tx: Query, person: Person) -> None:
    """Raises VotesInExpulsion: nobody loses a vote by being named for the leader's place, which has none."""
    own = identities.selves(tx, person.person_id)
    for vote in votes.all_open(tx, person.guild_id):
        if vote.kind.electorate is ElectorateRule.COMMITTEE_BUT_LEADER:
            voting = entitled_electors(electorates.with_struck(tx, vote, tx.now))
            if not set(voting).isdisjoint(own):
                raise VotesInExpulsion(name=person.name)


def end_stand_in(tx: ActorTx, office: Office) -> Committee:
    """Ends a stand-in before its time: the holder, the President or the stand-in does it. Raises AlreadyDone."""
    community = access.community(tx, tx.guild_id)
    by = access.recognise(tx)
    acting = offices.standing_in(tx, tx.guild_id, tx.now).get(office)
    if acting is None:
        raise AlreadyDone
    if by.person_id != acting.person_id:
        held = people.offices(tx, tx.guild_id)
        _refuse_unless_in_charge(by.person_id, held.get(office), held.get(Office.PRESIDENT), office)
    offices.end(tx, tx.guild_id, office, tx.now)
    _follow_and_log(tx, by, "end_stand_in", acting.person_id, None, office)
    what, both = OfficeNews.STAND_IN_OVER, (acting.person_id, by.person_id)
    person = people.load(tx, acting.person_id)
    calls = person is None or quotas.rings(tx, by, person, f"stand-in-over:{office}")
    officers.tell(tx, community, OfficeChanged(tx.guild_id, what, office, *both), silent=not calls)
    return show(tx, tx.guild_id, tx.now)


def _holder_in_whose_name(tx: Query, by: Person, office: Office) -> PersonId:
    held = people.offices(tx, by.guild_id)
    if office not in held:
        raise OfficeVacant(office=office)
    _refuse_unless_in_charge(by.person_id, held[office], held.get(Office.PRESIDENT), office)
    return held[office]


def _refuse_unless_in_charge(by: PersonId, holder: PersonId | None, president: PersonId | None, office: Office) -> None:
    if by not in (holder, president):
        raise NotAllowed(needed=tuple(dict.fromkeys((Capacity(office.value), Capacity.PRESIDENT))))


def _follow_and_log(
    tx: Tx, by: Person, act: str, about: PersonId, why: str | None, office: Office | ArbiterTitle
) -> None:
    roles.follow(tx, by.guild_id, about)
    subject, details = f"person:{about}", {"office" if isinstance(office, Office) else "title": office.value}
    tx.log(by.guild_id, act, subject, actor=by.person_id, why=why, details=details)


def vacant(tx: Query, guild_id: GuildId) -> Iterator[DeskRow]:
    """Offices that nobody holds, in a community that has ever named an officer (AIJE-A01-1)."""
    if not offices.ever_held(tx, guild_id):
        return
    held = people.offices(tx, guild_id)
    for office, obstacle in _VACANT.items():
        if office not in held:
            held_up = blocked_by(office)
            yield DeskRow(obstacle, "all", n=len(held_up), held_up=held_up)
