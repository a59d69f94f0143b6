"""The champion before a match for a title: who it is, and the colours that the champion chooses (AIJE-D03-1, -2)."""

from __future__ import annotations

from typing import Literal

from bot.domain.community import Person, Place, Someone
from bot.domain.events.event_kinds import EventKind
from bot.domain.events.tournament import Tournament, check_in_closes_at
from bot.domain.formats.title_match import colour_choices
from bot.domain.ids import GuildId, PersonId, TournamentId
from bot.domain.permissions import Act
from bot.domain.regulation.format_rules import TitleMatchRules
from bot.domain.regulation.qualifying_events import QualifyingEvent, seats_of
from bot.domain.title_match.sayings import ColoursAsked
from bot.domain.title_match.series_views import HolderView
from bot.domain.title_match.title_game import NO_CHOICES, Colour, ColourChoices
from bot.errors import AlreadyDone, NotYours, TooLate, UserError
from bot.services import access, event_log, founding, recusal
from bot.services.event_facts import facts, person_of
from bot.services.event_kinds import only_for
from bot.services.events.tournaments import find, find_unfinished
from bot.services.playing.games import colours_of
from bot.services.timetable import outages_of
from bot.services.title_match import contenders
from bot.services.wishes import repeatable
from bot.storage import entrants, outbox, panels, people, title_holders, titles, tournaments
from bot.storage.context import ActorQuery, ActorTx, Query, Tx

WhichGame = Literal["first", "last"]


class NoTitleMatch(UserError):
    """The event is no match for a title, so that it has no champion to name."""

    name: str


class ChampionOutside(UserError):
    """The person has no place in the match, and so can neither hold the title in it nor choose its colours."""

    name: str


class HolderIsOnRecord(UserError):
    """Once the association is founded, who won the last match for the title is champion of the world (AIJE-D03-1)."""

    name: str


class NoColourToChoose(UserError):
    """The rulebook of the event leaves all colours to the lot."""

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
    by = access.recognise(tx)
    access.require(tx, by, Act.NAME_HOLDER)
    tournament = _before_the_draw(tx, tournament_id)
    recusal.refuse_in_event(tx, by.person_id, Act.NAME_HOLDER, tournament)
    champion = access.somebody(tx, tx.guild_id, who)
    recusal.refuse(tx, by.person_id, Act.NAME_HOLDER, champion.person_id)
    if _is_of_title(tournament) and founding.decides_title_by_match(tx, tx.guild_id, tx.pressed_at):
        raise HolderIsOnRecord(name=tournament.name)
    if _is_of_title(tournament) and not contenders.plays_for_title(tx, tournament, champion.person_id):
        raise ChampionOutside(name=champion.name)
    if not _name(tx, tournament, champion.person_id, by):
        raise AlreadyDone
    return _view(tx, tournament)


def ask_by_itself(tx: Tx, tournament: Tournament) -> None:
    """Asks the champion whom the registry knows, where the organisers have named nobody until confirmation opens.

    A champion who has no place in the match is not named as somebody who plays it; then the colours are by lot.
    """
    if not tournament.rulebook.traits.is_series or tournament.drawn_at is not None:
        return
    crowned = titles.world_titles(tx, tournament.guild_id)
    if not crowned or title_holders.load(tx, tournament.tournament_id) is not None:
        return
    champion = crowned[-1].person_id
    if not _is_of_title(tournament) or contenders.plays_for_title(tx, tournament, champion):
        _name(tx, tournament, champion, None)


@only_for(EventKind.TITLE_MATCH, refusal=NoTitleMatch)
def choose(tx: ActorTx, tournament_id: TournamentId, which: WhichGame, colour: Colour) -> HolderView:
    """Takes the champion's colour of the first or the last game, until the match begins (AIJE-D03-2).

    Raises NotYours for anybody else, NoColourToChoose, TooLate, and AlreadyDone.
    """
    person = access.recognise(tx)
    tournament = _before_the_draw(tx, tournament_id)
    if not rules_of(tournament).champion_chooses:
        raise NoColourToChoose(name=tournament.name)
    closes_at = check_in_closes_at(tournament, outages_of(tx, tournament))
    if tx.pressed_at >= closes_at:
        raise TooLate(closed_at=closes_at)
    holder = title_holders.load(tx, tournament_id)
    if holder is None or holder.person_id != person.person_id:
        raise NotYours
    before = holder.choices.first if which == "first" else holder.choices.last
    if before is colour:
        raise AlreadyDone
    keep = title_holders.choose_first if which == "first" else title_holders.choose_last
    keep(tx, tournament_id, colour, tx.pressed_at)
    event_log.record(tx, tournament, "choose_colour", person, game=which, colour=colour.value)
    return _view(tx, tournament)


def holder_view(tx: Query, tournament_id: TournamentId) -> HolderView | None:
    """What the champion's card shows; None for an event that is no match for a title."""
    tournament = tournaments.load(tx, tournament_id)
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
    record = tournaments.draws(tx, tournament.tournament_id)[tournament.draw_number - 1]
    return colour_choices(facts(tx, tournament), tournament.rulebook, record.stream())


def _name(tx: Tx, tournament: Tournament, person_id: PersonId, by: Person | None) -> bool:
    tournament_id = tournament.tournament_id
    if not title_holders.name(tx, tournament_id, person_id, tx.now, None if by is None else by.person_id):
        return False
    event_log.record(tx, tournament, "name_holder", by, person_id)
    if outbox.all_promises(tx, ColoursAsked, tournament_id):
        panels.forget(tx, title_subject(tournament_id))
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
    holder, rules = title_holders.load(tx, tournament.tournament_id), rules_of(tournament)
    champion = None if holder is None else people.load(tx, holder.person_id)
    listed = _listed_people(tx, tournament)
    others = [one for one in listed if champion is None or one != champion.person_id]
    return HolderView(
        tournament=tournament,
        champion=champion,
        challenger=people.load(tx, others[0]) if len(others) == 1 else None,
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
    return [one.person_id for one in entrants.of_tournament(tx, tournament.tournament_id) if not one.withdrawn_at]


def _has_place(tx: Query, tournament: Tournament, champion: PersonId, listed: list[PersonId]) -> bool:
    if champion in listed:
        return True
    if tournament.drawn_at is not None:
        return False
    return not _is_of_title(tournament) or contenders.plays_for_title(tx, tournament, champion)
