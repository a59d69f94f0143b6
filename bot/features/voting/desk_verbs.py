"""Votes as members ask for them and look at them, kinds of procedure, and what votes ask of a person.

The verbs here take members of the server for people, in two steps where representatives vote. A member is asked to
vote, or to say why a vote was missed; an office has answers to give (AIJE-A02-6).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import datetime

from bot.features.entering import bars_store as entering_bars_store
from bot.features.tournaments.hooks import KEEPER_HOOKS, Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.features.voting import electorate_verbs, procedures_model, record_verbs, store, verbs
from bot.features.voting.bodies_model import ExcuseView, MissedOften, VoteMatter, VoteView
from bot.features.voting.model import (
    OF_THE_ASSOCIATION,
    BallotForm,
    ElectorateRule,
    ProcedureKind,
    Vote,
    VoteEffect,
    closes_at,
    counts_for_attendance,
    entitled_electors,
    excuse_by,
    tally,
)
from bot.features.voting.record_verbs import WITHOUT_EFFECT, outages_of, vote_subject
from bot.features.voting.verbs import kind_named, open_matter, openable
from bot.kernel import log
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import ActorQuery, ActorTx, Query
from bot.kernel.errors import NotFound, NotNow, NotYours, Outdated, RefusedFor, Subject, UserError
from bot.kernel.ids import GuildId, MemberId, PersonId, VoteId
from bot.people import store as people_store
from bot.people.model import Office, Person, Someone
from bot.play import draw
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act

# --- what people look at --------------------------------------------------------------------------------------------


def view(tx: Query, vote_id: VoteId, now: datetime) -> VoteView | None:
    """A vote as it stands, or None for an unknown id."""
    known = store.load(tx, vote_id)
    if known is None:
        return None
    vote = electorate_verbs.with_struck(tx, known, now)
    counting, voters = entitled_electors(vote), store.voters(tx, vote_id)
    # Whoever loses the voice while a vote runs would show by it whether they had used it.
    asked = (
        counting if vote.closed_at is not None or vote.kind.form is BallotForm.APPROVALS else entitled_electors(known)
    )
    who = _people(tx, vote)
    outages, panel = outages_of(tx, vote), kernel_panel_store.load(tx, vote_subject(vote_id))
    return VoteView(
        vote=vote,
        people=who,
        closes_at=closes_at(vote, outages),
        cast=len(voters.intersection(asked)),
        asked=len(asked),
        entitled=len(counting),
        waiting=tuple(who[one] for one in counting if one not in voters),
        commitment=draw.commitment(vote.secret) if vote.kind.form is BallotForm.CANDIDATES else None,
        link=f"{vote.guild_id}/{panel.channel_id}/{panel.message_id}" if panel else None,
        tally=tally(vote, store.ballots(tx, vote_id)) if vote.closed_at is not None else None,
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
    people = people_store.by_ids(tx, named)
    if vote.subject is not None and vote.kind.effect is VoteEffect.EXPEL_PLAYER:
        people[vote.subject] = _with_known_account(tx, people[vote.subject])
    return people


def _with_known_account(tx: Query, person: Person) -> Person:
    """The person for the minutes of the own expulsion: the tombstone has no account, the record of it knows one."""
    expulsion = entering_bars_store.expulsion_of_person(tx, person.person_id)
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
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not _concerns(found, person):
        server_verbs.require(tx, person, Act.SEE_DESK)
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
    for vote in open_votes(tx, tx.guild_id, tx.pressed_at):
        with suppress(UserError):
            verbs.cancellable(tx, vote.vote.vote_id)
            found.append(vote)
    return tuple(found)


def open_votes(tx: Query, guild_id: GuildId, now: datetime) -> tuple[VoteView, ...]:
    """The votes of the server that are open, the first to close first."""
    found = (view(tx, vote.vote_id, now) for vote in store.all_open(tx, guild_id))
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
    vote, person = store.load(tx, vote_id), people_store.load(tx, person_id)
    excuse = None if vote is None else record_verbs.excuse_given(tx, vote, person_id)
    if vote is None or person is None or excuse is None:
        return None
    office_holders = people_store.offices(tx, vote.guild_id)
    office = Office.PRESIDENT if office_holders.get(Office.LEADER) == person_id else Office.LEADER
    answers = excuse.decided_by or office_holders.get(office)
    return ExcuseView(vote, person, excuse, people_store.load(tx, answers) if answers else None)


def removal_option(tx: Query, guild_id: GuildId, person_id: PersonId, now: datetime) -> MissedOften | None:
    """Who may be removed for absences, as the leader sees it; None for who is on the committee no longer."""
    person = people_store.load(tx, person_id)
    if person is None or people_store.title_of(tx, person_id) is None:
        return None
    leader = people_store.offices(tx, guild_id).get(Office.LEADER)
    return MissedOften(
        person=person,
        attendance=record_verbs.of_person(tx, guild_id, person_id, now),
        leader=people_store.load(tx, leader) if leader else None,
        open_removal=_is_proposed(store.all_open(tx, guild_id), person_id),
    )


def _is_proposed(running: Collection[Vote], person_id: PersonId) -> bool:
    return any(one.kind.effect is VoteEffect.REMOVE_FOR_ABSENCES and one.subject == person_id for one in running)


# --- votes as members ask for them ----------------------------------------------------------------------------------


REMOVAL = "absence-removal"


def ask(tx: ActorTx, kind_name: str, matter: VoteMatter, subject: Someone | None) -> Vote | str:
    """Opens the vote, or keeps what was typed until the representatives are chosen, and answers the draft's id."""
    if subject is not None:
        matter = replace(matter, subject=server_verbs.somebody(tx, tx.guild_id, subject).person_id)
    kind = kind_named(tx, tx.guild_id, kind_name)
    if kind.electorate is not ElectorateRule.REPRESENTATIVES:
        return open_matter(tx, kind_name, matter)
    by = openable(tx, kind_name, matter)
    draft_id = tx.new_id()
    draft = store.VoteDraft(draft_id, tx.guild_id, by.person_id, kind_name, matter.question.strip(), matter.subject)
    draft = replace(draft, ground=matter.ground, proof=tuple(matter.proof))
    store.keep_draft(tx, draft, tx.now)
    return draft_id


