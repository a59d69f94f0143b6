"""No-shows from the close of check-in to the bar or the pardon, as members, arbiters and officers meet them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.people.model import ArbiterTitle
from bot.rulebooks.library import preset
from rehearsal.members import Answer, Member
from rehearsal.posts import Post
from tests.discord.entering import event_of
from tests.discord.harness import Stage, an_event, enter, rewrite, rows

JUSTIFY_WITHIN = timedelta(hours=72)
SECOND = timedelta(seconds=1)


async def missed(stage: Stage, *members: Member, rulebook: str = "aije-open") -> Post:
    """The notice to the members, who were on the list of an event and did not confirm."""
    await enter(stage, await an_event(stage, rulebook=rulebook), *members)
    await stage.advance(hours=2, seconds=10)
    return stage.latest("justify", stage.announcements)


async def justify(member: Member, notice: Post, reason: str = "The power was out") -> Answer:
    return await member.fill(await member.press(notice, "justify"), reason=reason)


def bars(stage: Stage) -> list[object]:
    return [row["person_id"] for row in rows(stage, "SELECT person_id FROM bars WHERE lifted_at IS NULL")]


def said(stage: Stage, words: str) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if words in post.text]


@pytest.mark.rule("AIJE-D01-5.1", "AIJE-D01-5.3")
async def test_everyone_who_did_not_confirm_is_named_in_one_message_with_a_button(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    notice = await missed(stage, ana, bob)
    assert notice.pinged == {ana.id, bob.id}
    assert len(said(stage, "Tell the arbiters why")) == 1
    assert "Tell the arbiters why" in ana.inbox[-1].text


async def test_an_absence_is_justified_from_the_letter_across_a_restart(stage: Stage) -> None:
    ana = stage.member("Ana", "pt-BR")
    await missed(stage, ana)
    form = await ana.press(ana.inbox[-1], "justify")
    await stage.restart()
    assert "Obrigado" in (await ana.fill(form, reason="Faltou luz")).text
    assert rows(stage, "SELECT justification FROM absence_cases")[0]["justification"] == "Faltou luz"
    assert rows(stage, "SELECT name, language FROM people WHERE discord_id = ?", ana.id)[0]["name"] == "Ana"
    again = await ana.fill(await ana.press(ana.inbox[-1], "justify"), reason="Faltou luz em casa")
    assert again.private
    await stage.advance(days=30)
    assert bars(stage) == []


async def test_who_has_left_the_server_is_told_so_by_a_letter_pressed(stage: Stage) -> None:
    ana = stage.member("Ana")
    await missed(stage, ana)
    form = await ana.press(ana.inbox[-1], "justify")
    stage.env.inject_error("GET", "/guilds/*/members/*", status=404, code=10007)
    answer = await ana.fill(form, reason="ill")
    assert "a server you are not in" in answer.text
    names = [row["name"] for row in rows(stage, "SELECT name FROM tournaments")]
    assert not any(name in answer.text for name in names)
    assert rows(stage, "SELECT justification FROM absence_cases")[0]["justification"] is None


@pytest.mark.rule("AIJE-D01-5.3")
async def test_a_justification_at_exactly_72_hours_is_in_time(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    form = await ana.press(notice, "justify")
    await stage.advance_to(notice.at + JUSTIFY_WITHIN)
    assert "Thank you" in (await ana.fill(form, reason="ill")).text
    await stage.advance(days=30)
    assert bars(stage) == []


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
async def test_one_second_later_it_is_too_late_and_the_bar_has_come_with_its_reason(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    form = await ana.press(notice, "justify")
    await stage.advance_to(notice.at + JUSTIFY_WITHIN + SECOND)
    assert "the time to justify ended" in (await ana.fill(form, reason="ill")).text
    await stage.advance(seconds=5)
    barred = said(stage, "Barred from coming tournaments until further notice")[-1]
    assert barred.pinged == {ana.id}
    assert str(stage.leader.id) in barred.text
    assert "You are barred" in ana.inbox[-1].text


@pytest.mark.rule("AIJE-D01-5.3")
async def test_the_72_hours_begin_with_the_notice_when_that_comes_later(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    await stage.advance(hours=1, minutes=59)
    await stage.stop()
    await stage.advance(hours=5)
    stage.bot = stage.new_bot()
    await stage.env.restart_bot(stage.bot)
    await stage.advance(minutes=20)
    notice = stage.latest("justify", stage.announcements)
    case = rows(stage, "SELECT * FROM absence_cases")[0]
    assert case["noticed_at"] == int(notice.at.timestamp() * 1000) > case["event_at"]
    await stage.advance_to(notice.at + JUSTIFY_WITHIN - SECOND)
    assert "Thank you" in (await justify(ana, notice)).text


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
async def test_nobody_is_barred_without_a_delivered_notice(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    await stage.advance(hours=1, minutes=59)
    path = f"/channels/{stage.announcements.id}/messages"
    stage.env.inject_error("POST", path, status=403, code=50013, times=None)
    await stage.advance(days=10)
    assert [row["noticed_at"] for row in rows(stage, "SELECT * FROM absence_cases")] == [None]
    assert bars(stage) == []


@pytest.mark.rule("AIJE-D01-5.3")
async def test_an_accepted_justification_leads_to_no_penalty(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    card = stage.latest("case-accept", stage.committee)
    assert "The power was out" in card.text
    answer = await stage.arbiter.press(card, "case-accept")
    assert "Accepted" in answer.text
    assert not stage.again(card).has("case-accept")
    await stage.advance(days=10)
    assert bars(stage) == []
    assert "was accepted" in ana.inbox[-1].text


async def test_a_card_goes_on_naming_who_decides_where_the_bot_dies_right_after_it(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    card = stage.latest("case-accept", stage.committee)
    assert stage.arbiter.id in card.pinged
    assert f"<@{stage.arbiter.id}>" in card.text
    await stage.kill(timedelta(minutes=5))
    await stage.advance(minutes=2)
    assert stage.again(card).text == card.text


@pytest.mark.rule("AIJE-D01-5.3", "AIJE-B03-2")
async def test_a_declined_one_bars_at_once_and_everybody_reads_the_reason(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    card = stage.latest("case-decline", stage.committee)
    form = await stage.arbiter.press(card, "case-decline")
    assert "Declined" in (await stage.arbiter.fill(form, reason="Seen playing elsewhere")).text
    public = said(stage, "Seen playing elsewhere")
    assert len(public) == 1
    assert "Seen playing elsewhere" in ana.inbox[-1].text
    assert len(bars(stage)) == 1
    refused = await ana.press(await an_event(stage, "Open 2"), "register")
    assert "barred until further notice" in refused.text


@pytest.mark.rule("AIJE-D01-5.3")
async def test_what_was_replaced_while_the_arbiter_wrote_is_not_declined(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    await justify(ana, notice)
    form = await stage.arbiter.press(stage.latest("case-decline", stage.committee), "case-decline")
    await stage.advance(seconds=1)
    await justify(ana, notice)
    assert "newer justification" in (await stage.arbiter.fill(form, reason="Nothing proves it")).text
    assert bars(stage) == []


@pytest.mark.rule("AIJE-D01-5.3")
async def test_nobody_is_barred_while_a_justification_waits_and_the_reviewers_are_reminded_once(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    await stage.advance(days=10)
    cards = [post for post in stage.posts_in(stage.committee) if post.has("case-accept")]
    assert (bars(stage), len(cards)) == ([], 2)
    assert cards[-1].pinged == {stage.arbiter.id}
    await stage.arbiter.press(cards[0], "case-accept")
    assert "already decided this case" in (await stage.leader.press(cards[0], "case-decline")).text
    assert not stage.again(cards[-1]).has("case-decline")


async def test_two_reviewers_in_the_same_moment_and_the_second_hears_who_was_first(stage: Stage) -> None:
    ana = stage.member("Ana")
    await justify(ana, await missed(stage, ana))
    card = stage.latest("case-accept", stage.committee)
    first, second = await stage.together(card, (stage.arbiter, "case-accept"), (stage.leader, "case-accept"))
    assert "Accepted" in first.text
    assert stage.arbiter.name in second.text
    assert len(rows(stage, "SELECT 1 FROM log WHERE act = 'accepted_justification'")) == 1


async def test_nobody_reviews_the_own_case(stage: Stage) -> None:
    await justify(stage.arbiter, await missed(stage, stage.arbiter))
    assert not any(post.has("case-accept") for post in stage.posts_in(stage.committee))
    assert any(post.has("case") for post in stage.leader.inbox)
    (row,) = rows(stage, "SELECT case_id FROM absence_cases")
    card = (await stage.arbiter.type("case show", case=f"case-{row['case_id']}")).post
    assert "This is about you" in (await stage.arbiter.press(card, "case-accept")).text
    assert "This is about you" in (await stage.arbiter.press(card, "case-decline")).text


async def test_a_second_justification_takes_the_place_of_the_first(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    await justify(ana, notice, "First")
    await justify(ana, notice, "Second")
    await stage.advance(minutes=2)
    cards = [post for post in stage.posts_in(stage.committee) if post.has("case-accept")]
    assert [("First" in card.text, "Second" in card.text) for card in cards] == [(False, True)]
    assert len(rows(stage, "SELECT 1 FROM log WHERE act = 'justify'")) == 2


async def test_a_file_comes_with_the_justification(stage: Stage) -> None:
    ana = stage.member("Ana")
    form = await ana.press(await missed(stage, ana), "justify")
    await ana.fill(form, reason="See the picture", file=[("proof.png", b"png")])
    assert "proof.png" in stage.latest("case-accept", stage.committee).text


async def test_who_was_not_missing_is_told_so(stage: Stage) -> None:
    notice = await missed(stage, stage.member("Ana"))
    assert "you did not miss" in (await stage.member("Bob").press(notice, "justify")).text


@pytest.mark.rule("AIJE-D01-5.3")
async def test_reminders_name_only_those_who_can_still_justify(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    notice = await missed(stage, ana, bob)
    await justify(ana, notice)
    await stage.advance_to(notice.at + timedelta(hours=71))
    reminders = said(stage, "You have not told me yet")
    assert [post.pinged for post in reminders] == [{bob.id}, {bob.id}]
    assert sum("You have not told me" in post.text for post in bob.inbox) == 2
    assert not any("You have not told me" in post.text for post in ana.inbox)


async def test_a_case_survives_restarts_at_every_turn(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    await stage.restart()
    form = await ana.press(notice, "justify")
    await stage.restart()
    await ana.fill(form, reason="ill")
    await stage.restart()
    card = stage.latest("case-decline", stage.committee)
    asked = await stage.arbiter.press(card, "case-decline")
    await stage.restart()
    await stage.arbiter.fill(asked, reason="no")
    await stage.restart()
    assert len(bars(stage)) == 1


@pytest.mark.rule("AIJE-D01-5.3")
async def test_an_outage_over_the_deadline_leaves_a_quarter_of_an_hour_and_says_so(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    notice = await missed(stage, ana, bob)
    await stage.advance_to(notice.at + timedelta(hours=71, minutes=50))
    await stage.sleep_through(timedelta(hours=5))
    extended = said(stage, "I was offline for a while")[-1]
    assert extended.pinged == {ana.id, bob.id}
    await stage.advance(minutes=14)
    assert "Thank you" in (await justify(ana, notice)).text
    await stage.advance(minutes=2)
    assert len(bars(stage)) == 1


async def test_staff_justifies_for_a_person_without_an_account(stage: Stage) -> None:
    await an_event(stage)
    event = rows(stage, "SELECT tournament_id FROM tournaments")[0][0]
    await stage.organiser.type("tournament enter", tournament=event, name="Old Joe", account="joe")
    rewrite(stage, "UPDATE entrants SET own_word = 1")  # As entries from before a word was asked for.
    await stage.advance(hours=2, seconds=10)
    notice = stage.latest("justify", stage.announcements)
    assert "Old Joe" in notice.text
    case = next(iter((await stage.arbiter.suggestions("case justify", "case")).values()))
    form = await stage.arbiter.type("case justify", case=case)
    assert "Old Joe" in (await stage.arbiter.fill(form, reason="In hospital")).text
    assert "In hospital" in stage.latest("case-accept", stage.committee).text


@pytest.mark.rule("AIJE-D01-2")
async def test_only_leader_or_president_lift_a_bar_and_then_the_player_is_back(stage: Stage) -> None:
    ana = stage.member("Ana")
    await missed(stage, ana)
    await stage.advance(hours=73)
    assert str(ana.id) in (await stage.arbiter.type("bar list")).text
    bar = next(iter((await stage.arbiter.suggestions("bar lift", "bar")).values()))
    assert "These can: **" in (await stage.arbiter.type("bar lift", bar=bar, reason="please")).text
    assert "Lifted" in (await stage.leader.type("bar lift", bar=bar, reason="Spoke to her")).text
    assert "Spoke to her" in said(stage, "may enter tournaments again")[-1].text
    assert "already done" in (await stage.leader.type("bar lift", bar=bar, reason="again")).text
    assert "No one is barred" in (await stage.arbiter.type("bar list")).text


@pytest.mark.rule("AIJE-D01-2")
async def test_a_disqualification_is_told_to_the_player_and_the_public(stage: Stage) -> None:
    ana = stage.member("Ana")
    post = await an_event(stage)
    await enter(stage, post, ana)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    told = await judge.type("bar player", member=ana, reason="Insulted the arbiter", rule="AIJE-A02-1")
    assert "Done" in told.text
    assert "Insulted the arbiter" in ana.inbox[-1].text
    public = said(stage, "is disqualified by")[-1].text
    assert "Insulted the arbiter" in public
    assert "AIJE-A02-1" in public
    assert "Insulted the arbiter" in (await ana.press(post, "register")).text
    await stage.advance(hours=2, seconds=10)
    assert rows(stage, "SELECT 1 FROM absence_cases") == []
    assert (
        "has been disqualified since"
        in (await judge.type("bar player", member=ana, reason="x", rule="AIJE-A02-1")).text
    )


async def test_nobody_bars_or_frees_himself(stage: Stage) -> None:
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    own = await judge.type("bar player", member=judge, reason="x", rule="AIJE-A02-1")
    assert "This is about you" in own.text


async def test_a_reopened_case_gives_the_whole_time_again(stage: Stage) -> None:
    ana = stage.member("Ana")
    await missed(stage, ana)
    await stage.advance(hours=73)
    case = next(iter((await stage.leader.suggestions("case reopen", "case")).values()))
    assert "open again" in (await stage.leader.type("case reopen", case=case, reason="Wrong address")).text
    assert bars(stage) == []
    notice = stage.latest("justify", stage.announcements)
    await stage.advance_to(notice.at + JUSTIFY_WITHIN - SECOND)
    assert "Thank you" in (await justify(ana, notice)).text


async def test_the_committee_sees_open_cases_and_opens_a_card_from_the_list(stage: Stage) -> None:
    await missed(stage, *stage.crowd(12))
    listed = await stage.arbiter.type("case list")
    assert "may justify until" in listed.text
    turned = await stage.arbiter.press(listed.post, "Later")
    assert turned.panel is not None
    assert "**12.**" in turned.panel.text
    shown = await stage.arbiter.press(listed.post, "11")
    assert "There is no text yet" in shown.text
    assert "These can: **" in (await stage.member("Eve").type("case list")).text


@pytest.mark.rule("AIJE-B03-2")
async def test_who_missed_an_event_that_was_called_off_reads_that_it_was_and_what_follows(stage: Stage) -> None:
    ana = stage.member("Ana")
    notice = await missed(stage, ana)
    for told in (notice.text, ana.inbox[-1].text):
        assert "was cancelled, because too few checked in" in told
        assert "until further notice" in told
    await justify(ana, notice)
    card = await stage.arbiter.press((await stage.arbiter.type("case list")).post, "1")
    assert "the event was cancelled for too few" in card.text


@pytest.mark.rule("AIJE-B03-2")
async def test_by_rules_that_do_not_ask_for_it_the_event_is_off_and_nobody_answers_for_it(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage, rulebook="go-swiss"), ana)
    before = len(ana.inbox)
    await stage.advance(hours=2, minutes=1)
    assert said(stage, "Players who had not checked in get no penalty.")
    assert len(ana.inbox) == before
    assert rows(stage, "SELECT * FROM absence_cases") == []


async def test_an_event_that_too_few_confirmed_does_not_say_that_nobody_is_penalised(stage: Stage) -> None:
    await enter(stage, await an_event(stage), stage.member("Ana"))
    await stage.advance(hours=2, minutes=1)
    said = "\n".join(post.text for post in stage.posts_in(stage.announcements))
    assert "cancelled" in said
    assert "No penalty" not in said
    assert stage.latest("justify", stage.announcements)


@pytest.mark.parametrize("stage_options", [{"switches": ()}], indirect=True)
async def test_where_a_cup_only_asks_why_the_arbiters_decide_by_buttons_without_any_command_of_cases(
    stage: Stage,
) -> None:
    ana = stage.member("Ana")
    others = [stage.member(name) for name in ("Bob", "Cid", "Dora")]
    cup = preset("cup")
    asks = replace(cup, absence=replace(cup.absence, ask_why=True))
    await enter(stage, await event_of(stage, asks), ana, *others)
    await stage.advance(hours=1, minutes=50)
    for other in others:
        await other.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=11)
    await justify(ana, stage.latest("justify", stage.announcements))
    assert not any(one.split()[0] == "case" for one in stage.commands)
    form = await stage.arbiter.press(stage.latest("case-decline", stage.committee), "case-decline")
    told = (await stage.arbiter.fill(form, reason="Seen playing elsewhere")).text
    assert "no penalty" in told
    assert "takes it back" not in told
    assert any("Seen playing elsewhere" in post.text for post in stage.posts_in(stage.record))
    assert bars(stage) == []
