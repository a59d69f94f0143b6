"""Discord's limits, those that SimCord does not know among them, and two of our own: no raw key, no open placeholder.

Reads requests, so that it sees every message, answer, form and command that the bot ever sent, whoever saw it.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, Final, Protocol

from bot.i18n.catalogue import DEFAULT_LOCALE, catalogue_files, read_catalogue
from rehearsal.counting import plain_path
from rehearsal.posts import SELECTS, Component, walk, words

Payload = Mapping[str, Any]

V2: Final = 1 << 15
MESSAGE_CALLBACKS: Final = frozenset({4, 7})
MOST_TEXT: Final = 4000
MOST_COMPONENTS: Final = 40
MOST_MENTIONS: Final = 100
MOST_FILES: Final = 10
MOST_BYTES: Final = 10 * 2**20

_MESSAGE: Final = re.compile(r"^/channels/\d+/messages(?:/\d+)?$|^/webhooks/\d+/[^/]+(?:/messages/[^/]+)?$")
_CALLBACK: Final = re.compile(r"^/interactions/\d+/[^/]+/callback$")
_COMMANDS: Final = re.compile(r"^/applications/\d+/(?:guilds/\d+/)?commands$")
_EVENT: Final = re.compile(r"^/guilds/\d+/scheduled-events(?:/\d+)?$")
_THREAD: Final = re.compile(r"^/channels/\d+(?:/messages/\d+)?/threads$")
_MENTION: Final = re.compile(r"<(?:@[!&]?|#)\d+>")
_PINGED: Final = {"users": re.compile(r"<@!?(\d+)>"), "roles": re.compile(r"<@&(\d+)>")}
_CODE: Final = re.compile(r"```.*?```|`[^`\n]*`", re.DOTALL)
"""What Discord shows as it was typed: a mention in it names nobody."""
_PLACEHOLDER: Final = re.compile(r"(?<!\w)\{[a-z_]+\}")
_DOTTED: Final = re.compile(r"(?<![\w./])[a-z][a-z_]*\.[A-Za-z_]+(?:\.[A-Za-z_]+)*(?![\w/])")
_HASH: Final = re.compile(r"(?<![\w/])(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{13,}(?!\w)")
"""Digits that prove something; ids of Discord have no letters."""
_PRIVATE: Final = 1 << 6
_NONE: Final = re.compile(r"(?<!\w)None(?!\w)")


class Request(Protocol):
    """What is looked at of a request."""

    @property
    def method(self) -> str:
        """In capitals."""

    @property
    def path(self) -> str:
        """Without the address."""

    @property
    def json(self) -> Any | None:
        """The body."""

    @property
    def reason(self) -> str | None:
        """For the server's audit log."""


def too_much(requests: Iterable[Request], unusual: Iterable[str] = ()) -> list[str]:
    """What the requests broke, a sentence each; `unusual` are texts typed by members that may look like keys."""
    strange = tuple(sorted(unusual, key=len, reverse=True))
    return [
        f"{request.method} {_without_token(request.path)}: {problem}"
        for request in requests
        for problem in _problems(request, strange)
    ]


def proofs_shown(requests: Iterable[Request], records: Collection[int]) -> list[str]:
    """Where a message that several read shows a hash, outside channels of the record: it belongs behind **Verify**."""
    return [
        f"{request.method} {_without_token(request.path)}: the hash {found}"
        for request in requests
        for text in _public_words(request, records)
        for found in _HASH.findall(text)
    ]


def _public_words(request: Request, records: Collection[int]) -> list[str]:
    path, body = plain_path(request.path), _body(request)
    silent = ("/webhooks/", *(f"/channels/{record}/" for record in records))
    if _CALLBACK.match(path) and body.get("type") in MESSAGE_CALLBACKS:
        body = body.get("data") or {}
    elif not _MESSAGE.match(path) or path.startswith(silent):
        return []
    return [] if int(body.get("flags") or 0) & _PRIVATE else words(body.get("components") or [])


