"""Creating, moving, renaming and cancelling a tournament; its fixed start, its kind, and what is told of it.

The start of an official event is fixed once a player has registered: it moves only where everybody registered agrees,
by a button in the post, or an officer who does not play decides. The length of check-in and the conditions of entry
are in the frozen rulebook, which nothing changes.

A verb declares which kinds of event it is for, and is held to it before its first line runs. A button, a form or a
command proves nothing of the thing that it names: a forged or old press would otherwise enter a team in an event of
people, or tell a match of boards by a bare score.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from bot.features.entering import store as entering_store
from bot.features.tournaments import draft_store, official_verbs, recusal_verbs, store, summons_verbs
from bot.features.tournaments.facts_verbs import (
    find,
    find_unfinished,
    record,
    reschedule_letters,
    save,
    tournament_subject,
)
from bot.features.tournaments.hooks import EVENT_HOOKS
from bot.features.tournaments.model import Draft, Poster, StartChange, StartChangeView, StartOutcome
from bot.features.tournaments.promises_model import (
    CommitmentRecorded,
    ScheduledEvent,
    StartChangeAsked,
    StartStays,
    TournamentAnnounced,
    TournamentChanged,
    TournamentReopened,
)
from bot.features.tournaments.recusal_verbs import has_place, repeatable
from bot.features.tournaments.summons_model import MatterKind
from bot.i18n.names import checked_name
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotAllowed,
    Outdated,
    Refused,
    RefusedAt,
    RefusedFor,
    UserError,
)
from bot.kernel.ids import GuildId, PersonId, Place, TournamentId
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play.draw import commitment
from bot.play.entries import Entrant, Tournament, check_in_opens_at, is_off_for_too_few
from bot.play.points import EventKind, kind_of
from bot.play.rulebook import SEAT_MATCH, DrawSalt, Rulebook
from bot.rulebooks.library import fingerprint
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, needed_by
from bot.server.speaking_verbs import batches, look_for_decisions, promise

# --- fixed starts ---------------------------------------------------------------------------------------------------


OFFICERS = (Capacity.PRESIDENT, Capacity.LEADER)


class StartIsFixed(UserError):
    """Somebody has registered for the official event by its start: others have to agree to another one."""

    event: str
    needed: tuple[Capacity, ...]


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
    draft_store.ask_start_change(tx, change)
    listed = _entries(tx, tournament.tournament_id)
    draft_store.agree(tx, change.change_id, person.person_id, tx.now)
    record(tx, tournament, "ask_start", person, why=f"{start_at:%Y-%m-%d %H:%M} UTC")
    for named in batches(tx, listed):
        asked = StartChangeAsked(tournament.tournament_id, start_at, named)
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, asked)
    return change


def agree(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> StartChangeView:
    """One of those registered agrees.

    Raises Outdated for a start that is not asked for any more, NotOnTheList and AgreesForNobody.
    """
    tournament, change = find_open(tx, tournament_id, start_at)
    person = server_verbs.recognise(tx)
    if not has_place(tx, tournament_id, person.person_id):
        raise RefusedFor("error.NotOnTheList", name=tournament.name)
    _refuse_for_silent(tx, tournament_id, person)
    if not draft_store.agree(tx, change.change_id, person.person_id, tx.now):
        raise AlreadyDone
    record(tx, tournament, "agree_start", person)
    return view(tx, tournament, change)


def _refuse_for_silent(tx: Query, tournament_id: TournamentId, person: Person) -> None:
    same_person_ids = people_store.same_person_ids(tx, person.person_id)
    named = [entry.person_id for entry in _entries(tx, tournament_id) if entry.person_id in same_person_ids]
    people = people_store.by_ids(tx, named)
    if named and all(people[one].discord_id is None for one in named):
        raise RefusedFor("error.AgreesForNobody", name=people[named[0]].name)


def find_open(tx: ActorQuery, tournament_id: TournamentId, start_at: datetime) -> tuple[Tournament, StartChange]:
    """The event and the change that is open for it; raises Outdated once check-in has closed, too."""
    tournament, change = store.load(tx, tournament_id), draft_store.open_start_change_of(tx, tournament_id)
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
        raise RefusedFor("error.OfficerPlays", name=tournament.name)


def leave(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> Tournament:
    """An officer who does not play leaves the start as it is, in public."""
    tournament, _ = find_open(tx, tournament_id, start_at)
    person = server_verbs.recognise(tx)
    require_officer(tx, person, tournament)
    draft_store.end_start_change(tx, tournament_id, StartOutcome.REFUSED, person.person_id, tx.now)
    record(tx, tournament, "refuse_start", person)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, StartStays(tournament_id, person.person_id))
    return tournament


def view(tx: Query, tournament: Tournament, change: StartChange) -> StartChangeView:
    """The change with who has still to agree, and with those who have no Discord, for whom an officer decides."""
    agreed = people_store.everybody(tx, draft_store.agreements(tx, change.change_id))
    listed = _entries(tx, tournament.tournament_id)
    people = people_store.by_ids(tx, [change.asked_by, *(one.person_id for one in listed)])
    entered = [people[one.person_id] for one in listed]
    silent = tuple(one for one in entered if one.discord_id is None)
    waiting = tuple(one for one in entered if one.discord_id is not None and one.person_id not in agreed)
    return StartChangeView(change, tournament, people[change.asked_by], waiting, len(listed), silent)


def open_view(tx: Query, tournament_id: TournamentId) -> StartChangeView | None:
    """The change that is open for the event; None where none is."""
    tournament, change = store.load(tx, tournament_id), draft_store.open_start_change_of(tx, tournament_id)
    return None if tournament is None or change is None else view(tx, tournament, change)


def find_view(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> StartChangeView | None:
    """As `open_view`, for an event of this server."""
    found = open_view(tx, tournament_id)
    return found if found is not None and found.tournament.guild_id == guild_id else None


def _entries(tx: Query, tournament_id: TournamentId) -> list[Entrant]:
    return [one for one in entering_store.of_tournament(tx, tournament_id) if one.withdrawn_at is None]


def _is_officer(tx: ActorQuery, person: Person | None) -> bool:
    capacities = server_verbs.capacities(tx, person)
    if not capacities.isdisjoint(OFFICERS):
        return True
    return Capacity.SERVER_OWNER in capacities and not people_store.offices(tx, tx.guild_id)


def _plays(tx: ActorQuery, person: Person | None, tournament: Tournament) -> bool:
    """Whether the person has a place in the event, or the officer for whom they stand in has."""
    return person is not None and any(
        has_place(tx, tournament.tournament_id, one) for one in _acts_for(tx, person.person_id)
    )


def _acts_for(tx: ActorQuery, person_id: PersonId) -> list[PersonId]:
    office_holders, same_person_ids = people_store.offices(tx, tx.guild_id), people_store.same_person_ids(tx, person_id)
    acting = server_store.standing_in(tx, tx.guild_id, tx.pressed_at)
    return [
        person_id,
        *(
            office_holders[office]
            for office, one in acting.items()
            if one.person_id in same_person_ids and office in office_holders
        ),
    ]


# --- tournaments ----------------------------------------------------------------------------------------------------


FURTHEST_START = timedelta(days=2 * 365)


OF_A_NEW_EVENT: Final = (Bounded.OPEN_EVENTS, Bounded.NEW_EVENTS, Bounded.EVENTS)


def refuse_more(tx: Query, guild_id: GuildId) -> None:
    """Raises ServerFull where no more events fit, before one is drafted."""
    for what in OF_A_NEW_EVENT:
        bounds_verbs.refuse_beyond(tx, guild_id, what)


def few_left(tx: Query, guild_id: GuildId) -> int | None:
    """How many more events may be open; None while there is room for many."""
    room = bounds_verbs.room_for(tx, guild_id, Bounded.OPEN_EVENTS)
    return room.left if room.is_scarce else None


def create(tx: ActorTx, name: str, rulebook: Rulebook, start_at: datetime) -> Tournament:
    """Creates and announces a tournament that keeps its own frozen rulebook and a commitment to its draw."""
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.CREATE_TOURNAMENT)
    refuse_seat_match(rulebook)
    take_room(tx, tx.guild_id)
    return created_by(tx, person, name, rulebook, start_at)


def take_room(tx: Tx, guild_id: GuildId) -> None:
    """As `refuse_more`, for an event that is created now."""
    for what in OF_A_NEW_EVENT:
        bounds_verbs.take_room(tx, guild_id, what)


def refuse_seat_match(rulebook: Rulebook) -> None:
    """Raises SeatMatchByHand: a match for a seat has its players by the invitations, and nobody could enter it."""
    if rulebook.name == SEAT_MATCH:
        raise Refused("error.SeatMatchByHand")


def created_by(tx: Tx, person: Person, name: str, rulebook: Rulebook, start_at: datetime) -> Tournament:
    """As `create`, in the name of a person who may, or whose event the President approved (AIJE-B01-AN).

    Whether it is official is judged here, by every way to it, and the list's numbers are taken.
    """
    refuse_beacon(rulebook)
    rulebook = official_verbs.as_played(tx, person.guild_id, rulebook)
    secret = tx.new_secret()
    tournament = Tournament(
        tournament_id=TournamentId(tx.new_id()),
        guild_id=person.guild_id,
        name=checked_name(name),
        rulebook=rulebook,
        rulebook_hash=fingerprint(rulebook),
        start_at=checked_start(start_at, tx.now, rulebook),
        created_at=tx.now,
        created_by=person.person_id,
        commitment=commitment(secret),
    )
    store.add(tx, tournament, secret)
    save(tx, tournament)
    server_verbs.switch_on_needed(tx, person, needed_by(rulebook))
    record(tx, tournament, "create_tournament", person)
    for message in (TournamentAnnounced(tournament.tournament_id), ScheduledEvent(tournament.tournament_id)):
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, message)
    tx.enqueue(tournament.guild_id, Place.RECORD, CommitmentRecorded(tournament.tournament_id))
    look_for_decisions(tx, tournament.guild_id)
    return tournament


def tell_created(tx: Tx, created: Tournament, by: PersonId, on_web: bool | None) -> None:
    """Has features follow what was chosen of the event under its preview, if anything was."""
    if on_web is None:
        return
    for hook in EVENT_HOOKS.of(created.rulebook):
        hook.created(tx, created, by, on_web=on_web)


@repeatable
def edit(tx: ActorTx, tournament_id: TournamentId, name: str | None, start_at: datetime | None) -> Tournament:
    """Renames the tournament, moves its start, or both; all that hangs on the start moves with it.

    Raises StartIsFixed for an official event in which somebody has registered.
    """
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.EDIT_TOURNAMENT)
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    if movable_start(before, start_at, tx.now) not in {None, before.start_at}:
        server_verbs.require(tx, person, Act.MOVE_START)
        recusal_verbs.refuse_in_event(tx, person.person_id, Act.MOVE_START, before)
        refuse(tx, person, before)
    return change(tx, person, before, name, start_at)


def change(tx: Tx, person: Person, before: Tournament, name: str | None, start_at: datetime | None) -> Tournament:
    """As `edit`, where it was asked before who may."""
    after = replace(before, name=checked_name(name) if name else before.name)
    if start_at is not None and start_at != before.start_at:
        after = at_another_start(tx, after, start_at)
    if after == before:
        return before
    save(tx, after)
    # Who is alone confirms a draft in vain, and it is done once a reason is picked: nobody is reminded of it then.
    draft_store.drop_of_event(tx, person.person_id, before.tournament_id)
    if after.start_at != before.start_at:
        draft_store.end_start_change(tx, before.tournament_id, StartOutcome.LAPSED, person.person_id, tx.now)
        reschedule_letters(tx, after)
    _record_edit(tx, before, after, person.person_id)
    _tell_change(tx, before, after)
    return after


def at_another_start(tx: Tx, before: Tournament, start_at: datetime) -> Tournament:
    """The tournament at its new start. Check-in opens anew; who confirmed for another evening has to confirm again."""
    start = movable_start(before, start_at, tx.now) or before.start_at
    after = _before_check_in(before, start)
    summons_verbs.settle(tx, tournament_subject(after.tournament_id), MatterKind.CHECK_IN_CLOSES)
    if tx.now < check_in_opens_at(after):
        entering_store.clear_check_ins(tx, after.tournament_id)
    return after


def _tell_change(tx: Tx, before: Tournament, after: Tournament) -> None:
    """A message that names everyone on the list where the start has moved, as many to a message as it can hold."""
    moved = after.start_at != before.start_at
    subject, place = after.tournament_id, Place.ANNOUNCEMENTS
    concerned = [one for one in entering_store.of_tournament(tx, subject) if moved and one.withdrawn_at is None]
    for named in batches(tx, concerned) or [()]:
        promise(tx, after.guild_id, place, TournamentChanged(subject, moved, named))
    promise(tx, after.guild_id, place, ScheduledEvent(subject))
    tx.touch(tournament_subject(subject))


def cancellable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The tournament, when who pressed may call it off; raises before a reason is asked."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.CANCEL_TOURNAMENT)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    own = None if person is None else person.person_id
    recusal_verbs.refuse_where_others_can(tx, own, Act.CANCEL_TOURNAMENT, tournament)
    return tournament


# --- opening it again -----------------------------------------------------------------------------------------------


OPEN_AGAIN_WITHIN: Final = timedelta(days=1)
"""So long an event that is off as too few were there can be opened again."""


def opens_again_until(tx: Query, tournament: Tournament) -> datetime | None:
    """Until when the event can be opened again; None where it never can.

    Where those missing are asked why, and enough were there at the close, somebody answers for it already.
    """
    if tournament.cancelled_at is None or not is_off_for_too_few(tournament):
        return None
    there = len(entering_store.with_outcome(tx, tournament.tournament_id, "starter"))
    answers = tournament.rulebook.absence.ask_why and there >= tournament.rulebook.minimum_entrants
    return None if answers else tournament.cancelled_at + OPEN_AGAIN_WITHIN


def to_open_again(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event that is off, where who pressed may open it again; raises before a start is asked."""
    server_verbs.require(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), Act.OPEN_AGAIN)
    tournament = find(tx, tx.guild_id, tournament_id)
    if tournament.cancelled_at is None:
        raise AlreadyDone
    until = opens_again_until(tx, tournament)
    if until is None:
        raise RefusedFor("error.StaysOff", name=tournament.name)
    if tx.pressed_at > until:
        raise RefusedAt("error.OffForADay", at=until)
    if summons_verbs.has_lost_creator(tx, tournament):
        raise RefusedFor("error.MakerIsGone", name=tournament.name)
    return tournament


