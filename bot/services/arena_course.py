"""An arena as it runs by itself: who confirmed is paired, then whoever is back in the lobby, until the time is up.

A message tells all pairs of one pass; the countdown to the first move starts when it is delivered (ARENA-5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from bot.domain.announcements import Delivery, Promise, Saying
from bot.domain.arena_clock import BETWEEN_PASSES, PAIRS_IN_A_POST, closes_at, due_steps, pass_at
from bot.domain.arena_scoring import rules_of
from bot.domain.community import Place
from bot.domain.contests import NewContest
from bot.domain.deadlines import CLICKS_IN_FLIGHT, Step
from bot.domain.formats import arena
from bot.domain.formats.protocol import EventFacts
from bot.domain.ids import ContestId, Occasion, TournamentId
from bot.domain.lengths import length_of
from bot.domain.matches import Match
from bot.domain.rulebook import FormatName
from bot.domain.tournament import Phase, Tournament, phase
from bot.services import ending
from bot.services.event_facts import began_at, facts
from bot.services.speaking import promise
from bot.services.timetable import save, tournament_subject
from bot.storage import contests, deadlines, fields, log, outbox, panels, tournaments
from bot.storage.database import Work


def arena_subject(tournament_id: TournamentId) -> str:
    """How deadlines and panels name the lobby of an arena."""
    return f"arena:{tournament_id}"


def carry_on(work: Work, occasion: Occasion, tournament: Tournament, known: EventFacts | None = None) -> None:
    """Takes an arena as far as it goes by itself: its opening, the next pairing, the end; harmless at any time.

    `known` spares reading the facts once more, where they are at hand.
    """
    tournament_id = tournament.tournament_id
    if phase(tournament) is not Phase.RUNNING or tournament.start_at > occasion.now:
        return
    if tournament.first_call_at is None:
        tournament, known = _opened(work, occasion, tournament), None
    known = facts(work, tournament, occasion.now) if known is None else replace(known, now=occasion.now)
    _show_out(work, occasion, known)
    known = pair(work, occasion, tournament, known)
    panels.mark_stale(work, arena_subject(tournament_id), occasion.now)
    close = closes_at(known, tournament.rulebook)
    if close is not None and close <= occasion.now:
        _close(work, occasion, tournament)


def pair(work: Work, occasion: Occasion, tournament: Tournament, known: EventFacts) -> EventFacts:
    """Makes the games that can be made of the lobby now, and answers the facts with them; plans the next step."""
    due = None if is_frozen(work, tournament.tournament_id) else pass_at(known, tournament.rulebook)
    if due is not None and due <= occasion.now:
        found = arena.advance(known, tournament.rulebook, None)
        _write(work, occasion, tournament, found)
        known = facts(work, tournament, occasion.now) if found else known
    reschedule(work, occasion, tournament, known)
    return known


def pair_soon(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Pairs the lobby, at once or, where a pass was made in the last seconds, when they are over."""
    made = contests.last_made_at(work, tournament.tournament_id)
    due = occasion.now if made is None else made + BETWEEN_PASSES
    end = ends_at(work, tournament)
    if due <= occasion.now:
        pair(work, occasion, tournament, facts(work, tournament, occasion.now))
    elif due < end:
        steps = ((Step.PAIR_LOBBY, due), (Step.END_ARENA, end + CLICKS_IN_FLIGHT))
        deadlines.rewrite(work, arena_subject(tournament.tournament_id), steps)


def ends_at(work: Work, tournament: Tournament) -> datetime:
    """When the time of an arena is up; before its opening, when it would be."""
    return began_at(work, tournament) + rules_of(tournament.rulebook).lasts


def reschedule(work: Work, occasion: Occasion, tournament: Tournament, known: EventFacts) -> None:
    """Rewrites when the lobby is paired next and when the arena ends."""
    frozen = is_frozen(work, tournament.tournament_id)
    due = due_steps(known, tournament.rulebook, occasion.now, frozen=frozen)
    deadlines.rewrite(work, arena_subject(tournament.tournament_id), ((step.kind, step.at) for step in due))


def take(work: Work, occasion: Occasion, tournament_id: TournamentId, step: Step) -> None:
    """The lobby is paired, or the time is up; which of the two is looked up in the facts."""
    del step
    tournament = tournaments.load(work, tournament_id)
    if tournament is not None:
        carry_on(work, occasion, tournament)


