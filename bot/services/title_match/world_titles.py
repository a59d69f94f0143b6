"""The world title that a match for it gives: on record when it is won, and with every correction of its result."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from bot.domain.community import Place
from bot.domain.events.tournament import Tournament
from bot.domain.formats.title_match import standings
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.registry.sayings import ChampionNamed
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.domain.scores import rated_games
from bot.domain.title_match.sayings import TitleMoved, TitleNotGiven
from bot.services import event_log
from bot.services.entering import seat_corrections
from bot.services.event_facts import facts, person_of
from bot.services.speaking import promise, promise_publicly, tell_committee
from bot.services.title_match import contenders, title_holders
from bot.storage import title_holders as holders
from bot.storage import titles, tournaments
from bot.storage.context import Query, Tx
from bot.storage.titles import WorldTitle
from bot.storage.tournaments import BROUGHT

_EVENT_LIMIT: Final = 80
"""Characters of an event's name in the registry of world titles."""


@dataclass(frozen=True, slots=True)
class _Later:
    """Matches for the title in which the wrong champion was named: put right by itself, and left to people."""

    renamed: tuple[TournamentId, ...]
    left: tuple[TournamentId, ...]


def reigning(tx: Query, guild_id: GuildId) -> PersonId | None:
    """Who holds the title: whoever won it last."""
    known = titles.world_titles(tx, guild_id)
    return max(known, key=lambda one: one.won_at).person_id if known else None


def crown(tx: Tx, tournament: Tournament) -> None:
    """The winner of an official match for the title is the champion from now on, on record and in public.

    Call it once the event has ended.
    """
    winner = _winner(tx, tournament) if _gives_a_title(tx, tournament) else None
    if winner is not None and not contenders.may_be_crowned(tx, tournament, winner):
        _leave_to_staff(tx, tournament, winner)
    elif winner is not None:
        title = WorldTitle(winner, tournament.name[:_EVENT_LIMIT], tx.now, tournament.tournament_id)
        _announce(tx, tournament, _give(tx, tournament, title))


def put_right(tx: Tx, tournament: Tournament) -> None:
    """After a correction, an annulment, or one undone: the title follows the result that stands now.

    Whoever had the title by the wrong result loses it on record, and who won has held it since the match ended. The
    champion's place in later matches and in invitations follows; what only people can decide is named to the committee.
    """
    if not _gives_a_title(tx, tournament) or tournament.ended_at is None:
        return
    before, winner = titles.won_in(tx, tournament.tournament_id), _winner(tx, tournament)
    if winner == (None if before is None else before.person_id):
        return
    winner = _able_to_hold(tx, tournament, winner)
    event = _event_name(tx, tournament, before)
    won = None
    if before is not None:
        titles.uncrown(tx, tournament.tournament_id, tx.now)
        event_log.record(tx, tournament, "uncrown", event=before.event, person=before.person_id)
    if winner is not None:
        title = WorldTitle(winner, event, tournament.ended_at, tournament.tournament_id)
        won = _give(tx, tournament, title)
    if before is not None:
        _move_title(tx, tournament, before, won)
    elif won is not None:
        _announce(tx, tournament, won)


def _able_to_hold(tx: Tx, tournament: Tournament, winner: PersonId | None) -> PersonId | None:
    """The winner; nobody where only staff can say who is meant, and it is asked to."""
    if winner is None or contenders.may_be_crowned(tx, tournament, winner):
        return winner
    _leave_to_staff(tx, tournament, winner)
    return None


def _event_name(tx: Query, tournament: Tournament, before: WorldTitle | None) -> str:
    """As the registry has called the event, where a title was ever won in it."""
    known = before or titles.lost_in(tx, tournament.tournament_id)
    return tournament.name[:_EVENT_LIMIT] if known is None else known.event


