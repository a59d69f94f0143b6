"""Officers: named publicly and on the record, resigning, standing in (AIJE-A01-1), and namings taken back.

Discord's roles grant nothing. An appointment or a title that was a mistake is taken back as long as nobody has acted
by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import bars_store as entering_bars_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.registry import roles_verbs, store, titles_verbs
from bot.features.registry.model import (
    LONGEST_STAND_IN,
    AppointmentUndone,
    Committee,
    NoTitle,
    OfficeChanged,
    OfficeNews,
    OfficersNamed,
    OfficeSeat,
    Undone,
    blocked_by,
)
from bot.features.registry.roles_verbs import refuse_excluded
from bot.features.registry.titles_model import MasterTitle
from bot.features.tournaments.tasks_model import DeskRow, Obstacle
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import store as voting_store
from bot.features.voting.model import ElectorateRule, entitled_electors
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotAllowed, NotSetUp, Refused, RefusedFor, RefusedNumber, UserError
from bot.kernel.ids import Community, GuildId, MemberId, PersonId, Place
from bot.kernel.log import Entry
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Capacity, Office, Person
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import OF_OFFICERS, Act, Hanging, StandIn
from bot.server.setup_model import NamedOfficers, Officers
from bot.server.speaking_verbs import promise, promise_publicly

# --- naming ---------------------------------------------------------------------------------------------------------


class LeaderIsElected(UserError):
    """Somebody leads the committee: another one is elected after a petition (AIJE-A01-2)."""

    holder: str


class PresidentStays(UserError):
    """Somebody is President, and stays it until they resign or leave (AIJE-A01-2)."""

    holder: str


_PROCEDURES = {Office.LEADER: LeaderIsElected, Office.PRESIDENT: PresidentStays}


def present(tx: Query, guild_id: GuildId) -> Officers:
    """Who holds which office and title today."""
    office_holders, arbiters = people_store.offices(tx, guild_id), people_store.arbiters(tx, guild_id)
    return Officers(office_holders, arbiters, people_store.by_ids(tx, [*office_holders.values(), *arbiters]))


def naming(tx: ActorQuery) -> Officers:
    """As `present`, for who may name officers: the server's owner."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.NAME_OFFICERS)
    return present(tx, tx.guild_id)


def name(tx: ActorTx, officers: NamedOfficers) -> Officers:
    """Gives the offices and titles, from now on, and says so in the announcements and the public record (AIJE-A01-1).

    The owner begins what the procedures go on with: fills an office that nobody holds, or whose holder has left, and
    gives titles until the association is founded. Raises LeaderIsElected, PresidentStays and TitleStays for what would
    take one away, TitlesByProcedure, NotAllowed to all but the server's owner, NobodyNamed, AlreadyDone where nothing
    would change, RecordFirst while there is nowhere to say it, NeverAgain for who was expelled from the committee and
    would lead it or hold a title (AIJE-A02-5).
    """
    community = server_store.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    by = server_verbs.recognise(tx)
    server_verbs.require(tx, by, Act.NAME_OFFICERS)
    _refuse_unheard(community, officers)
    by_procedure = roles_verbs.gives_titles_by_procedure(tx, by.guild_id, tx.pressed_at)
    given = _given_offices(tx, by, officers)
    if given:
        server_verbs.switch_on_needed(tx, by, OF_OFFICERS)
        voting_electorate_verbs.call_signers(tx, by.guild_id)
    titled, asked = _given_titles(tx, by, officers)
    _refuse_titles(by_procedure=by_procedure, given=bool(given), titled=bool(titled or asked))
    if given or titled:
        tell(tx, community, _saying(by, officers, given, titled, asked))
    return present(tx, tx.guild_id)


def _refuse_titles(*, by_procedure: bool, given: bool, titled: bool) -> None:
    """Raises TitlesByProcedure, and AlreadyDone where nothing would change."""
    if by_procedure and titled:
        # In a founded association with an officer, arbiter titles come by exam and by vote, not by a name (AIJE-B01).
        raise Refused("error.TitlesByProcedure")
    if not given and not titled:
        raise AlreadyDone


