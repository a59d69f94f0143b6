"""A match as every verb about it needs it: loaded with its event, who asks, what is due, and its settling.

It is read with the time in which nobody could have pressed. A game that the arbiter has a side lose goes on in the
score or settles the match. Where both sides lose, a lot decides if one has to be paired (GO-17.5). Some draws are
left to an arbiter's ruling by the rules of the game (OLY-7.1).
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime
from typing import Final

from bot.features.course import verbs as course_verbs
from bot.features.course.facts_verbs import reveal_later
from bot.features.course.verbs import tell_lot_between_two
from bot.features.playing import board_store, reports_store, store
from bot.features.playing.hooks import MATCH_HOOKS, MatchTurn, match_strategy
from bot.features.playing.match_views_model import MatchContext, still_of
from bot.features.playing.model import due_steps, goes_on, needs_lot
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import rulebook_verbs as tournaments_rulebook_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject, entry_of
from bot.features.tournaments.hooks import event_strategy
from bot.features.tournaments.store import DrawPurpose
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import ActorQuery, Query, Tx
from bot.kernel.errors import NotAllowed, NotFound, NotNow, Refused, RefusedFor, RefusedText, Subject
from bot.kernel.ids import ContestId, EntrantId, GuildId, PersonId
from bot.kernel.outages import Due, Outage, Step, Still, soonest
from bot.kernel.outages import due_steps as due_when_still
from bot.people import store as people_store
from bot.people.model import Capacity, Person
from bot.play import contests
from bot.play.contests import (
    NOTHING_MORE,
    Particulars,
    Result,
    ResultKind,
    Score,
    influence_words,
    possible_results,
    split,
    without_unwon,
    words,
)
from bot.play.entries import Entrant, Tournament
from bot.play.game_sheets import DrawRule, GameId
from bot.play.matches import Match, ReportAnswer, has_late_limit
from bot.play.plugs import first
from bot.server import store as server_store
from bot.server import verbs as server_verbs
from bot.server.model import Act, may

# --- what stands still ----------------------------------------------------------------------------------------------


def of_match(tx: Query, match_context: MatchContext, now: datetime, *, goes_on: bool) -> Still | None:
    """What stands still of the match at the moment; `goes_on` says that a step of its own is due.

    None of a match that is over, and in an arena, which ends by its clock whatever becomes of its games.
    """
    if _is_over(match_context) or match_context.tournament.rulebook.traits.has_lobby:
        return None
    match, tournament = match_context.match, match_context.tournament
    known = first(one.still(tx, match_context) for one in MATCH_HOOKS.of(tournament.rulebook))
    if known is not None:
        return known
    taken_on = goes_on or _is_adjourned(tx, match_context) or match_strategy(match_context).goes_on(tx, match_context)
    return still_of(match, match_context.state(now).phase, tournament.rulebook, goes_on=taken_on)


def _is_adjourned(tx: Query, match_context: MatchContext) -> bool:
    """Whether the match rests until a stated moment, whose step is kept apart from its own."""
    match = match_context.match
    adjourned = match.adjourned > 0 and match.suspended_at is not None
    return adjourned and board_store.sessions_of_contest(tx, match_context.contest_id).running is not None


def _is_over(match_context: MatchContext) -> bool:
    match, tournament = match_context.match, match_context.tournament
    ended = tournament.cancelled_at is not None or tournament.ended_at is not None
    return ended or match.contest.is_bye or match.contest.result is not None or match.voided_at is not None


# --- the match and its event ----------------------------------------------------------------------------------------


def load(tx: Query, contest_id: ContestId) -> MatchContext | None:
    """The match with all that its rules need; None for an unknown id."""
    match = store.load(tx, contest_id)
    tournament = None if match is None else tournaments_store.load(tx, match.tournament_id)
    if match is None or tournament is None:
        return None
    return _follow(match, tournament, tournaments_store.outages_of_event(tx, tournament, match.created_at))


def as_left(tx: Query, match_context: MatchContext) -> MatchContext:
    """The match and its event after what a verb has written, which may be much; no time was lost meanwhile."""
    match, tournament = (
        store.load(tx, match_context.contest_id),
        tournaments_store.load(tx, match_context.match.tournament_id),
    )
    return _follow(match or match_context.match, tournament or match_context.tournament, match_context.lost)


def _follow(match: Match, tournament: Tournament, lost: tuple[Outage, ...]) -> MatchContext:
    return MatchContext(event_strategy(tournament).as_ruled(match, tournament.rulebook), tournament, lost)


def find(tx: Query, guild_id: GuildId, contest_id: ContestId) -> MatchContext:
    """The match of this server; raises NotFound for a foreign or unknown id, or one that was never a match."""
    match_context = load(tx, contest_id)
    if (
        match_context is None
        or match_context.tournament.guild_id != guild_id
        or len(match_context.match.contest.sides) < 2
    ):
        raise NotFound(what=Subject.MATCH)
    return match_context


def in_play(tx: Query, guild_id: GuildId, contest_id: ContestId) -> MatchContext:
    """As `find`, for a match that was called and has no score yet; says why where it is not."""
    match_context = find(tx, guild_id, contest_id)
    refuse_not_in_play(match_context)
    return match_context


def refuse_not_in_play(match_context: MatchContext) -> None:
    """Says why nothing can be told of the match: it is over, or not called yet."""
    result = match_context.match.contest.result
    if match_context.match.voided_at is not None:
        raise Refused("error.MatchWasVoided")
    if result is not None:
        raise RefusedText("error.MatchIsOver", text=result_words(result))
    over = match_context.tournament.ended_at is not None and not match_context.is_left_open
    if over or match_context.tournament.cancelled_at is not None:
        raise RefusedFor("error.TournamentIsOver", name=match_context.tournament.name)
    if match_context.match.contest.called_at is None:
        raise NotNow


def refuse_suspended(match_context: MatchContext) -> None:
    """Nothing goes on in a match that rests."""
    if match_context.match.suspended_at is not None:
        raise Refused("error.MatchIsSuspended")


def clocks_begin_at(tx: Tx, match_context: MatchContext, sides: Collection[int], at: datetime) -> datetime:
    """When the clocks of the sides begin of a match that is called, or goes on, at the moment."""
    later = (one.holds_back(tx, match_context, sides, at) for one in MATCH_HOOKS.of(match_context.tournament.rulebook))
    return first(later) or at


def tell_moved(tx: Tx, match_context: MatchContext) -> None:
    """Has the features follow what has become of the match."""
    for one in MATCH_HOOKS.of(match_context.tournament.rulebook):
        one.moved(tx, match_context)


def side_of(tx: Query, match: Match, person_id: PersonId) -> int | None:
    """The side that the person plays, as a member of a team too, or None."""
    return side_in(match, entry_of(tx, match.tournament_id, person_id))


def side_in(match: Match, entrant: Entrant | None) -> int | None:
    """The side that the entrant has in the match, or None."""
    sides = match.contest.sides
    return sides.index(entrant.entrant_id) if entrant is not None and entrant.entrant_id in sides else None


def require_captain(tx: Query, match: Match, person: Person) -> None:
    """Raises OnlyTheCaptain for a member of a team who does not lead it; what is told for a team is its captain's."""
    refuse_mere_member(tx, entry_of(tx, match.tournament_id, person.person_id), person)


