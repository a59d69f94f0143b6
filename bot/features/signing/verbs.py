"""Asking for a second signature, signing, declining, objecting, and what comes by itself at the end of the time.

A feature says how its act is carried out once it is signed. Of those who could sign, linked accounts are one
person.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.features.signing import store
from bot.features.signing.model import (
    IN_PUBLIC_FOR,
    REFUSED_FOR,
    REOPEN_FOR,
    THE_WHOLE_LINE,
    Bench,
    Signature,
    SignatureEnded,
    SignatureLetter,
    SignaturePassedOn,
    SignatureView,
    SignatureWanted,
    Signed,
    Wish,
    WishOutcome,
    passes_on_at,
    who_signs,
)
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.i18n.names import checked_reason
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotFound, NotYours, Outdated, Refused, RefusedAt, Subject, UserError
from bot.kernel.ids import Actor, GuildId, MemberId, PersonId, Place
from bot.kernel.outages import CLICKS_IN_FLIGHT, Step, extend
from bot.kernel.promises import ToMember
from bot.people import store as people_store
from bot.people.model import Capacity, CountedByAccount, Office, Person
from bot.play.plugs import Hooks, Joined, first
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, who_may
from bot.server.speaking_verbs import look_for_decisions, promise_publicly, write_to

# --- what features add ------------------------------------------------------------------------------------------


CarryOut = Callable[[ActorTx, Signature, Any], None]
"""Does the act anew, by the facts of now. `Actor` is who signs, or where it waited in public, who asked.

Raises the UserError that the act itself would raise where the wish does not hold any more.
"""


@dataclass(frozen=True, slots=True)
class SignedVerb:
    """One kind of act that waits for a second signature."""

    act: Act
    """Whose offices come first for the signature."""
    wish: type[Wish]
    carry_out: CarryOut
    told: Callable[[Query, Signature, Any], object] = lambda _work, _signature, wish: wish
    """What its card is made of; None where nothing can be told of it any more."""
    about: Callable[[Query, Any], str] = lambda _work, wish: repr(wish)
    """What two wishes have in common that are the same in other words: a person, a list, an event."""
    refused_for: timedelta = REFUSED_FOR
    """For so long who asked asks for nothing about the same, once it was declined or objected to."""


class SigningHooks(Hooks):
    """The acts of one feature that can wait for a second signature."""

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Each kind with its verb."""
        return {}

    def arbiters_brought_by(self, tx: Query, guild_id: GuildId, person_ids: Collection[PersonId]) -> set[PersonId]:
        """Whose service as an arbiter is the word of one of the people."""
        return set()


SIGNING_HOOKS: Final = Joined(SigningHooks)


def verb_of(kind: Signed) -> SignedVerb:
    """The verb of the kind; raises LookupError where no feature has it."""
    found = first(signing_hook.verbs().get(kind) for signing_hook in SIGNING_HOOKS)
    if found is None:
        raise LookupError(f"nobody carries out {kind}")
    return found


# --- who could sign -------------------------------------------------------------------------------------------------


def who_can_sign(
    tx: Query,
    guild_id: GuildId,
    named: Collection[Office],
    out: Collection[PersonId],
    now: datetime,
    passed_on: int = 0,
) -> tuple[Person, ...]:
    """Who can sign at the moment, by the account of each that can press; `out` neither sign nor are stood in for."""
    office_holders, owner = people_store.offices(tx, guild_id), _owner(tx, guild_id)
    serving = _in_order(tx, guild_id, out)
    stand_ins = _stand_ins(tx, guild_id, office_holders, now)
    there = dict.fromkeys((*office_holders.values(), *serving, *owner))
    tied = (one for pair in stand_ins for one in pair)
    same_person_ids = people_store.same_person_ids_of_each(tx, list(dict.fromkeys((*there, *out, *tied))))
    whole = {one: min(own) for one, own in same_person_ids.items()}
    accounts = _accounts(tx, there, same_person_ids)
    there_now = _bench(office_holders, (*serving, *owner), stand_ins, whole, accounts)
    found = who_signs(there_now, named, {whole[one] for one in out}, passed_on)
    return tuple(_account_of(one, whole, accounts) for one in found)


