"""Appeals from the settled card: of a match of teams by its boards, of a table by who won and everybody's influence."""

from __future__ import annotations

import pytest

from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Member, Post, Stage, rows
from tests.discord.test_matches import call
from tests.discord.test_tables import begin, calls, come
from tests.discord.test_teams import called, rank

PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


async def of_teams(stage: Stage) -> tuple[list[Member], Post]:
    """A match of two teams that the arbiter gave to the first by 2-0."""
    captains = [stage.member(name) for name in ("Ana", "Bia", "Caio")]
    await rank(stage, *captains)
    post = await event_of(stage, preset("aije-teams"), "Team Cup")
    card = await called(stage, post, captains)
    met = sorted(
        (one for one in captains if f"<@{one.id}>" in card.text), key=lambda one: card.text.index(f"<@{one.id}>")
    )
    for captain in met:
        await captain.press(card, "here")
    desk = await stage.arbiter.press(stage.again(card), "referee")
    asked = await stage.arbiter.press(desk.post, "team-rule")
    await stage.arbiter.fill(asked, board1="3-1", board2="2-2", board3="4-0", why="The sheets")
    await stage.advance(seconds=5)
    return met, card


@pytest.mark.rule("GO-16.4", "AIJE-D05-3")
async def test_a_captain_appeals_from_the_card_and_the_leader_writes_the_right_boards(stage: Stage) -> None:
    met, card = await of_teams(stage)
    assert "A captain can appeal once" in stage.again(card).text
    stranger = await stage.member("Zoe").press(stage.again(card), "appeal")
    assert stranger.private
    assert stranger.result.modal is None
    asked = await met[1].press(stage.again(card), "appeal")
    made = await met[1].fill(asked, text="The boards were mixed up")
    assert "Until then the decision counts" in made.text
    await stage.advance(seconds=10)
    assert not stage.again(card).has("appeal")
    shown = stage.latest("appeal-grant", stage.committee)
    await stage.restart()
    asked = await stage.leader.press(shown, "appeal-grant")
    wrong = await stage.leader.fill(asked, board1="1-3", board2="2-2", board3="0-5", why="The photo of the sheets")
    assert "Board 3" in wrong.text
    asked = await stage.leader.press(shown, "appeal-grant")
    done = await stage.leader.fill(asked, board1="1-3", board2="2-2", board3="0-4", why="The photo of the sheets")
    assert "is granted" in done.text
    await stage.advance(seconds=10)
    assert "**0–2**" in stage.again(card).text
    told = " ".join(one.text for one in stage.posts_in(stage.announcements))
    assert "**0–2**" in told


@PORTUGUESE
@pytest.mark.rule("GO-16.4", "OTE-2.3")
async def test_a_ruling_on_a_table_is_appealed_and_another_has_won(stage: Stage) -> None:
    await begin(stage, 6)
    card = calls(stage)[0]
    players = await come(stage, card)
    desk = await stage.organiser.press(stage.again(card), "referee")
    asked = await stage.organiser.choose(desk.post, "table-rule", "0")
    await stage.organiser.fill(asked, side0="16", side1="4", side2="3", why="A foto")
    await stage.advance(seconds=5)
    asked = await players[1].press(stage.again(card), "appeal")
    await players[1].fill(asked, text="A foto é de outra mesa")
    await stage.advance(seconds=10)
    shown = stage.latest("appeal-grant", stage.committee)
    menu = await stage.leader.press(shown, "appeal-grant")
    form = await stage.leader.choose(menu.post, "appeal-table", "1")
    preview = await stage.leader.fill(form, side0="12", side1="17", side2="3")
    assert "17" in preview.text
    await stage.restart()
    asked = await stage.leader.press(preview.post, "appeal-grant-it")
    await stage.leader.fill(asked, reason="A outra foto")
    await stage.advance(seconds=10)
    contest_id = next(one for one in card.offered if one.startswith("match:"))[6:]
    (found,) = rows(
        stage, "SELECT score, reason FROM results WHERE contest_id = ? AND superseded_at IS NULL", contest_id
    )
    assert (found["score"], found["reason"]) == ("0-1-0", "A outra foto")
    assert "17" in stage.again(card).text


@pytest.mark.rule("GO-16.4")
async def test_the_card_offers_an_appeal_against_a_ruling_and_none_against_a_confirmed_score(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.first.choose(duel.card, "score", "3-1")
    await duel.second.press(duel.card, "agree")
    await stage.advance(seconds=5)
    assert not duel.card.has("appeal")
