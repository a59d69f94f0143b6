"""Bringing proof to a dispute, looking at it, and letting go of it once the case is over."""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timedelta
from typing import Final

from bot.features.cases import store as cases_store
from bot.features.evidence import store as evidence_store
from bot.features.evidence.model import (
    MOST,
    MOST_EACH,
    Proof,
    ProofCount,
    ProofFile,
    ProofsView,
    is_disputed,
    last_dispute,
)
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.model import APPEAL_RULING_WITHIN
from bot.features.playing.reading_verbs import view_of
from bot.features.tournaments.facts_verbs import contest_subject
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotYours, Refused, RefusedNumber
from bot.kernel.ids import ContestId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.matches import Beside, Match, Report
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act

LOOK_AGAIN_AFTER: Final = timedelta(hours=6)
"""While a dispute or an appeal of the match is open."""


def proofs_subject(contest_id: ContestId) -> str:
    """How deadlines name the proof that is kept of a match."""
    return f"proofs:{contest_id}"


def refuse_more(tx: ActorQuery, contest_id: ContestId) -> None:
    """Raises what `bring` would raise, before a file is asked for."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotYours
    _open_dispute(tx, person, match_context)
    bounds_verbs.refuse_beyond(tx, tx.guild_id, Bounded.PROOFS)


def bring(tx: ActorTx, contest_id: ContestId, file: ProofFile) -> MatchView:
    """Keeps the file with the open dispute of the match: a side's, or whoever's who decides it."""
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    report, known = _open_dispute(tx, person, match_context)
    number = max((one.number for one in known), default=0) + 1
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.PROOFS)
    evidence_store.add(tx, tx.guild_id, contest_id, report.report_id, Proof(number, person.person_id, file, tx.now))
    playing_verbs.record(tx, match_context, "bring_proof", person.person_id)
    kernel_time_store.rewrite_deadlines(tx, proofs_subject(contest_id), [(Step.FORGET, tx.now + LOOK_AGAIN_AFTER)])
    tx.touch(contest_subject(contest_id))
    return view_of(tx, contest_id, tx.now)


def look(tx: ActorQuery, contest_id: ContestId) -> ProofsView:
    """The proof of the match's last dispute, for its two sides and whoever decides; refuses everybody else."""
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotYours
    playing_verbs.require(tx, person, Act.BRING_PROOF, match_context.match)
    disputed = last_dispute(playing_reports_store.of_contest(tx, contest_id))
    found = [] if disputed is None else evidence_store.of_report(tx, disputed.report_id)
    return ProofsView(tuple(found), people_store.by_ids(tx, [one.person_id for one in found]))


def count(tx: Query, match: Match) -> ProofCount | None:
    """How much there is, for the card; None where nobody disputes a score and nothing is kept of a dispute."""
    contest_id, given = match.contest.contest_id, match.report
    if given is not None and is_disputed(given):
        kept = evidence_store.count(tx, given.report_id) if Beside.PROOF in match.beside else 0
        return ProofCount(kept, given.report_id, is_open=True)
    if Beside.PROOF not in match.beside:
        return None
    disputed = last_dispute(playing_reports_store.of_contest(tx, contest_id))
    if disputed is None:
        return None
    return ProofCount(evidence_store.count(tx, disputed.report_id), disputed.report_id, is_open=False)


def own(tx: ActorQuery) -> tuple[Proof, ...]:
    """All that the presser has brought anywhere and that is still kept."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    return () if person is None else tuple(evidence_store.of_person(tx, person.person_id))


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step at which the case may be over: all that was brought to it goes, or is looked at again later."""
    contest_id = ContestId(subject)
    match_context = playing_verbs.load(tx, contest_id)
    until = None if match_context is None else _kept_until(tx, match_context)
    if until is None or until <= tx.now:
        evidence_store.forget(tx, contest_id)
        tx.touch(contest_subject(contest_id))
    else:
        kernel_time_store.rewrite_deadlines(tx, proofs_subject(contest_id), [(Step.FORGET, until)])


def _open_dispute(tx: ActorQuery, person: Person, match_context: MatchContext) -> tuple[Report, list[Proof]]:
    """The dispute to which the person may bring one file more, with what there is."""
    playing_verbs.require(tx, person, Act.BRING_PROOF, match_context.match)
    report = match_context.match.report
    if report is None or not is_disputed(report):
        raise Refused("error.NoOpenDispute")
    known = evidence_store.of_report(tx, report.report_id)
    if Counter(one.person_id for one in known)[person.person_id] >= MOST_EACH:
        raise RefusedNumber("error.EnoughProof", number=MOST_EACH)
    if len(known) >= MOST:
        raise RefusedNumber("error.EnoughProof", number=MOST)
    return report, known


def _kept_until(tx: Query, match_context: MatchContext) -> datetime | None:
    """As long as a score is disputed, an appeal against the decision can be made, or waits; None: no longer."""
    given = match_context.match.report
    if given is not None and is_disputed(given):
        return tx.now + LOOK_AGAIN_AFTER
    appeal = cases_store.appeal_of_match(tx, match_context.contest_id)
    if appeal is not None and appeal.decided_at is None:
        return tx.now + LOOK_AGAIN_AFTER
    closed = [
        one.closed_at
        for one in playing_reports_store.of_contest(tx, match_context.contest_id)
        if one.closed_at is not None
    ]
    return max(closed, default=tx.now) + APPEAL_RULING_WITHIN
