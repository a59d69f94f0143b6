"""A small feature can be taken out: without its folder and its cog, and its lines of the wiring, the bot starts."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.house.planting import Plant, is_found
from tests.house.reading import ROOT, imports, python_files, tree

REMOVABLE: Final = ("decks", "jeek", "ladder", "own_events", "series")
"""The folders of features that nothing names but the wiring and the cog of that name. The list only grows: a feature
that is untied is added here."""
WIRING: Final = "bot/wiring.py"
JOINING: Final = (WIRING, "bot/app.py")
"""What joins the features: by their plugs and messages, and by the names of cogs."""
STARTED: Final = """
import asyncio
from importlib import import_module
from pathlib import Path
from bot.app import TournamentBot
from cogs.routing import CommandTranslator

for file in sorted(Path().glob("bot/**/*.py")) + sorted(Path().glob("cogs/*.py")):
    if file.name != "__main__.py":
        import_module(".".join(file.with_suffix("").parts).removesuffix(".__init__"))

async def start():
    bot = TournamentBot(Path("start.db"))
    await bot.setup_hook()
    told = [await one.get_translated_payload(bot.tree, CommandTranslator()) for one in bot.tree.get_commands()]
    await bot.close()
    print(len(told), "commands")

asyncio.run(start())
"""


class _Without(ast.NodeTransformer):
    """Takes the imports of a feature out, and what is made of them or called as it out of every list and table."""

    def __init__(self, feature: str) -> None:
        self.feature = feature
        self.names: set[str] = set()

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        if f"{node.module}.".startswith(f"bot.features.{self.feature}."):
            self.names.update(one.asname or one.name for one in node.names)
            return None
        return node

    def visit_Tuple(self, node: ast.Tuple) -> ast.Tuple:
        node.elts = [one for one in node.elts if not self._is_of_feature(one)]
        return node

    def visit_Dict(self, node: ast.Dict) -> ast.Dict:
        pairs = [pair for pair in zip(node.keys, node.values, strict=True) if not any(map(self._is_of_feature, pair))]
        node.keys, node.values = [key for key, _ in pairs], [value for _, value in pairs]
        return node

    def _is_of_feature(self, node: ast.expr | None) -> bool:
        if isinstance(node, ast.Constant):
            return bool(node.value == self.feature)
        return node is not None and any(isinstance(one, ast.Name) and one.id in self.names for one in ast.walk(node))


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What a start needs, with the bytecode that is there."""
    folder = tmp_path_factory.mktemp("house")
    for one in ("bot", "cogs", "web", "migrations"):
        shutil.copytree(ROOT / one, folder / one)
    return folder


@contextmanager
def without(copy: Path, feature: str) -> Iterator[None]:
    """Inside, the copy has neither the feature nor its cog, nor what joins them."""
    cogs = list((copy / "cogs").glob(f"{feature}.py"))
    gone = [copy / "bot" / "features" / feature, *cogs]
    assert cogs
    for one in gone:
        one.rename(copy / f"gone_{one.name}")
    for file in JOINING:
        (copy / file).write_text(ast.unparse(_Without(feature).visit(ast.parse((ROOT / file).read_text()))))
    try:
        yield
    finally:
        for one in gone:
            (copy / f"gone_{one.name}").rename(one)


def started(copy: Path) -> str:
    """What the start of the copy says, its faults too."""
    (copy / "start.db").unlink(missing_ok=True)
    done = subprocess.run([sys.executable, "-c", STARTED], cwd=copy, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(
    "feature", [*REMOVABLE[:2], *(pytest.param(one, marks=pytest.mark.long) for one in REMOVABLE[2:])]
)
def test_the_bot_starts_without_the_feature(copy: Path, feature: str) -> None:
    """Every module that is left is imported, the database is opened, all commands are made as Discord is told them."""
    with without(copy, feature):
        assert started(copy).endswith(" commands\n"), started(copy)


def named() -> Iterator[str]:
    """Who imports a removable feature, at a start or later, beside itself, its cog and the wiring."""
    for file in python_files("bot/", "cogs/"):
        for line, name in imports(tree(file)):
            for feature in REMOVABLE:
                own = (f"bot/features/{feature}/", f"cogs/{feature}.py", WIRING)
                if f"{name}.".startswith((f"bot.features.{feature}.", f"cogs.{feature}.")) and not file.startswith(own):
                    yield f"{file}:{line} {name}"


def test_nothing_but_the_wiring_and_its_cog_names_a_feature_that_can_be_taken_out() -> None:
    assert list(named()) == []


@pytest.mark.plants
def test_a_start_that_needs_the_feature_elsewhere_is_found(copy: Path) -> None:
    tied = copy / "bot" / "features" / "desk" / "verbs.py"
    before = tied.read_text()
    with without(copy, "ladder"):
        tied.write_text(
            f"from bot.features.ladder import store\n{before.replace('from __future__', '# from __future__')}"
        )
        assert "No module named 'bot.features.ladder'" in started(copy)
    tied.write_text(before)


@pytest.mark.plants
@pytest.mark.parametrize("name", ["bot.features.decks import store", "cogs.series import find"])
def test_who_names_it_elsewhere_is_found(name: str) -> None:
    late = {"bot/features/planted/verbs.py": f"def ask(tx):\n    from {name}\n"}
    guard = test_nothing_but_the_wiring_and_its_cog_names_a_feature_that_can_be_taken_out
    assert is_found(Plant(guard, r"planted/verbs.py:2", late))
