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


def event_name(event: QualifyingEvent, voice: Translator) -> str:
    """What the event is called."""
    return voice.say(f"seats.event.{ASKED_FOR[event].value}")


def proposal(view: SeatsView, voice: Translator) -> Card:
    """The round for organisers: with buttons while it waits for them, afterwards as it stands."""
    waits = view.round.confirmed_at is None and view.round.closed_at is None
    head = _head("proposed", view, voice)
    controls = (_deciding(view.round.round_id, voice),) if waits else ()
    said = (head, *_state(view, voice), voice.say(_next_step(view)))
    return Card(said, controls=controls, colour=WARNING if waits else QUIET)


def overview(
    views: Sequence[SeatsView], holders: Sequence[SeatHolder], reader: Person | None, voice: Translator
) -> Card:
    """What `/seats show` answers: the rounds as they stand, the seats, and what the reader has to answer."""
    seats = "\n".join(_holders_line(event, holders, voice) for event in QualifyingEvent)
    if not views:
        return Card((seats, voice.say("seats.none")), colour=QUIET)
    said: list[str] = []
    for view in views:
        said += [_head("follow_from", view, voice), *_state(view, voice), voice.say(_next_step(view))]
    named = {person for view in views for person in view.people}
    if not named.issuperset(holder.person.person_id for holder in holders):
        said.append(seats)
    return Card(tuple(said), controls=_to_answer(views, reader, voice))


def _to_answer(views: Sequence[SeatsView], reader: Person | None, voice: Translator) -> tuple[tuple[Button, ...], ...]:
    if reader is None:
        return ()
    return tuple((_answer(view, voice),) for view in views if view.wanted_of(reader.person_id))


def _head(what: str, view: SeatsView, voice: Translator) -> str:
    """What the round follows from: a League and an Open, or the Candidates."""
    names = [quote(source.name) for source in view.sources]
    if view.round.round_of is InvitationRound.TITLE:
        return voice.say(f"seats.{what}_for_title", candidates=names[0])
    return voice.say(f"seats.{what}", league=names[0], open=names[1])


def invitations(view: SeatsView, told: Iterable[Invitation], voice: Translator) -> Card:
    """Asks the invited in public, each of whom answers in private."""
    waiting = list(told)
    lines = [_invited_line(asked, waiting, view, voice) for asked in Asked]
    people = [view.people[one.person_id] for one in waiting]
    head = _head("offered", view, voice)
    said = [head, "\n".join(line for line in lines if line), voice.say("seats.offered_next")]
    elsewhere = [person for person in people if person.discord_id is None]
    if elsewhere:
        names = listing([mention(person) for person in dict.fromkeys(elsewhere)], voice)
        said.append(voice.say("seats.offered_elsewhere", names=names))
    return Card(tuple(said), controls=((_answer(view, voice),),), pings=pings(people))


def filled_seats(view: SeatsView, voice: Translator) -> Card:
    """Tells everybody who plays, once every seat has its player."""
    said = [
        voice.say(
            "seats.plays", event=event_name(event, voice), names=_names(view.qualification.holders(event), view, voice)
        )
        for event in QualifyingEvent
        if view.qualification.holders(event)
    ]
    return Card((voice.say("seats.filled"), "\n".join(said), voice.say("seats.filled_next")))


def lost_seats(found: LostSeats, voice: Translator, *, for_staff: bool) -> Card:
    """Who has no seat any more after a correction; to the staff also who is on a list all the same."""
    lines = [f"- {mention(one.person)} · {event_name(one.event, voice)}" for one in found.lost]
    said = [voice.say("seats.lost"), "\n".join(lines)]
    for person, event in found.listed if for_staff else ():
        said.append(voice.say("seats.lost_listed", names=mention(person), event=quote(event.name)))
    said.append(voice.say("seats.lost_next"))
    return Card(
        tuple(said), colour=WARNING, pings=frozenset() if for_staff else pings(one.person for one in found.lost)
    )


def passed_over(told: SeatPassedOver, person: Person, bars: Sequence[Bar], voice: Translator) -> Card:
    """Who is barred, so that a place passes on; or is barred no more, and what becomes of the place."""
    name, place = mention(person), voice.say(f"seats.place.{told.asked.value}")
    said = [voice.say(f"seats.passed_over.{told.what.value}", name=name, place=place)]
    said += [_bar(bar, voice) for bar in bars]
    empty = told.asked is Asked.CANDIDATES and told.what is PassedOver.SHUT_OUT
    said.append(voice.say("seats.passed_over_empty" if empty else f"seats.passed_over_next.{told.what.value}"))
    return Card(tuple(said), colour=WARNING, pings=pings([person]))


