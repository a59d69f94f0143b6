"""A series of events as cards: its table, its rules, what comes next, and its final."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final

from discord import ButtonStyle

from bot.features.rounds.words_cards import exact_words, gain_words, place_words, points_line, rules_line
from bot.features.seats.model import Answer
from bot.features.series.model import CircuitView, SeatQuestion
from bot.i18n.catalogue import Translator
from bot.kernel.errors import UserError
from bot.kernel.ids import PersonId
from bot.layout.cards import QUIET, WARNING, Button, Card, Document, Drawing, Line
from bot.layout.drawing import draw_table
from bot.layout.picture_model import Align, TableColumn, TablePicture, TableRow
from bot.layout.sentences import listing, moment, plain, quote, sentence, with_value
from bot.people.cards import mention, pings
from bot.play.entries import Tournament
from bot.play.series import CircuitRow, CircuitRules

# --- words of the table ---------------------------------------------------------------------------------------------


EVENTS_SHOWN: Final = 8
"""Of which each has a column of its own: the latest."""
LEADERS_IN_WORDS: Final = 3
_NAMED: Final = 60
"""Characters of a name in the words behind the picture, which are few."""


def line(view: CircuitView, row: CircuitRow, translator: Translator) -> str:
    """A line of the table in words: the place, the name, the points, and what each event gave."""
    gains = " · ".join(gain_words(row.gain_of(one.tournament_id), translator) for one in shown_events(view))
    name = mention(view.people[row.person_id])
    return f"{place_words(row)}. {name} · **{exact_words(row.points, translator)}** · {gains}"


def shown_events(view: CircuitView) -> tuple[Tournament, ...]:
    """The latest events that are over."""
    return view.over[-EVENTS_SHOWN:]


def number_of(view: CircuitView, event: Tournament) -> int:
    """The event's number in the series, from 1, in the order of their ends."""
    return view.events.index(event) + 1


def events_line(view: CircuitView, translator: Translator) -> str:
    """Which number stands for which event."""
    named = [f"{number_of(view, one)} {quote(one.name)}" for one in shown_events(view)]
    return translator.say("series.events", events=" · ".join(named))


def picture(
    view: CircuitView, rows: Sequence[CircuitRow], same_person_ids: Sequence[PersonId], translator: Translator
) -> Drawing:
    """The rows as a table with a column for each event; the reader's own line and the first place stand out."""
    events = shown_events(view)
    drawn = TablePicture(
        title=plain(view.circuit.name),
        subtitle=translator.count("series.played", len(view.over)),
        columns=(
            TableColumn("#", Align.END),
            TableColumn(translator.say("ending.player")),
            *(TableColumn(str(number_of(view, event)), Align.END) for event in events),
            TableColumn(translator.say("series.column_points"), Align.END),
        ),
        rows=tuple(_picture_row(view, row, events, same_person_ids, translator) for row in rows),
        footer=translator.say("series.dropped"),
    )
    return Drawing("circuit.png", _words_behind(view, rows, translator), partial(draw_table, drawn))


def _words_behind(view: CircuitView, rows: Sequence[CircuitRow], translator: Translator) -> str:
    """What the picture shows to who cannot see it: whose table, after how much, and who leads it with what."""
    points = translator.say("series.column_points")
    leaders = [
        with_value(plain(view.people[row.person_id].name, _NAMED), points, exact_words(row.points, translator))
        for row in rows[:LEADERS_IN_WORDS]
    ]
    return translator.count(
        "series.described",
        len(view.over),
        name=plain(view.circuit.name, _NAMED),
        players=translator.count("ending.players", len(view.rows)),
        leaders=listing(leaders, translator),
    )


def _picture_row(
    view: CircuitView,
    row: CircuitRow,
    events: Sequence[Tournament],
    same_person_ids: Sequence[PersonId],
    translator: Translator,
) -> TableRow:
    gains = tuple(gain_words(row.gain_of(event.tournament_id), translator) for event in events)
    name = plain(view.people[row.person_id].name)
    stands_out = row.person_id in same_person_ids or row.rank_to == 1
    cut = view.circuit.rules.finalists > 0 and _is_last_in(view, row)
    return TableRow(
        (place_words(row), name, *gains, exact_words(row.points, translator)), emphasised=stands_out, cut=cut
    )


def _is_last_in(view: CircuitView, row: CircuitRow) -> bool:
    """Whether the line below who would play the final stands under this row."""
    inside = [one for one in view.rows if one.rank_from <= view.circuit.rules.finalists]
    return bool(inside) and inside[-1] is row and len(inside) < len(view.rows)


