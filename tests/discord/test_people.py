"""What members are told of themselves and of each other: /me, the compass button, /ranking, /player, the desk."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Member, Stage, an_event, enter
from tests.discord.test_ending import begin, calls, play_out


async def test_me_offers_what_can_be_done_and_the_button_does_it(stage: Stage) -> None:
    await an_event(stage)
    ana = stage.member("Ana", locale="pt-BR")
    told = await ana.type("me")
    assert told.private
    asked = await ana.press(told.post, "register")
    await ana.fill(asked, account="Ana_99")
    again = await ana.press(told.post, "now-again")
    assert again.panel is not None
    assert not again.panel.has("register")
    assert "Open 1" in again.panel.text


async def test_me_confirms_when_check_in_is_open(stage: Stage) -> None:
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.advance(minutes=31)
    await ana.press((await ana.type("me")).post, "check-in")
    assert not (await ana.type("me")).post.has("check-in")


async def test_the_compass_on_a_public_message_answers_each_in_their_own_language(stage: Stage) -> None:
    post = await an_event(stage)
    said = []
    for locale in ("en-US", "pt-BR", "es-ES", "it"):
        told = await stage.member(f"x{locale}", locale).press(post, "now")
        assert told.private
        assert told.post.has("register")
        said.append(told.text)
    assert len(set(said)) == 4


async def test_the_compass_works_after_a_restart(stage: Stage) -> None:
    post = await an_event(stage)
    await stage.restart()
    assert (await stage.member("Ana").press(post, "now")).post.has("register")


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_player_says_from_me_that_they_are_there(stage: Stage) -> None:
    ana, bruno = stage.member("Ana"), stage.member("Bruno")
    await begin(stage, [ana, bruno])
    await ana.press((await ana.type("me")).post, "here")
    assert not (await ana.type("me")).post.has("here")
    await bruno.press((await bruno.type("me")).post, "here")
    told = await bruno.type("me")
    card = await bruno.press(told.post, "match")
    assert card.private
    assert card.post.has("score")
    await stage.advance(seconds=10)
    assert not calls(stage)


@pytest.mark.rule("AIJE-B03-1")
async def test_who_is_not_registered_is_told_kindly_how_it_comes(stage: Stage) -> None:
    ana = stage.member("Ana")
    assert "/register" in (await ana.type("ranking")).text
    assert "/register" in (await ana.type("player")).text
    assert "/register" in (await ana.type("player", member=stage.member("Bruno"))).text


async def champions(stage: Stage) -> list[Member]:
    players = [stage.member(name) for name in ("Ana", "Bruno", "Clara", "Davi")]
    await begin(stage, players)
    await play_out(stage)
    return players


@pytest.mark.rule("AIJE-B03-1")
async def test_the_ranking_is_private_until_somebody_shows_it(stage: Stage) -> None:
    players = await champions(stage)
    told = await players[0].type("ranking")
    assert told.private
    assert [picture.name for picture in told.post.pictures] == ["ranking.png"]
    assert all(f"<@{player.id}>" in told.text for player in players)
    shown = await players[0].press(told.post, "ranking-share")
    assert not shown.private
    assert shown.post.pinged == frozenset()


async def test_what_is_shown_to_everybody_is_in_the_servers_language(stage: Stage) -> None:
    await champions(stage)
    chiara = stage.member("Chiara", locale="it")
    told = await chiara.type("ranking")
    assert "Ranking of" not in told.text
    assert "Ranking of" in (await chiara.press(told.post, "ranking-share")).text
    page = await chiara.type("player", member=stage.members["Ana"])
    shared = await chiara.press(page.post, "player-share")
    anew = await stage.organiser.type("player", member=stage.members["Ana"])
    assert shared.text.splitlines()[0] in anew.text
    assert shared.text.splitlines()[1] in anew.text


async def test_a_page_shows_rating_place_record_and_events(stage: Stage) -> None:
    players = await champions(stage)
    bruno = await players[0].type("player", member=players[1])
    assert f"<@{players[1].id}>" in bruno.text
    assert "Open 1" in bruno.text
    offered = await players[0].suggestions("player", "name", "bru")
    assert list(offered) == ["Bruno"]
    by_name = await players[0].type("player", name=offered["Bruno"])
    assert by_name.text == bruno.text
    assert by_name.private


async def test_a_page_has_the_players_card_with_words_behind_it(stage: Stage) -> None:
    players = await champions(stage)
    told = await players[0].type("player", member=players[1])
    assert [picture.name for picture in told.post.pictures] == ["player.png"]
    assert "newest first" in told.text
    assert "Most often met" in told.text


async def test_who_has_neither_rating_nor_match_has_no_picture(stage: Stage) -> None:
    told = await stage.member("Ana").type("player")
    assert not told.post.pictures


async def test_a_member_sees_what_they_have_played_against_another_and_shows_it(stage: Stage) -> None:
    players = await champions(stage)
    ana, rest = players[0], players[1:]
    pages = [await ana.type("player", member=one) for one in rest]
    assert not (await ana.type("player")).post.has("player-against")
    told = [await ana.press(page.post, "player-against") for page in pages]
    assert all(one.private for one in told)
    met = next(one for one in told if one.post.has("meeting-share"))
    assert [picture.name for picture in met.post.pictures] == ["meeting.png"]
    assert "Open 1" in met.text
    shown = await ana.press(met.post, "meeting-share")
    assert not shown.private
    assert shown.post.pinged == frozenset()
    assert (await ana.press(met.post, "player-page")).post.has("player-against")
    unmet = [one for one in told if not one.post.has("meeting-share")]
    assert all("/events" in one.text for one in unmet)


async def test_a_shared_page_lets_each_reader_ask_for_the_own_matches_after_a_restart(stage: Stage) -> None:
    players = await champions(stage)
    page = await players[0].type("player", member=players[1])
    shared = await players[0].press(page.post, "player-share")
    await stage.restart()
    for one in players:
        answer = await one.press(shared.post, "player-against")
        assert answer.private
    stranger = await stage.member("Eva").press(shared.post, "player-against")
    assert "has not played here yet" in stranger.text


async def test_the_command_tells_of_two_others_too(stage: Stage) -> None:
    players = await champions(stage)
    two = await stage.organiser.type("player", member=players[0], against=players[1])
    assert f"<@{players[0].id}>" in two.text
    assert f"<@{players[1].id}>" in two.text
    same = await players[0].type("player", against=players[0])
    assert "same person" in same.text
    offered = await players[0].suggestions("player", "name", "bru")
    named = await players[0].type("player", name=offered["Bruno"], against=players[0])
    assert f"<@{players[1].id}>" in named.text


async def test_an_unknown_name_is_said_to_be_unknown(stage: Stage) -> None:
    told = await stage.member("Ana").type("player", name="Nobody")
    assert "Nobody" in told.text
    assert told.private


async def test_a_ranking_page_that_does_not_exist_is_the_nearest_one(stage: Stage) -> None:
    players = await champions(stage)
    told = await players[0].type("ranking")
    for subject in ("0", "99", "x"):
        answer = await stage.stale_press(players[0], told.post, f"ranking:{subject}")
        assert f"<@{players[0].id}>" in answer.text


async def test_the_desk_shows_what_waits_and_a_press_opens_it(stage: Stage) -> None:
    players = [stage.member("Ana"), stage.member("Bruno")]
    post = await begin(stage, players)
    tournament = post.find("players")["custom_id"].partition(":")[2]
    desk = await stage.organiser.type("desk", tournament=tournament)
    assert desk.private
    assert all(f"<@{player.id}>" in desk.text for player in players)
    assert (await stage.organiser.press(desk.post, "match")).private
    assert (await stage.organiser.press(desk.post, "call")).private
    assert (await stage.organiser.press(desk.post, "desk-again")).panel is not None


async def test_the_desk_is_closed_to_players(stage: Stage) -> None:
    post = await an_event(stage)
    tournament = post.find("players")["custom_id"].partition(":")[2]
    refused = await stage.member("Ana").type("desk", tournament=tournament)
    assert refused.private
    assert not refused.post.has("desk-again")


async def test_staff_takes_a_missing_player_off_the_list_from_the_desk(stage: Stage) -> None:
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.advance(minutes=31)
    tournament = post.find("players")["custom_id"].partition(":")[2]
    desk = await stage.organiser.type("desk", tournament=tournament)
    await stage.organiser.fill(await stage.organiser.press(desk.post, "desk-remove"), reason="asked me to")
    after = await stage.organiser.press(desk.post, "desk-again")
    assert after.panel is not None
    assert not after.panel.has("desk-remove")


async def test_staff_opens_a_claim_from_me(stage: Stage) -> None:
    post = await an_event(stage)
    ana, bruno = stage.member("Ana"), stage.member("Bruno")
    for member in (ana, bruno):
        await member.fill(await member.press(post, "register"), account="Same")
    card = await stage.organiser.press((await stage.organiser.type("me")).post, "claim")
    assert card.private
    assert card.post.has("claim-grant")


async def test_what_now_under_a_letter_answers_for_the_server_of_the_letter(stage: Stage) -> None:
    ana = stage.member("Ana", "pt-BR")
    await enter(stage, await an_event(stage), ana)
    await stage.advance(hours=2, minutes=1)
    answer = await ana.press(ana.inbox[-1], "now")
    assert "Você faltou" in answer.text
    assert answer.post.has("justify")
