"""The oracle of a refactoring (tools/oracle), on a play of one command: it is silent about what is the same, and sees
each way in which a play can be another."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Final

import pytest
from simcord.actors import MemberActor
from simcord.env import Env

from tools.oracle import present, seam
from tools.oracle.comparing import differences
from tools.oracle.exceptions import Exceptions
from tools.oracle.recording import Recorder
from tools.oracle.replaying import replay
from tools.oracle.tape import Closed, Exchange, Tape, duplicate

EVERYTHING: Final = Exceptions()


async def _one_command(path: Path) -> None:
    """Somebody invites the bot and asks how it is, an hour passes, and it is asked once more."""
    env: Env

    def now() -> datetime:
        return env.now()

    bot = present.build(path, now, bytes, seam.Waker(lambda: env), ("en-US", "UTC"))
    env = Env(bot, settle_timeout=seam.PATIENCE)
    await env.start()
    guild = env.create_guild("Arena", owner=env.create_user("Olga"))
    channel = guild.create_text_channel("announcements")
    olga = MemberActor(env, guild, guild.owner)
    await olga.slash(channel, "me")
    await env.advance_time(3600)
    await olga.slash(channel, "events")
    await bot.close()
    await env.shutdown()


@pytest.fixture(scope="module")
def tape(tmp_path_factory: pytest.TempPathFactory) -> Tape:
    recorder = Recorder("one command", 1)
    with recorder.listening():
        asyncio.run(_one_command(tmp_path_factory.mktemp("oracle") / "arbiter.db"))
    return recorder.tape


def _differing(tape: Tape, folder: Path, exceptions: Exceptions = EVERYTHING) -> list[str]:
    """What the oracle says when the present bot is held against that tape."""
    return [one.what for one in differences(tape, replay(tape, folder, exceptions), exceptions)]


def _exchanges(tape: Tape, path: str) -> list[tuple[list[Exchange], int]]:
    """Where requests of that path stand, the earliest first."""
    return [
        (step.exchanges, place)
        for step in tape.steps
        for place, one in enumerate(step.exchanges)
        if path in one.request.path
    ]


def test_the_same_bot_is_no_difference(tape: Tape, tmp_path: Path) -> None:
    assert _exchanges(tape, "/callback")
    assert any(isinstance(step, Closed) for step in tape.steps)
    assert tape.rows["guilds"]
    assert _differing(tape, tmp_path) == []


def test_a_word_that_was_another_is_a_difference(tape: Tape, tmp_path: Path) -> None:
    other = duplicate(tape)
    exchanges, place = _exchanges(other, "/callback")[0]
    request = exchanges[place].request
    exchanges[place].request = replace(request, said=request.said.replace("setup", "begin"))
    assert [what.split(" (")[0] for what in _differing(other, tmp_path)] == ["another request"]


def test_a_request_that_was_not_made_and_one_that_was_are_differences(tape: Tape, tmp_path: Path) -> None:
    other = duplicate(tape)
    exchanges, place = _exchanges(other, "/callback")[0]
    never = replace(exchanges[place].request, path="/channels/1/messages")
    exchanges.insert(place, Exchange(never))
    unheard = exchanges.pop(place + 1)
    told = _differing(other, tmp_path)
    assert "a request is missing (channel 1)" in told
    assert f"a request is new ({unheard.request.lane})" in told


def test_two_messages_of_a_channel_in_another_order_are_a_difference(tape: Tape, tmp_path: Path) -> None:
    now = duplicate(tape)
    exchanges, place = _exchanges(now, "/callback")[0]
    first = exchanges[place].request
    lane = [Exchange(replace(first, path="/channels/1/messages", said=word)) for word in ("one", "two")]
    elsewhere = Exchange(replace(first, path="/channels/2/messages", said="three"))
    then = duplicate(now)
    exchanges.extend([*lane, elsewhere])
    exchanges, _ = _exchanges(then, "/callback")[0]
    exchanges.extend([elsewhere, *lane])
    assert list(differences(then, now, EVERYTHING)) == []
    exchanges[-2:] = reversed(lane)
    assert [one.what for one in differences(then, now, EVERYTHING)] == [
        "the same requests in another order (channel 1)"
    ]


def test_a_column_that_was_another_is_a_difference_unless_it_is_excepted(tape: Tape, tmp_path: Path) -> None:
    other = duplicate(tape)
    other.rows["guilds"][0]["language"] = "it"
    (told,) = _differing(other, tmp_path / "first")
    assert told.startswith("table guilds")
    assert _differing(other, tmp_path / "second", Exceptions(ignored=("guilds.language",))) == []


def test_names_that_were_changed_on_purpose_are_no_difference(tape: Tape, tmp_path: Path) -> None:
    other = duplicate(tape)
    other.rows["servers"] = [
        {"tongue" if key == "language" else key: one for key, one in row.items()} for row in other.rows.pop("guilds")
    ]
    renamed = Exceptions(tables={"servers": "guilds"}, columns={"servers.tongue": "language"})
    assert _differing(other, tmp_path, renamed) == []


def test_commands_that_are_new_on_purpose_are_no_difference(tape: Tape, tmp_path: Path) -> None:
    other = duplicate(tape)
    exchanges, place = _exchanges(other, "/commands")[0]
    request = exchanges[place].request
    menu = json.loads(request.said)
    (group,) = (one for one in menu["body"] if one["name"] == "tournament")
    new = group["options"].pop()["name"]
    exchanges[place].request = replace(request, said=json.dumps(menu))
    assert _differing(other, tmp_path / "first") == ["another request (applications)"]
    assert _differing(other, tmp_path / "second", Exceptions(commands=(f"tournament {new}",))) == []
