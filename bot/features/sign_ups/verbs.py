"""What a list would do to an event's own, kept as text until it is confirmed, so that a press finds it after a restart.

Each line is held against who is on the list, who may enter, and the seats left. Who is meant by it Discord says, or the
asker, since a name proves nothing.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from bot.features.entering import eligibility_verbs as entering_eligibility_verbs
from bot.features.entering import store as entering_store
from bot.features.entering.eligibility_verbs import NotInvited, PlaysAlready, QualifiedElsewhere, refuse_barred
from bot.features.entering.verbs import TeamsOnly, confirmation_is_open, open_for_entries, refuse_late
from bot.features.sign_ups import store as sign_ups_store
from bot.features.sign_ups.model import (
    Effect,
    SignUpColumn,
    SignUpFault,
    SignUpFile,
    SignUpLine,
    SignUpPlan,
    SignUpPreview,
    SignUpTrouble,
    without_doubles,
)
from bot.features.sign_ups.store import SignUpDraft
from bot.features.tournaments import draft_store as tournaments_draft_store
from bot.features.tournaments import draft_verbs as tournaments_draft_verbs
from bot.features.tournaments.facts_verbs import outages_of
from bot.features.tournaments.model import Draft
from bot.features.tournaments.proposal_verbs import require_creator
from bot.kernel.context import ActorQuery, ActorTx, Query
from bot.kernel.errors import NotYours, Outdated, Refused, RefusedAt, UserError
from bot.kernel.ids import EntrantId, MemberId, PersonId, TournamentId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.lists_model import FILE_NAME_LIMIT, Meant, Said, WhoIsMeant
from bot.people.model import Account, Person, account_key
from bot.people.verbs import Asking, find_listed
from bot.play.entries import Entrant, Tournament, asks_for_club, check_in_closes_at
from bot.play.points import OF_PEOPLE, kind_of
from bot.play.rulebook import by_invitation, entered_by_organisers
from bot.rulebooks.library import from_canonical
from bot.server import bounds_verbs
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act


@dataclass(frozen=True, slots=True)
class ListedEvent:
    """The event that a list is for; one that is drafted only stands in no table yet."""

    tournament: Tournament
    exists: bool


def keep(tx: ActorTx, tournament_id: TournamentId, file: SignUpFile, file_name: str) -> SignUpDraft:
    """Keeps what was read for the event, in place of what the presser sent in before.

    Raises NotAllowed, TeamsOnly, and RegistrationClosed once check-in is closed.
    """
    person = require_enterer(tx)
    takes_a_list(tx, tournament_id)
    return _keep(tx, person, tournament_id, file, file_name)


def keep_for_new(tx: ActorTx, draft_id: str, file: SignUpFile, file_name: str) -> SignUpDraft:
    """Keeps what was read for the event that the presser is about to create; raises as `for_new` does."""
    person = require_enterer(tx)
    for_new(tx, draft_id)
    return _keep(tx, person, None, file, file_name)


def _keep(
    tx: ActorTx, person: Person, tournament_id: TournamentId | None, file: SignUpFile, file_name: str
) -> SignUpDraft:
    draft = SignUpDraft(
        draft_id=tx.new_id(),
        guild_id=tx.guild_id,
        person_id=person.person_id,
        tournament_id=tournament_id,
        file_name=file_name[:FILE_NAME_LIMIT],
        file_hash=file.file_hash,
        content=json.dumps(asdict(file), ensure_ascii=False),
        drafted_at=tx.now,
    )
    if not sign_ups_store.DRAFTS.of_person(tx, person.person_id):
        bounds_verbs.take_room(tx, tx.guild_id, Bounded.WAITING_FILES)
    sign_ups_store.DRAFTS.keep(tx, draft)
    return draft


def require_enterer(tx: ActorTx) -> Person:
    """Who enters others; raises NotAllowed."""
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.ENTER_OTHER_PERSON)
    return person


def takes_a_list(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The event, where people can still be entered by a list; raises as `keep` does."""
    server_verbs.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    tournament = open_for_entries(tx, tournament_id, staff=True)
    if kind_of(tournament.rulebook) not in OF_PEOPLE:
        raise TeamsOnly(name=tournament.name)
    if tournament.check_in_closed_at is not None:
        # Whoever comes into a running event comes alone, by `/tournament late`.
        refuse_late(tx, tournament, staff=True)
        raise RefusedAt("error.RegistrationClosed", at=check_in_closes_at(tournament, outages_of(tx, tournament)))
    return tournament


