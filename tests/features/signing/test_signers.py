"""Who gives the second signature: one rule, held against every combination of a small association."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime
from itertools import chain, combinations, pairwise, product

import pytest

from bot.features.signing.model import LEAST_TO_SIGN, LIST_WAITS_FOR, THE_WHOLE_LINE, Bench, passes_on_at, who_signs
from bot.kernel.ids import PersonId
from bot.people.model import Office

LEADER, PRESIDENT, OLD, YOUNG, OWNER, FRIEND = map(PersonId, ("leader", "president", "old", "young", "owner", "friend"))
BOTH = frozenset(Office)
NONE: frozenset[Office] = frozenset()


def bench(
    *,
    leader: PersonId | None = LEADER,
    president: PersonId | None = PRESIDENT,
    arbiters: Collection[PersonId] = (OLD, YOUNG),
    owner: PersonId | None = OWNER,
    stand_ins: Collection[tuple[PersonId, PersonId]] = (),
) -> Bench:
    """An association with both offices, two arbiters and an owner, unless told."""
    held = {Office.LEADER: leader, Office.PRESIDENT: president}
    officers = {office: one for office, one in held.items() if one is not None}
    return Bench(officers, (*arbiters, *([owner] if owner else ())), frozenset(stand_ins))


TABLE = [
    ("the President asks, the leader signs", bench(), BOTH, {PRESIDENT}, (LEADER,)),
    ("the leader asks, the President signs", bench(), BOTH, {LEADER}, (PRESIDENT,)),
    ("an organiser asks, either officer signs", bench(), BOTH, {FRIEND}, (PRESIDENT, LEADER)),
    ("the act names the President alone", bench(), {Office.PRESIDENT}, {FRIEND}, (PRESIDENT,)),
    ("the act names the President, who asks", bench(), {Office.PRESIDENT}, {PRESIDENT}, (OLD,)),
    ("the act names no office", bench(), NONE, {FRIEND}, (OLD,)),
    ("leader and President are one person, who asks", bench(leader=PRESIDENT), BOTH, {PRESIDENT}, (OLD,)),
    ("leader and President are one person, another asks", bench(leader=PRESIDENT), BOTH, {FRIEND}, (PRESIDENT,)),
    ("the other officer is concerned", bench(), BOTH, {PRESIDENT, LEADER}, (OLD,)),
    ("the longest-serving arbiter asks", bench(leader=None, president=None), BOTH, {OLD}, (YOUNG,)),
    ("the longest-serving arbiter is concerned", bench(), BOTH, {PRESIDENT, LEADER, OLD}, (YOUNG,)),
    (
        "the order of service counts",
        bench(leader=None, president=None, arbiters=(YOUNG, OLD)),
        BOTH,
        {FRIEND},
        (YOUNG,),
    ),
    ("no arbiter is there", bench(leader=None, arbiters=()), BOTH, {PRESIDENT}, (OWNER,)),
    ("the owner asks, and officers are there", bench(owner=PRESIDENT), BOTH, {PRESIDENT}, (LEADER,)),
    ("the owner asks, and there is an arbiter", bench(leader=None, president=OWNER), BOTH, {OWNER}, (OLD,)),
    ("the owner asks and is all there is", bench(leader=None, president=None, arbiters=()), BOTH, {OWNER}, ()),
    ("the owner is concerned", bench(leader=None, president=None, arbiters=()), BOTH, {FRIEND, OWNER}, ()),
    ("the owner holds both offices", bench(leader=OWNER, president=OWNER, arbiters=()), BOTH, {OWNER}, ()),
    ("the server's owner is not known", bench(leader=None, arbiters=(), owner=None), BOTH, {PRESIDENT}, ()),
    (
        "an arbiter stands in for the asker, and keeps the place in line",
        bench(leader=None, stand_ins=[(OLD, PRESIDENT)]),
        BOTH,
        {PRESIDENT},
        (),
    ),
    (
        "a stand-in asks in the leader's place, who is President too",
        bench(leader=PRESIDENT, stand_ins=[(FRIEND, PRESIDENT)]),
        BOTH,
        {FRIEND},
        (OLD,),
    ),
    (
        "the leader's stand-in signs by no right of the office",
        bench(president=None, stand_ins=[(YOUNG, LEADER)]),
        BOTH,
        {FRIEND},
        (LEADER,),
    ),
    (
        "the owner stands in for who is concerned",
        bench(leader=None, arbiters=(), stand_ins=[(OWNER, PRESIDENT)]),
        BOTH,
        {FRIEND, PRESIDENT},
        (),
    ),
    ("a stand-in for a third person signs as arbiter", bench(stand_ins=[(OLD, LEADER)]), NONE, {FRIEND}, (OLD,)),
]


@pytest.mark.rule("AIJE-A02-1")
@pytest.mark.parametrize(("there", "named", "out", "expected"), [row[1:] for row in TABLE], ids=[r[0] for r in TABLE])
def test_the_table_of_who_signs(
    there: Bench, named: frozenset[Office], out: set[PersonId], expected: tuple[PersonId, ...]
) -> None:
    assert set(who_signs(there, named, out)) == set(expected)


def every_bench() -> list[Bench]:
    """All combinations of holders, arbiters, owner and one stand-in among four people."""
    people = (LEADER, PRESIDENT, OLD, OWNER)
    holders = (None, *people)
    services = [(), (OLD,), (OLD, YOUNG), (YOUNG, OLD), (OWNER,), (LEADER, OLD)]
    ties: list[tuple[tuple[PersonId, PersonId], ...]] = [(), ((OLD, LEADER),), ((OWNER, PRESIDENT),), ((LEADER, OLD),)]
    return [
        bench(leader=leader, president=president, arbiters=arbiters, owner=owner, stand_ins=tie)
        for leader, president, arbiters, owner, tie in product(holders, holders, services, (None, OWNER, LEADER), ties)
    ]


def outs() -> list[frozenset[PersonId]]:
    """The asker with up to two people concerned."""
    some = (LEADER, PRESIDENT, OLD, OWNER, FRIEND)
    return [frozenset(one) for one in chain(*(combinations(some, size) for size in (1, 2, 3)))]


@pytest.mark.rule("AIJE-A02-1")
def test_nobody_signs_in_a_case_of_their_own_nor_for_whom_they_stand_in() -> None:
    for there, named, out in product(every_bench(), (BOTH, NONE), outs()):
        found = set(who_signs(there, named, out))
        assert found.isdisjoint(out)
        assert not any(
            (one, other) in there.stand_ins or (other, one) in there.stand_ins for one in found for other in out
        )


@pytest.mark.rule("AIJE-A02-1")
def test_it_waits_in_public_only_where_everybody_is_out() -> None:
    for there, named, out in product(every_bench(), (BOTH, NONE), outs()):
        if who_signs(there, named, out, THE_WHOLE_LINE):
            continue
        left = {*there.others, *(there.officers.values() if named else ())}
        tied = {one for pair in there.stand_ins for one in pair if not out.isdisjoint(pair)}
        assert left <= out | tied


@pytest.mark.rule("AIJE-A02-1")
def test_one_arbiter_at_most_signs_and_only_where_no_officer_can() -> None:
    for there, named, out in product(every_bench(), (BOTH, NONE), outs()):
        found = who_signs(there, named, out)
        officers = set(there.officers.values()) if named else set()
        assert len(found) <= 1 or set(found) <= officers
        if found and not set(found) <= officers:
            tied = {one for pair in there.stand_ins for one in pair if not out.isdisjoint(pair)}
            assert officers <= out | tied


@pytest.mark.rule("AIJE-A02-1")
def test_each_time_it_passes_on_one_more_can_sign_and_nobody_loses_the_right() -> None:
    for there, named, out in product(every_bench(), (BOTH, NONE), outs()):
        reached = [set(who_signs(there, named, out, times)) for times in range(6)]
        assert all(before <= after and len(after - before) <= 1 for before, after in pairwise(reached))
        assert reached[-1] == set(who_signs(there, named, out, THE_WHOLE_LINE))


def test_who_stands_in_for_the_asker_clears_no_way_by_it() -> None:
    there = bench(leader=None, stand_ins=[(OLD, PRESIDENT)])
    assert [who_signs(there, BOTH, {PRESIDENT}, times) for times in range(3)] == [(), (YOUNG,), (YOUNG, OWNER)]


def test_it_passes_on_each_time_half_of_what_was_left_is_over_and_leaves_an_hour() -> None:
    asked_at = datetime(2026, 3, 1, tzinfo=UTC)
    ends_at = asked_at + LIST_WAITS_FOR
    moments = [passes_on_at(asked_at, ends_at, times) for times in range(9)]
    assert moments[:3] == [asked_at + LIST_WAITS_FOR * part for part in (0.5, 0.75, 0.875)]
    told = [one for one in moments if one is not None]
    assert told == sorted(told)
    assert ends_at - told[-1] >= LEAST_TO_SIGN
    assert moments[-1] is None
