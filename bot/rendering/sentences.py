"""Turning typed values into words of a person's language: errors, moments, durations, lists, numbers, enums."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from re import sub
from typing import get_type_hints

from bot.domain.ids import ChannelId, MemberId, RoleId
from bot.errors import FieldValue, InLanguages, UserError
from bot.i18n import Voice
from bot.i18n.catalogue import gettext_name
from bot.rendering.text import quote

_ID_FORMS = {MemberId: "<@{}>", ChannelId: "<#{}>", RoleId: "<@&{}>"}
_UNITS = (("hours", timedelta(hours=1)), ("minutes", timedelta(minutes=1)), ("seconds", timedelta(seconds=1)))
_SPOKEN_IN_HOURS = timedelta(hours=72)
"""Regulations say "72 hours"; only what is longer is told in days."""


def sentence(error: UserError, voice: Voice) -> str:
    """What the error says to the person, with what to do next; a field `n` chooses the plural form."""
    forms = _id_forms(type(error))
    values = {
        name: forms[name].format(value) if name in forms else phrase(value, voice)
        for name, value in error.fields().items()
    }
    n = error.fields().get("n")
    return voice.count(error.key, n, **values) if isinstance(n, int) else voice.say(error.key, **values)


def phrase(value: FieldValue, voice: Voice) -> str:
    """One value in words; text counts as typed by a person and is quoted."""
    match value:
        case StrEnum():
            return member_name(value, voice)
        case str():
            return quote(value)
        case datetime():
            return moment(value)
        case timedelta():
            return duration(value, voice)
        case InLanguages():
            return quote(value.in_language(voice.locale))
        case tuple():
            return listing([phrase(item, voice) for item in value], voice)
        case _:
            return number(value, voice)


def member_name(member: StrEnum, voice: Voice) -> str:
    """The name of an enum's member: key `result_kind.walkover` for `ResultKind.WALKOVER`."""
    return voice.say(f"{enum_prefix(type(member))}.{member.value}")


def enum_prefix(enum: type[StrEnum]) -> str:
    """What the keys of an enum's names begin with: `result_kind` for `ResultKind`, unless `__said_as__` tells it."""
    return vars(enum).get("__said_as__") or sub(r"(?<!^)(?=[A-Z])", "_", enum.__name__).lower()


def moment(at: datetime) -> str:
    """A Discord timestamp, which each reader sees on the own clock, with how long until then."""
    return f"<t:{int(at.timestamp())}:F> (<t:{int(at.timestamp())}:R>)"


def moment_relative(at: datetime) -> str:
    """A Discord timestamp that counts: "in 20 minutes"."""
    return f"<t:{int(at.timestamp())}:R>"


def clock_moment(wall: datetime, voice: Voice) -> str:
    """What the clocks show, with the day of the week: where Discord shows no timestamp, as in suggestions."""
    from babel.dates import format_skeleton, format_time  # noqa: PLC0415  (slow to import)

    locale = gettext_name(voice.locale)
    day = format_skeleton("yMMMEd", wall, locale=locale)
    return f"{day} · {format_time(wall, 'short', locale=locale)}"


def duration(length: timedelta, voice: Voice) -> str:
    """A length of time in whole units, "72 hours", "1 hour and 30 minutes"; parts of a second are left out."""
    parts: list[str] = []
    if length > _SPOKEN_IN_HOURS:
        parts.append(voice.count("duration.days", length.days))
        length -= timedelta(days=length.days)
    for unit, size in _UNITS:
        count, length = divmod(length, size)
        if count:
            parts.append(voice.count(f"duration.{unit}", count))
    return listing(parts, voice) if parts else voice.count("duration.seconds", 0)


def listing(items: Sequence[str], voice: Voice) -> str:
    """The items as one phrase: "A, B and C"; what people typed has to be quoted before."""
    if len(items) < 2:
        return "".join(items)
    return voice.say("listing.last", items=", ".join(items[:-1]), last=items[-1])


def number(value: float, voice: Voice) -> str:
    """The number with the language's separators and at most three decimals: 2,034.5 or 2.034,5."""
    from babel.numbers import format_decimal  # noqa: PLC0415  (slow to import, and the start needs no numbers)

    return format_decimal(value, locale=gettext_name(voice.locale))


def tenths(value: float, voice: Voice) -> str:
    """As `number`, always with one decimal, so that a column of them is even: 16.0 or 16,0."""
    from babel.numbers import format_decimal  # noqa: PLC0415  (as above)

    return format_decimal(value, "#,##0.0", locale=gettext_name(voice.locale))


def _id_forms(error: type[UserError]) -> dict[str, str]:
    """How the fields that hold Discord's ids are mentioned, by the field's name."""
    hints = get_type_hints(error)
    return {name: _ID_FORMS[hint] for name, hint in hints.items() if hint in _ID_FORMS}
