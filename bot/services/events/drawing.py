"""The draw at the close of confirmation, the redraw before the first call, and the proof (AIJE-D01-4, GO-28.1)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.entering.entries import Entrant
from bot.domain.events import draw
from bot.domain.events.draw_views import Verification
from bot.domain.events.sayings import Drawn, RecordDraw
from bot.domain.events.tournament import TOO_FEW, Phase, Tournament, may_redraw, phase
from bot.domain.ids import EntrantId, GuildId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.summons import MatterKind
from bot.domain.typed_text import checked_reason
from bot.errors import UserError
from bot.services import access, event_log, recusal, summons
from bot.services.events import event
from bot.services.events.hooks import EVENT_HOOKS
from bot.services.events.links import reveal
from bot.services.events.proof import verification
from bot.services.events.tournaments import call_off, find, find_unfinished
from bot.services.sides import strength
from bot.services.timetable import save, tournament_subject
from bot.services.wishes import repeatable
from bot.storage import contests, entrants, hand_seeds, people, ratings, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

REDRAWN = "redrawn"
"""The reason on record of contests that a later draw replaced."""


class TooLateToRedraw(UserError):
    """The draw was not made yet, a match was called already, or it was drawn too often: the draw stands."""


class TooFewToRedraw(UserError):
    """Fewer players are left than the rulebook asks for."""

    n: int


class NobodyHasLeft(UserError):
    """Who plays in the event has it drawn anew alone only where somebody has left since (GO-28.1)."""

    name: str


def draw_when_closed(tx: Tx, tournament_id: TournamentId) -> None:
    """Draws an event whose confirmation is closed (AIJE-D01-4), and calls what can be called; twice is harmless."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.DRAWING:
        return
    starters = _able_starters(tx, tournament)
    if len(starters) < tournament.rulebook.minimum_entrants:
        call_off(tx, tournament, TOO_FEW, None)
        return
    _conduct(tx, tournament, starters, None, None)
    event.proceed_all(tx, tournament.guild_id, first=tournament_id)


@repeatable
def redraw(tx: ActorTx, tournament_id: TournamentId, reason: str) -> Tournament:
    """Draws anew with the next link, without who left meanwhile (GO-28.1); both draws stay on record, with the reason.

    Raises TooLateToRedraw once a match was called, TooFewToRedraw when too few players are left.
    """
    person = access.recognise(tx)
    before = redrawable(tx, tournament_id)
    recusal.refuse_in_event(tx, person.person_id, Act.REDRAW, before)
    why, starters = checked_reason(reason), _able_starters(tx, before)
    if tx.actor.ground is not None and not _somebody_left(tx, before):
        raise NobodyHasLeft(name=before.name)
    if len(starters) < before.rulebook.minimum_entrants:
        raise TooFewToRedraw(n=len(starters))
    for contest in contests.of_tournament(tx, tournament_id):
        contests.void(tx, contest.contest_id, tx.now, REDRAWN)
    summons.settle(tx, tournament_subject(tournament_id), MatterKind.PLAYER_LEFT)
    after = _conduct(tx, before, starters, person.person_id, why)
    event.proceed_all(tx, before.guild_id, first=tournament_id)
    return after


def _somebody_left(tx: Query, tournament: Tournament) -> bool:
    """Whether any of those who were drawn has left since (GO-28.1)."""
    started = entrants.with_outcome(tx, tournament.tournament_id, "starter")
    left = (one.withdrawn_at for one in started if one.withdrawn_at is not None)
    return tournament.drawn_at is not None and any(at >= tournament.drawn_at for at in left)


def redrawable(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    """The tournament, when who pressed may have it drawn again now; raises before a reason is asked."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    # The chief arbiter and the deputies preside over the first draw, so they may have it made anew (GO-30).
    as_chief = access.capacities_in(tx, tournament_id, None if person is None else person.person_id)
    access.require(tx, person, Act.REDRAW, *as_chief)
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    own = None if person is None else person.person_id
    recusal.refuse_where_others_can(tx, own, Act.REDRAW, tournament)
    if not may_redraw(tournament) or tournament.draw_number >= draw.DRAWS_OF_A_FIELD:
        raise TooLateToRedraw
    return tournament


def verify_draws(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> Verification:
    """Every draw of the tournament, re-run from its public record alone and held against what stands on record."""
    return verification(tx, find(tx, guild_id, tournament_id))


def _starters(tx: Query, tournament: Tournament) -> list[Entrant]:
    """Who starts and did not leave since the close."""
    starting = entrants.with_outcome(tx, tournament.tournament_id, "starter")
    return [entrant for entrant in starting if entrant.withdrawn_at is None]


def _able_starters(tx: Tx, tournament: Tournament) -> list[Entrant]:
    """Those of them who can still start as the regulation asks; the others leave the list before the draw."""
    hooks, able = tuple(EVENT_HOOKS.of(tournament.rulebook)), list[Entrant]()
    for entrant in _starters(tx, tournament):
        if any(one.keeps_from_draw(tx, tournament, entrant) for one in hooks):
            entrants.withdraw(tx, entrant.entrant_id, tx.now)
            event_log.record(tx, tournament, "remove", entrant=entrant.entrant_id)
        else:
            able.append(entrant)
    return able


def _seeds(tx: Query, tournament: Tournament, starters: list[Entrant]) -> dict[EntrantId, int]:
    """The places that organisers gave by hand to those who start, counted through."""
    if not tournament.rulebook.registration.seeds_by_hand:
        return {}
    there = {one.entrant_id for one in starters}
    order = (one for one in hand_seeds.of_tournament(tx, tournament.tournament_id) if one in there)
    return {entrant_id: seed for seed, entrant_id in enumerate(order, start=1)}


def _conduct(
    tx: Tx, before: Tournament, starters: list[Entrant], by: PersonId | None, reason: str | None
) -> Tournament:
    """Reveals the next link, writes the draw with its proof and the first contests, and promises the posts."""
    tournament_id, rated = before.tournament_id, ratings.ratings(tx, before.guild_id)
    for one in EVENT_HOOKS.of(before.rulebook):
        one.before_draw(tx, before, starters)
    listed = ((entrant.entrant_id, strength(tx, entrant, rated)) for entrant in starters)
    seeds = _seeds(tx, before, starters)
    record = reveal(tx, before, listed, by, reason, seeds=seeds)
    after = replace(before, draw_number=record.number, drawn_at=tx.now)
    save(tx, after)
    event.open_contests(tx, after, event.facts(tx, after), record.stream())
    act, number = "draw" if reason is None else "redraw", str(after.draw_number)
    event_log.record(tx, after, act, by, why=reason, number=number, seed=record.seed)
    again = (None, None) if by is None or reason is None else (by, reason)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, Drawn(tournament_id, record.number, *again))
    tx.enqueue(after.guild_id, Place.RECORD, RecordDraw(tournament_id, record.number, *again))
    tx.touch(tournament_subject(tournament_id))
    for one in EVENT_HOOKS.of(after.rulebook):
        one.after_draw(tx, after)
    return after
