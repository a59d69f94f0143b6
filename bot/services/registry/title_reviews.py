"""Which titles the record asks to give or take now, and which of that was declined and has nothing new (AIJE-B01-3)."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime

from bot.domain.ids import GuildId, PersonId
from bot.domain.permissions import ArbiterTitle
from bot.domain.registry.titles import (
    ChangeKind,
    MasterTitle,
    Proof,
    Requirement,
    RequirementKind,
    TitleCheck,
    changes,
    check,
    lowest_rating,
    rating_requirement,
)
from bot.services.registry import title_facts
from bot.storage import annulments, opening_lists, people, proposals, ratings, titles
from bot.storage.context import Query


@dataclass(frozen=True, slots=True)
class Due:
    """A title that the record asks to give or take, with the facts behind it."""

    person_id: PersonId
    kind: ChangeKind
    check: TitleCheck

    @property
    def title(self) -> MasterTitle | ArbiterTitle:
        """The title in question."""
        return self.check.title


def due(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None = None) -> list[Due]:
    """All that the record asks for, declined or not; of those people alone where some are named."""
    return [*_of_players(tx, guild_id, now, only), *_of_arbiters(tx, guild_id, now, only)]


def rests(tx: Query, one: Due) -> bool:
    """Whether the same was declined and nothing has changed since: no new fact, and the rating on the same side.

    A rating that only moves is no change: it has to fall below what the title asks for and reach it again, or the other
    way round for a loss.
    """
    declined = proposals.last_declined(tx, one.person_id, one.kind, one.title)
    if declined is None:
        return False
    if one.kind is ChangeKind.GRANT:
        news = any(proof.at > declined for asked in one.check.requirements for proof in _proofs(asked))
    else:
        news = annulments.is_any_since(tx, one.person_id, declined)
    return not news and not _rating_crossed(tx, one, declined)


def _of_players(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None) -> Iterator[Due]:
    rules = title_facts.numbers(now).master
    held, brought = titles.held_by(tx, guild_id), opening_lists.brought_titles(tx, guild_id)
    rated = ratings.ratings(tx, guild_id)
    strong = {person for person, rating in rated.items() if rating > lowest_rating(rules) - 1}
    looked_at = (strong | set(held)) if only is None else (strong | set(held)) & set(only)
    records = title_facts.player_records(tx, guild_id, sorted(looked_at), now)
    for person, record in records.items():
        own = {title for title in held.get(person, ()) if (person, title) in brought}
        for change in changes(held.get(person, ()), record, rules, own):
            yield Due(person, change.kind, check(change.title, record, rules))


def _of_arbiters(tx: Query, guild_id: GuildId, now: datetime, only: Collection[PersonId] | None) -> Iterator[Due]:
    """Of arbiter titles, AI alone asks for a rating; the exams, votes and events of the others are past facts."""
    needed, rated = title_facts.numbers(now).arbiter.international_rating, ratings.ratings(tx, guild_id)
    for person, title in people.arbiters(tx, guild_id).items():
        if title is not ArbiterTitle.AI or person not in rated or (only is not None and person not in only):
            continue
        found = rating_requirement(rated[person], needed)
        if not found.met:
            yield Due(person, ChangeKind.LOSS, TitleCheck(title, (found,)))


def _rating_crossed(tx: Query, one: Due, declined: datetime) -> bool:
    """Whether a list since then had the rating on the other side of what the title asks for."""
    bounds = [asked.needed for asked in one.check.requirements if asked.kind is RequirementKind.RATING]
    wanted = one.kind is ChangeKind.LOSS
    since = ratings.after(tx, one.person_id, declined)
    return any(rating_requirement(rating, bound).met is wanted for bound in bounds if bound for rating in since)


def _proofs(asked: Requirement) -> Iterator[Proof]:
    yield from asked.proofs
    for way in asked.one_of:
        yield from way.proofs
