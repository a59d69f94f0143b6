"""How long an event takes, in words: rounded, since nobody knows it to the minute."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

from bot.domain.events.estimates import Estimate, Lasting
from bot.i18n import Voice
from bot.rendering.sentences import duration, moment

_FINE: Final = timedelta(minutes=5)
_COARSE: Final = timedelta(minutes=15)
_LONG: Final = timedelta(hours=2)
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)


def lines(estimate: Estimate, voice: Voice) -> str:
    """When it will be over, and with one arbiter more."""
    told = [_end(estimate, voice)]
    if estimate.sooner_at is not None:
        told.append(voice.say("estimate.one_more", end=_about(estimate.sooner_at)))
    return "⏱️ " + " ".join([*told, *_assumption(estimate.assumed, voice)])


def of_sizes(lasting: Lasting, voice: Voice) -> str:
    """How long it would take for each number of entrants."""
    each = [voice.count("estimate.size", size, time=duration(_round_up(time), voice)) for size, time in lasting.of_size]
    said = "estimate.draft_arbiter" if lasting.needs_arbiter else "estimate.draft"
    return "⏱️ " + " ".join([voice.say(said, times=" · ".join(each)), *_assumption(lasting.assumed, voice)])


def _assumption(length: timedelta | None, voice: Voice) -> list[str]:
    return [] if length is None else [voice.say("estimate.assumed", time=duration(length, voice))]


def _end(estimate: Estimate, voice: Voice) -> str:
    end = _about(estimate.ends_at)
    if estimate.arbiters is None:
        return voice.say("estimate.ends", end=end)
    if not estimate.on_duty:
        return voice.say("estimate.nobody_on_duty", end=end)
    return voice.count("estimate.with_arbiters", estimate.arbiters, end=end)


def _about(at: datetime) -> str:
    return moment(_EPOCH + -((_EPOCH - at) // _FINE) * _FINE)


def _round_up(length: timedelta) -> timedelta:
    """To the next five minutes, or quarter of an hour where it is long."""
    size = _COARSE if length > _LONG else _FINE
    return -(-length // size) * size
