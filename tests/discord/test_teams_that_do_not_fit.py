"""A captain whose team a new list makes unfit: called in the channel, mends it by presses, and is never charged."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.kernel.context import Tx
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people.ratings_store import Rated, RatingList
from bot.rulebooks.library import preset
from bot.server import verbs as server_verbs
from rehearsal import simcord_seam
from tests.discord.entering import event_of
from tests.discord.harness import Member, Stage, rows
from tests.discord.team_places import accept_outsiders, say_yes
from tests.discord.test_teams import entered

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


async def list_out(stage: Stage, *members: Member) -> None:
    """A new list of the members comes out, the best first."""

    def publish(tx: Tx) -> None:
        guild_id = GuildId(stage.guild.id)
        pressers = [Actor(guild_id, MemberId(one.id), one.name, "pt-BR", False, False, tx.now) for one in members]
        known = [server_verbs.recognise(tx.acting_as(one)).person_id for one in pressers]
        lines = {one: Rated(one, 2300.0 - 10 * place, 10) for place, one in enumerate(known)}
        people_ratings_verbs.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, lines))

    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(publish))


async def cup_of_two(stage: Stage) -> tuple[Member, Member, Member]:
    """Azul of Ana with Eva of the server, who is unrated, and Verde of Bia."""
    ana, bia, eva = (stage.member(name, locale="pt-BR") for name in ("Ana", "Bia", "Eva"))
    await list_out(stage, ana, bia)
    post = await event_of(stage, preset("aije-teams"), "Copa de Times")
    first = await entered(ana, post, "Azul", "Ana; ana1", "Rui; rui1")
    await ana.choose(first.post, "team-add", eva)
    await say_yes(stage, eva, "eva1")
    await entered(bia, post, "Verde", "Bia; bia1", "Verde Dois; verde2", "Verde Tres; verde3")
    await accept_outsiders(stage)
    return ana, bia, eva


@PORTUGUESE
@pytest.mark.rule("AIJE-D05-1")
async def test_a_captain_lets_a_member_go_by_the_button_and_the_team_fits(stage: Stage) -> None:
    ana, bia, eva = await cup_of_two(stage)
    await list_out(stage, ana, bia, eva)
    await stage.advance(seconds=2)
    called = stage.latest("team-fit", stage.announcements)
    assert f"<@{ana.id}>" in called.text
    assert any("Azul" in post.text and f"<@{eva.id}>" in post.text for post in ana.inbox)
    looked = await ana.press(called, "team-fit")
    assert "não pode jogar assim" in looked.text
    await stage.restart()
    done = await ana.press(looked.post, "team-release")
    assert f"<@{eva.id}>" not in done.text
    assert any("Azul" in post.text for post in eva.inbox)
    stranger = await bia.press(called, "team-fit")
    assert "não pode jogar assim" not in stranger.text


@PORTUGUESE
@pytest.mark.rule("AIJE-D05-1")
async def test_a_captain_passes_the_lead_by_the_button(stage: Stage) -> None:
    ana, bia, eva = await cup_of_two(stage)
    others = [stage.member(f"Forte{number}", locale="pt-BR") for number in range(5)]
    await list_out(stage, *others, eva, ana, bia)
    await stage.advance(seconds=2)
    looked = await ana.press(stage.latest("team-fit", stage.announcements), "team-fit")
    await ana.press(looked.post, "team-lead")
    await stage.advance(seconds=2)
    assert any("⭐" in post.text and f"<@{eva.id}>" in post.text for post in stage.posts_in(stage.announcements))
    assert "⭐" in eva.inbox[-1].text


@PORTUGUESE
@pytest.mark.rule("AIJE-D01-5.3", "AIJE-D05-1")
async def test_a_refused_press_of_check_in_is_kept_and_no_case_comes_of_it(stage: Stage) -> None:
    ana, bia = (stage.member(name, locale="pt-BR") for name in ("Ana", "Bia"))
    await list_out(stage, ana, bia)
    post = await event_of(stage, preset("aije-teams"), "Copa de Times")
    await entered(ana, post, "Azul", "Ana; ana1", "Rui; rui1")
    await entered(bia, post, "Verde", "Bia; bia1", "Verde Dois; verde2", "Verde Tres; verde3")
    await accept_outsiders(stage)
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    check_in = stage.latest("check-in")
    for _ in range(2):
        await ana.press(check_in, "check-in")
    await bia.press(check_in, "check-in")
    assert len(rows(stage, "SELECT * FROM log WHERE act = 'try_to_check_in'")) == 1
    await stage.advance(hours=1)
    assert rows(stage, "SELECT * FROM absence_cases") == []
    assert any("não é uma falta" in post.text for post in ana.inbox)
