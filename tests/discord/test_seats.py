"""Seats as members see them: the League's end, invitations, a match for a seat, and who may register then."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.playing import store as playing_store
from bot.features.seats import reading_verbs as seats_reading_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.context import Query, Tx
from bot.kernel.ids import Actor, GuildId, MemberId, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Result, ResultKind
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import fingerprint, preset
from rehearsal import simcord_seam
from tests.discord.harness import Member, Post, Stage, rows
from tests.discord.registered import register
from tests.discord.test_ending import calls, play
from tests.discord.test_titles import in_house
from tests.hall.hall import go_on


def open_to_all(name: str) -> Rulebook:
    rules = preset(name)
    entry = replace(rules.registration, invited_only=False, account=None, refuse_qualified_for=None)
    return replace(rules, registration=entry, matches=replace(rules.matches, matches_per_arbiter=0))


def actor(stage: Stage, member: Member, *, organises: bool = False) -> Actor:
    guild = GuildId(stage.guild.id)
    return Actor(guild, MemberId(member.id), member.name, "en-US", False, organises, stage.now)


async def played(stage: Stage, name: str, members: list[Member]) -> None:
    """An event in which whoever stands further up in the list wins, so that the list is its table."""
    organiser, begins = actor(stage, stage.organiser, organises=True), stage.now + timedelta(hours=1)

    def enter(tx: Tx) -> TournamentId:
        made = tournaments_verbs.create(tx.acting_as(organiser), name, open_to_all(name), begins)
        # As of before files were judged: these rules are not the preset's.
        made = replace(made, rulebook=open_to_all(name), rulebook_hash=fingerprint(open_to_all(name)))
        tournaments_store.change_rulebook(tx, made)
        for member in members:
            entry = entering_verbs.register(tx.acting_as(actor(stage, member)), made.tournament_id)
            assert isinstance(entry, Registered)
            entering_store.check_in(tx, entry.entrant.entrant_id, tx.now)
        return made.tournament_id

    key = await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(enter))
    await stage.advance(hours=1, seconds=10)
    place = {member.id: at for at, member in enumerate(members)}

    def settle(tx: Tx) -> bool:
        waiting = [one for one in playing_store.of_tournament(tx, key) if one.result is None and len(one.sides) == 2]
        if not waiting:
            return False
        contest = waiting[0]
        who = {one.entrant_id: one.person_id for one in entering_store.of_tournament(tx, key)}
        named = {row["person_id"]: row["discord_id"] for row in tx.fetch_all("SELECT * FROM people")}
        first, second = (place[named[who[side]]] for side in contest.sides)
        games = contest.best_of if contest.length.play_all else contest.target
        score = (games, 0) if first < second else (0, games)
        result = Result(score, (0, 0), ResultKind.PLAYED, tx.now)
        playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, None)
        go_on(tx, contest.contest_id)
        return True

    while await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(settle)):
        pass
    await stage.advance(seconds=30)


async def season(stage: Stage) -> tuple[list[Member], list[Member], Post]:
    league = [stage.member(f"League{place}", "pt-BR" if place % 2 else "it") for place in range(1, 7)]
    opened = [stage.member(f"Open{place}", "es-ES") for place in range(1, 5)]
    await played(stage, "aije-open", opened)
    await played(stage, "aije-champions-league", league)
    (proposed,) = [post for post in stage.posts_in(stage.committee) if post.has("seats-confirm")]
    return league, opened, proposed


async def sides_of_first_match(stage: Stage) -> list[Member]:
    def find(tx: Query) -> list[int]:
        view = seats_reading_verbs.overview(tx, GuildId(stage.guild.id), MemberId(0))[0][0]
        return [view.people[side].discord_id or 0 for side in view.qualification.matches[0].sides]

    found = await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(find))
    return [stage.by_id(member) for member in found]


@pytest.mark.rule("AIJE-D02-1", "AIJE-D04-1")
async def test_from_the_leagues_end_to_the_registration_for_the_candidates(stage: Stage) -> None:
    league, opened, proposed = await season(stage)
    assert all(f"<@{member.id}>" in proposed.text for member in (*league[:5], opened[0]))
    refused = await league[0].press(proposed, "seats-confirm")
    assert refused.private
    answer = await stage.organiser.press(proposed, "seats-confirm")
    assert answer.panel is not None
    assert not answer.panel.has("seats-confirm")
    await stage.advance(seconds=10)
    offered = stage.latest("seat-answer", stage.announcements)
    assert offered.pinged >= {member.id for member in (*league[:5], opened[0])}
    assert len(offered.pinged) == 8

    card = await league[1].press(offered, "seat-answer")
    assert card.private
    assert "Champions League" in card.text
    told = await league[1].press(card.post, "seat-no")
    assert told.panel is not None
    await stage.advance(seconds=10)
    assert stage.latest("seat-answer", stage.announcements).pinged == {league[3].id, league[5].id}

    await stage.restart()
    playing = await sides_of_first_match(stage)
    assert league[4] in playing
    for member in playing:
        card = await member.press(offered, "seat-answer")
        await member.press(card.post, "seat-yes")
    assert "✅" in (await stage.organiser.type("seats show")).text
    when = (stage.now + timedelta(hours=2)).strftime("%Y-%m-%d %H:%M")
    assert "is announced" in (await stage.organiser.type("seats match", number=1, when=when)).text
    await stage.advance(seconds=10)
    named = (await league[0].press(stage.latest("players", stage.announcements), "players")).text
    assert all(f"<@{member.id}>" in named for member in playing)
    await stage.advance(hours=2, seconds=10)
    for arbiter in await stage.arbiters(1):
        await arbiter.type("arbiter on")
    await stage.advance(seconds=10)
    await play(stage, calls(stage)[-1])
    await stage.advance(seconds=30)
    shown = await league[0].type("seats show")
    assert "🏅" in shown.text

    organiser, begins = actor(stage, stage.organiser, organises=True), stage.now + timedelta(hours=2)
    rules = preset("aije-candidates")
    free = replace(rules, registration=replace(rules.registration, account=None))
    await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(organiser, tournaments_verbs.create, "Candidatos", free, begins)
    )
    await stage.settle()
    post = stage.latest("register", stage.announcements)
    (last,) = [member for member in opened if member.id not in offered.pinged]
    outside = await last.press(post, "register")
    assert "/seats show" in outside.text
    assert "**Candidatos** se juega por invitación" in outside.text
    await league[1].press(post, "register")
    assert len(rows(stage, "SELECT 1 FROM seats WHERE event = 'aije-candidates' AND until IS NULL")) == 5
    listed = rows(
        stage, "SELECT 1 FROM entrants e JOIN tournaments t USING (tournament_id) WHERE t.name = 'Candidatos'"
    )
    assert len(listed) == 1


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_a_stranger_is_told_how_seats_come_about(stage: Stage, locale: str) -> None:
    told = await stage.member("Ana", locale).type("seats show")
    assert told.private
    assert "**" in told.text


async def test_a_seat_by_hand_is_the_organisers(stage: Stage) -> None:
    ana = stage.member("Ana")
    assert (await ana.type("seats give", member=ana, event="league", reason="Mine")).private
    assert not rows(stage, "SELECT 1 FROM seats")
    refused = await stage.organiser.type("seats give", member=ana, event="league", reason="First League")
    assert "not registered" in refused.text
    assert not rows(stage, "SELECT 1 FROM seats")
    await register(stage, ana)
    await stage.organiser.type("seats give", member=ana, event="league", reason="First League")
    assert f"<@{ana.id}>" in (await ana.type("seats show")).text
    await stage.organiser.type("seats take", member=ana, event="league", reason="A slip")
    assert "no seat" in (await stage.organiser.type("seats take", member=ana, event="league", reason="A slip")).text


@pytest.mark.rule("AIJE-D04-1")
async def test_an_organiser_answers_after_a_restart_for_who_has_no_discord(stage: Stage) -> None:
    league, _, proposed = await season(stage)
    await in_house(stage, lambda tx: people_store.save(tx, replace(who_is(tx, stage, league[3]), discord_id=None)))
    await stage.organiser.press(proposed, "seats-confirm")
    await stage.advance(seconds=10)
    offered = stage.latest("seat-answer", stage.announcements)
    assert league[3].id not in offered.pinged
    await stage.restart()
    assert not (await league[1].press(offered, "seat-answer")).post.has("seat-for-yes")
    card = await stage.organiser.press(offered, "seat-answer")
    assert card.private
    assert "League4" in card.text
    told = await stage.organiser.press(card.post, "seat-for-yes")
    assert told.panel is not None
    assert not told.panel.has("seat-for-yes")
    assert told.panel.has("seat-for-no")
    answers = rows(stage, "SELECT answer FROM seat_invitations JOIN people USING (person_id) WHERE discord_id IS NULL")
    assert [row[0] for row in answers] == ["accepted"]
    refused = await stage.stale_press(league[1], card.post, next(one for one in told.panel.offered if "for-no" in one))
    assert refused.private
    assert [row[0] for row in rows(stage, "SELECT answer FROM seat_invitations WHERE answer = 'declined'")] == []


def who_is(tx: Query, stage: Stage, member: Member) -> Person:
    found = people_store.of_member(tx, GuildId(stage.guild.id), MemberId(member.id))
    assert found is not None
    return found
