"""Has the context speak: `tx.log(…)`, `tx.enqueue(…)`, `tx.touch(…)`, and no `now` beside a `tx` whose time it is.

    python -m tools.tx_says define     # the three methods are written into `Tx`, the old functions taken out
    python -m tools.tx_says says       # calls of the old functions become calls of the methods
    python -m tools.tx_says names      # shims that only pass on are written out, others are called by what they do
    python -m tools.tx_says now        # parameters that are only given `tx.now` go (`--list` tells why others stay)

All is found by what is imported and called. Each command can be run again; `ruff format` and
`ruff check --fix --select I,F401` belong after it. What could not be decided is told, and stays.
"""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tools.moving.edits import Edit, Source, dotted

ROOT: Final = Path(__file__).resolve().parents[1]
FOLDERS: Final = ("bot", "cogs", "tests", "rehearsal", "benchmarks", "tools")

# --- Where things stand: to be put right after a move. Module, then name. ---
CONTEXT: Final = ("bot.storage.context", "Tx")
LOG: Final = ("bot.storage.log", "add")
ENQUEUE: Final = ("bot.storage.outbox", "promise")
TARGET_TEXT: Final = ("bot.storage.outbox", "_target_text")
STALE: Final = ("bot.storage.panels", "mark_stale")
STALE_BY_NOW: Final = ("bot.services.panels", "mark_stale")
"""The service's own, which takes the panel alone."""
SPEAKING: Final = ("bot.services.speaking", "promise")
TO_COMMITTEE: Final = ("bot.services.speaking", "tell_committee")
TARGETS: Final = "bot.domain.announcements"
"""The module of `ToPlace`, `ToMember` and so on, where `target_text` goes."""
CONTEXT_TYPES: Final = frozenset({"Query", "Tx", "ActorQuery", "ActorTx"})
PARAMETERS: Final = ("now",)
"""Names of parameters that are looked at by `now`."""
DOERS: Final = {"do": (0, 0), "ask": (0, 0), "act": (1, 0), "ask_as": (1, 0), "look": (0, -1)}
"""Methods that hand a context to a function of ours: where it stands among their arguments, and what they add."""
CLOCKS: Final = {"press": "press.now", "self.bot.units": "self.bot.units.clock()", "self._units": "self._units.clock()"}
"""Whose transactions have which time, outside the tests: their `now` is read from the same clock."""
OUTSIDE: Final = frozenset({"tx_says.py"})
# ---

Key = tuple[str, str]
"""A module and a name in it."""
_FUNCTION = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(slots=True)
class Module:
    """A file, what it defines, and what its names are imported from."""

    name: str
    path: Path
    source: Source
    defined: dict[str, ast.stmt] = field(default_factory=dict)
    bound: dict[str, tuple[str, str | None]] = field(default_factory=dict)
    """By the local name: the module, and the name in it or None for the module as a whole."""
    local: dict[ast.AST, set[str]] = field(default_factory=dict)
    """Names that each function binds itself."""
    parents: dict[ast.AST, ast.AST] = field(default_factory=dict)

    def scopes(self, node: ast.AST) -> Iterator[ast.AST]:
        """The functions around a node, the innermost first; a default or a decorator belongs outside."""
        child, parent = node, self.parents.get(node)
        while parent is not None:
            if isinstance(parent, _FUNCTION | ast.Lambda) and _is_inside(parent, child):
                yield parent
            child, parent = parent, self.parents.get(parent)

    def scope_of(self, node: ast.AST, name: str) -> ast.AST | None:
        """The function that binds the name as this node sees it; None for the module."""
        return next((one for one in self.scopes(node) if name in self.local[one]), None)


def _is_inside(function: ast.AST, child: ast.AST) -> bool:
    if isinstance(function, ast.Lambda):
        return child is function.body
    assert isinstance(function, _FUNCTION)
    return child in function.body


