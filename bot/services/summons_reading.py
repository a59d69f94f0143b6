"""Gathering what a call of who runs an event tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.domain.announcements import Delivery
from bot.domain.community import Person
from bot.domain.events.sayings import RoundRobinOffered, RulesDrafted
from bot.domain.hooks import first
from bot.domain.ids import ContestId, GuildId, TournamentId
from bot.domain.playing.matches import Match
from bot.domain.playing.sayings import ArbiterWanted, StaffCalled
from bot.domain.playing.summons import MatterKind, MatterRef, OpenMatter
from bot.domain.playing.summons_views import CallView, MatterView
from bot.domain.sayings import OfTournament
from bot.services import summons
from bot.services.hooks import STEP_HOOKS
from bot.services.sides import people_in, people_shown
from bot.storage import communities, contests, entrants, matters, outbox, panels, tournaments
from bot.storage.context import Query
from bot.storage.panels import Panel

SHOWN_BY: Final[Mapping[MatterKind, type[OfTournament]]] = {
    MatterKind.ARBITER_WANTED: ArbiterWanted,
    MatterKind.ROUND_ROBIN: RoundRobinOffered,
    MatterKind.RULES_DRAFT: RulesDrafted,
}
"""The message about the event that tells more than a line can, where no panel does."""


def call_view(tx: Query, call_id: str) -> CallView | None:
    """The call as it has to be read now; None where it is not on record any more."""
    promised = summons.saying_of(tx, call_id)
    if promised is None:
        return None
    said, guild_id = promised.saying, promised.guild_id
    found = tuple(view for ref in said.matters if (view := _matter_view(tx, ref)) is not None)
    named = summons.staff_of(tx, said.tournament_id)
    role = summons.role_called(tx, guild_id, said)
    members = summons.members_of(tx, guild_id, said.tournament_id)
    owner = None if named or role is not None else members[0] if members else None
    return CallView(found, named, role, owner, _playing(tx, said, named)) if found else None


def who_is_called(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> CallView:
    """Whom a call to the event names before anybody was silent."""
    named = summons.staff_of(tx, tournament_id)
    community = communities.load(tx, guild_id)
    role = None if community is None or named else community.organiser_role
    owner = None if community is None or named or role is not None else community.owner_id
    return CallView((), named, role, owner)


def _matter_view(tx: Query, ref: MatterRef) -> MatterView | None:
    one = matters.load(tx, ref)
    if one is None:
        return None
    tournament_id = one.matter.tournament_id
    tournament = None if tournament_id is None else tournaments.load(tx, tournament_id)
    return MatterView(one, tournament, _players(tx, ref), link=_link(tx, one))


def _link(tx: Query, one: OpenMatter) -> str | None:
    """Where the card stands that shows more of it."""
    where: Panel | Delivery | None = panels.load(tx, one.matter.subject)
    kind = SHOWN_BY.get(one.matter.kind) or first(hook.shown_by(one.matter.kind) for hook in STEP_HOOKS)
    if kind is not None and one.matter.tournament_id is not None:
        where = outbox.last_delivery(tx, kind, one.matter.tournament_id)
    if where is None:
        return None
    return f"https://discord.com/channels/{one.guild_id}/{where.channel_id}/{where.message_id}"


def _players(tx: Query, ref: MatterRef) -> tuple[Person, ...]:
    """Both sides of the match that the matter is about, as they appear in it."""
    match = _match(tx, ref)
    if match is None:
        return ()
    known = people_shown(tx, entrants.by_ids(tx, match.contest.sides))
    return tuple(known[side] for side in match.contest.sides if side in known)


def _playing(tx: Query, said: StaffCalled, named: tuple[Person, ...]) -> tuple[Person, ...]:
    """Who of those named plays in a match that the call is about."""
    matches = [match for ref in said.matters if (match := _match(tx, ref)) is not None]
    sides = [entrant for match in matches for entrant in entrants.by_ids(tx, match.contest.sides)]
    there = {person for entrant in sides for person in people_in(tx, entrant)}
    return tuple(one for one in named if one.person_id in there)


def _match(tx: Query, ref: MatterRef) -> Match | None:
    kind, _, contest_id = ref.subject.partition(":")
    return contests.load(tx, ContestId(contest_id)) if kind == "contest" else None
