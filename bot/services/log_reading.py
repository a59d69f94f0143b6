"""Reading the log: who did what, when and why, by person, match or tournament."""

from __future__ import annotations

from typing import Final

from bot.domain.community import Person, Presser
from bot.domain.ids import ContestId, EntrantId, GuildId, MemberId, PersonId, TournamentId
from bot.domain.log_views import LINES_ON_A_PAGE, LogLine, LogPage
from bot.domain.permissions import Act
from bot.errors import NotFound, Subject
from bot.services import people as people_service
from bot.storage import contests, entrants, log, people, tournaments
from bot.storage.database import Work
from bot.storage.log import Entry, Sought

IN_CONFIDENCE: Final = frozenset({"open_file"})
"""Acts whose doer is told to nobody here: who reports misconduct is named by a reasoned act alone."""
WORDS_IN_CONFIDENCE: Final = frozenset({"open_file", "justify", "excuse_absence", "reply_in_file"})
"""Acts whose words are for those who decide about them."""


def look_up(
    work: Work,
    presser: Presser,
    member_id: MemberId | None,
    tournament_id: TournamentId | None,
    contest_id: ContestId | None,
) -> LogPage:
    """The first page of what is looked for, for officers, arbiters and organisers; raises NotFound, NotAllowed."""
    person_id = None
    if member_id is not None:
        person = people.of_member(work, presser.guild_id, member_id)
        if person is None:
            raise NotFound(what=Subject.PERSON)
        person_id = person.person_id
    return page(work, presser, Sought(person_id, tournament_id, contest_id), 1)


def turn(work: Work, presser: Presser, words: str) -> LogPage:
    """The page that a button names: "PAGE.PERSON.TOURNAMENT.CONTEST", each id empty where it narrows nothing."""
    number, person, tournament, contest, *_ = (*words.split("."), "", "", "", "")
    sought = Sought(
        PersonId(person) if person else None,
        TournamentId(tournament) if tournament else None,
        ContestId(contest) if contest else None,
    )
    return page(work, presser, sought, int(number) if number.isdecimal() else 1)


def page(work: Work, presser: Presser, sought: Sought, number: int) -> LogPage:
    """One page; a page beyond the last is the last."""
    asker = people.of_member(work, presser.guild_id, presser.member_id)
    people_service.require(work, presser, asker, Act.SEE_LOG)
    pages = max(1, -(-log.count(work, presser.guild_id, sought) // LINES_ON_A_PAGE))
    shown = min(max(number, 1), pages)
    skipped = (shown - 1) * LINES_ON_A_PAGE
    entries = log.find(work, presser.guild_id, sought, LINES_ON_A_PAGE, skipped)
    words = ".".join([sought.person_id or "", sought.tournament_id or "", sought.contest_id or ""])
    return LogPage(tuple(told(work, entry) for entry in entries), shown, pages, words)


def matches_of(work: Work, guild_id: GuildId, tournament_id: TournamentId) -> tuple[tuple[ContestId, str], ...]:
    """The matches of a tournament with both names, for choosing one."""
    tournament = tournaments.load(work, tournament_id)
    if tournament is None or tournament.guild_id != guild_id:
        return ()
    found = []
    for contest in contests.of_tournament(work, tournament_id):
        if len(contest.sides) > 1:
            people_ = _entrants(work, contest.sides)
            found.append((contest.contest_id, " – ".join(person.name for person in people_)))
    return tuple(found)


def told(work: Work, entry: Entry) -> LogLine:
    """The line with its people, and without what is told in confidence."""
    tournament = None if entry.tournament_id is None else tournaments.load(work, entry.tournament_id)
    secret = entry.act in IN_CONFIDENCE
    actor = None if entry.actor is None or secret else people.load(work, entry.actor)
    about = tuple(person for person in _about(work, entry) if actor is None or person.person_id != actor.person_id)
    why = None if entry.act in WORDS_IN_CONFIDENCE or _is_code(entry.why) else entry.why
    return LogLine(entry.at, entry.act, actor, secret, about, tournament.name if tournament else None, why)


def _is_code(why: str | None) -> bool:
    """Whether the reason is one of the house's own words, as "bar:…" or "not_confirmed", which says nothing here."""
    return why is not None and (":" in why or "_" in why) and " " not in why


def _about(work: Work, entry: Entry) -> tuple[Person, ...]:
    kind, _, subject = entry.subject.partition(":")
    if "entrant" in entry.details:
        return _entrants(work, (EntrantId(entry.details["entrant"]),))
    if kind == "contest":
        contest = contests.load(work, ContestId(subject))
        return () if contest is None else _entrants(work, contest.contest.sides)
    person_id = subject if kind == "person" else entry.details.get("person")
    named = (person_id, entry.details.get("other"))
    found = (None if one is None else people.load(work, PersonId(one)) for one in named)
    return tuple(one for one in found if one is not None)


def _entrants(work: Work, sides: tuple[EntrantId, ...]) -> tuple[Person, ...]:
    found = []
    for side in sides:
        entrant = entrants.load(work, side)
        person = None if entrant is None else people.load(work, entrant.person_id)
        if person is not None:
            found.append(person)
    return tuple(found)
