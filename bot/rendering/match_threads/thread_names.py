"""What the thread of a match is called."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bot.domain.match_threads.threads import ThreadPlan
from bot.i18n import Voice
from bot.rendering.text import plain

LONGEST: Final = 100
"""Discord's own limit."""
_OF_A_SIDE: Final = 24
_OF_AN_EVENT: Final = 36


def thread_name(plan: ThreadPlan, voice: Voice) -> str:
    """Who plays, and in which event."""
    return match_name(plan.sides, plan.event, voice)


def match_name(sides: Iterable[str], event: str, voice: Voice) -> str:
    """The same of any match, as Discord takes it for a thread and for an entry of its calendar."""
    both = " – ".join(plain(one, _OF_A_SIDE) for one in sides)
    return voice.say("threads.name", sides=both, event=plain(event, _OF_AN_EVENT))[:LONGEST]
