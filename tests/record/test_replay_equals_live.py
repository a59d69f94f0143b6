"""Whatever was played, the record of it agrees: nothing but its facts is needed to know the table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.course import in_bracket
from bot.play.formats import FORMATS
from bot.play.records import Record
from bot.record.reading import read_record
from bot.record.replaying import ReplayedPart, ReplayVerdict, replay
from bot.record.writing import write_record
from tests.record.playing import RULEBOOKS, played

PLAYERS = {"title_match": st.just(2), "groups": st.integers(4, 11), "swiss_cut": st.integers(5, 12)}


def written_and_read(record: Record) -> Record:
    return read_record(write_record(record), "cup.json")


@pytest.mark.parametrize("name", RULEBOOKS)
@settings(max_examples=settings().max_examples // 4)
@given(data=st.data())
def test_a_replay_of_the_file_gives_the_live_table_and_says_that_all_agrees(name: str, data: st.DataObject) -> None:
    players = data.draw(PLAYERS.get(name, st.integers(3, 12)))
    event = played(name, players, data.draw(st.integers(0, 10**6)))
    live = FORMATS[event.rulebook.format].standings(event.facts, event.rulebook)
    found = replay(written_and_read(event.record()))
    checks = {check.part: check.verdict for check in found.checks}
    assert found.difference is None
    assert (
        checks[ReplayedPart.DRAWS]
        is checks[ReplayedPart.STANDINGS]
        is checks[ReplayedPart.RULEBOOK]
        is ReplayVerdict.AGREES
    )
    assert (checks[ReplayedPart.PAIRINGS] is ReplayVerdict.AGREES) == (name != "arena" or not event.contests)
    assert found.derived.standings == live
    assert found.derived.is_over == event.is_over()


@pytest.mark.rule("GO-28.4")
def test_who_leaves_in_the_very_moment_of_a_pairing_may_have_been_paired_before() -> None:
    event = played("swiss_cut", 8, 3, leave=False, correct=False)
    opening = next(one.contest for one in event.contests if in_bracket(one.contest, event.rulebook))
    assert opening.created_at is not None
    event.withdrawn_at[opening.sides[1]] = opening.created_at
    assert replay(written_and_read(event.record())).difference is None
    event.withdrawn_at[opening.sides[1]] -= timedelta(milliseconds=1)
    assert replay(written_and_read(event.record())).difference is not None
