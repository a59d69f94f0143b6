"""Which matches are called, and by whom they are followed."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.tournaments.arbiters_model import (
    Assignments,
    Block,
    BlockReason,
    Call,
    OnDuty,
    assignments,
    may_follow,
    next_opponents,
    rivals_of_next,
)
from bot.kernel.ids import ContestId, EntrantId, PersonId
from bot.play.contests import Contest, Result, ResultKind, Stage

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
PERSON_OF = {EntrantId(f"{name}!"): PersonId(name) for name in "abcdefghijklmnop"}
WON, LOST = (3, 0), (0, 3)


def match(
    players: str, *, round_: int = 1, position: int = 0, stage: Stage = Stage.MAIN, called=False, score=None
) -> Contest:
    return Contest(
        contest_id=ContestId(players),
        stage=stage,
        round=round_,
        position=position,
        sides=tuple(EntrantId(f"{name}!") for name in players),
        best_of=5,
        bye_reason="lot" if len(players) == 1 else None,
        arbiter=None,
        called_at=NOON if called or score else None,
        result=None if score is None else Result(score, (0, 0), ResultKind.PLAYED, NOON),
    )


def arbiter(name: str, *, waits: int = 0, busy: int = 0) -> OnDuty:
    """An arbiter who has waited for so many minutes and follows so many matches."""
    return OnDuty(PersonId(name), NOON - timedelta(minutes=waits), busy)


def assign(contests, on_duty, *, per_arbiter: int = 1, third_place_match: bool = True) -> Assignments:
    return assignments(contests, on_duty, PERSON_OF, per_arbiter=per_arbiter, third_place_match=third_place_match)


def called(contests, on_duty, **rules) -> dict[str, str | None]:
    return {call.contest_id: call.arbiter for call in assign(contests, on_duty, **rules).calls}


ROUND = [match("ab", position=0), match("cd", position=1), match("ef", position=2), match("gh", position=3)]


@pytest.mark.rule("AIJE-D01-6")
def test_as_many_matches_are_called_as_arbiters_are_on_duty():
    result = assign(ROUND, [arbiter("x", waits=2), arbiter("y", waits=1)])
    assert result.calls == (Call(ContestId("ab"), PersonId("x")), Call(ContestId("cd"), PersonId("y")))
    assert [block.reason for block in result.blocks] == [BlockReason.NO_ARBITER_FREE] * 2


@pytest.mark.rule("AIJE-D01-6")
def test_no_match_runs_without_its_arbiter():
    result = assign(ROUND[:1], [])
    assert result == Assignments((), (Block(ContestId("ab"), BlockReason.NOBODY_ON_DUTY),))


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize(("per_arbiter", "busy", "number"), [(1, 0, 1), (1, 1, 0), (2, 1, 1), (3, 0, 3), (9, 1, 4)])
def test_an_arbiter_follows_no_more_matches_than_the_rulebook_says(per_arbiter, busy, number):
    assert len(called(ROUND, [arbiter("x", busy=busy)], per_arbiter=per_arbiter)) == number


def test_where_no_arbiter_is_needed_every_match_is_called():
    assert called(ROUND, [], per_arbiter=0) == {"ab": None, "cd": None, "ef": None, "gh": None}


def test_byes_and_matches_called_or_over_are_not_called():
    contests = [match("a"), match("cd", called=True), match("ef", score=WON)]
    assert assign(contests, [arbiter("x")], per_arbiter=9) == Assignments((), ())


def test_earlier_rounds_go_first_and_third_place_before_the_final():
    contests = [
        match("ab", round_=3, stage=Stage.FINAL),
        match("cd", round_=3, stage=Stage.THIRD_PLACE),
        match("ef", round_=2, position=1),
        match("gh", round_=1, position=5),
    ]
    assert list(called(contests, [], per_arbiter=0)) == ["gh", "ef", "cd", "ab"]


def test_the_least_busy_arbiter_who_waits_longest_is_asked_first():
    on_duty = [arbiter("x", waits=9, busy=1), arbiter("y", waits=1), arbiter("z", waits=5)]
    assert called(ROUND, on_duty, per_arbiter=2) == {"ab": "z", "cd": "y", "ef": "x", "gh": "z"}


def test_an_arbiter_who_is_playing_is_asked_last():
    contests = [match("ab", called=True), match("ef", position=5)]
    assert called(contests, [arbiter("a", waits=9), arbiter("x")]) == {"ef": "x"}


@pytest.mark.rule("AIJE-D01-6")
def test_an_arbiter_is_offered_no_match_of_his_own():
    result = assign([match("ab")], [arbiter("a")])
    assert result.blocks == (Block(ContestId("ab"), BlockReason.ALL_CONFLICTED),)
    assert not may_follow(PersonId("a"), match("ab", score=WON), [], PERSON_OF, third_place_match=True)


@pytest.mark.rule("AIJE-D01-6")
@pytest.mark.parametrize(
    ("own", "other", "follows"),
    [
        (match("ab", score=WON), match("cd", position=1), False),
        (match("ab", score=LOST), match("cd", position=1), True),
        (match("ab", score=WON), match("cd", position=2), True),
        (match("ab", called=True), match("cd", position=1), True),
        (match("a"), match("cd", position=1), False),
        (match("ab", stage=Stage.SEMIFINAL, score=LOST), match("cd", position=1, stage=Stage.SEMIFINAL), False),
    ],
)
def test_an_arbiter_watches_no_match_in_which_his_next_opponent_sits(own, other, follows):
    assert bool(called([own, other], [arbiter("a")])) is follows
    assert may_follow(PersonId("a"), other, [own, other], PERSON_OF, third_place_match=True) is follows


@pytest.mark.parametrize(
    ("own", "rivals"),
    [
        (match("ab", called=True), {"a", "b"}),
        (match("ab", score=WON), {"a"}),
        (match("a"), {"a"}),
        (match("ab", position=2, called=True), set()),
        (match("ab", stage=Stage.SEMIFINAL, score=LOST), {"a", "b"}),
    ],
)
def test_who_is_left_in_the_other_match_of_the_pair_may_meet_its_winner(own, rivals):
    other = match("cd", position=1, stage=own.stage, called=True)
    assert rivals_of_next(other, [own, other], PERSON_OF, third_place_match=True) == rivals
    assert rivals_of_next(other, [own, other], PERSON_OF, third_place_match=True, bracket=False) == set()


@pytest.mark.rule("AIJE-D01-6")
def test_who_lost_a_semifinal_meets_nobody_where_third_place_is_not_played():
    contests = [
        match("ab", stage=Stage.SEMIFINAL, score=LOST),
        match("cd", position=1, stage=Stage.SEMIFINAL),
    ]
    assert called(contests, [arbiter("a")], third_place_match=False) == {"cd": "a"}


@pytest.mark.rule("AIJE-D01-6")
def test_who_won_third_place_is_not_waiting_for_a_finalist():
    contests = [
        match("ab", round_=2, stage=Stage.FINAL, called=True),
        match("cd", round_=2, position=1, stage=Stage.THIRD_PLACE, score=WON),
    ]
    assert next_opponents(contests, PERSON_OF, third_place_match=True) == {"a": {"b"}, "b": {"a"}}


@pytest.mark.rule("AIJE-D01-6")
def test_a_conflict_of_one_arbiter_does_not_keep_a_match_from_being_called():
    contests = [match("bc", position=2), match("ab", position=4)]
    assert called(contests, [arbiter("x", waits=9), arbiter("a", waits=1)]) == {"bc": "x"}
    contests = [match("cd", position=2), match("ab", position=4)]
    assert called(contests, [arbiter("x", waits=9), arbiter("a", waits=1)]) == {"cd": "a", "ab": "x"}


people = st.sampled_from("abcdefgh") | st.sampled_from("xyz")
duties = st.lists(st.tuples(people, st.integers(0, 9), st.integers(0, 2)), max_size=6, unique_by=lambda duty: duty[0])
states = st.sampled_from(["ready", "called", WON, LOST])


@st.composite
def quarter_finals(draw):
    names = "".join(draw(st.permutations("abcdefgh")))
    pairs = [names[start : start + 2] for start in range(0, 8, 2)]
    chosen = [draw(states) for _ in pairs]
    return [
        match(pair, position=at, called=what == "called", score=what if isinstance(what, tuple) else None)
        for at, (pair, what) in enumerate(zip(pairs, chosen, strict=True))
    ]


def most(allowed: list[set[PersonId]], room: dict[PersonId, int]) -> int:
    """The most matches that can be called, found by trying everything."""
    if not allowed:
        return 0
    first, *rest = allowed
    able = [name for name in first if room[name] > 0]
    return max(most(rest, room), *(1 + most(rest, room | {name: room[name] - 1}) for name in able), 0)


@pytest.mark.rule("AIJE-D01-6")
@given(quarter_finals(), duties, st.integers(1, 2))
def test_assignments_are_never_conflicted_never_too_many_and_as_many_as_can_be(contests, duty, per_arbiter):
    on_duty = [arbiter(name, waits=waits, busy=busy) for name, waits, busy in duty]
    result = assign(contests, on_duty, per_arbiter=per_arbiter)
    ready = {contest.contest_id: contest for contest in contests if contest.called_at is None}
    room = {duty.person_id: max(0, per_arbiter - duty.open_matches) for duty in on_duty}

    def fits(name, contest):
        return may_follow(name, contest, contests, PERSON_OF, third_place_match=True)

    assert {call.contest_id for call in result.calls} | {block.contest_id for block in result.blocks} == set(ready)
    assert all(fits(call.arbiter, ready[call.contest_id]) for call in result.calls)
    assert all([call.arbiter for call in result.calls].count(name) <= room[name] for name in room)
    assert len(result.calls) == most([{n for n in room if fits(n, c)} for c in ready.values()], room)


def test_a_thousand_players_and_many_arbiters_are_assigned_without_a_deep_search():
    wide = {EntrantId(f"{number}!"): PersonId(str(number)) for number in range(1024)}
    contests = [
        Contest(ContestId(f"m{n}"), Stage.MAIN, 1, n, tuple(wide)[2 * n : 2 * n + 2], 5, None, None, None, None)
        for n in range(512)
    ]
    on_duty = [arbiter(str(number)) for number in range(256)]
    result = assignments(contests, on_duty, wide, per_arbiter=2, third_place_match=True)
    assert len(result.calls) == 512
