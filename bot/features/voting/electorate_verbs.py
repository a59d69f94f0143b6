"""Who is entitled to vote, and which procedure is the right one (AIJE-A01-2, AIJE-A02).

The electorate is frozen from the registry at the opening; those who lost the office since are known. Other procedures
are refused with the right one's name.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.bars_store import Expulsion
from bot.features.voting import procedures_model, store
from bot.features.voting.bodies_model import Bond, RightBody, VoteReminder, bond, concerns, instead, may_elect
from bot.features.voting.model import (
    BallotForm,
    Elector,
    ElectorateRule,
    ElectorReason,
    ProcedureKind,
    Recusal,
    Vote,
    VoteEffect,
    VoteOutcome,
    entitled_electors,
    signatories,
)
from bot.features.voting.record_verbs import vote_subject
from bot.kernel.context import Query, Tx
from bot.kernel.errors import Refused, RefusedAt, UserError
from bot.kernel.ids import GuildId, PersonId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.model import Capacity, Office
from bot.people.store import same_person_ids
from bot.server import store as server_store
from bot.server.speaking_verbs import tell_committee

# --- who is entitled ------------------------------------------------------------------------------------------------


SIGNATURES: Final = 2
"""How many have to approve where leader and President do."""


class OfficeMissing(UserError):
    """The procedure needs an officer, and nobody holds the office."""

    office: Office


class NobodyEntitled(UserError):
    """The vote would have no electors."""


def freeze(
    tx: Query,
    guild_id: GuildId,
    kind: ProcedureKind,
    subject: PersonId | None,
    representatives: Sequence[PersonId],
    now: datetime,
) -> tuple[tuple[Elector, ...], tuple[Recusal, ...]]:
    """Who may vote and why, and who would and may not.

    Raises OfficeMissing, NobodyToSign or NobodyEntitled.
    """
    concerned = _people_concerned(tx, kind, subject)
    if kind.electorate is ElectorateRule.LEADER_AND_PRESIDENT:
        electors = officers_who_sign(tx, guild_id, kind, concerned, now)
        held = set(people_store.offices(tx, guild_id).values())
        return electors, tuple(Recusal(one, ElectorReason.CONCERNED) for one in sorted(held & concerned))
    reasons = _entitled_members(tx, guild_id, kind.electorate, representatives)
    recused = _recused_members(tx, guild_id, kind, reasons, concerned)
    electors = tuple(Elector(one, why) for one, why in reasons.items() if one not in recused)
    if not electors:
        raise NobodyEntitled
    return electors, tuple(Recusal(one, why) for one, why in recused.items())


def _people_concerned(tx: Query, kind: ProcedureKind, subject: PersonId | None) -> set[PersonId]:
    """Whom the vote is about, where that takes the voice."""
    return set(people_store.same_person_ids(tx, subject)) if subject and kind.recuse_subject else set()


def _recused_members(
    tx: Query,
    guild_id: GuildId,
    kind: ProcedureKind,
    reasons: Mapping[PersonId, ElectorReason],
    concerned: Collection[PersonId],
) -> dict[PersonId, ElectorReason]:
    """Who is entitled and has no voice: the person concerned, a leader who is left out, and whoever has one already."""
    recused = {reason: ElectorReason.CONCERNED for reason in reasons if reason in concerned}
    leader = people_store.offices(tx, guild_id).get(Office.LEADER)
    if kind.electorate is ElectorateRule.COMMITTEE_BUT_LEADER and leader is not None:
        for one in people_store.same_person_ids(tx, leader):
            if one in reasons:
                recused.setdefault(one, ElectorReason.LEADER)
    voting = [reason for reason in reasons if reason not in recused]
    return recused | dict.fromkeys(people_store.counted_twice(tx, voting), ElectorReason.SAME_PERSON)


def asks_for_two(kind: ProcedureKind) -> bool:
    """Whether two have to approve, so that another signs for an officer who may not (AIJE-A02-1).

    Where one officer is enough, as for lifting a bar, that one is an officer and nobody in their place (AIJE-D01-2).
    """
    return kind.threshold.least(SIGNATURES) == SIGNATURES


def officers_who_sign(
    tx: Query, guild_id: GuildId, kind: ProcedureKind, concerned: set[PersonId], now: datetime
) -> tuple[Elector, ...]:
    """As many signatories as are asked for, none of them concerned; raises OfficeMissing or NobodyToSign."""
    office_holders = people_store.offices(tx, guild_id)
    for office in Office:
        if office not in office_holders:
            raise OfficeMissing(office=office)
    holders = {Capacity(office.value): person_id for office, person_id in office_holders.items()}
    delegates = _stand_ins(tx, guild_id, now)
    serving = [one for one in people_store.longest_serving(tx, guild_id) if one not in delegates]
    twice = people_store.counted_twice(tx, dict.fromkeys((*office_holders.values(), *serving)))
    found = signatories(holders, serving if asks_for_two(kind) else (), concerned | twice)
    if len(found) < kind.threshold.least(SIGNATURES):
        raise Refused("error.NobodyToSign")
    return found


def _entitled_members(
    tx: Query, guild_id: GuildId, rule: ElectorateRule, representatives: Sequence[PersonId]
) -> dict[PersonId, ElectorReason]:
    if rule is ElectorateRule.REPRESENTATIVES:
        return dict.fromkeys(representatives, ElectorReason.REPRESENTATIVE)
    return dict.fromkeys(people_store.arbiters(tx, guild_id), ElectorReason.ARBITER)


def with_struck(tx: Query, vote: Vote, now: datetime) -> Vote:
    """The vote as it would be counted now: who lost the office that entitled them is struck (AIJE-A02-4).

    So is who leads the committee by now, where the leader has no vote (AIJE-A02-3). Whom staff has recorded since to be
    one with another elector, or with the person concerned, has no voice beside them. A closed vote stays as it was
    counted. Leaving the server changes nothing.
    """
    if vote.closed_at is not None:
        return vote
    asked = vote.kind.form is BallotForm.APPROVALS
    vote = with_second_signature(tx, vote, now) if asked else vote
    silent = silenced_electors(tx, vote)
    silent |= dict.fromkeys(leading_electors(tx, vote, now), ElectorReason.LEADER)
    struck = _lost_office(tx, vote) | (silent.keys() if asked else set())
    electors = tuple(
        replace(elector, struck_at=now) if elector.person_id in struck else elector for elector in vote.electors
    )
    # Where two have to approve, one person cannot do so twice: the second approval is missing, and is not less asked.
    recused = () if asked else tuple(Recusal(one, why) for one, why in silent.items())
    return replace(vote, electors=electors, recused=vote.recused + recused)


def leading_electors(tx: Query, vote: Vote, now: datetime) -> set[PersonId]:
    """Electors without a vote because the leader has none: who has led since the opening, who stands in for the leader
    now, and a stand-in who opened the vote in the leader's place (AIJE-A02-3).

    A stand-in who has ended that votes again: else the leader could silence voters by naming them.
    """
    if vote.kind.electorate is not ElectorateRule.COMMITTEE_BUT_LEADER:
        return set()
    opened = (vote.opened_at, vote.opened_by)
    leading = server_store.offices_in_place_of(tx, vote.guild_id, Office.LEADER, opened, now)
    recused = {one.person_id for one in vote.recused}
    own = people_store.everybody(tx, leading)
    return {
        elector.person_id for elector in vote.electors if elector.person_id in own and elector.person_id not in recused
    }


def _lost_office(tx: Query, vote: Vote) -> set[PersonId]:
    """Electors who no longer are what entitled them."""
    arbiters, office_holders = people_store.arbiters(tx, vote.guild_id), people_store.offices(tx, vote.guild_id)

    def has_lost(elector: Elector) -> bool:
        match elector.why:
            case ElectorReason.ARBITER | ElectorReason.SECOND_SIGNATURE:
                return elector.person_id not in arbiters
            case ElectorReason.LEADER:
                return office_holders.get(Office.LEADER) != elector.person_id
            case ElectorReason.PRESIDENT:
                return office_holders.get(Office.PRESIDENT) != elector.person_id
            case _:
                return False

    return {one.person_id for one in vote.electors if has_lost(one)}


def with_second_signature(tx: Query, vote: Vote, now: datetime) -> Vote:
    """Of approvals: where leader and President have become one person, or one of them the person concerned, the
    longest-serving other arbiter signs in the place of who has no voice, as at the opening (AIJE-A02-1).

    Derived as long as the vote is open, so that an undone word leaves nothing behind. Where nobody else may sign, the
    approval stays missing.
    """
    out = _without_signature(tx, vote)
    recused = {one.person_id for one in vote.recused}
    remain = [elector.person_id for elector in vote.electors if elector.person_id not in recused | out.keys()]
    if not out or len(remain) >= SIGNATURES or not asks_for_two(vote.kind):
        return vote
    closed = people_store.everybody(tx, {*out, *recused, *remain}) | _people_concerned(tx, vote.kind, vote.subject)
    found = _longest_serving(tx, vote.guild_id, closed, now)[: SIGNATURES - len(remain)]
    if len(remain) + len(found) < SIGNATURES:
        return vote
    return replace(
        vote,
        electors=vote.electors + tuple(Elector(one, ElectorReason.SECOND_SIGNATURE) for one in found),
        recused=vote.recused + tuple(Recusal(one, why) for one, why in out.items()),
    )


def _longest_serving(tx: Query, guild_id: GuildId, out: Collection[PersonId], now: datetime) -> list[PersonId]:
    """The other arbiters who could sign, each person once; no officer is among them."""
    others = {*people_store.offices(tx, guild_id).values(), *out, *_stand_ins(tx, guild_id, now)}
    serving = [one for one in people_store.longest_serving(tx, guild_id) if one not in others]
    twice = people_store.counted_twice(tx, serving)
    return [one for one in serving if one not in twice]


def _stand_ins(tx: Query, guild_id: GuildId, now: datetime) -> set[PersonId]:
    """Who stands in for an office now, under every account.

    A stand-in is no second signature beside the officer whom they stand in for, or in that one's place (AIJE-A02-1).
    """
    acting = (server_store.stood_in(tx, guild_id, office, now) for office in Office)
    return people_store.everybody(tx, set[PersonId]().union(*acting))


def lacks_signature(tx: Query, vote: Vote) -> bool:
    """Whether somebody has no voice in these approvals, and nobody is left to sign instead."""
    if not asks_for_two(vote.kind):
        return not set(entitled_electors(vote)) - _without_signature(tx, vote).keys()
    return bool(_without_signature(tx, with_second_signature(tx, vote, tx.now)))


def call_signers(tx: Tx, guild_id: GuildId) -> None:
    """After leader and President have changed: has open approvals show who signs now, and calls those who have not.

    The card of a vote in which the leader has none shows who was struck by it (AIJE-A02-3).
    """
    for vote in store.all_open(tx, guild_id):
        if leading_electors(tx, vote, tx.now):
            tx.touch(vote_subject(vote.vote_id))
        if vote.kind.form is BallotForm.APPROVALS and with_second_signature(tx, vote, tx.now) != vote:
            tx.touch(vote_subject(vote.vote_id))
            tell_committee(tx, guild_id, VoteReminder(vote.vote_id))


def _without_signature(tx: Query, vote: Vote) -> dict[PersonId, ElectorReason]:
    """Electors of open approvals who have no voice of their own by what came after the opening."""
    out = silenced_electors(tx, vote)
    recused = people_store.everybody(
        tx, [one.person_id for one in vote.recused if one.why in {ElectorReason.CONCERNED, ElectorReason.DECLARED}]
    )
    known = {one.person_id for one in vote.recused}
    both = _offices_of_one(tx, vote.guild_id)
    for elector in vote.electors:
        own = elector.person_id
        if own in known:
            continue
        if own in recused:
            out.setdefault(own, ElectorReason.SAME_PERSON)
        if both.get(elector.why, own) != own:
            out.setdefault(own, ElectorReason.OFFICE_LOST)
    return out


def _offices_of_one(tx: Query, guild_id: GuildId) -> Mapping[ElectorReason, PersonId]:
    """Who is leader and President, where that is one person by now; empty otherwise."""
    office_holders = people_store.offices(tx, guild_id)
    leader, president = office_holders.get(Office.LEADER), office_holders.get(Office.PRESIDENT)
    if leader is None or president is None or not people_store.are_one(tx, leader, president):
        return {}
    return {ElectorReason.LEADER: leader, ElectorReason.PRESIDENT: president}


def silenced_electors(tx: Query, vote: Vote) -> dict[PersonId, ElectorReason]:
    """Electors of an open vote who have no voice in it by a word of staff that came after it was opened."""
    if not people_account_store.same_persons_of_guild(tx, vote.guild_id):
        return {}
    recused = {one.person_id for one in vote.recused}
    voting = [elector.person_id for elector in vote.electors if elector.person_id not in recused]
    cast = {ballot.person_id: ballot.cast_at for ballot in store.ballots(tx, vote.vote_id)}
    # The voice that was heard first is the person's; nobody loses it by an account that has not spoken.
    voting.sort(key=lambda one: (one not in cast, cast.get(one, vote.opened_at)))
    found = dict.fromkeys(people_store.counted_twice(tx, voting), ElectorReason.SAME_PERSON)
    concerned = _people_concerned(tx, vote.kind, vote.subject)
    return found | {one: ElectorReason.CONCERNED for one in voting if one in concerned}


# --- the right procedure --------------------------------------------------------------------------------------------


class AnotherProcedure(UserError):
    """About this person another procedure decides (AIJE-A02-1, AIJE-A02-3)."""

    instead: RightBody


def bond_of(tx: Query, guild_id: GuildId, person_id: PersonId) -> Bond:
    """What the person is to the association, under whichever of their accounts."""
    own = same_person_ids(tx, person_id)
    leads = people_store.offices(tx, guild_id).get(Office.LEADER) in own
    return bond(
        expelled=expulsion_of(tx, person_id) is not None,
        on_committee=leads or any(people_store.title_of(tx, one) is not None for one in own),
        took_part=any(people_store.took_part(tx, one) for one in own),
    )


def expulsion_of(tx: Query, person_id: PersonId) -> Expulsion | None:
    """The expulsion that holds against the person; a tombstone stays one after the readmission of who it was."""
    found = (entering_bars_store.expulsion_of_person(tx, one) for one in same_person_ids(tx, person_id))
    return next((one for one in found if one and (one.readmitted_at is None or one.person_id == person_id)), None)


def refuse_wrong(tx: Query, guild_id: GuildId, effect: VoteEffect, subject: PersonId) -> None:
    """Refuses a procedure about somebody to whom another one applies, or none."""
    whom = bond_of(tx, guild_id, subject)
    if concerns(effect, whom):
        return
    right = instead(effect, whom)
    if right is not None:
        raise AnotherProcedure(instead=right)
    expulsion = expulsion_of(tx, subject)
    if expulsion is not None:
        # The person was expelled; what is left to decide is the readmission (AIJE-A02-2).
        raise RefusedAt("error.ExpelledAlready", at=expulsion.readmission_from)
    raise Refused("error.NotAPlayer" if effect is VoteEffect.EXPEL_PLAYER else "error.NotOnCommittee")


def refuse_election(tx: Query, guild_id: GuildId) -> None:
    """Refuses to elect another leader before 51 % of the committee have asked for it (AIJE-A01-2)."""
    led_since = server_store.offices_since(tx, guild_id).get(Office.LEADER)
    petitioned = _last_passed(tx, guild_id, VoteEffect.OPEN_ELECTION)
    if not may_elect(led_since, petitioned, _last_passed(tx, guild_id, VoteEffect.ELECT_LEADER)):
        # While somebody leads the committee, a petition of its members alone opens an election (AIJE-A01-2).
        raise Refused("error.PetitionNeeded")


def is_answered(tx: Query, petition: Vote) -> bool:
    """Whether the leader whom the petition was against has gone, or was elected anew, since it was opened."""
    led_since = server_store.offices_since(tx, petition.guild_id).get(Office.LEADER)
    return not may_elect(led_since, petition.opened_at, _last_passed(tx, petition.guild_id, VoteEffect.ELECT_LEADER))


def refuse_to_call_off(tx: Query, guild_id: GuildId) -> None:
    """While somebody leads, a petition called the election, and one person's word ends it no more than it opens one.

    So no petition is left over with which another election could be opened later.
    """
    if Office.LEADER in people_store.offices(tx, guild_id):
        # A petition called the election: whoever runs it cannot put it aside (AIJE-A01-2).
        raise Refused("error.ElectionStands")


def _last_passed(tx: Query, guild_id: GuildId, effect: VoteEffect) -> datetime | None:
    presets = map(procedures_model.preset, procedures_model.names())
    named = [one.name for one in (*presets, *store.kinds_of_server(tx, guild_id)) if one.effect is effect]
    ended = (store.last_ended(tx, guild_id, name, VoteOutcome.PASSED) for name in dict.fromkeys(named))
    return max((one for one in ended if one is not None), default=None)
