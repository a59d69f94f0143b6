"""Open places answered: the captain says who is meant, who is asked says yes or no, staff for who has no Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.community import Person
from bot.domain.entering.entries import Entrant
from bot.domain.entering.views import AccountHeld
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId, PlaceId
from bot.domain.permissions import Act, may
from bot.domain.team_play.places import Awaiting, OpenPlace, Place
from bot.domain.team_play.sayings import PlaceAnswered
from bot.domain.team_play.team_views import TeamView
from bot.domain.team_play.teams import Member
from bot.errors import AlreadyDone, NotFound, Outdated, Subject
from bot.services import access, known_people, quotas
from bot.services.entering import account_names, conditions, registration
from bot.services.entering.eligibility import refuse_barred
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import find
from bot.services.speaking import tell_member
from bot.services.team_play import rosters, team_entries, team_faults, team_writing
from bot.services.team_play.rosters import Seat
from bot.services.team_play.team_errors import NotACaptain, NotAskedByTeam, TeamIsFull
from bot.services.timetable import tournament_subject
from bot.storage import accounts, entrants, people, team_places, teams
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


@dataclass(frozen=True, slots=True)
class AccountAsked:
    """What a yes still needs: the account on this site, with the name that the captain has told."""

    site: str
    told: str | None


@only_for(*OF_TEAMS)
def invitation_view(tx: ActorQuery, entrant_id: EntrantId) -> TeamView:
    """The team that asks who pressed to play for it; raises NotAskedByTeam."""
    tournament, entrant = _team(tx, entrant_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    _place_of(tx, entrant, person)
    return team_entries.view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def asked_account(tx: ActorQuery, entrant_id: EntrantId) -> AccountAsked | None:
    """The account that has to be asked before a yes counts, or None; raises what keeps the presser from saying it."""
    tournament, entrant = _team(tx, entrant_id)
    registration.open_for_entries(tx, tournament.tournament_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None and _plays(tx, entrant, person):
        return None
    place = _place_of(tx, entrant, person)
    if person is not None:
        refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
        conditions.refuse_unmet(tx, tournament, person)
        team_faults.refuse_in_other(tx, tournament, entrant_id, person.person_id)
    site = tournament.rulebook.registration.account
    if site is None or (person is not None and accounts.of_person(tx, person.person_id, site) is not None):
        return None
    return AccountAsked(site, place.typed_account)


@only_for(*OF_TEAMS)
def accept(tx: ActorTx, entrant_id: EntrantId, account: str | None = None) -> TeamView | AccountHeld:
    """Says yes: the person plays for the team from now on. Twice is harmless; after a no there has to be room still."""
    tournament, entrant = _team(tx, entrant_id)
    registration.open_for_entries(tx, tournament.tournament_id)
    person = access.recognise(tx)
    if _plays(tx, entrant, person):
        return team_entries.view(tx, tournament, entrant, tx.pressed_at)
    place = _place_of(tx, entrant, person)
    refuse_barred(tx, tournament, person.person_id, tx.pressed_at)
    team_faults.refuse_in_other(tx, tournament, entrant_id, person.person_id)
    held = account_names.settle(tx, tournament, person, account)
    if held is not None:
        return held
    seats = rosters.roster(tx, entrant_id)
    if not place.is_open and not team_entries.view(tx, tournament, entrant, tx.pressed_at).room:
        raise TeamIsFull(team=entrant.team_name or "")
    if not place.is_open:
        team_places.save(tx, replace(place, declined_at=None, position=len(seats) + 1))
        seats = rosters.roster(tx, entrant_id)
    _fill(tx, tournament, entrant, seats, {place.place_id: person})
    captain = people.load(tx, entrant.person_id)
    if captain is not None:
        quotas.note_taken(tx, captain, person, rosters.team_matter(tournament))
    tx.touch(tournament_subject(tournament.tournament_id))
    _tell(tx, tournament, entrant, person, accepted=True)
    return team_entries.view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def decline(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Says no: the place is free for somebody else, and the captain is told. Who plays already leaves instead."""
    tournament, entrant = _team(tx, entrant_id)
    person = access.recognise(tx)
    if _plays(tx, entrant, person):
        return team_entries.leave(tx, tournament.tournament_id)
    place = _place_of(tx, entrant, person)
    if not place.is_open:
        raise AlreadyDone
    team_places.save(tx, replace(place, declined_at=tx.now))
    tx.touch(tournament_subject(tournament.tournament_id))
    _tell(tx, tournament, entrant, person, accepted=False)
    return team_entries.view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def say_who(tx: ActorTx, place_id: PlaceId, person_id: PersonId | None) -> TeamView:
    """The captain, or staff, says who is meant by a name: one of the people it looks like, who is asked; or nobody."""
    place, tournament, entrant, staff = _named_by(tx, place_id)
    seats = rosters.roster(tx, entrant.entrant_id)
    asked = rosters.open_place(tx, tournament, place)
    if person_id is None:
        told = _without_held_account(tx, tournament, replace(place, is_new=True))
        newcomer = replace(asked, place=told)
        filled = {place_id: _outsider(tx, tournament, newcomer)} if staff is not None else {}
    else:
        person = next((one for one in asked.alike if one.person_id == person_id), None)
        if person is None:
            raise Outdated
        team_faults.refuse_declined(tx, entrant.entrant_id, person)
        told = replace(place, person_id=person_id, typed_name=None)
        filled = {place_id: person} if staff is not None and person.discord_id is None else {}
    changed = [Seat(place=told) if one.place == place else one for one in seats]
    _fill(tx, tournament, entrant, changed, filled, staff)
    return team_entries.view(tx, tournament, entrant, tx.pressed_at)


