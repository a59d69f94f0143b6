"""How people appear in messages: a mention where Discord knows them, else their quoted name; faces, initials, offices.

Initials follow the script of the name. A verdict names the office or title of who decided it. Of a list of people that
comes in it is said line by line what is wrong, and whom a name can mean.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import Any, Final, TypeVar
from zlib import crc32

from discord import ButtonStyle

from bot.i18n.catalogue import LOCALES, Translator
from bot.i18n.names import sound
from bot.kernel.ids import MemberId
from bot.layout.cards import WARNING, WITHOUT_DISCORD, Button, Card, Choice, Control
from bot.layout.picture_model import Portrait
from bot.layout.sentences import listing, plain, quote
from bot.layout.typesetting import clean, clusters
from bot.people.lists_model import (
    ASKED_AT_ONCE,
    LineFault,
    ListPreview,
    NamedLine,
    NamePart,
    Questions,
    WhoIsMeant,
    digest_of,
    very_names,
)
from bot.people.model import Capacity, Faces, Person

# --- one person -----------------------------------------------------------------------------------------------------


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

    A team has its name before its captain's mention, and who is told apart the user name behind it.
    """
    if person.is_team:
        return _team(person, None)
    if person.discord_id is None:
        return quote(person.name)
    behind = "" if person.told_apart is None else f" ({quote(person.told_apart)})"
    return f"<@{person.discord_id}>{behind}"


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


def in_office(person: Person | None, office: Capacity | None, translator: Translator) -> str:
    """The person with the office; a question mark where nobody is on record."""
    if person is None:
        return "?"
    named = mention(person)
    return named if office is None else f"{named} ({translator.say(f'in_office.{office.value}')})"


# --- lists of people ------------------------------------------------------------------------------------------------


_UNREAD_SHOWN: Final = 8
E = TypeVar("E", bound=StrEnum)


def names_in(said: str) -> tuple[str, ...]:
    """What a column or the like may be called, as a sentence of the catalogues tells it."""
    return tuple(one.strip() for one in said.split(";"))


def words_of(kind: type[E], key: Callable[[E], str]) -> dict[str, str]:
    """Which words mean which member, in every language at once."""
    found = {sound(one): one.value for one in kind}
    for translator in map(Translator, LOCALES):
        found |= {sound(name): one.value for one in kind for name in names_in(translator.say(key(one)))}
    return found


@cache
def name_parts() -> dict[str, str]:
    """Which words mean a column of first or of last names."""
    return words_of(NamePart, lambda one: f"opening.name_part.{one}")


def turn(
    rows: Sequence[str], page: int, many: int, beginning: str, translator: Translator
) -> tuple[str, tuple[Control, ...]]:
    """The rows of a page, and the buttons that turn it where there are several."""
    last = max(0, -(-len(rows) // many) - 1)
    at = min(max(page, 0), last)
    turns = (
        Button(f"{beginning}/{max(at - 1, 0)}", translator.say("opening.earlier"), disabled=at == 0),
        Button(f"{beginning}/{at + 1}", translator.say("opening.later"), disabled=at == last),
    )
    return "\n".join(rows[at * many : (at + 1) * many]), ((turns,) if last else ())


def fault_row(one: LineFault, heading: Callable[[Any, Translator], str], key: str, translator: Translator) -> str:
    """What is wrong with a line of a list; `key` is the sentence of the trouble."""
    column = "" if one.column is None else f" · **{heading(one.column, translator)}**"
    text = translator.say(key, given=quote(one.given, 40), other=quote(one.other, 40))
    return f"❌ {translator.say('opening.line', line=one.line)}{column}: {text}"


def line_of(line: NamedLine, person: Person | None, translator: Translator) -> str:
    """Which line of a list it is, and whom it means."""
    who = quote(line.name, 60) if person is None else mention(person)
    if person is None and line.member_id is not None:
        who = f"{who} (<@{line.member_id}>)"
    return f"{translator.say('opening.line', line=line.number)} · **{who}**"


def unread(view: ListPreview, translator: Translator) -> str:
    """The first headings of a list that mean nothing."""
    return listing([f"**{quote(one, 30)}**" for one in view.unread[:_UNREAD_SHOWN]], translator)


def is_this(name: str, alike: Iterable[Person], beginning: str, translator: Translator) -> tuple[Button, ...]:
    """A button for each of the people whom a name can mean."""
    said, key = plain(name, 24), "teams.is_this"
    return tuple(
        Button(f"{beginning}.{one.person_id}", translator.say(key, name=said, known=plain(one.name, 24)))
        for one in alike
    )


def question_row(one: WhoIsMeant, translator: Translator) -> str:
    """A line whose name can mean somebody."""
    name = quote(one.name, 40)
    if one.alike:
        known = listing([short_mention(person, 40) for person in one.alike], translator)
        text = translator.say("opening.same_as", name=name, known=known)
    else:
        text = translator.say("opening.no_one_alike", name=name)
    twin = "" if one.twin is None else f" {translator.say('opening.twin', line=one.twin)}"
    return f"❓ {translator.say('opening.line', line=one.number)} · {text}{twin}"


def who_is_who(questions: Questions, kind: str, draft_id: str, translator: Translator) -> Card:
    """Whom names of a list mean; `kind` begins the verbs of its buttons."""
    same = very_names(questions)
    subject = f"{kind}-%s:{draft_id}"
    said, controls = _very_names(subject, same, translator) if same else _one_by_one(subject, questions, translator)
    back = (Button(subject % "page" + "/0", translator.say("opening.back")),)
    title = f"### {translator.say('record.who')}"
    paragraphs = (title, translator.say("record.who_why"), *said, translator.count("record.left", len(questions)))
    return Card(paragraphs, controls=(*controls, back), colour=WARNING)


def _very_names(subject: str, same: Questions, translator: Translator) -> tuple[tuple[str, ...], tuple[Control, ...]]:
    lines = [
        f"{translator.say('opening.line', line=one.number)} · {quote(one.name, 40)} → {short_mention(one.alike[0], 40)}"
        for one in same
    ]
    yes = Button(f"{subject % 'same'}.{digest_of(same)}", translator.say("record.all_same"), ButtonStyle.success)
    options = tuple((str(one.number), plain(f"{one.number} · {one.name}")) for one in same)
    others = Choice(subject % "others", translator.say("opening.others"), options, most=len(options))
    return (translator.say("record.same"), "\n".join(lines)), ((yes,), others)


def _one_by_one(
    subject: str, questions: Questions, translator: Translator
) -> tuple[tuple[str, ...], tuple[Control, ...]]:
    some = questions[:ASKED_AT_ONCE]
    return ("\n".join(question_row(one, translator) for one in some),), tuple(
        _answers(subject, one, translator) for one in some
    )


def _answers(subject: str, one: WhoIsMeant, translator: Translator) -> tuple[Button, ...]:
    new = translator.say("opening.is_new", name=plain(one.name, 24))
    known = is_this(one.name, one.alike, f"{subject % 'is'}.{one.number}", translator)
    return (*known, Button(f"{subject % 'new-person'}.{one.number}", new))
