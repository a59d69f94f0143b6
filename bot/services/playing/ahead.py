"""What will stop an event that is still to come, as the preview of a draft and the desk say it.

An obstacle is a function of `FINDERS`, which answers with rows: its kind is a member of `Obstacle`, its sentence
`desk.row_KIND`, its button the row's `mend`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Final

from bot.domain.events.drafts import Draft
from bot.domain.events.nights import is_night_in_each, is_night_throughout
from bot.domain.events.tournament import Phase, Tournament, check_in_closes_at, check_in_opens_at, phase
from bot.domain.permissions import Act, Capacity, may
from bot.domain.playing.desk_views import DeskRow, Mend, Obstacle
from bot.domain.playing.obstacles_ahead import Around, Foresight, Looker, Outline, closed_channels
from bot.domain.setup_views import Page, calls_channel, lacking_for_threads, may_open_role, pings_role
from bot.rulebooks.library import from_canonical
from bot.services import access, estimating, zone_guess
from bot.services.events import calling
from bot.services.playing import arbiter_duty, provisional
from bot.services.timetable import outages_of
from bot.storage import communities, countries, entrants, people, tournaments
from bot.storage.context import ActorQuery, Query

ARBITERS_NAMED: Final = 10
"""Who could go on duty, as far as a row names them."""
NOTHING_AROUND: Final = Around()
Finder = Callable[[Query, Outline, Looker, Around], Iterator[DeskRow]]


def looker(tx: ActorQuery, held: frozenset[Capacity]) -> Looker:
    """Who presses, of these capacities, as the rows see them."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    there = {arbiter for arbiter, _ in people.on_duty(tx, tx.guild_id)}
    on_duty = person is not None and person.person_id in there
    may_go_on_duty = not on_duty and arbiter_duty.may_referee(tx, tx.guild_id, held)
    return Looker(held, may_go_on_duty, tx.actor.server_roles, None if person is None else person.person_id)


def foresee(tx: ActorQuery, draft: Draft, around: Around) -> Foresight:
    """What the preview of a draft says of the event to come."""
    outline = _outline_of(tx, draft)
    looks = looker(tx, access.own_capacities(tx))
    return Foresight(
        provisional.of_draft(tx, draft.guild_id, draft),
        estimating.of_draft(tx, draft.guild_id, draft),
        _rows(tx, outline, looks, around),
        zone_guess.of_server(tx, draft.guild_id) if outline.tournament is None else None,
        may_choose_zone=may(Act.SET_UP, looks.held),
    )


def of_event(
    tx: Query, tournament: Tournament, looks: Looker, now: datetime, around: Around = NOTHING_AROUND
) -> tuple[DeskRow, ...]:
    """What will stop the event, or its next message; after its first matches were due the channels alone."""
    if phase(tournament) in {Phase.OVER, Phase.CANCELLED}:
        return ()
    outline = Outline(
        tournament.guild_id,
        tournament.rulebook,
        tournament.start_at,
        check_in_opens_at(tournament),
        check_in_closes_at(tournament, outages_of(tx, tournament)),
        entrants.headcount(tx, tournament.tournament_id).registered,
        tournament,
    )
    # An event that is drawn ahead of its start waits for it with its pairings known.
    if phase(tournament) is Phase.RUNNING and tournament.start_at <= now:
        return tuple(_channels(tx, outline, looks, around))
    return _rows(tx, outline, looks, around)


def _outline_of(tx: Query, draft: Draft) -> Outline:
    before = None if draft.tournament_id is None else tournaments.load(tx, draft.tournament_id)
    rulebook = before.rulebook if before else from_canonical(draft.rulebook or "")
    start = draft.start_at or (before.start_at if before else draft.drafted_at)
    opens, closes = start - rulebook.check_in.opens_before, start - rulebook.check_in.closes_before
    return Outline(
        draft.guild_id, rulebook, start, opens, closes, rulebook.registration.capacity, before, draft.draft_id
    )


def _rows(tx: Query, outline: Outline, looks: Looker, around: Around) -> tuple[DeskRow, ...]:
    return tuple(row for find in FINDERS for row in find(tx, outline, looks, around))


