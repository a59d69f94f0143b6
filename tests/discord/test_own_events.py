"""The friend who runs Friday's cup alone and plays in it, on the pretend Discord."""

from __future__ import annotations

from tests.discord.harness import Stage, an_event, enter


async def test_who_is_alone_picks_a_reason_all_read_it_and_a_player_undoes_it(stage: Stage) -> None:
    post = await an_event(stage, "Cup", rulebook="cup")
    stranger, *players = stage.crowd(4)
    await enter(stage, post, stage.organiser, *players)
    form = await stage.organiser.type("tournament cancel", tournament="Cup")
    asked = await stage.organiser.fill(form, reason="I am losing")
    assert asked.private
    assert "pick a reason" in asked.text
    told = await stage.organiser.choose(asked.post, "own-why", "slip")
    assert told.panel is not None
    assert "everybody can read it" in told.panel.text
    await stage.advance(seconds=5)
    public = stage.latest("own-object", stage.announcements)
    assert "the event is called off" in public.text
    refused = await stranger.press(public, "own-object")
    assert "Only people who play" in refused.text
    objected = await players[0].press(public, "own-object")
    assert "objected" in objected.text
    await stage.advance(seconds=5)
    assert "All is as it was before" in stage.posts_in(stage.announcements)[-1].text
    again = await players[1].press(public, "own-object")
    assert again.private
