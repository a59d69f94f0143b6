"""Past events that are brought in together: what would come of them, what came, and what everybody reads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.domain.events.past_events import (
    Arrival,
    BroughtLine,
    BroughtView,
    PastEvent,
    RatedFate,
    RatingMoved,
    RatingsTaken,
)
from bot.domain.events.past_wishes import PastEventsTold
from bot.i18n import Voice
from bot.rendering.events import ending_words
from bot.rendering.layout import DANGER, MOST_OPTIONS, QUIET, WARNING, Card, Choice, Control, Press
from bot.rendering.people import mention, short_mention
from bot.rendering.sentences import listing
from bot.rendering.text import plain, quote

MOST_NAMES: Final = 10
MOST_RATINGS: Final = 8
MOST_MOVED: Final = 50
TOLD_IN_FULL: Final = 3
"""Events of which all is told; of more, a line each fits a message."""
_NAME_LENGTH: Final = 40
_SHORT: Final = 24
_MARKS: Final = {RatedFate.RATED: "📈", RatedFate.IN_LIST: "🗂️", RatedFate.UNRATED: "–", RatedFate.LEFT: "–"}


def preview(found: Arrival, seen: str, voice: Voice) -> Card:
    """What would be brought in, and who is who; nothing is written yet. `seen` names what is shown."""
    title = voice.count("past.arriving", len(found.events))
    closing = voice.say("past.confirm")
    doubts = tuple(_doubts(found, voice))
    return Card(
        (f"### {title}", *_body(found, voice), *doubts, closing),
        controls=tuple(_controls(found, seen, voice)),
        colour=WARNING if doubts else QUIET,
    )


def receipt(found: Arrival, voice: Voice) -> Card:
    """The events stand here now."""
    lines = [voice.say("record.arrived_next"), voice.say("past.undo")]
    if any(one.for_title for one in found.events):
        lines.append(voice.say("past.champion_by_hand"))
    title = voice.count("past.arrived", len(found.events))
    return Card((f"### {title}", *_body(found, voice), "\n".join(lines)))


def refusal(file: str, fault: str, voice: Voice) -> Card:
    """A file that cannot be read at all, with why; nothing of any file was taken."""
    return Card((f"{voice.say('past.refused', file=quote(file))}\n{fault}",), colour=DANGER)


def announcement(view: BroughtView, voice: Voice) -> Card:
    """Past events are on record here, who brought them in, and what came of ratings."""
    lines = [_announcement_line(one, voice) for one in view.events]
    said = voice.say("past.announced_listed" if view.listed else "past.announced_unlisted")
    title = voice.count("past.announced", len(view.events), who=mention(view.by))
    return Card((f"### {title}", "\n".join(lines), *_follows(view, voice), said))


def agreement(signature_id: str, voice: Voice) -> Card:
    """To who sent the files: they may come in."""
    press = Press(f"record-agreed:{signature_id}", voice.say("past.bring"), ButtonStyle.success)
    return Card((voice.say("past.agreed"),), controls=((press,),))


def wish_words(told: PastEventsTold, voice: Voice) -> tuple[str, ...]:
    """What would come in, and each rating that would move by it."""
    official = voice.say("past.official")
    events = [
        f"- **{quote(name, _NAME_LENGTH)}**{f' {official}' if is_official else ''}" for name, is_official in told.events
    ]
    taken = voice.say(f"past.wish_{told.ratings.value}")
    return voice.count("past.wish", len(told.events)), "\n".join(events), taken, *_moves(told.moved, voice)


def _follows(view: BroughtView, voice: Voice) -> Iterator[str]:
    """Each rating that moved, who is invited by it, and each title that is proposed."""
    yield from _moves(view.moved, voice)
    for one in view.onward:
        yield from ending_words.onward(one, voice)
    if view.titles:
        names = [f"{short_mention(one, _SHORT)}: {title}" for one, title in view.titles]
        yield "\n".join([voice.count("past.titles_follow", len(names)), *(f"- {one}" for one in names)])


def _moves(moved: Sequence[RatingMoved], voice: Voice) -> Iterator[str]:
    """All of them in one paragraph: a list of forty has forty names."""
    if moved:
        told = " · ".join(_change(one, voice).removeprefix("- ") for one in moved[:MOST_MOVED])
        hidden = len(moved) - MOST_MOVED
        more = f" · +{hidden}" if hidden > 0 else ""
        yield f"{voice.count('past.moved', len(moved))}\n{told}{more}"


def _announcement_line(one: BroughtLine, voice: Voice) -> str:
    name, day = quote(one.tournament.name, _NAME_LENGTH), _day(one.tournament.ended_at or one.tournament.start_at)
    if one.champion is None:
        return f"- **{name}** · {day}"
    return voice.say("past.announced_won", name=name, day=day, champion=short_mention(one.champion, _NAME_LENGTH))


def withdrawal(view: BroughtView, voice: Voice) -> Card:
    """They are on record no more."""
    names = listing([quote(one.tournament.name, _NAME_LENGTH) for one in view.events], voice)
    key = "past.taken_back_lists" if view.listed else "past.taken_back"
    return Card((voice.say(key, who=mention(view.by), events=names),), colour=QUIET)


def _body(found: Arrival, voice: Voice) -> Iterator[str]:
    yield "\n".join(_events(found, voice))
    people = []
    if found.known:
        known = [short_mention(one, _SHORT) for one in found.known]
        people.append(voice.say("record.known", people=_list(known)))
    if found.new:
        people.append(voice.say("record.new", people=_list([quote(one, _SHORT) for one in found.new])))
    yield "\n".join(people)
    yield _ratings(found, voice)
    if any(one.left_behind for one in found.events):
        yield voice.say("record.left_behind")
    yield from _lines_unused(found, voice)


def _lines_unused(found: Arrival, voice: Voice) -> Iterator[str]:
    """What reports say that nothing follows from, told once for all files."""
    unused = sorted({code for one in found.events for code in one.unused})
    if unused:
        yield voice.say("record.unused", codes=", ".join(f"`{code}`" for code in unused))


def _events(found: Arrival, voice: Voice) -> Iterator[str]:
    """Each event by itself; of many, a line each, and what is in the list already is told once for all."""
    brief = len(found.events) > TOLD_IN_FULL
    for number, one in enumerate(found.events, start=1):
        yield _event_line(number, one, voice) if brief else _event(number, one, found, voice)
    if brief and any(one.fate is RatedFate.IN_LIST for one in found.events):
        yield f"-# 🗂️ {_fate(RatedFate.IN_LIST, found, voice)}"


def _event_line(number: int, one: PastEvent, voice: Voice) -> str:
    day = voice.say("past.no_day") if one.ended_at is None else _day(one.ended_at)
    champion = voice.say("record.nobody") if one.champion is None else quote(one.champion, _SHORT)
    parts = (f"**{quote(one.name, _SHORT)}**", day, quote(one.filename, _SHORT), f"🏆 {champion}", _MARKS[one.fate])
    return f"{number}. {' · '.join(parts)}"


def _event(number: int, one: PastEvent, found: Arrival, voice: Voice) -> str:
    day = voice.say("past.no_day") if one.ended_at is None else _day(one.ended_at)
    name = f"{number}. **{quote(one.name, _NAME_LENGTH)}** · {day} · {quote(one.filename, _NAME_LENGTH)}"
    champion = voice.say("record.nobody") if one.champion is None else quote(one.champion, _NAME_LENGTH)
    told = [voice.count("record.contests", one.contests, champion=champion)]
    if one.official:
        told.append(voice.say("past.official"))
    elif one.in_vain:
        told.append(voice.say("past.not_official"))
    told.append(_fate(one.fate, found, voice))
    return f"{name}\n-# {' '.join(told)}"


def _fate(fate: RatedFate, found: Arrival, voice: Voice) -> str:
    if fate is RatedFate.RATED:
        return voice.say(f"past.rated_{found.ratings.value}")
    if fate is RatedFate.IN_LIST and found.listed_at is not None:
        return voice.say("past.in_list", day=_day(found.listed_at))
    return voice.say("past.not_rated")


def _ratings(found: Arrival, voice: Voice) -> str:
    if not found.moved:
        return voice.say("past.no_list")
    lines = [_change(one, voice) for one in found.moved[:MOST_RATINGS]]
    hidden = len(found.moved) - len(lines)
    more = [f"-# +{hidden}"] if hidden else []
    return "\n".join([voice.count("past.list", len(found.moved)), *lines, *more])


def _change(one: RatingMoved, voice: Voice) -> str:
    before = voice.say("past.no_rating") if one.before is None else str(round(one.before))
    return f"- {short_mention(one.person, _SHORT)}: {before} → **{round(one.after)}**"


def _doubts(found: Arrival, voice: Voice) -> Iterator[str]:
    lines = [
        voice.say(f"past.doubt_{doubt.value}", files=_list([quote(one, _SHORT) for one in files]))
        for doubt, files in found.doubts
    ]
    if found.several:
        names = [f"{quote(name, _SHORT)} ({count})" for name, count in found.several]
        lines.append(voice.say("past.several", names=_list(names)))
    if found.look_alikes:
        pairs = [f"{quote(one, _SHORT)} / {quote(other, _SHORT)}" for one, other in found.look_alikes[:4]]
        lines.append(voice.say("past.look_alikes", names=_list(pairs)))
    if lines:
        yield "\n".join(f"- {one}" for one in lines)


def _controls(found: Arrival, seen: str, voice: Voice) -> Iterator[Control]:
    yield tuple(
        Press(
            f"record-ratings:{one.value}",
            voice.say(f"past.take_{one.value}"),
            ButtonStyle.primary if one is found.ratings else ButtonStyle.secondary,
            disabled=one is found.ratings,
        )
        for one in RatingsTaken
    )
    if found.several:
        names = tuple((plain(name, 100), plain(name, 100)) for name, _ in found.several[:MOST_OPTIONS])
        yield Choice("record-apart:", voice.say("past.apart"), names, most=len(names))
    bring = Press(f"record-bring:{seen}", voice.say("past.bring"), ButtonStyle.success)
    yield (bring, Press("record-again:", voice.say("record.again"))) if found.known else (bring,)


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:D>"


def _list(names: list[str]) -> str:
    """As many as fit a message, and how many more there are."""
    hidden = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" (+{hidden})" if hidden > 0 else "")
