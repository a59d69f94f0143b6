"""A list about its own sender on the pretend Discord: posted, signed by a button after a restart, objected to."""

from __future__ import annotations

from bot.features.signing.model import IN_PUBLIC_FOR
from bot.kernel.outages import CLICKS_IN_FLIGHT
from rehearsal.members import Member
from tests.discord.harness import Stage, rows
from tests.discord.test_association import a_list, panel


async def own_list(stage: Stage, sender: Member) -> None:
    """Sends a list in on which the sender stands, and confirms it."""
    await sender.type("me")
    file = a_list(f"{sender.name};{sender.id};2900;;;;AI;;", "Guest;;1800;;;;;;")
    shown = await sender.type("association import", file=file)
    assert "All but your own row comes in at once" in shown.text
    done = await sender.press(shown.post, "opening-confirm")
    assert "Confirm all of it" not in panel(done)


def rated(stage: Stage) -> set[tuple[object, ...]]:
    found = rows(
        stage,
        "SELECT name, rating FROM ratings JOIN people USING (person_id)"
        " WHERE list_id = (SELECT list_id FROM rating_lists ORDER BY published_at DESC, sequence DESC LIMIT 1)",
    )
    return {tuple(one) for one in found}


async def test_the_president_signs_what_the_owners_list_says_of_the_owner(stage: Stage) -> None:
    await own_list(stage, stage.owner)
    assert ("Guest", 1800.0) in rated(stage)
    await stage.restart()
    posted = stage.latest("sign", stage.announcements)
    assert "2,900" in posted.text
    assert f"<@{stage.president.id}>" in posted.text
    assert posted.pinged == {stage.president.id}, "who can sign is called, and nobody else"
    assert stage.president.inbox[-1].has("sign")
    assert not stage.leader.inbox
    assert not stage.arbiter.inbox
    refused = await stage.owner.press(posted, "sign")
    assert refused.private
    assert "another person has to answer" in refused.text
    assert (await stage.president.type("me")).post.has("signature")
    assert (await stage.president.type("desk")).post.has("signature")
    signed = await stage.president.press(stage.president.inbox[-1], "sign")
    assert "has signed it" in signed.text
    twice = await stage.president.press(posted, "sign")
    assert "has signed it" not in twice.text
    assert (stage.owner.name, 2900.0) in rated(stage)
    await stage.advance(minutes=1)
    posts = stage.posts_in(stage.announcements)
    assert not any(post.has("sign") for post in posts), "the panel says how it ended"


async def test_a_refusal_has_its_reason_in_public(stage: Stage) -> None:
    await own_list(stage, stage.owner)
    posted = stage.latest("sign", stage.announcements)
    asked = await stage.president.press(posted, "sign-decline")
    await stage.president.fill(asked, reason="The owner has never played")
    assert any("never played" in post.text for post in stage.posts_in(stage.record))
    assert (stage.owner.name, 2900.0) not in rated(stage)
    assert "never played" in stage.owner.inbox[-1].text
    assert rows(stage, "SELECT outcome FROM signatures")[0]["outcome"] == "declined"
    late = await stage.president.press(posted, "sign")
    assert late.private
    assert (stage.owner.name, 2900.0) not in rated(stage)


async def test_nobody_objects_to_what_waits_for_a_signature(stage: Stage) -> None:
    await own_list(stage, stage.owner)
    posted = stage.latest("sign", stage.announcements)
    assert not posted.has("sign-object")
    signature = posted.subject("sign")
    form = await stage.stale_press(stage.arbiter, posted, f"sign-object:{signature}")
    refused = form if form.result.modal is None else await stage.arbiter.fill(form, reason="No")
    assert refused.is_refusal
    assert rows(stage, "SELECT outcome FROM signatures")[0]["outcome"] is None


async def test_without_a_signature_it_lapses_and_the_owner_reads_of_it(stage: Stage) -> None:
    await own_list(stage, stage.owner)
    for _ in range(8):
        await stage.advance(days=1)
    await stage.advance(seconds=CLICKS_IN_FLIGHT.seconds)
    assert IN_PUBLIC_FOR.days < 8
    assert "no signature in time" in stage.owner.inbox[-1].text
    assert (stage.owner.name, 2900.0) not in rated(stage)
