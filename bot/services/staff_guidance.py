"""What waits for offices, organisers and arbiters beside events in play: proposed events, reports, drafts, set-up."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain.events.tournament import Tournament
from bot.domain.permissions import Act, Capacity, Office
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.setup_views import Page
from bot.domain.switches import Switch
from bot.services import access
from bot.services.asked import Asked, Found
from bot.services.entering.entry_guidance import attending, entrant_of
from bot.storage import (
    ceremonies,
    communities,
    drafts,
    entrants,
    event_officers,
    event_proposals,
    opening_drafts,
    people,
    tournaments,
)
from bot.storage.context import Query

JUST_OVER: Final = timedelta(days=14)
"""How long an event that is over is still looked at for what it wants of somebody."""


def guide(tx: Query, asked: Asked) -> Found:
    """All of it, for who asks."""
    yield from _set_up(tx, asked)
    yield from _drafts(tx, asked)
    yield from _opening_lists(tx, asked)
    if asked.person is not None and asked.may(Act.APPROVE_TOURNAMENT):
        for event in event_proposals.waiting(tx, asked.presser.guild_id):
            yield DutyItem(Duty.APPROVE_EVENT, event.proposal_id, other=people.load(tx, event.by))
    for tournament in tournaments.of_guild(tx, asked.presser.guild_id):
        over = tournament.ended_at is not None and asked.now - tournament.ended_at <= JUST_OVER
        if over:
            yield from _of_event_over(tx, asked, tournament)


def of_event(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """The attendance of a ceremony that was held, for who notes it (GO-23.6)."""
    held = [
        one
        for one in ceremonies.of_tournament(tx, tournament.tournament_id)
        if one.held_at <= asked.now <= one.held_at + JUST_OVER
    ]
    if not held or not (asked.may(Act.NOTE_ATTENDANCE) or _is_chief(tx, asked, tournament)):
        return
    players = len(entrants.starters(tx, tournament.tournament_id))
    for one in held:
        noted = len(ceremonies.attendance(tx, one.ceremony_id))
        if noted < players:
            yield DutyItem(Duty.NOTE_CEREMONY, one.ceremony_id, tournament, n=players - noted, called=one.name)


def _set_up(tx: Query, asked: Asked) -> Found:
    community = communities.load(tx, asked.presser.guild_id)
    if asked.may(Act.SET_UP) and (community is None or community.set_up_at is None):
        yield DutyItem(Duty.SET_UP, Page.TIME)
        return
    if community is None or Switch.ASSOCIATION not in community.switches:
        return
    vacant = {Office.PRESIDENT, Office.LEADER} - set(people.offices(tx, asked.presser.guild_id))
    if Capacity.SERVER_OWNER in asked.capacities and vacant:
        yield DutyItem(Duty.NAME_OFFICERS, "officers", n=len(vacant))


def _drafts(tx: Query, asked: Asked) -> Found:
    if asked.person is None:
        return
    for draft in drafts.of_person(tx, asked.person.person_id):
        yield DutyItem(Duty.FINISH_DRAFT, draft.draft_id, called=draft.name or "")


def _opening_lists(tx: Query, asked: Asked) -> Found:
    """Those that were handed on to who may bring all of it in."""
    if not asked.may(Act.BRING_TITLES_AND_BARS):
        return
    for draft_id, file_name, sender in opening_drafts.handed_on(tx, asked.presser.guild_id):
        by = people.load(tx, sender)
        if by is not None and not asked.is_me(by):
            yield DutyItem(Duty.CONFIRM_OPENING, draft_id, other=by, called=file_name)


def _of_event_over(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """The closing report of the chief arbiter, and a closing ceremony."""
    if _is_chief(tx, asked, tournament) and event_officers.report_of(tx, tournament.tournament_id) is None:
        yield DutyItem(Duty.FILE_REPORT, tournament.tournament_id, tournament)
    yield from of_event(tx, asked, tournament)
    entrant = entrant_of(tx, asked, tournament)
    if entrant is not None:
        yield from attending(tx, asked, tournament, entrant)


def _is_chief(tx: Query, asked: Asked, tournament: Tournament) -> bool:
    person = asked.person
    return person is not None and bool(access.capacities_in(tx, tournament.tournament_id, person.person_id))
