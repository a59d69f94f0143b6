"""What cases and appeals add to the core and to its cards, in every event; and their notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.cases import (
    barring_verbs,
    cards,
    committee_verbs,
    links_cards,
    links_verbs,
    misconduct_cards,
    misconduct_verbs,
    reading_verbs,
    record_verbs,
    store,
    verbs,
    verdict_verbs,
)
from bot.features.cases.misconduct_model import FileView
from bot.features.cases.model import (
    UNJUSTIFIED,
    AbsenceLetter,
    AbsenceNotice,
    AbsenceReminder,
    AbsencesUnjustified,
    AppealDecided,
    AppealMade,
    BarLifted,
    Barred,
    BarThen,
    CaseDecided,
    CaseForReview,
    CaseRulesChanged,
    CaseState,
    CaseThread,
    CaseView,
    FileDecided,
    FileForJudge,
    FileLetter,
    FileNews,
    FileNote,
    FileOpened,
    FileReader,
    JudgeWanted,
    NameClaimDecided,
    NameClaimed,
    OpenToAppeal,
    PersonLinked,
    PersonUnlinked,
    PointsReturned,
    RatingPointsTaken,
    SamePersonRecorded,
    SamePersonUndone,
)
from bot.features.cases.record_verbs import appeal_subject, case_subject, file_subject
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.words_cards import MatchCardHooks, key
from bot.features.ratings import cards as ratings_cards
from bot.features.ratings import verbs as ratings_verbs
from bot.features.ratings.model import (
    AmendmentReturned,
    RatingAmended,
    RatingEntered,
    RatingEnteredTold,
    RatingsAmended,
)
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.facts_verbs import claim_subject
from bot.features.tournaments.hooks import (
    Asker,
    EntryHooks,
    EventHooks,
    Found,
    KeeperHooks,
    StepHooks,
    Taker,
    TaskHooks,
)
from bot.features.tournaments.promises_model import RatingsCorrected
from bot.features.tournaments.tasks_model import DeskRow
from bot.features.voting import store as voting_store
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.closing_verbs import Apply, VoteHooks
from bot.features.voting.model import ProcedureKind, VoteEffect
from bot.i18n.catalogue import Translator
from bot.kernel import outbox
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import CaseId, EntrantId, FileId, GuildId, PersonId, Place, RoleId, TournamentId
from bot.kernel.outages import Outage
from bot.kernel.promises import Message, Promise, ToMember, ToPlace
from bot.layout import cards as layout_cards
from bot.layout.cards import Button, Composed, on
from bot.layout.sentences import moment, number, quoted_block
from bot.people import account_store as people_account_store
from bot.people import store as people_store
from bot.people.cards import mention
from bot.people.model import Person
from bot.play.contests import Sanction
from bot.play.entries import Closing, Tournament
from bot.play.matches import MatchPhase
from bot.server.model import Act
from bot.server.speaking_verbs import DeliveryHooks, Following, after, as_panel, stand_as_said

# --- verbs ----------------------------------------------------------------------------------------------------------


class Cases(
    EntryHooks,
    EventHooks,
    MatchHooks,
    StaffHooks,
    TaskHooks,
    StepHooks,
    VoteHooks,
    KeeperHooks,
    DeliveryHooks,
    SigningHooks,
):
    """Misconduct, absence, and appeals against what was decided."""

    # --- entering ----------------------------------------------------------------------------------------------------

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Whoever neither withdrew nor confirmed is asked why."""
        verbs.open_for_absentees(tx, tournament, closing)

    # --- events ------------------------------------------------------------------------------------------------------

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Who has lost without having played one game is asked why, unless it turns out otherwise."""
        verbs.after_result(tx, tournament)

    def sanctions(self, tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
        """What verdicts have done to the places (GO-23.6)."""
        return store.sanctions(tx, tournament_id)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """Until when the ruling that stands can be appealed against."""
        limit = record_verbs.appeal_by(tx, match_context, now)
        if limit is not None:
            yield OpenToAppeal(limit)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Justifications to review, and two who play and are one."""
        yield from reading_verbs.to_review(tx, tournament, now)
        yield from links_verbs.twice_in(tx, tournament)
        yield from links_verbs.rows(tx, tournament.guild_id, now)

    # --- beside events -----------------------------------------------------------------------------------------------

    def tasks(self, tx: Query, asker: Asker) -> Found:
        """Absences to justify and to judge, then misconduct, and names that members claim."""
        yield from reading_verbs.guide(tx, asker)
        yield from reading_verbs.guide_to_files(tx, asker)
        yield from links_verbs.guide(tx, asker)

    def takers(self) -> Mapping[str, Taker]:
        """Notices of absence, absences, and misconduct."""
        return {
            "absences": lambda tx, subject, step: verbs.take_notice(tx, TournamentId(subject), step),
            "case": lambda tx, subject, step: verbs.take(tx, CaseId(subject), step),
            "file": lambda tx, subject, step: misconduct_verbs.take(tx, FileId(subject), step),
        }

    def runs_in(self, tx: Query) -> Iterable[GuildId]:
        """Cases in which a time runs."""
        return verbs.servers_with_cases(tx)

    def after_outage(self, tx: Tx, outage: Outage, guild_id: GuildId, *, is_news: bool) -> None:
        """Time to justify and to reply is longer by it."""
        verbs.after_outage(tx, outage, guild_id, tell=is_news)
        misconduct_verbs.after_outage(tx, guild_id)

    # --- second signatures -------------------------------------------------------------------------------------------

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """A rating for somebody who was forgotten."""
        verb = SignedVerb(
            Act.ENTER_RATING, RatingEntered, ratings_verbs.carry_out, ratings_verbs.tell, ratings_verbs.about
        )
        return {Signed.RATING: verb}

    # --- votes -------------------------------------------------------------------------------------------------------

    def effects(self) -> Mapping[VoteEffect, Apply]:
        """Bars, points, and expulsions."""
        return verdict_verbs.EFFECTS

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """Points are taken for an absence that still stands."""
        if kind.effect is VoteEffect.PENALTY_RATING:
            barring_verbs.refuse_unfit(tx, tx.guild_id, subject, reference)

    def check(self, kind: ProcedureKind, matter: VoteMatter) -> VoteMatter:
        """An expulsion has its ground and its proof."""
        return misconduct_verbs.check_matter(kind, matter)

    # --- how cases are heard -----------------------------------------------------------------------------------------

    def refuse_concerned(self, tx: ActorQuery, person: Person | None) -> None:
        """Who has a case open, or acts for somebody who has, keeps out."""
        committee_verbs.refuse_concerned(tx, person)

    def tell_role(self, tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
        """The committee hears of it."""
        committee_verbs.tell_role(tx, by, shown, before, after)

    def tell_procedure(self, tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
        """The committee hears of it."""
        committee_verbs.tell_procedure(tx, by, texts, name)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """Time to justify, to reply and to appeal starts."""
        return dict(
            (
                as_panel(AppealMade, lambda said: appeal_subject(said.appeal_id)),
                after(CaseThread, misconduct_verbs.start_time_to_reply),
                after(FileDecided, verdict_verbs.start_time_to_appeal),
                after(FileLetter, misconduct_verbs.start_time_to_reply),
                as_panel(FileOpened, lambda said: file_subject(said.file_id)),
                after(AbsenceNotice, verbs.start_time_to_justify),
                after(AbsenceReminder, stand_as_said),
                as_panel(NameClaimed, lambda said: claim_subject(said.claim_id)),
                as_panel(CaseForReview, lambda said: case_subject(said.case_id)),
            )
        )


# --- cards ----------------------------------------------------------------------------------------------------------


class CaseCards(MatchCardHooks, WishCards):
    """Of all events: appeals against a ruling; of acts that wait: a rating for who was forgotten."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Who gets which rating, and why."""
        if not isinstance(told, RatingEnteredTold):
            return None
        text = translator.say("amendments.entered", who=mention(told.person), rating=number(told.rating, translator))
        return text, quoted_block(told.reason, 500)

    def below_standing(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Until when a player may appeal."""
        appeal = view.part(OpenToAppeal)
        if appeal is None or view.state.phase is not MatchPhase.SETTLED:
            return ()
        return ("-# " + translator.say(key(view, "may_appeal"), until=moment(appeal.until)),)

    def after_result(self, view: MatchView, translator: Translator) -> Iterable[Button]:
        """The way to an appeal."""
        if view.part(OpenToAppeal) is None:
            return ()
        return (Button(f"appeal:match-{view.contest_id}", translator.say("matches.appeal"), emoji="📨"),)


# --- messages: absences, bars, who is who ---------------------------------------------------------------------------


def panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The reviewers' card as it has to look now."""
    case_id = CaseId(subject)
    view = reading_verbs.case_view(tx, case_id)
    if view is None:
        return None
    return lambda translator: cards.for_review(view, translator), view.tournament.guild_id


def _absence_notice(tx: Query, promise: Promise[AbsenceNotice]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.case.closed_at is None and view.case.noticed_at is None]
    return (lambda translator: cards.absence_notice(views, translator)) if views else None


def _absence_letter(tx: Query, promise: Promise[AbsenceLetter]) -> Composed | None:
    view = reading_verbs.case_view(tx, promise.message.case_id, promise.promised_at)
    if view is None or view.state is not CaseState.OPEN:
        return None
    link = promise.message.notice
    return lambda translator: cards.absence_letter(view, link, translator)


def _absence_reminder(tx: Query, promise: Promise[AbsenceReminder]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.state is CaseState.OPEN and view.case.closed_at is None]
    extended = promise.message.extended
    if not views:
        return None
    if not isinstance(promise.target, ToMember):
        return lambda translator: cards.absence_reminder(views, translator, extended=extended)
    link = _link_to_button(tx, views[0])
    return lambda translator: cards.absence_reminder_letter(views[0], link, translator, extended=extended)


def _for_review(tx: Query, promise: Promise[CaseForReview]) -> Composed | None:
    view = reading_verbs.case_view(tx, promise.message.case_id)
    if view is None or not cards.may_be_decided(view):
        return None
    guild_id, waits = view.tournament.guild_id, promise.message.reminder
    reminded = reading_verbs.reviewers(tx, guild_id, view.case) if waits else ()
    return lambda translator: cards.for_review(view, translator, reminded)


def _unjustified_absences(tx: Query, promise: Promise[AbsencesUnjustified]) -> Composed | None:
    views = [view for view in _named_cases(tx, promise) if view.case.close_reason in UNJUSTIFIED]
    return (lambda translator: cards.unjustified_absences(views, translator)) if views else None


def _case_decided(tx: Query, promise: Promise[CaseDecided]) -> Composed | None:
    view = reading_verbs.case_view(tx, promise.message.case_id)
    if view is None:
        return None
    own = isinstance(promise.target, ToMember)
    return lambda translator: cards.decision(view, translator, own=own)


def _bar_announcement(tx: Query, promise: Promise[Barred]) -> Composed | None:
    bars = promise.message.bars or (promise.message.bar_id,)
    views = [view for view in reading_verbs.bar_views(tx, bars) if view.bar.lifted_at is None]
    if not views:
        return None
    if isinstance(promise.target, ToMember):
        return lambda translator: cards.barred_letter(views[0], translator)
    if promise.target == ToPlace(Place.RECORD):
        return lambda translator: layout_cards.without_pings(cards.bar_announcement(views, translator))
    return lambda translator: cards.bar_announcement(views, translator)


def _bar_lifted(tx: Query, promise: Promise[BarLifted]) -> Composed | None:
    views = reading_verbs.bar_views(tx, [promise.message.bar_id])
    own = isinstance(promise.target, ToMember)
    return (lambda translator: cards.lifting(views[0], translator, own=own)) if views else None


def _ratings_amended(tx: Query, promise: Promise[RatingsAmended]) -> Composed | None:
    views = ratings_verbs.views_of_list(tx, promise.message.list_id)
    standing = [one for one in views if one.amendment.returned_at is None]
    return (lambda translator: ratings_cards.announcement(standing, translator)) if standing else None


def _rating_amended(tx: Query, promise: Promise[RatingAmended]) -> Composed | None:
    view = ratings_verbs.view(tx, promise.message.amendment_id)
    if view is None or view.amendment.returned_at is not None:
        return None
    return lambda translator: ratings_cards.letter(view, translator)


def _amendment_returned(tx: Query, promise: Promise[AmendmentReturned]) -> Composed | None:
    view = ratings_verbs.view(tx, promise.message.amendment_id)
    own = isinstance(promise.target, ToMember)
    return None if view is None else lambda translator: ratings_cards.back(view, translator, own=own)


def _points_taken(tx: Query, promise: Promise[RatingPointsTaken]) -> Composed | None:
    view = barring_verbs.view(tx, promise.message.penalty_id)
    vote = voting_store.load(tx, view.penalty.vote_id) if view else None
    if view is None or vote is None or view.penalty.returned_at is not None:
        return None
    own, fell, question = isinstance(promise.target, ToMember), promise.message.bar is BarThen.FELL, vote.question
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda translator: cards.points_loss(view, question, translator, own=own, bar_fell=fell, pinged=pinged)


def _points_returned(tx: Query, promise: Promise[PointsReturned]) -> Composed | None:
    view = barring_verbs.view(tx, promise.message.penalty_id)
    own = isinstance(promise.target, ToMember)
    return None if view is None else lambda translator: cards.points_return(view, translator, own=own)


def _named_cases(
    tx: Query, promise: Promise[AbsenceNotice | AbsenceReminder | AbsencesUnjustified]
) -> tuple[CaseView, ...]:
    """The cases that the promise is about, as they stand; its own moment decides what was still open."""
    return reading_verbs.views(tx, promise.message.cases, promise.promised_at)


def _link_to_button(tx: Query, view: CaseView) -> str | None:
    notice = outbox.last_delivery(tx, AbsenceNotice, TournamentId(view.case.tournament_id))
    return f"{view.tournament.guild_id}/{notice.channel_id}/{notice.message_id}" if notice else None


def _same_person(tx: Query, promise: Promise[SamePersonRecorded]) -> Composed | None:
    link = people_account_store.load_same_person(tx, promise.message.link_id)
    if link is None or link.undone_at is not None:
        return None
    view = links_verbs.same_person_view(tx, link)
    if isinstance(promise.target, ToMember):
        return lambda translator: links_cards.same_person_letter(view, translator)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda translator: links_cards.link_notice(view, translator, pinged=pinged)


def _same_person_undone(tx: Query, promise: Promise[SamePersonUndone]) -> Composed | None:
    link = people_account_store.load_same_person(tx, promise.message.link_id)
    if link is None or link.undone_at is None:
        return None
    view, pinged = links_verbs.same_person_view(tx, link), promise.target != ToPlace(Place.RECORD)
    return lambda translator: links_cards.same_person_undone(view, translator, pinged=pinged)


def name_panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The card of a claim to a name as it has to look now."""
    claim = people_account_store.load_name_claim(tx, subject)
    if claim is None:
        return None
    found = links_verbs.claim_view(tx, claim.guild_id, subject, now)
    return lambda translator: links_cards.claim(found, translator), claim.guild_id


def _name_claimed(tx: Query, promise: Promise[NameClaimed]) -> Composed | None:
    found = name_panel(tx, promise.message.claim_id, promise.promised_at)
    return None if found is None else found[0]


def _name_refused(tx: Query, promise: Promise[NameClaimDecided]) -> Composed | None:
    found = links_verbs.claim_view(tx, promise.guild_id, promise.message.claim_id, promise.promised_at)
    return lambda translator: links_cards.refusal(found, translator)


def _link_notice(tx: Query, promise: Promise[PersonLinked]) -> Composed | None:
    view = links_verbs.view(tx, promise.message.link_id)
    if view is None or view.link.undone_at is not None:
        return None
    if isinstance(promise.target, ToMember):
        return lambda translator: links_cards.letter(view, translator)
    pinged = promise.target != ToPlace(Place.RECORD)
    return lambda translator: links_cards.notice(view, translator, pinged=pinged)


def _unlink_notice(tx: Query, promise: Promise[PersonUnlinked]) -> Composed | None:
    view = links_verbs.view(tx, promise.message.link_id)
    if view is None or view.link.undone_at is None:
        return None
    return lambda translator: links_cards.undone(view, translator)


NOTICES: Final = dict(
    (
        on(AbsenceNotice, _absence_notice),
        on(AbsenceLetter, _absence_letter),
        on(AbsenceReminder, _absence_reminder),
        on(CaseForReview, _for_review),
        on(AbsencesUnjustified, _unjustified_absences),
        on(CaseDecided, _case_decided),
        on(Barred, _bar_announcement),
        on(BarLifted, _bar_lifted),
        on(RatingPointsTaken, _points_taken),
        on(PointsReturned, _points_returned),
        on(RatingsAmended, _ratings_amended),
        on(RatingAmended, _rating_amended),
        on(AmendmentReturned, _amendment_returned),
        on(SamePersonRecorded, _same_person),
        on(SamePersonUndone, _same_person_undone),
        on(NameClaimed, _name_claimed),
        on(NameClaimDecided, _name_refused),
        on(PersonLinked, _link_notice),
        on(PersonUnlinked, _unlink_notice),
    )
)


def committee_panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The committee's card as it has to look now."""
    view = reading_verbs.file_view(tx, FileId(subject), now)
    if view is None:
        return None
    return lambda translator: misconduct_cards.for_committee(view, translator), view.file.guild_id


# --- messages: case files and appeals -------------------------------------------------------------------------------


def appeal_panel(tx: Query, subject: str, _: datetime) -> tuple[Composed, GuildId] | None:
    """The card of an appeal as it has to look now."""
    view = reading_verbs.appeal_view(tx, subject)
    if view is None:
        return None
    return lambda translator: misconduct_cards.appeal_for_committee(view, translator), view.appeal.guild_id


def _opening(tx: Query, promise: Promise[FileOpened]) -> Composed | None:
    found = committee_panel(tx, promise.message.file_id, promise.promised_at)
    return found[0] if found else None


def _accusation(tx: Query, promise: Promise[CaseThread | FileLetter]) -> Composed | None:
    view = reading_verbs.file_view(tx, promise.message.file_id, promise.promised_at)
    if view is None or view.file.verdict is not None:
        return None
    return _to_accused(promise, view, lambda translator: misconduct_cards.for_accused(view, translator))


def _to_accused(promise: Promise[Message], view: FileView, composed: Composed) -> Composed:
    """For a direct message the card with the way to the thread."""
    if not isinstance(promise.target, ToMember):
        return composed
    return lambda translator: misconduct_cards.as_letter(composed(translator), view, translator)


def _note(tx: Query, promise: Promise[FileNote]) -> Composed | None:
    view = reading_verbs.file_view(tx, promise.message.file_id, promise.promised_at)
    if view is None:
        return None
    what, reason = promise.message.what, promise.message.reason
    if what is FileNews.OVER:
        return (lambda translator: misconduct_cards.reply_over(view, translator)) if view.file.verdict is None else None
    return _to_accused(promise, view, lambda translator: misconduct_cards.note(view, what, reason, translator))


def _for_judge(tx: Query, promise: Promise[FileForJudge]) -> Composed | None:
    view = reading_verbs.file_view(tx, promise.message.file_id, promise.promised_at)
    if view is None or view.file.verdict is not None:
        return None
    what = promise.message.what
    return lambda translator: misconduct_cards.for_judge(view, what, translator)


def _judge_wanted(tx: Query, promise: Promise[JudgeWanted]) -> Composed | None:
    person = people_store.load(tx, promise.message.person)
    return None if person is None else lambda translator: cards.judge_wanted(person, translator)


def _rules_changed(tx: Query, promise: Promise[CaseRulesChanged]) -> Composed | None:
    said, by = promise.message, people_store.load(tx, promise.message.by)
    return None if by is None else lambda translator: cards.change_notice(said, by, translator)


def _decision(tx: Query, promise: Promise[FileDecided]) -> Composed | None:
    view = reading_verbs.file_view(tx, promise.message.file_id, promise.promised_at)
    if view is None or view.file.verdict is None:
        return None
    if promise.message.reader is FileReader.REPORTER:
        return lambda translator: misconduct_cards.told_reporter(view, translator)
    own = not isinstance(promise.target, ToPlace)
    pinged = promise.target != ToPlace(Place.RECORD)
    return _to_accused(
        promise, view, lambda translator: misconduct_cards.decision(view, translator, own=own, pinged=pinged)
    )


def _appeal_made(tx: Query, promise: Promise[AppealMade]) -> Composed | None:
    found = appeal_panel(tx, promise.message.appeal_id, promise.promised_at)
    return found[0] if found else None


def _appeal_decided(tx: Query, promise: Promise[AppealDecided]) -> Composed | None:
    view = reading_verbs.appeal_view(tx, promise.message.appeal_id)
    if view is None or view.appeal.granted is None:
        return None
    own, pinged = isinstance(promise.target, ToMember), promise.target != ToPlace(Place.RECORD)
    return lambda translator: misconduct_cards.appeal_decision(view, translator, own=own, pinged=pinged)


def _ratings_corrected(tx: Query, promise: Promise[RatingsCorrected]) -> Composed | None:
    found = reading_verbs.corrected_ratings(tx, promise.message.corrected, promise.message.list)
    return (lambda translator: misconduct_cards.ratings_corrected(found, translator)) if found else None


MISCONDUCT_NOTICES: Final = dict(
    (
        on(FileOpened, _opening),
        on(CaseThread, _accusation),
        on(FileLetter, _accusation),
        on(FileNote, _note),
        on(FileForJudge, _for_judge),
        on(JudgeWanted, _judge_wanted),
        on(CaseRulesChanged, _rules_changed),
        on(FileDecided, _decision),
        on(AppealMade, _appeal_made),
        on(AppealDecided, _appeal_decided),
        on(RatingsCorrected, _ratings_corrected),
    )
)
