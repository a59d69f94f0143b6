"""Open places answered: the captain says who is meant, who is asked says yes or no, staff for who has no Discord."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.domain.community import Person, Presser
from bot.domain.entering.entries import Entrant
from bot.domain.entering.views import AccountHeld
from bot.domain.events.event_kinds import OF_TEAMS
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, Occasion, PersonId, PlaceId
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
from bot.storage import accounts, entrants, panels, people, team_places, teams
from bot.storage.database import Work


@dataclass(frozen=True, slots=True)
class AccountAsked:
    """What a yes still needs: the account on this site, with the name that the captain has told."""

    site: str
    told: str | None


@only_for(*OF_TEAMS)
def invitation_view(work: Work, presser: Presser, entrant_id: EntrantId) -> TeamView:
    """The team that asks who pressed to play for it; raises NotAskedByTeam."""
    tournament, entrant = _team(work, presser, entrant_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    _place_of(work, entrant, person)
    return team_entries.view(work, tournament, entrant, presser.at)


@only_for(*OF_TEAMS)
def asked_account(work: Work, presser: Presser, entrant_id: EntrantId) -> AccountAsked | None:
    """The account that has to be asked before a yes counts, or None; raises what keeps the presser from saying it."""
    tournament, entrant = _team(work, presser, entrant_id)
    registration.open_for_entries(work, presser, tournament.tournament_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is not None and _plays(work, entrant, person):
        return None
    place = _place_of(work, entrant, person)
    if person is not None:
        refuse_barred(work, tournament, person.person_id, presser.at)
        conditions.refuse_unmet(work, tournament, presser, person)
        team_faults.refuse_in_other(work, tournament, entrant_id, person.person_id)
    site = tournament.rulebook.registration.account
    if site is None or (person is not None and accounts.of_person(work, person.person_id, site) is not None):
        return None
    return AccountAsked(site, place.typed_account)


@only_for(*OF_TEAMS)
def accept(
    work: Work, occasion: Occasion, presser: Presser, entrant_id: EntrantId, account: str | None = None
) -> TeamView | AccountHeld:
    """Says yes: the person plays for the team from now on. Twice is harmless; after a no there has to be room still."""
    tournament, entrant = _team(work, presser, entrant_id)
    registration.open_for_entries(work, presser, tournament.tournament_id)
    person = access.recognise(work, occasion, presser)
    if _plays(work, entrant, person):
        return team_entries.view(work, tournament, entrant, presser.at)
    place = _place_of(work, entrant, person)
    refuse_barred(work, tournament, person.person_id, presser.at)
    team_faults.refuse_in_other(work, tournament, entrant_id, person.person_id)
    held = account_names.settle(work, occasion, tournament, person, account)
    if held is not None:
        return held
    seats = rosters.roster(work, entrant_id)
    if not place.is_open and not team_entries.view(work, tournament, entrant, presser.at).room:
        raise TeamIsFull(team=entrant.team_name or "")
    if not place.is_open:
        team_places.save(work, replace(place, declined_at=None, position=len(seats) + 1))
        seats = rosters.roster(work, entrant_id)
    _fill(work, occasion, presser, tournament, entrant, seats, {place.place_id: person})
    captain = people.load(work, entrant.person_id)
    if captain is not None:
        quotas.note_taken(work, occasion, captain, person, rosters.team_matter(tournament))
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    _tell(work, occasion, tournament, entrant, person, accepted=True)
    return team_entries.view(work, tournament, entrant, presser.at)


@only_for(*OF_TEAMS)
def decline(work: Work, occasion: Occasion, presser: Presser, entrant_id: EntrantId) -> TeamView:
    """Says no: the place is free for somebody else, and the captain is told. Who plays already leaves instead."""
    tournament, entrant = _team(work, presser, entrant_id)
    person = access.recognise(work, occasion, presser)
    if _plays(work, entrant, person):
        return team_entries.leave(work, occasion, presser, tournament.tournament_id)
    place = _place_of(work, entrant, person)
    if not place.is_open:
        raise AlreadyDone
    team_places.save(work, replace(place, declined_at=occasion.now))
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    _tell(work, occasion, tournament, entrant, person, accepted=False)
    return team_entries.view(work, tournament, entrant, presser.at)


@only_for(*OF_TEAMS)
def say_who(
    work: Work, occasion: Occasion, presser: Presser, place_id: PlaceId, person_id: PersonId | None
) -> TeamView:
    """The captain, or staff, says who is meant by a name: one of the people it looks like, who is asked; or nobody."""
    place, tournament, entrant, staff = _named_by(work, occasion, presser, place_id)
    seats = rosters.roster(work, entrant.entrant_id)
    asked = rosters.open_place(work, tournament, place)
    if person_id is None:
        told = _without_held_account(work, tournament, replace(place, is_new=True))
        newcomer = replace(asked, place=told)
        filled = {place_id: _outsider(work, occasion, tournament, newcomer)} if staff is not None else {}
    else:
        person = next((one for one in asked.alike if one.person_id == person_id), None)
        if person is None:
            raise Outdated
        team_faults.refuse_declined(work, entrant.entrant_id, person)
        told = replace(place, person_id=person_id, typed_name=None)
        filled = {place_id: person} if staff is not None and person.discord_id is None else {}
    changed = [Seat(place=told) if one.place == place else one for one in seats]
    _fill(work, occasion, presser, tournament, entrant, changed, filled, staff)
    return team_entries.view(work, tournament, entrant, presser.at)


@only_for(*OF_TEAMS)
def take_in(work: Work, occasion: Occasion, presser: Presser, entrant_id: EntrantId) -> TeamView:
    """Staff says yes for everybody in the team who has no Discord; raises AlreadyDone where nobody waits for that."""
    staff = access.recognise(work, occasion, presser)
    access.require(work, presser, staff, Act.ENTER_OTHER_PERSON)
    tournament, entrant = _team(work, presser, entrant_id)
    registration.open_for_entries(work, presser, tournament.tournament_id)
    waiting = [one for one in rosters.open_places(work, tournament, entrant_id) if one.awaiting is Awaiting.STAFF]
    if not waiting:
        raise AlreadyDone
    filled = {one.place.place_id: _outsider(work, occasion, tournament, one) for one in waiting}
    _fill(work, occasion, presser, tournament, entrant, rosters.roster(work, entrant_id), filled, staff)
    panels.mark_stale(work, tournament_subject(tournament.tournament_id), occasion.now)
    return team_entries.view(work, tournament, entrant, presser.at)


def _fill(
    work: Work,
    occasion: Occasion,
    presser: Presser,
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
            team_writing.give_account(work, occasion, tournament, person, seat.place.typed_account, staff)
        done.append(Seat(member=Member(person.person_id, 0, school_year=seat.place.school_year)))
    rosters.refuse_twice(work, done)
    rosters.write(work, occasion, presser, tournament, entrant, done)


def _outsider(work: Work, occasion: Occasion, tournament: Tournament, asked: OpenPlace) -> Person:
    if asked.person is not None:
        return asked.person
    if asked.place.is_new:
        return access.newcomer(work, occasion, tournament.guild_id, asked.name)
    return rosters.outsider(work, occasion, tournament, asked.name, asked.place.typed_account)


def _without_held_account(work: Work, tournament: Tournament, place: Place) -> Place:
    """Whoever is somebody else does not hold the account by which somebody was found."""
    taken = known_people.holder(work, tournament, place.typed_account) is not None
    return replace(place, typed_account=None) if taken else place


def _named_by(
    work: Work, occasion: Occasion, presser: Presser, place_id: PlaceId
) -> tuple[Place, Tournament, Entrant, Person | None]:
    """The name that waits for a word, and the member of staff who says it; raises Outdated, NotACaptain."""
    place = team_places.load(work, place_id)
    if place is None or not place.is_open or place.person_id is not None:
        raise Outdated
    tournament, entrant = _team(work, presser, place.entrant_id)
    registration.open_for_entries(work, presser, tournament.tournament_id)
    person = access.recognise(work, occasion, presser)
    if entrant.person_id == person.person_id:
        return place, tournament, entrant, None
    if not may(Act.ENTER_OTHER_PERSON, access.capacities(work, presser, person)):
        raise NotACaptain(team=entrant.team_name or "")
    return place, tournament, entrant, person


def _team(work: Work, presser: Presser, entrant_id: EntrantId) -> tuple[Tournament, Entrant]:
    entrant = entrants.load(work, entrant_id)
    if entrant is None or entrant.withdrawn_at is not None or entrant.team_name is None:
        raise NotFound(what=Subject.ENTRANT)
    return find(work, presser.guild_id, entrant.tournament_id), entrant


def _place_of(work: Work, entrant: Entrant, person: Person | None) -> Place:
    place = None if person is None else team_places.of_person(work, entrant.entrant_id, person.person_id)
    if place is None:
        raise NotAskedByTeam(team=entrant.team_name or "")
    return place


def _plays(work: Work, entrant: Entrant, person: Person) -> bool:
    return any(one.person_id == person.person_id for one in teams.members(work, entrant.entrant_id))


def _tell(
    work: Work, occasion: Occasion, tournament: Tournament, entrant: Entrant, person: Person, *, accepted: bool
) -> None:
    aloud = rosters.answers_aloud(work, occasion, tournament, entrant, person.person_id)
    if person.person_id != entrant.person_id and aloud:
        told = PlaceAnswered(entrant.entrant_id, person.person_id, accepted)
        tell_member(work, occasion, tournament.guild_id, entrant.person_id, told)
