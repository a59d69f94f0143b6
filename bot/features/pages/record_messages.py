"""The record of an event for programs: its facts as a file that `replay` reads, with what is public of them alone.

A record for the members of a server tells more than pages may: names that were chosen away, exact ratings, what was
corrected or taken back, and when. So one for everybody is made of a list of keys, and is given only where the same
table still follows from it. Its proof is left out, since the draws of the event's page have it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from bot.features.pages.event_verbs import find_shown, people_beside
from bot.features.pages.model import EventNames, ServerPages, ShownAs, name_on_pages
from bot.features.pages.naming_verbs import names_in_event
from bot.features.pages.public_model import PublicRecord
from bot.features.past_events.drafts_verbs import record_of
from bot.i18n.catalogue import Translator
from bot.kernel.context import Query
from bot.kernel.ids import TournamentId
from bot.play.contests import Sanction
from bot.play.formats.protocol import Starter
from bot.play.records import Record
from bot.play.rulebook import Rulebook
from bot.record.errors import RecordRefused
from bot.record.reading import read_record
from bot.record.replaying import derive, replay
from bot.record.writing import write_record

_ENTRANT: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("id", "name", "rating", "seed", "club", "grade", "withdrawn", "holder")),
    **dict.fromkeys(("enters_in", "absent_in", "warnings")),
    "members": dict.fromkeys(("id", "name")),
}
_CONTEST: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("id", "stage", "group", "round", "position", "sides", "best_of", "play_all", "drawable", "bye")),
    **dict.fromkeys(("score", "draws", "kind", "walkover_games", "moves", "influence", "absent", "boards", "count")),
    **dict.fromkeys(("first_side", "paired_as_winner")),
}
PUBLIC_KEYS: Final[Mapping[str, Any]] = {
    **dict.fromkeys(("arbiter_record", "rulebook", "annulled", "sanctions", "lot", "standings", "champion")),
    "event": dict.fromkeys(("id", "name", "ended_at")),
    "entrants": _ENTRANT,
    "contests": _CONTEST,
}
"""What of a record everybody may have; what is None here is given whole, and what is missing not at all."""


def public_record(
    tx: Query, server_key: str, tournament_id: TournamentId, translator: Translator
) -> PublicRecord | None:
    """The record of an event that is over; None where there is none that tells the same table."""
    found = find_shown(tx, server_key, tournament_id)
    if found is None or found[1].drawn_at is None or found[1].ended_at is None or found[1].cancelled_at is not None:
        return None
    pages, tournament = found
    names = names_in_event(tx, pages, tournament, translator, people_beside(tx, tournament))
    whole = record_of(tx, tournament)
    told = json.loads(write_record(_shown(whole, pages, names)))
    text = json.dumps(_renamed(_kept(told, PUBLIC_KEYS), _aliases(whole)), ensure_ascii=False, separators=(",", ":"))
    return PublicRecord(tournament_id, text) if _tells(text, whole) else None


def _shown(whole: Record, pages: ServerPages, names: EventNames) -> Record:
    """As pages have it: without the draws, and of verdicts what the server lets them tell."""
    shown_as: dict[str, str] = {one: shown.name for one, shown in names.people.items()}
    shown_as.update((one, shown.name) for one, shown in names.entrants.items())
    facts = replace(
        whole.facts,
        starters=tuple(_starter(one, whole.rulebook, names) for one in whole.facts.starters),
        sanctions=tuple(one for one in whole.facts.sanctions if one[1] is Sanction.LOWERED and pages.shows_bars),
        forbidden=frozenset(),
    )
    name = name_on_pages(whole.name)
    return replace(whole, name=name, names=shown_as, facts=facts, draws=(), commitment=None, former=())


def _starter(one: Starter, rulebook: Rulebook, names: EventNames) -> Starter:
    """What would tell that two events have the same person is of the named alone; warnings are, where they count."""
    shown, ranking = names.entrants.get(one.entrant_id), rulebook.ranking
    count = one.warnings if ranking is not None and "warnings" in ranking.order else 0
    if shown is None or shown.shown_as is not ShownAs.NAME:
        return replace(one, rating=None, club=None, grade=None, warnings=count)
    # That of a team is made of all its members'.
    members = map(names.people.get, one.members)
    named = all(member is not None and member.shown_as is ShownAs.NAME for member in members)
    rating = None if one.rating is None or not named else float(round(one.rating))
    return replace(one, rating=rating, warnings=count)


def _kept(value: Any, keys: Mapping[str, Any] | None) -> Any:
    """The value with the keys that may be told."""
    if keys is None:
        return value
    if isinstance(value, list):
        return [_kept(one, keys) for one in value]
    return {key: _kept(inner, keys[key]) for key, inner in value.items() if key in keys}


def _aliases(whole: Record) -> Mapping[str, str]:
    """Of members an id that holds in this event alone."""
    members = dict.fromkeys(member for starter in whole.facts.starters for member in starter.members)
    return {member: f"player-{number}" for number, member in enumerate(members, start=1)}


def _renamed(value: Any, aliases: Mapping[str, str]) -> Any:
    match value:
        case str():
            return aliases.get(value, value)
        case list():
            return [_renamed(one, aliases) for one in value]
        case dict():
            return {key: _renamed(inner, aliases) for key, inner in value.items()}
        case _:
            return value


def _tells(text: str, whole: Record) -> bool:
    """Whether the file is a record, agrees with itself, and has the table of the event."""
    try:
        read = read_record(text, whole.event_id)
    except RecordRefused:
        return False
    return replay(read).agrees and derive(read).standings == derive(whole).standings