def _problems(request: Request, unusual: tuple[str, ...]) -> Iterator[str]:
    if request.reason is not None:
        yield from _length("the reason for the audit log", request.reason, 512)
    if request.method in {"POST", "PATCH", "PUT"}:
        path = plain_path(request.path)
        yield from next((find(request, unusual) for route, find in _READ_AS if route.match(path)), ())


def _body(request: Request) -> Payload:
    return request.json if isinstance(request.json, Mapping) else {}


def _message_sent(request: Request, unusual: tuple[str, ...]) -> Iterator[str]:
    if not (body := _body(request)):
        return
    yield from message(body, unusual)
    if request.method == "POST" and plain_path(request.path).startswith("/channels/"):
        yield from _nonce(body)


def _commands_made(request: Request, _: tuple[str, ...]) -> Iterator[str]:
    yield from commands(request.json if isinstance(request.json, list) else [_body(request)])


_READ_AS: Final[tuple[tuple[re.Pattern[str], Callable[[Request, tuple[str, ...]], Iterator[str]]], ...]] = (
    (_CALLBACK, lambda request, unusual: _callback(_body(request), unusual)),
    (_MESSAGE, _message_sent),
    (_COMMANDS, _commands_made),
    (_EVENT, lambda request, _: event(_body(request))),
    (_THREAD, lambda request, _: _length("the thread's name", _body(request).get("name"), 100, least=1)),
)
"""What a request says, by where it goes: the first that fits."""


def _callback(body: Payload, unusual: tuple[str, ...]) -> Iterator[str]:
    data = body.get("data") or {}
    match body.get("type"):
        case kind if kind in MESSAGE_CALLBACKS:
            yield from message(data, unusual)
        case 9:
            yield from form(data, unusual)
        case 8:
            yield from _choices(data.get("choices") or [])


def message(body: Payload, unusual: tuple[str, ...] = ()) -> Iterator[str]:
    """What is wrong with a message, an edit or an answer."""
    components = body.get("components") or []
    yield from _mixtures(body, components)
    yield from _components(components)
    yield from _mentions(body, words(components))
    yield from calls(body)
    yield from _files(body.get("attachments") or [])
    yield from speech([*words(components), body.get("content") or ""], unusual)


def _mixtures(body: Payload, components: list[Component]) -> Iterator[str]:
    """Every message is made of components, and of them alone."""
    if body.get("embeds"):
        yield "embeds; every message is made of components"
    if components and body.get("content"):
        yield "content beside components"
    if not int(body.get("flags") or 0) & V2 and any(one.get("type") == 17 for one in components):
        yield "a container without the flag for components v2"


def _components(components: list[Component]) -> Iterator[str]:
    every = list(walk(components))
    counted = sum("type" in one for one in every)
    if counted > MOST_COMPONENTS:
        yield f"{counted} components"
    yield from _texts([str(one["content"]) for one in every if one.get("type") == 10])
    ids = Counter(one["custom_id"] for one in every if "custom_id" in one)
    yield from (f"the custom_id {custom_id!r} {times} times" for custom_id, times in ids.items() if times > 1)
    for one in every:
        yield from _component(one)


def _texts(texts: list[str]) -> Iterator[str]:
    length = sum(map(len, texts))
    if length > MOST_TEXT:
        yield f"{length} characters of text"
    if not all(text.strip() for text in texts):
        yield "an empty text"


def _component(one: Component) -> Iterator[str]:
    if "custom_id" in one:
        yield from _length("a custom_id", one["custom_id"], 100, least=1)
    match one.get("type"):
        case 1:
            yield from _row(one["components"])
        case 2:
            yield from _length("a button's label", one.get("label"), 80)
            if not one.get("label") and not one.get("emoji"):
                yield "a button that shows nothing"
        case kind if kind in SELECTS:
            yield from _select(one)
        case 9 if len(one["components"]) > 3:
            yield "a section of more than 3 texts"
        case 12:
            yield from _gallery(one["items"])


def _row(children: list[Component]) -> Iterator[str]:
    if not children:
        yield "an empty row"
    if len(children) > 5:
        yield f"a row of {len(children)} buttons"
    if len(children) > 1 and any(child.get("type") in SELECTS for child in children):
        yield "a select menu that shares its row"


