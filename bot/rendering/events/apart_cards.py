"""What is said of clubs, and of pairs that are not to meet."""

from __future__ import annotations

from bot.domain.events.apart_views import ClubSaid, PairForbidden, PairsView, PairView
from bot.i18n import Voice
from bot.rendering.layout import QUIET, WARNING, Card
from bot.rendering.people import mention
from bot.rendering.text import quote

_PAIRS_SHOWN = 20


def club_said(told: ClubSaid, voice: Voice) -> Card:
    """The club by now, and what it does."""
    name, person = quote(told.tournament.name), mention(told.person)
    if told.club is None:
        return Card((voice.say("apart.no_club" if told.own else "apart.no_club_of", name=name, person=person),))
    key = "apart.club_said" if told.own else "apart.club_said_of"
    return Card((voice.say(key, name=name, person=person, club=quote(told.club)),))


def pair_said(told: PairForbidden, voice: Voice) -> Card:
    """To the organiser: the pair is forbidden, or may meet again, and from which round on."""
    return Card((_pair("apart.forbidden_now" if told.forbidden else "apart.allowed_now", told, voice),), colour=WARNING)


def pair_public(told: PairForbidden, voice: Voice) -> Card:
    """For the record: who is not paired, so that everybody can pair the rounds again."""
    return Card((_pair("apart.forbidden_public" if told.forbidden else "apart.allowed_public", told, voice),))


def pairs(view: PairsView, voice: Voice) -> Card:
    """All pairs that are not to meet; reasons for who may read them."""
    title = voice.say("apart.pairs", name=quote(view.tournament.name))
    if not view.pairs:
        return Card((title, voice.say("apart.no_pairs")), colour=QUIET)
    lines = [_line(one, voice) for one in view.pairs[:_PAIRS_SHOWN]]
    left_out = len(view.pairs) - len(lines)
    more = [voice.count("standings.and_more", left_out)] if left_out else []
    return Card((title, "\n".join([*lines, *more])), colour=QUIET)


def _line(one: PairView, voice: Voice) -> str:
    first, second = map(mention, one.people)
    said = f"- {voice.say('apart.pair', first=first, second=second)}"
    return said if one.reason is None else f"{said}: {quote(one.reason, 120)}"


def _pair(key: str, told: PairForbidden, voice: Voice) -> str:
    first, second = map(mention, told.people)
    return voice.say(key, first=first, second=second, name=quote(told.tournament.name), round=told.number)
