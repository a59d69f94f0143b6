"""A team as its captain lists it: members, who have said yes, and open places, which do not count yet (AIJE-D05-1).

Everything that writes a team goes through `write`: it holds the whole list against the rulebook, tells those who are
asked for the first time, and leaves nobody behind of whom nothing is known but that list. A fault is an error with
the exact person.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.eligibility_verbs import refuse_barred
from bot.features.teams import model, store
from bot.features.teams.errors_model import (
    InAnotherTeam,
    LeaderIsNotHighest,
    MemberAccountHeld,
    MemberBarred,
    MemberUnfit,
    PupilTooOld,
    TeamOverfull,
    TeamTooSmall,
    TwoOfTheTop,
)
from bot.features.teams.model import (
    BY_THE_LIST,
    Awaiting,
    HeldPlace,
    MemberDropped,
    MemberLeft,
    NamedMember,
    OpenPlace,
    TeamInvitation,
    TeamInvites,
    list_problems,
)
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments.facts_verbs import entry_of, reschedule_letters, tournament_subject
from bot.features.tournaments.hooks import tell_of_place
from bot.i18n.names import checked_name, same_name
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import RefusedFor, Subject, UserError
from bot.kernel.ids import EntrantId, MemberId, PersonId, Place, PlaceId
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people import verbs as people_verbs
from bot.people.model import CountedByAccount, Person, clean_account
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import DisputeRules, TeamRules
from bot.play.teams import BoardMember, Team, TeamFault, TeamProblem, problems, ranks
from bot.server import verbs as server_verbs
from bot.server.speaking_verbs import tell_member, write_to

# --- faults ---------------------------------------------------------------------------------------------------------


def fault_error(tx: Query, team: Team, problem: TeamProblem) -> UserError:
    """The error that says the fault."""
    name = "" if problem.person is None else name_of(tx, problem.person)
    other = "" if problem.other is None else name_of(tx, problem.other)
    match problem.fault:
        case TeamFault.TOO_MANY:
            return TeamOverfull(name=name, given=problem.given, limit=problem.limit)
        case TeamFault.TOP_RANKED:
            return TwoOfTheTop(name=name, other=other, place=problem.given, limit=problem.limit)
        case TeamFault.LEADER_NOT_HIGHEST:
            return LeaderIsNotHighest(name=name, other=other)
        case TeamFault.LEADER_NOT_RATED | TeamFault.LEADER_NOT_A_MEMBER:
            # The leader of a team has to have a rating (AIJE-D05-1).
            return RefusedFor("error.LeaderHasNoRating", name=name_of(tx, team.leader))
        case TeamFault.YEAR_MISSING:
            return RefusedFor("error.NoSchoolYear", name=name)
        case TeamFault.TOO_OLD:
            return PupilTooOld(name=name, year=problem.given, limit=problem.limit)
        case _:
            return RefusedFor("error.NamedTwice", name=name)


def name_of(tx: Query, person_id: PersonId) -> str:
    """The person's name; empty for an unknown id."""
    person = people_store.load(tx, person_id)
    return "" if person is None else person.name


def refuse(tx: Query, team: Team, found: Sequence[TeamProblem], *, complete: bool) -> None:
    """Raises the first fault with the exact person; a team that is not yet whole is refused only as `complete`."""
    for problem in found:
        if problem.fault is not TeamFault.TOO_FEW:
            raise fault_error(tx, team, problem)
    for problem in found:
        if complete:
            raise TeamTooSmall(n=problem.limit - problem.given, limit=problem.limit)


def refuse_barred_member(tx: ActorQuery, tournament: Tournament, person_id: PersonId) -> None:
    """Raises MemberBarred for a member who may not play (AIJE-D01-2)."""
    try:
        refuse_barred(tx, tournament, person_id, tx.pressed_at)
    except UserError as refused:
        raise MemberBarred(name=name_of(tx, person_id)) from refused