# --- the final ------------------------------------------------------------------------------------------------------


MOST_LINES: Final = 10
_MARKS: Final = {Answer.ACCEPTED: "✅", Answer.DECLINED: "❌", Answer.SILENT: "❌", None: "⏳"}


def proposal(view: CircuitView, event: Tournament, seats: int, translator: Translator) -> Card:
    """Who would be asked; one press asks them in public."""
    key = f"{view.circuit.circuit_id}.{event.tournament_id}.{seats}"
    found = () if view.finalists is None else view.finalists.holders
    said = (
        translator.say("series.final_proposed", name=quote(view.circuit.name), event=quote(event.name), n=seats),
        "\n".join(_seat(view, one, translator) for one in found),
        translator.say("series.final_proposed_next"),
    )
    confirm = Button(f"series-final-name:{key}", translator.say("series.final_confirm"), ButtonStyle.success)
    return Card(said, controls=((confirm,),), colour=WARNING)


def _seat(view: CircuitView, person_id: PersonId, translator: Translator) -> str:
    row = view.row_of((person_id,))
    where = "" if row is None else f"{place_words(row)}. "
    points = "" if row is None else f" · {exact_words(row.points, translator)}"
    return f"- {where}{mention(view.people[person_id])}{points}"


def state(view: CircuitView, translator: Translator, *, for_staff: bool) -> Card:
    """Who has a seat, who is asked, and what organisers can do about it."""
    event = view.final
    if event is None or view.finalists is None:
        return Card((translator.say("series.no_final_yet", name=quote(view.circuit.name)),), colour=QUIET)
    said = [translator.say("series.final_state", name=quote(view.circuit.name), event=quote(event.name))]
    said.append(
        "\n".join(_question_line(view, question) for question in view.questions)
        or translator.say("series.nobody_asked")
    )
    said += _open_matters(view, translator)
    lines = tuple(_for_others(view, translator)) if for_staff and view.asks else ()
    controls: tuple[tuple[Button, ...], ...] = ()
    if for_staff and view.asks and view.finalists.overlooked:
        invite = Button(
            f"series-final-more:{view.circuit.circuit_id}", translator.say("series.ask_too"), ButtonStyle.primary
        )
        controls = ((invite,),)
    return Card(tuple(said), lines=lines, controls=controls)


def _question_line(view: CircuitView, question: SeatQuestion) -> str:
    until = "" if question.answer_by is None or not question.is_open else f" · {moment(question.answer_by)}"
    return f"- {_MARKS[question.answer]} {mention(view.people[question.person_id])}{until}"


def _open_matters(view: CircuitView, translator: Translator) -> Iterator[str]:
    found = view.finalists
    if found is None or not view.asks:
        return
    if found.vacant:
        yield translator.count("series.vacant", found.vacant)
    if found.overlooked:
        yield translator.say("series.overlooked", names=_names(view, found.overlooked, translator))


