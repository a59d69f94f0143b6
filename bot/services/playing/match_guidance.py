"""What matches ask of a person: of who plays in them, of a team's captain, and of who follows them."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.entering.entries import Entrant
from bot.domain.events.event_kinds import stays_on
from bot.domain.events.round_views import RoundMissed
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.formats import FORMATS
from bot.domain.formats.knockout import is_decided
from bot.domain.hooks import first
from bot.domain.lengths import has_table
from bot.domain.permissions import Capacity
from bot.domain.playing.desk_views import Duty, DutyItem, Outlook, Prospect
from bot.domain.playing.match_state import MatchPhase
from bot.domain.playing.match_views import Confirmed, MatchView
from bot.domain.playing.sayings import PassedUp
from bot.domain.regulation.discipline_rules import discipline_of
from bot.services import access
from bot.services.asked import Asked, Found
from bot.services.event_facts import facts
from bot.services.events import rounds
from bot.services.playing.hooks import MATCH_HOOKS
from bot.services.playing.match_reading import match_view, mine
from bot.services.sides import entry_of
from bot.storage import confirmed_results, contests, event_pauses, outbox
from bot.storage.context import Query

_AS_ARBITER = {
    MatchPhase.DISPUTED: Duty.RULE,
    MatchPhase.UNDECIDED: Duty.DECIDE_ABSENCE,
    MatchPhase.SUSPENDED: Duty.RESUME,
}


def guide(tx: Query, asked: Asked) -> Found:
    """The matches in play of who asks, as a player or a member of a team, else as the arbiter."""
    views = mine(tx, asked.presser.guild_id, asked.presser.member_id, asked.now)
    alive = [view for view in views if view.tournament.cancelled_at is None]
    yield from _event_pauses(alive)
    for view in alive:
        side = _side(tx, asked, view)
        yield from _as_arbiter(view) if side is None else _as_player(asked, view, side)


def of_event(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant | None) -> Found:
    """What comes next for a player, and what matches ask of the chief arbiter and of arbiters who confirm results."""
    if asked.person is None:
        return
    has_rounds = not tournament.rulebook.traits.has_lobby
    if entrant is not None and has_rounds and phase(tournament) is Phase.RUNNING:
        yield from _between_matches(tx, asked, tournament, entrant)
    if access.capacities_in(tx, tournament.tournament_id, asked.person.person_id):
        yield from _passed_up(tx, tournament)
    if discipline_of(tournament.rulebook).confirmed_is_final and Capacity.ARBITER in asked.capacities:
        yield from _to_confirm(tx, asked, tournament)


def _event_pauses(views: Iterable[MatchView]) -> Found:
    """When events go on that staff have paused, each of them once."""
    paused = {one.tournament.tournament_id: one for one in views if one.paused_until is not None}
    return (Prospect(Outlook.EVENT_RESUMES, one.tournament, one.paused_until) for one in paused.values())


def _own_event_pause(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """The same for who has no match that tells it."""
    pause = event_pauses.running(tx, tournament.tournament_id)
    if pause is not None and pause.until > asked.now:
        yield Prospect(Outlook.EVENT_RESUMES, tournament, pause.until)


def _passed_up(tx: Query, tournament: Tournament) -> Found:
    """Matches on which an arbiter has asked the chief to decide."""
    for match in contests.in_play(tx, tournament.tournament_id):
        contest = match.contest
        if contest.result is None and outbox.all_promises(tx, PassedUp, contest.contest_id):
            yield DutyItem(Duty.DECIDE_PASSED_UP, contest.contest_id, tournament)


def round_to_come(tx: Query, asked: Asked, tournament: Tournament) -> RoundMissed | None:
    """The round that who asks can still announce to miss, or to play after all; None where there is none (GO-28.3)."""
    return None if asked.person is None else rounds.own_round(tx, tournament, asked.person.person_id)


def _between_matches(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """The match that waits for its call, or the opponent who is not known yet; nothing for who is out or in play."""
    known = [match.contest for match in contests.of_entrant(tx, entrant.entrant_id)]
    unsettled = [contest for contest in known if not is_decided(contest)]
    if all(contest.called_at is None for contest in unsettled):
        yield from _own_event_pause(tx, asked, tournament)
    for contest in unsettled:
        if contest.called_at is None:
            yield from _to_be_called(tx, asked, tournament, entrant, contest)
    if unsettled:
        return
    yield from _next_round(tx, asked, tournament, entrant)


def _next_round(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant) -> Found:
    """The round to come, or the opponent who is not known yet."""
    coming = round_to_come(tx, asked, tournament)
    if coming is not None:
        missed = Outlook.ROUND_MISSED if coming.missed else Outlook.NEXT_ROUND
        yield Prospect(missed, tournament, n=coming.number)
    elif _is_still_in(tx, tournament, entrant):
        yield Prospect(Outlook.NEXT_OPPONENT, tournament)


def _to_be_called(tx: Query, asked: Asked, tournament: Tournament, entrant: Entrant, contest: Contest) -> Found:
    hooks = MATCH_HOOKS.of(tournament.rulebook)
    beforehand = first(one.before_call(tx, asked, tournament, entrant, contest) for one in hooks)
    if beforehand is not None:
        yield from beforehand
        return
    view = match_view(tx, contest.contest_id, asked.now)
    if view is not None:
        own = contest.sides.index(entrant.entrant_id)
        other = next(player for side, player in enumerate(view.players) if side != own)
        at = tournament.start_at if tournament.start_at > asked.now else None
        yield Prospect(Outlook.MATCH_IS_CALLED, tournament, at, other, contest.round)


def _is_still_in(tx: Query, tournament: Tournament, entrant: Entrant) -> bool:
    """Whether another match may come by itself; in a table as long as rounds are played."""
    rules = tournament.rulebook.knockout
    if not tournament.rulebook.traits.is_bracket:
        return tournament.rulebook.traits.in_rounds and has_table(tournament.rulebook)
    rows = FORMATS[tournament.rulebook.format].standings(facts(tx, tournament), tournament.rulebook)
    still_in = {1, 3} if rules.third_place_match and rules.lives == 1 else {1}
    mine = next((row for row in rows if row.entrant_id == entrant.entrant_id), None)
    return mine is not None and mine.is_shared and (rules.placement_matches or mine.rank_from in still_in)


def _to_confirm(tx: Query, asked: Asked, tournament: Tournament) -> Found:
    """Results of own matches that both players have confirmed, and the arbiter has not (GO-16.4)."""
    for contest in contests.of_tournament(tx, tournament.tournament_id):
        if asked.person is None or contest.arbiter != asked.person.person_id or contest.result is None:
            continue
        if confirmed_results.is_confirmed(tx, contest.contest_id, contest.result.settled_at):
            continue
        view = match_view(tx, contest.contest_id, asked.now)
        if view is not None and view.confirmed is Confirmed.BY_PLAYERS:
            yield DutyItem(Duty.CONFIRM_RESULT, contest.contest_id, tournament, None, view.players[0])


def _side(tx: Query, asked: Asked, view: MatchView) -> int | None:
    """The side that who asks plays on; a member of a team plays on its side."""
    if asked.person is None:
        return None
    entrant = entry_of(tx, view.tournament.tournament_id, asked.person.person_id)
    sides = view.contest.sides
    return sides.index(entrant.entrant_id) if entrant is not None and entrant.entrant_id in sides else None


def _as_arbiter(view: MatchView) -> Found:
    duty = _AS_ARBITER.get(view.state.phase, Duty.FOLLOW)
    pause = view.sessions.running
    until = None if pause is None else pause.goes_on_at
    yield DutyItem(duty, view.contest_id, view.tournament, until, view.players[0])


def _as_player(asked: Asked, view: MatchView, side: int) -> Found:
    if side in view.match.away:
        return
    far = _other_side(view, side)
    other, speaks = view.players[far], asked.is_me(view.players[side])
    for one in MATCH_HOOKS.of(view.tournament.rulebook):
        yield from one.asks(asked, view, side, other)
    yield from _as_it_stands(view, side, far, speaks=speaks)
    yield from _note_to_confirm(view, side, other, speaks=speaks)


def _other_side(view: MatchView, side: int) -> int:
    """The opponent's. At a table the others are several: whoever is waited for stands for them."""
    missing = {one.side for one in view.state.missing}
    others = [one for one in range(len(view.players)) if one != side and one not in view.match.away]
    return next((one for one in others if one in missing), others[0] if others else side)


