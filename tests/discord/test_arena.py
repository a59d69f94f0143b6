"""An arena as members see it, from its announcement to the podium, in Italian; and what it costs in calls."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter, rows

ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
OPEN_GAMES = (
    "SELECT c.contest_id, c.position, group_concat(CAST(p.discord_id AS TEXT), ' ') AS members FROM contests c"
    " JOIN contest_sides s USING (contest_id) JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
    " WHERE NOT EXISTS (SELECT 1 FROM results r WHERE r.contest_id = c.contest_id)"
    " GROUP BY c.contest_id ORDER BY c.position"
)


async def begin(stage: Stage, players: Sequence[Member]) -> Post:
    """An arena of these players at its start; its lobby is answered."""
    post = await an_event(stage, "Arena", rulebook="arena", starts_at=stage.now + timedelta(hours=1))
    await enter(stage, post, *players)
    await stage.advance(minutes=51)
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=9, seconds=10)
    return lobby(stage)


def lobby(stage: Stage) -> Post:
    return next(post for post in stage.posts_in(stage.matches) if post.has("arena-leave"))


def pairs(stage: Stage) -> list[Post]:
    return [post for post in stage.posts_in(stage.matches) if post.has("arena-mine") and not post.has("arena-leave")]


def games(stage: Stage) -> list[tuple[Member, Member]]:
    found = [row["members"].split() for row in rows(stage, OPEN_GAMES)]
    return [(stage.by_id(int(one)), stage.by_id(int(other))) for one, other in found]


async def ready_again(member: Member, answer: Answer) -> None:
    """The member asks for the next game on the card that the answer updated."""
    assert answer.panel is not None
    await member.press(answer.panel, "arena-ready")


async def play(stage: Stage, winner: Member, loser: Member) -> None:
    """The winner tells it on the own card, the loser confirms on theirs, and both want the next game."""
    where = pairs(stage)[-1]
    mine = await winner.press(where, "arena-mine")
    told = await winner.press(mine.post, "arena-won")
    theirs = await loser.press(where, "arena-mine")
    agreed = await loser.press(theirs.post, "arena-agree")
    await ready_again(winner, told)
    await ready_again(loser, agreed)


@ITALIAN
@pytest.mark.rule("ARENA-3", "ARENA-4", "ARENA-6")
async def test_an_arena_from_the_lobby_to_the_podium(stage: Stage) -> None:
    ana, bruno, carla, dario = players = [stage.member(name) for name in ("Ana", "Bruno", "Carla", "Dario")]
    panel = await begin(stage, players)
    assert "L'arena **Arena**" in panel.text
    (told,) = pairs(stage)
    assert told.pinged == {one.id for one in players}
    assert len(games(stage)) == 2

    # A draw: the form asks for its moves, nonsense is refused with what to do next, the opponent confirms.
    one, other = games(stage)[0]
    mine = await one.press(told, "arena-mine")
    assert mine.private
    assert f"<@{other.id}>" in mine.text
    assert (await one.type("score")).post.has("arena-won")
    form = await one.press(mine.post, "arena-drawn")
    assert "numero intero da 1 a 999" in (await one.fill(form, moves="boh")).text
    noted = await one.fill(await one.press(mine.post, "arena-drawn"), moves="40")
    assert noted.panel is not None
    assert "40 mosse" in noted.panel.text
    answer = await other.press(told, "arena-mine")
    assert "patta" in answer.text
    await stage.restart()
    settled = await other.press(answer.post, "arena-agree")
    assert settled.panel is not None
    assert "Siete d'accordo" in settled.panel.text

    # Both come back; they wait, since nobody else is free and two in a row is not allowed.
    twice = await stage.double_click(other, lobby(stage), "arena-ready")
    assert any("già" in one.text for one in twice)
    await one.press(noted.panel, "arena-ready")
    await stage.advance(seconds=40)
    assert len(games(stage)) == 1
    assert f"<@{other.id}>" in stage.again(lobby(stage)).text

    # The other game ends: everybody is paired anew within seconds.
    await play(stage, *games(stage)[0])
    await stage.advance(seconds=10)
    assert len(games(stage)) == 2
    assert "**1** punti" in stage.again(lobby(stage)).text

    # The time is up with one report on the table.
    third, fourth = games(stage)[0]
    where = pairs(stage)[-1]
    await stage.advance(minutes=58)
    mine = await third.press(where, "arena-mine")
    await third.press(mine.post, "arena-won")
    await stage.advance(minutes=1, seconds=10)
    frozen = stage.posts_in(stage.matches)[-1]
    assert "Tempo scaduto" in frozen.text
    assert "1 risultato" in frozen.text
    assert "Il tempo è scaduto" in (await ana.press(where, "arena-ready")).text
    theirs = await fourth.press(frozen, "arena-mine")
    await fourth.press(theirs.post, "arena-agree")
    await stage.advance(minutes=1, seconds=5)
    podium = [post for post in stage.posts_in(stage.announcements) if post.has("standings")][-1]
    assert podium.pinged <= {one.id for one in players}
    assert podium.has("standings")
    assert "L'arena è finita" in stage.again(lobby_again(stage)).text
    assert len((ana, bruno, carla, dario)) == 4


def lobby_again(stage: Stage) -> Post:
    """The lobby once nobody can come to it any more."""
    (panel,) = rows(stage, "SELECT channel_id, message_id FROM panels WHERE panel LIKE 'arena:%'")
    found = [one for one in stage.posts_in(stage.matches) if one.message_id == panel["message_id"]]
    return found[0]


@ITALIAN
@pytest.mark.rule("ARENA-5")
async def test_who_does_not_move_is_called_in_public_and_loses_or_answers(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno")]
    await begin(stage, players)
    (told,) = pairs(stage)
    one, other = games(stage)[0]
    mine = await one.press(told, "arena-mine")
    await stage.advance(seconds=35)
    await one.press(mine.post, "arena-absent")
    await stage.settle()
    called = stage.posts_in(stage.matches)[-1]
    assert called.pinged == {other.id}
    waiting = await one.press(called, "arena-mine")
    assert "La classifica" not in waiting.text
    assert "partita è tua" in waiting.text
    answered = await other.press(called, "here")
    assert answered.private
    await stage.advance(minutes=2)
    assert len(games(stage)) == 1
    again = await one.press(called, "arena-mine")
    assert "già" in (await one.press(again.post, "arena-absent")).text


@ITALIAN
@pytest.mark.rule("ARENA-5")
async def test_without_an_answer_the_game_goes_to_who_was_there(stage: Stage) -> None:
    await begin(stage, [stage.member("Ana"), stage.member("Bruno")])
    (told,) = pairs(stage)
    one, other = games(stage)[0]
    mine = await one.press(told, "arena-mine")
    assert "ancora arrivare" in (await one.press(mine.post, "arena-absent")).text
    await stage.advance(seconds=35)
    await one.press(mine.post, "arena-absent")
    await stage.advance(minutes=1, seconds=10)
    assert games(stage) == []
    assert "hai vinto tu" in (await one.press(told, "arena-mine")).text
    late = await other.press(stage.latest("here", stage.matches), "here")
    assert late.private
    assert late.text


async def test_two_who_each_say_that_they_won_are_the_arbiters_and_play_on(stage: Stage) -> None:
    await begin(stage, stage.crowd(4))
    ana, bia = games(stage)[0]
    where = pairs(stage)[-1]
    mine, theirs = await ana.press(where, "arena-mine"), await bia.press(where, "arena-mine")
    told = await bia.press(theirs.post, "arena-won")
    assert told.panel is not None
    assert "confirms it" in told.panel.text
    await ana.press(mine.post, "arena-won")
    (called,) = [post for post in stage.posts_in(stage.matches) if post.has("agree-other") and post.has("referee")]
    assert bia.id in called.pinged
    shown = await ana.press(where, "arena-mine")
    assert shown.post.has("agree-other")
    assert shown.post.has("arena-ready")
    await stage.advance(minutes=12)
    assert rows(stage, "SELECT * FROM results WHERE kind = 'played'") == []


@ITALIAN
async def test_a_stranger_may_look_at_the_table_and_not_play(stage: Stage) -> None:
    panel = await begin(stage, [stage.member("Ana"), stage.member("Bruno")])
    stranger = stage.member("Straniera")
    assert (await stranger.press(panel, "arena-ready")).private
    assert (await stranger.press(panel, "arena-mine")).private
    assert (await stranger.press(panel, "arena-leave")).private
    assert rows(stage, "SELECT count(*) AS n FROM lobby WHERE until IS NULL")[0]["n"] == 0


@pytest.mark.long
async def test_64_players_cost_less_than_a_call_for_each_game(stage: Stage) -> None:
    players = stage.crowd(64)
    await begin(stage, players)
    before, at = len(stage.calls), stage.now
    for _ in range(2):
        where = pairs(stage)[-1]
        playing = games(stage)
        for winner, loser in playing:
            told = await winner.press((await winner.press(where, "arena-mine")).post, "arena-won")
            agreed = await loser.press((await loser.press(where, "arena-mine")).post, "arena-agree")
            await ready_again(winner, told)
            await ready_again(loser, agreed)
        await stage.advance(seconds=40)
    played = rows(stage, "SELECT count(*) AS n FROM results")[0]["n"]
    spent = len(stage.calls) - before
    assert played >= 2 * 30
    # At most one message and one edit of the lobby every three seconds, however many play.
    assert spent <= 2 * ((stage.now - at).total_seconds() / 3 + 1)
    assert spent < played / 2
