"""A challenge in which the winner stays on, as two captains, their players and the arbiter meet it (GO-26.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.play.rulebook import Rulebook
from bot.play.teams import most_games
from bot.rulebooks.library import preset
from tests.discord.entering import confirm_and_start, event_of
from tests.discord.harness import Answer, Member, Post, Stage, rows
from tests.discord.team_places import accept_outsiders, say_yes

LANGUAGES = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
ITALIAN = pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
PREFIX = {"Ana": "Azul", "Bia": "Verde"}


def of_three() -> Rulebook:
    """The preset with teams of three and a substitute."""
    known = preset("go-challenge")
    assert known.teams is not None
    assert known.games is not None
    return replace(
        known,
        teams=replace(known.teams, size=3),
        games=replace(known.games, best_of=most_games(3)),
    )


class Duel:
    """A called match of Ana's and Bia's team; Eva plays for Ana's and is a member of the server."""

    def __init__(self, stage: Stage, captains: list[Member], guest: Member, card: Post) -> None:
        self.stage, self.guest, self._card = stage, guest, card
        text = card.text
        self.first, self.second = sorted(captains, key=lambda one: text.index(f"<@{one.id}>"))

    @property
    def card(self) -> Post:
        return self.stage.again(self._card)

    def order(self, captain: Member) -> list[str]:
        """The captain comes last; Eva first for Ana."""
        team = PREFIX[captain.name]
        begins = self.guest.name if captain.name == "Ana" else f"{team} 2"
        return [begins, f"{team} 3", captain.name]

    async def name(self, captain: Member) -> Answer:
        form = await captain.press(self.card, "line-up")
        return await captain.fill(form, boards="\n".join(self.order(captain)))

    def button(self, name: str) -> str:
        return next(label for label in self.card.labels if name in label)

    async def won(self, winner: str, by: Member) -> Answer:
        await self.stage.advance(minutes=20)
        return await by.press(self.card, self.button(winner))


async def called(stage: Stage, rulebook: Rulebook | None = None) -> Duel:
    captains = [stage.member(name, locale=stage.language) for name in PREFIX]
    guest = stage.member("Eva", locale=stage.language)
    post = await event_of(stage, rulebook or of_three(), "Desafio")
    for captain in captains:
        team = PREFIX[captain.name]
        named = [captain.name, f"{team} 2", f"{team} 3"]
        asked = await captain.press(post, "register")
        saved = await captain.fill(asked, name=team, members="\n".join(named))
        if captain.name == "Ana":
            await captain.choose(saved.post, "team-add", guest)
            await say_yes(stage, guest)
    await accept_outsiders(stage)
    await confirm_and_start(stage, captains)
    duel = Duel(stage, captains, guest, stage.latest("here", stage.matches))
    for captain in captains:
        await captain.press(duel.card, "here")
    await stage.advance(seconds=1)
    return duel


@LANGUAGES
@pytest.mark.rule("GO-26.6", "GO-25.1")
async def test_a_challenge_from_the_call_to_the_podium(stage: Stage) -> None:
    duel = await called(stage)
    first, second = duel.first, duel.second
    assert "quem vence fica, 3 de cada lado" in duel.card.text
    assert "ainda precisa dar a ordem" in duel.card.text
    kept = await duel.name(first)
    assert kept.private
    assert "em segredo" in kept.text
    assert f"{PREFIX[second.name]} 2" not in duel.card.text
    early = await first.fill(await first.press(duel.card, "line-up"), boards="\n".join(duel.order(first)[:2]))
    assert "jogam 3" in early.text
    await stage.restart()
    await duel.name(second)
    await stage.advance(seconds=5)
    opened = stage.posts_in(stage.matches)[-1]
    assert "As duas ordens chegaram" in opened.text
    assert duel.guest.id in opened.pinged
    assert "Partida 1: " in duel.card.text
    # The winner's word waits for the other side's, which the player at the board may say.
    begins = [duel.order(captain)[0] for captain in (first, second)]
    waits = await duel.won("Eva", stage_captain(duel, "Ana"))
    assert "diz que" in waits.text
    assert waits.post.pinged == {stage_captain(duel, "Bia").id}
    told = await duel.won("Eva", stage_captain(duel, "Bia"))
    assert "fica" in told.text
    assert not told.private
    assert begins[0] in told.text or f"<@{duel.guest.id}>" in told.text
    # A double click counts once, and an old card is refused.
    await stage.advance(minutes=20)
    label = duel.button("Verde 3")
    await stage.double_click(duel.guest, duel.card, label)
    await stage.advance(seconds=5)
    assert "**1–1**" in duel.card.text
    await stage.restart()
    # Both have two left: Azul 3, Ana and Verde 3, Bia.
    refused = await stage.member("Zoe").press(duel.card, "stay-on-out")
    assert refused.private
    await duel.won("Verde 3", stage_captain(duel, "Ana"))
    last = await duel.won("Ana", stage_captain(duel, "Bia"))
    assert "venceu" not in last.text or "Ana" in last.text
    over = await duel.won("Ana", stage_captain(duel, "Bia"))
    assert "**3–2**" in over.text or "**2–3**" in over.text
    await stage.advance(seconds=10)
    settled = duel.card.text
    assert "🏆 Azul" in settled
    assert settled.count("– ") >= 5
    podium = next(one for one in reversed(stage.posts_in(stage.announcements)) if "🥇" in one.text)
    assert "🥇 Azul" in podium.text


