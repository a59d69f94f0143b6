"""Where a running event stands: which rounds are in play and how far they are, whatever the format."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from bot.domain.contests import Contest, Stage
from bot.domain.events.course_views import CourseView, Part
from bot.domain.events.tournament import Phase, phase
from bot.domain.formats import EventFacts, groups, round_robin, swiss
from bot.domain.ids import GuildId, TournamentId
from bot.domain.lengths import in_bracket, to_final
from bot.domain.rulebook import Rulebook
from bot.services import estimating
from bot.services.event_facts import facts
from bot.services.events.hooks import EVENT_HOOKS
from bot.storage import tournaments
from bot.storage.context import Query


def course_of_server(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> CourseView | None:
    """As `course`, with when it will be over, for a tournament of the server; None for another's."""
    found = course(tx, tournament_id)
    if found is None or found.tournament.guild_id != guild_id:
        return None
    return replace(found, estimate=estimating.of_event(tx, found.tournament, tx.now))


def course(tx: Query, tournament_id: TournamentId) -> CourseView | None:
    """The rounds in play of a running event; None for one that is not drawn, over or cancelled."""
    tournament = tournaments.load(tx, tournament_id)
    if tournament is None or phase(tournament) is not Phase.RUNNING:
        return None
    begun = tournament.first_call_at is not None or tournament.start_at <= tx.now
    known = EventFacts(()) if tournament.rulebook.traits.has_lobby else facts(tx, tournament)
    view = CourseView(tournament, tuple(_parts(known, tournament.rulebook)), begun, len(known.starters))
    for one in EVENT_HOOKS.of(tournament.rulebook):
        view = one.course(tx, view, known.contests)
    return view


def _parts(known: EventFacts, rulebook: Rulebook) -> list[Part]:
    """Every round of which a match is open, the groups of one round together, the main bracket before those beside."""
    played = sorted((one for one in known.contests if len(one.sides) > 1), key=_order)
    parts = (list(some) for _, some in groupby(played, key=_order))
    return [_part(some, known, rulebook) for some in parts if any(one.result is None for one in some)]


def _order(contest: Contest) -> tuple[int, int, int]:
    group = 0 if contest.stage is Stage.GROUP else contest.group
    return tuple(Stage).index(contest.stage), group, contest.round


def _part(some: list[Contest], known: EventFacts, rulebook: Rulebook) -> Part:
    first = some[0]
    decided = sum(one.result is not None for one in some)
    in_play = sum(one.result is None and one.called_at is not None for one in some)
    return Part(
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
