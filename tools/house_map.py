"""Holds the map of the house to come against the modules of today.

    python -m tools.house_map [--breaches] [--circles] [--sizes]

Where each module goes stands in `tools/house_map.tsv`, and with `path:name` where a single name goes that its module
does not keep. Without an option the figures are told, and what of the map is not true any more; that alone fails.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.house.reading import python_files, text
from tools.mapping import chart as charts
from tools.mapping import findings
from tools.mapping.graph import Parsed, Use, parsed, uses

MOST_TOLD = 12


def main() -> int:
    """Tells what was asked; 1 where the map has a hole."""
    arguments = _arguments()
    chart = charts.load()
    modules = parsed({path: text(path) for path in python_files("bot/", "cogs/")})
    used = list(uses(modules))
    found = findings.edges(chart, used)
    holes = [f"not on the map: {one}" for one in charts.unmapped(chart, modules)]
    holes += [f"on the map and gone: {one}" for one in charts.gone(chart, modules)]
    for line in (*holes, *_figures(chart, modules, found)):
        print(line)
    for asked, told in (
        (arguments.breaches, _breaches(found)),
        (arguments.circles, _circles(found, findings.edges(chart, used, typing=True))),
        (arguments.sizes, _sizes(findings.house(chart, modules, found))),
    ):
        for line in told if asked else ():
            print(line)
    return 1 if holes else 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--breaches", action="store_true", help="every import against the order, with a cure")
    parser.add_argument("--circles", action="store_true", help="every circle with the names that make it")
    parser.add_argument("--sizes", action="store_true", help="every module to come with its lines")
    return parser.parse_args()


def _figures(chart: charts.Chart, modules: Mapping[str, Parsed], found: findings.Edges) -> Iterator[str]:
    made = findings.house(chart, modules, found)
    broken = findings.breaches(found)
    loops, roles = findings.module_circles(found), findings.role_circles(found)
    pairs = findings.mutual_pairs(found)
    yield f"files {len(modules)} -> {len(made.lines)}, median {made.median:g} lines, imports {made.share:.1%} of code"
    yield f"over {findings.LONGEST} lines: " + _named(made, lambda lines: lines > findings.LONGEST)
    yield f"under {findings.SHORTEST} lines: " + _named(made, lambda lines: lines < findings.SHORTEST)
    yield f"breaches {len(broken)}: " + ", ".join(f"{rule} {n}" for rule, n in Counter(b.rule for b in broken).items())
    yield f"circles between modules {len(loops)}, of {sum(map(len, loops))} modules; between features by role: " + (
        "; ".join(f"{role} {[len(one) for one in some]}" for role, some in roles.items()) or "none"
    )
    yield f"pairs of features that need each other over all roles: {len(pairs)}: " + ", ".join(
        f"{a}/{b} {there}+{back}" for (a, b), (there, back) in pairs.items()
    )
    for names, some in findings.knows_discord(chart, modules).items():
        yield f"{names} in {len(some)} modules that are to know nothing of Discord, such as {some[0]}"


def _named(made: findings.House, is_meant: Callable[[int], bool]) -> str:
    some = [
        f"{path} {n}" for path, n in sorted(made.lines.items()) if is_meant(n) and not path.endswith("/__init__.py")
    ]
    return f"{len(some)} " + ", ".join(some)


def _breaches(found: findings.Edges) -> Iterator[str]:
    for one in findings.breaches(found):
        yield f"\n{one.user} -> {one.used}: {one.rule}"
        yield f"  names: {', '.join(one.names[:MOST_TOLD])}"
        yield f"  by: {', '.join(one.by[:MOST_TOLD])}"
        yield f"  cure: {one.cure}"


def _circles(found: findings.Edges, typed: findings.Edges) -> Iterator[str]:
    for loop in findings.module_circles(found):
        yield f"\ncircle of {len(loop)}: {', '.join(loop)}"
        yield from (_edge(here, there, some) for here, there, some in findings.loop_edges(found, loop))
    for role, loops in findings.role_circles(found).items():
        for rooms in loops:
            yield f"\n{role} of {', '.join(rooms)}"
            yield from (_edge(here, there, some) for here, there, some in findings.role_edges(found, role, rooms))
    for (here, there), some in sorted(typed.items()):
        if (there, here) in found:
            yield f"for types alone: {here} -> {there}: {', '.join(sorted({one.name for one in some}))}"


def _edge(here: str, there: str, some: Sequence[Use]) -> str:
    names = sorted({f"{one.used.removesuffix('.py')}:{one.name}" for one in some})
    users = sorted({one.by for one in some})
    return f"  {here} -> {there}: {', '.join(names[:MOST_TOLD])} (by {', '.join(users[:MOST_TOLD])})"


def _sizes(made: findings.House) -> Iterator[str]:
    yield from (f"{lines:5} {path}" for path, lines in sorted(made.lines.items()))


if __name__ == "__main__":
    sys.exit(main())
