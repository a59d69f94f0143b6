"""Requests held against facts of Discord's own description of its REST API, which `tools/discord_facts.py` gathers."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs
from jsonschema import Draft202012Validator
from jsonschema.validators import extend

from rehearsal.counting import plain_path
from rehearsal.limits import Request

SNOWFLAKE = 17
"""Digits from which on an integer can only be an id."""
RIGHTS = {"permissions", "allow", "deny"}
REF = "#/components/schemas/"
FACTS = Path(__file__).with_name("facts.json")


def breaches(requests: Iterable[Request]) -> list[str]:
    """What in the bodies of the requests Discord does not take; raises where the facts are missing."""
    found: list[str] = []
    seen: set[tuple[str, str, str]] = set()
    for request in requests:
        body = json.dumps(request.json, sort_keys=True)
        key = (request.method, _shape(request.path), body)
        if request.json is not None and key not in seen:
            seen.add(key)
            found += _broken(request.method, plain_path(request.path), body)
    return found


def _shape(path: str) -> str:
    return re.sub(r"\d{5,}", "*", plain_path(path))


def _broken(method: str, path: str, body: str) -> tuple[str, ...]:
    template = next((one for pattern, one in _templates(method) if pattern.fullmatch(path)), None)
    if template is None:
        return (f"{method} {path} is unknown to Discord",)
    return _judged(method, template, body)


@cache
def _judged(method: str, template: str, body: str) -> tuple[str, ...]:
    """The same body is judged once in a run: every test's bot tells Discord of the same commands."""
    sent = _as_sent(json.loads(body))
    if _quick_validator(template, method).is_valid(sent):
        return ()
    return tuple(f"{method} {template}: {_nearest(error)}" for error in _validator(template, method).iter_errors(sent))


def _as_sent(body: Any) -> Any:
    """The body with discord.py's integers and texts as the description has them; on the wire Discord takes both."""
    read_id = lambda digits: digits if len(digits) >= SNOWFLAKE else int(digits)  # noqa: E731
    return json.loads(json.dumps(body), parse_int=read_id, object_hook=_as_described)


def _as_described(sent: dict[str, Any]) -> dict[str, Any]:
    """Sets of rights as integers, the ids of attached files as text."""
    rights = {key: int(sent[key]) for key in RIGHTS & sent.keys() if sent[key] is not None}
    return sent | rights | ({"id": str(sent["id"])} if {"id", "filename"} <= sent.keys() else {})


def _nearest(error: Any) -> str:
    """The innermost of what failed, with its place."""
    while error.context:
        error = max(error.context, key=lambda one: len(one.absolute_path))
    return f"{'/'.join(map(str, error.absolute_path))}: {error.message[:200]}"


@cache
def _facts() -> Mapping[str, Any]:
    loaded: Mapping[str, Any] = json.loads(FACTS.read_text(encoding="utf-8"))
    return loaded


def _among_possible(keyword: str) -> Callable[..., Iterator[Any]]:
    """The keyword held against those branches alone that the instance's `type` leaves; all when it leaves none."""
    in_full = Draft202012Validator.VALIDATORS[keyword]

    def narrowed(validator: Any, branches: list[dict[str, Any]], instance: Any, schema: Any) -> Iterator[Any]:
        possible = [one for one in branches if _may_be(one, instance)]
        found: Iterator[Any] = in_full(validator, possible or branches, instance, schema)
        return found

    return narrowed


def _may_be(branch: dict[str, Any], instance: Any) -> bool:
    """False where the branch wants another `type` of component or callback, or null."""
    meant = _meant(branch)
    if meant.get("type") == "null":
        return instance is None
    types = meant.get("properties", {}).get("type", {}).get("enum")
    return types is None or not isinstance(instance, dict) or "type" not in instance or instance["type"] in types


def _meant(schema: dict[str, Any]) -> Mapping[str, Any]:
    """The schema that a reference names."""
    if "$ref" not in schema:
        return schema
    named: Mapping[str, Any] = _facts()["schemas"][schema["$ref"].removeprefix(REF)]
    return named


@cache
def _judge() -> Any:
    return extend(Draft202012Validator, {keyword: _among_possible(keyword) for keyword in ("oneOf", "anyOf")})


@cache
def _templates(method: str) -> list[tuple[re.Pattern[str], str]]:
    paths = [path for known, path in map(str.split, _facts()["routes"]) if known == method]
    paths.sort(key=lambda path: path.count("{"))
    return [(re.compile(re.sub(r"\{[^}]+\}", "[^/]+", path)), path) for path in paths]


@cache
def _validator(template: str, method: str) -> Any:
    """Says what is wrong in the branch that was meant."""
    return _judge()(_schema(template, method))


@cache
def _quick_validator(template: str, method: str) -> Any:
    """Says only whether a body is valid, in a hundredth of the time; what it takes the other takes as well."""
    return jsonschema_rs.Draft202012Validator(_schema(template, method))


def _schema(template: str, method: str) -> dict[str, Any]:
    return {**_facts()["routes"][f"{method} {template}"], "components": {"schemas": _facts()["schemas"]}}
