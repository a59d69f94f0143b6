"""A match for a title as it is played: each game told and decided, pauses, trouble, and the end (AIJE-D03-1 to -5).

A game ends on the board, by resignation, on time (AIJE-D03-3), by a rule, or by agreement. What the match asks of
people follows AIJE-D03.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.features.course import store as course_store
from bot.features.course.facts_verbs import facts
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.playing import verbs as playing_verbs
from bot.features.playing.match_views_model import MatchContext, MatchView
from bot.features.playing.reading_verbs import match_view, view_of
from bot.features.playing.verbs import refuse_suspended
from bot.features.title_match import holder_verbs, store
from bot.features.title_match.holder_verbs import rules_of
from bot.features.title_match.model import PlayGoesOn, RuledResult, SeriesCourse, SeriesView
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import contest_subject, outages_of
from bot.features.tournaments.hooks import Asker, Found
from bot.features.tournaments.model import CourseView
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.rulebook_verbs import colours_of
from bot.features.tournaments.tasks_model import Task, TaskItem, Upcoming, UpcomingKind
from bot.features.tournaments.verbs import only_for
from bot.i18n.names import checked_reason
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotNow, NotYours, Outdated, Refused, RefusedCount
from bot.kernel.ids import ContestId, PersonId
from bot.kernel.outages import Step
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.contests import Contest, Result, ResultKind, Score
from bot.play.entries import Phase, Tournament, check_in_closes_at, phase
from bot.play.formats.title_match import series as colours_by_draw
from bot.play.matches import MatchPhase, ReportAnswer, walkover_score
from bot.play.points import EventKind
from bot.play.title_games import (
    Decision,
    GameClaim,
    GameEnd,
    GameEntry,
    PauseRefusal,
    Pauses,
    Series,
    StopAct,
    StopEntry,
    StopKind,
    ToldGame,
    award_game,
    last_words,
    pauses_after,
    refusal,
    replay,
    result_of,
    sums,
    told_games,
)
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import tell_match

# --- reading the match ----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class KnownSeries:
    """The match as its record gives it; `walkover` are games that absence has decided, and nobody played."""

    series: Series
    pauses: Pauses
    walkover: Score
    in_force: tuple[GameEntry, ...]
    entries: int
    stops: int
    claim: GameClaim | None


def is_series(match_context: MatchContext) -> bool:
    """Whether the match is told game by game (AIJE-D03)."""
    return match_context.tournament.rulebook.traits.is_series


def known_of(tx: Query, match_context: MatchContext, now: datetime) -> KnownSeries:
    """What is on record of the match."""
    contest_id, tournament = match_context.contest_id, match_context.tournament
    record = tournaments_store.draws(tx, tournament.tournament_id)[match_context.match.draw_number - 1]
    start = colours_by_draw(facts(tx, tournament), tournament.rulebook, match_context.match.contest, record.stream())
    in_force = tuple(store.games(tx, contest_id))
    rules = tournament.rulebook.matches
    walkover = walkover_score(
        match_context.match.clocks, now, rules, match_context.match.contest.target, match_context.outages
    )
    return KnownSeries(
        series=_to_the_end(replay(start, walkover, in_force), walkover, match_context.match.contest.result),
        pauses=pauses_after(rules_of(tournament), store.stops(tx, contest_id), match_context.outages),
        walkover=walkover,
        in_force=in_force,
        entries=store.entries(tx, contest_id),
        stops=store.acts(tx, contest_id),
        claim=store.claim(tx, contest_id),
    )


def _to_the_end(series: Series, before: Score, result: Result | None) -> Series:
    """The series with the games that who left has lost by it, behind those that were played (GO-28.4)."""
    for side, games in enumerate(result.walkover_games if result is not None else ()):
        for _ in range(games - before[side]):
            series = series if series.turn is None else award_game(series, side)
    return series


def series_view(tx: Query, match_context: MatchContext, now: datetime) -> SeriesView | None:
    """What the card shows beyond the match's own state; None for a match that is told by its score."""
    if not is_series(match_context) or len(match_context.match.contest.sides) != 2:
        return None
    people = known_of(tx, match_context, now)
    holder = course_store.load_title_holder(tx, match_context.tournament.tournament_id)
    return SeriesView(
        series=people.series,
        pauses=people.pauses,
        stop=people.pauses.running(now),
        resumes_at=people.pauses.resumes_at(now),
        entries=people.entries,
        stops=people.stops,
        claim=people.claim,
        last_by_lot=holder is None or holder.choices.last is None,
        can_take_back=bool(people.in_force),
        words=last_words(people.in_force),
        colours=colours_of(match_context.tournament.rulebook),
        ruled=_ruled_result(tx, match_context, people),
    )


