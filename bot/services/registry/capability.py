"""What offices, titles and grades add to the core; they are there in every event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, PersonId
from bot.domain.playing.desk_views import DeskRow
from bot.domain.registry.sayings import GradeWaits, TitleProposed
from bot.domain.signing.signatures import Signed
from bot.domain.voting.votes import Effect, ProcedureKind
from bot.services.asked import Asked, Found
from bot.services.entering import seats_by_hand
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, as_panel
from bot.services.hooks import DutyHooks, StepHooks, Taker
from bot.services.playing.hooks import StaffHooks
from bot.services.registry import (
    grades,
    offices,
    rating_terms,
    roles,
    title_awards,
    title_guidance,
    vote_effects,
    waiting_exams,
)
from bot.services.registry.exclusions import refuse_excluded
from bot.services.signing.hooks import SignedVerb, SigningHooks
from bot.services.voting.hooks import Apply, VoteHooks
from bot.storage.context import ActorQuery, Query, Tx


class Registry(EventHooks, StaffHooks, DutyHooks, StepHooks, VoteHooks, DeliveryHooks, SigningHooks):
    """What people are in the community: titles, grades, offices."""

    # --- second signatures --------------------------------------------------------------------------------------------

    def verbs(self) -> Mapping[Signed, SignedVerb]:
        """Other numbers for the rating list."""
        return rating_terms.SIGNED

    # --- events ------------------------------------------------------------------------------------------------------

    def before_draw(self, tx: Tx, tournament: Tournament, starters: Sequence[Entrant]) -> None:
        """The grades of the field are facts of the event from here on."""
        grades.freeze(tx, tournament, starters)

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """What its ratings and places are proposed for."""
        title_awards.propose(tx, tournament)
        grades.propose(tx, tournament)

    def rated_when_called_off(self, tx: Tx, tournament: Tournament) -> None:
        """The master titles that the record asks for now: what was played counts (AIJE-D01-6)."""
        title_awards.propose(tx, tournament)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """The master titles that the record asks for now (AIJE-B01-3)."""
        title_awards.propose(tx, tournament)

    def after_bringing(self, tx: Tx, guild_id: GuildId, brought: Sequence[Tournament], *, stand: bool) -> None:
        """The master titles that the record asks for now, and the grades that the places of the events lead to."""
        title_awards.propose(tx, brought[-1])
        for tournament in brought:
            (grades.propose if stand else grades.lapse)(tx, tournament)

    # --- playing -----------------------------------------------------------------------------------------------------

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Offices that nobody holds, since acts wait for them."""
        return offices.vacant(tx, tournament.guild_id)

    def leaves_duty(self, tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
        """Discord's roles follow what the registry says of who was on duty."""
        roles.follow(tx, guild_id, person_id)

    # --- beside events -----------------------------------------------------------------------------------------------

    def duties(self, tx: Query, asked: Asked) -> Found:
        """Titles and grades to decide or to take, and the country that is not known."""
        return title_guidance.guide(tx, asked)

    def takers(self) -> Mapping[str, Taker]:
        """Exams that wait for an examiner, and the roles of the committee."""
        return {
            "exam": lambda tx, subject, _: waiting_exams.take(tx, PersonId(subject)),
            "mirror": lambda tx, subject, _: roles.look_over(tx, GuildId(int(subject))),
        }

    # --- votes -------------------------------------------------------------------------------------------------------

    def effects(self) -> Mapping[Effect, Apply]:
        """Who leads the committee, sits on it, or has a title that is voted on."""
        return vote_effects.EFFECTS

    def refuse_unfit(self, tx: ActorQuery, kind: ProcedureKind, subject: PersonId, reference: str | None) -> None:
        """A title is voted on once all else that it asks for is met, and a place for the title while it is vacant."""
        if kind.effect is Effect.TITLE_PLACE:
            seats_by_hand.refuse_for_title(tx, tx.guild_id, subject, tx.pressed_at)
        title = vote_effects.TITLES.get(kind.effect)
        if title is not None:
            refuse_excluded(tx, subject)
            title_awards.refuse_unfit(tx, tx.guild_id, subject, title, tx.pressed_at)

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """What is proposed stands until it is decided."""
        return dict(
            (
                as_panel(TitleProposed, lambda said: title_awards.proposal_subject(said.proposal_id)),
                as_panel(GradeWaits, lambda said: grades.grade_subject(said.grade_id)),
            )
        )
