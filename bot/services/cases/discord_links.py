"""Who was known by name alone is linked to the member who they are, so that they press for themselves from then on.

Nothing is merged in silence. Where the member has done nothing here but enter events to come or hold an office, the
person gains the Discord account, and what the member holds goes over with it. Where both have results of their own,
both records stay, and staff's word that two are one says the rest (`services/cases/same_person.py`). Who decides about
somebody with an office or an arbiter title is the owner's, the President's or the leader's to do, since the account
gains a say by it.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from bot.domain.cases.discord_links import DiscordLink, LinkMeans, LinkPlan, LinkView
from bot.domain.cases.sayings import PersonLinked, PersonUnlinked
from bot.domain.community import Person, Someone
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.typed_text import checked_reason
from bot.domain.undoing import Hanging
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.services import access, event_log, recusal
from bot.services.cases import barring, gaining_links, same_person
from bot.services.registry import roles
from bot.services.speaking import promise_publicly, tell_member
from bot.services.timetable import jeek_subject, tournament_subject
from bot.storage import bars, discord_links, entrants, identities, people, ratings, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class HasDiscord(UserError):
    """The person is a member of the server already."""

    name: str


class NobodyThere(UserError):
    """Only a tombstone is left of the person, which nobody is linked to."""


def link_subject(link_id: str) -> str:
    """How the log names a link."""
    return f"link:{link_id}"


def consider(tx: ActorTx, person_id: PersonId, member: Someone) -> LinkPlan:
    """What linking the two would do, for who may; a member who is a stranger becomes known.

    Raises NotAllowed, HasDiscord, NobodyThere, NotFound, AlreadyOnePerson, and what keeps out who has a stake.
    """
    staff = access.recognise(tx)
    found = plan(tx, tx.guild_id, person_id, access.somebody(tx, tx.guild_id, member), tx.now)
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
        same_person.record(tx, (found.person.person_id, found.member.person_id), reason)
        return
    staff = access.recognise(tx)
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
    if identities.are_one(tx, person_id, member.person_id):
        raise same_person.AlreadyOnePerson(name=person.name, other=member.name)
    _refuse_whose_it_is(tx, person)
    apart = discord_links.has_own_results(tx, member.person_id)
    both = identities.everybody(tx, [person_id, member.person_id])
    moves, leaves = ((), ()) if apart else _places(tx, person_id, member.person_id)
    return LinkPlan(
        person=person,
        member=member,
        means=LinkMeans.SAME_PERSON if apart else LinkMeans.DISCORD,
        rating=ratings.of_people(tx, guild_id, [person_id]).get(person_id),
        title=people.title_of(tx, person_id),
        offices=tuple(office for office, held_by in people.offices(tx, guild_id).items() if held_by == person_id),
        bars=len(bars.of_people(tx, sorted(both), at)),
        moves=_names(tx, moves),
        leaves=_names(tx, leaves),
    )


def _refuse_whose_it_is(tx: Query, person: Person) -> None:
    """A name that is one with a member already is no second member's: it rests after a link, or staff said so."""
    for one in people.by_ids(tx, identities.selves(tx, person.person_id)).values():
        if one.discord_id is not None:
            raise same_person.AlreadyOnePerson(name=person.name, other=one.name)


def _places(
    tx: Query, person_id: PersonId, member: PersonId
) -> tuple[tuple[TournamentId, ...], tuple[TournamentId, ...]]:
    """The events to come in which the member's place goes over, and those in which it is given up."""
    theirs = {event for _, event in discord_links.entries_to_come(tx, person_id)}
    own = [event for _, event in discord_links.entries_to_come(tx, member)]
    return tuple(one for one in own if one not in theirs), tuple(one for one in own if one in theirs)


def find_unlinked(tx: ActorQuery, person_id: PersonId) -> Person:
    """Who is known by name alone, for who may link them; raises NotAllowed, HasDiscord, NobodyThere and NotFound."""
    access.refuse_without(tx, Act.LINK_DISCORD)
    return _by_name_alone(tx, tx.guild_id, person_id)


def _by_name_alone(tx: Query, guild_id: GuildId, person_id: PersonId) -> Person:
    person = people.load(tx, person_id)
    if person is None or person.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    if people.is_buried(tx, person_id):
        raise NobodyThere
    if person.discord_id is not None:
        raise HasDiscord(name=person.name)
    return person


