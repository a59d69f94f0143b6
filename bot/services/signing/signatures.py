"""Asking for a second signature, signing, declining, objecting, and what comes by itself at the end of the time."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, replace
from datetime import datetime, timedelta
from typing import Any, Final

from bot.domain.announcements import ToMember
from bot.domain.community import Person, Place, Presser
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.ids import GuildId, MemberId, Occasion, PersonId
from bot.domain.outages import Outage, extend
from bot.domain.permissions import Capacity, Office, who_may
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.quotas import Counted
from bot.domain.signing.sayings import SignatureEnded, SignatureLetter, SignaturePassedOn, SignatureWanted
from bot.domain.signing.signatures import (
    IN_PUBLIC_FOR,
    REOPEN_FOR,
    THE_WHOLE_LINE,
    Outcome,
    Signature,
    SignatureView,
    Signed,
    Wish,
    passes_on_at,
)
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, NotYours, Outdated, Subject, UserError
from bot.services import access, quotas
from bot.services.asked import Asked, Found
from bot.services.signing import bench
from bot.services.signing.hooks import verb_of
from bot.services.speaking import look_for_decisions, promise, promise_publicly, write_to
from bot.storage import communities, deadlines, identities, log, outages, panels, people
from bot.storage import signatures as stored
from bot.storage.database import Work

_OFFICES: Final[Mapping[Capacity, Office]] = {Capacity.PRESIDENT: Office.PRESIDENT, Capacity.LEADER: Office.LEADER}


class AskedForBefore(UserError):
    """The very same waits for a second signature already."""

    until: datetime


class RefusedBefore(UserError):
    """About the same a signature was declined, or an objection made, not long ago."""

    until: datetime


class AskedEnough(UserError):
    """The account has asked for as many signatures lately as it may in a day."""

    until: datetime


class OwnWish(UserError):
    """Who asked for it, under whichever account, neither signs nor objects; they can take it back."""


class NotTheSigner(UserError):
    """Another person comes first for this signature, or it is about who pressed."""


class WaitsInPublic(UserError):
    """Nobody signs what waits in public: it is carried out then, unless somebody objects."""

    until: datetime


class WaitsForSignature(UserError):
    """Objections are for what waits in public; this waits for a second person, who can decline."""


def signature_subject(signature_id: str) -> str:
    """How deadlines, panels and the log name it."""
    return f"signature:{signature_id}"


def ask(
    work: Work,
    occasion: Occasion,
    presser: Presser,
    asker: Person,
    wish: Wish,
    *,
    concerned: Collection[PersonId] = (),
    lapses: timedelta,
) -> Signature:
    """Stores the wish and promises the public message, with letters to who can sign.

    Where nobody is left who could sign, it waits in public instead, whatever `lapses` is. Raises AskedForBefore,
    RefusedBefore and AskedEnough.
    """
    asked = _draft(occasion, presser, asker, wish, frozenset(concerned), lapses)
    _refuse_twice(work, asker, asked, wish)
    _refuse_again(work, asker, asked, wish)
    quotas.spend(work, occasion, asker, Counted.WISH, lambda until: AskedEnough(until=until))
    bench.know_owner(work, occasion, presser.guild_id)
    able = signers(work, asked, occasion.now)
    if not able and not signers(work, replace(asked, passed_on=THE_WHOLE_LINE), occasion.now):
        asked = replace(asked, in_public=True, until=occasion.now + IN_PUBLIC_FOR)
    stored.add(work, asked)
    _reschedule(work, asked)
    _record(work, occasion, asked, "ask_signature", asker.person_id)
    _tell(work, occasion, asked, able)
    return asked


def _draft(
    occasion: Occasion, presser: Presser, asker: Person, wish: Wish, concerned: frozenset[PersonId], lapses: timedelta
) -> Signature:
    written = json.dumps(asdict(wish), sort_keys=True, ensure_ascii=False)
    fresh, organises = occasion.ids.fresh(), presser.is_organiser
    moments = (occasion.now, occasion.now + lapses)
    who = (asker.person_id, organises)
    return Signature(fresh, presser.guild_id, wish.kind, written, *who, *moments, concerned=concerned)


def _refuse_twice(work: Work, asker: Person, asked: Signature, wish: Wish) -> None:
    """Raises AskedForBefore: about the same one wish waits at a time."""
    verb = verb_of(asked.kind)
    for one in stored.open_of_people(work, identities.selves(work, asker.person_id)):
        very_same = (one.kind, one.wish) == (asked.kind, asked.wish)
        own = one.kind is asked.kind and one.asked_by == asker.person_id
        if very_same or (own and verb.about(work, read_wish(one)) == verb.about(work, wish)):
            raise AskedForBefore(until=_ends_at(work, one))


def _refuse_again(work: Work, asker: Person, asked: Signature, wish: Wish) -> None:
    """Raises RefusedBefore: who was refused asks for nothing about the same, and nobody else for the very same.

    Whoever declined or objected may have changed their mind.
    """
    verb, own = verb_of(asked.kind), identities.selves(work, asker.person_id)
    about, since = verb.about(work, wish), asked.asked_at - verb.refused_for
    for one in stored.refused_since(work, asked.guild_id, asked.kind, since):
        again = one.asked_by in own and verb.about(work, read_wish(one)) == about
        very_same = one.wish == asked.wish and one.ended_by not in own
        if one.ended_at is not None and (again or very_same):
            raise RefusedBefore(until=one.ended_at + verb.refused_for)


def _tell(work: Work, occasion: Occasion, asked: Signature, able: Iterable[Person]) -> None:
    said = SignatureWanted(asked.signature_id, by_name=not asked.in_public)
    promise(work, occasion, asked.guild_id, Place.ANNOUNCEMENTS, said)
    for person in able:
        write_to(work, occasion, asked.guild_id, person, SignatureLetter(asked.signature_id))
    look_for_decisions(work, asked.guild_id, occasion.now)


def sign(work: Work, occasion: Occasion, presser: Presser, signature_id: str) -> SignatureView:
    """Signs and carries the act out in this transaction; what the act refuses leaves everything as it was.

    Raises OwnWish, NotTheSigner, WaitsInPublic, AlreadyDone, Outdated, and what the act itself raises.
    """
    found = _find_open(work, presser, signature_id)
    if found.in_public:
        raise WaitsInPublic(until=_ends_at(work, found))
    person = access.recognise(work, occasion, presser)
    _require_signer(work, found, person, occasion.now)
    _end(work, occasion, found, Outcome.SIGNED, "sign", person)
    verb = verb_of(found.kind)
    verb.carry_out(work, occasion, presser, found, read_wish(found))
    return _view(work, _load(work, signature_id), occasion.now)


def decline(work: Work, occasion: Occasion, presser: Presser, signature_id: str, reason: str) -> SignatureView:
    """Who could sign says no, with a reason that everybody reads. Raises as `sign` does."""
    found = _find_open(work, presser, signature_id)
    person = access.recognise(work, occasion, presser)
    why = checked_reason(reason)
    if found.in_public:
        raise WaitsInPublic(until=_ends_at(work, found))
    _require_signer(work, found, person, occasion.now)
    _end(work, occasion, found, Outcome.DECLINED, "decline_signature", person, why)
    return _view(work, _load(work, signature_id), occasion.now)


def object_to(work: Work, occasion: Occasion, presser: Presser, signature_id: str, reason: str) -> SignatureView:
    """Anybody known here ends what waits in public, with a reason that everybody reads; its asker cannot.

    Raises WaitsForSignature, OwnWish, NotYours for a stranger, AlreadyDone and Outdated.
    """
    found = _find_open(work, presser, signature_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    if person is None:
        raise NotYours
    why = checked_reason(reason)
    if not found.in_public:
        raise WaitsForSignature
    if identities.are_one(work, person.person_id, found.asked_by):
        raise OwnWish
    _end(work, occasion, found, Outcome.OBJECTED, "object_to_wish", person, why)
    return _view(work, _load(work, signature_id), occasion.now)


def withdraw(work: Work, occasion: Occasion, presser: Presser, signature_id: str) -> SignatureView:
    """Its asker takes it back, under whichever account; raises NotYours for others."""
    found = _find_open(work, presser, signature_id)
    person = access.recognise(work, occasion, presser)
    if not identities.are_one(work, person.person_id, found.asked_by):
        raise NotYours
    _end(work, occasion, found, Outcome.WITHDRAWN, "withdraw_wish", person)
    return _view(work, _load(work, signature_id), occasion.now)


def let_go(work: Work, occasion: Occasion, found: Signature) -> None:
    """What was asked for cannot be any more, by what its asker did since."""
    _end(work, occasion, found, Outcome.WITHDRAWN, "withdraw_wish", None)


def asker_gone(work: Work, occasion: Occasion, some: Iterable[PersonId]) -> None:
    """What people asked for who are erased or expelled ends: nobody answers for it any more."""
    for one in stored.open_of_people(work, some):
        let_go(work, occasion, one)


def take(work: Work, occasion: Occasion, subject: str, step: Step) -> None:
    """Takes a step: it passes on, or at its end lapses, or is carried out where nobody objected in its public days."""
    found = stored.load(work, subject)
    if found is None or found.outcome is not None:
        return
    if step is Step.HAND_ON_SIGNATURE:
        _pass_on(work, occasion, found)
    elif _closes_at(work, found) > occasion.now:
        _reschedule(work, found)
    elif not found.in_public:
        _end(work, occasion, found, Outcome.LAPSED, "lapse_signature", None)
    else:
        _carry_out_unopposed(work, occasion, found)


def _pass_on(work: Work, occasion: Occasion, found: Signature) -> None:
    """Lets the next in line sign, too, and says so to them and to everybody; at a moment that has moved, nothing."""
    due = _passes_at(work, found)
    if due is not None and due <= occasion.now:
        further = replace(found, passed_on=found.passed_on + 1)
        stored.pass_on(work, found.signature_id, further.passed_on)
        before = {one.person_id for one in signers(work, found, occasion.now)}
        fresh = [one for one in signers(work, further, occasion.now) if one.person_id not in before]
        if fresh:
            _tell_next(work, occasion, further, fresh)
        found = further
    _reschedule(work, found)


def _tell_next(work: Work, occasion: Occasion, found: Signature, fresh: Sequence[Person]) -> None:
    people_ids = tuple(one.person_id for one in fresh)
    promise_publicly(work, occasion, found.guild_id, SignaturePassedOn(found.signature_id, people_ids))
    for person in fresh:
        write_to(work, occasion, found.guild_id, person, SignatureLetter(found.signature_id))
    panels.mark_stale(work, signature_subject(found.signature_id), occasion.now)
    look_for_decisions(work, found.guild_id, occasion.now)
    _record(work, occasion, found, "pass_on_wish", None)


def after_outage(work: Work, occasion: Occasion, outage: Outage) -> None:
    """What waits, waits longer by it."""
    for one in stored.open_for(work, outage.guild_id):
        _reschedule(work, one)
        panels.mark_stale(work, signature_subject(one.signature_id), occasion.now)


def signers(work: Work, signature: Signature, now: datetime) -> tuple[Person, ...]:
    """Who can sign at the moment."""
    out = (signature.asked_by, *sorted(signature.concerned))
    return who_could_sign(work, signature.guild_id, signature.kind, out, now, signature.passed_on)


def who_could_sign(
    work: Work,
    guild_id: GuildId,
    kind: Signed,
    out: Collection[PersonId],
    now: datetime,
    passed_on: int = 0,
) -> tuple[Person, ...]:
    """Who could sign a wish of the kind that `out` have asked for or are concerned by."""
    named = [_OFFICES[one] for one in who_may(verb_of(kind).act) if one in _OFFICES]
    return bench.who_can_sign(work, guild_id, named, out, now, passed_on)


def asker_presser(work: Work, signature: Signature, at: datetime) -> tuple[Person, Presser]:
    """Who asked, as they would press now: what the registry knows, and Discord's word of when they asked."""
    asker, community = people.load(work, signature.asked_by), communities.load(work, signature.guild_id)
    if asker is None or community is None:
        raise NotFound(what=Subject.PERSON)
    is_owner = asker.discord_id == community.owner_id
    member, language = asker.discord_id or MemberId(0), asker.language or community.language
    organises = signature.asked_as_organiser
    return asker, Presser(signature.guild_id, member, asker.name, language, is_owner, organises or is_owner, at)


