"""What a delivered message sets in motion: a panel stands, a clock starts. No clock starts without its message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.entering.sayings import AccountClaimed, SeatsOffered, SeatsProposed
from bot.domain.events.sayings import EventProposed, Podium, TournamentAnnounced
from bot.domain.ids import GuildId, OutboxId
from bot.domain.own_sayings import OutageTold
from bot.domain.playing.sayings import ConfirmReminder, MatchCalled, StaffCalled
from bot.domain.sayings import Saying
from bot.services import card_clocks
from bot.services.entering import reminding, seat_invitations
from bot.services.entering.seats_reading import seats_subject
from bot.services.events import event_proposals
from bot.services.following import DELIVERY_HOOKS, Follow, Following, after, as_panel, stand
from bot.services.outage_messages import stand_as_said
from bot.services.playing import chief, presence, reporting
from bot.services.summons import call_subject
from bot.services.timetable import account_claim_subject, contest_subject, save, tournament_subject
from bot.storage import outbox, tournaments
from bot.storage.context import Query, Tx


def note_delivery(tx: Tx, delivery: Delivery) -> None:
    """Marks the promise as kept and does what hangs on that, in one transaction; a second call changes nothing."""
    promise = outbox.load(tx, delivery.outbox_id)
    if promise is None or not outbox.mark_delivered(tx, delivery):
        return
    for follow in _following(type(promise.saying)):
        follow(tx, promise, delivery)
    if promise.saying.again:
        card_clocks.note_back(tx, promise, delivery)


def _following(kind: type[Saying]) -> Iterator[Follow]:
    """What follows messages of the kind: of the core first."""
    tables = (_FOLLOWS, *(one.follows() for one in DELIVERY_HOOKS))
    return (table[kind] for table in tables if kind in table)


def is_noted(tx: Query, outbox_id: OutboxId) -> bool:
    """Whether nothing is left to note of the promise: it was kept for all that is known, or never made."""
    return outbox.load(tx, outbox_id) is None or outbox.is_delivered(tx, outbox_id)


def guild_of(tx: Query, outbox_id: OutboxId) -> GuildId | None:
    """The server that the message is about; None where it is not on record any more."""
    promise = outbox.load(tx, outbox_id)
    return None if promise is None else promise.guild_id


def proven(tx: Tx, guild_id: GuildId | None, delivery: Delivery) -> None:
    """A press on the message proves that it stands, whatever Discord answered when it was sent.

    What hangs on the delivery happens first, by the message's own moment, and so the press is taken.
    """
    promise = outbox.load(tx, delivery.outbox_id)
    if promise is None or (guild_id is not None and guild_id != promise.guild_id):
        return
    note_delivery(tx, delivery)


def _stand_announcement(tx: Tx, promise: Promise[TournamentAnnounced], delivery: Delivery) -> None:
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    if tournament is None:
        return
    stand(tx, promise, delivery, tournament_subject(tournament.tournament_id))
    if tournament.announced_at is None:
        save(tx, replace(tournament, announced_at=delivery.delivered_at))


def _match_called(tx: Tx, promise: Promise[MatchCalled], delivery: Delivery) -> None:
    stand(tx, promise, delivery, contest_subject(promise.saying.contest_id))
    reminding.tell_called(tx, promise)
    presence.start_clocks(tx, promise, delivery)


_FOLLOWS: Final[Following] = dict(
    (
        as_panel(AccountClaimed, lambda said: account_claim_subject(said.claim_id)),
        after(ConfirmReminder, reporting.extend_time_to_answer),
        as_panel(EventProposed, lambda said: event_proposals.proposal_subject(said.proposal_id)),
        after(MatchCalled, _match_called),
        after(Podium, chief.ask_for_report),
        after(OutageTold, stand_as_said),
        after(SeatsOffered, seat_invitations.start_time_to_answer),
        as_panel(SeatsProposed, lambda said: seats_subject(said.round_id)),
        as_panel(StaffCalled, lambda said: call_subject(said.call_id)),
        after(TournamentAnnounced, _stand_announcement),
    )
)