def refuse(tx: ActorQuery, staff: Person, found: LinkPlan) -> None:
    """Raises NotAllowed where who presses may not link the two, and OwnCase or OpponentsCase for who has a stake.

    Raises GainsByLink where the member could have given the name what it holds.
    """
    if found.means is LinkMeans.SAME_PERSON:
        access.require(tx, staff, Act.LINK_PEOPLE)
    elif found.title is not None or found.offices:
        access.require(tx, staff, Act.LINK_OFFICER)
    else:
        access.require(tx, staff, Act.LINK_DISCORD)
    recusal.refuse(tx, staff.person_id, Act.LINK_DISCORD, found.person.person_id, found.member.person_id)
    gaining_links.refuse(tx, staff, found.person, found.member)


def hangs(tx: Query, link_id: str) -> Hanging | None:
    """What keeps the link from being taken back: presses and events since, or an account that is gone."""
    found = discord_links.load(tx, link_id)
    if found is None or found.undone_at is not None:
        return Hanging.TAKEN_BACK
    person = people.load(tx, found.person)
    if person is None or person.discord_id != found.member:
        return Hanging.TAKEN_BACK
    if discord_links.has_acted_since(tx, found.person, found.linked_at):
        return Hanging.ACTED
    return Hanging.CLOSED if discord_links.has_begun_with_it(tx, link_id) else None


def turn_back(tx: Tx, link_id: str, by: Person) -> None:
    """Undoes it: the name is somebody without Discord again, and the member keeps what was the member's."""
    found = discord_links.load(tx, link_id)
    if found is None or not discord_links.undo(tx, link_id, by.person_id, tx.now):
        raise AlreadyDone
    discord_links.hand_back(tx, found)
    discord_links.swap(tx, found.person, found.before)
    _show(tx, found)
    for one in (found.person, found.before):
        roles.follow(tx, found.guild_id, one)
    promise_publicly(tx, found.guild_id, PersonUnlinked(link_id))
    tell_member(tx, found.guild_id, found.before, PersonUnlinked(link_id))


def view(tx: Query, link_id: str) -> LinkView | None:
    """The link with its people; None for an unknown one."""
    found = discord_links.load(tx, link_id)
    if found is None:
        return None
    ids = [found.person, found.before, found.linked_by, *([found.undone_by] if found.undone_by else [])]
    known = people.by_ids(tx, ids)
    # What rests keeps the name by which the person was known; once it is undone the person bears it again.
    member, name = (found.person, found.before) if found.undone_at is None else (found.before, found.person)
    return LinkView(
        link=found,
        person=known[member],
        name=known[name].name,
        by=known[found.linked_by],
        undone_by=known.get(found.undone_by) if found.undone_by else None,
    )


def _swap(tx: Tx, made: DiscordLink) -> None:
    """Gives the person the account and what the member held, and has bars of either hold for the one."""
    _leave_second_places(tx, made)
    discord_links.add(tx, made)
    discord_links.hand_over(tx, made)
    discord_links.swap(tx, made.before, made.person)
    for bar in bars.of_people(tx, [made.person, made.before], tx.now):
        barring.spread(tx, bar, [made.person])
    _show(tx, made)
    roles.follow(tx, made.guild_id, made.person)


def _leave_second_places(tx: Tx, made: DiscordLink) -> None:
    """Where both are on a list, staff's entry of the name stays, and the member's own is free for others."""
    theirs = {event for _, event in discord_links.entries_to_come(tx, made.person)}
    for entrant_id, event in discord_links.entries_to_come(tx, made.before):
        tournament = tournaments.load(tx, event) if event in theirs else None
        if tournament is not None and entrants.withdraw(tx, entrant_id, tx.now):
            why = link_subject(made.link_id)
            event_log.record(tx, tournament, "withdraw", made.linked_by, why=why, entrant=entrant_id)


def _show(tx: Tx, made: DiscordLink) -> None:
    """Has lists, games and open votes show who it is now."""
    for tournament in tournaments.all_unfinished(tx, made.guild_id):
        tx.touch(tournament_subject(tournament.tournament_id))
    for game in discord_links.games_that_went_over(tx, made.link_id):
        tx.touch(jeek_subject(game))
    same_person.show_votes(tx, made.guild_id, [made.person, made.before])


def _names(tx: Query, events: Iterable[TournamentId]) -> tuple[str, ...]:
    found = (tournaments.load(tx, one) for one in events)
    return tuple(one.name for one in found if one is not None)