def read_wish(signature: Signature) -> Any:
    """The wish as it was asked for."""
    told = {name: _frozen(value) for name, value in json.loads(signature.wish).items()}
    return verb_of(signature.kind).wish(**told)


def find_view(work: Work, presser: Presser, signature_id: str) -> SignatureView:
    """One wish with its people, for everybody in its server; raises Outdated."""
    found = stored.load(work, signature_id)
    if found is None or found.guild_id != presser.guild_id:
        raise Outdated
    return _view(work, found, presser.at)


def view(work: Work, signature_id: str, now: datetime) -> SignatureView | None:
    """One wish with its people; None for an unknown id."""
    found = stored.load(work, signature_id)
    return None if found is None else _view(work, found, now)


def guide(work: Work, asked: Asked) -> Found:
    """What waits for the signature of who asks."""
    if asked.person is None:
        return
    for one in stored.open_of_guild(work, asked.presser.guild_id):
        if one.in_public:
            continue
        own = identities.selves(work, asked.person.person_id)
        if any(signer.person_id in own for signer in signers(work, one, asked.now)):
            asker = people.load(work, one.asked_by)
            yield DutyItem(Duty.SIGN, one.signature_id, until=_ends_at(work, one), other=asker)


def _view(work: Work, signature: Signature, now: datetime) -> SignatureView:
    waits = signature.outcome is None and not signature.in_public
    known = people.by_ids(work, [one for one in (signature.asked_by, signature.ended_by) if one is not None])
    return SignatureView(
        signature,
        known[signature.asked_by],
        signers(work, signature, now) if waits else (),
        *(_following(work, signature, now) if waits else ((), None)),
        _ends_at(work, signature),
        None if signature.ended_by is None else known[signature.ended_by],
        verb_of(signature.kind).told(work, signature, read_wish(signature)),
    )


