"""The opening list as people look at it: its template, what it would do, whom it means, and what everybody reads.

The end of a founding has a card too, with the button that says that moving in is done.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from typing import Final

from discord import ButtonStyle

from bot.features.opening.model import FREE, Column, Words
from bot.features.opening.plans_model import (
    LineChange,
    LinePlan,
    OpeningListBrought,
    OpeningPreview,
    OpeningTold,
    OwnRowTold,
)
from bot.features.registry.cards import title_name
from bot.features.registry.titles_model import MasterTitle
from bot.i18n.catalogue import LOCALES, Translator, countries_like, country_name, flag
from bot.i18n.moment_words import DateOrder
from bot.i18n.moments import date_order
from bot.i18n.names import sound
from bot.kernel.ids import MemberId
from bot.layout.cards import QUIET, WARNING, Button, Card, Document, Line
from bot.layout.sentences import listing, moment, number, quote
from bot.people import cards as people_cards
from bot.people.cards import (
    fault_row,
    line_of,
    mention,
    name_parts,
    names_in,
    question_row,
    short_mention,
    turn,
    unread,
    words_of,
)
from bot.people.model import ArbiterTitle, FoundingView, Office, Person

# --- what everybody reads -------------------------------------------------------------------------------------------


MOST_NAMED = 25
_NAME_LENGTH = 40


def arrival(told: OpeningTold, said: OpeningListBrought, translator: Translator) -> Card:
    """Who came along, who holds what by it, and where to look further."""
    counts = [translator.count("opening.told_people", said.people), translator.count("opening.told_new", said.new)]
    counts.append(translator.count("opening.told_ratings", said.ratings))
    if told.bars:
        counts.append(translator.count("opening.told_bars", told.bars))
    officers = [
        f"- {short_mention(one, _NAME_LENGTH)}: {_office_or_title(what, translator)}" for one, what in told.officers
    ]
    champions = [f"- {short_mention(one, _NAME_LENGTH)}: 🏆 {quote(event, 60)}" for one, event in told.champions]
    listed = [*officers, *champions]
    hidden = len(listed) - MOST_NAMED
    shown = [*listed[:MOST_NAMED], *([f"- … (+{hidden})"] if hidden > 0 else [])]
    title = translator.say("opening.told", by=mention(told.by), day=day(told.dated_at))
    paragraphs = [title, "\n".join(f"- {one}" for one in counts)]
    if shown:
        paragraphs.append("\n".join([translator.say("opening.told_held"), *shown]))
    paragraphs.append(translator.say("opening.told_next"))
    return Card(tuple(paragraphs))


def founding_ends(closes_at: datetime, by: Person | None, translator: Translator) -> Card:
    """Until when lists bring all of it, and what they bring afterwards."""
    if by is None:
        text = translator.say("opening.founding_ends_by_events", until=moment(closes_at))
    else:
        text = translator.say("opening.founding_ends", by=mention(by), until=moment(closes_at))
    return Card((text, translator.say("opening.founding_after")), colour=WARNING)


def undone(dated_at: datetime, by: Person, translator: Translator) -> Card:
    """It is as it was before the list."""
    return Card((translator.say("opening.undone", by=mention(by), day=day(dated_at)),), colour=WARNING)


def waits(draft_id: str, file_name: str, asker: Person, translator: Translator) -> Card:
    """To the server's owner and the President: what waits for their word, and the button to look at it."""
    look = Button(f"opening-open:{draft_id}", translator.say("opening.open"), ButtonStyle.primary)
    text = translator.say("opening.waits", by=mention(asker), file=quote(file_name))
    return Card((text,), controls=((look,),), colour=WARNING)


def day(moment: datetime) -> str:
    """A day, as each reader's Discord writes it."""
    return f"<t:{int(moment.timestamp())}:D>"


def _office_or_title(what: Office | ArbiterTitle | MasterTitle, translator: Translator) -> str:
    return translator.say(f"people.office_{what}") if isinstance(what, Office) else title_name(what, translator)


