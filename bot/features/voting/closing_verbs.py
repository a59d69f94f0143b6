"""A vote from its opening to its close: the count, the second ballot, the minutes, and the effect.

Its facts are frozen when it opens. An effect is applied in the transaction that closes the vote, and raises nothing:
what has become needless meanwhile is left alone. Effects of penalties and of titles are told by their own
features (`VoteHooks.effects`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.voting import electorate_verbs, procedures_model, record_verbs, store
from bot.features.voting.bodies_model import (
    CandidateStoodDown,
    LongerBecause,
    VoteBelowQuorum,
    VoteExtended,
    VoteLetter,
    VoteMatter,
    VoteMinutes,
    VoteOpened,
    VoteReminder,
)
from bot.features.voting.electorate_verbs import NobodyEntitled
from bot.features.voting.model import (
    BallotForm,
    Election,
    Elector,
    ElectorReason,
    ProcedureKind,
    Vote,
    VoteCount,
    VoteEffect,
    VoteOutcome,
    WithoutQuorum,
    below_quorum,
    closes_at,
    decide,
    entitled_electors,
    next_question,
    outcome,
    question_put,
    rests,
    tally,
)
from bot.features.voting.record_verbs import STOOD_DOWN, in_vain, outages_of, record, reschedule, vote_subject
from bot.kernel import log, outbox
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import GuildId, PersonId, Place, VoteId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Outage, Step, hurries, without
from bot.kernel.promises import Delivery, Promise
from bot.people import store as people_store
from bot.play.plugs import Hooks, Joined, first
from bot.server import speaking_verbs as server_speaking_verbs
from bot.server.speaking_verbs import promise, stand, tell_committee, write_to

# --- opening a vote -------------------------------------------------------------------------------------------------


def begin(tx: Tx, guild_id: GuildId, kind: ProcedureKind, matter: VoteMatter, by: PersonId | None) -> Vote:
    """Opens the vote with the electorate of this moment; who may do so was asked before.

    Raises OfficeMissing, NobodyToSign or NobodyEntitled.
    """
    electors, recused = electorate_verbs.freeze(tx, guild_id, kind, matter.subject, matter.representatives, tx.now)
    standing = tuple(matter.candidates) or tuple(elector.person_id for elector in electors)
    vote = Vote(
        vote_id=VoteId(tx.new_id()),
        guild_id=guild_id,
        kind=kind,
        question=matter.question,
        subject=matter.subject,
        reference=matter.reference,
        candidates=standing if kind.form is BallotForm.CANDIDATES else (),
        electors=electors,
        recused=recused,
        opened_at=tx.now,
        opened_by=by,
        closes_at=tx.now + kind.lasts,
        secret=tx.new_secret(),
        effect_lasts=matter.lasts,
        ground=matter.ground,
        proof=tuple(matter.proof),
    )
    return publish(tx, vote)


def publish(tx: Tx, vote: Vote) -> Vote:
    """Writes a vote that opens now, with all that is due for it, and promises its card."""
    store.add(tx, vote)
    reschedule(tx, vote)
    record(tx, vote, "open_vote", vote.opened_by, vote.question)
    tell_committee(tx, vote.guild_id, VoteOpened(vote.vote_id))
    return vote


def note_shown(tx: Tx, promised: Promise[VoteOpened], delivery: Delivery) -> None:
    """The card of the vote stands, and representatives can find it."""
    vote_id = promised.message.vote_id
    stand(tx, promised, delivery, vote_subject(vote_id))
    write_to_representatives(tx, vote_id)


def write_to_representatives(tx: Tx, vote_id: VoteId) -> None:
    """Promises a letter to each who was named for this vote alone, once its card can be found (OLY-6).

    Who sits on the committee reads its channel; a school's representative may have never seen it.
    """
    vote = store.load(tx, vote_id)
    if vote is None or vote.closed_at is not None or outbox.all_promises(tx, VoteLetter, vote_id):
        return
    named = [elector.person_id for elector in vote.electors if elector.why is ElectorReason.REPRESENTATIVE]
    for person in people_store.by_ids(tx, named).values():
        write_to(tx, vote.guild_id, person, VoteLetter(vote_id))


# --- what other features let vote on ----------------------------------------------------------------------------


Apply = Callable[[Tx, Vote], None]
"""Applies what a vote that has passed decides. It raises nothing: what is needless by now is left alone."""


class VoteHooks(Hooks):
    """What one feature has decided by votes."""

    def effects(self) -> Mapping[VoteEffect, Apply]:
        """What its decisions do, in the transaction that closes the vote."""
        return {}

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """Asked before a vote about somebody is opened: raises why its effect could not concern them."""

    def check(self, kind: ProcedureKind, matter: VoteMatter) -> VoteMatter:
        """The matter as it is kept; raises what it lacks for a vote of that kind."""
        return matter


VOTE_HOOKS: Final = Joined(VoteHooks)


# --- effects --------------------------------------------------------------------------------------------------------


_ELECTION: Final = "leader-election"


def apply(tx: Tx, vote: Vote) -> None:
    """Does what the vote has decided."""
    effect = vote.kind.effect
    found = EFFECTS.get(effect) or first(vote_hook.effects().get(effect) for vote_hook in VOTE_HOOKS)
    if found is None:
        raise LookupError(f"nothing does {effect}")
    found(tx, vote)


def nothing(_: Query, ___: Vote) -> None:
    """The decision itself is all."""


def open_election(tx: Tx, vote: Vote) -> None:
    """The petition has its signatures: an election of the leader opens, in which the whole committee may stand.

    One that runs already serves this petition too, and one that came to its end since, or another leader, has answered
    it (AIJE-A01-2): nobody has signed against who leads now.
    """
    runs = any(one.kind.effect is VoteEffect.ELECT_LEADER for one in store.all_open(tx, vote.guild_id))
    if runs or electorate_verbs.is_answered(tx, vote):
        in_vain(tx, vote)
        return
    try:
        begin(tx, vote.guild_id, procedures_model.preset(_ELECTION), VoteMatter(vote.question), vote.opened_by)
    except NobodyEntitled:
        record(tx, vote, "election_without_committee", None)


EFFECTS: Final[dict[VoteEffect, Apply]] = {
    VoteEffect.NONE: nothing,
    VoteEffect.OPEN_ELECTION: open_election,
}


# --- the close ------------------------------------------------------------------------------------------------------


def take(tx: Tx, vote_id: VoteId, step: Step) -> None:
    """Takes a due step of a vote; taken twice it is harmless."""
    vote = store.load(tx, vote_id)
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
            record_verbs.count_absences(tx, vote)
        case _:
            raise LookupError(f"a vote has no step {step}")


def remind(tx: Tx, vote: Vote) -> None:
    """Calls those who have not voted by name, once for each reminder that has come."""
    if vote.closed_at is not None:
        return
    reminded = replace(vote, reminded_at=tx.now)
    store.move(tx, reminded)
    reschedule(tx, reminded)
    if set(entitled_electors(electorate_verbs.with_struck(tx, vote, tx.now))) - store.voters(tx, vote.vote_id):
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
    counted = electorate_verbs.with_struck(tx, vote, tx.now)
    if _candidates_are_lost(tx, counted):
        return
    counted = replace(counted, candidates=_standing(counted))
    count = tally(counted, store.ballots(tx, vote.vote_id))
    found = decide(counted, count) if vote.kind.form is BallotForm.CANDIDATES else Election(outcome(counted, count))
    if found.outcome is VoteOutcome.NO_QUORUM and _may_still_decide(counted):
        _stay_open(tx, vote, all_cast=not count.absent)
        return
    _write_electorate(tx, counted)
    closed = replace(counted, closed_at=tx.now, outcome=found.outcome, elected=found.elected, lot=found.lot)
    if not _end(tx, closed, None):
        return
    if found.outcome is VoteOutcome.RUN_OFF:
        _second_ballot(tx, closed, found.run_off)
    elif found.outcome is VoteOutcome.PASSED:
        apply(tx, closed)


def _write_electorate(tx: Tx, counted: Vote) -> None:
    """Puts on record who was counted, who was struck and who was recused, as the vote closes."""
    struck = [elector.person_id for elector in counted.electors if elector.struck_at is not None]
    for elector in counted.electors:
        store.add_elector(tx, counted.vote_id, elector)
    store.strike(tx, counted.vote_id, struck, tx.now)
    for recusal in counted.recused:
        store.recuse(tx, counted.vote_id, recusal, tx.now)


def settle_early(tx: Tx, vote: Vote, counted: VoteCount) -> bool:
    """Closes the vote before its time where everybody has voted; not once a candidate has declined. False otherwise.

    Whoever was for that one may choose anew to the end, whatever another does meanwhile (AIJE-A01-2).
    """
    if not entitled_electors(vote) or counted.absent or _somebody_declined(tx, vote):
        return False
    # All have voted since who runs it was last asked: they are asked anew.
    settle(tx, replace(vote, asked_from=None, asked=0))
    return True


def settle_changed(tx: Tx, vote: Vote, counted: VoteCount) -> bool:
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
        store.move(tx, awake)
        reschedule(tx, awake)
    return False


def _somebody_declined(tx: Query, vote: Vote) -> bool:
    return log.was_done(tx, vote.guild_id, STOOD_DOWN, vote_subject(vote.vote_id))


def _is_below_quorum(vote: Vote, count: VoteCount) -> bool:
    found = decide(vote, count).outcome if vote.kind.form is BallotForm.CANDIDATES else outcome(vote, count)
    return found is VoteOutcome.NO_QUORUM


def _stay_open(tx: Tx, vote: Vote, *, all_cast: bool) -> None:
    """Keeps a vote below its quorum open, and has who runs it asked what becomes of it (AIJE-A02-4)."""
    is_due = tx.now >= vote.closes_at
    if all_cast or is_due:
        vote = below_quorum(vote, tx.now, all_cast=all_cast)
    if is_due:
        extend(tx, vote, tx.now + vote.kind.extend_by, tell=not all_cast and not rests(vote))
    else:
        store.move(tx, vote)
        reschedule(tx, vote)


def ask_runner(tx: Tx, vote: Vote) -> None:
    """Asks who runs a vote below its quorum to close it or to call it off; no clock does either (AIJE-A02-4)."""
    due = next_question(vote)
    if vote.closed_at is not None or due is None or tx.now < due:
        return
    counted = electorate_verbs.with_struck(tx, vote, tx.now)
    is_below = _is_below_quorum(counted, tally(counted, store.ballots(tx, vote.vote_id)))
    moved = question_put(vote, tx.now) if is_below else replace(vote, asked_from=None, asked=0)
    store.move(tx, moved)
    reschedule(tx, moved)
    if is_below:
        tell_committee(tx, vote.guild_id, VoteBelowQuorum(vote.vote_id))


def close_below_quorum(tx: Tx, vote: Vote, by: PersonId) -> None:
    """Ends a vote without its quorum by somebody's word: it is counted, and decides nothing (AIJE-A02-4)."""
    counted = electorate_verbs.with_struck(tx, vote, tx.now)
    _write_electorate(tx, counted)
    _end(tx, replace(counted, closed_at=tx.now, outcome=VoteOutcome.NO_QUORUM, cancelled_by=by), by)


