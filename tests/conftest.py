"""What every test has: the hypothesis profile, a clean environment, and `--rule ID` to run what cites a rule."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, settings

from bot import wiring
from bot.kernel import context, database
from bot.living import commands
from tests import empty_database, on_postgres, plans, portable, values
from tests.hall.hall import Hall

# What ten thousand tests keep would be looked through again and again.
gc.set_threshold(20_000, 20, 50)

IS_LONG = bool(os.environ.get("LONG"))
"""Whether this is a part of the long run (`make long`), in which everything is done, and done more often."""

settings.register_profile(
    "arbiter",
    deadline=None,
    max_examples=1000 if IS_LONG else 20,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("arbiter")
wiring.join()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--rule ID`, which may be given several times, and `--part N/M`."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="run only tests that cite this rule")
    parser.addoption("--part", default="1/1", metavar="N/M", help="run only one of so many parts, mixed by chance")


def cited_rules(item: pytest.Item) -> set[str]:
    """The rule ids in the markers of a test, its parameters, class and module."""
    return {rule for marker in item.iter_markers("rule") for rule in marker.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the tests that cite one of the rules asked for, when any is; what waits for processes begins first.

    A minute of waiting that begins last would be waited for by a whole run. What is marked `long` is left to the long
    run, or to who asks for its rule.
    """
    items.sort(key=lambda item: "wire" not in item.path.parts)
    _keep(config, items, partial(is_of_part, config.getoption("--part")))
    wanted = set(config.getoption("--rule"))
    if IS_LONG and not wanted:
        return
    is_asked_for = (lambda item: bool(cited_rules(item) & wanted)) if wanted else (lambda item: not is_long(item))
    _keep(config, items, is_asked_for)


def _keep(config: pytest.Config, items: list[pytest.Item], is_asked_for: Callable[[pytest.Item], bool]) -> None:
    left_out = [item for item in items if not is_asked_for(item)]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = filter(is_asked_for, items)


def is_of_part(part: str, item: pytest.Item) -> bool:
    """Whether the test is in the part, "3/12" for the third of twelve: by its name, so in the same one each time."""
    number, of = map(int, part.split("/"))
    return crc32(item.nodeid.encode()) % of == number - 1


def is_long(item: pytest.Item) -> bool:
    """Whether the test is left to the long run."""
    return item.get_closest_marker("long") is not None


def pytest_collection_finish() -> None:
    """What was imported and collected stays: the collector need not look through it again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture
def hall() -> Iterator[Hall]:
    """A community with an organiser on a database of its own."""
    opened = Hall()
    yield opened
    opened.close()


@pytest.fixture(params=[False, True], ids=["file", "server"])
def either_hall(request: pytest.FixtureRequest) -> Iterator[Hall]:
    """As `hall`, in a file and on a server."""
    opened = Hall(on_server=request.param)
    yield opened
    opened.close()


@pytest.fixture(autouse=True)
def _no_settings_from_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own token and addresses must not reach a test."""
    for key in [key for key in os.environ if key == "DISCORD_TOKEN" or key.startswith("ARBITER_")]:
        monkeypatch.delenv(key)


@pytest.fixture(autouse=True)
def _databases_on_a_server_go_with_their_test() -> Iterator[None]:
    yield
    on_postgres.drop_used()


@pytest.fixture(scope="session", autouse=True)
def _plans_are_looked_at() -> Iterator[None]:
    """Every statement that the bot runs in any test is looked at once: how SQLite would find its rows."""
    with pytest.MonkeyPatch.context() as patch:
        refuse = context.refuse_unless_about_rows

        def refuse_and_look(sql: str) -> None:
            refuse(sql)
            plans.look_at(sql)

        patch.setattr(context, "refuse_unless_about_rows", refuse_and_look)
        yield


@pytest.fixture(scope="session", autouse=True)
def _values_are_looked_at() -> Iterator[None]:
    """Whatever is given with a statement in any test is of the kind that its place has."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("execute", "fetch_one", "fetch_all"):
            patch.setattr(context.Work, name, _looking(getattr(context.Work, name)))
        patch.setattr(context.Work, "execute_many", _looking_at_each(context.Work.execute_many))
        yield


def _looking(run: Callable[..., Any]) -> Callable[..., Any]:
    def look_and_run(work: context.Work, sql: str, params: context.Parameters = ()) -> Any:
        values.look_at(sql, params)
        return run(work, sql, params)

    return look_and_run


def _looking_at_each(run: Callable[..., int]) -> Callable[..., int]:
    def look_and_run(work: context.Work, sql: str, rows: Iterable[context.Parameters]) -> int:
        each = list(rows)
        for params in each:
            values.look_at(sql, params)
        return run(work, sql, each)

    return look_and_run


@pytest.fixture(autouse=True)
def _nothing_walks_a_growing_table() -> Iterator[None]:
    """A statement that costs what other servers hold, or is not for both databases, fails the test that ran it."""
    yield
    portable.refuse_what_one_takes()
    values.refuse_what_is_misgiven()
    plans.refuse_walks()


@pytest.fixture(scope="session", autouse=True)
def _no_machine_loses_its_power() -> Iterator[None]:
    """Waiting for the disk was a third of the time of an end-to-end test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(database, "connect_to_write", empty_database.connect)
        yield


@pytest.fixture(scope="session", autouse=True)
def _commands_are_described_once() -> Iterator[None]:
    """A bot with the commands of an earlier one takes its descriptions: half of opening a stage went into them."""
    described: dict[str, Any] = {}
    real = commands._payloads

    async def payloads(tree: Any) -> Any:
        asked = " ".join(one.qualified_name for one in tree.walk_commands())
        if asked not in described:
            described[asked] = await real(tree)
        return described[asked]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(commands, "_payloads", payloads)
        yield
