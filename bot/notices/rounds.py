"""Notices of an event from its draw to its end: rounds, who left, what was decided, ceremonies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, assert_never

from bot.domain.announcements import Promise
from bot.domain.events.ceremonies import CeremonyView
from bot.domain.events.finished_rounds import EXTRA, TABLE
from bot.domain.events.sayings import (
    CeremonyReminder,
    CeremonyStated,
    DeciderPaired,
    Drawn,
    EventsBrought,
    EventsTakenBack,
    LinkRevealed,
    LotDrawn,
    OfCeremony,
    PairForbidden,
    PastEventsAgreed,
    PlayerLeft,
    Podium,
    RatingsPublished,
    RatingsWithdrawn,
    RecordDraw,
    RecordResults,
    Reprimanded,
    RoundOver,
    RoundPaired,
)
from bot.domain.events.tournament import Tournament
from bot.domain.hooks import Hooks, Joined, first
from bot.domain.ids import PersonId, TournamentId
from bot.domain.regulation.format_traits import Contests
from bot.errors import UserError
from bot.i18n import Voice
from bot.notices.notice import Composed, Notice, on
from bot.rendering.events import (
    apart_cards,
    ceremony_cards,
    decider_cards,
    draw_cards,
    ending_cards,
    leaving_cards,
    pairing_words,
    past_cards,
    proof_cards,
    standings_cards,
)
from bot.rendering.layout import Card
from bot.services.events import (
    apart,
    ceremonies,
    deciding,
    drawing,
    ending_reading,
    event_reading,
    pairing_reading,
    standings_reading,
)
from bot.services.playing import chief
from bot.services.signing import signatures
from bot.storage import people, tournaments
from bot.storage.context import Query


class DrawnHooks(Hooks):
    """What one capability tells of a draw that leads to no round of pairs."""

    def draw_post(self, tx: Query, tournament_id: TournamentId) -> Composed | None:
        """What the draw opens, in place of a first round."""
        del tx, tournament_id
        return None


DRAWN: Final = Joined(DrawnHooks)


def _draw_announcement(tx: Query, promise: Promise[Drawn]) -> Composed | None:
    told = promise.saying
    view = event_reading.draw_view(tx, told.tournament_id, told.draw, told.by, told.reason)
    if view is None or view.bracket is not None:
        return None if view is None else lambda voice: draw_cards.draw_announcement(view, voice)
    return _pairs_drawn(tx, view.tournament)


def _pairs_drawn(tx: Query, tournament: Tournament) -> Composed | None:
    """What a draw without a bracket leads to: the first round, the lobby that it opens, or the two of a long match."""
    tournament_id = tournament.tournament_id
    match tournament.rulebook.traits.contests:
        case Contests.SERIES | Contests.LOBBY:
            return first(one.draw_post(tx, tournament_id) for one in DRAWN.of(tournament.rulebook))
        case Contests.MATCHES | Contests.TABLES:
            paired = standings_reading.round_view(tx, tournament_id, 1)
            return None if paired is None else lambda voice: standings_cards.round_drawn(paired, voice)
        case other:
            assert_never(other)


def _draw_recorded(tx: Query, promise: Promise[RecordDraw]) -> Composed | None:
    told = promise.saying
    view = event_reading.draw_view(tx, told.tournament_id, told.draw, told.by, told.reason)
    if view is None:
        return None
    exported = drawing.verify_draws(tx, promise.guild_id, promise.saying.tournament_id).exported
    return lambda voice: proof_cards.record_draw(view, exported, voice)


def _link_revealed(tx: Query, promise: Promise[LinkRevealed]) -> Composed | None:
    number = promise.saying.draw
    revealed = event_reading.later_draw(tx, promise.saying.tournament_id, number)
    return None if revealed is None else lambda voice: proof_cards.link_revealed(revealed, voice)


def _round_over(tx: Query, promise: Promise[RoundOver]) -> Composed | None:
    number = promise.saying.round
    if promise.saying.of in {TABLE, EXTRA}:
        shown = number if promise.saying.of == TABLE else 0
        table = standings_reading.round_view(tx, promise.saying.tournament_id, shown)
        return None if table is None else lambda voice: standings_cards.round_over(table, voice)
    view = event_reading.bracket_view(tx, promise.saying.tournament_id)
    if view is None or view.tournament.draw_number != promise.saying.draw:
        return None
    return lambda voice: draw_cards.round_over(view, number - view.shift, voice)


def _decider(tx: Query, promise: Promise[DeciderPaired]) -> Composed | None:
    view = deciding.decider_view(tx, promise.saying)
    return None if view is None else lambda voice: decider_cards.pairings(view, voice)


def _lot(tx: Query, promise: Promise[LotDrawn]) -> Composed | None:
    view = deciding.lot_view(tx, promise.saying)
    return None if view is None else lambda voice: decider_cards.lot(view, voice)


def _player_left(tx: Query, promise: Promise[PlayerLeft]) -> Composed | None:
    left = event_reading.player_left(tx, promise.saying.entrant_id, promise.saying.reason)
    return None if left is None else lambda voice: leaving_cards.player_left(left, voice)


def _round_paired(tx: Query, promise: Promise[RoundPaired]) -> Composed | None:
    tournament_id, number = promise.saying.tournament_id, promise.saying.round
    watching = chief.deciding(tx, tournament_id)
    try:
        view = pairing_reading.reasons(tx, promise.guild_id, tournament_id, number)
    except UserError:
        return None
    return (lambda voice: pairing_words.reasons_for_chiefs(view, watching, voice)) if watching else None


def _pair_forbidden(tx: Query, promise: Promise[PairForbidden]) -> Composed | None:
    pair = promise.saying.first, promise.saying.second
    view = apart.pair_view(tx, promise.guild_id, promise.saying.tournament_id, pair)
    return lambda voice: apart_cards.pair_public(view, voice)


def people_on_podium(tx: Query, promise: Promise[Podium]) -> list[PersonId]:
    """Those who stand on the podium by themselves; a team has a shield."""
    view = ending_reading.podium_view(tx, promise.saying.tournament_id)
    return [] if view is None else [one.person.person_id for one in view.places if not one.person.is_team]


def _podium(tx: Query, promise: Promise[Podium]) -> Composed | None:
    view = ending_reading.podium_view(tx, promise.saying.tournament_id)
    return None if view is None else lambda voice: ending_cards.podium(view, voice)


def _ratings(tx: Query, promise: Promise[RatingsPublished]) -> Composed | None:
    view = ending_reading.ratings_view(tx, promise.saying.tournament_id)
    return None if view is None else lambda voice: ending_cards.ratings_published(view, voice)


def _ratings_withdrawn(tx: Query, promise: Promise[RatingsWithdrawn]) -> Composed | None:
    tournament = tournaments.load(tx, promise.saying.tournament_id)
    return None if tournament is None else lambda voice: ending_cards.ratings_withdrawn(tournament, voice)


def _events_brought(tx: Query, promise: Promise[EventsBrought]) -> Composed | None:
    view = ending_reading.brought_view(tx, promise.saying.bringing_id)
    if view is None or view.bringing.taken_back_at is not None:
        return None
    return lambda voice: past_cards.announcement(view, voice)


def _past_events_agreed(tx: Query, promise: Promise[PastEventsAgreed]) -> Composed | None:
    signature_id = promise.saying.signature_id
    return (
        None
        if signatures.view(tx, signature_id, promise.promised_at) is None
        else (lambda voice: past_cards.agreement(signature_id, voice))
    )


def _events_taken_back(tx: Query, promise: Promise[EventsTakenBack]) -> Composed | None:
    view = ending_reading.brought_view(tx, promise.saying.bringing_id)
    return None if view is None else lambda voice: past_cards.withdrawal(view, voice)


def _record_results(tx: Query, promise: Promise[RecordResults]) -> Composed | None:
    view = ending_reading.record_view(tx, promise.saying.tournament_id)
    return None if view is None else lambda voice: ending_cards.record(view, voice)


def _of_ceremony(layout: Callable[[CeremonyView, Voice], Card]) -> Notice:
    def notice(tx: Query, promise: Promise[OfCeremony]) -> Composed | None:
        view = ceremonies.view(tx, promise.guild_id, promise.saying.ceremony_id)
        return lambda voice: layout(view, voice)

    return notice


def _ceremony_reminder(tx: Query, promise: Promise[CeremonyReminder]) -> Composed | None:
    view = ceremonies.view(tx, promise.guild_id, promise.saying.ceremony_id)
    return None if view.ceremony.cancelled_at else lambda voice: ceremony_cards.reminder(view, voice)


def _reprimand(tx: Query, promise: Promise[Reprimanded]) -> Composed | None:
    person = people.load(tx, promise.saying.person)
    given = None if person is None else ceremonies.given_to(tx, promise.saying.ceremony_id, person.person_id)
    view = ceremonies.view(tx, promise.guild_id, promise.saying.ceremony_id)
    if person is None or given is None:
        return None
    return lambda voice: ceremony_cards.reprimand(view, person, given, voice)


NOTICES: Final = dict(
    (
        on(Drawn, _draw_announcement),
        on(RecordDraw, _draw_recorded),
        on(LinkRevealed, _link_revealed),
        on(RoundOver, _round_over),
        on(DeciderPaired, _decider),
        on(LotDrawn, _lot),
        on(PlayerLeft, _player_left),
        on(RoundPaired, _round_paired),
        on(PairForbidden, _pair_forbidden),
        on(Podium, _podium),
        on(RatingsPublished, _ratings),
        on(RatingsWithdrawn, _ratings_withdrawn),
        on(RecordResults, _record_results),
        on(CeremonyStated, _of_ceremony(ceremony_cards.ceremony_notice)),
        on(CeremonyReminder, _ceremony_reminder),
        on(Reprimanded, _reprimand),
    )
)
PAST_NOTICES: Final = dict(
    (
        on(EventsBrought, _events_brought),
        on(PastEventsAgreed, _past_events_agreed),
        on(EventsTakenBack, _events_taken_back),
    )
)
