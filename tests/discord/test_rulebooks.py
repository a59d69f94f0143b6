"""Rulebooks in Discord: read by anybody, copied, changed and brought back by organisers."""

from __future__ import annotations

import pytest

from bot.features.tournaments.games_cards import with_titles
from bot.features.tournaments.sheet_cards import rule_sheet
from bot.i18n.catalogue import LOCALES, Translator
from bot.play.game_sheets import GameName
from bot.rulebooks.game_files import bundled_games, sheet
from bot.rulebooks.library import names, preset, to_toml
from tests.discord.harness import Answer, Member, Post, Stage, an_event, rows


def changed(**lines: str) -> bytes:
    """The Open's file under the name "our-cup", with these lines in place of the setting's own."""
    written = to_toml(preset("aije-open")).splitlines()
    lines.setdefault("name", 'name = "our-cup"')
    return "\n".join(lines.get(line.partition(" =")[0], line) for line in written).encode()


async def uploaded(by: Member, data: bytes, name: str = "our-cup.toml") -> Answer:
    return await by.type("rulebook upload", file=(name, data))


async def test_anybody_reads_a_rulebook_in_their_own_language_with_its_file(stage: Stage) -> None:
    answer = await stage.member("Ana", locale="pt-BR").type("rulebook show", rulebook="aije-open")
    assert "Torneio Aberto" in answer.text
    assert [file.name for file in answer.post.pictures] == ["aije-open.toml"]


