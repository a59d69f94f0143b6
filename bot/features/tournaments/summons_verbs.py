"""Calling who runs an event to what waits for them, and telling people of what stands still, rung by rung.

Who created it and staff on duty are called first; the organisers' role after ten minutes of silence, or at once where
time is short. What comes up within five minutes of a call is held for the next one. A call is edited as its matters
are settled. Before it is said `bot/features/guidance/staff_worker.py` asks Discord who is still there and whether it
pings the role; where it does not, letters go out. What the bot could not say is set aside with its reason, and told
to the organisers where the bot can still write.

Whatever can stand still has a `Watch`: how its state is found, and what is said on each rung (docs/nothing-rests.md).
Its next rung is a row of the kind TELL_STILL, either among the rows of the thing itself, whose own saving gives it
(`due_steps` of the rules), or under `still:SUBJECT`, where the verb that saves the thing calls `rewrite`. The step
looks at the state anew: it may come late, twice, or for what goes on by now. A press is noted (`note_press` of the
facts): time counts from it, what rested is awake.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.features.entering import store as entering_store
from bot.features.playing import rows_store as playing_rows_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs, store, summons_store
from bot.features.tournaments.facts_verbs import contest_subject, people_in, people_shown
from bot.features.tournaments.hooks import STEP_HOOKS, Standstill, Watch
from bot.features.tournaments.promises_model import (
    ArbiterWanted,
    RoundRobinOffered,
    RulesDrafted,
    StaffCalled,
    StaffWritten,
    TournamentAnnounced,
)
from bot.features.tournaments.summons_model import (
    HELD_FOR,
    STANDS_WHILE,
    TAKEN_BY_A_PRESS,
    UNTIL_THE_CLOSE,
    CallView,
    Matter,
    MatterKind,
    MatterRef,
    MatterView,
    OpenMatter,
    Post,
    next_step_at,
    post_at,
)
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.ids import (
    ChannelId,
    Community,
    ContestId,
    GuildId,
    MemberId,
    OutboxId,
    PersonId,
    Place,
    RoleId,
    TournamentId,
)
from bot.kernel.outages import Outage, Rung, Step, Still, ToldSoFar, due_steps, last_come, next_rung, since
from bot.kernel.outbox import CannotWork
from bot.kernel.panel_store import Panel
from bot.kernel.promises import (
    OUR_FAULT,
    Delivery,
    Message,
    OfTournament,
    Promise,
    Target,
    ToChannel,
    ToMatch,
    ToMember,
    ToPlace,
    says,
)
from bot.kernel.time_store import STILL
from bot.people import store as people_store
from bot.people.model import Office, Person
from bot.play.entries import Tournament, seats
from bot.play.matches import Match, MatchPhase
from bot.play.plugs import first
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, may
from bot.server.speaking_verbs import promise as make_promise
from bot.server.speaking_verbs import tell_committee

# --- calls ----------------------------------------------------------------------------------------------------------


def call(tx: Tx, guild_id: GuildId, matter: Matter, *, again: bool = False) -> None:
    """Calls who runs the event to the matter; one that waits already is called once more only with `again`.

    What is called again names the organisers' role at once.
    """
    known = summons_store.load(tx, MatterRef(matter.kind, matter.subject))
    is_open = known is not None and known.settled_at is None
    if known is not None and is_open and not again:
        summons_store.save(tx, replace(known, matter=matter))
    else:
        times = known.times + 1 if known is not None and is_open else 1
        summons_store.save(tx, OpenMatter(matter, guild_id, tx.now, times))
    _go_on(tx, guild_id, matter.tournament_id)


def call_to_match(tx: Tx, tournament: Tournament, kind: MatterKind, contest_id: ContestId) -> None:
    """As `call`, to a match of the event."""
    matter = Matter(kind, contest_subject(contest_id), tournament.tournament_id)
    call(tx, tournament.guild_id, matter)


def is_waiting(tx: Query, kind: MatterKind, subject: str) -> bool:
    """Whether who runs the event was called to it and it is not settled."""
    known = summons_store.load(tx, MatterRef(kind, subject))
    return known is not None and known.settled_at is None


def settle(tx: Tx, subject: str, kind: MatterKind | None = None) -> None:
    """The matter is over, with a kind that one alone: it is not asked again, and what was not said is not said."""
    end(tx, subject, kind)


def end(tx: Tx, subject: str, kind: MatterKind | None) -> None:
    """As `settle`, for who knows the moment alone."""
    _settle(tx, [one for one in summons_store.open_about(tx, subject) if kind in {None, one.matter.kind}], tx.now)


def prolong(tx: Tx, subject: str, until: datetime) -> None:
    """What is asked until check-in closes can be answered until then; its call shows that."""
    for one in summons_store.open_about(tx, subject):
        if one.matter.kind in UNTIL_THE_CLOSE:
            summons_store.save(tx, replace(one, matter=replace(one.matter, until=until)))
            for call_id in one.told_by:
                tx.touch(call_subject(call_id))
            _reschedule(tx, one.guild_id, one.matter.tournament_id)


def settle_told(tx: Tx, matter: Matter) -> None:
    """Settles what was told a while ago, so that it is told anew when it happens again; what was just told stays."""
    known = summons_store.load(tx, MatterRef(matter.kind, matter.subject))
    if known is not None and known.said_at is not None and known.said_at + HELD_FOR <= tx.now:
        settle(tx, matter.subject, matter.kind)


def settle_everywhere(tx: Tx, guild_id: GuildId, kind: MatterKind) -> None:
    """All matters of the kind in the server are over, as once somebody goes on duty."""
    _settle(tx, summons_store.open_of_kind(tx, guild_id, kind), tx.now)


def follow(tx: Tx, subject: str, phase: Callable[[], MatchPhase], now: datetime) -> None:
    """Settles what was asked of a match that has gone on since; its phase is worked out where anything was."""
    known = summons_store.open_about(tx, subject)
    if known:
        present = phase()
        over = [one for one in known if present not in STANDS_WHILE.get(one.matter.kind, frozenset(MatchPhase))]
        _settle(tx, over, now)


def note_answer(tx: ActorTx, outbox_id: OutboxId, custom_id: str) -> None:
    """Notes that staff pressed a button of a call: its matter waits in silence no more.

    What a player presses answers nothing: where there is no committee the call stands among the matches.
    """
    promised = outbox.load(tx, outbox_id)
    if promised is None or not isinstance(promised.message, StaffCalled | StaffWritten):
        return
    said = saying_of(tx, promised.message.call_id)
    if said is None or not _answers_for(tx, said.message.tournament_id):
        return
    for ref in said.message.matters:
        one = summons_store.load(tx, ref)
        if one is None or not ref.is_answered_by(custom_id) or not summons_store.note_heeded(tx, ref, tx.now):
            continue
        if ref.kind in TAKEN_BY_A_PRESS:
            _settle(tx, [one], tx.now)
        _reschedule(tx, one.guild_id, one.matter.tournament_id)


def _answers_for(tx: ActorQuery, tournament_id: TournamentId | None) -> bool:
    """Whether the presser has a desk there, or decides matches of the event."""
    held = server_verbs.own_capacities(tx)
    if tournament_id is not None:
        held |= facts_verbs.capacities_there(tx, tournament_id)
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
    return tuple(one for one in known if not summons_store.is_gone(tx, one.person_id))


def answering(tx: Query, tournament: Tournament) -> Person | None:
    """The one person who answers for the event: who created it while they may run it, else other staff or the owner."""
    staff = staff_of(tx, tournament.tournament_id)
    community = server_store.load(tx, tournament.guild_id)
    owner = None if community is None else people_store.of_member(tx, tournament.guild_id, community.owner_id)
    return staff[0] if staff else owner


def creators(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """Who created the events to come or running, as far as they have Discord and may still run them."""
    return tuple(creator for creator in _all_creators(tx, guild_id) if not summons_store.is_gone(tx, creator.person_id))


def _all_creators(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    """The same with those who could not when they were looked for last."""
    ids = sorted({one.created_by for one in store.all_unfinished(tx, guild_id)})
    return tuple(one for one in people_store.by_ids(tx, ids).values() if one.discord_id is not None)


def _with_discord(tx: Query, tournament_id: TournamentId | None) -> tuple[Person, ...]:
    """The same with those who have left the server, whom somebody may look for again."""
    tournament = None if tournament_id is None else store.load(tx, tournament_id)
    if tournament is None:
        return ()
    officers = [one.person_id for one in store.holding(tx, tournament.tournament_id)]
    ids = list(dict.fromkeys((tournament.created_by, *officers, *_on_duty(tx, tournament), *_leads(tx, tournament))))
    people = people_store.by_ids(tx, ids)
    return tuple(people[one] for one in ids if one in people and people[one].discord_id is not None)


def _on_duty(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Who is on duty and was not relieved of it in the event."""
    relieved = {relief.person_id for relief in store.reliefs(tx, tournament.tournament_id)}
    return [one for one, _ in people_store.on_duty(tx, tournament.guild_id) if one not in relieved]