def with_representatives(tx: ActorTx, draft_id: str, chosen: Mapping[MemberId, str]) -> Vote:
    """Opens the vote that was typed before, among those chosen now (OLY-6). Raises Outdated for a used draft."""
    draft = store.take_draft(tx, draft_id)
    by = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if draft is None or by is None or draft.person_id != by.person_id:
        raise Outdated
    voting = [server_verbs.somebody(tx, tx.guild_id, one).person_id for one in chosen.items()]
    among = tuple(dict.fromkeys(voting))
    matter = VoteMatter(draft.question, draft.subject, representatives=among, ground=draft.ground, proof=draft.proof)
    return open_matter(tx, draft.kind, matter)


def propose_removal(tx: ActorTx, person_id: PersonId, question: str) -> Vote:
    """The leader puts the removal of who missed three votes to the President (AIJE-A02-6)."""
    person = people_store.load(tx, person_id)
    if person is None or person.guild_id != tx.guild_id:
        raise NotFound(what=Subject.PERSON)
    return open_matter(tx, REMOVAL, VoteMatter(question, person_id))


def keep_kind(tx: ActorTx, kind: ProcedureKind) -> bool:
    """Takes a validated kind under its name for votes to come; True when it replaces an older one.

    The owner, the leader or the President may, since a procedure can expel, and nobody with a case open. Raises
    NotAllowed, HasOpenCase, AssociationKindStays, ServerFull.
    """
    by = server_verbs.recognise(tx)
    refuse_others(tx)
    if kind.name in OF_THE_ASSOCIATION:
        raise RefusedFor("error.AssociationKindStays", name=kind.name)
    own = [one.name for one in store.kinds_of_server(tx, tx.guild_id)]
    if kind.name not in own:
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.PROCEDURES)
    before = store.kind_of_server(tx, tx.guild_id, kind.name)
    store.keep_kind(tx, tx.guild_id, kind, tx.now, by.person_id)
    tx.log(by.guild_id, "keep_procedure", f"procedure:{kind.name}", actor=by.person_id)
    texts = ("-" if before is None else procedures_model.to_toml(before), procedures_model.to_toml(kind))
    for hook in KEEPER_HOOKS:
        hook.tell_procedure(tx, by, texts, kind.name)
    return kind.name in own