async def test_a_copy_that_was_not_changed_but_for_its_name_is_taken(stage: Stage) -> None:
    answer = await stage.organiser.type("rulebook copy", rulebook="aije-open")
    assert [file.name for file in answer.post.pictures] == ["aije-open-copy.toml"]
    taken = await uploaded(stage.organiser, stage.picture(answer.post.pictures[0].url))
    assert "aije-open-copy" in taken.text
    assert [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")] == ["aije-open-copy"]


async def test_an_upload_tells_in_what_it_differs(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, changed(best_of="best_of = 3"))
    assert "knockout" in answer.text
    assert "3" in answer.text
    again = await uploaded(stage.organiser, changed(best_of="best_of = 7"))
    assert "7" in again.text
    assert len(rows(stage, "SELECT * FROM rulebooks")) == 1


async def test_a_rulebook_that_cannot_be_run_is_refused_with_every_problem(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, changed(best_of="best_of = 4", minimum_entrants="minimum_entrants = 1"))
    assert "knockout.best_of" in answer.text
    assert "minimum_entrants" in answer.text
    assert rows(stage, "SELECT * FROM rulebooks") == []


@pytest.mark.parametrize(
    ("data", "told"),
    [(b"this is no toml", "TOML"), (b"\xff\xfe\x00", "UTF-8"), (b"#" * 40_000, "bytes"), (b"", "missing")],
)
async def test_what_is_no_rulebook_at_all_is_refused_in_words(stage: Stage, data: bytes, told: str) -> None:
    answer = await uploaded(stage.organiser, data, "@everyone.toml")
    assert told in answer.text
    assert "@everyone" not in answer.text
    assert rows(stage, "SELECT * FROM rulebooks") == []


async def test_a_preset_is_never_overwritten_or_removed(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, changed(name='name = "aije-open"'))
    assert "aije-open" in answer.text
    await stage.organiser.type("rulebook remove", rulebook="aije-open")
    assert rows(stage, "SELECT * FROM rulebooks") == []
    offered = await stage.organiser.suggestions("rulebook show", "rulebook")
    assert sorted(offered.values()) == list(names())


@pytest.mark.parametrize("command", ["rulebook copy", "rulebook remove"])
async def test_only_organisers_manage_rulebooks(stage: Stage, command: str) -> None:
    ana = stage.member("Ana")
    assert "organiser" in (await ana.type(command, rulebook="aije-open")).text
    assert "organiser" in (await uploaded(ana, changed())).text
    assert rows(stage, "SELECT * FROM rulebooks") == []


async def test_a_removed_rulebook_hands_its_file_over_and_leaves_its_events_alone(stage: Stage) -> None:
    await uploaded(stage.organiser, changed(best_of="best_of = 3"))
    await an_event(stage)
    gone = await stage.organiser.type("rulebook remove", rulebook="our-cup")
    assert [file.name for file in gone.post.pictures] == ["our-cup.toml"]
    assert rows(stage, "SELECT * FROM rulebooks") == []
    assert "our-cup" in (await stage.organiser.type("rulebook show", rulebook="our-cup")).text
    back = await uploaded(stage.organiser, stage.picture(gone.post.pictures[0].url))
    assert "our-cup" in back.text


def copied(name: str, **lines: str) -> bytes:
    """A preset's file under the name "our-cup", with these lines in place of the setting's own."""
    written = to_toml(preset(name)).splitlines()
    lines.setdefault("name", 'name = "our-cup"')
    return "\n".join(lines.get(line.partition(" =")[0], line) for line in written).encode()


SHOWN = [(name, "pt-BR") for name in names()] + [("go-teams", locale) for locale in LOCALES if locale != "pt-BR"]
"""Every preset once, and the longest in every language."""


@pytest.mark.parametrize(("name", "locale"), SHOWN)
async def test_a_preset_is_shown_whole_in_the_readers_language_beside_its_file(
    stage: Stage, name: str, locale: str
) -> None:
    answer = await stage.member("Ana", locale=locale).type("rulebook show", rulebook=name)
    assert [file.name for file in answer.post.pictures] == [f"{name}.toml"]
    named = [GameName(game_id, sheet(game_id, locale).title, False) for game_id in bundled_games()]
    for section in rule_sheet(with_titles(preset(name), named), Translator(locale)):
        assert "\n".join(section.lines) in answer.text


async def test_a_copy_of_every_preset_is_taken_as_it_is(stage: Stage) -> None:
    for name in names():
        answer = await stage.organiser.type("rulebook copy", rulebook=name)
        taken = await uploaded(stage.organiser, stage.picture(answer.post.pictures[0].url))
        assert f"{name}-copy" in taken.text
    kept = [row["name"] for row in rows(stage, "SELECT name FROM rulebooks ORDER BY name")]
    assert kept == [f"{name}-copy" for name in names()]


async def test_a_changed_preset_is_compared_with_that_preset(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, copied("go-swiss", late_costs="late_costs = 3"))
    assert "go-swiss" in answer.text
    assert "`discipline.late_costs`: was 2, is now 3" in answer.text


async def test_a_table_that_the_format_wants_is_asked_for_by_name(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, copied("go-swiss", format='format = "groups"'))
    assert "`groups`" in answer.text
    assert "`round_robin`" in answer.text
    assert rows(stage, "SELECT * FROM rulebooks") == []


async def test_a_game_that_nobody_has_told_is_refused_by_its_name(stage: Stage) -> None:
    answer = await uploaded(stage.organiser, copied("go-swiss", sheets='sheets = ["gomoku-of-mars"]'))
    assert "`games.sheets`" in answer.text
    assert "gomoku-of-mars" in answer.text
    assert "`five-mens-morris`" in answer.text
    assert rows(stage, "SELECT * FROM rulebooks") == []


async def drafted(stage: Stage, rulebook: str) -> Answer:
    return await stage.organiser.type("tournament create", rulebook=rulebook, name="Sexta", start="2026-01-02 20:00")


async def saved(stage: Stage, post: Post, name: str) -> Answer:
    form = await stage.organiser.press(post, "preset-name")
    return await stage.organiser.fill(form, name=name)


async def test_the_rules_of_a_preview_are_saved_and_offered_first_the_next_time(stage: Stage) -> None:
    preview = await drafted(stage, "swiss")
    told = await saved(stage, preview.post, "Sexta à Noite")
    assert "Sexta à Noite" in told.text
    offered = await stage.organiser.suggestions("tournament create", "rulebook")
    assert next(iter(offered.items())) == ("Sexta à Noite · Swiss · one game", "sexta-a-noite")
    again = await drafted(stage, "sexta a noite")
    assert "Sexta à Noite" in again.text
    await stage.organiser.press(again.post, "draft-confirm")
    (row,) = rows(stage, "SELECT rulebook FROM tournaments")
    assert '"name":"sexta-a-noite"' in row["rulebook"]


@pytest.mark.parametrize("name", ["Cup", "Coppa", "double elimination", "sexta"])
async def test_a_name_that_is_taken_is_told_and_nothing_is_saved(stage: Stage, name: str) -> None:
    preview = await drafted(stage, "cup")
    await saved(stage, preview.post, "Sexta")
    told = await saved(stage, preview.post, name)
    assert "already" in told.text
    assert [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")] == ["sexta"]


@pytest.mark.parametrize(("name", "slug"), [("金曜カップ", "preset-1"), ("Copa #1!", "copa-1"), ("Ä" * 60, "a" * 32)])
async def test_any_name_can_be_saved(stage: Stage, name: str, slug: str) -> None:
    await saved(stage, (await drafted(stage, "cup")).post, name)
    assert [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")] == [slug]


async def test_the_rules_of_an_event_are_saved_renamed_and_removed(stage: Stage) -> None:
    await an_event(stage, "Quinta", rulebook="ladder")
    await stage.organiser.type("rulebook save", tournament="Quinta", name="Escada da Quinta")
    await stage.organiser.type("rulebook rename", rulebook="escada-da-quinta", name="Escada")
    assert [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")] == ["escada-da-quinta"]
    await stage.organiser.type("rulebook rename", rulebook="escada-da-quinta", name="Nossa escada")
    assert [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")] == ["nossa-escada"]
    assert await stage.organiser.suggestions("rulebook remove", "rulebook") == {
        "Nossa escada · Ladder of challenges · best of 3": "nossa-escada"
    }
    await stage.organiser.type("rulebook remove", rulebook="nossa-escada")
    assert rows(stage, "SELECT name FROM rulebooks") == []


async def test_who_manages_no_rulebooks_saves_none(stage: Stage) -> None:
    await an_event(stage, "Quinta", rulebook="ladder")
    ana = stage.member("Ana")
    assert "organiser" in (await ana.type("rulebook save", tournament="Quinta", name="Minha")).text
    assert rows(stage, "SELECT name FROM rulebooks") == []
