"""Entering an event in Discord: the button, the form, the commands, staff's entries, and accounts named twice."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.model import Bar, BarReason
from bot.kernel.ids import BarId, GuildId, PersonId
from rehearsal import simcord_seam
from tests.discord.entering import event_of, in_order, tournament_id, with_seats
from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter, rows

ODD_NAMES = ["🏆👩‍👩‍👧 Zoë", "بطل الشطرنج", "@everyone", "<@&1> # **x**", "z̴̡̛a̵l̷g̶o", "ㅤ", "x" * 32]


async def registered(member: Member, post: Post, account: str) -> Answer:
    return await member.fill(await member.press(post, "register"), account=account)


async def claimed(stage: Stage, post: Post) -> Post:
    """Ana holds the account, Bob names it too: the committee's card."""
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await registered(ana, post, "Ana_99")
    answer = await registered(bob, post, "ANA_99")
    assert "staff" in answer.text
    return stage.latest("claim-grant", stage.committee)


async def bar(stage: Stage, member: Member, reason: BarReason, said: str | None, days: int | None) -> None:
    """A bar against a member whom the bot has met."""
    (row,) = rows(stage, "SELECT person_id FROM people WHERE discord_id = ?", member.id)
    until = None if days is None else stage.now + timedelta(days=days)
    by = stage.owner_person.person_id if said else None
    person, guild = PersonId(row["person_id"]), GuildId(stage.guild.id)
    made = Bar(BarId("bar"), guild, person, reason, said, stage.now, until, barred_by=by)
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(lambda tx: entering_bars_store.add(tx, made)))


@pytest.mark.rule("AIJE-D01-1")
@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_a_member_registers_in_the_own_language_and_the_panel_counts(stage: Stage, locale: str) -> None:
    post = await an_event(stage)
    answer = await registered(stage.member("Ana", locale), post, "Ana_99")
    assert answer.private
    assert "Open 1" in answer.text
    assert answer.panel is not None
    assert "**1** player" in answer.panel.text


async def test_the_account_is_asked_once_in_all_events(stage: Stage) -> None:
    first, ana = await an_event(stage), stage.member("Ana")
    await registered(ana, first, "Ana")
    second = await an_event(stage, "Open 2")
    assert (await ana.press(second, "register")).result.modal is None
    assert len(rows(stage, "SELECT * FROM entrants")) == 2


