"""Arbiters on duty, what each follows, matches that want one, and matches that change hands."""

from __future__ import annotations

from collections.abc import Sequence

from discord import ButtonStyle

from bot.domain.community import Person
from bot.domain.events.draw_views import ArbiterView, ArbiterWanted, DutyChange, MatchOfArbiter
from bot.i18n import Voice
from bot.rendering import sentences
from bot.rendering.layout import QUIET, WARNING, Card, Press
from bot.rendering.people import mention, pings
from bot.rendering.sentences import moment_relative
from bot.rendering.text import quote

LINES_IN_A_LIST = 40
EVENTS_NAMED = 5


def on_duty(change: DutyChange, voice: Voice) -> Card:
    """You are on duty, with the matches that came at once."""
    said = [voice.say("arbiters.on" if change.newly else "arbiters.on_already")]
    said += _match_lines(change.arbiter, voice) or _why_nothing(change.arbiter, voice)
    if change.arbiter.limit is not None:
        said.append(voice.say("arbiters.limit", limit=change.arbiter.limit))
    press = Press("duty-off:me", voice.say("arbiters.go_off"))
    return Card(("\n".join(said),), controls=((press,),))


def off_duty(change: DutyChange, voice: Voice) -> Card:
    """You are off duty, and what became of your matches."""
    said = [voice.say("arbiters.off" if change.newly else "arbiters.off_already")]
    taken = sum(1 for arbiter in change.handed.values() if arbiter is not None)
    alone = len(change.handed) - taken
    if taken:
        said.append(voice.count("arbiters.taken_over", taken))
    if alone:
        said.append(voice.count("arbiters.left_alone", alone))
    press = Press("duty-on:me", voice.say("arbiters.go_on"), ButtonStyle.success)
    return Card(("\n".join(said),), controls=((press,),), colour=WARNING if alone else QUIET)


def listing(arbiters: Sequence[ArbiterView], voice: Voice) -> Card:
    """Every arbiter, those on duty first, with what each follows."""
    if not arbiters:
        return Card((voice.say("arbiters.nobody"),), colour=WARNING)
    lines: list[str] = []
    for arbiter in arbiters:
        key = "arbiters.is_on" if arbiter.duty is not None else "arbiters.is_off"
        lines += [voice.say(key, name=mention(arbiter.person)), *_match_lines(arbiter, voice)]
        if arbiter.limit is not None:
            lines.append(voice.say("arbiters.limit_listed", limit=arbiter.limit))
    return Card((voice.say("arbiters.all"), "\n".join(lines[:LINES_IN_A_LIST])))


def assignment(match: MatchOfArbiter, arbiter_id: int, voice: Voice) -> Card:
    """The match has this arbiter now."""
    return Card((voice.say("arbiters.assigned", match=_match(match.people), arbiter=f"<@{arbiter_id}>"),))


def arbiters_wanted(asked: ArbiterWanted, voice: Voice) -> Card:
    """Matches are held up, and what to do about it."""
    name = quote(asked.tournament.name)
    said = voice.count(f"arbiters.wanted_{asked.situation}", len(asked.matches), name=name)
    lines = [f"- {_match(people)}" for people in asked.matches[:LINES_IN_A_LIST]]
    press = Press("duty-on:me", voice.say("arbiters.go_on"), ButtonStyle.success)
    return Card(("\n".join([said, *lines]),), controls=((press,),), colour=WARNING)


def handed_over(match: MatchOfArbiter, arbiter: Person, card: str | None, voice: Voice) -> Card:
    """Tells the new arbiter, with the way to the match's card."""
    said = voice.say("arbiters.handed_over", match=_match(match.people), name=quote(match.tournament.name))
    if card is not None:
        said += "\n" + card
    return Card((said,), opening=mention(arbiter), pings=pings([arbiter]))


def _why_nothing(arbiter: ArbiterView, voice: Voice) -> list[str]:
    """Nothing waits, or what waits is of events that are too large: there no match would ever come by itself."""
    if arbiter.limit is None or not arbiter.too_large:
        return [voice.say("arbiters.nothing_yet")]
    shown = [quote(one.name) for one in arbiter.too_large[:EVENTS_NAMED]]
    return [voice.say("arbiters.too_large", names=sentences.listing(shown, voice), limit=arbiter.limit)]


def _match_lines(arbiter: ArbiterView, voice: Voice) -> list[str]:
    lines: list[str] = []
    for match in arbiter.matches:
        called = match.contest.called_at
        since = moment_relative(called) if called is not None else voice.say("arbiters.being_called")
        lines.append(voice.say("arbiters.follows", match=_match(match.people), since=since))
    return lines


def _match(people: Sequence[Person]) -> str:
    return " – ".join(mention(person) for person in people)