def _following(work: Work, signature: Signature, now: datetime) -> tuple[tuple[Person, ...], datetime | None]:
    """Who can sign besides once it passes on, and when that is; nobody where the line is at its end."""
    there = {one.person_id for one in signers(work, signature, now)}
    further = signers(work, replace(signature, passed_on=signature.passed_on + 1), now)
    fresh = tuple(one for one in further if one.person_id not in there)
    return fresh, _passes_at(work, signature) if fresh else None


def _require_signer(work: Work, signature: Signature, person: Person, now: datetime) -> None:
    own = identities.selves(work, person.person_id)
    if signature.asked_by in own:
        raise OwnWish
    if not any(one.person_id in own for one in signers(work, signature, now)):
        raise NotTheSigner


def _find_open(work: Work, presser: Presser, signature_id: str) -> Signature:
    found = stored.load(work, signature_id)
    if found is None or found.guild_id != presser.guild_id:
        raise Outdated
    if found.outcome is not None:
        raise AlreadyDone
    if presser.at >= _ends_at(work, found):
        raise Outdated
    return found


def _load(work: Work, signature_id: str) -> Signature:
    found = stored.load(work, signature_id)
    if found is None:
        raise Outdated
    return found


def _ends_at(work: Work, signature: Signature) -> datetime:
    since = outages.since(work, signature.guild_id, signature.asked_at)
    return extend(signature.asked_at, signature.until, since, REOPEN_FOR)