def refuse_mere_member(tx: Query, entrant: Entrant | None, person: Person) -> None:
    """As `require_captain`, where it is known for whom the person plays."""
    if entrant is not None and entrant.person_id != person.person_id:
        captain = people_store.load(tx, entrant.person_id)
        raise RefusedFor("error.OnlyTheCaptain", name="" if captain is None else captain.name)


def confirmed_by_both(tx: Query, match: Match) -> bool:
    """Whether the result that stands is one that a player reported and the other side confirmed."""
    result = match.contest.result
    return result is not None and any(
        one.answer is ReportAnswer.CONFIRMED
        and one.closed_at == result.settled_at
        and one.dispute is None
        and one.counter is None
        and side_of(tx, match, one.answered_by or one.person_id) is not None
        for one in reports_store.of_contest(tx, match.contest.contest_id)
    )


def require(tx: ActorQuery, person: Person, act: Act, match: Match, *, plays: bool | None = None) -> None:
    """Refuses who may not do the act to this match; who plays it or follows it has that standing too.

    `plays` is for who knows it already. What the match itself says is asked first, the registry only after it.
    """
    capacities: set[Capacity] = set()
    if match.contest.arbiter == person.person_id:
        capacities.add(Capacity.MATCH_ARBITER)
    own = {} if plays is not None else {person.person_id: entry_of(tx, match.tournament_id, person.person_id)}
    if plays or any(side_in(match, entrant) is not None for entrant in own.values()):
        capacities.add(Capacity.PLAYER_OF_MATCH)
    if not may(act, frozenset(capacities)):
        if any(one.person_id == person.person_id for one in tournaments_store.holding(tx, match.tournament_id)):
            capacities.add(Capacity.CHIEF_ARBITER)
        try:
            server_verbs.require(tx, person, act, *capacities)
        except NotAllowed:
            tournaments_recusal_verbs.refuse_player(tx, person.person_id, act, match)
            raise
    tournaments_recusal_verbs.refuse_in_match(tx, person.person_id, act, match, own)


