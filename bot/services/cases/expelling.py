"""Expulsion of a player and the way back: what leaves the system, what stays, and when (AIJE-A02-2)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Person, Place
from bot.domain.entering.bars import Bar, BarReason, a_year_after
from bot.domain.ids import BarId, GuildId, MemberId, PersonId
from bot.domain.permissions import Act
from bot.domain.voting.sayings import VoteMinutes
from bot.domain.voting.votes import Vote
from bot.errors import NotFound, Subject
from bot.services import access, rating_lists, resting_ratings
from bot.services.cases import barring
from bot.services.events import leaving
from bot.services.playing import arbiter_duty
from bot.services.registry import title_awards
from bot.services.signing import signatures
from bot.storage import bars, communities, discord_links, expulsions, identities, offices, people, ratings
from bot.storage.context import ActorTx, Tx
from bot.storage.expulsions import Expulsion
from bot.storage.ratings import RatingList


def expel(tx: Tx, vote: Vote, person: Person) -> Expulsion:
    """Carries the expulsion out: withdrawn from what runs, barred, without title, rating and name.

    Under every account, of which the one named is forgotten. The person's id stays, so that opponents keep their
    results and the ratings earned by them.
    """
    bar = _bar(tx, vote, person)
    expulsion = Expulsion(
        person_id=person.person_id,
        guild_id=person.guild_id,
        member_id=person.discord_id,
        vote_id=vote.vote_id,
        bar_id=bar.bar_id,
        expelled_at=tx.now,
        readmission_from=a_year_after(tx.now),
    )
    # On record first: who leaves by an expulsion has not stayed away.
    expulsions.add(tx, expulsion)
    for own in people.by_ids(tx, identities.selves(tx, person.person_id)).values():
        lay_down_everything(tx, own, None)
    bury(tx, person)
    tx.enqueue(vote.guild_id, Place.ANNOUNCEMENTS, VoteMinutes(vote.vote_id))
    subject = f"person:{person.person_id}"
    tx.log(person.guild_id, "expel_player", subject, why=vote.question)
    return expulsion


def lay_down_everything(tx: Tx, person: Person, by: PersonId | None) -> None:
    """Takes the person out of every list and event, and ends titles, offices, duty and rating; twice is harmless.

    An expulsion and an erasure both come to this (AIJE-A02-2); `by` is the person where it is the own wish.
    """
    leaving.open_lists(tx, person, by)
    leaving.withdraw_expelled(tx, person)
    people.end_title(tx, person.person_id, tx.now)
    title_awards.erase(tx, person.guild_id, person.person_id)
    arbiter_duty.relieve(tx, person.guild_id, person.person_id)
    expulsions.end_offices(tx, person.person_id, tx.now)
    offices.end_of_person(tx, person.person_id, tx.now)
    erase_rating(tx, person.guild_id, person.person_id)
    signatures.asker_gone(tx, discord_links.own_entries(tx, person.person_id))


def _bar(tx: Tx, vote: Vote, person: Person) -> Bar:
    """Bars the person until somebody readmits them; nothing comes back by itself."""
    bar = Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=person.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=vote.question,
        since=tx.now,
        barred_by=vote.opened_by or person.person_id,
        vote_id=vote.vote_id,
    )
    barring.impose(tx, bar)
    return bar


def erase_rating(tx: Tx, guild_id: GuildId, person_id: PersonId) -> bool:
    """Publishes the ranking without the person, who begins anew at the initial rating; False where none was held."""
    resting_ratings.drop(tx, guild_id, person_id)
    before = ratings.current(tx, guild_id)
    if before is None or person_id not in before.rated:
        return False
    others = {one: line for one, line in before.rated.items() if one != person_id}
    rating_lists.publish(tx, RatingList(tx.new_id(), guild_id, None, tx.now, others))
    tx.log(guild_id, "erase_rating", f"person:{person_id}")
    return True


def readmit(tx: ActorTx, member: tuple[MemberId, str], reason: str) -> Expulsion:
    """Lets the person come back, a year after the expulsion at the earliest, at the initial rating (AIJE-A02-2).

    The leader or the President does it. Raises NotAllowed, NotFound for who was not expelled, StillExpelled.
    """
    officer = access.recognise(tx)
    access.require(tx, officer, Act.LIFT_BAR)
    found = expulsions.of_member(tx, tx.guild_id, member[0])
    if found is None or bars.load(tx, found.bar_id) is None:
        raise NotFound(what=Subject.PERSON)
    barring.lift(tx, found.bar_id, reason)
    return replace(found, readmitted_at=tx.now)


def bury(tx: Tx, person: Person) -> None:
    """Leaves a tombstone: the id stays, and the name, the language and the account go."""
    community = communities.load(tx, person.guild_id)
    name = expulsions.tombstone(tx, community.language if community else "en-US")
    people.save(tx, replace(person, discord_id=None, name=name, language=None))
    link = discord_links.of_person(tx, person.person_id)
    at_rest = None if link is None else people.load(tx, link.before)
    if at_rest is not None:
        people.save(tx, replace(at_rest, name=name))
