"""What teams add to the core and to its cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from bot.features.course.cards import EventCardStrategy
from bot.features.course.model import StandingsView
from bot.features.playing import board_store as playing_board_store
from bot.features.playing.hooks import Coming, MatchHooks, MatchStrategy, MatchTurn, ScoreWord, StaffHooks
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView, Seats
from bot.features.playing.words_cards import MatchCardHooks, MatchCardStrategy, Rows
from bot.features.teams import (
    absences_verbs,
    boards_verbs,
    cards,
    guidance_verbs,
    match_cards,
    matches_verbs,
    roster_verbs,
    staff_verbs,
    stay_on_cards,
    stay_on_verbs,
    store,
    verbs,
)
from bot.features.teams.model import StayOnView, TeamMatch, next_lost_at, with_costs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.duties_model import DeskRow, DutyItem, Upcoming
from bot.features.tournaments.hooks import Asker, EntryHooks, EventStrategy, Found, StepHooks, Taker
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.sheet_cards import SheetHooks, SheetStrategy
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Step
from bot.layout.cards import Button
from bot.people.cards import mention
from bot.people.model import Person
from bot.people.ratings_verbs import RatingHooks
from bot.play.contests import Contest, Particulars, Result, Score
from bot.play.entries import Closing, Entrant, Tournament
from bot.play.format_rules import Contests
from bot.play.formats.protocol import Starter
from bot.play.matches import Match, MatchPhase
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import DeliveryHooks, Following, after

# --- verbs ----------------------------------------------------------------------------------------------------------


class TeamPlay(EventStrategy, MatchStrategy, RatingHooks, EntryHooks, MatchHooks, StaffHooks, StepHooks, DeliveryHooks):
    """What events between teams add to the core."""

    contests = Contests.TEAMS

    # --- entering ----------------------------------------------------------------------------------------------------

    def refuse_check_in(self, tx: ActorQuery, tournament: Tournament, entrant: Entrant) -> None:
        """A team that is not whole, or with a member who may not play, cannot confirm."""
        verbs.refuse_incomplete(tx, tournament, entrant)

    def fits(self, tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
        """A team that the ranking as it is now lets play."""
        return staff_verbs.fits(tx, tournament, entrant)

    def list_changed(self, tx: Tx, guild_id: GuildId) -> None:
        """Captains of events whose registration is open read what does not fit any more, and how they mend it."""
        for tournament in tournaments_store.all_unfinished(tx, guild_id):
            if tournament.check_in_closed_at is None and tournament.rulebook.teams is not None:
                staff_verbs.tell_unfit(tx, tournament)

    def before_close(self, tx: Tx, tournament: Tournament) -> None:
        """Captains whose team still does not fit read it once more."""
        staff_verbs.tell_unfit(tx, tournament)

    def check_in_opened(self, tx: Tx, tournament: Tournament) -> None:
        """Whoever has not answered a team is reminded with it."""
        roster_verbs.remind(tx, tournament)

    def after_reminder(self, tx: Tx, tournament: Tournament) -> None:
        """Tells captains whose team is not complete, as when check-in opened."""
        roster_verbs.remind(tx, tournament)

    def keeps_from_start(self, tx: Tx, tournament: Tournament, entrant: Entrant, closed_at: datetime) -> bool:
        """A team that has too few without those who are barred, or who have not answered."""
        return staff_verbs.keeps_from_start(tx, tournament, entrant, closed_at)

    def check_in_closed(self, tx: Tx, tournament: Tournament, closing: Closing) -> None:
        """Everybody of a team that starts has a board from then on."""
        staff_verbs.seat(tx, tournament, closing.starters)

    def lacking(
        self, tx: Query, asked: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> DutyItem | Upcoming | None:
        """Members, or something of theirs."""
        return guidance_verbs.lacking(tx, asked, tournament, entrant, closes_at)

    def guidance(self, tx: Query, asked: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """Invitations to answer, and the team that one plays in."""
        return guidance_verbs.guide(tx, asked, tournament, entrant)

    # --- events ------------------------------------------------------------------------------------------------------

    def keeps_from_draw(self, tx: Tx, tournament: Tournament, entrant: Entrant) -> bool:
        """A team that does not fit the list that held when registration closed."""
        closed_at = tournament.check_in_closed_at or tx.now
        return not staff_verbs.settle(tx, tournament, entrant, closed_at)

    def as_ruled(self, match: Match, rulebook: Rulebook) -> Match:
        """A team that is away as a whole is away from each of its boards."""
        return with_costs(match, rulebook)

    def given_up(self, tx: Query, tournament: Tournament, match: Match, result: Result, walkover: Score) -> Result:
        """Where the winner stays on, the games that were told count, and the rest goes to the other side (GO-28.4)."""
        return boards_verbs.given_up(tx, tournament, match, result, walkover)

    def step_out(
        self, tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, by: PersonId | None
    ) -> None:
        """A member leaves the team, which stays on the list."""
        goes = roster_verbs.take_out if by is None else roster_verbs.step_out
        goes(tx, tournament, entrant, person_id)

    def refuse_record(self, record: Record) -> None:
        """Which scene a dispute played hangs on its draw."""
        guidance_verbs.refuse_unknown_scenes(record)

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
        guidance_verbs.write_members(tx, record, starter, entrant_id, by_id, at)

    # --- playing -----------------------------------------------------------------------------------------------------

    def parts(self, tx: Query, followed: MatchContext, now: datetime) -> Iterator[object]:
        """The boards, and where the winner stays on, the game under way."""
        team = boards_verbs.team_view(tx, followed, now)
        if team is not None:
            yield team
            yield Seats({one.board: one.seats for one in team.boards})
        challenge = boards_verbs.stay_on_view(tx, followed, now)
        if challenge is not None:
            yield challenge

    def due(self, tx: Query, followed: MatchContext, now: datetime) -> Iterator[Due]:
        """The next board, or game on one, that a player who is missing there loses."""
        rulebook, heard = followed.tournament.rulebook, now - CLICKS_IN_FLIGHT
        at = next_lost_at(followed.match, heard, rulebook, followed.outages)
        if at is not None:
            yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)

    def comes(self, tx: Tx, followed: MatchContext, coming: Coming) -> bool:
        """A player who is waited for on a board says so."""
        if not coming.is_own:
            return False
        return absences_verbs.arrive(tx, followed, coming.side, coming.by, coming.at)

    def turns(self, tx: Tx, followed: MatchContext, turn: MatchTurn, at: datetime) -> None:
        """Nobody is late on a board while the match rests."""
        match turn:
            case MatchTurn.RESTS:
                playing_board_store.end_all(tx, followed.contest_id, at)
            case MatchTurn.GOES_ON:
                boards_verbs.go_on(tx, followed, at)
            case MatchTurn.ANEW:
                playing_board_store.forget_board_clock(tx, followed.contest_id)
            case MatchTurn.MOVED:
                boards_verbs.reschedule(tx, followed)

    def has_told_games(self, tx: Query, followed: MatchContext) -> bool:
        """Where the winner stays on, games are told one by one."""
        return boards_verbs.is_stay_on(followed) and bool(store.words(tx, followed.contest_id))

    def player_at(self, tx: Query, followed: MatchContext, side: int, board: int, at: datetime) -> PersonId | None:
        """Who sits there, if it is one."""
        return boards_verbs.player_at(tx, followed, side, board, at)

    def loses_game(self, tx: Tx, followed: MatchContext, side: int, by: PersonId, reason: str | None) -> bool:
        """Where the winner stays on, the loser's next player comes to the board."""
        if not boards_verbs.is_stay_on(followed):
            return False
        stay_on_verbs.lose_game(tx, followed, side, by, reason)
        return True

    def gives_game_back(self, tx: Tx, followed: MatchContext, by: PersonId, at: datetime) -> bool:
        """Where the winner stays on, who had lost it plays on."""
        if not boards_verbs.is_stay_on(followed):
            return False
        stay_on_verbs.give_back(tx, followed, by, at)
        return True

    def judges(self, tx: Query, followed: MatchContext, score: Score, told: Particulars, word: ScoreWord) -> bool:
        """A settled match of teams is put right by its boards."""
        if word is not ScoreWord.CORRECTION:
            return False
        absences_verbs.refuse_without_boards(followed, score, told)
        return True

    def in_full(self, followed: MatchContext, score: Score, told: Particulars) -> Score:
        """Every board of the match, those that nobody has won among them."""
        return absences_verbs.in_full(followed, score, told)

    def outcomes(self, tx: Query, followed: MatchContext, result: Result) -> tuple[Result, ...]:
        """Level teams, with either sent on where a lot is still due."""
        return matches_verbs.possible(tx, followed.tournament, followed.match.contest, result)

    def decide(self, tx: Tx, followed: MatchContext, result: Result) -> Result:
        """Level teams are separated where one of them goes on; ExtraGameWanted while a game is missing for that."""
        return matches_verbs.with_decision(tx, followed.tournament, followed.match.contest, result)

    def asks(self, asked: Asker, view: MatchView, side: int, other: Person) -> Found:
        """The line-up, and where the winner stays on, each game."""
        return guidance_verbs.of_match(asked, view, side, other)

    def obstacles(self, tx: Query, tournament: Tournament, now: datetime) -> Iterator[DeskRow]:
        """Teams in which a place is open."""
        return guidance_verbs.places_open(tx, tournament)

    # --- beside events -----------------------------------------------------------------------------------------------

    def takers(self) -> Mapping[str, Taker]:
        """The last moment at which a line-up can be named."""
        return {"line-ups": lambda tx, subject, _: boards_verbs.close(tx, ContestId(subject))}

    # --- messages ----------------------------------------------------------------------------------------------------

    def follows(self) -> Following:
        """The time to name a line-up starts."""
        return dict(
            (after(MatchCalled, lambda tx, promise, __: boards_verbs.start_time(tx, promise.saying.contest_id)),)
        )


