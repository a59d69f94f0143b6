"""A series without a file: the rules of a preset with the few numbers that a form asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.domain.circuit.circuits import CircuitView
from bot.domain.circuit.rules import MOST_EVENTS, MOST_FINALISTS, MOST_PLACES, MOST_POINTS, CircuitRules
from bot.domain.permissions import Act
from bot.domain.typed_text import checked_name
from bot.rulebooks.circuit_files import preset
from bot.services import access
from bot.services.circuit import circuits
from bot.services.circuit.errors import PlacesRise, SeriesFormUnread
from bot.storage import circuits as stored
from bot.storage import people
from bot.storage.context import ActorQuery, ActorTx

USUAL: Final = "cup-series"
_BETWEEN: Final = re.compile(r"[\s,;/]+")
_NUMBER: Final = re.compile(r"[0-9]{1,6}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedSeries:
    """What stands in the form, as it was typed."""

    name: str
    places: str
    played: str
    best: str
    finalists: str

    @property
    def fields(self) -> tuple[str, ...]:
        """In the order of the form."""
        return (self.name, self.places, self.played, self.best, self.finalists)


def form_for(tx: ActorQuery, name: str = USUAL) -> TypedSeries:
    """What the form begins with: what the presser typed before and could not be taken, or the preset's numbers."""
    access.refuse_without(tx, Act.RUN_SERIES)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    typed = None if person is None else stored.form_of(tx, person.person_id)
    if typed is not None:
        return TypedSeries(*typed)
    rules = preset(name)
    return TypedSeries("", " ".join(map(str, rules.places)), str(rules.played), str(rules.best), str(rules.finalists))


def create(tx: ActorTx, typed: TypedSeries, name: str = USUAL) -> CircuitView:
    """Makes a series of what was typed; raises SeriesFormUnread and PlacesRise for what cannot be."""
    return circuits.create(tx, rules_of(preset(name), typed))


def keep(tx: ActorTx, typed: TypedSeries) -> None:
    """Keeps what was typed and could not be taken, for the form when it is opened again."""
    person = circuits.organiser(tx)
    stored.keep_form(tx, person.person_id, typed.fields, tx.now)


def rules_of(base: CircuitRules, typed: TypedSeries) -> CircuitRules:
    """The rules of the preset with the numbers of the form."""
    words = [one for one in _BETWEEN.split(typed.places.strip()) if one]
    places = tuple(_number(one, MOST_POINTS) for one in words[: MOST_PLACES + 1])
    if len(places) > MOST_PLACES:
        raise SeriesFormUnread(typed=words[MOST_PLACES], limit=MOST_PLACES)
    played = _number(typed.played, MOST_POINTS)
    _refuse_rising((*places, played))
    return replace(
        base,
        name=checked_name(typed.name)[:60],
        places=places,
        played=played,
        best=_number(typed.best, MOST_EVENTS),
        finalists=_number(typed.finalists, MOST_FINALISTS),
    )


def _number(typed: str, most: int) -> int:
    tidy = typed.strip() or "0"
    if not _NUMBER.fullmatch(tidy) or int(tidy) > most:
        raise SeriesFormUnread(typed=typed.strip()[:40], limit=most)
    return int(tidy)


def _refuse_rising(given: Sequence[int]) -> None:
    for place, points in enumerate(given[1:], start=2):
        if points > given[place - 2]:
            raise PlacesRise(place=place, points=points, before=given[place - 2])
