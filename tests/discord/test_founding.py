"""Founding is done, on the pretend Discord: pressed once, told to all, and lists bring people alone a week later."""

from __future__ import annotations

from datetime import timedelta

from bot.people.model import FOUNDING_OPEN_FOR
from rehearsal.members import Answer, Member
from tests.discord.harness import Stage, rows
from tests.discord.test_association import a_list
from tests.discord.test_signing import rated


async def press_done(member: Member) -> Answer:
    """From the template to the card, and the press on it."""
    template = await member.type("association import")
    card = await member.press(template.post, "founding")
    return await member.press(card.post, "founding-done")


async def bring(member: Member, name: str) -> Answer:
    """A list of one, and its preview."""
    shown = await member.type("association import", file=a_list(f"{name};;1700;;Brasil;Azul;;;"))
    await member.press(shown.post, "opening-confirm")
    return shown


async def test_the_owner_says_that_it_is_done_and_all_read_until_when_lists_come_in(stage: Stage) -> None:
    done = await press_done(stage.owner)
    assert done.panel is not None
    assert not done.panel.has("founding-done"), "it is pressed once"
    await stage.advance(seconds=10)
    public = stage.posts_in(stage.announcements)[-1]
    assert "has ended the founding" in public.text
    assert "<t:" in public.text
    assert not public.pinged
    assert not public.pinged_roles
    assert "has ended the founding" in stage.posts_in(stage.record)[-1].text
    assert "has ended the founding" in stage.president.inbox[-1].text, "the President reads it by letter"
    assert stage.owner.inbox == [], "who pressed knows it"


async def test_the_president_says_it_as_well_and_the_owner_has_the_letter(stage: Stage) -> None:
    await press_done(stage.president)
    await stage.advance(seconds=10)
    assert "has ended the founding" in stage.owner.inbox[-1].text
    assert stage.president.inbox == []


async def test_it_is_said_once_and_by_nobody_else(stage: Stage) -> None:
    template = await stage.owner.type("association import")
    card = (await stage.owner.press(template.post, "founding")).post
    refused = await stage.stale_press(stage.leader, card, "founding-done")
    assert refused.is_refusal
    assert rows(stage, "SELECT 1 FROM foundings") == []
    await stage.owner.press(card, "founding-done")
    again = await stage.stale_press(stage.owner, card, "founding-done")
    assert again.private
    await stage.advance(seconds=10)
    told = [one for one in stage.posts_in(stage.announcements) if "has ended the founding" in one.text]
    assert len(told) == 1
    assert len(rows(stage, "SELECT 1 FROM foundings")) == 1


async def test_lists_bring_ratings_for_seven_days_and_then_people_alone(stage: Stage) -> None:
    await press_done(stage.owner)
    await stage.advance(FOUNDING_OPEN_FOR - timedelta(minutes=1))
    await stage.restart()
    shown = await bring(stage.owner, "Elena")
    assert "<t:" in shown.text, "the preview says until when"
    assert ("Elena", 1700.0) in rated(stage)
    await stage.advance(minutes=2)
    shown = await bring(stage.owner, "Fabio")
    assert "Rating" in shown.text, "the preview names the column that stays out"
    known = {row["name"] for row in rows(stage, "SELECT name FROM people")}
    assert "Fabio" in known
    assert "Fabio" not in {name for name, _ in rated(stage)}
    assert rows(stage, "SELECT 1 FROM countries JOIN people USING (person_id) WHERE name = 'Fabio'")
