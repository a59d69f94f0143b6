"""Asking whom the names of a list mean: very names together, then one for each other."""

from __future__ import annotations

from typing import Final

from discord import ButtonStyle

from bot.domain.opening.plans import WhoIsMeant, digest_of, very_names
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Choice, Control, Press
from bot.rendering.people import short_mention
from bot.rendering.sentences import listing
from bot.rendering.text import plain, quote

ASKED_AT_ONCE: Final = 3
Asked = tuple[WhoIsMeant, ...]


def question_row(one: WhoIsMeant, voice: Voice) -> str:
    """A line whose name can mean somebody."""
    where = voice.say("opening.line", line=one.number)
    return f"❓ {where} · " + _question(one, voice)


def _question(one: WhoIsMeant, voice: Voice) -> str:
    name = quote(one.name, 40)
    if one.alike:
        known = listing([short_mention(person, 40) for person in one.alike], voice)
        said = voice.say("opening.same_as", name=name, known=known)
    else:
        said = voice.say("opening.no_one_alike", name=name)
    return said if one.twin is None else f"{said} {voice.say('opening.twin', line=one.twin)}"


def who_is_who(questions: Asked, kind: str, draft_id: str, voice: Voice) -> Card:
    """Whom names of the draft mean; `kind` begins the verbs of its buttons."""
    same = very_names(questions)
    subject = f"{kind}-%s:{draft_id}"
    said, controls = _very_names(subject, same, voice) if same else _one_by_one(subject, questions, voice)
    back = (Press(subject % "page" + "/0", voice.say("opening.back")),)
    title = f"### {voice.say('record.who')}"
    paragraphs = (title, voice.say("record.who_why"), *said, voice.count("record.left", len(questions)))
    return Card(paragraphs, controls=(*controls, back), colour=WARNING)


def _very_names(subject: str, same: Asked, voice: Voice) -> tuple[tuple[str, ...], tuple[Control, ...]]:
    lines = [
        f"{voice.say('opening.line', line=one.number)} · {quote(one.name, 40)} → {short_mention(one.alike[0], 40)}"
        for one in same
    ]
    yes = Press(f"{subject % 'same'}.{digest_of(same)}", voice.say("record.all_same"), ButtonStyle.success)
    options = tuple((str(one.number), plain(f"{one.number} · {one.name}")) for one in same)
    others = Choice(subject % "others", voice.say("opening.others"), options, most=len(options))
    return (voice.say("record.same"), "\n".join(lines)), ((yes,), others)


def _one_by_one(subject: str, questions: Asked, voice: Voice) -> tuple[tuple[str, ...], tuple[Control, ...]]:
    some = questions[:ASKED_AT_ONCE]
    lines = [question_row(one, voice) for one in some]
    return ("\n".join(lines),), tuple(_buttons(subject, one, voice) for one in some)


def _buttons(subject: str, one: WhoIsMeant, voice: Voice) -> tuple[Press, ...]:
    name = plain(one.name, 24)
    known = tuple(
        Press(
            f"{subject % 'is'}.{one.number}.{person.person_id}",
            voice.say("teams.is_this", name=name, known=plain(person.name, 24)),
        )
        for person in one.alike
    )
    new = Press(f"{subject % 'new-person'}.{one.number}", voice.say("opening.is_new", name=name))
    return (*known, new)