class House:
    """All modules, and the way from a word in one to what it means."""

    def __init__(self) -> None:
        listed = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", *FOLDERS],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        paths = [ROOT / one for one in listed.stdout.split() if one.endswith(".py")]
        self.modules = {
            one.name: one for one in (_read(path) for path in paths if path.name not in OUTSIDE and path.exists())
        }
        self.packages = {name.rpartition(".")[0] for name in self.modules}
        self._known: dict[Key, Key | None] = {}

    def step(self, module: str, name: str, seen: frozenset[Key] = frozenset()) -> Key | None:
        """What a name of a module means: a module (with no name) or a definition; None for what is not ours."""
        if f"{module}.{name}" in self.modules or f"{module}.{name}" in self.packages:
            return f"{module}.{name}", ""
        known = self.modules.get(module)
        if known is None or (module, name) in seen:
            return None
        if name in known.defined:
            return module, name
        if name in known.bound:
            target, inner = known.bound[name]
            return (target, "") if inner is None else self.step(target, inner, seen | {(module, name)})
        return None

    def meaning(self, module: Module, text: str) -> tuple[Key, str] | None:
        """What `a.b.c` stands for in the module, and what is asked of that beyond."""
        first, *rest = text.split(".")
        here: Key | None = self.step(module.name, first) if first in module.defined or first in module.bound else None
        while here is not None and not here[1] and rest:
            here = self.step(here[0], rest.pop(0))
        return None if here is None else (here, ".".join(rest))

    def of_path(self, text: str) -> Key | None:
        """What a dotted path in a string stands for."""
        first, *rest = text.split(".")
        here: Key | None = (first, "")
        while here is not None and not here[1] and rest:
            here = self.step(here[0], rest.pop(0))
        return here

    def uses(self, module: Module, wanted: Callable[[Key], bool]) -> Iterator[tuple[ast.AST, Key, str]]:
        """Each use of what is wanted: its node, what it means, and how: "call", "value", "string"."""
        for node in ast.walk(module.source.tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                if re.fullmatch(r"(?:bot|cogs|tests|rehearsal|benchmarks|tools)(?:\.\w+)+", node.value):
                    found = self.of_path(node.value)
                    if found is not None and found[1] and wanted(found):
                        yield node, found, "string"
                elif isinstance(parent := module.parents.get(node), ast.Call):
                    found = self._set(module, parent, node)
                    if found is not None and wanted(found):
                        yield node, found, "string"
            if not isinstance(node, ast.Name | ast.Attribute) or not isinstance(node.ctx, ast.Load):
                continue
            text = dotted(node)
            if text is None or module.scope_of(node, text.partition(".")[0]) is not None:
                continue
            meant = self.meaning(module, text)
            if meant is None or meant[1] or not meant[0][1] or not wanted(meant[0]):
                continue
            parent = module.parents.get(node)
            yield node, meant[0], "call" if isinstance(parent, ast.Call) and parent.func is node else "value"

    def _set(self, module: Module, call: ast.Call, word: ast.Constant) -> Key | None:
        """What `setattr(module, "name")` and its like set."""
        at = next((place for place, one in enumerate(call.args) if one is word), 0)
        if at != 1 or (text := dotted(call.args[0])) is None:
            return None
        meant = self.meaning(module, text)
        return None if meant is None or meant[0][1] or meant[1] else self.step(meant[0][0], str(word.value))


def _read(path: Path) -> Module:
    relative = path.relative_to(ROOT).as_posix()
    name = relative.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    found = Module(name, path, Source(path.read_text(encoding="utf-8")))
    for statement in found.source.tree.body:
        for one in _names(statement):
            found.defined[one] = statement
    for node in ast.walk(found.source.tree):
        for child in ast.iter_child_nodes(node):
            found.parents[child] = node
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for item in node.names:
                found.bound[item.asname or item.name] = (node.module, item.name)
        elif isinstance(node, ast.Import):
            for item in node.names:
                found.bound[item.asname or item.name.partition(".")[0]] = (
                    item.name if item.asname else item.name.partition(".")[0],
                    None,
                )
        elif isinstance(node, _FUNCTION | ast.Lambda):
            found.local[node] = _binds(node)
    return found


def _names(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, _FUNCTION | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        for target in node.targets:
            yield from (one.id for one in ast.walk(target) if isinstance(one, ast.Name))
    elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
        yield node.target.id
    elif isinstance(node, ast.If | ast.Try):
        for inner in node.body:
            yield from _names(inner)


def _binds(function: ast.AST) -> set[str]:
    """Names that a function binds itself, without what functions in it bind; imports in it count for the module."""
    assert isinstance(function, _FUNCTION | ast.Lambda)
    given = function.args
    found = {one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)}
    found |= {one.arg for one in (given.vararg, given.kwarg) if one is not None}
    todo: list[ast.AST] = [function.body] if isinstance(function, ast.Lambda) else list(function.body)
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        elif isinstance(node, ast.ExceptHandler | ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
        if isinstance(node, _FUNCTION | ast.ClassDef):
            found.add(node.name)
            continue
        if not isinstance(node, ast.Lambda):
            todo += ast.iter_child_nodes(node)
    return found


# --- define ---

_METHODS: Final = '''
    def touch(self, panel: str) -> None:
        """Notes that the panel shows less than the truth; the panel keeper edits it.

        Each change has a later moment than the one before, so that an edit under way does not pass for its own.
        """
        self.wake("panels")
        self.execute(
            "UPDATE panels SET stale_at = max(?, coalesce(stale_at + 1, 0)) WHERE panel = ?", (to_ms(self.now), panel)
        )

    def log(
        self,
        guild_id: GuildId,
        act: str,
        subject: str,
        *,
        actor: PersonId | None = None,
        tournament_id: TournamentId | None = None,
        why: str | None = None,
        details: Mapping[str, str] | None = None,
    ) -> None:
        """Puts one line on the log. Details hold ids and decisions, never names."""
        told = json.dumps(details) if details else "{}"
        self.execute(
            "INSERT INTO log (at, guild_id, actor_id, act, subject, tournament_id, why, details)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (to_ms(self.now), guild_id, actor, act, subject, tournament_id, why, told),
        )

    def enqueue(
        self, guild_id: GuildId, target: Target | OpenPlace, saying: Saying, *, silent: bool = False
    ) -> OutboxId:
        """Promises to say something after the commit; a place is a channel of the server.

        What is `silent` calls nobody, whatever its kind declares.
        """
        outbox_id = OutboxId(self.new_id())
        where = ToPlace(target) if isinstance(target, Place) else target
        kept = write(saying)
        self.wake("outbox")
        self.execute(
            "INSERT INTO outbox (outbox_id, guild_id, target, kind, subject, details, promised_at, silent)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                outbox_id,
                guild_id,
                target_text(where),
                kept.name,
                kept.subject,
                json.dumps(kept.details, ensure_ascii=False),
                to_ms(self.now),
                int(silent),
            ),
        )
        return outbox_id
'''
_OPEN_PLACE: Final = '''

OpenPlace = Literal[Place.ANNOUNCEMENTS, Place.MATCHES, Place.RECORD]
"""A channel of the server to which anything can be said at once: the committee is told by a verb of its own."""
'''
_SPEAKING: Final = '''def promise(
    tx: Tx, guild_id: GuildId, target: Target | Place, saying: Saying, *, silent: bool = False
) -> OutboxId:
    """As `tx.enqueue`, where it may be the committee that is told."""
    where = ToPlace(target) if isinstance(target, Place) else target
    if where == ToPlace(Place.COMMITTEE):
        return tell_committee(tx, guild_id, saying, silent=silent)
    return tx.enqueue(guild_id, where, saying, silent=silent)


def tell_committee(tx: Tx, guild_id: GuildId, saying: Saying, *, silent: bool = False) -> OutboxId:
    """Promises to tell the committee, and has somebody look soon for what waits for a decision."""
    outbox_id = tx.enqueue(guild_id, _where_it_began(tx, saying), saying, silent=silent)
    look_for_decisions(tx, guild_id, tx.now)
    return outbox_id'''


def define(house: House) -> list[str]:
    """The methods of the context, and what they stand in place of goes."""
    context = house.modules[CONTEXT[0]]
    if "def touch(" not in context.source.text:
        _define(house, context)
    _take_out()
    return []


def _define(house: House, context: Module) -> None:
    owner = context.defined[CONTEXT[1]]
    assert isinstance(owner, ast.ClassDef)
    after = next(one for one in owner.body if isinstance(one, ast.FunctionDef) and one.name == "new_secret")
    at = context.source.span(after)[1]
    text = context.source.edited([Edit(at, at, "\n" + _METHODS.rstrip("\n"))])
    lines = ["import json", "from collections.abc import Mapping"]
    speaking, log = house.modules[SPEAKING[0]], house.modules[LOG[0]]
    lines += [f"from {TARGETS} import OpenPlace, target_text"]
    for name in ("Target", "ToPlace", "Place", "OutboxId", "Saying", "GuildId"):
        lines.append(_import(speaking, name))
    for name in ("PersonId", "TournamentId", "to_ms"):
        lines.append(_import(log, name))
    saying = house.step(speaking.name, "Saying")
    assert saying is not None
    lines.append(f"from {saying[0]} import write")
    context.path.write_text(_with_imports(text, context, lines), encoding="utf-8")
    _move_target_text(house)
    speaking_text = speaking.source
    old = speaking.defined[SPEAKING[1]]
    new = speaking_text.edited([Edit(*speaking_text.span(old), _SPEAKING)])
    speaking.path.write_text(new, encoding="utf-8")


def _move_target_text(house: House) -> None:
    outbox, targets = house.modules[TARGET_TEXT[0]], house.modules[TARGETS]
    old = outbox.defined[TARGET_TEXT[1]]
    start, end = outbox.source.span(old)
    body = outbox.source.data[start:end].decode().replace(TARGET_TEXT[1], "target_text")
    head, rest = body.split("\n", 1)
    body = f'{head}\n    """The target as it is stored."""\n{rest}'
    text = outbox.source.edited([Edit(start, end, "")])
    text = re.sub(rf"\b{TARGET_TEXT[1]}\b", "target_text", text)
    if outbox is not targets:
        outbox.path.write_text(_with_imports(text, outbox, [f"from {TARGETS} import target_text"]), encoding="utf-8")
    source = Source(targets.path.read_text(encoding="utf-8"))
    at = next(
        source.span(node)[1]
        for node in source.tree.body
        if isinstance(node, ast.Assign) and dotted(node.targets[0]) == "Target"
    )
    new = source.edited([Edit(at, at, f"{_OPEN_PLACE}\n\n{body}\n")])
    targets.path.write_text(_with_imports(new, targets, ["from typing import Literal"]), encoding="utf-8")


def _import(module: Module, name: str) -> str:
    """The import by which the module has the name; none where it defines it itself."""
    if name in module.defined:
        return f"from {module.name} import {name}"
    target, inner = module.bound[name]
    return f"from {target} import {inner}" + ("" if inner == name else f" as {name}")


def _with_imports(text: str, module: Module, lines: list[str]) -> str:
    """The text with imports that it lacks, which `ruff check --fix --select I` puts in order."""
    wanted = [
        one
        for one in dict.fromkeys(lines)
        if one.split()[1] != module.name and not re.search(rf"^{re.escape(one)}$", text, re.MULTILINE)
    ]
    first = next(
        node
        for node in ast.parse(text).body
        if isinstance(node, ast.ImportFrom | ast.Import)
        and not (isinstance(node, ast.ImportFrom) and node.module == "__future__")
    )
    parts = text.splitlines(keepends=True)
    return "".join((*parts[: first.lineno - 1], *(f"{one}\n" for one in wanted), *parts[first.lineno - 1 :]))


def _take_out() -> None:
    """The old functions that nothing calls any more."""
    keys = (LOG, ENQUEUE, STALE)
    fresh = House()
    used: dict[Key, list[str]] = defaultdict(list)
    for module in fresh.modules.values():
        for _, key, _ in fresh.uses(module, keys.__contains__):
            used[key].append(module.name)
    for key in keys:
        users, known = used[key], fresh.modules.get(key[0])
        if known is None or key[1] not in known.defined:
            continue
        if users:
            print(f"{key[0]}.{key[1]} stays: used in {len(users)} places, such as {users[0]}")
            continue
        start, end = known.source.span(known.defined[key[1]])
        known.path.write_text(known.source.edited([Edit(start, end, "")]), encoding="utf-8")


# --- says ---


@dataclass(frozen=True, slots=True)
class Call:
    """A call by the texts and the nodes of what it is given."""

    module: Module
    node: ast.Call

    @property
    def args(self) -> list[ast.expr]:
        return self.node.args

    def text(self, node: ast.expr) -> str:
        start, end = self.module.source.span(node)
        return self.module.source.data[start:end].decode()

    def comma(self, place: int) -> int:
        """Where the comma after an argument begins."""
        data, after = self.module.source.data, self.module.source.span(self.args[place])[1]
        following = self._starts()[place + 1]
        return data.rindex(b",", after, following)

    def _starts(self) -> list[int]:
        span = self.module.source.span
        some = [span(one)[0] for one in self.args]
        some += [self._keyword_start(one) for one in self.node.keywords]
        return some

    def _keyword_start(self, one: ast.keyword) -> int:
        return self.module.source._starts[one.lineno - 1] + one.col_offset

    def without(self, at: int) -> Edit:
        """The edit that takes the positional argument out."""
        return Edit(self.comma(at - 1), self.module.source.span(self.args[at])[1], "")

    def unpinned(self) -> Iterator[Edit]:
        """The last comma of a call over several lines goes, so that it may come together on one."""
        source = self.module.source
        last = max(source.span(one)[1] for one in (*self.args, *(word.value for word in self.node.keywords)))
        tail = source.data[last : source.span(self.node)[1]]
        if re.fullmatch(rb"\s*,\s*\)", tail):
            at = source.data.index(b",", last)
            yield Edit(at, at + 1, "")


def says(house: House) -> list[str]:
    """Calls of the old functions in their new words."""
    rules = {LOG: _of_log, STALE: _of_stale, STALE_BY_NOW: _of_stale_by_now, SPEAKING: _of_promise}
    problems, changed = [], 0
    for module in house.modules.values():
        edits: list[Edit] = []
        wants: list[str] = []
        for node, key, how in house.uses(module, lambda found: found in rules):
            parent = module.parents[node]
            where = f"{module.path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if how != "call" or not isinstance(parent, ast.Call):
                problems.append(f"{where} {key[1]} is used as a {how}")
                continue
            if id(node) in module.source.in_f_strings or any(isinstance(one, ast.Starred) for one in parent.args):
                problems.append(f"{where} {key[1]} is called in a way that is not read")
                continue
            made = rules[key](house, Call(module, parent), wants)
            if isinstance(made, str):
                problems.append(f"{where} {made}")
            else:
                edits += made
                changed += 1
        edits += _needless_moments(module)
        if edits:
            text = module.source.edited(edits)
            module.path.write_text(_with_imports(text, module, wants) if wants else text, encoding="utf-8")
    print(f"{changed} calls")
    return problems


def _needless_moments(module: Module) -> Iterator[Edit]:
    """`tx.at(tx.now)` is `tx`."""
    for node in ast.walk(module.source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "at":
            owner = dotted(node.func.value)
            if owner and len(node.args) == 1 and dotted(node.args[0]) == f"{owner}.now":
                yield Edit(module.source.span(node.func.value)[1], module.source.span(node)[1], "")


def _receiver(call: Call, time: ast.expr | None) -> str | None:
    """`tx`, or `tx.at(moment)` where the time is another."""
    first = call.args[0]
    base = call.text(first)
    if dotted(first) is None and not (isinstance(first, ast.Call) and dotted(first.func) is not None):
        return None
    if time is None or _is_its_now(call.module, first, time):
        return base
    return f"{base}.at({call.text(time)})"


def _of_log(house: House, call: Call, wants: list[str]) -> list[Edit] | str:
    del house, wants
    if len(call.args) < 5:
        return "the log is written by words"
    receiver = _receiver(call, call.args[2])
    if receiver is None:
        return "the log is given something else than a name for its tx"
    start = call.module.source.span(call.node)[0]
    return [Edit(start, call.comma(0) + 1, f"{receiver}.log("), call.without(2), *call.unpinned()]


def _of_stale(house: House, call: Call, wants: list[str]) -> list[Edit] | str:
    del house, wants
    if len(call.args) != 3:
        return "mark_stale is given words"
    receiver = _receiver(call, call.args[2])
    if receiver is None:
        return "mark_stale is given something else than a name for its tx"
    start = call.module.source.span(call.node)[0]
    return [Edit(start, call.comma(0) + 1, f"{receiver}.touch("), call.without(2), *call.unpinned()]


def _of_stale_by_now(house: House, call: Call, wants: list[str]) -> list[Edit] | str:
    del house, wants
    receiver = _receiver(call, None)
    if len(call.args) != 2 or receiver is None:
        return "mark_stale is given something else than a name for its tx"
    return [Edit(call.module.source.span(call.node)[0], call.comma(0) + 1, f"{receiver}.touch("), *call.unpinned()]


def _of_promise(house: House, call: Call, wants: list[str]) -> list[Edit] | str:
    if len(call.args) != 4 or (receiver := _receiver(call, None)) is None:
        return "promise is given otherwise"
    target, start = call.args[2], call.module.source.span(call.node)[0]
    text = dotted(target) or (dotted(target.func) if isinstance(target, ast.Call) else None) or ""
    if text.endswith("Place.COMMITTEE") and house.meaning(call.module, text) is not None:
        if call.module.scope_of(call.node, TO_COMMITTEE[1]) is not None or TO_COMMITTEE[1] in call.module.defined:
            return "tell_committee means something else here"
        wants.append(f"from {TO_COMMITTEE[0]} import {TO_COMMITTEE[1]}")
        return [Edit(*call.module.source.span(call.node.func), TO_COMMITTEE[1]), call.without(2), *call.unpinned()]
    if re.search(r"(^|\.)Place\.[A-Z]+$", text) or text.rpartition(".")[2] in {"ToMember", "ToChannel", "ToMatch"}:
        return [Edit(start, call.comma(0) + 1, f"{receiver}.enqueue("), *call.unpinned()]
    return f"promise to what may be the committee: {call.text(target)}"


# --- now ---


def _is_its_now(module: Module, first: ast.expr, time: ast.expr) -> bool:
    """Whether the time is that of the context given, wherever it is read."""
    base = first
    while isinstance(base, ast.Call) and isinstance(base.func, ast.Attribute):
        if base.func.attr == "at" and len(base.args) == 1:
            return ast.unparse(base.args[0]) == ast.unparse(time)
        if base.func.attr != "acting_as":
            return False
        base = base.func.value
    name = dotted(base)
    if name is None:
        return False
    if dotted(time) == f"{name}.now":
        return True
    return isinstance(time, ast.Name) and _is_kept_now(module, name, time)


def _is_kept_now(module: Module, tx: str, time: ast.Name) -> bool:
    """Whether the name is a local one that was set once, to `tx.now`."""
    scope = module.scope_of(time, time.id)
    if not isinstance(scope, _FUNCTION) or scope is not next(module.scopes(time), None):
        return False
    if module.scope_of(time, tx.partition(".")[0]) is not scope or _is_rebound(scope, tx.partition(".")[0]):
        return False
    sets = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Name) and node.id == time.id and isinstance(node.ctx, ast.Store)
    ]
    if len(sets) != 1 or time.id in _parameters(scope):
        return False
    parent = module.parents[sets[0]]
    if isinstance(parent, ast.Assign) and len(parent.targets) == 1 and parent.targets[0] is sets[0]:
        return dotted(parent.value) == f"{tx}.now"
    if isinstance(parent, ast.Assign) and isinstance(parent.value, ast.Tuple):
        return False
    if isinstance(parent, ast.Tuple) and isinstance(above := module.parents[parent], ast.Assign):
        at = parent.elts.index(sets[0])
        values = above.value.elts if isinstance(above.value, ast.Tuple) else []
        return at < len(values) and dotted(values[at]) == f"{tx}.now"
    return False


def _is_rebound(scope: ast.AST, name: str, but: Collection[int] = ()) -> bool:
    return any(
        isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Store | ast.Del)
        and id(node) not in but
        for node in ast.walk(scope)
    )