# --- columns in each language ---------------------------------------------------------------------------------------


def words_for(discord_locale: str) -> Words:
    """All that a file may call things, whatever its language; only the order of dates hangs on the reader's."""
    columns, countries, offices = _every_language()
    return Words(columns, countries, offices, date_order(discord_locale) is DateOrder.MONTH_FIRST)


def heading(column: Column, translator: Translator) -> str:
    """What the template calls the column: the first of its names."""
    return names_in(translator.say(f"opening.heading.{column}"))[0]


@cache
def _every_language() -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
    columns = name_parts() | words_of(Column, lambda one: f"opening.heading.{one}")
    countries = {sound(name): code for locale in LOCALES for code, name in countries_like("", locale)}
    return columns, countries, words_of(Office, lambda one: f"opening.office.{one}")


# --- the preview ----------------------------------------------------------------------------------------------------


LINES_ON_A_PAGE: Final = 8
_ROW_LENGTH: Final = 320
_CHANGES_SHOWN: Final = 8


def preview(view: OpeningPreview, page: int, translator: Translator) -> Card:
    """What the list would do, faults first, with pages to turn and the way on."""
    shown, turns = turn(_rows(view, translator), page, LINES_ON_A_PAGE, f"opening-page:{view.draft_id}", translator)
    title = translator.say("opening.preview", file=quote(view.file_name, 60), day=day(view.dated_at))
    paragraphs = (f"### {title}", "\n".join(_summary(view, translator)), shown, _next(view, translator))
    controls = (*turns, tuple(_acts(view, translator)))
    return Card(tuple(filter(None, paragraphs)), controls=controls, colour=QUIET if view.is_settled else WARNING)


def _summary(view: OpeningPreview, translator: Translator) -> Iterator[str]:
    if view.has_moved:
        yield translator.say("opening.moved")
    if view.brought_at is not None:
        yield translator.say("opening.brought_before", at=moment(view.brought_at))
    counts = {
        "new": view.new,
        "changed": view.changed,
        "unchanged": view.unchanged,
        "faults": len({fault.line for fault in view.faults}),
        "questions": len(view.questions),
    }
    yield from (translator.count(f"opening.count_{what}", many) for what, many in counts.items() if many)
    yield from _notes(view, translator)


def _notes(view: OpeningPreview, translator: Translator) -> Iterator[str]:
    """What of the file is not as one would expect, and who else is needed."""
    if Column.RATING not in view.columns and not view.left_out:
        yield translator.say("opening.no_ratings")
    if view.unread:
        yield translator.say("opening.unread", names=unread(view, translator))
    yield from _founding(view, translator)
    if view.reserved and not view.may_confirm:
        names = listing([f"**{heading(one, translator)}**" for one in view.reserved], translator)
        yield translator.say("opening.needs_others", columns=names)


def _founding(view: OpeningPreview, translator: Translator) -> Iterator[str]:
    """Until when lists bring all of it, what stays out since, and that the own row is signed by another."""
    if view.left_out and view.closes_at is not None:
        names = listing([f"**{heading(one, translator)}**" for one in view.left_out], translator)
        yield translator.say("opening.left_out", columns=names, since=moment(view.closes_at))
    elif view.closes_at is not None:
        yield translator.say("opening.closes", until=moment(view.closes_at))
    if view.own_row:
        yield translator.say("opening.own_row_waits")


def _next(view: OpeningPreview, translator: Translator) -> str:
    if view.faults:
        return translator.say("opening.next_faults")
    if view.questions:
        return translator.say("opening.next_questions")
    if not view.can_be_confirmed:
        return translator.say("opening.next_nothing")
    if not view.may_confirm:
        return translator.say("opening.next_hand_over")
    return translator.say("opening.next_confirm_own" if view.own_row else "opening.next_confirm")


