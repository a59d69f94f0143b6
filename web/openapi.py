"""The API described as OpenAPI 3.1 wants it, made from the routes and from the types of their answers.

A schema is read off a dataclass: its fields, their types, and the docstrings below them. So nothing is described that
is not answered, and the other way round.
"""

from __future__ import annotations

import ast
import inspect
import json
import sys
from collections.abc import Iterator, Mapping
from datetime import datetime
from enum import StrEnum
from functools import cache
from http import HTTPStatus
from types import GenericAlias, MappingProxyType, NoneType, UnionType
from typing import Final, TypeVar, get_args, get_origin, get_type_hints

from bot.features.pages.public_model import Public, PublicRecord
from bot.record.model import RecordFile
from web.addresses import FALLBACK, LANGUAGES, LAST_PAGE
from web.api_routes import ROOT, ROUTES, ApiProblem, ApiRoute
from web.encoding import JSON

PATH: Final = f"{ROOT}/openapi.json"
CONTENT_TYPE: Final = "application/vnd.oai.openapi+json;version=3.1"
_SCHEMAS: Final = "#/components/schemas/"
_MOMENT: Final = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"
_PLAIN: Final[Mapping[object, JSON]] = MappingProxyType(
    {
        str: {"type": "string"},
        bool: {"type": "boolean"},
        int: {"type": "integer"},
        float: {"type": "number"},
        NoneType: {"type": "null"},
        datetime: {"type": "string", "format": "date-time", "pattern": _MOMENT},
    }
)
_REFUSALS: Final = (HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.TOO_MANY_REQUESTS)


def description(origin: str) -> bytes:
    """The description; `origin` is where pages are read, as the settings say."""
    return json.dumps(described(origin), ensure_ascii=False, separators=(",", ":")).encode()


def described(origin: str) -> dict[str, JSON]:
    """The same before it is written."""
    paths: dict[str, JSON] = {route.path: {"get": _operation(route)} for route in ROUTES}
    return {
        "openapi": "3.1.1",
        "info": {"title": "Arbiter", "version": "1", "description": inspect.getdoc(sys.modules[ApiRoute.__module__])},
        "servers": [{"url": f"{origin}{ROOT}"}],
        "paths": paths,
        "components": {"schemas": _schemas(), "parameters": _parameters()},
    }


# --- operations -----------------------------------------------------------------------------------------------------


def _operation(route: ApiRoute) -> JSON:
    keys: list[JSON] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}} for name in route.names
    ]
    asked: list[JSON] = [
        {"$ref": f"#/components/parameters/{name}"}
        for name, has in (("lang", route.answers is not None), ("page", route.is_paged))
        if has
    ]
    return {
        "operationId": route.give.__name__.removeprefix("_"),
        "description": inspect.getdoc(route.give),
        "parameters": [*keys, *asked],
        "responses": {"200": _given(route), **dict(_refusals())},
    }


