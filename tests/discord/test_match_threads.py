"""A thread for each match: who reads it, what stands in it, when it closes, and what becomes of it without one."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import discord
import pytest

from bot.play.rulebook import Readers, ThreadRules
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from tests.discord.entering import confirm_and_start, event_of
from tests.discord.harness import Member, Post, Stage, enter, rewrite, rows
from tests.discord.test_cups import filled
from tests.discord.threads import ThreadSeen, delete, thread_seen, threads_seen

PUBLIC, PRIVATE = ThreadRules(), ThreadRules(Readers.PLAYERS)


class Threads:
    """An Open of two or four players, whose matches were called a moment ago."""

    def __init__(self, stage: Stage, players: list[Member]) -> None:
        self.stage, self.players = stage, players

    def ids(self) -> list[int]:
        """The threads on record, in the order in which Discord made them."""
        return [row["thread_id"] for row in rows(self.stage, "SELECT thread_id FROM match_threads ORDER BY thread_id")]

    def seen(self, thread_id: int | None = None) -> ThreadSeen:
        """The thread of the first match as it stands at Discord."""
        return thread_seen(self.stage, thread_id or self.ids()[0])

    @property
    def card(self) -> Post:
        """The card of the first match."""
        return self.stage.again(self.stage.latest("match", self.ids()[0]))

    def pair(self) -> tuple[Member, Member]:
        """Who plays on the card, as the score has them."""
        card = self.card
        at = sorted((card.text.index(f"<@{one.id}>"), one.id) for one in self.players if f"<@{one.id}>" in card.text)
        first, second = (self.stage.by_id(member) for _, member in at)
        return first, second

    async def play(self) -> None:
        """Both come, the first reports that every game was won and the other confirms."""
        first, second = self.pair()
        for one in (first, second):
            await one.press(self.card, "here")
        await self.stage.advance(minutes=5)
        await first.choose(self.card, "score", next(iter(self.card.options("score"))))
        await second.press(self.card, "agree")


async def called(stage: Stage, rules: ThreadRules, *names: str) -> Threads:
    usual = preset("aije-open")
    matches = replace(usual.matches, matches_per_arbiter=2)
    post = await event_of(stage, replace(usual, threads=rules, matches=matches))
    players = [stage.member(name) for name in names or ("Ana", "Bia")]
    await enter(stage, post, *players)
    await confirm_and_start(stage, players)
    return Threads(stage, players)


async def test_each_match_is_called_in_a_thread_of_its_own_named_by_its_players(stage: Stage) -> None:
    event = await called(stage, PUBLIC, "Ana", "Bia", "Caio", "Davi")
    assert len(set(event.ids())) == 2
    assert not [post for post in stage.posts_in(stage.matches) if post.has("here")]
    first, second = event.pair()
    assert event.card.pinged == {first.id, second.id, stage.arbiter.id}
    assert event.seen().name == f"{first.name} – {second.name} · Open 1"


async def test_a_match_is_played_in_its_thread_which_closes_an_hour_after_its_result(stage: Stage) -> None:
    event = await called(stage, PUBLIC)
    await event.play()
    assert "🏁" in event.card.text
    await stage.advance(minutes=55)
    assert not event.seen().is_archived
    calls = len(stage.calls)
    await stage.advance(minutes=10)
    assert event.seen().is_archived
    assert [call.path for call in stage.calls[calls:] if str(event.ids()[0]) in call.path] == [
        f"/channels/{event.ids()[0]}"
    ]


async def test_a_thread_stays_open_as_long_as_a_ruling_can_be_appealed_against_from_its_card(stage: Stage) -> None:
    event = await called(stage, PUBLIC)
    for one in event.pair():
        await one.press(event.card, "here")
    desk = await stage.arbiter.press(event.card, "referee")
    form = await stage.arbiter.choose(desk.post, "rule", "5-0")
    if form.result.modal is not None:
        await stage.arbiter.fill(form, why="Both told me")
    await stage.advance(hours=23)
    assert not event.seen().is_archived
    asked = await event.pair()[1].press(event.card, "appeal")
    await event.pair()[1].fill(asked, text="I was never asked")
    await stage.advance(hours=5)
    assert not event.seen().is_archived
    refusal = await stage.leader.press(stage.latest("appeal-refuse", stage.committee), "appeal-refuse")
    await stage.leader.fill(refusal, reason="The arbiter saw it")
    await stage.advance(hours=2)
    assert event.seen().is_archived


async def test_only_players_and_arbiter_are_let_into_a_private_thread(stage: Stage) -> None:
    event = await called(stage, PRIVATE)
    assert event.seen().is_private
    inside = {one.id for one in (*event.players, stage.arbiter)}
    assert event.seen().inside == inside
    said = " ".join(post.text for post in stage.posts_in(stage.matches))
    assert "is not here" not in said
    (made,) = [call for call in stage.calls if call.method == "POST" and call.path.endswith("/threads")]
    assert (made.json or {})["invitable"] is False


@pytest.mark.parametrize("rules", [PUBLIC, PRIVATE])
async def test_without_the_right_the_card_stands_in_the_channel_and_the_organisers_are_told_once(
    stage: Stage, rules: ThreadRules
) -> None:
    await forbid(stage, create_public_threads=False, create_private_threads=False)
    event = await called(stage, rules, "Ana", "Bia", "Caio", "Davi")
    assert event.ids() == [None, None]
    assert len([post for post in stage.posts_in(stage.matches) if post.has("here")]) == 2
    (told,) = [post for post in stage.posts_in(stage.committee) if "could not open a thread" in post.text]
    assert ("Private" if rules is PRIVATE else "Public") in told.text
    assert not [call for call in stage.calls if call.path.endswith("/threads")]
    assert rows(stage, "SELECT count(*) FROM absence_clocks")[0][0] == 4


async def test_a_server_with_too_many_threads_has_the_card_in_the_channel(stage: Stage) -> None:
    stage.env.inject_error("POST", "/channels/*/threads", status=400, code=160006)
    await called(stage, PUBLIC)
    assert stage.latest("here", stage.matches)
    told, called_to = stage.posts_in(stage.committee)[-2:]
    assert called_to.has("desk")
    assert "as many open threads" in told.text


async def test_who_cannot_be_let_into_a_private_thread_is_called_where_all_read(stage: Stage) -> None:
    stage.env.inject_error("PUT", "/channels/*/thread-members/*", status=403, code=50001)
    event = await called(stage, PRIVATE)
    assert event.ids() == [None]
    assert stage.latest("here", stage.matches)


async def test_a_player_who_has_left_the_server_holds_up_no_call(stage: Stage) -> None:
    stage.env.inject_error("PUT", "/channels/*/thread-members/*", status=404, code=10007)
    event = await called(stage, PRIVATE)
    assert stage.latest("here", event.ids()[0])


async def test_a_thread_that_was_opened_before_a_crash_is_found_again(stage: Stage) -> None:
    event = await called(stage, PRIVATE)
    before = event.ids()
    await crash(stage)
    assert event.ids() == before
    assert len(threads_seen(stage)) == 1
    assert len([post for post in stage.posts_in(before[0]) if post.has("here")]) == 1
    assert rows(stage, "SELECT count(*) FROM absence_clocks")[0][0] == 2


async def test_a_thread_that_somebody_deletes_comes_back_with_its_card_and_starts_no_clock(stage: Stage) -> None:
    event = await called(stage, PUBLIC)
    (first,), clocks = event.ids(), rows(stage, "SELECT * FROM absence_clocks")
    await delete(stage, first)
    (second,) = event.ids()
    assert second not in {None, first}
    assert stage.latest("here", second)
    assert [tuple(one) for one in rows(stage, "SELECT * FROM absence_clocks")] == [tuple(one) for one in clocks]
    for _ in range(2):
        await delete(stage, event.ids()[0])
    assert event.ids() == [None]
    assert stage.latest("here", stage.matches)


async def test_a_deletion_of_which_the_bot_hears_nothing_is_found_when_something_is_said(stage: Stage) -> None:
    event = await called(stage, PUBLIC)
    for one in event.pair():
        await one.press(event.card, "here")
    await stage.advance(minutes=1)
    await event.pair()[0].choose(event.card, "score", "5-0")
    (first,) = event.ids()
    await delete(stage, first, told=False)
    await stage.advance(minutes=5)
    (second,) = event.ids()
    assert second not in {None, first}
    assert [post for post in stage.posts_in(second) if "agree" in " ".join(post.offered)]


async def test_a_correction_opens_a_closed_thread_which_closes_again(stage: Stage) -> None:
    event = await called(stage, PUBLIC, "Ana", "Bia", "Caio", "Davi")
    await event.play()
    await stage.advance(minutes=61)
    (closed, *_) = event.ids()
    assert event.seen(closed).is_archived
    await correct(stage)
    assert "corrected" in stage.posts_in(closed)[-1].text
    assert not event.seen(closed).is_archived
    await stage.advance(hours=26)
    assert event.seen(closed).is_archived


async def test_an_arbiter_to_whom_a_match_is_handed_comes_into_its_thread(stage: Stage) -> None:
    event = await called(stage, PRIVATE)
    (second,) = await stage.arbiters(1, prefix="Vera")
    await second.type("arbiter on")
    await stage.arbiter.type("arbiter off")
    await stage.advance(seconds=5)
    assert second.id in event.seen().inside


async def test_the_threads_of_an_event_that_is_called_off_close(stage: Stage) -> None:
    event = await called(stage, PUBLIC)
    asked = await stage.organiser.type("tournament cancel", tournament=_event(stage))
    await stage.organiser.fill(asked, reason="Nobody can play")
    await stage.advance(minutes=65)
    assert event.seen().is_archived


async def test_an_arbiters_word_is_said_in_the_thread_wherever_it_was_given(stage: Stage) -> None:
    event = await called(stage, PRIVATE)
    from_card = await stage.arbiter.press(event.card, "referee")
    seen = next(one for one in from_card.post.offered if one.startswith("present:"))
    await stage.arbiter.press(from_card.post, seen)
    assert len(stage.posts_in(event.ids()[0])) == 2
    assert not [post for post in stage.posts_in(stage.matches) if "Abel" in post.text]


async def test_where_nobody_follows_matches_whoever_made_the_event_comes_into_their_private_threads(
    stage: Stage,
) -> None:
    post = await event_of(stage, replace(preset("cup"), threads=PRIVATE))
    players = [stage.member(name) for name in ("Ana", "Bia", "Caio", "Davi")]
    await enter(stage, post, *players)
    await stage.advance_to(stage.now + timedelta(minutes=100))
    for player in players:
        await player.press(stage.latest("check-in"), "check-in")
    await stage.advance(minutes=25)
    for seen in threads_seen(stage):
        assert stage.organiser.id in seen.inside
        assert len(seen.inside) == 3
    assert len(threads_seen(stage)) == 2


async def test_what_threads_lack_is_told_under_the_preview_and_by_the_doctor_where_an_event_wants_them(
    stage: Stage,
) -> None:
    await forbid(stage, create_public_threads=False, manage_threads=False)
    assert "Threads" not in (await stage.organiser.type("doctor")).text
    preview = await filled(stage)
    assert "Threads" not in preview.text
    form = await stage.organiser.press(preview.post, "cup-details")
    details = {"final": ["1"], "third": ["no"], "check_in": ["30"], "talk": ["threads"]}
    chosen = await stage.organiser.fill(form, **details)
    assert chosen.panel is not None
    assert "Create Public Threads" in chosen.panel.text
    await stage.organiser.press(chosen.panel, "draft-confirm")
    assert "Manage Threads" in (await stage.organiser.type("doctor")).text


def _event(stage: Stage) -> str:
    return str(rows(stage, "SELECT tournament_id FROM tournaments")[0][0])


async def forbid(stage: Stage, **rights: bool) -> None:
    guild = stage.bot.get_guild(stage.guild.id)
    assert guild is not None
    channel = guild.get_channel(stage.matches.id)
    assert isinstance(channel, discord.TextChannel)
    overwrite = discord.PermissionOverwrite(**rights)
    await simcord_seam.in_bot_scope(stage.env, lambda: channel.set_permissions(guild.me, overwrite=overwrite))


async def correct(stage: Stage) -> None:
    contest_id = next(iter((await stage.organiser.suggestions("match correct", "match")).values()))
    asked = await stage.organiser.type("match correct", match=contest_id)
    shown = await stage.organiser.choose(asked.post, "correct", next(iter(asked.post.options("correct"))))
    form = await stage.organiser.press(shown.post, "correct-it")
    await stage.organiser.fill(form, why="The video shows it")
    await stage.advance(seconds=5)


async def crash(stage: Stage) -> None:
    """The process dies after the thread was opened, before it is on record and anything is said in it."""
    card = stage.latest("here", threads_seen(stage)[0].thread_id)
    simcord_seam.forget_message(stage.env, card.channel_id, card.message_id)
    await stage.stop()
    ((contest_id, made_at),) = rows(
        stage,
        "SELECT contest_id, (SELECT promised_at FROM outbox WHERE kind = 'match_called') AS at FROM match_threads",
    )
    what, sign = f"match-thread:{contest_id}", f"{stage.matches.id} {threads_seen(stage)[0].name}"
    rewrite(
        stage,
        "DELETE FROM match_thread_members",
        "DELETE FROM match_threads",
        "DELETE FROM absence_clocks",
        "UPDATE contests SET called_at = NULL",
        "UPDATE outbox SET state = 'pending', message_id = NULL, attempts = 0 WHERE kind = 'match_called'",
        f"INSERT INTO attempts (what, sign, first_at) VALUES ('{what}', '{sign}', {made_at})",
    )
    stage.bot = stage.new_bot()
    await stage.env.restart_bot(stage.bot)
    await stage.advance(seconds=30)
