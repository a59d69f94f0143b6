"""Looking up how a game is played, and a community's own rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.i18n.catalogue import LOCALES
from bot.server import bounds_verbs
from bot.server.bounds_model import BOUNDS, Bounded
from cogs.rulebooks import LANGUAGES
from tests.discord.harness import Answer, Member, Stage, rows

OURS = """Pente
draws: agreed

## Objetivo
Alinhar quatro, na nossa casa. @everyone **grita**

## A sua vez
- uma peça por vez

## O fim
Quem alinha primeiro.
"""


async def brought(by: Member, text: str = OURS, **options: str) -> Answer:
    return await by.type("game add", file=("pente.txt", text.encode()), **options)


@pytest.mark.rule("OLY-7")
@pytest.mark.parametrize(
    ("locale", "title", "heading", "draw"),
    [
        ("pt-BR", "Batalha dos peões (5)", "**A sua vez**", "**Empates**\n- O lado que joga não tem mais lance."),
        ("it", "Battaglia dei pedoni (5)", "**Il tuo turno**", "**Patte**\n- Chi deve muovere non ha più mosse."),
    ],
)
async def test_anybody_reads_a_game_in_their_own_language(
    stage: Stage, locale: str, title: str, heading: str, draw: str
) -> None:
    ana = stage.member("Ana", locale=locale)
    assert await ana.suggestions("game show", "name", title[:6].lower()) == {title: "pawns-battle"}
    answer = await ana.type("game show", name="pawns-battle")
    assert answer.private
    assert f"## {title}" in answer.text
    assert heading in answer.text
    assert draw in answer.text


def test_a_game_can_be_read_in_each_language() -> None:
    assert tuple(LANGUAGES) == LOCALES


async def test_a_game_is_found_by_its_title_in_another_language_and_read_in_a_chosen_one(stage: Stage) -> None:
    answer = await stage.member("Ana", locale="pt-BR").type("game show", name="carrera al destino", language="it")
    assert "## Corsa alla meta" in answer.text


async def test_the_board_is_shown_with_the_rules(stage: Stage) -> None:
    answer = await stage.member("Ana", locale="it").type("game show", name="surakarta")
    assert [picture.name for picture in answer.post.pictures] == ["surakarta.png"]


async def test_a_game_that_nobody_told_is_not_found_in_words(stage: Stage) -> None:
    answer = await stage.member("Ana", locale="it").type("game show", name="@everyone")
    assert "gioco" in answer.text
    assert "@everyone" not in answer.text


async def test_the_list_names_every_game_and_opens_one(stage: Stage) -> None:
    ana = stage.member("Ana", locale="it")
    answer = await ana.type("game list")
    assert "17" in answer.text
    opened = await ana.choose(answer.post, "game", "Mulino a cinque pezzi")
    assert opened.private
    assert "## Mulino a cinque pezzi" in opened.text


async def test_a_communitys_own_sheet_stands_in_place_of_the_bots_until_it_is_removed(stage: Stage) -> None:
    taken = await brought(stage.organiser, language="pt-BR")
    assert "na nossa casa" in taken.text
    ana = stage.member("Ana", locale="it")
    read = await ana.type("game show", name="pente")
    assert "na nossa casa" in read.text
    assert "di questo server" in read.text
    assert "@everyone" not in read.text
    assert "**grita**" not in read.text
    assert [tuple(row) for row in rows(stage, "SELECT game_id, language FROM game_sheets")] == [("pente", "pt-BR")]
    gone = await stage.organiser.type("game remove", name="pente")
    assert [file.name for file in gone.post.pictures] == ["pente.pt-BR.md"]
    assert "Si vince in due modi" in (await ana.type("game show", name="pente")).text
    back = await brought(stage.organiser, stage.picture(gone.post.pictures[0].url).decode(), language="pt-BR")
    assert "na nossa casa" in back.text
    acts = [row["act"] for row in rows(stage, "SELECT act FROM log WHERE subject = 'game:pente' ORDER BY sequence")]
    assert acts == ["keep_game_sheet", "remove_game_sheet", "keep_game_sheet"]


async def test_a_game_of_ones_own_is_offered_beside_the_others(stage: Stage) -> None:
    await brought(stage.organiser, OURS.replace("Pente", "Tablut da vila"))
    assert await stage.member("Ana").suggestions("game show", "name", "tablut") == {"Tablut da vila": "tablut-da-vila"}


async def test_a_new_version_replaces_the_old_one(stage: Stage) -> None:
    await brought(stage.organiser)
    await brought(stage.organiser, OURS.replace("nossa casa", "nossa rua"))
    assert len(rows(stage, "SELECT * FROM game_sheets")) == 1
    assert "nossa rua" in (await stage.member("Ana").type("game show", name="pente")).text


@pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
async def test_a_file_that_is_no_sheet_is_refused_with_its_lines(stage: Stage) -> None:
    answer = await brought(stage.organiser, OURS.replace("## A sua vez", "## Jogada @everyone"))
    assert "Linha 7" in answer.text
    assert "A sua vez" in answer.text
    assert "@everyone" not in answer.text
    assert rows(stage, "SELECT * FROM game_sheets") == []


@pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
async def test_a_copy_is_a_file_that_can_be_brought_back(stage: Stage) -> None:
    answer = await stage.member("Ana").type("game copy", name="pretwa")
    data = stage.picture(answer.post.pictures[0].url).decode()
    assert "5 a 10 lances" in data
    assert "Pretwa" in (await brought(stage.organiser, data)).text


async def test_only_organisers_bring_and_remove_sheets_and_the_bots_own_stay(stage: Stage) -> None:
    ana = stage.member("Ana")
    assert "organiser" in (await brought(ana)).text
    assert "organiser" in (await brought(ana, "no sheet at all")).text
    assert "organiser" in (await ana.type("game remove", name="pente")).text
    assert "**Pente** is built in" in (await stage.organiser.type("game remove", name="pente")).text
    assert rows(stage, "SELECT * FROM game_sheets") == []


@pytest.mark.parametrize("stage_options", [{"language": "pt-BR"}], indirect=True)
async def test_of_two_languages_a_reader_gets_their_own_and_else_the_servers(stage: Stage) -> None:
    await brought(stage.organiser)
    await brought(stage.organiser, OURS.replace("nossa casa", "casa nostra"), language="it")
    for locale, words in (("it", "casa nostra"), ("pt-BR", "nossa casa"), ("es-ES", "nossa casa")):
        assert words in (await stage.member(f"Ana {locale}", locale=locale).type("game show", name="pente")).text
    gone = await stage.organiser.type("game remove", name="pente")
    assert [file.name for file in gone.post.pictures] == ["pente.it.md", "pente.pt-BR.md"]


async def test_who_takes_the_last_room_reads_it_below_the_answer_alone_and_the_doctor_says_it(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "Room left" not in (await brought(stage.organiser, OURS.replace("Pente", "Outro"))).text
    bounds = {**BOUNDS, Bounded.GAME_SHEETS: replace(BOUNDS[Bounded.GAME_SHEETS], most=2)}
    monkeypatch.setattr(bounds_verbs, "BOUNDS", bounds)
    told = "Room left in this server (**game sheets of its own**): 0 of 2. To make room, remove one with"
    assert told in (await brought(stage.organiser)).text
    assert "Room left" not in (await brought(stage.organiser)).text
    assert told in (await stage.organiser.type("doctor")).text
    await stage.organiser.type("game remove", name="pente")
    assert "Room left" not in (await stage.organiser.type("doctor")).text


async def test_a_server_keeps_only_so_many_sheets(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    bounds = {**BOUNDS, Bounded.GAME_SHEETS: replace(BOUNDS[Bounded.GAME_SHEETS], most=1)}
    monkeypatch.setattr(bounds_verbs, "BOUNDS", bounds)
    await brought(stage.organiser)
    assert "Remove this server's own sheet" in (await brought(stage.organiser, OURS.replace("Pente", "Outro"))).text
    assert "nossa rua" in (await brought(stage.organiser, OURS.replace("nossa casa", "nossa rua"))).text
