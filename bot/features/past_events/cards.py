"""Past events that are brought in together: what would come of them, what came, and faults of a record.

A fault names the place and the fix. A record is handed over with what a replay of it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from typing import TYPE_CHECKING, Final

from discord import ButtonStyle

from bot.features.past_events.model import (
    BroughtEvents,
    BroughtLine,
    BroughtView,
    NameAsked,
    NamesAsked,
    PastEvent,
    PastEventsTold,
    RatedFate,
    RatingMoved,
    RatingsTaken,
)
from bot.features.rounds import ending_cards as rounds_ending_cards
from bot.features.signing.cards import WishCards
from bot.features.tournaments.rulebook_cards import problem_line
from bot.i18n.catalogue import Translator
from bot.layout.cards import DANGER, MOST_OPTIONS, QUIET, WARNING, Button, Card, Choice, Control, Document
from bot.layout.sentences import listing, plain, quote
from bot.people.cards import is_this, mention, short_mention
from bot.play.format_checks import RulebookProblem
from bot.record.errors import FaultCode, RecordFault

if TYPE_CHECKING:
    from bot.record.replaying import Difference
    from bot.record.writing import Exported


# --- past events ----------------------------------------------------------------------------------------------------


MOST_NAMES: Final = 10
MOST_RATINGS: Final = 8
MOST_MOVED: Final = 50
TOLD_IN_FULL: Final = 3
"""Events of which all is told; of more, a line each fits a message."""
_NAME_LENGTH: Final = 40
_SHORT: Final = 24
_MARKS: Final = {RatedFate.RATED: "📈", RatedFate.IN_LIST: "🗂️", RatedFate.UNRATED: "–", RatedFate.LEFT: "–"}


def preview(brought: BroughtEvents, seen: str, translator: Translator) -> Card:
    """What would be brought in, and who is who; nothing is written yet. `seen` names what is shown."""
    title = translator.count("past.arriving", len(brought.events))
    closing = translator.say("past.confirm")
    doubts = tuple(_doubts(brought, translator))
    return Card(
        (f"### {title}", *_body(brought, translator), *doubts, closing),
        controls=tuple(_controls(brought, seen, translator)),
        colour=WARNING if doubts else QUIET,
    )


def receipt(brought: BroughtEvents, translator: Translator) -> Card:
    """The events stand here now."""
    lines = [translator.say("record.arrived_next"), translator.say("past.undo")]
    if any(event.for_title for event in brought.events):
        lines.append(translator.say("past.champion_by_hand"))
    title = translator.count("past.arrived", len(brought.events))
    return Card((f"### {title}", *_body(brought, translator), "\n".join(lines)))


def refusal(file: str, fault: str, translator: Translator) -> Card:
    """A file that cannot be read at all, with why; nothing of any file was taken."""
    return Card((f"{translator.say('past.refused', file=quote(file))}\n{fault}",), colour=DANGER)


def announcement(view: BroughtView, translator: Translator) -> Card:
    """Past events are on record here, who brought them in, and what came of ratings."""
    lines = [_announcement_line(event, translator) for event in view.events]
    text = translator.say("past.announced_listed" if view.listed else "past.announced_unlisted")
    title = translator.count("past.announced", len(view.events), who=mention(view.by))
    return Card((f"### {title}", "\n".join(lines), *_follows(view, translator), text))


def agreement(signature_id: str, translator: Translator) -> Card:
    """To who sent the files: they may come in."""
    press = Button(f"record-agreed:{signature_id}", translator.say("past.bring"), ButtonStyle.success)
    return Card((translator.say("past.agreed"),), controls=((press,),))


def wish_words(told: PastEventsTold, translator: Translator) -> tuple[str, ...]:
    """What would come in, and each rating that would move by it."""
    official = translator.say("past.official")
    events = [
        f"- **{quote(name, _NAME_LENGTH)}**{f' {official}' if is_official else ''}" for name, is_official in told.events
    ]
    taken = translator.say(f"past.wish_{told.ratings.value}")
    return translator.count("past.wish", len(told.events)), "\n".join(events), taken, *_moves(told.moved, translator)


def _follows(view: BroughtView, translator: Translator) -> Iterator[str]:
    """Each rating that moved, who is invited by it, and each title that is proposed."""
    yield from _moves(view.moved, translator)
    for one in view.onward:
        yield from rounds_ending_cards.onward(one, translator)
    if view.titles:
        names = [f"{short_mention(one, _SHORT)}: {title}" for one, title in view.titles]
        yield "\n".join([translator.count("past.titles_follow", len(names)), *(f"- {name}" for name in names)])


def _moves(moved: Sequence[RatingMoved], translator: Translator) -> Iterator[str]:
    """All of them in one paragraph: a list of forty has forty names."""
    if moved:
        told = " · ".join(_change(one, translator).removeprefix("- ") for one in moved[:MOST_MOVED])
        hidden = len(moved) - MOST_MOVED
        more = f" · +{hidden}" if hidden > 0 else ""
        yield f"{translator.count('past.moved', len(moved))}\n{told}{more}"


def _announcement_line(one: BroughtLine, translator: Translator) -> str:
    name, day = quote(one.tournament.name, _NAME_LENGTH), _day(one.tournament.ended_at or one.tournament.start_at)
    if one.champion is None:
        return f"- **{name}** · {day}"
    return translator.say("past.announced_won", name=name, day=day, champion=short_mention(one.champion, _NAME_LENGTH))


def withdrawal(view: BroughtView, translator: Translator) -> Card:
    """They are on record no more."""
    names = listing([quote(event.tournament.name, _NAME_LENGTH) for event in view.events], translator)
    key = "past.taken_back_lists" if view.listed else "past.taken_back"
    return Card((translator.say(key, who=mention(view.by), events=names),), colour=QUIET)


def _body(brought: BroughtEvents, translator: Translator) -> Iterator[str]:
    yield "\n".join(_events(brought, translator))
    people = []
    if brought.known:
        known = [short_mention(one, _SHORT) for one in brought.known]
        people.append(translator.say("record.known", people=_list(known)))
    if brought.new:
        people.append(translator.say("record.new", people=_list([quote(one, _SHORT) for one in brought.new])))
    yield "\n".join(people)
    yield _ratings(brought, translator)
    if any(event.left_behind for event in brought.events):
        yield translator.say("record.left_behind")
    yield from _lines_unused(brought, translator)


def _lines_unused(brought: BroughtEvents, translator: Translator) -> Iterator[str]:
    """What reports say that nothing follows from, told once for all files."""
    unused = sorted({code for event in brought.events for code in event.unused})
    if unused:
        yield translator.say("record.unused", codes=", ".join(f"`{code}`" for code in unused))


def _events(brought: BroughtEvents, translator: Translator) -> Iterator[str]:
    """Each event by itself; of many, a line each, and what is in the list already is told once for all."""
    brief = len(brought.events) > TOLD_IN_FULL
    for number, one in enumerate(brought.events, start=1):
        yield _event_line(number, one, translator) if brief else _event(number, one, brought, translator)
    if brief and any(event.fate is RatedFate.IN_LIST for event in brought.events):
        yield f"-# 🗂️ {_fate(RatedFate.IN_LIST, brought, translator)}"


def _event_line(number: int, one: PastEvent, translator: Translator) -> str:
    day = translator.say("past.no_day") if one.ended_at is None else _day(one.ended_at)
    champion = translator.say("record.nobody") if one.champion is None else quote(one.champion, _SHORT)
    parts = (f"**{quote(one.name, _SHORT)}**", day, quote(one.filename, _SHORT), f"🏆 {champion}", _MARKS[one.fate])
    return f"{number}. {' · '.join(parts)}"


def _event(number: int, one: PastEvent, brought: BroughtEvents, translator: Translator) -> str:
    day = translator.say("past.no_day") if one.ended_at is None else _day(one.ended_at)
    name = f"{number}. **{quote(one.name, _NAME_LENGTH)}** · {day} · {quote(one.filename, _NAME_LENGTH)}"
    champion = translator.say("record.nobody") if one.champion is None else quote(one.champion, _NAME_LENGTH)
    told = [translator.count("record.contests", one.contests, champion=champion)]
    if one.official:
        told.append(translator.say("past.official"))
    elif one.in_vain:
        told.append(translator.say("past.not_official"))
    told.append(_fate(one.fate, brought, translator))
    return f"{name}\n-# {' '.join(told)}"


def _fate(fate: RatedFate, brought: BroughtEvents, translator: Translator) -> str:
    if fate is RatedFate.RATED:
        return translator.say(f"past.rated_{brought.ratings.value}")
    if fate is RatedFate.IN_LIST and brought.listed_at is not None:
        return translator.say("past.in_list", day=_day(brought.listed_at))
    return translator.say("past.not_rated")


def _ratings(brought: BroughtEvents, translator: Translator) -> str:
    if not brought.moved:
        return translator.say("past.no_list")
    lines = [_change(one, translator) for one in brought.moved[:MOST_RATINGS]]
    hidden = len(brought.moved) - len(lines)
    more = [f"-# +{hidden}"] if hidden else []
    return "\n".join([translator.count("past.list", len(brought.moved)), *lines, *more])


def _change(one: RatingMoved, translator: Translator) -> str:
    before = translator.say("past.no_rating") if one.before is None else str(round(one.before))
    return f"- {short_mention(one.person, _SHORT)}: {before} → **{round(one.after)}**"


def _doubts(brought: BroughtEvents, translator: Translator) -> Iterator[str]:
    lines = [
        translator.say(f"past.doubt_{doubt.value}", files=_list([quote(file, _SHORT) for file in files]))
        for doubt, files in brought.doubts
    ]
    if brought.several:
        names = [f"{quote(name, _SHORT)} ({count})" for name, count in brought.several]
        lines.append(translator.say("past.several", names=_list(names)))
    if brought.look_alikes:
        pairs = [f"{quote(one, _SHORT)} / {quote(other, _SHORT)}" for one, other in brought.look_alikes[:4]]
        lines.append(translator.say("past.look_alikes", names=_list(pairs)))
    if lines:
        yield "\n".join(f"- {line}" for line in lines)


def _controls(brought: BroughtEvents, seen: str, translator: Translator) -> Iterator[Control]:
    yield tuple(
        Button(
            f"record-ratings:{one.value}",
            translator.say(f"past.take_{one.value}"),
            ButtonStyle.primary if one is brought.ratings else ButtonStyle.secondary,
            disabled=one is brought.ratings,
        )
        for one in RatingsTaken
    )
    if brought.several:
        names = tuple((plain(name, 100), plain(name, 100)) for name, _ in brought.several[:MOST_OPTIONS])
        yield Choice("record-apart:", translator.say("past.apart"), names, most=len(names))
    bring = Button(f"record-bring:{seen}", translator.say("past.bring"), ButtonStyle.success)
    yield (bring, Button("record-again:", translator.say("record.again"))) if brought.known else (bring,)


def _day(at: datetime) -> str:
    return f"<t:{int(at.timestamp())}:D>"


def _list(names: list[str]) -> str:
    """As many as fit a message, and how many more there are."""
    hidden = len(names) - MOST_NAMES
    return ", ".join(names[:MOST_NAMES]) + (f" (+{hidden})" if hidden > 0 else "")


# --- faults of a record ---------------------------------------------------------------------------------------------


MOST_LINES = 12
_PLACE_LENGTH = 80
_WORDS_LENGTH = 300
_OF_REPORTS = frozenset(
    {
        FaultCode.NOT_A_TRF,
        FaultCode.WRONG_POINTS,
        FaultCode.REPORT_ROUNDS,
        FaultCode.REPORT_LINE,
        FaultCode.REPORT_TEAMS,
        FaultCode.REPORT_KIND,
        FaultCode.REPORT_SCORING,
        FaultCode.REPORT_BYE,
    }
)
"""Faults whose sentences say that the place is a line."""


def fault_lines(file: str, faults: Sequence[RecordFault], translator: Translator) -> tuple[str, ...]:
    """A heading with the file's name, a line for each fault, and what to do next; markdown, safe to show."""
    told = [f"- {fault_line(fault, translator)}" for fault in faults[:MOST_LINES]]
    hidden = len(faults) - len(told)
    more = [translator.count("record.more_faults", hidden)] if hidden > 0 else []
    return (
        translator.count("record.refused", len(faults), file=quote(file)),
        *told,
        *more,
        translator.say("record.next"),
    )


