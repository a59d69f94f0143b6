"""The shape of messages: what Discord limits is split or told apart, never cut off in silence."""

from __future__ import annotations

from discord import ui
from discord.ui import LayoutView, Select, TextDisplay

from bot.layout.cards import MOST_OPTIONS, Button, Card, Choice, Line, view


def menus(card: Card) -> list[Select[LayoutView]]:
    return [item for item in view(card).walk_children() if isinstance(item, Select)]


def choice(number: int, most: int = 1) -> Choice:
    return Choice("score:abc", "Who won?", tuple((str(n), f"score {n}") for n in range(number)), most)


def test_a_menu_that_fits_is_one() -> None:
    (menu,) = menus(Card(("Tell it",), controls=(choice(MOST_OPTIONS),)))
    assert (menu.custom_id, menu.placeholder, len(menu.options)) == ("score:abc", "Who won?", MOST_OPTIONS)


def test_more_results_than_a_menu_holds_are_all_offered_in_several() -> None:
    shown = menus(Card(("Tell it",), controls=(choice(60, most=40),)))
    assert [option.value for menu in shown for option in menu.options] == [str(n) for n in range(60)]
    assert [len(menu.options) for menu in shown] == [25, 25, 10]
    assert [menu.max_values for menu in shown] == [25, 25, 10]
    assert shown[1].placeholder == "Who won?: score 25 … score 49"
    assert [menu.custom_id for menu in shown] == ["score:abc", "score:abc~2", "score:abc~3"]


def test_two_controls_that_lead_to_the_same_act_differ_for_discord() -> None:
    press = Button("here:abc", "Here")
    shown = view(Card(("Tell it",), controls=((press, press),))).walk_children()
    assert [item.custom_id for item in shown if isinstance(item, ui.Button)] == ["here:abc", "here:abc~2"]


def test_lines_stand_right_below_the_paragraph_that_they_belong_to() -> None:
    line = Line("Ana", Button("case-penalty:abc", "Vote"))
    shown = view(Card(("Whose time is over:",), lines=(line,), closing=("A vote may follow.",)))
    texts = [item.content for item in shown.walk_children() if isinstance(item, TextDisplay)]
    assert texts == ["Whose time is over:", "Ana", "A vote may follow."]
