"""The API answers what pages show, as its description says, page by page, and runs nothing of what a name says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from http import HTTPStatus
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from jsonschema import Draft202012Validator

from bot.features.pages.public_model import (
    MatchProgress,
    PublicEntrant,
    PublicEvent,
    PublicMatch,
    PublicPlayer,
    PublicRanking,
    PublicRecord,
    PublicRound,
    PublicSeries,
    PublicServer,
)
from bot.i18n.catalogue import Translator
from tests.web import samples
from tests.web.inventing import HOSTILE, MOMENT, bare, full
from web import openapi
from web.addresses import stream_path
from web.api import ApiAnswer, NotRead, answer, read_call, refusal
from web.api_routes import ROOT, ROUTES, ApiRoute
from web.encoding import JSON, encoded, written

SITE = "https://pages.example/cups"
KEY = "k1"


@dataclass
class Invented:
    """Facts made up from their types; everything has the key of which somebody asks."""

    make: Any = full
    text: str = "word"

    def server(self, key: str, page: int, translator: Translator) -> PublicServer | None:
        found: PublicServer = self.make(PublicServer, self.text)
        return replace(found, page=page, pages=3)

    def ranking(self, server: str, key: str | None, page: int, translator: Translator) -> PublicRanking | None:
        found: PublicRanking = self.make(PublicRanking, self.text)
        return replace(found, page=page, pages=2)

    def series(self, server: str, key: str, translator: Translator) -> PublicSeries | None:
        found: PublicSeries = self.make(PublicSeries, self.text)
        return found

    def player(self, server: str, key: str, translator: Translator) -> PublicPlayer | None:
        found: PublicPlayer = self.make(PublicPlayer, self.text)
        return found

    def event(self, server: str, key: str, translator: Translator) -> PublicEvent | None:
        match = replace(self.make(PublicMatch, self.text), key=KEY)
        found: PublicEvent = self.make(PublicEvent, self.text)
        return replace(found, rounds=(PublicRound(KEY, self.text, 1, (match,)),))

    def record(self, server: str, event: str, translator: Translator) -> PublicRecord | None:
        told = {"event": {"name": self.text}, "rulebook": {"format": "swiss"}, "entrants": [self.text]}
        return PublicRecord(event, json.dumps(told, ensure_ascii=False))


class Nothing(Invented):
    """Facts of a server that shows nothing."""

    def __getattribute__(self, name: str) -> Any:
        return lambda *_: None


def path_of(route: ApiRoute) -> str:
    return ROOT + re.sub(r"\{\w+\}", KEY, route.path)


def asked(path: str, facts: Invented, query: str = "") -> ApiAnswer:
    return answer(read_call(path, dict(parse_qsl(query)), SITE), facts)


@cache
def components() -> JSON:
    return openapi.described(SITE)["components"]


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/components/schemas/{name}", "components": components()})


def schema_name(kind: object) -> str:
    told: Any = openapi.schema_of(kind)
    return str(told["$ref"]).rpartition("/")[2]


def faults(route: ApiRoute, body: bytes) -> list[str]:
    name = schema_name(route.answers)
    return [f"{route.path} {one.json_path}: {one.message}" for one in validator(name).iter_errors(json.loads(body))]


ANSWERED = [one for one in ROUTES if one.answers is not None]


# --- the description ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("make", [full, bare])
@pytest.mark.parametrize("route", ANSWERED, ids=lambda one: one.path)
def test_every_answer_is_as_described(route: ApiRoute, make: Any) -> None:
    found = asked(path_of(route), Invented(make))
    if make is bare and found.status is HTTPStatus.NOT_FOUND:
        assert route.path.endswith(("/bracket", "/race"))
        return
    assert found.status is HTTPStatus.OK
    assert faults(route, found.body) == []


@dataclass
class Sampled(Invented):
    """Facts as large and as odd as events get."""

    shown: PublicEvent | None = None

    def event(self, server: str, key: str, translator: Translator) -> PublicEvent | None:
        return self.shown

    def server(self, key: str, page: int, translator: Translator) -> PublicServer | None:
        return samples.server(page)

    def ranking(self, server: str, key: str | None, page: int, translator: Translator) -> PublicRanking | None:
        return samples.ranking()

    def series(self, server: str, key: str, translator: Translator) -> PublicSeries | None:
        return samples.series()

    def player(self, server: str, key: str, translator: Translator) -> PublicPlayer | None:
        return samples.player()


EVENTS = [
    *(samples.knockout, samples.finished, samples.lives, samples.swiss, samples.groups, samples.teams, samples.arena),
    *(samples.announced, samples.check_in, samples.called_off),
]


@pytest.mark.parametrize("make", EVENTS, ids=lambda one: one.__name__)
def test_an_event_of_every_kind_is_as_described(make: Callable[[], PublicEvent]) -> None:
    facts = Sampled(shown=make())
    for route in ANSWERED:
        found = asked(path_of(route), facts)
        if found.status is HTTPStatus.OK:
            assert faults(route, found.body) == []
        else:
            assert route.path.rpartition("/")[2] in {"bracket", "race", "{round}", "{match}"}


@pytest.mark.plants
def test_the_description_refuses_an_answer_with_a_field_more_or_less() -> None:
    route = next(one for one in ANSWERED if one.path.endswith("/matches/{match}"))
    told = json.loads(asked(path_of(route), Invented()).body)
    assert faults(route, json.dumps(told | {"account": "1"}).encode())
    assert faults(route, json.dumps({key: told[key] for key in told if key != "score"}).encode())
    assert faults(route, json.dumps(told | {"called_at": "yesterday"}).encode())


def test_the_description_is_valid_and_refers_to_nothing_that_is_not_there() -> None:
    told = json.loads(openapi.description(SITE))
    schemas = told["components"]["schemas"]
    for schema in schemas.values():
        Draft202012Validator.check_schema(schema)
    wanted = set(re.findall(r'"\$ref":"#/components/(\w+/\w+)"', openapi.description(SITE).decode()))
    assert wanted <= {f"{kind}/{name}" for kind, all_of in told["components"].items() for name in all_of}
    assert told["openapi"].startswith("3.1.")
    assert told["servers"] == [{"url": f"{SITE}/api/v1"}]


def test_every_address_is_described_with_its_keys_and_a_name_of_its_own() -> None:
    paths = json.loads(openapi.description(SITE))["paths"]
    assert [*paths] == [one.path for one in ROUTES]
    names = []
    for path, told in paths.items():
        call = told["get"]
        names.append(call["operationId"])
        assert call["description"], path
        keys = [one["name"] for one in call["parameters"] if one.get("in") == "path"]
        assert keys == re.findall(r"\{(\w+)\}", path)
    assert len(set(names)) == len(names)


def test_two_classes_never_share_a_schema() -> None:
    kinds: dict[str, object] = {}
    ahead: list[Any] = [one.answers for one in ANSWERED]
    while ahead:
        kind = ahead.pop()
        assert kinds.setdefault(schema_name(kind), kind) == kind
        ahead += [one for hint in openapi.fields_of(kind).values() for one in openapi.named_in(hint) if one != kind]


def test_the_fields_are_described_in_the_words_below_them() -> None:
    schemas = json.loads(openapi.description(SITE))["components"]["schemas"]
    assert (
        schemas["Match"]["properties"]["leads_to"]["description"] == "The key of the match in which the winner goes on."
    )
    assert "`waiting`: Not called yet" in schemas["MatchProgress"]["description"]
    assert schemas["MatchProgress"]["enum"] == [one.value for one in MatchProgress]


# --- pages of results -----------------------------------------------------------------------------------------------


class Crowd(Invented):
    """An event of 250."""

    def event(self, server: str, key: str, translator: Translator) -> PublicEvent | None:
        found = super().event(server, key, translator)
        assert found is not None
        one: PublicEntrant = full(PublicEntrant)
        return replace(found, entrants=tuple(replace(one, number=number) for number in range(1, 251)))


def test_the_next_links_lead_through_all_entrants_once() -> None:
    seen: list[int] = []
    address: str | None = f"{SITE}{ROOT}/servers/s1/events/e1/entrants?lang=pt"
    while address is not None:
        parts = urlsplit(address)
        assert address.startswith(SITE)
        found = asked(parts.path.removeprefix("/cups"), Crowd(), parts.query)
        told = json.loads(found.body)
        seen += [one["number"] for one in told["items"]]
        assert told["next"] is None or told["next"].endswith("&lang=pt")
        address = told["next"]
    assert seen == [*range(1, 251)]


def test_behind_the_last_page_there_is_nothing() -> None:
    assert asked(f"{ROOT}/servers/s1/events/e1/entrants", Crowd(), "page=4").status is HTTPStatus.NOT_FOUND
    assert asked(f"{ROOT}/servers/s1/events", Invented(), "page=4").status is HTTPStatus.NOT_FOUND


def test_the_first_page_of_events_begins_with_what_runs() -> None:
    pages = [asked(f"{ROOT}/servers/s1/events", Invented(), f"page={page}") for page in (1, 2, 3)]
    assert [len(json.loads(one.body)["items"]) for one in pages] == [3, 1, 1]
    assert [json.loads(one.body)["next"] for one in pages][2] is None


def test_where_no_rating_list_was_published_there_are_none() -> None:
    class Unrated(Invented):
        def ranking(self, server: str, key: str | None, page: int, translator: Translator) -> PublicRanking | None:
            return None

    found = asked(f"{ROOT}/servers/s1/rankings", Unrated())
    assert json.loads(found.body) == {"items": [], "page": 1, "pages": 1, "next": None}
    assert asked(f"{ROOT}/servers/s1/rankings/latest", Unrated()).status is HTTPStatus.NOT_FOUND


# --- what is asked --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("path", "query", "parameter"),
    [
        (f"{ROOT}/servers/s1/events", "page=0", "page"),
        (f"{ROOT}/servers/s1/events", "page=00001", "page"),
        (f"{ROOT}/servers/s1/events", "page=9" + "9" * 5000, "page"),
        (f"{ROOT}/servers/s1/events", "page=two", "page"),
        (f"{ROOT}/servers/s1/events", "page=²", "page"),
        (f"{ROOT}/servers/s1", "lang=xx", "lang"),
    ],
)
def test_a_parameter_that_cannot_be_is_named(path: str, query: str, parameter: str) -> None:
    with pytest.raises(NotRead) as error:
        read_call(path, dict(parse_qsl(query)))
    found = refusal(error.value)
    assert (found.status, json.loads(found.body)["parameter"]) == (HTTPStatus.BAD_REQUEST, parameter)
    assert found.content_type.startswith("application/problem+json")
    assert [*validator("Problem").iter_errors(json.loads(found.body))] == []


@pytest.mark.parametrize(
    "path",
    [
        "/api/v2/servers/s1",
        "/servers/s1",
        f"{ROOT}",
        f"{ROOT}/servers/s1/",
        f"{ROOT}/servers/../s1",
        f"{ROOT}/servers/{{server}}",
        f"{ROOT}/servers/123456789012345678",
        f"{ROOT}/servers/s1%2Fevents",
        f"{ROOT}/servers/<b>",
    ],
)
def test_an_address_that_names_nothing_is_not_found(path: str) -> None:
    with pytest.raises(NotRead) as error:
        read_call(path, {})
    assert refusal(error.value).status is HTTPStatus.NOT_FOUND


@pytest.mark.parametrize("route", ROUTES, ids=lambda one: one.path)
def test_what_is_not_shown_is_not_found(route: ApiRoute) -> None:
    found = asked(path_of(route), Nothing())
    assert found.status is HTTPStatus.NOT_FOUND
    assert json.loads(found.body) == {"type": "about:blank", "title": "Not Found", "status": 404, "parameter": None}


def test_two_who_ask_for_the_same_are_kept_as_one() -> None:
    path = f"{ROOT}/servers/s1"
    assert read_call(path, {"page": "7", "x": "1"}) == read_call(path, {"lang": "en"}) == read_call(path, {})
    assert read_call(path, {"lang": "it"}) != read_call(path, {})


def test_the_streams_are_described_where_pages_listen() -> None:
    described = {ROOT + one.path for one in ROUTES if one.answers is None}
    assert described == {stream_path("{server}"), stream_path("{server}", "{event}")}


# --- what comes out -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_text_comes_out_as_it_is_and_is_no_markup(text: str) -> None:
    for route in ANSWERED:
        found = asked(path_of(route), Invented(full, text))
        assert faults(route, found.body) == []
        assert not set(b"<>&") & set(found.body)
        assert all(line not in found.body.decode() for line in ("\u2028", "\u2029", "\n", "\r", "\x00", "\x1b"))
    told = json.loads(asked(f"{ROOT}/servers/s1/events/e1", Invented(full, text)).body)
    assert told["name"] == told["entrants"][0]["name"] == text


def test_only_what_is_public_is_written() -> None:
    with pytest.raises(TypeError):
        encoded(ANSWERED[0])
    with pytest.raises(TypeError):
        encoded(object())
    with pytest.raises(TypeError):
        encoded(replace(full(PublicServer), running=({"name": "x"},)))
    with pytest.raises(TypeError):
        encoded(datetime(2026, 3, 7))  # noqa: DTZ001
    with pytest.raises(ValueError, match="compliant"):
        written(replace(full(PublicEvent).race, until=float("nan")))


def test_moments_are_in_universal_time() -> None:
    assert encoded(MOMENT) == "2026-03-07T18:30:00.000Z"
    assert encoded(datetime.fromisoformat("2026-03-07T18:30:00.5-03:00")) == "2026-03-07T21:30:00.500Z"
