"""Who is who: people known by name linked to members, two people recorded as one, and claims to a name.

Nothing is merged in silence. Where the member has done nothing here but enter events to come or hold an office, the
person gains the Discord account, and what the member holds goes over with it. Where both have results of their own,
both records stay, and staff's word that two are one says the rest. That word is public like a bar, those concerned
are written to, either may appeal once, and one act undoes it with what it did. Only a Discord account makes two
people one besides: no name of a game account does.

A link to a person with an office or an arbiter title is decided by the owner, the President or the leader, since the
account gains a say by it. A list or a file about oneself waits for a second signature. The same list about a name
without Discord does not, and so a link from that name to its sender asks for who would have signed: nobody gains a
say over others by a name filled by themselves and linked by a friend. Nobody decides about their own claim.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.cases import barring_verbs, store
from bot.features.cases.model import (
    NameClaimDecided,
    NameClaimed,
    PersonLinked,
    PersonUnlinked,
    SamePersonRecorded,
    SamePersonUndone,
)
from bot.features.cases.record_verbs import link_open_until
from bot.features.course import store as course_store
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import bars_of, has_second_place
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import NOTHING_EARLIER
from bot.features.signing import verbs as signing_verbs
from bot.features.teams import staff_verbs as teams_staff_verbs
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import (
    arena_subject,
    bar_subject,
    claim_subject,
    entry_of,
    jeek_subject,
    tournament_subject,
)
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.features.tournaments.tasks_model import DeskRow, Obstacle, Task, TaskItem, Upcoming, UpcomingKind
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.features.voting import store as voting_store
from bot.features.voting.model import entitled_electors
from bot.features.voting.record_verbs import vote_subject
from bot.i18n.names import checked_reason
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, Refused, RefusedCount, RefusedFor, Subject, UserError
from bot.kernel.ids import GuildId, PersonId, TournamentId
from bot.kernel.promises import Message
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.model import (
    QUOTAS,
    CountedByAccount,
    DiscordLink,
    LinkMeans,
    LinkPlan,
    LinkView,
    NameClaim,
    NameClaimView,
    Office,
    Person,
    PlaceBack,
    SamePerson,
    SamePersonView,
    Someone,
)
from bot.play.entries import Phase, Tournament, phase
from bot.play.records import LONG_AGO
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, Hanging
from bot.server.speaking_verbs import promise_publicly, tell_committee, tell_member

# --- two people who are one -----------------------------------------------------------------------------------------


class AlreadyOnePerson(UserError):
    """The two are one person here already."""

    name: str
    other: str


def same_person_subject(link_id: str) -> str:
    """How the log names the word that two are one."""
    return f"same:{link_id}"


def record(tx: ActorTx, both: tuple[Someone, Someone], reason: str) -> SamePerson:
    """Records that two people are one, for a reason that they and the public are told.

    Raises OnePersonNamedTwice, AlreadyOnePerson, OwnCase, OpponentsCase and VotesBesideThem: nobody decides about who
    plays or votes beside them.
    """
    staff = server_verbs.recognise(tx)
    server_verbs.require(tx, staff, Act.LINK_PEOPLE)
    first, second = (server_verbs.somebody(tx, tx.guild_id, one) for one in both)
    _refuse(tx, staff, first, second)
    link = SamePerson(
        link_id=tx.new_id(),
        guild_id=tx.guild_id,
        first=first.person_id,
        second=second.person_id,
        reason=checked_reason(reason),
        recorded_at=tx.now,
        recorded_by=staff.person_id,
    )
    apart = [people_store.same_person_ids(tx, one) for one in link.both]
    people_account_store.add_same_person(tx, link)
    _log_same_person(tx, link, "link_people", staff.person_id, link.reason)
    _carry_out(tx, link, apart)
    _tell(tx, link, SamePersonRecorded(link.link_id))
    return link


def undo(tx: ActorTx, link_id: str, reason: str) -> SamePersonView:
    """Ends it, with a reason that everyone reads; the leader or the President does.

    Who recorded it takes it back by `/undo` as long as no bar reaches from one to the other by it.
    """
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.UNLINK_PEOPLE)
    link = find(tx, tx.guild_id, link_id)
    tournaments_recusal_verbs.refuse(tx, officer.person_id, Act.UNLINK_PEOPLE, *link.both)
    refuse_voter(tx, officer, link.both)
    places = end(tx, link, officer.person_id, checked_reason(reason))
    return replace(same_person_view(tx, find(tx, tx.guild_id, link_id)), back=places)


def end(tx: Tx, link: SamePerson, by: PersonId, reason: str) -> tuple[PlaceBack, ...]:
    """Undoes it and what it did, as far as places are still to be had; raises AlreadyDone for a second time."""
    together = people_store.same_person_ids(tx, link.first)
    if not people_account_store.undo_same_person(tx, link.link_id, by, reason, tx.now):
        raise AlreadyDone
    _log_same_person(tx, link, "unlink_people", by, reason)
    places = entering_check_in_verbs.restore_lost_to(tx, link.guild_id, same_person_subject(link.link_id), by)
    for bar in entering_bars_store.of_people(tx, together, tx.now):
        freed = [one for one in together if not bars_of(tx, one, tx.now)]
        places += entering_check_in_verbs.restore_lost_to(tx, link.guild_id, bar_subject(bar.bar_id), by, freed)
    for person_id in together:
        teams_staff_verbs.follow(tx, link.guild_id, person_id)
    show_votes(tx, link.guild_id, together)
    _tell(tx, link, SamePersonUndone(link.link_id))
    return places


def find(tx: Query, guild_id: GuildId, link_id: str) -> SamePerson:
    """The word; raises NotFound for another server's too."""
    link = people_account_store.load_same_person(tx, link_id)
    if link is None or link.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    return link


