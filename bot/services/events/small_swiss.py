"""A round robin offered in the place of a Swiss with few players, and taken by a press before the close (GO-26.2)."""

from __future__ import annotations

from dataclasses import replace

from bot.domain.community import Place
from bot.domain.events.sayings import RoundRobinOffered, RoundRobinTaken
from bot.domain.events.small_swiss import or_round_robin, with_few_players
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.ids import TournamentId
from bot.domain.permissions import Act
from bot.domain.playing.summons import Matter, MatterKind
from bot.domain.regulation.official_rules import held_back
from bot.errors import AlreadyDone, NotNow, TooLate
from bot.rulebooks.library import fingerprint
from bot.services import access, recusal, summons
from bot.services.event_log import record
from bot.services.events import official
from bot.services.events.tournaments import find_unfinished
from bot.services.speaking import tell_committee
from bot.services.timetable import outages_of, tournament_subject
from bot.services.wishes import repeatable
from bot.storage import entrants, tournaments
from bot.storage.context import ActorTx, Tx


def offer_by_itself(tx: Tx, tournament: Tournament) -> None:
    """When check-in opens: asks the organisers, where so few are on the list that a round robin is better."""
    most = with_few_players(tournament.rulebook)
    if most is None or entrants.headcount(tx, tournament.tournament_id).registered > most:
        return
    tell_committee(tx, tournament.guild_id, RoundRobinOffered(tournament.tournament_id))
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    offered = Matter(
        MatterKind.ROUND_ROBIN, tournament_subject(tournament.tournament_id), tournament.tournament_id, closes_at
    )
    summons.call(tx, tournament.guild_id, offered)


@repeatable
def take(tx: ActorTx, tournament_id: TournamentId) -> Tournament:
    """An organiser has the event be a round robin where few start; everybody is told. Until the close of check-in.

    Raises AlreadyDone for a second press, NotNow for an event that no round robin can replace, TooLate after the close.
    """
    before = find_unfinished(tx, tx.guild_id, tournament_id)
    person = access.recognise(tx)
    access.require(tx, person, Act.CHANGE_FORMAT)
    recusal.refuse_in_event(tx, person.person_id, Act.CHANGE_FORMAT, before)
    closes_at = check_in_closes_at(before, outages_of(tx, before))
    if before.check_in_closed_at is not None or tx.pressed_at > closes_at:
        raise TooLate(closed_at=closes_at)
    if before.rulebook.round_robin is not None and before.rulebook.round_robin.swiss_above is not None:
        raise AlreadyDone
    if with_few_players(before.rulebook) is None:
        raise NotNow
    changed = or_round_robin(before.rulebook)
    rulebook = held_back(changed, official.standing(tx, before.guild_id, changed))
    after = replace(before, rulebook=rulebook, rulebook_hash=fingerprint(rulebook))
    tournaments.change_rulebook(tx, after)
    tx.touch(tournament_subject(tournament_id))
    summons.settle(tx, tournament_subject(tournament_id), MatterKind.ROUND_ROBIN)
    record(tx, after, "take_round_robin", person.person_id, before=before.rulebook_hash)
    tx.enqueue(after.guild_id, Place.ANNOUNCEMENTS, RoundRobinTaken(tournament_id))
    return after
