"""Gathers from Discord's own description of its REST API the facts that requests of the bot are held to.

`python tools/discord_facts.py DESCRIPTION.json` writes `tests/discord/facts.json`: for each route that the bot sends a
body to, which fields it takes, of what kind and how long, and nothing else of the description.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

FACTS: Final = Path(__file__).parent.parent / "tests" / "discord" / "facts.json"
ROUTES: Final = (
    "PUT /applications/{application_id}/commands",
    "PUT /applications/{application_id}/guilds/{guild_id}/commands",
    "POST /channels/{channel_id}/messages",
    "PATCH /channels/{channel_id}/messages/{message_id}",
    "POST /channels/{channel_id}/threads",
    "POST /channels/{channel_id}/messages/{message_id}/threads",
    "PATCH /channels/{channel_id}",
    "PATCH /guilds/{guild_id}",
    "PUT /channels/{channel_id}/permissions/{overwrite_id}",
    "POST /guilds/{guild_id}/channels",
    "POST /guilds/{guild_id}/roles",
    "PATCH /guilds/{guild_id}/roles/{role_id}",
    "PATCH /guilds/{guild_id}/members/{user_id}",
    "POST /guilds/{guild_id}/scheduled-events",
    "PATCH /guilds/{guild_id}/scheduled-events/{guild_scheduled_event_id}",
    "POST /interactions/{interaction_id}/{interaction_token}/callback",
    "POST /users/@me/channels",
    "POST /webhooks/{webhook_id}/{webhook_token}",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original",
    "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}",
)
"""Where the bot sends a body; a request to any other route is refused by the tests until it is added here."""
_WORDS: Final = {"description", "title", "example", "examples", "deprecated"}
_REF: Final = "#/components/schemas/"


def facts(description: Mapping[str, Any]) -> dict[str, Any]:
    """The routes with the schemas of their bodies, and every schema that these name."""
    named = description["components"]["schemas"]
    routes = {route: _plain(_body(description, *route.split())) for route in ROUTES}
    schemas: dict[str, Any] = {}
    wanted = set(_references(routes))
    while wanted:
        name = wanted.pop()
        schemas[name] = _plain(named[name])
        wanted |= set(_references(schemas[name])) - schemas.keys()
    return {"routes": routes, "components": {"schemas": dict(sorted(schemas.items()))}}


def write_facts(found: Mapping[str, Any]) -> str:
    """The facts as the file has them: a line for each route and each schema."""
    parts = [
        f'"{part}": {{\n' + ",\n".join(f"{json.dumps(key)}: {_line(value)}" for key, value in lines.items()) + "\n}"
        for part, lines in (("routes", found["routes"]), ("schemas", found["components"]["schemas"]))
    ]
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), sort_keys=True)


def _body(description: Mapping[str, Any], method: str, path: str) -> Any:
    operation = next(
        item[method.lower()] for known, item in description["paths"].items() if _shape(known) == _shape(path)
    )
    return operation["requestBody"]["content"]["application/json"]["schema"]


def _shape(path: str) -> str:
    return re.sub(r"\{[^}]+\}", "*", path)


def _plain(schema: Any) -> Any:
    """The schema without words, and with a choice between constants as the list of them."""
    if isinstance(schema, list):
        return [_plain(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    plain = {
        key: _fields(value) if key == "properties" else _plain(value)
        for key, value in schema.items()
        if key not in _WORDS and not key.startswith("x-")
    }
    return _with_constants(plain)


def _with_constants(plain: dict[str, Any]) -> dict[str, Any]:
    branches = plain.get("oneOf")
    if isinstance(branches, list) and all("const" in one for one in branches):
        return {key: value for key, value in plain.items() if key != "oneOf"} | {
            "enum": [one["const"] for one in branches]
        }
    return plain


def _fields(properties: Mapping[str, Any]) -> dict[str, Any]:
    """Fields by their names, which may be words like "description" themselves."""
    return {name: _plain(schema) for name, schema in properties.items()}


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, list):
        for one in schema:
            yield from _references(one)
    elif isinstance(schema, dict):
        if "$ref" in schema:
            yield schema["$ref"].removeprefix(_REF)
        for one in schema.values():
            yield from _references(one)


def main(words: list[str]) -> int:
    """Writes the file from the description that is named."""
    FACTS.write_text(write_facts(facts(json.loads(Path(words[0]).read_text("utf-8")))), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
