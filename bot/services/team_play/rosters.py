"""A team as its captain lists it: members, who have said yes, and open places, which do not count yet (AIJE-D05-1).

Everything that writes a team goes through `write`: it holds the whole list against the rulebook, tells whoever is asked
for the first time, and leaves nobody behind of whom nothing is known but that list.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, PersonId, PlaceId
from bot.domain.quotas import Counted
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play import places, sayings
from bot.domain.team_play.fitness import BY_THE_LIST, list_problems
from bot.domain.team_play.places import Awaiting, OpenPlace
from bot.domain.team_play.sayings import MemberDropped, MemberLeft, TeamInvitation, TeamInvites
from bot.domain.team_play.teams import Member, Team, TeamProblem, problems, ranks
from bot.errors import Subject
from bot.services import access, event_log, known_people, quotas
from bot.services.entering import tries
from bot.services.entering.hooks import tell_of_place
from bot.services.speaking import tell_member, write_to
from bot.services.team_play.team_errors import (
    NamedTwice,
)
from bot.services.team_play.team_faults import (
    name_of,
    refuse,
    refuse_barred_member,
    refuse_in_other,
    refuse_overfull,
    refuse_unfit,
    refuse_unfit_pupils,
)
from bot.services.timetable import reschedule_letters, tournament_subject
from bot.storage import accounts, people, personal_data, ratings, team_places, teams
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


@dataclass(frozen=True, slots=True)
class Seat:
    """One line of the list: a member, or a place that is open; a place that is to be made has no id on record yet."""

    member: Member | None = None
    place: places.Place | None = None

    @property
    def person_id(self) -> PersonId | None:
        """Who sits there or is asked to; None while it is a name."""
        if self.member is not None:
            return self.member.person_id
        return None if self.place is None else self.place.person_id


def roster(tx: Query, entrant_id: EntrantId) -> list[Seat]:
    """The list as it stands, in the captain's order."""
    members = [(one.board, Seat(member=one)) for one in teams.members(tx, entrant_id)]
    asked = [(one.position, Seat(place=one)) for one in team_places.of_team(tx, entrant_id) if one.is_open]
    return [seat for _, seat in sorted([*members, *asked], key=lambda each: (each[0] == 0, each[0]))]


def write(
    tx: ActorTx,
    tournament: Tournament,
    entrant: Entrant,
    seats: Sequence[Seat],
    *,
    newly_led: bool = False,
) -> None:
    """Writes the list in place of the one before; raises what is wrong with it. Who may was asked before.

    What a new list has made of the team is no fault of this writing; who is `newly_led` to it meets all that is asked.
    """
    before, rules = roster(tx, entrant.entrant_id), tournament.rulebook.teams or TeamRules()
    known = () if newly_led else _list_faults(tx, tournament, entrant, before)
    _refuse_faults(tx, tournament, entrant, seats, known)
    if known:
        # A captain who mends the team and finds nobody else by the close was there.
        tries.note(tx, tournament, entrant, entrant.person_id, tries.MENDED)
    writer = access.recognise(tx)
    for person_id in (one.person_id for one in seats if one.person_id is not None):
        refuse_barred_member(tx, tournament, person_id)
        refuse_in_other(tx, tournament, entrant.entrant_id, person_id)
    _refuse_unfit(tx, tournament, before, seats)
    members = _write_seats(tx, rules, entrant, seats)
    _forget_dropped(tx, before, seats)
    _unconfirm_incomplete(tx, tournament, entrant, members)
    _record_members(tx, tournament, entrant, members, writer.person_id)
    _tell_dropped(tx, tournament, entrant, before, seats, writer.person_id)
    _tell_of_places(tx, tournament, before, members)
    invite(tx, tournament, entrant, _newly_asked(before, seats), writer)
    reschedule_letters(tx, tournament)


def _list_faults(tx: Query, tournament: Tournament, entrant: Entrant, seats: Sequence[Seat]) -> Sequence[TeamProblem]:
    members = [one.member for one in seats if one.member is not None]
    team = rank(tx, tournament, entrant.person_id, members)
    return list_problems(team, tournament.rulebook.teams or TeamRules())


def _tell_of_places(tx: Tx, tournament: Tournament, before: Sequence[Seat], members: Sequence[Member]) -> None:
    playing = {one.person_id for one in before if one.member is not None}
    for person_id in (one.person_id for one in members if one.person_id not in playing):
        tell_of_place(tx, tournament, person_id)


