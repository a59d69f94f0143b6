"""Carries out a part of the map: moves and joins its modules, and finds them again for whoever imports them.

    python -m tools.move_modules bot/features/evidence cogs/evidence [--write]

A part is named by how its targets begin. Without `--write` nothing is changed, and what would stop it is told: names
that clash in their new module (give one another name in `tools/house_map.tsv`: `path:name`, then `target:new_name`),
modules used as a whole, names that a local one hides. With it, rulers of style put imports in order afterwards.
"""

from __future__ import annotations

import argparse
import ast
import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house.reading import ROOT, files, python_files, text
from tools.mapping import chart as charts
from tools.mapping.graph import module_name, parsed
from tools.moving.joining import join
from tools.moving.plan import Plan
from tools.moving.rewriting import rewritten

PRODUCT = ("bot/", "cogs/")
USERS = ("bot/", "cogs/", "tests/", "rehearsal/", "wire/", "tools/", "benchmarks/", "migrations/")
TEXTS = (".py", ".toml", ".tsv", ".txt", ".md", ".cfg", ".yml")
NOT_REWRITTEN = ("CHANGELOG.md", "tools/house_map.tsv")
SERVICES = "bot/services/"
KEEPS_NAMES = "bot/features/tournaments/recusal_verbs.py"
_SAID = frozenset({tokenize.STRING, tokenize.COMMENT})
_PATH = re.compile(r"\b(?:bot|cogs)(?:[./]\w+)+")


def main() -> int:
    """Tells or does it; 1 where something has to be decided first."""
    arguments = _arguments()
    chart = charts.load()
    modules = parsed({path: text(path) for path in python_files(*PRODUCT)})
    targets = {*chart.modules.values(), *chart.names.values()}
    chosen = frozenset(one for one in targets if one.startswith(tuple(arguments.parts)))
    plan = Plan(chart, modules, chosen)
    made = {target: join(plan, target) for target in sorted(chosen) if plan.parts(target)}
    others = dict(_others(plan))
    problems = [problem for one in made.values() for problem in one.problems]
    problems += [problem for _, found in others.values() for problem in found]
    for line in sorted(set(problems)):
        print(line)
    print(
        f"{len(plan.leaving)} modules become {len(made)}; {len(others)} other files change; {len(set(problems))} open"
    )
    stops = [one for one in problems if one.startswith("clash") or "hides" in one]
    if not arguments.write or (stops and not arguments.anyway):
        return 1 if stops else 0
    _write(plan, {path: one.text for path, one in made.items()}, {path: new for path, (new, _) in others.items()})
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("parts", nargs="+", help="how the targets begin, such as bot/features/evidence")
    parser.add_argument("--write", action="store_true", help="do it")
    parser.add_argument("--anyway", action="store_true", help="do it though names clash; ruff and mypy tell where")
    return parser.parse_args()


def _others(plan: Plan) -> Iterator[tuple[str, tuple[str, list[str]]]]:
    leaving = plan.leaving
    touched = {*leaving, *(path for (path, _), then in plan.chart.names.items() if then in plan.chosen)}
    spoken = re.compile("|".join(rf"\b{re.escape(module_name(path).rpartition('.')[2])}\b" for path in touched) or "$^")
    for path in python_files(*USERS):
        if path not in leaving and (path in touched or spoken.search(text(path))):
            new, problems = rewritten(plan, path, text(path))
            if new != text(path) or problems:
                yield path, (new, problems)


def _write(plan: Plan, made: Mapping[str, str], others: Mapping[str, str]) -> None:
    for path, new in others.items():
        (ROOT / path).write_text(new, encoding="utf-8")
    for target, new in made.items():
        parts = [path for path, names in plan.parts(target) if names is None]
        (ROOT / target).parent.mkdir(parents=True, exist_ok=True)
        if parts and target not in parts:
            _git("mv", max(parts, key=lambda path: len(plan.modules[path].text)), target)
        (ROOT / target).write_text(new, encoding="utf-8")
    for path in (*plan.leaving, *plan.dropped()):
        if path not in made and (ROOT / path).exists():
            _git("rm", "-q", "-f", path)
    _make_packages(made)
    _rewrite_texts(plan)
    _keep_names(plan)
    _forget(plan)
    _git("add", "-A")
    for order in (["check", "--fix", "-q", "--select", "I,F401,F811"], ["format", "-q"]):
        subprocess.run([str(ROOT / ".venv/bin/ruff"), *order], cwd=ROOT, check=False)


