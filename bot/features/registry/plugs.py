"""What offices, titles and grades add to the core and to its cards; they are there in every event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from bot.features.entering.cards import EntryCardHooks, EntryRequest
from bot.features.entering.model import Registered
from bot.features.playing.hooks import StaffHooks
from bot.features.registry import cards, exams_verbs, grades_verbs, officers_verbs, roles_verbs, titles_verbs
from bot.features.registry.model import GradeWaits, TermsWish, TitleProposed
from bot.features.registry.roles_verbs import refuse_excluded
from bot.features.seats import by_hand_verbs as seats_by_hand_verbs
from bot.features.signing.cards import WishCards
from bot.features.signing.model import Signed
from bot.features.signing.verbs import SignedVerb, SigningHooks
from bot.features.tournaments.duties_model import DeskRow
from bot.features.tournaments.hooks import Asker, DutyHooks, EventHooks, Found, StepHooks, Taker
from bot.features.tournaments.sheet_cards import SheetHooks
from bot.features.voting.closing_verbs import Apply, VoteHooks
from bot.features.voting.model import ProcedureKind, VoteEffect
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import GuildId, PersonId
from bot.play.entries import Entrant, Tournament
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel

# --- verbs ----------------------------------------------------------------------------------------------------------


class Registry(EventHooks, StaffHooks, DutyHooks, StepHooks, VoteHooks, DeliveryHooks, SigningHooks):
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

    def duties(self, tx: Query, asked: Asker) -> Found:
        """Titles and grades to decide or to take, and the country that is not known."""
        return exams_verbs.guide(tx, asked)

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

    def admission(self, rulebook: Rulebook, voice: Translator) -> Iterable[str]:
        """Which grades count, and who confirms them."""
        return () if rulebook.grades is None else cards.rule_lines(rulebook.grades, voice)

    def welcome(self, entry: Registered, voice: Translator) -> Iterable[EntryRequest]:
        """The grade that one has."""
        if entry.tournament.rulebook.grades is None:
            return ()
        said = voice.say("grades.ask") if entry.grade is None else voice.say("grades.yours", grade=str(entry.grade))
        return (EntryRequest(said, cards.declare_press(entry.tournament, voice)),)

    def wish(self, told: object, voice: Translator) -> Sequence[str] | None:
        """Other numbers for the rating list."""
        return (cards.wish_words(told, voice),) if isinstance(told, TermsWish) else None
