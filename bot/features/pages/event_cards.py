"""An event as its page shows it: its moments, how far it is, who plays, its rules in words, its draws and their proofs.

What would tell that two events have the same person, as a rating or a club does, is shown of who is named alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

from bot.features.course.cards import part_name
from bot.features.pages.brackets_cards import bracket
from bot.features.pages.event_model import DrawRead, DrawWhat, EventRead, PlayRead, as_plain
from bot.features.pages.matches_cards import rounds
from bot.features.pages.model import EventNames, ShownAs, name_on_pages, without_mentions
from bot.features.pages.public_model import (
    EntryState,
    EventState,
    PublicCard,
    PublicDeck,
    PublicDraw,
    PublicEntrant,
    PublicEvent,
    PublicEventLine,
    PublicLink,
    PublicMember,
    PublicRules,
)
from bot.features.pages.tables_cards import crosstables, podium, race, tables
from bot.features.replacing.model import Substitution
from bot.features.title_match.model import SeriesCourse
from bot.features.tournaments.model import is_stream
from bot.features.tournaments.sheet_cards import rule_sheet
from bot.i18n.catalogue import Translator
from bot.kernel.ids import EntrantId, PersonId
from bot.kernel.remembering import as_before, each_as_before
from bot.layout.sentences import number
from bot.play.contests import Contest
from bot.play.draw import listed_entrants
from bot.play.entries import TOO_FEW, Entrant, EntryOutcome, Phase, Tournament, check_in_opens_at, phase, seats
from bot.play.formats.knockout import winner
from bot.play.formats.protocol import Starter
from bot.play.rulebook import Grade, Rulebook, without_role
from bot.play.teams import BoardMember

# --- an event in a list ---------------------------------------------------------------------------------------------


STATES: Final[Mapping[Phase, EventState]] = {
    Phase.ANNOUNCED: EventState.ANNOUNCED,
    Phase.CHECK_IN: EventState.CHECK_IN,
    Phase.DRAWING: EventState.DRAWING,
    Phase.RUNNING: EventState.RUNNING,
    Phase.OVER: EventState.OVER,
    Phase.CANCELLED: EventState.CALLED_OFF,
}


def line(
    tournament: Tournament, entered: int, winner: str, translator: Translator, *, is_paused: bool
) -> PublicEventLine:
    """The event in a list, with who won it."""
    return PublicEventLine(
        key=tournament.tournament_id,
        name=name_on_pages(tournament.name),
        state=STATES[phase(tournament)],
        kind=name_on_pages(tournament.rulebook.title_in(translator.locale)),
        start_at=tournament.start_at,
        ended_at=tournament.ended_at or tournament.cancelled_at,
        entrants=entered,
        seats=tournament.rulebook.registration.capacity,
        winner=winner,
        is_paused=is_paused,
        of_teams=tournament.rulebook.teams is not None,
    )


# --- an event -------------------------------------------------------------------------------------------------------


def event(read: EventRead, translator: Translator) -> PublicEvent:
    """All that is public of the event."""
    played = rounds(read, translator)
    return replace(
        _announced(read, translator),
        rounds=played,
        bracket=bracket(read, translator, played),
        tables=tables(read, translator),
        crosstables=crosstables(read, translator),
        race=race(read, translator),
        podium=podium(read, translator),
        draws=_draws(read, translator),
        decks=tuple(_decks(read)),
        series=read.series,
        on_stream=_on_stream(read),
    )


def _announced(read: EventRead, translator: Translator) -> PublicEvent:
    """What there is of it from the announcement on."""
    tournament, server = read.tournament, read.server
    return PublicEvent(
        key=read.event_key,
        server=server.page_id,
        server_name=server.name,
        language=read.community.language,
        time_zone=read.community.time_zone,
        name=name_on_pages(tournament.name),
        state=STATES[phase(tournament)],
        kind=name_on_pages(tournament.rulebook.title_in(translator.locale)),
        start_at=tournament.start_at,
        created_at=tournament.created_at,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_closes_at=read.closes_at,
        ended_at=tournament.ended_at or tournament.cancelled_at,
        called_off_because=_called_off_because(tournament, translator),
        is_paused=read.is_paused,
        is_findable=server.is_findable,
        progress=_progress(read, translator),
        text=_text(read, translator),
        links=tuple(_links(read, translator)),
        rules=_rules((read.event_key, translator.locale), tournament.rulebook, translator),
        seats=tournament.rulebook.registration.capacity,
        entrants=entrants(read, translator),
        commitment=tournament.commitment,
    )


def _called_off_because(tournament: Tournament, translator: Translator) -> str:
    """By the event's own rule; what staff typed is read in Discord alone."""
    if tournament.cancel_reason != TOO_FEW:
        return ""
    return as_plain(translator.count("tournament.too_few", tournament.rulebook.minimum_entrants))


