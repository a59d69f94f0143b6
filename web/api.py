"""The API: what pages show, as JSON for programs. It is for reading alone, and knows nobody who asks.

An address is read first, so that two that ask for the same are kept as one; then it is answered. `api_routes` lists
what can be asked, `openapi` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from bot.features.pages.public_model import PublicRecord
from web.addresses import FALLBACK, LANGUAGES
from web.api_routes import ROOT, ROUTES, ApiCall, ApiFacts, ApiProblem
from web.encoding import harmless, written

JSON_TYPE: Final = "application/json; charset=utf-8"
PROBLEM_TYPE: Final = "application/problem+json; charset=utf-8"
PARAMETERS: Final = frozenset({"lang", "page"})
"""What behind the question mark means anything; the rest is not looked at."""


# --- what is asked --------------------------------------------------------------------------------------------------


class NotRead(ValueError):
    """An address of the API that cannot be read: of no route where `parameter` is None."""

    def __init__(self, parameter: str | None = None) -> None:
        """`parameter` is what has no value that can be."""
        super().__init__(parameter)
        self.parameter = parameter


def read_call(path: str, query: Mapping[str, str], origin: str = "") -> ApiCall:
    """What is asked for, by a path and what stands behind its question mark; raises NotRead."""
    words = path.removeprefix(f"{ROOT}/").split("/")
    for route in ROUTES if path.startswith(f"{ROOT}/") else ():
        keys = route.keys_in(words)
        if keys is not None:
            return ApiCall(route, keys, _page(query) if route.is_paged else 1, _language(query), origin)
    raise NotRead


_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")


def _page(query: Mapping[str, str]) -> int:
    told = query.get("page", "1")
    if not _NUMBER.fullmatch(told):
        raise NotRead("page")
    return int(told)


def _language(query: Mapping[str, str]) -> str:
    told = query.get("lang", FALLBACK)
    if told not in LANGUAGES:
        raise NotRead("lang")
    return told


# --- answering ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """What is sent. Pages of others may read it, and one that is no problem may be kept by its ETag."""

    status: HTTPStatus
    body: bytes
    content_type: str


def answer(call: ApiCall, facts: ApiFacts) -> ApiAnswer:
    """The answer to what was asked, or that there is nothing; a stream is not answered here."""
    found = call.route.give(call, facts)
    if found is None:
        return problem(HTTPStatus.NOT_FOUND)
    # A record is a file of its own already.
    body = harmless(found.text) if isinstance(found, PublicRecord) else written(found)
    return ApiAnswer(HTTPStatus.OK, body, JSON_TYPE)


def problem(status: HTTPStatus, parameter: str | None = None) -> ApiAnswer:
    """That there is no answer, and why."""
    told = ApiProblem("about:blank", status.phrase, status.value, parameter)
    return ApiAnswer(status, written(told), PROBLEM_TYPE)


def refusal(error: NotRead) -> ApiAnswer:
    """The answer to an address that cannot be read."""
    return problem(HTTPStatus.NOT_FOUND if error.parameter is None else HTTPStatus.BAD_REQUEST, error.parameter)
