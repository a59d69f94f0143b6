"""An event in play: what a settled result leads to, what a correction takes back, and where the event stands.

Everybody is told why more is played or drawn: play-offs, lots, finals between brackets, places.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from bot.features.course import calling_verbs, ending_verbs, facts_verbs, reading_verbs
from bot.features.course.facts_verbs import facts, may_be_redrawn, reveal_later
from bot.features.course.model import DeciderView, LotView, StandingsView
from bot.features.entering import store as entering_store
from bot.features.playing import board_store as playing_board_store
from bot.features.playing import reports_store as playing_reports_store
from bot.features.playing import store as playing_store
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import summons_verbs as tournaments_summons_verbs
from bot.features.tournaments.facts_verbs import contest_subject, outages_of, person_of
from bot.features.tournaments.hooks import EVENT_HOOKS, event_strategy
from bot.features.tournaments.model import CourseView, RoundInPlay
from bot.features.tournaments.promises_model import (
    ContestVoided,
    DeciderPaired,
    LevelEntrants,
    LotDrawn,
    RoundOver,
    RoundPaired,
)
from bot.features.tournaments.store import DrawPurpose
from bot.kernel import outbox
from bot.kernel import time_store as kernel_time_store
from bot.kernel.context import Query, Tx
from bot.kernel.ids import ContestId, EntrantId, GuildId, Place, TournamentId
from bot.kernel.outages import with_gaps
from bot.kernel.promises import OfContest
from bot.play.contests import Contest, NewContest, Result, ResultKind, Stage, sides_of
from bot.play.course import in_bracket, length_of, to_final
from bot.play.deciders import Decider, Round, finished_rounds, lost_by_leaving, open_deciders, ties
from bot.play.draw import Stream
from bot.play.entries import Phase, Tournament, phase
from bot.play.formats import FORMATS, groups, knockout, round_robin, swiss
from bot.play.formats.protocol import EventFacts
from bot.play.matches import Ending, Match, state_of
from bot.play.rulebook import Rulebook
from bot.server.speaking_verbs import tell_committee, tell_match

# --- why more is played or drawn ------------------------------------------------------------------------------------


def tell(tx: Tx, tournament: Tournament, known: EventFacts) -> None:
    """Promises a public message for each lot and each deciding pairing that was not told yet (GO-27); twice is
    harmless."""
    if not tournament.rulebook.traits.has_matches:
        return
    if known.lot:
        _tell_lot(tx, tournament, known)
    for decider, found in open_deciders(known, tournament.rulebook).items():
        _tell_pairings(tx, tournament, known, decider, found)


def tell_lot_between_two(tx: Tx, tournament: Tournament, contest_id: ContestId, number: int, chosen: EntrantId) -> None:
    """Promises the public message about a lot that names who of two is paired on (GO-17.5)."""
    lot = LotDrawn(tournament.tournament_id, number, contest=contest_id, chosen=chosen)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, lot)


def decider_view(tx: Query, told: DeciderPaired) -> DeciderView | None:
    """What is played and why; None when none of the contests stands any more."""
    table = reading_verbs.standings_view(tx, told.tournament_id)
    if table is None:
        return None
    is_bracket = told.decides is Decider.BRACKET
    in_force = tuple(contest for contest in table.facts.contests if contest.contest_id in told.contests)
    bracket = reading_verbs.bracket_view(tx, told.tournament_id) if is_bracket else None
    if not in_force or (is_bracket and bracket is None):
        return None
    in_order = tuple(sorted(in_force, key=lambda one: (one.group, one.round, one.position)))
    return DeciderView(table, told.decides, in_order, tuple(one.tie for one in told.level), bracket)


def lot_view(tx: Query, told: LotDrawn) -> LotView | None:
    """A lot over the field with the order that it has made, or between two; None once there is nothing to tell."""
    table = reading_verbs.standings_view(tx, told.tournament_id)
    if table is None:
        return None
    if told.contest is not None:
        return _lot_between_two(tx, table, told, told.contest)
    drawn = any(one.record.number == told.draw for one in tournaments_store.draws_with_purpose(tx, told.tournament_id))
    return LotView(table, told.draw, tuple(one.tie for one in told.level or ())) if drawn else None


def _lot_between_two(tx: Query, table: StandingsView, told: LotDrawn, contest_id: ContestId) -> LotView | None:
    """The sides of one contest, and whom the lot has named; None once the contest is void."""
    match = playing_store.load(tx, contest_id)
    if match is None or match.voided_at is not None:
        return None
    result = match.contest.result
    level = result is None or result.kind is not ResultKind.BOTH_LOST
    absent = () if result is None else result.absent
    between = tuple(entrant for side, entrant in enumerate(match.contest.sides) if side not in absent)
    agreed = bool(playing_reports_store.sides(tx, contest_id, Ending.LOT))
    # Only an own match of which nobody else can decide is won by a lot; elsewhere a lot pairs somebody on.
    disputed = result is not None and result.kind is ResultKind.WALKOVER
    return LotView(table, told.draw, (), between, told.chosen, level, agreed, disputed)


def _tell_lot(tx: Tx, tournament: Tournament, known: EventFacts) -> None:
    lots = [
        one.record.number
        for one in tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
        if one.purpose is DrawPurpose.LOT
    ]
    told = {one.message.draw for one in outbox.all_promises(tx, LotDrawn, tournament.tournament_id)}
    level = ties(replace(known, lot=()), tournament.rulebook)
    if lots and level and lots[-1] not in told:
        lot = LotDrawn(tournament.tournament_id, lots[-1], tuple(map(LevelEntrants.of, level)))
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, lot)


def _tell_pairings(
    tx: Tx, tournament: Tournament, known: EventFacts, decider: Decider, found: tuple[Contest, ...]
) -> None:
    before = outbox.all_promises(tx, DeciderPaired, tournament.tournament_id)
    told = {contest_id for one in before for contest_id in one.message.contests}
    new = [one for one in found if one.contest_id not in told]
    if not new:
        return
    playing = sides_of(new)
    level = ties(known, tournament.rulebook) if decider is Decider.PLAY_OFF else ()
    concerned = [tie for tie in level if not playing.isdisjoint(tie.entrants)]
    paired, levels = tuple(one.contest_id for one in new), tuple(map(LevelEntrants.of, concerned))
    told_now = DeciderPaired(tournament.tournament_id, decider, paired, levels)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told_now)


# --- what a result leads to -----------------------------------------------------------------------------------------


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
    running = sorted(tournaments_store.all_unfinished(tx, guild_id), key=lambda one: one.tournament_id != first)
    for tournament in running[:1]:
        _proceed(tx, tournament)
    for tournament in running[1:]:
        proceed(tx, tournament.tournament_id)  # Read anew, since those before it may have changed it.


def proceed(tx: Tx, tournament_id: TournamentId) -> None:
    """Takes a drawn event as far as it goes by itself: pairings, walkovers of who left, calls, the end."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is not None:
        _proceed(tx, tournament)


