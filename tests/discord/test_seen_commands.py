"""Which commands each kind of person sees in each kind of server, as Discord shows them by what it was told."""

from __future__ import annotations

import discord
import pytest

from bot.kernel.ids import ALL, Switch
from cogs.subjects import MANAGE_EVENTS, MANAGE_SERVER
from tests.discord.harness import Member, Stage, an_event
from tools.command_table import SERVERS, seen

MOST_OF_A_PLAYER = 10
KINDS = pytest.mark.parametrize(
    "stage_options", [{"switches": one, "shows_all": False} for one in SERVERS.values()], ids=SERVERS, indirect=True
)
BY_TITLE_OR_ROLE = ("organiser", "arbiter", "president", "leader")


def with_permissions(stage: Stage, name: str, permissions: discord.Permissions) -> Member:
    return stage.member(name, roles=[stage.guild.create_role(name, permissions=permissions)])


async def shown(stage: Stage, person: Member) -> tuple[str, ...]:
    """The first words of what stands in the person's menu."""
    await stage.settle()
    return tuple(sorted({one.split()[0] for one in person.actor.available_commands(stage.announcements)}))


@KINDS
async def test_each_kind_of_person_sees_what_the_table_says(stage: Stage) -> None:
    switches = stage.switches
    plain = seen(discord.Permissions.none(), switches)
    assert await shown(stage, stage.member("Ana")) == plain
    for one in BY_TITLE_OR_ROLE:
        assert await shown(stage, getattr(stage, one)) == plain
    events = with_permissions(stage, "Eva", MANAGE_EVENTS)
    assert await shown(stage, events) == seen(MANAGE_EVENTS, switches)
    both = MANAGE_EVENTS | MANAGE_SERVER
    assert await shown(stage, with_permissions(stage, "Sam", both)) == seen(both, switches)
    assert await shown(stage, stage.owner) == seen(discord.Permissions.all(), switches)


@pytest.mark.parametrize("stage_options", [{"switches": (), "shows_all": False}], indirect=True)
async def test_a_player_of_an_ordinary_server_sees_ten_commands_at_most(stage: Stage) -> None:
    found = await shown(stage, stage.member("Ana"))
    assert len(found) <= MOST_OF_A_PLAYER
    wanted = {"me", "score", "register", "withdraw", "standings", "bracket", "player"}
    assert wanted <= set(found)


@pytest.mark.parametrize("stage_options", [{"switches": (), "shows_all": False}], indirect=True)
async def test_an_organiser_by_role_does_not_see_what_is_hidden_and_may_all_the_same(stage: Stage) -> None:
    assert "tournament" not in await shown(stage, stage.organiser)
    event = (await an_event(stage)).find("register")["custom_id"].partition(":")[2]
    assert (await stage.organiser.type("desk", tournament=event)).private


def test_an_association_has_all_there_is() -> None:
    assert SERVERS["an association"] == ALL == frozenset(Switch)
