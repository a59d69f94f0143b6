"""Discord notifies who is allowed and named in the same message: those whom a matter waits for are both."""

from __future__ import annotations

import sqlite3
from datetime import datetime

import discord
import pytest

from bot.features.guidance import verbs as guidance_verbs
from bot.kernel.context import Query
from bot.kernel.ids import GuildId
from rehearsal import simcord_seam
from rehearsal.posts import Post
from tests.discord.harness import Member, Stage, an_event
from tests.discord.test_people_by_name import known_by_name
from tests.discord.voting import committee, opened


def named(post: Post) -> set[int]:
    """Whom Discord notifies of the post."""
    assert all(f"<@{one}>" in post.text for one in post.pinged)
    return set(post.pinged)


def ids(members: list[Member]) -> set[int]:
    return {one.id for one in members}


@pytest.mark.rule("AIJE-A02-4")
async def test_a_vote_that_opens_names_and_notifies_all_who_have_a_voice(stage: Stage) -> None:
    """The case "vote-opens": five electors were allowed, and the text named none of them."""
    electors = await committee(stage, 6)
    post = await opened(stage, "member-expulsion", electors[0])
    assert named(post) == ids(electors[1:])


@pytest.mark.rule("AIJE-A01-2")
async def test_a_petition_an_election_and_its_second_ballot_notify_those_who_decide(stage: Stage) -> None:
    members = await committee(stage, 5)
    petition = await opened(stage, "petition", by=members[0])
    assert named(petition) == ids(members)
    for member in members[:3]:
        await member.press(petition, "vote-yes")
    election = stage.latest("vote-null", stage.committee)
    assert named(election) == ids(members)
    for voter, name in zip(members, ("Abel", "Abel", "arbiter1", "arbiter1", "arbiter2"), strict=True):
        await voter.choose(election, "vote-for", name)
    second = stage.latest("vote-for", stage.committee)
    assert second.message_id != election.message_id
    assert named(second) == ids(members)


async def test_a_vote_of_more_than_a_hundred_notifies_everybody_once_in_two_messages(stage: Stage) -> None:
    electors = await committee(stage, 105)
    post = await opened(stage, "member-expulsion", electors[0])
    rest = [one for one in stage.posts_in(stage.committee) if one.message_id > post.message_id]
    assert len(named(post)) in range(90, 101)
    assert len(rest) == 1
    assert named(post).isdisjoint(named(rest[0]))
    assert named(post) | named(rest[0]) == ids(electors[1:])
    assert f"/{post.channel_id}/{post.message_id}" in rest[0].text
    before = len(stage.posts_in(stage.committee))
    await stage.restart()
    assert len(stage.posts_in(stage.committee)) == before


async def test_where_nobody_of_a_match_has_discord_who_created_the_event_is_called(stage: Stage) -> None:
    await an_event(stage, "Cup of names", rulebook="cup")
    for name in ("Joe", "Jim", "Jack"):
        await stage.organiser.type("tournament enter", tournament="Cup of names", name=name)
    await stage.advance(hours=2, minutes=5)
    cards = [one for one in stage.posts_in(stage.announcements) if one.has("check-in")]
    assert named(cards[-1]) == {stage.organiser.id}
    assert f"<@{stage.organiser.id}> (for Joe, Jim, Jack)" in cards[-1].text


async def test_an_edit_and_an_answer_for_one_alone_notify_nobody(stage: Stage) -> None:
    electors = await committee(stage, 3)
    post = await opened(stage, "member-expulsion", electors[0])
    answer = await electors[1].press(post, "vote-yes")
    await stage.advance(seconds=5)
    quiet = [
        one.json
        for one in stage.env.http_requests
        if one.method == "PATCH" and isinstance(one.json, dict) and one.json.get("components")
    ]
    assert answer.private
    assert quiet
    assert [one for one in quiet if (one.get("allowed_mentions") or {}).get("users")] == []


async def test_a_desk_stays_up_when_a_member_claims_a_name(stage: Stage) -> None:
    """One `/claim` took down the desk of every event, for all staff, until it was decided."""
    person_id, ana = await known_by_name(stage), stage.member("Ana")
    await ana.type("claim", name=person_id)
    home = await stage.organiser.type("desk")
    desk = await stage.organiser.choose(home.post, "desk-event", "Open of João Ninguém")
    assert desk.post.has("name-card")
    assert "Look at the claim" in desk.post.labels


async def test_a_card_that_pings_whom_it_does_not_name_is_found(stage: Stage) -> None:
    """The guard of all these tests: what is sent past the line of names is refused."""
    silent = {
        "components": [{"type": 10, "content": "Your turn"}],
        "flags": 1 << 15,
        "nonce": "1",
        "enforce_nonce": True,
    }
    body = {**silent, "allowed_mentions": {"parse": [], "users": [str(stage.owner.id)]}}
    route = discord.http.Route("POST", "/channels/{channel_id}/messages", channel_id=stage.matches.id)
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.http.request(route, json=body))
    assert any("the text does not name" in fault for fault in stage.faults())
    stage.env.http_requests.clear()


async def test_what_waits_for_the_leader_names_the_leader(stage: Stage) -> None:
    ana = stage.member("Ana")
    await ana.fill(await ana.type("committee suggest"), suggestion="Play on Saturdays too.")
    (post,) = stage.posts_in(stage.committee)
    assert post.pinged == {stage.leader.id}
    assert f"<@{stage.leader.id}>" in post.text


async def test_what_waits_for_a_committee_is_read_where_no_press_waits_for_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = stage.member("Ana")
    await ana.fill(await ana.type("committee suggest"), suggestion="Play on Saturdays too.")
    waiting, writers = guidance_verbs.waiting, list[bool]()

    def watched(tx: Query, guild_id: GuildId, now: datetime) -> dict[str, guidance_verbs.WaitingDecision]:
        writers.append(can_write(tx))
        return waiting(tx, guild_id, now)

    monkeypatch.setattr(guidance_verbs, "waiting", watched)
    before = len(stage.posts_in(stage.committee))
    await stage.advance(days=1, hours=1)
    assert len(stage.posts_in(stage.committee)) == before + 1
    assert writers
    assert not any(writers)


def can_write(tx: Query) -> bool:
    """Whether the unit has the connection on which presses are written."""
    # Beside the unit, which would fail over a statement that failed.
    beside = tx._work._connection
    beside.execute("SAVEPOINT look")
    try:
        beside.execute("UPDATE machine SET clock_off = clock_off")
    except sqlite3.OperationalError:
        return False
    finally:
        beside.execute("ROLLBACK TO look")
        beside.execute("RELEASE look")
    return True