def _channels(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    community = communities.load(tx, outline.guild_id)
    if around.server is not None and community is not None:
        mend = Mend.CHOOSE_CHANNEL if may(Act.SET_UP, looks.held) else None
        yield from closed_channels(community, around.server, mend)


def _silent_role(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """Where whoever created the event is silent the organisers' role is called, and Discord would not ping it."""
    community, server = communities.load(tx, outline.guild_id), around.server
    role = None if community is None else community.organiser_role
    if community is None or role is None or server is None or pings_role(community, server, role):
        return
    mend = Mend.PING_ROLE if may_open_role(server, role) else Mend.CHOOSE_ROLE
    able = mend if may(Act.SET_UP, looks.held) else None
    yield DeskRow(Obstacle.ROLE_SILENT, Page.PLACES, mend=able, channel=calls_channel(community), role=role)


def _threads(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """Rights that threads for its matches want; without them nothing is lost, and all stand in one channel."""
    community, rules = communities.load(tx, outline.guild_id), outline.rulebook.threads
    if rules is None or community is None or around.server is None:
        return
    rights = lacking_for_threads(around.server, community.matches, (rules.read_by,))
    if rights:
        mend = Mend.CHOOSE_CHANNEL if may(Act.SET_UP, looks.held) else None
        yield DeskRow(Obstacle.NO_THREADS, Page.PLACES, mend=mend, channel=community.matches, rights=rights)


def _nobody_to_follow(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    """What would keep the first matches from being called, while somebody can still do something about it."""
    if not _wants_arbiters(outline) or _somebody_is_there(tx, outline):
        return
    named = people.by_ids(tx, people.arbiters(tx, outline.guild_id)).values()
    here = [one for one in named if one.discord_id is not None]
    if not named:
        yield DeskRow(Obstacle.NO_ARBITER_NAMED, "", mend=_by_duty(looks) or _by_naming(looks))
    elif not here:
        known = tuple(named)[:ARBITERS_NAMED]
        yield DeskRow(Obstacle.NO_ARBITER_HERE, "", known, mend=_by_naming(looks))
    elif outline.tournament is not None and phase(outline.tournament) is not Phase.ANNOUNCED:
        yield DeskRow(Obstacle.NO_DUTY_YET, "", tuple(here[:ARBITERS_NAMED]), mend=_by_duty(looks))


def _somebody_is_there(tx: Query, outline: Outline) -> bool:
    if outline.tournament is not None:
        return bool(calling.available(tx, outline.tournament))
    return bool(people.on_duty(tx, outline.guild_id))


def _too_large(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    """Nobody but provisional arbiters, and more entrants than they are given matches of (AIJE-B01-ANP)."""
    found = provisional.of_size(tx, outline.guild_id, outline.size, outline.start_at)
    titled = people.arbiters(tx, outline.guild_id)
    if not _wants_arbiters(outline) or found is None or len(found.people) < len(titled):
        return
    draft = outline.tournament is None and may(Act.CREATE_TOURNAMENT, looks.held)
    mend = _by_naming(looks) or (Mend.CHANGE_DRAFT if draft else None)
    yield DeskRow(Obstacle.TOO_LARGE, "", found.people[:ARBITERS_NAMED], n=found.limit, mend=mend)


def _night(tx: Query, outline: Outline, looks: Looker, _: Around) -> Iterator[DeskRow]:
    community = communities.load(tx, outline.guild_id)
    opens, closes = outline.opens_at, outline.closes_at
    if _may_move(outline) and community and is_night_throughout(opens, closes, community.time_zone):
        yield _of_night(Obstacle.NIGHT, outline, looks, zone=community.time_zone)


def _night_abroad(tx: Query, outline: Outline, looks: Looker, around: Around) -> Iterator[DeskRow]:
    """How many entrants play for a country in which it is night everywhere; who they are is not told."""
    if outline.tournament is None or not _may_move(outline):
        return
    declared = countries.at(tx, outline.guild_id, outline.start_at)
    listed = entrants.of_tournament(tx, outline.tournament.tournament_id)
    theirs = [declared.get(one.person_id) for one in listed if one.withdrawn_at is None]
    at_night = {
        country
        for country in set(theirs)
        if country and is_night_in_each(outline.opens_at, outline.closes_at, around.zones_of(country))
    }
    n = sum(country in at_night for country in theirs)
    if n:
        yield _of_night(Obstacle.NIGHT_ABROAD, outline, looks, n=n)


def _role_gone(_: Query, outline: Outline, looks: Looker, __: Around) -> Iterator[DeskRow]:
    """The role that the event asks for was deleted, or is another server's: nobody could register."""
    rules, there = outline.rulebook.entry, looks.server_roles
    if rules is None or rules.role_id is None or there is None or rules.role_id in there or not _may_move(outline):
        return
    if outline.tournament is None:
        yield DeskRow(Obstacle.ENTRY_ROLE_GONE, outline.draft_id, mend=Mend.CHOOSE_CONDITIONS)
        return
    mend = Mend.ENTER_SOMEBODY if may(Act.ENTER_OTHER_PERSON, looks.held) else None
    yield DeskRow(Obstacle.ENTRY_ROLE_GONE, outline.tournament.tournament_id, mend=mend)


FINDERS: Final[tuple[Finder, ...]] = (
    _channels,
    _silent_role,
    _threads,
    _role_gone,
    _nobody_to_follow,
    _too_large,
    _night,
    _night_abroad,
)


def _of_night(kind: Obstacle, outline: Outline, looks: Looker, n: int = 1, zone: str = "") -> DeskRow:
    if outline.tournament is None:
        return DeskRow(kind, "", n=n, mend=Mend.CHANGE_DRAFT, zone=zone)
    mend = Mend.MOVE_START if may(Act.EDIT_TOURNAMENT, looks.held) else None
    return DeskRow(kind, outline.tournament.tournament_id, n=n, mend=mend, zone=zone)


def _may_move(outline: Outline) -> bool:
    return outline.tournament is None or phase(outline.tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}


def _wants_arbiters(outline: Outline) -> bool:
    return outline.rulebook.matches.matches_per_arbiter > 0


def _by_duty(looks: Looker) -> Mend | None:
    return Mend.GO_ON_DUTY if looks.may_go_on_duty else None


def _by_naming(looks: Looker) -> Mend | None:
    return Mend.NAME_ARBITERS if may(Act.NAME_OFFICERS, looks.held) else None
