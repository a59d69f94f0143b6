"""A late entry and a missed round as members see them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.tournaments import verbs as tournaments_verbs
from bot.kernel.ids import Actor, GuildId, MemberId
from bot.play.format_rules import SwissRules
from bot.rulebooks.library import preset
from rehearsal import simcord_seam
from tests.discord.harness import Member, Stage, enter, rows


async def a_swiss(stage: Stage, members: list[Member]) -> str:
    """A Swiss under way that takes newcomers until round 2; its id."""
    rules = preset("go-swiss")
    rules = replace(
        rules,
        swiss=replace(rules.swiss or SwissRules(), rounds=3, late_entry_until=2),
        registration=replace(rules.registration, account=None),
        matches=replace(rules.matches, matches_per_arbiter=0),
    )
    guild, name = GuildId(stage.guild.id), stage.organiser.name
    by = Actor(guild, MemberId(stage.organiser.id), name, "en-US", False, True, stage.now)
    begins = stage.now + timedelta(hours=2)
    made = await simcord_seam.in_bot_scope(
        stage.env, lambda: stage.bot.units.act(by, tournaments_verbs.create, "Suizo", rules, begins)
    )
    post = stage.latest("register", stage.announcements)
    await enter(stage, post, *members)
    await stage.advance(hours=1, minutes=45)
    for member in members:
        await member.press(post, "check-in")
    await stage.advance(minutes=15, seconds=20)
    return made.tournament_id


@pytest.mark.rule("GO-26.3")
@pytest.mark.parametrize(
    ("locale", "late", "missed", "played"),
    [
        ("it", "dal turno 2", "Salti il turno 2", "Giochi il turno 2"),
        ("es-ES", "desde la ronda 2", "Faltas a la ronda 2", "Al final juegas"),
    ],
)
async def test_a_late_entry_and_a_missed_round(stage: Stage, locale: str, late: str, missed: str, played: str) -> None:
    members = [stage.member(name, locale) for name in ("Ana", "Bruno", "Clara", "Davi")]
    key = await a_swiss(stage, members)
    eva = stage.member("Eva", locale)
    told = await eva.type("register", tournament=key)
    assert late in told.text
    again = await eva.type("register", tournament=key)
    assert again.private
    assert len(rows(stage, "SELECT 1 FROM entrants WHERE enters_in = 2 AND outcome = 'starter'")) == 1

    table = await members[0].type("standings", tournament=key)
    told = await members[0].press(table.post, "round-miss")
    assert told.private
    assert missed in told.text
    await stage.restart()
    back = await members[0].press(told.post, "round-play")
    assert played in back.text
    assert not rows(stage, "SELECT 1 FROM round_absences")
    fora = stage.member("Fora", locale)
    looked = await fora.type("standings", tournament=key)
    assert not looked.post.has("round-miss")
    assert "Suizo" in looked.text


@pytest.mark.rule("GO-28.3")
@pytest.mark.parametrize(
    ("locale", "miss", "play"),
    [
        ("en-US", "I can't play round 2", "I play round 2 after all"),
        ("pt-BR", "Não jogo a rodada 2", "Vou jogar a rodada 2"),
        ("es-ES", "Falto a la ronda 2", "Al final juego la ronda 2"),
        ("it", "Salto il turno 2", "Alla fine gioco il turno 2"),
    ],
)
async def test_a_round_is_missed_from_where_a_player_looks(stage: Stage, locale: str, miss: str, play: str) -> None:
    members = [stage.member(name, locale) for name in ("Ana", "Bruno", "Clara", "Davi")]
    key = await a_swiss(stage, members)
    ana = members[0]
    for command, given in (("score", {}), ("me", {}), ("standings", {"tournament": key})):
        assert miss in (await ana.type(command, **given)).post.labels
    await ana.press((await ana.type("me")).post, miss)
    assert rows(stage, "SELECT round FROM round_absences")[0]["round"] == 2
    again = await ana.type("standings", tournament=key)
    await ana.press(again.post, play)
    assert rows(stage, "SELECT round FROM round_absences") == []
    assert miss not in (await stage.organiser.type("standings", tournament=key)).post.labels
