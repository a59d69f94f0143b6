"""What was typed into a team's form, made a list: who is kept, who is asked, and what is still only a name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.domain.community import Person
from bot.domain.entering.accounts import clean_account
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import EntrantId, MemberId, PersonId, PlaceId
from bot.domain.likeness import same_name
from bot.domain.team_play.places import Place
from bot.domain.team_play.team_views import NamedMember
from bot.domain.team_play.teams import Member
from bot.domain.typed_text import checked_name
from bot.services import access, known_people
from bot.services.entering import account_names, registration
from bot.services.entering.eligibility import refuse_barred
from bot.services.team_play import rosters, team_faults
from bot.services.team_play.rosters import Seat
from bot.services.team_play.team_errors import MemberAccountHeld, NamedTwice, TeamNameTaken
from bot.services.timetable import tournament_subject
from bot.storage import accounts, entrants, people, teams
from bot.storage.context import ActorTx, Query, Tx


def write_team(
    tx: ActorTx,
    tournament: Tournament,
    captain_and_writer: tuple[Person, Person],
    name: str,
    named: Sequence[NamedMember],
) -> tuple[bool, EntrantId]:
    """Writes a team down for its captain, whoever does it: whether it is new, and which entry it is."""
    captain, writer = captain_and_writer
    refuse_barred(tx, tournament, captain.person_id, tx.pressed_at)
    known = entrants.of_person(tx, tournament.tournament_id, captain.person_id)
    newly = known is None or known.withdrawn_at is not None
    team_name = _free_name(tx, tournament, name, None if known is None else known.entrant_id)
    entrant = registration.admit(tx, tournament, captain, tx.pressed_at, writer, confirms=False).entrant
    if newly:
        # Who said yes to a team that was taken off the list since is asked anew.
        kept = [one for one in teams.members(tx, entrant.entrant_id) if one.person_id == captain.person_id]
        teams.replace_members(tx, entrant.entrant_id, kept, tx.now)
    teams.rename(tx, entrant.entrant_id, team_name, None)
    entrant = replace(entrant, team_name=team_name)
    seats = _Writing(tx, tournament, entrant, captain, writer).seats(named)
    rosters.write(tx, tournament, entrant, seats)
    return newly, entrant.entrant_id


def write_more(tx: ActorTx, tournament: Tournament, entrant: Entrant, picked: Mapping[MemberId, str]) -> None:
    """Asks members of the server who were chosen from a menu to take the next free places."""
    seats = rosters.roster(tx, entrant.entrant_id)
    for chosen in picked.items():
        person = access.somebody(tx, tournament.guild_id, chosen)
        if all(one.person_id != person.person_id for one in seats):
            seats.append(ask(tx, entrant.entrant_id, person))
    rosters.write(tx, tournament, entrant, seats)
    tx.touch(tournament_subject(tournament.tournament_id))


def ask(tx: Tx, entrant_id: EntrantId, person: Person) -> Seat:
    """The place of somebody who is asked for the first time; raises HasDeclined."""
    team_faults.refuse_declined(tx, entrant_id, person)
    return Seat(place=_place(tx, entrant_id, person=person))


def in_place_of(tx: Tx, entrant_id: EntrantId, seat: Seat, person: Person) -> Seat:
    """The line with another person: who has no Discord sits there by staff's word, anybody else is asked."""
    year = None if seat.member is None else seat.member.school_year
    if person.discord_id is None:
        return Seat(member=Member(person.person_id, 0, school_year=year))
    new = ask(tx, entrant_id, person)
    return new if new.place is None else Seat(place=replace(new.place, school_year=year))


def give_account(tx: Tx, tournament: Tournament, person: Person, typed: str | None, by: Person) -> None:
    """Notes the account that was told of a member who has none; one that is held by another is refused."""
    site = tournament.rulebook.registration.account
    if site is None or typed is None or accounts.of_person(tx, person.person_id, site) is not None:
        return
    holder = account_names.holder_of(tx, tournament.guild_id, site, clean_account(typed), tx.now)
    if holder is not None and holder.person_id != person.person_id:
        raise MemberAccountHeld(name=person.name, account=typed)
    account_names.name_account(tx, person, site, typed, tournament.tournament_id, by=by)


def _free_name(tx: Query, tournament: Tournament, typed: str, own_id: EntrantId | None) -> str:
    name = checked_name(typed)
    holder = teams.by_name(tx, tournament.tournament_id, name)
    if holder is not None and holder != own_id:
        raise TeamNameTaken(name=name)
    return name