def _parameters(function: ast.AST) -> list[str]:
    assert isinstance(function, _FUNCTION | ast.Lambda)
    given = function.args
    return [one.arg for one in (*given.posonlyargs, *given.args, *given.kwonlyargs)]


@dataclass(slots=True)
class Candidate:
    """A function with a context and a time beside it."""

    key: Key
    module: Module
    node: ast.FunctionDef
    tx: str
    parameter: str
    place: int | None
    """Among what is given by its place; None for a word."""
    calls: list[tuple[Module, ast.Call, int]] = field(default_factory=list)
    """With how far to the right what is given stands, where the function itself is handed to who calls it."""
    needs: set[Key] = field(default_factory=set)
    """Others whose own time must be spare too."""
    against: str = ""
    group: str = ""
    """Of a method its name: all methods of that name go together or stay, since who is meant shows when it runs."""


def now(house: House, *, lists: bool = False) -> list[str]:
    """Parameters that say what their context says."""
    total = 0
    for parameter in PARAMETERS:
        found = {one.key: one for module in house.modules.values() for one in _candidates(module, parameter)}
        _look_at_uses(house, found)
        _look_at_methods(house, found)
        _settle(found)
        spare = [one for one in found.values() if not one.against]
        if lists:
            for one in sorted(found.values(), key=lambda some: some.key):
                print(f"{'.'.join(one.key)}: {one.against or 'spare'}")
        else:
            _remove(house, spare)
        total += len(spare)
        print(f"{parameter}: {len(spare)} of {len(found)} are spare")
    return []


