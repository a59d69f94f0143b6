"""The end of a founding: said by the owner or the President, or reached by three official events."""

from __future__ import annotations

from bot.domain.announcements import ToMember
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.founding import EVENTS, PLAYERS, Founding, FoundingView
from bot.domain.ids import GuildId, PersonId
from bot.domain.opening.sayings import FoundingEnds
from bot.domain.permissions import Act, Office, who_may
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.errors import AlreadyDone
from bot.services import access, founding
from bot.services.asked import Asked, Found
from bot.services.speaking import promise_publicly, tell_member
from bot.storage import (
    communities,
    entrants,
    foundings,
    opening_lists,
    people,
    tournaments,
)
from bot.storage.context import ActorQuery, ActorTx, Query, Tx


def view(tx: ActorQuery) -> FoundingView:
    """How far the founding is, for who looks."""
    found, closing = foundings.load(tx, tx.guild_id), founding.closes_at(tx, tx.guild_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    held = access.capacities(tx, person)
    by = None if found is None or found.ended_by is None else people.load(tx, found.ended_by)
    may_finish = found is None and not who_may(Act.FINISH_FOUNDING).isdisjoint(held)
    return FoundingView(closing, closing is not None and closing <= tx.pressed_at, by, may_finish)


def finish(tx: ActorTx) -> FoundingView:
    """The owner or the President says that moving in is done: the days begin. Raises NotAllowed and AlreadyDone."""
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    access.require(tx, person, Act.FINISH_FOUNDING)
    if not _begin(tx, tx.guild_id, person.person_id):
        raise AlreadyDone
    return view(tx)


def after_event(tx: Tx, guild_id: GuildId) -> None:
    """The days begin with the third official event that ended here; nothing before it, and once."""
    if foundings.load(tx, guild_id) is not None or communities.load(tx, guild_id) is None:
        return
    counted = sum(_counts(tx, one) for one in tournaments.ended_here(tx, guild_id))
    if counted >= EVENTS:
        _begin(tx, guild_id, None)


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of a server that held such events before this was counted."""
    after_event(tx, GuildId(int(subject)))


def guide(tx: Query, asked: Asked) -> Found:
    """Who brought an association in says when that is done."""
    guild_id = asked.presser.guild_id
    if not asked.may(Act.FINISH_FOUNDING) or foundings.load(tx, guild_id) is not None:
        return
    if any(one.undone_at is None for one in opening_lists.of_guild(tx, guild_id)):
        yield DutyItem(Duty.FINISH_FOUNDING, "")


def _counts(tx: Query, tournament: Tournament) -> bool:
    """Whether it is official and was begun by enough players, of teams each with its own."""
    if not tournament.rulebook.official:
        return False
    each = 1 if tournament.rulebook.teams is None else tournament.rulebook.teams.size
    return each * len(entrants.with_outcome(tx, tournament.tournament_id, "starter")) >= PLAYERS


def _begin(tx: Tx, guild_id: GuildId, by: PersonId | None) -> bool:
    """Writes it, and tells everybody until when lists bring all of it, and the owner and the President by letter."""
    if not foundings.begin(tx, Founding(guild_id, tx.now, by)):
        return False
    tx.log(guild_id, "finish_founding", f"founding:{guild_id}", actor=by)
    said = FoundingEnds(guild_id)
    promise_publicly(tx, guild_id, said)
    community, president = communities.load(tx, guild_id), people.offices(tx, guild_id).get(Office.PRESIDENT)
    owner = None if community is None else people.of_member(tx, guild_id, community.owner_id)
    if community is not None and (owner is None or owner.person_id != by):
        tx.enqueue(guild_id, ToMember(community.owner_id), said)
    if president is not None and president != by and (owner is None or owner.person_id != president):
        tell_member(tx, guild_id, president, said)
    return True
