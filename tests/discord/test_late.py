"""Who comes late, in Discord: the desk lets them in, all read it, and who had a free bye is called to a match."""

from __future__ import annotations

import pytest

from tests.discord.harness import Member, Post, Stage, an_event, enter, rows

WHY = "The bus was late"


async def begun(stage: Stage, rulebook: str = "cup", missing: int = 1, there: int = 5) -> tuple[list[Member], Post]:
    """An event whose start has come, with so many there; who missed check-in comes after them."""
    post = await an_event(stage, "Friday Cup", rulebook=rulebook)
    players = [*stage.crowd(there), *(stage.member(f"Late{number}") for number in range(1, missing + 1))]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players[:there])
    await stage.advance(minutes=29, seconds=10)
    return players, post


async def let_in(stage: Stage, name: str, by: Member | None = None) -> str:
    """Staff let them in from the desk; answers what they read."""
    staff = by or stage.organiser
    desk = await staff.type("desk", tournament="Friday Cup")
    shown = await staff.press(desk.post, "late-who")
    form = await staff.choose(shown.post, "late-chosen", name)
    answer = await staff.fill(form, reason=WHY)
    assert answer.private
    return answer.text


def told(stage: Stage) -> Post:
    return [post for post in stage.posts_in(stage.announcements) if "came late" in post.text][-1]


async def test_from_the_desk_a_late_player_comes_into_a_free_bye_and_who_had_it_is_pinged(stage: Stage) -> None:
    players, _ = await begun(stage)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    assert f"<@{players[5].id}> missed check-in and can still come in" in desk.text
    before = len([one for one in stage.posts_in(stage.matches) if one.has("here")])
    answer = await let_in(stage, "Late1")
    assert "who had a bye" in answer
    await stage.advance(seconds=5)
    said = told(stage)
    assert WHY in said.text
    assert f"<@{stage.organiser.id}>" in said.text
    (met,) = said.pinged
    assert met in {one.id for one in players[:5]}
    calls = [one for one in stage.posts_in(stage.matches) if one.has("here")]
    assert len(calls) == before + 1
    assert calls[-1].pinged == {met, players[5].id}
    assert "drawn" not in said.text
    proof = stage.posts_in(stage.record)[-1]
    assert "chose their opponent among the players with a bye" in proof.text
    (link,) = rows(stage, "SELECT link FROM draws WHERE purpose = 'late'")
    assert link["link"] in proof.text
    checked = await players[0].press(said, "verify")
    assert "is correct" in checked.text
    again = await stage.organiser.type("desk", tournament="Friday Cup")
    assert not again.post.has("late-who")


async def test_the_form_that_was_open_over_a_restart_lets_in_and_a_second_one_does_not(stage: Stage) -> None:
    await begun(stage)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    await stage.restart()
    shown = await stage.organiser.press(desk.post, "late-who")
    forms = [await one.choose(shown.post, "late-chosen", "Late1") for one in (stage.organiser, stage.organiser)]
    first = await stage.organiser.fill(forms[0], reason=WHY)
    second = await stage.organiser.fill(forms[1], reason=WHY)
    assert "who had a bye" in first.text
    assert "already plays in this event" in second.text
    assert len(rows(stage, "SELECT 1 FROM draws WHERE purpose = 'late'")) == 1


async def test_a_form_that_is_sent_after_the_first_score_is_refused_with_what_is_possible(stage: Stage) -> None:
    players, _ = await begun(stage)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    shown = await stage.organiser.press(desk.post, "late-who")
    form = await stage.organiser.choose(shown.post, "late-chosen", "Late1")
    card = next(one for one in stage.posts_in(stage.matches) if one.has("here"))
    pair = [one for one in players if one.id in card.pinged]
    for one in pair:
        await one.press(card, "here")
    await pair[0].choose(card, "score", "2-0")
    refused = await stage.organiser.fill(form, reason=WHY)
    assert "The first score" in refused.text
    assert "next event" in refused.text


async def test_before_the_first_call_all_read_that_it_is_drawn_again_and_why(stage: Stage) -> None:
    post = await an_event(stage, "Friday Cup", rulebook="cup")
    players = [*stage.crowd(4), stage.member("Late1")]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players[:4])
    await stage.advance(minutes=25)
    await stage.organiser.press(stage.latest("close-now"), "close-now")
    await stage.advance(seconds=20)
    answer = await let_in(stage, "Late1")
    assert "I made a new draw" in answer
    await stage.advance(seconds=5)
    said = told(stage)
    assert said.pinged == set()
    drawn = [one for one in stage.posts_in(stage.announcements) if "🎲" in one.text]
    assert len(drawn) == 2
    assert WHY in drawn[-1].text
    assert f"<@{players[4].id}>" in drawn[-1].text
    assert "is correct" in (await players[0].press(drawn[-1], "verify")).text
    await stage.advance(minutes=5)
    called = {one for card in stage.posts_in(stage.matches) if card.has("here") for one in card.pinged}
    assert len(called) >= 2