def _proceed(tx: Tx, tournament: Tournament) -> None:
    if phase(tournament) is not Phase.RUNNING:
        return
    if tournament.rulebook.traits.has_lobby:
        _carry_on_without_rounds(tx, tournament)
        return
    if _round_goes_on(tx, tournament) or _bracket_goes_on(tx, tournament):
        calling_verbs.call_ready(tx, tournament)
        _follow_up(tx, tournament)
        return
    known = _carried_on(tx, tournament)
    _tell_rounds(tx, tournament, finished_rounds(known, tournament.rulebook))
    tell(tx, tournament, known)
    if FORMATS[tournament.rulebook.format].is_over(known, tournament.rulebook):
        ending_verbs.finish(tx, tournament.tournament_id)
        tournament = _anew(tx, tournament)
    else:
        calling_verbs.call_ready(tx, tournament, known.contests)
        calling_verbs.look(tx, tournament, known.contests)
    _follow_up(tx, tournament)


def _carry_on_without_rounds(tx: Tx, tournament: Tournament) -> None:
    """As `proceed`, for an arena: nothing of it hangs on a round, so little is read."""
    _settle_open_of_who_left(tx, tournament)
    event_strategy(tournament).carry_on(tx, tournament)
    _follow_up(tx, _anew(tx, tournament))


def _follow_up(tx: Tx, tournament: Tournament) -> None:
    for one in EVENT_HOOKS.of(tournament.rulebook):
        one.carried_on(tx, tournament)


