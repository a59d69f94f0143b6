"""The end of a founding: said by the owner or the President, or reached by three official events."""

from __future__ import annotations

from datetime import datetime

from bot.domain.announcements import ToMember
from bot.domain.community import Presser
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import GuildId, Occasion, PersonId
from bot.domain.opening.founding import EVENTS, OPEN_FOR, PLAYERS, REOPEN_FOR, Founding, FoundingView
from bot.domain.opening.sayings import FoundingEnds
from bot.domain.outages import extend
from bot.domain.permissions import Act, Office, who_may
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.errors import AlreadyDone
from bot.services import access
from bot.services.asked import Asked, Found
from bot.services.speaking import promise, promise_publicly, tell_member
from bot.storage import (
    communities,
    decided_here,
    entrants,
    foundings,
    log,
    offices,
    opening_lists,
    outages,
    people,
    tournaments,
)
from bot.storage.database import Work


def is_open(work: Work, guild_id: GuildId, at: datetime) -> bool:
    """Whether lists still bring ratings, titles, offices and bars at the moment."""
    closing = closes_at(work, guild_id)
    return closing is None or at < closing


def closes_at(work: Work, guild_id: GuildId) -> datetime | None:
    """When lists bring no more of them; None while no end has begun."""
    found = foundings.load(work, guild_id)
    if found is None:
        return None
    due = found.ends_from + OPEN_FOR
    return extend(found.ends_from, due, outages.since(work, guild_id, found.ends_from), REOPEN_FOR)


def gives_titles_by_procedure(work: Work, guild_id: GuildId, at: datetime) -> bool:
    """Whether titles go by AIJE-B01 alone: in a founded association that has an officer left."""
    named = offices.all_ever_held(work, guild_id)
    return named.issuperset(Office) and bool(people.offices(work, guild_id)) and not is_open(work, guild_id, at)


def decides_title_by_match(work: Work, guild_id: GuildId, at: datetime) -> bool:
    """Whether a match alone says who is champion of the world: once founded, and from the first match here on."""
    if not is_open(work, guild_id, at) or decided_here.first_title_match(work, guild_id) is not None:
        return True
    drawn = (one for one in tournaments.all_unfinished(work, guild_id) if one.drawn_at is not None)
    return any(seats_of(one.rulebook) is QualifyingEvent.WORLD for one in drawn)


def view(work: Work, presser: Presser) -> FoundingView:
    """How far the founding is, for who looks."""
    found, closing = foundings.load(work, presser.guild_id), closes_at(work, presser.guild_id)
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
