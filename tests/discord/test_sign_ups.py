"""Sign-ups from a list: a file or pasted names, looked through, confirmed, and told to those whom it concerns."""

from __future__ import annotations

import pytest

from rehearsal.posts import NothingToPress
from tests.discord.harness import Stage, an_event, rows
from tests.discord.test_cups import filled


def on_list(stage: Stage) -> list[str]:
    found = rows(
        stage,
        "SELECT name FROM entrants JOIN people USING (person_id) WHERE withdrawn_at IS NULL ORDER BY number",
    )
    return [row["name"] for row in found]


async def an_open_cup(stage: Stage) -> None:
    preview = await filled(stage, seats="16")
    await stage.organiser.press(preview.post, "draft-confirm")


async def test_names_are_pasted_under_the_receipt_of_a_cup_and_those_on_discord_are_told_once(stage: Stage) -> None:
    ana, bruno = stage.crowd(2)
    preview = await filled(stage, seats="3")
    receipt = await stage.organiser.press(preview.post, "draft-confirm")
    form = await stage.organiser.press(receipt.panel or receipt.post, "sign-ups")
    text = f"Visitor\n{ana.name} <@{ana.id}>\nBruno <@{bruno.id}>\nLatecomer\nVisitor"
    shown = await stage.organiser.fill(form, names=text)
    assert shown.private
    assert "✅ 3 people will be entered" in shown.text
    assert "⏳ 1 goes on the wait list" in shown.text
    assert "line 5" in shown.text
    await stage.restart()
    done = await stage.organiser.press(shown.post, "sign-ups-confirm")
    assert done.panel is not None
    assert "4 people are on the list" in done.panel.text
    assert len(on_list(stage)) == 4
    post = stage.latest("withdraw", stage.announcements)
    assert f"<@{ana.id}>, <@{bruno.id}>" in post.text
    assert "it is not a no-show" in post.text
    left = await ana.press(post, "withdraw")
    assert left.result.acknowledged
    assert on_list(stage) == ["Visitor", "Bruno", "Latecomer"]
    # No letter to each.
    assert not [one for one in (*ana.inbox, *bruno.inbox) if "list" in one.text]


async def test_a_first_name_that_was_taken_for_a_heading_is_told_with_the_way_to_enter_it(stage: Stage) -> None:
    preview = await filled(stage, seats="3")
    receipt = await stage.organiser.press(preview.post, "draft-confirm")
    form = await stage.organiser.press(receipt.panel or receipt.post, "sign-ups")
    shown = await stage.organiser.fill(form, names="Nick\nAna\nBia")
    assert "✅ 2 people will be entered" in shown.text
    assert "I took the first line as the heading: **Nick**" in shown.text
    again = await stage.organiser.press(receipt.panel or receipt.post, "sign-ups")
    put_right = await stage.organiser.fill(again, names="Name\nNick\nAna\nBia")
    assert "✅ 3 people will be entered" in put_right.text


async def test_a_file_comes_with_the_command_for_one_or_by_the_form_of_the_desk(stage: Stage) -> None:
    await an_open_cup(stage)
    file = ("sign-ups.csv", "Nome;E-mail\r\nJoão;j@example.org\r\nÍris;\r\n".encode("cp1252"))
    shown = await stage.organiser.type("tournament enter", tournament="Friday Cup", file=file)
    assert "✅ 2 people will be entered" in shown.text
    assert "E-mail" in shown.text
    dropped = await stage.organiser.press(shown.post, "sign-ups-drop")
    assert dropped.panel is not None
    assert on_list(stage) == []
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.press(desk.post, "sign-ups")
    again = await stage.organiser.fill(form, names="", file=[file])
    await stage.organiser.press(again.post, "sign-ups-confirm")
    assert on_list(stage) == ["João", "Íris"]
    line = await stage.organiser.type("log")
    assert "entered people from a list" in line.text


async def test_the_list_of_a_cup_stands_in_its_preview_and_comes_in_with_it(stage: Stage) -> None:
    preview = await filled(stage)
    form = await stage.organiser.press(preview.post, "sign-ups-new")
    shown = await stage.organiser.fill(form, names="Ana\nBruno\nClara")
    assert shown.panel is not None
    with pytest.raises(NothingToPress):
        await stage.organiser.press(shown.panel, "sign-ups-confirm")
    back = await stage.organiser.press(shown.panel, "sign-ups-event")
    assert back.panel is not None
    assert "3 people will be entered with it" in back.panel.text
    looked = await stage.organiser.press(back.panel, "sign-ups-new")
    assert looked.panel is not None
    await stage.organiser.press(looked.panel, "sign-ups-event")
    done = await stage.organiser.press(preview.post, "draft-confirm")
    assert done.panel is not None
    assert "3 people are on the list" in done.panel.text
    assert on_list(stage) == ["Ana", "Bruno", "Clara"]


async def test_what_is_no_list_is_refused_with_the_way_to_send_it_again(stage: Stage) -> None:
    await an_open_cup(stage)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    form = await stage.organiser.press(desk.post, "sign-ups")
    refused = await stage.organiser.fill(form, names="", file=[("a.csv", b"rating,country\n2000,BR\n")])
    assert "find a heading for the name" in refused.text
    again = await stage.organiser.press(refused.post, "sign-ups")
    empty = await stage.organiser.fill(again, names=" ")
    assert "no people on this list" in empty.text
    many = await stage.organiser.type(
        "tournament enter", tournament="Friday Cup", file=("a.csv", b"name\n" + b"Ana\n" * 10_000)
    )
    assert "10,00" in many.text


async def test_a_name_like_somebodys_is_asked_about_before_anybody_is_entered(stage: Stage) -> None:
    (ana,) = stage.crowd(1)
    await an_open_cup(stage)
    post = stage.latest("register", stage.announcements)
    await ana.press(post, "register")
    await ana.press(post, "withdraw")
    shown = await stage.organiser.type(
        "tournament enter", tournament="Friday Cup", file=("a.txt", f"{ana.name}\nZeca Novo\n".encode())
    )
    asked = await stage.organiser.press(shown.post, "sign-ups-who")
    assert asked.panel is not None
    said = await stage.organiser.press(asked.panel, "sign-ups-same")
    assert said.panel is not None
    assert "left it" in said.panel.text
    await stage.organiser.press(said.panel, "sign-ups-confirm")
    assert on_list(stage) == ["Zeca Novo"]


async def test_members_find_no_button_for_lists_and_an_event_by_invitation_offers_none(stage: Stage) -> None:
    post = await an_event(stage)
    assert "sign-ups" not in post.text
    (ana,) = stage.crowd(1)
    with pytest.raises(NothingToPress):
        await ana.press(post, "sign-ups")