def _bench(
    held: Mapping[Office, PersonId],
    in_order: Sequence[PersonId],
    stand_ins: Iterable[tuple[PersonId, PersonId]],
    whole: Mapping[PersonId, PersonId],
    accounts: Mapping[PersonId, Person],
) -> Bench:
    """Each person by the one id; `in_order` are the arbiters and then the owner, `accounts` those who can press."""
    officers = {office: whole[one] for office, one in held.items() if one in accounts}
    others = dict.fromkeys(whole[one] for one in in_order if one in accounts)
    pairs = frozenset((whole[one], whole[holder]) for one, holder in stand_ins)
    return Bench(officers, tuple(others), pairs)


def _account_of(signer: PersonId, whole: Mapping[PersonId, PersonId], accounts: Mapping[PersonId, Person]) -> Person:
    """The account by which who signs holds the office, the title or the server."""
    return next(account for one, account in accounts.items() if whole[one] == signer)


def _in_order(tx: Query, guild_id: GuildId, out: Collection[PersonId]) -> list[PersonId]:
    """The arbiters, the longest-serving first; whose service a list of somebody in `out` tells, after the others."""
    serving = people_store.longest_serving(tx, guild_id)
    told = {person for signing_hook in SIGNING_HOOKS for person in signing_hook.arbiters_brought_by(tx, guild_id, out)}
    return sorted(serving, key=lambda one: one in told)


def are_tied(tx: Query, guild_id: GuildId, person_id: PersonId, other: PersonId, now: datetime) -> bool:
    """Whether both have one office between them: the one stands in for the other."""
    pairs = _stand_ins(tx, guild_id, people_store.offices(tx, guild_id), now)
    either = (set(people_store.same_person_ids(tx, person_id)), set(people_store.same_person_ids(tx, other)))
    return any(not pair.isdisjoint(either[0]) and not pair.isdisjoint(either[1]) for pair in map(set, pairs))


def know_owner(tx: Tx, guild_id: GuildId) -> None:
    """The owner can sign without having pressed anything before; until then the name is not known."""
    community = server_verbs.community(tx, guild_id)
    server_verbs.somebody(tx, guild_id, (community.owner_id, ""))


def _owner(tx: Query, guild_id: GuildId) -> tuple[PersonId, ...]:
    community = server_store.load(tx, guild_id)
    found = None if community is None else people_store.of_member(tx, guild_id, community.owner_id)
    return () if found is None else (found.person_id,)


def _stand_ins(
    tx: Query, guild_id: GuildId, held: Mapping[Office, PersonId], now: datetime
) -> list[tuple[PersonId, PersonId]]:
    acting = server_store.standing_in(tx, guild_id, now)
    return [(one.person_id, held[office]) for office, one in acting.items() if office in held]


def _accounts(
    tx: Query, person_ids: Iterable[PersonId], same_person_ids: Mapping[PersonId, list[PersonId]]
) -> dict[PersonId, Person]:
    """Of each the entry with a Discord account, the own one first; who has none can press nothing."""
    people = people_store.by_ids(tx, [own for one in person_ids for own in same_person_ids[one]])
    reached = {one: person for one, person in people.items() if person.discord_id is not None}
    return {
        one: next(reached[own] for own in same_person_ids[one] if own in reached)
        for one in person_ids
        if not reached.keys().isdisjoint(same_person_ids[one])
    }


# --- signatures -----------------------------------------------------------------------------------------------------


_OFFICES: Final[Mapping[Capacity, Office]] = {Capacity.PRESIDENT: Office.PRESIDENT, Capacity.LEADER: Office.LEADER}


def signature_subject(signature_id: str) -> str:
    """How deadlines, panels and the log name it."""
    return f"signature:{signature_id}"


