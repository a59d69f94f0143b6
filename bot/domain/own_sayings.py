"""What the bot says of itself: outages, its clock, messages that Discord refused."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime

from bot.domain.ids import OutboxId, PersonId, TournamentId
from bot.domain.sayings import AfterOutage, Commas, Notified, OfGuild, Saying


class OutageTold(AfterOutage):
    """What was late, and what is extended."""

    NOTIFIES = Notified.NOBODY
    STORED_AS = "outage"
    tournament_id: TournamentId
    down_from: datetime = field(kw_only=True)
    up_at: datetime = field(kw_only=True)


class ClockWrong(OfGuild):
    """By how many seconds the machine's clock is ahead of Discord's time."""

    NOTIFIES = Notified.NOBODY
    seconds: int


class RehearsalCutOff(OfGuild):
    """A rehearsal whose answer cannot come any more; the rulebook's title as its asker read it."""

    NOTIFIES = Notified.READER
    rulebook: str


class DecisionsWait(OfGuild):
    """What has waited long for who holds an office, each as "duty.subject"; to the committee, or to one by letter."""

    NOTIFIES = Notified.STAFF
    ASKS_BY = (
        "appeal-card",
        "case",
        "ceremony-desk",
        "claim",
        "closing-report",
        "excuse-show",
        "file",
        "grade-show",
        "name-card",
        "opening-open",
        "rulebook-waits",
        "seat-answer",
        "seats-show",
        "series-final",
        "signature",
        "suggestion",
        "title-colours",
        "title-proposal",
    )
    waiting: tuple[str, ...]


class CardGone(Saying):
    """A card whose clock stands still because somebody has deleted it, and when it was last known to stand."""

    NOTIFIES = Notified.NOBODY
    card: str
    stood_until: datetime


class CannotWork(Saying):
    """A message that Discord refused: of what kind, why, and where it was to stand."""

    NOTIFIES = Notified.NOBODY
    outbox_id: OutboxId
    saying: str
    refusal: str
    where: str


class StillCalled(Saying):
    """Who is called by a message that could not name all of them; it stands above in the same channel."""

    NOTIFIES = Notified.CONCERNED
    outbox_id: OutboxId
    people: Commas[PersonId]
