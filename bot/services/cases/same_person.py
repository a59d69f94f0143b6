"""Staff's recorded word that two people are one: what holds for either holds for both, until it is undone.

Nothing else makes two people one but a Discord account: no name of a game account does. The word is public like a bar,
those concerned are written to, either may appeal once, and one act undoes it with what it did.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from bot.domain.cases.same_person import SamePerson, SamePersonView
from bot.domain.cases.sayings import SamePersonRecorded, SamePersonUndone
from bot.domain.community import Person, Someone
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import DeskRow, Obstacle
from bot.domain.sayings import Saying
from bot.domain.typed_text import checked_reason
from bot.domain.undoing import PlaceBack
from bot.domain.voting.votes import entitled_electors
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.services import access, event_log, recusal
from bot.services.cases import barring
from bot.services.cases.appeal_limits import link_open_until
from bot.services.entering import freed_places
from bot.services.entering.eligibility import bars_of, has_second_place
from bot.services.sides import entry_of
from bot.services.speaking import promise_publicly, tell_member
from bot.services.team_play import sitting_out
from bot.services.timetable import arena_subject, bar_subject, tournament_subject
from bot.services.voting import electorates
from bot.services.voting.vote_record import vote_subject
from bot.storage import (
    appeals,
    bars,
    entrants,
    fields,
    identities,
    log,
    people,
    same_persons,
    tournaments,
    votes,
)
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


class OnePersonNamedTwice(UserError):
    """Both who were named are the same entry of the registry."""


class AlreadyOnePerson(UserError):
    """The two are one person here already."""

    name: str
    other: str


class VotesBesideThem(UserError):
    """Who votes in a matter does not decide whose voice counts in it, nor who is voted about."""

    question: str


def link_subject(link_id: str) -> str:
    """How the log names the word that two are one."""
    return f"same:{link_id}"


def record(tx: ActorTx, both: tuple[Someone, Someone], reason: str) -> SamePerson:
    """Records that two people are one, for a reason that they and the public are told.

    Raises OnePersonNamedTwice, AlreadyOnePerson, OwnCase, OpponentsCase and VotesBesideThem: nobody decides about who
    plays or votes beside them.
    """
    staff = access.recognise(tx)
    access.require(tx, staff, Act.LINK_PEOPLE)
    first, second = (access.somebody(tx, tx.guild_id, one) for one in both)
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
    apart = [identities.selves(tx, one) for one in link.both]
    same_persons.add(tx, link)
    _log_link(tx, link, "link_people", staff.person_id, link.reason)
    _carry_out(tx, link, apart)
    _tell(tx, link, SamePersonRecorded(link.link_id))
    return link


def undo(tx: ActorTx, link_id: str, reason: str) -> SamePersonView:
    """Ends it, with a reason that everyone reads; the leader or the President does.

    Who recorded it takes it back by `/undo` as long as no bar reaches from one to the other by it.
    """
    officer = access.recognise(tx)
    access.require(tx, officer, Act.UNLINK_PEOPLE)
    link = find(tx, tx.guild_id, link_id)
    recusal.refuse(tx, officer.person_id, Act.UNLINK_PEOPLE, *link.both)
    refuse_voter(tx, officer, link.both)
    places = end(tx, link, officer.person_id, checked_reason(reason))
    return replace(view(tx, find(tx, tx.guild_id, link_id)), back=places)


def end(tx: Tx, link: SamePerson, by: PersonId, reason: str) -> tuple[PlaceBack, ...]:
    """Undoes it and what it did, as far as places are still to be had; raises AlreadyDone for a second time."""
    together = identities.selves(tx, link.first)
    if not same_persons.undo(tx, link.link_id, by, reason, tx.now):
        raise AlreadyDone
    _log_link(tx, link, "unlink_people", by, reason)
    places = freed_places.restore_lost_to(tx, link.guild_id, link_subject(link.link_id), by)
    for bar in bars.of_people(tx, together, tx.now):
        freed = [one for one in together if not bars_of(tx, one, tx.now)]
        places += freed_places.restore_lost_to(tx, link.guild_id, bar_subject(bar.bar_id), by, freed)
    for person_id in together:
        sitting_out.follow(tx, link.guild_id, person_id)
    show_votes(tx, link.guild_id, together)
    _tell(tx, link, SamePersonUndone(link.link_id))
    return places


def find(tx: Query, guild_id: GuildId, link_id: str) -> SamePerson:
    """The word; raises NotFound for another server's too."""
    link = same_persons.load(tx, link_id)
    if link is None or link.guild_id != guild_id:
        raise NotFound(what=Subject.PERSON)
    return link


def of_server(tx: Query, guild_id: GuildId, link_id: str) -> SamePersonView:
    """The word with its people, and what it leads to; raises NotFound for another server's."""
    return view(tx, find(tx, guild_id, link_id))


def view(tx: Query, link: SamePerson) -> SamePersonView:
    """The same of one that is known."""
    known = people.by_ids(tx, [*link.both, link.recorded_by, *([link.undone_by] if link.undone_by else [])])
    at, unfinished = link.undone_at or link.recorded_at, tournaments.all_unfinished(tx, link.guild_id)
    open_to_appeal = link.undone_at is None and appeals.of_link(tx, link.link_id) is None
    return SamePersonView(
        link=link,
        people=(known[link.first], known[link.second]),
        recorded_by=known[link.recorded_by],
        undone_by=known.get(link.undone_by) if link.undone_by else None,
        is_barred=link.undone_at is None and bool(bars_of(tx, link.first, at)),
        places=_places_lost(tx, link),
        both_play_in=tuple(one.name for one in unfinished if both_play(tx, one, link)),
        appeal_by=link_open_until(tx, link) if open_to_appeal else None,
    )


