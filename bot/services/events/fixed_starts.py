"""The start of an official event is fixed once somebody has registered.

It moves only where everybody registered agrees, by a button in the post, or an officer who does not play decides. The
length of check-in and the conditions of entry are in the frozen rulebook, which nothing changes.
"""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Place
from bot.domain.entering.entries import Entrant
from bot.domain.events.sayings import StartChangeAsked, StartStays
from bot.domain.events.start_changes import StartChange, StartChangeView, StartOutcome
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import Capacity
from bot.errors import AlreadyDone, NotAllowed, Outdated, UserError
from bot.services import access, event_log
from bot.services.naming import batches
from bot.services.recusal import has_place
from bot.storage import entrants, identities, offices, people, start_changes, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

OFFICERS = (Capacity.PRESIDENT, Capacity.LEADER)


class StartIsFixed(UserError):
    """Somebody has registered for the official event by its start: others have to agree to another one."""

    event: str
    needed: tuple[Capacity, ...]


class OfficerPlays(UserError):
    """Who plays in the event, or stands in for who does, agrees as everybody else and does not decide."""

    event: str


class AgreesForNobody(UserError):
    """Who is registered without Discord is spoken for by no account that is linked to them: an officer decides."""

    name: str


class NotOnTheList(UserError):
    """Who is not registered has nothing to agree to."""

    event: str


def is_fixed(tx: Query, tournament: Tournament) -> bool:
    """Whether others than who runs the event have a say in its start."""
    return tournament.rulebook.official and bool(_entries(tx, tournament.tournament_id))


def may_decide(tx: ActorQuery, person: Person | None, tournament: Tournament) -> bool:
    """Whether the person is an officer who does not play; the owner is one where nobody holds an office."""
    return _is_officer(tx, person) and not _plays(tx, person, tournament)


def refuse(tx: ActorQuery, person: Person, tournament: Tournament) -> None:
    """Raises StartIsFixed for who may not move the start alone."""
    if is_fixed(tx, tournament) and not may_decide(tx, person, tournament):
        raise StartIsFixed(event=tournament.name, needed=OFFICERS)


def ask(tx: Tx, person: Person, tournament: Tournament, start_at: datetime) -> StartChange:
    """Puts another start to everybody registered, in public; who asks and plays has agreed by it."""
    change = StartChange(tx.new_id(), tournament.tournament_id, start_at, person.person_id, tx.now)
    start_changes.ask(tx, change)
    listed = _entries(tx, tournament.tournament_id)
    start_changes.agree(tx, change.change_id, person.person_id, tx.now)
    event_log.record(tx, tournament, "ask_start", person, why=f"{start_at:%Y-%m-%d %H:%M} UTC")
    for named in batches(tx, listed):
        asked = StartChangeAsked(tournament.tournament_id, start_at, named)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, asked)
    return change


def agree(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> StartChangeView:
    """One of those registered agrees.

    Raises Outdated for a start that is not asked for any more, NotOnTheList and AgreesForNobody.
    """
    tournament, change = find_open(tx, tournament_id, start_at)
    person = access.recognise(tx)
    if not has_place(tx, tournament_id, person.person_id):
        raise NotOnTheList(event=tournament.name)
    _refuse_for_silent(tx, tournament_id, person)
    if not start_changes.agree(tx, change.change_id, person.person_id, tx.now):
        raise AlreadyDone
    event_log.record(tx, tournament, "agree_start", person)
    return view(tx, tournament, change)


def _refuse_for_silent(tx: Query, tournament_id: TournamentId, person: Person) -> None:
    own = identities.selves(tx, person.person_id)
    named = [one.person_id for one in _entries(tx, tournament_id) if one.person_id in own]
    known = people.by_ids(tx, named)
    if named and all(known[one].discord_id is None for one in named):
        raise AgreesForNobody(name=known[named[0]].name)


def find_open(tx: ActorQuery, tournament_id: TournamentId, start_at: datetime) -> tuple[Tournament, StartChange]:
    """The event and the change that is open for it; raises Outdated once check-in has closed, too."""
    tournament, change = tournaments.load(tx, tournament_id), start_changes.open_of(tx, tournament_id)
    if tournament is None or tournament.guild_id != tx.guild_id or change is None:
        raise Outdated
    if change.start_at != start_at or tournament.check_in_closed_at is not None:
        raise Outdated
    return tournament, change


def require_officer(tx: ActorQuery, person: Person, tournament: Tournament) -> None:
    """Raises NotAllowed for who is no officer, and OfficerPlays."""
    if not _is_officer(tx, person):
        raise NotAllowed(needed=OFFICERS)
    if _plays(tx, person, tournament):
        raise OfficerPlays(event=tournament.name)


def leave(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> Tournament:
    """An officer who does not play leaves the start as it is, in public."""
    tournament, _ = find_open(tx, tournament_id, start_at)
    person = access.recognise(tx)
    require_officer(tx, person, tournament)
    start_changes.end(tx, tournament_id, StartOutcome.REFUSED, person.person_id, tx.now)
    event_log.record(tx, tournament, "refuse_start", person)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, StartStays(tournament_id, person.person_id))
    return tournament


def view(tx: Query, tournament: Tournament, change: StartChange) -> StartChangeView:
    """The change with who has still to agree, and with those who have no Discord, for whom an officer decides."""
    agreed = identities.everybody(tx, start_changes.agreements(tx, change.change_id))
    listed = _entries(tx, tournament.tournament_id)
    known = people.by_ids(tx, [change.asked_by, *(one.person_id for one in listed)])
    entered = [known[one.person_id] for one in listed]
    silent = tuple(one for one in entered if one.discord_id is None)
    waiting = tuple(one for one in entered if one.discord_id is not None and one.person_id not in agreed)
    return StartChangeView(change, tournament, known[change.asked_by], waiting, len(listed), silent)


def open_view(tx: Query, tournament_id: TournamentId) -> StartChangeView | None:
    """The change that is open for the event; None where none is."""
    tournament, change = tournaments.load(tx, tournament_id), start_changes.open_of(tx, tournament_id)
    return None if tournament is None or change is None else view(tx, tournament, change)


def find_view(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> StartChangeView | None:
    """As `open_view`, for an event of this server."""
    found = open_view(tx, tournament_id)
    return found if found is not None and found.tournament.guild_id == guild_id else None


def _entries(tx: Query, tournament_id: TournamentId) -> list[Entrant]:
    return [one for one in entrants.of_tournament(tx, tournament_id) if one.withdrawn_at is None]


def _is_officer(tx: ActorQuery, person: Person | None) -> bool:
    held = access.capacities(tx, person)
    if not held.isdisjoint(OFFICERS):
        return True
    return Capacity.SERVER_OWNER in held and not people.offices(tx, tx.guild_id)


def _plays(tx: ActorQuery, person: Person | None, tournament: Tournament) -> bool:
    """Whether the person has a place in the event, or the officer for whom they stand in has."""
    return person is not None and any(
        has_place(tx, tournament.tournament_id, one) for one in _acts_for(tx, person.person_id)
    )


def _acts_for(tx: ActorQuery, person_id: PersonId) -> list[PersonId]:
    held, own = people.offices(tx, tx.guild_id), identities.selves(tx, person_id)
    acting = offices.standing_in(tx, tx.guild_id, tx.pressed_at)
    return [person_id, *(held[office] for office, one in acting.items() if one.person_id in own and office in held)]
