"""How cases are heard in a server, for the owner and the officers, who need not organise anything here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.domain.cases.case_views import Hearings
from bot.domain.community import Community
from bot.domain.ids import ChannelId
from bot.domain.permissions import Act
from bot.errors import AlreadyDone, NotSetUp
from bot.services import access, case_keepers
from bot.storage import communities, misconduct_cases, people
from bot.storage.context import ActorQuery, ActorTx


def examine(tx: ActorQuery) -> Hearings:
    """The channel, the times and the commands of cases, for who may change them; an open case keeps nobody out."""
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, person, Act.SET_UP_HEARINGS)
    community, terms = _community(tx), misconduct_cases.terms(tx, tx.guild_id)
    return Hearings(community, terms.reply_within, terms.appeal_within)


def move_channel(tx: ActorTx, channel: ChannelId, gone: Collection[ChannelId] = ()) -> Hearings:
    """Has cases to come read in another channel. Raises NotAllowed, HasOpenCase or AlreadyDone."""
    community, person = _community(tx), access.recognise(tx)
    case_keepers.require(tx, person)
    before = community.committee
    if before == channel:
        raise AlreadyDone
    if before is not None:
        case_keepers.move_channel(tx, person, before, channel, is_gone=before in gone)
    communities.save(tx, replace(community, committee=channel))
    return examine(tx)


def _community(tx: ActorQuery) -> Community:
    found = communities.load(tx, tx.guild_id)
    if found is None:
        raise NotSetUp
    return found
