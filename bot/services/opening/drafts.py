"""Opening lists that were read and wait to be confirmed: kept as text, so that a press finds them after a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from bot.domain.community import Community, Person
from bot.domain.ids import GuildId, MemberId
from bot.domain.opening import cells
from bot.domain.opening.cells import Unfit
from bot.domain.opening.lines import BarLine, Column, LineFault, OpeningFile, OpeningLine, Trouble, Won
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.domain.time_zones import zone_named
from bot.errors import Outdated, UserError
from bot.services import access
from bot.storage import opening_drafts, people, ratings
from bot.storage.context import ActorQuery, ActorTx, Query
from bot.storage.opening_drafts import OpeningDraft

NOON = time(12)
FILE_NAME_LIMIT = 80


class OpeningDateUnreadable(UserError):
    """What was given as the list's day is no day."""

    text: str
    example: str


class OpeningDateInTheFuture(UserError):
    """A list speaks for a day that has come."""

    text: str


class OpeningDateTooEarly(UserError):
    """A rating list of a later day stands: an earlier one would change nothing."""

    latest: datetime


def keep(tx: ActorTx, found: OpeningFile, file_name: str, day: str | None) -> OpeningDraft:
    """Keeps what was read in place of what the presser sent in before.

    `day` is the day of the list as it was typed, today's unless told. Raises OpeningDateUnreadable,
    OpeningDateInTheFuture and OpeningDateTooEarly.
    """
    person = require_bringer(tx)
    community = access.community(tx, tx.guild_id)
    draft = OpeningDraft(
        tx.new_id(),
        tx.guild_id,
        person.person_id,
        file_name[:FILE_NAME_LIMIT],
        found.file_hash,
        _day_of_list(tx, community, day),
        _as_text(found),
        tx.now,
    )
    opening_drafts.keep(tx, draft)
    return draft


def require_bringer(tx: ActorTx) -> Person:
    """Who brings a list in, or looks at one; raises NotAllowed."""
    person = access.recognise(tx)
    access.require(tx, person, Act.BRING_OPENING_LIST)
    return person


def find(tx: ActorQuery, draft_id: str) -> OpeningDraft:
    """A draft that waits, for who may bring one in; raises NotAllowed, and Outdated where it is confirmed or gone."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.BRING_OPENING_LIST)
    draft = opening_drafts.load(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    return draft


def waiting(tx: ActorQuery) -> tuple[tuple[OpeningDraft, Person], ...]:
    """What waits in the server with who sent it in, for who may bring a list in; raises NotAllowed."""
    access.refuse_without(tx, Act.BRING_OPENING_LIST)
    found = opening_drafts.of_guild(tx, tx.guild_id)
    known = people.by_ids(tx, [one.person_id for one in found])
    return tuple((one, known[one.person_id]) for one in found)


def zone_of(tx: Query, guild_id: GuildId) -> ZoneInfo:
    """The server's time zone, in which the days of a list are meant."""
    return zone_named(access.community(tx, guild_id).time_zone)


def noon(day: date, zone: ZoneInfo) -> datetime:
    """A moment that is this day wherever people read of it."""
    return datetime.combine(day, NOON, zone)


def end_of(day: date, zone: ZoneInfo) -> datetime:
    """The moment at which the day is over."""
    return datetime.combine(day + timedelta(days=1), time(), zone)


def _day_of_list(tx: ActorQuery, community: Community, typed: str | None) -> datetime:
    latest = ratings.current(tx, community.guild_id)
    if typed is None:
        return tx.now
    zone = zone_named(community.time_zone)
    example = (tx.now.astimezone(zone) - timedelta(days=1)).date().isoformat()
    try:
        day = cells.day(typed, month_first=tx.actor.language == "en-US")
    except Unfit:
        raise OpeningDateUnreadable(text=typed[:FILE_NAME_LIMIT], example=example) from None
    if day > tx.now.astimezone(zone).date():
        raise OpeningDateInTheFuture(text=typed)
    moment = min(noon(day, zone), tx.now)
    if latest is not None and moment < latest.published_at:
        raise OpeningDateTooEarly(latest=latest.published_at)
    return moment


def _as_text(found: OpeningFile) -> str:
    return json.dumps(asdict(found), ensure_ascii=False, default=date.isoformat)


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


def _fault(told: Mapping[str, Any]) -> LineFault:
    column = None if told["column"] is None else Column(told["column"])
    return LineFault(told["line"], column, Trouble(told["trouble"]), told["given"], told["other"])


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