def ask(
    tx: ActorTx, asker: Person, wish: Wish, *, concerned: Collection[PersonId] = (), lapses: timedelta
) -> Signature:
    """Stores the wish and promises the public message, with letters to who can sign.

    Where nobody is left who could sign, it waits in public instead, whatever `lapses` is. Raises AskedForBefore,
    RefusedBefore, ServerFull and AskedEnough.
    """
    asked = _draft(tx, asker, wish, frozenset(concerned), lapses)
    _refuse_twice(tx, asker, asked, wish)
    _refuse_again(tx, asker, asked, wish)
    bounds_verbs.take_room(tx, tx.guild_id, Bounded.SIGNATURES)
    server_verbs.spend(tx, asker, CountedByAccount.WISH, lambda until: RefusedAt("error.AskedEnough", at=until))
    know_owner(tx, tx.guild_id)
    able = signers(tx, asked, tx.now)
    if not able and not signers(tx, replace(asked, passed_on=THE_WHOLE_LINE), tx.now):
        asked = replace(asked, in_public=True, until=tx.now + IN_PUBLIC_FOR)
    store.add(tx, asked)
    _reschedule(tx, asked)
    _log_signature(tx, asked, "ask_signature", asker.person_id)
    _tell(tx, asked, able)
    return asked


def _draft(tx: ActorTx, asker: Person, wish: Wish, concerned: frozenset[PersonId], lapses: timedelta) -> Signature:
    written = json.dumps(asdict(wish), sort_keys=True, ensure_ascii=False)
    fresh, organises = tx.new_id(), tx.actor.is_organiser
    moments = (tx.now, tx.now + lapses)
    who = (asker.person_id, organises)
    return Signature(fresh, tx.guild_id, wish.kind, written, *who, *moments, concerned=concerned)


def _refuse_twice(tx: Query, asker: Person, signature: Signature, wish: Wish) -> None:
    """Raises AskedForBefore: about the same one wish waits at a time."""
    verb = verb_of(signature.kind)
    for one in store.open_of_people(tx, people_store.same_person_ids(tx, asker.person_id)):
        very_same = (one.kind, one.wish) == (signature.kind, signature.wish)
        own = one.kind is signature.kind and one.asked_by == asker.person_id
        if very_same or (own and verb.about(tx, read_wish(one)) == verb.about(tx, wish)):
            raise RefusedAt("error.AskedForBefore", at=_ends_at(tx, one))


def _refuse_again(tx: Query, asker: Person, signature: Signature, wish: Wish) -> None:
    """Raises RefusedBefore: who was refused asks for nothing about the same, and nobody else for the very same.

    Whoever declined or objected may have changed their mind.
    """
    verb, same_person_ids = verb_of(signature.kind), people_store.same_person_ids(tx, asker.person_id)
    about, since = verb.about(tx, wish), signature.asked_at - verb.refused_for
    for one in store.refused_since(tx, signature.guild_id, signature.kind, since):
        again = one.asked_by in same_person_ids and verb.about(tx, read_wish(one)) == about
        very_same = one.wish == signature.wish and one.ended_by not in same_person_ids
        if one.ended_at is not None and (again or very_same):
            raise RefusedAt("error.RefusedBefore", at=one.ended_at + verb.refused_for)


def _tell(tx: Tx, signature: Signature, able: Iterable[Person]) -> None:
    said = SignatureWanted(signature.signature_id, by_name=not signature.in_public)
    tx.enqueue(signature.guild_id, Place.ANNOUNCEMENTS, said)
    for person in able:
        write_to(tx, signature.guild_id, person, SignatureLetter(signature.signature_id))
    look_for_decisions(tx, signature.guild_id)


def sign(tx: ActorTx, signature_id: str) -> SignatureView:
    """Signs and carries the act out in this transaction; what the act refuses leaves everything as it was.

    Raises OwnWish, NotTheSigner, WaitsInPublic, AlreadyDone, Outdated, and what the act itself raises.
    """
    found = _find_open(tx, signature_id)
    if found.in_public:
        raise RefusedAt("error.WaitsInPublic", at=_ends_at(tx, found))
    person = server_verbs.recognise(tx)
    _require_signer(tx, found, person)
    _end(tx, found, WishOutcome.SIGNED, "sign", person)
    verb = verb_of(found.kind)
    verb.carry_out(tx, found, read_wish(found))
    return _view(tx, _load(tx, signature_id), tx.now)


