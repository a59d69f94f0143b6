"""Players without Discord: who entered them presses for them, on one card before the close and one for each round."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tests.discord.harness import Member, Post, Stage, an_event, enter, rows

CUP = "Friday Cup"
NAMES = ("Joe", "Jim", "Jack")


async def cup_of_names(stage: Stage, *members: Member, rulebook: str = "round-robin", by: Member | None = None) -> Post:
    """An event with three players by name, whom the organiser has entered, and these members on its list."""
    post = await an_event(stage, CUP, rulebook=rulebook)
    for name in NAMES:
        await (by or stage.organiser).type("tournament enter", tournament=CUP, name=name)
    await enter(stage, post, *members)
    await stage.advance(hours=1, minutes=31)
    return post


def cards(stage: Stage) -> list[Post]:
    """The cards that ask for players without Discord, oldest first."""
    delivered = "SELECT message_id FROM outbox WHERE kind = 'by_name_asked' AND state = 'delivered'"
    known = {row["message_id"] for row in rows(stage, delivered)}
    found = [*stage.posts_in(stage.committee), *stage.posts_in(stage.matches)]
    return sorted((one for one in found if one.message_id in known), key=lambda one: one.message_id)


def confirmed(stage: Stage) -> set[str]:
    found = rows(stage, "SELECT name FROM entrants JOIN people USING (person_id) WHERE checked_in_at IS NOT NULL")
    return {str(row["name"]) for row in found}


def match_of(stage: Stage, *names: str) -> Post:
    """The card of the match that these play and that has no score."""
    found = [
        one for one in stage.posts_in(stage.matches) if one.has("match") and all(name in one.text for name in names)
    ]
    return next(one for one in reversed(found) if one.has("here") or one.has("score") or one.has("agree"))


def waited_for(stage: Stage) -> int:
    (row,) = rows(stage, "SELECT count(*) AS n FROM absence_clocks WHERE ended_at IS NULL")
    return int(row["n"])


async def confirm_all(stage: Stage, *members: Member) -> None:
    await stage.organiser.press(cards(stage)[-1], "name-all")
    for one in members:
        await one.press(stage.latest("check-in", stage.announcements), "check-in")


async def test_who_entered_them_is_pinged_once_with_a_button_each_before_the_close(stage: Stage) -> None:
    ana = stage.member("Ana")
    await cup_of_names(stage, ana)
    (card,) = cards(stage)
    assert card.pinged == {stage.organiser.id}
    assert card.labels[:4] == ("Joe is here", "Jim is here", "Jack is here", "All here")
    opened = next(one for one in stage.posts_in(stage.announcements) if "is open!" in one.text)
    assert opened.pinged == {ana.id}
    assert f"<@{stage.organiser.id}> (for Joe, Jim, Jack)" in opened.text


async def test_a_press_shows_on_the_card_a_second_one_does_no_harm_and_a_restart_loses_nothing(stage: Stage) -> None:
    await cup_of_names(stage)
    (card,) = cards(stage)
    await stage.organiser.press(card, "Joe is here")
    assert confirmed(stage) == {"Joe"}
    assert "Joe is here" not in stage.again(card).labels
    assert "✅ Done: Joe" in stage.again(card).text
    await stage.restart()
    await stage.owner.press(card, "Jim is here")
    assert confirmed(stage) == {"Joe", "Jim"}
    await stage.all_press(stage.again(card), "name-all", [stage.organiser, stage.owner])
    assert confirmed(stage) == set(NAMES)
    await stage.advance(seconds=5)
    assert stage.again(card).labels == ("What now?",)


async def test_the_reminder_calls_who_answers_and_no_card_tells_the_player_to_press(stage: Stage) -> None:
    ana = stage.member("Ana")
    await cup_of_names(stage, ana)
    await stage.organiser.press(cards(stage)[0], "Joe is here")
    await stage.advance(minutes=15)
    told = next(one for one in reversed(stage.posts_in(stage.announcements)) if "not checked in" in one.text)
    assert told.pinged == {ana.id, stage.organiser.id}
    assert f"<@{stage.organiser.id}> (for Jim, Jack)" in told.text
    assert "Joe" not in told.text


async def test_three_by_name_play_two_rounds_with_one_card_each(stage: Stage) -> None:
    ana = stage.member("Ana")
    await cup_of_names(stage, ana)
    await confirm_all(stage, ana)
    await stage.advance(minutes=30)
    _, first = cards(stage)
    assert first.pinged == {stage.organiser.id}
    assert {one for one in first.labels if one.endswith("is here")} == {f"{name} is here" for name in NAMES}
    assert waited_for(stage) == 4
    call = match_of(stage, f"<@{ana.id}>")
    assert call.pinged == {ana.id}
    assert f"<@{stage.organiser.id}> presses for them" in call.text
    await stage.restart()
    await stage.organiser.press(first, "name-all")
    assert waited_for(stage) == 1
    await ana.press(call, "here")
    await play_round(stage, ana)
    await stage.advance(seconds=10)
    *_, second = cards(stage)
    assert second.message_id != first.message_id
    assert second.pinged == {stage.organiser.id}
    assert {one for one in second.labels if one.endswith("is here")} == {f"{name} is here" for name in NAMES}
    assert len(cards(stage)) == 3
    await stage.organiser.press(second, "name-all")
    await ana.press(match_of(stage, f"<@{ana.id}>"), "here")
    await play_round(stage, ana)
    assert not rows(stage, "SELECT 1 FROM results WHERE kind = 'walkover'")


async def play_round(stage: Stage, ana: Member) -> None:
    """Ana reports and who answers for the other confirms; the match of two by name an organiser tells."""
    match = match_of(stage, f"<@{ana.id}>")
    await ana.choose(match, "score", next(iter(stage.again(match).options("score"))))
    asked = next(one for one in reversed(stage.posts_in(stage.matches)) if "Is that right?" in one.text)
    assert asked.pinged == {stage.organiser.id}
    await stage.advance(seconds=5)
    shown = await stage.organiser.press(cards(stage)[-1], "Answer")
    await stage.organiser.press(shown.post, "agree")
    other = next(one for one in stage.posts_in(stage.matches) if one.has("score") and f"<@{ana.id}>" not in one.text)
    await stage.organiser.choose(other, "score", next(iter(other.options("score"))))
    await stage.settle()


async def test_who_answers_tells_the_score_of_a_player_and_the_other_confirms(stage: Stage) -> None:
    (helper,) = await stage.arbiters(1, "helper")
    ana = stage.member("Ana")
    await cup_of_names(stage, ana, by=helper)
    await helper.press(cards(stage)[-1], "name-all")
    await ana.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=30)
    await helper.press(cards(stage)[-1], "name-all")
    match = match_of(stage, f"<@{ana.id}>")
    await ana.press(match, "here")
    await helper.choose(match, "score", next(iter(stage.again(match).options("score"))))
    asked = next(one for one in reversed(stage.posts_in(stage.matches)) if "Is that right?" in one.text)
    assert asked.pinged == {ana.id}
    await ana.press(asked, "agree")
    assert len(rows(stage, "SELECT 1 FROM results")) == 1


async def test_nobody_answers_for_the_own_opponent_and_another_of_staff_is_asked(stage: Stage) -> None:
    """The organiser plays: in the own match the owner is asked."""
    await cup_of_names(stage, stage.organiser, rulebook="round-robin")
    await stage.owner.press(cards(stage)[0], "name-all")
    await stage.organiser.press(stage.latest("check-in", stage.announcements), "check-in")
    await stage.advance(minutes=30)
    own = [one for one in cards(stage)[1:] if stage.organiser.id in one.pinged]
    others = [one for one in cards(stage)[1:] if stage.organiser.id not in one.pinged]
    assert len(own) == len(others) == 1
    assert others[0].pinged == {stage.owner.id}
    answer = await stage.organiser.press(others[0], "name-here")
    assert answer.private
    assert "another organiser or arbiter presses" in answer.text
    await stage.owner.press(others[0], "name-here")
    assert stage.again(others[0]).has("match") or "Done" in stage.again(others[0]).text


async def test_of_who_has_left_the_server_who_runs_the_event_is_asked(stage: Stage) -> None:
    (helper,) = await stage.arbiters(1, "helper")
    post = await an_event(stage, CUP, rulebook="round-robin")
    for name in NAMES:
        await helper.type("tournament enter", tournament=CUP, name=name)
    assert post
    stage.guild.remove_member(helper.actor)
    await stage.advance(hours=1, minutes=31)
    (card,) = cards(stage)
    assert card.pinged >= {stage.organiser.id}
    assert helper.id not in card.pinged


async def test_strangers_and_players_press_in_vain(stage: Stage) -> None:
    ana = stage.member("Ana")
    await cup_of_names(stage, ana)
    (card,) = cards(stage)
    for who in (ana, stage.member("Zoe")):
        for one in ("name-here", "name-all"):
            answer = await who.press(card, one)
            assert answer.private
    assert confirmed(stage) == set()


async def test_the_desk_and_me_lead_to_the_same_players(stage: Stage) -> None:
    await cup_of_names(stage)
    home = await stage.organiser.type("desk")
    assert "Players without Discord wait for you in **Friday Cup**: 3" in home.text
    desk = await stage.organiser.choose(home.post, "desk-event", CUP)
    assert "Joe, Jim and Jack have no Discord" in desk.text
    shown = await stage.organiser.press(desk.post, "name-desk")
    assert shown.private
    assert shown.post.labels[:4] == ("Joe is here", "Jim is here", "Jack is here", "All here")
    await stage.organiser.press(shown.post, "name-all")
    assert confirmed(stage) == set(NAMES)
    mine = await stage.organiser.type("me")
    assert "Players without Discord" not in mine.text


@pytest.mark.parametrize(
    "stage_options", [{"language": "pt-BR"}, {"language": "es-ES"}, {"language": "it"}], indirect=True
)
async def test_it_is_asked_in_the_language_of_the_server(stage: Stage) -> None:
    await cup_of_names(stage)
    (card,) = cards(stage)
    assert card.has("name-all")
    assert "All here" not in card.labels


async def test_the_clock_of_a_player_starts_when_who_answers_can_read_it(stage: Stage) -> None:
    """Discord refuses the card: the other side's clock runs, the player's does not until the card stands."""
    ana = stage.member("Ana")
    await cup_of_names(stage, ana)
    await confirm_all(stage, ana)
    await stage.advance_to(stage.now + timedelta(minutes=28))
    stage.env.inject_error("POST", f"/channels/{stage.committee.id}/messages", status=500, times=400)
    await stage.advance(minutes=3)
    assert waited_for(stage) == 1
