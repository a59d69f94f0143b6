"""Lists that were read and wait to be confirmed: kept as text, so that a press finds them after a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.domain.community import Person, Presser
from bot.domain.events.drafts import Draft
from bot.domain.events.event_kinds import OF_PEOPLE, kind_of
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import MemberId, Occasion, TournamentId
from bot.domain.permissions import Act
from bot.domain.sign_ups.lines import SignUpColumn, SignUpFault, SignUpFile, SignUpLine, SignUpTrouble
from bot.errors import NotYours, Outdated, UserError
from bot.rulebooks.library import from_canonical
from bot.services import access
from bot.services.entering.registration import RegistrationClosed, TeamsOnly, open_for_entries
from bot.services.events import drafts as event_drafts
from bot.services.events.event_proposals import require_creator
from bot.services.timetable import outages_of
from bot.storage import drafts as drafted
from bot.storage import people, sign_ups
from bot.storage.database import Work
from bot.storage.sign_ups import SignUpDraft

FILE_NAME_LIMIT = 80


class SignUpsBeforeApproval(UserError):
    """The event is proposed, and takes people once the President has approved it."""


@dataclass(frozen=True, slots=True)
class Event:
    """The event that a list is for; one that is drafted only stands in no table yet."""

    tournament: Tournament
    exists: bool


def keep(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    tournament_id: TournamentId,
    found: SignUpFile,
    file_name: str,
) -> SignUpDraft:
    """Keeps what was read for the event, in place of what the presser sent in before.

    Raises NotAllowed, TeamsOnly, and RegistrationClosed once check-in is closed.
    """
    person = require_enterer(work, occasion, presser)
    takes_a_list(work, presser, tournament_id)
    return _keep(work, occasion, presser, person, (tournament_id, found, file_name))


def keep_for_new(
    work: Work, occasion: Occasion, presser: Presser, draft_id: str, found: SignUpFile, file_name: str
) -> SignUpDraft:
    """Keeps what was read for the event that the presser is about to create; raises as `for_new` does."""
    person = require_enterer(work, occasion, presser)
    for_new(work, presser, draft_id)
    return _keep(work, occasion, presser, person, (None, found, file_name))


def _keep(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    person: Person,
    sent: tuple[TournamentId | None, SignUpFile, str],
) -> SignUpDraft:
    tournament_id, found, file_name = sent
    draft = SignUpDraft(
        occasion.ids.fresh(),
        presser.guild_id,
        person.person_id,
        tournament_id,
        file_name[:FILE_NAME_LIMIT],
        found.file_hash,
        json.dumps(asdict(found), ensure_ascii=False),
        occasion.now,
    )
    sign_ups.keep(work, draft)
    return draft


def require_enterer(work: Work, occasion: Occasion, presser: Presser) -> Person:
    """Who enters others; raises NotAllowed."""
    person = access.recognise(work, occasion, presser)
    access.require(work, presser, person, Act.ENTER_OTHER_PERSON)
    return person


def takes_a_list(work: Work, presser: Presser, tournament_id: TournamentId) -> Tournament:
    """The event, where people can still be entered by a list; raises as `keep` does."""
    access.refuse_without(work, presser, Act.ENTER_OTHER_PERSON)
    tournament = open_for_entries(work, presser, tournament_id)
    if kind_of(tournament.rulebook) not in OF_PEOPLE:
        raise TeamsOnly(name=tournament.name)
    if tournament.check_in_closed_at is not None:
        # Whoever comes into a running event comes alone, by `/tournament enter`.
        raise RegistrationClosed(closed_at=check_in_closes_at(tournament, outages_of(work, tournament)))
    return tournament


def for_new(work: Work, presser: Presser, draft_id: str) -> Tournament:
    """The event as it would be created, for who is about to.

    Raises Outdated, NotYours, TeamsOnly, and SignUpsBeforeApproval for who may only propose events.
    """
    access.refuse_without(work, presser, Act.ENTER_OTHER_PERSON)
    drafted_event = event_drafts.find(work, presser, draft_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if not require_creator(work, presser, person):
        raise SignUpsBeforeApproval
    return _as_tournament(drafted_event)


def _as_tournament(draft: Draft) -> Tournament:
    if draft.rulebook is None or draft.start_at is None or draft.name is None:
        raise Outdated
    rules = from_canonical(draft.rulebook)
    if kind_of(rules) not in OF_PEOPLE:
        raise TeamsOnly(name=draft.name)
    return Tournament(
        tournament_id=TournamentId(draft.draft_id),
        guild_id=draft.guild_id,
        name=draft.name,
        rulebook=rules,
        rulebook_hash="",
        start_at=draft.start_at,
        created_at=draft.drafted_at,
        created_by=draft.person_id,
        commitment="",
    )


def find(work: Work, presser: Presser, draft_id: str) -> SignUpDraft:
    """The presser's own list; raises NotAllowed, NotYours, and Outdated where it is confirmed or gone."""
    access.refuse_without(work, presser, Act.ENTER_OTHER_PERSON)
    draft = sign_ups.load_draft(work, draft_id)
    if draft is None or draft.guild_id != presser.guild_id:
        raise Outdated
    asker = people.load(work, draft.person_id)
    if asker is None or asker.discord_id != presser.member_id:
        raise NotYours
    return draft


def event_of(work: Work, presser: Presser, draft: SignUpDraft) -> Event:
    """The event that the list is for; raises RegistrationClosed, and Outdated where it was never created."""
    if draft.tournament_id is not None:
        return Event(takes_a_list(work, presser, draft.tournament_id), exists=True)
    return Event(_as_tournament(event_draft_of(work, presser, draft.draft_id)), exists=False)


def event_draft_of(work: Work, presser: Presser, draft_id: str) -> Draft:
    """The draft of the event that the list waits for; raises Outdated where there is none."""
    draft = find(work, presser, draft_id)
    waiting = [one for one in drafted.of_person(work, draft.person_id) if one.tournament_id is None]
    if draft.tournament_id is not None or not waiting:
        raise Outdated
    return waiting[0]


def waits_for_new(work: Work, presser: Presser) -> SignUpDraft | None:
    """The list that waits for the event that the presser is about to create."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    found = () if person is None else sign_ups.of_person(work, person.person_id)
    return next((one for one in found if one.tournament_id is None), None)


def drop(work: Work, occasion: Occasion, presser: Presser, draft_id: str) -> TournamentId | None:
    """Lets go of a list that was not confirmed; answers which event it was for, if there is one."""
    del occasion
    draft = find(work, presser, draft_id)
    sign_ups.drop(work, draft_id)
    return draft.tournament_id


def read_again(draft: SignUpDraft) -> SignUpFile:
    """What was read of the list."""
    told = json.loads(draft.content)
    return SignUpFile(
        lines=tuple(_line(one) for one in told["lines"]),
        faults=tuple(_fault(one) for one in told["faults"]),
        unread=tuple(told["unread"]),
        file_hash=draft.file_hash,
        # A list that waits from before has none.
        heading=told.get("heading", ""),
    )


def _line(told: Mapping[str, Any]) -> SignUpLine:
    return SignUpLine(**{**told, "member_id": None if told["member_id"] is None else MemberId(told["member_id"])})


def _fault(told: Mapping[str, Any]) -> SignUpFault:
    column = None if told["column"] is None else SignUpColumn(told["column"])
    return SignUpFault(told["line"], column, SignUpTrouble(told["trouble"]), told["given"], told["other"])