def for_new(tx: ActorQuery, draft_id: str) -> Tournament:
    """The event as it would be created, for who is about to.

    Raises Outdated, NotYours, TeamsOnly, and SignUpsBeforeApproval for who may only propose events.
    """
    server_verbs.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    drafted_event = tournaments_draft_verbs.find(tx, draft_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if not require_creator(tx, person):
        raise Refused("error.SignUpsBeforeApproval")
    return _as_tournament(drafted_event)


def _as_tournament(draft: Draft) -> Tournament:
    if draft.rulebook is None or draft.start_at is None or draft.name is None:
        raise Outdated
    rules = from_canonical(draft.rulebook)
    if kind_of(rules) not in OF_PEOPLE:
        raise TeamsOnly(name=draft.name)
    return Tournament(
        tournament_id=TournamentId(draft.draft_id),
        guild_id=draft.guild_id,
        name=draft.name,
        rulebook=rules,
        rulebook_hash="",
        start_at=draft.start_at,
        created_at=draft.drafted_at,
        created_by=draft.person_id,
        commitment="",
    )


def find(tx: ActorQuery, draft_id: str) -> SignUpDraft:
    """The presser's own list; raises NotAllowed, NotYours, and Outdated where it is confirmed or gone."""
    server_verbs.refuse_without(tx, Act.ENTER_OTHER_PERSON)
    draft = sign_ups_store.DRAFTS.load(tx, draft_id)
    if draft is None or draft.guild_id != tx.guild_id:
        raise Outdated
    asker = people_store.load(tx, draft.person_id)
    if asker is None or asker.discord_id != tx.actor.member_id:
        raise NotYours
    return draft


def event_of(tx: ActorQuery, draft: SignUpDraft) -> ListedEvent:
    """The event that the list is for; raises RegistrationClosed, and Outdated where it was never created."""
    if draft.tournament_id is not None:
        return ListedEvent(takes_a_list(tx, draft.tournament_id), exists=True)
    return ListedEvent(_as_tournament(event_draft_of(tx, draft.draft_id)), exists=False)


def event_draft_of(tx: ActorQuery, draft_id: str) -> Draft:
    """The draft of the event that the list waits for; raises Outdated where there is none."""
    draft = find(tx, draft_id)
    waiting = [
        one for one in tournaments_draft_store.drafts_of_person(tx, draft.person_id) if one.tournament_id is None
    ]
    if draft.tournament_id is not None or not waiting:
        raise Outdated
    return waiting[0]


def waits_for_new(tx: ActorQuery) -> SignUpDraft | None:
    """The list that waits for the event that the presser is about to create."""
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    found = () if person is None else sign_ups_store.DRAFTS.of_person(tx, person.person_id)
    return next((one for one in found if one.tournament_id is None), None)


def drop(tx: ActorTx, draft_id: str) -> TournamentId | None:
    """Lets go of a list that was not confirmed; answers which event it was for, if there is one."""
    draft = find(tx, draft_id)
    sign_ups_store.DRAFTS.drop(tx, draft_id)
    return draft.tournament_id


def read_again(draft: SignUpDraft) -> SignUpFile:
    """What was read of the list."""
    told = json.loads(draft.content)
    return SignUpFile(
        lines=tuple(_line(one) for one in told["lines"]),
        faults=tuple(_fault(one) for one in told["faults"]),
        unread=tuple(told["unread"]),
        file_hash=draft.file_hash,
        # A list that waits from before has none.
        heading=told.get("heading", ""),
    )


def _line(told: Mapping[str, Any]) -> SignUpLine:
    return SignUpLine(**{**told, "member_id": None if told["member_id"] is None else MemberId(told["member_id"])})


def _fault(told: Mapping[str, Any]) -> SignUpFault:
    column = None if told["column"] is None else SignUpColumn(told["column"])
    return SignUpFault(told["line"], column, SignUpTrouble(told["trouble"]), told["given"], told["other"])


def find_meant(tx: Query, draft: SignUpDraft, tournament: Tournament, lines: Collection[SignUpLine]) -> Meant:
    """Looks each line's person up, as `people_verbs.find_listed` does.

    As where staff enters one by name, nobody is asked about the one of that very name who is known without Discord,
    where nobody else can be meant.
    """
    said = {line: one for line, (one, _) in sign_ups_store.DRAFTS.answers(tx, draft.draft_id).items()}
    site = tournament.rulebook.registration.account

    def holders(line: SignUpLine) -> Iterable[PersonId]:
        if site is None or line.account is None:
            return ()
        held = people_account_store.holder(tx, tournament.guild_id, site, account_key(line.account))
        return () if held is None else (held.person_id,)

    asking = Asking(tx, people_store.names(tx, tournament.guild_id), holders)
    return find_listed(tx, tournament.guild_id, lines, said, asking, _is_known_outside)


def _is_known_outside(question: WhoIsMeant) -> bool:
    """Whether one without Discord bears the very name, and nobody else is called like it."""
    only = question.alike[0] if len(question.alike) == 1 else None
    return only is not None and question.same == only.person_id and only.discord_id is None


def say_who(tx: ActorTx, draft_id: str, said: Said) -> None:
    """Notes whom names that are asked about mean; raises Outdated where the card asked about others."""
    draft = find(tx, draft_id)
    lines, _ = without_doubles(read_again(draft).lines)
    questions = find_meant(tx, draft, event_of(tx, draft).tournament, lines).questions
    sign_ups_store.DRAFTS.answer(tx, draft_id, said.among(questions), tx.now)


def ask_again(tx: ActorTx, draft_id: str) -> None:
    """Takes back all that was said of who is meant."""
    find(tx, draft_id)
    sign_ups_store.DRAFTS.forget_answers(tx, draft_id)


def preview(tx: ActorQuery, draft_id: str) -> SignUpPreview:
    """The presser's list as it would come in now; raises as `drafts.find` and `drafts.event_of` do."""
    return plan(tx, find(tx, draft_id))


def preview_for_new(tx: ActorQuery) -> SignUpPreview | None:
    """The list that waits for the event that the presser is about to create.

    None where none does, or where it has become an event of teams by now.
    """
    draft = waits_for_new(tx)
    try:
        return None if draft is None else plan(tx, draft)
    except TeamsOnly:
        return None


def plan(tx: ActorQuery, draft: SignUpDraft) -> SignUpPreview:
    """What the list would do now."""
    file, event = read_again(draft), event_of(tx, draft)
    return plan_for(tx, draft, file, event)


def plan_for(tx: ActorQuery, draft: SignUpDraft, file: SignUpFile, event: ListedEvent) -> SignUpPreview:
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
        user_names=sum(line.user_name is not None for line in lines),
        asks_for_account=tournament.rulebook.registration.account is not None,
        asks_for_club=asks_for_club(tournament),
        takes_seeds=tournament.rulebook.registration.seeds_by_hand,
        seen=_digest(draft, plans, _seeds_before(tx, tournament, plans)),
        brought_at=_brought_before(tx, tournament, draft),
    )


