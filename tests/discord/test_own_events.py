"""The friend who runs Friday's cup alone and plays in it, on the pretend Discord."""

from __future__ import annotations

from datetime import timedelta

from tests.discord.entering import confirm_and_start
from tests.discord.harness import Member, Post, Stage, an_event, enter, rows


async def test_who_is_alone_picks_a_reason_all_read_it_and_a_player_undoes_it(stage: Stage) -> None:
    post = await an_event(stage, "Cup", rulebook="cup")
    stranger, *players = stage.crowd(4)
    await enter(stage, post, stage.organiser, *players)
    form = await stage.organiser.type("tournament cancel", tournament="Cup")
    asked = await stage.organiser.fill(form, reason="I am losing")
    assert asked.private
    assert "pick a reason" in asked.text
    told = await stage.organiser.choose(asked.post, "own-why", "slip")
    assert told.panel is not None
    assert "everyone can read it" in told.panel.text
    await stage.advance(seconds=5)
    public = stage.latest("own-object", stage.announcements)
    assert "the event is cancelled" in public.text
    refused = await stranger.press(public, "own-object")
    assert "Only players of" in refused.text
    objected = await players[0].press(public, "own-object")
    assert "objected" in objected.text
    await stage.advance(seconds=5)
    assert "Everything is as before" in stage.posts_in(stage.announcements)[-1].text
    again = await players[1].press(public, "own-object")
    assert again.private


async def test_seeds_that_who_is_alone_typed_wait_for_a_reason(stage: Stage) -> None:
    post = await an_event(stage, "Cup", rulebook="cup")
    players = stage.crowd(3)
    await enter(stage, post, stage.organiser, *players)
    desk = await stage.organiser.type("desk", tournament="Cup")
    form = await stage.organiser.press(desk.post, "seeds")
    asked = await stage.organiser.fill(form, order=stage.organiser.name)
    assert "pick a reason" in asked.text
    await stage.organiser.choose(asked.post, "own-why", "players_asked")
    assert len(rows(stage, "SELECT 1 FROM hand_seeds")) == 1


async def test_a_start_that_was_moved_for_a_reason_leaves_no_draft_to_be_reminded_of(stage: Stage) -> None:
    post = await an_event(stage, "Cup", rulebook="cup", starts_at=stage.now + timedelta(days=3))
    await enter(stage, post, stage.organiser, *stage.crowd(3))
    later = (stage.now + timedelta(days=5)).strftime("%Y-%m-%d %H:%M")
    shown = await stage.organiser.type("tournament edit", tournament="Cup", start=later)
    asked = await stage.organiser.press(shown.post, "draft-confirm")
    assert "pick a reason" in asked.text
    await stage.organiser.choose(asked.post, "own-why", "place_or_time")
    assert rows(stage, "SELECT 1 FROM drafts") == []
    await stage.advance(days=2)
    assert not any("have not confirmed it" in one.text for one in stage.organiser.inbox)


async def own_match(stage: Stage) -> tuple[Post, Member]:
    """The card of a final in which the only organiser plays, and the opponent; both are there."""
    post, opponent = await an_event(stage, "Cup", rulebook="cup"), stage.member("Ana")
    await enter(stage, post, stage.organiser, opponent)
    await confirm_and_start(stage, [stage.organiser, opponent])
    card = stage.latest("here", stage.matches)
    for member in (stage.organiser, opponent):
        await member.press(card, "here")
    return card, opponent


async def test_who_is_alone_opens_the_desk_of_the_own_match_and_the_opponent_agrees(stage: Stage) -> None:
    card, opponent = await own_match(stage)
    desk = await stage.organiser.type("match rule", match=card.subject("here"))
    score = next(iter(desk.post.options("rule")))
    asked = await stage.organiser.fill(await stage.organiser.choose(desk.post, "rule", score), why="We agree")
    assert "the other side has to agree" in asked.text
    await stage.organiser.choose(asked.post, "own-why", "trouble")
    await stage.advance(seconds=5)
    assert rows(stage, "SELECT 1 FROM results") == []
    await opponent.press(stage.latest("own-agree"), "own-agree")
    assert len(rows(stage, "SELECT 1 FROM results")) == 1


async def test_two_who_disagree_twice_read_that_a_lot_has_decided_and_why(stage: Stage) -> None:
    card, opponent = await own_match(stage)
    match = card.subject("here")
    for _ in range(2):
        card = [one for one in stage.posts_in(stage.matches) if one.has("here") or one.has("score")][-1]
        if card.has("here"):
            for member in (stage.organiser, opponent):
                await member.press(card, "here")
        score = card_scores(stage, card)[0]
        await stage.organiser.choose(card, "score", score)
        told = await opponent.press(card, "dispute")
        if told.result.modal is not None:
            await opponent.fill_text(told, "I have won")
        desk = await stage.organiser.type("match rule", match=match)
        asked = await stage.organiser.fill(await stage.organiser.choose(desk.post, "rule", score), why="I was better")
        await stage.organiser.choose(asked.post, "own-why", "trouble")
        await stage.advance(minutes=16)
    endings = [row["ending"] for row in rows(stage, "SELECT ending FROM own_acts ORDER BY asked_at")]
    assert [one for one in endings if one != "lapsed"] == ["replayed", "lot"], "one by the dispute, one by the ruling"
    public = [one.text for one in stage.posts_in(stage.announcements)]
    assert any("disagree on the score" in one for one in public), "and not that teams are level"
    ended = next(one for one in reversed(stage.posts_in(stage.matches)) if "a lot has decided" in one.text)
    assert ended.pinged == {stage.organiser.id, opponent.id}


