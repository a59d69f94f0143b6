"""Exams for arbiter titles, world titles, and where people play for: acts that titles rest on (AIJE-B01)."""

from __future__ import annotations

from datetime import datetime

from bot.domain.community import Person, Someone
from bot.domain.countries import CONTINENTS
from bot.domain.ids import MemberId, PersonId
from bot.domain.permissions import Act, ArbiterTitle, Capacity, whom_to_ask
from bot.domain.registry.arbiter_titles import EXAMINED, check, may_be_examined_from, may_examine
from bot.domain.registry.sayings import ChampionNamed
from bot.domain.registry.title_views import CountryDeclared, ExamTaken
from bot.domain.typed_text import check_text
from bot.errors import AlreadyDone, NotAllowed, NotFound, Subject, UserError
from bot.services import access, founding, recusal
from bot.services.entering import seat_corrections
from bot.services.quotas import refuse_more
from bot.services.registry import title_awards, title_facts, waiting_exams
from bot.services.speaking import promise_publicly
from bot.storage import countries, expulsions, people, ratings, titles
from bot.storage.context import ActorQuery, ActorTx, Query
from bot.storage.titles import WorldTitle

EVENT_LIMIT = 80


class CandidateUnknown(UserError):
    """The bot has never met the member, who so is registered nowhere (AIJE-B03-1)."""

    member: MemberId


class CandidateNotRegistered(UserError):
    """Only who is registered may stand for a title (AIJE-B03-1)."""

    name: str


class CommitteeClosed(UserError):
    """Who was expelled from the committee sits no exam (AIJE-A02-5)."""

    name: str


class ExamTooSoon(UserError):
    """Between two exams of a candidate lie 21 days (AIJE-B01-1)."""

    name: str
    opens_at: datetime


class ExamOutOfOrder(UserError):
    """The exam belongs to another title than the candidate's next one."""

    name: str


class TitleIsPlayedFor(UserError):
    """The association is founded, or a match here has decided the title: a match alone does (AIJE-D03-1)."""


class SpeaksForThemself(UserError):
    """The person is a member of the server, and says alone where they play for."""

    name: str


class NoSuchCountry(UserError):
    """What was typed is no country."""

    typed: str


def record_exam(tx: ActorTx, who: Someone, title: ArbiterTitle, *, passed: bool) -> ExamTaken:
    """Puts an exam on record, and proposes the title when nothing else is missing.

    AJ and AI examine for lower titles (AIJE-B01-AJ); the leader and the President may put an exam on record too, so
    that a committee without either of those titles can grow.
    """
    examiner = access.recognise(tx)
    _require_examiner(tx, examiner, title)
    candidate = _find_candidate(tx, who)
    recusal.refuse(tx, examiner.person_id, Act.RECORD_EXAM, candidate.person_id)
    _refuse_unfit(tx, candidate, title, tx.pressed_at)
    sat_at = tx.pressed_at
    exam = tx.new_id()
    titles.add_exam(tx, exam, candidate.person_id, title, sat_at, examiner.person_id, passed=passed)
    details = {"title": title.value, "passed": str(passed).lower()}
    tx.log(tx.guild_id, "exam", f"person:{candidate.person_id}", actor=examiner.person_id, details=details)
    proposed = passed and title_awards.propose_examined(tx, tx.guild_id, candidate.person_id)
    if passed and not proposed:
        waiting_exams.wait(tx, tx.guild_id, candidate.person_id)
    rules = title_facts.numbers(tx.pressed_at).arbiter
    record = title_facts.arbiter_record(tx, tx.guild_id, candidate.person_id)
    found = check(title, record, rules, tx.pressed_at)
    return ExamTaken(candidate, title, passed, sat_at + rules.exam_every, found, proposed)


