"""Commands in texts can be tapped, under the numbers by which Discord knows them in the server where it is said."""

from __future__ import annotations

import json
import re

import pytest

from bot.kernel.ids import Switch
from tests.discord.harness import Stage, an_event, enter, rows

TEAMS = pytest.mark.parametrize("stage_options", [{"switches": (Switch.TEAMS,)}], indirect=True)


def numbers(stage: Stage, scope: int) -> dict[str, int]:
    """Discord's numbers of the commands that the server alone has; under 0 of those of all servers."""
    found = rows(stage, "SELECT ids FROM told_commands WHERE scope = ?", scope)
    return dict(json.loads(found[0]["ids"]))


def sent(stage: Stage) -> str:
    """All that the bot has sent so far, as it went over the wire."""
    return json.dumps([call.json for call in stage.env.http_requests])


def mentioned(stage: Stage) -> set[tuple[str, int]]:
    """First words of commands that were mentioned, each with its number."""
    return {(name.split()[0], int(number)) for name, number in re.findall(r"</([a-z -]+):(\d+)>", sent(stage))}


async def test_answers_mention_commands_by_the_numbers_that_discord_gave_them(stage: Stage) -> None:
    answer = await stage.owner.type("help")
    assert "`/help`" in answer.text
    assert ("help", numbers(stage, 0)["help"]) in mentioned(stage)
    assert mentioned(stage) <= {*numbers(stage, 0).items(), *numbers(stage, stage.guild.id).items()}


@TEAMS
async def test_a_command_of_one_server_alone_has_the_number_of_that_server(stage: Stage) -> None:
    own = numbers(stage, stage.guild.id)
    assert list(own) == ["team"]
    event = await an_event(stage, rulebook="aije-teams")
    await stage.member("Ana").press(event, "register")
    assert "`/deck" not in sent(stage)
    assert set(own.values()).isdisjoint(numbers(stage, 0).values())


async def test_what_help_finds_is_mentioned_to_be_tapped(stage: Stage) -> None:
    await stage.member("Ana").type("help", name="result")
    assert ("score", numbers(stage, 0)["score"]) in mentioned(stage)


async def test_the_numbers_are_known_after_a_restart_without_asking_for_them(stage: Stage) -> None:
    known = numbers(stage, 0)
    await stage.restart()
    puts = [call for call in stage.calls if call.method == "PUT"]
    await stage.owner.type("help")
    assert ("help", known["help"]) in mentioned(stage)
    assert [call for call in stage.calls if call.method == "PUT"] == puts


async def test_a_letter_names_commands_without_mentioning_them(stage: Stage) -> None:
    """None of them is for direct messages: a mention would be one that leads nowhere."""
    event = await an_event(stage)
    ana = stage.member("Ana")
    await enter(stage, event, ana)
    await stage.advance(hours=3)
    assert ana.inbox
    letters = json.dumps([[dict(one) for one in post.components] for post in ana.inbox], default=str)
    assert "</" not in letters