def _anew(tx: Query, tournament: Tournament) -> Tournament:
    """The event as it stands after a step that may have ended it."""
    return tournaments_store.load(tx, tournament.tournament_id) or tournament


def _settle_open_of_who_left(tx: Tx, tournament: Tournament) -> bool:
    """Settles the open contests of who left the event, and says whether there was one."""
    concerned = playing_store.of_who_left(tx, tournament.tournament_id)
    left = set(entering_store.starters_who_left(tx, tournament.tournament_id)) if concerned else set()
    settled = [_settle(tx, tournament, contest_id, left) for contest_id in concerned]
    return any(settled)


def _round_goes_on(tx: Tx, tournament: Tournament) -> bool:
    """Whether the round of a Swiss is still being played: until it is over a result leads to nothing but calls."""
    rulebook = tournament.rulebook
    if not rulebook.traits.by_score or rulebook.cut is not None:
        return False
    if _has_begun(tx, tournament):
        _settle_open_of_who_left(tx, tournament)
    return playing_store.is_being_played(tx, tournament.tournament_id)


def _bracket_goes_on(tx: Tx, tournament: Tournament) -> bool:
    """Takes a bracket on before its semifinals are over, where a result leads to one match; False where to more."""
    waits = any(one.next_round_waits(tx, tournament) for one in EVENT_HOOKS.of(tournament.rulebook))
    if waits or not knockout.applies(tournament.rulebook):
        return False
    begun, finished = _has_begun(tx, tournament), list[Round]()
    while (ended := facts_verbs.pair_ready(tx, tournament)) is not None:
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
        playing_store.add(tx, tournament.tournament_id, number, contest_id, new, length, tx.now)
    _have_watched(tx, tournament, found)
    return bool(found)


def _have_watched(tx: Tx, tournament: Tournament, paired: Iterable[NewContest]) -> None:
    """A round of a Swiss is shown with its reasons to the chief arbiter, who watches the pairing (GO-30)."""
    rounds = {new.round for new in paired if new.stage is Stage.MAIN}
    if not tournament.rulebook.traits.by_score or not tournaments_store.holding(tx, tournament.tournament_id):
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
    return replace(known, contests=tuple(playing_store.of_tournament(tx, tournament.tournament_id)))


def _has_begun(tx: Query, tournament: Tournament) -> bool:
    """Whether matches of who left are settled: once matches can be called, or when nobody could draw again anyway."""
    return calling_verbs.may_begin(tx, tournament) or not may_be_redrawn(tx, tournament)


def void(
    tx: Tx,
    tournament: Tournament,
    taken_back: Iterable[Contest],
    reason: str,
    said: type[OfContest] = ContestVoided,
) -> None:
    """Takes contests out of the event, as after a correction; players of those called are told, in `said`."""
    assigned_at = playing_store.assignment_times(tx, tournament.tournament_id)
    for contest in taken_back:
        if not playing_store.void(tx, contest.contest_id, tx.now, reason):
            continue
        for side in range(len(contest.sides)):
            playing_board_store.end_absence_clock(tx, contest.contest_id, side, tx.now)
        kernel_time_store.rewrite_deadlines(tx, contest_subject(contest.contest_id), ())
        kernel_time_store.forget_standstill(tx, contest_subject(contest.contest_id))
        tournaments_summons_verbs.settle(tx, contest_subject(contest.contest_id))
        tx.touch(contest_subject(contest.contest_id))
        tournaments_facts_verbs.record(tx, tournament, "void_contest", why=reason, contest_id=contest.contest_id)
        if contest.contest_id in assigned_at or contest.result is not None:
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
    match = playing_store.load(tx, contest_id)
    if match is None or match.report is not None or _is_set_aside(tx, match):
        return False
    strategy = event_strategy(tournament)
    match = strategy.as_ruled(match, tournament.rulebook)
    changed = strategy.settle_left(tx, tournament, match, left)
    if changed is not None:
        return changed
    lost = with_gaps(outages_of(tx, tournament), match.gaps)
    state = state_of(match, tx.now, tournament.rulebook.matches, lost)
    result: Result | None = lost_by_leaving(match.contest, left, state.score, state.walkover, tx.now)
    if result is None:
        return False
    result = strategy.given_up(tx, tournament, match, result, state.walkover)
    playing_store.settle(tx, tx.new_id(), contest_id, result, None, LEFT)
    for side in range(len(match.contest.sides)):
        playing_board_store.end_absence_clock(tx, contest_id, side, tx.now)
    kernel_time_store.rewrite_deadlines(tx, contest_subject(contest_id), ())
    kernel_time_store.forget_standstill(tx, contest_subject(contest_id))
    tx.touch(contest_subject(contest_id))
    tournaments_facts_verbs.record(tx, tournament, "settle_by_withdrawal", why=LEFT, contest_id=contest_id)
    return True


