"""A series of events: `/series`, its standings, and the seats of its final."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import discord
from discord import app_commands

from bot.apart.readings import SERIES as READING
from bot.domain.circuit.circuits import Circuit
from bot.domain.circuit.rules import MOST_FINALISTS
from bot.domain.ids import PersonId, TournamentId
from bot.domain.permissions import Act
from bot.errors import UserError
from bot.rendering.circuit import circuit_cards as cards
from bot.rendering.circuit import final_cards
from bot.rendering.layout import Card
from bot.rendering.regulation import rulebook_cards
from bot.rulebooks.circuit_files import preset, to_toml
from bot.rulebooks.errors import RulebookRefused
from bot.services.circuit import circuit_forms, circuit_reading, circuits, finals
from bot.services.circuit.circuit_forms import USUAL, TypedSeries
from cogs.audience import Audience
from cogs.choosing import AnyEvent, OpenEvent
from cogs.commands import command
from cogs.forms import Asked, Text
from cogs.options import Option, Pairs, suggests
from cogs.pages import with_pages
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import EVENT, NOTHING, NUMBER, PERSON, SERIES, WORD
from cogs.takes import pair, triple

if TYPE_CHECKING:
    from bot.domain.events.records import Record


@suggests(Audience.EVERYBODY)
async def open_series(press: Press) -> Pairs:
    """Series of the server that go on."""
    return _pairs(await press.look(circuit_reading.open_of_guild))


@suggests(Audience.EVERYBODY)
async def all_series(press: Press) -> Pairs:
    """Every series of the server, those that go on first."""
    return _pairs(await press.look(circuit_reading.of_guild))


def _pairs(found: list[Circuit]) -> Pairs:
    return [(one.name, one.circuit_id) for one in found]


async def series_meant(press: Press, typed: str) -> str:
    """The series that was chosen, or typed by its name; raises NotFoundByName."""
    return await press.look(circuit_reading.find_meant, typed)


OpenSeries = Annotated[str, Option(series_meant, open_series)]
AnySeries = Annotated[str, Option(series_meant, all_series)]
Rules = Literal["cup-series", "league-series"]


@command("series create", Act.RUN_SERIES)
async def create(press: Press, rules: Rules = USUAL, file: discord.Attachment | None = None) -> Card | None:
    """Makes a series by a file, or asks a few fields that begin as the chosen rules have them."""
    if file is None:
        await _open_form(press, rules)
        return None
    await press.acknowledge()
    try:
        read = await press.read(READING, file)
    except RulebookRefused as refusal:
        return rulebook_cards.refusal(refusal.file, refusal.problems, press.voice)
    return cards.creation_receipt(await press.do(circuits.create, read), press.voice)


async def _open_form(press: Press, rules: str) -> None:
    typed = await press.ask(circuit_forms.form_for, rules)
    await press.open_form(f"series-sent:{rules}", "series.form_title", *_fields(typed))


def _fields(typed: TypedSeries) -> tuple[Asked, ...]:
    return (
        Text("name", "series.form_name", limit=60, default=typed.name or None),
        Text("places", "series.form_places", "series.form_places_hint", limit=1000, default=typed.places or None),
        Text("played", "series.form_played", "series.form_played_hint", limit=6, default=typed.played or None),
        Text("best", "series.form_best", "series.form_best_hint", limit=2, default=typed.best or None),
        Text("finalists", "series.form_finalists", "series.form_finalists_hint", limit=2, default=typed.finalists),
    )


@on_press("series-sent", WORD, Act.RUN_SERIES)
async def take_form(press: Press, rules: str) -> Card:
    """Makes a series of what was typed; what could not be taken is kept for the next time."""
    typed = TypedSeries(*(press.text(name) for name in ("name", "places", "played", "best", "finalists")))
    try:
        return cards.creation_receipt(await press.do(circuit_forms.create, typed, rules), press.voice)
    except UserError as refused:
        await press.do(circuit_forms.keep, typed)
        return cards.refusal(refused, press.voice)


@on_press("series-form", NOTHING, Act.RUN_SERIES)
async def open_again(press: Press) -> None:
    """Opens the form with what was typed before."""
    await _open_form(press, USUAL)


@command("series rules", Audience.EVERYBODY)
async def show_rules(press: Press, series: AnySeries | None = None) -> Card:
    """Gives the rules of a series, or of the usual one, as a file to change."""
    rules = preset(USUAL) if series is None else (await press.look(circuit_reading.find, series)).rules
    return cards.rules_file(rules, to_toml(rules).encode(), press.voice)


@command("series add", Act.COUNT_IN_SERIES)
async def add(press: Press, series: OpenSeries, tournament: AnyEvent) -> Card:
    """Lets an event count."""
    view, event = await press.do(circuits.add_event, series, tournament)
    return cards.receipt(view, event, press.voice, counts=True)


@command("series remove", Act.COUNT_IN_SERIES)
async def remove(press: Press, series: OpenSeries, tournament: AnyEvent) -> Card:
    """Lets an event count no more."""
    view, event = await press.do(circuits.remove_event, series, tournament)
    return cards.receipt(view, event, press.voice, counts=False)


@on_press("series", SERIES, Audience.EVERYBODY)
@with_pages("series-page", Audience.EVERYBODY, SERIES)
async def table(press: Press, circuit_id: str, page: int) -> Card:
    """Shows the standings as they follow from the events by now."""
    view, own = await press.look(circuit_reading.for_reader, circuit_id, press.member_id)
    return cards.standings(view, own, page, press.voice)


@command("series standings", Audience.EVERYBODY)
async def standings(press: Press, series: AnySeries) -> Card:
    """Shows the standings of a series."""
    return await table(press, series)


@command("series final", Act.NAME_FINAL)
async def final(
    press: Press,
    series: OpenSeries,
    tournament: OpenEvent | None = None,
    players: app_commands.Range[int, 2, MOST_FINALISTS] | None = None,
) -> Card:
    """Shows who would play the final in the event, or how far the invitations are."""
    if tournament is None:
        return await show_final(press, series)
    view, event, seats = await press.ask(finals.proposal, series, tournament, players)
    return final_cards.proposal(view, event, seats, press.voice)


@on_press("series-final-name", triple(SERIES, EVENT, NUMBER), Act.NAME_FINAL, update=True)
async def name_final(press: Press, circuit_id: str, tournament_id: TournamentId, seats: int) -> Card:
    """Makes the event the final, and lets the invitations go out."""
    view = await press.do(finals.name_final, circuit_id, tournament_id, seats or None)
    return final_cards.state(view, press.voice, for_staff=True)


@on_press("series-final", SERIES, Act.NAME_FINAL)
async def show_final(press: Press, circuit_id: str) -> Card:
    """Shows who has a seat, who is asked, and what waits for organisers."""
    view = await press.look(circuit_reading.with_seats, circuit_id, press.at)
    return final_cards.state(view, press.voice, for_staff=True)


@on_press("series-final-more", SERIES, Act.RUN_SERIES, update=True)
async def ask_more(press: Press, circuit_id: str) -> Card:
    """Asks those as well whom the standings of now put into the final."""
    view = await press.do(finals.ask_overlooked, circuit_id)
    return final_cards.state(view, press.voice, for_staff=True)


@on_press("series-answer", SERIES, Audience.ADDRESSED)
async def show_own(press: Press, circuit_id: str) -> Card:
    """Shows the presser in private what they are asked."""
    view, question = await press.look(circuit_reading.own_question, circuit_id, press.member_id)
    return final_cards.own(view, question, press.voice)


@on_press("series-yes", SERIES, Audience.ADDRESSED, update=True)
async def accept(press: Press, circuit_id: str) -> Card:
    """Takes the seat."""
    await press.do(finals.answer, circuit_id, None, accept=True)
    return await show_own(press, circuit_id)


@on_press("series-no", SERIES, Audience.ADDRESSED, update=True)
async def decline(press: Press, circuit_id: str) -> Card:
    """Leaves the seat to the next."""
    await press.do(finals.answer, circuit_id, None, accept=False)
    return await show_own(press, circuit_id)


@on_press("series-yes-for", pair(SERIES, PERSON), Act.NAME_FINAL, update=True)
async def accept_for(press: Press, circuit_id: str, person_id: PersonId) -> Card:
    """Says that somebody without Discord plays the final."""
    await press.do(finals.answer, circuit_id, person_id, accept=True)
    return await show_final(press, circuit_id)


@on_press("series-no-for", pair(SERIES, PERSON), Act.NAME_FINAL, update=True)
async def decline_for(press: Press, circuit_id: str, person_id: PersonId) -> Card:
    """Says that somebody without Discord leaves the seat to the next."""
    await press.do(finals.answer, circuit_id, person_id, accept=False)
    return await show_final(press, circuit_id)


@command("series export", Audience.EVERYBODY)
async def export(press: Press, series: AnySeries) -> Card:
    """Hands over the series with the records of its events, from which anybody can work the standings out."""
    circuit, events = await press.look(circuit_reading.records_of, series)
    await press.acknowledge()
    # The events' tables are worked out anew: others press meanwhile.
    file, whole = await asyncio.to_thread(_export, circuit, events)
    return cards.export(circuit.name, (file,), press.voice, whole=whole)


def _export(circuit: Circuit, events: Sequence[tuple[Record, Mapping[str, str]]]) -> tuple[tuple[str, bytes], bool]:
    from bot.record.exporting import file_stem  # noqa: PLC0415 - pydantic takes a tenth of a second to import
    from bot.record.series import LARGEST_WITH_RECORDS, ToldEvent, write_series  # noqa: PLC0415

    told = [ToldEvent(record, people) for record, people in events]
    data = write_series(circuit.name, circuit.rules, told).encode()
    whole = len(data) <= LARGEST_WITH_RECORDS
    if not whole:
        data = write_series(circuit.name, circuit.rules, told, with_records=False).encode()
    return (f"{file_stem(circuit.name)}-series.json", data), whole


@command("series close", Act.RUN_SERIES)
async def close(press: Press, series: OpenSeries) -> Card:
    """Ends a series; its standings stay to be read."""
    return cards.close_receipt(await press.do(circuits.close, series), press.voice)
