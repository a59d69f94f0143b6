"""Putting back who the sole organiser has taken out of an event under way, because players of it object."""

from __future__ import annotations

from typing import Final

from bot.domain.community import Person
from bot.domain.contests import Contest
from bot.domain.events.event_kinds import kind_of
from bot.domain.events.tournament import Phase, Tournament, phase
from bot.domain.ids import ContestId, EntrantId
from bot.domain.undoing import Hanging
from bot.services import match_opposites
from bot.services.events import event
from bot.services.match_opposites import RULED_IN
from bot.services.playing import matches
from bot.services.playing.followed import Followed
from bot.services.timetable import contest_subject, tournament_subject
from bot.storage import contests, entrants, tournaments
from bot.storage.context import Query, Tx
from bot.storage.log import Entry

ACTS: Final = frozenset({"leave"})


def hangs(tx: Query, entry: Entry) -> Hanging | None:
    """What keeps the player out: another match was played or paired by it since."""
    entrant = entrants.load(tx, EntrantId(entry.details["entrant"]))
    tournament = None if entry.tournament_id is None else tournaments.load(tx, entry.tournament_id)
    if tournament is None or not _goes_on(tournament):
        return Hanging.CLOSED
    if entrant is None or entrant.withdrawn_at is None:
        return Hanging.TAKEN_BACK
    return Hanging.BUILT_ON if _is_built_on(tx, tournament, entry) else None


def _goes_on(tournament: Tournament) -> bool:
    """Whether the event is under way, and its results lead to nothing but matches."""
    under_way = phase(tournament) in {Phase.DRAWING, Phase.RUNNING}
    return under_way and kind_of(tournament.rulebook) in RULED_IN


def _is_built_on(tx: Query, tournament: Tournament, entry: Entry) -> bool:
    given, following = _given_up(tx, tournament, entry), _following(tx, tournament, entry)
    played = any(one.result is not None and one.result.settled_at > entry.at for one in following)
    others = contests.paired_since(tx, tournament.tournament_id, entry.at) - {one.contest_id for one in following}
    later = any(one.result is not None and one.result.settled_at > entry.at for one in given)
    return bool(played or others or later)


def turn_back(tx: Tx, entry: Entry, _: Person) -> None:
    """The player is in the event again, and the matches that were lost by it go on."""
    tournament = None if entry.tournament_id is None else tournaments.load(tx, entry.tournament_id)
    if tournament is None:
        raise LookupError(entry.subject)
    entrants.come_back(tx, EntrantId(entry.details["entrant"]))
    gone = {one.contest_id for one in _following(tx, tournament, entry)}
    for one in _given_up(tx, tournament, entry):
        if one.contest_id in gone:
            continue
        followed = _find(tx, one.contest_id)
        match_opposites.be_played_on(tx, followed)
        matches.reschedule_own(tx, followed)
        tx.touch(contest_subject(one.contest_id))
    tx.touch(tournament_subject(tournament.tournament_id))
    event.proceed(tx, tournament.tournament_id)


def _given_up(tx: Query, tournament: Tournament, entry: Entry) -> list[Contest]:
    """The player's matches that were settled since, those too that they would only have reached by them."""
    entrant_id = EntrantId(entry.details["entrant"])
    own = [one for one in contests.of_tournament(tx, tournament.tournament_id) if entrant_id in one.sides]
    return [one for one in own if one.result is not None and one.result.settled_at >= entry.at]


def _following(tx: Query, tournament: Tournament, entry: Entry) -> list[Contest]:
    lost = _given_up(tx, tournament, entry)
    return [later for one in lost for later in match_opposites.following(tx, _find(tx, one.contest_id))]


def _find(tx: Query, contest_id: ContestId) -> Followed:
    found = matches.load(tx, contest_id)
    if found is None:
        raise LookupError(contest_id)
    return found