def _acts(view: OpeningPreview, translator: Translator) -> Iterator[Button]:
    draft = view.draft_id
    if view.questions and not view.faults:
        yield Button(f"opening-who:{draft}", translator.say("opening.who_button"), ButtonStyle.primary)
    elif view.answered:
        yield Button(f"opening-again:{draft}", translator.say("record.again"))
    if view.can_be_confirmed and view.may_confirm:
        yield Button(f"opening-confirm:{draft}.{view.seen}", translator.say("opening.confirm"), ButtonStyle.success)
    elif view.can_be_confirmed:
        yield Button(f"opening-hand:{draft}", translator.say("opening.hand_over"), ButtonStyle.primary)
    yield Button(f"opening-drop:{draft}", translator.say("opening.drop"))


def _rows(view: OpeningPreview, translator: Translator) -> list[str]:
    faults = [fault_row(fault, heading, f"opening.fault.{fault.trouble}", translator) for fault in view.faults]
    wrong = {fault.line for fault in view.faults}
    asked = [question_row(question, translator) for question in view.questions]
    told = [_plan(plan, translator) for plan in view.plans if plan.line.number not in wrong and not plan.does_nothing]
    return [*faults, *asked, *told]


def _plan(one: LinePlan, translator: Translator) -> str:
    sign = "🆕" if one.person is None else "✏️"
    changes = [_change(change, translator) for change in one.changes[:_CHANGES_SHOWN]]
    hidden = len(one.changes) - _CHANGES_SHOWN
    said = " · ".join([*changes, *([f"+{hidden}"] if hidden > 0 else [])])
    row = f"{sign} {line_of(one.line, one.person, translator)}"
    return _cut(f"{row} · {said}" if said else row)


def _cut(row: str) -> str:
    """A row of a page that is not longer than its share; whole changes are left out, so that no mark is torn."""
    while len(row) > _ROW_LENGTH and " · " in row:
        row = row.rpartition(" · ")[0] + " …"
    return row


def _change(change: LineChange, translator: Translator) -> str:
    name = heading(change.column, translator)
    match change.column:
        case Column.BAR_REASON:
            until = (
                translator.say("opening.until_further_notice") if change.after is None else _value(change, translator)
            )
            return f"🚫 {quote(change.of, 60)} ({until})"
        case Column.OFFICE:
            return translator.say(f"people.office_{Office(str(change.after))}")
        case Column.MASTER_TITLE:
            return f"{title_name(MasterTitle(change.of), translator)} ({_value(change, translator)})"
        case Column.ARBITER_TITLE:
            return f"{title_name(ArbiterTitle(change.of), translator)} ({_value(change, translator)})"
        case Column.CHAMPIONSHIPS | Column.WORLD_TITLES:
            return f"🏆 {quote(change.of, 40)} ({_value(change, translator)})"
        case Column.ACCOUNTS:
            return f"{quote(change.of, 30)}: {quote(str(change.after), 32)}"
        case _:
            before = "" if change.before is None else f"{_say_value(change.column, change.before, translator)} → "
            return f"{name} {before}{_value(change, translator)}"


def _value(change: LineChange, translator: Translator) -> str:
    return _say_value(change.column, change.after, translator)


def _say_value(column: Column, value: object, translator: Translator) -> str:
    match value:
        case datetime():
            return day(value)
        case (int() as months, int() as days):
            parts = [translator.count("opening.months", months)] if months or not days else []
            return listing([*parts, *([translator.count("opening.days", days)] if days else [])], translator)
        case str() if column is Column.COUNTRY:
            return f"{flag(value)} {country_name(value, translator.locale)}"
        case int() | float():
            return number(value, translator)
        case _:
            return quote(str(value), 40)


def own_row(told: OwnRowTold, translator: Translator) -> tuple[str, ...]:
    """What a list says of who sent it, each thing on a line of its own."""
    text = translator.say("opening.own_row", file=quote(told.file_name, 60), who=mention(told.person))
    changes = "\n".join(f"- {_change(change, translator)}" for change in told.plan.changes)
    return text, changes or translator.say("opening.own_row_nothing")