def of_server(tx: Query, guild_id: GuildId, link_id: str) -> SamePersonView:
    """The word with its people, and what it leads to; raises NotFound for another server's."""
    return same_person_view(tx, find(tx, guild_id, link_id))


def same_person_view(tx: Query, link: SamePerson) -> SamePersonView:
    """The same of one that is known."""
    people = people_store.by_ids(tx, [*link.both, link.recorded_by, *([link.undone_by] if link.undone_by else [])])
    at, unfinished = link.undone_at or link.recorded_at, tournaments_store.all_unfinished(tx, link.guild_id)
    open_to_appeal = link.undone_at is None and store.appeal_of_link(tx, link.link_id) is None
    return SamePersonView(
        link=link,
        people=(people[link.first], people[link.second]),
        recorded_by=people[link.recorded_by],
        undone_by=people.get(link.undone_by) if link.undone_by else None,
        is_barred=link.undone_at is None and bool(bars_of(tx, link.first, at)),
        places=_places_lost(tx, link),
        both_play_in=tuple(one.name for one in unfinished if both_play(tx, one, link)),
        appeal_by=link_open_until(tx, link) if open_to_appeal else None,
    )


def views(tx: Query, guild_id: GuildId) -> tuple[SamePersonView, ...]:
    """Every word that holds in the server, oldest first: public facts."""
    return tuple(same_person_view(tx, link) for link in people_account_store.same_persons_of_guild(tx, guild_id))


def both_play(tx: Query, tournament: Tournament, link: SamePerson) -> bool:
    """Whether both have a place in the event, under way or to come."""
    entries = [entry_of(tx, tournament.tournament_id, one) for one in link.both]
    return all(entry is not None and entry.withdrawn_at is None for entry in entries)


def _refuse(tx: ActorQuery, staff: Person, first: Person, second: Person) -> None:
    if first.person_id == second.person_id:
        raise Refused("error.OnePersonNamedTwice")
    if people_store.are_one(tx, first.person_id, second.person_id):
        raise AlreadyOnePerson(name=first.name, other=second.name)
    tournaments_recusal_verbs.refuse(tx, staff.person_id, Act.LINK_PEOPLE, first.person_id, second.person_id)
    refuse_voter(tx, staff, (first.person_id, second.person_id))


def refuse_voter(tx: Query, staff: Person, both: Collection[PersonId]) -> None:
    """Raises VotesBesideThem where the word would take a voice from an open vote of the presser's own, or give one."""
    own = set(people_store.same_person_ids(tx, staff.person_id))
    for vote in voting_store.all_open(tx, staff.guild_id):
        concerned = own.intersection((*entitled_electors(vote), *([vote.subject] if vote.subject else [])))
        if concerned and not set(both).isdisjoint(elector.person_id for elector in vote.electors):
            raise RefusedFor("error.VotesBesideThem", name=vote.question)


