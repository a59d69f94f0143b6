"""Lists that were read and wait to be confirmed: kept as text, so that a press finds them after a restart."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from bot.domain.community import Person
from bot.domain.events.drafts import Draft
from bot.domain.events.event_kinds import OF_PEOPLE, kind_of
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import MemberId, TournamentId
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
from bot.storage.context import ActorQuery, ActorTx
from bot.storage.sign_ups import SignUpDraft

FILE_NAME_LIMIT = 80


class SignUpsBeforeApproval(UserError):
    """The event is proposed, and takes people once the President has approved it."""


@dataclass(frozen=True, slots=True)
class Event:
    """The event that a list is for; one that is drafted only stands in no table yet."""

    tournament: Tournament
    exists: bool


def keep(tx: ActorTx, tournament_id: TournamentId, found: SignUpFile, file_name: str) -> SignUpDraft:
    """Keeps what was read for the event, in place of what the presser sent in before.

    Raises NotAllowed, TeamsOnly, and RegistrationClosed once check-in is closed.
    """
    person = require_enterer(tx)
    takes_a_list(tx, tournament_id)
    return _keep(tx, person, (tournament_id, found, file_name))


def keep_for_new(tx: ActorTx, draft_id: str, found: SignUpFile, file_name: str) -> SignUpDraft:
    """Keeps what was read for the event that the presser is about to create; raises as `for_new` does."""
    person = require_enterer(tx)
    for_new(tx, draft_id)
    return _keep(tx, person, (None, found, file_name))


def _keep(tx: ActorTx, person: Person, sent: tuple[TournamentId | None, SignUpFile, str]) -> SignUpDraft:
    tournament_id, found, file_name = sent
    draft = SignUpDraft(
        tx.new_id(),
        tx.guild_id,
        person.person_id,
        tournament_id,
        file_name[:FILE_NAME_LIMIT],
        found.file_hash,
        json.dumps(asdict(found), ensure_ascii=False),
        tx.now,
    )
    sign_ups.keep(tx, draft)
    return draft


def require_enterer(tx: ActorTx) -> Person:
    """Who enters others; raises NotAllowed."""
    person = access.recognise(tx)
    access.require(tx, person, Act.ENTER_OTHER_PERSON)
    return person


def takes_a_list(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event, where people can still be entered by a list; raises as `keep` does."""
    access.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    tournament = open_for_entries(tx, tournament_id)
    if kind_of(tournament.rulebook) not in OF_PEOPLE:
        raise TeamsOnly(name=tournament.name)
    if tournament.check_in_closed_at is not None:
        # Whoever comes into a running event comes alone, by `/tournament enter`.
        raise RegistrationClosed(closed_at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    return tournament


def for_new(tx: ActorQuery, draft_id: str) -> Tournament:
    """The event as it would be created, for who is about to.

    Raises Outdated, NotYours, TeamsOnly, and SignUpsBeforeApproval for who may only propose events.
    """
    access.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    drafted_event = event_drafts.find(tx, draft_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not require_creator(tx, person):
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


def find(tx: ActorQuery, draft_id: str) -> SignUpDraft:
    """The presser's own list; raises NotAllowed, NotYours, and Outdated where it is confirmed or gone."""
    access.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    draft = sign_ups.load_draft(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    asker = people.load(tx, draft.person_id)
    if asker is None or asker.discord_id != tx.actor.member_id:
        raise NotYours
    return draft


def event_of(tx: ActorQuery, draft: SignUpDraft) -> Event:
    """The event that the list is for; raises RegistrationClosed, and Outdated where it was never created."""
    if draft.tournament_id is not None:
        return Event(takes_a_list(tx, draft.tournament_id), exists=True)
    return Event(_as_tournament(event_draft_of(tx, draft.draft_id)), exists=False)


def event_draft_of(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of the event that the list waits for; raises Outdated where there is none."""
    draft = find(tx, draft_id)
    waiting = [one for one in drafted.of_person(tx, draft.person_id) if one.tournament_id is None]
    if draft.tournament_id is not None or not waiting:
        raise Outdated
    return waiting[0]


def waits_for_new(tx: ActorQuery) -> SignUpDraft | None:
    """The list that waits for the event that the presser is about to create."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    found = () if person is None else sign_ups.of_person(tx, person.person_id)
    return next((one for one in found if one.tournament_id is None), None)


def drop(tx: ActorTx, draft_id: str) -> TournamentId | None:
    """Lets go of a list that was not confirmed; answers which event it was for, if there is one."""
    draft = find(tx, draft_id)
    sign_ups.drop(tx, draft_id)
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