def require_to_look(tx: ActorQuery, person: Person, act: Act, match: Match) -> None:
    """As `require`, before a page or a form is opened: who is alone may look, and is asked for a reason later."""
    with suppress(tournaments_recusal_verbs.AloneInEvent):
        require(tx, person, act, match)


def has_officials(tx: Query, match_context: MatchContext) -> bool:
    """Whether an arbiter follows the match, or the event has a chief arbiter or a deputy: they are asked by name."""
    officers = tournaments_store.holding(tx, match_context.match.tournament_id)
    return match_context.match.contest.arbiter is not None or bool(officers)


def reschedule(tx: Tx, match_context: MatchContext, now: datetime) -> None:
    """Rewrites what is due for the match as it stands now; doing it twice changes nothing."""
    match, rulebook = match_context.match, match_context.tournament.rulebook
    added = match_strategy(match_context).due(tx, match_context, now) if goes_on(match) else ()
    due = soonest((*added, *due_steps(match, now, rulebook, match_context.outages)))
    due = (*due, *_told_later(tx, match_context, now, goes_on=bool(due)))
    kernel_time_store.rewrite_deadlines(
        tx, contest_subject(match_context.contest_id), ((step.kind, step.at) for step in due)
    )
    if match.calls_staff:
        tournaments_summons_verbs.follow(
            tx, contest_subject(match_context.contest_id), lambda: match_context.state(now).phase, now
        )
    tell_moved(tx, match_context)


def sides_answered(tx: ActorQuery, match_context: MatchContext, person: Person) -> tuple[int, ...]:
    """The sides for which somebody who plays on neither may press, as for who has no Discord."""
    hooks = MATCH_HOOKS.of(match_context.tournament.rulebook)
    return tuple(side for hook in hooks for side in hook.sides_answered(tx, match_context, person))


def look(tx: Tx, match_context: MatchContext) -> None:
    """Rewrites when somebody hears that the match stands still, where nothing else of it is due anew."""
    subject = contest_subject(match_context.contest_id)
    waiting = kernel_time_store.deadlines_of_subject(tx, subject)
    due = {kind: at for kind, at in waiting.items() if kind != Step.TELL_STILL}
    told = ((step.kind, step.at) for step in _told_later(tx, match_context, tx.now, goes_on=bool(due)))
    kernel_time_store.rewrite_deadlines(tx, subject, (*due.items(), *told))


def _told_later(tx: Query, match_context: MatchContext, now: datetime, *, goes_on: bool) -> tuple[Due, ...]:
    """When somebody hears next that the match stands still."""
    still = of_match(tx, match_context, now, goes_on=goes_on)
    if still is None:
        return ()
    told = (
        kernel_time_store.load_standstill(tx, contest_subject(match_context.contest_id))
        if match_context.match.is_told
        else None
    )
    return due_when_still(still, told, match_context.outages)


def reschedule_own(tx: Tx, match_context: MatchContext) -> MatchContext:
    """As `reschedule`, after a verb that wrote nothing but what belongs to the match, which is read anew for it."""
    match = store.load(tx, match_context.contest_id) or match_context.match
    left = _follow(match, match_context.tournament, match_context.lost)
    reschedule(tx, left, tx.now)
    return left


def reschedule_all(tx: Tx, tournament: Tournament, *, show: bool) -> None:
    """As `reschedule`, for every match in play, as after an outage; `show` has their cards drawn anew."""
    for match in store.in_play(tx, tournament.tournament_id):
        lost = tournaments_store.outages_of_event(tx, tournament, match.created_at)
        reschedule(tx, _follow(match, tournament, lost), tx.now)
        if show:
            tx.touch(contest_subject(match.contest.contest_id))


def settle(
    tx: Tx,
    match_context: MatchContext,
    score: Score,
    kind: ResultKind,
    *,
    walkover: Score,
    answer: ReportAnswer,
    by: PersonId | None = None,
    reason: str | None = None,
) -> None:
    """Settles the match with the score as it is told; as `settle_as`."""
    result = result_of(match_context, score, NOTHING_MORE, walkover, kind, tx.now)
    settle_as(tx, match_context, result, answer, by, reason)


