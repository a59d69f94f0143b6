"""What waits for who holds an office: they are reminded after a day, then one, three and seven days on; then it rests.

An office has no match clock: a case under review, an appeal, a claim or a proposal waits until somebody decides it.
What waits is what `/me` says to its holders, so that a new kind of decision is reminded of without further code.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.domain.announcements import Target, ToChannel, ToMember, ToPlace
from bot.domain.community import Community, Person, Place, Presser
from bot.domain.deadlines import Step
from bot.domain.ids import GuildId, PersonId
from bot.domain.own_sayings import DecisionsWait
from bot.domain.playing.desk_views import Duty, DutyItem
from bot.domain.stillness import Rung, Still, Told, last_come, next_rung
from bot.services import guidance, summons
from bot.services.cases import committee_cases
from bot.services.speaking import decisions_subject, promise
from bot.services.staff_guidance import JUST_OVER
from bot.storage import (
    communities,
    deadlines,
    kept_channels,
    people,
    seats,
    standstills,
    tournaments,
)
from bot.storage.context import Query, Tx

REMINDED_AFTER: Final = timedelta(days=1)
LOOKED_FOR_EACH: Final = timedelta(days=1)
"""Not all that waits is told to the committee when it comes up: a ceremony to note, a champion whom nobody knows."""
MOST_ARBITERS: Final = 12
"""Of a big committee so many are asked what waits for them: each look reads all that waits."""
_ASKED_AFTER: Final[Mapping[Duty, timedelta]] = {Duty.REVIEW_CASE: timedelta(days=2), Duty.SIGN: timedelta(hours=12)}
"""What a step of its own reminds of after a day, and what is over by then."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One decision, and who may take it."""

    item: DutyItem
    deciders: tuple[Person, ...]

    @property
    def ref(self) -> str:
        """How messages and the ladder name it."""
        return self.item.ref


def waiting(tx: Query, guild_id: GuildId, now: datetime) -> dict[str, Waiting]:
    """Every decision that waits for an office of the server, by its name."""
    found: dict[str, Waiting] = {}
    for person, presser in _deciders(tx, guild_id, now):
        for item in guidance.decisions(tx.acting_as(presser)):
            one = Waiting(item, (person,))
            known = found.get(one.ref)
            found[one.ref] = one if known is None else Waiting(item, (*known.deciders, person))
    return found


def look(tx: Tx, guild_id: GuildId, known: Mapping[str, Waiting] | None = None) -> None:
    """Takes the server's step: reminds of what has waited long enough, in one message, and says when to look again.

    `known` is what waited a moment ago, read where no press waits for it. Messages read anew what waits, so what was
    decided since is named in none, and the next look forgets it.
    """
    present = waiting(tx, guild_id, tx.now) if known is None else known
    _forget_decided(tx, guild_id, present)
    due, ahead = [], []
    for ref, one in present.items():
        committee_cases.leave_channel(tx, guild_id, one.item.duty, str(one.item.subject))
        still, told = _ladder_of(tx, guild_id, one)
        rung = last_come(still, told, (), tx.now)
        if rung is not None:
            told = Told(still.kind, told.since, rung, tx.now)
            standstills.note(tx, _subject(guild_id, ref), told)
            due.append(ref)
        following = next_rung(still, told, ())
        ahead += [] if following is None else [following[1]]
    if due:
        _tell(tx, guild_id, {ref: present[ref] for ref in due})
    if _goes_on(tx, guild_id):
        ahead.append(tx.now + LOOKED_FOR_EACH)
    # What is told to the committee asks for another look, which this one is.
    steps = [(Step.REMIND_DECIDERS, min(ahead))] if ahead else []
    deadlines.rewrite(tx, decisions_subject(guild_id), steps)


def take(tx: Tx, subject: str, _: Step) -> None:
    """Takes the step of a server."""
    look(tx, GuildId(int(subject)))


def of_saying(tx: Query, guild_id: GuildId, refs: Iterable[str], reader: Person | None, now: datetime) -> list[Waiting]:
    """Of what a message names, what still waits; for one reader what that reader may decide."""
    present = waiting(tx, guild_id, now) if reader is None else _waiting_for(tx, guild_id, reader, now)
    return [present[ref] for ref in refs if ref in present]


def _waiting_for(tx: Query, guild_id: GuildId, reader: Person, now: datetime) -> dict[str, Waiting]:
    """The decisions that the reader may take, by their names; also of who comes late in a big committee."""
    community = communities.load(tx, guild_id)
    if community is None:
        return {}
    organises = any(one.person_id == reader.person_id for one in summons.creators(tx, guild_id))
    items = guidance.decisions(tx.acting_as(_as_presser(reader, community, now, organises=organises)))
    return {one.ref: Waiting(one, (reader,)) for one in items}


