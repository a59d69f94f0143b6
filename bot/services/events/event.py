"""An event in play: what a settled result leads to, and what a correction takes back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.domain.card_gaps import with_gaps
from bot.domain.community import Place
from bot.domain.contests import Contest, NewContest, Result, Stage
from bot.domain.events.departures import lost_by_leaving
from bot.domain.events.draw import Stream
from bot.domain.events.finished_rounds import Round, finished_rounds
from bot.domain.events.sayings import ContestVoided, RoundOver, RoundPaired
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import FORMATS, EventFacts, bracket_steps
from bot.domain.hooks import first
from bot.domain.ids import ContestId, EntrantId, GuildId, TournamentId
from bot.domain.lengths import length_of
from bot.domain.playing.match_state import state_of
from bot.domain.playing.matches import Match
from bot.domain.sayings import OfContest
from bot.services import event_log, summons
from bot.services.event_facts import facts, person_of
from bot.services.events import bracket_pairing, calling, deciding, ending, event_stillness
from bot.services.events.departing import may_be_redrawn
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.links import reveal_later
from bot.services.speaking import tell_committee, tell_match
from bot.services.timetable import contest_subject, outages_of
from bot.storage import (
    absence_clocks,
    contests,
    deadlines,
    entrants,
    event_officers,
    outbox,
    reports,
    standstills,
    tournaments,
)
from bot.storage.context import Query, Tx
from bot.storage.tournaments import DrawPurpose

__all__ = ["after_result", "facts", "open_contests", "person_of", "proceed", "proceed_all", "void"]

LEFT = "left"
"""The reason on record of a result by withdrawal (GO-28.4)."""


def after_result(tx: Tx, tournament: Tournament, contest: Contest) -> None:
    """What every settled result leads to, in the same transaction: new matches, walkovers, calls, or the end.

    Call it once the result is written; a second call changes nothing. An arbiter who became free serves every event of
    the server. `contest` may be as it was before its result.
    """
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.result_changed(tx, tournament, contest)
    if tournament.rulebook.traits.has_lobby and contest.arbiter is None:
        proceed(tx, tournament.tournament_id)  # Nobody follows the game, so no arbiter became free.
    else:
        proceed_all(tx, tournament.guild_id, first=tournament.tournament_id)
    if phase(tournament) is not Phase.RUNNING:  # A running event has looked at it as it went on.
        _follow_up(tx, tournament)


def proceed_all(tx: Tx, guild_id: GuildId, first: TournamentId | None = None) -> None:
    """As `proceed` for every running event of the server, the given one first."""
    running = sorted(tournaments.all_unfinished(tx, guild_id), key=lambda one: one.tournament_id != first)
    for tournament in running[:1]:
        _proceed(tx, tournament)
    for tournament in running[1:]:
        proceed(tx, tournament.tournament_id)  # Read anew, since those before it may have changed it.


def proceed(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes a drawn event as far as it goes by itself: pairings, walkovers of who left, calls, the end."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is not None:
        _proceed(tx, tournament)


def _proceed(tx: Tx, tournament: Tournament) -> None:
    if phase(tournament) is not Phase.RUNNING:
        return
    if tournament.rulebook.traits.has_lobby:
        _carry_on_without_rounds(tx, tournament)
        return
    if _round_goes_on(tx, tournament) or _bracket_goes_on(tx, tournament):
        calling.call_ready(tx, tournament)
        _follow_up(tx, tournament)
        return
    known = _carried_on(tx, tournament)
    _tell_rounds(tx, tournament, finished_rounds(known, tournament.rulebook))
    deciding.tell(tx, tournament, known)
    if FORMATS[tournament.rulebook.format].is_over(known, tournament.rulebook):
        ending.finish(tx, tournament.tournament_id)
        tournament = _anew(tx, tournament)
    else:
        calling.call_ready(tx, tournament, known.contests)
        event_stillness.look(tx, tournament, known.contests)
    _follow_up(tx, tournament)


def _carry_on_without_rounds(tx: Tx, tournament: Tournament) -> None:
    """As `proceed`, for an arena: nothing of it hangs on a round, so little is read."""
    _settle_open_of_who_left(tx, tournament)
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.carry_on(tx, tournament)
    _follow_up(tx, _anew(tx, tournament))


def _follow_up(tx: Tx, tournament: Tournament) -> None:
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.carried_on(tx, tournament)


def _anew(tx: Query, tournament: Tournament) -> Tournament:
    """The event as it stands after a step that may have ended it."""
    return tournaments.load(tx, tournament.tournament_id) or tournament


def _settle_open_of_who_left(tx: Tx, tournament: Tournament) -> bool:
    """Settles the open contests of who left the event, and says whether there was one."""
    concerned = contests.of_who_left(tx, tournament.tournament_id)
    left = set(entrants.starters_who_left(tx, tournament.tournament_id)) if concerned else set()
    settled = [_settle(tx, tournament, contest_id, left) for contest_id in concerned]
    return any(settled)


def _round_goes_on(tx: Tx, tournament: Tournament) -> bool:
    """Whether the round of a Swiss is still being played: until it is over a result leads to nothing but calls."""
    rulebook = tournament.rulebook
    if not rulebook.traits.by_score or rulebook.cut is not None:
        return False
    if _has_begun(tx, tournament):
        _settle_open_of_who_left(tx, tournament)
    return contests.is_being_played(tx, tournament.tournament_id)


def _bracket_goes_on(tx: Tx, tournament: Tournament) -> bool:
    """Takes a bracket on before its semifinals are over, where a result leads to one match; False where to more."""
    waits = any(one.next_round_waits(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook))
    if waits or not bracket_steps.applies(tournament.rulebook):
        return False
    begun, finished = _has_begun(tx, tournament), list[Round]()
    while (ended := bracket_pairing.pair_ready(tx, tournament)) is not None:
        finished = ended or finished
        # A new match is open, so nothing follows from it but where somebody in it has left.
        if not begun or not _settle_open_of_who_left(tx, tournament):
            _tell_rounds(tx, tournament, finished)
            return True
    return False


def open_contests(tx: Tx, tournament: Tournament, known: EventFacts, stream: Stream | None = None) -> bool:
    """Writes every contest that the format can decide now, and says whether there was one; the first need a stream.

    A later round that hangs on a lot has a draw of its own, by the next link. So has the lot over the field that
    separates places (GO-27.1): it writes no contest, but changes the facts.
    """
    played, number = FORMATS[tournament.rulebook.format], tournament.draw_number
    if stream is None and played.needs_draw(known, tournament.rulebook):
        if tournament.rulebook.traits.draws_lots(begun=bool(known.contests)):
            reveal_later(tx, tournament, DrawPurpose.LOT)
            return True
        record = reveal_later(tx, tournament, DrawPurpose.ROUND)
        stream, number = record.stream(), record.number
    found = played.advance(known, tournament.rulebook, stream)
    for new in found:
        contest_id = ContestId(tx.new_id())
        length = length_of(new, tournament.rulebook)
        contests.add(tx, tournament.tournament_id, number, contest_id, new, length, tx.now)
    _have_watched(tx, tournament, found)
    return bool(found)


def _have_watched(tx: Tx, tournament: Tournament, paired: Iterable[NewContest]) -> None:
    """A round of a Swiss is shown with its reasons to the chief arbiter, who watches the pairing (GO-30)."""
    rounds = {new.round for new in paired if new.stage is Stage.MAIN}
    if not tournament.rulebook.traits.by_score or not event_officers.holding(tx, tournament.tournament_id):
        return
    for number in sorted(rounds):
        paired_now = RoundPaired(tournament.tournament_id, number)
        tell_committee(tx, tournament.guild_id, paired_now)


def _carried_on(tx: Tx, tournament: Tournament) -> EventFacts:
    """The facts once nothing more follows from them: every pairing written, every match of who left settled."""
    known, begun = facts(tx, tournament, tx.now), _has_begun(tx, tournament)
    waits = any(one.next_round_waits(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook))
    while True:
        by_draw = FORMATS[tournament.rulebook.format].needs_draw(known, tournament.rulebook)
        if not waits and open_contests(tx, tournament, known):
            # Without a draw of its own a pairing changes nothing but the contests.
            known = facts(tx, tournament, tx.now) if by_draw else _with_contests(tx, tournament, known)
        elif begun and _settle_who_left(tx, tournament, known):
            known = facts(tx, tournament, tx.now)
        else:
            return known


def _with_contests(tx: Query, tournament: Tournament, known: EventFacts) -> EventFacts:
    return replace(known, contests=tuple(contests.of_tournament(tx, tournament.tournament_id)))


def _has_begun(tx: Query, tournament: Tournament) -> bool:
    """Whether matches of who left are settled: once matches can be called, or when nobody could draw again anyway."""
    return calling.may_begin(tx, tournament) or not may_be_redrawn(tx, tournament)


def void(
    tx: Tx,
    tournament: Tournament,
    taken_back: Iterable[Contest],
    reason: str,
    said: type[OfContest] = ContestVoided,
) -> None:
    """Takes contests out of the event, as after a correction; players of those called are told, in `said`."""
    given = contests.assignment_times(tx, tournament.tournament_id)
    for contest in taken_back:
        if not contests.void(tx, contest.contest_id, tx.now, reason):
            continue
        for side in range(len(contest.sides)):
            absence_clocks.end(tx, contest.contest_id, side, tx.now)
        deadlines.rewrite(tx, contest_subject(contest.contest_id), ())
        standstills.forget(tx, contest_subject(contest.contest_id))
        summons.settle(tx, contest_subject(contest.contest_id))
        tx.touch(contest_subject(contest.contest_id))
        event_log.record(tx, tournament, "void_contest", why=reason, contest_id=contest.contest_id)
        if contest.contest_id in given or contest.result is not None:
            tell_match(tx, tournament, said(contest.contest_id))


def _settle_who_left(tx: Tx, tournament: Tournament, known: EventFacts) -> bool:
    """Settles the open contests of who left; a match with a report on the table is left to its players."""
    left = {starter.entrant_id for starter in known.starters if starter.withdrawn}
    concerned = [
        contest.contest_id
        for contest in known.contests
        if len(contest.sides) > 1 and contest.result is None and not left.isdisjoint(contest.sides)
    ]
    settled = [_settle(tx, tournament, contest_id, left) for contest_id in concerned]
    return any(settled)


def _settle(tx: Tx, tournament: Tournament, contest_id: ContestId, left: set[EntrantId]) -> bool:
    match = contests.load(tx, contest_id)
    if match is None or match.report is not None or _is_set_aside(tx, match):
        return False
    hooks = tuple(EVENT_HOOKS.of(tournament.rulebook))
    for hook in hooks:
        match = hook.as_ruled(match, tournament.rulebook)
    changed = first(hook.settle_left(tx, tournament, match, left) for hook in hooks)
    if changed is not None:
        return changed
    lost = with_gaps(outages_of(tx, tournament), match.gaps)
    state = state_of(match, tx.now, tournament.rulebook.matches, lost)
    result: Result | None = lost_by_leaving(match.contest, left, state.score, state.walkover, tx.now)
    if result is None:
        return False
    for hook in hooks:
        result = hook.given_up(tx, tournament, match, result, state.walkover)
    contests.settle(tx, tx.new_id(), contest_id, result, None, LEFT)
    for side in range(len(match.contest.sides)):
        absence_clocks.end(tx, contest_id, side, tx.now)
    deadlines.rewrite(tx, contest_subject(contest_id), ())
    standstills.forget(tx, contest_subject(contest_id))
    tx.touch(contest_subject(contest_id))
    event_log.record(tx, tournament, "settle_by_withdrawal", why=LEFT, contest_id=contest_id)
    return True


def _is_set_aside(tx: Query, match: Match) -> bool:
    """Whether an arbiter has stopped the match while a report was on the table: then its arbiter says what becomes."""
    stopped_at = match.suspended_at
    return stopped_at is not None and any(
        one.closed_at == stopped_at for one in reports.of_contest(tx, match.contest.contest_id)
    )


def _tell_rounds(tx: Tx, tournament: Tournament, finished: Iterable[Round]) -> None:
    """One post for each round that came to its end; the last round's is the podium."""
    if not finished:
        return
    told = {before.saying for before in outbox.all_promises(tx, RoundOver, tournament.tournament_id)}
    for part, number in finished:
        over = RoundOver(tournament.tournament_id, tournament.draw_number, number, part)
        if over not in told:
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, over)
