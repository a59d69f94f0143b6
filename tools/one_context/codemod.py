# ruff: noqa: ARG002, C901, E501, N815, PLW2901, SIM102, C416, RUF021
"""Rewrite `work, occasion, presser` to one `tx`, in the whole tree and in place: `python tools/one_context/codemod.py`."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeAlias

ROOT = Path(__file__).resolve().parents[2]
HERE = "tools/one_context/"
BY_HAND = {
    "bot/storage/work.py",
    "bot/storage/database.py",
    "bot/storage/connection.py",
    "bot/storage/context.py",
    "bot/units_of_work.py",
    "bot/domain/ids.py",
    "bot/domain/community.py",
    "bot/services/event_kinds.py",
    "bot/services/wishes.py",
    "bot/doctor.py",
    "tests/services/hall.py",
    "benchmarks/arena_evening.py",
    "tools/figures/watching.py",
    "tests/house/test_plans.py",
    "tests/storage/seats.py",
    "tests/storage/test_database.py",
    "cogs/press.py",
    "benchmarks/storage.py",
}
RAW_FOLDERS = ("tests/storage/", "tests/storage_files")
ROLES = {"Work": "W", "Occasion": "O", "Presser": "P"}
NAMES = {"work": "W", "occasion": "O", "presser": "P"}
WRITING = {"execute", "execute_many", "part", "touched"}
TYPE = {(False, False): "Query", (True, False): "Tx", (False, True): "ActorQuery", (True, True): "ActorTx"}
ATTRS = {"work": "W", "_work": "W", "occasion": "O", "_occasion": "O", "presser": "P", "_presser": "P"}
WRITES_BY_HAND = {"bot.services.team_play.stay_on:lose_game"}
"""Functions and types that write where the graph does not see it: `module:qualname`."""
QUERIES_BY_HAND = {f"bot.services.match_times.proposing:{name}" for name in ("may_propose", "may_propose_at")}
"""Functions that read, though the graph says that they write: the hand patch changes what they call."""
Function: TypeAlias = "ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda"


def say(*what: object) -> None:
    print(*what)


def annotation_role(node: ast.expr | None) -> str | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return ROLES.get(node.value)
    if isinstance(node, ast.Name):
        return ROLES.get(node.id)
    if isinstance(node, ast.BinOp) and isinstance(node.left, ast.Name) and node.left.id == "Occasion":
        return "O"
    return None


@dataclass(eq=False)
class Func:
    """A function that takes one of the three."""

    module: Module
    node: Any
    qualname: str
    in_class: ast.ClassDef | None
    roles: dict[str, tuple[int, str]] = field(default_factory=dict)
    """By the role, the position (without self) and the name."""
    writes: bool = False
    calls: list[Any] = field(default_factory=list)
    used: bool = False

    @property
    def key(self) -> str:
        return f"{self.module.dotted}:{self.qualname}"

    @property
    def type_name(self) -> str:
        return TYPE[self.writes, "P" in self.roles]


@dataclass(eq=False)
class Module:
    path: str
    source: bytes
    tree: ast.Module
    imports: dict[str, str] = field(default_factory=dict)
    defs: dict[str, Any] = field(default_factory=dict)
    """Top-level functions and classes."""
    line_starts: list[int] = field(default_factory=list)

    @property
    def dotted(self) -> str:
        return self.path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")

    def at(self, line: int, column: int) -> int:
        return self.line_starts[line - 1] + column

    def span(self, node: Any) -> tuple[int, int]:
        return self.at(node.lineno, node.col_offset), self.at(node.end_lineno, node.end_col_offset)


def parameters(node: Function) -> list[ast.arg]:
    return [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]


class House:
    """All modules."""

    def __init__(self, paths: list[str]) -> None:
        self.modules: dict[str, Module] = {}
        self.funcs: dict[Any, Func] = {}
        self.methods: dict[str, list[Func]] = defaultdict(list)
        self.class_attr: dict[ast.ClassDef, Func] = {}
        for path in paths:
            source = (ROOT / path).read_bytes()
            module = Module(path, source, ast.parse(source))
            starts = [0]
            for line in source.splitlines(keepends=True):
                starts.append(starts[-1] + len(line))
            module.line_starts = starts
            self.modules[module.dotted] = module
            for top in ast.walk(module.tree):
                if isinstance(top, ast.ImportFrom) and top.module:
                    for one in top.names:
                        module.imports[one.asname or one.name] = f"{top.module}.{one.name}"
                elif isinstance(top, ast.Import):
                    for one in top.names:
                        module.imports[one.asname or one.name] = one.name
            for statement in module.tree.body:
                if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                    module.defs[statement.name] = statement
        for module in self.modules.values():
            self._find_functions(module, module.tree, "", None, None)

    def _find_functions(
        self, module: Module, node: ast.AST, prefix: str, owner: ast.ClassDef | None, call: Any
    ) -> None:
        for child in ast.iter_child_nodes(node):
            inner, inner_prefix = owner, prefix
            if isinstance(child, ast.ClassDef):
                inner, inner_prefix = child, f"{prefix}{child.name}."
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
                name = getattr(child, "name", "<lambda>")
                is_method = owner is not None and isinstance(node, ast.ClassDef)
                func = Func(module, child, f"{prefix}{name}", owner if is_method else None)
                self._find_roles(func, call)
                if func.roles:
                    self.funcs[child] = func
                    if is_method:
                        self.methods[name].append(func)
                inner_prefix = f"{prefix}{name}."
                inner = None
            self._find_functions(module, child, inner_prefix, inner, child if isinstance(child, ast.Call) else call)

    def _find_roles(self, func: Func, call: Any) -> None:
        node = func.node
        some = parameters(node)
        is_static = any(
            isinstance(one, ast.Name) and one.id == "staticmethod" for one in getattr(node, "decorator_list", [])
        )
        if func.in_class is not None and some and not is_static:
            some = some[1:]
        in_tests = "tests/" in func.module.path
        for number, one in enumerate(some):
            role = annotation_role(one.annotation)
            is_loose = one.annotation is None or (in_tests and ast.unparse(one.annotation) in {"Any", "object"})
            if role is None and is_loose and one.arg in NAMES and (isinstance(node, ast.Lambda) or in_tests):
                role = NAMES[one.arg]
                if role == "P" and "W" not in func.roles:
                    role = None
            if role is not None and role not in func.roles:
                func.roles[role] = (number, one.arg)
        # What is handed to `do` is called with the work and the occasion, whatever it names them.
        if isinstance(node, ast.Lambda) and isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute):
            if node in call.args and call.func.attr in {"do", "ask"} and some and call.args.index(node) == 0:
                func.roles["W"] = (0, some[0].arg)
                if call.func.attr == "do" and len(some) > 1:
                    func.roles["O"] = (1, some[1].arg)
        if "W" in func.roles and "O" not in func.roles and NAMES.get(some[0].arg) == "W" and len(some) > 1:
            second = some[1]
            loose = second.annotation is None or (in_tests and ast.unparse(second.annotation) == "object")
            if loose and second.arg in {"_", "__", "now", "_occasion"}:
                func.roles["O"] = (1, second.arg)
        if set(func.roles) == {"P"}:
            func.roles = {}

    # --- what is called ---------------------------------------------------------------------------------------

    def target(self, dotted: str, seen: int = 0) -> Any:
        """The function or class of that name, followed through imports."""
        if seen > 5:
            return None
        home, _, name = dotted.rpartition(".")
        module = self.modules.get(home)
        if module is None:
            return None
        if name in module.defs:
            return module.defs[name]
        return self.target(module.imports[name], seen + 1) if name in module.imports else None

    def resolve(self, module: Module, node: ast.expr, hidden: set[str]) -> Any:
        """The definition that an expression names: a function, a class, or None."""
        if isinstance(node, ast.Name):
            if node.id in hidden:
                return None
            if node.id in module.defs:
                return module.defs[node.id]
            return self.target(module.imports[node.id]) if node.id in module.imports else None
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id not in hidden:
            home = module.imports.get(node.value.id)
            if home in self.modules:
                return self.target(f"{home}.{node.attr}")
        return None

    def form(self, definition: Any) -> Func | None:
        """What a function or a class takes of the three."""
        if isinstance(definition, ast.ClassDef):
            for one in definition.body:
                if isinstance(one, ast.FunctionDef) and one.name == "__init__":
                    return self.funcs.get(one)
            return None
        return self.funcs.get(definition)


def is_partial(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "partial"


def local_names(node: Function) -> set[str]:
    """Names that a function binds: its parameters and what it assigns."""
    names = {one.arg for one in parameters(node)}
    names |= {one.arg for one in (node.args.vararg, node.args.kwarg) if one}
    if isinstance(node, ast.Lambda):
        return names
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store):
            names.add(one.id)
        elif isinstance(one, ast.FunctionDef) and one is not node:
            names.add(one.name)
    return names


@dataclass(frozen=True)
class Bound:
    role: str
    func: Func


class Walker(ast.NodeVisitor):
    """Goes through a module with what each name means there."""

    def __init__(self, house: House, module: Module) -> None:
        self.house, self.module = house, module
        self.env: dict[str, Bound] = {}
        self.hidden: set[str] = set()
        self.function: Func | None = None
        self.klass: ast.ClassDef | None = None

    def enter(self, node: Function) -> tuple[dict[str, Bound], set[str], Func | None]:
        before = (self.env, self.hidden, self.function)
        func = self.house.funcs.get(node)
        names = local_names(node)
        stored = (
            {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
            if not isinstance(node, ast.Lambda)
            else set()
        )
        env = {name: bound for name, bound in self.env.items() if name not in names}
        if func is not None:
            for role, (_, name) in func.roles.items():
                if name in stored:
                    say(f"HAND rebinds {self.module.path}:{node.lineno} {name}")
                env[name] = Bound(role, func)
            self.function = func
        self.env, self.hidden = env, self.hidden | names
        return before

    def leave(self, before: tuple[dict[str, Bound], set[str], Func | None]) -> None:
        self.env, self.hidden, self.function = before

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        before, self.klass = self.klass, node
        self.generic_visit(node)
        self.klass = before

    def bound(self, node: ast.expr | None, role: str) -> Bound | None:
        if isinstance(node, ast.Name):
            one = self.env.get(node.id)
            return one if one is not None and one.role == role else None
        return None

    def attr_role(self, node: ast.expr | None) -> tuple[str, str] | None:
        """For `self._work` and the like: whose, and the role."""
        if (
            isinstance(node, ast.Attribute)
            and node.attr in ATTRS
            and isinstance(node.value, ast.Name)
            and self.module.path.startswith("bot/services/")
        ):
            return node.value.id, ATTRS[node.attr]
        return None

    def callee_and_args(self, node: ast.Call) -> tuple[ast.expr, list[ast.expr]]:
        if is_partial(node.func) and node.args:
            return node.args[0], node.args[1:]
        return node.func, node.args

    def method_family(self, node: ast.expr) -> list[Func]:
        if isinstance(node, ast.Attribute):
            if (
                isinstance(node.value, ast.Name)
                and self.module.imports.get(node.value.id) in self.house.modules
                and node.value.id not in self.hidden
            ):
                return []
            return self.house.methods.get(node.attr, [])
        return []


class Graph(Walker):
    """Notes who calls whom, and who writes by itself."""

    def visit_FunctionDef(self, node: Any) -> None:
        before = self.enter(node)
        self.generic_visit(node)
        self.leave(before)

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_FunctionDef

    def owner_of(self, node: ast.expr | None) -> list[Func]:
        bound = self.bound(node, "W") or self.bound(node, "O")
        if bound is not None:
            return [bound.func]
        found = self.attr_role(node)
        if found is not None and found[1] in "WO" and found[0] == "self" and self.klass is not None:
            init = self.house.form(self.klass)
            return [init] if init is not None else []
        return []

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if node.attr in WRITING:
            for one in self.owner_of(node.value):
                one.writes = True
        if node.attr == "ids":
            for one in self.owner_of(node.value):
                one.writes = True
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        callee, args = self.callee_and_args(node)
        owners = {id(one): one for arg in [*args, *(k.value for k in node.keywords)] for one in self.owner_of(arg)}
        if owners:
            definition = self.house.resolve(self.module, callee, self.hidden)
            form = self.house.form(definition) if definition is not None else None
            callees = [form] if form is not None else self.method_family(callee)
            with_occasion = any(self.bound(arg, "O") for arg in args)
            for one in owners.values():
                one.calls += callees
                if not callees and with_occasion and definition is None:
                    one.writes = True
        self.generic_visit(node)


def settle(house: House) -> None:
    for module in house.modules.values():
        Graph(house, module).visit(module.tree)
    for func in house.funcs.values():
        if func.key in WRITES_BY_HAND:
            func.writes = True
    changed = True
    while changed:
        changed = False
        for func in house.funcs.values():
            if not func.writes and func.key not in QUERIES_BY_HAND and any(one.writes for one in func.calls):
                func.writes = changed = True
        for some in house.methods.values():
            some = [one for one in some if one.qualname.rpartition(".")[2] != "__init__"]
            if any(one.writes for one in some) and not all(one.writes for one in some):
                for one in some:
                    one.writes = True
                changed = True


# --- writing it ---------------------------------------------------------------------------------------------------

Edit = tuple[int, int, bytes]


class Rewriter(Walker):
    def __init__(self, house: House, module: Module) -> None:
        super().__init__(house, module)
        self.edits: list[Edit] = []
        self.types: set[str] = set()

    def text(self, node: Any) -> bytes:
        start, end = self.module.span(node)
        return self.module.source[start:end]

    def edit(self, start: int, end: int, new: bytes) -> None:
        self.edits.append((start, end, new))

    def rendered(self, node: Any) -> bytes:
        """The node's text, rewritten."""
        before, self.edits = self.edits, []
        self.visit(node)
        mine, self.edits = self.edits, before
        start, end = self.module.span(node)
        return apply(self.module.source[start:end], [(a - start, b - start, new) for a, b, new in mine])

    def visit_FunctionDef(self, node: Any) -> None:
        for one in getattr(node, "decorator_list", []):
            self.visit(one)
        for default in [*node.args.defaults, *(one for one in node.args.kw_defaults if one)]:
            self.visit(default)
        before = self.enter(node)
        func = self.house.funcs.get(node)
        if func is not None:
            self.signature(node, func)
        for one in [*parameters(node), node.args.vararg, node.args.kwarg]:
            if one is not None and one.annotation is not None and annotation_role(one.annotation) is None:
                self.visit(one.annotation)
        if getattr(node, "returns", None) is not None:
            self.visit(node.returns)
        for statement in node.body if isinstance(node.body, list) else [node.body]:
            self.visit(statement)
        self.leave(before)

    visit_AsyncFunctionDef = visit_FunctionDef
    visit_Lambda = visit_FunctionDef

    def signature(self, node: Any, func: Func) -> None:
        names = {name: role for role, (_, name) in func.roles.items()}
        some = parameters(node)
        mine = [one for one in some if one.arg in names]
        kept = next((one for one in mine if names[one.arg] == "W"), mine[0])
        used = self.is_used(node, set(names))
        name = (
            "tx"
            if used
            or kept.arg in {"work", "occasion", "now"}
            and isinstance(node, ast.Lambda) is False
            and kept.arg != "_"
            and self.keeps_name(node, func)
            else None
        )
        if used:
            name = "tx"
        elif name is None:
            name = kept.arg if kept.arg.startswith("_") else "_tx" if any(one.arg == "_" for one in some) else "_"
        func.used = used
        annotation = b""
        if kept.annotation is not None and annotation_role(kept.annotation) is None:
            annotation = b": " + self.text(kept.annotation)
        elif kept.annotation is not None:
            self.types.add(func.type_name)
            annotation = b": " + func.type_name.encode()
        self.drop([*some], [one for one in mine if one is not kept], node, kept, name.encode() + annotation)

    def keeps_name(self, node: Any, func: Func) -> bool:
        """A protocol's method and a fake keep a readable name, though nothing uses it."""
        return func.in_class is not None or func.module.path.startswith("tests/")

    def is_used(self, node: Any, names: set[str]) -> bool:
        body = node.body if isinstance(node.body, list) else [node.body]
        for statement in body:
            for one in ast.walk(statement):
                if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load) and one.id in names:
                    return True
        return False

    def drop(self, some: list[Any], gone: list[Any], node: Any, kept: Any, new: bytes) -> None:
        """Takes parameters out of a signature, and writes the one that is kept anew."""
        start, end = self.module.span(kept)
        self.edit(start, end, new)
        defaults = dict(zip([one.arg for one in node.args.args][::-1], node.args.defaults[::-1], strict=False))
        for one in gone:
            place = some.index(one)
            first, last = self.module.span(one)
            if one.arg in defaults:
                last = self.module.span(defaults[one.arg])[1]
            if place > 0:
                before = some[place - 1]
                begin = self.module.span(before)[1]
                if before.arg in defaults:
                    begin = self.module.span(defaults[before.arg])[1]
                self.edit(begin, last, b"")
            else:
                self.edit(first, self.module.span(some[place + 1])[0], b"")
        if gone:
            self.no_magic_comma(node, self.module.span(some[-1])[1], some[-1] in gone)

    def no_magic_comma(self, node: Any, after: int, _: bool) -> None:
        """Lets the formatter join the lines, by taking the trailing comma away."""
        match = re.compile(rb",\s*\)").match(self.module.source, after)
        if match:
            self.edit(match.start(), match.start() + 1, b"")

    # --- names --------------------------------------------------------------------------------------------------

    def visit_Name(self, node: ast.Name) -> None:
        bound = self.env.get(node.id)
        if bound is None or not isinstance(node.ctx, ast.Load):
            return
        self.put(node, node.id.encode(), b"tx.actor" if bound.role == "P" else b"tx")

    def put(self, node: Any, old: bytes, new: bytes) -> None:
        start, end = self.module.span(node)
        if self.module.source[start:end] != old:
            say(f"HAND position {self.module.path}:{node.lineno} {old!r} is {self.module.source[start:end]!r}")
            return
        self.edit(start, end, new)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        value = node.value
        if isinstance(value, ast.Attribute) and value.attr == "ids" and node.attr in {"fresh", "secret"}:
            base = self.base_of(value.value, "O")
            if base is not None:
                self.replace(node, base + (b".new_id" if node.attr == "fresh" else b".new_secret"))
                return
        if node.attr == "now":
            base = self.base_of(value, "O")
            if base is not None:
                self.replace(node, base + b".now")
                return
        if node.attr in {"guild_id", "at"} and self.bound(value, "P"):
            self.replace(node, b"tx.guild_id" if node.attr == "guild_id" else b"tx.pressed_at")
            return
        found = self.attr_role(node)
        if found is not None and found[1] in "WO":
            self.replace(node, self.attr_base(node))
            return
        self.visit(value)

    def base_of(self, node: ast.expr, role: str) -> bytes | None:
        if self.bound(node, role):
            return b"tx"
        found = self.attr_role(node)
        return self.attr_base(node) if found is not None and found[1] == role else None

    def attr_base(self, node: Any) -> bytes:
        return f"{node.value.id}.{'_tx' if node.attr.startswith('_') else 'tx'}".encode()

    def replace(self, node: Any, new: bytes) -> None:
        start, end = self.module.span(node)
        self.edit(start, end, new)

    # --- statements ---------------------------------------------------------------------------------------------

    def visit_Delete(self, node: ast.Delete) -> None:
        left = [one for one in node.targets if not (isinstance(one, ast.Name) and one.id in self.env)]
        if len(left) == len(node.targets):
            return
        start, end = self.module.span(node)
        if left:
            self.edit(start, end, b"del " + b", ".join(self.text(one) for one in left))
            return
        line = self.module.source.rfind(b"\n", 0, start) + 1
        stop = self.module.source.find(b"\n", end) + 1
        self.edit(line, stop, b"")

    def visit_Assign(self, node: ast.Assign) -> None:
        target, value = node.targets[0], node.value
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            pairs = list(zip(target.elts, value.elts, strict=True))
            roles = [self.role_of(one) for _, one in pairs]
            if "O" in roles and "W" in roles:
                left = [pair for pair, role in zip(pairs, roles, strict=True) if role != "O"]
                new = (
                    b", ".join(self.rendered(one) for one, _ in left)
                    + b" = "
                    + b", ".join(self.rendered(one) for _, one in left)
                )
                self.replace(node, new)
                return
        self.generic_visit(node)

    def role_of(self, node: ast.expr) -> str | None:
        for role in "WOP":
            if self.bound(node, role):
                return role
        found = self.attr_role(node)
        return found[1] if found else None

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        role = annotation_role(node.annotation)
        if self.klass is None or role not in {"W", "O"} or self.function is not None:
            self.generic_visit(node)
            return
        start, end = self.module.span(node)
        if role == "O":
            line = self.module.source.rfind(b"\n", 0, start) + 1
            self.edit(line, self.module.source.find(b"\n", end) + 1, b"")
        else:
            fields = {annotation_role(one.annotation) for one in self.klass.body if isinstance(one, ast.AnnAssign)}
            kind = "Tx" if "O" in fields else "Query"
            self.types.add(kind)
            self.edit(start, end, f"tx: {kind}".encode())

    # --- types --------------------------------------------------------------------------------------------------

    def visit_Subscript(self, node: ast.Subscript) -> None:
        inner = node.slice
        elements = inner.elts if isinstance(inner, ast.Tuple | ast.List) else []
        name = node.value.id if isinstance(node.value, ast.Name) else ""
        lists = []
        if name == "Callable" and elements and isinstance(elements[0], ast.List):
            lists.append(elements[0].elts)
        elif name == "Concatenate":
            lists.append(list(elements))
        for some in lists:
            roles = {ROLES[one.id]: one for one in some if isinstance(one, ast.Name) and one.id in ROLES}
            if "W" not in roles:
                continue
            kind = TYPE["O" in roles, "P" in roles]
            if f"{self.module.path}:{node.lineno}" in WRITES_BY_HAND:
                kind = {"Query": "Tx", "ActorQuery": "ActorTx"}.get(kind, kind)
            self.types.add(kind)
            self.replace(roles["W"], kind.encode())
            for role, one in roles.items():
                if role != "W":
                    place = some.index(one)
                    self.edit(self.module.span(some[place - 1])[1], self.module.span(one)[1], b"")
        self.generic_visit(node)

    # --- calls --------------------------------------------------------------------------------------------------

    def visit_Call(self, node: ast.Call) -> None:
        if self.waking(node) or self.personal(node):
            return
        callee, args = self.callee_and_args(node)
        if any(isinstance(one, ast.Starred) for one in args[:1]):
            self.generic_visit(node)
            return
        chosen = self.chosen(callee, args, node)
        roles: dict[str, ast.expr] = {role: one for role, one in chosen.items()}
        if "W" in roles and ("O" in roles or "P" in roles):
            self.merge(node, args, roles)
        elif "O" in roles and "P" in roles:
            self.merge(node, args, {"W": roles["O"], "P": roles["P"]})
        else:
            self.generic_visit(node)

    def chosen(self, callee: ast.expr, args: list[ast.expr], node: ast.Call) -> dict[str, ast.expr]:
        """Which arguments are the three."""
        definition = self.house.resolve(self.module, callee, self.hidden)
        form = self.house.form(definition) if definition is not None else None
        by_name: dict[str, ast.expr] = {}
        for one in [*args, *(k.value for k in node.keywords)]:
            role = self.role_of(one)
            if role is not None and role not in by_name:
                by_name[role] = one
        if form is not None:
            found = {}
            for role, (place, name) in form.roles.items():
                if place < len(args) and not any(isinstance(one, ast.Starred) for one in args[: place + 1]):
                    found[role] = args[place]
                else:
                    keyword = next((k.value for k in node.keywords if k.arg == name), None)
                    if keyword is not None:
                        found[role] = keyword
            return found
        if definition is not None and not isinstance(definition, ast.ClassDef):
            return {}
        family = self.method_family(callee)
        shapes = {tuple(sorted(one.roles)) for one in family}
        if len(shapes) == 1 and family:
            return {role: one for role, one in by_name.items() if role in family[0].roles}
        return by_name

    def merge(self, node: ast.Call, args: list[ast.expr], roles: dict[str, ast.expr]) -> None:
        work, base = roles["W"], self.base_of(roles["W"], "W") or self.base_of(roles["W"], "O")
        if base is None:
            base = self.rendered(work)
        gone: list[ast.expr] = []
        occasion, presser = roles.get("O"), roles.get("P")
        if occasion is not None and occasion is not work:
            if self.base_of(occasion, "O") is None:
                say(f"HAND occasion {self.module.path}:{occasion.lineno} {self.text(occasion).decode()}")
            gone.append(occasion)
        if presser is not None:
            bound, found, of_work = self.bound(presser, "P"), self.attr_role(presser), self.attr_role(work)
            same = found is not None and of_work is not None and found[0] == of_work[0] and found[1] == "P"
            if bound is None and not same:
                base += b".acting_as(" + self.rendered(presser) + b")"
            elif bound is not None and not self.is_of(work, bound):
                say(f"HAND presser {self.module.path}:{presser.lineno}")
            gone.append(presser)
        self.replace(work, base)
        everything: list[Any] = [*node.args, *node.keywords]
        everything.sort(key=lambda one: (one.lineno, one.col_offset))
        self.visit(node.func)
        for one in everything:
            value = one.value if isinstance(one, ast.keyword) else one
            if value in gone:
                place = everything.index(one)
                if place > 0:
                    self.edit(self.module.span(everything[place - 1])[1], self.module.span(one)[1], b"")
                else:
                    self.edit(self.module.span(one)[0], self.module.span(everything[1])[0], b"")
            elif value is not work:
                self.visit(one)
        self.no_magic_comma(node, self.module.span(everything[-1])[1], everything[-1] in gone)

    def is_of(self, work: ast.expr, bound: Bound) -> bool:
        mine = self.bound(work, "W") or self.bound(work, "O")
        return mine is not None and mine.func is bound.func

    def waking(self, node: ast.Call) -> bool:
        """`work.touched.add(x)` is `tx.wake(x)`."""
        func = node.func
        if (
            isinstance(func, ast.Attribute)
            and func.attr == "add"
            and isinstance(func.value, ast.Attribute)
            and func.value.attr == "touched"
        ):
            base = self.base_of(func.value.value, "W")
            if base is not None:
                self.replace(func, base + b".wake")
                for one in node.args:
                    self.visit(one)
                return True
        return False

    def personal(self, node: ast.Call) -> bool:
        """`x.do(verb, presser, …)` is `x.act(presser, verb, …)`, `x.ask(query, presser, …)` is `x.ask_as(presser, query, …)`."""
        func = node.func
        if not (isinstance(func, ast.Attribute) and func.attr in {"do", "ask"} and len(node.args) > 1):
            return False
        if (
            isinstance(func.value, ast.Name)
            and func.value.id.endswith("press")
            or "tests/" not in self.module.path
            and "benchmarks/" not in self.module.path
            and "rehearsal/" not in self.module.path
        ):
            return False
        verb, presser = node.args[0], node.args[1]
        if isinstance(verb, ast.Starred) or isinstance(presser, ast.Starred):
            return False
        definition = self.house.resolve(self.module, verb, self.hidden)
        if definition is None and isinstance(verb, ast.Call) and is_partial(verb.func):
            definition = self.house.resolve(self.module, verb.args[0], self.hidden)
        if definition is None and isinstance(verb, ast.Name):
            local = self.local_function(verb.id)
            definition = local
        form = self.house.form(definition) if definition is not None else self.house.funcs.get(verb)
        if form is not None:
            place = form.roles.get("P", (0, ""))[0]
            if "P" not in form.roles or place != ("W" in form.roles) + ("O" in form.roles):
                return False
        elif not self.looks_personal(presser):
            return False
        self.visit(func.value)
        dot = self.module.span(func)[1]
        self.edit(dot - len(func.attr), dot, b"act" if func.attr == "do" else b"ask_as")
        new_verb, new_presser = self.rendered(verb), self.rendered(presser)
        self.replace(verb, new_presser)
        self.replace(presser, new_verb)
        for one in [*node.args[2:], *node.keywords]:
            self.visit(one)
        return True

    def local_function(self, name: str) -> Any:
        for one in ast.walk(self.module.tree):
            if isinstance(one, ast.FunctionDef) and one.name == name and one in self.house.funcs:
                return one
        return None

    def looks_personal(self, node: ast.expr) -> bool:
        if isinstance(node, ast.Name):
            return node.id in {"presser", "by", "captain", "owner"} and node.id == "presser"
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name == "replace" and node.args:
                return self.looks_personal(node.args[0])
            return name in {"presser", "Presser", "owner", "organiser"}
        return False


