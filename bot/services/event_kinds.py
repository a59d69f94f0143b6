"""Which kinds of event a verb is for, declared where the verb is and held before its first line runs.

A button, a form or a command proves nothing of the thing that it names: who forges one, or presses an old one, would
otherwise enter a team in an event of people, or tell a match of boards by a bare score.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final, ParamSpec, TypeVar

from bot.domain.events.event_kinds import EventKind, kind_of
from bot.domain.events.tournament import Tournament
from bot.errors import UserError
from bot.storage import tournaments
from bot.storage.context import ActorQuery, Query

P = ParamSpec("P")
T = TypeVar("T")
C = TypeVar("C", bound=Query)

SUBJECTS: Final[dict[str, Callable[[Query, Any], Tournament | None]]] = {
    "tournament_id": tournaments.load,
    "contest_id": tournaments.of_contest,
    "entrant_id": tournaments.of_entrant,
    "place_id": tournaments.of_place,
}
"""How the event is found from what a verb takes, the first of these that it names."""


class OtherKindOfEvent(UserError):
    """What was pressed or typed is for another kind of event."""

    name: str
    given: EventKind


def only_for(
    *kinds: EventKind, refusal: type[UserError] | None = None
) -> Callable[[Callable[Concatenate[C, P], T]], Callable[Concatenate[C, P], T]]:
    """Declares that a verb is for events of these kinds; `refusal` says it in words of its own, with the event's name.

    An event that is unknown here, or of another server, is left to the verb, which answers that it does not exist.
    """
    wanted = frozenset(kinds)

    def declare(verb: Callable[Concatenate[C, P], T]) -> Callable[Concatenate[C, P], T]:
        taken = list(inspect.signature(verb).parameters)[1:]
        subject = next(name for name in SUBJECTS if name in taken)

        @wraps(verb)
        def hold(tx: C, /, *args: P.args, **kwargs: P.kwargs) -> T:
            given = {**dict(zip(taken, args, strict=False)), **kwargs}
            found = SUBJECTS[subject](tx, given[subject])
            if found is not None and _is_here(tx, found, given):
                kind = kind_of(found.rulebook)
                if kind not in wanted:
                    raise _refusal(found, kind, refusal)
            return verb(tx, *args, **kwargs)

        DECLARED[hold] = wanted
        return hold

    return declare


DECLARED: Final[dict[Callable[..., object], frozenset[EventKind]]] = {}
"""Every verb that was declared, with its kinds."""


def _is_here(tx: Query, found: Tournament, given: dict[str, object]) -> bool:
    return found.guild_id == (tx.guild_id if isinstance(tx, ActorQuery) else given.get("guild_id"))


def _refusal(found: Tournament, kind: EventKind, refusal: type[UserError] | None) -> UserError:
    return OtherKindOfEvent(name=found.name, given=kind) if refusal is None else refusal(name=found.name)