def fault_line(fault: RecordFault, translator: Translator) -> str:
    """One fault with its place."""
    if fault.code is FaultCode.RULEBOOK and fault.problem is not None:
        return problem_line(_in_the_file(fault.problem), translator)
    wanted = (
        _kind(fault.wanted, translator) if fault.code is FaultCode.WRONG_KIND else quote(fault.wanted or " ").strip()
    )
    return translator.say(
        f"record.fault.{fault.code}",
        place=_place(fault, translator),
        given=quote(fault.given) if fault.given else "",
        wanted=wanted,
    )


def _place(fault: RecordFault, translator: Translator) -> str:
    """The place in the file; of a report the line, which the sentences of reports name by themselves."""
    if fault.place.isdecimal() and fault.code not in _OF_REPORTS:
        return translator.say("record.place_line", number=fault.place)
    return code(fault.place) or translator.say("record.whole_file")


def _in_the_file(problem: RulebookProblem) -> RulebookProblem:
    """A problem of the rulebook with the keys as the record has them."""
    other = f"rulebook.{problem.other}" if problem.other else ""
    return replace(problem, key=f"rulebook.{problem.key}" if problem.key else "rulebook", other=other)


def _kind(wanted: str, translator: Translator) -> str:
    kind, _, limit = wanted.partition(":")
    return translator.say(f"record.kind.{kind}", limit=quote(limit, _WORDS_LENGTH) if limit else "")


