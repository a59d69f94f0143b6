"""Proposing a time, and answering: every press is bound to the proposal that it was made for."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person
from bot.domain.ids import ContestId
from bot.domain.match_times.arrangement import MatchTime, Proposal, ProposalEnd, TimeEnd
from bot.domain.match_times.sayings import ProposalDeclined, TimeFixed, TimeProposed
from bot.domain.match_times.time_views import TimesView
from bot.errors import NotYours
from bot.services import access
from bot.services.match_times import days, talks
from bot.services.match_times.errors import (
    DaysAreOver,
    MatchIsCalled,
    NoMatchTimes,
    NoProposalLeft,
    NotOpenYet,
    OwnProposal,
    ProposalIsGone,
    ProposedAlready,
    TimeIsFixed,
    TimeOutsideRound,
)
from bot.services.match_times.reading import view_of
from bot.services.match_times.talks import Talk
from bot.services.playing import matches
from bot.services.speaking import tell_match
from bot.storage import match_times, people, person_zones
from bot.storage.context import ActorQuery, ActorTx, Query


def zone_of(tx: ActorQuery) -> str | None:
    """By whose clocks the presser typed a time before; None where they never did."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    return None if person is None else person_zones.of_person(tx, person.person_id)


def remember_zone(tx: ActorTx, zone: str) -> None:
    """Keeps by whose clocks the presser types times, for the next one."""
    person = access.recognise(tx)
    person_zones.choose(tx, person.person_id, zone, tx.now)


