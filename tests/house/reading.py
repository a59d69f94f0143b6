"""How the house tests read the house: its files, their trees, their imports."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


_PLANTED: dict[str, str] = {}


@contextmanager
def planted(sources: Mapping[str, str]) -> Iterator[None]:
    """Inside, the house has these files too, or has them so: what a guard must find, without touching the disk."""
    _PLANTED.update(sources)
    try:
        yield
    finally:
        for name in sources:
            del _PLANTED[name]


def files() -> tuple[str, ...]:
    """Every file of the repository, new ones included and ignored ones not, as paths from its root."""
    return tuple(sorted({*_listed(), *_PLANTED})) if _PLANTED else _listed()


@cache
def _listed() -> tuple[str, ...]:
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()
    return tuple(sorted(name for name in set(listed) if (ROOT / name).is_file()))


def python_files(*places: str) -> list[str]:
    """The Python files below the places named; the places are folders or files of the repository's root."""
    return [name for name in files() if name.endswith(".py") and name.startswith(places)]


def data(name: str) -> bytes:
    """What the file holds."""
    return _PLANTED[name].encode() if name in _PLANTED else (ROOT / name).read_bytes()


def text(name: str) -> str:
    """What the file says."""
    return _PLANTED[name] if name in _PLANTED else _read(name)


@cache
def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def tree(name: str) -> ast.Module:
    """The syntax tree of a Python file."""
    return parsed(text(name))


@cache
def parsed(source: str) -> ast.Module:
    """The tree of a text; each text is parsed once in a run."""
    return ast.parse(source)


@cache
def walked(module: ast.Module) -> tuple[ast.AST, ...]:
    """Every node of a module; most tests want all of them, and walking costs more than what they then ask."""
    return tuple(ast.walk(module))


def imports(module: ast.Module) -> Iterator[tuple[int, str]]:
    """The line and full name of everything imported anywhere in a module, `from a import b` giving `a.b`."""
    return _imports(walked(module))


def _imports(nodes: Iterable[ast.AST]) -> Iterator[tuple[int, str]]:
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module}.{alias.name}") for alias in node.names)


@cache
def running_imports(module: ast.Module) -> frozenset[str]:
    """What a module imports, without what stands under `if TYPE_CHECKING`."""
    apart = [one for one in module.body if not (isinstance(one, ast.If) and "TYPE_CHECKING" in ast.unparse(one.test))]
    return frozenset(name for one in apart for _, name in _imports(ast.walk(one)))


@cache
def functions(module: ast.Module) -> tuple[ast.FunctionDef | ast.AsyncFunctionDef, ...]:
    """Every function of a module, methods and inner functions included."""
    return tuple(one for one in walked(module) if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def words(module: ast.Module) -> frozenset[str]:
    """Every name that a module writes or reads, a dotted one as its parts."""
    kinds = ("id", "attr", "arg", "name", "module")
    named = (getattr(node, kind, None) for node in walked(module) for kind in kinds)
    return frozenset(part for name in named if isinstance(name, str) for part in name.split("."))


def length(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function, its docstring left out."""
    whole = (function.end_lineno or function.lineno) - function.lineno + 1
    if ast.get_docstring(function) is None:
        return whole
    docstring = function.body[0]
    return whole - ((docstring.end_lineno or docstring.lineno) - docstring.lineno + 1)
