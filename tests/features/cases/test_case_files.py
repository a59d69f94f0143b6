"""Case files: where a case stands, and which moments pauses and outages move."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.cases.misconduct_model import (
    RULES,
    Appeal,
    FileState,
    FileVerdict,
    Lost,
    MisconductCase,
    Pause,
    appeal_by,
    due_steps,
    file_state,
    loses_result,
    penalties,
    reply_by,
)
from bot.features.voting.model import Ground
from bot.kernel.ids import ContestId, FileId, GuildId, PersonId, TournamentId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step
from bot.people.model import Penalty

START = datetime(2026, 5, 1, tzinfo=UTC)
HOUR = timedelta(hours=1)
JUDGE = PersonId("judge")


def case(ground: Ground = Ground.CONDUCT, /, **facts: object) -> MisconductCase:
    opened = MisconductCase(
        file_id=FileId("f"),
        guild_id=GuildId(1),
        number=1,
        accused=PersonId("a"),
        reporter=PersonId("r"),
        ground=ground,
        account="Seen",
        tournament_id=TournamentId("t"),
        contest_id=ContestId("c"),
        opened_at=START,
        reply_within=72 * HOUR,
        appeal_within=timedelta(days=7),
        noticed_at=START,
    )
    return replace(opened, **facts)  # type: ignore[arg-type]


def verdict(penalty: Penalty = Penalty.BARRED, told_at: datetime | None = START) -> FileVerdict:
    return FileVerdict(penalty, JUDGE, "Proved", START, told_at=told_at)


def appealed(*, granted: bool | None) -> Appeal:
    return Appeal("x", GuildId(1), FileId("f"), None, PersonId("a"), "Wrong", (), START, granted=granted)


def pause(since: float, until: float | None = None) -> Pause:
    return Pause(START + since * HOUR, JUDGE, "Why", None if until is None else START + until * HOUR)


@pytest.mark.rule("AIJE-A02-1", "GO-16.4")
@pytest.mark.parametrize(
    ("facts", "after", "expected"),
    [
        ({"noticed_at": None}, 1000, FileState.OPENED),
        ({}, 72, FileState.AWAITING_ANSWER),
        ({}, 72.001, FileState.UNDER_REVIEW),
        ({"replied_at": START}, 1, FileState.UNDER_REVIEW),
        ({"verdict": verdict()}, 7 * 24, FileState.DECIDED),
        ({"verdict": verdict()}, 7 * 24 + 0.001, FileState.CLOSED),
        ({"verdict": verdict(told_at=None)}, 1000, FileState.DECIDED),
        ({"verdict": verdict(Penalty.DISMISSED)}, 1, FileState.CLOSED),
        ({"verdict": verdict(), "appeal": appealed(granted=None)}, 1000, FileState.APPEALED),
        ({"verdict": verdict(), "appeal": appealed(granted=True)}, 1, FileState.CLOSED),
    ],
)
def test_where_a_case_stands_follows_from_its_facts(
    facts: dict[str, object], after: float, expected: FileState
) -> None:
    assert file_state(case(**facts), START + after * HOUR, ()) is expected


@pytest.mark.parametrize(
    ("pauses", "outages", "hours"),
    [
        ((), (), 72),
        ((pause(10, 15),), (), 77),
        ((pause(10, 15), pause(20, 21)), (), 78),
        ((pause(72, 80),), (), 72),
        ((pause(71, 80),), (), 81),
        ((), (Outage(START + 5 * HOUR, START + 9 * HOUR),), 76),
        ((pause(4, 8),), (Outage(START + 6 * HOUR, START + 10 * HOUR),), 78),
        ((pause(80),), (), 72),
    ],
)
def test_a_pause_and_an_outage_add_their_length_and_what_they_share_once(
    pauses: tuple[Pause, ...], outages: tuple[Outage, ...], hours: float
) -> None:
    assert reply_by(case(pauses=pauses), outages) == START + hours * HOUR


def test_while_a_pause_lasts_no_time_ends_and_nothing_is_due() -> None:
    lasting = case(pauses=(pause(10),))
    assert reply_by(lasting, ()) is None
    assert due_steps(lasting, ()) == ()
    assert file_state(lasting, START + timedelta(days=900), ()) is FileState.AWAITING_ANSWER


@given(st.integers(0, 71), st.integers(0, 5000))
def test_a_pause_within_the_time_moves_its_end_by_exactly_its_length(begun: int, lasted: int) -> None:
    moved = case(pauses=(pause(begun, begun + lasted),))
    assert reply_by(moved, ()) == START + (72 + lasted) * HOUR


def test_the_time_to_appeal_moves_by_the_same_rule() -> None:
    decided = case(verdict=verdict(), pauses=(pause(24, 48),))
    assert appeal_by(decided, ()) == START + timedelta(days=8)


def test_the_reminder_comes_a_day_before_the_end_and_once() -> None:
    assert {due.kind: due.at - START for due in due_steps(case(), ())} == {
        Step.REMIND_REPLY: 48 * HOUR,
        Step.END_REPLY: 72 * HOUR + CLICKS_IN_FLIGHT,
    }
    assert [due.kind for due in due_steps(case(reminded_at=START), ())] == [Step.END_REPLY]
    assert due_steps(case(over_told_at=START), ()) == ()


@pytest.mark.rule("GO-23.1")
@pytest.mark.parametrize(
    ("ground", "penalty", "lost"),
    [
        (Ground.FIXED_GAME, Penalty.BARRED, Lost.ACCUSED),
        (Ground.FIXED_GAME, Penalty.BOTH_LOST, Lost.BOTH),
        (Ground.PROGRAM_HELP, Penalty.SUSPENDED, Lost.ACCUSED),
        (Ground.PROGRAM_HELP, Penalty.DISMISSED, None),
        (Ground.CONDUCT, Penalty.BARRED, None),
    ],
)
def test_cheating_once_proved_loses_the_game_whatever_else_follows(
    ground: Ground, penalty: Penalty, lost: Lost | None
) -> None:
    assert loses_result(case(ground), penalty) is lost


@pytest.mark.rule("GO-23.1", "AIJE-A02-1")
def test_what_one_judge_can_decide_depends_on_the_ground_and_the_match() -> None:
    fixed = penalties(case(Ground.FIXED_GAME), settled=True, in_play=True)
    assert {Penalty.GAME_LOST, Penalty.BOTH_LOST, Penalty.DISQUALIFIED} <= set(fixed)
    assert Penalty.WARNED not in fixed
    conduct = penalties(case(), settled=True, in_play=False)
    assert set(conduct) == {Penalty.DISMISSED, Penalty.WARNED, Penalty.SUSPENDED, Penalty.BARRED}


@pytest.mark.parametrize("ground", Ground)
def test_every_ground_rests_on_a_rule_and_nobody_is_expelled_by_one_judge(ground: Ground) -> None:
    assert RULES[ground]
    assert Penalty.EXPELLED not in penalties(case(ground), settled=True, in_play=True)