def apply(source: bytes, edits: list[Edit]) -> bytes:
    result, last = [], 0
    for start, end, new in sorted(edits, key=lambda one: (one[0], one[1])):
        if start < last:
            raise ValueError(f"edits overlap at {start}: {source[max(0, start - 80) : end + 40]!r}")
        result += [source[last:start], new]
        last = end
    return b"".join([*result, source[last:]])


def with_imports(module: Module, text: bytes, types: set[str]) -> bytes:
    """Imports the types beside where one of the three was imported."""
    if not types:
        return text
    names = ", ".join(sorted(types))
    lines = text.decode().split("\n")
    pattern = re.compile(
        r"^(\s*)from (bot\.storage\.(database|work)|bot\.domain\.ids|bot\.domain\.community|bot\.domain) import"
    )
    tree = ast.parse(text)
    best = None
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and any(one.name in ROLES for one in node.names):
            best = node if best is None or node.lineno < best.lineno else best
    if best is None:
        say(f"HAND import {module.path} {names}")
        return text
    _ = pattern
    indent = " " * best.col_offset
    lines.insert(best.lineno - 1, f"{indent}from bot.storage.context import {names}")
    return "\n".join(lines).encode()


def main() -> None:
    listed = subprocess.run(["git", "ls-files", "*.py"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    paths = [one for one in listed.split() if not one.startswith(HERE) and (ROOT / one).exists()]
    house = House(paths)
    settle(house)
    only = sys.argv[1:]
    for module in house.modules.values():
        if module.path in BY_HAND or module.path.startswith(RAW_FOLDERS) or (only and module.path not in only):
            continue
        rewriter = Rewriter(house, module)
        rewriter.visit(module.tree)
        if not rewriter.edits:
            continue
        try:
            new = apply(module.source, rewriter.edits)
            (ROOT / module.path).write_bytes(with_imports(module, new, rewriter.types))
        except (ValueError, SyntaxError) as error:
            say(f"FAILED {module.path}: {error}")


if __name__ == "__main__":
    main()
