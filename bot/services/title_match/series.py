"""A match for a title as it is played: each game told and decided, pauses, trouble, and the end (AIJE-D03-1 to -5)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from bot.domain.community import Person
from bot.domain.contests import ResultKind
from bot.domain.deadlines import Step
from bot.domain.events.event_kinds import EventKind
from bot.domain.ids import ContestId, PersonId
from bot.domain.permissions import Act
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import MatchView
from bot.domain.playing.matches import ReportAnswer
from bot.domain.title_match.pauses import Refusal, StopKind, refusal
from bot.domain.title_match.sayings import PlayGoesOn
from bot.domain.title_match.series_record import GameClaim, GameEntry, StopAct, StopEntry
from bot.domain.title_match.title_game import Decision, result_of
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotNow, NotYours, Outdated, UserError
from bot.services import access
from bot.services.event_kinds import only_for
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.playing.match_reading import view_of
from bot.services.playing.matches import refuse_suspended
from bot.services.playing.reporting import StillMissing
from bot.services.speaking import tell_match
from bot.services.timetable import contest_subject
from bot.services.title_match.series_reading import Known, is_series, known_of
from bot.services.wishes import repeatable
from bot.storage import contests, deadlines, outbox, series
from bot.storage.context import ActorTx, Tx

_LOGGED: Final = {
    Decision.PLAYED: "record_game",
    Decision.AWARDED: "award_game",
    Decision.ANNULLED: "annul_series_game",
}


class TooFewPauses(UserError):
    """The player has not so many pauses left (AIJE-D03-4)."""

    n: int


class StoppedByTrouble(UserError):
    """The clocks stand for as long as the trouble lasts: a pause would be lost (AIJE-D03-4)."""


class NoGameToTakeBack(UserError):
    """Nothing was said of any game yet."""


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
    followed, person, known = _find_told(tx, contest_id, mark)
    turn = known.series.turn
    if turn is None or (winner is None and not followed.match.contest.drawable):
        raise Outdated
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        matches.require(tx, person, Act.RULE_RESULT, followed.match)
    elif not _is_agreed(known, turn.number, winner, side, person):
        said = GameClaim(contest_id, turn.number, winner, tx.now, person.person_id)
        return _claim(tx, followed, said, known.claim)
    return _decide(tx, followed, known, (turn.number, winner, Decision.PLAYED, None), person)


@only_for(EventKind.TITLE_MATCH)
@repeatable
def decide(tx: ActorTx, contest_id: ContestId, mark: int, number: int, winner: int | None, reason: str) -> GameTold:
    """The arbiters annul a game (`winner` None) or award it, under way or ended, with their reason (AIJE-D03-5)."""
    followed, person, known = _find_told(tx, contest_id, mark)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    why = checked_reason(reason)
    turn = known.series.turn
    under_way = turn is not None and turn.number == number
    if not under_way and all(game.number != number for game in known.series.counted):
        raise Outdated
    decision = Decision.ANNULLED if winner is None else Decision.AWARDED
    return _decide(tx, followed, known, (number, winner, decision, why), person)


@only_for(EventKind.TITLE_MATCH)
@repeatable
def take_back(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """The arbiter takes back the last word on a game, which stays on record; raises NoGameToTakeBack."""
    followed, person, known = _find_told(tx, contest_id, mark)
    matches.require(tx, person, Act.RULE_RESULT, followed.match)
    if not known.in_force:
        raise NoGameToTakeBack
    last = known.in_force[-1]
    series.take_back(tx, contest_id, last.entry, person.person_id, tx.now)
    series.drop_claim(tx, contest_id)
    contests.note_score(tx, contest_id, known_of(tx, followed, tx.now).series.score)
    matches.record(tx, followed, "take_back_game", person.person_id, game=str(last.number))
    return view_of(tx, contest_id, tx.now)


@only_for(EventKind.TITLE_MATCH)
def pause(tx: ActorTx, contest_id: ContestId, mark: int, at_once: int) -> MatchView:
    """A player takes one pause, or several in one, at any moment and for any reason (AIJE-D03-4)."""
    followed, person, known = _stopping(tx, contest_id, mark)
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        raise NotYours
    match refusal(known.pauses, side, at_once):
        case Refusal.TOO_FEW_LEFT:
            raise TooFewPauses(n=known.pauses.pauses_left(side))
        case Refusal.STOPPED_BY_TROUBLE:
            raise StoppedByTrouble
        case None:
            pass
    taken = StopEntry(contest_id, mark + 1, StopAct.PAUSE, tx.now, person.person_id, side, at_once)
    return _stop(tx, followed, taken, "take_pause")


@only_for(EventKind.TITLE_MATCH)
@repeatable
def trouble(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """The arbiter notes technical trouble: it stops the match and is nobody's pause (AIJE-D03-4)."""
    followed, person, known = _stopping(tx, contest_id, mark)
    matches.require(tx, person, Act.STOP_MATCH, followed.match)
    if known.pauses.stops and known.pauses.stops[-1].ends_at is None:
        raise AlreadyDone
    noted = StopEntry(contest_id, mark + 1, StopAct.TROUBLE, tx.now, person.person_id)
    return _stop(tx, followed, noted, "note_trouble")


