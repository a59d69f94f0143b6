"""What the committee keeps an account of: attendance, removals, procedures of its own, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.registry import officers_verbs as registry_officers_verbs
from bot.features.voting.model import VoteEffect
from bot.features.voting.procedures_model import preset, to_toml
from bot.kernel.ids import MemberId
from bot.people.model import ArbiterTitle
from bot.server.setup_model import NamedOfficers
from rehearsal import simcord_seam
from tests.discord.harness import Stage, rows
from tests.discord.voting import committee, minutes, opened, outcomes, owner_of, vote
from tests.refusals import refuses


@pytest.mark.rule("AIJE-A02-6")
async def test_three_unjustified_absences_offer_the_leader_the_removal(stage: Stage) -> None:
    members = await committee(stage, 5)
    for _ in range(3):
        post = await opened(stage, "absence-penalty", stage.member("Ana"), lasts="30 d")
        await vote(post, *((member, "no") for member in members[:4]))
        await stage.advance(days=7, seconds=4)
    await stage.advance(days=4)
    (offered,) = [one for one in stage.posts_in(stage.committee) if "without justification" in one.text]
    assert offered.pinged == {stage.leader.id}
    sheet = (await stage.leader.type("committee attendance")).text
    assert f"<@{members[4].id}>: voted in 0 of 3" in sheet
    assert "unjustified 3" in sheet
    form = await stage.leader.press(offered, "vote-remove")
    await stage.leader.fill(form, why="three votes missed")
    removal = stage.latest("vote-yes", stage.committee)
    await stage.leader.press(removal, "vote-yes")
    await stage.president.press(removal, "vote-yes")
    assert "the rating stays" in minutes(stage)[-1]
    assert len(rows(stage, "SELECT * FROM arbiter_titles WHERE until IS NULL")) == 4
    assert rows(stage, "SELECT * FROM committee_exclusions") == []


@pytest.mark.rule("AIJE-A02-6")
async def test_a_reason_within_72_hours_that_the_leader_accepts_excuses(stage: Stage) -> None:
    members = await committee(stage, 8)
    post = await opened(stage, "absence-penalty", stage.member("Ana"), lasts="30 d")
    await vote(post, (members[0], "null"), *((member, "no") for member in members[1:4] + members[5:]))
    await stage.advance(days=7, seconds=4)
    told = stage.latest("vote-excuse", stage.committee)
    assert "need not explain anything" in (await members[0].press(told, "vote-excuse")).text
    await members[4].fill(await members[4].press(told, "vote-excuse"), why="in hospital")
    asked = stage.latest("excuse-accept", stage.committee)
    assert "leader" in (await members[1].press(asked, "excuse-accept")).text
    await stage.leader.press(asked, "excuse-accept")
    sheet = (await stage.leader.type("committee attendance")).text
    assert f"<@{members[4].id}>: voted in 0 of 1 · justified 1" in sheet


async def test_a_procedure_of_the_servers_own_is_shown_with_its_file(stage: Stage) -> None:
    answer = await stage.leader.type("committee procedure", kind="member-expulsion")
    assert "at least 70 %" in answer.text
    assert "more than 51 %" in answer.text


async def test_what_now_names_the_vote_that_waits_until_the_ballot_is_cast(stage: Stage) -> None:
    members = await committee(stage, 3)
    post = await opened(stage, "member-expulsion", members[0])
    asked = await members[1].press(post, "What now?")
    assert "waits for your ballot" in asked.text
    shown = await members[1].press(asked.post, "vote-show")
    assert shown.private
    assert "ballot is in" in (await members[1].press(shown.post, "vote-yes")).text
    assert "waits for your ballot" not in (await members[1].press(post, "What now?")).text


@pytest.mark.rule("AIJE-A02-5")
async def test_the_owner_cannot_name_an_arbiter_who_was_expelled_from_the_committee(stage: Stage) -> None:
    members = await committee(stage, 3)
    await vote(await opened(stage, "member-expulsion", members[0]), (members[1], "yes"), (members[2], "yes"))
    named = NamedOfficers(arbiters={MemberId(members[0].id): "Abel"}, title=ArbiterTitle.ANP)
    with refuses("error.NeverAgain"):
        await simcord_seam.in_bot_scope(
            stage.env, lambda: stage.bot.units.act(owner_of(stage), registry_officers_verbs.name, named)
        )


async def test_the_leader_uploads_a_procedure_and_votes_open_by_it(stage: Stage) -> None:
    members = await committee(stage, 3)
    file = to_toml(replace(preset("absence-penalty"), name="our-way", title="Our way", effect=VoteEffect.NONE))
    kept = await stage.leader.type("committee upload", file=("own.toml", file.encode()))
    assert "Our way" in kept.text
    wrong = await stage.leader.type("committee upload", file=("own.toml", file.replace("7 d", "soon").encode()))
    assert "`lasts`" in wrong.text
    assert "leader" in (await members[0].type("committee upload", file=("own.toml", file.encode()))).text.lower()
    assert "Our way" in await stage.leader.suggestions("vote open", "kind", "our")
    post = await opened(stage, "our-way", members[0])
    assert "Our way" in post.text
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    assert outcomes(stage) == ["passed"]


@pytest.mark.parametrize("stage_options", [{"language": one} for one in ("pt-BR", "es-ES", "it")], indirect=True)
async def test_every_message_of_a_vote_is_said_in_the_language_of_the_server(stage: Stage) -> None:
    members = await committee(stage, 5)
    await stage.leader.type("vote open", kind="member-expulsion", question="?", subject=members[0])
    post = stage.latest("vote-yes", stage.committee)
    await members[1].press(post, "vote-recuse")
    await members[1].press(post, "vote-yes")
    await stage.advance(days=7, seconds=4)
    await members[2].press(post, "vote-null")
    await members[3].press(post, "vote-yes")
    await members[4].press(post, "vote-no")
    await stage.advance(days=4)
    assert outcomes(stage) == ["passed"]
    for command in ("vote list", "committee attendance"):
        assert (await stage.leader.type(command)).private
    assert (await stage.leader.type("committee procedure", kind="leader-election")).private
