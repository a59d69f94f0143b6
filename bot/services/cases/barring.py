"""Bars: they fall by themselves or by a decision, everyone reads why, and the leader or the President lifts them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Final

from bot.domain.cases.absence import AbsenceCase
from bot.domain.cases.sayings import BarLifted, Barred
from bot.domain.community import Person, Place, Someone
from bot.domain.entering.bars import Bar, BarReason, bar_until, holds_in, keeps_out
from bot.domain.events.tournament import Tournament, check_in_closes_at, check_in_opens_at
from bot.domain.ids import BarId, GuildId, PersonId, TournamentId, VoteId
from bot.domain.local_times import MomentInThePast
from bot.domain.permissions import Act, Capacity, whom_to_ask
from bot.domain.team_play.sayings import MemberBarred, TeamsUnfit
from bot.domain.typed_text import checked_reason
from bot.errors import AlreadyDone, NotFound, Subject, UserError
from bot.features.arena import reading_verbs as arena_reading_verbs
from bot.services import access, event_log, recusal, summons
from bot.services.cases import disqualifying
from bot.services.entering import freed_places, seat_invitations
from bot.services.events.tournaments import find_unfinished
from bot.services.speaking import promise_publicly, tell_member
from bot.services.team_play import sitting_out
from bot.services.timetable import bar_subject, claim_subject, outages_of, tournament_subject
from bot.storage import (
    bars,
    entrants,
    expulsions,
    identities,
    kept_accounts,
    name_claims,
    teams,
    tournaments,
)
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

RULE_LIMIT: Final = 120
"""Of the name of a rule that was broken."""


class StillExpelled(UserError):
    """An expelled player cannot come back before a year is over (AIJE-A02-2)."""

    readmission_from: datetime


class BarTakesMore(UserError):
    """An arbiter of a lower title bars nobody, and disqualifies from an event of the own (AIJE-B01-AJ, AIJE-D01-2)."""

    needed: tuple[Capacity, ...]


class RuleMissing(UserError):
    """AJ and AI bar for breaking a rule, and say which (AIJE-B01-AJ)."""


class HeardFirst(UserError):
    """The leader and the President bar by a case, in which the person is heard first."""


class RuleTooLong(UserError):
    """The name of a rule is short."""

    limit: int


class AlreadyBarred(UserError):
    """The person was disqualified before, and that bar still holds."""

    name: str
    since: datetime


def bar_player(
    tx: ActorTx,
    who: Someone,
    reason: str,
    until: datetime | None = None,
    *,
    rule: str | None = None,
    event: TournamentId | None = None,
) -> Bar:
    """Disqualifies somebody for a stated reason, which the person and the public are told (AIJE-D01-2).

    From `event` alone its own arbiter does, for whatever reason, and ends the person's part in it. From all events AJ
    and AI do, for a rule that was broken; in events of their own that run the person plays no more then. Raises
    BarTakesMore, RuleMissing, HeardFirst and NotAllowed for all others.
    """
    judge = access.recognise(tx)
    tournament = None if event is None else find_unfinished(tx, tx.guild_id, event)
    broken = _checked_rule(rule)
    _refuse_judge(tx, judge, tournament, broken)
    person = access.somebody(tx, tx.guild_id, who)
    recusal.refuse(tx, judge.person_id, Act.BAR_PLAYER, person.person_id, event=event)
    explanation = checked_reason(reason)
    _refuse_second_bar(tx, person, until, event)
    bar = _disqualification(tx, judge, person, explanation, until)
    bar = replace(bar, rule=broken, tournament_id=event)
    impose(tx, bar)
    for own in _out_of(tx, judge, tournament):
        disqualifying.take_out(tx, own, person.person_id, judge.person_id)
    tell(tx, tx.guild_id, [bar])
    return bar


def _out_of(tx: Query, judge: Person, named: Tournament | None) -> list[Tournament]:
    """The events in which the barred person's part ends now: the one that was named, or else the judge's own.

    A whole team is not taken out of a running event for what one member did.
    """
    if named is not None:
        events = [named]
    else:
        running = tournaments.all_unfinished(tx, judge.guild_id)
        events = [one for one in running if disqualifying.referees(tx, one, judge.person_id)]
    return [one for one in events if one.rulebook.teams is None]


def _disqualification(tx: Tx, judge: Person, person: Person, explanation: str, until: datetime | None) -> Bar:
    return Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=judge.guild_id,
        person_id=person.person_id,
        reason=BarReason.DISQUALIFIED,
        explanation=explanation,
        since=tx.now,
        until=until,
        barred_by=judge.person_id,
    )


def bar_for_absence(tx: Tx, tournament: Tournament, case: AbsenceCase) -> Bar | None:
    """The bar that comes by itself from an unjustified absence (AIJE-B03-2); None when it came before."""
    verdict = case.verdict
    bar = Bar(
        bar_id=BarId(tx.new_id()),
        guild_id=tournament.guild_id,
        person_id=case.person_id,
        reason=BarReason.UNJUSTIFIED_ABSENCE,
        explanation=verdict.reason if verdict else None,
        since=tx.now,
        until=bar_until(tx.now, tournament.rulebook.absence),
        case_id=case.case_id,
    )
    return bar if impose(tx, bar) else None


def impose(tx: Tx, bar: Bar) -> bool:
    """Writes the bar, and ends what it closes: places on lists, lobbies of arenas, seats in teams; tells nobody of it.

    False when its case has led to one before.
    """
    if not bars.add(tx, bar):
        return False
    why = bar.explanation or bar.reason.value
    subject = bar_subject(bar.bar_id)
    details = {"person": bar.person_id}
    tx.log(bar.guild_id, "bar", subject, actor=bar.barred_by, why=why, details=details)
    spread(tx, bar, identities.selves(tx, bar.person_id))
    return True


def spread(tx: Tx, bar: Bar, selves: Sequence[PersonId]) -> None:
    """Does what the bar does to each of the accounts of the one person whom it is about.

    What they are called on the games' sites stays with them, so that nobody plays on under it. Nobody loses a place
    without a letter: whom the bar reaches by another account is written to here, the person itself by `tell`.
    """
    kept_accounts.keep(tx, bar.bar_id, selves)
    for person_id in selves:
        _free_places(tx, bar, person_id)
        arena_reading_verbs.shut_out(tx, bar, person_id)
        sitting_out.follow(tx, bar.guild_id, person_id)
        if person_id != bar.person_id:
            tell_member(tx, bar.guild_id, person_id, Barred(bar.bar_id))
    _show(tx, bar, selves)


def _show(tx: Tx, bar: Bar, selves: Sequence[PersonId]) -> None:
    """Invitations, and the cards of claims to a name, say what holds of the one person now."""
    seat_invitations.after_bar(tx, bar.guild_id, selves)
    for claim in name_claims.waiting(tx, bar.guild_id):
        if claim.person in selves or claim.claimant in selves:
            tx.touch(claim_subject(claim.claim_id))
            summons.settle(tx, claim_subject(claim.claim_id))


def lift(tx: ActorTx, bar_id: BarId, reason: str) -> Bar:
    """Ends a bar with a reason that everyone reads; the leader or the President does it (AIJE-D01-2)."""
    officer = access.recognise(tx)
    access.require(tx, officer, Act.LIFT_BAR)
    bar = bars.load(tx, bar_id)
    if bar is None or bar.guild_id != tx.guild_id:
        raise NotFound(what=Subject.BAR)
    recusal.refuse(tx, officer.person_id, Act.LIFT_BAR, bar.person_id)
    _end_expulsion(tx, bar_id, officer.person_id)
    return end(tx, bar, officer.person_id, checked_reason(reason))


def lift_and_restore(tx: ActorTx, bar_id: BarId, reason: str) -> Bar:
    """Ends a bar as `lift` does, and with it what it did to lists that are still open."""
    lifted = lift(tx, bar_id, reason)
    freed_places.restore(tx, lifted, lifted.lifted_by)
    return lifted


def reaches_beyond(tx: Query, both: Sequence[PersonId], now: datetime) -> bool:
    """Whether a bar holds for both because they are one: parting them would end it for one of them."""
    return bool(bars.of_people(tx, sorted(identities.everybody(tx, both)), now))


def _end_expulsion(tx: Tx, bar_id: BarId, by: PersonId) -> None:
    """Lifting the bar of an expelled player is the readmission, which AIJE-A02-2 allows after a year."""
    expulsion = expulsions.of_bar(tx, bar_id)
    if expulsion is None:
        return
    if tx.now < expulsion.readmission_from:
        raise StillExpelled(readmission_from=expulsion.readmission_from)
    expulsions.readmit(tx, bar_id, by, tx.now)


def end(tx: Tx, bar: Bar, by: PersonId | None, reason: str, vote_id: VoteId | None = None) -> Bar:
    """Lifts the bar and says so, `by` None where it falls by itself; raises AlreadyDone when it was lifted before."""
    if not bars.lift(tx, bar.bar_id, by, reason, tx.now, vote_id):
        raise AlreadyDone
    subject, details = bar_subject(bar.bar_id), {"person": bar.person_id}
    tx.log(bar.guild_id, "lift_bar", subject, actor=by, why=reason, details=details)
    promise_publicly(tx, bar.guild_id, BarLifted(bar.bar_id))
    selves = identities.selves(tx, bar.person_id)
    for person_id in selves:
        tell_member(tx, bar.guild_id, person_id, BarLifted(bar.bar_id))
        sitting_out.follow(tx, bar.guild_id, person_id)
    _show(tx, bar, selves)
    return replace(bar, lifted_at=tx.now, lifted_by=by, lift_reason=reason, lift_vote_id=vote_id)


def tell(tx: Tx, guild_id: GuildId, some: Sequence[Bar]) -> None:
    """Says in public and on the record who is barred and why, in one message each, and tells each person alone."""
    if not some:
        return
    told = Barred(some[0].bar_id, tuple(bar.bar_id for bar in some))
    promise_publicly(tx, guild_id, told)
    for bar in some:
        tell_member(tx, guild_id, bar.person_id, Barred(bar.bar_id))


def _free_places(tx: Tx, bar: Bar, person_id: PersonId) -> None:
    """Takes the barred off the lists that are still open: who may not confirm must not become a no-show by it."""
    for tournament in tournaments.all_unfinished(tx, bar.guild_id):
        if not _keeps_out_of(tx, bar, tournament):
            continue
        sitting_out.hand_lead_on(tx, tournament, person_id)
        _warn_captain(tx, tournament, person_id)
        entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
        if entrant is None or not entrants.withdraw(tx, entrant.entrant_id, tx.now):
            continue
        tx.touch(tournament_subject(tournament.tournament_id))
        why, entrant_id = bar_subject(bar.bar_id), entrant.entrant_id
        event_log.record(tx, tournament, "withdraw", bar.barred_by, why=why, entrant=entrant_id)


def _warn_captain(tx: Tx, tournament: Tournament, person_id: PersonId) -> None:
    """A member of a team is taken out of it at the close: until then the captain may name somebody else."""
    team = teams.playing_for(tx, tournament.tournament_id, person_id)
    entrant = None if team is None else entrants.load(tx, team)
    if entrant is None or entrant.withdrawn_at is not None or entrant.person_id == person_id:
        return
    warning = MemberBarred(entrant.entrant_id, person_id)
    tell_member(tx, tournament.guild_id, entrant.person_id, warning)
    # A letter is never the only way: who reads none, or has no Discord, is called in the channel.
    told = TeamsUnfit(tournament.tournament_id, (entrant.entrant_id,))
    tx.enqueue(tournament.guild_id, Place.ANNOUNCEMENTS, told)


def _keeps_out_of(tx: Query, bar: Bar, tournament: Tournament) -> bool:
    """Whether the bar costs a place in the event: not where it is over before confirmation, nor after the close.

    Between the close and its step a click may be on its way; whoever confirmed in time starts.
    """
    refuses = tournament.rulebook.registration.refuse_barred
    if tournament.check_in_closed_at is not None or not keeps_out(bar, tournament.tournament_id, refuses=refuses):
        return False
    if bar.until is not None and bar.until <= check_in_opens_at(tournament):
        return False
    return tx.now <= check_in_closes_at(tournament, outages_of(tx, tournament))


def _refuse_judge(tx: ActorQuery, judge: Person, tournament: Tournament | None, rule: str | None) -> None:
    if tournament is not None and disqualifying.referees(tx, tournament, judge.person_id):
        return
    held = access.capacities(tx, judge)
    if Capacity.JEEK_ARBITER in held:
        if rule is None:
            raise RuleMissing
        return
    if not held.isdisjoint({Capacity.LEADER, Capacity.PRESIDENT}):
        raise HeardFirst
    if Capacity.ARBITER in held:
        raise BarTakesMore(needed=whom_to_ask(Act.BAR_PLAYER))
    access.require(tx, judge, Act.BAR_PLAYER)


def _checked_rule(typed: str | None) -> str | None:
    rule = " ".join((typed or "").split())
    if len(rule) > RULE_LIMIT:
        raise RuleTooLong(limit=RULE_LIMIT)
    return rule or None


def _refuse_second_bar(tx: Query, person: Person, until: datetime | None, event: TournamentId | None) -> None:
    """A bar that would end before it began, or with one of the same kind at the latest, is a slip.

    One that lasts longer is none: a short one would keep it back, which a friend could give.
    """
    if until is not None and until <= tx.now:
        raise MomentInThePast(moment=until, now=tx.now)
    for held in bars.of_people(tx, [person.person_id], tx.now):
        longer = held.until is not None and (until is None or until > held.until)
        if held.reason is BarReason.DISQUALIFIED and holds_in(held, event) and not longer:
            raise AlreadyBarred(name=person.name, since=held.since)
