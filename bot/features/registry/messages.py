"""Notices of offices, titles and grades."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Final

from bot.features.registry import cards, exams_verbs, grades_verbs
from bot.features.registry.model import (
    AppointmentUndone,
    ChampionNamed,
    GradeDecided,
    GradeView,
    GradeWaits,
    OfficeChanged,
    OfficersNamed,
    OfGrade,
    RatingTermsChanged,
    RolesBlocked,
    TitleChanged,
    TitleMoved,
    TitleOffered,
    TitleProposed,
    Undone,
)
from bot.features.registry.titles_model import ProposalOutcome
from bot.features.tournaments import store as tournaments_store
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import GuildId, PersonId, Place, TournamentId
from bot.kernel.promises import Message, Promise, ToPlace
from bot.layout.cards import Card, Composed, Notice, on, without_pings
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, Person
from bot.play.entries import Tournament


def _officers_named(tx: Query, promise: Promise[OfficersNamed]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.saying
    given = ((Office.PRESIDENT, told.president), (Office.LEADER, told.leader))
    offices = [(office, person_id) for office, person_id in given if person_id is not None]
    arbiters = told.arbiters or ()
    known = people_store.by_ids(tx, [told.by, *arbiters, *(person_id for _, person_id in offices)])
    named = cards.Appointments(
        offices=tuple((office, known[person_id]) for office, person_id in offices),
        arbiters=tuple(known[person_id] for person_id in arbiters),
        title=told.title if isinstance(told.title, ArbiterTitle) else None,
        by=known[told.by],
    )
    return lambda voice: cards.officers_named(named, voice)


def _rating_terms_changed(tx: Query, promise: Promise[RatingTermsChanged]) -> Composed | None:
    view = grades_verbs.terms_view(tx, promise.guild_id)
    dated = next((one for one in view.dated if one.since == promise.saying.since), None)
    return None if dated is None else lambda voice: cards.announcement(view, dated, voice)


def _office_changed(tx: Query, promise: Promise[OfficeChanged]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.saying
    person = people_store.load(tx, told.person)
    if person is None:
        return None
    change = cards.OfficeChange(
        what=told.what,
        office=told.office,
        person=person,
        by=people_store.load(tx, told.by) if told.by is not None else None,
        until=told.until,
        reason=told.reason,
    )
    return lambda voice: cards.office_change_notice(change, voice)


def _appointment_undone(tx: Query, promise: Promise[AppointmentUndone]) -> Composed | None:
    told = promise.saying
    person, by = people_store.load(tx, told.person_id), people_store.load(tx, told.by)
    if person is None or by is None:
        return None
    what, given = told.what, told.how is Undone.GIVEN
    holder = people_store.offices(tx, promise.guild_id).get(what) if isinstance(what, Office) else None
    now = people_store.load(tx, holder) if holder else None
    return lambda voice: cards.undone(person, by, what, now, voice, given=given)


def _roles_blocked(_: Query, promise: Promise[RolesBlocked]) -> Composed | None:
    role = promise.saying.role
    return lambda voice: cards.blocked_role(role, voice)


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = exams_verbs.proposal_view(tx, subject, now)
    return None if view is None else (lambda voice: cards.proposal(view, voice), view.proposal.guild_id)


def _title_proposed(tx: Query, promise: Promise[TitleProposed]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.proposal(view, voice)


def _title_offered(tx: Query, promise: Promise[TitleOffered]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda voice: cards.offer(view, voice)


def _title_changed(tx: Query, promise: Promise[TitleChanged]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.saying.proposal_id, promise.promised_at)
    if view is None or view.proposal.outcome is not ProposalOutcome.DONE:
        return None
    return _on_record(promise, lambda voice: cards.change_notice(view, voice))


def _champion_named(tx: Query, promise: Promise[ChampionNamed]) -> Composed | None:
    person, event = people_store.load(tx, promise.saying.person_id), promise.saying.event
    if person is None:
        return None
    unplayed = promise.saying.unplayed
    return _on_record(promise, lambda voice: cards.champion(person, event, voice, unplayed=unplayed))


def _title_moved(tx: Query, promise: Promise[TitleMoved]) -> Composed | None:
    told = promise.saying
    lost, won, holder = (_person(tx, one) for one in (told.lost, told.won, told.holder))
    if lost is None:
        return None
    renamed, left = (_events(tx, some or ()) for some in (told.renamed, told.left))
    moved = cards.MovedTitle(told.event, lost, won, holder, renamed=renamed, left=left)
    return _on_record(promise, lambda voice: cards.move_notice(moved, voice))


def _person(tx: Query, person_id: PersonId | None) -> Person | None:
    return people_store.load(tx, person_id) if person_id is not None else None


def _events(tx: Query, listed: Iterable[TournamentId]) -> tuple[Tournament, ...]:
    found = (tournaments_store.load(tx, one) for one in listed)
    return tuple(one for one in found if one is not None)


def _on_record(promise: Promise[Message], composed: Composed) -> Composed:
    """The record tells the same and pings nobody."""
    if promise.target != ToPlace(Place.RECORD):
        return composed
    return lambda voice: without_pings(composed(voice))


def _of_grade(layout: Callable[[GradeView, Translator], Card], *, waits: bool) -> Notice:
    """A notice about a grade that still waits, or that does not any more."""

    def notice(tx: Query, promise: Promise[OfGrade]) -> Composed | None:
        view = grades_verbs.view(tx, promise.saying.grade_id)
        if view is None or view.record.waits is not waits:
            return None
        return lambda voice: layout(view, voice)

    return notice


def grade_panel(tx: Query, grade_id: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """What the question about a grade shows: its buttons until it is decided on."""
    view = grades_verbs.view(tx, grade_id)
    return None if view is None else (lambda voice: cards.grade_waiting(view, voice), view.record.guild_id)


NOTICES: Final = dict(
    (
        on(OfficersNamed, _officers_named),
        on(OfficeChanged, _office_changed),
        on(RatingTermsChanged, _rating_terms_changed),
        on(AppointmentUndone, _appointment_undone),
        on(RolesBlocked, _roles_blocked),
        on(TitleProposed, _title_proposed),
        on(TitleOffered, _title_offered),
        on(TitleChanged, _title_changed),
        on(ChampionNamed, _champion_named),
        on(TitleMoved, _title_moved),
        on(GradeWaits, _of_grade(cards.grade_waiting, waits=True)),
        on(GradeDecided, _of_grade(cards.decision, waits=False)),
    )
)