def _on_stream(read: EventRead) -> str:
    """The match that is on stream, as long as it stands."""
    if read.pages is None or read.pages.stream_id is None or read.play is None:
        return ""
    stands = any(one.contest_id == read.pages.stream_id for one in read.play.facts.contests)
    return read.pages.stream_id if stands else ""


# --- what its organisers say ----------------------------------------------------------------------------------------


def _text(read: EventRead, translator: Translator) -> str:
    poster = read.poster
    if poster is None:
        return ""
    description, won = (without_mentions(one).strip() for one in (poster.description, poster.prize))
    prize = [translator.say("page.prize", prize=won)] if won else []
    return "\n\n".join(filter(None, (description, *prize)))


def _links(read: EventRead, translator: Translator) -> list[PublicLink]:
    poster = read.poster
    if poster is None or not is_stream(poster.stream):
        return []
    return [PublicLink(translator.say("page.watch"), poster.stream)]


# --- how far it is --------------------------------------------------------------------------------------------------


def _progress(read: EventRead, translator: Translator) -> str:
    """What is played now, by rounds or match by match; empty before the start and after the end."""
    play = read.play
    course = None if play is None else play.course
    if play is None or course is None:
        return ""
    if isinstance(course.own, SeriesCourse):
        return translator.say("page.progress_game", n=course.own.game, of=course.own.contest.best_of)
    if not read.tournament.rulebook.traits.in_rounds:
        decided = sum(one.result is not None for one in play.facts.contests)
        open_ = len(play.facts.contests) - decided
        return translator.say("page.progress_open", playing=open_, decided=decided)
    return "; ".join(
        translator.count(
            "page.progress_round",
            part.matches,
            part=part_name(course, part, translator),
            decided=part.decided,
            playing=part.in_play,
        )
        for part in course.parts
    )


# --- who plays ------------------------------------------------------------------------------------------------------


def entrants(read: EventRead, translator: Translator) -> tuple[PublicEntrant, ...]:
    """Who is on the list, in the order of registration; once it is closed, who starts."""
    slot = read.event_key, translator.locale
    return _entries(slot, sorted(_states(read), key=_number), _shared(slot, read), translator)


def _number(listed: tuple[Entrant, EntryState]) -> int:
    return listed[0].number


def _states(read: EventRead) -> Iterator[tuple[Entrant, EntryState]]:
    """Everybody who is shown; who withdrew before the close, or did not confirm by then, is on no list any more."""
    known, play = read.field.entrants, read.play
    if play is not None:
        out = _out(read.event_key, play, read.tournament.rulebook.knockout.lives)
        drawn = {one.entrant_id for one in play.facts.starters}
        for one in known:
            if one.entrant_id in drawn:
                left = one.withdrawn_at is not None
                yield one, EntryState.LEFT if left else _playing(one, out)
        return
    if any(one.outcome is not None for one in known):
        closed = (one for one in known if one.outcome is EntryOutcome.STARTER and one.withdrawn_at is None)
        yield from ((one, EntryState.CONFIRMED) for one in closed)
        return
    seating = seats(known, read.tournament.rulebook.registration.capacity)
    yield from ((one, _before(one)) for one in seating.seated)
    yield from ((one, EntryState.WAITING) for one in seating.waiting)


def _before(one: Entrant) -> EntryState:
    """Before the draw, as everybody reads it on the list in Discord."""
    return EntryState.REGISTERED if one.checked_in_at is None else EntryState.CONFIRMED


def _playing(one: Entrant, out: frozenset[EntrantId]) -> EntryState:
    return EntryState.OUT if one.entrant_id in out else EntryState.PLAYING