def _git(*order: str) -> None:
    subprocess.run(["git", *order], cwd=ROOT, check=True)


def _make_packages(made: Mapping[str, str]) -> None:
    for target in made:
        for folder in Path(target).parents:
            if str(folder) not in {".", "bot", "cogs"} and not (ROOT / folder / "__init__.py").exists():
                words = "Features: a folder each." if folder.name == "features" else f"{folder.name.capitalize()}."
                (ROOT / folder / "__init__.py").write_text(f'"""{words}"""\n', encoding="utf-8")


def _rewrite_texts(plan: Plan) -> None:
    """Modules and names that are spoken of in strings: patch targets, tables of mutants, pages."""
    for name in files():
        path = ROOT / name
        if not name.endswith(TEXTS) or name in NOT_REWRITTEN or not path.exists():
            continue
        old = path.read_text(encoding="utf-8")
        new = _in_words(old, partial(_moved_words, plan)) if name.endswith(".py") else _moved_words(plan, old)
        if new != old:
            path.write_text(new, encoding="utf-8")


def _moved_words(plan: Plan, text_of: str) -> str:
    return _PATH.sub(lambda found: _place_in_words(plan, found[0]), text_of)


def _in_words(source: str, change: Callable[[str], str]) -> str:
    """The source with what it says in strings and comments changed, and nothing of its code."""
    lines = source.splitlines(keepends=True)
    found = [one for one in tokenize.generate_tokens(io.StringIO(source).readline) if one.type in _SAID]
    for token in reversed(found):
        (first, start), (last, end) = token.start, token.end
        new = lines[first - 1][:start] + change(token.string) + lines[last - 1][end:]
        lines[first - 1 : last] = [new]
    return "".join(lines)


def _place_in_words(plan: Plan, words: str) -> str:
    if "/" in words:
        bare = words.removesuffix(".py")
        then = plan.chart.modules.get(f"{bare}.py", "")
        return then.removesuffix(".py") + words.removeprefix(bare) if then in plan.chosen else words
    parts = words.split(".")
    for length in range(len(parts), 1, -1):
        if (path := plan.by_module.get(".".join(parts[:length]))) is None:
            continue
        place = plan.place(path, parts[length]) if length < len(parts) else None
        if place is not None and place.path in plan.chosen:
            return ".".join((place.module, place.name, *parts[length + 1 :]))
        if path in plan.leaving:
            return ".".join((module_name(plan.chart.target(path)), *parts[length:]))
        break
    return words


def _keep_names(plan: Plan) -> None:
    """Verbs that can be done later lie in files under the name of where they stood first."""
    moved = plan.chart.target(KEEPS_NAMES)
    path = ROOT / (moved if moved in plan.chosen else KEEPS_NAMES)
    rows = []
    for here in sorted(plan.leaving):
        for name in plan.modules[here].defined if here.startswith(SERVICES) else ():
            verb = next((one for one in plan.modules[here].defined[name] if isinstance(one, ast.FunctionDef)), None)
            if verb is not None and any(ast.unparse(one) == "repeatable" for one in verb.decorator_list):
                first = module_name(here).removeprefix(module_name(SERVICES))
                rows.append(f'    "{module_name(plan.chart.target(here, name))}:{name}": "{first}:{name}",\n')
    if rows:
        head, table, rest = path.read_text(encoding="utf-8").partition("KEPT_AS: Final[Mapping[str, str]] = {")
        old, end, after = rest.partition("}\n")
        path.write_text(head + table + old.rstrip() + "\n" + "".join(rows) + end + after, encoding="utf-8")


def _forget(plan: Plan) -> None:
    """What is done goes from the map."""
    chart = plan.chart
    kept = charts.Chart(
        {path: then for path, then in chart.modules.items() if then not in plan.chosen and path not in plan.dropped()},
        {key: then for key, then in chart.names.items() if then not in plan.chosen},
        chart.renamed,
    )
    charts.TABLE.write_text(charts.written(kept), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