def after_outage(work: Work, occasion: Occasion) -> None:
    """Moves the end of every arena by the time in which nobody could be paired or tell a result."""
    for tournament in tournaments.unfinished(work):
        if tournament.rulebook.format is FormatName.ARENA:
            carry_on(work, occasion, tournament)


def is_frozen(work: Work, tournament_id: TournamentId) -> bool:
    """Whether the end was declared."""
    return bool(outbox.promised(work, Saying.ARENA_FROZEN, tournament_id))


def awaited(work: Work, tournament: Tournament) -> list[Match]:
    """Games whose result was told and is not settled, or whose first move is being waited for; they may still count."""
    open_games = contests.in_play(work, tournament.tournament_id)
    return [one for one in open_games if one.report is not None or any(clock.ended_at is None for clock in one.clocks)]


def called(work: Work, occasion: Occasion, promised: Promise, delivery: Delivery) -> None:
    """Both players could read the message: the countdown of each of its games starts."""
    del occasion
    first, last = int(promised.details["first"]), int(promised.details["last"])
    for contest in contests.of_tournament(work, TournamentId(promised.subject)):
        if first <= contest.position <= last and contest.called_at is None and contest.result is None:
            contests.note_called(work, contest.contest_id, delivery.delivered_at)


def _opened(work: Work, occasion: Occasion, before: Tournament) -> Tournament:
    """Everybody who confirmed is in the lobby: to confirm was their own act (ARENA-3)."""
    tournament = replace(before, first_call_at=occasion.now)
    save(work, tournament)
    for starter in facts(work, tournament).starters:
        if not starter.withdrawn:
            fields.enter_lobby(work, starter.entrant_id, occasion.now)
    _record(work, occasion, tournament, "begin_arena")
    promise(work, occasion, tournament.guild_id, Place.MATCHES, Saying.ARENA_LOBBY, tournament.tournament_id)
    return tournament


def _show_out(work: Work, occasion: Occasion, known: EventFacts) -> None:
    """Who left the event waits no longer."""
    left = {starter.entrant_id for starter in known.starters if starter.withdrawn}
    fields.leave_lobby(work, [one.entrant_id for one in known.waiting if one.entrant_id in left], occasion.now)


def _write(work: Work, occasion: Occasion, tournament: Tournament, found: Sequence[NewContest]) -> None:
    """Writes the games, takes their players out of the lobby, and promises one message for so many pairs."""
    tournament_id = tournament.tournament_id
    for new in found:
        contest_id, length = ContestId(occasion.ids.fresh()), length_of(new, tournament.rulebook)
        contests.add(work, tournament_id, tournament.draw_number, contest_id, new, length, occasion.now)
        contests.assign(work, contest_id, None, occasion.now)
        fields.leave_lobby(work, new.sides, occasion.now)
    for start in range(0, len(found), PAIRS_IN_A_POST):
        told = found[start : start + PAIRS_IN_A_POST]
        numbers = {"first": str(told[0].position), "last": str(told[-1].position)}
        promise(work, occasion, tournament.guild_id, Place.MATCHES, Saying.ARENA_PAIRED, tournament_id, **numbers)


def _close(work: Work, occasion: Occasion, tournament: Tournament) -> None:
    """Freezes the table once, and ends the event when nothing that was told in time is awaited (ARENA-4)."""
    tournament_id = tournament.tournament_id
    if not is_frozen(work, tournament_id):
        fields.leave_lobby(work, [one.entrant_id for one in fields.waiting(work, tournament_id)], occasion.now)
        _record(work, occasion, tournament, "freeze_arena")
        promise(work, occasion, tournament.guild_id, Place.MATCHES, Saying.ARENA_FROZEN, tournament_id)
    if not awaited(work, tournament):
        ending.finish(work, occasion, tournament_id)
    reschedule(work, occasion, tournament, facts(work, tournament, occasion.now))


def _record(work: Work, occasion: Occasion, tournament: Tournament, act: str) -> None:
    subject, tournament_id = tournament_subject(tournament.tournament_id), tournament.tournament_id
    log.add(work, tournament.guild_id, occasion.now, act, subject, tournament_id=tournament_id)
