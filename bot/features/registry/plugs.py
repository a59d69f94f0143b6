"""What offices, titles and grades add to the core and to its cards, in every event; and their notices."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.entering.cards import EntryCardHooks, EntryRequest
from bot.features.entering.model import Registered
from bot.features.playing.hooks import StaffHooks
from bot.features.registry import cards, exams_verbs, grades_verbs, officers_verbs, roles_verbs, titles_verbs
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
    TermsWish,
    TitleChanged,
    TitleMoved,
    TitleOffered,
    TitleProposed,
    Undone,
)
from bot.features.registry.roles_verbs import refuse_excluded
from bot.features.registry.titles_model import ProposalOutcome
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.hooks import Asker, EventHooks, Found, StepHooks, Taker, TaskHooks
from bot.features.tournaments.sheet_cards import SheetHooks
from bot.features.tournaments.tasks_model import DeskRow
from bot.features.voting.closing_verbs import Apply, VoteHooks
from bot.features.voting.model import ProcedureKind, VoteEffect
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import GuildId, PersonId, Place, TournamentId
from bot.kernel.promises import Message, Promise, ToPlace
from bot.layout.cards import Card, Composed, Notice, on, without_pings
from bot.people import store as people_store
from bot.people.model import ArbiterTitle, Office, Person
from bot.play.entries import Entrant, Tournament
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel

# --- verbs ----------------------------------------------------------------------------------------------------------


class Registry(EventHooks, StaffHooks, TaskHooks, StepHooks, VoteHooks, DeliveryHooks, SigningHooks):
    """What people are in the community: titles, grades, offices."""

    # --- second signatures --------------------------------------------------------------------------------------------

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Other numbers for the rating list."""
        return grades_verbs.SIGNED

    # --- events ------------------------------------------------------------------------------------------------------

    def before_draw(self, tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
        """The grades of the field are facts of the event from here on."""
        grades_verbs.freeze(tx, tournament, starters)

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """What its ratings and places are proposed for."""
        titles_verbs.propose(tx, tournament)
        grades_verbs.propose(tx, tournament)

    def rated_when_called_off(self, tx: Tx, tournament: Tournament) -> None:
        """The master titles that the record asks for now: what was played counts (AIJE-D01-6)."""
        titles_verbs.propose(tx, tournament)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """The master titles that the record asks for now (AIJE-B01-3)."""
        titles_verbs.propose(tx, tournament)

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """The master titles that the record asks for now, and the grades that the places of the events lead to."""
        titles_verbs.propose(tx, brought[-1])
        for tournament in brought:
            (grades_verbs.propose if stand else grades_verbs.lapse)(tx, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Offices that nobody holds, since acts wait for them."""
        return officers_verbs.vacant(tx, tournament.guild_id)

    def leaves_duty(self, tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
        """Discord's roles follow what the registry says of who was on duty."""
        roles_verbs.follow(tx, guild_id, person_id)

    # --- beside events -----------------------------------------------------------------------------------------------

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """Titles and grades to decide or to take, and the country that is not known."""
        return exams_verbs.guide(tx, asker)

    def takers(self) -> Mapping[str, Taker]:
        """Exams that wait for an examiner, and the roles of the committee."""
        return {
            "exam": lambda tx, subject, _: titles_verbs.take(tx, PersonId(subject)),
            "mirror": lambda tx, subject, _: roles_verbs.look_over(tx, GuildId(int(subject))),
        }

    # --- votes -------------------------------------------------------------------------------------------------------

    def effects(self) -> Mapping[VoteEffect, Apply]:
        """Who leads the committee, sits on it, or has a title that is voted on."""
        return exams_verbs.EFFECTS

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """A title is voted on once all else that it asks for is met, and a place for the title while it is vacant."""
        if kind.effect is VoteEffect.TITLE_PLACE:
            seats_by_hand_verbs.refuse_for_title(tx, tx.guild_id, subject, tx.pressed_at)
        title = exams_verbs.TITLES.get(kind.effect)
        if title is not None:
            refuse_excluded(tx, subject)
            titles_verbs.refuse_unfit(tx, tx.guild_id, subject, title, tx.pressed_at)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """What is proposed stands until it is decided."""
        return dict(
            (
                as_panel(TitleProposed, lambda said: titles_verbs.proposal_subject(said.proposal_id)),
                as_panel(GradeWaits, lambda said: grades_verbs.grade_subject(said.grade_id)),
            )
        )


# --- cards ----------------------------------------------------------------------------------------------------------


class RegistryCards(EntryCardHooks, SheetHooks, WishCards):
    """Of all events: grades where the rulebook has them."""

    def admission(self, rulebook: Rulebook, translator: Translator) -> Iterable[str]:
        """Which grades count, and who confirms them."""
        return () if rulebook.grades is None else cards.rule_lines(rulebook.grades, translator)

    def welcome(self, entry: Registered, translator: Translator) -> Iterable[EntryRequest]:
        """The grade that one has."""
        if entry.tournament.rulebook.grades is None:
            return ()
        said = (
            translator.say("grades.ask")
            if entry.grade is None
            else translator.say("grades.yours", grade=str(entry.grade))
        )
        return (EntryRequest(said, cards.declare_press(entry.tournament, translator)),)

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Other numbers for the rating list."""
        return (cards.wish_words(told, translator),) if isinstance(told, TermsWish) else None


# --- messages -------------------------------------------------------------------------------------------------------


def _officers_named(tx: Query, promise: Promise[OfficersNamed]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.message
    given = ((Office.PRESIDENT, told.president), (Office.LEADER, told.leader))
    offices = [(office, person_id) for office, person_id in given if person_id is not None]
    arbiters = told.arbiters or ()
    people = people_store.by_ids(tx, [told.by, *arbiters, *(person_id for _, person_id in offices)])
    named = cards.Appointments(
        offices=tuple((office, people[person_id]) for office, person_id in offices),
        arbiters=tuple(people[person_id] for person_id in arbiters),
        title=told.title if isinstance(told.title, ArbiterTitle) else None,
        by=people[told.by],
    )
    return lambda translator: cards.officers_named(named, translator)


def _rating_terms_changed(tx: Query, promise: Promise[RatingTermsChanged]) -> Composed | None:
    view = grades_verbs.terms_view(tx, promise.guild_id)
    dated = next((one for one in view.dated if one.since == promise.message.since), None)
    return None if dated is None else lambda translator: cards.announcement(view, dated, translator)


def _office_changed(tx: Query, promise: Promise[OfficeChanged]) -> Composed | None:
    """From the act's own details, since the registry may have changed again meanwhile."""
    told = promise.message
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
    return lambda translator: cards.office_change_notice(change, translator)


def _appointment_undone(tx: Query, promise: Promise[AppointmentUndone]) -> Composed | None:
    told = promise.message
    person, by = people_store.load(tx, told.person_id), people_store.load(tx, told.by)
    if person is None or by is None:
        return None
    what, given = told.what, told.how is Undone.GIVEN
    holder = people_store.offices(tx, promise.guild_id).get(what) if isinstance(what, Office) else None
    now = people_store.load(tx, holder) if holder else None
    return lambda translator: cards.undone(person, by, what, now, translator, given=given)


def _roles_blocked(_: Query, promise: Promise[RolesBlocked]) -> Composed | None:
    role = promise.message.role
    return lambda translator: cards.blocked_role(role, translator)


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The proposal's card as it has to look now."""
    view = exams_verbs.proposal_view(tx, subject, now)
    return None if view is None else (lambda translator: cards.proposal(view, translator), view.proposal.guild_id)


def _title_proposed(tx: Query, promise: Promise[TitleProposed]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.message.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda translator: cards.proposal(view, translator)


def _title_offered(tx: Query, promise: Promise[TitleOffered]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.message.proposal_id, promise.promised_at)
    if view is None or view.proposal.decided_at is not None:
        return None
    return lambda translator: cards.offer(view, translator)


def _title_changed(tx: Query, promise: Promise[TitleChanged]) -> Composed | None:
    view = exams_verbs.proposal_view(tx, promise.message.proposal_id, promise.promised_at)
    if view is None or view.proposal.outcome is not ProposalOutcome.DONE:
        return None
    return _on_record(promise, lambda translator: cards.change_notice(view, translator))


def _champion_named(tx: Query, promise: Promise[ChampionNamed]) -> Composed | None:
    person, event = people_store.load(tx, promise.message.person_id), promise.message.event
    if person is None:
        return None
    unplayed = promise.message.unplayed
    return _on_record(promise, lambda translator: cards.champion(person, event, translator, unplayed=unplayed))


def _title_moved(tx: Query, promise: Promise[TitleMoved]) -> Composed | None:
    told = promise.message
    lost, won, holder = (_person(tx, one) for one in (told.lost, told.won, told.holder))
    if lost is None:
        return None
    renamed, left = (_events(tx, some or ()) for some in (told.renamed, told.left))
    moved = cards.MovedTitle(told.event, lost, won, holder, renamed=renamed, left=left)
    return _on_record(promise, lambda translator: cards.move_notice(moved, translator))


def _person(tx: Query, person_id: PersonId | None) -> Person | None:
    return people_store.load(tx, person_id) if person_id is not None else None


def _events(tx: Query, listed: Iterable[TournamentId]) -> tuple[Tournament, ...]:
    found = (tournaments_store.load(tx, one) for one in listed)
    return tuple(one for one in found if one is not None)


def _on_record(promise: Promise[Message], composed: Composed) -> Composed:
    """The record tells the same and pings nobody."""
    if promise.target != ToPlace(Place.RECORD):
        return composed
    return lambda translator: without_pings(composed(translator))


def _of_grade(layout: Callable[[GradeView, Translator], Card], *, waits: bool) -> Notice:
    """A notice about a grade that still waits, or that does not any more."""

    def notice(tx: Query, promise: Promise[OfGrade]) -> Composed | None:
        view = grades_verbs.view(tx, promise.message.grade_id)
        if view is None or view.record.waits is not waits:
            return None
        return lambda translator: layout(view, translator)

    return notice


def grade_panel(tx: Query, grade_id: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """What the question about a grade shows: its buttons until it is decided on."""
    view = grades_verbs.view(tx, grade_id)
    return None if view is None else (lambda translator: cards.grade_waiting(view, translator), view.record.guild_id)


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
