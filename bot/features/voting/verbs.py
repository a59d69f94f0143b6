"""Votes from their opening to their minutes: who may open one, ballots, recusals, candidates, the close and after.

A member stands as a candidate, or declines to, before an election closes (AIJE-A01-2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.features.voting import closing_verbs, electorate_verbs, procedures_model, record_verbs, store
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.closing_verbs import VOTE_HOOKS, begin
from bot.features.voting.model import (
    Ballot,
    BallotForm,
    ElectorateRule,
    ElectorReason,
    Presence,
    ProcedureKind,
    Recusal,
    Vote,
    VoteEffect,
    certain,
    choices,
    closes_at,
    tally,
)
from bot.features.voting.record_verbs import find, outages_of, record, vote_subject
from bot.i18n.names import checked_reason
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    NotAllowed,
    NotFoundByName,
    NotNow,
    NotSetUp,
    Outdated,
    Refused,
    RefusedAt,
    RefusedFor,
    RefusedNumber,
    RefusedText,
    Subject,
)
from bot.kernel.ids import GuildId, PersonId, VoteId
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.people.store import are_one, everybody, same_person_ids
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded

# --- votes ----------------------------------------------------------------------------------------------------------


QUESTION_LIMIT = 300


@dataclass(frozen=True, slots=True)
class Cast:
    """What a press did: the vote as it stands, the ballot's choice, and whether it was the person's first."""

    vote: Vote
    choice: str
    newly: bool


def kinds(tx: Query, guild_id: GuildId) -> list[ProcedureKind]:
    """What can be opened in the server: the association's kinds, then those of the server's own."""
    return [*map(procedures_model.preset, procedures_model.names()), *store.kinds_of_server(tx, guild_id)]


def kinds_run_by(tx: ActorQuery) -> list[ProcedureKind]:
    """What the presser may open, as far as that does not hang on whom it concerns."""
    capacities = server_verbs.own_capacities(tx)
    return [kind for kind in kinds(tx, tx.guild_id) if not capacities.isdisjoint((*kind.runs_by, kind.stands_in))]


def kind_named(tx: Query, guild_id: GuildId, name: str) -> ProcedureKind:
    """The kind by its name; raises NotFoundByName."""
    if name in procedures_model.names():
        return procedures_model.preset(name)
    own = store.kind_of_server(tx, guild_id, name)
    if own is None:
        raise NotFoundByName(what=Subject.PROCEDURE, name=name)
    return own


def open_vote(
    tx: ActorTx,
    kind_name: str,
    question: str,
    subject: PersonId | None = None,
    reference: str | None = None,
    candidates: Sequence[PersonId] = (),
    lasts: timedelta | None = None,
) -> Vote:
    """Opens a vote of that kind in the committee's channel, as `open_matter`.

    `reference` is the id of a case or bar that it is about, `lasts` how long a penalty would last (None for good).
    """
    matter = VoteMatter(question, subject, reference, candidates, lasts=lasts)
    return open_matter(tx, kind_name, matter)


def open_matter(tx: ActorTx, kind_name: str, matter: VoteMatter) -> Vote:
    """Opens a vote of that kind in the committee's channel; its electorate is frozen now.

    Raises NotAllowed for who does not run that kind of procedure, and what keeps it from being opened: OfficeMissing,
    NobodyToSign, NobodyEntitled, SubjectMissing, RepresentativesMissing, NeverAgain, VoteRunsAlready, AnotherProcedure,
    PetitionNeeded, GroundMissing, ProofMissing, ServerFull.
    """
    by = openable(tx, kind_name, matter)
    kind = kind_named(tx, tx.guild_id, kind_name)
    if kind.electorate is ElectorateRule.REPRESENTATIVES and not matter.representatives:
        raise Refused("error.RepresentativesMissing")
    asked = replace(_check_matter(kind, matter), question=checked_reason(matter.question, QUESTION_LIMIT))
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.VOTES)
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.ALL_VOTES)
    return begin(tx, tx.guild_id, kind, asked, by.person_id)


def openable(tx: ActorTx, kind_name: str, matter: VoteMatter) -> Person:
    """Who opens the vote, if they may and nothing is missing but representatives."""
    community = server_store.load(tx, tx.guild_id)
    if community is None or community.committee is None:
        raise NotSetUp
    by = server_verbs.recognise(tx)
    kind = kind_named(tx, tx.guild_id, kind_name)
    if procedures_model.asks_less_than_rule(kind):
        raise RefusedFor("error.ProcedureAsksLess", name=kind.title)
    require_runner(tx, by, kind, matter.subject)
    checked_reason(matter.question, QUESTION_LIMIT)
    if kind.needs_subject and matter.subject is None:
        raise Refused("error.SubjectMissing")
    if matter.lasts is not None and matter.lasts <= timedelta(0):
        # A penalty for no time at all would lift the bar that it takes the place of.
        raise RefusedText("error.PenaltyLengthUnread", text="0")
    _check_matter(kind, matter)
    if matter.subject is not None:
        _refuse_unfit(tx, kind, matter.subject, matter.reference)
    if kind.effect is VoteEffect.ELECT_LEADER:
        electorate_verbs.refuse_election(tx, tx.guild_id)
    _refuse_second(tx, by, kind, matter)
    return by


def _check_matter(kind: ProcedureKind, matter: VoteMatter) -> VoteMatter:
    for vote_hook in VOTE_HOOKS:
        matter = vote_hook.check(kind, matter)
    return matter


def _refuse_second(tx: Query, by: Person, kind: ProcedureKind, matter: VoteMatter) -> None:
    """Two votes on one thing would do it twice, or one would undo the other; questions alone may be asked again.

    A petition keeps back nobody else's: it could be opened, and cancelled, by those who want none (AIJE-A01-2).
    """
    if kind.effect is VoteEffect.NONE:
        return
    for vote in store.all_open(tx, by.guild_id):
        alike = None in (vote.reference, matter.reference) or vote.reference == matter.reference
        others = kind.effect is VoteEffect.OPEN_ELECTION and vote.opened_by not in same_person_ids(tx, by.person_id)
        if (vote.kind.name, vote.subject) == (kind.name, matter.subject) and alike and not others:
            raise RefusedFor("error.VoteRunsAlready", name=vote.question)


def _refuse_unfit(tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
    """Refuses a procedure about somebody whom its effect could not concern."""
    electorate_verbs.refuse_wrong(tx, tx.guild_id, kind.effect, subject)
    match kind.effect:
        case VoteEffect.REMOVE_FOR_ABSENCES:
            found = record_verbs.of_person(tx, tx.guild_id, subject, tx.pressed_at)
            if not found.may_be_removed:
                # The person has not missed three votes without justification (AIJE-A02-6).
                raise RefusedNumber("error.NotMissedEnough", number=found.count(Presence.UNJUSTIFIED))
        case _:
            for vote_hook in VOTE_HOOKS:
                vote_hook.refuse_unfit(tx, kind, subject, reference)


def require_runner(tx: ActorQuery, by: Person | None, kind: ProcedureKind, subject: PersonId | None) -> None:
    """Refuses with NotAllowed who does not run such a procedure; nobody runs the one that concerns the own person.

    Where the person concerned holds the office that should run it, the one named to stand in does (AIJE-A02-3).
    """
    runners = _runners(kind, frozenset() if subject is None else _offices_of(tx, tx.guild_id, subject))
    capacities = server_verbs.capacities(tx, by)
    concerned = by is not None and subject is not None and kind.recuse_subject and are_one(tx, by.person_id, subject)
    if concerned or capacities.isdisjoint(runners):
        raise NotAllowed(needed=tuple(runners or kind.runs_by))


def _runners(kind: ProcedureKind, of_subject: Collection[Capacity]) -> list[Capacity]:
    """Who runs such a procedure about somebody who holds these offices."""
    runners = [capacity for capacity in kind.runs_by if capacity not in of_subject]
    if kind.stands_in is not None and len(runners) < len(kind.runs_by):
        runners.append(kind.stands_in)
    return runners


def _offices_of(tx: Query, guild_id: GuildId, person_id: PersonId) -> frozenset[Capacity]:
    office_holders, own = people_store.offices(tx, guild_id), same_person_ids(tx, person_id)
    return frozenset(Capacity(office.value) for office, holder in office_holders.items() if holder in own)


def cast(tx: ActorTx, vote_id: VoteId, choice: str) -> Cast:
    """Casts or changes the ballot; what counts is the moment of the press.

    The vote closes early once every entitled person has voted, and signatures and approvals as soon as they are
    decided. Raises VoteClosed, NotEntitled, Recused, OfficeLost, or AlreadyDone for the same ballot again.
    """
    found = find(tx, tx.guild_id, vote_id)
    vote, person = _running(tx, found)
    if choice not in choices(vote):
        raise Outdated
    newly = store.ballot_of(tx, vote_id, person.person_id) is None
    if not store.cast(tx, vote_id, Ballot(person.person_id, choice, tx.pressed_at)):
        raise AlreadyDone
    if newly:
        # A change of mind shows nowhere, not even as an edit of the card.
        tx.touch(vote_subject(vote_id))
    counted = tally(vote, store.ballots(tx, vote_id))
    settled = certain(vote, counted)
    if settled:
        closing_verbs.settle(tx, vote)
    elif newly:
        settled = closing_verbs.settle_early(tx, vote, counted)
    else:
        settled = closing_verbs.settle_changed(tx, vote, counted)
    return Cast(find(tx, tx.guild_id, vote_id) if settled else found, choice, newly)


def recuse(tx: ActorTx, vote_id: VoteId) -> Vote:
    """Declares the person's own recusal, which is final: the electorate becomes smaller by one.

    Of approvals another takes the place. Nobody is recused from a petition, whose measure is the whole committee
    (AIJE-A01-2): who does not want it does not sign. Raises VotedBefore, NobodyToSign, and what `cast` raises.
    """
    vote, person = _running(tx, find(tx, tx.guild_id, vote_id))
    if vote.kind.form is BallotForm.SIGNATURES:
        raise Outdated
    if store.ballot_of(tx, vote_id, person.person_id) is not None:
        raise Refused("error.VotedBefore")
    store.recuse(tx, vote_id, Recusal(person.person_id, ElectorReason.DECLARED), tx.pressed_at)
    if vote.kind.form is BallotForm.APPROVALS:
        _replace_signatory(tx, vote, person.person_id)
    record(tx, vote, "recuse", person.person_id)
    tx.touch(vote_subject(vote_id))
    smaller = electorate_verbs.with_struck(tx, find(tx, tx.guild_id, vote_id), tx.now)
    closing_verbs.settle_early(tx, smaller, tally(smaller, store.ballots(tx, vote_id)))
    return find(tx, tx.guild_id, vote_id)


def _replace_signatory(tx: Tx, vote: Vote, leaving: PersonId) -> None:
    later = any(one.why in {ElectorReason.SAME_PERSON, ElectorReason.OFFICE_LOST} for one in vote.recused)
    if later or not electorate_verbs.asks_for_two(vote.kind):
        # Who signs is derived here, and derived anew; what cannot be is left to who would leave.
        if electorate_verbs.lacks_signature(tx, find(tx, vote.guild_id, vote.vote_id)):
            raise Refused("error.NobodyToSign")
        return
    out = everybody(tx, {leaving, *(recusal.person_id for recusal in vote.recused)})
    signing = electorate_verbs.officers_who_sign(tx, vote.guild_id, vote.kind, out, tx.now)
    present = {elector.person_id for elector in vote.electors}
    for elector in signing:
        if elector.person_id not in present:
            store.add_elector(tx, vote.vote_id, elector)


def cancel(tx: ActorTx, vote_id: VoteId, reason: str) -> Vote:
    """Ends the vote without a decision, with a reason that the minutes give (AIJE-A02-4).

    Whoever runs such a procedure may; where every arbiter does, only the one who opened it. What needs a quorum is
    called off only after a close without it. Raises NotAllowed, VoteClosed, StillBeforeClose, QuorumIsMet.
    """
    vote, by = cancellable(tx, vote_id)
    why = checked_reason(reason, QUESTION_LIMIT)
    closing_verbs.call_off(tx, vote, by.person_id, why)
    return find(tx, tx.guild_id, vote_id)


def close_below_quorum(tx: ActorTx, vote_id: VoteId) -> Vote:
    """Closes a vote that stays below its quorum; it is counted, and decides nothing (AIJE-A02-4).

    Raises as `cancellable`, and NotNow for a vote without a quorum whose ballots may still come.
    """
    vote, by = cancellable(tx, vote_id)
    if not closing_verbs.may_be_closed(tx, vote, tx.now):
        raise NotNow
    closing_verbs.close_below_quorum(tx, vote, by.person_id)
    return find(tx, tx.guild_id, vote_id)


def runners(tx: Query, vote: Vote) -> tuple[Person, ...]:
    """Who is asked what becomes of the vote: who runs its kind, else the other officer, else the server's owner."""
    offices = _officers_unconcerned(tx, vote)
    of_subject = frozenset() if vote.subject is None else _offices_of(tx, vote.guild_id, vote.subject)
    found = [offices[runner] for runner in _runners(vote.kind, of_subject) if runner in offices]
    if Capacity.ARBITER in vote.kind.runs_by and vote.opened_by is not None:
        found.append(vote.opened_by)
    asked = [*found, *offices.values()][:1]
    return tuple(people_store.by_ids(tx, asked).values()) or _owner(tx, vote.guild_id)


