"""What confused and hurried people do: equal buttons on a card, broken input, events that end early."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal import simcord_seam
from rehearsal.members import Member, answer_of
from tests.discord.entering import tournament_id
from tests.discord.harness import Stage, an_event, enter
from tests.discord.test_matches import call


async def drawn(stage: Stage, *names: str) -> list[Member]:
    """Players who confirmed for an event each of them found under `/me`; nobody is on duty when it starts."""
    entering = {name: [stage.member(f"{name} {n}") for n in (1, 2)] for name in names}
    for name, players in entering.items():
        await enter(stage, await an_event(stage, name), *players)
    await stage.advance(hours=1, minutes=31)
    everyone = [player for players in entering.values() for player in players]
    for player in everyone:
        await player.press((await player.type("me")).post, "check-in")
    await stage.advance(minutes=29, seconds=5)
    return everyone


async def test_the_desk_opens_while_matches_wait_for_an_arbiter(stage: Stage) -> None:
    await drawn(stage, "Open 1")
    desk = await stage.organiser.type("desk", tournament="Open 1")
    calls = [button for button in desk.post.offered if button.startswith("call:")]
    assert len(calls) == 2
    for button in calls:
        assert "Open 1" in (await stage.organiser.press(desk.post, button)).text


async def test_the_desk_opens_from_what_now_too(stage: Stage) -> None:
    await drawn(stage, "Open 1")
    opened = await stage.organiser.press((await stage.organiser.type("me")).post, "desk")
    assert opened.post.has("call")


async def test_an_arbiter_of_two_events_is_asked_for_both_and_either_button_works(stage: Stage) -> None:
    await drawn(stage, "Open A", "Open B")
    asked = await stage.arbiter.type("me")
    buttons = [button for button in asked.post.offered if button.startswith("duty-on:")]
    assert len(buttons) == 2
    await stage.restart()
    assert "on duty" in (await stage.arbiter.press(asked.post, buttons[-1])).text


async def test_cancelling_names_whoever_is_on_the_list_and_nobody_else(stage: Stage) -> None:
    post = await an_event(stage)
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await enter(stage, post, ana, bob)
    await bob.press(post, "withdraw")
    asked = await stage.organiser.type("tournament cancel", tournament="Open 1")
    await stage.organiser.fill(asked, reason="The hall is closed")
    told = stage.posts_in(stage.announcements)[-1]
    assert "The hall is closed" in told.text
    assert told.pinged == {ana.id}


async def test_after_the_close_those_who_did_not_confirm_are_not_told_of_a_cancelled_event(stage: Stage) -> None:
    ana, bob, cid = (stage.member(name) for name in ("Ana", "Bob", "Cid"))
    await enter(stage, await an_event(stage), ana, bob, cid)
    await stage.advance(hours=1, minutes=31)
    for player in (ana, bob):
        await player.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=30)
    asked = await stage.organiser.type("tournament cancel", tournament=tournament_id(stage))
    await stage.organiser.fill(asked, reason="Rain")
    (told,) = [post for post in stage.posts_in(stage.announcements) if "Rain" in post.text and post.pinged]
    assert told.pinged == {ana.id, bob.id}


async def test_the_card_of_a_cancelled_match_promises_and_asks_nothing_more(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-0")
    asked = await stage.organiser.type("tournament cancel", tournament="Open 1")
    await stage.organiser.fill(asked, reason="Rain")
    await stage.advance(timedelta(minutes=40))
    assert "cancelled" in duel.card.text
    assert not any(duel.card.has(verb) for verb in ("here", "agree", "dispute", "score", "call-arbiter", "referee"))
    assert duel.card.has("match")


@pytest.mark.parametrize("name", ["\u200b\u200b", "\u202e" * 10, "\u0301"])
async def test_a_name_of_which_nothing_can_be_seen_is_asked_again(stage: Stage, name: str) -> None:
    starts = (stage.now + timedelta(days=1)).strftime("%Y-%m-%d %H:%M")
    told = await stage.organiser.type("tournament create", rulebook="aije-open", name=name, start=starts)
    # Marks that turn text around are taken off at the door, and what was left out is asked in the form.
    if told.result.modal is None:
        assert "Use letters or numbers" in told.text
        assert not told.post.has("draft-confirm")


@pytest.mark.parametrize("forged", ["cases:x", "bars:x", "correct-why:a.b", "correct-why:a.3-0.x", "present:a.7"])
async def test_a_button_with_a_broken_subject_is_answered_in_words(stage: Stage, forged: str) -> None:
    told = await stage.stale_press(stage.leader, await an_event(stage), forged)
    assert "reference" not in told.text


async def test_nothing_of_a_server_is_seen_or_changed_from_another(stage: Stage) -> None:
    post, ana = await an_event(stage, "Secret"), stage.member("Ana")
    await enter(stage, post, ana)
    elsewhere = stage.env.create_guild("Elsewhere", owner=stage.env.create_user("Mallory"))
    hall = elsewhere.create_text_channel("hall")
    mallory = Member(stage, simcord_seam.actor_of(elsewhere, elsewhere.owner), "en-US")
    setup = await mallory.type("setup", channel=hall)
    shown = simcord_seam.stored_message(stage.env, setup.post.channel_id, setup.post.message_id)
    before = stage.again(post).text
    for button in stage.again(post).offered:
        data = {"custom_id": button, "component_type": 2}
        (result,) = await simcord_seam.at_once(stage.env, elsewhere.id, [(mallory.id, shown, data)])
        told = answer_of(stage, result)
        assert "Secret" not in told.text
        assert str(ana.id) not in told.text
        assert told.result.modal is None
    assert stage.again(post).text == before