def code(text: str) -> str:
    """As Discord shows code; a place may hold what its author typed."""
    shown = plain(text, _PLACE_LENGTH).replace("`", "'")
    return f"`{shown}`" if text else ""


# --- records --------------------------------------------------------------------------------------------------------


def export(found: Exported, translator: Translator) -> Card:
    """The files, what they are for, and whether the record agrees with its own facts."""
    lines = [
        translator.say("record.body", file=found.files[0][0]),
        _verdict(found, translator),
        translator.say("record.tables"),
    ]
    if found.has_trf:
        lines.append(translator.say("record.trf"))
    return Card(
        (f"### {translator.say('record.title', name=quote(found.name))}", "\n".join(lines)),
        documents=tuple(Document(name, data) for name, data in found.files),
    )


def record_refusal(file: str, faults: tuple[RecordFault, ...], translator: Translator) -> Card:
    """Every fault with its place; nothing was taken."""
    return Card(("\n".join(fault_lines(file, faults, translator)),), colour=DANGER)


def disagrees(file: str, difference: Difference, translator: Translator) -> Card:
    """A file whose claims do not follow from its own facts; nothing was taken."""
    text = translator.say("record.tampered", file=quote(file))
    return Card((f"{text}\n{_difference(difference, translator)}",), colour=DANGER)