def _refuse_unfit(tx: ActorQuery, tournament: Tournament, before: Sequence[Seat], seats: Sequence[Seat]) -> None:
    """Holds everybody who plays from now on against the conditions of entry, which each meets with the own yes."""
    playing = {one.person_id for one in before if one.member is not None}
    joining = [one.member.person_id for one in seats if one.member is not None and one.person_id not in playing]
    for one in people.by_ids(tx, joining).values():
        refuse_unfit(tx, tournament, one)


def _newly_asked(before: Sequence[Seat], seats: Sequence[Seat]) -> list[PersonId]:
    """Who is asked to play and was not on the list before."""
    already = {one.person_id for one in before}
    asked = (one.place.person_id for one in seats if one.place is not None)
    return [one for one in asked if one is not None and one not in already]


def invite(tx: Tx, tournament: Tournament, entrant: Entrant, asked: Sequence[PersonId], writer: Person) -> None:
    """Asks people in the channel, where they press, and by a letter each; who has no Discord is staff's to say yes.

    Who was asked by the same person within a day reads it and is not called again. Raises InvitedEnough and KeptEnough.
    """
    reached = [one for one in people.by_ids(tx, asked).values() if one.discord_id is not None]
    captain, matter = people.load(tx, entrant.person_id) or writer, team_matter(tournament)
    heard: dict[bool, list[PersonId]] = {True: [], False: []}
    for one in reached:
        quotas.keep(tx, captain, Counted.TEAM_PLACE, Subject.INVITATION, tournament.tournament_id)
        calls = quotas.invite(tx, writer, one, matter)
        heard[calls].append(one.person_id)
        if calls:
            write_to(tx, tournament.guild_id, one, TeamInvitation(entrant.entrant_id))
    for calls, some in heard.items():
        if some:
            invites = TeamInvites(entrant.entrant_id, tuple(some))
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, invites, silent=not calls)


def team_matter(tournament: Tournament) -> str:
    """What an invitation into a team of the event counts for."""
    return f"team:{tournament.tournament_id}"


def remind(tx: Tx, tournament: Tournament) -> None:
    """Reminds whoever has not answered a team, in the channel: what is open at the close is free again."""
    for entrant_id in team_places.teams_waiting(tx, tournament.tournament_id):
        asked = [one.person_id for one in team_places.of_team(tx, entrant_id) if one.is_open and one.person_id]
        reached = tuple(one.person_id for one in people.by_ids(tx, asked).values() if one.discord_id is not None)
        if reached:
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, TeamInvites(entrant_id, reached))


