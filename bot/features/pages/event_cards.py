"""An event as its page shows it: its moments, how far it is, its rules in words, and its draws with their proofs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from bot.features.arena.model import ArenaClock
from bot.features.course.cards import part_name
from bot.features.ladder.model import LadderCourse
from bot.features.pages.brackets_cards import bracket
from bot.features.pages.entrants_cards import entrants
from bot.features.pages.event_model import DrawRead, DrawWhat, EventRead, as_plain
from bot.features.pages.matches_cards import rounds
from bot.features.pages.public_model import (
    EventState,
    PublicDraw,
    PublicEvent,
    PublicEventLine,
    PublicLink,
    PublicRules,
    ShownAs,
)
from bot.features.pages.tables_cards import crosstables, podium, race, tables
from bot.features.title_match.model import SeriesCourse
from bot.features.tournaments.model import CourseView, is_stream
from bot.features.tournaments.sheet_cards import rule_sheet
from bot.i18n.catalogue import Translator
from bot.play.draw import listed_entrants
from bot.play.entries import TOO_FEW, Phase, Tournament, check_in_opens_at, phase
from bot.play.rulebook import Rulebook, entry_of

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
        name=tournament.name,
        state=STATES[phase(tournament)],
        kind=tournament.rulebook.title_in(translator.locale),
        start_at=tournament.start_at,
        ended_at=tournament.ended_at or tournament.cancelled_at,
        entrants=entered,
        seats=tournament.rulebook.registration.capacity,
        winner=winner,
        is_paused=is_paused,
    )


# --- an event -------------------------------------------------------------------------------------------------------


def event(read: EventRead, translator: Translator) -> PublicEvent:
    """All that is public of the event."""
    tournament, server = read.tournament, read.server
    return PublicEvent(
        key=read.event_key,
        server=server.page_id,
        server_name=server.name,
        language=read.community.language,
        time_zone=read.community.time_zone,
        name=tournament.name,
        state=STATES[phase(tournament)],
        kind=tournament.rulebook.title_in(translator.locale),
        start_at=tournament.start_at,
        created_at=tournament.created_at,
        check_in_opens_at=check_in_opens_at(tournament),
        check_in_closes_at=read.closes_at,
        ended_at=tournament.ended_at or tournament.cancelled_at,
        called_off_because=_called_off_because(tournament, translator),
        is_paused=read.is_paused,
        is_findable=server.is_findable,
        progress=_progress(read.play.course if read.play else None, translator),
        text=_text(read, translator),
        links=tuple(_links(read, translator)),
        rules=_rules(tournament.rulebook, translator),
        seats=tournament.rulebook.registration.capacity,
        entrants=entrants(read, translator),
        rounds=rounds(read, translator),
        bracket=bracket(read, translator),
        tables=tables(read, translator),
        crosstables=crosstables(read, translator),
        race=race(read, translator),
        podium=podium(read, translator),
        draws=tuple(_draw(read, one, translator) for one in read.draws),
        commitment=tournament.commitment,
        series=read.series,
        on_stream=_on_stream(read),
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
    prize = [translator.say("page.prize", prize=poster.prize)] if poster.prize else []
    return "\n\n".join(filter(None, (poster.description.strip(), *prize)))


def _links(read: EventRead, translator: Translator) -> list[PublicLink]:
    poster = read.poster
    if poster is None or not is_stream(poster.stream):
        return []
    return [PublicLink(translator.say("page.watch"), poster.stream)]


# --- how far it is --------------------------------------------------------------------------------------------------


def _progress(course: CourseView | None, translator: Translator) -> str:
    """What is played now, by rounds or as its kind counts it; empty before the start and after the end."""
    if course is None:
        return ""
    match course.own:
        case ArenaClock() as clock:
            return translator.say("page.progress_open", playing=clock.in_play, decided=clock.counted)
        case LadderCourse() as ladder:
            return translator.say("page.progress_open", playing=ladder.in_play, decided=ladder.settled)
        case SeriesCourse() as series:
            return translator.say("page.progress_game", n=series.game, of=series.contest.best_of)
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


# --- its rules ------------------------------------------------------------------------------------------------------


def _rules(rulebook: Rulebook, translator: Translator) -> tuple[PublicRules, ...]:
    """The rule sheet; the role that a server asks for has a name in Discord alone."""
    entry = rulebook.entry
    asks = entry is not None and entry.role_id is not None
    spoken = rulebook if entry is None else replace(rulebook, entry=entry_of(replace(entry, role=None)))
    sections = rule_sheet(spoken, translator)
    told = [PublicRules(as_plain(one.title), tuple(map(as_plain, one.lines))) for one in sections]
    if asks and told:
        told[0] = PublicRules(told[0].title, (*told[0].lines, translator.say("page.asks_role")))
    return tuple(told)


# --- draws ----------------------------------------------------------------------------------------------------------


def _draw(read: EventRead, drawn: DrawRead, translator: Translator) -> PublicDraw:
    """The draw with what it takes to run it again; the list with its ratings where everybody on it is named."""
    record = drawn.record
    listed = [one.entrant_id for one in listed_entrants(record.entrants)]
    named = all(read.shown(one).shown_as is ShownAs.NAME for one in listed)
    return PublicDraw(
        number=record.number,
        what=_what(drawn, translator),
        drawn_at=drawn.drawn_at,
        previous=drawn.previous,
        link=record.link,
        seed=record.seed,
        entrants=tuple((one, read.shown(one).name) for one in listed),
        salt=record.salt,
        list_hash=record.list_hash,
        listed=record.entrants if named else "",
    )


def _what(drawn: DrawRead, translator: Translator) -> str:
    if drawn.what is DrawWhat.ROUND and drawn.round:
        return translator.say("page.draw_round", n=drawn.round)
    return translator.say(f"page.draw_{drawn.what.value}" if drawn.what is not DrawWhat.ROUND else "page.draw_lot")
