"""Gathering what people look at of votes from the facts, in one read."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.domain.community import Person
from bot.domain.events import draw
from bot.domain.ids import GuildId, PersonId, VoteId
from bot.domain.permissions import Act, Office
from bot.domain.voting.vote_steps import closes_at, counts_for_attendance, excuse_by
from bot.domain.voting.vote_views import ExcuseView, Missed, VoteView
from bot.domain.voting.votes import Effect, Form, Vote, entitled_electors, tally
from bot.errors import NotFound, NotNow, NotYours, Subject, UserError
from bot.services import access
from bot.services.voting import attendance, electorates
from bot.services.voting import votes as votes_service
from bot.services.voting.vote_record import WITHOUT_EFFECT, outages_of, vote_subject
from bot.storage import expulsions, log, panels, people, votes
from bot.storage.context import ActorQuery, Query


def view(tx: Query, vote_id: VoteId, now: datetime) -> VoteView | None:
    """A vote as it stands, or None for an unknown id."""
    known = votes.load(tx, vote_id)
    if known is None:
        return None
    vote = electorates.with_struck(tx, known, now)
    counting, voters = entitled_electors(vote), votes.voters(tx, vote_id)
    # Whoever loses the voice while a vote runs would show by it whether they had used it.
    asked = counting if vote.closed_at is not None or vote.kind.form is Form.APPROVALS else entitled_electors(known)
    who = _people(tx, vote)
    outages, panel = outages_of(tx, vote), panels.load(tx, vote_subject(vote_id))
    return VoteView(
        vote=vote,
        people=who,
        closes_at=closes_at(vote, outages),
        cast=len(voters.intersection(asked)),
        asked=len(asked),
        entitled=len(counting),
        waiting=tuple(who[one] for one in counting if one not in voters),
        commitment=draw.commitment(vote.secret) if vote.kind.form is Form.CANDIDATES else None,
        link=f"{vote.guild_id}/{panel.channel_id}/{panel.message_id}" if panel else None,
        tally=tally(vote, votes.ballots(tx, vote_id)) if vote.closed_at is not None else None,
        excuse_until=excuse_by(vote, outages) if counts_for_attendance(vote) else None,
        in_vain=log.was_done(tx, vote.guild_id, WITHOUT_EFFECT, vote_subject(vote_id)),
    )


def _people(tx: Query, vote: Vote) -> dict[PersonId, Person]:
    named = [
        *(elector.person_id for elector in vote.electors),
        *(recusal.person_id for recusal in vote.recused),
        *vote.candidates,
        *(one for one in (vote.subject, vote.opened_by, vote.cancelled_by) if one is not None),
    ]
    found = people.by_ids(tx, named)
    if vote.subject is not None and vote.kind.effect is Effect.EXPEL_PLAYER:
        found[vote.subject] = _with_known_account(tx, found[vote.subject])
    return found


def _with_known_account(tx: Query, person: Person) -> Person:
    """The person for the minutes of the own expulsion: the tombstone has no account, the record of it knows one."""
    expulsion = expulsions.of_person(tx, person.person_id)
    return person if expulsion is None else replace(person, discord_id=expulsion.member_id)


def of_server(tx: Query, guild_id: GuildId, vote_id: VoteId, now: datetime) -> VoteView:
    """A vote of the server as it stands; raises NotFound."""
    found = view(tx, vote_id, now)
    if found is None or found.vote.guild_id != guild_id:
        raise NotFound(what=Subject.VOTE)
    return found


def find_view(tx: ActorQuery, vote_id: VoteId) -> VoteView:
    """A vote for those whom it concerns, and for those at the desk; raises NotFound or NotAllowed."""
    found = of_server(tx, tx.guild_id, vote_id, tx.pressed_at)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not _concerns(found, person):
        access.require(tx, person, Act.SEE_DESK)
    return found


def lot_of(tx: ActorQuery, vote_id: VoteId) -> VoteView:
    """As `find_view`, for a vote in which a lot may have to decide; raises NotNow for any other."""
    found = find_view(tx, vote_id)
    if found.commitment is None:
        raise NotNow
    return found


def _concerns(found: VoteView, person: Person | None) -> bool:
    """Whether somebody votes in it, stands in it, or is whom it is about: all whom its card names."""
    return person is not None and person.person_id in found.people


def cancellable(tx: ActorQuery) -> tuple[VoteView, ...]:
    """The open votes that the presser may end without a decision, for an autocomplete."""
    found = []
    for one in open_votes(tx, tx.guild_id, tx.pressed_at):
        with suppress(UserError):
            votes_service.cancellable(tx, one.vote.vote_id)
            found.append(one)
    return tuple(found)


def open_votes(tx: Query, guild_id: GuildId, now: datetime) -> tuple[VoteView, ...]:
    """The votes of the server that are open, the first to close first."""
    found = (view(tx, vote.vote_id, now) for vote in votes.all_open(tx, guild_id))
    return tuple(one for one in found if one is not None)


def excuse_for(tx: ActorQuery, vote_id: VoteId, person_id: PersonId) -> ExcuseView:
    """A reason for having missed a vote, for who gave it, answers it or answered it; raises NotFound or NotYours."""
    found = excuse_view(tx, vote_id, person_id)
    if found is None or found.vote.guild_id != tx.guild_id:
        raise NotFound(what=Subject.REASON)
    readers = {one.discord_id for one in (found.person, found.answers) if one is not None}
    if tx.actor.member_id not in readers:
        raise NotYours
    return found


def excuse_view(tx: Query, vote_id: VoteId, person_id: PersonId) -> ExcuseView | None:
    """A reason for having missed a vote, as the leader sees it."""
    vote, person = votes.load(tx, vote_id), people.load(tx, person_id)
    excuse = None if vote is None else attendance.excuse_given(tx, vote, person_id)
    if vote is None or person is None or excuse is None:
        return None
    held = people.offices(tx, vote.guild_id)
    office = Office.PRESIDENT if held.get(Office.LEADER) == person_id else Office.LEADER
    answers = excuse.decided_by or held.get(office)
    return ExcuseView(vote, person, excuse, people.load(tx, answers) if answers else None)


def removal_option(tx: Query, guild_id: GuildId, person_id: PersonId, now: datetime) -> Missed | None:
    """Who may be removed for absences, as the leader sees it; None for who is on the committee no longer."""
    person = people.load(tx, person_id)
    if person is None or people.title_of(tx, person_id) is None:
        return None
    leader = people.offices(tx, guild_id).get(Office.LEADER)
    return Missed(
        person=person,
        attendance=attendance.of_person(tx, guild_id, person_id, now),
        leader=people.load(tx, leader) if leader else None,
        open_removal=_is_proposed(votes.all_open(tx, guild_id), person_id),
    )


def _is_proposed(running: Collection[Vote], person_id: PersonId) -> bool:
    return any(one.kind.effect is Effect.REMOVE_FOR_ABSENCES and one.subject == person_id for one in running)
