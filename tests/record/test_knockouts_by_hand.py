"""Knock-outs of more lives than one, written down as a list of who beat whom."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bot.kernel.ids import ContestId, EntrantId
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage
from bot.play.draw import Stream
from bot.play.formats import elimination
from bot.play.formats.lives import losses
from bot.play.formats.protocol import EventFacts, Starter
from bot.record.errors import FaultCode, RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import Replay, next_round, replay
from bot.record.rulebooks import read_rulebook
from bot.record.writing import write_record

AT = datetime(2026, 5, 1, tzinfo=UTC)
Line = list[object]


def cup(lines: Sequence[Sequence[object]], entrants: int, lives: int) -> str:
    names = [f"p{number}" for number in range(entrants)]
    rulebook = {"format": "knockout", "knockout": {"lives": lives}}
    return json.dumps({"rulebook": rulebook, "entrants": names, "results": list(lines)})


def replayed(source: str) -> Replay:
    return replay(read_record(source, "cup.json"))


def played(entrants: int, lives: int, chance: random.Random, *, own_pairs: bool) -> tuple[list[Line], object]:
    """An event: who beat whom, a line each, the sides either way round; and its table.

    With pairs of its own, a lower bracket is paired by somebody who knows nothing of the bot's.
    """
    rulebook, _ = read_rulebook({"format": "knockout", "knockout": {"lives": lives}})
    assert rulebook is not None
    facts = EventFacts(tuple(Starter(EntrantId(f"p{number}"), None) for number in range(entrants)))
    lines: list[Line] = []
    stream: Stream | None = Stream(chance.randbytes(32))
    while due := elimination.advance(facts, rulebook, stream):
        stream = None
        for new in _shuffled(due, chance) if own_pairs else due:
            contest = _contest(new, chance.randrange(2))
            facts = replace(facts, contests=(*facts.contests, contest))
            if len(new.sides) > 1:
                lines.append(_line(contest, turned=chance.random() < 0.5))
    return lines, [(row.entrant_id, row.rank_from, row.rank_to) for row in elimination.standings(facts, rulebook)]


def _shuffled(due: Sequence[NewContest], chance: random.Random) -> list[NewContest]:
    lower = [new for new in due if new.stage is Stage.LOWER and len(new.sides) > 1]
    rounds = {(new.group, new.round) for new in lower}
    members = {key: [side for new in lower if (new.group, new.round) == key for side in new.sides] for key in rounds}
    for sides in members.values():
        chance.shuffle(sides)
    return [
        replace(new, sides=(members[key].pop(), members[key].pop()))
        if (key := (new.group, new.round)) in members and new in lower
        else new
        for new in due
    ]


def _contest(new: NewContest, winner: int) -> Contest:
    score = (1, 0) if winner == 0 else (0, 1)
    result = Result(score, (0, 0), ResultKind.PLAYED, AT) if len(new.sides) > 1 else None
    name = ContestId(f"{new.stage}-{new.group}-{new.round}-{new.position}")
    return Contest(
        name, new.stage, new.round, new.position, new.sides, 1, new.bye_reason, None, None, result, new.group
    )


def _line(contest: Contest, *, turned: bool) -> Line:
    assert contest.result is not None
    turn = -1 if turned else 1
    return [*contest.sides[::turn], "-".join(map(str, contest.result.score[::turn]))]


@pytest.mark.rule("GO-26.1")
@given(entrants=st.integers(3, 17), lives=st.integers(2, 3), seed=st.integers(0, 2**32), own_pairs=st.booleans())
def test_who_beat_whom_is_enough_for_the_table(entrants: int, lives: int, seed: int, own_pairs: bool) -> None:
    lines, table = played(entrants, lives, random.Random(seed), own_pairs=own_pairs)
    found = replayed(cup(lines, entrants, lives))
    assert found.difference is None
    assert [(row.entrant_id, row.rank_from, row.rank_to) for row in found.derived.standings] == table
    assert next_round(read_record(cup(lines, entrants, lives), "cup.json")).is_over


@pytest.mark.rule("GO-26.1")
@given(
    entrants=st.integers(3, 12),
    lives=st.integers(2, 3),
    seed=st.integers(0, 2**32),
    told=st.integers(1, 40),
    own_pairs=st.booleans(),
)
@example(entrants=11, lives=2, seed=0, told=11, own_pairs=False)
def test_what_comes_next_is_for_players_with_nothing_to_play(
    entrants: int, lives: int, seed: int, told: int, own_pairs: bool
) -> None:
    lines, _ = played(entrants, lives, random.Random(seed), own_pairs=own_pairs)
    missing = everybody(entrants) - {side for line in lines[:told] for side in line}
    if missing:
        assert unplaced(cup(lines[:told], entrants, lives)) == missing
        return
    record = read_record(cup(lines[:told], entrants, lives), "cup.json")
    due = next_round(record).pairings
    lost = losses(record.facts.contests)
    still_in = sum(lost[EntrantId(str(one))] < lives for one in everybody(entrants))
    assert still_in <= lives or all(one.contest.stage is not Stage.FINAL for one in due)
    known: list[Contest | NewContest] = [*record.facts.contests, *(one.contest for one in due)]
    spots = Counter((one.stage, one.group, one.round, side) for one in known for side in one.sides)
    assert max(spots.values()) == 1


def everybody(entrants: int) -> set[object]:
    return {EntrantId(f"p{number}") for number in range(entrants)}


def unplaced(source: str) -> set[object]:
    """Who has no match in a knock-out that has begun; the file is refused at each of them."""
    with pytest.raises(RecordRefused) as refused:
        read_record(source, "cup.json")
    assert {one.code for one in refused.value.faults} == {FaultCode.NOT_PLACED}
    names = json.loads(source)["entrants"]
    assert [one.place for one in refused.value.faults] == [
        f"entrants[{names.index(one.given)}]" for one in refused.value.faults
    ]
    return {one.given for one in refused.value.faults}


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_a_knock_out_told_in_part_is_refused_at_everybody_who_is_in_no_match(lives: int) -> None:
    assert unplaced(cup([["p0", "p1", "1-0"]], 5, lives)) == {"p2", "p3", "p4"}


@pytest.mark.parametrize("lives", [1, 2, 3])
def test_whoever_is_in_a_match_to_come_or_has_a_bye_is_in_the_table(lives: int) -> None:
    lines = [["p0", "p1", "1-0"], ["p2", "bye"], ["p3", "bye"], ["p4", "bye"]]
    for told in (lines, [["p0", "p1", "1-0"], ["p0", "p2", ""], ["p3", "p4", ""]]):
        found = replayed(cup(told, 5, lives))
        assert {row.entrant_id for row in found.derived.standings} == everybody(5)
        assert not found.derived.is_over
        assert all(one.contest.stage is not Stage.FINAL for one in next_round(found.record).pairings)


def test_a_knock_out_that_has_not_begun_is_paired_with_everybody() -> None:
    due = next_round(read_record(cup([], 5, 2), "cup.json")).pairings
    assert {side for one in due for side in one.contest.sides} == everybody(5)


def test_all_matches_of_the_unbeaten_may_stand_before_those_of_the_others() -> None:
    upper = [["p0", "p1", "1-0"], ["p2", "p3", "1-0"], ["p0", "p2", "1-0"]]
    lower = [["p3", "p1", "1-0"], ["p2", "p3", "1-0"]]
    finals = [["p2", "p0", "1-0"], ["p0", "p2", "1-0"]]
    found = replayed(cup([*upper, *lower, *finals], 4, 2))
    assert found.difference is None
    assert [str(row.entrant_id) for row in found.derived.standings] == ["p0", "p2", "p3", "p1"]


def test_in_a_round_begun_with_other_pairs_the_rest_meet_each_other() -> None:
    upper = [["p0", "p1", "1-0"], ["p2", "p3", "1-0"], ["p4", "p5", "1-0"], ["p6", "p7", "1-0"]]
    due = next_round(read_record(cup([*upper, ["p1", "p3", "1-0"]], 8, 2), "cup.json")).pairings
    lower = [set(one.contest.sides) for one in due if one.contest.stage is Stage.LOWER]
    assert lower == [{"p5", "p7"}]


@pytest.mark.parametrize("pair", [["p1", "p5"], ["p3", "p7"], ["p1", "p3"]])
@pytest.mark.parametrize("position", [0, 1, 5])
def test_nobody_is_paired_again_for_a_place_that_the_file_tells_otherwise(pair: list[str], position: int) -> None:
    upper = [["p0", "p1", "1-0"], ["p2", "p3", "1-0"], ["p4", "p5", "1-0"], ["p6", "p7", "1-0"]]
    told = json.loads(write_record(read_record(cup([*upper, [*pair, "1-0"]], 8, 2), "cup.json")))
    next(one for one in told["contests"] if one["stage"] == "lower")["position"] = position
    due = next_round(read_record(json.dumps(told), "cup.json")).pairings
    lower = [set(one.contest.sides) for one in due if one.contest.stage is Stage.LOWER]
    assert lower == [{"p1", "p3", "p5", "p7"} - set(pair)]


def test_a_match_of_somebody_who_is_out_agrees_with_nothing() -> None:
    lines = [["p0", "p1", "1-0"], ["p2", "p3", "1-0"], ["p3", "p1", "1-0"], ["p1", "p2", "1-0"]]
    assert replayed(cup(lines, 4, 2)).difference is not None
