"""Notices of an event from its draw to its end: rounds, who left, what was decided, ceremonies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from bot.features.course import reading_verbs as course_reading_verbs
from bot.features.course import rounds_verbs as course_rounds_verbs
from bot.features.course import verbs as course_verbs
from bot.features.playing import arbiters_verbs as playing_arbiters_verbs
from bot.features.rounds import cards, drawing_verbs, ending_cards, ending_verbs, standings_cards, words_cards
from bot.features.rounds.model import CeremonyView
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments import words_cards as tournaments_words_cards
from bot.features.tournaments.facts_verbs import address_of
from bot.features.tournaments.promises_model import (
    CeremonyReminder,
    CeremonyStated,
    DeciderPaired,
    Drawn,
    LinkRevealed,
    LotDrawn,
    OfCeremony,
    PairForbidden,
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
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.errors import UserError
from bot.kernel.ids import PersonId, TournamentId
from bot.kernel.promises import Message, OfTournament, Promise
from bot.layout.cards import Card, Composed, Notice, on
from bot.people import store as people_store
from bot.play.deciders import EXTRA, TABLE
from bot.play.plugs import Strategies, Strategy


class DrawnStrategy(Strategy):
    """What is told of a draw without a bracket."""

    def draw_post(self, tx: Query, tournament_id: TournamentId) -> Composed | None:
        """The first round, or what the draw opens in its place."""
        paired = course_reading_verbs.round_view(tx, tournament_id, 1)
        return None if paired is None else lambda translator: standings_cards.round_drawn(paired, translator)


DRAWN_STRATEGIES: Final = Strategies(DrawnStrategy)


OfEvent = TypeVar("OfEvent", bound=OfTournament)


def _with_page(
    kind: type[OfEvent], notice: Callable[[Query, Promise[OfEvent]], Composed | None]
) -> tuple[type[Message], Notice]:
    """As `on`; the card opens the page of its event where that has one."""

    def told(tx: Query, promise: Promise[OfEvent]) -> Composed | None:
        composed, tournament = notice(tx, promise), tournaments_store.load(tx, promise.message.tournament_id)
        address = None if composed is None or tournament is None else address_of(tx, tournament)
        if composed is None or address is None:
            return composed
        return lambda translator: tournaments_words_cards.with_link(composed(translator), address, translator)

    return on(kind, told)


def _draw_announcement(tx: Query, promise: Promise[Drawn]) -> Composed | None:
    told = promise.message
    view = course_reading_verbs.draw_view(tx, told.tournament_id, told.draw, told.by, told.reason)
    if view is None or view.bracket is not None:
        return None if view is None else lambda translator: cards.draw_announcement(view, translator)
    return DRAWN_STRATEGIES.of(view.tournament.rulebook).draw_post(tx, told.tournament_id)


def _draw_recorded(tx: Query, promise: Promise[RecordDraw]) -> Composed | None:
    told = promise.message
    view = course_reading_verbs.draw_view(tx, told.tournament_id, told.draw, told.by, told.reason)
    if view is None:
        return None
    exported = drawing_verbs.verify_draws(tx, promise.guild_id, promise.message.tournament_id).exported
    return lambda translator: cards.record_draw(view, exported, translator)


def _link_revealed(tx: Query, promise: Promise[LinkRevealed]) -> Composed | None:
    number = promise.message.draw
    revealed = course_reading_verbs.later_draw(tx, promise.message.tournament_id, number)
    return None if revealed is None else lambda translator: cards.link_revealed(revealed, translator)


def _round_over(tx: Query, promise: Promise[RoundOver]) -> Composed | None:
    number = promise.message.round
    if promise.message.of in {TABLE, EXTRA}:
        shown = number if promise.message.of == TABLE else 0
        table = course_reading_verbs.round_view(tx, promise.message.tournament_id, shown)
        return None if table is None else lambda translator: standings_cards.round_over(table, translator)
    view = course_reading_verbs.bracket_view(tx, promise.message.tournament_id)
    if view is None or view.tournament.draw_number != promise.message.draw:
        return None
    return lambda translator: cards.round_over(view, number - view.shift, translator)


def _decider(tx: Query, promise: Promise[DeciderPaired]) -> Composed | None:
    view = course_verbs.decider_view(tx, promise.message)
    return None if view is None else lambda translator: cards.pairings(view, translator)


def _lot(tx: Query, promise: Promise[LotDrawn]) -> Composed | None:
    view = course_verbs.lot_view(tx, promise.message)
    return None if view is None else lambda translator: cards.lot(view, translator)


def _player_left(tx: Query, promise: Promise[PlayerLeft]) -> Composed | None:
    left = course_reading_verbs.player_left(tx, promise.message.entrant_id, promise.message.reason)
    return None if left is None else lambda translator: cards.player_left(left, translator)


def _round_paired(tx: Query, promise: Promise[RoundPaired]) -> Composed | None:
    tournament_id, number = promise.message.tournament_id, promise.message.round
    watching = playing_arbiters_verbs.deciding(tx, tournament_id)
    try:
        view = drawing_verbs.reasons(tx, promise.guild_id, tournament_id, number)
    except UserError:
        return None
    return (lambda translator: words_cards.reasons_for_chiefs(view, watching, translator)) if watching else None


def _pair_forbidden(tx: Query, promise: Promise[PairForbidden]) -> Composed | None:
    pair = promise.message.first, promise.message.second
    view = course_rounds_verbs.pair_view(tx, promise.guild_id, promise.message.tournament_id, pair)
    return lambda translator: cards.pair_public(view, translator)


def people_on_podium(tx: Query, promise: Promise[Podium]) -> list[PersonId]:
    """Those who stand on the podium by themselves; a team has a shield."""
    view = ending_verbs.podium_view(tx, promise.message.tournament_id)
    return [] if view is None else [place.person.person_id for place in view.places if not place.person.is_team]


def _podium(tx: Query, promise: Promise[Podium]) -> Composed | None:
    view = ending_verbs.podium_view(tx, promise.message.tournament_id)
    return None if view is None else lambda translator: ending_cards.podium(view, translator)


def _ratings(tx: Query, promise: Promise[RatingsPublished]) -> Composed | None:
    view = ending_verbs.ratings_view(tx, promise.message.tournament_id)
    return None if view is None else lambda translator: ending_cards.ratings_published(view, translator)


def _ratings_withdrawn(tx: Query, promise: Promise[RatingsWithdrawn]) -> Composed | None:
    tournament = tournaments_store.load(tx, promise.message.tournament_id)
    return None if tournament is None else lambda translator: ending_cards.ratings_withdrawn(tournament, translator)


def _record_results(tx: Query, promise: Promise[RecordResults]) -> Composed | None:
    view = ending_verbs.record_view(tx, promise.message.tournament_id)
    return None if view is None else lambda translator: ending_cards.record(view, translator)


def _of_ceremony(layout: Callable[[CeremonyView, Translator], Card]) -> Notice:
    def notice(tx: Query, promise: Promise[OfCeremony]) -> Composed | None:
        view = ending_verbs.view(tx, promise.guild_id, promise.message.ceremony_id)
        return lambda translator: layout(view, translator)

    return notice


def _ceremony_reminder(tx: Query, promise: Promise[CeremonyReminder]) -> Composed | None:
    view = ending_verbs.view(tx, promise.guild_id, promise.message.ceremony_id)
    return None if view.ceremony.cancelled_at else lambda translator: ending_cards.reminder(view, translator)


def _reprimand(tx: Query, promise: Promise[Reprimanded]) -> Composed | None:
    person = people_store.load(tx, promise.message.person)
    given = None if person is None else ending_verbs.given_to(tx, promise.message.ceremony_id, person.person_id)
    view = ending_verbs.view(tx, promise.guild_id, promise.message.ceremony_id)
    if person is None or given is None:
        return None
    return lambda translator: ending_cards.reprimand(view, person, given, translator)


NOTICES: Final = dict(
    (
        _with_page(Drawn, _draw_announcement),
        on(RecordDraw, _draw_recorded),
        on(LinkRevealed, _link_revealed),
        _with_page(RoundOver, _round_over),
        _with_page(DeciderPaired, _decider),
        on(LotDrawn, _lot),
        on(PlayerLeft, _player_left),
        on(RoundPaired, _round_paired),
        on(PairForbidden, _pair_forbidden),
        _with_page(Podium, _podium),
        on(RatingsPublished, _ratings),
        on(RatingsWithdrawn, _ratings_withdrawn),
        on(RecordResults, _record_results),
        on(CeremonyStated, _of_ceremony(ending_cards.ceremony_notice)),
        on(CeremonyReminder, _ceremony_reminder),
        on(Reprimanded, _reprimand),
    )
)
