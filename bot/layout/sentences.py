"""Making what people typed safe to show, and turning typed values into words of a person's language.

A name may try to mention everyone, to look like a heading or a link, to fill the line with marks or to turn it
around. `quote` is for text that Discord formats, `plain` for labels of buttons and selects, which it does not format.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from re import sub
from typing import get_type_hints

from bot.i18n.catalogue import Translator, gettext_name
from bot.i18n.names import is_drawn
from bot.kernel.errors import FieldValue, InLanguages, UserError
from bot.kernel.ids import ChannelId, MemberId, RoleId

# --- safe text ------------------------------------------------------------------------------------------------------


NAME_LIMIT = 80
"""A button's label; also enough for any Discord name and account name."""

_ZERO_WIDTH_SPACE = "\u200b"
_FIRST_STRONG_ISOLATE, _POP_ISOLATE = "\u2068", "\u2069"
_JOINERS = "\u200c\u200d"
_MARKS = ("Mn", "Mc", "Me")
_MARKS_PER_LETTER = 4
_SHORTEST_BLOCK = 20
"""Characters below which a text that is cut off says nothing."""
_SPACES = re.compile(r"\s+")
_MEANT_FOR_MARKDOWN = re.compile(r"[\\*_~`|<>\[\]:/]|(?<=<)#|(?:(?<=^)|(?<=^\d)|(?<=^\d\d))[#+.)\-]")
"""Marks that format anywhere, channel mentions, and what makes a heading or a list at a line's beginning."""


@lru_cache(maxsize=4096)
def quote(name: str, limit: int = NAME_LIMIT) -> str:
    """The text on one line, at most `limit` characters before escaping, that formats nothing and mentions nobody."""
    return _isolate(_escape(_trim(_visible(name), limit)))


def quoted_block(text: str, limit: int = 1000) -> str:
    """A longer text as Discord's block quote: its lines are kept (empty ones are not), each of them quoted."""
    trimmed = _trim("\n".join(_visible(line) for line in text.splitlines() if line.strip()) or "?", limit)
    return "\n".join(f"> {_isolate(_escape(line))}" for line in trimmed.split("\n"))


