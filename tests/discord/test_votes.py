"""Votes as the committee lives them: ballots, quorum, recusals, minutes, run-offs, outages."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from bot.play.draw import commitment
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows
from tests.discord.voting import committee, minutes, opened, outcomes, strip_of_title, vote

TALLY = ("In favour **", "against **", "null **")


@pytest.mark.rule("AIJE-A02-5", "AIJE-A02-3")
async def test_a_member_is_expelled_and_the_minutes_give_the_fractions_and_the_rule(stage: Stage) -> None:
    members = await committee(stage, 5)
    accused, voters = members[0], members[1:]
    post = await opened(stage, "member-expulsion", accused)
    await vote(post, (voters[0], "yes"), (voters[1], "yes"), (voters[2], "no"), (voters[3], "null"))
    assert outcomes(stage) == ["passed"]
    (text,) = minutes(stage)
    assert "In favour **2**, against **1**, null **1**, absent **0**" in text
    assert "2/3" in text
    assert "3/4" in text
    assert "51 %" in text
    assert "70 %" in text
    assert "AIJE-A02-5" in text
    assert f"<@{accused.id}> has no vote" in text
    assert (
        rows(stage, "SELECT * FROM arbiter_titles WHERE until IS NULL AND person_id LIKE ?", f"%{accused.id % 10**11}")
        == []
    )
    assert len(rows(stage, "SELECT * FROM committee_exclusions")) == 1


@pytest.mark.rule("AIJE-A02-3")
async def test_late_foreign_and_recused_ballots_are_refused_with_the_reason(stage: Stage) -> None:
    members = await committee(stage, 3)
    post = await opened(stage, "member-expulsion", members[0])
    assert "no vote in this matter" in (await members[0].press(post, "vote-yes")).text
    assert "You have no vote here" in (await stage.member("Ana").press(post, "vote-yes")).text
    assert "You have no vote here" in (await stage.leader.press(post, "vote-yes")).text
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    late = await stage.stale_press(members[1], post, f"vote-no:{post.find('vote-no')['custom_id'].partition(':')[2]}")
    assert "This vote closed" in late.text


@pytest.mark.rule("AIJE-A02-4")
async def test_without_quorum_the_vote_is_extended_the_missing_are_called_and_then_it_is_reached(stage: Stage) -> None:
    members = await committee(stage, 5)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    await stage.advance(days=7, seconds=4)
    (called,) = [one for one in stage.posts_in(stage.committee) if "no quorum yet" in one.text]
    assert called.pinged == {members[3].id, members[4].id}
    assert outcomes(stage) == [None]
    await vote(post, (members[3], "yes"))
    await stage.advance(days=3, seconds=4)
    assert outcomes(stage) == ["passed"]
    assert "Extended 1 time" in minutes(stage)[0]


async def test_reminders_name_who_has_not_voted_and_nobody_else(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "no"))
    await stage.advance(days=5, minutes=1)
    (reminded,) = [one for one in stage.posts_in(stage.committee) if "still missing" in one.text]
    assert reminded.pinged == {members[2].id, members[3].id}


async def a_player(stage: Stage) -> Member:
    """Somebody who has entered an event: whom leader and President may expel."""
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    return ana


@pytest.mark.rule("AIJE-A02-1")
async def test_one_refusal_is_a_veto_and_ends_it_at_once(stage: Stage) -> None:
    ana = await a_player(stage)
    post = await opened(stage, "player-expulsion", ana)
    assert "refuse" in (await stage.president.press(post, "vote-no")).text
    assert outcomes(stage) == ["rejected"]
    assert rows(stage, "SELECT * FROM bars") == []


@pytest.mark.rule("AIJE-A02-1", "AIJE-A02-2")
async def test_an_expelled_player_leaves_a_tombstone_and_a_new_name_is_no_way_back(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    event = await an_event(stage)
    await enter(stage, event, ana, bob)
    post = await opened(stage, "player-expulsion", ana)
    await stage.leader.press(post, "vote-yes")
    await stage.president.press(post, "vote-yes")
    assert outcomes(stage) == ["passed"]
    assert rows(stage, "SELECT * FROM people WHERE name = 'Ana' OR discord_id = ?", ana.id) == []
    assert len(rows(stage, "SELECT * FROM people WHERE name = 'former member'")) == 1
    assert f"<@{ana.id}>" in minutes(stage)[0]
    refused = await ana.press(event, "register")
    filled = refused if refused.result.modal is None else await ana.fill(refused, account="somebody_new")
    assert "You can ask to come back" in filled.text
    early = await stage.leader.type("committee readmit", member=ana, reason="a year has passed")
    assert "at least a year" in early.text


@pytest.mark.rule("AIJE-A02-2")
async def test_after_a_year_the_leader_readmits(stage: Stage) -> None:
    ana = await a_player(stage)
    post = await opened(stage, "player-expulsion", ana)
    await stage.leader.press(post, "vote-yes")
    await stage.president.press(post, "vote-yes")
    await stage.advance(days=365)
    answer = await stage.leader.type("committee readmit", member=ana, reason="a year has passed")
    assert "may play again" in answer.text
    assert rows(stage, "SELECT * FROM bars WHERE lifted_at IS NULL") == []


@pytest.mark.rule("AIJE-A01-2")
async def test_a_petition_opens_an_election_that_goes_to_a_second_ballot(stage: Stage) -> None:
    members = await committee(stage, 5)
    petition = await opened(stage, "petition", by=members[0])
    for member in members[:3]:
        await member.press(petition, "vote-yes")
    election = stage.latest("vote-for", stage.committee)
    assert len(election.options("vote-for")) == 5
    for member, name in zip(members, ["Abel", "Abel", "arbiter1", "arbiter1", "arbiter2"], strict=True):
        await member.choose(election, "vote-for", name)
    assert outcomes(stage)[:2] == ["passed", "run_off"]
    second = stage.latest("vote-for", stage.committee)
    assert "second ballot" in second.text
    for member in members:
        await member.choose(second, "vote-for", "arbiter1")
    assert outcomes(stage) == ["passed", "run_off", "passed"]
    assert f"<@{members[1].id}> is elected" in minutes(stage)[-1]
    assert (
        "arbiter1"
        in rows(
            stage,
            "SELECT p.name FROM offices o JOIN people p USING (person_id) WHERE office = 'leader' AND until IS NULL",
        )[0]["name"]
    )


@pytest.mark.rule("AIJE-A01-2")
async def test_two_of_four_signatures_open_nothing(stage: Stage) -> None:
    members = await committee(stage, 4)
    petition = await opened(stage, "petition", by=members[0])
    for member in members[:2]:
        await member.press(petition, "vote-yes")
    assert outcomes(stage) == [None]
    await members[2].press(petition, "vote-yes")
    assert outcomes(stage) == ["passed", None]


async def test_a_change_of_heart_counts_and_shows_nowhere(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"))
    await stage.advance(minutes=1)
    before, calls = stage.again(post).text, len(stage.calls)
    assert "now" in (await members[1].press(post, "vote-no")).text
    await stage.advance(minutes=2)
    assert (stage.again(post).text, len(stage.calls)) == (before, calls)
    await vote(post, (members[2], "no"), (members[3], "no"))
    assert "In favour **0**, against **3**" in minutes(stage)[0]


async def cancel_after_close(stage: Stage) -> None:
    """The leader is offered it only once the vote has closed without its quorum (AIJE-A02-4)."""
    assert await stage.leader.suggestions("vote cancel", "vote") == {}
    await stage.advance(days=7, seconds=4)
    named = next(iter((await stage.leader.suggestions("vote cancel", "vote")).values()))
    await stage.leader.fill(await stage.leader.type("vote cancel", vote=named), why="again")


async def test_nothing_public_before_the_close_reveals_the_tally(stage: Stage) -> None:
    members = await committee(stage, 4)
    seen: list[list[str]] = []
    for first in ("yes", "no", "null"):
        post = await opened(stage, "member-expulsion", members[0])
        await vote(post, (members[1], first), (members[2], "yes"))
        await stage.advance(minutes=2)
        log = [
            f"{row['act']}{row['why']}{row['details']}"
            for row in rows(stage, "SELECT * FROM log WHERE act <> 'cancel' AND subject LIKE 'vote:%'")
        ]
        assert not any(word in "".join(log) for word in ('"yes"', '"no"', '"null"'))
        text = stage.again(post).text
        assert "**2** ballots cast of 3" in text
        assert not any(mark in one.text for one in stage.posts_in(stage.committee) for mark in TALLY)
        seen.append([line for line in text.splitlines() if "<t:" not in line])
        await cancel_after_close(stage)
    assert seen[0] == seen[1] == seen[2]


async def rhythm(stage: Stage, post: Post, *ballots: tuple[Member, str]) -> list[list[str]]:
    """What the bot asks of Discord by itself in each five seconds; the ballots are cast ten seconds apart."""
    seen = []
    for step in range(24):
        before = len(stage.calls)
        if step % 2 == 0 and step // 2 < len(ballots):
            member, verb = ballots[step // 2]
            await member.press(post, f"vote-{verb}")
        await stage.advance(seconds=5)
        seen.append([f"{call.method} {re.sub(r'[0-9]+', '#', call.path)}" for call in stage.calls[before:]])
    return seen


async def test_when_a_card_is_edited_tells_nothing_of_what_was_voted(stage: Stage) -> None:
    members = await committee(stage, 4)
    rhythms = []
    for first, second in (("yes", "yes"), ("no", "no"), ("null", "null"), ("yes", "no")):
        post = await opened(stage, "member-expulsion", members[0])
        await stage.advance(minutes=5)
        rhythms.append(await rhythm(stage, post, (members[1], first), (members[2], second)))
        await cancel_after_close(stage)
        await stage.advance(minutes=5)
    assert any(rhythms[0])
    assert rhythms[0] == rhythms[1] == rhythms[2] == rhythms[3]


async def test_a_change_of_mind_moves_no_edit(stage: Stage) -> None:
    members = await committee(stage, 4)
    rhythms = []
    for later in ("yes", "no", "null"):
        post = await opened(stage, "member-expulsion", members[0])
        await stage.advance(minutes=5)
        rhythms.append(await rhythm(stage, post, (members[1], "yes"), (members[1], later), (members[2], "yes")))
        await cancel_after_close(stage)
        await stage.advance(minutes=5)
    assert any(rhythms[0])
    assert rhythms[0] == rhythms[1] == rhythms[2]


@pytest.mark.rule("AIJE-A02-4")
async def test_who_leaves_the_server_still_counts(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    stage.guild.remove_member(members[3].actor)
    await stage.advance(days=7, seconds=4)
    assert outcomes(stage) == [None]
    assert "**2** ballots cast of 3" in stage.again(post).text


@pytest.mark.rule("AIJE-A02-4")
async def test_who_loses_the_office_is_struck_and_the_minutes_say_so(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"), (members[2], "no"))
    await stage.advance(minutes=1)
    await strip_of_title(stage, members[2])
    assert "You no longer have" in (await members[2].press(post, "vote-yes")).text
    await vote(post, (members[3], "yes"))
    (text,) = minutes(stage)
    assert f"<@{members[2].id}>" in next(line for line in text.splitlines() if "Struck" in line)
    assert "In favour **2**, against **0**" in text


async def test_a_restart_between_the_last_ballot_and_the_close_changes_nothing(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    await stage.restart()
    await vote(stage.again(post), (members[3], "yes"))
    assert outcomes(stage) == ["passed"]
    assert len(minutes(stage)) == 1


async def test_a_bot_that_sleeps_through_the_deadline_keeps_the_vote_open_for_a_day(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, (members[1], "yes"), (members[2], "yes"))
    await stage.advance(days=6, hours=23)
    await stage.sleep_through(timedelta(hours=2))
    (told,) = [one for one in stage.posts_in(stage.committee) if "I was offline" in one.text]
    assert members[3].id in told.pinged
    assert outcomes(stage) == [None]
    await vote(stage.again(post), (members[3], "yes"))
    assert outcomes(stage) == ["passed"]


async def test_a_double_click_casts_one_ballot_and_closes_once(stage: Stage) -> None:
    members = await committee(stage, 2)
    post = await opened(stage, "member-expulsion", members[0])
    answers = await stage.double_click(members[1], post, "vote-yes")
    assert sum("closed" in answer.text for answer in answers) == 2
    assert len(rows(stage, "SELECT * FROM ballots")) == 1
    assert len(minutes(stage)) == 1


async def test_a_recusal_is_asked_twice_and_makes_the_electorate_smaller(stage: Stage) -> None:
    members = await committee(stage, 4)
    post = await opened(stage, "member-expulsion", members[0])
    asked = await members[1].press(post, "vote-recuse")
    assert "final" in asked.text
    await members[1].press(asked.post, "vote-recuse-me")
    await vote(post, (members[2], "yes"))
    late = await members[2].press((await members[2].press(post, "vote-recuse")).post, "vote-recuse-me")
    assert "before that" in late.text
    await vote(post, (members[3], "yes"))
    assert f"<@{members[1].id}> declared a recusal" in minutes(stage)[0]


@pytest.mark.rule("OLY-6")
async def test_representatives_decide_an_open_question_by_simple_majority(stage: Stage) -> None:
    first, second, third = (stage.member(name) for name in ("Rui", "Sara", "Tom"))
    asked = await stage.leader.type("vote open", kind="open-question", question="Which clock?")
    opened_now = await stage.leader.choose(asked.post, "vote-among", first, second, third)
    assert "3 people may vote" in opened_now.text
    post = stage.latest("vote-null", stage.committee)
    for member in (first, second, third):
        letters = [one for one in member.inbox if "Which clock?" in one.text]
        assert len(letters) == 1
        assert str(post.message_id) in letters[0].text
    await vote(post, (first, "yes"), (second, "no"), (third, "yes"))
    assert outcomes(stage) == ["passed"]


@pytest.mark.rule("AIJE-A02-3")
async def test_only_who_runs_a_procedure_opens_it_and_the_president_stands_in_for_the_leader(stage: Stage) -> None:
    members = await committee(stage, 3)
    refused = await members[0].type("vote open", kind="member-expulsion", question="?", subject=members[1])
    assert "leader" in refused.text
    await stage.advance(minutes=1)
    election = await opened(stage, "leader-election", by=stage.president)
    for member in members:
        await member.choose(election, "vote-for", members[0].name)
    own = await members[0].type("vote open", kind="member-expulsion", question="?", subject=members[0])
    assert "President" in own.text
    assert (
        "open until"
        in (await stage.president.type("vote open", kind="member-expulsion", question="?", subject=members[0])).text
    )


@pytest.mark.rule("AIJE-A01-2")
async def test_the_lot_of_an_election_is_proven_behind_verify_and_in_the_record_alone(stage: Stage) -> None:
    members = await committee(stage, 4)
    first = await opened(stage, "leader-election", by=stage.president)
    assert "You can't do this" in (await stage.member("Ana").press(first, "vote-verify")).text
    for voter, candidate in zip(members, members[:2] * 2, strict=True):
        await voter.choose(first, "vote-for", candidate.name)
    second = stage.latest("vote-null", stage.committee)
    secret = rows(stage, "SELECT secret FROM votes WHERE ballot = 2")[0]["secret"]
    sealed = await members[0].press(second, "vote-verify")
    assert commitment(secret) in sealed.text
    assert secret.hex() not in sealed.text
    for voter, candidate in zip(members, members[:2] * 2, strict=True):
        await voter.choose(second, "vote-for", candidate.name)
    told = stage.latest("vote-verify", stage.committee)
    opened_lot = await members[0].press(told, "vote-verify")
    assert all(proof in opened_lot.text for proof in (commitment(secret), secret.hex()))
    assert secret.hex() in minutes(stage)[-1]
    assert all(secret.hex() not in post.text for post in stage.posts_in(stage.committee))


@pytest.mark.rule("AIJE-A02-4")
async def test_a_vote_in_which_all_have_cast_below_the_quorum_asks_the_leader_by_name(stage: Stage) -> None:
    """`vote-all-cast-below-quorum`: yes, yes, no and two null ballots of five."""
    members = await committee(stage, 6)
    post = await opened(stage, "member-expulsion", members[0])
    ballots = ("yes", "yes", "no", "null", "null")
    await vote(post, *zip(members[1:], ballots, strict=True))
    await stage.advance(minutes=1)
    (asked,) = [one for one in stage.posts_in(stage.committee) if one.has("vote-close")]
    assert asked.pinged == {stage.leader.id}
    assert f"<@{stage.leader.id}>" in asked.text
    assert outcomes(stage) == [None]
    await stage.advance(days=40)
    assert len([one for one in stage.posts_in(stage.committee) if one.has("vote-close")]) == 4
    assert "below its quorum" in (await stage.leader.type("me")).text
    sure = await stage.leader.press(asked, "vote-close")
    assert not minutes(stage)
    await stage.leader.press(sure.post, "vote-close-now")
    assert outcomes(stage) == ["no_quorum"]
    (text,) = minutes(stage)
    assert f"<@{stage.leader.id}> closed it with too few votes" in text
    assert "null **2**" in text


@pytest.mark.rule("AIJE-A02-4")
async def test_a_vote_below_its_quorum_is_called_off_from_its_question(stage: Stage) -> None:
    members = await committee(stage, 6)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, *((one, "null") for one in members[1:]))
    await stage.advance(minutes=1)
    asked = stage.latest("vote-end", stage.committee)
    assert "vote-cancel" not in (await members[1].press(asked, "vote-end")).text
    await stage.leader.fill(await stage.leader.press(asked, "vote-end"), why="Nobody wants to decide it.")
    assert outcomes(stage) == ["cancelled"]