def result_of(
    match_context: MatchContext, score: Score, particulars: Particulars, walkover: Score, kind: ResultKind, at: datetime
) -> Result:
    """What is told of the match as a result; who was seated out of a table is absent in it."""
    games, draws = (score, 0) if match_context.at_table else split(score)
    report = match_context.match.report if match_context.match.contest.result is None else None
    return Result(
        games,
        walkover,
        kind,
        at,
        draws=draws,
        reported_at=None if report is None else report.reported_at,
        moves=particulars.moves,
        influence=particulars.influence,
        boards=particulars.boards,
        count=particulars.count,
        absent=match_context.match.away,
    )


def settle_as(
    tx: Tx, match_context: MatchContext, result: Result, answer: ReportAnswer, by: PersonId | None, reason: str | None
) -> None:
    """Writes the result that stands, ends all that was open in the match, and lets the event go on.

    `answer` is what becomes of an open report; `by` is None where a rule settles.
    """
    result = match_strategy(match_context).decide(tx, match_context, result)
    store.settle(tx, tx.new_id(), match_context.contest_id, result, by, reason)
    close(tx, match_context, answer, by)
    record(tx, match_context, "settle_match", by, reason, score=result_words(result), kind=result.kind.value)
    course_verbs.after_result(tx, match_context.tournament, match_context.match.contest)


def close(tx: Tx, match_context: MatchContext, answer: ReportAnswer, by: PersonId | None) -> None:
    """Ends the open report and the running clocks, and with them all that is due."""
    if match_context.match.report is not None:
        reports_store.close(tx, match_context.match.report.report_id, answer, by, tx.now)
    for clock in match_context.match.clocks:
        if clock.ended_at is None:
            board_store.end_absence_clock(tx, match_context.contest_id, clock.side, tx.now)
    match_strategy(match_context).turns(tx, match_context, MatchTurn.RESTS, tx.now)
    kernel_time_store.rewrite_deadlines(tx, contest_subject(match_context.contest_id), ())
    if match_context.match.calls_staff:
        tournaments_summons_verbs.settle(tx, contest_subject(match_context.contest_id))
    if match_context.match.is_told:
        kernel_time_store.forget_standstill(tx, contest_subject(match_context.contest_id))


def record(
    tx: Tx,
    match_context: MatchContext,
    act: str,
    by: PersonId | None,
    why: str | None = None,
    **details: str,
) -> None:
    """Writes one line about the match into the log; where somebody has acted, what rested is awake again."""
    if by is not None and match_context.match.is_told:
        tournaments_facts_verbs.note_press(tx, contest_subject(match_context.contest_id), apart=False)
    tx.log(
        match_context.tournament.guild_id,
        act,
        contest_subject(match_context.contest_id),
        actor=by,
        tournament_id=match_context.tournament.tournament_id,
        why=why,
        details=details,
    )


def score_words(score: Score, particulars: Particulars = NOTHING_MORE) -> str:
    """The score as everybody writes it, "3–1"; at a table everybody's influence, "16 · 3 · -2".

    A board of teams that both lost is nobody's half: two won, one lost and that is 2–1.
    """
    return influence_words(particulars) if particulars.influence else words(without_unwon(score, particulars.boards))


def result_words(result: Result) -> str:
    """As `score_words`, of a result."""
    influence = result.particulars.influence
    return influence_words(result.particulars) if influence else contests.result_words(result)


# --- a game that one side loses -------------------------------------------------------------------------------------


def game_under_way(match_context: MatchContext, at: datetime) -> int:
    """Its number from 1: the one after those that count at the moment."""
    return sum(match_context.state(at).score) + 1


def score_without(match_context: MatchContext, side: int, at: datetime) -> Score:
    """The score once the side has lost the game under way."""
    score = match_context.state(at).score
    return tuple(games + (other != side) for other, games in enumerate(score))


def ends_match(match_context: MatchContext, score: Score) -> bool:
    """Whether the match is over at the score, no game having been drawn."""
    length = match_context.match.contest.length
    return ((*score, 0) if length.drawable else score) in possible_results(length)