def _ruled_result(tx: Query, match_context: MatchContext, series: KnownSeries) -> RuledResult | None:
    """Whose word made another result than the games; None while they agree, and of a match without a game."""
    result = match_context.match.contest.result
    played, given = sums(told_games(series.series, series.in_force))
    if result is None or not series.series.games:
        return None
    if ((*result.score, result.draws), result.walkover_games) == (played, given):
        return None
    ruling = playing_reports_store.load_ruling(tx, match_context.contest_id)
    by = None if ruling is None or ruling.at != result.settled_at else people_store.load(tx, ruling.by)
    return RuledResult(played, by, result.settled_at)


def course(tx: Query, view: CourseView, contests: Sequence[Contest]) -> CourseView:
    """The event with the game under way in the place of its rounds; as it was where none is."""
    match = match_view(tx, contests[-1].contest_id, tx.now) if contests else None
    shown = None if match is None else match.part(SeriesView)
    if match is None or shown is None or match.contest.result is not None:
        return view
    series = shown.series
    score = "–".join(map(str, series.score)) + (f" (={series.draws})" if series.draws else "")
    number = sum(series.score) + series.draws + 1
    return replace(view, parts=(), own=SeriesCourse(contests[-1], match.players, number, score))


def games_on_record(tx: Query, contest_id: ContestId, now: datetime) -> tuple[ToldGame, ...]:
    """The games of a match one by one as a record holds them; none of a match that is told by its score."""
    match_context = playing_verbs.load(tx, contest_id)
    if match_context is None or not is_series(match_context) or len(match_context.match.contest.sides) != 2:
        return ()
    people = known_of(tx, match_context, now)
    return told_games(people.series, people.in_force)


# --- playing it -----------------------------------------------------------------------------------------------------


_LOGGED: Final = {
    Decision.PLAYED: "record_game",
    Decision.AWARDED: "award_game",
    Decision.ANNULLED: "annul_series_game",
}


@dataclass(frozen=True, slots=True)
class GameTold:
    """A game as it was told: `waits` while the other player has not said the same, `over` when it ended the match."""

    view: MatchView
    number: int
    winner: int | None
    decision: Decision = Decision.PLAYED
    waits: bool = False
    differs: bool = False
    """Whether the other player had said something else of it, so that the arbiter decides."""
    reason: str | None = None
    entry: int = 0
    """Of the word on record; 0 while the game waits."""

    @property
    def over(self) -> bool:
        """Whether the match has its result."""
        return self.view.contest.result is not None


def series_subject(contest_id: ContestId) -> str:
    """How deadlines name the pauses of a match."""
    return f"series:{contest_id}"


@only_for(EventKind.TITLE_MATCH)
@repeatable
def tell(tx: ActorTx, contest_id: ContestId, mark: int, winner: int | None) -> GameTold:
    """Takes the end of the game under way: from the arbiter, from its loser, or from both players alike.

    `mark` is the number of words on record that the press was offered with; with another one it is Outdated.
    """
    match_context, person, known = _find_told(tx, contest_id, mark)
    turn = known.series.turn
    if turn is None or (winner is None and not match_context.match.contest.drawable):
        raise Outdated
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        playing_verbs.require(tx, person, Act.RULE_RESULT, match_context.match)
    elif not _is_agreed(known, turn.number, winner, side, person):
        said = GameClaim(contest_id, turn.number, winner, tx.now, person.person_id)
        return _claim(tx, match_context, said, known.claim)
    return _decide(tx, match_context, known, (turn.number, winner, Decision.PLAYED, None), person)


@only_for(EventKind.TITLE_MATCH)
@repeatable
def decide(tx: ActorTx, contest_id: ContestId, mark: int, number: int, winner: int | None, reason: str) -> GameTold:
    """The arbiters annul a game (`winner` None) or award it, under way or ended, with their reason (AIJE-D03-5)."""
    match_context, person, known = _find_told(tx, contest_id, mark)
    playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    why = checked_reason(reason)
    turn = known.series.turn
    under_way = turn is not None and turn.number == number
    if not under_way and all(game.number != number for game in known.series.counted):
        raise Outdated
    decision = Decision.ANNULLED if winner is None else Decision.AWARDED
    return _decide(tx, match_context, known, (number, winner, decision, why), person)