def open_places(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> tuple[OpenPlace, ...]:
    """The open places, with whose word each waits for."""
    seats = roster(tx, entrant_id)
    here = [one.person_id for one in seats if one.person_id is not None]
    known, rated = people.by_ids(tx, here), ratings.ratings(tx, tournament.guild_id)
    found: list[OpenPlace] = []
    for place in (one.place for one in seats if one.place is not None):
        if place.person_id is None:
            found.append(_named_place(tx, tournament, place, here))
            continue
        person = known[place.person_id]
        awaiting = Awaiting.STAFF if person.discord_id is None else Awaiting.MEMBER
        found.append(OpenPlace(place, person.name, awaiting, person, rated.get(place.person_id)))
    return tuple(found)


def _named_place(tx: Query, tournament: Tournament, place: places.Place, here: Sequence[PersonId]) -> OpenPlace:
    """A place of which a name is all that is known: the captain says who is meant, where somebody can be."""
    name = place.typed_name or ""
    meant = known_people.find_meant(tx, tournament, name, place.typed_account, here)
    asks = not place.is_new and known_people.in_question(tx, tournament, name, place.typed_account, meant)
    return OpenPlace(place, name, Awaiting.CAPTAIN if asks else Awaiting.STAFF, alike=meant)


def open_place(tx: Query, tournament: Tournament, place: places.Place) -> OpenPlace:
    """The open place with whose word it waits for."""
    return next(one for one in open_places(tx, tournament, place.entrant_id) if one.place == place)


def outsider(tx: Tx, tournament: Tournament, name: str, account: str | None) -> Person:
    """The person of that very name who is known without being in the server, or somebody new."""
    known = known_people.outsider(tx, tournament, name, account)
    return known or access.newcomer(tx, tournament.guild_id, name)


def rank(
    tx: Query, tournament: Tournament, leader: PersonId, members: Sequence[Member], at: datetime | None = None
) -> Team:
    """The team with its members' published ratings and ranks, now or as they were at a moment."""
    guild_id = tournament.guild_id
    rated = ratings.ratings(tx, guild_id) if at is None else ratings.ratings_at(tx, guild_id, at)
    order = ranks(rated)
    known = (replace(one, rating=rated.get(one.person_id), rank=order.get(one.person_id)) for one in members)
    return Team(leader, tuple(known))


def _refuse_faults(
    tx: Query, tournament: Tournament, entrant: Entrant, seats: Sequence[Seat], known: Sequence[TeamProblem]
) -> None:
    """Holds members and open places alike against the rulebook, so that nobody is asked in vain; not what is known."""
    rules, dispute = tournament.rulebook.teams or TeamRules(), tournament.rulebook.dispute
    sitting = [_as_member(one) for one in seats]
    team = rank(tx, tournament, entrant.person_id, [one for one in sitting if one is not None])
    refuse(tx, team, [one for one in problems(team, rules, dispute) if one not in known], complete=False)
    open_here = [one.place for one in seats if one.place is not None]
    refuse_overfull(rules, len(seats), open_here)
    if dispute is not None:
        refuse_unfit_pupils(dispute, open_here)


def _as_member(seat: Seat) -> Member | None:
    if seat.member is not None or seat.place is None or seat.place.person_id is None:
        return seat.member
    return Member(seat.place.person_id, 0, school_year=seat.place.school_year)


def _write_seats(tx: Tx, rules: TeamRules, entrant: Entrant, seats: Sequence[Seat]) -> list[Member]:
    members: list[Member] = []
    team_places.remove(tx, _needless_places(tx, entrant, seats))
    for position, seat in enumerate(seats, start=1):
        if seat.member is not None:
            members.append(replace(seat.member, board=position if position <= rules.size else 0))
        elif seat.place is not None:
            team_places.save(tx, replace(seat.place, position=position))
    teams.replace_members(tx, entrant.entrant_id, members, tx.now)
    return members


def _needless_places(tx: Query, entrant: Entrant, seats: Sequence[Seat]) -> list[PlaceId]:
    """Open places that the list has no more, and any of somebody who plays."""
    kept = {one.place.place_id for one in seats if one.place is not None}
    playing = {one.member.person_id for one in seats if one.member is not None}
    # Who plays after all has not said no, and can say it again.
    return [
        one.place_id
        for one in team_places.of_team(tx, entrant.entrant_id)
        if one.person_id in playing or (one.is_open and one.place_id not in kept)
    ]


def _forget_dropped(tx: Tx, before: Sequence[Seat], seats: Sequence[Seat]) -> None:
    """Whoever was known by this list alone is forgotten with the line, so that no save of a form leaves a ghost."""
    still = {one.person_id for one in seats}
    for person_id in (one.person_id for one in before if one.person_id is not None):
        if person_id not in still:
            personal_data.forget_ghost(tx, person_id)


def _unconfirm_incomplete(tx: Tx, tournament: Tournament, entrant: Entrant, members: Sequence[Member]) -> None:
    """Takes the confirmation of a team back that lacks something now; that it was there stays on record."""
    rules, site = tournament.rulebook.teams or TeamRules(), tournament.rulebook.registration.account
    team = rank(tx, tournament, entrant.person_id, members)
    lacks = site is not None and any(accounts.of_person(tx, one.person_id, site) is None for one in members)
    found = problems(team, rules, tournament.rulebook.dispute)
    if lacks or any(one.fault not in BY_THE_LIST for one in found):
        if entrant.checked_in_at is not None:
            tries.note(tx, tournament, entrant, entrant.person_id, tries.TRIED)
        teams.unconfirm(tx, entrant.entrant_id)


def release(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    person_id: PersonId,
    *,
    at_close: bool = False,
) -> None:
    """Takes a member out with whom the team could not play; the member is told. At the close a confirmation stands."""
    rules = tournament.rulebook.teams or TeamRules()
    before = roster(tx, entrant.entrant_id)
    left = [one for one in before if one.person_id != person_id]
    members = _write_seats(tx, rules, entrant, left)
    if not at_close:
        _unconfirm_incomplete(tx, tournament, entrant, members)
        # A captain who then finds nobody else by the close was there.
        tries.note(tx, tournament, entrant, entrant.person_id, tries.MENDED)
    _record_members(tx, tournament, entrant, members, entrant.person_id)
    _tell_dropped(tx, tournament, entrant, before, left, entrant.person_id)
    tx.touch(tournament_subject(tournament.tournament_id))


def step_out(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> None:
    """Takes a member out of a team whose list is open, as that member wishes, and tells the captain."""
    members = _without(tx, tournament, entrant, person_id)
    _unconfirm_incomplete(tx, tournament, entrant, members)
    _record_members(tx, tournament, entrant, members, person_id)
    if answers_aloud(tx, tournament, entrant, person_id):
        tell_member(tx, tournament.guild_id, entrant.person_id, MemberLeft(entrant.entrant_id, person_id))


def answers_aloud(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> bool:
    """Whether a yes or a no is written to the captain: of who changes their mind again and again, the last stands."""
    found = people.by_ids(tx, [person_id, entrant.person_id])
    by, captain = found.get(person_id), found.get(entrant.person_id)
    if by is None or captain is None:
        return False
    return quotas.rings(tx, by, captain, team_matter(tournament), Counted.ANSWER)


def _record_members(tx: Tx, tournament: Tournament, entrant: Entrant, members: Sequence[Member], by: PersonId) -> None:
    names = " ".join(one.person_id for one in members)
    event_log.record(tx, tournament, "name_team", by, entrant=entrant.entrant_id, members=names)


def take_out(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    person_id: PersonId,
    *,
    at_close: bool = False,
) -> None:
    """Takes a member out of a team because of a bar, which the log, the captain and the member are told.

    At the close a confirmation stands: nobody could confirm anew, whatever else has changed since.
    """
    members = _without(tx, tournament, entrant, person_id)
    if not at_close:
        _unconfirm_incomplete(tx, tournament, entrant, members)
    event_log.record(tx, tournament, "bar_from_team", about=person_id, entrant=entrant.entrant_id)
    tell_member(
        tx, tournament.guild_id, entrant.person_id, sayings.MemberBarred(entrant.entrant_id, person_id, is_out=True)
    )
    tell_member(tx, tournament.guild_id, person_id, MemberDropped(entrant.entrant_id, person_id))


def _without(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> list[Member]:
    """Takes the line of the member off the list; who is left."""
    rules = tournament.rulebook.teams or TeamRules()
    left = [one for one in roster(tx, entrant.entrant_id) if one.person_id != person_id]
    members = _write_seats(tx, rules, entrant, left)
    note_no(tx, entrant.entrant_id, person_id)
    tx.touch(tournament_subject(tournament.tournament_id))
    return members


def _tell_dropped(
    tx: Tx, tournament: Tournament, entrant: Entrant, before: Sequence[Seat], seats: Sequence[Seat], writer: PersonId
) -> None:
    """Whoever had said yes and stands on the list no more reads so, and is free for another team."""
    still = {one.person_id for one in seats} | {writer}
    for member in (one.member for one in before if one.member is not None):
        if member.person_id not in still:
            dropped = MemberDropped(entrant.entrant_id, member.person_id, writer)
            tell_member(tx, tournament.guild_id, member.person_id, dropped)


def note_no(tx: Tx, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Whoever leaves has said no after all: a team that lacks them at the close answers for no absence."""
    place = places.Place(
        place_id=PlaceId(tx.new_id()),
        entrant_id=entrant_id,
        person_id=person_id,
        typed_name=None,
        typed_account=None,
        school_year=None,
        position=1,
        is_new=False,
        named_at=tx.now,
        declined_at=tx.now,
    )
    team_places.save(tx, place)


def refuse_twice(tx: Query, seats: Sequence[Seat]) -> None:
    """Raises NamedTwice where somebody stands on the list in two places."""
    known = [one.person_id for one in seats if one.person_id is not None]
    twice = next((one for place, one in enumerate(known) if one in known[:place]), None)
    if twice is not None:
        raise NamedTwice(name=name_of(tx, twice))
