"""What the house itself has to say: who holds an office now, what could not be said, and that the bot was away."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from discord import ButtonStyle

from bot.domain.card_gaps import MOST_GAPS
from bot.domain.community import Person
from bot.domain.ids import ChannelId
from bot.domain.outages import MOST_REMOVALS, Cause
from bot.domain.permissions import Office
from bot.domain.setup_views import OutageView
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import duration, listing, member_name, moment
from bot.rendering.text import quote


@dataclass(frozen=True, slots=True)
class Appointments:
    """What was decided in one act: offices given, arbiters with a new title, or (None) without one from now on."""

    offices: tuple[tuple[Office, Person], ...]
    arbiters: tuple[Person, ...]
    title: str | None
    by: Person


@dataclass(frozen=True, slots=True)
class Unsaid:
    """A message that Discord refused: where it should have gone (None for no channel at all), and the refusal."""

    channel: ChannelId | None
    refusal: str
    is_event: bool
    is_thread: bool = False


@dataclass(frozen=True, slots=True)
class GoneCard:
    """A card that was deleted: the event's name, who plays the match (nobody for an announcement), when it was seen."""

    event: str
    players: tuple[Person, ...]
    stood_until: datetime
    stops_clock: bool
    """Whether its clock stands still meanwhile: not from the third time on."""


_REASONS = {
    "50001": "house.cannot.access",
    "50013": "house.cannot.rights",
    "10003": "house.cannot.gone",
    "no channel": "house.cannot.nowhere",
    "history": "house.cannot.history",
}
"""What Discord's codes mean, by the text in which discord.py reports them."""


_OUTAGES = {Cause.UNAVAILABLE: "house.outage_unavailable", Cause.REMOVED: "house.outage_removed"}
"""What is said of an outage that was not the bot's own."""


def officers_named(named_now: Appointments, voice: Voice) -> Card:
    """Who holds what from now on, and by whose act; the public record of it."""
    lines = [
        voice.say("house.officer", office=member_name(office, voice), who=mention(who))
        for office, who in named_now.offices
    ]
    if named_now.arbiters:
        who = listing([mention(person) for person in named_now.arbiters], voice)
        if named_now.title is None:
            lines.append(voice.say("house.arbiters_no_more", who=who))
        else:
            lines.append(voice.say("house.arbiters", who=who, title=named_now.title))
    said = (
        voice.say("house.officers_title"),
        "\n".join(lines),
        voice.say("house.officers_by", by=mention(named_now.by)),
    )
    people = [*(person for _, person in named_now.offices), *named_now.arbiters]
    return Card((*said[:2], "-# " + said[2]), pings=pings(people))


def still_called(people: Sequence[Person], link: str | None, voice: Voice) -> Card:
    """Calls those whom the message above could not name any more, and leads to it."""
    said = voice.say("called.still")
    where = () if link is None else (voice.say("called.above", url=f"https://discord.com/channels/{link}"),)
    return Card((" ".join((said, *where)),), pings=pings(people))


def cannot_work(unsaid: Unsaid, voice: Voice) -> Card:
    """What the bot could not say, why, and how to put it right."""
    where = f"<#{unsaid.channel}>" if unsaid.channel else voice.say("house.cannot.no_channel")
    what = "event" if unsaid.is_event else "thread" if unsaid.is_thread else "said"
    said = voice.say(f"house.cannot.{what}", where=where)
    return Card(
        (said, _reason(unsaid, voice), voice.say("house.cannot.next")), controls=((_again(voice),),), colour=WARNING
    )


def card_gone(gone: GoneCard, voice: Voice) -> Card:
    """That a card was deleted, and whether its clock stands still: it does so for no third time."""
    name, players = quote(gone.event), listing([mention(player) for player in gone.players], voice)
    first = (
        voice.say("house.card_gone_match", players=players, name=name)
        if gone.players
        else voice.say("house.card_gone_event", name=name)
    )
    seen = moment(gone.stood_until)
    stopped = (
        voice.say("house.card_gone_clock", moment=seen)
        if gone.stops_clock
        else voice.say("house.card_gone_again", moment=seen, most=MOST_GAPS)
    )
    return Card((first, stopped, voice.say("house.card_gone_next")), colour=WARNING)


def _reason(unsaid: Unsaid, voice: Voice) -> str:
    if unsaid.is_event:
        return voice.say("house.cannot.event_fix")
    if unsaid.is_thread:
        return voice.say("house.cannot.thread_fix")
    key = next((key for code, key in _REASONS.items() if code in unsaid.refusal), None)
    return voice.say(key) if key else voice.say("house.cannot.other", refusal=quote(unsaid.refusal))


def taken_up_again(count: int, voice: Voice) -> Card:
    """How many messages are tried again; any that fails is told once more."""
    return Card((voice.count("house.again", count) if count else voice.say("house.nothing_again"),))


def outage(view: OutageView, voice: Voice) -> Card:
    """From when to when the bot was away, and what that moved."""
    lines = [
        voice.say(
            _OUTAGES.get(view.cause, "house.outage"),
            down_from=moment(view.down_from),
            up_at=moment(view.up_at),
            length=duration(view.up_at - view.down_from, voice),
        )
    ]
    name = quote(view.name)
    if view.check_in_until is not None:
        lines.append(voice.say("house.outage_check_in", name=name, close=moment(view.check_in_until)))
    if view.clocks_stood_still:
        lines.append(voice.say("house.outage_clocks", name=name))
    if view.clocks_went_on:
        lines.append(voice.say("house.outage_not_given_back", name=name, most=MOST_REMOVALS))
    if len(lines) == 1:
        lines.append(voice.say("house.outage_nothing", name=name))
    return Card(("\n".join(lines),), colour=WARNING)


def clock_wrong(off: timedelta, voice: Voice) -> Card:
    """The machine's clock is set wrong: what that does not cost anybody, and who can put it right."""
    key = "house.clock_fast" if off > timedelta() else "house.clock_slow"
    return Card((voice.say(key, length=duration(abs(off), voice)), voice.say("house.clock_next")), colour=WARNING)


def greeting(voice: Voice) -> Card:
    """The one thing that the bot says uninvited: where to begin."""
    return Card((voice.say("house.greeting"),))


def _again(voice: Voice) -> Press:
    return Press("say-again:", voice.say("setup.say_again"), ButtonStyle.primary, "📣")


def rehearsal_cut_off(rulebook: str, voice: Voice) -> Card:
    """The bot was stopped while a rehearsal played, or its answer did not get through: it has to be begun anew."""
    return Card((voice.say("house.rehearsal_cut_off", rulebook=quote(rulebook)),), colour=WARNING)
