"""The template of an opening list: what each column says, and a file of them to fill in."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from datetime import datetime

from bot.domain.community import Person
from bot.domain.founding import FoundingView
from bot.domain.opening.lines import FREE, Column
from bot.i18n import Voice
from bot.rendering.layout import Card, Document, Line, Press
from bot.rendering.opening import founding_cards
from bot.rendering.opening.words import heading
from bot.rendering.people import mention
from bot.rendering.sentences import moment
from bot.rendering.text import quote

MOST_WAITING = 5
_SIGN = {"en-US": ","}
"""What stands between cells in a spreadsheet of that language; elsewhere a semicolon does."""


def template(waiting: Sequence[tuple[str, str, Person, datetime]], founding: FoundingView, voice: Voice) -> Card:
    """How a list is brought in, the columns with what each says, and both files; lists that wait, to be opened.

    `waiting` has of each list its id, its file's name, who sent it in and when.
    """
    columns = "\n".join(_column(one, voice) for one in Column)
    lines = tuple(
        Line(
            voice.say("opening.waits_line", file=quote(name, 40), by=mention(by), at=moment(at)),
            Press(f"opening-page:{draft_id}/0", voice.say("opening.open")),
        )
        for draft_id, name, by, at in waiting[:MOST_WAITING]
    )
    paragraphs = (f"### {voice.say('opening.title')}", voice.say("opening.how"), columns, voice.say("opening.reserved"))
    waits = (founding_cards.status(founding, voice), *((voice.say("opening.waiting"),) if lines else ()))
    controls = ((founding_cards.open_press(voice),),) if founding.may_finish else ()
    documents = (
        Document("opening-list.csv", _table(voice)),
        Document("opening-list.json", _objects()),
    )
    return Card((*paragraphs, *waits), lines=lines, documents=documents, controls=controls)


def _column(column: Column, voice: Voice) -> str:
    mark = "" if column in FREE else " 🔒"
    return f"**{heading(column, voice)}**{mark} – {voice.say(f'opening.column.{column}')}"


def _table(voice: Voice) -> bytes:
    """A line of headings; the mark at its beginning has spreadsheets read accents rightly."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=_SIGN.get(voice.locale, ";"), lineterminator="\r\n")
    writer.writerow([heading(one, voice) for one in Column])
    return text.getvalue().encode("utf-8-sig")


def _objects() -> bytes:
    return (json.dumps([{one.value: "" for one in Column}], indent=2) + "\n").encode()
