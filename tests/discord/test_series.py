"""A series as members see it: a form, events that count, the standings after each, and the seats of the final."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from bot.features.entering import store as entering_store
from bot.features.entering import verbs as entering_verbs
from bot.features.entering.model import Registered
from bot.features.playing import store as playing_store
from bot.features.series import store as series_store
from bot.features.series import verbs as series_verbs
from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.context import Query, Tx
from bot.kernel.ids import GuildId, TournamentId
from bot.play.contests import Result, ResultKind
from bot.rulebooks.library import preset
from bot.rulebooks.series_files import preset as rules_of
from bot.rulebooks.series_files import to_toml
from rehearsal import simcord_seam
from tests.discord.harness import Member, Stage, an_event, rows
from tests.discord.test_seats import actor
from tests.hall.hall import go_on


async def play(stage: Stage, name: str, members: Sequence[Member], series: str | None = None) -> str:
    """A round robin in which whoever stands further up in the list wins; answers its id."""
    organiser, begins = actor(stage, stage.organiser, organises=True), stage.now + timedelta(hours=1)

    def enter(tx: Tx) -> TournamentId:
        made = tournaments_verbs.create(tx.acting_as(organiser), name, preset("round-robin"), begins)
        if series is not None:
            series_verbs.add_event(tx.acting_as(organiser), series, made.tournament_id)
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
        who = {one.entrant_id: one.person_id for one in entering_store.of_tournament(tx, key)}
        named = {row["person_id"]: row["discord_id"] for row in tx.fetch_all("SELECT * FROM people")}
        for contest in waiting[:1]:
            first, second = (place[named[who[side]]] for side in contest.sides)
            score = (1, 0) if first < second else (0, 1)
            result = Result(score, (0, 0), ResultKind.PLAYED, tx.now)
            playing_store.settle(tx, tx.new_id(), contest.contest_id, result, None, None)
            go_on(tx, contest.contest_id)
        return bool(waiting)

    while await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(settle)):
        pass
    await stage.advance(seconds=30)
    return key


async def series_id(stage: Stage) -> str:
    def find(tx: Query) -> str:
        return series_store.of_guild(tx, GuildId(stage.guild.id))[0].circuit_id

    return await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(find))


async def made_by_form(stage: Stage, finalists: str = "2") -> str:
    form = await stage.organiser.type("series create")
    given = {"name": "Friday", "places": "10 6 4", "played": "1", "best": "2", "finalists": finalists}
    answer = await stage.organiser.fill(form, **given)
    assert "**Friday**" in answer.text
    assert "1: 10" in answer.text
    return await series_id(stage)


async def test_a_form_of_few_fields_makes_a_series_and_keeps_what_it_cannot_read(stage: Stage) -> None:
    form = await stage.organiser.type("series create")
    given = {"name": "Friday", "places": "10 6 x", "played": "1", "best": "2", "finalists": "4"}
    wrong = await stage.organiser.fill(form, **given)
    assert "“x”" in wrong.text
    again = await stage.organiser.press(wrong.post, "series-form")
    shown = {one["component"]["custom_id"]: one["component"].get("value") for one in again.form["components"]}
    assert shown == given
    right = await stage.organiser.fill(again, **{**given, "places": "10 6 4"})
    assert "**Friday**" in right.text
    ana = stage.member("Ana", "pt-BR")
    refused = await ana.type("series create")
    assert refused.private
    assert len(rows(stage, "SELECT 1 FROM circuits")) == 1


async def test_a_file_makes_a_series_or_is_told_what_to_put_right(stage: Stage) -> None:
    text = to_toml(rules_of("cup-series")).replace('"Cup series"', '"Outono"')
    made = await stage.organiser.type("series create", file=("mine.toml", text.encode()))
    assert "**Outono**" in made.text
    wrong = await stage.organiser.type("series create", file=("mine.toml", text.replace("2 = 18", "2 = 26").encode()))
    assert "`points.2`" in wrong.text
    assert len(rows(stage, "SELECT 1 FROM circuits")) == 1


@pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
async def test_from_the_first_event_to_the_players_of_the_final(stage: Stage) -> None:
    ana, bia, caio = (
        stage.member(name, locale) for name, locale in (("Ana", "pt-BR"), ("Bia", "es-ES"), ("Caio", "it"))
    )
    key = await made_by_form(stage)
    past = await play(stage, "Past", [ana, bia, caio])
    before = len(stage.posts_in(stage.announcements))
    added = await stage.organiser.type("series add", series="Friday", tournament=past)
    assert "conta in **Friday**" in added.text
    assert len(stage.posts_in(stage.announcements)) == before
    await play(stage, "Second", [bia, ana, caio], series=key)
    told = stage.latest("series", stage.announcements)
    assert "dopo **Second**" in told.text
    assert told.text.index(f"<@{bia.id}>") > 0
    assert told.pictures
    card = await caio.press(told, "series")
    assert card.private
    assert "posto 3" in card.text
    me = await ana.type("me")
    assert "Circuito **Friday**" in me.text

    final = await an_event(stage, "Gala", rulebook="cup", starts_at=stage.now + timedelta(days=10))
    (event,) = rows(stage, "SELECT tournament_id FROM tournaments WHERE name = 'Gala'")
    proposed = await stage.organiser.type("series final", series=key, tournament=event["tournament_id"])
    named = await stage.organiser.press(proposed.post, "series-final-name")
    assert named.panel is not None
    await stage.advance(seconds=10)
    offered = stage.latest("series-answer", stage.announcements)
    assert offered.pinged == {ana.id, bia.id}
    await stage.restart()
    own = await bia.press(offered, "series-answer")
    await bia.press(own.post, "series-no")
    await stage.advance(seconds=10)
    assert stage.latest("series-answer", stage.announcements).pinged == {caio.id}
    outside = await bia.press(final, "register")
    assert "**Gala** es la final de **Friday**" in outside.text
    for member in (ana, caio):
        own = await member.press(stage.latest("series-answer", stage.announcements), "series-answer")
        await member.press(own.post, "series-yes")
    await stage.advance(seconds=10)
    assert "I posti della finale di **Friday** sono tutti occupati" in stage.posts_in(stage.announcements)[-1].text
    on_list = "SELECT 1 FROM entrants WHERE tournament_id = ? AND withdrawn_at IS NULL"
    assert len(rows(stage, on_list, event["tournament_id"])) == 2
    state = await stage.organiser.type("series final", series=key)
    assert "❌" in state.text


async def test_an_event_that_is_taken_out_is_brought_back_by_undo(stage: Stage) -> None:
    ana, bia, caio = stage.crowd(3)
    key = await made_by_form(stage)
    event = await play(stage, "First", [ana, bia, caio], series=key)
    removed = await stage.organiser.type("series remove", series=key, tournament=event)
    assert "no longer counts in **Friday**" in removed.text
    assert "No event of the series has given points yet" in (await ana.type("series standings", series=key)).text
    undone = await stage.organiser.type("undo")
    await stage.organiser.press(undone.post, "undo")
    assert "**10**" in (await ana.type("series standings", series=key)).text
    exported = await ana.type("series export", series=key)
    assert "replay --series" in exported.text
    closed = await stage.organiser.type("series close", series=key)
    assert "has ended" in closed.text
    refused = await stage.organiser.type("series remove", series=key, tournament=event)
    assert "has ended" in refused.text
    assert len(rows(stage, "SELECT 1 FROM circuit_events")) == 1
