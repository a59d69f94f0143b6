"""What a list would do to an event's own: each line held against who is on it, who may enter, and the seats left."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256

from bot.domain.community import Person
from bot.domain.entering.accounts import account_key
from bot.domain.entering.claims import Account
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament, asks_for_club
from bot.domain.ids import EntrantId, PersonId
from bot.domain.regulation.qualifying_events import by_invitation, entered_by_organisers
from bot.domain.sign_ups.doubles import without_doubles
from bot.domain.sign_ups.lines import SignUpColumn, SignUpFault, SignUpFile, SignUpLine, SignUpTrouble
from bot.domain.sign_ups.plans import Effect, SignUpPlan, SignUpPreview
from bot.errors import UserError
from bot.services.entering import account_names, conditions
from bot.services.entering.eligibility import (
    NotInvited,
    PlaysAlready,
    QualifiedElsewhere,
    refuse_barred,
)
from bot.services.entering.registration import TeamsOnly, confirmation_is_open
from bot.services.sign_ups import drafts
from bot.services.sign_ups.drafts import Event
from bot.services.sign_ups.who import find_meant
from bot.storage import accounts, entrants, hand_seeds, identities, people, sign_ups
from bot.storage.context import ActorQuery, Query
from bot.storage.sign_ups import SignUpDraft


def preview(tx: ActorQuery, draft_id: str) -> SignUpPreview:
    """The presser's list as it would come in now; raises as `drafts.find` and `drafts.event_of` do."""
    return plan(tx, drafts.find(tx, draft_id))


def preview_for_new(tx: ActorQuery) -> SignUpPreview | None:
    """The list that waits for the event that the presser is about to create.

    None where none does, or where it has become an event of teams by now.
    """
    draft = drafts.waits_for_new(tx)
    try:
        return None if draft is None else plan(tx, draft)
    except TeamsOnly:
        return None


def plan(tx: ActorQuery, draft: SignUpDraft) -> SignUpPreview:
    """What the list would do now."""
    file, event = drafts.read_again(draft), drafts.event_of(tx, draft)
    return plan_for(tx, draft, file, event)


def plan_for(tx: ActorQuery, draft: SignUpDraft, file: SignUpFile, event: Event) -> SignUpPreview:
    """The same for an event that was read before, as one that was created in this very transaction."""
    tournament = event.tournament
    lines, doubles = without_doubles(file.lines)
    meant = find_meant(tx, draft, tournament, lines)
    reader = _Planner(tx, tournament, exists=event.exists)
    plans = tuple(reader.read_all(lines, meant.people))
    faults = sorted((*file.faults, *doubles, *reader.faults), key=lambda one: one.line)
    return SignUpPreview(
        draft_id=draft.draft_id,
        file_name=draft.file_name,
        tournament_id=tournament.tournament_id if event.exists else None,
        event=tournament.name,
        plans=plans,
        faults=tuple(faults),
        questions=meant.questions,
        answered=meant.answered,
        unread=file.unread,
        heading=file.heading,
        user_names=sum(one.user_name is not None for one in lines),
        asks_for_account=tournament.rulebook.registration.account is not None,
        asks_for_club=asks_for_club(tournament),
        takes_seeds=tournament.rulebook.registration.seeds_by_hand,
        seen=_digest(draft, plans, _seeds_before(tx, tournament, plans)),
        brought_at=_brought_before(tx, tournament, draft),
    )


def _brought_before(tx: Query, tournament: Tournament, draft: SignUpDraft) -> datetime | None:
    """When the very list was brought into the event before, and not taken back."""
    stand = (one for one in sign_ups.of_tournament(tx, tournament.tournament_id) if one.undone_at is None)
    return next((one.brought_at for one in stand if one.file_hash == draft.file_hash), None)


