"""What can be asked of the API, and what each address answers: the one list, from which `openapi` describes it.

What people read in an answer, as labels and rules, is in the language that `lang` says. Long lists come in pages, each
with the address of the next one. The docstrings of answers and their fields are what the description says of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Generic, Protocol, TypeVar

from bot.features.pages.public_model import (
    Public,
    PublicBracket,
    PublicCrosstable,
    PublicDeck,
    PublicDraw,
    PublicEntrant,
    PublicEvent,
    PublicEventLine,
    PublicMatch,
    PublicPlayer,
    PublicRace,
    PublicRanking,
    PublicRecord,
    PublicRound,
    PublicSeries,
    PublicSeriesLine,
    PublicServer,
    PublicStep,
    PublicTable,
)
from bot.i18n.catalogue import Translator
from web.addresses import API, FALLBACK, LANGUAGES, is_key

ROOT: Final = f"/{API}/v1"
T = TypeVar("T")


# --- what answers are made of ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ApiPage(Public, Generic[T]):
    """A page of a list."""

    items: tuple[T, ...]
    page: int
    """Counted from 1."""
    pages: int
    next: str | None
    """The address of the next page; null on the last one."""


@dataclass(frozen=True, slots=True)
class ApiRankingList(Public):
    """A rating list that was published."""

    key: str
    published_at: datetime


@dataclass(frozen=True, slots=True)
class ApiRankingPage(Public):
    """A page of a rating list."""

    ranking: PublicRanking
    next: str | None
    """The address of the next page; null on the last one."""


@dataclass(frozen=True, slots=True)
class ApiProblem(Public):
    """Why there is no answer, as RFC 9457 has it."""

    type: str
    """Always `about:blank`: the status says all."""
    title: str
    """The name of the status."""
    status: int
    parameter: str | None = None
    """Of the address, that cannot be read."""


class ApiFacts(Protocol):
    """Where answers come from; each is None where there is nothing to be shown."""

    def server(self, key: str, page: int, translator: Translator) -> PublicServer | None:
        """A server, with a page of what is over."""

    def ranking(self, server: str, key: str | None, page: int, translator: Translator) -> PublicRanking | None:
        """A rating list; the latest without a key."""

    def series(self, server: str, key: str, translator: Translator) -> PublicSeries | None:
        """A series of events."""

    def player(self, server: str, key: str, translator: Translator) -> PublicPlayer | None:
        """The page of somebody who switched it on."""

    def event(self, server: str, key: str, translator: Translator) -> PublicEvent | None:
        """An event of a server."""

    def record(self, server: str, event: str, translator: Translator) -> PublicRecord | None:
        """The record of an event that is over."""


# --- what is asked --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ApiCall:
    """What is asked for; two that ask for the same are equal, whatever else stands in their addresses."""

    route: ApiRoute
    keys: tuple[str, ...]
    page: int = 1
    language: str = FALLBACK
    origin: str = ""
    """Where pages are read, as the settings say: the beginning of each address."""

    @property
    def translator(self) -> Translator:
        """In whose words the answer is."""
        return Translator(LANGUAGES[self.language])

    def following(self, pages: int) -> str | None:
        """The address of the next page; None on the last one."""
        if self.page >= pages:
            return None
        path = self.route.path.format(**dict(zip(self.route.names, self.keys, strict=True)))
        language = "" if self.language == FALLBACK else f"&lang={self.language}"
        return f"{self.origin}{ROOT}{path}?page={self.page + 1}{language}"


@dataclass(frozen=True, slots=True)
class ApiRoute:
    """An address and what it answers."""

    path: str
    answers: object
    """The type of the answer; None of a stream of events."""
    give: Callable[[ApiCall, ApiFacts], Public | None]
    is_paged: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Of the keys in the address."""
        return tuple(word[1:-1] for word in self._words if word.startswith("{"))

    def keys_in(self, words: Sequence[str]) -> tuple[str, ...] | None:
        """The keys, where the words of a path are the words of this one."""
        if len(words) != len(self._words):
            return None
        pairs = list(zip(self._words, words, strict=True))
        keys = tuple(word for own, word in pairs if own.startswith("{"))
        fits = all(own == word or own.startswith("{") for own, word in pairs)
        return keys if fits and all(map(is_key, keys)) else None

    @property
    def _words(self) -> list[str]:
        return self.path[1:].split("/")


# --- lists in pages --------------------------------------------------------------------------------------------------


