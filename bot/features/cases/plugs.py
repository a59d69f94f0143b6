"""What cases and appeals add to the core and to its cards; they are there in every event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from bot.features.cases import (
    barring_verbs,
    committee_verbs,
    links_verbs,
    misconduct_verbs,
    reading_verbs,
    record_verbs,
    store,
    verbs,
    verdict_verbs,
)
from bot.features.cases.model import (
    AbsenceNotice,
    AbsenceReminder,
    AppealMade,
    CaseForReview,
    CaseThread,
    FileDecided,
    FileLetter,
    FileOpened,
    NameClaimed,
    OpenToAppeal,
)
from bot.features.cases.record_verbs import appeal_subject, case_subject, file_subject
from bot.features.playing.hooks import MatchHooks, StaffHooks
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.words_cards import MatchCardHooks, key
from bot.features.ratings import verbs as ratings_verbs
from bot.features.ratings.model import RatingEntered, RatingEnteredTold
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.duties_model import DeskRow
from bot.features.tournaments.facts_verbs import claim_subject
from bot.features.tournaments.hooks import (
    Asker,
    DutyHooks,
    EntryHooks,
    EventHooks,
    Found,
    KeeperHooks,
    StepHooks,
    Taker,
)
from bot.features.voting.bodies_model import VoteMatter
from bot.features.voting.closing_verbs import Apply, VoteHooks
from bot.features.voting.model import ProcedureKind, VoteEffect
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import CaseId, EntrantId, FileId, PersonId, RoleId, TournamentId
from bot.kernel.outages import Outage
from bot.layout.cards import Button
from bot.layout.sentences import moment, number, quoted_block
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
        verbs.open_for_absentees(tx, tournament, closing)

    # --- events ------------------------------------------------------------------------------------------------------

    def carried_on(self, tx: Tx, tournament: Tournament) -> None:
        """Who has lost without having played one game is asked why, unless it turns out otherwise."""
        verbs.after_result(tx, tournament)

    def sanctions(self, tx: Query, tournament_id: TournamentId) -> tuple[tuple[EntrantId, Sanction], ...]:
        """What verdicts have done to the places (GO-23.6)."""
        return store.sanctions(tx, tournament_id)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: MatchContext, now: datetime) -> Iterator[object]:
        """Until when the ruling that stands can be appealed against."""
        limit = record_verbs.appeal_by(tx, followed, now)
        if limit is not None:
            yield OpenToAppeal(limit)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Justifications to review, and two who play and are one."""
        yield from reading_verbs.to_review(tx, tournament, now)
        yield from links_verbs.twice_in(tx, tournament)
        yield from links_verbs.rows(tx, tournament.guild_id, now)

    # --- beside events -----------------------------------------------------------------------------------------------

    def duties(self, tx: Query, asked: Asker) -> Found:
        """Absences to justify and to judge, then misconduct, and names that members claim."""
        yield from reading_verbs.guide(tx, asked)
        yield from reading_verbs.guide_to_files(tx, asked)
        yield from links_verbs.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """Notices of absence, absences, and misconduct."""
        return {
            "absences": lambda tx, subject, step: verbs.take_notice(tx, TournamentId(subject), step),
            "case": lambda tx, subject, step: verbs.take(tx, CaseId(subject), step),
            "file": lambda tx, subject, step: misconduct_verbs.take(tx, FileId(subject), step),
        }

    def after_outage(self, tx: Tx, outage: Outage, *, is_news: bool) -> None:
        """Time to justify and to reply is longer by it."""
        verbs.after_outage(tx, outage, tell=is_news)
        misconduct_verbs.after_outage(tx, outage)

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

    def wish(self, told: object, voice: Translator) -> Sequence[str] | None:
        """Who gets which rating, and why."""
        if not isinstance(told, RatingEnteredTold):
            return None
        said = voice.say("amendments.entered", who=mention(told.person), rating=number(told.rating, voice))
        return said, quoted_block(told.reason, 500)

    def below_standing(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """Until when a player may appeal."""
        appeal = view.part(OpenToAppeal)
        if appeal is None or view.state.phase is not MatchPhase.SETTLED:
            return ()
        return ("-# " + voice.say(key(view, "may_appeal"), until=moment(appeal.until)),)

    def after_result(self, view: MatchView, voice: Translator) -> Iterable[Button]:
        """The way to an appeal."""
        if view.part(OpenToAppeal) is None:
            return ()
        return (Button(f"appeal:match-{view.contest_id}", voice.say("matches.appeal"), emoji="📨"),)