def _for_others(view: CircuitView, translator: Translator) -> Iterator[Line]:
    """What organisers answer for people without Discord."""
    open_ones = [
        question
        for question in view.questions
        if question.is_open and view.people[question.person_id].discord_id is None
    ]
    for one in open_ones[: MOST_LINES // 2]:
        key = f"{view.circuit.circuit_id}.{one.person_id}"
        name = mention(view.people[one.person_id])
        yes = Button(f"series-yes-for:{key}", translator.say("seats.accept"), ButtonStyle.success)
        no = Button(f"series-no-for:{key}", translator.say("seats.decline"))
        yield Line(translator.say("series.plays_question", name=name), yes)
        yield Line(translator.say("series.plays_not", name=name), no)


def invitation(view: CircuitView, person_ids: Sequence[PersonId], translator: Translator) -> Card:
    """Asks the invited in public, each of whom answers in private."""
    event, key = view.final, view.circuit.circuit_id
    people = [view.people[one] for one in person_ids]
    said = [
        translator.say(
            "series.offered",
            name=quote(view.circuit.name),
            event="" if event is None else quote(event.name),
            at="" if event is None else moment(event.start_at),
            names=_names(view, person_ids, translator),
        ),
        translator.say("series.offered_next"),
    ]
    answer = Button(f"series-answer:{key}", translator.say("series.answer"), ButtonStyle.primary)
    return Card(tuple(said), controls=((answer,),), pings=pings(people))


def own(view: CircuitView, question: SeatQuestion, translator: Translator) -> Card:
    """What the reader is asked, or has answered, and what can still be said."""
    event, key = view.final, view.circuit.circuit_id
    name = "" if event is None else quote(event.name)
    if event is None or not view.asks or question.was_refused:
        told = "series.you_declined" if question.was_refused else "series.final_begun"
        return Card((translator.say(told, event=name),), colour=QUIET)
    no = Button(f"series-no:{key}", translator.say("seats.decline"))
    if question.answer is Answer.ACCEPTED:
        register = Button(f"register:{event.tournament_id}", translator.say("series.to_list"))
        text = translator.say("series.you_play", event=name, at=moment(event.start_at))
        return Card((text,), controls=((register, no),))
    until = "" if question.answer_by is None else f"\n-# ⏳ {moment(question.answer_by)}"
    text = translator.say("series.asked", series=quote(view.circuit.name), event=name, at=moment(event.start_at))
    yes = Button(f"series-yes:{key}", translator.say("seats.accept"), ButtonStyle.success)
    return Card((text + until,), controls=((yes, no),))


def complete_field(view: CircuitView, translator: Translator) -> Card:
    """Tells everybody who plays, once every seat has its player."""
    event = view.final
    holders = () if view.finalists is None else view.finalists.holders
    text = translator.say(
        "series.filled",
        name=quote(view.circuit.name),
        names=_names(view, holders, translator),
        at="" if event is None else moment(event.start_at),
    )
    return Card((text,))


def vacant(view: CircuitView, seats: int, translator: Translator) -> Card:
    """To the committee: nobody is left for so many seats."""
    text = translator.count("series.vacant", seats)
    return Card((f"**{quote(view.circuit.name)}**: {text}", translator.say("series.vacant_next")), colour=WARNING)


def passing_over(view: CircuitView, people: Sequence[PersonId], translator: Translator) -> Card:
    """To the committee: the corrected standings would have asked others as well."""
    names = _names(view, [person for person in people if person in view.people], translator)
    text = translator.say("series.overlooked_told", name=quote(view.circuit.name), names=names)
    show = Button(f"series-final:{view.circuit.circuit_id}", translator.say("series.show_final"), ButtonStyle.primary)
    return Card((text, translator.say("series.overlooked_next")), controls=((show,),), colour=WARNING)


def _names(view: CircuitView, person_ids: Sequence[PersonId], translator: Translator) -> str:
    return listing([mention(view.people[one]) for one in person_ids], translator)


# --- the series -----------------------------------------------------------------------------------------------------


ROWS_ON_A_PAGE: Final = 20
ROWS_IN_A_POST: Final = 10
EVENTS_TO_COME: Final = 5


def standings(view: CircuitView, same_person_ids: Sequence[PersonId], page: int, translator: Translator) -> Card:
    """A page of the table, what each event gave, and what is still to be played; the reader's own line stands out."""
    pages = max(1, -(-len(view.rows) // ROWS_ON_A_PAGE))
    shown = max(0, min(page, pages - 1))
    rows = view.rows[shown * ROWS_ON_A_PAGE : (shown + 1) * ROWS_ON_A_PAGE]
    said = [_title(view, translator), *_own_line(view, same_person_ids, translator)]
    said += _table(view, rows, translator)
    said += [_next_step(view, translator), f"-# {points_line(view.circuit.rules, translator)}"]
    said.append(f"-# {rules_line(view.circuit.rules, translator)}")
    drawn = (picture(view, rows, same_person_ids, translator),) if rows else ()
    return Card(tuple(said), controls=_controls(view, same_person_ids, shown, pages, translator), pictures=drawn)


def _title(view: CircuitView, translator: Translator) -> str:
    key = "series.title" if view.circuit.closed_at is None else "series.title_closed"
    return translator.say(key, name=quote(view.circuit.name))


def _own_line(view: CircuitView, same_person_ids: Sequence[PersonId], translator: Translator) -> Iterator[str]:
    row = view.row_of(same_person_ids)
    if row is not None:
        yield translator.say(
            "series.yours", place=place_words(row), points=exact_words(row.points, translator), left=len(view.to_come)
        )


def _table(view: CircuitView, rows: Sequence[CircuitRow], translator: Translator) -> list[str]:
    if not rows:
        return [translator.say("series.nobody_yet")]
    lines = "\n".join(line(view, row, translator) for row in rows)
    return [lines, f"-# {events_line(view, translator)} {translator.say('series.dropped')}"]


def after_event(view: CircuitView, event: Tournament, translator: Translator, *, corrected: bool) -> Card:
    """After an event that counts: what it gave, the head of the table, and what comes next."""
    name = quote(view.circuit.name)
    key = "series.corrected" if corrected else "series.after_event"
    rows = view.rows[:ROWS_IN_A_POST]
    said = [translator.say(key, name=name, event=quote(event.name)), *_most_points(view, event, translator)]
    said += _table(view, rows, translator)
    said.append(_next_step(view, translator))
    show = Button(f"series:{view.circuit.circuit_id}", translator.say("series.show"), emoji="📊")
    drawn = (picture(view, rows, (), translator),) if rows else ()
    return Card(tuple(said), controls=((show,),), pictures=drawn)


def _most_points(view: CircuitView, event: Tournament, translator: Translator) -> Iterator[str]:
    """Who got most by the event."""
    gains = [(row, row.gain_of(event.tournament_id)) for row in view.rows]
    known = sorted(
        ((gain, row) for row, gain in gains if gain is not None), key=lambda one: (one[0].rank_from, one[1].person_id)
    )
    told = [f"{mention(view.people[row.person_id])} +{exact_words(gain.points, translator)}" for gain, row in known[:3]]
    if told:
        yield translator.say("series.gave", gains=listing(told, translator))


def _next_step(view: CircuitView, translator: Translator) -> str:
    """What comes: the next events, the final, or nothing more."""
    circuit, final = view.circuit, view.final
    if circuit.closed_at is not None:
        return translator.say("series.closed_next")
    if final is not None and final.cancelled_at is None:
        key = "series.final_over" if final.ended_at is not None else "series.final_comes"
        return translator.say(key, event=quote(final.name), at=moment(final.start_at))
    if view.to_come:
        told = [f"{quote(one.name)} {moment(one.start_at)}" for one in view.to_come[:EVENTS_TO_COME]]
        return translator.say("series.to_come", events="\n".join(f"- {one}" for one in told))
    return translator.say("series.nothing_to_come")


def _controls(
    view: CircuitView, same_person_ids: Sequence[PersonId], page: int, pages: int, translator: Translator
) -> tuple[tuple[Button, ...], ...]:
    key = view.circuit.circuit_id
    turning = (
        *((Button(f"series-page:{key}/{page - 1}", translator.say("draw.before"), emoji="⬅️"),) if page else ()),
        *(
            (Button(f"series-page:{key}/{page + 1}", translator.say("draw.after"), emoji="➡️"),)
            if page + 1 < pages
            else ()
        ),
    )
    answer: tuple[Button, ...] = ()
    if view.wanted_of(same_person_ids) is not None:
        answer = (Button(f"series-answer:{key}", translator.say("series.answer"), ButtonStyle.primary),)
    rows = ((*turning, *answer),)
    return rows if rows[0] else ()


def creation_receipt(view: CircuitView, translator: Translator) -> Card:
    """Confirms that there is a series, with its rules and what to do next."""
    rules = view.circuit.rules
    said = (
        translator.say("series.created", name=quote(view.circuit.name)),
        f"{points_line(rules, translator)}\n{rules_line(rules, translator)}",
        translator.say("series.created_next"),
    )
    return Card(said)


def receipt(view: CircuitView, event: Tournament, translator: Translator, *, counts: bool) -> Card:
    """Confirms that an event counts, or counts no more."""
    key = "series.added" if counts else "series.removed"
    text = translator.say(key, event=quote(event.name), name=quote(view.circuit.name))
    show = Button(f"series:{view.circuit.circuit_id}", translator.say("series.show"), emoji="📊")
    return Card(
        (text, translator.count("series.count", len(view.events)), _next_step(view, translator)), controls=((show,),)
    )


def close_receipt(view: CircuitView, translator: Translator) -> Card:
    """Confirms that the series has ended."""
    return Card((translator.say("series.closed", name=quote(view.circuit.name)), translator.say("series.closed_next")))


def refusal(error: UserError, translator: Translator) -> Card:
    """What could not be taken of the form, with the way back to what was typed."""
    again = Button("series-form:me", translator.say("series.form_again"), ButtonStyle.primary)
    return Card((sentence(error, translator),), controls=((again,),), colour=WARNING)


def rules_file(rules: CircuitRules, data: bytes, translator: Translator) -> Card:
    """The rules as a file to change and to send in again."""
    text = translator.say("series.file", name=quote(rules.name))
    return Card((text,), documents=(Document("series.toml", data),), colour=QUIET)


def export(name: str, files: Sequence[tuple[str, bytes]], translator: Translator, *, whole: bool) -> Card:
    """The series as a file to take away, and how it is checked."""
    key = "series.exported" if whole else "series.exported_apart"
    documents = tuple(Document(file, data) for file, data in files)
    return Card((translator.say(key, name=quote(name)),), documents=documents, colour=QUIET)
