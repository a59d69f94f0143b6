"""Who is in charge of a database on a server: one at a time, and who lost it writes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import pytest

from bot.kernel.addresses import Address
from bot.kernel.faults import NotInCharge, StorageError
from bot.kernel.lease import HELD_FOR, SIGN_EVERY, SURE_FOR, Lease
from tests import on_postgres

if TYPE_CHECKING:
    from bot.kernel.postgres import PostgresConnection


class Clock:
    """A steady clock that stands still until somebody moves it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Pair:
    """Two processes at one database, and a look at it from beside."""

    def __init__(self) -> None:
        from bot.kernel.postgres import WRITERS, PostgresConnection

        on_postgres.server()
        self.at: Address = on_postgres.fresh()
        self.connect = partial(PostgresConnection, self.at, writes=False)
        self.clock = Clock()
        self.one, self.other = (Lease(self._free, name, WRITERS, self.clock) for name in ("one", "other"))
        self.one.prepare()
        self.beside = self._free()
        self.opened: list[PostgresConnection] = [self.beside]

    def _free(self) -> PostgresConnection:
        """A connection that no transaction is asked of."""
        return self.connect()

    def writer(self, epoch: int | None) -> PostgresConnection:
        """The connection on which a process writes."""
        from bot.kernel.postgres import PostgresConnection

        self.opened.append(PostgresConnection(self.at, writes=True, epoch=epoch))
        return self.opened[-1]

    def be_silent(self, seconds: float) -> None:
        """The last sign of life was given so long ago, by the database's clock."""
        self.beside.make(f"UPDATE in_charge_signs SET at = clock_timestamp() - interval '{seconds} seconds'")

    def close(self) -> None:
        self.one.close()
        self.other.close()
        for one in self.opened:
            one.close()


@pytest.fixture
def pair() -> Iterator[Pair]:
    both = Pair()
    yield both
    both.close()


def noted(connection: PostgresConnection) -> list[str]:
    return [row["holder"] for row in connection.execute("SELECT holder FROM in_charge")]


def test_the_first_is_in_charge_and_the_second_is_not_as_long_as_it_gives_signs_of_life(pair: Pair) -> None:
    assert pair.one.take() is not None
    assert pair.other.take() is None
    pair.be_silent(HELD_FOR - 1)
    assert pair.other.take() is None
    pair.one.sign()
    pair.be_silent(SIGN_EVERY)
    assert (pair.other.take(), pair.one.epoch, noted(pair.beside)) == (None, 1, ["one"])


def test_who_is_silent_for_too_long_is_followed_by_another_and_told_so_at_its_next_sign(pair: Pair) -> None:
    pair.one.take()
    pair.be_silent(HELD_FOR + 0.1)
    before = pair.other.take()
    assert before is not None
    assert (before.holder, pair.other.epoch, noted(pair.beside)) == ("one", 2, ["other"])
    with pytest.raises(NotInCharge, match="other"):
        pair.one.sign()
    assert (pair.one.is_sure, pair.other.is_sure) == (False, True)


def test_who_gives_it_up_is_followed_at_once(pair: Pair) -> None:
    pair.one.take()
    pair.one.give_up()
    assert not pair.one.is_sure
    assert pair.other.take() is not None


def test_a_process_is_sure_of_it_for_less_long_than_others_wait(pair: Pair) -> None:
    assert SURE_FOR < HELD_FOR
    seen = [pair.one.is_sure]
    pair.one.take()
    for seconds in (SURE_FOR - 0.1, 0.2):
        pair.clock.now += seconds
        seen.append(pair.one.is_sure)
    pair.one.sign()
    assert [*seen, pair.one.is_sure] == [False, True, False, True]


def test_of_two_who_take_over_at_the_same_moment_one_does(pair: Pair) -> None:
    pair.one.take()
    pair.be_silent(HELD_FOR + 1)
    seen = pair.other.look()
    pair.beside.make("UPDATE in_charge SET epoch = epoch + 1, holder = 'third'")
    pair.other.look = lambda: seen  # type: ignore[method-assign]
    assert (pair.other.take(), noted(pair.beside)) == (None, ["third"])


def test_who_was_frozen_in_a_transaction_holds_nothing_up_and_nothing_of_it_stands(pair: Pair) -> None:
    pair.one.take()
    frozen = pair.writer(pair.one.epoch)
    frozen.execute("BEGIN IMMEDIATE")
    frozen.make("CREATE TABLE written (what TEXT)")
    pair.be_silent(HELD_FOR + 1)
    assert pair.other.take() is not None
    with pytest.raises(StorageError):
        frozen.commit()
    assert pair.beside.execute("SELECT tablename FROM pg_tables WHERE tablename = 'written'").fetchall() == []


def test_who_was_thawed_after_another_took_over_can_begin_nothing(pair: Pair) -> None:
    pair.one.take()
    thawed = pair.writer(pair.one.epoch)
    thawed.execute("BEGIN IMMEDIATE")
    thawed.commit()
    pair.be_silent(HELD_FOR + 1)
    pair.other.take()
    with pytest.raises(NotInCharge):
        thawed.execute("BEGIN IMMEDIATE")
    assert not thawed.in_transaction
    follower = pair.writer(pair.other.epoch)
    follower.execute("BEGIN IMMEDIATE")
    follower.commit()


def test_a_long_transaction_holds_no_sign_of_life_up(pair: Pair) -> None:
    pair.one.take()
    writer = pair.writer(pair.one.epoch)
    writer.execute("BEGIN IMMEDIATE")
    pair.be_silent(SIGN_EVERY)
    pair.one.sign()
    assert writer.in_transaction
    assert pair.other.look().silent < SIGN_EVERY


def test_planted_who_does_not_look_at_the_epoch_goes_on_writing_after_another_took_over(pair: Pair) -> None:
    pair.one.take()
    careless = pair.writer(None)
    pair.be_silent(HELD_FOR + 1)
    pair.other.take()
    careless.execute("BEGIN IMMEDIATE")
    careless.make("CREATE TABLE written (what TEXT)")
    careless.commit()
    assert pair.beside.execute("SELECT tablename FROM pg_tables WHERE tablename = 'written'").fetchall() != []


def test_after_a_lost_connection_the_next_sign_is_given_on_a_new_one(pair: Pair) -> None:
    pair.one.take()
    pair.beside.make(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
        " WHERE pid <> pg_backend_pid() AND datname = current_database()"
    )
    with pytest.raises(StorageError):
        pair.one.sign()
    pair.one.sign()
    assert pair.one.is_sure
