"""Writing an opening list: all of it in one transaction, as it was shown, or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from bot.domain.community import Person
from bot.domain.entering.accounts import account_key
from bot.domain.entering.bars import Bar, BarReason
from bot.domain.entering.claims import Account
from bot.domain.ids import BarId, PersonId
from bot.domain.opening.lines import Column, OpeningLine
from bot.domain.opening.own_rows import OwnRow
from bot.domain.opening.plans import LineChange, LinePlan, OpeningPreview
from bot.domain.opening.sayings import OpeningListBrought
from bot.domain.permissions import Act, ArbiterTitle, Office
from bot.domain.registry.earlier import Brought, BroughtKind, Victory
from bot.domain.registry.titles import MasterTitle
from bot.domain.signing.signatures import Signature
from bot.domain.switches import Switch
from bot.errors import UserError
from bot.services import access, rating_lists, switching
from bot.services.cases import barring
from bot.services.opening import drafts, own_rows
from bot.services.opening.planning import plan
from bot.services.registry import roles, title_awards
from bot.services.signing import signatures
from bot.services.speaking import promise_publicly
from bot.services.voting import electorates
from bot.storage import accounts, countries, opening_drafts, opening_lists, people, ratings, titles
from bot.storage.context import ActorTx, Tx
from bot.storage.opening_drafts import OpeningDraft
from bot.storage.opening_lists import EarlierLine, OpeningList
from bot.storage.ratings import Rated, RatingList


class OpeningListNotReady(UserError):
    """Something is still to be put right or asked, or nothing would come of it."""


@dataclass(slots=True)
class _Writing:
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
    person = drafts.require_bringer(tx)
    draft = drafts.find(tx, draft_id)
    shown = plan(tx, person, draft)
    if not shown.may_confirm:
        access.require(tx, person, Act.BRING_TITLES_AND_BARS)
    if shown.seen != seen:
        return replace(shown, has_moved=True)
    if not shown.can_be_confirmed:
        raise OpeningListNotReady
    waiting = own_rows.held_back(tx, person, draft, shown, tx.now)
    opening = _bring(tx, person, draft, own_rows.without_rows(shown, waiting))
    # An officer whom the very list has brought along can sign.
    own_rows.ask(tx, draft, waiting)
    return opening


def bring_own_row(tx: ActorTx, signature: Signature, wish: OwnRow) -> None:
    """Brings a row about its own sender in as it was sent; raises OpeningListNotReady where it does not hold now."""
    asker, _ = signatures.asker_presser(tx, signature, tx.now)
    draft, shown = own_rows.plan_again(tx, signature, asker, wish)
    if not shown.can_be_confirmed:
        raise OpeningListNotReady
    _bring(tx, asker, draft, shown)


def _bring(tx: Tx, by: Person, draft: OpeningDraft, shown: OpeningPreview) -> OpeningList:
    current = ratings.current(tx, draft.guild_id)
    writing = _Writing(tx.new_id(), by, draft.dated_at, {} if current is None else current.rated)
    for one in shown.plans:
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
    opening_drafts.drop(tx, draft.draft_id)
    _carry_out(tx, opening, writing)
    told = OpeningListBrought(opening.list_id, len(shown.plans), shown.new, len(writing.rated))
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


def _note(tx: Tx, opening: OpeningList, writing: _Writing) -> None:
    """Writes the list itself, with all that has come by it."""
    opening_lists.add(tx, opening)
    opening_lists.add_earlier(tx, opening.list_id, writing.earlier)
    opening_lists.add_victories(tx, opening.list_id, writing.victories)
    opening_lists.add_acts(tx, opening.list_id, writing.acts)


def _carry_out(tx: Tx, opening: OpeningList, writing: _Writing) -> None:
    """What follows from titles, offices and bars once they stand; the commands by which all of it is seen are there."""
    switching.switch_on_needed(tx, writing.by, frozenset(_switches(writing)))
    if writing.offices:
        electorates.call_signers(tx, opening.guild_id)
    titled = {one.person_id for one in writing.acts if one.kind in {BroughtKind.ARBITER_TITLE, BroughtKind.OFFICE}}
    for person_id in sorted(titled):
        roles.follow(tx, opening.guild_id, person_id)
    for bar in writing.bars:
        barring.impose(tx, bar)
    barring.tell(tx, opening.guild_id, writing.bars)


def _switches(writing: _Writing) -> Iterator[Switch]:
    yield Switch.ASSOCIATION
    if writing.bars:
        yield Switch.CASES
    if any(one.kind is BroughtKind.ACCOUNT for one in writing.acts):
        yield Switch.ACCOUNTS


def _publish_ratings(tx: Tx, draft: OpeningDraft, writing: _Writing) -> str | None:
    """A list of the day of the opening list: the one that stands, with those lines that the list tells."""
    if not writing.rated:
        return None
    current = ratings.current(tx, draft.guild_id)
    listed = {} if current is None else dict(current.rated)
    moment = draft.dated_at if current is None else max(draft.dated_at, current.published_at)
    published = RatingList(tx.new_id(), draft.guild_id, None, moment, {**listed, **writing.rated})
    rating_lists.publish(tx, published)
    return published.list_id


def _write_line(tx: Tx, writing: _Writing, planned: LinePlan) -> None:
    person = planned.person or _newcomer(tx, writing.by, planned.line)
    changes = {column: [one for one in planned.changes if one.column is column] for column in Column}
    if not planned.does_nothing:
        writing.earlier.append(_earlier(person, planned, changes))
    if changes[Column.RATING] or changes[Column.GAMES]:
        writing.rated[person.person_id] = _rating_line(writing, person, planned.line)
    _write_facts(tx, writing, person, changes)
    _write_titles(tx, writing, person, changes)


def _write_facts(tx: Tx, writing: _Writing, person: Person, changes: dict[Column, list[LineChange]]) -> None:
    for one in changes[Column.COUNTRY]:
        countries.declare(tx, person.person_id, str(one.after), writing.dated_at)
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
        return access.somebody(tx, by.guild_id, (line.member_id, line.name))
    return access.newcomer(tx, by.guild_id, line.name)


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


def _rating_line(writing: _Writing, person: Person, line: OpeningLine) -> Rated:
    held = writing.before.get(person.person_id)
    games = line.games if line.games is not None else held.games if held else 0
    return Rated(person.person_id, line.rating or 0, games)


def _hold(tx: Tx, writing: _Writing, person: Person, told: LineChange) -> None:
    name, site = str(told.after), told.of
    accounts.hold(tx, Account(person.guild_id, site, account_key(name), name, person.person_id, writing.dated_at))
    writing.note(person, BroughtKind.ACCOUNT, site, writing.dated_at)


def _write_titles(tx: Tx, writing: _Writing, person: Person, changes: dict[Column, list[LineChange]]) -> None:
    by = writing.by.person_id
    for one in changes[Column.MASTER_TITLE]:
        titles.give(tx, person.person_id, MasterTitle(one.of), _moment(one), by)
        writing.note(person, BroughtKind.MASTER_TITLE, one.of, _moment(one))
    for one in changes[Column.ARBITER_TITLE]:
        people.give_title(tx, person.person_id, ArbiterTitle(one.of), _moment(one), by)
        title_awards.drop_proposals(tx, person.guild_id, person.person_id)
        writing.note(person, BroughtKind.ARBITER_TITLE, one.of, _moment(one))
    for one in changes[Column.WORLD_TITLES]:
        won = titles.WorldTitle(person.person_id, one.of, _moment(one))
        titles.crown(tx, person.guild_id, won, tx.now, by)
        writing.note(person, BroughtKind.WORLD_TITLE, one.of, _moment(one))
    for one in changes[Column.OFFICE]:
        people.give_office(tx, person.guild_id, Office(str(one.after)), person.person_id, tx.now, by)
        writing.offices.append((Office(str(one.after)), person.person_id))
        writing.note(person, BroughtKind.OFFICE, str(one.after), tx.now)


def _bar(tx: Tx, writing: _Writing, person: Person, told: LineChange) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=person.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=told.of,
        since=told.since or writing.dated_at,
        until=told.after if isinstance(told.after, datetime) else None,
        barred_by=writing.by.person_id,
    )


def _moment(told: LineChange) -> datetime:
    if not isinstance(told.after, datetime):
        raise TypeError(told)
    return told.after
