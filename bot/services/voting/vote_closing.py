"""The close of a vote: the count, what follows without quorum, the second ballot, the minutes and the effect."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from bot.domain.community import Place
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.ids import PersonId, VoteId
from bot.domain.outages import Outage, hurries, without
from bot.domain.voting.elections import Election, decide
from bot.domain.voting.sayings import (
    CandidateStoodDown,
    LongerBecause,
    VoteBelowQuorum,
    VoteExtended,
    VoteMinutes,
    VoteReminder,
)
from bot.domain.voting.vote_steps import below_quorum, closes_at, next_question, question_put, rests
from bot.domain.voting.votes import (
    Elector,
    Form,
    Outcome,
    Tally,
    Vote,
    WithoutQuorum,
    entitled_electors,
    outcome,
    tally,
)
from bot.services import outage_messages
from bot.services.speaking import promise, tell_committee
from bot.services.voting import attendance, effects, electorates
from bot.services.voting.vote_opening import publish
from bot.services.voting.vote_record import STOOD_DOWN, outages_of, record, reschedule, vote_subject
from bot.storage import log, votes
from bot.storage.context import Query, Tx


def take(tx: Tx, vote_id: VoteId, step: Step) -> None:
    """Takes a due step of a vote; taken twice it is harmless."""
    vote = votes.load(tx, vote_id)
    if vote is None:
        return
    match step:
        case Step.REMIND_VOTERS:
            remind(tx, vote)
        case Step.CLOSE_VOTE:
            _close_when_due(tx, vote)
        case Step.ASK_RUNNER:
            ask_runner(tx, vote)
        case Step.COUNT_ABSENCES:
            attendance.count_absences(tx, vote)
        case _:
            raise LookupError(f"a vote has no step {step}")


def remind(tx: Tx, vote: Vote) -> None:
    """Calls those who have not voted by name, once for each reminder that has come."""
    if vote.closed_at is not None:
        return
    reminded = replace(vote, reminded_at=tx.now)
    votes.move(tx, reminded)
    reschedule(tx, reminded)
    if set(entitled_electors(electorates.with_struck(tx, vote, tx.now))) - votes.voters(tx, vote.vote_id):
        tell_committee(tx, vote.guild_id, VoteReminder(vote.vote_id))


def _close_when_due(tx: Tx, vote: Vote) -> None:
    if vote.closed_at is not None:
        return
    if tx.now < closes_at(vote, outages_of(tx, vote)) + CLICKS_IN_FLIGHT:
        reschedule(tx, vote)
        return
    settle(tx, vote)


def settle(tx: Tx, vote: Vote) -> None:
    """Counts the ballots and does what the count comes to, all in this transaction.

    Without quorum a vote stays open: before its deadline as it is, after it by an extension (AIJE-A02-4).
    """
    counted = electorates.with_struck(tx, vote, tx.now)
    if _candidates_are_lost(tx, counted):
        return
    counted = replace(counted, candidates=_standing(counted))
    count = tally(counted, votes.ballots(tx, vote.vote_id))
    found = decide(counted, count) if vote.kind.form is Form.CANDIDATES else Election(outcome(counted, count))
    if found.outcome is Outcome.NO_QUORUM and _may_still_decide(counted):
        _stay_open(tx, vote, all_cast=not count.absent)
        return
    _write_electorate(tx, counted)
    closed = replace(counted, closed_at=tx.now, outcome=found.outcome, elected=found.elected, lot=found.lot)
    if not _end(tx, closed, None):
        return
    if found.outcome is Outcome.RUN_OFF:
        _second_ballot(tx, closed, found.run_off)
    elif found.outcome is Outcome.PASSED:
        effects.apply(tx, closed)


def _write_electorate(tx: Tx, counted: Vote) -> None:
    """Puts on record who was counted, who was struck and who was recused, as the vote closes."""
    struck = [elector.person_id for elector in counted.electors if elector.struck_at is not None]
    for elector in counted.electors:
        votes.add_elector(tx, counted.vote_id, elector)
    votes.strike(tx, counted.vote_id, struck, tx.now)
    for recusal in counted.recused:
        votes.recuse(tx, counted.vote_id, recusal, tx.now)


def settle_early(tx: Tx, vote: Vote, counted: Tally) -> bool:
    """Closes the vote before its time where everybody has voted; not once a candidate has declined. False otherwise.

    Whoever was for that one may choose anew to the end, whatever another does meanwhile (AIJE-A01-2).
    """
    if not entitled_electors(vote) or counted.absent or _somebody_declined(tx, vote):
        return False
    # All have voted since who runs it was last asked: they are asked anew.
    settle(tx, replace(vote, asked_from=None, asked=0))
    return True


def settle_changed(tx: Tx, vote: Vote, counted: Tally) -> bool:
    """After a ballot was changed in a vote in which all have voted: closes it once it has its quorum.

    Not once a candidate has declined, as in `settle_early`.

    A vote that rested is awake again; that a ballot was changed shows nowhere at once.
    """
    if vote.asked_from is None or counted.absent:
        return False
    if not _is_below_quorum(vote, counted):
        if _somebody_declined(tx, vote):
            return False
        settle(tx, vote)
        return True
    if rests(vote):
        awake = replace(vote, asked_from=tx.now, asked=1)
        votes.move(tx, awake)
        reschedule(tx, awake)
    return False


def _somebody_declined(tx: Query, vote: Vote) -> bool:
    return log.was_done(tx, vote.guild_id, STOOD_DOWN, vote_subject(vote.vote_id))


def _is_below_quorum(vote: Vote, count: Tally) -> bool:
    found = decide(vote, count).outcome if vote.kind.form is Form.CANDIDATES else outcome(vote, count)
    return found is Outcome.NO_QUORUM


def _stay_open(tx: Tx, vote: Vote, *, all_cast: bool) -> None:
    """Keeps a vote below its quorum open, and has who runs it asked what becomes of it (AIJE-A02-4)."""
    is_due = tx.now >= vote.closes_at
    if all_cast or is_due:
        vote = below_quorum(vote, tx.now, all_cast=all_cast)
    if is_due:
        extend(tx, vote, tx.now + vote.kind.extend_by, tell=not all_cast and not rests(vote))
    else:
        votes.move(tx, vote)
        reschedule(tx, vote)


def ask_runner(tx: Tx, vote: Vote) -> None:
    """Asks who runs a vote below its quorum to close it or to call it off; no clock does either (AIJE-A02-4)."""
    due = next_question(vote)
    if vote.closed_at is not None or due is None or tx.now < due:
        return
    counted = electorates.with_struck(tx, vote, tx.now)
    is_below = _is_below_quorum(counted, tally(counted, votes.ballots(tx, vote.vote_id)))
    moved = question_put(vote, tx.now) if is_below else replace(vote, asked_from=None, asked=0)
    votes.move(tx, moved)
    reschedule(tx, moved)
    if is_below:
        tell_committee(tx, vote.guild_id, VoteBelowQuorum(vote.vote_id))


def close_below_quorum(tx: Tx, vote: Vote, by: PersonId) -> None:
    """Ends a vote without its quorum by somebody's word: it is counted, and decides nothing (AIJE-A02-4)."""
    counted = electorates.with_struck(tx, vote, tx.now)
    _write_electorate(tx, counted)
    _end(tx, replace(counted, closed_at=tx.now, outcome=Outcome.NO_QUORUM, cancelled_by=by), by)


