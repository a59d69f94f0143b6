"""An adjourned game of Go as its players and its arbiter see it in Spanish (GO-12, GO-14)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.go_games import a_game
from tests.discord.harness import Post, Stage, rows

SPANISH = pytest.mark.parametrize("stage_options", [{"language": "es-ES"}], indirect=True)


async def desk(stage: Stage, card: Post) -> Post:
    return (await stage.arbiter.press(card, "referee")).post


@SPANISH
@pytest.mark.rule("GO-14")
async def test_a_game_is_adjourned_its_times_are_confirmed_and_it_goes_on_after_a_restart(stage: Stage) -> None:
    black, white, card = await a_game(stage, "es-ES")
    await stage.advance(minutes=10)
    form = await stage.arbiter.press(await desk(stage, card), "adjourn")
    await stage.arbiter.fill(form, until="")
    await stage.advance(seconds=5)
    told = stage.latest("times-note", stage.matches)
    assert "paren los relojes" in told.text
    assert told.pinged == {black.id, white.id, stage.arbiter.id}
    assert "Aplazada" in stage.again(card).text
    refused = await white.press(told, "times-note")
    assert refused.private
    assert not rows(stage, "SELECT 1 FROM time_notes")

    form = await stage.arbiter.press(told, "times-note")
    refused = await stage.arbiter.fill(form, side0="una hora", side1="4")
    assert "No puedo leer" in refused.text
    form = await stage.arbiter.press(told, "times-note")
    await stage.arbiter.fill(form, side0="5:20", side1="4")
    await stage.advance(seconds=5)
    noted = stage.latest("times-right", stage.matches)
    assert f"<@{black.id}> **5:20** · <@{white.id}> **4:00**" in noted.text
    assert noted.pinged == {black.id, white.id}
    assert "la nota cuenta" in (await black.press(noted, "times-right")).text
    await stage.restart()
    assert "la nota cuenta" not in (await white.press(noted, "times-wrong")).text
    await stage.advance(seconds=5)
    doubted = stage.posts_in(stage.matches)[-1]
    assert doubted.pinged == {stage.arbiter.id}
    form = await stage.arbiter.press(doubted, "times-note")
    await stage.arbiter.fill(form, side0="5:20", side1="4:30", why="leí mal")
    await stage.advance(seconds=5)
    again = stage.latest("times-right", stage.matches)
    assert "leí mal" in again.text
    for player in (black, white):
        await player.press(again, "times-right")
    await stage.advance(seconds=5)
    assert "Confirmado por ambos lados" in stage.again(card).text

    await stage.advance(hours=1)
    posts = [post.text for post in stage.posts_in(stage.matches)]
    assert sum("su partida sigue" in text for text in posts) == 1
    assert "la partida sigue" in posts[-1]
    assert "**4:30**" in posts[-1]
    await black.fill(await black.press(card, "count"), count="185")
    await white.press(card, "agree")
    assert "**1–0**" in stage.again(card).text


@SPANISH
@pytest.mark.rule("GO-12", "GO-14")
async def test_a_clock_that_fails_without_a_note_has_the_time_split_equally(stage: Stage) -> None:
    black, white, card = await a_game(stage, "es-ES")
    await stage.advance(minutes=10)
    page = await stage.arbiter.press(await desk(stage, card), "clock-page")
    assert "10:00" in page.text
    assert "5:00" in page.text
    form = await stage.arbiter.press(page.post, "times-split")
    await stage.arbiter.fill(form, total="10:30")
    await stage.advance(seconds=5)
    told = stage.posts_in(stage.matches)[-1]
    assert f"<@{black.id}> **5:15** · <@{white.id}> **5:15**" in told.text
    page = await stage.arbiter.press(await desk(stage, card), "clock-page")
    await stage.arbiter.press(page.post, "times-by-note")
    await stage.advance(seconds=5)
    assert "según la nota" in stage.posts_in(stage.matches)[-1].text
    page = await stage.arbiter.press(await desk(stage, card), "clock-page")
    form = await stage.arbiter.press(page.post, "times-rule")
    await stage.arbiter.fill(form, side0="6", side1="7", why="el reloj corría de más")
    await stage.advance(seconds=5)
    assert "el reloj corría de más" in stage.posts_in(stage.matches)[-1].text
    assert "**6:00**" in stage.again(card).text


@SPANISH
@pytest.mark.rule("GO-14")
async def test_the_end_of_a_pause_is_moved_and_the_game_taken_up_by_hand(stage: Stage) -> None:
    _, _, card = await a_game(stage, "es-ES")
    await stage.advance(minutes=10)
    await stage.arbiter.fill(await stage.arbiter.press(await desk(stage, card), "adjourn"), until="")
    form = await stage.arbiter.press(await desk(stage, card), "adjourn-move")
    later = stage.now + timedelta(hours=5)
    await stage.arbiter.fill(form, until=f"{later:%d/%m/%Y %H:%M}")
    await stage.advance(hours=2)
    assert "Aplazada" in stage.again(card).text
    await stage.arbiter.press(await desk(stage, card), "resume")
    await stage.advance(seconds=5)
    assert "Aplazada" not in stage.again(card).text
    shown = await stage.organiser.type("rulebook show", rulebook="go-swiss")
    assert "aplazar una partida 1 hora" in shown.text
