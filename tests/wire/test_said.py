"""The verdict on what was said: each kind of message, dropped, never promised or doubled, is named.

The evening is played once in a run, with the real bot; what is planted is planted in copies of what was left of it.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from bot.i18n.catalogue import Translator
from tests.wire.recorded_evening import recorded
from wire.chaos import recordings, said
from wire.chaos.dues import KINDS, OF_TROUBLE, Due, Kind, fixed_words
from wire.chaos.machine import DATABASE
from wire.chaos.recordings import Heard, Recording

# The first to ask plays the evening: minutes on a busy machine, and a quarter of one of the processor on any.
pytestmark = [pytest.mark.long, pytest.mark.timeout(500)]

INSERT_OUTAGE = "INSERT INTO outages (cause, down_from, up_at) VALUES ('process', ?, ?)"

of_each_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Recording:
    """What is left of it."""
    return recorded(tmp_path_factory.getbasetemp())


@pytest.fixture
def copy(evening: Recording, tmp_path: Path) -> Recording:
    return evening.keep(tmp_path)


def change(evening: Recording, sql: str, *values: str) -> None:
    """Plants something in the facts."""
    with closing(sqlite3.connect(evening.folder / DATABASE)) as connection, connection:
        assert connection.execute(sql, values).rowcount > 0


def kind_of(name: str) -> Kind:
    return next(one for one in KINDS if one.name == name)


def without(kind: Kind, evening: Recording) -> Recording:
    """The evening in which no message of the kind can be read."""
    return replace(evening, heard=tuple(one for one in evening.heard if not said.is_of(kind, one)))


def with_one_twice(kind: Kind, evening: Recording) -> Recording:
    """The evening in which the kind's last message stands twice."""
    last = [one for one in evening.heard if said.is_of(kind, one)][-1]
    return replace(evening, heard=(*evening.heard, last))


def test_of_a_sound_evening_nothing_is_missing_doubled_or_strange(evening: Recording) -> None:
    assert list(said.breaches(evening)) == []


@of_each_kind
def test_the_recorded_evening_says_every_kind_that_the_verdict_knows(kind: Kind, evening: Recording) -> None:
    assert any(said.is_of(kind, one) for one in evening.heard)
    assert any(due.least for due in kind.dues(evening))


@of_each_kind
def test_a_kind_that_is_marked_as_kept_and_never_sent_is_named(kind: Kind, evening: Recording) -> None:
    """The outbox still says that each was delivered: nothing of it is believed."""
    found = list(said.of_kind(kind, without(kind, evening)))
    assert any(one.startswith(f"{kind.name}: said 0 times instead of") for one in found), found


@of_each_kind
def test_a_kind_that_was_never_promised_is_named(kind: Kind, copy: Recording) -> None:
    with closing(sqlite3.connect(copy.folder / DATABASE)) as connection, connection:
        connection.executemany("DELETE FROM outbox WHERE kind = ?", [(stored,) for stored in kind.stored])
    found = list(said.of_kind(kind, without(kind, copy)))
    assert any(one.startswith(f"{kind.name}: said 0 times instead of") for one in found), found


@of_each_kind
def test_a_kind_that_is_said_twice_is_named(kind: Kind, evening: Recording) -> None:
    most = sum(due.most for due in kind.dues(evening))
    doubled = evening
    while sum(said.is_of(kind, one) for one in doubled.heard) <= most:
        doubled = with_one_twice(kind, doubled)
    found = list(said.of_kind(kind, doubled))
    assert any(one.startswith(f"{kind.name}: said") and " at most" in one for one in found), found


@of_each_kind
def test_a_kind_that_no_fact_asks_for_is_named(kind: Kind, evening: Recording) -> None:
    unasked = replace(kind, dues=lambda _: iter(()))
    assert any("without a fact that asks for it" in one for one in said.of_kind(unasked, evening))


@pytest.mark.parametrize("name", ["check-in reminder", "match called"])
def test_a_reader_who_is_not_named_is_named_by_the_verdict(name: str, evening: Recording) -> None:
    kind = kind_of(name)
    nameless = tuple(_without_names(one) if said.is_of(kind, one) else one for one in evening.heard)
    found = list(said.breaches(replace(evening, heard=nameless)))
    assert any(one.startswith(f"{name}: does not name <@") for one in found), found


def _without_names(message: Heard) -> Heard:
    return replace(message, text=message.text.replace("<@", "@"))


def _in_general(message: Heard) -> Heard:
    return replace(message, place="general")


def _in_other_words(message: Heard) -> Heard:
    return replace(message, text="Good evening, everybody.", controls=())


@pytest.mark.parametrize("changed", [_in_general, _in_other_words])
def test_a_message_of_no_known_kind_is_a_breach(changed: Callable[[Heard], Heard], evening: Recording) -> None:
    strange = replace(evening, heard=(*evening.heard, changed(evening.heard[-1])))
    assert [one.partition(",")[0] for one in said.breaches(strange)] == ["said"]


