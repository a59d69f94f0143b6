"""Every act that the code writes into the log has its sentence, so that nobody reads a bare word in `/log`."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from tests.house.catalogue_reading import keys
from tests.house.reading import tree, walked
from tests.house.rooms import DECIDING, modules_of

WRITERS = {"log", "record", "_note", "_follow_and_log"}
"""And whatever is called `_log_…`."""
ACT = re.compile(r"[a-z]+(_[a-z]+)*")
PLACES = (1, 2, 3, 4)
"""Where the act stands among a writer's arguments."""
BUILT = {"accepted_justification", "declined_justification", "grant_title", "loss_title"} | {
    f"decide_file_{penalty}"
    for penalty in ("dismissed", "warned", "game_lost", "both_lost", "disqualified", "suspended", "barred")
}
"""Acts that are put together from a word and an enum's value."""


def called(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def words(argument: ast.expr) -> Iterator[str]:
    for node in ast.walk(argument):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ACT.fullmatch(node.value):
            yield node.value


def acts(source: ast.Module) -> Iterator[str]:
    for node in walked(source):
        if isinstance(node, ast.Call) and (called(node) in WRITERS or called(node).startswith("_log_")):
            for place in PLACES:
                if place < len(node.args) and isinstance(node.args[place], ast.Constant | ast.IfExp):
                    yield from words(node.args[place])
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "act":
            yield from (word for word in words(node.value) if not isinstance(node.value, ast.JoinedStr))


def test_every_act_of_the_log_has_its_sentence() -> None:
    written = {act for file in modules_of(*DECIDING) for act in acts(tree(file))} | BUILT
    assert len(written) > 60
    assert sorted(act for act in written if f"log.act.{act}" not in keys()) == []


def test_the_search_finds_acts_however_they_are_written() -> None:
    source = ast.parse('tx.log(guild, "bar", subject)\nact = "a" if yes else "b_c"\nrecord(w, o, m, "annul_game", "p")')
    assert set(acts(source)) >= {"bar", "a", "b_c", "annul_game"}