def _bar(bar: Bar, voice: Translator) -> str:
    until = "" if bar.until is None else moment(bar.until)
    said = voice.say("seats.bar_open" if bar.until is None else "seats.bar_until", since=moment(bar.since), until=until)
    return said if bar.explanation is None else f"{said}\n{quoted_block(bar.explanation)}"


def vacant(view: SeatsView, voice: Translator) -> Card:
    """To the committee: nobody is left for a place in the match for the title."""
    return Card((voice.count("seats.vacant", view.vacant), voice.say("seats.vacant_next")), colour=WARNING)


def stays_empty(view: SeatsView, person: Person, voice: Translator) -> Card:
    """To the committee: a place in the Candidates passes on to nobody; what can be decided."""
    left = len(view.qualification.holders(QualifyingEvent.CANDIDATES))
    said = (voice.say("seats.stays_empty", name=mention(person)), voice.count("seats.stays_empty_next", left))
    return Card(said, colour=WARNING)


def told_by_hand(person: Person, event: QualifyingEvent, why: str, voice: Translator, *, given: bool) -> Card:
    """To everybody: organisers gave or took a seat, and why."""
    key = "seats.told_given" if given else "seats.told_taken"
    said = voice.say(key, name=mention(person), event=event_name(event, voice), why=quote(why))
    return Card((said, voice.say("seats.told_next")), pings=pings([person]))


def answers(view: SeatsView, reader: Person | None, elsewhere: Sequence[Question], voice: Translator) -> Card:
    """What the reader is asked, and what an organiser may answer for people without Discord."""
    card = nothing_asked(voice) if reader is None else own(view, reader, voice)
    if not elsewhere:
        return card
    room = MOST_LINES - len(card.lines)
    lines = tuple(line for one in elsewhere for line in _for_other(view, one, voice))[:room]
    said = card.paragraphs if card.lines else ()
    return Card((*said, voice.say("seats.elsewhere")), lines=(*card.lines, *lines))


def _for_other(view: SeatsView, question: Question, voice: Translator) -> Iterator[Line]:
    asked, person = question.invitation.asked, view.people[question.invitation.person_id]
    subject = f"{view.round.round_id}.{asked.value}.{person.person_id}"
    yes = Button(f"seat-for-yes:{subject}", voice.say("seats.accept"), ButtonStyle.success)
    no = Button(f"seat-for-no:{subject}", voice.say("seats.decline"))
    place = f"{mention(person)} · {voice.say(f'seats.place.{asked.value}')}"
    if question.is_open:
        until = "" if question.answer_by is None else voice.say("seats.until", until=moment(question.answer_by))
        yield Line(f"⏳ {place} {until}".rstrip(), yes)
        yield Line(voice.say(f"seats.cost.{asked.value}"), no)
    else:
        yield Line(f"✅ {place}", no)


def own(view: SeatsView, reader: Person, voice: Translator) -> Card:
    """The reader's open questions, each with its two buttons; what was accepted may still be declined."""
    key = view.round.round_id
    wanted = view.wanted_of(reader.person_id)
    lines: list[Line] = []
    for question in wanted:
        asked = question.invitation.asked
        until = "" if question.answer_by is None else voice.say("seats.until", until=moment(question.answer_by))
        said = f"{voice.say(f'seats.asked.{asked.value}')} {until}".rstrip()
        lines.append(
            Line(said, Button(f"seat-yes:{key}.{asked.value}", voice.say("seats.accept"), ButtonStyle.success))
        )
        lines.append(Line(voice.say(f"seats.cost.{asked.value}"), _no(key, asked, voice)))
    given = [
        one for one, question in view.questions.items() if one.person_id == reader.person_id and not question.is_open
    ]
    for one in given:
        took = view.questions[one].answer is Answer.ACCEPTED and one in view.qualification.invitations()
        if took:
            lines.append(Line(voice.say(f"seats.accepted.{one.asked.value}"), _no(key, one.asked, voice)))
    if not lines:
        return nothing_asked(voice)
    return Card((voice.say("seats.yours"),), lines=tuple(lines))


def nothing_asked(voice: Translator) -> Card:
    """For whom nobody has asked anything."""
    return Card((voice.say("seats.nothing_asked"),), colour=QUIET)


def match_receipt(tournament: Tournament, voice: Translator) -> Card:
    """Confirms that a seat match has its moment."""
    said = voice.say("seats.arranged", name=quote(tournament.name), at=moment(tournament.start_at))
    return Card((said,))


