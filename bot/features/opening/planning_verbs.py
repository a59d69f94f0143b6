"""What an opening list would do here: each line held against what is known, with its changes or its faults.

No list says otherwise than a procedure has decided here: a match, a vote, a bar, a correction.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date, datetime
from hashlib import sha256

from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering.model import Bar, BarReason
from bot.features.opening import plans_model, store, who_verbs
from bot.features.opening.model import FREE, BarLine, Column, OpeningFault, OpeningFile, OpeningLine, Trouble
from bot.features.opening.plans_model import (
    LineChange,
    LinePlan,
    OpeningPreview,
    Value,
    reserved_columns,
    without_weight,
)
from bot.features.opening.store import OpeningDraft
from bot.features.opening.who_verbs import Known, find_meant, gather
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry import store as registry_store
from bot.features.registry.titles_model import NOTHING_EARLIER, EarlierFacts
from bot.features.signing import store as signing_store
from bot.features.signing.model import REFUSED_FOR, Signed
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.kernel.context import ActorQuery, Query
from bot.kernel.errors import UserError
from bot.kernel.ids import PersonId
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.lists_model import Meant
from bot.people.model import Office, Person, account_key
from bot.people.ratings_store import Rated
from bot.play.rating import as_published
from bot.server import verbs as server_verbs
from bot.server.model import Act, may

# --- what was decided here ------------------------------------------------------------------------------------------


def faults(tx: Query, known: Known, line: OpeningLine, person: Person | None) -> Iterator[OpeningFault]:
    """What of the line is decided here, under whichever account or earlier name of the person."""
    own = _selves(tx, known, line, person)
    yield from _expulsions(known, line, person, own)
    if line != without_weight(line) and _was_refused(tx, known, own):
        yield _fault(line, Column.NAME)
    if _rating_is_decided(tx, line, own):
        yield _fault(line, Column.RATING)
    if line.bar is not None and (registry_store.has_lifted_bar(tx, own) or registry_store.was_voted_on(tx, own)):
        yield _fault(line, Column.BAR_REASON)
    yield from _titles(tx, known, line, person, own)
    yield from _crowns(tx, known, line)
    yield from _offices(tx, known, line)


def _was_refused(tx: Query, known: Known, same_person_ids: list[PersonId]) -> bool:
    """Whether what the person's own list said of them was declined or objected to: no friend brings it either."""
    refused = signing_store.refused_since(tx, known.guild_id, Signed.OPENING_LIST, known.now - REFUSED_FOR)
    return any(one.asked_by in same_person_ids for one in refused)


def _expulsions(
    known: Known, line: OpeningLine, person: Person | None, same_person_ids: list[PersonId]
) -> Iterator[OpeningFault]:
    """Who was expelled begins anew, under whichever account; of the person themself it is told before."""
    was_told = person is not None and person.person_id in known.expelled
    if not was_told and not known.expelled.isdisjoint(same_person_ids) and line != without_weight(line):
        yield OpeningFault(line.number, Column.NAME, Trouble.EXPELLED, line.name)


def _offices(tx: Query, known: Known, line: OpeningLine) -> Iterator[OpeningFault]:
    """Who leads is elected, once the committee has elected anybody."""
    vacant = line.office is Office.LEADER and Office.LEADER not in known.offices
    if vacant and registry_store.has_elected_leader(tx, known.guild_id):
        yield _fault(line, Column.OFFICE)


def _titles(
    tx: Query, known: Known, line: OpeningLine, person: Person | None, same_person_ids: list[PersonId]
) -> Iterator[OpeningFault]:
    held = None if person is None else known.arbiters.get(person.person_id)
    given = line.arbiter is not None and held is None
    if given and (
        registry_store.has_lost_arbiter_title(tx, same_person_ids) or registry_store.was_voted_on(tx, same_person_ids)
    ):
        yield _fault(line, Column.ARBITER_TITLE)
    if any(registry_store.has_lost_title(tx, same_person_ids, title) for title, _ in line.masters):
        yield _fault(line, Column.MASTER_TITLE)


def _crowns(tx: Query, known: Known, line: OpeningLine) -> Iterator[OpeningFault]:
    """From the first match for the title here on, matches here alone give it."""
    first = registry_store.first_title_match(tx, known.guild_id) if line.world_titles else None
    if first is None:
        return
    new = (world_title for world_title in line.world_titles if world_title.event not in known.champions)
    if any(who_verbs.end_of(one.on, known.zone) > first for one in new):
        yield _fault(line, Column.WORLD_TITLES)