def decline(tx: ActorTx, signature_id: str, reason: str) -> SignatureView:
    """Who could sign says no, with a reason that everybody reads. Raises as `sign` does."""
    found = _find_open(tx, signature_id)
    person = server_verbs.recognise(tx)
    why = checked_reason(reason)
    if found.in_public:
        raise RefusedAt("error.WaitsInPublic", at=_ends_at(tx, found))
    _require_signer(tx, found, person)
    _end(tx, found, WishOutcome.DECLINED, "decline_signature", person, why)
    return _view(tx, _load(tx, signature_id), tx.now)


def object_to(tx: ActorTx, signature_id: str, reason: str) -> SignatureView:
    """Anybody known here ends what waits in public, with a reason that everybody reads; its asker cannot.

    Raises WaitsForSignature, OwnWish, NotYours for a stranger, AlreadyDone and Outdated.
    """
    found = _find_open(tx, signature_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None:
        raise NotYours
    why = checked_reason(reason)
    if not found.in_public:
        raise Refused("error.WaitsForSignature")
    if people_store.are_one(tx, person.person_id, found.asked_by):
        raise Refused("error.OwnWish")
    _end(tx, found, WishOutcome.OBJECTED, "object_to_wish", person, why)
    return _view(tx, _load(tx, signature_id), tx.now)


def withdraw(tx: ActorTx, signature_id: str) -> SignatureView:
    """Its asker takes it back, under whichever account; raises NotYours for others."""
    found = _find_open(tx, signature_id)
    person = server_verbs.recognise(tx)
    if not people_store.are_one(tx, person.person_id, found.asked_by):
        raise NotYours
    _end(tx, found, WishOutcome.WITHDRAWN, "withdraw_wish", person)
    return _view(tx, _load(tx, signature_id), tx.now)


def let_go(tx: Tx, signature: Signature) -> None:
    """What was asked for cannot be any more, by what its asker did since."""
    _end(tx, signature, WishOutcome.WITHDRAWN, "withdraw_wish", None)


def asker_gone(tx: Tx, person_ids: Iterable[PersonId]) -> None:
    """What people asked for who are erased or expelled ends: nobody answers for it any more."""
    for one in store.open_of_people(tx, person_ids):
        let_go(tx, one)


def take(tx: Tx, subject: str, step: Step) -> None:
    """Takes a step: it passes on, or at its end lapses, or is carried out where nobody objected in its public days."""
    found = store.load(tx, subject)
    if found is None or found.outcome is not None:
        return
    if step is Step.HAND_ON_SIGNATURE:
        _pass_on(tx, found)
    elif _closes_at(tx, found) > tx.now:
        _reschedule(tx, found)
    elif not found.in_public:
        _end(tx, found, WishOutcome.LAPSED, "lapse_signature", None)
    else:
        _carry_out_unopposed(tx, found)


def _pass_on(tx: Tx, found: Signature) -> None:
    """Lets the next in line sign, too, and says so to them and to everybody; at a moment that has moved, nothing."""
    due = _passes_at(tx, found)
    if due is not None and due <= tx.now:
        further = replace(found, passed_on=found.passed_on + 1)
        store.pass_on(tx, found.signature_id, further.passed_on)
        before = {signer.person_id for signer in signers(tx, found, tx.now)}
        fresh = [signer for signer in signers(tx, further, tx.now) if signer.person_id not in before]
        if fresh:
            _tell_next(tx, further, fresh)
        found = further
    _reschedule(tx, found)


def _tell_next(tx: Tx, signature: Signature, fresh: Sequence[Person]) -> None:
    people_ids = tuple(one.person_id for one in fresh)
    promise_publicly(tx, signature.guild_id, SignaturePassedOn(signature.signature_id, people_ids))
    for person in fresh:
        write_to(tx, signature.guild_id, person, SignatureLetter(signature.signature_id))
    tx.touch(signature_subject(signature.signature_id))
    look_for_decisions(tx, signature.guild_id)
    _log_signature(tx, signature, "pass_on_wish", None)


def servers_with_open(tx: Query) -> list[GuildId]:
    """The servers in which anything waits for a signature."""
    return store.servers_with_open(tx)


def after_outage(tx: Tx, guild_id: GuildId) -> None:
    """What waits, waits longer by it."""
    for one in store.open_of_guild(tx, guild_id):
        _reschedule(tx, one)
        tx.touch(signature_subject(one.signature_id))


def signers(tx: Query, signature: Signature, now: datetime) -> tuple[Person, ...]:
    """Who can sign at the moment."""
    out = (signature.asked_by, *sorted(signature.concerned))
    return who_could_sign(tx, signature.guild_id, signature.kind, out, now, signature.passed_on)


def who_could_sign(
    tx: Query,
    guild_id: GuildId,
    kind: Signed,
    out: Collection[PersonId],
    now: datetime,
    passed_on: int = 0,
) -> tuple[Person, ...]:
    """Who could sign a wish of the kind that `out` have asked for or are concerned by."""
    named = [_OFFICES[one] for one in who_may(verb_of(kind).act) if one in _OFFICES]
    return who_can_sign(tx, guild_id, named, out, now, passed_on)


def asker_presser(tx: Query, signature: Signature, at: datetime) -> tuple[Person, Actor]:
    """Who asked, as they would press now: what the registry knows, and Discord's word of when they asked."""
    asker, community = people_store.load(tx, signature.asked_by), server_store.load(tx, signature.guild_id)
    if asker is None or community is None:
        raise NotFound(what=Subject.PERSON)
    is_owner = asker.discord_id == community.owner_id
    member, language = asker.discord_id or MemberId(0), asker.language or community.language
    organises = signature.asked_as_organiser
    return asker, Actor(signature.guild_id, member, asker.name, language, is_owner, organises or is_owner, at)


def read_wish(signature: Signature) -> Any:
    """The wish as it was asked for."""
    told = {name: _frozen(value) for name, value in json.loads(signature.wish).items()}
    return verb_of(signature.kind).wish(**told)


def find_view(tx: ActorQuery, signature_id: str) -> SignatureView:
    """One wish with its people, for everybody in its server; raises Outdated."""
    found = store.load(tx, signature_id)
    if found is None or found.guild_id != tx.guild_id:
        raise Outdated
    return _view(tx, found, tx.pressed_at)


def view(tx: Query, signature_id: str, now: datetime) -> SignatureView | None:
    """One wish with its people; None for an unknown id."""
    found = store.load(tx, signature_id)
    return None if found is None else _view(tx, found, now)


def guide(tx: Query, asked: Asker) -> Found:
    """What waits for the signature of who asks."""
    if asked.person is None:
        return
    for one in store.open_of_guild(tx, asked.actor.guild_id):
        if one.in_public:
            continue
        same_person_ids = people_store.same_person_ids(tx, asked.person.person_id)
        if any(signer.person_id in same_person_ids for signer in signers(tx, one, asked.now)):
            asker = people_store.load(tx, one.asked_by)
            yield TaskItem(Task.SIGN, one.signature_id, until=_ends_at(tx, one), other=asker)


def _view(tx: Query, signature: Signature, now: datetime) -> SignatureView:
    waits = signature.outcome is None and not signature.in_public
    people = people_store.by_ids(tx, [one for one in (signature.asked_by, signature.ended_by) if one is not None])
    return SignatureView(
        signature,
        people[signature.asked_by],
        signers(tx, signature, now) if waits else (),
        *(_following(tx, signature, now) if waits else ((), None)),
        _ends_at(tx, signature),
        None if signature.ended_by is None else people[signature.ended_by],
        verb_of(signature.kind).told(tx, signature, read_wish(signature)),
    )


def _following(tx: Query, signature: Signature, now: datetime) -> tuple[tuple[Person, ...], datetime | None]:
    """Who can sign besides once it passes on, and when that is; nobody where the line is at its end."""
    there = {signer.person_id for signer in signers(tx, signature, now)}
    further = signers(tx, replace(signature, passed_on=signature.passed_on + 1), now)
    fresh = tuple(one for one in further if one.person_id not in there)
    return fresh, _passes_at(tx, signature) if fresh else None


def _require_signer(tx: Query, signature: Signature, person: Person) -> None:
    same_person_ids = people_store.same_person_ids(tx, person.person_id)
    if signature.asked_by in same_person_ids:
        raise Refused("error.OwnWish")
    if not any(signer.person_id in same_person_ids for signer in signers(tx, signature, tx.now)):
        raise Refused("error.NotTheSigner")


def _find_open(tx: ActorQuery, signature_id: str) -> Signature:
    found = store.load(tx, signature_id)
    if found is None or found.guild_id != tx.guild_id:
        raise Outdated
    if found.outcome is not None:
        raise AlreadyDone
    if tx.pressed_at >= _ends_at(tx, found):
        raise Outdated
    return found


def _load(tx: Query, signature_id: str) -> Signature:
    found = store.load(tx, signature_id)
    if found is None:
        raise Outdated
    return found


def _ends_at(tx: Query, signature: Signature) -> datetime:
    since = kernel_time_store.outages_since(tx, signature.guild_id, signature.asked_at)
    return extend(signature.asked_at, signature.until, since, REOPEN_FOR)


def _closes_at(tx: Query, signature: Signature) -> datetime:
    return _ends_at(tx, signature) + CLICKS_IN_FLIGHT


def _passes_at(tx: Query, signature: Signature) -> datetime | None:
    if signature.in_public:
        return None
    return passes_on_at(signature.asked_at, _ends_at(tx, signature), signature.passed_on)


def _reschedule(tx: Tx, signature: Signature) -> None:
    subject, passes_at = signature_subject(signature.signature_id), _passes_at(tx, signature)
    passing = [] if passes_at is None else [(Step.HAND_ON_SIGNATURE, passes_at)]
    kernel_time_store.rewrite_deadlines(tx, subject, [*passing, (Step.END_SIGNATURE, _closes_at(tx, signature))])


def _carry_out_unopposed(tx: Tx, signature: Signature) -> None:
    """In the asker's name; where the wish does not hold any more, nothing of it stays."""
    verb = verb_of(signature.kind)

    def carry_out() -> None:
        _, actor = asker_presser(tx, signature, tx.now)
        verb.carry_out(tx.acting_as(actor), signature, read_wish(signature))

    try:
        tx.part(carry_out)
    except UserError:
        _end(tx, signature, WishOutcome.VOID, "void_wish", None)
    else:
        _end(tx, signature, WishOutcome.UNOPPOSED, "carry_out_wish", None)


def _end(
    tx: Tx,
    signature: Signature,
    outcome: WishOutcome,
    act: str,
    by: Person | None,
    why: str | None = None,
) -> None:
    """Writes how it ended and says so to everybody, and to who asked; raises AlreadyDone."""
    person_id = None if by is None else by.person_id
    if not store.end(tx, signature.signature_id, outcome, person_id, tx.now, why):
        raise AlreadyDone
    subject = signature_subject(signature.signature_id)
    kernel_time_store.rewrite_deadlines(tx, subject, ())
    tx.touch(subject)
    _log_signature(tx, signature, act, person_id, why)
    said = SignatureEnded(signature.signature_id)
    promise_publicly(tx, signature.guild_id, said)
    asker = people_store.load(tx, signature.asked_by)
    if asker is not None and asker.discord_id is not None and person_id != asker.person_id:
        tx.enqueue(signature.guild_id, ToMember(asker.discord_id), said)


def _log_signature(tx: Tx, signature: Signature, act: str, by: PersonId | None, why: str | None = None) -> None:
    subject, details = signature_subject(signature.signature_id), {"kind": signature.kind.value}
    tx.log(signature.guild_id, act, subject, actor=by, why=why, details=details)


def _frozen(value: object) -> object:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
