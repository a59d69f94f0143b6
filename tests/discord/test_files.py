"""Reports of misconduct from the form to the appeal, as everybody concerned meets them on Discord."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.people.model import ArbiterTitle
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from tests.discord.harness import Stage, an_event, enter, rewrite, rows

REPLY_WITHIN = timedelta(hours=72)


async def report(
    stage: Stage, reporter: Member, accused: Member, ground: str = "conduct", text: str = "Shouted at everybody"
) -> Answer:
    form = await reporter.type("conduct", member=accused, ground=ground)
    return await reporter.fill(form, text=text, link="https://example.org/clip")


def thread_posts(stage: Stage) -> list[Post]:
    """What stands in the private thread of the only case."""
    ((thread_id,),) = rows(stage, "SELECT thread_id FROM case_files")
    return stage.posts_in(thread_id)


def card(stage: Stage) -> Post:
    return stage.latest("file-verdict", stage.committee)


async def judge(stage: Stage, member: Member, penalty: str, **words: str) -> Answer:
    asked = await member.choose(card(stage), "file-verdict", penalty)
    return await member.fill(asked, **words)


@pytest.mark.rule("AIJE-A02-1", "GO-30")
async def test_a_report_opens_a_private_thread_and_names_no_reporter(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    told = await report(stage, bob, ana)
    assert told.private
    assert "does not learn your name" in told.text
    (opening,) = thread_posts(stage)
    for heard in (opening, ana.inbox[-1]):
        assert "Shouted at everybody" in heard.text
        assert "https://example.org/clip" in heard.text
        assert str(bob.id) not in heard.text
        assert "Bob" not in heard.text
    assert opening.pinged == {ana.id}
    assert str(bob.id) in card(stage).text
    public = [
        post.text for channel in (stage.announcements, stage.matches, stage.record) for post in stage.posts_in(channel)
    ]
    assert not any("Shouted" in text for text in public)


@pytest.mark.rule("AIJE-A02-1")
async def test_nobody_is_punished_before_the_answer_or_the_end_of_its_time(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    (judging,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    refused = await judging.choose(card(stage), "file-verdict", "barred")
    assert "can answer until" in refused.text
    await stage.advance(hours=71)
    assert "not answered" in ana.inbox[-1].text
    await stage.advance(hours=1, seconds=5)
    assert "the time to answer in case 1 is over" in stage.latest("file", stage.committee).text.lower()
    await judge(stage, judging, "barred", reason="Three witnesses")
    assert len(rows(stage, "SELECT 1 FROM bars WHERE lifted_at IS NULL")) == 1


@pytest.mark.rule("AIJE-D01-2", "GO-16.4", "GO-30")
async def test_from_the_answer_to_a_successful_appeal_through_restarts(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    await stage.restart()
    asked = await ana.press(thread_posts(stage)[0], "file-reply")
    await stage.restart()
    assert "is saved" in (await ana.fill(asked, text="I was asleep")).text
    await stage.advance(minutes=1)
    assert "I was asleep" in stage.again(card(stage)).text
    (judging,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    await judge(stage, judging, "barred", reason="Seen by three")
    notice = stage.posts_in(stage.announcements)[-1]
    assert "Seen by three" in notice.text
    assert str(judging.id) in notice.text
    assert "Seen by three" in ana.inbox[-1].text
    assert "Seen by three" in bob.inbox[-1].text
    post = await an_event(stage)
    assert "Seen by three" in (await ana.press(post, "register")).text
    await stage.restart()
    appeal = await ana.press(next(one for one in reversed(thread_posts(stage)) if one.has("appeal")), "appeal")
    assert "the decision counts" in (await ana.fill(appeal, text="Wrong person")).text
    await stage.restart()
    appealed = stage.latest("appeal-grant", stage.committee)
    granted = await stage.leader.press(appealed, "appeal-grant")
    assert "undone" in (await stage.leader.fill(granted, reason="It was her twin")).text
    assert rows(stage, "SELECT 1 FROM bars WHERE lifted_at IS NULL") == []
    assert (await ana.press(post, "register")).result.modal is not None
    assert any("It was her twin" in one.text for one in stage.posts_in(stage.announcements))


async def test_a_second_click_opens_no_second_case(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    first, second = [await bob.type("conduct", member=ana, ground="conduct") for _ in range(2)]
    await bob.fill(first, text="Shouted")
    assert "already done" in (await bob.fill(second, text="Shouted")).text
    assert len(rows(stage, "SELECT 1 FROM case_files")) == 1


async def test_two_verdicts_at_once_leave_the_first(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    await ana.fill(await ana.press(thread_posts(stage)[0], "file-reply"), text="No")
    first = await stage.arbiter.choose(card(stage), "file-verdict", "warned")
    second = await stage.leader.choose(card(stage), "file-verdict", "barred")
    await stage.arbiter.fill(first, reason="Once")
    assert "is decided" in (await stage.leader.fill(second, reason="Twice")).text
    assert [row["penalty"] for row in rows(stage, "SELECT penalty FROM file_verdicts")] == ["warned"]
    assert rows(stage, "SELECT 1 FROM bars") == []


async def test_strangers_the_accused_and_the_reporter_decide_nothing(stage: Stage) -> None:
    (bob,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    ana, cid = stage.member("Ana"), stage.member("Cid")
    await report(stage, bob, ana)
    ((case,),) = rows(stage, "SELECT file_id FROM case_files")
    assert "These can: **" in (await cid.type("case show", case=f"file-{case}")).text
    assert "These can: **" in (await cid.type("case pause", case=case, reason="x")).text
    assert str(bob.id) not in (await ana.type("case show", case=f"file-{case}")).text
    assert "You reported" in (await bob.choose(card(stage), "file-verdict", "dismissed")).text
    stale = await stage.stale_press(cid, card(stage), f"file-reply:{case}")
    assert "another person" in stale.text
    assert rows(stage, "SELECT 1 FROM file_verdicts") == []


async def test_typing_narrows_the_decisions_that_one_can_appeal_against(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    await ana.fill(await ana.press(thread_posts(stage)[0], "file-reply"), text="No")
    await judge(stage, stage.leader, "warned", reason="Seen by three")
    assert len(await ana.suggestions("case appeal", "against", "1 ·")) == 1
    assert await ana.suggestions("case appeal", "against", "2 ·") == {}


async def test_a_pause_and_an_outage_each_move_the_end_by_exactly_their_length(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    begun = rows(stage, "SELECT noticed_at FROM case_files")[0]["noticed_at"]
    case = next(iter((await stage.arbiter.suggestions("case pause", "case")).values()))
    paused_at = stage.now
    await stage.arbiter.type("case pause", case=case, reason="The clip is being restored")
    assert "The clip is being restored" in thread_posts(stage)[-1].text
    await stage.advance(days=5)
    assert rows(stage, "SELECT 1 FROM deadlines WHERE subject LIKE 'file:%'") == []
    await stage.arbiter.type("case resume", case=case, reason="It is back")
    paused = rows(stage, "SELECT resumed_at - paused_at AS ms FROM file_pauses")[0]["ms"]
    assert timedelta(milliseconds=paused) >= stage.now - paused_at - timedelta(minutes=1)
    await stage.sleep_through(timedelta(hours=80))
    slept = rows(stage, "SELECT sum(up_at - down_from) AS ms FROM outages")[0]["ms"]
    (due,) = rows(stage, "SELECT due_at FROM deadlines WHERE subject LIKE 'file:%' AND kind = 'end_reply'")
    assert due["due_at"] == begun + REPLY_WITHIN // timedelta(milliseconds=1) + paused + slept + 3000
    assert "can answer until" in (await stage.leader.choose(card(stage), "file-verdict", "barred")).text


async def test_without_a_thread_the_direct_message_starts_the_time_and_the_organisers_are_told(stage: Stage) -> None:
    stage.env.inject_error("POST", "/channels/*/threads", status=403, code=50013)
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    assert rows(stage, "SELECT 1 FROM case_files WHERE noticed_at IS NOT NULL AND thread_id IS NULL")
    await stage.restart()
    asked = await ana.press(ana.inbox[-1], "file-reply")
    assert "is saved" in (await ana.fill(asked, text="No")).text
    assert any("Create Private Threads" in post.text for post in stage.posts_in(stage.committee))


@pytest.mark.rule("AIJE-B01-AJ")
async def test_a_suspension_takes_a_jeek_arbiter_and_ends_by_itself(stage: Stage) -> None:
    (low,) = await stage.arbiters(1, title=ArbiterTitle.AN)
    (high,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    await ana.fill(await ana.press(thread_posts(stage)[0], "file-reply"), text="No")
    assert "AJ or AI" in (await low.choose(card(stage), "file-verdict", "suspended")).text
    asked = await high.choose(card(stage), "file-verdict", "suspended")
    until = (stage.now + timedelta(days=10)).strftime("%Y-%m-%d %H:%M")
    await high.fill(asked, reason="Cooling off", until=until)
    assert "is suspended until" in stage.posts_in(stage.announcements)[-1].text
    await stage.advance(days=11)
    assert "No one is barred" in (await ana.type("bar list")).text


async def test_a_dismissal_is_told_to_those_concerned_alone(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    before = len(stage.posts_in(stage.announcements))
    await judge(stage, stage.arbiter, "dismissed", reason="A misunderstanding")
    assert len(stage.posts_in(stage.announcements)) == before
    assert "dismissed" in ana.inbox[-1].text
    assert "dismissed" in bob.inbox[-1].text


async def test_me_says_what_to_do_in_a_case(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await report(stage, bob, ana)
    assert "you are heard before the decision" in (await ana.type("me")).text


@pytest.mark.rule("AIJE-A02-1", "GO-30")
async def test_an_expulsion_is_voted_by_leader_and_president_and_closes_the_case(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await enter(stage, await an_event(stage), ana)
    await report(stage, bob, ana)
    early = await stage.leader.press(card(stage), "file-expel")
    assert "can answer until" in (await stage.leader.fill(early, reason="Violence")).text
    await ana.fill(await ana.press(thread_posts(stage)[0], "file-reply"), text="No")
    refused = await stage.arbiter.press(card(stage), "file-expel")
    assert "These can: **" in (await stage.arbiter.fill(refused, reason="Violence")).text
    asked = await stage.leader.press(card(stage), "file-expel")
    assert "is open" in (await stage.leader.fill(asked, reason="Violence")).text
    vote = stage.latest("vote-yes", stage.committee)
    assert "<https://example.org/clip>" in vote.text
    assert "violent or criminal conduct" in vote.text
    for member in (stage.leader, stage.president):
        await member.press(vote, "vote-yes")
    (told,) = [post.text for post in stage.posts_in(stage.record) if "Voters" in post.text]
    assert "<https://example.org/clip>" in told
    await stage.advance(days=15)
    assert [row["penalty"] for row in rows(stage, "SELECT penalty FROM file_verdicts")] == ["expelled"]


async def test_an_accused_arbiter_finds_the_reporter_neither_in_the_committees_channel_nor_in_the_log(
    stage: Stage,
) -> None:
    bob = stage.member("Bob")
    await report(stage, bob, stage.arbiter)
    await stage.advance(minutes=1)
    assert not any(post.has("file-verdict") for post in stage.posts_in(stage.committee))
    shown = await stage.leader.press(stage.leader.inbox[-1], "file")
    assert str(bob.id) in shown.text
    assert not any("is in the committee" in post.text for post in stage.arbiter.inbox)
    assert str(bob.id) not in (await stage.arbiter.type("log")).text
    ((case,),) = rows(stage, "SELECT file_id FROM case_files")
    assert str(bob.id) in (await stage.leader.type("case show", case=f"file-{case}")).text


async def test_the_longest_statements_fit_the_cards(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    link = "https://example.org/" + "x" * 270
    form = await bob.type("conduct", member=ana, ground="conduct")
    await bob.fill(form, text="*" * 990 + "the end", link=link)
    ((case,),) = rows(stage, "SELECT file_id FROM case_files")
    for _ in range(5):
        asked = await ana.press(thread_posts(stage)[0], "file-reply")
        await ana.fill(asked, text="_" * 1000, link=link)
        added = await stage.leader.press(card(stage), "file-evidence")
        await stage.leader.fill(added, text="~" * 1000, link=link)
    await stage.advance(minutes=1)
    assert rows(stage, "SELECT 1 FROM outbox WHERE state = 'parked'") == []
    assert (await ana.type("case show", case=f"file-{case}")).private
    assert (await stage.leader.type("case show", case=f"file-{case}")).post.has("file-verdict")


async def crash_while_the_thread_is_opened(stage: Stage, *, noted: bool) -> None:
    """The process dies before the thread's first message is marked as said, with or without the thread on record."""
    await report(stage, stage.member("Bob"), stage.member("Ana"))
    await stage.stop()
    rewrite(
        stage, "UPDATE outbox SET state = 'sending', message_id = NULL, delivered_at = NULL WHERE kind = 'case_thread'"
    )
    if not noted:
        rewrite(stage, "UPDATE case_files SET thread_id = NULL")
    await stage.sleep_through(timedelta())
    await stage.settle()


async def test_a_message_that_stands_in_the_thread_after_a_crash_is_not_said_again(stage: Stage) -> None:
    await crash_while_the_thread_is_opened(stage, noted=True)
    assert len(thread_posts(stage)) == 1
    assert rows(stage, "SELECT 1 FROM outbox WHERE kind = 'case_thread' AND state = 'delivered'")


async def test_a_thread_that_was_opened_before_a_crash_is_found_again(stage: Stage) -> None:
    await crash_while_the_thread_is_opened(stage, noted=False)
    # The message of before the crash and the one said now stand in one thread, and there is no second thread.
    assert len(thread_posts(stage)) == 2
