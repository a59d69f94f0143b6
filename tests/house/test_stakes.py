"""Every act says whose interest it touches, and every way that staff have to it asks the table."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache

import pytest

from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.kernel.errors import UserError
from bot.server import model as server_model
from bot.server.model import ROWS, TAKES, Act, Interest, Row, Stake
from cogs.routing import VERBS
from tests.house.reading import planted, text
from tests.house.service_calls import PLANTED, Call, Verb, follow, functions, imports, service_files
from tests.house.test_door import bot, commands

OWN_VERBS = "tests/house/own_verbs.txt"
"""Verbs that ask for no right: what people do for themselves, what follows from a rule, what only reads."""
ASKS_A_RIGHT = {"require", "refuse_without"}
OF_A_MATCH = "playing.verbs.require"
"""It asks the table by itself, for each act."""
GUARDS = {
    Stake.SELF: {"refuse", "refuse_about_oneself", OF_A_MATCH},
    Stake.RIVAL: {"refuse", "refuse_in_match", OF_A_MATCH},
    Stake.EVENT: {"refuse_in_event", "refuse_in_events", OF_A_MATCH},
}
READS = {"desk", "keep_typed"}
"""Look before a form is opened, or keep what was typed; the verb that follows asks. A `Query` writes
nothing."""
WRITES = {"Tx", "ActorTx"}
FEWEST_WORDS = 5


def asking() -> Iterator[tuple[Verb, Act]]:
    """Every function of the services that asks for the right to an act before it writes, with the act."""
    for file in sorted(service_files()):
        for name, function in functions(text(file)).items():
            asked = (one for one in function.calls if one.name in ASKS_A_RIGHT and one.at != OF_A_MATCH)
            if name not in READS and (function.context in WRITES or _callers(Verb(file, name))):
                yield from ((Verb(file, name), act) for act in sorted({act for one in asked for act in one.acts}))


def _guards_of(verb: Verb) -> set[str]:
    called = list(follow(verb, service_files()))
    return {one.name for one in called} | {one.at for one in called}


def _callers(verb: Verb) -> list[Verb]:
    """The functions of the same module that write, and call the function."""
    return [
        Verb(verb.file, name)
        for name, function in functions(text(verb.file)).items()
        if name not in READS and function.context in WRITES
        if any(one.whole == verb.name for one in function.calls)
    ]


def unguarded() -> list[str]:
    """The functions that ask for the right to an act, where neither they nor their callers ask for the stake in it.

    Where a row names a rule of its own, `tests/foul_play/test_rules_of_stakes.py` sees it keep people out.
    """
    found = []
    for verb, act in asking():
        guards = GUARDS.get(ROWS[act].stake)
        if guards is None or ROWS[act].rule or not guards.isdisjoint(_guards_of(verb)):
            continue
        callers = _callers(verb)
        if not callers or any(guards.isdisjoint(_guards_of(one)) for one in callers):
            found.append(f"{verb.file} {verb.name} {act}")
    return found


def verbs_without_a_right() -> list[str]:
    """Verbs for a press that ask for no right, whatever they lead to."""
    there, found = service_files(), []
    for file in sorted(there):
        for name, function in functions(text(file)).items():
            if name.startswith("_") or function.context != "ActorTx":
                continue
            if not any(one.name in {*ASKS_A_RIGHT, "may"} for one in follow(Verb(file, name), there)):
                found.append(f"{file.removesuffix('.py').replace('/', '.')}:{name}")
    return sorted(found)


TABLE = "bot/features/tournaments/recusal_verbs.py"
"""The one place that asks the table."""
OF_ITS_OWN = {"bot/features/playing/ruling_verbs.py refuse_replaying_own"}
"""Asks the table of a match for the act that it is about."""
REFUSALS = {
    one.__name__
    for one in vars(tournaments_recusal_verbs).values()
    if isinstance(one, type) and issubclass(one, UserError) and one.__module__ == tournaments_recusal_verbs.__name__
}
"""What is said to who has a stake."""
GUARDS_BY_ACT = {
    name
    for name, one in vars(tournaments_recusal_verbs).items()
    if name.startswith("refuse") and inspect.isfunction(one) and "act" in inspect.signature(one).parameters
}


def by_hand() -> list[str]:
    """Functions that keep somebody out without asking the table: by a guard that takes no act, or by a refusal."""
    found = []
    for file in sorted(service_files() - {TABLE}):
        for name, function in functions(text(file)).items():
            called = [one for one in function.calls if _is_guard(file, one) and one.name not in GUARDS_BY_ACT]
            if called or _raised(file, name) & REFUSALS:
                found.append(f"{file} {name}")
    return sorted(set(found) - OF_ITS_OWN)


def _is_guard(file: str, call: Call) -> bool:
    """Whether it is a guard of the table's module, by the module's name or imported by itself."""
    before, _, _ = call.whole.rpartition(".")
    home, name = imports(text(file)).get(before or call.name, ("", ""))
    named = f"{home}/{name}.py" == TABLE if before else f"{home}.py" == TABLE
    return named and call.name.startswith("refuse")


@cache
def _raises(source: str) -> Mapping[str, set[str]]:
    """What each function of a module raises, by the last word of its name."""
    return {
        one.name: {
            ast.unparse(node.exc.func if isinstance(node.exc, ast.Call) else node.exc).rpartition(".")[2]
            for node in ast.walk(one)
            if isinstance(node, ast.Raise) and node.exc is not None
        }
        for one in ast.parse(source).body
        if isinstance(one, ast.FunctionDef)
    }


def _raised(file: str, name: str) -> set[str]:
    return _raises(text(file))[name]


# --- the table ----------------------------------------------------------------------------------------------------


def faults_of(rows: Mapping[Act, Row]) -> list[str]:
    """What is wrong with the table."""
    found = [f"{act} has no row" for act in Act if act not in rows]
    for act, row in rows.items():
        told = len(row.why.split()) >= FEWEST_WORDS
        if row.stake is Stake.NONE and not told:
            found.append(f"{act} keeps nobody out, and does not say why")
        if row.stake is not Stake.NONE and (row.why or row.interest is Interest.NOBODY):
            found.append(f"{act} keeps people out who have no interest")
        if row.stake is Stake.NONE and (row.interest is Interest.NOBODY) is bool(row.rule):
            found.append(f"{act} touches somebody, and no rule keeps anybody out")
        if row.rule and not is_there(row.rule):
            found.append(f"{act} names a rule that is not there")
    return found


def is_there(rule: str) -> bool:
    """Whether the rule is a function of a verb's module."""
    module, _, name = rule.partition(":")
    file = f"{module.replace('.', '/')}.py"
    return file in service_files() and name in functions(text(file))


