"""The final of a series as cards: who would be asked, who is asked, who plays."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from discord import ButtonStyle

from bot.domain.circuit.circuits import CircuitView, SeatQuestion
from bot.domain.entering.seats import Answer
from bot.domain.events.tournament import Tournament
from bot.domain.ids import PersonId
from bot.i18n import Voice
from bot.rendering.circuit.circuit_words import place_words
from bot.rendering.events.standings_words import exact_words
from bot.rendering.layout import QUIET, WARNING, Card, Line, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import listing, moment
from bot.rendering.text import quote

MOST_LINES: Final = 10
_MARKS: Final = {Answer.ACCEPTED: "✅", Answer.DECLINED: "❌", Answer.SILENT: "❌", None: "⏳"}


def proposal(view: CircuitView, event: Tournament, seats: int, voice: Voice) -> Card:
    """Who would be asked; one press asks them in public."""
    key = f"{view.circuit.circuit_id}.{event.tournament_id}.{seats}"
    found = () if view.finalists is None else view.finalists.holders
    said = (
        voice.say("series.final_proposed", name=quote(view.circuit.name), event=quote(event.name), n=seats),
        "\n".join(_seat(view, one, voice) for one in found),
        voice.say("series.final_proposed_next"),
    )
    confirm = Press(f"series-final-name:{key}", voice.say("series.final_confirm"), ButtonStyle.success)
    return Card(said, controls=((confirm,),), colour=WARNING)


def _seat(view: CircuitView, person_id: PersonId, voice: Voice) -> str:
    row = view.row_of((person_id,))
    where = "" if row is None else f"{place_words(row)}. "
    points = "" if row is None else f" · {exact_words(row.points, voice)}"
    return f"- {where}{mention(view.people[person_id])}{points}"


def state(view: CircuitView, voice: Voice, *, for_staff: bool) -> Card:
    """Who has a seat, who is asked, and what organisers can do about it."""
    event = view.final
    if event is None or view.finalists is None:
        return Card((voice.say("series.no_final_yet", name=quote(view.circuit.name)),), colour=QUIET)
    said = [voice.say("series.final_state", name=quote(view.circuit.name), event=quote(event.name))]
    said.append("\n".join(_question_line(view, one) for one in view.questions) or voice.say("series.nobody_asked"))
    said += _open_matters(view, voice)
    lines = tuple(_for_others(view, voice)) if for_staff and view.asks else ()
    controls: tuple[tuple[Press, ...], ...] = ()
    if for_staff and view.asks and view.finalists.overlooked:
        invite = Press(f"series-final-more:{view.circuit.circuit_id}", voice.say("series.ask_too"), ButtonStyle.primary)
        controls = ((invite,),)
    return Card(tuple(said), lines=lines, controls=controls)


def _question_line(view: CircuitView, question: SeatQuestion) -> str:
    until = "" if question.answer_by is None or not question.is_open else f" · {moment(question.answer_by)}"
    return f"- {_MARKS[question.answer]} {mention(view.people[question.person_id])}{until}"


def _open_matters(view: CircuitView, voice: Voice) -> Iterator[str]:
    found = view.finalists
    if found is None or not view.asks:
        return
    if found.vacant:
        yield voice.count("series.vacant", found.vacant)
    if found.overlooked:
        yield voice.say("series.overlooked", names=_names(view, found.overlooked, voice))


def _for_others(view: CircuitView, voice: Voice) -> Iterator[Line]:
    """What organisers answer for people without Discord."""
    open_ones = [one for one in view.questions if one.is_open and view.people[one.person_id].discord_id is None]
    for one in open_ones[: MOST_LINES // 2]:
        key = f"{view.circuit.circuit_id}.{one.person_id}"
        name = mention(view.people[one.person_id])
        yes = Press(f"series-yes-for:{key}", voice.say("seats.accept"), ButtonStyle.success)
        no = Press(f"series-no-for:{key}", voice.say("seats.decline"))
        yield Line(voice.say("series.plays_question", name=name), yes)
        yield Line(voice.say("series.plays_not", name=name), no)


def invitation(view: CircuitView, asked: Sequence[PersonId], voice: Voice) -> Card:
    """Asks the invited in public, each of whom answers in private."""
    event, key = view.final, view.circuit.circuit_id
    people = [view.people[one] for one in asked]
    said = [
        voice.say(
            "series.offered",
            name=quote(view.circuit.name),
            event="" if event is None else quote(event.name),
            at="" if event is None else moment(event.start_at),
            names=_names(view, asked, voice),
        ),
        voice.say("series.offered_next"),
    ]
    answer = Press(f"series-answer:{key}", voice.say("series.answer"), ButtonStyle.primary)
    return Card(tuple(said), controls=((answer,),), pings=pings(people))


def own(view: CircuitView, question: SeatQuestion, voice: Voice) -> Card:
    """What the reader is asked, or has answered, and what can still be said."""
    event, key = view.final, view.circuit.circuit_id
    name = "" if event is None else quote(event.name)
    if event is None or not view.asks or question.was_refused:
        told = "series.you_declined" if question.was_refused else "series.final_begun"
        return Card((voice.say(told, event=name),), colour=QUIET)
    no = Press(f"series-no:{key}", voice.say("seats.decline"))
    if question.answer is Answer.ACCEPTED:
        register = Press(f"register:{event.tournament_id}", voice.say("series.to_list"))
        said = voice.say("series.you_play", event=name, at=moment(event.start_at))
        return Card((said,), controls=((register, no),))
    until = "" if question.answer_by is None else f"\n-# ⏳ {moment(question.answer_by)}"
    said = voice.say("series.asked", series=quote(view.circuit.name), event=name, at=moment(event.start_at))
    yes = Press(f"series-yes:{key}", voice.say("seats.accept"), ButtonStyle.success)
    return Card((said + until,), controls=((yes, no),))


def complete_field(view: CircuitView, voice: Voice) -> Card:
    """Tells everybody who plays, once every seat has its player."""
    event = view.final
    holders = () if view.finalists is None else view.finalists.holders
    said = voice.say(
        "series.filled",
        name=quote(view.circuit.name),
        names=_names(view, holders, voice),
        at="" if event is None else moment(event.start_at),
    )
    return Card((said,))


def vacant(view: CircuitView, seats: int, voice: Voice) -> Card:
    """To the committee: nobody is left for so many seats."""
    said = voice.count("series.vacant", seats)
    return Card((f"**{quote(view.circuit.name)}**: {said}", voice.say("series.vacant_next")), colour=WARNING)


def passing_over(view: CircuitView, people: Sequence[PersonId], voice: Voice) -> Card:
    """To the committee: the corrected standings would have asked others as well."""
    names = _names(view, [one for one in people if one in view.people], voice)
    said = voice.say("series.overlooked_told", name=quote(view.circuit.name), names=names)
    show = Press(f"series-final:{view.circuit.circuit_id}", voice.say("series.show_final"), ButtonStyle.primary)
    return Card((said, voice.say("series.overlooked_next")), controls=((show,),), colour=WARNING)


def _names(view: CircuitView, some: Sequence[PersonId], voice: Voice) -> str:
    return listing([mention(view.people[one]) for one in some], voice)