def _out(slot: str, play: PlayRead, lives: int) -> frozenset[EntrantId]:
    """Who has lost the last life in a bracket, and has no match left in it."""
    contests = [one for one in play.facts.contests if one.contest_id in play.in_bracket]
    lost = Counter(side for sides in _losers(slot, contests) for side in sides)
    open_ = {side for one in contests if one.result is None and not one.is_bye for side in one.sides}
    return frozenset(side for side, times in lost.items() if times >= lives and side not in open_)


@each_as_before(most=8192)
def _losers(contest: Contest) -> list[EntrantId]:
    if contest.result is None or contest.is_bye:
        return []
    won = winner(contest)
    return [side for side in contest.sides if side != won]


@dataclass(frozen=True, slots=True, eq=False)
class EventOfEntries:
    """What the words of all entries are made of: the same object for as long as all of it is the same."""

    names: EventNames
    starters: Mapping[EntrantId, Starter] | None
    """None before the draw."""
    ratings: Mapping[PersonId, float]
    grades: Mapping[PersonId, Grade]
    hand_seeds: tuple[EntrantId, ...]
    members: Mapping[EntrantId, tuple[BoardMember, ...]]
    substitutions: tuple[Substitution, ...]
    has_boards: bool
    """Whether those of a team have the same boards in each match."""

    def seed(self, one: Entrant) -> int | None:
        """By hand, as everybody reads it in the announcement and in the draw's list."""
        if self.starters is not None and one.entrant_id in self.starters:
            return self.starters[one.entrant_id].seed
        return self.hand_seeds.index(one.entrant_id) + 1 if one.entrant_id in self.hand_seeds else None

    def rating(self, one: Entrant) -> float | None:
        """With which the field was drawn; before the draw that of the latest list. A team's is told by its members."""
        if one.team_name is not None:
            return None
        starter = None if self.starters is None else self.starters.get(one.entrant_id)
        return self.ratings.get(one.person_id) if starter is None else starter.rating

    def grade(self, one: Entrant) -> Grade | None:
        """With which the entry was drawn, else the one that counts; a team has none."""
        return one.grade or (None if one.team_name is not None else self.grades.get(one.person_id))

    def team(self, one: Entrant) -> tuple[PublicMember, ...]:
        """Who is in it, once it is drawn; on which board where the order is the same in each match."""
        if self.starters is None:
            return ()
        found = []
        for member in self.members.get(one.entrant_id, ()):
            shown = self.names.people[member.person_id]
            found.append(PublicMember(shown.name, member.board if self.has_boards else 0, shown.page))
        return tuple(found if self.has_boards else sorted(found, key=lambda each: each.name.casefold()))

    def came_in_for(self, one: Entrant) -> str:
        """Whose place it was at first."""
        left = [sub.left_id for sub in self.substitutions if sub.entrant_id == one.entrant_id]
        return self.names.people[left[-1]].name if left else ""


@as_before(most=64)
def _event_of_entries(
    names: EventNames,
    starters: tuple[Starter, ...] | None,
    ratings: Mapping[PersonId, float],
    grades: Mapping[PersonId, Grade],
    hand_seeds: tuple[EntrantId, ...],
    members: Mapping[EntrantId, tuple[BoardMember, ...]],
    substitutions: tuple[Substitution, ...],
    *,
    has_boards: bool,
) -> EventOfEntries:
    known = None if starters is None else {one.entrant_id: one for one in starters}
    return EventOfEntries(names, known, ratings, grades, hand_seeds, members, substitutions, has_boards)


def _shared(slot: tuple[str, str], read: EventRead) -> EventOfEntries:
    field = read.field
    return _event_of_entries(
        slot,
        read.names,
        None if read.play is None else read.play.facts.starters,
        field.ratings,
        field.grades,
        field.hand_seeds,
        field.members,
        field.substitutions,
        has_boards=not read.names_anew,
    )


