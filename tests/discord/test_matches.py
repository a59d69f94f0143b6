"""A match as its players and its arbiter see it in Discord, from the call to the settled score."""

from __future__ import annotations

from datetime import timedelta

import pytest

from rehearsal import simcord_seam
from rehearsal.posts import NothingToPress
from tests.discord.entering import confirm_and_start
from tests.discord.harness import Answer, Member, Post, Stage, an_event, enter, rows


class Duel:
    """A called match of two members; `first` stands left of the score on the card."""

    def __init__(self, stage: Stage, card: Post, first: Member, second: Member) -> None:
        self.stage = stage
        self.first, self.second = first, second
        self._card = card

    @property
    def card(self) -> Post:
        """The match's message as it is now."""
        return self.stage.again(self._card)

    async def here(self, *members: Member) -> None:
        """The members press I'm here, and a moment passes."""
        for member in members:
            await member.press(self.card, "here")
        await self.stage.advance(seconds=1)

    async def report(self, member: Member, score: str) -> Answer:
        """The member chooses a score on the card."""
        return await member.choose(self.card, "score", score)

    async def desk(self) -> Post:
        """What the arbiter is offered."""
        answer = await self.stage.arbiter.press(self.card, "referee")
        assert answer.private
        return answer.post


async def call(stage: Stage, *names: str, locale: str = "en-US") -> Duel:
    """An Open in which a match was called a moment ago; with two players it is the final."""
    post = await an_event(stage)
    players = [stage.member(name, locale=locale) for name in names or ("Ana", "Bia", "Caio", "Davi")]
    await enter(stage, post, *players)
    await confirm_and_start(stage, players)
    card = stage.latest("here", stage.matches)
    at = sorted((card.text.index(f"<@{one.id}>"), one.id) for one in players if f"<@{one.id}>" in card.text)
    first, second = (next(one for one in players if one.id == member_id) for _, member_id in at)
    return Duel(stage, card, first, second)


def scores(post: Post, verb: str = "score") -> list[str]:
    """The scores that a menu offers."""
    return list(post.options(verb))


@pytest.mark.rule("AIJE-D01-6")
async def test_a_call_pings_both_players_and_the_arbiter_in_one_message(stage: Stage) -> None:
    duel = await call(stage)
    assert duel.card.pinged == {duel.first.id, duel.second.id, stage.arbiter.id}
    assert len([post for post in stage.posts_in(stage.matches) if post.has("here")]) == 1
    assert "best of 5: first to 3" in duel.card.text


