"""What a match for a title, told game by game, adds to the core, to its cards and to its notices (AIJE-D03)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.course.cards import EventCardStrategy
from bot.features.playing.hooks import MatchHooks, MatchStrategy, MatchTurn
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.reading_verbs import match_view
from bot.features.playing.words_cards import MatchCardHooks, MatchCardStrategy, Rows
from bot.features.rounds.messages import DrawnStrategy
from bot.features.title_match import cards, holder_verbs, store, verbs
from bot.features.title_match.holder_verbs import holder_view
from bot.features.title_match.model import ColoursAsked, PlayGoesOn, SeriesCourse, SeriesView, TitleNotGiven
from bot.features.tournaments.hooks import Asker, EntryHooks, EventHooks, EventStrategy, Found, StepHooks, Taker
from bot.features.tournaments.model import CourseView
from bot.features.tournaments.sheet_cards import SheetStrategy
from bot.i18n.catalogue import Translator
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, GuildId, PersonId, Place, TournamentId
from bot.kernel.promises import Promise, ToPlace
from bot.layout.cards import Composed, on
from bot.people import store as people_store
from bot.people.cards import mention
from bot.people.model import Person
from bot.play.contests import Contest
from bot.play.entries import Entrant, Tournament
from bot.play.format_rules import Contests
from bot.play.rulebook import Rulebook
from bot.play.title_games import ToldGame
from bot.server.speaking_verbs import DeliveryHooks, Following, as_panel

# --- verbs ----------------------------------------------------------------------------------------------------------


class TitleMatch(EventStrategy, MatchStrategy, EntryHooks, EventHooks, MatchHooks, StepHooks, DeliveryHooks):
    """Events that are one long match, told game by game."""

    contests = Contests.SERIES

    # --- entering ----------------------------------------------------------------------------------------------------

    def check_in_opened(self, tx: Tx, tournament: Tournament) -> None:
        """The champion whom the registry knows is asked for the colours."""
        holder_verbs.ask_by_itself(tx, tournament)

    def guidance(self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The colours to choose, or the champion to name."""
        return verbs.guide(tx, asker, tournament)

    # --- events ------------------------------------------------------------------------------------------------------

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """The champion's card tells the colours that nobody chose."""
        tx.touch(holder_verbs.title_subject(tournament.tournament_id))

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """The score, and the game under way."""
        return verbs.course(tx, view, contests)

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The winner of an official match is the champion."""
        holder_verbs.crown(tx, tournament)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """The title follows the result that stands now (AIJE-D03-1)."""
        holder_verbs.put_right(tx, tournament)

    def crowns(self, tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
        """Nobody wins the title who had no place in the match."""
        return holder_verbs.may_be_crowned(tx, tournament, person_id)

    def games_on_record(self, tx: Query, contest_id: ContestId, at: datetime) -> tuple[ToldGame, ...]:
        """Each with how it ended."""
        return verbs.games_on_record(tx, contest_id, at)

    # --- playing -----------------------------------------------------------------------------------------------------

    def goes_on(self, tx: Query, match_context: MatchContext) -> bool:
        """While a pause of the players runs, whose end is a step of its own."""
        return bool(kernel_time_store.deadlines_of_subject(tx, verbs.series_subject(match_context.contest_id)))

    def turns(self, tx: Tx, match_context: MatchContext, turn: MatchTurn, at: datetime) -> None:
        """A pause of the players lasts as long as their clocks would have run."""
        if turn is MatchTurn.MOVED:
            verbs.reschedule(tx, match_context, at)

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """The games, the colours, the pauses."""
        shown = verbs.series_view(tx, match_context, now)
        if shown is not None:
            yield shown

    def has_told_games(self, tx: Query, match_context: MatchContext) -> bool:
        """Once one is told, an absent player's next game is the arbiters' to award (AIJE-D03-5)."""
        return bool(store.games(tx, match_context.contest_id))

    def asks(self, asker: Asker, view: MatchView, side: int, other: Person) -> Found:
        """The end of each game."""
        return verbs.of_match(view, side, other)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The end of a pause."""
        return {"series": lambda tx, subject, _: verbs.end_pause(tx, ContestId(subject))}

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The champion's card stands."""
        return dict((as_panel(ColoursAsked, lambda said: holder_verbs.title_subject(said.tournament_id)),))


# --- cards ----------------------------------------------------------------------------------------------------------


class TitleMatchCards(SheetStrategy, EventCardStrategy, MatchCardStrategy, DrawnStrategy, MatchCardHooks):
    """Of events that are one long match."""

    contests = Contests.SERIES

    def how_played(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """Its length, the colours, the pauses."""
        return cards.how_played(rulebook, translator)

    def course(self, view: CourseView, translator: Translator) -> str | None:
        """The score, and the game under way."""
        own = view.own
        if not isinstance(own, SeriesCourse):
            return None
        told = f"{mention(own.players[0])} **{own.score}** {mention(own.players[1])}"
        return translator.say("course.series", n=own.game, of=own.contest.best_of, score=told)

    def key(self, view: MatchView, name: str) -> str | None:
        """Each game is told when it has ended."""
        return "title_match.playing" if name == "playing" else None

    def below_standing(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """The next game, what stops the match, the games and the pauses."""
        return cards.lines(view, translator)

    def reporting(self, view: MatchView, translator: Translator, *, again: bool) -> Rows | None:
        """Who has won the game under way, and the pauses."""
        series = view.part(SeriesView)
        return None if series is None else cards.controls(view, series, translator)

    def rulings(self, view: MatchView, translator: Translator) -> Rows | None:
        """Games annulled or awarded, the last word taken back, trouble."""
        series = view.part(SeriesView)
        return None if series is None else cards.desk(view, series, translator)

    def has_begun(self, view: MatchView) -> bool:
        """Once a game was told."""
        series = view.part(SeriesView)
        return series is not None and bool(series.series.games)

    # --- notices -----------------------------------------------------------------------------------------------------

    def draw_post(self, tx: Query, tournament_id: TournamentId) -> Composed | None:
        """The two who play for the title."""
        holder = holder_view(tx, tournament_id)
        return None if holder is None else lambda translator: cards.match_announcement(holder, translator)


# --- messages -------------------------------------------------------------------------------------------------------


def panel(tx: Query, subject: str, now: datetime) -> tuple[Composed, GuildId] | None:
    """The champion's card as it has to look now."""
    del now
    view = holder_view(tx, TournamentId(subject))
    return None if view is None else (lambda translator: cards.holder_card(view, translator), view.tournament.guild_id)


def _holder_card(tx: Query, promise: Promise[ColoursAsked]) -> Composed | None:
    view = holder_view(tx, promise.message.tournament_id)
    if view is None or view.tournament.cancelled_at is not None:
        return None
    return lambda translator: cards.holder_card(view, translator)


def _not_given(tx: Query, promise: Promise[TitleNotGiven]) -> Composed | None:
    person, event = people_store.load(tx, promise.message.person), promise.message.event
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return (
        None if person is None else lambda translator: cards.not_given(person, event, translator, for_staff=for_staff)
    )


def _goes_on(tx: Query, promise: Promise[PlayGoesOn]) -> Composed | None:
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda translator: cards.goes_on(view, translator)


NOTICES: Final = dict(
    (
        on(ColoursAsked, _holder_card),
        on(TitleNotGiven, _not_given),
        on(PlayGoesOn, _goes_on),
    )
)
