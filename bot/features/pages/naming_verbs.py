"""As what everybody in an event, or on a list, is shown on pages: the one place in which a name is taken for them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from bot.features.entering import store as entering_store
from bot.features.entering import teams_store as entering_teams_store
from bot.features.pages import store
from bot.features.pages.model import (
    EventNames,
    PersonPages,
    ServerPages,
    Shown,
    ShownAs,
    initials,
    name_on_pages,
    shown_as,
    told_apart,
)
from bot.kernel.context import Query
from bot.kernel.ids import EntrantId, PersonId
from bot.kernel.remembering import as_before
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Entrant, Tournament

if TYPE_CHECKING:
    from bot.i18n.catalogue import Translator


def names_in_event(
    tx: Query, pages: ServerPages, tournament: Tournament, translator: Translator, others: Collection[PersonId] = ()
) -> EventNames:
    """How all who entered are shown, and `others` who played for an entry before; two of one name get a number."""
    entries = sorted(entering_store.of_tournament(tx, tournament.tournament_id), key=lambda one: one.number)
    behind = [*(one.person_id for one in entries), *_members(tx, entries), *others]
    known = people_store.by_ids(tx, behind)
    shown = _show(tx, pages, [known[one] for one in dict.fromkeys(behind)], tournament, translator)
    return _names_of((tournament.tournament_id, translator.locale), tuple(entries), shown)


@as_before(most=64)
def _names_of(entries: tuple[Entrant, ...], shown: Mapping[PersonId, Shown]) -> EventNames:
    teams = dict(zip(_ids(entries), told_apart(_team_names(entries)), strict=True))
    return EventNames(
        {
            one.entrant_id: shown[one.person_id]
            if one.team_name is None
            else Shown(teams[one.entrant_id], ShownAs.NAME)
            for one in entries
        },
        shown,
    )


def names_outside(
    tx: Query, pages: ServerPages, people: Sequence[Person], translator: Translator
) -> Mapping[PersonId, Shown]:
    """How people are shown on a list that belongs to no event, as ratings are."""
    return _show(tx, pages, people, None, translator)


def _members(tx: Query, entries: Iterable[Entrant]) -> list[PersonId]:
    team = next((one for one in entries if one.team_name is not None), None)
    if team is None:
        return []
    teams = entering_teams_store.of_event(tx, team.tournament_id).values()
    return [member.person_id for members in teams for member in members]


def _ids(entries: Iterable[Entrant]) -> list[EntrantId]:
    return [one.entrant_id for one in entries if one.team_name is not None]


def _team_names(entries: Iterable[Entrant]) -> list[str]:
    return [name_on_pages(one.team_name) for one in entries if one.team_name is not None]


def _show(
    tx: Query, pages: ServerPages, people: Sequence[Person], tournament: Tournament | None, translator: Translator
) -> dict[PersonId, Shown]:
    ids = [one.person_id for one in people]
    choices = store.of_people(tx, ids)
    # A tombstone has no account.
    buried = people_store.buried_among(tx, [one.person_id for one in people if one.discord_id is None])
    slot = (pages.page_id, tournament and tournament.tournament_id, translator.locale, len(ids))
    return _shown(slot, tuple(people), choices, buried, pages, tournament, translator)


@as_before(most=64)
def _shown(
    people: tuple[Person, ...],
    choices: Mapping[PersonId, PersonPages],
    buried: frozenset[PersonId],
    pages: ServerPages,
    tournament: Tournament | None,
    translator: Translator,
) -> dict[PersonId, Shown]:
    """A result changes nothing of it, and most pages are asked for after one."""
    found = [
        _one(person, choices.get(person.person_id), pages, tournament, translator, gone=person.person_id in buried)
        for person in people
    ]
    names = told_apart([one.name for one in found])
    return {
        person.person_id: Shown(name, one.shown_as, one.page)
        for person, name, one in zip(people, names, found, strict=True)
    }


def _one(
    person: Person,
    choice: PersonPages | None,
    pages: ServerPages,
    tournament: Tournament | None,
    translator: Translator,
    *,
    gone: bool,
) -> Shown:
    """Of whom only a tombstone is left, nothing is shown."""
    told = ShownAs.NOTHING if gone else shown_as(person, choice, pages, tournament)
    match told:
        case ShownAs.NAME:
            page = choice.page_id if choice is not None and choice.has_page else None
            return Shown(name_on_pages(person.plain_name), told, page or "")
        case ShownAs.INITIALS:
            return Shown(initials(person.plain_name), told)
        case ShownAs.NOTHING:
            return Shown(translator.say("page.somebody"), told)