async def test_a_match_runs_from_the_call_to_the_confirmed_score_at_no_further_call(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia")
    calls = len(stage.calls)
    await duel.here(duel.first, duel.second)
    reported = await duel.report(duel.first, "5-3")
    assert reported.post.pinged == {duel.second.id}
    assert not reported.private
    await duel.second.press(duel.card, "agree")
    assert "**5–3**" in duel.card.text
    assert "🏁" in duel.card.text
    edits = [one for one in stage.calls[calls:] if one.method == "PATCH" and str(duel.card.message_id) in one.path]
    assert edits == []


@pytest.mark.rule("AIJE-D01-5.4")
async def test_everybody_sees_the_clock_and_the_games_that_it_takes(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first)
    assert f"<@{duel.second.id}> is not here yet" in duel.card.text
    await stage.advance(minutes=2, seconds=10)
    assert "lost 1 game" in duel.card.text
    await stage.advance(minutes=3)
    late = await duel.second.press(duel.card, "here")
    assert "cost 2 games" in late.text
    assert scores(duel.card) == ["3-0", "3-1", "3-2", "2-3"]


@pytest.mark.rule("AIJE-D01-5.4")
async def test_whoever_never_comes_loses_by_walkover_and_reads_so(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first)
    await stage.advance(minutes=6, seconds=10)
    assert "**3–0**" in duel.card.text
    with pytest.raises(NothingToPress):
        await duel.second.press(duel.card, "here")


@pytest.mark.rule("AIJE-D01-5.4")
async def test_a_restart_in_the_middle_of_a_match_loses_nothing(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first)
    await stage.advance(minutes=3)
    await stage.restart()
    await stage.advance(minutes=1, seconds=10)
    assert "lost 2 games" in duel.card.text
    await duel.here(duel.second)
    await stage.restart()
    await duel.report(duel.second, "2-3")
    await stage.restart()
    await duel.first.press(duel.card, "agree")
    assert "**2–3**" in duel.card.text


async def test_a_report_that_nobody_answers_stands_after_a_reminder(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    await stage.advance(minutes=5, seconds=5)
    reminder = stage.latest("agree", stage.matches)
    assert reminder.pinged == {duel.second.id}
    await stage.advance(minutes=5)
    assert "🏁" in duel.card.text


async def test_a_report_can_be_confirmed_on_the_reminder_after_an_outage(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    await stage.advance(minutes=6)
    await stage.sleep_through(timedelta(minutes=20))
    await stage.advance(minutes=14)
    assert "🏁" not in duel.card.text
    await duel.second.press(stage.latest("agree", stage.matches), "agree")
    await stage.advance(seconds=5)
    assert "🏁" in duel.card.text


async def test_a_dispute_is_brought_to_the_arbiter_who_rules_with_a_reason(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    asked = await duel.second.press(duel.card, "dispute")
    told = await duel.second.fill(asked, why="It was 1-3, I have the games")
    assert told.post.pinged == {stage.arbiter.id}
    assert "I have the games" in duel.card.text
    form = await stage.arbiter.choose(await duel.desk(), "rule", "1-3")
    ruled = await stage.arbiter.fill(form, why="I saw the games")
    assert ruled.post.pinged == {duel.first.id, duel.second.id}
    await stage.advance(seconds=5)
    assert "**1–3**" in duel.card.text
    assert "I saw the games" in duel.card.text


async def test_two_scores_that_differ_call_the_arbiter_and_stand_by_no_silence(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    told = await duel.report(duel.second, "1-3")
    assert told.post.pinged == {stage.arbiter.id, duel.first.id}
    for score in ("**3–1**", "**1–3**"):
        assert score in duel.card.text
    await stage.advance(minutes=14)
    assert "🏁" not in duel.card.text
    with pytest.raises(NothingToPress):
        await duel.first.press(duel.card, "agree:")
    await duel.second.press(duel.card, "agree-other")
    assert "**3–1**" in duel.card.text
    assert "🏁" in duel.card.text


async def test_a_dispute_that_nobody_decides_goes_to_the_organisers(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    await duel.second.fill(await duel.second.press(duel.card, "dispute"), why="no")
    await stage.advance(minutes=15, seconds=5)
    escalated = stage.latest("referee", stage.committee)
    desk = await stage.organiser.press(escalated, "referee")
    told = await stage.organiser.fill(await stage.organiser.choose(desk.post, "rule", "1-3"), why="heard both")
    assert told.private
    await stage.advance(seconds=5)
    note = next(post for post in stage.posts_in(stage.matches) if "heard both" in post.text and not post.has("match"))
    assert note.pinged == {duel.first.id, duel.second.id}
    assert "**1–3**" in duel.card.text


async def test_double_clicks_and_strangers_change_nothing(stage: Stage) -> None:
    duel = await call(stage)
    stranger = stage.member("Zoe")
    assert (await stranger.press(duel.card, "here")).private
    assert (await stranger.press(duel.card, "referee")).private
    await stage.double_click(duel.first, duel.card, "here")
    await duel.here(duel.second)
    await duel.report(duel.first, "3-0")
    await stage.double_click(duel.second, duel.card, "agree")
    assert rows(stage, "SELECT count(*) AS n FROM results")[0]["n"] == 1


async def test_an_old_card_confirms_no_new_score(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-0")
    await stage.advance(minutes=5, seconds=5)
    old = stage.latest("agree", stage.matches)
    button = next(one for one in old.offered if one.startswith("agree:"))
    await duel.report(duel.first, "3-2")
    answer = await stage.stale_press(duel.second, old, button)
    assert answer.private
    assert rows(stage, "SELECT count(*) AS n FROM results")[0]["n"] == 0


def asking(stage: Stage) -> list[Post]:
    """The messages of the matches in which somebody is asked for a word on a score, the card among them."""
    return [post for post in stage.posts_in(stage.matches) if post.has("agree") or post.has("dispute")]


@pytest.mark.parametrize("reminded", [False, True])
@pytest.mark.parametrize("answer", ["agree", "agree on the line", "dispute", "another score", "silence", "a ruling"])
async def test_the_line_below_a_report_and_its_reminder_lose_their_buttons_with_the_answer(
    stage: Stage, answer: str, reminded: bool
) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    line = (await duel.report(duel.first, "3-1")).post
    await stage.advance(minutes=5 if reminded else 0, seconds=10)
    card, asked = asking(stage)
    assert card.message_id == duel.card.message_id
    assert (asked.message_id == line.message_id) is not reminded, "the reminder asks in place of the line"
    before = len(stage.calls)
    match answer:
        case "agree":
            await duel.second.press(duel.card, "agree")
        case "agree on the line":
            await duel.second.press(asked, "agree")
        case "dispute":
            await duel.second.fill(await duel.second.press(duel.card, "dispute"), why="no")
        case "another score":
            await duel.report(duel.second, "1-3")
        case "silence":
            await stage.advance(minutes=30)
        case _:
            chosen = await stage.arbiter.choose(await duel.desk(), "rule", "1-3")
            await stage.arbiter.fill(chosen, why="I saw it")
    await stage.advance(seconds=10)
    assert asking(stage) == []
    assert "reports" in stage.again(line).text
    assert stage.again(line).pinged == frozenset()
    edits = [call for call in stage.calls[before:] if call.method == "PATCH" and str(line.message_id) in call.path]
    assert edits == [], "an answer is edited by its own token, which is no call of the bot's"


async def test_the_line_below_a_report_loses_its_buttons_although_the_bot_was_started_anew_meanwhile(
    stage: Stage,
) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-1")
    await stage.restart()
    await duel.second.press(duel.card, "agree")
    await stage.advance(seconds=10)
    assert asking(stage) == []


async def test_a_line_below_a_report_that_somebody_deleted_is_not_said_again(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    line = (await duel.report(duel.first, "3-1")).post
    simcord_seam.forget_message(stage.env, line.channel_id, line.message_id)
    await duel.second.press(duel.card, "agree")
    await stage.advance(seconds=10)
    assert asking(stage) == []
    assert rows(stage, "SELECT * FROM panels WHERE panel LIKE 'report:%'") == []


@pytest.mark.rule("AIJE-D01-5.4")
async def test_with_nobody_there_the_arbiter_is_asked_and_gives_a_double_walkover(stage: Stage) -> None:
    duel = await call(stage)
    await stage.advance(minutes=6, seconds=10)
    asked = stage.latest("referee", stage.matches)
    assert asked.pinged == {stage.arbiter.id}
    desk = await stage.arbiter.press(asked, "referee")
    await stage.arbiter.press(desk.post, "both-lose")
    await stage.advance(seconds=5)
    assert "Neither player came" in duel.card.text


@pytest.mark.rule("AIJE-D01-6")
async def test_the_arbiter_stops_a_match_and_lets_it_go_on(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    form = await stage.arbiter.press(await duel.desk(), "suspend")
    await stage.arbiter.fill(form, why="the site is down")
    await stage.advance(seconds=10)
    assert "⏸️" in duel.card.text
    await stage.arbiter.press(await duel.desk(), "resume")
    await stage.advance(seconds=10)
    assert duel.card.has("score")


@pytest.mark.rule("AIJE-D01-6")
async def test_a_missing_player_is_called_back_between_games(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await stage.arbiter.choose(await duel.desk(), "tally", "1-1")
    desk = await duel.desk()
    missing = next(label for label in desk.labels if duel.second.name in label)
    answer = await stage.arbiter.press(desk, missing)
    assert duel.second.id in answer.post.pinged
    await duel.second.press(answer.post, "here")
    await stage.advance(seconds=5)
    assert scores(duel.card)[0] == "3-1"


@pytest.mark.rule("AIJE-D01-6")
async def test_a_recording_and_a_correction_by_command(stage: Stage) -> None:
    duel = await call(stage)
    await duel.here(duel.first, duel.second)
    await duel.report(duel.first, "3-0")
    await duel.second.press(duel.card, "agree")
    offered = await stage.organiser.suggestions("match correct", "match")
    name, contest_id = next(iter(offered.items()))
    assert duel.first.name in name
    await duel.first.type("match recording", match=contest_id, link="https://example.org/v/1")
    assert "https://example.org/v/1" in (await duel.second.press(duel.card, "match")).text
    asked = await stage.organiser.type("match correct", match=contest_id)
    shown = await stage.organiser.choose(asked.post, "correct", "0-3")
    form = await stage.organiser.press(shown.post, "correct-it")
    await stage.organiser.fill(form, why="the sides were mixed up")
    await stage.advance(seconds=5)
    assert "**0–3**" in duel.card.text


async def test_everybody_finds_the_own_match_by_command(stage: Stage) -> None:
    duel = await call(stage)
    mine = await duel.first.type("score")
    assert mine.post.has("here")
    assert mine.private
    assert not (await stage.member("Zoe").type("score")).post.has("here")


@pytest.mark.parametrize("stage_options", [{"language": "it"}], indirect=True)
async def test_the_card_speaks_the_servers_language_and_the_answer_the_persons(stage: Stage) -> None:
    duel = await call(stage, "Ana", "Bia", locale="pt-BR")
    assert "tocca a voi" in duel.card.text
    assert "está anotada" in (await duel.first.press(duel.card, "here")).text