def _select(menu: Component) -> Iterator[str]:
    yield from _length("a placeholder", menu.get("placeholder"), 150)
    options = menu.get("options") or []
    if menu.get("type") == 3 and not 1 <= len(options) <= 25:
        yield f"a menu of {len(options)} options"
    if len({option["value"] for option in options}) < len(options):
        yield "a menu with two options of the same value"
    for option in options:
        yield from _length("an option's label", option.get("label"), 100, least=1)
        yield from _length("an option's value", option.get("value"), 100, least=1)
        yield from _length("an option's description", option.get("description"), 100)


def _gallery(items: list[Payload]) -> Iterator[str]:
    if not 1 <= len(items) <= 10:
        yield f"a gallery of {len(items)} pictures"
    for item in items:
        if not item.get("description"):
            yield "a picture without a description for who cannot see it"
        yield from _length("a picture's description", item.get("description"), 1024)


def _mentions(body: Payload, texts: list[str]) -> Iterator[str]:
    shown = _MENTION.findall("\n".join(texts))
    if len(shown) > MOST_MENTIONS:
        yield f"{len(shown)} mentions"
    if body.get("allowed_mentions") is None and body.get("components"):
        yield "no allowed_mentions"


def calls(body: Payload) -> Iterator[str]:
    """What is wrong with whom a message is to notify: those alone whom it both allows by id and names in its text."""
    allowed = body.get("allowed_mentions") or {}
    if "everyone" in allowed.get("parse", ()):
        yield "a ping of everyone"
    named = _find_named(body)
    for kind in _PINGED:
        some = [str(one) for one in allowed.get(kind) or ()]
        if len(some) > MOST_MENTIONS:
            yield f"{len(some)} {kind} to ping"
        if kind in allowed.get("parse", ()):
            yield f"a ping of any {kind} that the text names"
        if missing := set(some) - named[kind]:
            yield f"{kind} to ping that the text does not name: {', '.join(sorted(missing))}"


def _find_named(body: Payload) -> dict[str, set[str]]:
    """Whom the text of a message mentions; what stands on a button, or in code, mentions nobody."""
    shown = [str(one["content"]) for one in walk(body.get("components") or []) if one.get("type") == 10]
    plain = _CODE.sub("", "\n".join([body.get("content") or "", *shown]))
    return {kind: set(sign.findall(plain)) for kind, sign in _PINGED.items()}


def _nonce(body: Payload) -> Iterator[str]:
    if "nonce" not in body:
        yield "no nonce"
        return
    yield from _length("the nonce", str(body["nonce"]), 25, least=1)
    if not body.get("enforce_nonce"):
        yield "a nonce that is not enforced"


def _files(attachments: list[Payload]) -> Iterator[str]:
    if len(attachments) > MOST_FILES:
        yield f"{len(attachments)} files"
    for one in attachments:
        yield from _length("a file's description", one.get("description"), 1024)


def check_upload(name: str, size: int) -> list[str]:
    """What is wrong with a file that arrived, of so many bytes."""
    return [f"the file {name} has {size} bytes"] if not 0 < size <= MOST_BYTES else []


def form(data: Payload, unusual: tuple[str, ...] = ()) -> Iterator[str]:
    """What is wrong with a form."""
    yield from _length("the form's title", data.get("title"), 45, least=1)
    yield from _length("the form's custom_id", data.get("custom_id"), 100, least=1)
    if not 1 <= len(data.get("components") or []) <= 5:
        yield f"a form of {len(data.get('components') or [])} fields"
    for one in walk(data.get("components") or []):
        if one.get("type") == 18:
            yield from _length("a field's label", one.get("label"), 45, least=1)
            yield from _length("a field's description", one.get("description"), 100)
        if one.get("type") == 4:
            yield from _length("a field's placeholder", one.get("placeholder"), 100)
            yield from _length("a field's text", one.get("value"), min(4000, one.get("max_length") or 4000))
        if one.get("type") in SELECTS:
            yield from _select(one)
    yield from speech([str(data.get("title")), *_form_words(data)], unusual)


