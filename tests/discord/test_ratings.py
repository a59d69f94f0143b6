"""Ratings put right by hand as members see it: a command, a public post with both numbers, a letter, an appeal."""

from __future__ import annotations

import pytest

from bot.people import store as people_store
from bot.people.model import ArbiterTitle
from tests.discord.harness import Answer, Member, Stage, rows
from tests.discord.test_titles import in_house, person_of, rate, said


async def an_arbiter(stage: Stage) -> Member:
    """An international arbiter."""
    vera = stage.member("Vera")
    await vera.type("title country", country="BR")
    person = person_of(stage, vera)
    await in_house(stage, lambda tx: people_store.give_title(tx, person, ArbiterTitle.AI, tx.now, person))
    return vera


@pytest.mark.rule("AIJE-B01-AI")
async def test_a_correction_is_read_by_everybody_with_both_numbers_and_can_be_appealed_against(stage: Stage) -> None:
    ana, vera = stage.member("Ana"), await an_arbiter(stage)
    await rate(stage, 2100.0, ana)
    refused = await stage.organiser.type("rating correct", member=ana, rating="2000", reason="No")
    assert "These can" in refused.text
    done = await vera.type("rating correct", member=ana, rating="2.050,0", reason="Counted twice @everyone")
    assert done.private
    assert "2100 → **2050**" in done.text
    (post,) = said(stage, "corrected 1 rating")
    assert f"<@{ana.id}>: 2100 → **2050**" in post.text
    assert "2100 → 2050" in (await stage.member("Zoe").type("player", member=ana)).text
    (letter,) = [one for one in ana.inbox if "corrected your rating" in one.text]
    assert "**2100**" in letter.text
    assert "Counted twice" in letter.text
    assert rows(stage, "SELECT count(*) FROM rating_amendments")[0][0] == 1


def seen(answer: Answer) -> str:
    """What the card shows after the press on it."""
    assert answer.panel is not None
    return answer.panel.text


SHEET = ("list.csv", "Nome;Rating\nAna;2.010\nBia;1950,5\n".encode("utf-8-sig"))


async def test_a_file_is_shown_first_and_put_right_by_one_press(stage: Stage) -> None:
    ana, bia, vera = stage.member("Ana"), stage.member("Bia"), await an_arbiter(stage)
    await rate(stage, 2100.0, ana, bia)
    shown = await vera.type("rating list", file=SHEET, reason="The sheet of 2025")
    assert "2 ratings would change" in shown.text
    assert "I took this line for the heading: Nome;Rating" in shown.text
    assert "The sheet of 2025" in shown.text
    assert rows(stage, "SELECT count(*) FROM rating_amendments")[0][0] == 0
    await stage.restart()
    (button,) = [one for one in shown.post.offered if one.startswith("ratings-right:")]
    done = await vera.press(shown.post, "Correct 2 ratings")
    assert "2 ratings are corrected" in seen(done)
    assert "out of date" in (await stage.stale_press(vera, shown.post, button)).text
    assert rows(stage, "SELECT count(*) FROM rating_amendments")[0][0] == 2
    undone = await vera.type("undo")
    back = await vera.press(undone.post, "Take back")
    assert back.text
    assert {row[0] is None for row in rows(stage, "SELECT returned_at FROM rating_amendments")} == {False}


async def test_what_has_changed_since_it_was_shown_is_shown_anew_before_anything_is_written(stage: Stage) -> None:
    ana, bia, vera = stage.member("Ana"), stage.member("Bia"), await an_arbiter(stage)
    await rate(stage, 2100.0, ana, bia)
    shown = await vera.type("rating list", file=SHEET, reason="The sheet of 2025")
    await vera.type("rating correct", member=ana, rating="2090", reason="Another sheet")
    anew = await vera.press(shown.post, "Correct 2 ratings")
    assert "Nothing was saved" in seen(anew)
    assert "2090 → **2010**" in seen(anew)
    assert rows(stage, "SELECT count(*) FROM rating_amendments")[0][0] == 1
    done = await vera.press(stage.again(shown.post), "Correct 2 ratings")
    assert "2 ratings are corrected" in seen(done)


@pytest.mark.parametrize(
    ("lines", "told"),
    [("Nobody;2000", "Line 1"), ("Ana;high", "Line 1"), ("Ana;2000\nAna;2001", "Line 2"), ("\0", "plain text")],
)
async def test_a_bad_file_is_told_with_its_line(stage: Stage, lines: str, told: str) -> None:
    ana, vera = stage.member("Ana"), await an_arbiter(stage)
    await rate(stage, 2100.0, ana)
    answer = await vera.type("rating list", file=("list.csv", lines.encode()), reason="The sheet")
    assert told in answer.text
    assert rows(stage, "SELECT count(*) FROM rating_amendments")[0][0] == 0