def lose_game(tx: Tx, match_context: MatchContext, side: int, by: PersonId, reason: str | None) -> None:
    """The game under way goes to the other side; where that ends the match, it is settled as by a ruling."""
    if match_strategy(match_context).loses_game(tx, match_context, side, by, reason):
        return
    score = score_without(match_context, side, tx.now)
    if ends_match(match_context, score):
        walkover = match_context.state(tx.now).walkover
        kind, answer = ResultKind.PLAYED, ReportAnswer.OVERRULED
        settle(tx, match_context, score, kind, walkover=walkover, answer=answer, by=by, reason=reason)
        return
    set_report_aside(tx, match_context, by)
    store.note_score(tx, match_context.contest_id, score)
    reschedule_own(tx, match_context)


def give_back(tx: Tx, match_context: MatchContext, loser: int, by: PersonId, at: datetime) -> None:
    """Undoes the lost game, which is the last that counts: the score is the one before it."""
    if match_strategy(match_context).gives_game_back(tx, match_context, by, at):
        return
    before = tuple(games - (other != loser) for other, games in enumerate(match_context.state(at).score))
    store.note_score(tx, match_context.contest_id, before)


def set_report_aside(tx: Tx, match_context: MatchContext, by: PersonId) -> None:
    """Closes an open report: it was given before the ruling, and falls with it."""
    report = match_context.match.report
    if report is not None:
        reports_store.close(tx, report.report_id, ReportAnswer.OVERRULED, by, tx.now)


# --- matches that both sides lose -----------------------------------------------------------------------------------


def paired_as_winner(tx: Tx, match_context: MatchContext) -> int | None:
    """The side that a lot pairs as the winner, where the pairing needs one; it earns nothing else (GO-17.5)."""
    return lot(tx, match_context) if needs_lot(match_context.match.contest, match_context.tournament.rulebook) else None


def lot(tx: Tx, match_context: MatchContext, among: Collection[EntrantId] | None = None) -> int:
    """The side that a lot by the event's fair draw pairs as the winner, which everybody is told.

    It is drawn of all sides, or `among` those who came to the table.
    """
    contest, tournament = match_context.match.contest, match_context.tournament
    between = contest.sides if among is None else among
    record = reveal_later(tx, tournament, DrawPurpose.LOT, among=between)
    first, *_ = record.stream().shuffle(sorted(between))
    tell_lot_between_two(tx, tournament, contest.contest_id, record.number, first)
    return contest.sides.index(first)


def by_absence(tx: Tx, match_context: MatchContext) -> Result:
    """The result of a match to which nobody came: the games that absence has cost each side."""
    state, kind = match_context.state(tx.now), ResultKind.DOUBLE_WALKOVER
    if has_late_limit(match_context.tournament.rulebook) and not match_context.at_table:
        # Both have lost as by a ruling: no game is anybody's, and pairing alone may need one of them (GO-17.5, GO-22).
        return without_result(tx, match_context)
    return result_of(match_context, state.score, NOTHING_MORE, state.walkover, kind, tx.now)


def without_result(tx: Tx, match_context: MatchContext) -> Result:
    """The result of a match that both lose, and of which no game is anybody's; pairing may need a winner (GO-17.5)."""
    nothing = (0,) * len(match_context.match.contest.sides)
    by_lot = has_late_limit(match_context.tournament.rulebook) and not match_context.at_table
    paired = paired_as_winner(tx, match_context) if by_lot else None
    return Result(nothing, nothing, ResultKind.DOUBLE_WALKOVER, tx.now, paired_as_winner=paired)


# --- draws that an arbiter rules ------------------------------------------------------------------------------------


_BY_ARBITER: Final = frozenset({DrawRule.RULED, DrawRule.RULED_QUIET})
_WITH_DRAWS: Final = 3
"""A score that tells drawn games tells them last."""


def refuse_told(tx: Query, match_context: MatchContext, score: Score) -> None:
    """Raises DrawIsRuled for drawn games that a player tells of a match in one game."""
    rules, guild_id = match_context.tournament.rulebook.games, match_context.tournament.guild_id
    alone = rules is not None and len(rules.sheets) == 1 and match_context.tournament.rulebook.teams is None
    drawn = len(score) == _WITH_DRAWS and score[-1] > 0 and not match_context.at_table
    if rules is not None and alone and drawn and is_ruled(tx, guild_id, rules.sheets[0]):
        raise Refused("error.DrawIsRuled")


def is_ruled(tx: Query, guild_id: GuildId, sheet: str) -> bool:
    """Whether nothing but a ruling draws the game; of a game that nobody has told, nothing is known."""
    community = server_store.load(tx, guild_id)
    found = (
        None
        if community is None
        else tournaments_rulebook_verbs.sheet_of(tx, guild_id, GameId(sheet), community.language)
    )
    return found is not None and found.game.draws <= _BY_ARBITER
