"""A match as every verb about it needs it: loaded with its event, who asks, what is due, and its settling."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from bot.domain import scores
from bot.domain.community import Person
from bot.domain.contests import NOTHING_MORE, Particulars, Result, ResultKind, Score
from bot.domain.deadlines import Due, Step, soonest
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament
from bot.domain.hooks import first
from bot.domain.ids import ContestId, GuildId, PersonId
from bot.domain.outages import Outage
from bot.domain.permissions import Act, Capacity, may
from bot.domain.playing.match_steps import due_steps, goes_on
from bot.domain.playing.matches import Match, ReportAnswer
from bot.domain.scores import influence_words, split, without_unwon, words
from bot.domain.stillness import due_steps as due_when_still
from bot.errors import NotAllowed, NotFound, NotNow, Subject, UserError
from bot.services import access, recusal, stillness, summons
from bot.services.events import event
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.tournaments import TournamentIsOver
from bot.services.playing import still_matches
from bot.services.playing.followed import Followed
from bot.services.playing.hooks import MATCH_HOOKS, RESULT_HOOKS, Turn, Word
from bot.services.sides import OnlyTheCaptain, entry_of
from bot.services.timetable import contest_subject
from bot.storage import (
    absence_clocks,
    contests,
    deadlines,
    event_officers,
    outages,
    people,
    reports,
    standstills,
    tournaments,
)
from bot.storage.context import ActorQuery, Query, Tx


class MatchIsOver(UserError):
    """The match has a settled score."""

    score: str


class ImpossibleScore(UserError):
    """The match cannot have ended so, games lost by absence counted in."""

    score: str


class SeatedOut(UserError):
    """The table was told to play without the person, who was missing."""


class MatchIsSuspended(UserError):
    """The arbiter has stopped the match; nothing goes on until he resumes it."""


class MatchWasVoided(UserError):
    """The match is no part of the event any more: it is played again, or an earlier result was corrected."""


def load(tx: Query, contest_id: ContestId) -> Followed | None:
    """The match with all that its rules need; None for an unknown id."""
    match = contests.load(tx, contest_id)
    tournament = None if match is None else tournaments.load(tx, match.tournament_id)
    if match is None or tournament is None:
        return None
    return _follow(match, tournament, outages.of_event(tx, tournament, match.created_at))


def as_left(tx: Query, followed: Followed) -> Followed:
    """The match and its event after what a verb has written, which may be much; no time was lost meanwhile."""
    match, tournament = contests.load(tx, followed.contest_id), tournaments.load(tx, followed.match.tournament_id)
    return _follow(match or followed.match, tournament or followed.tournament, followed.lost)


def _follow(match: Match, tournament: Tournament, lost: tuple[Outage, ...]) -> Followed:
    for one in EVENT_HOOKS.of(tournament.rulebook):
        match = one.as_ruled(match, tournament.rulebook)
    return Followed(match, tournament, lost)


def find(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Followed:
    """The match of this server; raises NotFound for a foreign or unknown id, or one that was never a match."""
    followed = load(tx, contest_id)
    if followed is None or followed.tournament.guild_id != guild_id or len(followed.match.contest.sides) < 2:
        raise NotFound(what=Subject.MATCH)
    return followed


def in_play(tx: Query, guild_id: GuildId, contest_id: ContestId) -> Followed:
    """As `find`, for a match that was called and has no score yet; says why where it is not."""
    followed = find(tx, guild_id, contest_id)
    refuse_not_in_play(followed)
    return followed


def refuse_not_in_play(followed: Followed) -> None:
    """Says why nothing can be told of the match: it is over, or not called yet."""
    result = followed.match.contest.result
    if followed.match.voided_at is not None:
        raise MatchWasVoided
    if result is not None:
        raise MatchIsOver(score=result_words(result))
    over = followed.tournament.ended_at is not None and not followed.is_left_open
    if over or followed.tournament.cancelled_at is not None:
        raise TournamentIsOver(name=followed.tournament.name)
    if followed.match.contest.called_at is None:
        raise NotNow


def refuse_suspended(followed: Followed) -> None:
    """Nothing goes on in a match that rests."""
    if followed.match.suspended_at is not None:
        raise MatchIsSuspended


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
        captain = people.load(tx, entrant.person_id)
        raise OnlyTheCaptain(captain="" if captain is None else captain.name)


def confirmed_by_both(tx: Query, match: Match) -> bool:
    """Whether the result that stands is one that a player reported and the other side confirmed."""
    result = match.contest.result
    return result is not None and any(
        one.answer is ReportAnswer.CONFIRMED
        and one.closed_at == result.settled_at
        and one.dispute is None
        and one.counter is None
        and side_of(tx, match, one.answered_by or one.person_id) is not None
        for one in reports.of_contest(tx, match.contest.contest_id)
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
        if any(one.person_id == person.person_id for one in event_officers.holding(tx, match.tournament_id)):
            capacities.add(Capacity.CHIEF_ARBITER)
        try:
            access.require(tx, person, act, *capacities)
        except NotAllowed:
            recusal.refuse_player(tx, person.person_id, act, match)
            raise
    recusal.refuse_in_match(tx, person.person_id, act, match, own)


def require_to_look(tx: ActorQuery, person: Person, act: Act, match: Match) -> None:
    """As `require`, before a page or a form is opened: who is alone may look, and is asked for a reason later."""
    with suppress(recusal.AloneInEvent):
        require(tx, person, act, match)


def has_officials(tx: Query, followed: Followed) -> bool:
    """Whether an arbiter follows the match, or the event has a chief arbiter or a deputy: they are asked by name."""
    officers = event_officers.holding(tx, followed.match.tournament_id)
    return followed.match.contest.arbiter is not None or bool(officers)


def reschedule(tx: Tx, followed: Followed, now: datetime) -> None:
    """Rewrites what is due for the match as it stands now; doing it twice changes nothing."""
    match, rulebook = followed.match, followed.tournament.rulebook
    hooks = MATCH_HOOKS.of(rulebook) if goes_on(match) else ()
    added = [step for one in hooks for step in one.due(tx, followed, now)]
    due = soonest((*added, *due_steps(match, now, rulebook, followed.outages)))
    due = (*due, *_told_later(tx, followed, now, goes_on=bool(due)))
    deadlines.rewrite(tx, contest_subject(followed.contest_id), ((step.kind, step.at) for step in due))
    if match.calls_staff:
        summons.follow(tx, contest_subject(followed.contest_id), lambda: followed.state(now).phase, now)


def look(tx: Tx, followed: Followed) -> None:
    """Rewrites when somebody hears that the match stands still, where nothing else of it is due anew."""
    subject = contest_subject(followed.contest_id)
    waiting = deadlines.of_subject(tx, subject)
    due = {kind: at for kind, at in waiting.items() if kind != Step.TELL_STILL}
    told = ((step.kind, step.at) for step in _told_later(tx, followed, tx.now, goes_on=bool(due)))
    deadlines.rewrite(tx, subject, (*due.items(), *told))


def _told_later(tx: Query, followed: Followed, now: datetime, *, goes_on: bool) -> tuple[Due, ...]:
    """When somebody hears next that the match stands still."""
    still = still_matches.of_match(tx, followed, now, goes_on=goes_on)
    if still is None:
        return ()
    told = standstills.load(tx, contest_subject(followed.contest_id)) if followed.match.is_told else None
    return due_when_still(still, told, followed.outages)


def reschedule_own(tx: Tx, followed: Followed) -> Followed:
    """As `reschedule`, after a verb that wrote nothing but what belongs to the match, which is read anew for it."""
    match = contests.load(tx, followed.contest_id) or followed.match
    left = _follow(match, followed.tournament, followed.lost)
    reschedule(tx, left, tx.now)
    return left


def reschedule_all(tx: Tx, tournament: Tournament, *, show: bool) -> None:
    """As `reschedule`, for every match in play, as after an outage; `show` has their cards drawn anew."""
    for match in contests.in_play(tx, tournament.tournament_id):
        lost = outages.of_event(tx, tournament, match.created_at)
        reschedule(tx, _follow(match, tournament, lost), tx.now)
        if show:
            tx.touch(contest_subject(match.contest.contest_id))


def settle(
    tx: Tx,
    followed: Followed,
    score: Score,
    kind: ResultKind,
    *,
    walkover: Score,
    answer: ReportAnswer,
    by: PersonId | None = None,
    reason: str | None = None,
) -> None:
    """Settles the match with the score as it is told; as `settle_as`."""
    result = result_of(followed, score, NOTHING_MORE, walkover, kind, tx.now)
    settle_as(tx, followed, result, answer, by, reason)


def result_of(
    followed: Followed, score: Score, told: Particulars, walkover: Score, kind: ResultKind, at: datetime
) -> Result:
    """What is told of the match as a result; who was seated out of a table is absent in it."""
    games, draws = (score, 0) if followed.at_table else split(score)
    report = followed.match.report if followed.match.contest.result is None else None
    return Result(
        games,
        walkover,
        kind,
        at,
        draws=draws,
        reported_at=None if report is None else report.reported_at,
        moves=told.moves,
        influence=told.influence,
        boards=told.boards,
        count=told.count,
        absent=followed.match.away,
    )


def settle_as(
    tx: Tx, followed: Followed, result: Result, answer: ReportAnswer, by: PersonId | None, reason: str | None
) -> None:
    """Writes the result that stands, ends all that was open in the match, and lets the event go on.

    `answer` is what becomes of an open report; `by` is None where a rule settles.
    """
    result = decide_result(tx, followed, result)
    contests.settle(tx, tx.new_id(), followed.contest_id, result, by, reason)
    close(tx, followed, answer, by)
    record(tx, followed, "settle_match", by, reason, score=result_words(result), kind=result.kind.value)
    event.after_result(tx, followed.tournament, followed.match.contest)


def decide_result(tx: Tx, followed: Followed, result: Result) -> Result:
    """The result as the capabilities of the event settle it."""
    for one in RESULT_HOOKS.of(followed.tournament.rulebook):
        result = one.decide(tx, followed, result)
    return result


def is_judged(tx: Query, followed: Followed, score: Score, told: Particulars, word: Word) -> bool:
    """Whether a capability of the event has looked at the score, which it refuses where it cannot be."""
    return any(one.judges(tx, followed, score, told, word) for one in RESULT_HOOKS.of(followed.tournament.rulebook))


def in_full(followed: Followed, score: Score, told: Particulars) -> Score:
    """The score as the match's length counts it: with what nobody has won, which is no draw, where there is some."""
    hooks = RESULT_HOOKS.of(followed.tournament.rulebook)
    return first(one.in_full(followed, score, told) for one in hooks) or score


