"""`/help`, `/score` and the menus of people and messages, as members use them."""

from __future__ import annotations

from datetime import timedelta
from importlib import import_module

import pytest

from bot.app import COGS
from cogs.commands import DECLARED
from cogs.subjects import RENAMED
from tests.discord.harness import Stage, an_event, enter, rows
from tests.discord.test_matches import call


async def test_help_leads_a_newcomer_to_the_event_that_is_open(stage: Stage) -> None:
    await an_event(stage)
    zoe = stage.member("Zoe")
    told = await zoe.type("help")
    assert told.private
    assert "/help" in told.text
    assert told.post.has("register")
    assert not any("organis" in label for label in told.post.labels)
    page = await zoe.press(told.post, "help-page")
    assert "/score" in stage.again(told.post).text or "/score" in page.text


async def test_help_leads_who_is_registered_to_check_in_and_who_plays_to_the_match(stage: Stage) -> None:
    post = await an_event(stage, starts_at=stage.now + timedelta(hours=1))
    ana = stage.member("Ana")
    await enter(stage, post, ana)
    await stage.advance(minutes=31)
    assert (await ana.type("help")).post.has("check-in")


@pytest.mark.parametrize(
    ("who", "page"),
    [("organiser", "organisers"), ("arbiter", "arbiters"), ("leader", "officers"), ("president", "officers")],
)
async def test_help_has_a_page_for_what_somebody_is(stage: Stage, who: str, page: str) -> None:
    member = getattr(stage, who)
    told = await member.type("help")
    await member.press(told.post, f"For {page}")
    assert "/desk" in stage.again(told.post).text


@pytest.mark.parametrize(
    ("locale", "renamed"),
    [
        ("en-US", "`/report` is now called `/conduct`"),
        ("pt-BR", "`/report` agora se chama `/conduct`"),
        ("es-ES", "Lo que era `/report` ahora es `/conduct`"),
        ("it", "`/report` ora si chiama `/conduct`"),
    ],
)
async def test_help_of_an_old_name_leads_to_the_new_one(stage: Stage, locale: str, renamed: str) -> None:
    ana = stage.member("Ana", locale)
    assert renamed in (await ana.type("help", name="/report")).text
    assert "/report" in (await ana.suggestions("help", "name", "report")).values()


async def test_help_explains_one_command_suggests_and_owns_up_to_an_unknown_one(stage: Stage) -> None:
    ana = stage.member("Ana")
    told = await ana.type("help", name="Tournament  Cancel")
    assert "`/tournament cancel` · `/desk`" in told.text, "Discord hides it from her"
    assert "`tournament`" in told.text
    assert "Only these can use it:" in told.text
    assert "`/case appeal`" in (await ana.type("help", name="case")).text
    assert "`/standings`" in (await ana.type("help", name="standing")).text
    assert "I found nothing" in (await ana.type("help", name="@everyonexyz `xyz`")).text
    assert "tournament cancel" not in (await ana.suggestions("help", "name", "cancel")).values(), "she has it not"
    offered = await stage.owner.suggestions("help", "name", "cancel")
    assert next(iter(offered.values())) == "tournament cancel"


def test_every_old_name_is_gone_and_leads_to_a_command() -> None:
    for name in COGS:
        import_module(f"cogs.{name}")
    there = {words for declared in DECLARED.values() for words, _ in declared}
    assert sorted(set(RENAMED) & there) == []
    assert sorted(set(RENAMED.values()) - there) == []


async def test_score_opens_the_match_that_is_on_and_says_so_where_none_is(stage: Stage) -> None:
    duel = await call(stage)
    assert (await duel.first.type("score")).post.has("here")
    told = await duel.stage.member("Zoe").type("score")
    assert told.private
    assert told.post.has("now")


async def test_the_menu_of_a_person_shows_their_page(stage: Stage) -> None:
    post = await an_event(stage)
    ana, bob = stage.member("Ana"), stage.member("Bob")
    await enter(stage, post, ana)
    told = await bob.open_menu("Player", ana)
    assert told.private
    assert "Ana" in told.text or str(ana.id) in told.text


async def test_a_report_of_a_message_brings_the_way_to_it(stage: Stage) -> None:
    ana, bob = stage.member("Ana"), stage.member("Bob")
    said = await ana.write("I let you win for ten coins")
    asked = await bob.open_menu("Report conduct", said)
    assert asked.form is not None
    done = await bob.fill(asked, ground=["fixed_game"], text="Read it", link=said.jump_url)
    assert done.private
    ((ground, links),) = rows(stage, "SELECT ground, links FROM case_files JOIN file_statements USING (file_id)")
    assert ground == "fixed_game"
    assert str(said.id) in links
