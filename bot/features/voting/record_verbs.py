"""What every act on a vote needs, suggestions to the leader (AIJE-A01-3), and absences from votes (AIJE-A02-6).

A vote has a name in the log and deadlines. The leader answers reasons for absences; after three absences an offer
follows.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.voting import store
from bot.features.voting.bodies_model import (
    AttendanceSheet,
    Missed,
    Suggested,
    Suggestion,
    SuggestionDecided,
    SuggestionView,
    VoteExcuse,
    VotesMissed,
)
from bot.features.voting.model import (
    Excuse,
    Presence,
    Vote,
    VoteEffect,
    VotingRecord,
    counts_for_attendance,
    due_steps,
    entitled_electors,
    excuse_by,
)
from bot.features.voting.model import attendance as count
from bot.i18n.names import checked_reason
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import (
    AlreadyDone,
    Missing,
    NotAllowed,
    NotFound,
    Refused,
    RefusedCount,
    Subject,
    TooLate,
)
from bot.kernel.ids import GuildId, PersonId, Place, VoteId
from bot.kernel.outages import Outage
from bot.people import store as people_store
from bot.people.model import QUOTAS, Capacity, CountedByAccount, Office, Person
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_committee, write_to

# --- suggestions ----------------------------------------------------------------------------------------------------


TEXT_LIMIT = 1500
REASON_LIMIT = 500


def suggest(tx: ActorTx, text: str) -> SuggestionView:
    """Puts a suggestion before the leader, with its card in the committee's channel. Raises SuggestionsWait."""
    server_verbs.community(tx, tx.guild_id)
    author = server_verbs.recognise(tx)
    said = text.strip()[:TEXT_LIMIT]
    if not said:
        raise Missing(what=Subject.REASON)
    number, fresh = store.next_number(tx, tx.guild_id), tx.new_id()
    most = QUOTAS[CountedByAccount.SUGGESTION].most
    server_verbs.spend(
        tx, author, CountedByAccount.SUGGESTION, lambda _: RefusedCount("error.SuggestionsWait", n=most), thing=fresh
    )
    made = Suggestion(fresh, tx.guild_id, number, author.person_id, said, tx.now)
    store.add_suggestion(tx, made)
    _log_suggestion(tx, made, "suggest", author.person_id, None)
    tell_committee(tx, tx.guild_id, Suggested(made.suggestion_id))
    return SuggestionView(made, author, None)


def decidable(tx: ActorQuery, suggestion_id: str) -> SuggestionView:
    """The suggestion, when who pressed may answer it and nobody has; raises before a reason is asked."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require(tx, person, Act.ANSWER_SUGGESTION)
    found = view(tx, tx.guild_id, suggestion_id)
    if found.suggestion.approved is not None:
        raise AlreadyDone
    return found


def decide(tx: ActorTx, suggestion_id: str, reason: str, *, approved: bool) -> SuggestionView:
    """The leader's answer; the author hears of it in private and in public, with the reason where it is declined."""
    decidable(tx, suggestion_id)
    leader = server_verbs.recognise(tx)
    why = reason.strip()[:REASON_LIMIT] or None if approved else checked_reason(reason, REASON_LIMIT)
    store.decide_suggestion(tx, suggestion_id, approved=approved, by=leader.person_id, reason=why, at=tx.now)
    decided = view(tx, tx.guild_id, suggestion_id)
    act = "approve_suggestion" if approved else "decline_suggestion"
    _log_suggestion(tx, decided.suggestion, act, leader.person_id, why)
    tx.enqueue(tx.guild_id, Place.ANNOUNCEMENTS, SuggestionDecided(suggestion_id))
    write_to(tx, tx.guild_id, decided.author, SuggestionDecided(suggestion_id))
    return decided


def view(tx: Query, guild_id: GuildId, suggestion_id: str) -> SuggestionView:
    """The suggestion with its people; raises NotFound."""
    found = store.load_suggestion(tx, suggestion_id)
    if found is None or found.guild_id != guild_id:
        raise NotFound(what=Subject.SUGGESTION)
    return _view(tx, found)


