"""Time lost to outages: cards that are gone, the heartbeat, and servers from which no press can come.

Without the intent for messages Discord tells the bot of no deleted message. So it is found out at the next edit, and
by a look before each step that costs a player something. A card that is gone is posted again; from when it was last
known to stand until it stands again its clock stands still. Steps of a server that is away wait, and come back with
it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import chain
from typing import Final

from bot.features.playing import presence_verbs, store, verbs
from bot.features.playing.model import goes_on
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import outages_of, reschedule, tournament_subject
from bot.features.tournaments.hooks import STEP_HOOKS, CardClock
from bot.features.tournaments.promises_model import MatchCalled, TournamentAnnounced
from bot.features.tournaments.summons_model import Matter, MatterKind
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId, Place, TournamentId
from bot.kernel.outages import (
    HELD_FOR,
    MOST_GAPS,
    CardGap,
    Cause,
    Outage,
    OutageView,
    Shard,
    Step,
    TimeLost,
    is_news,
    without,
)
from bot.kernel.outbox import CardGone, ClockWrong, OutageTold
from bot.kernel.panel_store import Panel
from bot.kernel.promises import Delivery, Message, Promise, write
from bot.kernel.time_store import Away, Deadline
from bot.play.entries import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase, takes_entries
from bot.server import speaking_verbs as server_speaking_verbs
from bot.server import store as server_store
from bot.server.speaking_verbs import promise, tell_committee

# --- cards that are gone --------------------------------------------------------------------------------------------


def wants_look(deadline: Deadline) -> bool:
    """Whether the step is taken only once it was seen that its card stands."""
    kind, _, _ = deadline.subject.partition(":")
    clock = clock_of(kind)
    return clock is not None and Step(deadline.kind) in clock.looked_at_before


def decides(tx: Query, deadline: Deadline) -> bool:
    """Whether the step settles something at the moment, so that nothing of it can be left to a later look."""
    kind, _, subject = deadline.subject.partition(":")
    clock = clock_of(kind)
    return clock is not None and clock.decides(tx, subject, Step(deadline.kind), tx.now)


def clock_of(kind: str) -> CardClock | None:
    """The clock that waits for cards of the kind (what stands before the colon)."""
    return next((clock for known, clock in _clocks() if known == kind), None)


def is_gone(tx: Query, card: str) -> bool:
    """Whether the card is known to be gone, and does not stand again yet."""
    return kernel_time_store.running_card_gap(tx, card) is not None


def wait(tx: Tx, deadline: Deadline, until: datetime) -> Deadline:
    """Puts off a step while its card is looked at; answers the row as it is now."""
    kernel_time_store.postpone_deadline(tx, deadline, until)
    return Deadline(deadline.subject, deadline.kind, until)


def note_seen(tx: Tx, card: Panel, at: datetime) -> None:
    """Discord had the card at the moment."""
    kernel_panel_store.note_seen(tx, card, at)


def go_on(tx: Tx, waiting: Deadline, due_at: datetime) -> None:
    """Has a step that was put off taken now; one that was moved or taken meanwhile stays as it is."""
    tx.wake("deadlines")
    kernel_time_store.postpone_deadline(tx, waiting, due_at)


def note_unseen(tx: Tx, card: Panel) -> None:
    """Notes that Discord did not say for long whether the card stands, so that its clock goes on without that."""
    tx.log(card.guild_id, "card_unseen", card.panel)


def note_gone(tx: Tx, card: Panel, stood_until: datetime) -> None:
    """The card is gone: its clock stands still, and who runs the event is told. A card without a clock is just gone."""
    kind, _, subject = card.panel.partition(":")
    clock = clock_of(kind)
    tournament_id = None if clock is None else clock.runs_in(tx, subject)
    if clock is None or tournament_id is None or is_gone(tx, card.panel):
        return
    stood_until = min(stood_until, tx.now)
    kernel_time_store.begin_card_gap(tx, CardGap(card.panel, stood_until, tx.now, tx.now + HELD_FOR))
    clock.rewrite(tx, subject)
    tx.log(card.guild_id, "card_gone", card.panel, tournament_id=tournament_id)
    tournaments_summons_verbs.tell(tx, card.guild_id, CardGone(card.panel, stood_until), but_in=card.channel_id)
    _call(tx, card, tournament_id)


def _call(tx: Tx, card: Panel, tournament_id: TournamentId) -> None:
    """Calls who runs the event, once for all cards that are found to be gone within a few minutes.

    The first time that a clock runs on, the organisers' role is called too: a player may be behind it.
    """
    matter = Matter(MatterKind.CARD_GONE, tournament_subject(tournament_id), tournament_id)
    runs_on = len(kernel_time_store.card_gaps_of_card(tx, card.panel)) == MOST_GAPS + 1
    if not runs_on:
        tournaments_summons_verbs.settle_told(tx, matter)
    tournaments_summons_verbs.call(tx, card.guild_id, matter, again=runs_on)


def hold(tx: Tx, deadline: Deadline) -> bool:
    """Has a step wait on while its card is gone; False where the gap does not move it, so that it is to be taken.

    That is so where the clock had run out while the card still stood.
    """
    kind, _, subject = deadline.subject.partition(":")
    clock = clock_of(kind)
    if clock is None:
        return False
    kernel_time_store.hold_card_gap(tx, deadline.subject, tx.now + HELD_FOR)
    clock.rewrite(tx, subject)
    due_at = kernel_time_store.deadlines_of_subject(tx, deadline.subject).get(deadline.kind)
    if due_at is None or due_at > tx.now:
        return True
    kernel_time_store.postpone_deadline(tx, Deadline(deadline.subject, deadline.kind, due_at), deadline.due_at)
    return False


def note_back(tx: Tx, promised: Promise[Message], delivery: Delivery) -> None:
    """A card that was gone stands again: its clock goes on from there."""
    kinds = (kind for kind, clock in _clocks() if clock.said_as is type(promised.message))
    for kind in kinds:
        subject = write(promised.message).subject
        card = f"{kind}:{subject}"
        if kernel_time_store.end_card_gap(tx, card, delivery.delivered_at):
            clock = clock_of(kind)
            tx.log(promised.guild_id, "card_back", card)
            if clock is not None:
                clock.rewrite(tx, subject)


def _clocks() -> Iterator[tuple[str, CardClock]]:
    yield from _OF_THE_CORE.items()
    for step_hook in STEP_HOOKS:
        yield from step_hook.card_clocks().items()


def _match_in_play(tx: Query, contest_id: str) -> TournamentId | None:
    match_context = verbs.load(tx, ContestId(contest_id))
    is_over = (
        match_context is None or match_context.tournament.cancelled_at is not None or not goes_on(match_context.match)
    )
    return None if match_context is None or is_over else match_context.tournament.tournament_id


def _rewrite_match(tx: Tx, contest_id: str) -> None:
    match_context = verbs.load(tx, ContestId(contest_id))
    if match_context is not None and _match_in_play(tx, contest_id) is not None:
        verbs.reschedule(tx, match_context, tx.now)


def _settles_match(tx: Query, contest_id: str, step: Step, now: datetime) -> bool:
    """A game that is lost is derived from the clock, so only what ends the match is settled; at a table each step."""
    match_context = verbs.load(tx, ContestId(contest_id))
    if step is not Step.LOSE_GAME or match_context is None or match_context.at_table:
        return True
    return presence_verbs.decides(match_context, now)


def _takes_entries(tx: Query, tournament_id: str) -> TournamentId | None:
    tournament = tournaments_store.load(tx, TournamentId(tournament_id))
    return tournament.tournament_id if tournament is not None and takes_entries(tournament) else None


def _rewrite_event(tx: Tx, tournament_id: str) -> None:
    tournament = tournaments_store.load(tx, TournamentId(tournament_id))
    if tournament is not None:
        reschedule(tx, tournament)


_OF_THE_CORE: Final[Mapping[str, CardClock]] = {
    "contest": CardClock(
        MatchCalled,
        frozenset({Step.LOSE_GAME, Step.LOSE_BOTH, Step.LET_STAND, Step.VOID_UNREPORTED}),
        _match_in_play,
        _rewrite_match,
        _settles_match,
    ),
    "tournament": CardClock(TournamentAnnounced, frozenset({Step.CLOSE_CHECK_IN}), _takes_entries, _rewrite_event),
}


# --- the heartbeat --------------------------------------------------------------------------------------------------


SHORTEST: Final = timedelta(milliseconds=1)
"""What the database can tell apart."""


def note_alive(tx: Tx, shards: Sequence[Shard] = (Shard(),)) -> None:
    """Notes that presses come in by these connections now."""
    kernel_time_store.note_alive(tx, tx.now, shards)


def note_losses(tx: Tx, lost: Sequence[TimeLost]) -> list[Outage]:
    """Records the outages of the process and its connections that have ended: from now on windows are longer by them.

    What is due in them is moved afterwards, by `move`: until then no step may be taken.
    """
    seen, now = kernel_time_store.last_seen(tx), tx.now
    if any(one.cause is Cause.DATABASE for one in lost):
        # What was to be said or drawn meanwhile broke, and what broke wakes nobody.
        tx.wake("outbox")
        tx.wake("panels")
    for shard in [one.shard for one in lost if one.shard is not None]:
        kernel_time_store.note_alive(tx, now, (shard,))
        kernel_time_store.release_shard(tx, shard)
    found = []
    for one in lost:
        since = one.since if one.since is not None or one.shard is None else seen.get(one.shard)
        until = one.until or now
        if since is not None and until - since >= SHORTEST:
            whose = None if one.shard is None or one.shard.of == 1 else one.shard
            found.append(kernel_time_store.add_outage(tx, Outage(since, until, one.cause, shard=whose), moved=False))
    return found


def concerned(tx: Query, outage: Outage) -> set[GuildId]:
    """The servers in which anything runs that the outage can have cost time."""
    everywhere = (tournaments_store.servers_with_open(tx), *(step_hook.runs_in(tx) for step_hook in STEP_HOOKS))
    return set(filter(outage.touches, chain.from_iterable(everywhere)))


def move(tx: Tx, outage: Outage, some: Iterable[GuildId]) -> None:
    """Moves every open window of the servers that the outage touched; a second time changes nothing."""
    for guild_id in some:
        _move_in(tx, outage, guild_id)


def note_moved(tx: Tx, outage: Outage) -> None:
    """Notes that all windows are moved that the outage touched."""
    kernel_time_store.note_moved(tx, outage)


def settle_earlier(tx: Tx, shards: Sequence[Shard] = (Shard(),), cause: Cause = Cause.PROCESS) -> None:
    """Records at a start what earlier processes have left; before the first of all nobody could have pressed.

    Where they had another number of connections, what one of them had missed until they ended is its own outage.
    `cause` says why the last of them is not there any more.
    """
    seen = kernel_time_store.last_seen(tx)
    if not seen:
        if len(shards) > 1:
            # The first connection that is there begins it all; what later ones miss from now on, they have missed.
            kernel_time_store.note_alive(tx, tx.now, shards)
        return
    kernel_time_store.release_shard(tx, Shard())
    if set(seen) != set(shards):
        ended = max(seen.values())
        note_losses(tx, [TimeLost(at, Cause.CONNECTION, ended, shard) for shard, at in seen.items()])
        kernel_time_store.forget_signs(tx)
        kernel_time_store.note_alive(tx, ended, shards)
    note_losses(tx, [TimeLost(None, cause, shard=shard) for shard in shards])


def _move_in(tx: Tx, outage: Outage, guild_id: GuildId) -> None:
    """Windows are derived from the outages on record, however short; here their deadlines are rewritten.

    Where it is news who is concerned is told, and cards are drawn anew.
    """
    news = is_news(outage)
    reached = tournaments_store.reached_by(tx, outage, guild_id)
    in_play = store.events_in_play(tx, [one.tournament_id for one in reached])
    for tournament in reached:
        if tournament.first_call_at is None:  # Once matches are called, all that is due is theirs.
            reschedule(tx, tournament)
        if tournament.tournament_id in in_play:
            verbs.reschedule_all(tx, tournament, show=news)
        if phase(tournament) is Phase.CHECK_IN:
            tx.touch(tournament_subject(tournament.tournament_id))
        if news and concerns(tournament, outage):
            _tell(tx, tournament, outage)
    for step_hook in STEP_HOOKS:
        step_hook.after_outage(tx, outage, guild_id, is_news=news)


def note_clock(tx: Tx, off: timedelta | None) -> None:
    """Notes how far the machine's clock is ahead of Discord's time; organisers hear of it where something runs."""
    kernel_time_store.note_clock(tx, off)
    if off is None:
        return
    for guild_id in sorted(server_store.busy(tx)):
        tell_committee(tx, guild_id, ClockWrong(guild_id, int(off.total_seconds())))


def concerns(tournament: Tournament, outage: Outage) -> bool:
    """Whether anybody can have missed anything: confirmation was open or should have been, or matches were on."""
    match phase(tournament):
        case Phase.DRAWING | Phase.RUNNING:
            return True
        case Phase.ANNOUNCED | Phase.CHECK_IN:
            return outage.up_at > max(check_in_opens_at(tournament), tournament.created_at)
        case _:
            return False


def outage_view(tx: Query, tournament: Tournament, outage: Outage) -> OutageView:
    """What the outage did to the tournament: what was late, what is open longer, which clocks stood still."""
    outages = outages_of(tx, tournament)
    others = without(outages, outage)
    closes_at = check_in_closes_at(tournament, outages)
    moved = takes_entries(tournament) and closes_at != check_in_closes_at(tournament, others)
    stood_still = len(others) < len(outages)
    return OutageView(
        name=tournament.name,
        outage=outage,
        check_in_until=closes_at if moved else None,
        clocks_stood_still=stood_still and _was_played(tournament, outage.up_at),
        clocks_went_on=outage.cause is Cause.REMOVED and not stood_still,
    )


def _was_played(tournament: Tournament, at: datetime) -> bool:
    return tournament.first_call_at is not None and tournament.first_call_at < at and tournament.ended_at is None


def _tell(tx: Tx, tournament: Tournament, outage: Outage) -> None:
    messages = server_speaking_verbs.messages_of(tx, OutageTold, tournament.tournament_id, outage)
    if messages:
        server_speaking_verbs.redraw(tx, messages)
        return
    place = Place.MATCHES if phase(tournament) is Phase.RUNNING else Place.ANNOUNCEMENTS
    said = OutageTold(tournament.tournament_id, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause)
    promise(tx, tournament.guild_id, place, said)


# --- servers that are away ------------------------------------------------------------------------------------------


def lose(tx: Tx, some: Iterable[Away]) -> set[GuildId]:
    """Notes that no press of the servers can come in; answers those of which anything is on record."""
    return {away.guild_id for away in some if _lose(tx, away)}


def _lose(tx: Tx, away: Away) -> bool:
    """Of a server that is away already only a removal is news.

    What Discord had taken away until then ends there, so that the removal counts as one (`outages.clock_stops`).
    """
    known = kernel_time_store.load_server_away(tx, away.guild_id)
    if known is not None and (away.cause is not Cause.REMOVED or known.cause is Cause.REMOVED):
        return True
    if known is not None:
        _record_outage(tx, known, away.since)
    return kernel_time_store.note_server_away(tx, away)


def come_back(tx: Tx, some: Mapping[GuildId, datetime]) -> list[Outage]:
    """Presses of the servers come in again: what was lost is on record before any of their steps is taken.

    What Discord did not take meanwhile is said now.
    """
    found = [_come_back(tx, guild_id, at) for guild_id, at in some.items()]
    return [outage for outage in found if outage is not None]


def _come_back(tx: Tx, guild_id: GuildId, at: datetime) -> Outage | None:
    away = kernel_time_store.forget_server_away(tx, guild_id)
    if away is None:
        return None
    outage = _record_outage(tx, away, at)
    kernel_time_store.release_deadline(tx, guild_id)
    tournaments_summons_verbs.try_again(tx, guild_id)
    return outage


def _record_outage(tx: Tx, away: Away, until: datetime) -> Outage | None:
    """Puts on record how long the server was away; None where that was too short to be one."""
    if until - away.since < SHORTEST:
        return None
    outage = kernel_time_store.add_outage(tx, Outage(away.since, until, away.cause, away.guild_id))
    _move_in(tx, outage, away.guild_id)
    return outage