def _officers_unconcerned(tx: Query, vote: Vote) -> dict[Capacity, PersonId]:
    """Who holds an office, without the person whom the vote is about."""
    concerned = same_person_ids(tx, vote.subject) if vote.subject and vote.kind.recuse_subject else ()
    office_holders = people_store.offices(tx, vote.guild_id)
    return {Capacity(office.value): holder for office, holder in office_holders.items() if holder not in concerned}


def _owner(tx: Query, guild_id: GuildId) -> tuple[Person, ...]:
    community = server_store.load(tx, guild_id)
    owner = None if community is None else people_store.of_member(tx, guild_id, community.owner_id)
    return () if owner is None else (owner,)


def cancellable(tx: ActorQuery, vote_id: VoteId) -> tuple[Vote, Person]:
    """The open vote and who asks, if they may cancel it."""
    vote = find(tx, tx.guild_id, vote_id)
    by = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    require_runner(tx, by, vote.kind, vote.subject)
    if by is None or (Capacity.ARBITER in vote.kind.runs_by and by.person_id != vote.opened_by):
        raise NotAllowed(needed=tuple(vote.kind.runs_by))
    if vote.closed_at is not None:
        raise RefusedAt("error.VoteClosed", at=vote.closed_at)
    if vote.kind.effect is VoteEffect.ELECT_LEADER:
        electorate_verbs.refuse_to_call_off(tx, tx.guild_id)
    _refuse_before_close(tx, vote, tx.pressed_at)
    return vote, by