@only_for(EventKind.TITLE_MATCH)
@repeatable
def go_on(tx: ActorTx, contest_id: ContestId, mark: int) -> MatchView:
    """Ends what stops the match: a pause by who took it or the arbiter, trouble by the arbiter alone."""
    followed, person, known = _stopping(tx, contest_id, mark)
    stop = known.pauses.running(tx.now)
    if stop is None:
        raise NotNow
    side = matches.side_of(tx, followed.match, person.person_id)
    if side is None:
        matches.require(tx, person, Act.STOP_MATCH, followed.match)
    elif stop.kind is StopKind.TROUBLE or stop.side != side:
        raise NotYours
    ended = StopEntry(contest_id, mark + 1, StopAct.GO_ON, tx.now, person.person_id)
    return _stop(tx, followed, ended, "end_stop")


def end_pause(tx: Tx, contest_id: ContestId) -> None:
    """Takes the step of a pause that has run out: both players read that play goes on.

    A pause that the bot slept through is longer by that time, and is looked at again when it ends.
    """
    followed = matches.load(tx, contest_id)
    if followed is None or not _goes_on(followed):
        return
    known = known_of(tx, followed, tx.now)
    tx.touch(contest_subject(contest_id))
    if known.pauses.running(tx.now) is not None:
        _reschedule(tx, tx.now, contest_id, known)
        return
    matches.look(tx, followed)
    if not known.pauses.stops or followed.state(tx.now).phase is not MatchPhase.PLAYING:
        # Annulled since and called again, or suspended: nothing goes on by itself.
        return
    goes_on = PlayGoesOn(contest_id, known.stops)
    if goes_on not in [one.saying for one in outbox.all_promises(tx, PlayGoesOn, contest_id)]:
        tell_match(tx, followed.tournament, goes_on)


def reschedule(tx: Tx, followed: Followed, now: datetime) -> None:
    """Where a pause of the players runs, its end is worked out anew."""
    if deadlines.of_subject(tx, series_subject(followed.contest_id)):
        _reschedule(tx, now, followed.contest_id, known_of(tx, followed, now))


def _goes_on(followed: Followed) -> bool:
    match = followed.match
    over = match.contest.result is not None or match.voided_at is not None
    return not over and is_series(followed) and followed.tournament.cancelled_at is None


def _in_play(tx: ActorTx, contest_id: ContestId) -> tuple[Followed, Person, Known]:
    followed = matches.in_play(tx, tx.guild_id, contest_id)
    person = access.recognise(tx)
    if not is_series(followed):
        raise NotNow
    refuse_suspended(followed)
    if followed.state(tx.now).phase is not MatchPhase.PLAYING:
        raise StillMissing
    return followed, person, known_of(tx, followed, tx.now)