def _as_it_stands(view: MatchView, side: int, far: int, *, speaks: bool) -> Found:
    other, tournament = view.players[far], view.tournament
    match view.state.phase:
        case MatchPhase.MISSING:
            yield _guide_missing(view, side, far)
        case MatchPhase.PLAYING:
            yield from _in_play(view, other, speaks=speaks)
        case MatchPhase.REPORTED:
            yield from _guide_by_report(view, side, other, speaks=speaks)
        case MatchPhase.DISPUTED | MatchPhase.UNDECIDED:
            yield Prospect(Outlook.ARBITER_DECIDES, tournament, None, other)
        case MatchPhase.SUSPENDED:
            pause = view.sessions.running
            at = None if pause is None else pause.goes_on_at
            yield Prospect(Outlook.MATCH_RESUMES if at is None else Outlook.PAUSE_ENDS, tournament, at, other)
        case _:
            yield Prospect(Outlook.MATCH_IS_CALLED, tournament, None, other)


def _guide_missing(view: MatchView, side: int, far: int) -> DutyItem | Prospect:
    """Who is not there comes; who is waits for the other."""
    loses_at = {one.side: one.next_at for one in view.state.missing}
    if side in loses_at:
        return DutyItem(Duty.COME, view.contest_id, view.tournament, loses_at[side], view.players[far])
    return Prospect(Outlook.OPPONENT_COMES, view.tournament, loses_at.get(far), view.players[far])


def _in_play(view: MatchView, other: Person, *, speaks: bool) -> Found:
    """The score to tell; what is told game by game, its capability asks for."""
    rulebook = view.tournament.rulebook
    if rulebook.traits.is_series or stays_on(rulebook):
        return
    if speaks:
        yield DutyItem(Duty.REPORT, view.contest_id, view.tournament, None, other)
    else:
        yield Prospect(Outlook.TEAM_PLAYS, view.tournament, None, other)


def _guide_by_report(view: MatchView, side: int, other: Person, *, speaks: bool) -> Found:
    report, until = view.match.report, view.report_stands_at
    if not speaks or (report is not None and report.person_id == view.players[side].person_id):
        yield Prospect(Outlook.OPPONENT_ANSWERS, view.tournament, until, other)
    else:
        yield DutyItem(Duty.ANSWER_REPORT, view.contest_id, view.tournament, until, other)


def _note_to_confirm(view: MatchView, side: int, other: Person, *, speaks: bool) -> Found:
    """The note of the time used that both sides are asked to confirm (GO-14)."""
    note = view.sessions.note
    if note is not None and side not in note.confirmed and speaks:
        yield DutyItem(Duty.CONFIRM_TIMES, view.contest_id, view.tournament, None, other)