def stage_captain(duel: Duel, name: str) -> Member:
    return next(one for one in (duel.first, duel.second) if one.name == name)


@ITALIAN
@pytest.mark.rule("GO-26.6", "GO-28.4")
async def test_the_limit_sets_the_registered_orders_and_the_arbiter_decides(stage: Stage) -> None:
    duel = await called(stage)
    ana, bia = (stage_captain(duel, name) for name in ("Ana", "Bia"))
    await duel.name(ana)
    await stage.advance(minutes=10, seconds=5)
    opened = stage.posts_in(stage.matches)[-1]
    assert "vale quello dell'iscrizione" in opened.text
    assert "**Verde**" in opened.text
    assert bia.id in opened.pinged
    # Bia's team plays as registered: Bia, Verde 2, Verde 3. Eva did not come to the board.
    desk = await stage.arbiter.press(duel.card, "referee")
    number = "0" if duel.first is bia else "1"
    asked = await stage.arbiter.choose(desk.post, "stay-on-decide", f"1.g{number}")
    given = await stage.arbiter.fill(asked, why="Eva non si è presentata")
    assert "senza giocarla" in given.text
    await stage.advance(seconds=5)
    await duel.won("Azul 3", bia)
    await duel.won("Azul 3", bia)
    assert "**2–1**" in duel.card.text or "**1–2**" in duel.card.text
    # Game 2 was won by Bia after all: game 3 hung on it.
    desk = await stage.arbiter.press(duel.card, "referee")
    asked = await stage.arbiter.choose(desk.post, "stay-on-decide", f"2.{number}")
    right = await stage.arbiter.fill(asked, why="I nomi erano scambiati")
    assert "1 partita successiva dipendeva" in right.text
    await stage.advance(seconds=5)
    assert "**2–0**" in duel.card.text or "**0–2**" in duel.card.text
    # Ana is the last of her team, and her captain's word, her own, ends the match.
    menu = await ana.press(duel.card, "stay-on-out")
    assert menu.private
    chosen = await ana.choose(menu.post, "stay-on-who", "Ana")
    over = await ana.fill(chosen, why="Devo andare")
    assert "**3–0**" in over.text or "**0–3**" in over.text
    await stage.advance(seconds=10)
    assert "🏆 Verde" in duel.card.text
    assert "⏳" in duel.card.text
    kinds = [str(one["kind"]) for one in rows(stage, "SELECT kind FROM results")]
    assert kinds == ["played"]


@pytest.mark.rule("GO-26.6")
async def test_an_arbiter_writes_all_games_down(stage: Stage) -> None:
    duel = await called(stage, replace(of_three(), discipline=None))
    for captain in (duel.first, duel.second):
        await duel.name(captain)
    await stage.advance(seconds=5)
    desk = await stage.arbiter.press(duel.card, "referee")
    asked = await stage.arbiter.press(desk.post, "team-rule")
    refused = await stage.arbiter.fill(asked, boards="1-0\n1-0", why="By the sheets")
    assert "next is game 3" in refused.text
    desk = await stage.arbiter.press(duel.card, "referee")
    asked = await stage.arbiter.press(desk.post, "team-rule")
    await stage.arbiter.fill(asked, boards="1-0\n0-1\n1-0\n1-0", why="By the sheets")
    await stage.advance(seconds=5)
    assert "**3–1**" in duel.card.text