@only_for(*OF_TEAMS)
def take_in(tx: ActorTx, entrant_id: EntrantId) -> TeamView:
    """Staff says yes for everybody in the team who has no Discord; raises AlreadyDone where nobody waits for that."""
    staff = access.recognise(tx)
    access.require(tx, staff, Act.ENTER_OTHER_PERSON)
    tournament, entrant = _team(tx, entrant_id)
    registration.open_for_entries(tx, tournament.tournament_id)
    waiting = [one for one in rosters.open_places(tx, tournament, entrant_id) if one.awaiting is Awaiting.STAFF]
    if not waiting:
        raise AlreadyDone
    filled = {one.place.place_id: _outsider(tx, tournament, one) for one in waiting}
    _fill(tx, tournament, entrant, rosters.roster(tx, entrant_id), filled, staff)
    tx.touch(tournament_subject(tournament.tournament_id))
    return team_entries.view(tx, tournament, entrant, tx.pressed_at)


def _fill(
    tx: ActorTx,
    tournament: Tournament,
    entrant: Entrant,
    seats: Sequence[Seat],
    filled: dict[PlaceId, Person],
    staff: Person | None = None,
) -> None:
    """Writes the list with these places taken."""
    done: list[Seat] = []
    for seat in seats:
        person = None if seat.place is None else filled.get(seat.place.place_id)
        if person is None or seat.place is None:
            done.append(seat)
            continue
        if staff is not None:
            team_writing.give_account(tx, tournament, person, seat.place.typed_account, staff)
        done.append(Seat(member=Member(person.person_id, 0, school_year=seat.place.school_year)))
    rosters.refuse_twice(tx, done)
    rosters.write(tx, tournament, entrant, done)


def _outsider(tx: Tx, tournament: Tournament, asked: OpenPlace) -> Person:
    if asked.person is not None:
        return asked.person
    if asked.place.is_new:
        return access.newcomer(tx, tournament.guild_id, asked.name)
    return rosters.outsider(tx, tournament, asked.name, asked.place.typed_account)


def _without_held_account(tx: Query, tournament: Tournament, place: Place) -> Place:
    """Whoever is somebody else does not hold the account by which somebody was found."""
    taken = known_people.holder(tx, tournament, place.typed_account) is not None
    return replace(place, typed_account=None) if taken else place


def _named_by(tx: ActorTx, place_id: PlaceId) -> tuple[Place, Tournament, Entrant, Person | None]:
    """The name that waits for a word, and the member of staff who says it; raises Outdated, NotACaptain."""
    place = team_places.load(tx, place_id)
    if place is None or not place.is_open or place.person_id is not None:
        raise Outdated
    tournament, entrant = _team(tx, place.entrant_id)
    registration.open_for_entries(tx, tournament.tournament_id)
    person = access.recognise(tx)
    if entrant.person_id == person.person_id:
        return place, tournament, entrant, None
    if not may(Act.ENTER_OTHER_PERSON, access.capacities(tx, person)):
        raise NotACaptain(team=entrant.team_name or "")
    return place, tournament, entrant, person


def _team(tx: ActorQuery, entrant_id: EntrantId) -> tuple[Tournament, Entrant]:
    entrant = entrants.load(tx, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None or entrant.team_name is None:
        raise NotFound(what=Subject.ENTRANT)
    return find(tx, tx.guild_id, entrant.tournament_id), entrant


def _place_of(tx: Query, entrant: Entrant, person: Person | None) -> Place:
    place = None if person is None else team_places.of_person(tx, entrant.entrant_id, person.person_id)
    if place is None:
        raise NotAskedByTeam(team=entrant.team_name or "")
    return place


def _plays(tx: Query, entrant: Entrant, person: Person) -> bool:
    return any(one.person_id == person.person_id for one in teams.members(tx, entrant.entrant_id))


def _tell(tx: Tx, tournament: Tournament, entrant: Entrant, person: Person, *, accepted: bool) -> None:
    aloud = rosters.answers_aloud(tx, tournament, entrant, person.person_id)
    if person.person_id != entrant.person_id and aloud:
        told = PlaceAnswered(entrant.entrant_id, person.person_id, accepted)
        tell_member(tx, tournament.guild_id, entrant.person_id, told)
