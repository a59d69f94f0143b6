"""Writing an opening list, all of it in one transaction as it was shown or nothing, and taking it back as one act.

It is taken back as long as nothing hangs on it. What it says of its sender comes in once a second person has signed
it, or unopposed. A list is handed on to those who may bring titles, offices and bars in. The founding ends by the
owner's or the President's word, or with three official events.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from typing import Final

from bot.features.cases import barring_verbs as cases_barring_verbs
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.entering.model import Bar, BarReason
from bot.features.opening import planning_verbs, store, who_verbs
from bot.features.opening.model import Column, OpeningLine
from bot.features.opening.planning_verbs import plan
from bot.features.opening.plans_model import (
    FoundingEnds,
    LineChange,
    LinePlan,
    OpeningListBrought,
    OpeningListUndone,
    OpeningListWaits,
    OpeningPreview,
    OpeningTold,
    OwnRow,
    OwnRowTold,
    of_weight,
    without_weight,
)
from bot.features.opening.store import EarlierLine, OpeningDraft, OpeningList
from bot.features.past_events import store as past_events_store
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.registry import titles_verbs as registry_titles_verbs
from bot.features.registry.titles_model import Brought, BroughtKind, MasterTitle, Victory
from bot.features.signing import verbs as signing_verbs
from bot.features.signing.model import LIST_WAITS_FOR, Signature
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.tasks_model import Task, TaskItem
from bot.features.voting import electorate_verbs as voting_electorate_verbs
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, Outdated, Refused
from bot.kernel.ids import BarId, GuildId, MemberId, PersonId, Switch
from bot.kernel.outages import Step
from bot.kernel.promises import ToMember
from bot.people import account_store as people_account_store
from bot.people import personal_store as people_personal_store
from bot.people import ratings_store as people_ratings_store
from bot.people import ratings_verbs as people_ratings_verbs
from bot.people import store as people_store
from bot.people.model import EVENTS, PLAYERS, Account, ArbiterTitle, Founding, FoundingView, Office, Person, account_key
from bot.people.ratings_store import Rated, RatingList
from bot.play.entries import Tournament
from bot.server import bounds_verbs
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.bounds_model import Bounded
from bot.server.model import Act, Hanging, who_may
from bot.server.speaking_verbs import look_for_decisions, promise_publicly, tell_member

# --- taking back ----------------------------------------------------------------------------------------------------


_POWERS = frozenset({BroughtKind.ARBITER_TITLE, BroughtKind.OFFICE})
"""What lets its holder decide about others."""


def hangs(tx: Query, list_id: str) -> Hanging | None:
    """What keeps the list from being taken back."""
    opening = store.load(tx, list_id)
    if opening is None or opening.undone_at is not None:
        return Hanging.TAKEN_BACK
    if _is_built_upon(tx, opening):
        return Hanging.RATED
    acts = store.acts_of(tx, list_id)
    by_people = (_person_hangs(tx, opening, one.person_id) for one in store.people_on(tx, list_id))
    by_acts = (_act_hangs(tx, opening, act) for act in acts)
    return next((one for one in (*by_people, *by_acts) if one is not None), None)


def lifts_bars(tx: Query, list_id: str) -> bool:
    """Whether taking the list back ends a bar, so that the leader or the President has to do it (AIJE-D01-2).

    Where no officer was there before the list, who brought it founds the association, and puts a slip of it right.
    """
    opening = store.load(tx, list_id)
    if opening is None or not any(
        one < opening.brought_at for one in server_store.offices_since(tx, opening.guild_id).values()
    ):
        return False
    brought = (entering_bars_store.load(tx, BarId(one.what)) for one in store.acts_of(tx, list_id) if _is_bar(one))
    return any(one is not None and one.lifted_at is None for one in brought)


def _is_bar(act: Brought) -> bool:
    return act.kind is BroughtKind.BAR


def _is_built_upon(tx: Query, opening: OpeningList) -> bool:
    if store.of_guild(tx, opening.guild_id)[-1].list_id != opening.list_id:
        return True
    if opening.rating_list is None:
        return False
    current = people_ratings_store.current(tx, opening.guild_id)
    if current is None or current.list_id != opening.rating_list:
        return True
    return past_events_store.rests_on_list_of(tx, opening.guild_id, opening.brought_at)


def _person_hangs(tx: Query, opening: OpeningList, person_id: PersonId) -> Hanging | None:
    since = opening.brought_at
    if server_store.has_entered_since(tx, person_id, since):
        return Hanging.ENTRY
    if registry_store.has_played_since(tx, person_id, since):
        return Hanging.PLAYED
    if server_store.was_accused_since(tx, person_id, since):
        return Hanging.CASE
    return Hanging.DECISION if server_store.was_voted_on_since(tx, person_id, since) else None


def _act_hangs(tx: Query, opening: OpeningList, act: Brought) -> Hanging | None:
    if _is_bar(act):
        return Hanging.APPEAL if server_store.was_appealed(tx, BarId(act.what)) else None
    if act.kind not in _POWERS or act.person_id == opening.brought_by:
        # Whoever brought the list in has acted since by what they were before it.
        return None
    acted = registry_store.has_acted_since(tx, opening.guild_id, act.person_id, opening.brought_at)
    return Hanging.ACTED if acted else None


def take_back(tx: Tx, by: Person, list_id: str) -> None:
    """Takes out all that came with the list, lifts its bars, and says so wherever it was announced."""
    opening = store.load(tx, list_id)
    if opening is None:
        return
    acts, listed = store.acts_of(tx, list_id), store.people_on(tx, list_id)
    for act in acts:
        if _is_bar(act):
            _lift(tx, by, act)
        else:
            store.take_out(tx, act)
    _follow(tx, by, opening.guild_id, acts)
    store.take_back(tx, list_id, by.person_id, tx.now)
    if opening.rating_list is not None:
        store.withdraw_ratings(tx, opening.rating_list)
    for one in listed:
        if one.is_new:
            people_personal_store.forget_ghost(tx, one.person_id)
    promise_publicly(tx, opening.guild_id, OpeningListUndone(list_id))


def _lift(tx: Tx, by: Person, act: Brought) -> None:
    bar = entering_bars_store.load(tx, BarId(act.what))
    if bar is not None and bar.lifted_at is None:
        cases_barring_verbs.end(tx, bar, by.person_id, bar.explanation or "-")


def _follow(tx: Tx, by: Person, guild_id: GuildId, acts: list[Brought]) -> None:
    """Roles, duties and signatures go by what somebody holds."""
    for person_id in sorted({act.person_id for act in acts if act.kind in _POWERS}):
        registry_roles_verbs.follow(tx, guild_id, person_id)
    for act in acts:
        if act.kind is BroughtKind.ARBITER_TITLE:
            playing_arbiters_verbs.relieve(tx, guild_id, act.person_id, by=by.person_id)
    if any(act.kind is BroughtKind.OFFICE for act in acts):
        voting_electorate_verbs.call_signers(tx, guild_id)


# --- rows about the sender ------------------------------------------------------------------------------------------


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MILLISECOND = timedelta(milliseconds=1)


def held_back(
    tx: Query, by: Person, draft: OpeningDraft, preview: OpeningPreview, now: datetime
) -> tuple[LinePlan, ...]:
    """The rows of weight that nobody has confirmed but the person whom they are about.

    Who signs confirms what the list says of its sender, where the one rule lets them sign; the sender confirms what it
    says of who signs. Where both are one person, under whichever account, somebody else has to sign.
    """
    sender, same_person_ids = (
        people_store.same_person_ids(tx, draft.person_id),
        people_store.same_person_ids(tx, by.person_id),
    )
    out: set[PersonId] = set()
    if not _signs(tx, by, draft, now):
        out |= set(sender)
    if by.person_id in sender or signing_verbs.are_tied(tx, draft.guild_id, by.person_id, draft.person_id, now):
        out |= set(same_person_ids)
    about = (one for one in preview.plans if one.person is not None and one.person.person_id in out)
    return tuple(one for one in about if any(of_weight(change.column) for change in one.changes))


def ask(tx: ActorTx, draft: OpeningDraft, rows: Sequence[LinePlan]) -> None:
    """Has each of the rows wait for a second signature, in the name of who it is about."""
    for row in rows:
        told = json.dumps(asdict(row.line), ensure_ascii=False, default=date.isoformat)
        dated_at = (draft.dated_at - _EPOCH) // _MILLISECOND
        wish = OwnRow(told, draft.file_name, draft.file_hash, dated_at)
        if row.person is not None:
            signing_verbs.ask(tx, row.person, wish, lapses=LIST_WAITS_FOR)


def _signs(tx: Query, by: Person, draft: OpeningDraft, now: datetime) -> bool:
    """Whether who confirms could give the second signature about the sender."""
    able = signing_verbs.who_can_sign(tx, draft.guild_id, [Office.PRESIDENT], [draft.person_id], now)
    same_person_ids = people_store.same_person_ids(tx, by.person_id)
    return any(one.person_id in same_person_ids for one in able)


def without_rows(preview: OpeningPreview, rows: Sequence[LinePlan]) -> OpeningPreview:
    """The list as it comes in at once: of those rows only what has no weight."""
    numbers = {row.line.number for row in rows}
    plans = tuple(_without_weight(one) if one.line.number in numbers else one for one in preview.plans)
    return replace(preview, plans=plans)


def tell(tx: Query, signature: Signature, wish: OwnRow) -> OwnRowTold:
    """What the row says of its sender."""
    asker, actor = signing_verbs.asker_presser(tx, signature, signature.asked_at)
    _, shown = plan_again(tx.acting_as(actor), signature, asker, wish)
    return OwnRowTold(wish.file_name, asker, shown.plans[0])


def about(_work: Query, _wish: OwnRow) -> str:
    """Each row about its own sender is about the same person, whatever it says."""
    return "sender"


def plan_again(
    tx: ActorQuery, signature: Signature, asker: Person, wish: OwnRow
) -> tuple[OpeningDraft, OpeningPreview]:
    """The row as a list of its own. The founding counts at the moment at which it was asked for."""
    dated_at = _EPOCH + wish.dated_at * _MILLISECOND
    text = json.dumps({"lines": [json.loads(wish.line)], "faults": [], "columns": [], "unread": []})
    draft = OpeningDraft(
        draft_id=signature.signature_id,
        guild_id=signature.guild_id,
        person_id=asker.person_id,
        file_name=wish.file_name,
        file_hash=wish.file_hash,
        dated_at=dated_at,
        content=text,
        drafted_at=signature.asked_at,
    )
    return draft, planning_verbs.plan_row(tx, asker, draft, signature.asked_at)


def _without_weight(plan: LinePlan) -> LinePlan:
    changes = tuple(change for change in plan.changes if not of_weight(change.column))
    return replace(plan, line=without_weight(plan.line), changes=changes)


# --- writing --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _ListWriting:
    """What is written of a list besides its people, gathered line by line."""

    list_id: str
    by: Person
    dated_at: datetime
    before: Mapping[PersonId, Rated]
    """The ratings that stand."""
    acts: list[Brought] = field(default_factory=list)
    earlier: list[EarlierLine] = field(default_factory=list)
    victories: list[tuple[PersonId, Victory]] = field(default_factory=list)
    rated: dict[PersonId, Rated] = field(default_factory=dict)
    bars: list[Bar] = field(default_factory=list)
    offices: list[tuple[Office, PersonId]] = field(default_factory=list)

    def note(self, person: Person, kind: BroughtKind, what: str, since: datetime) -> None:
        """Notes a fact that has come with the list, so that it is taken back with it."""
        self.acts.append(Brought(person.person_id, kind, what, since))


def confirm(tx: ActorTx, draft_id: str, seen: str) -> OpeningPreview | OpeningList:
    """Brings the list in as it was shown; where something has changed since, shows it anew and writes nothing.

    Raises NotAllowed for who may not bring all of it, OpeningListNotReady, and Outdated for a second press.
    """
    person = who_verbs.require_bringer(tx)
    draft = who_verbs.find(tx, draft_id)
    shown = plan(tx, person, draft)
    if not shown.may_confirm:
        server_verbs.require(tx, person, Act.BRING_TITLES_AND_BARS)
    if shown.seen != seen:
        return replace(shown, has_moved=True)
    if not shown.can_be_confirmed:
        raise Refused("error.OpeningListNotReady")
    waiting = held_back(tx, person, draft, shown, tx.now)
    opening = _bring(tx, person, draft, without_rows(shown, waiting))
    # An officer whom the very list has brought along can sign.
    ask(tx, draft, waiting)
    return opening


def bring_own_row(tx: ActorTx, signature: Signature, wish: OwnRow) -> None:
    """Brings a row about its own sender in as it was sent; raises OpeningListNotReady where it does not hold now."""
    asker, _ = signing_verbs.asker_presser(tx, signature, tx.now)
    draft, shown = plan_again(tx, signature, asker, wish)
    if not shown.can_be_confirmed:
        raise Refused("error.OpeningListNotReady")
    _bring(tx, asker, draft, shown)


def _bring(tx: Tx, by: Person, draft: OpeningDraft, preview: OpeningPreview) -> OpeningList:
    bounds_verbs.take_room(tx, draft.guild_id, Bounded.OPENING_LISTS)
    new = sum(one.person is None and one.line.member_id is None for one in preview.plans)
    bounds_verbs.take_room(tx, draft.guild_id, Bounded.OUTSIDERS, new)
    current = people_ratings_store.current(tx, draft.guild_id)
    writing = _ListWriting(tx.new_id(), by, draft.dated_at, {} if current is None else current.rated)
    for one in preview.plans:
        _write_line(tx, writing, one)
    opening = OpeningList(
        writing.list_id,
        draft.guild_id,
        draft.dated_at,
        tx.now,
        by.person_id,
        draft.file_hash,
        _publish_ratings(tx, draft, writing),
    )
    _note(tx, opening, writing)
    store.DRAFTS.drop(tx, draft.draft_id)
    _carry_out(tx, opening, writing)
    told = OpeningListBrought(opening.list_id, len(preview.plans), preview.new, len(writing.rated))
    _tell(tx, opening, draft, told)
    return opening


def _tell(tx: Tx, opening: OpeningList, draft: OpeningDraft, told: OpeningListBrought) -> None:
    """On the log, as the last line of the act, so that it is the first to be taken back; and to everybody."""
    counts = {"people": str(told.people), "new": str(told.new), "ratings": str(told.ratings)}
    tx.log(
        opening.guild_id,
        "bring_opening_list",
        f"opening:{opening.list_id}",
        actor=opening.brought_by,
        details={**counts, "asker": draft.person_id},
    )
    promise_publicly(tx, opening.guild_id, told)


def _note(tx: Tx, opening: OpeningList, writing: _ListWriting) -> None:
    """Writes the list itself, with all that has come by it."""
    store.add(tx, opening)
    store.add_earlier(tx, opening.list_id, writing.earlier)
    store.add_victories(tx, opening.list_id, writing.victories)
    store.add_acts(tx, opening.list_id, writing.acts)


def _carry_out(tx: Tx, opening: OpeningList, writing: _ListWriting) -> None:
    """What follows from titles, offices and bars once they stand; the commands by which all of it is seen are there."""
    server_verbs.switch_on_needed(tx, writing.by, frozenset(_switches(writing)))
    if writing.offices:
        voting_electorate_verbs.call_signers(tx, opening.guild_id)
    titled = {act.person_id for act in writing.acts if act.kind in {BroughtKind.ARBITER_TITLE, BroughtKind.OFFICE}}
    for person_id in sorted(titled):
        registry_roles_verbs.follow(tx, opening.guild_id, person_id)
    for bar in writing.bars:
        cases_barring_verbs.impose(tx, bar)
    cases_barring_verbs.tell(tx, opening.guild_id, writing.bars)


def _switches(writing: _ListWriting) -> Iterator[Switch]:
    yield Switch.ASSOCIATION
    if writing.bars:
        yield Switch.CASES
    if any(act.kind is BroughtKind.ACCOUNT for act in writing.acts):
        yield Switch.ACCOUNTS


def _publish_ratings(tx: Tx, draft: OpeningDraft, writing: _ListWriting) -> str | None:
    """A list of the day of the opening list: the one that stands, with those lines that the list tells."""
    if not writing.rated:
        return None
    current = people_ratings_store.current(tx, draft.guild_id)
    listed = {} if current is None else dict(current.rated)
    moment = draft.dated_at if current is None else max(draft.dated_at, current.published_at)
    published = RatingList(tx.new_id(), draft.guild_id, None, moment, {**listed, **writing.rated})
    people_ratings_verbs.publish(tx, published)
    return published.list_id


def _write_line(tx: Tx, writing: _ListWriting, planned: LinePlan) -> None:
    person = planned.person or _newcomer(tx, writing.by, planned.line)
    changes = {column: [change for change in planned.changes if change.column is column] for column in Column}
    if not planned.does_nothing:
        writing.earlier.append(_earlier(person, planned, changes))
    if changes[Column.RATING] or changes[Column.GAMES]:
        writing.rated[person.person_id] = _rating_line(writing, person, planned.line)
    _write_facts(tx, writing, person, changes)
    _write_titles(tx, writing, person, changes)


def _write_facts(tx: Tx, writing: _ListWriting, person: Person, changes: dict[Column, list[LineChange]]) -> None:
    for one in changes[Column.COUNTRY]:
        people_store.declare_country(tx, person.person_id, str(one.after), writing.dated_at)
        writing.note(person, BroughtKind.COUNTRY, str(one.after), writing.dated_at)
    for one in changes[Column.ACCOUNTS]:
        _hold(tx, writing, person, one)
    for one in changes[Column.CHAMPIONSHIPS]:
        writing.victories.append((person.person_id, Victory(one.of, _moment(one))))
    for one in changes[Column.BAR_REASON]:
        bar = _bar(tx, writing, person, one)
        writing.bars.append(bar)
        writing.note(person, BroughtKind.BAR, bar.bar_id, bar.since)


def _newcomer(tx: Tx, by: Person, line: OpeningLine) -> Person:
    if line.member_id is not None:
        return server_verbs.somebody(tx, by.guild_id, (line.member_id, line.name))
    return server_verbs.newcomer(tx, by.guild_id, line.name, has_room=True)


def _earlier(person: Person, planned: LinePlan, changes: dict[Column, list[LineChange]]) -> EarlierLine:
    since = next((_moment(one) for one in changes[Column.REGISTERED_SINCE]), None)
    line = planned.line
    return EarlierLine(
        person.person_id,
        planned.person is None,
        since,
        line.club if changes[Column.CLUB] else None,
        line.as_arbiter if changes[Column.TIME_AS_ARBITER] else None,
        line.refereed if changes[Column.REFEREED] else None,
    )


def _rating_line(writing: _ListWriting, person: Person, line: OpeningLine) -> Rated:
    held = writing.before.get(person.person_id)
    games = line.games if line.games is not None else held.games if held else 0
    return Rated(person.person_id, line.rating or 0, games)


def _hold(tx: Tx, writing: _ListWriting, person: Person, change: LineChange) -> None:
    name, site = str(change.after), change.of
    people_account_store.hold_account(
        tx, Account(person.guild_id, site, account_key(name), name, person.person_id, writing.dated_at)
    )
    writing.note(person, BroughtKind.ACCOUNT, site, writing.dated_at)


def _write_titles(tx: Tx, writing: _ListWriting, person: Person, changes: dict[Column, list[LineChange]]) -> None:
    by = writing.by.person_id
    for one in changes[Column.MASTER_TITLE]:
        registry_store.give_title(tx, person.person_id, MasterTitle(one.of), _moment(one), by)
        writing.note(person, BroughtKind.MASTER_TITLE, one.of, _moment(one))
    for one in changes[Column.ARBITER_TITLE]:
        people_store.give_title(tx, person.person_id, ArbiterTitle(one.of), _moment(one), by)
        registry_titles_verbs.drop_proposals(tx, person.guild_id, person.person_id)
        writing.note(person, BroughtKind.ARBITER_TITLE, one.of, _moment(one))
    for one in changes[Column.WORLD_TITLES]:
        won = people_store.WorldTitle(person.person_id, one.of, _moment(one))
        people_store.crown(tx, person.guild_id, won, tx.now, by)
        writing.note(person, BroughtKind.WORLD_TITLE, one.of, _moment(one))
    for one in changes[Column.OFFICE]:
        people_store.give_office(tx, person.guild_id, Office(str(one.after)), person.person_id, tx.now, by)
        writing.offices.append((Office(str(one.after)), person.person_id))
        writing.note(person, BroughtKind.OFFICE, str(one.after), tx.now)


def _bar(tx: Tx, writing: _ListWriting, person: Person, change: LineChange) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=person.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=change.of,
        since=change.since or writing.dated_at,
        until=change.after if isinstance(change.after, datetime) else None,
        barred_by=writing.by.person_id,
    )


def _moment(change: LineChange) -> datetime:
    if not isinstance(change.after, datetime):
        raise TypeError(change)
    return change.after


# --- the end of the founding ----------------------------------------------------------------------------------------


def view(tx: ActorQuery) -> FoundingView:
    """How far the founding is, for who looks."""
    found, closing = registry_store.load_founding(tx, tx.guild_id), registry_roles_verbs.closes_at(tx, tx.guild_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    capacities = server_verbs.capacities(tx, person)
    by = None if found is None or found.ended_by is None else people_store.load(tx, found.ended_by)
    may_finish = found is None and not who_may(Act.FINISH_FOUNDING).isdisjoint(capacities)
    return FoundingView(closing, closing is not None and closing <= tx.pressed_at, by, may_finish)


def finish(tx: ActorTx) -> FoundingView:
    """The owner or the President says that moving in is done: the days begin. Raises NotAllowed and AlreadyDone."""
    server_verbs.community(tx, tx.guild_id)
    person = server_verbs.recognise(tx)
    server_verbs.require(tx, person, Act.FINISH_FOUNDING)
    if not _begin(tx, tx.guild_id, person.person_id):
        raise AlreadyDone
    return view(tx)


def after_event(tx: Tx, guild_id: GuildId) -> None:
    """The days begin with the third official event that ended here; nothing before it, and once."""
    if registry_store.load_founding(tx, guild_id) is not None or server_store.load(tx, guild_id) is None:
        return
    counted = sum(_counts(tx, one) for one in tournaments_store.ended_here(tx, guild_id))
    if counted >= EVENTS:
        _begin(tx, guild_id, None)


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of a server that held such events before this was counted."""
    after_event(tx, GuildId(int(subject)))