def open_again(tx: ActorTx, tournament_id: TournamentId, start_at: datetime) -> Tournament:
    """Opens an event again that is off as too few were there: who is on the list keeps the place, and confirms anew."""
    before, person = to_open_again(tx, tournament_id), server_verbs.recognise(tx)
    after = replace(
        _before_check_in(before, checked_start(start_at, tx.now, before.rulebook)),
        check_in_closed_at=None,
        cancelled_at=None,
        cancel_reason=None,
    )
    entering_store.open_again(tx, tournament_id)
    save(tx, after)
    reschedule_letters(tx, after)
    tx.log(
        after.guild_id,
        "open_again",
        tournament_subject(tournament_id),
        actor=person.person_id,
        tournament_id=tournament_id,
        details={"from": str(before.start_at), "to": str(after.start_at)},
    )
    listed = [one for one in entering_store.of_tournament(tx, tournament_id) if one.withdrawn_at is None]
    for named in batches(tx, listed) or [()]:
        promise(tx, after.guild_id, Place.ANNOUNCEMENTS, TournamentReopened(tournament_id, person.person_id, named))
    promise(tx, after.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(tournament_id))
    tx.touch(tournament_subject(tournament_id))
    return after


def _before_check_in(tournament: Tournament, start_at: datetime) -> Tournament:
    """The tournament at that start, with all of its check-in still to come."""
    return replace(
        tournament,
        start_at=start_at,
        check_in_opened_at=None,
        reminded=frozenset(),
        close_asked_at=None,
        close_extensions=0,
        close_called_at=None,
    )


