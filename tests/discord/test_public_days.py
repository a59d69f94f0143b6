"""What waits in public because nobody is left to sign, on the pretend Discord: read, objected to, carried out."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.signing.model import IN_PUBLIC_FOR
from bot.kernel.outages import CLICKS_IN_FLIGHT
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from tests.discord.harness import Stage, rows
from tests.discord.test_association import a_list
from tests.discord.test_signing import rated

NOBODY_IN_OFFICE = pytest.mark.parametrize("stage_options", [{"set_up": False}], indirect=True)


async def own_row_in_public(stage: Stage) -> Post:
    """An owner who is alone sends a list in with the own rating; the message that everybody is asked by."""
    owner = stage.owner
    panel = (await owner.type("setup")).post
    await owner.press(panel, "quick-start:")
    here = stage.member("Ana", "it")
    file = a_list(f"{owner.name};{owner.id};2900;;;;;;", f"{here.name};{here.id};1800;;;;;;")
    shown = await owner.type("association import", file=file)
    await owner.press(shown.post, "opening-confirm")
    await stage.advance(seconds=5)
    return stage.latest("sign-object")


async def object_to(member: Member, post: Post, reason: str = "Has never played") -> Answer:
    """Presses the button that the message had at first, and says why where that is asked."""
    form = await member.stage.stale_press(member, post, f"sign-object:{post.subject('sign-object')}")
    return form if form.result.modal is None else await member.fill(form, reason=reason)


def outcomes(stage: Stage) -> list[str | None]:
    return [row["outcome"] for row in rows(stage, "SELECT outcome FROM signatures")]


def has_own_rating(stage: Stage) -> bool:
    return (stage.owner.name, 2900.0) in rated(stage)


@NOBODY_IN_OFFICE
async def test_everybody_reads_what_waits_in_public_and_nobody_is_called(stage: Stage) -> None:
    post = await own_row_in_public(stage)
    assert "2,900" in post.text
    assert not post.has("sign")
    assert not post.pinged
    assert not post.pinged_roles
    assert not post.private
    assert not has_own_rating(stage)
    assert ("Ana", 1800.0) in rated(stage)
    assert not any(one.has("signature") for one in stage.members["Ana"].inbox)


@NOBODY_IN_OFFICE
async def test_one_member_objects_after_a_restart_and_it_is_over_in_public(stage: Stage) -> None:
    post, ana = await own_row_in_public(stage), stage.members["Ana"]
    await stage.restart()
    told = await object_to(ana, post)
    assert told.private
    assert "Has never played" in told.text
    await stage.advance(seconds=10)
    assert outcomes(stage) == ["objected"]
    assert not stage.again(post).has("sign-object"), "the message says how it ended"
    assert "Has never played" in stage.again(post).text
    assert "Has never played" in stage.owner.inbox[-1].text
    assert (await object_to(ana, post)).private
    assert outcomes(stage) == ["objected"]
    await stage.advance(IN_PUBLIC_FOR)
    assert not has_own_rating(stage)


@NOBODY_IN_OFFICE
async def test_who_asked_and_a_stranger_do_not_object(stage: Stage) -> None:
    post = await own_row_in_public(stage)
    for member in (stage.owner, stage.member("Zoe")):
        refused = await object_to(member, post)
        assert refused.is_refusal
    assert outcomes(stage) == [None]


@NOBODY_IN_OFFICE
async def test_two_who_object_in_the_same_moment_end_it_once(stage: Stage) -> None:
    post, ana = await own_row_in_public(stage), stage.members["Ana"]
    forms = [await ana.press(post, "sign-object") for _ in range(2)]
    told = [await ana.fill(form, reason="Twice") for form in forms]
    assert outcomes(stage) == ["objected"]
    assert not told[0].is_refusal
    assert told[1].private
    assert len(rows(stage, "SELECT 1 FROM log WHERE act = 'object_to_wish'")) == 1


@NOBODY_IN_OFFICE
async def test_what_nobody_objects_to_in_seven_days_is_carried_out_and_told(stage: Stage) -> None:
    post = await own_row_in_public(stage)
    await stage.advance(IN_PUBLIC_FOR - timedelta(minutes=1))
    assert not has_own_rating(stage)
    await stage.advance(timedelta(minutes=1) + CLICKS_IN_FLIGHT + timedelta(seconds=10))
    assert has_own_rating(stage)
    assert outcomes(stage) == ["unopposed"]
    assert not stage.again(post).has("sign-object")
    assert stage.owner.inbox, "who asked reads how it ended"
    late = await object_to(stage.members["Ana"], post)
    assert late.private
    assert outcomes(stage) == ["unopposed"]


@NOBODY_IN_OFFICE
async def test_who_asked_takes_it_back(stage: Stage) -> None:
    post = await own_row_in_public(stage)
    refused = await stage.members["Ana"].press(post, "sign-withdraw")
    assert refused.is_refusal
    await stage.owner.press(post, "sign-withdraw")
    assert outcomes(stage) == ["withdrawn"]
    await stage.advance(IN_PUBLIC_FOR + timedelta(minutes=1))
    assert not has_own_rating(stage)