async def test_a_result_of_the_own_match_is_put_right_once_the_opponent_agrees(stage: Stage) -> None:
    other = await an_event(stage, "Cup", rulebook="cup")
    players = [stage.organiser, *stage.crowd(3)]
    await enter(stage, other, *players)
    await confirm_and_start(stage, players)
    card = next(one for one in stage.posts_in(stage.matches) if one.has("here") and stage.organiser.id in one.pinged)
    (opponent,) = [one for one in players[1:] if one.id in card.pinged]
    for member in (stage.organiser, opponent):
        await member.press(card, "here")
    right, wrong = sorted(score for score in card_scores(stage, card) if score in {"2-0", "0-2"})
    await stage.organiser.choose(card, "score", wrong)
    await opponent.press(card, "agree")
    offered = await stage.organiser.type("match correct", match=card.subject("here"))
    shown = await stage.organiser.choose(offered.post, "correct", right)
    form = await stage.organiser.press(shown.post, "correct-it")
    asked = await stage.organiser.fill(form, why="The other way round")
    await stage.organiser.choose(asked.post, "own-why", "slip")
    await stage.advance(seconds=5)
    assert rows(stage, "SELECT 1 FROM log WHERE act = 'correct_result'") == []
    await opponent.press(stage.latest("own-agree"), "own-agree")
    assert len(rows(stage, "SELECT 1 FROM log WHERE act = 'correct_result'")) == 1


def card_scores(stage: Stage, card: Post) -> list[str]:
    """The scores that the card offers by now."""
    return list(stage.again(card).options("score"))


async def meets_next(stage: Stage) -> tuple[Post, list[Member]]:
    """The card of the match whose winner the only organiser meets next, in a cup of eight, and the players."""
    await enter(stage, await an_event(stage, "Cup", rulebook="cup"), stage.organiser, *(players := stage.crowd(7)))
    await confirm_and_start(stage, [stage.organiser, *players])
    cards = [one for one in stage.posts_in(stage.matches) if one.has("here")]
    for card in cards:
        for member in (stage.organiser, *players):
            if member.id in card.pinged:
                await member.press(card, "here")
    own = next(one for one in cards if stage.organiser.id in one.pinged)
    (opponent,) = [one for one in players if one.id in own.pinged]
    await stage.organiser.choose(own, "score", score_for(stage, own))
    await opponent.press(own, "agree")
    place = {row["contest_id"]: row["position"] for row in rows(stage, "SELECT contest_id, position FROM contests")}
    beside = place[own.subject("here")] ^ 1
    return next(one for one in cards if place[one.subject("here")] == beside), players


def score_for(stage: Stage, card: Post) -> str:
    """A score that the card offers, by which the organiser wins."""
    (row,) = rows(
        stage,
        "SELECT s.side FROM contest_sides s JOIN entrants e USING (entrant_id) JOIN people p USING (person_id)"
        f" WHERE s.contest_id = '{card.subject('here')}' AND p.discord_id = {stage.organiser.id}",
    )
    scores = sorted(one for one in card_scores(stage, card) if "0" in one.split("-"))
    return scores[-1] if row["side"] == 0 else scores[0]


async def done(stage: Stage, asked: Post) -> None:
    """The organiser picks a reason."""
    await stage.organiser.choose(asked, "own-why", "slip")
    await stage.advance(seconds=5)


async def undone_by_two(stage: Stage, players: list[Member]) -> str:
    """All read what was done, and two players object; what is told in the end."""
    public = stage.latest("own-object", stage.announcements)
    assert "It corrects a mistake" in public.text
    assert "2 players" in public.text
    first = await players[0].press(public, "own-object")
    assert "objected" not in stage.posts_in(stage.announcements)[-1].text
    assert first.private
    await players[1].press(public, "own-object")
    await stage.advance(seconds=5)
    return stage.posts_in(stage.announcements)[-1].text


async def test_a_score_noted_between_the_games_of_rivals_is_undone_by_two(stage: Stage) -> None:
    card, players = await meets_next(stage)
    desk = await stage.organiser.type("match rule", match=card.subject("here"))
    asked = await stage.organiser.choose(desk.post, "tally", "1-0")
    assert "press **Object**" in asked.text
    running = f"SELECT running_score FROM contests WHERE contest_id = '{card.subject('here')}'"
    assert rows(stage, running)[0]["running_score"] == "0-0"
    await done(stage, asked.post)
    assert rows(stage, running)[0]["running_score"] == "1-0"
    told = await undone_by_two(stage, players)
    assert "Everything is as before" in told
    assert rows(stage, running)[0]["running_score"] == "0-0"


async def test_a_rival_who_is_said_to_be_missing_is_waited_for_no_more_once_two_object(stage: Stage) -> None:
    card, players = await meets_next(stage)
    desk = await stage.organiser.type("match rule", match=card.subject("here"))
    asked = await stage.organiser.press(desk.post, "absent")
    running = f"SELECT 1 FROM absence_clocks WHERE ended_at IS NULL AND contest_id = '{card.subject('here')}'"
    assert rows(stage, running) == []
    await done(stage, asked.post)
    assert len(rows(stage, running)) == 1
    told = await undone_by_two(stage, players)
    assert "Everything is as before" in told
    assert rows(stage, running) == []