# --- what holds of each start ---------------------------------------------------------------------------------------


def refuse_beacon(rulebook: Rulebook) -> None:
    """Refuses rules whose draw wants a public random number, since none can be fetched; nothing is put in its place."""
    if rulebook.draw.salt is DrawSalt.BEACON:
        raise RefusedFor("error.NoBeacon", name=rulebook.name)


def movable_start(tournament: Tournament, start_at: datetime | None, now: datetime) -> datetime | None:
    """The new start, checked; None moves nothing.

    Raises CheckInHasClosed once the confirmation is over, and MovedTooClose for an earlier start that leaves less than
    the whole confirmation to those who signed up for a later one (AIJE-D01-5.3).
    """
    if start_at is None:
        return None
    if tournament.check_in_closed_at is not None:
        raise RefusedAt("error.CheckInHasClosed", at=tournament.check_in_closed_at)
    start, earliest = checked_start(start_at, now, tournament.rulebook), now + tournament.rulebook.check_in.opens_before
    if start < min(earliest, tournament.start_at):
        raise RefusedAt("error.MovedTooClose", at=min(earliest, tournament.start_at))
    return start


def checked_start(start_at: datetime, now: datetime, rulebook: Rulebook) -> datetime:
    """The start, when check-in can still be held before it and it is within two years.

    Raises StartInThePast, StartTooSoon or StartTooFar.
    """
    if start_at <= now:
        raise RefusedAt("error.StartInThePast", at=start_at)
    closes_at = start_at - rulebook.check_in.closes_before
    if closes_at <= now:
        raise RefusedAt("error.StartTooSoon", at=closes_at)
    if start_at > now + FURTHEST_START:
        raise RefusedAt("error.StartTooFar", at=start_at)
    return start_at


