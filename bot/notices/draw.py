"""Notices from the draw on: the bracket, its proof, rounds that end, who left, arbiters who are wanted."""

from __future__ import annotations

from typing import Final, assert_never

from bot.domain.announcements import Promise
from bot.domain.events.finished_rounds import EXTRA, TABLE
from bot.domain.events.sayings import DeciderPaired, Drawn, LinkRevealed, LotDrawn, PlayerLeft, RecordDraw, RoundOver
from bot.domain.events.tournament import Tournament
from bot.domain.playing.sayings import ArbiterWanted, MatchHandedOver
from bot.domain.regulation.format_traits import Contests
from bot.notices.notice import Composed, on
from bot.rendering.arena import arena_cards
from bot.rendering.events import decider_cards, draw_cards, standings_cards
from bot.rendering.playing import arbiter_cards
from bot.rendering.title_match import holder_cards
from bot.services.arena import arena_reading
from bot.services.events import deciding, drawing, event_reading, standings_reading
from bot.services.timetable import contest_subject
from bot.services.title_match import title_holders
from bot.storage import panels, people
from bot.storage.database import Work


def _drawn(work: Work, promise: Promise[Drawn]) -> Composed | None:
    told = promise.saying
    view = event_reading.draw_view(work, told.tournament_id, told.draw, told.by, told.reason)
    if view is None or view.bracket is not None:
        return None if view is None else lambda voice: draw_cards.drawn(view, voice)
    return _pairs_drawn(work, view.tournament)


def _pairs_drawn(work: Work, tournament: Tournament) -> Composed | None:
    """What a draw without a bracket leads to: the first round, the lobby that it opens, or the two of a long match."""
    tournament_id = tournament.tournament_id
    match tournament.rulebook.traits.contests:
        case Contests.SERIES:
            holder = title_holders.holder_view(work, tournament_id)
            return None if holder is None else lambda voice: holder_cards.drawn(holder, voice)
        case Contests.LOBBY:
            opened = arena_reading.lobby(work, tournament_id)
            return None if opened is None else lambda voice: arena_cards.opened(opened, voice)
        case Contests.MATCHES | Contests.TABLES:
            paired = standings_reading.round_view(work, tournament_id, 1)
            return None if paired is None else lambda voice: standings_cards.round_drawn(paired, voice)
        case other:
            assert_never(other)


def _recorded(work: Work, promise: Promise[RecordDraw]) -> Composed | None:
    told = promise.saying
    view = event_reading.draw_view(work, told.tournament_id, told.draw, told.by, told.reason)
    if view is None:
        return None
    exported = drawing.verified(work, promise.guild_id, promise.saying.tournament_id).exported
    return lambda voice: draw_cards.record_draw(view, exported, voice)


def _link_revealed(work: Work, promise: Promise[LinkRevealed]) -> Composed | None:
    number = promise.saying.draw
    revealed = event_reading.revealed(work, promise.saying.tournament_id, number)
    return None if revealed is None else lambda voice: draw_cards.link_revealed(revealed, voice)


def _round_over(work: Work, promise: Promise[RoundOver]) -> Composed | None:
    number = promise.saying.round
    if promise.saying.of in {TABLE, EXTRA}:
        shown = number if promise.saying.of == TABLE else 0
        table = standings_reading.round_view(work, promise.saying.tournament_id, shown)
        return None if table is None else lambda voice: standings_cards.round_over(table, voice)
    view = event_reading.bracket_view(work, promise.saying.tournament_id)
    if view is None or view.tournament.draw_number != promise.saying.draw:
        return None
    return lambda voice: draw_cards.round_over(view, number - view.shift, voice)


def _decider(work: Work, promise: Promise[DeciderPaired]) -> Composed | None:
    view = deciding.decider_view(work, promise.saying)
    return None if view is None else lambda voice: decider_cards.paired(view, voice)


def _lot(work: Work, promise: Promise[LotDrawn]) -> Composed | None:
    view = deciding.lot_view(work, promise.saying)
    return None if view is None else lambda voice: decider_cards.lot(view, voice)


def _left(work: Work, promise: Promise[PlayerLeft]) -> Composed | None:
    left = event_reading.player_left(work, promise.saying.entrant_id, promise.saying.reason)
    return None if left is None else lambda voice: draw_cards.player_left(left, voice)


def _wanted(work: Work, promise: Promise[ArbiterWanted]) -> Composed | None:
    told = promise.saying
    asked = event_reading.arbiter_wanted(work, told.tournament_id, told.situation, told.waiting)
    return None if asked is None else lambda voice: arbiter_cards.wanted(asked, voice)


def _handed_over(work: Work, promise: Promise[MatchHandedOver]) -> Composed | None:
    contest_id = promise.saying.contest_id
    match = event_reading.match_of_arbiter(work, contest_id)
    arbiter = None if match is None or match.contest.arbiter is None else people.load(work, match.contest.arbiter)
    if match is None or arbiter is None:
        return None
    where = panels.load(work, contest_subject(contest_id))
    link = (
        None
        if where is None
        else f"https://discord.com/channels/{where.guild_id}/{where.channel_id}/{where.message_id}"
    )
    return lambda voice: arbiter_cards.handed_over(match, arbiter, link, voice)


NOTICES: Final = dict(
    (
        on(Drawn, _drawn),
        on(RecordDraw, _recorded),
        on(LinkRevealed, _link_revealed),
        on(RoundOver, _round_over),
        on(DeciderPaired, _decider),
        on(LotDrawn, _lot),
        on(PlayerLeft, _left),
        on(ArbiterWanted, _wanted),
        on(MatchHandedOver, _handed_over),
    )
)