@each_as_before(most=8192)
def _entries(told: tuple[Entrant, EntryState], event: EventOfEntries, translator: Translator) -> PublicEntrant:
    one, state = told
    shown = event.names.of(one.entrant_id)
    is_named, rating, grade = shown.shown_as is ShownAs.NAME, event.rating(one), event.grade(one)
    return PublicEntrant(
        key=one.entrant_id,
        name=shown.name,
        shown_as=shown.shown_as,
        state=state,
        number=one.number,
        page=shown.page,
        seed=event.seed(one),
        rating=number(round(rating), translator) if is_named and rating is not None else "",
        grade=str(grade) if is_named and grade is not None else "",
        club=one.club or "" if is_named else "",
        is_team=one.team_name is not None,
        members=event.team(one),
        came_in_for=event.came_in_for(one),
    )


MOST_LINES: Final = 200
"""Of a deck: longer lists are no decks, and a page has to stay small."""
_LONGEST_CARD: Final = 60


def _decks(read: EventRead) -> Iterator[PublicDeck]:
    """Of who is shown by name: two events with the same list would have the same person."""
    starters = {} if read.play is None else read.play.starters
    for one in sorted(read.field.entrants, key=lambda each: each.number) if read.field.decks else ():
        deck, shown = read.field.decks.get(one.entrant_id), read.shown(one.entrant_id)
        if deck is None or shown.shown_as is not ShownAs.NAME or one.entrant_id not in starters:
            continue
        told = tuple(
            PublicCard(card.number, without_mentions(card.name)[:_LONGEST_CARD].strip(), card.copies)
            for card in deck[:MOST_LINES]
        )
        size, left_out = sum(card.copies for card in deck), max(0, len(deck) - MOST_LINES)
        yield PublicDeck(one.entrant_id, shown.name, size, told, left_out)


# --- its rules ------------------------------------------------------------------------------------------------------


@as_before(most=64)
def _rules(rulebook: Rulebook, translator: Translator) -> tuple[PublicRules, ...]:
    """The rule sheet; the role that a server asks for has a name in Discord alone."""
    entry = rulebook.entry
    asks = entry is not None and entry.role_id is not None
    sections = rule_sheet(without_role(rulebook), translator)
    told = [PublicRules(as_plain(one.title), tuple(map(as_plain, one.lines))) for one in sections]
    if asks and told:
        told[0] = PublicRules(told[0].title, (*told[0].lines, translator.say("page.asks_role")))
    return tuple(told)


# --- draws ----------------------------------------------------------------------------------------------------------


def _draws(read: EventRead, translator: Translator) -> tuple[PublicDraw, ...]:
    """Every draw, with its proof where that tells no rating of who is not named.

    By the link one could try ratings until the hash of the list, the seed or the very pairings come out. A later link
    leads to those before it, so that all draws of an event are proven or none is.
    """
    is_proven = not any(
        one.rating is not None and not read.is_named(one.entrant_id)
        for drawn in read.draws
        for one in listed_entrants(drawn.record.entrants)
    )
    return tuple(
        _draw(
            (read.event_key, one.record.number, translator.locale),
            one,
            read.names,
            read.field.members,
            translator,
            is_proven=is_proven,
        )
        for one in read.draws
    )


@as_before(most=256)
def _draw(
    drawn: DrawRead,
    names: EventNames,
    members: Mapping[EntrantId, tuple[BoardMember, ...]],
    translator: Translator,
    *,
    is_proven: bool,
) -> PublicDraw:
    """The draw with what it takes to run it again; the list with its ratings where everybody on it is named."""
    record = drawn.record
    listed = [one.entrant_id for one in listed_entrants(record.entrants)]
    told = PublicDraw(
        number=record.number,
        what=_what(drawn, translator),
        drawn_at=drawn.drawn_at,
        entrants=tuple((one, names.of(one).name) for one in listed),
    )
    if not is_proven:
        return told
    return replace(
        told,
        previous=drawn.previous,
        link=record.link,
        seed=record.seed,
        salt=record.salt,
        list_hash=record.list_hash,
        listed=record.entrants if all(names.are_named(one, members) for one in listed) else "",
    )


def _what(drawn: DrawRead, translator: Translator) -> str:
    if drawn.what is DrawWhat.ROUND and drawn.round:
        return translator.say("page.draw_round", n=drawn.round)
    return translator.say(f"page.draw_{drawn.what.value}" if drawn.what is not DrawWhat.ROUND else "page.draw_lot")