def _record_edit(tx: Tx, before: Tournament, after: Tournament, by: PersonId) -> None:
    """The log's line, with both starts where the event has moved."""
    moved = before.start_at != after.start_at
    tx.log(
        after.guild_id,
        "edit_tournament",
        tournament_subject(after.tournament_id),
        actor=by,
        tournament_id=after.tournament_id,
        details={"from": str(before.start_at), "to": str(after.start_at)} if moved else None,
    )


# --- kinds of event -------------------------------------------------------------------------------------------------


P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", bound=Query)

SUBJECTS: Final[dict[str, Callable[[Query, Any], Tournament | None]]] = {
    "tournament_id": store.load,
    "contest_id": store.of_contest,
    "entrant_id": store.of_entrant,
    "place_id": store.of_place,
}
"""How the event is found from what a verb takes, the first of these that it names."""


class OtherKindOfEvent(UserError):
    """What was pressed or typed is for another kind of event."""

    name: str
    given: EventKind


def only_for(
    *kinds: EventKind, refusal: type[UserError] | None = None
) -> Callable[[Callable[Concatenate[C, P], T]], Callable[Concatenate[C, P], T]]:
    """Declares that a verb is for events of these kinds; `refusal` says it in words of its own, with the event's name.

    An event that is unknown here, or of another server, is left to the verb, which answers that it does not exist.
    """
    wanted = frozenset(kinds)

    def declare(verb: Callable[Concatenate[C, P], T]) -> Callable[Concatenate[C, P], T]:
        taken = list(inspect.signature(verb).parameters)[1:]
        subject = next(name for name in SUBJECTS if name in taken)

        @wraps(verb)
        def hold(tx: C, /, *args: P.args, **kwargs: P.kwargs) -> T:
            given = {**dict(zip(taken, args, strict=False)), **kwargs}
            found = SUBJECTS[subject](tx, given[subject])
            if found is not None and _is_here(tx, found, given):
                kind = kind_of(found.rulebook)
                if kind not in wanted:
                    raise _refusal(found, kind, refusal)
            return verb(tx, *args, **kwargs)

        DECLARED[hold] = wanted
        return hold

    return declare