def _rating_is_decided(tx: Query, line: OpeningLine, same_person_ids: list[PersonId]) -> bool:
    return line.rating is not None and registry_store.has_corrected_rating(tx, same_person_ids)


def _selves(tx: Query, known: Known, line: OpeningLine, person: Person | None) -> list[PersonId]:
    """Everybody whom the line is about: an expelled account too, which is a stranger since."""
    own = [] if person is None else people_store.same_person_ids(tx, person.person_id)
    member = line.member_id or (None if person is None else person.discord_id)
    buried = [] if member is None else people_store.buried_of_member(tx, known.guild_id, member)
    return list(dict.fromkeys((*own, *buried)))


def _fault(line: OpeningLine, column: Column) -> OpeningFault:
    return OpeningFault(line.number, column, Trouble.DECIDED_HERE, line.name)


# --- what a list would do -------------------------------------------------------------------------------------------


Found = Iterator[LineChange | OpeningFault]


def preview(tx: ActorQuery, draft_id: str) -> OpeningPreview:
    """The draft as it would come in now, for who may bring one in; raises NotAllowed and Outdated."""
    draft = who_verbs.find(tx, draft_id)
    return plan(tx, people_store.of_member(tx, tx.guild_id, tx.actor.member_id), draft)


def plan(tx: ActorQuery, looker: Person | None, draft: OpeningDraft) -> OpeningPreview:
    """What the draft would do, and whether who looks may confirm it."""
    told = who_verbs.read_again(draft)
    file = told if registry_roles_verbs.is_open(tx, draft.guild_id, tx.now) else plans_model.after_founding(told)
    known = gather(tx, draft, file.lines, tx.now)
    found = _plan(tx, looker, draft, file, known, find_meant(tx, draft.draft_id, file.lines, known))
    closing = registry_roles_verbs.closes_at(tx, draft.guild_id)
    out, own = () if file is told else plans_model.left_out(told), _is_own(found.plans, draft, looker)
    return replace(found, closes_at=closing, left_out=out, own_row=own)


def plan_row(tx: ActorQuery, sender: Person, draft: OpeningDraft, asked_at: datetime) -> OpeningPreview:
    """What the one row of the draft would do, which is about its sender."""
    told = who_verbs.read_again(draft)
    file = told if registry_roles_verbs.is_open(tx, draft.guild_id, asked_at) else plans_model.after_founding(told)
    known = gather(tx, draft, file.lines, asked_at)
    meant = Meant({line.number: sender for line in file.lines}, (), 0)
    return _plan(tx, None, draft, file, known, meant)


def _plan(
    tx: ActorQuery, looker: Person | None, draft: OpeningDraft, file: OpeningFile, known: Known, meant: Meant
) -> OpeningPreview:
    all_of_it = may(Act.BRING_TITLES_AND_BARS, server_verbs.capacities(tx, looker))
    judge = looker.person_id if looker is not None and all_of_it else None
    reader = _Planner(tx, known, meant, judge)
    plans = tuple(reader.read(line) for line in file.lines if line.number in meant.people)
    faults = sorted((*file.faults, *reader.faults, *_faults_between(file, plans, known)), key=lambda one: one.line)
    reserved = _reserved_for_others(file, plans, unsure=bool(faults or meant.questions))
    return OpeningPreview(
        draft_id=draft.draft_id,
        file_name=draft.file_name,
        dated_at=draft.dated_at,
        plans=plans,
        faults=tuple(faults),
        questions=meant.questions,
        answered=meant.answered,
        columns=file.columns,
        unread=file.unread,
        reserved=reserved,
        may_confirm=all_of_it or not reserved,
        seen=_digest(draft, plans),
        brought_at=_brought_before(tx, draft),
    )


def _is_own(plans: tuple[LinePlan, ...], draft: OpeningDraft, looker: Person | None) -> bool:
    """Whether the list gives who looks, and sent it, a rating, a title or the like."""
    if looker is None or draft.person_id != looker.person_id:
        return False
    own = (one for one in plans if one.person is not None and one.person.person_id == looker.person_id)
    return any(plans_model.of_weight(change.column) for one in own for change in one.changes)


def _reserved_for_others(file: OpeningFile, plans: tuple[LinePlan, ...], *, unsure: bool) -> tuple[Column, ...]:
    """Columns that ask for the owner or the President: while anything is open, all in which something stands."""
    if unsure:
        return tuple(column for column in file.columns if column not in FREE)
    return reserved_columns([change for one in plans for change in one.changes])