def may_be_closed(tx: Query, vote: Vote, now: datetime) -> bool:
    """Whether the vote is below its quorum, and all have voted or its time was over at least once (AIJE-A02-4)."""
    counted = electorate_verbs.with_struck(tx, vote, now)
    count = tally(counted, store.ballots(tx, vote.vote_id))
    return _is_below_quorum(counted, count) and (not count.absent or vote.extensions > 0)


def _may_still_decide(vote: Vote) -> bool:
    """Whether waiting can lead to a quorum: not where everybody is recused, or no candidate is left."""
    if vote.kind.without_quorum is not WithoutQuorum.EXTEND:
        return False
    return bool(entitled_electors(vote)) and (vote.kind.form is not BallotForm.CANDIDATES or bool(vote.candidates))


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
    return tuple(candidate for candidate in vote.candidates if candidate not in struck)


def take_candidate_off(tx: Tx, vote: Vote, candidate: PersonId, by: PersonId | None) -> None:
    """Takes somebody off the candidates; ballots for them are null until they are changed, and there is time for it.

    Whoever goes in the last second would decide for their voters otherwise.
    """
    store.take_off(tx, vote.vote_id, candidate)
    longer = replace(vote, closes_at=max(vote.closes_at, tx.now + vote.kind.reopen_for))
    store.move(tx, longer)
    reschedule(tx, longer)
    record(tx, vote, STOOD_DOWN, by, person=candidate)
    tx.touch(vote_subject(vote.vote_id))
    tell_committee(tx, vote.guild_id, CandidateStoodDown(vote.vote_id, candidate))


