"""Invitations and seats as cards: what follows from which standings, who is asked, who has said what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.features.entering.model import Bar
from bot.features.seats.model import (
    Answer,
    Invitation,
    InvitationRound,
    LostSeats,
    PassedOver,
    Question,
    SeatHolder,
    SeatMatch,
    SeatPassedOver,
    SeatsView,
    Source,
)
from bot.i18n.catalogue import Translator
from bot.kernel.ids import PersonId
from bot.layout.cards import QUIET, WARNING, Button, Card, Line
from bot.layout.sentences import listing, moment, quote, quoted_block
from bot.people.cards import mention, pings
from bot.people.model import Person
from bot.play.entries import Tournament
from bot.play.rulebook import ASKED_FOR, Asked, QualifyingEvent

MOST_LINES: Final = 10
"""Questions of others beside the own ones, at three components each: what is answered makes room for the next."""


def event_name(event: QualifyingEvent, translator: Translator) -> str:
    """What the event is called."""
    return translator.say(f"seats.event.{ASKED_FOR[event].value}")


def proposal(view: SeatsView, translator: Translator) -> Card:
    """The round for organisers: with buttons while it waits for them, afterwards as it stands."""
    waits = view.round.confirmed_at is None and view.round.closed_at is None
    head = _head("proposed", view, translator)
    controls = (_deciding(view.round.round_id, translator),) if waits else ()
    said = (head, *_state(view, translator), translator.say(_next_step(view)))
    return Card(said, controls=controls, colour=WARNING if waits else QUIET)


def overview(
    views: Sequence[SeatsView], holders: Sequence[SeatHolder], reader: Person | None, translator: Translator
) -> Card:
    """What `/seats show` answers: the rounds as they stand, the seats, and what the reader has to answer."""
    seats = "\n".join(_holders_line(event, holders, translator) for event in QualifyingEvent)
    if not views:
        return Card((seats, translator.say("seats.none")), colour=QUIET)
    said: list[str] = []
    for view in views:
        said += [_head("follow_from", view, translator), *_state(view, translator), translator.say(_next_step(view))]
    named = {person for view in views for person in view.people}
    if not named.issuperset(holder.person.person_id for holder in holders):
        said.append(seats)
    return Card(tuple(said), controls=_to_answer(views, reader, translator))


def _to_answer(
    views: Sequence[SeatsView], reader: Person | None, translator: Translator
) -> tuple[tuple[Button, ...], ...]:
    if reader is None:
        return ()
    return tuple((_answer(view, translator),) for view in views if view.wanted_of(reader.person_id))


def _head(what: str, view: SeatsView, translator: Translator) -> str:
    """What the round follows from: a League and an Open, or the Candidates."""
    names = [quote(source.name) for source in view.sources]
    if view.round.round_of is InvitationRound.TITLE:
        return translator.say(f"seats.{what}_for_title", candidates=names[0])
    return translator.say(f"seats.{what}", league=names[0], open=names[1])


def invitations(view: SeatsView, told: Iterable[Invitation], translator: Translator) -> Card:
    """Asks the invited in public, each of whom answers in private."""
    waiting = list(told)
    lines = [_invited_line(asked, waiting, view, translator) for asked in Asked]
    people = [view.people[one.person_id] for one in waiting]
    head = _head("offered", view, translator)
    said = [head, "\n".join(line for line in lines if line), translator.say("seats.offered_next")]
    elsewhere = [person for person in people if person.discord_id is None]
    if elsewhere:
        names = listing([mention(person) for person in dict.fromkeys(elsewhere)], translator)
        said.append(translator.say("seats.offered_elsewhere", names=names))
    return Card(tuple(said), controls=((_answer(view, translator),),), pings=pings(people))


def filled_seats(view: SeatsView, translator: Translator) -> Card:
    """Tells everybody who plays, once every seat has its player."""
    said = [
        translator.say(
            "seats.plays",
            event=event_name(event, translator),
            names=_names(view.qualification.holders(event), view, translator),
        )
        for event in QualifyingEvent
        if view.qualification.holders(event)
    ]
    return Card((translator.say("seats.filled"), "\n".join(said), translator.say("seats.filled_next")))


def lost_seats(found: LostSeats, translator: Translator, *, for_staff: bool) -> Card:
    """Who has no seat any more after a correction; to the staff also who is on a list all the same."""
    lines = [f"- {mention(one.person)} · {event_name(one.event, translator)}" for one in found.lost]
    said = [translator.say("seats.lost"), "\n".join(lines)]
    for person, event in found.listed if for_staff else ():
        said.append(translator.say("seats.lost_listed", names=mention(person), event=quote(event.name)))
    said.append(translator.say("seats.lost_next"))
    return Card(
        tuple(said), colour=WARNING, pings=frozenset() if for_staff else pings(one.person for one in found.lost)
    )


def passed_over(told: SeatPassedOver, person: Person, bars: Sequence[Bar], translator: Translator) -> Card:
    """Who is barred, so that a place passes on; or is barred no more, and what becomes of the place."""
    name, place = mention(person), translator.say(f"seats.place.{told.asked.value}")
    said = [translator.say(f"seats.passed_over.{told.what.value}", name=name, place=place)]
    said += [_bar(bar, translator) for bar in bars]
    empty = told.asked is Asked.CANDIDATES and told.what is PassedOver.SHUT_OUT
    said.append(translator.say("seats.passed_over_empty" if empty else f"seats.passed_over_next.{told.what.value}"))
    return Card(tuple(said), colour=WARNING, pings=pings([person]))


def _bar(bar: Bar, translator: Translator) -> str:
    until = "" if bar.until is None else moment(bar.until)
    text = translator.say(
        "seats.bar_open" if bar.until is None else "seats.bar_until", since=moment(bar.since), until=until
    )
    return text if bar.explanation is None else f"{text}\n{quoted_block(bar.explanation)}"


def vacant(view: SeatsView, translator: Translator) -> Card:
    """To the committee: nobody is left for a place in the match for the title."""
    return Card((translator.count("seats.vacant", view.vacant), translator.say("seats.vacant_next")), colour=WARNING)


def stays_empty(view: SeatsView, person: Person, translator: Translator) -> Card:
    """To the committee: a place in the Candidates passes on to nobody; what can be decided."""
    left = len(view.qualification.holders(QualifyingEvent.CANDIDATES))
    said = (translator.say("seats.stays_empty", name=mention(person)), translator.count("seats.stays_empty_next", left))
    return Card(said, colour=WARNING)


def told_by_hand(person: Person, event: QualifyingEvent, why: str, translator: Translator, *, given: bool) -> Card:
    """To everybody: organisers gave or took a seat, and why."""
    key = "seats.told_given" if given else "seats.told_taken"
    text = translator.say(key, name=mention(person), event=event_name(event, translator), why=quote(why))
    return Card((text, translator.say("seats.told_next")), pings=pings([person]))


def answers(view: SeatsView, reader: Person | None, elsewhere: Sequence[Question], translator: Translator) -> Card:
    """What the reader is asked, and what an organiser may answer for people without Discord."""
    card = nothing_asked(translator) if reader is None else own(view, reader, translator)
    if not elsewhere:
        return card
    room = MOST_LINES - len(card.lines)
    lines = tuple(line for one in elsewhere for line in _for_other(view, one, translator))[:room]
    said = card.paragraphs if card.lines else ()
    return Card((*said, translator.say("seats.elsewhere")), lines=(*card.lines, *lines))


def _for_other(view: SeatsView, question: Question, translator: Translator) -> Iterator[Line]:
    asked, person = question.invitation.asked, view.people[question.invitation.person_id]
    subject = f"{view.round.round_id}.{asked.value}.{person.person_id}"
    yes = Button(f"seat-for-yes:{subject}", translator.say("seats.accept"), ButtonStyle.success)
    no = Button(f"seat-for-no:{subject}", translator.say("seats.decline"))
    place = f"{mention(person)} · {translator.say(f'seats.place.{asked.value}')}"
    if question.is_open:
        until = "" if question.answer_by is None else translator.say("seats.until", until=moment(question.answer_by))
        yield Line(f"⏳ {place} {until}".rstrip(), yes)
        yield Line(translator.say(f"seats.cost.{asked.value}"), no)
    else:
        yield Line(f"✅ {place}", no)


def own(view: SeatsView, reader: Person, translator: Translator) -> Card:
    """The reader's open questions, each with its two buttons; what was accepted may still be declined."""
    key = view.round.round_id
    wanted = view.wanted_of(reader.person_id)
    lines: list[Line] = []
    for question in wanted:
        asked = question.invitation.asked
        until = "" if question.answer_by is None else translator.say("seats.until", until=moment(question.answer_by))
        said = f"{translator.say(f'seats.asked.{asked.value}')} {until}".rstrip()
        lines.append(
            Line(said, Button(f"seat-yes:{key}.{asked.value}", translator.say("seats.accept"), ButtonStyle.success))
        )
        lines.append(Line(translator.say(f"seats.cost.{asked.value}"), _no(key, asked, translator)))
    given = [
        one for one, question in view.questions.items() if one.person_id == reader.person_id and not question.is_open
    ]
    for one in given:
        took = view.questions[one].answer is Answer.ACCEPTED and one in view.qualification.invitations()
        if took:
            lines.append(Line(translator.say(f"seats.accepted.{one.asked.value}"), _no(key, one.asked, translator)))
    if not lines:
        return nothing_asked(translator)
    return Card((translator.say("seats.yours"),), lines=tuple(lines))