def _gives_a_title(tx: Query, tournament: Tournament) -> bool:
    """An official match that was played here; one that a file brought in crowns nobody, corrected or not."""
    if seats_of(tournament.rulebook) is not QualifyingEvent.WORLD:
        return False
    drawn = tournaments.draws_with_purpose(tx, tournament.tournament_id)
    return all(one.reason != BROUGHT for one in drawn)


def _winner(tx: Query, tournament: Tournament) -> PersonId | None:
    rows = standings(facts(tx, tournament), tournament.rulebook)
    won = [row.entrant_id for row in rows if (row.rank_from, row.rank_to, row.won) == (1, 1, 1)]
    return person_of(tx, tournament)[won[0]] if won else None


def _give(tx: Tx, tournament: Tournament, title: WorldTitle) -> WorldTitle:
    """Puts the title on record; two events of the same name are told apart by the date."""
    arbiters = [one.arbiter for one in facts(tx, tournament).contests if one.arbiter is not None]
    by = arbiters[0] if arbiters else tournament.created_by
    if not titles.crown(tx, tournament.guild_id, title, tx.now, by):
        dated = f"{title.event[: _EVENT_LIMIT - 13]} ({title.won_at.date().isoformat()})"
        title = replace(title, event=dated)
        titles.crown(tx, tournament.guild_id, title, tx.now, by)
    event_log.record(tx, tournament, "crown", event=title.event, person=title.person_id)
    return title


def _announce(tx: Tx, tournament: Tournament, title: WorldTitle) -> None:
    """Everybody reads it; of a match without a game also that, and the committee with them (AIJE-D03-1)."""
    named, places = ChampionNamed(title.person_id, title.event), [Place.ANNOUNCEMENTS, Place.RECORD]
    if not any(one.result is not None and sum(rated_games(one.result)) for one in facts(tx, tournament).contests):
        named = replace(named, unplayed=True)
        places.append(Place.COMMITTEE)
    for place in places:
        promise(tx, tournament.guild_id, place, named)


def _leave_to_staff(tx: Tx, tournament: Tournament, winner: PersonId) -> None:
    """Who won without a place in the match is not champion by it: the title stays, and everybody reads why."""
    event_log.record(tx, tournament, "leave_title", event=tournament.name, person=winner)
    for place in (Place.ANNOUNCEMENTS, Place.RECORD, Place.COMMITTEE):
        not_given = TitleNotGiven(tournament.tournament_id, tournament.name, winner)
        promise(tx, tournament.guild_id, place, not_given)


def _move_title(tx: Tx, tournament: Tournament, lost: WorldTitle, won: WorldTitle | None) -> None:
    """Tells everybody, and puts right what hung on who the champion is."""
    guild_id = tournament.guild_id
    champion = reigning(tx, guild_id)
    later = _rename_later(tx, guild_id, lost.person_id, champion)
    winner = None if won is None else won.person_id
    moved = TitleMoved(tournament.tournament_id, lost.event, lost.person_id, winner, champion)
    promise_publicly(tx, guild_id, moved)
    if later.renamed or later.left:
        listed = replace(moved, renamed=tuple(later.renamed), left=tuple(later.left))
        tell_committee(tx, guild_id, listed)
    seat_corrections.champion_moved(tx, guild_id, lost.person_id, champion)


def _rename_later(tx: Tx, guild_id: GuildId, lost: PersonId, champion: PersonId | None) -> _Later:
    """Where the registry had named the champion it names the right one; an organiser's word and a draw stand."""
    renamed: list[TournamentId] = []
    left: list[TournamentId] = []
    for tournament in tournaments.all_unfinished(tx, guild_id):
        holder = holders.load(tx, tournament.tournament_id)
        if holder is None or holder.person_id != lost:
            continue
        by_itself = holder.named_by is None and tournament.drawn_at is None and champion is not None
        if by_itself and champion is not None:
            title_holders.rename(tx, tournament, champion)
        (renamed if by_itself else left).append(tournament.tournament_id)
    return _Later(tuple(renamed), tuple(left))