def _candidates(module: Module, parameter: str) -> Iterator[Candidate]:
    if not module.name.startswith(("bot", "cogs")):
        return
    inner = [(one.name, node) for one in module.source.tree.body if isinstance(one, ast.ClassDef) for node in one.body]
    for owner, node in [*(("", node) for node in module.source.tree.body), *inner]:
        self_ = 1 if owner else 0
        if not isinstance(node, ast.FunctionDef) or node.decorator_list or len(node.args.args) <= self_:
            continue
        first, rest = node.args.args[self_], [*node.args.args[self_ + 1 :], *node.args.kwonlyargs]
        mine = next((one for one in rest if one.arg == parameter), None)
        if mine is None or first.annotation is None or mine.annotation is None or node.args.posonlyargs:
            continue
        if ast.unparse(first.annotation) not in CONTEXT_TYPES or ast.unparse(mine.annotation) != "datetime":
            continue
        if owner and (node.name.startswith("__") or node.args.args[0].arg != "self"):
            continue
        place = next((at for at, one in enumerate(node.args.args[self_:]) if one is mine), None)
        name = f"{owner}.{node.name}" if owner else node.name
        one = Candidate((module.name, name), module, node, first.arg, parameter, place)
        one.group = node.name if owner else ""
        one.against = _against_itself(one)
        yield one