def _given(route: ApiRoute) -> JSON:
    """The answer with its headers."""
    if route.answers is None:
        return {"description": HTTPStatus.OK.phrase, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    headers: JSON = {"ETag": {"schema": {"type": "string"}}}
    schema = {"schema": schema_of(route.answers)}
    return {"description": HTTPStatus.OK.phrase, "headers": headers, "content": {"application/json": schema}}


def _refusals() -> Iterator[tuple[str, JSON]]:
    yield str(HTTPStatus.NOT_MODIFIED.value), {"description": HTTPStatus.NOT_MODIFIED.phrase}
    for status in _REFUSALS:
        content: JSON = {"application/problem+json": {"schema": schema_of(ApiProblem)}}
        yield str(status.value), {"description": status.phrase, "content": content}


def _parameters() -> dict[str, JSON]:
    languages: JSON = {"type": "string", "enum": [*LANGUAGES], "default": FALLBACK}
    pages: JSON = {"type": "integer", "minimum": 1, "maximum": LAST_PAGE, "default": 1}
    return {name: {"name": name, "in": "query", "schema": one} for name, one in (("lang", languages), ("page", pages))}


# --- schemas --------------------------------------------------------------------------------------------------------


def schema_of(kind: object) -> JSON:
    """What stands for a type; of classes the place of their schema."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    if _is_named(kind):
        return {"$ref": f"{_SCHEMAS}{_name(kind)}"}
    args = get_args(kind)
    if isinstance(kind, UnionType):
        return {"anyOf": [schema_of(one) for one in args]}
    if get_origin(kind) is tuple and args[1:] == (...,):
        return {"type": "array", "items": schema_of(args[0])}
    if get_origin(kind) is tuple:
        each = [schema_of(one) for one in args]
        return {"type": "array", "prefixItems": each, "items": False, "minItems": len(each), "maxItems": len(each)}
    raise TypeError(kind)


def _is_named(kind: object) -> bool:
    found = get_origin(kind) or kind
    return isinstance(found, type) and issubclass(found, Public | StrEnum)


def _name(kind: object) -> str:
    """Of a schema: `Match`, `PageOfMatch`."""
    whole = get_origin(kind)
    if whole is not None:
        return f"{_name(whole)}Of{_name(get_args(kind)[0])}"
    return str(getattr(kind, "__name__", kind)).removeprefix("Public").removeprefix("Api")


def _schemas() -> dict[str, JSON]:
    """The schemas of all answers, and of what is in them."""
    found = _of_records()
    ahead: list[object] = [ApiProblem, *(route.answers for route in ROUTES if route.answers is not None)]
    while ahead:
        kind = ahead.pop()
        if _name(kind) not in found:
            found[_name(kind)] = _schema(kind)
            ahead += [named for one in fields_of(kind).values() for named in named_in(one)]
    return dict(sorted(found.items()))


def _of_records() -> dict[str, JSON]:
    """The schema of a record, made from the code that reads one, with those of its parts."""
    told = RecordFile.model_json_schema(ref_template=f"{_SCHEMAS}Record{{model}}")
    parts = {f"Record{name}": part for name, part in told.pop("$defs").items()}
    return {_name(PublicRecord): told, **parts}


def named_in(kind: object) -> Iterator[object]:
    if _is_named(kind):
        yield kind
        return
    for one in get_args(kind):
        yield from named_in(one)


def _schema(kind: object) -> JSON:
    found = get_origin(kind) or kind
    if not isinstance(found, type):
        raise TypeError(kind)
    docs = _docs(found.__module__).get(found.__name__, {})
    if issubclass(found, StrEnum):
        told = [inspect.getdoc(found) or "", *(f"`{one.value}`: {docs[one.name]}" for one in found if one.name in docs)]
        return {"type": "string", "enum": [one.value for one in found], "description": "\n".join(told)}
    properties: dict[str, JSON] = {}
    for name, one in fields_of(kind).items():
        schema = schema_of(one)
        properties[name] = (
            {**schema, "description": docs[name]} if name in docs and isinstance(schema, dict) else schema
        )
    return {
        "type": "object",
        "description": inspect.getdoc(found),
        "properties": properties,
        "required": [*properties],
        "additionalProperties": False,
    }


def fields_of(kind: object) -> dict[str, object]:
    """The fields of an answer with their types; of a page those of what it is of."""
    found = get_origin(kind) or kind
    if not isinstance(found, type) or issubclass(found, StrEnum):
        return {}
    hints = get_type_hints(found)
    given = dict(zip(getattr(found, "__parameters__", ()), get_args(kind), strict=True))
    return {name: _filled(hint, given) for name, hint in hints.items()}


def _filled(kind: object, given: Mapping[TypeVar, object]) -> object:
    """The type with what stands for its parameter."""
    if isinstance(kind, TypeVar):
        return given[kind]
    args = get_args(kind)
    if any(isinstance(one, TypeVar) for one in args):
        return GenericAlias(tuple, tuple(given.get(one, one) for one in args))
    return kind


@cache
def _docs(module: str) -> dict[str, dict[str, str]]:
    """The docstrings below fields and members of each class in a module."""
    source = ast.parse(inspect.getsource(sys.modules[module]))
    return {one.name: dict(_documented(one)) for one in source.body if isinstance(one, ast.ClassDef)}


def _documented(one: ast.ClassDef) -> Iterator[tuple[str, str]]:
    for said, told in zip(one.body, one.body[1:], strict=False):
        target = (
            said.target
            if isinstance(said, ast.AnnAssign)
            else said.targets[0]
            if isinstance(said, ast.Assign)
            else None
        )
        if isinstance(target, ast.Name) and isinstance(told, ast.Expr) and isinstance(told.value, ast.Constant):
            yield target.id, inspect.cleandoc(str(told.value.value))
