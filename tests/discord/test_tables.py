"""On the Edge as members see it: decks, tables of three, the call to the final, an extra game, the podium."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest

from tests.discord.harness import Member, Post, Stage, an_event, enter, rows

NAMES = ("Ana", "Bruno", "Clara", "Davi", "Elisa", "Fábio", "Gabi", "Hugo", "Iara", "João", "Karina", "Lucas")
DECK = "\n".join(f"1x Carta ({number})" for number in range(100, 140))
SIDES = (
    "SELECT p.discord_id FROM contest_sides s JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
    " WHERE s.contest_id = ? ORDER BY s.side"
)
IN_PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


async def registered(stage: Stage, players: list[Member]) -> Post:
    """An event in two hours, with these on its list."""
    post = await an_event(stage, "Cut-Ups 1", rulebook="on-the-edge", starts_at=stage.now + timedelta(hours=2))
    await enter(stage, post, *players)
    return post


async def hand_in(stage: Stage, post: Post, player: Member, deck: str = DECK) -> str:
    """The answer to a deck that is typed into the form."""
    form = await player.press(await register_answer(player, post), "deck-form")
    return (await player.fill(form, list=deck)).text


async def register_answer(player: Member, post: Post) -> Post:
    return (await player.press(post, "register")).post


async def begin(stage: Stage, number: int) -> list[Member]:
    """So many players with their decks, drawn and called."""
    players = [stage.member(name, locale="pt-BR") for name in NAMES[:number]]
    post = await registered(stage, players)
    for player in players:
        await hand_in(stage, post, player)
    await stage.advance(hours=1, minutes=35)
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=25, seconds=10)
    await stage.advance(seconds=10)
    return players


def calls(stage: Stage) -> list[Post]:
    """The cards of tables that wait for their players."""
    return [post for post in stage.posts_in(stage.matches) if post.has("here")]


def seated(stage: Stage, card: Post) -> list[Member]:
    contest_id = next(one for one in card.offered if one.startswith("match:"))[6:]
    return [stage.by_id(int(row["discord_id"])) for row in rows(stage, SIDES, contest_id)]


async def come(stage: Stage, card: Post) -> list[Member]:
    players = seated(stage, card)
    for player in players:
        await player.press(card, "here")
    return players


async def tell(stage: Stage, card: Post, player: Member, won: int, *influence: int) -> None:
    """Chooses the winner and writes everybody's influence."""
    asked = await player.choose(card, "table-won", str(won))
    await player.fill(asked, **{f"side{side}": str(value) for side, value in enumerate(influence)})


async def play(stage: Stage, card: Post) -> None:
    """All come, the first tells of a win, the second confirms; of an extra game, who got through."""
    players = await come(stage, card)
    menu = stage.again(card).find("table-won")
    if menu.get("max_values", 1) > 1 or "extra" in stage.again(card).text.splitlines()[0]:
        await players[0].choose(card, "table-won", *[str(side) for side in range(menu.get("max_values", 1))])
    else:
        await tell(stage, card, players[0], 0, *[16, 4, 4, 4][: len(players)])
    await players[1].press(card, "agree")
    await stage.advance(seconds=10)


async def play_out(stage: Stage, *, restart_after: int = 0) -> int:
    """Plays every table; the bot is started anew after so many. Answers how many there were."""
    for played in range(60):
        if not calls(stage):
            return played
        await play(stage, calls(stage)[0])
        if played + 1 == restart_after:
            await stage.restart()
    raise AssertionError("the event does not end")


@IN_PORTUGUESE
@pytest.mark.rule("OTE-1.1", "OTE-1.3", "OTE-1.5")
async def test_a_deck_is_refused_with_the_number_of_every_offending_line(stage: Stage) -> None:
    ana = stage.member("Ana", locale="pt-BR")
    post = await registered(stage, [ana])
    told = await hand_in(stage, post, ana, "3 Tulpa's Secret (9)\n12 Carta (100)\n\nS12\n1 Sem número")
    assert "há 17 cartas, e um deck tem pelo menos 40" in told
    for line in (1, 4, 5):
        assert f"**Linha {line}**" in told
    await stage.advance(hours=1, minutes=35)
    refused = await ana.press(post, "check-in")
    assert "`/deck submit`" in refused.text
    assert "aceito" in await hand_in(stage, post, ana)
    assert "confirmad" in (await ana.press(post, "check-in")).text.casefold()


async def test_a_deck_comes_as_a_file_too_and_strangers_see_none(stage: Stage) -> None:
    ana, bia = stage.member("Ana"), stage.member("Bia")
    post = await registered(stage, [ana, bia])
    event = next(one for one in post.offered if one.startswith("register:"))[9:]
    taken = await ana.type("deck submit", tournament=event, file=("deck.txt", DECK.encode()))
    assert "40 cards" in taken.text
    assert taken.private
    broken = await ana.type("deck submit", tournament=event, file=("deck.png", b"\x89PNG\xff\xfe\x00"))
    assert "text file" in broken.text
    assert "40 cards" in (await ana.type("deck show", tournament=event)).text
    offered = await bia.suggestions("deck show", "player", tournament=event)
    secret = await bia.type("deck show", tournament=event, player=next(iter(offered.values())))
    assert "Only its player and the arbiters" in secret.text
    judged = await stage.organiser.type("deck refuse", tournament=event, card="105", reason="Too strong")
    assert f"<@{ana.id}>" in judged.text
    await stage.settle()
    assert "Too strong" in ana.inbox[-1].text


