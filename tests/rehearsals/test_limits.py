"""The validator that holds every message in every test: each limit can be broken, and is found."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from rehearsal import limits
from tests.discord import contract
from tools import discord_facts

DESCRIPTION = Path(__file__).parents[2].parent / "shared" / "discord" / "openapi.json"
TEXT: dict[str, Any] = {"type": 10, "content": "Hello"}
BUTTON: dict[str, Any] = {"type": 2, "style": 1, "custom_id": "a:1", "label": "Go"}
FLAGS = 1 << 15
NOBODY: dict[str, Any] = {"parse": []}
CALLED: dict[str, Any] = {"parse": [], "users": ["123456"]}
NAMED: dict[str, Any] = {"type": 10, "content": "<@123456>, your turn"}


@dataclass(frozen=True)
class Asked:
    method: str
    path: str
    json: Any
    reason: str | None = None


def message(*components: Any, **more: Any) -> Asked:
    body = {"components": list(components), "flags": FLAGS, "allowed_mentions": NOBODY, "nonce": "n"}
    return Asked("POST", "/channels/100000/messages", {**body, "enforce_nonce": True, **more})


def answer(kind: int, data: Any) -> Asked:
    return Asked("POST", "/interactions/100000/token/callback", {"type": kind, "data": data})


def command(**fields: Any) -> Asked:
    return Asked("PUT", "/applications/100000/commands", [{"name": "x", "description": "y", "type": 1, **fields}])


def row(*children: Any) -> dict[str, Any]:
    return {"type": 1, "components": list(children)}


def menu(count: int, **fields: Any) -> dict[str, Any]:
    options = [{"value": str(n), "label": "x"} for n in range(count)]
    return {"type": 3, "custom_id": "m:1", "options": options, **fields}


def event(**fields: Any) -> Asked:
    moments = {"scheduled_start_time": "2026-01-01T10:00:00", "scheduled_end_time": "2026-01-01T11:00:00"}
    place = {"entity_metadata": {"location": "here"}}
    return Asked(
        "POST", "/guilds/100000/scheduled-events", {"name": "Cup", "entity_type": 3, **moments, **place, **fields}
    )


def form(**fields: Any) -> Asked:
    field = {"type": 18, "label": "Why", "component": {"type": 4, "custom_id": "why"}}
    return answer(9, {"title": "Form", "custom_id": "f:1", "components": [field], **fields})


SOUND = {
    "a message": message({"type": 17, "components": [TEXT, row(BUTTON)]}),
    "an edit": Asked("PATCH", "/channels/100000/messages/200000", {"components": [TEXT], "allowed_mentions": NOBODY}),
    "a call": message(NAMED, allowed_mentions=CALLED),
    "a call of a role": message({"type": 10, "content": "<@&123456>"}, allowed_mentions={"roles": ["123456"]}),
    "a form": form(),
    "a command": command(options=[{"type": 3, "name": "o", "description": "d"}]),
    "an event": event(),
    "suggestions": answer(8, {"choices": [{"name": "a", "value": "b"}]}),
}
BROKEN = {
    "4001 characters": message({"type": 10, "content": "x" * 4001}),
    "4001 characters in two texts": message({"type": 10, "content": "x" * 4000}, TEXT),
    "41 components": message(*[TEXT] * 41),
    "six buttons in a row": message(row(*({**BUTTON, "custom_id": f"a:{n}"} for n in range(6)))),
    "an empty row": message(row()),
    "a long label": message(row({**BUTTON, "label": "x" * 81})),
    "a long custom_id": message(row({**BUTTON, "custom_id": "x" * 101})),
    "a custom_id twice": message(row(BUTTON), row(BUTTON)),
    "a menu beside a button": message(row(menu(1), BUTTON)),
    "26 options": message(row(menu(26))),
    "no option": message(row(menu(0))),
    "a long option": message(row(menu(0, options=[{"value": "1", "label": "x" * 101}]))),
    "a value twice": message(row(menu(0, options=[{"value": "1", "label": "x"}] * 2))),
    "a long placeholder": message(row(menu(1, placeholder="x" * 151))),
    "101 mentions": message({"type": 10, "content": "<@123456>" * 101}),
    "no allowed_mentions": message(TEXT, allowed_mentions=None),
    "a ping of everyone": message(TEXT, allowed_mentions={"parse": ["everyone"]}),
    "a ping of any member": message(TEXT, allowed_mentions={"parse": ["users"]}),
    "a ping of a member without a name": message(TEXT, allowed_mentions={"users": ["123456"]}),
    "a ping of a role without a name": message(NAMED, allowed_mentions={"roles": ["123456"]}),
    "a ping by the label of a button": message(TEXT, row({**BUTTON, "label": "<@123456>"}), allowed_mentions=CALLED),
    "a ping in code, where Discord shows it as text": message(
        {"type": 10, "content": "`<@123456>`"}, allowed_mentions=CALLED
    ),
    "an answer that pings a member without a name": answer(4, {"components": [TEXT], "allowed_mentions": CALLED}),
    "101 pings": message(TEXT, allowed_mentions={"users": ["1"] * 101}),
    "a long nonce": message(TEXT, nonce="x" * 26),
    "a nonce not enforced": message(TEXT, enforce_nonce=False),
    "no nonce": Asked("POST", "/channels/100000/messages", {"components": [TEXT], "allowed_mentions": NOBODY}),
    "11 files": message(TEXT, attachments=[{"id": str(n)} for n in range(11)]),
    "content beside components": message(TEXT, content="Hello"),
    "an embed": message(TEXT, embeds=[{"title": "x"}]),
    "a picture without words": message({"type": 12, "items": [{"media": {"url": "x"}}]}),
    "long words for a picture": message({"type": 12, "items": [{"media": {"url": "x"}, "description": "x" * 1025}]}),
    "an empty text": message({"type": 10, "content": " "}),
    "a key of the catalogues": message({"type": 10, "content": "now.button"}),
    "an open placeholder": message({"type": 10, "content": "Hello {name}"}),
    "Python's None": message({"type": 10, "content": "until None"}),
    "a long answer": answer(4, {"components": [{"type": 10, "content": "x" * 4001}], "allowed_mentions": NOBODY}),
    "a long title of a form": form(title="x" * 46),
    "a form without fields": form(components=[]),
    "a long label of a field": form(components=[{"type": 18, "label": "x" * 46, "component": {"type": 4}}]),
    "26 suggestions": answer(8, {"choices": [{"name": "a", "value": "b"}] * 26}),
    "a long suggestion": answer(8, {"choices": [{"name": "a" * 101, "value": "b"}]}),
    "a long description": command(description="x" * 101),
    "a long translation": command(description_localizations={"it": "x" * 101}),
    "26 choices": command(options=[{"type": 3, "name": "o", "description": "d", "choices": [{"name": "c"}] * 26}]),
    "a command twice": Asked("PUT", "/applications/100000/commands", [{"name": "x", "description": "y"}] * 2),
    "a long name of an event": event(name="x" * 101),
    "an event that ends before it begins": event(scheduled_end_time="2026-01-01T09:00:00"),
    "an event elsewhere without a place": event(entity_metadata={}),
    "a long reason": Asked("PATCH", "/channels/100000", {}, "x" * 513),
    "a long name of a thread": Asked("POST", "/channels/100000/threads", {"name": "x" * 101}),
}


@pytest.mark.parametrize("name", SOUND)
def test_nothing_is_said_against(name: str) -> None:
    assert limits.too_much([SOUND[name]]) == []


@pytest.mark.parametrize("name", BROKEN)
def test_there_is_no_way_past_the_validator_for(name: str) -> None:
    assert limits.too_much([BROKEN[name]]) != []


HASH = {"type": 10, "content": f"Sealed: `{'0123abcd' * 8}`"}
NUMBERS = {"type": 10, "content": "<@123456789012345678> in 01jq3e8x2m4k at 1767268800, 1234567890123"}
RECORD = 200000


@pytest.mark.parametrize(
    ("asked", "shown"),
    [
        (message(HASH), True),
        (answer(4, {"components": [HASH], "flags": FLAGS}), True),
        (answer(7, {"components": [{"type": 17, "components": [HASH]}], "flags": FLAGS}), True),
        (answer(4, {"components": [HASH], "flags": FLAGS | 1 << 6}), False),
        (Asked("POST", f"/channels/{RECORD}/messages", {"components": [HASH], "flags": FLAGS}), False),
        (message(NUMBERS), False),
    ],
)
def test_a_hash_stands_in_the_record_and_in_answers_for_one_alone(asked: Asked, shown: bool) -> None:
    assert bool(limits.proofs_shown([asked], {RECORD})) is shown


def test_what_a_member_typed_may_look_like_a_placeholder_when_it_is_declared() -> None:
    asked = message({"type": 10, "content": "Hello {close}"})
    assert limits.too_much([asked], unusual={"{close}"}) == []


@pytest.mark.parametrize(("size", "fits"), [(1, True), (10 * 2**20, True), (10 * 2**20 + 1, False), (0, False)])
def test_a_file_has_a_size(size: int, fits: bool) -> None:
    assert (limits.check_upload("x.png", size) == []) is fits


def test_a_request_is_held_against_discords_own_description() -> None:
    assert contract.breaches([SOUND["a message"]]) == []
    assert contract.breaches([message({"type": 10})]) != []
    assert contract.breaches([Asked("POST", "/no/such/place", {})]) != []


def test_without_the_facts_no_request_is_called_sound(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    contract._facts.cache_clear()
    contract._templates.cache_clear()
    monkeypatch.setattr(contract, "FACTS", tmp_path / "missing.json")
    with pytest.raises(FileNotFoundError):
        contract.breaches([SOUND["a message"]])


@pytest.mark.skipif(not DESCRIPTION.exists(), reason="Discord's description is not beside the project")
def test_the_facts_are_those_of_discords_description() -> None:
    found = discord_facts.facts(json.loads(DESCRIPTION.read_text("utf-8")))
    assert contract.FACTS.read_text("utf-8") == discord_facts.write_facts(found)
