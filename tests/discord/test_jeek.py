"""Jeek as members play it on sixteen buttons, and as an arbiter asks about it."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal import simcord_seam
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.test_health import restrict

QUICK = ["A1 B1 C1", "A2 B2 C2", "A3 B3 C3", "A4 B4 C4", "D1 D2 D3", "D4"]
"""A game in which Black, to whom D4 is left, loses."""
IN_PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


async def begun(stage: Stage, first: Member, second: Member, **options: str) -> Post:
    """The board of a game in which the first has White."""
    asked = await first.type("jeek play", member=second, colour="white", **options)
    await second.press(asked.post, "jeek-accept")
    return stage.latest("jeek-resign")


def two(stage: Stage) -> tuple[Member, Member]:
    return stage.member("Ana", locale="pt-BR"), stage.member("Bob")


async def place(board: Post, who: Member, move: str) -> Answer:
    """Presses the squares, then Place."""
    for square in move.split():
        await who.press(board, square)
    return await who.press(board, "jeek-place")


def state(stage: Stage) -> tuple[object, ...]:
    (row,) = rows(stage, "SELECT ending, loser FROM jeek_games")
    return tuple(row)


@pytest.mark.rule("AIJE-C01-1")
async def test_a_whole_game_from_the_challenge_to_the_last_piece(stage: Stage) -> None:
    ana, bob = two(stage)
    asked = await ana.type("jeek play", member=bob, colour="white")
    assert not asked.private
    assert bob.id in asked.post.pinged
    called = await bob.press(asked.post, "jeek-accept")
    assert {ana.id, bob.id} == called.post.pinged
    board, before = stage.latest("jeek-resign"), len(stage.calls)
    for number, move in enumerate(QUICK):
        answer = await place(board, (ana, bob)[number % 2], move)
        assert answer.posts == ()
    text = stage.again(board).text
    assert "White wins" in text
    assert f"<@{bob.id}> placed the last piece (D4)" in text
    assert "1. A1-C1 A2-C2 2. A3-C3 A4-C4 3. D1-D3 D4" in text
    assert len(stage.calls) == before
    assert state(stage) == ("last_piece", "black")


@IN_PORTUGUESE
@pytest.mark.rule("AIJE-C01-1")
async def test_the_board_speaks_the_servers_language_and_refusals_the_players(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob", locale="en-GB")
    board = await begun(stage, ana, bob)
    assert "Vez das brancas" in board.text
    assert "opponent’s turn" in (await bob.press(board, "B2")).text
    for number, move in enumerate(QUICK):
        await place(board, (ana, bob)[number % 2], move)
    assert "As brancas vencem" in stage.again(board).text


@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
async def test_an_illegal_move_is_refused_to_the_player_alone_with_its_rule(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    crooked = await place(board, ana, "A1 B2")
    assert crooked.private
    assert "linha reta" in crooked.text
    await ana.press(board, "B2")
    await ana.press(board, "jeek-place")
    assert "Only D4" in stage.again(board).text
    mirrored = await place(board, bob, "D4")
    assert "AIJE-C01-2" in mirrored.text
    await place(board, bob, "D3")
    assert [row["move"] for row in rows(stage, "SELECT move FROM jeek_moves ORDER BY number")] == [1, 0x8800]


@pytest.mark.rule("AIJE-C01-3")
async def test_a_flag_falls_by_itself(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    await place(board, ana, "A1")
    await stage.advance(minutes=2, seconds=10)
    text = stage.again(board).text
    assert "White wins" in text
    assert f"<@{bob.id}>’s clock reached 0" in text
    assert state(stage) == ("time", "black")
    assert stage.again(board).has("jeek-rematch")


async def test_a_restart_in_the_middle_changes_nothing(stage: Stage) -> None:
    ana, bob = two(stage)
    asked = await ana.type("jeek play", member=bob, colour="white")
    await stage.restart()
    await bob.press(asked.post, "jeek-accept")
    board = stage.latest("jeek-resign")
    await ana.press(board, "A1")
    await stage.restart()
    await ana.press(board, "B1")
    await ana.press(board, "C1")
    await ana.press(board, "jeek-place")
    await stage.restart()
    for number, move in enumerate(QUICK[1:], start=1):
        await place(board, (ana, bob)[number % 2], move)
    assert state(stage) == ("last_piece", "black")


@pytest.mark.rule("AIJE-C01-3")
async def test_clocks_stand_still_in_an_outage(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    await place(board, ana, "A1")
    await stage.advance(minutes=1)
    await stage.sleep_through(timedelta(minutes=30))
    await stage.advance(seconds=55)
    await place(board, bob, "B2")
    assert state(stage) == (None, None)
    await stage.advance(minutes=2, seconds=10)
    assert state(stage) == ("time", "white")


async def test_strangers_and_the_waiting_side_are_refused_kindly(stage: Stage) -> None:
    ana, bob = two(stage)
    eve = stage.member("Eve")
    asked = await ana.type("jeek play", member=bob, colour="white")
    assert "for another person" in (await eve.press(asked.post, "jeek-accept")).text
    await bob.press(asked.post, "jeek-accept")
    board = stage.latest("jeek-resign")
    for button in ("A1", "jeek-resign"):
        answer = await eve.press(board, button)
        assert answer.private
        assert "welcome to watch" in answer.text
    assert "opponent’s turn" in (await bob.press(board, "A1")).text
    assert rows(stage, "SELECT 1 FROM jeek_games WHERE chosen <> 0") == []


async def test_a_double_click_marks_and_unmarks_and_a_second_place_is_refused(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    await stage.double_click(ana, board, "A1")
    assert rows(stage, "SELECT 1 FROM jeek_games WHERE chosen <> 0") == []
    await ana.press(board, "A1")
    answers = await stage.double_click(ana, board, "jeek-place")
    assert len(rows(stage, "SELECT 1 FROM jeek_moves")) == 1
    assert sum("vez do seu adversário" in answer.text for answer in answers) == 1
    await stage.advance(seconds=10)
    assert "Black to move" in stage.again(board).text


async def test_squares_that_are_pressed_in_one_moment_are_all_marked(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    await stage.together(board, (ana, "A1"), (ana, "B1"), (ana, "C1"))
    await stage.advance(seconds=5)
    assert "A1-C1" in stage.again(board).text


async def test_resigning_is_asked_twice_and_a_rematch_changes_colours(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    sure = await bob.press(board, "jeek-resign")
    assert state(stage) == (None, None)
    await bob.press(sure.post, "jeek-resign-yes")
    await stage.advance(seconds=10)
    assert f"<@{bob.id}> resigned" in stage.again(board).text
    again = await bob.press(board, "jeek-rematch")
    assert f"<@{bob.id}> takes White" in again.text
    assert ana.id in again.post.pinged
    assert "já desafiou você" in (await ana.press(board, "jeek-rematch")).text
    await ana.press(again.post, "jeek-accept")
    fresh = stage.latest("jeek-resign")
    await place(fresh, bob, "A1")
    assert len(rows(stage, "SELECT 1 FROM jeek_games WHERE started_at IS NOT NULL")) == 2


async def test_a_challenge_is_declined_taken_back_or_lapses(stage: Stage) -> None:
    ana, bob = two(stage)
    first = await ana.type("jeek play", member=bob)
    declined = await bob.press(first.post, "jeek-decline")
    assert declined.panel is not None
    assert "does not want to play" in declined.panel.text
    second = await ana.type("jeek play", member=bob)
    assert "took the challenge" in stage_text(await ana.press(second.post, "jeek-decline"))
    third = await ana.type("jeek play", member=bob)
    await stage.advance(minutes=16)
    assert "ended" in (await bob.press(third.post, "jeek-accept")).text


def stage_text(answer: Answer) -> str:
    assert answer.panel is not None
    return answer.panel.text


async def test_what_now_leads_the_side_to_move_to_the_board(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, bob, ana)
    told = await bob.press(board, "now")
    assert "It is your move against" in told.text
    assert str(board.message_id) in (await bob.press(told.post, "jeek-find")).text
    assert f"É a vez de <@{bob.id}>" in (await ana.press(board, "now")).text


async def test_who_cannot_be_challenged(stage: Stage) -> None:
    ana, bob = two(stage)
    assert "é para duas pessoas" in (await ana.type("jeek play", member=ana)).text
    machine = stage.guild.add_member(stage.env.create_user("Robo", bot=True))
    assert "do not press buttons" in (await bob.type("jeek play", member=machine)).text
    assert "such as 2+0" in (await bob.type("jeek play", member=ana, clock="soon")).text


async def test_no_game_begins_where_the_bot_could_not_show_its_end(stage: Stage) -> None:
    ana, bob = two(stage)
    await restrict(stage, stage.announcements.id, view_channel=False)
    refused = await bob.type("jeek play", member=ana)
    assert refused.private
    assert "can't see this channel" in refused.text


async def test_a_board_that_somebody_deleted_comes_back_in_its_channel(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob, clock="10+5")
    await place(board, ana, "A1")
    sure = await bob.press(board, "jeek-resign")
    simcord_seam.forget_message(stage.env, board.channel_id, board.message_id)
    await bob.press(sure.post, "jeek-resign-yes")
    await stage.advance(seconds=10)
    back = stage.latest("jeek-rematch")
    assert (back.channel_id, "White wins" in back.text) == (board.channel_id, True)


@pytest.mark.rule("AIJE-C01-1", "AIJE-C01-2")
async def test_an_arbiter_checks_a_game(stage: Stage) -> None:
    answer = await stage.arbiter.type("jeek check", moves="A1 D4 B1")
    assert answer.private
    assert "Black’s **D4**, is not legal by AIJE-C01-2" in answer.text
    assert "Black to move, with 50 legal moves" in answer.text
    assert "With best play Black wins" in answer.text
    legal = await stage.arbiter.type("jeek check", moves="1. B2-C2")
    assert "White wins" in legal.text
    over = await stage.arbiter.type("jeek check", moves="A1-C1 A2-C2 A3-C3 A4-C4 D1-D3 D4")
    assert "White has won" in over.text


@pytest.mark.rule("AIJE-A02-1")
async def test_a_player_checks_what_is_legal_and_is_not_helped(stage: Stage) -> None:
    ana, bob = two(stage)
    legal = await bob.type("jeek check", moves="A1 D4+D3")
    assert "1. A1 D3-D4" in legal.text
    assert "AIJE-A02-1" in legal.text
    assert "best play Black" not in legal.text
    assert "não é legal" in (await ana.type("jeek check", squares="A1 B2", moves="A1")).text
    assert "Não consigo ler" in (await ana.type("jeek check", moves="A1 Z9")).text
    assert "under `moves`" in (await bob.type("jeek check")).text


@pytest.mark.rule("AIJE-D03-4")
async def test_a_pause_rests_the_board_through_a_restart_until_both_play_on(stage: Stage) -> None:
    ana, bob = two(stage)
    board = await begun(stage, ana, bob)
    await place(board, ana, "A1")
    await ana.press(board, "Pause (5 minutes)")
    text = stage.again(board).text
    assert f"<@{ana.id}> takes a pause" in text
    assert "1 pause" in text
    await stage.restart()
    refused = await bob.press(board, "jeek-ready")
    assert refused.posts == ()
    assert f"<@{bob.id}> wants to play on" in stage.again(board).text
    await ana.press(board, "jeek-ready")
    assert "takes a pause" not in stage.again(board).text
    await place(board, bob, "D3")
    await bob.press(board, "2 pauses at once (10 minutes)")
    await stage.advance(minutes=10, seconds=5)
    assert "takes a pause" not in stage.again(board).text
    assert "White to move" in stage.again(board).text