DECLARED: Final[dict[Callable[..., object], frozenset[EventKind]]] = {}
"""Every verb that was declared, with its kinds."""


def _is_here(tx: Query, found: Tournament, given: dict[str, object]) -> bool:
    return found.guild_id == (tx.guild_id if isinstance(tx, ActorQuery) else given.get("guild_id"))


def _refusal(found: Tournament, kind: EventKind, refusal: type[UserError] | None) -> UserError:
    return OtherKindOfEvent(name=found.name, given=kind) if refusal is None else refusal(name=found.name)


# --- what is told of an event ---------------------------------------------------------------------------------------


def of_draft(tx: Query, _: GuildId, draft: Draft) -> Poster | None:
    """What the draft would tell, or None where it tells nothing new."""
    return store.load_poster(tx, draft.poster_id)


def of_earlier_draft(tx: Query, anew: Draft) -> tuple[str | None, bool | None]:
    """What the person's last draft told, and where, if it was of the same event, or of a new one as well.

    That it is on the web was meant of those rules alone: of others, as of a school's, it is asked anew.
    """
    for one in draft_store.drafts_of_person(tx, anew.person_id):
        if one.tournament_id == anew.tournament_id:
            return one.poster_id, None if one.on_web and one.rulebook != anew.rulebook else one.on_web
    return None, None


def give_poster(tx: Tx, tournament: Tournament, poster_id: str) -> None:
    """Has the event tell it; a role that hears of it is called a day before."""
    store.give_event(tx, tournament.tournament_id, poster_id)
    reschedule_letters(tx, tournament)


def change_poster(tx: Tx, tournament: Tournament, poster_id: str, by: PersonId, *, calendar_knows: bool) -> None:
    """Has the event tell something else: its announcement is edited and nothing said anew.

    The calendar is told, unless it will look anyway or shows only what is to come.
    """
    if store.load_poster(tx, tournament.poster_id) == store.load_poster(tx, poster_id):
        return
    give_poster(tx, tournament, poster_id)
    author = store.author_of(tx, tournament.poster_id)
    if author is not None:
        store.drop_unused(tx, author)
    record(tx, tournament, "describe_event", by)
    tx.touch(tournament_subject(tournament.tournament_id))
    if not calendar_knows and tx.now < tournament.start_at:
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, ScheduledEvent(tournament.tournament_id))