def _brought_before(tx: Query, draft: OpeningDraft) -> datetime | None:
    before = store.of_guild(tx, draft.guild_id)
    return next((one.brought_at for one in before if one.file_hash == draft.file_hash), None)


def _digest(draft: OpeningDraft, plans: tuple[LinePlan, ...]) -> str:
    told = [(one.line.number, one.person.person_id if one.person else None, one.changes) for one in plans]
    return sha256(repr((draft.draft_id, draft.dated_at, told)).encode("utf-8", "replace")).hexdigest()[:16]


class _Planner:
    """Reads lines one by one, and keeps the faults that only a look at what is known shows."""

    def __init__(self, tx: ActorQuery, known: Known, meant: Meant, judge: PersonId | None) -> None:
        self._tx, self._presser, self._known, self._meant = tx, tx.actor, known, meant
        self._judge = judge
        """Who would answer for the bars; None where it is not who looks."""
        self.faults: list[OpeningFault] = []

    def read(self, line: OpeningLine) -> LinePlan:
        """What the line would change."""
        person = self._meant.people[line.number]
        changes: list[LineChange] = []
        parts: tuple[Callable[[OpeningLine, Person | None], Found], ...] = (
            self._standing,
            self._rating,
            self._earlier,
            self._country,
            self._accounts,
            self._masters,
            self._arbiter,
            self._victories,
            self._bar,
            self._office,
            self._decided_here,
        )
        for part in parts:
            for found in part(line, person):
                changes.append(found) if isinstance(found, LineChange) else self.faults.append(found)
        return LinePlan(line, person, tuple(changes))

    def _standing(self, line: OpeningLine, person: Person | None) -> Found:
        if person is not None and person.person_id in self._known.expelled:
            yield OpeningFault(line.number, Column.NAME, Trouble.EXPELLED, line.name)

    def _decided_here(self, line: OpeningLine, person: Person | None) -> Found:
        return faults(self._tx, self._known, line, person)

    def _rating(self, line: OpeningLine, person: Person | None) -> Found:
        if line.rating is None:
            return
        held = None if person is None else self._known.rated.get(person.person_id)
        if held is None:
            yield LineChange(Column.RATING, line.rating)
            if line.games:
                yield LineChange(Column.GAMES, line.games)
            return
        changes = tuple(_changed_rating(line, held))
        if changes and self._known.has_rated_events:
            yield OpeningFault(
                line.number, Column.RATING, Trouble.RATING_STANDS, _plain(line.rating), _plain(held.rating)
            )
        else:
            yield from changes

    def _earlier(self, line: OpeningLine, person: Person | None) -> Found:
        facts = self._facts(person)
        since = None if line.registered_since is None else self._moment(line.registered_since)
        yield from self._in_time(line, Column.REGISTERED_SINCE, line.registered_since)
        served = facts.as_arbiter
        said: tuple[tuple[Column, Value, Value], ...] = (
            (Column.REGISTERED_SINCE, since, facts.registered_since),
            (Column.CLUB, line.club, facts.club),
            (Column.TIME_AS_ARBITER, line.as_arbiter, None if served is None else (served.months, served.days)),
            (Column.REFEREED, line.refereed, facts.refereed),
        )
        for column, after, before in said:
            if after is not None and after != before and not (after == 0 and before is None):
                yield LineChange(column, after, before or None)

    def _country(self, line: OpeningLine, person: Person | None) -> Found:
        before = None if person is None else self._known.countries.get(person.person_id)
        if line.country is not None and line.country != before:
            yield LineChange(Column.COUNTRY, line.country, before)

    def _accounts(self, line: OpeningLine, person: Person | None) -> Found:
        for typed, name in line.accounts:
            site = self._known.sites[typed.casefold()]
            key = account_key(name)
            holder = people_account_store.keeper(self._tx, self._known.guild_id, site, key, self._known.now)
            holder = holder or people_account_store.holder(self._tx, self._known.guild_id, site, key)
            own = None if person is None else people_account_store.account_of_person(self._tx, person.person_id, site)
            if holder is not None and (person is None or holder.person_id != person.person_id):
                held_by = self._known.name_of(holder.person_id)
                yield OpeningFault(line.number, Column.ACCOUNTS, Trouble.ACCOUNT_HELD, f"{site}: {name}", held_by)
            elif own is not None and own.key != key:
                yield OpeningFault(line.number, Column.ACCOUNTS, Trouble.ACCOUNT_OTHER, f"{site}: {name}", own.name)
            elif own is None:
                yield LineChange(Column.ACCOUNTS, name, of=site)

    def _masters(self, line: OpeningLine, person: Person | None) -> Found:
        held = {} if person is None else self._known.masters.get(person.person_id, {})
        arbiter = line.arbiter or (None if person is None else self._known.arbiters.get(person.person_id))
        for title, since in line.masters:
            yield from self._in_time(line, Column.MASTER_SINCE, since)
            if title in held:
                continue
            if arbiter is not None and not title.is_permanent:
                yield OpeningFault(line.number, Column.MASTER_TITLE, Trouble.ARBITER_AND_MASTER, title, arbiter)
            else:
                yield LineChange(Column.MASTER_TITLE, self._moment(since), of=title)

    def _arbiter(self, line: OpeningLine, person: Person | None) -> Found:
        yield from self._in_time(line, Column.ARBITER_SINCE, line.arbiter_since)
        held = None if person is None else self._known.arbiters.get(person.person_id)
        if line.arbiter is None or held is line.arbiter:
            return
        if held is not None:
            yield OpeningFault(line.number, Column.ARBITER_TITLE, Trouble.ARBITER_TITLE_HELD, line.arbiter, held)
        elif self._is_excluded(person):
            yield OpeningFault(line.number, Column.ARBITER_TITLE, Trouble.EXPELLED, line.name)
        elif person is not None and any(not one.is_permanent for one in self._known.masters.get(person.person_id, {})):
            yield OpeningFault(line.number, Column.ARBITER_TITLE, Trouble.MASTERS_HELD, line.arbiter)
        else:
            yield LineChange(Column.ARBITER_TITLE, self._moment(line.arbiter_since), of=line.arbiter)

    def _victories(self, line: OpeningLine, person: Person | None) -> Found:
        before = {victory.event for victory in self._facts(person).victories}
        for won in line.championships:
            yield from self._in_time(line, Column.CHAMPIONSHIPS, won.on)
            if won.event not in before:
                yield LineChange(Column.CHAMPIONSHIPS, self._moment(won.on), of=won.event)
        for won in line.world_titles:
            yield from self._in_time(line, Column.WORLD_TITLES, won.on)
            champion = self._known.champions.get(won.event)
            if champion is None:
                yield LineChange(Column.WORLD_TITLES, self._moment(won.on), of=won.event)
            elif person is None or champion != person.person_id:
                name = self._known.name_of(champion)
                yield OpeningFault(line.number, Column.WORLD_TITLES, Trouble.EVENT_HAS_CHAMPION, won.event, name)

    def _bar(self, line: OpeningLine, person: Person | None) -> Found:
        bar = line.bar
        if bar is None:
            return
        yield from self._in_time(line, Column.BAR_SINCE, bar.since)
        if bar.until is not None and who_verbs.end_of(bar.until, self._known.zone) <= self._known.now:
            yield OpeningFault(line.number, Column.BAR_UNTIL, Trouble.BAR_IS_OVER, bar.until.isoformat())
            return
        trouble = self._bar_trouble(bar, person)
        if trouble is not None:
            yield OpeningFault(line.number, Column.BAR_REASON, trouble, line.name)
        elif not any(one.explanation == bar.reason for one in self._bars_of(person)):
            until = None if bar.until is None else who_verbs.end_of(bar.until, self._known.zone)
            yield LineChange(Column.BAR_REASON, until, of=bar.reason, since=self._moment(bar.since))

    def _bars_of(self, person: Person | None) -> list[Bar]:
        return [bar for bar in self._known.bars if person is not None and bar.person_id == person.person_id]

    def _bar_trouble(self, bar: BarLine, person: Person | None) -> Trouble | None:
        """What keeps the bar from being imposed; nothing where the very bar is in force."""
        held = self._bars_of(person)
        if person is None or any(one.explanation == bar.reason for one in held):
            return None
        if any(one.reason is BarReason.DISQUALIFIED for one in held):
            return Trouble.BARRED_ALREADY
        return Trouble.OWN_BAR if self._has_stake(person) else None

    def _has_stake(self, person: Person) -> bool:
        """Whether who would confirm the bar decides about a rival, or themselves."""
        if self._judge is None:
            return False
        try:
            tournaments_recusal_verbs.refuse(self._tx, self._judge, Act.BAR_PLAYER, person.person_id)
        except UserError:
            return True
        return False

    def _office(self, line: OpeningLine, person: Person | None) -> Found:
        if line.office is None:
            return
        holder = self._known.offices.get(line.office)
        has_discord = line.member_id is not None or (person is not None and person.discord_id is not None)
        if holder is not None and person is not None and holder.person_id == person.person_id:
            return
        if not has_discord:
            yield OpeningFault(line.number, Column.OFFICE, Trouble.OFFICE_WITHOUT_DISCORD, line.name)
        elif holder is not None:
            yield OpeningFault(line.number, Column.OFFICE, Trouble.OFFICE_HELD, line.office, holder.name)
        elif self._is_excluded(person):
            yield OpeningFault(line.number, Column.OFFICE, Trouble.EXPELLED, line.name)
        else:
            yield LineChange(Column.OFFICE, line.office.value)

    def _is_excluded(self, person: Person | None) -> bool:
        """Whether the person was expelled from the committee (AIJE-A02-5)."""
        return person is not None and entering_bars_store.is_excluded(self._tx, person.person_id)

    def _facts(self, person: Person | None) -> EarlierFacts:
        return NOTHING_EARLIER if person is None else self._known.earlier.get(person.person_id, NOTHING_EARLIER)

    def _in_time(self, line: OpeningLine, column: Column, day: date | None) -> Found:
        """What a list tells has happened by its day."""
        if day is not None and day > self._known.dated_at.astimezone(self._known.zone).date():
            yield OpeningFault(line.number, column, Trouble.IN_THE_FUTURE, day.isoformat())

    def _moment(self, day: date | None) -> datetime:
        """A day as a moment that is over; without one, the day of the list."""
        if day is None:
            return self._known.dated_at
        return min(who_verbs.noon(day, self._known.zone), self._known.dated_at)


