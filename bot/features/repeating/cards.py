"""A repeat as a card: its rhythm, who made it, the next dates, and what can be done about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.features.repeating.model import NextDate, Oddity, RepeatMissed, RepeatView, StopReason
from bot.i18n.catalogue import Translator
from bot.i18n.countries import zone_named
from bot.kernel.ids import TournamentId
from bot.layout import cards as layout_cards
from bot.layout.cards import ACCENT, QUIET, WARNING, Button, Card, Line
from bot.layout.sentences import moment, moment_relative, plain, quote
from bot.people.cards import mention

# --- once more ------------------------------------------------------------------------------------------------------


def with_again(card: Card, tournament_id: TournamentId, translator: Translator) -> Card:
    """The card of an event that is over, with the button for another one like it."""
    return replace(card, controls=(*card.controls, (again_press(tournament_id, translator),)))


def again_press(tournament_id: TournamentId, translator: Translator) -> Button:
    """Opens the form for an event by the same rules."""
    return Button(f"again:{tournament_id}", translator.say("repeats.again"), ButtonStyle.primary, "🔁")


# --- a repeat -------------------------------------------------------------------------------------------------------


MOST_LINES: Final = 10


def card(view: RepeatView, translator: Translator) -> Card:
    """All of one repeat for who runs events: how it goes on, its next dates, and their buttons."""
    if not view.repeat.is_running:
        return _stopped(view, translator)
    said = (
        "\n".join(_about(view, translator)),
        "\n".join(_dates(view, translator)),
        "\n".join(_next(view, translator)),
    )
    return Card(tuple(filter(None, said)), controls=_controls(view, translator), colour=ACCENT)


def _about(view: RepeatView, translator: Translator) -> Iterator[str]:
    repeat = view.repeat
    yield f"## 🔁 {quote(view.model.name)}"
    yield translator.say(f"repeats.every_{repeat.pattern.rhythm}", zone=plain(view.zone))
    yield translator.say("repeats.made_by", name=mention(view.maker))
    if repeat.last_number is None:
        yield translator.say("repeats.no_end")
    else:
        yield translator.say("repeats.ends", at=moment(repeat.pattern.start(repeat.last_number, zone_named(view.zone))))


def _dates(view: RepeatView, translator: Translator) -> Iterator[str]:
    if view.ahead:
        yield translator.say("repeats.dates")
    for one in view.ahead:
        yield "- " + _date(one, view, translator)


def _date(one: NextDate, view: RepeatView, translator: Translator) -> str:
    """The moment, struck out where it is left out, with what is unusual about it."""
    if one.is_skipped:
        return f"~~{moment(one.start_at)}~~ · {translator.say('repeats.skipped')}"
    note = translator.say("repeats.changed") if one.is_changed else _odd(one, view, translator)
    return f"{moment(one.start_at)} · {note}" if note else moment(one.start_at)


def _odd(one: NextDate, view: RepeatView, translator: Translator) -> str:
    """What the clocks do at that hour: of an hour that comes twice, which one is meant."""
    match one.oddity:
        case Oddity.TWICE:
            offset = f"UTC{one.start_at.astimezone(zone_named(view.zone)).isoformat()[-6:]}"
            return translator.say("repeats.odd_twice", offset=offset)
        case Oddity.JUMPED:
            return translator.say("repeats.odd_jumped")
        case None:
            return ""


def _next(view: RepeatView, translator: Translator) -> Iterator[str]:
    """What is announced now, and when the next one will be."""
    if view.announced is not None:
        start = moment(view.announced.start_at)
        yield translator.say("repeats.announced", name=quote(view.announced.name), start=start)
    if view.announces_at is None:
        yield translator.say("repeats.was_last")
    else:
        yield translator.say("repeats.announces_next", at=moment_relative(view.announces_at))


def _controls(view: RepeatView, translator: Translator) -> tuple[tuple[Button, ...], ...]:
    key, ahead = view.repeat.repeat_id, view.next
    skipped = next((one for one in view.ahead if one.is_skipped), None)
    rows: list[Button] = []
    if ahead is not None:
        rows.append(Button(f"repeat-skip:{key}.{ahead.number}", translator.say("repeats.skip"), emoji="⏭️"))
        rows.append(Button(f"repeat-change:{key}.{ahead.number}", translator.say("repeats.change"), emoji="✏️"))
    if skipped is not None:
        rows.append(Button(f"repeat-hold:{key}.{skipped.number}", translator.say("repeats.hold"), emoji="↩️"))
    rows.append(Button(f"repeat-stop:{key}", translator.say("repeats.stop"), ButtonStyle.danger))
    return (tuple(rows),)


def _stopped(view: RepeatView, translator: Translator) -> Card:
    """Why it goes on no more, and how it can."""
    repeat = view.repeat
    key = repeat.repeat_id
    go_on = Button(f"repeat-go-on:{key}", translator.say("repeats.go_on"), ButtonStyle.success)
    leave = (Button(f"repeat-stop:{key}", translator.say("repeats.leave")),) if view.waits else ()
    why = translator.say(f"repeats.stopped_{repeat.stop or StopReason.BY_HAND}", name=mention(view.maker))
    said = [f"## 🔁 {quote(view.model.name)}\n{why}", translator.say("repeats.can_go_on", button=go_on.label)]
    return Card(tuple(said), controls=((go_on, *leave),), colour=WARNING if view.waits else QUIET)


def listing_of(views: Sequence[RepeatView], translator: Translator) -> Card:
    """Every repeat of the server, each with its next date and a button; of one alone all that there is to it."""
    if len(views) == 1:
        return card(views[0], translator)
    if not views:
        return Card((translator.say("repeats.none"),), colour=QUIET)
    said = [translator.count("repeats.all", len(views))]
    if len(views) > MOST_LINES:
        said.append(translator.count("repeats.more", len(views) - MOST_LINES))
    return Card(tuple(said), lines=layout_cards.lines(views[:MOST_LINES], _line, translator))


def _line(view: RepeatView, translator: Translator) -> Line:
    ahead = view.next
    if not view.repeat.is_running:
        told = translator.say("repeats.has_stopped")
    else:
        told = translator.say("repeats.was_last") if ahead is None else moment(ahead.start_at)
    show = Button(f"repeat:{view.repeat.repeat_id}", translator.say("repeats.show"))
    return Line(f"**{quote(view.model.name)}** · {told}", show)


# --- what is said of it ---------------------------------------------------------------------------------------------


def missed(view: RepeatView, said: RepeatMissed, translator: Translator) -> Card:
    """To the committee: what could not be announced while the bot was away, and what comes next."""
    start = view.repeat.pattern.start(said.number, zone_named(view.zone))
    text = [translator.count("repeats.missed", said.dates, name=quote(view.model.name), start=moment(start))]
    text += _next(view, translator) if view.repeat.is_running else ()
    show = Button(f"repeat:{view.repeat.repeat_id}", translator.say("repeats.show"), emoji="🔁")
    return Card(("\n".join(text),), controls=((show,),), colour=WARNING)