def _refuse_before_close(tx: Query, vote: Vote, at: datetime) -> None:
    """Raises StillBeforeClose or QuorumIsMet: nobody ends a vote that may still be decided by its ballots."""
    if vote.kind.quorum is None or closing_verbs.may_be_closed(tx, vote, at):
        return
    close = closes_at(vote, outages_of(tx, vote))
    # Whose time was over once has its quorum by now and is counted at its close; another may yet get it (AIJE-A02-4).
    raise RefusedAt("error.QuorumIsMet", at=close) if vote.extensions else RefusedAt("error.StillBeforeClose", at=close)


def _running(tx: ActorTx, found: Vote) -> tuple[Vote, Person]:
    """The open vote as it would be counted now, for somebody whose ballot counts in it at the moment of the press."""
    vote = electorate_verbs.with_struck(tx, found, tx.now)
    person = server_verbs.recognise(tx)
    if vote.closed_at is not None:
        raise RefusedAt("error.VoteClosed", at=vote.closed_at)
    close = closes_at(vote, outages_of(tx, vote))
    if tx.pressed_at > close:
        raise RefusedAt("error.VoteClosed", at=close)
    if person.person_id in _ids(vote.recused):
        raise Refused("error.Recused")
    elector = next((one for one in vote.electors if one.person_id == person.person_id), None)
    if elector is None:
        raise Refused("error.NotEntitled")
    if elector.struck_at is not None:
        raise Refused(
            "error.Recused" if person.person_id in electorate_verbs.silenced_electors(tx, vote) else "error.OfficeLost"
        )
    return vote, person