async def test_what_was_filled_in_before_a_restart_counts_after_it(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    asked = await ana.press(post, "register")
    await stage.restart()
    await ana.fill(asked, account="Ana")
    assert in_order(stage) == ["Ana"]


async def test_registration_goes_on_across_a_restart(stage: Stage) -> None:
    post = await event_of(stage, with_seats(4))
    crowd = stage.crowd(6)
    await enter(stage, post, *crowd[:3])
    await stage.restart()
    await enter(stage, post, *crowd[3:])
    assert in_order(stage) == [member.name for member in crowd]
    assert "2 on the wait list" in stage.again(post).text


async def test_the_same_by_command(stage: Stage) -> None:
    await an_event(stage)
    ana = stage.member("Ana")
    offered = await ana.suggestions("register", "tournament", "open")
    assert offered == {"Open 1": tournament_id(stage)}
    await ana.type("register", tournament=offered["Open 1"], account="Ana")
    assert in_order(stage) == ["Ana"]
    await ana.type("withdraw", tournament="open 1")
    assert in_order(stage) == []


async def test_a_command_brings_the_announcement_up_to_date(stage: Stage) -> None:
    post = await an_event(stage)
    await stage.member("Ana").type("register", tournament="Open 1", account="Ana")
    await stage.advance(seconds=5)
    assert "**1** player" in stage.again(post).text


async def test_an_unknown_tournament_is_told_as_such(stage: Stage) -> None:
    answer = await stage.member("Ana").type("register", tournament="Nowhere Cup", account="Ana")
    assert "Nowhere Cup" in answer.text
    assert "tournament" in answer.text


@pytest.mark.rule("AIJE-D01-5.2")
async def test_who_withdraws_is_off_the_list_and_may_come_back(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    answer = await ana.press(post, "withdraw")
    assert "No penalty" in answer.text
    assert answer.panel is not None
    assert "**0** players" in answer.panel.text
    await enter(stage, post, ana)
    assert in_order(stage) == ["Ana"]


async def test_the_list_names_everyone_page_by_page(stage: Stage) -> None:
    post = await event_of(stage, with_seats(50))
    crowd = stage.crowd(60)
    await enter(stage, post, *crowd)
    first = await crowd[0].press(post, "players")
    assert f"<@{crowd[39].id}>" in first.text
    assert f"<@{crowd[40].id}>" not in first.text
    second = (await crowd[0].press(first.post, "More names")).panel
    assert second is not None
    assert f"50. <@{crowd[49].id}>\n**Wait list**\n1. <@{crowd[50].id}>" in second.text
    assert not second.has("players-page:none")


@pytest.mark.parametrize("name", ODD_NAMES)
async def test_odd_names_stand_on_the_list_and_ping_nobody(stage: Stage, name: str) -> None:
    post = await an_event(stage)
    stage.unusual.add(name)
    answer = await stage.organiser.type(
        "tournament enter", tournament=tournament_id(stage), name=name, account="far away"
    )
    shown = await stage.organiser.press(post, "players")
    for one in (*answer.posts, *shown.posts):
        assert one.pinged == frozenset()
        assert "@everyone" not in one.text
        assert "<@&1>" not in one.text


@pytest.mark.parametrize("account", ["@everyone", "🏆", "بطل", "**bold** _x_", "x" * 32])
async def test_odd_accounts_are_taken_and_ping_nobody(stage: Stage, account: str) -> None:
    post, ana, bob = await an_event(stage), stage.member("Ana"), stage.member("Bob")
    await registered(ana, post, account)
    answer = await registered(bob, post, account)
    card = stage.latest("claim-grant", stage.committee)
    for one in (*answer.posts, card):
        assert one.pinged == frozenset()
        assert "@everyone" not in one.text


@pytest.mark.parametrize(
    ("account", "told"), [("   ", "missing"), ("x" * 40, "32"), ("\u200bx", "invisible characters")]
)
async def test_an_account_that_cannot_be_one_is_refused_in_words(stage: Stage, account: str, told: str) -> None:
    answer = await registered(stage.member("Ana"), await an_event(stage), account)
    assert told in answer.text
    assert in_order(stage) == []


@pytest.mark.rule("AIJE-D01-2", "AIJE-B03-2")
@pytest.mark.parametrize(
    ("reason", "said", "days", "told"),
    [
        (BarReason.UNJUSTIFIED_ABSENCE, None, None, ("absence", "until further notice", "leader")),
        (BarReason.UNJUSTIFIED_ABSENCE, None, 30, ("absence", "until <t:", "leader")),
        (BarReason.DISQUALIFIED, "a program helped", None, ("a program helped", "leader")),
        (BarReason.DISQUALIFIED, "insults", 30, ("insults", "until <t:", "leader")),
    ],
)
async def test_the_barred_read_the_reason_the_date_and_what_to_do(
    stage: Stage, reason: BarReason, said: str | None, days: int | None, told: tuple[str, ...]
) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    await ana.press(post, "withdraw")
    await bar(stage, ana, reason, said, days)
    answer = await ana.press(post, "register")
    assert all(word in answer.text for word in (*told, "<t:"))
    assert in_order(stage) == []


@pytest.mark.rule("AIJE-D01-2")
async def test_who_holds_a_seat_in_the_league_is_refused(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    await ana.press(post, "withdraw")
    (row,) = rows(stage, "SELECT person_id FROM people WHERE discord_id = ?", ana.id)
    person, guild = PersonId(row["person_id"]), GuildId(stage.guild.id)
    event = "aije-champions-league"
    await simcord_seam.in_bot_scope(
        stage.env,
        lambda: stage.bot.units.do(
            lambda tx: entering_bars_store.give_seat(tx, guild, event, person, stage.now, person)
        ),
    )
    assert "AIJe Champions League" in (await ana.press(post, "register")).text
    assert in_order(stage) == []


async def test_a_claim_is_granted_by_staff_and_everyone_concerned_is_told(stage: Stage) -> None:
    post = await an_event(stage)
    card = await claimed(stage, post)
    asked = await stage.arbiter.press(card, "claim-grant")
    answer = await stage.arbiter.fill(asked, reason="wrote to me from the site")
    assert answer.panel is not None
    assert not answer.panel.has("claim-grant")
    ana, bob = stage.members["Ana"], stage.members["Bob"]
    assert "Open 1" in bob.inbox[-1].text
    assert "/account" in ana.inbox[-1].text
    assert "Ana\\_99" in stage.posts_in(stage.committee)[-1].text
    assert in_order(stage) == ["Ana", "Bob"]
    await stage.advance(minutes=2)
    assert "**2** players" in stage.again(post).text


async def test_a_claim_is_refused_with_a_reason_that_the_claimant_reads(stage: Stage) -> None:
    card = await claimed(stage, await an_event(stage))
    asked = await stage.organiser.press(card, "claim-refuse")
    await stage.organiser.fill(asked, reason="Ana showed her profile")
    assert "Ana showed her profile" in stage.members["Bob"].inbox[-1].text
    assert stage.members["Ana"].inbox == []
    assert in_order(stage) == ["Ana"]


async def test_a_claim_is_decided_after_a_restart_and_only_once(stage: Stage) -> None:
    card = await claimed(stage, await an_event(stage))
    first = await stage.organiser.press(card, "claim-grant")
    second = await stage.arbiter.press(card, "claim-refuse")
    await stage.restart()
    await stage.organiser.fill(first, reason="")
    late = await stage.arbiter.fill(second, reason="no")
    assert "already" in late.text
    assert in_order(stage) == ["Ana", "Bob"]


async def test_nobody_decides_the_own_claim_and_no_player_any(stage: Stage) -> None:
    post = await an_event(stage)
    await registered(stage.arbiter, post, "Ana_99")
    await registered(stage.member("Bob"), post, "ana_99")
    card = stage.latest("claim-grant", stage.committee)
    assert "another person" in (await stage.arbiter.press(card, "claim-grant")).text
    assert "You can't do this" in (await stage.members["Bob"].press(card, "claim-grant")).text
    assert in_order(stage) == ["Abel"]


async def test_everyone_sees_and_changes_the_own_account(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await registered(ana, post, "Ana")
    shown = await ana.type("account")
    assert "**Ana**" in shown.text
    asked = await ana.press(shown.post, "account-name")
    assert "Bea" in (await ana.fill(asked, account="Bea")).text
    assert "**Bea**" in (await ana.type("account")).text


async def test_staff_puts_another_ones_account_right(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await registered(ana, post, "Ana")
    assert "You can't do this" in (await stage.member("Bob").type("account", member=ana, name="Bea")).text
    assert "**Bea**" in (await stage.organiser.type("account", member=ana, name="Bea")).text
    assert "**Bea**" in (await stage.organiser.type("account", member=ana)).text


async def test_staff_enters_a_member_who_gets_a_letter(stage: Stage) -> None:
    await an_event(stage)
    ana = stage.member("Ana", locale="it")
    answer = await stage.organiser.type("tournament enter", tournament="Open 1", member=ana, account="Ana")
    assert f"<@{ana.id}>" in answer.text
    assert "Open 1" in ana.inbox[-1].text
    assert in_order(stage) == ["Ana"]


async def test_a_letter_that_cannot_be_delivered_holds_up_nothing(stage: Stage) -> None:
    await an_event(stage)
    ana = stage.member("Ana")
    stage.env.inject_error("POST", "/channels/*/messages", status=403, code=50007)
    await stage.organiser.type("tournament enter", tournament="Open 1", member=ana, account="Ana")
    assert in_order(stage) == ["Ana"]


async def test_a_player_enters_nobody_else(stage: Stage) -> None:
    await an_event(stage)
    answer = await stage.member("Bob").type("tournament enter", tournament="Open 1", name="Ana", account="Ana")
    assert "You can't do this" in answer.text
    assert in_order(stage) == []


async def test_staff_removes_a_member_who_left_the_server(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    stage.guild.remove_member(ana.actor)
    offered = await stage.organiser.suggestions("tournament remove", "player", "an", tournament=tournament_id(stage))
    asked = await stage.organiser.type("tournament remove", tournament=tournament_id(stage), player=offered["Ana"])
    assert (await stage.organiser.fill(asked, reason="gone")).private
    assert in_order(stage) == []


async def test_a_button_of_another_servers_event_does_nothing_here(stage: Stage) -> None:
    post = await an_event(stage)
    (row,) = rows(stage, "SELECT guild_id FROM tournaments")
    other = stage.env.create_guild("Elsewhere")
    assert row["guild_id"] != other.id
    stranger = other.add_member(stage.env.create_user("Stranger"))
    channel = other.create_text_channel("hall")
    result = await stranger.slash(channel, "register", tournament=tournament_id(stage), account="x")
    assert result.acknowledged
    assert in_order(stage) == []
    assert stage.again(post).text == post.text


async def test_a_second_tab_with_the_old_announcement_is_no_harm(stage: Stage) -> None:
    post, ana = await an_event(stage), stage.member("Ana")
    await enter(stage, post, ana)
    shown = await ana.type("events", tournament="Open 1")
    answer = await ana.press(shown.post, "withdraw")
    assert "No penalty" in answer.text
    await stage.advance(minutes=2)
    assert "**0** players" in stage.again(post).text
