"""Naming officers: President, leader and arbiters, publicly and on the record. Discord's roles grant nothing."""

from __future__ import annotations

from collections.abc import Mapping

from bot.domain.community import Community, Person, Place
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.registry.sayings import OfficeChanged, OfficersNamed
from bot.domain.setup_views import Named, Officers
from bot.domain.switches import OF_OFFICERS
from bot.errors import AlreadyDone, NotSetUp, UserError
from bot.services import access, founding, switching
from bot.services.playing import arbiter_duty
from bot.services.registry import roles, title_awards
from bot.services.registry.exclusions import refuse_excluded
from bot.services.speaking import promise
from bot.services.voting import electorates
from bot.storage import communities, people
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class NobodyNamed(UserError):
    """The form was sent in without anybody in it."""


class RecordFirst(UserError):
    """Officers are named publicly, and there is no channel yet in which that could be said."""


class LeaderIsElected(UserError):
    """Somebody leads the committee: another one is elected after a petition (AIJE-A01-2)."""

    holder: str


class PresidentStays(UserError):
    """Somebody is President, and stays it until they resign or leave (AIJE-A01-2)."""

    holder: str


class TitleStays(UserError):
    """An arbiter's title ends by the committee's procedures, or by the holder's own word (AIJE-A02-3, AIJE-A02-6)."""

    holder: str


class TitlesByProcedure(UserError):
    """In a founded association with an officer, arbiter titles come by exam and by vote, not by a name (AIJE-B01)."""


_PROCEDURES = {Office.LEADER: LeaderIsElected, Office.PRESIDENT: PresidentStays}


def present(tx: Query, guild_id: GuildId) -> Officers:
    """Who holds which office and title today."""
    held, arbiters = people.offices(tx, guild_id), people.arbiters(tx, guild_id)
    return Officers(held, arbiters, people.by_ids(tx, [*held.values(), *arbiters]))


def naming(tx: ActorQuery) -> Officers:
    """As `present`, for who may name officers: the server's owner."""
    access.require(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id), Act.NAME_OFFICERS)
    return present(tx, tx.guild_id)


def name(tx: ActorTx, named: Named) -> Officers:
    """Gives the offices and titles, from now on, and says so in the announcements and the public record (AIJE-A01-1).

    The owner begins what the procedures go on with: fills an office that nobody holds, or whose holder has left, and
    gives titles until the association is founded. Raises LeaderIsElected, PresidentStays and TitleStays for what would
    take one away, TitlesByProcedure, NotAllowed to all but the server's owner, NobodyNamed, AlreadyDone where nothing
    would change, RecordFirst while there is nowhere to say it, NeverAgain for who was expelled from the committee and
    would lead it or hold a title (AIJE-A02-5).
    """
    community = communities.load(tx, tx.guild_id)
    if community is None:
        raise NotSetUp
    by = access.recognise(tx)
    access.require(tx, by, Act.NAME_OFFICERS)
    _refuse_unheard(community, named)
    by_procedure = founding.gives_titles_by_procedure(tx, by.guild_id, tx.pressed_at)
    given = _given_offices(tx, by, named)
    if given:
        switching.switch_on_needed(tx, by, OF_OFFICERS)
        electorates.call_signers(tx, by.guild_id)
    titled, asked = _given_titles(tx, by, named)
    _refuse_titles(by_procedure=by_procedure, given=bool(given), titled=bool(titled or asked))
    if given or titled:
        tell(tx, community, _saying(by, named, given, titled, asked))
    return present(tx, tx.guild_id)


def _refuse_titles(*, by_procedure: bool, given: bool, titled: bool) -> None:
    """Raises TitlesByProcedure, and AlreadyDone where nothing would change."""
    if by_procedure and titled:
        raise TitlesByProcedure
    if not given and not titled:
        raise AlreadyDone