@only_for(EventKind.TITLE_MATCH)
@repeatable
def take_back(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """The arbiter takes back the last word on a game, which stays on record; raises NoGameToTakeBack."""
    match_context, person, known = _find_told(tx, contest_id, mark)
    playing_verbs.require(tx, person, Act.RULE_RESULT, match_context.match)
    if not known.in_force:
        raise Refused("error.NoGameToTakeBack")
    last = known.in_force[-1]
    store.take_back(tx, contest_id, last.entry, person.person_id, tx.now)
    store.drop_claim(tx, contest_id)
    playing_store.note_score(tx, contest_id, known_of(tx, match_context, tx.now).series.score)
    playing_verbs.record(tx, match_context, "take_back_game", person.person_id, game=str(last.number))
    return view_of(tx, contest_id, tx.now)


@only_for(EventKind.TITLE_MATCH)
def pause(tx: ActorTx, contest_id: ContestId, mark: int, at_once: int) -> MatchView:
    """A player takes one pause, or several in one, at any moment and for any reason (AIJE-D03-4)."""
    match_context, person, known = _stopping(tx, contest_id, mark)
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        raise NotYours
    match refusal(known.pauses, side, at_once):
        case PauseRefusal.TOO_FEW_LEFT:
            raise RefusedCount("error.TooFewPauses", n=known.pauses.pauses_left(side))
        case PauseRefusal.STOPPED_BY_TROUBLE:
            # The clocks stand for as long as the trouble lasts: a pause would be lost (AIJE-D03-4).
            raise Refused("error.StoppedByTrouble")
        case None:
            pass
    taken = StopEntry(contest_id, mark + 1, StopAct.PAUSE, tx.now, person.person_id, side, at_once)
    return _stop(tx, match_context, taken, "take_pause")


@only_for(EventKind.TITLE_MATCH)
@repeatable
def trouble(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """The arbiter notes technical trouble: it stops the match and is nobody's pause (AIJE-D03-4)."""
    match_context, person, known = _stopping(tx, contest_id, mark)
    playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    if known.pauses.stops and known.pauses.stops[-1].ends_at is None:
        raise AlreadyDone
    noted = StopEntry(contest_id, mark + 1, StopAct.TROUBLE, tx.now, person.person_id)
    return _stop(tx, match_context, noted, "note_trouble")


@only_for(EventKind.TITLE_MATCH)
@repeatable
def go_on(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """Ends what stops the match: a pause by who took it or the arbiter, trouble by the arbiter alone."""
    match_context, person, known = _stopping(tx, contest_id, mark)
    stop = known.pauses.running(tx.now)
    if stop is None:
        raise NotNow
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        playing_verbs.require(tx, person, Act.STOP_MATCH, match_context.match)
    elif stop.kind is StopKind.TROUBLE or stop.side != side:
        raise NotYours
    ended = StopEntry(contest_id, mark + 1, StopAct.GO_ON, tx.now, person.person_id)
    return _stop(tx, match_context, ended, "end_stop")


def end_pause(tx: Tx, contest_id: ContestId) -> None:
    """Takes the step of a pause that has run out: both players read that play goes on.

    A pause that the bot slept through is longer by that time, and is looked at again when it ends.
    """
    match_context = playing_verbs.load(tx, contest_id)
    if match_context is None or not _goes_on(match_context):
        return
    people = known_of(tx, match_context, tx.now)
    tx.touch(contest_subject(contest_id))
    if people.pauses.running(tx.now) is not None:
        _reschedule(tx, tx.now, contest_id, people)
        return
    playing_verbs.look(tx, match_context)
    if not people.pauses.stops or match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        # Annulled since and called again, or suspended: nothing goes on by itself.
        return
    goes_on = PlayGoesOn(contest_id, people.stops)
    if goes_on not in [one.message for one in outbox.all_promises(tx, PlayGoesOn, contest_id)]:
        tell_match(tx, match_context.tournament, goes_on)


def reschedule(tx: Tx, match_context: MatchContext, now: datetime) -> None:
    """Where a pause of the players runs, its end is worked out anew."""
    if kernel_time_store.deadlines_of_subject(tx, series_subject(match_context.contest_id)):
        _reschedule(tx, now, match_context.contest_id, known_of(tx, match_context, now))


def _goes_on(match_context: MatchContext) -> bool:
    match = match_context.match
    over = match.contest.result is not None or match.voided_at is not None
    return not over and is_series(match_context) and match_context.tournament.cancelled_at is None


def _in_play(tx: ActorTx, contest_id: ContestId) -> tuple[MatchContext, Person, KnownSeries]:
    match_context = playing_verbs.in_play(tx, tx.guild_id, contest_id)
    person = server_verbs.recognise(tx)
    if not is_series(match_context):
        raise NotNow
    refuse_suspended(match_context)
    if match_context.state(tx.now).phase is not MatchPhase.PLAYING:
        raise Refused("error.StillMissing")
    return match_context, person, known_of(tx, match_context, tx.now)


def _find_told(tx: ActorTx, contest_id: ContestId, mark: int) -> tuple[MatchContext, Person, KnownSeries]:
    match_context, person, known = _in_play(tx, contest_id)
    if known.entries != mark:
        raise Outdated
    return match_context, person, known


def _stopping(tx: ActorTx, contest_id: ContestId, mark: int) -> tuple[MatchContext, Person, KnownSeries]:
    match_context, person, known = _in_play(tx, contest_id)
    if known.stops != mark:
        raise Outdated
    return match_context, person, known


def _is_agreed(series: KnownSeries, number: int, winner: int | None, side: int, person: Person) -> bool:
    """Whether a player's word ends the game: it gives the game to the other side, or both have said the same."""
    if winner == 1 - side:
        return True
    said = series.claim
    if said is None or (said.number, said.winner) != (number, winner):
        return False
    if said.claimed_by == person.person_id:
        raise AlreadyDone
    return True


def _claim(tx: Tx, match_context: MatchContext, said: GameClaim, before: GameClaim | None) -> GameTold:
    store.note_claim(tx, said)
    score = {"winner": str(said.winner)} if said.winner is not None else {}
    playing_verbs.record(tx, match_context, "claim_game", said.claimed_by, game=str(said.number), **score)
    view, differs = view_of(tx, match_context.contest_id, tx.now), before is not None and said.contradicts(before)
    return GameTold(view, said.number, said.winner, waits=True, differs=differs)


def _decide(
    tx: Tx,
    match_context: MatchContext,
    series: KnownSeries,
    told: tuple[int, int | None, Decision, str | None],
    person: Person,
) -> GameTold:
    number, winner, decision, reason = told
    contest_id = match_context.contest_id
    store.add(
        tx,
        GameEntry(contest_id, series.entries + 1, number, winner, decision, reason, tx.now, person.person_id),
    )
    details = {"game": str(number)} | ({} if winner is None else {"winner": str(winner)})
    playing_verbs.record(tx, match_context, _LOGGED[decision], person.person_id, reason, **details)
    after = known_of(tx, match_context, tx.now)
    if series.claim is None or after.series.turn is None or after.series.turn.number != series.claim.number:
        store.drop_claim(tx, contest_id)
    playing_store.note_score(tx, contest_id, after.series.score)
    if after.series.turn is None:
        _settle(tx, match_context, after, person.person_id)
    view = view_of(tx, contest_id, tx.now)
    return GameTold(view, number, winner, decision, reason=reason, entry=series.entries + 1)


def _settle(tx: Tx, match_context: MatchContext, after: KnownSeries, by: PersonId) -> None:
    """The match is decided: 10 games won, or all of them played (AIJE-D03-1)."""
    result = replace(result_of(after.series, tx.now), walkover_games=after.walkover)
    if result.score == after.walkover:
        result = replace(result, kind=ResultKind.WALKOVER)
    kernel_time_store.rewrite_deadlines(tx, series_subject(match_context.contest_id), ())
    playing_verbs.settle_as(tx, match_context, result, ReportAnswer.OVERRULED, by, None)


def _stop(tx: Tx, match_context: MatchContext, stop: StopEntry, act: str) -> MatchView:
    store.add_stop(tx, stop)
    details = {} if stop.side is None else {"pauses": str(stop.pauses)}
    playing_verbs.record(tx, match_context, act, stop.acted_by, **details)
    people = known_of(tx, match_context, tx.now)
    _reschedule(tx, tx.now, match_context.contest_id, people)
    playing_verbs.look(tx, match_context)
    return view_of(tx, match_context.contest_id, tx.now)


def _reschedule(tx: Tx, now: datetime, contest_id: ContestId, series: KnownSeries) -> None:
    ends_at = series.pauses.resumes_at(now)
    due = () if ends_at is None else ((Step.END_PAUSE, ends_at),)
    kernel_time_store.rewrite_deadlines(tx, series_subject(contest_id), due)


# --- how games ended ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class EndingTold:
    """The match, and the word on the game with its ending."""

    view: MatchView
    word: GameEntry


@only_for(EventKind.TITLE_MATCH)
@repeatable
def tell_how(tx: ActorTx, contest_id: ContestId, entry: int, how: GameEnd) -> EndingTold:
    """Notes how the game of a word ended; either player may first, and the arbiter puts it right, after the match too.

    Raises Outdated for a word that holds no more or an ending that it cannot have had, EndingIsTold, and AlreadyDone.
    """
    match_context = _find(tx, contest_id)
    word = _word(tx, contest_id, entry)
    if word is None or word.decision is not Decision.PLAYED or not how.fits(word.winner):
        raise Outdated
    person = server_verbs.recognise(tx)
    side = playing_verbs.side_of(tx, match_context.match, person.person_id)
    if side is None:
        playing_verbs.require(tx, person, Act.RULE_RESULT, match_context.match)
    if word.how is how:
        raise AlreadyDone
    if word.how is not None and side is not None:
        raise Refused("error.EndingIsTold")
    store.note_how(tx, contest_id, entry, how)
    playing_verbs.record(tx, match_context, "tell_ending", person.person_id, game=str(word.number), how=how.value)
    tx.touch(contest_subject(contest_id))
    told = _word(tx, contest_id, entry)
    return EndingTold(view_of(tx, contest_id, tx.now), told or word)


def _find(tx: ActorQuery, contest_id: ContestId) -> MatchContext:
    match_context = playing_verbs.find(tx, tx.guild_id, contest_id)
    if match_context.match.voided_at is not None:
        raise Refused("error.MatchWasVoided")
    if not is_series(match_context):
        raise Outdated
    return match_context


def _word(tx: Query, contest_id: ContestId, entry: int) -> GameEntry | None:
    words = last_words(store.games(tx, contest_id)).values()
    return next((word for word in words if word.entry == entry), None)


# --- what the match asks of a person --------------------------------------------------------------------------------


def guide(tx: Query, asker: Asker, tournament: Tournament) -> Found:
    """The champion's colours of the first and the last game, and who it is where nobody knows."""
    is_ahead = phase(tournament) in {Phase.ANNOUNCED, Phase.CHECK_IN}
    view = holder_verbs.holder_view(tx, tournament.tournament_id) if is_ahead else None
    if view is None or view.settled is not None:
        return
    key, closes_at = tournament.tournament_id, check_in_closes_at(tournament, outages_of(tx, tournament))
    is_open = None in {view.choices.first, view.choices.last}
    if view.champion is None and asker.may(Act.NAME_HOLDER):
        yield TaskItem(Task.NAME_CHAMPION, key, tournament, closes_at)
    elif view.champion is not None and asker.is_me(view.champion) and view.may_choose and is_open:
        yield TaskItem(Task.CHOOSE_COLOURS, key, tournament, closes_at)


def of_match(view: MatchView, side: int, other: Person) -> Found:
    """While it is played: the end of the game under way, or a word on what the other has told of it."""
    key, tournament, series = view.contest_id, view.tournament, view.part(SeriesView)
    if series is None or view.state.phase is not MatchPhase.PLAYING:
        return
    if series.resumes_at is not None:
        yield Upcoming(UpcomingKind.PAUSE_ENDS, tournament, series.resumes_at, other)
    elif series.claim is None:
        yield TaskItem(Task.REPORT, key, tournament, None, other)
    elif series.claim.claimed_by == view.players[side].person_id:
        yield Upcoming(UpcomingKind.OPPONENT_ANSWERS, tournament, None, other)
    else:
        yield TaskItem(Task.CONFIRM_GAME, key, tournament, None, other)