def begin_refereeing(tx: ActorTx) -> None:
    """The server's owner takes up an arbiter's title, as `name` gives it, and goes on duty; twice changes nothing."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.NAME_OFFICERS)
    if people_store.title_of(tx, person.person_id) is None:
        name(tx, NamedOfficers(arbiters={tx.actor.member_id: tx.actor.name}, title=ArbiterTitle.AN))
    playing_arbiters_verbs.go_on(tx)


def _saying(
    by: Person,
    officers: NamedOfficers,
    given: Mapping[Office, PersonId],
    titled: tuple[PersonId, ...],
    asked: tuple[PersonId, ...],
) -> OfficersNamed:
    title = officers.title if titled else None
    president, leader = given.get(Office.PRESIDENT), given.get(Office.LEADER)
    return OfficersNamed(by.guild_id, president, leader, title, titled or None, asked or None, by=by.person_id)


def _refuse_unheard(community: Community, officers: NamedOfficers) -> None:
    """Raises RecordFirst where there is nowhere to say it, and NobodyNamed where there is nothing to say."""
    if community.announcements is None or community.record is None:
        raise Refused("error.RecordFirst")
    if not officers.offices and not officers.arbiters:
        raise Refused("error.NobodyNamed")


def tell(
    tx: Tx,
    community: Community,
    message: OfficersNamed | OfficeChanged,
    *,
    silent: bool = False,
) -> None:
    """Says in public and on the record what became of an office or a title; once where both are one channel."""
    places = [Place.ANNOUNCEMENTS]
    if community.record != community.announcements:
        places.append(Place.RECORD)
    for place in places:
        promise(tx, community.guild_id, place, message, silent=silent)


def _given_offices(tx: Tx, by: Person, officers: NamedOfficers) -> dict[Office, PersonId]:
    office_holders = people_store.offices(tx, by.guild_id)
    changes: dict[Office, PersonId] = {}
    for office, member in officers.offices.items():
        person = server_verbs.somebody(tx, by.guild_id, member)
        if office_holders.get(office) == person.person_id:
            continue
        _refuse_held(tx, office, office_holders.get(office), officers)
        if office is Office.LEADER:
            refuse_excluded(tx, person.person_id)
        people_store.give_office(tx, by.guild_id, office, person.person_id, tx.now, by.person_id)
        for one in (office_holders.get(office), person.person_id):
            roles_verbs.follow(tx, by.guild_id, one)
        _log_officer(tx, by, person, {"office": office.value})
        changes[office] = person.person_id
    return changes


def _refuse_held(tx: Query, office: Office, holder: PersonId | None, officers: NamedOfficers) -> None:
    """What the body can still change by itself is no longer the owner's to change."""
    person = None if holder is None else people_store.load(tx, holder)
    if person is not None and person.discord_id is not None and person.discord_id not in officers.gone:
        raise _PROCEDURES[office](holder=person.name)


def _given_titles(tx: Tx, by: Person, officers: NamedOfficers) -> tuple[tuple[PersonId, ...], tuple[PersonId, ...]]:
    """Who has the title from now on, and who is asked first."""
    changed: list[PersonId] = []
    asked: list[PersonId] = []
    for member in officers.arbiters.items():
        person = server_verbs.somebody(tx, by.guild_id, member)
        before = people_store.title_of(tx, person.person_id)
        if before is officers.title:
            continue
        if officers.title is None or (before is not None and before.rank > officers.title.rank):
            # An arbiter's title ends by the committee's procedures, or by the holder's own word (AIJE-A02-3,
            # AIJE-A02-6).
            raise RefusedFor("error.TitleStays", name=person.name)
        refuse_excluded(tx, person.person_id)
        if titles_verbs.must_be_asked(tx, person.person_id):
            if titles_verbs.award(tx, person, officers.title, by.person_id) is not None:
                asked.append(person.person_id)
            continue
        titles_verbs.take_up(tx, by.guild_id, person.person_id, officers.title, by.person_id)
        _log_officer(tx, by, person, {"title": officers.title})
        changed.append(person.person_id)
    return tuple(changed), tuple(asked)


def _log_officer(tx: Tx, by: Person, person: Person, details: Mapping[str, str]) -> None:
    subject = f"person:{person.person_id}"
    tx.log(by.guild_id, "name_officer", subject, actor=by.person_id, details=details)


