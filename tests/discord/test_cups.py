"""A new cup from one form: as people type it, refused without losing a letter, previewed, changed and confirmed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.rulebook import Readers, ThreadRules
from bot.rulebooks.library import from_canonical
from tests.discord.harness import Answer, Member, Stage, rows

Typed = dict[str, str | list[str]]
FORM: Typed = {
    "name": "Friday Cup",
    "kind": ["cup"],
    "start": "tomorrow 8pm",
    "best_of": "",
    "seats": "",
}


async def sent_in(stage: Stage, by: Member, typed: Typed) -> Answer:
    """The answer to the form of a new cup."""
    return await by.fill(await by.type("tournament create"), **(FORM | typed))


async def filled(stage: Stage, **typed: str | list[str]) -> Answer:
    """The same by the organiser."""
    return await sent_in(stage, stage.organiser, typed)


def standing(answer: Answer) -> dict[str, str]:
    """What stands in the fields of the form that was opened."""
    found = {}
    for one in (label["component"] for label in answer.form["components"]):
        chosen = [option["value"] for option in one.get("options", ()) if option.get("default")]
        found[one["custom_id"]] = chosen[0] if chosen else one.get("value", "")
    return found


def tournaments(stage: Stage) -> list[str]:
    return [row["name"] for row in rows(stage, "SELECT name FROM tournaments ORDER BY name")]


async def test_a_cup_is_made_of_a_form_and_a_press(stage: Stage) -> None:
    preview = await filled(stage, best_of="bo5", seats="16")
    assert preview.private
    assert "best of 5, the final best of 7" in preview.text
    assert "Places:** 16" in preview.text
    done = await stage.organiser.press(preview.post, "draft-confirm")
    assert done.panel is not None
    assert "Friday Cup" in done.panel.text
    assert tournaments(stage) == ["Friday Cup"]
    assert stage.latest("register", stage.announcements)


async def test_the_form_asks_five_things_and_offers_ordinary_kinds_alone(stage: Stage) -> None:
    form = (await stage.organiser.type("tournament create")).form
    assert [label["component"]["custom_id"] for label in form["components"]] == [*FORM]
    kinds = [one["value"] for one in form["components"][1]["component"]["options"]]
    assert kinds[0] == "cup"
    assert "ladder" in kinds
    assert not any(kind.startswith(("aije", "go-")) for kind in kinds)


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ({"start": "soon"}, "I don't know **soon**"),
        ({"start": "tomorrow"}, "day without a time"),
        ({"start": "friday 8"}, "8 in the morning or in the evening?"),
        ({"start": "2025-01-02 20:00"}, "already over"),
        ({"best_of": "4"}, "**3** or **5**"),
        ({"best_of": "three"}, "**1**, **3** or **5**"),
        ({"best_of": "99"}, "1 to 23 games"),
        ({"kind": ["arena"], "best_of": "5"}, "length of matches is fixed"),
        ({"seats": "1"}, "at least"),
        ({"seats": "999999"}, "at most 100,000"),
        ({"seats": "many"}, "a number of places"),
        ({"name": " "}, "name"),
    ],
)
async def test_what_is_refused_is_told_plainly_and_the_form_opens_again_as_it_was_filled(
    stage: Stage, typed: Typed, told: str
) -> None:
    refused = await sent_in(stage, stage.organiser, typed)
    assert told in refused.text
    assert refused.private
    await stage.restart()
    again = await stage.organiser.press(refused.post, "cup-again")
    wanted = {name: value if isinstance(value, str) else value[0] for name, value in (FORM | typed).items()}
    assert standing(again) == wanted
    mended = await stage.organiser.fill(again, **FORM)
    assert mended.panel is not None
    assert "Friday Cup" in mended.panel.text
    await stage.organiser.press(mended.panel, "draft-confirm")
    assert tournaments(stage) == ["Friday Cup"]


async def test_a_preview_can_be_changed_in_the_form_before_it_is_confirmed(stage: Stage) -> None:
    preview = await filled(stage)
    again = await stage.organiser.press(preview.post, "cup-again")
    changed = await stage.organiser.fill(again, **(FORM | {"name": "Saturday Cup", "start": "saturday 16:00"}))
    assert changed.panel is not None
    await stage.organiser.press(changed.panel, "draft-confirm")
    assert tournaments(stage) == ["Saturday Cup"]
    assert standing(await stage.organiser.type("tournament create"))["name"] == ""


async def test_details_are_chosen_under_the_preview_and_go_with_the_cup(stage: Stage) -> None:
    preview = await filled(stage)
    assert "match for it" in preview.text
    form = await stage.organiser.press(preview.post, "cup-details")
    assert standing(form) == {"final": "5", "third": "yes", "check_in": "30", "talk": "channel"}
    await stage.restart()
    details = {"final": ["1"], "third": ["no"], "check_in": ["60"], "talk": ["private_threads"]}
    chosen = await stage.organiser.fill(form, **details)
    assert chosen.panel is not None
    assert "the final one game" in chosen.panel.text
    assert "no match for it" in chosen.panel.text
    assert "a private thread for each match" in chosen.panel.text
    again = await stage.organiser.press(chosen.panel, "cup-again")
    changed = await stage.organiser.fill(again, **(FORM | {"name": "Saturday Cup"}))
    assert changed.panel is not None
    assert "no match for it" in changed.panel.text
    await stage.organiser.press(changed.panel, "draft-confirm")
    (kept,) = rows(stage, "SELECT rulebook FROM tournaments")
    rules = from_canonical(kept["rulebook"])
    assert (rules.knockout.final_best_of, rules.knockout.third_place_match) == (1, False)
    assert rules.check_in.opens_before == timedelta(hours=1)
    assert rules.threads == ThreadRules(Readers.PLAYERS)


async def test_details_of_a_table_ask_what_becomes_of_a_tie(stage: Stage) -> None:
    preview = await filled(stage, kind=["swiss"])
    form = await stage.organiser.press(preview.post, "cup-details")
    assert standing(form) == {"level": "shared", "check_in": "30", "talk": "channel"}
    chosen = await stage.organiser.fill(form, level=["play_off"], check_in=["30"], talk=["channel"])
    assert chosen.panel is not None
    assert "they play for it" in chosen.panel.text


async def test_a_form_is_its_authors_own_and_two_organisers_make_two_cups(stage: Stage) -> None:
    first = await filled(stage)
    second = await sent_in(stage, stage.owner, {"name": "Other Cup"})
    assert standing(await stage.organiser.press(first.post, "cup-again"))["name"] == "Friday Cup"
    await stage.owner.press(second.post, "draft-confirm")
    await stage.organiser.press(first.post, "draft-confirm")
    assert tournaments(stage) == ["Friday Cup", "Other Cup"]


async def test_a_second_press_on_confirm_makes_no_second_cup(stage: Stage) -> None:
    preview = await filled(stage)
    await stage.double_click(stage.organiser, preview.post, "draft-confirm")
    assert tournaments(stage) == ["Friday Cup"]


async def test_who_does_not_organise_gets_no_form(stage: Stage) -> None:
    answer = await stage.member("Ana").type("tournament create")
    assert answer.result.modal is None
    assert "organiser" in answer.text
    assert rows(stage, "SELECT * FROM cup_forms") == []


async def test_the_command_takes_what_it_is_given_and_the_form_asks_the_rest(stage: Stage) -> None:
    asked = await stage.organiser.type("tournament create", name="Go Cup", rulebook="go-swiss")
    assert standing(asked) == {"name": "Go Cup", "kind": "go-swiss", "start": "", "best_of": "", "seats": ""}


async def test_new_cup_is_offered_where_an_organiser_looks_and_to_nobody_else(stage: Stage) -> None:
    assert (await stage.organiser.type("me")).post.has("cup-new")
    assert not (await stage.member("Ana").type("me")).post.has("cup-new")
    preview = await filled(stage)
    await stage.organiser.press(preview.post, "draft-confirm")
    desk = await stage.organiser.type("desk", tournament="Friday Cup")
    assert (await stage.organiser.press(desk.post, "cup-new")).form["title"] == "New cup"
    assert not (await stage.arbiter.type("desk", tournament="Friday Cup")).post.has("cup-new")
    finished = await stage.owner.type("setup")
    assert finished.post.has("cup-new")
