"""How people appear in messages: a mention where Discord knows them, their quoted name where it does not."""

from __future__ import annotations

from collections.abc import Iterable

from bot.domain.community import Person
from bot.domain.ids import MemberId
from bot.rendering.layout import WITHOUT_DISCORD
from bot.rendering.text import quote


def mention(person: Person) -> str:
    """The mention, which shows the present name to every reader; it pings only where the card allows it.

    A team has its name before its captain's mention.
    """
    if person.is_team:
        return _team(person, None)
    return f"<@{person.discord_id}>" if person.discord_id is not None else quote(person.name)


def short_mention(person: Person, limit: int) -> str:
    """As `mention`, where many names stand together and a written one is kept to at most `limit` characters."""
    if person.is_team:
        return _team(person, limit)
    return mention(person) if person.discord_id is not None else quote(person.name, limit)


def pings(people: Iterable[Person]) -> frozenset[MemberId]:
    """Whom a card about these people calls; for who has no Discord another answers."""
    return frozenset(person.discord_id or WITHOUT_DISCORD for person in people)


def _team(person: Person, limit: int | None) -> str:
    name = quote(person.name) if limit is None else quote(person.name, limit)
    return name if person.discord_id is None else f"{name} (<@{person.discord_id}>)"
