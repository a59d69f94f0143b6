"""A ceremony of an event as Discord shows it, in Portuguese: stated, recalled, attended, and a reprimand."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.entering import event_of
from tests.discord.harness import Stage, enter
from tests.discord.test_warnings import PORTUGUESE
from tests.hall.go import go_rules


@pytest.mark.rule("GO-23.6")
@PORTUGUESE
async def test_players_are_reminded_press_that_they_are_there_and_the_absent_is_reprimanded(stage: Stage) -> None:
    post = await event_of(stage, go_rules())
    ana, bia = (stage.member(name, locale="pt-BR") for name in ("Ana", "Bia"))
    await enter(stage, post, ana, bia)
    begins = stage.now + timedelta(hours=3)
    when = f"{begins:%d/%m/%Y %H:%M}"
    desk = await stage.organiser.type("ceremony add", tournament="Open 1", name="Abertura", when=when)
    assert "Abertura" in desk.text
    await stage.advance(seconds=5)
    assert "Os jogadores têm o dever de estar lá" in stage.posts_in(stage.announcements)[-1].text

    await stage.advance(hours=2, minutes=1)
    reminder = stage.latest("ceremony-here", stage.announcements)
    assert reminder.pinged == {ana.id, bia.id}
    await stage.advance_to(begins - timedelta(minutes=10))
    assert "Anotado" in (await ana.press(reminder, "ceremony-here")).text
    await stage.advance_to(begins + timedelta(minutes=10))
    listed = await stage.organiser.type("ceremony list", tournament="Open 1")
    opened = await stage.organiser.choose(listed.post, "ceremony", "Abertura")
    assert "1 jogador presente" in opened.text
    form = await stage.organiser.choose(opened.post, "reprimand", "Bia")
    await stage.organiser.fill(form, why="não avisou")
    await stage.advance(seconds=5)
    told = stage.posts_in(stage.announcements)[-1]
    assert "recebe uma repreensão" in told.text
    assert told.pinged == {bia.id}