def _faults_between(file: OpeningFile, plans: tuple[LinePlan, ...], known: Known) -> Iterator[OpeningFault]:
    """What two lines cannot both say: the later one is told, with the number of the earlier."""
    yield from _twice(file, Column.DISCORD, Trouble.MEMBER_TWICE, lambda one: [str(one.member_id or "")])
    yield from _people_twice(plans)
    yield from _twice(file, Column.ACCOUNTS, Trouble.ACCOUNT_TWICE, lambda one: _accounts_of(one, known))
    yield from _twice(file, Column.OFFICE, Trouble.OFFICE_TWICE, lambda one: [one.office or ""])
    yield from _twice(
        file, Column.WORLD_TITLES, Trouble.EVENT_TWICE, lambda one: [won.event for won in one.world_titles]
    )
    for line in file.lines:
        own = replace(file, lines=(line,))
        yield from _twice(own, Column.CHAMPIONSHIPS, Trouble.EVENT_TWICE, _championships_of)


def _championships_of(line: OpeningLine) -> list[str]:
    return [won.event for won in line.championships]


def _accounts_of(line: OpeningLine, known: Known) -> list[str]:
    return [f"{known.sites[site.casefold()]}: {account_key(name)}" for site, name in line.accounts]


def _people_twice(plans: tuple[LinePlan, ...]) -> Iterator[OpeningFault]:
    """Who is told by Discord on one line can be meant by the name of none, and each name means somebody else."""
    known = [(one.line, one.person) for one in plans if one.person is not None]
    told = sorted(known, key=lambda one: (one[0].member_id is None, one[0].number))
    first: dict[PersonId, OpeningLine] = {}
    for line, person in told:
        before = first.setdefault(person.person_id, line)
        if before is not line and line.member_id is None:
            yield OpeningFault(line.number, Column.NAME, Trouble.PERSON_TWICE, line.name, str(before.number))


def _twice(
    file: OpeningFile, column: Column, trouble: Trouble, said_by: Callable[[OpeningLine], list[str]]
) -> Iterator[OpeningFault]:
    first: dict[str, int] = {}
    for line in file.lines:
        for what in filter(None, said_by(line)):
            if what in first:
                yield OpeningFault(line.number, column, trouble, what, str(first[what]))
            first.setdefault(what, line.number)


def _changed_rating(line: OpeningLine, held: Rated) -> Iterator[LineChange]:
    """What the line would make of a rating that stands."""
    if line.rating is not None and as_published(held.rating) != as_published(line.rating):
        yield LineChange(Column.RATING, line.rating, held.rating)
    if line.games is not None and line.games != held.games:
        yield LineChange(Column.GAMES, line.games, held.games)


def _plain(rating: float) -> str:
    return f"{rating:g}" if rating == int(rating) else f"{rating:.1f}"