def may_propose(tx: ActorQuery, contest_id: ContestId) -> TimesView:
    """The match, for who can propose a time for it now; raises what `propose` raises before a time is asked."""
    talk, _, side = _looked_at(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    return view_of(tx, contest_id, tx.pressed_at)


def may_propose_at(tx: ActorQuery, contest_id: ContestId, at: datetime) -> TimesView:
    """As `may_propose`, for that time; raises what `propose` raises, and changes nothing."""
    talk, _, side = _looked_at(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    _refuse_moment(talk, at, tx.pressed_at)
    return view_of(tx, contest_id, tx.pressed_at)


def propose(
    tx: ActorTx,
    contest_id: ContestId,
    at: datetime,
    instead_of: str | None = None,
) -> TimesView:
    """Proposes a time, and declines the other side's that it is proposed instead of; the other side is told.

    Raises NotYours, NotOpenYet, MatchIsCalled, DaysAreOver, TimeIsFixed, NoProposalLeft,
    TimeOutsideRound, ProposedAlready and ProposalIsGone.
    """
    talk, person, side = _own(tx, contest_id)
    refuse_now(talk, side, tx.pressed_at)
    _refuse_moment(talk, at, tx.pressed_at)
    if instead_of is not None:
        other = _find_answerable(talk, side, instead_of, tx.pressed_at)
        match_times.end_proposals(tx, (other,), ProposalEnd.DECLINED, tx.pressed_at, person.person_id)
    made = Proposal(tx.new_id(), side, person.person_id, at, tx.pressed_at)
    match_times.propose(tx, contest_id, made)
    matches.record(tx, talk.followed, "propose_time", person.person_id)
    tell_match(tx, talk.tournament, TimeProposed(contest_id, made.proposal_id))
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def accept(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Fixes the time that the other side has proposed; one that stood before is moved by it.

    Raises as `propose`, but for what asks for a proposal of one's own, and OwnProposal.
    """
    talk, person, side = _own(tx, contest_id)
    proposal = _find_answerable(talk, side, proposal_id, tx.pressed_at)
    _refuse_closed(talk, tx.pressed_at)
    match_times.end_proposals(tx, (proposal,), ProposalEnd.ACCEPTED, tx.pressed_at, person.person_id)
    match_times.end_proposals(tx, talk.arrangement.proposals, ProposalEnd.OVERTAKEN, tx.pressed_at, None)
    match_times.end_time(tx, contest_id, TimeEnd.MOVED, tx.pressed_at, person.person_id)
    fixed = MatchTime(0, proposal.at, tx.pressed_at, proposal_id=proposal_id, by=person.person_id)
    number = match_times.fix(tx, contest_id, fixed)
    matches.record(tx, talk.followed, "agree_on_time", person.person_id)
    tell_match(tx, talk.tournament, TimeFixed(contest_id, number))
    days.follow_in_calendar(tx, talk.tournament, contest_id)
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def decline(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Declines what the other side has proposed, who is told. Raises as `accept`."""
    talk, person, side = _own(tx, contest_id)
    proposal = _find_answerable(talk, side, proposal_id, tx.pressed_at)
    match_times.end_proposals(tx, (proposal,), ProposalEnd.DECLINED, tx.pressed_at, person.person_id)
    matches.record(tx, talk.followed, "decline_time", person.person_id)
    tell_match(tx, talk.tournament, ProposalDeclined(contest_id, proposal_id))
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def withdraw(tx: ActorTx, contest_id: ContestId, proposal_id: str) -> TimesView:
    """Takes back what the presser's side has proposed; it stays one of its proposals. Raises as `accept`."""
    talk, person, side = _own(tx, contest_id)
    proposal = talk.arrangement.proposal(proposal_id)
    if proposal is None or proposal.side != side or not proposal.is_open(tx.pressed_at):
        raise ProposalIsGone
    match_times.end_proposals(tx, (proposal,), ProposalEnd.WITHDRAWN, tx.pressed_at, person.person_id)
    matches.record(tx, talk.followed, "withdraw_time", person.person_id)
    days.refresh(tx, contest_id)
    return view_of(tx, contest_id, tx.now)


def refuse_now(talk: Talk, side: int, at: datetime) -> None:
    """Raises what keeps the side from proposing anything."""
    one, calendar = talk.arrangement, talk.calendar
    if one.time is not None and calendar.moves_left(one) <= 0:
        raise TimeIsFixed(at=one.time.at)
    _refuse_closed(talk, at)
    if calendar.proposals_left(one, side) <= 0:
        raise NoProposalLeft(n=calendar.rules.proposals)


def find(tx: ActorQuery, contest_id: ContestId) -> Talk:
    """The match whose time is looked for; raises NoMatchTimes, NotOpenYet, MatchIsCalled, and as `matches.in_play`."""
    followed = matches.find(tx, tx.guild_id, contest_id)
    if followed.tournament.rulebook.match_times is None:
        raise NoMatchTimes(name=followed.tournament.name)
    talk = talks.load(tx, contest_id)
    if talk is not None and not talk.goes_on:
        matches.refuse_not_in_play(followed)
        raise MatchIsCalled
    if talk is None or talk.arrangement.told_at is None:
        raise NotOpenYet
    return talk


def _own(tx: ActorTx, contest_id: ContestId) -> tuple[Talk, Person, int]:
    """The match, who presses, and on which side; raises NotYours for everybody else."""
    return _whose(tx, find(tx, contest_id), access.recognise(tx))


def _looked_at(tx: ActorQuery, contest_id: ContestId) -> tuple[Talk, Person, int]:
    """As `_own`, for who only looks."""
    return _whose(tx, find(tx, contest_id), people.of_member(tx, tx.guild_id, tx.actor.member_id))


def _whose(tx: Query, talk: Talk, person: Person | None) -> tuple[Talk, Person, int]:
    side = None if person is None else matches.side_of(tx, talk.followed.match, person.person_id)
    if person is None or side is None:
        raise NotYours
    return talk, person, side


def _find_answerable(talk: Talk, side: int, proposal_id: str, at: datetime) -> Proposal:
    """The other side's proposal that the press is about, as long as it is open."""
    proposal = talk.arrangement.proposal(proposal_id)
    if proposal is None or not proposal.is_open(at):
        raise ProposalIsGone
    if proposal.side == side:
        raise OwnProposal
    return proposal


def _refuse_closed(talk: Talk, at: datetime) -> None:
    """Of a match with a time the days go on until it is called; of any other they end."""
    one = talk.arrangement
    if one.time is not None:
        return
    closes = talk.calendar.closes_at(one, at)
    if closes is not None and (at > closes or one.asked_at is not None):
        raise DaysAreOver(ended_at=closes)


def _refuse_moment(talk: Talk, at: datetime, now: datetime) -> None:
    latest = talk.calendar.latest(talk.arrangement)
    if latest is None or not now < at <= latest:
        raise TimeOutsideRound(until=latest or now)
    for one in talk.arrangement.open_proposals(now):
        if one.at == at:
            raise ProposedAlready(at=at)