class _Writing:
    """One sending of the form."""

    def __init__(self, tx: Tx, tournament: Tournament, entrant: Entrant, captain: Person, writer: Person) -> None:
        self._tx = tx
        self._tournament, self._entrant = tournament, entrant
        self._captain, self._writer = captain, writer
        left = rosters.roster(tx, entrant.entrant_id)
        known = people.by_ids(tx, [one.person_id for one in left if one.person_id is not None])
        self._names = {id(one): self._name(one, known) for one in left}
        self._left = left

    def seats(self, named: Sequence[NamedMember]) -> list[Seat]:
        """The list that was typed; the captain stands on it who plays, first where nobody wrote it down."""
        found: list[Seat] = []
        sitting: set[PersonId | None] = set()
        for place, one in enumerate(named):
            if any(same_name(one.name, other.name) for other in named[:place]):
                raise NamedTwice(name=one.name)
            seat = self._seat(one)
            if seat.person_id is not None and seat.person_id in sitting:
                raise NamedTwice(name=one.name)
            sitting.add(seat.person_id)
            found.append(seat)
        captain = self._captain.person_id
        if self._tournament.rulebook.dispute is None and captain not in sitting:
            found.insert(0, self._kept_by(captain) or self._captains_seat())
        return found

    def _seat(self, one: NamedMember) -> Seat:
        kept = self._find_line(one.name)
        if kept is not None:
            return self._change(kept, one)
        if same_name(one.name, self._captain.name):
            return self._change(self._captains_seat(), one)
        person = known_people.find_mentioned(self._tx, self._tournament.guild_id, one.name)
        if person is not None:
            seat = self._kept_by(person.person_id) or ask(self._tx, self._entrant.entrant_id, person)
            return self._change(seat, one)
        return self._newly_named(one)

    def _newly_named(self, one: NamedMember) -> Seat:
        """A name: where staff writes and nobody who is known can be meant, of somebody without Discord."""
        name, account = checked_name(one.name), None if one.account is None else clean_account(one.account)
        by_staff = self._writer.person_id != self._captain.person_id
        if by_staff and not self._can_be_meant(name, account):
            person = rosters.outsider(self._tx, self._tournament, name, account)
            return self._change(Seat(member=Member(person.person_id, 0)), one)
        place = _place(self._tx, self._entrant.entrant_id, name=name)
        return Seat(place=replace(place, typed_account=account, school_year=one.school_year))

    def _can_be_meant(self, name: str, account: str | None) -> bool:
        here = [one.person_id for one in self._left if one.person_id is not None]
        meant = known_people.find_meant(self._tx, self._tournament, name, account, here)
        return known_people.in_question(self._tx, self._tournament, name, account, meant)

    def _captains_seat(self) -> Seat:
        """A captain who has Discord says yes by registering the team; whom staff made captain is asked."""
        own = self._writer.person_id == self._captain.person_id or self._captain.discord_id is None
        if own:
            return Seat(member=Member(self._captain.person_id, 0))
        return Seat(place=_place(self._tx, self._entrant.entrant_id, person=self._captain))

    def _change(self, seat: Seat, one: NamedMember) -> Seat:
        """The line as it was typed now: school year, and the account of whom nobody has named one of."""
        if seat.place is not None and seat.place.person_id == self._writer.person_id:
            seat = Seat(member=Member(self._writer.person_id, 0))
        if seat.place is not None:
            account = None if one.account is None else clean_account(one.account)
            told = replace(seat.place, typed_account=account, school_year=one.school_year)
            return Seat(place=told)
        if seat.member is None:
            return seat
        person = people.load(self._tx, seat.member.person_id)
        if person is not None:
            give_account(self._tx, self._tournament, person, one.account, self._writer)
        return Seat(member=replace(seat.member, school_year=one.school_year))

    def _find_line(self, name: str) -> Seat | None:
        """The line that bears the name, by its very letters where two names differ in little."""
        for fits in (str.__eq__, same_name):
            found = next((one for one in self._left if fits(self._names[id(one)], name)), None)
            if found is not None:
                self._left.remove(found)
                return found
        return None

    def _kept_by(self, person_id: object) -> Seat | None:
        found = next((one for one in self._left if one.person_id == person_id), None)
        if found is not None:
            self._left.remove(found)
        return found

    @staticmethod
    def _name(seat: Seat, known: Mapping[PersonId, Person]) -> str:
        if seat.person_id is not None:
            return known[seat.person_id].name
        return "" if seat.place is None else seat.place.typed_name or ""


def _place(tx: Tx, entrant_id: EntrantId, *, person: Person | None = None, name: str | None = None) -> Place:
    return Place(
        place_id=PlaceId(tx.new_id()),
        entrant_id=entrant_id,
        person_id=None if person is None else person.person_id,
        typed_name=name,
        typed_account=None,
        school_year=None,
        position=1,
        is_new=False,
        named_at=tx.now,
    )
