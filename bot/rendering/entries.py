"""What a person is told after entering, confirming or leaving, and the list of players."""

from __future__ import annotations

from collections.abc import Sequence

from bot.domain.tournament import Tournament
from bot.domain.views import AccountHeld, CheckedIn, Listed, PlayerList, Registered
from bot.i18n import Voice
from bot.rendering.layout import WARNING, Card
from bot.rendering.people import mention
from bot.rendering.sentences import moment
from bot.rendering.text import quoted

LINES_IN_A_LIST = 60


def registered(entry: Registered, voice: Voice) -> Card:
    """You are in, or you wait; and what to do next."""
    name = quoted(entry.tournament.name)
    said = voice.say("registration.done" if entry.newly else "registration.already", name=name)
    if entry.waiting is not None:
        said += "\n" + voice.say("registration.waiting", place=entry.waiting)
    if entry.entrant.checked_in_at is not None:
        said += "\n" + voice.say("registration.confirmed_too", start=moment(entry.tournament.start_at))
    else:
        said += "\n" + voice.say("registration.next", opens=moment(entry.check_in_opens_at))
    return Card((said,))


def account_held(held: AccountHeld, voice: Voice) -> Card:
    """Somebody else holds the account; staff decides."""
    return Card((voice.say("registration.account_held", account=quoted(held.claim.name)),), colour=WARNING)


def withdrawn(tournament: Tournament, voice: Voice) -> Card:
    """You are out, free of penalty, and may come back until the close."""
    return Card((voice.say("registration.withdrawn", name=quoted(tournament.name)),))


def checked_in(entry: CheckedIn, voice: Voice) -> Card:
    """Your place is confirmed; and what comes next."""
    name = quoted(entry.tournament.name)
    said = voice.say("checkin.done" if entry.newly else "checkin.already", name=name)
    if entry.waiting is not None:
        said += "\n" + voice.say("checkin.waiting", place=entry.waiting)
    return Card((said + "\n" + voice.say("checkin.next", start=moment(entry.tournament.start_at)),))


def player_list(players: PlayerList, voice: Voice) -> Card:
    """Everyone on the list in the order of registration, with who has confirmed."""
    title = voice.say("registration.list", name=quoted(players.tournament.name))
    if not players.seated:
        return Card((title, voice.say("registration.nobody")))
    paragraphs = [title, "\n".join(_lines(players.seated, 1, voice))]
    if players.waiting:
        paragraphs.append(voice.say("registration.waiting_list"))
        paragraphs.append("\n".join(_lines(players.waiting, 1, voice)[:20]))
    return Card(tuple(paragraphs))


def _lines(some: Sequence[Listed], first: int, voice: Voice) -> list[str]:
    lines = [
        f"{number}. {mention(listed.person)}{' ✅' if listed.entrant.checked_in_at else ''}"
        for number, listed in enumerate(some[:LINES_IN_A_LIST], first)
    ]
    more = len(some) - LINES_IN_A_LIST
    return [*lines, voice.count("tournament.and_more", more)] if more > 0 else lines