async def test_a_member_who_never_registered_comes_in_by_the_command(stage: Stage) -> None:
    await begun(stage, missing=0)
    guest = stage.member("Guest")
    given = {"tournament": "Friday Cup", "reason": WHY, "member": guest}
    answer = await stage.organiser.type("tournament late", **given)
    assert f"<@{guest.id}>" in answer.text
    await stage.advance(seconds=5)
    assert guest.id in [one for one in stage.posts_in(stage.matches) if one.has("here")][-1].pinged


async def test_while_typing_those_who_were_missed_are_offered(stage: Stage) -> None:
    await begun(stage, missing=2)
    offered = await stage.organiser.suggestions("tournament late", "player", "late", tournament="Friday Cup")
    assert sorted(offered) == ["Late1", "Late2"]
    answer = await stage.organiser.type("tournament late", tournament="Friday Cup", reason=WHY, player=offered["Late2"])
    assert "who had a bye" in answer.text


async def test_a_player_who_presses_late_reads_whom_to_ask_and_lets_nobody_in(stage: Stage) -> None:
    players, _ = await begun(stage)
    answer = await players[5].press(stage.latest("check-in", stage.announcements), "check-in")
    typed = await players[5].type("register", tournament="Friday Cup")
    for one in (answer, typed):
        assert f"You can still get in: write to {stage.organiser.name}" in one.text
    forbidden = await players[5].type("tournament late", tournament="Friday Cup", reason=WHY, member=players[5])
    assert forbidden.private
    assert rows(stage, "SELECT 1 FROM draws WHERE purpose = 'late'") == []


@pytest.mark.rule("AIJE-D01-5")
async def test_in_an_open_no_button_offers_it_and_staff_read_the_rule(stage: Stage) -> None:
    players, _ = await begun(stage, "aije-open")
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    assert not desk.post.has("late-who")
    refused = await stage.organiser.type("tournament late", tournament="Friday Cup", reason=WHY, member=players[5])
    assert "no delay (D01-5)" in refused.text
    entered = await stage.organiser.type("tournament enter", tournament="Friday Cup", member=players[5])
    assert "D01-5" in entered.text
    assert "glad to see you" not in entered.text


async def test_who_runs_the_cup_alone_and_plays_gives_a_reason_and_players_undo_it(stage: Stage) -> None:
    post = await an_event(stage, "Friday Cup", rulebook="cup")
    players = [stage.organiser, *stage.crowd(4), stage.member("Late1")]
    await enter(stage, post, *players)
    await stage.advance(hours=1, minutes=31)
    await stage.all_press(stage.latest("check-in", stage.announcements), "check-in", players[:5])
    await stage.advance(minutes=29, seconds=10)
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    shown = await stage.organiser.press(desk.post, "late-who")
    waits = await stage.organiser.choose(shown.post, "late-chosen", "Late1")
    assert "another person decides" in waits.text
    await stage.advance(minutes=16)
    form = await stage.organiser.choose(shown.post, "late-chosen", "Late1")
    asked = await stage.organiser.fill(form, reason=WHY)
    assert "pick a reason" in asked.text
    assert rows(stage, "SELECT 1 FROM draws WHERE purpose = 'late'") == []
    await stage.organiser.choose(asked.post, "own-why", "players_asked")
    await stage.advance(seconds=5)
    assert len(rows(stage, "SELECT 1 FROM draws WHERE purpose = 'late'")) == 1
    public = stage.latest("own-object", stage.announcements)
    for one in players[1:3]:
        await one.press(public, "own-object")
    await stage.advance(seconds=5)
    (left,) = rows(stage, "SELECT withdrawn_at FROM entrants JOIN people USING (person_id) WHERE name = 'Late1'")
    assert left["withdrawn_at"] is not None


async def test_two_staff_who_press_at_once_let_in_once(stage: Stage) -> None:
    await begun(stage)
    staff = (stage.organiser, stage.owner)
    forms = []
    for one in staff:
        desk = await one.type("desk", tournament="Friday Cup")
        shown = await one.press(desk.post, "late-who")
        forms.append(await one.choose(shown.post, "late-chosen", "Late1"))
    texts = [(await one.fill(form, reason=WHY)).text for one, form in zip(staff, forms, strict=True)]
    assert sorted("who had a bye" in one for one in texts) == [False, True]


@pytest.mark.parametrize(
    "stage_options", [{"language": "pt-BR"}, {"language": "es-ES"}, {"language": "it"}], indirect=True
)
async def test_all_read_it_in_the_language_of_the_server(stage: Stage) -> None:
    players, _ = await begun(stage)
    await let_in(stage, "Late1")
    await stage.advance(seconds=5)
    said = next(one for one in reversed(stage.posts_in(stage.announcements)) if "⏰" in one.text)
    assert f"<@{players[5].id}>" in said.text
    assert "came late" not in said.text