def refuse_others(tx: ActorQuery) -> None:
    """Raises NotAllowed for all but the owner and the officers, and HasOpenCase."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    server_verbs.require_keeper(tx, person)
    for hook in KEEPER_HOOKS:
        hook.refuse_concerned(tx, person)


def file_of(tx: Query, guild_id: GuildId, name: str) -> tuple[ProcedureKind, str]:
    """The kind and its file; raises NotFoundByName."""
    kind = kind_named(tx, guild_id, name)
    return kind, procedures_model.to_toml(kind)


# --- what votes ask of a person -------------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker) -> Found:
    """Votes in which who asks is entitled and has not voted, votes that were missed, and what waits for an office."""
    if asker.person is None:
        return
    for view in open_votes(tx, asker.actor.guild_id, asker.now):
        if any(asker.is_me(one) for one in view.waiting):
            yield TaskItem(Task.VOTE, view.vote.vote_id, None, view.closes_at)
        if view.vote.asked and _runs(tx, asker, view.vote.vote_id):
            yield TaskItem(Task.SETTLE_VOTE, view.vote.vote_id, None, called=view.vote.question)
    yield from _votes_missed(tx, asker, asker.person.person_id)
    yield from _of_offices(tx, asker, asker.person.person_id)


def _runs(tx: Query, asker: Asker, vote_id: VoteId) -> bool:
    """Whether who asks may end the vote."""
    with suppress(UserError):
        verbs.cancellable(tx.acting_as(asker.actor), vote_id)
        return True
    return False


def _votes_missed(tx: Query, asker: Asker, person_id: PersonId) -> Found:
    """Votes that the person has missed and can still give a reason for (AIJE-A02-6)."""
    given = store.excuses_of_guild(tx, asker.actor.guild_id)
    for vote in store.all_closed(tx, asker.actor.guild_id):
        until = excuse_by(vote, outages_of(tx, vote))
        has_reason = (vote.vote_id, person_id) in given
        if asker.now <= until and not has_reason and record_verbs.has_missed(tx, vote, person_id):
            yield TaskItem(Task.EXCUSE_VOTE, vote.vote_id, None, until)


def _of_offices(tx: Query, asker: Asker, person_id: PersonId) -> Found:
    """What only the leader answers, or the President in the leader's own matter."""
    guild_id = asker.actor.guild_id
    office_holders = people_store.offices(tx, guild_id)
    for (vote_id, absent), excuse in store.excuses_of_guild(tx, guild_id).items():
        office = Office.PRESIDENT if office_holders.get(Office.LEADER) == absent else Office.LEADER
        if excuse.decided_at is None and office_holders.get(office) == person_id != absent:
            yield TaskItem(Task.ANSWER_EXCUSE, f"{vote_id}.{absent}", other=people_store.load(tx, absent))
    if asker.may(Act.ANSWER_SUGGESTION):
        for one in store.suggestions_of_guild(tx, guild_id):
            if one.approved is None:
                yield TaskItem(Task.ANSWER_SUGGESTION, one.suggestion_id, other=people_store.load(tx, one.person_id))
    if office_holders.get(Office.LEADER) == person_id:
        yield from _removals(tx, asker, person_id)


def _removals(tx: Query, asker: Asker, leader: PersonId) -> Found:
    """Members who have missed three votes without reason: the leader may propose their removal (AIJE-A02-6)."""
    for member in people_store.arbiters(tx, asker.actor.guild_id):
        missed = None if member == leader else removal_option(tx, asker.actor.guild_id, member, asker.now)
        if missed is not None and missed.attendance.may_be_removed and not missed.open_removal:
            yield TaskItem(Task.PROPOSE_REMOVAL, member, other=missed.person)