def nothing_asked(translator: Translator) -> Card:
    """For whom nobody has asked anything."""
    return Card((translator.say("seats.nothing_asked"),), colour=QUIET)


def match_receipt(tournament: Tournament, translator: Translator) -> Card:
    """Confirms that a seat match has its moment."""
    text = translator.say("seats.arranged", name=quote(tournament.name), at=moment(tournament.start_at))
    return Card((text,))


def by_hand(person: Person, event: QualifyingEvent, translator: Translator, *, given: bool) -> Card:
    """Confirms a seat that an organiser gave or took."""
    key = "seats.given" if given else "seats.taken"
    return Card((translator.say(key, name=mention(person), event=event_name(event, translator)),))


def _state(view: SeatsView, translator: Translator) -> Iterator[str]:
    for event in view.round.round_of.events:
        if event not in view.round.played:
            yield "\n".join(_seats(view, event, translator))
    if view.qualification.matches:
        yield "\n".join(
            [
                translator.say("seats.matches"),
                *(_match(match, view, translator) for match in view.qualification.matches),
            ]
        )
    if view.round.champion is not None and view.round.round_of is InvitationRound.LEAGUE:
        yield translator.say("seats.champion", name=mention(view.people[view.round.champion]))


def _seats(view: SeatsView, event: QualifyingEvent, translator: Translator) -> Iterator[str]:
    found = [seat for seat in view.qualification.seats if seat.event is event]
    yield translator.say("seats.heading", event=event_name(event, translator))
    if not found:
        yield translator.say("seats.nobody_yet")
    for seat in found:
        origin = translator.say(f"seats.from.{seat.source.value}")
        answer = view.answer_of(ASKED_FOR[event], seat.person_id)
        won = seat.source is Source.SEAT_MATCH and answer is None
        mark = _bar_note(seat.person_id, view, translator) or _mark(answer, view, taken=won)
        yield f"- {mention(view.people[seat.person_id])} · {origin} {mark}".rstrip()


