"""Every path of the site that is published, in an order that draws all pages of an event one after the other.

What has a question mark has no file: of the API there is what each address answers without one, and no overlay.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.features.pages import site_verbs
from bot.features.pages.site_verbs import ServerOnSite
from bot.i18n.catalogue import Translator
from web.addresses import LANGUAGES, Address, AddressKind, Part, calendar_path
from web.api_routes import ROOT, ApiFacts
from web.showing import addresses_of

_ANY: Final = Translator()
"""How many pages a list has is the same in each language."""


class PathsOfServer:
    """The paths of one server, or those of them that hang on one of the keys."""

    def __init__(self, facts: ApiFacts, server: ServerOnSite, keys: frozenset[str] | None) -> None:
        self._facts, self._server, self._key, self._keys = facts, server, server.key, keys

    def __iter__(self) -> Iterator[str]:
        yield from self._lists()
        if self._wants(site_verbs.of_rankings(self._key)):
            yield from self._rankings()
        if self._wants(site_verbs.of_series(self._key)):
            yield from self._series()
        for key in self._server.players:
            if self._wants(site_verbs.of_player(key)):
                yield from self._in_each(Address(AddressKind.PLAYER, server=self._key, key=key))
        for event in self._server.events:
            if self._wants(site_verbs.of_event(event)):
                yield from self._event(event)

    def _wants(self, key: str) -> bool:
        return self._keys is None or key in self._keys

    def _in_each(self, address: Address) -> Iterator[str]:
        return (address.in_language(language).path for language in LANGUAGES)

    def _lists(self) -> Iterator[str]:
        home = Address(AddressKind.SERVER, server=self._key)
        if self._wants(site_verbs.of_server(self._key)):
            yield from self._in_each(home)
            yield from (calendar_path(language, self._key) for language in LANGUAGES)
            yield from (f"{ROOT}/servers/{self._key}{more}" for more in ("", "/events"))
        if self._wants(site_verbs.of_archive(self._key)):
            first = self._facts.server(self._key, 1, _ANY)
            for page in range(2, 1 if first is None else first.pages + 1):
                yield from self._in_each(home.of_page(page))

    def _rankings(self) -> Iterator[str]:
        for key in ("", *self._server.rankings) if self._server.rankings else ():
            found = self._facts.ranking(self._key, key, 1, _ANY)
            address = Address(AddressKind.RANKING, server=self._key, key=key)
            for page in range(1, 1 if found is None else found.pages + 1):
                yield from self._in_each(address.of_page(page))
            if found is not None and found.pages > 1:
                yield from self._in_each(replace(address, part=Part.NAMES))

    def _series(self) -> Iterator[str]:
        for key in self._server.series:
            yield from self._in_each(Address(AddressKind.SERIES, server=self._key, key=key))
            yield from (calendar_path(language, self._key, key) for language in LANGUAGES)

    def _event(self, key: str) -> Iterator[str]:
        for language, locale in LANGUAGES.items():
            event = self._facts.event(self._key, key, Translator(locale))
            if event is not None:
                yield from (one.path for one in addresses_of(event, language))
        yield f"{ROOT}/servers/{self._key}/events/{key}"