def _closes_at(work: Work, signature: Signature) -> datetime:
    return _ends_at(work, signature) + CLICKS_IN_FLIGHT


def _passes_at(work: Work, signature: Signature) -> datetime | None:
    if signature.in_public:
        return None
    return passes_on_at(signature.asked_at, _ends_at(work, signature), signature.passed_on)


def _reschedule(work: Work, signature: Signature) -> None:
    subject, passes_at = signature_subject(signature.signature_id), _passes_at(work, signature)
    passing = [] if passes_at is None else [(Step.HAND_ON_SIGNATURE, passes_at)]
    deadlines.rewrite(work, subject, [*passing, (Step.END_SIGNATURE, _closes_at(work, signature))])


def _carry_out_unopposed(work: Work, occasion: Occasion, found: Signature) -> None:
    """In the asker's name; where the wish does not hold any more, nothing of it stays."""
    verb = verb_of(found.kind)

    def carry_out() -> None:
        _, presser = asker_presser(work, found, occasion.now)
        verb.carry_out(work, occasion, presser, found, read_wish(found))

    try:
        work.part(carry_out)
    except UserError:
        _end(work, occasion, found, Outcome.VOID, "void_wish", None)
    else:
        _end(work, occasion, found, Outcome.UNOPPOSED, "carry_out_wish", None)


def _end(
    work: Work,
    occasion: Occasion,
    found: Signature,
    outcome: Outcome,
    act: str,
    by: Person | None,
    why: str | None = None,
) -> None:
    """Writes how it ended and says so to everybody, and to who asked; raises AlreadyDone."""
    person_id = None if by is None else by.person_id
    if not stored.end(work, found.signature_id, outcome, person_id, occasion.now, why):
        raise AlreadyDone
    subject = signature_subject(found.signature_id)
    deadlines.rewrite(work, subject, ())
    panels.mark_stale(work, subject, occasion.now)
    _record(work, occasion, found, act, person_id, why)
    said = SignatureEnded(found.signature_id)
    promise_publicly(work, occasion, found.guild_id, said)
    asker = people.load(work, found.asked_by)
    if asker is not None and asker.discord_id is not None and person_id != asker.person_id:
        promise(work, occasion, found.guild_id, ToMember(asker.discord_id), said)


def _record(
    work: Work, occasion: Occasion, found: Signature, act: str, by: PersonId | None, why: str | None = None
) -> None:
    subject, details = signature_subject(found.signature_id), {"kind": found.kind.value}
    log.add(work, found.guild_id, occasion.now, act, subject, actor=by, why=why, details=details)


def _frozen(value: object) -> object:
    return tuple(_frozen(one) for one in value) if isinstance(value, list) else value