def _carry_out(tx: Tx, link: SamePerson, apart: Sequence[Sequence[PersonId]]) -> None:
    """Lets each bar of either reach the other, and leaves one place in each list that is open."""
    mine, theirs = apart
    for barred, reached in ((mine, theirs), (theirs, mine)):
        for bar in entering_bars_store.of_people(tx, barred, tx.now):
            barring_verbs.spread(tx, bar, reached)
    for tournament in tournaments_store.all_unfinished(tx, link.guild_id):
        for person_id in (*mine, *theirs):
            _leave_second_place(tx, link, tournament, person_id)
    show_votes(tx, link.guild_id, [*mine, *theirs])


def _leave_second_place(tx: Tx, link: SamePerson, tournament: Tournament, person_id: PersonId) -> None:
    """Takes the later entry off a list that is open; who plays already plays on until an arbiter decides.

    A team is its captain's and its members': it stays, and the person is refused when it confirms. In an arena that
    runs, the later entry is paired no more.
    """
    entrant = entering_store.of_person(tx, tournament.tournament_id, person_id)
    if entrant is None or entrant.withdrawn_at is not None or tournament.rulebook.teams is not None:
        return
    if not has_second_place(tx, tournament, person_id):
        return
    if tournament.check_in_closed_at is None:
        entering_store.withdraw(tx, entrant.entrant_id, tx.now)
        tx.touch(tournament_subject(tournament.tournament_id))
        why, entrant_id = same_person_subject(link.link_id), entrant.entrant_id
        tournaments_facts_verbs.record(tx, tournament, "withdraw", link.recorded_by, why=why, entrant=entrant_id)
    elif tournament.rulebook.traits.has_lobby and tournament.first_call_at is not None:
        course_store.leave_lobby(tx, [entrant.entrant_id], tx.now)
        tx.touch(arena_subject(tournament.tournament_id))


def _places_lost(tx: Query, link: SamePerson) -> tuple[str, ...]:
    lines = log.withdrawn_because(tx, link.guild_id, same_person_subject(link.link_id))
    lost = (tournaments_store.load(tx, line.tournament_id) for line in lines if line.tournament_id is not None)
    return tuple(dict.fromkeys(one.name for one in lost if one is not None))


def show_votes(tx: Tx, guild_id: GuildId, person_ids: Sequence[PersonId]) -> None:
    """Has the card of each open vote show who is entitled now."""
    for vote in voting_store.all_open(tx, guild_id):
        if any(elector.person_id in person_ids for elector in vote.electors):
            tx.touch(vote_subject(vote.vote_id))
    voting_electorate_verbs.call_signers(tx, guild_id)


def _tell(tx: Tx, link: SamePerson, message: Message) -> None:
    promise_publicly(tx, link.guild_id, message)
    for one in link.both:
        tell_member(tx, link.guild_id, one, message)


def _log_same_person(tx: Tx, link: SamePerson, act: str, by: PersonId, why: str) -> None:
    details = {"person": link.first, "other": link.second}
    tx.log(link.guild_id, act, same_person_subject(link.link_id), actor=by, why=why, details=details)


