"""The record of an event as members get it: files for everybody once it is over, before that for organisers."""

from __future__ import annotations

import json

from bot.record.reading import read_record
from bot.record.replaying import replay
from tests.discord.harness import Stage
from tests.discord.test_ending import begin, play_out


async def test_everybody_takes_the_record_of_an_event_away_and_it_agrees(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara")]
    await begin(stage, players)
    early = await players[0].type("record export", tournament="Open 1")
    await play_out(stage)
    answer = await stage.member("Zoe").type("record export", tournament="Open 1")
    assert "/standings show" in early.text
    assert answer.private
    assert "docs/record.md" in answer.text
    files = {file.name: stage.picture(file.url) for file in answer.post.pictures}
    assert sorted(files) == ["open-1-games.csv", "open-1-standings.csv", "open-1.json"]
    found = replay(read_record(files["open-1.json"], "open-1.json"))
    assert found.agrees
    assert {one["name"] for one in json.loads(files["open-1.json"])["entrants"]} == {"Ana", "Bruno", "Clara"}