def by_hand(person: Person, event: QualifyingEvent, voice: Translator, *, given: bool) -> Card:
    """Confirms a seat that an organiser gave or took."""
    key = "seats.given" if given else "seats.taken"
    return Card((voice.say(key, name=mention(person), event=event_name(event, voice)),))


def _state(view: SeatsView, voice: Translator) -> Iterator[str]:
    for event in view.round.round_of.events:
        if event not in view.round.played:
            yield "\n".join(_seats(view, event, voice))
    if view.qualification.matches:
        yield "\n".join([voice.say("seats.matches"), *(_match(one, view, voice) for one in view.qualification.matches)])
    if view.round.champion is not None and view.round.round_of is InvitationRound.LEAGUE:
        yield voice.say("seats.champion", name=mention(view.people[view.round.champion]))


def _seats(view: SeatsView, event: QualifyingEvent, voice: Translator) -> Iterator[str]:
    found = [seat for seat in view.qualification.seats if seat.event is event]
    yield voice.say("seats.heading", event=event_name(event, voice))
    if not found:
        yield voice.say("seats.nobody_yet")
    for seat in found:
        origin = voice.say(f"seats.from.{seat.source.value}")
        answer = view.answer_of(ASKED_FOR[event], seat.person_id)
        won = seat.source is Source.SEAT_MATCH and answer is None
        mark = _bar_note(seat.person_id, view, voice) or _mark(answer, view, taken=won)
        yield f"- {mention(view.people[seat.person_id])} · {origin} {mark}".rstrip()


def _match(match: SeatMatch, view: SeatsView, voice: Translator) -> str:
    league, opened = (_side(side, view, voice) for side in (match.league_side, match.open_side))
    said = voice.say(
        "seats.match", league_place=match.league_place, league=league, open_place=match.open_place, open=opened
    )
    events = [event_name(event, voice) for event in view.qualification.counts_for(match)]
    parts = [f"- {said}", voice.say("seats.counts_for", events=listing(events, voice))]
    if match.winner is not None:
        parts.append(voice.say("seats.won", name=mention(view.people[match.winner])))
    elif match.number in view.arranged:
        event = view.arranged[match.number]
        parts.append(voice.say("seats.played_in", name=quote(event.name), at=moment(event.start_at)))
    elif view.may_arrange(match):
        parts.append(voice.say("seats.to_arrange", number=match.number))
    elif not match.sides:
        parts.append(voice.say("seats.match_of_nobody"))
    elif view.round.stands:
        parts.append(voice.say("seats.match_waits"))
    return " ".join(parts)


def _side(side: PersonId | None, view: SeatsView, voice: Translator) -> str:
    if side is None:
        return voice.say("seats.nobody")
    mark = _bar_note(side, view, voice) or _mark(view.answer_of(Asked.MATCH, side), view)
    return f"{mention(view.people[side])} {mark}".rstrip()


def _bar_note(person_id: PersonId, view: SeatsView, voice: Translator) -> str:
    return f"({voice.say('seats.is_barred')})" if person_id in view.barred else ""


def _mark(answer: Answer | None, view: SeatsView, *, taken: bool = False) -> str:
    if taken or answer is Answer.ACCEPTED:
        return "✅"
    return "⏳" if view.round.stands and answer is None else ""


def _invited_line(asked: Asked, waiting: Iterable[Invitation], view: SeatsView, voice: Translator) -> str:
    who = [one.person_id for one in waiting if one.asked is asked]
    return voice.say(f"seats.invited.{asked.value}", names=_names(who, view, voice)) if who else ""


def _holders_line(event: QualifyingEvent, holders: Iterable[SeatHolder], voice: Translator) -> str:
    names = [mention(holder.person) for holder in holders if holder.event is event]
    if not names:
        return voice.say("seats.held_by_nobody", event=event_name(event, voice))
    return voice.say("seats.plays", event=event_name(event, voice), names=listing(names, voice))


def _names(some: Iterable[PersonId], view: SeatsView, voice: Translator) -> str:
    return listing([mention(view.people[one]) for one in some], voice)


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


def _deciding(key: str, voice: Translator) -> tuple[Button, ...]:
    return (
        Button(f"seats-confirm:{key}", voice.say("seats.confirm"), ButtonStyle.success),
        Button(f"seats-discard:{key}", voice.say("seats.discard")),
    )


def _answer(view: SeatsView, voice: Translator) -> Button:
    return Button(f"seat-answer:{view.round.round_id}", voice.say("seats.answer"), ButtonStyle.primary)


def _no(key: str, asked: Asked, voice: Translator) -> Button:
    return Button(f"seat-no:{key}.{asked.value}", voice.say("seats.decline"))
