"""A match for the title as its players, its arbiter and everybody else see it in Discord (AIJE-D03)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter, rows
from tests.discord.registered import seat_for_title

IN_PORTUGUESE = pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)


class Title:
    """A called match for the title between Ana, who holds it, and Bia."""

    def __init__(self, stage: Stage, ana: Member, bia: Member, card: Post) -> None:
        self.stage, self.ana, self.bia = stage, ana, bia
        self._card = card

    @property
    def card(self) -> Post:
        return self.stage.again(self._card)

    def button(self, winner: Member) -> str:
        """The label's beginning of the button that says who won."""
        return next(label for label in self.card.labels if label.startswith(f"{winner.name} venceu"))

    async def won(self, winner: Member, by: Member | None = None) -> Answer:
        await self.stage.advance(minutes=3)
        return await (by or self.stage.arbiter).press(self.card, self.button(winner))


async def named(stage: Stage) -> tuple[Member, Member, Post]:
    """The event is announced, both are on its list, and the champion is asked for colours."""
    post = await an_event(stage, "Mundial 2026", rulebook="aije-world")
    ana, bia = stage.member("Ana", locale="pt-BR"), stage.member("Bia", locale="pt-BR")
    await seat_for_title(stage, ana, bia)
    await enter(stage, post, ana, bia)
    event = rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"]
    said = await stage.organiser.type("title holder", tournament=event, member=ana)
    assert said.private
    await stage.advance(seconds=5)
    return ana, bia, stage.latest("title-colour", stage.matches)


async def begun(stage: Stage) -> Title:
    ana, bia, asked = await named(stage)
    await ana.press(asked, "Partida 1: Brancas")
    await ana.press(asked, "Partida 19: Pretas")
    await stage.advance_to(stage.now + timedelta(hours=1, minutes=31))
    for player in (ana, bia):
        await player.press(stage.latest("check-in"), "check-in")
    await stage.arbiter.type("arbiter on")
    await stage.advance(minutes=30)
    card = stage.latest("here", stage.matches)
    for player in (ana, bia):
        await player.press(card, "here")
    return Title(stage, ana, bia, card)


@IN_PORTUGUESE
@pytest.mark.rule("AIJE-D03-2")
async def test_the_champion_chooses_colours_and_nobody_else(stage: Stage) -> None:
    ana, bia, asked = await named(stage)
    assert asked.pinged == {ana.id}
    assert "ainda sem escolha" in asked.text
    refused = await bia.press(asked, "Partida 1: Brancas")
    assert refused.private
    await stage.restart()
    await ana.press(asked, "Partida 19: Pretas")
    assert "Partida 19: " in stage.again(asked).text
    assert "**Pretas**, por escolha" in stage.again(asked).text
    assert stage.again(asked).text.count("ainda sem escolha") == 1


async def pauses(stage: Stage, title: Title) -> None:
    """Ana takes one pause, Bia both at once."""
    ana, bia = title.ana, title.bia
    paused = await ana.press(title.card, "Pausa (5 minutos)")
    assert "pede pausa" in paused.text
    assert "pede pausa" in title.card.text
    before = len(stage.posts_in(stage.matches))
    await stage.advance(minutes=5, seconds=5)
    assert "o jogo continua com a partida 3" in stage.posts_in(stage.matches)[-1].text
    assert len(stage.posts_in(stage.matches)) == before + 1
    assert "pede pausa" not in title.card.text
    await bia.press(title.card, "2 pausas de uma vez (10 minutos)")
    await stage.restart()
    await stage.advance(minutes=11)
    refused = await bia.press(title.card, "Pausa (5 minutos)")
    assert refused.private
    assert "0 pausa" in refused.text


async def decisions(stage: Stage, title: Title) -> None:
    """Trouble stops game 3, which the arbiter annuls."""
    desk = await stage.arbiter.press(title.card, "referee")
    await stage.arbiter.press(desk.post, "match-trouble")
    assert "Problema técnico" in title.card.text
    desk = await stage.arbiter.press(title.card, "referee")
    await stage.arbiter.press(desk.post, "match-go-on")
    desk = await stage.arbiter.press(title.card, "referee")
    form = await stage.arbiter.choose(desk.post, "series-decide", "3.x")
    annulled = await stage.arbiter.fill(form, why="O site caiu")
    assert "a partida 3 não conta" in annulled.text
    assert "Partida 3 de 19" in title.card.text


@IN_PORTUGUESE
@pytest.mark.rule("AIJE-D03-1", "AIJE-D03-2", "AIJE-D03-3", "AIJE-D03-4", "AIJE-D03-5")
async def test_a_match_for_the_title_to_ten_to_eight(stage: Stage) -> None:
    title = await begun(stage)
    ana, bia = title.ana, title.bia
    announced = " ".join(post.text for post in stage.posts_in(stage.announcements))
    assert "por escolha" in announced
    assert "Partida 1 de 19" in title.card.text
    # The loser's word is enough; the winner's waits for it.
    first = await title.won(ana, by=bia)
    await bia.choose(first.post, "series-how", "time")
    assert "Como terminou: por tempo" in stage.again(first.post).text
    waiting = await title.won(bia, by=bia)
    assert waiting.post.pinged == {ana.id}
    await title.won(bia, by=ana)
    assert "**1–1**" in title.card.text
    await pauses(stage, title)
    await decisions(stage, title)
    # A double click counts once, and the last entry is taken back.
    for winner in (ana, ana, bia, bia):
        await title.won(winner)
    label = title.button(ana)
    await stage.double_click(stage.arbiter, title.card, label)
    assert "**4–3**" in title.card.text or "**3–4**" in title.card.text
    desk = await stage.arbiter.press(title.card, "referee")
    await stage.arbiter.press(desk.post, "series-back")
    await stage.advance(seconds=5)
    assert "**3–3**" in title.card.text
    for _ in range(5):
        await title.won(ana)
        await title.won(bia)
    await title.won(bia)
    last = await title.won(bia)
    assert "10–8" in last.text or "8–10" in last.text
    assert "1 Ana (por tempo) · 2 Bia" in last.text
    assert last.post.has("series-how")
    await stage.advance(seconds=10)
    posts = " ".join(post.text for post in stage.posts_in(stage.announcements))
    assert f"<@{bia.id}>" in posts
    crowned = rows(stage, "SELECT p.name, w.event FROM world_titles w JOIN people p USING (person_id)")
    assert [tuple(row) for row in crowned] == [("Bia", "Mundial 2026")]
    assert "👑 Título mundial: **Mundial 2026**" in (await ana.type("player", member=bia)).text
    checked = await ana.type("tournament verify", tournament=rows(stage, "SELECT tournament_id FROM tournaments")[0][0])
    assert "confere" in checked.text