def _against_itself(one: Candidate) -> str:
    given = one.node.args
    if one.place is not None and len(given.args) - len(given.defaults) <= one.place + bool(one.group):
        return "has a default"
    if given.vararg is not None or (one.place is None and len(given.kwonlyargs) == 1):
        return "takes whatever is given"
    dropped = {id(node) for some in _deletions(one) for node in some.targets}
    if _is_rebound(one.node, one.parameter, dropped) or _is_rebound(one.node, one.tx, dropped):
        return "is set anew"
    for node in ast.walk(one.node):
        if not isinstance(node, ast.Name) or node.id != one.parameter:
            continue
        mine = one.module.scope_of(node, one.parameter) is one.node
        if mine and one.module.scope_of(node, one.tx) is not one.node:
            return "is read where another tx stands"
    return ""


def _deletions(one: Candidate) -> list[ast.Delete]:
    """Where a function that needs not all that it is given says so at its beginning."""
    return [
        node
        for node in one.node.body
        if isinstance(node, ast.Delete)
        and one.parameter in {dotted(target) for target in node.targets}
        and one.node.body[-1] is not node
    ]


def _look_at_methods(house: House, found: dict[Key, Candidate]) -> None:
    """Calls of methods by their name, whosever they are: another time in one call holds all of that name.

    What is called with less, or only read, belongs to something else of the name; the type checker holds that.
    """
    groups: dict[str, list[Candidate]] = defaultdict(list)
    for one in found.values():
        if one.group:
            groups[one.group].append(one)
    for some in groups.values():
        if len({one.place for one in some}) > 1:
            some[0].against = "methods of the name take it otherwise"
    for module in house.modules.values():
        for node in ast.walk(module.source.tree):
            if isinstance(node, ast.Constant) and node.value in groups and _is_set(module.parents.get(node)):
                groups[str(node.value)][0].against = f"a string in {module.name}:{node.lineno}"
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in groups:
                _look_at_call_of_method(house, module, node, groups[node.func.attr][0], found)
    _share(groups)