def _paged(call: ApiCall, items: tuple[T, ...], size: int) -> ApiPage[T] | None:
    """The page of the list that is asked for; None behind the last one."""
    pages = max(1, -(-len(items) // size))
    if call.page > pages:
        return None
    first = (call.page - 1) * size
    return ApiPage(items[first : first + size], call.page, pages, call.following(pages))


# --- servers --------------------------------------------------------------------------------------------------------


def _server(call: ApiCall, facts: ApiFacts) -> PublicServer | None:
    """A server: what runs, what comes, and the latest of what is over."""
    return facts.server(call.keys[0], 1, call.translator)


def _server_events(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicEventLine] | None:
    """The events of a server: on the first page what runs and what comes, then what is over, latest first."""
    found = facts.server(call.keys[0], call.page, call.translator)
    if found is None or call.page > max(1, found.pages):
        return None
    ahead = (*found.running, *found.coming) if call.page == 1 else ()
    return ApiPage((*ahead, *found.over), call.page, max(1, found.pages), call.following(found.pages))


def _server_series(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicSeriesLine] | None:
    """The series of a server."""
    found = facts.server(call.keys[0], 1, call.translator)
    return None if found is None else _paged(call, found.series, 100)


def _series(call: ApiCall, facts: ApiFacts) -> PublicSeries | None:
    """A series: its rules, its table, its events."""
    return facts.series(call.keys[0], call.keys[1], call.translator)


def _rankings(call: ApiCall, facts: ApiFacts) -> ApiPage[ApiRankingList] | None:
    """The rating lists of a server, latest first."""
    found = facts.ranking(call.keys[0], None, 1, call.translator)
    if found is None and facts.server(call.keys[0], 1, call.translator) is None:
        return None
    lists = () if found is None else found.others
    return _paged(call, tuple(ApiRankingList(key, at) for key, at in lists), 100)


def _ranking(call: ApiCall, facts: ApiFacts) -> ApiRankingPage | None:
    """A rating list as it was published; `latest` is the key of the latest one."""
    server, key = call.keys
    found = facts.ranking(server, None if key == "latest" else key, call.page, call.translator)
    if found is None or call.page > max(1, found.pages):
        return None
    return ApiRankingPage(found, call.following(found.pages))


def _player(call: ApiCall, facts: ApiFacts) -> PublicPlayer | None:
    """A player who has switched on a page of their own."""
    return facts.player(call.keys[0], call.keys[1], call.translator)


# --- an event -------------------------------------------------------------------------------------------------------


def _event(call: ApiCall, facts: ApiFacts) -> PublicEvent | None:
    """An event with all that is public of it."""
    return facts.event(call.keys[0], call.keys[1], call.translator)


def _entrants(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicEntrant] | None:
    """Who has entered, in the order of the event's page."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.entrants, 100)


def _rounds(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicRound] | None:
    """The rounds with their matches."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.rounds, 4)


def _round(call: ApiCall, facts: ApiFacts) -> PublicRound | None:
    """A round with its matches."""
    found = _event(call, facts)
    return None if found is None else next((one for one in found.rounds if one.key == call.keys[2]), None)


def _matches(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicMatch] | None:
    """All matches, by round."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.matches(), 100)


def _match(call: ApiCall, facts: ApiFacts) -> PublicMatch | None:
    """A match."""
    found = _event(call, facts)
    return None if found is None else next((one for one in found.matches() if one.key == call.keys[2]), None)


def _bracket(call: ApiCall, facts: ApiFacts) -> PublicBracket | None:
    """The bracket; of an event that has none there is no answer."""
    found = _event(call, facts)
    return None if found is None else found.bracket


def _table(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicTable] | None:
    """The table, or one for each group."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.tables, 8)


def _crosstables(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicCrosstable] | None:
    """Who has met whom, a table for each group."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.crosstables, 1)


def _race(call: ApiCall, facts: ApiFacts) -> PublicRace | None:
    """How the leaders' points grew in an arena; of any other event there is no answer."""
    found = _event(call, facts)
    return None if found is None else found.race


def _podium(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicStep] | None:
    """Who stands on the podium; empty before the end."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.podium, 100)


def _draws(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicDraw] | None:
    """The draws with their proofs."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.draws, 8)


def _decks(call: ApiCall, facts: ApiFacts) -> ApiPage[PublicDeck] | None:
    """The decks that are no secret any more, of players who are shown by name."""
    found = _event(call, facts)
    return None if found is None else _paged(call, found.decks, 32)


def _record(call: ApiCall, facts: ApiFacts) -> PublicRecord | None:
    """The record of an event that is over, as a file that the bot's `replay` reads; not every event has one."""
    return facts.record(call.keys[0], call.keys[1], call.translator)


# --- news -----------------------------------------------------------------------------------------------------------


def _server_stream(_call: ApiCall, _facts: ApiFacts) -> None:
    """Says when something of a server has changed, as server-sent events: what it was is asked for by its address."""


def _event_stream(_call: ApiCall, _facts: ApiFacts) -> None:
    """Says when something of an event has changed, as server-sent events: what it was is asked for by its address."""


ROUTES: Final = (
    ApiRoute("/servers/{server}", PublicServer, _server),
    ApiRoute("/servers/{server}/events", ApiPage[PublicEventLine], _server_events, is_paged=True),
    ApiRoute("/servers/{server}/series", ApiPage[PublicSeriesLine], _server_series, is_paged=True),
    ApiRoute("/servers/{server}/series/{series}", PublicSeries, _series),
    ApiRoute("/servers/{server}/rankings", ApiPage[ApiRankingList], _rankings, is_paged=True),
    ApiRoute("/servers/{server}/rankings/{ranking}", ApiRankingPage, _ranking, is_paged=True),
    ApiRoute("/servers/{server}/players/{player}", PublicPlayer, _player),
    ApiRoute("/servers/{server}/events/{event}", PublicEvent, _event),
    ApiRoute("/servers/{server}/events/{event}/entrants", ApiPage[PublicEntrant], _entrants, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/rounds", ApiPage[PublicRound], _rounds, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/rounds/{round}", PublicRound, _round),
    ApiRoute("/servers/{server}/events/{event}/matches", ApiPage[PublicMatch], _matches, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/matches/{match}", PublicMatch, _match),
    ApiRoute("/servers/{server}/events/{event}/bracket", PublicBracket, _bracket),
    ApiRoute("/servers/{server}/events/{event}/table", ApiPage[PublicTable], _table, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/crosstables", ApiPage[PublicCrosstable], _crosstables, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/race", PublicRace, _race),
    ApiRoute("/servers/{server}/events/{event}/podium", ApiPage[PublicStep], _podium, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/draws", ApiPage[PublicDraw], _draws, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/decks", ApiPage[PublicDeck], _decks, is_paged=True),
    ApiRoute("/servers/{server}/events/{event}/record", PublicRecord, _record),
    ApiRoute("/servers/{server}/stream", None, _server_stream),
    ApiRoute("/servers/{server}/events/{event}/stream", None, _event_stream),
)