def listing(tx: Query, guild_id: GuildId) -> tuple[SuggestionView, ...]:
    """Every suggestion of the server, those that wait first, then the newest."""
    return tuple(_view(tx, one) for one in store.suggestions_of_guild(tx, guild_id))


def _view(tx: Query, found: Suggestion) -> SuggestionView:
    by = found.decided_by
    people = people_store.by_ids(tx, [found.person_id, *([by] if by else [])])
    return SuggestionView(found, people[found.person_id], people[by] if by else None)


def _log_suggestion(tx: Tx, about: Suggestion, act: str, by: PersonId, why: str | None) -> None:
    subject, details = f"suggestion:{about.suggestion_id}", {"person": about.person_id}
    tx.log(about.guild_id, act, subject, actor=by, why=why, details=details)


# --- the record of a vote -------------------------------------------------------------------------------------------


WITHOUT_EFFECT: Final = "vote_without_effect"
"""The log's word for a decision that found nothing left to do."""
STOOD_DOWN: Final = "stand_down"
"""The log's word for a candidate who declined: such a vote stays open to its end, so that voters may choose anew."""


def vote_subject(vote_id: VoteId) -> str:
    """How deadlines, panels and the log name a vote."""
    return f"vote:{vote_id}"


def outages_of(tx: Query, vote: Vote) -> tuple[Outage, ...]:
    """Every outage that can have touched the vote."""
    return kernel_time_store.outages_since(tx, vote.guild_id, vote.opened_at)


def reschedule(tx: Tx, vote: Vote) -> None:
    """Rewrites the vote's deadlines from its facts; doing it twice changes nothing."""
    due = due_steps(vote, outages_of(tx, vote))
    kernel_time_store.rewrite_deadlines(tx, vote_subject(vote.vote_id), ((step.kind, step.at) for step in due))


def record(tx: Tx, vote: Vote, act: str, by: PersonId | None, why: str | None = None, **details: str) -> None:
    """Writes the log's line of something that happened to the vote; what a ballot says never stands there."""
    subject = vote_subject(vote.vote_id)
    told = {"kind": vote.kind.name, **details}
    tx.log(vote.guild_id, act, subject, actor=by, why=why, details=told)


def find(tx: Query, guild_id: GuildId, vote_id: VoteId) -> Vote:
    """The vote of that id in the server; raises NotFound."""
    vote = store.load(tx, vote_id)
    if vote is None or vote.guild_id != guild_id:
        raise NotFound(what=Subject.VOTE)
    return vote


def in_vain(tx: Tx, vote: Vote) -> None:
    """Notes that what the vote was about is settled otherwise by now, which its minutes say."""
    record(tx, vote, WITHOUT_EFFECT, None)


def note(tx: Tx, vote: Vote, person_id: PersonId, act: str, **details: str) -> None:
    """Notes what the vote has done to a person."""
    told = {"vote": vote_subject(vote.vote_id), **details}
    tx.log(vote.guild_id, act, f"person:{person_id}", why=vote.question, details=told)


# --- attendance -----------------------------------------------------------------------------------------------------


def sheet(tx: ActorQuery) -> AttendanceSheet:
    """Everybody's attendance; for the committee, its leader and the President."""
    known = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities = server_verbs.capacities(tx, known)
    if capacities.isdisjoint({Capacity.ARBITER, Capacity.LEADER, Capacity.PRESIDENT}):
        raise NotAllowed(needed=(Capacity.PRESIDENT, Capacity.LEADER, Capacity.ARBITER))
    members = list(people_store.arbiters(tx, tx.guild_id))
    lines = tuple(of_person(tx, tx.guild_id, member, tx.pressed_at) for member in members)
    return AttendanceSheet(lines, people_store.by_ids(tx, members))


def of_person(
    tx: Query, guild_id: GuildId, person_id: PersonId, now: datetime, *, removal: VoteId | None = None
) -> VotingRecord:
    """One member's attendance as it stands; `removal` is the vote on it that has just closed, and changes nothing."""
    closed = [one for one in store.all_closed(tx, guild_id) if one.vote_id != removal]
    voters = {vote.vote_id: store.voters(tx, vote.vote_id) for vote in closed if counts_for_attendance(vote)}
    oldest = min((vote.opened_at for vote in closed), default=now)
    known = kernel_time_store.outages_since(tx, guild_id, oldest)
    return count(person_id, closed, voters, store.excuses_of_guild(tx, guild_id), now, known)