def twice_in(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Two who play and are one: nobody is thrown out of a running event by itself."""
    if phase(tournament) is not Phase.RUNNING:
        return
    for link in people_account_store.same_persons_of_guild(tx, tournament.guild_id):
        if both_play(tx, tournament, link):
            people = people_store.by_ids(tx, link.both)
            yield DeskRow(Obstacle.SAME_PERSON, tournament.tournament_id, tuple(people[one] for one in link.both))


# --- who gains by a link --------------------------------------------------------------------------------------------


_GIVING: Final = ("bring_opening_list", "bring_events", "amend_ratings", "enter_rating")
"""Acts by which a name gets a rating, a title, a seat or results."""


class GainsByLink(UserError):
    """The member could have given the name what it holds; who would sign for the member links the two."""

    name: str
    who: str


def refuse_gaining(tx: ActorQuery, staff: Person, person: Person, member: Person) -> None:
    """Raises GainsByLink, and GainsByLinkAlone where nobody is there who could sign."""
    guild_id = person.guild_id
    if not registry_roles_verbs.is_association(tx, guild_id) or not _holds(tx, person) or not _could_give(tx, member):
        return
    able = signing_verbs.who_can_sign(tx, guild_id, list(Office), [member.person_id], tx.pressed_at)
    if not able:
        raise RefusedFor("error.GainsByLinkAlone", name=member.name)
    if not {one.person_id for one in able}.intersection(people_store.same_person_ids(tx, staff.person_id)):
        raise GainsByLink(name=member.name, who=", ".join(one.name for one in able))


def _holds(tx: Query, person: Person) -> bool:
    """Whether a rating, a title, a seat, results or facts of earlier years hang on the name."""
    earlier = registry_store.earlier_in(tx, person.guild_id).get(person.person_id, NOTHING_EARLIER)
    return earlier != NOTHING_EARLIER or people_account_store.has_own_results(tx, person.person_id)


def _could_give(tx: Query, member: Person) -> bool:
    """Whether the member decides about others here, or has brought in or put right what others hold."""
    same_person_ids, guild_id = people_store.same_person_ids(tx, member.person_id), member.guild_id
    community = server_store.load(tx, guild_id)
    if community is not None and member.discord_id == community.owner_id:
        return True
    if not {*people_store.offices(tx, guild_id).values(), *people_store.arbiters(tx, guild_id)}.isdisjoint(
        same_person_ids
    ):
        return True
    return any(log.acts_of(tx, guild_id, one, _GIVING, LONG_AGO) for one in same_person_ids)


# --- linking a name to a member -------------------------------------------------------------------------------------


def link_subject(link_id: str) -> str:
    """How the log names a link."""
    return f"link:{link_id}"


def consider(tx: ActorTx, person_id: PersonId, member: Someone) -> LinkPlan:
    """What linking the two would do, for who may; a member who is a stranger becomes known.

    Raises NotAllowed, HasDiscord, NobodyThere, NotFound, AlreadyOnePerson, and what keeps out who has a stake.
    """
    staff = server_verbs.recognise(tx)
    found = plan(tx, tx.guild_id, person_id, server_verbs.somebody(tx, tx.guild_id, member), tx.now)
    refuse(tx, staff, found)
    return found


def link(tx: ActorTx, person_id: PersonId, member: Someone, reason: str) -> LinkPlan:
    """Links the person to the member for a reason that everybody reads; answers what was done.

    Raises as `consider` does, and where both have results what `same_person.record` raises.
    """
    found = consider(tx, person_id, member)
    carry_out(tx, found, reason)
    return found


def carry_out(tx: ActorTx, found: LinkPlan, reason: str) -> None:
    """Does what the plan says, openly and on record."""
    if found.means is LinkMeans.SAME_PERSON:
        record(tx, (found.person.person_id, found.member.person_id), reason)
        return
    staff = server_verbs.recognise(tx)
    if found.member.discord_id is None:
        raise NotFound(what=Subject.PERSON)
    made = DiscordLink(
        link_id=tx.new_id(),
        guild_id=tx.guild_id,
        person=found.person.person_id,
        member=found.member.discord_id,
        before=found.member.person_id,
        reason=checked_reason(reason),
        linked_at=tx.now,
        linked_by=staff.person_id,
    )
    _swap(tx, made)
    _log_link(tx, made)
    promise_publicly(tx, made.guild_id, PersonLinked(made.link_id))
    tell_member(tx, made.guild_id, made.person, PersonLinked(made.link_id))


def _log_link(tx: Tx, made: DiscordLink) -> None:
    details, subject = {"person": made.person, "other": made.before}, link_subject(made.link_id)
    by, why = made.linked_by, made.reason
    tx.log(made.guild_id, "link_discord", subject, actor=by, why=why, details=details)


def plan(tx: Query, guild_id: GuildId, person_id: PersonId, member: Person, at: datetime) -> LinkPlan:
    """What linking the two would do; raises HasDiscord, NobodyThere, NotFound and AlreadyOnePerson."""
    person = _by_name_alone(tx, guild_id, person_id)
    if member.discord_id is None:
        raise NotFound(what=Subject.PERSON)
    if people_store.are_one(tx, person_id, member.person_id):
        raise AlreadyOnePerson(name=person.name, other=member.name)
    _refuse_whose_it_is(tx, person)
    apart = people_account_store.has_own_results(tx, member.person_id)
    both = people_store.everybody(tx, [person_id, member.person_id])
    moves, leaves = ((), ()) if apart else _places(tx, person_id, member.person_id)
    return LinkPlan(
        person=person,
        member=member,
        means=LinkMeans.SAME_PERSON if apart else LinkMeans.DISCORD,
        rating=people_ratings_store.of_people(tx, guild_id, [person_id]).get(person_id),
        title=people_store.title_of(tx, person_id),
        offices=tuple(office for office, held_by in people_store.offices(tx, guild_id).items() if held_by == person_id),
        bars=len(entering_bars_store.of_people(tx, sorted(both), at)),
        moves=_names(tx, moves),
        leaves=_names(tx, leaves),
    )


def _refuse_whose_it_is(tx: Query, person: Person) -> None:
    """A name that is one with a member already is no second member's: it rests after a link, or staff said so."""
    for one in people_store.by_ids(tx, people_store.same_person_ids(tx, person.person_id)).values():
        if one.discord_id is not None:
            raise AlreadyOnePerson(name=person.name, other=one.name)


def _places(
    tx: Query, person_id: PersonId, member: PersonId
) -> tuple[tuple[TournamentId, ...], tuple[TournamentId, ...]]:
    """The events to come in which the member's place goes over, and those in which it is given up."""
    theirs = {event for _, event in people_account_store.entries_to_come(tx, person_id)}
    own = [event for _, event in people_account_store.entries_to_come(tx, member)]
    return tuple(one for one in own if one not in theirs), tuple(one for one in own if one in theirs)


def find_unlinked(tx: ActorQuery, person_id: PersonId) -> Person:
    """Who is known by name alone, for who may link them; raises NotAllowed, HasDiscord, NobodyThere and NotFound."""
    server_verbs.refuse_without(tx, Act.LINK_DISCORD)
    return _by_name_alone(tx, tx.guild_id, person_id)


def _by_name_alone(tx: Query, guild_id: GuildId, person_id: PersonId) -> Person:
    person = people_store.load(tx, person_id)
    if person is None or person.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    if people_store.is_buried(tx, person_id):
        raise Refused("error.NobodyThere")
    if person.discord_id is not None:
        raise RefusedFor("error.HasDiscord", name=person.name)
    return person


def refuse(tx: ActorQuery, staff: Person, found: LinkPlan) -> None:
    """Raises NotAllowed where who presses may not link the two, and OwnCase or OpponentsCase for who has a stake.

    Raises GainsByLink where the member could have given the name what it holds.
    """
    if found.means is LinkMeans.SAME_PERSON:
        server_verbs.require(tx, staff, Act.LINK_PEOPLE)
    elif found.title is not None or found.offices:
        server_verbs.require(tx, staff, Act.LINK_OFFICER)
    else:
        server_verbs.require(tx, staff, Act.LINK_DISCORD)
    tournaments_recusal_verbs.refuse(
        tx, staff.person_id, Act.LINK_DISCORD, found.person.person_id, found.member.person_id
    )
    refuse_gaining(tx, staff, found.person, found.member)


def hangs(tx: Query, link_id: str) -> Hanging | None:
    """What keeps the link from being taken back: presses and events since, or an account that is gone."""
    found = people_account_store.load_link(tx, link_id)
    if found is None or found.undone_at is not None:
        return Hanging.TAKEN_BACK
    person = people_store.load(tx, found.person)
    if person is None or person.discord_id != found.member:
        return Hanging.TAKEN_BACK
    if people_account_store.has_acted_since(tx, found.person, found.linked_at):
        return Hanging.ACTED
    return Hanging.CLOSED if people_account_store.has_begun_with_it(tx, link_id) else None


def turn_back(tx: Tx, link_id: str, by: Person) -> None:
    """Undoes it: the name is somebody without Discord again, and the member keeps what was the member's."""
    found = people_account_store.load_link(tx, link_id)
    if found is None or not people_account_store.undo_link(tx, link_id, by.person_id, tx.now):
        raise AlreadyDone
    people_account_store.hand_back(tx, found)
    people_account_store.swap(tx, found.person, found.before, are_one=False)
    _show(tx, found)
    for one in (found.person, found.before):
        registry_roles_verbs.follow(tx, found.guild_id, one)
    promise_publicly(tx, found.guild_id, PersonUnlinked(link_id))
    tell_member(tx, found.guild_id, found.before, PersonUnlinked(link_id))


def view(tx: Query, link_id: str) -> LinkView | None:
    """The link with its people; None for an unknown one."""
    found = people_account_store.load_link(tx, link_id)
    if found is None:
        return None
    ids = [found.person, found.before, found.linked_by, *([found.undone_by] if found.undone_by else [])]
    people = people_store.by_ids(tx, ids)
    # What rests keeps the name by which the person was known; once it is undone the person bears it again.
    member, name = (found.person, found.before) if found.undone_at is None else (found.before, found.person)
    return LinkView(
        link=found,
        person=people[member],
        name=people[name].name,
        by=people[found.linked_by],
        undone_by=people.get(found.undone_by) if found.undone_by else None,
    )


def _swap(tx: Tx, made: DiscordLink) -> None:
    """Gives the person the account and what the member held, and has bars of either hold for the one."""
    _leave_second_places(tx, made)
    people_account_store.add_link(tx, made)
    people_account_store.hand_over(tx, made)
    people_account_store.swap(tx, made.before, made.person, are_one=True)
    for bar in entering_bars_store.of_people(tx, [made.person, made.before], tx.now):
        barring_verbs.spread(tx, bar, [made.person])
    _show(tx, made)
    registry_roles_verbs.follow(tx, made.guild_id, made.person)


def _leave_second_places(tx: Tx, made: DiscordLink) -> None:
    """Where both are on a list, staff's entry of the name stays, and the member's own is free for others."""
    theirs = {event for _, event in people_account_store.entries_to_come(tx, made.person)}
    for entrant_id, event in people_account_store.entries_to_come(tx, made.before):
        tournament = tournaments_store.load(tx, event) if event in theirs else None
        if tournament is not None and entering_store.withdraw(tx, entrant_id, tx.now):
            why = link_subject(made.link_id)
            tournaments_facts_verbs.record(tx, tournament, "withdraw", made.linked_by, why=why, entrant=entrant_id)


def _show(tx: Tx, made: DiscordLink) -> None:
    """Has lists, games and open votes show who it is now."""
    for tournament in tournaments_store.all_unfinished(tx, made.guild_id):
        tx.touch(tournament_subject(tournament.tournament_id))
    for game in people_account_store.games_that_went_over(tx, made.link_id):
        tx.touch(jeek_subject(game))
    show_votes(tx, made.guild_id, [made.person, made.before])


def _names(tx: Query, events: Iterable[TournamentId]) -> tuple[str, ...]:
    found = (tournaments_store.load(tx, event) for event in events)
    return tuple(one.name for one in found if one is not None)


# --- claims to a name -----------------------------------------------------------------------------------------------


_MOST: Final = QUOTAS[CountedByAccount.NAME_CLAIM].most
REASON_LIMIT: Final = 300


def claim(tx: ActorTx, person_id: PersonId) -> NameClaimView:
    """Says that who presses is the person known by that name; staff is asked, and until then nothing changes.

    Raises NotFound, NobodyThere, HasDiscord for a name that is a member's, AlreadyOnePerson, TooManyNames, and
    AlreadyDone while the same claim waits.
    """
    claimant = server_verbs.recognise(tx)
    found = plan(tx, tx.guild_id, person_id, claimant, tx.now)
    fresh = tx.new_id()
    made = NameClaim(fresh, tx.guild_id, person_id, claimant.person_id, tx.now)
    # Each claim is a card that staff has to decide.
    server_verbs.spend(tx, claimant, CountedByAccount.NAME_CLAIM, lambda _: RefusedCount("error.TooManyNames", n=_MOST))
    if not people_account_store.add_name_claim(tx, made):
        raise AlreadyDone
    details = {"person": person_id, "other": claimant.person_id}
    tx.log(made.guild_id, "claim_name", claim_subject(fresh), actor=claimant.person_id, details=details)
    tell_committee(tx, made.guild_id, NameClaimed(fresh))
    tournaments_summons_verbs.call(tx, made.guild_id, Matter(MatterKind.NAME_CLAIMED, claim_subject(fresh), None))
    return NameClaimView(made, found.person.name, claimant, found)


def decidable(tx: ActorQuery, claim_id: str) -> NameClaimView:
    """The claim, for who may decide it; raises before a reason is asked."""
    staff = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, staff, Act.LINK_DISCORD)
    found = claim_view(tx, tx.guild_id, claim_id, tx.pressed_at)
    if found.claim.decided_at is not None:
        raise AlreadyDone
    if staff is not None:
        both = found.claim.person, found.claim.claimant
        tournaments_recusal_verbs.refuse(tx, staff.person_id, Act.LINK_DISCORD, *both)
    return found