def block_within(text: str, room: int) -> str:
    """As `quoted_block`, as much of it as makes `room` characters with all marks; empty where that says nothing."""
    limit = room
    while limit >= _SHORTEST_BLOCK:
        block = quoted_block(text, limit)
        if _units(block) <= room:
            return block
        limit = min(limit - 1, limit * room // _units(block))
    return ""


def plain_block(text: str, limit: int) -> str:
    """The text with its lines, where Discord may or may not format it: it mentions nobody, and hides no address."""
    lines = "\n".join(_isolate(_visible(line)) for line in text.splitlines() if line.strip())
    return _trim(lines.replace("@", f"@{_ZERO_WIDTH_SPACE}").replace("](", f"]{_ZERO_WIDTH_SPACE}("), limit)


def plain(name: str, limit: int = NAME_LIMIT) -> str:
    """The text on one line of at most `limit` characters, never empty, where Discord shows it as it is."""
    visible = _visible(name)
    return _isolate(_trim(visible, limit - 2 if _turns_around(visible) else limit))


def _visible(text: str) -> str:
    """One line of what can be seen, "?" if nothing can: no controls, no blank letters, white space as one space."""
    text = _SPACES.sub(" ", text).strip()
    seen = "".join(_calm(char for index, char in enumerate(text) if _is_seen(text, index)))
    return _SPACES.sub(" ", seen).strip() or "?"


def _is_seen(text: str, index: int) -> bool:
    char = text[index]
    if char in _JOINERS:
        # Joiners build family emoji, and Persian and Indic words; between Latin letters they only hide.
        return 0 < index < len(text) - 1 and _may_be_joined(text[index - 1]) and _may_be_joined(text[index + 1])
    return not _is_invisible(char)


def _may_be_joined(char: str) -> bool:
    return char >= "\u0590" and not char.isspace() and char not in _JOINERS and not _is_invisible(char)


def _is_invisible(char: str) -> bool:
    if unicodedata.category(char) == "Cn":
        # Emoji and letters newer than Python's Unicode tables are unassigned for it; those two planes hold them.
        return not "\U00010000" <= char <= "\U0003fffd" or ord(char) & 0xFFFE == 0xFFFE
    return not is_drawn(char)


def _calm(text: Iterable[str]) -> Iterator[str]:
    """The text without marks that have no letter before them, and without towers of marks on a letter."""
    marks = _MARKS_PER_LETTER
    for char in text:
        if unicodedata.category(char) in _MARKS:
            marks += 1
        elif char not in _JOINERS:
            marks = 0
        if marks <= _MARKS_PER_LETTER:
            yield char


def _clusters(text: str) -> Iterator[str]:
    """The text in pieces that must not be cut: a letter with its marks, an emoji with its modifiers, a flag."""
    cluster = ""
    for char in text:
        if cluster and not _continues(cluster, char):
            yield cluster
            cluster = ""
        cluster += char
    if cluster:
        yield cluster


def _continues(cluster: str, char: str) -> bool:
    if unicodedata.category(char) in _MARKS or char in _JOINERS or "\U0001f3fb" <= char <= "\U0001f3ff":
        return True
    return cluster[-1] in _JOINERS or (_is_flag_half(char) and len(cluster) == 1 and _is_flag_half(cluster))


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _trim(text: str, limit: int) -> str:
    """At most `limit` UTF-16 units, the count of Discord's clients, cut between clusters and ended by an ellipsis."""
    if _units(text) <= limit:
        return text
    kept, room = "", limit - 1
    for cluster in _clusters(text):
        if _units(cluster) > room:
            break
        kept, room = kept + cluster, room - _units(cluster)
    return kept.rstrip() + "…"


def _units(text: str) -> int:
    return len(text) + sum(char > "\uffff" for char in text)


def _escape(line: str) -> str:
    # Discord's server looks for mentions before its clients look for backslashes: a space of no width parts them.
    return _MEANT_FOR_MARKDOWN.sub(r"\\\g<0>", line).replace("@", f"@{_ZERO_WIDTH_SPACE}")


def _turns_around(text: str) -> bool:
    return any(unicodedata.bidirectional(char) in ("R", "AL", "AN") for char in text)


def _isolate(text: str) -> str:
    """Right-to-left text set apart, so that it cannot reorder the rest of the line."""
    return f"{_FIRST_STRONG_ISOLATE}{text}{_POP_ISOLATE}" if _turns_around(text) else text


# --- values in words ------------------------------------------------------------------------------------------------


_ID_FORMS = {MemberId: "<@{}>", ChannelId: "<#{}>", RoleId: "<@&{}>"}
_UNITS = (("hours", timedelta(hours=1)), ("minutes", timedelta(minutes=1)), ("seconds", timedelta(seconds=1)))
_SPOKEN_IN_HOURS = timedelta(hours=72)
"""Regulations say "72 hours"; only what is longer is told in days."""


def sentence(error: UserError, translator: Translator) -> str:
    """What the error says to the person, with what to do next; a field `n` chooses the plural form."""
    forms = _id_forms(type(error))
    values = {
        name: forms[name].format(value) if name in forms else phrase(value, translator)
        for name, value in error.fields().items()
    }
    n = error.fields().get("n")
    return translator.count(error.key, n, **values) if isinstance(n, int) else translator.say(error.key, **values)


def phrase(value: FieldValue, translator: Translator) -> str:
    """One value in words; text counts as typed by a person and is quoted."""
    match value:
        case StrEnum():
            return member_name(value, translator)
        case str():
            return quote(value)
        case datetime():
            return moment(value)
        case timedelta():
            return duration(value, translator)
        case InLanguages():
            return quote(value.in_language(translator.locale))
        case tuple():
            return listing([phrase(item, translator) for item in value], translator)
        case _:
            return number(value, translator)


def member_name(member: StrEnum, translator: Translator) -> str:
    """The name of an enum's member: key `result_kind.walkover` for `ResultKind.WALKOVER`."""
    return translator.say(f"{enum_prefix(type(member))}.{member.value}")


def enum_prefix(enum: type[StrEnum]) -> str:
    """What the keys of an enum's names begin with: `result_kind` for `ResultKind`, unless `__said_as__` tells it."""
    return vars(enum).get("__said_as__") or sub(r"(?<!^)(?=[A-Z])", "_", enum.__name__).lower()


def moment(at: datetime) -> str:
    """A Discord timestamp, which each reader sees on the own clock, with how long until then."""
    return f"<t:{int(at.timestamp())}:F> (<t:{int(at.timestamp())}:R>)"


def moment_relative(at: datetime) -> str:
    """A Discord timestamp that counts: "in 20 minutes"."""
    return f"<t:{int(at.timestamp())}:R>"


def clock_moment(wall: datetime, translator: Translator) -> str:
    """What the clocks show, with the day of the week: where Discord shows no timestamp, as in suggestions."""
    from babel.dates import format_skeleton, format_time  # noqa: PLC0415  (slow to import)

    locale = gettext_name(translator.locale)
    day = format_skeleton("yMMMEd", wall, locale=locale)
    return f"{day} · {format_time(wall, 'short', locale=locale)}"


def duration(length: timedelta, translator: Translator) -> str:
    """A length of time in whole units, "72 hours", "1 hour and 30 minutes"; parts of a second are left out."""
    parts: list[str] = []
    if length > _SPOKEN_IN_HOURS:
        parts.append(translator.count("duration.days", length.days))
        length -= timedelta(days=length.days)
    for unit, size in _UNITS:
        count, length = divmod(length, size)
        if count:
            parts.append(translator.count(f"duration.{unit}", count))
    return listing(parts, translator) if parts else translator.count("duration.seconds", 0)


def listing(items: Sequence[str], translator: Translator) -> str:
    """The items as one phrase: "A, B and C"; what people typed has to be quoted before."""
    if len(items) < 2:
        return "".join(items)
    return translator.say("listing.last", items=", ".join(items[:-1]), last=items[-1])


def with_value(name: str, what: str, value: str) -> str:
    """Somebody of a table with what counts there, as it is heard: "Ana (Points: 6)"."""
    return f"{name} ({what}: {value})"


def number(value: float, translator: Translator) -> str:
    """The number with the language's separators and at most three decimals: 2,034.5 or 2.034,5."""
    return _decimal(value, gettext_name(translator.locale))


@lru_cache(maxsize=4096)
def _decimal(value: float, locale: str) -> str:
    """A table has the same few numbers again and again, and each takes long to write."""
    from babel.numbers import format_decimal  # noqa: PLC0415  (slow to import, and the start needs no numbers)

    return format_decimal(value, locale=locale)


def tenths(value: float, translator: Translator) -> str:
    """As `number`, always with one decimal, so that a column of them is even: 16.0 or 16,0."""
    from babel.numbers import format_decimal  # noqa: PLC0415  (as above)

    return format_decimal(value, "#,##0.0", locale=gettext_name(translator.locale))


def _id_forms(error: type[UserError]) -> dict[str, str]:
    """How the fields that hold Discord's ids are mentioned, by the field's name."""
    hints = get_type_hints(error)
    return {name: _ID_FORMS[hint] for name, hint in hints.items() if hint in _ID_FORMS}
