"""What organisers read of threads that cannot be had."""

from __future__ import annotations

from bot.domain.events.tournament import Tournament
from bot.domain.ids import ChannelId
from bot.domain.match_threads.threads import Refusal
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card
from bot.rendering.text import quote


def refusal(tournament: Tournament, why: Refusal, channel: ChannelId | None, voice: Voice) -> Card:
    """Where the matches are spoken of instead, and what to change for the next ones."""
    rules = tournament.rulebook.threads
    private = rules is not None and rules.is_private
    where = f"<#{channel}>"
    key = f"threads.fix_{why}_private" if private and why is Refusal.RIGHTS else f"threads.fix_{why}"
    said = voice.say("threads.refused", name=quote(tournament.name), where=where)
    return Card((said, voice.say(key, where=where)), colour=WARNING)
