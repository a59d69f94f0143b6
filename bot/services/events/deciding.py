"""Telling everybody why something more is played or drawn: play-offs, lots, finals between brackets, places."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.contests import Contest, ResultKind, sides_of
from bot.domain.events.decider_views import DeciderView, LotView
from bot.domain.events.deciders import Decider, open_deciders, ties
from bot.domain.events.sayings import DeciderPaired, Level, LotDrawn
from bot.domain.events.standings_views import StandingsView
from bot.domain.events.tournament import Tournament
from bot.domain.formats import EventFacts
from bot.domain.ids import ContestId, EntrantId
from bot.domain.playing.without_result import Ending
from bot.services.events import event_reading, standings_reading
from bot.storage import contests, ending_wishes, outbox, tournaments
from bot.storage.context import Query, Tx
from bot.storage.tournaments import DrawPurpose


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
    table = standings_reading.standings_view(tx, told.tournament_id)
    if table is None:
        return None
    is_bracket = told.decides is Decider.BRACKET
    in_force = tuple(one for one in table.facts.contests if one.contest_id in told.contests)
    bracket = event_reading.bracket_view(tx, told.tournament_id) if is_bracket else None
    if not in_force or (is_bracket and bracket is None):
        return None
    in_order = tuple(sorted(in_force, key=lambda one: (one.group, one.round, one.position)))
    return DeciderView(table, told.decides, in_order, tuple(one.tie for one in told.level), bracket)


def lot_view(tx: Query, told: LotDrawn) -> LotView | None:
    """A lot over the field with the order that it has made, or between two; None once there is nothing to tell."""
    table = standings_reading.standings_view(tx, told.tournament_id)
    if table is None:
        return None
    if told.contest is not None:
        return _lot_between_two(tx, table, told, told.contest)
    drawn = any(one.record.number == told.draw for one in tournaments.draws_with_purpose(tx, told.tournament_id))
    return LotView(table, told.draw, tuple(one.tie for one in told.level or ())) if drawn else None


def _lot_between_two(tx: Query, table: StandingsView, told: LotDrawn, contest_id: ContestId) -> LotView | None:
    """The sides of one contest, and whom the lot has named; None once the contest is void."""
    match = contests.load(tx, contest_id)
    if match is None or match.voided_at is not None:
        return None
    result = match.contest.result
    level = result is None or result.kind is not ResultKind.BOTH_LOST
    absent = () if result is None else result.absent
    between = tuple(entrant for side, entrant in enumerate(match.contest.sides) if side not in absent)
    agreed = bool(ending_wishes.sides(tx, contest_id, Ending.LOT))
    # Only an own match of which nobody else can decide is won by a lot; elsewhere a lot pairs somebody on.
    disputed = result is not None and result.kind is ResultKind.WALKOVER
    return LotView(table, told.draw, (), between, told.chosen, level, agreed, disputed)


def _tell_lot(tx: Tx, tournament: Tournament, known: EventFacts) -> None:
    lots = [
        one.record.number
        for one in tournaments.draws_with_purpose(tx, tournament.tournament_id)
        if one.purpose is DrawPurpose.LOT
    ]
    told = {one.saying.draw for one in outbox.all_promises(tx, LotDrawn, tournament.tournament_id)}
    level = ties(replace(known, lot=()), tournament.rulebook)
    if lots and level and lots[-1] not in told:
        lot = LotDrawn(tournament.tournament_id, lots[-1], tuple(map(Level.of, level)))
        tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, lot)


def _tell_pairings(
    tx: Tx, tournament: Tournament, known: EventFacts, decider: Decider, found: tuple[Contest, ...]
) -> None:
    before = outbox.all_promises(tx, DeciderPaired, tournament.tournament_id)
    told = {contest_id for one in before for contest_id in one.saying.contests}
    new = [one for one in found if one.contest_id not in told]
    if not new:
        return
    playing = sides_of(new)
    level = ties(known, tournament.rulebook) if decider is Decider.PLAY_OFF else ()
    concerned = [tie for tie in level if not playing.isdisjoint(tie.entrants)]
    paired, levels = tuple(one.contest_id for one in new), tuple(map(Level.of, concerned))
    told_now = DeciderPaired(tournament.tournament_id, decider, paired, levels)
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told_now)
