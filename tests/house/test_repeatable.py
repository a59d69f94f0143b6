"""Who is alone in the event is asked for a reason, by whatever way they came: each act that asks can be done later."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from functools import cache

import pytest

from bot.features.tournaments.recusal_verbs import AloneInEvent
from bot.server.model import ROWS, Act, Stake
from cogs import answering
from tests.house.reading import parsed, planted, python_files, text, walked
from tests.house.service_calls import PLANTED, Call, Verb, calls, imports, leads_to, service_files
from tests.house.test_door import bot

ASKED = AloneInEvent.__name__
ASKS = {"refuse_in_event", "refuse_in_events", "refuse_in_match"}
"""The guards that raise it."""
OF_A_MATCH = "playing.verbs.require"
TABLE = "tournaments.recusal_verbs."
HEAD = (
    "from bot.features.playing import verbs as matches\n"
    "from bot.features.tournaments import recusal_verbs as recusal\n\n\n"
)
"""What a planted verb asks."""
IN_PUBLIC = frozenset({Act.TAKE_OUT_PLAYER})
"""Acts about people, of which `refuse` raises it."""


@cache
def _defined(source: str) -> Mapping[str, tuple[Call, ...]]:
    """The calls of each function of a module whose refusal leaves it; those that can be done later have none."""
    return {
        one.name: () if _is_repeatable(one) else tuple(_live(one.body, imports(source)))
        for one in parsed(source).body
        if isinstance(one, ast.FunctionDef)
    }


def _is_repeatable(function: ast.FunctionDef) -> bool:
    return any(ast.unparse(one) == "repeatable" for one in function.decorator_list)


def _live(nodes: list[ast.stmt], known: Mapping[str, tuple[str, str]]) -> Iterator[Call]:
    """The calls whose refusal leaves the function: not those beneath a `with` or a `try` that takes it."""
    for node in nodes:
        taken = isinstance(node, ast.With) and any(ASKED in ast.unparse(one) for one in node.items)
        if isinstance(node, ast.Try) and any(one.type and ASKED in ast.unparse(one.type) for one in node.handlers):
            yield from _live([*node.orelse, *node.finalbody], known)
            continue
        if taken:
            continue
        inner = [one for one in ast.iter_child_nodes(node) if isinstance(one, ast.stmt)]
        yield from _live(inner, known)
        for one in ast.iter_child_nodes(node):
            if not isinstance(one, ast.stmt):
                yield from calls(one, known)


def _asks(call: Call) -> bool:
    """Whether the call is a guard that may answer that somebody is alone."""
    if call.name == "refuse" and call.at.startswith(TABLE):
        return bool(call.acts & IN_PUBLIC)
    if call.name not in ASKS and call.at != OF_A_MATCH:
        return False
    return not call.acts or any(ROWS[act].stake is not Stake.NONE for act in call.acts)


def asking(verb: Verb, there: frozenset[str], seen: set[Verb] | None = None) -> bool:
    """Whether the refusal can leave the verb, which then would offer no reasons."""
    seen = set() if seen is None else seen
    if verb in seen or verb.file not in there:
        return False
    seen.add(verb)
    live = _defined(text(verb.file)).get(verb.name, ())
    return any(_asks(one) for one in live) or any(asking(leads_to(verb, one, there), there, seen) for one in live)


def pressed() -> set[Verb]:
    """Every function of the services that a command, a button or a form names."""
    return {one for file in python_files("cogs/") for one in _named(text(file))}


@cache
def _named(cog: str) -> frozenset[Verb]:
    known = imports(cog)
    return frozenset(
        Verb(f"{'/'.join(known[node.value.id])}.py", node.attr)
        for node in walked(parsed(cog))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in known
    )


def without_reasons() -> list[str]:
    """What is pressed, and tells who is alone that they are, without a way on."""
    there = service_files()
    guards = frozenset(there - {"bot/features/tournaments/recusal_verbs.py", "bot/features/playing/verbs.py"})
    return sorted(f"{one.file} {one.name}" for one in pressed() if one.file in guards and asking(one, guards))


def test_every_act_that_who_is_alone_may_do_can_be_done_later_with_a_reason() -> None:
    assert len(pressed()) > 300
    assert without_reasons() == []


@pytest.mark.plants
@pytest.mark.parametrize(
    "line",
    [
        "recusal.refuse_in_event(tx, person, Act.PAUSE_TOURNAMENT, tournament)",
        "matches.require(tx, person, Act.RULE_RESULT, match)",
        "recusal.refuse(tx, person, Act.TAKE_OUT_PLAYER, other, event=event)",
        "hidden(tx)",
    ],
)
def test_a_press_that_offers_no_reasons_is_found(line: str) -> None:
    hidden = "def hidden(tx):\n    matches.require(tx, person, Act.STOP_MATCH, match)\n\n\n"
    service = f"{HEAD}{hidden}def hold(tx):\n    {line}\n"
    cog = '"""Planted."""\nfrom bot.features.playing import planted_verbs as planted\nasync def press_it(press):\n'
    button = f"{cog}    await press.do(planted.hold)\n"
    with planted({PLANTED: service, "cogs/planted.py": button}):
        assert without_reasons() == [f"{PLANTED} hold"]


@pytest.mark.plants
def test_a_page_that_lets_who_is_alone_look_is_none_of_them() -> None:
    page = "    with suppress(AloneInEvent):\n        matches.require(tx, person, Act.RULE_RESULT, match)\n"
    service = f"{HEAD}def page(tx):\n{page}"
    cog = '"""Planted."""\nfrom bot.features.playing import planted_verbs as planted\nasync def look(press):\n'
    with planted({PLANTED: service, "cogs/planted.py": f"{cog}    await press.do(planted.page)\n"}):
        assert without_reasons() == []


def test_commands_buttons_and_forms_lead_on_to_the_reasons_by_one_door() -> None:
    assert bot() is not None
    assert AloneInEvent in answering.LEADS_ON