def decide(tx: ActorTx, claim_id: str, reason: str, *, granted: bool) -> NameClaimView:
    """Links the two or refuses it, with a reason; the claimant is told, and other claims to the name are refused."""
    staff = server_verbs.recognise(tx)
    found = decidable(tx, claim_id)
    why = checked_reason(reason, REASON_LIMIT)
    if granted:
        _grant(tx, staff, found, why)
    else:
        _settle(tx, found.claim, staff, why, granted=False)
    return claim_view(tx, tx.guild_id, claim_id, tx.now)


def claim_view(tx: Query, guild_id: GuildId, claim_id: str, now: datetime) -> NameClaimView:
    """The claim with its people, and what granting it would do now; raises NotFound."""
    found = people_account_store.load_name_claim(tx, claim_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    return _view(tx, found, now)


def guide(tx: Query, asker: Asker) -> Found:
    """One's own claims that wait, and those of others that wait for who asks."""
    if asker.person is not None:
        for own in people_account_store.name_claims_of_claimant(tx, asker.person.person_id):
            if own.decided_at is None:
                yield Upcoming(UpcomingKind.NAME_IS_DECIDED, None)
    if asker.may(Act.LINK_DISCORD):
        for waiting_name_claim in people_account_store.waiting_name_claims(tx, asker.actor.guild_id):
            found = _view(tx, waiting_name_claim, asker.now)
            if not asker.is_me(found.claimant):
                yield TaskItem(
                    Task.DECIDE_NAME, waiting_name_claim.claim_id, None, None, found.claimant, called=found.name
                )


def rows(tx: Query, guild_id: GuildId, now: datetime) -> list[DeskRow]:
    """Claims that wait, for the desk of an event: who it is decides about rating and places."""
    found = [
        _view(tx, waiting_name_claim, now)
        for waiting_name_claim in people_account_store.waiting_name_claims(tx, guild_id)
    ]
    return [DeskRow(Obstacle.NAME_CLAIM, one.claim.claim_id, (one.claimant,)) for one in found]


def _grant(tx: ActorTx, staff: Person, found: NameClaimView, why: str) -> None:
    made = found.claim
    planned = plan(tx, made.guild_id, made.person, found.claimant, tx.now)
    refuse(tx, staff, planned)
    _settle(tx, made, staff, why, granted=True)
    carry_out(tx, planned, why)
    for other in people_account_store.name_claims_of_name(tx, made.person):
        _settle(tx, other, staff, why, granted=False)


def _settle(tx: Tx, made: NameClaim, staff: Person, why: str, *, granted: bool) -> None:
    if not people_account_store.decide_name_claim(tx, made.claim_id, staff.person_id, why, tx.now, granted=granted):
        raise AlreadyDone
    act, subject = "grant_name" if granted else "refuse_name", claim_subject(made.claim_id)
    details = {"person": made.person, "other": made.claimant}
    tx.log(made.guild_id, act, subject, actor=staff.person_id, why=why, details=details)
    tx.touch(subject)
    tournaments_summons_verbs.settle(tx, subject)
    if not granted:
        # Who is granted it reads the letter of the link.
        tell_member(tx, made.guild_id, made.claimant, NameClaimDecided(made.claim_id))


def _view(tx: Query, found: NameClaim, now: datetime) -> NameClaimView:
    ids = [found.person, found.claimant, *([found.decided_by] if found.decided_by else [])]
    people = people_store.by_ids(tx, ids)
    person, claimant = people[found.person], people[found.claimant]
    # Once it is linked the member bears the person's entry, and the name stands on the one that rests.
    swapped = person.discord_id is not None and claimant.discord_id is None
    return NameClaimView(
        claim=found,
        name=claimant.name if swapped else person.name,
        claimant=person if swapped else claimant,
        plan=_plan(tx, found, claimant, now) if found.decided_at is None else None,
        decided_by=people.get(found.decided_by) if found.decided_by else None,
    )


def _plan(tx: Query, found: NameClaim, claimant: Person, now: datetime) -> LinkPlan | None:
    """What granting it would do now; None where nothing can come of it any more."""
    try:
        return plan(tx, found.guild_id, found.person, claimant, now)
    except UserError:
        return None
