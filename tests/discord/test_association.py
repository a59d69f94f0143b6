"""An association moves in: the list is sent, looked through, handed on and confirmed, and the first Open goes by it."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta

import pytest

from bot.features.opening.model import Column
from rehearsal.members import Answer, Member
from rehearsal.posts import NothingToPress
from tests.discord.harness import Stage, an_event, enter, rows

HEADINGS = "Nome;Discord;Rating;Partidas;País;Clube;Título de árbitro;Suspensão;Cargo"


def a_list(*lines: str, headings: str = HEADINGS, encoding: str = "cp1252") -> tuple[str, bytes]:
    """A file as a spreadsheet on Windows saves it."""
    return "socios.csv", "\r\n".join((headings, *lines)).encode(encoding)


def association(stage: Stage, players: list[Member]) -> tuple[str, bytes]:
    """Forty people, those who are in the server first: the later one stands on the list, the stronger."""
    here = [f"{one.name};{one.id};2.{100 + at},5;{at};Brasil;Azul;;;" for at, one in enumerate(players)]
    others = [f"João Conceição {at:02};;1{900 - at},25;7;Itália;;;;" for at in range(39 - len(here))]
    return a_list(*here, *others, "Zeca Trapaça;;1500;3;Portugal;;;Ameaças em dois torneios;")


def panel(answer: Answer) -> str:
    """What the pressed card says now."""
    assert answer.panel is not None
    return answer.panel.text


async def test_forty_people_come_in_and_the_byes_of_the_first_open_go_by_their_ratings(stage: Stage) -> None:
    players = stage.crowd(6)
    shown = await stage.organiser.type("association import", file=association(stage, players))
    assert shown.private
    assert "🆕 40 new people" in shown.text
    assert "2,105.5" in shown.text
    assert "🔒" in shown.text
    assert "**Bar**" in shown.text
    with pytest.raises(NothingToPress):
        await stage.organiser.press(shown.post, "opening-confirm")
    turned = await stage.organiser.press(shown.post, "More lines ▶")
    assert "João Conceição" in panel(turned)
    handed = await stage.organiser.press(shown.post, "opening-hand")
    assert f"<@{stage.owner.id}>" in handed.text
    assert "socios.csv" in stage.owner.inbox[-1].text
    await stage.restart()
    assert not (await stage.organiser.type("me")).post.has("opening-open"), "who asked waits for another's word"
    assert (await stage.owner.type("desk")).post.has("opening-open")
    waiting = await stage.owner.type("me")
    assert "socios.csv" in waiting.text
    opened = await stage.owner.press(waiting.post, "opening-open")
    done = await stage.owner.press(opened.post, "opening-confirm")
    assert "Confirm all of it" not in panel(done)
    assert "`/undo`" in panel(done)
    assert opened.result.acknowledged
    for channel in (stage.announcements, stage.record):
        assert any("40 people on the list" in post.text for post in stage.posts_in(channel))
        assert any("Ameaças em dois torneios" in post.text for post in stage.posts_in(channel))
    ranking = await players[0].type("ranking")
    assert ranking.text.index(f"<@{players[5].id}>") < ranking.text.index(f"<@{players[4].id}>")
    assert "João Conceição" in ranking.text
    page = await players[0].type("player", name="Zeca Trapaça")
    assert "Ameaças" in page.text
    post = await an_event(stage)
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players)
    await stage.advance(minutes=29, seconds=10)
    byes = rows(
        stage,
        "SELECT p.discord_id FROM contests JOIN contest_sides USING (contest_id) JOIN entrants USING (entrant_id)"
        " JOIN people p USING (person_id) WHERE bye_reason = 'rating'",
    )
    assert {row[0] for row in byes} == {players[4].id, players[5].id}


async def test_the_template_has_every_column_in_the_readers_language_and_is_read_back(stage: Stage) -> None:
    ana = stage.organiser
    for locale, sign in (("pt-BR", ";"), ("en-US", ","), ("es-ES", ";"), ("it", ";")):
        ana.locale = locale
        given = await ana.type("association import")
        files = {file.name: stage.picture(file.url) for file in given.post.pictures}
        (headings,) = csv.reader(io.StringIO(files["opening-list.csv"].decode("utf-8-sig")), delimiter=sign)
        assert len(headings) == len(Column)
        assert list(json.loads(files["opening-list.json"])[0]) == [one.value for one in Column]
        assert all(f"**{one}**" in given.text for one in headings)
        filled = files["opening-list.csv"] + ("Ana" + sign * 2 + "2050").encode()
        shown = await ana.type("association import", file=("list.csv", filled))
        assert "Ana" in shown.text
        assert "❌" not in shown.text


async def test_each_fault_is_told_with_its_line_and_what_to_do(stage: Stage) -> None:
    headings = "name;rating;bar reason;bar until;country;arbiter title;registered since"
    wrong = a_list(
        "Ana;many;;;;;",
        "Bruno;2050,5;;2027-01-01;;;",
        "Clara;;;;Atlantis;;",
        "Davi;;;;;FA;",
        "Eva;;;;;;2031-01-01",
        headings=headings,
    )
    answer = await stage.owner.type("association import", file=wrong)
    told = ("is not a number", "needs its reason", "Atlantis", "`ANP`", "after the day")
    for line, said in enumerate(told, start=2):
        assert f"line {line}" in answer.text
        assert said in answer.text
    assert rows(stage, "SELECT 1 FROM people WHERE name = 'Bruno'") == []


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (("a.csv", b"rating;country\n2000;BR\n"), "find one for the name"),
        (("a.csv", b"name\n" + b"Ana\n" * 10_000), "10,00"),
        (("a.json", b"{"), "as a list"),
        (("a.csv", b"name;rating\n"), "no people in"),
        (("a.csv", b"name;elo;rating\nAna;1;2\n"), "mean the same"),
    ],
)
async def test_a_file_that_is_no_list_gets_a_sentence(stage: Stage, file: tuple[str, bytes], said: str) -> None:
    answer = await stage.owner.type("association import", file=file)
    assert said in answer.text
    assert rows(stage, "SELECT 1 FROM opening_drafts") == []


async def test_the_same_file_again_changes_nothing(stage: Stage) -> None:
    file = a_list("Ana;;2050,5;3;BR;;;;", "Bruno;;1900;3;BR;;;;")
    first = await stage.owner.type("association import", file=file)
    await stage.owner.press(first.post, "opening-confirm")
    second = await stage.owner.type("association import", file=file)
    assert "This same file came in" in second.text
    asked = await stage.owner.press(second.post, "opening-who")
    assert "Ana → Ana" in panel(asked)
    said = await stage.owner.press(second.post, "Yes, all of them")
    assert "Nothing would change" in panel(said)
    assert not any(one.startswith("opening-confirm") for one in stage.again(second.post).offered)
    assert len(rows(stage, "SELECT 1 FROM rating_lists")) == 1


async def test_two_people_of_one_name_are_asked_about_and_stay_two(stage: Stage) -> None:
    file = a_list("Ana Lima;;2050;;;;;;", "Ana Lima;;1900;;;;;;", "Ana Lyma;;1800;;;;;;")
    first = await stage.owner.type("association import", file=file)
    assert "Line 2 has the same name" in first.text
    await stage.owner.press(first.post, "opening-who")
    await stage.restart()
    said = await stage.owner.press(first.post, "“Ana Lima” is a new person")
    assert "🆕 3 new people" in panel(said)
    await stage.owner.press(first.post, "opening-confirm")
    assert len(rows(stage, "SELECT 1 FROM people WHERE name LIKE 'Ana L%'")) == 3


async def test_a_known_member_is_meant_by_discord_and_nobody_by_a_likeness(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    file = a_list(f"Ana;{ana.id};2050;;;;;;", "Anna;;1900;;;;;;")
    shown = await stage.owner.type("association import", file=file)
    assert f"<@{ana.id}>" in shown.text
    assert "✏️ 1 known person" in shown.text


async def test_a_double_click_brings_the_list_in_once(stage: Stage) -> None:
    first = await stage.owner.type("association import", file=a_list("Ana;;2050;;;;;;"))
    await stage.double_click(stage.owner, first.post, "opening-confirm")
    assert len(rows(stage, "SELECT 1 FROM opening_lists")) == 1
    assert len(rows(stage, "SELECT 1 FROM people WHERE name = 'Ana'")) == 1


async def test_a_list_is_taken_back_with_undo_and_dropped_before(stage: Stage) -> None:
    first = await stage.owner.type("association import", file=a_list("Ana;;2050;;;;;;"))
    dropped = await stage.owner.press(first.post, "Drop it")
    assert "Nothing of the list was saved" in panel(dropped)
    again = await stage.owner.type("association import", file=a_list("Ana;;2050;;;;;;"))
    await stage.owner.press(again.post, "opening-confirm")
    mine = await stage.owner.type("undo")
    await stage.owner.press(mine.post, "undo")
    assert rows(stage, "SELECT 1 FROM rating_lists") == []
    assert rows(stage, "SELECT 1 FROM people WHERE name = 'Ana'") == []
    assert any("took back the opening list" in post.text for post in stage.posts_in(stage.record))


async def test_nobody_else_sees_the_template_or_brings_a_list(stage: Stage) -> None:
    zoe = stage.member("Zoe")
    for answer in (await zoe.type("association import"), await zoe.type("association import", file=a_list("Ana;;1"))):
        assert "organiser" in answer.text
        assert answer.private


async def test_a_list_of_an_earlier_day_is_dated_so(stage: Stage) -> None:
    before = (stage.now - timedelta(days=40)).date().isoformat()
    first = await stage.owner.type("association import", file=a_list("Ana;;2050;;;;;;"), day=before)
    await stage.owner.press(first.post, "opening-confirm")
    ((dated, published),) = rows(
        stage, "SELECT l.dated_at, r.published_at FROM opening_lists l JOIN rating_lists r ON r.list_id = l.rating_list"
    )
    assert dated == published
    refused = await stage.owner.type("association import", file=a_list("Ana;;2050;;;;;;"), day="soon")
    assert "as a day" in refused.text
