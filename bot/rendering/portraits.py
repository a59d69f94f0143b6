"""People as pictures show them: the face, or initials by the script of the name."""

from __future__ import annotations

from zlib import crc32

from bot.domain.community import Person
from bot.domain.people_views import Faces
from bot.rendering.pictures.people_model import Portrait
from bot.rendering.pictures.typesetting import clean, clusters
from bot.rendering.text import plain


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