def guide(tx: Query, asker: Asker) -> Found:
    """Who brought an association in says when that is done."""
    guild_id = asker.actor.guild_id
    if not asker.may(Act.FINISH_FOUNDING) or registry_store.load_founding(tx, guild_id) is not None:
        return
    if any(one.undone_at is None for one in store.of_guild(tx, guild_id)):
        yield TaskItem(Task.FINISH_FOUNDING, "")


def _counts(tx: Query, tournament: Tournament) -> bool:
    """Whether it is official and was begun by enough players, of teams each with its own."""
    if not tournament.rulebook.official:
        return False
    each = 1 if tournament.rulebook.teams is None else tournament.rulebook.teams.size
    return each * len(entering_store.with_outcome(tx, tournament.tournament_id, "starter")) >= PLAYERS


def _begin(tx: Tx, guild_id: GuildId, by: PersonId | None) -> bool:
    """Writes it, and tells everybody until when lists bring all of it, and the owner and the President by letter."""
    if not registry_store.begin_founding(tx, Founding(guild_id, tx.now, by)):
        return False
    tx.log(guild_id, "finish_founding", f"founding:{guild_id}", actor=by)
    said = FoundingEnds(guild_id)
    promise_publicly(tx, guild_id, said)
    community, president = server_store.load(tx, guild_id), people_store.offices(tx, guild_id).get(Office.PRESIDENT)
    owner = None if community is None else people_store.of_member(tx, guild_id, community.owner_id)
    if community is not None and (owner is None or owner.person_id != by):
        tx.enqueue(guild_id, ToMember(community.owner_id), said)
    if president is not None and president != by and (owner is None or owner.person_id != president):
        tell_member(tx, guild_id, president, said)
    return True