@IN_PORTUGUESE
@pytest.mark.rule("OTE-2.3", "OTE-2.4")
async def test_a_table_is_told_by_one_and_confirmed_by_another_however_often_they_press(stage: Stage) -> None:
    await begin(stage, 11)
    card = next(post for post in calls(stage) if len(seated(stage, post)) == 3)
    assert "16 de influência" in card.text
    first, second, third = await come(stage, card)
    stranger = stage.member("Zé", locale="pt-BR")
    assert (await stranger.press(card, "match")).private
    refused = await first.choose(card, "table-won", "1")
    answer = await first.fill(refused, side0="3", side1="15", side2="-2")
    assert "precisa de **16**" in answer.text
    unread = await first.fill(await first.choose(card, "table-won", "1"), side0="três", side1="16", side2="-2")
    assert "número inteiro" in unread.text
    await tell(stage, card, first, 1, 3, 16, -2)
    now = stage.again(card).text
    assert f"🏆 <@{second.id}> **16**" in now
    assert f"<@{third.id}> **-2**" in now
    asked = await stranger.choose(card, "table-won", "0")
    assert asked.result.modal is None
    assert asked.private
    await stage.restart()
    answers = await stage.double_click(third, stage.again(card), "agree")
    assert len(answers) == 2
    await stage.advance(seconds=3)
    said = stage.again(card).text
    assert "continua sem derrota" in said
    assert "8 pontos de vitória" in said


@IN_PORTUGUESE
async def test_a_missing_player_is_seated_out_by_who_decides_and_the_table_goes_on(stage: Stage) -> None:
    await begin(stage, 4)
    (card,) = calls(stage)
    players = seated(stage, card)
    for player in players[:3]:
        await player.press(card, "here")
    desk = (await stage.organiser.press(card, "referee")).post
    label = next(one for one in desk.labels if one.startswith("Jogar sem"))
    assert players[3].name in label
    await stage.organiser.press(desk, label)
    await stage.settle()
    assert "🚪" in stage.again(card).text
    await tell(stage, card, players[1], 0, 16, 3, -1)
    disputed = await players[2].press(card, "dispute")
    await players[2].fill(disputed, why="Eu tinha 1")
    desk = (await stage.organiser.press(card, "referee")).post
    asked = await stage.organiser.choose(desk, "table-rule", "0")
    await stage.organiser.fill(asked, side0="16", side1="3", side2="1", why="As cartas na mesa mostram")
    await stage.advance(seconds=10)
    assert "As cartas na mesa mostram" in stage.again(card).text


@IN_PORTUGUESE
@pytest.mark.rule("OTE-2.2", "OTE-2.5", "OTE-2.8", "OTE-2.9", "OTE-2.10")
@pytest.mark.parametrize("number", [11, 12])
async def test_from_the_decks_to_the_podium(stage: Stage, number: int) -> None:
    await begin(stage, number)
    played = await play_out(stage, restart_after=3)
    posts = [post.text for post in stage.posts_in(stage.announcements)]
    whole = "\n".join(posts)
    assert played >= number // 3
    assert "as mesas foram sorteadas" in whole
    assert "É hora da final" in whole
    assert "sem nenhuma derrota" in whole
    assert "última rodada dos outros" in whole
    assert "🥇" in posts[-1]
    if number == 12:
        assert "A chamada para a final" in whole
        assert re.search(r"Empate em \d+½? pelas últimas 2 vagas", whole)
        assert "A partida extra de" in whole
        assert "pela partida extra" in whole
    assert len([text for text in posts if "A rodada 1 de" in text]) == 1


@IN_PORTUGUESE
async def test_an_old_result_is_corrected_after_a_look_at_what_it_takes_back(stage: Stage) -> None:
    await begin(stage, 11)
    first = calls(stage)[0]
    contest_id = next(one for one in first.offered if one.startswith("match:"))[6:]
    for card in calls(stage):
        await play(stage, card)
    chosen = (await stage.organiser.type("match correct", match=contest_id)).post
    asked = await stage.organiser.choose(chosen, "table-right", "1")
    influence = {f"side{side}": "16" if side == 1 else "2" for side in range(len(seated(stage, first)))}
    preview = (await stage.organiser.fill(asked, **influence)).post
    assert "deixari" in preview.text or "⚠️" in preview.text
    why = await stage.organiser.press(preview, "table-correct-it")
    done = await stage.organiser.fill(why, why="O placar estava trocado")
    assert done.private
    await stage.advance(seconds=10)
    assert "O placar estava trocado" in stage.again(first).text
    assert calls(stage)