def _is_set_aside(tx: Query, match: Match) -> bool:
    """Whether an arbiter has stopped the match while a report was on the table: then its arbiter says what becomes."""
    stopped_at = match.suspended_at
    return stopped_at is not None and any(
        one.closed_at == stopped_at for one in playing_reports_store.of_contest(tx, match.contest.contest_id)
    )


def _tell_rounds(tx: Tx, tournament: Tournament, finished: Iterable[Round]) -> None:
    """One post for each round that came to its end; the last round's is the podium."""
    if not finished:
        return
    told = {before.message for before in outbox.all_promises(tx, RoundOver, tournament.tournament_id)}
    for part, number in finished:
        over = RoundOver(tournament.tournament_id, tournament.draw_number, number, part)
        if over not in told:
            tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, over)


# --- where the event stands -----------------------------------------------------------------------------------------


def course_of_server(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> CourseView | None:
    """As `course`, with when it will be over, for a tournament of the server; None for another's."""
    found = course(tx, tournament_id)
    if found is None or found.tournament.guild_id != guild_id:
        return None
    return replace(found, estimate=calling_verbs.of_event(tx, found.tournament, tx.now))


def course(tx: Query, tournament_id: TournamentId) -> CourseView | None:
    """The rounds in play of a running event; None for one that is not drawn, over or cancelled."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    begun = tournament.first_call_at is not None or tournament.start_at <= tx.now
    known = EventFacts(()) if tournament.rulebook.traits.has_lobby else facts(tx, tournament)
    view = CourseView(tournament, tuple(parts_in_play(known, tournament.rulebook)), begun, known.drawn_for)
    return event_strategy(tournament).course(tx, view, known.contests)


def parts_in_play(known: EventFacts, rulebook: Rulebook) -> list[RoundInPlay]:
    """Every round of which a match is open, the groups of one round together, the main bracket before those beside."""
    parts: dict[tuple[int, int, int], list[Contest]] = {}
    for contest in known.contests:
        if len(contest.sides) > 1:
            parts.setdefault(_order(contest), []).append(contest)
    in_order = (parts[key] for key in sorted(parts))
    return [_part(some, known, rulebook) for some in in_order if any(one.result is None for one in some)]


_TURNS: Final = {stage: turn for turn, stage in enumerate(Stage)}


def _order(contest: Contest) -> tuple[int, int, int]:
    group = 0 if contest.stage is Stage.GROUP else contest.group
    return _TURNS[contest.stage], group, contest.round


def _part(some: list[Contest], known: EventFacts, rulebook: Rulebook) -> RoundInPlay:
    first = some[0]
    decided = sum(one.result is not None for one in some)
    in_play = sum(one.result is None and one.called_at is not None for one in some)
    return RoundInPlay(
        stage=first.stage,
        round=first.round,
        group=0 if first.stage is Stage.GROUP else first.group,
        matches=len(some),
        decided=decided,
        in_play=in_play,
        last_round=None if in_bracket(first, rulebook) else _rounds(known, rulebook),
        to_final=to_final(first, known, rulebook),
    )


def _rounds(known: EventFacts, rulebook: Rulebook) -> int | None:
    """How many rounds the table has; None where nobody can know it, as with elimination within a Swiss."""
    if rulebook.traits.in_groups:
        return groups.last_round(known, rulebook)
    if rulebook.traits.all_play_all:
        return len(round_robin.schedule(known, rulebook)) or swiss.rounds(known, rulebook)
    is_open = rulebook.swiss is not None and rulebook.swiss.out_after is not None
    return swiss.rounds(known, rulebook) if rulebook.traits.by_score and not is_open else None
