"""The API: what pages show, as JSON for programs. It is for reading alone, and knows nobody who asks.

An address is read first, so that two that ask for the same are kept as one; then it is answered. `api_routes` lists
what can be asked, `openapi` describes it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from types import MappingProxyType
from typing import Final

from web.addresses import FALLBACK, LANGUAGES
from web.api_routes import ROOT, ROUTES, ApiCall, ApiFacts, ApiProblem
from web.encoding import written

JSON_TYPE: Final = "application/json; charset=utf-8"
PROBLEM_TYPE: Final = "application/problem+json; charset=utf-8"
CORS: Final = MappingProxyType(
    {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Expose-Headers": "ETag, Link",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
)
"""Pages of others may read: there is nothing here that is not public."""


# --- what is asked --------------------------------------------------------------------------------------------------


class NotRead(ValueError):
    """An address of the API that cannot be read: of no route where `parameter` is None."""

    def __init__(self, parameter: str | None = None) -> None:
        """`parameter` is what has no value that can be."""
        super().__init__(parameter)
        self.parameter = parameter


def read_call(path: str, query: str, origin: str = "") -> ApiCall:
    """What is asked for, by a path without escapes and a query as it came; raises NotRead."""
    words = path.removeprefix(f"{ROOT}/").split("/")
    for route in ROUTES if path.startswith(f"{ROOT}/") else ():
        keys = route.keys_in(words)
        if keys is not None:
            asked = dict(part.partition("=")[::2] for part in query.split("&")[:_MOST_PARAMETERS])
            return ApiCall(route, keys, _page(asked) if route.is_paged else 1, _language(asked), origin)
    raise NotRead


_MOST_PARAMETERS: Final = 20
_NUMBER: Final = re.compile(r"[1-9][0-9]{0,3}")


def _page(asked: Mapping[str, str]) -> int:
    told = asked.get("page", "1")
    if not _NUMBER.fullmatch(told):
        raise NotRead("page")
    return int(told)


def _language(asked: Mapping[str, str]) -> str:
    told = asked.get("lang", FALLBACK)
    if told not in LANGUAGES:
        raise NotRead("lang")
    return told


# --- answering ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ApiAnswer:
    """What is sent; answers that are no problem may be kept and asked for again by their ETag."""

    status: HTTPStatus
    body: bytes
    content_type: str
    headers: Mapping[str, str]

    @property
    def may_be_kept(self) -> bool:
        """Whether the same comes again as long as nothing changes."""
        return self.status is HTTPStatus.OK


def answer(call: ApiCall, facts: ApiFacts) -> ApiAnswer:
    """The answer to what was asked, or that there is nothing; a stream is not answered here."""
    found = call.route.give(call, facts)
    if found is None:
        return problem(HTTPStatus.NOT_FOUND)
    following = getattr(found, "next", None)
    links = {} if following is None else {"Link": f'<{following}>; rel="next"'}
    return ApiAnswer(HTTPStatus.OK, written(found), JSON_TYPE, {**CORS, **links})


def problem(status: HTTPStatus, parameter: str | None = None) -> ApiAnswer:
    """That there is no answer, and why."""
    told = ApiProblem("about:blank", status.phrase, status.value, parameter)
    return ApiAnswer(status, written(told), PROBLEM_TYPE, CORS)


def refusal(error: NotRead) -> ApiAnswer:
    """The answer to an address that cannot be read."""
    return problem(HTTPStatus.NOT_FOUND if error.parameter is None else HTTPStatus.BAD_REQUEST, error.parameter)