def _form_words(data: Payload) -> Iterator[str]:
    for one in walk(data.get("components") or []):
        yield from (str(one[key]) for key in ("label", "description", "placeholder") if one.get(key))


def _choices(choices: list[Payload]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} suggestions"
    for choice in choices:
        yield from _length("a suggestion", choice.get("name"), 100, least=1)
        if isinstance(choice.get("value"), str):
            yield from _length("a suggestion's value", choice["value"], 100)


def commands(listed: list[Payload]) -> tuple[str, ...]:
    """What is wrong with the commands that are made known; every stage makes the same known."""
    return _commands(json.dumps(listed))


@cache
def _commands(listed: str) -> tuple[str, ...]:
    return tuple(_wrong_commands(json.loads(listed)))


def _wrong_commands(listed: list[Payload]) -> Iterator[str]:
    if len(listed) > 100:
        yield f"{len(listed)} commands"
    for name, times in Counter(one.get("name") for one in listed).items():
        if times > 1:
            yield f"the command {name} {times} times"
    for one in listed:
        yield from _command(one, str(one.get("name")))


def _command(one: Payload, place: str) -> Iterator[str]:
    yield from _length(f"{place}: the name", one.get("name"), 32, least=1)
    yield from _descriptions(one, place)
    options, choices = one.get("options") or [], one.get("choices") or []
    for what, some in (("options", options), ("choices", choices)):
        if len(some) > 25:
            yield f"{place}: {len(some)} {what}"
    for choice in choices:
        yield from _length(f"{place}: a choice", choice.get("name"), 100, least=1)
    for option in options:
        yield from _command(option, f"{place} {option.get('name')}")


def _descriptions(one: Payload, place: str) -> Iterator[str]:
    """What a command says of itself in each language; one of a message's menu says nothing."""
    if one.get("type", 1) != 1 and "options" not in one and not one.get("description"):
        return
    for text in (one.get("description"), *(one.get("description_localizations") or {}).values()):
        yield from _length(f"{place}: a description", text, 100, least=1)
        yield from (f"{place}: {problem}" for problem in speech([text or ""]))


def event(body: Payload) -> Iterator[str]:
    """What is wrong with a scheduled event that is made or moved."""
    if "name" in body:
        yield from _length("the event's name", body["name"], 100, least=1)
    yield from _length("the event's description", body.get("description"), 1000)
    place = (body.get("entity_metadata") or {}).get("location")
    yield from _length("the event's place", place, 100)
    if body.get("entity_type") == 3 and not (place and body.get("scheduled_end_time")):
        yield "an event elsewhere without a place or an end"
    begins, ends = body.get("scheduled_start_time"), body.get("scheduled_end_time")
    if begins and ends and ends <= begins:
        yield "an event that ends before it begins"


def speech(texts: Iterable[str], unusual: tuple[str, ...] = ()) -> Iterator[str]:
    """Where the words show a catalogue's key, an open placeholder or Python's None."""
    for text in texts:
        plain = text
        for one in unusual:
            plain = plain.replace(one, "")
        yield from (f"the key {key} instead of a sentence" for key in _DOTTED.findall(plain) if key in _keys())
        yield from (f"the open placeholder {found}" for found in _PLACEHOLDER.findall(plain))
        if _NONE.search(plain):
            yield f"the word None in {plain[:80]!r}"


@cache
def _keys() -> frozenset[str]:
    """Every key of the catalogues."""
    entries = (entry for path in catalogue_files(DEFAULT_LOCALE) for entry in read_catalogue(path, DEFAULT_LOCALE))
    return frozenset(entry.id if isinstance(entry.id, str) else entry.id[0] for entry in entries if entry.id)


def _length(what: str, text: object, most: int, *, least: int = 0) -> Iterator[str]:
    length = len(text) if isinstance(text, str) else 0
    if length > most:
        yield f"{what} of {length} characters, {most} at most"
    if length < least:
        yield f"{what} is empty"


def _without_token(path: str) -> str:
    return re.sub(r"/[^/]{24,}", "/…", plain_path(path))