def _ids(some: Iterable[Recusal]) -> set[PersonId]:
    return {one.person_id for one in some}


# --- candidates -----------------------------------------------------------------------------------------------------


def vote_of_candidacy(tx: ActorQuery, vote_id: VoteId) -> Vote:
    """The open election in which the presser stands; raises as `stand_down` does."""
    vote = find(tx, tx.guild_id, vote_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    _refuse(tx, vote, person)
    return vote


def stand_down(tx: ActorTx, vote_id: VoteId) -> Vote:
    """Takes the presser off the candidates; ballots for them count as null until they are changed.

    Whoever was for them has at least the time of a reopened vote to choose anew: who declines in the last second would
    decide for their voters. Raises NoCandidate, LastCandidate, VoteClosed.
    """
    vote = find(tx, tx.guild_id, vote_id)
    person = server_verbs.recognise(tx)
    _refuse(tx, vote, person)
    closing_verbs.take_candidate_off(tx, vote, person.person_id, person.person_id)
    return find(tx, tx.guild_id, vote_id)


def _refuse(tx: ActorQuery, vote: Vote, person: Person | None) -> None:
    close = vote.closed_at or closes_at(vote, outages_of(tx, vote))
    if vote.closed_at is not None or tx.pressed_at > close:
        raise RefusedAt("error.VoteClosed", at=close)
    if person is None or person.person_id not in vote.candidates:
        raise Refused("error.NoCandidate")
    if len(vote.candidates) == 1:
        raise Refused("error.LastCandidate")
