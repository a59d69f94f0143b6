"""Every name that lies in a database, in a `custom_id`, in a record or in a rulebook file, as the code has it today.

`stored_names.tsv` holds what was ever written: `python -m tests.house.stored_names` adds what is new, and takes nothing
out. Files are read for ever: a row goes by hand, with the migration that changes what lies in them.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from enum import IntEnum, StrEnum
from functools import cache
from typing import Any, Final, get_type_hints

from bot import wiring
from bot.features.opening.model import OpeningFile
from bot.features.playing import rows_store as playing_rows_store
from bot.features.sign_ups.model import SignUpFile
from bot.features.signing.verbs import SIGNING_HOOKS
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.hooks import STEP_HOOKS
from bot.features.voting import procedures_model as voting_procedures_model
from bot.kernel.outages import Step
from bot.kernel.promises import Message, name_of
from bot.kernel.promises import _parts as parts_of_saying
from bot.kernel.time_store import SERVER_OF, STILL
from bot.layout.sentences import enum_prefix
from bot.play.contests import BoardResult, Particulars, ResultKind
from bot.play.ranking import NAMES
from bot.play.rulebook import Rulebook
from bot.record import model
from bot.record import model as record_model
from bot.rulebooks import game_files, library, series_files
from bot.wiring import PANELS
from cogs.routing import VERBS
from tests.house.catalogue_reading import keys, refusals, user_errors
from tests.house.reading import ROOT, python_files, text, tree, walked
from tests.house.rooms import DECIDING, modules_of
from tests.house.stored_shapes import or_else, parts_of, shape, subject_of
from tests.house.test_door import bot
from tools.mapping.rooms import Role

TABLE: Final = "tests/house/stored_names.tsv"
Names = Mapping[tuple[str, str], str]
"""What lies there, by the kind of name and the name."""
Found = Iterator[tuple[str, str]]
"""Names of one kind, each with what lies there; nothing where the name says it all."""
_ASKED: Final = frozenset({"Text", "File", "Members", "RoleField", "Menu"})
_SUBJECT: Final = re.compile(r"(?:[a-z]+(?:-[a-z]+)*:)+")
_EXTRACTED: Final = re.compile(r"json_extract\((?:\w+\.)?details, '\$\.(\w+)'\)")
_TAKEN_BEFORE: Final = 1
"""The transaction."""


@cache
def _whole_house() -> None:
    """Has every module imported, the features joined and the cogs loaded."""
    user_errors()
    wiring.join()
    bot()


def promises() -> Found:
    """Kinds of promises with what each is about."""
    for kind in _kinds():
        yield name_of(kind), f"about a {shape(parts_of_saying(kind)[0].kind, in_order=True)}"


def parts_of_promises() -> Found:
    """What a promise holds beside that, under the names of its fields."""
    for kind in _kinds():
        for one in parts_of_saying(kind)[1:]:
            yield f"{name_of(kind)}.{one.name}", shape(one.kind, in_order=True) + or_else(one.default)


def _kinds() -> tuple[type[Message], ...]:
    return (*wiring.ALL, *wiring.MADE_OTHERWISE)


def acts() -> Found:
    """Acts of the log; each that is written has its sentence (`test_log.py`)."""
    prefix = "log.act."
    yield from ((one.removeprefix(prefix), "") for one in keys() if one.startswith(prefix))


def details_of_acts() -> Found:
    """What is read again of the details of the log's lines."""
    for file in (one for one in python_files("bot/") if "details" in text(one)):
        yield from ((name, "") for name in _EXTRACTED.findall(text(file)))
        yield from ((name, "") for node in walked(tree(file)) for name in _read_of_details(node))


