"""An opening list before it comes in: what each line would do, what is wrong, and who is meant."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from discord import ButtonStyle

from bot.domain.ids import MemberId
from bot.domain.opening.lines import Column, LineFault
from bot.domain.opening.own_rows import OwnRowTold
from bot.domain.opening.plans import LineChange, LinePlan, OpeningPreview
from bot.domain.permissions import ArbiterTitle, Office
from bot.domain.registry.titles import MasterTitle
from bot.i18n import Voice
from bot.i18n.territories import country_name, flag
from bot.rendering.layout import QUIET, WARNING, Card, Control, Press
from bot.rendering.opening import who_cards
from bot.rendering.opening.opening_notices import day
from bot.rendering.opening.words import heading
from bot.rendering.people import mention
from bot.rendering.registry.title_cards import title_name
from bot.rendering.sentences import listing, moment, number
from bot.rendering.text import quote

LINES_ON_A_PAGE: Final = 8
_ROW_LENGTH: Final = 320
_CHANGES_SHOWN: Final = 8
_UNREAD_SHOWN: Final = 8


def preview(view: OpeningPreview, page: int, voice: Voice) -> Card:
    """What the list would do, faults first, with pages to turn and the way on."""
    rows = _rows(view, voice)
    last = max(0, -(-len(rows) // LINES_ON_A_PAGE) - 1)
    at = min(max(page, 0), last)
    shown = rows[at * LINES_ON_A_PAGE : (at + 1) * LINES_ON_A_PAGE]
    title = voice.say("opening.preview", file=quote(view.file_name, 60), day=day(view.dated_at))
    paragraphs = (f"### {title}", "\n".join(_summary(view, voice)), "\n".join(shown), _next(view, voice))
    colour = WARNING if view.faults or view.questions or view.has_moved else QUIET
    return Card(tuple(one for one in paragraphs if one), controls=_controls(view, at, last, voice), colour=colour)


def _summary(view: OpeningPreview, voice: Voice) -> Iterator[str]:
    if view.has_moved:
        yield voice.say("opening.moved")
    if view.brought_at is not None:
        yield voice.say("opening.brought_before", at=moment(view.brought_at))
    counts = {
        "new": view.new,
        "changed": view.changed,
        "unchanged": view.unchanged,
        "faults": len({one.line for one in view.faults}),
        "questions": len(view.questions),
    }
    yield from (voice.count(f"opening.count_{what}", many) for what, many in counts.items() if many)
    yield from _notes(view, voice)


def _notes(view: OpeningPreview, voice: Voice) -> Iterator[str]:
    """What of the file is not as one would expect, and who else is needed."""
    if Column.RATING not in view.columns and not view.left_out:
        yield voice.say("opening.no_ratings")
    if view.unread:
        names = listing([f"**{quote(one, 30)}**" for one in view.unread[:_UNREAD_SHOWN]], voice)
        yield voice.say("opening.unread", names=names)
    yield from _founding(view, voice)
    if view.reserved and not view.may_confirm:
        names = listing([f"**{heading(one, voice)}**" for one in view.reserved], voice)
        yield voice.say("opening.needs_others", columns=names)


def _founding(view: OpeningPreview, voice: Voice) -> Iterator[str]:
    """Until when lists bring all of it, what stays out since, and that the own row is signed by another."""
    if view.left_out and view.closes_at is not None:
        names = listing([f"**{heading(one, voice)}**" for one in view.left_out], voice)
        yield voice.say("opening.left_out", columns=names, since=moment(view.closes_at))
    elif view.closes_at is not None:
        yield voice.say("opening.closes", until=moment(view.closes_at))
    if view.own_row:
        yield voice.say("opening.own_row_waits")


def _next(view: OpeningPreview, voice: Voice) -> str:
    if view.faults:
        return voice.say("opening.next_faults")
    if view.questions:
        return voice.say("opening.next_questions")
    if not view.can_be_confirmed:
        return voice.say("opening.next_nothing")
    if not view.may_confirm:
        return voice.say("opening.next_hand_over")
    return voice.say("opening.next_confirm_own" if view.own_row else "opening.next_confirm")


def _controls(view: OpeningPreview, page: int, last: int, voice: Voice) -> tuple[Control, ...]:
    draft = view.draft_id
    turns = (
        Press(f"opening-page:{draft}/{max(page - 1, 0)}", voice.say("opening.earlier"), disabled=page == 0),
        Press(f"opening-page:{draft}/{page + 1}", voice.say("opening.later"), disabled=page == last),
    )
    acts: list[Press] = []
    if view.questions and not view.faults:
        acts.append(Press(f"opening-who:{draft}", voice.say("opening.who_button"), ButtonStyle.primary))
    elif view.answered:
        acts.append(Press(f"opening-again:{draft}", voice.say("record.again")))
    if view.can_be_confirmed and view.may_confirm:
        acts.append(Press(f"opening-confirm:{draft}.{view.seen}", voice.say("opening.confirm"), ButtonStyle.success))
    elif view.can_be_confirmed:
        acts.append(Press(f"opening-hand:{draft}", voice.say("opening.hand_over"), ButtonStyle.primary))
    acts.append(Press(f"opening-drop:{draft}", voice.say("opening.drop")))
    return (*((turns,) if last else ()), tuple(acts))


def _rows(view: OpeningPreview, voice: Voice) -> list[str]:
    faults = [_fault(one, voice) for one in view.faults]
    wrong = {one.line for one in view.faults}
    asked = [who_cards.question_row(one, voice) for one in view.questions]
    told = [_plan(one, voice) for one in view.plans if one.line.number not in wrong and not one.does_nothing]
    return [*faults, *asked, *told]


def _fault(one: LineFault, voice: Voice) -> str:
    column = "" if one.column is None else f" · **{heading(one.column, voice)}**"
    given, other = quote(one.given, 40), quote(one.other, 40)
    return f"❌ {voice.say('opening.line', line=one.line)}{column}: " + voice.say(
        f"opening.fault.{one.trouble}", given=given, other=other
    )


def _plan(one: LinePlan, voice: Voice) -> str:
    who = quote(one.line.name, 60) if one.person is None else mention(one.person)
    if one.person is None and one.line.member_id is not None:
        who = f"{who} (<@{one.line.member_id}>)"
    sign = "🆕" if one.person is None else "✏️"
    changes = [_change(change, voice) for change in one.changes[:_CHANGES_SHOWN]]
    hidden = len(one.changes) - _CHANGES_SHOWN
    said = " · ".join([*changes, *([f"+{hidden}"] if hidden > 0 else [])])
    row = f"{sign} {voice.say('opening.line', line=one.line.number)} · **{who}**"
    return _cut(f"{row} · {said}" if said else row)


def _cut(row: str) -> str:
    """A row of a page that is not longer than its share; whole changes are left out, so that no mark is torn."""
    while len(row) > _ROW_LENGTH and " · " in row:
        row = row.rpartition(" · ")[0] + " …"
    return row


def _change(change: LineChange, voice: Voice) -> str:
    name = heading(change.column, voice)
    match change.column:
        case Column.BAR_REASON:
            until = voice.say("opening.until_further_notice") if change.after is None else _value(change, voice)
            return f"🚫 {quote(change.of, 60)} ({until})"
        case Column.OFFICE:
            return voice.say(f"people.office_{Office(str(change.after))}")
        case Column.MASTER_TITLE:
            return f"{title_name(MasterTitle(change.of), voice)} ({_value(change, voice)})"
        case Column.ARBITER_TITLE:
            return f"{title_name(ArbiterTitle(change.of), voice)} ({_value(change, voice)})"
        case Column.CHAMPIONSHIPS | Column.WORLD_TITLES:
            return f"🏆 {quote(change.of, 40)} ({_value(change, voice)})"
        case Column.ACCOUNTS:
            return f"{quote(change.of, 30)}: {quote(str(change.after), 32)}"
        case _:
            before = "" if change.before is None else f"{_say_value(change.column, change.before, voice)} → "
            return f"{name} {before}{_value(change, voice)}"


def _value(change: LineChange, voice: Voice) -> str:
    return _say_value(change.column, change.after, voice)


def _say_value(column: Column, value: object, voice: Voice) -> str:
    match value:
        case datetime():
            return day(value)
        case (int() as months, int() as days):
            parts = [voice.count("opening.months", months)] if months or not days else []
            return listing([*parts, *([voice.count("opening.days", days)] if days else [])], voice)
        case str() if column is Column.COUNTRY:
            return f"{flag(value)} {country_name(value, voice.locale)}"
        case int() | float():
            return number(value, voice)
        case _:
            return quote(str(value), 40)


def own_row(told: OwnRowTold, voice: Voice) -> tuple[str, ...]:
    """What a list says of who sent it, each thing on a line of its own."""
    said = voice.say("opening.own_row", file=quote(told.file_name, 60), who=mention(told.person))
    changes = "\n".join(f"- {_change(one, voice)}" for one in told.plan.changes)
    return said, changes or voice.say("opening.own_row_nothing")


def who_is_who(view: OpeningPreview, voice: Voice) -> Card:
    """Whom names of the list mean; the preview once all is said."""
    if not view.questions:
        return preview(view, 0, voice)
    return who_cards.who_is_who(view.questions, "opening", view.draft_id, voice)


def receipt(voice: Voice) -> Card:
    """The list has come in."""
    return Card((voice.say("opening.done"),))


def farewell(voice: Voice) -> Card:
    """Nothing of it is left."""
    return Card((voice.say("opening.dropped"),), colour=QUIET)


def handed_over(members: tuple[MemberId, ...], voice: Voice) -> Card:
    """Who was asked for a word."""
    if not members:
        return Card((voice.say("opening.handed_to_nobody"),), colour=WARNING)
    return Card((voice.say("opening.handed_over", people=listing([f"<@{one}>" for one in members], voice)),))