def _leads(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Whom a match for a title is left to at last, which no clock and no lot ends: the committee's leader, by name.

    Where nobody leads, the President (AIJE-D03-1: "at last to the committee's word").
    """
    if not tournament.rulebook.traits.is_series:
        return []
    office_holders = people_store.offices(tx, tournament.guild_id)
    return [office_holders[office] for office in (Office.LEADER, Office.PRESIDENT) if office in office_holders][:1]


@dataclass(frozen=True, slots=True)
class Addressed:
    """Whom a call may name: people by their accounts, and the organisers' role."""

    people: tuple[tuple[PersonId, MemberId], ...]
    role: RoleId | None


@dataclass(frozen=True, slots=True)
class Found:
    """What Discord says of them: who has left the server, and who is there without the right to organise."""

    gone: frozenset[PersonId] = frozenset()
    without_right: frozenset[PersonId] = frozenset()


def to_look_for(tx: Query, promised: Promise[StaffCalled]) -> Addressed:
    """Whom Discord is asked for before the call is said."""
    return whom_to_ask_for(tx, promised.guild_id, _with_discord(tx, promised.message.tournament_id))


def creators_to_look_for(tx: Query, guild_id: GuildId) -> Addressed:
    """Whom Discord is asked for before a message that calls who created any event."""
    return whom_to_ask_for(tx, guild_id, _all_creators(tx, guild_id))


def whom_to_ask_for(tx: Query, guild_id: GuildId, known: Iterable[Person]) -> Addressed:
    """These people by their accounts, with the organisers' role by which they may act."""
    community = server_store.load(tx, guild_id)
    some = tuple((one.person_id, one.discord_id) for one in known if one.discord_id is not None)
    return Addressed(some, None if community is None else community.organiser_role)


def note_creators(tx: Tx, guild_id: GuildId, found: Found) -> None:
    """Notes who of those who created events may run them no more."""
    note_who_may(tx, _all_creators(tx, guild_id), found, None)


def note_who_may(tx: Tx, known: Iterable[Person], found: Found, tournament_id: TournamentId | None) -> None:
    """Who has left can do nothing; who organises no more runs an event by an office or a title alone."""
    for one in known:
        office = facts_verbs.office_of(tx, one.guild_id, one.person_id, tx.now, tournament_id)
        if one.person_id in found.gone or (one.person_id in found.without_right and office is None):
            summons_store.note_gone(tx, one.person_id, tx.now)
        else:
            summons_store.note_here(tx, one.person_id)


def note_reach(tx: Tx, promised: Promise[StaffCalled], found: Found, *, role: bool) -> None:
    """Notes who of those to be called can act no more, and whether Discord pings the organisers' role there.

    Where nobody else can be reached, the role is called at once; where it would be and is not reached, those who are
    named get a letter too.
    """
    said, guild_id = promised.message, promised.guild_id
    community = server_store.load(tx, guild_id)
    if community is None:
        return
    note_who_may(tx, _with_discord(tx, said.tournament_id), found, said.tournament_id)
    summons_store.note_reach(tx, guild_id, community.organiser_role, tx.now, reached=role)
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
    community = server_store.load(tx, guild_id)
    return found or (() if community is None else (community.owner_id,))


def saying_of(tx: Query, call_id: str) -> Promise[StaffCalled] | None:
    """The call as it was promised; None where it is not on record any more."""
    found = outbox.all_promises(tx, StaffCalled, call_id)
    return found[0] if found else None


def role_called(tx: Query, guild_id: GuildId, said: StaffCalled) -> RoleId | None:
    """The organisers' role, where the call is for it and Discord pings it."""
    community = server_store.load(tx, guild_id)
    role = None if community is None else community.organiser_role
    wanted = role is not None and _wants_role(tx, said)
    return role if role is not None and wanted and summons_store.reaches(tx, guild_id, role) else None


def _wants_role(tx: Query, said: StaffCalled) -> bool:
    return said.to_role or not staff_of(tx, said.tournament_id)


def _note_role_called(tx: Tx, refs: Iterable[MatterRef], at: datetime) -> None:
    for ref in refs:
        one = summons_store.load(tx, ref)
        if one is not None and one.role_at is None:
            summons_store.save(tx, replace(one, role_at=at))


def note_holder(tx: ActorTx, role: RoleId) -> None:
    """Notes that who presses holds the organisers' role: the bot has no list of who holds a role."""
    summons_store.note_holder(tx, tx.guild_id, role, tx.now)


def is_held(tx: Query, guild_id: GuildId, role: RoleId) -> bool:
    """Whether somebody with the role has ever pressed."""
    return summons_store.knows_holder(tx, guild_id, role)


def left_by_creator(tx: Query, guild_id: GuildId) -> Iterator[str]:
    """The names of events to come or running whose creator cannot be called: gone, without the right, or Discord."""
    for one in store.all_unfinished(tx, guild_id):
        if has_lost_creator(tx, one):
            yield one.name


def has_lost_creator(tx: Query, tournament: Tournament) -> bool:
    """Whether who created the event cannot be called any more."""
    creator = people_store.load(tx, tournament.created_by)
    return creator is None or creator.discord_id is None or summons_store.is_gone(tx, creator.person_id)


def call_subject(call_id: str) -> str:
    """How panels name a call."""
    return f"staff-call:{call_id}"


def _go_on(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None) -> None:
    """Says what is due of the matters of an event, and notes when the next of them is."""
    known = summons_store.of_event(tx, guild_id, tournament_id)
    if tournament_id is not None and _is_over(tx, tournament_id):
        _settle(tx, [one for one in known if one.settled_at is None], tx.now)
    else:
        _settle(tx, [one for one in known if one.has_lapsed(tx.now)], tx.now)
        known = summons_store.of_event(tx, guild_id, tournament_id)
        nobody = not staff_of(tx, tournament_id)
        post = post_at(known, tx.now, role_at_once=nobody)
        if post is not None:
            _call_staff(tx, guild_id, tournament_id, post)
    _reschedule(tx, guild_id, tournament_id)


def _call_staff(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None, post: Post) -> None:
    call_id = tx.new_id()
    for matter in post.matters:
        role_at = tx.now if post.to_role else matter.role_at
        told = replace(matter, said_at=matter.said_at or tx.now, role_at=role_at, told_by=(*matter.told_by, call_id))
        summons_store.save(tx, told)
    refs = tuple(matter.ref for matter in post.matters)
    tell_committee(tx, guild_id, StaffCalled(call_id, tournament_id, refs, post.to_role))


def _settle(tx: Tx, over: Iterable[OpenMatter], now: datetime) -> None:
    for one in over:
        if summons_store.settle(tx, one.ref, now):
            for call_id in one.told_by:
                tx.at(now).touch(call_subject(call_id))
            _reschedule(tx, one.guild_id, one.matter.tournament_id)


def _reschedule(tx: Tx, guild_id: GuildId, tournament_id: TournamentId | None) -> None:
    at = next_step_at(summons_store.of_event(tx, guild_id, tournament_id))
    subject = f"staff:{guild_id}.{tournament_id or ''}"
    kernel_time_store.rewrite_deadlines(tx, subject, () if at is None else ((Step.CALL_STAFF, at),))


def _is_over(tx: Query, tournament_id: TournamentId) -> bool:
    tournament = store.load(tx, tournament_id)
    if tournament is None or tournament.cancelled_at is not None:
        return True
    return tournament.ended_at is not None and not playing_rows_store.disputed_games(tx, tournament_id)


# --- what the bot could not say -------------------------------------------------------------------------------------


QUIET_FOR: Final = timedelta(minutes=10)
"""Every message to a broken channel is set aside; that it is broken is said once in this time."""
_ELSEWHERE = (Place.COMMITTEE, Place.ANNOUNCEMENTS, Place.MATCHES, Place.RECORD)
_OPEN_TO_ALL: Final = (ToPlace(Place.MATCHES), ToPlace(Place.ANNOUNCEMENTS))


def park(
    tx: Tx,
    promise: Promise[Message],
    refusal: str,
    *,
    may_speak: bool = False,
    is_shut: bool = False,
) -> None:
    """Sets the promise aside, so that the queue goes on, and says so in another channel.

    `may_speak`: the bot was not refused to speak there, only to read what it may have said; it may then say so there.
    `is_shut`: nothing can be said there, be the channel gone or the right to write. A card that comes back comes back
    elsewhere then, since people have to press on it.

    A direct message that cannot be delivered is noted only: what it says is also in a channel.
    """
    if not outbox.park(tx, promise.outbox_id, refusal[:500]):
        return
    if is_shut and promise.message.again:
        _post_elsewhere(tx, promise)
    told = CannotWork(promise.outbox_id, promise.name, refusal[:300], _where(tx, promise))
    details = {"saying": told.saying, "refusal": told.refusal, "where": told.where}
    tx.log(promise.guild_id, "cannot_say", promise.outbox_id, details=details)
    if says(promise, StaffCalled):
        write(tx, promise.guild_id, promise.message)
    if not isinstance(promise.message, CannotWork) and not isinstance(promise.target, ToMember):
        _complain(tx, promise, told, may_speak=may_speak)


def _complain(tx: Tx, promise: Promise[Message], told: CannotWork, *, may_speak: bool) -> None:
    """Says in another channel that the bot cannot speak, and calls who can mend it; once in `QUIET_FOR`."""
    if outbox.has_complained(tx, promise.guild_id, told.where, tx.now - QUIET_FOR):
        return
    place = _another_place(tx, promise, may_speak=may_speak)
    if place is not None:
        make_promise(tx, promise.guild_id, place, told)
    if told.refusal != OUR_FAULT and not says(promise, StaffCalled):
        matter = Matter(MatterKind.CANNOT_SPEAK, _subject(promise.guild_id), None)
        call(tx, promise.guild_id, matter)


def tell(tx: Tx, guild_id: GuildId, told: Message, *, but_in: ChannelId) -> None:
    """Tells who runs the server's events of trouble in the channel, in any other one."""
    community = server_store.load(tx, guild_id)
    place = None if community is None else _first_place(community, but_in)
    if place is not None:
        make_promise(tx, guild_id, place, told)


def _post_elsewhere(tx: Tx, promise: Promise[Message]) -> None:
    """Posts a card of the matches in the announcements, an announcement among the matches; from there it never moves.

    What stands among the committee's matters stays there.
    """
    community = server_store.load(tx, promise.guild_id)
    other = Place.MATCHES if isinstance(promise.message, TournamentAnnounced) else Place.ANNOUNCEMENTS
    is_open = isinstance(promise.target, ToMatch) or promise.target in _OPEN_TO_ALL
    if community is None or not is_open or promise.target == ToPlace(other):
        return
    if community.channel(other) not in {None, _refused_channel(promise.target, community)}:
        outbox.note_moot(tx, promise.outbox_id)
        make_promise(tx, promise.guild_id, other, promise.message)


def _where(tx: Query, promise: Promise[Message]) -> str:
    """What was refused, as the log names it: the channel, or the server's calendar."""
    if promise.message.IN_CALENDAR:
        return promise.name
    community = server_store.load(tx, promise.guild_id)
    return str(None if community is None else _refused_channel(promise.target, community))


def _subject(guild_id: GuildId) -> str:
    return f"guild:{guild_id}"


def try_again(tx: Tx, guild_id: GuildId) -> int:
    """Takes up again all that was set aside in a server, as after a channel was repaired; answers how many."""
    settle(tx, _subject(guild_id), MatterKind.CANNOT_SPEAK)
    return outbox.unpark(tx, guild_id)


def _another_place(tx: Query, promise: Promise[Message], *, may_speak: bool) -> Place | None:
    community = server_store.load(tx, promise.guild_id)
    if community is None:
        return None
    return _first_place(community, None if may_speak else _refused_channel(promise.target, community))


def _first_place(community: Community, refused: ChannelId | None) -> Place | None:
    there = ((place, community.channel(place)) for place in _ELSEWHERE)
    return next((place for place, channel in there if channel is not None and channel != refused), None)


def _refused_channel(target: Target, community: Community) -> ChannelId | None:
    match target:
        case ToPlace(place):
            return community.channel(place)
        case ToChannel(channel_id):
            return channel_id
        case ToMatch():
            return community.matches
        case ToMember():
            return None


# --- what a call tells ----------------------------------------------------------------------------------------------


SHOWN_BY: Final[Mapping[MatterKind, type[OfTournament]]] = {
    MatterKind.ARBITER_WANTED: ArbiterWanted,
    MatterKind.ROUND_ROBIN: RoundRobinOffered,
    MatterKind.RULES_DRAFT: RulesDrafted,
}
"""The message about the event that tells more than a line can, where no panel does."""


def call_view(tx: Query, call_id: str) -> CallView | None:
    """The call as it has to be read now; None where it is not on record any more."""
    promised = saying_of(tx, call_id)
    if promised is None:
        return None
    said, guild_id = promised.message, promised.guild_id
    found = tuple(view for ref in said.matters if (view := _matter_view(tx, ref)) is not None)
    named = staff_of(tx, said.tournament_id)
    role = role_called(tx, guild_id, said)
    members = members_of(tx, guild_id, said.tournament_id)
    owner = None if named or role is not None else members[0] if members else None
    return CallView(found, named, role, owner, _playing(tx, said, named)) if found else None


def who_is_called(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> CallView:
    """Whom a call to the event names before anybody was silent."""
    named = staff_of(tx, tournament_id)
    community = server_store.load(tx, guild_id)
    role = None if community is None or named else community.organiser_role
    owner = None if community is None or named or role is not None else community.owner_id
    return CallView((), named, role, owner)


def _matter_view(tx: Query, ref: MatterRef) -> MatterView | None:
    one = summons_store.load(tx, ref)
    if one is None:
        return None
    tournament_id = one.matter.tournament_id
    tournament = None if tournament_id is None else store.load(tx, tournament_id)
    called = first(hook.called(tx, ref.subject) or None for hook in STEP_HOOKS) or ""
    return MatterView(one, tournament, _players(tx, ref), called, link=_link(tx, one))


def _link(tx: Query, matter: OpenMatter) -> str | None:
    """Where the card stands that shows more of it."""
    where: Panel | Delivery | None = kernel_panel_store.load(tx, matter.matter.subject)
    kind = SHOWN_BY.get(matter.matter.kind) or first(hook.shown_by(matter.matter.kind) for hook in STEP_HOOKS)
    if kind is not None and matter.matter.tournament_id is not None:
        where = outbox.last_delivery(tx, kind, matter.matter.tournament_id)
    if where is None:
        return None
    return f"https://discord.com/channels/{matter.guild_id}/{where.channel_id}/{where.message_id}"


def _players(tx: Query, ref: MatterRef) -> tuple[Person, ...]:
    """Both sides of the match that the matter is about, as they appear in it; of a check-in who is missing."""
    if ref.kind is MatterKind.CHECK_IN_CLOSES:
        return _missing(tx, TournamentId(ref.subject.partition(":")[2]))
    match = _match(tx, ref)
    if match is None:
        return ()
    people = people_shown(tx, entering_store.by_ids(tx, match.contest.sides))
    return tuple(people[side] for side in match.contest.sides if side in people)


def _missing(tx: Query, tournament_id: TournamentId) -> tuple[Person, ...]:
    """Who holds a seat and has not confirmed."""
    tournament = store.load(tx, tournament_id)
    if tournament is None:
        return ()
    listed = entering_store.of_tournament(tx, tournament_id)
    seated = seats(listed, tournament.rulebook.registration.capacity).seated
    missing = [one for one in seated if one.checked_in_at is None]
    people = people_shown(tx, missing)
    return tuple(people[one.entrant_id] for one in missing)


def _playing(tx: Query, said: StaffCalled, named: tuple[Person, ...]) -> tuple[Person, ...]:
    """Who of those named plays in a match that the call is about."""
    matches = [match for ref in said.matters if (match := _match(tx, ref)) is not None]
    sides = [entrant for match in matches for entrant in entering_store.by_ids(tx, match.contest.sides)]
    there = {person for entrant in sides for person in people_in(tx, entrant)}
    return tuple(one for one in named if one.person_id in there)


def _match(tx: Query, ref: MatterRef) -> Match | None:
    kind, _, contest_id = ref.subject.partition(":")
    return playing_store.load(tx, ContestId(contest_id)) if kind == "contest" else None


# --- what stands still ----------------------------------------------------------------------------------------------


APART: Final = STILL
"""What deadlines put before the subject of a thing whose ladder is kept apart from its own rows."""


def rewrite(tx: Tx, subject: str, still: Still | None, outages: Iterable[Outage] = ()) -> None:
    """Rewrites the next rung of a thing by the state that it is in; None of one that goes on by itself or is over."""
    told = None if still is None else kernel_time_store.load_standstill(tx, subject)
    due = due_steps(still, told, outages)
    kernel_time_store.rewrite_deadlines(tx, f"{APART}{subject}", ((step.kind, step.at) for step in due))


def over(tx: Tx, subject: str) -> None:
    """The thing is settled or gone: nobody is told of it any more."""
    kernel_time_store.forget_standstill(tx, subject)
    kernel_time_store.rewrite_deadlines(tx, f"{APART}{subject}", ())


def climb(tx: Tx, row: str, watch: Watch) -> None:
    """Takes the step of what stands still: says what is due now, once, and writes when the next rung comes.

    `row` is the subject of the deadline that was taken.
    """
    subject = row.removeprefix(APART)
    thing = subject.partition(":")[2]
    found = watch.find(tx, thing)
    if found is None:
        kernel_time_store.forget_standstill(tx, subject)
        return
    told = kernel_time_store.load_standstill(tx, subject)
    rung = last_come(found.still, told, found.outages, tx.now)
    if rung is not None:
        told = ToldSoFar(found.still.kind, since(found.still, told), rung, tx.now)
        kernel_time_store.note_standstill(tx, subject, told)
        if rung is Rung.REMINDED:
            watch.remind(tx, thing)
        else:
            watch.ask(tx, thing, found, rung)
    ahead = next_rung(found.still, told, found.outages)
    if ahead is not None:
        kernel_time_store.put_deadline(tx, row, Step.TELL_STILL, ahead[1])


def call_staff(tx: Tx, subject: str, standstill: Standstill, rung: Rung) -> None:
    """Asks who runs the event, with the button that settles the matter."""
    matter = Matter(MatterKind(standstill.still.kind), subject, standstill.tournament_id)
    call(tx, standstill.guild_id, matter, again=rung > Rung.ASKED)