def excuse(tx: ActorTx, vote_id: VoteId, reason: str) -> Excuse:
    """Gives the reason for which a vote was missed; the leader answers it.

    Raises NothingMissed, TooLate after 72 hours, AlreadyDone for a second reason.
    """
    vote, person = excusable(tx, vote_id)
    given = Excuse(vote_id, person.person_id, checked_reason(reason), tx.pressed_at)
    if not store.give_excuse(tx, given):
        raise AlreadyDone
    record(tx, vote, "excuse_absence", person.person_id)
    tell_committee(tx, vote.guild_id, VoteExcuse(Missed(vote_id, person.person_id)))
    return given


def excusable(tx: ActorTx, vote_id: VoteId) -> tuple[Vote, Person]:
    """The closed vote that the presser missed and can still give a reason for."""
    vote = find(tx, tx.guild_id, vote_id)
    person = server_verbs.recognise(tx)
    if not has_missed(tx, vote, person.person_id):
        raise Refused("error.NothingMissed")
    last = excuse_by(vote, outages_of(tx, vote))
    if tx.pressed_at > last:
        raise TooLate(closed_at=last)
    return vote, person


def answer(tx: ActorTx, vote_id: VoteId, person_id: PersonId, *, accepted: bool) -> Excuse:
    """The leader accepts the reason or declines it, the President where it is the leader's own; answers it once."""
    vote = find(tx, tx.guild_id, vote_id)
    by = server_verbs.recognise(tx)
    office = Office.PRESIDENT if _leads(tx, vote.guild_id, person_id) else Office.LEADER
    if people_store.offices(tx, vote.guild_id).get(office) != by.person_id or by.person_id == person_id:
        raise NotAllowed(needed=(Capacity(office.value),))
    if excuse_given(tx, vote, person_id) is None:
        raise NotFound(what=Subject.REASON)
    if not store.decide_excuse(tx, vote_id, person_id, accepted, by.person_id, tx.now):
        raise AlreadyDone
    record(tx, vote, "answer_excuse", by.person_id, person=person_id, accepted=str(accepted).lower())
    if not accepted:
        _offer_removal(tx, vote.guild_id, person_id)
    found = excuse_given(tx, vote, person_id)
    if found is None:
        raise NotFound(what=Subject.REASON)
    return found


def excuse_given(tx: Query, vote: Vote, person_id: PersonId) -> Excuse | None:
    """The reason that the person gave for missing the vote."""
    return store.excuses_of_guild(tx, vote.guild_id).get((vote.vote_id, person_id))


def count_absences(tx: Tx, vote: Vote) -> None:
    """Once no more reasons are heard: who has now missed three votes is named to the leader."""
    for person_id in entitled_electors(vote):
        if has_missed(tx, vote, person_id):
            _offer_removal(tx, vote.guild_id, person_id)


def _offer_removal(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    found = of_person(tx, guild_id, person_id, tx.now)
    if not found.may_be_removed or people_store.title_of(tx, person_id) is None:
        return
    if any(
        vote.kind.effect is VoteEffect.REMOVE_FOR_ABSENCES and vote.subject == person_id
        for vote in store.all_open(tx, guild_id)
    ):
        return
    missed = tuple(vote_id for vote_id, presence in found.votes if presence is Presence.UNJUSTIFIED)
    tell_committee(tx, guild_id, VotesMissed(person_id, missed))


def has_missed(tx: Query, vote: Vote, person_id: PersonId) -> bool:
    """Whether the vote counts for attendance and the person, entitled to vote in it, has cast no ballot."""
    return (
        counts_for_attendance(vote)
        and person_id in entitled_electors(vote)
        and person_id not in store.voters(tx, vote.vote_id)
    )


def _leads(tx: Query, guild_id: GuildId, person_id: PersonId) -> bool:
    return people_store.offices(tx, guild_id).get(Office.LEADER) == person_id