def _share(groups: dict[str, list[Candidate]]) -> None:
    for some in groups.values():
        against = next((one.against for one in some if one.against), "")
        needs = {key for one in some for key in one.needs}
        for one in some:
            one.against, one.needs = one.against or against, needs | {other.key for other in some}


def _is_set(call: ast.AST | None) -> bool:
    return isinstance(call, ast.Call) and (dotted(call.func) or "").rpartition(".")[2] in {
        "setattr", "getattr", "object"
    }  # fmt: skip


def _look_at_call_of_method(
    house: House, module: Module, call: ast.Call, one: Candidate, found: dict[Key, Candidate]
) -> None:
    text = dotted(call.func)
    if text is not None and module.scope_of(call, text.partition(".")[0]) is None:
        meant = house.meaning(module, text)
        if meant is not None and not meant[1]:
            return
    if _given(call, one) is None and not any(isinstance(some, ast.Starred) for some in call.args):
        return
    one.calls.append((module, call, 0))
    reason = _of_call(module, call, one, found)
    if reason:
        one.against = one.against or f"{reason} in {module.path.relative_to(ROOT)}:{call.lineno}"


def _look_at_uses(house: House, found: dict[Key, Candidate]) -> None:
    for module in house.modules.values():
        for node, key, how in house.uses(module, lambda one: one in found):
            candidate = found[key]
            parent = module.parents.get(node)
            where = f"{module.path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"
            if how != "call" or not isinstance(parent, ast.Call):
                asked = _asked_with_its_now(module, node, candidate)
                if asked is None:
                    candidate.against = candidate.against or f"a {how} in {where}"
                else:
                    candidate.calls.append((module, *asked))
                continue
            candidate.calls.append((module, parent, 0))
            reason = _of_call(module, parent, candidate, found)
            if reason:
                candidate.against = candidate.against or f"{reason} in {where}"