def refuse_unfit(tx: ActorQuery, tournament: Tournament, person: Person) -> None:
    """Raises the condition of entry that the presser lacks, and MemberUnfit where it is another for whom they speak."""
    if person.discord_id == tx.actor.member_id:
        entering_eligibility_verbs.refuse_unmet(tx, tournament, person)
    elif entering_eligibility_verbs.rating_is_unfit(tx, tournament, person, tx.pressed_at):
        raise MemberUnfit(name=person.name, event=tournament.name)


def refuse_in_other(tx: Query, tournament: Tournament, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Raises InAnotherTeam for who plays for another team of the event; who is only asked there plays for none."""
    other = entry_of(tx, tournament.tournament_id, person_id)
    if other is not None and other.withdrawn_at is None and other.entrant_id != entrant_id:
        raise InAnotherTeam(name=name_of(tx, person_id), team=other.team_name or "")


def refuse_declined(tx: Query, entrant_id: EntrantId, person: Person) -> None:
    """Raises HasDeclined for who said no to this team: nobody is asked again and again."""
    place = store.place_of_person(tx, entrant_id, person.person_id)
    if place is not None and not place.is_open:
        raise RefusedFor("error.HasDeclined", name=person.name)


def refuse_overfull(rules: TeamRules, given: int, open_places: Sequence[HeldPlace]) -> None:
    """Raises TeamOverfull with the last name that was typed."""
    most = rules.size + rules.substitutes
    if given > most:
        typed = [place.typed_name for place in open_places if place.typed_name is not None]
        raise TeamOverfull(name=typed[-1] if typed else "", given=given, limit=most)


def refuse_unfit_pupils(dispute: DisputeRules, open_places: Sequence[HeldPlace]) -> None:
    """Raises NoSchoolYear or PupilTooOld for a name of which nobody is known yet, as for members (OLY-1)."""
    for place in (one for one in open_places if one.person_id is None):
        name, year = place.typed_name or "", place.school_year
        if year is None:
            raise RefusedFor("error.NoSchoolYear", name=name)
        if year > dispute.oldest_year:
            raise PupilTooOld(name=name, year=year, limit=dispute.oldest_year)


# --- the roster -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RosterLine:
    """One line of the list: a member, or a place that is open; a place that is to be made has no id on record yet."""

    member: BoardMember | None = None
    place: model.HeldPlace | None = None

    @property
    def person_id(self) -> PersonId | None:
        """Who sits there or is asked to; None while it is a name."""
        if self.member is not None:
            return self.member.person_id
        return None if self.place is None else self.place.person_id


def roster(tx: Query, entrant_id: EntrantId) -> list[RosterLine]:
    """The list as it stands, in the captain's order."""
    members = [(member.board, RosterLine(member=member)) for member in entering_teams_store.members(tx, entrant_id)]
    asked = [(one.position, RosterLine(place=one)) for one in store.places_of_team(tx, entrant_id) if one.is_open]
    return [seat for _, seat in sorted([*members, *asked], key=lambda each: (each[0] == 0, each[0]))]


def write(
    tx: ActorTx,
    tournament: Tournament,
    entrant: Entrant,
    seats: Sequence[RosterLine],
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
        entering_verbs.note(tx, tournament, entrant, entrant.person_id, entering_verbs.MENDED)
    writer = server_verbs.recognise(tx)
    for person_id in (seat.person_id for seat in seats if seat.person_id is not None):
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


def _list_faults(
    tx: Query, tournament: Tournament, entrant: Entrant, seats: Sequence[RosterLine]
) -> Sequence[TeamProblem]:
    members = [seat.member for seat in seats if seat.member is not None]
    team = rank(tx, tournament, entrant.person_id, members)
    return list_problems(team, tournament.rulebook.teams or TeamRules())


def _tell_of_places(
    tx: Tx, tournament: Tournament, before: Sequence[RosterLine], members: Sequence[BoardMember]
) -> None:
    playing = {one.person_id for one in before if one.member is not None}
    for person_id in (member.person_id for member in members if member.person_id not in playing):
        tell_of_place(tx, tournament, person_id)


def _refuse_unfit(
    tx: ActorQuery, tournament: Tournament, before: Sequence[RosterLine], seats: Sequence[RosterLine]
) -> None:
    """Holds everybody who plays from now on against the conditions of entry, which each meets with the own yes."""
    playing = {one.person_id for one in before if one.member is not None}
    joining = [seat.member.person_id for seat in seats if seat.member is not None and seat.person_id not in playing]
    for one in people_store.by_ids(tx, joining).values():
        refuse_unfit(tx, tournament, one)


def _newly_asked(before: Sequence[RosterLine], seats: Sequence[RosterLine]) -> list[PersonId]:
    """Who is asked to play and was not on the list before."""
    already = {one.person_id for one in before}
    asked = (seat.place.person_id for seat in seats if seat.place is not None)
    return [one for one in asked if one is not None and one not in already]


def invite(tx: Tx, tournament: Tournament, entrant: Entrant, person_ids: Sequence[PersonId], writer: Person) -> None:
    """Asks people in the channel, where they press, and by a letter each; who has no Discord is staff's to say yes.

    Who was asked by the same person within a day reads it and is not called again. Raises InvitedEnough and KeptEnough.
    """
    reached = [one for one in people_store.by_ids(tx, person_ids).values() if one.discord_id is not None]
    captain, matter = people_store.load(tx, entrant.person_id) or writer, team_matter(tournament)
    heard: dict[bool, list[PersonId]] = {True: [], False: []}
    for one in reached:
        server_verbs.keep(tx, captain, CountedByAccount.TEAM_PLACE, Subject.INVITATION, tournament.tournament_id)
        calls = server_verbs.invite(tx, writer, one, matter)
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
    for entrant_id in store.teams_waiting(tx, tournament.tournament_id):
        asked = [one.person_id for one in store.places_of_team(tx, entrant_id) if one.is_open and one.person_id]
        reached = tuple(one.person_id for one in people_store.by_ids(tx, asked).values() if one.discord_id is not None)
        if reached:
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, TeamInvites(entrant_id, reached))


def open_places(tx: Query, tournament: Tournament, entrant_id: EntrantId) -> tuple[OpenPlace, ...]:
    """The open places, with whose word each waits for."""
    seats = roster(tx, entrant_id)
    here = [seat.person_id for seat in seats if seat.person_id is not None]
    people, rated = people_store.by_ids(tx, here), people_ratings_store.ratings(tx, tournament.guild_id)
    found: list[OpenPlace] = []
    for place in (seat.place for seat in seats if seat.place is not None):
        if place.person_id is None:
            found.append(_named_place(tx, tournament, place, here))
            continue
        person = people[place.person_id]
        awaiting = Awaiting.STAFF if person.discord_id is None else Awaiting.MEMBER
        found.append(OpenPlace(place, person.name, awaiting, person, rated.get(place.person_id)))
    return tuple(found)


def _named_place(tx: Query, tournament: Tournament, place: model.HeldPlace, here: Sequence[PersonId]) -> OpenPlace:
    """A place of which a name is all that is known: the captain says who is meant, where somebody can be."""
    name = place.typed_name or ""
    meant = people_verbs.find_meant(tx, tournament, name, place.typed_account, here)
    asks = not place.is_new and people_verbs.in_question(tx, tournament, name, place.typed_account, meant)
    return OpenPlace(place, name, Awaiting.CAPTAIN if asks else Awaiting.STAFF, alike=meant)


def open_place(tx: Query, tournament: Tournament, place: model.HeldPlace) -> OpenPlace:
    """The open place with whose word it waits for."""
    return next(one for one in open_places(tx, tournament, place.entrant_id) if one.place == place)


def outsider(tx: Tx, tournament: Tournament, name: str, account: str | None) -> Person:
    """The person of that very name who is known without being in the server, or somebody new."""
    known = people_verbs.outsider(tx, tournament, name, account)
    return known or server_verbs.newcomer(tx, tournament.guild_id, name)


def rank(
    tx: Query, tournament: Tournament, leader: PersonId, members: Sequence[BoardMember], at: datetime | None = None
) -> Team:
    """The team with its members' published ratings and ranks, now or as they were at a moment."""
    guild_id = tournament.guild_id
    rated = (
        people_ratings_store.ratings(tx, guild_id) if at is None else people_ratings_store.ratings_at(tx, guild_id, at)
    )
    order = ranks(rated)
    known = (
        replace(member, rating=rated.get(member.person_id), rank=order.get(member.person_id)) for member in members
    )
    return Team(leader, tuple(known))


def _refuse_faults(
    tx: Query, tournament: Tournament, entrant: Entrant, seats: Sequence[RosterLine], known: Sequence[TeamProblem]
) -> None:
    """Holds members and open places alike against the rulebook, so that nobody is asked in vain; not what is known."""
    rules, dispute = tournament.rulebook.teams or TeamRules(), tournament.rulebook.dispute
    sitting = [_as_member(seat) for seat in seats]
    team = rank(tx, tournament, entrant.person_id, [one for one in sitting if one is not None])
    refuse(tx, team, [problem for problem in problems(team, rules, dispute) if problem not in known], complete=False)
    open_here = [seat.place for seat in seats if seat.place is not None]
    refuse_overfull(rules, len(seats), open_here)
    if dispute is not None:
        refuse_unfit_pupils(dispute, open_here)


def _as_member(seat: RosterLine) -> BoardMember | None:
    if seat.member is not None or seat.place is None or seat.place.person_id is None:
        return seat.member
    return BoardMember(seat.place.person_id, 0, school_year=seat.place.school_year)


def _write_seats(tx: Tx, rules: TeamRules, entrant: Entrant, seats: Sequence[RosterLine]) -> list[BoardMember]:
    members: list[BoardMember] = []
    store.remove_place(tx, _needless_places(tx, entrant, seats))
    for position, seat in enumerate(seats, start=1):
        if seat.member is not None:
            members.append(replace(seat.member, board=position if position <= rules.size else 0))
        elif seat.place is not None:
            store.save_place(tx, replace(seat.place, position=position))
    entering_teams_store.replace_members(tx, entrant.entrant_id, members, tx.now)
    return members


def _needless_places(tx: Query, entrant: Entrant, seats: Sequence[RosterLine]) -> list[PlaceId]:
    """Open places that the list has no more, and any of somebody who plays."""
    kept = {seat.place.place_id for seat in seats if seat.place is not None}
    playing = {seat.member.person_id for seat in seats if seat.member is not None}
    # Who plays after all has not said no, and can say it again.
    return [
        one.place_id
        for one in store.places_of_team(tx, entrant.entrant_id)
        if one.person_id in playing or (one.is_open and one.place_id not in kept)
    ]


def _forget_dropped(tx: Tx, before: Sequence[RosterLine], seats: Sequence[RosterLine]) -> None:
    """Whoever was known by this list alone is forgotten with the line, so that no save of a form leaves a ghost."""
    still = {seat.person_id for seat in seats}
    for person_id in (one.person_id for one in before if one.person_id is not None):
        if person_id not in still:
            people_personal_store.forget_ghost(tx, person_id)


def _unconfirm_incomplete(tx: Tx, tournament: Tournament, entrant: Entrant, members: Sequence[BoardMember]) -> None:
    """Takes the confirmation of a team back that lacks something now; that it was there stays on record."""
    rules, site = tournament.rulebook.teams or TeamRules(), tournament.rulebook.registration.account
    team = rank(tx, tournament, entrant.person_id, members)
    lacks = site is not None and any(
        people_account_store.account_of_person(tx, member.person_id, site) is None for member in members
    )
    found = problems(team, rules, tournament.rulebook.dispute)
    if lacks or any(one.fault not in BY_THE_LIST for one in found):
        if entrant.checked_in_at is not None:
            entering_verbs.note(tx, tournament, entrant, entrant.person_id, entering_verbs.TRIED)
        entering_teams_store.unconfirm(tx, entrant.entrant_id)


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
        entering_verbs.note(tx, tournament, entrant, entrant.person_id, entering_verbs.MENDED)
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
    people = people_store.by_ids(tx, [person_id, entrant.person_id])
    by, captain = people.get(person_id), people.get(entrant.person_id)
    if by is None or captain is None:
        return False
    return server_verbs.rings(tx, by, captain, team_matter(tournament), CountedByAccount.ANSWER)


def _record_members(
    tx: Tx, tournament: Tournament, entrant: Entrant, members: Sequence[BoardMember], by: PersonId
) -> None:
    names = " ".join(member.person_id for member in members)
    tournaments_facts_verbs.record(tx, tournament, "name_team", by, entrant=entrant.entrant_id, members=names)


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
    tournaments_facts_verbs.record(tx, tournament, "bar_from_team", about=person_id, entrant=entrant.entrant_id)
    tell_member(
        tx, tournament.guild_id, entrant.person_id, model.MemberBarred(entrant.entrant_id, person_id, is_out=True)
    )
    tell_member(tx, tournament.guild_id, person_id, MemberDropped(entrant.entrant_id, person_id))


def _without(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> list[BoardMember]:
    """Takes the line of the member off the list; who is left."""
    rules = tournament.rulebook.teams or TeamRules()
    left = [one for one in roster(tx, entrant.entrant_id) if one.person_id != person_id]
    members = _write_seats(tx, rules, entrant, left)
    note_no(tx, entrant.entrant_id, person_id)
    tx.touch(tournament_subject(tournament.tournament_id))
    return members


def _tell_dropped(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    before: Sequence[RosterLine],
    seats: Sequence[RosterLine],
    writer: PersonId,
) -> None:
    """Whoever had said yes and stands on the list no more reads so, and is free for another team."""
    still = {seat.person_id for seat in seats} | {writer}
    for member in (one.member for one in before if one.member is not None):
        if member.person_id not in still:
            dropped = MemberDropped(entrant.entrant_id, member.person_id, writer)
            tell_member(tx, tournament.guild_id, member.person_id, dropped)


def note_no(tx: Tx, entrant_id: EntrantId, person_id: PersonId) -> None:
    """Whoever leaves has said no after all: a team that lacks them at the close answers for no absence."""
    place = model.HeldPlace(
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
    store.save_place(tx, place)


def refuse_twice(tx: Query, seats: Sequence[RosterLine]) -> None:
    """Raises NamedTwice where somebody stands on the list in two places."""
    known = [seat.person_id for seat in seats if seat.person_id is not None]
    twice = next((one for place, one in enumerate(known) if one in known[:place]), None)
    if twice is not None:
        raise RefusedFor("error.NamedTwice", name=name_of(tx, twice))


# --- from a form to a list ------------------------------------------------------------------------------------------


def write_team(
    tx: ActorTx,
    tournament: Tournament,
    captain_and_writer: tuple[Person, Person],
    name: str,
    members: Sequence[NamedMember],
) -> tuple[bool, EntrantId]:
    """Writes a team down for its captain, whoever does it: whether it is new, and which entry it is."""
    captain, writer = captain_and_writer
    refuse_barred(tx, tournament, captain.person_id, tx.pressed_at)
    known = entering_store.of_person(tx, tournament.tournament_id, captain.person_id)
    newly = known is None or known.withdrawn_at is not None
    team_name = _free_name(tx, tournament, name, None if known is None else known.entrant_id)
    entrant = entering_verbs.admit(tx, tournament, captain, tx.pressed_at, writer, confirms=False).entrant
    if newly:
        # Who said yes to a team that was taken off the list since is asked anew.
        kept = [
            member
            for member in entering_teams_store.members(tx, entrant.entrant_id)
            if member.person_id == captain.person_id
        ]
        entering_teams_store.replace_members(tx, entrant.entrant_id, kept, tx.now)
    entering_teams_store.rename(tx, entrant.entrant_id, team_name, None)
    entrant = replace(entrant, team_name=team_name)
    seats = _RosterWriting(tx, tournament, entrant, captain, writer).seats(members)
    write(tx, tournament, entrant, seats)
    return newly, entrant.entrant_id


def write_more(tx: ActorTx, tournament: Tournament, entrant: Entrant, picked: Mapping[MemberId, str]) -> None:
    """Asks members of the server who were chosen from a menu to take the next free places."""
    seats = roster(tx, entrant.entrant_id)
    for chosen in picked.items():
        person = server_verbs.somebody(tx, tournament.guild_id, chosen)
        if all(seat.person_id != person.person_id for seat in seats):
            seats.append(ask(tx, entrant.entrant_id, person))
    write(tx, tournament, entrant, seats)
    tx.touch(tournament_subject(tournament.tournament_id))


def ask(tx: Tx, entrant_id: EntrantId, person: Person) -> RosterLine:
    """The place of somebody who is asked for the first time; raises HasDeclined."""
    refuse_declined(tx, entrant_id, person)
    return RosterLine(place=_place(tx, entrant_id, person=person))


def in_place_of(tx: Tx, entrant_id: EntrantId, seat: RosterLine, person: Person) -> RosterLine:
    """The line with another person: who has no Discord sits there by staff's word, anybody else is asked."""
    year = None if seat.member is None else seat.member.school_year
    if person.discord_id is None:
        return RosterLine(member=BoardMember(person.person_id, 0, school_year=year))
    new = ask(tx, entrant_id, person)
    return new if new.place is None else RosterLine(place=replace(new.place, school_year=year))


def give_account(tx: Tx, tournament: Tournament, person: Person, typed: str | None, by: Person) -> None:
    """Notes the account that was told of a member who has none; one that is held by another is refused."""
    site = tournament.rulebook.registration.account
    if site is None or typed is None or people_account_store.account_of_person(tx, person.person_id, site) is not None:
        return
    holder = entering_eligibility_verbs.holder_of(tx, tournament.guild_id, site, clean_account(typed), tx.now)
    if holder is not None and holder.person_id != person.person_id:
        raise MemberAccountHeld(name=person.name, account=typed)
    entering_eligibility_verbs.name_account(tx, person, site, typed, tournament.tournament_id, by=by)


def _free_name(tx: Query, tournament: Tournament, typed: str, own_id: EntrantId | None) -> str:
    name = checked_name(typed)
    holder = entering_teams_store.by_name(tx, tournament.tournament_id, name)
    if holder is not None and holder != own_id:
        raise RefusedFor("error.TeamNameTaken", name=name)
    return name


class _RosterWriting:
    """One sending of the form."""

    def __init__(self, tx: Tx, tournament: Tournament, entrant: Entrant, captain: Person, writer: Person) -> None:
        self._tx = tx
        self._tournament, self._entrant = tournament, entrant
        self._captain, self._writer = captain, writer
        left = roster(tx, entrant.entrant_id)
        people = people_store.by_ids(tx, [one.person_id for one in left if one.person_id is not None])
        self._names = {id(one): self._name(one, people) for one in left}
        self._left = left

    def seats(self, members: Sequence[NamedMember]) -> list[RosterLine]:
        """The list that was typed; the captain stands on it who plays, first where nobody wrote it down."""
        found: list[RosterLine] = []
        sitting: set[PersonId | None] = set()
        for place, one in enumerate(members):
            if any(same_name(one.name, other.name) for other in members[:place]):
                raise RefusedFor("error.NamedTwice", name=one.name)
            seat = self._seat(one)
            if seat.person_id is not None and seat.person_id in sitting:
                raise RefusedFor("error.NamedTwice", name=one.name)
            sitting.add(seat.person_id)
            found.append(seat)
        captain = self._captain.person_id
        if self._tournament.rulebook.dispute is None and captain not in sitting:
            found.insert(0, self._kept_by(captain) or self._captains_seat())
        return found

    def _seat(self, member: NamedMember) -> RosterLine:
        kept = self._find_line(member.name)
        if kept is not None:
            return self._change(kept, member)
        if same_name(member.name, self._captain.name):
            return self._change(self._captains_seat(), member)
        person = people_verbs.find_mentioned(self._tx, self._tournament.guild_id, member.name)
        if person is not None:
            seat = self._kept_by(person.person_id) or ask(self._tx, self._entrant.entrant_id, person)
            return self._change(seat, member)
        return self._newly_named(member)

    def _newly_named(self, member: NamedMember) -> RosterLine:
        """A name: where staff writes and nobody who is known can be meant, of somebody without Discord."""
        name, account = checked_name(member.name), None if member.account is None else clean_account(member.account)
        by_staff = self._writer.person_id != self._captain.person_id
        if by_staff and not self._can_be_meant(name, account):
            person = outsider(self._tx, self._tournament, name, account)
            return self._change(RosterLine(member=BoardMember(person.person_id, 0)), member)
        place = _place(self._tx, self._entrant.entrant_id, name=name)
        return RosterLine(place=replace(place, typed_account=account, school_year=member.school_year))

    def _can_be_meant(self, name: str, account: str | None) -> bool:
        here = [one.person_id for one in self._left if one.person_id is not None]
        meant = people_verbs.find_meant(self._tx, self._tournament, name, account, here)
        return people_verbs.in_question(self._tx, self._tournament, name, account, meant)

    def _captains_seat(self) -> RosterLine:
        """A captain who has Discord says yes by registering the team; whom staff made captain is asked."""
        own = self._writer.person_id == self._captain.person_id or self._captain.discord_id is None
        if own:
            return RosterLine(member=BoardMember(self._captain.person_id, 0))
        return RosterLine(place=_place(self._tx, self._entrant.entrant_id, person=self._captain))

    def _change(self, seat: RosterLine, member: NamedMember) -> RosterLine:
        """The line as it was typed now: school year, and the account of whom nobody has named one of."""
        if seat.place is not None and seat.place.person_id == self._writer.person_id:
            seat = RosterLine(member=BoardMember(self._writer.person_id, 0))
        if seat.place is not None:
            account = None if member.account is None else clean_account(member.account)
            told = replace(seat.place, typed_account=account, school_year=member.school_year)
            return RosterLine(place=told)
        if seat.member is None:
            return seat
        person = people_store.load(self._tx, seat.member.person_id)
        if person is not None:
            give_account(self._tx, self._tournament, person, member.account, self._writer)
        return RosterLine(member=replace(seat.member, school_year=member.school_year))

    def _find_line(self, name: str) -> RosterLine | None:
        """The line that bears the name, by its very letters where two names differ in little."""
        for fits in (str.__eq__, same_name):
            found = next((one for one in self._left if fits(self._names[id(one)], name)), None)
            if found is not None:
                self._left.remove(found)
                return found
        return None

    def _kept_by(self, person_id: object) -> RosterLine | None:
        found = next((one for one in self._left if one.person_id == person_id), None)
        if found is not None:
            self._left.remove(found)
        return found

    @staticmethod
    def _name(seat: RosterLine, people: Mapping[PersonId, Person]) -> str:
        if seat.person_id is not None:
            return people[seat.person_id].name
        return "" if seat.place is None else seat.place.typed_name or ""


def _place(tx: Tx, entrant_id: EntrantId, *, person: Person | None = None, name: str | None = None) -> HeldPlace:
    return HeldPlace(
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
