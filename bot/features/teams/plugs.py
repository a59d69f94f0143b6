"""What teams add to the core and to its cards, and their notices: who is asked to play, who has left (GO-26.6)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.features.course.cards import EventCardStrategy
from bot.features.course.model import StandingsView
from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing.hooks import Coming, MatchHooks, MatchStrategy, MatchTurn, ScoreWord, StaffHooks
from bot.features.playing.match_views_model import Correction, MatchContext, MatchView, Seats
from bot.features.playing.reading_verbs import match_view
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
from bot.features.teams.model import (
    CaptainChanged,
    LeadVacant,
    LineUpsOpen,
    MemberBarred,
    MemberDropped,
    MemberLeft,
    MemberSitsOut,
    PlaceAnswered,
    StayOnView,
    TeamInvitation,
    TeamInvites,
    TeamMatch,
    TeamsUnfit,
    TeamTakenOff,
    TeamUnfit,
    TeamUnfitAtClose,
    TeamView,
    next_lost_at,
    with_costs,
)
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import outages_of
from bot.features.tournaments.hooks import Asker, EntryHooks, EventStrategy, Found, StepHooks, Taker
from bot.features.tournaments.promises_model import MatchCalled
from bot.features.tournaments.sheet_cards import SheetHooks, SheetStrategy
from bot.features.tournaments.tasks_model import DeskRow, TaskItem, Upcoming
from bot.i18n.catalogue import Translator
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId, Place
from bot.kernel.outages import CLICKS_IN_FLIGHT, Due, Step
from bot.kernel.promises import OfEntrant, Promise, ToMember, ToPlace
from bot.layout.cards import Button, Composed, on
from bot.people import store as people_store
from bot.people.cards import mention
from bot.people.model import Person
from bot.people.ratings_verbs import RatingHooks
from bot.play.contests import Contest, Particulars, Result, Score
from bot.play.entries import Closing, Entrant, Phase, Tournament, check_in_closes_at, phase
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
        self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant, closes_at: datetime
    ) -> TaskItem | Upcoming | None:
        """Members, or something of theirs."""
        return guidance_verbs.lacking(tx, asker, tournament, entrant, closes_at)

    def guidance(self, tx: Query, asker: Asker, tournament: Tournament, entrant: Entrant | None) -> Found:
        """Invitations to answer, and the team that one plays in."""
        return guidance_verbs.guide(tx, asker, tournament, entrant)

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

    def parts(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[object]:
        """The boards, and where the winner stays on, the game under way."""
        team = boards_verbs.team_view(tx, match_context, now)
        if team is not None:
            yield team
            yield Seats({board.board: board.seats for board in team.boards})
        challenge = boards_verbs.stay_on_view(tx, match_context, now)
        if challenge is not None:
            yield challenge

    def due(self, tx: Query, match_context: MatchContext, now: datetime) -> Iterator[Due]:
        """The next board, or game on one, that a player who is missing there loses."""
        rulebook, heard = match_context.tournament.rulebook, now - CLICKS_IN_FLIGHT
        at = next_lost_at(match_context.match, heard, rulebook, match_context.outages)
        if at is not None:
            yield Due(Step.LOSE_GAME, at + CLICKS_IN_FLIGHT)

    def comes(self, tx: Tx, match_context: MatchContext, coming: Coming) -> bool:
        """A player who is waited for on a board says so."""
        if not coming.is_own:
            return False
        return absences_verbs.arrive(tx, match_context, coming.side, coming.by, coming.at)

    def turns(self, tx: Tx, match_context: MatchContext, turn: MatchTurn, at: datetime) -> None:
        """Nobody is late on a board while the match rests."""
        match turn:
            case MatchTurn.RESTS:
                playing_board_store.end_all(tx, match_context.contest_id, at)
            case MatchTurn.GOES_ON:
                boards_verbs.go_on(tx, match_context, at)
            case MatchTurn.ANEW:
                playing_board_store.forget_board_clock(tx, match_context.contest_id)
            case MatchTurn.MOVED:
                boards_verbs.reschedule(tx, match_context)

    def has_told_games(self, tx: Query, match_context: MatchContext) -> bool:
        """Where the winner stays on, games are told one by one."""
        return boards_verbs.is_stay_on(match_context) and bool(store.words(tx, match_context.contest_id))

    def player_at(self, tx: Query, match_context: MatchContext, side: int, board: int, at: datetime) -> PersonId | None:
        """Who sits there, if it is one."""
        return boards_verbs.player_at(tx, match_context, side, board, at)

    def loses_game(self, tx: Tx, match_context: MatchContext, side: int, by: PersonId, reason: str | None) -> bool:
        """Where the winner stays on, the loser's next player comes to the board."""
        if not boards_verbs.is_stay_on(match_context):
            return False
        stay_on_verbs.lose_game(tx, match_context, side, by, reason)
        return True

    def gives_game_back(self, tx: Tx, match_context: MatchContext, by: PersonId, at: datetime) -> bool:
        """Where the winner stays on, who had lost it plays on."""
        if not boards_verbs.is_stay_on(match_context):
            return False
        stay_on_verbs.give_back(tx, match_context, by, at)
        return True

    def judges(
        self, tx: Query, match_context: MatchContext, score: Score, particulars: Particulars, word: ScoreWord
    ) -> bool:
        """A settled match of teams is put right by its boards."""
        if word is not ScoreWord.CORRECTION:
            return False
        absences_verbs.refuse_without_boards(match_context, score, particulars)
        return True

    def in_full(self, match_context: MatchContext, score: Score, particulars: Particulars) -> Score:
        """Every board of the match, those that nobody has won among them."""
        return absences_verbs.in_full(match_context, score, particulars)

    def outcomes(self, tx: Query, match_context: MatchContext, result: Result) -> tuple[Result, ...]:
        """Level teams, with either sent on where a lot is still due."""
        return matches_verbs.possible(tx, match_context.tournament, match_context.match.contest, result)

    def decide(self, tx: Tx, match_context: MatchContext, result: Result) -> Result:
        """Level teams are separated where one of them goes on; ExtraGameWanted while a game is missing for that."""
        return matches_verbs.with_decision(tx, match_context.tournament, match_context.match.contest, result)

    def asks(self, asker: Asker, view: MatchView, side: int, other: Person) -> Found:
        """The line-up, and where the winner stays on, each game."""
        return guidance_verbs.of_match(asker, view, side, other)

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
            (after(MatchCalled, lambda tx, promise, __: boards_verbs.start_time(tx, promise.message.contest_id)),)
        )