def begin_refereeing(tx: ActorTx) -> None:
    """The server's owner takes up an arbiter's title, as `name` gives it, and goes on duty; twice changes nothing."""
    person = access.recognise(tx)
    access.require(tx, person, Act.NAME_OFFICERS)
    if people.title_of(tx, person.person_id) is None:
        name(tx, Named(arbiters={tx.actor.member_id: tx.actor.name}, title=ArbiterTitle.AN))
    arbiter_duty.go_on(tx)


def _saying(
    by: Person,
    named: Named,
    given: Mapping[Office, PersonId],
    titled: tuple[PersonId, ...],
    asked: tuple[PersonId, ...],
) -> OfficersNamed:
    title = named.title if titled else None
    president, leader = given.get(Office.PRESIDENT), given.get(Office.LEADER)
    return OfficersNamed(by.guild_id, president, leader, title, titled or None, asked or None, by=by.person_id)


def _refuse_unheard(community: Community, named: Named) -> None:
    """Raises RecordFirst where there is nowhere to say it, and NobodyNamed where there is nothing to say."""
    if community.announcements is None or community.record is None:
        raise RecordFirst
    if not named.offices and not named.arbiters:
        raise NobodyNamed


def tell(
    tx: Tx,
    community: Community,
    saying: OfficersNamed | OfficeChanged,
    *,
    silent: bool = False,
) -> None:
    """Says in public and on the record what became of an office or a title; once where both are one channel."""
    places = [Place.ANNOUNCEMENTS]
    if community.record != community.announcements:
        places.append(Place.RECORD)
    for place in places:
        promise(tx, community.guild_id, place, saying, silent=silent)


def _given_offices(tx: Tx, by: Person, named: Named) -> dict[Office, PersonId]:
    held = people.offices(tx, by.guild_id)
    changes: dict[Office, PersonId] = {}
    for office, member in named.offices.items():
        person = access.somebody(tx, by.guild_id, member)
        if held.get(office) == person.person_id:
            continue
        _refuse_held(tx, office, held.get(office), named)
        if office is Office.LEADER:
            refuse_excluded(tx, person.person_id)
        people.give_office(tx, by.guild_id, office, person.person_id, tx.now, by.person_id)
        for one in (held.get(office), person.person_id):
            roles.follow(tx, by.guild_id, one)
        _log_officer(tx, by, person, {"office": office.value})
        changes[office] = person.person_id
    return changes


def _refuse_held(tx: Query, office: Office, holder: PersonId | None, named: Named) -> None:
    """What the body can still change by itself is no longer the owner's to change."""
    person = None if holder is None else people.load(tx, holder)
    if person is not None and person.discord_id is not None and person.discord_id not in named.gone:
        raise _PROCEDURES[office](holder=person.name)


def _given_titles(tx: Tx, by: Person, named: Named) -> tuple[tuple[PersonId, ...], tuple[PersonId, ...]]:
    """Who has the title from now on, and who is asked first."""
    changed: list[PersonId] = []
    asked: list[PersonId] = []
    for member in named.arbiters.items():
        person = access.somebody(tx, by.guild_id, member)
        before = people.title_of(tx, person.person_id)
        if before is named.title:
            continue
        if named.title is None or (before is not None and before.rank > named.title.rank):
            raise TitleStays(holder=person.name)
        refuse_excluded(tx, person.person_id)
        if title_awards.must_be_asked(tx, person.person_id):
            if title_awards.award(tx, person, named.title, by.person_id) is not None:
                asked.append(person.person_id)
            continue
        title_awards.take_up(tx, by.guild_id, person.person_id, named.title, by.person_id)
        _log_officer(tx, by, person, {"title": named.title})
        changed.append(person.person_id)
    return tuple(changed), tuple(asked)


def _log_officer(tx: Tx, by: Person, person: Person, details: Mapping[str, str]) -> None:
    subject = f"person:{person.person_id}"
    tx.log(by.guild_id, "name_officer", subject, actor=by.person_id, details=details)