def crown(tx: ActorTx, who: Someone, event: str) -> WorldTitle:
    """Records who won a world championship before the founding: it counts for IM, and so does having beaten them since.

    The leader or the President does, and not for themselves. Raises TitleIsPlayedFor, and AlreadyDone for an event that
    has its champion.
    """
    officer = access.recognise(tx)
    access.require(tx, officer, Act.NAME_CHAMPION)
    if founding.decides_title_by_match(tx, tx.guild_id, tx.pressed_at):
        raise TitleIsPlayedFor
    event = check_text(" ".join(event.split()), Subject.TOURNAMENT, EVENT_LIMIT)
    champion = access.somebody(tx, tx.guild_id, who)
    recusal.refuse(tx, officer.person_id, Act.NAME_CHAMPION, champion.person_id)
    won, before = WorldTitle(champion.person_id, event, tx.pressed_at), titles.world_titles(tx, tx.guild_id)
    if not titles.crown(tx, tx.guild_id, won, tx.now, officer.person_id):
        raise AlreadyDone
    subject = f"person:{champion.person_id}"
    tx.log(tx.guild_id, "crown", subject, actor=officer.person_id, details={"event": event})
    promise_publicly(tx, tx.guild_id, ChampionNamed(champion.person_id, event))
    reigned = max(before, key=lambda one: one.won_at).person_id if before else None
    seat_corrections.champion_named(tx, tx.guild_id, reigned, champion.person_id)
    return won


def declare_country(tx: ActorTx, country: str, person_id: PersonId | None = None) -> CountryDeclared:
    """Takes the person's own word for where they play for (AIJE-B01-4), or staff's for who has no Discord.

    Raises NoSuchCountry, and SpeaksForThemself where staff would say it of a member.
    """
    by = access.recognise(tx)
    person = by if person_id is None else _without_discord(tx, by, person_id)
    code = country.strip().upper()
    if code not in CONTINENTS:
        raise NoSuchCountry(typed=country)
    if countries.of_person(tx, person.person_id) != code:
        refuse_more(Subject.COUNTRY, countries.times_declared(tx, person.person_id))
        countries.declare(tx, person.person_id, code, tx.now)
        subject = f"person:{person.person_id}"
        tx.log(tx.guild_id, "declare_country", subject, actor=by.person_id, details={"country": code})
    return CountryDeclared(person, code, own=person == by)


def _without_discord(tx: ActorQuery, staff: Person, person_id: PersonId) -> Person:
    access.require(tx, staff, Act.DECLARE_COUNTRY)
    person = access.find_known(tx, tx.guild_id, person_id)
    if person is None:
        raise NotFound(what=Subject.PERSON)
    if person.discord_id is not None and person != staff:
        raise SpeaksForThemself(name=person.name)
    return person


def _require_examiner(tx: ActorQuery, examiner: Person, title: ArbiterTitle) -> None:
    held = access.require(tx, examiner, Act.RECORD_EXAM)
    own = people.title_of(tx, examiner.person_id)
    if held.isdisjoint({Capacity.LEADER, Capacity.PRESIDENT}) and (own is None or not may_examine(own, title)):
        raise NotAllowed(needed=whom_to_ask(Act.RECORD_EXAM))


def _find_candidate(tx: ActorQuery, who: Someone) -> Person:
    found = access.find_known(tx, tx.guild_id, who)
    if found is not None:
        return found
    if isinstance(who, str):
        raise NotFound(what=Subject.PERSON)
    raise CandidateUnknown(member=who[0])


def _refuse_unfit(tx: Query, candidate: Person, title: ArbiterTitle, at: datetime) -> None:
    if not ratings.of_people(tx, candidate.guild_id, [candidate.person_id]):
        raise CandidateNotRegistered(name=candidate.name)
    if expulsions.is_excluded(tx, candidate.person_id):
        raise CommitteeClosed(name=candidate.name)
    held = people.title_of(tx, candidate.person_id)
    following = EXAMINED[0] if held is None else next((one for one in EXAMINED if one.rank == held.rank + 1), None)
    if title is not following:
        raise ExamOutOfOrder(name=candidate.name)
    rules = title_facts.numbers(at).arbiter
    opens_at = may_be_examined_from(titles.last_exam(tx, candidate.person_id), rules)
    if opens_at is not None and at < opens_at:
        raise ExamTooSoon(name=candidate.name, opens_at=opens_at)