def _brought_before(tx: Query, tournament: Tournament, draft: SignUpDraft) -> datetime | None:
    """When the very list was brought into the event before, and not taken back."""
    stand = (one for one in sign_ups_store.of_tournament(tx, tournament.tournament_id) if one.undone_at is None)
    return next((one.brought_at for one in stand if one.file_hash == draft.file_hash), None)


def _seeds_before(tx: Query, tournament: Tournament, plans: Iterable[SignUpPlan]) -> tuple[EntrantId, ...]:
    """The order by hand that the list's seeds would take the place of; none where it brings no seeds."""
    brings_seeds = tournament.rulebook.registration.seeds_by_hand and any(one.line.seed is not None for one in plans)
    return entering_store.hand_seeds_of_tournament(tx, tournament.tournament_id) if brings_seeds else ()


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
        same_person_ids = people_store.same_person_ids(self._tx, person.person_id)
        before = next((self._met[one] for one in same_person_ids if one in self._met), None)
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
        return people_store.buried_of_member(self._tx, self._tournament.guild_id, line.member_id)

    def _unmet(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        """What the event asks for and the person lacks."""
        name = line.name if person is None else person.name
        if entering_eligibility_verbs.keeps_off_list(self._tx, self._tournament, person, line.member_id):
            yield self._fault(line, SignUpColumn.NAME, SignUpTrouble.CONDITION, name)

    def _account(self, line: SignUpLine, person: Person | None) -> Iterator[SignUpFault]:
        site = self._rules.registration.account
        if site is None:
            return
        own = None if person is None else people_account_store.account_of_person(self._tx, person.person_id, site)
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
        holder = entering_eligibility_verbs.holder_of(self._tx, self._tournament.guild_id, site, typed, self._at)
        if holder is not None and (person is None or holder.person_id != person.person_id):
            named = people_store.load(self._tx, holder.person_id)
            yield self._fault(line, column, SignUpTrouble.ACCOUNT_HELD, typed, "?" if named is None else named.name)
        elif own is not None and own.key != key:
            yield self._fault(line, column, SignUpTrouble.ACCOUNT_OTHER, typed, own.name)

    def _fault(
        self, line: SignUpLine, column: SignUpColumn, trouble: SignUpTrouble, given: object, other: object = ""
    ) -> SignUpFault:
        return SignUpFault(line.number, column, trouble, str(given), str(other))


def _on_list(tx: Query, tournament: Tournament) -> _OnList:
    known = entering_store.of_tournament(tx, tournament.tournament_id)
    capacity = tournament.rulebook.registration.capacity
    held = sum(one.withdrawn_at is None for one in known)
    return _OnList(
        {one.person_id: one for one in known},
        None if capacity is None else max(0, capacity - held),
        sign_ups_store.taken_off(tx, tournament.tournament_id),
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
