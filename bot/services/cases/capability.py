"""What cases and appeals add to the core; they are there in every event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from bot.domain.cases.case_views import OpenToAppeal
from bot.domain.cases.rating_entries import RatingEntered
from bot.domain.cases.sayings import (
    AbsenceNotice,
    AbsenceReminder,
    AppealMade,
    CaseForReview,
    CaseThread,
    FileDecided,
    FileLetter,
    FileOpened,
    NameClaimed,
)
from bot.domain.community import Person
from bot.domain.entering.entries import Closing
from bot.domain.events.tournament import Tournament
from bot.domain.ids import CaseId, EntrantId, FileId, PersonId, RoleId, TournamentId
from bot.domain.outages import Outage
from bot.domain.permissions import Act
from bot.domain.playing.desk_views import DeskRow
from bot.domain.signing.signatures import Signed
from bot.domain.standings import Sanction
from bot.domain.voting.votes import Effect, ProcedureKind
from bot.services import case_keepers
from bot.services.asked import Asked, Found
from bot.services.cases import (
    absences,
    appeal_limits,
    case_guidance,
    case_reading,
    case_steps,
    grounds,
    misconduct,
    misconduct_guidance,
    misconduct_steps,
    misconduct_verdicts,
    name_claims,
    rating_entries,
    rating_penalties,
    same_person,
    vote_effects,
)
from bot.services.cases.case_record import case_subject
from bot.services.cases.misconduct_record import appeal_subject, file_subject
from bot.services.entering.hooks import EntryHooks
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, after, as_panel
from bot.services.hooks import DutyHooks, KeeperHooks, StepHooks, Taker
from bot.services.outage_messages import stand_as_said
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks, StaffHooks
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.services.timetable import claim_subject
from bot.services.voting.hooks import Apply, VoteHooks
from bot.services.voting.vote_opening import Matter
from bot.storage import misconduct_cases
from bot.storage.context import ActorQuery, Query, Tx


class Cases(
    EntryHooks,
    EventHooks,
    MatchHooks,
    StaffHooks,
    DutyHooks,
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
        absences.open_for_absentees(tx, tournament, closing)

    # --- events ------------------------------------------------------------------------------------------------------

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Who has lost without having played one game is asked why, unless it turns out otherwise."""
        absences.after_result(tx, tournament)

    def sanctions(self, tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
        """What verdicts have done to the places (GO-23.6)."""
        return misconduct_cases.sanctions(tx, tournament_id)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """Until when the ruling that stands can be appealed against."""
        limit = appeal_limits.appeal_by(tx, followed, now)
        if limit is not None:
            yield OpenToAppeal(limit)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Justifications to review, and two who play and are one."""
        yield from case_reading.to_review(tx, tournament, now)
        yield from same_person.twice_in(tx, tournament)
        yield from name_claims.rows(tx, tournament.guild_id, now)

    # --- beside events -----------------------------------------------------------------------------------------------

    def duties(self, tx: Query, asked: Asked) -> Found:
        """Absences to justify and to judge, then misconduct, and names that members claim."""
        yield from case_guidance.guide(tx, asked)
        yield from misconduct_guidance.guide(tx, asked)
        yield from name_claims.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """Notices of absence, absences, and misconduct."""
        return {
            "absences": lambda tx, subject, step: case_steps.take_notice(tx, TournamentId(subject), step),
            "case": lambda tx, subject, step: case_steps.take(tx, CaseId(subject), step),
            "file": lambda tx, subject, step: misconduct_steps.take(tx, FileId(subject), step),
        }

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Time to justify and to reply is longer by it."""
        case_steps.after_outage(tx, outage, tell=is_news)
        misconduct_steps.after_outage(tx, outage)

    # --- second signatures -------------------------------------------------------------------------------------------

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """A rating for somebody who was forgotten."""
        verb = SignedVerb(
            Act.ENTER_RATING, RatingEntered, rating_entries.carry_out, rating_entries.tell, rating_entries.about
        )
        return {Signed.RATING: verb}

    # --- votes -------------------------------------------------------------------------------------------------------

    def effects(self) -> Mapping[Effect, Apply]:
        """Bars, points, and expulsions."""
        return vote_effects.EFFECTS

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """Points are taken for an absence that still stands."""
        if kind.effect is Effect.PENALTY_RATING:
            rating_penalties.refuse_unfit(tx, tx.guild_id, subject, reference)

    def check(self, kind: ProcedureKind, matter: Matter) -> Matter:
        """An expulsion has its ground and its proof."""
        return grounds.check_matter(kind, matter)

    # --- how cases are heard -----------------------------------------------------------------------------------------

    def refuse_concerned(self, tx: ActorQuery, person: Person | None) -> None:
        """Who has a case open, or acts for somebody who has, keeps out."""
        case_keepers.refuse_concerned(tx, person)

    def tell_role(self, tx: Tx, by: Person, shown: str, before: RoleId, after: RoleId | None) -> None:
        """The committee hears of it."""
        case_keepers.tell_role(tx, by, shown, before, after)

    def tell_procedure(self, tx: Tx, by: Person, texts: tuple[str, str], name: str) -> None:
        """The committee hears of it."""
        case_keepers.tell_procedure(tx, by, texts, name)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """Time to justify, to reply and to appeal starts."""
        return dict(
            (
                as_panel(AppealMade, lambda said: appeal_subject(said.appeal_id)),
                after(CaseThread, misconduct.start_time_to_reply),
                after(FileDecided, misconduct_verdicts.start_time_to_appeal),
                after(FileLetter, misconduct.start_time_to_reply),
                as_panel(FileOpened, lambda said: file_subject(said.file_id)),
                after(AbsenceNotice, absences.start_time_to_justify),
                after(AbsenceReminder, stand_as_said),
                as_panel(NameClaimed, lambda said: claim_subject(said.claim_id)),
                as_panel(CaseForReview, lambda said: case_subject(said.case_id)),
            )
        )
