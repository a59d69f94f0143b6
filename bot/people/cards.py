"""How people appear in messages: a mention where Discord knows them, else their quoted name; faces, initials, offices.

Initials follow the script of the name. A verdict names the office or title of who decided it.
"""

from __future__ import annotations

from collections.abc import Iterable
from zlib import crc32

from bot.i18n.catalogue import Voice
from bot.kernel.ids import MemberId
from bot.layout.cards import WITHOUT_DISCORD
from bot.layout.picture_model import Portrait
from bot.layout.sentences import plain, quote
from bot.layout.typesetting import clean, clusters
from bot.people.model import Capacity, Faces, Person


def portrait(person: Person, faces: Faces) -> Portrait:
    """The person's face or initials on the person's own ground; a team has its initials on a shield."""
    hue = crc32(person.person_id.encode())
    if person.is_team:
        return Portrait(initials(plain(person.name)), crc32(person.name.encode()), is_crest=True)
    if person.person_id in faces.buried:
        return Portrait()
    return Portrait(initials(plain(person.name)), hue, faces.pictures.get(person.person_id))


def initials(name: str) -> str:
    """The first sign of the first word and of the last one; one sign alone in scripts without capitals.

    There letters join, change their shape, or are words by themselves.
    """
    words = clean(name).split()
    named = [word for word in words if any(char.isalnum() for char in word)] or words
    ends = [_first_sign(word) for word in dict.fromkeys((named[0], named[-1]))]
    if not all(_has_case(sign) for sign in ends):
        return ends[0]
    return "".join(sign.upper() if len(sign) == 1 else sign for sign in ends)


def _first_sign(word: str) -> str:
    """The first letter or figure with its marks, past brackets and the like; of a word of signs its first."""
    signs = clusters(word)
    return next((one for one in signs if one[0].isalnum()), signs[0])


def _has_case(sign: str) -> bool:
    return sign[0].isupper() or sign[0].islower()


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


def in_office(person: Person | None, office: Capacity | None, voice: Voice) -> str:
    """The person with the office; a question mark where nobody is on record."""
    if person is None:
        return "?"
    named = mention(person)
    return named if office is None else f"{named} ({voice.say(f'in_office.{office.value}')})"