def _read_of_details(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Subscript(value=ast.Attribute(attr="details"), slice=ast.Constant(value=str(name))):
            yield name
        case ast.Call(
            func=ast.Attribute(value=ast.Attribute(attr="details"), attr="get"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            yield name


def verbs() -> Found:
    """Verbs of buttons, menus and forms, with what stands behind each."""
    yield from ((name, subject_of(verb.takes)) for name, verb in VERBS.items())


def fields_of_forms() -> Found:
    """How the fields of forms are called that members may have open."""
    for file in python_files("cogs/"):
        for node in walked(tree(file)):
            match node:
                case ast.Call(func=ast.Name(id=kind), args=[ast.Constant(value=str(name)), *_]) if kind in _ASKED:
                    yield name, ""


def kinds_of_steps() -> Found:
    """Kinds of deadlines: steps, and what wakes a worker."""
    yield from ((one.value, "") for one in Step)
    for file in (one for one in python_files("bot/") if "rewrite_deadlines" in text(one)):
        for node in walked(tree(file)):
            match node:
                case ast.Call(
                    func=ast.Attribute(attr="rewrite_deadlines"),
                    args=[*_, ast.List(elts=[ast.Tuple(elts=[ast.Constant(value=str(kind)), _])])],
                ):
                    yield kind, ""


def subjects() -> Found:
    """What stands before an id in deadlines, panels, the log and other tables: "contest:ID"."""
    takers = {name for one in STEP_HOOKS for name in one.takers()}
    yield STILL, ""
    for name in {*SERVER_OF, *wiring._TAKERS, *wiring._WATCHES, *wiring._WOKEN, *takers, *PANELS}:
        yield f"{name}:", ""
    for file in (*modules_of(*_NAMING), *python_files(*_LIVING)):
        for node in walked(tree(file)):
            if isinstance(node, ast.JoinedStr) and isinstance(head := node.values[0], ast.Constant):
                yield from ((str(head.value), "") for _ in range(bool(_SUBJECT.fullmatch(str(head.value)))))


_NAMING: Final = (Role.MODEL, Role.STORE, *DECIDING, Role.MESSAGES, Role.WORKER)
_LIVING: Final = tuple(f"bot/{path.name}" for path in sorted((ROOT / "bot").glob("*.py")))


def words() -> Found:
    """Members of enums: in columns, in JSON, in rulebooks, and as keys of the catalogues."""
    for enum in (*StrEnum.__subclasses__(), *IntEnum.__subclasses__()):
        if enum.__module__.startswith("bot."):
            yield from ((f"{enum_prefix(enum)}.{one.value}", "") for one in enum)  # type: ignore[arg-type]


def errors() -> Found:
    """Keys of refusals."""
    yield from ((one.key, "") for one in refusals())


def wished() -> Found:
    """What waits for a second signature: kinds, and the fields of each."""
    for one in SIGNING_HOOKS:
        for kind, verb in one.verbs().items():
            yield from ((name, lies) for name, lies in parts_of(str(kind), verb.wish))


def done_later() -> Found:
    """Verbs that are kept to be done once a reason was picked, and what each takes."""
    for name, verb in tournaments_recusal_verbs.REPEATABLE.items():
        yield name, ""
        hints = get_type_hints(inspect.unwrap(verb), include_extras=True)
        for taken in list(inspect.signature(verb).parameters.values())[_TAKEN_BEFORE:]:
            yield from parts_of(f"{name}({taken.name})", hints[taken.name], taken.default)


def drafts() -> Found:
    """Lists that were read and wait to be confirmed."""
    yield from parts_of("opening_drafts.content", OpeningFile)
    yield from parts_of("sign_up_drafts.content", SignUpFile)


def told_of_results() -> Found:
    """What a result tells beyond its score."""
    board = BoardResult(1, ((), ()), (1, 0), kind=ResultKind.BOTH_LOST, count=1.5)
    told = Particulars(moves=1, influence=(1,), boards=(board,), count=1.5, absent=(1,))
    whole = json.loads(playing_rows_store._text(told, paired=3))
    yield from ((name, "") for name in whole)
    yield from ((f"boards[].{name}", "") for name in whole["boards"][0])


def records() -> Found:
    """Keys of record files."""
    yield from _in_schema(model.schema(), model.schema(), "")


def series() -> Found:
    """Keys of files of series."""
    yield from _in_schema(record_model.series_schema(), record_model.series_schema(), "")


def _in_schema(part: Mapping[str, Any], whole: Mapping[str, Any], path: str) -> Found:
    if "$ref" in part:
        part = whole["$defs"][part["$ref"].rpartition("/")[2]]
    for name, one in part.get("properties", {}).items():
        kind, *words = _kinds_in_schema(one, whole)
        yield f"{path}{name}", kind
        yield from ((f"{path}{name}={word}", "") for word in words)
        yield from _in_schema(one, whole, f"{path}{name}.")
    for one in (*part.get("anyOf", ()), *([part["items"]] if isinstance(part.get("items"), dict) else ())):
        yield from _in_schema(one, whole, path)


def _kinds_in_schema(part: Mapping[str, Any], whole: Mapping[str, Any]) -> list[str]:
    """What lies there, and after it the words of which it is one, where it is."""
    if "$ref" in part:
        return _kinds_in_schema(whole["$defs"][part["$ref"].rpartition("/")[2]], whole)
    if "anyOf" in part:
        told = [_kinds_in_schema(one, whole) for one in part["anyOf"]]
        return [" or ".join(dict.fromkeys(kind for kind, *_ in told)), *(word for _, *words in told for word in words)]
    words = part.get("enum", [part["const"]] if "const" in part else [])
    return ["word" if words else str(part.get("type", "anything")), *map(str, words)]


def settings() -> Found:
    """Settings of rulebooks, as files and frozen copies have them."""
    yield from ((name.removeprefix("rulebook."), lies) for name, lies in list(parts_of("rulebook", Rulebook))[1:])


def tie_breaks() -> Found:
    """Tie-breaks by their names in rulebooks."""
    yield from ((one, "") for one in NAMES)


def procedures() -> Found:
    """Keys of files of procedures."""
    yield from ((one, "") for one in voting_procedures_model._READERS)


def rules_of_series() -> Found:
    """Keys of rules of series."""
    yield from ((f"{table}.{one}", "") for table, some in series_files._TABLES.items() for one in some)


def bundled() -> Found:
    """What comes with the bot, and stands in databases by its name."""
    named = {
        "rulebook": library.names(),
        "procedure": voting_procedures_model.names(),
        "series": series_files.names(),
        "game": game_files.bundled_games(),
    }
    yield from ((f"{kind} {name}", "") for kind, some in named.items() for name in some)


KINDS: Final[Mapping[str, Callable[[], Found]]] = {
    "promise": promises,
    "part of a promise": parts_of_promises,
    "act": acts,
    "detail of an act": details_of_acts,
    "verb": verbs,
    "field of a form": fields_of_forms,
    "step": kinds_of_steps,
    "subject": subjects,
    "word": words,
    "error": errors,
    "signed wish": wished,
    "verb done later": done_later,
    "draft": drafts,
    "result": told_of_results,
    "record": records,
    "series": series,
    "setting": settings,
    "tie-break": tie_breaks,
    "procedure": procedures,
    "rules of a series": rules_of_series,
    "bundled": bundled,
}
"""Where the names of each kind come from."""


def gathered(kind: str) -> dict[str, str]:
    """The names of the kind that the code has today, each with what lies there."""
    _whole_house()
    return dict(KINDS[kind]())


def pinned() -> Names:
    """The names that files may hold."""
    rows = (line.split("\t") for line in text(TABLE).splitlines())
    return {(kind, name): lies for kind, name, lies in rows}


def lost(kind: str) -> list[str]:
    """Names of the kind that the code has no more, or under which something else lies."""
    today = gathered(kind)
    rows = [(name, lies) for (of, name), lies in pinned().items() if of == kind]
    gone = [f"{name} is gone" for name, _ in rows if name not in today]
    other = [f"{name} is {today[name]}, and files hold {lies}" for name, lies in rows if today.get(name, lies) != lies]
    return sorted((*gone, *other))


def unpinned(kind: str) -> list[str]:
    """Names of the kind that the table does not have."""
    known = pinned()
    return sorted(name for name in gathered(kind) if (kind, name) not in known)


def written(names: Names) -> str:
    """The table as its file holds it."""
    places = {kind: place for place, kind in enumerate(KINDS)}
    rows = sorted(names.items(), key=lambda row: (places[row[0][0]], row[0][1]))
    return "".join(f"{kind}\t{name}\t{lies}\n" for (kind, name), lies in rows)


if __name__ == "__main__":
    found = {(kind, name): lies for kind in KINDS for name, lies in gathered(kind).items()}
    (ROOT / TABLE).write_text(written({**found, **pinned()}), encoding="utf-8")
