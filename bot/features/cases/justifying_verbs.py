"""Justifying an absence, reviewing the justification, and opening a decided case again (AIJE-D01-5.3)."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.features.cases import barring_verbs, committee_verbs, store
from bot.features.cases.barring_verbs import end
from bot.features.cases.model import (
    AbsenceCase,
    CaseEnd,
    CaseState,
    Justification,
    Verdict,
    VerdictKind,
    justify_by,
    may_still_justify,
    state,
)
from bot.features.cases.record_verbs import case_subject, is_about, outages_of, record, save, tournament_of
from bot.features.cases.verbs import close, notify, settle, tell_decided
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import check_in_verbs as entering_check_in_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments.facts_verbs import find
from bot.i18n.names import checked_reason, is_link
from bot.kernel import log
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import NotFound, NotNow, Refused, RefusedAt, RefusedFor, Subject, TooLong, UserError
from bot.kernel.ids import CaseId, PersonId, TournamentId
from bot.people import store as people_store
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.server import verbs as server_verbs
from bot.server.model import Act

TEXT_LIMIT: Final = 1000
LINK_LIMIT: Final = 300


class CaseDecided(UserError):
    """Somebody has decided the case before."""

    by: str


class OwnWordsMayCome(UserError):
    """What staff wrote down for the person is not declined while the person can still give the own words."""

    name: str
    until: datetime


def case_to_justify(tx: ActorQuery, tournament_id: TournamentId) -> AbsenceCase:
    """The presser's own case, for the form; raises NoCase, or what `justify` would raise, before it is filled."""
    tournament = find(tx, tx.guild_id, tournament_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    own = people_store.of_discord_account(tx, person.person_id) if person else []
    case = next(filter(None, (store.of_person(tx, tournament_id, one) for one in own)), None)
    if case is None:
        raise RefusedFor("error.NoCase", name=tournament.name)
    _refuse_unless_open(tx, tournament, case, tx.pressed_at)
    return case


def case_to_help(tx: ActorQuery, case_id: CaseId) -> AbsenceCase:
    """Somebody's case that staff may enter a justification in, for the form; raises as `justify` does."""
    tournament, case = _find(tx, case_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    if person is None or not is_about(tx, case, person.person_id):
        server_verbs.require(tx, person, Act.ENTER_OTHER_PERSON)
    _refuse_unless_open(tx, tournament, case, tx.pressed_at)
    return case


def justify(tx: ActorTx, case_id: CaseId, text: str, proof: str | None = None) -> AbsenceCase:
    """Takes the justification by the moment of the press, the last moment included; a second one replaces the first.

    Staff may enter it for somebody else, as for a person without a Discord account, but not in place of the own words.
    """
    tournament, case = _find(tx, case_id)
    person = server_verbs.recognise(tx)
    if not is_about(tx, case, person.person_id):
        server_verbs.require(tx, person, Act.ENTER_OTHER_PERSON)
        _refuse_in_place_of_own_words(tx, case)
    _refuse_unless_open(tx, tournament, case, tx.pressed_at)
    given = Justification(checked_reason(text, TEXT_LIMIT), _checked_proof(proof), tx.pressed_at)
    justified = save(tx, tournament, replace(case, justification=given))
    record(tx, tournament, justified, "justify", by=person.person_id, why=given.text)
    if state(justified, tx.pressed_at, tournament.rulebook, outages_of(tx, justified)) is CaseState.JUSTIFIED:
        # The rulebook accepts on receipt: nobody has to look at it, and the reviewers may still decline it.
        tell_decided(tx, tournament, justified)
    _show_reviewers(tx, tournament, justified, first=case.justification is None)
    return justified


def may_review(tx: ActorQuery, case_id: CaseId) -> AbsenceCase:
    """The case, where the presser may decide it now; raises as `review` does."""
    _, case = _find(tx, case_id)
    person = people_store.of_member(tx, tx.guild_id, tx.actor.member_id)
    stranger = Person(PersonId(""), tx.guild_id, tx.actor.member_id, tx.actor.name, None, tx.pressed_at)
    _refuse_reviewer(tx, person or stranger, case)
    return case


def review(
    tx: ActorTx,
    case_id: CaseId,
    verdict: VerdictKind,
    reason: str | None = None,
    given_at: datetime | None = None,
) -> AbsenceCase:
    """Accepts or declines a justification; declining needs a reason. The first to decide has decided.

    `given_at` says which justification was read: nobody is barred for one that nobody has read (AIJE-D01-5.3).
    """
    _, case = _find(tx, case_id)
    person = server_verbs.recognise(tx)
    _refuse_reviewer(tx, person, case)
    if given_at is not None and (case.justification is None or case.justification.submitted_at != given_at):
        raise Refused("error.JustifiedAnew")
    if verdict is VerdictKind.DECLINED:
        _refuse_before_own_words(tx, case, tx.now)
    given = checked_reason(reason or "") if verdict is VerdictKind.DECLINED or reason else None
    return decide(tx, case, verdict, person.person_id, given)


def decide(tx: Tx, case: AbsenceCase, verdict: VerdictKind, by: PersonId, reason: str | None) -> AbsenceCase:
    """Writes the verdict and applies what follows from it; a reviewer's press and a committee's vote both end here.

    Accepted: no penalty. Declined: the bar of AIJE-B03-2 comes by itself, at once. The reviewers' card is the caller's
    to bring up to date: a press does that with its own answer.
    """
    tournament = tournament_of(tx, case)
    decided = save(tx, tournament, replace(case, verdict=Verdict(verdict, by, reason, tx.now)))
    record(tx, tournament, decided, f"{verdict.value}_justification", by=by, why=reason)
    if verdict is VerdictKind.ACCEPTED:
        tell_decided(tx, tournament, close(tx, tournament, decided, CaseEnd.ACCEPTED))
    else:
        settle(tx, tournament, [decided])
    return store.load(tx, case.case_id) or decided


def reopen(tx: ActorTx, case_id: CaseId, reason: str) -> AbsenceCase:
    """Takes back what was decided in a case, the bar included; the leader or the President does it, with a reason.

    A justification that was given is up for review again. Where none was, the person is told anew, and has the whole
    time again from that notice.
    """
    tournament, case = _find(tx, case_id)
    officer = server_verbs.recognise(tx)
    server_verbs.require(tx, officer, Act.LIFT_BAR)
    tournaments_recusal_verbs.refuse(tx, officer.person_id, Act.LIFT_BAR, case.person_id)
    if case.close_reason == CaseEnd.APPEARED:
        raise Refused("error.CaseClosed")
    if case.closed_at is None:
        raise Refused("error.CaseStillOpen")
    why = checked_reason(reason)
    bar = entering_bars_store.of_case(tx, case_id)
    fresh = replace(case, verdict=None, closed_at=None, close_reason=None, review_reminded_at=None)
    if case.justification is None:
        fresh = replace(fresh, noticed_at=None, reminded=frozenset())
    save(tx, tournament, fresh)
    record(tx, tournament, fresh, "reopen_case", by=officer.person_id, why=why)
    if bar is not None:
        end(tx, bar, officer.person_id, why)
        entering_check_in_verbs.restore(tx, bar, officer.person_id)
    barring_verbs.give_back_of_case(tx, case_id, officer.person_id, why)
    if fresh.justification is None:
        notify(tx, tournament, [fresh])
    else:
        _show_reviewers(tx, tournament, fresh, first=True)
    return fresh


def _find(tx: ActorQuery, case_id: CaseId) -> tuple[Tournament, AbsenceCase]:
    case = store.load(tx, case_id)
    tournament = tournament_of(tx, case) if case else None
    if case is None or tournament is None or tournament.guild_id != tx.guild_id:
        raise NotFound(what=Subject.CASE)
    return tournament, case


def _refuse_unless_open(tx: Query, tournament: Tournament, case: AbsenceCase, at: datetime) -> None:
    outages = outages_of(tx, case)
    if may_still_justify(case, at, tournament.rulebook, outages):
        return
    if case.verdict is not None:
        raise CaseDecided(by=_name(tx, case.verdict.by))
    limit = justify_by(case, tournament.rulebook, outages)
    if case.close_reason == CaseEnd.APPEARED or limit is None:
        raise Refused("error.CaseClosed")
    raise RefusedAt("error.JustifiedTooLate", at=limit)


def _refuse_reviewer(tx: ActorQuery, person: Person, case: AbsenceCase) -> None:
    server_verbs.require(tx, person, Act.REVIEW_CASE)
    tournaments_recusal_verbs.refuse(tx, person.person_id, Act.REVIEW_CASE, case.person_id)
    if case.verdict is not None:
        raise CaseDecided(by=_name(tx, case.verdict.by))
    if case.closed_at is not None:
        raise Refused("error.CaseClosed")
    if case.justification is None:
        raise Refused("error.NothingToReview")


def _refuse_in_place_of_own_words(tx: Query, case: AbsenceCase) -> None:
    if case.justification is not None and not _is_written_by_staff(tx, case):
        raise RefusedFor("error.OwnWordsStand", name=_name(tx, case.person_id))


def _refuse_before_own_words(tx: Query, case: AbsenceCase, at: datetime) -> None:
    """Nobody is barred within the 72 hours for words that somebody else found for them (AIJE-D01-5.3)."""
    own = people_store.by_ids(tx, people_store.of_discord_account(tx, case.person_id)).values()
    reached = next((one for one in own if one.discord_id is not None), None)
    if reached is None or not _is_written_by_staff(tx, case):
        return
    until = justify_by(case, tournament_of(tx, case).rulebook, outages_of(tx, case))
    if until is None:
        raise NotNow
    if at <= until:
        raise OwnWordsMayCome(name=reached.name, until=until)


def _is_written_by_staff(tx: Query, case: AbsenceCase) -> bool:
    writer = log.last_actor(tx, case_subject(case.case_id), "justify")
    return writer is not None and not is_about(tx, case, writer)


def _show_reviewers(tx: Tx, tournament: Tournament, case: AbsenceCase, *, first: bool) -> None:
    """Posts the card for the reviewers, or has the one that stands show the new text."""
    if first:
        committee_verbs.show_reviewers(tx, tournament, case)
    else:
        tx.touch(case_subject(case.case_id))


def _checked_proof(proof: str | None) -> str | None:
    links = (proof or "").split()
    for link in links:
        if not is_link(link):
            raise Refused("error.NotALink")
        if len(link) > LINK_LIMIT:
            raise TooLong(what=Subject.MESSAGE, limit=LINK_LIMIT)
    return "\n".join(links) or None


def _name(tx: Query, person_id: PersonId) -> str:
    person = people_store.load(tx, person_id)
    return person.name if person else "?"
