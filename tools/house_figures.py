"""Counts how large the house is, how its parts hang together, and what a press costs.

    python -m tools.house_figures [--only PART]... [--json]
    python -m tools.house_figures --statements VERB

The first prints the figures; the parts are rooms, functions, formats, features, rows, modules, width and verbs.
The second prints every statement that a verb runs between BEGIN and COMMIT, and who asked for it: what can be cut.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.figures import report
from tools.figures.parts import PARTS
from tools.figures.statements import statement_map
from tools.figures.verbs import VERBS, costs


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", action="append", choices=list(PARTS), help="this part alone; may be given again")
    parser.add_argument("--json", action="store_true", help="for programs")
    parser.add_argument("--statements", metavar="VERB", action="append", choices=VERBS, help=", ".join(VERBS))
    return parser.parse_args()


def _report(arguments: argparse.Namespace) -> str:
    if arguments.statements:
        found = costs()
        return "\n".join(statement_map(verb, found[verb].press.statements) for verb in arguments.statements)
    figures = {name: count() for name, count in PARTS.items() if name in (arguments.only or PARTS)}
    return json.dumps(figures, ensure_ascii=False, indent=1) if arguments.json else report.text(figures)


if __name__ == "__main__":
    print(_report(_arguments()))
