"""What a delivered message sets in motion: a panel stands, a clock starts. No clock starts without its message."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.domain.announcements import Delivery, Promise
from bot.domain.entering.sayings import AccountClaimed, SeatsOffered, SeatsProposed
from bot.domain.events.sayings import EventProposed, Podium, TournamentAnnounced
from bot.domain.ids import GuildId, Occasion, OutboxId
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
from bot.storage.database import Work


def note_delivery(work: Work, occasion: Occasion, delivery: Delivery) -> None:
    """Marks the promise as kept and does what hangs on that, in one transaction; a second call changes nothing."""
    promise = outbox.load(work, delivery.outbox_id)
    if promise is None or not outbox.mark_delivered(work, delivery):
        return
    for follow in _following(type(promise.saying)):
        follow(work, occasion, promise, delivery)
    if promise.saying.again:
        card_clocks.note_back(work, occasion, promise, delivery)


def _following(kind: type[Saying]) -> Iterator[Follow]:
    """What follows messages of the kind: of the core first."""
    tables = (_FOLLOWS, *(one.follows() for one in DELIVERY_HOOKS))
    return (table[kind] for table in tables if kind in table)


def is_noted(work: Work, outbox_id: OutboxId) -> bool:
    """Whether nothing is left to note of the promise: it was kept for all that is known, or never made."""
    return outbox.load(work, outbox_id) is None or outbox.is_delivered(work, outbox_id)


def guild_of(work: Work, outbox_id: OutboxId) -> GuildId | None:
    """The server that the message is about; None where it is not on record any more."""
    promise = outbox.load(work, outbox_id)
    return None if promise is None else promise.guild_id


def proven(work: Work, occasion: Occasion, guild_id: GuildId | None, delivery: Delivery) -> None:
    """A press on the message proves that it stands, whatever Discord answered when it was sent.

    What hangs on the delivery happens first, by the message's own moment, and so the press is taken.
    """
    promise = outbox.load(work, delivery.outbox_id)
    if promise is None or (guild_id is not None and guild_id != promise.guild_id):
        return
    note_delivery(work, occasion, delivery)


def _stand_announcement(work: Work, _: Occasion, promise: Promise[TournamentAnnounced], delivery: Delivery) -> None:
    tournament = tournaments.load(work, promise.saying.tournament_id)
    if tournament is None:
        return
    stand(work, promise, delivery, tournament_subject(tournament.tournament_id))
    if tournament.announced_at is None:
        save(work, replace(tournament, announced_at=delivery.delivered_at))


def _match_called(work: Work, occasion: Occasion, promise: Promise[MatchCalled], delivery: Delivery) -> None:
    stand(work, promise, delivery, contest_subject(promise.saying.contest_id))
    reminding.tell_called(work, occasion, promise)
    presence.start_clocks(work, occasion, promise, delivery)


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