def may_be_closed(tx: Query, vote: Vote, now: datetime) -> bool:
    """Whether the vote is below its quorum, and all have voted or its time was over at least once (AIJE-A02-4)."""
    counted = electorates.with_struck(tx, vote, now)
    count = tally(counted, votes.ballots(tx, vote.vote_id))
    return _is_below_quorum(counted, count) and (not count.absent or vote.extensions > 0)


def _may_still_decide(vote: Vote) -> bool:
    """Whether waiting can lead to a quorum: not where everybody is recused, or no candidate is left."""
    if vote.kind.without_quorum is not WithoutQuorum.EXTEND:
        return False
    return bool(entitled_electors(vote)) and (vote.kind.form is not Form.CANDIDATES or bool(vote.candidates))


def _candidates_are_lost(tx: Tx, vote: Vote) -> bool:
    """Takes off who lost the title by which they stood, as long as others stand; their voters choose anew (AIJE-A01-2).

    So the vote does not close yet.
    """
    standing = _standing(vote)
    lost = [one for one in vote.candidates if one not in standing] if standing else []
    for candidate in lost:
        take_candidate_off(tx, vote, candidate, None)
    return bool(lost)


def _standing(vote: Vote) -> tuple[PersonId, ...]:
    """The candidates without who lost the title: nobody leads a committee without sitting on it (AIJE-A01-2)."""
    struck = {elector.person_id for elector in vote.electors if elector.struck_at is not None}
    return tuple(one for one in vote.candidates if one not in struck)


