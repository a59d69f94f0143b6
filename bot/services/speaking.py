"""Promising to speak: what every verb does beside its own facts."""

from __future__ import annotations

from datetime import timedelta
from typing import Final

from bot.domain import sayings
from bot.domain.announcements import Target, ToChannel, ToMatch, ToMember, ToPlace
from bot.domain.community import Person, Place
from bot.domain.deadlines import Step
from bot.domain.events.tournament import Tournament
from bot.domain.ids import ContestId, GuildId, OutboxId, PersonId
from bot.domain.sayings import OfContest, Saying
from bot.storage import deadlines, kept_channels, people
from bot.storage.context import Query, Tx

LOOKED_FOR_AFTER: Final = timedelta(minutes=10)
"""What comes in one evening is looked for at once."""


def promise(tx: Tx, guild_id: GuildId, target: Target | Place, saying: Saying, *, silent: bool = False) -> OutboxId:
    """As `tx.enqueue`, where it may be the committee that is told."""
    where = ToPlace(target) if isinstance(target, Place) else target
    if where == ToPlace(Place.COMMITTEE):
        return tell_committee(tx, guild_id, saying, silent=silent)
    return tx.enqueue(guild_id, where, saying, silent=silent)


def tell_committee(tx: Tx, guild_id: GuildId, saying: Saying, *, silent: bool = False) -> OutboxId:
    """Promises to tell the committee, and has somebody look soon for what waits for a decision."""
    outbox_id = tx.enqueue(guild_id, _where_it_began(tx, saying), saying, silent=silent)
    look_for_decisions(tx, guild_id)
    return outbox_id


def _where_it_began(tx: Query, saying: Saying) -> Target:
    """The committee's channel, or of what began before that was moved the one in which it began."""
    kept = kept_channels.of(tx, sayings.write(saying).subject)
    return ToPlace(Place.COMMITTEE) if kept is None else ToChannel(kept)


def look_for_decisions(tx: Tx, guild_id: GuildId) -> None:
    """Has somebody look soon for what waits for a decision: what the committee is told may wait for one."""
    subject, at = decisions_subject(guild_id), tx.now + LOOKED_FOR_AFTER
    known = deadlines.of_subject(tx, subject)
    if not known or min(known.values()) > at:
        deadlines.rewrite(tx, subject, [(Step.REMIND_DECIDERS, at)])


def decisions_subject(guild_id: GuildId) -> str:
    """How deadlines name what waits for decisions in a server."""
    return f"decisions:{guild_id}"


def tell_match(tx: Tx, tournament: Tournament, saying: OfContest) -> OutboxId:
    """Commits the bot to say something of a match where that match is talked of."""
    return promise(tx, tournament.guild_id, place_of(tournament, saying.contest_id), saying)


def place_of(tournament: Tournament, contest_id: ContestId) -> Target:
    """Where a match of the event is talked of: in a thread of its own, or with all others in their channel."""
    return ToPlace(Place.MATCHES) if tournament.rulebook.threads is None else ToMatch(contest_id)


def promise_publicly(tx: Tx, guild_id: GuildId, saying: Saying) -> None:
    """Commits the bot to say something in the announcements and in the public record."""
    for place in (Place.ANNOUNCEMENTS, Place.RECORD):
        promise(tx, guild_id, place, saying)


def tell_member(tx: Tx, guild_id: GuildId, person_id: PersonId, saying: Saying) -> None:
    """Promises a direct message to the person, where Discord knows one; it is never the only way."""
    person = people.load(tx, person_id)
    if person is not None:
        write_to(tx, guild_id, person, saying)


def write_to(tx: Tx, guild_id: GuildId, person: Person, saying: Saying) -> None:
    """As `tell_member`, of somebody who is known already."""
    if person.discord_id is not None:
        tx.enqueue(guild_id, ToMember(person.discord_id), saying)