# --- cards ----------------------------------------------------------------------------------------------------------


class TeamCards(SheetStrategy, EventCardStrategy, MatchCardStrategy, SheetHooks, MatchCardHooks):
    """Of events of teams, whether board by board or by challenges in which the winner stays on."""

    contests = Contests.TEAMS

    def in_bracket(self, rulebook: Rulebook, translator: Translator) -> Iterable[str] | None:
        """A match of teams is as long in a bracket as anywhere."""
        return cards.bracket(rulebook, translator)

    def sections(self, rulebook: Rulebook, translator: Translator) -> Iterable[tuple[str, Iterable[str]]]:
        """Who makes a team, and how two teams meet."""
        return (("format_sheet.teams_title", cards.teams(rulebook, translator)),)

    def below_pairings(self, view: StandingsView, translator: Translator) -> Iterable[str]:
        """Which side begins on which board."""
        return match_cards.of_round(view.tournament.rulebook, translator)

    def match_length(self, rulebook: Rulebook, contest: Contest, translator: Translator) -> str | None:
        """How many boards a match has."""
        return cards.match_length(rulebook, contest, translator)

    # --- matches -----------------------------------------------------------------------------------------------------

    def length(self, view: MatchView, translator: Translator) -> str | None:
        """So many boards, or players of whom the winner stays on."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.length(challenge, translator)
        team = view.part(TeamMatch)
        return None if team is None else match_cards.length(view, team, translator)

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

    def below_players(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """The boards, or the games so far."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.course(view, challenge, translator)
        team = view.part(TeamMatch)
        return () if team is None else match_cards.boards(view, team, translator)

    def below_score(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """What separates teams that are level."""
        return match_cards.level_line(view, translator)

    def below_standing(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Who plays now in a challenge, and whose word is waited for."""
        return stay_on_cards.lines(view, translator)

    def lateness(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """Who is late at a board."""
        return (match_cards.lines(view, translator),)

    def controls(self, view: MatchView, translator: Translator) -> Rows:
        """Line-ups and boards, or who won the game under way."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.controls(view, challenge, translator)
        team = view.part(TeamMatch)
        return () if team is None else match_cards.controls(view, team, translator)

    def reporting(self, view: MatchView, translator: Translator, *, again: bool) -> Rows | None:
        """The boards are told in a form, to which the rows above lead."""
        return ()

    # --- the arbiter's desk ------------------------------------------------------------------------------------------

    def rulings(self, view: MatchView, translator: Translator) -> Rows | None:
        """The games of a challenge, or all boards in a form."""
        if (challenge := view.part(StayOnView)) is not None:
            return stay_on_cards.desk(view, challenge, translator)
        return () if view.state.phase is MatchPhase.SUSPENDED else match_cards.rulings(view, translator)

    def has_begun(self, view: MatchView) -> bool:
        """Once a game of a challenge was told."""
        challenge = view.part(StayOnView)
        return challenge is not None and challenge.can_take_back

    def clocks(self, view: MatchView, translator: Translator) -> Iterable[Button]:
        """Which players of a team are late, board by board."""
        return match_cards.press(view, translator)

    def hints(self, view: MatchView, translator: Translator) -> Iterable[str]:
        """How a board is written that nobody wins."""
        return match_cards.for_arbiters(view, translator)

    def right_result(self, correction: Correction) -> tuple[str, str]:
        """All boards, where a button has room for them."""
        return "team-right-again", match_cards.boards_code(correction.particulars.boards)


# --- messages -------------------------------------------------------------------------------------------------------


def _invites(tx: Query, promise: Promise[TeamInvites]) -> Composed | None:
    """Nothing for who has answered since; nothing at all where nobody is left to answer."""
    view, named = _open(tx, promise), promise.message.people
    asked = [] if view is None else [place.place.person_id for place in view.places]
    waiting = [one for one in people_store.by_ids(tx, named).values() if one.person_id in asked]
    return None if view is None or not waiting else lambda translator: cards.invites(view, waiting, translator)


def _invitation(tx: Query, promise: Promise[TeamInvitation]) -> Composed | None:
    """Nothing for who is asked no more."""
    view = _open(tx, promise)
    asked = () if view is None else tuple(place.person for place in view.places if place.person is not None)
    still = any(ToMember(one.discord_id) == promise.target for one in asked if one.discord_id is not None)
    return None if view is None or not still else lambda translator: cards.place_letter(view, translator)


def _answer(tx: Query, promise: Promise[PlaceAnswered]) -> Composed | None:
    view, person = _open(tx, promise), people_store.load(tx, promise.message.person)
    if view is None or person is None:
        return None
    accepted = promise.message.answer
    return lambda translator: cards.answer_letter(view, person, translator, accepted=accepted)


def _taken_off(tx: Query, promise: Promise[TeamTakenOff]) -> Composed | None:
    view = _view(tx, promise)
    return None if view is None else lambda translator: cards.taken_off(view, translator)


def _member_left(tx: Query, promise: Promise[MemberLeft]) -> Composed | None:
    """Nothing once the list is closed: what the captain could still do is over."""
    view, person = _open(tx, promise), people_store.load(tx, promise.message.person)
    if view is None or person is None:
        return None
    close = check_in_closes_at(view.tournament, outages_of(tx, view.tournament))
    return lambda translator: cards.member_left(view.tournament, view.entrant, person, close, translator)


def _member_barred(tx: Query, promise: Promise[MemberBarred]) -> Composed | None:
    """That a member may not play, while the member can be replaced; and that the member is out."""
    view, person = _view(tx, promise), people_store.load(tx, promise.message.person)
    if view is None or person is None or view.entrant.withdrawn_at is not None:
        return None
    is_out, is_open = promise.message.is_out, view.tournament.check_in_closed_at is None
    if not is_out and (not is_open or all(member.person.person_id != person.person_id for member in view.members)):
        return None
    return lambda translator: cards.bar_letter(view, person, translator, is_out=is_out, is_open=is_open)


def _member_dropped(tx: Query, promise: Promise[MemberDropped]) -> Composed | None:
    """Nothing for who plays for the team again."""
    view, person_id = _view(tx, promise), promise.message.person
    if view is None or any(member.person.person_id == person_id for member in view.members):
        return None
    by = people_store.load(tx, promise.message.by) if promise.message.by is not None else None
    return lambda translator: cards.drop_letter(view, by, translator)


def _teams_unfit(tx: Query, promise: Promise[TeamsUnfit]) -> Composed | None:
    """Nothing of teams that fit by now or have left, and nothing once registration is over."""
    found = (entering_store.load(tx, entrant) for entrant in promise.message.entrants)
    views = [view for one in found if one is not None and (view := _still_unfit(tx, one, promise.promised_at))]
    return (lambda translator: cards.in_channel(views, translator)) if views else None


def _team_unfit(tx: Query, promise: Promise[TeamUnfit]) -> Composed | None:
    entrant = entering_store.load(tx, promise.message.entrant_id)
    view = None if entrant is None else _still_unfit(tx, entrant, promise.promised_at)
    return None if view is None else lambda translator: cards.unfit_letter(view, translator)


def _still_unfit(tx: Query, entrant: Entrant, at: datetime) -> TeamView | None:
    tournament = tournaments_store.load(tx, entrant.tournament_id)
    if tournament is None or entrant.withdrawn_at is not None or tournament.cancelled_at is not None:
        return None
    view = verbs.view(tx, tournament, entrant, at)
    return None if tournament.check_in_closed_at is not None or view.fit.is_whole else view


def _unfit_at_close(tx: Query, promise: Promise[TeamUnfitAtClose]) -> Composed | None:
    view = _view(tx, promise)
    if view is None:
        return None
    found = staff_verbs.as_closed(tx, view, promise.promised_at)
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda translator: cards.off_at_close(found, translator, for_staff=for_staff)


def _captain_changed(tx: Query, promise: Promise[CaptainChanged]) -> Composed | None:
    view, before = _view(tx, promise), people_store.load(tx, promise.message.before)
    if view is None or before is None or view.entrant.withdrawn_at is not None:
        return None
    of_close, by_bar = promise.message.at_close, promise.message.by_bar
    return lambda translator: cards.captain_replaced(view, before, translator, of_close=of_close, by_bar=by_bar)


def _lead_vacant(tx: Query, promise: Promise[LeadVacant]) -> Composed | None:
    """Nothing once somebody else leads the team."""
    view = _playing(tx, promise)
    if view is None or view.captain.person_id != promise.message.person:
        return None
    for_staff = promise.target == ToPlace(Place.COMMITTEE)
    return lambda translator: cards.lead_vacant(view, translator, for_staff=for_staff)


def _sits_out(tx: Query, promise: Promise[MemberSitsOut]) -> Composed | None:
    view, person = _playing(tx, promise), people_store.load(tx, promise.message.person)
    if view is None or person is None:
        return None
    for_member = person.discord_id is not None and promise.target == ToMember(person.discord_id)
    is_back = promise.message.is_back
    return lambda translator: cards.sits_out(view, person, translator, for_member=for_member, is_back=is_back)


def _playing(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    """The team while its event goes on."""
    view = _view(tx, promise)
    if view is None or view.entrant.withdrawn_at is not None or phase(view.tournament) is Phase.OVER:
        return None
    return view


def _open(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    """The team while something can still be done about it."""
    view = _view(tx, promise)
    if view is None or view.entrant.withdrawn_at is not None or view.tournament.cancelled_at is not None:
        return None
    return None if view.tournament.check_in_closed_at is not None else view


def _view(tx: Query, promise: Promise[OfEntrant]) -> TeamView | None:
    entrant = entering_store.load(tx, promise.message.entrant_id)
    tournament = None if entrant is None else tournaments_store.load(tx, entrant.tournament_id)
    if entrant is None or tournament is None:
        return None
    return verbs.view(tx, tournament, entrant, promise.promised_at)


def _opening(tx: Query, promise: Promise[LineUpsOpen]) -> Composed | None:
    view = match_view(tx, promise.message.contest_id, promise.promised_at)
    if view is None or view.contest.result is not None or view.match.voided_at is not None:
        return None
    return lambda translator: stay_on_cards.opening(view, promise.message.sides, translator)


NOTICES: Final = dict(
    (
        on(TeamInvites, _invites),
        on(TeamInvitation, _invitation),
        on(PlaceAnswered, _answer),
        on(TeamTakenOff, _taken_off),
        on(MemberLeft, _member_left),
        on(MemberBarred, _member_barred),
        on(MemberDropped, _member_dropped),
        on(LineUpsOpen, _opening),
        on(TeamsUnfit, _teams_unfit),
        on(TeamUnfit, _team_unfit),
        on(TeamUnfitAtClose, _unfit_at_close),
        on(CaptainChanged, _captain_changed),
        on(LeadVacant, _lead_vacant),
        on(MemberSitsOut, _sits_out),
    )
)
