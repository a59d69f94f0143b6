"""A series of events: `/series`, its standings, and the seats of its final."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import discord
from discord import app_commands

from bot.features.series import cards as series_cards
from bot.features.series import finals_verbs as series_finals_verbs
from bot.features.series import verbs as series_verbs
from bot.features.series.model import Circuit
from bot.features.series.verbs import USUAL, TypedSeries
from bot.features.tournaments import rulebook_cards as tournaments_rulebook_cards
from bot.kernel.errors import UserError
from bot.kernel.ids import PersonId, TournamentId
from bot.layout.cards import Card
from bot.living.apart_child import SERIES as READING
from bot.play.series import MOST_FINALISTS
from bot.rulebooks.library import RulebookRefused
from bot.rulebooks.series_files import preset, to_toml
from bot.server.model import Act
from cogs.commands import AnyEvent, OpenEvent, Option, Pairs, command, suggests
from cogs.request import Request
from cogs.routing import on_press, with_pages
from cogs.subjects import EVENT, NOTHING, NUMBER, PERSON, SERIES, WORD, Audience, FormField, Text, pair, triple

if TYPE_CHECKING:
    from bot.play.records import Record


@suggests(Audience.EVERYBODY)
async def open_series(request: Request) -> Pairs:
    """Series of the server that go on."""
    return _pairs(await request.look(series_finals_verbs.open_of_guild))


@suggests(Audience.EVERYBODY)
async def all_series(request: Request) -> Pairs:
    """Every series of the server, those that go on first."""
    return _pairs(await request.look(series_finals_verbs.of_guild))


def _pairs(found: list[Circuit]) -> Pairs:
    return [(one.name, one.circuit_id) for one in found]


async def series_meant(request: Request, typed: str) -> str:
    """The series that was chosen, or typed by its name; raises NotFoundByName."""
    return await request.look(series_finals_verbs.find_meant, typed)


OpenSeries = Annotated[str, Option(series_meant, open_series)]
AnySeries = Annotated[str, Option(series_meant, all_series)]
Rules = Literal["cup-series", "league-series"]


@command("series create", Act.RUN_SERIES)
async def create(request: Request, rules: Rules = USUAL, file: discord.Attachment | None = None) -> Card | None:
    """Makes a series by a file, or asks a few fields that begin as the chosen rules have them."""
    if file is None:
        await _open_form(request, rules)
        return None
    await request.acknowledge()
    try:
        read = await request.read(READING, file)
    except RulebookRefused as refusal:
        return tournaments_rulebook_cards.refusal(refusal.file, refusal.problems, request.translator)
    return series_cards.creation_receipt(await request.do(series_verbs.create, read), request.translator)


async def _open_form(request: Request, rules: str) -> None:
    typed = await request.ask(series_verbs.form_for, rules)
    await request.open_form(f"series-sent:{rules}", "series.form_title", *_fields(typed))


def _fields(typed: TypedSeries) -> tuple[FormField, ...]:
    return (
        Text("name", "series.form_name", limit=60, default=typed.name or None),
        Text("places", "series.form_places", "series.form_places_hint", limit=1000, default=typed.places or None),
        Text("played", "series.form_played", "series.form_played_hint", limit=6, default=typed.played or None),
        Text("best", "series.form_best", "series.form_best_hint", limit=2, default=typed.best or None),
        Text("finalists", "series.form_finalists", "series.form_finalists_hint", limit=2, default=typed.finalists),
    )


@on_press("series-sent", WORD, Act.RUN_SERIES)
async def take_form(request: Request, rules: str) -> Card:
    """Makes a series of what was typed; what could not be taken is kept for the next time."""
    typed = TypedSeries(*(request.text(name) for name in ("name", "places", "played", "best", "finalists")))
    try:
        return series_cards.creation_receipt(
            await request.do(series_verbs.create_typed, typed, rules), request.translator
        )
    except UserError as refused:
        await request.do(series_verbs.keep, typed)
        return series_cards.refusal(refused, request.translator)


@on_press("series-form", NOTHING, Act.RUN_SERIES)
async def open_again(request: Request) -> None:
    """Opens the form with what was typed before."""
    await _open_form(request, USUAL)


@command("series rules", Audience.EVERYBODY)
async def show_rules(request: Request, series: AnySeries | None = None) -> Card:
    """Gives the rules of a series, or of the usual one, as a file to change."""
    rules = preset(USUAL) if series is None else (await request.look(series_finals_verbs.find, series)).rules
    return series_cards.rules_file(rules, to_toml(rules).encode(), request.translator)


@command("series add", Act.COUNT_IN_SERIES)
async def add(request: Request, series: OpenSeries, tournament: AnyEvent) -> Card:
    """Lets an event count."""
    view, event = await request.do(series_verbs.add_event, series, tournament)
    return series_cards.receipt(view, event, request.translator, counts=True)


@command("series remove", Act.COUNT_IN_SERIES)
async def remove(request: Request, series: OpenSeries, tournament: AnyEvent) -> Card:
    """Lets an event count no more."""
    view, event = await request.do(series_verbs.remove_event, series, tournament)
    return series_cards.receipt(view, event, request.translator, counts=False)


@on_press("series", SERIES, Audience.EVERYBODY)
@with_pages("series-page", Audience.EVERYBODY, SERIES)
async def table(request: Request, circuit_id: str, page: int) -> Card:
    """Shows the standings as they follow from the events by now."""
    view, own = await request.look(series_finals_verbs.for_reader, circuit_id, request.member_id)
    return series_cards.standings(view, own, page, request.translator)


@command("series standings", Audience.EVERYBODY)
async def standings(request: Request, series: AnySeries) -> Card:
    """Shows the standings of a series."""
    return await table(request, series)


@command("series final", Act.NAME_FINAL)
async def final(
    request: Request,
    series: OpenSeries,
    tournament: OpenEvent | None = None,
    players: app_commands.Range[int, 2, MOST_FINALISTS] | None = None,
) -> Card:
    """Shows who would play the final in the event, or how far the invitations are."""
    if tournament is None:
        return await show_final(request, series)
    view, event, seats = await request.ask(series_finals_verbs.proposal, series, tournament, players)
    return series_cards.proposal(view, event, seats, request.translator)


@on_press("series-final-name", triple(SERIES, EVENT, NUMBER), Act.NAME_FINAL, update=True)
async def name_final(request: Request, circuit_id: str, tournament_id: TournamentId, seats: int) -> Card:
    """Makes the event the final, and lets the invitations go out."""
    view = await request.do(series_finals_verbs.name_final, circuit_id, tournament_id, seats or None)
    return series_cards.state(view, request.translator, for_staff=True)


@on_press("series-final", SERIES, Act.NAME_FINAL)
async def show_final(request: Request, circuit_id: str) -> Card:
    """Shows who has a seat, who is asked, and what waits for organisers."""
    view = await request.look(series_finals_verbs.with_seats, circuit_id, request.at)
    return series_cards.state(view, request.translator, for_staff=True)


@on_press("series-final-more", SERIES, Act.RUN_SERIES, update=True)
async def ask_more(request: Request, circuit_id: str) -> Card:
    """Asks those as well whom the standings of now put into the final."""
    view = await request.do(series_finals_verbs.ask_overlooked, circuit_id)
    return series_cards.state(view, request.translator, for_staff=True)


@on_press("series-answer", SERIES, Audience.ADDRESSED)
async def show_own(request: Request, circuit_id: str) -> Card:
    """Shows the presser in private what they are asked."""
    view, question = await request.look(series_finals_verbs.own_question, circuit_id, request.member_id)
    return series_cards.own(view, question, request.translator)


@on_press("series-yes", SERIES, Audience.ADDRESSED, update=True)
async def accept(request: Request, circuit_id: str) -> Card:
    """Takes the seat."""
    await request.do(series_finals_verbs.answer, circuit_id, None, accept=True)
    return await show_own(request, circuit_id)


@on_press("series-no", SERIES, Audience.ADDRESSED, update=True)
async def decline(request: Request, circuit_id: str) -> Card:
    """Leaves the seat to the next."""
    await request.do(series_finals_verbs.answer, circuit_id, None, accept=False)
    return await show_own(request, circuit_id)


@on_press("series-yes-for", pair(SERIES, PERSON), Act.NAME_FINAL, update=True)
async def accept_for(request: Request, circuit_id: str, person_id: PersonId) -> Card:
    """Says that somebody without Discord plays the final."""
    await request.do(series_finals_verbs.answer, circuit_id, person_id, accept=True)
    return await show_final(request, circuit_id)


@on_press("series-no-for", pair(SERIES, PERSON), Act.NAME_FINAL, update=True)
async def decline_for(request: Request, circuit_id: str, person_id: PersonId) -> Card:
    """Says that somebody without Discord leaves the seat to the next."""
    await request.do(series_finals_verbs.answer, circuit_id, person_id, accept=False)
    return await show_final(request, circuit_id)


@command("series export", Audience.EVERYBODY)
async def export(request: Request, series: AnySeries) -> Card:
    """Hands over the series with the records of its events, from which anybody can work the standings out."""
    circuit, events = await request.look(series_finals_verbs.records_of, series)
    await request.acknowledge()
    # The events' tables are worked out anew: others press meanwhile.
    file, whole = await asyncio.to_thread(_export, circuit, events)
    return series_cards.export(circuit.name, (file,), request.translator, whole=whole)


def _export(circuit: Circuit, events: Sequence[tuple[Record, Mapping[str, str]]]) -> tuple[tuple[str, bytes], bool]:
    from bot.record.series import LARGEST_WITH_RECORDS, ToldEvent, write_series  # noqa: PLC0415
    from bot.record.writing import file_stem  # noqa: PLC0415 - pydantic takes a tenth of a second to import

    told = [ToldEvent(record, people) for record, people in events]
    data = write_series(circuit.name, circuit.rules, told).encode()
    whole = len(data) <= LARGEST_WITH_RECORDS
    if not whole:
        data = write_series(circuit.name, circuit.rules, told, with_records=False).encode()
    return (f"{file_stem(circuit.name)}-series.json", data), whole


@command("series close", Act.RUN_SERIES)
async def close(request: Request, series: OpenSeries) -> Card:
    """Ends a series; its standings stay to be read."""
    return series_cards.close_receipt(await request.do(series_verbs.close, series), request.translator)
