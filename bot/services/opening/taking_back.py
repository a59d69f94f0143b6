"""Taking an opening list back as one act, as long as nothing hangs on it."""

from __future__ import annotations

from bot.domain.community import Person
from bot.domain.ids import BarId, GuildId, PersonId
from bot.domain.opening.sayings import OpeningListUndone
from bot.domain.registry.earlier import Brought, BroughtKind
from bot.domain.undoing import Hanging
from bot.services.cases import barring
from bot.services.playing import arbiter_duty
from bot.services.registry import roles
from bot.services.speaking import promise_publicly
from bot.services.voting import electorates
from bot.storage import appointments, bars, bringings, consequences, offices, opening_lists, personal_data, ratings
from bot.storage.context import Query, Tx
from bot.storage.opening_lists import OpeningList

_POWERS = frozenset({BroughtKind.ARBITER_TITLE, BroughtKind.OFFICE})
"""What lets its holder decide about others."""


def hangs(tx: Query, list_id: str) -> Hanging | None:
    """What keeps the list from being taken back."""
    opening = opening_lists.load(tx, list_id)
    if opening is None or opening.undone_at is not None:
        return Hanging.TAKEN_BACK
    if _is_built_upon(tx, opening):
        return Hanging.RATED
    acts = opening_lists.acts_of(tx, list_id)
    by_people = (_person_hangs(tx, opening, one.person_id) for one in opening_lists.people_on(tx, list_id))
    by_acts = (_act_hangs(tx, opening, one) for one in acts)
    return next((one for one in (*by_people, *by_acts) if one is not None), None)


def lifts_bars(tx: Query, list_id: str) -> bool:
    """Whether taking the list back ends a bar, so that the leader or the President has to do it (AIJE-D01-2).

    Where no officer was there before the list, who brought it founds the association, and puts a slip of it right.
    """
    opening = opening_lists.load(tx, list_id)
    if opening is None or not any(one < opening.brought_at for one in offices.since(tx, opening.guild_id).values()):
        return False
    brought = (bars.load(tx, BarId(one.what)) for one in opening_lists.acts_of(tx, list_id) if _is_bar(one))
    return any(one is not None and one.lifted_at is None for one in brought)


def _is_bar(act: Brought) -> bool:
    return act.kind is BroughtKind.BAR


def _is_built_upon(tx: Query, opening: OpeningList) -> bool:
    if opening_lists.of_guild(tx, opening.guild_id)[-1].list_id != opening.list_id:
        return True
    if opening.rating_list is None:
        return False
    current = ratings.current(tx, opening.guild_id)
    if current is None or current.list_id != opening.rating_list:
        return True
    return bringings.rests_on_list_of(tx, opening.guild_id, opening.brought_at)


def _person_hangs(tx: Query, opening: OpeningList, person_id: PersonId) -> Hanging | None:
    since = opening.brought_at
    if consequences.has_entered_since(tx, person_id, since):
        return Hanging.ENTRY
    if appointments.has_played_since(tx, person_id, since):
        return Hanging.PLAYED
    if consequences.was_accused_since(tx, person_id, since):
        return Hanging.CASE
    return Hanging.DECISION if consequences.was_voted_on_since(tx, person_id, since) else None


def _act_hangs(tx: Query, opening: OpeningList, act: Brought) -> Hanging | None:
    if _is_bar(act):
        return Hanging.APPEAL if consequences.was_appealed(tx, BarId(act.what)) else None
    if act.kind not in _POWERS or act.person_id == opening.brought_by:
        # Whoever brought the list in has acted since by what they were before it.
        return None
    acted = appointments.has_acted_since(tx, opening.guild_id, act.person_id, opening.brought_at)
    return Hanging.ACTED if acted else None


def take_back(tx: Tx, by: Person, list_id: str) -> None:
    """Takes out all that came with the list, lifts its bars, and says so wherever it was announced."""
    opening = opening_lists.load(tx, list_id)
    if opening is None:
        return
    acts, listed = opening_lists.acts_of(tx, list_id), opening_lists.people_on(tx, list_id)
    for act in acts:
        if _is_bar(act):
            _lift(tx, by, act)
        else:
            opening_lists.take_out(tx, act)
    _follow(tx, by, opening.guild_id, acts)
    opening_lists.take_back(tx, list_id, by.person_id, tx.now)
    if opening.rating_list is not None:
        opening_lists.withdraw_ratings(tx, opening.rating_list)
    for one in listed:
        if one.is_new:
            personal_data.forget_ghost(tx, one.person_id)
    promise_publicly(tx, opening.guild_id, OpeningListUndone(list_id))


def _lift(tx: Tx, by: Person, act: Brought) -> None:
    bar = bars.load(tx, BarId(act.what))
    if bar is not None and bar.lifted_at is None:
        barring.end(tx, bar, by.person_id, bar.explanation or "-")


def _follow(tx: Tx, by: Person, guild_id: GuildId, acts: list[Brought]) -> None:
    """Roles, duties and signatures go by what somebody holds."""
    for person_id in sorted({one.person_id for one in acts if one.kind in _POWERS}):
        roles.follow(tx, guild_id, person_id)
    for one in acts:
        if one.kind is BroughtKind.ARBITER_TITLE:
            arbiter_duty.relieve(tx, guild_id, one.person_id, by=by.person_id)
    if any(one.kind is BroughtKind.OFFICE for one in acts):
        electorates.call_signers(tx, guild_id)
