"""Titles as members see them: /title show, /title country, /title exam, proposals and their buttons (AIJE-B01)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import MasterTitle
from bot.kernel.context import Tx
from bot.kernel.ids import GuildId, PersonId
from bot.people import ratings_store as people_ratings_store
from bot.people.model import ArbiterTitle
from bot.people.ratings_store import Rated, RatingList
from rehearsal import simcord_seam
from rehearsal.posts import Post
from tests.discord.harness import Member, Stage, rows
from tests.discord.test_ending import begin, play_out


async def in_house(stage: Stage, verb: Callable[[Tx], object]) -> None:
    await simcord_seam.in_bot_scope(stage.env, lambda: stage.bot.units.do(verb))


def person_of(stage: Stage, member: Member) -> PersonId:
    return PersonId(rows(stage, "SELECT person_id FROM people WHERE discord_id = ?", member.id)[0][0])


async def rate(stage: Stage, rating: float, *members: Member) -> None:
    """Publishes a list on which the members stand with that rating; each has pressed something before."""
    for member in members:
        await member.type("title country", country="BR")
    listed = [Rated(person_of(stage, member), rating, 10) for member in members]

    def publish(tx: Tx) -> None:
        lines = {line.person_id: line for line in listed}
        fresh = RatingList(tx.new_id(), GuildId(stage.guild.id), None, tx.now, lines)
        people_ratings_store.publish(tx, fresh)

    await in_house(stage, publish)


async def give(stage: Stage, member: Member, title: MasterTitle) -> None:
    person = person_of(stage, member)
    await in_house(stage, lambda tx: registry_store.give_title(tx, person, title, tx.now, person))


def said(stage: Stage, words: str) -> list[Post]:
    return [post for post in stage.posts_in(stage.announcements) if words in post.text]


@pytest.mark.rule("AIJE-B01-4")
async def test_a_country_is_chosen_by_its_name_in_the_own_language(stage: Stage) -> None:
    ana = stage.member("Ana", locale="pt-BR")
    offered = await ana.suggestions("title country", "country", "espa")
    assert offered["Espanha"] == "ES"
    told = await ana.type("title country", country=offered["Espanha"])
    assert told.private
    assert "Espanha" in told.text
    assert "Espanha" in (await ana.type("title show")).text


async def test_an_unknown_country_is_refused_with_what_to_do(stage: Stage) -> None:
    assert "choose one" in (await stage.member("Ana").type("title country", country="Atlantis")).text


@pytest.mark.parametrize("locale", ["en-US", "pt-BR", "es-ES", "it"])
async def test_titles_shows_every_title_and_what_it_lacks_in_each_language(stage: Stage, locale: str) -> None:
    ana = stage.member("Ana", locale)
    await rate(stage, 2250, ana)
    text = (await ana.type("title show")).text
    assert all(f"({title})" in text for title in (*MasterTitle, *ArbiterTitle))
    assert text.count("🟡") == 1
    assert "2300" in text.replace(",", "").replace(".", "")


async def test_a_stranger_is_told_how_titles_begin(stage: Stage) -> None:
    told = await stage.member("Ana").type("title show", member=stage.member("Bruno"))
    assert "/register" in told.text


@pytest.mark.rule("AIJE-B01-3", "AIJE-B01-CMA")
async def test_a_tournaments_end_proposes_a_title_and_the_leaders_press_gives_it(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno")]
    await rate(stage, 2245, *players)
    await begin(stage, players)
    await play_out(stage)
    proposed = [post for post in stage.posts_in(stage.committee) if post.has("title-confirm")]
    assert len(proposed) == 2
    refused = await stage.arbiter.press(proposed[0], "title-confirm")
    assert refused.private
    answer = await stage.leader.press(proposed[0], "title-confirm")
    assert answer.panel is not None
    assert not answer.panel.has("title-confirm")
    (told,) = said(stage, "Congratulations, <@")[-1:]
    assert "Candidate Master (CMA)" in told.text
    assert len(rows(stage, "SELECT 1 FROM master_titles WHERE until IS NULL")) == 1
    holder = stage.by_id(next(iter(told.pinged)))
    assert "Candidate Master (CMA)" in (await stage.arbiter.type("player", member=holder)).text
    await stage.president.press(proposed[1], "title-decline")
    assert len(rows(stage, "SELECT 1 FROM master_titles WHERE until IS NULL")) == 1


@pytest.mark.rule("AIJE-B01-3")
async def test_a_lost_message_is_no_lost_proposal(stage: Stage) -> None:
    players = [stage.member(name) for name in ("Ana", "Bruno")]
    await rate(stage, 2245, *players)
    await begin(stage, players)
    await play_out(stage)
    await stage.restart()
    assert "These can: **" in (await players[0].type("title proposals")).text
    listed = await stage.leader.type("title proposals")
    card = await stage.leader.press(listed.post, "title-proposal")
    assert card.private
    told = await stage.leader.press(card.post, "title-confirm")
    assert "Done" in told.text
    assert len(rows(stage, "SELECT 1 FROM master_titles")) == 1
    await stage.advance(seconds=10)
    assert len([post for post in stage.posts_in(stage.committee) if post.has("title-confirm")]) == 1


@pytest.mark.rule("AIJE-B01-ANP", "AIJE-B01-1", "AIJE-B01-AJ")
async def test_an_exam_leads_to_a_proposal_and_the_next_is_refused_for_21_days(stage: Stage) -> None:
    ana = stage.member("Ana")
    await rate(stage, 2000, ana)
    (examiner,) = await stage.arbiters(1, title=ArbiterTitle.AJ)
    assert "These can: **" in (await stage.arbiter.type("title exam", member=ana, title="ANP", passed=True)).text
    assert "On record" in (await examiner.type("title exam", member=ana, title="ANP", passed=True)).text
    await stage.settle()
    await stage.president.press(stage.latest("title-confirm", stage.committee), "title-confirm")
    assert "(ANP)" in said(stage, "Congratulations, <@")[-1].text
    await stage.advance(hours=24 * 20)
    assert "21 days" in (await examiner.type("title exam", member=ana, title="AN", passed=True)).text
    await stage.advance(hours=24)
    assert "On record" in (await examiner.type("title exam", member=ana, title="AN", passed=False)).text


@pytest.mark.rule("AIJE-B01-2")
async def test_a_master_is_asked_in_public_before_becoming_an_arbiter(stage: Stage) -> None:
    ana, bruno = stage.member("Ana"), stage.member("Bruno")
    await rate(stage, 2250, ana, bruno)
    for title in (MasterTitle.NM, MasterTitle.CMA):
        await give(stage, ana, title)
    await stage.leader.type("title exam", member=ana, title="ANP", passed=True)
    await stage.settle()
    proposal = stage.latest("title-confirm", stage.committee)
    assert "(CMA)" in proposal.text
    await stage.president.press(proposal, "title-confirm")
    await stage.settle()
    offer = stage.latest("title-take", stage.announcements)
    assert offer.pinged == {ana.id}
    assert "another person" in (await bruno.press(offer, "title-take")).text
    welcomed = await ana.press(offer, "title-take")
    assert "You are an arbiter now" in welcomed.text
    assert "You are on duty" in (await ana.press(welcomed.post, "duty-on")).text
    page = (await ana.type("title show")).text
    assert "rests" in page
    assert "(ANP)** since" in page
    assert "(CMA)" not in page


@pytest.mark.rule("AIJE-B01-IM")
async def test_a_world_champion_is_announced(stage: Stage) -> None:
    ana = stage.member("Ana")
    assert "These can: **" in (await ana.type("title champion", member=ana, event="World 2026")).text
    await stage.president.type("title champion", member=ana, event="World 2026")
    await stage.settle()
    (told,) = said(stage, "world champion")
    assert told.pinged == {ana.id}