def take_candidate_off(tx: Tx, vote: Vote, candidate: PersonId, by: PersonId | None) -> None:
    """Takes somebody off the candidates; ballots for them are null until they are changed, and there is time for it.

    Whoever goes in the last second would decide for their voters otherwise.
    """
    votes.take_off(tx, vote.vote_id, candidate)
    longer = replace(vote, closes_at=max(vote.closes_at, tx.now + vote.kind.reopen_for))
    votes.move(tx, longer)
    reschedule(tx, longer)
    record(tx, vote, STOOD_DOWN, by, person=candidate)
    tx.touch(vote_subject(vote.vote_id))
    tell_committee(tx, vote.guild_id, CandidateStoodDown(vote.vote_id, candidate))


def extend(tx: Tx, vote: Vote, until: datetime, *, tell: bool = True) -> None:
    """Keeps the vote open without quorum: ballots stay, those who have not voted are called again (AIJE-A02-4)."""
    longer = replace(vote, closes_at=until, extensions=vote.extensions + 1, reminded_at=tx.now)
    votes.move(tx, longer)
    reschedule(tx, longer)
    record(tx, vote, "extend_vote", None)
    tx.touch(vote_subject(vote.vote_id))
    if tell:
        told = VoteExtended(vote.vote_id, LongerBecause.QUORUM)
        tell_committee(tx, vote.guild_id, told)


def call_off(tx: Tx, vote: Vote, by: PersonId, why: str) -> None:
    """Ends the vote without counting it; the minutes say who did so and why."""
    _end(tx, replace(vote, closed_at=tx.now, outcome=Outcome.CANCELLED, cancelled_by=by, cancel_reason=why), by)


def after_outage(tx: Tx, outage: Outage, *, tell: bool) -> None:
    """Rewrites what is due for every open vote; `tell` says which would be closed by now, or nearly."""
    for vote in votes.open_for(tx, outage.guild_id):
        known = outages_of(tx, vote)
        was = closes_at(vote, without(known, outage))
        moved = closes_at(vote, known) != was
        hurried = tell and moved and hurries(was, outage, vote.kind.reopen_for)
        # Who was reminded of the old deadline is not reminded again because it has moved.
        heard = hurried or (moved and vote.reminded_at is not None)
        told = replace(vote, reminded_at=tx.now) if heard else vote
        votes.move(tx, told)
        reschedule(tx, told)
        if tell and moved:
            tx.touch(vote_subject(vote.vote_id))
        if hurried:
            _tell_longer(tx, vote, outage)


def _tell_longer(tx: Tx, vote: Vote, outage: Outage) -> None:
    """Says once that the vote is open longer because of the outage; where that grows, the message shows it."""
    messages = outage_messages.messages_of(tx, VoteExtended, vote.vote_id, outage)
    if messages:
        outage_messages.redraw(tx, messages)
        return
    longer = VoteExtended(
        vote.vote_id, LongerBecause.OUTAGE, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause
    )
    tell_committee(tx, vote.guild_id, longer)


def _end(tx: Tx, closed: Vote, by: PersonId | None) -> bool:
    """Writes the end and promises the minutes; False when the vote had ended before."""
    if not votes.close(tx, closed):
        return False
    reschedule(tx, closed)
    record(tx, closed, "close_vote", by, closed.cancel_reason, outcome=str(closed.outcome))
    tx.touch(vote_subject(closed.vote_id))
    for place in (Place.RECORD, Place.COMMITTEE):
        promise(tx, closed.guild_id, place, VoteMinutes(closed.vote_id))
    return True


def _second_ballot(tx: Tx, first: Vote, candidates: tuple[PersonId, ...]) -> None:
    """Opens the run-off with those whose ballots counted in the first (AIJE-A01-2)."""
    still = set(entitled_electors(first))
    second = replace(
        first,
        vote_id=VoteId(tx.new_id()),
        candidates=candidates,
        electors=tuple(Elector(one.person_id, one.why) for one in first.electors if one.person_id in still),
        opened_at=tx.now,
        closes_at=tx.now + first.kind.lasts,
        secret=tx.new_secret(),
        ballot=2,
        first_ballot=first.vote_id,
        extensions=0,
        reminded_at=None,
        closed_at=None,
        outcome=None,
        lot=(),
    )
    publish(tx, second)