def test_a_promise_of_no_known_kind_is_a_breach_until_the_verdict_has_a_row_for_it(copy: Recording) -> None:
    change(copy, "UPDATE outbox SET kind = 'jeek_board' WHERE kind = 'podium'")
    assert list(said.breaches(copy)) == ["promised, and of no kind that the verdict knows: jeek_board"]


def test_a_calendar_without_the_event_or_with_it_twice_is_a_breach(evening: Recording) -> None:
    first, *others = evening.scheduled
    for scheduled in (others, [first, first, *others]):
        found = list(said.breaches(replace(evening, scheduled=tuple(scheduled))))
        assert [one.partition(":")[0] for one in found] == ["calendar"]


def test_a_wrong_score_on_the_card_of_a_match_is_a_breach(evening: Recording) -> None:
    swapped = tuple(replace(one, text=one.text.replace("**2–1**", "**9–9**")) for one in evening.heard)
    assert any(one.startswith("result: said 0 times") for one in said.breaches(replace(evening, heard=swapped)))


def test_an_outage_on_record_that_was_told_to_nobody_is_a_breach(copy: Recording) -> None:
    """As one that a test of another kind of fault would write: the verdict needs no promise to expect it."""
    over = next(iter(copy.dicts("SELECT ended_at FROM tournaments WHERE ended_at IS NOT NULL")))["ended_at"]
    change(copy, INSERT_OUTAGE, str(over - 200_000), str(over - 100_001))
    assert any(one.startswith("outage: said 0 times") for one in said.breaches(copy))


def test_an_outage_that_is_told_shorter_than_it_was_is_a_breach(copy: Recording) -> None:
    """Its message is edited as it grows: what stands there in the end is the whole of it."""
    change(copy, "UPDATE outages SET up_at = up_at + 20000")
    assert any(one.startswith("outage: said 0 times") for one in said.of_kind(kind_of("outage"), copy))


def test_a_message_that_is_edited_is_still_of_its_kind(evening: Recording) -> None:
    outage = kind_of("outage")
    edited = tuple(
        replace(one, place="announcements", controls=("now:panel What now?",)) if said.is_of(outage, one) else one
        for one in evening.heard
    )
    assert list(said.breaches(replace(evening, heard=edited))) == []


def test_a_reminder_that_is_missing_is_named_though_the_report_was_told(evening: Recording) -> None:
    lines = [one for one in evening.heard if said.is_of(kind_of("report"), one)]
    reminder = next(one for place, one in enumerate(lines) if one.text in [each.text for each in lines[:place]])
    found = said.breaches(replace(evening, heard=tuple(one for one in evening.heard if one is not reminder)))
    assert any(one.startswith("report: said 0 times") and "said nothing" in one for one in found)


def test_a_call_of_staff_without_the_role_is_missed_where_the_first_met_silence(evening: Recording) -> None:
    calls = [one for one in evening.heard if said.is_of(kind_of("staff called"), one)]
    assert len(calls) == 2
    found = said.breaches(replace(evening, heard=tuple(one for one in evening.heard if one is not calls[-1])))
    assert [one.rpartition(", ")[2] for one in found] == ["and nobody answered"]


def test_a_refused_call_of_staff_that_was_not_written_by_letter_is_named(copy: Recording) -> None:
    change(
        copy,
        "INSERT INTO log (at, guild_id, act, subject, details) VALUES (0, 1, 'cannot_say', 'x', ?)",
        '{"saying": "staff_called", "refusal": "missing", "where": "1"}',
    )
    letter = next(one for one in OF_TROUBLE if one.name == "staff called by letter")
    (found,) = said.of_kind(letter, copy)
    assert found.startswith(f"{letter.name}: said 0 times instead of 1, though 1 of 2 calls of staff were refused")


def test_a_command_in_a_sentence_is_read_as_the_link_that_discord_shows() -> None:
    text = Translator().say("staff.matter_cannot_speak").replace("`/doctor`", "</desk:1>")
    called = Heard("committee", 0.0, f"🔔 This waits for you. {text}", ())
    assert said.fits(Due("", fixed_words("staff.matter_cannot_speak")), called)


def test_an_evening_is_kept_and_read_back_whole(evening: Recording, tmp_path: Path) -> None:
    kept = evening.keep(tmp_path)
    assert replace(kept, folder=evening.folder) == evening
    assert recordings.read(tmp_path) == kept


def test_a_match_that_is_asked_for_its_score_is_not_called_again(evening: Recording) -> None:
    wanted = next(one for one in OF_TROUBLE if one.name == "result wanted")
    card = next(one for one in evening.heard if said.is_of(kind_of("match called"), one))
    asked = replace(card, text=Translator().say("matches.result_wanted", names="Ana"))
    kinds = [one.name for one in (*KINDS, wanted) if said.is_of(one, asked)]
    assert kinds == ["result wanted"]
