"""The champion before a match for a title, who may win the world title, and the title on record (AIJE-D03-1, -2).

The champion chooses colours. The title can be won by the champion, the challenger, and who took the place of one of
them. It is asked again when the title is given, since an event may have been announced before seats were asked for.
The record follows every correction of the result.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from bot.features.course import store as course_store
from bot.features.course.facts_verbs import facts
from bot.features.entering import bars_store as entering_bars_store
from bot.features.entering import store as entering_store
from bot.features.registry import roles_verbs as registry_roles_verbs
from bot.features.registry.model import ChampionNamed, TitleMoved
from bot.features.seats import store as seats_store
from bot.features.seats import verbs as seats_verbs
from bot.features.title_match.model import ColoursAsked, HolderView, TitleNotGiven
from bot.features.tournaments import facts_verbs as tournaments_facts_verbs
from bot.features.tournaments import recusal_verbs as tournaments_recusal_verbs
from bot.features.tournaments import store as tournaments_store
from bot.features.tournaments.facts_verbs import find, find_unfinished, outages_of, person_of
from bot.features.tournaments.recusal_verbs import repeatable
from bot.features.tournaments.rulebook_verbs import colours_of
from bot.features.tournaments.store import BROUGHT
from bot.features.tournaments.verbs import only_for
from bot.kernel import outbox
from bot.kernel import panel_store as kernel_panel_store
from bot.kernel.context import ActorQuery, ActorTx, Query, Tx
from bot.kernel.errors import AlreadyDone, NotYours, RefusedFor, TooLate, UserError
from bot.kernel.ids import GuildId, PersonId, Place, TournamentId
from bot.people import store as people_store
from bot.people.model import Person, Someone
from bot.people.store import WorldTitle
from bot.play.contests import rated_games
from bot.play.entries import Tournament, check_in_closes_at
from bot.play.format_rules import TitleMatchRules
from bot.play.formats import FORMATS
from bot.play.formats.title_match import colour_choices, standings
from bot.play.points import EventKind
from bot.play.rulebook import QualifyingEvent, seats_of
from bot.play.title_games import NO_CHOICES, Colour, ColourChoices
from bot.server import verbs as server_verbs
from bot.server.model import Act
from bot.server.speaking_verbs import promise, promise_publicly, tell_committee

# --- who may win the title ------------------------------------------------------------------------------------------


def may_be_crowned(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether the person played the match as champion, as challenger, or with a seat that had passed on."""
    began = tournament.check_in_closed_at or tournament.drawn_at or tournament.start_at
    guild_id = tournament.guild_id
    if seats_store.held_at(tx, guild_id, QualifyingEvent.WORLD, person_id, began):
        return True
    named = course_store.load_title_holder(tx, tournament.tournament_id)
    if named is not None and named.person_id == person_id:
        return True
    return person_id in (reigning_at(tx, guild_id, began), _first_of_candidates(tx, guild_id, began))


def plays_for_title(tx: Query, tournament: Tournament, person_id: PersonId) -> bool:
    """Whether the person has a place in the match: a seat, or from the close on a start."""
    if tournament.check_in_closed_at is not None:
        return person_id in person_of(tx, tournament).values()
    return entering_bars_store.has_seat(tx, tournament.guild_id, QualifyingEvent.WORLD, person_id)


def reigning_at(tx: Query, guild_id: GuildId, at: datetime) -> PersonId | None:
    """Who held the title at that moment."""
    known = [world_title for world_title in people_store.world_titles(tx, guild_id) if world_title.won_at < at]
    return max(known, key=lambda one: one.won_at).person_id if known else None


def _first_of_candidates(tx: Query, guild_id: GuildId, at: datetime) -> PersonId | None:
    """Who won the last Candidates before that moment (AIJE-D02-2)."""
    last = seats_store.last_event(tx, guild_id, QualifyingEvent.CANDIDATES, before=at)
    played = None if last is None else tournaments_store.load(tx, last)
    if played is None:
        return None
    rows = FORMATS[played.rulebook.format].standings(facts(tx, played), played.rulebook)
    first = [row.entrant_id for row in rows if row.rank_to == 1]
    return person_of(tx, played)[first[0]] if first else None


# --- the champion ---------------------------------------------------------------------------------------------------


WhichGame = Literal["first", "last"]


class NoTitleMatch(UserError):
    """The event is no match for a title, so that it has no champion to name."""

    name: str