# --- handing on -----------------------------------------------------------------------------------------------------


_HELD: Final[Mapping[BroughtKind, type[Office] | type[ArbiterTitle] | type[MasterTitle]]] = {
    BroughtKind.OFFICE: Office,
    BroughtKind.ARBITER_TITLE: ArbiterTitle,
    BroughtKind.MASTER_TITLE: MasterTitle,
}


def hand_over(tx: ActorTx, draft_id: str) -> tuple[MemberId, ...]:
    """Writes to the server's owner and the President that a list asks for their word, once; answers to whom."""
    person = who_verbs.require_bringer(tx)
    draft = who_verbs.find(tx, draft_id)
    subject = f"opening_draft:{draft_id}"
    if log.was_done(tx, tx.guild_id, "hand_over_opening_list", subject):
        raise AlreadyDone
    president = people_store.offices(tx, tx.guild_id).get(Office.PRESIDENT)
    holder = None if president is None else people_store.load(tx, president)
    owner = server_verbs.community(tx, tx.guild_id).owner_id
    asked = dict.fromkeys(
        one for one in (owner, holder.discord_id if holder else None) if one and one != tx.actor.member_id
    )
    for member in asked:
        tx.enqueue(tx.guild_id, ToMember(member), OpeningListWaits(draft.draft_id))
    look_for_decisions(tx, tx.guild_id)
    tx.log(tx.guild_id, "hand_over_opening_list", subject, actor=person.person_id)
    return tuple(asked)


