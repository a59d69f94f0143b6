"""The guess of who begins as both players see it in Italian (GO-10)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.play.draw import guess_commitment
from bot.rulebooks.library import preset
from tests.discord.entering import event_of
from tests.discord.harness import Stage, enter, rows

IN_ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
GO = preset("go-swiss")


@IN_ITALIAN
@pytest.mark.rule("GO-10", "GO-9")
async def test_the_guess_is_made_on_the_card_after_a_restart_and_proven_behind_verify(
    stage: Stage,
) -> None:
    assert GO.games is not None
    rules = replace(
        GO,
        games=replace(GO.games, guessing=True, colours=False),
        matches=replace(GO.matches, matches_per_arbiter=0),
    )
    post = await event_of(stage, rules)
    players = [stage.member(name, "it") for name in ("Ada", "Bo")] + [stage.member(name, "it") for name in "CD"]
    await enter(stage, post, *players)
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for player in players:
        await player.press(post, "check-in")
    await stage.advance(minutes=29, seconds=10)
    card = stage.latest("guess", stage.matches)
    (row,) = rows(stage, "SELECT * FROM guesses WHERE contest_id = ?", card.find("guess")["custom_id"][6:18])
    assert "dispari o pari" in card.text
    hashed = guess_commitment(row["contest_id"], row["secret"])
    sealed = await stage.member("Guest", "it").press(card, "guess-verify")
    assert sealed.private
    assert hashed in sealed.text
    assert row["secret"] not in card.text + sealed.text
    here = sorted(
        (one for one in players if f"<@{one.id}>" in card.text), key=lambda one: card.text.index(f"<@{one.id}>")
    )
    hider, guesser = here[row["hider"]], here[1 - row["hider"]]
    for player in here:
        await player.press(card, "here")
    refused = await hider.press(card, "guess")
    assert "Tu nascondi le pietre" in refused.text
    early = await guesser.fill(await guesser.press(card, "count"), count="185")
    assert "Non si sa ancora" in early.text
    await stage.restart()
    told = await guesser.press(card, "Dispari")
    opened = await hider.press(card, "guess-verify")
    assert opened.private
    assert hashed in opened.text
    assert row["secret"] in opened.text
    assert all(proof not in shown.text for proof in (hashed, row["secret"]) for shown in (told, stage.again(card)))
    first = rows(stage, "SELECT first_side FROM guesses WHERE contest_id = ?", row["contest_id"])[0]["first_side"]
    assert f"<@{here[first].id}> · Nero" in stage.again(card).text
    assert not stage.again(card).has("Dispari")
    await guesser.fill(await guesser.press(card, "count"), count="185")
    assert f"Nero 185: <@{here[first].id}> vince" in stage.again(card).text
