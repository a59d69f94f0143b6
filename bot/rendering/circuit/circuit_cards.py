"""A series as cards: its standings, its rules, and what comes next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.circuit.circuits import CircuitView
from bot.domain.circuit.rules import CircuitRules
from bot.domain.circuit.standings import CircuitRow
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.errors import UserError
from bot.i18n import Voice
from bot.rendering.circuit.circuit_words import (
    events_line,
    line,
    picture,
    place_words,
    points_line,
    rules_line,
)
from bot.rendering.events.standings_words import exact_words
from bot.rendering.layout import QUIET, WARNING, Card, Document, Press
from bot.rendering.people import mention
from bot.rendering.sentences import listing, moment, sentence
from bot.rendering.text import quote

ROWS_ON_A_PAGE: Final = 20
ROWS_IN_A_POST: Final = 10
EVENTS_TO_COME: Final = 5


def standings(view: CircuitView, own: Sequence[PersonId], page: int, voice: Voice) -> Card:
    """A page of the table, what each event gave, and what is still to be played; the reader's own line stands out."""
    pages = max(1, -(-len(view.rows) // ROWS_ON_A_PAGE))
    shown = max(0, min(page, pages - 1))
    rows = view.rows[shown * ROWS_ON_A_PAGE : (shown + 1) * ROWS_ON_A_PAGE]
    said = [_title(view, voice), *_own_line(view, own, voice)]
    said += _table(view, rows, voice)
    said += [_next_step(view, voice), f"-# {points_line(view.circuit.rules, voice)}"]
    said.append(f"-# {rules_line(view.circuit.rules, voice)}")
    drawn = (picture(view, rows, own, voice),) if rows else ()
    return Card(tuple(said), controls=_controls(view, own, shown, pages, voice), pictures=drawn)


def _title(view: CircuitView, voice: Voice) -> str:
    key = "series.title" if view.circuit.closed_at is None else "series.title_closed"
    return voice.say(key, name=quote(view.circuit.name))


def _own_line(view: CircuitView, own: Sequence[PersonId], voice: Voice) -> Iterator[str]:
    row = view.row_of(own)
    if row is not None:
        yield voice.say(
            "series.yours", place=place_words(row), points=exact_words(row.points, voice), left=len(view.to_come)
        )


def _table(view: CircuitView, rows: Sequence[CircuitRow], voice: Voice) -> list[str]:
    if not rows:
        return [voice.say("series.nobody_yet")]
    lines = "\n".join(line(view, row, voice) for row in rows)
    return [lines, f"-# {events_line(view, voice)} {voice.say('series.dropped')}"]


def after_event(view: CircuitView, event: Tournament, voice: Voice, *, corrected: bool) -> Card:
    """After an event that counts: what it gave, the head of the table, and what comes next."""
    name = quote(view.circuit.name)
    key = "series.corrected" if corrected else "series.after_event"
    rows = view.rows[:ROWS_IN_A_POST]
    said = [voice.say(key, name=name, event=quote(event.name)), *_most_points(view, event, voice)]
    said += _table(view, rows, voice)
    said.append(_next_step(view, voice))
    show = Press(f"series:{view.circuit.circuit_id}", voice.say("series.show"), emoji="📊")
    drawn = (picture(view, rows, (), voice),) if rows else ()
    return Card(tuple(said), controls=((show,),), pictures=drawn)


def _most_points(view: CircuitView, event: Tournament, voice: Voice) -> Iterator[str]:
    """Who got most by the event."""
    gains = [(row, row.gain_of(event.tournament_id)) for row in view.rows]
    known = sorted(
        ((gain, row) for row, gain in gains if gain is not None), key=lambda one: (one[0].rank_from, one[1].person_id)
    )
    told = [f"{mention(view.people[row.person_id])} +{exact_words(gain.points, voice)}" for gain, row in known[:3]]
    if told:
        yield voice.say("series.gave", gains=listing(told, voice))


def _next_step(view: CircuitView, voice: Voice) -> str:
    """What comes: the next events, the final, or nothing more."""
    circuit, final = view.circuit, view.final
    if circuit.closed_at is not None:
        return voice.say("series.closed_next")
    if final is not None and final.cancelled_at is None:
        key = "series.final_over" if final.ended_at is not None else "series.final_comes"
        return voice.say(key, event=quote(final.name), at=moment(final.start_at))
    if view.to_come:
        told = [f"{quote(one.name)} {moment(one.start_at)}" for one in view.to_come[:EVENTS_TO_COME]]
        return voice.say("series.to_come", events="\n".join(f"- {one}" for one in told))
    return voice.say("series.nothing_to_come")


def _controls(
    view: CircuitView, own: Sequence[PersonId], page: int, pages: int, voice: Voice
) -> tuple[tuple[Press, ...], ...]:
    key = view.circuit.circuit_id
    turning = (
        *((Press(f"series-page:{key}/{page - 1}", voice.say("draw.before"), emoji="⬅️"),) if page else ()),
        *((Press(f"series-page:{key}/{page + 1}", voice.say("draw.after"), emoji="➡️"),) if page + 1 < pages else ()),
    )
    answer: tuple[Press, ...] = ()
    if view.wanted_of(own) is not None:
        answer = (Press(f"series-answer:{key}", voice.say("series.answer"), ButtonStyle.primary),)
    rows = ((*turning, *answer),)
    return rows if rows[0] else ()


def creation_receipt(view: CircuitView, voice: Voice) -> Card:
    """Confirms that there is a series, with its rules and what to do next."""
    rules = view.circuit.rules
    said = (
        voice.say("series.created", name=quote(view.circuit.name)),
        f"{points_line(rules, voice)}\n{rules_line(rules, voice)}",
        voice.say("series.created_next"),
    )
    return Card(said)


def receipt(view: CircuitView, event: Tournament, voice: Voice, *, counts: bool) -> Card:
    """Confirms that an event counts, or counts no more."""
    key = "series.added" if counts else "series.removed"
    said = voice.say(key, event=quote(event.name), name=quote(view.circuit.name))
    show = Press(f"series:{view.circuit.circuit_id}", voice.say("series.show"), emoji="📊")
    return Card((said, voice.count("series.count", len(view.events)), _next_step(view, voice)), controls=((show,),))


def close_receipt(view: CircuitView, voice: Voice) -> Card:
    """Confirms that the series has ended."""
    return Card((voice.say("series.closed", name=quote(view.circuit.name)), voice.say("series.closed_next")))


def refusal(error: UserError, voice: Voice) -> Card:
    """What could not be taken of the form, with the way back to what was typed."""
    again = Press("series-form:me", voice.say("series.form_again"), ButtonStyle.primary)
    return Card((sentence(error, voice),), controls=((again,),), colour=WARNING)


def rules_file(rules: CircuitRules, data: bytes, voice: Voice) -> Card:
    """The rules as a file to change and to send in again."""
    said = voice.say("series.file", name=quote(rules.name))
    return Card((said,), documents=(Document("series.toml", data),), colour=QUIET)


def export(name: str, files: Sequence[tuple[str, bytes]], voice: Voice, *, whole: bool) -> Card:
    """The series as a file to take away, and how it is checked."""
    key = "series.exported" if whole else "series.exported_apart"
    documents = tuple(Document(file, data) for file, data in files)
    return Card((voice.say(key, name=quote(name)),), documents=documents, colour=QUIET)
