"""What the thread of a match is called, and what organisers read of threads that cannot be had."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.features.match_threads.model import ThreadPlan, ThreadRefusal
from bot.i18n.catalogue import Translator
from bot.kernel.ids import ChannelId
from bot.layout.cards import WARNING, Card
from bot.layout.sentences import plain, quote
from bot.play.entries import Tournament

LONGEST: Final = 100
"""Discord's own limit."""
_OF_A_SIDE: Final = 24
_OF_AN_EVENT: Final = 36


def thread_name(plan: ThreadPlan, translator: Translator) -> str:
    """Who plays, and in which event."""
    return match_name(plan.sides, plan.event, translator)


def match_name(sides: Iterable[str], event: str, translator: Translator) -> str:
    """The same of any match, as Discord takes it for a thread and for an entry of its calendar."""
    both = " – ".join(plain(side, _OF_A_SIDE) for side in sides)
    return translator.say("threads.name", sides=both, event=plain(event, _OF_AN_EVENT))[:LONGEST]


def refusal(tournament: Tournament, why: ThreadRefusal, channel: ChannelId | None, translator: Translator) -> Card:
    """Where the matches are spoken of instead, and what to change for the next ones."""
    rules = tournament.rulebook.threads
    private = rules is not None and rules.is_private
    where = f"<#{channel}>"
    key = f"threads.fix_{why}_private" if private and why is ThreadRefusal.RIGHTS else f"threads.fix_{why}"
    text = translator.say("threads.refused", name=quote(tournament.name), where=where)
    return Card((text, translator.say(key, where=where)), colour=WARNING)
