"""What is known in a server, read once, to hold the lines of an opening list against."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from bot.domain.community import Person
from bot.domain.entering.bars import Bar
from bot.domain.ids import GuildId, PersonId
from bot.domain.opening.lines import OpeningLine
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.earlier import EarlierFacts
from bot.domain.registry.titles import MasterTitle
from bot.rulebooks import library
from bot.services.entering import account_names
from bot.services.opening.drafts import zone_of
from bot.storage import bars, countries, expulsions, opening_lists, people, ratings, titles
from bot.storage.context import Query
from bot.storage.opening_drafts import OpeningDraft
from bot.storage.ratings import Rated


@dataclass(frozen=True, slots=True)
class Known:
    """The registry of a server at a moment, by person."""

    guild_id: GuildId
    now: datetime
    dated_at: datetime
    """The day of the list."""
    zone: ZoneInfo
    names: tuple[tuple[PersonId, str], ...]
    """Everybody by name; who was known by another before is there by both."""
    rated: Mapping[PersonId, Rated]
    has_rated_events: bool
    countries: Mapping[PersonId, str]
    earlier: Mapping[PersonId, EarlierFacts]
    masters: Mapping[PersonId, Mapping[MasterTitle, datetime]]
    arbiters: Mapping[PersonId, ArbiterTitle]
    champions: Mapping[str, PersonId]
    """Who has won which championship of the world."""
    offices: Mapping[Office, Person]
    bars: tuple[Bar, ...]
    expelled: frozenset[PersonId]
    sites: Mapping[str, str]
    """How sites are spelt here, by their names without capitals; those of the list are among them."""

    def name_of(self, person_id: PersonId) -> str:
        """What the person is called now."""
        return next((name for one, name in reversed(self.names) if one == person_id), "?")


def gather(tx: Query, draft: OpeningDraft, lines: Iterable[OpeningLine], now: datetime) -> Known:
    """Reads what the lines of the draft are held against."""
    guild_id = draft.guild_id
    current = ratings.current(tx, guild_id)
    held = people.offices(tx, guild_id)
    officers = people.by_ids(tx, list(held.values()))
    return Known(
        guild_id=guild_id,
        now=now,
        dated_at=draft.dated_at,
        zone=zone_of(tx, guild_id),
        names=tuple(people.names(tx, guild_id)),
        rated={} if current is None else current.rated,
        has_rated_events=ratings.go_on_by_events(tx, guild_id),
        countries=countries.at(tx, guild_id, draft.dated_at),
        earlier=opening_lists.earlier_in(tx, guild_id),
        masters=titles.held_by(tx, guild_id),
        arbiters=people.arbiters(tx, guild_id),
        champions={one.event: one.person_id for one in titles.world_titles(tx, guild_id)},
        offices={office: officers[who] for office, who in held.items()},
        bars=tuple(bars.of_guild(tx, guild_id, now)),
        expelled=expulsions.all_expelled(tx, guild_id),
        sites=_spelt((*account_names.sites(tx, guild_id), *_preset_sites(), *_sites_in(lines))),
    )


def _spelt(sites: Iterable[str]) -> Mapping[str, str]:
    """Each site as it was spelt first."""
    found: dict[str, str] = {}
    for one in sites:
        found.setdefault(one.casefold(), one)
    return found


def _sites_in(lines: Iterable[OpeningLine]) -> Iterator[str]:
    return (site for line in lines for site, _ in line.accounts)


def _preset_sites() -> tuple[str, ...]:
    asked = (library.preset(name).registration.account for name in library.names())
    return tuple(site for site in asked if site is not None)
