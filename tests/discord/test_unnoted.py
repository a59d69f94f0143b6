"""Messages that stand although Discord answered with trouble: whoever presses one proves it, and is heard."""

from __future__ import annotations

import pytest
from discord.utils import snowflake_time

from bot import wiring
from bot.features.tournaments.promises_model import MatchCalled
from bot.kernel import outbox
from tests.discord.harness import Stage, an_event, noting, rows
from tests.discord.test_matches import call


@pytest.fixture
def unnoted(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the first calls of matches, which Discord took and answered with trouble."""
    working, cut = wiring.note_delivery, list[str]()

    def cut_off(tx, delivery):
        promise = outbox.load(tx, delivery.outbox_id)
        if promise is not None and isinstance(promise.message, MatchCalled) and delivery.outbox_id not in cut:
            cut.append(delivery.outbox_id)
            raise OSError("503")
        working(tx, delivery)

    noting(stage, monkeypatch, cut_off)
    return cut


def doubled(stage: Stage) -> None:
    """From now on Discord brings each interaction twice."""
    emit = stage.env.backend.emit

    def twice(event, payload):
        emit(event, payload)
        if event == "INTERACTION_CREATE":
            emit(event, payload)

    stage.env.backend.emit = twice  # type: ignore[method-assign]


def clocks(stage: Stage) -> list[tuple[int, int | None]]:
    return [(row["started_at"], row["ended_at"]) for row in rows(stage, "SELECT * FROM absence_clocks ORDER BY side")]


@pytest.mark.rule("AIJE-D01-5.4")
async def test_who_presses_i_am_here_before_the_delivery_is_noted_is_here(stage: Stage, unnoted: list[str]) -> None:
    duel = await call(stage)
    assert unnoted
    assert clocks(stage) == []
    answer = await duel.first.press(duel.card, "here")
    assert answer.private
    await duel.second.press(duel.card, "here")
    ours = [one for one in clocks(stage) if one[1] is not None]
    assert len(ours) == 2
    await stage.advance(minutes=10)
    assert duel.card.has("score")
    assert len([post for post in stage.posts_in(stage.matches) if post.has("score")]) == 1


@pytest.mark.rule("AIJE-D01-5.4")
async def test_the_clocks_of_a_proven_call_run_from_its_message(stage: Stage, unnoted: list[str]) -> None:
    duel = await call(stage)
    await stage.advance(seconds=10)
    await duel.first.press(duel.card, "here")
    sent = snowflake_time(duel.card.message_id)
    assert unnoted
    assert {began for began, _ in clocks(stage)} == {int(sent.timestamp() * 1000)}


async def test_a_press_on_any_message_notes_that_it_stands(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    working, trouble = wiring.note_delivery, [OSError("503")]

    def cut_off(tx, delivery):
        if trouble:
            raise trouble.pop()
        working(tx, delivery)

    noting(stage, monkeypatch, cut_off)
    post = await an_event(stage)
    states = "SELECT state FROM outbox WHERE kind = 'tournament_announced'"
    assert [row["state"] for row in rows(stage, states)] == ["pending"]
    await stage.member("Ana").press(post, "now")
    assert [row["state"] for row in rows(stage, states)] == ["delivered"]
    assert rows(stage, "SELECT message_id FROM panels")[0]["message_id"] == post.message_id


async def test_an_interaction_that_discord_brings_twice_is_answered_once(stage: Stage) -> None:
    duel = await call(stage)
    before = len(stage.posts_in(stage.matches, private=True))
    doubled(stage)
    answer = await duel.first.press(duel.card, "here")
    assert "🔴" not in answer.text
    assert len(stage.posts_in(stage.matches, private=True)) == before + 1


async def test_a_command_that_discord_brings_twice_is_answered_once(stage: Stage) -> None:
    doubled(stage)
    await stage.organiser.type("me")
    assert len([one for one in stage.everything() if one.private]) == 1