def _find_told(tx: ActorTx, contest_id: ContestId, mark: int) -> tuple[Followed, Person, Known]:
    followed, person, known = _in_play(tx, contest_id)
    if known.entries != mark:
        raise Outdated
    return followed, person, known


def _stopping(tx: ActorTx, contest_id: ContestId, mark: int) -> tuple[Followed, Person, Known]:
    followed, person, known = _in_play(tx, contest_id)
    if known.stops != mark:
        raise Outdated
    return followed, person, known


def _is_agreed(known: Known, number: int, winner: int | None, side: int, person: Person) -> bool:
    """Whether a player's word ends the game: it gives the game to the other side, or both have said the same."""
    if winner == 1 - side:
        return True
    said = known.claim
    if said is None or (said.number, said.winner) != (number, winner):
        return False
    if said.claimed_by == person.person_id:
        raise AlreadyDone
    return True


def _claim(tx: Tx, followed: Followed, said: GameClaim, before: GameClaim | None) -> GameTold:
    series.note_claim(tx, said)
    score = {"winner": str(said.winner)} if said.winner is not None else {}
    matches.record(tx, followed, "claim_game", said.claimed_by, game=str(said.number), **score)
    view, differs = view_of(tx, followed.contest_id, tx.now), before is not None and said.contradicts(before)
    return GameTold(view, said.number, said.winner, waits=True, differs=differs)


def _decide(
    tx: Tx, followed: Followed, known: Known, told: tuple[int, int | None, Decision, str | None], person: Person
) -> GameTold:
    number, winner, decision, reason = told
    contest_id = followed.contest_id
    series.add(
        tx,
        GameEntry(contest_id, known.entries + 1, number, winner, decision, reason, tx.now, person.person_id),
    )
    details = {"game": str(number)} | ({} if winner is None else {"winner": str(winner)})
    matches.record(tx, followed, _LOGGED[decision], person.person_id, reason, **details)
    after = known_of(tx, followed, tx.now)
    if known.claim is None or after.series.turn is None or after.series.turn.number != known.claim.number:
        series.drop_claim(tx, contest_id)
    contests.note_score(tx, contest_id, after.series.score)
    if after.series.turn is None:
        _settle(tx, followed, after, person.person_id)
    view = view_of(tx, contest_id, tx.now)
    return GameTold(view, number, winner, decision, reason=reason, entry=known.entries + 1)


def _settle(tx: Tx, followed: Followed, after: Known, by: PersonId) -> None:
    """The match is decided: 10 games won, or all of them played (AIJE-D03-1)."""
    result = replace(result_of(after.series, tx.now), walkover_games=after.walkover)
    if result.score == after.walkover:
        result = replace(result, kind=ResultKind.WALKOVER)
    deadlines.rewrite(tx, series_subject(followed.contest_id), ())
    matches.settle_as(tx, followed, result, ReportAnswer.OVERRULED, by, None)


def _stop(tx: Tx, followed: Followed, stop: StopEntry, act: str) -> MatchView:
    series.add_stop(tx, stop)
    details = {} if stop.side is None else {"pauses": str(stop.pauses)}
    matches.record(tx, followed, act, stop.acted_by, **details)
    known = known_of(tx, followed, tx.now)
    _reschedule(tx, tx.now, followed.contest_id, known)
    matches.look(tx, followed)
    return view_of(tx, followed.contest_id, tx.now)


def _reschedule(tx: Tx, now: datetime, contest_id: ContestId, known: Known) -> None:
    ends_at = known.pauses.resumes_at(now)
    due = () if ends_at is None else ((Step.END_PAUSE, ends_at),)
    deadlines.rewrite(tx, series_subject(contest_id), due)
