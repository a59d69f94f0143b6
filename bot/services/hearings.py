"""How cases are heard in a server, for the owner and the officers, who need not organise anything here."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from bot.domain.cases.case_views import Hearings
from bot.domain.community import Community, Presser
from bot.domain.ids import ChannelId, Occasion
from bot.domain.permissions import Act
from bot.errors import AlreadyDone, NotSetUp
from bot.services import access, case_keepers
from bot.storage import communities, misconduct_cases, people
from bot.storage.database import Work


def examine(work: Work, presser: Presser) -> Hearings:
    """The channel, the times and the commands of cases, for who may change them; an open case keeps nobody out."""
    person = people.of_member(work, presser.guild_id, presser.member_id)
    access.require(work, presser, person, Act.SET_UP_HEARINGS)
    community, terms = _community(work, presser), misconduct_cases.terms(work, presser.guild_id)
    return Hearings(community, terms.reply_within, terms.appeal_within)


def move_channel(
    work: Work, occasion: Occasion, presser: Presser, channel: ChannelId, gone: Collection[ChannelId] = ()
) -> Hearings:
    """Has cases to come read in another channel. Raises NotAllowed, HasOpenCase or AlreadyDone."""
    community, person = _community(work, presser), access.recognise(work, occasion, presser)
    case_keepers.require(work, presser, person)
    before = community.committee
    if before == channel:
        raise AlreadyDone
    if before is not None:
        case_keepers.move_channel(work, occasion, person, before, channel, is_gone=before in gone)
    communities.save(work, replace(community, committee=channel))
    return examine(work, presser)


def _community(work: Work, presser: Presser) -> Community:
    found = communities.load(work, presser.guild_id)
    if found is None:
        raise NotSetUp
    return found
