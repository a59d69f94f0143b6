"""Who is meant by the lines of an opening list: Discord says it, or the asker, since a name proves nothing.

A list that was read waits as text, so that a press finds it after a restart. What is known in a server is read once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime, time, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering.model import Bar
from bot.features.opening import model, store
from bot.features.opening.model import BarLine, Column, OpeningFault, OpeningFile, OpeningLine, Trouble, Unfit, Won
from bot.features.opening.store import OpeningDraft
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import EarlierFacts, MasterTitle
from bot.i18n.countries import zone_named
from bot.i18n.names import Likes, sound
from bot.kernel.context import ActorQuery, ActorTx, Query
from bot.kernel.errors import Outdated, RefusedAt, RefusedText, UserError
from bot.kernel.ids import Community, GuildId, MemberId, PersonId
from bot.people import account_store as people_account_store
from bot.people import ratings_store as people_ratings_store
from bot.people import store as people_store
from bot.people.lists_model import FILE_NAME_LIMIT, Meant, Said
from bot.people.model import ArbiterTitle, Office, Person, account_key
from bot.people.ratings_store import Rated
from bot.people.verbs import Asking, find_listed
from bot.rulebooks import library
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act

# --- lists that wait ------------------------------------------------------------------------------------------------


NOON = time(12)


class OpeningDateUnreadable(UserError):
    """What was given as the list's day is no day."""

    text: str
    example: str


def keep(tx: ActorTx, found: OpeningFile, file_name: str, day: str | None) -> OpeningDraft:
    """Keeps what was read in place of what the presser sent in before.

    `day` is the day of the list as it was typed, today's unless told. Raises OpeningDateUnreadable,
    OpeningDateInTheFuture and OpeningDateTooEarly.
    """
    person = require_bringer(tx)
    community = server_verbs.community(tx, tx.guild_id)
    draft = OpeningDraft(
        draft_id=tx.new_id(),
        guild_id=tx.guild_id,
        person_id=person.person_id,
        file_name=file_name[:FILE_NAME_LIMIT],
        file_hash=found.file_hash,
        dated_at=_day_of_list(tx, community, day),
        content=json.dumps(asdict(found), ensure_ascii=False, default=date.isoformat),
        drafted_at=tx.now,
    )
    if not store.DRAFTS.of_person(tx, person.person_id):
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.WAITING_FILES)
    store.DRAFTS.keep(tx, draft)
    return draft