def who_is_who(found: NamesAsked, translator: Translator) -> Card:
    """Whom the names of the file mean: a question for the very names together, then one for each other name."""
    again = ((Button("record-again:", translator.say("record.again")),),) if found.said else ()
    title = f"### {translator.say('record.who')}"
    asked = _same(found, translator) if found.same else _alike(found, translator)
    said = (title, translator.say("record.who_why"), *asked.paragraphs, translator.count("record.left", found.left))
    return replace(asked, paragraphs=said, controls=(*asked.controls, *again), colour=WARNING)


def _same(found: NamesAsked, translator: Translator) -> Card:
    lines = [f"{quote(one.name, 40)} → {short_mention(one.alike[0], 40)}" for one in found.same]
    others = tuple((one.name_id, plain(one.name)) for one in found.same)
    yes = Button(f"record-same:{found.seen}", translator.say("record.all_same"), ButtonStyle.success)
    menu = Choice("record-others:", translator.say("record.others"), others, most=len(others))
    return Card((translator.say("record.same"), "\n".join(lines)), controls=((yes,), menu))


def _alike(found: NamesAsked, translator: Translator) -> Card:
    lines = [
        translator.say(
            "record.alike_line",
            name=quote(one.name),
            known=listing([short_mention(known, 40) for known in one.alike], translator),
        )
        if one.alike
        else translator.say("record.nobody_alike", name=quote(one.name))
        for one in found.alike
    ]
    return Card(("\n".join(lines),), controls=tuple(_question(one, translator) for one in found.alike))


def _question(one: NameAsked, translator: Translator) -> tuple[Button, ...]:
    new = Button(f"record-new:{one.name_id}", translator.say("teams.is_new", name=plain(one.name, 24)))
    return (*is_this(one.name, one.alike, f"record-is:{one.name_id}", translator), new)


def _verdict(found: Exported, translator: Translator) -> str:
    return translator.say("record.agrees") if found.difference is None else _difference(found.difference, translator)


def _difference(one: Difference, translator: Translator) -> str:
    nothing = translator.say("record.nothing")
    return translator.say(
        "record.differs",
        place=code(one.place),
        derived=quote(one.derived) if one.derived else nothing,
        recorded=quote(one.recorded) if one.recorded else nothing,
    )


class PastEventCards(WishCards):
    """What files of past events would move."""

    def wish(self, told: object, translator: Translator) -> Sequence[str] | None:
        """Each event, and each rating that would move."""
        return wish_words(told, translator) if isinstance(told, PastEventsTold) else None