def test_every_act_says_whose_interest_it_touches_or_why_nobodys() -> None:
    assert faults_of(ROWS) == []


@pytest.mark.plants
def test_an_act_without_a_row_or_without_a_reason_is_found() -> None:
    without: dict[Act, Row] = {act: row for act, row in ROWS.items() if act is not Act.PAUSE_TOURNAMENT}
    assert faults_of(without) == ["pause_tournament has no row"]
    silent: dict[Act, Row] = {**ROWS, Act.PAUSE_TOURNAMENT: Row(Interest.NOBODY, Stake.NONE)}
    assert faults_of(silent) == ["pause_tournament keeps nobody out, and does not say why"]
    ruled = ROWS[Act.SET_UP_HEARINGS]
    nowhere: dict[Act, Row] = {**ROWS, Act.SET_UP_HEARINGS: replace(ruled, rule="case_keepers:refuse_nobody")}
    assert faults_of(nowhere) == ["set_up_hearings names a rule that is not there"]
    unruled: dict[Act, Row] = {**ROWS, Act.SET_UP_HEARINGS: replace(ruled, rule="")}
    assert faults_of(unruled) == ["set_up_hearings touches somebody, and no rule keeps anybody out"]
    with pytest.raises(KeyError):
        server_model.stake("no_act")  # type: ignore[arg-type]


def test_every_command_and_every_button_for_staff_is_for_an_act_of_the_table() -> None:
    assert bot() is not None
    seen = [getattr(one.callback, "requires", None) for one in commands()] + [one.requires for one in VERBS.values()]
    acts = {one for one in seen if isinstance(one, Act)}
    assert len(acts) > 30
    assert acts <= ROWS.keys()
    assert set(TAKES.values()) <= ROWS.keys()


# --- the ways to it -----------------------------------------------------------------------------------------------


def test_every_verb_for_staff_asks_the_table_beside_the_right() -> None:
    assert len(list(asking())) > 60
    assert unguarded() == []


@pytest.mark.plants
def test_a_verb_that_asks_for_the_right_alone_is_found() -> None:
    body = "access.require(tx, person, Act.PAUSE_TOURNAMENT)"
    source = f'"""Planted."""\ndef hold(tx: ActorTx, tournament_id):\n    {body}\n'
    with planted({PLANTED: source}):
        assert unguarded() == [f"{PLANTED} hold pause_tournament"]


def test_every_verb_that_asks_for_no_right_is_known() -> None:
    assert verbs_without_a_right() == text(OWN_VERBS).split()


@pytest.mark.plants
def test_a_verb_for_which_nobody_asks_is_found() -> None:
    source = '"""Planted."""\ndef open_the_gate(tx: ActorTx):\n    gates.open(tx)\n'
    with planted({PLANTED: source}):
        assert set(verbs_without_a_right()) - set(text(OWN_VERBS).split()) == {
            "bot.features.playing.planted_verbs:open_the_gate"
        }


# --- no other source ----------------------------------------------------------------------------------------------


def test_nobody_is_kept_out_by_hand() -> None:
    assert by_hand() == []


@pytest.mark.plants
@pytest.mark.parametrize("line", ["recusal.refuse_self(tx, by, by)", "raise recusal.OwnCase"])
def test_a_guard_by_hand_is_found(line: str) -> None:
    head = '"""Planted."""\nfrom bot.features.tournaments import recusal_verbs as recusal\n'
    source = f"{head}def decide(tx: ActorTx, by):\n    {line}\n"
    with planted({PLANTED: source}):
        assert f"{PLANTED} decide" in by_hand()
