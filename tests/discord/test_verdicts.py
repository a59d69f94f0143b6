"""Verdicts as the person concerned and everybody else read them: who decided, what follows, how to appeal."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.people.model import ArbiterTitle
from tests.discord.harness import Stage, an_event, enter, rows
from tests.discord.test_penalty_votes import expired, proposed
from tests.discord.voting import committee, opened, vote

QUESTION = "Second time this year"


async def test_a_bar_that_was_voted_names_the_committee_and_takes_the_question_for_no_reason(stage: Stage) -> None:
    ana, judges = stage.member("Ana"), await committee(stage, 3)
    await proposed(stage, await expired(stage, ana), "bar_for", lasts="30 d")
    await vote(stage.latest("vote-yes", stage.committee), *((one, "yes") for one in judges))
    await stage.advance(minutes=1)
    public = next(post for post in reversed(stage.posts_in(stage.announcements)) if QUESTION in post.text)
    letter = ana.inbox[-1]
    for said in (public, letter):
        assert "Decided by vote: the committee." in said.text
        assert "The vote was about" in said.text
        assert "The reason" not in said.text
    assert f"<@{ana.id}>" in public.text
    assert "You are barred" in letter.text
    assert "for your absence from **Open 1**" in letter.text
    assert "by vote" in (await ana.type("bar list")).text
    await an_event(stage, "Open 2")
    refused = await ana.press(stage.latest("register", stage.announcements), "register")
    assert "The vote was about" in refused.text


async def test_a_bar_is_appealed_against_from_the_letter_across_a_restart(stage: Stage) -> None:
    ana = stage.member("Ana", "it")
    await enter(stage, await an_event(stage), ana)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    await judge.type("bar player", member=ana, reason="Insults", rule="AIJE-A02-1")
    await stage.advance(minutes=1)
    letter = ana.inbox[-1]
    assert "arbitro di Jeek" in letter.text
    assert "Open 1" in letter.text
    form = await ana.press(letter, "appeal")
    await stage.restart()
    assert "ricorso" in (await ana.fill(form, text="Non ero io")).text
    assert rows(stage, "SELECT statement FROM appeals")[0]["statement"] == "Non ero io"
    twice = await ana.press(letter, "appeal")
    assert twice.result.modal is None


async def test_who_plays_on_reads_that_a_bar_leaves_running_events_alone(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    post = await an_event(stage)
    await enter(stage, post, ana, bob)
    await stage.advance(hours=1, minutes=31)
    for member in (ana, bob):
        await member.press(post, "check-in")
    await stage.advance(minutes=30)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    await judge.type("bar player", member=ana, reason="Insults", rule="AIJE-A02-1")
    await stage.advance(minutes=1)
    assert "You play on in these: Open 1" in ana.inbox[-1].text


@pytest.mark.rule("AIJE-A02-2")
@pytest.mark.parametrize(
    ("locale", "words"),
    [
        ("en-US", "You are expelled"),
        ("pt-BR", "A associação expulsou você"),
        ("es-ES", "tu expulsión"),
        ("it", "tua espulsione"),
    ],
)
async def test_who_is_expelled_reads_it_in_the_own_language_and_no_minutes(
    stage: Stage, locale: str, words: str
) -> None:
    ana = stage.member("Ana", locale)
    await enter(stage, await an_event(stage), ana)
    post = await opened(stage, "player-expulsion", ana)
    await stage.leader.press(post, "vote-yes")
    await stage.president.press(post, "vote-yes")
    await stage.advance(minutes=1)
    letter = ana.inbox[-1]
    assert words in letter.text
    assert "What do we do?" in letter.text
    readmission = int((stage.now + timedelta(days=365)).timestamp())
    assert str(readmission)[:5] in letter.text
    assert all("Voters" not in post.text and "✅" not in post.text for post in ana.inbox[-1:])


@pytest.mark.rule("AIJE-A02-5")
async def test_who_is_off_the_committee_is_written_to(stage: Stage) -> None:
    members = await committee(stage, 5)
    post = await opened(stage, "member-expulsion", members[0])
    await vote(post, *((one, "yes") for one in members[1:]))
    await stage.advance(minutes=1)
    assert "no longer in the committee" in members[0].inbox[-1].text
    assert "the rating is erased" in members[0].inbox[-1].text


async def test_an_appeal_that_was_refused_says_by_whom_and_that_it_is_the_last_word(stage: Stage) -> None:
    ana = stage.member("Ana")
    await enter(stage, await an_event(stage), ana)
    (judge,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    await judge.type("bar player", member=ana, reason="Insults", rule="AIJE-A02-1")
    await stage.advance(minutes=1)
    await ana.fill(await ana.press(ana.inbox[-1], "appeal"), text="It was not me")
    await stage.advance(minutes=1)
    card = stage.latest("appeal-refuse", stage.committee)
    asked = await stage.president.press(card, "appeal-refuse")
    await stage.president.fill(asked, reason="Seen by three")
    await stage.advance(minutes=1)
    assert "(President of the association)" in ana.inbox[-1].text
    assert "no further appeal" in ana.inbox[-1].text
