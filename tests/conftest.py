"""What every test has: the hypothesis profile, a clean environment, and `--rule ID` to run what cites a rule."""

from __future__ import annotations

import gc
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from bot import wiring
from bot.kernel import context
from tests import plans

# What ten thousand tests keep would be looked through again and again.
gc.set_threshold(20_000, 20, 50)

settings.register_profile(
    "arbiter", deadline=None, max_examples=40, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("explore", parent=settings.get_profile("arbiter"), max_examples=1000, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "arbiter"))
wiring.join()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds `--rule ID`, which may be given several times."""
    parser.addoption("--rule", action="append", default=[], metavar="ID", help="run only tests that cite this rule")


def pytest_report_header() -> str:
    """Says which tenth of the table of flipped settings this run plays."""
    part = flips_of_today()
    return f"flips: part {part} of 0 to 9, by the commit; FLIPS={part} plays it again"


def flips_of_today() -> int:
    """The tenth of this run: what `FLIPS` says, or what falls to the commit; 0 where there is no commit."""
    if "FLIPS" in os.environ:
        return int(os.environ["FLIPS"])
    asked = ("git", "rev-parse", "HEAD")
    try:
        found = subprocess.run(asked, cwd=Path(__file__).parent, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    return int(found.stdout[:8], 16) % 10


def cited_rules(item: pytest.Item) -> set[str]:
    """The rule ids in the markers of a test, its parameters, class and module."""
    return {rule for marker in item.iter_markers("rule") for rule in marker.args}


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keeps the tests that cite one of the rules asked for, when any is; what waits for processes begins first.

    A minute of waiting that begins last would be waited for by a whole run.
    """
    items.sort(key=lambda item: "wire" not in item.path.parts)
    wanted = set(config.getoption("--rule"))
    if not wanted:
        return
    kept = [item for item in items if cited_rules(item) & wanted]
    config.hook.pytest_deselected(items=[item for item in items if item not in kept])
    items[:] = kept


@pytest.fixture(autouse=True)
def _no_settings_from_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """A developer's own token and addresses must not reach a test."""
    for key in [key for key in os.environ if key == "DISCORD_TOKEN" or key.startswith("ARBITER_")]:
        monkeypatch.delenv(key)


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


@pytest.fixture(autouse=True)
def _nothing_walks_a_growing_table() -> Iterator[None]:
    """A statement that costs what other servers hold fails the test that ran it first."""
    yield
    plans.refuse_walks()
