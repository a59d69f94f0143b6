"""Members of teams whom a bar reaches: out from the next match that is called, and leading no team (AIJE-D01-2).

A match that was called goes on with everybody who sits in it, and the others keep their boards. A bar that came by
itself is one from tournaments to come (AIJE-B03-2): who was let in plays on.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.domain.entering.bars import Bar, BarReason, keeps_out
from bot.domain.entering.entries import Entrant
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import GuildId, PersonId
from bot.domain.regulation.format_rules import TeamRules
from bot.domain.team_play.fitness import who_may_lead
from bot.domain.team_play.sayings import LeadVacant, MemberSitsOut
from bot.services import event_log
from bot.services.entering.eligibility import bars_of
from bot.services.sides import entry_of
from bot.services.speaking import tell_committee, tell_member
from bot.services.team_play import fitness, team_entries
from bot.services.timetable import contest_subject, outages_of, tournament_subject
from bot.storage import contests, entrants, people, teams, tournaments
from bot.storage.context import Query, Tx


def follow(tx: Tx, guild_id: GuildId, person_id: PersonId) -> None:
    """Has the person sit out of the teams that have begun, or play in them again, by the bars that hold now."""
    for tournament in tournaments.all_unfinished(tx, guild_id):
        if tournament.rulebook.teams is None or not _has_begun(tx, tournament):
            continue
        entrant = entry_of(tx, tournament.tournament_id, person_id)
        if entrant is None or entrant.withdrawn_at is not None:
            continue
        held = _bars_out(tx, tournament, person_id)
        if held:
            _sit_out(tx, tournament, entrant, person_id, held)
        elif teams.come_back(tx, entrant.entrant_id, person_id, tx.now):
            _tell(tx, tournament, entrant, person_id, is_back=True)


def hand_lead_on(tx: Tx, tournament: Tournament, person_id: PersonId) -> Entrant | None:
    """Gives the team that the barred person leads to the next who may lead it; None where nobody may, or leads none."""
    entrant = entrants.of_person(tx, tournament.tournament_id, person_id)
    if entrant is None or entrant.team_name is None or entrant.withdrawn_at is not None:
        return None
    leader = next(iter(_who_may_lead(tx, tournament, entrant)), None)
    if leader is None:
        return None
    return fitness.give_lead(tx, tournament, entrant, leader, by_bar=True)


def _has_begun(tx: Query, tournament: Tournament) -> bool:
    """From the close on nobody is taken off the list; between it and its step too, since clicks may be on their way."""
    if tournament.check_in_closed_at is not None:
        return True
    return tx.now > check_in_closes_at(tournament, outages_of(tx, tournament))


def _bars_out(tx: Query, tournament: Tournament, person_id: PersonId) -> list[Bar]:
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = (one for one in bars_of(tx, person_id, tx.now, event) if keeps_out(one, event, refuses=refuses))
    return [one for one in held if one.reason is BarReason.DISQUALIFIED]


def _sit_out(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId, held: Sequence[Bar]) -> None:
    ends = [one.until for one in held]
    back_at = None if None in ends else max(one for one in ends if one is not None)
    if person_id in teams.out_at(tx, entrant.entrant_id, tx.now):
        teams.come_back(tx, entrant.entrant_id, person_id, back_at)
        return
    if any(one.person_id == person_id for one in teams.members(tx, entrant.entrant_id)):
        teams.put_out(tx, entrant.entrant_id, person_id, tx.now, back_at)
        _tell(tx, tournament, _led_on(tx, tournament, entrant, person_id), person_id)
    elif entrant.person_id == person_id:
        _led_on(tx, tournament, entrant, person_id)


def _led_on(tx: Tx, tournament: Tournament, entrant: Entrant, person_id: PersonId) -> Entrant:
    """The team under who leads it from now on; where nobody may, staff is asked to name somebody."""
    if entrant.person_id != person_id:
        return entrant
    led = hand_lead_on(tx, tournament, person_id)
    for match in contests.of_entrant(tx, entrant.entrant_id):
        if match.contest.result is None and match.assigned_at is not None:
            tx.touch(contest_subject(match.contest.contest_id))
    if led is None:
        told = LeadVacant(entrant.entrant_id, person_id)
        tell_committee(tx, tournament.guild_id, told)
        tell_member(tx, tournament.guild_id, person_id, told)
    return led or entrant


def _who_may_lead(tx: Query, tournament: Tournament, entrant: Entrant) -> list[PersonId]:
    """Members whom no bar keeps out, in the order in which they lead.

    The highest rated do where the rulebook says so (AIJE-D05-1), and who can press comes first. Pupils lead no school,
    and who has an entry of the own, from which they withdrew, answers for no other.
    """
    rules = tournament.rulebook.teams or TeamRules()
    if tournament.rulebook.dispute is not None:
        return []
    team = team_entries.load_team(tx, tournament, entrant, tournament.check_in_closed_at)
    out = _out(tx, tournament, entrant, [one.person_id for one in team.members])
    able = replace(team, members=tuple(one for one in team.members if one.person_id not in out))
    leaders = who_may_lead(able) if rules.leader_is_highest_rated else [one.person_id for one in able.members]
    known = people.by_ids(tx, leaders)
    free = [one for one in leaders if entrants.of_person(tx, tournament.tournament_id, one) is None]
    return sorted(free, key=lambda one: known[one].discord_id is None)


def _out(tx: Query, tournament: Tournament, entrant: Entrant, some: Collection[PersonId]) -> frozenset[PersonId]:
    """Who of the team does not play: who sits out once it has begun, whom a bar keeps from starting before."""
    if _has_begun(tx, tournament):
        return teams.out_at(tx, entrant.entrant_id, tx.now)
    event, refuses = tournament.tournament_id, tournament.rulebook.registration.refuse_barred
    held = {one: bars_of(tx, one, tx.now, event) for one in some}
    return frozenset(one for one, bars in held.items() if any(keeps_out(bar, event, refuses=refuses) for bar in bars))


def _tell(
    tx: Tx,
    tournament: Tournament,
    entrant: Entrant,
    person_id: PersonId,
    *,
    is_back: bool = False,
) -> None:
    """Writes to the member and to the captain, each once."""
    act = "play_again" if is_back else "sit_out"
    event_log.record(tx, tournament, act, about=person_id, entrant=entrant.entrant_id)
    told = MemberSitsOut(entrant.entrant_id, person_id, is_back)
    for reader in dict.fromkeys((person_id, entrant.person_id)):
        tell_member(tx, tournament.guild_id, reader, told)
    tx.touch(tournament_subject(tournament.tournament_id))
