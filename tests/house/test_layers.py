"""What each role keeps away from: clocks, chance, Discord, strangers. Who may import whom is in test_rooms.py."""

from __future__ import annotations

import ast
import subprocess
import sys

import pytest

from tests.house.reading import ROOT, functions, imports, python_files, tree, walked
from tests.house.rooms import DECIDING, modules_of, role_of
from tools.mapping.rooms import Role

NEVER_IMPORT = {
    (Role.MODEL,): (
        "asyncio", "sqlite3", "socket", "logging", "subprocess", "threading", "time", "random", "secrets", "uuid", "os",
        "pathlib",
    ),
    DECIDING: ("asyncio", "aiosqlite", "sqlite3", "random", "secrets", "time", "aiohttp"),
    (Role.COG,): ("sqlite3", "aiosqlite", "rehearsal"),
}  # fmt: skip

SPEAKS_DISCORD = ("bot/app.py", "bot/running.py", "bot/layout/")
"""The only parts that may know of discord.py, beside the roles of `MAY_SPEAK`."""
MAY_SPEAK = {Role.CARDS, Role.PLUGS, Role.WORKER, Role.COG}

CLOCKLESS = (Role.MODEL, *DECIDING)
CLOCK_CALLS = {"now", "today", "utcnow"}
DOMAIN_BEYOND_STDLIB = {"bot", "confusable_homoglyphs", "rustworkx"}


def speaking() -> list[str]:
    """The files that may."""
    return [
        file for file in python_files("bot/", "cogs/") if file.startswith(SPEAKS_DISCORD) or role_of(file) in MAY_SPEAK
    ]


def below(name: str, roots: tuple[str, ...]) -> bool:
    return any(name == root or name.startswith(f"{root}.") for root in roots)


@pytest.mark.parametrize("roles", NEVER_IMPORT, ids=lambda roles: roles[-1].value)
def test_each_part_keeps_away_from_what_would_give_it_a_clock_a_die_or_a_disk(roles: tuple[Role, ...]) -> None:
    forbidden = [
        f"{file}:{line} imports {name}"
        for file in modules_of(*roles)
        for line, name in imports(tree(file))
        if below(name, NEVER_IMPORT[roles])
    ]
    assert forbidden == []


def test_the_domain_rests_on_the_standard_library_and_two_packages_alone() -> None:
    known = DOMAIN_BEYOND_STDLIB | sys.stdlib_module_names
    strangers = [
        f"{file}:{line} imports {name}"
        for file in modules_of(Role.MODEL)
        for line, name in imports(tree(file))
        if name.partition(".")[0] not in known
    ]
    assert strangers == []


def test_discord_is_known_only_where_the_bot_speaks() -> None:
    elsewhere = [
        f"{file}:{line} imports {name}"
        for file in sorted({*python_files("bot/", "cogs/")} - {*speaking()})
        for line, name in imports(tree(file))
        if below(name, ("discord", "aiohttp"))
    ]
    assert elsewhere == []


def test_cogs_import_each_other_but_nothing_imports_a_cog_except_the_app() -> None:
    importers = {
        file
        for file in python_files("bot/")
        if not file.startswith("bot/app")
        for _, name in imports(tree(file))
        if below(name, ("cogs",))
    }
    assert importers == set()


def test_nobody_needs_the_rehearsal_or_what_it_is_made_of_but_the_lines_that_ask_it_and_start_it() -> None:
    product = python_files("bot/", "cogs/", "web/")
    importers = [
        f"{file}:{line} imports {name}"
        for file in product
        for line, name in imports(tree(file))
        if below(name, ("rehearsal", "simcord", "rich"))
    ]
    starters = [
        file
        for file in product
        for node in walked(tree(file))
        if isinstance(node, ast.Constant) and str(node.value).startswith("rehearsal.")
    ]
    assert (importers, sorted(set(starters))) == (
        [],
        ["bot/__main__.py", "bot/features/tournaments/rehearsing_worker.py"],
    )


def reads_a_clock(node: ast.AST) -> bool:
    """A call such as `x.now()`, or `datetime.now` handed on uncalled; an argument that is called `now` is no clock."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) | ast.Attribute(value=ast.Name(id="datetime" | "date"), attr=name):
            return name in CLOCK_CALLS
        case _:
            return False


def test_rules_and_services_are_told_the_time_and_never_read_it() -> None:
    readings = [
        f"{file}:{node.lineno}"
        for file in modules_of(*CLOCKLESS)
        for node in walked(tree(file))
        if isinstance(node, ast.expr) and reads_a_clock(node)
    ]
    assert readings == []


@pytest.mark.parametrize(
    ("written", "is_clock"),
    [("datetime.now(UTC)", True), ("default_factory(datetime.now)", True), ("date.today()", True), ("case.now", False)],
)
def test_the_search_for_clocks_knows_one_when_it_sees_it(written: str, is_clock: bool) -> None:
    assert any(reads_a_clock(node) for node in ast.walk(ast.parse(written))) is is_clock


def test_services_are_plain_functions_that_cannot_await() -> None:
    waiting = [
        f"{file}:{function.name}"
        for file in modules_of(*CLOCKLESS)
        for function in functions(tree(file))
        if isinstance(function, ast.AsyncFunctionDef)
    ]
    assert waiting == []


def test_the_draw_is_the_only_chance_there_is() -> None:
    dice = [
        f"{file}:{line}"
        for file in python_files("bot/", "cogs/", "web/")
        for line, name in imports(tree(file))
        if below(name, ("random", "numpy"))
    ]
    assert dice == []


def test_what_the_bot_asks_of_the_rehearsal_brings_none_of_what_that_is_made_of_into_its_process() -> None:
    asked = "import sys, rehearsal.turnout; print(sorted(one for one in sys.modules if one.split('.')[0] in sys.argv))"
    heavy = ("simcord", "rich", "discord", "cogs")
    told = subprocess.run((sys.executable, "-c", asked, *heavy), cwd=ROOT, capture_output=True, text=True, check=True)
    assert told.stdout.strip() == "[]"
