"""What teams add to the core."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime

from bot.domain.community import Person
from bot.domain.contests import Particulars, Result, Score
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Due, Step
from bot.domain.entering.entries import Closing, Entrant
from bot.domain.events.records import Record
from bot.domain.events.tournament import Tournament
from bot.domain.formats.protocol import Starter
from bot.domain.ids import ContestId, EntrantId, GuildId, PersonId
from bot.domain.playing.desk_views import DeskRow, DutyItem, Prospect
from bot.domain.playing.match_views import MatchView, Seats
from bot.domain.playing.matches import Match
from bot.domain.playing.sayings import MatchCalled
from bot.domain.rulebook import Rulebook
from bot.domain.team_play.board_lateness import next_lost_at, with_costs
from bot.services.asked import Asked, Found
from bot.services.entering.hooks import EntryHooks
from bot.services.events.hooks import EventHooks
from bot.services.following import DeliveryHooks, Following, after
from bot.services.hooks import StepHooks, Taker
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import Coming, MatchHooks, ResultHooks, StaffHooks, Turn, Word
from bot.services.rating_lists import RatingHooks
from bot.services.team_play import (
    board_absences,
    board_offences,
    board_telling,
    board_waits,
    fitness,
    level_matches,
    line_up_limits,
    rosters,
    stay_on,
    stay_on_games,
    stay_on_reading,
    team_closing,
    team_entries,
    team_guidance,
    team_reading,
    team_records,
)
from bot.storage import board_clocks, tournaments
from bot.storage import stay_on as stay_on_storage
from bot.storage.context import ActorQuery, Query, Tx


class TeamPlay(RatingHooks, EntryHooks, EventHooks, MatchHooks, ResultHooks, StaffHooks, StepHooks, DeliveryHooks):
    """What events between teams add to the core."""

    def applies(self, rulebook: Rulebook) -> bool:
        """Whether teams enter the event."""
        return rulebook.teams is not None

    # --- entering ----------------------------------------------------------------------------------------------------

    def refuse_check_in(self, tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
        """A team that is not whole, or with a member who may not play, cannot confirm."""
        team_entries.refuse_incomplete(tx, tournament, entrant)

    def fits(self, tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
        """A team that the ranking as it is now lets play."""
        return fitness.fits(tx, tournament, entrant)

    def list_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """Captains of events whose registration is open read what does not fit any more, and how they mend it."""
        for tournament in tournaments.all_unfinished(tx, guild_id):
            if tournament.check_in_closed_at is None and self.applies(tournament.rulebook):
                fitness.tell_unfit(tx, tournament)

    def before_close(self, tx: Tx, tournament: Tournament) -> None:
        """Captains whose team still does not fit read it once more."""
        fitness.tell_unfit(tx, tournament)

    def check_in_opened(self, tx: Tx, tournament: Tournament) -> None:
        """Whoever has not answered a team is reminded with it."""
        rosters.remind(tx, tournament)

    def after_reminder(self, tx: Tx, tournament: Tournament) -> None:
        """Tells captains whose team is not complete, as when check-in opened."""
        rosters.remind(tx, tournament)

    def keeps_from_start(self, tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
        """A team that has too few without those who are barred, or who have not answered."""
        return team_closing.keeps_from_start(tx, tournament, entrant, closed_at)

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Everybody of a team that starts has a board from then on."""
        team_closing.seat(tx, tournament, closing.starters)

    def lacking(
        self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | Prospect | None:
        """Members, or something of theirs."""
        return team_guidance.lacking(tx, asked, tournament, entrant, closes_at)

    def guidance(self, tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
        """Invitations to answer, and the team that one plays in."""
        return team_guidance.guide(tx, asked, tournament, entrant)

    # --- events ------------------------------------------------------------------------------------------------------

    def keeps_from_draw(self, tx: Tx, tournament: Tournament, entrant: Entrant) -> bool:
        """A team that does not fit the list that held when registration closed."""
        closed_at = tournament.check_in_closed_at or tx.now
        return not fitness.settle(tx, tournament, entrant, closed_at)

    def as_ruled(self, match: Match, rulebook: Rulebook) -> Match:
        """A team that is away as a whole is away from each of its boards."""
        return with_costs(match, rulebook)

    def given_up(self, tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
        """Where the winner stays on, the games that were told count, and the rest goes to the other side (GO-28.4)."""
        return stay_on_games.given_up(tx, tournament, match, result, walkover)

    def step_out(
        self, tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, by: PersonId | None
    ) -> None:
        """A member leaves the team, which stays on the list."""
        goes = rosters.take_out if by is None else rosters.step_out
        goes(tx, tournament, entrant, person_id)

    def refuse_record(self, record: Record) -> None:
        """Which scene a dispute played hangs on its draw."""
        team_records.refuse_unknown_scenes(record)

    def entrant_brought(
        self,
        tx: Tx,
        record: Record,
        starter: Starter,
        entrant_id: EntrantId,
        by_id: Mapping[str, Person],
        at: datetime,
    ) -> None:
        """The members of the team."""
        team_records.write_members(tx, record, starter, entrant_id, by_id, at)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: Followed, now: datetime) -> Iterator[object]:
        """The boards, and where the winner stays on, the game under way."""
        team = team_reading.team_view(tx, followed, now)
        if team is not None:
            yield team
            yield Seats({one.board: one.seats for one in team.boards})
        challenge = stay_on_reading.stay_on_view(tx, followed, now)
        if challenge is not None:
            yield challenge

    def due(self, tx: Query, followed: Followed, now: datetime) -> Iterator[Due]:
        """The next board, or game on one, that a player who is missing there loses."""
        rulebook, heard = followed.tournament.rulebook, now - CLICKS_IN_FLIGHT
        at = next_lost_at(followed.match, heard, rulebook, followed.outages)
        if at is not None:
            yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)

    def comes(self, tx: Tx, followed: Followed, coming: Coming) -> bool:
        """A player who is waited for on a board says so."""
        if not coming.is_own:
            return False
        return board_absences.arrive(tx, followed, coming.side, coming.by, coming.at)

    def turns(self, tx: Tx, followed: Followed, turn: Turn, at: datetime) -> None:
        """Nobody is late on a board while the match rests."""
        match turn:
            case Turn.RESTS:
                board_clocks.end_all(tx, followed.contest_id, at)
            case Turn.GOES_ON:
                board_waits.go_on(tx, followed, at)
            case Turn.ANEW:
                board_clocks.forget(tx, followed.contest_id)
            case Turn.MOVED:
                line_up_limits.reschedule(tx, followed)

    def has_told_games(self, tx: Query, followed: Followed) -> bool:
        """Where the winner stays on, games are told one by one."""
        return stay_on_reading.is_stay_on(followed) and bool(stay_on_storage.words(tx, followed.contest_id))

    def player_at(self, tx: Query, followed: Followed, side: int, board: int, at: datetime) -> PersonId | None:
        """Who sits there, if it is one."""
        return board_offences.player_at(tx, followed, side, board, at)

    def loses_game(self, tx: Tx, followed: Followed, side: int, by: PersonId, reason: str | None) -> bool:
        """Where the winner stays on, the loser's next player comes to the board."""
        if not stay_on_reading.is_stay_on(followed):
            return False
        stay_on.lose_game(tx, followed, side, by, reason)
        return True

    def gives_game_back(self, tx: Tx, followed: Followed, by: PersonId, at: datetime) -> bool:
        """Where the winner stays on, who had lost it plays on."""
        if not stay_on_reading.is_stay_on(followed):
            return False
        stay_on.give_back(tx, followed, by, at)
        return True

    def judges(self, tx: Query, followed: Followed, score: Score, told: Particulars, word: Word) -> bool:
        """A settled match of teams is put right by its boards."""
        if word is not Word.CORRECTION:
            return False
        board_telling.refuse_without_boards(followed, score, told)
        return True

    def in_full(self, followed: Followed, score: Score, told: Particulars) -> Score:
        """Every board of the match, those that nobody has won among them."""
        return board_telling.in_full(followed, score, told)

    def outcomes(self, tx: Query, followed: Followed, result: Result) -> tuple[Result, ...]:
        """Level teams, with either sent on where a lot is still due."""
        return level_matches.possible(tx, followed.tournament, followed.match.contest, result)

    def decide(self, tx: Tx, followed: Followed, result: Result) -> Result:
        """Level teams are separated where one of them goes on; ExtraGameWanted while a game is missing for that."""
        return level_matches.with_decision(tx, followed.tournament, followed.match.contest, result)

    def asks(self, asked: Asked, view: MatchView, side: int, other: Person) -> Found:
        """The line-up, and where the winner stays on, each game."""
        return team_guidance.of_match(asked, view, side, other)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Teams in which a place is open."""
        return team_guidance.places_open(tx, tournament)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The last moment at which a line-up can be named."""
        return {"line-ups": lambda tx, subject, _: line_up_limits.close(tx, ContestId(subject))}

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The time to name a line-up starts."""
        return dict(
            (after(MatchCalled, lambda tx, promise, __: line_up_limits.start_time(tx, promise.saying.contest_id)),)
        )