def close(tx: Tx, followed: Followed, answer: ReportAnswer, by: PersonId | None) -> None:
    """Ends the open report and the running clocks, and with them all that is due."""
    if followed.match.report is not None:
        reports.close(tx, followed.match.report.report_id, answer, by, tx.now)
    for clock in followed.match.clocks:
        if clock.ended_at is None:
            absence_clocks.end(tx, followed.contest_id, clock.side, tx.now)
    turn(tx, followed, Turn.RESTS, tx.now)
    deadlines.rewrite(tx, contest_subject(followed.contest_id), ())
    if followed.match.calls_staff:
        summons.settle(tx, contest_subject(followed.contest_id))
    if followed.match.is_told:
        standstills.forget(tx, contest_subject(followed.contest_id))


def turn(tx: Tx, followed: Followed, what: Turn, at: datetime) -> None:
    """Lets the capabilities of the event follow what becomes of the match."""
    for one in MATCH_HOOKS.of(followed.tournament.rulebook):
        one.turns(tx, followed, what, at)


def record(
    tx: Tx,
    followed: Followed,
    act: str,
    by: PersonId | None,
    why: str | None = None,
    **details: str,
) -> None:
    """Writes one line about the match into the log; where somebody has acted, what rested is awake again."""
    if by is not None and followed.match.is_told:
        stillness.press(tx, contest_subject(followed.contest_id), apart=False)
    tx.log(
        followed.tournament.guild_id,
        act,
        contest_subject(followed.contest_id),
        actor=by,
        tournament_id=followed.tournament.tournament_id,
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
    return influence_words(result.particulars) if influence else scores.result_words(result)