def _asked_with_its_now(module: Module, node: ast.AST, candidate: Candidate) -> tuple[ast.Call, int] | None:
    """Where a test has `hall.ask(query, …, hall.now)`: the call, and how far what is given stands to the right."""
    call = module.parents.get(node)
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or node not in call.args:
        return None
    at, owner = call.args.index(node), dotted(call.func.value)
    place, added = DOERS.get(call.func.attr, (-1, 0))
    if place != at or owner is None or candidate.place is None:
        return None
    if any(isinstance(one, ast.Starred) for one in call.args) or any(word.arg is None for word in call.keywords):
        return None
    shift = at + added
    time = next((word.value for word in call.keywords if word.arg == candidate.parameter), None)
    if time is None and candidate.place + shift < len(call.args):
        time = call.args[candidate.place + shift]
    its_own = f"{owner}.now" if module.name.startswith("tests") else CLOCKS.get(owner)
    return (call, shift) if time is not None and ast.unparse(time) == its_own else None


def _given(call: ast.Call, candidate: Candidate) -> ast.expr | None:
    for word in call.keywords:
        if word.arg == candidate.parameter:
            return word.value
    if candidate.place is None or candidate.place >= len(call.args):
        return None
    return call.args[candidate.place]


def _of_call(module: Module, call: ast.Call, candidate: Candidate, found: dict[Key, Candidate]) -> str:
    """Why the call gives another time, or may."""
    if any(isinstance(one, ast.Starred) for one in call.args) or any(word.arg is None for word in call.keywords):
        return "a call that unpacks"
    if id(call) in module.source.in_f_strings:
        return "a call within an f-string"
    time = _given(call, candidate)
    if time is None or not call.args:
        return "a call without it"
    if _is_its_now(module, call.args[0], time):
        return ""
    outer = module.scope_of(time, time.id) if isinstance(time, ast.Name) else None
    if isinstance(outer, ast.FunctionDef) and isinstance(time, ast.Name):
        owner = next((one for one in found.values() if one.node is outer), None)
        base = _base(call.args[0])
        if (
            owner is not None
            and owner.node is outer
            and time.id == owner.parameter
            and base == owner.tx
            and module.scope_of(call, base) is outer
        ):
            candidate.needs.add(owner.key)
            return ""
    return f"another time ({ast.unparse(time)})"


def _base(first: ast.expr) -> str | None:
    while isinstance(first, ast.Call) and isinstance(first.func, ast.Attribute) and first.func.attr == "acting_as":
        first = first.func.value
    return first.id if isinstance(first, ast.Name) else None


def _settle(found: dict[Key, Candidate]) -> None:
    for one in found.values():
        if not one.calls and not one.against and not one.group:
            one.against = "is called by nobody"
    moved = True
    while moved:
        moved = False
        for one in found.values():
            if not one.against and (other := next((key for key in one.needs if found[key].against), None)):
                one.against = f"the time of {'.'.join(other)}"
                moved = True


def _remove(house: House, spare: list[Candidate]) -> None:
    edits: dict[str, list[Edit]] = defaultdict(list)
    for one in spare:
        edits[one.module.name] += [*_of_signature(one), *_of_body(one)]
        for module, node, shift in one.calls:
            edits[module.name] += _out_of_call(Call(module, node), one, shift)
    for name, some in edits.items():
        module = house.modules[name]
        module.path.write_text(module.source.edited(some), encoding="utf-8")


def _of_signature(one: Candidate) -> Iterator[Edit]:
    source, given = one.module.source, one.node.args
    args: list[ast.arg | ast.expr] = []
    for at, arg in enumerate(given.args):
        args.append(arg)
        default = at - len(given.args) + len(given.defaults)
        if default >= 0:
            args.append(given.defaults[default])
    for arg, value in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        args.append(arg)
        if value is not None:
            args.append(value)
    at = next(place for place, arg in enumerate(args) if isinstance(arg, ast.arg) and arg.arg == one.parameter)
    before, mine = args[at - 1], args[at]
    comma = source.data.rindex(b",", _end(source, before), _start(source, mine))
    yield Edit(comma, _end(source, mine), "")
    last = _end(source, given.kwarg or args[-1])
    tail = re.match(rb"\s*,\s*\)", source.data[last:])
    if tail is not None:
        yield Edit(source.data.index(b",", last), source.data.index(b",", last) + 1, "")


def _start(source: Source, node: ast.arg | ast.expr) -> int:
    return source._starts[node.lineno - 1] + node.col_offset


def _end(source: Source, node: ast.arg | ast.expr) -> int:
    return source._starts[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0)


def _of_body(one: Candidate) -> Iterator[Edit]:
    source, module = one.module.source, one.module
    for gone in _deletions(one):
        kept = [name for target in gone.targets if (name := dotted(target)) != one.parameter]
        yield Edit(*source.span(gone), f"del {', '.join(map(str, kept))}" if kept else "")
    for node in ast.walk(one.node):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Del):
            continue
        if not isinstance(node, ast.Name) or node.id != one.parameter or module.scope_of(node, node.id) is not one.node:
            continue
        if id(node) in source.in_f_strings:
            continue
        yield Edit(*source.span(node), f"{one.tx}.now")
    for node in ast.walk(one.node):
        if isinstance(node, ast.JoinedStr):
            start, end = source.span(node)
            old = source.data[start:end].decode()
            new = re.sub(
                r"\{[^{}]*\}", lambda part: re.sub(rf"(?<![\w.'\"]){one.parameter}\b", f"{one.tx}.now", part[0]), old
            )
            if new != old:
                yield Edit(start, end, new)


