"""Calling who runs an event to what waits for them: who created it and staff on duty, then the organisers' role.

The role is called after ten minutes of silence, or at once where time is short; what comes up within five minutes of a
call is held for the next one. A call is edited as its matters are settled. Before it is said `bot/staff_reach.py` asks
Discord who is still there and whether it pings the role; where it does not, letters go out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from bot.domain.announcements import Promise, ToMember
from bot.domain.community import Person
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, GuildId, MemberId, OutboxId, PersonId, RoleId, TournamentId
from bot.domain.permissions import Act, Office, may
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.sayings import StaffCalled, StaffWritten
from bot.domain.playing.summons import (
    HELD_FOR,
    STANDS_WHILE,
    TAKEN_BY_A_PRESS,
    Matter,
    MatterKind,
    MatterRef,
    OpenMatter,
    Post,
    next_step_at,
    post_at,
)
from bot.services import access
from bot.services.speaking import tell_committee
from bot.services.timetable import contest_subject
from bot.storage import (
    arena_contests,
    communities,
    deadlines,
    event_officers,
    matters,
    outbox,
    people,
    tournaments,
)
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


def call(tx: Tx, guild_id: GuildId, matter: Matter, *, again: bool = False) -> None:
    """Calls who runs the event to the matter; one that waits already is called once more only with `again`.

    What is called again names the organisers' role at once.
    """
    known = matters.load(tx, MatterRef(matter.kind, matter.subject))
    is_open = known is not None and known.settled_at is None
    if known is not None and is_open and not again:
        matters.save(tx, replace(known, matter=matter))
    else:
        times = known.times + 1 if known is not None and is_open else 1
        matters.save(tx, OpenMatter(matter, guild_id, tx.now, times))
    _go_on(tx, guild_id, matter.tournament_id)


def call_to_match(tx: Tx, tournament: Tournament, kind: MatterKind, contest_id: ContestId) -> None:
    """As `call`, to a match of the event."""
    matter = Matter(kind, contest_subject(contest_id), tournament.tournament_id)
    call(tx, tournament.guild_id, matter)


def is_waiting(tx: Query, kind: MatterKind, subject: str) -> bool:
    """Whether who runs the event was called to it and it is not settled."""
    known = matters.load(tx, MatterRef(kind, subject))
    return known is not None and known.settled_at is None


def settle(tx: Tx, subject: str, kind: MatterKind | None = None) -> None:
    """The matter is over, with a kind that one alone: it is not asked again, and what was not said is not said."""
    end(tx, subject, kind)


def end(tx: Tx, subject: str, kind: MatterKind | None) -> None:
    """As `settle`, for who knows the moment alone."""
    _settle(tx, [one for one in matters.open_about(tx, subject) if kind in {None, one.matter.kind}], tx.now)


def settle_told(tx: Tx, matter: Matter) -> None:
    """Settles what was told a while ago, so that it is told anew when it happens again; what was just told stays."""
    known = matters.load(tx, MatterRef(matter.kind, matter.subject))
    if known is not None and known.said_at is not None and known.said_at + HELD_FOR <= tx.now:
        settle(tx, matter.subject, matter.kind)


def settle_everywhere(tx: Tx, guild_id: GuildId, kind: MatterKind) -> None:
    """All matters of the kind in the server are over, as once somebody goes on duty."""
    _settle(tx, matters.open_of_kind(tx, guild_id, kind), tx.now)


def follow(tx: Tx, subject: str, phase: Callable[[], MatchPhase], now: datetime) -> None:
    """Settles what was asked of a match that has gone on since; its phase is worked out where anything was."""
    known = matters.open_about(tx, subject)
    if known:
        present = phase()
        over = [one for one in known if present not in STANDS_WHILE.get(one.matter.kind, frozenset(MatchPhase))]
        _settle(tx, over, now)


def note_answer(tx: ActorTx, outbox_id: OutboxId, custom_id: str) -> None:
    """Notes that staff pressed a button of a call: its matter waits in silence no more.

    What a player presses answers nothing: where there is no committee the call stands among the matches.
    """
    promised = outbox.load(tx, outbox_id)
    if promised is None or not isinstance(promised.saying, StaffCalled | StaffWritten):
        return
    said = saying_of(tx, promised.saying.call_id)
    if said is None or not _answers_for(tx, said.saying.tournament_id):
        return
    for ref in said.saying.matters:
        one = matters.load(tx, ref)
        if one is None or custom_id != ref.custom_id or not matters.note_heeded(tx, ref, tx.now):
            continue
        if ref.kind in TAKEN_BY_A_PRESS:
            _settle(tx, [one], tx.now)
        _reschedule(tx, one.guild_id, one.matter.tournament_id)


def _answers_for(tx: ActorQuery, tournament_id: TournamentId | None) -> bool:
    """Whether the presser has a desk there, or decides matches of the event."""
    held = access.own_capacities(tx)
    if tournament_id is not None:
        held |= access.capacities_there(tx, tournament_id)
    return may(Act.SEE_DESK, held) or may(Act.RULE_RESULT, held)


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of an event's matters: "GUILD.TOURNAMENT", or "GUILD." for those of the server itself."""
    guild_id, tournament_id = subject.split(".")
    _go_on(tx, GuildId(int(guild_id)), TournamentId(tournament_id) if tournament_id else None)


