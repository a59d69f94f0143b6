"""Which commands come with an event: what its rulebook says needs them, setting by setting."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.kernel.ids import Switch
from bot.play.rulebook import Rulebook
from bot.rulebooks.library import preset
from bot.server.model import needed_by

CUP, SWISS, GO, SCHOOLS = preset("cup"), preset("swiss"), preset("go-swiss"), preset("olympiad-school")
assert SWISS.swiss is not None


def test_an_evening_cup_brings_nothing_beside_the_commands_of_every_server() -> None:
    assert needed_by(CUP) == frozenset()


@pytest.mark.parametrize(
    ("rulebook", "brought"),
    [
        (replace(CUP, official=True), {Switch.ASSOCIATION, Switch.CASES}),
        (replace(CUP, rating=replace(CUP.rating, rated=True)), {Switch.ASSOCIATION}),
        (replace(CUP, absence=replace(CUP.absence, ask_why=True)), set()),
        (replace(CUP, absence=replace(CUP.absence, bar_when_unjustified=True)), {Switch.CASES}),
        (replace(CUP, registration=replace(CUP.registration, account="Lichess")), {Switch.ACCOUNTS}),
        (replace(CUP, registration=replace(CUP.registration, invited_only=True)), {Switch.SEATS}),
        (replace(CUP, discipline=GO.discipline), {Switch.CASES, Switch.GO}),
        (replace(CUP, dispute=SCHOOLS.dispute), {Switch.CASES}),
        (replace(SWISS, swiss=replace(SWISS.swiss, keep_clubs_apart=True)), {Switch.GO}),
    ],
    ids=lambda one: one.name if isinstance(one, Rulebook) else " ".join(sorted(one)),
)
def test_a_setting_brings_the_commands_that_it_needs_and_no_others(rulebook: Rulebook, brought: set[Switch]) -> None:
    assert needed_by(rulebook) == brought