def _out_of_call(call: Call, one: Candidate, shift: int) -> Iterator[Edit]:
    word = next((some for some in call.node.keywords if some.arg == one.parameter), None)
    source = call.module.source
    if word is None:
        assert one.place is not None
        yield call.without(one.place + shift)
    else:
        spans = [source.span(some) for some in call.args]
        spans += [source.span(some.value) for some in call.node.keywords]
        start = _start_of_word(source, word)
        before = max(end for _, end in spans if end <= start)
        yield Edit(source.data.rindex(b",", before, start), source.span(word.value)[1], "")
    yield from call.unpinned()


def _start_of_word(source: Source, word: ast.keyword) -> int:
    return source._starts[word.lineno - 1] + word.col_offset


# --- names ---

WRITTEN_OUT: Final = frozenset(
    {
        ("_mark_stale", "tournament: Tournament"),
        ("_record", "arbiter: PersonId"),
        ("_log", "name: str, details: dict[str, str]"),
        ("_log", "game_id: GameId"),
        ("_say", "talk: Talk"),
    }
)
"""Functions of one call that say nothing more than it: their name, and a word of their signature."""
CALLED: Final = {
    ("_record", "made: Appeal"): "_log_appeal",
    ("_record", "made: DiscordLink"): "_log_link",
    ("_record", "circuit: Circuit"): "_log_of_series",
    ("_record", "about: SeatRound"): "_log_seats",
    ("_record", "proposal: EventProposal"): "_log_proposal",
    ("_record", "bringing: Bringing"): "_log_bringing",
    ("_record", "given: Warned"): "_log_warning",
    ("_record", "record: GradeRecord"): "_log_grade",
    ("_record", "office: Office"): "_follow_and_log",
    ("_record", "proposal: Proposal"): "_log_title",
    ("_record", "away: Away"): "_record_outage",
    ("_record", "found: Signature"): "_log_signature",
    ("_record", "about: Suggestion"): "_log_suggestion",
    ("_log", "link: SamePerson"): "_log_link",
    ("_log", "event: QualifyingEvent"): "_log_seat",
    ("_log", "details: Mapping[str, str]"): "_log_officer",
    ("_say", "some: Iterable[AbsenceCase]"): "_remind_of_cases",
    ("_say", "post: Post"): "_call_staff",
    ("_say", "under: _Under"): "_write_word",
}
"""Functions that do something of their own, and by what name."""


def names(house: House) -> list[str]:
    """What is called a shim."""
    problems: list[str] = []
    for module in house.modules.values():
        edits: list[Edit] = []
        for name, node in module.defined.items():
            if not isinstance(node, ast.FunctionDef):
                continue
            taken = " ".join(ast.unparse(node.args).split())
            out = any(name == word and part in taken for word, part in WRITTEN_OUT)
            new = next((new for (word, part), new in CALLED.items() if name == word and part in taken), None)
            if out:
                edits += _written_out(module, node, problems)
            elif new is not None and new in module.defined:
                problems.append(f"{module.name}: {name} cannot be {new}")
            elif new is not None:
                edits += _renamed(module, node, new)
        if edits:
            module.path.write_text(module.source.edited(edits), encoding="utf-8")
    return problems


def _mentions(module: Module, name: str) -> Iterator[ast.Name]:
    for node in ast.walk(module.source.tree):
        if isinstance(node, ast.Name) and node.id == name and module.scope_of(node, name) is None:
            yield node


def _renamed(module: Module, function: ast.FunctionDef, new: str) -> Iterator[Edit]:
    start, end = module.source.span(function)
    at = module.source.data.index(function.name.encode(), start, end)
    yield Edit(at, at + len(function.name), new)
    for node in _mentions(module, function.name):
        yield Edit(*module.source.span(node), new)


def _written_out(module: Module, function: ast.FunctionDef, problems: list[str]) -> list[Edit]:
    source, (only, *more) = module.source, function.body
    calls = [module.parents[node] for node in _mentions(module, function.name)]
    if more or not isinstance(only, ast.Expr) or not all(isinstance(one, ast.Call) for one in calls):
        problems.append(f"{module.name}: {function.name} is more than a call")
        return []
    edits = [Edit(*source.span(function), "")]
    taken = _parameters(function)
    start, end = source.span(only)
    said = source.data[start:end].decode()
    for call in calls:
        assert isinstance(call, ast.Call)
        given = dict(zip(taken, (Call(module, call).text(one) for one in call.args), strict=False))
        given |= {str(word.arg): Call(module, call).text(word.value) for word in call.keywords}
        pattern = re.compile(r"(?<![\w.\"'])(" + "|".join(map(re.escape, taken)) + r")\b(?!\s*=[^=])")
        parts = pattern.split(said)
        edits.append(Edit(*source.span(call), "".join(given[one] if at % 2 else one for at, one in enumerate(parts))))
    return edits


def main() -> int:
    """Does what was asked, and tells what is left."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("define", "says", "now", "names"))
    parser.add_argument("--list", action="store_true", help="of `now`: which would go, and why others stay")
    asked = parser.parse_args()
    house = House()
    if asked.what == "now":
        problems = now(house, lists=asked.list)
    else:
        problems = {"define": define, "says": says, "names": names}[asked.what](house)
    for one in problems:
        print(one)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
