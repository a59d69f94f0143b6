"""A changed file of an official event on Discord: what its author reads, its approval, and the numbers of the list."""

from __future__ import annotations

from bot.people.model import ArbiterTitle
from bot.rulebooks.library import preset, to_toml
from tests.discord.harness import Member, Stage, rows

SLOWER = ('confirm_within = "10 min"', 'confirm_within = "20 min"')
SHORTER = ("\nbest_of = 5", "\nbest_of = 1")


def changed(*edits: tuple[str, str]) -> tuple[str, bytes]:
    """The Open's file under the name "our-open", so changed."""
    text = to_toml(preset("aije-open")).replace('name = "aije-open"', 'name = "our-open"')
    for before, after in edits:
        assert before in text
        text = text.replace(before, after)
    return "our-open.toml", text.encode()


async def an_international_arbiter(stage: Stage) -> Member:
    """Somebody who does not organise."""
    (vera,) = await stage.arbiters(1, title=ArbiterTitle.AI)
    return vera


async def preview(stage: Stage, rulebook: str) -> str:
    start = "2027-03-01 20:00"
    return (await stage.organiser.type("tournament create", rulebook=rulebook, name="Cup", start=start)).text


async def test_the_receipt_and_the_preview_say_which_settings_keep_a_file_from_being_official(stage: Stage) -> None:
    answer = await stage.organiser.type("rulebook upload", file=changed(SHORTER))
    assert "`knockout.best_of`" in answer.text
    assert "ordinary event" in answer.text
    assert "`knockout.best_of`" in await preview(stage, "our-open")
    assert "Not official" in (await stage.organiser.type("rulebook show", rulebook="our-open")).text


async def test_the_numbers_of_an_old_file_are_passed_over_with_a_sentence(stage: Stage) -> None:
    old = ("rated = true", "rated = true\nk = 400\ninitial = 2900")
    answer = await stage.organiser.type("rulebook upload", file=changed(old))
    assert "`rating.k`" in answer.text
    assert "`rating.initial`" in answer.text
    assert "our-open" in [row["name"] for row in rows(stage, "SELECT name FROM rulebooks")]


async def test_an_approval_by_an_international_arbiter_makes_the_next_event_official(stage: Stage) -> None:
    vera = await an_international_arbiter(stage)
    waits = await stage.organiser.type("rulebook upload", file=changed(SLOWER))
    assert "Not official yet" in waits.text
    assert "Not official yet" in await preview(stage, "our-open")
    approved = await vera.type("rulebook approve", rulebook="our-open")
    assert "`matches.confirm_within`" in approved.text
    assert "Not official" not in await preview(stage, "our-open")


async def test_an_international_arbiter_hears_of_the_file_and_approves_it_by_its_button(stage: Stage) -> None:
    vera = await an_international_arbiter(stage)
    await stage.organiser.type("rulebook upload", file=changed(SLOWER))
    shown = await vera.press(stage.latest("rulebook-waits", stage.committee), "rulebook-waits")
    assert "`matches.confirm_within`" in shown.text
    await vera.press(shown.post, "rulebook-approve")
    assert "Not official" not in await preview(stage, "our-open")
    again = await vera.press(stage.latest("rulebook-waits", stage.committee), "rulebook-waits")
    assert "`matches.confirm_within`" not in again.text


async def test_an_organiser_is_told_who_approves(stage: Stage) -> None:
    await stage.organiser.type("rulebook upload", file=changed(SLOWER))
    refused = await stage.organiser.type("rulebook approve", rulebook="our-open")
    assert "nternational arbiter" in refused.text
    assert rows(stage, "SELECT * FROM rulebook_approvals") == []


async def test_the_numbers_of_the_list_are_shown_to_everybody(stage: Stage) -> None:
    shown = await stage.member("Ana").type("rating terms")
    assert "K = 16" in shown.text
    refused = await stage.member("Ana").type("rating terms", k=20.0)
    assert "K = 20" not in refused.text
    assert rows(stage, "SELECT * FROM rating_terms") == []