def extend(tx: Tx, vote: Vote, until: datetime, *, tell: bool = True) -> None:
    """Keeps the vote open without quorum: ballots stay, those who have not voted are called again (AIJE-A02-4)."""
    longer = replace(vote, closes_at=until, extensions=vote.extensions + 1, reminded_at=tx.now)
    store.move(tx, longer)
    reschedule(tx, longer)
    record(tx, vote, "extend_vote", None)
    tx.touch(vote_subject(vote.vote_id))
    if tell:
        told = VoteExtended(vote.vote_id, LongerBecause.QUORUM)
        tell_committee(tx, vote.guild_id, told)


def call_off(tx: Tx, vote: Vote, by: PersonId, why: str) -> None:
    """Ends the vote without counting it; the minutes say who did so and why."""
    _end(tx, replace(vote, closed_at=tx.now, outcome=VoteOutcome.CANCELLED, cancelled_by=by, cancel_reason=why), by)


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers in which a vote is open."""
    return store.servers_with_open(tx)


def after_outage(tx: Tx, outage: Outage, guild_id: GuildId, *, tell: bool) -> None:
    """Rewrites what is due for the server's open votes; `tell` says which would be closed by now, or nearly."""
    for vote in store.all_open(tx, guild_id):
        outages = outages_of(tx, vote)
        was = closes_at(vote, without(outages, outage))
        moved = closes_at(vote, outages) != was
        hurried = tell and moved and hurries(was, outage, vote.kind.reopen_for)
        # Who was reminded of the old deadline is not reminded again because it has moved.
        heard = hurried or (moved and vote.reminded_at is not None)
        told = replace(vote, reminded_at=tx.now) if heard else vote
        store.move(tx, told)
        reschedule(tx, told)
        if tell and moved:
            tx.touch(vote_subject(vote.vote_id))
        if hurried:
            _tell_longer(tx, vote, outage)


def _tell_longer(tx: Tx, vote: Vote, outage: Outage) -> None:
    """Says once that the vote is open longer because of the outage; where that grows, the message shows it."""
    messages = server_speaking_verbs.messages_of(tx, VoteExtended, vote.vote_id, outage)
    if messages:
        server_speaking_verbs.redraw(tx, messages)
        return
    longer = VoteExtended(
        vote.vote_id, LongerBecause.OUTAGE, down_from=outage.down_from, up_at=outage.up_at, cause=outage.cause
    )
    tell_committee(tx, vote.guild_id, longer)


def _end(tx: Tx, closed: Vote, by: PersonId | None) -> bool:
    """Writes the end and promises the minutes; False when the vote had ended before."""
    if not store.close(tx, closed):
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
        electors=tuple(
            Elector(elector.person_id, elector.why) for elector in first.electors if elector.person_id in still
        ),
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
