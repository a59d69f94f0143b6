"""What the bot says of itself: outages, its clock, messages that Discord refused."""

from __future__ import annotations

from dataclasses import field
from datetime import datetime

from bot.domain.ids import OutboxId, TournamentId
from bot.domain.sayings import AfterOutage, OfGuild, Saying


class OutageTold(AfterOutage):
    """What was late, and what is extended."""

    STORED_AS = "outage"
    tournament_id: TournamentId
    down_from: datetime = field(kw_only=True)
    up_at: datetime = field(kw_only=True)


class ClockWrong(OfGuild):
    """By how many seconds the machine's clock is ahead of Discord's time."""

    seconds: int


class RehearsalCutOff(OfGuild):
    """A rehearsal whose answer cannot come any more; the rulebook's title as its asker read it."""

    rulebook: str


class CardGone(Saying):
    """A card whose clock stands still because somebody has deleted it, and when it was last known to stand."""

    card: str
    stood_until: datetime


class CannotWork(Saying):
    """A message that Discord refused: of what kind, why, and where it was to stand."""

    outbox_id: OutboxId
    saying: str
    refusal: str
    where: str
