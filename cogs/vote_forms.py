"""A vote opened from the desk: the procedure is chosen first, and the form asks only for what that one takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from bot.domain.voting.votes import Effect, ProcedureKind
from bot.rendering.layout import Card
from bot.rendering.voting import opening_cards, vote_cards
from bot.services.voting import votes
from cogs import command_runs, desk_acts
from cogs.audience import Audience
from cogs.forms import Verbatim
from cogs.press import Press
from cogs.routing import on_press
from cogs.subjects import NOTHING, WORD

_OPEN: Final = "vote open"


@desk_acts.begins(_OPEN)
async def choose_kind(press: Press) -> Card:
    """Offers the procedures that the presser may open."""
    return opening_cards.choose_kind(await press.ask(votes.kinds_run_by), press.voice)


@on_press("vote-kind", NOTHING, Audience.ADDRESSED)
async def ask_matter(press: Press) -> None:
    """Asks for what the procedure that was chosen takes."""
    kind = await press.look(votes.kind_named, press.choice())
    command = desk_acts.command_called(_OPEN)
    fields = [
        await command_runs.ask(press, _OPEN, command, one)
        for one in command.parameters
        if one.name in set(options_of(kind))
    ]
    await press.open_form(f"vote-filled:{kind.name}", Verbatim(vote_cards.kind_name(kind, press.voice)), *fields)


@on_press("vote-filled", WORD, Audience.ADDRESSED)
async def open_filled(press: Press, name: str) -> None:
    """Opens the vote as if the command had been typed."""
    kind = await press.look(votes.kind_named, name)
    command = desk_acts.command_called(_OPEN)
    asked = set(options_of(kind))
    read = {one.name: command_runs.read(press, one) for one in command.parameters if one.name in asked}
    given = {option: value for option, value in read.items() if value is not None}
    await command_runs.run(press, command, {"kind": kind.name, **given})


def options_of(kind: ProcedureKind) -> Iterator[str]:
    """The options of `/vote open` that the procedure takes, the procedure itself aside."""
    yield "question"
    if kind.needs_subject:
        yield "subject"
    if kind.effect is Effect.PENALTY_BAR:
        yield "lasts"
    if kind.effect is Effect.EXPEL_PLAYER:
        yield from ("ground", "proof", "file")
    elif kind.needs_subject:
        yield "person"