# --- cards ----------------------------------------------------------------------------------------------------------


class TeamCards(SheetStrategy, EventCardStrategy, MatchCardStrategy, SheetHooks, MatchCardHooks):
    """Of events of teams, whether board by board or by challenges in which the winner stays on."""

    contests = Contests.TEAMS

    def in_bracket(self, rulebook: Rulebook, voice: Translator) -> Iterable[str] | None:
        """A match of teams is as long in a bracket as anywhere."""
        return cards.bracket(rulebook, voice)

    def sections(self, rulebook: Rulebook, voice: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """Who makes a team, and how two teams meet."""
        return (("format_sheet.teams_title", cards.teams(rulebook, voice)),)

    def below_pairings(self, view: StandingsView, voice: Translator) -> Iterable[str]:
        """Which side begins on which board."""
        return match_cards.of_round(view.tournament.rulebook, voice)

    def match_length(self, rulebook: Rulebook, contest: Contest, voice: Translator) -> str | None:
        """How many boards a match has."""
        return cards.match_length(rulebook, contest, voice)

    # --- matches -----------------------------------------------------------------------------------------------------

    def length(self, view: MatchView, voice: Translator) -> str | None:
        """So many boards, or players of whom the winner stays on."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.length(challenge, voice)
        team = view.part(TeamMatch)
        return None if team is None else match_cards.length(view, team, voice)

    def key(self, view: MatchView, name: str) -> str | None:
        """Captains, boards and games instead of players and scores; of a challenge its card tells each game."""
        challenge = view.part(StayOnView)
        if challenge is not None and name in {"playing", "how_report"}:
            return "" if challenge.is_open or name == "how_report" else "stay_on.before"
        return match_cards.key(view, name)

    def score_line(self, view: MatchView, score: Score, particulars: Particulars) -> str | None:
        """What the boards are worth."""
        first, second = (mention(player) for player in view.players)
        return f"{first} **{match_cards.score(view.tournament.rulebook, score, particulars)}** {second}"

    def winners(self, view: MatchView) -> Sequence[int] | None:
        """By what the boards are worth, or by what separates level teams."""
        winner = match_cards.winner(view)
        return () if winner is None else (winner,)

    def below_players(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """The boards, or the games so far."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.course(view, challenge, voice)
        team = view.part(TeamMatch)
        return () if team is None else match_cards.boards(view, team, voice)

    def below_score(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """What separates teams that are level."""
        return match_cards.level_line(view, voice)

    def below_standing(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """Who plays now in a challenge, and whose word is waited for."""
        return stay_on_cards.lines(view, voice)

    def lateness(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """Who is late at a board."""
        return (match_cards.lines(view, voice),)

    def controls(self, view: MatchView, voice: Translator) -> Rows:
        """Line-ups and boards, or who won the game under way."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.controls(view, challenge, voice)
        team = view.part(TeamMatch)
        return () if team is None else match_cards.controls(view, team, voice)

    def reporting(self, view: MatchView, voice: Translator, *, again: bool) -> Rows | None:
        """The boards are told in a form, to which the rows above lead."""
        return ()

    # --- the arbiter's desk ------------------------------------------------------------------------------------------

    def rulings(self, view: MatchView, voice: Translator) -> Rows | None:
        """The games of a challenge, or all boards in a form."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.desk(view, challenge, voice)
        return () if view.state.phase is MatchPhase.SUSPENDED else match_cards.rulings(view, voice)

    def has_begun(self, view: MatchView) -> bool:
        """Once a game of a challenge was told."""
        challenge = view.part(StayOnView)
        return challenge is not None and challenge.can_take_back

    def clocks(self, view: MatchView, voice: Translator) -> Iterable[Button]:
        """Which players of a team are late, board by board."""
        return match_cards.press(view, voice)

    def hints(self, view: MatchView, voice: Translator) -> Iterable[str]:
        """How a board is written that nobody wins."""
        return match_cards.for_arbiters(view, voice)

    def right_result(self, found: Correction) -> tuple[str, str]:
        """All boards, where a button has room for them."""
        return "team-right-again", match_cards.boards_code(found.particulars.boards)
