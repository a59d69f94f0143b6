"""A new cup from one form: what was typed is kept first, then read, and shown as a draft before anything is created."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from bot.domain.events.cup_forms import CupForm
from bot.domain.events.drafts import Draft
from bot.domain.ids import GuildId
from bot.domain.regulation.adjusting import SEATS, has_lengths, usual_length, with_length, with_seats
from bot.domain.regulation.offered import Shelf
from bot.domain.regulation.rulebook_problems import Problem, ProblemCode
from bot.domain.regulation.table_checks import LONGEST_MATCH
from bot.domain.rulebook import Rulebook
from bot.errors import UserError
from bot.rulebooks.checks import problems
from bot.rulebooks.library import ORDINARY
from bot.services import access, cup_details
from bot.services.events import drafts, event_proposals, rulebooks
from bot.storage import cup_forms, people
from bot.storage.context import ActorQuery, ActorTx, Query

MOST_KINDS: Final = 25
"""What a menu of a form holds."""
LONGEST_FIELD: Final = 200
_NUMBER: Final = re.compile(r"\D*(\d{1,6})\D*", re.ASCII)


class LengthUnread(UserError):
    """No number of games stands in the field."""

    text: str


class LengthNotOdd(UserError):
    """A match of an even number of games can end level."""

    given: int
    below: int
    above: int


class LengthOutOfBounds(UserError):
    """No match is as long as that, or has no game at all."""

    given: int
    longest: int


class LengthFixed(UserError):
    """The kind of event has a length of its own, or none."""


class SeatsUnread(UserError):
    """No number stands in the field."""

    text: str


class SeatsBelowMinimum(UserError):
    """With so few the kind of event cannot be played."""

    given: int
    minimum: int


class SeatsOutOfBounds(UserError):
    """More seats than an event can have."""

    given: int
    limit: int


class KindUnsuited(UserError):
    """The rules of the kind do not go with what was typed."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the form offers, in the order of offering, and what stands in it from before."""

    kinds: tuple[Rulebook, ...]
    form: CupForm

    @property
    def chosen(self) -> str:
        """The kind that stands there at first: what was typed before, else the plainest cup."""
        known = [one.name for one in self.kinds]
        return self.form.kind if self.form.kind in known else next(one for one in ORDINARY if one in known)


def offer(tx: ActorQuery) -> Offer:
    """The form for who may create or propose events; raises NotAllowed for others and NotSetUp before `/setup`."""
    access.community(tx, tx.guild_id)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    event_proposals.require_creator(tx, person)
    typed = (None if person is None else cup_forms.of_person(tx, person.person_id)) or CupForm()
    return Offer(_kinds(tx, tx.guild_id, typed.kind), typed)


def _kinds(tx: Query, guild_id: GuildId, typed: str) -> tuple[Rulebook, ...]:
    """As many of the server's own as the menu holds beside ordinary cups, those, and what was typed before."""
    offered = rulebooks.to_announce(tx, guild_id)
    ordinary = [one for one in offered if one.shelf is Shelf.ORDINARY]
    before = [one for one in offered if one.shelf is Shelf.REGULATION and one.name == typed]
    own = [one for one in offered if one.shelf is Shelf.OWN][: MOST_KINDS - len(ordinary) - len(before)]
    return tuple(one.rulebook for one in (*own, *ordinary, *before))


def keep(tx: ActorTx, form: CupForm) -> None:
    """Keeps what was typed, whatever may be wrong with it; raises as `offer` does."""
    access.community(tx, tx.guild_id)
    person = access.recognise(tx)
    event_proposals.require_creator(tx, person)
    fields = (form.name, form.kind, form.start, form.best_of, form.seats)
    cup_forms.save(tx, person.person_id, CupForm(*(one[:LONGEST_FIELD] for one in fields)), tx.now)


def draft(tx: ActorTx, form: CupForm, starts: tuple[datetime, ...]) -> tuple[Draft, ...]:
    """A draft for each start that was meant, by the kind's rules with the length and the seats that were typed.

    What was chosen beside the form, under the preview that this one replaces, is chosen in it too.
    Raises NotFoundByName for a kind that is not there, one of the errors above, or what `drafts.of_new` raises.
    """
    rules = rules_for(rulebooks.find(tx, tx.guild_id, form.kind), form)
    person = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is not None:
        rules = cup_details.from_before(tx, person.person_id, rules)
    return drafts.of_new(tx, form.name, rules, starts)


def rules_for(kind: Rulebook, form: CupForm) -> Rulebook:
    """The kind's rules with what was typed; raises one of the errors above where that cannot be played."""
    length, seats = _length(form.best_of, kind), _seats(form.seats)
    changed = kind if length is None else with_length(kind, length)
    changed = changed if seats is None else with_seats(changed, seats)
    for one in problems(changed):
        raise _refusal(one, kind, length, seats)
    return changed


def _length(text: str, kind: Rulebook) -> int | None:
    if not text.strip():
        return None
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise LengthUnread(text=text)
    length = int(found[1])
    if length == usual_length(kind):
        return None
    if not has_lengths(kind):
        raise LengthFixed
    if not 1 <= length <= LONGEST_MATCH:
        raise LengthOutOfBounds(given=length, longest=LONGEST_MATCH)
    return length


def _seats(text: str) -> int | None:
    if not text.strip():
        return None
    found = _NUMBER.fullmatch(text)
    if found is None:
        raise SeatsUnread(text=text)
    return int(found[1])


def _refusal(problem: Problem, kind: Rulebook, length: int | None, seats: int | None) -> UserError:
    """What the form's author reads of a fault that their number has made."""
    if length is not None and length % 2 == 0 and problem.key != SEATS:
        return LengthNotOdd(given=length, below=length - 1, above=length + 1)
    if seats is not None and problem.code is ProblemCode.TOO_HIGH and problem.key == SEATS:
        return SeatsOutOfBounds(given=seats, limit=int(problem.limit))
    if seats is not None and SEATS in {problem.key, problem.other}:
        return SeatsBelowMinimum(given=seats, minimum=_fewest(kind))
    return KindUnsuited()


def _fewest(kind: Rulebook) -> int:
    """How many seats the kind takes at the least."""
    rounds = kind.swiss.rounds if kind.swiss is not None else None
    places = (kind.cut.players if kind.cut else 0, kind.ranking.decisive_places if kind.ranking else 0)
    return max(kind.minimum_entrants, *places, 0 if rounds is None else rounds + 1)