# --- holding an office ----------------------------------------------------------------------------------------------


REASON_LIMIT = 300

_VACANT: Final[Mapping[Office, Obstacle]] = {
    Office.PRESIDENT: Obstacle.VACANT_PRESIDENT,
    Office.LEADER: Obstacle.VACANT_LEADER,
}
"""How the desk of an event tells that an office is vacant."""


class RefusedOffice(Refused):
    """The sentence names an office."""

    office: Office


def show(tx: Query, guild_id: GuildId, at: datetime) -> Committee:
    """Both offices, vacant ones too, with whoever stands in; and every holder of an arbiter title, highest first."""
    found, since = present(tx, guild_id), server_store.offices_since(tx, guild_id)
    acting, titled = server_store.standing_in(tx, guild_id, at), server_store.titled_since(tx, guild_id)
    people = people_store.by_ids(tx, [one.person_id for one in acting.values()])
    seats = []
    for office in Office:
        stand_in = acting.get(office)
        seats.append(
            OfficeSeat(
                office=office,
                holder=found.holder(office),
                since=since.get(office),
                stand_in=None if stand_in is None else people[stand_in.person_id],
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
    community = server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    why = checked_reason(reason, REASON_LIMIT)
    if not server_store.leave(tx, tx.guild_id, office, person.person_id, tx.now):
        raise RefusedOffice("error.HoldsNoOffice", office=office)
    server_store.end_office(tx, tx.guild_id, office, tx.now)
    _follow_and_log(tx, person, "resign_office", person.person_id, why, office)
    told = OfficeChanged(tx.guild_id, OfficeNews.RESIGNED, office, person.person_id, reason=why)
    tell(tx, community, told)
    return show(tx, tx.guild_id, tx.now)


def lay_down(tx: ActorTx, reason: str) -> Committee:
    """Ends the presser's own arbiter title, with a reason that everybody reads; raises HoldsNoTitle."""
    community = server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    why = checked_reason(reason, REASON_LIMIT)
    title = people_store.title_of(tx, person.person_id)
    if title is None:
        raise Refused("error.HoldsNoTitle")
    people_store.end_title(tx, person.person_id, tx.now)
    titles_verbs.drop_proposals(tx, tx.guild_id, person.person_id, arbiter_titles_too=True)
    playing_arbiters_verbs.relieve(tx, tx.guild_id, person.person_id, by=person.person_id)
    _follow_and_log(tx, person, "lay_down_title", person.person_id, why, title)
    told = OfficeChanged(tx.guild_id, OfficeNews.LAID_DOWN, title, person.person_id, reason=why)
    tell(tx, community, told)
    return show(tx, tx.guild_id, tx.now)


def name_stand_in(tx: ActorTx, office: Office, member: tuple[MemberId, str], days: int, reason: str) -> Committee:
    """Has somebody act for the holder of an office for some days; the holder or the President names whom.

    The stand-in may all that the office may, but signs and votes by no right of the office: those stay the holder's.
    Raises OfficeVacant, NotAllowed, HolderAsStandIn, StandInTooLong, VotesInExpulsion, and NeverAgain for who was
    expelled from the committee and would lead it.
    """
    community = server_verbs.community(tx, tx.guild_id)
    by = server_verbs.recognise(tx)
    holder = _holder_in_whose_name(tx, by, office)
    why = checked_reason(reason, REASON_LIMIT)
    if not 1 <= days <= LONGEST_STAND_IN.days:
        raise RefusedNumber("error.StandInTooLong", number=LONGEST_STAND_IN.days)
    person = server_verbs.somebody(tx, tx.guild_id, member)
    if person.person_id == holder:
        raise RefusedOffice("error.HolderAsStandIn", office=office)
    if office is Office.LEADER:
        refuse_excluded(tx, person.person_id)
        _refuse_elector(tx, person)
    since, until = tx.now, tx.now + timedelta(days=days)
    fresh = tx.new_id()
    server_store.name(tx, StandIn(fresh, tx.guild_id, office, person.person_id, since, until, by.person_id, why))
    _follow_and_log(tx, by, "name_stand_in", person.person_id, why, office)
    both = person.person_id, by.person_id
    told = OfficeChanged(tx.guild_id, OfficeNews.STAND_IN, office, *both, until, why)
    calls = server_verbs.invite(tx, by, person, f"stand-in:{office}")
    tell(tx, community, told, silent=not calls)
    return show(tx, tx.guild_id, tx.now)


def _refuse_elector(tx: Query, person: Person) -> None:
    """Raises VotesInExpulsion: nobody loses a vote by being named for the leader's place, which has none."""
    same_person_ids = people_store.same_person_ids(tx, person.person_id)
    for vote in voting_store.all_open(tx, person.guild_id):
        if vote.kind.electorate is ElectorateRule.COMMITTEE_BUT_LEADER:
            voting = entitled_electors(voting_electorate_verbs.with_struck(tx, vote, tx.now))
            if not set(voting).isdisjoint(same_person_ids):
                # Who votes on the expulsion of a member would lose that vote as the leader's stand-in (AIJE-A02-3).
                raise RefusedFor("error.VotesInExpulsion", name=person.name)


def end_stand_in(tx: ActorTx, office: Office) -> Committee:
    """Ends a stand-in before its time: the holder, the President or the stand-in does it. Raises AlreadyDone."""
    community = server_verbs.community(tx, tx.guild_id)
    by = server_verbs.recognise(tx)
    acting = server_store.standing_in(tx, tx.guild_id, tx.now).get(office)
    if acting is None:
        raise AlreadyDone
    if by.person_id != acting.person_id:
        office_holders = people_store.offices(tx, tx.guild_id)
        _refuse_unless_in_charge(by.person_id, office_holders.get(office), office_holders.get(Office.PRESIDENT), office)
    server_store.end_office(tx, tx.guild_id, office, tx.now)
    _follow_and_log(tx, by, "end_stand_in", acting.person_id, None, office)
    what, both = OfficeNews.STAND_IN_OVER, (acting.person_id, by.person_id)
    person = people_store.load(tx, acting.person_id)
    calls = person is None or server_verbs.rings(tx, by, person, f"stand-in-over:{office}")
    tell(tx, community, OfficeChanged(tx.guild_id, what, office, *both), silent=not calls)
    return show(tx, tx.guild_id, tx.now)


def _holder_in_whose_name(tx: Query, by: Person, office: Office) -> PersonId:
    office_holders = people_store.offices(tx, by.guild_id)
    if office not in office_holders:
        raise RefusedOffice("error.OfficeVacant", office=office)
    _refuse_unless_in_charge(by.person_id, office_holders[office], office_holders.get(Office.PRESIDENT), office)
    return office_holders[office]


def _refuse_unless_in_charge(by: PersonId, holder: PersonId | None, president: PersonId | None, office: Office) -> None:
    if by not in (holder, president):
        raise NotAllowed(needed=tuple(dict.fromkeys((Capacity(office.value), Capacity.PRESIDENT))))


def _follow_and_log(
    tx: Tx, by: Person, act: str, about: PersonId, why: str | None, office: Office | ArbiterTitle
) -> None:
    roles_verbs.follow(tx, by.guild_id, about)
    subject, details = f"person:{about}", {"office" if isinstance(office, Office) else "title": office.value}
    tx.log(by.guild_id, act, subject, actor=by.person_id, why=why, details=details)


def vacant(tx: Query, guild_id: GuildId) -> Iterator[DeskRow]:
    """Offices that nobody holds, in a community that has ever named an officer (AIJE-A01-1)."""
    if not server_store.ever_held(tx, guild_id):
        return
    office_holders = people_store.offices(tx, guild_id)
    for office, obstacle in _VACANT.items():
        if office not in office_holders:
            held_up = blocked_by(office)
            yield DeskRow(obstacle, "all", n=len(held_up), held_up=held_up)


# --- taking a naming back -------------------------------------------------------------------------------------------


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the appointment, the title or its loss from being taken back."""
    person_id = _person(entry)
    if not _still_so(tx, entry, person_id):
        return Hanging.TAKEN_BACK
    if store.was_voted(tx, person_id, entry.at) or entering_bars_store.is_excluded(tx, person_id):
        return Hanging.DECISION
    if _gives(entry) and store.has_acted_since(tx, entry.guild_id, person_id, entry.at):
        return Hanging.ACTED
    if isinstance(_title(entry), MasterTitle) and store.has_played_since(tx, person_id, entry.at):
        return Hanging.PLAYED
    return None


def turn_back(tx: Tx, by: Person, entry: Entry) -> None:
    """Puts back what was before, from now on, and says so wherever the appointment was read."""
    person_id = _person(entry)
    if "office" in entry.details:
        _office_back(tx, by, entry)
        voting_electorate_verbs.call_signers(tx, entry.guild_id)
    elif isinstance(title := _title(entry), MasterTitle):
        _master_back(tx, by, entry, title)
    else:
        _arbiter_back(tx, by, entry)
    roles_verbs.follow(tx, entry.guild_id, person_id)
    how = Undone.GIVEN if _gives(entry) else Undone.TAKEN
    undone = AppointmentUndone(person_id, by.person_id, _what(tx, entry), how)
    promise_publicly(tx, entry.guild_id, undone)


def _office_back(tx: Tx, by: Person, entry: Entry) -> None:
    office, guild_id = Office(entry.details["office"]), entry.guild_id
    before = store.holder_before(tx, guild_id, office, entry.at)
    if before is not None and _is_here(tx, guild_id, before):
        people_store.give_office(tx, guild_id, office, before, tx.now, by.person_id)
        roles_verbs.follow(tx, guild_id, before)
    else:
        server_store.leave(tx, guild_id, office, _person(entry), tx.now)
        server_store.end_office(tx, guild_id, office, tx.now)


def _master_back(tx: Tx, by: Person, entry: Entry, title: MasterTitle) -> None:
    if _gives(entry):
        store.end_title(tx, _person(entry), title, tx.now, "erased")
    else:
        store.give_title(tx, _person(entry), title, tx.now, by.person_id)


def _arbiter_back(tx: Tx, by: Person, entry: Entry) -> None:
    """The title before, if any; with a first one that goes, the master titles laid down for it come back."""
    person_id, before = _person(entry), store.title_before(tx, _person(entry), entry.at)
    if before is not None:
        roles_verbs.refuse_excluded(tx, person_id)
        titles_verbs.take_up(tx, entry.guild_id, person_id, before, by.person_id)
        return
    people_store.end_title(tx, person_id, tx.now)
    playing_arbiters_verbs.relieve(tx, entry.guild_id, person_id, by=by.person_id)
    for title in store.laid_down(tx, person_id, entry.at):
        store.give_title(tx, person_id, title, tx.now, by.person_id)


def _still_so(tx: Query, entry: Entry, person_id: PersonId) -> bool:
    """Whether what the act did is what stands today."""
    if "office" in entry.details:
        office = Office(entry.details["office"])
        since = server_store.offices_since(tx, entry.guild_id).get(office)
        return people_store.offices(tx, entry.guild_id).get(office) == person_id and since == entry.at
    title = _title(entry)
    if isinstance(title, MasterTitle):
        return (title in store.titles_of(tx, person_id)) is _gives(entry)
    since = server_store.titled_since(tx, entry.guild_id).get(person_id)
    if title is None:
        return since is None and store.title_before(tx, person_id, entry.at) is not None
    if entry.act == "loss_title":
        return people_store.title_of(tx, person_id) is not title
    return people_store.title_of(tx, person_id) is title and since == entry.at


def _gives(entry: Entry) -> bool:
    return entry.act != "loss_title" and entry.details.get("title") != "none"


def _title(entry: Entry) -> ArbiterTitle | MasterTitle | None:
    word = entry.details.get("title", "none")
    if word == "none":
        return None
    return ArbiterTitle(word) if word in set(ArbiterTitle) else MasterTitle(word)


def _what(tx: Query, entry: Entry) -> Office | ArbiterTitle | MasterTitle | NoTitle:
    if "office" in entry.details:
        return Office(entry.details["office"])
    return _title(entry) or store.title_before(tx, _person(entry), entry.at) or NoTitle.NONE


def _person(entry: Entry) -> PersonId:
    return PersonId(entry.subject.partition(":")[2])


def _is_here(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    person = people_store.load(tx, person_id)
    return person is not None and person.guild_id == guild_id and person.discord_id is not None
