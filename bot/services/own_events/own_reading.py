"""Gathering what is told of an act about the own event."""

from __future__ import annotations

from bot.domain.ids import GuildId
from bot.domain.own_events.own_acts import moves_the_association
from bot.domain.own_events.own_views import OwnActView, OwnRulingView, OwnWishView
from bot.domain.signing.signatures import Signed
from bot.errors import Outdated
from bot.services import recusal
from bot.services.own_events import agreeing, objectors
from bot.services.own_events.undone import is_undone
from bot.services.playing.match_reading import match_view
from bot.services.signing import signatures
from bot.storage import own_acts, people, tournaments
from bot.storage.context import ActorQuery, Query


def view(tx: Query, act_id: str) -> OwnActView | None:
    """The act as it stands; None for an unknown id."""
    found = own_acts.load(tx, act_id)
    tournament = None if found is None else tournaments.load(tx, found.tournament_id)
    decider = None if found is None else people.load(tx, found.person_id)
    if found is None or tournament is None or decider is None:
        return None
    return OwnActView(found, tournament, decider, objectors.sides_against(tx, found), found.needed)


def asking(tx: ActorQuery, act_id: str) -> OwnWishView:
    """What somebody is asked a reason for, with what will come of it; raises Outdated."""
    found = of_server(tx, tx.guild_id, act_id)
    kept, event_id = found.own_act, found.tournament.tournament_id
    if not moves_the_association(found.tournament.rulebook):
        return OwnWishView(found, signers=None, undoable=is_undone(kept.verb, found.tournament))
    out = (kept.person_id, *sorted(recusal.everybody_in(tx, event_id)))
    able = signatures.who_could_sign(tx, kept.guild_id, Signed.OWN_EVENT, out, tx.pressed_at)
    return OwnWishView(found, signers=able, undoable=is_undone(kept.verb, found.tournament))


def of_server(tx: Query, guild_id: GuildId, act_id: str) -> OwnActView:
    """The act of this server; raises Outdated."""
    found = view(tx, act_id)
    if found is None or found.own_act.guild_id != guild_id:
        raise Outdated
    return found


def ruling_of_server(tx: Query, guild_id: GuildId, act_id: str) -> OwnRulingView:
    """The ruling of this server; raises Outdated."""
    found = ruling_view(tx, act_id)
    if found is None or found.own_act.guild_id != guild_id:
        raise Outdated
    return found


def ruling_view(tx: Query, act_id: str) -> OwnRulingView | None:
    """The ruling as it stands; None where the match is gone."""
    found = own_acts.load(tx, act_id)
    decider = None if found is None else people.load(tx, found.person_id)
    if found is None or found.contest_id is None or decider is None:
        return None
    match = match_view(tx, found.contest_id, found.agree_by or found.asked_at)
    if match is None:
        return None
    own = agreeing.side_of(tx, found)
    others = tuple(one for side, one in enumerate(match.players) if side != own)
    return OwnRulingView(found, match, decider, others)