def views(tx: Query, guild_id: GuildId) -> tuple[SamePersonView, ...]:
    """Every word that holds in the server, oldest first: public facts."""
    return tuple(view(tx, link) for link in same_persons.of_guild(tx, guild_id))


def both_play(tx: Query, tournament: Tournament, link: SamePerson) -> bool:
    """Whether both have a place in the event, under way or to come."""
    entries = [entry_of(tx, tournament.tournament_id, one) for one in link.both]
    return all(one is not None and one.withdrawn_at is None for one in entries)


def _refuse(tx: ActorQuery, staff: Person, first: Person, second: Person) -> None:
    if first.person_id == second.person_id:
        raise OnePersonNamedTwice
    if identities.are_one(tx, first.person_id, second.person_id):
        raise AlreadyOnePerson(name=first.name, other=second.name)
    recusal.refuse(tx, staff.person_id, Act.LINK_PEOPLE, first.person_id, second.person_id)
    refuse_voter(tx, staff, (first.person_id, second.person_id))


def refuse_voter(tx: Query, staff: Person, both: Collection[PersonId]) -> None:
    """Raises VotesBesideThem where the word would take a voice from an open vote of the presser's own, or give one."""
    own = set(identities.selves(tx, staff.person_id))
    for vote in votes.all_open(tx, staff.guild_id):
        concerned = own.intersection((*entitled_electors(vote), *([vote.subject] if vote.subject else [])))
        if concerned and not set(both).isdisjoint(one.person_id for one in vote.electors):
            raise VotesBesideThem(question=vote.question)


def _carry_out(tx: Tx, link: SamePerson, apart: Sequence[Sequence[PersonId]]) -> None:
    """Lets each bar of either reach the other, and leaves one place in each list that is open."""
    mine, theirs = apart
    for barred, reached in ((mine, theirs), (theirs, mine)):
        for bar in bars.of_people(tx, barred, tx.now):
            barring.spread(tx, bar, reached)
    for tournament in tournaments.all_unfinished(tx, link.guild_id):
        for person_id in (*mine, *theirs):
            _leave_second_place(tx, link, tournament, person_id)
    show_votes(tx, link.guild_id, [*mine, *theirs])


def _leave_second_place(tx: Tx, link: SamePerson, tournament: Tournament, person_id: PersonId) -> None:
    """Takes the later entry off a list that is open; who plays already plays on until an arbiter decides.

    A team is its captain's and its members': it stays, and the person is refused when it confirms. In an arena that
    runs, the later entry is paired no more.
    """
    entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
    if entrant is None or entrant.withdrawn_at is not None or tournament.rulebook.teams is not None:
        return
    if not has_second_place(tx, tournament, person_id):
        return
    if tournament.check_in_closed_at is None:
        entrants.withdraw(tx, entrant.entrant_id, tx.now)
        tx.touch(tournament_subject(tournament.tournament_id))
        why, entrant_id = link_subject(link.link_id), entrant.entrant_id
        event_log.record(tx, tournament, "withdraw", link.recorded_by, why=why, entrant=entrant_id)
    elif tournament.rulebook.traits.has_lobby and tournament.first_call_at is not None:
        fields.leave_lobby(tx, [entrant.entrant_id], tx.now)
        tx.touch(arena_subject(tournament.tournament_id))


def _places_lost(tx: Query, link: SamePerson) -> tuple[str, ...]:
    lines = log.withdrawn_because(tx, link.guild_id, link_subject(link.link_id))
    lost = (tournaments.load(tx, line.tournament_id) for line in lines if line.tournament_id is not None)
    return tuple(dict.fromkeys(one.name for one in lost if one is not None))


def show_votes(tx: Tx, guild_id: GuildId, some: Sequence[PersonId]) -> None:
    """Has the card of each open vote show who is entitled now."""
    for vote in votes.all_open(tx, guild_id):
        if any(elector.person_id in some for elector in vote.electors):
            tx.touch(vote_subject(vote.vote_id))
    electorates.call_signers(tx, guild_id)


def _tell(tx: Tx, link: SamePerson, saying: Saying) -> None:
    promise_publicly(tx, link.guild_id, saying)
    for one in link.both:
        tell_member(tx, link.guild_id, one, saying)


def _log_link(tx: Tx, link: SamePerson, act: str, by: PersonId, why: str) -> None:
    details = {"person": link.first, "other": link.second}
    tx.log(link.guild_id, act, link_subject(link.link_id), actor=by, why=why, details=details)


def twice_in(tx: Query, tournament: Tournament) -> Iterator[DeskRow]:
    """Two who play and are one: nobody is thrown out of a running event by itself."""
    if phase(tournament) is not Phase.RUNNING:
        return
    for link in same_persons.of_guild(tx, tournament.guild_id):
        if both_play(tx, tournament, link):
            known = people.by_ids(tx, link.both)
            yield DeskRow(Obstacle.SAME_PERSON, tournament.tournament_id, tuple(known[one] for one in link.both))