def title_subject(tournament_id: TournamentId) -> str:
    """How panels name the champion's card of an event."""
    return f"title-match:{tournament_id}"


def rules_of(tournament: Tournament) -> TitleMatchRules:
    """The rulebook's numbers for a match for a title."""
    return tournament.rulebook.title_match or TitleMatchRules()


@only_for(EventKind.TITLE_MATCH, refusal=NoTitleMatch)
@repeatable
def name_champion(tx: ActorTx, tournament_id: TournamentId, who: Someone) -> HolderView:
    """Names who holds the title and, where champions choose, asks for the colours; another name voids the choices.

    Raises NoTitleMatch, OwnCase, HolderIsOnRecord, TooLate once the match is drawn, and AlreadyDone.
    """
    by = server_verbs.recognise(tx)
    server_verbs.require(tx, by, Act.NAME_HOLDER)
    tournament = _before_the_draw(tx, tournament_id)
    tournaments_recusal_verbs.refuse_in_event(tx, by.person_id, Act.NAME_HOLDER, tournament)
    champion = server_verbs.somebody(tx, tx.guild_id, who)
    tournaments_recusal_verbs.refuse(tx, by.person_id, Act.NAME_HOLDER, champion.person_id)
    if _is_of_title(tournament) and registry_roles_verbs.decides_title_by_match(tx, tx.guild_id, tx.pressed_at):
        # Once the association is founded, who won the last match for the title is champion of the world (AIJE-D03-1).
        raise RefusedFor("error.HolderIsOnRecord", name=tournament.name)
    if _is_of_title(tournament) and not plays_for_title(tx, tournament, champion.person_id):
        raise RefusedFor("error.ChampionOutside", name=champion.name)
    if not _name(tx, tournament, champion.person_id, by):
        raise AlreadyDone
    return _view(tx, tournament)


def ask_by_itself(tx: Tx, tournament: Tournament) -> None:
    """Asks the champion whom the registry knows, where the organisers have named nobody until confirmation opens.

    A champion who has no place in the match is not named as somebody who plays it; then the colours are by lot.
    """
    if not tournament.rulebook.traits.is_series or tournament.drawn_at is not None:
        return
    crowned = people_store.world_titles(tx, tournament.guild_id)
    if not crowned or course_store.load_title_holder(tx, tournament.tournament_id) is not None:
        return
    champion = crowned[-1].person_id
    if not _is_of_title(tournament) or plays_for_title(tx, tournament, champion):
        _name(tx, tournament, champion, None)


@only_for(EventKind.TITLE_MATCH, refusal=NoTitleMatch)
def choose(tx: ActorTx, tournament_id: TournamentId, which: WhichGame, colour: Colour) -> HolderView:
    """Takes the champion's colour of the first or the last game, until the match begins (AIJE-D03-2).

    Raises NotYours for anybody else, NoColourToChoose, TooLate, and AlreadyDone.
    """
    person = server_verbs.recognise(tx)
    tournament = _before_the_draw(tx, tournament_id)
    if not rules_of(tournament).champion_chooses:
        raise RefusedFor("error.NoColourToChoose", name=tournament.name)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tx.pressed_at >= closes_at:
        raise TooLate(closed_at=closes_at)
    holder = course_store.load_title_holder(tx, tournament_id)
    if holder is None or holder.person_id != person.person_id:
        raise NotYours
    before = holder.choices.first if which == "first" else holder.choices.last
    if before is colour:
        raise AlreadyDone
    keep = course_store.choose_first if which == "first" else course_store.choose_last
    keep(tx, tournament_id, colour, tx.pressed_at)
    tournaments_facts_verbs.record(tx, tournament, "choose_colour", person, game=which, colour=colour.value)
    return _view(tx, tournament)


def holder_view(tx: Query, tournament_id: TournamentId) -> HolderView | None:
    """What the champion's card shows; None for an event that is no match for a title."""
    tournament = tournaments_store.load(tx, tournament_id)
    if tournament is None or not tournament.rulebook.traits.is_series:
        return None
    return _view(tx, tournament)


