"""Reading the log: who did what, when and why, by person, match or tournament."""

from __future__ import annotations

from itertools import islice
from typing import Final

from bot.domain.community import Person, Someone
from bot.domain.ids import ContestId, EntrantId, PersonId, TournamentId
from bot.domain.log_views import LINES_ON_A_PAGE, LogLine, LogPage
from bot.domain.permissions import Act
from bot.errors import NotFound, Subject
from bot.services import access
from bot.services.events.tournaments import find
from bot.storage import contests, entrants, log, people, tournaments
from bot.storage.context import ActorQuery, Query
from bot.storage.log import Entry, Sought

MOST_SUGGESTED: Final = 25
"""What Discord shows of a list of suggestions."""
IN_CONFIDENCE: Final = frozenset({"open_file"})
"""Acts whose doer is told to nobody here: who reports misconduct is named by a reasoned act alone."""
WORDS_IN_CONFIDENCE: Final = frozenset({"open_file", "justify", "excuse_absence", "reply_in_file"})
"""Acts whose words are for those who decide about them."""


def look_up(
    tx: ActorQuery, who: Someone | None, tournament_id: TournamentId | None, contest_id: ContestId | None
) -> LogPage:
    """The first page of what is looked for, for officers, arbiters and organisers; raises NotFound, NotAllowed."""
    person_id = None
    if who is not None:
        person = access.find_known(tx, tx.guild_id, who)
        if person is None:
            raise NotFound(what=Subject.PERSON)
        person_id = person.person_id
    return page(tx, Sought(person_id, tournament_id, contest_id), 1)


def turn(
    tx: ActorQuery, number: int, person: PersonId | None, tournament: TournamentId | None, contest: ContestId | None
) -> LogPage:
    """The page of that number of what a button names: an id that is left out narrows nothing."""
    return page(tx, Sought(person, tournament, contest), number)


def page(tx: ActorQuery, sought: Sought, number: int) -> LogPage:
    """One page; a page beyond the last is the last."""
    asker = people.of_member(tx, tx.guild_id, tx.actor.member_id)
    access.require(tx, asker, Act.SEE_LOG)
    pages = max(1, -(-log.count(tx, tx.guild_id, sought) // LINES_ON_A_PAGE))
    shown = min(max(number, 1), pages)
    skipped = (shown - 1) * LINES_ON_A_PAGE
    entries = log.find(tx, tx.guild_id, sought, LINES_ON_A_PAGE, skipped)
    words = ".".join([sought.person_id or "", sought.tournament_id or "", sought.contest_id or ""])
    return LogPage(tuple(log_line(tx, entry) for entry in entries), shown, pages, words)


def matches_of(tx: ActorQuery, tournament_id: TournamentId, typed: str) -> tuple[tuple[ContestId, str], ...]:
    """The first matches of a tournament whose names hold what was typed, for who may see the log."""
    access.require(tx, people.of_member(tx, tx.guild_id, tx.actor.member_id), Act.SEE_LOG)
    find(tx, tx.guild_id, tournament_id)
    names, wanted = people.names_of_entrants(tx, tournament_id), typed.casefold()
    called = (
        (contest_id, " – ".join(names[side] for side in sides))
        for contest_id, sides in contests.sides_of(tx, tournament_id)
    )
    return tuple(islice((one for one in called if wanted in one[1].casefold()), MOST_SUGGESTED))


def log_line(tx: Query, entry: Entry) -> LogLine:
    """The line with its people, and without what is told in confidence."""
    tournament = None if entry.tournament_id is None else tournaments.load(tx, entry.tournament_id)
    secret = entry.act in IN_CONFIDENCE
    actor = None if entry.actor is None or secret else people.load(tx, entry.actor)
    about = tuple(person for person in _about(tx, entry) if actor is None or person.person_id != actor.person_id)
    why = None if entry.act in WORDS_IN_CONFIDENCE or _is_code(entry.why) else entry.why
    return LogLine(entry.at, entry.act, actor, secret, about, tournament.name if tournament else None, why)


def _is_code(why: str | None) -> bool:
    """Whether the reason is one of the house's own words, as "bar:…" or "not_confirmed", which says nothing here."""
    return why is not None and (":" in why or "_" in why) and " " not in why


def _about(tx: Query, entry: Entry) -> tuple[Person, ...]:
    kind, _, subject = entry.subject.partition(":")
    if "entrant" in entry.details:
        return _entrants(tx, (EntrantId(entry.details["entrant"]),))
    if kind == "contest":
        contest = contests.load(tx, ContestId(subject))
        return () if contest is None else _entrants(tx, contest.contest.sides)
    person_id = subject if kind == "person" else entry.details.get("person")
    named = (person_id, entry.details.get("other"))
    found = (None if one is None else people.load(tx, PersonId(one)) for one in named)
    return tuple(one for one in found if one is not None)


def _entrants(tx: Query, sides: tuple[EntrantId, ...]) -> tuple[Person, ...]:
    found = []
    for side in sides:
        entrant = entrants.load(tx, side)
        person = None if entrant is None else people.load(tx, entrant.person_id)
        if person is not None:
            found.append(person)
    return tuple(found)
