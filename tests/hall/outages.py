"""Outages of the whole process, written and followed at once."""

from __future__ import annotations

from collections.abc import Sequence

from bot.features.playing import outage_verbs as playing_outage_verbs
from bot.kernel.context import Tx
from bot.kernel.outages import Cause, Outage, Shard, TimeLost


def wake_up(tx: Tx, lost: Sequence[TimeLost] = (TimeLost(None, Cause.PROCESS, shard=Shard()),)) -> list[Outage]:
    """As the bot does in slices: what was lost is on record, and every window that it touched is moved."""
    found = playing_outage_verbs.note_losses(tx, lost)
    for outage in found:
        playing_outage_verbs.move(tx, outage, sorted(playing_outage_verbs.concerned(tx, outage)))
        playing_outage_verbs.note_moved(tx, outage)
    return found