def drop(tx: ActorTx, draft_id: str) -> None:
    """Lets go of a list that was not confirmed: its asker does, or who could confirm all of it."""
    person = who_verbs.require_bringer(tx)
    draft = who_verbs.find(tx, draft_id)
    if draft.person_id != person.person_id:
        server_verbs.require(tx, person, Act.BRING_TITLES_AND_BARS)
    if not store.DRAFTS.drop(tx, draft_id):
        raise Outdated


def told_of(tx: Query, list_id: str) -> OpeningTold | None:
    """A list that came in and stands, as everybody reads of it."""
    opening = store.load(tx, list_id)
    by = None if opening is None else people_store.load(tx, opening.brought_by)
    if opening is None or by is None or opening.undone_at is not None:
        return None
    acts, concerned = defaultdict[BroughtKind, list[Brought]](list), list[PersonId]()
    for one in store.acts_of(tx, list_id):
        acts[one.kind].append(one)
        concerned.append(one.person_id)
    people = people_store.by_ids(tx, concerned)
    return OpeningTold(
        dated_at=opening.dated_at,
        by=by,
        officers=tuple((people[one.person_id], held(one.what)) for kind, held in _HELD.items() for one in acts[kind]),
        champions=tuple((people[one.person_id], one.what) for one in acts[BroughtKind.WORLD_TITLE]),
        bars=len(acts[BroughtKind.BAR]),
    )
