"""No file that members can take away, and none that is published, holds an id of Discord."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest

from bot.play.rulebook import EntryRules, Rulebook
from bot.record import writing
from bot.rulebooks.library import preset, to_toml
from tests.discord.harness import Answer, Stage, rows
from tests.discord.test_conditions import EVERYBODY, give
from tests.discord.test_cups import filled
from tests.discord.test_ending import calls, play
from tests.discord.test_pages import on_web
from tests.discord.test_series import made_by_form
from web.publishing import publish
from web.site_library import open_library

ID: Final = re.compile(rb"(?<![0-9a-f])[0-9]{17,20}(?![0-9a-f])")


async def evening_for_members(stage: Stage) -> tuple[str, str]:
    """A round robin that asks for a role is played to its end, with its server on the web: its name and its series."""
    await on_web(stage)
    series, role = await made_by_form(stage), stage.guild.create_role("Members")
    preview = await filled(stage, kind=["round-robin"])
    form = await stage.organiser.press(preview.post, "cup-who")
    chosen = await stage.organiser.fill(form, role=[role], **EVERYBODY)
    assert chosen.panel is not None
    await stage.organiser.press(chosen.panel, "draft-confirm")
    (event,) = rows(stage, "SELECT name, start_at FROM tournaments")
    post = stage.latest("register", stage.announcements)
    members = stage.crowd(3)
    for member in members:
        give(stage, member, role)
        await member.press(post, "register")
    await stage.organiser.type("series add", series=series, tournament=event["name"])
    await stage.advance(seconds=event["start_at"] / 1000 - stage.now.timestamp() - 60)
    for member in members:
        await member.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=1, seconds=10)
    for _ in range(6):
        await stage.advance(seconds=10)
        for card in calls(stage)[:1]:
            await play(stage, card)
    assert rows(stage, "SELECT 1 FROM tournaments WHERE ended_at IS NOT NULL")
    return event["name"], series


def files_of(stage: Stage, answer: Answer) -> Mapping[str, bytes]:
    return {file.name: stage.picture(file.url) for file in answer.post.pictures}


async def taken_away(stage: Stage, event: str, series: str) -> Mapping[str, bytes]:
    """The files that a member of the server gets."""
    zoe, found = stage.member("Zoe"), dict[str, bytes]()
    for answer in (
        await zoe.type("tournament export", tournament=event),
        await zoe.type("series export", series=series),
        await zoe.type("standings", tournament=event),
    ):
        found |= files_of(stage, answer)
    return found


def published(stage: Stage, folder: Path) -> Iterator[tuple[str, bytes]]:
    library = open_library(stage.path, "https://cups.example", is_live=False)
    publish(library, folder)
    (of_event,) = (path for path in library.addresses(None) if re.fullmatch(r"/api/v1/servers/\w+/events/[\w-]+", path))
    record = library.find(f"{of_event}/record", {})
    assert record is not None
    yield "record", record.body
    library.close()
    for one in folder.rglob("*"):
        if one.is_file() and not one.name.startswith(".arbiter"):
            yield str(one.relative_to(folder)), one.read_bytes()


def with_ids(files: Mapping[str, bytes]) -> list[str]:
    return sorted(name for name, text in files.items() if ID.search(text))


async def test_no_file_of_an_event_that_asks_for_a_role_holds_an_id_of_discord(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    event, series = await evening_for_members(stage)
    taken = await taken_away(stage, event, series)
    assert {Path(name).suffix for name in taken} >= {".json", ".csv"}
    site = dict(published(stage, tmp_path / "site"))
    assert len(site) > 40
    assert with_ids({**taken, **site}) == []

    def as_it_is(rulebook: Rulebook) -> Rulebook:
        return rulebook

    monkeypatch.setattr(writing, "without_role", as_it_is)
    assert [name for name in with_ids(await taken_away(stage, event, series)) if name.endswith(".json")]


async def test_the_file_of_a_rulebook_names_no_role_to_members_and_who_copies_it_has_it_whole(stage: Stage) -> None:
    rules = replace(preset("cup"), name="mine", entry=EntryRules(role="123456789012345678"))
    await stage.organiser.type("rulebook upload", file=("mine.toml", to_toml(rules).encode()))
    shown = files_of(stage, await stage.member("Zoe").type("rulebook show", rulebook="mine"))
    assert list(shown) == ["mine.toml"]
    assert with_ids(shown) == []
    assert with_ids(files_of(stage, await stage.organiser.type("rulebook copy", rulebook="mine"))) == ["mine.toml"]
