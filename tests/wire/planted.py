"""The bot of the chaos with a fault in it: `python tests/wire/planted.py FAULT run`. The verdict has to notice."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot.features.playing import outage_verbs
from bot.kernel import lease, time_store
from bot.kernel.outages import Cause, Outage
from bot.kernel.outbox import ClockWrong
from bot.living import charge, reachability
from bot.living.reachability import Connections
from bot.server.speaking_verbs import tell_committee
from wire.chaos import arbiter


def of_all() -> None:
    """What one connection misses is on record for every server."""
    _write_down(lambda outage: replace(outage, shard=None))


def of_none() -> None:
    """What one connection misses is on record for no server."""
    _write_down(lambda outage: None if outage.cause is Cause.CONNECTION else outage)


def of_the_next() -> None:
    """It is on record for the servers of another connection."""

    def moved(outage: Outage) -> Outage:
        shard = outage.shard
        return outage if shard is None else replace(outage, shard=replace(shard, number=(shard.number + 1) % shard.of))

    _write_down(moved)


def of_one_in_two() -> None:
    """Of servers that were taken away only half are on record."""
    _write_down(lambda outage: None if outage.guild_id is not None and (outage.guild_id >> 24) % 2 else outage)


def one_after_the_other() -> None:
    """Servers that go away at one moment are a transaction each."""
    _put(reachability, LOST_AT_ONCE=1)


def told_where_nothing_runs() -> None:
    """Of a server that was away its committee is told, whether anything runs there or not."""
    whole = outage_verbs.come_back

    def come_back(tx: Any, some: Any) -> Any:
        for guild_id in some:
            tell_committee(tx, guild_id, ClockWrong(guild_id, 60))
        return whole(tx, some)

    _put(outage_verbs, come_back=come_back)


def nothing_waits() -> None:
    """Steps of a server are taken although its connection is gone."""
    _put(Connections, misses=lambda *_: False, is_any_gone=property(lambda _: False))


SHORT_LEASE: Final = 3.0
"""Seconds until another takes over, so that a test need not wait for longer."""


def short_lease() -> None:
    """No fault: all is in its order, within the shorter time."""
    _put(lease, SIGN_EVERY=1.0, HELD_FOR=SHORT_LEASE, SURE_FOR=2.5)
    _put(charge, SIGN_EVERY=1.0, WITHOUT_SPARE=4.0)


def epoch_not_looked_at() -> None:
    """Who was followed by another goes on as before: neither commit nor sign of life looks at the epoch."""
    short_lease()
    _put(lease, LOCKED_EPOCH="SELECT 0", _SIGN="UPDATE in_charge_signs SET at = clock_timestamp() WHERE ? > 0")
    from bot.kernel import postgres

    whole = postgres.PostgresEngine.__init__

    def begin(self: Any, address: Any, migrations: Any, applied_at: int, epoch: int | None = None) -> None:
        whole(self, address, migrations, applied_at, None)

    _put(postgres.PostgresEngine, __init__=begin)


def lease_not_checked() -> None:
    """Who is not sure to be in charge speaks to Discord all the same."""
    # What it imports holds on to what the harness changes before.
    from bot import app

    short_lease()
    _put(app, silence_unless=lambda *_: None)


def _write_down(change: Callable[[Outage], Outage | None]) -> None:
    whole = time_store.add_outage

    def add(tx: Any, outage: Outage, **options: bool) -> Outage:
        changed = change(outage)
        return outage if changed is None else whole(tx, changed, **options)

    _put(time_store, add_outage=add)


def _put(where: object, **others: object) -> None:
    for name, other in others.items():
        setattr(where, name, other)


FAULTS: Final = {
    one.__name__: one
    for one in (
        of_all,
        of_none,
        of_the_next,
        of_one_in_two,
        one_after_the_other,
        told_where_nothing_runs,
        nothing_waits,
    )
}

PAIR_FAULTS: Final = {one.__name__: one for one in (short_lease, epoch_not_looked_at, lease_not_checked)}

if __name__ == "__main__":
    arbiter.prepare()
    planted = {**FAULTS, **PAIR_FAULTS}.get(sys.argv.pop(1))
    if planted is not None:
        planted()
    from bot.__main__ import main

    sys.exit(main())