def staff_of(tx: Query, tournament_id: TournamentId | None) -> tuple[Person, ...]:
    """Who created the event, its chief arbiter and deputies, staff on duty, and of a match for a title the leader.

    As far as Discord reaches them.
    """
    known = _with_discord(tx, tournament_id)
    return tuple(one for one in known if not matters.is_gone(tx, one.person_id))


def answering(tx: Query, tournament: Tournament) -> Person | None:
    """The one person who answers for the event: who created it while they may run it, else other staff or the owner."""
    staff = staff_of(tx, tournament.tournament_id)
    community = communities.load(tx, tournament.guild_id)
    owner = None if community is None else people.of_member(tx, tournament.guild_id, community.owner_id)
    return staff[0] if staff else owner


def creators(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """Who created the events to come or running, as far as they have Discord and may still run them."""
    return tuple(one for one in _all_creators(tx, guild_id) if not matters.is_gone(tx, one.person_id))


def _all_creators(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """The same with those who could not when they were looked for last."""
    ids = sorted({one.created_by for one in tournaments.all_unfinished(tx, guild_id)})
    return tuple(one for one in people.by_ids(tx, ids).values() if one.discord_id is not None)


def _with_discord(tx: Query, tournament_id: TournamentId | None) -> tuple[Person, ...]:
    """The same with those who have left the server, whom somebody may look for again."""
    tournament = None if tournament_id is None else tournaments.load(tx, tournament_id)
    if tournament is None:
        return ()
    officers = [one.person_id for one in event_officers.holding(tx, tournament.tournament_id)]
    ids = list(dict.fromkeys((tournament.created_by, *officers, *_on_duty(tx, tournament), *_leads(tx, tournament))))
    known = people.by_ids(tx, ids)
    return tuple(known[one] for one in ids if one in known and known[one].discord_id is not None)


def _on_duty(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Who is on duty and was not relieved of it in the event."""
    relieved = {one.person_id for one in event_officers.reliefs(tx, tournament.tournament_id)}
    return [one for one, _ in people.on_duty(tx, tournament.guild_id) if one not in relieved]


def _leads(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Whom a match for a title is left to at last, which no clock and no lot ends: the committee's leader, by name.

    Where nobody leads, the President (AIJE-D03-1: "at last to the committee's word").
    """
    if not tournament.rulebook.traits.is_series:
        return []
    held = people.offices(tx, tournament.guild_id)
    return [held[office] for office in (Office.LEADER, Office.PRESIDENT) if office in held][:1]


@dataclass(frozen=True, slots=True)
class Asked:
    """Whom a call may name: people by their accounts, and the organisers' role."""

    people: tuple[tuple[PersonId, MemberId], ...]
    role: RoleId | None


@dataclass(frozen=True, slots=True)
class Found:
    """What Discord says of them: who has left the server, and who is there without the right to organise."""

    gone: frozenset[PersonId] = frozenset()
    without_right: frozenset[PersonId] = frozenset()


def to_look_for(tx: Query, promised: Promise[StaffCalled]) -> Asked:
    """Whom Discord is asked for before the call is said."""
    return _whom_to_ask(tx, promised.guild_id, _with_discord(tx, promised.saying.tournament_id))


def creators_to_look_for(tx: Query, guild_id: GuildId) -> Asked:
    """Whom Discord is asked for before a message that calls who created any event."""
    return _whom_to_ask(tx, guild_id, _all_creators(tx, guild_id))


def _whom_to_ask(tx: Query, guild_id: GuildId, known: Iterable[Person]) -> Asked:
    community = communities.load(tx, guild_id)
    some = tuple((one.person_id, one.discord_id) for one in known if one.discord_id is not None)
    return Asked(some, None if community is None else community.organiser_role)


def note_creators(tx: Tx, guild_id: GuildId, found: Found) -> None:
    """Notes who of those who created events may run them no more."""
    _note_found(tx, _all_creators(tx, guild_id), found, None)


def _note_found(tx: Tx, known: Iterable[Person], found: Found, tournament_id: TournamentId | None) -> None:
    """Who has left can do nothing; who organises no more runs an event by an office or a title alone."""
    for one in known:
        office = access.office_of(tx, one.guild_id, one.person_id, tx.now, tournament_id)
        if one.person_id in found.gone or (one.person_id in found.without_right and office is None):
            matters.note_gone(tx, one.person_id, tx.now)
        else:
            matters.note_here(tx, one.person_id)


def note_reach(tx: Tx, promised: Promise[StaffCalled], found: Found, *, role: bool) -> None:
    """Notes who of those to be called can act no more, and whether Discord pings the organisers' role there.

    Where nobody else can be reached, the role is called at once; where it would be and is not reached, those who are
    named get a letter too.
    """
    said, guild_id = promised.saying, promised.guild_id
    community = communities.load(tx, guild_id)
    if community is None:
        return
    _note_found(tx, _with_discord(tx, said.tournament_id), found, said.tournament_id)
    matters.note_reach(tx, guild_id, community.organiser_role, tx.now, reached=role)
    if not staff_of(tx, said.tournament_id):
        _note_role_called(tx, said.matters, tx.now)
        _reschedule(tx, guild_id, said.tournament_id)
    if _wants_role(tx, said) and not role:
        write(tx, guild_id, said)


def write(tx: Tx, guild_id: GuildId, said: StaffCalled) -> None:
    """Writes a letter of the call to each whom it names, or to the owner; once."""
    if outbox.all_promises(tx, StaffWritten, said.call_id):
        return
    for member in members_of(tx, guild_id, said.tournament_id):
        tx.enqueue(guild_id, ToMember(member), StaffWritten(said.call_id))


def members_of(tx: Query, guild_id: GuildId, tournament_id: TournamentId | None) -> tuple[MemberId, ...]:
    """The accounts of who runs the event; the owner's where there is nobody else."""
    found = tuple(one.discord_id for one in staff_of(tx, tournament_id) if one.discord_id is not None)
    community = communities.load(tx, guild_id)
    return found or (() if community is None else (community.owner_id,))


def saying_of(tx: Query, call_id: str) -> Promise[StaffCalled] | None:
    """The call as it was promised; None where it is not on record any more."""
    found = outbox.all_promises(tx, StaffCalled, call_id)
    return found[0] if found else None


def role_called(tx: Query, guild_id: GuildId, said: StaffCalled) -> RoleId | None:
    """The organisers' role, where the call is for it and Discord pings it."""
    community = communities.load(tx, guild_id)
    role = None if community is None else community.organiser_role
    wanted = role is not None and _wants_role(tx, said)
    return role if role is not None and wanted and matters.reaches(tx, guild_id, role) else None


def _wants_role(tx: Query, said: StaffCalled) -> bool:
    return said.to_role or not staff_of(tx, said.tournament_id)


def _note_role_called(tx: Tx, refs: Iterable[MatterRef], at: datetime) -> None:
    for ref in refs:
        one = matters.load(tx, ref)
        if one is not None and one.role_at is None:
            matters.save(tx, replace(one, role_at=at))


def note_holder(tx: ActorTx, role: RoleId) -> None:
    """Notes that who presses holds the organisers' role: the bot has no list of who holds a role."""
    matters.note_holder(tx, tx.guild_id, role, tx.now)


def is_held(tx: Query, guild_id: GuildId, role: RoleId) -> bool:
    """Whether somebody with the role has ever pressed."""
    return matters.knows_holder(tx, guild_id, role)


def left_by_creator(tx: Query, guild_id: GuildId) -> Iterator[str]:
    """The names of events to come or running whose creator cannot be called: gone, without the right, or Discord."""
    for one in tournaments.all_unfinished(tx, guild_id):
        creator = people.load(tx, one.created_by)
        if creator is None or creator.discord_id is None or matters.is_gone(tx, creator.person_id):
            yield one.name


def call_subject(call_id: str) -> str:
    """How panels name a call."""
    return f"staff-call:{call_id}"


def _go_on(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None) -> None:
    """Says what is due of the matters of an event, and notes when the next of them is."""
    known = matters.of_event(tx, guild_id, tournament_id)
    if tournament_id is not None and _is_over(tx, tournament_id):
        _settle(tx, [one for one in known if one.settled_at is None], tx.now)
    else:
        _settle(tx, [one for one in known if one.has_lapsed(tx.now)], tx.now)
        known = matters.of_event(tx, guild_id, tournament_id)
        nobody = not staff_of(tx, tournament_id)
        post = post_at(known, tx.now, role_at_once=nobody)
        if post is not None:
            _call_staff(tx, guild_id, tournament_id, post)
    _reschedule(tx, guild_id, tournament_id)


def _call_staff(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None, post: Post) -> None:
    call_id = tx.new_id()
    for one in post.matters:
        role_at = tx.now if post.to_role else one.role_at
        told = replace(one, said_at=one.said_at or tx.now, role_at=role_at, told_by=(*one.told_by, call_id))
        matters.save(tx, told)
    refs = tuple(one.ref for one in post.matters)
    tell_committee(tx, guild_id, StaffCalled(call_id, tournament_id, refs, post.to_role))


def _settle(tx: Tx, over: Iterable[OpenMatter], now: datetime) -> None:
    for one in over:
        if matters.settle(tx, one.ref, now):
            for call_id in one.told_by:
                tx.at(now).touch(call_subject(call_id))
            _reschedule(tx, one.guild_id, one.matter.tournament_id)


def _reschedule(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None) -> None:
    at = next_step_at(matters.of_event(tx, guild_id, tournament_id))
    subject = f"staff:{guild_id}.{tournament_id or ''}"
    deadlines.rewrite(tx, subject, () if at is None else ((Step.CALL_STAFF, at),))


def _is_over(tx: Query, tournament_id: TournamentId) -> bool:
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return True
    return tournament.ended_at is not None and not arena_contests.disputed_games(tx, tournament_id)