def who_is_who(view: OpeningPreview, translator: Translator) -> Card:
    """Whom names of the list mean; the preview once all is said."""
    if not view.questions:
        return preview(view, 0, translator)
    return people_cards.who_is_who(view.questions, "opening", view.draft_id, translator)


def receipt(translator: Translator) -> Card:
    """The list has come in."""
    return Card((translator.say("opening.done"),))


def farewell(translator: Translator) -> Card:
    """Nothing of it is left."""
    return Card((translator.say("opening.dropped"),), colour=QUIET)


def handed_over(members: tuple[MemberId, ...], translator: Translator) -> Card:
    """Who was asked for a word."""
    if not members:
        return Card((translator.say("opening.handed_to_nobody"),), colour=WARNING)
    return Card(
        (translator.say("opening.handed_over", people=listing([f"<@{member}>" for member in members], translator)),)
    )


# --- the end of the founding ----------------------------------------------------------------------------------------


def card(view: FoundingView, translator: Translator) -> Card:
    """How far it is, with the button where who looks can end it."""
    if view.may_finish:
        press = Button("founding-done", translator.say("opening.founding_done"), ButtonStyle.success)
        return Card((translator.say("opening.founding_ask"),), controls=((press,),), colour=WARNING)
    return Card((status(view, translator),), colour=QUIET)


def status(view: FoundingView, translator: Translator) -> str:
    """Until when lists bring ratings, titles, offices and bars."""
    if view.closes_at is None:
        return translator.say("opening.founding_open")
    key = "opening.founding_over" if view.is_over else "opening.founding_closes"
    return translator.say(key, at=moment(view.closes_at))


def open_press(translator: Translator) -> Button:
    """Leads to the card."""
    return Button("founding", translator.say("opening.founding_open_card"))


# --- the template ---------------------------------------------------------------------------------------------------


MOST_WAITING = 5
_SIGN = {"en-US": ","}
"""What stands between cells in a spreadsheet of that language; elsewhere a semicolon does."""


def template(
    waiting: Sequence[tuple[str, str, Person, datetime]], founding: FoundingView, translator: Translator
) -> Card:
    """How a list is brought in, the columns with what each says, and both files; lists that wait, to be opened.

    `waiting` has of each list its id, its file's name, who sent it in and when.
    """
    columns = "\n".join(_column(one, translator) for one in Column)
    lines = tuple(
        Line(
            translator.say("opening.waits_line", file=quote(name, 40), by=mention(by), at=moment(at)),
            Button(f"opening-page:{draft_id}/0", translator.say("opening.open")),
        )
        for draft_id, name, by, at in waiting[:MOST_WAITING]
    )
    paragraphs = (
        f"### {translator.say('opening.title')}",
        translator.say("opening.how"),
        columns,
        translator.say("opening.reserved"),
    )
    waits = (status(founding, translator), *((translator.say("opening.waiting"),) if lines else ()))
    controls = ((open_press(translator),),) if founding.may_finish else ()
    documents = (
        Document("opening-list.csv", _table(translator)),
        Document("opening-list.json", _objects()),
    )
    return Card((*paragraphs, *waits), lines=lines, documents=documents, controls=controls)


def _column(column: Column, translator: Translator) -> str:
    mark = "" if column in FREE else " 🔒"
    return f"**{heading(column, translator)}**{mark} – {translator.say(f'opening.column.{column}')}"


def _table(translator: Translator) -> bytes:
    """A line of headings; the mark at its beginning has spreadsheets read accents rightly."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=_SIGN.get(translator.locale, ";"), lineterminator="\r\n")
    writer.writerow([heading(one, translator) for one in Column])
    return text.getvalue().encode("utf-8-sig")


def _objects() -> bytes:
    return (json.dumps([{one.value: "" for one in Column}], indent=2) + "\n").encode()