def require_bringer(tx: ActorTx) -> Person:
    """Who brings a list in, or looks at one; raises NotAllowed."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.BRING_OPENING_LIST)
    return person


def find(tx: ActorQuery, draft_id: str) -> OpeningDraft:
    """A draft that waits, for who may bring one in; raises NotAllowed, and Outdated where it is confirmed or gone."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.BRING_OPENING_LIST)
    draft = store.DRAFTS.load(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    return draft


def waiting(tx: ActorQuery) -> tuple[tuple[OpeningDraft, Person], ...]:
    """What waits in the server with who sent it in, for who may bring a list in; raises NotAllowed."""
    server_verbs.refuse_without(tx, Act.BRING_OPENING_LIST)
    found = store.drafts_of_guild(tx, tx.guild_id)
    people = people_store.by_ids(tx, [one.person_id for one in found])
    return tuple((one, people[one.person_id]) for one in found)


def zone_of(tx: Query, guild_id: GuildId) -> ZoneInfo:
    """The server's time zone, in which the days of a list are meant."""
    return zone_named(server_verbs.community(tx, guild_id).time_zone)


def noon(day: date, zone: ZoneInfo) -> datetime:
    """A moment that is this day wherever people read of it."""
    return datetime.combine(day, NOON, zone)


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which the day is over."""
    return datetime.combine(day + timedelta(days=1), time(), zone)


def _day_of_list(tx: ActorQuery, community: Community, typed: str | None) -> datetime:
    latest = people_ratings_store.current(tx, community.guild_id)
    if typed is None:
        return tx.now
    zone = zone_named(community.time_zone)
    example = (tx.now.astimezone(zone) - timedelta(days=1)).date().isoformat()
    try:
        day = model.day(typed, month_first=tx.actor.language == "en-US")
    except Unfit:
        raise OpeningDateUnreadable(text=typed[:FILE_NAME_LIMIT], example=example) from None
    if day > tx.now.astimezone(zone).date():
        raise RefusedText("error.OpeningDateInTheFuture", text=typed)
    moment = min(noon(day, zone), tx.now)
    if latest is not None and moment < latest.published_at:
        raise RefusedAt("error.OpeningDateTooEarly", at=latest.published_at)
    return moment


def read_again(draft: OpeningDraft) -> OpeningFile:
    """What was read of the draft's file."""
    told = json.loads(draft.content)
    return OpeningFile(
        lines=tuple(_line(one) for one in told["lines"]),
        faults=tuple(_fault(one) for one in told["faults"]),
        columns=tuple(Column(one) for one in told["columns"]),
        unread=tuple(told["unread"]),
        file_hash=draft.file_hash,
    )


def _fault(told: Mapping[str, Any]) -> OpeningFault:
    column = None if told["column"] is None else Column(told["column"])
    return OpeningFault(told["line"], column, Trouble(told["trouble"]), told["given"], told["other"])


def _line(told: Mapping[str, Any]) -> OpeningLine:
    served, bar = told["as_arbiter"], told["bar"]
    return OpeningLine(
        number=told["number"],
        name=told["name"],
        member_id=None if told["member_id"] is None else MemberId(told["member_id"]),
        rating=told["rating"],
        games=told["games"],
        registered_since=_day(told["registered_since"]),
        country=told["country"],
        club=told["club"],
        accounts=tuple((site, name) for site, name in told["accounts"]),
        masters=tuple((MasterTitle(title), _day(since)) for title, since in told["masters"]),
        arbiter=None if told["arbiter"] is None else ArbiterTitle(told["arbiter"]),
        arbiter_since=_day(told["arbiter_since"]),
        as_arbiter=None if served is None else (served[0], served[1]),
        refereed=told["refereed"],
        championships=tuple(_championship(one) for one in told["championships"]),
        world_titles=tuple(_championship(one) for one in told["world_titles"]),
        bar=None if bar is None else BarLine(bar["reason"], _day(bar["since"]), _day(bar["until"])),
        office=None if told["office"] is None else Office(told["office"]),
    )


def _championship(told: Mapping[str, Any]) -> Won:
    return Won(told["event"], date.fromisoformat(told["on"]))


def _day(told: str | None) -> date | None:
    return None if told is None else date.fromisoformat(told)


# --- what is known here ---------------------------------------------------------------------------------------------


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
    current = people_ratings_store.current(tx, guild_id)
    office_holders = people_store.offices(tx, guild_id)
    officers = people_store.by_ids(tx, list(office_holders.values()))
    return Known(
        guild_id=guild_id,
        now=now,
        dated_at=draft.dated_at,
        zone=zone_of(tx, guild_id),
        names=tuple(people_store.names(tx, guild_id)),
        rated={} if current is None else current.rated,
        has_rated_events=people_ratings_store.go_on_by_events(tx, guild_id),
        countries=people_store.at(tx, guild_id, draft.dated_at),
        earlier=registry_store.earlier_in(tx, guild_id),
        masters=registry_store.held_by(tx, guild_id),
        arbiters=people_store.arbiters(tx, guild_id),
        champions={world_title.event: world_title.person_id for world_title in people_store.world_titles(tx, guild_id)},
        offices={office: officers[who] for office, who in office_holders.items()},
        bars=tuple(entering_bars_store.of_guild(tx, guild_id, now)),
        expelled=entering_bars_store.all_expelled(tx, guild_id),
        sites=_spelt((*entering_eligibility_verbs.sites(tx, guild_id), *_preset_sites(), *_sites_in(lines))),
    )


def _spelt(sites: Iterable[str]) -> Mapping[str, str]:
    """Each site as it was spelt first."""
    found: dict[str, str] = {}
    for site in sites:
        found.setdefault(site.casefold(), site)
    return found


def _sites_in(lines: Iterable[OpeningLine]) -> Iterator[str]:
    return (site for line in lines for site, _ in line.accounts)


def _preset_sites() -> tuple[str, ...]:
    asked = (library.preset(name).registration.account for name in library.names())
    return tuple(site for site in asked if site is not None)


# --- who is meant ---------------------------------------------------------------------------------------------------


def find_meant(tx: Query, draft_id: str, lines: tuple[OpeningLine, ...], known: Known) -> Meant:
    """Looks each line's person up, as `people_verbs.find_listed` does; what was said may be stale."""
    told = store.DRAFTS.answers(tx, draft_id)
    stale = _met_since(tx, {line: at for line, (one, at) in told.items() if one is None}, lines, known)
    said = {line: one for line, (one, _) in told.items() if line not in stale}
    asking = Asking(tx, known.names, partial(_holders, tx, known), _first_lines(lines))
    return find_listed(tx, known.guild_id, lines, said, asking)


def _met_since(tx: Query, said: Mapping[int, datetime], lines: Iterable[OpeningLine], known: Known) -> set[int]:
    """Lines that meant somebody new when it was said: another list may have brought that very person in since."""
    if not said:
        return set()
    newcomers = people_store.met_since(tx, known.guild_id, min(said.values()))
    likes = Likes(((one, since), name) for one, name, since in newcomers)
    asked = [line for line in lines if line.number in said]
    return {one.number for one in asked if any(at > said[one.number] for (_, at), _ in likes.of(one.name))}


def _first_lines(lines: tuple[OpeningLine, ...]) -> Mapping[str, int]:
    """The first line of each name that is not told apart by Discord."""
    found: dict[str, int] = {}
    for line in lines:
        if line.member_id is None:
            found.setdefault(sound(line.name), line.number)
    return found


def _holders(tx: Query, known: Known, line: OpeningLine) -> Iterator[PersonId]:
    for site, name in line.accounts:
        held = people_account_store.holder(tx, known.guild_id, known.sites[site.casefold()], account_key(name))
        if held is not None:
            yield held.person_id


def say_who(tx: ActorTx, draft_id: str, said: Said) -> None:
    """Notes whom names that are asked about mean; raises Outdated where the card asked about others."""
    draft = _find_to_change(tx, draft_id)
    lines = read_again(draft).lines
    questions = find_meant(tx, draft_id, lines, gather(tx, draft, lines, tx.now)).questions
    store.DRAFTS.answer(tx, draft_id, said.among(questions), tx.now)


def ask_again(tx: ActorTx, draft_id: str) -> None:
    """Takes back all that was said of who is meant."""
    _find_to_change(tx, draft_id)
    store.DRAFTS.forget_answers(tx, draft_id)


def _find_to_change(tx: ActorTx, draft_id: str) -> OpeningDraft:
    require_bringer(tx)
    return find(tx, draft_id)