def _match(match: SeatMatch, view: SeatsView, translator: Translator) -> str:
    league, opened = (_side(side, view, translator) for side in (match.league_side, match.open_side))
    text = translator.say(
        "seats.match", league_place=match.league_place, league=league, open_place=match.open_place, open=opened
    )
    events = [event_name(event, translator) for event in view.qualification.counts_for(match)]
    parts = [f"- {text}", translator.say("seats.counts_for", events=listing(events, translator))]
    if match.winner is not None:
        parts.append(translator.say("seats.won", name=mention(view.people[match.winner])))
    elif match.number in view.arranged:
        event = view.arranged[match.number]
        parts.append(translator.say("seats.played_in", name=quote(event.name), at=moment(event.start_at)))
    elif view.may_arrange(match):
        parts.append(translator.say("seats.to_arrange", number=match.number))
    elif not match.sides:
        parts.append(translator.say("seats.match_of_nobody"))
    elif view.round.stands:
        parts.append(translator.say("seats.match_waits"))
    return " ".join(parts)


def _side(side: PersonId | None, view: SeatsView, translator: Translator) -> str:
    if side is None:
        return translator.say("seats.nobody")
    mark = _bar_note(side, view, translator) or _mark(view.answer_of(Asked.MATCH, side), view)
    return f"{mention(view.people[side])} {mark}".rstrip()


def _bar_note(person_id: PersonId, view: SeatsView, translator: Translator) -> str:
    return f"({translator.say('seats.is_barred')})" if person_id in view.barred else ""


def _mark(answer: Answer | None, view: SeatsView, *, taken: bool = False) -> str:
    if taken or answer is Answer.ACCEPTED:
        return "✅"
    return "⏳" if view.round.stands and answer is None else ""


def _invited_line(asked: Asked, waiting: Iterable[Invitation], view: SeatsView, translator: Translator) -> str:
    who = [one.person_id for one in waiting if one.asked is asked]
    return translator.say(f"seats.invited.{asked.value}", names=_names(who, view, translator)) if who else ""


def _holders_line(event: QualifyingEvent, holders: Iterable[SeatHolder], translator: Translator) -> str:
    names = [mention(holder.person) for holder in holders if holder.event is event]
    if not names:
        return translator.say("seats.held_by_nobody", event=event_name(event, translator))
    return translator.say("seats.plays", event=event_name(event, translator), names=listing(names, translator))


def _names(person_ids: Iterable[PersonId], view: SeatsView, translator: Translator) -> str:
    return listing([mention(view.people[one]) for one in person_ids], translator)


def _next_step(view: SeatsView) -> str:
    if view.round.closed_at is not None:
        return "seats.is_closed"
    if view.round.confirmed_at is None:
        return (
            "seats.proposed_next" if view.round.round_of is InvitationRound.LEAGUE else "seats.proposed_next_for_title"
        )
    if view.vacant:
        return "seats.vacant_next"
    return "seats.complete" if view.is_filled() else "seats.stands_next"


def _deciding(key: str, translator: Translator) -> tuple[Button, ...]:
    return (
        Button(f"seats-confirm:{key}", translator.say("seats.confirm"), ButtonStyle.success),
        Button(f"seats-discard:{key}", translator.say("seats.discard")),
    )


def _answer(view: SeatsView, translator: Translator) -> Button:
    return Button(f"seat-answer:{view.round.round_id}", translator.say("seats.answer"), ButtonStyle.primary)


def _no(key: str, asked: Asked, translator: Translator) -> Button:
    return Button(f"seat-no:{key}.{asked.value}", translator.say("seats.decline"))