def _ladder_of(tx: Tx, guild_id: GuildId, one: Waiting) -> tuple[Still, Told]:
    subject = _subject(guild_id, one.ref)
    told = standstills.load(tx, subject)
    if told is None:
        told = Told(one.item.duty.value, tx.now, Rung.NOTHING, tx.now)
        standstills.note(tx, subject, told)
    return Still(one.item.duty, told.since, asked_after=_ASKED_AFTER.get(one.item.duty, REMINDED_AFTER)), told


def _tell(tx: Tx, guild_id: GuildId, due: Mapping[str, Waiting]) -> None:
    """In the committee's channel, where there is one, or by letter to each; of a member's case by letter alone.

    What began before the channel was moved is told in the channel in which it began.
    """
    community = communities.load(tx, guild_id)
    if community is not None and community.committee is not None:
        due = _tell_in_channels(tx, guild_id, due)
    for person in dict.fromkeys(one for waits in due.values() for one in waits.deciders):
        own = tuple(ref for ref, one in due.items() if person in one.deciders)
        if person.discord_id is not None:
            tx.enqueue(guild_id, ToMember(person.discord_id), DecisionsWait(guild_id, own))


def _tell_in_channels(tx: Tx, guild_id: GuildId, due: Mapping[str, Waiting]) -> dict[str, Waiting]:
    """Tells the committee what its channel may say; answers what is for letters."""
    alone = {ref: one for ref, one in due.items() if _is_for_letters(tx, guild_id, one.item)}
    by_channel: dict[Target, list[str]] = {}
    for ref, one in due.items():
        if ref not in alone:
            kept = kept_channels.of(tx, str(one.item.subject))
            by_channel.setdefault(ToPlace(Place.COMMITTEE) if kept is None else ToChannel(kept), []).append(ref)
    for target, refs in by_channel.items():
        promise(tx, guild_id, target, DecisionsWait(guild_id, tuple(refs)))
    return alone


def _is_for_letters(tx: Query, guild_id: GuildId, item: DutyItem) -> bool:
    return committee_cases.is_for_letters(tx, guild_id, item.duty, str(item.subject))


def _forget_decided(tx: Tx, guild_id: GuildId, present: Mapping[str, Waiting]) -> None:
    prefix = _subject(guild_id, "")
    for subject in standstills.subjects(tx, prefix):
        if subject.removeprefix(prefix) not in present:
            standstills.forget(tx, subject)


def _subject(guild_id: GuildId, ref: str) -> str:
    return f"decision:{guild_id}:{ref}"


def _goes_on(tx: Query, guild_id: GuildId) -> bool:
    """Whether something may come up without a word to the committee: an event is on or just over, seats are offered."""
    if tournaments.all_unfinished(tx, guild_id) or seats.rounds_in_force(tx, guild_id):
        return True
    ended = (one.ended_at for one in tournaments.of_guild(tx, guild_id))
    return any(at is not None and tx.now - at <= JUST_OVER for at in ended)


def _deciders(tx: Query, guild_id: GuildId, now: datetime) -> Iterator[tuple[Person, Presser]]:
    """Who holds an office or title, the owner, and who created an event and may still run it; of those with Discord."""
    community = communities.load(tx, guild_id)
    if community is None:
        return
    creators = {one.person_id for one in summons.creators(tx, guild_id)}
    owner = people.of_member(tx, guild_id, community.owner_id)
    ids: list[PersonId] = [
        *people.offices(tx, guild_id).values(),
        *list(people.arbiters(tx, guild_id))[:MOST_ARBITERS],
        *sorted(creators),
    ]
    known = people.by_ids(tx, dict.fromkeys(ids))
    everybody = dict.fromkeys(
        (*(known[one] for one in dict.fromkeys(ids) if one in known), *([owner] if owner else ()))
    )
    for person in everybody:
        if person.discord_id is not None:
            yield person, _as_presser(person, community, now, organises=person.person_id in creators)


def _as_presser(person: Person, community: Community, now: datetime, *, organises: bool) -> Presser:
    """What the registry knows of the person; of Discord's own rights nothing is known without a press."""
    is_owner = person.discord_id == community.owner_id
    language = person.language or community.language
    return Presser(
        community.guild_id,
        person.discord_id or community.owner_id,
        person.name,
        language,
        is_owner,
        organises or is_owner,
        now,
    )
