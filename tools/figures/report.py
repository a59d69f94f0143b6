"""The figures as people read them: Markdown, a heading for each part."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from benchmarks.presses.measure import table
from tools.figures.joints import SHORT
from tools.figures.sizes import MOST_COMPLEX
from tools.figures.width import SMALL

Figures = Mapping[str, Any]
Rows = Sequence[Mapping[str, Any]]


def text(figures: Mapping[str, Figures]) -> str:
    """Each part that was counted under its own heading."""
    told = (line for name, found in figures.items() for line in (f"## {name.capitalize()}", *_TOLD[name](found)))
    return "\n\n".join(told)


def _rooms(found: Figures) -> Iterator[str]:
    yield "Code is what is left without docstrings, comments and blank lines."
    yield _table(found["rooms"])


def _functions(found: Figures) -> Iterator[str]:
    yield "Lines of functions, docstrings left out; what follows leaves the rehearsals out."
    yield _table(found["lengths"])
    yield "Files by their lines: " + _list(found["files_by_size"])
    yield _table([{"file": one["path"], "lines": one["value"]} for one in found["largest_files"]])
    worst = found["complex"]
    yield f"{len(worst)} functions have a complexity over {MOST_COMPLEX}, branches in comprehensions counted:"
    yield _table([_spot(one) | {"complexity": one["value"]} for one in worst])
    shims = found["shims"]
    names = Counter(one["name"] for one in shims)
    yield f"{len(shims)} private shims: {_list(dict(names.most_common()))}"
    yield _table([_spot(one) for one in shims])


def _formats(found: Figures) -> Iterator[str]:
    askers = found["askers"]
    lines = sum(one["lines"] for one in askers)
    yield f"`FormatName` is asked in {lines} lines of {len(askers)} files outside the formats' own."
    yield _table(askers)


def _capabilities(found: Figures) -> Iterator[str]:
    for where, pairs in found.items():
        mutual, ways = pairs["mutual"], pairs["from_core"]
        yield (
            f"{where.capitalize()}: {len(mutual)} of {pairs['possible']} pairs of folders import each other,"
            f" {len(pairs['mutual_without_core'])} of them without the core;"
            f" the core imports features {sum(ways.values())} times."
        )
        yield _table(mutual)
        yield "From the core: " + _list(ways)


def _rows(found: Figures) -> Iterator[str]:
    stores = found["stores"]
    writing, reading, described = (sum(one[kind] for one in stores) for kind in ("writing", "reading", "described"))
    yield (
        f"{writing} lines write rows by hand and {reading} read them, {writing + reading} together;"
        f" {described} describe tables. The stores have {found['lines']} lines, {found['code']} of them code."
    )
    yield _table(stores)


def _modules(found: Figures) -> Iterator[str]:
    alone = found["one_importer"]
    short = [one for one in alone if one["lines"] < SHORT]
    yield (
        f"{len(alone)} of {found['modules']} modules have one importer, {len(short)} of them under {SHORT} lines."
        f" Imports take {found['import_lines']} lines."
    )
    yield _table(short)


def _width(found: Figures) -> Iterator[str]:
    yield (
        f"{found['files']} files of a median of {found['median']:g} lines, {found['small']} of them under {SMALL}."
        f" {found['code']} lines of code and {found['imports']} of imports beside them, {found['share']:.1%}."
        f" {found['one_importer']} modules have one importer."
    )
    yield f"{len(found['twice'])} names of classes stand twice or more: {', '.join(found['twice'])}"
    yield f"Circles between modules: {'; '.join(' and '.join(loop) for loop in found['circles']) or 'none'}."


def _verbs(found: Figures) -> Iterator[str]:
    yield (
        "Statements are those that units of work run between BEGIN and COMMIT; what is read again repeats an earlier"
        " read of its unit, values included; reads outside are on the reading connection. Functions and files are of"
        " `bot/` and `cogs/`, for the press alone; until rest is with all that it wakes. To register, to dispute and"
        " to rule are two presses each, all others are one. Nine arbiters are on duty for the eight matches."
    )
    yield _table(found["verbs"])


def _table(rows: Rows) -> str:
    if not rows:
        return "None."
    return table([name.replace("_", " ") for name in rows[0]], [list(one.values()) for one in rows])


def _spot(one: Mapping[str, Any]) -> dict[str, Any]:
    return {"place": f"{one['path']}:{one['line']}", "function": one["name"]}


def _list(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {many}" for name, many in counts.items()) or "none"


_TOLD: Final[Mapping[str, Callable[[Figures], Iterator[str]]]] = MappingProxyType(
    {
        "rooms": _rooms,
        "functions": _functions,
        "formats": _formats,
        "features": _capabilities,
        "rows": _rows,
        "modules": _modules,
        "width": _width,
        "verbs": _verbs,
    }
)
