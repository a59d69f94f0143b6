"""The end of a founding: said by the owner or the President, or reached by three official events."""

from __future__ import annotations

from bot.domain.announcements import ToMember
from bot.domain.community import Presser
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.founding import EVENTS, PLAYERS, Founding, FoundingView
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.domain.opening.sayings import FoundingEnds
from bot.domain.permissions import Act, Office, who_may
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.errors import AlreadyDone
from bot.services import access, founding
from bot.services.asked import Asked, Found
from bot.services.speaking import promise, promise_publicly, tell_member
from bot.storage import (
    communities,
    entrants,
    foundings,
    log,
    opening_lists,
    people,
    tournaments,
)
from bot.storage.database import Work


def view(work: Work, presser: Presser) -> FoundingView:
    """How far the founding is, for who looks."""
    found, closing = foundings.load(work, presser.guild_id), founding.closes_at(work, presser.guild_id)
    person = people.of_member(work, presser.guild_id, presser.member_id)
    held = access.capacities(work, presser, person)
    by = None if found is None or found.ended_by is None else people.load(work, found.ended_by)
    may_finish = found is None and not who_may(Act.FINISH_FOUNDING).isdisjoint(held)
    return FoundingView(closing, closing is not None and closing <= presser.at, by, may_finish)


def finish(work: Work, occasion: Occasion, presser: Presser) -> FoundingView:
    """The owner or the President says that moving in is done: the days begin. Raises NotAllowed and AlreadyDone."""
    access.community(work, presser.guild_id)
    person = access.recognise(work, occasion, presser)
    access.require(work, presser, person, Act.FINISH_FOUNDING)
    if not _begin(work, occasion, presser.guild_id, person.person_id):
        raise AlreadyDone
    return view(work, presser)


def after_event(work: Work, occasion: Occasion, guild_id: GuildId) -> None:
    """The days begin with the third official event that ended here; nothing before it, and once."""
    if foundings.load(work, guild_id) is not None or communities.load(work, guild_id) is None:
        return
    counted = sum(_counts(work, one) for one in tournaments.ended_here(work, guild_id))
    if counted >= EVENTS:
        _begin(work, occasion, guild_id, None)


def take(work: Work, occasion: Occasion, subject: str, _: Step) -> None:
    """Takes the step of a server that held such events before this was counted."""
    after_event(work, occasion, GuildId(int(subject)))


def guide(work: Work, asked: Asked) -> Found:
    """Who brought an association in says when that is done."""
    guild_id = asked.presser.guild_id
    if not asked.may(Act.FINISH_FOUNDING) or foundings.load(work, guild_id) is not None:
        return
    if any(one.undone_at is None for one in opening_lists.of_guild(work, guild_id)):
        yield DutyItem(Duty.FINISH_FOUNDING, "")


def _counts(work: Work, tournament: Tournament) -> bool:
    """Whether it is official and was begun by enough players, of teams each with its own."""
    if not tournament.rulebook.official:
        return False
    each = 1 if tournament.rulebook.teams is None else tournament.rulebook.teams.size
    return each * len(entrants.with_outcome(work, tournament.tournament_id, "starter")) >= PLAYERS


def _begin(work: Work, occasion: Occasion, guild_id: GuildId, by: PersonId | None) -> bool:
    """Writes it, and tells everybody until when lists bring all of it, and the owner and the President by letter."""
    if not foundings.begin(work, Founding(guild_id, occasion.now, by)):
        return False
    log.add(work, guild_id, occasion.now, "finish_founding", f"founding:{guild_id}", actor=by)
    said = FoundingEnds(guild_id)
    promise_publicly(work, occasion, guild_id, said)
    community, president = communities.load(work, guild_id), people.offices(work, guild_id).get(Office.PRESIDENT)
    owner = None if community is None else people.of_member(work, guild_id, community.owner_id)
    if community is not None and (owner is None or owner.person_id != by):
        promise(work, occasion, guild_id, ToMember(community.owner_id), said)
    if president is not None and president != by and (owner is None or owner.person_id != president):
        tell_member(work, occasion, guild_id, president, said)
    return True
