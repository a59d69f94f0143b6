"""What a match for a title adds to the core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.course_views import CourseView
from bot.domain.events.told_games import ToldGame
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, PersonId
from bot.domain.playing.match_views import MatchView
from bot.domain.rulebook import Rulebook
from bot.domain.title_match.sayings import ColoursAsked
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, as_panel
from bot.services.hooks import StepHooks, Taker
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MatchHooks, Turn
from bot.services.title_match import (
    contenders,
    series,
    series_guidance,
    series_reading,
    title_holders,
    world_titles,
)
from bot.storage import deadlines
from bot.storage import series as series_storage
from bot.storage.context import Query, Tx


class TitleMatch(EntryHooks, EventHooks, MatchHooks, StepHooks, DeliveryHooks):
    """Events that are one long match, told game by game."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether the event is such a match."""
        return rulebook.traits.is_series

    # --- entering ----------------------------------------------------------------------------------------------------

    def check_in_opened(self, tx: Tx, tournament: Tournament) -> None:
        """The champion whom the registry knows is asked for the colours."""
        title_holders.ask_by_itself(tx, tournament)

    def guidance(self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """The colours to choose, or the champion to name."""
        return series_guidance.guide(tx, asked, tournament)

    # --- events ------------------------------------------------------------------------------------------------------

    def after_draw(self, tx: Tx, tournament: Tournament) -> None:
        """The champion's card tells the colours that nobody chose."""
        tx.touch(title_holders.title_subject(tournament.tournament_id))

    def course(self, tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
        """The score, and the game under way."""
        return series_reading.course(tx, view, contests)

    def after_end(self, tx: Tx, tournament: Tournament) -> None:
        """The winner of an official match is the champion."""
        world_titles.crown(tx, tournament)

    def outcome_corrected(self, tx: Tx, tournament: Tournament) -> None:
        """The title follows the result that stands now (AIJE-D03-1)."""
        world_titles.put_right(tx, tournament)

    def crowns(self, tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
        """Nobody wins the title who had no place in the match."""
        return contenders.may_be_crowned(tx, tournament, person_id)

    def games_on_record(self, tx: Query, contest_id: ContestId, at: datetime) -> tuple[ToldGame, ...]:
        """Each with how it ended."""
        return series_reading.games_on_record(tx, contest_id, at)

    # --- playing -----------------------------------------------------------------------------------------------------

    def goes_on(self, tx: Query, followed: Followed) -> bool:
        """While a pause of the players runs, whose end is a step of its own."""
        return bool(deadlines.of_subject(tx, series.series_subject(followed.contest_id)))

    def turns(self, tx: Tx, followed: Followed, turn: Turn, at: datetime) -> None:
        """A pause of the players lasts as long as their clocks would have run."""
        if turn is Turn.MOVED:
            series.reschedule(tx, followed, at)

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """The games, the colours, the pauses."""
        shown = series_reading.series_view(tx, followed, now)
        if shown is not None:
            yield shown

    def has_told_games(self, tx: Query, followed: Followed) -> bool:
        """Once one is told, an absent player's next game is the arbiters' to award (AIJE-D03-5)."""
        return bool(series_storage.games(tx, followed.contest_id))

    def asks(self, asked: Asked, view: MatchView, side: int, other: Person) -> Found:
        """The end of each game."""
        return series_guidance.of_match(view, side, other)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The end of a pause."""
        return {"series": lambda tx, subject, _: series.end_pause(tx, ContestId(subject))}

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The champion's card stands."""
        return dict((as_panel(ColoursAsked, lambda said: title_holders.title_subject(said.tournament_id)),))