def _seeds_before(tx: Query, tournament: Tournament, plans: Iterable[SignUpPlan]) -> tuple[EntrantId, ...]:
    """The order by hand that the list's seeds would take the place of; none where it brings no seeds."""
    brings_seeds = tournament.rulebook.registration.seeds_by_hand and any(one.line.seed is not None for one in plans)
    return hand_seeds.of_tournament(tx, tournament.tournament_id) if brings_seeds else ()


def _digest(draft: SignUpDraft, plans: tuple[SignUpPlan, ...], before: tuple[EntrantId, ...]) -> str:
    told = [(one.line.number, one.person.person_id if one.person else None, one.effect, one.line.seed) for one in plans]
    return sha256(repr((draft.draft_id, told, before)).encode("utf-8", "replace")).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class _OnList:
    """Who has been on the event's list, by person, and what of it counts here."""

    entries: dict[PersonId, Entrant]
    free: int | None
    """Seats that nobody holds; None without a limit."""
    taken_off: frozenset[str]


class _Planner:
    """Reads lines one by one, and keeps the faults that only a look at what is known shows."""

    def __init__(self, tx: ActorQuery, tournament: Tournament, *, exists: bool) -> None:
        self._tx, self._tournament, self._presser, self._at = tx, tournament, tx.actor, tx.pressed_at
        self._rules = tournament.rulebook
        self._before = _on_list(tx, tournament)
        self._left = self._before.free
        self._check_in = exists and confirmation_is_open(tx, tournament, tx.pressed_at)
        self._met: dict[PersonId, int] = {}
        self._accounts: dict[str, int] = {}
        self._seeds: dict[int, int] = {}
        self.faults: list[SignUpFault] = []

    def read_all(self, lines: Iterable[SignUpLine], meant: Mapping[int, Person | None]) -> Iterator[SignUpPlan]:
        """What the lines would do of which it is known whom they mean."""
        for line in lines:
            planned = self.read(line, meant[line.number]) if line.number in meant else None
            if planned is not None:
                yield planned

    def read(self, line: SignUpLine, person: Person | None) -> SignUpPlan | None:
        """What the line would do; None where something is wrong with it."""
        fault = next(self._faults(line, person), None)
        if fault is not None:
            self.faults.append(fault)
            return None
        if line.seed is not None:
            self._seeds[line.seed] = line.number
        return SignUpPlan(line, person, self._effect(person))

    def _effect(self, person: Person | None) -> Effect:
        entry = None if person is None else self._before.entries.get(person.person_id)
        if person is not None and entry is not None and entry.withdrawn_at is None:
            waits = self._check_in and person.discord_id is None and entry.checked_in_at is None
            return Effect.CHECKS_IN if waits else Effect.NOTHING
        if self._left is None:
            return Effect.ENTERS
        self._left -= 1
        return Effect.ENTERS if self._left >= 0 else Effect.WAITS

    def _faults(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        """What is wrong with the line, the worst first; looking at it notes whom it means."""
        if person is None and not line.name:
            yield SignUpFault(line.number, SignUpColumn.NAME, SignUpTrouble.NAME_MISSING)
            return
        yield from self._seed(line)
        if person is not None:
            yield from self._twice(line, person)
            entry = self._before.entries.get(person.person_id)
            if entry is not None and entry.withdrawn_at is None:
                return
            if entry is not None and entry.entrant_id not in self._before.taken_off:
                yield self._fault(line, SignUpColumn.NAME, SignUpTrouble.HAS_LEFT, line.name or person.name)
        yield from self._refusal(line, person)
        yield from self._unmet(line, person)
        yield from self._account(line, person)

    def _seed(self, line: SignUpLine) -> Iterator[SignUpFault]:
        before = self._seeds.get(line.seed or 0)
        if before is not None and self._rules.registration.seeds_by_hand:
            yield self._fault(line, SignUpColumn.SEED, SignUpTrouble.SEED_TWICE, line.seed, before)

    def _twice(self, line: SignUpLine, person: Person) -> Iterator[SignUpFault]:
        own = identities.selves(self._tx, person.person_id)
        before = next((self._met[one] for one in own if one in self._met), None)
        if before is not None:
            yield self._fault(line, SignUpColumn.NAME, SignUpTrouble.TWICE, line.name or person.name, before)
        self._met[person.person_id] = line.number

    def _refusal(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        """What keeps the person out by the rules."""
        invites = entered_by_organisers(self._rules)
        name = line.name if person is None else person.name
        if person is None and by_invitation(self._rules) and not invites:
            yield self._fault(line, SignUpColumn.NAME, SignUpTrouble.NOT_INVITED, name)
            return
        try:
            for one in self._known_as(line, person):
                refuse_barred(self._tx, self._tournament, one, self._at, invited_now=invites)
        except UserError as refusal:
            trouble, other = _trouble_of(refusal, self._presser.language)
            yield self._fault(line, SignUpColumn.NAME, trouble, name, other)

    def _known_as(self, line: SignUpLine, person: Person | None) -> list[PersonId]:
        """Under whom a bar may stand: the person, or who a member was before an erasure or an expulsion."""
        if person is not None:
            return [person.person_id]
        if line.member_id is None:
            return []
        return identities.buried_of_member(self._tx, self._tournament.guild_id, line.member_id)

    def _unmet(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        """What the event asks for and the person lacks."""
        name = line.name if person is None else person.name
        if conditions.keeps_off_list(self._tx, self._tournament, person, line.member_id):
            yield self._fault(line, SignUpColumn.NAME, SignUpTrouble.CONDITION, name)

    def _account(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        site = self._rules.registration.account
        if site is None:
            return
        own = None if person is None else accounts.of_person(self._tx, person.person_id, site)
        if line.account is not None:
            yield from self._told_account(line, person, own, site)
        elif own is None:
            yield self._fault(line, SignUpColumn.ACCOUNT, SignUpTrouble.ACCOUNT_MISSING, line.name, site)

    def _told_account(
        self, line: SignUpLine, person: Person | None, own: Account | None, site: str
    ) -> Iterator[SignUpFault]:
        column, typed = SignUpColumn.ACCOUNT, line.account or ""
        key = account_key(typed)
        if key in self._accounts:
            yield self._fault(line, column, SignUpTrouble.ACCOUNT_TWICE, typed, self._accounts[key])
        self._accounts[key] = line.number
        holder = account_names.holder_of(self._tx, self._tournament.guild_id, site, typed, self._at)
        if holder is not None and (person is None or holder.person_id != person.person_id):
            named = people.load(self._tx, holder.person_id)
            yield self._fault(line, column, SignUpTrouble.ACCOUNT_HELD, typed, "?" if named is None else named.name)
        elif own is not None and own.key != key:
            yield self._fault(line, column, SignUpTrouble.ACCOUNT_OTHER, typed, own.name)

    def _fault(
        self, line: SignUpLine, column: SignUpColumn, trouble: SignUpTrouble, given: object, other: object = ""
    ) -> SignUpFault:
        return SignUpFault(line.number, column, trouble, str(given), str(other))


def _on_list(tx: Query, tournament: Tournament) -> _OnList:
    known = entrants.of_tournament(tx, tournament.tournament_id)
    capacity = tournament.rulebook.registration.capacity
    held = sum(one.withdrawn_at is None for one in known)
    return _OnList(
        {one.person_id: one for one in known},
        None if capacity is None else max(0, capacity - held),
        sign_ups.taken_off(tx, tournament.tournament_id),
    )


def _trouble_of(refusal: UserError, locale: str) -> tuple[SignUpTrouble, str]:
    """What staff reads of a refusal whose own sentence speaks to the person."""
    match refusal:
        case QualifiedElsewhere(event=event):
            return SignUpTrouble.QUALIFIED_ELSEWHERE, event.in_language(locale)
        case NotInvited():
            return SignUpTrouble.NOT_INVITED, ""
        case PlaysAlready(name=name):
            return SignUpTrouble.PLAYS_ALREADY, name
        case _:
            return SignUpTrouble.BARRED, ""