def holder_of(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> HolderView | None:
    """As `holder_view`, for an event of this server; raises NotFound."""
    return holder_view(tx, find(tx, guild_id, tournament_id).tournament_id)


@only_for(EventKind.TITLE_MATCH, refusal=NoTitleMatch)
def colours(tx: Query, guild_id: GuildId, tournament_id: TournamentId) -> HolderView:
    """As `holder_view`, for an event of this server; raises NotFound, and NoTitleMatch."""
    view = holder_of(tx, guild_id, tournament_id)
    if view is None:
        raise NoTitleMatch(name=find(tx, guild_id, tournament_id).name)
    return view


def rename(tx: Tx, tournament: Tournament, champion: PersonId) -> None:
    """The registry's champion is another after a correction: that one is asked for the colours instead."""
    _name(tx, tournament, champion, None)


def settled_choices(tx: Query, tournament: Tournament) -> ColourChoices | None:
    """The champion's colours in the first and the last game once the match is drawn, read from the draw again."""
    if tournament.drawn_at is None:
        return None
    record = tournaments_store.draws(tx, tournament.tournament_id)[tournament.draw_number - 1]
    return colour_choices(facts(tx, tournament), tournament.rulebook, record.stream())


def _name(tx: Tx, tournament: Tournament, person_id: PersonId, by: Person | None) -> bool:
    tournament_id = tournament.tournament_id
    if not course_store.name(tx, tournament_id, person_id, tx.now, None if by is None else by.person_id):
        return False
    tournaments_facts_verbs.record(tx, tournament, "name_holder", by, person_id)
    if outbox.all_promises(tx, ColoursAsked, tournament_id):
        kernel_panel_store.forget(tx, title_subject(tournament_id))
    tx.enqueue(tournament.guild_id, Place.MATCHES, ColoursAsked(tournament_id))
    return True


def _is_of_title(tournament: Tournament) -> bool:
    return seats_of(tournament.rulebook) is QualifyingEvent.WORLD


def _before_the_draw(tx: ActorQuery, tournament_id: TournamentId) -> Tournament:
    tournament = find_unfinished(tx, tx.guild_id, tournament_id)
    if tournament.drawn_at is not None:
        raise TooLate(closed_at=tournament.drawn_at)
    return tournament


def _view(tx: Query, tournament: Tournament) -> HolderView:
    holder, rules = course_store.load_title_holder(tx, tournament.tournament_id), rules_of(tournament)
    champion = None if holder is None else people_store.load(tx, holder.person_id)
    listed = _listed_people(tx, tournament)
    others = [one for one in listed if champion is None or one != champion.person_id]
    return HolderView(
        tournament=tournament,
        champion=champion,
        challenger=people_store.load(tx, others[0]) if len(others) == 1 else None,
        is_entered=champion is not None and champion.person_id in listed,
        has_place=champion is not None and _has_place(tx, tournament, champion.person_id, listed),
        choices=NO_CHOICES if holder is None else holder.choices,
        settled=settled_choices(tx, tournament),
        colours=colours_of(tournament.rulebook),
        best_of=rules.best_of,
        may_choose=rules.champion_chooses,
        choose_until=check_in_closes_at(tournament, outages_of(tx, tournament)),
    )


def _listed_people(tx: Query, tournament: Tournament) -> list[PersonId]:
    """Who has entered, and after the draw who was drawn."""
    if tournament.drawn_at is not None:
        return list(person_of(tx, tournament).values())
    return [one.person_id for one in entering_store.of_tournament(tx, tournament.tournament_id) if not one.withdrawn_at]


def _has_place(tx: Query, tournament: Tournament, champion: PersonId, listed: list[PersonId]) -> bool:
    if champion in listed:
        return True
    if tournament.drawn_at is not None:
        return False
    return not _is_of_title(tournament) or plays_for_title(tx, tournament, champion)


# --- the title on record --------------------------------------------------------------------------------------------


_EVENT_LIMIT: Final = 80
"""Characters of an event's name in the registry of world titles."""


@dataclass(frozen=True, slots=True)
class _Later:
    """Matches for the title in which the wrong champion was named: put right by itself, and left to people."""

    renamed: tuple[TournamentId, ...]
    left: tuple[TournamentId, ...]


def reigning(tx: Query, guild_id: GuildId) -> PersonId | None:
    """Who holds the title: whoever won it last."""
    known = people_store.world_titles(tx, guild_id)
    return max(known, key=lambda one: one.won_at).person_id if known else None


def crown(tx: Tx, tournament: Tournament) -> None:
    """The winner of an official match for the title is the champion from now on, on record and in public.

    Call it once the event has ended.
    """
    winner = _winner(tx, tournament) if _gives_a_title(tx, tournament) else None
    if winner is not None and not may_be_crowned(tx, tournament, winner):
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
    before, winner = people_store.won_in(tx, tournament.tournament_id), _winner(tx, tournament)
    if winner == (None if before is None else before.person_id):
        return
    winner = _able_to_hold(tx, tournament, winner)
    event = _event_name(tx, tournament, before)
    won = None
    if before is not None:
        people_store.uncrown(tx, tournament.tournament_id, tx.now)
        tournaments_facts_verbs.record(tx, tournament, "uncrown", event=before.event, person=before.person_id)
    if winner is not None:
        title = WorldTitle(winner, event, tournament.ended_at, tournament.tournament_id)
        won = _give(tx, tournament, title)
    if before is not None:
        _move_title(tx, tournament, before, won)
    elif won is not None:
        _announce(tx, tournament, won)


def _able_to_hold(tx: Tx, tournament: Tournament, winner: PersonId | None) -> PersonId | None:
    """The winner; nobody where only staff can say who is meant, and it is asked to."""
    if winner is None or may_be_crowned(tx, tournament, winner):
        return winner
    _leave_to_staff(tx, tournament, winner)
    return None


def _event_name(tx: Query, tournament: Tournament, before: WorldTitle | None) -> str:
    """As the registry has called the event, where a title was ever won in it."""
    known = before or people_store.lost_in(tx, tournament.tournament_id)
    return tournament.name[:_EVENT_LIMIT] if known is None else known.event


def _gives_a_title(tx: Query, tournament: Tournament) -> bool:
    """An official match that was played here; one that a file brought in crowns nobody, corrected or not."""
    if seats_of(tournament.rulebook) is not QualifyingEvent.WORLD:
        return False
    drawn = tournaments_store.draws_with_purpose(tx, tournament.tournament_id)
    return all(one.reason != BROUGHT for one in drawn)


def _winner(tx: Query, tournament: Tournament) -> PersonId | None:
    rows = standings(facts(tx, tournament), tournament.rulebook)
    won = [row.entrant_id for row in rows if (row.rank_from, row.rank_to, row.won) == (1, 1, 1)]
    return person_of(tx, tournament)[won[0]] if won else None


def _give(tx: Tx, tournament: Tournament, title: WorldTitle) -> WorldTitle:
    """Puts the title on record; two events of the same name are told apart by the date."""
    arbiters = [contest.arbiter for contest in facts(tx, tournament).contests if contest.arbiter is not None]
    by = arbiters[0] if arbiters else tournament.created_by
    if not people_store.crown(tx, tournament.guild_id, title, tx.now, by):
        dated = f"{title.event[: _EVENT_LIMIT - 13]} ({title.won_at.date().isoformat()})"
        title = replace(title, event=dated)
        people_store.crown(tx, tournament.guild_id, title, tx.now, by)
    tournaments_facts_verbs.record(tx, tournament, "crown", event=title.event, person=title.person_id)
    return title


def _announce(tx: Tx, tournament: Tournament, title: WorldTitle) -> None:
    """Everybody reads it; of a match without a game also that, and the committee with them (AIJE-D03-1)."""
    named, places = ChampionNamed(title.person_id, title.event), [Place.ANNOUNCEMENTS, Place.RECORD]
    if not any(
        contest.result is not None and sum(rated_games(contest.result)) for contest in facts(tx, tournament).contests
    ):
        named = replace(named, unplayed=True)
        places.append(Place.COMMITTEE)
    for place in places:
        promise(tx, tournament.guild_id, place, named)


def _leave_to_staff(tx: Tx, tournament: Tournament, winner: PersonId) -> None:
    """Who won without a place in the match is not champion by it: the title stays, and everybody reads why."""
    tournaments_facts_verbs.record(tx, tournament, "leave_title", event=tournament.name, person=winner)
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
    seats_verbs.champion_moved(tx, guild_id, lost.person_id, champion)


def _rename_later(tx: Tx, guild_id: GuildId, lost: PersonId, champion: PersonId | None) -> _Later:
    """Where the registry had named the champion it names the right one; an organiser's word and a draw stand."""
    renamed: list[TournamentId] = []
    left: list[TournamentId] = []
    for tournament in tournaments_store.all_unfinished(tx, guild_id):
        holder = course_store.load_title_holder(tx, tournament.tournament_id)
        if holder is None or holder.person_id != lost:
            continue
        by_itself = holder.named_by is None and tournament.drawn_at is None and champion is not None
        if by_itself and champion is not None:
            rename(tx, tournament, champion)
        (renamed if by_itself else left).append(tournament.tournament_id)
    return _Later(tuple(renamed), tuple(left))
