"""From the close of check-in to the bracket, its proof, a redraw and a withdrawal, as members see them."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal.members import Member
from rehearsal.posts import Post
from tests.discord.harness import Stage, an_event, enter, rows


async def checked_in(stage: Stage, number: int, *more: Member) -> list[Member]:
    """Members who registered and confirmed; the start has come, and the event is drawn."""
    players = [*stage.crowd(number), *more]
    post = await an_event(stage)
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players)
    await stage.advance(minutes=29, seconds=10)
    return players


def draws(stage: Stage) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if "🎲" in post.text]


@pytest.mark.rule("AIJE-D01-4")
@pytest.mark.parametrize(("starters", "matches", "passing"), [(3, 1, 1), (5, 1, 3), (13, 5, 3), (16, 8, 0)])
async def test_the_bracket_goes_up_as_picture_and_text_with_each_bye_and_its_reason(
    stage: Stage, starters: int, matches: int, passing: int
) -> None:
    await checked_in(stage, starters)
    (post,) = draws(stage)
    assert post.text.count("> – <@") == matches
    assert post.text.count(": drawn by lot") == passing
    assert post.pictures
    assert all(stage.picture(one.url).startswith(b"\x89PNG") for one in post.pictures)
    assert "Next:" in post.text


@pytest.mark.rule("AIJE-D01-4")
async def test_a_bracket_too_long_for_a_message_is_attached_in_full_with_every_bye(stage: Stage) -> None:
    await checked_in(stage, 90)
    (post,) = draws(stage)
    (file,) = (one for one in post.pictures if one.name.endswith(".txt"))
    text = stage.picture(file.url).decode()
    assert text.count("drawn by lot") == 2 * 64 - 90
    assert all(f"player{number:02}" in text for number in range(1, 91))


async def test_the_public_record_has_the_proof_and_the_file(stage: Stage) -> None:
    await checked_in(stage, 3)
    _, post = stage.posts_in(stage.record)
    (draw,) = rows(stage, "SELECT link, list_hash, seed FROM draws")
    assert all(draw[part] in post.text for part in ("link", "list_hash", "seed"))
    assert [one.name.endswith(".json") for one in post.pictures] == [True]


async def test_anybody_can_verify_by_button_and_by_command(stage: Stage) -> None:
    players = await checked_in(stage, 5)
    (tournament,) = rows(stage, "SELECT tournament_id, commitment FROM tournaments")
    pressed = await players[0].press(stage.latest("verify", stage.announcements), "verify")
    typed = await stage.member("Guest", "it").type("tournament verify", tournament=tournament["tournament_id"])
    assert "is correct" in pressed.text
    assert "torna" in typed.text
    assert all(tournament["commitment"] in answer.text and answer.private for answer in (pressed, typed))
    assert "the people who run this bot could have" in pressed.text


async def test_the_bracket_is_shown_to_one_reader_in_the_readers_language(stage: Stage) -> None:
    players = await checked_in(stage, 13)
    players[3].locale = "pt-BR"
    answer = await players[3].press(stage.latest("bracket", stage.announcements), "bracket")
    assert answer.private
    assert "Fase preliminar" in answer.text
    assert "a definir" not in answer.text
    assert len(answer.post.pictures) == 1
    assert not answer.post.has("my-bracket")


async def test_of_a_bracket_in_parts_each_reader_is_shown_the_own_one(stage: Stage) -> None:
    players = await checked_in(stage, 17)
    post = stage.latest("my-bracket", stage.announcements)
    assert [picture.name for picture in post.pictures] == ["bracket-1.png", "bracket-2.png"]
    shown = set()
    for player in players:
        player.locale = "es-ES"
        answer = await player.press(post, "my-bracket")
        assert answer.private
        assert player.name in answer.text
        assert "No juegas" not in answer.text
        (picture,) = answer.post.pictures
        shown.add(picture.name)
    assert shown == {"bracket-1.png", "bracket-2.png"}
    stranger = await stage.member("Guest", "it").press(post, "my-bracket")
    assert stranger.private
    assert "Non giochi in questo tabellone." in stranger.text
    assert len(stranger.post.pictures) == 1


async def test_before_the_draw_there_is_no_bracket_but_the_commitment(stage: Stage) -> None:
    await an_event(stage)
    (tournament,) = rows(stage, "SELECT tournament_id, commitment FROM tournaments")
    ana = stage.member("Ana")
    assert "not drawn yet" in (await ana.type("bracket", tournament=tournament["tournament_id"])).text
    assert (
        tournament["commitment"] in (await ana.type("tournament verify", tournament=tournament["tournament_id"])).text
    )


async def test_a_bigger_bracket_is_turned_page_by_page_in_one_message(stage: Stage) -> None:
    players = await checked_in(stage, 40)
    answer = await players[0].press(stage.latest("bracket", stage.announcements), "bracket")
    assert len(answer.post.pictures) == 4
    turned = await players[0].press(answer.post, "bracket-page")
    assert turned.panel is not None
    assert len(turned.panel.pictures) == 4
    assert turned.panel.pictures[0].name != answer.post.pictures[0].name


@pytest.mark.rule("GO-28.1")
async def test_who_leaves_before_the_first_call_is_asked_first_and_organisers_draw_again(stage: Stage) -> None:
    players = await checked_in(stage, 5)
    asked = await players[0].type("withdraw", tournament=tournament_of(stage))
    assert "can't come back" in asked.text
    await players[0].press(asked.post, "leave")
    notice = stage.latest("redraw", stage.committee)
    form = await stage.organiser.press(notice, "redraw")
    await stage.organiser.fill(form, reason="One player had to go")
    again = draws(stage)[-1]
    assert "new draw" in again.text
    assert "One player had to go" in again.text
    assert f"<@{players[0].id}>" not in again.text
    assert len([post for post in stage.posts_in(stage.record) if post.pictures]) == 2
    assert "is correct" in (await players[1].press(again, "verify")).text


@pytest.mark.rule("GO-28.1")
async def test_a_player_cannot_draw_again_and_after_the_first_call_nobody_can(stage: Stage) -> None:
    players = await checked_in(stage, 4)
    await players[0].press((await players[0].type("withdraw", tournament=tournament_of(stage))).post, "leave")
    notice = stage.latest("redraw", stage.committee)
    refused = await players[1].press(notice, "redraw")
    assert "organiser" in refused.text
    await stage.arbiter.type("arbiter on")
    late = await stage.organiser.press(notice, "redraw")
    assert "This draw is final" in late.text


@pytest.mark.rule("GO-28.1", "GO-28.4")
async def test_an_old_button_to_leave_says_first_what_leaving_costs_by_now(stage: Stage) -> None:
    players = await checked_in(stage, 4)
    asked = await players[0].type("withdraw", tournament=tournament_of(stage))
    await stage.arbiter.type("arbiter on")
    again = await players[0].press(asked.post, "leave")
    assert "is under way" in again.text
    assert not rows(stage, "SELECT 1 FROM results")
    await players[0].press(again.post, "leave")
    assert "has left" in "".join(post.text for post in stage.posts_in(stage.matches))


@pytest.mark.rule("GO-28.4")
async def test_staff_takes_somebody_out_with_a_reason_that_everyone_reads(stage: Stage) -> None:
    players = await checked_in(stage, 4)
    await stage.arbiter.type("arbiter on")
    tournament_id = tournament_of(stage)
    offered = await stage.organiser.suggestions("tournament remove", "player", tournament=tournament_id)
    form = await stage.organiser.type("tournament remove", tournament=tournament_id, player=offered[players[2].name])
    await stage.organiser.fill(form, reason="Left the venue")
    (told,) = [post for post in stage.posts_in(stage.matches) if "Left the venue" in post.text]
    assert f"<@{players[2].id}>" in told.text
    letter = players[2].inbox[-1]
    assert "took you out" in letter.text
    assert "Left the venue" in letter.text
    assert rows(stage, "SELECT kind FROM results")[0]["kind"] == "withdrawal"


def tournament_of(stage: Stage) -> str:
    return str(rows(stage, "SELECT tournament_id FROM tournaments")[0]["tournament_id"])


async def test_a_restart_between_the_close_and_the_draw_changes_nothing(stage: Stage) -> None:
    post = await an_event(stage)
    players = stage.crowd(4)
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players)
    await stage.sleep_through(timedelta(minutes=29, seconds=30))
    # What was slept through is given back, so the close comes as much later.
    await stage.advance(minutes=31)
    assert len(draws(stage)) == 1
    await stage.restart()
    assert len(draws(stage)) == 1


async def test_a_redraw_that_is_sent_twice_is_one_redraw(stage: Stage) -> None:
    players = await checked_in(stage, 5)
    await players[0].press((await players[0].type("withdraw", tournament=tournament_of(stage))).post, "leave")
    notice = stage.latest("redraw", stage.committee)
    forms = [await stage.organiser.press(notice, "redraw") for _ in range(2)]
    await stage.all_fill(notice, [(stage.organiser, form, {"reason": "left"}) for form in forms])
    assert len(draws(stage)) == 2
